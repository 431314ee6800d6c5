#!/usr/bin/env python3
"""Runs urlsieve on a Dask cluster: one extract a group of inputs, one merge a shard, one join.

    urlsieve_dask.py --scheduler tcp://HOST:8786 -o OUT --work WORK --shards 64 INPUT... -- --fields url,count

Each attempt at a task is one process that writes a directory of its own below WORK, which all workers share. One
that ends with _SUCCESS gets the name of its task; so a task that ran twice, or whose worker died, does no harm: what
is there is done.
"""
import argparse
import glob
import os
import shutil
import subprocess
import sys
import uuid

from distributed import Client, as_completed


def run(command, target):
    """One urlsieve process that makes the directory `target`."""
    if os.path.exists(os.path.join(target, "_SUCCESS")):
        return target
    attempt = f"{target}.attempt-{uuid.uuid4().hex[:12]}"
    try:
        ended = subprocess.run(command + ["-o", attempt], stderr=subprocess.PIPE, text=True)
        if ended.returncode != 0 or not os.path.exists(os.path.join(attempt, "_SUCCESS")):
            raise RuntimeError(f"{' '.join(command)}: exit code {ended.returncode}: {ended.stderr.strip()}")
        os.rename(attempt, target)
    except (OSError, RuntimeError):
        # Another attempt at the same task, whose worker was lost, may have come first.
        if not os.path.exists(os.path.join(target, "_SUCCESS")):
            raise
    finally:
        shutil.rmtree(attempt, ignore_errors=True)
    return target


def groups(inputs, count):
    """The inputs in `count` groups of neighbours, so that their order stays that of a single run."""
    count = max(1, min(count, len(inputs)))
    return [inputs[i * len(inputs) // count:(i + 1) * len(inputs) // count] for i in range(count)]


def all_of(client, commands, retries):
    """Runs {target: command} on the workers and returns when all targets are there."""
    futures = [client.submit(run, command, target, key=f"urlsieve-{target}", retries=retries, pure=False)
               for target, command in commands.items()]
    for future in as_completed(futures):
        future.result()


def main():
    own, extract_options = sys.argv[1:], []
    if "--" in own:
        cut = own.index("--")
        own, extract_options = own[:cut], own[cut + 1:]
    parser = argparse.ArgumentParser(
        description="urlsieve on a Dask cluster; what stands behind -- are options of urlsieve extract")
    parser.add_argument("inputs", nargs="+", metavar="INPUT", help="files, named as all workers see them")
    parser.add_argument("--scheduler", required=True, metavar="ADDRESS")
    parser.add_argument("-o", "--output", required=True, metavar="DIR")
    parser.add_argument("--work", required=True, metavar="DIR", help="folder that all workers share")
    parser.add_argument("--shards", type=int, default=16, metavar="N")
    parser.add_argument("--splits", type=int, default=0, metavar="N", help="groups of inputs (default: one a file)")
    parser.add_argument("--retries", type=int, default=3, metavar="N", help="of a task that fails")
    parser.add_argument("--urlsieve", default="urlsieve", metavar="PATH", help="the program, on the workers")
    parser.add_argument("--keep-work", action="store_true")
    options = parser.parse_args(own)

    work = os.path.abspath(options.work)
    os.makedirs(work, exist_ok=True)
    extract = [options.urlsieve, "extract", "--quiet", "--shards", str(options.shards), *extract_options]
    merge = [options.urlsieve, "merge", "--quiet"]
    inputs = [os.path.abspath(name) for name in options.inputs]

    with Client(options.scheduler) as client:
        splits = {os.path.join(work, f"split-{i:05}"): extract + group
                  for i, group in enumerate(groups(inputs, options.splits or len(inputs)))}
        all_of(client, splits, options.retries)
        shards = {os.path.join(work, f"shard-{i:05}"): merge + ["--shard", str(i), *splits]
                  for i in range(options.shards)}
        all_of(client, shards, options.retries)
    ended = subprocess.run(merge + [*shards, "-o", options.output])
    if ended.returncode == 0 and not options.keep_work:
        # Attempts of workers that died, too; one that is still at work finds that its directory is gone.
        for target in [*splits, *shards, *glob.glob(os.path.join(glob.escape(work), "*.attempt-*"))]:
            shutil.rmtree(target, ignore_errors=True)
    return ended.returncode


if __name__ == "__main__":
    sys.exit(main())
