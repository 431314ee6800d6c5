#!/usr/bin/env bash
# Builds urlsieve and sieves real input into shards: bash corpora/run.sh [--real | FILE...]
# Without arguments: the samples beside this script and the documents of this machine under /usr/share/doc.
# --real: the large corpora of corpora/grow.sh, which are grown first where they are missing.
set -euo pipefail
given=()
for argument in "$@"; do
  case $argument in
    --real | --help | -h) given+=("$argument") ;;
    *) given+=("$(realpath -- "$argument")") ;;
  esac
done
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. cmake/prepare.sh

usage() { sed -n '2,4s/^# //p' corpora/run.sh; }

# count NAME FILE: a number of the statistics, with separators.
count() { sed -n "s/^ *\"$1\": \([0-9]*\),\{0,1\}$/\1/p" "$2" | head -n 1 | sed -E ':a;s/([0-9])([0-9]{3})($|,)/\1,\2\3/;ta'; }

# reasons GROUP FILE: the members of one object of the statistics on one line.
reasons() {
  sed -n "/^  \"$1\": {\$/,/^  }/{s/^ *\"\([^\"]*\)\": \([0-9]*\),*\$/\2 \1/p}" "$2" | sort -rn | head -n 6 |
    awk '{ printf "%s%s", (NR > 1 ? ", " : ""), $0 }'
}

# sieve NAME INPUT...: into build/shards/NAME, then a few lines about it.
sieve() {
  local name=$1 shards=build/shards/$1 stats=build/shards/$1.json left elapsed group
  shift
  mkdir -p build/shards
  build/release/urlsieve extract -o "$shards" --force --fields url,count --bad-input ok --quiet --stats "$stats" "$@"
  elapsed=$(sed -n 's/.*"elapsed": \([0-9]*\).*/\1/p' "$stats")
  echo "$name: $(count bytes "$stats") bytes in $(count read "$stats") files, $(count documents "$stats") documents, ${elapsed:-?} ms"
  echo "  $(count references "$stats") references, $(count kept "$stats") of them URLs, $(count unique "$stats") distinct"
  for group in rejected damaged passed_over; do
    left=$(reasons "$group" "$stats")
    [ -z "$left" ] || echo "  ${group/_/ }: $left"
  done
  echo "  $shards/, with counts; $stats has all figures"
}

# head_of NAME: the first URLs of its first shard that has some.
head_of() {
  local shard
  shard=$(find "build/shards/$1" -name 'part-*' -size +0 | sort | head -n 1)
  echo "$shard begins"
  head -n 5 "$shard" | sed 's/^/  /'
}

case "${given[0]:-}" in
  --help | -h)
    usage
    exit 0
    ;;
esac
install_packages "${build_packages[@]}"
build_release urlsieve_tool

case "${given[0]:-}" in
  "")
    sieve samples corpora/samples
    [ ! -d /usr/share/doc ] || sieve documents /usr/share/doc
    head_of samples
    ;;
  --real)
    bash corpora/grow.sh >/dev/null
    for corpus in sparse.txt dense.txt docs.warc docs.warc.gz docs.wet docs.jsonl urls.txt html; do
      sieve "$corpus" "build/corpora/$corpus"
    done
    head_of docs.warc
    ;;
  *)
    sieve given "${given[@]}"
    head_of given
    ;;
esac
