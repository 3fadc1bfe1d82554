// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Tokenizers of language models, made of the vocabulary that a GGUF file has.
 *
 * Text is UTF-8; each malformed sequence counts as U+FFFD. Strings are not terminated by 0.
 * Messages of errors are freed by rlx_text_error_free. Threads: a vocabulary is immutable, and any
 * number of calls may use it at the same time.
 *
 * The library is written in Rust: text/src. */
#ifndef RLX_TEXT_H
#define RLX_TEXT_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rlx_text_string {
  const char *data;
  size_t size; /* bytes */
} rlx_text_string_t;

/* The kinds of tokens, with the numbers of `tokenizer.ggml.token_type`. */
enum {
  RLX_TEXT_NORMAL = 1,
  RLX_TEXT_UNKNOWN = 2,      /* stands for text without another token */
  RLX_TEXT_CONTROL = 3,      /* "<|im_end|>"; text means it only where the caller allows it */
  RLX_TEXT_USER_DEFINED = 4, /* found in all text before anything else */
  RLX_TEXT_UNUSED = 5,
  RLX_TEXT_BYTE = 6 /* "<0x0A>" */
};

/* The parts of a vocabulary: the metadata `tokenizer.ggml.*` of a GGUF file. */
typedef struct rlx_text_source {
  rlx_text_string_t model; /* "gpt2": BPE by merges, or "llama": SentencePiece by scores */
  rlx_text_string_t pre;   /* of gpt2: how text is cut before the merges, such as "smollm" */
  const rlx_text_string_t *tokens;
  size_t num_tokens;
  const int32_t *types;            /* one for each token; NULL: all are normal */
  const float *scores;             /* of llama, one for each token */
  const rlx_text_string_t *merges; /* of gpt2, "left right", the first to merge first */
  size_t num_merges;
  int adds_space;   /* of llama: text begins with a space */
  uint32_t unknown; /* of llama: the token for text without another one */
} rlx_text_source_t;

typedef struct rlx_text_vocabulary rlx_text_vocabulary_t;

/* Makes a vocabulary. The source is not needed afterwards. NULL: `*error` tells why. */
rlx_text_vocabulary_t *rlx_text_vocabulary_create(const rlx_text_source_t *source, char **error);
/* NULL is allowed. */
void rlx_text_vocabulary_free(rlx_text_vocabulary_t *vocabulary);
void rlx_text_error_free(char *error);

/* The tokens of a text. With `allows_control`, the text of a control token is that token. No token
 * is added at the begin or end. Returns 1 and sets `*ids`, which rlx_text_ids_free frees, and
 * `*count`; 0: `*error` tells why. */
int rlx_text_encode(const rlx_text_vocabulary_t *vocabulary, rlx_text_string_t text,
                    int allows_control, uint32_t **ids, size_t *count, char **error);
void rlx_text_ids_free(uint32_t *ids, size_t count);

/* The bytes that a token stands for, in memory of the vocabulary; maybe only a part of a UTF-8
 * sequence. Empty for an id that does not exist. */
rlx_text_string_t rlx_text_token_bytes(const rlx_text_vocabulary_t *vocabulary, uint32_t id);

#ifdef __cplusplus
}
#endif

#endif /* RLX_TEXT_H */
