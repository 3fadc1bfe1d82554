// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Validation of Vulkan kernels with spirv-val.
//
// The runtime's own check (SpirvCheck) does not inspect code in functions; spirv-val does.
#ifndef RLX_TOOLS_RLX_CHECK_SPIRVVAL_H
#define RLX_TOOLS_RLX_CHECK_SPIRVVAL_H

#include <cstdint>

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

namespace rlx::check {

// Validates every kernel of an image (runtime/vulkan/pipeline/SpirvImage.h). The error has the
// messages of `program`, the path of spirv-val.
llvm::Error validateSpirv(llvm::ArrayRef<uint8_t> image, llvm::StringRef program);

} // namespace rlx::check

#endif // RLX_TOOLS_RLX_CHECK_SPIRVVAL_H
