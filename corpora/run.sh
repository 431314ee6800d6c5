#!/usr/bin/env bash
# Builds urlsieve and extracts URLs of real input into shards: bash corpora/run.sh [--real | FILE...]
# Without arguments: the samples beside this script and the documents of this machine under /usr/share/doc.
# --real: the large corpora of corpora/grow.sh, which are grown first where they are missing.
# --portable [ARCHIVE [FILE...]]: builds nothing and runs the program of the portable archive: a file, an http or https
#   URL, or by default the newest archive in build/release/packages.
set -euo pipefail
given=()
for argument in "$@"; do
  case $argument in
    --real | --portable | --help | -h | http://* | https://*) given+=("$argument") ;;
    *) given+=("$(realpath -- "$argument")") ;;
  esac
done
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. cmake/prepare.sh

usage() { sed -n '2,6s/^# //p' corpora/run.sh; }

program=build/release/urlsieve

# sieve NAME INPUT...: extracts the inputs into build/shards/NAME and prints the summary.
sieve() {
  local shards=build/shards/$1 command
  shift
  command=("$program" extract -o "$shards" --force --fields url,count --on-error ignore "$@")
  mkdir -p build/shards
  printf '\n%s\n' "${command[*]}"
  "${command[@]}"
  "$program" stats --top 5 "$shards" | sed 's/^/  /'
}

# head_of NAME: prints the first URLs of the first shard that is not empty.
head_of() {
  local shard
  shard=$(find "build/shards/$1" -name 'part-*' -size +0 | sort | sed -n 1p)
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

# unpack_portable [ARCHIVE]: unpacks the archive into build/portable and sets `program`.
unpack_portable() {
  local archive=${1:-}
  if [ -z "$archive" ]; then
    archive=$(find build/release/packages -name 'urlsieve-*-linux-*.tar.xz' -printf '%T@ %p\n' 2>/dev/null | sort -rn | sed -n '1s/^[^ ]* //p' || true)
    [ -n "$archive" ] || { echo "build/release/packages has no portable archive: run cpack in build/release, or name a file or URL" >&2; exit 2; }
  fi
  echo "Running the portable archive $archive; nothing is built."
  rm -rf build/portable.new
  mkdir -p build/portable.new
  case $archive in
    http://* | https://*)
      if command -v curl >/dev/null; then
        curl --fail --location --silent --show-error -o build/portable.new/archive "$archive"
      elif command -v wget >/dev/null; then
        wget --quiet -O build/portable.new/archive "$archive"
      else
        echo "needs curl or wget to download $archive" >&2
        exit 2
      fi
      archive=build/portable.new/archive
      ;;
  esac
  tar -C build/portable.new --strip-components=1 -xf "$archive"
  rm -rf build/portable build/portable.new/archive
  mv build/portable.new build/portable
  program=build/portable/bin/urlsieve
  [ -x "$program" ] || { echo "$archive has no bin/urlsieve" >&2; exit 2; }
  "$program" --version
}

if [ "${given[0]:-}" = --portable ]; then
  unpack_portable "${given[1]:-}"
  given=("${given[@]:2}")
else
  install_packages "to build urlsieve" "${build_packages[@]}"
  build_release urlsieve_tool
fi

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
