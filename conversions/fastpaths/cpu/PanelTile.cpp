// Implementation of tiles over weight panels; see PanelTile.h.
#include "conversions/fastpaths/cpu/PanelTile.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace rlx::cpu {
namespace {

// Panels smaller than this stay in the first-level cache and are not prefetched.
constexpr int64_t kMinPrefetchBytes = 16 << 10;
// Sums of at most that many products are over before the memory of a tile has come.
constexpr int64_t kShortSum = 512;

} // namespace

FailureOr<PanelShape> planPanels(RankedTensorType weights, int64_t n, const CpuModel &target,
                                 LoweringReason &why) {
  if (!weights.hasStaticShape())
    return why.because("the packed weights have a dynamic size");
  PanelShape s;
  s.panels = weights.getDimSize(0);
  s.k = weights.getDimSize(1);
  s.panelWidth = weights.getDimSize(2);
  s.n = n;
  s.lanes = target.lanes;
  if (s.panelWidth % s.lanes != 0)
    return why.because("panels of " + Twine(s.panelWidth) + " columns do not fill vectors of " +
                       Twine(s.lanes) + " elements");
  s.vectors = s.panelWidth / s.lanes;
  // Accumulators, the weights of one step and one broadcast element must fit the registers.
  s.tileRows = std::min(kMaxTileRows, (target.registers - s.vectors - 1) / s.vectors);
  if (s.tileRows < 1)
    return why.because("panels of " + Twine(s.panelWidth) + " columns exceed the registers");
  return s;
}

PanelTile::PanelTile(KernelBuilder &builder, Epilogue &epilogue, const PanelShape &shape,
                     const CpuModel &target, Value weights, Value bias, Value rows)
    : k(builder), epilogue(epilogue), s(shape), target(target),
      type(VectorType::get({shape.lanes}, builder.b.getF32Type())), weights(weights), bias(bias),
      rows(rows) {}

Columns PanelTile::columnsOf(Value panel) {
  Columns columns;
  Value first = k.mul(panel, s.panelWidth);
  for (int64_t j = 0; j < s.vectors; ++j) {
    Value begin = k.add(first, j * s.lanes);
    columns.begin.push_back(begin);
    Value mask;
    if (s.hasPartialPanel())
      mask = vector::CreateMaskOp::create(k.b, k.loc, type.clone(k.b.getI1Type()),
                                          ValueRange{k.sub(k.c(s.n), begin)});
    columns.masks.push_back(mask);
  }
  return columns;
}

Vectors PanelTile::initialValues(const Columns &columns) {
  Vectors init;
  for (auto [begin, mask] : llvm::zip(columns.begin, columns.masks)) {
    Value zero = k.splat(type, 0.0);
    if (!bias)
      init.push_back(zero);
    else if (!mask)
      init.push_back(vector::LoadOp::create(k.b, k.loc, type, bias, begin));
    else
      init.push_back(vector::MaskedLoadOp::create(k.b, k.loc, type, bias, begin, mask, zero));
  }
  return init;
}

void PanelTile::loadWeights(Value panel, Value step, Vectors &vectors, int64_t panels) {
  for (int64_t j = 0; j < s.vectors; ++j)
    vectors.push_back(vector::LoadOp::create(k.b, k.loc, type, weights,
                                             ValueRange{panel, step, k.c(j * s.lanes)}));
  if (s.panelBytes() < kMinPrefetchBytes)
    return;
  // May run past the panel, which is harmless: it is the next one, or ignored.
  Value ahead = k.add(step, target.prefetchRows / panels);
  for (int64_t column = 0; column < s.panelWidth; column += kLineElements)
    memref::PrefetchOp::create(k.b, k.loc, weights, ValueRange{panel, ahead, k.c(column)},
                               /*isWrite=*/false, /*localityHint=*/3, /*isDataCache=*/true);
}

void PanelTile::prefetchRow(const RowPosition &position, const Columns &columns) {
  auto prefetch = [&](Value buffer, ValueRange at, bool isWrite) {
    memref::PrefetchOp::create(k.b, k.loc, buffer, at, isWrite, /*localityHint=*/3,
                               /*isDataCache=*/true);
  };
  for (auto [j, column] : llvm::enumerate(columns.begin)) {
    if (j * s.lanes % kLineElements != 0)
      continue;
    for (Value operand : epilogue.fullOperands())
      prefetch(operand, indicesOf(position, column), /*isWrite=*/false);
    if (s.k <= kShortSum)
      prefetch(rows, {position.row, column}, /*isWrite=*/true);
  }
}

SmallVector<Value> PanelTile::indicesOf(const RowPosition &position, Value column) {
  SmallVector<Value> at = {position.row, column};
  if (!epilogue.canJoinRows()) {
    at = position.indices;
    at.push_back(column);
  }
  return at;
}

void PanelTile::store(Value value, const RowPosition &position, Value column, Value mask) {
  value = epilogue.apply(value, indicesOf(position, column), mask);
  if (mask)
    vector::MaskedStoreOp::create(k.b, k.loc, rows, ValueRange{position.row, column}, mask, value);
  else
    vector::StoreOp::create(k.b, k.loc, value, rows, ValueRange{position.row, column});
}

void PanelTile::forTailSize(ArrayRef<int64_t> sizes, Value count,
                            function_ref<void(int64_t)> body) {
  if (sizes.size() == 1)
    return body(sizes[0]);
  k.when(
      k.less(count, k.c(sizes[0] + 1)), [&] { body(sizes[0]); },
      [&] { forTailSize(sizes.drop_front(), count, body); });
}

Value PanelTile::scratch() {
  if (!scratchTile)
    scratchTile = k.stack({kMaxTileRows, kMaxPanelsAtOnce * s.panelWidth}, type.getElementType());
  return scratchTile;
}

void PanelTile::toScratch(ArrayRef<Value> sums, int64_t width) {
  for (auto [i, sum] : llvm::enumerate(sums))
    vector::StoreOp::create(k.b, k.loc, sum, scratch(),
                            ValueRange{k.c(i / width), k.c(i % width * s.lanes)});
}

void PanelTile::storeScratch(Value count, Value offset, const Columns &columns,
                             function_ref<RowPosition(Value)> position) {
  k.loop(k.c(0), count, 1, [&](Value i) {
    RowPosition at = position(i);
    for (int64_t j = 0; j < s.vectors; ++j) {
      Value sum = vector::LoadOp::create(k.b, k.loc, type, scratch(),
                                         ValueRange{i, k.add(offset, j * s.lanes)});
      store(sum, at, columns.begin[j], columns.masks[j]);
    }
  });
}

} // namespace rlx::cpu
