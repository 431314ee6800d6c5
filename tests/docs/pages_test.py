"""Asks the Markdown pages whether what they say is so: pages_test.py SOURCE_TREE PROGRAM

Relative links lead to files, and to headings in them. Options in code spans are options of the program. Sessions in
```console blocks print what the page shows.
"""

import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

root = pathlib.Path(sys.argv[1])
program = pathlib.Path(sys.argv[2]).resolve()

# Pages that people read before or beside the code.
for_readers = [root / "README.md", root / "docs" / "guide.md"]


def pages():
    listed = subprocess.run(["git", "-C", root, "ls-files", "--cached", "--others", "--exclude-standard", "*.md"],
                            capture_output=True, text=True)
    if listed.returncode == 0:
        return [root / name for name in listed.stdout.split() if (root / name).exists()]
    return [page for page in root.rglob("*.md") if "build" not in page.relative_to(root).parts]


def without_blocks(text):
    return re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S)


def anchors(page):
    """The names that GitHub gives to the headings of a page."""
    headings = re.findall(r"^#+ +(.*)$", without_blocks(page.read_text()), flags=re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def sessions(page):
    """The steps of each console block: a command, and what it prints."""
    for block in re.findall(r"^```console\n(.*?)^```$", page.read_text(), flags=re.M | re.S):
        yield [(step.split("\n", 1)[0], step.split("\n", 1)[1]) for step in re.split(r"^\$ ", block, flags=re.M)[1:]]


class Pages(unittest.TestCase):
    def test_links_lead_somewhere(self):
        asked = 0
        for page in pages():
            for target in re.findall(r"\]\(([^)\s]+)\)", without_blocks(page.read_text())):
                if re.match(r"[a-z]+:", target):
                    continue
                name, _, anchor = target.partition("#")
                there = (page.parent / name).resolve() if name else page
                with self.subTest(page=page.name, target=target):
                    self.assertTrue(there.exists())
                    if anchor:
                        self.assertIn(anchor, anchors(there))
                asked += 1
        self.assertGreater(asked, 20)

    def test_options_exist(self):
        summary = subprocess.run([program, "--help"], capture_output=True, text=True, check=True).stdout
        listed = re.search(r"^Subcommands:\n((?:  .*\n)+)", summary, flags=re.M)
        subcommands = re.findall(r"^  ([a-z-]+) ", listed[1], flags=re.M)
        self.assertIn("extract", subcommands)
        known = set(re.findall(r"--[a-z-]+", summary))
        for name in subcommands:
            known.update(re.findall(r"--[a-z-]+", subprocess.run([program, name, "--help"], capture_output=True,
                                                                  text=True, check=True).stdout))
        for page in for_readers:
            for span in re.findall(r"`([^`\n]+)`", without_blocks(page.read_text())):
                for option in re.findall(r"(?:^|(?<= ))--[a-z-]+", span if "urlsieve" in span or span[0] == "-" else ""):
                    with self.subTest(page=page.name, option=option):
                        self.assertIn(option, known)

    def test_sessions_print_what_they_show(self):
        shown = 0
        for page in for_readers:
            for steps in sessions(page):
                with tempfile.TemporaryDirectory() as folder:
                    for command, printed in steps:
                        made = re.fullmatch(r"cat (\S+)", command)
                        if made:
                            pathlib.Path(folder, made[1]).write_text(printed)
                            continue
                        with self.subTest(page=page.name, command=command):
                            ran = subprocess.run(["bash", "-c", command], cwd=folder, text=True, capture_output=True,
                                                 env={"PATH": f"{program.parent}:/usr/bin:/bin"})
                            # What is printed on both is shown one after the other.
                            self.assertEqual(ran.stdout + ran.stderr, printed)
                        shown += 1
        self.assertGreater(shown, 2)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
