"""Reads files in parts, like the tasks of a plan: parts_test.py PROGRAM

A part is a line of a list with "from", "to" and "format". For any cuts, the parts together yield the rows of the whole
file, in order.
"""

import bz2
import gzip
import json
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


def rows(lines, *options):
    """Returns the rows of a run over a list of these lines, in input order."""
    listed = "".join(line if isinstance(line, str) else json.dumps(line) + "\n" for line in lines)
    ended = subprocess.run([program, "extract", "--no-dedup", *options, "--files-from", "-"], input=listed.encode(),
                           capture_output=True, cwd=root)
    return ended.returncode, ended.stdout, ended.stderr.decode()


def text(random, size):
    """Returns prose with URLs of every kind across line ends, and some empty lines."""
    out = []
    while sum(map(len, out)) < size:
        i = random.randrange(10**6)
        out.append(random.choice([
            f"See http://h{i}.example/a/{i} and more words, of no URL.\n",
            f"<http://wrapped{i}.example/a\n   path/{i}> goes on\n",
            f'"http://quoted{i}.example/x" <URL:http://long{i}.example/' + "y" * random.randrange(900) + "\n/z>\n",
            "\n" * random.randrange(1, 4), "plain words " * random.randrange(30) + "\n", f"www.bare{i}.example/q\n"]))
    return "".join(out).encode()


def warc(random, size):
    out = []
    while sum(map(len, out)) < size:
        i = random.randrange(10**6)
        body = "".join(f'<a href="/p{i}/{j}">x</a>' for j in range(random.randrange(40)))
        http = f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n{body}"
        out.append(f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://s{i}.example/\r\nContent-Type: application/http; "
                   f"msgtype=response\r\nContent-Length: {len(http)}\r\n\r\n{http}\r\n\r\n".encode())
    return out


def members(pack, pieces):
    return b"".join(map(pack, pieces))


def zstd(piece):
    return subprocess.run(["zstd", "-q", "-c"], input=piece, capture_output=True, check=True).stdout


def cut_anywhere(random, whole, size):
    """Pieces of about `size`, cut without regard to lines."""
    out = []
    while whole:
        n = random.randrange(1, 2 * size)
        out.append(whole[:n])
        whole = whole[n:]
    return out


class Parts(unittest.TestCase):
    def check(self, name, content, form, *options, places=40, fields="url,offset"):
        (root / name).write_bytes(content)
        whole = rows([name + "\n"], "--fields", fields, *options)
        self.assertEqual(whole[0], 0, whole[2])
        self.assertGreater(whole[1].count(b"\n"), 20)
        dice = random.Random(name)
        size = len(content)
        if "URLSIEVE_SANITIZED" in os.environ:
            places //= 5
        # Parts of one byte, parts without the begin of a record, and cuts at every byte near the
        # front.
        for cuts in [sorted({dice.randrange(size + 1) for _ in range(dice.randrange(1, 9))}) for _ in range(places)] + [
                [1, 2, 3], [size // 2, size // 2 + 1], [size - 1], list(range(0, size, max(1, size // 50)))]:
            ends = [0, *cuts, size]
            parts = [{"path": name, "from": a, "to": b, "format": form} for a, b in zip(ends, ends[1:])]
            # Each part in a separate run, as tasks do, and all parts in one list.
            apart = [rows([part], "--fields", fields, *options) for part in parts] if len(parts) < 6 else []
            if apart:
                self.assertEqual(b"".join(one[1] for one in apart), whole[1], cuts)
                self.assertEqual({one[0] for one in apart}, {0}, [one[2] for one in apart])
            self.assertEqual(rows(parts, "--fields", fields, *options)[1], whole[1], cuts)

    def test_lists(self):
        urls = "".join(f"http://h{i % 97}.example/{'p' * (i % 50)}/{i}\n" for i in range(3000)).encode()
        dice = random.Random(1)
        self.check("urls.txt", urls, "urls")
        self.check("no-end.txt", urls.rstrip(), "urls")
        pieces = cut_anywhere(dice, urls, 3000)
        self.check("urls.gz", members(gzip.compress, pieces), "urls", fields="url")
        self.check("urls.zst", members(zstd, pieces), "urls", fields="url")
        self.check("urls.bz2", members(bz2.compress, pieces), "urls", fields="url", places=10)
        # Members that end with a line each, and members without a line end.
        lines = urls.splitlines(keepends=True)
        self.check("lines.gz", members(gzip.compress, [b"".join(lines[i:i + 40]) for i in range(0, len(lines), 40)]), "urls", fields="url")
        self.check("bytes.gz", members(gzip.compress, cut_anywhere(dice, urls[:20000], 9)), "urls", fields="url", places=10)

    def test_text(self):
        content = text(random.Random(2), 300_000)
        self.check("prose.txt", content, "text")
        self.check("one-line.txt", content.replace(b"\n", b" "), "text", places=10)

    def test_json_lines(self):
        content = "".join(json.dumps({"url": f"http://d{i}.example/", "text": f"see http://t{i}.example/ now" * (i % 5)}) + "\n"
                          for i in range(1200)).encode()
        self.check("pages.jsonl", content, "jsonl")
        self.check("pages.jsonl.gz", members(gzip.compress, cut_anywhere(random.Random(3), content, 4000)), "jsonl", fields="url")

    def test_json_lines_whose_fields_stand_in_some_parts(self):
        lines = [json.dumps({"url": f"http://d{i}.example/", "text" if i % 1200 >= 1000 else "body": "see http://t.example/%d %s" % (i, "x" * 700)}) + "\n"
                 for i in range(2400)]
        self.check("late.jsonl", "".join(lines).encode(), "jsonl", "--input-format", "jsonl")
        self.check("late.jsonl.gz", members(gzip.compress, cut_anywhere(random.Random(5), "".join(lines).encode(), 9000)), "jsonl",
                   "--input-format", "jsonl", fields="url", places=10)
        # A part without any is read; a file without any is not.
        first = {"path": "late.jsonl", "from": 0, "to": 1000, "format": "jsonl"}
        self.assertEqual(rows([first], "--input-format", "jsonl"), (0, b"", ""))
        (root / "none.jsonl").write_text("".join(lines[:900]))
        code, out, said = rows(["none.jsonl\n"], "--input-format", "jsonl")
        self.assertEqual((code, out), (3, b""))
        self.assertIn("no line has one of the fields", said)

    def test_web_archives(self):
        dice = random.Random(4)
        records = warc(dice, 300_000)
        self.check("a.warc.gz", members(gzip.compress, records), "warc", fields="url,record-offset,record-length")
        self.check("a.warc.zst", members(zstd, records), "warc", fields="url,record-offset,record-length", places=15)
        # A record in several members belongs to the part of its begin.
        cut = [piece for one in records for piece in cut_anywhere(dice, one, 400)]
        self.check("cut.warc.gz", members(gzip.compress, cut), "warc", fields="url", places=10)

    def test_a_file_that_changed_is_not_read(self):
        (root / "changing.txt").write_text("http://a.example/\n")
        about = (root / "changing.txt").stat()
        same = {"path": "changing.txt", "size": about.st_size, "modified": about.st_mtime_ns}
        self.assertEqual(rows([same])[:2], (0, b"http://a.example/\n"))
        for other, word in [({"size": 5}, "18 bytes, and not 5"), ({"modified": 7}, "the file was modified")]:
            code, out, said = rows([same | other])
            self.assertEqual((code, out), (3, b""))
            self.assertIn("not read: changed: " + word, said)

    def test_what_a_walk_met_is_passed_over(self):
        (root / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(100))
        (root / "some.txt").write_text("http://b.example/\n")
        self.assertEqual(rows([{"path": "picture.png"}, {"path": "some.txt"}])[0], 1)
        self.assertEqual(rows([{"path": "picture.png", "walked": True}, {"path": "some.txt"}])[0], 0)

    def test_names_that_begin_like_json(self):
        (root / '{"a": 1}.txt').write_text("http://c.example/\n")
        self.assertEqual(rows(['{"a": 1}.txt\n'])[:2], (0, b"http://c.example/\n"))


unittest.main(argv=sys.argv[:1])
