#!/usr/bin/env python3
"""The peak memory of every subcommand stays within --memory: memory_bounds_test.py PROGRAM

Inputs that are small on disk and large in memory: many compressed members in a zip archive, a WACZ file that lists as
many files, rows of as many hosts as rows. Each is read with 64 MiB by 2 threads and with 256 MiB by 8.
"""
import gzip
import hashlib
import json
import os
import random
import subprocess
import sys
import tempfile
import zipfile

program = os.path.abspath(sys.argv[1])
chance = random.Random(3)
MEMBERS = 20000
HOSTS = 300000
faults = 0

work = tempfile.TemporaryDirectory()
os.chdir(work.name)


def links(count):
    return b"".join(b"http://h%d.example/%x\n" % (chance.randrange(10**6), chance.getrandbits(80)) for _ in range(count))


def make_archives():
    listed = []
    with zipfile.ZipFile("members.zip", "w") as members, zipfile.ZipFile("collection.wacz", "w") as collection:
        for number in range(MEMBERS):
            text = links(20)
            members.writestr("m/%06d.txt.gz" % number, gzip.compress(text, 1))
            http = b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n" + text
            head = b"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://s.example/%d\r\n" % number
            head += b"Content-Type: application/http; msgtype=response\r\nContent-Length: %d\r\n\r\n" % len(http)
            packed = gzip.compress(head + http + b"\r\n\r\n", 1)
            path = "archive/%06d.warc.gz" % number
            collection.writestr(path, packed)
            listed.append({"path": path, "hash": "sha256:" + hashlib.sha256(packed).hexdigest(), "bytes": len(packed)})
        collection.writestr("datapackage.json", json.dumps(
            {"profile": "data-package", "wacz_version": "1.1.1", "resources": listed}))


def make_outputs():
    for name, seed in (("one", 1), ("two", 2)):
        other = random.Random(seed)
        with open("list", "w", encoding="ascii") as file:
            for number in range(HOSTS):
                file.write("http://h%x.example-%d.com/%x\n" % (other.getrandbits(40), number, other.getrandbits(32)))
        subprocess.run([program, "extract", "-q", "--input-format", "urls", "--fields", "url,count", "--compress", "zstd",
                        "--shards", "4", "-o", name, "list"], check=True)
        subprocess.run([program, "convert", "-q", name, "-o", name + "-parquet", "--output-format", "parquet", "--shards", "1",
                        "--fields", "url,host,domain,path,count"], check=True)
        subprocess.run([program, "update", "-q", "--input-format", "urls", "--shards", "4", "--compact", "never", "state", "list"],
                       check=True, stdout=subprocess.DEVNULL)
    with open("pages", "w", encoding="ascii") as file:
        for number in range(HOSTS):
            page = "http://a%x.example/" % chance.getrandbits(40)
            file.write(json.dumps({"url": page, "html": "<a href=http://b%x.example/>" % chance.getrandbits(40)}) + "\n")
    subprocess.run([program, "extract", "-q", "--input-format", "jsonl", "--edges", "host", "--fields", "url,count", "-o", "edges",
                    "pages"], check=True)


def check(memory, threads, *arguments):
    global faults
    command = [program, *arguments, "--memory", "%dM" % memory]
    if threads:
        command += ["--threads", str(threads)]
    with open("said", "wb") as said, open(os.devnull, "wb") as nothing:
        child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=nothing, stderr=said)
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    peak = used.ru_maxrss / 1024
    good = child.returncode in (0, 1) and peak <= memory
    print("%-5s %4d MiB of %3d, %d threads: %s" % ("" if good else "FAIL:", peak, memory, threads, " ".join(arguments)))
    if not good:
        faults += 1
        print(child.returncode, open("said", errors="replace").read())


def make_captures():
    with open("captures.warc", "wb") as file:
        for number in range(HOSTS):
            file.write(b"WARC/1.0\r\nWARC-Type: resource\r\nWARC-Target-URI: http://h%x.example/%x\r\nWARC-Date: 2024-02-29T12:00:00Z\r\n"
                       b"Content-Length: 1\r\n\r\nx\r\n\r\n" % (chance.getrandbits(40), number))
    subprocess.run([program, "index", "-q", "captures.warc", "--output-format", "parquet", "-o", "captures.parquet"], check=True)


# Linux counts the parent's peak for the child, so that the parent must stay small.
for make in (make_archives, make_outputs, make_captures):
    if (child := os.fork()) == 0:
        make()
        os._exit(0)
    if os.waitpid(child, 0)[1] != 0:
        sys.exit("the inputs could not be made")
for memory, threads in ((64, 2), (256, 8)):
    for read in (["members.zip"], ["collection.wacz"], ["--verify-inputs", "collection.wacz"]):
        check(memory, threads, "extract", "-q", "--shards", "4", "--force", "-o", "out", *read)
    check(memory, threads, "extract", "-q", "--shards", "4", "--force", "-o", "out", "--seen", "one", "two")
    for subcommand in ("stats", "verify"):
        check(memory, threads, subcommand, "one", "two")
    check(memory, threads, "report", "one", "two", "-o", "page.html")
    check(memory, threads, "merge", "one", "two", "--force", "-o", "both")
    check(memory, threads, "merge", "one-parquet", "two-parquet", "--force", "-o", "both")
    check(memory, threads, "verify", "one-parquet", "two-parquet")
    for more in ([], ["--max-per-host", "1", "--max-per-domain", "3"], ["--dedup-by", "params"]):
        check(memory, threads, "extract", "-q", "--input-format", "urls", "--output-format", "parquet", "--fields",
              "url,host,domain,path,query,raw,count", "--shards", "4", "--force", "-o", "out", "list", *more)
    check(memory, threads, "update", "state", "list", "-q", "--input-format", "urls", "--max-per-host", "2", "--compact", "never")
    check(memory, threads, "convert", "one", "two", "--force", "-o", "both", "--order", "surt", "--fold-https")
    check(memory, threads, "convert", "one", "--force", "-o", "both", "--shards", "64", "--output-format", "parquet",
          "--shard-by", "domain")
    check(memory, 0, "graph", "edges", "--force", "-o", "graph")
    check(memory, threads, "diff", "one", "two")
    check(memory, threads, "index", "captures.warc", "--force", "-o", "captures.cdxj")
    if memory >= 128:
        check(memory, threads, "index", "captures.warc", "--force", "-o", "again.parquet", "--output-format", "parquet")
    check(memory, threads, "records", "captures.parquet", "--force", "--write-cdxj", "again.cdxj")
sys.exit(1 if faults else 0)
