// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Imports ONNX models as rlx modules.
//
// Operator sets 1 to 17 of the default domain are supported, as far as the rlx dialect can express
// their operators. The importer never crashes or throws, whatever the bytes. An invalid or
// unsupported model gives one error diagnostic that names the node.
//
//   FailureOr<ImportedModel> model = importOnnxFile(context, "model.onnx");
#ifndef RLX_IMPORTERS_ONNX_ONNXIMPORTER_H
#define RLX_IMPORTERS_ONNX_ONNXIMPORTER_H

#include <memory>
#include <string>

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/raw_ostream.h"

namespace rlx {

struct OnnxImportOptions {
  // Floating-point initializers of at most this many elements become rlx.constant, so that scalars
  // fold. Larger ones are params. Integers and booleans become constants up to 64 elements.
  int64_t maxInlineElements = 8;
  // Sizes of named dynamic dimensions (`dim_param`). The others stay dynamic.
  llvm::StringMap<int64_t> dimSizes;
  // Inputs to replace by constants: name -> serialized TensorProto. For models that compute shapes
  // or axes from the data of an input.
  llvm::StringMap<std::string> constantInputs;
};

// The value of a param of the module. `bytes` are row-major little-endian elements (one byte per
// boolean) without alignment. They live as long as ImportedModel::storage.
struct ImportedParam {
  std::string name;
  mlir::RankedTensorType type;
  llvm::ArrayRef<char> bytes;
};

// A module with one `func.func @main`. Its arguments are the inputs, then the params in the order
// of `params`. Destroy the module before its context.
struct ImportedModel {
  mlir::OwningOpRef<mlir::ModuleOp> module;
  llvm::SmallVector<ImportedParam> params;
  std::shared_ptr<void> storage; // owns the file's contents

  const ImportedParam *param(llvm::StringRef name) const;
};

// Reads a file, with external data in its folder. Loads the dialects that it needs.
mlir::FailureOr<ImportedModel> importOnnxFile(mlir::MLIRContext *context, llvm::StringRef path,
                                              const OnnxImportOptions &options = {});

// Reads a model from memory. `name` identifies it in messages. External data is rejected unless
// `directory` is given.
mlir::FailureOr<ImportedModel> importOnnx(mlir::MLIRContext *context, llvm::StringRef bytes,
                                          llvm::StringRef name,
                                          const OnnxImportOptions &options = {},
                                          llvm::StringRef directory = {});

// Prints a Markdown table of the importable operators: versions, numbers of inputs, and rejected
// forms.
void printOnnxOperators(llvm::raw_ostream &os);

} // namespace rlx

#endif // RLX_IMPORTERS_ONNX_ONNXIMPORTER_H
