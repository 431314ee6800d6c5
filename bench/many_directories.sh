#!/usr/bin/env bash
# Merges 10,000 directories of 64 shards within 512 MiB and 1,024 open files, and checks the result:
#
#     bench/many_directories.sh [PROGRAM [FOLDER]]
#
# The program writes URLSIEVE_DISTINCT directories with some common rows. Hard links multiply each directory by
# URLSIEVE_LINKS: a file takes disk space once, but is opened and read under each name. The result must equal a
# merge of the distinct directories, all open at the same time. FOLDER (default: a new folder in /dev/shm) needs
# about 1 GB, mostly for names.
set -euo pipefail
program=$(realpath "${1:-build/release/urlsieve}")
distinct=${URLSIEVE_DISTINCT:-500} links=${URLSIEVE_LINKS:-20} shards=${URLSIEVE_SHARDS:-64} rows=${URLSIEVE_ROWS:-4000}
memory=${URLSIEVE_MEMORY:-512M} files=${URLSIEVE_FILES:-1024}
read -ra options <<<"${URLSIEVE_OPTIONS:-}" # of extract
folder=${2:-$(mktemp -d /dev/shm/urlsieve-many-XXXXXX)}
mkdir -p "$folder"
[ $# -ge 2 ] || trap 'rm -rf "$folder"' EXIT

make_one() {
  awk -v n="$1" -v rows="$rows" 'BEGIN {
    for (i = 0; i < rows; ++i)
      printf "http://host%d.example/%s/%d\n", (i * 7919 + n) % 1009, i % 10 ? "day-" n : "all", i * 31 }' |
    "$program" extract -q --input-format urls --shards "$shards" --threads 1 "${options[@]}" -o "$folder/0/$1" -
}
if [ ! -d "$folder/0" ]; then
  mkdir "$folder/0"
  for n in $(seq "$distinct"); do make_one "$n"; done
  for l in $(seq 1 $((links - 1))); do cp -rl "$folder/0" "$folder/$l"; done
fi
for l in $(seq 0 $((links - 1))); do seq -f "$folder/$l/%.0f" "$distinct"; done >"$folder/list"
rm -rf "$folder/flat" "$folder/out"
"$program" merge -q "$folder"/0/* -o "$folder/flat"
echo "$(wc -l <"$folder/list") directories x $shards shards, $(du -sh --apparent-size "$folder/0" | cut -f 1) distinct"

(
  ulimit -n "$files"
  exec python3 - "$program" "$folder" "$memory" <<'PYTHON'
import resource, subprocess, sys, time
program, folder, memory = sys.argv[1:]
begin = time.monotonic()
subprocess.run([program, "merge", "--memory", memory, "--files-from", folder + "/list", "-o", folder + "/out"], check=True)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(f"{time.monotonic() - begin:.1f} s, {used.ru_utime:.1f} + {used.ru_stime:.1f} s of processors, "
      f"peak {used.ru_maxrss / 1024:.0f} MiB")
PYTHON
)
for part in "$folder"/flat/part-*; do cmp "$part" "$folder/out/${part##*/}"; done
echo "the same shards as those of the distinct ones"
