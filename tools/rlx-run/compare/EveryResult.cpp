// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Clones a model, simplifies it, and returns all op results.
//
// Fusion is switched off for the clone, so that single ops remain.
#include "tools/rlx-run/compare/EveryResult.h"

#include <set>

#include "compiler/Compiler.h"
#include "dialects/bridge/Diagnostics.h"
#include "dialects/bridge/ElementTypes.h"
#include "dialects/rlx/ir/RLXDialect.h"
#include "tools/rlx-run/compare/ReferenceForm.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace rlx::run {
namespace {

bool isComparable(OpResult result) {
  Operation *op = result.getOwner();
  auto type = dyn_cast<RankedTensorType>(result.getType());
  return isa_and_nonnull<RLXDialect>(op->getDialect()) && op->getNumOperands() != 0 && type &&
         dtypeOf(type.getElementType());
}

// Names for additional outputs: numbers that no output has as a name.
class Namer {
public:
  explicit Namer(func::FuncOp function) {
    for (unsigned i = 0; i < function.getNumResults(); ++i)
      if (auto name = function.getResultAttrOfType<StringAttr>(i, "rlx.name"))
        taken.insert(name.getValue().str());
  }
  std::string next() {
    std::string name;
    do
      name = "result_" + std::to_string(number++);
    while (!taken.insert(name).second);
    return name;
  }

private:
  std::set<std::string> taken;
  size_t number = 0;
};

void addOutputs(func::FuncOp function, EveryResult &every) {
  Operation *terminator = function.getBody().front().getTerminator();
  SmallVector<Value> outputs(terminator->getOperands());
  Namer names(function);
  SmallVector<std::pair<unsigned, StringAttr>> added;
  for (Operation &op : function.getBody().front())
    for (OpResult result : op.getResults()) {
      if (!isComparable(result))
        continue;
      auto *found = llvm::find(outputs, result);
      every.results.push_back(result);
      every.outputs.push_back(found - outputs.begin());
      if (found != outputs.end())
        continue;
      added.emplace_back(outputs.size(), StringAttr::get(op.getContext(), names.next()));
      outputs.push_back(result);
    }
  terminator->setOperands(outputs);
  function.setType(FunctionType::get(function.getContext(), function.getArgumentTypes(),
                                     ValueRange(outputs).getTypes()));
  for (auto [i, name] : added)
    function.setResultAttr(i, "rlx.name", name);
}

} // namespace

rt::StatusOr<EveryResult> makeEveryResult(ModuleOp model) {
  EveryResult every;
  every.module = model.clone();
  DiagnosticCollector diagnostics(model.getContext());
  CompileOptions options;
  options.codegen.fuse = false; // single ops of the model, before fusion
  options.stopAfter = "simplify";
  if (failed(Compiler(options).runPhases(*every.module)))
    return diagnostics.status();
  addOutputs(modelFunction(*every.module), every);
  return every;
}

} // namespace rlx::run
