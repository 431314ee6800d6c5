"""records_test.py PROGRAM: records of archives read back by rows, compared with the bytes of the archives. The output is the
same for any order and form of the rows, any threads and memory, and for files, servers and members of WACZ."""

import base64
import bz2
import csv
import gzip
import hashlib
import http.server
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import zipfile
import zlib

PROGRAM = os.path.realpath(sys.argv[1])
FIELDS = ["url", "input", "record-offset", "record-length"]
chance = random.Random(3)


def run(*arguments, expected=0, stdin=None):
    done = subprocess.run([PROGRAM, *arguments], capture_output=True, check=False, input=stdin, timeout=300)
    assert done.returncode == expected, (arguments, done.returncode, done.stdout[-500:], done.stderr)
    return done


def sha1(data):
    return b"sha1:" + base64.b32encode(hashlib.sha1(data).digest())


def chunked(body):
    pieces = [body[at:at + 1000] for at in range(0, len(body), 1000)]
    return b"".join(b"%x\r\n%s\r\n" % (len(piece), piece) for piece in pieces) + b"0\r\n\r\n"


def record(number, coding=""):
    page = b"<a href=http://link.example/%d>a</a>" % number + b"%x" % chance.getrandbits(8 * chance.choice([5, 500, 9000]))
    body, fields = page, b""
    if "gzip" in coding:
        body, fields = gzip.compress(body, mtime=0), fields + b"Content-Encoding: gzip\r\n"
    if "chunked" in coding:
        body, fields = chunked(body), fields + b"Transfer-Encoding: chunked\r\n"
    block = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n" + fields + b"\r\n" + body
    header = (b"WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:%08d>\r\nWARC-Date: 2024-02-29T12:00:00Z\r\n"
              b"WARC-Target-URI: http://page.example/%d\r\nContent-Type: application/http; msgtype=response\r\n"
              b"WARC-Block-Digest: %s\r\nWARC-Payload-Digest: %s\r\nContent-Length: %d\r\n\r\n"
              % (number, number, sha1(block), b"sha256:" + hashlib.sha256(body).hexdigest().encode(), len(block)))
    return header + block + b"\r\n\r\n", page


def gz(data):
    return gzip.compress(data, 6, mtime=number_of(data))  # distinctive members


def number_of(data):
    return zlib.crc32(data) & 0xFFFFFF


def write(name, data):
    os.makedirs(os.path.dirname(name) or ".", exist_ok=True)
    with open(name, "wb") as out:
        out.write(data)


def read(name):
    with open(name, "rb") as stored:
        return stored.read()


def write_rows(name, rows, form="tsv", header=True):
    with open(name, "w", newline="") as out:
        if form == "jsonl":
            out.writelines(json.dumps(dict(zip(FIELDS, row))) + "\n" for row in rows)
            return
        if form == "cdxj":
            out.writelines("com,example)/ 20240229120000 " + json.dumps(
                {"url": row[0], "filename": row[1], "offset": str(row[2]), "length": str(row[3])}) + "\n" for row in rows)
            return
        writer = csv.writer(out, delimiter="\t" if form == "tsv" else ",", lineterminator="\n")
        writer.writerows(([FIELDS] if header else []) + rows)


# The archives, and the row of each record: its place, its stored bytes, its content, its payload.
ARCHIVES = {}


def make_archives():
    for name, pack, count in (("a.warc.gz", gz, 40), ("b/c.warc", bytes, 20), ("d.warc.bz2", bz2.compress, 5)):
        stored, known = b"", []
        for number in range(count):
            made, page = record(number, ("", "chunked", "gzip", "gzip chunked")[number % 4])
            piece = pack(made)
            known.append((len(stored), piece, made, page))
            stored += piece
        write(name, stored)
        ARCHIVES[name] = known
    with zipfile.ZipFile("w.wacz", "w", zipfile.ZIP_STORED) as out:
        out.write("a.warc.gz", "archive/data.warc.gz")
    ARCHIVES["w.wacz!archive/data.warc.gz"] = ARCHIVES["a.warc.gz"]
    with zipfile.ZipFile("deflated.zip", "w", zipfile.ZIP_DEFLATED) as out:
        out.write("b/c.warc", "c.warc")


def rows_of(names, prefix=""):
    return [["http://link.example/", prefix + name, offset, len(piece)]
            for name in names for offset, piece, _, _ in ARCHIVES[name]]


def check_forms_of_rows():
    names = ["b/c.warc", "a.warc.gz"]
    rows = rows_of(names)
    chance.shuffle(rows)
    rows += rows[:10]
    wanted = b"".join(made for name in sorted(names) for _, _, made, _ in ARCHIVES[name])
    for form in ("tsv", "csv", "jsonl", "cdxj"):
        write_rows("rows", rows, form)
        run("records", "rows", "-o", "out.warc", "--force")
        assert read("out.warc") == wanted, form
        run("records", "-", "-o", "out.warc", "--force", stdin=gzip.compress(read("rows")))
        assert read("out.warc") == wanted, form
    write_rows("rows", rows, header=False)
    run("records", "rows", "--fields", ",".join(FIELDS), "-o", "out.warc", "--force")
    assert read("out.warc") == wanted
    # The rows of runs: all records have a link.
    for form in ("tsv", "jsonl", "parquet"):
        run("extract", "-q", "--force", "--shard-by", "url", "--fields", ",".join(FIELDS), "--output-format", form, "-o", "out", "b/c.warc")
        run("records", "out", "-o", "out.warc", "--force")
        assert read("out.warc") == read("b/c.warc"), form
        parts = sorted("out/" + name for name in os.listdir("out") if name.startswith("part-"))
        run("records", *parts, "-o", "out.warc", "--force")
        assert read("out.warc") == read("b/c.warc"), form


def check_stored_bytes():
    # Records stored in the form of the output are copied byte for byte; other records get a member
    # each.
    rows = rows_of(ARCHIVES)
    write_rows("rows", rows)
    done = run("records", "rows", "-o", "all.warc.gz")
    assert not done.stderr, done.stderr
    out = read("all.warc.gz")
    for name in sorted(ARCHIVES):
        for offset, piece, made, _ in ARCHIVES[name]:
            if piece[:2] == b"\x1f\x8b":
                assert out.startswith(piece), (name, offset)
                out = out[len(piece):]
                continue
            unpacker = zlib.decompressobj(31)
            assert unpacker.decompress(out) == made and unpacker.eof, (name, offset)
            out = unpacker.unused_data
    assert not out
    for ways in (["-j", "1"], ["-j", "7"], ["--memory", "32MiB"], ["-j", "3", "--memory", "64MiB"]):
        run("records", "rows", "-o", "again.warc.gz", "--force", *ways)
        assert read("again.warc.gz") == read("all.warc.gz"), ways
    assert run("extract", "-q", "--no-dedup", "all.warc.gz").stdout.count(b"http://link.example/") == len(rows)
    run("records", "rows", "-o", "all.warc")
    streamed = run("records", "rows", "-o", "-").stdout
    assert streamed == read("all.warc")
    assert run("extract", "-q", "--no-dedup", stdin=streamed).stdout == run("extract", "-q", "--no-dedup", "all.warc.gz").stdout
    payloads = run("records", "rows", "--print").stdout
    assert payloads == b"".join(page for name in sorted(ARCHIVES) for _, _, _, page in ARCHIVES[name])


def check_zstd():
    if not shutil.which("zstd"):
        return
    samples = [record(number)[0] for number in range(60)]
    for number, sample in enumerate(samples):
        write("samples/%02d" % number, sample)
    subprocess.run(["zstd", "-q", "--train", *["samples/%02d" % number for number in range(60)], "--maxdict=20000", "-o", "dict"],
                   check=True, stderr=subprocess.DEVNULL)
    dictionary = read("dict")
    stored = b"\x5d\x2a\x4d\x18" + len(dictionary).to_bytes(4, "little") + dictionary
    known = []
    for sample in samples:
        piece = subprocess.run(["zstd", "-q", "-c", "-D", "dict"], input=sample, stdout=subprocess.PIPE, check=True).stdout
        known.append((len(stored), piece, sample, b""))
        stored += piece
    write("z.warc.zst", stored)
    ARCHIVES["z.warc.zst"] = known
    write_rows("rows", rows_of(["z.warc.zst"]))
    run("records", "rows", "-o", "z.warc")
    assert read("z.warc") == b"".join(samples)
    # Without the dictionary in front of them, the frames could not be read.
    run("records", "rows", "-o", "z.again.warc.zst")
    assert subprocess.run(["zstd", "-q", "-d", "-c", "z.again.warc.zst"], stdout=subprocess.PIPE, check=True).stdout == b"".join(samples)
    write_rows("rows", [["u", "z.again.warc.zst", 0, os.path.getsize("z.again.warc.zst")]])
    assert b"the bytes hold more than one record" in run("records", "rows", "-o", "no.warc", expected=3).stderr
    del ARCHIVES["z.warc.zst"]


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    lock = threading.Lock()
    sent = 0
    busy = 0
    busiest = 0
    requests = 0

    def log_message(self, *_):
        pass

    def do_GET(self):
        way, name = self.path[1:].split("/", 1)
        if not os.path.exists(name):
            self.send_response(404)
            self.send_header("Content-Length", "0")
            return self.end_headers()
        body = read(name)
        asked = re.match(r"bytes=(\d+)-(\d+)$", self.headers.get("Range", ""))
        if way == "plain":
            asked = None
        if way == "none" or (way == "front" and asked and int(asked[1]) != 0):
            self.send_response(403)
            self.send_header("Content-Length", "0")
            return self.end_headers()
        begin, end = (int(asked[1]), min(int(asked[2]) + 1, len(body))) if asked else (0, len(body))
        with self.lock:
            Handler.busy += 1
            Handler.requests += 1
            Handler.busiest = max(Handler.busiest, Handler.busy)
        time.sleep(0.005)
        with self.lock:
            Handler.busy -= 1
        if begin >= len(body):
            self.send_response(416)
            self.send_header("Content-Range", "bytes */%d" % len(body))
            self.send_header("Content-Length", "0")
            return self.end_headers()
        self.send_response(206 if asked else 200)
        if asked:
            self.send_header("Content-Range", "bytes %d-%d/%d" % (begin, end - 1, len(body)))
        self.send_header("Content-Length", str(end - begin))
        self.end_headers()
        self.wfile.write(body[begin:end])
        with self.lock:
            Handler.sent += end - begin


def check_servers():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    base = "http://127.0.0.1:%d/" % server.server_port
    names = ["a.warc.gz", "b/c.warc", "w.wacz!archive/data.warc.gz"]
    every_third = rows_of(names)[::3]
    write_rows("rows", every_third)
    run("records", "rows", "-o", "local.warc.gz")
    Handler.sent = Handler.busiest = 0
    run("records", "rows", "-o", "remote.warc.gz", "--inputs-prefix", base + "ranges/")
    assert read("remote.warc.gz") == read("local.warc.gz")
    assert Handler.busiest > 1, Handler.busiest
    # The bytes between distant records are not requested.
    distant = [rows_of(names)[at] for at in (0, 39, 40, 59)]
    write_rows("rows", distant)
    Handler.sent = Handler.requests = 0
    run("records", "rows", "-o", "remote.warc.gz", "--force", "--inputs-prefix", base + "ranges/")
    run("records", "rows", "-o", "local.warc.gz", "--force")
    assert read("remote.warc.gz") == read("local.warc.gz")
    assert Handler.sent == sum(length for _, _, _, length in distant) and Handler.requests == 4, (Handler.sent, Handler.requests)
    # Records that are close together arrive in one request.
    write_rows("rows", rows_of(["a.warc.gz"]))
    Handler.requests = 0
    run("records", "rows", "-o", "remote.warc.gz", "--force", "--inputs-prefix", base + "ranges/")
    assert read("remote.warc.gz") == read("a.warc.gz")
    assert Handler.requests == 1, Handler.requests
    fields = ["--no-dedup", "--fields", ",".join(FIELDS)]
    write_rows("rows", every_third)
    Handler.busiest = 0
    assert run("extract", "-q", *fields, "--files-from", "rows", "--inputs-prefix", base + "ranges").stdout == links_of(
        [tuple(row[1:]) for row in every_third], base + "ranges/")
    assert Handler.busiest > 1, Handler.busiest
    write_rows("rows", rows_of(["a.warc.gz"], base + "ranges/"))
    Handler.requests = 0
    assert run("extract", "-q", *fields, "--files-from", base + "ranges/rows").stdout == links_of(
        [tuple(row[1:]) for row in rows_of(["a.warc.gz"])], base + "ranges/")
    assert Handler.requests == 2, Handler.requests
    # Names in rows may be URLs; a server without ranges sends the whole file once.
    names = names[:2]
    write_rows("rows", rows_of(names)[::3])
    run("records", "rows", "-o", "local.warc.gz", "--force")
    Handler.sent = 0
    run("records", "rows", "-o", "remote.warc.gz", "--force", "--inputs-prefix", base + "plain/", "--connections", "7")
    assert read("remote.warc.gz") == read("local.warc.gz")
    assert Handler.sent <= sum(os.path.getsize(name) for name in names), Handler.sent
    write_rows("urls", rows_of(names, base + "ranges/")[::3])
    run("records", "urls", "-o", "remote.warc.gz", "--force")
    assert read("remote.warc.gz") == read("local.warc.gz")
    # An index names only members that can be read by ranges.
    known = run("index", base + "ranges/w.wacz").stdout
    assert known.count(b'"offset"') == run("index", "w.wacz").stdout.count(b'"offset"') > 0, known
    refused = run("index", base + "ranges/deflated.zip", expected=1)
    assert refused.stdout == b"" and b"the member is compressed in the archive" in refused.stderr, refused
    # The rows are remote, too.
    run("records", base + "ranges/rows", "-o", "remote.warc.gz", "--force")
    assert read("remote.warc.gz") == read("local.warc.gz")
    run("extract", "-q", "--force", "--fields", ",".join(FIELDS), "-o", "out", "b/c.warc")
    run("records", base + "ranges/out", "-o", "remote.warc", "--force")
    assert read("remote.warc") == read("b/c.warc")
    # A file of which a range arrives is read, and lacks the others; without any range, the file is not read.
    ends = [rows_of(["b/c.warc"])[at] for at in (0, -1)]
    write_rows("rows", ends)
    done = run("extract", *fields, "--files-from", "rows", "--inputs-prefix", base + "front/", "--retries", "0", expected=1)
    assert done.stdout == links_of([tuple(ends[0][1:])], base + "front/"), done.stdout
    assert b"front/b/c.warc: at byte " in done.stderr and b"1 of 1 inputs read, 1 of them with damage" in done.stderr, done.stderr
    done = run("extract", "--files-from", "rows", "--inputs-prefix", base + "none/", "--retries", "0", "-o", "nothing", expected=3)
    assert b"none/b/c.warc: not read: " in done.stderr and b"(2 records)" in done.stderr and b"0 of 1 inputs read" in done.stderr, done.stderr
    assert not os.path.exists("nothing")
    # Missing objects, and ranges behind the end.
    write_rows("rows", rows_of(["b/c.warc"])[:2] + [["u", "none.warc", 1, 2], ["u", "b/c.warc", 10 ** 9, 5]])
    done = run("records", "rows", "-o", "partly.warc", "--inputs-prefix", base + "ranges/", expected=1)
    assert read("partly.warc") == ARCHIVES["b/c.warc"][0][2] + ARCHIVES["b/c.warc"][1][2]
    assert b"ranges/none.warc: " in done.stderr and b"404" in done.stderr, done.stderr
    assert b"2 of 4 records copied" in done.stderr, done.stderr
    server.shutdown()


def links_of(places, prefix=""):
    """Returns the rows of extract for these records, in the order of extract --files-from INDEX."""
    number = {(name, offset): at for name in ARCHIVES for at, (offset, _, _, _) in enumerate(ARCHIVES[name])}
    return b"".join(b"http://link.example/%d\t%s%s\t%d\t%d\n" % (number[name, offset], prefix.encode(), name.encode(), offset, length)
                    for name, offset, length in sorted(set(places)))


def check_lists():
    # --files-from INDEX: the records of an index in any form, at their places in the archives.
    fields = ["--no-dedup", "--fields", ",".join(FIELDS)]
    rows = [row for row in rows_of(ARCHIVES) if "bz2" not in row[1]][::2]
    wanted = links_of([tuple(row[1:]) for row in rows])
    chance.shuffle(rows)
    rows += rows[:10]
    for form in ("tsv", "csv", "jsonl", "cdxj"):
        write_rows("rows", rows, form)
        for ways in ([], ["-j", "1"], ["-j", "7"]):
            assert run("extract", "-q", *fields, "--files-from", "rows", *ways).stdout == wanted, (form, ways)
        assert run("extract", "-q", *fields, "--files-from", "-", stdin=gzip.compress(read("rows"))).stdout == wanted, form
        streamed = run("records", "rows", "-o", "-").stdout
        assert run("extract", "-q", "--no-dedup", "--files-from", "rows").stdout == run("extract", "-q", "--no-dedup", stdin=streamed).stdout
    write("meta", b"!meta {}\n" + read("rows"))
    assert run("extract", "-q", *fields, "--files-from", "meta").stdout == wanted
    # Output directories, and their shards.
    for form in ("tsv", "parquet"):
        run("extract", "-q", "--force", "--shards", "2", "--shard-by", "url", "--fields", ",".join(FIELDS), "--output-format", form, "-o", "out", "b/c.warc")
        whole = links_of([tuple(row[1:]) for row in rows_of(["b/c.warc"])])
        assert run("extract", "-q", *fields, "--files-from", "out").stdout == whole
        parts = sorted("out/" + name for name in os.listdir("out") if name.startswith("part-"))
        found = [run("extract", "-q", *fields, "--files-from", part).stdout.splitlines() for part in parts]
        assert all(found) and sorted(sum(found, [])) == sorted(whole.splitlines()), form
    # A part of an output without the columns of a place lists names.
    write("names", b"a.warc.gz\nb/c.warc\n")
    run("extract", "-q", "--force", "--input-format", "urls", "--shards", "1", "-o", "urls-of-files", stdin=b"http://127.0.0.1:9/\n")
    done = run("extract", "--files-from", "urls-of-files/part-00000-of-00001.txt", "--retries", "0", expected=3)
    assert b"http://127.0.0.1:9/: not read" in done.stderr, done.stderr
    # Named inputs come first, and a record may be read again.
    write_rows("rows", rows_of(["b/c.warc"])[:1])
    assert run("extract", "-q", *fields, "b/c.warc", "--files-from", "rows").stdout == links_of(
        [tuple(row[1:]) for row in rows_of(["b/c.warc"])]) + links_of([tuple(rows_of(["b/c.warc"])[0][1:])])
    # Faults: each is counted and named, and the other records are read.
    offset, length = rows_of(["b/c.warc"])[1][2:]
    write_rows("rows", [["u", "none.warc", 1, 2], ["u", "none.warc", 5, 2], ["u", "b/c.warc", 10 ** 9, 5], ["u", "b/c.warc", 3, 40],
                        ["u", "b/c.warc", "", ""], ["u", "b/c.warc", "x", 1], ["u", "b/c.warc", offset, length],
                        ["u", "a.warc.gz", 1, 50], ["u", "b/c.warc", offset, length + 1]])
    done = run("extract", *fields, "--files-from", "rows", expected=1)
    assert done.stdout == links_of([("b/c.warc", offset, length)]), done.stdout
    for said in (b"none.warc: not read: No such file or directory (2 records)", b"b/c.warc: at byte 1,000,000,000 of the file: truncated record",
                 b"b/c.warc: at byte 3 of the file: bad record header", b"a.warc.gz: at byte 1 of the file: bad record header",
                 b"rows: at byte 110 of the file: cannot be read: the row has no offset or no length of a record",
                 b"cannot be read: the offset or length of the record is not a number",
                 b"different lengths of the record, from %d to %d" % (length, length + 1)):
        assert said in done.stderr, (said, done.stderr)
    write_rows("rows", [["u", "none.warc", 1, 2]])
    run("extract", "-q", "--files-from", "rows", expected=3)
    # Refused: options that need files, and a file that the run would replace.
    write_rows("rows", rows_of(["b/c.warc"]))
    for more in (["--resume", "-o", "resumed"], ["--input-format", "mail"], ["--write-redirects", "b/c.warc"]):
        run("extract", "-q", "--files-from", "rows", *more, expected=2)
    run("plan", "-q", "--files-from", "rows", "-o", "planned", expected=2)
    assert read("b/c.warc").startswith(b"WARC/1.0") and not os.path.exists("resumed") and not os.path.exists("planned")
    # A shard set is the same for any memory; places beyond it are stored on disk.
    write_rows("rows", rows_of(["a.warc.gz"]))
    for memory in ("64MiB", "1GiB"):
        run("extract", "-q", "--force", "--shards", "1", "--fields", ",".join(FIELDS), "--memory", memory, "--files-from", "rows", "-o", "out")
        assert sorted(read("out/part-00000-of-00001.tsv").splitlines()) == sorted(
            links_of([tuple(row[1:]) for row in rows_of(["a.warc.gz"])]).splitlines())


def check_faults():
    offset, piece, made, _ = ARCHIVES["b/c.warc"][3]
    stored = bytearray(read("b/c.warc"))
    at = stored.index(b"HTTP/1.1 200 OK", offset) + len("HTTP/1.1 200 OK\r\n")
    stored[at] ^= 32
    write("flipped.warc", bytes(stored))
    write_rows("rows", [["u", "flipped.warc", *row[2:]] for row in rows_of(["b/c.warc"])])
    done = run("records", "rows", "-o", "flipped.out.warc", expected=1)
    assert read("flipped.out.warc") == bytes(stored)
    line = b"flipped.warc: at byte %s of the file: checksum is not the one listed: WARC-Block-Digest does not match: the block has sha1:" % f"{offset:,}".encode()
    assert line in done.stderr and b"1 record differs from a digest" in done.stderr, done.stderr
    # A file that is unavailable is reported once.
    write_rows("rows", [["u", "gone.warc", i, 5] for i in range(30)] + rows_of(["b/c.warc"]) + [["u", "gone", 0, 5]])
    for ways in (["-j", "1"], ["-j", "3"]):
        done = run("records", "rows", "-o", "gone.out.warc", "--force", *ways, expected=1)
        assert read("gone.out.warc") == read("b/c.warc")
        assert done.stderr.splitlines() == [
            b"urlsieve: gone: not read: No such file or directory (1 record)",
            b"urlsieve: gone.warc: not read: No such file or directory (30 records)",
            b"urlsieve: 20 of 51 records copied"], done.stderr
    os.remove("gone.out.warc")
    # A flipped byte in the content of a gzip member is no record any more.
    stored = bytearray(read("a.warc.gz"))
    offset, piece, _, _ = ARCHIVES["a.warc.gz"][7]
    stored[offset + len(piece) - 5] ^= 1
    write("flipped.warc.gz", bytes(stored))
    write_rows("rows", [["u", "flipped.warc.gz", *row[2:]] for row in rows_of(["a.warc.gz"])])
    done = run("records", "rows", "-o", "flipped.out.warc.gz", expected=1)
    assert read("flipped.out.warc.gz") == read("a.warc.gz").replace(piece, b"")
    assert b"flipped.warc.gz: at byte %s of the file: corrupt compression: " % f"{offset:,}".encode() in done.stderr, done.stderr
    assert b"39 of 40 records copied" in done.stderr, done.stderr
    write_rows("rows", [["u", "deflated.zip!c.warc", 0, 5], ["u", "w.wacz!none", 0, 5], ["u", "b!c", 0, 5], ["u", "-", 0, 5],
                        ["u", "b", 0, 5], ["u", "gone", 0, 5]])
    done = run("records", "rows", "-o", "no.warc", expected=3)
    for words in (b"the member is compressed in the archive", b"has no such member", b"No such file", b"cannot be read again",
                  b"not a regular file", b"0 of 6 records copied: no.warc was not written"):
        assert words in done.stderr, (words, done.stderr)
    assert not os.path.exists("no.warc")


def check_outputs():
    write_rows("rows", rows_of(["a.warc.gz"]))
    before = set(os.listdir())
    assert b"all.warc.gz exists: --force replaces it" in run("records", "rows", "-o", "all.warc.gz", expected=2).stderr
    assert b"a.warc.gz is an input" in run("records", "rows", "-o", "a.warc.gz", "--force", expected=2).stderr
    assert b"rows is an input" in run("records", "rows", "-o", "rows", "--force", expected=2).stderr
    assert b"records are written as .gz, .zst" in run("records", "rows", "-o", "x.warc.xz", expected=2).stderr
    assert b"--output" in run("records", "rows", expected=2).stderr
    assert b"does not exist" in run("records", "none", "-o", "x.warc", expected=2).stderr
    assert b"none does not exist" in run("records", "-", "none", "-o", "x.warc", expected=2, stdin=b"no columns\n").stderr
    assert b"standard input (-) can be read only once" in run("records", "-", "-", "-o", "x.warc", expected=2).stderr
    assert b"--write-cdxj needs the name of a file, not -" in run("records", "rows", "--write-cdxj", "-", expected=2).stderr
    assert b"--write-cdxj names the output" in run("records", "rows", "-o", "q.gz", "--write-cdxj", "./q.gz", expected=2).stderr
    assert b"raise --memory to at least 32MiB" in run("records", "rows", "-o", "x.warc", "--memory", "16MiB", expected=2).stderr
    run("extract", "-q", "-o", "urls", "--force", "b/c.warc", expected=2)  # urls is a file: nothing is replaced
    shutil.rmtree("out")
    run("extract", "-q", "-o", "out", "b/c.warc")
    assert b"out has no column input: extract with --fields url,input,record-offset,record-length" in run(
        "records", "out", "-o", "x.warc", expected=2).stderr
    assert set(os.listdir()) == before
    # Without any record, there is no output, and an old output stays.
    write("kept.warc", b"kept")
    for rows in (b"", ("\t".join(FIELDS) + "\n").encode()):
        done = run("records", "-", "-o", "kept.warc", "--force", expected=3, stdin=rows)
        assert b"0 of 0 records copied: kept.warc was not written" in done.stderr, done.stderr
        assert read("kept.warc") == b"kept"
    run("records", "-", "-o", "new.warc", "--write-cdxj", "new.cdxj", expected=3, stdin=b"")
    assert not os.path.exists("new.warc") and not os.path.exists("new.cdxj")
    # The case of the suffix does not matter.
    run("records", "rows", "-o", "upper.warc.GZ")
    assert read("upper.warc.GZ") == read("a.warc.gz")
    os.remove("upper.warc.GZ")
    assert b"records are written as .gz, .zst" in run("records", "rows", "-o", "x.warc.XZ", expected=2).stderr
    # Faults of rows, and of records that are too large.
    bad = ("\t".join(FIELDS) + "\nu\ta\tx\t1\n").encode()
    for name, stored, place in (("bad.tsv", bad, b"at byte 38 of the file: "), ("bad.tsv.gz", gzip.compress(bad), b"at byte 38 (decompressed): "),
                                ("bad16.tsv", bad.decode().encode("utf-16"), b" (decompressed): ")):
        write(name, stored)
        done = run("records", name, "-o", "x.warc", expected=3)
        assert place + b"bad record of a table" in done.stderr, done.stderr
        done = run("records", "-", "-o", "x.warc", expected=3, stdin=stored)
        assert place + b"bad record of a table" in done.stderr, done.stderr
    for options, words in ((["--max-document", "1KiB"], b"more than 1024: raise --max-document"), (["--max-document", "1KiB"], b"the record has more than 1024 bytes: ")):
        write_rows("rows", rows_of(["a.warc.gz", "b/c.warc"]))
        assert words in run("records", "rows", "-o", "x.warc", "--force", *options, expected=1).stderr, words
        os.remove("x.warc")
    # A full disk leaves nothing, and a closed pipe is no failure.
    assert run("records", "rows", "--print", expected=0).stdout
    with open("/dev/full", "wb") as full:
        done = subprocess.run([PROGRAM, "records", "rows", "--print"], stdout=full, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 3, done
    with subprocess.Popen([PROGRAM, "records", "rows", "--print"], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as child:
        child.stdout.close()
        assert child.wait(60) == 0, child.stderr.read()


def check_replaced_inputs():
    shutil.rmtree("out")
    run("extract", "-q", "-o", "out", "--fields", ",".join(FIELDS), "b/c.warc")
    part = sorted("out/" + name for name in os.listdir("out") if name.startswith("part-"))[0]
    os.symlink("out", "alias")
    os.symlink("../" + part, "b/link")
    before = {name: read("out/" + name) for name in os.listdir("out")}
    for rows, output in (("out", part), ("out/", "alias/manifest.json"), (part, "out/manifest.json"), ("out", "b/link"),
                         ("out", "out/new.warc")):
        for options in (["-o", output], ["-o", "x.warc", "--write-cdxj", output]):
            done = run("records", rows, *options, "--force", expected=2)
            assert output.encode() + b" is part of an input: write to another file" in done.stderr, done.stderr
    assert {name: read("out/" + name) for name in os.listdir("out")} == before
    done = subprocess.run([PROGRAM, "records", ".", "-o", "new.warc"], cwd="out", capture_output=True, check=False)
    assert done.returncode == 2 and b"new.warc is part of an input" in done.stderr, done
    write_rows("stdin", rows_of(["b/c.warc"]))
    before = read("stdin")
    with open("stdin", "rb") as rows:
        done = subprocess.run([PROGRAM, "records", "-", "-o", "stdin", "--force"], stdin=rows, capture_output=True, check=False)
    assert done.returncode == 2 and b"stdin is an input: write to another file" in done.stderr, done
    assert read("stdin") == before and not os.path.exists("x.warc")


def check_ranges():
    # Line ends that a range cuts, or that the last record of an archive lacks, are completed in every form.
    made = [record(number)[0] for number in range(5)]
    for cut in range(5):
        write("cut.warc", b"".join(made)[:-cut or None])
        rows = [["u", "cut.warc", sum(map(len, made[:i])), len(one) - cut] for i, one in enumerate(made)]
        write_rows("rows", rows)
        run("records", "rows", "-o", "cut.out.warc", "--force")
        assert read("cut.out.warc") == b"".join(made), cut
        run("records", "rows", "-o", "cut.out.warc.gz", "--force")
        assert gzip.decompress(read("cut.out.warc.gz")) == b"".join(made), cut
    # Rows with several lengths of a record: the record is copied once, and the contradiction is reported.
    write("one.warc", made[0])
    write_rows("rows", [["u", "one.warc", 0, len(made[0]) + more] for more in (0, -2, 5, 0, 9)])
    for ways in (["-j", "1"], ["-j", "3"]):
        done = run("records", "rows", "-o", "one.out.warc", "--force", *ways, expected=1)
        assert read("one.out.warc") == made[0]
        line = b"one.warc: at byte 0 of the file: bad record length: the rows have different lengths of the record, from %d to %d" % (
            len(made[0]) - 2, len(made[0]) + 9)
        assert done.stderr.count(b"one.warc: ") == 1 and line in done.stderr, done.stderr
    # A length that reaches into the next record, or beyond the largest record, does not hide the right one.
    for name in ("b/c.warc", "a.warc.gz"):
        offset, piece, made, _ = ARCHIVES[name][3]
        for more in ([1], [-7, 90], [10 ** 12], [-9, -8, -7, -6, 80, 90]):
            write_rows("rows", [["u", name, offset, len(piece) + change] for change in [*more, 0]])
            run("records", "rows", "-o", "one.out.warc", "--force", expected=1)
            assert read("one.out.warc") == made, (name, more)


def check_memory():
    # More places than the memory of the sort holds.
    count = 300_000
    with open("many", "w") as out:
        out.write("input\trecord-offset\trecord-length\n")
        for number in range(count):
            out.write("missing-%d.warc.gz/and/a/long/name/that/takes/memory/for/nothing\t%d\t5\n" % (number % 3, number * 7919 % count))
        for _, name, offset, length in rows_of(["a.warc.gz"]):
            out.write("%s\t%d\t%d\n" % (name, offset, length))
    done = run("records", "many", "-o", "many.warc.gz", "--memory", "32MiB", "--tmpdir", ".", expected=1)
    assert read("many.warc.gz") == read("a.warc.gz")
    assert b"40 of 300,040 records copied" in done.stderr, done.stderr[-300:]
    assert not [name for name in os.listdir() if name.startswith(".")], os.listdir()


def check_index():
    # Lines equal the lines of cdx-index of warcio.js 2.4, sorted, except that digests other than
    # sha1 keep their label. Keys equal those of the surt package.
    names = ["a.warc.gz", "b/c.warc"]
    write_rows("rows", rows_of(names))
    run("records", "rows", "-o", "indexed.warc.gz", "--write-cdxj", "i/n.cdxj")
    stored, at, wanted = read("indexed.warc.gz"), 0, []
    for name in names:
        for _, piece, made, _ in ARCHIVES[name]:
            unpacker = zlib.decompressobj(31)
            assert unpacker.decompress(stored[at:]) == made
            length = len(stored) - at - len(unpacker.unused_data)
            number = int(re.search(rb"http://page.example/(\d+)", made)[1])
            digest = re.search(rb"WARC-Payload-Digest: (sha256:\w+)", made)[1].decode()
            line = {"url": "http://page.example/%d" % number, "mime": "text/html", "status": "200", "digest": digest,
                    "length": str(length), "offset": str(at), "filename": "indexed.warc.gz"}
            wanted.append("example,page)/%d 20240229120000 " % number + json.dumps(line, separators=(",", ":")))
            at += length
    lines = read("i/n.cdxj").decode().splitlines()
    assert lines == sorted(wanted), (lines[0], sorted(wanted)[0])
    # An index is a table of rows, also of the archives themselves.
    run("records", "i/n.cdxj", "-o", "again.warc.gz", "--force")
    assert read("again.warc.gz") == read("indexed.warc.gz")
    run("records", "rows", "--write-cdxj", "places.cdxj", "-j", "3")
    run("records", "places.cdxj", "-o", "again.warc.gz", "--force")
    assert read("again.warc.gz") == read("indexed.warc.gz")
    fields = (b"WARC/1.0\r\nWARC-Type: %s\r\nWARC-Target-URI: %s\r\nWARC-Date: %s\r\nContent-Type: %s\r\n%s"
              b"Content-Length: %d\r\n\r\n%s\r\n\r\n")
    made = [fields % (kind, url, date, mime, more, len(block), block) for kind, url, date, mime, more, block in (
        (b"resource", b"<HTTPS://WWW.Example.com:443/B/?b=1&a=2#f>", b"2024-01-02T03:04:05.678Z", b"text/plain; charset=x", b"", b"abc"),
        (b"revisit", b"http://a.example/", b"2024-01-02", b"application/http", b"WARC-Payload-Digest: sha1:ABC\r\n",
         b"HTTP/1.1 304 Not Modified\r\nContent-Type: text/html\r\n\r\n"),
        (b"response", b"urn:x y", b"2024", b"application/http", b"", b"HTTP/1.0 404\r\n\r\nabc"),
        (b"request", b"http://a.example/", b"2024-01-02T03:04:05Z", b"application/http", b"", b"GET / HTTP/1.1\r\n\r\n"),
        (b"metadata", b"http://a.example/", b"2024-01-02T03:04:05Z", b"application/warc-fields", b"", b"a: b\r\n"))]
    write("kinds.warc", b"".join(made))
    write_rows("rows", [["u", "kinds.warc", sum(map(len, made[:i])), len(one)] for i, one in enumerate(made)])
    run("records", "rows", "-o", "kinds.out.warc", "--write-cdxj", "kinds.cdxj")
    assert read("kinds.out.warc") == read("kinds.warc")
    abc = base64.b32encode(hashlib.sha1(b"abc").digest()).decode()
    places = ['"length":"%d","offset":"%d","filename":"kinds.out.warc"}' % (len(one), sum(map(len, made[:i]))) for i, one in enumerate(made)]
    assert read("kinds.cdxj").decode().splitlines() == [
        'com,example)/b?a=2&b=1 20240102030405 {"url":"HTTPS://WWW.Example.com:443/B/?b=1&a=2#f","mime":"text/plain","digest":"%s",'
        % abc + places[0],
        'example,a)/ 20240102000000 {"url":"http://a.example/","mime":"warc/revisit","status":"304","digest":"ABC",' + places[1],
        'urn:x%%20y 20240101000000 {"url":"urn:x y","status":"404","digest":"%s",' % abc + places[2]], read("kinds.cdxj").decode()
    # A record with an invalid date is copied, and has no line.
    made = [fields % (b"resource", b"http://a.example/", date, b"text/plain", b"", 1, b"a") for date in (b"yesterday", b"2024-01-01T01:00:00+02:00")]
    write("dates.warc", b"".join(made))
    write_rows("dates", [["u", "dates.warc", 0, len(made[0])], ["u", "dates.warc", len(made[0]), len(made[1])]])
    done = run("records", "dates", "-o", "dates.out.warc", "--write-cdxj", "dates.cdxj", expected=1)
    assert read("dates.out.warc") == read("dates.warc") and b"dates.warc: at byte 0 of the file: bad record header: the date is no time" in done.stderr
    assert [line.split()[1] for line in read("dates.cdxj").splitlines()] == [b"20231231230000"], read("dates.cdxj")
    for arguments in (["-o", "x.warc", "--write-cdxj", "kinds.cdxj"], ["-o", "x.warc", "--write-cdxj", "x.warc"],
                      ["--print", "--write-cdxj", "x.cdxj"], ["-o", "-", "--write-cdxj", "x.cdxj"]):
        run("records", "rows", *arguments, expected=2)
    assert not os.path.exists("x.warc") and not os.path.exists("x.cdxj")


def check_signal():
    os.mkfifo("live")
    with subprocess.Popen([PROGRAM, "records", "live", "-o", "stopped.warc"], stderr=subprocess.PIPE) as child:
        with open("live", "w") as rows:
            rows.write("\t".join(FIELDS) + "\n")
            rows.flush()
            time.sleep(0.2)
            child.send_signal(signal.SIGINT)
            assert child.wait(60) == -signal.SIGINT, child.returncode
    assert not os.path.exists("stopped.warc") and not [name for name in os.listdir() if name.startswith(".")]


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    make_archives()
    check_forms_of_rows()
    check_stored_bytes()
    check_zstd()
    check_servers()
    check_lists()
    check_faults()
    check_outputs()
    check_replaced_inputs()
    check_ranges()
    check_index()
    check_memory()
    check_signal()
print("ok")
