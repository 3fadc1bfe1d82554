// Weight files: .safetensors and NumPy's .npz. Reading trusts nothing in the file.
#ifndef RLX_TOOLS_RLXRUN_PARAMS_H
#define RLX_TOOLS_RLXRUN_PARAMS_H

#include <map>
#include <string>

#include "runtime/base/StatusOr.h"
#include "runtime/tensor/Tensor.h"

namespace rlx::run {

using TensorMap = std::map<std::string, rt::Tensor>;

// By the file's ending. Members of a .npz must be stored, not compressed (numpy.savez does so).
rt::StatusOr<TensorMap> readTensors(const std::string &path);

rt::Status writeSafetensors(const std::string &path, const TensorMap &tensors);

} // namespace rlx::run

#endif // RLX_TOOLS_RLXRUN_PARAMS_H
