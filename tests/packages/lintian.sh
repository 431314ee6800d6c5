#!/usr/bin/env bash
# Debian's checker finds no error and no warning in the packages: lintian.sh FOLDER
set -euo pipefail
command -v lintian >/dev/null || { echo "skipped: needs lintian: apt-get install lintian"; exit 77; }
ls "$1"/*.deb >/dev/null 2>&1 || { echo "skipped: no .deb without a maintainer: set URLSIEVE_MAINTAINER"; exit 77; }
lintian --allow-root --fail-on error,warning "$1"/*.deb
