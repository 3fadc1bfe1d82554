#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures language models beside llama.cpp and OpenVINO, and prints tables.

    scripts/fetch-models.sh smollm2
    scripts/wheel.sh && scripts/test_wheel.sh
    build/wheel-test/bin/pip install gguf openvino-genai          # OpenVINO is optional
    build/wheel-test/bin/python benchmarks/language_model_table.py [--rounds 3] [--threads 1,2] [--seconds 540]
        [--parts bandwidth,smollm2,1b,gemma,first,streams,thin] [--json FILE]
    … --device vulkan [--libraries NAME=FOLDER,…] [--parts smollm2,1b,8b]   # a GPU

Models beside SmolLM2 have random weights (random_gguf.py) and are written into --models. All sides of a part are
processes that stay, and take turns. Prompts are random tokens. RLX's steps choose a token each; llama.cpp's do
not, as in llama-bench. Cells have the best of the rounds and the median. Ratios are of medians: above 1, RLX is
faster. "bound" is the share of the roofline: best tokens/s times the bytes of the weights, by the bandwidth that
read_bandwidth.c measures in the same run, or on a GPU by the rate of a copy.

--libraries names the folders of llama.cpp's backends: cpu=FOLDER, or those of GPUs, each of which is a side. Tasks
that have not begun after --seconds are left out, and named.
"""
import argparse
import functools
import json
import os
import statistics
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import language_models as programs  # noqa: E402
import random_gguf  # noqa: E402
from language_model_sides import Failed, llama_cpp, python_side  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
PRECISIONS = ("exact", "high", "fast")
SHAPES = {"1b": "llama-1b", "8b": "llama-8b", "gemma": "gemma-270m", "thin": "thin"}


def say(text):
    print(text, flush=True)


class Table:
    """Measures tasks on all sides in turn, and prints a row for each."""

    def __init__(self, options):
        self.options, self.end = options, time.monotonic() + options.seconds
        self.rows, self.left_out, self.bandwidths = [], [], {}

    def is_late(self, what):
        if time.monotonic() > self.end:
            self.left_out.append(what)
            return True
        return False

    def start(self, sides, *make):
        """Starts sides. One that cannot start is left out with a message."""
        for each in make:
            try:
                sides.append(each())
            except (Failed, OSError) as error:
                say(f"left out: {error}")

    def record(self, **row):
        self.rows.append(row)
        if self.options.json:
            with open(self.options.json, "w", encoding="utf-8") as file:
                json.dump(self.rows, file, indent=1)

    def bandwidth(self, size, threads):
        """GB/s of reading a buffer of so many bytes; measured once for each part."""
        if self.options.copy_rate:
            return self.options.copy_rate
        key = (round(size / 1e7), threads)
        if key not in self.bandwidths:
            said = programs.run([self.options.bandwidth, str(size / 1e6), str(threads), "6"]).stdout
            self.bandwidths[key] = float(said)
            self.record(what="bandwidth", megabytes=size / 1e6, threads=threads, gbs=float(said))
        return self.bandwidths[key]

    def begin(self, title):
        say(f"\n{title}\n\n| task | threads | side | best | median | RLX / it | bound |\n|" + " --- |" * 7)

    def task(self, what, sides, threads, prompt, steps, size=0, streams=1):
        """Tokens a second, of the prompt if there are no steps. `size`: the bytes of a step."""
        if self.is_late(f"{what}, {threads} threads"):
            return
        rates = {side.name: [] for side in sides}
        for number in range(-1, self.options.rounds):
            for side in sides:
                # Steps behind the same prompt: it is computed once. The round before the first one is not counted.
                said = side.ask(prompt, steps if number >= 0 else min(steps, 4), streams, 5 if steps else 100 + number)
                if number >= 0:
                    rates[side.name].append(len(said["steps"]) * streams / sum(said["steps"]) if steps else
                                            prompt / said["prompt_seconds"])
        self.print_rows(what, threads, rates, size)

    def print_rows(self, what, threads, rates, size):
        ours = next((name for name in ("RLX high", "RLX", *rates) if name in rates), None)
        for name, values in rates.items():
            best, median = max(values), statistics.median(values)
            bound = best * size / self.bandwidth(size, threads) / 1e9 if size else 0
            ratio = "" if name.startswith("RLX") else f"{statistics.median(rates[ours]) / median:.2f}"
            say(f"| {what} | {threads} | {name} | {best:.1f} | {median:.1f} | {ratio} | {f'{bound:.0%}' if size else ''} |")
            self.record(what=what, threads=threads, side=name, rates=values, bound=bound)


class Sides:
    """Sides that end with a block."""

    def __init__(self, table, *make):
        self.sides = []
        table.start(self.sides, *make)

    def __enter__(self):
        return self.sides

    def __exit__(self, *error):
        for side in self.sides:
            side.close()


def model(options, part):
    """The path of a part's model."""
    if part not in SHAPES:
        return options.smollm2
    path = os.path.join(options.models, f"{SHAPES[part]}.gguf")
    if not os.path.exists(path):
        os.makedirs(options.models, exist_ok=True)
        random_gguf.write(SHAPES[part], options.smollm2, path + ".new")
        os.replace(path + ".new", path)
    return path


def peers(options, path, threads, context, streams=1, openvino=True):
    """The functions that start the peers of a part."""
    if options.device != "cpu":
        for name, folder in options.libraries.items():
            yield functools.partial(llama_cpp, f"llama.cpp {name}", options.llama_cpp, folder, path, threads, context, streams, 999)
        return
    folder = options.libraries.get("cpu", programs.FOLDER)
    yield functools.partial(llama_cpp, "llama.cpp", options.llama_cpp, folder, path, threads, context, streams)
    if openvino and options.openvino:
        yield functools.partial(python_side, "OpenVINO", "openvino", path, threads=threads)


def rlx_side(name, path, threads, precision, **options):
    return functools.partial(python_side, name, "rlx", path, threads=threads, precision=precision, **options)


def measure_smollm2(table, options):
    path = model(options, "smollm2")
    size = random_gguf.bytes_of_a_step(path)
    for threads in options.threads:
        table.begin(f"SmolLM2 Q4_1, {size / 1e6:.1f} MB a step, tokens/s")
        rlx = [rlx_side(f"RLX {precision}", path, threads, precision, context=2048) for precision in PRECISIONS]
        with Sides(table, *rlx, *peers(options, path, threads, 2048)) as sides:
            table.task("answer, empty", sides, threads, 1, 64, size)
            table.task("answer at 1,024", sides, threads, 1024, 32, size)
            table.task("prompt of 128", sides, threads, 128, 0)
            table.task("prompt of 512", sides, threads, 512, 0)


def measure_1b(table, options):
    path = model(options, "1b")
    size = random_gguf.bytes_of_a_step(path)
    for threads in options.threads:
        table.begin(f"1B q4_k and q6_k, {size / 1e6:.1f} MB a step, tokens/s")
        with Sides(table, *(rlx_side(f"RLX {precision}", path, threads, precision, context=2048) for precision in ("high", "fast")),
                   *peers(options, path, threads, 2048)) as sides:
            table.task("answer, empty", sides, threads, 1, 24, size)
            table.task("prompt of 128", sides, threads, 128, 0)


def measure_gemma(table, options):
    path = model(options, "gemma")
    size = random_gguf.bytes_of_a_step(path)
    for threads in options.threads:
        table.begin(f"Gemma 3 270M's shape with a head of 262,144 rows, {size / 1e6:.1f} MB a step, tokens/s")
        with Sides(table, rlx_side("RLX", path, threads, "high", context=2048),
                   *peers(options, path, threads, 2048, openvino=False)) as sides:
            table.task("answer, empty", sides, threads, 1, 32, size)


def measure_thin(table, options):
    """30 layers with hardly any weights: a step bounds the time beside the weights."""
    path = model(options, "thin")
    for threads in options.threads:
        table.begin("30 layers of 64, a head of 49,152 rows: tokens/s")
        with Sides(table, rlx_side("RLX", path, threads, "high", context=256),
                   *peers(options, path, threads, 256, openvino=False)) as sides:
            table.task("answer, empty", sides, threads, 1, 64)


def package(options, path):
    """The package of a model, made in a process of its own."""
    made = os.path.join(options.models, os.path.basename(path) + ".rlxe")
    if not os.path.exists(made):
        code = "import rlx, sys; rlx.compile(sys.argv[1], precision='high').save(sys.argv[2])"
        programs.run([sys.executable, "-c", code, path, made])
    return made


def measure_first(table, options):
    """Times to the first token, and memory, of new processes whose files are in the page cache."""
    threads = max(options.threads)
    for part in ("smollm2", "1b"):
        path = model(options, part)
        made = package(options, path)
        say(f"\n{os.path.basename(path)}, {os.path.getsize(path) / 1e6:.0f} MB, {threads} threads, context 2,048\n\n| side | ready, s | "
            "first of a prompt of 12, s, best | median | memory, MB | to the file |\n|" + " --- |" * 6)
        make = {"RLX": rlx_side("RLX", path, threads, "high", context=2048),
                "RLX package": rlx_side("RLX package", path, threads, "high", context=2048, package=made)}
        for number, each in enumerate(peers(options, path, threads, 2048)):
            make["OpenVINO" if number else "llama.cpp"] = each
        for name, each in make.items():
            if table.is_late(f"first token, {part}, {name}"):
                continue
            times, memory = [], 0
            for number in range(1 + (1 if name == "OpenVINO" else options.rounds)):
                with Sides(table, functools.partial(each, is_watched=number == 0)) as sides:
                    if number == 0:  # the files come into the page cache
                        memory = max((side.memory for side in sides), default=0)
                    else:
                        times += [(side.first, side.ready) for side in sides]
            if times:
                first, ready = min(times)
                say(f"| {name} | {ready:.2f} | {first:.2f} | {statistics.median(t[0] for t in times):.2f} | {memory / 1e6:.0f} | "
                    f"{memory / os.path.getsize(path):.2f} |")
                table.record(what="first", part=part, side=name, times=times, memory=memory)


def measure_streams(table, options):
    path = model(options, "smollm2")
    for threads in options.threads:
        streams_of(table, options, "SmolLM2", path, threads, 16,
                   [rlx_side(f"RLX {precision}", path, threads, precision, context=256, cache_tokens=256 * 16)
                    for precision in ("high", "fast")])


def streams_of(table, options, title, path, threads, streams, sides, steps=32):
    """Measures texts at the same time, beside llama.cpp."""
    say(f"\n{title}, {streams} texts at the same time, {threads} threads\n\n| side | tokens/s of one | of {streams} | times one | "
        "between tokens: median, ms | 99th percentile |\n|" + " --- |" * 6)
    with Sides(table, *sides, *peers(options, path, threads, 256 * streams, streams, openvino=False)) as sides:
        measured = {side.name: {"one": [], "all": [], "gaps": []} for side in sides}
        for number in range(-1, options.rounds):
            for side in sides:
                if table.is_late(f"{streams} texts, {side.name}"):
                    continue
                one, many = side.ask(16, steps), side.ask(16, steps, streams)
                if number >= 0:
                    found = measured[side.name]
                    found["one"].append(steps / sum(one["steps"]))
                    found["all"].append(streams * steps / sum(many["steps"]))
                    found["gaps"] += many.get("gaps", many["steps"])
        for name, found in measured.items():
            if found["all"]:
                one, many = statistics.median(found["one"]), statistics.median(found["all"])
                gaps = sorted(found["gaps"])
                say(f"| {name} | {one:.1f} | {many:.1f} | {many / one:.2f} | {gaps[len(gaps) // 2] * 1e3:.1f} | "
                    f"{gaps[int(len(gaps) * 0.99)] * 1e3:.1f} |")
                table.record(what="streams", threads=threads, side=name, **found)


def measure_bandwidth(table, options):
    say("\nRead bandwidth, GB/s\n\n| threads | 97 MB | 252 MB | 704 MB |\n| --- | --- | --- | --- |")
    for threads in sorted({*options.threads, os.cpu_count()}):
        say(f"| {threads} | " + " | ".join(f"{table.bandwidth(size, threads):.1f}" for size in (96.6e6, 251.7e6, 703.7e6)) + " |")


def measure_gpu(table, options, part):
    path = model(options, part)
    size = random_gguf.bytes_of_a_step(path) if options.copy_rate else 0
    for precisions in (("high", "fast"), ("f16",)):
        ours = [rlx_side(f"RLX {each}", path, 4, each, context=2048, device=options.device) for each in precisions]
        others = () if "f16" in precisions else [*peers(options, path, 4, 2048)]
        with Sides(table, *ours, *others) as sides:
            if not sides:
                continue
            table.begin(f"{part}, {random_gguf.bytes_of_a_step(path) / 1e6:.1f} MB a step, {options.device}, tokens/s; ready after "
                        + ", ".join(f"{side.name} {side.ready:.1f} s" for side in sides))
            for depth in (16,) if "f16" in precisions else (16, 512, 1024):
                table.task(f"answer after {depth}", sides, 4, depth, 64, size)
            for prompt in (512,) if "f16" in precisions else (16, 64, 128, 512):
                table.task(f"prompt of {prompt}", sides, 4, prompt, 0)
    for streams in (4, 16):
        streams_of(table, options, part, path, 4, streams,
                   [rlx_side(f"RLX {precision}", path, 4, precision, context=256, cache_tokens=256 * streams,
                             device=options.device) for precision in ("high", "fast")])


def prepare(options):
    """The programs that are not given."""
    if not options.llama_cpp:
        programs.fetch()
        options.llama_cpp = programs.compiled("llama_cpp_steps")
    if not options.bandwidth:
        os.makedirs(programs.FOLDER, exist_ok=True)
        options.bandwidth = os.path.join(programs.FOLDER, "read_bandwidth")
        programs.run(["cc", "-O3", os.path.join(HERE, "read_bandwidth.c"), "-o", options.bandwidth, "-pthread"])
    try:
        import openvino_genai
        options.openvino = bool(openvino_genai.__version__)
    except ImportError:
        options.openvino = False
    if options.device != "cpu" and not options.copy_rate:
        options.copy_rate = copy_rate()


def copy_rate():
    """GB/s that the GPU reads and writes when it copies 4 GiB, by PyTorch. 0 without it."""
    try:
        import torch
        source = torch.empty(1 << 30, device="cuda")
    except (ImportError, RuntimeError, AssertionError) as error:
        say(f"no copy rate: {error}")
        return 0
    target = torch.empty_like(source)
    best = 1e9
    for _ in range(10):
        torch.cuda.synchronize()
        start = time.perf_counter()
        target.copy_(source)
        torch.cuda.synchronize()
        best = min(best, time.perf_counter() - start)
    del source, target
    torch.cuda.empty_cache()
    say(f"copy rate: {8 * (1 << 30) / best / 1e9:.0f} GB/s, read and written")
    return 8 * (1 << 30) / best / 1e9


def folders(text):
    return dict(each.split("=", 1) for each in text.split(","))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--threads", default="1,2", type=lambda text: [int(each) for each in text.split(",")])
    parser.add_argument("--parts", type=lambda text: text.split(","))
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=1e9)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--copy-rate", type=float, default=0, help="GB/s of the device")
    parser.add_argument("--libraries", type=folders, default={}, help="of llama.cpp's backends")
    parser.add_argument("--llama-cpp", help="the program of llama_cpp_steps.c")
    parser.add_argument("--bandwidth", help="the program of read_bandwidth.c")
    parser.add_argument("--smollm2", default=os.path.join(programs.ROOT, "models", "smollm2", "model.gguf"))
    parser.add_argument("--models", default=os.path.join(programs.ROOT, "build", "random-models"), help="the folder of the others")
    parser.add_argument("--json", help="write all measurements")
    options = parser.parse_args()
    prepare(options)
    table = Table(options)
    cpu = {"bandwidth": measure_bandwidth, "smollm2": measure_smollm2, "1b": measure_1b, "first": measure_first,
           "streams": measure_streams, "gemma": measure_gemma, "thin": measure_thin}
    for part in options.parts or (list(cpu) if options.device == "cpu" else ["smollm2", "1b", "8b"]):
        start = time.monotonic()
        if not table.is_late(part):
            try:
                cpu[part](table, options) if options.device == "cpu" else measure_gpu(table, options, part)
            except Failed as error:
                say(f"\nfailed: {error}")
            say(f"\n({part}: {time.monotonic() - start:.0f} s)")
    if table.left_out:
        say("\nleft out, no time: " + "; ".join(table.left_out))


if __name__ == "__main__":
    sys.exit(main())
