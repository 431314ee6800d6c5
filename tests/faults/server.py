#!/usr/bin/env python3
"""server.py FOLDER CERTIFICATE: serves the files of FOLDER on the loopback interface until killed.

Prints the ports as "HTTP HTTPS". The file CERTIFICATE holds certificate and key. The first part of the path selects the
behaviour of the server, and the rest names the file:

  sound     ranges, with an entity tag
  slow      ranges, sent in small pieces
  cut       the connection ends early; the next request continues
  changing  the entity tag of each answer depends on the range
  lying     Content-Range declares more bytes than the file has
  job-N     S3: any bucket stores its objects in FOLDER/job-N
"""
import http.server
import os
import re
import ssl
import sys
import threading
import time
import urllib.parse

folder = sys.argv[1]
cut_after = 3000
lock = threading.Lock()
uploads = {}  # parts by number, by id


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_GET(self):
        try:
            self.serve()
        except OSError:
            self.close_connection = True

    do_HEAD = do_PUT = do_POST = do_DELETE = do_GET

    def serve(self):
        path, _, query = self.path.partition("?")
        way, _, name = urllib.parse.unquote(path)[1:].partition("/")
        asked = dict(urllib.parse.parse_qsl(query, keep_blank_values=True))
        sent = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        if way.startswith("job-"):
            key = name.partition("/")[2]
            name = way + "/" + key
            if not key:
                return self.answer(200, listing(way, asked.get("prefix", "")))
            if self.command not in ("GET", "HEAD"):
                return self.change(os.path.join(folder, name), asked, sent)
        self.send_file(way, name)

    def change(self, path, asked, sent):
        """Handles PutObject, DeleteObject and multipart uploads (Amazon S3 API)."""
        upload = asked.get("uploadId")
        with lock:
            if "uploads" in asked:
                upload = str(len(uploads))
                uploads[upload] = {}
                return self.answer(200, b"<r><UploadId>%s</UploadId></r>" % upload.encode())
            if upload is not None and not isinstance(uploads.get(upload), dict):
                return self.answer(404, b"<Error><Code>NoSuchUpload</Code></Error>")
            if self.command == "DELETE" and upload is None:
                remove(path)
                return self.answer(204, b"")
            if self.command == "DELETE":
                uploads[upload] = None
                return self.answer(204, b"")
            if "partNumber" in asked:
                uploads[upload][int(asked["partNumber"])] = sent
                return self.answer(200, b"", {"ETag": '"0"'})
            if upload is not None:
                sent = b"".join(part for _, part in sorted(uploads[upload].items()))
                uploads[upload] = None
            store(path, sent)
        self.answer(200, b"<CompleteMultipartUploadResult></CompleteMultipartUploadResult>", {"ETag": '"0"'})

    def send_file(self, way, name):
        try:
            with open(os.path.join(folder, name), "rb") as file:
                body = file.read()
        except OSError:
            return self.answer(404, b"")
        asked = re.match(r"bytes=(\d+)-(\d*)$", self.headers.get("Range", ""))
        begin = int(asked[1]) if asked else 0
        end = min(int(asked[2]) + 1, len(body)) if asked and asked[2] else len(body)
        total = len(body) + 5000 if way == "lying" else len(body)
        if asked and begin >= len(body):
            return self.answer(416, b"", {"Content-Range": "bytes */%d" % total})
        tag = '"%d"' % (begin if way == "changing" else 0)
        fields = {"Content-Length": end - begin, "ETag": tag, "Accept-Ranges": "bytes"}
        if asked:
            fields["Content-Range"] = "bytes %d-%d/%d" % (begin, end - 1, total)
        sent = body[begin:end]
        if way in ("cut", "changing"):
            sent = sent[:cut_after]
        self.answer(206 if asked else 200, sent, fields, 500 if way == "slow" else len(body) + 1)
        if len(sent) < end - begin:
            self.close_connection = True

    def answer(self, status, body, fields={}, piece=1 << 20):
        self.send_response(status)
        for name, value in {"Content-Length": len(body), **fields}.items():
            self.send_header(name, str(value))
        self.end_headers()
        if self.command == "HEAD":
            return
        for at in range(0, len(body), piece):
            self.wfile.write(body[at:at + piece])
            if piece < len(body):
                time.sleep(0.0005)


def store(path, body):
    """Stores the object atomically."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path + ".new", "wb") as file:
        file.write(body)
    os.rename(path + ".new", path)


def remove(path):
    if os.path.exists(path):
        os.remove(path)
    if os.path.isdir(os.path.dirname(path)) and not os.listdir(os.path.dirname(path)):
        os.rmdir(os.path.dirname(path))


def listing(way, prefix):
    """Returns the keys with the prefix (Amazon S3 API, ListObjectsV2)."""
    top = os.path.join(folder, way)
    keys = sorted(os.path.relpath(os.path.join(at, name), top)
                  for at, _, names in os.walk(os.path.join(top, os.path.dirname(prefix)), followlinks=True) for name in names)
    found = "".join('<Contents><Key>%s</Key><Size>%d</Size><ETag>"0"</ETag></Contents>'
                    % (key, os.path.getsize(os.path.join(top, key))) for key in keys if key.startswith(prefix))
    return ("<?xml version='1.0'?><ListBucketResult><IsTruncated>false</IsTruncated>%s</ListBucketResult>" % found).encode()


def serve(context):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    if context:
        server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    threading.Thread(target=server.serve_forever).start()
    return server.server_address[1]


secure = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
secure.load_cert_chain(sys.argv[2])
print(serve(None), serve(secure), flush=True)
