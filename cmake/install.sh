#!/bin/sh
# Installs this portable urlsieve for all users or for you: sh install.sh [--uninstall] [PREFIX]
# PREFIX is /usr/local if you may write there, else ~/.local. The program and its libraries are copied to PREFIX/lib/urlsieve;
# PREFIX/bin/urlsieve is a link; manual pages, completions and the guide are copied to PREFIX/share.
# --uninstall removes what an installation copied to PREFIX.
set -eu
action=install
case "${1:-}" in
  --uninstall) action=uninstall && shift ;;
  -*) sed -n '2,5s/^# //p' "$0" && exit 2 ;;
esac
if [ $# -gt 0 ]; then
  prefix=$1
elif [ -w /usr/local ]; then
  prefix=/usr/local
else
  prefix=$HOME/.local
fi
[ -n "$prefix" ] || { echo "install.sh: PREFIX is empty" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
list=$prefix/lib/urlsieve/installed

remove_installed() {
  [ -f "$list" ] || return 0
  while IFS= read -r file; do rm -f "$prefix/$file"; done <"$list"
  rm -rf "$prefix/lib/urlsieve"
  if [ -d "$prefix/share/doc/urlsieve" ]; then
    find "$prefix/share/doc/urlsieve" -depth -type d -exec rmdir {} \; 2>/dev/null || true
  fi
}

if [ "$action" = uninstall ]; then
  [ -f "$list" ] || { echo "install.sh: $prefix has no urlsieve that this script installed" >&2; exit 1; }
  remove_installed
  echo "Removed urlsieve from $prefix"
  exit 0
fi

mkdir -p "$prefix/bin" "$prefix/lib" "$prefix/share"
prefix=$(cd "$prefix" && pwd)
list=$prefix/lib/urlsieve/installed
case $here/ in "$prefix/lib/urlsieve/"*) echo "install.sh: run the script of the unpacked archive" >&2; exit 1 ;; esac
for path in bin/urlsieve lib/urlsieve; do
  if [ ! -f "$list" ] && { [ -e "$prefix/$path" ] || [ -L "$prefix/$path" ]; }; then
    echo "install.sh: $prefix/$path exists and was not installed by this script" >&2
    exit 1
  fi
done
remove_installed
mkdir -p "$prefix/lib/urlsieve"
cp -R "$here/bin" "$here/lib" "$prefix/lib/urlsieve/"
(cd "$here" && find share -type f) >"$list"
echo bin/urlsieve >>"$list"
cp -R "$here/share/." "$prefix/share/"
ln -sf ../lib/urlsieve/bin/urlsieve "$prefix/bin/urlsieve"
echo "Installed $("$prefix/bin/urlsieve" --version) as $prefix/bin/urlsieve"
case ":$PATH:" in *":$prefix/bin:"*) ;; *) echo "Add $prefix/bin to PATH" ;; esac
