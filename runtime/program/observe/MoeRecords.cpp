// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Records of experts. A tap's tag is the layer whose ids are counted, or the number of layers plus
// the index of the capture.
//
// Counts of a failed run are dropped.
#include "runtime/program/observe/MoeRecords.h"

#include <algorithm>
#include <cstring>

#include "runtime/base/StrCat.h"
#include "runtime/program/model/MoeLayers.h"
#include "runtime/tensor/Convert.h"

namespace rlx::rt {

void OperandTaps::setTaps(std::vector<OperandTap> list, size_t numCommands) {
  std::vector<uint32_t> starts;
  if (!list.empty()) {
    std::sort(list.begin(), list.end(),
              [](const OperandTap &a, const OperandTap &b) { return a.command < b.command; });
    starts.assign(numCommands + 1, 0);
    for (const OperandTap &tap : list)
      ++starts[tap.command + 1];
    for (size_t i = 0; i < numCommands; ++i)
      starts[i + 1] += starts[i];
  }
  taps = std::move(list);
  begins = std::move(starts);
}

// --- residency and statistics

Status MoeRecords::checkHasLayers() const {
  if (!program->moeLayers.empty())
    return okStatus();
  return failedPrecondition(strCat(
      "model '", program->name,
      "' has no layers of experts: no grouped matrix product whose routing a run decides, among a "
      "number of experts that is static"));
}

Status MoeRecords::setResident(std::span<const uint8_t> mask) {
  RLX_RETURN_IF_ERROR(checkHasLayers());
  for (const MoeLayer &layer : program->moeLayers)
    if (layer.experts != mask.size())
      return invalidArgument(strCat("the mask has ", mask.size(), " entries, but layer ",
                                    &layer - program->moeLayers.data(), " has ", layer.experts,
                                    " experts; layers are ", listMoeLayers(*program)));
  return startCounting(
      std::vector(program->moeLayers.size(), std::vector<uint8_t>(mask.begin(), mask.end())));
}

Status MoeRecords::setResidentPerLayer(std::span<const std::span<const uint8_t>> given) {
  RLX_RETURN_IF_ERROR(checkHasLayers());
  if (given.size() != program->moeLayers.size())
    return invalidArgument(strCat("there are ", given.size(), " masks, but the model has ",
                                  program->moeLayers.size(),
                                  " layers of experts: ", listMoeLayers(*program)));
  std::vector<std::vector<uint8_t>> masks;
  for (size_t i = 0; i < given.size(); ++i) {
    if (given[i].size() != program->moeLayers[i].experts)
      return invalidArgument(strCat("mask ", i, " has ", given[i].size(), " entries, but layer ", i,
                                    " has ", program->moeLayers[i].experts, " experts; layers are ",
                                    listMoeLayers(*program)));
    masks.emplace_back(given[i].begin(), given[i].end());
  }
  return startCounting(std::move(masks));
}

Status MoeRecords::startCounting(std::vector<std::vector<uint8_t>> masks) {
  if (resident.empty()) {
    std::vector<std::vector<uint64_t>> zeros;
    std::vector<MoeLayerStatistics> layers(program->moeLayers.size());
    for (size_t i = 0; i < layers.size(); ++i)
      layers[i].hits = zeros.emplace_back(program->moeLayers[i].experts, 0);
    pending = std::move(zeros);
    totals.layers = std::move(layers);
  }
  setTaps(tapsFor(true, captures), program->main.size());
  counting = true;
  resident = std::move(masks);
  return okStatus();
}

Status MoeRecords::clearResident() {
  setTaps(tapsFor(false, captures), program->main.size());
  counting = false;
  return okStatus();
}

StatusOr<MoeStatistics> MoeRecords::takeStatistics() {
  RLX_RETURN_IF_ERROR(checkHasLayers());
  if (resident.empty())
    return failedPrecondition("nothing is counted yet: set resident experts first");
  MoeStatistics taken = totals;
  totals.runs = 0;
  for (MoeLayerStatistics &layer : totals.layers) {
    layer.residentTokens = layer.otherTokens = 0;
    std::fill(layer.hits.begin(), layer.hits.end(), 0);
  }
  return taken;
}

// Kernels check the ids in RLX's own programs. Other programs may have any ids.
void MoeRecords::count(size_t layer, DType dtype, const void *data, int64_t elements) {
  constexpr int64_t chunk = 256;
  std::vector<uint64_t> &hits = pending[layer];
  const auto experts = static_cast<int64_t>(hits.size());
  const auto *at = static_cast<const std::byte *>(data);
  for (int64_t done = 0; done < elements; done += chunk) {
    int64_t ids[chunk];
    const int64_t size = std::min(chunk, elements - done);
    convertElements(DType::I64, ids, dtype, at + done * byteSize(dtype), size);
    for (int64_t id : std::span(ids, static_cast<size_t>(size))) {
      id += id < 0 ? experts : 0;
      if (id >= 0 && id < experts)
        ++hits[static_cast<size_t>(id)];
    }
  }
}

// --- choices of routers

StatusOr<std::vector<uint32_t>> MoeRecords::enableCapture(int64_t experts) {
  RLX_RETURN_IF_ERROR(checkHasLayers());
  std::vector<uint32_t> without;
  std::vector<Capture> fresh;
  bool found = false;
  for (uint32_t i = 0; i < program->moeLayers.size(); ++i) {
    const MoeLayer &layer = program->moeLayers[i];
    if (layer.experts != experts)
      continue;
    found = true;
    if (!layer.chosen) {
      without.push_back(i);
      continue;
    }
    fresh.emplace_back().layer = i;
    fresh.back().loops = loopsAround(*program, layer.chosen->command);
  }
  if (!found)
    return invalidArgument(
        strCat("no layer has ", experts, " experts; layers are ", listMoeLayers(*program)));
  if (fresh.empty())
    return unsupported(strCat("what routers choose among ", experts,
                              " experts cannot be seen; layers are ", listMoeLayers(*program)));
  setTaps(tapsFor(counting, fresh), program->main.size());
  captures = std::move(fresh);
  capturedExperts = experts;
  hasCapture = false;
  return without;
}

Status MoeRecords::disableCapture() {
  setTaps(tapsFor(counting, {}), program->main.size());
  captures.clear();
  capturedExperts = 0;
  hasCapture = false;
  return okStatus();
}

StatusOr<std::vector<MoeChoice>> MoeRecords::takeCapture() {
  if (captures.empty())
    return failedPrecondition("what routers choose is not captured: enable it first");
  if (!hasCapture)
    return failedPrecondition("there was no successful run since capture was enabled or taken");
  std::vector<MoeChoice> choices;
  for (Capture &capture : captures) {
    const MoeLayer &layer = program->moeLayers[capture.layer];
    capture.dims[1] = layer.perRow;
    capture.dims[0] = capture.bytes / (int64_t(byteSize(layer.chosen->dtype)) * layer.perRow);
    choices.push_back({capture.layer, {layer.chosen->dtype, capture.dims, capture.memory.data()}});
  }
  hasCapture = false;
  return choices;
}

// Allocates memory for all iterations of the loops around the router.
Status MoeRecords::reserve(Capture &capture, const Plan &plan) {
  const ExpertIds &ids = *program->moeLayers[capture.layer].chosen;
  int64_t bytes = plan.ranges[program->main[ids.command].buffers[ids.operand]].size;
  bool tooMuch = false;
  for (uint32_t loop : capture.loops)
    tooMuch |= __builtin_mul_overflow(
        bytes, std::max<int64_t>(plan.dims[plan.commands[loop].dimsBegin], 0), &bytes);
  if (tooMuch || !capture.memory.reserve(static_cast<size_t>(bytes)))
    return outOfMemory(
        strCat("no memory to capture what the router of layer ", capture.layer, " chooses"));
  capture.bytes = 0;
  return okStatus();
}

// --- a run

std::vector<OperandTap> MoeRecords::tapsFor(bool counts, std::span<const Capture> captured) const {
  std::vector<OperandTap> taps;
  const std::vector<MoeLayer> &layers = program->moeLayers;
  const auto numLayers = static_cast<uint32_t>(layers.size());
  for (uint32_t i = 0; counts && i < numLayers; ++i)
    for (const ExpertIds &ids : layers[i].used)
      taps.push_back({ids.command, ids.operand, ids.dtype, i});
  for (uint32_t i = 0; i < captured.size(); ++i) {
    const ExpertIds &ids = *layers[captured[i].layer].chosen;
    taps.push_back({ids.command, ids.operand, ids.dtype, numLayers + i});
  }
  return taps;
}

StatusOr<OperandTaps *> MoeRecords::begin(const Plan &plan) {
  if (!counting && captures.empty())
    return nullptr;
  for (Capture &capture : captures)
    RLX_RETURN_IF_ERROR(reserve(capture, plan));
  hasCapture = false;
  if (counting)
    for (std::vector<uint64_t> &hits : pending)
      std::fill(hits.begin(), hits.end(), 0);
  return this;
}

void MoeRecords::onOperand(const OperandTap &tap, const void *data, int64_t bytes) {
  if (bytes <= 0)
    return;
  if (tap.tag < program->moeLayers.size())
    return count(tap.tag, tap.dtype, data, bytes / byteSize(tap.dtype));
  Capture &capture = captures[tap.tag - program->moeLayers.size()];
  if (bytes > static_cast<int64_t>(capture.memory.size()) - capture.bytes)
    return;
  std::memcpy(capture.memory.data() + capture.bytes, data, static_cast<size_t>(bytes));
  capture.bytes += bytes;
}

void MoeRecords::finish() {
  hasCapture = !captures.empty();
  if (!counting)
    return;
  ++totals.runs;
  for (size_t i = 0; i < pending.size(); ++i) {
    MoeLayerStatistics &layer = totals.layers[i];
    for (size_t expert = 0; expert < pending[i].size(); ++expert) {
      const uint64_t hits = pending[i][expert];
      layer.hits[expert] += hits;
      (resident[i][expert] ? layer.residentTokens : layer.otherTokens) += hits;
    }
  }
}

Status MoeRecords::copySettings(const MoeRecords &other) {
  if (other.counting)
    RLX_RETURN_IF_ERROR(startCounting(other.resident));
  if (!other.captures.empty())
    RLX_RETURN_IF_ERROR(enableCapture(other.capturedExperts).status());
  return okStatus();
}

int64_t MoeRecords::bytes() const {
  size_t sum = 0;
  for (const Capture &capture : captures)
    sum += capture.memory.size();
  return static_cast<int64_t>(sum);
}

} // namespace rlx::rt
