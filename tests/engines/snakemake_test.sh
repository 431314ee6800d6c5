#!/usr/bin/env bash
# snakemake_test.sh PROGRAM SNAKEFILE: Snakemake runs a plan, is killed, and resumes. Exit code 77:
# skipped.
program=$(realpath "$1")
snakefile=$(realpath "$2")
source "$(dirname "${BASH_SOURCE[0]}")/planned_inputs.sh"
skip_without snakemake

make_plan
export HOME=$work XDG_CACHE_HOME=$work/cache
snakemake -s "$snakefile" -j 3 --quiet --nolock --config out=out urlsieve="$work/slow" >first.log 2>&1 &
running=$!
for _ in $(seq 1200); do ! compgen -G 'out/tasks/extract-*.over' >/dev/null || break; sleep 0.05; done
kill -9 "$running"
wait "$running" || true
snakemake -s "$snakefile" -j 3 -k --quiet --nolock --rerun-incomplete --config out=out urlsieve="$program" >second.log 2>&1 || { cat first.log second.log; exit 1; }
check_output
echo "same as a single run, with Snakemake killed in the middle"
