// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Test folders in the layout of ONNX's backend tests: input_N.pb and output_N.pb, one tensor each.
//
// Models of the ONNX model zoo come with such folders. They may lack names, so files are then
// matched by number.
#ifndef RLX_TOOLS_RLXRUN_RUN_TESTDATA_H
#define RLX_TOOLS_RLXRUN_RUN_TESTDATA_H

#include <map>
#include <string>

#include "mlir/IR/MLIRContext.h"
#include "tools/rlx-run/run/Inputs.h"

namespace rlx::run {

// Reads the folder's tensors as inputs and expected outputs of the program. They are matched by
// name if the names are in the signature, otherwise by number.
rt::StatusOr<Case> readTestData(mlir::MLIRContext &context, const std::string &directory,
                                const rt::Program &program);

// The names of the folder's inputs, as far as they have some, with their ranks.
std::map<std::string, int64_t> ranksOfTestData(const std::string &directory);

} // namespace rlx::run

#endif // RLX_TOOLS_RLXRUN_RUN_TESTDATA_H
