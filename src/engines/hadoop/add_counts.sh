#!/bin/sh
# The reducer: rows (URL, TAB, count) sorted by URL to rows with different URLs, with their counts added.
LC_ALL=C exec awk -F '\t' '
  NR > 1 && $1 "" != url { printf "%s\t%.0f\n", url, count; count = 0 }
  { url = $1 ""; count += $2 }
  END { if (NR) printf "%s\t%.0f\n", url, count }'
