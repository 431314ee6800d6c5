"""s3_outputs_test.py PROGRAM: an output of urlsieve in S3 yields the URLs of the same directory on this machine. A
test server answers listings and reads like S3."""
import functools
import http.server
import os
import subprocess
import sys
import tempfile
import threading
import urllib.parse
from xml.sax.saxutils import escape

program = os.path.abspath(sys.argv[1])
work = tempfile.TemporaryDirectory()
os.chdir(work.name)


class Store(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_HEAD(self):
        self.do_GET()

    def do_GET(self):
        path, _, query = self.path.partition("?")
        bucket, _, key = urllib.parse.unquote(path)[1:].partition("/")
        if not key:
            return self.list(urllib.parse.parse_qs(query).get("prefix", [""])[0])
        try:
            with open("store/" + key, "rb") as file:
                body = file.read()
        except OSError:
            return self.answer(404, b"")
        span = self.headers.get("Range")
        if not span:
            return self.answer(200, body)
        first, _, last = span[6:].partition("-")
        begin = int(first) if first else len(body) - int(last)
        end = min(int(last) + 1, len(body)) if first and last else len(body)
        if begin >= len(body):
            return self.answer(416, b"")
        self.answer(206, body[begin:end], {"Content-Range": "bytes %d-%d/%d" % (begin, end - 1, len(body))})

    def list(self, prefix):
        keys = sorted(os.path.relpath(os.path.join(folder, name), "store") for folder, _, names in os.walk("store") for name in names)
        found = "".join("<Contents><Key>%s</Key><Size>%d</Size><ETag>\"e\"</ETag></Contents>" % (escape(urllib.parse.quote(key)), os.path.getsize("store/" + key))
                        for key in keys if key.startswith(prefix))
        self.answer(200, ("<?xml version='1.0'?><ListBucketResult><IsTruncated>false</IsTruncated>%s</ListBucketResult>" % found).encode())

    def answer(self, status, body, fields={}):
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("ETag", '"e"')
        self.send_header("Accept-Ranges", "bytes")
        for name, value in fields.items():
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def log_message(self, *_):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Store)
server.daemon_threads = True
threading.Thread(target=server.serve_forever, daemon=True).start()
far = ["--endpoint", "http://127.0.0.1:%d" % server.server_address[1], "--anonymous"]
environment = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy") and not name.startswith("AWS_")}
faults = 0


def run(*words):
    done = subprocess.run([program, "extract", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=100, env=environment)
    return done.returncode, done.stdout.splitlines(), done.stderr.decode()


def expect(what, holds, *told):
    global faults
    if not holds:
        faults += 1
        print("FAIL:", what, *told)


with open("in.txt", "w") as file:
    for i in range(3000):
        file.write("see http://h%d.example/%d there\n" % (i % 97, i))
forms = [[], ["--fields", "shard,url,count"], ["--output-format", "jsonl", "--fields", "count,url"], ["--output-format", "parquet", "--fields", "count,url"],
         ["--compress", "zstd"], ["--order", "surt", "--compress", "gzip"]]
for form in forms:
    subprocess.run(["rm", "-rf", "store"], check=True)
    os.makedirs("store/deep")
    code, _, told = run("-q", "--shards", "3", *form, "-o", "store/deep/out", "in.txt")
    expect("a run", code == 0, form, told)
    here = run("--no-dedup", "store/deep/out")
    for name in ("s3://bucket/deep/out/", "s3://bucket/deep/", "s3://bucket"):
        for threads in ("1", "2"):
            there = run("--no-dedup", "--threads", threads, name, *far)
            expect("the same rows", there == here and here[0] == 0 and len(here[1]) == 3000, form, name, there[0], len(there[1]), there[2])
    # An incomplete output is damage, and so is a missing part.
    os.remove("store/deep/out/_SUCCESS")
    code, rows, told = run("--no-dedup", "s3://bucket/deep/out/", *far)
    expect("no _SUCCESS", code == 1 and "_SUCCESS" in told and len(rows) == 3000, form, code, told)
    os.remove("store/deep/out/" + next(name for name in sorted(os.listdir("store/deep/out")) if name.startswith("part-")))
    code, rows, told = run("--on-error", "ignore", "--no-dedup", "s3://bucket/deep/out/", *far)
    expect("a part that is missing", "is missing" in told and len(rows) < 3000, form, code, told)
# Other objects beside outputs are read as before.
os.makedirs("store/other")
with open("store/other/a.txt", "w") as file:
    file.write("http://other.example/\n")
with open("store/other/_SUCCESS", "w") as file:
    file.write("http://mark.example/\n")
code, rows, told = run("s3://bucket/other/", *far)
expect("no output", code == 0 and len(rows) == 2, code, rows, told)
print(faults, "faults")
sys.exit(faults != 0)
