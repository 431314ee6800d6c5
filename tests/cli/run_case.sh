#!/usr/bin/env bash
# run_case.sh PROGRAM CASE: runs a golden case. A case is a file:
# |
#   # the subject of the case
#   commands for bash; `urlsieve` is the program, $samples the folder of samples,
#   the folder and TMPDIR are new and empty
#   --- stdin                     standard input of the commands (absent: empty)
#   --- stdout [matches]          expected standard output, byte for byte (absent: empty)
#   --- stderr [matches]          likewise
#   --- exit N                    (absent: 0)
# |
# With "matches", each line is an extended regular expression for the line at this position.
set -euo pipefail
program=$(realpath "$1")
case_file=$(realpath "$2")
source_folder=$(realpath "$(dirname "${BASH_SOURCE[0]}")/../..")

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin" "$work/run" "$work/expected" "$work/tmp"
ln -s "$program" "$work/bin/urlsieve"

# Splits the case into expected/{cmd,stdin,stdout,stderr} and remembers the modes.
section=cmd
declare -A mode=()
code=0
: >"$work/expected/stdin"
: >"$work/expected/stdout"
: >"$work/expected/stderr"
while IFS= read -r line || [ -n "$line" ]; do
  case $line in
    '--- stdin' | '--- stdout' | '--- stderr')
      section=${line#--- }
      ;;
    '--- stdout matches' | '--- stderr matches')
      section=${line#--- }
      section=${section% matches}
      mode[$section]=matches
      ;;
    '--- exit '*) code=${line#--- exit } ;;
    '--- '*)
      echo "$case_file: no section is called '$line'" >&2
      exit 2
      ;;
    *) printf '%s\n' "$line" >>"$work/expected/$section" ;;
  esac
done <"$case_file"

status=0
(cd "$work/run" && TMPDIR="$work/tmp" PATH="$work/bin:$PATH" samples="$source_folder/corpora/samples" LC_ALL=C \
  bash -o pipefail "$work/expected/cmd" <"$work/expected/stdin" >"$work/stdout" 2>"$work/stderr") || status=$?

failed=0
compare() {
  local name=$1 got expected number=0
  if [ -z "${mode[$name]:-}" ]; then
    diff -u --label "expected $name" --label "$name" "$work/expected/$name" "$work/$name" || failed=1
    return
  fi
  if [ "$(wc -l <"$work/$name")" != "$(wc -l <"$work/expected/$name")" ]; then
    diff -u --label "expected $name, as patterns" --label "$name" "$work/expected/$name" "$work/$name" || failed=1
    return
  fi
  while IFS= read -r expected <&3 && IFS= read -r got <&4; do
    number=$((number + 1))
    [[ $got =~ ^($expected)$ ]] || { printf '%s, line %d\n  got      %s\n  expected %s\n' "$name" "$number" "$got" "$expected"; failed=1; }
  done 3<"$work/expected/$name" 4<"$work/$name"
}
compare stdout
compare stderr
if [ "$status" != "$code" ]; then
  echo "exit code $status, expected $code"
  failed=1
fi
exit "$failed"
