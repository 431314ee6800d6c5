#!/usr/bin/env bash
# Installs what is missing, builds the release, and runs every test of it: bash tests/run.sh [OPTION]
# --sanitizers: the second compiler, clang-tidy on changed files, Address- and UndefinedBehaviorSanitizer, fuzz targets; if
#   build files changed, a build in a new chroot of Debian 13.
# --threads: the tests of modules with threads under ThreadSanitizer.
# --fuzz MINUTES: the fuzz targets, optimized, for MINUTES together; keeps their finds in build/fuzz/found.
# --faults: a fault at every call of small runs (tests/faults), 1,000 kills, thousands of changed bytes in outputs and
#   journals.
# --tidy: clang-tidy on all sources, every header alone, and the benches.
# --arm64: the tests of the modules and of the program on arm64, emulated by qemu.
# --platforms: tests/platforms/run.sh for Debian 12 and 13.
# A failed command prints its output and ends the run. A good run ends with the skipped tests, their reasons, and the
# summary of ctest.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. cmake/prepare.sh
exec </dev/null

sanitizers= threads= minutes= faults= arm64= tidy= platforms=
case "${1:-} ${2:-}" in
  ' ') ;;
  '--sanitizers ') sanitizers=yes ;;
  '--threads ') threads=yes ;;
  '--fuzz '[1-9]*) minutes=$2 ;;
  '--faults ') faults=yes ;;
  '--tidy ') tidy=yes ;;
  '--arm64 ') arm64=yes ;;
  '--platforms ') platforms=yes ;;
  *)
    echo "usage: bash tests/run.sh [--sanitizers | --threads | --fuzz MINUTES | --faults | --tidy | --arm64 | --platforms]" >&2
    exit 2
    ;;
esac
jobs=${URLSIEVE_JOBS:-$(nproc)}
fuzz_runs=2000
fuzz_seconds=20

# announce MINUTES: prints the time that the stages of this kind of run took last time; at first, about how long a run
# takes on two cores.
announce() {
  times=build/stages${sanitizers:+_sanitizers}
  if [ -s "$times" ]; then
    echo "The last run took $(awk '{ all += $1 } END { printf "%.1f minutes", all / 60 }' "$times"):"
    awk '{ seconds = $1; sub(/^[0-9]+ /, ""); printf "  %-52s %4d s\n", $0, seconds }' "$times"
  else
    echo "This takes about $1 minutes on two cores."
  fi
  mkdir -p build
  : >"$times.now"
}

# stage NAME COMMAND...: prints one line with the time that the command took.
stage() {
  local name=$1 began=$SECONDS
  shift
  "$@" || { echo "FAILED: $name" >&2; exit 1; }
  printf '%-52s %4d s\n' "$name" $((SECONDS - began))
  [ -z "${times:-}" ] || echo "$((SECONDS - began)) $name" >>"$times.now"
}

# finish: keeps the times of a good run for the next one.
finish() { mv "$times.now" "$times"; }

check_format() {
  find src include tests bench corpora -name '*.[ch]pp' -print0 |
    xargs -0 clang-format-19 --dry-run --Werror
}

# run_tidy FILE...
run_tidy() {
  [ $# = 0 ] && return 0
  configure_tree tidy -DPython3_EXECUTABLE=/usr/bin/python3
  quietly xargs -0 -a <(printf '%s\0' "$@") -P "$jobs" -n 1 clang-tidy-19 --quiet -p build/tidy
}

# Checks the sources and headers that changed since the commit URLSIEVE_TIDY_FROM (default: the last but one). A header is
# compiled alone, so a missing include is an error. A clone without history has no changes.
tidy_changed() {
  local from=${URLSIEVE_TIDY_FROM:-HEAD~1} changed
  mapfile -t changed < <(git diff --name-only --diff-filter=d "$from" -- 'src/*.[ch]pp' 'include/*.hpp' 2>/dev/null | grep -v -e '-inl[.]hpp$')
  run_tidy "${changed[@]}"
}

# build_files_changed: succeeds if a file that decides how the tree is built changed since the commit URLSIEVE_TIDY_FROM
# (default: the last but one). Fails in a clone without history.
build_files_changed() {
  [ -n "$(git diff --name-only "${URLSIEVE_TIDY_FROM:-HEAD~1}" -- CMakeLists.txt CMakePresets.json cmake packaging \
    tests/platforms tests/packages/base_system.sh 2>/dev/null)" ]
}

# Compiles the program in a new chroot of Debian 13, whose compiler and libraries are newer than those of Debian 12: 4
# minutes on two cores. Prints the reason if the machine cannot, or if too little is left until URLSIEVE_END (seconds since
# 1970; default: no end).
platform_build() {
  local log status=0 left=3600
  [ -z "${URLSIEVE_END:-}" ] || left=$((URLSIEVE_END - $(date +%s)))
  [ "$left" -ge 300 ] || { echo "skipped: the run has to end in $left s"; return 0; }
  log=$(mktemp)
  timeout "$left" bash tests/platforms/run.sh trixie compile >"$log" 2>&1 || status=$?
  case $status in
    0) ;;
    77) grep '^skipped: ' "$log" ;;
    124) echo "skipped: the build did not end within $left s" ;;
    *) cat "$log" >&2 ;;
  esac
  rm -f "$log"
  case $status in 0 | 77 | 124) ;; *) return 1 ;; esac
}

tidy_all() {
  local sources
  mapfile -t sources < <(find src -name '*.cpp' | sort)
  run_tidy "${sources[@]}"
}

# release_build [TARGET...]
release_build() {
  compiler_arguments "$default_cxx"
  # The Python of Debian's numpy and pandas.
  configure_tree release "${compiler_arguments[@]}" -DURLSIEVE_PYTHON=ON -DPython3_EXECUTABLE=/usr/bin/python3
  build_tree build/release "$@"
}

# The second compiler must build the program without warnings, and pass the golden cases.
other_cxx=g++
case $default_cxx in *clang*) ;; *) other_cxx=clang++-19 ;; esac

headers_build() {
  compiler_arguments "$default_cxx"
  configure_tree release "${compiler_arguments[@]}" -DURLSIEVE_PYTHON=ON -DPython3_EXECUTABLE=/usr/bin/python3
  build_tree build/release headers_alone
}

other_build() {
  compiler_arguments "$other_cxx"
  configure_tree gcc "${compiler_arguments[@]}"
  build_tree build/gcc
}

# golden_cases CONDITION: the names of the cases whose number fulfils CONDITION. All cases run with the release, one third
# with the second compiler, another third under AddressSanitizer.
golden_cases() { printf '%s\n' tests/cli/cases/* | awk "$1"' { sub(/.*\//, ""); print }'; }

golden_runs() {
  golden_cases 'NR % 3 == 1' | xargs -P "$jobs" -I{} bash tests/cli/run_case.sh "$1" tests/cli/cases/{}
}

# Runs one test more than processors, because some tests wait.
run_tests() {
  quietly ctest --test-dir "$1" -j "$((jobs + 1))" --output-on-failure --no-tests=error "${@:2}"
}

# Each of these tests runs programs or readers a hundred times. Shorter tests cover the same code
# under sanitizers, and the release runs these tests.
long_tests='^(fuzz[.]|docs[.]|cli[.](plans|states|host_limits|merge-many|seen-many|same-tree|shards-memory|parts|archives)$'
long_tests+='|cli[.](option_effects|filters_everywhere)$|cluster[.](bucket_plans|remote_parts)$|pipeline[.]page_windows[.]of_html_equal_the_page|input[.]remote_inputs'
long_tests+='|file_ranges[.]ranges_of_files[.](equal_a_single_thread|are_equal_for_any_options|keep_the_order_of_inputs))'

# If too little is left until URLSIEVE_END, every second, third or fourth test runs.
address_tests() {
  local left step=1
  if [ -n "${URLSIEVE_END:-}" ]; then
    left=$((URLSIEVE_END - $(date +%s)))
    while [ $step -lt 4 ] && [ $((left * step)) -lt 600 ]; do step=$((step + 1)); done
    [ $step = 1 ] || echo "one test of $step, because the run has to end in $left s"
  fi
  run_tests build/asan -I "1,,$step" -L fast -E "$long_tests|^cli[.]($(golden_cases 'NR % 3 != 2' | paste -sd '|'))\$"
}

address_build() {
  configure_tree asan
  build_tree build/asan
}

# fuzz TREE PROGRAM ARGUMENT...: runs a target on its seeds and dictionary; stores new inputs and
# findings in TREE/found/NAME.
fuzz() {
  local tree=$1 program=$2 name work words=()
  name=$(basename "$program" _fuzz)
  work=$tree/found/$name
  mkdir -p "$work"
  [ ! -f "corpora/dictionaries/$name" ] || words=("-dict=corpora/dictionaries/$name")
  quietly "$program" -timeout=20 -rss_limit_mb=4096 -artifact_prefix="$work/" "${words[@]}" "${@:3}" "$work" "corpora/seeds/$name"
}

# fuzz_each TREE ARGUMENT...: every target of the tree, on all processors.
fuzz_each() {
  export -f fuzz quietly
  printf '%s\0' "$1"/*_fuzz | xargs -0 -P "$jobs" -I{} bash -c "fuzz $1 {} ${*:2}"
}

# The same seed of the generator gives the same inputs on every machine. The bound in seconds is for slow machines.
fuzz_all() {
  rm -rf build/asan/found
  fuzz_each build/asan -seed=1 -runs="$fuzz_runs" -max_total_time="$fuzz_seconds"
}

# Runs all targets on all processors for $minutes, starting with the stored inputs.
fuzz_long() {
  local programs seconds
  configure_tree fuzz
  build_tree build/fuzz tests/fuzz/all
  programs=(build/fuzz/*_fuzz)
  seconds=$((minutes * 60 * jobs / ${#programs[@]} + 1))
  fuzz_each build/fuzz -max_total_time="$seconds" -print_final_stats=1
}

# Modules with threads, and the library as programs use it, without tests of single-threaded
# classes, and a test of the program, which is not built here.
threaded_modules='dedup shards pipeline datasets records library'
threaded_tests='^(dedup_threads|shards|pipeline|file_ranges|datasets|records[.]record_copies|library)[.]'
single_threaded_tests='^(shards[.](parquet_file|page_index|sizes/ribbon)[.]|pipeline[.](page_windows|host_set)[.]|datasets[.]hive_in_bucket$)'

thread_build() {
  configure_tree tsan
  # shellcheck disable=SC2086
  build_tree build/tsan $(printf 'tests/%s/all ' $threaded_modules)
}

thread_tests() {
  TSAN_OPTIONS="suppressions=$PWD/tests/tsan.supp halt_on_error=1" \
    run_tests build/tsan -L fast -R "$threaded_tests" -E "$single_threaded_tests"
}

# ccache with a base directory would hide the include paths of the compiler from CMake.
arm64_build() {
  env -u CCACHE_BASEDIR bash -c '. cmake/prepare.sh && configure_tree arm64'
  build_tree build/arm64
}

# Installs the Node.js modules of the tests of engines and of parse5; tests are skipped if npm or
# its registry is unreachable.
fetch_node_modules() {
  # Later versions of wabac need a version of warcio that the registry lacks.
  local wanted=(@duckdb/node-api s3rver hyparquet hyparquet-compressors parse5 @webrecorder/wabac@2.22.9 fake-indexeddb)
  local missing=() name
  for name in "${wanted[@]}"; do [ -d "build/node_modules/${name%@[0-9]*}" ] || missing+=("$name"); done
  [ "${#missing[@]}" != 0 ] || command -v node >/dev/null || install_packages "to run modules of Node.js for tests" nodejs
  [ "${#missing[@]}" = 0 ] && return 0
  command -v npm >/dev/null || install_packages "to fetch modules of Node.js for tests" nodejs npm
  mkdir -p build
  timeout 120 npm i --prefix build --no-audit --no-fund "${wanted[@]}" >build/npm.log 2>&1 ||
    echo "npm could not fetch ${missing[*]}: see build/npm.log"
}

# Every test of which anything was skipped, with the reasons, from ctest's log.
list_skipped() {
  awk '/^[0-9]+\/[0-9]+ Test: / { name = $3 }
    /^skipped: / || (before ~ /: Skipped$/ && $0 != "") {
      sub(/^skipped: /, "")
      if (!told[name, $0]++) reason[name] = reason[name] (reason[name] == "" ? "" : "; ") $0
    }
    { before = $0 }
    END { for (name in reason) print "  " name ": " reason[name] }' build/release/Testing/Temporary/LastTest.log | sort
}

# Violations, with the options that reproduce them, are stored in build/release/faults.log.
sweep_faults() {
  bash tests/faults/sweep.sh build/release/urlsieve build/release/fault_sweep build/release/tests/faults/libfault_injector.so \
    --jobs "$jobs" | tee build/release/faults.log
}

# In CI, which sets URLSIEVE_END, the packages are tested if build files changed.
release_tests() {
  local without=()
  if [ -n "${URLSIEVE_END:-}" ] && ! build_files_changed; then
    echo "skipped: packages, whose files did not change"
    without=(-LE packages)
  fi
  ctest --test-dir build/release -j "$((jobs + 1))" --output-on-failure --no-label-summary "${without[@]}" | tee build/release/tests.log
}

# The skipped tests with their reasons, then the summary of ctest.
list_results() {
  local skipped
  skipped=$(list_skipped)
  if [ -n "$skipped" ]; then printf '\nskipped, with reasons:\n%s\n\n' "$skipped"; fi
  grep -E '^[0-9]+% tests passed' build/release/tests.log
}

if [ -n "$minutes" ]; then
  stage "packages" install_packages "to build and test urlsieve" "${build_packages[@]}" "${test_packages[@]}"
  stage "fuzz targets, $minutes minutes" fuzz_long
  exit 0
fi
if [ -n "$faults" ]; then
  stage "packages" install_packages "to build and test urlsieve" "${build_packages[@]}" "${test_packages[@]}" "${bench_packages[@]}"
  stage "release build, $default_cxx" release_build
  stage "a fault at every call" sweep_faults
  stage "a fault at every call of changes of states" python3 tests/faults/state_faults.py build/release/urlsieve \
    build/release/tests/faults/libfault_injector.so tests/faults/fault_plan.h build/release/seen_set_run
  stage "a million changes of a state" python3 tests/faults/state_judge.py build/release/urlsieve build/release/seen_set_run 1000000
  URLSIEVE_KILLS=1000 stage "1,000 kills" quietly bash tests/cli/resume_test.sh build/release/urlsieve
  URLSIEVE_MUTATIONS=5000 stage "changed outputs and journals" quietly build/release/pipeline_test --gtest_filter="mutated_*"
  exit 0
fi
if [ -n "$tidy" ]; then
  stage "packages" install_packages "to build and test urlsieve" "${build_packages[@]}" "${test_packages[@]}"
  stage "clang-tidy on all sources" tidy_all
  stage "every header alone" headers_build
  stage "benches" release_build benches
  exit 0
fi
if [ -n "$arm64" ]; then
  stage "packages" install_packages "to build and test urlsieve" "${build_packages[@]}" "${test_packages[@]}"
  stage "packages of arm64, unpacked" quietly bash cmake/arm64_sysroot.sh build/sysroot/arm64 "${arm64_sysroot_packages[@]}"
  stage "the program for this processor" release_build urlsieve_tool
  stage "build for arm64" arm64_build
  stage "quick tests on arm64" run_tests build/arm64 -L fast
  exit 0
fi
if [ -n "$platforms" ]; then
  stage "packages" install_packages "to make systems" debootstrap
  for suite in bookworm trixie; do stage "Debian, $suite" bash tests/platforms/run.sh "$suite"; done
  exit 0
fi
if [ -n "$threads" ]; then
  stage "packages" install_packages "to build and test urlsieve" "${build_packages[@]}" "${test_packages[@]}"
  stage "build for the thread sanitizer" thread_build
  stage "threaded tests under it" thread_tests
  exit 0
fi
if [ -n "$sanitizers" ]; then
  announce 20
  stage "packages" install_packages "to build and test urlsieve" "${build_packages[@]}" "${test_packages[@]}"
  stage "release build, $other_cxx" other_build
  stage "golden runs, $other_cxx" quietly golden_runs build/gcc/urlsieve
  stage "clang-tidy on changed sources and headers" tidy_changed
  stage "build for address and undefined sanitizers" address_build
  stage "quick tests under them" address_tests
  stage "fuzz targets, $fuzz_runs runs or $fuzz_seconds s each" fuzz_all
  if build_files_changed; then stage "build files changed: a build of Debian 13" platform_build; fi
  finish
  exit 0
fi
announce 10
stage "packages" install_packages "to build and test urlsieve" "${build_packages[@]}" "${test_packages[@]}" "${bench_packages[@]}"
stage "modules of Node.js" fetch_node_modules
stage "format" check_format
stage "release build, $default_cxx" release_build
stage "tests" release_tests
finish
list_results
