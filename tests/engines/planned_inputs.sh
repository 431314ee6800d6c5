# Sourced by the tests of engines, with the program in $program: creates a temporary folder with
# inputs that share many URLs, and checks the output of a plan.
set -euo pipefail
work=$(mktemp -d)
processes=()

# Kills every process that works in $work. A killed engine leaves tasks behind, and a task that starts late would create
# files in $work while rm empties it.
kill_orphans() {
  local folder process found=yes
  while [ -n "$found" ]; do
    found=
    for folder in /proc/[0-9]*; do
      process=${folder#/proc/}
      [ "$process" != "$$" ] || continue
      case $(readlink "$folder/cwd" 2>/dev/null || true) in
        "$work" | "$work"/*) ! kill -9 "$process" 2>/dev/null || found=yes ;;
      esac
    done
    [ -z "$found" ] || sleep 0.05
  done
}

finish() {
  cd /
  for process in "${processes[@]}"; do kill -9 "$process" 2>/dev/null || true; done
  wait 2>/dev/null || true
  kill_orphans
  rm -rf "$work"
}
trap finish EXIT
cd "$work"
mkdir in
for n in 1 2 3 4 5 6; do
  for k in $(seq 1 400); do echo "see http://host$((n * k % 37)).example/$((k % 83))?$((n * k % 29)) there"; done >in/$n.txt
done
# A slow program, which tests can kill while it works.
cat >slow <<SLOW
#!/bin/sh
case "\$*" in *extract-*) sleep 0.7 ;; esac
exec "$program" "\$@"
SLOW
chmod +x slow

fields='url,count,source'
make_plan() {
  "$program" plan -q --files-from in --splits 6 --fan-in 3 --shards 5 --fields "$fields" --compress zstd -o out
}

# The output equals that of a single run.
check_output() {
  "$program" plan --status out
  [ -d single ] || "$program" extract -q --shards 5 --fields "$fields" --compress zstd -o single in
  diff -r -x plan.jsonl -x tasks single out
  "$program" verify out
}

skip_without() {
  local one
  for one in "$@"; do
    command -v "$one" >/dev/null || { echo "skipped: $one is not installed"; exit 77; }
  done
}
