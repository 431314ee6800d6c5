"""The recipes of packaging/ are filled for a release, and a reader of each collection accepts the result.

The readers that are not installed are left out, and named.
"""

import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "packaging"))
import make_recipes

URL = "https://release.example/urlsieve-source.tar.gz"
VCPKG_COMMANDS = ("download_distfile", "extract_source_archive", "find_acquire_program", "cmake_configure", "cmake_install",
                  "cmake_config_fixup", "fixup_pkgconfig", "install_copyright")


def run(*command, **keywords):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, check=True, **keywords).stdout


class Recipes(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.work = pathlib.Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        archive = cls.work / "source.tar.gz"
        archive.write_bytes(b"the bytes of a release")
        run(sys.executable, ROOT / "packaging" / "make_recipes.py", "https://home.example", URL, archive, cls.work / "recipes")
        cls.sha256 = hashlib.sha256(archive.read_bytes()).hexdigest()

    def recipe(self, path):
        file = self.work / "recipes" / path
        text = file.read_text()
        self.assertNotRegex(text, "@[A-Z0-9_]+@")
        return file, text

    def need(self, program, package):
        if shutil.which(program) is None:
            self.skipTest(f"needs Debian's package {package}")

    def test_table_has_the_libraries_of_the_build(self):
        prepare = (ROOT / "cmake" / "prepare.sh").read_text()
        packages = re.search(r"^build_packages=\((.*?)^\)", prepare, re.MULTILINE | re.DOTALL)[1].split()
        libraries = [name for name in packages if name.startswith("lib") or name.endswith("-dev") or name == "publicsuffix"]
        self.assertCountEqual([row["debian"] for row in make_recipes.libraries()], libraries)
        late = "".join(file.read_text() for file in ROOT.glob("src/*/CMakeLists.txt"))
        late = set(re.findall(r"^urlsieve_late_library\(\w+ \w+ (\w+)", late, re.MULTILINE))
        self.assertEqual(late, {"snappy", "icuuc", "icui18n", "crypto", "psl", "archive", "curl"})
        self.assertEqual({row["conda-forge"] for row in make_recipes.libraries() if row["loaded"] == "late"},
                         {"snappy", "icu", "openssl", "libpsl", "libarchive", "libcurl"})

    def test_conda_forge(self):
        try:
            import yaml
        except ImportError:
            self.skipTest("needs Debian's package python3-yaml")
        file, text = self.recipe("conda-forge/recipe.yaml")
        recipe = yaml.safe_load(text)
        self.assertEqual(recipe["source"], {"url": URL, "sha256": self.sha256})
        self.assertIn("libhwy", recipe["requirements"]["host"])
        run("bash", "-n", file.with_name("build.sh"))

    def test_homebrew(self):
        self.need("ruby", "ruby")
        file, text = self.recipe("homebrew/urlsieve.rb")
        self.assertEqual(run("ruby", "-wc", file), "Syntax OK\n")
        self.assertIn('  depends_on "tl-expected"\n', text)
        self.assertRegex(text, r"late = %w\[\n +snappy\n +icu4c@\d+\n +libpsl\n +libarchive\n +curl\n +openssl@3\n")

    def test_vcpkg(self):
        file, text = self.recipe("vcpkg/vcpkg.json")
        port = json.loads(text)
        self.assertIn("isal", port["dependencies"])
        self.assertNotIn("-", port["dependencies"])
        file, _ = self.recipe("vcpkg/portfile.cmake")
        stub = self.work / "stub.cmake"
        commands = (f'function(vcpkg_{name})\n  message("vcpkg_{name} ${{ARGV}}")\nendfunction()\n' for name in VCPKG_COMMANDS)
        stub.write_text("".join([*commands, "set(CURRENT_PACKAGES_DIR /nowhere)\n", f"include({file})\n"]))
        calls = subprocess.run(["cmake", "-P", stub], capture_output=True, text=True, check=True).stderr
        self.assertIn(f"vcpkg_download_distfile ARCHIVE;URLS;{URL};", calls)
        self.assertIn("vcpkg_install_copyright", calls)

    def test_nix(self):
        self.need("nix-instantiate", "nix-bin")
        file, _ = self.recipe("nix/package.nix")
        environment = os.environ | {"NIX_STATE_DIR": str(self.work / "nix"), "NIX_STORE_DIR": str(self.work / "store")}
        self.assertIn("mkDerivation", run("nix-instantiate", "--parse", file, env=environment))

    def test_arch(self):
        file, _ = self.recipe("arch/PKGBUILD")
        run("bash", "-n", file)
        self.need("makepkg", "makepkg")
        # makepkg rejects root and requires, but does not call, a pacman program.
        user = []
        if os.geteuid() == 0:
            user = ["setpriv", "--reuid=65534", "--clear-groups"]
            self.work.chmod(0o755)
            for path in (file.parent, file):
                os.chown(path, 65534, -1)
        listed = run(*user, "makepkg", "--printsrcinfo", cwd=file.parent, env=os.environ | {"HOME": str(file.parent), "PACMAN": "true"})
        self.assertIn(f"\tsource = urlsieve-{make_recipes.version()}.tar.gz::{URL}\n", listed)
        self.assertIn("\tdepends = onetbb\n", listed)


if __name__ == "__main__":
    unittest.main(verbosity=0)
