#!/usr/bin/env bash
# parallel_test.sh PROGRAM DRIVER: GNU parallel runs a plan; a task fails at first. Exit code 77:
# skipped.
program=$(realpath "$1")
driver=$(realpath "$2")
source "$(dirname "${BASH_SOURCE[0]}")/planned_inputs.sh"
skip_without parallel

make_plan
cat >failing <<FAILING
#!/bin/sh
case "\$*" in *extract-00002*) [ -e "$work/failed" ] || { touch "$work/failed"; exit 3; } ;; esac
exec "$program" "\$@"
FAILING
chmod +x failing
URLSIEVE=$work/failing bash "$driver" out -j3
[ -e failed ]
check_output
echo "same as a single run"
