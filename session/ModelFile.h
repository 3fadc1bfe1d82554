// Reads a model file of any supported kind into a module and its params.
#ifndef RLX_SESSION_MODELFILE_H
#define RLX_SESSION_MODELFILE_H

#include <map>
#include <string>

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "runtime/tensor/Tensor.h"

namespace rlx {

struct ModelFile {
  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::map<std::string, rt::Tensor> params; // values that the file carries
};

// Whether there is a file of a kind that RLX reads; the error says why not. Opens nothing.
rt::Status checkModelFile(const std::string &path);

// By the name's ending: .onnx, .mlir, .mlirbc. Errors are diagnostics of `context`.
mlir::FailureOr<ModelFile> readModelFile(mlir::MLIRContext &context, const std::string &path);

} // namespace rlx

#endif // RLX_SESSION_MODELFILE_H
