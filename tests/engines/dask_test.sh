#!/usr/bin/env bash
# The Dask driver for real: a scheduler, two workers, one of which is killed in the middle; the output must be that
# of a single run. dask_test.sh PROGRAM DRIVER. Exit code 77: skipped.
set -euo pipefail
program=$(realpath "$1")
driver=$(realpath "$2")
# Debian's packages are those of /usr/bin/python3, which need not be the first one in the path.
python=
for candidate in python3 /usr/bin/python3; do
  if [ -z "$python" ] && "$candidate" -c 'import distributed' 2>/dev/null; then python=$candidate; fi
done
if [ -z "$python" ]; then
  echo "skipped: python3-distributed is not installed"
  exit 77
fi

work=$(mktemp -d)
processes=()
finish() {
  for process in "${processes[@]}"; do kill -9 "$process" 2>/dev/null || true; done
  wait 2>/dev/null || true
  rm -rf "$work"
}
trap finish EXIT
cd "$work"

# Inputs that share many URLs, and a program slow enough to be killed at work.
mkdir in
for n in 1 2 3 4 5 6; do
  for k in $(seq 1 400); do echo "see http://host$((n * k % 37)).example/$((k % 83))?$((n * k % 29)) there"; done >in/$n.txt
done
cat >slow <<SLOW
#!/bin/sh
[ "\$1" = merge ] || sleep 0.7
exec "$program" "\$@"
SLOW
chmod +x slow

"$python" - "$work/address" >scheduler.log 2>&1 <<'PYTHON' &
import asyncio, sys
from distributed import Scheduler

async def serve():
    async with Scheduler(host="127.0.0.1", port=0, dashboard_address=None, dashboard=False) as scheduler:
        with open(sys.argv[1] + ".new", "w") as out:
            out.write(scheduler.address)
        import os
        os.rename(sys.argv[1] + ".new", sys.argv[1])
        await scheduler.finished()

asyncio.run(serve())
PYTHON
processes+=($!)
for _ in $(seq 300); do [ -f address ] && break; sleep 0.1; done
address=$(cat address)
for n in 1 2; do
  # The worker's own process does the work (no nanny), so that killing it kills the worker.
  "$python" - "$address" "$work/worker$n" >worker$n.log 2>&1 <<'PYTHON' &
import asyncio, sys
from distributed import Worker

async def serve():
    async with Worker(sys.argv[1], nthreads=1, local_directory=sys.argv[2], dashboard=False) as worker:
        await worker.finished()

asyncio.run(serve())
PYTHON
  processes+=($!)
done

fields='url,count,source'
"$python" "$driver" --scheduler "$address" --work "$work/work" -o "$work/out" --shards 5 --urlsieve "$work/slow" in/*.txt \
  -- --fields "$fields" --compress zstd >driver.log 2>&1 &
running=$!
processes+=("$running")
# The first split is there, others are being made: now one worker dies.
for _ in $(seq 600); do [ -z "$(ls -d work/split-*/_SUCCESS 2>/dev/null)" ] || break; sleep 0.05; done
kill -9 "${processes[2]}"
wait "$running" || { cat driver.log scheduler.log worker*.log; exit 1; }

"$program" extract -q --shards 5 --fields "$fields" --compress zstd -o single "$work"/in/*.txt
diff -r single out
"$program" verify out
echo "same as a single run, with one of two workers killed"
