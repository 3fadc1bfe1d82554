// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Links object files into the code image that the runtime loads (runtime/cpu/CodeImage.h).
//
// The image is position-independent apart from recorded slots. It imports only the functions in the
// runtime's table of kernel imports.
#ifndef RLX_CONVERSIONS_CPU_TARGET_LINKIMAGE_H
#define RLX_CONVERSIONS_CPU_TARGET_LINKIMAGE_H

#include "runtime/cpu/CodeImage.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

namespace rlx {

// Links the objects, which must not refer to each other. Their global functions become the image's
// kernels. An error if a kernel calls a function that the runtime does not provide.
llvm::Expected<rt::CodeImage>
linkImage(llvm::ArrayRef<std::unique_ptr<llvm::MemoryBuffer>> objects);

} // namespace rlx

#endif // RLX_CONVERSIONS_CPU_TARGET_LINKIMAGE_H
