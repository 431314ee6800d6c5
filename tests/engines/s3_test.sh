#!/usr/bin/env bash
# s3_test.sh PROGRAM FOLDER: inputs from and outputs to S3 (s3rver on the loopback interface).
# FOLDER holds node_modules/s3rver (URLSIEVE_S3RVER overrides it). Exit code 77: skipped.
set -euo pipefail
program=$(realpath "$1")
folder=${URLSIEVE_S3RVER:-$2}
here=$(realpath "$(dirname "${BASH_SOURCE[0]}")")
if ! command -v node >/dev/null || ! command -v python3 >/dev/null || [ ! -d "$folder/node_modules/s3rver" ]; then
  echo "skipped: no s3rver in $folder (npm i --prefix $folder s3rver), or no node or python3"
  exit 77
fi
exec python3 "$here/s3_test.py" "$program" "$(realpath "$folder")/node_modules/s3rver"
