// Kernels for conformance files of ops that user code computes, written twice: on the runtime's
// tensors for the compiled lanes, and on the interpreter's for the reference.
//
//   "blend"      a * w + b * (1 - w) of two floating-point tensors of one shape; config: w as text
//   "histogram"  how many elements of a tensor have each of the values 0 … n-1, n being the size of
//                the i32 result; fails for an element outside
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
