"""The limits --max-per-host and --max-per-domain, compared with a dictionary: host_limits_test.py PROGRAM"""

import collections
import json
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import unittest

program = pathlib.Path(sys.argv[1]).resolve()
scratch = tempfile.TemporaryDirectory()
root = pathlib.Path(scratch.name)


def run(*arguments, code=0):
    ended = subprocess.run([program, *map(str, arguments)], capture_output=True, text=True, cwd=root)
    assert ended.returncode == code, (arguments, ended.returncode, ended.stderr)
    return ended


def host_of(url):
    return url.split("/")[2]


def domain_of(url):
    return ".".join(host_of(url).split(".")[-2:])


class Model:
    """The first URLs of each host and domain, after the URLs of a state."""

    def __init__(self, per_host, per_domain, state=()):
        self.per_host = per_host
        self.per_domain = per_domain
        self.state = set(state)
        self.hosts = collections.Counter(host_of(url) for url in self.state)
        self.domains = collections.Counter(domain_of(url) for url in self.state)
        self.dropped = collections.Counter()

    def kept(self, urls):
        kept = []
        for url in dict.fromkeys(urls):
            host, domain = host_of(url), domain_of(url)
            if url in self.state:
                continue
            if self.per_host and self.hosts[host] >= self.per_host:
                self.dropped["url:host-full"] += 1
                continue
            self.hosts[host] += 1
            if self.per_domain and self.domains[domain] >= self.per_domain:
                self.dropped["url:domain-full"] += 1
                continue
            self.domains[domain] += 1
            kept.append(url)
        return kept


class HostLimits(unittest.TestCase):
    def setUp(self):
        self.dice = random.Random(self._testMethodName)

    def some_urls(self, count):
        return [f"http://h{self.dice.randrange(9)}.d{self.dice.randrange(12)}.com/{self.dice.randrange(60)}" for _ in range(count)]

    def limits(self):
        for per_host, per_domain in [(1, 0), (20, 0), (0, 7), (3, 7), (20, 50)]:
            options = ["--max-per-host", per_host] * (per_host != 0) + ["--max-per-domain", per_domain] * (per_domain != 0)
            yield per_host, per_domain, ["--input-format", "urls", "--stats", "stats.json", *options]

    def check_counts(self, model, unique):
        counted = json.loads((root / "stats.json").read_text())
        self.assertEqual(counted["passed_over"], dict(model.dropped))
        self.assertEqual(counted["unique"], unique)

    def test_rows_on_standard_output(self):
        urls = self.some_urls(5000)
        (root / "urls.txt").write_text("\n".join(urls) + "\n")
        for per_host, per_domain, options in self.limits():
            for form in ([], ["--exact"], ["--fields", "url,count"], ["--dedup-by", "params"], ["--threads", 1]):
                model = Model(per_host, per_domain)
                wanted = model.kept(urls)
                printed = run("extract", "-q", "urls.txt", *options, *form).stdout.splitlines()
                self.assertEqual([row.split("\t")[0] for row in printed], wanted, form)
                self.check_counts(model, len(wanted))

    def test_shards(self):
        urls = self.some_urls(5000)
        (root / "urls.txt").write_text("\n".join(urls) + "\n")
        for per_host, per_domain, options in self.limits():
            for form in ([], ["--order", "surt"], ["--order", "first-seen"], ["--threads", 1], ["--dedup-by", "params"],
                         ["--shard-by", "domain", "--output-format", "parquet"]):
                model = Model(per_host, per_domain)
                wanted = model.kept(urls)
                shutil.rmtree(root / "out", ignore_errors=True)
                run("extract", "-q", "urls.txt", *options, *form, "-o", "out", "--shards", 3)
                self.check_counts(model, len(wanted))
                run("verify", "-q", "out")
                self.assertEqual(sorted(run("extract", "-q", "out").stdout.split()), sorted(wanted), form)

    def test_states(self):
        for per_host, per_domain, options in self.limits():
            for order in ("bytes", "surt"):
                shutil.rmtree(root / "state", ignore_errors=True)
                state = []
                for _ in range(3):
                    urls = self.some_urls(800)
                    (root / "urls.txt").write_text("\n".join(urls) + "\n")
                    model = Model(per_host, per_domain, state)
                    wanted = model.kept(urls)
                    printed = run("update", "state", "urls.txt", "-q", "--shards", 2, "--order", order, *options).stdout
                    self.assertEqual(sorted(row.split("\t")[0] for row in printed.splitlines()), sorted(wanted))
                    self.assertEqual(json.loads((root / "stats.json").read_text())["passed_over"], dict(model.dropped))
                    state += wanted

    def test_earlier_outputs(self):
        # A run counts the rows that it writes, not those of earlier runs.
        before, urls = self.some_urls(400), self.some_urls(3000)
        (root / "before.txt").write_text("\n".join(before) + "\n")
        (root / "urls.txt").write_text("\n".join(urls) + "\n")
        run("extract", "-q", "before.txt", "--input-format", "urls", "-o", "before", "--shards", 2)
        for per_host, per_domain, options in self.limits():
            model = Model(per_host, per_domain)
            wanted = model.kept([url for url in urls if url not in set(before)])
            shutil.rmtree(root / "out", ignore_errors=True)
            run("extract", "-q", "urls.txt", *options, "--seen", "before", "-o", "out", "--shards", 2)
            self.check_counts(model, len(wanted))
            self.assertEqual(sorted(run("extract", "-q", "out").stdout.split()), sorted(wanted))

    def test_refusals(self):
        for options, why in [(["--no-dedup"], "--no-dedup"), (["--edges", "host"], "--edges"),
                             (["--limit", 5, "--fields", "url,count"], "--limit with counts")]:
            self.assertIn(why, run("extract", "urls.txt", "--max-per-host", 2, *options, code=2).stderr)
        self.assertIn("max-per-host", run("plan", "urls.txt", "-o", "out", "--max-per-host", 2, code=2).stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
