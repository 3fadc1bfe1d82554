// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Weight files: .safetensors, and NumPy's .npz. Nothing in a file is trusted.
//
// --params takes them. --emit=mlir writes the param values of the model as .safetensors beside the
// IR.
#ifndef RLX_TOOLS_RLXRUN_COMMON_PARAMS_H
#define RLX_TOOLS_RLXRUN_COMMON_PARAMS_H

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "runtime/base/StatusOr.h"
#include "runtime/tensor/Tensor.h"

namespace rlx::run {

using TensorMap = std::map<std::string, rt::Tensor>;

// Reads a file; its ending decides the format. Members of a .npz must be stored, not compressed, as
// numpy.savez writes them.
rt::StatusOr<TensorMap> readTensors(const std::string &path);

// Parse the bytes of such files. Tensors have no more bytes than the file.
rt::StatusOr<TensorMap> parseNpz(std::span<const uint8_t> file);
rt::StatusOr<TensorMap> parseSafetensors(std::span<const uint8_t> file);

// The bytes of a .safetensors file. InvalidArgument for a name that is not UTF-8.
rt::StatusOr<std::vector<uint8_t>> formatSafetensors(const TensorMap &tensors);
rt::Status writeSafetensors(const std::string &path, const TensorMap &tensors);

} // namespace rlx::run

#endif // RLX_TOOLS_RLXRUN_COMMON_PARAMS_H
