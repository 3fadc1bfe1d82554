// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See StepModel.h.
#include "lm/StepModel.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "lm/Context.h"
#include "runtime/base/StrCat.h"
#include "runtime/program/model/ExprEval.h"

namespace rlx::lm {
namespace {

using rt::TensorSpec;

constexpr std::string_view kStep = "the model is no step of a language model: ";
constexpr std::string_view kIndices[] = {"tokens", "positions", "rows"};
constexpr std::string_view kSlots = "slots";
constexpr std::string_view kBlocks[] = {"block_table", "query_starts", "key_lengths"};

constexpr std::string_view kAdapters = "lora."; // inputs and params

bool isInput(std::string_view name) {
  return name.starts_with(kAdapters) || std::ranges::find(kIndices, name) != std::end(kIndices) ||
         name == kSlots || std::ranges::find(kBlocks, name) != std::end(kBlocks);
}

rt::StatusOr<size_t> find(const std::vector<TensorSpec> &specs, std::string_view name,
                          rt::DType dtype) {
  const auto found = std::find_if(specs.begin(), specs.end(),
                                  [&](const TensorSpec &spec) { return spec.name == name; });
  if (found == specs.end() || found->dtype != dtype)
    return rt::invalidArgument(rt::strCat(kStep, "it has no ", rt::name(dtype), " '", name, "'"));
  return static_cast<size_t>(found - specs.begin());
}

} // namespace

rt::StatusOr<std::shared_ptr<StepModel>> StepModel::create(rt::Executable &executable,
                                                           int64_t context) {
  if (context < 1 || context > std::numeric_limits<int32_t>::max())
    return rt::invalidArgument(
        rt::strCat("a context must have from 1 to 2^31 - 1 tokens, got ", context));
  std::shared_ptr<StepModel> model(new StepModel(executable, context));
  RLX_RETURN_IF_ERROR(model->findNames());
  RLX_RETURN_IF_ERROR(model->checkFree());
  if (model->hasBlocks)
    model->pool = BlockPool(blocksFor(static_cast<size_t>(context)));
  RLX_RETURN_IF_ERROR(model->bindCaches());
  return model;
}

rt::Status StepModel::findNames() {
  const rt::Program &program = executable->program();
  for (const std::string_view name : kIndices)
    RLX_RETURN_IF_ERROR(find(program.inputs, name, rt::DType::I64).status());
  hasBlocks = find(program.inputs, kSlots, rt::DType::I64).ok();
  for (const std::string_view name : kBlocks)
    if (hasBlocks)
      RLX_RETURN_IF_ERROR(find(program.inputs, name, rt::DType::I32).status());
  RLX_RETURN_IF_ERROR(findAdapters());
  RLX_ASSIGN_OR_RETURN(logits, find(program.outputs, "logits", rt::DType::F32));
  if (program.outputs[logits].shape.size() != 2)
    return rt::invalidArgument(
        rt::strCat(kStep, "'logits' has rank ", program.outputs[logits].shape.size(), ", not 2"));
  if (auto found = find(program.outputs, "hidden", rt::DType::F32);
      found.ok() && program.outputs[*found].shape.size() == 2 &&
      rt::isStatic(program.outputs[*found].shape.back()))
    hidden = *found;
  return findCaches();
}

rt::Status StepModel::findAdapters() {
  const rt::Program &program = executable->program();
  const auto nameOf = [](size_t adapter, std::string_view end) {
    return rt::strCat(kAdapters, adapter, ".", end);
  };
  std::vector<size_t> scales; // params
  for (auto found = find(program.params, nameOf(0, "scale"), rt::DType::F32); found.ok();
       found = find(program.params, nameOf(scales.size(), "scale"), rt::DType::F32))
    scales.push_back(*found);
  adapterCount = scales.size();
  if (!hasBlocks || scales.empty())
    return rt::okStatus();
  RLX_ASSIGN_OR_RETURN(const rt::ModelWeights weights, executable->shareWeights());
  for (size_t i = 0; i < scales.size(); ++i) {
    const rt::Tensor &own = weights.params[scales[i]];
    Adapter adapter;
    adapter.isOff = weights.states[scales[i]] == rt::ModelWeights::State::Set &&
                    *static_cast<const float *>(own.data()) == 0;
    for (AdaptedRows *each : {&adapter.tokens, &adapter.results}) {
      const std::string_view prefix = each == &adapter.tokens ? "" : "result_";
      each->rowsName = nameOf(i, rt::strCat(prefix, "rows"));
      each->scalesName = nameOf(i, rt::strCat(prefix, "scales"));
      RLX_RETURN_IF_ERROR(find(program.inputs, each->rowsName, rt::DType::I64).status());
      RLX_RETURN_IF_ERROR(find(program.inputs, each->scalesName, rt::DType::F32).status());
    }
    adapters.push_back(std::move(adapter));
  }
  return rt::okStatus();
}

rt::Status StepModel::checkScales(std::span<const float> scales) const {
  if (scales.empty())
    return rt::okStatus();
  if (scales.size() != adapterCount)
    return rt::invalidArgument(rt::strCat("there are scales of ", scales.size(),
                                          " adapters, but the model has ", adapterCount));
  if (!hasBlocks)
    return rt::unsupported("the caches of the executable are contiguous: the scales of adapters "
                           "are params 'lora.N.scale', the same for all texts; compile the model "
                           "with paged caches (cache_layout \"paged\") for adapters by request");
  const auto wrong =
      std::ranges::find_if(scales, [](float scale) { return !std::isfinite(scale); });
  if (wrong == scales.end())
    return rt::okStatus();
  return rt::invalidArgument(
      rt::strCat("the scale of adapter ", wrong - scales.begin(), " is not finite"));
}

bool StepModel::isRecurrent(const rt::Program &program) {
  return std::ranges::any_of(program.inputs, [](const TensorSpec &spec) {
    return !isInput(spec.name) && spec.shape.size() == 2; // caches have heads
  });
}

rt::Status StepModel::findCaches() {
  const rt::Program &program = executable->program();
  hasWholeStates = isRecurrent(program);
  for (size_t input = 0; input < program.inputs.size(); ++input) {
    const TensorSpec &spec = program.inputs[input];
    if (isInput(spec.name))
      continue;
    RLX_ASSIGN_OR_RETURN(const size_t output, find(program.outputs, spec.name, spec.dtype));
    caches.emplace_back(input, output);
    if (!hasBlocks)
      continue;
    const bool isPagedCache = spec.shape.size() == 4 && rt::isStatic(spec.shape[2]);
    if (!isPagedCache || *rt::evaluate(spec.shape[2], {}) != static_cast<int64_t>(kBlockTokens))
      return rt::invalidArgument(rt::strCat(kStep, "its cache '", spec.name,
                                            "' does not consist of blocks of ", kBlockTokens,
                                            " tokens"));
  }
  return rt::okStatus();
}

void StepModel::Release::operator()(rt::Executable *executable) const {
  for (const std::string &cache : caches)
    (void)executable->unbindHandle(cache); // fails only for one that is not bound
}

rt::Status StepModel::checkFree() const {
  for (const auto &[input, output] : caches) {
    const std::string &name = executable->program().inputs[input].name;
    if (executable->hasHandle(name) || executable->hasDeviceHandle(name))
      return rt::failedPrecondition(
          rt::strCat("the executable is in use by another text, since its cache '", name,
                     "' is bound; free the other one first, or take a clone of the executable"));
  }
  return rt::okStatus();
}

rt::Status StepModel::checkRoom(size_t tokens) const {
  if (tokens <= static_cast<size_t>(contextSize))
    return rt::okStatus();
  return rt::outOfRange(
      rt::strCat("the context has ", contextSize, " tokens, but the text has ", tokens));
}

rt::Status StepModel::checkTakesSeveral(bool isRecurrent) {
  if (isRecurrent)
    return rt::unsupported("the model is recurrent: its states are for one text, so several "
                           "requests at the same time are not supported");
  return rt::okStatus();
}

rt::Status StepModel::checkTakesSeveral() const {
  if (hasBlocks)
    return rt::okStatus();
  RLX_RETURN_IF_ERROR(checkTakesSeveral(hasWholeStates));
  return rt::unsupported("the caches of the executable are contiguous, for one text; compile the "
                         "model with paged caches (cache_layout \"paged\") for several requests "
                         "at the same time");
}

rt::Status StepModel::reserve(int64_t wanted) {
  RLX_RETURN_IF_ERROR(checkTakesSeveral());
  if (pool.available() < pool.size())
    return rt::failedPrecondition("requests are running; wait for them before caches are reserved");
  RLX_RETURN_IF_ERROR(checkCacheTokens(wanted, contextSize));
  pool = BlockPool(blocksFor(static_cast<size_t>(wanted)));
  ++losses;
  isBroken = true; // until they are bound
  RLX_RETURN_IF_ERROR(bindCaches());
  isBroken = false;
  return rt::okStatus();
}

void StepModel::loseContent() {
  isBroken = true;
  ++losses;
  pool.clear();
}

int64_t StepModel::vocabularySize() const {
  const rt::Expr &size = executable->program().outputs[logits].shape.back();
  return rt::isStatic(size) ? *rt::evaluate(size, {}) : -1;
}

int64_t StepModel::hiddenSize() const {
  return hidden ? *rt::evaluate(executable->program().outputs[*hidden].shape.back(), {}) : 0;
}

rt::StatusOr<size_t> StepModel::findOutput(Output output) const {
  if (output == Output::Logits)
    return logits;
  if (hidden)
    return *hidden;
  return rt::unsupported("the executable has no output 'hidden'; compile the model with this "
                         "version of RLX");
}

void StepModel::fillInputs(std::span<const StepText> texts) {
  tokens.clear();
  positions.clear();
  rows.clear();
  for (const StepText &text : texts) {
    for (size_t i = 0; i < text.tokens.size(); ++i) {
      tokens.push_back(text.tokens[i]);
      positions.push_back(static_cast<int64_t>(text.length + i));
    }
    for (size_t i = text.rows; i > 0; --i)
      rows.push_back(static_cast<int64_t>(tokens.size() - i));
  }
  if (rows.empty()) // the executable gives a row at least
    rows.push_back(static_cast<int64_t>(tokens.size()) - 1);
}

void StepModel::fillBlocks(std::span<const StepText> texts) {
  // As wide for all steps, so that they have one plan.
  const size_t width = blocksFor(static_cast<size_t>(contextSize));
  slots.clear();
  table.assign(texts.size() * width, 0);
  starts.assign(1, 0);
  lengths.clear();
  for (size_t number = 0; number < texts.size(); ++number) {
    const StepText &text = texts[number];
    const size_t end = text.length + text.tokens.size();
    std::copy_n(text.blocks.begin(), blocksFor(end),
                table.begin() + static_cast<std::ptrdiff_t>(number * width));
    for (size_t i = text.length; i < end; ++i)
      slots.push_back(static_cast<int64_t>(
          static_cast<size_t>(text.blocks[i / kBlockTokens]) * kBlockTokens + i % kBlockTokens));
    starts.push_back(starts.back() + static_cast<int32_t>(text.tokens.size()));
    lengths.push_back(static_cast<int32_t>(end));
  }
}

void StepModel::fillAdapters(std::span<const StepText> texts) {
  for (size_t number = 0; number < adapters.size(); ++number) {
    Adapter &adapter = adapters[number];
    for (AdaptedRows *each : {&adapter.tokens, &adapter.results}) {
      each->rows.clear();
      each->scales.clear();
      int64_t row = 0;
      for (const StepText &text : texts) {
        const bool hasOwn = !text.scales.empty();
        const size_t count = each == &adapter.tokens ? text.tokens.size() : text.rows;
        const bool isUsed = hasOwn ? text.scales[number] != 0 : !adapter.isOff;
        for (size_t i = 0; i < count; ++i, ++row)
          if (isUsed) {
            each->rows.push_back(row);
            each->scales.push_back(hasOwn ? text.scales[number]
                                          : std::numeric_limits<float>::quiet_NaN());
          }
      }
      each->count = {static_cast<int64_t>(each->rows.size())};
    }
  }
}

rt::StatusOr<Rows> StepModel::run(std::span<const StepText> texts, Output output) {
  Rows result;
  RLX_RETURN_IF_ERROR(run(texts, {&output, 1}, {&result, 1}));
  return result;
}

rt::Status StepModel::run(std::span<const StepText> texts, std::span<const Output> outputs,
                          std::span<Rows> results) {
  std::array<size_t, 2> indices{};
  for (size_t i = 0; i < outputs.size(); ++i) {
    RLX_ASSIGN_OR_RETURN(indices.at(i), findOutput(outputs[i]));
  }
  rt::Status status = runOutputs(texts, std::span(indices).first(outputs.size()), results);
  if (!status.ok())
    loseContent();
  return status;
}

rt::Status StepModel::runOutputs(std::span<const StepText> texts, std::span<const size_t> outputs,
                                 std::span<Rows> results) {
  fillInputs(texts);
  const std::array<int64_t, 1> count = {static_cast<int64_t>(tokens.size())},
                               wanted = {static_cast<int64_t>(rows.size())},
                               sequences = {static_cast<int64_t>(texts.size())},
                               ends = {sequences[0] + 1};
  std::array<int64_t, 2> tableShape{};
  inputs.assign({{"tokens", {rt::DType::I64, count, tokens.data()}},
                 {"positions", {rt::DType::I64, count, positions.data()}},
                 {"rows", {rt::DType::I64, wanted, rows.data()}}});
  if (hasBlocks) {
    fillBlocks(texts);
    tableShape = {sequences[0], static_cast<int64_t>(table.size() / texts.size())};
    inputs.push_back({"slots", {rt::DType::I64, count, slots.data()}});
    inputs.push_back({"block_table", {rt::DType::I32, tableShape, table.data()}});
    inputs.push_back({"query_starts", {rt::DType::I32, ends, starts.data()}});
    inputs.push_back({"key_lengths", {rt::DType::I32, sequences, lengths.data()}});
  }
  fillAdapters(texts);
  for (const Adapter &adapter : adapters)
    for (const AdaptedRows *each : {&adapter.tokens, &adapter.results}) {
      inputs.push_back({each->rowsName, {rt::DType::I64, each->count, each->rows.data()}});
      inputs.push_back({each->scalesName, {rt::DType::F32, each->count, each->scales.data()}});
    }
  RLX_RETURN_IF_ERROR(restoreAdapter());
  if (isBroken) {
    RLX_RETURN_IF_ERROR(bindCaches());
    isBroken = false;
  }
  RLX_RETURN_IF_ERROR(growCaches(texts));
  RLX_ASSIGN_OR_RETURN(const auto made, executable->runReadOutputs(inputs, outputs));
  for (size_t i = 0; i < made.size(); ++i) {
    RLX_ASSIGN_OR_RETURN(results[i], rowsOf(made[i]));
  }
  return rt::okStatus();
}

rt::StatusOr<Rows> StepModel::rowsOf(const rt::TensorView &result) const {
  if (result.shape.front() != static_cast<int64_t>(rows.size()))
    return rt::invalidArgument(
        rt::strCat(kStep, "it gives ", result.shape.front(), " rows, not ", rows.size()));
  const auto width = static_cast<size_t>(result.shape.back());
  return Rows{std::span(result.as<float>(), rows.size() * width), width};
}

} // namespace rlx::lm
