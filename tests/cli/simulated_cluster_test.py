"""simulated_cluster_test.py BENCH: simulated clusters, compared with closed-form results and with measured runs."""

import math
import pathlib
import random
import sys
import unittest

bench = pathlib.Path(sys.argv[1])
sys.path.insert(0, str(bench))
sys.dont_write_bytecode = True
from simulate_cluster import Cluster, Costs, Task, planned, read_record, replayed, shares_of

records = [read_record(path) for path in sorted((bench / "measured").glob("*.jsonl"))]


def extracts(count, cpu=10.0, moved=0.0):
    return [Task("extract", [], cpu, 0.0, moved) for _ in range(count)]


def run(tasks, machines=1, cores=1, link=math.inf, store=math.inf, **more):
    cluster = Cluster(tasks, machines, cores, link, store, random.Random(5), **more)
    return cluster.run(), cluster


class Clusters(unittest.TestCase):
    def test_work_is_shared(self):
        self.assertAlmostEqual(run(extracts(12))[0], 120, places=3)
        self.assertAlmostEqual(run(extracts(12), machines=2, cores=2)[0], 30, places=3)
        self.assertAlmostEqual(run(extracts(13), machines=2, cores=2)[0], 40, places=3)
        self.assertAlmostEqual(run(extracts(12), machines=12, processors=3)[0], 40, places=3)

    def test_a_tree_waits_for_its_leaves(self):
        tree = [*extracts(4), Task("merge-1", [0, 1], 5.0, 0.0, 0.0), Task("merge-1", [2, 3], 5.0, 0.0, 0.0), Task("publish", [4, 5], 1.0, 0.0, 0.0)]
        clock, cluster = run(tree, cores=2)
        self.assertAlmostEqual(clock, 26, places=3)
        self.assertEqual(list(cluster.ended), ["extract", "merge-1", "publish"])
        # Two of the four workers are idle for at least 16 seconds, and idle workers look for tasks
        # every 5 seconds.
        clock, cluster = run(tree, cores=4)
        self.assertTrue(16 <= clock <= 26, clock)
        self.assertGreaterEqual(cluster.spent["no task"], 2 * 5 + 3 * 1)

    def test_links_and_stores_bound(self):
        # 8 tasks of 100 bytes on 2 machines of 2 cores.
        for link, store, wanted, reason in [(math.inf, math.inf, 20, "processors"), (10, math.inf, 40, "links"), (10, 10, 80, "store"),
                                            (1000, 10, 80, "store")]:
            clock, cluster = run(extracts(8, moved=100.0), machines=2, cores=2, link=link, store=store)
            self.assertAlmostEqual(clock, wanted, places=3)
            self.assertEqual(cluster.spent.most_common()[0][0], reason)

    def test_machines_that_die(self):
        calm, _ = run(extracts(200), machines=10, lifetime=math.inf)
        clock, cluster = run(extracts(200), machines=10, lifetime=300.0, away=20, lease=5)
        self.assertGreater(cluster.kills, 3)
        self.assertGreater(clock, calm)
        self.assertLess(clock, 2 * calm)
        self.assertEqual(clock, run(extracts(200), machines=10, lifetime=300.0, away=20, lease=5)[0])

    def test_a_task_is_tried_three_times(self):
        with self.assertRaises(RuntimeError):
            run(extracts(1, cpu=1e6), lifetime=10.0, away=1, lease=1)

    def test_stragglers(self):
        calm, _ = run(extracts(400), machines=10)
        clock, cluster = run(extracts(400), machines=10, straggling=0.05)
        self.assertGreater(clock, calm)
        self.assertTrue(all(1 <= one <= 10 for one in cluster.slow))

    def test_shares(self):
        self.assertAlmostEqual(sum(shares_of(64, True, random.Random(1))), 1)
        # A site has a 23rd of the lines, all in one shard.
        self.assertGreater(max(shares_of(64, True, random.Random(1))), 1 / 23)
        self.assertEqual(max(shares_of(64, False, random.Random(1))), 1 / 64)

    def test_plans_have_the_tasks_that_were_made(self):
        for facts, tasks in records:
            made = planned(Costs(records), facts["distinct"], facts["splits"], facts["fan_in"], facts["shards"], False, random.Random(1))
            self.assertEqual([one.kind for one in made], [one["id"].rsplit("-", 1)[0] for one in tasks])
            self.assertEqual([len(one.needs) for one in made], [len(one["needs"]) for one in tasks])

    def test_what_was_measured(self):
        self.assertGreaterEqual(len(records), 3)
        for facts, tasks in records:
            clock, _ = run(replayed(facts, tasks), cores=facts["workers"])
            self.assertAlmostEqual(clock / facts["clock"], 1, delta=0.15, msg=facts)
        # Predicts the largest run from smaller runs.
        *small, large = sorted(records, key=lambda one: one[0]["distinct"])
        facts = large[0]
        made = planned(Costs(small), facts["distinct"], facts["splits"], facts["fan_in"], facts["shards"], False, random.Random(1))
        self.assertAlmostEqual(run(made, cores=facts["workers"])[0] / facts["clock"], 1, delta=0.15)


unittest.main(argv=sys.argv[:1])
