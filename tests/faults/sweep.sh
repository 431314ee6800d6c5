#!/usr/bin/env bash
# sweep.sh PROGRAM SWEEP INJECTOR [OPTION...]: makes what the runs are given, and sweeps faults over them; the options
# are those of fault_sweep.cpp.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
bash "$(dirname "${BASH_SOURCE[0]}")/given.sh" "$1" "$work"
"$2" "$(realpath "$1")" "$(realpath "$3")" "$work" "${@:4}"
