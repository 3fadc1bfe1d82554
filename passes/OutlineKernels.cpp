// Turns a model function into a lir.program whose dispatches call outlined kernels.
//
//   func.func @main(%x: tensor<?x4xf32> {rlx.name = "x"}) -> tensor<?x4xf32> {
//     %0 = rlx.exp %x …
//   }
// becomes
//   lir.program @main symbols ["n"] … {
//     %x = lir.input "x" … ; %y = lir.output "…" …
//     lir.run { lir.dispatch @kernels_cpu::@exp_0 ins(%x) outs(%y) … }
//   }
//   module @kernels_cpu { func.func @exp_0(%x: tensor<?x4xf32>) -> tensor<?x4xf32> { rlx.exp … } }
//
// Kernels are still rlx ops on tensors; equal ones are merged here, before anybody lowers them.
// What depends on params and constants only goes to lir.prepare.
#include "passes/Passes.h"

#include "dialects/lir/LIRDialect.h"
#include "dialects/rlx/interfaces/ErrorKind.h"
#include "dialects/rlx/ir/RLXDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "passes/KernelGroups.h"
#include "passes/RefineUses.h"
#include "passes/SymbolicShapes.h"
#include "llvm/ADT/SetVector.h"

namespace rlx {
#define GEN_PASS_DEF_OUTLINEKERNELSPASS
#include "passes/Passes.h.inc"
} // namespace rlx

using namespace mlir;
using namespace rlx;

namespace {

StringRef shortName(Operation *op) {
  return op->getName().stripDialect();
}

// Makes kernel functions and merges equal ones.
class KernelModule {
public:
  KernelModule(ModuleOp parent, StringRef target) {
    OpBuilder builder(parent.getBodyRegion());
    builder.setInsertionPointToEnd(parent.getBody());
    std::string name = (Twine(lir::kKernelModulePrefix) + target).str();
    module = ModuleOp::create(builder, parent.getLoc(), name);
    this->target = target.str();
  }

  struct Added {
    SymbolRefAttr symbol;
    SmallVector<Type> argumentTypes, resultTypes;
  };

  // The kernel that runs `group` on `operands`. Kernels that only prepare weights forget the
  // sizes of their operands, so that one serves all weights.
  Added add(const KernelGroup &group, ArrayRef<Value> operands) {
    func::FuncOp kernel;
    // What a composite op means may depend on its static sizes (the heads of an attention).
    bool isComposite = llvm::any_of(group.ops, llvm::IsaPred<DecomposableOpInterface>);
    if (group.prepare && !isComposite)
      kernel = build(group, operands, /*forgetSizes=*/true);
    if (!kernel)
      kernel = build(group, operands, /*forgetSizes=*/false);
    Added added;
    llvm::append_range(added.argumentTypes, kernel.getArgumentTypes());
    llvm::append_range(added.resultTypes, kernel.getResultTypes());
    added.symbol = deduplicate(kernel, shortName(group.ops.front()));
    return added;
  }

  // The declaration of the user's kernel that computes `op`.
  SymbolRefAttr addUserKernel(UserKernelOpInterface op) {
    auto memrefOf = [](Type type) -> Type {
      auto tensor = cast<RankedTensorType>(type);
      return MemRefType::get(tensor.getShape(), tensor.getElementType());
    };
    OpBuilder builder(op.getContext());
    auto type = builder.getFunctionType(llvm::map_to_vector(op->getOperandTypes(), memrefOf),
                                        llvm::map_to_vector(op->getResultTypes(), memrefOf));
    if (!userModule) {
      builder.setInsertionPointAfter(module);
      userModule = ModuleOp::create(builder, module.getLoc(),
                                    (Twine(lir::kUserKernelModulePrefix) + target).str());
    }
    Attribute key =
        builder.getArrayAttr({builder.getStringAttr(op.getKernelName()),
                              builder.getStringAttr(op.getKernelConfig()), TypeAttr::get(type)});
    auto [it, inserted] = userKernels.try_emplace(key);
    if (inserted) {
      it->second = (op.getKernelName() + "_" + Twine(userKernels.size() - 1)).str();
      builder.setInsertionPointToEnd(userModule.getBody());
      lir::UserKernelOp::create(builder, op.getLoc(), it->second, op.getKernelName(),
                                op.getKernelConfig(), type);
    }
    return SymbolRefAttr::get(op.getContext(), *userModule.getSymName(),
                              FlatSymbolRefAttr::get(op.getContext(), it->second));
  }

private:
  // Null if inference does not accept the operands without their sizes.
  func::FuncOp build(const KernelGroup &group, ArrayRef<Value> operands, bool forgetSizes) {
    OpBuilder builder = OpBuilder::atBlockEnd(module.getBody());
    Operation *last = group.ops.back();
    SmallVector<Type> types;
    for (Value operand : operands)
      types.push_back(forgetSizes ? withoutSizes(operand.getType()) : operand.getType());
    auto kernel = func::FuncOp::create(builder, last->getLoc(), "kernel",
                                       builder.getFunctionType(types, last->getResultTypes()));
    kernel->setAttr(lir::kKernelAttr, builder.getUnitAttr());
    OpBuilder inner = OpBuilder::atBlockEnd(kernel.addEntryBlock());
    IRMapping mapping;
    mapping.map(operands, kernel.getArguments());
    for (Operation *op : group.ops) {
      for (Value operand : op->getOperands())
        if (!mapping.contains(operand)) // an inline constant or a constant index
          inner.clone(*operand.getDefiningOp(), mapping);
      Operation *copy = inner.clone(*op, mapping);
      if (forgetSizes && failed(rlx::inferAgain(copy))) {
        kernel.erase();
        return {};
      }
    }
    SmallVector<Value> results = llvm::map_to_vector(
        last->getResults(), [&](Value result) { return mapping.lookup(result); });
    func::ReturnOp::create(inner, last->getLoc(), results);
    kernel.setFunctionType(builder.getFunctionType(types, TypeRange(ValueRange(results))));
    return kernel;
  }

  // Sizes of 1 stay: they decide how operands broadcast.
  static Type withoutSizes(Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor)
      return type;
    SmallVector<int64_t> shape = llvm::map_to_vector(
        tensor.getShape(), [](int64_t size) { return size == 1 ? 1 : ShapedType::kDynamic; });
    return tensor.clone(shape);
  }

  SymbolRefAttr deduplicate(func::FuncOp kernel, StringRef root) {
    std::string text;
    llvm::raw_string_ostream os(text);
    kernel->print(os, OpPrintingFlags().printGenericOpForm().useLocalScope());
    auto [it, inserted] = names.try_emplace(text, "");
    if (inserted) {
      it->second = (root + "_" + Twine(names.size() - 1)).str();
      kernel.setSymName(it->second);
    } else {
      kernel.erase();
    }
    MLIRContext *context = module.getContext();
    return SymbolRefAttr::get(context, module.getSymName().value(),
                              FlatSymbolRefAttr::get(context, it->second));
  }

  ModuleOp module, userModule;
  std::string target;
  llvm::StringMap<std::string> names;
  DenseMap<Attribute, std::string> userKernels;
};

// Builds the lir.program of one model function.
class ProgramBuilder {
public:
  ProgramBuilder(func::FuncOp function, const SymbolicShapes &shapes, KernelModule &kernels)
      : function(function), shapes(shapes), kernels(kernels), context(function.getContext()),
        builder(function) {}

  LogicalResult build() {
    for (const SymbolicShapes::Symbol &symbol : shapes.symbols())
      if (isParam(symbol.argument))
        return unsupported(function.emitOpError("has a param of dynamic size (argument #"))
               << symbol.argument << "), which is not supported: params have static sizes";
    createProgram();
    groups = groupKernels(function, shapes);
    addArguments();
    if (failed(addOutputs()))
      return failure();
    for (const SymbolicShapes::Guard &guard : shapes.guards())
      lir::GuardOp::create(
          builder, function.getLoc(), AffineMapAttr::get(sizesMap({guard.lhs, guard.rhs})),
          builder.getStringAttr(guard.message), guard.atLeast ? builder.getUnitAttr() : UnitAttr());
    if (failed(addGroups()))
      return failure();
    copyRemainingOutputs();
    return success();
  }

private:
  void createProgram() {
    SmallVector<StringRef> names;
    SmallVector<int64_t> inputs, dims;
    SmallVector<int64_t> inputNumber = numberInputs();
    for (const SymbolicShapes::Symbol &symbol : shapes.symbols()) {
      names.push_back(symbol.name);
      inputs.push_back(inputNumber[symbol.argument]);
      dims.push_back(symbol.dim);
    }
    program = lir::ProgramOp::create(builder, function.getLoc(), function.getSymName(),
                                     builder.getStrArrayAttr(names), inputs, dims);
    Block *body = &program.getBody().emplaceBlock();
    builder.setInsertionPointToEnd(body);
    prepare = lir::PrepareOp::create(builder, function.getLoc());
    prepare.getBody().emplaceBlock();
    run = lir::RunOp::create(builder, function.getLoc());
    run.getBody().emplaceBlock();
    builder.setInsertionPoint(prepare);
  }

  bool isParam(unsigned argument) {
    auto kind = function.getArgAttrOfType<StringAttr>(argument, "rlx.kind");
    return kind && kind.getValue() == "param";
  }

  SmallVector<int64_t> numberInputs() {
    SmallVector<int64_t> numbers;
    int64_t next = 0;
    for (unsigned i = 0; i < function.getNumArguments(); ++i)
      numbers.push_back(isParam(i) ? -1 : next++);
    return numbers;
  }

  AffineMap sizesMap(ArrayRef<Dim> dims) {
    return AffineMap::get(0, shapes.symbols().size(), dims, context);
  }

  MemRefType bufferType(Value tensor) {
    auto type = cast<RankedTensorType>(tensor.getType());
    SmallVector<int64_t> sizes;
    for (Dim dim : shapes.shape(tensor))
      sizes.push_back(InferContext::staticValue(dim).value_or(ShapedType::kDynamic));
    return MemRefType::get(sizes, type.getElementType());
  }

  void addArguments() {
    for (BlockArgument argument : function.getArguments()) {
      unsigned i = argument.getArgNumber();
      auto name = function.getArgAttrOfType<StringAttr>(i, "rlx.name");
      StringAttr attr = name ? name : builder.getStringAttr("arg" + Twine(i));
      auto sizes = AffineMapAttr::get(sizesMap(shapes.shape(argument)));
      Type type = bufferType(argument);
      if (isParam(i))
        buffers[argument] = lir::ParamOp::create(builder, argument.getLoc(), type, attr, sizes);
      else
        buffers[argument] = lir::InputOp::create(builder, argument.getLoc(), type, attr, sizes);
    }
  }

  // Every result gets its buffer; a value that is returned once and computed by a run is computed
  // in place there.
  LogicalResult addOutputs() {
    Operation *ret = function.getBody().front().getTerminator();
    for (auto [i, value] : llvm::enumerate(ret->getOperands())) {
      if (!shapes.isKnown(shapes.shape(value)))
        return unsupported(ret->emitOpError("returns a tensor (result #"))
               << i << ") whose size depends on the data of a run, which is not supported; sizes "
               << "may depend on the sizes of the inputs only";
      auto name = function.getResultAttrOfType<StringAttr>(i, "rlx.name");
      Value buffer = lir::OutputOp::create(builder, value.getLoc(), bufferType(value),
                                           name ? name : builder.getStringAttr("out" + Twine(i)),
                                           AffineMapAttr::get(sizesMap(shapes.shape(value))));
      outputs.push_back(buffer);
      bindOutput(value, buffer);
    }
    return success();
  }

  void bindOutput(Value value, Value buffer) {
    if (buffers.contains(value) || !value.getDefiningOp() || isPrepared(value))
      return; // copied at the end
    Value root = value;
    while (root.getDefiningOp()->hasTrait<rlx::OpTrait::ReshapesOperand>()) {
      root = root.getDefiningOp()->getOperand(0);
      if (buffers.contains(root) || !root.getDefiningOp())
        return;
    }
    if (!isKernelOp(root.getDefiningOp()) || isPrepared(root))
      return;
    buffers[value] = buffer;
    inPlace.insert(value);
    if (root != value)
      buffers[root] = view(root, buffer);
  }

  bool isPrepared(Value value) {
    for (const KernelGroup &group : groups)
      if (group.ops.back() == value.getDefiningOp())
        return group.prepare;
    return false;
  }

  Value view(Value tensor, Value of) {
    return lir::ViewOp::create(builder, tensor.getLoc(), bufferType(tensor), of,
                               AffineMapAttr::get(sizesMap(shapes.shape(tensor))));
  }

  // The buffer of a value whose producer has been visited (or that needs none).
  Value bufferOf(Value value) {
    Value &buffer = buffers[value];
    if (buffer)
      return buffer;
    Operation *op = value.getDefiningOp();
    ElementsAttr constant;
    if (matchPattern(op, m_Constant(&constant))) {
      buffer = lir::ConstantOp::create(builder, op->getLoc(), bufferType(value), constant);
    } else if (op->hasTrait<rlx::OpTrait::ReshapesOperand>()) {
      Value made = view(value, bufferOf(op->getOperand(0)));
      return buffers[value] = made;
    }
    return buffer;
  }

  LogicalResult addGroups() {
    llvm::DenseSet<Value> usedByRun = valuesUsedByRun();
    for (const KernelGroup &group : groups)
      if (failed(addGroup(group, usedByRun)))
        return failure();
    return success();
  }

  // Roots of values that runs read; prepared ones among them must persist.
  llvm::DenseSet<Value> valuesUsedByRun() {
    llvm::DenseSet<Value> used;
    auto add = [&](Value value) {
      while (value.getDefiningOp() &&
             value.getDefiningOp()->hasTrait<rlx::OpTrait::ReshapesOperand>())
        value = value.getDefiningOp()->getOperand(0);
      used.insert(value);
    };
    for (const KernelGroup &group : groups)
      if (!group.prepare)
        for (Operation *op : group.ops)
          llvm::for_each(op->getOperands(), add);
    llvm::for_each(function.getBody().front().getTerminator()->getOperands(), add);
    return used;
  }

  LogicalResult addGroup(const KernelGroup &group, const llvm::DenseSet<Value> &usedByRun) {
    llvm::SetVector<Value> operands;
    for (Operation *op : group.ops)
      for (Value operand : op->getOperands())
        if (!llvm::is_contained(group.ops, operand.getDefiningOp()) && !isInline(operand))
          operands.insert(operand);
    Operation *last = group.ops.back();
    if (auto user = dyn_cast<UserKernelOpInterface>(last))
      return addUserDispatch(user, group, usedByRun);
    KernelModule::Added kernel = kernels.add(group, operands.getArrayRef());
    SmallVector<Value> inputs, outs;
    Dims dims;
    for (auto [operand, type] : llvm::zip(operands, kernel.argumentTypes)) {
      if (operand.getType().isIndex()) {
        dims.push_back(shapes.index(operand));
        continue;
      }
      inputs.push_back(bufferOf(operand));
      appendDynamic(operand, type, dims);
    }
    for (auto [result, type] : llvm::zip(last->getResults(), kernel.resultTypes)) {
      outs.push_back(outputBuffer(result, group.prepare && usedByRun.contains(result)));
      appendDynamic(result, type, dims);
    }
    return addDispatch(group, kernel.symbol, inputs, outs, dims);
  }

  // A kernel of the user gets all sizes of all its tensors.
  LogicalResult addUserDispatch(UserKernelOpInterface op, const KernelGroup &group,
                                const llvm::DenseSet<Value> &usedByRun) {
    SmallVector<Value> inputs, outs;
    Dims dims;
    for (Value operand : op->getOperands()) {
      inputs.push_back(bufferOf(operand));
      llvm::append_range(dims, shapes.shape(operand));
    }
    for (Value result : op->getResults()) {
      outs.push_back(outputBuffer(result, group.prepare && usedByRun.contains(result)));
      llvm::append_range(dims, shapes.shape(result));
    }
    return addDispatch(group, kernels.addUserKernel(op), inputs, outs, dims);
  }

  LogicalResult addDispatch(const KernelGroup &group, SymbolRefAttr kernel, ValueRange inputs,
                            ValueRange outs, ArrayRef<Dim> dims) {
    if (!shapes.isKnown(dims))
      return unsupported(group.ops.back()->emitOpError(
          "has a size that depends on the data of a run, which is not supported; sizes may depend "
          "on the sizes of the inputs only"));
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToEnd(group.prepare ? &prepare.getBody().front()
                                                 : &run.getBody().front());
    lir::DispatchOp::create(builder, groupLocation(group), kernel, inputs, outs,
                            AffineMapAttr::get(sizesMap(dims)), builder.getStringAttr(label(group)),
                            nullptr, nullptr, nullptr);
    return success();
  }

  static bool isInline(Value operand) {
    Operation *op = operand.getDefiningOp();
    return op && (isInlineConstant(op) ||
                  (operand.getType().isIndex() && matchPattern(op, m_Constant())));
  }

  // The sizes of a tensor that the kernel's type for it leaves open.
  void appendDynamic(Value tensor, Type type, Dims &dims) {
    for (auto [size, dim] :
         llvm::zip(cast<RankedTensorType>(type).getShape(), shapes.shape(tensor)))
      if (ShapedType::isDynamic(size))
        dims.push_back(dim);
  }

  Value outputBuffer(Value result, bool persistent) {
    Value &buffer = buffers[result];
    if (!buffer)
      buffer = lir::AllocOp::create(builder, result.getLoc(), bufferType(result),
                                    persistent ? builder.getUnitAttr() : nullptr,
                                    AffineMapAttr::get(sizesMap(shapes.shape(result))));
    return buffer;
  }

  Location groupLocation(const KernelGroup &group) {
    SmallVector<Location> locations;
    for (Operation *op : group.ops)
      locations.push_back(op->getLoc());
    return FusedLoc::get(context, locations);
  }

  std::string label(const KernelGroup &group) {
    std::string text;
    llvm::raw_string_ostream os(text);
    llvm::interleave(group.ops, os, [&](Operation *op) { os << shortName(op); }, "+");
    if (auto name = dyn_cast<NameLoc>(group.ops.front()->getLoc()))
      os << " @ " << name.getName().getValue();
    return text;
  }

  void copyRemainingOutputs() {
    Operation *ret = function.getBody().front().getTerminator();
    llvm::DenseSet<Value> done;
    for (auto [value, output] : llvm::zip(ret->getOperands(), outputs)) {
      if (inPlace.contains(value) && done.insert(value).second)
        continue;
      Value from = bufferOf(value);
      OpBuilder::InsertionGuard guard(builder);
      builder.setInsertionPointToEnd(&run.getBody().front());
      lir::CopyOp::create(builder, value.getLoc(), from, output);
    }
  }

  func::FuncOp function;
  const SymbolicShapes &shapes;
  KernelModule &kernels;
  MLIRContext *context;
  OpBuilder builder; // inserts buffers
  lir::ProgramOp program;
  lir::PrepareOp prepare;
  lir::RunOp run;
  SmallVector<KernelGroup> groups;
  DenseMap<Value, Value> buffers; // tensor -> buffer
  SmallVector<Value> outputs;
  llvm::DenseSet<Value> inPlace;
};

struct OutlineKernels : rlx::impl::OutlineKernelsPassBase<OutlineKernels> {
  using OutlineKernelsPassBase::OutlineKernelsPassBase;

  void runOnOperation() override {
    SmallVector<func::FuncOp> functions(getOperation().getOps<func::FuncOp>());
    KernelModule kernels(getOperation(), target);
    for (func::FuncOp function : functions) {
      if (function.isExternal() || !function.getBody().hasOneBlock()) {
        function.emitOpError("is expected to have a body of one block");
        return signalPassFailure();
      }
      for (auto [i, type] : llvm::enumerate(function.getArgumentTypes()))
        if (!isa<RankedTensorType>(type)) {
          function.emitOpError("is a model, whose arguments are ranked tensors, but argument #")
              << i << " has type " << type;
          return signalPassFailure();
        }
      FailureOr<SymbolicShapes> shapes = SymbolicShapes::compute(function);
      if (failed(shapes) || failed(ProgramBuilder(function, *shapes, kernels).build()))
        return signalPassFailure();
      function.erase();
    }
  }
};

} // namespace
