#!/usr/bin/env python3
"""The requests and bytes of updates of a state in a bucket: state_costs.py PROGRAM [URLS OF THE FIRST DAY]

Runs daily updates on the S3 server of the tests: each day has a tenth of the URLs of the first day, of which half are known. Counts
the requests, and the bytes that an update reads from the bucket and writes to the bucket (bench/SCALE.md)."""
import collections
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tests/cluster"))
import bucket_server  # noqa: E402


def main(program, urls=400_000):
    bucket, endpoint = bucket_server.serve()
    environment = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy") and not name.startswith("AWS_")}
    dice = random.Random(1)

    def url(number):
        return "http://host%d.example/section/%d/page%d.html\n" % (number * 7919 % 9973, number % 31, number)

    known = urls
    print("| update | URLs read | layers | state | read from the bucket | written | PUT, POST, LIST | GET, HEAD | DELETE |")
    with tempfile.TemporaryDirectory() as folder:
        environment["TMPDIR"] = folder
        for day in range(6):
            count = urls if day == 0 else urls // 10
            numbers = range(urls) if day == 0 else [dice.randrange(known) if i % 2 else known + i for i in range(count)]
            known += 0 if day == 0 else count
            (pathlib.Path(folder) / "day.txt").write_text("".join(map(url, numbers)))
            before = {key: etag for key, (_, etag) in bucket.objects.items()}
            bucket.log.clear()
            bucket.sent.clear()
            subprocess.run([program, "update", "s3://bucket/state", "day.txt", "-o", "new", "--force", "-q", "--compress", "zstd", "--shards", "16",
                            "--compact", "now" if day == 5 else "auto", "--endpoint", endpoint, "--anonymous"], cwd=folder, env=environment, check=True)
            requests = collections.Counter("LIST" if not key or key.startswith("?") else method for method, key, _ in bucket.log)
            written = sum(len(body) for key, (body, etag) in bucket.objects.items() if before.get(key) != etag)
            layers = len(json.loads(bucket.objects["state/state.json"][0])["layers"])
            print("| %d%s | %d | %d | %.1f MB | %.1f MB | %.1f MB | %d | %d | %d |" % (
                day + 1, " (compacts)" if day == 5 else "", count, layers, sum(len(body) for body, _ in bucket.objects.values()) / 1e6,
                sum(size for _, _, size in bucket.sent) / 1e6, written / 1e6, requests["PUT"] + requests["POST"] + requests["LIST"],
                requests["GET"] + requests["HEAD"], requests["DELETE"]))


if __name__ == "__main__":
    main(str(pathlib.Path(sys.argv[1]).resolve()), *map(int, sys.argv[2:]))
