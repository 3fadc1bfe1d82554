// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A lane: one way to run the functions of a conformance file.
//
// rlx-check runs a file through every lane and compares the results with the reference. For
// example, lane `cpu` compiles the function for this machine, and lane `decompose` interprets its
// decomposition.
#ifndef RLX_TOOLS_RLX_CHECK_LANE_H
#define RLX_TOOLS_RLX_CHECK_LANE_H

#include <memory>
#include <vector>

#include "dialects/rlx/reference/Subnormals.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace rlx::check {

class Lane {
public:
  virtual ~Lane() = default;
  virtual llvm::StringRef name() const = 0;
  // False for a lane that runs only if named, because it costs more than it finds in most files.
  virtual bool isDefault() const { return true; }

  // Runs one function without arguments and returns its results; an error says what failed. The
  // module is not changed. The lane checks expectations inside the function. The caller compares
  // the results with the reference's.
  virtual llvm::Expected<llvm::SmallVector<ref::Tensor>> run(mlir::func::FuncOp function) = 0;
  // The subnormal values that the lane's device need not keep, for the last function.
  virtual ref::LostSubnormals lostSubnormals() const { return {}; }
  // Whether the CPU ran all kernels of the last function although the lane has another device.
  virtual bool ranOnCpuAlone() const { return false; }
};

// A copy of the function's module without other public functions.
mlir::OwningOpRef<mlir::ModuleOp> isolate(mlir::func::FuncOp function);

// All lanes of this build, `reference` first. Lanes that compile make code for the CPU `chip`
// (LLVM's name; empty: this machine's). With a command, they run it in another process
// (OtherProcess.h). Lane `vulkan` makes code for the device `profile`, `vulkan-swiftshader` for
// SwiftShader. `spirvVal` validates that code, unless it is empty.
std::vector<std::unique_ptr<Lane>> allLanes(llvm::StringRef chip, llvm::StringRef command,
                                            llvm::StringRef profile, llvm::StringRef spirvVal);

// The lanes of ReferenceLanes.cpp.
std::unique_ptr<Lane> createReferenceLane();
std::unique_ptr<Lane> createDecomposeLane();
// The lanes of CompiledLanes.cpp.
std::unique_ptr<Lane> createCpuLane(bool fastPaths, llvm::StringRef chip, llvm::StringRef command);
std::unique_ptr<Lane> createEagerLane(llvm::StringRef chip, llvm::StringRef command);
std::unique_ptr<Lane> createVulkanLane(llvm::StringRef name, llvm::StringRef profile,
                                       llvm::StringRef spirvVal);

} // namespace rlx::check

#endif // RLX_TOOLS_RLX_CHECK_LANE_H
