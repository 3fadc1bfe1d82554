// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See LanguageModel.h.
#include "tools/rlx-run/generate/LanguageModel.h"

#include <chrono>

#include "formats/language_model/LanguageModelFile.h"
#include "lm/Context.h"
#include "lm/Embedding.h"
#include "tools/rlx-run-rt/Text.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

namespace rlx::run {

namespace {

// A line on a terminal about what takes its time, which the next one replaces.
class Stage {
public:
  void show(llvm::StringRef what) const {
    if (isShown)
      llvm::errs() << kClear << "rlx-run: " << what << "...\r"; // a note may come next
  }
  void clear() const {
    if (isShown)
      llvm::errs() << kClear;
  }
  ~Stage() { clear(); }

private:
  static constexpr llvm::StringLiteral kClear = "\r\x1b[K";
  const bool isShown = llvm::errs().is_displayed();
};

} // namespace

rt::StatusOr<LanguageModel> LanguageModel::read(const Options &options) {
  LanguageModel model;
  RLX_ASSIGN_OR_RETURN(model.file, openLanguageModel(options.model));
  const gguf::Metadata &metadata = model.file->metadata();
  rt::StatusOr<std::shared_ptr<const lm::Vocabulary>> vocabulary = lm::Vocabulary::create(metadata);
  if (!vocabulary.ok())
    return std::move(vocabulary)
        .status()
        .withContext("reading the vocabulary of '" + options.model + "'");
  model.vocabulary = std::move(vocabulary).value();
  if (model.vocabulary->lacksPreTokenizer())
    llvm::errs()
        << "rlx-run: note: '" << options.model
        << "' has no tokenizer.ggml.pre; its text is cut into words by llama.cpp's default "
           "rule, and the model may know others\n";
  RLX_ASSIGN_OR_RETURN(model.trained, lm::trainedContext(metadata));
  return model;
}

rt::StatusOr<LanguageModel> LanguageModel::readForText(const Options &options) {
  RLX_ASSIGN_OR_RETURN(LanguageModel model, read(options));
  if (rt::Status status = lm::checkMakesText(model.file->metadata()); !status.ok())
    return rt::unsupported("'" + options.model + "': " + std::string(status.message()) +
                           "; --embed prints the vector of a text");
  return model;
}

rt::Status LanguageModel::checkContext(const Options &options, bool &wrongCommandLine) const {
  if (options.context <= trained)
    return rt::okStatus();
  wrongCommandLine = true;
  return rt::invalidArgument("--ctx=" + std::to_string(options.context) +
                             ", but the model takes at most " + std::to_string(trained) +
                             " tokens");
}

namespace {

// Some editors of Windows begin files of UTF-8 with it.
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

// Appends what the file has, up to `most` bytes and one part of the file more.
std::error_code readUpTo(llvm::sys::fs::file_t file, size_t most, std::string &text) {
  constexpr size_t kPart = 64 << 10;
  for (size_t size = 0; size <= most;) {
    text.resize(size + kPart);
    auto read = llvm::sys::fs::readNativeFile(file, {text.data() + size, kPart});
    const size_t count = read ? *read : 0;
    text.resize(size += count);
    if (count == 0)
      return llvm::errorToErrorCode(read.takeError());
  }
  return {};
}

} // namespace

rt::StatusOr<std::string> readText(llvm::StringRef option, const std::string &path) {
  namespace fs = llvm::sys::fs;
  const bool isStdin = path == "-";
  std::string text;
  std::error_code error;
  if (isStdin) {
    error = readUpTo(fs::getStdinHandle(), kMaxTextBytes, text);
  } else if (auto file = fs::openNativeFileForRead(path)) {
    error = readUpTo(*file, kMaxTextBytes, text);
    const std::error_code closed = fs::closeFile(*file);
    error = error ? error : closed;
  } else {
    error = llvm::errorToErrorCode(file.takeError());
  }
  if (error)
    return rt::notFound((option + ": cannot read '" + path + "': " + error.message()).str());
  if (text.size() > kMaxTextBytes)
    return rt::invalidArgument((option + ": '" + path + "' has more than " +
                                bytesText(kMaxTextBytes) + ", which no text has")
                                   .str());
  if (text.starts_with(kByteOrderMark))
    text.erase(0, kByteOrderMark.size());
  return text;
}

rt::StatusOr<lm::AnswerOptions> LanguageModel::limits(const Options &options) const {
  using Kind = lm::Grammar::Kind;
  lm::AnswerOptions limits = options.limits;
  limits.draftMax = options.draftMax.value_or(options.draft.empty() ? 0 : lm::kDefaultDraftMax);
  const bool isSchema = !options.jsonSchema.empty();
  const std::string &given = isSchema ? options.jsonSchema : options.grammar;
  if (given.empty())
    return limits;
  std::string source = given;
  if (!isSchema || !llvm::StringRef(given).ltrim().starts_with("{")) {
    RLX_ASSIGN_OR_RETURN(source, readText(isSchema ? "--json-schema" : "--grammar", given));
  }
  auto grammar =
      lm::Grammar::create(*vocabulary, isSchema ? Kind::JsonSchema : Kind::Rules, source);
  if (!grammar.ok() && source != given)
    return std::move(grammar).status().withContext("reading '" + given + "'");
  RLX_ASSIGN_OR_RETURN(limits.grammar, std::move(grammar));
  return limits;
}

rt::Status prepare(Model &model, const Options &options, llvm::StringRef what) {
  const auto begin = std::chrono::steady_clock::now();
  const Stage stage;
  stage.show("compiling the model");
  RLX_RETURN_IF_ERROR(model.open(options));
  RLX_RETURN_IF_ERROR(model.finish(options));
  stage.show("packing the weights");
  RLX_RETURN_IF_ERROR(model.executable().prepare());
  stage.clear();
  if (!model.cacheUse().note.empty())
    llvm::errs() << "rlx-run: note: " << model.cacheUse().note << "\n";
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
  llvm::errs() << "rlx-run: " << what << llvm::format(" after %.2f s\n", taken.count());
  return rt::okStatus();
}

rt::StatusOr<lm::Decoder> makeDecoder(Model &model, const Options &options, int64_t context) {
  RLX_RETURN_IF_ERROR(prepare(model, options));
  return lm::Decoder::create(model.executable(), context);
}

rt::Status printGenerateCommands(const Options &options, llvm::raw_ostream &os) {
  RLX_ASSIGN_OR_RETURN(const auto file, openLanguageModel(options.model));
  const std::string command = "  rlx-run " + shellWord(options.model);
  if (!lm::checkMakesText(file->metadata()).ok()) {
    os << "to make embeddings:\n" << command << " --embed=\"The cat sat on the mat\"\n";
    return rt::okStatus();
  }
  os << "to make text:\n" << command << " --prompt=\"Once upon a time\"\n";
  if (file->metadata().find("tokenizer.chat_template"))
    os << command << " --chat\n";
  return rt::okStatus();
}

void printSpeed(llvm::StringRef what, size_t tokens, double seconds, size_t steps) {
  llvm::errs() << "rlx-run: " << what << ": " << tokens << (tokens == 1 ? " token" : " tokens")
               << llvm::format(" in %.2f s", seconds);
  if (steps > 0)
    llvm::errs() << llvm::format(" (%.1f tokens/s)", static_cast<double>(steps) / seconds);
  llvm::errs() << "\n";
}

void noteStop(const lm::Answer &answer, llvm::StringRef where) {
  if (answer.stop == lm::StopReason::FullContext)
    llvm::errs() << "rlx-run: note: " << where << "the context of "
                 << answer.promptTokens + answer.ids.size() - 1 << " tokens is full\n";
  if (answer.stop == lm::StopReason::Timeout)
    llvm::errs() << "rlx-run: note: " << where << "--timeout has ended the answer\n";
}

int64_t answerTokens(const lm::AnswerOptions &limits) {
  return limits.maxTokens != 0 ? limits.maxTokens : lm::kDefaultContext / 2;
}

void printSeed(const Options &options) {
  if (options.drawsSeed)
    llvm::errs() << "rlx-run: seed: " << options.sampling.seed << "\n";
}

void printDrafts(size_t drafted, size_t accepted) {
  if (drafted > 0)
    llvm::errs() << "rlx-run: drafts: " << drafted << (drafted == 1 ? " token, " : " tokens, ")
                 << accepted << " accepted ("
                 << llvm::format("%.0f", 100.0 * static_cast<double>(accepted) /
                                             static_cast<double>(drafted))
                 << " %)\n";
}

} // namespace rlx::run
