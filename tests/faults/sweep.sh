#!/usr/bin/env bash
# sweep.sh PROGRAM SWEEP INJECTOR [OPTION...]: makes what the runs are given, starts the server that some of them read
# from, and sweeps faults over them; the options are those of fault_sweep.cpp.
set -euo pipefail
here=$(dirname "${BASH_SOURCE[0]}")
work=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server"; rm -rf "$work"' EXIT
while read -r name; do unset "$name"; done < <(compgen -e | grep -iE '^AWS_|_proxy$')

openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=127.0.0.1 -addext subjectAltName=IP:127.0.0.1 \
  -keyout "$work/key" -out "$work/certificate" 2>/dev/null
cat "$work/certificate" >>"$work/key"
exec {told}< <(exec python3 "$here/server.py" "$work" "$work/key" 2>/dev/null)
server=$!
read -r -u "$told" http https
# Each job is given its own bucket: fault_sweep adds its name.
export CURL_CA_BUNDLE=$work/certificate AWS_ENDPOINT_URL=http://127.0.0.1:$http
bash "$here/given.sh" "$1" "$work" "$http" "$https"
"$2" "$(realpath "$1")" "$(realpath "$3")" "$work" "${@:4}"
