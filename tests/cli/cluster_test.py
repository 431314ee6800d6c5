"""A failing cluster runs a plan; the output must equal that of a single run: cluster_test.py PROGRAM

Twenty machines, each in private namespaces (mounts, processes, network) with a scratch disk, read the inputs from a
server over links of bounded bandwidth. One machine has full disks, one is slow, one has a narrow link, and one has an
unreliable link; at random times another machine is killed and restarted.
"""

import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time
import unittest

sys.dont_write_bytecode = True
import bounded_links

program = pathlib.Path(sys.argv[1]).resolve()
FULL, SLOW, NARROW, BROKEN, SOUND = 0, 1, 2, 3, 4  # SOUND: the first healthy machine
LEASE = 3
RATE = 128 << 10  # bytes a second
BARE = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}

has_network = bounded_links.enter_private_network()
can_unshare = subprocess.run(["unshare", "--mount", "--pid", "--fork", "true"], capture_output=True).returncode == 0


class Cluster(unittest.TestCase):
    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self.root = pathlib.Path(self.scratch.name)

    def tearDown(self):
        self.scratch.cleanup()

    def make_inputs(self, count):
        dice = random.Random(1)
        (self.root / "in").mkdir()
        for i in range(count):
            (self.root / f"in/{i:04}.txt").write_text(
                "".join(f"http://h{dice.randrange(500)}.example/{dice.randrange(9**5)}\n" for _ in range(dice.randrange(20, 400))))

    def run_here(self, *arguments):
        return subprocess.run([program, *map(str, arguments)], cwd=self.root, capture_output=True, text=True, env=BARE)

    def start(self, links, number):
        scratch = self.root / f"scratch-{number}"
        scratch.mkdir(exist_ok=True)
        # On a full disk, no file larger than a block can be written.
        limit = "trap '' XFSZ; ulimit -f 1; " if number == FULL else ""
        mount = f"mount -t tmpfs -o size=16m none {scratch} && " if can_unshare else ""
        inside = f"{mount}{limit}TMPDIR={scratch} exec {program} run-task --lease {LEASE} out"
        apart = ["unshare", "--mount", "--pid", "--fork", "--kill-child"] if can_unshare else []
        return subprocess.Popen([*links.prefix(number), *apart, "sh", "-c", inside], cwd=self.root, stdout=subprocess.DEVNULL,
                                stderr=subprocess.DEVNULL, start_new_session=True, env={**BARE, **links.environment(number)})

    def check_cluster(self, make_links, machines, inputs, splits, most_kills):
        self.make_inputs(inputs)
        links = make_links(self.root / "in", [RATE // 4 if i == NARROW else RATE for i in range(machines)])
        (self.root / "inputs").write_text("".join(f"{links.url()}{i:04}.txt\n" for i in range(inputs)))
        options = ["--shards", 16, "--fields", "url,count,source", "--threads", 1, "--memory", "64MiB"]
        planned = self.run_here("plan", "-q", "--files-from", "inputs", "--splits", splits, "--fan-in", 8, "-o", "out", *options)
        self.assertEqual((planned.returncode, planned.stderr), (0, ""))
        tasks = [json.loads(line) for line in (self.root / "out/plan.jsonl").read_text().splitlines()[1:]]
        self.assertEqual(sum(task["kind"] == "extract" for task in tasks), splits)
        dice = random.Random(2)
        sent_before = links.sent()
        workers = {number: self.start(links, number) for number in range(machines)}
        kills = 0
        deadline = time.monotonic() + 400
        over = self.root / "out/tasks/publish.result"
        while not over.exists() and time.monotonic() < deadline:
            time.sleep(0.15)
            slow = workers[SLOW]
            if slow.poll() is None:
                os.killpg(slow.pid, dice.choice([signal.SIGSTOP, signal.SIGCONT]))
            if dice.random() < 0.2:
                links.break_for_a_moment(BROKEN)
            if kills < most_kills:
                number = dice.randrange(SOUND, machines)
                if workers[number].poll() is None:
                    os.killpg(workers[number].pid, signal.SIGKILL)
                    workers[number].wait()
                    kills += 1
                    workers[number] = self.start(links, number)
        for one in workers.values():
            if one.poll() is None:
                os.killpg(one.pid, signal.SIGKILL)
            one.wait()
        self.assertTrue(over.exists(), self.run_here("plan", "--status", "out").stdout)
        status = self.run_here("plan", "--status", "out", "--json")
        self.assertEqual(status.returncode, 0, self.run_here("plan", "--status", "out").stdout)
        self.assertEqual(len(json.loads(status.stdout)["tasks"]), len(tasks))
        sent = links.sent() - sent_before
        held_back = links.held_back()

        self.assertEqual(self.run_here("extract", "-q", "--files-from", "inputs", "-o", "single", *options).returncode, 0)
        for path in (self.root / "single").iterdir():
            self.assertEqual(path.read_bytes(), (self.root / "out" / path.name).read_bytes(), path.name)
        # Attempts fail when a worker is killed, three times on the machine without capacity, and when the slow worker stops.
        most_lost = kills + 3 + 3 + 1
        lost = [json.loads(path.read_text()) for path in (self.root / "out/tasks").glob("[!.]*.attempt-*")]  # hidden: a kill cut its writing
        self.assertLessEqual(len(lost), most_lost)
        # The links transfer each input once, and at most a split per failed attempt. Records do not
        # count attempts: a worker that loses its lease has read its split, but writes no record.
        sizes = [task["bytes"] for task in tasks if task["kind"] == "extract"]
        self.assertGreaterEqual(sent, sum(sizes))
        self.assertLessEqual(sent, sum(sizes) + most_lost * max(sizes))
        self.assertGreater(sum(held_back), 0)
        print(f"{type(links).__name__}: {len(tasks)} tasks, {kills} workers killed, {len(lost)} attempts lost, {sent:,} bytes sent for "
              f"{sum(sizes):,}, held back {sum(held_back)} times", file=sys.stderr)

    @unittest.skipUnless(has_network, "links of the kernel cannot be made here")
    def test_twenty_machines_on_links_of_the_kernel(self):
        self.check_cluster(bounded_links.KernelLinks, machines=20, inputs=1000, splits=60, most_kills=15)

    def test_machines_on_links_that_a_server_throttles(self):
        few = has_network
        self.check_cluster(bounded_links.ThrottledLinks, machines=8 if few else 20, inputs=150 if few else 1000, splits=16 if few else 60,
                           most_kills=5 if few else 15)


unittest.main(argv=sys.argv[:1])
