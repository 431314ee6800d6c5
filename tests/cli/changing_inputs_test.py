"""changing_inputs_test.py PROGRAM: a file that changes during the read counts as `changed-input` and causes exit
code 1."""
import gzip
import os
import subprocess
import sys
import tempfile
import zipfile

program = os.path.abspath(sys.argv[1])
work = tempfile.TemporaryDirectory()
os.chdir(work.name)
line = b"see http://example.com/%020d/" + b"x" * 900 + b" there\n"
text = b"".join(line % i for i in range(40000))  # more than a pipe and all batches hold
faults = 0


def make(name):
    with open(name, "wb") as file:
        if name.endswith(".gz"):
            for i in range(0, len(text), 1 << 20):
                file.write(gzip.compress(text[i:i + (1 << 20)], 0))
        elif not name.endswith(".zip"):
            file.write(text)
    if name.endswith(".zip"):
        with zipfile.ZipFile(name, "w") as archive:
            for i in range(40):
                archive.writestr("%d.txt" % i, text[i << 20:(i + 1) << 20])


def run(name, change, *words):
    make(name)
    size = os.path.getsize(name)
    process = subprocess.Popen([program, "extract", "--batch", "64KiB", "--memory", "64MiB", *words, name], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    process.stdout.read(1000)  # waits until the run has started
    if change == "truncate":
        os.truncate(name, 0)
    elif change == "copytruncate":
        os.truncate(name, 0)
        with open(name, "ab") as file:
            file.write(text[:1 << 20])
    elif change == "append":
        with open(name, "ab") as file:
            file.write(b"http://appended.example/\n")
    _, told = process.communicate(timeout=100)
    return process.returncode, told.decode(), size


for name in ("a.txt", "b.txt.gz", "c.zip"):
    for words in (["--threads", "1"], ["--threads", "2"]):
        for change in ("nothing", "truncate", "copytruncate", "append"):
            code, told, size = run(name, change, *words)
            expected = (0, "") if change == "nothing" else (1, "changed since it was first seen")
            if name == "c.zip" and change == "append":
                continue  # members are still at the offsets of the directory
            if code != expected[0] or expected[1] not in told or (change == "nothing" and told):
                faults += 1
                print("FAIL:", name, words, change, code, told)
make("d.txt")
process = subprocess.run([program, "extract", "--on-error", "ignore", "-q", "-o", "out", "d.txt"])
faults += process.returncode != 0 or not os.path.exists("out/_SUCCESS")
print(faults, "faults")
sys.exit(faults != 0)
