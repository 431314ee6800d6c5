"""A headless Chromium without network, spoken to over its debugging pipe with Python's standard library.

`Chromium` starts the program. `Chromium.visit` opens one stored page in a new tab, answers the request of the page
with the stored bytes, fails each other request, and returns the recorded requests and the result of a script.
"""

import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time

SWITCHES = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-dev-shm-usage", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-extensions", "--mute-audio",
    # One process for all sites: stored pages need no isolation, and tabs open sooner.
    "--disable-site-isolation-trials", "--renderer-process-limit=1",
    "--disable-features=HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,AutoupgradeMixedContent,Translate,OptimizationHints",
    # Requests that no tab reports (DNS, preconnections) end at a closed port of this machine.
    "--proxy-server=http://127.0.0.1:9", "--proxy-bypass-list=<-loopback>", "--host-resolver-rules=MAP * ~NOTFOUND",
    "--remote-debugging-pipe",
]


def find_chromium():
    """Returns the path of Chromium, or None."""
    return shutil.which("chromium") or shutil.which("chromium-browser")


class BrowserError(Exception):
    """The browser refused a command, ended, or did not answer in time."""


class Chromium:
    def __init__(self, program):
        self.folder = tempfile.mkdtemp(prefix="urlsieve-chromium-")
        commands, self._out = os.pipe()
        self._in, answers = os.pipe()
        # The pipe of the protocol is file descriptors 3 and 4.
        self.process = subprocess.Popen(
            ["bash", "-c", f'exec 3<&{commands} 4>&{answers}; exec "$@"', "chromium", program, *SWITCHES,
             f"--user-data-dir={self.folder}", "about:blank"],
            pass_fds=(commands, answers), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            start_new_session=True)
        os.close(commands)
        os.close(answers)
        self._number = 0
        self._pending = b""
        self._answers = {}
        self._on_event = None
        self.version = self.call("Browser.getVersion")["product"]

    def close(self):
        try:
            self.call("Browser.close", seconds=5)
        except BrowserError:
            pass
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        os.close(self._out)
        os.close(self._in)
        shutil.rmtree(self.folder, ignore_errors=True)

    def send(self, method, parameters=None, session=None):
        """Sends a command without waiting, and returns its number."""
        self._number += 1
        message = {"id": self._number, "method": method, "params": parameters or {}}
        if session:
            message["sessionId"] = session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self._out, data):]
        return self._number

    def pump(self, seconds):
        """Reads for at most `seconds`, or until a message arrives. Returns False if none arrived."""
        if not select.select([self._in], [], [], max(0, seconds))[0]:
            return False
        data = os.read(self._in, 1 << 20)
        if not data:
            raise BrowserError("the browser ended")
        *messages, self._pending = (self._pending + data).split(b"\0")
        for message in map(json.loads, messages):
            if "id" in message:
                self._answers[message["id"]] = message
            elif self._on_event:
                self._on_event(message)
        return True

    def call(self, method, parameters=None, session=None, seconds=20):
        number = self.send(method, parameters, session)
        end = time.monotonic() + seconds
        while number not in self._answers:
            if time.monotonic() > end:
                raise BrowserError(f"no answer to {method} in {seconds} s")
            self.pump(end - time.monotonic())
        answer = self._answers.pop(number)
        self._answers = {}
        if "error" in answer:
            raise BrowserError(f"{method}: {answer['error']['message']}")
        return answer["result"]

    def visit(self, url, content_type, body, script, scripts, seconds=15, settle=0.4):
        """Opens a stored page, with or without the page's own scripts. Evaluates `script` after the load event, in a world
        of its own. Returns (requests, value): `requests` are pairs of resource type and URL, without the page itself."""
        target = self.call("Target.createTarget", {"url": "about:blank"})["targetId"]
        session = self.call("Target.attachToTarget", {"targetId": target, "flatten": True})["sessionId"]
        requests = []
        state = {"served": False, "loaded": False, "last": time.monotonic()}

        def on_event(message):
            if message.get("sessionId") != session:
                return
            method, given = message["method"], message["params"]
            if method == "Page.loadEventFired":
                state["loaded"] = state["served"]
            elif method == "Page.javascriptDialogOpening":
                self.send("Page.handleJavaScriptDialog", {"accept": False}, session)
            elif method in ("Page.frameScheduledNavigation", "Page.frameRequestedNavigation"):
                requests.append(("Navigation", given["url"]))
            elif method == "Fetch.requestPaused":
                state["last"] = time.monotonic()
                asked = given["request"]["url"] + given["request"].get("urlFragment", "")
                top = given["resourceType"] == "Document" and given["frameId"] == target
                if top and not state["served"]:
                    state["served"] = True
                    self.send("Fetch.fulfillRequest", {
                        "requestId": given["requestId"], "responseCode": 200,
                        "responseHeaders": [{"name": "Content-Type", "value": content_type}],
                        "body": base64.b64encode(body).decode()}, session)
                    return
                requests.append(("Navigation" if top else given["resourceType"], asked))
                if top:
                    # No content: the tab stays on the page.
                    self.send("Fetch.fulfillRequest", {"requestId": given["requestId"], "responseCode": 204}, session)
                else:
                    self.send("Fetch.failRequest", {"requestId": given["requestId"], "errorReason": "ConnectionFailed"}, session)

        self._on_event = on_event
        try:
            self.call("Page.enable", session=session)
            self.call("Page.setBypassCSP", {"enabled": True}, session)
            self.call("Network.enable", session=session)
            self.call("Network.setCacheDisabled", {"cacheDisabled": True}, session)
            self.call("Fetch.enable", {"patterns": [{"urlPattern": "*", "requestStage": "Request"}]}, session)
            self.call("Emulation.setScriptExecutionDisabled", {"value": not scripts}, session)
            end = time.monotonic() + seconds
            self.call("Page.navigate", {"url": url}, session, seconds)
            while not state["loaded"] and time.monotonic() < end:
                self.pump(0.5)
            # Scripts and late requests have until the requests pause.
            quiet = settle if scripts else settle / 4
            state["last"] = max(state["last"], time.monotonic())
            while time.monotonic() < min(end, state["last"] + quiet):
                self.pump(0.05)
            world = self.call("Page.createIsolatedWorld", {"frameId": target}, session)["executionContextId"]
            told = self.call("Runtime.evaluate", {"expression": script, "contextId": world, "returnByValue": True}, session)
            if "exceptionDetails" in told:
                raise BrowserError(json.dumps(told["exceptionDetails"]))
            return requests, told["result"]["value"]
        finally:
            self._on_event = None
            self.send("Target.closeTarget", {"targetId": target})
