#!/usr/bin/env bash
# Installs what is missing, builds, and runs every test: bash tests/run.sh [--fast]
# --fast leaves out the second compiler, the sanitizers and the fuzz targets.
# What fails prints its output and ends the run; the release's tests come last, so their summary ends a good one.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. cmake/prepare.sh
exec </dev/null

case "${1:-}" in
  "" | --fast) fast=${1:-} ;;
  *)
    echo "usage: bash tests/run.sh [--fast]" >&2
    exit 2
    ;;
esac
jobs=${URLSIEVE_JOBS:-$(nproc)}
fuzz_runs=12000
fuzz_seconds=6

# stage NAME COMMAND...: one line with the time it took.
stage() {
  local name=$1 began=$SECONDS
  shift
  "$@" || { echo "FAILED: $name" >&2; exit 1; }
  printf '%-44s %4d s\n' "$name" $((SECONDS - began))
}

check_format() {
  find src include tests bench corpora -name '*.[ch]pp' -print0 |
    xargs -0 clang-format-19 --dry-run --Werror
}

release_build() {
  configure_tree build/release "$default_cxx" -DCMAKE_BUILD_TYPE=Release \
    -DURLSIEVE_TESTS=ON -DURLSIEVE_BENCH=ON -DURLSIEVE_WERROR=ON
  build_tree build/release
}

# The compiler that is not the default has to build the program without a warning, and pass the golden runs.
other_cxx=g++
case $default_cxx in *clang*) ;; *) other_cxx=clang++-19 ;; esac

other_build() {
  configure_tree build/other "$other_cxx" -DCMAKE_BUILD_TYPE=Release \
    -DURLSIEVE_TESTS=OFF -DURLSIEVE_BENCH=OFF -DURLSIEVE_WERROR=ON
  build_tree build/other
}

golden_runs() {
  printf '%s\0' tests/cli/cases/* | xargs -0 -P "$jobs" -n 1 bash tests/cli/run_case.sh "$1"
}

run_tests() {
  quietly ctest --test-dir "$1" -j "$jobs" --output-on-failure --no-tests=error "${@:2}"
}

address_build() {
  configure_tree build/address clang++-19 -DCMAKE_BUILD_TYPE=None -DCMAKE_CXX_FLAGS=-O1 \
    -DURLSIEVE_TESTS=ON -DURLSIEVE_BENCH=OFF -DURLSIEVE_FUZZ=ON -DURLSIEVE_SANITIZE=address
  build_tree build/address
}

# Each target starts from its hand-made seeds; the same seed of the generator gives the same inputs.
fuzz_all() {
  local program name work
  for program in build/address/*_fuzz; do
    [ -x "$program" ] || continue
    name=$(basename "$program" _fuzz)
    work=build/address/found/$name
    rm -rf "$work"
    mkdir -p "$work"
    local folders=("$work")
    [ ! -d "corpora/seeds/$name" ] || folders+=("corpora/seeds/$name")
    quietly "$program" -seed=1 -runs="$fuzz_runs" -max_total_time="$fuzz_seconds" -timeout=20 -rss_limit_mb=4096 \
      -artifact_prefix="$work/" "${folders[@]}" || return 1
  done
}

# Only rooms with threads of their own, and the pipeline.
threaded_rooms='dedup shards pipeline'

thread_build() {
  configure_tree build/thread clang++-19 -DCMAKE_BUILD_TYPE=None -DCMAKE_CXX_FLAGS=-O1 \
    -DURLSIEVE_TESTS=ON -DURLSIEVE_BENCH=OFF -DURLSIEVE_SANITIZE=thread
  # shellcheck disable=SC2086
  build_tree build/thread $(printf 'tests/%s/all ' $threaded_rooms)
}

thread_tests() {
  local room
  for room in $threaded_rooms; do
    TSAN_OPTIONS="suppressions=$PWD/tests/tsan.supp halt_on_error=1" \
      run_tests "build/thread/tests/$room" -L fast || return 1
  done
}

# DuckDB reads the shards in a test that is skipped where it is not there: no failure where npm or its registry is out
# of reach.
fetch_duckdb() {
  [ -d build/duckdb/node_modules/@duckdb/node-api ] || ! command -v npm >/dev/null || {
    mkdir -p build/duckdb
    timeout 60 npm i --prefix build/duckdb --no-audit --no-fund @duckdb/node-api >build/duckdb/npm.log 2>&1 || true
  }
}

stage "packages" install_packages "${build_packages[@]}" "${test_packages[@]}" "${bench_packages[@]}"
stage "DuckDB, if it can be had" fetch_duckdb
stage "format" check_format
stage "release build, $default_cxx" release_build
if [ -z "$fast" ]; then
  stage "release build, $other_cxx" other_build
  stage "golden runs, $other_cxx" quietly golden_runs build/other/urlsieve
  stage "build for address and undefined sanitizers" address_build
  stage "quick tests under them" run_tests build/address -L fast
  stage "fuzz targets, $fuzz_runs runs or $fuzz_seconds s each" fuzz_all
  stage "build for the thread sanitizer" thread_build
  stage "threaded tests under it" thread_tests
fi
exec ctest --test-dir build/release -j "$jobs" --output-on-failure --no-label-summary
