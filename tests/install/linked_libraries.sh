#!/usr/bin/env bash
# linked_libraries.sh PROGRAM: fails if the program links a shared library that is not in the list,
# because each shared library slows every start. Rarely needed libraries are loaded on demand;
# libraries with static archives are linked statically.
set -euo pipefail
known=' libfmt.so libsimdjson.so libisal.so libtbb.so libstdc++.so libm.so libgcc_s.so libc.so ld-linux-x86-64.so '
status=0
names=$(readelf -d "$1" | sed -n 's/.*(NEEDED).*\[\(.*\)\].*/\1/p')
# RE2 of Debian 13 needs Abseil, so the program links the shared library of RE2, which alone links Abseil.
loaded=$(ldd "$1")
if [[ $loaded = *libabsl_* ]]; then known+='libre2.so '; fi
while read -r name; do
  case $known in
    *" ${name%%.so*}.so "*) ;;
    *) echo "linked with $name" && status=1 ;;
  esac
done <<<"$names"
exit $status
