// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pass that belongs to no target.
#ifndef RLX_CONVERSIONS_PASSES_TD
#define RLX_CONVERSIONS_PASSES_TD

include "mlir/Pass/PassBase.td"

def VerifyLegalPass : Pass<"rlx-verify-legal", "::mlir::ModuleOp"> {
  let summary = "Check that the target supports every rlx op";
  let description = [{
    Reports each unsupported op at its location, with the reason and the nearest supported form. It
    ends the phase decompose and does not change the module.
  }];
  let options = [
    Option<"target", "target", "std::string", "\"cpu\"", "Target to check for">,
    Option<"fastPaths", "fast-paths", "bool", "true", "Whether hand-scheduled kernels are used">,
    Option<"chip", "chip", "std::string", "\"\"",
           "Name of a processor in the target's notation, for example znver4">,
    Option<"features", "features", "std::string", "\"\"", "Features in the target's notation">,
    Option<"device", "device", "std::string", "\"\"", "Device profile, for target=vulkan">
  ];
}

#endif // RLX_CONVERSIONS_PASSES_TD
