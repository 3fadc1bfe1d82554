# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""ggml's Vulkan back end beside RLX, for benchmarks/vulkan.py; also a program that measures a case.

    python3 vulkan_ggml.py FOLDER-OF-LIBRARIES DEVICE CASE      CASE: JSON, prints seconds of a link

Links depend on one another, as RLX's do: a graph of many minus a graph of one. Rows are f32, as ggml
wants them. DEVICE is a name that ggml gives (Vulkan0), or CPU, to try the program without a GPU.
"""
import ctypes
import json
import lzma
import math
import os
import sys
import tarfile
import tempfile
import time
from ctypes import c_bool, c_char_p, c_float, c_int, c_int64, c_size_t, c_void_p

from vulkan_data import pattern
from vulkan_program import Failed, program, text_of

PACKAGE = "@node-llama-cpp/linux-x64-vulkan@3.22.1"
ARCHIVE = "ggml.tar.xz"
TYPES = {"f32": 0, "f16": 1, "q4_0": 2, "q8_0": 8, "q4_k": 12, "bf16": 30}


def fetch(folder):
    """The libraries that a run needs, and ggml's plainest CPU back end, out of npm's package."""
    with tempfile.TemporaryDirectory() as files:
        program(["npm", "pack", PACKAGE, "--pack-destination", files])
        name = os.path.join(files, os.listdir(files)[0])
        with tarfile.open(name) as source, \
                tarfile.open(os.path.join(folder, ARCHIVE), "w:xz", preset=6) as into:
            for member in source.getmembers():
                member.name = os.path.basename(member.name)
                if member.name in ("libggml-base.so", "libggml-vulkan.so", "libggml-cpu-x64.so",
                                   "LICENSE") or member.name.startswith("libggml.vulkan"):
                    into.addfile(member, source.extractfile(member))


class Peer:
    """Measures cases in a process of its own each."""

    def __init__(self, folder, device, seconds):
        self.device, self.seconds = device, seconds
        self.usable, self.why = False, "not packed (pack --ggml)"
        if not os.path.exists(os.path.join(folder, ARCHIVE)):
            return
        self.files = tempfile.TemporaryDirectory()  # until the run ends
        try:
            with tarfile.open(os.path.join(folder, ARCHIVE)) as archive:
                archive.extractall(self.files.name, filter="data")
            said = self.ask("").strip().splitlines()
            self.why = "; ".join(line for line in said if "0 =" in line or line == said[-1])
            self.usable = True
        except (Failed, OSError, EOFError, tarfile.TarError, lzma.LZMAError) as error:
            self.why = f"unusable: {text_of(error)}"

    def describe(self):
        return f"ggml: {self.why}"

    def ask(self, case):
        return program([sys.executable, os.path.abspath(__file__), self.files.name, self.device,
                        case])

    def seconds_of_case(self, case):
        return float(self.ask(json.dumps({**case.ggml, "links": case.links,
                                          "seconds": self.seconds})).split()[-1])


class InitParams(ctypes.Structure):
    _fields_ = [("size", c_size_t), ("buffer", c_void_p), ("no_alloc", c_bool)]


FUNCTIONS = {
    "ggml_init": (c_void_p, InitParams), "ggml_new_tensor_2d": (c_void_p, c_void_p, c_int, c_int64,
                                                                c_int64),
    "ggml_view_2d": (c_void_p, c_void_p, c_void_p, c_int64, c_int64, c_size_t, c_size_t),
    "ggml_mul_mat": (c_void_p, c_void_p, c_void_p, c_void_p),
    "ggml_add": (c_void_p, c_void_p, c_void_p, c_void_p),
    "ggml_gelu_erf": (c_void_p, c_void_p, c_void_p), "ggml_soft_max": (c_void_p, c_void_p, c_void_p),
    "ggml_rms_norm": (c_void_p, c_void_p, c_void_p, c_float),
    "ggml_norm": (c_void_p, c_void_p, c_void_p, c_float),
    "ggml_new_graph_custom": (c_void_p, c_void_p, c_size_t, c_bool),
    "ggml_build_forward_expand": (None, c_void_p, c_void_p), "ggml_nbytes": (c_size_t, c_void_p),
    "ggml_free": (None, c_void_p), "ggml_backend_load_all_from_path": (None, c_char_p),
    "ggml_backend_dev_count": (c_size_t,), "ggml_backend_dev_get": (c_void_p, c_size_t),
    "ggml_backend_dev_name": (c_char_p, c_void_p),
    "ggml_backend_dev_description": (c_char_p, c_void_p),
    "ggml_backend_dev_init": (c_void_p, c_void_p, c_char_p),
    "ggml_backend_alloc_ctx_tensors": (c_void_p, c_void_p, c_void_p),
    "ggml_backend_tensor_set": (None, c_void_p, c_char_p, c_size_t, c_size_t),
    "ggml_backend_graph_compute": (c_int, c_void_p, c_void_p),
}


class Ggml:
    def __init__(self, folder, device):
        os.environ.setdefault("GGML_VK_VISIBLE_DEVICES", "0")  # also one that is no GPU
        os.environ["GGML_VK_DISABLE_FUSION"] = "1"  # of one link with the next
        names = sorted(os.listdir(folder), key=lambda name: name != "libggml-base.so")
        self.libraries = [ctypes.CDLL(os.path.join(folder, name), ctypes.RTLD_GLOBAL)
                          for name in names if name.startswith(("libggml-base", "libggml.vulkan"))]
        self.call("ggml_backend_load_all_from_path", folder.encode())
        found = {}
        for i in range(self.call("ggml_backend_dev_count")):
            each = self.call("ggml_backend_dev_get", i)
            found[self.call("ggml_backend_dev_name", each).decode()] = each
        if device not in found:
            raise Failed(f"error: no device {device}, only {', '.join(found) or 'none'}")
        self.description = self.call("ggml_backend_dev_description", found[device]).decode()
        self.backend = self.call("ggml_backend_dev_init", found[device], None)

    def call(self, name, *arguments):
        result, *types = FUNCTIONS[name]
        function = next(getattr(each, name) for each in self.libraries if hasattr(each, name))
        function.restype, function.argtypes = result, types
        return function(*arguments)

    def graph(self, case, links):
        """Contexts, tensors and the graph of that many links; weights and rows have contents."""
        context = self.call("ggml_init", InitParams(1 << 24, None, True))
        sizes, rows = case["sizes"], case["rows"]
        x = self.call("ggml_new_tensor_2d", context, TYPES["f32"], sizes[0], rows)
        filled = [(x, "f32", 1.0)]
        if case["op"] == "matmul":
            weights = [[self.call("ggml_new_tensor_2d", context, TYPES[case["type"]], k, n)
                        for k, n in zip(sizes, sizes[1:])]
                       for _ in range(min(case["copies"], links))]
            filled += [(w, case["type"], k) for copy in weights for w, k in zip(copy, sizes)]
        else:
            weights = [[self.call("ggml_new_tensor_2d", context, TYPES["f32"], sizes[0], rows)]]
            filled += [(weights[0][0], "f32", 1.0)]
        for i in range(links):
            for weight in weights[i % len(weights)]:
                x = self.link(case["op"], context, x, weight)
            if case.get("cut"):
                x = self.call("ggml_view_2d", context, x, sizes[0], rows, 4 * sizes[-1], 0)
        graph = self.call("ggml_new_graph_custom", context, 512, False)
        self.call("ggml_build_forward_expand", graph, x)
        if not self.call("ggml_backend_alloc_ctx_tensors", context, self.backend):
            raise Failed("error: no memory for the graph")
        for tensor, kind, size in filled:
            self.fill(tensor, kind, size)
        return graph

    def link(self, op, context, x, weight):
        if op == "matmul":
            return self.call("ggml_mul_mat", context, weight, x)
        if op == "add":
            return self.call("ggml_add", context, x, weight)
        name, *rest = {"gelu": ("ggml_gelu_erf",), "softmax": ("ggml_soft_max",),
                       "rms_norm": ("ggml_rms_norm", 1e-5), "norm": ("ggml_norm", 1e-5)}[op]
        return self.call(name, context, x, *rest)

    def fill(self, tensor, kind, size):
        """`size`: terms of a sum, of a weight; 1 otherwise."""
        packed = kind in ("q4_0", "q8_0", "q4_k")
        part = pattern("ui8" if packed else kind,
                       (kind, 1 / math.sqrt(size)) if packed else math.sqrt(3 / size))
        bytes_, at = self.call("ggml_nbytes", tensor), 0
        part *= min(bytes_ // len(part) + 1, 64)
        while at < bytes_:
            step = min(len(part), bytes_ - at)
            self.call("ggml_backend_tensor_set", tensor, part, at, step)
            at += step

    def seconds(self, graph, least):
        best, runs, end = math.inf, 0, time.monotonic() + least
        while runs < 5 or time.monotonic() < end:
            begin = time.monotonic()
            if self.call("ggml_backend_graph_compute", self.backend, graph) != 0:
                raise Failed("error: the graph failed")
            best, runs = min(best, time.monotonic() - begin), runs + 1
        return best


def main():
    folder, device, case = sys.argv[1:]
    if not case:
        os.dup2(1, 2)  # where ggml describes the device
    try:
        ggml = Ggml(folder, device)
        if not case:
            print(f"{PACKAGE} on {ggml.description}")
            return 0
        case = json.loads(case)
        once, often = (ggml.seconds(ggml.graph(case, links), case["seconds"])
                       for links in (1, case["links"]))
        print((often - once) / (case["links"] - 1))
    except (Failed, OSError) as error:
        print(text_of(error), file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
