// NumPy's .npy files, format versions 1 and 2.
//
// Little-endian, C order only; other files are refused with the reason. bfloat16 has no NumPy
// type: it is written as the raw type '<V2' (what ml_dtypes arrays save as) and read back from it.
#ifndef RLX_RUNTIME_TENSOR_NPY_H
#define RLX_RUNTIME_TENSOR_NPY_H

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "runtime/base/StatusOr.h"
#include "runtime/tensor/Tensor.h"

namespace rlx::rt {

// The bytes of a .npy file. Never crashes and never allocates more than the bytes ask for and
// hold. The tensor owns a copy of the elements.
StatusOr<Tensor> parseNpy(std::span<const uint8_t> bytes);
StatusOr<std::vector<uint8_t>> formatNpy(const TensorView &tensor);

// Files. Errors name the path.
StatusOr<Tensor> readNpy(const std::string &path);
Status writeNpy(const std::string &path, const TensorView &tensor);

} // namespace rlx::rt

#endif // RLX_RUNTIME_TENSOR_NPY_H
