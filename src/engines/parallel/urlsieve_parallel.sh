#!/usr/bin/env bash
# Does the tasks of a plan with GNU parallel: urlsieve_parallel.sh OUT [OPTION OF PARALLEL ...]
#
#   urlsieve plan --files-from LIST --splits 200 -o OUT
#   urlsieve_parallel.sh OUT --sshlogin 8/one,8/two
#
# Tasks go by levels: splits, merges of neighbours, shards, the end. OUT and the inputs have the same names on all
# machines. The exit code is that of the plan.
set -euo pipefail
out=$(realpath "$1")
shift
urlsieve=${URLSIEVE:-urlsieve}

levels() {
  sed -n 's/^{"id": "\([^"]*\)-[0-9]*".*/\1/p; s/^{"id": "\(publish\)".*/\1/p' "$out/plan.jsonl" | uniq
}

for level in $(levels); do
  # Three attempts; one that was interrupted with its machine is made elsewhere. What is over (1) is no failure.
  sed -n "s/^{\"id\": \"\\($level[-0-9]*\\)\".*/\\1/p" "$out/plan.jsonl" |
    parallel --will-cite --retries 3 --delay 0.01 "$@" \
      "$urlsieve run-task -q $out {} || { code=\$?; [ \$code = 1 ] || { sleep 1; exit \$code; }; }" || true
done
code=0
"$urlsieve" plan --status "$out" >&2 || code=$?
[ $code = 4 ] && code=3
exit $code
