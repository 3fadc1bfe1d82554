// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A language model, as rlx_lm.h has it. rlx/_lm.py is for users.
#ifndef RLX_PYTHON_LANGUAGEMODEL_H
#define RLX_PYTHON_LANGUAGEMODEL_H

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <nanobind/nanobind.h>

#include "Executable.h"
#include "Lock.h"
#include "rlx/rlx_lm.h"

namespace rlx::python {

// Numbers of adapters and their scales; none for those of the model.
using AdapterScales = std::optional<std::vector<std::pair<size_t, double>>>;

// Settings without pointers: those of `numbers` are not set.
struct AnswerSettings {
  rlx_lm_settings_t numbers;
  std::vector<std::pair<uint32_t, double>> biases;
  std::vector<std::string> stop;
  std::string jsonSchema, grammar; // empty: none
  AdapterScales adapters;
};

// The function of an answer, and the exception that ended it.
struct Listener {
  nanobind::object function;
  bool looksAtSignals = false; // Ctrl-C ends this answer
  nanobind::object thrown = {};

  static int call(void *context, const char *text, size_t length) {
    return static_cast<Listener *>(context)->take(text, length);
  }
  int take(const char *text, size_t length);
  // Raises the exception, if there is one.
  void check() const;
};

class LanguageModel;

// An answer, scores or an embedding that is made beside others.
class Request {
public:
  ~Request();

  // The result, as LanguageModel::generate, score or embed gives it, once it is made.
  nanobind::object wait();
  // One step of the model, unless it is made.
  void step();
  bool isDone() const { return rlx_lm_is_done(request) != 0; }
  void cancel() { rlx_lm_cancel(request); }

  // For the garbage collector: the function may refer to the request.
  static int traverse(PyObject *self, visitproc visit, void *arg);
  static int clear(PyObject *self);

private:
  friend class LanguageModel;
  Request(LanguageModel &model, nanobind::object onText, bool hasLogProbs)
      : model(model), listener{.function = std::move(onText)}, hasLogProbs(hasLogProbs) {}

  LanguageModel &model; // Python keeps it alive
  Listener listener;
  bool hasLogProbs;
  // Of these kinds, a list with as many elements.
  enum class Kind { Answer, Scores, Embedding } kind = Kind::Answer;
  size_t size = 0;
  rlx_lm_request_t *request = nullptr;
};

class LanguageModel {
public:
  using OwnExecutable = std::unique_ptr<rlx_executable_t, decltype(&freeExecutable)>;
  // Raises the errors of the constructor that need no executable. `draft` may be empty.
  static void checkFiles(const std::string &path, int64_t context, int64_t cacheTokens,
                         const std::string &draft);
  // The executables are those of the files. `cacheTokens`: of rlx_lm_reserve; 0: no call. `draft`
  // is null without a draft model.
  LanguageModel(OwnExecutable executable, const std::string &path, int64_t context,
                int64_t cacheTokens, OwnExecutable draft, const std::string &draftPath);
  LanguageModel(const LanguageModel &) = delete;

  int64_t context() { return rlx_lm_get_context(handle()); }
  size_t vocabularySize() { return rlx_lm_get_vocabulary_size(handle()); }
  std::vector<uint32_t> encode(const std::string &text, bool allowsControl);
  void checkTextSize(size_t bytes);
  // The bytes of the tokens; none for a control token.
  nanobind::bytes decode(const std::vector<uint32_t> &tokens);
  std::string render(const std::vector<std::pair<std::string, std::string>> &messages);
  // Whether answers can have this form: an exception if not. Empty: none.
  void checkForm(const std::string &jsonSchema, const std::string &grammar);
  // `onText` gets each piece and returns whether the answer goes on, or is None. An exception of it
  // ends the answer. The result has the fields of rlx_lm_answer_t.
  nanobind::dict generate(const std::vector<uint32_t> &prompt, const AnswerSettings &settings,
                          nanobind::object onText);
  // The arguments of generate() for a request beside others.
  std::unique_ptr<Request> submit(const std::vector<uint32_t> &prompt,
                                  const AnswerSettings &settings, nanobind::object onText);
  // The arguments of score(), and of embed() for one text, for such requests.
  std::unique_ptr<Request> submitScore(const std::vector<uint32_t> &tokens, size_t first);
  std::unique_ptr<Request> submitEmbed(const std::vector<uint32_t> &tokens, int pooling);
  // The natural logarithms of the probabilities of the tokens from `first` on.
  std::vector<double> score(const std::vector<uint32_t> &tokens, size_t first);
  // The vectors of texts, a row for each.
  std::vector<float> embed(const std::vector<std::vector<uint32_t>> &texts, int pooling);
  // Puts another adapter in place of one.
  void loadAdapter(size_t number, const std::string &path);
  // Calls that have not returned.
  int numUsers() const { return users; }
  // Frees everything. Calls are errors from then on.
  void close();

private:
  friend class Request;
  rlx_lm_t *handle() const;

  OwnExecutable executable, draft;
  std::unique_ptr<rlx_lm_t, decltype(&rlx_lm_free)> lm; // null once it is closed
  std::atomic<int> users{0};
};

void registerLanguageModel(nanobind::module_ &m);

} // namespace rlx::python

#endif // RLX_PYTHON_LANGUAGEMODEL_H
