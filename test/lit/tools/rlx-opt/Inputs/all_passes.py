# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs every pass and pipeline of rlx-opt on every part of a file. None may crash or go on for
ever, and where one fails it says why, at a place of the part.

  all_passes.py FILE RLX-OPT [FLAG...]
"""
import bisect
import concurrent.futures
import itertools
import re
import subprocess
import sys

SECONDS = 20
MARKER = "// -----"
ERROR = re.compile(r"<stdin>:(\d+):\d+: error: ")
# The values of options. Passes without one here use their defaults.
VALUES = {"device": ["lavapipe"], "target": ["cpu", "vulkan"], "to": ["f16"]}


def passes(opt):
    """As arguments: each pass once for every target it can have."""
    text = subprocess.run(opt + ["--help"], check=True, capture_output=True, text=True).stdout
    name = None
    options = {}
    for line in text.splitlines():
        if found := re.match(r" {6}--(\S+)", line):
            name = found[1] if found[1].startswith("rlx-") and " -   " in line else None
            if name:
                options[name] = []
        elif name and (found := re.match(r" {8}--(\w+)=", line)):
            options[name].append(found[1])
    for name, given in options.items():
        texts = [""]
        for option in given:
            texts = [f"{text} {option}={value}".strip() for text in texts
                     for value in VALUES.get(option, [])] or texts
        # CPU code has no device: phases refuse one.
        texts = [re.sub(r"device=\S+ ?", "", text).strip() if "target=cpu" in text else text
                 for text in texts]
        yield from (f"--{name}={text}" if text else f"--{name}" for text in texts)


def run(opt, argument, text):
    return subprocess.run(opt + [argument, "-"], input=text, capture_output=True, text=True,
                          timeout=SECONDS, check=False)


def complaint(opt, argument, part):
    """What is wrong with how the pass ends on the part alone; empty if nothing is."""
    try:
        result = run(opt, argument, part)
    except subprocess.TimeoutExpired:
        return f"does not end in {SECONDS} s"
    if result.returncode not in (0, 1):
        return f"ends with {result.returncode}"
    if result.returncode == 1 and not ERROR.search(result.stderr):
        return "fails without an error at a place: " + (result.stderr.strip() or "silently")
    return ""


def suspects(opt, argument, parts):
    """The parts with which not all is well in one run over all of them. Of a part that fails nothing
    is printed."""
    try:
        result = run(opt + ["--split-input-file", f"--output-split-marker={MARKER}"], argument,
                     ("\n" + MARKER + "\n").join(parts))
    except subprocess.TimeoutExpired:
        return parts
    printed = result.stdout.split(MARKER)
    if result.returncode not in (0, 1) or len(printed) != len(parts):
        return parts
    failed = {i for i, text in enumerate(printed) if not text.strip()}
    # The last line of each part, as source locations count them.
    ends = list(itertools.accumulate(part.count("\n") + 2 for part in parts))
    explained = {bisect.bisect_left(ends, int(line)) for line in ERROR.findall(result.stderr)}
    return [parts[i] for i in sorted(failed - explained)]


def main():
    file, *opt = sys.argv[1:]
    with open(file, encoding="utf-8") as source:
        parts = source.read().split("\n" + MARKER + "\n")
    arguments = list(passes(opt))

    def check(argument):
        found = [(part, complaint(opt, argument, part)) for part in suspects(opt, argument, parts)]
        return [f"{argument} {text}:\n{part.strip()}\n" for part, text in found if text]

    with concurrent.futures.ThreadPoolExecutor(2) as workers:
        complaints = [text for texts in workers.map(check, arguments) for text in texts]
    print("\n".join(complaints), end="")
    print(f"{len(arguments)} passes on {len(parts)} parts: {len(complaints)} complaints")
    return 1 if complaints or not arguments else 0


if __name__ == "__main__":
    sys.exit(main())
