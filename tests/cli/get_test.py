"""`urlsieve get` returns the rows that a scan of all rows finds: get_test.py PROGRAM

Outputs of every order, compression and partition, with rows across frames and blocks, hosts that are prefixes of other
hosts, ports, userinfo and edges.
"""

import gzip
import itertools
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import unittest

program = pathlib.Path(sys.argv[1]).resolve()
scratch = tempfile.TemporaryDirectory()
root = pathlib.Path(scratch.name)


def run(*arguments, given=None):
    return subprocess.run([program, *map(str, arguments)], input=given, capture_output=True, cwd=root)


def made(name, *options, source="urls.txt"):
    ended = run("extract", "-q", "--shards", "3", "--input-format", "urls", "--max-url", "1MiB", "-o", name, *options, root / source)
    assert ended.returncode == 0, ended.stderr
    return root / name


def content(shard):
    if shard.name.endswith(".gz"):
        return gzip.decompress(shard.read_bytes())
    if shard.name.endswith(".zst"):
        return subprocess.run(["zstdcat", shard], capture_output=True, check=True).stdout
    return shard.read_bytes()


def rows(directory):
    found = []
    for shard in sorted(directory.glob("part-*")):
        found += content(shard).split(b"\n")[:-1]
    return found


def url_of(row):
    return json.loads(row)["url"].encode() if row.startswith(b"{") else row.split(b"\t")[0]


def host_of(url):
    found = re.match(rb"[a-z]+://(?:[^/?#@]*@)?(\[[^]]*\]|[^/?#:]*)", url)
    return found.group(1) if found else b""


def write_urls():
    draw = random.Random(1)
    hosts = ["example.com", "www.example.com", "example.com.evil.net", "example.co", "a-b.example.com", "192.0.2.7", "[2001:db8::1]"]
    hosts += [f"h{i}.site{i % 50}.org" for i in range(400)]
    lines = []
    for i in range(60000):
        host = hosts[draw.randrange(len(hosts))]
        scheme = ("http", "https", "ftp")[draw.randrange(3)]
        port = ("", "", "", ":8080")[draw.randrange(4)]
        path = ("", "/", "?q", f"/p/{draw.randrange(9)}/{i}", f"/P/{i}?b=2&a=1", "#x")[draw.randrange(6)]
        lines.append(f"{scheme}://{host}{port}{path}")
    lines += ["mailto:a@example.com", "urn:x:y"]
    lines += [f"http://long.example/{i}/" + "x" * size for i, size in enumerate((17000, 70000, 140000, 900000))]
    (root / "urls.txt").write_text("\n".join(lines) + "\n")
    (root / "userinfo.txt").write_text("\n".join(lines[:2000]) + "\nhttp://me@example.com/\nhttps://a:b@example.com:81/x\n")


class Get(unittest.TestCase):
    def check(self, directory, *options):
        everything = rows(directory)
        by_url = {}
        for row in everything:
            by_url.setdefault(url_of(row), []).append(row)
        draw = random.Random(2)
        asked = draw.sample(sorted(by_url), 300) + [u for u in by_url if b"long.example" in u]
        asked += [b"http://nowhere.example/", b"a:", b"zz://zz", b"http://example.com/p/1/x"]
        ended = run("get", directory, *options, "--files-from", "-", given=b"\n".join(asked) + b"\n")
        self.assertEqual(ended.returncode, 1, ended.stderr)
        self.assertEqual(ended.stdout.split(b"\n")[:-1], [row for url in asked for row in by_url.get(url, [])])
        self.assertEqual(ended.stderr.count(b" is not in "), len(asked) - sum(url in by_url for url in asked))
        for url in asked[:3] + asked[-1:]:
            ended = run("get", directory, *options, url.decode())
            self.assertEqual(ended.stdout, b"".join(row + b"\n" for row in by_url.get(url, [])))
            self.assertEqual(ended.returncode, 0 if url in by_url else 1)
        for prefix in ["http://example.com", "http://example.com/", "https://www.example.com:8080/P/", "ftp://h", "m", "",
                       "http://long.example/1/xx", "zz"]:
            wanted = [row for row in everything if url_of(row).startswith(prefix.encode())]
            ended = run("get", directory, *options, "--prefix", prefix)
            self.assertEqual(ended.stdout.split(b"\n")[:-1], wanted, prefix)
            self.assertEqual(ended.returncode, 0 if wanted else 1)
        for host in ["example.com", "WWW.Example.com", "example.co", "192.0.2.7", "[2001:db8::1]", "h7.site7.org", "site7.org"]:
            wanted = [row for row in everything if host_of(url_of(row)) == host.lower().encode()]
            ended = run("get", directory, *options, "--host", host)
            self.assertEqual(sorted(ended.stdout.split(b"\n")[:-1]), sorted(wanted), host)
            self.assertEqual(ended.returncode, 0 if wanted else 1)

    def test_every_order_packing_and_partition(self):
        for order, packing in itertools.product(("bytes", "surt", "first-seen"), ("none", "zstd", "gzip")):
            by = {"none": "url", "zstd": "host", "gzip": "directory" if order == "surt" else "domain"}[packing]
            with self.subTest(order=order, packing=packing):
                self.check(made(f"{order}-{packing}", "--order", order, "--compress", packing, "--shard-by", by))

    def test_fields_and_objects(self):
        self.check(made("tsv", "--fields", "url,count", "--compress", "zstd"))
        self.check(made("json", "--fields", "count,url", "--jsonl"))
        self.check(made("string", "--ladder", "string"))

    def test_userinfo_is_part_of_no_host(self):
        for order in ("bytes", "surt"):
            self.check_userinfo(made(f"userinfo-{order}", "--order", order, source="userinfo.txt"))

    def check_userinfo(self, directory):
        wanted = sorted(row for row in rows(directory) if host_of(row) == b"example.com")
        self.assertTrue(any(b"@" in row for row in wanted))
        self.assertEqual(sorted(run("get", directory, "--host", "example.com").stdout.split(b"\n")[:-1]), wanted)

    def test_a_url_is_normalized_first(self):
        (root / "few.txt").write_text("http://example.com/~a\nhttps://www.example.org/index.html?utm_source=x&k=1\n")
        plain = made("few", source="few.txt")
        self.assertEqual(run("get", plain, "HTTP://Example.COM:80/%7Ea#top").stdout, b"http://example.com/~a\n")
        self.assertEqual(run("get", plain, "http://www.example.org/?k=1").returncode, 1)
        folded = made("folded", "--fold-https", "--fold-www", "--fold-index", "--drop-tracking", source="few.txt")
        self.assertEqual(run("get", folded, "https://example.org/?k=1&utm_medium=y").stdout, b"http://example.org/?k=1\n")
        kept = made("kept", "--ladder", "string", source="few.txt")
        self.assertEqual(run("get", kept, "HTTP://example.com/~a").returncode, 1)
        wrong = run("get", plain, "http://[::1/")
        self.assertEqual((wrong.returncode, wrong.stdout), (1, b""))
        self.assertIn(b"argument 1", wrong.stderr)

    def test_edges(self):
        links = "".join(f'<a href="http://t{i % 7}.example/{i}">x</a>' for i in range(40))
        pages = [json.dumps({"url": f"http://d{i % 5}.example.org/p/{i}", "html": links}) for i in range(30)]
        (root / "pages.jsonl").write_text("\n".join(pages) + "\n")
        for edges, order, by in itertools.product(("url", "host", "domain"), ("bytes", "surt"), ("url", "host", "domain")):
            name = f"edges-{edges}-{order}-{by}"
            ended = run("extract", "-q", "--edges", edges, "--fields", "url,count", "--order", order, "--shard-by", by,
                        "--shards", "3", "--compress", "zstd", "-o", name, "pages.jsonl")
            self.assertEqual(ended.returncode, 0, ended.stderr)
            everything = rows(root / name)
            self.assertTrue(everything)
            for document in {row.split(b"\t")[0] for row in everything}:
                wanted = sorted(row for row in everything if row.split(b"\t")[0] == document)
                got = run("get", name, document.decode())
                self.assertEqual(sorted(got.stdout.split(b"\n")[:-1]), wanted, (name, document))
            host = b"d3.example.org" if edges != "domain" else b"example.org"
            wanted = sorted(row for row in everything
                            if (host_of(row) if edges == "url" else row.split(b"\t")[0]) == host)
            self.assertTrue(wanted)
            self.assertEqual(sorted(run("get", name, "--host", "d3.example.org").stdout.split(b"\n")[:-1]), wanted, name)

    def test_merged_and_copied_shards_are_found_in(self):
        a = made("one", "--compress", "zstd")
        self.assertEqual(run("merge", a, "-o", "copied").returncode, 0)
        self.assertEqual(run("merge", a, "-o", "more", "--reshard", "5").returncode, 0)
        for name in ("copied", "more"):
            self.check(root / name)

    def test_older_outputs_are_streamed(self):
        old = made("old", "--compress", "zstd")
        (old / "_SUCCESS").unlink()
        manifest = json.loads((old / "manifest.json").read_text())
        text = (old / "manifest.json").read_text()
        for shard in manifest["shards"]:
            path = old / shard["name"]
            single = subprocess.run(["zstd", "-q", "-1", "--check"], input=content(path), capture_output=True, check=True).stdout
            path.write_bytes(single)
            text = text.replace(f'"bytes": {shard["bytes"]}, ', f'"bytes": {len(single)}, ')
        for name, sum_of in re.findall(rb"old/(\S+): has checksum ([0-9a-f]+)", run("verify", "--on-error", "ignore", "old").stdout):
            shard = next(one for one in manifest["shards"] if one["name"] == name.decode())
            text = text.replace(shard["xxh128"], sum_of.decode())
        bytes_of_all = sum(path.stat().st_size for path in old.glob("part-*"))
        text = text.replace(f'"bytes": {manifest["totals"]["bytes"]},', f'"bytes": {bytes_of_all},')
        (old / "manifest.json").write_text(text)
        self.assertEqual(run("verify", "--on-error", "ignore", "old").stdout, b"")
        self.check(old, "--on-error", "ignore")

    def test_damage_is_told_or_misses_nothing(self):
        whole = made("whole", "--compress", "zstd")
        urls = rows(whole)[::997]
        names = sorted(path.name for path in whole.glob("part-*"))
        draw = random.Random(3)
        for number in range(120):
            path = whole / names[number % 3]
            sound = path.read_bytes()
            changed = bytearray(sound)
            at = draw.randrange(len(sound)) if number % 2 else len(sound) - 1 - draw.randrange(60)
            changed[at] ^= 1 << draw.randrange(8)
            path.write_bytes(changed)
            ended = run("get", whole, "--files-from", "-", given=b"\n".join(urls) + b"\n")
            path.write_bytes(sound)
            self.assertIn(ended.returncode, (0, 3), (at, ended.stderr))
            if ended.returncode == 0:
                self.assertEqual(ended.stdout.split(b"\n")[:-1], urls)
        path = whole / names[0]
        path.write_bytes(path.read_bytes()[:-1])
        ended = run("get", whole, urls[0].decode(), "--prefix", "http")
        self.assertEqual(ended.returncode, 3)
        self.assertIn(b"shorter than the manifest says", ended.stderr)

    def test_what_is_no_output(self):
        few = made("sound", source="userinfo.txt")
        self.assertEqual(run("get", "missing", "http://a.example/").returncode, 2)
        (root / "empty").mkdir()
        self.assertEqual(run("get", "empty", "http://a.example/").returncode, 3)
        self.assertEqual(run("get", few, "--files-from", "missing").returncode, 2)
        (few / "_SUCCESS").unlink()
        self.assertEqual(run("get", few, "mailto:a@example.com").returncode, 3)
        self.assertIn(run("get", "--on-error", "ignore", few, "mailto:a@example.com").returncode, (0, 1))

    def test_nobody_reads_or_nothing_can_be_written(self):
        few = made("piped", source="urls.txt")
        ended = subprocess.run(f"'{program}' get '{few}' --prefix http | head -1", shell=True, capture_output=True)
        self.assertEqual(ended.stdout.count(b"\n"), 1)
        self.assertEqual(ended.stderr, b"")
        with open("/dev/full", "wb") as full:
            ended = subprocess.run([program, "get", few, "--prefix", "http"], stdout=full, stderr=subprocess.PIPE)
        self.assertEqual(ended.returncode, 3)


write_urls()
unittest.main(argv=sys.argv[:1])
