# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tokens of each kind of tokenizer.json against those of the library tokenizers in Python.

Each kind is trained on the repository's documentation, and put into the folder of a tiny model. Lines of
the documentation and of mixed scripts become tokens by both, with the texts of special tokens as tokens and
as text, and tokens become text again.
"""
import ctypes
import glob
import json
import os
import tempfile

import transformers
from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers, processors, trainers

transformers.utils.logging.disable_progress_bar()
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
LIBRARY = os.environ.get("RLX_LIBRARY", os.path.join(ROOT, "build", "release", "lib", "librlx.so"))
SIZE = 1500
SPECIAL = ["<s>", "</s>", "<|im_end|>"]
LLAMA3 = (r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+"
          r"|\s+(?!\S)|\s+")
LINES = ["", " ", "  two  spaces\t\ttabs \n\n\nlines\r\n", "Größe déjà vu naïve", "日本語のテキスト と English", "😀👍🏽 emoji 👨‍👩‍👧",
         "Привет, мир! 1234567 3.14e-5", "مرحبا بالعالم", "a<s>b</s> <|im_end|>c<user>d < user >", "\u0301\u0301e\u0301 ﬁ ①",
         "if x<=3:\n\treturn {'a': [1,2]}  # it's I'LL", "\u00a0\u2003\u200b\ufeffx", "zero\x00byte", "▁underline ▁▁"]


def byte_level(split=None, normalizer=None, begins=False, ignore_merges=False):
    tokenizer = Tokenizer(models.BPE(ignore_merges=ignore_merges))
    level = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=split is None)
    tokenizer.pre_tokenizer = level if split is None else pre_tokenizers.Sequence(
        [pre_tokenizers.Split(Regex(split), "isolated"), level])
    if normalizer:
        tokenizer.normalizer = normalizer
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(vocab_size=SIZE, special_tokens=SPECIAL, show_progress=False,
                                  initial_alphabet=pre_tokenizers.ByteLevel.alphabet())
    return tokenizer, trainer, begins


def sentence_piece(prepends, split):
    """Llama 2 puts a space before each text, and Gemma does not."""
    tokenizer = Tokenizer(models.BPE(unk_token="<unk>", fuse_unk=True, byte_fallback=True))
    steps = [normalizers.Replace(" ", "▁")]
    tokenizer.normalizer = normalizers.Sequence([normalizers.Prepend("▁")] + steps) if prepends else steps[0]
    if split:
        tokenizer.pre_tokenizer = pre_tokenizers.Split(" ", "merged_with_previous")
    parts = [decoders.Replace("▁", " "), decoders.ByteFallback(), decoders.Fuse()]
    tokenizer.decoder = decoders.Sequence(parts + [decoders.Strip(" ", 1, 0)] if prepends else parts)
    bytes_of = [f"<0x{byte:02X}>" for byte in range(256)]
    trainer = trainers.BpeTrainer(vocab_size=SIZE, special_tokens=["<unk>", *SPECIAL, *bytes_of], show_progress=False,
                                  max_token_length=12)
    return tokenizer, trainer, True


def unigram():
    tokenizer = Tokenizer(models.Unigram())
    tokenizer.normalizer = normalizers.NFKC()
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace()
    tokenizer.decoder = decoders.Metaspace()
    trainer = trainers.UnigramTrainer(vocab_size=SIZE, special_tokens=["<unk>", *SPECIAL], unk_token="<unk>",
                                      show_progress=False)
    return tokenizer, trainer, False


def word_piece():
    """BERT's. Its clean-up of spaces before punctuation is left out: RLX's tokens are text one by one."""
    tokenizer = Tokenizer(models.WordPiece(unk_token="<unk>"))
    tokenizer.normalizer = normalizers.BertNormalizer()
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.decoder = decoders.WordPiece(cleanup=False)
    trainer = trainers.WordPieceTrainer(vocab_size=SIZE, special_tokens=["<unk>", *SPECIAL], show_progress=False)
    return tokenizer, trainer, True


KINDS = {"gpt2": byte_level, "llama3": lambda: byte_level(LLAMA3, begins=True, ignore_merges=True),
         "qwen2": lambda: byte_level(LLAMA3.replace("{1,3}", ""), normalizers.NFC()),
         "llama2": lambda: sentence_piece(True, False), "gemma": lambda: sentence_piece(False, True), "unigram": unigram,
         "wordpiece": word_piece}


def trained(kind, texts):
    tokenizer, trainer, begins = KINDS[kind]()
    tokenizer.train_from_iterator(texts, trainer)
    # Bytes of SentencePiece are trained as special tokens, which they are not.
    content = json.loads(tokenizer.to_str())
    content["added_tokens"] = [each for each in content["added_tokens"] if not each["content"].startswith("<0x")]
    tokenizer = Tokenizer.from_str(json.dumps(content))
    tokenizer.add_tokens([AddedToken("<user>", normalized=False)])
    if begins:
        begin = tokenizer.token_to_id("<s>")
        tokenizer.post_processor = processors.TemplateProcessing(single="<s> $A", special_tokens=[("<s>", begin)])
    tokenizer.enable_truncation(4)  # as some files have it, which no one may heed
    return tokenizer


class Library:
    """The functions of rlx_compiler.h and rlx_lm.h that tokens need."""

    def __init__(self, folder):
        self.library, self.folder = ctypes.CDLL(LIBRARY), folder
        for name in ("rlx_compile_file", "rlx_lm_create", "rlx_lm_encode", "rlx_lm_decode",
                     "rlx_lm_embed_texts"):
            getattr(self.library, name).restype = ctypes.c_void_p
        self.library.rlx_status_get_text.restype = ctypes.c_char_p
        self.executable, self.model = ctypes.c_void_p(), ctypes.c_void_p()
        self.call("rlx_compile_file", folder.encode(), None, ctypes.byref(self.executable))

    def call(self, name, *arguments):
        status = getattr(self.library, name)(*arguments)
        if status:
            raise RuntimeError(self.library.rlx_status_get_text(ctypes.c_void_p(status)).decode())

    def open(self, context=16):
        self.library.rlx_lm_free(self.model)
        self.model = ctypes.c_void_p()
        self.call("rlx_lm_create", self.executable, self.folder.encode(), ctypes.c_int64(context),
                  ctypes.byref(self.model))

    def close(self):
        self.library.rlx_lm_free(self.model)
        self.library.rlx_executable_free(self.executable)

    def encode(self, text, allows_control):
        data, count = text.encode(), ctypes.c_size_t()
        tokens = (ctypes.c_uint32 * (len(data) + 16))()
        self.call("rlx_lm_encode", self.model, data, ctypes.c_size_t(len(data)), ctypes.c_int(allows_control), tokens,
                  ctypes.c_size_t(len(tokens)), ctypes.byref(count))
        return list(tokens[:count.value])

    def decode(self, tokens):
        given, length = (ctypes.c_uint32 * len(tokens))(*tokens), ctypes.c_size_t()
        text = ctypes.create_string_buffer(64 * len(tokens) + 1)
        self.call("rlx_lm_decode", self.model, given, ctypes.c_size_t(len(tokens)), text, ctypes.c_size_t(len(text)),
                  ctypes.byref(length))
        return text.raw[:length.value].decode("utf-8", errors="replace")


def check(library, kind, texts):
    tokenizer = trained(kind, texts)
    tokenizer.save(os.path.join(library.folder, "tokenizer.json"))
    tokenizer.no_truncation()
    library.open()
    count = 0
    for text in texts:
        for allows_control in (True, False):
            tokenizer.encode_special_tokens = not allows_control
            expected, got = tokenizer.encode(text).ids, library.encode(text, allows_control)
            if got != expected:
                raise RuntimeError(f"{text!r}: expected {expected}, got {got}")
            expected, got = tokenizer.decode(expected), library.decode(got)
            if got != expected:
                raise RuntimeError(f"{text!r} came back as {got!r}, expected {expected!r}")
            count += len(got)
    return f"{len(texts)} texts and {count} characters agree"


def documentation():
    return [line for path in sorted(glob.glob(os.path.join(ROOT, "docs", "*", "*.md")))[:40]
            for line in open(path, encoding="utf-8").read().splitlines()][:4000]


def checks():
    """Names of tests, and functions that return a detail or raise."""
    texts = LINES + documentation()
    with tempfile.TemporaryDirectory() as folder:
        config = transformers.LlamaConfig(vocab_size=2 * SIZE, hidden_size=32, intermediate_size=32, num_hidden_layers=1,
                                          num_attention_heads=2, max_position_embeddings=64)
        transformers.LlamaForCausalLM(config).save_pretrained(folder)
        library = Library(folder)
        for kind in KINDS:
            yield "tokens:" + kind, lambda kind=kind: check(library, kind, texts)
