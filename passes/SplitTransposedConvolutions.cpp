// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The pass `rlx-split-transposed-convolutions`: computes transposed convolutions as ordinary ones,
// for which targets have fast kernels.
//
// With stride s, result positions with one remainder modulo s form a phase, which uses only every
// s-th tap:
//
//   rlx.conv_transpose %x, %w strides = [s, s]
//     =>  rlx.conv %x, %v                [N, Q, P, s * s * C], with C channels per phase
//     =>  reshape, transpose, reshape    [N, Q * s, P * s, C]
//     =>  slice, if pads cut off the borders
//
// If phases have different numbers of taps, or channels have groups, each phase is a separate
// convolution. Elementwise ops on the result move in front of the reordering.
#include "passes/Passes.h"

#include "dialects/rlx/ir/ConvOps.h"
#include "dialects/rlx/ir/ShapeOps.h"
#include "dialects/rlx/ops/conv/Window.h"
#include "dialects/rlx/reference/RefTensor.h"
#include "dialects/rlx/support/OpComposer.h"
#include "dialects/rlx/support/ShapeCasts.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Remarks.h"
#include "passes/InputDependence.h"
#include "passes/KernelGroups.h"
#include "passes/PatternUtils.h"

namespace rlx {
#define GEN_PASS_DEF_SPLITTRANSPOSEDCONVOLUTIONSPASS
#include "passes/Passes.h.inc"
} // namespace rlx

using namespace mlir;
using namespace rlx;

namespace {

// Beyond these, there would be too many convolutions, or too many channels in one.
constexpr int64_t kMaxConvolutions = 16, kMaxPhases = 1024;

// One spatial dimension. Result position y, counted from the first one that a tap reaches, is q *
// stride + phase. Its value is the sum over j of w[phase + j * stride] * x[q - j * dilation].
struct Axis {
  int64_t stride, kernel, dilation;
  int64_t skipped; // strides that the low pad cuts off; not computed at all
  int64_t start;   // further positions that it cuts off
  int64_t padHigh; // of the convolutions
  int64_t excess;  // positions computed past the end of the result

  // `mayBeEmpty`: the image may have no position here. The convolutions then must not become
  // matmuls over pixels, which need no window.
  Axis(const Window &window, unsigned i, int64_t outputPadding, bool isStatic, bool mayBeEmpty)
      : stride(window.strides[i]), kernel(window.kernel[i]), dilation(window.dilations[i]) {
    int64_t low = window.padLow[i];
    // A convolution needs one whole window, so an image that may be empty keeps enough padding.
    skipped = isStatic ? std::min(low / stride, dilation * (kernel / stride - 1)) : 0;
    start = low - skipped * stride;
    int64_t end = window.extent(i) + outputPadding - window.padHigh[i];
    padHigh = std::max<int64_t>(mayBeEmpty ? 1 : 0, llvm::divideCeilSigned(end, stride) - 1);
    excess = (padHigh + 1) * stride - end;
  }

  int64_t taps(int64_t phase) const { return llvm::divideCeil(kernel - phase, stride); }
  int64_t padLow(int64_t phase) const { return dilation * (taps(phase) - 1) - skipped; }
  bool isUniform() const { return kernel % stride == 0; }
  bool isCut() const { return start != 0 || excess != 0; }
  bool reachesTooFar() const { return std::max(padLow(0), padHigh) > kMaxWindowValue; }
};

// Rewrites one op.
class Splitter {
public:
  Splitter(ConvTransposeOp op, const Window &window, ArrayRef<Axis> axes)
      : op(op), window(window), axes(axes), b(op), c(b, op.getLoc()), groups(op.getGroups()),
        channels(tensorType(op.getFilter()).getDimSize(1) * groups) {
    for (const Axis &axis : axes)
      strides.push_back(axis.stride);
  }

  // The reason why the op stays; empty if it is rewritten.
  static StringRef unsupportedReason(ConvTransposeOp op, const Window &window,
                                     ArrayRef<Axis> axes) {
    if (ShapedType::isDynamic(tensorType(op.getInput()).getDimSize(window.channelDim())))
      return "the number of channels is dynamic";
    bool isUniform = isOneConvolution(op, axes);
    int64_t phases = 1;
    if (llvm::is_contained(op.getType().getShape(), 0) ||
        llvm::is_contained(tensorType(op.getInput()).getShape(), 0))
      return "it is empty";
    for (const Axis &axis : axes) {
      if (axis.kernel < axis.stride)
        return "no tap reaches some elements of the result";
      if (axis.stride > 1 && axis.dilation > 1)
        return "it has strides and dilations";
      if (axis.reachesTooFar())
        return "its taps are too far apart";
      if (axis.stride > kMaxPhases || (phases *= axis.stride) > kMaxPhases ||
          (phases > kMaxConvolutions && !isUniform))
        return "the strides are too large";
    }
    return "";
  }

  void run() {
    Value value = isOneConvolution(op, axes) ? allPhases() : eachPhase();
    Operation *last = op;
    SmallVector<Operation *> replaced = {op};
    while (Operation *user = elementwiseUser(last)) {
      value = appliedTo(value, user);
      replaced.push_back(last = user);
    }
    b.setInsertionPoint(last);
    auto type = tensorType(last->getResult(0));
    Value result = withType(b, last->getLoc(), cut(interleaved(value)), type);
    last->getResult(0).replaceAllUsesWith(result);
    for (Operation *old : llvm::reverse(replaced))
      old->erase();
  }

private:
  // Whether all phases have the same taps, so that one convolution computes them.
  static bool isOneConvolution(ConvTransposeOp op, ArrayRef<Axis> axes) {
    return op.getGroups() == 1 &&
           llvm::all_of(axes, [](const Axis &axis) { return axis.isUniform(); });
  }

  // ---- the convolutions ----

  // The taps of a phase, in reverse order, as the filter of a convolution.
  Value phaseFilter(ArrayRef<int64_t> phase) {
    ArrayRef<int64_t> shape = tensorType(op.getFilter()).getShape(); // I, C / groups, taps..
    int64_t inputs = shape[0] / groups, outputs = shape[1];
    SmallVector<int64_t> starts = {0, 0}, sizes = {shape[0], outputs}, steps = {1, 1}, taps;
    for (auto [axis, first] : llvm::zip(axes, phase)) {
      taps.push_back(axis.taps(first));
      starts.push_back(first + (taps.back() - 1) * axis.stride);
      sizes.push_back(taps.back());
      steps.push_back(-axis.stride);
    }
    SmallVector<int64_t> grouped = {groups, inputs, outputs}, whole = {channels, inputs};
    llvm::append_range(grouped, taps);
    llvm::append_range(whole, taps);
    SmallVector<int64_t> perm = llvm::to_vector(llvm::seq<int64_t>(grouped.size()));
    std::swap(perm[1], perm[2]);
    Value slice = sliced(op.getFilter(), starts, sizes, steps);
    return reshaped(c.make<TransposeOp>(reshaped(slice, grouped), perm), whole);
  }

  // The filters of all phases, which have the same number of taps, in sequence: [I, C, (taps,
  // stride)..], taps reversed, -> [strides.., C, I, taps..] -> [phases * C, I, taps..].
  Value allPhaseFilters() {
    ArrayRef<int64_t> shape = tensorType(op.getFilter()).getShape();
    SmallVector<int64_t> split = {shape[0], shape[1]}, starts = {0, 0}, steps = {1, 1};
    SmallVector<int64_t> perm, tapDims, whole = {shape[1], shape[0]};
    for (const Axis &axis : axes) {
      tapDims.push_back(split.size());
      perm.push_back(split.size() + 1);
      llvm::append_values(split, axis.taps(0), axis.stride);
      llvm::append_values(starts, axis.taps(0) - 1, int64_t(0));
      llvm::append_values(steps, int64_t(-1), int64_t(1));
      whole[0] *= axis.stride;
      whole.push_back(axis.taps(0));
    }
    llvm::append_values(perm, int64_t(1), int64_t(0));
    llvm::append_range(perm, tapDims);
    Value reversed = sliced(reshaped(op.getFilter(), split), starts, split, steps);
    return reshaped(c.make<TransposeOp>(reversed, perm), whole);
  }

  Value allPhases() {
    int64_t phases = 1;
    for (int64_t stride : strides)
      phases *= stride;
    Value bias = op.getBias();
    if (bias && phases > 1) {
      int64_t rows[] = {phases, channels};
      Value row = reshaped(bias, {1, channels});
      bias = reshaped(c.make<ExpandOp>(row, ValueRange(), rows), {phases * channels});
    }
    return convolution(allPhaseFilters(), bias, SmallVector<int64_t>(axes.size(), 0));
  }

  Value convolution(Value filter, Value bias, ArrayRef<int64_t> phase) {
    SmallVector<int64_t> ones(axes.size(), 1), pads, dilations;
    for (auto [axis, first] : llvm::zip(axes, phase)) {
      pads.push_back(axis.padLow(first));
      dilations.push_back(axis.dilation);
    }
    for (const Axis &axis : axes)
      pads.push_back(axis.padHigh);
    return c.make<ConvOp>(op.getInput(), filter, bias, ones, pads, dilations, groups,
                          op.getDataFormat());
  }

  Value eachPhase() {
    SmallVector<Value> results;
    ref::forEachIndex(strides, [&](ArrayRef<int64_t> phase, int64_t) {
      results.push_back(convolution(phaseFilter(phase), op.getBias(), phase));
    });
    return c.make<ConcatOp>(results, int64_t(window.channelDim()));
  }

  // ---- consumers ----

  // The only user of the result of `last`, if it is elementwise and has no other operand.
  static Operation *elementwiseUser(Operation *last) {
    Value result = last->getResult(0);
    Operation *user = result.hasOneUse() ? *result.getUsers().begin() : nullptr;
    bool fits = user && user->getBlock() == last->getBlock() && isElementwiseOp(user) &&
                user->getNumOperands() == 1 && user->getNumRegions() == 0 &&
                user->getNumResults() == 1;
    return fits ? user : nullptr;
  }

  Value appliedTo(Value value, Operation *user) {
    b.setInsertionPoint(user);
    IRMapping mapping;
    mapping.map(user->getOperand(0), value);
    Operation *copy = b.clone(*user, mapping);
    Type element = tensorType(user->getResult(0)).getElementType();
    copy->getResult(0).setType(tensorType(value).clone(element));
    return copy->getResult(0);
  }

  Value sliced(Value value, ArrayRef<int64_t> starts, ArrayRef<int64_t> sizes,
               ArrayRef<int64_t> steps) {
    return c.make<SliceOp>(value, ValueRange(), ValueRange(), starts, sizes, steps);
  }

  Value reshaped(Value value, ArrayRef<int64_t> shape) {
    return c.reshape(value, getAsIndexOpFoldResult(b.getContext(), shape));
  }

  OpFoldResult times(OpFoldResult size, int64_t factor, int64_t offset = 0) {
    return affine::makeComposedFoldedAffineApply(
        b, c.loc, b.getAffineSymbolExpr(0) * factor + offset, {size});
  }

  // [N, q.., phases.. * C] -> [N, (q * phase).., C], or the same with channels first.
  Value interleaved(Value value) {
    unsigned rank = axes.size(), first = window.channelsLast ? 1 : 2 + rank;
    SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(b, c.loc, value), split, joined = sizes;
    SmallVector<int64_t> phaseDims, perm = {0};
    for (auto [dim, size] : llvm::enumerate(sizes)) {
      if (dim == window.channelDim()) {
        for (int64_t stride : strides) {
          phaseDims.push_back(split.size());
          split.push_back(b.getIndexAttr(stride));
        }
        size = b.getIndexAttr(channels);
      }
      split.push_back(size);
    }
    joined[window.channelDim()] = b.getIndexAttr(channels);
    int64_t channelDim = phaseDims.back() + 1;
    if (!window.channelsLast)
      perm.push_back(channelDim);
    for (unsigned i = 0; i < rank; ++i) {
      llvm::append_values(perm, int64_t(first + i), phaseDims[i]);
      joined[window.spatialDim(i)] = times(sizes[window.spatialDim(i)], strides[i]);
    }
    if (window.channelsLast)
      perm.push_back(channelDim);
    return c.reshape(c.make<TransposeOp>(c.reshape(value, split), perm), joined);
  }

  // The value without the positions that pads cut off.
  Value cut(Value value) {
    if (llvm::none_of(axes, [](const Axis &axis) { return axis.isCut(); }))
      return value;
    SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(b, c.loc, value);
    SmallVector<int64_t> starts(sizes.size(), 0);
    for (auto [i, axis] : llvm::enumerate(axes)) {
      starts[window.spatialDim(i)] = axis.start;
      OpFoldResult &size = sizes[window.spatialDim(i)];
      size = times(size, 1, -axis.start - axis.excess);
    }
    SmallVector<Value> dynamic;
    SmallVector<int64_t> constant;
    dispatchIndexOpFoldResults(sizes, dynamic, constant);
    return c.make<SliceOp>(value, ValueRange(), dynamic, starts, constant, ArrayRef<int64_t>());
  }

  ConvTransposeOp op;
  const Window &window;
  ArrayRef<Axis> axes;
  OpBuilder b;
  OpComposer c;
  int64_t groups, channels;
  SmallVector<int64_t> strides;
};

void split(ConvTransposeOp op) {
  Window window = windowOf(op, tensorType(op.getFilter()).getShape().drop_front(2));
  SmallVector<Axis> axes;
  ArrayRef<int64_t> extra = op.getOutputPadding();
  auto input = tensorType(op.getInput());
  bool isMatmul = op.getGroups() == 1 && llvm::equal(window.kernel, window.strides) &&
                  isa<FloatType>(input.getElementType()) && !input.getElementType().isF64();
  for (unsigned i = 0; i < window.rank(); ++i) {
    bool isStatic = !input.isDynamicDim(window.spatialDim(i));
    axes.emplace_back(window, i, extra.empty() ? 0 : extra[i], isStatic, !isStatic && !isMatmul);
  }
  auto named = remark::RemarkOpts::name("SplitTransposedConvolutions").category("rlx-layout");
  StringRef why = Splitter::unsupportedReason(op, window, axes);
  if (!why.empty()) {
    remark::missed(op.getLoc(), named) << op->getName().getStringRef() << ": " << why;
    return;
  }
  remark::passed(op.getLoc(), named) << op->getName().getStringRef() << " -> conv";
  Splitter(op, window, axes).run();
}

struct SplitTransposedConvolutions
    : rlx::impl::SplitTransposedConvolutionsPassBase<SplitTransposedConvolutions> {
  void runOnBody() override {
    func::FuncOp function = getOperation();
    InputDependence dependence(function);
    SmallVector<ConvTransposeOp> work;
    function.walk([&](ConvTransposeOp op) {
      // Filters that are inputs would be split into phases in every run.
      if (dependence.isPrepared(op.getFilter()) && dependence.isRuntime(op.getInput()))
        work.push_back(op);
    });
    llvm::for_each(work, split);
  }
};

} // namespace
