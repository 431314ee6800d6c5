#!/usr/bin/env bash
# The rpath finds the libraries that the program loads on first use.
set -euo pipefail
# shellcheck disable=SC2086
cmake -S . -B build -G Ninja ${CMAKE_ARGS} -DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_PREFIX="$PREFIX" \
  -DCMAKE_INSTALL_LIBDIR=lib -DCMAKE_INSTALL_RPATH="$PREFIX/lib" -DURLSIEVE_TESTS=OFF -DURLSIEVE_BENCH=OFF -DURLSIEVE_UNITY=ON
cmake --build build --parallel "$CPU_COUNT"
cmake --install build --strip
