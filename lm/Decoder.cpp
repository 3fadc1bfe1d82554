// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See Decoder.h.
#include "lm/Decoder.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "runtime/base/StrCat.h"
#include "runtime/program/model/ExprEval.h"

namespace rlx::lm {
namespace {

using rt::TensorSpec;

rt::StatusOr<size_t> find(const std::vector<TensorSpec> &specs, std::string_view name,
                          rt::DType dtype) {
  const auto found = std::find_if(specs.begin(), specs.end(),
                                  [&](const TensorSpec &spec) { return spec.name == name; });
  if (found == specs.end() || found->dtype != dtype)
    return rt::invalidArgument(rt::strCat("the model is no step of a language model: it has no ",
                                          rt::name(dtype), " '", name, "'"));
  return static_cast<size_t>(found - specs.begin());
}

} // namespace

rt::StatusOr<Decoder> Decoder::create(rt::Executable &executable, int64_t capacity) {
  if (capacity < 1 || capacity > std::numeric_limits<int32_t>::max())
    return rt::invalidArgument(
        rt::strCat("a context must have from 1 to 2^31 - 1 tokens, got ", capacity));
  Decoder decoder(executable, capacity);
  RLX_RETURN_IF_ERROR(decoder.findNames());
  RLX_RETURN_IF_ERROR(decoder.checkFree());
  RLX_RETURN_IF_ERROR(decoder.bindCaches());
  return decoder;
}

rt::Status Decoder::findNames() {
  const rt::Program &program = executable->program();
  for (const std::string_view name : {"tokens", "positions", "rows"})
    RLX_RETURN_IF_ERROR(find(program.inputs, name, rt::DType::I64).status());
  RLX_ASSIGN_OR_RETURN(logits, find(program.outputs, "logits", rt::DType::F32));
  if (program.outputs[logits].shape.size() != 2)
    return rt::invalidArgument("the model is no step of a language model: 'logits' has rank " +
                               std::to_string(program.outputs[logits].shape.size()) + ", not 2");
  if (auto found = find(program.outputs, "hidden", rt::DType::F32);
      found.ok() && program.outputs[*found].shape.size() == 2 &&
      rt::isStatic(program.outputs[*found].shape.back()))
    hidden = *found;
  for (size_t input = 0; input < program.inputs.size(); ++input) {
    const TensorSpec &spec = program.inputs[input];
    if (spec.name == "tokens" || spec.name == "positions" || spec.name == "rows")
      continue;
    RLX_ASSIGN_OR_RETURN(const size_t output, find(program.outputs, spec.name, spec.dtype));
    caches.emplace_back(input, output);
    hasWholeStates |= spec.shape.size() == 2; // caches have heads
  }
  return rt::okStatus();
}

void Decoder::Release::operator()(rt::Executable *executable) const {
  for (const std::string &cache : caches)
    (void)executable->unbindHandle(cache); // fails only for one that is not bound
}

rt::Status Decoder::checkFree() const {
  for (const auto &[input, output] : caches) {
    const std::string &name = executable->program().inputs[input].name;
    if (executable->hasHandle(name) || executable->hasDeviceHandle(name))
      return rt::failedPrecondition(
          rt::strCat("the executable is in use by another text, since its cache '", name,
                     "' is bound; free the other one first, or take a clone of the executable"));
  }
  return rt::okStatus();
}

// Every cache is [heads, capacity, head size], and empty.
rt::Status Decoder::bindCaches() {
  const rt::Program &program = executable->program();
  for (const auto &[input, output] : caches) {
    const TensorSpec &spec = program.inputs[input];
    std::vector<int64_t> shape;
    for (const rt::Expr &size : spec.shape) {
      shape.push_back(most);
      if (rt::isStatic(size)) {
        RLX_ASSIGN_OR_RETURN(shape.back(), rt::evaluate(size, {}));
      }
    }
    RLX_ASSIGN_OR_RETURN(rt::Tensor zeros, rt::Tensor::allocate(spec.dtype, shape));
    std::fill_n(static_cast<uint8_t *>(zeros.data()), zeros.bytes(), uint8_t{0});
    RLX_RETURN_IF_ERROR(executable->bindDeviceHandle(spec.name, zeros.view()));
    if (!isBroken)
      executable.get_deleter().caches.push_back(spec.name);
    RLX_RETURN_IF_ERROR(executable->setHandleFeed(spec.name, output));
  }
  return rt::okStatus();
}

void Decoder::truncate(size_t length) {
  if (length >= history.size())
    return;
  // A text that begins anew starts with empty states, by its positions.
  history.resize(hasWholeStates ? 0 : length);
}

int64_t Decoder::vocabularySize() const {
  const rt::Expr &size = executable->program().outputs[logits].shape.back();
  return rt::isStatic(size) ? *rt::evaluate(size, {}) : -1;
}

size_t Decoder::commonPrefix(std::span<const Token> other) const {
  return static_cast<size_t>(std::ranges::mismatch(other, history).in1 - other.begin());
}

rt::Status Decoder::checkRoom(size_t tokens) const {
  if (tokens <= static_cast<size_t>(most))
    return rt::okStatus();
  return rt::outOfRange(rt::strCat("the context has ", most, " tokens, but the text has ", tokens));
}

rt::StatusOr<Rows> Decoder::append(std::span<const Token> given, size_t numRows) {
  return step(given, numRows, logits);
}

rt::StatusOr<Rows> Decoder::appendForHidden(std::span<const Token> given, size_t numRows) {
  if (!hidden)
    return rt::unsupported("the executable has no output 'hidden'; compile the model with this "
                           "version of RLX");
  return step(given, numRows, *hidden);
}

int64_t Decoder::hiddenSize() const {
  const auto &outputs = executable->program().outputs;
  if (!hidden || !rt::isStatic(outputs[*hidden].shape.back()))
    return 0;
  return *rt::evaluate(outputs[*hidden].shape.back(), {});
}

rt::StatusOr<Rows> Decoder::step(std::span<const Token> given, size_t numRows, size_t output) {
  const auto added = static_cast<int64_t>(given.size()), wanted = static_cast<int64_t>(numRows);
  if (added == 0)
    return rt::invalidArgument("a step needs a token");
  if (wanted < 1 || wanted > added)
    return rt::invalidArgument(
        rt::strCat("a step of ", added, " tokens gives 1 to ", added, " rows, not ", wanted));
  RLX_RETURN_IF_ERROR(checkRoom(history.size() + given.size()));
  tokens.assign(given.begin(), given.end());
  positions.resize(given.size());
  for (int64_t i = 0; i < added; ++i)
    positions[static_cast<size_t>(i)] = length() + i;
  rows.resize(numRows);
  std::iota(rows.begin(), rows.end(), added - wanted);
  const rt::NamedTensor inputs[] = {
      {"tokens", {rt::DType::I64, {&added, 1}, tokens.data()}},
      {"positions", {rt::DType::I64, {&added, 1}, positions.data()}},
      {"rows", {rt::DType::I64, {&wanted, 1}, rows.data()}},
  };
  const size_t outputs[] = {output};
  if (isBroken) {
    RLX_RETURN_IF_ERROR(bindCaches());
    isBroken = false;
  }
  auto run = executable->runReadOutputs(inputs, outputs);
  if (!run.ok()) {
    isBroken = true;
    history.clear();
    return std::move(run).status();
  }
  const std::span<const rt::TensorView> results = *run;
  history.insert(history.end(), given.begin(), given.end());
  const rt::TensorView &result = results.front();
  if (result.shape.front() != wanted)
    return rt::invalidArgument(rt::strCat("the model is no step of a language model: it gives ",
                                          result.shape.front(), " rows, not ", wanted));
  const auto width = static_cast<size_t>(result.shape.back());
  return Rows{std::span(result.as<float>(), numRows * width), width};
}

} // namespace rlx::lm
