#!/usr/bin/env bash
# container.sh FOLDER_OF_PACKAGES WORK PROGRAM SAMPLES: runs the image of the portable archive as an
# unprivileged user, with runc, or in a chroot if runc is unavailable.
set -euo pipefail
made=$(realpath "$1") work=$2 program=$3 samples=$4
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
[ "$(id -u)" = 0 ] || { echo "skipped: an image needs root"; exit 77; }
for need in umoci:umoci openssl:openssl python3:python3; do
  command -v "${need%:*}" >/dev/null || { echo "skipped: needs ${need%:*}: apt-get install ${need#*:}"; exit 77; }
done
unshare --mount true 2>/dev/null || { echo "skipped: this machine allows no namespace for mounts"; exit 77; }
rm -rf "$work"
mkdir -p "$work/out" "$work/layout"
work=$(realpath "$work")
failed=0
fail() {
  echo "$*"
  failed=1
}
# equal NAME EXPECTED GOT
equal() { [ "$2" = "$3" ] || fail "$1: expected $2, got $3"; }

image=$work/image.tar
bash "$here/../../packaging/container/make_image.sh" "$made"/urlsieve-*-linux-*.tar.xz "$image" >"$work/log"
size=$(stat -c %s "$image")
[ "$size" -le 60000000 ] || fail "the image has $size bytes, more than 60 MB"
tar -C "$work/layout" -xf "$image"
version=$("$program" --version | cut -d' ' -f2)
umoci --log warn unpack --image "$work/layout:$version" "$work/bundle"
root=$work/bundle/rootfs
size=$(du -sb "$root" | cut -f1)
[ "$size" -le 60000000 ] || fail "the decompressed image has $size bytes, more than 60 MB"
equal "user, folder and command" "65532 65532 /data /usr/bin/urlsieve --help" "$(python3 -c 'import json, sys
process = json.load(open(sys.argv[1]))["process"]
print(process["user"]["uid"], process["user"]["gid"], process["cwd"], *process["args"])' "$work/bundle/config.json")"
equal "files that give privileges" "" "$(find "$root" -perm /6000)"
equal "shells" "" "$(find "$root" -name '*sh' -type f -perm /1)"
grep -q 'BEGIN CERTIFICATE' "$root/etc/ssl/certs/ca-certificates.crt" || fail "no CA certificates"

# run AUTHORITIES ARGUMENT...: runs the entry point with the samples in /samples, the folder out in /data, the network of this
# machine, and a file in place of the CA certificates.
cp "$work/bundle/config.json" "$work/config.json"
mkdir "$root/samples"
run() {
  python3 - "$work" "$(realpath "$samples")" "$@" <<'PYTHON'
import json, sys
work, samples, authorities, *arguments = sys.argv[1:]
config = json.load(open(f"{work}/config.json"))
config["process"].update(terminal=False, args=[config["process"]["args"][0], *arguments])
config["linux"]["namespaces"] = [space for space in config["linux"]["namespaces"] if space["type"] != "network"]
for source, target, how in [(samples, "/samples", "ro"), (f"{work}/out", "/data", "rw"),
                            (authorities, "/etc/ssl/certs/ca-certificates.crt", "ro")]:
    config["mounts"].append({"source": source, "destination": target, "type": "bind", "options": ["bind", how]})
json.dump(config, open(f"{work}/bundle/config.json", "w"))
PYTHON
  if [ -n "${runner:-}" ]; then
    runc --root "$work/runc" run --bundle "$work/bundle" "urlsieve-$$"
  else
    unshare --mount bash -c 'mount --bind "$1" "$0/samples" && mount --bind "$2" "$0/data" &&
      mount --bind "$3" "$0/etc/ssl/certs/ca-certificates.crt" && mount -t proc proc "$0/proc" && shift 3 &&
      exec env -i HOME=/data PATH=/usr/sbin:/usr/bin:/sbin:/bin chroot --userspec=65532:65532 "$0" /usr/bin/urlsieve "$@"' \
      "$root" "$(realpath "$samples")" "$work/out" "$@"
  fi
}
authorities=$root/etc/ssl/certs/ca-certificates.crt
runner=runc
if ! run "$authorities" --version >"$work/runc.log" 2>&1; then
  echo "without runc: $(tail -n 1 "$work/runc.log")"
  mkdir -p "$root/proc"
  runner=
fi
chown 65532:65532 "$work/out"
equal "version" "urlsieve $version" "$(run "$authorities" --version)"
run "$authorities" extract /samples | sort >"$work/urls"
"$program" extract "$samples" | sort | diff -q "$work/urls" - || fail "the image finds other URLs"
run "$authorities" extract -o /data/links --shards 2 --quiet /samples
equal "owner of the output" 65532 "$(stat -c %u "$work/out/links/_SUCCESS")"
if run "$authorities" extract -o /etc/links --quiet /samples 2>"$work/log"; then fail "the user may write to /etc"; fi

openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=server -addext subjectAltName=IP:127.0.0.1 \
  -keyout "$work/server.key" -out "$work/server.pem" 2>"$work/log"
mkfifo "$work/port"
python3 "$here/https_server.py" "$work/server.pem" "$work/server.key" >"$work/port" &
server=$!
trap 'kill "$server"' EXIT
read -r port <"$work/port"
equal "https" http://found.example/ "$(run "$work/server.pem" extract --retries 0 "https://127.0.0.1:$port/page" 2>&1)"
equal "https of another authority" "" "$(run "$authorities" extract --retries 0 "https://127.0.0.1:$port/page" 2>"$work/log")"
exit "$failed"
