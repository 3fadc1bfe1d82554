#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Copies the licences of the crates of text/, which librlx.so and rlx-run have inside: crate_licenses.py FOLDER.

Each crate has a folder crate-NAME-VERSION there.
"""
import glob
import json
import os
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
NAMES = ("LICENSE", "LICENCE", "COPYING", "COPYRIGHT", "UNLICENSE")


def copy(package, folder):
    os.makedirs(folder, exist_ok=True)
    for file in glob.glob(os.path.join(os.path.dirname(package["manifest_path"]), "*")):
        if os.path.isfile(file) and os.path.basename(file).upper().startswith(NAMES):
            shutil.copy(file, folder)
    with open(os.path.join(folder, "Cargo.toml.license"), "w", encoding="utf-8") as text:
        text.write(str(package["license"]) + "\n")


def cargo():
    """The one that text/CMakeLists.txt takes: the system's, or else the first of PATH."""
    return shutil.which("cargo", path="/usr/bin") or "cargo"


def main(folder):
    metadata = subprocess.run(
        [cargo(), "metadata", "--locked", "--format-version", "1", "--manifest-path",
         os.path.join(ROOT, "text", "Cargo.toml")], stdout=subprocess.PIPE, check=True).stdout
    for package in json.loads(metadata)["packages"]:
        if package["source"] is not None:
            copy(package, os.path.join(folder, f"crate-{package['name']}-{package['version']}"))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: crate_licenses.py FOLDER")
    main(sys.argv[1])
