"""Fills the recipes for a release: make_recipes.py HOMEPAGE URL ARCHIVE FOLDER

ARCHIVE is the source archive that URL will offer. FOLDER gets a folder for each collection of packages. In the recipes, @VERSION@,
@HOMEPAGE@, @URL@, @SHA256@ and @SHA512@ are replaced; a line with @LIBRARY@ is repeated for each library of libraries.txt, a line
with @LATE_LIBRARY@ for each library that is loaded late.
"""

import hashlib
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).parent
COLUMNS = ("debian", "loaded", "conda-forge", "homebrew", "vcpkg", "nix", "arch")


def libraries():
    """Returns the rows of libraries.txt as dictionaries."""
    lines = (HERE / "libraries.txt").read_text().splitlines()
    return [dict(zip(COLUMNS, line.split(), strict=True)) for line in lines if not line.startswith("#")]


def version():
    """Returns the version that CMakeLists.txt names."""
    text = (HERE.parent / "CMakeLists.txt").read_text()
    return re.search(r"^project\(urlsieve VERSION ([0-9.]+)", text, re.MULTILINE)[1]


def fill(template, values, rows, collection):
    """Returns the recipe of a template."""
    filled = []
    for line in template.splitlines(keepends=True):
        for mark, wanted in (("@LIBRARY@", ("linked", "late")), ("@LATE_LIBRARY@", ("late",))):
            if mark in line:
                filled += [line.replace(mark, row[collection]) for row in rows
                           if row[collection] != "-" and row["loaded"] in wanted]
                break
        else:
            filled.append(re.sub(r"@([A-Z0-9]+)@", lambda match: values[match[1]], line))
    return "".join(filled)


def main():
    if len(sys.argv) != 5:
        sys.exit(__doc__.partition("\n")[0])
    homepage, url, archive, folder = sys.argv[1:]
    content = pathlib.Path(archive).read_bytes()
    values = {"VERSION": version(), "HOMEPAGE": homepage, "URL": url, "SHA256": hashlib.sha256(content).hexdigest(),
              "SHA512": hashlib.sha512(content).hexdigest()}
    rows = libraries()
    for collection in COLUMNS[2:]:
        for source in sorted((HERE / collection).iterdir()):
            target = pathlib.Path(folder) / collection / source.name.removesuffix(".in")
            target.parent.mkdir(parents=True, exist_ok=True)
            text = source.read_text()
            target.write_text(fill(text, values, rows, collection) if source.suffix == ".in" else text)


if __name__ == "__main__":
    main()
