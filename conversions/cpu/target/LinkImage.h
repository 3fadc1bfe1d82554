// From an object file to the form in which the runtime loads kernels (runtime/cpu/CodeImage.h).
#ifndef RLX_CONVERSIONS_CPU_TARGET_LINKIMAGE_H
#define RLX_CONVERSIONS_CPU_TARGET_LINKIMAGE_H

#include "runtime/cpu/CodeImage.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

namespace rlx {

// Links the objects, which may not refer to each other. Their global functions become the image's
// kernels. An error if one needs a function that kernels may not call.
llvm::Expected<rt::CodeImage>
linkImage(llvm::ArrayRef<std::unique_ptr<llvm::MemoryBuffer>> objects);

} // namespace rlx

#endif // RLX_CONVERSIONS_CPU_TARGET_LINKIMAGE_H
