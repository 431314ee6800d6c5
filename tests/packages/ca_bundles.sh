#!/usr/bin/env bash
# The portable program verifies a server by the CA bundle of each distribution, and refuses the server without a bundle:
# ca_bundles.sh FOLDER WORK. The program runs in a root that contains the archive, the C library and /proc.
set -euo pipefail
made=$(realpath "$1") work=$2
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
[ "$(id -u)" = 0 ] || { echo "skipped: a chroot needs root"; exit 77; }
unshare --mount true 2>/dev/null || { echo "skipped: this machine allows no namespace for mounts"; exit 77; }
for need in openssl python3; do command -v $need >/dev/null || { echo "skipped: needs $need"; exit 77; }; done
rm -rf "$work"
mkdir -p "$work/root/app" "$work/root/proc"
cd "$work"
# certificate NAME: writes NAME.key and the self-signed NAME.pem.
certificate() {
  openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj "/CN=$1" -addext subjectAltName=IP:127.0.0.1 \
    -keyout "$1.key" -out "$1.pem" 2>>openssl.log
}
certificate server
certificate other
mkfifo port
python3 "$here/https_server.py" server.pem server.key >port &
server=$!
trap 'kill "$server"' EXIT
read -r port <port

tar -C root/app --strip-components=1 -xf "$made"/urlsieve-*-linux-*.tar.xz
loader=$(readelf -l root/app/bin/urlsieve | sed -n 's#.*interpreter: \(/[^]]*\)].*#\1#p')
install -D "$loader" "root$loader"
for name in libc.so.6 libm.so.6 libresolv.so.2; do
  install -D "$(/sbin/ldconfig -p | sed -n "s#.*$name (.*x86-64.*) => ##p; s#.*$name (.*AArch64.*) => ##p" | sed -n 1p)" "root/lib64/$name"
done

failed=0
# expect NAME URL_OR_NOTHING [VARIABLE=VALUE...]
expect() {
  local name=$1 wanted=$2 got
  shift 2
  got=$(env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LD_LIBRARY_PATH=/lib64 "$@" \
    unshare --mount sh -c 'mount -t proc proc root/proc && exec chroot root "$@"' sh \
    /app/bin/urlsieve extract --retries 0 "https://127.0.0.1:$port/page" 2>"$name.log" || true)
  [ "$got" = "$wanted" ] || { echo "$name: expected '$wanted', got '$got': $(cat "$name.log")"; failed=1; }
}
expect nothing ''
grep -q certificate nothing.log || { echo "the message does not name the certificate: $(cat nothing.log)"; failed=1; }
for layout in debian:etc/ssl/certs/ca-certificates.crt fedora:etc/pki/tls/certs/ca-bundle.crt \
  rhel:etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem suse:etc/ssl/ca-bundle.pem \
  suse_target:var/lib/ca-certificates/ca-bundle.pem alpine:etc/ssl/cert.pem; do
  rm -rf root/etc root/var
  install -D server.pem "root/${layout#*:}"
  expect "${layout%%:*}" http://found.example/
done
install -D other.pem root/etc/ssl/cert.pem
expect other_authority ''
install -D server.pem root/own/ca.pem
expect environment http://found.example/ SSL_CERT_FILE=/own/ca.pem
exit "$failed"
