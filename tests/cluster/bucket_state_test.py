"""States in a bucket: bucket_state_test.py PROGRAM

`urlsieve update s3://BUCKET/PREFIX` yields the objects, rows and messages of a state in a folder, for any faults of the
server, for updates killed at any time, and for concurrent updates.
"""
import gzip
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
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
name = "s3://bucket/st"


def moments(step):
    """Returns the requests before which an update is stopped: the commit, and a sample of all others."""
    yield "commit"
    number = 0
    while True:
        number += 1 if thorough else step
        yield number


def is_at(moment, count, method, key):
    return (method, key) == ("PUT", "st/state.json") if moment == "commit" else count >= moment


def day(number):
    return "2026-03-%02d" % (1 + number)


class BucketStates(unittest.TestCase):
    def setUp(self):
        self.bucket, self.endpoint = bucket_server.serve()
        bucket_server.write_lists(root / "in", 3, ["%d.txt" % i for i in range(6)], lines=400, hosts=40, pages=60)
        self.running = []

    def tearDown(self):
        for process in self.running:
            if process.poll() is None:
                process.kill()
            process.communicate()
        self.assertFalse([path for path in root.iterdir() if path.name.startswith(".urlsieve") and not self.running])

    def words(self, state, number, *options, worker=""):
        endpoint = self.endpoint + ("/worker-" + worker if worker else "")
        remote = ("--endpoint", endpoint, "--anonymous") if str(state).startswith("s3:") else ()
        return [program, "update", str(state), "in/%d.txt" % number, "--date", day(number), "--shards", "2", *remote, *map(str, options)]

    def update(self, state, number, *options, **more):
        return subprocess.run(self.words(state, number, *options, **more), capture_output=True, cwd=root, text=True, env=environment, timeout=300)

    def updated(self, state, number, *options, **more):
        ended = self.update(state, number, *options, **more)
        self.assertEqual(ended.returncode, 0, ended.stderr)
        return ended

    def start(self, state, number, *options, **more):
        process = subprocess.Popen(self.words(state, number, *options, **more), cwd=root, env=environment, start_new_session=True,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.running.append(process)
        return process

    def read(self, command, *arguments):
        return subprocess.run([program, command, *map(str, arguments), "--endpoint", self.endpoint, "--anonymous"], capture_output=True, cwd=root,
                              text=True, env=environment, timeout=300)

    def local(self, numbers, *options, state="here"):
        """The files of a local state after updates from these inputs."""
        shutil.rmtree(root / state, ignore_errors=True)
        for number in numbers:
            self.updated(state, number, "-q", *options)
        return self.files(state)

    def files(self, state="here"):
        return {str(path.relative_to(root / state)): path.read_bytes() for path in (root / state).rglob("*") if path.is_file()}

    def objects(self):
        with self.bucket.lock:
            return {key[3:]: body for key, (body, _) in self.bucket.objects.items() if key.startswith("st/")}

    def listed(self):
        """The objects of the state, and the names of other objects."""
        held = self.objects()
        layers = [layer["name"] for layer in json.loads(held["state.json"])["layers"]] if "state.json" in held else []
        own = {key: body for key, body in held.items() if key == "state.json" or key.partition("/")[0] in layers}
        return own, sorted(key for key in set(held) - set(own) if not key.startswith("update.probe."))

    def rows(self, state):
        got = self.read("get", state, "--prefix", "http://", "--output-format", "tsv")
        self.assertEqual((got.returncode, got.stderr), (0, ""))
        return got.stdout

    def reset(self, objects=(), metadata=()):
        with self.bucket.lock:
            self.bucket.objects, self.bucket.metadata = dict(objects), dict(metadata)
            self.bucket.uploads.clear()
            self.bucket.sent.clear()
            self.bucket.log.clear()

    def test_objects_rows_and_messages_are_those_of_a_folder(self):
        layouts = ((), ("--order", "surt", "--compress", "zstd", "--fields", "url,count"), ("--output-format", "parquet"))
        for layout in layouts:
            with self.subTest(layout):
                self.reset()
                shutil.rmtree(root / "here", ignore_errors=True)
                for number, more in enumerate(((), ("--max-per-host", "50"), ("--compact", "never"), ("--compact", "now"), ("--filter-bits", "12"))):
                    options = [*(layout if number == 0 else ()), *more]
                    before = self.listed()[0] if number else {}
                    self.bucket.log.clear()
                    ended = [self.update(state, number, *options, "--stats", "stats-%d.json" % i) for i, state in enumerate(("here", name))]
                    here, there = ended
                    self.assertEqual((here.returncode, here.stdout), (there.returncode, there.stdout), there.stderr)
                    self.assertEqual([word for word in here.stderr.replace("here", name).split() if word[0].isalpha()],
                                     [word for word in there.stderr.split() if word[0].isalpha()])
                    stats = [json.loads((root / ("stats-%d.json" % i)).read_text()) for i in range(2)]
                    for key in ("references", "kept", "urls", "unique"):
                        self.assertEqual(stats[0].get(key), stats[1].get(key))
                    own, others = self.listed()
                    self.assertEqual(own, self.files())
                    # Readers may still read the layers that this update has replaced.
                    self.assertEqual(others, sorted(set(before) - set(own)))
                    self.assertFalse(self.bucket.uploads)
                    written = {key for method, key, status in self.bucket.log if method in ("PUT", "POST") and status == 200 and "update.probe." not in key}
                    self.assertEqual(written, {"st/" + key for key in own if key not in before} | {"st/state.json"})
                    self.assertEqual(self.rows(name), self.rows("here"))
                verified = self.read("verify", name)
                self.assertEqual((verified.returncode, verified.stderr), (0, ""))

    def test_options_and_readers(self):
        shutil.rmtree(root / "here", ignore_errors=True)
        for state in ("here", name):
            for number in range(2):
                new = "new-%d" % (state == "here")
                self.updated(state, number, "-o", new, "--force")
        self.assertEqual(self.files("new-0"), self.files("new-1"))
        # The new URLs, too, may be written into the bucket; for both kinds of states.
        def new_objects(prefix):
            return {key[len(prefix):]: body for key, (body, _) in self.bucket.objects.items() if key.startswith(prefix)}

        for state in ("here", name):
            words = [*self.words(state, 3), *(("--endpoint", self.endpoint, "--anonymous") if state == "here" else ())]
            output = "s3://bucket/new-%d" % (state == "here")
            for code, more in ((0, ()), (2, ()), (0, ("--force",))):
                ended = subprocess.run([*words, "-o", output, *more], capture_output=True, cwd=root, text=True, env=environment)
                self.assertEqual((ended.returncode, ended.stdout), (code, ""), ended.stderr)
        self.assertIn("_SUCCESS", new_objects("new-0/"))
        self.assertEqual(new_objects("new-0/"), new_objects("new-1/"))
        for output, words in (("s3://bucket/st/new", "is in the state"), ("s3://bucket/st/", "is in the state"), ("https://bucket/new", "is not on this machine")):
            refused = self.update(name, 3, "-o", output)
            self.assertEqual(refused.returncode, 2, refused.stderr)
            self.assertIn(words, refused.stderr)
        self.assertEqual(self.listed()[0], self.files())
        for words in (("stats",), ("diff", "here"), ("get", "--host", "h1.example")):
            shown = [self.read(words[0], *words[1:], state) if words[0] == "diff" else self.read(words[0], state, *words[1:]) for state in ("here", name)]
            self.assertEqual([(one.returncode, one.stdout) for one in shown], [(shown[0].returncode, shown[0].stdout)] * 2, shown[1].stderr)
        for command, options in (("merge", ("-o",)), ("report", ("-o",)), ("extract", ("in/2.txt", "--shards", "2", "--seen"))):
            made = []
            for state in ("here", name):
                out = root / "made"
                if out.is_file():
                    out.unlink()
                shutil.rmtree(out, ignore_errors=True)
                words = (state, "-o", "made") if command != "extract" else (*options, state, "-o", "made")
                ended = self.read(command, *words, "-q")
                self.assertEqual((ended.returncode, ended.stderr), (0, ""), command)
                made.append(self.files("made") if out.is_dir() else out.read_text().replace(name, "here"))
            self.assertEqual(len(made[0]), len(made[1]), command)
            if command != "extract":
                self.assertEqual(made[0], made[1])
            else:
                self.assertEqual(*[{key: body for key, body in one.items() if key.startswith("part-")} for one in made])
        # An option that contradicts the state is refused as for a folder, and an update of faulty inputs changes nothing.
        (root / "in/cut.gz").write_bytes(gzip.compress(b"http://cut.example/\n" * 99)[:-9])
        before = self.objects()
        for state in ("here", name):
            refused = self.update(state, 2, "--drop-tracking")
            self.assertEqual(refused.returncode, 2, refused.stderr)
            faulty = subprocess.run([*self.words(state, 2), "in/cut.gz"], capture_output=True, cwd=root, text=True, env=environment)
            self.assertEqual((faulty.returncode, faulty.stdout), (1, ""), faulty.stderr)
            self.assertIn("%s is unchanged" % state, faulty.stderr)
        self.assertEqual(self.objects(), before)

    def kills(self, start, metadata, kill_at, number, *options):
        """Kills an update before its request `kill_at`. Returns false if the update ended earlier."""
        self.reset(start, metadata)
        seen, process, reached = [0], [None], []

        def gate(worker, method, key):
            if worker == "killed":
                seen[0] += 1
                if is_at(kill_at, seen[0], method, key):
                    reached.append(key)
                    while not process[0]:
                        time.sleep(0.001)
                    os.killpg(process[0].pid, signal.SIGKILL)
                    time.sleep(0.01)
                    raise OSError("killed")

        self.bucket.gate = gate
        process[0] = self.start(name, number, "-q", *options, worker="killed")
        process[0].communicate()
        self.bucket.gate = None
        return bool(reached)

    def test_killed_updates(self):
        """The old or the new state stays, and the next update is as without the kill."""
        for numbers, options in (((0,), ()), ((0, 1, 2), ()), ((0, 1, 2), ("--compact", "now"))):
            *before, last = numbers
            old = self.local(before) if before else {}
            wanted = self.local(numbers[:-1]) and self.files() if before else {}
            self.updated("here", last, "-q", *options) if before else self.local((last,), *options)
            wanted = self.files()
            self.reset()
            for number in before:
                self.updated(name, number, "-q")
            start, metadata = dict(self.bucket.objects), dict(self.bucket.metadata)
            for kill_at in moments(5):
                with self.subTest((numbers, options, kill_at)):
                    if not self.kills(start, metadata, kill_at, last, *options):
                        break
                    own, _ = self.listed()
                    self.assertIn(own, (old, wanted))
                    if own == old:
                        self.updated(name, last, "-q", *options)
                        own, others = self.listed()
                        self.assertEqual(own, wanted)
                        self.assertFalse([key for key in others if not any(key in files for files in (old,))], others)
                    # The next change removes leftovers, also of a killed update with other inputs.
                    self.updated(name, 4, "-q", "--compact", "never")
                    self.assertFalse([key for key in self.listed()[1]])
                    self.assertFalse(self.bucket.uploads)
                    self.assertEqual(self.read("verify", name).returncode, 0)
            self.assertGreater(kill_at, 10)

    def test_update_from_other_inputs_after_a_kill(self):
        """The number of the layer of a killed update is not used again, because the killed update may have sent more requests."""
        wanted = self.local((0, 2), "--compact", "never") and self.rows("here")
        self.updated(name, 0, "-q")
        start, metadata = dict(self.bucket.objects), dict(self.bucket.metadata)
        for kill_at in moments(6):
            if not self.kills(start, metadata, kill_at, 1, "--compact", "never"):
                break
            if len(json.loads(self.objects()["state.json"])["layers"]) == 2:
                continue
            self.updated(name, 2, "-q", "--compact", "never")
            self.assertEqual(self.listed()[1], [])
            self.assertEqual(self.rows(name), wanted)
        self.assertGreater(kill_at, 10)

    def race(self, stop_at, first, second, *options):
        """Stops an update from `first` before its request `stop_at` until an update from `second` has ended. Returns
        both, or None if the first made fewer requests."""
        seen, stopped, reached = [0], [], []

        def gate(worker, method, key):
            if worker == "slow":
                seen[0] += 1
                if not reached and is_at(stop_at, seen[0], method, key):
                    reached.append(key)
                    stopped.append((method, key))
                    while stopped:
                        time.sleep(0.002)

        self.bucket.gate = gate
        slow = self.start(name, first, *options, worker="slow")
        while slow.poll() is None and not stopped:
            time.sleep(0.002)
        if not stopped:
            self.bucket.gate = None
            slow.communicate()
            return None
        at = stopped[0]
        fast = self.update(name, second, *options)
        stopped.clear()
        told = slow.communicate()
        self.bucket.gate = None
        return at, slow.returncode, told, fast

    def test_of_two_updates_at_once_one_wins(self):
        for before, first, second, options in (((), 0, 1, ()), ((), 0, 0, ()), ((0,), 1, 2, ()), ((0,), 1, 1, ()), ((0, 1), 2, 3, ("--compact", "now"))):
            self.reset()
            for number in before:
                self.updated(name, number, "-q")
            start, metadata = dict(self.bucket.objects), dict(self.bucket.metadata)
            wanted = self.local((*before, second), *options) and self.rows("here")
            lost = 0
            for stop_at in moments(7):
                with self.subTest((before, first, second, stop_at)):
                    self.reset(start, metadata)
                    ended = self.race(stop_at, first, second, *options)
                    if not ended:
                        break
                    at, code, (printed, told), fast = ended
                    self.assertEqual(fast.returncode, 0, (at, fast.stderr))
                    self.assertIn(code, (0, 3), (at, told))
                    rows = self.rows(name)
                    if code == 3:
                        lost += 1
                        self.assertIn("another process has changed the state meanwhile", told, at)
                        self.assertIn(name, told)
                        self.assertEqual(rows, wanted, at)
                        if at[1] != "st/state.json":
                            self.assertEqual(printed, "", at)
                    else:  # stopped before the read or after the change of the state
                        both = self.local((*before, *((second, first) if at[0] == "GET" else (first, second))), *options) and self.rows("here")
                        self.assertEqual(rows, both, at)
                    self.assertEqual(self.read("verify", name).returncode, 0, at)
                    self.updated(name, 5, "-q", "--compact", "never")
                    self.updated(name, 4, "-q", "--compact", "never")
                    self.assertEqual(self.listed()[1], [], at)
            self.assertGreater(lost, 2)

    def test_a_lost_answer_to_the_change_of_the_state(self):
        """The update recognizes its own change, even if another update changed the state afterwards."""
        for other in (False, True):
            self.reset()
            self.updated(name, 0, "-q")
            writes = []

            def lose(worker, method, key):
                if worker == "slow" and (method, key) == ("PUT", "st/state.json"):
                    writes.append(key)
                    return len(writes) == 1
                return False

            def gate(worker, method, key):
                if other and worker == "slow" and (method, key) == ("PUT", "st/state.json") and len(writes) == 1:
                    writes.append("")
                    self.updated(name, 2, "-q")

            self.bucket.lose, self.bucket.gate = lose, gate
            self.updated(name, 1, "-q", worker="slow")
            self.bucket.lose = self.bucket.gate = None
            self.assertGreater(len(writes), 1)
            self.assertEqual(self.listed()[0], self.local((0, 1, 2) if other else (0, 1)))

    def test_faults_of_the_network(self):
        numbers = (0, 1, 2, 3)
        wanted = self.local(numbers) and self.rows("here")
        for seed in range(20 if thorough else 1):
            self.reset()
            self.bucket.chance.seed(seed)
            self.bucket.faults, self.bucket.rate = every_fault, 0.1
            for number in numbers:
                self.updated(name, number, "-q", "--stall", "3", "--compact", "auto" if number < 3 else "now")
            self.bucket.rate = 0.0
            if thorough:
                time.sleep(4.5)  # the last repeated requests arrive
            self.assertEqual(self.rows(name), wanted)
            self.assertEqual(self.read("verify", name).returncode, 0)

    def test_what_cannot_work_is_named_before_any_work(self):
        self.bucket.put("in.txt", b"http://input.example/\n")

        def refused(code, words, state=name, prepare=None, clean=True, **more):
            self.bucket.log.clear()
            before = self.objects()
            ended = subprocess.run([program, "update", state, "s3://bucket/in.txt", "--endpoint", self.endpoint, "--anonymous", "--retries", "0"],
                                   capture_output=True, cwd=root, text=True, env=environment)
            self.assertEqual(ended.returncode, code, ended.stderr)
            self.assertIn(words, ended.stderr)
            self.assertEqual(ended.stdout, "")
            self.assertNotIn("in.txt", [key for _, key, _ in self.bucket.log])
            if clean:
                self.assertEqual(self.objects(), before)

        for first in (True, False):
            if not first:
                self.updated(name, 0, "-q")
                self.updated(name, 1, "-q", "--compact", "never")
            whole = dict(self.bucket.objects)
            refused(3, "NoSuchBucket", "s3://nowhere/st")
            refused(2, "has no bucket", "s3:///st")
            refused(2, "must be on this machine", "https://bucket.example/st")
            for methods, words in (({"GET"}, "AccessDenied"), ({"LIST"}, "cannot look at s3://bucket/st"), ({"PUT"}, "cannot write s3://bucket/st/update.probe.")):
                self.bucket.denied = methods
                refused(3, words)
            # A number in the name of the object is no status.
            refused(3, "cannot write s3://bucket/st-501/update.probe.", state="s3://bucket/st-501")
            self.bucket.denied = {"DELETE"}
            refused(3, "cannot remove s3://bucket/st/update.probe.", clean=False)
            self.bucket.denied = set()
            self.reset(whole, self.bucket.metadata)
            self.bucket.conditional = False
            refused(2, "does not support conditional writes: it ignores If-None-Match")
            self.bucket.conditional = "unimplemented"
            refused(2, "does not support conditional writes: it answers 501 to If-None-Match")
            self.bucket.conditional = True
            self.reset(whole, self.bucket.metadata)
        for key, change, words in (("state.json", lambda body: body.replace(b'"format": 1', b'"format": 2'), '"format" is not known to this version'),
                                   ("state.json", lambda body: body[:40], "s3://bucket/st/state.json"),
                                   ("state.json", lambda body: b"", "s3://bucket/st/state.json"),
                                   ("layer-000002/manifest.json", lambda body: None, "s3://bucket/st/layer-000002/manifest.json"),
                                   ("layer-000001/manifest.json", lambda body: body[:100], "s3://bucket/st/layer-000001/manifest.json"),
                                   ("layer-000001/part-00001-of-00002.tsv", lambda body: None, "s3://bucket/st/layer-000001/part-00001-of-00002.tsv is missing"),
                                   ("layer-000002/part-00000-of-00002.tsv", lambda body: body[:-5], "s3://bucket/st/layer-000002/part-00000-of-00002.tsv has ")):
            self.reset(whole, self.bucket.metadata)
            body = change(whole["st/" + key][0])
            if body is None:
                del self.bucket.objects["st/" + key]
            else:
                self.assertNotEqual(body, whole["st/" + key][0], key)
                self.bucket.put("st/" + key, body)
            refused(3, words)
        # A changed byte is found when the shard is read; the state stays.
        self.reset(whole, self.bucket.metadata)
        key = "st/layer-000001/part-00000-of-00002.tsv"
        self.bucket.put(key, whole[key][0][:-9] + b"7" + whole[key][0][-8:])
        before = self.objects()
        ended = self.update(name, 2, "-q", "--compact", "now")
        self.assertEqual(ended.returncode, 3, ended.stderr)
        self.assertIn("s3://bucket/" + key, ended.stderr)
        self.assertEqual(self.listed()[0], before)
        # Objects of others are no state, and no command but update changes a state in a bucket.
        self.reset({"st/layer-000001/notes.txt": (b"x", '"x"')})
        self.bucket.put("in.txt", b"")
        refused(2, "is not a state: it has no state.json")
        self.reset(whole, self.bucket.metadata)
        (root / "hosts").write_text("h1.example\n")
        purged = subprocess.run([program, "purge", name, "--hosts", "hosts"], capture_output=True, cwd=root, text=True, env=environment)
        self.assertEqual(purged.returncode, 2, purged.stderr)
        self.assertIn("only `urlsieve update` changes states in S3", purged.stderr)
        without = subprocess.run([program, "update", name, "in/0.txt"], capture_output=True, cwd=root, text=True,
                                 env={**environment, "HOME": str(root), "AWS_EC2_METADATA_DISABLED": "true"})
        self.assertEqual(without.returncode, 2, without.stderr)
        self.assertIn("no credentials for S3", without.stderr)

    def test_damaged_filters_are_rebuilt(self):
        (root / "in/0.txt").write_text("".join("http://a.example/%d\n" % i for i in range(40000)))
        (root / "in/1.txt").write_text("".join("http://b.example/%d\n" % i for i in range(20)))
        wanted = self.local((0, 1))
        key = "st/layer-000001/_part-00000-of-00002.filter"
        for damage in (lambda body: None, lambda body: body[:-3], lambda body: body[:9] + bytes([body[9] ^ 1]) + body[10:]):
            self.reset()
            self.updated(name, 0, "-q")
            self.updated(name, 1, "-q")
            sent = sum(size for sent_key, _, size in self.bucket.sent if "/part-" in sent_key)
            self.assertEqual((sent, self.listed()[0]), (0, wanted))  # the filters suffice
            self.reset()
            self.updated(name, 0, "-q")
            body = damage(self.bucket.objects[key][0])
            if body is None:
                del self.bucket.objects[key]
            else:
                self.bucket.put(key, body)
            ended = self.updated(name, 1)
            self.assertIn("s3://bucket/" + key, ended.stderr)
            self.assertIn("rebuilt from the shard", ended.stderr)
            self.assertEqual(self.listed()[0], wanted)

    def test_objects_of_others_stay(self):
        self.updated(name, 0, "-q")
        others = {"notes.txt": b"1", "layer-000001/notes.txt": b"2", "layer-000000/part-00000-of-00002.tsv": b"3", "layer-1/manifest.json": b"4",
                  "layer-000001/part-0-of-2.tsv": b"5", "layers/manifest.json": b"6"}
        for key, body in others.items():
            self.bucket.put("st/" + key, body)
        # Probes belong to live or killed updates; after a day, to killed updates.
        probes = ["update.probe.%016x" % i for i in range(3)] + ["update.probe.%016xx" % 4, "update.probe.notes"]
        for i, key in enumerate(probes):
            self.bucket.put("st/" + key, b"1")
            self.bucket.written["st/" + key] -= 0 if i == 1 else 90000
        for number in (1, 2, 3):
            self.updated(name, number, "-q", "--compact", "now")
        held = self.objects()
        self.assertEqual([key in held for key in probes], [False, True, False, True, True])
        self.assertEqual({key: held.get(key) for key in others}, others)

    def test_large_objects(self):
        """Objects of several pieces, which are sent as uploads."""
        text = "".join("http://h%d.example/%s/%d\n" % (i % 9, "x" * 100, i) for i in range(150000))
        (root / "in/0.txt").write_text(text)
        wanted = self.local((0,))
        self.updated(name, 0, "-q")
        self.assertEqual(self.listed(), (wanted, []))
        self.assertTrue(any("-" in etag for _, etag in self.bucket.objects.values()))
        self.assertFalse(self.bucket.uploads)
        # A killed update leaves uploads; the next update removes them.
        self.reset()
        for kill_at in range(8, 24, 1 if thorough else 8):
            self.kills({}, {}, kill_at, 0)
            self.updated(name, 0, "-q")
            own, others = self.listed()
            self.assertEqual((own, others), (wanted, []), kill_at)
            self.assertFalse(self.bucket.uploads, kill_at)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[2:]])
