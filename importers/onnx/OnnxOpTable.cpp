// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lookup of handlers and the printed table; see OnnxOpTable.h.
//
// The table is built once, from the add…Ops functions of the family files.
#include "importers/onnx/OnnxOpTable.h"

#include <algorithm>

#include "importers/onnx/OnnxImporter.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace rlx::onnxim;

namespace {

// "1 to 17", or "8, 10 to 17": adjacent ranges are merged.
std::string opsetsOf(llvm::ArrayRef<Handler> handlers) {
  llvm::SmallVector<std::pair<int, int>> ranges;
  for (const Handler &handler : handlers)
    ranges.emplace_back(handler.since, handler.until);
  llvm::sort(ranges);
  std::string text;
  for (size_t i = 0; i < ranges.size(); ++i) {
    auto [since, until] = ranges[i];
    while (i + 1 < ranges.size() && ranges[i + 1].first <= until + 1)
      until = std::max(until, ranges[++i].second);
    text += (text.empty() ? "" : ", ") + std::to_string(since) +
            (since == until ? "" : " to " + std::to_string(until));
  }
  return text;
}

// "2", "2 to 3", or "1 or more", over all operator sets.
std::string numInputsOf(llvm::ArrayRef<Handler> handlers) {
  unsigned least = kAnyNumber, most = 0;
  for (const Handler &handler : handlers) {
    least = std::min(least, handler.minInputs);
    most = std::max(most, handler.maxInputs);
  }
  if (most >= kSomeMissing)
    return std::to_string(least) + " or more";
  return std::to_string(least) + (least == most ? "" : " to " + std::to_string(most));
}

} // namespace

const OpTable &OpTable::get() {
  static const OpTable table = [] {
    OpTable t;
    addElementwiseOps(t);
    addConstantOps(t);
    addLinalgOps(t);
    addReductionOps(t);
    addNormalizationOps(t);
    addControlFlowOps(t);
    addConvOps(t);
    addShapeOps(t);
    addIndexOps(t);
    addResizeOps(t);
    addScanOps(t);
    addSpectralOps(t);
    addScatterOps(t);
    addLossOps(t);
    addQuantOps(t);
    addRecurrentOps(t);
    return t;
  }();
  return table;
}

void OpTable::add(llvm::StringRef op, Handler handler) {
  handlers[op].push_back(std::move(handler));
}

const Handler *OpTable::find(llvm::StringRef op, int64_t opset, std::string &supported,
                             int &newest) const {
  auto it = handlers.find(op);
  if (it == handlers.end())
    return nullptr;
  for (const Handler &handler : it->second) {
    if (handler.since <= opset && opset <= handler.until)
      return &handler;
    supported += (supported.empty() ? "opset " : ", ") + std::to_string(handler.since) + " to " +
                 std::to_string(handler.until);
    newest = std::max(newest, handler.until);
  }
  return nullptr;
}

void OpTable::print(llvm::raw_ostream &os) const {
  llvm::SmallVector<llvm::StringRef> names(handlers.keys());
  llvm::sort(names);
  os << "| operator | operator sets | inputs | refused |\n"
        "| --- | --- | --- | --- |\n";
  for (llvm::StringRef name : names) {
    llvm::ArrayRef<Handler> all = handlers.find(name)->second;
    os << "| `" << name << "` | " << opsetsOf(all) << " | " << numInputsOf(all) << " | "
       << limits.lookup(name) << " |\n";
  }
  os << "\n" << names.size() << " operators.\n";
}

void rlx::printOnnxOperators(llvm::raw_ostream &os) {
  OpTable::get().print(os);
}
