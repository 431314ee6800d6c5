#!/usr/bin/env bash
# make_test.sh PROGRAM MAKEFILE: make runs a plan, is interrupted, and resumes. Exit code 77:
# skipped.
program=$(realpath "$1")
makefile=$(realpath "$2")
source "$(dirname "${BASH_SOURCE[0]}")/planned_inputs.sh"
skip_without make

make_plan
make -s -f "$makefile" -j3 OUT=out URLSIEVE="$work/slow" >first.log 2>&1 &
running=$!
for _ in $(seq 600); do ! compgen -G 'out/tasks/extract-*.result' >/dev/null || break; sleep 0.05; done
kill "$running"
wait "$running" || true
make -s -f "$makefile" -j3 -k OUT=out URLSIEVE="$program" || { cat first.log; exit 1; }
check_output
echo "same as a single run, with make killed in the middle"
