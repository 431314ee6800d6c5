"""Uses the installed wheel, with each library that is loaded late: use_wheel.py SAMPLES OUTPUT"""

import base64
import hashlib
import importlib.metadata
import importlib.util
import ssl
import sys

import urlsieve

samples, output = sys.argv[1:]
for absent in ("numpy", "pandas", "pyarrow"):
    assert importlib.util.find_spec(absent) is None, f"the environment has {absent}"

assert urlsieve.normalize("HTTP://B\u00fccher.Example:80/%7ea/../b") == "http://xn--bcher-kva.example/b"
counts = urlsieve.extract(f"{samples}/pages.warc.gz", output=output, fields=["url", "count"], threads=2)
assert (counts["ended"], counts["references"], counts["unique"]) == ("complete", 142, 122), counts
assert urlsieve.extract(f"{samples}/files.7z", output=f"{output}.of-archive")["unique"] > 0
pages = urlsieve.Extractor(abbreviated="host").links("see gov.example.co.uk/x", content_type="text/plain")
assert [link.url for link in pages] == ["http://gov.example.co.uk/x"], pages
try:
    urlsieve.extract("https://127.0.0.1:1/page", output=f"{output}.of-server", retries=0)
except urlsieve.Error as error:
    assert "127.0.0.1" in str(error), error
assert ssl.create_default_context(), "the OpenSSL of Python works beside the OpenSSL of the wheel"

installed = importlib.metadata.distribution("urlsieve")
assert installed.version == urlsieve.__version__
for file in installed.files:
    if file.hash is not None and "__pycache__" not in file.parts:
        digest = base64.urlsafe_b64encode(hashlib.sha256(file.read_binary()).digest()).rstrip(b"=").decode()
        assert (file.hash.mode, file.hash.value) == ("sha256", digest), f"RECORD is wrong for {file}"
