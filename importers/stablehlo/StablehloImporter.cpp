// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parses StableHLO, surveys it for ops that cannot run, and imports its function @main; see
// StablehloImporter.h. Calls are inlined, so the result is one function.
#include "importers/stablehlo/StablehloImporter.h"

#include "dialects/Register.h"
#include "importers/stablehlo/Inlining.h"
#include "importers/stablehlo/OpTable.h"
#include "importers/stablehlo/Sizes.h"
#include "importers/stablehlo/Survey.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;

namespace rlx {
namespace shlo {

LogicalResult State::importBlock(Block &block, Values &yielded) {
  llvm::scope_exit leave([&] { --depth; });
  if (++depth > kMostDepth)
    return unsupported(emitError(userLocation(block.getParentOp()->getLoc())))
           << "more than " << kMostDepth << " regions are inside each other";
  for (Operation &source : block) {
    if (skipped.contains(&source))
      continue;
    Node op(*this, &source);
    if (isTerminator(&source)) {
      // Handlers count the operands of the last op.
      if (!op.expect(&source == &block.back(), "to be the last op of its region"))
        return failure();
      yielded = op.inputs();
      return success(!op.hasFailed());
    }
    if (++numOps > kMostOps)
      return unsupported(emitError(op.loc()))
             << "the model has more than " << kMostOps << " ops once its calls are inlined";
    const Handler *handler = OpTable::get().find(titleOf(&source));
    if (!handler) // a part that the survey does not see
      op.unsupported("is not supported here");
    else if (isElementwise && !handler->isElementwise)
      op.unsupported(
          "is not supported in a region that combines elements; only elementwise ops are");
    else if (checkForm(op, *handler))
      handler->import(op);
    trackSizes(op);
    if (failed(op.finish()))
      return failure();
  }
  return emitError(userLocation(block.getParentOp()->getLoc()))
         << "'" << block.getParentOp()->getName() << "' op has a region that does not end with "
         << "stablehlo.return";
}

} // namespace shlo

namespace {

using shlo::userLocation;

// How to get the form that can be read.
constexpr llvm::StringLiteral kAdvice =
    "write the generic form: in JAX, `jax.jit(f).lower(*args).compiler_ir(\"stablehlo\").operation."
    "get_asm(print_generic_op_form=True, enable_debug_info=True)`, or call `rlx.jax.compile(f, "
    "*args)`; for a file, `stablehlo-opt --mlir-print-op-generic` (after `stablehlo-translate "
    "--deserialize` for an artifact of VHLO)";

class Importer {
public:
  Importer(ModuleOp source) : state(source) {}

  FailureOr<OwningOpRef<ModuleOp>> run() {
    func::FuncOp main = findMain();
    if (!main || failed(shlo::survey(state.source, main)) || failed(checkSignature(main)) ||
        failed(shlo::inlineCalls(state.source, main)))
      return failure();
    OwningOpRef<ModuleOp> module = ModuleOp::create(main.getLoc());
    state.builder.setInsertionPointToStart(module->getBody());
    // The arguments that are not sizes of others.
    for (unsigned i = 0; i < main.getNumArguments(); ++i)
      if (!main.getArgAttr(i, kGlobalConstant))
        inputs.push_back(i);
    SmallVector<Type> types;
    for (unsigned i : inputs)
      types.push_back(main.getArgumentTypes()[i]);
    auto function = func::FuncOp::create(
        state.builder, userLocation(main.getLoc()), "main",
        FunctionType::get(state.context, types, main.getFunctionType().getResults()));
    Block *entry = function.addEntryBlock();
    for (auto [i, argument] : llvm::zip(inputs, entry->getArguments()))
      state.values[main.getArgument(i)] = argument;
    state.builder.setInsertionPointToStart(entry);
    shlo::Values results;
    if (failed(bindSizes(main)) || failed(state.importBlock(main.front(), results)))
      return failure();
    if (results.size() != main.getNumResults()) // an op other than func.return ends it
      return emitError(userLocation(main.getLoc())) << "the model declares " << main.getNumResults()
                                                    << " results, but returns " << results.size();
    func::ReturnOp::create(state.builder, userLocation(main.getLoc()), results);
    function.setFunctionType(FunctionType::get(state.context, entry->getArgumentTypes(),
                                               TypeRange(ValueRange(results))));
    nameArguments(main, function);
    nameResults(main, function);
    if (failed(verify(*module)))
      return failure();
    return module;
  }

private:
  // The function @main, or the only public one.
  func::FuncOp findMain() {
    func::FuncOp main = state.source.lookupSymbol<func::FuncOp>("main");
    SmallVector<func::FuncOp> functions;
    for (auto function : state.source.getOps<func::FuncOp>())
      if (function.isPublic())
        functions.push_back(function);
    if (!main && functions.size() == 1)
      main = functions[0];
    if (!main)
      emitError(userLocation(state.source.getLoc()))
          << "expects a function @main, or one public function, but the module has "
          << functions.size() << " public functions";
    else if (main.isExternal() || !llvm::hasSingleElement(main.getBody()))
      emitError(userLocation(main.getLoc()))
          << "expects function @main to have a body of one block";
    else
      return main;
    return {};
  }

  LogicalResult checkSignature(func::FuncOp main) {
    for (auto [i, type] : llvm::enumerate(main.getArgumentTypes()))
      if (!shlo::isSupported(type))
        return unsupported(emitError(userLocation(main.getLoc())))
               << "argument #" << i << " of the model has type " << type
               << ", which RLX does not support";
    if (main.getNumResults() == 0)
      return emitError(userLocation(main.getLoc())) << "the model has no results";
    return success();
  }

  // JAX gives functions with symbolic sizes their values as arguments, for example `b`. They are
  // dimensions of other arguments, whose names are in `rlx.dims` (rlx.jax writes them).
  LogicalResult bindSizes(func::FuncOp main) {
    for (unsigned i = 0; i < main.getNumArguments(); ++i) {
      auto name = main.getArgAttrOfType<StringAttr>(i, kGlobalConstant);
      if (!main.getArgAttr(i, kGlobalConstant))
        continue;
      shlo::Node node(state, main);
      auto type = dyn_cast<RankedTensorType>(main.getArgument(i).getType());
      OpFoldResult size = name ? sizeCalled(node, main, name) : OpFoldResult();
      if (!type || type.getRank() != 0 || !type.getElementType().isInteger() || !size)
        return emitError(userLocation(main.getLoc()))
               << "argument #" << i << " is the size " << main.getArgAttr(i, kGlobalConstant)
               << ", which no other argument has as a dimension";
      state.values[main.getArgument(i)] = shlo::sizeAsTensor(node, size, type.getElementType());
      state.sizes[main.getArgument(i)] = {size};
      if (node.hasFailed())
        return failure();
    }
    return success();
  }

  OpFoldResult sizeCalled(shlo::Node &node, func::FuncOp main, StringAttr name) {
    for (unsigned i : inputs) {
      auto dims = main.getArgAttrOfType<ArrayAttr>(i, "rlx.dims");
      for (auto [dim, each] : llvm::enumerate(dims ? dims.getValue() : ArrayRef<Attribute>()))
        if (each == name &&
            dim < static_cast<size_t>(shlo::rankOf(state.values[main.getArgument(i)])))
          return node.sizeOf(state.values[main.getArgument(i)], dim);
    }
    return {};
  }

  // A name that is not empty, and that no other argument or result has.
  StringAttr uniqueName(StringRef wish, const Twine &otherwise, llvm::StringSet<> &used) {
    std::string name = wish.empty() || used.contains(wish) ? otherwise.str() : wish.str();
    while (!used.insert(name).second)
      name += "_";
    return state.builder.getStringAttr(name);
  }

  // The name that the file gives an argument: that of RLX's attribute, or JAX's, which is in the
  // location, such as loc("x") or loc("params['w']"). Empty if there is none.
  StringRef givenName(func::FuncOp main, unsigned i) {
    if (auto name = main.getArgAttrOfType<StringAttr>(i, "rlx.name"))
      return name.getValue();
    auto location = dyn_cast<NameLoc>(main.getArgument(i).getLoc());
    return location && isa<UnknownLoc>(location.getChildLoc()) ? location.getName().getValue() : "";
  }

  // The attributes of RLX that an argument has already stay: the kind "param", and names of sizes.
  void nameArguments(func::FuncOp main, func::FuncOp function) {
    llvm::StringSet<> used;
    unsigned numDims = 0;
    for (auto [position, i] : llvm::enumerate(inputs)) {
      auto kind = main.getArgAttrOfType<StringAttr>(i, "rlx.kind");
      function.setArgAttr(position, "rlx.kind", kind ? kind : state.builder.getStringAttr("input"));
      function.setArgAttr(position, "rlx.name",
                          uniqueName(givenName(main, i), "arg" + Twine(i), used));
      auto type = cast<RankedTensorType>(main.getArgumentTypes()[i]);
      if (type.hasStaticShape())
        continue;
      SmallVector<Attribute> names;
      for (int64_t size : type.getShape())
        names.push_back(state.builder.getStringAttr(
            ShapedType::isDynamic(size) ? "d" + Twine(numDims++) : Twine()));
      auto dims = main.getArgAttrOfType<ArrayAttr>(i, "rlx.dims");
      function.setArgAttr(position, "rlx.dims", dims ? dims : state.builder.getArrayAttr(names));
    }
  }

  void nameResults(func::FuncOp main, func::FuncOp function) {
    llvm::StringSet<> used;
    for (unsigned i = 0; i < function.getNumResults(); ++i) {
      auto info = main.getResultAttrOfType<StringAttr>(i, "jax.result_info");
      function.setResultAttr(i, "rlx.name",
                             uniqueName(info ? info.getValue() : "", "result" + Twine(i), used));
    }
  }

  static constexpr llvm::StringLiteral kGlobalConstant = "jax.global_constant";
  shlo::State state;
  SmallVector<unsigned> inputs; // the arguments of main that the model has
};

} // namespace

FailureOr<OwningOpRef<ModuleOp>> importStablehlo(MLIRContext *context, StringRef bytes,
                                                 StringRef name) {
  Location loc = FileLineColLoc::get(context, name, 0, 0);
  const StablehloForm form = stablehloForm(bytes);
  if (form == StablehloForm::Pretty)
    return unsupported(emitError(loc))
           << "the file has StableHLO in its pretty form, which only StableHLO's own parser reads; "
           << kAdvice;
  if (form == StablehloForm::Bytecode)
    return unsupported(emitError(loc))
           << "the file is bytecode of StableHLO or VHLO, which only StableHLO's own reader reads; "
           << kAdvice;
  DialectRegistry registry;
  registerDialects(registry);
  context->appendDialectRegistry(registry);
  context->loadDialect<RLXDialect, func::FuncDialect, arith::ArithDialect, tensor::TensorDialect,
                       cf::ControlFlowDialect>();
  const bool before = context->allowsUnregisteredDialects();
  context->allowUnregisteredDialects();
  llvm::scope_exit restore([&] { context->allowUnregisteredDialects(before); });
  OwningOpRef<ModuleOp> source = parseSourceString<ModuleOp>(bytes, context, name);
  if (!source)
    return failure();
  return Importer(*source).run();
}

} // namespace rlx
