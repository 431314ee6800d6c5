#!/usr/bin/env bash
# Each shared library costs every start of the program: linked_libraries.sh PROGRAM fails where it is linked with one that
# is not known to be needed. Those that few runs need are loaded late, those that have archives are linked in.
set -euo pipefail
known=' libfmt.so libsimdjson.so libisal.so libtbb.so libstdc++.so libm.so libgcc_s.so libc.so ld-linux-x86-64.so '
status=0
names=$(readelf -d "$1" | sed -n 's/.*(NEEDED).*\[\(.*\)\].*/\1/p')
# RE2 of Debian 13 uses Abseil, so the program links the shared libraries of both.
if grep -q '^libabsl_' <<<"$names"; then
  names=$(grep -v '^libabsl_' <<<"$names")
  known+='libre2.so libatomic.so '
fi
while read -r name; do
  case $known in
    *" ${name%%.so*}.so "*) ;;
    *) echo "linked with $name" && status=1 ;;
  esac
done <<<"$names"
exit $status
