#!/usr/bin/env bash
# Builds, tests and runs this tree in the chroot of a Debian release: bash tests/platforms/run.sh bookworm|trixie [STAGE...]
# Stages, all by default, in this order:
#   run    the first command of README.md: bash corpora/run.sh
#   golden the golden cases of the program that `run` built
#   gcc    the program by g++, warnings as errors
#   quick  the tests of the release that are labelled fast
#   packages  makes, installs, runs and removes the packages and the wheel of this release of Debian
#   tests  the second command of README.md: bash tests/run.sh
# By its name alone:
#   compile  the program by g++ without optimization, warnings as errors, and ten golden cases, with only the packages that
#     both need. The stage for CI, whose systems are new: five minutes from nothing
# build/systems/NAME keeps the system with its packages and its builds for the next run; remove the folder to start from
# nothing. A compiler cache is used if CCACHE_DIR names its folder, and the shared test data if URLSIEVE_SHARED does; modules
# of Node.js in build/node_modules are copied. Needs root, debootstrap and Debian's mirror: prints
# "skipped: REASON" and exits with 77 on a machine without them.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
all_stages='run golden gcc quick packages tests'
compile_cases='compare-rungs extract-damage extract-html html-context merge-halves normalize-rungs records resolve-rfc3986 seen version'
usage() {
  echo "usage: bash tests/platforms/run.sh bookworm|trixie [${all_stages// /|}|compile]..." >&2
  exit 2
}
case "${1:-}" in bookworm | trixie) suite=$1 ;; *) usage ;; esac
shift
for stage in "$@"; do case " $all_stages compile " in *" $stage "*) ;; *) usage ;; esac done
if [ $# -gt 0 ]; then stages=("$@"); else read -ra stages <<<"$all_stages"; fi
# shellcheck disable=SC2016
unshare --mount sh -c 'mount -t proc proc /proc && mount -t tmpfs tmpfs /mnt && mkdir /mnt/dev && mount --rbind /dev /mnt/dev' 2>/dev/null ||
  { echo "skipped: a chroot needs root, and a namespace with mounts"; exit 77; }

systems=$PWD/build/systems
root=$systems/$suite
tree=$root/urlsieve
if [ ! -f "$root/etc/ready" ]; then
  bash tests/packages/base_system.sh "$systems" "$suite"
  rm -rf "$root"
  mkdir -p "$root"
  tar -C "$root" -xf "$systems/$suite.tar"
  # No daemon starts when its package is installed.
  printf '#!/bin/sh\nexit 101\n' >"$root/usr/sbin/policy-rc.d"
  chmod +x "$root/usr/sbin/policy-rc.d"
  # The chroot need not survive a crash, so dpkg may skip fsync.
  echo force-unsafe-io >"$root/etc/dpkg/dpkg.cfg.d/urlsieve"
  touch "$root/etc/ready"
fi
cp /etc/resolv.conf "$root/etc/resolv.conf"

# Replaces only the sources and keeps their modification times, so that builds in the chroot stay
# valid.
mkdir -p "$tree"
find "$tree" -mindepth 1 -maxdepth 1 ! -name build -exec rm -rf {} +
git ls-files -z --cached --others --exclude-standard |
  while IFS= read -r -d '' file; do [ ! -e "$file" ] || printf '%s\0' "$file"; done |
  tar --null -T - -cf - | tar -C "$tree" -xf -
if [ -d build/node_modules ] && [ ! -e "$tree/build/node_modules" ]; then
  mkdir -p "$tree/build"
  cp -a build/node_modules "$tree/build/"
fi

# Packages need a maintainer: the committer of this checkout, because git in the chroot has no
# configuration.
maintainer=()
if name=$(git config user.name) && email=$(git config user.email); then maintainer=(DEBFULLNAME="$name" DEBEMAIL="$email"); fi

# inside COMMAND...: runs the command in the tree of the chroot. Its mounts end with it.
inside() {
  local cache=()
  [ -z "${CCACHE_DIR:-}" ] || cache=(CCACHE_DIR=/ccache CCACHE_MAXSIZE="${CCACHE_MAXSIZE:-5G}" CCACHE_SLOPPINESS="${CCACHE_SLOPPINESS:-}"
    CMAKE_CXX_COMPILER_LAUNCHER=ccache CMAKE_C_COMPILER_LAUNCHER=ccache)
  # shellcheck disable=SC2016
  CCACHE_FOLDER=${CCACHE_DIR:-} SHARED_FOLDER=${URLSIEVE_SHARED:-} unshare --mount bash -ec '
    root=$1
    shift
    # A command in the chroot can mount only below a mount point.
    mount --bind "$root" "$root"
    mount -t proc proc "$root/proc"
    mount --rbind /dev "$root/dev"
    mount -t tmpfs tmpfs "$root/run"
    if [ -n "$CCACHE_FOLDER" ]; then
      mkdir -p "$root/ccache"
      mount --bind "$CCACHE_FOLDER" "$root/ccache"
    fi
    # Tests look for the shared data beside the tree.
    if [ -n "$SHARED_FOLDER" ]; then
      mkdir -p "$root/shared"
      mount --bind -o ro "$SHARED_FOLDER" "$root/shared"
    fi
    exec chroot "$root" "$@"' bash "$root" \
    env -i --chdir=/urlsieve PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 \
    "${maintainer[@]}" ${http_proxy:+http_proxy="$http_proxy"} ${URLSIEVE_JOBS:+URLSIEVE_JOBS="$URLSIEVE_JOBS"} "${cache[@]}" "$@"
}

# in_prepared COMMAND: a line of bash that may call the functions of cmake/prepare.sh.
in_prepared() { inside bash -ec ". cmake/prepare.sh; $1"; }

# install_inside ARGUMENTS: install_packages with these words of bash in the chroot. Skips the run if no mirror delivers the
# packages; a package that does not exist is a failure.
install_inside() {
  in_prepared "install_packages $1" 2>"$systems/packages.log" && return 0
  cat "$systems/packages.log" >&2
  ! grep -qE 'Could not (resolve|connect)|(Failed|Unable) to fetch' "$systems/packages.log" ||
    { echo "skipped: packages of Debian are unavailable"; exit 77; }
  exit 1
}

[ -z "${CCACHE_DIR:-}" ] || install_inside '"to reuse compiled files" ccache'

# build_all: the release with all tests. Reuses the objects of `run`, which warnings do not stop; `gcc` stops at warnings.
build_all() {
  install_inside '"to build and test urlsieve" "${build_packages[@]}" "${test_packages[@]}" "${bench_packages[@]}"'
  in_prepared 'compiler_arguments "$default_cxx"
    configure_tree release "${compiler_arguments[@]}" -DURLSIEVE_PYTHON=ON -DPython3_EXECUTABLE=/usr/bin/python3 -DURLSIEVE_WERROR=OFF
    build_tree build/release'
}

for stage in "${stages[@]}"; do
  began=$SECONDS
  case $stage in
    run) inside bash corpora/run.sh ;;
    golden)
      # Installs the programs that the cases call.
      install_inside '"to run golden cases" "${case_packages[@]}" python3'
      inside bash -c 'printf "%s\0" tests/cli/cases/* | xargs -0 -P "$(nproc)" -n 1 bash tests/cli/run_case.sh build/release/urlsieve' ;;
    gcc)
      install_inside '"to build urlsieve" "${build_packages[@]}"'
      in_prepared 'compiler_arguments g++
        configure_tree gcc "${compiler_arguments[@]}"
        build_tree build/gcc' ;;
    quick)
      build_all
      inside bash -c 'ctest --test-dir build/release -L fast -j "$(($(nproc) + 1))" --output-on-failure --no-label-summary' ;;
    packages)
      build_all
      mkdir -p "$tree/build/systems"
      ln -f "$systems/$suite.tar" "$tree/build/systems/"
      inside ctest --test-dir build/release -L packages --output-on-failure --no-label-summary --no-tests=error ;;
    tests) inside bash tests/run.sh ;;
    compile)
      install_inside '"to compile urlsieve by g++" $(printf "%s\n" "${build_packages[@]}" | grep -vx clang-19)'
      in_prepared 'compiler_arguments g++
        configure_tree gcc "${compiler_arguments[@]}" -DCMAKE_CXX_FLAGS=-O0 -DCMAKE_C_FLAGS=-O0
        build_tree build/gcc urlsieve_tool
        quietly xargs -0 -a <(printf "tests/cli/cases/%s\0" '"$compile_cases"') -P "$(nproc)" -n 1 \
          bash tests/cli/run_case.sh build/gcc/urlsieve' ;;
  esac
  printf '%-52s %4d s\n' "$suite: $stage" $((SECONDS - began))
done
