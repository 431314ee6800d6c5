#!/usr/bin/env bash
# A program is built with what liburlsieve-dev has, by CMake and by pkg-config: development.sh FOLDER WORK COMPILER
set -euo pipefail
made=$1 work=$2 compiler=$3
rm -rf "$work"
mkdir -p "$work"
for package in "$made"/*.deb; do dpkg-deb -x "$package" "$work/tree"; done
for way in cmake pkg-config; do
  bash "$(dirname "${BASH_SOURCE[0]}")/../install/use_installed.sh" $way "$work/tree/usr" "$work/$way" "$compiler"
done
