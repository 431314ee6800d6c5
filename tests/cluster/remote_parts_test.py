"""Splits inside remote objects: remote_parts_test.py PROGRAM

Every byte range of an object belongs to one task: rows, counts and shards equal those of a single run. A task requests
hardly more bytes than its range, and rejects an object that changed after planning.
"""
import gzip
import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import unittest
import zlib

import bucket_server

program = pathlib.Path(sys.argv[1]).resolve()
scratch = tempfile.TemporaryDirectory()
root = pathlib.Path(scratch.name)
environment = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy") and not name.startswith("AWS_")}
environment["TMPDIR"] = str(root)

# Bytes that a task may request beyond 1.02 of its range (docs/reference/runs.md): the front of the
# object, and the surroundings of its two cuts.
around_cuts = 1 << 20


def lines(dice, size):
    """Returns texts with URLs on many lines, so that counts reveal a line that is read twice or never."""
    made, length = [], 0
    while length < size:
        made.append("see http://h%d.example/%x?%d and ftp://f.example/%s\n"
                    % (dice.randrange(99), dice.randrange(1 << 12), dice.randrange(9), "%x" % dice.getrandbits(4 * dice.randrange(1, 60))))
        length += len(made[-1])
    return made


def warc_records(dice, size):
    made, length = [], 0
    while length < size:
        body = ("<html><a href='/%x'>x</a>%s<a href='http://l%d.example/'>y</a>"
                % (dice.randrange(1 << 16), "<p>%x" % dice.getrandbits(8 * dice.randrange(1, 6000)), dice.randrange(2000))).encode()
        head = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"
        made.append(b"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://w%d.example/%d\r\nContent-Type: application/http\r\n"
                    b"Content-Length: %d\r\n\r\n%s%s\r\n\r\n" % (dice.randrange(500), len(made), len(head + body), head, body))
        length += len(body) // 2
    return made


def zstd_frames(pieces):
    """A frame for each piece, by the program zstd."""
    folder = root / "frames"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for number, piece in enumerate(pieces):
        (folder / ("%06d" % number)).write_bytes(piece)
    subprocess.run("find . -type f | sort | xargs zstd -q --rm -1 --", shell=True, cwd=folder, check=True)
    return b"".join(path.read_bytes() for path in sorted(folder.iterdir()))


def in_pieces(made, count):
    return [b"".join(made[i : i + count]) for i in range(0, len(made), count)]


def objects():
    """Name, bytes, and whether parts are possible."""
    dice = random.Random(3)
    text = "".join(lines(dice, 9 << 20)).encode()
    yield "text.txt", text, True
    urls = "".join("http://h%d.example/%x\r\n" % (dice.randrange(3000), dice.getrandbits(80)) for _ in range(200000)).encode()
    yield "urls.urls.txt", urls, True
    rows = "".join(json.dumps({"url": "http://j.example/%x" % dice.getrandbits(14), "text": "%x http://t.example/%x" % (dice.getrandbits(400), dice.getrandbits(12))}) + "\n"
                   for _ in range(50000)).encode()
    yield "rows.jsonl", rows, True
    made = [line.encode() for line in lines(dice, 16 << 20)]
    yield "members.txt.gz", b"".join(gzip.compress(piece, 1) for piece in in_pieces(made, 700)), True
    records = warc_records(dice, 7 << 20)
    yield "crawl.warc.gz", b"".join(gzip.compress(record, 1) for record in records), True
    yield "one-member.txt.gz", zlib.compress(text[:4 << 20], wbits=31), False
    yield "page.html", b"<a href=x>" * 100000, False
    if shutil.which("zstd"):
        yield "crawl.warc.zst", zstd_frames(in_pieces(records, 3)), True


OBJECTS = list(objects())


class RemoteParts(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        self.bucket, self.endpoint = bucket_server.serve()
        for name in ("out", "single"):
            shutil.rmtree(root / name, ignore_errors=True)

    def run_it(self, command, *arguments):
        words = [program, command, *map(str, arguments), "--endpoint", self.endpoint, "--anonymous"]
        self.bucket.sent.clear()
        return subprocess.run(words, capture_output=True, cwd=root, text=True, env=environment, timeout=300)

    def plan(self, names, splits, *options):
        """Returns the tasks of the splits of a plan of these objects."""
        shutil.rmtree(root / "out", ignore_errors=True)
        (root / "list").write_text("".join("s3://bucket/in/%s\n" % name for name in names))
        made = self.run_it("plan", "-q", "--files-from", "list", "--splits", splits, "-o", "out", *options)
        self.assertEqual((made.returncode, made.stderr), (0, ""))
        tasks = [json.loads(line) for line in (root / "out/plan.jsonl").read_text().splitlines()[1:]]
        return [task for task in tasks if task["id"].startswith("extract-")]

    def single(self, *options):
        """The shards of one run over the same objects."""
        ended = self.run_it("extract", "-q", "--files-from", "list", "-o", "single", "--force", *options)
        self.assertEqual((ended.returncode, ended.stderr), (0, ""))
        return self.shards("single")

    @staticmethod
    def shards(folder):
        return {path.name: path.read_bytes() for path in (root / folder).iterdir() if path.name.startswith("part-")}

    def test_tasks_read_their_ranges(self):
        for name, body, divisible in OBJECTS:
            with self.subTest(name):
                self.bucket.put("in/" + name, body)
                options = ("--shards", "3", "--fields", "url,count,where,source")
                tasks = self.plan([name], 4, *options)
                if not divisible:
                    self.assertEqual([len(tasks), "from" in tasks[0]["inputs"][0]], [1, False])
                    continue
                ranges = [(task["inputs"][0]["from"], task["inputs"][0]["to"]) for task in tasks]
                self.assertEqual([begin for begin, _ in ranges], [0] + [end for _, end in ranges[:-1]])
                self.assertEqual([len(ranges), ranges[-1][1]], [4, len(body)])
                self.assertTrue(all(task["inputs"][0]["etag"] for task in tasks))
                for task, (begin, end) in zip(tasks, ranges):
                    ended = self.run_it("run-task", "-q", "out", task["id"])
                    self.assertEqual((ended.returncode, ended.stderr), (0, ""))
                    asked = sum(size for _, _, size in self.bucket.sent)
                    self.assertLessEqual(asked, 1.02 * (end - begin) + around_cuts, task["id"])
                    if "URLSIEVE_VERBOSE" in os.environ:
                        print(name, end - begin, asked - (end - begin), file=sys.stderr)
                self.assertEqual(self.run_it("run-task", "-q", "out").returncode, 0)
                self.assertEqual(self.shards("out"), self.single(*options))

    def test_columns_of_places(self):
        fields = {"text.txt": "url,offset,input", "crawl.warc.gz": "url,record-offset,record-length,record-id,source,date"}
        for name, body, _ in OBJECTS:
            if name in fields:
                with self.subTest(name):
                    self.bucket.put("in/" + name, body)
                    options = ("--shards", "2", "--fields", fields[name])
                    self.assertEqual(len(self.plan([name], 5, *options)), 5)
                    self.assertEqual(self.run_it("run-task", "-q", "out").returncode, 0)
                    self.assertEqual(self.shards("out"), self.single(*options))

    def test_columns_that_count_from_the_front_keep_objects_whole(self):
        for name, body, _ in OBJECTS:
            self.bucket.put("in/" + name, body)
        for name, fields in (("text.txt", "url,line"), ("members.txt.gz", "url,offset")):
            self.assertEqual(len(self.plan([name], 3, "--fields", fields)), 1)

    def test_many_objects_and_a_server_that_fails(self):
        for name, body, _ in OBJECTS:
            self.bucket.put("in/" + name, body)
        options = ("--shards", "2", "--fields", "url,count")
        tasks = self.plan([name for name, _, _ in OBJECTS], 11, *options)
        self.assertGreater(sum("from" in line for task in tasks for line in task["inputs"]), 10)
        self.bucket.faults, self.bucket.rate = ("dropped", "busy", "lost", "slow"), 0.1
        ended = self.run_it("run-task", "-q", "out", "--retries", "50")
        self.assertEqual((ended.returncode, ended.stderr), (0, ""))
        self.bucket.rate = 0
        self.assertEqual(self.shards("out"), self.single(*options))

    def test_an_object_that_changed_is_refused(self):
        name, body, _ = OBJECTS[0]
        self.bucket.put("in/" + name, body)
        tasks = self.plan([name], 3, "--fields", "url,count")
        self.assertEqual(self.run_it("run-task", "-q", "out", tasks[0]["id"]).returncode, 0)
        self.bucket.put("in/" + name, body[:-2] + b"!\n")
        for _ in range(3):
            ended = self.run_it("run-task", "-q", "out", tasks[1]["id"])
        self.assertEqual(ended.returncode, 1)
        self.assertRegex(ended.stderr, r"s3://bucket/in/text.txt.*(changed|ETag)")
        # While a task reads the object, too.
        self.bucket.put("in/" + name, body)
        tasks = self.plan([name], 2, "--fields", "url,count")
        self.bucket.gate = lambda *_: self.change_later(name, body)
        ended = self.run_it("run-task", "-q", "out", tasks[0]["id"])
        self.assertNotEqual(ended.returncode, 0)
        self.assertIn("ETag", ended.stderr)

    def change_later(self, name, body):
        """Replaces the object after the third request."""
        if len(self.bucket.sent) == 3:
            self.bucket.put("in/" + name, body[:-2] + b"?\n")

    def test_a_server_without_ranges_or_versions_keeps_objects_whole(self):
        name, body, _ = OBJECTS[0]
        self.bucket.put("in/" + name, body)
        self.bucket.ranges = False
        self.assertEqual(len(self.plan([name], 3)), 1)
        self.assertEqual(self.run_it("run-task", "-q", "out").returncode, 0)
        self.assertEqual(self.shards("out"), self.single())
        # If a server stops supporting ranges, the task fails instead of reading the whole object.
        self.bucket.ranges = True
        tasks = self.plan([name], 3)
        self.bucket.ranges = False
        ended = self.run_it("run-task", "-q", "out", tasks[1]["id"])
        self.assertEqual(ended.returncode, 3)
        self.assertIn("ranges", ended.stderr)

    def test_empty_shards_and_objects(self):
        self.bucket.put("in/a.txt", b"http://a.example/\n")
        self.bucket.put("in/b.txt", b"")
        (root / "list").write_text("s3://bucket/in/\n")
        made = self.run_it("plan", "-q", "--files-from", "list", "--splits", 2, "-o", "s3://bucket/out", "--shards", "3")
        self.assertEqual((made.returncode, made.stderr), (0, ""))
        ended = self.run_it("run-task", "-q", "s3://bucket/out")
        self.assertEqual((ended.returncode, ended.stderr), (0, ""))
        self.assertEqual(self.published(), self.single("--shards", "3"))

    def published(self):
        return {name[4:]: body for name, (body, _) in self.bucket.objects.items() if name.startswith("out/part-")}

    def test_objects_below_a_prefix(self):
        for name, body, _ in OBJECTS[:3]:
            self.bucket.put("in/" + name, body)
        made = self.run_it("plan", "-q", "--files-from", "s3://bucket/in/", "--splits", 8, "-o", "s3://bucket/out", "--shards", "2", "--fields", "url,count")
        self.assertEqual((made.returncode, made.stderr), (0, ""))
        self.assertGreater(self.bucket.objects["out/plan.jsonl"][0].count(b'"from"'), 7)
        ended = self.run_it("run-task", "-q", "s3://bucket/out")
        self.assertEqual((ended.returncode, ended.stderr), (0, ""))
        (root / "list").write_text("s3://bucket/in/\n")
        single = self.single("--shards", "2", "--fields", "url,count")
        self.assertEqual(self.published(), single)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[2:])
