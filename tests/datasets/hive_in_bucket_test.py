"""hive_in_bucket_test.py PROGRAM SAMPLES: every command reads partitions of a table in S3 like flat shards."""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "cluster"))
import bucket_server  # noqa: E402

program = pathlib.Path(sys.argv[1]).resolve()
samples = pathlib.Path(sys.argv[2]).resolve()
environment = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy") and not name.startswith("AWS_")}


class HiveInBucket(unittest.TestCase):
    def setUp(self):
        self.bucket, self.endpoint = bucket_server.serve()
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        self.run_it("extract", "-q", samples / "urls.txt", "-o", "flat", "--shards", "3", "--output-format", "parquet",
                    "--fields", "url,count", "--filter-bits", "8")
        self.run_it("convert", "-q", "flat", "-o", "s3://bucket/t", "--layout", "hive")

    def run_it(self, *words, code=0):
        ended = subprocess.run([program, *words, "--endpoint", self.endpoint, "--anonymous"], cwd=self.root, env=environment, capture_output=True, text=True)
        self.assertEqual(ended.returncode, code, ended.stderr)
        return ended.stdout + ended.stderr

    def files(self, name):
        return {path.name: path.read_bytes() for path in (self.root / name).iterdir()}

    def test_commands(self):
        names = {f"t/shard={i}/{name}" for i in range(3) for name in ("part.parquet", "_part.filter")}
        self.assertEqual(set(self.bucket.objects), names | {"t/_SUCCESS", "t/manifest.json"})
        self.assertEqual(self.run_it("verify", "s3://bucket/t"), "")
        self.run_it("convert", "-q", "s3://bucket/t", "-o", "back", "--layout", "flat")
        self.assertEqual(self.files("back"), self.files("flat"))
        for name, source in (("again", "s3://bucket/t/"), ("expected", "flat")):
            self.run_it("extract", "-q", source, "-o", name, "--shards", "2")
        self.assertEqual(self.files("again"), self.files("expected"))

    def test_partitions_as_inputs(self):
        for i in range(3):
            here = self.run_it("extract", f"flat/part-0000{i}-of-00003.parquet")
            self.assertTrue(here)
            self.assertEqual(self.run_it("extract", f"s3://bucket/t/shard={i}/"), here)
        (self.root / "list").write_text("s3://bucket/t/shard=0/\ns3://bucket/t/shard=2/\n")
        some = self.run_it("extract", "flat/part-00000-of-00003.parquet", "flat/part-00002-of-00003.parquet")
        del self.bucket.objects["t/shard=1/part.parquet"]
        self.assertEqual(self.run_it("extract", "--files-from", "list"), some)
        self.assertIn("s3://bucket/t/shard=1/part.parquet is missing", self.run_it("extract", "s3://bucket/t/", code=1))
        self.assertIn("s3://bucket/t/shard=1/part.parquet is missing", self.run_it("extract", "s3://bucket/t/shard=1/", code=3))
        self.bucket.put("no/shard=1/part.txt", b"http://a.example/ http://b.example/")
        self.assertEqual(self.run_it("extract", "s3://bucket/no/shard=1/"), "http://a.example/\nhttp://b.example/\n")

    def test_files_of_others(self):
        self.bucket.put("t/shard=1/mine", b"x")
        self.assertIn("s3://bucket/t/shard=1/mine: the manifest does not list", self.run_it("verify", "s3://bucket/t", code=1))
        self.assertIn("shard=1/mine was not written", self.run_it("convert", "-q", "flat", "-o", "s3://bucket/t", "--force", code=2))
        del self.bucket.objects["t/shard=1/mine"]
        self.run_it("convert", "-q", "flat", "-o", "s3://bucket/t", "--force")
        self.assertFalse([name for name in self.bucket.objects if "=" in name])
        self.assertEqual(self.run_it("verify", "s3://bucket/t"), "")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
