// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* The peer of encode_lines.cpp: llama.cpp's tokens of each line of standard input, a line each.
 *
 *   llama_cpp_tokens MODEL.gguf < LINES
 *
 * GGML_DIR names the folder of its libraries. The tokens that begin and end texts are left out, and
 * no text is a control token. */
#define _GNU_SOURCE
#define PROGRAM "llama_cpp_tokens"
#include "llama_cpp.h"

#include <stdlib.h>

enum { MAX_TOKENS = 1 << 20 };

int main(int argc, char **argv) {
  if (argc != 2)
    return fail("expected MODEL.gguf");
  llama_log_set(quiet, NULL);
  ggml_backend_load_all_from_path(getenv("GGML_DIR"));
  struct llama_model_params params = llama_model_default_params();
  params.vocab_only = true;
  struct llama_model *model = llama_model_load_from_file(argv[1], params);
  if (!model)
    return fail("the vocabulary cannot be loaded");
  const struct llama_vocab *vocabulary = llama_model_get_vocab(model);
  llama_token *tokens = malloc(MAX_TOKENS * sizeof *tokens);
  char *line = NULL;
  size_t capacity = 0;
  for (ssize_t size; (size = getline(&line, &capacity, stdin)) >= 0;) {
    if (size > 0 && line[size - 1] == '\n')
      --size;
    const int count = llama_tokenize(vocabulary, line, (int)size, tokens, MAX_TOKENS, false, false);
    if (count < 0)
      return fail("a line has too many tokens");
    for (int i = 0; i < count; ++i)
      printf(i ? " %d" : "%d", tokens[i]);
    puts("");
  }
  free(line);
  free(tokens);
  llama_model_free(model);
  return 0;
}
