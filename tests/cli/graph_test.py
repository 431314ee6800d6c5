"""graph_test.py PROGRAM: web graphs of `urlsieve graph` equal graphs from dictionaries."""

import collections
import ctypes
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
    """Returns pairs and their counts, from the rows of runs."""
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
        for command in (["merge", "made", "-o", "x"], ["get", "made", "http://a.example/"], ["diff", "made", "made"]):
            ended = run(*command)
            self.assertEqual(ended.returncode, 3, command)
            self.assertIn(b"it describes a web graph, not a run", ended.stdout + ended.stderr)

    def faults(self, name):
        ended = run("verify", name)
        self.assertEqual(ended.returncode, 1 if ended.stdout else 0, ended)
        return ended.stdout.decode().splitlines()

    def test_verify_finds_every_changed_byte(self):
        (root / "few.jsonl").write_text('{"url": "http://b.example/", "html": "<a href=http://a.example/><a href=http://c.example/>"}\n')
        made("few", ["few"])
        for options in ([], ["--layout", "commoncrawl", "--compress", "zstd"]):
            self.assertEqual(run("graph", "few", "-o", "checked", "--force", *options).returncode, 0)
            self.assertEqual(self.faults("checked"), [])
            for file in (root / "checked").iterdir():
                valid = file.read_bytes()
                for at in range(0, len(valid), 1 if len(valid) < 100 else 9):
                    file.write_bytes(valid[:at] + bytes([valid[at] ^ 0x11]) + valid[at + 1:])
                    self.assertNotEqual(self.faults("checked"), [], (options, file.name, at))
                for damaged in (valid[:-1], valid[:len(valid) // 2], b"", valid + b"1\t2\t3\n", valid + b"\n"):
                    file.write_bytes(damaged)
                    self.assertTrue(any(file.name in fault or "manifest" in fault for fault in self.faults("checked")), (options, file.name))
                file.unlink()
                self.assertTrue(any(file.name in fault for fault in self.faults("checked")), file.name)
                file.write_bytes(valid)
            (root / "checked" / "other").write_text("")
            self.assertEqual(self.faults("checked"), ["checked/other: the manifest does not list this file"])
            (root / "checked" / "other").unlink()

    def test_verify_names_each_fault(self):
        (root / "some.jsonl").write_text('{"url": "http://b.example/", "html": "<a href=http://a.example/><a href=http://c.example/>"}\n'
                                         '{"url": "http://c.example/", "html": "<a href=http://b.example/1><a href=http://b.example/2>"}\n')
        made("some", ["some"])
        full, plain = "named", "named-plain"
        self.assertEqual(run("graph", "some", "-o", full).returncode, 0)
        self.assertEqual(run("graph", "some", "-o", plain, "--layout", "commoncrawl").returncode, 0)
        vertices, edges = ((root / full / name).read_text() for name in ("vertices.tsv", "edges.tsv"))
        self.assertEqual(vertices, "0\texample.a\t0\t1\n1\texample.b\t2\t1\n2\texample.c\t1\t1\n")
        self.assertEqual(edges, "1\t0\t1\n1\t2\t1\n2\t1\t2\n")
        for graph, file, old, new, said in (
                (full, "vertices.tsv", "1\texample.b", "3\texample.b", "line 2: has an id that is not the number of its line"),
                (full, "vertices.tsv", "example.b", "example.a", "line 2: has a name that is not greater than the name before"),
                (full, "vertices.tsv", "example.c\t1\t1", "example.c\t1", "line 3: has other columns than the layout"),
                (full, "vertices.tsv", "example.c\t1\t1", "example.c\t1\tx", "line 3: has other columns than the layout"),
                (full, "vertices.tsv", "example.c", "", "line 3: has other columns than the layout"),
                (full, "edges.tsv", "1\t2\t1", "1\t3\t1", "line 2: has an id without a vertex"),
                (full, "edges.tsv", "1\t2\t1", "1\t0\t1", "line 2: is not greater than the edge before"),
                (full, "edges.tsv", "1\t0\t1", "1\t0\t0", "line 1: has an invalid count"),
                (full, "edges.tsv", "1\t0\t1", "01\t0\t1", "line 1: has other columns than the layout"),
                (full, "edges.tsv", "1\t0\t1\n", "1\t0\n", "line 1: has other columns than the layout"),
                (plain, "vertices.tsv", "example.b", "example.b\t1\t1", "line 2: has other columns than the layout"),
                (plain, "edges.tsv", "1\t0", "1\t0\t1", "line 1: has other columns than the layout"),
                (plain, "edges.tsv", "1\t2", "1\t1", "line 2: is a self-loop, which the layout lacks")):
            path = root / graph / file
            valid = path.read_text()
            path.write_text(valid.replace(old, new, 1))
            self.assertIn(f"{graph}/{file}: {said}", self.faults(graph))
            path.write_text(valid)
            self.assertEqual(self.faults(graph), [])

    def test_verify_compares_degrees_with_edges(self):
        self.assertEqual(run("graph", self.runs[0], "-o", "degrees").returncode, 0)
        directory = root / "degrees"
        valid = (directory / "vertices.tsv").read_text().splitlines()
        for column, said in ((2, "out-degrees"), (3, "in-degrees")):
            rows = [line.split("\t") for line in valid]
            high = next(row for row in rows if row[column] != "0")
            other = next(row for row in rows if row is not high and row[column] != "0" and row[column] != high[column])
            high[column], other[column] = other[column], high[column]
            text = "".join("\t".join(row) + "\n" for row in rows)
            self.sign(directory, text)
            self.assertEqual(self.faults("degrees"), [f"degrees/edges.tsv: contradicts the {said} of the vertices"])
        self.sign(directory, "\n".join(valid) + "\n")
        self.assertEqual(self.faults("degrees"), [])

    def sign(self, directory, vertices):
        """Writes other vertices with a valid manifest and mark."""
        class Hash(ctypes.Structure):
            _fields_ = [("low", ctypes.c_uint64), ("high", ctypes.c_uint64)]

        def checksum(path):
            function = ctypes.CDLL("libxxhash.so.0").XXH3_128bits
            function.restype, function.argtypes = Hash, [ctypes.c_char_p, ctypes.c_size_t]
            found = function(path.read_bytes(), path.stat().st_size)
            return f"{found.high:016x}{found.low:016x}"

        (directory / "vertices.tsv").write_text(vertices)
        manifest = (directory / "manifest.json").read_text()
        entry = re.search(r'\{"name": "vertices.tsv".*?\}', manifest).group()
        new = json.loads(entry) | {"bytes": len(vertices), "content_bytes": len(vertices), "xxh128": checksum(directory / "vertices.tsv")}
        manifest = manifest.replace(entry, json.dumps(new))
        (directory / "manifest.json").write_text(manifest)
        mark = (directory / "_SUCCESS").read_text().split()
        (directory / "_SUCCESS").write_text(f"{checksum(directory / 'manifest.json')}  {mark[1]}\n")


unittest.main(argv=sys.argv[:1])
