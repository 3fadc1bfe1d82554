// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes tests that run without a compiler: folders with a package, tensors and expectations
// (tools/rlx-check-rt/TestFolder.h).
//
// A machine with a GPU, but without the compiler, runs them with rlx-check-rt.
#ifndef RLX_TOOLS_RLX_CHECK_TESTPACKAGE_H
#define RLX_TOOLS_RLX_CHECK_TESTPACKAGE_H

#include <optional>
#include <string>
#include <vector>

#include "dialects/rlx/reference/Compare.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

namespace rlx::check {

// A model whose results are named out0, out1, …, and the runs that test it.
struct TestPackage {
  struct Named {
    std::string name;
    ref::Tensor value;
  };
  struct Expected {
    ref::Tensor value;
    ref::Tolerance tolerance;
    // The expected value if subnormal values are flushed, if it differs.
    std::optional<ref::Tensor> flushed;
  };
  struct Run {
    std::vector<Named> inputs;
    std::vector<Expected> outputs;
  };
  std::vector<Named> params;
  std::vector<Run> runs;
};

// Compiles `module`, which is not changed, for the Vulkan device `profile`, and writes the folder.
llvm::Error writeTestPackage(mlir::ModuleOp module, const TestPackage &test,
                             llvm::StringRef profile, const std::string &folder);

// Writes a conformance function as such a test: its results and the values with expectations are
// compared with the reference's. Returns false, and writes nothing, if the function has user
// kernels, which a package does not contain.
llvm::Expected<bool> exportFunction(mlir::func::FuncOp function, llvm::StringRef profile,
                                    const std::string &folder);

} // namespace rlx::check

#endif // RLX_TOOLS_RLX_CHECK_TESTPACKAGE_H
