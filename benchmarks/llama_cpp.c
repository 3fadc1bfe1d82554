// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* The peer of language_models.py: llama.cpp continues a text, greedily, by its C API.
 *
 *   llama_cpp MODEL.gguf THREADS TOKENS [STREAMS] < PROMPT
 *
 * With STREAMS, this number of texts goes on behind the prompt at the same time. The prompt is read
 * once, and a step has a token of each text and counts all of them.
 *
 * GGML_DIR names the folder of its libraries. With F32_CACHE keys and values are F32, not F16.
 * Prints one line of JSON: seconds and tokens of the prompt and of the answer, and the answer's
 * tokens. The first token comes with the prompt, and is none of the answer's steps. */
#define PROGRAM "llama_cpp"
#include "llama_cpp.h"

#include <stdlib.h>

static llama_token best(const float *logits, int count) {
  int token = 0;
  for (int i = 1; i < count; ++i)
    if (logits[i] > logits[token])
      token = i;
  return token;
}

int main(int argc, char **argv) {
  if (argc != 4 && argc != 5)
    return fail("expected MODEL.gguf THREADS TOKENS [STREAMS]");
  const int threads = atoi(argv[2]), wanted = atoi(argv[3]);
  const int streams = argc == 5 ? atoi(argv[4]) : 1;
  if (streams < 1 || streams > 64)
    return fail("expected 1 to 64 streams");
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
  context_params.n_ctx = (uint32_t)(streams * (count + wanted + 8));
  context_params.n_batch = (uint32_t)(count > streams ? count : streams);
  context_params.n_seq_max = (uint32_t)streams;
  context_params.kv_unified = true;
  if (getenv("F32_CACHE"))
    context_params.type_k = context_params.type_v = GGML_TYPE_F32;
  context_params.n_threads = context_params.n_threads_batch = threads;
  struct llama_context *context = llama_init_from_model(model, context_params);
  if (!context)
    return fail("no context");
  const double ready = now();
  if (llama_decode(context, llama_batch_get_one(tokens, count)) != 0)
    return fail("the prompt cannot be read");
  llama_token token = best(llama_get_logits_ith(context, -1), llama_vocab_n_tokens(vocabulary));
  for (int i = 1; i < streams; ++i)
    llama_memory_seq_cp(llama_get_memory(context), 0, i, -1, -1);
  llama_token *answer = malloc((size_t)(wanted > 0 ? wanted : 1) * sizeof *answer);
  struct llama_batch batch = llama_batch_init(streams, 0, 1);
  batch.n_tokens = streams;
  const double read = now();
  int steps = 0;
  for (; steps + 1 < wanted && !llama_vocab_is_eog(vocabulary, token); ++steps) {
    answer[steps] = token;
    for (int i = 0; i < streams; ++i) {
      batch.token[i] = token;
      batch.pos[i] = count + steps;
      batch.n_seq_id[i] = 1;
      batch.seq_id[i][0] = i;
      batch.logits[i] = 1;
    }
    if (llama_decode(context, batch) != 0)
      return fail("a token cannot be read");
    for (int i = streams; i > 0; --i) /* all streams choose, and go on with the first one's */
      token = best(llama_get_logits_ith(context, i - 1), llama_vocab_n_tokens(vocabulary));
  }
  const double end = now();
  llama_batch_free(batch);
  printf("{\"ready\": %.4f, \"prompt\": %d, \"prompt_seconds\": %.6f, \"steps\": %d, \"seconds\": "
         "%.6f, \"ids\": [",
         ready - start, count, read - ready, steps * streams, end - read);
  for (int i = 0; i < steps; ++i)
    printf("%d, ", answer[i]);
  printf("%d]}\n", token);
  free(answer);
  free(tokens);
  llama_free(context);
  llama_model_free(model);
  return 0;
}
