#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The self-contained library and programs of `scripts/build.sh release static`.

Checks the libraries that they need, the newest version of glibc that they ask for, and their sizes.
Then runs the programs as root of a folder that has glibc and nothing else, with good and wrong input,
and the tests of the C API with the self-contained library. With RLX_TEST_ALL=1 it also packs and
unpacks the tarball. Prints a line a test and at the end
"N passed, M failed".
"""
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD = os.path.join(ROOT, "build", "release")
STATIC = os.path.join(BUILD, "static")
CASE = "/usr/share/libonnx-testdata/data/node/test_lstm_with_peepholes"
GLIBC = re.compile(r"(libc|libm|libpthread|libdl|librt|ld-linux-x86-64|ld-linux-aarch64)\.so\.\d+")
NEWEST = (2, 28)
# The most bytes: a tenth above those of the day when a line was last changed.
SIZES = {"lib/librlx.so": 92_500_000, "bin/rlx-run": 93_000_000, "bin/rlx-run-rt": 2_000_000,
         "bin/rlx-translate": 26_800_000, "bin/rlx-opt": 160_000_000}
counts = [0, 0]


def check(name, ok, why=""):
    counts[not ok] += 1
    print(f"{'ok' if ok else 'FAILED'}: {name}" + ("" if ok else f": {why}"), flush=True)


def output(*command, **options):
    done = subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **options)
    return done.returncode, done.stdout


def check_file(name):
    path = os.path.join(STATIC, name)
    name = os.path.join(*path.split("/")[-3:])
    if not os.path.exists(path):
        return check(name, False, "it is not there: run scripts/build.sh release static")
    needed = re.findall(r"NEEDED.*\[(.*)\]", output("readelf", "-d", path)[1])
    others = [library for library in needed if not GLIBC.fullmatch(library)]
    check(f"{name} needs glibc alone", needed and not others, f"it needs {needed}")
    versions = {tuple(map(int, version.split(".")))
                for version in re.findall(r"GLIBC_([0-9.]+)", output("objdump", "-T", path)[1])}
    check(f"{name} runs with glibc 2.28", versions and max(versions) <= NEWEST,
          f"it asks for {max(versions, default=None)}")
    size = os.path.getsize(path)
    most = SIZES["/".join(path.split("/")[-2:])]
    check(f"{name} has {size} bytes", size <= most, f"more than {most}")


def check_exports():
    _, text = output("nm", "-D", "--defined-only", os.path.join(STATIC, "lib", "librlx.so"))
    names = [line.split()[-1] for line in text.splitlines()]
    others = [name for name in names if not name.startswith("rlx_")]
    check("librlx.so shows the C API alone", len(names) > 50 and not others, f"it has {others[:5]}")


def make_folder(folder):
    """A root with glibc, the programs and a model."""
    libraries = {word for word in output("ldd", os.path.join(STATIC, "bin", "rlx-run"))[1].split()
                 if word.startswith("/")}
    for library in libraries:
        os.makedirs(folder + os.path.dirname(library), exist_ok=True)
        shutil.copy(os.path.realpath(library), folder + library)
    for program in glob.glob(os.path.join(STATIC, "bin", "*")):
        shutil.copy(program, folder)
    shutil.copytree(CASE, os.path.join(folder, "case"))
    with open(os.path.join(folder, "damaged.onnx"), "wb") as file:
        with open(os.path.join(CASE, "model.onnx"), "rb") as model:
            file.write(model.read()[:-7])
    os.mkdir(os.path.join(folder, "tmp"))


def check_programs(folder):
    def inside(*command):
        return output(shutil.which("chroot"), folder, *command, env={})

    def expect(name, code, text, *command):
        got = inside(*command)
        check(name, got[0] == code and re.search(text, got[1]), f"{got[0]}: {got[1][-500:]}")

    expect("rlx-run compiles, runs and compares", 0, "test_data_set_0", "/rlx-run", "/case/model.onnx",
           "--test-data=/case/test_data_set_0")
    # Its reader throws and catches an exception.
    expect("rlx-run refuses a damaged model", 1, "not an ONNX model, or a damaged one", "/rlx-run",
           "/damaged.onnx")
    expect("rlx-run refuses a missing file", 1, "there is no file", "/rlx-run", "/none.onnx")
    expect("rlx-translate imports", 0, "rlx\\.", "/rlx-translate", "--import-onnx", "/case/model.onnx")
    expect("rlx-run writes a package", 0, "", "/rlx-run", "/case/model.onnx", "--emit=rlxe", "-o",
           "/model.rlxe")
    expect("rlx-run-rt shows its signature", 0, "Y_h", "/rlx-run-rt", "/model.rlxe")
    expect("rlx-opt lists its passes", 0, "--rlx-legalize-broadcast", "/rlx-opt", "--help")


def check_c_api():
    code, text = output(os.path.join(BUILD, "bin", "RLXCompilerCAPITests"),
                        env={**os.environ, "LD_LIBRARY_PATH": os.path.join(STATIC, "lib")})
    passed = re.search(r"PASSED  \] (\d+) test", text)
    check("the tests of the C API pass with the self-contained librlx.so",
          code == 0 and passed and int(passed.group(1)) > 30, text[-2000:])


def unpacked(kind, pattern, folder):
    """The folder of a new tarball; None if there is none."""
    code, text = output(os.path.join(ROOT, "scripts", "tarball.sh"), kind)
    files = glob.glob(os.path.join(ROOT, "build", "dist", pattern))
    check(f"scripts/tarball.sh packs {kind}", code == 0 and len(files) == 1, text[-500:])
    if len(files) != 1:
        return None
    output("tar", "--zstd", "-xf", files[0], "-C", folder)
    root, = glob.glob(os.path.join(folder, "*"))
    return root


def check_tarball():
    with tempfile.TemporaryDirectory() as folder:
        root = unpacked("rlx", "rlx-[0-9]*-linux-*.tar.zst", folder)
        if root is None:
            return
        code, text = output(os.path.join(root, "bin", "rlx-run"), os.path.join(CASE, "model.onnx"),
                            "--test-data=" + os.path.join(CASE, "test_data_set_0"))
        check("its rlx-run runs", code == 0, text[-500:])
        needed = ["lib/librlx.so", "lib/cmake/RLX/RLXConfig.cmake", "include/rlx/rlx_compiler.h", "LICENSE",
                  "licenses/llvm-22-dev", "bin/rlx-run-rt"]
        missing = [name for name in needed if not os.path.exists(os.path.join(root, name))]
        check("it has its parts", not missing, f"without {missing}")


def check_aarch64():
    """The runtime's tarball for AArch64: its program runs a package in QEMU."""
    with tempfile.TemporaryDirectory() as folder:
        root = unpacked("runtime-aarch64", "rlx-runtime-*-linux-aarch64.tar.zst", folder)
        if root is None:
            return
        program, package = os.path.join(root, "bin", "rlx-run-rt"), os.path.join(folder, "model.rlxe")
        check_file(program)
        code, text = output(os.path.join(BUILD, "bin", "rlx-run"), os.path.join(CASE, "model.onnx"), "--emit=rlxe",
                            "--cpu=aarch64", "-o", package)
        check("rlx-run compiles for AArch64", code == 0, text[-500:])
        emulated = ["qemu-aarch64", "-L", "/usr/aarch64-linux-gnu", program, package]
        inputs = re.findall(r"^  (\w+): [fi]32", output(*emulated)[1].split("outputs")[0], re.M)
        code, text = output(*emulated, *[f"--input={name}=1" for name in inputs])
        check("rlx-run-rt for AArch64 runs a package", code == 0 and len(inputs) > 1 and "Y_h" in text, text[-500:])
        code, text = output(*emulated[:-1], os.path.join(CASE, "model.onnx"))
        check("and refuses what is none", code == 1 and "runs packages" in text, text[-500:])
        needed = ["lib/libRLXRuntime.a", "lib/cmake/RLX/RLXConfig.cmake", "include/rlx/rlx.h", "LICENSE",
                  "licenses/libstdc++-12-dev"]
        missing = [name for name in needed if not os.path.exists(os.path.join(root, name))]
        check("it has its parts", not missing, f"without {missing}")


def main():
    for name in SIZES:
        check_file(name)
    check_exports()
    if os.getuid() == 0:
        with tempfile.TemporaryDirectory() as folder:
            make_folder(folder)
            check_programs(folder)
    else:
        check("programs in a folder of their own", False, "only root can change the root folder")
    check_c_api()
    if os.environ.get("RLX_TEST_ALL") == "1":
        check_tarball()  # packing takes minutes
        check_aarch64()
    print(f"{counts[0]} passed, {counts[1]} failed")
    return 1 if counts[1] else 0


if __name__ == "__main__":
    sys.exit(main())
