#!/usr/bin/env bash
# All that cpack makes of a build: make.sh BUILD_TREE FOLDER
set -euo pipefail
command -v dpkg-shlibdeps >/dev/null || { echo "skipped: needs dpkg-shlibdeps: apt-get install dpkg-dev"; exit 77; }
rm -rf "$2"
cd "$1"
cpack -B "$2"
rm -rf "$2/_CPack_Packages"
