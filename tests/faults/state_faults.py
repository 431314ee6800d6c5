"""Injects faults into `urlsieve update`, `purge` and a seen_set: state_faults.py PROGRAM INJECTOR PLAN_HEADER SEEN_SET_RUN [SAMPLE]

Each fault must leave the old or the new state; exit code 0 means the new state. The next update must succeed.
SAMPLE: the number of faults to try in each command; default: all calls.
"""

import errno
import json
import os
import pathlib
import random
import re
import shutil
import signal
import struct
import subprocess
import sys
import tempfile

program, injector, header, seen_set_run = (pathlib.Path(argument).resolve() for argument in sys.argv[1:5])
sample = int(sys.argv[5]) if len(sys.argv) > 5 else None
scratch = tempfile.TemporaryDirectory()
root = pathlib.Path(scratch.name)
plan = root / "plan"

calls = re.findall(r"X\((\w+)\)", re.search(r"define WATCHED_CALLS.*?\n\n", header.read_text(), re.S).group()[30:])
head = "iiiiQ"
# Effects of fault_plan.h: an error; half of the bytes, then a kill; a kill.
ERROR, TORN, KILL = 1, 4, 5
# Exhausted memory or threads may terminate the process like a kill.
untried = {"malloc", "pthread_create", "socket", "connect", "send", "recv"}
errors = {"mkdir": errno.ENOSPC, "write": errno.ENOSPC, "pwrite": errno.ENOSPC, "writev": errno.ENOSPC, "open": errno.EMFILE,
          "openat": errno.EMFILE, "fallocate": errno.ENOSPC}


def run(*arguments, fault=None):
    """Returns the exit code and the number of each call; `fault`: call, effect and occurrence."""
    environment = dict(os.environ)
    if fault is not None:
        call, effect, at = fault
        number = errors.get(call, errno.EIO)
        plan.write_bytes(struct.pack(head, calls.index(call) if call else 0, effect, number, 0, at) + bytes(8 * (len(calls) + 1)))
        environment |= {"LD_PRELOAD": str(injector), "URLSIEVE_FAULT_PLAN": str(plan)}
    command = arguments if arguments[0] == seen_set_run else [program, *arguments]
    ended = subprocess.run([*map(str, command)], cwd=root, env=environment, capture_output=True, text=True, timeout=120)
    counts = struct.unpack_from(f"{len(calls)}Q", plan.read_bytes(), struct.calcsize(head)) if fault else ()
    return ended, dict(zip(calls, counts))


def rows(state):
    printed = run("get", state, "--prefix", "http://")[0]
    assert printed.returncode == 0, printed.stderr
    return sorted(printed.stdout.splitlines())


def reset(given):
    for name in ["state", "new", ".new.urlsieve"]:
        shutil.rmtree(root / name, ignore_errors=True)
    shutil.copytree(root / given, root / "state")


def try_faults(name, given, arguments):
    reset(given)
    old = rows("state")
    clean, counts = run(*arguments, fault=("", 0, 0))
    assert clean.returncode == 0, clean.stderr
    new = rows("state")
    assert old != new
    faults = [(call, effect, at + 1) for call in calls if call not in untried for at in range(counts[call])
              for effect in ([ERROR, KILL, TORN] if call in ("write", "pwrite", "writev") else [ERROR, KILL])]
    if sample is not None:
        faults = random.Random(1).sample(faults, min(sample, len(faults)))
    violations = 0
    for fault in faults:
        reset(given)
        ended = run(*arguments, fault=fault)[0]
        try:
            assert ended.returncode in (0, 1, 2, 3, -signal.SIGKILL), f"ended with {ended.returncode}"
            got = rows("state")
            assert got == new or (ended.returncode != 0 and got == old), f"neither the old nor the new state after exit code {ended.returncode}"
            if ended.returncode in (1, 2, 3):
                assert ended.stderr, "an error without a message"
            verified = run("verify", "state")[0]
            assert verified.returncode == 0, verified.stdout + verified.stderr
            again = run("update", "state", "last", "--input-format", "urls", "--date", "2026-03-01", "-q", "-o", "new", "--force")[0]
            assert again.returncode == 0, again.stderr
            left = [entry for entry in os.listdir(root / "state") if not re.fullmatch(r"layer-\d+|state.json", entry)]
            assert not left, f"leftover {left}"
        except AssertionError as violation:
            violations += 1
            print(f"{name}: {fault}: {violation}: {ended.stderr}")
    print(f"{name}: {len(faults)} faults, {violations} violations")
    return violations


for name, count in [("first", 40), ("second", 30), ("last", 5)]:
    (root / name).write_text("".join(f"http://h{i % 7}.example/{name[0] if i % 3 else ''}{i}\n" for i in range(count)))
(root / "hosts").write_text("h3.example\n")
update = ["--input-format", "urls", "-q", "-j", "1"]
for state, more in [("given", []), ("layered", ["--compact", "never"])]:
    run("update", state, "first", "--date", "2026-01-01", "--shards", "2", *update)
    if more:
        run("update", state, "second", "--date", "2026-01-02", *update, *more)
violations = try_faults("update", "given", ["update", "state", "second", "-o", "new", "--date", "2026-02-01", "--compact", "never", *update])
violations += try_faults("compaction", "layered", ["update", "state", "last", "-o", "new", "--date", "2026-02-01", "--compact", "now", *update])
violations += try_faults("purge", "layered", ["purge", "state", "--hosts", "hosts", "-q", "-j", "1"])
violations += try_faults("limits", "layered", ["update", "state", "last", "-o", "new", "--date", "2026-02-01", "--max-per-host", "9", *update])
violations += try_faults("seen_set", "layered", [seen_set_run, "state", "last", "2026-02-01", "now"])
sys.exit(violations != 0)
