// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See Encoder.h.
#include "lm/Encoder.h"

#include <algorithm>

#include "runtime/base/StrCat.h"
#include "runtime/program/model/ExprEval.h"
#include "runtime/tensor/Tensor.h"

namespace rlx::lm {
namespace {

using rt::TensorSpec;

const TensorSpec *find(const std::vector<TensorSpec> &specs, std::string_view name, rt::DType dtype,
                       size_t rank) {
  const auto found =
      std::ranges::find_if(specs, [&](const TensorSpec &spec) { return spec.name == name; });
  const bool fits = found != specs.end() && found->dtype == dtype && found->shape.size() == rank;
  return fits ? &*found : nullptr;
}

} // namespace

bool Encoder::fits(const rt::Program &program) {
  const TensorSpec *hidden = find(program.outputs, "hidden", rt::DType::F32, 3);
  return hidden && rt::isStatic(hidden->shape.back()) &&
         find(program.inputs, "tokens", rt::DType::I64, 2) &&
         find(program.inputs, "lengths", rt::DType::I64, 1);
}

rt::StatusOr<Encoder> Encoder::create(rt::Executable &executable, int64_t capacity) {
  const rt::Program &program = executable.program();
  if (!fits(program))
    return rt::invalidArgument("the model is no encoder: it has no inputs 'tokens' and 'lengths', "
                               "or no output 'hidden'");
  if (capacity < 1)
    return rt::invalidArgument(rt::strCat("an encoder takes 1 token or more, not ", capacity));
  Encoder encoder(executable, capacity);
  const TensorSpec *hidden = find(program.outputs, "hidden", rt::DType::F32, 3);
  encoder.hidden = static_cast<size_t>(hidden - program.outputs.data());
  RLX_ASSIGN_OR_RETURN(const int64_t width, rt::evaluate(hidden->shape.back(), {}));
  encoder.width = static_cast<size_t>(width);
  encoder.hasSegments = find(program.inputs, "segments", rt::DType::I64, 2) != nullptr;
  return encoder;
}

rt::Status Encoder::checkRoom(size_t count) const {
  if (count <= static_cast<size_t>(maxTokens))
    return rt::okStatus();
  return rt::outOfRange(
      rt::strCat("the context has ", maxTokens, " tokens, but the text has ", count));
}

rt::StatusOr<HiddenStates> Encoder::run(std::span<const std::span<const Token>> texts) {
  size_t longest = 0;
  for (const std::span<const Token> text : texts) {
    if (text.empty())
      return rt::invalidArgument("the text has no token");
    RLX_RETURN_IF_ERROR(checkRoom(text.size()));
    longest = std::max(longest, text.size());
  }
  if (texts.empty())
    return rt::invalidArgument("there is no text");
  tokens.assign(texts.size() * longest, 0);
  segments.assign(tokens.size(), 0); // one segment, as llama.cpp has it
  lengths.clear();
  for (size_t i = 0; i < texts.size(); ++i) {
    std::ranges::copy(texts[i], tokens.begin() + static_cast<std::ptrdiff_t>(i * longest));
    lengths.push_back(static_cast<int64_t>(texts[i].size()));
  }
  const int64_t shape[] = {static_cast<int64_t>(texts.size()), static_cast<int64_t>(longest)};
  std::vector<rt::NamedTensor> inputs = {
      {"tokens", {rt::DType::I64, shape, tokens.data()}},
      {"lengths", {rt::DType::I64, std::span(shape, 1), lengths.data()}}};
  if (hasSegments)
    inputs.push_back({"segments", {rt::DType::I64, shape, segments.data()}});
  const size_t outputs[] = {hidden};
  RLX_ASSIGN_OR_RETURN(const std::span<const rt::TensorView> results,
                       executable->runReadOutputs(inputs, outputs));
  const int64_t expected[] = {shape[0], shape[1], static_cast<int64_t>(width)};
  if (!std::ranges::equal(results.front().shape, expected))
    return rt::invalidArgument("the model is no encoder: its hidden states are " +
                               rt::typeText(rt::DType::F32, results.front().shape) + ", expected " +
                               rt::typeText(rt::DType::F32, expected));
  return HiddenStates{std::span(results.front().as<float>(), tokens.size() * width), longest,
                      width};
}

} // namespace rlx::lm
