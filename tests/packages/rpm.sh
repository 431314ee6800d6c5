#!/usr/bin/env bash
# The rpm has the program, its libraries, pages and completions, and requires the C library alone: rpm.sh BUILD_TREE FOLDER
# An rpm takes a minute, so the test runs only if URLSIEVE_RPM is set.
set -euo pipefail
[ -n "${URLSIEVE_RPM:-}" ] || { echo "skipped: takes a minute; set URLSIEVE_RPM=yes to run it"; exit 77; }
command -v rpm >/dev/null || { echo "skipped: needs rpm: apt-get install rpm"; exit 77; }
grep -q "^set(CPACK_GENERATOR .*RPM" "$1/CPackConfig.cmake" ||
  { echo "skipped: no rpm without rpmbuild and URLSIEVE_MAINTAINER"; exit 77; }
rm -rf "$2"
(cd "$1" && cpack -G RPM -B "$2")
rm -rf "$2/_CPack_Packages"
package=$(find "$2" -name '*.rpm')
failed=0
files=$(rpm -qpl "$package")
for file in bin/urlsieve lib/urlsieve/bin/urlsieve share/man/man1/urlsieve.1 share/man/man1/urlsieve-extract.1 \
  share/bash-completion/completions/urlsieve share/zsh/site-functions/_urlsieve share/fish/vendor_completions.d/urlsieve.fish \
  share/doc/urlsieve/README.md share/doc/urlsieve/docs/howto/packaging.md share/doc/urlsieve/src/engines/README.md; do
  grep -qE "^/usr/$file([.]gz)?$" <<<"$files" || { echo "no /usr/$file in the package"; failed=1; }
done
grep -q '^/usr/lib/urlsieve/lib/libicudata[.]so' <<<"$files" || { echo "no ICU in the package"; failed=1; }
outside=$(grep -vE '^/usr/(bin/urlsieve$|lib/urlsieve(/|$)|share/(man|bash-completion|zsh|fish|doc)(/|$))' <<<"$files" || true)
[ -z "$outside" ] || { echo "unexpected files: $outside"; failed=1; }
required=$(rpm -qpR "$package" | grep -v '^rpmlib(')
[[ $required =~ ^'glibc >= '[0-9.]+$ ]] || { echo "requires: $required"; failed=1; }
exit "$failed"
