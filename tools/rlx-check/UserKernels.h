// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// User kernels for conformance files, written twice: for the compiled lanes on the runtime's
// tensors, and for the reference on the interpreter's.
//
//   "blend"      a * w + b * (1 - w) of two floating-point tensors of one shape; config: w as text
//   "histogram"  the number of elements with each of the values 0 … n-1; n is the size of the i32
//                result. Fails for any other value.
#ifndef RLX_TOOLS_RLX_CHECK_USERKERNELS_H
#define RLX_TOOLS_RLX_CHECK_USERKERNELS_H

#include <string>
#include <vector>

#include "dialects/rlx/reference/RefTensor.h"
#include "runtime/program/model/UserKernel.h"

namespace rlx::check {

std::vector<std::pair<std::string, rt::UserKernel>> userKernels();

llvm::Error runReferenceKernel(llvm::StringRef name, llvm::StringRef config,
                               llvm::ArrayRef<ref::Tensor> inputs,
                               llvm::MutableArrayRef<ref::Tensor> outputs);

} // namespace rlx::check

#endif // RLX_TOOLS_RLX_CHECK_USERKERNELS_H
