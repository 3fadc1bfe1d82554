// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See Embed.h.
#include "tools/rlx-run/generate/Embed.h"

#include <chrono>

#include "lm/Embedding.h"
#include "tools/rlx-run/generate/LanguageModel.h"
#include "llvm/Support/Format.h"

namespace rlx::run {

rt::Status embed(Model &model, const Options &options, llvm::raw_fd_ostream &os) {
  RLX_ASSIGN_OR_RETURN(const LanguageModel language, LanguageModel::read(options));
  RLX_ASSIGN_OR_RETURN(const lm::Pooling pooling, lm::poolingOf(language.file->metadata()));
  auto encoded = language.vocabulary->encode(options.embed, /*allowsControl=*/true);
  if (!encoded.ok())
    return std::move(encoded).status().withContext("reading --embed");
  const std::vector<lm::Token> text = std::move(encoded).value();
  const int64_t added = language.vocabulary->endToken() ? 1 : 0;
  const auto size = static_cast<int64_t>(text.size()) + added;
  if (size > language.trained)
    return rt::invalidArgument("--embed has " + std::to_string(text.size()) +
                               " tokens, but the model takes at most " +
                               std::to_string(language.trained - added) + " tokens");
  RLX_ASSIGN_OR_RETURN(lm::Decoder decoder, makeDecoder(model, options, size));
  const auto begin = std::chrono::steady_clock::now();
  RLX_ASSIGN_OR_RETURN(const std::vector<float> embedding,
                       lm::embed(decoder, *language.vocabulary, text, pooling));
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
  os << "[";
  for (size_t i = 0; i < embedding.size(); ++i)
    os << (i == 0 ? "" : ", ") << llvm::format("%.9g", embedding[i]);
  os << "]\n";
  os.flush(); // before the speed, which may go to the same pipe
  printSpeed("text", text.size(), taken.count());
  return rt::okStatus();
}

} // namespace rlx::run
