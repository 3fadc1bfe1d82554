// Weight files: .safetensors and NumPy's .npz. Reading trusts nothing in the file.
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

// By the file's ending. Members of a .npz must be stored, not compressed (numpy.savez does so).
rt::StatusOr<TensorMap> readTensors(const std::string &path);

// The bytes of such files. Takes no more memory than there are bytes.
rt::StatusOr<TensorMap> parseNpz(std::span<const uint8_t> file);
rt::StatusOr<TensorMap> parseSafetensors(std::span<const uint8_t> file);

// InvalidArgument for a name that is not UTF-8, which such a file cannot have.
rt::StatusOr<std::vector<uint8_t>> formatSafetensors(const TensorMap &tensors);
rt::Status writeSafetensors(const std::string &path, const TensorMap &tensors);

} // namespace rlx::run

#endif // RLX_TOOLS_RLXRUN_COMMON_PARAMS_H
