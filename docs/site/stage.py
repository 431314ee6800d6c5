"""Collects the pages of the site: stage.py SOURCE_TREE PROGRAM PAGES

Copies the pages in the navigation of mkdocs.yml into the folder PAGES, with all pages, sources and pictures that they
link to, at their places in the source tree. Writes mkdocs.yml beside PAGES, with the manuals in the navigation. A linked source file becomes a page with its text, and a linked folder a
page with its files. `<!-- help: TOPIC -->` in a page stands for the tables of `urlsieve help TOPIC`, and
`<!-- manual -->` for the list of manuals.
"""

import os
import pathlib
import re
import shutil
import sys

import python_reference
from program_pages import Program

root, program, pages = pathlib.Path(sys.argv[1]).resolve(), Program(sys.argv[2]), pathlib.Path(sys.argv[3])
languages = {".cpp": "cpp", ".hpp": "cpp", ".h": "c", ".c": "c", ".py": "python", ".sh": "sh", ".cmake": "cmake"}
pictures = {".png", ".svg"}
unsearched = "---\nsearch:\n  exclude: true\n---\n"  # the search of the site skips pages of sources


def outside_code(text, change):
    """Returns the Markdown text with `change` applied to the parts outside of blocks and spans of code."""
    parts = re.split(r"(^```.*?^```$|`[^`\n]+`)", text, flags=re.M | re.S)
    return "".join(part if part.startswith("`") else change(part) for part in parts)


def targets(text):
    """Returns the relative targets of the links in Markdown text, without anchors."""
    found = []
    outside_code(text, lambda part: found.extend(re.findall(r"\]\(([^)\s#]+)[^)]*\)", part)) or part)
    return [target for target in found if not re.match(r"[a-z]+:", target)]


class Site:
    def __init__(self):
        self.placed = set()
        self.waiting = []

    def write(self, name, text):
        path = pages / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def page_of(self, path):
        """Returns the name of the page that shows a path of the source tree."""
        if (root / path).is_dir():
            return f"{path}/README.md" if (root / path / "README.md").exists() else f"{path}/index.md"
        return path if pathlib.Path(path).suffix in {".md", *pictures} else f"{path}.md"

    def want(self, path):
        if path not in self.placed:
            self.placed.add(path)
            self.waiting.append(path)

    def place_all(self):
        while self.waiting:
            path = self.waiting.pop()
            source = root / path
            if not source.exists():
                raise SystemExit(f"{path}: a page links to a missing file")
            if source.is_dir() and (source / "README.md").exists():
                self.want(f"{path}/README.md")
            elif source.is_dir():
                self.write(self.page_of(path), self.folder_page(source))
            elif source.suffix in pictures:
                (pages / path).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(source, pages / path)
            elif source.suffix == ".md":
                self.write(path, self.with_site_links(path, generated(source.read_text())))
            else:
                self.write(self.page_of(path), f"{unsearched}# {path}\n\n{block(source)}")

    def with_site_links(self, path, text):
        """Returns the text of a page with links to the pages of the site; wants the targets."""
        folder = os.path.dirname(path)

        def changed(link):
            name, hash_sign, anchor = link[1].partition("#")
            if not name or re.match(r"[a-z]+:", name):
                return link[0]
            target = os.path.normpath(os.path.join(folder, name))
            if target.startswith("docs/reference/manual/"):
                return link[0]
            self.want(target)
            return f"]({os.path.relpath(self.page_of(target), folder or '.')}{hash_sign}{anchor})"

        return outside_code(text, lambda part: re.sub(r"\]\(([^)\s]+)\)", changed, part))

    def folder_page(self, folder):
        files = sorted(file for file in folder.rglob("*") if file.is_file() and "__pycache__" not in file.parts)
        return f"{unsearched}# {folder.relative_to(root)}\n\n" + "".join(
            f"## {file.relative_to(folder)}\n\n{block(file)}\n" for file in files)


def block(file):
    """Returns a text file as a block of code."""
    return f"````{languages.get(file.suffix, 'text')}\n{file.read_text()}\n````\n"


def generated(text):
    """Returns the text of a page with the parts that the program writes."""
    text = re.sub(r"^<!-- help: ([a-z-]+) -->$", lambda comment: program.topic(comment[1]), text, flags=re.M)
    return re.sub(r"^<!-- manual -->$", lambda comment: program.subcommand_list(), text, flags=re.M)


def main():
    site = Site()
    settings = (root / "docs/site/mkdocs.yml").read_text()
    for path in re.findall(r": ([\w./-]+\.md)$", settings, flags=re.M):
        if path != "docs/reference/python.md":
            site.want(path)
    site.place_all()
    site.write("docs/reference/python.md", "\n".join(python_reference.page(root / "src/python/urlsieve")))
    manuals = ""
    for name, _ in program.subcommands():
        site.write(f"docs/reference/manual/{name}.md", program.manual(name))
        manuals += f"\n          - {name}: docs/reference/manual/{name}.md"
    navigation = settings.replace(" Commands: []", f" Commands:{manuals}")
    (pages.parent / "mkdocs.yml").write_text(navigation)
    shutil.copy(root / "docs/site/site.css", pages)


main()
