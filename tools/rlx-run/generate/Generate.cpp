// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See Generate.h.
#include "tools/rlx-run/generate/Generate.h"

#include <algorithm>
#include <chrono>

#include "formats/gguf/GgufModel.h"
#include "lm/Decoder.h"
#include "lm/Sampler.h"
#include "lm/TextStream.h"
#include "lm/Vocabulary.h"
#include "llvm/Support/Format.h"

namespace rlx::run {
namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

// "128 tokens in 0.52 s (246 tokens/s)"
void printSpeed(llvm::StringRef what, size_t tokens, double seconds) {
  llvm::errs() << "rlx-run: " << what << ": " << tokens << (tokens == 1 ? " token" : " tokens")
               << llvm::format(" in %.2f s (%.1f tokens/s)\n", seconds,
                               static_cast<double>(tokens) / seconds);
}

// The tokens that the context must hold: those that the model was trained for, unless the text
// cannot become so long.
int64_t contextFor(const Options &options, int64_t trained, size_t prompt) {
  if (options.context != 0)
    return options.context;
  if (options.maxTokens == 0)
    return trained;
  return std::min(trained, static_cast<int64_t>(prompt) + options.maxTokens);
}

rt::StatusOr<int64_t> trainedContext(const gguf::Metadata &metadata) {
  RLX_ASSIGN_OR_RETURN(const std::string_view architecture,
                       metadata.string("general.architecture"));
  return metadata.integer(std::string(architecture) + ".context_length");
}

} // namespace

rt::Status generate(Model &model, const Options &options, llvm::raw_fd_ostream &os) {
  RLX_ASSIGN_OR_RETURN(const std::shared_ptr<const gguf::GgufModel> file,
                       gguf::GgufModel::open(options.model));
  rt::StatusOr<std::shared_ptr<const lm::Vocabulary>> read =
      lm::Vocabulary::create(file->metadata());
  if (!read.ok())
    return std::move(read).status().withContext("reading the vocabulary of '" + options.model +
                                                "'");
  const std::shared_ptr<const lm::Vocabulary> vocabulary = std::move(read).value();
  RLX_ASSIGN_OR_RETURN(const std::vector<lm::Token> prompt,
                       vocabulary->encode(options.prompt, /*allowsControl=*/true));
  if (prompt.empty())
    return rt::invalidArgument("--prompt: '" + options.prompt +
                               "' has no token of this model's vocabulary");
  RLX_ASSIGN_OR_RETURN(const int64_t trained, trainedContext(file->metadata()));
  const auto size = static_cast<int64_t>(prompt.size());
  if (options.context > trained || size > trained)
    return rt::invalidArgument(
        (options.context > trained ? "--ctx=" + std::to_string(options.context)
                                   : "--prompt has " + std::to_string(size) + " tokens") +
        ", but the model takes at most " + std::to_string(trained) + " tokens");

  const Clock::time_point begin = Clock::now();
  RLX_RETURN_IF_ERROR(model.open(options));
  RLX_RETURN_IF_ERROR(model.finish(options));
  RLX_RETURN_IF_ERROR(model.executable().prepare());
  RLX_ASSIGN_OR_RETURN(
      lm::Decoder decoder,
      lm::Decoder::create(model.executable(), contextFor(options, trained, prompt.size())));
  llvm::errs() << llvm::format("rlx-run: ready after %.2f s\n", secondsSince(begin));

  const Clock::time_point start = Clock::now();
  rt::StatusOr<std::span<const float>> appended = decoder.append(prompt);
  if (appended.status().code() == rt::StatusCode::OutOfRange)
    return rt::outOfRange(std::string(appended.status().message()) +
                          "; --ctx sets the tokens of the context");
  RLX_ASSIGN_OR_RETURN(std::span<const float> logits, std::move(appended));
  printSpeed("prompt", prompt.size(), secondsSince(start));

  lm::Sampler sampler(options.sampling);
  lm::TextStream text;
  const Clock::time_point wrote = Clock::now();
  size_t made = 0;
  while (options.maxTokens == 0 || made < static_cast<size_t>(options.maxTokens)) {
    const lm::Token token = sampler.sample(logits, made);
    if (vocabulary->isEnd(token))
      break;
    ++made;
    os << text.push(vocabulary->isControl(token) ? "" : vocabulary->bytes(token));
    os.flush();
    if (os.has_error() || decoder.length() == decoder.capacity())
      break;
    RLX_ASSIGN_OR_RETURN(logits, decoder.append({&token, 1}));
  }
  os << text.finish() << "\n";
  if (made > 0)
    printSpeed("answer", made, secondsSince(wrote));
  if (decoder.length() == decoder.capacity() && options.maxTokens == 0)
    llvm::errs() << "rlx-run: note: the context of " << decoder.capacity() << " tokens is full\n";
  return rt::okStatus();
}

} // namespace rlx::run
