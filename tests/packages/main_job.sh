#!/usr/bin/env bash
# main_job.sh PROGRAM SAMPLES WORK: prints a small extraction that uses every lazily loaded library:
# ICU for a page in ISO 8859-1 and for a Unicode host, libpsl for a name without a scheme,
# libarchive for a tar file.
set -euo pipefail
program=$1 samples=$2 work=$3
export LC_ALL=C
rm -rf "$work"
mkdir -p "$work"
"$program" extract -o "$work/links" --shards 4 --fields url,count --quiet "$samples"
cat "$work"/links/part-* "$work/links/_SUCCESS"
"$program" extract -o "$work/packed" --shards 4 --fields url,count --compress zstd --threads 2 --quiet "$samples"
"$program" merge "$work/links" "$work/packed" -o "$work/merged" --quiet
"$program" verify "$work/merged" >/dev/null
"$program" normalize $'HTTP://B\xc3\xbccher.Example:80/%7ea/../b'
tar -C "$samples" -cf "$work/samples.tar" site
"$program" extract "$work/samples.tar" | sort
# ICU's converters and their data: a page in each charset, with the same bytes.
for charset in ibm866 iso-8859-{2..8} iso-8859-{10,13,14,15,16} koi8-{r,u} macintosh windows-874 windows-125{0..8} x-mac-cyrillic gbk \
  gb18030 big5 euc-jp iso-2022-jp shift_jis euc-kr utf-16le utf-16be; do
  printf '<a href="http://h.example/\xc4\xe3\xba\xc3\x81\x40 \xa4\xa2?\xb1\xe8~{VPND~}\x1b$B$\"\x1b(B">' >"$work/page.html"
  echo "$charset: $("$program" extract --charset "$charset" "$work/page.html")"
done
echo 'see gov.example.co.uk/x' | "$program" extract --abbreviated host -
