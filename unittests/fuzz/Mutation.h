// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Structural changes of one function: attributes, types, operands, regions, removed ops and ops
// from other functions.
#ifndef RLX_UNITTESTS_FUZZ_MUTATION_H
#define RLX_UNITTESTS_FUZZ_MUTATION_H

#include <random>
#include <string>
#include <vector>

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/StringMap.h"

namespace rlx::test {

using Random = std::mt19937_64;

// Parts of models, as text because each model has its own context.
struct Material {
  std::vector<std::string> functions;
  // The values of each attribute name in any function.
  llvm::StringMap<std::vector<std::string>> attributes;
  std::vector<std::string> attributeNames;

  const std::string &anyFunction(Random &random) const {
    return functions[random() % functions.size()];
  }
  void addAttribute(mlir::NamedAttribute attribute);
  // A value of the attribute `name`, or sometimes of another attribute. Null if there is none.
  mlir::Attribute anyAttribute(mlir::StringAttr name, Random &random) const;
};

// Makes one to three changes. Does not verify the result.
void mutate(mlir::func::FuncOp function, const Material &material, Random &random);

} // namespace rlx::test

#endif // RLX_UNITTESTS_FUZZ_MUTATION_H
