// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See Stats.h.
#include "tools/rlx-run/generate/Stats.h"

#include "runtime/base/StrCat.h"
#include "runtime/cpu/Processors.h"
#include "tools/rlx-run-rt/Text.h"
#include "tools/rlx-run/generate/ReadBandwidth.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

namespace rlx::run {
namespace {

size_t bytesOf(const gguf::TensorView &tensor) {
  size_t bytes = tensor.data.size();
  for (const gguf::TensorView &part : tensor.parts)
    bytes += bytesOf(part);
  return bytes;
}

// The part of the experts that a token uses.
double usedExperts(const gguf::Metadata &metadata) {
  const auto architecture = metadata.string("general.architecture");
  if (!architecture.ok())
    return 1;
  const auto all = metadata.integer(rt::strCat(*architecture, ".expert_count"), 0);
  const auto used = metadata.integer(rt::strCat(*architecture, ".expert_used_count"), 0);
  return all.ok() && used.ok() && *all > 0 && *used > 0
             ? static_cast<double>(*used) / static_cast<double>(*all)
             : 1;
}

constexpr double kGiga = 1e9;

} // namespace

size_t weightBytesOfToken(const gguf::ModelSource &source) {
  const bool isTied = !source.find("output.weight");
  const double used = usedExperts(source.metadata());
  size_t bytes = 0;
  for (const gguf::TensorView &tensor : source.tensors()) {
    const llvm::StringRef name(tensor.name.data(), tensor.name.size());
    if ((name == "token_embd.weight" && !isTied) || name == "per_layer_token_embd.weight")
      continue;
    const size_t all = bytesOf(tensor);
    bytes += name.contains("_exps.") ? static_cast<size_t>(static_cast<double>(all) * used) : all;
  }
  return bytes;
}

void Stats::printFirstToken(double seconds) const {
  if (!options.stats)
    return;
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
  llvm::errs() << "rlx-run: first token: "
               << llvm::format("%.2f s after the start\n", taken.count() - seconds);
}

void Stats::printWeights(const gguf::ModelSource &source, std::string_view device, size_t steps,
                         double seconds, size_t drafted) const {
  if (!options.stats || steps == 0 || drafted > 0)
    return;
  const size_t bytes = weightBytesOfToken(source);
  const double rate = static_cast<double>(bytes) * static_cast<double>(steps) / seconds / kGiga;
  llvm::errs() << "rlx-run: weights: " << bytesText(static_cast<int64_t>(bytes)) << " a token, "
               << llvm::format("%.1f GB/s", rate);
  const bool isOnCPU = device == "cpu";
  const unsigned threads = options.threads != 0 ? options.threads : rt::defaultThreads();
  if (const double most = isOnCPU ? readBandwidth(bytes, threads) / kGiga : 0; most > 0)
    llvm::errs() << llvm::format(" of %.1f (%.0f %%)", most, 100 * rate / most);
  llvm::errs() << "\n";
}

} // namespace rlx::run
