#!/usr/bin/env bash
# The main job on a bare Debian: in_chroot.sh debian|portable FOLDER_OF_PACKAGES BASE_SYSTEM.tar WORK PROGRAM
# The output equals the output of PROGRAM, which was built here. debian: installs the packages with their dependencies, removes
# them, and searches for leftovers. portable: unpacks the archive somewhere, installs and removes it by its script; the program
# takes nothing but the C library from outside.
set -euo pipefail
way=$1 made=$2 base=$3 work=$4 program=$5
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
[ "$(id -u)" = 0 ] || { echo "skipped: a chroot needs root"; exit 77; }
systems=$(dirname "$base")
[ -f "$base" ] || { echo "skipped: no base system could be made"; exit 77; }
unshare --mount true 2>/dev/null || { echo "skipped: this machine allows no namespace for mounts"; exit 77; }

rm -rf "$work"
mkdir -p "$work/root"
trap 'rm -rf "$work/root"' EXIT
tar -C "$work/root" -xf "$base"
mkdir "$work/root/job"
cp -r "$here/../../corpora/samples" "$here/main_job.sh" "$work/root/job/"
bash "$here/main_job.sh" "$program" "$here/../../corpora/samples" "$work/here" >"$work/expected"

# /proc is mounted only for this command.
inside() {
  unshare --mount bash -c 'mount -t proc proc "$0/proc" && exec chroot "$0" "$@"' "$work/root" \
    env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root DEBIAN_FRONTEND=noninteractive LC_ALL=C \
    ${http_proxy:+http_proxy="$http_proxy"} "$@"
}
works() { inside bash /job/main_job.sh "$1" /job/samples /job/out | diff -u "$work/expected" -; }
traces() { (cd "$work/root" && find . -xdev -name '*urlsieve*' ! -path './job/*' ! -path './var/cache/apt/*' ! -path './var/log/*'); }

if [ "$way" = portable ]; then
  mkdir "$work/root/any folder"
  tar -C "$work/root/any folder" -xf "$made"/urlsieve-*-linux-*.tar.xz
  mv "$work/root/any folder"/urlsieve-* "$work/root/any folder/moved"
  ln -s "/any folder/moved/bin/urlsieve" "$work/root/usr/local/bin/sieve"
  works "/any folder/moved/bin/urlsieve"
  works /usr/local/bin/sieve
  outside=$(inside env LD_TRACE_LOADED_OBJECTS=1 "/any folder/moved/bin/urlsieve" |
    grep -vE '/any folder/|linux-vdso|/ld-linux|lib(c|m)\.so\.6|/libresolv\.so\.2' || true)
  [ -z "$outside" ] || { echo "taken from outside: $outside"; exit 1; }
  # Lazily loaded libraries and their dependencies come from the archive.
  loaded=$(inside env LD_DEBUG=files "/any folder/moved/bin/urlsieve" --version --verbose 2>&1 | sed -n 's/.*calling init: //p')
  grep -q libicudata <<<"$loaded"
  outside=$(grep -vE '^/any folder/|/ld-linux|/lib(c|m)\.so\.6|/libresolv\.so\.2' <<<"$loaded" || true)
  [ -z "$outside" ] || { echo "loaded from outside: $outside"; exit 1; }
  # The archive contains each ICU data file once.
  [ "$(tar -tf "$made"/urlsieve-*-linux-*.tar.xz | grep -c libicudata)" = 1 ]
  size=$(stat -c %s "$made"/urlsieve-*-linux-*.tar.xz)
  [ "$size" -le 20000000 ] || { echo "the archive has $size bytes, more than 20 MB"; exit 1; }
  before=$(traces)
  inside sh "/any folder/moved/install.sh" /opt/tools >"$work/install.log"
  works /opt/tools/bin/urlsieve
  for file in share/man/man1/urlsieve.1 share/zsh/site-functions/_urlsieve share/bash-completion/completions/urlsieve \
    share/fish/vendor_completions.d/urlsieve.fish share/doc/urlsieve/docs/README.md share/doc/urlsieve/src/engines/README.md; do
    [ -f "$work/root/opt/tools/$file" ] || { echo "install.sh did not install $file"; exit 1; }
  done
  inside sh "/any folder/moved/install.sh" /opt/tools >>"$work/install.log"
  inside sh "/any folder/moved/install.sh" --uninstall /opt/tools >>"$work/install.log"
  [ "$(traces)" = "$before" ] || { echo "left behind by install.sh: $(traces)"; exit 1; }
  exit 0
fi

[ -n "$(find "$made" -name '*.deb')" ] || { echo "skipped: no .deb without a maintainer: set URLSIEVE_MAINTAINER"; exit 77; }
# Keeps downloaded packages.
archives=$systems/archives/$(basename "$base" .tar)
mkdir -p "$archives"
cp "$made"/*.deb "$work/root/job/"
cp "$archives"/*.deb "$work/root/var/cache/apt/archives/" 2>/dev/null || true
names=$(cd "$made" && ls *.deb | grep -v -- -dev_)
# shellcheck disable=SC2086,SC2001
if ! inside apt-get -qy --no-install-recommends -o Acquire::Retries=2 install $(sed 's#^#/job/#' <<<"$names") >"$work/install.log" 2>&1; then
  cat "$work/install.log"
  grep -qE 'Could not resolve|Failed to fetch|Unable to fetch' "$work/install.log" || exit 1
  rm -f "$base"
  echo "skipped: dependencies of the packages are unavailable"
  exit 77
fi
cp -u "$work"/root/var/cache/apt/archives/*.deb "$archives/"

works urlsieve
case $names in
  *python3-urlsieve*)
    [ "$(inside python3 -c 'import urlsieve; print(urlsieve.normalize("HTTP://Example.COM:80/%7Euser/../a"))')" = http://example.com/a ]
    inside python3 -c 'import ctypes
library = ctypes.CDLL("liburlsieve.so.0")
library.urlsieve_version.restype = ctypes.c_char_p
print("urlsieve " + library.urlsieve_version().decode())' | diff - <(inside urlsieve --version)
    ;;
esac
# shellcheck disable=SC2046
inside apt-get -qy purge $(sed 's/_.*//' <<<"$names") >"$work/purge.log" 2>&1 || { cat "$work/purge.log"; exit 1; }
left=$(traces)
[ -z "$left" ] || { echo "left behind: $left"; exit 1; }
