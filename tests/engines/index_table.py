#!/usr/bin/env python3
"""Writes a web archive, and the rows that its index table must have by the rules of cc-index-table.

index_table.py FOLDER: FOLDER/crawl-data/.../x.warc.gz, FOLDER/rows.json, and FOLDER/queries.json: statements of SQL with
their results, in the manner of the examples of cc-index-table. Nothing of urlsieve takes part; the suffixes of hosts come
from the text of the public suffix list.
"""
import base64
import collections
import datetime
import gzip
import hashlib
import json
import random
import re
import sys
from pathlib import Path
from urllib.parse import urlsplit

folder = Path(sys.argv[1])
name = "crawl-data/CC-MAIN-2024-10/segments/1707947473347.0/warc/x.warc.gz"
source = random.Random(3810)
rules = {True: set(), False: set()}  # by "is in the section of registries"
section = True
for line in Path("/usr/share/publicsuffix/public_suffix_list.dat").read_text().splitlines():
    if "===BEGIN PRIVATE DOMAINS===" in line:
        section = False
    rule = line.split(None, 1)[0] if line.strip() else ""
    if rule and not rule.startswith("//"):
        plain = rule.lstrip("!*.")
        rules[section].add(rule[: len(rule) - len(plain)] + plain.encode("idna").decode())


def suffix_of(host, also_private):
    """The longest suffix that a rule names; the rule "*" for any host does not count."""
    named = rules[True] | rules[False] if also_private else rules[True]
    labels = host.split(".")
    for i in range(len(labels)):
        tail, parent = ".".join(labels[i:]), ".".join(labels[i + 1:])
        if "!" + tail in named:
            return parent
        if tail in named or (parent and "*." + parent in named):
            return tail
    return None


def domain_of(host, suffix):
    if suffix is None or suffix == host:
        return None
    return host[: -len(suffix) - 1].split(".")[-1] + "." + suffix


hosts = ["www.example.com", "example.com", "bbc.co.uk", "news.bbc.co.uk", "a.b.c.d.e.example.org", "user.github.io", "github.io",
         "bucket.s3.amazonaws.com", "www.ck", "city.kawasaki.jp", "x.y.kawasaki.jp", "192.0.2.7", "xn--bcher-kva.example",
         "wikipedia.org", "wikipedla.org", "localhost", "com", "de.wikipedia.org", "sub.nosuchtld", "[2001:db8::1]"]
paths = ["/", "", "/robots.txt", "/en/about/", "/de/ueber", "/a/b/c.html?x=1&Y=2", "/index.php?q=", "/p?", "/A%20b;c?d#e", "/?r=/s"]
archive, rows = b"", []
for number in range(900):
    host, port, scheme = source.choice(hosts), source.choice(["", "", "", ":8080", ":80"]), source.choice(["http", "https"])
    written = source.choice(["", "", "user:pw@"]) + (host.upper() if source.random() < 0.1 else host) + port
    url = f"{scheme}://{written}{source.choice(paths)}" + (f"#{number}" if source.random() < 0.05 else "")
    seconds = source.randrange(1708000000, 1709000000)
    kind = source.choice(["page", "page", "page", "pdf", "redirect", "missing", "resource", "truncated"])
    status, mime, detected, charset, location, fields = 200, "text/html", None, "utf-8", None, []
    if kind == "pdf":
        mime, detected, charset = "application/octet-stream", "application/pdf", None
        fields = ["WARC-Identified-Payload-Type: application/pdf"]
    if kind == "redirect":
        status, location = source.choice([301, 302]), f"https://target.example/{number}"
    if kind == "missing":
        status = 404
    if kind == "truncated":
        fields = ["WARC-Truncated: length"]
    head = [f"HTTP/1.1 {status} X", f"Content-Type: {mime}" + (f"; charset={charset}" if charset else "")]
    if location:
        head.append(f"Location: {location}")
    payload = f"<a href=/page/{number}>".encode()
    block = "\r\n".join([*head, "", ""]).encode() + payload
    media_type = "application/http; msgtype=response"
    if kind == "resource":
        block, media_type, status, mime, charset = payload, "image/png", -1, "image/png", None
    date = datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc)
    record = "\r\n".join(["WARC/1.0", f"WARC-Type: {'resource' if kind == 'resource' else 'response'}", f"WARC-Target-URI: {url}",
                          f"WARC-Date: {date.strftime('%Y-%m-%dT%H:%M:%SZ')}", f"Content-Type: {media_type}", *fields,
                          f"Content-Length: {len(block)}", "", ""]).encode() + block + b"\r\n\r\n"
    member = gzip.compress(record, mtime=0)
    parts = urlsplit(url)
    plain_host = host.lower()
    is_name = not re.fullmatch(r"[\d.]+|\[.*\]", plain_host)
    labels = plain_host.split(".")[::-1] if is_name else []
    private = suffix_of(plain_host, True) if is_name else None
    registry = suffix_of(plain_host, False) if private else None
    label = dict(enumerate(labels))
    rows.append({
        "url": url, "url_host_name": plain_host, "url_host_tld": label.get(0), "url_host_2nd_last_part": label.get(1),
        "url_host_3rd_last_part": label.get(2), "url_host_4th_last_part": label.get(3), "url_host_5th_last_part": label.get(4),
        "url_host_registry_suffix": registry, "url_host_registered_domain": domain_of(plain_host, registry),
        "url_host_private_suffix": private, "url_host_private_domain": domain_of(plain_host, private),
        "url_host_name_reversed": ".".join(labels) or None, "url_protocol": scheme, "url_port": int(port[1:]) if port else None,
        "url_path": parts.path, "url_query": parts.query or None, "fetch_time": seconds * 1000, "fetch_status": status,
        "fetch_redirect": location, "content_digest": base64.b32encode(hashlib.sha1(payload).digest()).decode(),
        "content_mime_type": mime, "content_mime_detected": detected, "content_charset": charset, "content_languages": None,
        "content_truncated": "length" if kind == "truncated" else None, "warc_filename": name, "warc_record_offset": len(archive),
        "warc_record_length": len(member), "warc_segment": "1707947473347.0"})
    archive += member
(folder / name).parent.mkdir(parents=True)
(folder / name).write_bytes(archive)
rows.sort(key=lambda row: row["warc_record_offset"])
(folder / "rows.json").write_text(json.dumps(rows))


def levenshtein(a, b):
    before = list(range(len(b) + 1))
    for i, x in enumerate(a):
        now = [i + 1]
        for j, y in enumerate(b):
            now.append(min(before[j] + (x != y), before[j + 1] + 1, now[-1] + 1))
        before = now
    return before[-1]


def grouped(key, *counts):
    groups = collections.defaultdict(list)
    for row in rows:
        groups[key(row)].append(row)
    return sorted(([*(k if isinstance(k, tuple) else (k,)), *[count(group) for count in counts]] for k, group in groups.items()),
                  key=lambda row: json.dumps(row))


def distinct(column):
    return lambda group: len({row[column] for row in group if row[column] is not None})


queries = [
    ("SELECT url_host_tld, COUNT(*), COUNT(DISTINCT url_host_name), COUNT(DISTINCT url_host_registered_domain) FROM ccindex"
     " WHERE crawl = 'CC-MAIN-2024-10' AND subset = 'warc' GROUP BY url_host_tld",
     grouped(lambda row: row["url_host_tld"], len, distinct("url_host_name"), distinct("url_host_registered_domain"))),
    ("SELECT fetch_status, COUNT(*) FROM ccindex GROUP BY fetch_status", grouped(lambda row: row["fetch_status"], len)),
    ("SELECT content_mime_type, content_mime_detected, COUNT(*), SUM(warc_record_length), AVG(warc_record_length) FROM ccindex"
     " GROUP BY content_mime_type, content_mime_detected",
     grouped(lambda row: (row["content_mime_type"], row["content_mime_detected"]), len,
             lambda group: sum(row["warc_record_length"] for row in group),
             lambda group: sum(row["warc_record_length"] for row in group) / len(group))),
    ("SELECT url, warc_filename, warc_record_offset, warc_record_length FROM ccindex"
     " WHERE url_host_registered_domain = 'bbc.co.uk' AND subset = 'warc'",
     sorted(([row["url"], row["warc_filename"], row["warc_record_offset"], row["warc_record_length"]] for row in rows
             if row["url_host_registered_domain"] == "bbc.co.uk"), key=json.dumps)),
    ("SELECT url, epoch_ms(fetch_time), fetch_redirect FROM ccindex WHERE regexp_matches(url_path, '^/?(?:index\\.(?:html?|php))?$')"
     " AND url_query IS NULL AND (length(url_host_name) = length(url_host_registered_domain) OR"
     " (length(url_host_name) = length(url_host_registered_domain) + 4 AND substr(url_host_name, 1, 4) = 'www.'))",
     sorted(([row["url"], row["fetch_time"], row["fetch_redirect"]] for row in rows
             if row["url_path"] in ("", "/", "/index.php") and row["url_query"] is None and row["url_host_registered_domain"]
             and row["url_host_name"] in (row["url_host_registered_domain"], "www." + row["url_host_registered_domain"])),
            key=json.dumps)),
    ("SELECT url_host_2nd_last_part, url_host_registered_domain, levenshtein('wikipedia', url_host_2nd_last_part), COUNT(*)"
     " FROM ccindex WHERE levenshtein('wikipedia', url_host_2nd_last_part) <= 2 GROUP BY ALL",
     sorted(([*row[:2], levenshtein("wikipedia", row[0]), row[2]] for row in
             grouped(lambda row: (row["url_host_2nd_last_part"], row["url_host_registered_domain"]), len)
             if row[0] and levenshtein("wikipedia", row[0]) <= 2), key=json.dumps)),
    ("SELECT len(string_split(url_host_name, '.')), COUNT(*), COUNT(DISTINCT url_host_name) FROM ccindex GROUP BY 1",
     grouped(lambda row: row["url_host_name"].count(".") + 1, len, distinct("url_host_name"))),
    ("SELECT regexp_extract(url_path, '^/([a-z][a-z])/', 1), url_host_private_domain, COUNT(*) FROM ccindex"
     " WHERE url_host_registry_suffix = 'io' GROUP BY ALL",
     sorted(([*key, count] for key, count in collections.Counter(
         ((re.match(r"/([a-z][a-z])/", row["url_path"]) or ["", ""])[1], row["url_host_private_domain"]) for row in rows
         if row["url_host_registry_suffix"] == "io").items()), key=json.dumps)),
    ("SELECT COUNT(*) FROM ccindex WHERE fetch_time >= TIMESTAMPTZ '2024-02-20 00:00:00+00' AND content_truncated IS NOT NULL",
     [[sum(row["fetch_time"] >= 1708387200000 and row["content_truncated"] is not None for row in rows)]]),
]
(folder / "queries.json").write_text(json.dumps(queries))
