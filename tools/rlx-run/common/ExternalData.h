// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The files beside an ONNX model that hold its tensors, so that outputs do not overwrite them.
#ifndef RLX_TOOLS_RLXRUN_COMMON_EXTERNALDATA_H
#define RLX_TOOLS_RLXRUN_COMMON_EXTERNALDATA_H

#include <string>
#include <vector>

namespace rlx::run {

/// The files that the tensors of the ONNX model name, in its folder. None if it cannot be read:
/// the importer says why.
std::vector<std::string> externalFiles(const std::string &model);

} // namespace rlx::run

#endif // RLX_TOOLS_RLXRUN_COMMON_EXTERNALDATA_H
