#!/usr/bin/env bash
# lintian.sh FOLDER: lintian reports no error and no warning for the packages.
set -euo pipefail
command -v lintian >/dev/null || { echo "skipped: needs lintian: apt-get install lintian"; exit 77; }
ls "$1"/*.deb >/dev/null 2>&1 || { echo "skipped: no .deb without a maintainer: set URLSIEVE_MAINTAINER"; exit 77; }
lintian --allow-root --fail-on error,warning "$1"/*.deb
