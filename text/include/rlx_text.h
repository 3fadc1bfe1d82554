// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Tokenizers and chat templates of language models, as a GGUF file or a tokenizer.json has them,
 * and grammars of answers.
 *
 * Text is UTF-8; each malformed sequence counts as U+FFFD. Strings are not terminated by 0.
 * A call that fails sets its `*error`, which rlx_text_error_free frees; other calls leave it alone.
 * Threads: a vocabulary, a trie and a template are immutable, and any number of calls may use them
 * at the same time. One thread at a time uses a grammar.
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

/* Why a call has failed. */
typedef struct rlx_text_error {
  char *message;      /* ends in NUL */
  int is_unsupported; /* 1: unknown to this library; 0: wrong */
} rlx_text_error_t;
void rlx_text_error_free(rlx_text_error_t error);

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
  rlx_text_string_t model; /* "gpt2": BPE by merges, "llama": SentencePiece by scores, or "bert":
                              WordPiece of words in small letters and without accents */
  rlx_text_string_t pre;   /* of gpt2: how text is cut before the merges, such as "smollm" */
  const rlx_text_string_t *tokens;
  size_t num_tokens;
  const int32_t *types;            /* one for each token; NULL: all are normal */
  const float *scores;             /* of llama, one for each token */
  const rlx_text_string_t *merges; /* of gpt2, "left right", the first to merge first */
  size_t num_merges;
  int adds_space;   /* of llama: text begins with a space */
  uint32_t unknown; /* of llama and bert: the token for text without another one */
} rlx_text_source_t;

typedef struct rlx_text_vocabulary rlx_text_vocabulary_t;

/* Makes a vocabulary. The source is not needed afterwards. NULL: `*error` tells why. */
rlx_text_vocabulary_t *rlx_text_vocabulary_create(const rlx_text_source_t *source,
                                                  rlx_text_error_t *error);
/* Makes a vocabulary from the bytes of a tokenizer.json, which Hugging Face's library tokenizers
 * has written. It has the tokens of the model, `num_tokens`: the file may have fewer, or more.
 * Truncation and padding are left out. Errors as above. */
rlx_text_vocabulary_t *rlx_text_vocabulary_parse(rlx_text_string_t tokenizer_json,
                                                 size_t num_tokens, rlx_text_error_t *error);
/* NULL is allowed. */
void rlx_text_vocabulary_free(rlx_text_vocabulary_t *vocabulary);

/* The tokens of a text. With `allows_control`, the text of a control token is that token. No token
 * is added at the begin or end. Returns 1 and sets `*ids`, which rlx_text_ids_free frees, and
 * `*count`; 0: `*error` tells why. */
int rlx_text_encode(const rlx_text_vocabulary_t *vocabulary, rlx_text_string_t text,
                    int allows_control, uint32_t **ids, size_t *count, rlx_text_error_t *error);
void rlx_text_ids_free(uint32_t *ids, size_t count);

/* The bytes that a token stands for, in memory of the vocabulary; maybe only a part of a UTF-8
 * sequence. Empty for an id that does not exist. */
rlx_text_string_t rlx_text_token_bytes(const rlx_text_vocabulary_t *vocabulary, uint32_t id);

/* The parts of a tokenizer.json that its tokens do not say, in memory of the vocabulary. Empty for
 * a vocabulary that was made from its parts. */
typedef struct rlx_text_description {
  const int32_t *types; /* of each token */
  size_t num_tokens;
  const uint32_t *prefix; /* the tokens that a text begins with */
  size_t num_prefix;
  const uint32_t *suffix; /* those that a text to embed ends with */
  size_t num_suffix;
  int adds_space; /* a text begins with a space, which is no part of it */
  size_t longest; /* bytes of a text that a token stands for at most; 0: any number */
} rlx_text_description_t;
rlx_text_description_t rlx_text_vocabulary_describe(const rlx_text_vocabulary_t *vocabulary);
/* Sets the id of a token of a tokenizer.json by its text; 0 without one. */
int rlx_text_find_token(const rlx_text_vocabulary_t *vocabulary, rlx_text_string_t token,
                        uint32_t *id);

/* One message of a conversation. */
typedef struct rlx_text_message {
  rlx_text_string_t role; /* "system", "user", "assistant", or another role of the template */
  rlx_text_string_t content;
} rlx_text_message_t;

/* The values of a rendering. */
typedef struct rlx_text_conversation {
  const rlx_text_message_t *messages;
  size_t num_messages;
  rlx_text_string_t begin;    /* `bos_token`: the text of the token that begins a text, or empty */
  rlx_text_string_t end;      /* `eos_token` */
  int adds_generation_prompt; /* whether the text ends with the begin of an answer */
} rlx_text_conversation_t;

typedef struct rlx_text_template rlx_text_template_t;

/* Parses a chat template: Jinja as Hugging Face's tokenizers render it, with trimmed blocks,
 * Python's methods, `raise_exception`, `strftime_now` and `tojson`. NULL: `*error` tells why. */
rlx_text_template_t *rlx_text_template_create(rlx_text_string_t source, rlx_text_error_t *error);
/* NULL is allowed. */
void rlx_text_template_free(rlx_text_template_t *chat_template);
/* The text of a conversation. Returns 1 and sets `*text`, which rlx_text_rendered_free frees; 0:
 * `*error` tells why, and the line of the template. It is an error if the template takes too many
 * steps, or refuses the messages by raise_exception. */
int rlx_text_template_render(const rlx_text_template_t *chat_template,
                             const rlx_text_conversation_t *conversation, rlx_text_string_t *text,
                             rlx_text_error_t *error);
void rlx_text_rendered_free(rlx_text_string_t text);

/* ---- Grammars -------------------------------------------------------------------------------- */

/* The tokens of a vocabulary by their bytes, which all of its grammars share. */
typedef struct rlx_text_trie rlx_text_trie_t;

/* Makes a trie. Texts end with one of the tokens `ends`. The vocabulary is not needed afterwards.
 * NULL: `*error` tells why. */
rlx_text_trie_t *rlx_text_trie_create(const rlx_text_vocabulary_t *vocabulary, const uint32_t *ends,
                                      size_t num_ends, rlx_text_error_t *error);
/* NULL is allowed. Grammars live on. */
void rlx_text_trie_free(rlx_text_trie_t *trie);

/* The languages of grammars. */
enum {
  RLX_TEXT_JSON_SCHEMA = 0,
  RLX_TEXT_GRAMMAR = 1 /* GBNF if the first rule has "::=", otherwise Lark as llguidance reads it */
};

/* A grammar, and the tokens of a text of it so far. */
typedef struct rlx_text_grammar rlx_text_grammar_t;

/* Compiles a grammar; the text is empty. NULL: `*error` tells why, with the place. The memory and
 * the time of all calls are limited, and it is an error to need more. */
rlx_text_grammar_t *rlx_text_grammar_create(const rlx_text_trie_t *trie, int kind,
                                            rlx_text_string_t source, rlx_text_error_t *error);
/* Another one with the same tokens so far. NULL: `*error` tells why. */
rlx_text_grammar_t *rlx_text_grammar_clone(const rlx_text_grammar_t *grammar,
                                           rlx_text_error_t *error);
/* NULL is allowed. */
void rlx_text_grammar_free(rlx_text_grammar_t *grammar);
/* Sets a bit for each token that may follow, among them those that end the text where it may end,
 * and clears the others. Token 0 has the lowest bit of the first word. Returns 1; 0: `*error` tells
 * why, such as that no token may follow, and the grammar is of no more use. */
int rlx_text_grammar_mask(rlx_text_grammar_t *grammar, uint32_t *bits, size_t num_words,
                          rlx_text_error_t *error);
/* Appends a token, which must be one that may follow and ends no text. Returns 1; 0: `*error` tells
 * why. */
int rlx_text_grammar_accept(rlx_text_grammar_t *grammar, uint32_t token, rlx_text_error_t *error);
/* Whether the text can only end. */
int rlx_text_grammar_is_finished(const rlx_text_grammar_t *grammar);

#ifdef __cplusplus
}
#endif

#endif /* RLX_TEXT_H */
