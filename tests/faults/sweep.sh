#!/usr/bin/env bash
# sweep.sh PROGRAM SWEEP INJECTOR [OPTION...]: creates the inputs (given.sh), starts server.py, and
# runs SWEEP (fault_sweep.cpp) with the options.
set -euo pipefail
here=$(dirname "${BASH_SOURCE[0]}")
work=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server"; rm -rf "$work"' EXIT
while read -r name; do unset "$name"; done < <(compgen -e | grep -iE '^AWS_|_proxy$')

openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=127.0.0.1 -addext subjectAltName=IP:127.0.0.1 \
  -keyout "$work/key" -out "$work/certificate" 2>/dev/null
cat "$work/certificate" >>"$work/key"
exec {ports}< <(exec python3 "$here/server.py" "$work" "$work/key" 2>/dev/null)
server=$!
read -r -u "$ports" http https
# fault_sweep appends the name of a job, so that each job has its own bucket.
export CURL_CA_BUNDLE=$work/certificate AWS_ENDPOINT_URL=http://127.0.0.1:$http
bash "$here/given.sh" "$1" "$work" "$http" "$https"
"$2" "$(realpath "$1")" "$(realpath "$3")" "$work" "${@:4}"
