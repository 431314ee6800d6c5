#!/usr/bin/env bash
# use_installed.sh cmake|pkg-config TREE WORK COMPILER: builds and runs the consumer against an
# installed tree. A build tree is installed first and then moved, so that no file may contain its
# path.
set -euo pipefail
way=$1 build=$2 work=$3 compiler=$4
source_folder=$(dirname "${BASH_SOURCE[0]}")/consumer
rm -rf "$work"
mkdir -p "$work"
if [ -f "$build/CMakeCache.txt" ]; then
  cmake --install "$build" --prefix "$work/first" >"$work/log"
  mv "$work/first" "$work/tree"
else
  cp -a "$build" "$work/tree"
fi

case $way in
  cmake)
    cmake -S "$source_folder" -B "$work/build" -DCMAKE_PREFIX_PATH="$work/tree" \
      -DCMAKE_CXX_COMPILER="$compiler" >>"$work/log"
    cmake --build "$work/build" >>"$work/log"
    program=$work/build/consumer
    ;;
  pkg-config)
    libraries=$(dirname "$(find "$work/tree" -name urlsieve.pc)")
    read -ra flags < <(PKG_CONFIG_PATH=$libraries pkg-config --cflags --libs urlsieve)
    program=$work/consumer
    "$compiler" -std=c++20 "$source_folder/consumer.cpp" "${flags[@]}" -o "$program"
    ;;
esac

diff - <("$program") <<'EXPECTED'
example.com 80 0
http://a/b/g
http://example.com/a
http://a.example/
http://www.b.example/
http://c.example/x
EXPECTED

if [ "$way" = cmake ]; then
  diff - <("$work/build/frontier") <<'EXPECTED'
http://x.example/d/a
http://x.example/b
EXPECTED
  printf '%s\r\n' 'WARC/1.0' 'WARC-Type: response' 'WARC-Target-URI: http://w.example/p' \
    'Content-Type: application/http' 'Content-Length: 63' '' 'HTTP/1.1 200 OK' 'Content-Type: text/html' '' \
    '<a href="q">q</a>' '' '' >"$work/one.warc"
  diff - <("$work/build/archive_links" "$work/one.warc") <<<$'http://w.example/p\thttp://w.example/q\ta@href'
fi

"$work/tree/bin/urlsieve" --version | grep '^urlsieve [0-9]' >/dev/null
