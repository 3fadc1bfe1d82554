// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The methods of GraphBuilder for ops with regions: control flow, elementwise regions, user
// kernels. A region is built by calling the user's function with handles to its arguments. The
// types of results follow from the values that the functions return.
#include "dialects/bridge/ElementTypes.h"
#include "dialects/rlx/builder/OpCall.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace rlx {

using graph::OpCall;

// Adds a region. An empty std::function, which would throw, is an error.
static void addRegion(OpCall &call, ArrayRef<RankedTensorType> arguments, bool isIsolated,
                      const graph::Body &body, const char *what) {
  if (body)
    call.region(arguments, isIsolated, body);
  else
    call.fail(Twine("needs a ") + what);
}

// ---- control flow ----

GraphValues GraphBuilder::if_(GraphValue predicate, const graph::Branch &thenBranch,
                              const graph::Branch &elseBranch, SourceLocation where) {
  OpCall call(*state, "rlx.if", where);
  call.operand("predicate", predicate);
  for (const graph::Branch *branch : {&thenBranch, &elseBranch})
    addRegion(call, {}, /*isIsolated=*/false,
              *branch ? graph::Body([&](const GraphValues &) { return (*branch)(); }) : nullptr,
              branch == &thenBranch ? "first branch" : "second branch");
  return call.values();
}

GraphValues GraphBuilder::while_(const GraphValues &inits, const graph::Body &condition,
                                 const graph::Body &body, SourceLocation where) {
  OpCall call(*state, "rlx.while", where);
  call.operand("inits", inits);
  SmallVector<RankedTensorType> types = call.operandTypes();
  addRegion(call, types, /*isIsolated=*/false, condition, "condition");
  addRegion(call, types, /*isIsolated=*/false, body, "body");
  return call.values();
}

// The argument types of a scan's body: carried values, and rows of the inputs.
static SmallVector<RankedTensorType> turnTypes(OpCall &call, size_t numInits) {
  SmallVector<RankedTensorType> types = call.operandTypes();
  for (RankedTensorType &type :
       MutableArrayRef(types).drop_front(std::min(numInits, types.size()))) {
    if (type.getRank() == 0) { // scan_c1
      call.fail("expects inputs of rank 1 or more, but one is a scalar");
      return {};
    }
    type = RankedTensorType::get(type.getShape().drop_front(), type.getElementType());
  }
  return types;
}

static void addScanAttributes(OpCall &call, const graph::ScanOptions &options) {
  call.segments();
  call.unit("reverse", options.reverse);
  call.attribute("length", options.length);
  call.attribute("num_checkpoints", options.numCheckpoints);
}

GraphValues GraphBuilder::scan(const GraphValues &inits, const GraphValues &inputs,
                               const graph::Body &body, const graph::ScanOptions &options,
                               SourceLocation where) {
  OpCall call(*state, "rlx.scan", where);
  call.operand("inits", inits);
  call.operand("inputs", inputs);
  addScanAttributes(call, options);
  addRegion(call, turnTypes(call, inits.size()), /*isIsolated=*/false, body, "body");
  return call.values();
}

GraphValues GraphBuilder::scanBackward(const GraphValues &inits, const GraphValues &inputs,
                                       const GraphValues &gradients, const graph::Body &forward,
                                       const graph::Body &vjp,
                                       const graph::ScanBackwardOptions &options,
                                       SourceLocation where) {
  OpCall call(*state, "rlx.scan_backward", where);
  call.operand("inits", inits);
  call.operand("inputs", inputs);
  SmallVector<RankedTensorType> types = turnTypes(call, inits.size());
  call.operand("gradients", gradients);
  addScanAttributes(call, options);
  addRegion(call, types, /*isIsolated=*/false, forward, "body");
  llvm::append_range(types, call.yieldedTypes());
  addRegion(call, types, /*isIsolated=*/false, vjp, "gradient");
  return call.values();
}

// ---- elementwise_region ----

GraphValues GraphBuilder::elementwiseRegion(const GraphValues &inputs, const graph::Body &body,
                                            SourceLocation where) {
  OpCall call(*state, "rlx.elementwise_region", where);
  call.operand("inputs", inputs);
  addRegion(call, call.operandTypes(), /*isIsolated=*/true, body, "body");
  return call.values();
}

// ---- custom ----

// A size as an affine expression over the sizes of the operands, numbered in order; null if it
// depends on anything else.
static AffineExpr overOperandSizes(Value size, ValueRange operands) {
  MLIRContext *context = size.getContext();
  APInt constant;
  if (matchPattern(size, m_ConstantInt(&constant)))
    return getAffineConstantExpr(constant.getSExtValue(), context);
  if (auto dim = size.getDefiningOp<tensor::DimOp>()) {
    unsigned symbol = 0;
    for (Value operand : operands) {
      if (operand == dim.getSource())
        return getAffineSymbolExpr(symbol + *dim.getConstantIndex(), context);
      symbol += cast<RankedTensorType>(operand.getType()).getRank();
    }
    return {};
  }
  Operation *op = size.getDefiningOp();
  if (!op || op->getNumOperands() != 2)
    return {};
  AffineExpr lhs = overOperandSizes(op->getOperand(0), operands);
  AffineExpr rhs = overOperandSizes(op->getOperand(1), operands);
  if (!lhs || !rhs)
    return {};
  return llvm::TypeSwitch<Operation *, AffineExpr>(op)
      .Case<arith::AddIOp>([&](auto) { return lhs + rhs; })
      .Case<arith::SubIOp>([&](auto) { return lhs - rhs; })
      .Case<arith::MulIOp>([&](auto) { return lhs * rhs; })
      .Case<arith::FloorDivSIOp>([&](auto) { return lhs.floorDiv(rhs); })
      .Default([](auto) { return AffineExpr(); });
}

// Adds the attributes `outs` and `sizes`.
static void addResultTypes(OpCall &call, ArrayRef<graph::TensorType> results) {
  OpBuilder &b = call.builder();
  SmallVector<Attribute> types, maps;
  unsigned numSymbols = 0;
  for (RankedTensorType type : call.operandTypes())
    numSymbols += type.getRank();
  bool isDynamic = false;
  for (const graph::TensorType &result : results) {
    SmallVector<int64_t> sizes;
    SmallVector<AffineExpr> exprs;
    for (const GraphSize &size : result.sizes) {
      Value value = call.sizeValue(size);
      if (!call.active())
        return;
      sizes.push_back(value ? ShapedType::kDynamic : size.staticSize());
      exprs.push_back(value ? overOperandSizes(value, call.getOperands())
                            : b.getAffineConstantExpr(size.staticSize()));
      if (!exprs.back())
        return call.fail("has a result with a size that is not computed from sizes of the inputs");
      isDynamic |= static_cast<bool>(value);
    }
    RankedTensorType type = call.tensorType(result.dtype, sizes);
    if (!type)
      return;
    types.push_back(TypeAttr::get(type));
    maps.push_back(AffineMapAttr::get(AffineMap::get(0, numSymbols, exprs, b.getContext())));
  }
  call.attribute("outs", Attribute(b.getArrayAttr(types)));
  if (isDynamic)
    call.attribute("sizes", Attribute(b.getArrayAttr(maps)));
}

GraphValues GraphBuilder::custom(std::string_view kernel, const GraphValues &inputs,
                                 const std::vector<graph::TensorType> &results,
                                 const graph::CustomOptions &options, SourceLocation where) {
  OpCall call(*state, "rlx.custom", where);
  call.operand("inputs", inputs);
  call.attribute("kernel", std::string(kernel));
  call.attribute("config", options.config);
  if (call.active())
    addResultTypes(call, results);
  if (options.body)
    addRegion(call, call.operandTypes(), /*isIsolated=*/true, options.body, "body");
  else
    call.emptyRegion();
  return call.values();
}

GraphValues GraphBuilder::customFn(const GraphValues &inputs, const graph::Body &body,
                                   const graph::CustomFnOptions &options, SourceLocation where) {
  OpCall call(*state, "rlx.custom_fn", where);
  call.operand("inputs", inputs);
  SmallVector<RankedTensorType> operands = call.operandTypes();
  addRegion(call, operands, /*isIsolated=*/true, body, "body");
  SmallVector<RankedTensorType> results = call.yieldedTypes(), vjp = operands, jvp = operands;
  llvm::append_range(vjp, results);
  llvm::append_range(vjp, results);
  llvm::append_range(jvp, operands);
  if (options.vjp)
    addRegion(call, vjp, /*isIsolated=*/true, options.vjp, "vjp");
  else
    call.emptyRegion();
  if (options.jvp)
    addRegion(call, jvp, /*isIsolated=*/true, options.jvp, "jvp");
  else
    call.emptyRegion();
  return call.values();
}

} // namespace rlx
