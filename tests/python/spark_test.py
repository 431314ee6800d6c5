"""urlsieve.spark with stand-ins for a DataFrame and an RDD, which call the functions as Spark does: pickled, in partitions,
with frames of pandas. Spark itself is not run."""

import ctypes
import os
import pickle
import re
import subprocess
import unittest

import pandas

import urlsieve
import urlsieve.spark
from arrow_memory import ArrowSchema, _pointer

PAGES = [
    ("http://a.example/b/", '<a href="x">1</a><a href="x">2</a> <img src="//c.example/i">'),
    ("http://b.example/", None),
    (None, "see http://d.example/ there"),
    ("http://e.example/", b"<a href=/\xff>"),
    ("http://f.example/", float("nan")),
    ("http://g.example/", bytearray(b"nothing")),
]


class Frame:
    """A DataFrame of Spark, of which the functions use two methods."""

    def __init__(self, frame, size=2):
        self.frame, self.size = frame, size

    def select(self, *names):
        return Frame(self.frame[list(names)], self.size)

    def mapInPandas(self, function, schema):
        function = pickle.loads(pickle.dumps(function))
        parts = [self.frame[at : at + self.size] for at in range(0, len(self.frame), self.size)] + [self.frame[:0]]
        found = list(function(iter(parts)))
        assert len(found) == len(parts)
        for frame in found:
            names = [column.split("`")[1] for column in schema.split(", ")]
            assert list(frame.columns) == names, (list(frame.columns), schema)
        return schema, pandas.concat(found, ignore_index=True)


class Pairs:
    """An RDD with two partitions."""

    def __init__(self, pairs):
        self.pairs = pairs

    def mapPartitions(self, function):
        function = pickle.loads(pickle.dumps(function))
        half = len(self.pairs) // 2
        return [row for part in (self.pairs[:half], self.pairs[half:]) for row in function(iter(part))]


def expected(fields, **options):
    extractor = urlsieve.Extractor(fields=fields, **options)
    rows = []
    for url, page in PAGES:
        if isinstance(page, (str, bytes, bytearray)):
            batch = extractor.batch(page, base=url, source=url)
            rows += zip(*[batch[field] for field in fields])
    return rows


class Spark(unittest.TestCase):
    def frame(self):
        return Frame(pandas.DataFrame(PAGES, columns=["url", "content"]).assign(other=1))

    def test_rows_are_those_of_an_extractor(self):
        schema, rows = urlsieve.spark.extract(self.frame())
        self.assertEqual(schema, "`url` string, `source` string")
        self.assertEqual(rows.values.tolist()[:2], [["http://a.example/b/x", "http://a.example/b/"], ["http://c.example/i", "http://a.example/b/"]])
        self.assertEqual(list(map(tuple, rows.values.tolist())), expected(["url", "source"]))

    def test_columns_options_and_integers(self):
        fields = ["url", "offset", "where", "status"]
        pages = Frame(self.frame().frame.rename(columns={"url": "address", "content": "html"}))
        schema, rows = urlsieve.spark.extract(pages, "address", "html", fields=iter(fields), schemes=["http"], dedup="off")
        self.assertEqual(schema, "`url` string, `offset` bigint, `where` string, `status` bigint")
        values = [[None if value is pandas.NA else value for value in row] for row in rows.values.tolist()]
        self.assertEqual(values, list(map(list, expected(fields, schemes=["http"], dedup="off"))))
        self.assertEqual(str(rows["offset"].dtype), "Int64")
        self.assertEqual(len(rows[rows["url"] == "http://a.example/b/x"]), 2)

    def test_pairs(self):
        self.assertEqual(urlsieve.spark.extract_pairs(Pairs(PAGES), ["url", "offset"]), expected(["url", "offset"]))
        self.assertEqual(urlsieve.spark.extract_pairs(Pairs([])), [])

    def test_media_type(self):
        page = Pairs([("http://a.example/", '<a href="x"> http://b.example/')])
        self.assertEqual([row[0] for row in urlsieve.spark.extract_pairs(page, content_type="text/plain")], ["http://b.example/"])

    def test_wrong_options_are_refused_on_the_driver(self):
        class Never(Frame):
            def mapInPandas(self, function, schema):
                raise AssertionError("started")

        never = Never(self.frame().frame)
        for wrong in [{"no_such": 1}, {"fields": ["count"]}, {"fields": ["nothing"]}, {"content": "url"}]:
            with self.assertRaises(urlsieve.UsageError):
                urlsieve.spark.extract(never, **wrong)

    def test_integers_are_those_of_arrow(self):
        fields = list(fields_of_extractors())
        self.assertGreater(len(fields), 20)
        for field in fields:
            schema = urlsieve.Extractor(fields=[field]).batch("http://a.example/").__arrow_c_schema__()
            described = ctypes.cast(_pointer(schema, b"arrow_schema"), ctypes.POINTER(ArrowSchema))[0]
            child = ctypes.cast(described.children, ctypes.POINTER(ctypes.POINTER(ArrowSchema)))[0][0]
            kind = "bigint" if child.format in (b"l", b"L") else "string"
            self.assertEqual(urlsieve.spark.schema_of([field]), f"`{field}` {kind}", child.format)


def fields_of_extractors():
    """The fields in the help of the program that an Extractor has."""
    page = subprocess.run([os.environ["URLSIEVE_TOOL"], "extract", "--help"], capture_output=True, text=True, check=True).stdout
    words = re.search(r"--fields LIST.*?Values:(.*?)\n +--", page, re.S)[1]
    for field in re.findall(r"[a-z-]+", words):
        try:
            urlsieve.Extractor(fields=[field])
        except urlsieve.UsageError:
            continue
        yield field


if __name__ == "__main__":
    unittest.main()
