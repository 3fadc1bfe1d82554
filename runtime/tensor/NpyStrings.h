// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Strings in .npy files: NumPy's type '<U12' has 12 characters of 4 bytes for each element, with
// zeros behind shorter ones.
#ifndef RLX_RUNTIME_TENSOR_NPYSTRINGS_H
#define RLX_RUNTIME_TENSOR_NPYSTRINGS_H

#include <cstdint>
#include <span>
#include <vector>

#include "runtime/base/StatusOr.h"
#include "runtime/tensor/Tensor.h"

namespace rlx::rt {

// The elements of a file, `letters` characters each. DataLoss for another number of bytes and for
// numbers that are no characters.
StatusOr<Tensor> stringsFromNpy(std::span<const int64_t> shape, int64_t letters,
                                std::span<const uint8_t> bytes);

// The elements for a file. `letters` is set to the characters of the longest one, 1 at least.
// InvalidArgument for bytes that are not UTF-8.
StatusOr<std::vector<uint8_t>> stringsForNpy(const TensorView &strings, int64_t &letters);

} // namespace rlx::rt

#endif // RLX_RUNTIME_TENSOR_NPYSTRINGS_H
