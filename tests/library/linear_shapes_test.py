"""Every adversarial document takes instructions linear in its size: linear_shapes_test.py PROGRAM

callgrind counts the instructions of three calls for each document, at n, 2n and 4n bytes. The step from 2n to 4n costs
twice the step from n to 2n in linear time, and four times in quadratic time.
"""

import pathlib
import re
import subprocess
import sys
import tempfile

MOST = 2.6
# Instructions independent of the size, for example growth of a table.
SLACK = 60_000


def counts(program):
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder, "calls")
        ran = subprocess.run(["valgrind", "--tool=callgrind", "--toggle-collect=urlsieve_measured", "--dump-after=urlsieve_measured",
                              "--compress-strings=yes", f"--callgrind-out-file={out}", program],
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
        if ran.returncode != 0:
            raise SystemExit(f"ended with {ran.returncode}: {ran.stderr.decode(errors='replace')}")
        shapes = ran.stdout.decode().splitlines()
        calls = []
        for number in range(1, 3 * len(shapes) + 1):
            text = pathlib.Path(f"{out}.{number}").read_text(encoding="utf-8", errors="replace")
            calls.append(int(re.search(r"^(?:summary|totals): (\d+)", text, re.MULTILINE).group(1)))
    return [(shape, calls[3 * place:3 * place + 3]) for place, shape in enumerate(shapes)]


def main():
    measured = counts(sys.argv[1])
    faults = []
    for shape, (once, twice, four) in measured:
        if four - twice > MOST * max(twice - once, 0) + SLACK:
            faults.append(f"{shape}: {once}, {twice}, {four} instructions")
    if len(measured) < 140:
        faults.append(f"{len(measured)} shapes, not 140")
    if "-v" in sys.argv:
        print("\n".join(f"{shape}: {calls}" for shape, calls in measured))
    print("\n".join(faults))
    sys.exit(bool(faults))


main()
