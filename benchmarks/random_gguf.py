# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Language models of random weights as GGUF files, to measure speed and memory.

    python random_gguf.py SHAPE DONOR.gguf OUT.gguf

DONOR has the tokenizer. A vocabulary that is larger than the donor's gets unused tokens. Weights are random
blocks with small scales, so that values stay finite. Needs the package gguf.
"""
import sys

import numpy as np

# Bytes of a block, its weights, and where it has scales in f16.
BLOCKS = {"q4_0": (18, 32, [0]), "q4_1": (20, 32, [0, 2]), "q5_0": (22, 32, [0]), "q8_0": (34, 32, [0]),
          "q4_k": (144, 256, [0, 2]), "q6_k": (210, 256, [208])}
SHAPES = {
    # Llama 3.2 1B and Llama 3 8B as Q4_K_M has them, but for the vocabulary.
    "llama-1b": {"layers": 16, "embedding": 2048, "inner": 8192, "heads": 32, "key_heads": 8, "head_size": 64},
    "llama-8b": {"layers": 32, "embedding": 4096, "inner": 14336, "heads": 32, "key_heads": 8, "head_size": 128},
    # Gemma 3 270M, whose rows of 640 are no multiple of 256.
    "gemma-270m": {"architecture": "gemma3", "layers": 18, "embedding": 640, "inner": 2048, "heads": 4, "key_heads": 1,
                   "head_size": 256, "vocabulary": 262144, "scheme": "q5_0", "values": "q8_0", "embeddings": "q8_0"},
    # SmolLM2's layers with hardly any weights, for the time of a step beside them.
    "thin": {"layers": 30, "embedding": 64, "inner": 64, "heads": 1, "key_heads": 1, "head_size": 64, "scheme": "q4_0",
             "values": "q4_0", "down": "q4_0", "embeddings": "q4_0"},
}
UNUSED = 5  # the type of a token


class Writer:
    def __init__(self, path, shape):
        import gguf
        self.gguf, self.random = gguf, np.random.default_rng(1)
        self.file = gguf.GGUFWriter(path, shape.get("architecture", "llama"))
        self.pools = {}

    def metadata(self, shape, donor):
        file = self.file
        file.add_block_count(shape["layers"])
        file.add_context_length(8192)
        file.add_embedding_length(shape["embedding"])
        file.add_feed_forward_length(shape["inner"])
        file.add_head_count(shape["heads"])
        file.add_head_count_kv(shape["key_heads"])
        file.add_key_length(shape["head_size"])
        file.add_value_length(shape["head_size"])
        file.add_rope_dimension_count(shape["head_size"])
        file.add_rope_freq_base(1e6 if self.is_gemma(shape) else 5e5)
        file.add_layer_norm_rms_eps(1e-6 if self.is_gemma(shape) else 1e-5)
        file.add_file_type(15)
        if self.is_gemma(shape):
            file.add_sliding_window(512)
        fields = {name: field.contents() for name, field in self.gguf.GGUFReader(donor).fields.items()
                  if name.startswith("tokenizer.") and name != "tokenizer.chat_template"}
        tokens = fields["tokenizer.ggml.tokens"]
        vocabulary = shape.get("vocabulary", len(tokens))
        more = vocabulary - len(tokens)
        for name, value in {"tokens": [f"<unused{i}>" for i in range(more)], "token_type": [UNUSED] * more,
                            "scores": [0.0] * more}.items():
            if "tokenizer.ggml." + name in fields:
                fields["tokenizer.ggml." + name] += value
        for name, value in fields.items():
            add = (file.add_array if isinstance(value, list) else file.add_bool if isinstance(value, bool) else
                   file.add_uint32 if isinstance(value, int) else file.add_string)
            add(name, value)
        file.add_vocab_size(vocabulary)
        return vocabulary

    @staticmethod
    def is_gemma(shape):
        return shape.get("architecture") == "gemma3"

    def matrix(self, name, rows, columns, scheme):
        size, weights, scales = BLOCKS[scheme]
        if scheme not in self.pools:
            pool = self.random.integers(0, 256, (1 << 16, size), dtype=np.uint8)
            for at in scales:
                scale = np.float16(0.0002 if scheme.endswith("k") else 0.004)
                pool[:, at:at + 2] = np.frombuffer(scale.tobytes(), np.uint8)
            self.pools[scheme] = pool
        blocks = np.resize(self.pools[scheme], (rows * columns // weights, size))
        self.file.add_tensor(name, blocks.reshape(rows, -1), raw_dtype=self.gguf.GGMLQuantizationType[scheme.upper()])

    def norm(self, name, size):
        self.file.add_tensor(name, np.ones(size, np.float32))

    def layer(self, prefix, shape):
        embedding, inner, size = (shape[name] for name in ("embedding", "inner", "head_size"))
        scheme, values, down = (shape.get(name, other) for name, other in
                                (("scheme", "q4_k"), ("values", "q6_k"), ("down", "q6_k")))
        self.norm(prefix + "attn_norm.weight", embedding)
        self.norm(prefix + "ffn_norm.weight", embedding)
        if self.is_gemma(shape):
            for name in ("post_attention_norm", "post_ffw_norm"):
                self.norm(prefix + name + ".weight", embedding)
            for name in ("attn_q_norm", "attn_k_norm"):
                self.norm(prefix + name + ".weight", size)
        self.matrix(prefix + "attn_q.weight", shape["heads"] * size, embedding, scheme)
        self.matrix(prefix + "attn_k.weight", shape["key_heads"] * size, embedding, scheme)
        self.matrix(prefix + "attn_v.weight", shape["key_heads"] * size, embedding, values)
        self.matrix(prefix + "attn_output.weight", embedding, shape["heads"] * size, scheme)
        self.matrix(prefix + "ffn_gate.weight", inner, embedding, scheme)
        self.matrix(prefix + "ffn_up.weight", inner, embedding, scheme)
        self.matrix(prefix + "ffn_down.weight", embedding, inner, down)

    def write(self, shape, donor):
        vocabulary = self.metadata(shape, donor)
        self.matrix("token_embd.weight", vocabulary, shape["embedding"], shape.get("embeddings", "q6_k"))
        self.norm("output_norm.weight", shape["embedding"])
        for layer in range(shape["layers"]):
            self.layer(f"blk.{layer}.", shape)
        self.file.write_header_to_file()
        self.file.write_kv_data_to_file()
        self.file.write_tensors_to_file()
        self.file.close()


def write(shape, donor, path):
    Writer(path, SHAPES[shape]).write(SHAPES[shape], donor)


def bytes_of_a_step(path):
    """The bytes of weights that a token reads: all tensors, but of the embeddings a row only, unless they are the head."""
    import gguf
    tensors = {tensor.name: int(tensor.n_bytes) for tensor in gguf.GGUFReader(path).tensors}
    is_tied = "output.weight" not in tensors
    return sum(size for name, size in tensors.items() if is_tied or name != "token_embd.weight")


if __name__ == "__main__":
    if len(sys.argv) != 4 or sys.argv[1] not in SHAPES:
        sys.exit(f"random_gguf.py: error: expected SHAPE DONOR.gguf OUT.gguf, SHAPE of {', '.join(SHAPES)}")
    write(*sys.argv[1:])
