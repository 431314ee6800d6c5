#!/usr/bin/env bash
# wheel.sh BUILD_TREE WORK PYTHON SAMPLES: builds the wheel, installs it with pip in an empty
# virtual environment without an index, and uninstalls it completely.
set -euo pipefail
build=$1 work=$2 python=$3 samples=$4
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
command -v patchelf >/dev/null || { echo "skipped: needs patchelf: apt-get install patchelf"; exit 77; }
"$python" -c 'import ensurepip' 2>/dev/null || { echo "skipped: needs Debian's package python3-venv"; exit 77; }
"$python" -c 'import tomllib' 2>/dev/null || { echo "skipped: the script of the wheel needs Python 3.11"; exit 77; }
rm -rf "$work"
mkdir -p "$work"
cmake --build "$build" --target wheel >"$work/log"
wheels=("$build"/packages/urlsieve-*.whl)
[ ${#wheels[@]} = 1 ]
failed=0
fail() {
  echo "$*"
  failed=1
}

"$python" -m venv "$work/venv"
list() { (cd "$work/venv" && find . -name __pycache__ -prune -o -print | sort); }
list >"$work/before"
"$work/venv/bin/pip" install --no-index --quiet --disable-pip-version-check "${wheels[0]}"
# Runs in another folder, so that nothing comes from the source tree, with the loader settings of
# the environment only.
cp "$here/use_wheel.py" "$work"
(cd "$work" && env -u PYTHONPATH -u LD_LIBRARY_PATH LD_DEBUG=files "$work/venv/bin/python" -I use_wheel.py "$samples" "$work/links") \
  2>"$work/loader" || { grep -v 'calling\|file=\|^ *[0-9]*:' "$work/loader"; fail "the program failed in the environment"; }
loaded=$(sed -n 's/.*calling init: //p' "$work/loader")
for name in urlsieve-libicudata urlsieve-libarchive urlsieve-libcurl urlsieve-libpsl urlsieve-libtbb libtbbmalloc; do
  grep -q "/venv/.*/urlsieve[.]libs/${name}[.]" <<<"$loaded" || fail "$name of the wheel was not loaded"
done
# Binaries of the wheel depend only on each other and on libraries of every system.
outside=$(sed -n "s#.*file=\([^ ]*\) .*needed by $work/venv.*urlsieve.*#\1#p" "$work/loader" |
  grep -vE "^$work/venv" | grep -vE '^urlsieve-|^(lib(c|m|resolv|stdc\+\+|gcc_s|dl|pthread|rt)\.so|ld-linux)' | sort -u || true)
[ -z "$outside" ] || fail "needed from outside: $outside"

# No symbol requires a newer glibc than the platform tag declares.
newest=$(find "$work/venv" -path '*urlsieve*.so*' -exec readelf -V {} + | grep -oE 'GLIBC_2\.[0-9]+' | sort -Vu | tail -n 1)
tag=$(sed -n 's/.*-manylinux_2_\([0-9]*\)_.*/\1/p' <<<"${wheels[0]}")
[ -n "$tag" ] || fail "no manylinux wheel: $(basename "${wheels[0]}")"
[ "${newest#GLIBC_2.}" -le "$tag" ] || fail "the tag names glibc 2.$tag, the binaries need $newest"

"$work/venv/bin/pip" check --disable-pip-version-check >"$work/log" || fail "$(cat "$work/log")"
"$work/venv/bin/pip" uninstall --yes --quiet urlsieve
list | diff "$work/before" - || fail "pip uninstall left files"
exit "$failed"
