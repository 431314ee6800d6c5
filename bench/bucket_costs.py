#!/usr/bin/env python3
"""The requests of plans in a bucket: bucket_costs.py PROGRAM

Runs small plans on the S3 server of the tests, counts the requests and bytes of each kind of task, and computes those of
plans for 10^9 to 10^12 URLs (bench/SCALE.md). A count is a + b * inputs + c * shards + d * inputs * shards, where inputs are
the directories that a task reads (the splits, for `publish` and for the size of the plan). The measured plans determine the
terms, and further plans check them.
"""

import collections
import itertools
import json
import os
import pathlib
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tests/cluster"))
import bucket_server  # noqa: E402

WRITES = ("PUT", "POST", "LIST")  # one class of prices; GET and HEAD are another, and DELETE is free
PRICES = {"write": 5.0, "read": 0.4}  # dollars per million requests: Amazon S3 Standard, us-east-1
LIMITS = {"write": 3500, "read": 5500}  # requests per second and prefix that Amazon S3 promises
LEASE = 60  # seconds; renewed eight times

# URLs; splits, fan-in, shards (SCALE.md)
PLANS = [
    ("10^9", 64, 64, 64),
    ("10^10", 640, 640, 1024),
    ("10^11", 4096, 4096, 4096),
    ("10^11", 6400, 128, 4096),
    ("10^11", 1024, 1024, 512),
    ("10^12", 64000, 256, 4096),
    ("10^12", 4096, 4096, 2048),
]


def measure(program, splits, shards, fan_in):
    """Returns for each kind of task the mean counts of a plan, and the size of the plan."""
    bucket, endpoint = bucket_server.serve()
    environment = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy") and not name.startswith("AWS_")}
    with tempfile.TemporaryDirectory() as folder:
        environment["TMPDIR"] = folder
        for i in range(splits):
            bucket.put(f"in/{i:05}", b"".join(b"http://h%d.example/%d/%d\n" % (j, i % 4, j) for j in range(40 * shards)))

        def call(*words):
            bucket.log.clear()
            bucket.sent.clear()
            subprocess.run([program, *map(str, words), "--endpoint", endpoint, "--anonymous"], cwd=folder, env=environment, check=True)
            found = collections.Counter()
            for method, key, _ in bucket.log:
                kind = "LIST" if key.startswith("?") and method == "GET" else method
                found["delete" if kind == "DELETE" else "write" if kind in WRITES else "read"] += 1
            for key, _, size in bucket.sent:
                name = key.rpartition("/")[2]
                place = "plan" if name == "plan.jsonl" else "manifests" if name == "manifest.json" else "records" if "/tasks/" in key else ""
                found[place] += size
            return found

        call("plan", "-q", "--files-from", "s3://bucket/in/", "--splits", splits, "--shards", shards, "--fan-in", fan_in, "-o", "s3://bucket/out")
        plan = bucket.objects["out/plan.jsonl"][0]
        tasks = [json.loads(line)["id"] for line in plan.splitlines()[1:]]
        counts = collections.defaultdict(list)
        for task in tasks:
            kind = task.partition("-")[0]
            counts[kind].append(call("run-task", "-q", "s3://bucket/out", task))
    names = {name for all_of_kind in counts.values() for one in all_of_kind for name in one}
    means = {kind: {name: sum(one[name] for one in every) / len(every) for name in names} for kind, every in counts.items()}
    means["plan"] = {"size": len(plan), "tasks": len(tasks)}
    return means


def surface(points):
    """Returns the function a + b x + c y + d x y through four points {(x, y): value} of a grid."""
    (x0, x1), (y0, y1) = sorted({x for x, _ in points}), sorted({y for _, y in points})

    def value(x, y):
        u, v = (x - x0) / (x1 - x0), (y - y0) / (y1 - y0)
        return (points[x0, y0] * (1 - u) * (1 - v) + points[x1, y0] * u * (1 - v) + points[x0, y1] * (1 - u) * v
                + points[x1, y1] * u * v)

    return value


def fit(program):
    """Returns (kind, count) -> function of inputs and shards."""
    grid = list(itertools.product((6, 24), (3, 12)))
    flat = {(n, s): measure(program, n, s, n) for n, s in grid}
    tree = {(f, s): measure(program, 24, s, f) for f, s in itertools.product((4, 12), (3, 12))}
    merges = {point: next(means for kind, means in every.items() if kind.startswith("merge")) for point, every in tree.items()}
    terms = {}
    for kind in ("extract", "shard", "publish"):
        for name in ("write", "read", "delete", "manifests", "records"):
            terms[kind, name] = surface({point: every[kind].get(name, 0) for point, every in flat.items()})
    for name in ("write", "read", "delete", "manifests", "records"):
        terms["merge", name] = surface({point: every.get(name, 0) for point, every in merges.items()})
    terms["plan", "size"] = surface({point: every["plan"]["size"] for point, every in flat.items()})
    return terms, flat


def totals(terms, splits, fan_in, shards):
    """Counts of a plan with at most one level of merges, run by workers that each read the plan once."""
    groups = -(-splits // fan_in) if fan_in < splits else 0
    tasks = {"extract": (splits, 1), "merge": (groups, fan_in), "shard": (shards, groups or splits), "publish": (1, groups or splits)}
    found = collections.Counter(tasks=sum(count for count, _ in tasks.values()))
    for kind, (count, inputs) in tasks.items():
        for name in ("write", "read", "delete", "manifests", "records"):
            found[name] += count * max(terms[kind, name](inputs, shards), 0)
    # `publish` lists and removes the runs of merges, too.
    for name in ("write", "delete") if groups else ():
        found[name] += terms["publish", name](splits + groups, shards) - terms["publish", name](groups, shards)
    # A shard of the plan names each directory that it needs, as does a merge.
    found["plan"] = terms["plan", "size"](groups or splits, shards) + (splits * 420 if groups else 0)
    return found


def main(program):
    terms, flat = fit(pathlib.Path(program).resolve())
    for kind in ("extract", "merge", "shard", "publish"):
        for name in ("write", "read", "manifests"):
            value = terms[kind, name]
            a = value(0, 0)
            b, c = value(1, 0) - a, value(0, 1) - a
            print(f"{kind} {name}: {a:.1f} + {b:.2f} inputs + {c:.2f} shards + {value(1, 1) - a - b - c:.3f} inputs * shards")
    print("check: a plan of 12 splits and 6 shards, measured and computed")
    measured = measure(pathlib.Path(program).resolve(), 12, 6, 12)
    for kind in ("extract", "shard", "publish"):
        for name in ("write", "read"):
            print(f"  {kind} {name}: {measured[kind][name]:.1f} {terms[kind, name](12, 6):.1f}")
    print(f"  plan size: {measured['plan']['size']} {terms['plan', 'size'](12, 6):.0f}")
    print("| URLs | splits, fan-in, shards | tasks | PUT, POST, LIST | GET, HEAD | DELETE | dollars | at the limits | plan | manifests |")
    for urls, splits, fan_in, shards in PLANS:
        found = totals(terms, splits, fan_in, shards)
        dollars = sum(found[kind] / 1e6 * price for kind, price in PRICES.items())
        minutes = max(found[kind] / LIMITS[kind] for kind in LIMITS) / 60
        print(f"| {urls} | {splits}, {fan_in}, {shards} | {found['tasks']} | {found['write']:.2g} | {found['read']:.2g} | {found['delete']:.2g} "
              f"| {dollars:.2f} | {minutes:.0f} min | {found['plan'] / 1e6:.2g} MB | {found['manifests'] / 1e9:.2g} GB |")
    workers = 1000
    renewals = workers * 8 / LEASE
    print(f"leases of {workers} workers: {renewals:.0f} PUT a second, {renewals * 3600 / 1e6 * PRICES['write']:.2f} dollars an hour")
    for _, splits, fan_in, shards in PLANS:
        tasks = totals(terms, splits, fan_in, shards)["tasks"]
        pages = -(-int(2 * tasks) // 1000)
        print(f"idle workers, {tasks} tasks: {pages} pages a look, {workers / 5 * pages:.0f} LIST a second, {workers / 5 * pages * 3600 / 1e6 * PRICES['write']:.2f} dollars an hour")


if __name__ == "__main__":
    main(*sys.argv[1:])
