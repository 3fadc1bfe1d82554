// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A random model: a function in the form that models have (rlx.kind, rlx.name, rlx.dims), and data
// for one or more runs of it, with different sizes where sizes are dynamic.
#ifndef RLX_UNITTESTS_PROPERTY_GRAPH_H
#define RLX_UNITTESTS_PROPERTY_GRAPH_H

#include <optional>
#include <string>
#include <vector>

#include "dialects/rlx/reference/RefTensor.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace rlx::property {

struct Graph {
  struct Argument {
    std::string name;
    bool isParam;
    std::vector<ref::Tensor> values; // one per run; equal for a param
  };

  mlir::OwningOpRef<mlir::ModuleOp> module; // one function, @main
  std::vector<Argument> arguments;          // in the function's order
  unsigned numRuns = 1;

  mlir::func::FuncOp function() const {
    return module.get().lookupSymbol<mlir::func::FuncOp>("main");
  }
  llvm::SmallVector<ref::Tensor> values(unsigned run) const;
  Graph clone() const;
  // Erases unused ops, then unused arguments.
  void dropUnused();
  // As text that rlx-check runs, with the arguments as check.literal ops of one run's values.
  std::string asConformanceFile(unsigned run) const;
};

// The graph of a seed, which is always the same. If there is a favourite maker, most of its ops
// come from it.
Graph generate(mlir::MLIRContext *context, uint64_t seed,
               std::optional<size_t> favourite = std::nullopt);
size_t numMakers();

} // namespace rlx::property

#endif // RLX_UNITTESTS_PROPERTY_GRAPH_H
