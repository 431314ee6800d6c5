#!/usr/bin/env python3
"""Measures CPU time per byte and peak memory of inputs from 1 MB to 10 GB.

    python3 bench/growth.py [--most BYTES] [--shards] [--kinds text,html,mail,list] [PROGRAM]

Inputs come through a pipe: an even sample of a grown corpus (corpora/grow.sh), or the whole corpus repeatedly, each time
with other hosts. Prints one line per kind and size: CPU time per KB (the least of several runs, without the start of the
program) and peak memory. CPU time includes kernel time, because the kernel separates both by samples, too few in a short
run. --shards writes each URL once to 16 shards within --memory 128M, instead of a row for every reference.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile

# Kind: corpus, pattern at which the corpus may be cut into pieces, options of the program.
KINDS = {
    "text": ("dense.txt", None, []),
    "html": ("docs.warc", rb"\r\n\r\nWARC/1\.", []),
    "mail": ("mixed.mbox", rb"\n\nFrom ", []),
    "list": ("urls.txt", None, ["--input-format", "urls"]),
}
SIZES = [10**6, 10**7, 10**8, 10**9, 10**10]
LINES = 1 << 16  # bytes of a piece of lines
LEAST = 0.5  # least CPU seconds behind a figure, from as many runs as needed


def pieces_of(corpus, begins):
    """Returns the end offsets of the pieces of a corpus."""
    if begins is not None:
        return [found.end() - len(found.group().lstrip(b"\r\n")) for found in re.finditer(begins, corpus)] + [len(corpus)]
    ends = []
    while not ends or ends[-1] < len(corpus):
        ends.append(corpus.find(b"\n", (ends[-1] if ends else 0) + LINES) + 1 or len(corpus))
    return ends


def sample(corpus, ends, size):
    """Returns pieces from all parts of the corpus, about `size` bytes in total."""
    share = min(1.0, size / len(corpus))
    taken = []
    begin = 0
    due = share / 2
    for end in ends:
        due += share * (end - begin)
        if due >= end - begin or share == 1.0:
            taken.append(corpus[begin:end])
            due -= end - begin
        begin = end
    return taken


def other_hosts(block, number):
    """Returns the bytes with the beginning www or doc of each host replaced by another text of the same length."""
    if number == 0:
        return block
    letters = "abcdefghijklmnopqrstuvwxyz"
    token = (letters[number % 26] + letters[number // 26 % 26] + letters[number // 676 % 26]).encode()
    return block.replace(b"://www", b"://" + token).replace(b"://doc", b"://" + token)


def fed(corpus, ends, size):
    """Returns blocks of about `size` bytes in total."""
    pieces = sample(corpus, ends, size)
    blocks = []
    held = []
    size_held = 0
    for piece in pieces:
        held.append(piece)
        size_held += len(piece)
        if size_held >= 1 << 23:
            blocks.append(b"".join(held))
            held = []
            size_held = 0
    blocks.append(b"".join(held))
    once = sum(map(len, blocks))
    for number in range(max(1, round(size / once))):
        for block in blocks:
            yield other_hosts(block, number)


def run(command, blocks, notes):
    """Returns the bytes fed, the CPU seconds, and the peak memory in KiB."""
    # The peak of a process includes the memory of its parent before exec. This process is large, so time(1) is the parent.
    command = ["/usr/bin/time", "--quiet", "--format", "%M", "--output", notes, *command]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
    total = 0
    for block in blocks:
        process.stdin.write(block)
        total += len(block)
    process.stdin.close()
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1):
        sys.exit(f"{command} ended with {process.returncode}")
    with open(notes, encoding="ascii") as noted:
        peak = int(noted.read().split()[-1])
    return total, used.ru_utime + used.ru_stime, peak


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", nargs="?", default="build/release/urlsieve", metavar="PROGRAM")
    parser.add_argument("--most", type=int, default=SIZES[-1], metavar="BYTES")
    parser.add_argument("--kinds", default=",".join(KINDS))
    parser.add_argument("--shards", action="store_true")
    options = parser.parse_args()
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    folder = os.environ.get("URLSIEVE_CORPORA", os.path.join(root, "build/corpora"))
    work = tempfile.mkdtemp(prefix="urlsieve-growth-")
    out = os.path.join(work, "out")
    notes = os.path.join(work, "notes")
    way = ["-o", out, "--force", "--memory", "128M"] if options.shards else ["--no-dedup"]
    print(f"{'':6}{'bytes':>14}{'seconds':>10}{'ns a KB':>10}{'peak KiB':>10}{'runs':>6}")
    try:
        for kind in options.kinds.split(","):
            file, begins, told = KINDS[kind]
            path = os.path.join(folder, file)
            if not os.path.exists(path):
                print(f"{kind:6}skipped: no {path}, see corpora/grow.sh")
                continue
            with open(path, "rb") as stream:
                corpus = stream.read()
            ends = pieces_of(corpus, begins)
            command = [options.program, "extract", "--quiet", "--threads", "1", *told, *way, "-"]
            first = corpus[: ends[0]] if kind == "html" else corpus[: corpus.find(b"\n") + 1]
            start = min(run(command, [first], notes)[1] for _ in range(30))
            for size in [size for size in SIZES if size <= options.most]:
                runs = []
                while not runs or (sum(one[1] for one in runs) < LEAST and len(runs) < 50):
                    runs.append(run(command, fed(corpus, ends, size), notes))
                total, seconds, _ = min(runs, key=lambda one: one[1])
                peak = max(one[2] for one in runs)
                print(f"{kind:6}{total:14}{seconds:10.4f}{(seconds - start) * 1e12 / total:10.0f}{peak:10}{len(runs):6}", flush=True)
    finally:
        shutil.rmtree(work)


main()
