// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See LanguageModel.h.
#include "LanguageModel.h"

#include <algorithm>
#include <utility>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include "Errors.h"
#include "Unlocked.h"

namespace nb = nanobind;

namespace rlx::python {
namespace {

// Marks a call that runs without the interpreter's lock.
class Use {
public:
  explicit Use(std::atomic<int> &users) : users(users) { ++users; }
  Use(const Use &) = delete;
  ~Use() { --users; }

private:
  std::atomic<int> &users;
};

// Settings with what they point to.
struct Settings {
  explicit Settings(const AnswerSettings &given) : value(given.numbers) {
    for (const auto &[token, bias] : given.biases)
      pairs.push_back({token, bias});
    value.biases = pairs.data();
    value.num_biases = pairs.size();
    for (const std::string &text : given.stop)
      stops.push_back(text.c_str());
    value.stop = stops.data();
    value.num_stop = stops.size();
    setForm(value, given.jsonSchema, given.grammar);
    if (!given.adapters)
      return;
    for (const auto &[number, scale] : *given.adapters)
      adapters.push_back({number, scale});
    value.num_adapters = adapters.size();
    adapters.push_back({}); // a list without elements is not NULL
    value.adapters = adapters.data();
  }
  Settings(const Settings &) = delete;

  // An empty form is none.
  static void setForm(rlx_lm_settings_t &settings, const std::string &jsonSchema,
                      const std::string &grammar) {
    settings.json_schema = jsonSchema.empty() ? nullptr : jsonSchema.c_str();
    settings.grammar = grammar.empty() ? nullptr : grammar.c_str();
  }

  rlx_lm_settings_t value;
  std::vector<rlx_lm_bias_t> pairs;
  std::vector<const char *> stops;
  std::vector<rlx_lm_adapter_t> adapters;
};

} // namespace

// Whether Ctrl-C has come in a function of a request, for the call of this thread that runs steps.
static thread_local bool isInterrupted = false;

// Throws it behind the call, whose status it replaces.
static void throwIfInterrupted(rlx_status_t *status) {
  if (!std::exchange(isInterrupted, false))
    return;
  rlx_status_free(status);
  PyErr_SetNone(PyExc_KeyboardInterrupt);
  throw nb::python_error();
}

int Listener::take(const char *text, size_t length) {
  if (isEnding())
    return 1;
  nb::gil_scoped_acquire locked;
  try {
    if (looksAtSignals && std::exchange(isInterrupted, false)) // in the function of a request
      PyErr_SetNone(PyExc_KeyboardInterrupt);
    if (looksAtSignals && (PyErr_Occurred() || PyErr_CheckSignals() != 0)) // Ctrl-C
      throw nb::python_error();
    return function.is_none() || nb::cast<bool>(function(nb::str(text, length))) ? 0 : 1;
  } catch (const nb::python_error &error) {
    if (!looksAtSignals && error.matches(PyExc_KeyboardInterrupt)) {
      isInterrupted = true; // in the middle of the function, but it ends the wait
      return 0;
    }
    thrown = nb::borrow(error.value());
  } catch (const std::exception &error) {
    thrown = nb::module_::import_("builtins").attr("RuntimeError")(error.what());
  }
  return 1;
}

void Listener::check() const {
  if (!thrown.is_valid())
    return;
  PyErr_SetObject(reinterpret_cast<PyObject *>(Py_TYPE(thrown.ptr())), thrown.ptr());
  throw nb::python_error();
}

void LanguageModel::checkFiles(const std::string &path, int64_t context, int64_t cacheTokens,
                               const std::string &draft) {
  rlx_status_t *status = nullptr;
  {
    const Unlocked unlocked;
    status = rlx_lm_check_files(path.c_str(), context, cacheTokens,
                                draft.empty() ? nullptr : draft.c_str());
  }
  check(status);
}

LanguageModel::LanguageModel(OwnExecutable given, const std::string &path, int64_t context,
                             int64_t cacheTokens, OwnExecutable givenDraft,
                             const std::string &draftPath)
    : executable(std::move(given)), draft(std::move(givenDraft)), lm(nullptr, rlx_lm_free) {
  rlx_lm_t *made = nullptr;
  rlx_status_t *status = nullptr;
  {
    const Unlocked unlocked;
    status = rlx_lm_create(executable.get(), path.c_str(), context, &made);
    lm.reset(made);
    if (!status && cacheTokens != 0)
      status = rlx_lm_reserve(made, cacheTokens);
    if (!status && draft)
      status = rlx_lm_set_draft(made, draft.get(), draftPath.c_str());
  }
  check(status);
}

rlx_lm_t *LanguageModel::handle() const {
  if (!lm)
    raise(RLX_FAILED_PRECONDITION, "the language model is closed");
  return lm.get();
}

std::vector<uint32_t> LanguageModel::encode(const std::string &text, bool allowsControl) {
  std::vector<uint32_t> tokens(text.size() + 8);
  rlx_lm_t *const used = handle();
  const Use use(users);
  while (true) {
    size_t count = 0;
    rlx_status_t *status = nullptr;
    {
      const Unlocked unlocked;
      status = rlx_lm_encode(used, text.data(), text.size(), allowsControl, tokens.data(),
                             tokens.size(), &count);
    }
    check(status);
    const bool fits = count <= tokens.size();
    tokens.resize(count);
    if (fits)
      return tokens;
  }
}

void LanguageModel::checkTextSize(size_t bytes) {
  check(rlx_lm_check_text_size(handle(), bytes));
}

nb::bytes LanguageModel::decode(const std::vector<uint32_t> &tokens) {
  std::string bytes;
  size_t length = 0;
  check(rlx_lm_decode(handle(), tokens.data(), tokens.size(), nullptr, 0, &length));
  bytes.resize(length);
  check(rlx_lm_decode(handle(), tokens.data(), tokens.size(), bytes.data(), length, &length));
  return nb::bytes(bytes.data(), bytes.size());
}

std::string
LanguageModel::render(const std::vector<std::pair<std::string, std::string>> &messages) {
  std::vector<rlx_lm_message_t> given;
  for (const auto &[role, content] : messages)
    given.push_back({role.c_str(), content.c_str()});
  const char *text = nullptr;
  size_t length = 0;
  rlx_lm_t *const used = handle();
  const Use use(users);
  rlx_status_t *status = nullptr;
  {
    const Unlocked unlocked;
    status = rlx_lm_render_chat(used, given.data(), given.size(), &text, &length);
  }
  check(status);
  return {text, length};
}

// For each token a dict of the most likely ones at its place, the best first.
static nb::list likelyOf(const rlx_lm_answer_t &answer) {
  nb::list all;
  const rlx_lm_logprob_t *likely = answer.likely;
  for (size_t i = 0; i < answer.tokens; ++i) {
    nb::dict each;
    for (size_t j = 0; j < answer.num_likely; ++j, ++likely)
      each[nb::int_(likely->token)] = likely->logprob;
    all.append(each);
  }
  return all;
}

static nb::dict dictOf(const rlx_lm_answer_t &answer, bool hasLogProbs) {
  constexpr const char *kStops[] = {"end", "stop", "max_tokens", "context", "caller", "timeout"};
  nb::dict result;
  result["text"] = nb::str(answer.text, answer.length);
  result["stop"] = kStops[answer.stop];
  result["prompt_tokens"] = answer.prompt_tokens;
  result["reused_tokens"] = answer.reused_tokens;
  result["drafted_tokens"] = answer.drafted_tokens;
  result["accepted_tokens"] = answer.accepted_tokens;
  result["tokens"] = answer.tokens;
  result["token_ids"] = std::vector<uint32_t>(answer.ids, answer.ids + answer.tokens);
  result["logprobs"] = nb::none();
  result["top_logprobs"] = nb::none();
  if (hasLogProbs) {
    result["logprobs"] = std::vector<double>(answer.logprobs, answer.logprobs + answer.tokens);
    result["top_logprobs"] = likelyOf(answer);
  }
  result["prompt_seconds"] = answer.prompt_seconds;
  result["seconds"] = answer.seconds;
  return result;
}

void LanguageModel::checkForm(const std::string &jsonSchema, const std::string &grammar) {
  rlx_lm_settings_t settings;
  rlx_lm_settings_init(&settings);
  Settings::setForm(settings, jsonSchema, grammar);
  rlx_lm_t *const used = handle();
  const Use use(users);
  rlx_status_t *status = nullptr;
  {
    const Unlocked unlocked;
    status = rlx_lm_check_form(used, &settings);
  }
  check(status);
}

nb::dict LanguageModel::generate(const std::vector<uint32_t> &prompt,
                                 const AnswerSettings &settings, nb::object onText) {
  const Settings full(settings);
  Listener listener{.function = std::move(onText), .looksAtSignals = true};
  rlx_lm_answer_t answer;
  rlx_lm_t *const used = handle();
  const Use use(users);
  rlx_status_t *status = nullptr;
  {
    const Unlocked unlocked;
    status = rlx_lm_generate(used, prompt.data(), prompt.size(), &full.value, Listener::call,
                             &listener, &answer);
  }
  throwIfInterrupted(status);
  if (listener.thrown.is_valid())
    rlx_status_free(status);
  listener.check();
  check(status);
  return dictOf(answer, settings.numbers.logprobs >= 0);
}

std::unique_ptr<Request> LanguageModel::submit(const std::vector<uint32_t> &prompt,
                                               const AnswerSettings &settings, nb::object onText) {
  const Settings full(settings);
  std::unique_ptr<Request> made(
      new Request(*this, std::move(onText), settings.numbers.logprobs >= 0));
  rlx_lm_t *const used = handle();
  const Use use(users);
  rlx_status_t *status = nullptr;
  {
    const Unlocked unlocked;
    status = rlx_lm_submit(used, prompt.data(), prompt.size(), &full.value, Listener::call,
                           &made->listener, &made->request);
  }
  check(status);
  return made;
}

void Request::step() {
  const Use use(model.users);
  rlx_status_t *status = nullptr;
  {
    const Unlocked unlocked;
    status = rlx_lm_step_for(request);
  }
  check(status);
}

std::unique_ptr<Request> LanguageModel::submitScore(const std::vector<uint32_t> &tokens,
                                                    size_t first) {
  std::unique_ptr<Request> made(new Request(*this, nb::none(), false));
  made->kind = Request::Kind::Scores;
  made->size = tokens.size() - std::min(first, tokens.size());
  rlx_lm_t *const used = handle();
  const Use use(users);
  rlx_status_t *status = nullptr;
  {
    const Unlocked unlocked;
    status = rlx_lm_submit_score(used, tokens.data(), tokens.size(), first, &made->request);
  }
  check(status);
  return made;
}

std::unique_ptr<Request> LanguageModel::submitEmbed(const std::vector<uint32_t> &tokens,
                                                    int pooling) {
  std::unique_ptr<Request> made(new Request(*this, nb::none(), false));
  made->kind = Request::Kind::Embedding;
  rlx_lm_t *const used = handle();
  made->size = rlx_lm_get_embedding_size(used);
  const Use use(users);
  rlx_status_t *status = nullptr;
  {
    const Unlocked unlocked;
    status = rlx_lm_submit_embed(used, tokens.data(), tokens.size(),
                                 static_cast<rlx_lm_pooling_t>(pooling), &made->request);
  }
  check(status);
  return made;
}

nb::object Request::wait() {
  const Use use(model.users);
  while (!isDone()) {
    rlx_status_t *status = nullptr;
    {
      const Unlocked unlocked;
      status = rlx_lm_step_for(request);
    }
    throwIfInterrupted(status);
    check(status);
    if (PyErr_Occurred() || PyErr_CheckSignals() != 0) // Ctrl-C
      throw nb::python_error();
  }
  listener.check();
  if (kind == Kind::Scores) {
    std::vector<double> scores(size + 1); // memory that is not null
    check(rlx_lm_wait_score(request, scores.data()));
    scores.pop_back();
    return nb::cast(scores);
  }
  if (kind == Kind::Embedding) {
    std::vector<float> embedding(size + 1);
    check(rlx_lm_wait_embed(request, embedding.data()));
    embedding.pop_back();
    return nb::cast(embedding);
  }
  rlx_lm_answer_t answer;
  check(rlx_lm_wait(request, &answer));
  return dictOf(answer, hasLogProbs);
}

int Request::traverse(PyObject *self, visitproc visit, void *arg) {
  Py_VISIT(Py_TYPE(self));
  if (!nb::inst_ready(self))
    return 0;
  const Request *request = nb::inst_ptr<Request>(self);
  Py_VISIT(request->listener.function.ptr());
  Py_VISIT(request->listener.thrown.ptr());
  return 0;
}

int Request::clear(PyObject *self) {
  Request *request = nb::inst_ptr<Request>(self);
  request->cancel();
  // It may be called still, until the request is freed.
  request->listener.function = nb::none();
  request->listener.thrown.reset();
  return 0;
}

Request::~Request() {
  const Unlocked unlocked; // the function may be running in another thread
  rlx_lm_request_free(request);
}

std::vector<double> LanguageModel::score(const std::vector<uint32_t> &tokens, size_t first) {
  std::vector<double> logProbs(tokens.size() - std::min(first, tokens.size()));
  rlx_lm_t *const used = handle();
  const Use use(users);
  rlx_status_t *status = nullptr;
  {
    const Unlocked unlocked;
    status = rlx_lm_score(used, tokens.data(), tokens.size(), first, logProbs.data());
  }
  throwIfInterrupted(status);
  check(status);
  return logProbs;
}

std::vector<float> LanguageModel::embed(const std::vector<std::vector<uint32_t>> &texts,
                                        int pooling) {
  rlx_lm_t *const used = handle();
  std::vector<uint32_t> tokens;
  std::vector<size_t> counts;
  for (const std::vector<uint32_t> &text : texts) {
    tokens.insert(tokens.end(), text.begin(), text.end());
    counts.push_back(text.size());
  }
  std::vector<float> embeddings(
      std::max<size_t>(1, texts.size() * rlx_lm_get_embedding_size(used)));
  const Use use(users);
  rlx_status_t *status = nullptr;
  {
    const Unlocked unlocked;
    status = rlx_lm_embed_texts(used, tokens.data(), counts.data(), counts.size(),
                                static_cast<rlx_lm_pooling_t>(pooling), embeddings.data());
  }
  throwIfInterrupted(status);
  check(status);
  return embeddings;
}

void LanguageModel::loadAdapter(size_t number, const std::string &path) {
  rlx_lm_t *const used = handle();
  const Use use(users);
  rlx_status_t *status = nullptr;
  {
    const Unlocked unlocked;
    status = rlx_lm_load_adapter(used, number, path.c_str());
  }
  check(status);
}

void LanguageModel::close() {
  if (users > 0)
    raise(RLX_FAILED_PRECONDITION, "the language model is in use by another call");
  lm.reset();
  draft.reset();
  executable.reset();
}

// A function of Python with the settings as arguments.
template <typename Result>
static auto withSettings(Result (LanguageModel::*function)(const std::vector<uint32_t> &,
                                                           const AnswerSettings &, nb::object)) {
  return [function](LanguageModel &self, const std::vector<uint32_t> &prompt, double temperature,
                    int64_t topK, double typicalP, double topP, double minP, uint64_t seed,
                    double repeatPenalty, double frequencyPenalty, double presencePenalty,
                    int64_t repeatLastN, const std::vector<std::pair<uint32_t, double>> &logitBias,
                    int64_t logProbs, int64_t maxTokens, const std::vector<std::string> &stop,
                    const std::string &jsonSchema, const std::string &grammar, int64_t draftMax,
                    const AdapterScales &adapters, double timeout, nb::object onText) {
    const rlx_lm_settings_t settings{.temperature = temperature,
                                     .top_k = topK,
                                     .typical_p = typicalP,
                                     .top_p = topP,
                                     .min_p = minP,
                                     .seed = seed,
                                     .repeat_penalty = repeatPenalty,
                                     .frequency_penalty = frequencyPenalty,
                                     .presence_penalty = presencePenalty,
                                     .repeat_last_n = repeatLastN,
                                     .biases = nullptr,
                                     .num_biases = 0,
                                     .logprobs = logProbs,
                                     .max_tokens = maxTokens,
                                     .stop = nullptr,
                                     .num_stop = 0,
                                     .json_schema = nullptr,
                                     .grammar = nullptr,
                                     .draft_max = draftMax,
                                     .adapters = nullptr,
                                     .num_adapters = 0,
                                     .timeout = timeout};
    return (self.*function)(prompt,
                            {.numbers = settings,
                             .biases = logitBias,
                             .stop = stop,
                             .jsonSchema = jsonSchema,
                             .grammar = grammar,
                             .adapters = adapters},
                            std::move(onText));
  };
}

void registerLanguageModel(nb::module_ &m) {
  using namespace nb::literals;
#define RLX_LM_SETTINGS                                                                            \
  "temperature"_a, "top_k"_a, "typical_p"_a, "top_p"_a, "min_p"_a, "seed"_a, "repeat_penalty"_a,   \
      "frequency_penalty"_a, "presence_penalty"_a, "repeat_last_n"_a, "logit_bias"_a,              \
      "logprobs"_a, "max_tokens"_a, "stop"_a, "json_schema"_a, "grammar"_a, "draft_max"_a,         \
      "adapters"_a.none(), "timeout"_a
  static PyType_Slot slots[] = {{Py_tp_traverse, reinterpret_cast<void *>(&Request::traverse)},
                                {Py_tp_clear, reinterpret_cast<void *>(&Request::clear)},
                                {0, nullptr}};
  nb::class_<Request>(m, "Request", nb::type_slots(slots))
      .def("wait", &Request::wait)
      .def("step", &Request::step)
      .def("is_done", &Request::isDone)
      .def("cancel", &Request::cancel);
  nb::class_<LanguageModel>(m, "LanguageModel")
      .def(
          "__init__",
          [](LanguageModel *self, Executable &model, const std::string &path, int64_t context,
             int64_t cacheTokens, Executable *draft, const std::string &draftPath) {
            LanguageModel::OwnExecutable own(model.cloned(), freeExecutable);
            LanguageModel::OwnExecutable other(draft ? draft->cloned() : nullptr, freeExecutable);
            new (self) LanguageModel(std::move(own), path, context, cacheTokens, std::move(other),
                                     draftPath);
          },
          "model"_a, "path"_a, "context"_a, "cache_tokens"_a, "draft"_a.none(), "draft_path"_a)
      .def_static("check_files", &LanguageModel::checkFiles, "path"_a, "context"_a,
                  "cache_tokens"_a, "draft"_a)
      .def("context", &LanguageModel::context)
      .def("vocabulary_size", &LanguageModel::vocabularySize)
      .def("encode", &LanguageModel::encode, "text"_a, "allows_control"_a)
      .def("check_text_size", &LanguageModel::checkTextSize, "size"_a)
      .def("decode", &LanguageModel::decode, "tokens"_a)
      .def("render", &LanguageModel::render, "messages"_a)
      .def("generate", withSettings(&LanguageModel::generate), nb::kw_only(), "prompt"_a,
           RLX_LM_SETTINGS, "on_text"_a.none())
      .def("submit", withSettings(&LanguageModel::submit), nb::keep_alive<0, 1>(), nb::kw_only(),
           "prompt"_a, RLX_LM_SETTINGS, "on_text"_a.none())
      .def("check_form", &LanguageModel::checkForm, "json_schema"_a, "grammar"_a)
      .def("submit_score", &LanguageModel::submitScore, nb::keep_alive<0, 1>(), "tokens"_a,
           "first"_a)
      .def("submit_embed", &LanguageModel::submitEmbed, nb::keep_alive<0, 1>(), "tokens"_a,
           "pooling"_a)
      .def("score", &LanguageModel::score, "tokens"_a, "first"_a)
      .def("load_adapter", &LanguageModel::loadAdapter, "number"_a, "path"_a)
      .def("embed", &LanguageModel::embed, "texts"_a, "pooling"_a)
      .def_prop_ro("users", &LanguageModel::numUsers)
      .def("close", &LanguageModel::close);
#undef RLX_LM_SETTINGS
}

} // namespace rlx::python
