#!/usr/bin/env bash
# The smallest Debian 12, kept in FOLDER/base.tar for the next time: base_system.sh FOLDER
set -euo pipefail
[ ! -f "$1/base.tar" ] || exit 0
[ "$(id -u)" = 0 ] || { echo "skipped: a chroot needs root"; exit 77; }
command -v debootstrap >/dev/null || { echo "skipped: needs debootstrap: apt-get install debootstrap"; exit 77; }
mirror=$(cat /etc/apt/sources.list.d/debian.sources /etc/apt/sources.list 2>/dev/null |
  sed -n 's/^URIs: *\([^ ]*\).*/\1/p; s/^deb \(\[[^]]*\] \)\{0,1\}\([^ ]*\) bookworm main.*/\2/p' | sed -n 1p || true)
mirror=${mirror:-http://deb.debian.org/debian}
rm -rf "$1/new"
mkdir -p "$1/new"
trap 'rm -rf "$1/new"' EXIT
if ! debootstrap --variant=minbase bookworm "$1/new" "$mirror" >"$1/debootstrap.log" 2>&1; then
  tail -n 3 "$1/debootstrap.log"
  echo "skipped: $mirror cannot be had, or this machine allows no chroot: see $1/debootstrap.log"
  exit 77
fi
rm -f "$1"/new/var/cache/apt/archives/*.deb
tar -C "$1/new" --one-file-system -cf "$1/base.tar.part" .
mv "$1/base.tar.part" "$1/base.tar"
