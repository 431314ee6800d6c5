"""terminal_test.py PROGRAM: output on terminals: panes of tmux at several widths, resized during a run, with a
pager; terminals without cursor movement, without colour, and slow terminals."""

import concurrent.futures
import fcntl
import itertools
import json
import os
import pty
import re
import select
import shutil
import subprocess
import sys
import tempfile
import time

program = os.path.realpath(sys.argv[1])
work = tempfile.mkdtemp()
longest_wait = 60  # seconds
progress = re.compile(r"waiting for|\d [KMG]?i?B\b|writing shards")
page = b"see http://a.example/ and http://b.example/\n"


def until(true, what):
    end = time.monotonic() + longest_wait
    while time.monotonic() < end:
        found = true()
        if found:
            return found
        time.sleep(0.05)
    raise AssertionError(what() if callable(what) else what)


class Pipe:
    """A named pipe that keeps a run waiting while it is open here."""

    numbers = itertools.count(1)

    def __init__(self):
        self.name = f"pipe{next(Pipe.numbers)}"
        os.mkfifo(os.path.join(work, self.name))

    def open(self):
        self.file = open(os.path.join(work, self.name), "wb", buffering=0)

    def write(self, data):
        self.file.write(data)

    def close(self):
        self.file.close()


class Pane:
    numbers = itertools.count(1)
    server = f"urlsieve-{os.getpid()}"

    def __init__(self, columns, command):
        self.name = f"s{next(Pane.numbers)}"
        environment = {**os.environ, "LC_ALL": "C.UTF-8", "urlsieve": program}
        environment.pop("TMUX", None)
        self.environment = environment
        self.tmux("new-session", "-d", "-s", self.name, "-x", str(columns), "-y", "24", "-c", work,
                  f"{command}; printf '[ended]'; exec sleep 1000")

    def tmux(self, *command):
        return subprocess.run(["tmux", "-u", "-f", "/dev/null", "-L", Pane.server, *command], check=True,
                              stdout=subprocess.PIPE, env=self.environment).stdout.decode()

    def lines(self, joined=False):
        shown = self.tmux("capture-pane", "-p", *(["-J"] if joined else []), "-t", self.name)
        return [line.rstrip() for line in shown.splitlines() if line.strip()]

    def wait_for(self, pattern, joined=False):
        return until(lambda: next((line for line in self.lines(joined) if re.search(pattern, line)), None),
                     lambda: (pattern, self.lines()))

    def resize(self, columns):
        self.tmux("resize-window", "-t", self.name, "-x", str(columns), "-y", "24")

    def type(self, *keys):
        self.tmux("send-keys", "-t", self.name, *keys)

    def end(self):
        self.tmux("kill-session", "-t", self.name)


def one_line_that_fits(pane, columns):
    """Looks several times: no redraw leaves anything behind."""
    for _ in range(6):
        lines = pane.lines()
        assert len(lines) == 1 and len(lines[0]) < columns, (columns, lines)
        time.sleep(0.15)
    return lines[0]


def progress_fits_and_goes_away(columns):
    pipe = Pipe()
    pane = Pane(columns, f"$urlsieve extract {pipe.name} -o out-{columns}")
    pipe.open()
    pipe.write(page * 1000)
    pane.wait_for("^waiting for input, ")
    line = one_line_that_fits(pane, columns)
    assert ("document" in line) == (columns > 40), line
    pipe.write(page * 1000)
    one_line_that_fits(pane, columns)
    time.sleep(1)
    pipe.close()
    said = pane.wait_for("distinct of", joined=True)
    assert re.fullmatch(r"urlsieve: 2 distinct of 4,000 URLs \(4,000 references, 0 rejected\) in 0:0\d"
                        rf" \u2192 out-{columns}/", said), said
    pane.wait_for(r"\[ended\]")
    assert not progress.search(" ".join(pane.lines())), pane.lines()
    pane.end()


def a_resize_leaves_nothing_behind():
    pipe = Pipe()
    pane = Pane(200, f"$urlsieve extract {pipe.name} -o out-resized")
    pipe.open()
    pipe.write(page * 1000)
    pane.wait_for("document")
    for columns in 80, 40, 25, 200, 30, 80:
        pane.resize(columns)
        until(lambda: len(pane.lines()) == 1, lambda: (columns, pane.lines()))
        one_line_that_fits(pane, columns)
    pane.wait_for("document")
    pipe.close()
    pane.wait_for(r"\[ended\]")
    pane.end()


def nothing_is_drawn_over_rows(command, drawn):
    pipe = Pipe()
    pane = Pane(80, command.replace("PIPE", pipe.name))
    pipe.open()
    pipe.write(page)
    if ">" not in command:
        pane.wait_for("http://b.example/")
    if drawn:
        pane.wait_for("waiting for input")
    else:
        time.sleep(1)
        assert not progress.search(" ".join(pane.lines())), (command, pane.lines())
    pipe.close()
    pane.wait_for(r"\(END\)" if "less" in command else r"\[ended\]")
    pane.end()


drawn_over = (
    ("$urlsieve extract PIPE", False),
    ("$urlsieve extract PIPE | less", False),
    ("$urlsieve extract PIPE | less -X", False),
    ("$urlsieve extract PIPE | grep .", False),
    ("$urlsieve extract PIPE | sort >sorted", True),
    ("$urlsieve extract PIPE >rows", True),
    ("$urlsieve extract --progress PIPE | cat", True),
    ("$urlsieve extract --progress off PIPE >rows", False),
    ("$urlsieve extract -q PIPE >rows", False),
    ("TERM=dumb $urlsieve extract PIPE >rows", False),
)


def who_types_is_told_how_to_end():
    pane = Pane(80, "$urlsieve normalize")
    pane.wait_for("^urlsieve: reading standard input; Ctrl-D ends the input$")
    pane.type("HTTP://A.Example", "Enter")
    pane.wait_for("^http://a.example/$")
    time.sleep(1)
    pane.type("C-d")
    pane.wait_for(r"^urlsieve: 1 line, 0 rejected in 0:\d\d")
    pane.end()


class Terminal:
    """A pseudoterminal of the test, which shows every byte."""

    def __init__(self, full=False):
        self.master, self.slave = pty.openpty()
        if full:
            flags = fcntl.fcntl(self.slave, fcntl.F_GETFL)
            fcntl.fcntl(self.slave, fcntl.F_SETFL, flags | os.O_NONBLOCK)
            try:
                while os.write(self.slave, b"." * 256):
                    pass
            except BlockingIOError:
                pass
            fcntl.fcntl(self.slave, fcntl.F_SETFL, flags)

    def run(self, *arguments, **environment):
        env = {name: value for name, value in os.environ.items() if name not in ("TERM", "NO_COLOR")}
        return subprocess.Popen([program, *arguments], cwd=work, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                stderr=self.slave, env={**env, "LC_ALL": "C", **environment})

    def read(self):
        got = b""
        while select.select([self.master], [], [], 0.2)[0]:
            got += os.read(self.master, 1 << 16)
        return got


def terminals_of_other_kinds(environment):
    name = "out-" + "-".join(environment.values() or ["none"])
    terminal = Terminal()
    pipe = Pipe()
    run = terminal.run("extract", pipe.name, "-o", name, **environment)
    pipe.open()
    pipe.write(page)
    time.sleep(1)
    pipe.close()
    assert run.wait() == 0
    said = terminal.read()
    assert b" distinct of " in said and b" -> " + name.encode() in said, said
    assert (b"waiting for input" in said) == ("xterm" in environment.values()), said
    assert not re.search(rb"\x1b\[[0-9;]*m", said), said
    if "xterm" not in environment.values():
        assert b"\x1b" not in said, said


def a_terminal_that_takes_nothing_stops_no_run():
    terminal = Terminal(full=True)
    pipe = Pipe()
    run = terminal.run("extract", pipe.name, "-o", "out-slow", TERM="xterm")
    pipe.open()
    for _ in range(8):
        pipe.write(page)
        time.sleep(0.2)
    pipe.close()
    until(lambda: os.path.exists(os.path.join(work, "out-slow", "_SUCCESS")), "a full terminal stops the run")
    said = b""
    while run.poll() is None:
        said += terminal.read()
    said += terminal.read()
    assert run.returncode == 0 and b" distinct of " in said, said


def faults_are_told_by_kind():
    with open(os.path.join(work, "broken.gz"), "wb") as file:
        file.write(b"\x1f\x8b\x08\0\0\0\0\0\0\3http")
    terminal = Terminal()
    run = terminal.run("extract", "broken.gz", "no-such-file.txt", "-o", "out-faults", TERM="xterm")
    assert run.wait() == 2
    terminal = Terminal()
    with open(os.path.join(work, "page.txt"), "wb") as file:
        file.write(page)
    run = terminal.run("extract", "broken.gz", "page.txt", "-o", "out-faults", TERM="xterm", LC_ALL="C.UTF-8")
    assert run.wait() == 1
    said = terminal.read().decode()
    assert "2 distinct of 2 URLs (2 references, 0 rejected) in 0:0" in said, said
    assert "\u2192 out-faults/" in said, said
    told = said[said.index("distinct"):]
    assert "archive faults: 1 " in told and "  example: broken.gz: " in told and "--on-error ignore" in told, told
    terminal = Terminal()
    run = terminal.run("extract", "-q", "broken.gz", "page.txt", "-o", "out-quiet", TERM="xterm")
    assert run.wait() == 1
    assert terminal.read() == b""


def other_subcommands_close_too():
    for name, options in ("one", []), ("two", ["--shards", "16"]):
        subprocess.run([program, "extract", "-q", "page.txt", "-o", name, *options], cwd=work, check=True)
    terminal = Terminal()
    assert terminal.run("merge", "one", "two", "-o", "both", LC_ALL="C").wait() == 0
    said = terminal.read().decode()
    assert re.fullmatch(r"urlsieve: 2 distinct URLs of 4 rows in 2 directories, 16 shards of \d+ B in 0:\d\d -> both/\r\n",
                        said), said
    assert terminal.run("verify", "both").wait() == 0
    assert terminal.read() == b"", "short, and nothing was written"


def progress_for_programs():
    pipe = Pipe()
    run = subprocess.Popen([program, "extract", "-q", "--progress", "json", pipe.name, "-o", "out-json"], cwd=work,
                           stderr=subprocess.PIPE)
    pipe.open()
    pipe.write(page)
    first = json.loads(run.stderr.readline())
    assert first["progress"] == "waiting-for-input" and first["bytes_read"] == len(page), first
    pipe.close()
    told = [json.loads(line) for line in run.stderr]
    assert run.wait() == 0
    assert told[-1]["progress"] == "ended" and told[-1]["unique"] == 2 and told[-1]["bytes"] == len(page), told


def together(*tests):
    """Runs tests (a function and its arguments) concurrently, because tests mostly wait."""
    with concurrent.futures.ThreadPoolExecutor(len(tests)) as threads:
        for ended in [threads.submit(*test) for test in tests]:
            ended.result()


faults_are_told_by_kind()
other_subcommands_close_too()
together(*[(terminals_of_other_kinds, environment)
           for environment in ({}, {"TERM": ""}, {"TERM": "dumb"}, {"TERM": "xterm", "NO_COLOR": "1"})],
         (a_terminal_that_takes_nothing_stops_no_run,), (progress_for_programs,))
missing = [tool for tool in ("tmux", "less") if shutil.which(tool) is None]
if missing:
    print(f"skipped: {' and '.join(missing)} not found")
    sys.exit(0)
try:
    Pane(80, "true")  # keeps the server alive, which ends with its last session
    together(*[(progress_fits_and_goes_away, columns) for columns in (40, 80, 200)],
             (a_resize_leaves_nothing_behind,), (who_types_is_told_how_to_end,))
    together(*[(nothing_is_drawn_over_rows, *row) for row in drawn_over])
finally:
    subprocess.run(["tmux", "-L", Pane.server, "kill-server"], check=False, stderr=subprocess.DEVNULL)
