#!/usr/bin/env python3
"""Does the tasks of a plan on a Dask cluster.

    urlsieve plan --files-from LIST --splits 200 -o OUT
    urlsieve_dask.py OUT --scheduler tcp://HOST:8786

OUT and the inputs have the same names on all workers. A worker that is lost loses the task that it was at; a scheduler that is
started again is waited for, and what is done is not done again. The exit code is that of the plan.
"""
import argparse
import json
import os
import subprocess
import sys
import time

from distributed import Client

DONE, OVER, FAILED, LATER = 0, 1, 3, 4


def run(program, out, task, *needs):
    """One task; `needs` are only waited for. Returns its exit code: 1 if its inputs are left out."""
    for pause in (1, 2, 4, 8, 16, 32):
        ended = subprocess.run([program, "run-task", "-q", out, task], stderr=subprocess.PIPE, text=True)
        if ended.returncode in (DONE, OVER):
            return ended.returncode
        if ended.returncode not in (FAILED, LATER):
            break
        time.sleep(pause)
    raise RuntimeError(f"{task}: exit code {ended.returncode}: {ended.stderr.strip()}")


def submit(client, tasks, options):
    futures = {}
    for task in tasks:
        futures[task["id"]] = client.submit(run, options.urlsieve, options.out, task["id"], *[futures[need] for need in task["needs"]],
                                            key=f"urlsieve-{options.out}-{task['id']}", retries=2, pure=False)
    return futures


def main():
    parser = argparse.ArgumentParser(description="Does the tasks of a plan of urlsieve on a Dask cluster.")
    parser.add_argument("out", metavar="OUT", help="the directory with the plan, as all workers see it")
    parser.add_argument("--scheduler", required=True, metavar="ADDRESS")
    parser.add_argument("--urlsieve", default="urlsieve", metavar="PATH", help="the program, on the workers")
    parser.add_argument("--patience", type=float, default=300, metavar="SECONDS", help="for a scheduler that is gone")
    options = parser.parse_args()
    options.out = os.path.abspath(options.out)
    with open(os.path.join(options.out, "plan.jsonl"), encoding="utf-8") as plan:
        tasks = [json.loads(line) for line in list(plan)[1:]]

    last_seen = time.monotonic()
    while True:
        try:
            with Client(options.scheduler, timeout=5) as client:
                last_seen = time.monotonic()
                futures = submit(client, tasks, options)
                # A task that fails takes those that need it with it; the plan says more of that than Dask does.
                while not futures["publish"].done():
                    client.scheduler_info()
                    if client.status != "running":
                        raise OSError("the scheduler is gone")
                    last_seen = time.monotonic()
                    time.sleep(0.2)
                if futures["publish"].status in ("finished", "error"):
                    break
        except (OSError, TimeoutError) as problem:
            if time.monotonic() - last_seen > options.patience:
                sys.exit(f"urlsieve_dask.py: {problem}")
        time.sleep(1)
    code = subprocess.run([options.urlsieve, "plan", "--status", options.out], stdout=sys.stderr).returncode
    return FAILED if code == LATER else code


if __name__ == "__main__":
    sys.exit(main())
