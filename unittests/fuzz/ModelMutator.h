// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Random models for fuzzing the compiler: functions of the conformance and dialect tests with
// structural changes. Attributes, types and operands change, and ops are removed or added.
#ifndef RLX_UNITTESTS_FUZZ_MODELMUTATOR_H
#define RLX_UNITTESTS_FUZZ_MODELMUTATOR_H

#include <string>
#include <vector>

#include "unittests/fuzz/Mutation.h"

namespace rlx::test {

class ModelMutator {
public:
  // Reads every function of the .mlir files below `folders`, except Inputs. Skips files that do not
  // parse (tests of errors).
  explicit ModelMutator(const std::vector<std::string> &folders);

  // The number of functions read.
  size_t size() const { return material.functions.size(); }

  // A module with one or two mutated functions, as a model that is not verified. It depends on
  // `seed` alone.
  mlir::OwningOpRef<mlir::ModuleOp> make(mlir::MLIRContext &context, uint64_t seed) const;

private:
  void readFile(const std::string &path);

  Material material;
};

} // namespace rlx::test

#endif // RLX_UNITTESTS_FUZZ_MODELMUTATOR_H
