# Shared by the scripts of corpora/ and tests/: the packages of Debian 12 and 13 that are needed, the default compiler,
# and the build of the release. Sourced from the project's root, never run.

# Chosen by measuring (bench/RESULTS.md#compilers); CXX in the environment overrides it.
default_cxx=${CXX:-clang++-19}

build_packages=(
  cmake ninja-build pkg-config g++ clang-19 zstd
  libhwy-dev libtbb-dev libsimdjson-dev libfmt-dev libcli11-dev libexpected-dev
  libisal-dev libdeflate-dev zlib1g-dev libzstd-dev libbz2-dev liblzma-dev libbrotli-dev libsnappy-dev
  libicu-dev libpsl-dev publicsuffix libre2-dev libxxhash-dev libarchive-dev libcurl4-openssl-dev libssl-dev libjs-chart.js
)
# Packages whose names contain a version that differs between the releases of Debian.
case $(. /etc/os-release && echo "${VERSION_CODENAME:-}") in
  bookworm) boost_url=libboost-url1.81-dev libstdcxx=libstdc++-12-dev ;;
  *) boost_url=libboost-url-dev libstdcxx=libstdc++-14-dev ;;
esac
# Rivals that benches measure against; a bench omits missing rivals.
bench_packages=("$boost_url" liburiparser-dev ripgrep libvectorscan-dev)
# Programs that golden cases call.
case_packages=(bzip2 xz-utils lz4 lzop lzip brotli ncompress zip p7zip-full cpio git openssl)
test_packages=("${case_packages[@]}" libgmime-3.0-dev libgtest-dev libbenchmark-dev libclang-rt-19-dev valgrind clang-format-19 clang-tidy-19 lld-19 python3-distributed
  make parallel slurm-wlm munge snakemake
  python3-dev python3-venv patchelf pybind11-dev python3-numpy python3-pandas python3-networkx python3-igraph python3-idna mypy doxygen mkdocs mkdocs-material chromium tmux less
  man-db mandoc bash-completion zsh fish
  dpkg-dev lintian rpm debootstrap umoci runc
  ruby nix-bin makepkg qemu-user-static abigail-tools faketime)
# Programs for arm64 are built with packages that are unpacked, not installed: the libraries of the build, for that processor.
arm64_sysroot_packages=(libc6-dev "$libstdcxx" libgtest-dev)
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

# Huge pages shorten a compilation by a tenth. Other C libraries than glibc ignore the variable.
ninja_with_huge_pages() {
  GLIBC_TUNABLES=${GLIBC_TUNABLES:-glibc.malloc.hugetlb=1} ninja "$@"
}

# build_tree DIR [TARGET...]
build_tree() {
  quietly ninja_with_huge_pages --quiet -C "$1" -j "${URLSIEVE_JOBS:-$(nproc)}" "${@:2}"
}

# print_steps LOG: reads the output of ninja. Prints "[120/300] building" every 10 seconds, or every second in one line of a
# terminal. Appends the lines that are no steps to LOG.
print_steps() {
  local line pause=10 end='\n' next
  [ ! -t 1 ] || { pause=1; end='\r'; }
  next=$((SECONDS + pause))
  while IFS= read -r line; do
    case $line in
      '['[0-9]*/[0-9]*'] '*)
        [ "$SECONDS" -ge "$next" ] || continue
        printf "%s building$end" "${line%% *}"
        next=$((SECONDS + pause))
        ;;
      *) printf '%s\n' "$line" >>"$1" ;;
    esac
  done
}

# build_visibly DIR [TARGET...]: as build_tree, and prints the steps and the time. Prints nothing if all is built.
build_visibly() {
  local jobs=${URLSIEVE_JOBS:-$(nproc)} log steps status=0 began=$SECONDS
  steps=$(NINJA_STATUS='[%f/%t] ' ninja -C "$1" -n "${@:2}" | grep -c '^\[' || true)
  if [ "$steps" -gt 5 ]; then echo "Building $1 from source in $steps steps. A whole build takes about 3 minutes on two cores."; fi
  log=$(mktemp)
  NINJA_STATUS='[%f/%t] ' ninja_with_huge_pages -C "$1" -j "$jobs" "${@:2}" 2>&1 </dev/null | print_steps "$log" || status=$?
  if [ "$status" != 0 ]; then
    cat "$log" >&2
    echo "failed ($status): ninja -C $*" >&2
  elif [ "$steps" -gt 5 ]; then
    echo "Built in $((SECONDS - began)) s.              "
  fi
  rm -f "$log"
  return "$status"
}

# build_release [TARGET...]: in build/release, configured without tests unless tests/run.sh was there before.
build_release() {
  compiler_arguments "$default_cxx"
  [ -f build/release/build.ninja ] || configure_tree release "${compiler_arguments[@]}" \
    -DURLSIEVE_TESTS=OFF -DURLSIEVE_BENCH=OFF -DURLSIEVE_WERROR=OFF -DURLSIEVE_WARNINGS=OFF
  build_visibly build/release "$@"
}
