"""Whether what the program does with an input takes time linear in its size."""

import resource
import subprocess

SMALL = 128 << 10
TIMES = 8
MOMENT = 0.5
LONGEST = 60


def seconds(program, options, path, runs=3):
    """Processor time of the quickest run, no end where one did not end; what is wrong with the input is no matter."""
    least = float("inf")
    for _ in range(runs):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        try:
            ended = subprocess.run([program, "extract", "-q", "--threads=1", *options, path], stdout=subprocess.DEVNULL,
                                   stderr=subprocess.PIPE, check=False, timeout=LONGEST)
        except subprocess.TimeoutExpired:
            return float("inf")
        if ended.returncode not in (0, 1, 3):
            raise SystemExit(f"{options}: ended with {ended.returncode}: {ended.stderr!r}")
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        least = min(least, after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)
    return least


def complaint(program, options, path, make):
    """What is wrong with the time of make(SIZE), or nothing: eight times as much may take three times eight as long,
    where a quadratic reading would take sixty-four times. What is over in a moment is not compared: it may be noise,
    and no quadratic reading of 1 MiB is."""
    path.write_bytes(make(TIMES * SMALL))
    large = seconds(program, options, path, 1)
    if large <= MOMENT:
        return None
    path.write_bytes(make(SMALL))
    small = max(seconds(program, options, path), 0.002)
    if large <= 3 * TIMES * small:
        return None
    return f"{small:.3f} s, eight times as much {large:.3f} s"
