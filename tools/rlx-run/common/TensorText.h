// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tensors from text and as text: the SHAPExDTYPE=VALUE forms of --input, seeded random data, and
// summaries of outputs.
//
// For example, --input=x=2x3xf32=random:7 makes the same tensor on every machine.
#ifndef RLX_TOOLS_RLXRUN_COMMON_TENSORTEXT_H
#define RLX_TOOLS_RLXRUN_COMMON_TENSORTEXT_H

#include <optional>
#include <string>

#include "runtime/base/StatusOr.h"
#include "runtime/tensor/Tensor.h"
#include "llvm/ADT/StringRef.h"

namespace rlx::run {

// The seed of "random" or "random:SEED". None if the text is something else; an error if the seed
// is no number.
rt::StatusOr<std::optional<uint64_t>> parseRandom(llvm::StringRef text);

// Random values: floats uniform in [-1, 1), integers in [0, 10), booleans 0 or 1. The same seed and
// name give the same values in every version and on every machine. An element does not depend on
// the shape.
rt::StatusOr<rt::Tensor> randomTensor(rt::DType dtype, std::span<const int64_t> shape,
                                      uint64_t seed, llvm::StringRef name);

// Checks that `text` has a form of --input: FILE.npy (which is not opened), random[:SEED], or a
// tensor for parseTensor(). Makes no tensor.
rt::Status checkInputText(llvm::StringRef text);

// Parses "2x3xf32=1.5" (every element), "3xi64=1,2,3" (all elements in order), "f32=1",
// "2xf32=random:7" or "2xc64=1-2i,3".
rt::StatusOr<rt::Tensor> parseTensor(llvm::StringRef text, llvm::StringRef name);

// Element `i`: integers with all digits, floats with six ("1.5", "1-2i").
std::string elementText(const rt::TensorView &tensor, int64_t i);

// The number of infinities and NaNs. A complex element counts once.
int64_t countNotFinite(const rt::TensorView &tensor);

// A summary: "f32[2,3]  min -1  mean 0.25  max 2\n  [1, -1, 0.5, …]".
std::string summarize(const rt::TensorView &tensor);

} // namespace rlx::run

#endif // RLX_TOOLS_RLXRUN_COMMON_TENSORTEXT_H
