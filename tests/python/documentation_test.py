"""The stubs: they name the contents of the package, help() shows their docstrings, and their examples run."""

import ast
import doctest
import importlib.util
import inspect
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

import urlsieve

EXAMPLES = os.environ["URLSIEVE_EXAMPLES"]
SAMPLES = os.environ["URLSIEVE_SAMPLES"]
FOLDER = pathlib.Path(urlsieve.__file__).parent


def stubs(body=None, prefix=""):
    """Yields the name and the node of each public class, function, method and property of the stubs."""
    if body is None:
        for path in sorted(FOLDER.glob("*.pyi")):
            yield from stubs(ast.parse(path.read_text()).body)
        return
    for item in body:
        if isinstance(item, (ast.ClassDef, ast.FunctionDef)) and not item.name.startswith("_"):
            yield prefix + item.name, item
            if isinstance(item, ast.ClassDef):
                yield from stubs(item.body, f"{item.name}.")


def found(name):
    item = urlsieve
    for part in name.split("."):
        item = inspect.getattr_static(item, part) if inspect.isclass(item) else getattr(item, part)
    return item


DOCSTRINGS = {name: ast.get_docstring(item) for name, item in stubs()}  # the last overload has the docstring


class Stubs(unittest.TestCase):
    def test_stubs_name_what_is_there(self):
        self.assertTrue((FOLDER / "py.typed").exists())
        self.assertEqual({name for name in DOCSTRINGS if "." not in name}, set(urlsieve.__all__))
        for kind in filter(inspect.isclass, map(found, urlsieve.__all__)):
            if not issubclass(kind, (tuple, Exception)):
                named = {name.split(".")[1] for name in DOCSTRINGS if name.startswith(f"{kind.__name__}.")}
                self.assertEqual(named, {name for name in vars(kind) if not name.startswith("_")}, kind)

    def test_help_shows_the_docstrings(self):
        for name, words in DOCSTRINGS.items():
            with self.subTest(name=name):
                self.assertTrue(words)
                self.assertEqual(inspect.getdoc(found(name)), words)

    def test_functions_have_signatures(self):
        for name, item in stubs():
            is_property = isinstance(item, ast.FunctionDef) and item.decorator_list and ast.unparse(item.decorator_list[0]) == "property"
            if isinstance(item, ast.FunctionDef) and not is_property:
                arguments = item.args
                named = [one.arg for one in [*arguments.args, *arguments.kwonlyargs, arguments.kwarg] if one]
                function = getattr(found(name.split(".")[0]), name.split(".")[1]) if "." in name else found(name)
                self.assertEqual(list(inspect.signature(function).parameters), named, name)

    @unittest.skipUnless(importlib.util.find_spec("mypy"), "needs mypy: apt-get install mypy")
    def test_stubs_fit(self):
        with tempfile.TemporaryDirectory() as folder:
            allowed = os.path.join(folder, "allowed")
            # pybind11's own metaclass, imports of a module that is its own stub, and __init__ of classes that callers do not make
            with open(allowed, "w") as out:
                out.write("urlsieve\\.((_\\w+|spark)\\.)?([A-Z]\\w+|seen_set)\n")
                out.write("urlsieve\\.(_\\w+\\.)?(Batch|Differences|Link|Lookup|UrlColumn)\\.__init__\n")
            for command in [
                # The entries that a version of mypy needs vary.
                ["mypy.stubtest", "urlsieve", "--ignore-missing-stub", "--allowlist", allowed, "--ignore-unused-allowlist"],
                ["mypy", "--check-untyped-defs", "--ignore-missing-imports", "--cache-dir", folder, EXAMPLES],
            ]:
                done = subprocess.run([sys.executable, "-m", *command], cwd=folder, capture_output=True, text=True)
                self.assertEqual(done.returncode, 0, done.stdout + done.stderr)


class Examples(unittest.TestCase):
    def test_examples_of_docstrings(self):
        parser, runner = doctest.DocTestParser(), doctest.DocTestRunner()
        before = os.getcwd()
        with tempfile.TemporaryDirectory() as folder:
            shutil.copytree(SAMPLES, os.path.join(folder, "samples"))
            os.chdir(folder)
            try:
                for name, words in {**DOCSTRINGS, "urlsieve": urlsieve.__doc__}.items():
                    examples = parser.get_doctest(words, {"urlsieve": urlsieve}, name, name, 0)
                    runner.run(examples)
                    if not isinstance(getattr(urlsieve, name, None), type) or not issubclass(getattr(urlsieve, name), Exception):
                        owner = name.split(".")[0]
                        self.assertTrue(examples.examples or (owner != name and isinstance(found(name), property)), name)
            finally:
                os.chdir(before)
        self.assertEqual(runner.summarize(verbose=False).failed, 0)


if __name__ == "__main__":
    unittest.main()
