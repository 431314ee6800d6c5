"""An S3 server in memory with conditional writes (Amazon S3 API Reference: PutObject, CompleteMultipartUpload and
the other operations that urlsieve sends). Responses can be delayed, lost, duplicated, or 503 SlowDown."""
import email.utils
import hashlib
import http.server
import random
import re
import shutil
import threading
import time
import urllib.parse
from xml.sax.saxutils import escape


METADATA = "x-amz-meta-urlsieve-changes"


def write_lists(folder, seed, names, lines, hosts, pages):
    """Recreates the folder with lists of random, repeated URLs. Returns the text of each list by name."""
    dice = random.Random(seed)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    texts = {}
    for name in names:
        texts[name] = "".join("http://h%d.example/%d\n" % (dice.randrange(hosts), dice.randrange(pages)) for _ in range(lines))
        (folder / name).write_text(texts[name])
    return texts


class Bucket:
    """The objects of a bucket, and the faults of the server."""

    def __init__(self):
        self.lock = threading.Lock()
        self.objects = {}  # key: (bytes, ETag)
        self.written = {}  # key: time of the last write
        self.metadata = {}  # key: the field of metadata that urlsieve stores
        self.uploads = {}  # id: (key, {number: (bytes, ETag)})
        self.counter = 0
        self.log = []  # (method, key or query, status)
        self.requests = []  # (worker, method, key, condition), but for the parts and the beginning of uploads
        self.sent = []  # (key, first byte, bytes) of the bodies of objects
        self.ranges = True  # requests for ranges are obeyed
        self.conditional = True  # conditions are obeyed; False: ignored; "unimplemented": answered with 501
        self.faults = ()  # names of the faults, each of which may hit a request
        self.rate = 0.0
        self.chance = random.Random(1)
        self.denied = set()  # methods answered with 403; LIST for listings
        self.lose = None  # lose(worker, method, key) tells whether the answer is lost
        self.gate = None  # called before each request: gate(worker, method, key)

    def put(self, key, body):
        with self.lock:
            self.objects[key] = (body, '"%s"' % hashlib.md5(body).hexdigest())
            self.written[key] = time.time()

    def holds(self, key, headers):
        """Whether the condition of a write holds; a status otherwise."""
        if not self.conditional:
            return None
        if self.conditional == "unimplemented":
            return 501 if "If-None-Match" in headers or "If-Match" in headers else None
        there = self.objects.get(key)
        if headers.get("If-None-Match") == "*" and there:
            return 412
        wanted = headers.get("If-Match")
        if wanted is not None and not there:
            return 404
        if wanted is not None and there[1] != wanted:
            return 412
        return None

    def perform(self, method, key, query, headers, body):
        """Returns status, body and headers. Requires: the lock is held."""
        if not key:
            return self.list_uploads(query) if "uploads" in query else self.list(query)
        if method == "POST" and "uploads" in query:
            self.counter += 1
            self.uploads[str(self.counter)] = (key, {})
            return 200, b"<R><UploadId>%d</UploadId></R>" % self.counter, {}
        upload = query.get("uploadId")
        if upload is not None and upload not in self.uploads:
            return 404, b"<Error><Code>NoSuchUpload</Code></Error>", {}
        if method == "DELETE" and upload is not None:
            del self.uploads[upload]
            return 204, b"", {}
        if method == "DELETE":
            self.objects.pop(key, None)
            return 204, b"", {}
        if method == "PUT" and upload is not None:
            etag = '"%s"' % hashlib.md5(body).hexdigest()
            self.uploads[upload][1][int(query["partNumber"])] = (body, etag)
            return 200, b"", {"ETag": etag}
        if method in ("PUT", "POST"):
            failed = self.holds(key, headers)
            if failed:
                return failed, b"<Error><Code>PreconditionFailed</Code></Error>", {}
            etag = '"%s"' % hashlib.md5(body).hexdigest()
            if upload is not None:
                parts = [part for _, part in sorted(self.uploads.pop(upload)[1].items())]
                body = b"".join(part for part, _ in parts)
                etag = '"%s-%d"' % (hashlib.md5(b"".join(hashlib.md5(part).digest() for part, _ in parts)).hexdigest(), len(parts))
            self.objects[key] = (body, etag)
            self.written[key] = time.time()
            self.metadata[key] = headers.get(METADATA)
            return 200, b"<CompleteMultipartUploadResult></CompleteMultipartUploadResult>", {"ETag": etag}
        if key not in self.objects:
            return 404, b"<Error><Code>NoSuchKey</Code></Error>", {}
        stored, etag = self.objects[key]
        if headers.get("If-Match", etag) != etag:
            return 412, b"", {}
        noted = {METADATA: self.metadata[key]} if self.metadata.get(key) else {}
        span = self.ranges and re.fullmatch(r"bytes=(\d*)-(\d*)", headers.get("Range", ""))
        if not span:
            return 200, stored, {"ETag": etag, **noted, "Last-Modified": email.utils.formatdate(self.written.get(key, time.time()), usegmt=True)}
        first = int(span[1]) if span[1] else max(0, len(stored) - int(span[2]))
        last = min(int(span[2]), len(stored) - 1) if span[1] and span[2] else len(stored) - 1
        if first >= len(stored):
            # As Amazon S3 answers: without Content-Range, ETag and Last-Modified.
            return 416, b"<Error><Code>InvalidRange</Code><ActualObjectSize>%d</ActualObjectSize></Error>" % len(stored), {}
        return 206, stored[first : last + 1], {"ETag": etag, "Content-Range": "bytes %d-%d/%d" % (first, last, len(stored))}

    def list(self, query):
        prefix, after = query.get("prefix", ""), query.get("continuation-token", "")

        def entry(key):
            """Returns the key, or with a delimiter the folder of the key."""
            end = key.find(query["delimiter"], len(prefix)) if query.get("delimiter") else -1
            return key if end < 0 else key[: end + 1]

        entries = sorted({entry(key) for key in self.objects if key.startswith(prefix)})
        entries = [key for key in entries if key > after]
        page, cut = entries[:100], len(entries) > 100
        found = "".join("<Contents><Key>%s</Key><Size>%d</Size><ETag>%s</ETag><LastModified>%s</LastModified></Contents>"
                        % (escape(urllib.parse.quote(key)), len(self.objects[key][0]), escape(self.objects[key][1]),
                           time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime(self.written.get(key, time.time()))))
                        if key in self.objects else "<CommonPrefixes><Prefix>%s</Prefix></CommonPrefixes>" % escape(urllib.parse.quote(key)) for key in page)
        more = "<NextContinuationToken>%s</NextContinuationToken>" % escape(page[-1]) if cut else ""
        return 200, ("<ListBucketResult><EncodingType>url</EncodingType><IsTruncated>%s</IsTruncated>%s%s</ListBucketResult>"
                     % ("true" if cut else "false", more, found)).encode(), {}

    def list_uploads(self, query):
        found = "".join("<Upload><Key>%s</Key><UploadId>%s</UploadId></Upload>" % (escape(urllib.parse.quote(key)), number)
                        for number, (key, _) in self.uploads.items() if key.startswith(query.get("prefix", "")))
        return 200, ("<ListMultipartUploadsResult><EncodingType>url</EncodingType>%s</ListMultipartUploadsResult>" % found).encode(), {}


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    bucket = None
    disable_nagle_algorithm = True

    def log_message(self, *_):
        pass

    def do_GET(self):
        try:
            self.serve()
        except (OSError, ValueError):
            self.close_connection = True

    do_HEAD = do_PUT = do_POST = do_DELETE = do_GET

    def serve(self):
        bucket = self.bucket
        path, _, text = self.path.partition("?")
        query = dict(urllib.parse.parse_qsl(text, keep_blank_values=True))
        # The endpoint of a worker may begin with its name: /worker-NAME/bucket/KEY.
        worker = re.match(r"/worker-([^/]*)(/.*)", path)
        name, _, key = urllib.parse.unquote(worker[2] if worker else path)[1:].partition("/")
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        if bucket.gate:
            bucket.gate(worker[1] if worker else "", self.command, key)
        if name != "bucket":
            return self.answer(404, b"<Error><Code>NoSuchBucket</Code></Error>", {})
        if self.command in bucket.denied or (not key and "LIST" in bucket.denied):
            return self.answer(403, b"<Error><Code>AccessDenied</Code></Error>", {})
        with bucket.lock:
            fault = bucket.chance.choice(bucket.faults) if bucket.faults and bucket.chance.random() < bucket.rate else ""
            pause = bucket.chance.random()
        if fault == "slow":
            time.sleep(pause / 4)
        if fault == "dropped":
            self.close_connection = True
            return
        if fault == "busy":
            return self.answer(503, b"<Error><Code>SlowDown</Code></Error>", {})
        call = (self.command, key, query, self.headers, body)
        if fault == "late":  # the network repeats the request, and delivers it a second time much later
            threading.Timer(pause * 4, self.repeat, call).start()
        with bucket.lock:
            if fault == "twice":
                bucket.perform(*call)
            answer = bucket.perform(*call)
            bucket.log.append((self.command, key or "?" + text, answer[0]))
            # Starting an upload and uploading a part change no object.
            if key and "partNumber" not in query and "uploads" not in query:
                condition = "absent" if "If-None-Match" in self.headers else "unchanged" if "If-Match" in self.headers else ""
                bucket.requests.append((worker[1] if worker else "", self.command, key, condition))
            if self.command == "GET" and key and answer[0] in (200, 206):
                first = int(re.match(r"bytes (\d+)", answer[2].get("Content-Range", "bytes 0"))[1])
                bucket.sent.append((key, first, len(answer[1])))
        if fault == "lost" or (bucket.lose and bucket.lose(worker[1] if worker else "", self.command, key)):
            self.close_connection = True
            return
        self.answer(*answer)

    def repeat(self, *call):
        with self.bucket.lock:
            self.bucket.perform(*call)

    def answer(self, status, body, fields):
        self.send_response(status)
        ranges = {"Accept-Ranges": "bytes"} if self.bucket.ranges else {}
        for name, value in {"Content-Length": str(len(body)), **ranges, **fields}.items():
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def handle_error(self, *_):
        """A client that was killed."""


def serve():
    """Starts a server. Returns its bucket and its endpoint."""
    bucket = Bucket()
    server = Server(("127.0.0.1", 0), type("BucketHandler", (Handler,), {"bucket": bucket}))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return bucket, "http://127.0.0.1:%d" % server.server_address[1]
