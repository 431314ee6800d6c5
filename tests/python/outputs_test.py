"""Output directories: merge(), convert(), verify(), read(), get(), diff(), graph(), records(), stats(), update(), purge() and seen_set give the results of the program."""

import gzip
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest

import numpy
import urlsieve

TOOL = os.environ["URLSIEVE_TOOL"]
SAMPLES = pathlib.Path(os.environ["URLSIEVE_SAMPLES"])


class Outputs(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        os.chdir(cls.folder.name)
        count = {"fields": ["url", "count"], "shards": 4}
        urlsieve.extract(SAMPLES / "pages.warc.gz", output="pages", **count)
        urlsieve.extract([SAMPLES / "pages.warc.gz", SAMPLES / "thread.mbox"], output="both", **count)
        urlsieve.extract(SAMPLES / "thread.mbox", output="mail", **count)
        for form in ["jsonl", "parquet"]:
            urlsieve.extract(SAMPLES / "pages.warc.gz", output=form, output_format=form, fields=["url", "count", "sources"])
        for edges in ["url", "host", "domain"]:
            urlsieve.extract(SAMPLES / "pages.warc.gz", output=f"edges-{edges}", edges=edges, order="surt")

    @classmethod
    def tearDownClass(cls):
        os.chdir("/")
        cls.folder.cleanup()

    def printed(self, *arguments, code=0):
        done = subprocess.run([TOOL, *arguments], capture_output=True, text=True)
        self.assertEqual(done.returncode, code, done.stderr)
        return done.stdout

    def rows(self, *arguments, code=0):
        return [line.split("\t") for line in self.printed(*arguments, code=code).splitlines()]

    def test_get(self):
        for requests, flags in [
            ({"urls": ["HTTPS://www.example.com:443/gazette/2024/", "http://none.example/", "http://[::1/"]}, ["HTTPS://www.example.com:443/gazette/2024/", "http://none.example/", "http://[::1/"]),
            ({"hosts": "www.example.org"}, ["--host", "www.example.org"]),
            ({"hosts": ["none.example", "WWW.example.com"]}, ["--host", "none.example", "--host", "WWW.example.com"]),
            ({"domains": "example.org"}, ["--domain", "example.org"]),
            ({"prefixes": "https://www.example.com/g", "urls": b"https://www.example.com/gazette/2024/"}, ["--prefix", "https://www.example.com/g", "https://www.example.com/gazette/2024/"]),
            ({"hosts": "none.example", "domains": ["none.example"]}, ["--host", "none.example", "--domain", "none.example"]),
        ]:
            for directory in ["pages", "jsonl", "edges-url"]:
                with self.subTest(requests=requests, directory=directory):
                    found = urlsieve.get(directory, **requests)
                    rows = list(found)
                    done = subprocess.run([TOOL, "get", directory, *flags], capture_output=True, text=True)
                    self.assertEqual(done.returncode, 1 if found.missing else 0)
                    self.assertEqual(len(found.missing), len(done.stderr.splitlines()))
                    lines = done.stdout.splitlines()
                    self.assertEqual(rows, [json.loads(line) for line in lines] if directory == "jsonl" else [dict(zip(rows[0], line.split("\t"))) for line in lines])
        found = urlsieve.get("pages", hosts="[", domains=["", "none.example"])
        self.assertEqual((list(found), [one.request for one in found.missing]), ([], ["[", "", "none.example"]))
        for option, name in [("--host", "["), ("--domain", ""), ("--host", "http://www.example.org/")]:
            self.printed("get", "pages", option, name, code=2)
        in_parquet = [row for row in urlsieve.read("parquet") if urlsieve.parse(row["url"]).host == "www.example.org"]
        self.assertEqual((list(urlsieve.get("parquet", hosts="www.example.org")), len(in_parquet)), (in_parquet, 21))
        found = urlsieve.get("pages", ["http://none.example/", "http://[::1/"], hosts="none.example")
        self.assertEqual(list(found), [])
        self.assertEqual([(one.kind, one.request, one.reason) for one in found.missing], [
            ("host", "none.example", "no rows"), ("url", "http://none.example/", "no rows"),
            ("url", "http://[::1/", urlsieve.explain("http://[::1/"))])  # fmt: skip

    def test_get_of_names(self):
        for requests, flags in [({"urls": "www.example.com"}, ["www.example.com"]), ({"urls": "https://www.example.com/x"}, ["https://www.example.com/x"]), ({"hosts": "www.example.com"}, ["--host", "www.example.com"])]:
            for directory in ["edges-host", "edges-domain"]:
                rows = [list(row.values()) for row in urlsieve.get(directory, **requests)]
                self.assertEqual(rows, self.rows("get", directory, *flags))
                self.assertTrue(rows)

    def test_get_of_many(self):
        urls = [row["url"] for row in urlsieve.read("both")]
        given = [one for url in urls for one in (url, url + "?none")] * 500
        self.assertGreater(len(given), 2 * 65536)
        found = urlsieve.get("both", iter(given))
        self.assertEqual([row["url"] for row in found], urls * 500)
        self.assertEqual(len(found.missing), len(given) // 2)

    def test_get_fails(self):
        self.assertRaises(urlsieve.InputError, urlsieve.get, "none", "http://a.example")
        self.assertRaises(TypeError, urlsieve.get, "pages", 1)
        self.assertRaises(urlsieve.UsageError, urlsieve.get, "pages", on_error="maybe")
        self.assertRaises(urlsieve.UsageError, urlsieve.get, "pages", threads=4)
        shutil.copytree("pages", "unmarked")
        os.remove("unmarked/_SUCCESS")
        self.assertRaises(urlsieve.Error, urlsieve.get, "unmarked", hosts="www.example.org")
        self.assertEqual(len(list(urlsieve.get("unmarked", hosts="www.example.org", on_error="ignore"))), 21)

    def test_read(self):
        rows = list(urlsieve.read("pages"))
        self.assertEqual([list(row.values()) for row in rows], self.rows("get", "pages", "--prefix", ""))
        edges = list(urlsieve.read("edges-url"))
        self.assertEqual([[row["document"], row["url"]] for row in edges], self.rows("get", "edges-url", "--prefix", ""))
        for form in ["jsonl", "parquet"]:
            other = list(urlsieve.read(form))
            self.assertEqual({(row["url"], str(row["count"])) for row in other}, {(row["url"], row["count"]) for row in rows})
            self.assertIsInstance(other[0]["sources"], list)
        self.assertRaises(urlsieve.InputError, next, urlsieve.read("none"))

    def test_read_of_damage(self):
        shutil.copytree("pages", "cut")
        part = max(pathlib.Path("cut").glob("part-*"), key=lambda one: one.stat().st_size)
        part.write_bytes(part.read_bytes()[:-40])
        rows = urlsieve.read("cut")
        self.assertRaises(urlsieve.InputError, list, rows)
        self.assertEqual(len(urlsieve.verify("cut")) > 0, True)
        self.assertRaises(urlsieve.InputError, urlsieve.stats, "cut")

    def test_reading_may_end_early(self):
        pathlib.Path("many.txt").write_text("".join(f"http://a.example/{i}\n" for i in range(100000)))
        urlsieve.extract("many.txt", output="many")
        before = threading.active_count(), len(os.listdir("/proc/self/task"))
        rows = urlsieve.read("many")
        self.assertEqual(next(rows)["url"][:17], "http://a.example/")
        rows.close()
        found = urlsieve.get("many", domains="example")
        next(found)
        del found
        changes = urlsieve.diff("pages", "many")
        next(changes)
        del changes
        self.assertEqual((threading.active_count(), len(os.listdir("/proc/self/task")) - before[1] <= 2), (before[0], True))

    def test_threads_share_the_rows(self):
        pathlib.Path("shared.txt").write_text("".join(f"http://a.example/{i}\n" for i in range(100000, 140000)))
        urlsieve.extract("shared.txt", output="shared", order="first-seen")
        # A scan without rows comes first, so that all threads wait for the first batch.
        rows, taken = urlsieve.get("shared", hosts=["none.example"] * 10, domains="example"), []

        def take():
            taken.extend(row["url"] for row in rows)

        before = sys.getswitchinterval()
        sys.setswitchinterval(0.0005)
        self.addCleanup(sys.setswitchinterval, before)
        threads = [threading.Thread(target=take) for _ in range(8)]
        for one in threads:
            one.start()
        for one in threads:
            one.join()
        self.assertEqual(sorted(taken), sorted(row["url"] for row in urlsieve.read("shared")))

    def test_diff(self):
        signs = {"removed": "-", "added": "+", "changed": "~"}
        for only in [None, *signs]:
            flags = ["--only", only] if only else []
            lines = []
            for one in urlsieve.diff("pages", "both", only=only):
                values = one.row.values() if one.row else [one.url, str(one.before), str(one.after)]
                lines.append([signs[one.change], *values])
            self.assertEqual(lines, self.rows("diff", *flags, "pages", "both", code=1 if lines else 0))
        self.assertEqual({one.change for one in urlsieve.diff("mail", "pages")}, {"removed", "added"})
        counts = urlsieve.diff("mail", "both").counts()
        same = counts.pop("same")
        self.assertEqual([[name, str(number)] for name, number in counts.items()], self.rows("diff", "--summary", "mail", "both", code=1))
        self.assertEqual(same + counts["removed"] + counts["changed"], len(list(urlsieve.read("mail"))))
        self.assertEqual(next(urlsieve.diff("mail", "jsonl", only="added")).row["count"], 1)
        self.assertRaises(urlsieve.UsageError, urlsieve.diff, "mail", "both", only="equal")
        self.assertRaises(urlsieve.InputError, urlsieve.diff, "mail", "none")
        self.assertRaises(urlsieve.UsageError, urlsieve.diff("pages", "edges-url").counts)

    def test_graph(self):
        for edges in ["host", "domain"]:
            for compress in ["none", "gzip"]:
                totals = urlsieve.graph(f"edges-{edges}", output="graph", compress=compress, force=True)
                self.printed("graph", f"edges-{edges}", "-o", "printed", "--force")
                for name in ["vertices", "edges"]:
                    written = pathlib.Path("graph", f"{name}.tsv" + (".gz" if compress == "gzip" else "")).read_bytes()
                    written = gzip.decompress(written) if compress == "gzip" else written
                    self.assertEqual(written, pathlib.Path("printed", f"{name}.tsv").read_bytes())
                    self.assertEqual(totals[name], len(written.splitlines()))
                self.assertEqual(totals["links"], sum(int(line.split("\t")[2]) for line in pathlib.Path("printed/edges.tsv").read_text().splitlines()))
        urlsieve.graph("edges-host", output="graph", layout="commoncrawl", force=True)
        self.printed("graph", "edges-host", "-o", "printed", "--force", "--layout", "commoncrawl")
        for name in ["vertices.tsv", "edges.tsv", "manifest.json"]:
            self.assertEqual(pathlib.Path("graph", name).read_bytes(), pathlib.Path("printed", name).read_bytes())
        self.assertEqual(urlsieve.verify("graph"), [])
        self.assertRaises(urlsieve.UsageError, urlsieve.graph, "edges-host", output="graph", layout="other", force=True)
        self.assertRaises(urlsieve.OutputError, urlsieve.graph, "edges-host", output="graph")
        self.assertRaises(urlsieve.UsageError, urlsieve.graph, "pages", output="other")

    def test_records(self):
        fields = ["url", "input", "record-offset", "record-length"]
        urlsieve.extract(f"{SAMPLES}/pages.warc.gz", output="places", force=True, fields=fields)
        totals = urlsieve.records("places", output="copied.warc.gz", write_cdxj="copied.cdxj", threads=2)
        self.printed("records", "places", "-o", "printed.warc.gz", "--write-cdxj", "printed.cdxj")
        self.assertEqual(pathlib.Path("copied.warc.gz").read_bytes(), pathlib.Path("printed.warc.gz").read_bytes())
        self.assertEqual(pathlib.Path("copied.cdxj").read_text().replace("copied.", "printed."), pathlib.Path("printed.cdxj").read_text())
        self.assertEqual([totals["records"], totals["places"], totals["faults"], totals["bytes"]], [11, 11, 0, os.path.getsize("copied.warc.gz")])
        pathlib.Path("table").write_text(f"{SAMPLES}/pages.warc.gz\t1\t2\n")
        self.assertEqual(urlsieve.records("table", output="none.warc", fields=fields[1:])["faults"], 1)
        self.assertFalse(os.path.exists("none.warc"))
        self.assertRaises(urlsieve.OutputError, urlsieve.records, "places", output="copied.warc.gz")
        self.assertRaises(urlsieve.UsageError, urlsieve.records, "pages", output="other.warc")

    def test_stats(self):
        for directories in [["pages"], ["pages", "mail"]]:
            for top in [0, 3, 1000]:
                expected = json.loads(self.printed("stats", "--json", "--top", str(top), *directories))
                self.assertEqual(urlsieve.stats(directories, top=top, threads=2, memory="256MiB"), expected)
        self.assertRaises(urlsieve.InputError, urlsieve.stats, "none")

    def files_of(self, directory):
        folder = pathlib.Path(directory)
        return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}

    def test_merge(self):
        for options, flags in [
            ({}, []),
            ({"reshard": 3}, ["--reshard", "3"]),
            ({"shard": 2}, ["--shard", "2"]),
            ({"compress": "zstd", "threads": 1, "memory": 1 << 28}, ["--compress", "zstd"]),
            ({"fields": ["url", "host"]}, ["--fields", "url,host"]),
            ({"output_format": "jsonl"}, ["--output-format", "jsonl"]),
            ({"bad_revision": "ok", "tmpdir": "."}, ["--bad-revision", "ok"]),
        ]:
            with self.subTest(options=options):
                urlsieve.merge(["pages", "mail"], output="merged", force=True, **options)
                self.printed("merge", "pages", "mail", "-o", "printed", "--force", *flags)
                self.assertEqual(self.files_of("merged"), self.files_of("printed"))
        for wrong in [{"reshard": 70000}, {"compress": "rar"}, {"bad_revision": "no"}, {"no_dedup": True}, {"fields": ["none"]}]:
            with self.assertRaises(urlsieve.UsageError):
                urlsieve.merge("pages", output="merged", force=True, **wrong)

    def test_states(self):
        for name in ["monday", "tuesday"]:
            with open(f"{name}.urls", "w") as lines:
                lines.write("http://both.example/\n" + "".join(f"http://{name}.example/{i}\n" for i in range(5)))
        options = {"input_format": "urls", "force": True}
        first = urlsieve.update("state", "monday.urls", output="new", date="2026-01-01", shards=2, **options)
        self.assertEqual((first["ended"], first["added"], first["urls_of_state"], first["is_published"]), ("complete", 6, 6, True))
        second = urlsieve.update("state", ["tuesday.urls"], output="new", date="2026-01-02", compact="never", **options)
        self.assertEqual((second["added"], second["urls_of_state"], second["layers"]), (5, 11, 2))
        self.assertEqual(sorted(row["url"] for row in urlsieve.read("new")), [f"http://tuesday.example/{i}" for i in range(5)])
        self.assertEqual(list(urlsieve.get("state", "http://both.example/")),
                         [{"url": "http://both.example/", "count": "2", "first-date": "2026-01-01", "last-date": "2026-01-02"}])
        self.assertEqual(urlsieve.purge("state", not_seen_since="2026-01-02"), {"removed": 5, "unique": 6})
        self.assertEqual(urlsieve.purge("state", include=["/[0-3]$"]), {"removed": 4, "unique": 2})
        for wrong in [{"ladder": "string"}, {"compact": "soon"}, {"date": "today"}]:
            with self.assertRaises(urlsieve.UsageError):
                urlsieve.update("state", "monday.urls", output="other", **(options | wrong))
        with self.assertRaises(urlsieve.UsageError):
            urlsieve.purge("state")
        with self.assertRaises(urlsieve.InputError):
            urlsieve.purge("absent", include=["x"])


    def test_seen_set(self):
        with urlsieve.seen_set() as seen:
            self.assertEqual(seen.insert(["HTTP://A.example", b"http://b.example/", None, "http://["]),
                             ["http://a.example/", "http://b.example/"])
            self.assertEqual(seen.insert(iter(["http://b.example", "http://c.example/\u00e9"])),
                             ["http://c.example/%C3%A9"])
            self.assertIn("http://a.example", seen)
            self.assertFalse(seen.contains(b"http://d.example/"))
            self.assertEqual(seen.rejected, 2)
        with self.assertRaisesRegex(urlsieve.UsageError, "closed"):
            seen.insert([])
        with self.assertRaisesRegex(urlsieve.UsageError, "scripts"):
            urlsieve.seen_set(scripts=True)
        with self.assertRaises(MemoryError):
            urlsieve.seen_set(memory="2MiB").insert([f"http://a.example/{i}" for i in range(100000)])

    def test_seen_set_over_a_state(self):
        urls = [f"http://h{i % 7}.example/{i % 400}" for i in range(3000)]
        with open("seen-list", "w") as out:
            out.write("".join(url + "\n" for url in urls))
        options = {"date": "2026-01-01", "shards": 3}
        for _ in range(2):
            urlsieve.update("seen-updated", "seen-list", output="seen-new", input_format="urls", force=True, **options)
        first_urls = list(dict.fromkeys(urls))
        with urlsieve.seen_set("seen-state", **options) as seen:
            self.assertEqual(seen.insert(urls), first_urls)
        with urlsieve.seen_set("seen-state", date="2026-01-01") as seen:
            self.assertEqual(seen.insert(urls + ["http://new.example/"] * 2), ["http://new.example/"])
            self.assertEqual(seen.flush(), {"added": 1, "unique": len(first_urls) + 1})
            self.assertIn("http://new.example/", seen)
        rows = {row["url"]: row for row in urlsieve.read("seen-state")}
        self.assertEqual(rows.pop("http://new.example/")["count"], "2")
        self.assertEqual(rows, {row["url"]: row for row in urlsieve.read("seen-updated")})

        # Inserted URLs without a flush leave the state: an exception, and a killed process.
        before = sorted(row["url"] for row in urlsieve.read("seen-state"))
        with self.assertRaises(ZeroDivisionError):
            with urlsieve.seen_set("seen-state") as seen:
                seen.insert(["http://lost.example/"])
                raise ZeroDivisionError
        killed = "import os, urlsieve\nseen = urlsieve.seen_set('seen-state')\n" \
                 "assert seen.insert(['http://lost.example/'])\nos.kill(os.getpid(), 9)\n"
        self.assertEqual(subprocess.run([sys.executable, "-c", killed]).returncode, -signal.SIGKILL)
        self.assertEqual(sorted(row["url"] for row in urlsieve.read("seen-state")), before)
        with self.assertRaisesRegex(urlsieve.UsageError, "ladder"):
            urlsieve.seen_set("seen-state", ladder="syntax")
        with self.assertRaisesRegex(urlsieve.UsageError, "not a state"):
            urlsieve.seen_set("pages")

    def test_convert(self):
        for options, flags in [
            ({}, []),
            ({"shards": 3, "shard_by": "host", "order": "surt"}, ["--shards", "3", "--shard-by", "host", "--order", "surt"]),
            ({"output_format": "parquet", "fields": ["url", "host"]}, ["--output-format", "parquet", "--fields", "url,host"]),
            ({"layout": "hive"}, ["--layout", "hive"]),
            ({"key": "surt", "compress": "zstd", "memory": "256MiB"}, ["--key", "surt", "--compress", "zstd"]),
            ({"drop_tracking": True, "fold_www": True}, ["--drop-tracking", "--fold-www"]),
            ({"drop_params": ["a", "b*"], "userinfo": "strip"}, ["--drop-params", "a,b*", "--userinfo", "strip"]),
            ({"keep_params": ["a", "b"]}, ["--keep-params", "a,b"]),
            ({"keep_fragment": False, "to_current_rules": True}, ["--drop-fragment", "--to-current-rules"]),
        ]:
            with self.subTest(options=options):
                done = urlsieve.convert(["pages", "mail"], output="converted", force=True, **options)
                self.printed("convert", "pages", "mail", "-o", "printed", "--force", *flags)
                self.assertEqual(self.files_of("converted"), self.files_of("printed"))
                self.assertEqual(done, {"unique": len(list(urlsieve.read("converted"))), "rejected": 0, "examples": []})
        for wrong in [{"shards": 70000}, {"ladder": "string"}, {"order": "no"}, {"resolution": "rfc2396bis"}, {"fields": ["none"]}]:
            with self.assertRaises(urlsieve.UsageError):
                urlsieve.convert("pages", output="converted", force=True, **wrong)

    def test_keywords_of_the_stubs_are_accepted(self):
        import inspect

        for function, arguments in [(urlsieve.merge, ["pages"]), (urlsieve.convert, ["pages"]), (urlsieve.verify, ["pages"]), (urlsieve.graph, ["edges-host"]),
                                    (urlsieve.stats, ["pages"]), (urlsieve.get, ["pages"]), (urlsieve.diff, ["pages", "mail"])]:  # fmt: skip
            keywords = {name: one.default for name, one in inspect.signature(function).parameters.items()
                        if one.kind == one.KEYWORD_ONLY and one.default is not one.empty}  # fmt: skip
            if function in (urlsieve.merge, urlsieve.convert, urlsieve.graph):
                keywords.update(output="made", force=True)
            requests = {"endpoint": "http://127.0.0.1:1", "anonymous": True, "retries": 0, "stall": 1}
            function(*arguments, **keywords, **requests)

    def test_interrupt(self):
        os.mkfifo("pipe")
        holder = os.open("pipe", os.O_RDWR)
        threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
        threading.Timer(1.0, os.close, (holder,)).start()
        with self.assertRaises(KeyboardInterrupt):
            urlsieve.merge(files_from="pipe", output="interrupted")
        self.assertFalse(os.path.exists("interrupted"))

    def test_interrupt_of_rows(self):
        pathlib.Path("more.txt").write_text("".join(f"http://a.example/{i}\n" for i in range(300000)))
        urlsieve.extract("more.txt", output="more", order="first-seen", force=True)
        threading.Timer(0.05, os.kill, (os.getpid(), signal.SIGINT)).start()
        with self.assertRaises(KeyboardInterrupt):
            while True:
                list(urlsieve.get("more", hosts="none.example"))


if __name__ == "__main__":
    unittest.main()
