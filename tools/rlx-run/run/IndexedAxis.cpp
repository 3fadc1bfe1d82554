// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See IndexedAxis.h.
#include "tools/rlx-run/run/IndexedAxis.h"

#include "compiler/Compiler.h"
#include "compiler/ProgramWriter.h"
#include "dialects/bridge/Diagnostics.h"
#include "runtime/base/StrCat.h"
#include "runtime/tensor/Tensor.h"
#include "session/ModelFile.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace rlx::run {
namespace {

// The op of a command "gather+add @ node" or "gather @ model.mlir:9:8", which may lack a place.
Operation *findOp(ModuleOp module, StringRef label) {
  const auto [names, place] = label.split(" @ ");
  const std::string name = ("rlx." + names.split('+').first).str();
  const std::string node = ("node '" + place + "'").str();
  SmallVector<Operation *> found;
  module.walk([&](Operation *op) {
    const std::vector<std::string> places = locationTexts(op->getLoc());
    if (op->getName().getStringRef() == name &&
        (place.empty() || llvm::is_contained(places, place) || llvm::is_contained(places, node)))
      found.push_back(op);
  });
  return found.size() == 1 ? found.front() : nullptr;
}

} // namespace

std::string indexedAxisText(const std::string &path, StringRef message) {
  StringRef label = message;
  if (!label.consume_front("command '"))
    return "";
  label = label.take_front(label.find("' (kernel"));
  std::unique_ptr<MLIRContext> context = createCompilerContext();
  DiagnosticCollector ignored(context.get());
  FailureOr<ModelFile> model = readModelFile(*context, path);
  Operation *op = succeeded(model) ? findOp(*model->module, label) : nullptr;
  if (!op || op->getNumOperands() == 0)
    return "";
  auto axis = op->getAttrOfType<IntegerAttr>("axis");
  auto type = dyn_cast<RankedTensorType>(op->getOperand(0).getType());
  if (!axis || !type || !type.hasStaticShape() || axis.getInt() < 0 ||
      axis.getInt() >= type.getRank())
    return "";
  const std::optional<rt::DType> dtype = dtypeOf(type.getElementType());
  if (!dtype)
    return "";
  return rt::strCat(op->getName().getStringRef().str(), " indexes axis ", axis.getInt(), " of ",
                    rt::typeText(*dtype, type.getShape()), ", whose size is ",
                    type.getDimSize(axis.getInt()));
}

} // namespace rlx::run
