"""The package as Python sees it: values, columns for numpy, pandas and Arrow, errors, threads, interrupts, types."""

import base64
import ctypes
import gzip
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import zipfile

import numpy
import pandas

import urlsieve

from arrow_memory import ArrowArray, ArrowStream, _pointer, array_of, strings_of

TOOL = os.environ["URLSIEVE_TOOL"]
EXAMPLES = os.environ["URLSIEVE_EXAMPLES"]
PAGE = '<a rel=next href="../x?q=1">the <b>next</b></a><img src=/i.png><a href="../x?q=1">again</a>'
BASE = "http://news.example.co.uk/b/c"


class SingleUrls(unittest.TestCase):
    def test_normalize(self):
        for url, base, ladder, expected in [
            ("HTTP://Example.COM:80/%7Euser/../a", None, None, "http://example.com/a"),
            ("HTTP://Example.COM:80/%7Euser", None, "syntax", "http://example.com:80/~user"),
            ("../g", "http://a.example/b/c/d", None, "http://a.example/b/g"),
            (b"http://a.example", None, "scheme", "http://a.example/"),
            ("http://[::1/", None, None, None),
            ("g", None, None, "g"),
            ("g", "no base", None, None),
        ]:
            with self.subTest(url=url):
                self.assertEqual(urlsieve.normalize(url, base=base, ladder=ladder), expected)
        for wrong in [(), (1,), ("x", 1), ("x", None, "protocol"), ("x", None, "no"), (1, 2, 3, 4)]:
            self.assertRaises((TypeError, ValueError), urlsieve.normalize, *wrong)
        self.assertRaises(TypeError, urlsieve.normalize, "x", drop_tracking=True)

    def test_normalizer_has_all_options(self):
        urls = urlsieve.Normalizer(base="http://a.example/b", drop_tracking=True, schemes=["http", "https"])
        self.assertEqual(urls.normalize("c?utm_source=d"), "http://a.example/c")
        self.assertIsNone(urls.normalize("ftp://x.example/"))
        self.assertRaises(urlsieve.UsageError, urlsieve.Normalizer, base="x")

    def test_many(self):
        given = ["HTTP://A.example", "http://[", "\u00e9", "x" * 20000] * 3
        expected = [urlsieve.normalize(one, "http://b.example/") for one in given]
        self.assertEqual(urlsieve.normalize_many(given, base="http://b.example/"), expected)
        self.assertEqual(urlsieve.normalize_many(tuple(given), base="http://b.example/"), expected)
        self.assertEqual(urlsieve.normalize_many([]), [])
        self.assertRaises(TypeError, urlsieve.normalize_many, [1])
        self.assertRaises(TypeError, urlsieve.normalize_many, numpy.arange(3))
        self.assertRaises(ValueError, urlsieve.normalize_many, given, base="x")

    def test_many_of_numpy_and_arrow(self):
        given = numpy.array([b"HTTP://A.example", b"http://[", b"http://b.example/c"])
        column = urlsieve.normalize_many(given)
        expected = ["http://a.example/", None, "http://b.example/c"]
        self.assertEqual(column.to_pylist(), expected)
        self.assertEqual((len(column), column[-1]), (3, expected[2]))
        self.assertRaises(IndexError, column.__getitem__, 3)
        capsules = column.__arrow_c_array__()
        array = array_of(capsules[1])
        self.assertEqual((array.null_count, strings_of(array)), (1, expected))
        self.assertEqual(urlsieve.normalize_many(column)[2], expected[2])
        self.assertEqual(urlsieve.normalize_many(given[::2]).to_pylist(), expected[::2])
        del column
        self.assertEqual(strings_of(array), expected)

    def test_questions(self):
        self.assertEqual(urlsieve.surt("http://www.archive.org/x"), "org,archive)/x")
        self.assertIsNone(urlsieve.explain("http://a.example/"))
        self.assertEqual(urlsieve.explain("http://[::1/"), 'byte 7, "[" without "]" (RFC 3986 section 3.2.2) (invalid-host)')
        parsed = urlsieve.parse("mailto:a@b.example?subject=x")
        self.assertEqual((parsed.scheme, parsed.host, parsed.valid), ("mailto", None, True))
        compared = urlsieve.compare("http://a.example:80/", "http://a.example")
        self.assertEqual((compared.equal, compared.rung), (True, "scheme"))

    def test_pandas(self):
        frame = pandas.DataFrame({"url": ["HTTP://A.example", "http://["]})
        frame["normal"] = urlsieve.normalize_many(frame["url"].tolist())
        self.assertEqual(frame["normal"].tolist(), ["http://a.example/", None])


class Pages(unittest.TestCase):
    def test_links(self):
        links = urlsieve.Extractor().links(PAGE, base=BASE)
        self.assertEqual([str(link) for link in links], ["http://news.example.co.uk/x?q=1", "http://news.example.co.uk/i.png"])
        first = links[0]
        self.assertEqual((first.where, first.rel, first.text, first.raw), ("a@href", "next", "the next", ""))
        self.assertEqual((first.host, first.domain, first.path, first.query), ("news.example.co.uk", "example.co.uk", "/x", "q=1"))
        self.assertEqual((first.surt, repr(first)), ("uk,co,example,news)/x?q=1", "Link('http://news.example.co.uk/x?q=1')"))

    def test_scopes_and_options(self):
        for dedup, numbers in [("page", [2, 2]), ("extractor", [2, 0]), ("off", [3, 3])]:
            ex = urlsieve.Extractor(dedup=dedup)
            self.assertEqual([len(ex.links(PAGE, base=BASE)) for _ in range(2)], numbers)
            ex.forget()
            self.assertEqual(len(ex.links(PAGE, base=BASE)), numbers[0])
        self.assertEqual(len(urlsieve.Extractor(links="navigation").links(PAGE, base=BASE)), 1)
        ex = urlsieve.Extractor()
        self.assertEqual([str(l) for l in ex.links(b"http://a.example/ \xff", content_type="text/plain")], ["http://a.example/"])
        self.assertEqual(ex.links(memoryview(b"\x89PNG\r\n\x1a\nhttp://a.example/")), [])
        self.assertRaises(TypeError, ex.links, 1)

    def test_columns_of_a_url(self):
        page = b"<a href=http://www.b.example:81/x.PDF?>one</a><a href=http://[::1]/y>two</a>"
        extractor = urlsieve.Extractor(fields=["url", "domain", "port", "query", "extension", "message-id"])
        rows = extractor.batch(page)
        self.assertEqual(rows["domain"], ["b.example", None])
        self.assertEqual(rows["port"], ["81", None])
        self.assertEqual((rows["query"], rows["extension"], rows["message-id"]), (["", None], ["pdf", None], [None, None]))
        link = rows.links()[0]
        self.assertEqual((link.subdomain, link.domain, link.suffix, link.extension), ("www", "b.example", "example", "pdf"))
        parsed = urlsieve.parse("http://a.b.co.uk/x.gz")
        self.assertEqual([getattr(parsed, name) for name in ("subdomain", "domain", "suffix", "extension", "surt")], ["a", "b.co.uk", "co.uk", "gz", "uk,co,b,a)/x.gz"])

    def test_batch(self):
        rows = urlsieve.Extractor(fields=["url", "offset", "text"]).batch(PAGE, base=BASE)
        self.assertEqual((len(rows), rows.fields, rows["offset"]), (2, ["url", "offset", "text"], [0, 0]))
        self.assertRaises(KeyError, rows.__getitem__, "rel")
        frame = rows.to_pandas()
        self.assertEqual((list(frame.columns), frame["text"].tolist()), (["url", "offset", "text"], ["the next", ""]))
        capsules = rows.__arrow_c_array__()
        array = array_of(capsules[1])
        self.assertEqual((array.length, array.n_children), (2, 3))
        del rows
        self.assertEqual(strings_of(array.children[2].contents), ["the next", ""])

    def test_threads(self):
        def work(found):
            ex = urlsieve.Extractor(dedup="off")
            found.append(sum(len(ex.links(PAGE, base=BASE)) for _ in range(200)))

        found = []
        threads = [threading.Thread(target=work, args=(found,)) for _ in range(4)]
        for one in threads:
            one.start()
        for one in threads:
            one.join()
        self.assertEqual(found, [600] * 4)


class Files(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.input = os.path.join(self.folder.name, "in.txt")
        with open(self.input, "w") as out:
            out.writelines(f"http://a.example/{i}\n" for i in range(5000))

    def tearDown(self):
        self.folder.cleanup()

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def test_scan_tells_where_urls_came_from(self):
        with open(self.path("a.warc"), "wb") as out:
            record = b"WARC/1.0\r\nWARC-Type: resource\r\nWARC-Record-ID: <urn:uuid:1>\r\nWARC-Date: 2024-02-29T12:00:00Z\r\nContent-Type: text/plain\r\nContent-Length: 17\r\n\r\nhttp://a.example/\r\n\r\n"
            out.write(record + record.replace(b"a.example", b"b.example"))
        fields = ["url", "input", "record-offset", "record-length", "record-id", "date", "media-type", "status", "line"]
        (rows,) = urlsieve.scan(self.path("a.warc"), fields=fields)
        self.assertEqual(rows["record-offset"], [0, len(record)])
        self.assertEqual(rows["record-length"], [len(record)] * 2)
        self.assertEqual(rows["input"], [self.path("a.warc")] * 2)
        self.assertEqual([rows[name][0] for name in fields[4:]], ["urn:uuid:1", "2024-02-29T12:00:00Z", "text/plain", None, None])
        (rows,) = urlsieve.scan(self.input, fields=["line", "record-offset"])
        self.assertEqual((rows["line"][:3], rows["record-offset"][:1]), ([1, 2, 3], [None]))

    def test_scan(self):
        batches = list(urlsieve.scan(self.input, fields=["url", "where"], batch=2000))
        self.assertEqual([len(rows) for rows in batches], [2000, 2000, 1000])
        urls = [url for rows in batches for url in rows["url"]]
        printed = subprocess.run([TOOL, "extract", self.input], capture_output=True, text=True, check=True)
        self.assertEqual(urls, printed.stdout.split())
        with urlsieve.scan([self.input], batch=10, threads=2) as some:
            self.assertEqual(len(next(some)), 10)
        self.assertRaises(StopIteration, next, some)
        self.assertRaises(urlsieve.InputError, next, urlsieve.scan(self.path("none")))
        self.assertRaises(urlsieve.UsageError, urlsieve.scan, self.input, fields=["count"])

    def test_scan_reports_damage(self):
        pathlib.Path(self.path("listed")).write_text(self.path("none") + "\n")
        with self.assertRaisesRegex(urlsieve.InputError, "no input could be read: .*none"):
            list(urlsieve.scan([], files_from=self.path("listed")))
        pathlib.Path(self.path("cut.gz")).write_bytes(gzip.compress(b"http://a.example/\n" * 3)[:-4])
        scan = urlsieve.scan(self.path("cut.gz"))
        self.assertIsNone(scan.statistics)
        self.assertEqual({url for rows in scan for url in rows["url"]}, {"http://a.example/"})
        self.assertEqual(scan.statistics["ended"], "faulty")

    def test_stream(self):
        capsule = urlsieve.scan(self.input, batch=2000).__arrow_c_stream__()
        stream = ctypes.cast(_pointer(capsule, b"arrow_array_stream"), ctypes.POINTER(ArrowStream)).contents
        lengths = []
        while True:
            array = ArrowArray()
            self.assertEqual(stream.get_next(stream, array), 0)
            if not array.release:
                break
            lengths.append(array.length)
            array.release(array)
        self.assertEqual(lengths, [2000, 2000, 1000])

    def test_outputs(self):
        out, both = self.path("out"), self.path("both")
        done = urlsieve.extract([self.input, self.input], output=out, shards=2, fields=["url", "count"])
        self.assertEqual((done["ended"], done["unique"], done["references"]), ("complete", 5000, 10000))
        self.assertRaises(urlsieve.OutputError, urlsieve.extract, self.input, output=out)
        self.assertEqual(urlsieve.merge([out, out], output=both), 5000)
        names, listed = pathlib.Path(self.path("names")), pathlib.Path(self.path("listed"))
        names.write_text(f"{out}\n{out}\n")
        self.assertEqual(urlsieve.merge(files_from=names, output=listed, tmpdir=names.parent), 5000)
        self.assertEqual((listed / "manifest.json").read_text(), pathlib.Path(both, "manifest.json").read_text())
        self.assertEqual(urlsieve.verify(both), [])
        rows = list(urlsieve.read(both))
        self.assertEqual((len(rows), rows[0]["count"]), (5000, "4"))
        urlsieve.extract(self.input, output=self.path("json"), jsonl=True, fields="url,count")
        self.assertEqual(next(urlsieve.read(self.path("json")))["count"], 1)
        urlsieve.extract(self.input, output=self.path("parquet"), output_format="parquet", fields="url,count,sources")
        row = next(urlsieve.read(self.path("parquet")))
        self.assertEqual((row["count"], row["sources"]), ("1", [self.input]))
        for refused, named in (({"output_format": "csv"}, "format = csv"), ({"header": True}, "::header")):
            with self.assertRaisesRegex(urlsieve.UsageError, named):
                urlsieve.extract(self.input, output=self.path("refused"), **refused)
        self.assertFalse(pathlib.Path(self.path("refused")).exists())
        self.assertRaises(urlsieve.Error, urlsieve.verify, self.path("none"))

    def test_what_is_read_otherwise(self):
        """Options that change what text, scripts, mail and files are taken for."""

        def urls(name, content, **options):
            path = pathlib.Path(self.path(name))
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
            given = options.pop("of", path)
            return [url for rows in urlsieve.scan(str(given), **options) for url in rows["url"]]

        self.assertEqual(urls("a.txt", b"hxxps://evil[.]example/x\n", refang=True), ["https://evil.example/x"])
        self.assertEqual(urls("b.txt", b"http=3A//a.example/\n", unescape="qp"), ["http://a.example/"])
        wrapped = b"http://d.example/this-is-a-long-path-that-fills-all-of-its-line/and-is-c\nut/at/the-end-of-it/index.html\n"
        (joined,) = urls("c.txt", wrapped, join_bare=True)
        self.assertEqual(joined, wrapped.replace(b"\n", b"").decode())
        page = b'<!doctype html><base href="http://a.example/"><script>load("/api/v1/items")</script>'
        self.assertEqual(urls("d.html", page, scripts=True), ["http://a.example/api/v1/items"])
        mail = base64.urlsafe_b64encode(b"Subject: x\nMIME-Version: 1.0\n\nhttp://m.example/\n").decode()
        line = json.dumps({"id": "1", "raw": mail}).encode() + b"\n"
        self.assertEqual(urls("e.jsonl", line, json_mail="raw"), ["http://m.example/"])
        table = b"id,link,home\n1,http://l.example/,http://h.example/\n"
        self.assertEqual(urls("t.csv", table, columns="link"), ["http://l.example/"])
        (rows,) = urlsieve.scan(self.path("t.csv"), fields=["url", "column"])
        self.assertEqual((rows["url"], rows["column"]), (["http://l.example/", "http://h.example/"], ["link", "home"]))
        self.assertEqual(urls("f.txt", b"http://a.example/\xe9\n", charset="windows-1251"), ["http://a.example/%D0%B9"])
        counted = pathlib.Path(self.path("counted"))
        counted.write_text("http://a.example/\t5\nhttp://a.example/\t2\nhttp://b.example/\tx\n")
        done = urlsieve.extract(counted, output=self.path("counts"), input_format="urls", count_column=2, fields="url,count")
        self.assertEqual({row["url"]: row["count"] for row in urlsieve.read(self.path("counts"))},
                         {"http://a.example/": "7", "http://b.example/": "1"})
        self.assertEqual(done["examples"][0]["stored_byte"], 58)
        mirror = pathlib.Path(self.path("mirror"))
        content = b'<!doctype html><a href="../x">y</a>'
        self.assertEqual(urls("mirror/b.example/d/i.html", content, base_of=f"{mirror}=http://"), ["http://b.example/x"])
        collection = self.path("a.wacz")
        with zipfile.ZipFile(collection, "w") as out:
            out.writestr("archive/a.warc", b"WARC/1.0\r\nWARC-Type: warcinfo\r\nContent-Length: 0\r\n\r\n\r\n\r\n")
            wrong = {"resources": [{"name": "a", "path": "archive/a.warc", "hash": "sha256:00", "bytes": 1}]}
            out.writestr("datapackage.json", json.dumps(wrong))
        self.assertEqual(urlsieve.extract(collection, output=self.path("unverified"))["ended"], "complete")
        done = urlsieve.extract(collection, output=self.path("verified"), verify_inputs=True)
        self.assertEqual(done["ended"], "faulty")

    def test_damage_is_told(self):
        broken = self.path("broken.gz")
        with open(broken, "wb") as out:
            out.write(b"\x1f\x8b\x08\0\0\0\0\0\0\0nonsense")
        done = urlsieve.extract([broken, self.input], output=self.path("some"))
        self.assertEqual((done["ended"], done["unique"]), ("faulty", 5000))
        self.assertEqual(done["examples"][0]["input"], broken)

    def test_interrupt(self):
        pipe = self.path("pipe")
        os.mkfifo(pipe)
        holder = os.open(pipe, os.O_RDWR)
        threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
        threading.Timer(1.0, os.close, (holder,)).start()
        with self.assertRaises(KeyboardInterrupt):
            for _ in urlsieve.scan(pipe):
                pass


class Examples(unittest.TestCase):
    def printed(self, name, data):
        with tempfile.TemporaryDirectory() as folder:
            given = os.path.join(folder, "given")
            with open(given, "w", newline="") as out:
                out.write(data)
            done = subprocess.run(
                [sys.executable, os.path.join(EXAMPLES, name), given], capture_output=True, text=True, check=True
            )
        return done.stdout

    def test_archive_links(self):
        page = 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<a href="q">q</a>'
        record = (
            "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://w.example/p\r\n"
            f"Content-Type: application/http\r\nContent-Length: {len(page)}\r\n\r\n{page}\r\n\r\n"
        )
        self.assertEqual(self.printed("archive_links.py", record), "http://w.example/p\thttp://w.example/q\ta@href\n")

    def test_map_in_pandas(self):
        pages = "".join(json.dumps({"url": f"http://p{i}.example/", "html": '<a href="/x">x</a><a href="//q.example/">q</a>' * 2}) + "\n"
                        for i in range(150))
        rows = [line.split() for line in self.printed("map_in_pandas.py", pages).splitlines()]
        self.assertEqual(sum(int(row[-1]) for row in rows), 300)
        self.assertIn(["http://q.example/", "150"], [row[-2:] for row in rows])

    def test_page_pool(self):
        pages = [
            {"url": f"http://p{i}.example/d/", "html": "<a href=x?utm_source=1><a href=x><img src=/i>"} for i in range(200)
        ]
        printed = self.printed("page_pool.py", "".join(json.dumps(page) + "\n" for page in pages))
        expected = [f"http://p{i}.example/d/ http://p{i}.example/d/x http://p{i}.example/i" for i in range(200)]
        self.assertEqual(printed.splitlines(), expected)

    def test_frame_column(self):
        printed = self.printed("frame_column.py", "url\nHTTP://A.example/x\nhttp://a.example/x\nhttp://b.example/\nx y:\n")
        self.assertEqual([line.split() for line in printed.splitlines()], [["a.example", "1"], ["b.example", "1"]])


class Surface(unittest.TestCase):
    def test_options_are_those_of_the_program(self):
        told = subprocess.run([TOOL, "extract", "--help"], capture_output=True, text=True, check=True).stdout
        declared = told[: told.index("\nExamples:")]
        # Options of console output are not options of the library.
        said = {"help", "progress", "quiet", "report", "stats"}
        flags = set(re.findall(r"^ +(?:-[a-z], )?--([a-z-]+)", declared, re.M)) - said
        self.assertEqual(set(urlsieve.option_names()), flags)

    def test_wrong_options(self):
        for wrong in [{"ladder": "up"}, {"no_such": 1}, {"threads": 0}, {"memory": "lots"}, {"strict": "maybe"}]:
            with self.assertRaises(urlsieve.UsageError) as raised:
                urlsieve.Extractor(**wrong)
            self.assertIn(next(iter(wrong)).replace("_", "-"), str(raised.exception))
        self.assertTrue(issubclass(urlsieve.UsageError, ValueError) and issubclass(urlsieve.InputError, OSError))


if __name__ == "__main__":
    unittest.main()
