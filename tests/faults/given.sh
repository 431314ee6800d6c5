#!/usr/bin/env bash
# given.sh PROGRAM FOLDER HTTP HTTPS: creates FOLDER/given, the inputs of the scenarios. HTTP and
# HTTPS: ports of server.py.
set -euo pipefail
program=$(realpath "$1")
mkdir -p "$2/given"
cd "$2/given"

mkdir in in/mail
for i in 1 2 3; do
  for j in $(seq 60); do echo "see http://h$((j % 7)).example/$i/$j and <http://a.example/%7e$j>"; done >in/text$i.txt
done
for j in $(seq 40); do
  printf 'HTTP/1.1 301 Moved\r\nLocation: http://h%d.example/new\r\nContent-Length: 0\r\n\r\n' "$j" >block
  printf 'WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://h%d.example/old\r\n' "$j"
  printf 'WARC-Date: 2024-01-01T00:00:00Z\r\n'
  printf 'Content-Type: application/http;msgtype=response\r\nContent-Length: %d\r\n\r\n' "$(wc -c <block)"
  cat block
  printf '\r\n\r\n'
done >in/crawl.warc
rm block
gzip -n <in/crawl.warc >in/zipped.warc.gz
for j in $(seq 20); do echo "http://h$j.example/list"; done | xz >in/list.xz
printf '<base href="http://b.example/d/"><a href="x">x</a><img src=y.png>' >in/page.html
printf 'From: a@b.example\nSubject: s\nTo: c@d.example\nMessage-ID: <1@b.example>\n\nhttp://mail.example/\n' >in/mail/1.eml
mkdir -p folder/{cur,new,tmp}
cp in/mail/1.eml folder/cur/1:2,S
printf 'From: a@b.example\n\nhttp://half.example/\n' >folder/tmp/2
echo 'not for http://index.example/' >folder/dovecot-uidlist
printf '%s\n' ../given/in/text1.txt ../given/in/crawl.warc ../given/in/page.html >names
echo moved >own
printf 'http://h1.example/old\thttp://h1.example/newer\nhttp://a.example/0\thttp://a.example/1\n' >moved
for j in $(seq 30); do printf 'HTTP://A.example:80/%%7e%d\n../x?%d\n' "$j" "$j"; done >references
awk 'BEGIN { srand(1)
  for (i = 0; i < 150000; ++i)
    printf "http://h%d.example/%x/%x/a-longer-path-that-takes-some-memory\n", rand() * 50, rand() * 1e6, rand() * 1e6
}' >many
# Chains of four redirects between long URLs: more bytes than a small run keeps in memory.
awk 'BEGIN { for (tail = "x"; length(tail) < 1500;) tail = tail tail
  for (i = 0; i < 3200; ++i) {
    from = sprintf("http://h%d.example/%d/%s", i % 9, i * 7919 % 3200, tail)
    if (i % 4 != 0) print before "\t" from >"chains"
    if (i % 100 == 0) print from >"chained"
    before = from } }'
head -n 1600 chains | awk -F'\t' '{ message = "HTTP/1.1 301 Moved\r\nLocation: " $2 "\r\n\r\n"
  printf "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: %s\r\n", $1
  printf "Content-Type: application/http\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n", length(message), message }' >chains.warc

"$program" extract -q -o first --shards 3 in/text1.txt in/text2.txt
"$program" extract -q -o second --shards 3 in/text2.txt in/crawl.warc
# Archives, and outputs in other formats.
(cd in && tar -czf ../members.tar.gz text1.txt zipped.warc.gz mail)
python3 - <<'PYTHON'
import hashlib
import json
import zipfile

stamp = (2024, 1, 1, 0, 0, 0)


def add(archive, name, data, method=zipfile.ZIP_DEFLATED):
    archive.writestr(zipfile.ZipInfo(name, stamp), data, method)


with zipfile.ZipFile("members.zip", "w") as members:
    for name in ("text1.txt", "page.html", "list.xz", "mail/1.eml"):
        add(members, name, open("in/" + name, "rb").read())
    add(members, "zipped.warc.gz", open("in/zipped.warc.gz", "rb").read(), zipfile.ZIP_STORED)
with zipfile.ZipFile("pages.wacz", "w") as pages:
    archive = open("in/zipped.warc.gz", "rb").read()
    add(pages, "archive/data.warc.gz", archive, zipfile.ZIP_STORED)
    listed = [{"path": "archive/data.warc.gz", "hash": "sha256:" + hashlib.sha256(archive).hexdigest(), "bytes": len(archive)}]
    add(pages, "datapackage.json", json.dumps({"profile": "data-package", "wacz_version": "1.1.1", "resources": listed}))
PYTHON
"$program" extract -q -o columns --shards 2 --output-format parquet --fields url,count in/text1.txt in/text2.txt
"$program" extract -q -o edges --shards 2 --edges host --fields url,count --base http://b.example/ in/crawl.warc in/page.html
# A WARC file with a gzip member per record, a WACZ file with this WARC file, and rows that locate
# its records: by local names and by URLs of the server.
python3 - <<'PYTHON'
import gzip
import zipfile

records = open("in/crawl.warc", "rb").read().split(b"WARC/1.0\r\n")[1:]
stored = b"".join(gzip.compress(b"WARC/1.0\r\n" + one, mtime=0) for one in records)
open("members.warc.gz", "wb").write(stored)
with zipfile.ZipFile("members.wacz", "w") as pages:
    pages.writestr(zipfile.ZipInfo("archive/data.warc.gz", (2024, 1, 1, 0, 0, 0)), stored)
PYTHON
place_fields=url,input,record-offset,record-length
"$program" extract -q -o places --shards 2 --fields $place_fields ../given/members.warc.gz
"$program" extract -q --no-dedup --header --fields $place_fields ../given/in/crawl.warc ../given/members.w* >places.tsv
{
  sed 1q places.tsv
  grep -m 5 -F crawl.warc places.tsv | sed "s,\.\./given,http://127.0.0.1:$3/slow/given,"
  grep -m 5 -F members.warc.gz places.tsv | sed 's,\.\./given,s3://bucket/given,'
} >places-remote.tsv
sed 5q in/text1.txt | grep -o 'http://h[^ ]*' >wanted
printf 'http://a.example/?x=${y} http://[::1/ http://b.example/\n' >refused

# Lists of the same files on the server.
for way in slow cut changing lying; do
  printf '%s\n' "http://127.0.0.1:$3/$way/given/in/"{text1.txt,zipped.warc.gz} >"served-$way"
done
printf '%s\n' "https://127.0.0.1:$4/sound/given/in/"{text1.txt,crawl.warc} >served-tls

# A plan of two splits, and the same plan before its last task.
printf '%s\n' "$PWD/in/"{text1.txt,text2.txt,crawl.warc} >planned-names
mkdir planned
(cd planned && "$program" plan -q --files-from ../planned-names -o out --splits 2 --shards 2)
cp -a planned planned-last
for task in extract-00000 extract-00001 shard-00000 shard-00001; do "$program" run-task -q planned-last/out "$task"; done

# An incomplete output: the missing input exists now.
mkdir -p lacking/given
cp in/text1.txt lacking/given/first.txt
cp in/text2.txt lacking/given/last.txt
printf 'given/%s\n' first.txt late.txt last.txt >lacking/names
status=0
(cd lacking && "$program" extract -q --resume --checkpoint 2000 -o out --shards 2 --threads 1 --fields url,count \
  --files-from names) 2>/dev/null || status=$?
[ "$status" = 1 ]
cp in/text3.txt lacking/given/late.txt

mkdir -p with-tmp/tmp written
cp -a first written/out
echo old >written/moved
echo old >written/counts
