#!/usr/bin/env python3
"""Simulates the time of a plan on many machines, from measured times of tasks (scale.py --record).

    python3 bench/simulate_cluster.py --measured FILE... [--replay FILE | --distinct N] [--machines M --cores C ...]

The simulation proceeds from event to event. A task is work for one core, with bytes that the task reads and writes at the
same time. The slowest of three resources sets the speed of a task: its core, its share of the machine's link, and its share
of the store; shares are proportional to demand. Workers claim tasks as run-task does, and look again after 0.2 to 5 seconds
if no task is ready. A machine that dies loses its tasks; other workers claim them when the leases expire. --replay simulates
exactly the recorded tasks of that run.
"""

import argparse
import collections
import heapq
import json
import math
import random
import sys

import numpy

LOOK_AGAIN, LOOK_AT_MOST, MOST_ATTEMPTS = 0.2, 5.0, 3
Task = collections.namedtuple("Task", "kind needs cpu stall moved")  # seconds of a core, of a local disk, bytes over the link


def read_record(path):
    with open(path, encoding="utf-8") as lines:
        facts, *tasks = map(json.loads, lines)
    return facts, tasks


def kind_of(task):
    return task["id"].rsplit("-", 1)[0]


def rows_in(facts, task, by_id):
    """Returns the lines or rows that a task reads. A task for one shard reads its share of each directory."""
    if task["kind"] == "extract":
        return task["lines"]
    return sum(by_id[need]["unique"] for need in task["needs"]) / (facts["shards"] if kind_of(task) == "shard" else 1)


class Costs:
    """Measured costs of lines and rows, and their variation."""

    def __init__(self, records):
        lines, merges = [], []
        self.kept = []
        stall = written = 0.0
        for facts, tasks in records:
            by_id = {one["id"]: one for one in tasks}
            for one in tasks:
                stall += one["seconds"] - one["cpu"] if one["kind"] != "publish" else 0
                written += one["bytes_written"] if one["kind"] != "publish" else 0
                if one["kind"] == "extract":
                    lines.append((one["lines"], one["cpu"] / one["lines"]))
                elif one["kind"] == "merge":
                    rows = rows_in(facts, one, by_id)
                    merges.append((rows, math.log2(max(len(one["needs"]), 2)), one["cpu"] / rows))
        facts, tasks = max(records, key=lambda one: one[0]["distinct"])
        splits = [one for one in tasks if one["kind"] == "extract"]
        self.stall = stall / written
        self.line = sum(n * cost for n, cost in lines) / sum(n for n, _ in lines)
        self.packed = sum(one["bytes_read"] for one in splits) / facts["lines"]
        self.kept_first = sum(one["unique"] for one in splits) / facts["lines"]  # share of the lines after one split
        self.kept_last = facts["distinct"] / facts["lines"]
        self.row_first = sum(one["bytes_written"] for one in splits) / sum(one["unique"] for one in splits)
        self.row_last = facts["output"] / facts["distinct"]
        # Cost of merging: a constant per row, and an increment for each doubling of the number of inputs.
        design = numpy.array([[1, doublings] for _, doublings, _ in merges])
        weight = numpy.sqrt([rows for rows, _, _ in merges])
        (self.row, self.doubling), *_ = numpy.linalg.lstsq(design * weight[:, None], numpy.array([cost for *_, cost in merges]) * weight, rcond=None)
        self.spread = [cost / self.line for _, cost in lines] + [cost / self.merge(2**doublings) for _, doublings, cost in merges]

    def merge(self, fan_in):
        return self.row + self.doubling * math.log2(max(fan_in, 2))


def replayed(facts, tasks):
    place = {one["id"]: i for i, one in enumerate(tasks)}
    return [Task(kind_of(one), [place[need] for need in one["needs"]], one["cpu"], max(0.0, one["seconds"] - one["cpu"]), 0.0) for one in tasks]


def shares_of(shards, by_host, dice):
    """Returns the share of the rows of each shard. The frequency of a host is 1 / its rank, as in made_urls.hpp."""
    if not by_host:
        return [1 / shards] * shards
    shares = [0.0] * shards
    for width in range(23):
        hosts = 1 << min(width, 12)  # 4,096 hosts represent the many small hosts
        for _ in range(hosts):
            shares[dice.randrange(shards)] += 1 / 23 / hosts
    return shares


def planned(costs, distinct, splits, fan_in, shards, by_host, dice):
    """Returns the tasks of `urlsieve plan`: the cost of each follows from its rows, and varies as measured tasks varied."""
    lines = distinct / costs.kept_last
    tasks = []

    def add(kind, needs, cpu, read, written):
        tasks.append(Task(kind, needs, cpu * dice.choice(costs.spread), costs.stall * written, read + written))
        return len(tasks) - 1

    def rows_of(inputs):  # rows from the lines of `inputs` splits
        through = math.log(inputs) / math.log(splits) if splits > 1 else 1
        return inputs * lines / splits * (costs.kept_first + (costs.kept_last - costs.kept_first) * through)

    def size_of(inputs):
        through = math.log(inputs) / math.log(splits) if splits > 1 else 1
        return rows_of(inputs) * (costs.row_first + (costs.row_last - costs.row_first) * through)

    each = lines / splits
    last = [(add("extract", [], each * costs.line, each * costs.packed, size_of(1)), 1) for _ in range(splits)]
    level = 0
    while len(last) > fan_in:
        level += 1
        groups = -(-len(last) // fan_in)
        made = []
        for group in range(groups):
            merged = last[group * len(last) // groups:(group + 1) * len(last) // groups]
            under = sum(size for _, size in merged)
            rows, size = sum(rows_of(one) for _, one in merged), sum(size_of(one) for _, one in merged)
            made.append((add(f"merge-{level}", [at for at, _ in merged], rows * costs.merge(len(merged)), size, size_of(under)), under))
        last = made
    if len(last) > 1:
        rows, size = sum(rows_of(one) for _, one in last), sum(size_of(one) for _, one in last)
        last = [(add("shard", [at for at, _ in last], share * rows * costs.merge(len(last)), share * size, share * size_of(splits)), splits)
                for share in shares_of(shards, by_host, dice)]
    tasks.append(Task("publish", [at for at, _ in last], 0.01, 0, 0))
    return tasks


class Cluster:
    """Simulation of machines that run tasks."""

    def __init__(self, tasks, machines, cores, link, store, dice, straggling=0.0, lifetime=math.inf, away=120, lease=60, look=0.0, processors=math.inf):
        self.tasks, self.dice, self.link, self.store, self.cores = tasks, dice, link, store, cores
        self.lifetime, self.away, self.lease, self.look, self.processors = lifetime, away, lease, look, processors
        workers = machines * cores
        self.machine = numpy.repeat(numpy.arange(machines), cores)
        self.machines = machines
        self.task = numpy.full(workers, -1)
        self.left = numpy.zeros(workers)  # share left of the task
        self.alone = numpy.ones(workers)  # seconds of the task without contention
        self.moved = numpy.zeros(workers)
        self.work = numpy.zeros(workers)  # CPU seconds of the task
        self.idle_since = dict.fromkeys(range(workers), 0.0)
        self.slow = [min(10.0, dice.paretovariate(1.2)) if dice.random() < straggling else 1.0 for _ in tasks]
        self.missing = [len(set(one.needs)) for one in tasks]
        self.dependents = [[] for _ in tasks]
        for i, one in enumerate(tasks):
            for need in set(one.needs):
                self.dependents[need].append(i)
        self.ready = collections.deque(i for i, missing in enumerate(self.missing) if missing == 0)
        self.attempts = [0] * len(tasks)
        self.events, self.now = [], 0.0
        self.kills = 0
        self.spent = collections.Counter()  # worker-seconds by limiting resource
        self.ended = {}  # kind of task: end of the last task
        self.left_tasks = len(tasks)
        for machine in range(machines if lifetime < math.inf else 0):
            self.at(dice.expovariate(1 / lifetime), "dies", machine)

    def at(self, when, what, whom):
        heapq.heappush(self.events, (when, len(self.events) + self.dice.random(), what, whom))

    def next_look(self, worker):
        """Returns when an idle worker looks for tasks again: after 0.2 s, 0.4 s, 0.8 s ... at most 5 s."""
        when, pause = self.idle_since[worker], LOOK_AGAIN
        while when <= self.now:
            if pause == LOOK_AT_MOST:
                return when + math.ceil((self.now - when + 1e-9) / pause) * pause
            when, pause = when + pause, min(2 * pause, LOOK_AT_MOST)
        return when

    def hand_out(self, just_free=()):
        for worker in just_free:
            if not self.ready:
                break
            if worker in self.idle_since:
                del self.idle_since[worker]
                self.at(self.now + self.look, "begins", (worker, self.ready.popleft()))
        if not self.ready or not self.idle_since:
            return
        order = heapq.nsmallest(len(self.ready), ((self.next_look(worker), worker) for worker in self.idle_since))
        for when, worker in order:
            del self.idle_since[worker]
            self.at(max(when, self.now) + self.look, "begins", (worker, self.ready.popleft()))

    def rates(self):
        """Returns the share of its task that each worker completes per second, and the limiting resources."""
        busy = self.task >= 0
        rate = numpy.where(busy, 1 / self.alone, 0.0)
        held = self.processors / max(float(rate @ self.work), 1e-12)
        rate *= min(1.0, held)
        flow = rate * self.moved
        of_machine = numpy.bincount(self.machine, flow, self.machines)
        by_link = numpy.minimum(1.0, self.link / numpy.maximum(of_machine, 1e-9))[self.machine]
        flow = flow * by_link
        by_store = min(1.0, self.store / max(float(flow.sum()), 1e-9))
        rate = rate * numpy.where(self.moved > 0, by_link * by_store, 1.0)
        number = int(busy.sum())
        linked = int((busy & (by_link < 0.999)).sum())
        return rate, {"store": number, "no task": len(self.task) - number} if by_store < 0.999 else {
            "links": linked, "processors": number - linked, "no task": len(self.task) - number}

    def run(self):
        self.hand_out(list(self.idle_since))
        while self.left_tasks:
            rate, held = self.rates()
            with numpy.errstate(divide="ignore", invalid="ignore"):
                due = numpy.where(rate > 0, self.left / rate, math.inf)
            step = min(float(due.min()), (self.events[0][0] if self.events else math.inf) - self.now)
            step = max(step, 0.0)
            for what, number in held.items():
                self.spent[what] += number * step
            self.left -= rate * step
            self.now += step
            done = [int(worker) for worker in numpy.nonzero((self.task >= 0) & (due <= step + 1e-9))[0]]
            for worker in done:
                self.finish(worker)
            if done:
                self.hand_out(done)
            while self.events and self.events[0][0] <= self.now + 1e-9:
                _, _, what, whom = heapq.heappop(self.events)
                getattr(self, what)(whom)
        return self.now

    def begins(self, pair):
        worker, at = pair
        task = self.tasks[at]
        self.task[worker], self.left[worker] = at, 1.0
        self.work[worker] = task.cpu * self.slow[at]
        self.alone[worker] = max(self.work[worker] + task.stall, 1e-6)
        self.moved[worker] = task.moved

    def finish(self, worker):
        at = int(self.task[worker])
        self.task[worker] = -1
        self.idle_since[worker] = self.now
        self.left_tasks -= 1
        self.ended[self.tasks[at].kind] = self.now
        for other in self.dependents[at]:
            self.missing[other] -= 1
            if self.missing[other] == 0:
                self.ready.append(other)

    def dies(self, machine):
        self.kills += 1
        for worker in range(machine * self.cores, (machine + 1) * self.cores):
            at = int(self.task[worker])
            self.idle_since.pop(worker, None)
            if at >= 0:
                self.task[worker] = -1
                self.attempts[at] += 1
                if self.attempts[at] == MOST_ATTEMPTS:
                    raise RuntimeError("a task was tried three times: its inputs would be left out")
                self.at(self.now + max(self.lease, 2 ** (self.attempts[at] - 1)), "is_free", at)
        # Another machine begins the task that this machine was about to begin.
        for i, (when, order, what, whom) in enumerate(self.events):
            if what == "begins" and whom[0] // self.cores == machine:
                self.events[i] = (when, order, "is_free", whom[1])
        self.at(self.now + self.away, "comes_back", machine)

    def is_free(self, at):
        self.ready.append(at)
        self.hand_out()

    def comes_back(self, machine):
        workers = range(machine * self.cores, (machine + 1) * self.cores)
        self.idle_since.update(dict.fromkeys(workers, self.now))
        self.at(self.now + self.dice.expovariate(1 / self.lifetime), "dies", machine)
        self.hand_out(list(workers))


def main():
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--measured", nargs="+", required=True)
    asked.add_argument("--replay")
    asked.add_argument("--distinct", type=float)
    asked.add_argument("--splits", type=int, help="else as many as make splits of 18.75 million lines")
    asked.add_argument("--fan-in", type=int, default=128)
    asked.add_argument("--shards", type=int, default=16)
    asked.add_argument("--shard-by", choices=["url", "host"], default="url")
    asked.add_argument("--machines", type=int, default=1)
    asked.add_argument("--cores", type=int, default=2, help="of a machine, a worker each")
    asked.add_argument("--link", type=float, default=math.inf, help="bytes a second of a machine, both ways together")
    asked.add_argument("--store", type=float, default=math.inf, help="bytes a second of what all machines share")
    asked.add_argument("--straggling", type=float, default=0, help="part of the tasks that take longer, up to tenfold")
    asked.add_argument("--lifetime", type=float, default=math.inf, help="seconds after which a machine dies, on average")
    asked.add_argument("--look", type=float, default=0, help="seconds that it takes to see how a task of the plan stands")
    asked.add_argument("--seed", type=int, default=1)
    given = asked.parse_args()
    dice = random.Random(given.seed)
    costs = Costs([read_record(path) for path in given.measured])
    if given.replay:
        tasks = replayed(*read_record(given.replay))
    elif given.distinct:
        splits = given.splits or max(1, round(given.distinct / costs.kept_last / 18.75e6))
        tasks = planned(costs, given.distinct, splits, given.fan_in, given.shards, given.shard_by == "host", dice)
    else:
        sys.exit("--replay or --distinct is missing")
    cluster = Cluster(tasks, given.machines, given.cores, given.link, given.store, dice, given.straggling, given.lifetime,
                      look=given.look * len(tasks))
    clock = cluster.run()
    whole = sum(cluster.spent.values())
    print(json.dumps({"clock": round(clock, 1), "cpu": round(sum(one.cpu for one in tasks)), "tasks": len(tasks), "moved": sum(one.moved for one in tasks),
                      "machines_lost": cluster.kills, "held_back_by": {what: round(spent / whole, 3) for what, spent in cluster.spent.most_common()},
                      "ended": {kind: round(when, 1) for kind, when in cluster.ended.items()}}))


if __name__ == "__main__":
    main()
