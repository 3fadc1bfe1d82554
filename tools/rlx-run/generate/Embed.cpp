// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See Embed.h.
#include "tools/rlx-run/generate/Embed.h"

#include <algorithm>
#include <chrono>

#include "lm/Embedding.h"
#include "tools/rlx-run/generate/LanguageModel.h"
#include "llvm/Support/Format.h"

namespace rlx::run {
namespace {

using Texts = std::vector<std::vector<lm::Token>>;

rt::StatusOr<Texts> encode(const LanguageModel &language, const Options &options) {
  const auto added = static_cast<int64_t>(language.vocabulary->endTokens().size());
  Texts texts;
  for (const std::string &text : options.embed) {
    auto encoded = language.vocabulary->encode(text, /*allowsControl=*/true);
    if (!encoded.ok())
      return std::move(encoded).status().withContext("reading --embed");
    texts.push_back(std::move(encoded).value());
    if (static_cast<int64_t>(texts.back().size()) + added > language.trained)
      return rt::invalidArgument("--embed has " + std::to_string(texts.back().size()) +
                                 " tokens, but the model takes at most " +
                                 std::to_string(language.trained - added) + " tokens");
  }
  return texts;
}

void print(const std::vector<float> &vector, llvm::raw_ostream &os) {
  os << "[";
  for (size_t i = 0; i < vector.size(); ++i)
    os << (i == 0 ? "" : ", ") << llvm::format("%.9g", vector[i]);
  os << "]\n";
}

} // namespace

rt::Status embed(Model &model, const Options &options, llvm::raw_fd_ostream &os) {
  RLX_ASSIGN_OR_RETURN(const LanguageModel language, LanguageModel::read(options));
  RLX_ASSIGN_OR_RETURN(const lm::Pooling pooling, lm::poolingOf(language.file->metadata()));
  RLX_ASSIGN_OR_RETURN(const Texts texts, encode(language, options));
  const std::vector<std::span<const lm::Token>> views(texts.begin(), texts.end());
  size_t longest = 0, count = 0;
  for (const std::vector<lm::Token> &text : texts) {
    longest = std::max(longest, text.size());
    count += text.size();
  }
  const auto capacity = static_cast<int64_t>(longest + language.vocabulary->endTokens().size());
  RLX_RETURN_IF_ERROR(prepare(model, options));
  lm::Vectors vectors;
  std::chrono::steady_clock::time_point begin;
  if (lm::Encoder::fits(model.executable().program())) {
    RLX_ASSIGN_OR_RETURN(lm::Encoder encoder, lm::Encoder::create(model.executable(), capacity));
    begin = std::chrono::steady_clock::now();
    RLX_ASSIGN_OR_RETURN(vectors, lm::embed(encoder, *language.vocabulary, views, pooling));
  } else {
    RLX_ASSIGN_OR_RETURN(lm::Decoder decoder, lm::Decoder::create(model.executable(), capacity));
    begin = std::chrono::steady_clock::now();
    RLX_ASSIGN_OR_RETURN(vectors, lm::embed(decoder, *language.vocabulary, views, pooling));
  }
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
  for (const std::vector<float> &vector : vectors)
    print(vector, os);
  os.flush(); // before the speed, which may go to the same pipe
  printSpeed(texts.size() == 1 ? "text" : "texts", count, taken.count());
  return rt::okStatus();
}

} // namespace rlx::run
