#!/usr/bin/env bash
# resume_test.sh PROGRAM: kills runs with --resume at random points, damages bytes that a crash may
# lose, and resumes the runs until they end. The output, with redirects, must equal that of an
# undisturbed run byte for byte. URLSIEVE_KILLS: minimum number of kills (default: 40).
set -euo pipefail
urlsieve=$(realpath "$1")
# In memory, if possible: no kill loses what a disk has not stored yet.
memory=/dev/shm
[ -w $memory ] && [ "$(df --output=avail -k $memory | tail -1)" -gt 1000000 ] || memory=${TMPDIR:-/tmp}
work=$(mktemp -d -p "$memory")
trap 'rm -rf "$work"' EXIT
cd "$work"

mkdir input
for file in $(seq -w 40); do
  awk -v f="1$file" 'BEGIN { srand(f); for (i = 0; i < 1500; ++i)
    printf "http://h%d.example/%x/%x\n", rand() * 50, rand() * 3000, rand() * 9 }' > "input/$file.txt"
done
printf 'http://broken.example/\n\x1f\x8b\x08\x00junk' > input/17b.txt
for file in 02 11 20 33 39; do
  for n in $(seq 60); do
    printf 'HTTP/1.1 301 Moved\r\nLocation: http://h%d.example/new%s\r\nContent-Length: 0\r\n\r\n' $n $file > block
    printf 'WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://h%d.example/old%d\r\n' $n $((n % 7))
    printf 'Content-Type: application/http;msgtype=response\r\nContent-Length: %d\r\n\r\n' "$(wc -c < block)"
    cat block
    printf '\r\n\r\n'
  done > input/${file}b.warc
done
rm block
# Archives: a run pauses between files, never between the members of an archive.
python3 - << 'END'
import gzip, io, tarfile, zipfile

def lists(file, many):
    return [(f"d/{n}.txt", "".join(f"http://h{(n * i) % 50}.example/{file}/{i % 400:x}\n" for i in range(300)).encode()) for n in range(many)]

record = b"WARC/1.0\r\nWARC-Type: resource\r\nWARC-Target-URI: http://w.example/\r\nContent-Type: text/plain\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n"
with zipfile.ZipFile("input/05b.zip", "w", zipfile.ZIP_DEFLATED) as out:
    for name, content in lists("05", 30):
        out.writestr(name, content)
with zipfile.ZipFile("input/09b.wacz", "w") as out:
    for name, content in lists("09", 8):
        out.writestr("archive/" + name + ".warc.gz", gzip.compress(record % (len(content), content)))
    out.writestr("datapackage.json", "{}")
for name, how in ("14b.tar", "w"), ("26b.tar.gz", "w:gz"), ("35b.tar.xz", "w:xz"):
    with tarfile.open("input/" + name, how) as out:
        for path, content in lists(name[:2], 20):
            about = tarfile.TarInfo(path)
            about.size = len(content)
            out.addfile(about, io.BytesIO(content))
inner = io.BytesIO()
with zipfile.ZipFile(inner, "w") as out:
    for name, content in lists("30", 5):
        out.writestr(name, content)
with zipfile.ZipFile("input/30b.zip", "w") as out:
    out.writestr("inside.zip", inner.getvalue())
    out.writestr("broken.txt.gz", gzip.compress(b"http://cut.example/")[:-9])
END
printf 'http://h1.example/old1\nhttp://h1.example/new02\n' > input/00.txt

# Without user extended attributes, a run does not recognize its complete output.
no_attributes=
touch probe
python3 -c 'import os; os.setxattr("probe", "user.probe", b"1")' 2>/dev/null || no_attributes=yes
rm probe

kills=0
from=input
wanted=${URLSIEVE_KILLS:-40}
# Repeats until the run ends by itself: kill -9 after a moment, then damage of unsynced bytes.
run_until_done() {
  local pid status
  for _ in $(seq 1000); do
    "$urlsieve" extract -q --resume --checkpoint 60000 "$@" $from 2>> log &
    pid=$!
    sleep "$(printf '0.%03d' $((RANDOM % longest + 1)))"
    kill -9 $pid 2>/dev/null && kills=$((kills + 1))
    status=0
    wait $pid 2>/dev/null || status=$?
    if [ $status -le 1 ]; then return 0; fi
    # On a machine that has become busier, a run may need longer to reach its next checkpoint.
    longest=$((longest + 1 + longest / 50))
    [ $longest -lt 999 ] || longest=999
    if [ $status -eq 2 ] && [ -n "$no_attributes" ] && [ -e out/manifest.json ] && [ ! -e .out.resume ] && [ ! -e .out.resume-done ]; then
      return 0
    fi
    if [ $status -ne 137 ]; then
      cat log
      echo "exit code $status"
      exit 1
    fi
    for file in .out.resume/runs/* .out.resume/journal.next; do
      [ -f "$file" ] || continue
      name=$(basename "$file")
      grep -q -s "^run.*[[:space:]]$name[[:space:]]" .out.resume/journal && continue
      truncate -s $((RANDOM % 500)) "$file"
    done
    [ -f .out.resume/redirects ] && echo torn >> .out.resume/redirects
  done
  echo "never done"
  exit 1
}

compare() {
  local begin
  begin=$(date +%s%N)
  rm -rf timed moved moved.whole
  "$urlsieve" extract -q --on-error ignore --resume --checkpoint 60000 "$@" --write-redirects moved.timed -o "$work/timed" input
  longest=$((($(date +%s%N) - begin) / 1000000 * 4 / 10 + 10))
  [ $longest -lt 999 ] || longest=999
  rm -rf timed
  "$urlsieve" extract -q "$@" --write-redirects moved.whole -o "$work/whole" --force input || [ $? -eq 1 ]
  run_until_done "$@" --write-redirects moved -o out
  diff -r "$work/whole" out
  cmp moved.whole moved
  ls -A | grep '^\.' && { echo "something was left"; exit 1; }
  rm -rf out
}

compare --fields url,count,source,offset
compare --order first-seen --shards 3 --compress zstd
compare --ladder protocol --learn-redirects --shards 2 --fields url,count --threads 1
for _ in $(seq "$wanted"); do
  [ $kills -ge "$wanted" ] || compare --fields url,count --shards 4
done
[ $kills -ge "$wanted" ] || { echo "only $kills kills"; exit 1; }

# Runs with missing inputs, killed repeatedly until the inputs exist. The other inputs are emptied
# after the first read. No input is damaged: a run killed after its last step finds a complete
# output, and reads nothing again.
complete_later() {
  local lost="$1" file
  shift
  rm -rf some out .out.resume moved.whole
  cp -a input some
  rm some/17b.txt some/30b.zip
  ls -d some/* > some.list
  "$urlsieve" extract -q "$@" --write-redirects moved.whole -o "$work/whole" --force --files-from some.list
  for file in $lost; do mv "some/$file" "$file.away"; done
  from="--files-from some.list"
  run_until_done "$@" --write-redirects moved -o out
  [ -s .out.resume/journal ] || { echo "no journal of a run that lacks inputs"; exit 1; }
  python3 - << 'END'
import os
for entry in list(os.scandir("some")):
    about = entry.stat()
    with open(entry.path, "wb") as out:
        out.truncate(about.st_size)
    os.utime(entry.path, ns=(about.st_atime_ns, about.st_mtime_ns))
END
  for file in $lost; do mv "$file.away" "some/$file"; done
  run_until_done "$@" --write-redirects moved -o out
  from=input
  diff -r "$work/whole" out
  cmp moved.whole moved
  ls -A | grep '^\.' && { echo "something was left"; exit 1; }
  rm -rf out
}
if [ -z "$no_attributes" ]; then
  for _ in $(seq $((wanted < 100 ? 2 : 4))); do
    complete_later "00.txt 11b.warc 20.txt 21.txt 40.txt" --fields url,count,sources --shards 3
    complete_later "02b.warc 05b.zip 39.txt" --ladder protocol --learn-redirects --shards 2 --order first-seen
  done
fi

# A finished run leaves nothing to resume; other options and other inputs are rejected.
"$urlsieve" extract -q --resume --checkpoint 1 -o out input & pid=$!
for _ in $(seq 300); do [ -s .out.resume/journal ] && break; sleep 0.005; done
kill -9 $pid 2>/dev/null && wait $pid 2>/dev/null || true
if [ -s .out.resume/journal ]; then
  status=0
  "$urlsieve" extract -q --resume --ladder string -o out input 2> said || status=$?
  [ $status -eq 2 ] && grep -q 'had other options' said || { cat said; exit 1; }
  touch input/00.txt
  status=0
  "$urlsieve" extract -q --resume --checkpoint 1 -o out input 2> said || status=$?
  [ $status -eq 3 ] && grep -q 'have changed' said || { cat said; exit 1; }
fi

if [ -n "$no_attributes" ]; then
  echo "$kills kills"
  echo "skipped: the file system has no attributes of users"
  exit 0
fi

# The same command recognizes its output: a complete output stays, and an incomplete output is made
# again.
rm -rf .out.resume out again
mkdir few
cp input/00.txt few/00.txt
printf 'http://h2.example/1\nhttp://h1.example/old1\n' > few/01.txt
"$urlsieve" extract -q --resume -o out few
cp -a out again
"$urlsieve" extract --resume -o out few 2> said
grep -q 'already complete' said && ! grep -q 'nothing to read' said && diff -r out again || { cat said; exit 1; }
"$urlsieve" extract -q --resume -o out few 2> said && [ ! -s said ]
mv few/01.txt aside
status=0
"$urlsieve" extract -q --resume -o out few 2> said || status=$?
[ $status -eq 2 ] && diff -r out again || { cat said; exit 1; }
rm -rf out again
mv aside few/01.txt
ls -d few/* > names
"$urlsieve" extract -q --resume -o again --files-from names
mv few/01.txt aside
status=0
"$urlsieve" extract -q --resume -o out --files-from names || status=$?
[ $status -eq 1 ] && [ ! -e out/_SUCCESS ]
status=0
"$urlsieve" extract -q --resume -o out few/00.txt 2> said || status=$?
[ $status -eq 2 ] && [ ! -e out/_SUCCESS ]
mv aside few/01.txt
"$urlsieve" extract -q --resume -o out --files-from names
diff -r out again
# A run killed while it removed the replaced output.
cp -a again .out.urlsieve
"$urlsieve" extract -q --resume -o out --files-from names
diff -r out again
ls -A | grep '^\.' && { echo "something was left"; exit 1; }
echo "$kills kills"
