// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pass `rlx-lower-to-linalg`: lowers each rlx op through its own lowerToLinalg; knows no op.
//
//   rlx.add %a, %b : tensor<4xui8>   ->   linalg.generic … : tensor<4xi8>
//
// Function signatures and block arguments change only if an element type is unsigned. Ops that
// cannot be lowered are reported with their reasons.
#include "conversions/rlx_to_linalg/Passes.h"

#include "conversions/rlx_to_linalg/WorkgroupOps.h"
#include "dialects/lir/LIRDialect.h"
#include "dialects/rlx/interfaces/ErrorKind.h"
#include "dialects/rlx/ir/RLXDialect.h"
#include "dialects/rlx/support/LinalgBuilders.h"
#include "dialects/rlx/support/SequentialLoops.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Func/Transforms/FuncConversions.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Transforms/DialectConversion.h"

namespace rlx {
#define GEN_PASS_DEF_LOWERTOLINALGPASS
#include "conversions/rlx_to_linalg/Passes.h.inc"
} // namespace rlx

using namespace mlir;

namespace {

using Reasons = DenseMap<Operation *, rlx::LoweringReason>;

// `Interface` has a lowering: LinalgLowerableOpInterface, or ElementLowerableOpInterface for ops
// with this form alone.
template <typename Interface>
struct LowerThroughInterface : OpInterfaceConversionPattern<Interface> {
  LowerThroughInterface(TypeConverter &converter, MLIRContext *context, Reasons &reasons,
                        bool elements)
      : OpInterfaceConversionPattern<Interface>(converter, context), reasons(reasons),
        elements(elements) {}

  LogicalResult matchAndRewrite(Interface op, ArrayRef<Value> operands,
                                ConversionPatternRewriter &rewriter) const override {
    rlx::LoweringReason why;
    Operation *before = op->getPrevNode();
    // Results without elements need no computation. Slices of them would not even verify.
    FailureOr<SmallVector<Value>> values = computesNothing(op)
                                               ? emptyResults(rewriter, op, operands)
                                               : lower(op, operands, rewriter, why);
    if (failed(values)) {
      reasons[op] = why;
      return failure();
    }
    if (isSpeculatable(op) && emitsCheck(before, op)) {
      reasons[op].text =
          "it is lowered to a check that may fail, but passes are told that it never "
          "fails: it lacks the trait RLX_MayFail";
      return failure();
    }
    // A lowering may know a size that the declared type does not, or the other way round.
    for (auto [value, result] : llvm::zip(*values, op->getResults())) {
      Type wanted = this->getTypeConverter()->convertType(result.getType());
      if (value.getType() != wanted)
        value = tensor::CastOp::create(rewriter, op->getLoc(), wanted, value);
    }
    rewriter.replaceOp(op, *values);
    return success();
  }

  FailureOr<SmallVector<Value>> lower(Operation *op, ArrayRef<Value> operands, OpBuilder &b,
                                      rlx::LoweringReason &why) const {
    auto byElement = dyn_cast<rlx::ElementLowerableOpInterface>(op);
    return elements && byElement
               ? byElement.lowerToElements(b, operands, why)
               : cast<rlx::LinalgLowerableOpInterface>(op).lowerToLinalg(b, operands, why);
  }

  // Whether there is a check between `before`, or the start of the block if null, and `op`.
  static bool emitsCheck(Operation *before, Operation *op) {
    Operation *first = before ? before->getNextNode() : &op->getBlock()->front();
    for (Operation *made = first; made != op; made = made->getNextNode()) {
      auto isCheck = [](Operation *inner) {
        return isa<cf::AssertOp, rlx::lir::CheckOp>(inner) ? WalkResult::interrupt()
                                                           : WalkResult::advance();
      };
      if (made->walk(isCheck).wasInterrupted())
        return true;
    }
    return false;
  }

  // Whether no result can have an element. A constant is kept even then.
  static bool computesNothing(Operation *op) {
    return op->getNumOperands() > 0 && llvm::all_of(op->getResultTypes(), [](Type type) {
             auto tensor = dyn_cast<RankedTensorType>(type);
             return tensor && llvm::is_contained(tensor.getShape(), 0);
           });
  }

  static SmallVector<Value> emptyResults(OpBuilder &builder, Operation *op,
                                         ArrayRef<Value> operands) {
    SmallVector<Value> values;
    for (unsigned i = 0; i < op->getNumResults(); ++i)
      values.push_back(rlx::emptyResult(builder, op, operands, i));
    return values;
  }

  Reasons &reasons;
  bool elements;
};

struct LowerToLinalg : rlx::impl::LowerToLinalgPassBase<LowerToLinalg> {
  using LowerToLinalgPassBase::LowerToLinalgPassBase;

  void runOnOperation() override {
    if (sliceSteps != 0)
      getOperation()->setAttr(rlx::kSliceStepsAttr,
                              Builder(&getContext()).getI64IntegerAttr(sliceSteps));
    lower();
    getOperation()->removeAttr(rlx::kSliceStepsAttr);
  }

  void lower() {
    TypeConverter converter;
    converter.addConversion([](Type type) { return rlx::signless(type); });
    Reasons reasons;
    RewritePatternSet patterns(&getContext());
    patterns.add<LowerThroughInterface<rlx::LinalgLowerableOpInterface>>(converter, &getContext(),
                                                                         reasons, elements);
    if (elements)
      patterns.add<LowerThroughInterface<rlx::ElementLowerableOpInterface>>(
          converter, &getContext(), reasons, elements);
    populateFunctionOpInterfaceTypeConversionPattern<func::FuncOp>(patterns, converter);
    populateReturnOpTypeConversionPattern(patterns, converter);

    ConversionTarget target(getContext());
    // rlx ops are neither legal nor illegal: the driver lowers those that it can, and the others
    // are reported below, once each.
    target.markUnknownOpDynamicallyLegal([&](Operation *op) -> std::optional<bool> {
      if (isa_and_nonnull<rlx::RLXDialect>(op->getDialect()))
        return op->hasAttr(rlx::kWorkgroupOpAttr) ? std::optional<bool>(true) : std::nullopt;
      return converter.isLegal(op);
    });
    target.addDynamicallyLegalOp<func::FuncOp>([&](func::FuncOp op) {
      return converter.isSignatureLegal(op.getFunctionType()) && converter.isLegal(&op.getBody());
    });
    (void)applyPartialConversion(getOperation(), target, std::move(patterns));
    if (failed(reportLeftovers(reasons)))
      signalPassFailure();
  }

  LogicalResult reportLeftovers(const Reasons &reasons) {
    LogicalResult result = success();
    getOperation()->walk([&](Operation *op) {
      if (!isa_and_nonnull<rlx::RLXDialect>(op->getDialect()) ||
          op->hasAttr(rlx::kWorkgroupOpAttr) ||
          llvm::is_contained(keep, op->getName().getStringRef()))
        return;
      InFlightDiagnostic diagnostic =
          rlx::unsupported(op->emitOpError("could not be lowered to linalg"));
      auto reason = reasons.find(op);
      if (reason != reasons.end()) {
        diagnostic.attachNote() << reason->second.text;
        if (!reason->second.nearest.empty())
          diagnostic.attachNote() << "nearest supported form: " << reason->second.nearest;
      } else if (isa<rlx::DecomposableOpInterface>(op)) {
        diagnostic.attachNote() << "it is a composite op: run --rlx-decompose-ops first";
      }
      result = failure();
    });
    return result;
  }
};

} // namespace
