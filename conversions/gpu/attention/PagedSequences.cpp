// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The sequences of paged attention, whose rows lie one after another, and their keys in blocks.
//
// The rows of a sequence are divided into parts, one for each workgroup. A run alone knows how many
// parts a sequence has: each workgroup adds them up until it finds its own.
//
//   rows     0 .. 99 | 100 | 101 .. 170        parts of 64 rows
//   parts     0    1 |  2  |   3     4         a sequence has at most one that is not full
//
// Starts, lengths and blocks that are wrong fail the run. They are clamped, so that all reads are
// within the buffers. Each workgroup checks those of all sequences. Blocks are checked at
// the end: the loops over keys would wait for the checks.
#include "conversions/gpu/attention/AttentionKernel.h"

#include "dialects/lir/LIRDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

namespace rlx {
namespace {
constexpr int64_t kSequencesAtOnce = 8; // sequences whose starts are in flight
} // namespace

AffineExpr AttentionKernel::pagedIterations(AffineExpr sequences, AffineExpr blocks) {
  return sequences.ceilDiv(kSequencesAtOnce) + blocks;
}

AffineExpr AttentionKernel::parts(int64_t rows) const {
  return rows == 1 ? dimSizes.queries : dimSizes.queries.floorDiv(rows) + dimSizes.batches;
}

Value AttentionKernel::integerAt(Value tensor, Value index) {
  Value element = k.elements.element(k.b, tensor, index);
  return arith::IndexCastOp::create(k.b, k.loc, k.b.getIndexType(), element);
}

Value AttentionKernel::clamped(Value value, Value least, Value most) {
  return binary<arith::MinSIOp>(binary<arith::MaxSIOp>(value, least), most);
}

Value AttentionKernel::isEqual(Value lhs, Value rhs) {
  return arith::CmpIOp::create(k.b, k.loc, arith::CmpIPredicate::eq, lhs, rhs);
}

void AttentionKernel::expect(Value condition, Value index) {
  lir::CheckOp::create(k.b, k.loc, condition, lir::KernelError::IndexOutOfRange, index);
}

// The sequence with this part of `rows` rows.
AttentionKernel::Sequence AttentionKernel::findSequence(Value part, int64_t rows) {
  Value zero = k.constant(0);
  Value sequences = k.size(dimSizes.batches), total = k.size(dimSizes.queries);
  Value last = binary<arith::SubIOp>(sequences, k.constant(1));
  Value hasBlocks = k.less(zero, k.size(cacheBlocks));
  Value places = select(hasBlocks, k.size(dimSizes.keys), zero);
  auto startAt = [&](Value number) { return integerAt(form.queryStarts, number); };
  Value isValid =
      binary<arith::AndIOp>(isEqual(startAt(zero), zero), isEqual(startAt(sequences), total));
  auto addSequences = [&](Value first, ValueRange sofar) {
    SmallVector<Value> starts, lengths, state(sofar);
    for (int64_t i = 0; i <= kSequencesAtOnce; ++i)
      starts.push_back(startAt(binary<arith::MinUIOp>(k.add(first, k.constant(i)), sequences)));
    for (int64_t i = 0; i < kSequencesAtOnce; ++i)
      lengths.push_back(
          integerAt(form.keyLengths, binary<arith::MinUIOp>(k.add(first, k.constant(i)), last)));
    Value begin = clamped(starts.front(), zero, total), &valid = state.back();
    for (int64_t i = 0; i < kSequencesAtOnce; ++i) {
      Value start = starts[static_cast<size_t>(i + 1)], end = clamped(start, begin, total);
      Value length = lengths[static_cast<size_t>(i)];
      Value before = state[0], count = clamped(binary<arith::SubIOp>(end, begin), zero, places);
      Value keys = clamped(length, count, places);
      valid = binary<arith::AndIOp>(valid, isEqual(start, end));
      valid = binary<arith::AndIOp>(valid, isEqual(count, binary<arith::SubIOp>(end, begin)));
      valid = binary<arith::AndIOp>(valid, isEqual(length, keys));
      state[0] = k.add(before, k.div(k.add(count, k.constant(rows - 1)), k.constant(rows)));
      Value isBefore = arith::CmpIOp::create(k.b, k.loc, arith::CmpIPredicate::uge, part, before);
      Value isHere = binary<arith::AndIOp>(isBefore, k.less(part, state[0]));
      const Value own[] = {before, k.add(first, k.constant(i)), begin, count, keys};
      for (auto [i, value] : llvm::enumerate(own))
        state[i + 1] = select(isHere, value, state[i + 1]);
      begin = end;
    }
    return state;
  };
  // Parts so far, the sequence, and whether starts and lengths are in order.
  const SmallVector<Value> none = {zero, zero, zero, zero, zero, zero, isValid};
  SmallVector<Value> found =
      k.loop(zero, sequences, k.constant(kSequencesAtOnce), none, addSequences);
  return {found[1], found[2], found[3], found[4], found[5], found[6]};
}

Value AttentionKernel::beginSequence(Value part, int64_t rows) {
  form = *AttentionForm::find(form.op); // buffers
  Value zero = k.constant(0);
  const Sequence found = findSequence(part, rows);
  batch = found.number;
  firstRow = found.begin;
  queries = found.rows;
  keys = found.keys;
  expect(found.isValid, zero);         // any of them may be wrong
  k.continueIf(k.less(zero, queries)); // no part: no queries
  shift = binary<arith::SubIOp>(keys, queries);
  return binary<arith::SubIOp>(part, found.firstPart);
}

Value AttentionKernel::blockOf(Value number) {
  Value raw = k.elements.element(k.b, form.blockTable, ValueRange{batch, number});
  return arith::IndexCastOp::create(k.b, k.loc, k.b.getIndexType(), raw);
}

void AttentionKernel::checkKeys(Value fromKey, Value endOfKeys, int64_t invocations) {
  if (!form.isPaged())
    return;
  Value places = k.constant(form.places), blocks = k.size(cacheBlocks);
  Value first = k.add(k.div(fromKey, places), k.local);
  Value end = k.div(k.add(endOfKeys, k.constant(form.places - 1)), places);
  k.loop(first, end, k.constant(invocations), {}, [&](Value number, ValueRange) {
    Value block = blockOf(number);
    expect(k.less(block, blocks), block);
    return SmallVector<Value>();
  });
}

AttentionKernel::Position AttentionKernel::positionInBlocks(Value head, Value key) {
  Value places = k.constant(form.places), one = k.constant(1);
  Value last = binary<arith::SubIOp>(k.size(cacheBlocks), one);
  Value block = binary<arith::MinUIOp>(blockOf(k.div(key, places)), last);
  return {block, head, k.rem(key, places)};
}

} // namespace rlx
