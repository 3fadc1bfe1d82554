// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// NumPy's .npy files, format versions 1 and 2.
//
// Little-endian and C order only. Other files are refused with the reason. bfloat16 has no NumPy
// type: it is written as the raw type '<V2', as ml_dtypes arrays are, and read back from it. NumPy
// writes the types of 8 bits and fewer of ml_dtypes as raw bytes, all with the same type 'V1'. So
// RLX writes them as a record with one field that has the name of the type:
//
//   'descr': [('float8_e4m3fn', '|u1')]
//
// numpy.load(f)['float8_e4m3fn'].view(ml_dtypes.float8_e4m3fn) reads it, and
// array.view([('float8_e4m3fn', 'u1')]) makes an array that numpy.save writes so.
//
// Strings have NumPy's type '<U'. Zeros at their end are lost, as in NumPy.
#ifndef RLX_RUNTIME_TENSOR_NPY_H
#define RLX_RUNTIME_TENSOR_NPY_H

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "runtime/base/StatusOr.h"
#include "runtime/tensor/Tensor.h"

namespace rlx::rt {

// Parses the bytes of a .npy file. The tensor owns a copy of the elements. Untrusted bytes are
// safe: never crashes, and never allocates more than the header asks for and the bytes hold.
StatusOr<Tensor> parseNpy(std::span<const uint8_t> bytes);
// The bytes of a .npy file of format 1. Unsupported if the rank is too high for its header.
StatusOr<std::vector<uint8_t>> formatNpy(const TensorView &tensor);

// The same with files. Errors name the path.
StatusOr<Tensor> readNpy(const std::string &path);
Status writeNpy(const std::string &path, const TensorView &tensor);

} // namespace rlx::rt

#endif // RLX_RUNTIME_TENSOR_NPY_H
