// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The tokens of each line of standard input by the vocabulary of a language model's file, a line
// each; language_model_tokens.py compares them with llama.cpp's.
//
//   ./build/release/bin/encode-lines MODEL.gguf < LINES
//
// The token that begins texts is left out, and no text is a control token.
#include <cstdio>
#include <iostream>
#include <string>

#include "formats/language_model/LanguageModelFile.h"
#include "lm/Vocabulary.h"

using namespace rlx;

namespace {

rt::Status encodeLines(const std::string &path) {
  RLX_ASSIGN_OR_RETURN(const auto file, openLanguageModel(path));
  RLX_ASSIGN_OR_RETURN(const auto vocabulary, lm::Vocabulary::create(file->metadata()));
  for (std::string line; std::getline(std::cin, line);) {
    RLX_ASSIGN_OR_RETURN(const std::vector<lm::Token> tokens, vocabulary->encode(line, false));
    const char *separator = "";
    for (size_t i = vocabulary->beginToken() ? 1 : 0; i < tokens.size(); ++i, separator = " ")
      std::printf("%s%u", separator, tokens[i]);
    std::puts("");
  }
  return rt::okStatus();
}

} // namespace

int main(int argc, char **argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: encode-lines MODEL.gguf < LINES\n");
    return 2;
  }
  if (const rt::Status status = encodeLines(argv[1]); !status.ok()) {
    std::fprintf(stderr, "encode-lines: error: %s\n", status.toString().c_str());
    return 1;
  }
  return 0;
}
