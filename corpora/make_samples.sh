#!/usr/bin/env bash
# Makes the samples that are packed out of those written by hand: archives, JSON Lines, lists, compressed twins.
# bash corpora/make_samples.sh; what it makes is committed, so only an editor of the samples needs it.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/samples"
export LC_ALL=C

site=https://www.example.com
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

crlf() { sed 's/$/\r/'; }

# record TYPE URI CONTENT_TYPE FILE: one WARC record; dates and ids count up.
serial=0
record() {
  serial=$((serial + 1))
  {
    printf 'WARC/1.0\nWARC-Type: %s\n' "$1"
    [ -z "$2" ] || printf 'WARC-Target-URI: %s\n' "$2"
    printf 'WARC-Date: 2024-03-07T12:%02d:00Z\n' "$serial"
    printf 'WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-%012d>\n' "$serial"
    printf 'Content-Type: %s\nContent-Length: %d\n\n' "$3" "$(wc -c <"$4")"
  } | crlf
  cat "$4"
  printf '\r\n\r\n'
}

# response URI STATUS FIELDS BODY_FILE: a response record; FIELDS end in a line feed each.
response() {
  { printf 'HTTP/1.1 %s\nDate: Thu, 07 Mar 2024 12:00:00 GMT\nServer: Example/1.0\n%s\n' "$2" "$3" | crlf; cat "$4"; } >"$work/block"
  record response "$1" 'application/http; msgtype=response' "$work/block"
}

request() {
  printf 'GET %s HTTP/1.1\nHost: www.example.com\nReferer: https://referer.example/\nUser-Agent: example-bot/1.0\n\n' "$2" | crlf >"$work/block"
  record request "$1" 'application/http; msgtype=request' "$work/block"
}

# Transfer-Encoding: chunked in pieces of 700 bytes, with a chunk extension and a trailer.
chunked() {
  split -b 700 -d -a 3 "$1" "$work/chunk."
  local piece
  for piece in "$work"/chunk.*; do
    printf '%x;note=sample\r\n' "$(wc -c <"$piece")"
    cat "$piece"
    printf '\r\n'
  done
  printf '0\r\nX-Trailer: yes\r\n\r\n'
  rm -f "$work"/chunk.*
}

pages_warc() {
  printf 'software: make_samples\nformat: WARC File Format 1.0\nisPartOf: samples\n' | crlf >"$work/info"
  record warcinfo '' application/warc-fields "$work/info"
  request "$site/gazette/2024/index.html" /gazette/2024/index.html
  response "$site/gazette/2024/index.html" '200 OK' $'Content-Type: text/html; charset=utf-8\nContent-Length: '"$(wc -c <site/index.html)"$'\n' site/index.html
  printf 'fetchTimeMs: 17\noutlink: https://outlink.example/\n' | crlf >"$work/block"
  record metadata "$site/gazette/2024/index.html" application/warc-fields "$work/block"
  chunked site/moved.html >"$work/body"
  response "$site/old/moved.html" '200 OK' $'Content-Type: text/html\nTransfer-Encoding: chunked\n' "$work/body"
  gzip -n9 <site/legacy.html >"$work/body"
  response "$site/legacy/index.html" '200 OK' $'Content-Type: text/html\nContent-Encoding: gzip\n' "$work/body"
  printf '<html><body>Moved <a href="/gazette/2024/index.html">here</a>.</body></html>\n' >"$work/body"
  response "$site/gazette" '301 Moved Permanently' $'Location: /gazette/2024/\nContent-Type: text/html\n' "$work/body"
  response "$site/style.css" '200 OK' $'Content-Type: text/css\n' site/style.css
  response "$site/feed.rss" '200 OK' $'Content-Type: application/rss+xml; charset=UTF-8\n' site/feed.rss
  response "$site/feed.atom" '200 OK' $'Content-Type: application/atom+xml\n' site/feed.atom
  response "$site/sitemap.xml" '200 OK' $'Content-Type: text/xml\n' site/sitemap.xml
  response "$site/api/links" '200 OK' $'Content-Type: application/json\n' site/links.json
  printf '\211PNG\r\n\032\nhttp://inside-a-picture.example/' >"$work/body"
  response "$site/img/a.png" '200 OK' $'Content-Type: image/png\n' "$work/body"
  record resource "$site/notes/note-42.txt" text/plain uniform-citations.txt
  : >"$work/empty"
  record revisit "$site/style.css" 'application/http; msgtype=response' "$work/empty"
}

# Only what stands between tags, as an extracted-text archive has it.
text_of() { sed -e 's/<[^>]*>/ /g' -e 's/&amp;/\&/g' -e 's/&mdash;/-/g' "$1"; }

pages_wet() {
  printf 'Software-Info: make_samples\n' | crlf >"$work/info"
  record warcinfo '' application/warc-fields "$work/info"
  text_of site/index.html >"$work/text"
  record conversion "$site/gazette/2024/index.html" text/plain "$work/text"
  record conversion "$site/notes/note-42.txt" text/plain uniform-citations.txt
  sed -n '/^Hello/,/^--/p' thread.mbox >"$work/text"
  record conversion https://lists.example.net/archives/links/20240304091239.GA1@example.org/ text/plain "$work/text"
}

# arc_record URL TYPE FILE: one record of an ARC file, in a gzip member of its own; dates count up.
arc_record() {
  serial=$((serial + 1))
  { printf '%s 192.0.2.7 200803071200%02d %s %d\n' "$1" "$serial" "$2" "$(wc -c <"$3")"; cat "$3"; printf '\n'; } | gzip -n9
}

# arc_response URI STATUS TYPE BODY_FILE
arc_response() {
  { printf 'HTTP/1.1 %s\nServer: Example/1.0\nContent-Type: %s\n\n' "$2" "$3" | crlf; cat "$4"; } >"$work/block"
  arc_record "$1" "$3" "$work/block"
}

pages_arc() {
  serial=0
  printf '1 0 Example\nURL IP-address Archive-date Content-type Archive-length\n' >"$work/block"
  arc_record filedesc://pages.arc.gz text/plain "$work/block"
  printf '20080307120000\nwww.example.com. 60 IN A 192.0.2.7\n' >"$work/block"
  arc_record dns:www.example.com text/dns "$work/block"
  arc_response "$site/gazette/2024/index.html" '200 OK' 'text/html; charset=utf-8' site/index.html
  printf '<html><body>Moved <a href="/gazette/2024/index.html">here</a>.</body></html>\n' >"$work/body"
  arc_response "$site/old/gazette.html" '404 Not Found' text/html "$work/body"
  arc_response "$site/style.css" '200 OK' text/css site/style.css
  arc_record ftp://ftp.example.com/notes/note-42.txt text/plain uniform-citations.txt
}

# json_line URL FIELD FILE
json_line() {
  printf '{"url": "%s", "%s": "' "$1" "$2"
  sed -e 's/\\/\\\\/g' -e 's/"/\\"/g' -e 's/\t/\\t/g' -e 's/$/\\n/' "$3" | tr -d '\n'
  printf '", "length": %d}\n' "$(wc -c <"$3")"
}

pages_jsonl() {
  json_line "$site/gazette/2024/index.html" html site/index.html
  json_line "$site/old/moved.html" html site/moved.html
  iconv -f iso-8859-1 -t utf-8 site/legacy.html | sed 's/charset=iso-8859-1/charset=utf-8/' >"$work/legacy"
  json_line "$site/legacy/index.html" html "$work/legacy"
  json_line "$site/notes/note-42.txt" text uniform-citations.txt
}

# The same places in many spellings, then a crawl's worth of plausible ones with repeats.
url_list() {
  cat <<'URLS'
http://www.example.com/
http://www.example.com
HTTP://WWW.EXAMPLE.COM/
http://www.example.com:80/
http://www.example.com:/
http://www.example.com/#top
http://www.example.com/.
http://www.example.com/a/../
https://www.example.com:443/%7Ealice/
https://www.example.com/%7ealice/
https://www.example.com/~alice/
https://www.example.com/%7Ealice/./index.html
https://www.example.com/~alice/b/../index.html
https://www.example.com/~alice/index.html
https://www.example.com/?
https://www.example.com/
http://example.com/a%2fb
http://example.com/a%2Fb
http://example.com/a/b
http://user@example.com:8080/
http://192.0.2.1/x
http://[2001:DB8::1]/
http://[2001:db8::1]/
ftp://ftp.example.com/pub;type=A
ftp://ftp.example.com:21/pub;type=a
file://localhost/etc/hosts
file:///etc/hosts
mailto:Alice@EXAMPLE.ORG
mailto:Alice@example.org
 https://www.example.com/white-space-around	
https://www.example.com/space in it
https://www.example.com\backslash
https://www.example.com/100%
https://www.example.com/caf%c3%a9
https://www.example.com/caf%C3%A9
not a url
/relative/only
http://
javascript:alert(1)

URLS
  awk 'BEGIN {
    split("www.example.com www.example.org shop.example.net blog.example.test cdn.example.com en.wiki.example", host, " ")
    split("news article item user tag archive search img static doc", word, " ")
    seed = 7
    for (i = 0; i < 1600; ++i) {
      seed = (seed * 1103515245 + 12345) % 2147483648; a = int(seed / 65536)
      seed = (seed * 1103515245 + 12345) % 2147483648; b = int(seed / 65536)
      url = "https://" host[a % 6 + 1] "/" word[b % 10 + 1] "/" int(b / 10) % 97
      if (a % 7 == 0) url = url "/" word[a % 10 + 1] ".html"
      if (b % 5 == 0) url = url "?page=" (a % 4)
      if (a % 11 == 0) sub("https", "http", url)
      if (b % 13 == 0) url = url "#s" (a % 3)
      print url
    }
  }'
}

# A web server's log: requests are paths, referers are URLs in quotes.
access_log() {
  awk 'BEGIN {
    split("https://www.example.org/ https://search.example.net/find?q=example+gazette&hl=en - http://www.example.com/gazette/2024/ https://blog.example.test/2024/03/links/ android-app://com.example.reader/", referer, " ")
    split("/ /gazette/2024/ /style.css /img/a.png /feed.rss /notes/note-42.txt /old/moved.html", path, " ")
    seed = 42
    for (i = 0; i < 700; ++i) {
      seed = (seed * 1103515245 + 12345) % 2147483648; a = int(seed / 65536)
      printf "192.0.2.%d - - [07/Mar/2024:12:%02d:%02d +0000] \"GET %s HTTP/1.1\" 200 %d \"%s\" \"Mozilla/5.0 (compatible; ExampleBot/1.%d; +http://bot.example.net/bot.html)\"\n",
        a % 250, i / 60 % 60, i % 60, path[a % 7 + 1], a, referer[int(a / 7) % 6 + 1], a % 3
    }
  }'
}

pages_warc >pages.warc
pages_wet >pages.warc.wet
pages_arc >pages.arc.gz
pages_jsonl >pages.jsonl
url_list >urls.txt
access_log >access.log
zstd -q -19 -f urls.txt -o urls.txt.zst
gzip -n9 <access.log >access.log.gz
split -n l/5 -d -a1 access.log "$work/log."
{ gzip -n9 <"$work/log.0"; zstd -q -19 <"$work/log.1"; bzip2 <"$work/log.2"; xz <"$work/log.3"; gzip -n9 <"$work/log.4"; } >access.log.mixed
lz4 -q -9 -f thread.mbox thread.mbox.lz4
lzip -9 -c thread.mbox >thread.mbox.lz
# By libarchive and libbrotli, whose tools few machines have.
[ -e thread.mbox.Z ] || bsdtar --format raw -cZf thread.mbox.Z thread.mbox
[ -e uniform-citations.txt.br ] || brotli -q 11 uniform-citations.txt

# One gzip member a record, as archives are published.
awk -v folder="$work" 'BEGIN { RS = "WARC/1.0\r\n" } NR > 1 { file = sprintf("%s/member.%03d", folder, NR); printf "WARC/1.0\r\n%s", $0 > file; close(file) }' pages.warc
for member in "$work"/member.*; do gzip -n9 <"$member"; done >pages.warc.gz
gzip -dc pages.warc.gz | cmp - pages.warc

# Archives of files: the same few in each, members as they come from tools, packed and not.
packed_files() {
  mkdir "$work/files"
  cp thread.mbox uniform-citations.txt pages.warc.gz "$work/files"
  cp -r site "$work/files"
  ln -s thread.mbox "$work/files/latest"
  find "$work/files" -exec touch -hd @1709812800 {} +
  find "$work/files" -type d -exec chmod 755 {} + -o -type f -exec chmod 644 {} +
}
packed_files
tar_as() { tar -C "$work/files" --format="$1" --sort=name --owner=0 --group=0 --numeric-owner --pax-option=delete=atime,delete=ctime -cf - .; }
tar_as pax | gzip -n9 >files.tar.gz
# Numbers of inodes differ each time.
(cd "$work/files" && find . | sort | bsdtar --uid 0 --gid 0 --format newc -nT - -cf -) |
  sed -E 's/070701[0-9a-f]{8}/07070100000000/g' | gzip -n9 >files.cpio.gz
(cd "$work/files" && ar rcD "$work/files.a" thread.mbox uniform-citations.txt) && gzip -n9 <"$work/files.a" >files.a.gz

# The archive above as a collection of web archives, a book, a mailbox and the few files as 7z.
packed_by_python() {
  python3 - <<'PYTHON'
import hashlib, json, sys, zipfile
def write(path, members):
    with zipfile.ZipFile(path, "w") as archive:
        for name, content, method in members:
            archive.writestr(zipfile.ZipInfo(name, (2024, 3, 7, 12, 0, 0)), content, method)
read = lambda path: open(path, "rb").read()
stored, deflated = zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED
members = [("archive/data.warc.gz", read("pages.warc.gz"), stored),
           ("indexes/index.cdx", b'com,example,www)/gazette/2024 20240307120200 {"url": "http://index.example/"}\n', deflated),
           ("pages/pages.jsonl", b'{"format": "json-pages-1.0"}\n{"url": "http://page.example/"}\n', deflated)]
package = {"profile": "data-package", "wacz_version": "1.1.1", "mainPageUrl": "http://package.example/",
           "resources": [{"name": name.split("/")[1], "path": name, "hash": "sha256:" + hashlib.sha256(content).hexdigest(),
                          "bytes": len(content)} for name, content, _ in members]}
write("pages.wacz", members + [("datapackage.json", json.dumps(package, indent=1).encode(), deflated)])
write("book.epub", [("mimetype", b"application/epub+zip", stored),
                    ("META-INF/container.xml", b'<?xml version="1.0"?>\n<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0"><rootfiles><rootfile full-path="text.xhtml" media-type="application/xhtml+xml"/></rootfiles></container>\n', deflated),
                    ("text.xhtml", b'<?xml version="1.0"?>\n<html xmlns="http://www.w3.org/1999/xhtml"><body><p><a href="https://book.example/notes">Notes</a></p></body></html>\n', deflated)])
write("thread.mbox.zip", [("thread.mbox", read("thread.mbox"), deflated)])
PYTHON
}
packed_by_python
# It has times of its making in it.
[ -e files.7z ] || (cd "$work/files" && find . -type f | sort | bsdtar --uid 0 --gid 0 --format 7zip --options 7zip:compression=lzma2 -nT - -cf -) >files.7z
