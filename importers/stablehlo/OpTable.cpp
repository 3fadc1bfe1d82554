// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lookup of handlers and the printed tables; see OpTable.h.
#include "importers/stablehlo/OpTable.h"

#include "importers/stablehlo/StablehloImporter.h"

using namespace mlir;

namespace rlx {
namespace shlo {

const OpTable &OpTable::get() {
  static const OpTable table = [] {
    OpTable t;
    addElementwiseOps(t);
    addBitOps(t);
    addSpecialFunctions(t);
    addShapeOps(t);
    addContractionOps(t);
    addConvolutionOps(t);
    addReductionOps(t);
    addWindowOps(t);
    addSliceOps(t);
    addGatherOps(t);
    addScatterOps(t);
    addSortOps(t);
    addControlFlowOps(t);
    addComplexOps(t);
    addLinalgOps(t);
    addRandomOps(t);
    addRefusals(t);
    addDynamicOps(t); // the last: it marks handlers of others
    return t;
  }();
  return table;
}

void OpTable::allowDynamic(StringRef name) {
  auto it = handlers.find(name);
  if (it != handlers.end())
    it->second.isDynamic = true;
}

const Handler *OpTable::find(StringRef title) const {
  auto it = handlers.find(title);
  return it == handlers.end() ? nullptr : &it->second;
}

StringRef OpTable::reason(StringRef title) const {
  // A call's own reason, or that of all calls.
  auto it = refusals.find(title);
  return it == refusals.end() ? refusals.lookup(title.split(' ').first) : it->second;
}

void OpTable::print(raw_ostream &os) const {
  auto sorted = [](auto &map) {
    SmallVector<StringRef> names(map.keys());
    llvm::sort(names);
    return names;
  };
  os << "## Ops that are taken\n\n| op | refused forms |\n| --- | --- |\n";
  for (StringRef name : sorted(handlers))
    os << "| `" << name << "` | " << limits.lookup(name) << " |\n";
  os << "\n"
     << handlers.size() << " ops.\n\n## Ops that are refused\n\n| op | reason |\n| --- | --- |\n";
  for (StringRef name : sorted(refusals))
    os << "| `" << name << "` | " << refusals.lookup(name) << " |\n";
  os << "\nOther ops are refused by name, too.\n";
}

} // namespace shlo

void printStablehloOps(raw_ostream &os) {
  shlo::OpTable::get().print(os);
}

} // namespace rlx
