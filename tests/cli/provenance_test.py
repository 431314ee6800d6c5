"""provenance_test.py PROGRAM: record-offset and record-length locate records: the bytes at this place, decompressed,
are the record. The output does not depend on threads, batches and memory."""

import bz2
import gzip
import io
import json
import lzma
import os
import random
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile

PROGRAM = os.path.realpath(sys.argv[1])
FIELDS = "url,input,record-offset,record-length,record-id,date,media-type,status,line,offset,message-id,part,where"


def run(*arguments, **more):
    done = subprocess.run([PROGRAM, *arguments], capture_output=True, check=False, **more)
    assert done.returncode == 0, (arguments, done.returncode, done.stderr)
    return done.stdout


def rows(*arguments, fields=FIELDS):
    plain = run("extract", "-q", "--no-dedup", "--jsonl", "--fields", fields, "--threads", "1", *arguments)
    for ways in (["--threads", "4"], ["--threads", "2", "--batch", "1"], ["--threads", "3", "--batch", "5000"],
                 ["--threads", "2", "--batch", "3MiB"], ["--threads", "2", "--memory", "256MiB"]):
        assert run("extract", "-q", "--no-dedup", "--jsonl", "--fields", fields, *ways, *arguments) == plain, (ways, arguments)
    return [json.loads(line) for line in plain.splitlines()]


def warc_record(number, body, kind="response", closed=b"\r\n\r\n", length=None):
    if kind == "response":
        block = b"HTTP/1.1 %d Fine\r\nContent-Type: Text/HTML; charset=utf-8\r\n\r\n" % (200 + number % 7) + body
        content = b"application/http; msgtype=response"
    else:
        block = body
        content = b"text/plain"
    header = (b"WARC/1.0\r\nWARC-Type: %s\r\nWARC-Record-ID: <urn:uuid:%08d>\r\nWARC-Date: 2024-02-29T12:00:%02dZ\r\n"
              b"WARC-Target-URI: http://page.example/%d\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n"
              % (kind.encode(), number, number % 60, number, content, len(block) if length is None else length))
    return header + block + closed


def records(count, seed):
    made = []
    chance = random.Random(seed)
    for number in range(count):
        size = chance.choice([0, 10, 500, 4000, 70000, 300000 if number % 9 == 0 else 20])
        words = b"".join(b"%x " % chance.getrandbits(64) for _ in range(size // 17))
        body = b"<a href=http://link.example/%d>a</a>" % number + words + b"<a href=/b%d>b</a>" % number
        made.append(warc_record(number, body, "response" if number % 4 else "conversion"))
    return made


def zstd(data):
    return subprocess.run(["zstd", "-q", "-c"], input=data, stdout=subprocess.PIPE, check=True).stdout


PACKERS = {"gz": (gzip.compress, gzip.decompress), "bz2": (bz2.compress, bz2.decompress), "xz": (lzma.compress, lzma.decompress),
           "": (bytes, bytes)}
if shutil.which("zstd"):
    PACKERS["zst"] = (zstd, lambda data: subprocess.run(["zstd", "-q", "-d", "-c"], input=data, stdout=subprocess.PIPE, check=True).stdout)


def check_read_back(found, stored, unpack, made, input_name, alone=True):
    assert found, input_name
    seen = set()
    for row in found:
        number = int(row["record-id"].rsplit(":", 1)[1])
        seen.add(number)
        assert row["input"] == input_name, (row, input_name)
        assert row["date"] == "2024-02-29T12:00:%02dZ" % (number % 60), row
        response = number % 4 != 0
        assert row["status"] == (200 + number % 7 if response else None), row
        assert row["media-type"] == ("text/html" if response else "text/plain"), row
        assert row["line"] is None and row["message-id"] is None, row
        if not alone:
            continue
        piece = stored[row["record-offset"]:row["record-offset"] + row["record-length"]]
        assert unpack(piece) == made[number], (input_name, row, len(piece))
    assert len(seen) == len(made), (input_name, len(seen))


def web_archives():
    made = records(60, 1)
    for suffix, (pack, unpack) in PACKERS.items():
        name = "crawl.warc" + ("." + suffix if suffix else "")
        stored = b"".join(pack(one) for one in made)
        with open(name, "wb") as out:
            out.write(stored)
        check_read_back(rows(name), stored, unpack, made, name)
        # Empty members and padding between members do not belong to a record.
        if suffix == "gz":
            stored = b"".join(pack(b"") + pack(one) + (b"\0" * 512 if i % 5 == 0 else b"") for i, one in enumerate(made))
            with open("padded.warc.gz", "wb") as out:
                out.write(stored)
            check_read_back(rows("padded.warc.gz"), stored, unpack, made, "padded.warc.gz")
    # Through tail, head and zcat, as a person would.
    row = rows("crawl.warc.gz")[20]
    piece = subprocess.run("tail -c +%d crawl.warc.gz | head -c %d | zcat" % (row["record-offset"] + 1, row["record-length"]),
                           shell=True, stdout=subprocess.PIPE, check=True).stdout
    assert row["record-id"].encode() in piece and piece in made
    # If a member holds many records, no byte range of the file yields a single record.
    for name, stored in (("whole.warc.gz", gzip.compress(b"".join(made))), ("twice.warc.gz.gz", gzip.compress(b"".join(gzip.compress(one) for one in made)))):
        with open(name, "wb") as out:
            out.write(stored)
        found = rows(name)
        check_read_back(found, stored, None, made, name, alone=False)
        assert all(row["record-length"] is None for row in found), name
    # In archives of files, offsets are in the member.
    packed = b"".join(gzip.compress(one) for one in made)
    with zipfile.ZipFile("outer.zip", "w", zipfile.ZIP_DEFLATED) as out:
        out.writestr("a/in.warc.gz", packed)
        out.writestr("plain.warc", b"".join(made))
    found = rows("outer.zip")
    check_read_back([row for row in found if row["input"].endswith("gz")], packed, gzip.decompress, made, "outer.zip!a/in.warc.gz")
    check_read_back([row for row in found if not row["input"].endswith("gz")], b"".join(made), bytes, made, "outer.zip!plain.warc")
    with tarfile.open("outer.tar.gz", "w:gz") as out:
        entry = tarfile.TarInfo("in.warc.gz")
        entry.size = len(packed)
        out.addfile(entry, io.BytesIO(packed))
    check_read_back(rows("outer.tar.gz"), packed, gzip.decompress, made, "outer.tar.gz!in.warc.gz")


def irregular_records():
    # Larger than the largest document: read in windows, before the end of its member is known.
    text = b"".join(b"http://large.example/%d is a line of text\n" % i for i in range(60000))
    large = warc_record(0, text, "conversion")
    small = warc_record(1, b"<a href=http://small.example/>")
    for name, stored in (("large.warc.gz", gzip.compress(large) + gzip.compress(small)), ("large.warc", large + small)):
        with open(name, "wb") as out:
            out.write(stored)
        found = rows("--max-document", "1MiB", name)
        assert len(found) == 60001, len(found)
        for row in found[:60000]:
            length = len(large) if name == "large.warc" else None
            assert (row["record-offset"], row["record-length"]) == (0, length), row
            assert row["record-id"] == "urn:uuid:00000000" and row["media-type"] == "text/plain", row
        last = found[-1]
        piece = stored[last["record-offset"]:][:last["record-length"]]
        assert (piece if name == "large.warc" else gzip.decompress(piece)) == small, last
    # A record without final line ends, and a record with a wrong length.
    odd = [warc_record(1, b"<a href=http://a.example/>", closed=b"\r\n"), warc_record(2, b"<a href=http://b.example/>", length=10)]
    with open("odd.warc.gz", "wb") as out:
        out.write(b"".join(map(gzip.compress, odd)))
    plain = subprocess.run([PROGRAM, "extract", "-q", "--jsonl", "--fields", FIELDS, "odd.warc.gz"], capture_output=True, check=False).stdout
    for row in map(json.loads, plain.splitlines()):
        number = int(row["record-id"][-1])
        assert row["record-offset"] == (0 if number == 1 else len(gzip.compress(odd[0]))), row
    about = b"1 0 Example\nURL IP-address Archive-date Content-type Archive-length\n"
    version = b"filedesc://a.arc 0.0.0.0 20240229120000 text/plain %d\n" % len(about) + about + b"\n"
    body = b"HTTP/1.0 404 No\r\nContent-Type: text/html\r\n\r\n<a href=/x>a</a>"
    record = b"http://page.example/ 192.0.2.1 20240229120003 text/html %d\n" % len(body) + body + b"\n"
    stored = gzip.compress(version) + gzip.compress(record) + gzip.compress(record)
    with open("a.arc.gz", "wb") as out:
        out.write(stored)
    found = rows("a.arc.gz")
    assert len(found) == 2, found
    for row in found:
        assert gzip.decompress(stored[row["record-offset"]:][:row["record-length"]]) == record, row
        assert (row["date"], row["status"], row["media-type"], row["record-id"]) == ("2024-02-29T12:00:03Z", 404, "text/html", None), row


def texts_and_mail():
    lines = ["http://text.example/%d and http://second.example/%d" % (i, i) if i % 3 else "nothing " * (i % 50) for i in range(20000)]
    for name, data in (("a.txt", "\n".join(lines).encode()), ("a.txt.gz", gzip.compress("\n".join(lines).encode()))):
        with open(name, "wb") as out:
            out.write(data)
        for row in rows("--input-format", "text", name):
            at = lines[row["line"] - 1]
            assert row["url"] in at, row
            assert (row["record-offset"], row["record-length"], row["date"]) == (None, None, None), row
    with open("urls.txt", "w") as out:
        out.write("".join("http://list.example/%d\r\n" % i + ("\r\n" if i % 7 == 0 else "") for i in range(5000)))
    given = open("urls.txt", newline="").read().split("\r\n")
    for row in rows("--input-format", "urls", "urls.txt"):
        assert given[row["line"] - 1] == row["url"], row
    with open("a.jsonl", "w") as out:
        for i in range(3000):
            out.write(json.dumps({"url": "http://page.example/", "text": "see\nhttp://json.example/%d" % i}) + "\n")
    for row in rows("a.jsonl"):
        assert row["url"].endswith("/%d" % (row["line"] - 1)), row
    mbox = b"".join(b"From a@b.example Thu Feb 29 12:00:00 2024\nFrom: a@b.example\nDate: Thu, 29 Feb 2024 %02d:00:00 +0100\n"
                    b"Message-ID: <%d@b.example>\nMIME-Version: 1.0\nContent-Type: multipart/alternative; boundary=b\n\n--b\n"
                    b"Content-Type: Text/Plain\n\nhttp://mail.example/%d\n--b\nContent-Type: text/html\n\n"
                    b"<a href=http://mail.example/h%d>x</a>\n--b--\n\n" % (i % 23 + 1, i, i, i) for i in range(200))
    with open("a.mbox", "wb") as out:
        out.write(mbox)
    found = rows("a.mbox")
    assert len(found) == 400
    for row in found:
        number = int(row["message-id"].split("@")[0])
        assert row["date"] == "2024-02-29T%02d:00:00Z" % (number % 23), row
        assert row["media-type"] == ("text/plain" if row["part"] == "1" else "text/html"), row
        assert row["line"] is None and row["input"] == "a.mbox", row


def outputs():
    # First occurrences stay with their URL in shards, when runs are merged, and when a run is gone on with.
    names = ["crawl.warc.gz", "a.txt", "a.mbox"]
    fields = "url,input,record-offset,record-length,record-id,date,media-type,status,line"
    for form in ([], ["--jsonl"]):
        run("extract", "-q", "-o", "whole", "--force", "--shards", "3", "--fields", fields, *form, *names)
        run("extract", "-q", "-o", "first", "--force", "--shards", "3", "--fields", fields, *form, names[0])
        run("extract", "-q", "-o", "rest", "--force", "--shards", "3", "--fields", fields, *form, *names[1:])
        run("merge", "-q", "first", "rest", "-o", "both", "--force")
        run("extract", "-q", "-o", "resumed", "--force", "--resume", "--checkpoint", "1", "--shards", "3", "--fields", fields, *form, *names)
        run("verify", "-q", "whole")
        for part in sorted(os.listdir("whole")):
            if part.startswith("part-"):
                whole = open("whole/" + part, "rb").read()
                assert whole and open("both/" + part, "rb").read() == whole, part
                assert open("resumed/" + part, "rb").read() == whole, part
    # Standard input has a name, too.
    with open("crawl.warc.gz", "rb") as given:
        piped = run("extract", "-q", "--jsonl", "--fields", "url,input,record-offset,record-length", stdin=given)
    named = run("extract", "-q", "--jsonl", "--fields", "url,input,record-offset,record-length", "crawl.warc.gz")
    assert piped == named.replace(b'"input":"crawl.warc.gz"', b'"input":"-"')


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    web_archives()
    irregular_records()
    texts_and_mail()
    outputs()
