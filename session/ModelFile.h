// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads models, which are .onnx, .gguf, .mlir and .mlirbc files and folders of language models,
// into a module and its params. MLIR is recognized as StableHLO by its ops.
//
// Checking is separate from reading, so that a tool can report a wrong name before it starts to
// compile.
#ifndef RLX_SESSION_MODELFILE_H
#define RLX_SESSION_MODELFILE_H

#include <map>
#include <string>
#include <vector>

#include "importers/gguf/LanguageModelOptions.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "runtime/base/StatusOr.h"
#include "runtime/tensor/Tensor.h"

namespace rlx {

struct CompileOptions;

struct OnnxImportOptions;
struct SessionOptions;

struct ModelFile {
  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::map<std::string, rt::Tensor> params; // values that the file contains
  std::vector<std::string> notes;           // for people: parts of the file that were ignored
};

// Checks that the file exists and has a known ending, or is a folder. NotFound, InvalidArgument or
// Unsupported otherwise. Does not open it.
rt::Status checkModelFile(const std::string &path);

// How to read a model with these options. InvalidArgument if inputs are to become params and the
// ending of `path` is not that of an ONNX model, and for adapters or a type of caches of another
// model than a language model.
rt::StatusOr<OnnxImportOptions> importOptions(const SessionOptions &options,
                                              const std::string &path);
// Makes caches paged if all of these compilations have kernels for heads of the model's size, else
// contiguous. Call it behind the choice of the caches' type.
void chooseCacheLayout(LanguageModelOptions &language, std::vector<CompileOptions> compilations);
LanguageModelOptions languageModelOptions(const SessionOptions &options);

// Reads a model; its ending decides the format, or that it is a folder. Errors are diagnostics of
// `context`. All formats heed `how.dimSizes` and `how.inPlaceCaches`; the rest of `how` is for ONNX
// models only, and `language` for language models.
mlir::FailureOr<ModelFile> readModelFile(mlir::MLIRContext &context, const std::string &path);
mlir::FailureOr<ModelFile> readModelFile(mlir::MLIRContext &context, const std::string &path,
                                         const OnnxImportOptions &how,
                                         const LanguageModelOptions &language = {});

// Reads an ONNX model from memory, which messages call "model". `directory` has its external data;
// empty: there is none. Errors are diagnostics of `context`.
mlir::FailureOr<ModelFile> readOnnxBytes(mlir::MLIRContext &context, llvm::StringRef bytes,
                                         const std::string &directory,
                                         const OnnxImportOptions &how);

// Parses MLIR, of rlx or StableHLO, from memory at any address; messages call it "source". Errors
// are diagnostics of `context`.
mlir::FailureOr<ModelFile> readModelText(mlir::MLIRContext &context, llvm::StringRef text);
mlir::FailureOr<ModelFile> readModelText(mlir::MLIRContext &context, llvm::StringRef text,
                                         const OnnxImportOptions &how);

} // namespace rlx

#endif // RLX_SESSION_MODELFILE_H
