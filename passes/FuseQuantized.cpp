// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pass `rlx-fuse-quantized`: computes convolutions and matmuls of quantized tensors with
// quantized weights on integers.
//
//   quantize(relu(conv(dequantize x, dequantize w, dequantize bias)))  =>  q_conv(x, w, bias)
//   conv(dequantize x, dequantize w, bias)  =>  cast(conv_integer(x, w)) * (sx * sw) + bias
//
// The same holds for matmul. docs/reference/numerics.md says how far a result may differ.
#include "passes/Passes.h"

#include "dialects/rlx/ir/CompareOps.h"
#include "dialects/rlx/ir/ConstantOps.h"
#include "dialects/rlx/ir/ConvOps.h"
#include "dialects/rlx/ir/ElementwiseOps.h"
#include "dialects/rlx/ir/QuantComputeOps.h"
#include "dialects/rlx/ir/ShapeOps.h"
#include "dialects/rlx/ops/attention/FusedActivations.h"
#include "dialects/rlx/support/OpComposer.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/Remarks.h"
#include "passes/PatternUtils.h"
#include "passes/QuantizedMatmuls.h"
#include "passes/QuantizedValues.h"

namespace rlx {
#define GEN_PASS_DEF_FUSEQUANTIZEDPASS
#include "passes/Passes.h.inc"
} // namespace rlx

using namespace mlir;
using namespace rlx;

namespace {

class Rewriter {
public:
  explicit Rewriter(MLIRContext *context) : rewriter(context) {}

  void rewrite(QuantizedMatmul &matmul) {
    std::optional<QuantizedResult> result = findQuantizedResult(matmul);
    if (result)
      toIntegers(matmul, *result);
    else if (!matmul.areBothData)
      toReals(matmul);
    else // it may be a part of an attention
      missed(matmul.op, "the result of a matmul of two operands of data is not quantized");
  }

  static void missed(Operation *op, StringRef why) {
    remark::missed(op->getLoc(), remark::RemarkOpts::name("FuseQuantized").category("rlx-fuse"))
        << op->getName().getStringRef() << ": " << why;
  }

private:
  static void passed(Operation *op, StringRef form) {
    remark::passed(op->getLoc(), remark::RemarkOpts::name("FuseQuantized").category("rlx-fuse"))
        << op->getName().getStringRef() << " -> " << form;
  }

  // Null if it is 0, which then costs nothing.
  template <typename Op>
  static Value zeroPoint(Op op) {
    return haveEqualZeroPoints(op.getZeroPoint(), {}) ? Value() : Value(op.getZeroPoint());
  }

  // One number, or one per channel.
  Value constant(Location loc, ArrayRef<double> values, bool isVector) {
    SmallVector<float> numbers(values.begin(), values.end());
    SmallVector<int64_t> shape;
    if (isVector)
      shape.push_back(static_cast<int64_t>(numbers.size()));
    auto type = RankedTensorType::get(shape, rewriter.getF32Type());
    return ConstantOp::create(rewriter, loc, type,
                              DenseElementsAttr::get(type, ArrayRef<float>(numbers)));
  }

  // ---- a quantized result ----

  // A guard of the program: sums of more products could overflow.
  void requireTerms(QuantizedMatmul &p) {
    Location loc = p.op->getLoc();
    Value lhs = p.input.getInput();
    Value terms = tensor::DimOp::create(rewriter, loc, lhs, tensorType(lhs).getRank() - 1);
    Value most = arith::ConstantIndexOp::create(rewriter, loc, p.mostTerms);
    Value holds = arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::sle, terms, most);
    cf::AssertOp::create(rewriter, loc, holds,
                         "the sums of a quantized matmul must fit 32 bits: it may add at most " +
                             Twine(p.mostTerms).str() + " products");
  }

  void toIntegers(QuantizedMatmul &p, QuantizedResult &result) {
    QuantizeOp quantize = result.quantize;
    Location loc = p.op->getLoc();
    rewriter.setInsertionPoint(quantize);
    if (p.hasUnknownTerms)
      requireTerms(p);
    Value multiplier = constant(loc, result.multipliers, result.multipliers.size() > 1);
    Type to = quantize.getTo();
    auto type = tensorType(quantize.getResult());
    Value value;
    if (auto conv = dyn_cast<ConvOp>(p.op))
      value = QConvOp::create(rewriter, loc, type, p.input.getInput(), p.weights.getInput(),
                              result.bias, zeroPoint(p.input), zeroPoint(p.weights), multiplier,
                              zeroPoint(quantize), to, quantize.getRounding(), conv.getStrides(),
                              conv.getPads(), conv.getDilations(), conv.getGroups(),
                              conv.getDataFormat());
    else
      value = QMatmulOp::create(rewriter, loc, type, p.input.getInput(), p.weights.getInput(),
                                result.bias, zeroPoint(p.input), zeroPoint(p.weights), multiplier,
                                zeroPoint(quantize), to, quantize.getRounding());
    passed(p.op, value.getDefiningOp()->getName().getStringRef());
    if (result.least || result.most) {
      auto bound = [&](std::optional<int64_t> number) {
        return number ? cast<TypedAttr>(IntegerAttr::get(to, *number)) : TypedAttr();
      };
      value = ClampOp::create(rewriter, quantize.getLoc(), type, value, bound(result.least),
                              bound(result.most));
    }
    rewriter.replaceOp(quantize, value);
    for (Operation *op : result.between)
      rewriter.eraseOp(op);
    rewriter.eraseOp(p.op);
  }

  // ---- a floating-point result ----

  void toReals(QuantizedMatmul &p) {
    Location loc = p.op->getLoc();
    rewriter.setInsertionPoint(p.op);
    auto type = tensorType(p.op->getResult(0));
    auto sums = type.clone(rewriter.getI32Type());
    Value sum;
    if (auto conv = dyn_cast<ConvOp>(p.op))
      sum = ConvIntegerOp::create(rewriter, loc, sums, p.input.getInput(), p.weights.getInput(),
                                  zeroPoint(p.input), zeroPoint(p.weights), conv.getStrides(),
                                  conv.getPads(), conv.getDilations(), conv.getGroups(),
                                  conv.getDataFormat());
    else
      sum = MatmulIntegerOp::create(rewriter, loc, sums, p.input.getInput(), p.weights.getInput(),
                                    zeroPoint(p.input), zeroPoint(p.weights));
    passed(p.op, sum.getDefiningOp()->getName().getStringRef());
    Value real = CastOp::create(rewriter, loc, type, sum, rewriter.getF32Type());
    bool isVector = p.scales.size() > 1;
    Value scale = constant(loc, p.scales, isVector);
    real = MulOp::create(rewriter, loc, type, real, isVector ? alongChannels(p, scale) : scale);
    if (Value bias = p.bias())
      real = AddOp::create(rewriter, loc, type, real, alongChannels(p, bias));
    OpComposer composer(rewriter, loc);
    rewriter.replaceOp(p.op, composeActivation(composer, p.activation, real));
  }

  // Reshapes a vector so that it broadcasts along the result's channels.
  Value alongChannels(QuantizedMatmul &p, Value vector) {
    SmallVector<int64_t> shape(tensorType(p.op->getResult(0)).getRank() - p.channelDim, 1);
    if (shape.size() == 1)
      return vector;
    shape[0] = p.channels;
    return ReshapeOp::create(rewriter, vector.getLoc(),
                             RankedTensorType::get(shape, tensorType(vector).getElementType()),
                             vector, ValueRange(), shape);
  }

  IRRewriter rewriter;
};

struct FuseQuantized : rlx::impl::FuseQuantizedPassBase<FuseQuantized> {
  void runOnBody() override {
    // All are found before any is rewritten: the analysis describes the function before the
    // rewrite.
    InputDependence dependence(getOperation());
    SmallVector<QuantizedMatmul> matmuls;
    getOperation()->walk([&](Operation *op) {
      std::string why;
      if (std::optional<QuantizedMatmul> matmul = findQuantizedMatmul(op, dependence, why))
        matmuls.push_back(*matmul);
      else if (!why.empty())
        Rewriter::missed(op, why);
    });
    Rewriter rewriter(&getContext());
    llvm::SetVector<Operation *> operands;
    for (QuantizedMatmul &matmul : matmuls) {
      rewriter.rewrite(matmul);
      operands.insert_range(ArrayRef<Operation *>{matmul.input, matmul.weights});
    }
    for (Operation *op : operands)
      if (op->use_empty())
        op->erase();
  }
};

} // namespace
