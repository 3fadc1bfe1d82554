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

// "2", "2 to 3", or "1 or more": in the supported operator sets.
std::string numInputsOf(llvm::StringRef name, llvm::StringRef domain, llvm::ArrayRef<int> opsets) {
  unsigned minInputs = ~0u, maxInputs = 0;
  bool isOpen = false;
  for (int opset : opsets) {
    const OpSchema &schema = *findSchema(domain, name, opset);
    minInputs = std::min(minInputs, schema.minInputs);
    maxInputs = std::max(maxInputs, schema.maxInputs);
    isOpen |= !schema.inputs.empty() && schema.inputs.back().option == FormalParameter::Variadic;
  }
  if (isOpen)
    return std::to_string(minInputs) + " or more";
  return std::to_string(minInputs) +
         (minInputs == maxInputs ? "" : " to " + std::to_string(maxInputs));
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
    addBranchOps(t);
    addControlFlowOps(t);
    addConvOps(t);
    addShapeOps(t);
    addIndexOps(t);
    addResizeOps(t);
    addDeterminantOps(t);
    addNgramOps(t);
    addRandomOps(t);
    addRearrangeOps(t);
    addRoiOps(t);
    addSamplingOps(t);
    addScanOps(t);
    addSelectOps(t);
    addSpectralOps(t);
    addScatterOps(t);
    addListOps(t);
    addLossOps(t);
    addQuantOps(t);
    addRecurrentOps(t);
    addTransformerOps(t);
    addSequenceOps(t);
    addStringOps(t);
    addFlexAttentionOps(t);
    addTrainingOps(t);
    addMlLinearOps(t);
    addMlSvmOps(t);
    addImageOps(t);
    addMlTreeOps(t);
    addMlLabelOps(t);
    addFusedOps(t);
    addSkipNormOps(t);
    addContribAttentionOps(t);
    addGroupQueryOps(t);
    addBlockQuantOps(t);
    addContribQuantOps(t);
    addExpertOps(t);
    return t;
  }();
  return table;
}

void OpTable::add(llvm::StringRef op, Handler handler, llvm::StringRef domain) {
  handlers[keyOf(op, domain)].push_back(std::move(handler));
}

const Handler *OpTable::find(const OpSchema &schema) const {
  auto it = handlers.find(keyOf(schema.name, schema.domain));
  if (it == handlers.end())
    return nullptr;
  // A deprecated version is no form of those before it.
  const int form = schema.isDeprecated ? schema.since : schema.form;
  for (const Handler &handler : it->second)
    if (handler.since <= schema.since && form <= handler.until)
      return &handler;
  return nullptr;
}

llvm::SmallVector<int> OpTable::supportedOpsets(llvm::StringRef op, llvm::StringRef domain) const {
  llvm::SmallVector<int> opsets;
  for (int opset = 1; opset <= newestOpset(domain); ++opset)
    if (const OpSchema *schema = findSchema(domain, op, opset); schema && find(*schema))
      opsets.push_back(opset);
  return opsets;
}

std::string OpTable::opsetsOf(llvm::StringRef op, llvm::StringRef domain) const {
  llvm::SmallVector<int> opsets = supportedOpsets(op, domain);
  std::string text;
  for (size_t i = 0, last; i < opsets.size(); i = last + 1) {
    last = i;
    while (last + 1 < opsets.size() && opsets[last + 1] == opsets[last] + 1)
      ++last;
    text += (text.empty() ? "" : ", ") + std::to_string(opsets[i]) +
            (last == i ? "" : " to " + std::to_string(opsets[last]));
  }
  return text;
}

int OpTable::advisedOpset(llvm::StringRef op, llvm::StringRef domain) const {
  const int usual = domain.empty() ? 17 : newestOpset(domain); // every exporter has 17
  llvm::SmallVector<int> opsets = supportedOpsets(op, domain);
  auto distance = [=](int opset) { return std::abs(opset - usual); };
  return *llvm::min_element(opsets,
                            [&](int lhs, int rhs) { return distance(lhs) < distance(rhs); });
}

void OpTable::print(llvm::raw_ostream &os) const {
  llvm::SmallVector<llvm::StringRef> names(handlers.keys());
  llvm::sort(names);
  os << "| operator | operator sets | inputs | refused |\n"
        "| --- | --- | --- | --- |\n";
  for (llvm::StringRef key : names) {
    auto [domain, name] = key.contains('.') ? key.rsplit('.') : std::pair(llvm::StringRef(), key);
    os << "| `" << key << "` | " << opsetsOf(name, domain) << " | "
       << numInputsOf(name, domain, supportedOpsets(name, domain)) << " | " << limits.lookup(key)
       << " |\n";
  }
  os << "\n" << names.size() << " operators.\n";
}

void rlx::printOnnxOperators(llvm::raw_ostream &os) {
  OpTable::get().print(os);
}
