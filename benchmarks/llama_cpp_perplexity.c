// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* The peer of language_model_perplexity.py: the perplexity of standard input by llama.cpp.
 *
 *   llama_cpp_perplexity MODEL.gguf THREADS CHUNK < TEXT
 *
 * As llama-perplexity defines it: the text is cut into chunks of CHUNK tokens, each a text of its
 * own, of which the second half counts. A newline at the end does not count. GGML_DIR names the
 * folder of the libraries. Keys and values are F32. Prints the perplexity and the tokens that
 * count. */
#define PROGRAM "llama_cpp_perplexity"
#include "llama_cpp.h"

#include <math.h>
#include <stdlib.h>

/* The natural logarithm of the probability of a token. */
static double log_prob(const float *logits, int count, llama_token token) {
  double largest = logits[0], sum = 0;
  for (int i = 1; i < count; ++i)
    largest = logits[i] > largest ? logits[i] : largest;
  for (int i = 0; i < count; ++i)
    sum += exp(logits[i] - largest);
  return logits[token] - largest - log(sum);
}

int main(int argc, char **argv) {
  if (argc != 4 || atoi(argv[3]) < 4)
    return fail("expected MODEL.gguf THREADS CHUNK");
  const int chunk = atoi(argv[3]);
  static char text[1 << 20];
  size_t size = fread(text, 1, sizeof text, stdin);
  if (size > 0 && text[size - 1] == '\n')
    --size;
  llama_log_set(quiet, NULL);
  ggml_backend_load_all_from_path(getenv("GGML_DIR"));
  struct llama_model_params model_params = llama_model_default_params();
  model_params.n_gpu_layers = 0;
  struct llama_model *model = llama_model_load_from_file(argv[1], model_params);
  if (!model)
    return fail("the model cannot be loaded");
  const struct llama_vocab *vocabulary = llama_model_get_vocab(model);
  const int words = llama_vocab_n_tokens(vocabulary);
  llama_token *tokens = malloc((size + 8) * sizeof *tokens);
  const int count = llama_tokenize(vocabulary, text, (int)size, tokens, (int)size + 8, true, false);

  struct llama_context_params params = llama_context_default_params();
  params.n_ctx = params.n_batch = params.n_ubatch = (uint32_t)chunk;
  params.type_k = params.type_v = GGML_TYPE_F32;
  params.n_threads = params.n_threads_batch = atoi(argv[2]);
  struct llama_context *context = llama_init_from_model(model, params);
  if (!context)
    return fail("no context");
  struct llama_batch batch = llama_batch_init(chunk, 0, 1);
  double sum = 0;
  int counted = 0;
  for (int begin = 0; begin + chunk <= count; begin += chunk) {
    llama_memory_clear(llama_get_memory(context), true);
    batch.n_tokens = chunk;
    for (int i = 0; i < chunk; ++i) {
      batch.token[i] = i == 0 && llama_vocab_get_add_bos(vocabulary) ? llama_vocab_bos(vocabulary)
                                                                     : tokens[begin + i];
      batch.pos[i] = i;
      batch.n_seq_id[i] = 1;
      batch.seq_id[i][0] = 0;
      batch.logits[i] = i >= chunk / 2;
    }
    if (llama_decode(context, batch) != 0)
      return fail("a chunk cannot be read");
    for (int i = chunk / 2; i + 1 < chunk; ++i, ++counted)
      sum += log_prob(llama_get_logits_ith(context, i), words, tokens[begin + i + 1]);
  }
  if (counted == 0)
    return fail("the text is too short");
  printf("%.6f %d\n", exp(-sum / counted), counted);
  llama_batch_free(batch);
  free(tokens);
  llama_free(context);
  llama_model_free(model);
  return 0;
}
