// From an object file to the form in which the runtime loads kernels (runtime/cpu/CodeImage.h).
#ifndef RLX_CONVERSIONS_LINALG_TO_CPU_LINKIMAGE_H
#define RLX_CONVERSIONS_LINALG_TO_CPU_LINKIMAGE_H

#include "runtime/cpu/CodeImage.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"

namespace rlx {

// Links the object. Its global functions become the image's kernels. An error if it needs a
// function that kernels may not call.
llvm::Expected<rt::CodeImage> linkImage(llvm::MemoryBufferRef object);

} // namespace rlx

#endif // RLX_CONVERSIONS_LINALG_TO_CPU_LINKIMAGE_H
