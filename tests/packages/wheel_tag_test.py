"""The platform tag of a wheel follows the symbols and libraries that its binaries need."""

import contextlib
import io
import pathlib
import sys
import types
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "packaging" / "wheel"))
import make_wheel


def binary(name, **versions):
    """A binary that needs the symbol versions of libraries: libc_so_6=["GLIBC_2.34"]."""
    libraries = {library.replace("_so_", ".so."): set(words) for library, words in versions.items()}
    return types.SimpleNamespace(path=pathlib.Path(name), needed=list(libraries), versions=libraries)


class Tags(unittest.TestCase):
    def test_newest_symbol_decides(self):
        for versions, glibc in [
            ({"libc_so_6": ["GLIBC_2.2.5"]}, 17),
            ({"libc_so_6": ["GLIBC_2.2.5", "GLIBC_2.34", "GLIBC_2.4"]}, 34),
            ({"libc_so_6": ["GLIBC_2.14"], "libm_so_6": ["GLIBC_2.29"]}, 29),
            ({"libc_so_6": ["GLIBC_2.14", "GLIBC_ABI_DT_RELR"]}, 36),
            ({"libc_so_6": ["GLIBC_2.14"], "libstdc++_so_6": ["GLIBCXX_3.4.29", "GLIBCXX_3.4.9", "CXXABI_1.3"]}, 34),
            ({"libc_so_6": ["GLIBC_2.14"], "libstdc++_so_6": ["CXXABI_1.3.14"]}, 39),
            ({"libc_so_6": ["GLIBC_2.14"], "libgcc_s_so_1": ["GCC_3.0", "GCC_12.0.0"]}, 35),
        ]:
            with self.subTest(versions=versions):
                self.assertRegex(make_wheel.platform_tag([binary("a.so", **versions)]), rf"^manylinux_2_{glibc}_\w+$")

    def test_bundled_libraries_have_no_part_in_the_tag(self):
        inside = binary("libssl.so.3", libc_so_6=["GLIBC_2.17"])
        self.assertRegex(make_wheel.platform_tag([binary("a.so", libssl_so_3=["OPENSSL_3.0.0"]), inside]), "^manylinux_2_17_")

    def test_other_libraries_and_symbols_forbid_manylinux(self):
        for versions, reason in [
            ({"libssl_so_3": ["OPENSSL_3.0.0"]}, "a.so needs libssl.so.3"),
            ({"libc_so_6": ["GLIBC_PRIVATE"]}, "a.so needs GLIBC_PRIVATE of libc.so.6"),
            ({"libstdc++_so_6": ["GLIBCXX_3.4.99"]}, "a.so needs GLIBCXX_3.4.99 of libstdc++.so.6"),
        ]:
            with self.subTest(versions=versions), contextlib.redirect_stderr(io.StringIO()) as messages:
                self.assertRegex(make_wheel.platform_tag([binary("a.so", **versions)]), r"^linux_\w+$")
                self.assertIn(reason, messages.getvalue())


if __name__ == "__main__":
    unittest.main()
