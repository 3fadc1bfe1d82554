// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loads, masks, prefetches and stores of register tiles; see RegisterTile.h.
//
// Columns past the end of a partial panel are masked. Rows that may not exist, and rows with a
// heavy epilogue, go through a scratch tile on the stack.
#include "conversions/cpu/matmul/RegisterTile.h"

#include "dialects/rlx/support/LinalgBuilders.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Dialect/X86Vector/X86VectorDialect.h"

using namespace mlir;

namespace rlx::cpu {
namespace {

// Smaller panels stay in the first-level cache and are not prefetched.
constexpr int64_t kMinPrefetchBytes = 16 << 10;

// Completes the shape by the microkernel and the registers of the target.
FailureOr<PanelShape> fitted(PanelShape s, Type lhs, const CpuModel &target, LoweringReason &why) {
  s.lanes = lanesOf(s.element, target);
  FailureOr<MicrokernelKind> kind = microkernelKind(s.element, s.group, target, why, lhs.isF32());
  if (failed(kind))
    return failure();
  s.kind = *kind;
  if (s.panelWidth % s.lanes != 0)
    return why.because("panels of " + Twine(s.panelWidth) + " columns do not fill vectors of " +
                       Twine(s.lanes) + " elements");
  s.vectors = s.panelWidth / s.lanes;
  // The accumulators, the weights of one step and one broadcast element must fit the registers.
  int64_t factors = (s.vectors + 1) * factorsOf(s.kind);
  s.tileRows = std::min(kMaxTileRows, (target.registers - factors) / s.vectors);
  if (s.tileRows < 1)
    return why.because("panels of " + Twine(s.panelWidth) + " columns exceed the registers");
  return s;
}

} // namespace

FailureOr<PanelShape> planPanels(RankedTensorType weights, Type lhs, int64_t k, int64_t n,
                                 const CpuModel &target, LoweringReason &why) {
  if (!weights.hasStaticShape() || ShapedType::isDynamic(k))
    return why.because("the packed weights have a dynamic size");
  PanelShape s;
  s.panels = weights.getDimSize(0);
  s.k = k;
  s.panelWidth = weights.getDimSize(2);
  s.group = weights.getRank() == 4 ? weights.getDimSize(3) : 1;
  s.n = n;
  s.element = weights.getElementType();
  return fitted(s, lhs, target, why);
}

FailureOr<PanelShape> planPackedPanel(int64_t k, int64_t n, Type element, const CpuModel &target,
                                      LoweringReason &why) {
  PanelShape s;
  s.panels = 1;
  s.k = k;
  s.panelWidth = panelWidthOf(element, target);
  s.element = element;
  s.group = panelGroup(s.element);
  s.n = n;
  return fitted(s, element, target, why);
}

RegisterTile::RegisterTile(KernelBuilder &builder, Epilogue &epilogue, const PanelShape &shape,
                           const CpuModel &target, Value weights, ColumnTerms terms, Value rows)
    : k(builder), epilogue(epilogue), s(shape), target(target),
      type(VectorType::get({shape.lanes}, accumulatorOf(shape.element))),
      weights(ShapedType::isDynamic(shape.k)
                  ? weights
                  : builder.recast(weights,
                                   {shape.panels, shape.steps(), shape.panelWidth * shape.group},
                                   {})),
      terms(terms), rows(rows) {}

Columns RegisterTile::columnsOf(Value panel) {
  Columns columns;
  Value first = k.mul(panel, s.panelWidth), end = k.size(rows, 1);
  if (s.columnGroups > 1) {
    Value group = k.div(panel, k.c(s.groupPanels()));
    Value start = k.mul(group, s.groupColumns());
    first = k.add(start, k.mul(k.rem(panel, k.c(s.groupPanels())), s.panelWidth));
    end = k.add(start, s.groupColumns());
  }
  for (int64_t j = 0; j < s.vectors; ++j) {
    Value begin = k.add(first, j * s.lanes);
    columns.begin.push_back(begin);
    Value mask;
    if (s.hasPartialPanel())
      mask = vector::CreateMaskOp::create(k.b, k.loc, type.clone(k.b.getI1Type()),
                                          ValueRange{k.sub(end, begin)});
    columns.masks.push_back(mask);
    if (terms.zeroPoints)
      columns.zeroPoints.push_back(
          arith::ExtSIOp::create(k.b, k.loc, type, loadColumns(terms.zeroPoints, begin, mask)));
  }
  return columns;
}

Value RegisterTile::loadColumns(Value buffer, Value begin, Value mask) {
  VectorType stored = type.clone(cast<MemRefType>(buffer.getType()).getElementType());
  if (!mask)
    return vector::LoadOp::create(k.b, k.loc, stored, buffer, begin);
  return vector::MaskedLoadOp::create(k.b, k.loc, stored, buffer, begin, mask,
                                      k.splat(stored, 0.0));
}

Vectors RegisterTile::initialValues(const Columns &columns) {
  Vectors init;
  for (auto [begin, mask] : llvm::zip(columns.begin, columns.masks)) {
    if (!terms.start) {
      init.push_back(k.splat(type, 0.0));
      continue;
    }
    Value start =
        convertFloat(k.b, k.loc, loadColumns(terms.start, begin, mask), type.getElementType());
    if (terms.factor) {
      Value factor = vector::BroadcastOp::create(k.b, k.loc, type, terms.factor);
      start = arith::MulIOp::create(k.b, k.loc, start, factor);
    }
    init.push_back(start);
  }
  return init;
}

void RegisterTile::loadWeights(Value panel, Value step, Vectors &vectors, int64_t panels) {
  int64_t elements = s.lanes * s.group;
  auto loaded = VectorType::get({elements}, s.element);
  for (int64_t j = 0; j < s.vectors; ++j)
    vectors.push_back(vector::LoadOp::create(k.b, k.loc, loaded, weights,
                                             ValueRange{panel, step, k.c(j * elements)}));
  // Several panels are several streams, which the hardware prefetcher follows better alone.
  if (s.panelBytes() < kMinPrefetchBytes || panels > 1)
    return;
  // The prefetch may run past the panel, which is harmless: the next panel follows, or it is
  // ignored.
  Value ahead = k.add(step, target.prefetchRows);
  for (int64_t column = 0; column < s.panelWidth * s.group; column += s.lineElements())
    memref::PrefetchOp::create(k.b, k.loc, weights, ValueRange{panel, ahead, k.c(column)},
                               /*isWrite=*/false, /*localityHint=*/3, /*isDataCache=*/true);
}

void RegisterTile::prefetchRow(const RowPosition &position, const Columns &columns) {
  auto prefetch = [&](Value buffer, ValueRange at, bool isWrite) {
    memref::PrefetchOp::create(k.b, k.loc, buffer, at, isWrite, /*localityHint=*/3,
                               /*isDataCache=*/true);
  };
  int64_t line = kLineElements * lanesOf(s.element, target) / target.lanes;
  for (auto [j, column] : llvm::enumerate(columns.begin)) {
    if (j * s.lanes % line != 0)
      continue;
    for (Value operand : epilogue.fullOperands())
      prefetch(operand, indicesOf(position, column), /*isWrite=*/false);
    if (s.hasShortSums())
      prefetch(rows, {position.row, column}, /*isWrite=*/true);
  }
}

// All indices of a row are needed if the epilogue broadcasts along some of the row dimensions.
RowPosition RegisterTile::positionOf(Value row) {
  RowPosition result{row, {}};
  if (epilogue.canJoinRows())
    return result;
  unsigned rank = cast<MemRefType>(k.output().getType()).getRank();
  for (unsigned i = rank - 1; i-- > 0;) {
    Value size = k.size(k.output(), i);
    result.indices.insert(result.indices.begin(), i == 0 ? row : k.rem(row, size));
    row = k.div(row, size);
  }
  return result;
}

SmallVector<Value> RegisterTile::indicesOf(const RowPosition &position, Value column) {
  SmallVector<Value> at = {position.row, column};
  if (!epilogue.canJoinRows()) {
    at = position.indices;
    at.push_back(column);
  }
  return at;
}

Value RegisterTile::rounded(Value accumulators) {
  Type element = epilogue.rootElement();
  if (element.isBF16() && target.hasBf16Dot)
    return x86vector::CvtPackedF32ToBF16Op::create(k.b, k.loc, type.clone(element), accumulators);
  return convertFloat(k.b, k.loc, accumulators, element);
}

void RegisterTile::store(Value value, const RowPosition &position, const Columns &columns,
                         size_t j) {
  Value column = columns.begin[j], mask = columns.masks[j];
  if (terms.zeroPoints) {
    Value sum = memref::LoadOp::create(k.b, k.loc, terms.rowSums,
                                       ValueRange{k.sub(position.row, terms.firstRow)});
    Value excess = arith::MulIOp::create(k.b, k.loc, columns.zeroPoints[j],
                                         vector::BroadcastOp::create(k.b, k.loc, type, sum));
    value = arith::SubIOp::create(k.b, k.loc, value, excess);
  }
  value = epilogue.apply(rounded(value), indicesOf(position, column), mask);
  if (mask)
    vector::MaskedStoreOp::create(k.b, k.loc, rows, ValueRange{position.row, column}, mask, value);
  else
    vector::StoreOp::create(k.b, k.loc, value, rows, ValueRange{position.row, column});
}

void RegisterTile::forTailSize(ArrayRef<int64_t> sizes, Value count,
                               function_ref<void(int64_t)> body) {
  if (sizes.size() == 1)
    return body(sizes[0]);
  k.when(
      k.less(count, k.c(sizes[0] + 1)), [&] { body(sizes[0]); },
      [&] { forTailSize(sizes.drop_front(), count, body); });
}

Value RegisterTile::scratch() {
  if (!scratchTile)
    scratchTile = k.stack({kMaxTileRows, kMaxPanelsAtOnce * s.panelWidth}, type.getElementType());
  return scratchTile;
}

void RegisterTile::toScratch(ArrayRef<Value> accumulators, int64_t width, Value offset) {
  for (auto [i, sum] : llvm::enumerate(accumulators)) {
    Value column = k.c(i % width * s.lanes);
    vector::StoreOp::create(k.b, k.loc, sum, scratch(),
                            ValueRange{k.c(i / width), offset ? k.add(offset, column) : column});
  }
}

void RegisterTile::storeScratch(Value count, Value offset, const Columns &columns,
                                function_ref<RowPosition(Value)> position) {
  k.loop(k.c(0), count, 1, [&](Value i) {
    RowPosition at = position(i);
    for (int64_t j = 0; j < s.vectors; ++j) {
      Value sum = vector::LoadOp::create(k.b, k.loc, type, scratch(),
                                         ValueRange{i, k.add(offset, j * s.lanes)});
      store(sum, at, columns, j);
    }
  });
}

} // namespace rlx::cpu
