"""A cluster that goes wrong in every way at once does a plan; it must give what one run gives: cluster_test.py PROGRAM

Twenty workers, each in namespaces of its own (mounts, processes, network) with a scratch disk of its own: one has no room on
any disk that it writes to, one is slow, and at random times one of them is killed and comes again.
"""

import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

program = pathlib.Path(sys.argv[1]).resolve()
WORKERS, INPUTS, SPLITS, KILLS = 20, 1000, 60, 15
LEASE = 3

can_unshare = subprocess.run(["unshare", "--mount", "--pid", "--net", "--fork", "true"], capture_output=True).returncode == 0


class Cluster(unittest.TestCase):
    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self.root = pathlib.Path(self.scratch.name)
        dice = random.Random(1)
        (self.root / "in").mkdir()
        for i in range(INPUTS):
            (self.root / f"in/{i:04}.txt").write_text(
                "".join(f"http://h{dice.randrange(500)}.example/{dice.randrange(9**5)}\n" for _ in range(dice.randrange(20, 400))))

    def tearDown(self):
        self.scratch.cleanup()

    def run_here(self, *arguments):
        return subprocess.run([program, *map(str, arguments)], cwd=self.root, capture_output=True, text=True)

    def start(self, number, full=False):
        scratch = self.root / f"scratch-{number}"
        scratch.mkdir(exist_ok=True)
        # What is larger than a block cannot be written where the disk is full.
        limit = "trap '' XFSZ; ulimit -f 1; " if full else ""
        mount = f"mount -t tmpfs -o size=16m none {scratch} && " if can_unshare else ""
        inside = f"{mount}{limit}TMPDIR={scratch} exec {program} run-task --lease {LEASE} out"
        apart = ["unshare", "--mount", "--pid", "--net", "--fork", "--kill-child"] if can_unshare else []
        return subprocess.Popen([*apart, "sh", "-c", inside], cwd=self.root, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                start_new_session=True)

    def test_same_as_one_run(self):
        options = ["--shards", 16, "--fields", "url,count,source", "--threads", 1, "--memory", "64MiB"]
        self.assertEqual(self.run_here("plan", "-q", "--inputs", "in", "--splits", SPLITS, "--fan-in", 8, "-o", "out", *options).returncode, 0)
        planned = len((self.root / "out/plan.jsonl").read_text().splitlines()) - 1
        dice = random.Random(2)
        workers = {number: self.start(number, full=number == 0) for number in range(WORKERS)}
        kills = 0
        deadline = time.monotonic() + 400
        over = self.root / "out/tasks/publish.result"
        while not over.exists() and time.monotonic() < deadline:
            time.sleep(0.15)
            slow = workers[1]
            if slow.poll() is None:
                os.killpg(slow.pid, dice.choice([signal.SIGSTOP, signal.SIGCONT]))
            if kills < KILLS:
                number = dice.randrange(2, WORKERS)
                if workers[number].poll() is None:
                    os.killpg(workers[number].pid, signal.SIGKILL)
                    workers[number].wait()
                    kills += 1
                    workers[number] = self.start(number)
        for one in workers.values():
            if one.poll() is None:
                os.killpg(one.pid, signal.SIGKILL)
            one.wait()
        self.assertTrue(over.exists(), self.run_here("plan", "--status", "out").stdout)
        status = self.run_here("plan", "--status", "out", "--json")
        self.assertEqual(status.returncode, 0, self.run_here("plan", "--status", "out").stdout)
        self.assertEqual(len(json.loads(status.stdout)["tasks"]), planned)

        self.assertEqual(self.run_here("extract", "-q", "in", "-o", "single", *options).returncode, 0)
        for path in (self.root / "single").iterdir():
            self.assertEqual(path.read_bytes(), (self.root / "out" / path.name).read_bytes(), path.name)
        # Attempts that came to nothing: those that were killed, three of the machine without room, and the slow one's.
        lost = [json.loads(path.read_text()) for path in (self.root / "out/tasks").glob("*.attempt-*")]
        self.assertLessEqual(len(lost), kills + 3 + 3 + 1)
        print(f"{planned} tasks, {kills} workers killed, {len(lost)} attempts lost", file=sys.stderr)


unittest.main(argv=sys.argv[:1])
