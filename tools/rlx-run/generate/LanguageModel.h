// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The parts of a language model that texts need.
#ifndef RLX_TOOLS_RLXRUN_GENERATE_LANGUAGEMODEL_H
#define RLX_TOOLS_RLXRUN_GENERATE_LANGUAGEMODEL_H

#include "formats/gguf/ModelSource.h"
#include "lm/Decoder.h"
#include "lm/Generation.h"
#include "lm/Vocabulary.h"
#include "tools/rlx-run/common/Model.h"

namespace rlx::run {

struct LanguageModel {
  std::shared_ptr<const gguf::ModelSource> file;
  std::shared_ptr<const lm::Vocabulary> vocabulary;
  int64_t trained = 0; // tokens that the model takes at most

  static rt::StatusOr<LanguageModel> read(const Options &options);
  // The same for texts that go on. Unsupported for an encoder.
  static rt::StatusOr<LanguageModel> readForText(const Options &options);
  // InvalidArgument for a --ctx that is too large, which is a wrong command line.
  rt::Status checkContext(const Options &options, bool &wrongCommandLine) const;
  // The limits of an answer, with the grammar of --json-schema or --grammar.
  rt::StatusOr<lm::AnswerOptions> limits(const Options &options) const;
};

// Compiles the model, and says on stderr how long that took.
rt::Status prepare(Model &model, const Options &options, llvm::StringRef what = "ready");
rt::StatusOr<lm::Decoder> makeDecoder(Model &model, const Options &options, int64_t context);

// Shows after the signature how the model makes text.
rt::Status printGenerateCommands(const Options &options, llvm::raw_ostream &os);

// "rlx-run: answer: 128 tokens in 0.52 s (244 tokens/s)" on stderr. The time is that of `steps`:
// the first token of an answer comes with its prompt.
void printSpeed(llvm::StringRef what, size_t tokens, double seconds, size_t steps);
inline void printSpeed(llvm::StringRef what, size_t tokens, double seconds) {
  printSpeed(what, tokens, seconds, tokens);
}
// Whether the prompt was read to its end, before a --timeout or Ctrl-C: otherwise it has no time.
inline bool hasRead(const lm::Answer &answer) {
  return answer.promptSeconds > 0;
}
// "rlx-run: drafts: 96 tokens, 70 accepted (73 %)" on stderr, if there were any.
void printDrafts(size_t drafted, size_t accepted);

// "rlx-run: seed: 1234567" on stderr, if it is by chance.
void printSeed(const Options &options);

// Notes that a limit of the user or the model has ended the answer. `where` names one of several.
void noteStop(const lm::Answer &answer, llvm::StringRef where = "");
// The tokens of an answer that caches should have room for: --max-tokens, or half of --chat's.
int64_t answerTokens(const lm::AnswerOptions &limits);

// The most bytes of a text that is read: a pipe or device may never end.
inline constexpr size_t kMaxTextBytes = 256'000'000;
// The text of a file, or of stdin for "-", without a byte order mark. NotFound, with the option's
// name, if it cannot be read, and InvalidArgument if it has more than kMaxTextBytes.
rt::StatusOr<std::string> readText(llvm::StringRef option, const std::string &path);

} // namespace rlx::run

#endif // RLX_TOOLS_RLXRUN_GENERATE_LANGUAGEMODEL_H
