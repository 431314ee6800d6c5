"""Asks `urlsieve graph` for web graphs and compares with those that dictionaries make: graph_test.py PROGRAM"""

import collections
import gzip
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import unittest

program = pathlib.Path(sys.argv[1]).resolve()
scratch = tempfile.TemporaryDirectory()
root = pathlib.Path(scratch.name)


def run(*arguments):
    return subprocess.run([program, *map(str, arguments)], capture_output=True, cwd=root)


def content(path):
    if path.name.endswith(".gz"):
        return gzip.decompress(path.read_bytes())
    if path.name.endswith(".zst"):
        return subprocess.run(["zstdcat", path], capture_output=True, check=True).stdout
    return path.read_bytes()


def only(name, begin):
    found = list((root / name).glob(begin + "*"))
    assert len(found) == 1, found
    return content(found[0])


def edges_of(*names):
    """Pairs and their counts, as the rows of runs have them."""
    counts = collections.Counter()
    for name in names:
        manifest = json.loads((root / name / "manifest.json").read_text())
        for part in (root / name).glob("part-*"):
            for line in content(part).decode().splitlines():
                columns = line.split("\t")
                counts[tuple(columns[:2])] += int(columns[2]) if "count" in manifest["fields"] else 1
    return counts


def turned(host):
    return host if re.fullmatch(r"[0-9.]+|\[.*\]", host) else ".".join(reversed(host.split(".")))


def expected(counts):
    pairs = {(turned(a).encode(), turned(b).encode()): count for (a, b), count in counts.items()}
    names = sorted({name for pair in pairs for name in pair})
    ids = {name: number for number, name in enumerate(names)}
    out = collections.Counter(a for a, _ in pairs)
    into = collections.Counter(b for _, b in pairs)
    vertices = b"".join(b"%d\t%s\t%d\t%d\n" % (ids[name], name, out[name], into[name]) for name in names)
    edges = b"".join(b"%d\t%d\t%d\n" % edge for edge in sorted((ids[a], ids[b], count) for (a, b), count in pairs.items()))
    return vertices, edges


def write_pages():
    draw = random.Random(9)
    hosts = [f"h{i}.example-{i % 13}.{('org', 'com', 'co.uk')[i % 3]}" for i in range(400)] + ["192.0.2.1", "[2001:db8::1]", "localhost",
                                                                                               "a-b.example.org", "a.example.org", "org"]
    pages = [[], [], []]
    for number in range(120):
        links = "".join(f'<a href="http://{draw.choice(hosts)}/{i}">x</a>' for i in range(400))
        pages[number % 3].append(json.dumps({"url": f"http://{draw.choice(hosts)}/{number}", "html": links}))
    for number in range(3):
        (root / f"pages{number}.jsonl").write_text("\n".join(pages[number]) + "\n")


def made(name, pages, *options):
    chosen = {"--edges": "host", "--fields": "url,count", "--shards": 3} | dict(options)
    ended = run("extract", "-q", "-o", name, *(word for one in chosen.items() for word in one), *(f"{page}.jsonl" for page in pages))
    assert ended.returncode == 0, ended.stderr
    return name


class Graph(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        write_pages()
        cls.runs = [made(f"run{i}", [f"pages{i}"]) for i in range(3)]
        cls.all = made("all", ["pages0", "pages1", "pages2"], ("--shards", 5), ("--compress", "zstd"), ("--shard-by", "host"), ("--order", "surt"))

    def check(self, out, *names):
        vertices, edges = expected(edges_of(*names))
        self.assertTrue(vertices or names == ("none",))
        self.assertEqual(only(out, "vertices.tsv"), vertices)
        self.assertEqual(only(out, "edges.tsv"), edges)
        manifest = json.loads((root / out / "manifest.json").read_text())
        self.assertEqual(manifest["totals"], {"vertices": vertices.count(b"\n"), "edges": edges.count(b"\n"),
                                              "links": sum(int(line.split(b"\t")[2]) for line in edges.splitlines())})
        self.assertEqual([shard["lines"] for shard in manifest["shards"]], [vertices.count(b"\n"), edges.count(b"\n")])
        self.assertTrue((root / out / "_SUCCESS").exists())
        self.assertEqual([path for path in root.iterdir() if path.name.startswith(".")], [])

    def test_any_number_of_runs_and_every_packing(self):
        for packing in ("none", "gzip", "zstd"):
            ended = run("graph", "-q", *self.runs, "-o", f"graph-{packing}", "--compress", packing)
            self.assertEqual((ended.returncode, ended.stdout, ended.stderr), (0, b"", b""))
            self.check(f"graph-{packing}", *self.runs)
        self.assertEqual(run("graph", self.runs[0], "-o", "single").returncode, 0)
        self.check("single", self.runs[0])

    def test_the_same_edges_give_the_same_bytes(self):
        first = None
        for number, arguments in enumerate((self.runs, self.runs[::-1], [self.all], ["--memory", "32MiB", *self.runs],
                                            ["--memory", "32MiB", "--tmpdir", ".", self.all])):
            out = f"same{number}"
            ended = run("graph", *arguments, "-o", out)
            self.assertEqual(ended.returncode, 0, ended.stderr)
            got = [(root / out / name).read_bytes() for name in ("vertices.tsv", "edges.tsv", "manifest.json", "_SUCCESS")]
            first = first or got
            self.assertEqual(got, first)
        self.check("same3", *self.runs)

    def test_domains_rows_without_counts_and_in_no_order(self):
        domains = made("domains", ["pages0"], ("--edges", "domain"))
        unsorted = made("unsorted", ["pages0", "pages1"], ("--order", "first-seen"))
        bare = made("bare", ["pages1"], ("--fields", "url"))
        for names in ([domains], [unsorted], [bare], [bare, bare, unsorted]):
            out = "of-" + "-".join(names)
            self.assertEqual(run("graph", *names, "-o", out).returncode, 0)
            self.check(out, *names)

    def test_no_edges_give_an_empty_graph(self):
        (root / "nothing.jsonl").write_text('{"url": "http://a.example/", "html": "<p>"}\n')
        made("none", ["nothing"])
        self.assertEqual(run("graph", "none", "-o", "empty").returncode, 0)
        self.check("empty", "none")

    def test_what_is_refused(self):
        urls = made("urls", ["pages0"], ("--edges", "url"))
        plain = made("plain", ["pages0"], ("--edges", "none"))
        domains = made("domains2", ["pages0"], ("--edges", "domain"))
        for names, said in (([urls], b"edges of URLs"), ([plain], b"has no edges"), ([self.runs[0], domains], b"does not fit"),
                            (["missing"], b"cannot find"), ([], b"DIR")):
            ended = run("graph", *names, "-o", "refused")
            self.assertEqual(ended.returncode, 2, ended.stderr)
            self.assertIn(said, ended.stderr)
            self.assertFalse((root / "refused").exists())
        self.assertEqual(run("graph", self.runs[0], "--memory", "16MiB", "-o", "refused").returncode, 2)
        self.assertEqual(run("graph", self.runs[0], "-o", self.runs[1]).returncode, 2)
        self.assertEqual(run("graph", self.runs[0], "-o", self.runs[0], "--force").returncode, 2)

    def test_damage_leaves_no_output(self):
        name = made("damaged", ["pages0"])
        part = next((root / name).glob("part-*"))
        sound = part.read_bytes()
        for wrong in (sound[:-3], sound + b"x\ty\t1\n", sound.replace(b"\t", b" ", 1), b""):
            part.write_bytes(wrong)
            self.assertEqual(run("graph", name, "-o", "broken").returncode, 3)
            self.assertFalse((root / "broken").exists())
        part.write_bytes(sound)
        (root / name / "_SUCCESS").unlink()
        self.assertEqual(run("graph", name, "-o", "broken").returncode, 3)
        self.assertEqual(run("graph", "--on-error", "ignore", name, "-o", "broken").returncode, 0)
        self.check("broken", name)

    def test_force_replaces_a_graph(self):
        self.assertEqual(run("graph", self.runs[0], "-o", "forced").returncode, 0)
        self.assertEqual(run("graph", self.runs[1], "-o", "forced").returncode, 2)
        self.assertEqual(run("graph", self.runs[1], "-o", "forced", "--force").returncode, 0)
        self.check("forced", self.runs[1])
        (root / "forced" / "mine").write_text("x")
        self.assertEqual(run("graph", self.runs[0], "-o", "forced", "--force").returncode, 2)

    def test_a_disk_that_is_full(self):
        limited = f"ulimit -f 8; trap '' XFSZ; exec '{program}' graph {self.all} -o limited"
        ended = subprocess.run(["bash", "-c", limited], capture_output=True, cwd=root)
        self.assertEqual(ended.returncode, 3, ended.stderr)
        self.assertEqual([path.name for path in root.iterdir() if "limited" in path.name], [])

    def test_a_graph_is_no_output_of_a_run(self):
        self.assertEqual(run("graph", self.runs[0], "-o", "made").returncode, 0)
        for command in (["verify", "made"], ["merge", "made", "-o", "x"], ["get", "made", "http://a.example/"], ["diff", "made", "made"]):
            ended = run(*command)
            self.assertIn(ended.returncode, (1, 3), command)
            self.assertIn(b"it describes a web graph, not a run", ended.stdout + ended.stderr)


unittest.main(argv=sys.argv[:1])
