#!/usr/bin/env python3
"""Runs a plan over many synthetic URLs with several local workers; measures time and disk, and checks the output.

    python3 bench/scale.py --distinct 100000000 --splits 16 --fan-in 4 --folder SCRATCH --record FILE PROGRAM MADE_URLS

MADE_URLS is the program of made_urls.cpp. Inputs are compressed lists, one file per split. Sizes on disk are sampled
throughout the run. The output must have each URL once with its number of lines: the sums of the output are compared with
sums of the list that made_urls computes without urlsieve. --record writes a line of JSON about the run, then a line per task
with its cost, for simulate_cluster.py. The folder is kept.
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys
import threading
import time

SUMS = ["distinct", "urls", "lines", "seen", "bytes"]


def added(parts):
    """Adds sums modulo 2^64, as made_urls does."""
    total = dict.fromkeys(SUMS, 0)
    for part in parts:
        for name in SUMS:
            total[name] = (total[name] + part[name]) % 2**64
    return total


class Disk(threading.Thread):
    """Samples the disk usage of a folder in blocks and keeps the maximum."""

    def __init__(self, folder, eaten=None):
        super().__init__(daemon=True)
        self.folder = folder
        self.eaten = eaten
        self.most = 0
        self.seen = []
        self.begun = time.monotonic()
        self.over = threading.Event()

    def now(self):
        total = 0
        for folder, _, names in os.walk(self.folder):
            for name in names:
                try:
                    total += os.lstat(os.path.join(folder, name)).st_blocks * 512
                except FileNotFoundError:
                    pass
        return total

    def run(self):
        while not self.over.wait(0.5):
            held = self.now()
            self.seen.append((round(time.monotonic() - self.begun, 1), held))
            self.most = max(self.most, held)
            if self.eaten:
                for path in self.eaten.iterdir():
                    if (self.folder / f"tasks/extract-{path.name[:5]}.result").exists():
                        path.unlink()


def processor_times():
    """Returns the busy and the idle seconds of all processors since boot."""
    fields = [int(word) / os.sysconf("SC_CLK_TCK") for word in open("/proc/stat", encoding="ascii").readline().split()[1:9]]
    return sum(fields) - fields[3] - fields[4], fields[3] + fields[4]


def main():
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--distinct", type=int, required=True)
    asked.add_argument("--splits", type=int, required=True)
    asked.add_argument("--fan-in", type=int, default=8)
    asked.add_argument("--shards", type=int, default=16)
    asked.add_argument("--memory", default="256MiB")
    asked.add_argument("--workers", type=int, default=2)
    asked.add_argument("--folder", type=pathlib.Path, required=True)
    asked.add_argument("--record", type=pathlib.Path)
    asked.add_argument("--inputs", choices=["make", "keep"], default="make", help="keep: those of a run before")
    asked.add_argument("--shard-by", default="url")
    asked.add_argument("--drop-inputs", action="store_true", help="remove an input when its task is done, as if it had never been on this disk")
    asked.add_argument("program")
    asked.add_argument("made_urls")
    given = asked.parse_args()
    program, made_urls = os.path.abspath(given.program), os.path.abspath(given.made_urls)
    inputs, out = given.folder / "in", given.folder / "out"
    inputs.mkdir(parents=True, exist_ok=True)
    pool = concurrent.futures.ThreadPoolExecutor(given.workers)

    def make(part):
        where = inputs / f"{part:05}.urls.zst"
        subprocess.run(["bash", "-o", "pipefail", "-c", f"{made_urls} list {given.distinct} {part} {given.splits} | zstd -q -3 -f -o {where}"],
                       check=True)

    def sums(part):
        return json.loads(subprocess.run([made_urls, "sums", str(given.distinct), str(part), str(given.splits)], check=True,
                                         capture_output=True).stdout)

    begun = time.monotonic()
    if given.inputs == "make":
        list(pool.map(make, range(given.splits)))
    packed = sum(path.stat().st_size for path in inputs.iterdir())
    print(f"{packed:,} bytes of inputs after {time.monotonic() - begun:.0f} s", flush=True)

    subprocess.run([program, "plan", "-q", "--files-from", inputs, "--splits", str(given.splits), "--fan-in", str(given.fan_in), "-o", out,
                    "--shards", str(given.shards), "--input-format", "urls", "--fields", "url,count", "--compress", "zstd", "--memory", given.memory,
                    "--shard-by", given.shard_by, "--threads", "1"], check=True)
    disk = Disk(out, inputs if given.drop_inputs else None)
    disk.start()
    began_at = time.time()
    busy, idle = processor_times()
    begun = time.monotonic()
    workers = [subprocess.Popen([program, "run-task", "-q", out]) for _ in range(given.workers)]
    ended = [worker.wait() for worker in workers]
    clock = time.monotonic() - begun
    busy, idle = (now - before for now, before in zip(processor_times(), (busy, idle)))
    disk.over.set()
    disk.join()
    if any(ended):
        sys.exit(f"workers ended with {ended}")

    tasks = []
    for line in (out / "plan.jsonl").read_text().splitlines()[1:]:
        task = json.loads(line)
        record = out / f"tasks/{task['id']}.result"
        done = json.loads(record.read_text())
        over = record.stat().st_mtime - began_at
        tasks.append({"id": task["id"], "kind": task["kind"], "needs": task.get("needs", []), "begun": round(over - done["milliseconds"] / 1000, 2),
                      "seconds": done["milliseconds"] / 1000, "cpu": done["cpu_milliseconds"] / 1000, "peak_memory": done["peak_memory"],
                      "bytes_read": done["bytes_read"], "bytes_written": done["bytes_written"], "lines": done["references"],
                      "unique": done["unique"]})
    output = sum(path.stat().st_size for path in out.glob("part-*"))
    facts = {"distinct": given.distinct, "lines": tasks[-1]["lines"], "splits": given.splits, "fan_in": given.fan_in, "shards": given.shards,
             "memory": given.memory, "workers": given.workers, "shard_by": given.shard_by, "clock": round(clock, 1),
             "cpu": round(sum(one["cpu"] for one in tasks), 1), "machine_busy": round(busy, 1), "machine_idle": round(idle, 1),
             "inputs": packed, "output": output, "disk_most": disk.most, "peak_memory": max(one["peak_memory"] for one in tasks)}
    if given.record:
        given.record.write_text("".join(json.dumps(one) + "\n" for one in [facts, *tasks]))
        given.record.with_suffix(".disk").write_text("".join(f"{at} {held}\n" for at, held in disk.seen))
    print(json.dumps(facts, indent=1), flush=True)

    subprocess.run([program, "verify", "-q", out], check=True)
    print("verify: sound", flush=True)

    def check(path):
        return json.loads(subprocess.run(["bash", "-o", "pipefail", "-c", f"zstd -q -dc {path} | {made_urls} check"], check=True,
                                         capture_output=True).stdout)

    found = added(pool.map(check, sorted(out.glob("part-*"))))
    wanted = added(pool.map(sums, range(given.splits)))
    print("found ", found)
    print("wanted", wanted)
    if found != wanted or wanted["distinct"] != given.distinct or wanted["lines"] != given.distinct // 5 * 6:
        sys.exit("the output is not that of the list")
    print(f"all of {given.distinct:,} URLs are there once, with their {wanted['lines']:,} lines")


main()
