// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* The peer of language_models.py: llama.cpp continues a text, greedily, by its C API.
 *
 *   llama_cpp MODEL.gguf THREADS TOKENS < PROMPT
 *
 * GGML_DIR names the folder of its libraries. Prints one line of JSON: seconds and tokens of the
 * prompt and of the answer. The first token comes with the prompt, and is none of the answer's
 * steps. */
#include <llama.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void quiet(enum ggml_log_level level, const char *text, void *unused) {
  (void)unused;
  if (level >= GGML_LOG_LEVEL_ERROR)
    fputs(text, stderr);
}

static int fail(const char *what) {
  fprintf(stderr, "llama_cpp: error: %s\n", what);
  return 1;
}

static llama_token best(const float *logits, int count) {
  int token = 0;
  for (int i = 1; i < count; ++i)
    if (logits[i] > logits[token])
      token = i;
  return token;
}

int main(int argc, char **argv) {
  if (argc != 4)
    return fail("expected MODEL.gguf THREADS TOKENS");
  const int threads = atoi(argv[2]), wanted = atoi(argv[3]);
  static char prompt[1 << 20];
  const size_t size = fread(prompt, 1, sizeof prompt, stdin);

  const double start = now();
  llama_log_set(quiet, NULL);
  ggml_backend_load_all_from_path(getenv("GGML_DIR"));
  struct llama_model_params model_params = llama_model_default_params();
  model_params.n_gpu_layers = 0;
  struct llama_model *model = llama_model_load_from_file(argv[1], model_params);
  if (!model)
    return fail("the model cannot be loaded");
  const struct llama_vocab *vocabulary = llama_model_get_vocab(model);
  llama_token *tokens = malloc((size + 8) * sizeof *tokens);
  const int count =
      llama_tokenize(vocabulary, prompt, (int)size, tokens, (int)size + 8, true, true);
  if (count < 1)
    return fail("the prompt has no token");

  struct llama_context_params context_params = llama_context_default_params();
  context_params.n_ctx = (uint32_t)(count + wanted + 8);
  context_params.n_batch = (uint32_t)count;
  context_params.n_threads = context_params.n_threads_batch = threads;
  struct llama_context *context = llama_init_from_model(model, context_params);
  if (!context)
    return fail("no context");
  const double ready = now();
  if (llama_decode(context, llama_batch_get_one(tokens, count)) != 0)
    return fail("the prompt cannot be read");
  llama_token token = best(llama_get_logits_ith(context, -1), llama_vocab_n_tokens(vocabulary));
  const double read = now();
  int steps = 0;
  for (; steps + 1 < wanted && !llama_vocab_is_eog(vocabulary, token); ++steps) {
    if (llama_decode(context, llama_batch_get_one(&token, 1)) != 0)
      return fail("a token cannot be read");
    token = best(llama_get_logits_ith(context, -1), llama_vocab_n_tokens(vocabulary));
  }
  const double end = now();
  printf("{\"ready\": %.4f, \"prompt\": %d, \"prompt_seconds\": %.6f, \"steps\": %d, \"seconds\": "
         "%.6f}\n",
         ready - start, count, read - ready, steps, end - read);
  free(tokens);
  llama_free(context);
  llama_model_free(model);
  return 0;
}
