#!/usr/bin/env bash
# filters_test.sh PROGRAM SAMPLES: results of filters do not depend on threads, batches or cuts; a
# limit ends a run whose input continues; patterns agree with grep.
set -euo pipefail
program=$(realpath "$1")
samples=$(realpath "$2")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
failed=0
fault() {
  echo "$*"
  failed=1
}

inputs=("$samples/pages.warc" "$samples/urls.txt" "$samples/thread.mbox" "$samples/pages.jsonl" "$samples/uniform-citations.txt")
"$program" extract -q "${inputs[@]}" >all || true
[ "$(wc -l <all)" -gt 100 ] || fault "the samples give only $(wc -l <all) URLs"
sed -nE 's|^[a-z]+://([^/:@[]+)[:/].*|\1|p' all | sort -u | awk 'NR % 3 == 0' >third.hosts

# A filter on URLs equals a filter on the output.
grep -E '[.](html?|pdf)' all >expected || true
"$program" extract -q "${inputs[@]}" --include '[.](html?|pdf)' >got || true
cmp expected got || fault "--include is not grep"
grep -vE '^http:|[0-9]{3}' all >expected || true
"$program" extract -q "${inputs[@]}" --exclude '^http:' --exclude '[0-9]{3}' >got || true
cmp expected got || fault "--exclude is not grep -v"
awk -F/ 'NR == FNR { listed[$1] = 1; next } { host = $3; sub(/.*@/, "", host); sub(/:.*/, "", host) }
  /^[a-z]+:\/\// && host in listed' third.hosts all >expected
"$program" extract -q "${inputs[@]}" --hosts third.hosts >got || true
cmp expected got || fault "--hosts is not what awk finds"

while read -ra options; do
  "$program" extract -q --threads 1 "${inputs[@]}" "${options[@]}" --stats one.json >one || true
  [ -s one ] || fault "${options[*]} leaves nothing"
  cmp -s one all && fault "${options[*]} leaves nothing out"
  for threads in 2 8; do
    for batch in 1 700 64KiB; do
      "$program" extract -q --threads $threads --batch $batch "${inputs[@]}" "${options[@]}" --stats many.json >many || true
      cmp one many || fault "${options[*]}: other URLs by $threads threads and batches of $batch"
      # How far beyond the limit a run counts is up to the batch.
      [ "${options[0]}" = --limit ] && continue
      diff <(sed '/"timeline"/,$d; /^  "command"/d' one.json) <(sed '/"timeline"/,$d; /^  "command"/d' many.json) ||
        fault "${options[*]}: other counts by $threads threads and batches of $batch"
    done
  done
done <<'LIST'
--include org --exclude =
--http-status 200 --from-domain example.org,com
--media-type text/* --captured 2024 --message-date 2024-03-05..
--source-include html?$ --source-exclude old
--list-id links.lists.example.net --record-type response,revisit
--include host=^[a-m] --include query=.
--exclude domain=[.]com$
--hosts third.hosts
--domains third.hosts --exclude =
--drop-domains third.hosts
--same-site
--other-site
--found-in *@href,header:*
--extensions html,htm,txt
--sample 20%
--limit 7
--limit 60
--limit 7 --fields url,count,where
--limit 9 --exact
--limit 50 --no-dedup --fields url,raw
LIST

# A sample of a shard is a shard of the sample.
"$program" extract -q -o whole --sample 30% "${inputs[@]}" || true
"$program" extract -q --sample 30% "${inputs[@]}" | LC_ALL=C sort >expected || true
cat whole/part-* | LC_ALL=C sort | cmp - expected || fault "--sample differs in shards"

# The writer pauses and keeps the pipe open.
mkfifo live
(
  printf 'http://a.example/1\nhttp://a.example/2\n'
  exec sleep 60
) >live &
writer=$!
begun=$SECONDS
"$program" extract -q --input-format urls --limit 2 <live >got
[ $((SECONDS - begun)) -lt 30 ] || fault "--limit waited for an input that pauses"
kill "$writer"
printf 'http://a.example/1\nhttp://a.example/2\n' | cmp - got || fault "--limit of a live input gave $(cat got)"
exit "$failed"
