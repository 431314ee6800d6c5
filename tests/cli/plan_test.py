"""plan_test.py PROGRAM SAMPLES: splits runs into tasks, runs the tasks under every kind of failure, and compares the
output with that of a single run."""

import gzip
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
samples = pathlib.Path(sys.argv[2]).resolve()
few = "URLSIEVE_SANITIZED" in os.environ  # a start of the program takes long
scratch = tempfile.TemporaryDirectory()
root = pathlib.Path(scratch.name)


def run(*arguments, **more):
    return subprocess.run([program, *map(str, arguments)], capture_output=True, cwd=root, text=True, **more)


def start(*arguments):
    return subprocess.Popen([program, *map(str, arguments)], cwd=root, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)


def states(out):
    listed = json.loads(run("plan", "--status", out, "--json").stdout)
    return {task["id"]: task["state"] for task in listed["tasks"]}


def tasks(out):
    lines = (root / out / "plan.jsonl").read_text().splitlines()
    return [json.loads(line) for line in lines[1:]]


def content(out):
    """Returns the files of an output by name, without the files of the plan."""
    return {path.name: path.read_bytes() for path in (root / out).iterdir() if path.name not in ("plan.jsonl", "tasks", "runs")}


def rows(out):
    return {name: held for name, held in content(out).items() if name.startswith("part-")}


class Plans(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        dice = random.Random(1)
        (root / "in").mkdir()
        for i in range(12):
            lines = "".join(f"http://h{dice.randrange(200)}.example/{dice.randrange(4000)}\n" for _ in range(2000))
            (root / f"in/{i:02}.txt").write_text(lines)
        with gzip.open(root / "in/30.txt.gz", "wt") as packed:
            packed.write("see http://packed.example/ and www.packed.example/x\n" * 50)

    def setUp(self):
        self.out = f"out-{self._testMethodName}"

    def planned(self, *options, inputs="in", splits=5):
        made = run("plan", "-q", "--files-from", inputs, "--splits", splits, "-o", self.out, *options)
        self.assertEqual((made.returncode, made.stderr), (0, ""))

    def one_run(self, *options, inputs="in"):
        shutil.rmtree(root / "single", ignore_errors=True)
        ended = run("extract", "-q", inputs, "-o", "single", *options)
        return ended.returncode, content("single")

    def check_same(self, *options, splits=5, fan_in=128):
        code, wanted = self.one_run(*options)
        self.planned("--fan-in", fan_in, *options, splits=splits)
        ended = run("run-task", self.out)
        self.assertEqual((ended.returncode, ended.stderr), (code, ""))
        self.assertEqual(content(self.out), wanted)
        self.assertFalse((root / self.out / "runs").exists())
        self.assertEqual(run("verify", self.out).returncode, 0)
        shutil.rmtree(root / self.out)

    def test_tasks_give_what_one_run_gives(self):
        for splits, fan_in in [(1, 128), (2, 128), (5, 2), (13, 3), *([] if few else [(500, 4)])]:
            self.check_same("--shards", 3, splits=splits, fan_in=fan_in)
        self.check_same("--shards", 2, "--fields", "url,count,sources,source,raw", "--compress", "zstd", splits=7, fan_in=3)
        self.check_same("--shards", 1, "--output-format", "parquet", "--fields", "url,count")
        self.check_same("--shards", 4, "--order", "surt", "--key", "surt", "--shard-by", "host", "--jsonl")
        self.check_same("--edges", "host", "--self-loops", "drop", "--fields", "url,count")

    def test_samples_of_every_kind(self):
        options = ["--shards", 4, "--fields", "url,count,where", "--on-error", "ignore"]
        _, wanted = self.one_run(*options, inputs=samples)
        self.planned(*options, inputs=samples, splits=9)
        self.assertEqual(run("run-task", self.out).returncode, 0)
        self.assertEqual(content(self.out), wanted)

    def test_large_files_are_cut_inside(self):
        dice = random.Random(2)
        (root / "large").mkdir()
        lines = [f"http://l{dice.randrange(9)}.example/{dice.randrange(9**6)}\n" for _ in range(60000)]
        (root / "large/urls.txt").write_text("".join(lines))
        packed = b"".join(gzip.compress("".join(lines[i:i + 700]).encode()) for i in range(0, len(lines), 700))
        (root / "large/urls.gz").write_bytes(packed)
        self.planned("--shards", 2, "--fields", "url,count,source", inputs="large", splits=14)
        cut = [one for task in tasks(self.out) for one in task.get("inputs", []) if "from" in one]
        self.assertGreater(len([one for one in cut if one["path"] == "large/urls.txt"]), 2)
        self.assertGreater(len([one for one in cut if one["path"] == "large/urls.gz"]), 1)
        sizes = [task["bytes"] for task in tasks(self.out) if task["kind"] == "extract"]
        self.assertLess(max(sizes), 1.5 * sum(sizes) / len(sizes))
        self.assertEqual(run("run-task", self.out).returncode, 0)
        self.one_run("--shards", 2, "--fields", "url,count,source", inputs="large")
        self.assertEqual(rows(self.out), rows("single"))

    def test_what_lz4_packs_is_cut_nowhere(self):
        (root / "lz4").mkdir()
        plain = "".join(f"http://l{i % 9}.example/{i}\n" for i in range(60000)).encode()
        # Uncompressed blocks.
        blocks = [plain[i:i + 65536] for i in range(0, len(plain), 65536)]
        (root / "lz4/urls").write_bytes(b"\x04\x22\x4D\x18\x60\x40\x82" + b"".join(
            (len(block) | 1 << 31).to_bytes(4, "little") + block for block in blocks) + bytes(4))
        self.planned("--shards", 2, splits=8, inputs="lz4")
        self.assertEqual([one for task in tasks(self.out) for one in task.get("inputs", []) if "from" in one], [])
        self.assertEqual(run("run-task", self.out).returncode, 0)
        self.one_run("--shards", 2, inputs="lz4")
        self.assertEqual(rows(self.out), rows("single"))

    def test_each_task_once_in_any_order(self):
        self.planned("--shards", 2, splits=4)
        ids = [task["id"] for task in tasks(self.out)]
        self.assertEqual(run("run-task", self.out, "publish").returncode, 4)
        self.assertEqual(run("run-task", self.out, "shard-00000").returncode, 4)
        self.assertEqual(run("run-task", self.out, "nonsense").returncode, 2)
        self.assertEqual(run("plan", "--status", self.out).returncode, 4)
        self.assertEqual(run("plan", "--status", self.out, "--tasks", "ready").stdout.split(), ids[:4])
        for i in [3, 1, 2, 0, 5, 4, 6]:
            self.assertEqual(run("run-task", self.out, ids[i]).returncode, 0, ids[i])
            again = run("run-task", self.out, ids[i])
            self.assertEqual(again.returncode, 0)
        self.assertEqual(run("plan", "--status", self.out).returncode, 0)
        self.assertEqual(content(self.out), self.one_run("--shards", 2)[1])
        result = json.loads((root / self.out / f"tasks/{ids[0]}.result").read_text())
        self.assertIn("cpu_milliseconds", result)
        self.assertTrue(all(result[name] > 0 for name in ("milliseconds", "peak_memory", "bytes_read", "bytes_written", "unique")))

    def test_workers_that_are_killed(self):
        wanted = self.one_run("--shards", 8, "--fields", "url,count")[1]
        dice = random.Random(3)
        self.planned("--shards", 8, "--fields", "url,count", "--fan-in", 3, splits=13)
        kills = 0
        workers = []
        deadline = time.monotonic() + 120
        while run("plan", "--status", self.out).returncode != 0 and time.monotonic() < deadline:
            # Tasks are given up after three kills.
            run("plan", "-q", "--retry-failed", self.out)
            for one in workers:
                if one.poll() is not None:
                    one.stderr.close()
            workers = [one for one in workers if one.poll() is None]
            while len(workers) < 3:
                workers.append(start("run-task", self.out, "--lease", 2))
            time.sleep(dice.random() * 0.2)
            if kills < 12:
                victims = subprocess.run(["pgrep", "-f", f"run-task.*{self.out}"], capture_output=True, text=True).stdout.split()
                if victims:
                    kills += 1
                    try:
                        os.kill(int(dice.choice(victims)), signal.SIGKILL)
                    except ProcessLookupError:
                        pass
        for one in workers:
            one.wait()
            one.stderr.close()
        self.assertEqual(content(self.out), wanted)
        self.assertGreater(kills, 0)

    def test_a_task_that_dies_again_and_again_is_given_up(self):
        self.planned("--shards", 2, splits=4)
        ids = [task["id"] for task in tasks(self.out)]
        for attempt in range(3):
            # A lease of a killed process.
            fingerprint = tasks(self.out)[1]["fingerprint"]
            (root / self.out / f"tasks/{ids[1]}.attempt-{attempt + 1}").write_text(json.dumps(
                {"fingerprint": fingerprint, "host": "gone", "lease": "0", "begun": 1}) + "\n")
        self.assertEqual(states(self.out)[ids[1]], "given up")
        ended = run("run-task", self.out)
        self.assertEqual(ended.returncode, 1)
        self.assertNotIn("_SUCCESS", content(self.out))
        self.assertIn("part-00000-of-00002.txt", content(self.out))
        status = run("plan", "--status", self.out)
        self.assertEqual(status.returncode, 1)
        self.assertIn(f"given up: {ids[1]} after 3 attempts: the process ended without reporting a result", status.stdout)
        # Results without the option are made again with the option.
        run("plan", "-q", "--retry-failed", self.out)
        self.assertEqual(run("run-task", self.out).returncode, 0)
        self.assertEqual(content(self.out), self.one_run("--shards", 2)[1])

    def test_inputs_left_out_are_counted(self):
        self.planned("--shards", 2, "--on-error", "ignore", splits=4)
        one = tasks(self.out)[2]
        for attempt in range(3):
            (root / self.out / f"tasks/{one['id']}.attempt-{attempt + 1}").write_text(json.dumps({"fingerprint": one["fingerprint"]}) + "\n")
        self.assertEqual(run("run-task", self.out).returncode, 0)
        self.assertIn("_SUCCESS", content(self.out))
        manifest = json.loads(content(self.out)["manifest.json"])
        self.assertEqual(manifest["totals"]["inputs"]["not-read"], len(one["inputs"]))

    def test_an_input_that_changed(self):
        (root / "moving").mkdir()
        for i in range(4):
            (root / f"moving/{i}.txt").write_text(f"http://m{i}.example/\n")
        self.planned("--shards", 1, inputs="moving", splits=4)
        with open(root / "moving/2.txt", "a") as more:
            more.write("http://later.example/\n")
        first = run("run-task", self.out, "extract-00002")
        self.assertEqual(first.returncode, 1)
        self.assertIn("changed since the plan was made: moving/2.txt (changed: 41 bytes, and not 19)", first.stderr)
        self.assertEqual(run("run-task", self.out).returncode, 1)
        held = b"".join(rows(self.out).values())
        self.assertEqual(held.count(b"\n"), 3)
        self.assertNotIn(b"later", held)

    def test_damaged_inputs_end_as_one_run_does(self):
        (root / "broken").mkdir()
        for i in range(4):
            (root / f"broken/{i}.gz").write_bytes(gzip.compress(f"http://b{i}.example/\n".encode() * 2000)[:-9 if i == 2 else None])
        code, wanted = self.one_run("--shards", 2, inputs="broken")
        self.assertEqual(code, 1)
        self.planned("--shards", 2, inputs="broken", splits=4)
        self.assertEqual(run("run-task", self.out).returncode, 1)
        self.assertEqual(content(self.out), wanted)
        self.assertIn("fault: extract-00002: broken/2.gz: truncated-compression", run("plan", "--status", self.out).stdout)
        shutil.rmtree(root / self.out)
        self.planned("--shards", 2, "--on-error", "ignore", inputs="broken", splits=4)
        self.assertEqual(run("run-task", self.out).returncode, 0)
        self.assertIn("_SUCCESS", content(self.out))

    def test_nothing_that_can_be_read(self):
        (root / "lost.txt").write_text("http://lost.example/\n")
        (root / "lost.list").write_text("lost.txt\nnever-there.txt\n")
        self.planned("--shards", 1, inputs="lost.list", splits=1)
        os.remove(root / "lost.txt")
        ended = run("run-task", self.out)
        self.assertEqual(ended.returncode, 3)
        self.assertNotIn("manifest.json", content(self.out))

    def test_another_plan_is_refused(self):
        self.planned("--shards", 2, splits=3)
        before = (root / self.out / "plan.jsonl").read_bytes()
        self.planned("--shards", 2, splits=3)  # the same one
        for options in (["--shards", 3], ["--shards", 2, "--fields", "url,count"]):
            other = run("plan", "--files-from", "in", "--splits", 3, "-o", self.out, *options)
            self.assertEqual(other.returncode, 2)
            self.assertIn("has a plan of other", other.stderr)
        self.assertEqual((root / self.out / "plan.jsonl").read_bytes(), before)
        # Results of another plan are not used.
        self.assertEqual(run("run-task", self.out, "extract-00000").returncode, 0)
        self.assertEqual(run("plan", "-q", "--files-from", "in", "--splits", 3, "-o", self.out, "--shards", 3, "--force").returncode, 0)
        self.assertEqual(set(states(self.out).values()), {"ready", "waiting"})
        self.assertEqual(run("run-task", self.out).returncode, 0)
        self.assertEqual(content(self.out), self.one_run("--shards", 3)[1])
        again = run("plan", "--files-from", "in", "--splits", 4, "-o", self.out, "--force")
        self.assertEqual(again.returncode, 2)
        self.assertIn("already holds an output", again.stderr)
        (root / "photos").mkdir()
        (root / "photos/a.png").write_text("x")
        self.assertEqual(run("plan", "--files-from", "in", "-o", "photos").returncode, 2)

    def test_a_plan_changed_by_hand_is_refused(self):
        self.planned("--shards", 2, splits=3)
        path = root / self.out / "plan.jsonl"
        whole = path.read_text()
        lines = whole.splitlines(keepends=True)
        for changed, why in [(whole.replace('"--shards", "2"', '"--shards", "4"', 1), "task extract-00000 (line 2) was changed after planning"),
                             ("".join(lines[:-1]), "some of its tasks are missing"),
                             (whole.replace('"urlsieve": "', '"urlsieve": "9', 1), "made by urlsieve 9"),
                             (whole.replace('"plan": 1', '"plan": 7', 1), "a plan of format 7"),
                             (whole.replace('"shards": 2', '"shards": 3', 1), "its first line was changed after planning"),
                             (lines[0] + "nonsense\n", "line 2 is no task"), ("nonsense\n", "not a plan of urlsieve")]:
            path.write_text(changed)
            ended = run("run-task", self.out, "extract-00000")
            self.assertEqual(ended.returncode, 2, why)
            self.assertIn(why, ended.stderr)

    def test_results_that_were_lost_are_made_again(self):
        self.planned("--shards", 2, splits=3)
        for i in range(3):
            run("run-task", self.out, f"extract-{i:05}")
        shutil.rmtree(root / self.out / "runs/extract-00001")
        self.assertEqual(run("run-task", self.out).returncode, 0)
        self.assertEqual(content(self.out), self.one_run("--shards", 2)[1])

    def test_a_lease_that_is_held(self):
        self.planned("--shards", 2, splits=3)
        lease = root / self.out / "tasks/extract-00001.lease"
        lease.write_text(json.dumps({"lease": "f" * 16, "host": "elsewhere", "process": 7, "begun": 1, "world": "another"}) + "\n")
        self.assertEqual(run("run-task", self.out, "extract-00001").returncode, 4)
        self.assertEqual(states(self.out)["extract-00001"], "running")
        self.assertIn("running: extract-00001 on elsewhere, process 7", run("plan", "--status", self.out).stdout)
        old = time.time() - 100
        os.utime(lease, (old, old))
        self.assertEqual(run("run-task", self.out, "extract-00001").returncode, 0)
        self.assertFalse(lease.exists())

    def test_answers_that_are_lost(self):
        # NFS may repeat a completed request, whose second execution fails.
        if len(sys.argv) < 4:
            self.skipTest("no library to preload")
        wanted = self.one_run("--shards", 3, "--fields", "url,count")[1]
        for call in ("link", "rename", "unlink", "mkdir"):
            lost = {**os.environ, "LD_PRELOAD": sys.argv[3], "LOST_ANSWERS": call}
            made = run("plan", "-q", "--files-from", "in", "--splits", 7, "--fan-in", 3, "--shards", 3, "--fields", "url,count", "-o", self.out, env=lost)
            self.assertEqual((made.returncode, made.stderr), (0, ""), call)
            if call == "mkdir":  # the lock in a folder of a single run names its owner
                lost = None
            for task in tasks(self.out):
                ended = run("run-task", self.out, task["id"], env=lost)
                self.assertEqual((ended.returncode, ended.stderr), (0, ""), (call, task["id"]))
            self.assertEqual(content(self.out), wanted, call)
            self.assertEqual({name.rpartition(".")[2] for name in os.listdir(root / self.out / "tasks") if name != ".urlsieve-mark"}, {"result"}, call)
            shutil.rmtree(root / self.out)

    def test_a_clock_that_is_behind(self):
        self.planned("--shards", 1, splits=2)
        one = tasks(self.out)[0]
        (root / self.out / f"tasks/{one['id']}.attempt-1").write_text(json.dumps(
            {"fingerprint": one["fingerprint"], "host": "ahead", "lease": "0", "begun": 1, "ended": int(time.time()) + 3600, "end": "failed", "why": "x"}) + "\n")
        self.assertEqual(states(self.out)[one["id"]], "failed")
        self.assertEqual(run("run-task", self.out, timeout=60).returncode, 0)

    def test_a_lease_that_was_broken_is_not_kept_young(self):
        (root / "long.list").write_text("".join(f"in/{i:02}.txt\n" for i in range(12)) * 3000)
        self.planned("--shards", 1, inputs="long.list", splits=1)
        lease = root / self.out / "tasks/extract-00000.lease"
        one = start("run-task", self.out, "extract-00000", "--lease", 1)
        while not lease.exists() and one.poll() is None:
            time.sleep(0.01)
        old = time.time() - 1000
        os.utime(lease, (old, old))
        time.sleep(0.5)
        self.assertGreater(lease.stat().st_mtime, old + 900)  # its own lease is renewed
        other = json.dumps({"lease": "f" * 16, "host": "elsewhere", "process": 7, "begun": 1, "world": "another"}) + "\n"
        beside = lease.with_name("beside")
        beside.write_text(other)
        os.utime(beside, (old, old))
        beside.rename(lease)
        time.sleep(0.5)
        self.assertLess(lease.stat().st_mtime, old + 900)
        self.assertIsNone(one.poll())
        one.terminate()
        one.wait()
        one.stderr.close()
        self.assertEqual(lease.read_text(), other)  # the lease of the other worker stays

    def test_what_a_plan_cannot_do(self):
        for options in (["--order", "first-seen"], ["--learn-redirects", "--ladder", "protocol"], ["--write-redirects", "r.tsv"], ["--rejects", "r.tsv"],
                        ["--resume"], ["--dedup-by", "params"], ["--split-bytes", "1MiB", "--splits", "2"]):
            ended = run("plan", "--files-from", "in", "-o", "never", *options)
            self.assertEqual((ended.returncode, (root / "never").exists()), (2, False), options)
        self.assertEqual(run("plan", "--files-from", "nowhere", "-o", "never").returncode, 2)
        self.assertEqual(run("plan", "-o", "never").returncode, 2)
        self.assertEqual(run("run-task", "nowhere").returncode, 2)
        self.assertEqual(run("plan", "--status", "nowhere").returncode, 2)

    def victim(self):
        """Creates a directory outside the plan with files that no plan may touch. Returns its content."""
        place = root / f"victim-{self._testMethodName}"
        place.mkdir()
        for name in ("letter.txt", "part-00000-of-00002.txt", "extract-00000.result"):
            (place / name).write_text("kept")
        (place / "extract-00000").mkdir()
        (place / "extract-00000/part-00000-of-00002.txt").write_text("kept")
        old = 10**9
        for path in place.rglob("*"):
            os.utime(path, (old, old))
        return place, lambda: sorted((str(path), path.lstat().st_mtime_ns, path.read_bytes() if path.is_file() else b"")
                                     for path in place.rglob("*"))

    def test_symbolic_links_inside_a_plan_lead_nowhere(self):
        place, kept = self.victim()
        before = kept()
        for name in ("tasks", "runs"):
            self.planned("--shards", 2, splits=2)
            for task in ("extract-00000", "extract-00001"):
                self.assertEqual(run("run-task", self.out, task).returncode, 0)
            shutil.rmtree(root / self.out / name)
            (root / self.out / name).symlink_to(place)
            ended = run("run-task", self.out, "shard-00000")
            self.assertEqual(ended.returncode, 2, ended.stderr)
            self.assertIn(f"{self.out}/{name} is in the way", ended.stderr)
            self.assertNotEqual(run("run-task", self.out).returncode, 0)
            self.assertEqual(kept(), before, name)
            os.remove(root / self.out / name)
            shutil.rmtree(root / self.out)
        # If a link replaces the directory of a task, the task runs again.
        self.planned("--shards", 2, splits=2)
        for task in ("extract-00000", "extract-00001"):
            self.assertEqual(run("run-task", self.out, task).returncode, 0)
        shutil.copytree(root / self.out / "runs/extract-00000", place / "copied")
        before = kept()
        shutil.rmtree(root / self.out / "runs/extract-00000")
        (root / self.out / "runs/extract-00000").symlink_to(place / "copied")
        self.assertEqual(run("run-task", self.out).returncode, 0)
        self.assertEqual(kept(), before)
        self.assertEqual(content(self.out), self.one_run("--shards", 2)[1])

    def test_records_that_are_no_files(self):
        place, kept = self.victim()
        before = kept()
        for suffix in ("result", "lease", "attempt-1"):
            for make in (os.mkfifo, lambda path: os.symlink(place / "letter.txt", path), os.mkdir, lambda path: os.symlink("/dev/zero", path)):
                self.planned("--shards", 2, splits=2)
                make(root / self.out / f"tasks/extract-00000.{suffix}")
                ended = run("run-task", self.out, "extract-00000", timeout=60)
                self.assertEqual(ended.returncode, 3, (suffix, ended.stderr))
                self.assertIn(f"extract-00000.{suffix}", ended.stderr)
                self.assertEqual(run("plan", "--status", self.out, timeout=60).returncode, 3)
                self.assertEqual(kept(), before)
                shutil.rmtree(root / self.out)

    def test_results_that_lie(self):
        wanted = self.one_run("--shards", 2)[1]
        for changes in ({"left_out": ["../x"]}, {"left_out": ["extract-00099"]}, {"left_out": "x"}, {"manifest": ""}, {"empty": True, "left_out": ["extract-09999"]},
                        {"fingerprint": "0" * 32}, {"id": "publish"}, {"unique": -1}, {"more": 1}):
            self.planned("--shards", 2, splits=2)
            self.assertEqual(run("run-task", self.out, "extract-00000").returncode, 0)
            path = root / self.out / "tasks/extract-00000.result"
            path.write_text(json.dumps({**json.loads(path.read_text()), **changes}) + "\n")
            ended = run("run-task", self.out, timeout=120)
            self.assertEqual((ended.returncode, ended.stderr), (0, ""), changes)
            self.assertEqual(content(self.out), wanted, changes)
            shutil.rmtree(root / self.out)

    def test_a_sealed_plan(self):
        key, other, short = (root / f"{name}.key" for name in ("our", "other", "short"))
        key.write_bytes(b"0123456789abcdef\n")
        other.write_bytes(b"0123456789abcdef")
        short.write_bytes(b"0123456789abcde")
        for path in (key, other, short):
            path.chmod(0o600)
        wanted = self.one_run("--shards", 2)[1]
        self.planned("--shards", 2, "--seal", key, splits=3)
        self.planned("--shards", 2, "--seal", key, splits=3)  # the same one
        for command in (["run-task", self.out], ["plan", "--status", self.out], ["plan", "--retry-failed", self.out]):
            for given, why in [(["--seal", other], "the seal was not made with this key"), ([], "the plan is sealed: --seal names its key"),
                               (["--seal", short], "is too short for a key: at least 16 bytes are needed"), (["--seal", "."], "it is no key")]:
                refused = run(*command, *given)
                self.assertEqual(refused.returncode, 2, (command, given, refused.stderr))
                self.assertIn(why, refused.stderr)
            self.assertEqual(run(*command, "--seal", "nowhere.key").returncode, 3)
        self.assertEqual(os.listdir(root / self.out / "runs"), [".urlsieve-mark"])
        self.assertEqual(run("plan", "--status", self.out, "--seal", key).returncode, 4)
        key.chmod(0o644)
        self.assertIn("our.key can be read by others: chmod 600", run("plan", "--status", self.out, "--seal", key).stderr)
        ended = run("run-task", self.out, "--seal", "our.key")
        self.assertEqual(ended.returncode, 0, ended.stderr)
        self.assertEqual(content(self.out), wanted)
        # A worker that requires a seal rejects an unsealed plan.
        shutil.rmtree(root / self.out)
        self.planned("--shards", 2, splits=3)
        refused = run("run-task", self.out, "--seal", key)
        self.assertEqual(refused.returncode, 2)
        self.assertIn("the plan is not sealed, as --seal demands", refused.stderr)

    def test_what_a_killed_plan_left_is_in_nobodys_way(self):
        self.planned("--shards", 2, splits=2)
        plan = (root / self.out / "plan.jsonl").read_text()
        (root / self.out / "plan.jsonl").rename(root / self.out / ".plan.jsonl.0123456789abcdef")
        self.planned("--shards", 2, splits=2)
        self.assertEqual((root / self.out / "plan.jsonl").read_text(), plan)
        self.assertEqual(sorted(os.listdir(root / self.out)), ["plan.jsonl", "runs", "tasks"])
        # A file of a user, by whatever name.
        for name in (".letter.0123456789abcdef", ".plan.jsonl.letter"):
            home = root / f"home{name}"
            home.mkdir()
            (home / name).write_text("kept")
            made = run("plan", "--files-from", "in", "-o", home)
            self.assertEqual(made.returncode, 2, made.stderr)
            self.assertEqual((os.listdir(home), (home / name).read_text()), ([name], "kept"))

    def test_processes_that_want_the_same_task_at_once(self):
        code, wanted = self.one_run("--shards", 4)
        for _ in range(3 if few else 10):
            self.planned("--shards", 4, "--fan-in", 2, splits=4)
            plan = (root / self.out / "plan.jsonl").read_text().splitlines()
            for task in (json.loads(line)["id"] for line in plan if '"kind"' in line):
                several = [start("run-task", "-q", self.out, task) for _ in range(4)]
                for one in several:
                    said = one.communicate()[1]
                    self.assertIn(one.returncode, (0, 4), said)
            self.assertEqual(content(self.out), wanted)
            shutil.rmtree(root / self.out)

    def test_a_shard_that_was_used_up_is_made_again(self):
        self.planned("--shards", 2, splits=2)
        for task in ("extract-00000", "extract-00001", "shard-00000", "shard-00001"):
            self.assertEqual(run("run-task", self.out, task).returncode, 0)
        shutil.rmtree(root / self.out / "runs" / "shard-00001")
        code, wanted = self.one_run("--shards", 2)
        ended = run("run-task", self.out)
        self.assertEqual(ended.returncode, code, ended.stderr)
        self.assertEqual(content(self.out), wanted)

    def test_directories_of_a_user_are_no_directories_of_a_plan(self):
        # A plan copied into a directory with other files.
        self.planned("--shards", 2, splits=2)
        for name in ("runs", "tasks"):
            home = root / f"home-{name}"
            (home / name).mkdir(parents=True)
            (home / name / "letter.txt").write_text("kept")
            shutil.copy(root / self.out / "plan.jsonl", home / "plan.jsonl")
            for task in ("extract-00000", "publish"):
                ended = run("run-task", home, task)
                self.assertEqual(ended.returncode, 2, ended.stderr)
                self.assertIn(f"home-{name}/{name} is in the way", ended.stderr)
            self.assertEqual((home / name / "letter.txt").read_text(), "kept")
            self.assertEqual(os.listdir(home / name), ["letter.txt"])

    def test_what_a_killed_publication_left_goes(self):
        self.planned("--shards", 2, splits=2)
        self.assertEqual(run("run-task", self.out).returncode, 0)
        for task in ([], ["publish"]):
            runs = root / self.out / "runs"
            runs.mkdir()
            (runs / ".urlsieve-mark").write_text("urlsieve temporary\nprocess 1\nhost h\n")
            (runs / "extract-00000").mkdir()
            (root / self.out / ".plan.jsonl.0123456789abcdef").write_text("torn")
            (root / self.out / "tasks/.publish.result.0123456789abcdef").write_text("torn")
            self.assertEqual(run("run-task", self.out, *task).returncode, 0)
            self.assertFalse(runs.exists())
            self.assertEqual([str(path) for path in (root / self.out).rglob("*.0123456789abcdef")], [])

    def test_temporary_files_where_the_worker_says(self):
        self.assertEqual(run("plan", "--files-from", "in", "-o", "never", "--tmpdir", root).returncode, 2)
        self.planned("--shards", 2, splits=2)
        (root / "spill").mkdir()
        self.assertEqual(run("run-task", self.out, "--tmpdir", "nowhere").returncode, 3)
        shutil.rmtree(root / self.out)
        self.planned("--shards", 2, splits=2)
        self.assertEqual(run("run-task", self.out, "--tmpdir", "spill").returncode, 0)
        self.assertEqual(content(self.out), self.one_run("--shards", 2)[1])

    def test_inputs_that_come_back(self):
        (root / "back").mkdir()
        names = [f"back/{i}.txt" for i in range(9)]
        for i, name in enumerate(names):
            # Most URLs are in several files; the first file determines the columns.
            (root / name).write_text("".join(f"http://HOST.example/{j}\n" if i % 2 else f"http://host.example/{j}\n" for j in range(i, i + 40)))
        (root / "back.list").write_text("".join(name + "\n" for name in names))
        options = ["--shards", 2, "--fields", "url,count,sources,source,raw"]
        wanted = self.one_run(*options, inputs="--files-from=back.list")[1]
        for fan_in in (2,) if few else (128, 2):
            for lost in (["back/4.txt"], ["back/0.txt", "back/7.txt"], ["back/3.txt", "back/4.txt", "back/5.txt"]):
                self.planned("--fan-in", fan_in, *options, inputs="back.list", splits=3)
                for name in lost:
                    (root / name).rename(root / (name + ".away"))
                self.assertEqual(run("run-task", self.out).returncode, 1)
                self.assertNotIn("_SUCCESS", content(self.out))
                again = run("plan", "--retry-failed", self.out)
                self.assertEqual(again.returncode, 0)
                self.assertIn("can be retried", again.stderr)
                self.assertEqual(run("run-task", self.out).returncode, 1)  # the input is still missing
                status = run("plan", "--status", self.out)
                self.assertEqual(status.returncode, 1)
                for name in lost:
                    (root / (name + ".away")).rename(root / name)
                whole_split = set(lost) == {"back/3.txt", "back/4.txt", "back/5.txt"}
                if whole_split:
                    self.assertIn("given up: extract-00001", status.stdout)
                else:
                    self.assertIn("done without 1 input: extract-0000", status.stdout)
                    self.assertIn(lost[0], status.stdout)
                    # Only splits with missing inputs are read again.
                    (root / "back/2.txt" if "back/0.txt" not in lost else root / "back/3.txt").rename(root / "back/hidden")
                run("plan", "-q", "--retry-failed", self.out)
                ended = run("run-task", self.out)
                if (root / "back/hidden").exists():
                    (root / "back/hidden").rename(root / "back/2.txt" if "back/0.txt" not in lost else root / "back/3.txt")
                self.assertEqual((ended.returncode, ended.stderr), (0, ""), lost)
                self.assertEqual(content(self.out), wanted, (fan_in, lost))
                self.assertFalse((root / self.out / "runs").exists())
                self.assertEqual(run("plan", "--status", self.out).returncode, 0)
                shutil.rmtree(root / self.out)

    def test_inputs_that_come_back_are_read_alone(self):
        folder = root / "alone"
        folder.mkdir()
        names = [f"alone/{i}.txt" for i in range(9)]
        (root / "alone.list").write_text("".join(name + "\n" for name in names))
        options = ["--shards", 2, "--fields", "url,count,sources,source,raw"]
        for kills, rounds in ((False, [["4"]]), (False, [["0"], ["7", "1"], ["8"]]), (True, [["0", "4"], ["1", "7"]])):
            for i, name in enumerate(names):
                (root / name).write_text("".join(f"http://HOST.example/{j}\n" if i % 2 else f"http://host.example/{j}\n" for j in range(i, i + 40)))
            wanted = self.one_run(*options, inputs="--files-from=alone.list")[1]
            self.planned(*options, inputs="alone.list", splits=3)
            lost = [name for some in rounds for name in some]
            for name in lost:
                (folder / f"{name}.txt").rename(folder / f"{name}.away")
            self.assertEqual(run("run-task", self.out).returncode, 1)
            kept = [path.name for path in (root / self.out / "runs").iterdir() if path.name.startswith("journal-")]
            self.assertEqual(len(kept), len({int(name) // 3 for name in lost}))
            for some in rounds:
                for path in folder.glob("?.txt"):  # replaces content; size and time stay
                    about = path.stat()
                    path.write_bytes(b"\n" * about.st_size)
                    os.utime(path, ns=(about.st_atime_ns, about.st_mtime_ns))
                for name in some:
                    (folder / f"{name}.away").rename(folder / f"{name}.txt")
                run("plan", "-q", "--retry-failed", self.out)
                for k in range(12 if kills else 0):
                    worker = start("run-task", self.out)
                    time.sleep(0.004 * k)
                    worker.kill()
                    worker.communicate()
                    run("plan", "-q", "--retry-failed", self.out)
                ended = run("run-task", self.out)
                self.assertEqual((ended.returncode, ended.stderr if ended.returncode == 0 else ""), (0 if some is rounds[-1] else 1, ""))
            self.assertEqual(content(self.out), wanted)
            self.assertFalse((root / self.out / "runs").exists())
            shutil.rmtree(root / self.out)

    def test_nothing_to_try_again_is_said(self):
        (root / "cut").mkdir()
        for i in range(4):
            (root / f"cut/{i}.gz").write_bytes(gzip.compress(f"http://b{i}.example/\n".encode() * 2000)[:-9 if i == 2 else None])
        self.planned("--shards", 1, inputs="cut", splits=4)
        self.assertEqual(run("run-task", self.out).returncode, 1)
        again = run("plan", "--retry-failed", self.out)
        self.assertEqual(again.returncode, 0)
        self.assertIn("there is nothing to retry", again.stderr)
        self.assertEqual(run("plan", "--status", self.out).returncode, 1)

    def test_secrets_are_kept_in_the_plan_alone(self):
        secrets = ("sekret", "AKIA123", "0a1b2c", "s3cr3t", "t0k3n")
        urls = ["http://bob:sekret@127.0.0.1:1/a.txt?X-Amz-Credential=AKIA123&X-Amz-Signature=0a1b2c&x=1", "http://127.0.0.1:1/b.txt?sig=s3cr3t&access_token=t0k3n"]
        (root / "secret.list").write_text("in/00.txt\n" + "".join(url + "\n" for url in urls))

        def check(text, where):
            for one in secrets:
                self.assertNotIn(one, text, where)

        made = run("plan", "--files-from", "secret.list", "--splits", 3, "-o", self.out, "--shards", 1, "--retries", 0)
        self.assertEqual(made.returncode, 0, made.stderr)
        check(made.stderr, "plan")
        self.assertEqual((root / self.out / "plan.jsonl").stat().st_mode & 0o777, 0o600)
        self.assertIn("sekret", (root / self.out / "plan.jsonl").read_text())
        for _ in range(3):
            for task in tasks(self.out):
                if task["kind"] == "extract":
                    ended = run("run-task", self.out, task["id"], timeout=120)
                    check(ended.stderr + ended.stdout, "run-task")
        self.assertEqual(run("run-task", self.out, timeout=120).returncode, 1)
        for command in (["plan", "--status", self.out], ["plan", "--status", self.out, "--json"], ["plan", "--retry-failed", self.out], ["run-task", self.out, "extract-00001"]):
            said = run(*command, timeout=120)
            check(said.stdout + said.stderr, command)
        for path in (root / self.out).rglob("*"):
            if path.is_file() and path.name != "plan.jsonl":
                check(path.read_text(errors="replace"), path)
        ended = run("extract", "--retries", 0, "--stats", "secret.stats", "--shards", 1, "-o", "secret.out", "in/00.txt", *urls, timeout=120)
        self.assertEqual(ended.returncode, 1, ended.stderr)
        self.assertIn("bob:***@", ended.stderr)
        check(ended.stderr + (root / "secret.stats").read_text() + (root / "secret.out/manifest.json").read_text(), "extract")
        # A plan without secrets is as readable as any file.
        shutil.rmtree(root / self.out)
        self.planned("--shards", 1, splits=2)
        self.assertNotEqual((root / self.out / "plan.jsonl").stat().st_mode & 0o077, 0)

    def test_disk_never_holds_much_more_than_the_runs(self):
        self.planned("--shards", 4, "--fan-in", 3, splits=13)
        most = 0
        runs = 0
        for task in tasks(self.out):
            self.assertEqual(run("run-task", self.out, task["id"]).returncode, 0)
            held = sum(path.stat().st_size for path in (root / self.out).rglob("part-*"))
            most = max(most, held)
            if task["kind"] == "extract":
                runs = held
        self.assertLess(most, 2.2 * runs)

    def test_a_signal_is_no_failure(self):
        (root / "slow.list").write_text("".join(f"in/{i:02}.txt\n" for i in range(12)) * 400)
        self.planned("--shards", 2, inputs="slow.list", splits=1)
        one = start("run-task", self.out, "extract-00000")
        while not (root / self.out / "tasks/extract-00000.lease").exists() and one.poll() is None:
            time.sleep(0.01)
        one.terminate()
        one.wait()
        one.stderr.close()
        self.assertEqual(one.returncode, -signal.SIGTERM)
        self.assertEqual(states(self.out)["extract-00000"], "ready")
        self.assertEqual(os.listdir(root / self.out / "runs"), [".urlsieve-mark"])


unittest.main(argv=sys.argv[:1])
