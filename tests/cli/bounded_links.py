"""Links of bounded bandwidth between a file server and the machines of a simulated cluster.

KernelLinks: each machine is a network namespace with a pair of devices, whose rate the kernel limits. The caller must
run in a private namespace (call enter_private_network() first), so that all namespaces end with this process.

ThrottledLinks: the fallback without namespaces. Each machine reaches the same server through a proxy that limits the
rate.
"""

import http.server
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import threading
import time

BURST = 32 << 10
INSIDE = "URLSIEVE_TEST_PRIVATE_NETWORK"

PROBE = f"""
mkdir -p /run/netns && mount -t tmpfs none /run/netns && ip netns add probe && ip link add link0 type veth peer name eth0 netns probe &&
tc qdisc add dev link0 root tbf rate 1mbit burst {BURST} latency 400ms && ip link set lo up && ip netns exec probe unshare --mount --pid --fork true
"""


def enter_private_network():
    """Restarts this program in a private network. Returns False if that is impossible, and True in the restarted
    program."""
    if INSIDE in os.environ:
        subprocess.run("mkdir -p /run/netns && mount -t tmpfs none /run/netns && ip link set lo up", shell=True, check=True)
        return True
    missing = [tool for tool in ("unshare", "ip", "tc") if not shutil.which(tool)]
    if not missing:
        tried = subprocess.run(["unshare", "--net", "--mount", "sh", "-c", PROBE], capture_output=True, text=True)
        if tried.returncode == 0:
            os.execvpe("unshare", ["unshare", "--net", "--mount", sys.executable, *sys.argv], {**os.environ, INSIDE: "1"})
    why = f"no {', '.join(missing)}" if missing else tried.stderr.strip()[-200:]
    print(f"no links of the kernel here ({why}): the server throttles instead", file=sys.stderr)
    return False


class Bucket:
    """How fast a link sends."""

    def __init__(self, rate):
        self.rate = rate
        self.free = time.monotonic()
        self.waited = 0
        self.lock = threading.Lock()

    def take(self, size):
        with self.lock:
            now = time.monotonic()
            self.free = max(self.free, now - BURST / self.rate) + size / self.rate
            wait = self.free - now
            self.waited += wait > 0
        if wait > 0:
            time.sleep(wait)


class Files(http.server.BaseHTTPRequestHandler):
    """Serves files of a folder and ranges, at the rate of the requested port."""

    protocol_version = "HTTP/1.1"
    timeout = 120
    disable_nagle_algorithm = True  # otherwise the body waits for the acknowledgement of the header

    def log_message(self, *_):
        pass

    def do_GET(self):
        name = re.sub(r"^http://[^/]+", "", self.path).lstrip("/")
        try:
            body = (self.server.folder / name).read_bytes() if re.fullmatch(r"[\w.]+", name) else None
        except FileNotFoundError:
            body = None
        if body is None:
            self.send_response(404)
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        asked = re.fullmatch(r"bytes=(\d+)-(\d+)", self.headers.get("Range", ""))
        begin, end = (int(asked[1]), min(int(asked[2]) + 1, len(body))) if asked else (0, len(body))
        self.send_response(206 if asked else 200)
        self.send_header("ETag", f'"{len(body)}"')
        self.send_header("Content-Length", str(end - begin))
        if asked:
            self.send_header("Content-Range", f"bytes {begin}-{end - 1}/{len(body)}")
        try:
            self.end_headers()
            for at in range(begin, end, 4096):
                piece = body[at:min(at + 4096, end)]
                if self.server.bucket:
                    self.server.bucket.take(len(piece))
                self.wfile.write(piece)
                self.server.add_sent(len(piece))
        except (BrokenPipeError, ConnectionResetError, TimeoutError):
            self.close_connection = True


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 200

    def __init__(self, address, folder, bucket=None):
        super().__init__((address, 0), Files)
        self.folder = pathlib.Path(folder)
        self.bucket = bucket
        self.sent = 0  # bytes of files
        self.lock = threading.Lock()
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def add_sent(self, size):
        with self.lock:
            self.sent += size

    def handle_error(self, *_):
        pass

    def url(self):
        return f"http://{self.server_address[0]}:{self.server_port}/"


class KernelLinks:
    """A machine at the far end of a pair of devices; the near end limits the rate."""

    def __init__(self, folder, rates):
        self.count = len(rates)
        lines = ["addr add 10.78.0.1/32 dev lo"]
        for i, rate in enumerate(rates):
            subprocess.run(["ip", "netns", "add", f"machine{i}"], check=True)
            lines += [f"link add link{i} type veth peer name eth0 netns machine{i}", f"addr add 10.77.{i}.1/30 dev link{i}", f"link set link{i} up"]
        subprocess.run(["ip", "-batch", "-"], input="\n".join(lines), text=True, check=True)
        for i, rate in enumerate(rates):
            subprocess.run(["tc", "qdisc", "add", "dev", f"link{i}", "root", "tbf", "rate", f"{rate * 8}bit", "burst", str(BURST), "latency", "400ms"],
                           check=True)
            subprocess.run(["ip", "-n", f"machine{i}", "-batch", "-"], check=True, text=True, input=f"addr add 10.77.{i}.2/30 dev eth0\n"
                           f"link set lo up\nlink set eth0 up\nroute add default via 10.77.{i}.1\n")
        self.server = Server("10.78.0.1", folder)

    def prefix(self, number):
        return ["ip", "netns", "exec", f"machine{number}"]

    def environment(self, number):
        return {}

    def url(self):
        return self.server.url()

    def break_for_a_moment(self, number):
        subprocess.run(["ip", "link", "set", f"link{number}", "down"], check=True)
        time.sleep(0.1)
        subprocess.run(["ip", "link", "set", f"link{number}", "up"], check=True)

    def sent(self):
        return self.server.sent

    def held_back(self):
        """Returns for each link how often it delayed a packet."""
        told = json.loads(subprocess.run(["tc", "-s", "-j", "qdisc"], capture_output=True, check=True).stdout)
        found = {one["dev"]: one["overlimits"] for one in told if one["kind"] == "tbf"}
        return [found[f"link{i}"] for i in range(self.count)]


class ThrottledLinks:
    """A machine that reaches the server through its proxy."""

    def __init__(self, folder, rates):
        self.server = Server("127.0.0.1", folder)
        self.proxies = [Server("127.0.0.1", folder, Bucket(rate)) for rate in rates]

    def prefix(self, number):
        return []

    def environment(self, number):
        return {"http_proxy": self.proxies[number].url()}

    def url(self):
        return self.server.url()

    def break_for_a_moment(self, number):
        pass

    def sent(self):
        return self.server.sent + sum(one.sent for one in self.proxies)

    def held_back(self):
        return [one.bucket.waited for one in self.proxies]
