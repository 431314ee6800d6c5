"""made_urls_test.py PROGRAM MADE_URLS: generated lists have the declared number of URLs for any parts."""

import collections
import json
import subprocess
import sys
import unittest

program, made_urls = sys.argv[1:3]
DISTINCT = 20000


def made(*words, **more):
    return subprocess.run([made_urls, *map(str, words)], capture_output=True, check=True, **more).stdout


class MadeUrls(unittest.TestCase):
    def test_parts_make_the_whole(self):
        whole = made("list", DISTINCT, 0, 1)
        for parts in (2, 7):
            self.assertEqual(b"".join(made("list", DISTINCT, part, parts) for part in range(parts)), whole)

    def test_as_many_as_they_say(self):
        seen = collections.Counter(made("list", DISTINCT, 0, 1).splitlines())
        self.assertEqual(len(seen), DISTINCT)
        self.assertEqual(sum(seen.values()), DISTINCT // 5 * 6)
        self.assertGreater(max(seen.values()), 5)
        hosts = collections.Counter(url.split(b"/")[2] for url in seen)
        self.assertGreater(hosts.most_common(1)[0][1], DISTINCT / 40)
        self.assertGreater(len(hosts), DISTINCT / 30)

    def test_sums_tell_what_is_missing(self):
        wanted = json.loads(made("sums", DISTINCT, 0, 1))
        seen = collections.Counter(made("list", DISTINCT, 0, 1).splitlines())
        rows = [b"%s\t%d\n" % one for one in seen.items()]
        self.assertEqual(json.loads(made("check", input=b"".join(rows))), wanted)
        self.assertEqual(wanted["bytes"], sum((len(url) + 1) * times for url, times in seen.items()))
        for wrong in (rows[1:], [*rows, rows[0]], [rows[0].replace(b"\t", b"x\t"), *rows[1:]], [rows[0][:-1] + b"0\n", *rows[1:]]):
            self.assertNotEqual(json.loads(made("check", input=b"".join(wrong))), wanted)
        for broken in (b"http://a.example/\n", b"http://a.example/\t1", b"http://a.example/\tx\n"):
            self.assertNotEqual(subprocess.run([made_urls, "check"], input=broken, capture_output=True).returncode, 0)

    def test_they_are_in_their_normal_form(self):
        given = made("list", DISTINCT, 0, 1)
        found = subprocess.run([program, "extract", "--input-format", "urls", "-"], input=given, capture_output=True, check=True).stdout
        self.assertEqual(found, b"".join(dict.fromkeys(given.splitlines(keepends=True))))


unittest.main(argv=sys.argv[:1])
