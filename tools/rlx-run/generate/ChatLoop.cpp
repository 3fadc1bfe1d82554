// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See ChatLoop.h.
#include "tools/rlx-run/generate/ChatLoop.h"

#include <algorithm>
#include <iostream>
#include <unistd.h>

#include "lm/Chat.h"
#include "lm/Context.h"
#include "tools/rlx-run-rt/Text.h"
#include "tools/rlx-run/generate/DraftModel.h"
#include "tools/rlx-run/generate/Interrupt.h"
#include "tools/rlx-run/generate/Prompts.h"
#include "tools/rlx-run/generate/Stats.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

namespace rlx::run {
namespace {

constexpr llvm::StringLiteral kHelp = "  /again      answer the last message once more\n"
                                      "  /clear      forget the conversation\n"
                                      "  /save FILE  write the messages as JSON\n"
                                      "  /exit       end, as Ctrl-D does\n"
                                      "  Ctrl-C stops an answer.\n";

class Loop {
public:
  // `source` and `device` are those of the model.
  Loop(lm::Chat chat, const Stats &stats, const gguf::ModelSource &source, std::string_view device,
       llvm::raw_fd_ostream &os)
      : chat(std::move(chat)), stats(stats), source(source), device(device), os(os),
        isTerminal(isatty(STDIN_FILENO) && isatty(STDOUT_FILENO)) {}

  // An error if no message of a pipe has an answer.
  rt::Status run() {
    if (isTerminal)
      llvm::errs() << "rlx-run: /help lists the commands\n";
    std::string line;
    while (!os.has_error() && readLine(line)) {
      const llvm::StringRef text = llvm::StringRef(line).trim();
      if (text == "/exit")
        break;
      if (line.size() > kMaxTextBytes)
        return rt::invalidArgument("stdin has a line of more than " + bytesText(kMaxTextBytes) +
                                   ", which no message has");
      if (!text.empty() && !command(text))
        report(chat.say(line, onText()));
    }
    printTotals();
    if (!isTerminal && failures > 0 && answers == 0)
      return rt::invalidArgument("no message got an answer");
    return rt::okStatus();
  }

  rt::Status one(const std::string &message) {
    rt::StatusOr<lm::Answer> answer = chat.say(message, onText());
    if (!answer.ok())
      return withAdvice(std::move(answer).status());
    finish(*answer);
    if (!answer->ids.empty())
      stats.printFirstToken(answer->seconds);
    printTotals();
    return rt::okStatus();
  }

private:
  bool readLine(std::string &line) {
    if (isTerminal) {
      os << "> ";
      os.flush();
    }
    if (!(isTerminal && interrupt.endsWait()) && takeLine(line))
      return true;
    if (isTerminal)
      os << "\n";
    return false;
  }

  // Like std::getline, but of a device that never ends a line it takes no more than an error needs.
  static bool takeLine(std::string &line) {
    line.clear();
    while (line.size() <= kMaxTextBytes) {
      const int next = std::cin.get();
      if (next == std::char_traits<char>::eof())
        return !line.empty();
      if (next == '\n')
        break;
      line += static_cast<char>(next);
    }
    if (line.ends_with('\r'))
      line.pop_back();
    return true;
  }

  // "/again", but not "/etc/hosts".
  static bool looksLikeCommand(llvm::StringRef text) {
    return text.size() > 1 && text.front() == '/' &&
           llvm::all_of(text.drop_front().split(' ').first, llvm::isAlpha);
  }

  // Whether the line is a command, which is done then.
  bool command(llvm::StringRef text) {
    if (text == "/help") {
      llvm::errs() << kHelp;
    } else if (text == "/clear") {
      chat.clear();
    } else if (text == "/again") {
      report(chat.again(onText()));
    } else if (text == "/save" || text.starts_with("/save ")) {
      save(text.drop_front(5).trim());
    } else if (const llvm::StringRef name = text.split(' ').first;
               llvm::is_contained({"/help", "/clear", "/again", "/exit"}, name)) {
      error(name + " takes no argument");
    } else if (looksLikeCommand(text)) {
      error("'" + text.split(' ').first + "' is no command; /help lists them");
    } else {
      return false;
    }
    return true;
  }

  void save(llvm::StringRef path) {
    if (path.empty())
      return error("/save needs a FILE");
    llvm::json::Array messages;
    for (const lm::Message &message : chat.messages())
      messages.push_back(llvm::json::Object{{"role", llvm::json::fixUTF8(message.role)},
                                            {"content", llvm::json::fixUTF8(message.content)}});
    std::error_code code;
    llvm::raw_fd_ostream file(path, code, llvm::sys::fs::OF_Text);
    if (!code) {
      file << llvm::formatv("{0:2}\n", llvm::json::Value(std::move(messages)));
      file.close();
      code = file.error();
      file.clear_error();
    }
    if (code)
      error("cannot write '" + path + "': " + code.message());
  }

  lm::OnText onText() {
    interrupt.take(); // of before
    return [this](std::string_view piece) {
      if (!piece.empty()) {
        os << piece;
        os.flush();
      }
      return !os.has_error() && !interrupt.take();
    };
  }

  void report(rt::StatusOr<lm::Answer> answer) {
    if (!answer.ok()) {
      ++failures;
      return error(withAdvice(std::move(answer).status()).message());
    }
    finish(*answer);
  }

  // With the option that sets the size of a context that is too small.
  static rt::Status withAdvice(rt::Status status) {
    if (status.code() != rt::StatusCode::OutOfRange)
      return status;
    return rt::outOfRange(std::string(status.message()) + "; --ctx sets its tokens");
  }

  void finish(const lm::Answer &answer) {
    os << "\n";
    os.flush(); // before the speeds, which may go to the same pipe
    ++answers;
    prompts += hasRead(answer) ? answer.promptTokens - answer.reusedTokens : 0;
    promptSeconds += answer.promptSeconds;
    tokens += answer.ids.size();
    steps += answer.ids.size() - std::min<size_t>(answer.ids.size(), 1);
    seconds += answer.seconds;
    drafted += answer.draftedTokens;
    accepted += answer.acceptedTokens;
    if (answer.stop == lm::StopReason::FullContext)
      llvm::errs() << "rlx-run: note: the context is full; --ctx sets its tokens\n";
    if (answer.stop == lm::StopReason::Timeout)
      noteStop(answer);
    if (chat.numLost() > lost)
      llvm::errs() << "rlx-run: note: the context is full: the oldest " << chat.numLost()
                   << " messages are forgotten\n";
    lost = chat.numLost();
  }

  void error(const llvm::Twine &text) { llvm::errs() << "rlx-run: error: " << text << "\n"; }

  void printTotals() const {
    if (prompts > 0)
      printSpeed("messages", prompts, promptSeconds);
    if (tokens > 0)
      printSpeed("answers", tokens, seconds, steps);
    printDrafts(drafted, accepted);
    stats.printWeights(source, device, steps, seconds, drafted);
  }

  lm::Chat chat;
  const Stats &stats;
  const gguf::ModelSource &source;
  const std::string_view device;
  llvm::raw_fd_ostream &os;
  Interrupt interrupt;
  bool isTerminal;
  size_t prompts = 0, tokens = 0, steps = 0, lost = 0, answers = 0, failures = 0;
  size_t drafted = 0, accepted = 0;
  double promptSeconds = 0, seconds = 0;
};

} // namespace

rt::Status chat(Model &model, const Options &options, llvm::raw_fd_ostream &os,
                bool &wrongCommandLine) {
  const Stats stats(options);
  RLX_ASSIGN_OR_RETURN(const LanguageModel language, LanguageModel::readForText(options));
  RLX_RETURN_IF_ERROR(language.checkContext(options, wrongCommandLine));
  rt::StatusOr<lm::ChatTemplate> chatTemplate =
      lm::ChatTemplate::create(language.file->metadata(), *language.vocabulary);
  if (chatTemplate.status().code() == rt::StatusCode::NotFound)
    return rt::notFound("'" + options.model +
                        "' has no chat template: it continues texts, so use --prompt alone");
  if (!chatTemplate.ok())
    return std::move(chatTemplate)
        .status()
        .withContext("reading the chat template of '" + options.model + "'");
  std::optional<std::string> message;
  if (!options.prompts.empty()) {
    RLX_ASSIGN_OR_RETURN(message, promptText(options.prompts.front()));
  }
  RLX_ASSIGN_OR_RETURN(lm::AnswerOptions limits, language.limits(options));
  RLX_ASSIGN_OR_RETURN(const int64_t context,
                       lm::contextFor(language.file->metadata(), options.context));
  RLX_ASSIGN_OR_RETURN(DraftModel draft, DraftModel::read(options, language, model));
  RLX_ASSIGN_OR_RETURN(lm::Decoder decoder, makeDecoder(model, options, context));
  RLX_RETURN_IF_ERROR(draft.compile(options, decoder.stepModel()));
  limits.draftModel = draft.step.get();
  Loop loop(lm::Chat(language.vocabulary, std::move(chatTemplate).value(), std::move(decoder),
                     options.sampling, std::move(limits), options.system),
            stats, *language.file, model.executable().deviceName(), os);
  rt::Status status = message ? loop.one(*message) : loop.run();
  printSeed(options);
  return status;
}

} // namespace rlx::run
