#!/usr/bin/env python3
"""Runs a plan on a Ray cluster: urlsieve_ray.py OUT [--workers 20] [--cpus 4]

Workers take tasks until the plan is published. The exit code is that of the plan.
"""

import argparse
import subprocess
import sys

import ray

INCOMPLETE = 1  # the plan is published without some inputs


def work(program, out):
    """Runs tasks until the plan is published. Raises RuntimeError for a failure that may be retried."""
    done = subprocess.run([program, "run-task", "--quiet", out], stderr=subprocess.PIPE, text=True)
    if done.returncode not in (0, INCOMPLETE):
        raise RuntimeError(f"exit code {done.returncode}: {done.stderr.strip()}")
    return done.returncode


def main():
    parser = argparse.ArgumentParser(description="Runs a plan of urlsieve on a Ray cluster.")
    parser.add_argument("out", metavar="OUT", help="a folder that all machines share, or s3://BUCKET/PREFIX")
    parser.add_argument("--workers", type=int, default=4, metavar="N")
    parser.add_argument("--cpus", type=float, default=1, metavar="N", help="of each worker")
    parser.add_argument("--urlsieve", default="urlsieve", metavar="PATH", help="the program, on the workers")
    options = parser.parse_args()
    ray.init()
    remote = ray.remote(num_cpus=options.cpus, max_retries=10, retry_exceptions=True)(work)
    codes = ray.get([remote.remote(options.urlsieve, options.out) for _ in range(options.workers)])
    return max(codes)


if __name__ == "__main__":
    sys.exit(main())
