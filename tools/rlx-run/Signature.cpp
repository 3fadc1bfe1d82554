// Reading and checking signatures; see Signature.h.
#include "tools/rlx-run/Signature.h"

#include <set>

#include "compiler/ProgramWriter.h"
#include "dialects/bridge/Diagnostics.h"
#include "passes/ModelOps.h"
#include "passes/SymbolicShapes.h"
#include "runtime/program/ExprEval.h"
#include "runtime/program/Signature.h"
#include "tools/rlx-run/Text.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace rlx::run {
namespace {

// "f32[batch,3]" with the sizes the analysis knows.
std::string typeText(Type type, ArrayRef<Dim> dims, const SymbolicShapes &shapes) {
  std::string text;
  llvm::raw_string_ostream os(text);
  auto tensor = cast<RankedTensorType>(type);
  std::vector<rt::Symbol> symbols;
  for (const SymbolicShapes::Symbol &symbol : shapes.symbols())
    symbols.push_back({symbol.name, 0, 0});
  // As --input takes it and messages of the runtime name it.
  if (std::optional<rt::DType> dtype = dtypeOf(tensor.getElementType()))
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
        os << rt::text(toExpr(dim), symbols);
      },
      ",");
  os << "]";
  return text;
}

rt::Status invalid(const Twine &message) {
  return rt::invalidArgument(message.str());
}

std::vector<std::string> namesOf(ArrayRef<Signature::Entry> entries) {
  std::vector<std::string> names;
  for (const Signature::Entry &entry : entries)
    names.push_back(entry.name);
  return names;
}

// "; did you mean 'x'?; its inputs are\n  x: f32[n]".
rt::Status unknownName(StringRef kind, StringRef name, ArrayRef<Signature::Entry> entries) {
  std::string list;
  for (const Signature::Entry &entry : entries)
    list += "\n  " + entry.text;
  return invalid("the model has no " + kind + " '" + name + "'" +
                 suggestion(name, namesOf(entries)) + "\nits " + kind + "s are" +
                 (list.empty() ? "\n  (none)" : list));
}

rt::Status checkInputs(const Options &options, ArrayRef<Signature::Entry> inputs) {
  std::set<StringRef> given;
  for (const auto &[name, how] : options.inputs) {
    if (llvm::none_of(inputs, [&](const auto &input) { return input.name == name; }))
      return unknownName("input", name, inputs);
    if (!given.insert(name).second)
      return invalid("input '" + name + "' is given twice");
  }
  bool fromFolders = !options.cases.empty() || !options.testData.empty();
  if (fromFolders || !options.wantsRun())
    return rt::okStatus();
  std::vector<std::string> missing;
  std::string list;
  for (const Signature::Entry &input : inputs) {
    list += "\n  " + input.text;
    if (!given.count(input.name))
      missing.push_back(input.name);
  }
  if (missing.empty())
    return rt::okStatus();
  return invalid(Twine(missing.size()) + " of " + Twine(inputs.size()) +
                 " inputs missing: " + quoted(missing) +
                 "\ngive each one with --input=NAME=FILE.npy or --input=NAME=random; the inputs "
                 "are" +
                 list);
}

rt::Status checkDims(const Options &options, ArrayRef<std::string> dims) {
  std::string has = dims.empty() ? "all its sizes are static" : "it has " + quoted(dims);
  for (const auto &[name, size] : options.dims) {
    if (!llvm::is_contained(dims, name))
      return invalid("--dim: the model has no dynamic dimension '" + name + "'; " + has +
                     suggestion(name, dims));
    if (size < 0)
      return invalid("--dim: expected a size of at least 0 for '" + name + "', but got " +
                     Twine(size) + "; of dynamic dimensions the model has " + quoted(dims));
  }
  return rt::okStatus();
}

} // namespace

// What a package says of itself.
static Signature signatureOf(const rt::Executable &executable) {
  const rt::Program &program = executable.program();
  std::vector<std::string_view> missing = executable.missingParams();
  Signature signature;
  for (const rt::TensorSpec &spec : program.inputs)
    signature.inputs.push_back({spec.name, rt::signatureText(program, spec)});
  for (const rt::TensorSpec &spec : program.outputs)
    signature.outputs.push_back({spec.name, rt::signatureText(program, spec)});
  for (const rt::TensorSpec &spec : program.params)
    (llvm::is_contained(missing, spec.name) ? signature.missingParams : signature.params)
        .push_back(rt::signatureText(program, spec));
  for (const rt::Symbol &symbol : program.symbols)
    signature.dims.push_back(symbol.name);
  return signature;
}

rt::StatusOr<Signature> readSignature(Model &model) {
  if (model.package())
    return signatureOf(model.executable());
  RLX_ASSIGN_OR_RETURN(func::FuncOp function, model.function());
  DiagnosticCollector diagnostics(&model.context());
  if (failed(verifyModel(function))) // what is not a model cannot be asked for inputs either
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
    std::string text = name + ": " + typeText(argument.getType(), shapes->shape(argument), *shapes);
    if (kind.getValue() == "param")
      (model.params().count(name) ? signature.params : signature.missingParams).push_back(text);
    else
      signature.inputs.push_back({name, text});
  }
  Operation *ret = function.getBody().front().getTerminator();
  for (auto [i, value] : llvm::enumerate(ret->getOperands())) {
    auto attr = function.getResultAttrOfType<StringAttr>(i, "rlx.name");
    std::string name = attr.getValue().str();
    signature.outputs.push_back(
        {name, name + ": " + typeText(value.getType(), shapes->shape(value), *shapes)});
  }
  for (const SymbolicShapes::Symbol &symbol : shapes->symbols())
    signature.dims.push_back(symbol.name);
  return signature;
}

rt::Status checkNames(const Options &options, const Signature &signature) {
  RLX_RETURN_IF_ERROR(checkInputs(options, signature.inputs));
  RLX_RETURN_IF_ERROR(checkDims(options, signature.dims));
  for (const auto &[name, path] : options.outputs)
    if (llvm::none_of(signature.outputs, [&](const auto &output) { return output.name == name; }))
      return unknownName("output", name, signature.outputs);
  return rt::okStatus();
}

} // namespace rlx::run
