"""Options that rewrite or join text, and the search in scripts, take time linear in the input.
linear_options_test.py PROGRAM"""

import pathlib
import sys
import tempfile

from linear_time import complaint

FAMILIES = {
    "--refang": ["hxxp[:]//a[.]", "(dot)", " (dot) ", "[.]", "[at]", "hxxp", "[", "a[.]b ", "http[:", "[:]//[.](dot)[at]"],
    "--unescape=qp": ["=3D", "=", "=\n", "=C3", "http=3A=2F=2F", "=3", "= \n"],
    "--unescape=html": ["&amp;", "&", "&#", "&#x2F;", "&amp", "&lt;http://", "&amp;amp;"],
    "--unescape=latex": ["\\", "\\_", "\\~{}", "\\sim", "$\\sim$", "\\textasciitilde", "\\url{http://a.example/\\_"],
    "--unescape=percent": ["%3A%2F%2F", "%", "%25", "%68ttp:", "%2", "%C3"],
    "--join-bare": ["http://a.example/" + "x" * 55 + "\n", "http://a.example/x\n", "x" * 72 + "\n", "\n", "http://a/\n" + "y" * 70 + "\n"],
    "--scripts": ['"', "`", "'/a'", '"/a/b",', "\\", "/", "${", "`${", "/*", "//\n", '"http://a/"+', "(/[", "'\\"],
}


def page_with_rules(rules):
    """Returns a function that writes one rule in 64 bytes of input and returns a page of URLs with many parameters."""

    def make(size):
        lines = ["urlsieve-rules 1"]
        lines += [f"a.example\tdrop-parameter\ta{i}\t1\t0" for i in range(size // 64)]
        rules.write_text("\n".join(lines))
        link = "<a href='http://a.example/?" + "&".join(f"b{i}" for i in range(1000)) + "'>"
        return (link * (size // len(link))).encode()

    return make


def main():
    program = sys.argv[1]
    slow = []
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "in")
        for option, pieces in FAMILIES.items():
            front, behind = ("<!doctype html><script>", "</script>") if option == "--scripts" else ("", "")
            for piece in pieces:
                found = complaint(program, [option], path,
                                  lambda size: (front + piece * (size // len(piece)) + behind).encode())
                if found:
                    slow.append(f"{option} {piece!r}: {found}")
        rules = pathlib.Path(folder, "rules.tsv")
        found = complaint(program, ["--rules", rules], path, page_with_rules(rules))
        if found:
            slow.append(f"--rules: {found}")
    print("\n".join(slow))
    sys.exit(bool(slow))


main()
