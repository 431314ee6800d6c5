#!/usr/bin/env bash
# Builds a program with the files of liburlsieve-dev, by CMake and by pkg-config: development.sh FOLDER WORK COMPILER
set -euo pipefail
made=$1 work=$2 compiler=$3
ls "$made"/*.deb >/dev/null 2>&1 || { echo "skipped: no .deb without a maintainer: set URLSIEVE_MAINTAINER"; exit 77; }
rm -rf "$work"
mkdir -p "$work"
for package in "$made"/*.deb; do dpkg-deb -x "$package" "$work/tree"; done
for way in cmake pkg-config; do
  bash "$(dirname "${BASH_SOURCE[0]}")/../install/use_installed.sh" $way "$work/tree/usr" "$work/$way" "$compiler"
done
