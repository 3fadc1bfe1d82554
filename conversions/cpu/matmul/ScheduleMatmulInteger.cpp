// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The schedule of matmul_integer, whose operands both change from run to run, such as those of an
// attention.
//
//   workgroup (x, y, z): a block of rows, columns [y * kBlockColumns, ..), batch entry z
//   pack the rows:    left[row, k] = lhs - zero point, in i16
//   pack the columns: panels[panel, k / 2, column, k % 2] = rhs - zero point, in i16
//   for panel:
//     for tile of rows:
//       acc = 0
//       for k in steps of 2: acc += left[row, k .. k + 1] * panels[panel, k / 2, :, :]
//       store epilogue(acc)
//
// Differences of bytes fit i16, so zero points cost nothing behind packing. One instruction adds
// two products to an i32 lane. Packed rows beyond k are 0, so panels may hold anything there, and
// in columns past the last one.
#include "conversions/cpu/builder/CpuSchedule.h"
#include "conversions/cpu/builder/Epilogue.h"
#include "conversions/cpu/builder/KernelBuilder.h"
#include "dialects/rlx/ir/QuantComputeOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace rlx::cpu {
namespace {

using Vectors = SmallVector<Value>;

// The most rows of a block. Each block packs its columns again: rows enough that this costs a few
// percent. A multiple of the rows of every tile.
constexpr int64_t kBlockRows = 384;
// Each column block packs its rows again, which is cheaper.
constexpr int64_t kBlockColumns = 128;
// Bytes that are widened at a time, and the square of words that is transposed.
constexpr int64_t kChunk = 16, kSquare = 8;
constexpr int64_t kMaxTileRows = 12;

bool isZeroPoint(OpOperand &operand) {
  auto op = dyn_cast<MatmulIntegerOp>(operand.getOwner());
  DenseIntElementsAttr value;
  return op && operand.getOperandNumber() >= 2 && matchPattern(operand.get(), m_Constant(&value)) &&
         value.getType().getRank() == 0;
}

class IntegerMatmul {
public:
  IntegerMatmul(KernelBuilder &k, MatmulIntegerOp op, const CpuModel &target, Epilogue &epilogue)
      : k(k), op(op), epilogue(epilogue), lanes(target.lanes), width(target.panelWidth),
        vectors(width / lanes),
        tileRows(std::min(kMaxTileRows, (target.registers - vectors - 2) / vectors)),
        sums(VectorType::get({lanes}, k.b.getI32Type())), lhs(k.argument(op.getLhs())),
        rhs(k.argument(op.getRhs())) {
    epilogue.bind(k, /*joinRows=*/false);
    unsigned rank = cast<MemRefType>(k.output().getType()).getRank();
    length = k.size(lhs, cast<MemRefType>(lhs.getType()).getRank() - 1);
    pairs = ceilDiv(length, 2);
    Value rows = k.size(k.output(), rank - 2), block = blockRows(rows);
    rowBegin = k.mul(k.workgroup(0), block);
    rowEnd = k.min(k.add(rowBegin, block), rows);
    columnBegin = k.mul(k.workgroup(1), kBlockColumns);
    columns = k.size(k.output(), rank - 1);
    columnEnd = k.min(k.add(columnBegin, kBlockColumns), columns);
    batch = batchIndices(rank - 2);
  }

  // Bytes of workspace for dot products of this length.
  static AffineExpr workspaceBytes(AffineExpr length) {
    return (length.floorDiv(kChunk) + 1) * (kChunk * 2 * (kBlockRows + kBlockColumns));
  }

  void emit() {
    // A row of i16 has space for whole chunks.
    Value chunks = k.add(k.div(length, k.c(kChunk)), 1), words = k.mul(chunks, kChunk / 2);
    left = view({kBlockRows, ShapedType::kDynamic}, words, k.c(0));
    panels = view({kBlockColumns / width, ShapedType::kDynamic, width}, words,
                  k.mul(words, 4 * kBlockRows));
    packRows();
    op.getTransposeRhs() ? packTransposed() : packColumns();
    k.loop(columnBegin, columnEnd, width, [&](Value column) { emitPanel(column); });
  }

private:
  // A buffer of pairs of i16, each one word of i32.
  Value view(ArrayRef<int64_t> shape, Value words, Value start) {
    auto type = MemRefType::get(shape, k.b.getI32Type());
    return memref::ViewOp::create(k.b, k.loc, type, k.workspace(), start, words);
  }

  Value ceilDiv(Value value, int64_t by) { return k.div(k.add(value, by - 1), k.c(by)); }

  // Blocks of equal size, in whole tiles.
  Value blockRows(Value rows) {
    Value blocks = k.max(ceilDiv(rows, kBlockRows), k.c(1));
    Value each = k.div(k.sub(k.add(rows, blocks), k.c(1)), blocks);
    return k.mul(ceilDiv(each, tileRows), tileRows);
  }

  Vectors batchIndices(unsigned count) {
    Vectors indices(count);
    Value rest = k.workgroup(2);
    for (unsigned i = count; i-- > 0;) {
      Value size = k.size(k.output(), i);
      indices[i] = i == 0 ? rest : k.rem(rest, size);
      rest = k.div(rest, size);
    }
    return indices;
  }

  // Indices of an element of lhs or rhs. Batch dimensions of static size 1 are broadcast.
  Vectors at(Value operand, Value row, Value column) {
    auto shape = cast<MemRefType>(operand.getType()).getShape().drop_back(2);
    Vectors indices;
    for (auto [size, index] : llvm::zip(shape, ArrayRef(batch).take_back(shape.size())))
      indices.push_back(size == 1 ? k.c(0) : index);
    indices.append({row, column});
    return indices;
  }

  // ---- packing ----

  bool isSigned(Value tensor) {
    return !getElementTypeOrSelf(tensor.getType()).isUnsignedInteger();
  }

  Value widened(Value bytes, Type type, bool asSigned) {
    if (asSigned)
      return arith::ExtSIOp::create(k.b, k.loc, type, bytes);
    return arith::ExtUIOp::create(k.b, k.loc, type, bytes);
  }

  // An operand with its zero point in i16, which is null if it is 0.
  struct Source {
    Value buffer, zero;
    bool isSigned;
  };
  Source source(Value tensor, Value zeroPoint) {
    Source from{k.argument(tensor), {}, isSigned(tensor)};
    DenseIntElementsAttr known;
    if (!zeroPoint)
      return from;
    if (matchPattern(zeroPoint, m_Constant(&known))) {
      auto value = known.getSplatValue<APInt>();
      int64_t number =
          from.isSigned ? value.getSExtValue() : static_cast<int64_t>(value.getZExtValue());
      if (number != 0)
        from.zero = k.splat(k.b.getI16Type(), static_cast<double>(number));
      return from;
    }
    Value byte = memref::LoadOp::create(k.b, k.loc, k.argument(zeroPoint), ValueRange());
    from.zero = widened(byte, k.b.getI16Type(), from.isSigned);
    return from;
  }

  // A chunk of adjacent elements, or one, less the zero point, in i16.
  Value less(const Source &from, Value bytes) {
    auto vector = dyn_cast<VectorType>(bytes.getType());
    Type i16 = k.b.getI16Type(), type = vector ? Type(vector.clone(i16)) : i16;
    Value wide = widened(bytes, type, from.isSigned);
    if (!from.zero)
      return wide;
    Value zero =
        vector ? Value(vector::BroadcastOp::create(k.b, k.loc, type, from.zero)) : from.zero;
    return arith::SubIOp::create(k.b, k.loc, wide, zero);
  }
  Value chunk(const Source &from, Value row, Value column) {
    auto type = VectorType::get({kChunk}, k.b.getI8Type());
    return less(
        from, vector::LoadOp::create(k.b, k.loc, type, from.buffer, at(from.buffer, row, column)));
  }
  Value element(const Source &from, Value row, Value column) {
    return less(from,
                memref::LoadOp::create(k.b, k.loc, from.buffer, at(from.buffer, row, column)));
  }

  Value asWords(Value chunk) {
    int64_t count = cast<VectorType>(chunk.getType()).getNumElements() / 2;
    return vector::BitCastOp::create(k.b, k.loc, VectorType::get({count}, k.b.getI32Type()), chunk);
  }

  // Two elements as a word. The second one may be null: 0.
  Value word(Value first, Value second) {
    Type i32 = k.b.getI32Type();
    Value low = arith::ExtUIOp::create(k.b, k.loc, i32, first);
    if (!second)
      return low;
    Value high = arith::ShLIOp::create(k.b, k.loc, arith::ExtUIOp::create(k.b, k.loc, i32, second),
                                       k.splat(i32, 16));
    return arith::OrIOp::create(k.b, k.loc, low, high);
  }

  void store(Value value, Value buffer, ValueRange indices) {
    if (isa<VectorType>(value.getType()))
      vector::StoreOp::create(k.b, k.loc, value, buffer, indices);
    else
      memref::StoreOp::create(k.b, k.loc, value, buffer, indices);
  }

  // The elements from `whole` on of a contiguous row, pair by pair.
  void packRest(const Source &from, Value row, Value whole, function_ref<void(Value, Value)> put) {
    Value even = k.mul(k.div(length, k.c(2)), 2);
    k.loop(whole, even, 2, [&](Value at) {
      put(word(element(from, row, at), element(from, row, k.add(at, 1))), k.div(at, k.c(2)));
    });
    k.when(k.less(even, length),
           [&] { put(word(element(from, row, even), {}), k.div(even, k.c(2))); });
  }

  Value wholeChunks(Value size) { return k.mul(k.div(size, k.c(kChunk)), kChunk); }

  void packRows() {
    Source from = source(op.getLhs(), op.getLhsZeroPoint());
    Value whole = wholeChunks(length);
    k.loop(rowBegin, rowEnd, 1, [&](Value row) {
      Value to = k.sub(row, rowBegin);
      k.loop(k.c(0), whole, kChunk, [&](Value column) {
        store(asWords(chunk(from, row, column)), left, {to, k.div(column, k.c(2))});
      });
      packRest(from, row, whole, [&](Value value, Value pair) { store(value, left, {to, pair}); });
    });
  }

  // Indices of a packed column, which is given from `columnBegin` on.
  Vectors packedAt(Value pair, Value column) {
    return {k.div(column, k.c(width)), pair, k.rem(column, k.c(width))};
  }

  // rhs [.., k, n]: two rows are interleaved.
  void packColumns() {
    Source from = source(op.getRhs(), op.getRhsZeroPoint());
    Value count = k.sub(columnEnd, columnBegin), whole = wholeChunks(count);
    Value last = k.sub(length, k.c(1));
    k.loop(k.c(0), pairs, 1, [&](Value pair) {
      // The partner of a last row is multiplied by 0.
      Value first = k.mul(pair, 2), second = k.min(k.add(first, 1), last);
      k.loop(k.c(0), whole, kChunk, [&](Value column) {
        Value begin = k.add(columnBegin, column);
        Value both = vector::InterleaveOp::create(k.b, k.loc, chunk(from, first, begin),
                                                  chunk(from, second, begin));
        store(asWords(both), panels, packedAt(pair, column));
      });
      k.loop(whole, count, 1, [&](Value column) {
        Value at = k.add(columnBegin, column);
        store(word(element(from, first, at), element(from, second, at)), panels,
              packedAt(pair, column));
      });
    });
  }

  // rhs [.., n, k]: squares of words are transposed. Columns past the last one repeat it.
  void packTransposed() {
    Source from = source(op.getRhs(), op.getRhsZeroPoint());
    Value count = k.sub(columnEnd, columnBegin), whole = wholeChunks(length);
    Value last = k.sub(columnEnd, k.c(1));
    k.loop(k.c(0), count, kSquare, [&](Value column) {
      Vectors rows;
      for (int64_t i = 0; i < kSquare; ++i)
        rows.push_back(k.min(k.add(k.add(columnBegin, column), i), last));
      k.loop(k.c(0), whole, kChunk, [&](Value at) {
        Vectors square;
        for (Value row : rows)
          square.push_back(asWords(chunk(from, row, at)));
        square = k.transpose(square);
        for (int64_t i = 0; i < kSquare; ++i)
          store(square[i], panels, packedAt(k.add(k.div(at, k.c(2)), i), column));
      });
      k.loop(k.c(0), k.c(kSquare), 1, [&](Value i) {
        Value to = k.add(column, i), row = k.min(k.add(columnBegin, to), last);
        packRest(from, row, whole,
                 [&](Value value, Value pair) { store(value, panels, packedAt(pair, to)); });
      });
    });
  }

  // ---- tiles ----

  // One tile after the other, with the epilogue in a loop behind it: its code exists once.
  void emitPanel(Value column) {
    Value panel = k.div(k.sub(column, columnBegin), k.c(width));
    Value isWhole = k.less(k.add(column, width - 1), columns);
    k.loop(rowBegin, rowEnd, tileRows, [&](Value row) {
      Value count = k.min(k.sub(rowEnd, row), k.c(tileRows));
      emitTile(k.sub(row, rowBegin), count, panel, {tileRows, tileRows / 2, 1});
      k.loop(k.c(0), count, 1, [&](Value i) {
        k.when(
            isWhole, [&] { storeRow(row, i, column, /*isWhole=*/true); },
            [&] { storeRow(row, i, column, /*isWhole=*/false); });
      });
    });
  }

  // The sums of `count` rows in the scratch tile, by code for one of the sizes, largest first. Rows
  // past the last one repeat it.
  void emitTile(Value first, Value count, Value panel, ArrayRef<int64_t> sizes) {
    auto largest = [&] { accumulate(first, count, panel, sizes.front()); };
    if (sizes.size() == 1)
      return largest();
    k.when(k.less(k.c(sizes[1]), count), largest,
           [&] { emitTile(first, count, panel, sizes.drop_front()); });
  }

  void accumulate(Value first, Value count, Value panel, int64_t size) {
    Vectors rows, zeros(size * vectors, k.splat(sums, 0.0));
    Value last = k.sub(k.add(first, count), k.c(1));
    for (int64_t i = 0; i < size; ++i)
      rows.push_back(i == 0 ? first : k.min(k.add(first, i), last));
    auto i16 = VectorType::get({lanes * 2}, k.b.getI16Type());
    Vectors tile = k.loop(k.c(0), pairs, 1, zeros, [&](Value pair, ValueRange carried) {
      Vectors right, next;
      for (int64_t j = 0; j < vectors; ++j) {
        Value words = vector::LoadOp::create(k.b, k.loc, sums, panels,
                                             ValueRange{panel, pair, k.c(j * lanes)});
        right.push_back(vector::BitCastOp::create(k.b, k.loc, i16, words));
      }
      for (auto [i, row] : llvm::enumerate(rows)) {
        Value word = memref::LoadOp::create(k.b, k.loc, left, ValueRange{row, pair});
        Value words = vector::BroadcastOp::create(k.b, k.loc, sums, word);
        words = vector::BitCastOp::create(k.b, k.loc, i16, words);
        for (int64_t j = 0; j < vectors; ++j)
          next.push_back(arith::AddIOp::create(k.b, k.loc, carried[i * vectors + j],
                                               products(words, right[j])));
      }
      return next;
    });
    for (auto [i, sum] : llvm::enumerate(tile))
      store(sum, scratch(), {k.c(i / vectors), k.c(i % vectors * lanes)});
  }

  // The products of pairs, added in i32.
  Value products(Value lhs, Value rhs) {
    StringRef name = lanes == 16 ? "llvm.x86.avx512.pmaddw.d.512" : "llvm.x86.avx2.pmadd.wd";
    return LLVM::CallIntrinsicOp::create(k.b, k.loc, sums, k.b.getStringAttr(name),
                                         ValueRange{lhs, rhs})
        .getResult(0);
  }

  Value scratch() {
    if (!scratchTile)
      scratchTile = k.stack({tileRows, width}, k.b.getI32Type());
    return scratchTile;
  }

  void storeRow(Value first, Value i, Value column, bool isWhole) {
    for (int64_t j = 0; j < vectors; ++j) {
      Value sum =
          vector::LoadOp::create(k.b, k.loc, sums, scratch(), ValueRange{i, k.c(j * lanes)});
      Value begin = k.add(column, j * lanes), mask;
      if (!isWhole)
        mask = vector::CreateMaskOp::create(k.b, k.loc, sums.clone(k.b.getI1Type()),
                                            ValueRange{k.sub(columns, begin)});
      Vectors indices = batch;
      indices.append({k.add(first, i), begin});
      Value result = epilogue.apply(sum, indices, mask);
      if (mask)
        vector::MaskedStoreOp::create(k.b, k.loc, k.output(), indices, mask, result);
      else
        vector::StoreOp::create(k.b, k.loc, result, k.output(), indices);
    }
  }

  KernelBuilder &k;
  MatmulIntegerOp op;
  Epilogue &epilogue;
  const int64_t lanes, width, vectors, tileRows;
  VectorType sums;
  Value lhs, rhs, length, pairs;
  Value rowBegin, rowEnd, columnBegin, columnEnd, columns;
  Vectors batch;
  Value left, panels, scratchTile;
};

class PlannedIntegerMatmul : public KernelPlan {
public:
  PlannedIntegerMatmul(const FusedKernel &fused, const CpuModel &target, const Epilogue &epilogue)
      : fused(fused), target(target), epilogue(epilogue) {}

  LogicalResult emit(func::FuncOp) override {
    auto op = cast<MatmulIntegerOp>(fused.root);
    KernelBuilder builder(fused);
    IntegerMatmul(builder, op, target, epilogue).emit();
    epilogue.allowInPlace();
    unsigned rank = fused.resultType.getRank();
    AffineExpr rows = builder.outputSizeExpr(rank - 2), columns = builder.outputSizeExpr(rank - 1),
               batch = builder.constantExpr(1);
    for (unsigned i = 0; i + 2 < rank; ++i)
      batch = batch * builder.outputSizeExpr(i);
    unsigned lhsRank = cast<RankedTensorType>(op.getLhs().getType()).getRank();
    AffineExpr length = builder.sizeExpr(op.getLhs(), lhsRank - 1);
    AffineExpr perTerm = builder.constantExpr(target.nanoseconds(1024 * 2.0 / 2));
    builder.finish({rows.ceilDiv(kBlockRows), columns.ceilDiv(kBlockColumns), batch},
                   IntegerMatmul::workspaceBytes(length),
                   (batch * rows * columns * length * perTerm).floorDiv(1024));
    return success();
  }

private:
  FusedKernel fused;
  CpuModel target;
  Epilogue epilogue;
};

std::unique_ptr<KernelPlan> planMatmulInteger(func::FuncOp kernel, const CpuModel &target,
                                              LoweringReason &why) {
  FailureOr<FusedKernel> fused = matchRoot<MatmulIntegerOp>(kernel, why, isZeroPoint);
  if (failed(fused))
    return nullptr;
  auto op = cast<MatmulIntegerOp>(fused->root);
  auto decline = [&](const Twine &text) {
    (void)why.because(text);
    return nullptr;
  };
  if (!target.hasPairDot)
    return decline("the CPU has no integer dot-product instructions");
  Value zero = op.getRhsZeroPoint();
  if (zero && cast<RankedTensorType>(zero.getType()).getRank() != 0)
    return decline("the right operand has a zero point per column");
  FailureOr<Epilogue> epilogue = Epilogue::plan(*fused, target.lanes, why);
  if (failed(epilogue))
    return nullptr;
  return std::make_unique<PlannedIntegerMatmul>(*fused, target, *epilogue);
}

} // namespace

extern const CpuSchedule kMatmulInteger;
const CpuSchedule kMatmulInteger = {"matmul_integer", "rlx.matmul_integer", takesAnyTypes,
                                    planMatmulInteger};

} // namespace rlx::cpu
