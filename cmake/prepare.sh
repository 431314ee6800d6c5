# What corpora/ and tests/ scripts share: the packages of Debian 12 that are needed, the default compiler, and
# how the release is built. Sourced from the project's root, never run.

# Chosen by measuring (bench/RESULTS.md#compilers); CXX in the environment overrides it.
default_cxx=${CXX:-clang++-19}

build_packages=(
  cmake ninja-build pkg-config g++ clang-19 zstd
  libhwy-dev libtbb-dev libsimdjson-dev libfmt-dev libcli11-dev libexpected-dev
  libisal-dev libdeflate-dev zlib1g-dev libzstd-dev libbz2-dev liblzma-dev libbrotli-dev
  libicu-dev libpsl-dev publicsuffix libre2-dev libxxhash-dev libarchive-dev libcurl4-openssl-dev libssl-dev libjs-chart.js
)
# Rivals that benches measure against; what is missing is left out of the bench.
bench_packages=(libboost-url1.81-dev liburiparser-dev ripgrep libvectorscan-dev)
test_packages=(libgmime-3.0-dev libgtest-dev libbenchmark-dev libclang-rt-19-dev valgrind clang-format-19 clang-tidy-19 lld-19 bzip2 xz-utils python3-distributed
  make parallel slurm-wlm munge snakemake
  python3-dev pybind11-dev python3-numpy python3-pandas mypy doxygen mkdocs mkdocs-material chromium tmux less
  man-db mandoc bash-completion zsh fish
  dpkg-dev lintian debootstrap)
# What runs programs for arm64. What they are built with is unpacked, not installed: what the build needs that is no
# program, for that processor, and what those take from it here.
arm64_packages=(qemu-user-static)
arm64_sysroot_packages=(libc6-dev libstdc++-12-dev libgtest-dev)
for package in "${build_packages[@]}"; do
  case $package in lib* | *-dev | publicsuffix) arm64_sysroot_packages+=("$package") ;; esac
done

# Runs a command with its output kept away unless it fails.
quietly() {
  local log status=0
  log=$(mktemp)
  "$@" >"$log" 2>&1 </dev/null || status=$?
  [ "$status" = 0 ] || { cat "$log" >&2; echo "failed ($status): $*" >&2; }
  rm -f "$log"
  return "$status"
}

as_root() {
  if [ "$(id -u)" = 0 ]; then
    "$@"
  elif command -v sudo >/dev/null; then
    sudo "$@"
  else
    echo "needs root or sudo: $*" >&2
    return 1
  fi
}

# install_packages PURPOSE NAME...: asks apt for those that are missing, and nobody if none is. Says first what is going
# to be installed and why.
install_packages() {
  local purpose=$1 missing=() name
  shift
  local -A present=()
  while read -r name _; do present[$name]=1; done < <(
    dpkg-query -W -f='${Package} ${db:Status-Status}\n' "$@" 2>/dev/null | grep ' installed$')
  for name in "$@"; do [ -n "${present[$name]:-}" ] || missing+=("$name"); done
  [ "${#missing[@]}" = 0 ] && return 0
  echo "These packages of Debian are needed $purpose, and are installed now:"
  echo "${missing[*]}" | fold -s -w 78 | sed 's/^/  /'
  quietly as_root apt-get -q update
  quietly as_root env DEBIAN_FRONTEND=noninteractive apt-get -qy --no-install-recommends install "${missing[@]}"
}

# The C compiler that belongs to a C++ compiler; only CMake's probing uses it.
c_compiler_of() {
  case $1 in
    *clang++*) echo "${1/clang++/clang}" ;;
    *g++*) echo "${1/g++/gcc}" ;;
    *) echo cc ;;
  esac
}

# compiler_arguments CXX: sets the array of that name.
compiler_arguments() {
  compiler_arguments=(-DCMAKE_CXX_COMPILER="$1" -DCMAKE_C_COMPILER="$(c_compiler_of "$1")")
}

# configure_tree PRESET [CMAKE_ARGUMENT...]: build/PRESET, as CMakePresets.json says; does nothing where it was
# configured in just this way.
configure_tree() {
  local tree=build/$1 wanted="$*"
  [ -f "$tree/build.ninja" ] && [ "$(cat "$tree/configured" 2>/dev/null)" = "$wanted" ] && return 0
  quietly cmake --fresh --preset "$@"
  echo "$wanted" >"$tree/configured"
}

# build_tree DIR [TARGET...]
build_tree() {
  quietly ninja --quiet -C "$1" -j "${URLSIEVE_JOBS:-$(nproc)}" "${@:2}"
}

# build_release [TARGET...]: in build/release, configured without tests unless tests/run.sh was there before.
build_release() {
  compiler_arguments "$default_cxx"
  [ -f build/release/build.ninja ] || configure_tree release "${compiler_arguments[@]}" \
    -DURLSIEVE_TESTS=OFF -DURLSIEVE_BENCH=OFF -DURLSIEVE_WERROR=OFF
  build_tree build/release "$@"
}
