#!/usr/bin/env python3
"""Sparse files in tar archives: sparse_tar_test.py PROGRAM

GNU tar writes sparse files in five formats. URLs and their places equal those of the files, and the content equals that
of Python's tarfile. Then archives with false maps: a run ends in time, invents no URLs, and stays within its memory
limit.
"""
import os
import random
import re
import resource
import subprocess
import sys
import tarfile
import tempfile

program = os.path.abspath(sys.argv[1])
chance = random.Random(23)
faults = 0
forms = {"gnu": ["gnu"], "oldgnu": ["oldgnu"], "0.0": ["pax", "--sparse-version=0.0"], "0.1": ["pax", "--sparse-version=0.1"],
         "1.0": ["pax", "--sparse-version=1.0"]}
url = re.compile(rb"http://h\d+\.example/")


def fault(words):
    global faults
    faults += 1
    print("FAIL:", words)


def sieve(path, *options, piped=False):
    command = [program, "extract", "--input-format", "text", "--no-dedup", "--fields", "url,source,offset", *options, "-" if piped else path]
    with open(path, "rb") as archive:
        done = subprocess.Popen(command, stdin=archive if piped else subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        try:
            out, told = done.communicate(timeout=60)
        except subprocess.TimeoutExpired:
            done.kill()
            out, told = done.communicate()
            fault(f"{path} {options}: it does not end")
    return done.returncode, [tuple(row.split(b"\t")) for row in out.splitlines()], told


def write_sparse(name):
    """Returns files of lines and holes; some begin or end with a hole, some are only a hole."""
    size = 0
    with open(name, "wb") as file:
        for _ in range(chance.choice([0, 1, 2, 3, 5, 30, 70])):
            size += chance.choice([0, 1, 4096, 65536, 70_001, 1 << 20])
            file.seek(size)
            lines = b"\n" + b"".join(b"http://h%d.example/\n" % chance.randrange(10**6) for _ in range(chance.choice([1, 2, 500])))
            file.write(lines)
            size += len(lines)
        file.truncate(size + chance.choice([0, 1, 4096, 300_000]))


def rows_of(path, members):
    return [(found.group(), path.encode() + b"!" + name.encode(), b"%d" % found.start())
            for name, body in members for found in url.finditer(body)]


def compare(path, names):
    members = [(name, open(name, "rb").read()) for name in names]
    with tarfile.open(path) as archive:
        if [archive.extractfile(one).read() for one in archive] != [body for _, body in members]:  # tarfile truncates some long names
            fault(f"{path}: tarfile reads something else")
    truth = rows_of(path, members)
    for options in (["--threads", "1"], ["--threads", "3", "--batch", "64KiB"]):
        code, rows, told = sieve(path, *options)
        if code != 0 or rows != truth:
            fault(f"{path} {options}: {code}, {len(rows)} of {len(truth)} rows, {told[:300]}")
    code, rows, told = sieve(path, piped=True)
    if code != 0 or rows != [(found, b"-" + source[len(path):], at) for found, source, at in truth]:
        fault(f"{path} piped: {code}, {len(rows)} of {len(truth)} rows, {told[:300]}")


def summed(block):
    """Returns the header with a valid checksum."""
    total = sum(block[:148]) + 8 * 32 + sum(block[156:512])
    return block[:148] + b"%06o\0 " % total + block[156:]


def field(archive, at, value, width=11):
    """Changes an octal number in the first header, in the map of old GNU tar."""
    return summed(archive[:at] + b"%0*o" % (width, value) + archive[at + width:512]) + archive[512:]


def header(name, kind, size):
    block = bytearray(512)
    block[0:len(name)] = name
    block[100:107], block[124:135], block[136:147] = b"0000644", b"%011o" % size, b"00000000000"
    block[156:157], block[257:265] = kind, b"ustar\00000"
    return summed(bytes(block))


def filled(body):
    return body + bytes(-len(body) % 512)


def pax(records, body):
    told = b""
    for key, value in records:
        record = b" %s=%s\n" % (key, value)
        size = len(record) + 1
        while len(b"%d" % size) + len(record) != size:
            size += 1
        told += b"%d" % size + record
    return header(b"x", b"x", len(told)) + filled(told) + header(b"member", b"0", len(body)) + filled(body)


def lies():
    text = b"\nhttp://h1.example/\n"
    huge = 1 << 62
    one = [(b"GNU.sparse.major", b"1"), (b"GNU.sparse.minor", b"0"), (b"GNU.sparse.name", b"m"), (b"GNU.sparse.realsize", b"%d" % (1 << 20))]
    for told in (b"1\n%d\n19\n" % huge, b"%d\n0\n19\n" % huge, b"1\n-1\n19\n", b"1\n0\n%d\n" % huge, b"2\n0\n19\n0\n19\n", b"x\n", b"",
                 b"3\n0\n0\n0\n0\n0\n19\n", b"1\n" * 250, b"9" * 500, b"170\n" + b"0\n0\n" * 169 + b"0\n19\n"):
        yield pax(one, filled(told) + text)
        if not told.startswith(b"1\n%d" % huge):  # a run that ended at its limit
            yield pax(one[:3] + [(b"GNU.sparse.realsize", b"%d" % huge)], filled(told) + text)
    for told in (b"%d,19" % huge, b"0,%d" % huge, b"0,19,0,19", b"5", b",", b"-1,19", b"0,0," * 10_000 + b"0,19"):
        yield pax([(b"GNU.sparse.size", b"%d" % huge), (b"GNU.sparse.numblocks", b"%d" % huge), (b"GNU.sparse.map", told)], text)
    yield pax([(b"GNU.sparse.size", b"%d" % huge), (b"GNU.sparse.numblocks", b"2")] +
              [(b"GNU.sparse.offset", b"%d" % huge), (b"GNU.sparse.numbytes", b"19")] * 300, text)


def check_lies(work):
    end = bytes(1024)
    behind = header(b"behind", b"0", 20) + filled(b"http://h2.example/ x")
    for number, archive in enumerate(work):
        with open("lie.tar", "wb") as file:
            file.write(archive + behind + end)
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        code, rows, told = sieve("lie.tar")
        spent = resource.getrusage(resource.RUSAGE_CHILDREN)
        again = sieve("lie.tar", "--threads", "3", "--batch", "64KiB")
        if code not in (0, 1, 3) or (code, rows) != again[:2]:
            fault(f"lie {number}: {code}, {again[0]}, {told[:300]}")
        if not {row[0] for row in rows} <= {b"http://h1.example/", b"http://h2.example/", b"http://h9.example/"}:
            fault(f"lie {number}: {rows}")
        if spent.ru_utime - before.ru_utime > 20:
            fault(f"lie {number}: {spent.ru_utime - before.ru_utime} s, {told[:300]}")
        if spent.ru_maxrss > 1 << 20:
            fault(f"lie {number}: {spent.ru_maxrss} KiB")


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    for number in range(6):
        names = []
        for member in range(chance.randrange(1, 5)):
            names.append(f"{number}-{member}" + "n" * chance.choice([0, 0, 120]))
            write_sparse(names[-1])
        names.append(f"{number}-plain")
        with open(names[-1], "wb") as file:
            file.write(b"http://h7.example/ http://h8.example/\n")
        chance.shuffle(names)
        for word, options in forms.items():
            path = f"{word}-{number}.tar"
            subprocess.run(["tar", "--sparse", "--hole-detection=raw", f"--format={options[0]}", *options[1:], "-cf", path, *names], check=True)
            compare(path, names)
    # Something must have been left out, or this would show nothing.
    with open("holes", "wb") as file:
        file.seek(1 << 22)
        file.write(b"http://h9.example/\n")
    subprocess.run(["tar", "--sparse", "--hole-detection=raw", "--format=gnu", "-cf", "holes.tar", "holes"], check=True)
    if os.path.getsize("holes.tar") > 1 << 20:
        fault("GNU tar leaves out no holes")
    compare("holes.tar", ["holes"])
    with open("holes.tar", "rb") as file:
        holes = file.read()
    member = holes[:512 + 512 * ((int(holes[124:135], 8) + 511) // 512)]
    old = [field(member, at, value) for at in (386, 398, 410, 483) for value in (0, 1, 511, 1 << 20, (1 << 33) - 1)]
    old += [summed(member[:482] + b"\1" + member[483:512]) + member[512:]]  # declares another block of the map, but has none
    check_lies([*lies(), *old])

print(f"{faults} faults")
sys.exit(faults != 0)
