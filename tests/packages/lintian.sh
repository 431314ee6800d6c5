#!/usr/bin/env bash
# Debian's checker finds no error in the packages: lintian.sh FOLDER
set -euo pipefail
command -v lintian >/dev/null || { echo "skipped: needs lintian: apt-get install lintian"; exit 77; }
lintian --allow-root --fail-on error "$1"/*.deb
