#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes libraries to link with, for programs that run with an older glibc than this machine's.

stubs.py COMPILER… VERSION FOLDER    such as: stubs.py clang++-22 2.28 build/static/glibc
                                     or: stubs.py clang++-22 --target=aarch64-linux-gnu 2.28 FOLDER

Programs that link with them refer to each function in the newest version that glibc VERSION has. The
functions themselves come from the glibc of the machine that runs the program: this one's has all
older versions too, so its own list of symbols has all that is needed. Functions that came later
are missing; OldGlibc.c, which is linked too, defines those that RLX needs.
"""
import pathlib
import re
import subprocess
import sys

# Until 2.34 these were libraries of their own. A program names them, and finds their functions there.
MERGED = ["libpthread.so.0", "libdl.so.2", "librt.so.1"]


def number(version):
    return tuple(map(int, version.split(".")))


def symbols(library, newest):
    """{name: (version, type, size)} of the functions and objects of the library up to `newest`."""
    text = subprocess.check_output(["readelf", "--dyn-syms", "--wide", library], text=True)
    found = {}
    line = re.compile(r"^ *\d+: [0-9a-f]+ +(\w+) +(FUNC|IFUNC|OBJECT|TLS) +(?:GLOBAL|WEAK|UNIQUE) +DEFAULT +"
                      r"(?!UND)\w+ (\w+)@@?GLIBC_([0-9.]+)$", re.MULTILINE)
    for size, kind, name, version in line.findall(text):
        if number(version) <= newest and (name not in found or number(version) > number(found[name][0])):
            found[name] = (version, kind, int(size, 0))
    return found


def assembly(found):
    lines = []
    for i, (name, (version, kind, size)) in enumerate(sorted(found.items())):
        section = {"OBJECT": ".bss", "TLS": ".section .tbss,\"awT\",%nobits"}.get(kind, ".text")
        symbol_type = {"OBJECT": "%object", "TLS": "%tls_object"}.get(kind, "%function")
        lines += [section, f".globl s{i}", f".type s{i}, {symbol_type}", f".size s{i}, {size}", f"s{i}:",
                  f".zero {max(size, 1)}" if kind in ("OBJECT", "TLS") else ".byte 0",
                  f".symver s{i}, {name}@@GLIBC_{version}, remove"]
    return "\n".join(lines) + "\n"


def write(compiler, folder, soname, found):
    source, versions = folder / f"{soname}.s", folder / f"{soname}.map"
    source.write_text(assembly(found))
    names = sorted({version for version, _, _ in found.values()}, key=number) or ["2.0"]
    versions.write_text("".join(f"GLIBC_{name} {{ }};\n" for name in names))
    subprocess.check_call([*compiler, "-shared", "-nostdlib", "-fuse-ld=lld", f"-Wl,-soname,{soname}",
                           f"-Wl,--version-script={versions}", "-o", folder / soname, source])


def old_glibc(compiler, folder):
    """The archive of OldGlibc.c."""
    source = pathlib.Path(__file__).with_name("OldGlibc.c")
    target = folder / "libOldGlibc.a"
    subprocess.check_call([*compiler, "-x", "c", "-O2", "-fPIC", "-ffunction-sections", "-Wall", "-Wextra", "-c",
                           source, "-o", folder / "OldGlibc.o"])
    target.unlink(missing_ok=True)
    subprocess.check_call(["ar", "rc", target, folder / "OldGlibc.o"])
    return target


def main():
    *compiler, version, target = sys.argv[1:]
    folder, newest = pathlib.Path(target), number(version)
    folder.mkdir(parents=True, exist_ok=True)

    def path(name):
        return subprocess.check_output([*compiler, f"-print-file-name={name}"], text=True).strip()

    loader = next(pathlib.Path(path("libc.so.6")).resolve().parent.glob("ld-linux-*.so.*")).name
    for soname in ["libc.so.6", "libm.so.6", loader]:
        write(compiler, folder, soname, symbols(path(soname), newest))
    for soname in MERGED:
        write(compiler, folder, soname, {})
    # The files that -lc and the others find. libc_nonshared.a has atexit() and the like.
    merged = " ".join(str(folder / name) for name in MERGED)
    (folder / "libc.so").write_text(f"GROUP ( {folder}/libc.so.6 {merged} {old_glibc(compiler, folder)} "
                                    f"{path('libc_nonshared.a')} AS_NEEDED ( {folder}/{loader} ) )\n")
    (folder / "libm.so").write_text(f"GROUP ( {folder}/libm.so.6 )\n")
    for soname in MERGED:
        (folder / soname.split(".so")[0]).with_suffix(".so").write_text(f"GROUP ( {folder}/{soname} )\n")


if __name__ == "__main__":
    main()
