// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Test folders in the layout of ONNX's backend tests: input_N.pb and output_N.pb, one tensor,
// sequence, optional or map each.
//
// Models of the ONNX model zoo come with such folders. They may lack names, so files are then
// matched by number. The elements of a sequence are matched as tensors NAME.0, NAME.1, …, or all
// together as the rows of one output, and a map as NAME.keys and NAME.values.
#ifndef RLX_TOOLS_RLXRUN_RUN_TESTDATA_H
#define RLX_TOOLS_RLXRUN_RUN_TESTDATA_H

#include <map>
#include <string>

#include "importers/onnx/OnnxImporter.h"
#include "mlir/IR/MLIRContext.h"
#include "tools/rlx-run/run/Inputs.h"

namespace rlx::run {

// Reads the folder's tensors as inputs and expected outputs of the program. They are matched by
// name if the names are in the signature, otherwise by number.
rt::StatusOr<Case> readTestData(mlir::MLIRContext &context, const std::string &directory,
                                const rt::Program &program);

// The names of the folder's inputs, as far as they have some, with their ranks.
std::map<std::string, int64_t> ranksOfTestData(const std::string &directory);

// The elements of the folder's inputs that are sequences or optionals, by the inputs' names.
std::map<std::string, OnnxElements> elementsOfTestData(const std::string &directory);

// Whether a file of the folder is a sequence or an optional.
bool hasListsInTestData(const std::string &directory);

// The folder's inputs that are one integer or boolean, as serialized TensorProtos.
std::map<std::string, std::string> scalarsOfTestData(const std::string &directory);

} // namespace rlx::run

#endif // RLX_TOOLS_RLXRUN_RUN_TESTDATA_H
