// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The names of dimensions are those of the model's signature, so that every format has them.
#include "session/FixDims.h"

#include "compiler/ModelSignature.h"
#include "dialects/bridge/Diagnostics.h"
#include "runtime/base/NearestName.h"
#include "runtime/base/StrCat.h"
#include "runtime/program/model/ExprEval.h"
#include "session/ModelInputs.h"

using namespace mlir;

namespace rlx {
namespace {

std::string quoted(const std::vector<std::string> &names) {
  std::string text;
  for (const std::string &name : names)
    text += (text.empty() ? "'" : ", '") + name + "'";
  return text;
}

// Every name must be a dimension's. `known`: those that can be fixed.
rt::Status checkNames(const llvm::StringMap<int64_t> &sizes, std::vector<std::string> known,
                      const llvm::StringSet<> &fixedBefore) {
  for (StringRef name : fixedBefore.keys())
    known.push_back(name.str());
  llvm::sort(known);
  SmallVector<StringRef> wanted(sizes.keys());
  llvm::sort(wanted);
  for (StringRef name : wanted) {
    if (llvm::is_contained(known, name))
      continue;
    const std::string_view near = rt::nearestName({name.data(), name.size()}, known);
    return rt::invalidArgument(
        rt::strCat("the model's inputs have no dynamic dimension '", name.str(), "'; ",
                   known.empty() ? "all are static"
                                 : (known.size() == 1 ? "there is " : "there are ") + quoted(known),
                   near.empty() ? "" : rt::strCat("; did you mean '", near, "'?")));
  }
  return rt::okStatus();
}

// The size if the symbols with a value decide it, otherwise kDynamic.
rt::StatusOr<int64_t> sizeOf(const rt::Expr &expr, ArrayRef<rt::Symbol> symbols,
                             ArrayRef<bool> isFixed, ArrayRef<int64_t> values) {
  std::set<size_t> used;
  rt::addUsedSymbols(expr, symbols, used);
  if (!llvm::all_of(used, [&](size_t symbol) { return isFixed[symbol]; }))
    return ShapedType::kDynamic;
  return rt::evaluate(expr, values);
}

} // namespace

rt::Status fixDims(ModuleOp module, const llvm::StringMap<int64_t> &sizes,
                   const llvm::StringSet<> &fixedBefore) {
  if (sizes.empty())
    return rt::okStatus();
  RLX_ASSIGN_OR_RETURN(func::FuncOp model, modelFunction(module));
  FailureOr<rt::Program> signature = failure();
  {
    DiagnosticCollector diagnostics(module.getContext());
    signature = modelSignature(module);
    if (failed(signature))
      return diagnostics.status();
  }
  SmallVector<bool> isFixed;
  SmallVector<int64_t> values;
  std::vector<std::string> known;
  for (const rt::Symbol &symbol : signature->symbols) {
    const auto size = sizes.find(symbol.name);
    const bool isDimension = symbol.source == rt::SymbolSource::Dimension;
    isFixed.push_back(isDimension && size != sizes.end());
    values.push_back(isFixed.back() ? size->second : 0);
    if (isDimension)
      known.push_back(symbol.name);
  }
  RLX_RETURN_IF_ERROR(checkNames(sizes, known, fixedBefore));
  RLX_RETURN_IF_ERROR(rt::derive(signature->symbols, values));
  size_t input = 0;
  for (BlockArgument argument : model.getArguments()) {
    if (!isModelInput(model, argument.getArgNumber()))
      continue;
    SmallVector<int64_t> shape(cast<RankedTensorType>(argument.getType()).getShape());
    for (auto [size, expr] : llvm::zip_equal(shape, signature->inputs[input].shape)) {
      if (!ShapedType::isDynamic(size))
        continue;
      RLX_ASSIGN_OR_RETURN(size, sizeOf(expr, signature->symbols, isFixed, values));
      if (size < 0 && !ShapedType::isDynamic(size))
        return rt::invalidArgument(rt::strCat("input '", signature->inputs[input].name,
                                              "' would have a dimension of size ", size));
    }
    ++input;
    if (argument.getType() == cast<RankedTensorType>(argument.getType()).clone(shape))
      continue;
    if (rt::Status refined = refineArgument(model, argument.getArgNumber(), shape); !refined.ok())
      return std::move(refined).withContext(
          rt::strCat("fixing the sizes of input '", signature->inputs[input - 1].name, "'"));
  }
  return rt::okStatus();
}

} // namespace rlx
