"""Makes the wheel of an installed package: make_wheel.py TREE PYPROJECT FOLDER PATCHELF

TREE contains `urlsieve/` (the package), `urlsieve.libs/` (its shared libraries) and `urlsieve.licences/`. The wheel is written
into FOLDER; its name is printed. The files of TREE change:

- A bundled library gets a file name and an SONAME with the prefix `urlsieve-`, so that a process with another copy of the
  library, as many as have OpenSSL, loads both. The extension module searches its late libraries by this prefix.
- The extension module and the libraries find each other relative to their own folder, by patchelf.

The platform tag is manylinux_2_N if the binaries use no library from outside but the libraries that PEP 600 lets wheels use, and
N is the first minor version of glibc with all used symbols. Else the tag is linux, so that an index refuses the wheel.
"""

import base64
import hashlib
import pathlib
import re
import subprocess
import sys
import sysconfig
import time
import tomllib
import zipfile
from os import environ

PREFIX = "urlsieve-"
# TBB loads this library by its own name, from its own folder.
FIXED_NAMES = {"libtbbmalloc.so.2"}

# Libraries of every system that PEP 600 describes, as far as the binaries use them.
SYSTEM_LIBRARIES = re.compile(r"(lib(c|m|dl|rt|pthread|resolv|stdc\+\+|gcc_s)\.so\.\d+|ld-linux.*\.so\.\d+)$")

# For each family of symbols the newest version, and the minor version of glibc from which distributions have both. The
# rows are those of auditwheel's policies (PyPA).
FIRST_GLIBC = {
    "GLIBCXX": [("3.4.19", 17), ("3.4.22", 24), ("3.4.24", 27), ("3.4.28", 31), ("3.4.29", 34), ("3.4.30", 35), ("3.4.33", 39)],
    "CXXABI": [("1.3.7", 17), ("1.3.10", 24), ("1.3.11", 27), ("1.3.12", 31), ("1.3.13", 34), ("1.3.15", 39)],
    "GCC": [("4.8.0", 17), ("7.0.0", 27), ("12.0.0", 35), ("14.0.0", 39)],
}
OLDEST_GLIBC = 17
NAMED_GLIBC = {"GLIBC_ABI_DT_RELR": 36}


def version_key(version):
    return tuple(int(part) for part in version.split("."))


def glibc_of_symbols(version):
    """Returns the minor version of glibc that a symbol version such as GLIBCXX_3.4.30 needs, or None if none is known."""
    if version in NAMED_GLIBC:
        return NAMED_GLIBC[version]
    family, _, number = version.rpartition("_")
    if not re.fullmatch(r"\d+(\.\d+)*", number):
        return None
    if family == "GLIBC":
        return version_key(number)[1]
    for newest, glibc in FIRST_GLIBC.get(family, []):
        if version_key(number) <= version_key(newest):
            return glibc
    return None


class Binary:
    """An ELF file: its SONAME, the names of its libraries, and the symbol versions that it needs from each."""

    def __init__(self, path):
        self.path = path
        # objdump translates the headings.
        headers = subprocess.run(["objdump", "-p", path], check=True, capture_output=True, text=True,
                                 env={**environ, "LC_ALL": "C"}).stdout
        self.needed = re.findall(r"^ +NEEDED +(\S+)$", headers, re.MULTILINE)
        _, _, references = headers.partition("Version References:")
        self.versions = {}
        for line in references.splitlines():
            if match := re.match(r" +required from (\S+):", line):
                versions = self.versions.setdefault(match[1], set())
            elif match := re.match(r" +0x\w+ 0x\w+ \d+ (\S+)", line):
                versions.add(match[1])
        if "libc.so.6" in self.needed and not self.versions:
            raise SystemExit(f"{path}: objdump -p shows no symbol versions")


def bundle(tree, patchelf):
    """Renames the bundled libraries and makes the binaries find them. Returns all binaries."""
    libraries = sorted((tree / "urlsieve.libs").iterdir())
    new_names = {path.name: path.name if path.name in FIXED_NAMES else PREFIX + path.name for path in libraries}
    for path in [*libraries, *(tree / "urlsieve").glob("*.so")]:
        changes = [["--set-rpath", "$ORIGIN" if path in libraries else "$ORIGIN/../urlsieve.libs"]]
        if path in libraries:
            changes.append(["--set-soname", new_names[path.name]])
        for name in Binary(path).needed:
            if new_names.get(name, name) != name:
                changes.append(["--replace-needed", name, new_names[name]])
        for change in changes:  # patchelf 0.14 confuses the words of several changes at once
            subprocess.run([patchelf, *change, path], check=True)
    for path in libraries:
        path.rename(path.with_name(new_names[path.name]))
    return [Binary(path) for path in sorted(tree.glob("urlsieve*/*.so*"))]


def platform_tag(binaries):
    """Returns the tag, and prints the reason if the tag is not manylinux."""
    processor = sysconfig.get_platform().rpartition("-")[2].replace(".", "_")
    inside = {binary.path.name for binary in binaries}
    newest, reasons = OLDEST_GLIBC, set()
    for binary in binaries:
        for name in binary.needed:
            if name not in inside and not SYSTEM_LIBRARIES.match(name):
                reasons.add(f"{binary.path.name} needs {name}")
        for name, versions in binary.versions.items():
            for version in versions if name not in inside else []:
                glibc = glibc_of_symbols(version)
                newest = max(newest, glibc or 0)
                if glibc is None:
                    reasons.add(f"{binary.path.name} needs {version} of {name}")
    for reason in sorted(reasons):
        print(f"no manylinux wheel: {reason}", file=sys.stderr)
    return f"linux_{processor}" if reasons else f"manylinux_2_{newest}_{processor}"


def python_tag():
    """Returns the tags of the interpreter and of its binary interface: cp311-cp311."""
    version = f"cp{sys.version_info.major}{sys.version_info.minor}"
    return f"{version}-{version}{getattr(sys, 'abiflags', '')}"


def write_metadata(tree, project, tag):
    """Writes the folder NAME-VERSION.dist-info but its RECORD, and moves the licences into it. Returns the folder."""
    info = tree / f"{project['name']}-{project['version']}.dist-info"
    info.mkdir()
    (tree / "urlsieve.licences").rename(info / "licenses")
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
                                   f"Summary: {project['description']}\nRequires-Python: {project['requires-python']}\n"
                                   f"License: {project['license']['text']}\n")
    (info / "WHEEL").write_text(f"Wheel-Version: 1.0\nGenerator: urlsieve {project['version']}\n"
                                f"Root-Is-Purelib: false\nTag: {tag}\n")
    return info


def write_wheel(tree, info, wheel):
    """Writes all files of the tree and RECORD. The bytes of the wheel depend only on the files and SOURCE_DATE_EPOCH."""
    # A zip archive has no times before 1980.
    date = time.gmtime(max(int(environ.get("SOURCE_DATE_EPOCH") or 0), 315532800))[:6]
    record = (info / "RECORD").relative_to(tree)
    rows = []

    def add(archive, name, content, mode):
        entry = zipfile.ZipInfo(str(name), date)
        entry.compress_type = zipfile.ZIP_DEFLATED
        entry.external_attr = (0o100000 | mode) << 16
        archive.writestr(entry, content)

    with zipfile.ZipFile(wheel, "w") as archive:
        # pip reads the metadata first: PEP 427 recommends the end of the archive for it.
        for path in sorted((path for path in tree.rglob("*") if path.is_file()), key=lambda path: (info in path.parents, path)):
            name, content = path.relative_to(tree), path.read_bytes()
            digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
            rows.append(f"{name},sha256={digest},{len(content)}\n")
            add(archive, name, content, 0o755 if ".so" in path.suffixes else 0o644)
        add(archive, record, "".join([*rows, f"{record},,\n"]), 0o644)


def main():
    if len(sys.argv) != 5:
        sys.exit(__doc__.partition("\n")[0])
    tree, pyproject, folder = (pathlib.Path(argument) for argument in sys.argv[1:4])
    if not pathlib.Path(sys.argv[4]).is_file():
        sys.exit(f"the wheel needs patchelf ({sys.argv[4]} is missing): install Debian's package patchelf and configure again")
    project = tomllib.loads(pyproject.read_text())["project"]
    tag = f"{python_tag()}-{platform_tag(bundle(tree, sys.argv[4]))}"
    info = write_metadata(tree, project, tag)
    wheel = folder / f"{project['name']}-{project['version']}-{tag}.whl"
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob(f"{project['name']}-*.whl"):
        old.unlink()
    write_wheel(tree, info, wheel)
    print(f"{wheel}: {wheel.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
