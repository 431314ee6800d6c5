#!/usr/bin/env bash
# The program has the same output on x86-64 processors without AVX-512, without AVX and without SSE4: processors_test.sh PROGRAM
# SAMPLES. qemu emulates these processors, and ends a program that uses an instruction that the processor lacks.
set -euo pipefail
program=$(realpath "$1") samples=$2
emulator=$(command -v qemu-x86_64-static || command -v qemu-x86_64) ||
  { echo "skipped: needs qemu-x86_64: apt-get install qemu-user-static"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$samples"
failed=0

# job OUT COMMAND...: writes the outputs of small runs into the folder OUT. Between them the runs use every kernel: text, HTML, mail,
# compressed members, lines, columns, hosts, fingerprints, shards.
job() {
  local out=$1
  shift
  mkdir -p "$out"
  "$@" extract . >"$out/urls" 2>"$out/messages" || true
  "$@" extract --fields url,line,offset,where,host,flags ./*.txt ./*.log* ./*.jsonl site >"$out/places" 2>>"$out/messages"
  "$@" extract -o "$out/shards" --shards 2 --fields url,count --compress zstd --quiet . 2>>"$out/messages" || true
  cat "$out"/shards/part-* >"$out/rows"
  rm -r "$out/shards"
  "$@" normalize --ladder scheme --drop-tracking --fields url,host,domain <urls.txt >"$out/normalized" 2>>"$out/messages" || true
}
job "$work/here" "$program"
for processor in AVX2: SSE4:,-avx,-avx2 SSSE3:,-avx,-avx2,-sse4.1,-sse4.2; do
  name=${processor%%:*} without=${processor#*:}
  emulated=("$emulator" -cpu "max$without" "$program")
  kernels=$("${emulated[@]}" --version --verbose | sed -n 's/^kernels *\([A-Z0-9_]*\).*/\1/p')
  [ "$kernels" = "$name" ] || { echo "expected kernels for $name, got '$kernels'"; failed=1; }
  job "$work/$name" "${emulated[@]}"
  diff -r "$work/here" "$work/$name" >"$work/differences" || { echo "$name:"; head -n 20 "$work/differences"; failed=1; }
done
exit "$failed"
