// A lane: one way to run the functions of a conformance file. rlx-check runs a file through every
// lane and compares what it gets with the reference.
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
  // False: runs only where it is named, since it costs more than it finds in most files.
  virtual bool isDefault() const { return true; }

  // Runs one function of the module, which has no arguments, and returns its results; an error
  // says what failed. The module is not changed. Expectations inside the function are the lane's to
  // judge; the caller compares the results with those of the reference.
  virtual llvm::Expected<llvm::SmallVector<ref::Tensor>> run(mlir::func::FuncOp function) = 0;
  // What the lane's device need not keep: those of a function it has run.
  virtual ref::LostSubnormals lostSubnormals() const { return {}; }
  // Whether the CPU has run all kernels of the last function, although the lane has another device.
  virtual bool ranOnCpuAlone() const { return false; }
};

// A copy of the function's module without the other public functions.
mlir::OwningOpRef<mlir::ModuleOp> isolate(mlir::func::FuncOp function);

// All lanes of this build, `reference` first. Those that compile make code for the processor `chip`
// (LLVM's name), this machine's if empty. With a command they run it in another process
// (OtherProcess.h). Lane `vulkan` makes code for the device `profile`, `vulkan-swiftshader` for
// SwiftShader; the program `spirvVal` checks it unless it is empty.
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
