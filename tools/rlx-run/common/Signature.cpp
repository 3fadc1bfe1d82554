// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads signatures from modules and packages, and checks names against them.
//
// The signature of a module comes from the analysis of symbolic shapes.
#include "tools/rlx-run/common/Signature.h"

#include "compiler/ProgramWriter.h"
#include "dialects/bridge/Diagnostics.h"
#include "dialects/rlx/interfaces/Strings.h"
#include "passes/ModelOps.h"
#include "passes/SymbolicShapes.h"
#include "runtime/program/model/ExprEval.h"
#include "runtime/program/model/Signature.h"
#include "tools/rlx-run-rt/LeastSizes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace rlx::run {
namespace {

// "f32[batch,3]" with the sizes that the analysis knows.
std::string typeText(Type type, bool isText, ArrayRef<Dim> dims, const SymbolicShapes &shapes) {
  std::string text;
  llvm::raw_string_ostream os(text);
  auto tensor = cast<RankedTensorType>(type);
  const std::vector<rt::Symbol> symbols = toSymbols(shapes.symbols());
  // The spelling of --input and of the runtime's messages.
  if (isText)
    os << std::string(rt::name(rt::DType::String));
  else if (std::optional<rt::DType> dtype = dtypeOf(tensor.getElementType()))
    os << std::string(rt::name(*dtype));
  else
    os << tensor.getElementType();
  os << "[";
  llvm::interleave(
      dims, os,
      [&](Dim dim) {
        if (!shapes.isKnown(dim)) {
          os << "?";
          return;
        }
        os << rt::sizeText(toExpr(dim), symbols);
      },
      ",");
  os << "]";
  return text;
}

} // namespace

// The signature of a package.
static Signature signatureOf(const rt::Executable &executable) {
  const rt::Program &program = executable.program();
  std::vector<std::string_view> missing = executable.missingParams();
  Signature signature;
  signature.inputs = linesOf(program, program.inputs);
  signature.outputs = linesOf(program, program.outputs);
  for (const rt::TensorSpec &spec : program.params)
    (llvm::is_contained(missing, spec.name) ? signature.missingParams : signature.params)
        .push_back(rt::signatureText(program, spec));
  signature.symbols = program.symbols;
  signature.dims = dimNames(program.symbols);
  signature.guards = program.guards;
  return signature;
}

static std::vector<rt::Guard> guardsOf(const SymbolicShapes &shapes) {
  std::vector<rt::Guard> guards;
  for (const SymbolicShapes::Guard &guard : shapes.guards()) {
    if (!shapes.isKnown(guard.lhs) || !shapes.isKnown(guard.rhs))
      continue;
    rt::Guard &read = guards.emplace_back();
    read.lhs = toExpr(guard.lhs);
    read.rhs = toExpr(guard.rhs);
    read.message = guard.message;
    read.relation = guard.atLeast ? rt::Relation::AtLeast : rt::Relation::Equal;
  }
  return guards;
}

rt::StatusOr<Signature> readSignature(Model &model) {
  if (model.package())
    return signatureOf(model.executable());
  RLX_ASSIGN_OR_RETURN(func::FuncOp function, model.function());
  DiagnosticCollector diagnostics(&model.context());
  if (failed(verifyModel(function))) // a wrong model has no inputs to list
    return diagnostics.status();
  FailureOr<SymbolicShapes> shapes = SymbolicShapes::compute(function);
  if (failed(shapes))
    return diagnostics.status();
  Signature signature;
  for (BlockArgument argument : function.getArguments()) {
    unsigned i = argument.getArgNumber();
    auto kind = function.getArgAttrOfType<StringAttr>(i, "rlx.kind");
    auto attr = function.getArgAttrOfType<StringAttr>(i, "rlx.name");
    std::string name = attr.getValue().str();
    std::string text = name + ": " +
                       typeText(argument.getType(), function.getArgAttr(i, kStringAttr) != nullptr,
                                shapes->shape(argument), *shapes);
    if (kind.getValue() == "param")
      (model.params().contains(name) ? signature.params : signature.missingParams).push_back(text);
    else
      signature.inputs.push_back({name, text});
  }
  Operation *ret = function.getBody().front().getTerminator();
  for (auto [i, value] : llvm::enumerate(ret->getOperands())) {
    auto attr = function.getResultAttrOfType<StringAttr>(i, "rlx.name");
    std::string name = attr.getValue().str();
    signature.outputs.push_back(
        {name, name + ": " +
                   typeText(value.getType(), function.getResultAttr(i, kStringAttr) != nullptr,
                            shapes->shape(value), *shapes)});
  }
  signature.symbols = toSymbols(shapes->symbols());
  signature.dims = dimNames(signature.symbols);
  signature.guards = guardsOf(*shapes);
  return signature;
}

rt::Status checkNames(const Options &options, const Signature &signature) {
  RLX_RETURN_IF_ERROR(run::checkNames("input", options.inputs, signature.inputs));
  RLX_RETURN_IF_ERROR(checkOnce("input", options.inputs));
  if (options.cases.empty() && options.testData.empty() && options.wantsRun())
    RLX_RETURN_IF_ERROR(
        checkAllGiven(options.inputs, signature.inputs,
                      "give each one with --input=NAME=FILE.npy or --input=NAME=random"));
  RLX_RETURN_IF_ERROR(checkDims(options.dims, signature.dims));
  RLX_RETURN_IF_ERROR(run::checkNames("output", options.outputs, signature.outputs));
  if (!options.cases.empty())
    RLX_RETURN_IF_ERROR(checkFileNames("input", signature.inputs,
                                       "give them with --input=NAME=FILE.npy, without --case"));
  const std::vector<std::string> inputs = allInputPaths(options);
  std::string folder = options.outputDir;
  for (const std::string &one : llvm::concat<const std::string>(options.cases, options.testData)) {
    folder = outputFolder(options, caseName(one)); // with --output there is one at most
    RLX_RETURN_IF_ERROR(checkKeepsInputs(signature.outputs, folder, inputs));
  }
  RLX_RETURN_IF_ERROR(checkKeepsInputs(signature.outputs, folder, inputs));
  return checkOutputFiles(signature.outputs, options.outputs, folder);
}

} // namespace rlx::run
