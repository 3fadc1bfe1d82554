// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Maps ops of StableHLO and CHLO to handlers. Each family file adds its own.
//
//   table.add("stablehlo.tanh", importTanh, {1});   one operand, one result, no region
#ifndef RLX_IMPORTERS_STABLEHLO_OPTABLE_H
#define RLX_IMPORTERS_STABLEHLO_OPTABLE_H

#include <functional>

#include "importers/stablehlo/Importing.h"
#include "llvm/ADT/StringMap.h"

namespace rlx::shlo {

inline constexpr int kAny = -1;

// How many operands, results and regions an op has. The importer checks them before the handler.
struct Arity {
  int operands = 0, results = 1, regions = 0;
};

struct Handler {
  std::function<void(Node &)> import; // sets the results, or fails the op
  Arity arity;
  // The result's elements each depend on one element of every operand, so that the handler also
  // serves tensors of another shape than that of the declared types.
  bool isElementwise = false;
  // Takes operands with dynamic sizes.
  bool isDynamic = false;
};

class OpTable {
public:
  // The table of all families, built once.
  static const OpTable &get();

  void add(llvm::StringRef name, std::function<void(Node &)> import, Arity arity) {
    handlers[name] = {std::move(import), arity, false, false};
  }
  void addElementwise(llvm::StringRef name, std::function<void(Node &)> import, int operands,
                      int results = 1) {
    handlers[name] = {std::move(import), {operands, results}, true, true};
  }
  // A target of stablehlo.custom_call.
  void addCall(llvm::StringRef target, std::function<void(Node &)> import, int operands,
               int results) {
    add(("stablehlo.custom_call @" + target).str(), std::move(import), {operands, results, kAny});
  }
  // A handler in the table takes operands with dynamic sizes.
  void allowDynamic(llvm::StringRef name);
  // The forms that a handler refuses, briefly, for the printed table.
  void limit(llvm::StringRef name, llvm::StringRef refused) { limits[name] = refused; }
  // An op that is refused, with the reason and what to do instead.
  void refuse(llvm::StringRef name, llvm::StringRef reason) { refusals[name] = reason; }

  // By the op's title (titleOf); nullptr if there is none.
  const Handler *find(llvm::StringRef title) const;
  // Why an op without a handler is refused; "" if nothing is known of it.
  llvm::StringRef reason(llvm::StringRef title) const;
  void print(llvm::raw_ostream &os) const;

private:
  llvm::StringMap<Handler> handlers;
  llvm::StringMap<llvm::StringRef> limits, refusals; // string literals
};

void addElementwiseOps(OpTable &table);
void addBitOps(OpTable &table);
void addSpecialFunctions(OpTable &table);
void addShapeOps(OpTable &table);
void addContractionOps(OpTable &table);
void addConvolutionOps(OpTable &table);
void addReductionOps(OpTable &table);
void addWindowOps(OpTable &table);
void addSliceOps(OpTable &table);
void addGatherOps(OpTable &table);
void addScatterOps(OpTable &table);
void addSortOps(OpTable &table);
void addControlFlowOps(OpTable &table);
void addComplexOps(OpTable &table);
void addLinalgOps(OpTable &table);
void addRandomOps(OpTable &table);
void addDynamicOps(OpTable &table);
void addRefusals(OpTable &table);

} // namespace rlx::shlo

#endif // RLX_IMPORTERS_STABLEHLO_OPTABLE_H
