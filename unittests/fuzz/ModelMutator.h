// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Random models for fuzzing the compiler: functions of the conformance and dialect tests, changed
// where a structure can go wrong: attributes, types, operands, ops taken away or brought in.
#ifndef RLX_UNITTESTS_FUZZ_MODELMUTATOR_H
#define RLX_UNITTESTS_FUZZ_MODELMUTATOR_H

#include <string>
#include <vector>

#include "unittests/fuzz/Mutation.h"

namespace rlx::test {

class ModelMutator {
public:
  // Reads every function of the .mlir files below `folders`, but for Inputs. What does not parse (a
  // test of errors) is left out.
  explicit ModelMutator(const std::vector<std::string> &folders);

  // How many functions were read.
  size_t size() const { return material.functions.size(); }

  // A module with one changed function, or two, as a model: verified by nobody yet. Decided by
  // `seed` alone.
  mlir::OwningOpRef<mlir::ModuleOp> make(mlir::MLIRContext &context, uint64_t seed) const;

private:
  void readFile(const std::string &path);

  Material material;
};

} // namespace rlx::test

#endif // RLX_UNITTESTS_FUZZ_MODELMUTATOR_H
