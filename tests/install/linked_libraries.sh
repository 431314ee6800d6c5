#!/usr/bin/env bash
# Each shared library costs every start of the program: linked_libraries.sh PROGRAM fails where it is linked with one that
# is not known to be needed. Those that few runs need are loaded late, those that have archives are linked in.
set -euo pipefail
known=' libfmt.so libsimdjson.so libisal.so libtbb.so libstdc++.so libm.so libgcc_s.so libc.so ld-linux-x86-64.so '
status=0
while read -r name; do
  case $known in
    *" ${name%%.so*}.so "*) ;;
    *) echo "linked with $name" && status=1 ;;
  esac
done < <(readelf -d "$1" | sed -n 's/.*(NEEDED).*\[\(.*\)\].*/\1/p')
exit $status
