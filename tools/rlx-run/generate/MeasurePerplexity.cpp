// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See MeasurePerplexity.h.
#include "tools/rlx-run/generate/MeasurePerplexity.h"

#include <algorithm>
#include <chrono>

#include "lm/Perplexity.h"
#include "tools/rlx-run/generate/LanguageModel.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MemoryBuffer.h"

namespace rlx::run {
namespace {

// Tokens of a chunk without --ctx, as in llama.cpp.
constexpr int64_t kDefaultChunk = 512;

// As llama.cpp reads it: a newline at the end does not count, and no text is a control token.
rt::StatusOr<std::vector<lm::Token>> readTokens(const std::string &path,
                                                const lm::Vocabulary &vocabulary) {
  RLX_ASSIGN_OR_RETURN(const std::string whole, readText("--perplexity", path));
  llvm::StringRef text = whole;
  text.consume_back("\n");
  auto tokens = vocabulary.encode({text.data(), text.size()}, /*allowsControl=*/false);
  if (!tokens.ok())
    return std::move(tokens).status().withContext("reading '" + path + "'");
  return tokens;
}

} // namespace

rt::Status measurePerplexity(Model &model, const Options &options, llvm::raw_fd_ostream &os,
                             bool &wrongCommandLine) {
  RLX_ASSIGN_OR_RETURN(const LanguageModel language, LanguageModel::readForText(options));
  RLX_RETURN_IF_ERROR(language.checkContext(options, wrongCommandLine));
  RLX_ASSIGN_OR_RETURN(const std::vector<lm::Token> text,
                       readTokens(options.perplexity, *language.vocabulary));
  const int64_t chunk =
      options.context != 0 ? options.context : std::min(language.trained, kDefaultChunk);
  const size_t chunks = text.size() / static_cast<size_t>(chunk);
  if (chunks < 2)
    return rt::invalidArgument("'" + options.perplexity + "' has " + std::to_string(text.size()) +
                               " tokens, but the perplexity needs two chunks of " +
                               std::to_string(chunk) +
                               " tokens at least; give a longer text, or a smaller --ctx");
  RLX_ASSIGN_OR_RETURN(lm::Decoder decoder, makeDecoder(model, options, chunk));
  const auto begin = std::chrono::steady_clock::now();
  size_t done = 0;
  const auto onChunk = [&](const lm::Perplexity &soFar) {
    llvm::errs() << "rlx-run: chunk " << ++done << " of " << chunks << ": "
                 << llvm::format("%.4f", soFar.value()) << "\n";
  };
  RLX_ASSIGN_OR_RETURN(
      const lm::Perplexity result,
      lm::perplexity(decoder, *language.vocabulary, text, static_cast<size_t>(chunk), onChunk));
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
  printSpeed("text", chunks * static_cast<size_t>(chunk), taken.count());
  os << llvm::format("perplexity: %.4f +/- %.5f", result.value(), result.error()) << " ("
     << result.tokens() << " tokens of " << chunks << " chunks)\n";
  return rt::okStatus();
}

} // namespace rlx::run
