#!/usr/bin/env python3
"""Inputs and outputs in S3 against s3rver: s3_test.py PROGRAM MODULE

Rows are those of the same files on this machine, and directories that were sent are those that a run makes here. Between
the program and s3rver stands a proxy of ours that checks signatures, which s3rver does not, and what they say of the body;
it counts requests and breaks some of them.
"""
import base64
import functools
import gzip
import hashlib
import hmac
import http.client
import http.server
import json
import os
import random
import re
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request

program, module = os.path.abspath(sys.argv[1]), sys.argv[2]
chance = random.Random(3)
faults = 0


def fault(*words):
    global faults
    faults += 1
    print("FAIL:", *words)


work = tempfile.TemporaryDirectory()
os.chdir(work.name)
os.makedirs("data/sub")
os.makedirs("home/.aws")


def lines(count):
    return b"".join(b"see http://h%d.example/%s there\n" % (i, b"%x" % chance.getrandbits(600)) for i in range(count))


contents = {"a.txt": lines(100), "b.txt.gz": gzip.compress(lines(9000)), "big.txt": lines(90000), "sp ace+&%41?#.txt": lines(5),
            "sub/c.txt": lines(7), "\u00fc\u4e2d.txt": lines(3), "z.gz": gzip.compress(lines(20))}
for name, body in contents.items():
    with open("data/" + name, "wb") as file:
        file.write(body)
in_order = ["data/" + name for name in sorted(contents, key=lambda name: name.encode())]


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


store_port = free_port()
os.mkdir("store")
store = subprocess.Popen(["node", "--openssl-legacy-provider", "-e", """
const S3rver = require(process.argv[1]);
new S3rver({port: +process.argv[2], address: '127.0.0.1', silent: true, directory: 'store',
            configureBuckets: [{name: 'bucket'}, {name: 'other.bucket'}]}).run().then(() => console.log('ready'));
setInterval(() => { if (process.ppid === 1) process.exit(); }, 500);
""", module, str(store_port)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
if b"ready" not in store.stdout.readline():
    print("skipped: s3rver does not start")
    sys.exit(77)


def signature_is_right(method, target, headers, body, secret="S3RVER"):
    """As AWS describes Signature Version 4."""
    given = re.fullmatch(r"AWS4-HMAC-SHA256 Credential=([^/]+)/(\d{8})/([^/]+)/s3/aws4_request, SignedHeaders=([a-z0-9;-]+), "
                         r"Signature=([0-9a-f]{64})", headers.get("Authorization", ""))
    if not given or headers["x-amz-content-sha256"] != hashlib.sha256(body).hexdigest():
        return False
    if "content-md5" in headers and base64.b64decode(headers["content-md5"]) != hashlib.md5(body).digest():
        return False
    path, _, query = target.partition("?")
    names = given[4].split(";")
    if "host" not in names or any(name.startswith("x-amz-") and name not in names for name in map(str.lower, headers)):
        return False
    canonical = "\n".join([method, path, "&".join(sorted(query.split("&"))), *("%s:%s" % (name, headers[name].strip()) for name in names), "",
                           ";".join(names), headers["x-amz-content-sha256"]])
    scope = "/".join([given[2], given[3], "s3", "aws4_request"])
    signed = "\n".join(["AWS4-HMAC-SHA256", headers["x-amz-date"], scope, hashlib.sha256(canonical.encode()).hexdigest()])
    key = ("AWS4" + secret).encode()
    for step in [*scope.split("/"), signed]:
        key = hmac.new(key, step.encode(), hashlib.sha256).digest()
    return given[1] == "S3RVER" and key.hex() == given[5]


class Between(http.server.BaseHTTPRequestHandler):
    """Passes on; what `breaks` says of a request may be a status to answer instead."""
    protocol_version = "HTTP/1.1"
    seen = []
    breaks = staticmethod(lambda method, path, turn: None)
    turns = {}
    lock = threading.Lock()

    def log_message(self, *_):
        pass

    def passed(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        with self.lock:
            self.seen.append((self.command, self.path, dict(self.headers)))
            if "Authorization" in self.headers and not signature_is_right(self.command, self.path, self.headers, body):
                return self.refuse()
            key = self.command + self.path
            turn = self.turns[key] = self.turns.get(key, -1) + 1
        status = self.breaks(self.command, self.path, turn)
        if status == "cut":
            self.close_connection = True
            return
        if status:
            self.send_response(status)
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        link = http.client.HTTPConnection("127.0.0.1", store_port)
        link.putrequest(self.command, self.path, skip_host=True, skip_accept_encoding=True)
        for field, value in self.headers.items():
            link.putheader(field, value)
        link.endheaders(body)
        answer = link.getresponse()
        given = answer.read()
        self.send_response(answer.status)
        for field, value in answer.getheaders():
            if field.lower() not in ("connection", "transfer-encoding", "content-length", "date", "server"):
                self.send_header(field, value)
        length = answer.getheader("Content-Length") if self.command == "HEAD" else len(given)
        self.send_header("Content-Length", str(length))
        self.end_headers()
        self.wfile.write(given)

    def refuse(self):
        told = b"<Error><Code>SignatureDoesNotMatch</Code></Error>"
        self.send_response(403)
        self.send_header("Content-Length", str(len(told)))
        self.end_headers()
        self.wfile.write(told)

    do_GET = do_PUT = do_POST = do_DELETE = do_HEAD = passed


class Quiet(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_):
        pass


between = Quiet(("127.0.0.1", 0), Between)
threading.Thread(target=between.serve_forever, daemon=True).start()
endpoint = "http://127.0.0.1:%d" % between.server_address[1]

keys = {"AWS_ACCESS_KEY_ID": "S3RVER", "AWS_SECRET_ACCESS_KEY": "S3RVER"}
bare = {name: value for name, value in os.environ.items() if not name.startswith("AWS_") and not name.lower().endswith("_proxy")}
bare["HOME"] = os.path.abspath("home")
signed = {**bare, **keys, "AWS_ENDPOINT_URL": endpoint}
fields = ["--no-dedup", "--fields", "url,offset,record-offset"]


def run(*arguments, env=signed):
    done = subprocess.run([program, *arguments], stdin=subprocess.DEVNULL, capture_output=True, timeout=280, env=env)
    if b"S3RVER" in done.stdout + done.stderr:
        fault("a key is shown:", arguments)
    return done.returncode, done.stdout, done.stderr.decode(errors="replace")


def in_store(prefix):
    """What is there, by the store's own files."""
    found = {}
    for folder, _, names in os.walk("store/bucket"):
        for name in names:
            if name.endswith("._S3rver_object"):
                path = os.path.join(folder, name)
                key = os.path.relpath(path, "store/bucket")[:-len("._S3rver_object")]
                if key.startswith(prefix + "/"):
                    found[key[len(prefix) + 1:]] = open(path, "rb").read()
    return found


def here(directory):
    return {name: open(os.path.join(directory, name), "rb").read() for name in os.listdir(directory) if os.path.isfile(os.path.join(directory, name))}


def remove(key):
    link = http.client.HTTPConnection("127.0.0.1", store_port)
    link.request("DELETE", "/bucket/" + urllib.request.quote(key.encode()))
    link.getresponse().read()


def put(key, body):
    """By requests of the program's own making there is no such thing: s3rver takes unsigned ones of a bucket that allows it."""
    link = http.client.HTTPConnection("127.0.0.1", store_port)
    link.request("PUT", "/bucket/" + urllib.request.quote(key.encode()), body=body)
    answer = link.getresponse()
    answer.read()
    if answer.status != 200:
        raise RuntimeError("s3rver refuses %s: %d" % (key, answer.status))


try:
    for name, body in contents.items():
        put("data/" + name, body)
    put("data/marker/", b"")

    # An object, a prefix, a list.
    expected = run("extract", *fields, "data/big.txt")[1]
    code, rows, told = run("extract", *fields, "s3://bucket/data/big.txt")
    if code != 0 or rows != expected or len(rows) < 1 << 20:
        fault("an object:", code, told)
    expected = run("extract", *fields, *in_order)[1]
    for threads in ("1", "3"):
        code, rows, told = run("extract", *fields, "--threads", threads, "s3://bucket/data/")
        if code != 0 or rows != expected:
            fault("a prefix:", code, told)
    with open("list", "w") as file:
        file.write("data/a.txt\ndata/sp ace+&%41?#.txt\n")
    expected = run("extract", *fields, "data/a.txt", "data/sp ace+&%41?#.txt")[1]
    code, rows, told = run("extract", *fields, "--files-from", "list", "--inputs-prefix", "s3://bucket/")
    if code != 0 or rows != expected:
        fault("a list:", code, told)
    if not any(path.startswith("/bucket/data/sp%20ace%2B%26%2541%3F%23.txt") for _, path, _ in Between.seen):
        fault("keys are not escaped")
    ranges = [headers.get("Range") for method, path, headers in Between.seen if path == "/bucket/data/big.txt"]
    if len(ranges) < 4 or not all(ranges):
        fault("ranges:", ranges)

    # s3rver splits a listing into pages of 1000 keys.
    for number in range(1203):
        put("many/%04d.txt" % number, b"http://n%d.example/\n" % number)
    code, rows, told = run("extract", "--no-dedup", "s3://bucket/many/")
    if code != 0 or rows != b"".join(b"http://n%d.example/\n" % number for number in range(1203)):
        fault("pages:", code, rows.count(b"\n"), told)

    # Credentials.
    with open("home/.aws/credentials", "w") as file:
        file.write("[default]\naws_access_key_id = wrong\naws_secret_access_key = wrong\n[mine]\naws_access_key_id = S3RVER\n"
                   "aws_secret_access_key = S3RVER\n")
    for more, wanted in (({}, 3), ({"AWS_PROFILE": "mine"}, 0), ({"AWS_PROFILE": "nobody"}, 2),
                         ({**keys, "AWS_SECRET_ACCESS_KEY": "guess"}, 3), (keys, 0)):
        code, rows, told = run("extract", "--endpoint", endpoint, "s3://bucket/data/a.txt", env={**bare, **more})
        if code != wanted or (code == 0) != (rows != b""):
            fault("credentials", more, "gave", code, told)
    os.remove("home/.aws/credentials")
    code, _, told = run("extract", "--endpoint", endpoint, "s3://bucket/data/a.txt", env=bare)
    if code != 2 or "no credentials" not in told:
        fault("none:", code, told)
    Between.seen.clear()
    code, rows, told = run("extract", "--endpoint", endpoint, "--anonymous", "s3://bucket/data/a.txt", env=bare)
    if code != 0 or not rows or any("Authorization" in headers for _, _, headers in Between.seen):
        fault("anonymous:", code, told)
    code, _, told = run("extract", "s3://bucket/data/a.txt", env={**signed, "AWS_SESSION_TOKEN": "tok"})
    if not any(headers.get("x-amz-security-token") == "tok" for _, _, headers in Between.seen):
        fault("no session token was sent")

    # Missing keys, prefixes and buckets.
    for name, words in (("s3://bucket/data/none", "NoSuchKey"), ("s3://bucket/none/", "nothing is there"), ("s3://nobucket/", "NoSuchBucket")):
        code, rows, told = run("extract", name)
        if code != 3 or words not in told:
            fault(name, code, told)
    code, _, told = run("extract", "s3://")
    if code != 2:
        fault("no bucket:", code, told)

    # Outputs equal local outputs byte for byte.
    making = ["--shards", "5", "--compress", "zstd", "--fields", "url,count"]
    code, _, told = run("extract", *making, "-o", "local", *in_order)
    code, _, told = run("extract", *making, "-o", "s3://bucket/out/run/", "s3://bucket/data/")
    if code != 0 or in_store("out/run") != here("local"):
        fault("an output:", code, told, sorted(in_store("out/run")))
    order = [path for method, path, _ in Between.seen if method == "PUT" and "partNumber" not in path]
    if order[-2:] != ["/bucket/out/run/manifest.json", "/bucket/out/run/_SUCCESS"]:
        fault("_SUCCESS is not last:", order)
    if not all("Content-Md5" in {name.title(): 1 for name in headers} for method, _, headers in Between.seen if method == "PUT"):
        fault("parts without a checksum")
    big = ["--shards", "1", "--fields", "url"]
    run("extract", *big, "-o", "large", *in_order)
    code, _, told = run("extract", *big, "-o", "s3://bucket/large", *in_order)
    if code != 0 or in_store("large") != here("large") or os.path.getsize("large/" + sorted(os.listdir("large"))[-1]) < 9 << 20:
        fault("an output of several parts:", code, told)

    # Existing outputs.
    run("extract", *making, "-o", "s3://bucket/out/first", "s3://bucket/data/")
    before = in_store("out/run")
    code, _, told = run("extract", *making, "-o", "s3://bucket/out/run", "data/a.txt")
    if code != 2 or "not empty" not in told or in_store("out/run") != before:
        fault("an output that is there:", code, told)
    code, _, told = run("extract", "--shards", "2", "--force", "-o", "s3://bucket/out/run", "data/a.txt")
    run("extract", "--shards", "2", "-o", "two", "data/a.txt")
    if code != 0 or in_store("out/run") != here("two"):
        fault("--force:", code, told, sorted(in_store("out/run")))
    code, _, told = run("extract", "--force", "-o", "s3://bucket/data", "data/a.txt")
    if code != 2 or "no manifest" not in told or in_store("data")["a.txt"] != contents["a.txt"]:
        fault("--force over what is no output:", code, told)
    put("out/run/notes", b"mine")
    code, _, told = run("extract", "--force", "-o", "s3://bucket/out/run", "data/a.txt")
    if code != 2 or "notes" not in told or "notes" not in in_store("out/run"):
        fault("--force over more than an output:", code, told)

    # An output of urlsieve with other objects beside it is an input: the URLs of its parts, and
    # other objects as text.
    code, rows, told = run("extract", "--no-dedup", "s3://bucket/out/run/")
    if code != 0 or sorted(rows) != sorted(run("extract", "--no-dedup", "two")[1]):
        fault("an output as an input:", code, told)

    # All subcommands that read directories read a remote output like a local directory.
    code, _, told = run("extract", *making, "-o", "s3://bucket/second", "data/big.txt")
    run("extract", *making, "-o", "here2", "data/big.txt")
    code, _, told = run("extract", "--shards", "3", "--output-format", "parquet", "--fields", "url,count", "-o", "s3://bucket/columns", "data/big.txt")
    run("extract", "--shards", "3", "--output-format", "parquet", "--fields", "url,count", "-o", "columns", "data/big.txt")
    some = run("get", "here2", "--prefix", "http://h8")[1].decode().split()[0]
    for words in (["merge", "-o", "=", "local", "here2"], ["merge", "--shard", "2", "-o", "=", "local", "here2"], ["merge", "--reshard", "2", "-o", "=", "here2"],
                  ["merge", "--memory", "300M", "-o", "=", "local", "here2", "here2"], ["merge", "-o", "=", "large"], ["merge", "-o", "=", "columns"],
                  ["verify", "local", "here2", "columns"], ["stats", "local", "here2"], ["get", "here2", some], ["get", "here2", "--prefix", "http://h8"], ["get", "columns", some],
                  ["get", "large", "--host", "h7.example"], ["diff", "local", "here2"], ["extract", "--seen", "local", *making, "-o", "=", "data/big.txt"]):
        answers = []
        for far in (False, True):
            at = {"local": "s3://bucket/out/first", "here2": "s3://bucket/second/", "large": "s3://bucket/large", "columns": "s3://bucket/columns"} if far else {}
            made = "made-" + ("far" if far else "near")
            subprocess.run(["rm", "-rf", made])
            code, rows, told = run(*[at.get(one, made if one == "=" else one) for one in words])
            for name, url in at.items():
                rows = rows.replace(url.encode(), name.encode())
            answers.append((code, rows, here(made) if os.path.exists(made) else None))
        if answers[0] != answers[1] or answers[0][0] not in (0, 1) or not (answers[0][1] or answers[0][2] or words[0] == "verify"):
            fault("far and near differ:", words, answers[0][0], answers[1][0], told)
    code, _, told = run("merge", "local", "s3://bucket/second", "-o", "mixed")
    code2, _, told2 = run("merge", "local", "here2", "-o", "unmixed")
    if code != 0 or here("mixed") != here("unmixed"):
        fault("far and near together:", code, told)

    # Damage is reported with names.
    part = "part-00002-of-00005.tsv.zst"
    for name, body in in_store("out/first").items():
        put("faulty/" + name, body)
    first = in_store("out/first")
    for name, body, words in ((part, None, part + ": the server answered 404 Not Found (NoSuchKey)"), (part, first[part][:-1], part),
                              (part, first[part] + b"x", part), (part, first[part][:50] + b"?" + first[part][51:], part),
                              ("_SUCCESS", None, "_SUCCESS is missing"), ("_SUCCESS", b"x", "_SUCCESS: does not hold"), ("manifest.json", None, "manifest.json: No such"),
                              ("manifest.json", b"{", "faulty/manifest.json")):
        put("faulty/" + name, body) if body is not None else remove("faulty/" + name)
        for arguments in (["merge", "s3://bucket/faulty", "-o", "never"], ["merge", "s3://bucket/faulty", "s3://bucket/second", "-o", "never"], ["stats", "s3://bucket/faulty"],
                          ["extract", "--seen", "s3://bucket/faulty", *making, "-o", "never", "data/a.txt"], ["verify", "s3://bucket/faulty"]):
            code, rows, told = run(*arguments)
            if code != (1 if arguments[0] == "verify" else 3) or words not in told + rows.decode() or os.path.exists("never"):
                fault("a fault of a far directory:", name, arguments, code, told)
        put("faulty/" + name, first[name])
    put("faulty/notes", b"mine")
    code, rows, told = run("verify", "s3://bucket/faulty")
    if code != 1 or rows.decode() != "s3://bucket/faulty/notes: the manifest does not list this file\n":
        fault("a stranger:", code, rows, told)
    code, _, told = run("stats", "s3://bucket/nothing")
    if code != 3 or "s3://bucket/nothing/manifest.json" not in told:
        fault("no directory:", code, told)

    # Published by a server of files, with ranges or without.
    os.makedirs("public", exist_ok=True)
    subprocess.run(["cp", "-r", "here2", "columns", "public"], check=True)
    web = Quiet(("127.0.0.1", 0), functools.partial(http.server.SimpleHTTPRequestHandler, directory="public"))
    web.RequestHandlerClass.func.log_message = lambda *_: None
    threading.Thread(target=web.serve_forever, daemon=True).start()
    site = "http://127.0.0.1:%d/" % web.server_address[1]
    for words in (["stats", "here2"], ["verify", "here2"], ["get", "here2", some], ["merge", "here2", "-o", "="]):
        near = run(*[one.replace("=", "public-near") for one in words])
        far = run(*[site + one if one == "here2" else one.replace("=", "public-far") for one in words])
        if far[:2] != near[:2] or far[0] != 0:
            fault("a published directory:", words, far, near[0])
    if here("public-near") != here("public-far"):
        fault("a published directory is merged into something else")
    code, _, told = run("stats", site + "columns")
    if code != 3 or "its server gives no ranges" not in told:
        fault("Parquet without ranges:", code, told)

    # A plan of a prefix stores the listing; a replaced object fails its task.
    put("planned/a.txt", contents["a.txt"])
    put("planned/none.bin", b"\0\1\2" * 5000)
    put("planned/z.gz", contents["z.gz"])
    with open("s3.list", "w") as file:
        file.write("s3://bucket/planned/\n")
    for folder in ("plan-same", "plan-other"):
        code, _, told = run("plan", "--files-from", "s3.list", "--splits", "2", *making, "-o", folder)
        listed = [one for line in open(folder + "/plan.jsonl") for one in json.loads(line).get("inputs", [])]
        if code != 0 or [one["size"] for one in listed] != [len(contents["a.txt"]), 15000, len(contents["z.gz"])] or not all(one["etag"] for one in listed):
            fault("a plan of a prefix:", code, told, listed)
    run("extract", *making, "-o", "plan-local", "data/a.txt", "data/z.gz")
    code, _, told = run("run-task", "plan-same")
    if code != 0 or any(here("plan-same")[name] != held for name, held in here("plan-local").items() if name.startswith("part-")):
        fault("a plan of a prefix:", code, told)
    put("planned/z.gz", contents["z.gz"][::-1])
    code, _, told = run("run-task", "plan-other")
    if code != 1 or "changed since the plan was made: s3://bucket/planned/z.gz (its ETag was" not in run("plan", "--status", "plan-other")[1].decode():
        fault("an object that was replaced:", code, told)

    # Temporary faults.
    Between.breaks = staticmethod(lambda method, path, turn: 503 if turn == 0 and "uploads" not in path else "cut" if turn == 1 and "partNumber" in path else None)
    Between.turns.clear()
    code, _, told = run("extract", *making, "-o", "s3://bucket/again", "s3://bucket/data/")
    if code != 0 or in_store("again") != here("local"):
        fault("faults that pass:", code, told)

    # Permanent faults: no output appears, and uploads are aborted.
    Between.breaks = staticmethod(lambda method, path, turn: 503 if "partNumber=1&" in path and "part-00002" in path else None)
    Between.turns.clear()
    Between.seen.clear()
    with open("stats", "w") as file:
        file.write("before")
    code, _, told = run("extract", *making, "--retries", "1", "--stats", "stats", "-o", "s3://bucket/never", "data/a.txt")
    begun = sum(method == "POST" and "uploads" in path for method, path, _ in Between.seen)
    ended = sum(method == "DELETE" and "uploadId" in path for method, path, _ in Between.seen)
    if code != 3 or in_store("never") or begun != 5 or ended != 5 or "503" not in told:
        fault("faults that stay:", code, begun, ended, told, sorted(in_store("never")))
    if open("stats").read() != "before":
        fault("statistics of a run without an output")
    if os.listdir(tempfile.gettempdir()).count(".urlsieve-"):
        fault("a temporary directory is left")

    # An interrupted run aborts its uploads.
    Between.breaks = staticmethod(lambda method, path, turn: time.sleep(5) if "partNumber" in path else None)
    Between.turns.clear()
    Between.seen.clear()
    going = subprocess.Popen([program, "extract", *making, "-o", "s3://bucket/stopped", "data/a.txt"], env=signed,
                             stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    time.sleep(2)
    going.send_signal(signal.SIGTERM)
    going.wait(timeout=30)
    if in_store("stopped") or not any(method == "DELETE" for method, _, _ in Between.seen):
        fault("an output that was stopped:", sorted(in_store("stopped")))
    Between.breaks = staticmethod(lambda *_: None)

    # Rejected combinations.
    for arguments in (["extract", "--resume", "-o", "s3://bucket/x", "data/a.txt"], ["extract", "-o", "https://host/x", "data/a.txt"],
                      ["update", "s3://bucket/state", "data/a.txt"], ["verify", "https://me:hush@host/run"],
                      ["extract", "--endpoint", "host", "s3://bucket/a"]):
        code, _, told = run(*arguments)
        if code != 2:
            fault(arguments, code, told)
finally:
    store.terminate()

print("%d faults" % faults)
sys.exit(1 if faults else 0)
