#!/usr/bin/env python3
"""Mail in git repositories of public-inbox, compared with git and Python's mailbox module: public_inbox_test.py
PROGRAM

Random inboxes of both versions, with deleted and re-added messages, split into epochs. The program must find the
references that it finds in an mbox, written by Python from the messages of git. Then repositories that are not inboxes,
corrupt and hostile repositories, and a machine without git.
"""
import mailbox
import os
import random
import shutil
import subprocess
import sys
import tempfile

program = os.path.abspath(sys.argv[1])
chance = random.Random(23)
faults = 0
fields = ("--fields", "url,message-id,part,where")


def fault(words):
    global faults
    faults += 1
    print("FAIL:", words)


def run(*command, **how):
    return subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=60, **how)


def sieve(*arguments, **how):
    return run(program, "extract", "--no-dedup", *arguments, **how)


def git(path, *arguments, given=b""):
    return subprocess.run(["git", "--git-dir=" + path, *arguments], input=given, stdout=subprocess.PIPE, check=True).stdout


numbers = iter(range(10**9))


def message():
    n = next(numbers)
    body = b"".join(b"see http://h%d.example/%d here\n" % (n, line) for line in range(chance.choice([0, 1, 3, 200])))
    if chance.random() < 0.2:  # looks like the separator before the next message
        body += b"\n9b4fb84a1a17bc5f6e4ea9a7ac73a8a6d1c1ec4c blob 5\nx\n"
    return b"From: a@b.example\nSubject: %d\nMessage-ID: <%d@b.example>\n\n%s" % (n, n, body)


class repository:
    """Makes a sequence of commits; each has the whole tree of the previous commit except for its changes."""

    def __init__(self, path, form="sha1"):
        self.path = path
        os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
        subprocess.run(["git", "init", "-q", "--bare", "--object-format=" + form, path], check=True)
        self.stream = []
        self.time = 1_700_000_000

    def commit(self, changes):
        """changes: (path, content), or (path, None) for a removed file."""
        self.time += 1
        who = b"A <a@b.example> %d +0000\n" % self.time
        text = b"commit refs/heads/master\nauthor " + who + b"committer " + who + b"data 1\nx\n"
        for path, content in changes:
            if content is None:
                text += b"D %s\n" % path
            else:
                text += b"M 100644 inline %s\ndata %d\n%s\n" % (path, len(content), content)
        self.stream.append(text + b"\n")

    def close(self):
        git(self.path, "fast-import", "--quiet", given=b"".join(self.stream))
        git(self.path, "symbolic-ref", "HEAD", "refs/heads/master")


def version_2(path, count, form="sha1"):
    """Makes an epoch. Returns its messages without deleted messages."""
    made = repository(path, form)
    there = []
    for _ in range(count):
        if there and chance.random() < 0.15:
            gone = chance.choice(there)
            made.commit([(b"m", None), (b"d", gone)])
            there.remove(gone)
            if chance.random() < 0.3:
                made.commit([(b"d", None), (b"m", gone)])
                there.append(gone)
        else:
            there.append(message())
            made.commit([(b"d", None), (b"m", there[-1])])
    made.close()
    return there


def version_1(path, count):
    made = repository(path)
    there = {}
    for _ in range(count):
        kind = chance.random() if there else 1
        if kind < 0.1:
            gone = chance.choice(list(there))
            del there[gone]
            made.commit([(gone, None)])
        elif kind < 0.2:
            place = chance.choice(list(there))
            del there[place]  # moves to the place of the change
            there[place] = message()
            made.commit([(place, there[place])])
        else:
            name = b"%040x" % chance.getrandbits(160)
            place = name[:2] + b"/" + name[2:]
            there[place] = message()
            made.commit([(place, there[place])])
    made.close()
    return list(there.values())


def rows_of_mbox(messages):
    with tempfile.TemporaryDirectory(dir=".") as folder:
        box = mailbox.mbox(folder + "/box")
        for one in messages:
            box.add(one)
        box.close()
        done = sieve(*fields, folder + "/box") if messages else None
        return done.stdout if done else b""


def expect(what, done, rows, code=0):
    if done.returncode != code:
        fault("%s: exit code %d: %s" % (what, done.returncode, done.stderr))
    if done.stdout != rows:
        fault("%s: %d rows where %d are" % (what, done.stdout.count(b"\n"), rows.count(b"\n")))


with tempfile.TemporaryDirectory() as work:
    os.chdir(work)
    for number in range(6):
        path = "two%d.git" % number
        messages = version_2(path, chance.choice([1, 30, 120]), "sha256" if number == 3 else "sha1")
        objects = {git(path, "hash-object", "--stdin", given=one).strip() for one in messages}
        stored = git(path, "log", "--format=", "--raw", "--no-abbrev", "--diff-filter=AMR").split(b"\n")
        if not objects <= {line.split()[3] for line in stored if line}:
            fault("git does not have what was written")
        expected = rows_of_mbox(messages)
        expect("version 2", sieve(*fields, path), expected)
        expect("threads", sieve(*fields, "--threads", "1", "--batch", "64KiB", path + "/"), expected)
        with open("names", "w") as names:
            print(path, file=names)
        expect("a list", sieve(*fields, "--files-from", "names"), expected)
        batch = git(path, "cat-file", "--batch", given=b"\n".join(git(path, "hash-object", "--stdin", given=one).strip()
                                                                  for one in messages) + b"\n")
        with open("batch", "wb") as printed:
            printed.write(batch)
        expect("what git prints", sieve(*fields, "batch"), expected)
    for number in range(4):
        path = "one%d.git" % number
        messages = version_1(path, chance.choice([1, 60]))
        expect("version 1", sieve(*fields, path), rows_of_mbox(messages))

    # An inbox of twelve epochs, in order, without other content of the folder.
    all_messages = []
    for epoch in range(12):
        all_messages += version_2("inbox/git/%d.git" % epoch, 5)
    subprocess.run(["git", "init", "-q", "--bare", "inbox/all.git"], check=True)
    for name in "inbox/msgmap.sqlite3", "inbox/inbox.lock", "inbox/all.git/description", "inbox/git/3.git/description":
        with open(name, "w") as file:
            file.write("http://not-mail.example/\n")
    expected = rows_of_mbox(all_messages)
    expect("an inbox", sieve(*fields, "inbox"), expected)
    shutil.copytree("inbox", "walked/a/inbox")
    expect("an inbox that is walked", sieve(*fields, "walked"), expected)

    # A run resumes another run; the repository must be unchanged.
    whole = run(program, "extract", *fields, "-o", "whole", "inbox")
    expect("shards", whole, b"")
    expect("a resumed run", run(program, "extract", "--resume", "--checkpoint", "1", *fields, "-o", "resumed", "inbox"), b"")
    if run("diff", "-r", "whole", "resumed").returncode:
        fault("a run that writes a journal differs")

    # A repository of programs is a directory like any other.
    code = repository("code.git")
    code.commit([(b"m", b"int main() {}\n"), (b"README", b"http://readme.example/\n")])
    code.close()
    with open("code.git/description", "w") as file:
        file.write("http://description.example/\n")
    done = sieve("code.git")
    if b"http://description.example/" not in done.stdout or b"readme.example" in done.stdout:
        fault("a repository of programs: %s" % done.stdout)

    # Commands in the configuration of the repository are not executed.
    evil = version_2("evil.git", 10)
    with open("run", "w") as script:
        script.write("#!/bin/sh\ntouch %s/ran\ncat\n" % work)
    os.chmod("run", 0o755)
    for setting in ("diff.external", "core.pager", "core.sshCommand", "core.fsmonitor", "gpg.program", "core.askPass",
                    "diff.x.textconv", "filter.x.smudge", "core.alternateRefsCommand", "remote.origin.uploadpack"):
        git("evil.git", "config", setting, work + "/run")
    for setting, value in (("log.showSignature", "true"), ("remote.origin.url", work + "/two0.git"), ("remote.origin.promisor", "true"),
                           ("extensions.partialClone", "origin")):
        git("evil.git", "config", setting, value)
    os.makedirs("evil.git/info", exist_ok=True)
    with open("evil.git/info/attributes", "w") as attributes:
        attributes.write("* diff=x filter=x\n")
    expect("a hostile repository", sieve(*fields, "evil.git"), rows_of_mbox(evil))

    # A missing object is reported with its place, and the other objects are read.
    lost = repository("lost.git")
    kept = [message(), message(), message()]
    for one in kept:
        lost.commit([(b"m", one)])
    lost.close()
    git("lost.git", "repack", "-adq")
    packs = "lost.git/objects/pack/"
    pack = [name for name in os.listdir(packs) if name.endswith(".pack")][0]
    shutil.move(packs + pack, "moved.pack")
    for name in os.listdir(packs):
        os.unlink(packs + name)
    with open("moved.pack", "rb") as objects:
        subprocess.run(["git", "--git-dir=lost.git", "unpack-objects", "-q"], stdin=objects, check=True)
    name = git("lost.git", "hash-object", "--stdin", given=kept[1]).strip().decode()
    os.unlink("lost.git/objects/%s/%s" % (name[:2], name[2:]))
    expect("a message that is gone", sieve(*fields, "lost.git"), rows_of_mbox([kept[0], kept[2]]), 1)
    head = git("lost.git", "rev-parse", "master^").strip().decode()
    os.unlink("lost.git/objects/%s/%s" % (head[:2], head[2:]))
    done = sieve(*fields, "lost.git", "two0.git")
    if done.returncode != 1 or b"lost.git: not read: git: " not in done.stderr:
        fault("history that is gone: %d %s" % (done.returncode, done.stderr))
    if os.path.exists("ran"):
        fault("a repository had something run")

    # Without git, the message names git.
    os.mkdir("empty")
    done = sieve("two0.git", "batch", env={"PATH": work + "/empty"})
    if done.returncode != 1 or b"two0.git: not read: a git repository, and git is not installed" not in done.stderr:
        fault("without git: %d %s" % (done.returncode, done.stderr))

sys.exit(1 if faults else 0)
