"""Reads CSV rows of `urlsieve extract` with Python's csv module: csv_rows_test.py PROGRAM

Names of inputs contain commas, quotes, CR, LF, TAB, spaces and invalid UTF-8. Each row must equal the row that
csv.writer writes, and must not depend on threads and batches.
"""

import csv
import io
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import unittest

program = pathlib.Path(sys.argv[1]).resolve()
scratch = tempfile.TemporaryDirectory()
root = pathlib.Path(scratch.name)
inputs = {}  # content by name


def write_inputs():
    draw = random.Random(3)
    alphabet = b'ab, "\'\r\n\t;\\\xe9\xff\xc3\xa9=#|'
    while len(inputs) < 150:
        name = b"x" + bytes(draw.choice(alphabet) for _ in range(draw.randrange(12)))
        inputs.setdefault(name, f"http://{len(inputs)}.example/a,b\nhttp://all.example/,\n".encode())
    os.mkdir(root / "in")
    for name, content in inputs.items():
        with open(os.path.join(os.fsencode(root / "in"), name), "wb") as file:
            file.write(content)


def extract(*arguments, cwd=root, check=True):
    ended = subprocess.run([program, "extract", "-q", "--input-format", "urls", *arguments, "in"], cwd=cwd, capture_output=True)
    if check:
        assert ended.returncode == 0, ended.stderr
    return ended


def rows_of(written):
    """The rows of CSV, as lists of Latin-1 texts."""
    return list(csv.reader(io.StringIO(written.decode("latin-1"), newline=""), strict=True))


def written_by_python(row):
    out = io.StringIO(newline="")
    csv.writer(out, lineterminator="\r\n").writerow(row)  # quotes CR and LF, because both are in the line terminator
    return out.getvalue().removesuffix("\r\n").encode("latin-1") + b"\n"


class CsvRows(unittest.TestCase):
    def test_values_are_read_back(self):
        written = extract("--output-format", "csv", "--header", "--no-dedup", "--fields", "source,url,line").stdout
        header, *rows = rows_of(written)
        self.assertEqual(header, ["source", "url", "line"])
        expected = sorted((b"in/" + name, url, str(line).encode()) for name, content in inputs.items()
                          for line, url in enumerate(content.splitlines(), 1))
        self.assertEqual(sorted(tuple(value.encode("latin-1") for value in row) for row in rows), expected)
        self.assertEqual(written, b"".join(map(written_by_python, [header, *rows])))

    def test_a_single_column_has_no_empty_line(self):
        written = extract("--output-format", "csv", "--no-dedup", "--fields", "extension").stdout
        self.assertEqual(written, b'""\n' * 2 * len(inputs))
        self.assertEqual(rows_of(written), [[""]] * 2 * len(inputs))

    def test_lists_are_those_of_tsv(self):
        fields = ["--fields", "url,count,sources", "--max-sources", "1000"]
        tsv = [line.split("\t") for line in extract(*fields).stdout.decode("latin-1").split("\n")[:-1]]
        self.assertEqual(rows_of(extract(*fields, "--output-format", "csv").stdout), tsv)
        self.assertEqual(max(len(row[2].split(" ")) for row in tsv), len(inputs))

    def test_rows_do_not_depend_on_threads_and_batches(self):
        for fields in ("source,url", "url", "url,count,sources"):
            for others in ([], ["--limit", "40"], ["--exact"] if fields != "url,count,sources" else []):
                options = ["--output-format", "csv", "--header", "--fields", fields, *others]
                one = extract(*options, "--threads", "1").stdout
                for threads, batch in (("8", "1MiB"), ("3", "64")):
                    self.assertEqual(extract(*options, "--threads", threads, "--batch", batch).stdout, one)
                if "--limit" in others:
                    self.assertEqual(len(rows_of(one)), 41, "the header is no row")

    def test_limits_count_rows_not_lines(self):
        every = rows_of(extract("--output-format", "csv", "--no-dedup", "--fields", "source,url").stdout)
        some = rows_of(extract("--output-format", "csv", "--no-dedup", "--fields", "source,url", "--limit", "70").stdout)
        self.assertEqual(some, every[:70])

    def test_each_row_is_a_write_of_its_own(self):
        out, into = os.pipe2(os.O_DIRECT)
        run = subprocess.Popen([program, "extract", "-q", "--input-format", "urls", "--line-buffered", "--output-format", "csv",
                                "--header", "--no-dedup", "--fields", "source,url", "in"], cwd=root, stdout=into)
        os.close(into)
        packets = []
        while packet := os.read(out, 1 << 16):
            packets.append(packet)
        os.close(out)
        self.assertEqual(run.wait(), 0)
        self.assertEqual(packets, [written_by_python(row) for row in rows_of(b"".join(packets))])
        self.assertEqual(len(packets), 1 + 2 * len(inputs))

    def test_rejected_references(self):
        options = ["--exclude", ".", "--output-format", "csv", "--header", "--rejects"]
        self.assertEqual(extract(*options, "all.csv").stdout, b"url\n")
        header, *rows = rows_of((root / "all.csv").read_bytes())
        self.assertEqual(header, ["reason", "raw", "source", "where", "offset"])
        expected = sorted((b"in/" + name, url) for name, content in inputs.items() for url in content.splitlines())
        self.assertEqual(sorted((row[2].encode("latin-1"), row[1].encode("latin-1")) for row in rows), expected)
        warned = subprocess.run([program, "extract", *options, "some.csv", "--rejects-limit", "100", "in"], cwd=root, capture_output=True)
        self.assertEqual(rows_of((root / "some.csv").read_bytes())[1:], rows[:100])
        self.assertIn(b"the first 100 rejected references, and not the other 200", warned.stderr)


write_inputs()
unittest.main(argv=sys.argv[:1])
