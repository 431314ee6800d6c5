#!/usr/bin/env python3
"""Archives of files, compared with Python's readers: archives_test.py PROGRAM

tarfile and zipfile write random archives and read the members back. urlsieve must find the name and URLs of each
member, for any number of threads, from a file and from a pipe. Then bytes are changed or truncated: a run must end in
time with a valid exit code, and must not invent URLs.
"""
import gzip
import io
import mailbox
import os
import random
import re
import subprocess
import sys
import tarfile
import tempfile
import zipfile

program = os.path.abspath(sys.argv[1])
chance = random.Random(19)
faults = 0


def fault(words):
    global faults
    faults += 1
    print("FAIL:", words)


def sieve(path, *options, piped=False):
    command = [program, "extract", "--no-dedup", "--fields", "url,source,offset", *options, "-" if piped else path]
    given = {"stdin": subprocess.DEVNULL}
    if piped:
        with open(path, "rb") as archive:
            given = {"input": archive.read()}
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=60, **given)
    rows = [tuple(row.split(b"\t")) for row in done.stdout.splitlines()]
    return done.returncode, rows, done.stderr


names = iter(range(10**9))


def text(lines):
    return b"".join(b"see http://h%d.example/ there\n" % next(names) for _ in range(lines))


def contents():
    """Returns members with names of all kinds and texts, some compressed, some empty."""
    for number in range(chance.randrange(1, 12)):
        name = chance.choice(["a%d", "d/%d.txt", "./%d", "../up%d", "/root%d", "n" * 130 + "%d", "d/" * 60 + "%d",
                              "\u00fcml\u00e4ut%d", "two words %d"]) % number
        body = text(chance.choice([0, 1, 5, 400, 4000]))
        yield name, gzip.compress(body) if chance.random() < 0.2 else body


def expected(path, members):
    rows = []
    for name, body in members:
        body = gzip.decompress(body) if body[:2] == b"\x1f\x8b" else body
        for found in re.finditer(rb"http://h\d+\.example/", body):
            rows.append((found.group(), os.fsencode(path) + b"!" + name.encode(), b"%d" % found.start()))
    return rows


def read_tar(path):
    with tarfile.open(path) as archive:
        return [(one.name, archive.extractfile(one).read()) for one in archive if one.isreg()]


def read_zip(path):
    with zipfile.ZipFile(path) as archive:
        return [(one.filename, archive.read(one)) for one in archive.infolist() if not one.is_dir()]


def write_tar(path, form):
    with tarfile.open(path, "w", format=form) as archive:
        for name, body in contents():
            about = tarfile.TarInfo(name)
            about.size = len(body)
            try:
                archive.addfile(about, io.BytesIO(body))
            except ValueError:  # ustar has no room for some names
                continue
        link = tarfile.TarInfo("link")
        link.type = tarfile.SYMTYPE
        link.linkname = "a0"
        archive.addfile(link)


def write_zip(path, method):
    with zipfile.ZipFile(path, "w", method) as archive:
        for name, body in contents():
            archive.writestr(zipfile.ZipInfo(name), body, method)
        archive.writestr("empty-folder/", b"")


def compare(path, members, pipe=True):
    truth = expected(path, members)
    for options in (["--threads", "1"], ["--threads", "3", "--batch", "64KiB"]):
        code, rows, told = sieve(path, *options)
        if code != 0 or rows != truth:
            fault(f"{path} {options}: {code}, {len(rows)} of {len(truth)} rows, {told[:300]}")
            return
    if pipe:
        code, rows, told = sieve(path, piped=True)
        if code != 0 or rows != [(url, b"-" + source[len(path):], offset) for url, source, offset in truth]:
            fault(f"{path} piped: {code}, {len(rows)} of {len(truth)} rows, {told[:300]}")


def spoil(path):
    """Changed and truncated archives: no new URLs, no crash, no hang."""
    with open(path, "rb") as archive:
        whole = archive.read()
    for _ in range(6):
        bytes_ = bytearray(whole)
        for _ in range(chance.choice([0, 1, 1, 8])):
            bytes_[chance.randrange(len(bytes_))] ^= 1 << chance.randrange(8)
        if chance.random() < 0.5:
            del bytes_[chance.randrange(1, len(bytes_)):]
        with open("spoilt", "wb") as spoilt:
            spoilt.write(bytes_)
        code, rows, told = sieve("spoilt")
        again = sieve("spoilt", "--threads", "3", "--batch", "64KiB")
        if code not in (0, 1, 3) or (code, rows) != again[:2]:
            fault(f"{path}, spoilt: {code}, {again[0]}, {told[:300]}")


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    for number in range(4):
        for form, word in ((tarfile.USTAR_FORMAT, "ustar"), (tarfile.GNU_FORMAT, "gnu"), (tarfile.PAX_FORMAT, "pax")):
            path = f"{word}{number}.tar"
            write_tar(path, form)
            compare(path, read_tar(path))
            spoil(path)
        for method in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2):
            path = f"{method}-{number}.zip"
            write_zip(path, method)
            compare(path, read_zip(path), pipe=method in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED))
            spoil(path)

    # A mailbox in a zip archive, and a Maildir in a tar archive, yield the URLs of the unpacked
    # files.
    box = mailbox.mbox("letters.mbox")
    letters = mailbox.Maildir("letters")
    for number in range(40):
        letter = mailbox.mboxMessage()
        letter["From"], letter["To"], letter["Subject"] = "a@a.example", "b@b.example", f"letter {number}"
        letter.set_payload(text(3).decode())
        box.add(letter)
        letters.add(mailbox.MaildirMessage(letter))
    box.close()
    with zipfile.ZipFile("letters.mbox.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.write("letters.mbox")
    with tarfile.open("letters.tar.gz", "w:gz") as archive:
        archive.add("letters")
    alone = [row[0] for row in sieve("letters.mbox")[1]]
    if len(alone) != 120:
        fault(f"the mailbox has {len(alone)} URLs")
    if [row[0] for row in sieve("letters.mbox.zip")[1]] != alone:
        fault("the mailbox in a zip archive")
    if sorted(row[0] for row in sieve("letters.tar.gz")[1]) != sorted(alone):
        fault("the Maildir in a tar archive")

    # Small files of all kinds yield the same URLs in an archive as in a directory, in any
    # combination.
    kinds = [lambda: b"From: a@a.example\nTo: b@b.example\n\n" + text(30),
             lambda: b"From: a@a.example\r\nTo: b@b.example\r\n\r\n" + text(2).replace(b"\n", b"\r\n") + b".\r\n",
             lambda: b"From a@a.example Thu Jan  1 00:00:00 1970\nFrom: a@a.example\n\n" + text(9),
             lambda: b"<html><p>" + text(20), lambda: text(70), lambda: text(1).replace(b"\n", b"\r"), lambda: b"",
             lambda: text(5).decode().encode("utf-16"), lambda: gzip.compress(text(50)), lambda: b"\0\1" * 900,
             lambda: b"WARC/1.0\r\nWARC-Type: metadata\r\nContent-Length: 3\r\n\r\nx\r\n\r\n\r\n",
             lambda: b'{"text": "' + text(1).strip() + b'"}\n', lambda: b"%PDF-1.4\n" + text(1)]
    os.mkdir("small")
    for number in range(900):
        with open(f"small/{number:03}", "wb") as one:
            one.write(chance.choice(kinds)() if number % 50 else text(chance.randrange(9000)))
    with tarfile.open("small.tar", "w") as archive:
        archive.add("small")
    alone = [(url, source.rsplit(b"/", 1)[1], offset) for url, source, offset in sieve("small")[1]]
    if len(alone) < 20_000:
        fault(f"small files: {len(alone)} rows")
    for options in (["--threads", "1"], ["--threads", "3"], ["--threads", "2", "--batch", "1"], ["--batch", "2MiB"]):
        rows = [(url, source.rsplit(b"/", 1)[1], offset) for url, source, offset in sieve("small.tar", *options)[1]]
        if sorted(rows) != sorted(alone):
            fault(f"small files in a tar archive {options}: {len(rows)} of {len(alone)} rows")

    # An encrypted member is named, and the others are read.
    with zipfile.ZipFile("secret.zip", "w") as archive:
        archive.writestr("secret", b"http://secret.example/")
        archive.writestr("open", b"http://open.example/")
    with open("secret.zip", "r+b") as archive:
        for flags in (6, archive.read().find(b"PK\1\2") + 8):
            archive.seek(flags)
            archive.write(b"\1")
    code, rows, told = sieve("secret.zip")
    if (code, [row[0] for row in rows]) != (1, [b"http://open.example/"]) or b"secret.zip!secret: not read: it is encrypted" not in told:
        fault(f"an encrypted member: {code} {rows} {told}")

    # Members that share bytes do not evade the expansion limit.
    body = io.BytesIO()
    with zipfile.ZipFile(body, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("lines", b"z\n" * 5_000_000)
    for _ in range(2):
        outer = io.BytesIO()
        with zipfile.ZipFile(outer, "w", zipfile.ZIP_DEFLATED) as archive:
            for copy in range(8):
                archive.writestr(f"{copy}.zip", body.getvalue())
        body = outer
    with open("bomb.zip", "wb") as bomb:
        bomb.write(body.getvalue())
    code, rows, told = sieve("bomb.zip")
    if code != 1 or b"expansion" not in told and b"expands" not in told:
        fault(f"a bomb: {code} {told[:300]}")

print(f"{faults} faults")
sys.exit(faults != 0)
