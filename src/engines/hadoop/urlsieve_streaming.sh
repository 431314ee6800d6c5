#!/usr/bin/env bash
# Extracts the URLs of texts or lists by Hadoop streaming: urlsieve_streaming.sh IN OUT [REDUCERS] [OPTION OF EXTRACT ...]
#
#   STREAMING_JAR=.../hadoop-streaming.jar urlsieve_streaming.sh /crawl/text /crawl/urls 64 --input-format urls
#
# Each part of OUT has rows (URL, TAB, count), sorted by URL. Each URL is in one part.
set -euo pipefail
in=$1 out=$2 reducers=${3:-64}
shift $(($# < 3 ? $# : 3))
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
exec hadoop jar "${STREAMING_JAR:?names hadoop-streaming.jar}" -D mapreduce.job.reduces="$reducers" \
  -files "$here/add_counts.sh" -input "$in" -output "$out" \
  -mapper "urlsieve extract -q --fields url,count${*:+ $*} -" -reducer "add_counts.sh"
