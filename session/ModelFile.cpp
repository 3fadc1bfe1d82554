// Implementation of model reading; see ModelFile.h.
#include "session/ModelFile.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"

using namespace mlir;

namespace rlx {

FailureOr<ModelFile> readModelFile(MLIRContext &context, const std::string &path) {
  Location loc = UnknownLoc::get(&context);
  StringRef name(path);
  if (!llvm::sys::fs::exists(path) || llvm::sys::fs::is_directory(path))
    return emitError(loc, "there is no file '") << path << "'";
  ModelFile model;
  if (name.ends_with(".mlir") || name.ends_with(".mlirbc")) {
    model.module = parseSourceFile<ModuleOp>(path, &context);
    if (!model.module)
      return failure();
    return std::move(model);
  }
  return emitError(loc, "'") << path << "' is not a model RLX reads: expected .onnx, .mlir or "
                             << ".mlirbc";
}

} // namespace rlx
