"""Compares states of `urlsieve update` and `purge` with a dictionary: state_test.py PROGRAM"""

import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest

program = pathlib.Path(sys.argv[1]).resolve()
scratch = tempfile.TemporaryDirectory()
root = pathlib.Path(scratch.name)
layouts = [
    [],
    ["--order", "surt"],
    ["--compress", "zstd", "--shards", "3"],
    ["--jsonl", "--fields", "count,url,last-date,first-date"],
    ["--output-format", "parquet", "--shards", "2"],
]


def run(*arguments, **more):
    return subprocess.run([program, *map(str, arguments)], capture_output=True, cwd=root, text=True, **more)


def day(number):
    return f"2026-{1 + number // 28:02}-{1 + number % 28:02}"


class Model:
    """The rows of a state by URL: [count, first-date, last-date]."""

    def __init__(self):
        self.rows = {}

    def update(self, urls, date):
        """Returns the new URLs with their counts."""
        new = {}
        for url in urls:
            row = self.rows.setdefault(url, [0, date, date])
            if row[0] == 0 or url in new:
                new[url] = new.get(url, 0) + 1
            row[0] += 1
            row[1], row[2] = min(row[1], date), max(row[2], date)
        return new

    def purge(self, matches):
        self.rows = {url: row for url, row in self.rows.items() if not matches(url, row)}


def rows_in(directory):
    """The rows of a state or an output, as in Model."""
    printed = run("get", directory, "--prefix", "http://", "--output-format", "jsonl")
    assert printed.returncode in (0, 1) and not (printed.returncode == 1 and printed.stdout), printed.stderr
    rows = {}
    for line in printed.stdout.splitlines():
        row = json.loads(line)
        assert row["url"] not in rows, row
        rows[row["url"]] = [row["count"], row["first-date"], row["last-date"]]
    return rows


class States(unittest.TestCase):
    def setUp(self):
        self.state = f"state-{self._testMethodName}"
        self.dice = random.Random(7)

    def urls(self, most, hosts=9, paths=400):
        return [f"http://h{self.dice.randrange(hosts)}.example/{self.dice.randrange(paths)}"
                for _ in range(self.dice.randrange(most))]

    def update(self, urls, date, *options):
        (root / "list.txt").write_text("".join(url + "\n" for url in urls))
        return run("update", self.state, "list.txt", "--input-format", "urls", "--date", date, *options)

    def check(self, model):
        self.assertEqual(rows_in(self.state), model.rows)
        verified = run("verify", self.state)
        self.assertEqual((verified.returncode, verified.stdout), (0, ""))
        shutil.rmtree(root / "merged", ignore_errors=True)
        self.assertEqual(run("merge", self.state, "-o", "merged").returncode, 0)
        same = run("diff", self.state, "merged")
        self.assertEqual((same.returncode, same.stdout), (0, ""))
        extracted = run("extract", self.state)
        self.assertEqual(sorted(extracted.stdout.split()), sorted(model.rows))

    def test_random_changes(self):
        for number, layout in enumerate(layouts):
            self.state = f"random-{number}"
            model = Model()
            for step in range(8 if "URLSIEVE_SANITIZED" in os.environ else 24):
                date = day(self.dice.randrange(40))
                kind = self.dice.randrange(6) if step > 2 else 0
                if kind < 4:
                    urls = self.urls(600) or ["http://h0.example/"]
                    new = model.update(urls, date)
                    compact = self.dice.choice(["auto", "now", "never", "never"])
                    shutil.rmtree(root / "random-new", ignore_errors=True)
                    ended = self.update(urls, date, "-o", "random-new", "--compact", compact, *(layout if step == 0 else []))
                    self.assertEqual((ended.returncode, ended.stderr), (0, ""), (layout, step))
                    self.assertEqual({url: row[0] for url, row in rows_in("random-new").items()}, new)
                elif kind == 4:
                    date = day(self.dice.randrange(20))
                    self.assertEqual(run("purge", self.state, "--not-seen-since", date).returncode, 0)
                    model.purge(lambda url, row, date=date: row[2] < date)
                else:
                    gone = self.dice.sample(sorted(model.rows), min(20, len(model.rows))) + ["http://h0.example/none"]
                    (root / "gone.txt").write_text("\n".join(gone) + "\n")
                    self.assertEqual(run("purge", self.state, "--urls-from", "gone.txt").returncode, 0)
                    model.purge(lambda url, row, gone=frozenset(gone): url in gone)
                self.assertEqual(rows_in(self.state), model.rows, (layout, step))
            self.check(model)

    def test_same_bytes_for_any_threads_and_layers(self):
        for state, options in [("one", ["-j", "1", "--compact", "never"]), ("two", ["-j", "3", "--compact", "now"])]:
            self.state = state
            self.dice = random.Random(3)
            for number in range(5):
                self.assertEqual(self.update(self.urls(2000), day(number), "-o", f"{state}-{number}", *options).returncode, 0)
            self.assertEqual(run("merge", state, "-o", f"{state}-merged").returncode, 0)
        for number in [0, 1, 2, 3, 4, "merged"]:
            for path in (root / f"one-{number}").iterdir():
                self.assertEqual(path.read_bytes(), (root / f"two-{number}" / path.name).read_bytes(), path)

    def test_new_urls_are_printed(self):
        printed = self.update(["http://a.example/", "http://b.example/"], day(0), "--fields", "url").stdout
        self.assertEqual(sorted(printed.split()), ["http://a.example/", "http://b.example/"])
        self.assertEqual(self.update(["http://c.example/", "http://b.example/"], day(1)).stdout, "http://c.example/\n")

    def test_lookups_and_seen(self):
        model = Model()
        for number in range(3):
            urls = self.urls(900)
            model.update(urls, day(number))
            self.update(urls, day(number), "--compact", "never", "-q")
        one_host = run("get", self.state, "--host", "h3.example").stdout.splitlines()
        self.assertEqual(sorted(line.split("\t")[0] for line in one_host),
                         sorted(url for url in model.rows if url.startswith("http://h3.example/")))
        url = next(iter(model.rows))
        self.assertEqual(run("get", self.state, url).stdout, "\t".join([url, *map(str, model.rows[url])]) + "\n")
        (root / "next.txt").write_text("http://new.example/\n" + "\n".join(model.rows) + "\n")
        self.assertEqual(run("extract", "--input-format", "urls", "next.txt", "--seen", self.state, "-o", "unseen").returncode, 0)
        self.assertEqual([row for path in (root / "unseen").glob("part-*") for row in path.read_text().split()],
                         ["http://new.example/"])

    def test_conversion_keeps_dates(self):
        model = Model()
        for number in range(2):
            urls = self.urls(500)
            model.update(urls, day(number))
            self.update(urls, day(number), "--compact", "never", "-q")
        refused = run("convert", self.state, "-o", "by-host", "--shard-by", "host")
        self.assertEqual(refused.returncode, 2)
        self.assertIn("cannot be united here", refused.stderr)
        self.assertEqual(run("convert", self.state, "-o", "rows", "--jsonl", "--shards", 2).returncode, 0)
        self.assertEqual(rows_in("rows"), model.rows)
        self.assertEqual(run("convert", "rows", "-o", "by-host", "--shard-by", "host", "--order", "surt").returncode, 0)
        self.assertEqual(rows_in("by-host"), model.rows)
        self.assertEqual(run("convert", "rows", "-o", "clean", "--drop-tracking").returncode, 2)

    def test_faults_leave_the_state(self):
        self.update(["http://a.example/"], day(0))
        before = rows_in(self.state)
        (root / "cut.gz").write_bytes(b"\x1f\x8b\x08\x00")
        (root / "whole.txt").write_text("see http://b.example/\n")
        self.assertEqual(run("update", self.state, "cut.gz", "-o", "faulty").returncode, 3)
        self.assertEqual(run("update", self.state, "whole.txt", "cut.gz", "-o", "faulty").returncode, 1)
        self.assertFalse((root / "faulty").exists())
        self.assertEqual(run("update", self.state, "missing").returncode, 2)
        with open("/dev/full", "w") as full:
            (root / "list.txt").write_text("http://b.example/\n")
            ended = subprocess.run([program, "update", self.state, "list.txt", "--input-format", "urls"], cwd=root,
                                   stdout=full, stderr=subprocess.DEVNULL)
            self.assertEqual(ended.returncode, 3)
        for options in [["--ladder", "string"], ["--shards", 5], ["--compress", "zstd"], ["--fields", "url"],
                        ["-o", f"{self.state}/inside"]]:
            self.assertEqual(self.update(["http://c.example/"], day(1), *options).returncode, 2, options)
        self.assertEqual(rows_in(self.state), before)
        self.assertEqual(sorted(os.listdir(root / self.state)), ["layer-000001", "state.json"])

    def test_foreign_directories_stay(self):
        (root / "mine").mkdir()
        (root / "mine/letter.txt").write_text("http://a.example/\n")
        self.state = "mine"
        self.assertEqual(self.update(["http://a.example/"], day(0)).returncode, 2)
        self.assertEqual(run("purge", "mine", "--include", "a").returncode, 2)
        self.assertEqual(os.listdir(root / "mine"), ["letter.txt"])
        for given in ["mine", "other"]:
            (root / given / "layer-000009").mkdir(parents=True)
            (root / given / "layer-000009/letter.txt").write_text("http://a.example/\n")
        self.state = "other"
        self.assertEqual(self.update(["http://a.example/"], day(0)).returncode, 2)
        self.state = "known"
        self.update(["http://a.example/"], day(0))
        shutil.copytree(root / "mine/layer-000009", root / "known/layer-000009")
        shutil.copytree(root / "known/layer-000001", root / "known/layer-000007")
        self.assertEqual(self.update(["http://b.example/"], day(0), "--compact", "never").returncode, 0)
        self.assertEqual(sorted(os.listdir(root / "known")),
                         ["layer-000001", "layer-000009", "layer-000010", "state.json"])
        self.assertEqual(os.listdir(root / "known/layer-000009"), ["letter.txt"])

    def test_corrupt_states_are_named(self):
        self.update(["http://a.example/", "http://b.example/"], day(0))
        self.update(["http://c.example/"], day(1), "--compact", "never")
        listed = root / self.state / "state.json"
        whole = listed.read_text()
        for corrupt in [whole[:-20], whole.replace("layer-000002", "../other"), whole.replace('"format": 1', '"format": 2'),
                        whole.replace("layer-000002", "layer-000001")]:
            listed.write_text(corrupt)
            for command in [["stats"], ["verify"], ["merge", "-o", "merged-corrupt"]]:
                ended = run(*command, self.state)
                self.assertEqual(ended.returncode, 3, (command, corrupt))
                self.assertIn("state.json", ended.stderr)
        listed.write_text(whole)
        manifest = root / self.state / "layer-000002/manifest.json"
        text = manifest.read_text()
        manifest.write_text(text.replace('"kept": 1', '"kept": 2'))
        self.assertIn("another checksum", run("stats", self.state).stderr)
        manifest.write_text(text)
        self.assertEqual(run("verify", self.state).returncode, 0)

    def test_one_writer_and_many_readers(self):
        model = Model()
        self.update(["http://a.example/"], day(0))
        model.update(["http://a.example/"], day(0))
        failures = []
        ended = threading.Event()

        def read():
            while not ended.is_set():
                printed = run("get", self.state, "http://a.example/")
                if printed.returncode != 0 or not printed.stdout.startswith("http://a.example/\t"):
                    failures.append(printed.stderr)

        readers = [threading.Thread(target=read) for _ in range(2)]
        for reader in readers:
            reader.start()
        for number in range(15):
            urls = self.urls(500)
            model.update(urls, day(number))
            self.assertEqual(self.update(urls, day(number), "--compact", "now", "-q").returncode, 0)
        ended.set()
        for reader in readers:
            reader.join()
        self.assertEqual(failures, [])
        self.update([], day(0))
        self.assertEqual(rows_in(self.state), model.rows)

    def test_killed_updates(self):
        model = Model()
        first = self.urls(1500, paths=4000)
        self.update(first, day(0), "-q")
        model.update(first, day(0))
        kills = 0
        for number in range(30):
            urls = self.urls(3000, paths=4000)
            (root / "list.txt").write_text("".join(url + "\n" for url in urls))
            shutil.rmtree(root / "new", ignore_errors=True)
            compact = self.dice.choice(["now", "never"])
            worker = subprocess.Popen([program, "update", self.state, "list.txt", "--input-format", "urls", "--date",
                                       day(number), "-o", "new", "-q", "--compact", compact], cwd=root,
                                      stderr=subprocess.DEVNULL)
            time.sleep(self.dice.random() * 0.04)
            worker.send_signal(signal.SIGKILL)
            killed = worker.wait() == -signal.SIGKILL
            kills += killed
            after = Model()
            after.rows = {url: list(row) for url, row in model.rows.items()}
            after.update(urls, day(number))
            rows = rows_in(self.state)
            self.assertIn(rows, [model.rows, after.rows] if killed else [after.rows])
            model.rows = rows
        self.assertGreater(kills, 3)
        self.update(["http://z.example/"], day(1), "-q")
        model.update(["http://z.example/"], day(1))
        self.check(model)
        names = sorted(os.listdir(root / self.state))
        self.assertEqual([name for name in names if not name.startswith("layer-")], ["state.json"])


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0]], verbosity=0)
