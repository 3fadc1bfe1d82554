#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Lets the wheel of PyTorch that is built for CUDA run on a CPU without CUDA's packages, for tests.

    pip install --no-deps torch
    torch_without_cuda.py SITE-PACKAGES

The packages have several gigabytes. In place of each of their libraries, one of the same name is put
beside PyTorch's own, whose functions return the error "no device".
"""
import collections
import pathlib
import re
import subprocess
import sys
import tempfile

NO_DEVICE = 100  # cudaErrorNoDevice


def read(path):
    """(libraries, {version: library}, {symbol: its version or None}, defined symbols) of a library."""
    text = subprocess.run(["readelf", "-W", "-d", "-V", "--dyn-syms", path], capture_output=True, text=True,
                          check=True).stdout
    libraries = re.findall(r"\(NEEDED\).*\[(.*)\]", text)
    versions, library = {}, None
    for line in text.splitlines():
        file, name = re.search(r"Version: 1 +File: (\S+)", line), re.search(r"Name: (\S+) +Flags: \S+ +Version:", line)
        library = file.group(1) if file else library
        if name and library:
            versions[name.group(1)] = library
    wanted, defined = {}, set()
    for bind, section, symbol in re.findall(r"^ *\d+: \w+ +\d+ \w+ +(\w+) +\w+ +(\w+) (\S+)", text, re.MULTILINE):
        name, _, version = symbol.replace("@@", "@").partition("@")
        if section != "UND":
            defined.add(name)
        elif bind == "GLOBAL":
            wanted[name] = version or None
    return libraries, versions, wanted, defined


def body(symbol):
    """Assembly that sets the result."""
    if symbol.endswith(("ErrorString", "ErrorName")):
        return "leaq text(%rip), %rax"
    return f"movl ${NO_DEVICE}, %eax"


def write(path, symbols):
    """A library with the symbols, {version or None: names}."""
    names = {name for each in symbols.values() for name in each}
    code = ".text\ntext: .asciz \"no CUDA device\"\n" + "".join(
        f".globl {name}\n.type {name}, @function\n{name}: {body(name)}\n ret\n" for name in sorted(names))
    script = "".join(f"{version} {{ global: {'; '.join(sorted(each))}; }};\n"
                     for version, each in symbols.items() if version)
    with tempfile.TemporaryDirectory() as folder:
        source, versions = pathlib.Path(folder, "stub.s"), pathlib.Path(folder, "stub.map")
        source.write_text(code)
        versions.write_text(script)
        subprocess.run(["cc", "-shared", "-nostdlib", "-o", path, f"-Wl,-soname,{path.name}", source,
                        *([f"-Wl,--version-script,{versions}"] if script else [])], check=True)


def main(site):
    folder = pathlib.Path(site, "torch", "lib")
    own = sorted(folder.glob("*.so*"))
    missing, versions, wanted, defined = set(), {}, {}, set()
    for path in own:
        libraries, its_versions, its_wanted, its_defined = read(path)
        missing.update(name for name in libraries if re.match(r"lib(cu|nv|nccl)", name))
        versions.update(its_versions)
        wanted.update(its_wanted)
        defined.update(its_defined)
    missing -= {path.name for path in own}
    if not missing:
        print("torch needs no library of CUDA")
        return
    symbols = {name: collections.defaultdict(set) for name in missing}
    for symbol, version in wanted.items():
        if version is None and symbol not in defined and not symbol.startswith(("Py", "_Py")):
            symbols[min(missing)][None].add(symbol)
        elif versions.get(version) in missing:
            symbols[versions[version]][version].add(symbol)
    for name in sorted(missing):
        write(folder / name, symbols[name])
    print(f"{len(missing)} libraries of CUDA replaced in {folder}")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
