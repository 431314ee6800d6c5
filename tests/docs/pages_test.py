"""Tests the Markdown pages against the source tree and the program: pages_test.py SOURCE_TREE PROGRAM [PYTHON_PACKAGES]

Relative links lead to files, and to headings in them. Options in code spans are options of the program. Sessions in
```console blocks print what the page shows. Every block of README and of the other pages of recipes runs, twice in a
row, unless a comment in front of the block says "not run" and why. A block with the comment "needs: NAME" runs only if
NAME is installed: a program, or a module for ```pycon blocks. ```pycon blocks run last, if the folder PYTHON_PACKAGES
has the built package.
"""

import importlib.util
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

root = pathlib.Path(sys.argv[1])
program = pathlib.Path(sys.argv[2]).resolve()
packages = pathlib.Path(sys.argv[3]).resolve() if len(sys.argv) > 3 else None

# Pages with sessions, each run in a new folder.
references = sorted(page for page in (root / "docs" / "reference").glob("*.md") if page.name != "messages.md")

# Pages with runnable blocks, run from top to bottom in one shell in the source tree.
recipes = [root / "README.md", root / "docs" / "reference" / "messages.md"] + sorted(
    page for folder in ("start", "howto", "why") for page in (root / "docs" / folder).glob("*.md"))


def pages():
    listed = subprocess.run(["git", "-C", root, "ls-files", "--cached", "--others", "--exclude-standard", "*.md"],
                            capture_output=True, text=True)
    if listed.returncode == 0:
        return [root / name for name in listed.stdout.split() if (root / name).exists()]
    return [page for page in root.rglob("*.md") if "build" not in page.relative_to(root).parts]


def without_blocks(text):
    return re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S)


def anchors(page):
    """Returns the anchors that GitHub gives to the headings of a page."""
    headings = re.findall(r"^#+ +(.*)$", without_blocks(page.read_text()), flags=re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def sessions(page):
    """Returns the steps of each console block: a command and its output."""
    for block in re.findall(r"^```console\n(.*?)^```$", page.read_text(), flags=re.M | re.S):
        yield list(commands(block))


def runnable_blocks(page):
    """The language and text of each block without a comment that excludes the block from running."""
    fenced = re.compile(r"(?:<!-- (not run|needs): ([^\n]+) -->\n)?^```(\w+)\n(.*?)^```$", flags=re.M | re.S)
    return [(language, text) for comment, words, language, text in fenced.findall(page.read_text())
            if not comment or (comment == "needs" and is_installed(words, language))]


def is_installed(name, language):
    """True if the module (for examples in Python) or the program of this name exists."""
    return bool(importlib.util.find_spec(name) if language == "pycon" else shutil.which(name, path="/usr/bin:/bin"))


def commands(block):
    """The commands of a console block, each with its output. "> " continues a command."""
    for step in re.split(r"^\$ ", block, flags=re.M)[1:]:
        command = re.match(r".*(?:\n> .*)*", step)[0]
        yield command.replace("\n> ", "\n"), step[len(command) + 1:]


def without_options(message):
    """The message with the same word for each option: the sources name members of options, the program names flags."""
    return re.sub(r"(?:--[a-z-]+|\b\w*options::\w+)(?: = false| =(?= ))?", "OPTION", message)


def literals():
    """The string literals of the sources, adjacent literals joined."""
    one = r'"(?:[^"\\\n]|\\.)*"'
    for folder in ("src", "include"):
        for source in sorted(root.joinpath(folder).rglob("*.[chi]pp")):
            for joined in re.findall(rf"{one}(?:\s*{one})*", source.read_text()):
                text = "".join(re.findall(r'"((?:[^"\\\n]|\\.)*)"', joined))
                yield without_options(text.replace('\\"', '"'))


class Recipe:
    """The blocks of a page as one script in a copy of the source tree, of which the program and the samples exist."""

    def __init__(self, page, folder):
        self.tree, self.results, self.expected = folder / "tree", folder / "results", []
        (self.tree / "build" / "release").mkdir(parents=True)
        (self.tree / "build" / "release" / "urlsieve").symlink_to(program)
        (self.tree / "corpora").symlink_to((root / "corpora").resolve())
        self.results.mkdir()
        script, examples = [f'cd "{self.tree}"'], []
        for language, text in runnable_blocks(page):
            if language == "sh":
                script += ["set -e", text, "set +e"]
            elif language == "console":
                for command, printed in commands(text):
                    shown = re.fullmatch(r"cat (\S+)", command)
                    if shown:  # the input of a session: a missing file has the text that the page shows
                        script.append(f"[ -e {shown[1]} ] || cat > {shown[1]} <<'END'\n{printed}END")
                    script.append(f'{{ {command}\n}} >"{self.results}/{len(self.expected)}" 2>&1')
                    self.expected.append((command, printed))
            elif language == "pycon":
                examples.append(text)
            else:
                raise ValueError(f"{page}: no program runs blocks of {language}")
        if examples and packages and any(packages.glob("urlsieve/_urlsieve*")):
            # doctest prints nothing if all examples of the page print the shown output.
            (folder / "examples.txt").write_text("\n".join(examples))
            script.append(f'"{sys.executable}" -B -m doctest "{folder}/examples.txt" >"{self.results}/{len(self.expected)}" 2>&1')
            self.expected.append(("examples in Python", ""))
        self.script = "\n".join([*script, "exit 0"])

    def run(self):
        """Runs the script. Returns the completed process, and (command, expected, printed) of each command."""
        environment = {"PATH": f"{program.parent}:/usr/bin:/bin", "HOME": str(self.tree), "LC_ALL": "C.UTF-8"}
        if packages:
            environment["PYTHONPATH"] = str(packages)
        ran = subprocess.run(["bash", "-c", self.script], text=True, capture_output=True, env=environment)
        outputs = [self.results / str(i) for i in range(len(self.expected))]
        printed = [output.read_text() if output.exists() else "not run" for output in outputs]
        printed = [text.replace(str(self.tree), "/home/you/urlsieve") for text in printed]
        return ran, [(*step, output) for step, output in zip(self.expected, printed)]


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
        listed = re.search(r"^Find URLs:\n(?s:.*?)(?=^Common options:)", summary, flags=re.M)
        subcommands = re.findall(r"^  ([a-z-]+) ", listed[0], flags=re.M)
        self.assertIn("extract", subcommands)
        known = set(re.findall(r"--[a-z-]+", summary))
        for name in subcommands:
            known.update(re.findall(r"--[a-z-]+", subprocess.run([program, name, "--help"], capture_output=True,
                                                                  text=True, check=True).stdout))
        for page in references + recipes:
            for span in re.findall(r"`([^`\n]+)`", without_blocks(page.read_text())):
                for option in re.findall(r"(?:^|(?<= ))--[a-z-]+", span if "urlsieve" in span or span[0] == "-" else ""):
                    with self.subTest(page=page.name, option=option):
                        self.assertIn(option, known)

    def test_sessions_print_what_they_show(self):
        shown = 0
        for page in references:
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
                            # The page shows standard output, then standard error.
                            self.assertEqual(ran.stdout + ran.stderr, printed)
                        shown += 1
        self.assertGreaterEqual(shown, 2)

    def test_recipes_run_twice(self):
        self.assertGreaterEqual(len(recipes), 4)
        for page in recipes:
            with tempfile.TemporaryDirectory() as folder:
                recipe = Recipe(page, pathlib.Path(folder))
                for time in ("first", "second"):
                    ran, steps = recipe.run()
                    with self.subTest(page=page.name, time=time):
                        self.assertEqual((ran.returncode, ran.stderr), (0, ""))
                    for command, expected, printed in steps:
                        with self.subTest(page=page.name, time=time, command=command):
                            self.assertEqual(printed, expected)

    def test_pages_fit_the_screen(self):
        for page in references + recipes + [root / name for name in ("CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")]:
            for number, line in enumerate(page.read_text().splitlines(), 1):
                with self.subTest(page=page.name, line=number):
                    # Rows of tables and messages of the program cannot be wrapped.
                    self.assertTrue(len(line) <= 100 or line.startswith(("|", "urlsieve: ")))

    def test_messages_have_each_reason(self):
        page = (root / "docs" / "reference" / "messages.md").read_text()
        section = {heading: text for heading, text in re.findall(r"^#+ (.*)\n((?:(?!#).*\n)*)", page, flags=re.M)}
        codes = (root / "include" / "urlsieve" / "error.hpp").read_text()
        faults = (root / "include" / "urlsieve" / "fault.hpp").read_text()
        keys = dict(re.findall(r'\{damage::(\w+), "([^"]+)"\}', codes))
        described = re.findall(r'\{damage::(\w+),\s*\{"([^"]+)",\s*fault::(\w+)\}\}', faults)
        self.assertEqual(len(described), len(keys))
        for name, words, kind in described:
            with self.subTest(damage=name):
                self.assertIn(f"\n| `{keys[name]}`: {words} |", section[f"{kind.capitalize()} faults"])
        rejections = re.findall(r'\{rejection::\w+, "([^"]+)"\}', codes)
        self.assertGreater(len(rejections), 20)
        for key in rejections:
            with self.subTest(rejection=key):
                self.assertIn(f"\n| `{key}` |", section["Rejected references"])
        listed = re.search(r"enum class error_code[^{]*\{(.*?)\};", codes, flags=re.S)[1]
        for code in re.findall(r"^\s*(\w+),", listed, flags=re.M):
            with self.subTest(error_code=code):
                self.assertIn(f"\n| `{code}` |", section["Error codes"])

    def test_tests_of_guarantees_exist(self):
        page = (root / "SECURITY.md").read_text()
        listed = subprocess.run(["ctest", "--test-dir", str(program.parent), "-N"], capture_output=True, text=True,
                                check=True).stdout
        tests = set(re.findall(r": (\S+)$", listed, flags=re.M))
        named = [name for name in re.findall(r"`([a-z_]+\.[a-z_]+)`", page)
                 if not name.endswith((".py", ".json", ".jsonl"))]
        self.assertGreater(len(named), 15)
        for name in named:
            with self.subTest(test=name):
                self.assertTrue(any(test == name or test.endswith("." + name) for test in tests))
        methods = {name for file in (root / "tests").rglob("*_test.py")
                   for name in re.findall(r"def (test_\w+)", file.read_text())}
        self.assertLessEqual(set(re.findall(r"`(test_\w+)`", page)), methods)

    def test_messages_are_of_the_program(self):
        words = "\n".join(literals())
        page = (root / "docs" / "reference" / "messages.md").read_text()
        quoted = 0
        for table in re.findall(r"^\| message \|.*\n((?:\|.*\n)+)", page, flags=re.M):
            for message in re.findall(r"^\| `([^`]+)` \|", table, flags=re.M):
                for fragment in message.split("…"):
                    with self.subTest(message=message, fragment=fragment):
                        fragment = without_options(fragment.removeprefix("cannot ").strip())
                        self.assertIn(fragment, words)
                quoted += 1
        self.assertGreater(quoted, 100)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
