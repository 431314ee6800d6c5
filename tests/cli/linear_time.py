"""Checks that the program works in time linear in the size of an input."""

import re
import resource
import subprocess

SMALL = 128 << 10
# Processor time, in seconds, within which a run on 8 * SMALL bytes cannot be quadratic. Longer runs are measured.
QUICK = 0.5
LONGEST = 60
# Linear work from 2n to 4n bytes takes twice the instructions of the work from n to 2n, quadratic work four times.
MOST = 2.6


def run(program, options, path, before=()):
    """Runs extract in one thread. Returns its standard error, or None after LONGEST seconds. Damaged inputs and
    missing URLs are not failures."""
    try:
        ended = subprocess.run([*before, program, "extract", "-q", "--threads=1", *options, path], check=False,
                               stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, timeout=LONGEST)
    except subprocess.TimeoutExpired:
        return None
    if ended.returncode not in (0, 1, 3):
        raise SystemExit(f"{options}: ended with {ended.returncode}: {ended.stderr!r}")
    return ended.stderr.decode(errors="replace")


def is_quick(program, options, path):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    if run(program, options, path) is None:
        return False
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime <= QUICK


def instructions(program, options, path):
    """Returns the number of instructions of a run, or infinity if the run did not end."""
    printed = run(program, options, path, ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"])
    return float("inf") if printed is None else int(re.search(r"Collected : (\d+)", printed).group(1))


def complaint(program, options, path, make):
    """Returns the instructions for make(SIZE) of three sizes if they grow faster than the sizes, else None."""
    path.write_bytes(make(8 * SMALL))
    if is_quick(program, options, path):
        return None
    counts = []
    for times in (1, 2, 4):
        path.write_bytes(make(times * SMALL))
        counts.append(instructions(program, options, path))
    once, twice, four = counts
    return None if four - twice <= MOST * (twice - once) else f"{once}, {twice}, {four} instructions"
