"""Options that rewrite or join text, and the search in scripts, take time linear in the input: eight times the text at
most three times eight as long, where a quadratic reading would take sixty-four times. What is over in a moment is not
compared: it may be noise, and no quadratic reading of 2 MiB is. linear_options_test.py PROGRAM"""

import pathlib
import resource
import subprocess
import sys
import tempfile

SMALL = 256 << 10
MOMENT = 0.5
FAMILIES = {
    "--refang": ["hxxp[:]//a[.]", "(dot)", " (dot) ", "[.]", "[at]", "hxxp", "[", "a[.]b ", "http[:", "[:]//[.](dot)[at]"],
    "--unescape=qp": ["=3D", "=", "=\n", "=C3", "http=3A=2F=2F", "=3", "= \n"],
    "--unescape=html": ["&amp;", "&", "&#", "&#x2F;", "&amp", "&lt;http://", "&amp;amp;"],
    "--unescape=percent": ["%3A%2F%2F", "%", "%25", "%68ttp:", "%2", "%C3"],
    "--join-bare": ["http://a.example/" + "x" * 55 + "\n", "http://a.example/x\n", "x" * 72 + "\n", "\n", "http://a/\n" + "y" * 70 + "\n"],
    "--scripts": ['"', "`", "'/a'", '"/a/b",', "\\", "/", "${", "`${", "/*", "//\n", '"http://a/"+', "(/[", "'\\"],
}


def seconds(program, options, path):
    """Processor time of the quickest of three runs."""
    least = float("inf")
    for _ in range(3):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([program, "extract", "-q", "--threads=1", *options, path], stdout=subprocess.DEVNULL, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        least = min(least, after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)
    return least


def main():
    program = sys.argv[1]
    slow = []
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "in")
        path.write_text("")
        start = seconds(program, [], path)
        for option, pieces in FAMILIES.items():
            script = option == "--scripts"
            for piece in pieces:
                taken = []
                for size in (SMALL, 8 * SMALL):
                    text = piece * (size // len(piece))
                    path.write_text(f"<!doctype html><script>{text}</script>" if script else text)
                    taken.append(max(seconds(program, [option], path) - start, 0.002))
                if taken[1] > max(24 * taken[0], MOMENT):
                    slow.append(f"{option} {piece!r}: {taken[0]:.3f} s, eight times as much {taken[1]:.3f} s")
    print("\n".join(slow))
    sys.exit(bool(slow))


main()
