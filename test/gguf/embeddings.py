# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Embedding models, from texts to vectors, against the library tokenizers and transformers in f32.

Each is a small model with random weights and a tokenizer that is trained on the documentation, in a folder as
sentence-transformers writes it, and encoders in a GGUF file, too. Texts become vectors one by one and several at a
time. The judge pools transformers' hidden states. Vectors may differ by 1e-5; lengths are 1.
"""
import ctypes
import json
import os
import tempfile

import gguf
import numpy as np
import torch
import transformers
from models import randomize, rope
from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers, processors, trainers
from tokens import LINES, Library, documentation

TOLERANCE = 1e-5
VOCABULARY, CONTEXT = 600, 64
SIZES = {"vocab_size": VOCABULARY, "hidden_size": 48, "intermediate_size": 52, "num_hidden_layers": 3,
         "num_attention_heads": 6}
SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
TEXTS = ["The cat sat on the mat", "a", "", "RÉSUMÉ naïve Größe", "日本語 and English!", "unaffable [MASK] words, 3.14",
         "one two three four five six seven eight nine ten eleven twelve"]


def word_piece():
    tokenizer = Tokenizer(models.WordPiece(unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer()
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.decoder = decoders.WordPiece(cleanup=False)
    trainer = trainers.WordPieceTrainer(vocab_size=VOCABULARY, special_tokens=SPECIAL, show_progress=False)
    tokenizer.train_from_iterator(documentation(), trainer)
    tokenizer.post_processor = processors.BertProcessing(("[SEP]", 3), ("[CLS]", 2))
    return tokenizer


def byte_level():
    """As Qwen3 Embedding: nothing before a text, and a token behind it."""
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(vocab_size=VOCABULARY, special_tokens=["<|endoftext|>"], show_progress=False,
                                  initial_alphabet=pre_tokenizers.ByteLevel.alphabet())
    tokenizer.train_from_iterator(documentation(), trainer)
    tokenizer.post_processor = processors.TemplateProcessing(single="$A <|endoftext|>",
                                                             special_tokens=[("<|endoftext|>", 0)])
    return tokenizer


def bert():
    config = transformers.BertConfig(**SIZES, max_position_embeddings=CONTEXT)
    return transformers.BertModel(config, add_pooling_layer=True), word_piece(), "mean", "bert"


def roberta():
    config = transformers.XLMRobertaConfig(**SIZES, max_position_embeddings=CONTEXT + 1, type_vocab_size=1, pad_token_id=0)
    return transformers.XLMRobertaModel(config, add_pooling_layer=False), word_piece(), "cls", "bert"


def nomic():
    config = transformers.NomicBertConfig(**SIZES, max_position_embeddings=CONTEXT)
    return transformers.NomicBertModel(config), word_piece(), "mean", "nomic-bert"


def qwen3():
    config = transformers.Qwen3Config(**SIZES, num_key_value_heads=2, head_dim=10, max_position_embeddings=CONTEXT,
                                      tie_word_embeddings=True, rope_parameters=rope())
    return transformers.Qwen3ForCausalLM(config), byte_level(), "lasttoken", "qwen3"


MODELS = {"bert": bert, "roberta": roberta, "nomic-bert": nomic, "qwen3": qwen3}
FORMS = {"bert": ("folder", "gguf"), "roberta": ("folder", "gguf"), "nomic-bert": ("folder", "gguf"), "qwen3": ("folder",)}


def write_folder(model, tokenizer, pooling, _architecture, path):
    model.save_pretrained(path)
    tokenizer.save(os.path.join(path, "tokenizer.json"))
    modules = [{"idx": 0, "name": "0", "path": "", "type": "sentence_transformers.models.Transformer"},
               {"idx": 1, "name": "1", "path": "1_Pooling", "type": "sentence_transformers.models.Pooling"},
               {"idx": 2, "name": "2", "path": "2_Normalize", "type": "sentence_transformers.models.Normalize"}]
    os.mkdir(os.path.join(path, "1_Pooling"))
    flag = {"mean": "pooling_mode_mean_tokens", "cls": "pooling_mode_cls_token", "lasttoken": "pooling_mode_lasttoken"}
    for name, content in (("modules.json", modules), ("1_Pooling/config.json", {
            key: key == flag[pooling] for key in flag.values()})):
        with open(os.path.join(path, name), "w", encoding="utf-8") as file:
            json.dump(content, file)
    return path


def gguf_tokens(tokenizer):
    """llama.cpp's converter marks the begins of words instead of the other pieces."""
    for token in (tokenizer.id_to_token(each) for each in range(tokenizer.get_vocab_size())):
        if token in SPECIAL:
            yield token, gguf.TokenType.CONTROL
        else:
            yield (token[2:] if token.startswith("##") else "\u2581" + token), gguf.TokenType.NORMAL


def write_gguf(model, tokenizer, pooling, architecture, path):
    path = os.path.join(path, "model.gguf")
    config, writer = model.config, gguf.GGUFWriter(path, architecture)
    for key, value in {"context_length": CONTEXT, "embedding_length": config.hidden_size,
                       "feed_forward_length": config.intermediate_size, "block_count": config.num_hidden_layers,
                       "attention.head_count": config.num_attention_heads,
                       "pooling_type": {"mean": 1, "cls": 2}[pooling]}.items():
        writer.add_uint32(f"{architecture}.{key}", value)
    writer.add_float32(f"{architecture}.attention.layer_norm_epsilon", config.layer_norm_eps)
    writer.add_bool(f"{architecture}.attention.causal", False)
    if architecture == "nomic-bert":
        writer.add_float32(f"{architecture}.rope.freq_base", 1000.0)
    names, kinds = zip(*gguf_tokens(tokenizer))
    writer.add_tokenizer_model("bert")
    writer.add_token_list(names)
    writer.add_token_types(kinds)
    for key, number in (("unknown", 1), ("cls", 2), ("seperator", 3), ("padding", 0), ("mask", 4)):
        writer.add_uint32(f"tokenizer.ggml.{key}_token_id", number)
    for name, value in tensors(model, architecture):
        writer.add_tensor(name, np.ascontiguousarray(value.float().numpy()))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path


def tensors(model, architecture):
    kind = next(kind for kind, name in gguf.MODEL_ARCH_NAMES.items() if name == architecture)
    names = gguf.get_tensor_name_map(kind, model.config.num_hidden_layers)
    state = {name: value for name, value in model.state_dict().items() if "pooler" not in name}
    if architecture == "nomic-bert":
        state = dict(nomic_tensors(state, model.config.num_hidden_layers))
    for name, value in state.items():
        if "position_embeddings" in name:
            value = value[-CONTEXT:]  # the converter leaves out RoBERTa's first ones
        found = names.get_name(name, try_suffixes=(".weight", ".bias"))
        if found is None:
            raise KeyError(f"GGUF has no name for {name}")
        yield found, value


def nomic_tensors(state, layers):
    """The names of Nomic's own code, which the converter knows."""
    renamed = {"embeddings.LayerNorm": "emb_ln", "self_attn.o_proj": "attn.out_proj", "mlp.up_proj": "mlp.fc11",
               "mlp.gate_proj": "mlp.fc12", "mlp.down_proj": "mlp.fc2", "post_attention_layernorm": "norm1",
               "post_mlp_layernorm": "norm2"}
    for name, value in state.items():
        if "_proj" in name and "self_attn.o" not in name and "mlp" not in name:
            continue
        for new, old in renamed.items():
            name = name.replace(new, old)
        yield ("encoder." + name if name.startswith("layers.") else name), value
    for i in range(layers):
        parts = [state[f"layers.{i}.self_attn.{part}_proj.weight"] for part in "qkv"]
        yield f"encoder.layers.{i}.attn.Wqkv.weight", torch.cat(parts)


def expected(model, tokenizer, pooling, text):
    ids = tokenizer.encode(text).ids
    with torch.no_grad():
        output = getattr(model, "model", model)(input_ids=torch.tensor([ids]))
    hidden = output.last_hidden_state[0].double().numpy()
    vector = {"mean": hidden.mean(0), "cls": hidden[0], "lasttoken": hidden[-1]}[pooling]
    return vector / np.linalg.norm(vector)


def embed(library, texts, width):
    ids = [library.encode(text, True) for text in texts]
    tokens = (ctypes.c_uint32 * sum(map(len, ids)))(*sum(ids, []))
    counts = (ctypes.c_size_t * len(ids))(*map(len, ids))
    result = np.zeros((len(ids), width), np.float32)
    library.call("rlx_lm_embed_texts", library.model, tokens, counts, ctypes.c_size_t(len(ids)), ctypes.c_int(0),
                 result.ctypes.data_as(ctypes.POINTER(ctypes.c_float)))
    return result


def check(name, form):
    model, tokenizer, pooling, architecture = MODELS[name]()
    model.config._attn_implementation = "eager"
    randomize(model.eval().float())
    texts = [text for text in TEXTS if tokenizer.encode(text, add_special_tokens=False).ids or tokenizer.encode(text).ids[1:]]
    with tempfile.TemporaryDirectory() as folder:
        writer = write_folder if form == "folder" else write_gguf
        library = Library(writer(model, tokenizer, pooling, architecture, folder))
        library.open(CONTEXT)
        right = np.array([expected(model, tokenizer, pooling, text) for text in texts])
        together = embed(library, texts, right.shape[1])
        single = np.concatenate([embed(library, [text], right.shape[1]) for text in texts])
        library.close()
    differences = [float(np.abs(each - right).max()) for each in (together, single)]
    spread = float(np.abs(right - right.mean(0)).max())
    detail = f"{len(texts)} texts, differences of {differences[0]:.1e} at once and {differences[1]:.1e} one by one"
    if max(differences) > TOLERANCE or spread < 0.02:
        raise RuntimeError(f"{detail}, of vectors that are {spread:.1e} apart")
    return detail


def check_gguf_tokens():
    """Tokens of tokenizer.ggml.model bert beside those of the library, on all texts that other vocabularies have."""
    model, tokenizer, pooling, architecture = bert()
    texts = LINES + documentation()
    with tempfile.TemporaryDirectory() as folder:
        library = Library(write_gguf(model, tokenizer, pooling, architecture, folder))
        library.open(CONTEXT)
        for text in texts:
            right, got = tokenizer.encode(text).ids[:-1], library.encode(text, True)
            if got != right:
                raise RuntimeError(f"{text!r}: expected {right}, got {got}")
        library.close()
    return f"{len(texts)} texts agree"


def checks():
    """Names of tests, and functions that return a detail or raise."""
    for name in MODELS:
        for form in FORMS[name]:
            yield f"embeddings:{name}:{form}", lambda name=name, form=form: check(name, form)
    yield "embeddings:tokens", check_gguf_tokens
