// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rewrite patterns that ask the device profile, and the body of a pass that applies one.
#ifndef RLX_CONVERSIONS_GPU_GRAPH_PROFILEPATTERN_H
#define RLX_CONVERSIONS_GPU_GRAPH_PROFILEPATTERN_H

#include "conversions/gpu/device/ProfileFile.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace rlx {

// A pattern on ops with an interface.
template <typename Interface>
struct ProfilePattern : mlir::OpInterfaceRewritePattern<Interface> {
  ProfilePattern(mlir::MLIRContext *context, const rt::DeviceProfile &profile)
      : mlir::OpInterfaceRewritePattern<Interface>(context), profile(profile) {}

  const rt::DeviceProfile &profile;
};

// Applies the pattern to all ops below this one. Fails with an error if there is no profile for the
// device (findProfileFor).
template <typename Pattern>
llvm::LogicalResult applyProfilePattern(mlir::Operation *op, llvm::StringRef device) {
  mlir::FailureOr<rt::DeviceProfile> profile = findProfileFor(op, device);
  if (failed(profile))
    return llvm::failure();
  mlir::RewritePatternSet patterns(op->getContext());
  patterns.add<Pattern>(op->getContext(), *profile);
  mlir::walkAndApplyPatterns(op, std::move(patterns));
  return llvm::success();
}

} // namespace rlx

#endif // RLX_CONVERSIONS_GPU_GRAPH_PROFILEPATTERN_H
