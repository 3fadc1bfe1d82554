# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The sides that language_model_table.py compares: RLX, llama.cpp and OpenVINO, a process each.

A side loads a model and says how long that took. Then it gets tasks: the tokens of a prompt, the steps behind it,
the number of texts at the same time, and a seed, which decides the prompt's tokens. Its answer has the seconds of
the prompt and of each step. A prompt that comes twice in a row is computed once.

As a program: language_model_sides.py rlx|openvino OPTIONS, with OPTIONS and tasks in JSON.
"""
import json
import os
import random
import subprocess
import sys
import threading
import time

from language_model_memory import held

TEXT = "A letter to a friend, about a village by the sea:\n\nDear friend,"
FIRST_PROMPT = 12  # tokens of the prompt that "first" is about


class Failed(Exception):
    pass


class Side:
    """A process that answers tasks. `first` is the time until its first token. If it is watched, `memory` are the
    most bytes until then, its own and those of the file; watching takes time."""

    def __init__(self, name, command, file, is_watched=False, environment=None):
        self.name, self.memory = name, 0
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                        text=True, env={**os.environ, **(environment or {})})
        self.errors = []
        self.listener = threading.Thread(target=lambda: self.errors.extend(self.process.stderr), daemon=True)
        self.listener.start()
        watch = threading.Thread(target=self.watch, args=(os.path.realpath(file),), daemon=True)
        self.is_first = True
        if is_watched:
            watch.start()
        try:
            self.ready = self.answer()["ready"]
            start = time.perf_counter()
            self.ask(FIRST_PROMPT, 1, seed=77)
            self.first = self.ready + time.perf_counter() - start
        except Failed:
            self.process.kill()
            raise
        finally:
            self.is_first = False
            if is_watched:
                watch.join()

    def watch(self, file):
        while self.is_first and self.process.poll() is None:
            try:
                self.memory = max(self.memory, sum(held(self.process.pid, file)))
            except (OSError, IndexError):  # it ends, or the system has no such file
                return
            time.sleep(0.005)

    def answer(self):
        line = self.process.stdout.readline()
        while line and not line.startswith("{"):  # a line of a library
            line = self.process.stdout.readline()
        if not line:
            self.process.wait()
            self.listener.join()
            raise Failed(f"{self.name}: {self.errors[-1].strip() if self.errors else 'it ended'}")
        return json.loads(line)

    def ask(self, prompt, steps, streams=1, seed=1):
        self.process.stdin.write(f"{prompt} {steps} {streams} {seed}\n")
        self.process.stdin.flush()
        return self.answer()

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def python_side(name, kind, model, is_watched=False, **options):
    return Side(name, [sys.executable, os.path.abspath(__file__), kind, json.dumps({"model": model, **options})],
                options.get("package") or model, is_watched)


def llama_cpp(name, program, libraries, model, threads, context, streams=1, gpu_layers=0, is_watched=False):
    return Side(name, [program, model, *map(str, (threads, context, streams, gpu_layers))], model, is_watched,
                {"GGML_DIR": libraries, "GGML_VK_VISIBLE_DEVICES": "0"})


def tokens_of(count, vocabulary, seed):
    numbers = random.Random(seed)
    return [numbers.randrange(300, vocabulary - 300) for _ in range(count)]


class Rlx:
    def __init__(self, model, package=None, context=2048, cache_tokens=None, **options):
        import rlx
        start = time.perf_counter()
        if package:
            self.lm = self.of_package(rlx, model, package, context, options)
        else:
            self.lm = rlx.LM(model, context=context, cache_tokens=cache_tokens, **options)
        self.ready = time.perf_counter() - start
        # Nothing ends an answer early.
        self.settings = {"temperature": 0, "logit_bias": {token: -1e9 for token in self.lm.encode("<|im_end|><|endoftext|>")}}

    @staticmethod
    def of_package(rlx, model, package, context, options):
        """A language model of a package, as rlx_lm_create makes it in C; rlx.LM takes the file only."""
        loaded = rlx.load(package, threads=options["threads"])
        lm = object.__new__(rlx.LM)
        lm._model, lm._path, lm._is_closed = rlx._rlx.LanguageModel(loaded._executable, model, context, 0), model, False
        return lm

    def task(self, prompt, steps, streams, seed):
        if streams > 1:
            return self.at_the_same_time(streams, steps)
        said = self.lm.generate(tokens_of(prompt, self.lm.vocabulary_size, seed), max_tokens=steps + 1, **self.settings)
        count = said.tokens - 1
        return {"prompt_seconds": said.prompt_seconds, "steps": [said.seconds / max(count, 1)] * count}

    def at_the_same_time(self, streams, steps):
        """Times between the pieces of the first text, which has a piece for each token."""
        times = []
        requests = [self.lm.submit(TEXT, max_tokens=steps + 1, **self.settings,
                                   on_text=(lambda piece: times.append(time.perf_counter())) if i == 0 else None)
                    for i in range(streams)]
        answers = [request.result() for request in requests]
        seconds = max(answer.seconds for answer in answers)
        return {"prompt_seconds": answers[0].prompt_seconds, "gaps": [b - a for a, b in zip(times, times[1:])],
                "steps": [seconds / steps] * steps}


class OpenVino:
    def __init__(self, model, threads):
        import numpy
        import openvino
        import openvino_genai
        self.numpy, self.openvino, self.genai = numpy, openvino, openvino_genai
        start = time.perf_counter()
        self.pipeline = openvino_genai.LLMPipeline(model, "CPU", INFERENCE_NUM_THREADS=threads)
        self.ready = time.perf_counter() - start

    def task(self, prompt, steps, streams, seed):
        numbers = self.numpy.array([tokens_of(prompt, 49152, seed)])
        config = self.genai.GenerationConfig()
        config.max_new_tokens, config.ignore_eos, config.do_sample = steps + 1, True, False
        inputs = self.genai.TokenizedInputs(self.openvino.Tensor(numbers), self.openvino.Tensor(numbers * 0 + 1))
        said = self.pipeline.generate(inputs, config).perf_metrics
        step = said.get_tpot().mean / 1e3 if steps else 0
        return {"prompt_seconds": said.get_ttft().mean / 1e3, "steps": [step] * steps}


def main():
    out = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # libraries print, too
    kind, options = sys.argv[1], json.loads(sys.argv[2])
    side = {"rlx": Rlx, "openvino": OpenVino}[kind](**options)
    print(json.dumps({"ready": side.ready}), file=out, flush=True)
    for line in sys.stdin:
        print(json.dumps(side.task(*map(int, line.split()))), file=out, flush=True)


if __name__ == "__main__":
    main()
