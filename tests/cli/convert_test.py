"""convert_test.py PROGRAM: `urlsieve convert` merges URLs that become equal, like a dictionary over the rows."""

import json
import pathlib
import random
import subprocess
import sys
import tempfile
import unittest

program = pathlib.Path(sys.argv[1]).resolve()
scratch = tempfile.TemporaryDirectory()
root = pathlib.Path(scratch.name)
fields = ["url", "count", "sources", "source", "offset", "host", "query"]
most_sources = 3


def run(*arguments, stdin=None):
    done = subprocess.run([program, *map(str, arguments)], capture_output=True, cwd=root, input=stdin)
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout


def rows_of(name):
    """The rows of a run in JSON Lines, in the order of the shards."""
    for part in sorted((root / name).glob("part-*")):
        yield from map(json.loads, part.read_text().splitlines())


def normalized(urls, flags):
    out = run("normalize", *flags, "-", stdin="".join(url + "\n" for url in urls).encode()).decode().splitlines()
    assert len(out) == len(urls)
    return dict(zip(urls, out))


def united(names, flags):
    """The first row of each URL, with the sum of the counts and the first sources."""
    known = {}
    rows = [row for name in names for row in rows_of(name)]
    forms = normalized(sorted({row["url"] for row in rows}), flags)
    for row in rows:
        url = forms[row["url"]]
        first = known.setdefault(url, {"count": 0, "sources": [], "source": row["source"], "offset": row["offset"]})
        first["count"] += row["count"]
        for source in row["sources"]:
            if source not in first["sources"] and len(first["sources"]) < most_sources:
                first["sources"].append(source)
    return known


class Uniting(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        random.seed(4)
        hosts = ["a.example", "www.a.example", "b.example:8080", "WWW.b.example"]
        paths = ["/", "/index.html", "/a", "/a/./b", "/%7Ex", "/a/index.php"]
        queries = ["", "?", "?utm_source=1", "?x=2&a=1", "?a=1&x=2", "?a=1&utm_medium=y&x=2", "?gclid=7#f"]
        for number in range(6):
            lines = [
                random.choice(["http://", "https://"]) + random.choice(hosts) + random.choice(paths) + random.choice(queries)
                for _ in range(random.randrange(50, 400))
            ]
            (root / f"list{number}").write_text("\n".join(lines) + "\n")
        cls.layouts = [
            (["--shards", 1, "--order", "first-seen"], [0, 1, 2]),
            (["--shards", 4, "--order", "surt", "--shard-by", "host"], [3]),
            (["--shards", 3], [4, 5]),
        ]
        for number, (layout, inputs) in enumerate(cls.layouts):
            run("extract", "-q", "--input-format", "urls", "--jsonl", "--fields", ",".join(fields), "--max-sources", most_sources,
                "-o", f"run{number}", *layout, *(f"list{i}" for i in inputs))  # fmt: skip

    def test_rows_are_those_of_a_dictionary(self):
        for flags in [
            ["--drop-tracking"],
            ["--fold-www", "--fold-index", "--fold-https"],
            ["--sort-query", "--drop-params", "a", "--fold-www"],
            ["--drop-tracking", "--sort-query", "--fold-index", "--fold-https", "--fold-www", "--drop-session-ids"],
        ]:
            for names in [["run0"], ["run1"], ["run2", "run0"], ["run0", "run1", "run2"]]:
                with self.subTest(flags=flags, names=names):
                    expected = united(names, flags)
                    for layout in [["--shards", 2, "--order", "bytes"], ["--shards", 5, "--order", "surt", "--shard-by", "domain"]]:
                        run("convert", *names, "-o", "out", "--force", "--threads", random.choice([1, 4]), *flags, *layout)
                        rows = list(rows_of("out"))
                        self.assertEqual(len(rows), len(expected))
                        for row in rows:
                            self.assertEqual({name: row[name] for name in expected[row["url"]]}, expected[row["url"]])
                            self.assertEqual(row["query"], row["url"].partition("?")[2] if "?" in row["url"] else None)
                        run("verify", "out")
                        manifest = json.loads((root / "out/manifest.json").read_text())
                        self.assertEqual(manifest["totals"]["kept"], sum(row["count"] for row in rows))

    def test_a_layout_without_other_urls_keeps_every_row(self):
        for names in [["run1"], ["run0"], ["run2"]]:
            run("convert", *names, "-o", "kept", "--force", "--order", "bytes", "--shards", 2, "--shard-by", "directory")
            key = lambda row: row["url"]
            self.assertEqual(sorted(rows_of("kept"), key=key), sorted(rows_of(names[0]), key=key))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
