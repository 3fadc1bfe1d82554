// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See GroupedBlockDot.h.
#include "conversions/cpu/quant/GroupedBlockDot.h"

#include "conversions/cpu/quant/BlockTiles.h"
#include "dialects/rlx/support/ScalarBuilders.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace rlx::cpu {

std::unique_ptr<BlockDot> BlockDot::createGrouped(ByteDots dots, BlockScheme scheme,
                                                  Value weights) {
  std::unique_ptr<BlockDot> dot = createKDot(dots, scheme, weights);
  return dot ? std::move(dot) : createCodedDot(dots, scheme, weights);
}

// The scheme's words for each scale: those for the centre, then the sum as f32 for the minimum.
SmallVector<Value> GroupedBlockDot::words(const FixedPointRows::Sums &sums, Value scale,
                                          int64_t numDigits) {
  SmallVector<Value> parts(sums.begin(), sums.end()), all;
  if (s.scales == 1)
    parts = {added(sums[0], sums[1])};
  for (Value sum : parts) {
    llvm::append_range(all, centreWords(sum, s.centre, isLargeFor(numDigits)));
    if (s.hasMinimum)
      all.push_back(floatWord(sum, scale));
  }
  return all;
}

SmallVector<Value> GroupedBlockDot::addBlock(FixedPointRows &digits, ArrayRef<Value> rows,
                                             Value panel, Value block, ArrayRef<int64_t> numbers,
                                             ArrayRef<Value> accumulators) {
  SmallVector<PanelVector> vectors = vectorsOf(panel, block, numbers);
  const size_t count = accumulators.size();
  SmallVector<Value> start((s.hasMinimum ? 2 : 1) * count, k.splat(floats, 0)), result;
  SmallVector<Value> parts =
      k.loop(k.c(0), k.c(s.groups), 1, start, [&](Value group, ValueRange carried) {
        SmallVector<Value> next(carried);
        if (!tiles && numbers.front() == 0)
          prefetchLater(rows.size(), vectors.front(), group, s.groups, s.bytes);
        addGroup(digits, rows, vectors, group, next);
        return next;
      });
  for (auto [i, sum] : llvm::enumerate(accumulators)) {
    const PanelVector &at = vectors[i % vectors.size()];
    Value d = scaleOfBlock(at);
    Value next =
        d ? fma(parts[i], d, sum) : arith::AddFOp::create(k.b, k.loc, parts[i], sum).getResult();
    if (s.hasMinimum)
      next = fma(parts[count + i], minimumOfBlock(at), next);
    result.push_back(next);
  }
  return result;
}

void GroupedBlockDot::addGroup(FixedPointRows &digits, ArrayRef<Value> rows,
                               ArrayRef<PanelVector> vectors, Value group,
                               MutableArrayRef<Value> accumulators) {
  const int64_t numDigits = digits.numDigits();
  const int64_t centreWords = s.centre == 0 ? 0 : isLargeFor(numDigits) ? 2 : 1;
  const size_t count = rows.size() * vectors.size();
  Value number = k.add(k.mul(vectors.front().block, s.groups), group);
  for (int64_t part = 0; part < s.scales; ++part) {
    const int64_t firstWord = part * (centreWords + (s.hasMinimum ? 1 : 0));
    SmallVector<Products> products;
    for (Value row : rows) {
      Products first = dots.start(numDigits, static_cast<int64_t>(count),
                                  centreWords > 0 ? digits.word(row, number, firstWord) : Value());
      if (centreWords > 1)
        first.sums[1] = digits.word(row, number, firstWord + 1);
      products.append(vectors.size(), first);
    }
    if (tiles)
      addTileSums(rows, vectors, number, part, products);
    for (int64_t i = 0; !tiles && i < quadsPerScale(); ++i) {
      const int64_t quad = part * quadsPerScale() + i;
      SmallVector<Value> weights = llvm::map_to_vector(
          vectors, [&](const PanelVector &at) { return elements(at, group, quad); });
      addQuad(digits, rows, number, quad, weights, s.largest, products);
    }
    for (auto [i, all] : llvm::enumerate(products)) {
      Value row = rows[i / vectors.size()];
      const PanelVector &at = vectors[i % vectors.size()];
      Value scaled = times(isLargeFor(numDigits) ? joinedInParts(all) : joined(all),
                           digits.scale(row, number));
      Value scale = groupScale(at, group, part), &sum = accumulators[i];
      sum = scale ? fma(scaled, scale, sum)
                  : arith::AddFOp::create(k.b, k.loc, scaled, sum).getResult();
      if (!s.hasMinimum)
        continue;
      Value elementSum = vector::BitCastOp::create(
          k.b, k.loc, floats, digits.word(row, number, firstWord + centreWords));
      Value &minima = accumulators[count + i];
      minima = fma(elementSum, groupMinimum(at, group, part), minima);
    }
  }
}

// Factors: two of the block, then two for each scale.
DecodedLayout GroupedBlockDot::decodedLayout() const {
  return {.groups = s.groups, .sums = s.scales, .factors = 2 * (1 + s.groups * s.scales)};
}

void GroupedBlockDot::decode(Value panel, Value block) {
  SmallVector<PanelVector> vectors = vectorsOf(panel, block, {0, 1});
  for (const PanelVector &at : vectors) {
    if (s.hasBlockScale)
      tiles->storeFactor(at, k.c(0), blockScale(at));
    if (s.hasMinimum)
      tiles->storeFactor(at, k.c(1), arith::NegFOp::create(k.b, k.loc, blockMinimum(at)));
  }
  k.loop(k.c(0), k.c(s.groups), 1, [&](Value group) {
    prefetchShare(vectors.front(), group, s.groups, s.bytes);
    for (const PanelVector &at : vectors) {
      for (int64_t part = 0; part < s.scales; ++part) {
        if (s.hasScales)
          tiles->storeFactor(at, factorIndex(group, part, 0), scaleOf(at, group, part));
        if (s.hasMinimum)
          tiles->storeFactor(at, factorIndex(group, part, 1), minimumOf(at, group, part));
      }
      for (int64_t quad = 0; quad < FixedPointRows::kGroup / kQuad; ++quad)
        tiles->storeElements(at, group, quad, elements(at, group, quad));
    }
  });
}

Value GroupedBlockDot::groupScale(const PanelVector &at, Value group, int64_t part) {
  auto compute = [&] { return scaleOf(at, group, part); };
  return s.hasScales ? factor(at, factorIndex(group, part, 0), compute) : Value();
}
Value GroupedBlockDot::groupMinimum(const PanelVector &at, Value group, int64_t part) {
  return factor(at, factorIndex(group, part, 1), [&] { return minimumOf(at, group, part); });
}
Value GroupedBlockDot::scaleOfBlock(const PanelVector &at) {
  return s.hasBlockScale ? factor(at, k.c(0), [&] { return blockScale(at); }) : Value();
}
Value GroupedBlockDot::minimumOfBlock(const PanelVector &at) {
  auto compute = [&] { return arith::NegFOp::create(k.b, k.loc, blockMinimum(at)).getResult(); };
  return factor(at, k.c(1), compute);
}
Value GroupedBlockDot::factorIndex(Value group, int64_t part, int64_t number) {
  return k.add(k.mul(k.add(k.mul(group, s.scales), part), 2), 2 + number);
}

Value GroupedBlockDot::addExactly(const PanelVector &at, Value sum, Element element) {
  Value d = scaleOfBlock(at), dmin = s.hasMinimum ? blockMinimum(at) : Value();
  auto addQuadExactly = [&](Value group, int64_t quad, Value scale, Value minimum, Value before) {
    Value q = elements(at, group, quad);
    Value first = k.add(k.mul(group, FixedPointRows::kGroup), quad * kQuad);
    return k.loop(k.c(0), k.c(kQuad), 1, before, [&](Value i, ValueRange carried) {
      Value weight = toFloat(plus(byteOf(q, i), -s.centre));
      weight = scale ? times(weight, scale) : weight;
      if (minimum)
        weight = arith::SubFOp::create(k.b, k.loc, weight, minimum);
      return SmallVector<Value>{fma(weight, element(k.add(first, i)), carried[0])};
    })[0];
  };
  return k.loop(k.c(0), k.c(s.groups), 1, sum, [&](Value group, ValueRange carried) {
    Value next = carried[0];
    for (int64_t part = 0; part < s.scales; ++part) {
      Value scale = groupScale(at, group, part);
      scale = scale && d ? times(d, scale) : scale ? scale : d;
      Value minimum = s.hasMinimum ? times(dmin, minimumOf(at, group, part)) : Value();
      for (int64_t i = 0; i < quadsPerScale(); ++i)
        next = addQuadExactly(group, part * quadsPerScale() + i, scale, minimum, next);
    }
    return SmallVector<Value>{next};
  })[0];
}

Value GroupedBlockDot::scaleOf(const PanelVector &, Value, int64_t) {
  llvm_unreachable("the scheme's groups have no scales");
}

Value GroupedBlockDot::blockScale(const PanelVector &) {
  llvm_unreachable("the scheme's blocks have no scale");
}

Value GroupedBlockDot::minimumOf(const PanelVector &, Value, int64_t) {
  llvm_unreachable("the scheme has no minima");
}

Value GroupedBlockDot::blockMinimum(const PanelVector &) {
  llvm_unreachable("the scheme has no minima");
}

bool GroupedBlockDot::isLargeFor(int64_t numDigits) const {
  return isLarge(numDigits, quadsPerScale() * kQuad, std::max(s.centre, s.largest - s.centre));
}

Value GroupedBlockDot::fieldOf(Value words, Value index, int64_t bits) {
  Value shift = inAllLanes(k.mul(index, bits));
  return field(arith::ShRUIOp::create(k.b, k.loc, words, shift), 0, (1 << bits) - 1);
}

Value GroupedBlockDot::signedByte(Value words, Value index) {
  Value shift = inAllLanes(k.sub(k.c(24), k.mul(index, 8)));
  Value high = arith::ShLIOp::create(k.b, k.loc, words, shift);
  return arith::ShRSIOp::create(k.b, k.loc, high, intConstant(k.b, k.loc, high, 24));
}

Value GroupedBlockDot::inAllLanes(Value index) {
  Value word = arith::IndexCastOp::create(k.b, k.loc, k.b.getI32Type(), index);
  return vector::BroadcastOp::create(k.b, k.loc, ints, word);
}

Value GroupedBlockDot::asQuad(Value words) {
  return vector::BitCastOp::create(k.b, k.loc, bytes, words);
}

} // namespace rlx::cpu
