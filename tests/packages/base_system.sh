#!/usr/bin/env bash
# base_system.sh FOLDER SUITE: makes FOLDER/SUITE.tar, the smallest system of a Debian release, unless the file exists.
# Exits with 77 and prints the reason if this machine cannot make one.
set -euo pipefail
folder=$1 suite=$2
[ ! -f "$folder/$suite.tar" ] || exit 0
[ "$(id -u)" = 0 ] || { echo "skipped: a chroot needs root"; exit 77; }
command -v debootstrap >/dev/null || { echo "skipped: needs debootstrap: apt-get install debootstrap"; exit 77; }
mirror=$(cat /etc/apt/sources.list.d/debian.sources /etc/apt/sources.list 2>/dev/null |
  sed -n 's/^URIs: *\([^ ]*\).*/\1/p; s/^deb \(\[[^]]*\] \)\{0,1\}\([^ ]*\) [a-z]* main.*/\2/p' | sed -n 1p || true)
mirror=${mirror:-http://deb.debian.org/debian}
rm -rf "$folder/new"
mkdir -p "$folder/new"
trap 'rm -rf "$folder/new"' EXIT
# A system takes half a minute; an unresponsive mirror would take hours.
if ! timeout 600 debootstrap --variant=minbase "$suite" "$folder/new" "$mirror" >"$folder/debootstrap.log" 2>&1; then
  tail -n 3 "$folder/debootstrap.log"
  echo "skipped: $mirror is unavailable, or this machine allows no chroot: see $folder/debootstrap.log"
  exit 77
fi
rm -f "$folder"/new/var/cache/apt/archives/*.deb
tar -C "$folder/new" --one-file-system -cf "$folder/$suite.tar.part" .
mv "$folder/$suite.tar.part" "$folder/$suite.tar"
