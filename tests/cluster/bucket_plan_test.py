"""Plans in a bucket, the only shared storage of workers: bucket_plan_test.py PROGRAM

For any faults of the server and any kills of workers, the output equals that of a single run.
"""
import functools
import json
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest

import bucket_server

program = pathlib.Path(sys.argv[1]).resolve()
thorough = "URLSIEVE_THOROUGH" in os.environ
scratch = tempfile.TemporaryDirectory()
root = pathlib.Path(scratch.name)
environment = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy") and not name.startswith("AWS_")}
environment["TMPDIR"] = str(root)
every_fault = ("slow", "dropped", "busy", "lost", "twice", "late")


@functools.cache
def can_shift_clocks():
    """Whether faketime exists and runs the program; it does not run programs with sanitizers."""
    return bool(shutil.which("faketime")) and subprocess.run(["faketime", "-f", "+1h", program, "--version"], capture_output=True).returncode == 0


class BucketPlans(unittest.TestCase):
    def setUp(self):
        self.bucket, self.endpoint = bucket_server.serve()
        names = ["%02d.txt" % i for i in range(8)]
        for name, text in bucket_server.write_lists(root / "in", 2, names, lines=1500, hosts=200, pages=4000).items():
            self.bucket.put("in/" + name, text.encode())
        self.workers = []

    def tearDown(self):
        for worker in self.workers:
            if worker.poll() is None:
                self.kill(worker)
            worker.stderr.close()

    def words(self, command, *arguments, endpoint=None):
        return [program, command, *map(str, arguments), "--endpoint", endpoint or self.endpoint, "--anonymous"]

    def run_it(self, command, *arguments, **more):
        return subprocess.run(self.words(command, *arguments, **more), capture_output=True, cwd=root, text=True, env=environment, timeout=300)

    def start(self, *arguments, shift="", **more):
        """Starts a worker. shift: offset of its clock in the notation of faketime(1)."""
        words = self.words("run-task", *arguments, **more)
        if shift and can_shift_clocks():
            words = ["faketime", "-f", shift, *words]
        worker = subprocess.Popen(words, cwd=root, env={**environment, "DONT_FAKE_MONOTONIC": "1"}, start_new_session=True,
                                  stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        self.workers.append(worker)
        return worker

    def kill(self, worker):
        try:
            os.killpg(worker.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        worker.communicate()

    def planned(self, *options, splits=5, out="out"):
        made = self.run_it("plan", "-q", "--files-from", "s3://bucket/in/", "--splits", splits, "-o", "s3://bucket/" + out, *options)
        self.assertEqual((made.returncode, made.stderr), (0, ""))

    def one_run(self, *options):
        shutil.rmtree(root / "single", ignore_errors=True)
        ended = subprocess.run([program, "extract", "-q", "in", "-o", "single", *options], cwd=root, env=environment)
        return ended.returncode, {path.name: path.read_bytes() for path in (root / "single").iterdir() if path.name.startswith("part-")}

    def check_requests(self):
        """Checks that requests follow protocol_model.py: a write has a condition, and a worker replaces an object
        only after it read the object, then the rounds of retries, then its lease. Returns the replaced keys."""
        replaced, looked = [], {}
        for at, (worker, method, key, condition) in enumerate(self.bucket.requests):
            seen = looked.setdefault(worker, {})
            kind = "round" if "/tasks/retry-" in key else "lease" if key.endswith(".lease") else key
            if method in ("GET", "HEAD"):
                seen[kind] = at
            elif method in ("PUT", "POST") and not any(place in key for place in ("/runs/", ".attempt-", "/probe.")):
                self.assertTrue(condition, key)
                if condition == "unchanged" and kind == key and worker:
                    replaced.append(key)
                    if not key.endswith(".result"):
                        self.assertLess(seen[key], seen["round"], key)
                    self.assertLess(seen["round"], seen["lease"], key)
        self.bucket.requests.clear()
        return replaced

    def output(self, out="out"):
        with self.bucket.lock:
            return {key[len(out) + 1:]: body for key, (body, _) in self.bucket.objects.items() if key.startswith(out + "/" if out else "")}

    def check_published(self, wanted, out="out"):
        held = self.output(out)
        self.assertEqual({name: body for name, body in held.items() if name.startswith("part-")}, wanted)
        self.assertIn("manifest.json", held)
        self.assertIn("_SUCCESS", held)
        verified = self.run_it("verify", "s3://bucket/" + out)
        self.assertEqual((verified.returncode, verified.stderr), (0, ""))
        return held

    def test_the_output_is_that_of_one_run(self):
        for options, splits in (((), 1), (("--shards", "3"), 5), (("--shards", "2", "--fan-in", "2"), 5),
                                (("--shards", "2", "--fields", "url,count", "--compress", "zstd"), 4)):
            with self.subTest(options):
                out = "out-%d-%s" % (splits, len(options))
                plan = [word for word in options]
                self.planned(*plan, splits=splits, out=out)
                ended = self.run_it("run-task", "s3://bucket/" + out)
                self.assertEqual((ended.returncode, ended.stderr), (0, ""))
                single = [word for i, word in enumerate(options) if word != "--fan-in" and (i == 0 or options[i - 1] != "--fan-in")]
                held = self.check_published(self.one_run(*single)[1], out)
                self.assertFalse([name for name in held if name.startswith("runs/") or name.endswith(".lease") or "probe" in name], held.keys())
                self.assertFalse(self.bucket.uploads)
                status = self.run_it("plan", "--status", "s3://bucket/" + out)
                self.assertEqual(status.returncode, 0, status.stdout)
                self.assertFalse([path for path in root.iterdir() if path.name.startswith(".urlsieve")])

    def test_a_worker_requests_the_plan_once(self):
        self.planned("--shards", "2")
        self.bucket.log.clear()
        ended = self.run_it("run-task", "-q", "s3://bucket/out")
        self.assertEqual((ended.returncode, ended.stderr), (0, ""))
        self.assertEqual(sum(key == "out/plan.jsonl" and method == "GET" for method, key, _ in self.bucket.log), 1)

    def test_a_copy_of_the_plan(self):
        self.planned("--shards", "2")
        (root / "copy.jsonl").write_bytes(self.output()["plan.jsonl"])
        self.bucket.log.clear()
        ended = self.run_it("run-task", "-q", "--plan", "copy.jsonl", "s3://bucket/out", "extract-00001")
        self.assertEqual((ended.returncode, ended.stderr), (0, ""))
        self.assertNotIn("out/plan.jsonl", [key for _, key, _ in self.bucket.log])
        (root / "copy.jsonl").write_bytes(self.output()["plan.jsonl"].replace(b"/in/00.txt", b"/in/01.txt"))
        ended = self.run_it("run-task", "-q", "--plan", "copy.jsonl", "s3://bucket/out", "extract-00002")
        self.assertEqual(ended.returncode, 2)
        self.assertIn("copy.jsonl", ended.stderr)
        ended = self.run_it("run-task", "-q", "--plan", "none.jsonl", "s3://bucket/out", "extract-00002")
        self.assertEqual(ended.returncode, 2)
        self.check_published_after_all()

    def check_published_after_all(self):
        self.assertEqual(self.run_it("run-task", "-q", "s3://bucket/out").returncode, 0)
        self.check_published(self.one_run("--shards", "2")[1])

    def test_a_task_of_its_own_process(self):
        self.planned("--shards", "2")
        for task in ("extract-00003", "shard-00000", "extract-00003"):
            ended = self.run_it("run-task", "s3://bucket/out", task)
            self.assertEqual(ended.returncode, 4 if task.startswith("shard") else 0, ended.stderr)
        self.assertEqual(self.run_it("plan", "--status", "s3://bucket/out").returncode, 4)
        self.assertEqual(self.run_it("run-task", "s3://bucket/out", "extract-00009").returncode, 2)

    def test_what_a_store_cannot_do_is_named_before_any_work(self):
        def refused(code, words, *arguments):
            made = self.run_it(*arguments)
            self.assertEqual(made.returncode, code, made.stderr)
            self.assertIn(words, made.stderr)

        inputs = ("--files-from", "s3://bucket/in/", "-o")
        self.bucket.conditional = False
        refused(2, "does not support conditional writes", "plan", *inputs, "s3://bucket/out")
        self.bucket.conditional = True
        self.assertEqual(self.output(), {})
        refused(3, "NoSuchBucket", "plan", *inputs, "s3://nowhere/out")
        refused(2, "has no bucket", "plan", *inputs, "s3:///out")
        refused(2, "must be in a directory of this machine or in S3", "run-task", "https://bucket/out")
        refused(2, "there is no plan", "run-task", "s3://bucket/none")
        self.bucket.denied = {"PUT"}
        refused(3, "AccessDenied", "plan", *inputs, "s3://bucket/out")
        self.bucket.denied = set()
        self.bucket.put("taken/a", b"x")
        refused(2, "is not empty", "plan", *inputs, "s3://bucket/taken")
        self.planned()
        refused(2, "has a plan of other inputs", "plan", *inputs, "s3://bucket/out", "--shards", "7")
        self.planned()

    def test_lease_of_a_dead_worker_expires(self):
        self.planned()
        # A lease of another machine, whose process is unknown here.
        self.bucket.put("out/tasks/extract-00002.lease", b'{"lease":"0123456789abcdef","host":"far","process":1,"begun":1,"world":"far","renewals":3}\n')
        begun = time.monotonic()
        ended = self.run_it("run-task", "s3://bucket/out", "extract-00002", "--lease", "2")
        self.assertEqual(ended.returncode, 0, ended.stderr)
        self.assertGreaterEqual(time.monotonic() - begun, 2)
        # A renewed lease belongs to a live process.
        self.bucket.put("out/tasks/extract-00003.lease", b'{"lease":"0123456789abcdef","host":"far","process":1,"begun":1,"world":"far","renewals":4}\n')
        worker = self.start("s3://bucket/out", "extract-00003", "--lease", "8")
        time.sleep(0.5)
        self.bucket.put("out/tasks/extract-00003.lease", b'{"lease":"0123456789abcdef","host":"far","process":1,"begun":1,"world":"far","renewals":5}\n')
        told = worker.communicate()[1]
        self.assertEqual(worker.returncode, 4, told)
        self.assertIn("another process is running the task", told)

    def test_clocks_of_workers_may_be_an_hour_apart(self):
        """No worker is killed here, because faketime would leave its semaphore."""
        if not can_shift_clocks():
            self.skipTest("needs faketime")
        self.planned("--shards", "3", "--fan-in", "3", splits=8)
        workers = [self.start("s3://bucket/out", "--lease", "2", "-q", shift=shift) for shift in ("", "+1h", "-1h")]
        for worker in workers:
            told = worker.communicate(timeout=240)[1]
            self.assertEqual(worker.returncode, 0, told)
        self.check_published(self.one_run("--shards", "3")[1])

    def test_dead_workers_are_seen_by_the_clock_of_the_server(self):
        """plan --status and --clean are new processes each time, which have seen no lease before."""
        self.planned()
        self.bucket.put("out/tasks/extract-00001.lease", b'{"lease":"0123456789abcdef","host":"far","process":1,"begun":1,"world":"far","patience":3,"renewals":3}\n')
        self.bucket.put("out/runs/extract-00001/0123456789abcdef/part-00000-of-00001.txt", b"left")

        def ready():
            return self.run_it("plan", "--status", "s3://bucket/out", "--tasks", "ready", "--lease", "1").stdout.split()

        self.assertNotIn("extract-00001", ready())
        cleaned = self.run_it("plan", "--clean", "s3://bucket/out", "--lease", "1")
        self.assertEqual(cleaned.returncode, 4)
        self.assertIn("1 task may be running", cleaned.stderr)
        self.assertTrue([name for name in self.output() if name.startswith("runs/")])
        time.sleep(5)  # longer than the patience of the holder
        self.assertIn("extract-00001", ready())
        cleaned = self.run_it("plan", "--clean", "s3://bucket/out", "--lease", "1")
        self.assertEqual((cleaned.returncode, cleaned.stderr), (0, ""))
        self.assertFalse([name for name in self.output() if name.startswith("runs/")])

    def test_runs_that_were_changed_or_removed(self):
        self.planned("--shards", "2", splits=2)
        for task in ("extract-00000", "extract-00001"):
            self.assertEqual(self.run_it("run-task", "-q", "s3://bucket/out", task).returncode, 0)
        key = next(key for key in self.bucket.objects if key.startswith("out/runs/extract-00001/") and key.endswith("manifest.json"))
        text = self.bucket.objects[key][0]
        self.bucket.put(key, text.replace(b'"references"', b'"reference"'))
        ended = self.run_it("run-task", "s3://bucket/out", "shard-00000", "--retries", "0")
        self.assertNotEqual(ended.returncode, 0)
        self.assertIn("s3://bucket/" + key, ended.stderr)
        self.bucket.put(key, text.replace(b"}", b" }", 1))
        ended = self.run_it("run-task", "s3://bucket/out", "shard-00000", "--retries", "0")
        self.assertNotEqual(ended.returncode, 0)
        self.assertIn("s3://bucket/" + key + " is not the expected manifest", ended.stderr)
        del self.bucket.objects[key]
        ended = self.run_it("run-task", "s3://bucket/out", "shard-00000")
        self.assertEqual(ended.returncode, 4, ended.stderr)
        self.assertIn("the output of task extract-00001 has disappeared", ended.stderr)
        self.check_published_after_all()

    def test_cleaning_lists_only_tasks_with_runs(self):
        self.planned("--shards", "150", splits=2)
        self.assertEqual(self.run_it("run-task", "-q", "s3://bucket/out", "extract-00001").returncode, 0)
        for task, word in [("extract-00001", "0" * 16)] + [("shard-%05d" % i, "1" * 16) for i in range(0, 150, 3)]:
            for name in ("manifest.json", "part-00000-of-00150.txt"):
                self.bucket.put("out/runs/%s/%s/%s" % (task, word, name), b"left")
        held = self.output()
        self.bucket.log.clear()
        cleaned = self.run_it("plan", "--clean", "s3://bucket/out")
        self.assertEqual((cleaned.returncode, cleaned.stderr), (0, ""))
        self.assertEqual(set(held) - set(self.output()), {name for name, body in held.items() if body == b"left"})
        listings = [key for method, key, _ in self.bucket.log if method == "GET" and "prefix=out%2Fruns" in key]
        self.assertEqual(len(listings), 1 + 51 + 1, listings)  # the tasks; the runs of a task; of extract-00001 two pages

    def test_unusable_options_are_refused_before_any_work(self):
        self.planned()
        before = self.output()
        for code, words, arguments in ((2, "exclude each other", ("plan", "--status", "s3://bucket/out", "--clean", "s3://bucket/out")),
                                       (2, "needs --status", ("plan", "--clean", "s3://bucket/out", "--json")),
                                       (2, "ignores --splits", ("plan", "--retry-failed", "s3://bucket/out", "--splits", "3")),
                                       (3, "is not a directory to write in", ("run-task", "s3://bucket/out", "--tmpdir", root / "none"))):
            refused = self.run_it(*arguments)
            self.assertEqual(refused.returncode, code, refused.stderr)
            self.assertIn(words, refused.stderr)
        self.assertEqual(self.output(), before)

    def test_faults_of_the_network_and_kills_change_nothing(self):
        wanted = self.one_run("--shards", "3")[1]
        rounds = 20 if thorough else 1
        for number in range(rounds):
            with self.subTest(number):
                out = "out-%d" % number
                self.planned("--shards", "3", "--fan-in", "3", splits=8, out=out)
                self.bucket.chance.seed(number)
                self.bucket.faults, self.bucket.rate = every_fault, 0.1
                dice = random.Random(number)
                arguments = ("s3://bucket/" + out, "--lease", "2", "--quiet", "--stall", "3")
                workers = [self.start(*arguments) for _ in range(20 if thorough else 4)]
                kills = 100 if thorough else 12
                deadline = time.monotonic() + 240
                while any(worker.poll() is None for worker in workers):
                    self.assertLess(time.monotonic(), deadline, "the plan does not end")
                    time.sleep(dice.random() * 0.4)
                    at = dice.randrange(len(workers))
                    if kills and workers[at].poll() is None:
                        kills -= 1
                        self.kill(workers[at])
                        workers[at] = self.start(*arguments)
                self.bucket.rate = 0.0
                time.sleep(4.5)  # the last repeated requests arrive
                told = [(worker.communicate()[1], worker.returncode) for worker in workers]
                if any(code == 3 and re.search("no task of the plan can run any more|failed for good", words) for words, code in told):
                    # Three attempts at a task failed.
                    retried = self.run_it("plan", "--retry-failed", "s3://bucket/" + out)
                    self.assertEqual(retried.returncode, 0, retried.stderr)
                    told = [("", self.run_it("run-task", "--quiet", "s3://bucket/" + out).returncode)]
                self.assertEqual({code for _, code in told}, {0}, told)
                self.check_published(wanted, out)
                self.check_requests()
                cleaned = self.run_it("plan", "--clean", "s3://bucket/" + out, "-q")
                self.assertEqual((cleaned.returncode, cleaned.stderr), (0, ""))
                self.assertFalse([name for name in self.output(out) if name.startswith("runs/")])
                self.assertFalse([key for key, _ in self.bucket.uploads.values() if key.startswith(out + "/")])

    def test_merge_and_convert_write_into_the_bucket(self):
        def local(name):
            return {path.name: path.read_bytes() for path in (root / name).iterdir()}

        for name in ("a", "b", "merged", "converted"):
            shutil.rmtree(root / name, ignore_errors=True)
        for name, inputs in (("a", ("in/00.txt", "in/01.txt")), ("b", ("in/01.txt", "in/02.txt"))):
            subprocess.run([program, "extract", "-q", *inputs, "-o", name, "--shards", "2"], cwd=root, env=environment, check=True)
        for command, options in (("merge", ("a", "b")), ("convert", ("a", "--shards", "3", "--shard-by", "host")), ("convert", ("b", "--compress", "zstd"))):
            shutil.rmtree(root / "here", ignore_errors=True)
            subprocess.run([program, command, "-q", *options, "-o", "here"], cwd=root, env=environment, check=True)
            name = "made-%d" % len(self.bucket.log)
            made = self.run_it(command, "-q", *options, "-o", "s3://bucket/" + name)
            self.assertEqual((made.returncode, made.stderr), (0, ""))
            self.assertEqual(self.output(name), local("here"))
            again = self.run_it(command, "-q", *options, "-o", "s3://bucket/" + name)
            self.assertEqual(again.returncode, 2)
            self.assertIn("is not empty", again.stderr)
            again = self.run_it(command, "-q", *options, "-o", "s3://bucket/" + name, "--force")
            self.assertEqual((again.returncode, self.output(name)), (0, local("here")))
        # A plan that S3 cannot store is rejected with a reason, and nothing is written.
        before = self.output("")
        for words in (("extract", "in/00.txt", "-o", "stats", "--stats", "https://bucket/stats.json"),
                      ("report", "a", "-o", "s3://bucket/folder/"), ("report", "a", "-o", "s3://bucket")):
            refused = subprocess.run([program, *words], cwd=root, env=environment, capture_output=True, text=True)
            self.assertEqual(refused.returncode, 2, (words, refused.stderr))
            self.assertIn("://bucket", refused.stderr)
            self.assertFalse((root / "s3:").exists(), words)
        self.assertEqual(self.output(""), before)
        self.assertFalse([path for path in root.iterdir() if path.name.startswith(".urlsieve")])

    def test_statistics_and_pages_are_written_into_the_bucket(self):
        shutil.rmtree(root / "a", ignore_errors=True)
        for _ in range(2):  # the second run replaces the objects
            made = self.run_it("extract", "-q", "in/00.txt", "-o", "a", "--force", "--stats", "s3://bucket/x/stats.json", "--report", "s3://bucket/x/run.html")
            self.assertEqual((made.returncode, made.stderr), (0, ""))
            held = self.output("x")
            self.assertEqual(json.loads(held["stats.json"])["references"], 1500)
            self.assertIn(b"</html>", held["run.html"])
        subprocess.run([program, "report", "a", "-q", "-o", "here.html"], cwd=root, env=environment, check=True)
        made = self.run_it("report", "a", "-q", "-o", "s3://bucket/x/report.html")
        self.assertEqual((made.returncode, made.stderr), (0, ""))
        self.assertEqual(self.output("x")["report.html"], (root / "here.html").read_bytes())
        # Without the permission to write, the run ends with an error, and without an output.
        self.bucket.denied = {"PUT"}
        shutil.rmtree(root / "b", ignore_errors=True)
        made = self.run_it("extract", "-q", "in/00.txt", "-o", "b", "--stats", "s3://bucket/x/stats.json")
        self.assertEqual(made.returncode, 3)
        self.assertIn("AccessDenied", made.stderr)
        self.assertFalse((root / "b").exists())
        self.bucket.denied = {"HEAD"}
        made = self.run_it("report", "a", "-q", "-o", "s3://bucket/x/report.html")
        self.assertEqual(made.returncode, 3)
        self.assertIn("cannot look at s3://bucket/x/report.html", made.stderr)

    def test_missing_input_heals(self):
        self.planned("--shards", "2")
        lost = self.bucket.objects.pop("in/04.txt")
        ended = self.run_it("run-task", "s3://bucket/out", "--retries", "0")
        self.assertEqual(ended.returncode, 1, ended.stderr)
        self.assertNotIn("_SUCCESS", self.output())
        self.bucket.objects["in/04.txt"] = lost
        self.assertEqual(self.run_it("plan", "-q", "--retry-failed", "s3://bucket/out").returncode, 0)
        ended = self.run_it("run-task", "s3://bucket/out")
        self.assertEqual((ended.returncode, ended.stderr), (0, ""))
        self.check_published(self.one_run("--shards", "2")[1])

    def test_workers_together_try_a_task_three_times(self):
        """A worker reads the attempts at a task, and stops before it reads the lease again, until other workers have
        tried the task three times."""
        self.planned(splits=2)
        for number in range(8):
            self.bucket.objects.pop("in/%02d.txt" % number)
        looks, stopped, go_on = [], threading.Event(), threading.Event()

        def gate(worker, method, key):
            if worker == "slow" and key.endswith("extract-00000.lease"):
                looks.append(method)
                if len(looks) == 2:
                    stopped.set()
                    go_on.wait()

        self.bucket.gate = gate
        slow = self.start("s3://bucket/out", "extract-00000", "--retries", "0", endpoint=self.endpoint + "/worker-slow")
        self.assertTrue(stopped.wait(60))
        for attempt in range(3):
            self.assertNotEqual(self.run_it("run-task", "s3://bucket/out", "extract-00000", "--retries", "0").returncode, 0)
        go_on.set()
        told = slow.communicate()[1]
        self.bucket.gate = None
        self.assertEqual(len([key for key in self.output() if key.startswith("tasks/extract-00000.attempt-")]), 3, told)
        self.assertIn("extract-00000 failed for good", told)

    def test_worker_without_its_lease_changes_nothing(self):
        self.planned("--shards", "2", splits=2)
        for task in ("extract-00000", "extract-00001"):
            self.assertEqual(self.run_it("run-task", "s3://bucket/out", task).returncode, 0)
        requests = []

        def stop_at(number):
            """Stops the worker "slow" before its request `number`, until another worker has done everything."""
            seen = [0]

            def gate(worker, method, key):
                if worker != "slow" or key.endswith(".lease"):
                    return
                seen[0] += 1
                requests.append((method, key))
                if seen[0] == number:
                    stopped.append(number)
                    while stopped:
                        time.sleep(0.01)
            return gate

        start = dict(self.bucket.objects)
        wanted = self.one_run("--shards", "2")[1]
        number, stopped = 0, []
        while True:
            number += 1 if thorough else 4
            self.bucket.objects = dict(start)
            self.bucket.uploads.clear()
            self.bucket.gate = stop_at(number)
            slow = self.start("s3://bucket/out", "shard-00001", "--lease", "1", "--stall", "60", endpoint=self.endpoint + "/worker-slow")
            while slow.poll() is None and not stopped:
                time.sleep(0.01)
            if not stopped:
                break
            # The lease belongs to an unknown process of another machine, and is not renewed.
            lease = self.bucket.objects.get("out/tasks/shard-00001.lease")
            if lease:
                os.killpg(slow.pid, signal.SIGSTOP)
                self.bucket.put("out/tasks/shard-00001.lease", lease[0].replace(b'"world":"', b'"world":"far'))
            ended = self.run_it("run-task", "s3://bucket/out", "--lease", "1", "-q")
            self.assertEqual((ended.returncode, ended.stderr), (0, ""), requests[-1])
            published = self.check_published(wanted)
            stopped.clear()
            if lease:
                os.killpg(slow.pid, signal.SIGCONT)
            slow.communicate()
            after = self.output()
            for name in (*wanted, "manifest.json", "_SUCCESS"):
                self.assertEqual(after[name], published[name], (number, requests[-1]))
        self.assertGreater(number, 10)
        self.bucket.gate = None

    def test_worker_that_runs_during_a_retry_changes_nothing(self):
        """A worker stops before a write, with runs from before a retry. The worker continues before the retried
        tasks run, or after everything is published."""
        self.planned("--shards", "2", splits=2)
        lost = self.bucket.objects.pop("in/04.txt")
        for task in ("extract-00000", "extract-00001"):
            self.assertIn(self.run_it("run-task", "s3://bucket/out", task, "--retries", "0").returncode, (0, 1))
        start = dict(self.bucket.objects)
        wanted = self.one_run("--shards", "2")[1]
        replaced = set()
        for task, goes_on_early in (("shard-00001", False), ("shard-00001", True), ("publish", False), ("publish", True)):
            number = 0 if thorough else -1
            while True:
                number += 1 if thorough else 2
                self.bucket.objects = dict(start)
                self.bucket.uploads.clear()
                if task == "publish":
                    for shard in ("shard-00000", "shard-00001"):
                        self.assertEqual(self.run_it("run-task", "s3://bucket/out", shard).returncode, 0)
                stopped, seen = [], [0]

                def gate(worker, method, key):
                    if worker == "slow" and method in ("PUT", "POST", "DELETE") and not key.endswith(".lease"):
                        seen[0] += 1
                        if seen[0] == number:
                            stopped.append((method, key))
                            while stopped:
                                time.sleep(0.01)

                self.bucket.gate = gate
                slow = self.start("s3://bucket/out", task, "--lease", "1", "--stall", "60", endpoint=self.endpoint + "/worker-slow")
                while slow.poll() is None and not stopped:
                    time.sleep(0.01)
                if not stopped:
                    break
                at = (task, goes_on_early, stopped[0])
                lease = self.bucket.objects.get("out/tasks/%s.lease" % task)
                self.bucket.objects["in/04.txt"] = lost
                if not goes_on_early:
                    # Other workers publish the available results first, because the lease counts as
                    # abandoned.
                    os.killpg(slow.pid, signal.SIGSTOP)
                    self.bucket.put("out/tasks/%s.lease" % task, lease[0].replace(b'"world":"', b'"world":"far'))
                    self.run_it("run-task", "s3://bucket/out", "--lease", "1", "-q")
                retried = self.run_it("plan", "-q", "--retry-failed", "s3://bucket/out")
                self.assertEqual((retried.returncode, retried.stderr), (0, ""))
                if goes_on_early:
                    stopped.clear()
                    slow.communicate()
                ended = self.run_it("run-task", "s3://bucket/out", "--lease", "1", endpoint=self.endpoint + "/worker-other")
                self.assertEqual((ended.returncode, ended.stderr), (0, ""), at)
                published = self.check_published(wanted)
                if not goes_on_early:
                    stopped.clear()
                    os.killpg(slow.pid, signal.SIGCONT)
                    slow.communicate()
                after = self.output()
                for name in (*wanted, "manifest.json", "_SUCCESS"):
                    self.assertEqual(after[name], published[name], at)
                self.assertEqual(self.run_it("plan", "--status", "s3://bucket/out").returncode, 0, at)
                replaced.update(self.check_requests())
            self.assertGreater(number, 3, task)
        self.assertTrue({"out/part-00001-of-00002.txt", "out/manifest.json", "out/tasks/publish.result"} <= replaced, replaced)
        self.bucket.gate = None


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[2:]])
