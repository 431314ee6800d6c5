"""Columns of references: normalize_many() and resolve() give the results of the program for every kind of column."""

import itertools
import os
import struct
import subprocess
import tempfile
import threading
import time
import unittest

import numpy
import pandas

import urlsieve

from arrow_memory import Exported, array_of, strings_of

TOOL = os.environ["URLSIEVE_TOOL"]
BASE = "http://b.example/d/e?f"
URLS = ["HTTP://A.example:80/%7Ex", "../g?utm_source=1&y=2", "http://[", "", "\u00e9/\u4e2d\u6587", "https://www.c.example/index.html#s",
        "mailto:a@b.example", "x" * 300, "javascript:void(0)", "http://a.example/very/long/path/beyond/twelve/bytes",
        "/A//b/?x=&amp;y=1", "/A/c?"]  # fmt: skip


def printed(command, *arguments, lines=URLS):
    """What the program prints for the lines, with None for a rejected reference."""
    given = "".join(f"<{line}>\n" for line in lines)
    done = subprocess.run([TOOL, command, *arguments], input=given, capture_output=True, text=True)
    return [line or None for line in done.stdout.split("\n")[:-1]]


def utf8(values):
    """The buffers of an Arrow array of strings or bytes with 32-bit offsets, with a null for None."""
    return offsets_and_bytes(values, "<i")


def offsets_and_bytes(values, width):
    encoded = [b"" if value is None else value.encode() if isinstance(value, str) else value for value in values]
    ends = [0, *itertools.accumulate(map(len, encoded))]
    return [validity(values), b"".join(struct.pack(width, end) for end in ends), b"".join(encoded) or None]


def views(values):
    """The buffers of an Arrow array of string views: short values in the views, long values in two data buffers."""
    encoded = [b"" if value is None else value.encode() for value in values]
    data, table = [b"", b""], b""
    for i, one in enumerate(encoded):
        if len(one) <= 12:
            table += struct.pack("<i12s", len(one), one)
        else:
            table += struct.pack("<i4sii", len(one), one[:4], i % 2, len(data[i % 2]))
            data[i % 2] += one
    return [validity(values), table, *[one or None for one in data], struct.pack("<qq", *map(len, data))]


def validity(values):
    bits = bytearray(len(values) // 8 + 1)
    for i, value in enumerate(values):
        if value is not None:
            bits[i // 8] |= 1 << i % 8
    return bytes(bits)


class Options(unittest.TestCase):
    def test_options_are_those_of_normalize(self):
        for options, flags in [
            ({}, []),
            ({"ladder": "syntax"}, ["--ladder", "syntax"]),
            ({"ladder": "string", "keep_fragment": True}, ["--ladder", "string", "--keep-fragment"]),
            ({"drop_tracking": True, "fold_www": True, "fold_index": True, "fold_https": True}, ["--drop-tracking", "--fold-www", "--fold-index", "--fold-https"]),
            ({"fold_trailing_slash": True, "fold_slash_runs": True, "fold_path_case": True, "drop_empty_query": True}, ["--fold-trailing-slash", "--fold-slash-runs", "--fold-path-case", "--drop-empty-query"]),
            ({"fold_amp": True, "drop_empty_params": True, "index_names": ["c"]}, ["--fold-amp", "--drop-empty-params", "--index-names", "c"]),
            ({"drop_params": ["y"]}, ["--drop-params", "y"]),
            ({"max_url": 100, "strict": True}, ["--max-url", "100", "--strict"]),
        ]:
            with self.subTest(options=options):
                expected = printed("normalize", "--base", BASE, *flags)
                self.assertEqual(urlsieve.normalize_many(URLS, BASE, **options), expected)
                self.assertEqual(urlsieve.Normalizer(BASE, **options).normalize_many(URLS), expected)
                self.assertEqual([urlsieve.Normalizer(BASE, **options).normalize(url) for url in URLS], expected)

    def test_options_of_extract_that_shape_urls(self):
        given = ["http://a.example", "ftp://a.example", "data:,x"]
        self.assertEqual(urlsieve.normalize_many(given), ["http://a.example/", "ftp://a.example/", "data:,x"])
        self.assertEqual(urlsieve.normalize_many(given, schemes="http"), ["http://a.example/", None, None])
        self.assertEqual(urlsieve.normalize_many(given, drop_schemes=["data"])[2], None)
        self.assertIn("scheme", urlsieve.explain("data:,x", drop_schemes=["data"]))
        self.assertEqual(urlsieve.normalize_many(["", "#s"], "http://a.example/", same_document="drop"), [None, None])

    def test_tracking_rules_are_those_of_the_program(self):
        with tempfile.TemporaryDirectory() as folder:
            rules = os.path.join(folder, "rules.txt")
            with open(rules, "w", encoding="ascii") as file:
                file.write("||c.example^$removeparam=utm_source\n$removeparam=y\n")
            urls = [*URLS, "http://c.example/?utm_source=1&z", "http://d.example/?utm_source=1&y=2"]
            expected = printed("normalize", "--base", BASE, "--tracking-rules", rules, lines=urls)
            self.assertEqual(urlsieve.normalize_many(urls, BASE, tracking_rules=[rules]), expected)
            self.assertEqual(expected[-2:], ["http://c.example/?z", "http://d.example/?utm_source=1"])
            (link,) = urlsieve.Extractor(tracking_rules=[rules]).links("<a href=http://c.example/?utm_source=1>x</a>")
            self.assertEqual(link.url, "http://c.example/")
            with open(rules, "a", encoding="ascii") as file:
                file.write("||ads.example^\n")
            with self.assertWarnsRegex(UserWarning, "line 3"):
                urlsieve.Normalizer(tracking_rules=[rules])
            with open(rules, "w", encoding="ascii") as file:
                file.write("{")
            self.assertRaises(urlsieve.Error, urlsieve.Normalizer, tracking_rules=[rules])
            self.assertRaises(urlsieve.Error, urlsieve.Normalizer, tracking_rules=[os.path.join(folder, "none")])

    def test_learnt_rules_are_those_of_the_program(self):
        with tempfile.TemporaryDirectory() as folder:
            rules = os.path.join(folder, "rules.tsv")
            with open(rules, "w", encoding="ascii") as file:
                file.write("urlsieve-rules 1\nc.example\tscheme\thttps\t5\t0\nc.example\tindex\tstart.html\t5\t0\n")
            urls = [*URLS, "http://c.example/a/start.html", "http://d.example/start.html"]
            expected = printed("normalize", "--base", BASE, "--rules", rules, lines=urls)
            self.assertEqual(urlsieve.normalize_many(urls, BASE, rules=[rules]), expected)
            self.assertEqual(expected[-2:], ["https://c.example/a/", "http://d.example/start.html"])
            (link,) = urlsieve.Extractor(rules=[rules]).links("<a href=http://c.example/start.html>x</a>")
            self.assertEqual(link.url, "https://c.example/")
            with self.assertRaisesRegex(urlsieve.Error, "ladder"):
                urlsieve.Normalizer(rules=[rules], ladder="syntax")
            with open(rules, "a", encoding="ascii") as file:
                file.write("c.example\n")
            with self.assertRaisesRegex(urlsieve.Error, "line 4"):
                urlsieve.Normalizer(rules=[rules])

    def test_other_options_are_refused(self):
        for call in [
            lambda: urlsieve.normalize_many([], threads=4),
            lambda: urlsieve.Normalizer(output_format="jsonl"),
            lambda: urlsieve.resolve("x", "http://a.example", links="navigation"),
            lambda: urlsieve.explain("x", unwrap=True),
            lambda: urlsieve.compare("x", "y", no_such=True),
            lambda: urlsieve.normalize_many([], ladder="up"),
        ]:
            self.assertRaises(urlsieve.UsageError, call)

    def test_resolve_is_that_of_the_program(self):
        for base in ["http://a/b/c/d;p?q", "../dir/page", "mailto:a@b.example"]:
            for options, flags in [
                ({}, []),
                ({"ladder": "scheme"}, ["--ladder", "scheme"]),
                ({"ladder": "scheme", "keep_fragment": True}, ["--ladder", "scheme", "--keep-fragment"]),
                ({"keep_fragment": False}, ["--drop-fragment"]),
                ({"resolution": "url-syntax-05"}, ["--resolution", "url-syntax-05"]),
                ({"above_root": "keep", "fold_www": True}, ["--above-root", "keep", "--fold-www"]),
            ]:
                with self.subTest(base=base, options=options):
                    given = [*URLS, "../../../g", "?y", "#s", ";x"]
                    targets = [urlsieve.resolve(one, base, **options) or None for one in given]
                    self.assertEqual(targets, printed("resolve", base, *flags, lines=given))
        self.assertEqual(urlsieve.resolve(b"g", b"http://a/b"), "http://a/g")
        self.assertRaises(urlsieve.UsageError, urlsieve.resolve, "g", "http://[")
        self.assertRaises(urlsieve.UsageError, urlsieve.resolve, "g", "http://a", redirects="none")


class Columns(unittest.TestCase):
    expected = printed("normalize", "--base", BASE)

    def check(self, column, expected=expected):
        made = urlsieve.normalize_many(column, BASE)
        self.assertIsInstance(made, urlsieve.UrlColumn)
        self.assertEqual(made.to_pylist(), expected)
        _, array = made.__arrow_c_array__()
        self.assertEqual(strings_of(array_of(array)), expected)
        return made

    def test_sequences(self):
        for given in [URLS, tuple(URLS), [one.encode() for one in URLS], iter(URLS), dict.fromkeys(URLS)]:
            made = urlsieve.normalize_many(given, BASE)
            self.assertEqual((type(made), made), (list, self.expected))
        self.assertEqual(urlsieve.normalize_many([None, "x", float("nan"), b"x"], BASE), [None, "http://b.example/d/x"] * 2)
        for wrong in ["http://a.example", b"x", 1, [1], ["x", object()], {"a": 1}.values(), numpy.arange(3), numpy.zeros((2, 2), "S3"),
                      numpy.array([["a", "b"]]), pandas.Series([1.5]), memoryview(b"x"), numpy.array(["2024"], "M8[Y]")]:  # fmt: skip
            with self.subTest(wrong=wrong):
                self.assertRaises(TypeError, urlsieve.normalize_many, wrong)

    def test_bytes_that_are_no_utf8(self):
        (expected,) = urlsieve.normalize_many([b"http://a.example/\xff"])
        self.assertEqual(urlsieve.normalize_many(["http://a.example/\udcff"]), [expected])
        self.assertEqual(urlsieve.normalize("http://a.example/\udcff"), expected)
        self.assertRaises(UnicodeEncodeError, urlsieve.normalize_many, ["\ud800"])

    def test_numpy(self):
        self.check(numpy.array([one.encode() for one in URLS]))
        self.check(numpy.array(URLS))
        self.check(numpy.array(URLS, dtype=object))
        self.check(numpy.array(URLS, dtype=">U400"))
        self.check(numpy.array(URLS)[::2], self.expected[::2])
        self.check(numpy.array(["x", None, float("nan")], dtype=object), ["http://b.example/d/x", None, None])
        made = self.check(numpy.array(URLS)).to_numpy()
        self.assertEqual((made.dtype, made.tolist()), (numpy.dtype(object), self.expected))

    def test_pandas(self):
        for dtype in [object, "string", "category"]:
            with self.subTest(dtype=dtype):
                self.check(pandas.Series([*URLS, None], dtype=dtype), [*self.expected, None])
        frame = pandas.DataFrame({"url": URLS}, index=range(5, 5 + len(URLS)))
        made = urlsieve.normalize_many(frame["url"], BASE).to_pandas()
        self.assertEqual((made.tolist(), list(made.index)), (self.expected, list(range(len(URLS)))))

    def test_arrow_arrays(self):
        values = [*URLS, None, "x"]
        expected = [*self.expected, None, "http://b.example/d/x"]
        for form, buffers in [(b"u", utf8), (b"z", utf8), (b"U", lambda some: offsets_and_bytes(some, "<q")), (b"Z", lambda some: offsets_and_bytes(some, "<q")), (b"vu", views), (b"vz", views)]:
            with self.subTest(form=form):
                self.check(Exported(form, [(len(values), 0, buffers(values))]), expected)
                self.check(Exported(form, [(len(values) - 3, 3, buffers(values))]), expected[3:])
                parts = Exported(form, [(4, 0, buffers(values[:4])), (0, 0, buffers([])), (5, 3, buffers(values[1:]))], as_stream=True)
                self.check(parts, [*expected[:4], *expected[4:9]])
                self.assertEqual(parts.held, 0)
        self.check(Exported(b"n", [(2, 0, [])]), [None, None])
        self.check(self.check(numpy.array(URLS)), [urlsieve.normalize(one, BASE) if one else None for one in self.expected])

    def test_columns_of_a_seen_set(self):
        texts = ["http://a.example/", "http://b.example/", None, "http://a.example"]
        columns = [numpy.array(texts[:2], dtype="S"), numpy.array(texts, dtype=object), pandas.Series(texts),
                   Exported(b"u", [(4, 0, utf8(texts))]), Exported(b"u", [(4, 0, utf8(texts))], as_stream=True)]  # fmt: skip
        for column in columns:
            self.assertEqual(urlsieve.seen_set().insert(column), texts[:2])
        self.assertRaises(TypeError, urlsieve.seen_set().insert, "http://a.example")

    def test_other_arrow_arrays(self):
        for form in [b"l", b"+s", b"i"]:
            self.assertRaises(TypeError, urlsieve.normalize_many, Exported(form, [(1, 0, [None, b"\0" * 8])]))
            self.assertRaises(TypeError, urlsieve.normalize_many, Exported(form, [(1, 0, [None, b"\0" * 8])], as_stream=True))
        self.assertRaises(TypeError, urlsieve.normalize_many, urlsieve.Extractor().batch("http://a.example"))

    def test_other_threads_run_meanwhile(self):
        given = numpy.array([f"http://a.example/{i}/../x".encode() for i in range(200000)])
        urls, refused, ended = urlsieve.Normalizer(), [], []

        def work():
            urls.normalize_many(given)
            ended.append(True)

        thread = threading.Thread(target=work)
        thread.start()
        while not ended:
            try:
                urls.normalize("x")
            except urlsieve.UsageError as error:
                refused.append(error)
            time.sleep(0)
        thread.join()
        self.assertTrue(refused)
        self.assertEqual(urls.normalize("http://a.example"), "http://a.example/")


if __name__ == "__main__":
    unittest.main()
