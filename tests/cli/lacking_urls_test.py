"""Runs that lack URLs of a server: lacking_urls_test.py PROGRAM

The next run with --resume requests only the missing URLs, and its output equals that of a complete run. Rows of a
truncated download are already in the output, so that the run requests all URLs again.
"""

import http.server
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import unittest

program = pathlib.Path(sys.argv[1]).resolve()
scratch = tempfile.TemporaryDirectory()
root = pathlib.Path(scratch.name)
count = 6
bodies = ["".join(f"http://h{j % 7}.example/{(i * 13 + j) % 90}\n" for j in range(60)).encode() for i in range(count)]


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    ways = {}
    asked = set()

    def log_message(self, *_):
        pass

    def do_GET(self):
        number = int(self.path[1:].split(".")[0])
        self.asked.add(number)
        way = self.ways.get(number, 200)
        body = bodies[number] if way in (200, "cut") else b"no"
        asked = re.match(r"bytes=(\d+)-(\d+)$", self.headers.get("Range", ""))
        begin, end = (int(asked[1]), min(int(asked[2]) + 1, len(body))) if asked else (0, len(body))
        if way == "cut" and begin > 0:
            way, body = 403, b"no"
        if way in (200, "cut"):
            self.send_response(206)
            self.send_header("Content-Range", f"bytes {begin}-{end - 1}/{len(body)}")
            self.send_header("ETag", f'"{number}"')
            self.send_header("Content-Length", str(end - begin))
            self.end_headers()
            self.wfile.write(body[begin:end] if way == 200 else body[begin:end // 2])
            self.close_connection = way == "cut"
            return
        self.send_response(way)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


def extract(*arguments):
    return subprocess.run([program, "extract", "-q", "--retries", "0", "--fields", "url,count,sources", "--shards", "2", "--files-from", "list",
                           *arguments], capture_output=True, cwd=root, text=True)


def content(out):
    return {path.name: path.read_bytes() for path in (root / out).iterdir()}


class LackingUrls(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        (root / "list").write_text("".join(f"http://127.0.0.1:{server.server_port}/{i}.txt\n" for i in range(count)))
        assert extract("-o", "whole").returncode == 0
        cls.whole = content("whole")

    def run_with(self, ways):
        Handler.ways = ways
        Handler.asked.clear()
        ended = extract("--resume", "-o", "out")
        return ended.returncode, set(Handler.asked)

    def test_lacking_urls_are_asked_for_alone(self):
        for status in (403, 404, 503):
            for lost in ({0}, {2, 3, 5}):
                with self.subTest(status=status, lost=lost):
                    self.assertEqual(self.run_with(dict.fromkeys(lost, status)), (1, set(range(count))))
                    self.assertNotIn("_SUCCESS", content("out"))
                    still = {max(lost)}
                    self.assertEqual(self.run_with(dict.fromkeys(still, status)), (1, lost))
                    self.assertEqual(self.run_with({}), (0, still))
                    self.assertEqual(content("out"), self.whole)
                    self.assertFalse((root / ".out.resume").exists())
                    self.assertEqual(self.run_with({})[0], 0)
                    shutil.rmtree(root / "out")

    def test_a_url_that_broke_off_has_all_asked_for_again(self):
        for lost in ({2}, {2, 4}):
            self.assertEqual(self.run_with({2: "cut", 4: 404 if 4 in lost else 200})[0], 1)
            self.assertFalse((root / ".out.resume").exists())
            self.assertEqual(self.run_with({}), (0, set(range(count))))
            self.assertEqual(content("out"), self.whole)
            shutil.rmtree(root / "out")


unittest.main(argv=sys.argv[:1])
