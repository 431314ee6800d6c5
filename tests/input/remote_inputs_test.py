#!/usr/bin/env python3
"""Inputs over HTTP from a faulty server: remote_inputs_test.py PROGRAM

A server on the loopback interface serves the bytes of a file. The server closes connections, stalls, answers 503, sends
false lengths and ranges, and changes objects during the read. Either the rows equal those of the file with exit code 0,
or a message names the URL and the fault.
"""
import gzip
import http.server
import json
import os
import random
import re
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
import time
import zipfile

program = os.path.abspath(sys.argv[1])
chance = random.Random(7)
faults = 0


def fault(*words):
    global faults
    faults += 1
    print("FAIL:", *words)


def lines(count):
    return b"".join(b"see http://h%d.example/%s there\n" % (i, b"%x" % chance.getrandbits(600)) for i in range(count))


plain = lines(20000)
packed = b"".join(gzip.compress(plain[at:at + 90000], 1) for at in range(0, len(plain), 90000))
large = b"".join([plain] * 8)
small = lines(30)
page = b"<!DOCTYPE html><a href='x'>1</a><a href='/y'>2</a><img src='//h.example/z'><a href='http://abs.example/'>3</a>"
pages = {
    "page.html": page,
    "page.html.gz": gzip.compress(page),
    "based.html": b"<!DOCTYPE html><base href='b/'><a href='x'>1</a>",
    "wide.html": "\ufeff<!DOCTYPE html><a href='x'>1</a>".encode("utf-16-le"),
    "style.css": b"@import url(c.css);",
    "feed.xml": b"<?xml version='1.0'?><feed xmlns='http://www.w3.org/2005/Atom'><link href='x'/></feed>",
    "words.txt": b"see www.abbreviated.example.com and http://h.example/\n",
}
assert len(packed) > 1 << 20 and len(large) > 20 << 20


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    lock = threading.Lock()
    asked = {}
    seen = []

    def log_message(self, *_):
        pass

    def do_GET(self):
        path = re.sub(r"^https?://[^/]+", "", self.path)  # as a proxy is asked
        with self.lock:
            self.seen.append((self.path, dict(self.headers)))
            turn = self.asked[path] = self.asked.get(path, -1) + 1
        way, name = path[1:].split("/")[:2]
        body = {"plain": plain, "packed": packed, "large": large, "small": small, "empty": b"", "zip": zipped,
                **pages}.get(name)
        if body is None:
            return self.answer(404, b"none such")
        asked = re.match(r"bytes=(\d+)-(\d+)$", self.headers.get("Range", ""))
        begin, end = (int(asked[1]), min(int(asked[2]) + 1, len(body))) if asked else (0, len(body))
        try:
            getattr(self, "serve_" + way)(body, begin, end, turn)
        except (BrokenPipeError, ConnectionResetError, ssl.SSLError):
            self.close_connection = True

    def answer(self, status, body, **fields):
        self.send_response(status)
        fields.setdefault("Content_Length", len(body))
        for field, value in fields.items():
            if value is not None:
                self.send_header(field.replace("_", "-"), str(value))
        self.end_headers()
        self.wfile.write(body)

    def range(self, body, begin, end, sent=None, tag='"one"', total=None, **fields):
        """Sends the range, with the given changes."""
        if begin >= len(body):
            return self.answer(416, b"", Content_Range="bytes */%d" % len(body))
        total = len(body) if total is None else total
        fields.setdefault("Content_Length", end - begin)
        self.answer(206, body[begin:end] if sent is None else sent, ETag=tag,
                    Content_Range="bytes %d-%d/%s" % (begin, end - 1, total), **fields)
        if len(body[begin:end] if sent is None else sent) < fields["Content_Length"]:
            self.cut()

    def cut(self):
        self.wfile.flush()
        self.close_connection = True

    # Servers without faults.
    def serve_sound(self, body, begin, end, turn):
        self.range(body, begin, end)

    def serve_whole(self, body, begin, end, turn):
        self.answer(200, body, ETag='"one"')

    def serve_untagged(self, body, begin, end, turn):
        self.answer(200, body)

    def serve_chunked(self, body, begin, end, turn, cut=None):
        self.answer(200, b"", Content_Length=None, Transfer_Encoding="chunked")
        for at in range(0, len(body), 50000):
            if cut is not None and at > cut:
                return self.cut()
            piece = body[at:at + 50000]
            self.wfile.write(b"%x\r\n%s\r\n" % (len(piece), piece))
        self.wfile.write(b"0\r\n\r\n")

    def serve_moved(self, body, begin, end, turn):
        self.answer(302, b"over there", Location=self.path.replace("/moved/", "/sound/"))

    def serve_weak(self, body, begin, end, turn):
        self.range(body, begin, end, tag='W/"one"')

    def serve_halves(self, body, begin, end, turn):
        self.range(body, begin, (begin + end + 1) // 2)

    # Servers with temporary faults.
    def serve_cut(self, body, begin, end, turn):
        some = min(end - begin, 1 + random.randrange(2 * (end - begin)))
        self.range(body, begin, end, sent=body[begin:begin + some])

    def serve_wholecut(self, body, begin, end, turn):
        if turn < 4:
            self.answer(200, body[:len(body) * (turn + 1) // 7], Content_Length=len(body), ETag='"one"')
            return self.cut()
        self.answer(200, body, ETag='"one"')

    def serve_untaggedcut(self, body, begin, end, turn):
        if turn < 3:
            self.answer(200, body[:len(body) * (turn + 1) // 7], Content_Length=len(body))
            return self.cut()
        self.answer(200, body)

    def serve_chunkedcut(self, body, begin, end, turn):
        self.serve_chunked(body, begin, end, turn, cut=None if turn > 1 else len(body) // 2)

    def serve_mute(self, body, begin, end, turn):
        if turn % 2 == 0:
            return self.cut()
        self.range(body, begin, end)

    def serve_busy(self, body, begin, end, turn):
        if turn % 3 != 2:
            return self.answer([503, 500, 429][turn % 4 % 3], b"<Code>SlowDown</Code>")
        self.range(body, begin, end)

    def serve_later(self, body, begin, end, turn):
        if turn == 0:
            return self.answer(503, b"", Retry_After=1)
        self.range(body, begin, end)

    def serve_stall(self, body, begin, end, turn):
        if turn == 1:
            self.answer(206, body[begin:begin + 1000], ETag='"one"', Content_Length=end - begin,
                        Content_Range="bytes %d-%d/%d" % (begin, end - 1, len(body)))
            self.wfile.flush()
            time.sleep(20)
            return self.cut()
        self.range(body, begin, end)

    # Servers with permanent faults.
    def serve_dead(self, body, begin, end, turn):
        self.answer(503, b"<Error><Code>SlowDown</Code></Error>")

    def serve_ends(self, body, begin, end, turn):
        stop = len(body) // 3
        if begin >= stop:
            return self.cut()
        self.range(body, begin, end, sent=body[begin:min(end, stop)])

    def serve_endswhole(self, body, begin, end, turn):
        self.answer(200, body[:len(body) // 3], Content_Length=len(body))
        self.cut()

    def serve_short(self, body, begin, end, turn):
        self.range(body, begin, end, sent=body[begin:end - 10], Content_Length=end - begin - 10)

    def serve_long(self, body, begin, end, turn):
        self.answer(206, b"", ETag='"one"', Content_Length=None, Transfer_Encoding="chunked",
                    Content_Range="bytes %d-%d/%d" % (begin, end - 1, len(body)))
        piece = body[begin:end] + b"more"
        self.wfile.write(b"%x\r\n%s\r\n0\r\n\r\n" % (len(piece), piece))

    def serve_elsewhere(self, body, begin, end, turn):
        self.answer(206, body[begin + 1:end], ETag='"one"', Content_Range="bytes %d-%d/%d" % (begin + 1, end - 1, len(body)))

    def serve_untold(self, body, begin, end, turn):
        self.range(body, begin, end, total="*")

    def serve_endless(self, body, begin, end, turn):
        self.answer(200, body, Content_Length=None, Connection="close")
        self.cut()

    def serve_retagged(self, body, begin, end, turn):
        self.range(body if turn < 2 else body[::-1], begin, end, tag='"one"' if turn < 2 else '"two"')

    def serve_regrown(self, body, begin, end, turn):
        self.range(body, begin, end, total=len(body) + (turn > 1))

    def serve_shrunk(self, body, begin, end, turn):
        self.range(body if turn < 2 else body[:1 << 20], begin, end)

    def serve_gone(self, body, begin, end, turn):
        if turn > 1:
            return self.answer(404, b"")
        self.range(body, begin, end)

    def serve_rewritten(self, body, begin, end, turn):
        if turn == 0:
            self.answer(200, body[:len(body) // 2], Content_Length=len(body))
            return self.cut()
        self.answer(200, body[::-1], Content_Length=len(body))

    def serve_round(self, body, begin, end, turn):
        self.answer(302, b"", Location=self.path)

    def serve_toafile(self, body, begin, end, turn):
        self.answer(302, b"", Location="file:///etc/passwd")

    def serve_forbidden(self, body, begin, end, turn):
        self.answer(403, b"<?xml version='1.0'?><Error><Code>AccessDenied</Code></Error>")

    def serve_old(self, body, begin, end, turn):
        self.wfile.write(b"see http://no.header.example/ there\n")
        self.cut()


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def handle_error(self, *_):
        pass


def served(server):
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server.server_address[1]


work = tempfile.TemporaryDirectory()
os.chdir(work.name)
with zipfile.ZipFile("zip", "w", zipfile.ZIP_DEFLATED) as made:
    for number in range(5):
        made.writestr("dir/%d.txt" % number, lines(3000))
zipped = open("zip", "rb").read()
for name, body in (("plain", plain), ("packed", packed), ("large", large), ("small", small), ("empty", b"")):
    with open(name, "wb") as file:
        file.write(body)
port = served(Server(("127.0.0.1", 0), Handler))
site = "http://127.0.0.1:%d" % port
environment = {name: value for name, value in os.environ.items() if not name.lower().endswith(("_proxy", "_ca_bundle"))}


def sieve(*arguments, more={}):
    began = time.monotonic()
    done = subprocess.run([program, "extract", "--no-dedup", "--fields", "url,offset,record-offset", *arguments],
                          stdin=subprocess.DEVNULL, capture_output=True, timeout=120, env={**environment, **more})
    return done.returncode, done.stdout, done.stderr.decode(errors="replace"), time.monotonic() - began


none = 3  # exit code if no input was read
some_or_none = (1, none)


def right(way, name, *options, at_least=0.0, at_most=60.0):
    """The rows of the file, and all is well."""
    url = "%s/%s/%s" % (site, way, name)
    code, rows, told, seconds = sieve(url, *options)
    expected = sieve(name, *[one for one in options if one.startswith("--threads")])
    if code != 0 or rows != expected[1]:
        fault(url, options, "code", code, len(rows), "bytes of rows in place of", len(expected[1]), told)
    if not at_least <= seconds <= at_most:
        fault(url, "was waited for", seconds, "s")


def wrong(way, name, what, *options, words="", code=1):
    """Expects the first rows of the file, and a fault with the URL and the reason. `some_or_none`: the number of
    rows depends on timing."""
    url = "%s/%s/%s" % (site, way, name)
    got, rows, told, _ = sieve(url, *options)
    if code == some_or_none:
        code = got if got in (1, none) else 1
        what = ""
    what = "not read" if code == none and what else what
    if got != code or not sieve(name)[1].startswith(rows[:rows.rfind(b"\n", 0, -200) + 1]):
        fault(url, options, "code", got, len(rows), told)
    if url not in told or what not in told or words not in told:
        fault(url, "is not told as", what, words, "but as", told)


for way in ("sound", "whole", "untagged", "chunked", "moved", "weak", "halves"):
    for name in ("plain", "packed", "small", "empty"):
        right(way, name)
right("sound", "large")
right("sound", "large", "--connections=1")
right("sound", "large", "--connections=13", "--threads=1")
right("sound", "zip")
right("whole", "zip")
right("whole", "large")
right("moved", "zip")
for way in ("cut", "wholecut", "untaggedcut", "chunkedcut", "mute", "busy"):
    right(way, "packed")
    right(way, "plain", "--threads=1")
right("cut", "large", "--retries=30")
right("cut", "zip", "--retries=30")
right("later", "packed", at_least=1)
right("stall", "packed", "--stall=1", at_least=1, at_most=40)
right("stall", "large", "--stall=1", "--connections=1", at_least=1, at_most=40)

few = "--retries=1"
wrong("dead", "packed", "cannot be read", few, words="503 Service Unavailable (SlowDown), 2 times in a row", code=none)
wrong("forbidden", "packed", "cannot be read", words="403 Forbidden (AccessDenied)", code=none)
wrong("round", "packed", "cannot be read", words="more than 10 redirects", code=none)
wrong("toafile", "packed", "cannot be read", code=none)
wrong("old", "packed", "cannot be read", few, code=none)
wrong("ends", "plain", "cannot be read", few, words="byte {:,}".format(len(plain) // 3))
wrong("ends", "packed", "cannot be read", few)
wrong("ends", "large", "cannot be read", few, words="byte {:,}".format(len(large) // 3))
wrong("endswhole", "plain", "cannot be read", few, words="byte {:,}".format(len(plain) // 3))
wrong("short", "plain", "cannot be read", few, words="contradicts its Content-Length", code=none)
wrong("long", "plain", "cannot be read", few, words="longer than its header says", code=some_or_none)
wrong("elsewhere", "plain", "cannot be read", few, words="another range", code=none)
wrong("untold", "plain", "cannot be read", few, words="has no total length", code=none)
wrong("endless", "plain", "cannot be read", few, words="neither length nor end")
wrong("retagged", "large", "changed since it was first seen", words='its ETag was "one" and is "two"')
wrong("regrown", "large", "changed since it was first seen", words="its size was %d bytes" % len(large))
wrong("shrunk", "large", "changed since it was first seen")
wrong("gone", "large", "changed since it was first seen", words="404 Not Found")
wrong("rewritten", "plain", "changed since it was first seen", words="earlier bytes of the object changed")

# A missing input does not end the run.
code, rows, told, _ = sieve(site + "/none/such", site + "/sound/small")
if code != 1 or rows != sieve("small")[1] or "404 Not Found" not in told:
    fault("one of two is missing:", code, told)

# Lists of names, behind a prefix; the list itself may come from there.
with open("list", "w") as file:
    file.write("sound/small\n/sound/packed\n%s/whole/small\n" % site)
Handler.serve_lists = lambda self, body, begin, end, turn: self.range(open("list", "rb").read(), begin, min(end, 1 << 10))
expected = sieve("small", "packed", "small")[1]
for prefix in (site + "/", site):
    code, rows, told, _ = sieve("--files-from", "list", "--inputs-prefix", prefix)
    if code != 0 or rows != expected:
        fault("a list behind", prefix, code, told)
with open("names", "w") as file:
    file.write("small\n")
Handler.serve_names = lambda self, body, begin, end, turn: self.answer(200, gzip.compress(open("list", "rb").read()))
code, rows, told, _ = sieve("--files-from", site + "/names/small", "--inputs-prefix", site)
if code != 0 or rows != expected:
    fault("a list that is remote:", code, told)
code, _, told, _ = sieve("--files-from", site + "/dead/small", few)
if code != 3 or "503" not in told:
    fault("a list that is not to be had:", code, told)

# A password is sent and never shown.
secret = "http://me:hush@127.0.0.1:%d/sound/small" % port
done = subprocess.run([program, "extract", "--fields", "url,input,source", secret, secret.replace("sound", "forbidden")],
                      capture_output=True, env=environment)
if b"hush" in done.stdout + done.stderr or b"me:***@" not in done.stdout or b"me:***@" not in done.stderr:
    fault("a password:", done.stderr.decode(), done.stdout[:200])
if not any("Authorization" in fields for path, fields in Handler.seen):
    fault("the password was not sent")

# The proxy of the environment is used, except for hosts in no_proxy.
Handler.seen.clear()
proxied = sieve("http://data.example/sound/small", more={"http_proxy": site})
if proxied[0] != 0 or not any(path == "http://data.example/sound/small" for path, _ in Handler.seen):
    fault("the proxy was not asked:", proxied[2])
direct = sieve(site + "/sound/small", more={"http_proxy": "http://127.0.0.1:1", "no_proxy": "127.0.0.1"})
if direct[0] != 0:
    fault("no_proxy was not followed:", direct[2])

# An untrusted certificate is rejected; a trusted certificate is accepted.
made = subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost",
                       "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout", "key.pem", "-out", "cert.pem"],
                      capture_output=True)
if made.returncode == 0:
    secure = Server(("127.0.0.1", 0), Handler)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain("cert.pem", "key.pem")
    secure.socket = context.wrap_socket(secure.socket, server_side=True)
    url = "https://127.0.0.1:%d" % served(secure)
    code, rows, told, _ = sieve(url + "/sound/small")
    if code != 3 or rows or "certificate" not in told:
        fault("a certificate of nobody:", code, told)
    vouched = {"SSL_CERT_FILE": os.path.abspath("cert.pem")}
    code, rows, told, _ = sieve(url + "/sound/packed", more=vouched)
    if code != 0 or rows != sieve("packed")[1]:
        fault("https:", code, told)
    Handler.serve_down = lambda self, body, begin, end, turn: self.answer(302, b"", Location=site + "/sound/small")
    code, rows, told, _ = sieve(url + "/down/small", more=vouched)
    if code != 3 or rows:
        fault("from https to http:", code, told)
else:
    print("skipped: no openssl")

# A signal ends a run that waits for a server.
Handler.serve_never = lambda self, body, begin, end, turn: time.sleep(60)
waiting = subprocess.Popen([program, "extract", site + "/never/small"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment)
time.sleep(1)
waiting.terminate()
try:
    waiting.communicate(timeout=10)
except subprocess.TimeoutExpired:
    waiting.kill()
    fault("SIGTERM was not seen")

# A task compares the planned facts of an object with the response of the server.
changing = {"tag": '"one"', "date": None, "body": small}


def serve_changing(self, body, begin, end, turn):
    body = changing["body"]
    self.range(body, begin, min(end, len(body)) if end > begin else end, tag=changing["tag"], Last_Modified=changing["date"])


def serve_changingwhole(self, body, begin, end, turn):
    self.answer(200, changing["body"], ETag=changing["tag"], Last_Modified=changing["date"])


Handler.serve_changing, Handler.serve_changingwhole = serve_changing, serve_changingwhole
noon, later = "Mon, 01 Jan 2024 12:00:00 GMT", "Mon, 01 Jan 2024 12:00:01 GMT"
grown, other = small + small, small[::-1]
cases = [  # planned facts, changed facts, reported difference; "": the task reads the object
    (dict(tag='"one"'), dict(), ""),
    (dict(tag='"one"'), dict(tag='"two"'), 'its ETag was "one" and is "two"'),
    (dict(tag='"one"', date=noon), dict(date=later), ""),
    (dict(tag='"one"'), dict(tag=None), 'its ETag was "one" and is none'),
    (dict(tag='"one"'), dict(body=grown), "its size was %d bytes and is %d" % (len(small), len(grown))),
    (dict(tag='"one"'), dict(body=b""), "its size was %d bytes and is 0" % len(small)),
    (dict(tag=None, date=noon), dict(), ""),
    (dict(tag=None, date=noon), dict(date=later, body=other), "its Last-Modified was %s and is %s" % (noon, later)),
    (dict(tag=None, date=None), dict(), ""),
    (dict(tag=None, date=None), dict(body=grown), "its size was %d bytes" % len(small)),
    (dict(tag=None, date=None), dict(body=other), ""),  # an undetectable change
    (dict(tag='W/"one"'), dict(tag='W/"two"'), "its ETag was"),
    (dict(body=b"", tag='"none"'), dict(), ""),
    (dict(body=b"", tag='"none"'), dict(body=small), "its size was 0 bytes"),
]


def tool(*arguments):
    done = subprocess.run([program, *arguments], stdin=subprocess.DEVNULL, capture_output=True, timeout=120, env=environment)
    return done.returncode, done.stdout, done.stderr.decode(errors="replace")


def planned_lines(folder):
    with open(folder + "/plan.jsonl") as file:
        return [one for line in file for one in json.loads(line).get("inputs", [])]


for number, (first, then, words) in enumerate(cases):
    for way in ("changing", "changingwhole"):
        changing.update(tag='"one"', date=None, body=small)
        changing.update(first)
        url, folder = "%s/%s/small" % (site, way), "plan-%d-%s" % (number, way)
        with open("planned", "w") as file:
            file.write(url + "\nsmall\n")
        code, _, told = tool("plan", "--files-from", "planned", "--splits", "2", "--shards", "1", "-o", folder)
        line = planned_lines(folder)[0]
        wanted = {"path": url, "size": len(changing["body"])}
        if changing["tag"] and (changing["body"] or way == "changingwhole"):  # a range of nothing is refused without
            wanted["etag"] = changing["tag"]
        elif changing["date"]:
            wanted["last_modified"] = changing["date"]
        if code != 0 or line != wanted:
            fault("planned", line, "and not", wanted, told)
        changing.update(then)
        code, _, told = tool("run-task", folder)
        held = open(folder + "/part-00000-of-00001.txt").read() if code in (0, 1) else ""
        # An empty object shares its split, and fails with the split.
        failed = 1 if line["size"] else none
        if code != (failed if words else 0) or os.path.exists(folder + "/_SUCCESS") == bool(words) or not (held or code == none):
            fault("a planned URL", number, way, "ended with", code, told)
        result = tool("plan", "--status", folder)[1].decode()
        if words and not ("inputs changed since the plan was made: " + url in result and words in result):
            fault("a planned URL that changed", number, way, "is told as", result)

# Thousands of objects are requested concurrently; unresponsive objects are planned by name.
Handler.serve_slow = lambda self, body, begin, end, turn: (time.sleep(0.2), self.range(body, begin, end))
with open("planned", "w") as file:
    file.write("".join("%s/slow/small?%d\n" % (site, number) for number in range(320)) + site + "/none/such\n" + site + "/busy/small\n")
Handler.seen.clear()
Handler.do_GET, whole_get = lambda self: (setattr(self, "path", self.path.partition("?")[0]), whole_get(self)), Handler.do_GET
began = time.monotonic()
code, _, told = tool("plan", "--files-from", "planned", "--splits", "7", "--shards", "1", "-o", "plan-many")
listed = planned_lines("plan-many")
if code != 0 or len(listed) != 322 or [set(one) for one in listed[:320]] != [{"path", "size", "etag"}] * 320:
    fault("many:", code, told)
if set(listed[320]) != {"path"} or "etag" not in listed[321] or "1 URL planned by name alone" not in told:
    fault("one that is not there:", listed[320:], told)
if time.monotonic() - began > 320 * 0.2 / 3:
    fault("URLs are asked one after the other:", time.monotonic() - began, "s")
with open("plan-many/plan.jsonl") as file:
    sizes = [task["bytes"] for task in map(json.loads, file) if task.get("kind") == "extract"]
if len(sizes) != 7 or max(sizes) > 1.3 * min(sizes):
    fault("splits are not balanced:", sizes)

# RFC 3986 section 5.1.3: the URL of retrieval, behind redirects, is the base of a page.
def found(name, *options):
    done = subprocess.run([program, "extract", "--no-dedup", *options, name], stdin=subprocess.DEVNULL, capture_output=True,
                          timeout=120, env=environment, text=True)
    return done.stdout.replace(site, "SITE").split() + [done.returncode][:done.returncode]


for way, name, expected in (
        ("sound", "page.html", ["SITE/sound/x", "SITE/y", "http://h.example/z", "http://abs.example/"]),
        ("whole", "page.html", ["SITE/whole/x", "SITE/y", "http://h.example/z", "http://abs.example/"]),
        ("sound", "page.html.gz", ["SITE/sound/x", "SITE/y", "http://h.example/z", "http://abs.example/"]),
        ("moved", "page.html", ["SITE/sound/x", "SITE/y", "http://h.example/z", "http://abs.example/"]),
        ("sound", "based.html", ["SITE/sound/b/x"]),
        ("sound", "wide.html", ["SITE/sound/x"]),
        ("moved", "feed.xml", ["SITE/sound/x"]),
        ("sound", "words.txt", ["http://www.abbreviated.example.com/", "http://h.example/"])):
    url = "%s/%s/%s" % (site, way, name)
    options = ["--abbreviated", "host"] if name == "words.txt" else []
    if found(url, *options) != expected:
        fault("links of", url, found(url, *options), "are not", expected)
if found(site.replace("//", "//me:secret@") + "/sound/page.html")[:1] != ["SITE/sound/x"]:
    fault("a base has userinfo:", found(site.replace("//", "//me:secret@") + "/sound/page.html"))
if found(site + "/sound/page.html", "--base", "http://other.example/")[:1] != ["SITE/sound/x"]:
    fault("--base counts before the URL of retrieval")
if found(site + "/sound/page.html", "--base-of", site + "/sound=http://orig.example/a")[:2] != \
        ["http://orig.example/a/x", "http://orig.example/y"]:
    fault("--base-of does not know URLs")

# The first connection to a server fails at once: a misspelt host would only be hidden by waiting. Repeated requests are
# reported, but not with --quiet.
with socket.socket() as unused:
    unused.bind(("127.0.0.1", 0))
    closed = "http://127.0.0.1:%d/x" % unused.getsockname()[1]
for url in (closed, "http://no-such-host.invalid/x"):
    code, _, told, _ = sieve(url)
    if code != none or "retry" in told or url not in told or "times in a row" in told:
        fault("no connection:", code, told)
code, _, told, _ = sieve(site + "/dead/packed", "--retries=2")
if not re.search(r"^urlsieve: %s/dead/packed: retry 1 of 2 in 0[.][1-9] s: the server answered 503 Service Unavailable" % re.escape(site), told, re.M):
    fault("a retry is not reported:", told)
code, _, told, _ = sieve(site + "/dead/packed", "--retries=2", "--quiet")
if "retry" in told:
    fault("--quiet reports a retry:", told)

# URLs are rejected where they are not inputs.
for arguments in (["--redirects", site + "/sound/small", "--ladder", "protocol", "small"], ["--inputs-prefix", site, "small"],
                  ["--inputs-prefix", "dir/", "--files-from", "list"]):
    code, _, told, _ = sieve(*arguments)
    if code != 2:
        fault(arguments, code, told)

print("%d faults" % faults)
sys.exit(1 if faults else 0)
