#!/usr/bin/env bash
# adapters_test.sh PROGRAM ENGINES PYTHON: adapters of engines that are not installed: checks their
# documents field by field, and runs a plan with their commands. The output must equal that of a
# single run.
program=$(realpath "$1")
engines=$(realpath "$2")
python=$3
here=$(realpath "$(dirname "${BASH_SOURCE[0]}")")
source "$here/planned_inputs.sh"
mkdir bin
ln -s "$program" bin/urlsieve
export PATH=$work/bin:$PATH URLSIEVE_ENGINES=$engines PYTHONDONTWRITEBYTECODE=1
code=0
for engine in kubernetes aws-batch nextflow airflow ray; do
  make_plan
  "$python" "$here/adapters_test.py" "$engine" "$work/out" 3 || code=$?
  [ "$code" = 0 ] || exit "$code"
  check_output
  rm -rf out
  echo "$engine: same as a single run"
done

# Unreadable inputs end the plan with exit code 1, which an engine must neither treat as success nor
# retry forever.
mv in/3.txt aside
printf '%s\n' in/1.txt in/3.txt >list
for engine in nextflow airflow ray; do
  "$program" plan -q --files-from list --splits 2 --shards 2 -o out
  "$python" "$here/adapters_test.py" "$engine" "$work/out" 2 incomplete
  [ ! -e out/_SUCCESS ] && [ -e out/manifest.json ]
  rm -rf out
done
mv aside in/3.txt
"$python" "$here/adapters_test.py" hadoop "$work" 3
