#!/usr/bin/env bash
# What urlsieve is for, in small, printed: main_job.sh PROGRAM SAMPLES WORK. Every library that is loaded late is needed once:
# ICU for a page in ISO 8859-1 and for a host in Unicode, libpsl for a name without a scheme, libarchive for a tar file.
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
echo 'see gov.example.co.uk/x' | "$program" extract --abbreviated host -
