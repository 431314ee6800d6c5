#!/usr/bin/env bash
# make.sh BUILD_TREE FOLDER: makes the .deb packages and the portable archive.
set -euo pipefail
command -v dpkg-shlibdeps >/dev/null || { echo "skipped: needs dpkg-shlibdeps: apt-get install dpkg-dev"; exit 77; }
rm -rf "$2"
cd "$1"
generators=TXZ
grep -q "^set(CPACK_GENERATOR .*DEB" CPackConfig.cmake && generators="DEB;TXZ"
cpack -G "$generators" -B "$2"
rm -rf "$2/_CPack_Packages"
