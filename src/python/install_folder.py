"""Prints the folder below PREFIX from which this Python imports packages: install_folder.py PREFIX

The first folder of site-packages or dist-packages that is in PREFIX/lib or PREFIX/lib64. If this Python searches no such
folder, prints the folder of a virtual environment in PREFIX. The printed path is relative to PREFIX.
"""

import os
import site
import sys
import sysconfig


def install_folder(prefix):
    venv = {"base": prefix, "platbase": prefix}
    for folder in [*site.getsitepackages(), sysconfig.get_path("platlib", "posix_prefix", venv)]:
        relative = os.path.relpath(folder, prefix)
        if relative.split(os.sep)[0] in ("lib", "lib64"):
            return relative
    raise SystemExit(f"{sys.executable} names no folder for packages in {prefix}")


if __name__ == "__main__":
    print(install_folder(os.path.abspath(sys.argv[1])))
