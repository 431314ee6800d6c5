"""Builds the site of the documentation and tests its pages: site_test.py SOURCE_TREE PROGRAM

Links lead to files and anchors of the site. A page loads nothing from another server. The navigation has every page
of docs/, and the search finds every page. The references have all options and names. Exit code 77: a package is missing.
"""

import ast
import html.parser
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
from urllib.parse import unquote, urlsplit

root, program = pathlib.Path(sys.argv[1]), sys.argv[2]

# Attributes that make a browser load the target, and the elements with such an attribute.
loading = {("link", "href"), ("script", "src"), ("img", "src"), ("iframe", "src"), ("source", "src"), ("object", "data")}


class Page(html.parser.HTMLParser):
    """The anchors, the links and the loaded files of a page, and the links of its navigation."""

    def __init__(self, path):
        super().__init__()
        self.anchors, self.links, self.loaded, self.navigation = set(), set(), set(), set()
        self.in_navigation = 0
        self.feed(path.read_text())

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        self.anchors.update(values[name] for name in ("id", "name") if values.get(name))
        self.in_navigation += tag == "nav"
        if tag == "a" and values.get("href"):
            (self.navigation if self.in_navigation else self.links).add(values["href"])
        canonical = tag == "link" and values.get("rel") == "canonical"
        self.loaded.update(values[name] for kind, name in loading if kind == tag and values.get(name) and not canonical)

    def handle_endtag(self, tag):
        self.in_navigation -= tag == "nav"


def names_of_pages():
    """Returns the name in the site of each page of docs/."""
    for page in (root / "docs").rglob("*.md"):
        name = str(page.relative_to(root).with_suffix(".html"))
        yield name.replace("README.html", "index.html")


class Site(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(cls.enterClassContext(tempfile.TemporaryDirectory())) / "site"
        built = subprocess.run(["bash", root / "docs/build_site.sh", cls.folder, program], capture_output=True, text=True)
        if built.returncode == 77:
            print(built.stdout)
            sys.exit(77)
        if built.returncode or built.stderr:
            raise AssertionError(f"docs/build_site.sh: exit code {built.returncode}\n{built.stdout}{built.stderr}")
        cls.pages = {path.resolve(): Page(path) for path in cls.folder.rglob("*.html")}

    def test_links_lead_to_pages_and_anchors(self):
        followed = 0
        for path, page in self.pages.items():
            for target in page.links | page.navigation | page.loaded:
                parts = urlsplit(target)
                if parts.scheme or parts.netloc:
                    continue
                base = self.folder if path.name == "404.html" else path.parent
                name = unquote(parts.path)
                there = (self.folder / name.lstrip("/") if name.startswith("/") else base / name).resolve() if name else path
                there = there / "index.html" if there.is_dir() else there
                with self.subTest(page=path.name, target=target):
                    self.assertTrue(there.is_file())
                    if parts.fragment and there in self.pages:
                        self.assertIn(unquote(parts.fragment), self.pages[there].anchors)
                followed += 1
        self.assertGreater(followed, 1000)

    def test_pages_load_nothing_from_other_servers(self):
        for path, page in self.pages.items():
            for target in page.loaded:
                with self.subTest(page=path.name, target=target):
                    self.assertFalse(urlsplit(target).netloc)
        for sheet in self.folder.rglob("*.css"):
            with self.subTest(sheet=sheet.name):
                self.assertNotRegex(sheet.read_text(), r"url\(['\"]?(?:https?:)?//|@import\s+['\"]?(?:https?:)?//")

    def test_navigation_has_each_page(self):
        home = self.pages[(self.folder / "index.html").resolve()]
        listed = {(self.folder / urlsplit(target).path).resolve() for target in home.navigation}
        for name in names_of_pages():
            with self.subTest(page=name):
                self.assertIn((self.folder / name).resolve(), listed)

    def test_search_finds_each_page(self):
        index = json.loads((self.folder / "search" / "search_index.json").read_text())
        found = {entry["location"].partition("#")[0] for entry in index["docs"]}
        for name in [*names_of_pages(), "docs/reference/python.html", "docs/reference/manual/extract.html"]:
            with self.subTest(page=name):
                self.assertTrue({name, name.removesuffix("index.html")} & found)

    def test_reference_has_each_name_of_the_python_package(self):
        sources = [path.read_text() for path in (root / "src/python/urlsieve").glob("*.py")]
        lists = re.findall(r"^__all__ = (\[\s*\".*?\])", "\n".join(sources), flags=re.M | re.S)
        names = [name for one in lists for name in ast.literal_eval(one)]
        self.assertGreater(len(names), 30)
        page = (self.folder / "docs/reference/python.html").read_text()
        for name in names:
            with self.subTest(name=name):
                self.assertRegex(page, rf"<h3 id=\"{name.lower()}\"|<code>{name}</code>")

    def test_manuals_have_each_option(self):
        printed = subprocess.run([program, "extract", "--help"], capture_output=True, text=True, check=True).stdout
        options = set(re.findall(r"^ +(?:-\w, )?(--[a-z-]+)", printed, flags=re.M))
        self.assertGreater(len(options), 50)
        manual = self.pages[(self.folder / "docs/reference/manual/extract.html").resolve()]
        self.assertEqual(options - manual.anchors, set())


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
