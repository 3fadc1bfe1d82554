// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Changes of one function where its structure can go wrong: attributes, types, operands, regions,
// ops taken away or brought in from other functions.
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

// What models are made of; as text, for each model has a context of its own.
struct Material {
  std::vector<std::string> functions;
  // The values that attributes of a name have somewhere.
  llvm::StringMap<std::vector<std::string>> attributes;
  std::vector<std::string> attributeNames;

  const std::string &anyFunction(Random &random) const {
    return functions[random() % functions.size()];
  }
  void addAttribute(mlir::NamedAttribute attribute);
  // A value of an attribute `name`; sometimes one of another attribute. Null if there is none.
  mlir::Attribute anyAttribute(mlir::StringAttr name, Random &random) const;
};

// Makes one to three changes. Verified by nobody.
void mutate(mlir::func::FuncOp function, const Material &material, Random &random);

} // namespace rlx::test

#endif // RLX_UNITTESTS_FUZZ_MUTATION_H
