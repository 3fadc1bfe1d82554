// Passes of no target.
#ifndef RLX_CONVERSIONS_PASSES_TD
#define RLX_CONVERSIONS_PASSES_TD

include "mlir/Pass/PassBase.td"

def VerifyLegalPass : Pass<"rlx-verify-legal", "::mlir::ModuleOp"> {
  let summary = "Check that a target takes every op of the models";
  let description = [{
    Every rlx op that the target does not take is an error at the op, with the reason and the
    nearest form that it does take. Changes nothing.
  }];
  let options = [
    Option<"target", "target", "std::string", "\"cpu\"", "The target to check for">,
    Option<"fastPaths", "fast-paths", "bool", "true", "Whether hand-scheduled kernels are used">,
    Option<"chip", "chip", "std::string", "\"\"", "The target's name for a processor">,
    Option<"features", "features", "std::string", "\"\"", "In the target's notation">,
    Option<"device", "device", "std::string", "\"\"", "Profile of the device, for Vulkan">
  ];
}

#endif // RLX_CONVERSIONS_PASSES_TD
