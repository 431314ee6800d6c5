#!/usr/bin/env bash
# dask_test.sh PROGRAM DRIVER: the Dask driver with a restarted scheduler and two workers, of which
# one is killed; the output must equal that of a single run. Exit code 77: skipped.
program=$(realpath "$1")
driver=$(realpath "$2")
source "$(dirname "${BASH_SOURCE[0]}")/planned_inputs.sh"
# Debian's packages belong to /usr/bin/python3, which may not be the first in PATH.
python=
for candidate in python3 /usr/bin/python3; do
  if [ -z "$python" ] && "$candidate" -c 'import distributed' 2>/dev/null; then python=$candidate; fi
done
if [ -z "$python" ]; then
  echo "skipped: python3-distributed is not installed"
  exit 77
fi

start_scheduler() {
  rm -f address
  "$python" - "$work/address" "${1:-0}" >>scheduler.log 2>&1 <<'PYTHON' &
import asyncio, os, sys
from distributed import Scheduler

async def serve():
    async with Scheduler(host="127.0.0.1", port=int(sys.argv[2]), dashboard_address=None, dashboard=False) as scheduler:
        with open(sys.argv[1] + ".new", "w") as out:
            out.write(scheduler.address)
        os.rename(sys.argv[1] + ".new", sys.argv[1])
        await scheduler.finished()

asyncio.run(serve())
PYTHON
  scheduler=$!
  processes+=($!)
  for _ in $(seq 300); do [ -f address ] && break; sleep 0.1; done
  address=$(cat address)
}

# Without a nanny the worker process does the work, so that a kill hits the work.
start_worker() {
  "$python" - "$address" "$work/worker$1" >>"worker$1.log" 2>&1 <<'PYTHON' &
import asyncio, sys
from distributed import Worker

async def serve():
    async with Worker(sys.argv[1], nthreads=1, local_directory=sys.argv[2], dashboard=False) as worker:
        await worker.finished()

asyncio.run(serve())
PYTHON
  worker=$!
  processes+=($!)
}

wait_for_results() {
  for _ in $(seq 1200); do
    [ "$(find out/tasks -name 'extract-*.result' | wc -l)" -lt "$1" ] || return 0
    sleep 0.05
  done
}

make_plan
start_scheduler
start_worker 1
first=$worker
start_worker 2
second=$worker
"$python" "$driver" out --scheduler "$address" --urlsieve "$work/slow" >driver.log 2>&1 &
running=$!
processes+=("$running")
# Some splits are done and others run: kills a worker, then the scheduler.
wait_for_results 1
kill -9 "$first"
wait_for_results 2
kill -9 "$scheduler" "$second"
start_scheduler "${address##*:}"
start_worker 3
start_worker 4
wait "$running" || { cat driver.log scheduler.log worker*.log; exit 1; }
check_output
echo "same as a single run, with a worker killed and the scheduler started again"
