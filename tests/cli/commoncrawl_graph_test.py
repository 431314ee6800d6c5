"""Compares the hosts of `--hosts-as commoncrawl` with the rules of Common Crawl, and loads graphs with programs of
users: commoncrawl_graph_test.py PROGRAM

surt_host() follows get_surt_host() of commoncrawl/cc-pyspark (wat_extract_links.py, 2025-11, MIT license, Copyright (c)
2017 Common Crawl).
"""

import collections
import gzip
import importlib.util
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
from urllib.parse import urlparse

program = pathlib.Path(sys.argv[1]).resolve()
shared = pathlib.Path(os.environ.get("URLSIEVE_SHARED", pathlib.Path(__file__).resolve().parents[3] / "shared")) / "data"
scratch = tempfile.TemporaryDirectory()
root = pathlib.Path(scratch.name)
MARK = "http://mark.example.org/"


def run(*arguments, **more):
    return subprocess.run([program, *map(str, arguments)], capture_output=True, cwd=root, **more)


def extracted(pages, *options):
    text = "".join(json.dumps({"url": url, "html": html}) + "\n" for url, html in pages)
    ended = run("extract", "-q", "--edges", "host", *options, "-", input=text.encode())
    assert ended.returncode in (0, 1), ended.stderr
    return [line.split("\t") for line in ended.stdout.decode().splitlines()]


def a_label(label):
    import idna
    return idna.encode(label).decode("ascii")


def surt_host(url):
    simple = re.match(r"https?://([a-z0-9_.-]{2,253})(?:[/?#]|\Z)", url, re.IGNORECASE | re.ASCII)
    try:
        host = simple.group(1) if simple else urlparse(url).hostname
    except ValueError:
        return None
    host = (host or "").strip().lower()
    if not 1 <= len(host) <= 253 or re.match(r"(?:www\.)?\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}\Z", host):
        return None
    labels = host.split(".")
    if labels[-1] == "":
        labels.pop()
    if len(labels) < 2:
        return None
    if len(labels) > 2 and labels[0] == "www":
        del labels[0]
    valid = re.compile(r"[a-z0-9]([a-z0-9_-]{0,61}[a-z0-9])?\Z", re.IGNORECASE | re.ASCII)
    for place, label in enumerate(labels):
        if len(label) > 63:
            return None
        if not valid.match(label):
            try:
                labels[place] = a_label(label)
            except Exception:
                return None
            if not valid.match(labels[place]):
                return None
    return ".".join(reversed(labels))


def visited_hosts(urls):
    """The reversed vertex of each URL as a visited page, or None."""
    rows = extracted([page for url in urls for page in ((url, ""), (MARK, ""))], "--hosts-as", "commoncrawl", "--vertices", "visited", "--no-dedup")
    found, current = [], None
    for source, target in rows:
        assert target == ""
        if source == "mark.example.org":
            found.append(current)
            current = None
        else:
            assert current is None
            current = ".".join(reversed(source.split(".")))
    assert len(found) == len(urls), (len(found), len(urls))
    return found


LONG = "a" * 63
HOSTS = [
    "example.com", "EXAMPLE.Com", "www.example.com", "WWW.example.com", "www.com", "www.www.com", "www.www.www.com", "www1.example.com",
    "www-2.example.com", "ww.example.com", "www.example.com.", "example.com.", "example.com..", ".example.com", "a..example.com", "www..com", "com", "localhost",
    "com.", "www", "www.", "a_b.example.com", "_dmarc.example.com", "a_.example.com", "-a.example.com", "a-.example.com", "a--b.example.com", "1e3.example",
    "xn--mnchen-3ya.de", "m\u00fcnchen.de", "www.m\u00fcnchen.de", "\u4f8b\u3048.\u30c6\u30b9\u30c8", "192.0.2.1", "www.192.0.2.1", "www.www.192.0.2.1",
    "[2001:db8::1]", "[::ffff:192.0.2.1]", "[2001:db8::1]:8080", "example.com:80", "example.com:8080", "user@example.com", "user:pw@www.example.com:81", "example.com:",
    LONG + ".com", LONG + "a.com", ".".join(["a" * 49] * 5) + ".ab", ".".join(["a" * 49] * 5) + ".abc", ".".join(["a" * 49] * 5) + ".ab.", "a.b.c.d.e.f.g", "a!b.com", "a~b.com", "a,b.com",
    "123.com", "999.1.1.1", "a.1", "1.2.3.4.example", "x.y-", "a.b_c", "gov.uk", "co.uk", "www.co.uk",
]
# URLs that urlsieve treats differently on purpose: urlsieve parses URLs like browsers, and keeps
# only http and https.
DEVIATIONS = {
    "http://1.2.3/": (None, "3.2.1"),  # addresses in short form
    "http://0.0/": (None, "0.0"),
    "http://127.1/": (None, "1.127"),
    "http://0x7f.0.0.1/": (None, "1.0.0.0x7f"),
    "http://999.1.1.1.example/": ("example.1.1.1.999", "example.1.1.1.999"),
    "http://192.0.2.1./": (None, "1.2.0.192"),  # an address with a dot at the end
    "ftp://ftp.example.com/": (None, "com.example.ftp"),  # only http and https
    "rsync://a.example.com/": (None, "com.example.a"),
    "http://ex%61mple.com/": ("com.example", None),  # percent-encoded
    "http:\\\\example.com\\a": ("com.example", None),  # backslashes
    "http://\uff45xample.com/": ("com.example", None),  # UTS 46 maps, IDNA2008 refuses
}


class Hosts(unittest.TestCase):
    def compare(self, urls):
        for url, found in zip(urls, visited_hosts(urls)):
            self.assertEqual(found, surt_host(url), url)

    @unittest.skipUnless(importlib.util.find_spec("idna"), "needs idna: apt-get install python3-idna")
    def test_hosts_of_every_kind(self):
        self.compare([f"{scheme}://{host}/{path}" for host in HOSTS for scheme, path in (("http", ""), ("https", "a?b"))])

    @unittest.skipUnless(importlib.util.find_spec("idna"), "needs idna: apt-get install python3-idna")
    def test_deviations(self):
        for (url, expected), found in zip(DEVIATIONS.items(), visited_hosts(list(DEVIATIONS))):
            self.assertEqual((found, surt_host(url)), expected, url)

    @unittest.skipUnless((shared / "urls-top10k.txt").exists(), "needs URLSIEVE_SHARED")
    def test_real_hosts(self):
        hosts = {}
        for name in ("urls-top10k.txt", "urls-kasztp.txt"):
            for line in (shared / name).read_text("utf-8-sig", errors="replace").splitlines():
                if re.match(r"https?://[\x21-\x7e]+\Z", line):
                    hosts.setdefault(re.split(r"[/?#\\]", line[8:].lstrip("/"))[0], line)
        self.assertGreater(len(hosts), 10000)
        self.compare(list(hosts.values()))


def graph_of(pages, name, *options):
    text = "".join(json.dumps({"url": url, "html": html}) + "\n" for url, html in pages)
    (root / f"{name}.jsonl").write_text(text)
    for command in (["extract", "-q", "--edges", "host", "--hosts-as", "commoncrawl", "--vertices", "visited", "--fields", "url,count", "-o", f"{name}.links", f"{name}.jsonl"],
                    ["graph", "-q", f"{name}.links", "-o", name, *options], ["verify", name]):
        ended = run(*command)
        assert (ended.returncode, ended.stdout) == (0, b""), ended
    return root / name


def linked(*targets):
    return "".join(f'<a href="{target}">x</a>' for target in targets)


PAGES = [
    ("http://www.a.example/", linked("http://b.example/1", "http://b.example/2", "/inner", "http://192.0.2.1/", "http://localhost/", "ftp://f.example/")),
    ("https://a.example/x", linked("https://c.example./", "http://user@B.example:81/")),
    ("http://lonely.example/", "<p>"),
    ("http://zz.inner.example/", linked("#a", "/b")),
    ("http://b.example/", linked("http://www.a.example/", "http://www.b.example/")),
    ("http://10.0.0.1/", linked("http://b.example/")),
]
NAMES = ["example.a", "example.b", "example.c", "example.inner.zz", "example.lonely"]
EDGES = {(0, 1): 3, (0, 2): 1, (1, 0): 1}
LOOPS = {(0, 0): 1, (1, 1): 1, (3, 3): 1}  # "#a" refers to its own document, so it is not a link


def arc_list(text):
    """Reads an arc list by the documentation of WebGraph's ArcListASCIIGraph: lines of two integers with a TAB,
    sources ascending. Stricter than the class: no blank lines, signs or leading zeros, and targets ascend."""
    arcs, last = [], (-1, -1)
    for line in text.splitlines(keepends=True):
        found = re.fullmatch(r"(0|[1-9][0-9]*)\t(0|[1-9][0-9]*)\n", line)
        assert found, line
        arc = tuple(map(int, found.groups()))
        assert arc > last and max(arc) < 2**31 - 1
        last = arc
        arcs.append(arc)
    return arcs


class Importers(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.full = graph_of(PAGES, "full")
        cls.plain = graph_of(PAGES, "plain", "--layout", "commoncrawl", "--compress", "gzip")

    def test_the_files_of_common_crawl(self):
        """The rules by which cc-webgraph's HostToDomainGraph reads: id TAB name, sorted by the name; id TAB id, sorted by number."""
        self.assertEqual(gzip.decompress((self.plain / "vertices.tsv.gz").read_bytes()).decode(), "".join(f"{i}\t{name}\n" for i, name in enumerate(NAMES)))
        arcs = arc_list(gzip.decompress((self.plain / "edges.tsv.gz").read_bytes()).decode())
        self.assertEqual(arcs, sorted(EDGES))

    def test_full_layout(self):
        links = collections.Counter(EDGES) + collections.Counter(LOOPS)
        rows = [tuple(map(int, line.split("\t"))) for line in (self.full / "edges.tsv").read_text().splitlines()]
        self.assertEqual({row[:2]: row[2] for row in rows}, dict(links))

    @unittest.skipUnless(importlib.util.find_spec("networkx"), "needs networkx: apt-get install python3-networkx")
    def test_networkx(self):
        import networkx
        arcs = networkx.read_edgelist(self.plain / "edges.tsv.gz", delimiter="\t", nodetype=int, create_using=networkx.DiGraph)
        self.assertEqual(sorted(arcs.edges), sorted(EDGES))
        weighted = networkx.read_weighted_edgelist(self.full / "edges.tsv", delimiter="\t", nodetype=int, create_using=networkx.DiGraph)
        self.assertEqual({(a, b): data["weight"] for a, b, data in weighted.edges(data=True)}, {**EDGES, **LOOPS})
        weighted.add_nodes_from(range(len(NAMES)))
        for line in (self.full / "vertices.tsv").read_text().splitlines():
            number, name, out, into = line.split("\t")
            self.assertEqual((weighted.out_degree(int(number)), weighted.in_degree(int(number))), (int(out), int(into)), name)

    @unittest.skipUnless(importlib.util.find_spec("igraph"), "needs igraph: apt-get install python3-igraph")
    def test_igraph(self):
        import igraph
        (root / "arcs").write_bytes(gzip.decompress((self.plain / "edges.tsv.gz").read_bytes()))
        arcs = igraph.Graph.Read_Edgelist(str(root / "arcs"), directed=True)
        self.assertEqual(sorted(arcs.get_edgelist()), sorted(EDGES))
        weighted = igraph.Graph.Read_Ncol(str(self.full / "edges.tsv"), names=True, weights=True, directed=True)
        self.assertEqual({(int(weighted.vs[edge.source]["name"]), int(weighted.vs[edge.target]["name"])): edge["weight"] for edge in weighted.es}, {**EDGES, **LOOPS})


unittest.main(argv=sys.argv[:1])
