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

# sieve NAME INPUT...: into build/shards/NAME, and what the program says of it.
sieve() {
  local shards=build/shards/$1 command
  shift
  command=(build/release/urlsieve extract -o "$shards" --force --fields url,count --on-error ignore "$@")
  mkdir -p build/shards
  printf '\n%s\n' "${command[*]}"
  "${command[@]}"
  build/release/urlsieve stats --top 5 "$shards" | sed 's/^/  /'
}

# head_of NAME: the first URLs of its first shard that has some.
head_of() {
  local shard
  shard=$(find "build/shards/$1" -name 'part-*' -size +0 | sort | head -n 1)
  echo
  echo "$shard begins"
  head -n 5 "$shard" | sed 's/^/  /'
}

case "${given[0]:-}" in
  --help | -h)
    usage
    exit 0
    ;;
esac
[ -x build/release/urlsieve ] || echo "The first build takes about 3 minutes on two cores."
install_packages "to build urlsieve" "${build_packages[@]}"
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
