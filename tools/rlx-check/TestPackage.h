// Tests as folders that run where no compiler is: a package, tensors, and what is expected
// (tools/rlx-check-rt/TestFolder.h).
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
    // What it may be where subnormal numbers are lost, if that is something else.
    std::optional<ref::Tensor> flushed;
  };
  struct Run {
    std::vector<Named> inputs;
    std::vector<Expected> outputs;
  };
  std::vector<Named> params;
  std::vector<Run> runs;
};

// Compiles `module`, which is left alone, for the Vulkan device `profile` and writes the folder.
llvm::Error writeTestPackage(mlir::ModuleOp module, const TestPackage &test,
                             llvm::StringRef profile, const std::string &folder);

// A conformance function as such a test: its results and what it expects something of are compared
// with the reference's values. False if a kernel of the user computes something, which a package
// does not have: then nothing is written.
llvm::Expected<bool> exportFunction(mlir::func::FuncOp function, llvm::StringRef profile,
                                    const std::string &folder);

} // namespace rlx::check

#endif // RLX_TOOLS_RLX_CHECK_TESTPACKAGE_H
