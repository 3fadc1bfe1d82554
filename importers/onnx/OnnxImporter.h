// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Imports ONNX models as rlx modules.
//
// Operators of all domains of ONNX are supported, as far as the rlx dialect can express them. The
// importer never crashes or throws, whatever the bytes. An invalid or unsupported model gives one
// error diagnostic that names the node, or a list of findings.
//
//   FailureOr<ImportedModel> model = importOnnxFile(context, "model.onnx");
#ifndef RLX_IMPORTERS_ONNX_ONNXIMPORTER_H
#define RLX_IMPORTERS_ONNX_ONNXIMPORTER_H

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/raw_ostream.h"

namespace rlx {

// Something in a model that cannot run.
struct OnnxFinding {
  enum class Cause {
    UnsupportedOperator, // in no version
    OtherOperatorSet,    // in the operator set of the model
    UnsupportedForm,     // attributes, types or shapes of a node
    Invalid,             // the model breaks a rule of ONNX
    NeedsInput,          // the model is right, but an option must say more of an input
    NotChecked,          // it needs the result of another one
  };
  Cause cause = Cause::Invalid;
  std::string node; // its name, or its operator and number; empty for inputs and initializers
  std::string op, domain;
  int64_t opset = 0; // of the domain; 0: the model names none
  std::string reason;
  std::string advice; // what to try; may be empty
};

// The elements of an input that is a sequence or an optional: the shape of each one. A size of
// ShapedType::kDynamic stays dynamic.
struct OnnxElements {
  bool isAbsent = false; // for an optional: it has no value
  std::vector<std::vector<int64_t>> shapes;
};

// The inputs and outputs as the model declares them, for people.
struct OnnxDeclaration {
  struct Value {
    std::string name;
    std::string type; // "f32[n,3]", "a sequence of f32[n]"
    // Such as {"s.0", "1x3xf32=random"}: rlx-run's --input for a value of an input.
    std::vector<std::pair<std::string, std::string>> examples;
    bool hasDefault = false; // an initializer of the same name
  };
  // Before IR version 4 all initializers are listed as inputs, and are left out here.
  std::vector<Value> inputs, outputs;
  bool lacksInputs = false; // the import failed since something needed was not given
};

struct OnnxImportOptions {
  // Floating-point initializers of at most this many elements become rlx.constant, so that scalars
  // fold. Larger ones are params. Integers and booleans become constants up to 64 elements.
  int64_t maxInlineElements = 8;
  // Sizes of named dynamic dimensions (`dim_param`). The others stay dynamic.
  llvm::StringMap<int64_t> dimSizes;
  // If not null, it gets the names in `dimSizes` that inputs have, and others are no error.
  llvm::StringSet<> *fixedDims = nullptr;
  // Inputs to replace by constants: name -> serialized TensorProto. For models that compute shapes
  // or axes from the data of an input.
  llvm::StringMap<std::string> constantInputs;
  // Inputs that become params: weights, which are set once, after compiling. Their shapes must be
  // static.
  llvm::StringSet<> paramInputs;
  // Whether an input with an initializer, which is its default value, gets a value in each run. By
  // default none does: the initializers are constants and params. It is called for these inputs.
  std::function<bool(llvm::StringRef)> isOverridden;
  // The rank of an input for which the model declares none, if it is known.
  std::function<std::optional<int64_t>(llvm::StringRef)> rankOf;
  // The elements of an input NAME that is a sequence: it becomes the inputs NAME.0, NAME.1, … An
  // optional input of a tensor has it unless the elements say otherwise.
  std::function<std::optional<OnnxElements>(llvm::StringRef)> elementsOf;
  // Attention nodes with past keys and values write the new ones into the past, which is a buffer
  // with room for them. Their presents are as long as their pasts.
  bool inPlaceCaches = false;
  // If not null, the import goes on after something that cannot run, and lists everything here. It
  // then fails without an error if there is anything. Errors about the whole model stay errors.
  std::vector<OnnxFinding> *findings = nullptr;
  // If not null, it is set, even if the import fails after the file was read.
  OnnxDeclaration *declaration = nullptr;
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
  std::shared_ptr<void> storage;  // owns the file's contents
  std::vector<std::string> notes; // for people: parts of the file that were ignored

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
