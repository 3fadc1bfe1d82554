// ONNX models to rlx modules.
//
// importOnnx never crashes and lets no exception out, whatever the bytes: what is wrong or not
// supported is one error diagnostic that names the node. Supported are operator sets 1 to 17 of
// the default domain, as far as the rlx dialect can express their operators.
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
  // Floating-point initialisers of at most this many elements become rlx.constant, so that
  // scalars fold; larger ones are params. Integers and booleans do so up to 64 elements.
  int64_t maxInlineElements = 8;
  // Sizes for named dynamic dimensions (`dim_param`); the others stay dynamic.
  llvm::StringMap<int64_t> dimSizes;
  // Inputs to turn into constants: name -> serialised TensorProto. For models that compute shapes
  // or axes from the data of an input.
  llvm::StringMap<std::string> constantInputs;
};

// The value of one param of the module. `bytes` are row-major little-endian elements (one byte a
// boolean), of any alignment, and live as long as ImportedModel::storage.
struct ImportedParam {
  std::string name;
  mlir::RankedTensorType type;
  llvm::ArrayRef<char> bytes;
};

// A module with one `func.func @main`: its arguments are the inputs, then the params, in the order
// of `params`. Destroy the module before its context.
struct ImportedModel {
  mlir::OwningOpRef<mlir::ModuleOp> module;
  llvm::SmallVector<ImportedParam> params;
  std::shared_ptr<void> storage; // keeps the file's contents alive

  const ImportedParam *param(llvm::StringRef name) const;
};

// Reads a file; external data is looked up beside it. Loads the dialects it needs.
mlir::FailureOr<ImportedModel> importOnnxFile(mlir::MLIRContext *context, llvm::StringRef path,
                                              const OnnxImportOptions &options = {});

// Reads a model in memory. `name` stands for it in messages; external data is refused unless
// `directory` says where it is.
mlir::FailureOr<ImportedModel> importOnnx(mlir::MLIRContext *context, llvm::StringRef bytes,
                                          llvm::StringRef name,
                                          const OnnxImportOptions &options = {},
                                          llvm::StringRef directory = {});

// The operators that can be imported, as a table in Markdown: versions, numbers of inputs, and the
// forms that are refused.
void printOnnxOperators(llvm::raw_ostream &os);

} // namespace rlx

#endif // RLX_IMPORTERS_ONNX_ONNXIMPORTER_H
