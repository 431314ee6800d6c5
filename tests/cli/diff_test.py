"""diff_test.py PROGRAM: `urlsieve diff` reports the differences between sets of rows."""

import itertools
import pathlib
import random
import subprocess
import sys
import tempfile
import unittest

program = pathlib.Path(sys.argv[1]).resolve()
scratch = tempfile.TemporaryDirectory()
root = pathlib.Path(scratch.name)


def run(*arguments):
    return subprocess.run([program, *map(str, arguments)], capture_output=True, cwd=root)


def made(name, source, *options):
    ended = run("extract", "-q", "--input-format", "urls", "--fields", "url,count", "-o", name, *options, source)
    assert ended.returncode == 0, ended.stderr
    return name


def rows(name):
    found = []
    for shard in sorted((root / name).glob("part-*")):
        found += shard.read_bytes().split(b"\n")[:-1]
    return found


def write_lists():
    draw = random.Random(5)
    urls = [f"http://h{draw.randrange(90)}.example-{draw.randrange(9)}.{draw.choice(['org', 'com', 'co.uk'])}/{i}?x=y" for i in range(9000)]
    urls += ["mailto:a@example.com", "http://192.0.2.1/", "http://www.h1.example-1.org/1?x=y"]
    first = [u for u in urls if draw.random() < 0.8]
    second = [u for u in urls if draw.random() < 0.8]
    (root / "first.txt").write_text("\n".join(first + draw.sample(first, 500)) + "\n")
    (root / "second.txt").write_text("\n".join(second + draw.sample(second, 500)) + "\n")


class Diff(unittest.TestCase):
    def check(self, a, b):
        old, new = (dict(row.split(b"\t") for row in rows(name)) for name in (a, b))
        ended = run("diff", a, b)
        self.assertEqual(ended.returncode, 1, ended.stderr)
        lines = ended.stdout.split(b"\n")[:-1]
        self.assertEqual(len(lines), len(set(lines)))
        removed = [line[2:] for line in lines if line.startswith(b"-\t")]
        added = [line[2:] for line in lines if line.startswith(b"+\t")]
        changed = [line[2:] for line in lines if line.startswith(b"~\t")]
        self.assertEqual(len(removed) + len(added) + len(changed), len(lines))
        self.assertEqual(sorted(removed), sorted(url + b"\t" + count for url, count in old.items() if url not in new))
        self.assertEqual(sorted(added), sorted(url + b"\t" + count for url, count in new.items() if url not in old))
        self.assertEqual(sorted(changed), sorted(b"\t".join((url, count, new[url])) for url, count in old.items()
                                                 if new.get(url, count) != count))
        self.assertTrue(removed and added and changed)
        summary = run("diff", "--summary", a, b)
        self.assertEqual(summary.stdout, b"removed\t%d\nadded\t%d\nchanged\t%d\n" % (len(removed), len(added), len(changed)))
        self.assertEqual(summary.returncode, 1)
        only = run("diff", "--only", "changed", a, b)
        self.assertEqual(only.stdout.split(b"\n")[:-1], [line for line in lines if line.startswith(b"~")])
        return removed, added

    def test_every_order_partition_and_number_of_shards(self):
        for order, (by_a, by_b), (shards_a, shards_b) in itertools.product(
                ("bytes", "surt"), (("url", "url"), ("host", "host"), ("domain", "domain"), ("url", "host"), ("domain", "url")),
                ((3, 3), (2, 5), (7, 3), (1, 4), (6, 1))):
            with self.subTest(order=order, by=(by_a, by_b), shards=(shards_a, shards_b)):
                a = made(f"a-{order}-{by_a}-{shards_a}-{by_b}-{shards_b}", "first.txt", "--order", order, "--shard-by", by_a, "--shards", shards_a)
                b = made(f"b-{order}-{by_a}-{shards_a}-{by_b}-{shards_b}", "second.txt", "--order", order, "--shard-by", by_b, "--shards", shards_b)
                removed, added = self.check(a, b)
                if by_a != by_b:
                    self.assertTrue(order == "surt" or removed == sorted(removed) and added == sorted(added))
                    continue
                gone = set(removed)
                self.assertEqual(removed, [row for row in rows(a) if row in gone])
                if shards_a == shards_b:
                    came = set(added)
                    self.assertEqual(added, [row for row in rows(b) if row in came])

    def test_what_is_equal_is_0(self):
        a = made("a", "first.txt", "--shards", 4)
        b = made("b", "first.txt", "--shards", 3, "--shard-by", "host", "--compress", "zstd", "--jsonl")
        for options in ([], ["--summary"], ["-q"], ["--only", "added"]):
            ended = run("diff", *options, a, b)
            self.assertEqual((ended.returncode, ended.stderr), (0, b""))
            self.assertEqual(ended.stdout, b"removed\t0\nadded\t0\nchanged\t0\n" if options == ["--summary"] else b"")
        plain = made("plain", "first.txt", "--fields", "url")
        self.assertEqual(run("diff", a, plain).returncode, 0)
        empty = root / "empty.txt"
        empty.write_text("")
        nothing = made("nothing", "empty.txt")
        self.assertEqual(run("diff", "--only", "added", a, nothing).returncode, 0)
        self.assertEqual(run("diff", "-q", a, nothing).returncode, 1)
        self.assertEqual(run("diff", nothing, a).stdout.count(b"+\t"), len(rows(a)))

    def test_threads_change_nothing(self):
        # Differences of several megabytes, so that threads wait for one another.
        (root / "long.txt").write_text("".join(f"http://h{i % 97}.example/{i}/{'x' * 200}\n" for i in range(40000)))
        pairs = [(made("long", "long.txt", "--shards", 5), made("few", "first.txt", "--shards", 3)),
                 (made("left-5", "first.txt", "--shards", 5), made("right-9", "second.txt", "--shards", 9))]
        for a, b in pairs + [(b, a) for a, b in pairs]:
            alone = run("diff", "--threads", "1", a, b)
            self.assertEqual(alone.returncode, 1, alone.stderr)
            for threads in (2, 3, 8):
                ended = run("diff", "--threads", threads, a, b)
                self.assertEqual((ended.returncode, ended.stderr), (1, alone.stderr))
                self.assertTrue(ended.stdout == alone.stdout, f"{a} and {b} with {threads} threads")
        part = sorted((root / "few").glob("part-*"))[1]
        part.write_bytes(part.read_bytes()[:-9])
        alone = run("diff", "--threads", "1", "long", "few")
        self.assertEqual(alone.returncode, 3)
        for threads in (2, 8):
            ended = run("diff", "--threads", threads, "long", "few")
            self.assertEqual((ended.returncode, ended.stderr), (3, alone.stderr))
            self.assertTrue(ended.stdout == alone.stdout)

    def test_what_cannot_be_compared(self):
        a = made("refused", "first.txt", "--shards", 2)
        for name, options, said in (("string", ("--ladder", "string"), b"--ladder"), ("surt", ("--order", "surt"), b"--order"),
                                    ("seen", ("--order", "first-seen"), b"first-seen"), ("www", ("--fold-www",), b"--fold-www")):
            ended = run("diff", a, made(name, "first.txt", *options))
            self.assertEqual((ended.returncode, ended.stdout), (2, b""))
            self.assertIn(said, ended.stderr)
        self.assertEqual(run("diff", a, "missing").returncode, 2)
        self.assertEqual(run("diff", a).returncode, 2)
        many = made("many", "first.txt", "--shards", 64, "--shard-by", "host")
        self.assertEqual(run("diff", "--memory", "40MiB", a, many).returncode, 2)

    def test_damage(self):
        a = made("sound", "first.txt", "--shards", 1)
        b = made("damaged", "first.txt", "--shards", 1)
        part = next((root / b).glob("part-*"))
        sound = part.read_bytes()
        part.write_bytes(sound[:-9])
        self.assertEqual(run("diff", a, b).returncode, 3)
        part.write_bytes(sound.replace(b"http", b"hxxp", 1))
        self.assertEqual(run("diff", a, b).returncode, 3)
        part.write_bytes(sound)
        (root / b / "_SUCCESS").unlink()
        self.assertEqual(run("diff", a, b).returncode, 3)
        self.assertEqual(run("diff", "--on-error", "ignore", a, b).returncode, 0)
        (root / "folder").mkdir()
        self.assertEqual(run("diff", a, "folder").returncode, 3)

    def test_nobody_reads_or_nothing_can_be_written(self):
        a = made("left", "first.txt")
        b = made("right", "second.txt")
        ended = subprocess.run(f"'{program}' diff left right | head -1", shell=True, capture_output=True, cwd=root)
        self.assertEqual((ended.stdout.count(b"\n"), ended.stderr), (1, b""))
        with open("/dev/full", "wb") as full:
            self.assertEqual(subprocess.run([program, "diff", a, b], stdout=full, stderr=subprocess.PIPE, cwd=root).returncode, 3)


write_lists()
unittest.main(argv=sys.argv[:1])
