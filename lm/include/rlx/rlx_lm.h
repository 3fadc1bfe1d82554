// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* RLX language models: the C API that makes text. C99; needs only rlx.h.
 *
 * Models.    A language model is a GGUF file or a folder, as Hugging Face's transformers writes it,
 *            and an executable of it: that of rlx_compile_file, or of rlx_executable_load for a
 *            package of it. The files have the vocabulary and the chat template.
 * Text.      UTF-8, with its length in bytes. Malformed sequences count as U+FFFD. A text that the
 *            model makes is always whole: no sequence is cut.
 * Errors.    As in rlx.h.
 * Threads.   Distinct objects may be used at the same time. On one object, functions that take it
 *            as const may overlap each other, and so may rlx_lm_render_chat, rlx_lm_check_form and
 *            all functions of requests. Others wait for their turn while such a one runs in another
 *            thread. In a function which the model calls they return RLX_FAILED_PRECONDITION and
 *            change nothing. Nothing may overlap rlx_lm_free. */
#ifndef RLX_RLX_LM_H
#define RLX_RLX_LM_H

#include "rlx/rlx.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Language models ------------------------------------------------------------------------- */

/** A language model with the text that it has read so far: keys and values in caches. */
typedef struct rlx_lm rlx_lm_t;

/** Checks files before they are compiled, which takes longer: the error that rlx_lm_create would
 * return for this `context` of the model `path`. Unless `cache_tokens` is 0, the one of
 * rlx_lm_reserve for these tokens, too, and unless `draft` is NULL, that of rlx_lm_set_draft. */
RLX_API rlx_status_t *rlx_lm_check_files(const char *path, int64_t context, int64_t cache_tokens,
                                         const char *draft);
/** Makes a language model. `executable` is that of the GGUF file or folder `path`; it must outlive
 * `*lm`, and must not be used by anybody else until `*lm` is freed. `context` is the largest number
 * of tokens of a text, prompt and answer; 0 means that of the model's training, at most 4096. Paged
 * caches take memory as texts grow, by doubling, and contiguous ones at once. `*lm` is yours.
 * RLX_FAILED_PRECONDITION if another language model uses the executable; take a clone of it for
 * each. RLX_NOT_FOUND for a missing file or one without a vocabulary. RLX_UNSUPPORTED for an
 * unknown kind of vocabulary. RLX_INVALID_ARGUMENT for a context beyond the model's, a damaged
 * file, or an executable that is no step of a language model. */
RLX_API rlx_status_t *rlx_lm_create(rlx_executable_t *executable, const char *path, int64_t context,
                                    rlx_lm_t **lm);
/** Gives the model a draft model: a smaller one with the same tokens, which guesses those of
 * answers (`draft_max`). `executable` is that of the file or folder `path`, and must outlive `lm`,
 * or until another draft model is set; NULL sets none. Its caches have room for the tokens that
 * those of `lm` have room for. No other call may overlap this one. RLX_INVALID_ARGUMENT names a
 * token that the models do not share. RLX_UNSUPPORTED if one of the models is recurrent, and for a
 * draft model with contiguous caches if those of `lm` are paged. RLX_FAILED_PRECONDITION while
 * requests are not done. After that error the draft model stays as it was, and so it does if
 * an argument is NULL; after other errors there is none. Other errors
 * are those of rlx_lm_create. */
RLX_API rlx_status_t *rlx_lm_set_draft(rlx_lm_t *lm, rlx_executable_t *executable,
                                       const char *path);
/** Frees the model, but not its executables, which must still be there. NULL is allowed. */
RLX_API void rlx_lm_free(rlx_lm_t *lm);

/** Returns the largest number of tokens of a text. 0 for NULL. */
RLX_API int64_t rlx_lm_get_context(const rlx_lm_t *lm);
/** Returns the number of tokens in the vocabulary. 0 for NULL. */
RLX_API size_t rlx_lm_get_vocabulary_size(const rlx_lm_t *lm);

/* ---- Tokens ---------------------------------------------------------------------------------- */

/** Turns text into tokens, with the token that begins a text if the model wants one. If
 * `allows_control` is not 0, the text of a control token, such as "<|im_end|>", is that token. The
 * first `capacity` tokens are written to `tokens`, which may be NULL for 0. `*count` is the number
 * of all. */
RLX_API rlx_status_t *rlx_lm_encode(const rlx_lm_t *lm, const char *text, size_t length,
                                    int allows_control, uint32_t *tokens, size_t capacity,
                                    size_t *count);

/** Checks whether a text of `length` bytes may fit the context: RLX_OUT_OF_RANGE if each such text
 * has more tokens. For prompts of megabytes, which rlx_lm_encode takes seconds and memory for. Many
 * longer texts pass: all have at least a token for the bytes of the vocabulary's longest one.
 * Nothing is known of a vocabulary that may leave out parts of a text. */
RLX_API rlx_status_t *rlx_lm_check_text_size(const rlx_lm_t *lm, size_t length);

/** Turns tokens into text, without control tokens and without the space that rlx_lm_encode adds at
 * the begin of a text. The first `capacity` bytes are written to `text`, which may be NULL for 0,
 * and have no NUL behind them; tokens may end inside of a UTF-8 sequence. `*length` is the number
 * of all. RLX_INVALID_ARGUMENT for a token that does not exist. */
RLX_API rlx_status_t *rlx_lm_decode(const rlx_lm_t *lm, const uint32_t *tokens, size_t count,
                                    char *text, size_t capacity, size_t *length);

/** A token of the vocabulary. */
typedef struct rlx_lm_token {
  const char *bytes; /* maybe only a part of a UTF-8 sequence; they live as long as the model */
  size_t size;
  int is_control; /* 1: for the model alone, and no text for people */
  int is_end;     /* 1: a text ends with it */
} rlx_lm_token_t;

/** Describes a token. RLX_OUT_OF_RANGE for a number that is none. */
RLX_API rlx_status_t *rlx_lm_get_token(const rlx_lm_t *lm, uint32_t number, rlx_lm_token_t *token);

/* ---- Chat ------------------------------------------------------------------------------------ */

/** One message of a conversation. */
typedef struct rlx_lm_message {
  const char *role;    /* "system", "user", "assistant", or another role of the template */
  const char *content; /* ends in NUL */
} rlx_lm_message_t;

/** Renders messages and the begin of an answer by the model's chat template. `*text` lives until
 * the next call of this function in the same thread, and ends in NUL. RLX_NOT_FOUND for a model
 * without a template. RLX_INVALID_ARGUMENT for a template that cannot be parsed or refuses the
 * messages. */
RLX_API rlx_status_t *rlx_lm_render_chat(rlx_lm_t *lm, const rlx_lm_message_t *messages,
                                         size_t count, const char **text, size_t *length);

/* ---- Text ------------------------------------------------------------------------------------ */

/** A number that is added to the logit of a token. -INFINITY: never this token. */
typedef struct rlx_lm_bias {
  uint32_t token;
  double bias;
} rlx_lm_bias_t;

/** The scale of an adapter (LoRA) that the model is compiled with, by its number in the order of
 * rlx_compile_options_add_lora, from 0 on. */
typedef struct rlx_lm_adapter {
  size_t number;
  double scale; /* of its updates */
} rlx_lm_adapter_t;

/** Puts the adapter of a file, or of PEFT's folder, in place of adapter `number`, without
 * compiling. The matrices that it changes must be among those of the adapter that the model is
 * compiled with, and its rank at most the same: else RLX_INVALID_ARGUMENT. The scale of adapter
 * `number` stays. All text that the model has read so far is forgotten. The matrices of the adapter
 * are prepared, not the model's. Clones of the executable keep the adapter that they have.
 * RLX_OUT_OF_RANGE for a number that is no adapter. RLX_FAILED_PRECONDITION while requests are not
 * done, and for an executable whose params are released. RLX_UNSUPPORTED if the updates of the
 * adapter that the model is compiled with differ in their ranks or scales, and for a package of an
 * earlier version of RLX. Values are converted to the type of the params: params of F16 round those
 * of F32 and BF16. Other errors are those of rlx_compile_file. After an error the model has the
 * adapter that it had. */
RLX_API rlx_status_t *rlx_lm_load_adapter(rlx_lm_t *lm, size_t number, const char *path);

/** How the tokens of an answer are chosen, and what ends it. Biases and penalties change the
 * logits; a grammar leaves some of the tokens; top-k, typical, top-p and min-p filter by the
 * probabilities, in this order; and the temperature changes those of the rest, as in llama.cpp. */
typedef struct rlx_lm_settings {
  double temperature; /* 0: the most likely token each time (0.8) */
  int64_t top_k;      /* only so many of the most likely tokens; 0: all (40) */
  double typical_p;   /* the tokens closest to the entropy whose probabilities sum to this; 1: all
                         (1) */
  double top_p;       /* the most likely tokens whose probabilities sum to this; 1: all (0.95) */
  double min_p;       /* tokens of at least this part of the highest probability; 0: all (0.05) */
  uint64_t seed;      /* equal seeds give equal answers (0) */
  /* Of tokens that are among the last ones of the prompt and the answer: */
  double repeat_penalty;    /* divides positive logits, and multiplies others; 1: none (1) */
  double frequency_penalty; /* is subtracted from the logit once for each time (0) */
  double presence_penalty;  /* is subtracted from the logit (0) */
  int64_t repeat_last_n;    /* how many the last ones are; -1: all (64) */
  const rlx_lm_bias_t *biases;
  size_t num_biases;
  int64_t logprobs;   /* of each token, and of so many of the most likely ones; -1: none (-1) */
  int64_t max_tokens; /* 0: any number (0) */
  const char *const *stop; /* texts that end the answer, and are no part of it */
  size_t num_stop;
  /* The form of the whole answer; one of the two, or NULL for any text: */
  const char *json_schema; /* JSON that the schema allows, with little whitespace */
  const char *grammar;     /* GBNF, as of llama.cpp, if its first rule has "::="; otherwise Lark, as
                              llguidance reads it */
  int64_t draft_max;       /* the most tokens that are guessed and checked in one step (speculative
                              decoding): by the draft model, or without one from the text so far; 0: none;
                              -1: 15 with a draft model, and none without (-1) */
  /* Scales of adapters, 0 for those that are not listed. NULL: those that the model is compiled
   * with (NULL). RLX_UNSUPPORTED for contiguous caches, whose texts all have the same scales. */
  const rlx_lm_adapter_t *adapters;
  size_t num_adapters;
  double timeout; /* seconds from the time on at which the request exists: its form is compiled,
                     and rlx_lm_generate has waited for a step of requests. A step that begins later
                     ends the answer, with the text so far. 0: any time (0) */
} rlx_lm_settings_t;

/** Sets the defaults, which are in parentheses above. */
RLX_API void rlx_lm_settings_init(rlx_lm_settings_t *settings);

/** Why an answer has ended. */
typedef enum rlx_lm_stop {
  RLX_LM_END = 0,          /* the model ended the text */
  RLX_LM_STOP_TEXT = 1,    /* one of `stop` */
  RLX_LM_MAX_TOKENS = 2,   /* `max_tokens` */
  RLX_LM_FULL_CONTEXT = 3, /* no room for another token */
  RLX_LM_CALLER = 4,       /* the caller's function said so */
  RLX_LM_TIMEOUT = 5       /* `timeout` */
} rlx_lm_stop_t;

/** The natural logarithm of the model's probability of a token, before the settings change it. */
typedef struct rlx_lm_logprob {
  uint32_t token;
  double logprob;
} rlx_lm_logprob_t;

/** An answer. Its pointers live until the next answer of rlx_lm_generate in the same thread with
 * the same model or, for a request, until that is freed. */
typedef struct rlx_lm_answer {
  rlx_lm_stop_t stop;
  const char *text; /* all of it; ends in NUL */
  size_t length;
  const uint32_t *ids;            /* the `tokens` tokens of the answer and of its stop text */
  const double *logprobs;         /* of each; NULL if they were not asked for */
  const rlx_lm_logprob_t *likely; /* the `num_likely` most likely tokens at the place of each, the
                                     best first: tokens x num_likely */
  size_t num_likely;
  size_t prompt_tokens;
  size_t reused_tokens;   /* of these, those that the caches had from the text before */
  size_t drafted_tokens;  /* those that were guessed */
  size_t accepted_tokens; /* of these, those that were right */
  size_t tokens;          /* of the answer */
  double prompt_seconds;  /* until the first token was known */
  double seconds;         /* of the tokens behind it */
} rlx_lm_answer_t;

/** Gets each piece of an answer, on the calling thread, once it is whole, and an empty piece after
 * each part of the prompt and each token without text. 0 goes on; any other result ends the answer.
 * It must not run the model: rlx_lm_generate, rlx_lm_step and such calls fail in it. It may submit,
 * cancel and free requests. */
typedef int (*rlx_lm_text_fn_t)(void *context, const char *text, size_t length);

/** Checks `json_schema` and `grammar` of the settings, which rlx_lm_generate does, too. The last
 * one is kept, so that answers of the same form do not compile it again. RLX_INVALID_ARGUMENT, with
 * the place of the fault, for a wrong one, for one that no text has, and for one that takes too
 * much memory or time. */
RLX_API rlx_status_t *rlx_lm_check_form(rlx_lm_t *lm, const rlx_lm_settings_t *settings);

/** Continues the tokens of a prompt. The prompt replaces the text that the model has read so far; a
 * common prefix of the two is not computed again. `settings` may be NULL for the defaults, and
 * `function` too. RLX_OUT_OF_RANGE if the context is too small for the prompt. RLX_INVALID_ARGUMENT
 * for an empty prompt, a token that does not exist, a setting out of its range, or where a grammar
 * allows no token of the vocabulary. With paged caches it is a request beside others, whose steps
 * it runs, so that their functions are called, too, and it waits for room in the caches as they do.
 * A call in another thread waits until this one is done; `function` gets empty pieces meanwhile,
 * and the settings' timeout counts. RLX_FAILED_PRECONDITION in a function that the model calls.
 * After an error of the device the text is empty. */
RLX_API rlx_status_t *rlx_lm_generate(rlx_lm_t *lm, const uint32_t *prompt, size_t count,
                                      const rlx_lm_settings_t *settings, rlx_lm_text_fn_t function,
                                      void *context, rlx_lm_answer_t *answer);

/** How the hidden states of a text's tokens become one vector. */
typedef enum rlx_lm_pooling {
  RLX_LM_POOLING_MODEL = 0, /* that of the file, and the mean if it has none */
  RLX_LM_POOLING_MEAN = 1,
  RLX_LM_POOLING_LAST = 2, /* the last token's */
  RLX_LM_POOLING_FIRST = 3 /* the first token's, which BERT calls [CLS] */
} rlx_lm_pooling_t;

/* ---- Requests -------------------------------------------------------------------------------- */

/** An answer that is asked for, beside others: the model reads the next tokens of all of them in
 * one step, which takes little longer than that of one. Requests that begin with equal tokens
 * compute them once, in whole blocks of 64 tokens. */
typedef struct rlx_lm_request rlx_lm_request_t;

/** Makes room in the caches for this number of tokens of all requests together; without this call,
 * for one text of the whole context. Requests wait while there is no room. All text that the model
 * has read so far is forgotten. RLX_FAILED_PRECONDITION while requests hold a part of the caches.
 * RLX_UNSUPPORTED as for rlx_lm_submit. RLX_INVALID_ARGUMENT for less than the context. Memory is
 * taken once texts need it: RLX_OUT_OF_MEMORY may be the error of a later step. */
RLX_API rlx_status_t *rlx_lm_reserve(rlx_lm_t *lm, int64_t tokens);

/** Asks for an answer. Arguments and errors are those of rlx_lm_generate. The answer is made by
 * rlx_lm_step, rlx_lm_step_for and rlx_lm_wait. Their threads call `function`, with no other call
 * of it at the same time, until the request is done or freed. `*request` is yours. Any thread may
 * call this at any time. RLX_UNSUPPORTED for an executable whose caches are for one text: those of
 * recurrent models, and contiguous ones (rlx_compile_options_set_cache_layout). */
RLX_API rlx_status_t *rlx_lm_submit(rlx_lm_t *lm, const uint32_t *prompt, size_t count,
                                    const rlx_lm_settings_t *settings, rlx_lm_text_fn_t function,
                                    void *context, rlx_lm_request_t **request);
/** Runs the model once, for all requests that are not done, or lets a step of another thread end;
 * `*pending` is their number afterwards. An error of one request is that of its rlx_lm_wait. Any
 * thread; it waits for rlx_lm_generate and such calls. */
RLX_API rlx_status_t *rlx_lm_step(rlx_lm_t *lm, size_t *pending);
/** As rlx_lm_step, but does nothing if this request is done. For loops of rlx_lm_wait that look at
 * signals in between. */
RLX_API rlx_status_t *rlx_lm_step_for(rlx_lm_request_t *request);
/** Asks for what rlx_lm_score and rlx_lm_embed make, beside answers: the same bits on a CPU, in the
 * steps of all requests. Arguments and errors are those of these functions and of rlx_lm_submit;
 * RLX_UNSUPPORTED for encoders, too, which have no steps. The functions of requests take it, but
 * instead of rlx_lm_wait there are the following. */
RLX_API rlx_status_t *rlx_lm_submit_score(rlx_lm_t *lm, const uint32_t *tokens, size_t count,
                                          size_t first, rlx_lm_request_t **request);
RLX_API rlx_status_t *rlx_lm_submit_embed(rlx_lm_t *lm, const uint32_t *tokens, size_t count,
                                          rlx_lm_pooling_t pooling, rlx_lm_request_t **request);
/** As rlx_lm_wait, for scores and for an embedding. They are written to `logprobs`, `count` -
 * `first` values, or to `embedding`, rlx_lm_get_embedding_size values; not after an error. A
 * request that was cancelled has none: RLX_FAILED_PRECONDITION. RLX_INVALID_ARGUMENT for a request
 * of something else. */
RLX_API rlx_status_t *rlx_lm_wait_score(rlx_lm_request_t *request, double *logprobs);
RLX_API rlx_status_t *rlx_lm_wait_embed(rlx_lm_request_t *request, float *embedding);
/** Runs the model until the request is done. The pointers of the answer live until the request is
 * freed. Returns the error of the request, if it has no answer: those of rlx_lm_generate, and
 * RLX_FAILED_PRECONDITION if the model was freed before. Any thread, several at the same time, too.
 */
RLX_API rlx_status_t *rlx_lm_wait(rlx_lm_request_t *request, rlx_lm_answer_t *answer);
/** Returns 1 if the request is done, and 0 if not or for NULL. Any thread. */
RLX_API int rlx_lm_is_done(const rlx_lm_request_t *request);
/** Ends the answer with the next step: the request is done then, with the text so far and
 * RLX_LM_CALLER. Scores and embeddings end without a result. No effect on one that is done, and for
 * NULL. Any thread. */
RLX_API void rlx_lm_cancel(rlx_lm_request_t *request);
/** Frees the request; one that is not done is cancelled. `function` is not called any more, and a
 * call of it in another thread is waited for. Nobody may wait for the request. NULL is allowed. */
RLX_API void rlx_lm_request_free(rlx_lm_request_t *request);

/* ---- Scores ---------------------------------------------------------------------------------- */

/** Writes the natural logarithms of the model's probabilities of the tokens from `first` on, each
 * behind the tokens before it: `count` - `first` values. `first` is at least 1, since a probability
 * needs a token before it. e^-mean of the values is the perplexity. The tokens replace the text
 * that the model has read so far; a common prefix before `first` is not computed again.
 * RLX_OUT_OF_RANGE if the context is too small. RLX_INVALID_ARGUMENT for a token that does not
 * exist, or another `first` than 1 to `count`. */
RLX_API rlx_status_t *rlx_lm_score(rlx_lm_t *lm, const uint32_t *tokens, size_t count, size_t first,
                                   double *logprobs);

/* ---- Embeddings ------------------------------------------------------------------------------ */

/** Returns the number of elements of an embedding. 0 for NULL, and for an executable without hidden
 * states. */
RLX_API size_t rlx_lm_get_embedding_size(const rlx_lm_t *lm);

/** Writes the embedding of a text, a vector of length 1 with rlx_lm_get_embedding_size elements:
 * those of similar texts point in similar directions, as far as the model is made for it. The
 * tokens replace the text that the model has read so far, with the tokens behind them that the
 * model's texts to embed end with, such as [SEP]. RLX_OUT_OF_RANGE if the context is too small.
 * RLX_INVALID_ARGUMENT without a token, or for one that does not exist. RLX_UNSUPPORTED for a
 * pooling of the file that RLX does not know, and for an executable without hidden states, as
 * packages of earlier versions.
 */
RLX_API rlx_status_t *rlx_lm_embed(rlx_lm_t *lm, const uint32_t *tokens, size_t count,
                                   rlx_lm_pooling_t pooling, float *embedding);

/** The same for several texts: `tokens` are those of all texts, one text behind the other, and
 * `counts` has the number of each. `embeddings` gets a row for each. Encoders compute texts of
 * similar lengths together, which is faster than one by one. */
RLX_API rlx_status_t *rlx_lm_embed_texts(rlx_lm_t *lm, const uint32_t *tokens, const size_t *counts,
                                         size_t num_texts, rlx_lm_pooling_t pooling,
                                         float *embeddings);

#ifdef __cplusplus
}
#endif

#endif /* RLX_RLX_LM_H */
