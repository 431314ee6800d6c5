"""live_input_test.py PROGRAM SAMPLES: when an input pauses, the run prints all results so far; the output does not
depend on pauses."""

import gzip
import os
import pty
import select
import subprocess
import sys
import tempfile
import time

program, samples = os.path.realpath(sys.argv[1]), sys.argv[2]
longest_wait = 60  # seconds; a later row counts as missing
work = tempfile.mkdtemp()


class Run:
    """A run with open standard input."""

    def __init__(self, *arguments, stdin=subprocess.PIPE):
        self.arguments = arguments
        self.run = subprocess.Popen(
            [program, *arguments], stdin=stdin, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=work
        )
        self.got = b""

    def feed(self, data):
        self.run.stdin.write(data)
        self.run.stdin.flush()

    def expect(self, expected):
        """Waits until all of `expected` was printed since the run began."""
        end = time.monotonic() + longest_wait
        out = self.run.stdout.fileno()
        while len(self.got) < len(expected) and time.monotonic() < end:
            if select.select([out], [], [], 1)[0]:
                more = os.read(out, 1 << 16)
                if not more:
                    break
                self.got += more
        assert self.got == expected, (self.arguments, self.got, expected)

    def end(self):
        if self.run.stdin:
            self.run.stdin.close()
        rest = self.run.stdout.read()
        said = self.run.stderr.read().decode()
        code = self.run.wait()
        assert code in (0, 1), (self.arguments, code, said)
        return self.got + rest


def rows(*names):
    return b"".join(b"http://%s.example/\n" % name.encode() for name in names)


def a_row_comes_before_the_next_line_is_given():
    line = {
        ("extract", "-"): lambda name: b"see http://%s.example/ there\n" % name,
        ("extract", "--threads", "1", "-"): lambda name: b"<http://%s.example/>\n" % name,
        ("extract", "--line-buffered", "-"): lambda name: b"see http://%s.example/ there\n" % name,
        ("extract", "--no-dedup"): lambda name: b"see http://%s.example/ there\n" % name,
        ("extract", "--exact", "--input-format", "text"): lambda name: b'"http://%s.example/" ' % name,
        ("extract",): lambda name: b"http://%s.example/\n" % name,
        ("extract", "--input-format", "jsonl"): lambda name: b'{"text": "http://%s.example/"}\n' % name,
        ("normalize",): lambda name: b"HTTP://%s.Example:80/\n" % name,
        ("normalize", "--line-buffered", "--files-from", "-"): lambda name: b"HTTP://%s.Example:80/\n" % name,
        ("resolve", "http://base.example/"): lambda name: b"//%s.example/\n" % name,
    }
    for arguments, of in line.items():
        run = Run(*arguments)
        for count, name in enumerate("abc", 1):
            run.feed(of(name.encode()))
            run.expect(rows(*"abc"[:count]))
        run.feed(of(b"d"))
        assert run.end() == rows(*"abcd"), arguments

    run = Run("parse", "--json")
    run.feed(b"http://a.example/\n")
    assert select.select([run.run.stdout], [], [], longest_wait)[0]
    run.got = os.read(run.run.stdout.fileno(), 1 << 16)
    assert b"a.example" in run.got
    run.end()


def what_is_not_decided_waits():
    run = Run("extract", "-")
    run.feed(b"see http://a.example/ and http://b.exa")
    time.sleep(0.3)
    run.feed(b"mple/ and <http://c.example/\n")
    run.expect(rows("a", "b"))
    run.feed(b"x> end\n")
    run.expect(rows("a", "b") + b"http://c.example/x\n")
    run.end()


def each_url_comes_once():
    run = Run("extract", "-")
    for name in "abacab":
        run.feed(b"see http://%s.example/ there\n" % name.encode())
        time.sleep(0.1)
    run.expect(rows(*"abc"))
    assert run.end() == rows(*"abc")


def members_of_a_compressed_pipe():
    run = Run("extract", "-")
    for count, name in enumerate("abc", 1):
        run.feed(gzip.compress(b"see http://%s.example/ there\n" % name.encode()))
        run.expect(rows(*"abc"[:count]))
    run.end()


def a_pipe_in_the_file_system():
    path = os.path.join(work, "pipe")
    os.mkfifo(path)
    run = Run("extract", "pipe", stdin=subprocess.DEVNULL)
    with open(path, "wb", buffering=0) as writer:
        for count, name in enumerate("abc", 1):
            writer.write(b"see http://%s.example/ there\n" % name.encode())
            run.expect(rows(*"abc"[:count]))
    run.end()


def a_terminal():
    master, slave = pty.openpty()
    run = Run("extract", stdin=slave)
    os.close(slave)
    for count, name in enumerate("abc", 1):
        os.write(master, b"see http://%s.example/ there\n" % name.encode())
        run.expect(rows(*"abc"[:count]))
    os.write(master, b"\x04")
    run.end()
    os.close(master)


def text_that_turns_out_to_be_something_else():
    """The input after a list of URLs is searched for URLs, and a mailbox after a text is read as a mailbox."""
    run = Run("extract", "-")
    run.feed(rows("a"))
    run.expect(rows("a"))
    run.feed(b"and now http://b.example/ in prose\n")
    run.expect(rows("a", "b"))
    run.end()
    run = Run("extract", "-")
    run.feed(b"a text with http://a.example/ in it\n\n")
    run.expect(rows("a"))
    run.feed(b"From x@y.example Mon Jan  1 00:00:00 2001\nFrom: x@y.example\nSubject: s\n"
             b"Content-Transfer-Encoding: base64\n\naHR0cDovL2IuZXhhbXBsZS8K\n")
    assert run.end() == rows("a", "b"), run.got


def a_list_of_names_that_pauses():
    """The first part of the list does not show yet that names end with NUL."""
    for name in "ab":
        with open(os.path.join(work, name), "wb") as file:
            file.write(rows(name))
    run = Run("extract", "--files-from", "-")
    run.feed(b"a")
    time.sleep(0.3)
    run.feed(b"\0b\0")
    assert run.end() == rows("a", "b")


def writes(*arguments, data):
    """Returns the single writes of a run, by a pipe in packet mode."""
    out, into = os.pipe2(os.O_DIRECT)
    subprocess.run([program, *arguments], input=data, stdout=into, check=True, cwd=work)
    os.close(into)
    met = []
    while packet := os.read(out, 1 << 16):
        met.append(packet)
    os.close(out)
    return met


def each_row_is_a_write_of_its_own():
    lines = rows(*"abc").splitlines(keepends=True)
    data = b"".join(lines)
    pairs = b"".join(b"%b\t%b" % (line.rstrip(), line) for line in lines)
    for command in (["extract", "-"], ["extract", "--no-dedup"], ["extract", "--exact"], ["extract", "--fields", "url,count"],
                    ["normalize"], ["resolve", "http://h/"]):
        assert writes(*command, data=data) == [b"".join(writes(*command, data=data))], command
        each = writes(*command, "--line-buffered", data=data)
        assert len(each) == 3 and b"".join(each) == b"".join(writes(*command, data=data)), (command, each)
    assert len(writes("parse", "--json", data=data)) == 1
    assert len(writes("parse", "--json", "--line-buffered", data=data)) == 3
    assert len(writes("compare", "--json", "--files-from", "-", data=pairs)) == 1
    assert len(writes("compare", "--json", "--files-from", "-", "--line-buffered", data=pairs)) == 3


def the_same_wherever_it_pauses():
    text = (
        b"One <URL:http://a.example/long\n  /path> and \"http://b.example/\" or http://c.example/x-\ny\n\n"
        b"> quoted <http://d.example/\n> more> end, mailto:a@b.example.\nwww.e.example (http://f.example/(g))\n"
    ) * 3
    given = {
        "text": (text, ["--input-format", "text"]),
        "told by content": (text, []),
        "wide": ("\ufeffsee http://a.example/\nand http://b.example/\n".encode("utf-16"), []),
        "returns": (b"see http://a.example/\rand http://b.example/\r", []),
        "page": (b"<html><base href='http://a.example/'>\n<a href=b>\n<a href='c'>\n</html>\n", []),
    }
    for name in ("urls.txt.zst", "pages.jsonl", "pages.warc", "pages.warc.gz", "pages.arc.gz", "thread.mbox",
                 "uniform-citations.txt", "access.log.gz"):
        with open(os.path.join(samples, name), "rb") as file:
            given[name] = (file.read(), [])
    some = 9
    for name, (data, options) in given.items():
        command = ["extract", "--fields", "url,where", *options, "-"]
        whole = subprocess.run([program, *command], input=data, stdout=subprocess.PIPE, check=False, cwd=work).stdout
        assert whole.count(b"\n") > 1, name
        step = max(1, len(data) // some)
        at = sorted({1, 5, 6, 7, *range(11, len(data), step), len(data) - 1})
        runs = [(place, Run(*command, *(["--line-buffered"] if place % 2 else []))) for place in at]
        for place, run in runs:
            run.feed(data[:place])
        time.sleep(0.4)
        for place, run in runs:
            run.feed(data[place : place + step])
        time.sleep(0.4)
        for place, run in runs:
            run.feed(data[place + step :])
            got = run.end()
            assert got == whole, (name, place, got[:1000], whole[:1000])


a_row_comes_before_the_next_line_is_given()
what_is_not_decided_waits()
each_url_comes_once()
members_of_a_compressed_pipe()
a_pipe_in_the_file_system()
a_terminal()
a_list_of_names_that_pauses()
each_row_is_a_write_of_its_own()
text_that_turns_out_to_be_something_else()
the_same_wherever_it_pauses()
