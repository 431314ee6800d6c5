#!/usr/bin/env bash
# Makes a copy of ICU's data library that holds only what urlsieve uses: converters, aliases and normalization.
# reduce_icu_data.sh COMPILER ICUPKG LIBRARY COPY. Fails without a copy if LIBRARY has another form than Debian's, or the form
# of another processor.
set -euo pipefail
compiler=$1 icupkg=$2 library=$3 copy=$4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

soname=$(objdump -p "$library" | awk '$1 == "SONAME" { print $2 }')
# The library has one symbol: the package of data, which fills its section.
read -r address size symbol < <(readelf --wide --dyn-syms "$library" | awk '$8 ~ /^icudt[0-9]+_dat$/ { print $2, $3, $8 }')
read -r begin length < <(readelf --wide --section-headers "$library" | sed 's/^ *\[ *[0-9]*\]//' | awk '$1 == ".rodata" { print $3, $5 }')
[ $((16#$address)) = $((16#$begin)) ] && [ $((size)) = $((16#$length)) ]
mkdir "$work/used"
data=$work/${symbol%_dat}l.dat
used=$work/used/${symbol%_dat}l.dat  # icupkg writes the name of the file into the package
objcopy -O binary --only-section=.rodata "$library" "$data"
"$icupkg" -l "$data" | grep -vE '^([^/]*[.](cnv|nrm)|cnvalias[.]icu)$' >"$work/unused.txt"
[ -s "$work/unused.txt" ]
"$icupkg" --remove "$work/unused.txt" "$data" "$used"
"$compiler" -shared -nostdlib -Wl,-soname,"$soname" -Wl,-z,noexecstack -o "$copy" -x assembler - <<END
  .section .rodata
  .balign 16
  .globl $symbol
  .type $symbol, %object
$symbol:
  .incbin "$used"
  .size $symbol, . - $symbol
END
