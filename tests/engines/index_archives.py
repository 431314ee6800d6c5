#!/usr/bin/env python3
"""Writes web archives with many kinds of records, and the lines that their index must have.

index_archives.py FOLDER: FOLDER/archive/*.warc, *.warc.gz and *.arc.gz, and FOLDER/expected.cdxj. Nothing of urlsieve
takes part. The bodies of pages are in FOLDER/bodies.json, by filename and offset.
"""
import base64
import gzip
import hashlib
import json
import random
import sys
from pathlib import Path

folder = Path(sys.argv[1])
(folder / "archive").mkdir(parents=True)
source = random.Random(38)
expected = []
bodies = {}


def digest_of(payload):
    return base64.b32encode(hashlib.sha1(payload).digest()).decode()


def chunked(body):
    half = len(body) // 2
    return b"".join(b"%x\r\n%b\r\n" % (len(part), part) for part in (body[:half], body[half:]) if part) + b"0\r\n\r\n"


def record(kind, url, date, media_type, block, fields=()):
    lines = ["WARC/1.0", f"WARC-Type: {kind}", f"WARC-Target-URI: {url}", f"WARC-Date: {date}",
             f"WARC-Record-ID: <urn:uuid:{source.randbytes(16).hex()}>", f"Content-Type: {media_type}", *fields,
             f"Content-Length: {len(block)}", "", ""]
    return "\r\n".join(lines).encode() + block + b"\r\n\r\n"


def response(number):
    """Returns a record, its capture (None: a record without a line), and the decoded body of a page."""
    host = source.choice(["a.example", "www.b.example", "sub.c.example"])
    path = f"/p{number}" + source.choice(["", "?b=2&a=1", "/index.html"])
    url = f"http://{host}{path}"
    date = f"2024-{number % 12 + 1:02}-{number % 28 + 1:02}T{number % 24:02}:00:{number % 60:02}Z"
    key = ",".join(reversed(host.removeprefix("www.").split("."))) + ")" + path.replace("b=2&a=1", "a=1&b=2")
    capture = {"url": url}
    body = (f"<p>page {number}</p>" * source.choice([1, 3, 40, 9000])).encode()
    kind = source.choice(["page", "page", "coded", "digest", "redirect", "revisit", "resource", "metadata", "truncated",
                          "request", "fields"])
    fields = []
    head = ["HTTP/1.1 200 OK", "Content-Type: text/html; charset=UTF-8"]
    capture["mime"] = "text/html"
    capture["charset"] = "UTF-8"
    capture["status"] = "200"
    payload = body
    if kind == "coded":
        payload = chunked(gzip.compress(body, mtime=0))
        head += ["Transfer-Encoding: chunked", "Content-Encoding: gzip"]
    if kind == "digest":
        fields = ["WARC-Payload-Digest: sha256:" + "0f" * 32, "WARC-Identified-Payload-Type: application/xhtml+xml"]
    if kind == "truncated":
        fields = ["WARC-Truncated: length"]
    if kind == "redirect":
        head = ["HTTP/1.1 301 Moved", f"Location: ../q{number}?x", "Content-Type: text/plain"]
        payload = b""
        capture.update(mime="text/plain", status="301", redirect=f"http://{host}/q{number}?x")
        del capture["charset"]
        if path.endswith("/index.html"):
            capture["redirect"] = f"http://{host}/q{number}?x"
    block = "\r\n".join([*head, "", ""]).encode() + payload
    bytes_of = record("response", url, date, "application/http; msgtype=response", block, fields)
    digest = digest_of(payload)
    if kind == "digest":
        digest = "sha256:" + "0f" * 32
        capture["mime-detected"] = "application/xhtml+xml"
    if kind == "truncated":
        capture["truncated"] = "length"
    if kind == "revisit":
        block = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=UTF-8\r\n\r\n"
        bytes_of = record("revisit", url, date, "application/http; msgtype=response", block,
                          ["WARC-Payload-Digest: sha1:" + digest_of(b"x")])
        capture["mime"] = "warc/revisit"
        digest = digest_of(b"x")
    if kind in ("resource", "metadata"):
        bytes_of = record(kind, url, date, "text/plain; charset=x", body)
        capture = {"url": url, "mime": "text/plain"}
        digest = digest_of(body)
    if kind == "request":
        return record("request", url, date, "application/http; msgtype=request", b"GET / HTTP/1.1\r\n\r\n"), None, None
    if kind == "fields":
        return record("metadata", url, date, "application/warc-fields", b"a: b\r\n"), None, None
    capture["digest"] = digest
    members = ("url", "mime", "mime-detected", "charset", "status", "redirect", "truncated", "digest")
    timestamp = "".join(c for c in date if c.isdigit())
    page = body.decode() if kind in ("page", "truncated") else None
    return bytes_of, (key, timestamp, {name: capture[name] for name in members if name in capture}), page


def arc_record(number):
    """As response(), for ARC."""
    url = f"http://arc.example/{number}"
    body = (f"<p>old {number}</p>" * source.choice([1, 9000])).encode()
    block = b"HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n\r\n" + body
    line = f"{url} 192.0.2.1 1999{number % 12 + 1:02}01000000 text/plain {len(block)}\n".encode()
    capture = {"url": url, "mime": "text/html", "status": "200", "digest": digest_of(body)}
    return line + block + b"\n", (f"example,arc)/{number}", f"1999{number % 12 + 1:02}01000000", capture), body.decode()


def write(name, records, first=b""):
    stored = b""
    for plain, capture, body in [(first, None, None), *records] if first else records:
        member = gzip.compress(plain, mtime=0) if name.endswith(".gz") else plain
        if capture is not None:
            key, timestamp, members = capture
            members = {**members, "length": str(len(member)), "offset": str(len(stored)), "filename": name}
            text = json.dumps(members, separators=(",", ":"))
            expected.append(f"{key} {timestamp} {text}")
            if body is not None:
                bodies[f"{name} {len(stored)}"] = body
        stored += member
    (folder / "archive" / name).write_bytes(stored)


info = b"WARC/1.0\r\nWARC-Type: warcinfo\r\nWARC-Date: 2024-01-01T00:00:00Z\r\nContent-Type: application/warc-fields\r\n" \
       b"Content-Length: 0\r\n\r\n\r\n\r\n"
filedesc = b"filedesc://a.arc 0.0.0.0 19990101000000 text/plain 77\n1 0 Example\n" \
           b"URL IP-address Archive-date Content-type Archive-length\n"
filedesc = filedesc.replace(b" 77\n", b" %d\n" % (len(filedesc) - filedesc.index(b"\n") - 1)) + b"\n"
write("plain.warc", [response(n) for n in range(150)], info)
write("members.warc.gz", [response(n) for n in range(150, 400)], info)
write("old.arc.gz", [arc_record(n) for n in range(40)], filedesc)
write("old.arc", [arc_record(n) for n in range(40, 60)], filedesc)
expected.sort(key=str.encode)
(folder / "expected.cdxj").write_text("".join(line + "\n" for line in expected))
(folder / "bodies.json").write_text(json.dumps(bodies))
