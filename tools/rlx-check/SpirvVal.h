// Asks spirv-val whether kernels for Vulkan are valid.
#ifndef RLX_TOOLS_RLX_CHECK_SPIRVVAL_H
#define RLX_TOOLS_RLX_CHECK_SPIRVVAL_H

#include <cstdint>

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

namespace rlx::check {

// Of every kernel of an image (runtime/vulkan/pipeline/SpirvImage.h): what `program`, a path of
// spirv-val, says against it.
llvm::Error validateSpirv(llvm::ArrayRef<uint8_t> image, llvm::StringRef program);

} // namespace rlx::check

#endif // RLX_TOOLS_RLX_CHECK_SPIRVVAL_H
