#!/usr/bin/env bash
# prefixes.sh BUILD_TREE WORK PYTHON COMPILER: `cmake --install` to three prefixes. Python imports the package, each shell finds
# its completions, man its pages, pkg-config and CMake the library; the target `uninstall` leaves no file of urlsieve.
# The prefixes are /usr/local (an empty folder that is mounted for this test alone), a virtual environment, and a folder that
# nobody searches.
set -euo pipefail
build=$(realpath "$1") work=$2 python=$3 compiler=$4
here=$(realpath "$(dirname "${BASH_SOURCE[0]}")")
if [ -z "${URLSIEVE_OWN_MOUNTS:-}" ]; then
  [ "$(id -u)" = 0 ] || { echo "skipped: a mount over /usr/local needs root"; exit 77; }
  unshare --mount true 2>/dev/null || { echo "skipped: this machine allows no namespace for mounts"; exit 77; }
  case $(command -v cmake) in /usr/local/*) echo "skipped: CMake is in /usr/local"; exit 77 ;; esac
  case $python in /usr/local/*) echo "skipped: Python is in /usr/local"; exit 77 ;; esac
  rm -rf "$work"
  mkdir -p "$work"
  URLSIEVE_OWN_MOUNTS=yes exec unshare --mount bash "${BASH_SOURCE[0]}" "$build" "$(realpath "$work")" "$python" "$compiler"
fi
mount -t tmpfs tmpfs /usr/local
export PATH=/usr/local/bin:/usr/bin:/bin HOME=$work
cd "$work"
failed=0
fail() {
  echo "$*"
  failed=1
}
# equal NAME EXPECTED GOT
equal() { [ "$2" = "$3" ] || fail "$1: expected $2, got $3"; }
question='import urlsieve; print(urlsieve.normalize("HTTP://Example.COM:80/a"))'
answer=http://example.com/a

install_to() { DESTDIR=${DESTDIR:-} cmake --install "$build" --prefix "$1" >"$work/log"; }
uninstall() {
  cmake -DMANIFEST="$build/install_manifest.txt" -P "$here/../../cmake/uninstall.cmake" >>"$work/log" 2>&1
  local left
  [ -d "$1" ] || { fail "the folder $1 was removed"; return; }
  left=$(find "$1" -name '*urlsieve*')
  [ -z "$left" ] || fail "left in $1: $left"
}

has_python=
[ ! -d "$build/python" ] || has_python=yes
install_to /usr/local
equal program "urlsieve" "$(urlsieve --version | cut -d' ' -f1)"
[ -z "$has_python" ] || equal "Python, /usr/local" $answer "$(cd / && "$python" -c "$question" 2>&1)"
if command -v man >/dev/null; then
  equal "man" /usr/local/share/man/man1/urlsieve-extract.1 "$(man --path >/dev/null && man -w urlsieve-extract 2>&1)"
fi
if [ -f /usr/share/bash-completion/bash_completion ]; then
  equal "bash" _urlsieve "$(bash --norc -c '. /usr/share/bash-completion/bash_completion
    if declare -F _comp_load >/dev/null; then _comp_load urlsieve; else __load_completion urlsieve; fi
    complete -p urlsieve' 2>&1 | sed -n 's/.*-F \([^ ]*\).*/\1/p')"
fi
if command -v zsh >/dev/null; then
  equal "zsh" _urlsieve "$(zsh -f -c 'autoload -Uz compinit; compinit -u -D; print $_comps[urlsieve]' 2>&1)"
fi
# fish searches the folders of XDG_DATA_DIRS, which desktops set; its default lacks /usr/local.
if command -v fish >/dev/null; then
  equal "fish" extract "$(XDG_DATA_DIRS=/usr/local/share:/usr/share fish -c 'complete -C "urlsieve extr"' 2>&1 | cut -f1)"
fi
equal "pkg-config" "-L/usr/local/" "$(pkg-config --libs-only-L urlsieve 2>&1 | sed 's#\(/usr/local/\).*#\1#')"
cmake -S "$here/consumer" -B "$work/consumer" -DCMAKE_CXX_COMPILER="$compiler" >>"$work/log" 2>&1 ||
  fail "CMake does not find the package in /usr/local: see $work/log"
uninstall /usr/local

# A parent folder may have the name of the program; uninstall keeps the folder even if it is empty.
for prefix in "$work/venv" "$work/urlsieve/some folder"; do
  [ "$prefix" != "$work/venv" ] || "$python" -m venv --without-pip "$prefix"
  install_to "$prefix"
  equal "program" "urlsieve" "$("$prefix/bin/urlsieve" --version | cut -d' ' -f1)"
  [ -f "$prefix/share/zsh/site-functions/_urlsieve" ] || fail "no zsh completion in $prefix"
  if [ -n "$has_python" ]; then
    packages=$(find "$prefix" -path '*/site-packages/urlsieve' -o -path '*/dist-packages/urlsieve')
    equal "Python, $prefix" $answer "$(cd / && PYTHONPATH=${packages%/urlsieve} "$python" -c "$question" 2>&1)"
    [ "$prefix" != "$work/venv" ] || equal "Python of the environment" $answer "$(cd / && "$prefix/bin/python" -c "$question" 2>&1)"
  fi
  uninstall "$prefix"
done

# Below DESTDIR, /usr has the folders of Debian's packages.
DESTDIR=$work/root install_to /usr
[ ! -f /etc/debian_version ] || [ -f "$work/root/usr/share/zsh/vendor-completions/_urlsieve" ] ||
  fail "zsh of Debian does not search the completion of /usr"
[ -z "$has_python" ] || equal "Python, /usr" "$(cd / && "$python" -Ic 'import site
print(next(folder for folder in site.getsitepackages() if not folder.startswith("/usr/local/")))')" \
  "$(find "$work/root/usr" -type d -name urlsieve -path '*-packages/*' | sed "s#^$work/root##; s#/urlsieve\$##")"
DESTDIR=$work/root uninstall "$work/root"
exit "$failed"
