// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* The peer of language_model_table.py: llama.cpp reads prompts and computes steps, by its C API.
 *
 *   llama_cpp_steps MODEL.gguf THREADS CONTEXT STREAMS GPU_LAYERS
 *
 * Each line of stdin is a task, "PROMPT STEPS STREAMS SEED": a prompt of this number of tokens,
 * then steps with a token of each stream. Tokens are random numbers of the seed, and no step
 * chooses one, as in llama-bench. A task with the prompt and the seed of the one before computes
 * the prompt's last token only. Each task is answered by a line of JSON: seconds of the prompt, and
 * of each step. The first line says how long loading took.
 *
 * GGML_DIR names the folder of the libraries. */
#define PROGRAM "llama_cpp_steps"
#include "llama_cpp.h"

#include <stdlib.h>

static unsigned long long state;
static int vocabulary;

static llama_token next(void) {
  state = state * 6364136223846793005ull + 1442695040888963407ull;
  return 300 + (llama_token)((state >> 33) % (unsigned)(vocabulary - 600));
}

/* Reads tokens at a position of the first stream. */
static int read_tokens(struct llama_context *context, struct llama_batch *batch,
                       const llama_token *tokens, int count, int position) {
  batch->n_tokens = count;
  for (int i = 0; i < count; ++i) {
    batch->token[i] = tokens[i];
    batch->pos[i] = position + i;
    batch->n_seq_id[i] = 1;
    batch->seq_id[i][0] = 0;
    batch->logits[i] = i + 1 == count;
  }
  const int failed = llama_decode(context, *batch);
  llama_synchronize(context);
  return failed;
}

static int step(struct llama_context *context, struct llama_batch *batch, int streams,
                int position) {
  batch->n_tokens = streams;
  for (int i = 0; i < streams; ++i) {
    batch->token[i] = next();
    batch->pos[i] = position;
    batch->n_seq_id[i] = 1;
    batch->seq_id[i][0] = i;
    batch->logits[i] = 1;
  }
  const int failed = llama_decode(context, *batch);
  llama_synchronize(context);
  return failed;
}

int main(int argc, char **argv) {
  if (argc != 6)
    return fail("expected MODEL.gguf THREADS CONTEXT STREAMS GPU_LAYERS");
  const int threads = atoi(argv[2]), size = atoi(argv[3]), most = atoi(argv[4]);
  const double start = now();
  llama_log_set(quiet, NULL);
  ggml_backend_load_all_from_path(getenv("GGML_DIR"));
  if (atoi(argv[5]) > 0 && !llama_supports_gpu_offload())
    return fail("no backend for a GPU in GGML_DIR can be loaded");
  struct llama_model_params model_params = llama_model_default_params();
  model_params.n_gpu_layers = atoi(argv[5]);
  struct llama_model *model = llama_model_load_from_file(argv[1], model_params);
  if (!model)
    return fail("the model cannot be loaded");
  vocabulary = llama_vocab_n_tokens(llama_model_get_vocab(model));
  struct llama_context_params params = llama_context_default_params();
  params.n_ctx = (uint32_t)size;
  params.n_batch = 2048;
  params.n_seq_max = (uint32_t)most;
  params.kv_unified = true;
  params.no_perf = true;
  params.n_threads = params.n_threads_batch = threads;
  struct llama_context *context = llama_init_from_model(model, params);
  if (!context)
    return fail("no context");
  printf("{\"ready\": %.6f}\n", now() - start);
  fflush(stdout);

  struct llama_batch batch = llama_batch_init(2048, 0, 1);
  llama_token *prompt = malloc(2048 * sizeof *prompt);
  llama_memory_t memory = llama_get_memory(context);
  int count, steps, streams, last_count = 0;
  unsigned long long seed, last_seed = 0;
  while (scanf("%d %d %d %llu", &count, &steps, &streams, &seed) == 4) {
    if (count < 1 || count > 2048 || streams < 1 || streams > most)
      return fail("a task is out of range");
    const int is_again = count == last_count && seed == last_seed;
    state = seed;
    for (int i = 0; i < count; ++i)
      prompt[i] = next();
    for (int i = 1; i < most; ++i)
      llama_memory_seq_rm(memory, i, -1, -1);
    const int kept = is_again ? count - 1 : 0;
    if (!llama_memory_seq_rm(memory, 0, kept, -1))
      return fail("tokens cannot be forgotten");
    last_count = count, last_seed = seed;
    double time = now();
    if (read_tokens(context, &batch, prompt + kept, count - kept, kept) != 0)
      return fail("the prompt cannot be read");
    printf("{\"prompt_seconds\": %.9f, \"steps\": [", now() - time);
    for (int i = 1; i < streams; ++i)
      llama_memory_seq_cp(memory, 0, i, -1, -1);
    for (int i = 0; i < steps; ++i) {
      time = now();
      if (step(context, &batch, streams, count + i) != 0)
        return fail("a token cannot be read");
      printf("%s%.9f", i ? ", " : "", now() - time);
    }
    printf("]}\n");
    fflush(stdout);
  }
  llama_batch_free(batch);
  free(prompt);
  llama_free(context);
  llama_model_free(model);
  return 0;
}
