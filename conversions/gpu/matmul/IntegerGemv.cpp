// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The schedule of block-quantized GEMV by integer dot products: up to 7 rows, whose elements are
// rounded to one to three bytes (`row_precision`).
//
// A workgroup converts its rows to bytes in shared memory. Then some invocations share a row of
// weights: each multiplies units of blocks (BlockCodes.h) with the bytes of the rows.
//
// before: %c = linalg.generic {lir.block_scheme = q4_k, lir.row_precision = high} ...
// after:  store digits and scales of the rows to shared memory; barrier
//         scf.for %unit = %part to %units step %parts iter_args(%acc) {
//           %dot = lir.dot_bytes (codes), (digits) ..        // 16 or 32 elements
//           %acc + scale * (scale of the rows * %dot)
//         }
//         gpu.shuffle xor 1, 2, 4, ..; memref.store of the epilogue
#include "conversions/gpu/builder/Schedule.h"
#include "conversions/gpu/device/KernelAttributes.h"
#include "conversions/gpu/device/UnsupportedKernels.h"
#include "conversions/gpu/matmul/BlockOperand.h"
#include "conversions/gpu/matmul/FixedPointRows.h"
#include "conversions/gpu/matmul/MatmulTile.h"
#include "conversions/kernel/KernelCost.h"
#include "dialects/lir/LIRDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

namespace {

struct GemvPlan {
  rlx::BlockOperand operand;
  rlx::BlockUnits form;
  int64_t numDigits;
  int64_t columns; // rows of weights
  int64_t units;   // of a row of weights
  int64_t rowsAtOnce;
  int64_t parts;         // invocations that share a row of weights
  int64_t columnsAtOnce; // rows of weights of an invocation
  int64_t invocations;
  int64_t subgroup;
  int64_t chunk; // units whose digits are in shared memory at the same time

  int64_t columnsOfWorkgroup() const { return invocations / parts * columnsAtOnce; }
  int64_t chunks() const { return static_cast<int64_t>(llvm::divideCeil(units, chunk)); }
};

class IntegerGemv {
public:
  IntegerGemv(func::FuncOp kernel, rlx::Contraction &contraction, const GemvPlan &plan,
              const rlx::rt::DeviceProfile &profile)
      : kernel(kernel), contraction(contraction), p(plan),
        rowSide(plan.operand.others(contraction)), weightSide(plan.operand.weights(contraction)),
        numRows(contraction.count(rowSide.own)), k(kernel) {
    AffineExpr down = numRows.ceilDiv(p.rowsAtOnce);
    const auto across = static_cast<int64_t>(llvm::divideCeil(p.columns, p.columnsOfWorkgroup()));
    k.begin(down * across, p.invocations);
    k.numberBySubgroups(profile);
    SmallVector<Value> at =
        k.delinearize(k.workgroup, {getAffineConstantExpr(across, kernel.getContext()), down});
    firstRow = k.mul(at[1], k.constant(p.rowsAtOnce));
    part = k.rem(k.local, k.constant(p.parts));
    firstColumn = k.add(k.mul(at[0], k.constant(p.invocations / p.parts)),
                        k.div(k.local, k.constant(p.parts)));
    firstColumn = k.mul(firstColumn, k.constant(p.columnsAtOnce));
  }

  void write() {
    words = wordsOfWeights();
    rlx::FixedPointRows rows(k, p.form, p.numDigits, p.rowsAtOnce, p.chunk, p.subgroup);
    Value zero = real(0);
    SmallVector<Value> sums(static_cast<size_t>(p.rowsAtOnce * p.columnsAtOnce), zero);
    if (p.chunks() == 1) {
      sums = addChunk(rows, k.constant(0), sums);
    } else {
      sums = k.loop(k.constant(0), k.constant(p.units), k.constant(p.chunk), sums,
                    [&](Value first, ValueRange carried) {
                      SmallVector<Value> next = addChunk(rows, first, carried);
                      k.barrier(); // all have read the digits
                      return next;
                    });
    }
    for (Value &each : sums)
      each = sumOfParts(each);
    k.when(k.less(part, k.constant(1)), [&] { storeResults(sums); });
    k.finish(Twine(p.columnsOfWorkgroup()) + " columns of " + Twine(p.rowsAtOnce) +
             " rows per workgroup, " + Twine(p.parts) + " invocations each, " + Twine(p.numDigits) +
             " bytes an element");
  }

private:
  // The weights as words.
  Value wordsOfWeights() {
    Value bytes = kernel.getArgument(p.operand.argument);
    auto type = cast<MemRefType>(bytes.getType());
    Value flat = memref::CollapseShapeOp::create(k.b, k.loc, bytes,
                                                 SmallVector<ReassociationIndices>{{0, 1}});
    auto view = MemRefType::get({type.getNumElements() / 4}, k.b.getI32Type());
    return memref::ViewOp::create(k.b, k.loc, view, flat, k.constant(0), ValueRange());
  }

  // The index, or the last one of `size`.
  Value clamped(Value index, AffineExpr size) {
    Value last = k.b.createOrFold<arith::SubIOp>(k.loc, k.size(size), k.constant(1));
    return arith::MinUIOp::create(k.b, k.loc, index, last);
  }

  void setIndices(ArrayRef<unsigned> loops, Value number, MutableArrayRef<Value> indices) {
    SmallVector<AffineExpr> sizes =
        llvm::map_to_vector(loops, [&](unsigned loop) { return contraction.sizes[loop]; });
    for (auto [loop, at] : llvm::zip(loops, k.delinearize(number, sizes)))
      indices[loop] = at;
  }

  // Adds the products with the units from `first` on. Few iterations are unrolled, so that all
  // their loads are in flight.
  SmallVector<Value> addChunk(rlx::FixedPointRows &rows, Value first, ValueRange carried) {
    convertRows(rows, first);
    k.barrier();
    auto step = [&](Value unit, ValueRange sums) { return addUnit(rows, first, unit, sums); };
    Value end = k.constant(p.chunk);
    if (p.units % p.chunk != 0) { // units of the last chunk may be beyond the row
      end = arith::MinUIOp::create(
          k.b, k.loc, end, k.b.createOrFold<arith::SubIOp>(k.loc, k.constant(p.units), first));
    } else if (p.chunk % p.parts == 0 && p.chunk / p.parts <= kMaxUnrolled) {
      SmallVector<Value> sums(carried);
      for (int64_t begin = 0; begin < p.chunk; begin += p.parts)
        sums = step(k.add(part, k.constant(begin)), sums);
      return sums;
    }
    return k.loop(part, end, k.constant(p.parts), carried, step);
  }

  void convertRows(rlx::FixedPointRows &rows, Value firstUnit) {
    Value begin = k.mul(firstUnit, k.constant(p.form.elements()));
    const int64_t size = p.units * p.form.elements();
    rows.compute(p.invocations, [&](int64_t row, Value index) {
      SmallVector<Value> loops(contraction.sizes.size());
      setIndices(rowSide.own, clamped(k.add(firstRow, k.constant(row)), numRows), loops);
      index = k.add(begin, index);
      if (p.units % p.chunk != 0)
        index = arith::MinUIOp::create(k.b, k.loc, index, k.constant(size - 1));
      loops[contraction.sum.front()] = index;
      return k.elements.inBody(k.b, contraction.reduction.op, rowSide.value, loops);
    });
  }

  // Adds the products with a unit, number `unit` of the chunk that begins at `first`.
  SmallVector<Value> addUnit(rlx::FixedPointRows &rows, Value first, Value unit,
                             ValueRange carried) {
    SmallVector<Value> sums(carried);
    Value number = k.add(first, unit);
    for (int64_t i = 0; i < p.columnsAtOnce; ++i) {
      Value at = clamped(k.add(firstColumn, k.constant(i)),
                         getAffineConstantExpr(p.columns, kernel.getContext()));
      Value block = k.add(k.mul(at, k.constant(p.units / p.form.units)),
                          k.div(number, k.constant(p.form.units)));
      rlx::BlockCodes codes(k, p.operand.scheme, words, block,
                            k.rem(number, k.constant(p.form.units)));
      for (int64_t scale = 0; scale < p.form.scales(); ++scale)
        addScale(rows, codes, unit, scale,
                 MutableArrayRef(sums).slice(static_cast<size_t>(i * p.rowsAtOnce),
                                             static_cast<size_t>(p.rowsAtOnce)));
    }
    return sums;
  }

  // Adds the products with the elements of one scale, for all rows.
  void addScale(rlx::FixedPointRows &rows, rlx::BlockCodes &codes, Value unit, int64_t number,
                MutableArrayRef<Value> sums) {
    SmallVector<rlx::CodeWords> words;
    for (int64_t i = 0; i < p.form.runsPerScale; ++i)
      words.push_back(codes.codes(number * p.form.runsPerScale + i));
    Value scale = codes.scale(number), minimum = codes.minimum(number);
    for (int64_t row = 0; row < p.rowsAtOnce; ++row) {
      Value &sum = sums[static_cast<size_t>(row)];
      Value dot = dotOf(rows, words, row, unit, number);
      Value times = arith::MulFOp::create(k.b, k.loc, scale, rows.scale(row, unit, number));
      sum = math::FmaOp::create(k.b, k.loc, times, dot, sum);
      if (minimum)
        sum = math::FmaOp::create(k.b, k.loc, minimum, rows.sum(row, unit, number), sum);
    }
  }

  // The sum of (code - zero) * integer, as f32. Up to two digits it fits 32 bits.
  Value dotOf(rlx::FixedPointRows &rows, ArrayRef<rlx::CodeWords> words, int64_t row, Value unit,
              int64_t number) {
    const bool isLong = p.numDigits == rlx::FixedPointRows::kMaxDigits;
    Value dot;
    for (int64_t place = 0; place < std::min<int64_t>(p.numDigits, 2); ++place) {
      if (dot)
        dot = arith::ShLIOp::create(k.b, k.loc, dot, word(8));
      if (place == p.numDigits - 1 && p.form.zero != 0) {
        Value offset =
            arith::MulIOp::create(k.b, k.loc, rows.sum(row, unit, number), word(-p.form.zero));
        dot = dot ? arith::AddIOp::create(k.b, k.loc, dot, offset).getResult() : offset;
      }
      dot = addDigits(rows, words, row, unit, number, place, dot);
    }
    dot = toFloat(dot);
    if (!isLong)
      return dot;
    Value low = toFloat(addDigits(rows, words, row, unit, number, 2, {}));
    if (p.form.zero != 0)
      low = math::FmaOp::create(k.b, k.loc, rows.sum(row, unit, number), real(-p.form.zero), low);
    return math::FmaOp::create(k.b, k.loc, dot, real(256), low);
  }

  // Adds the dot products of codes and digits at one place to an integer, or to 0.
  Value addDigits(rlx::FixedPointRows &rows, ArrayRef<rlx::CodeWords> words, int64_t row,
                  Value unit, int64_t number, int64_t place, Value dot) {
    for (auto [i, run] : llvm::enumerate(words)) {
      rlx::CodeWords digits =
          rows.digits(row, unit, number * p.form.runsPerScale + static_cast<int64_t>(i), place);
      for (auto [code, digit] : llvm::zip_equal(run, digits)) {
        Value four = rlx::lir::DotBytesOp::create(k.b, k.loc, k.b.getI32Type(), code, digit);
        dot = dot ? arith::AddIOp::create(k.b, k.loc, dot, four).getResult() : four;
      }
    }
    return dot;
  }

  Value sumOfParts(Value sum) {
    for (int64_t distance = 1; distance < p.parts; distance *= 2) {
      Value other = gpu::ShuffleOp::create(k.b, k.loc, sum, word(distance), word(p.subgroup),
                                           gpu::ShuffleMode::XOR)
                        .getShuffleResult();
      sum = arith::AddFOp::create(k.b, k.loc, sum, other);
    }
    return sum;
  }

  void storeResults(ArrayRef<Value> sums) {
    for (int64_t row = 0; row < p.rowsAtOnce; ++row)
      for (int64_t column = 0; column < p.columnsAtOnce; ++column) {
        Value m = k.add(firstRow, k.constant(row)), n = k.add(firstColumn, k.constant(column));
        Value inside = k.less(n, k.constant(p.columns));
        if (p.rowsAtOnce > 1)
          inside = arith::AndIOp::create(k.b, k.loc, inside, k.less(m, k.size(numRows)));
        k.when(inside, [&] {
          SmallVector<Value> loops(contraction.sizes.size());
          setIndices(rowSide.own, m, loops);
          setIndices(weightSide.own, n, loops);
          auto [value, at] = rlx::elementOfResult(
              k, contraction, loops, sums[static_cast<size_t>(column * p.rowsAtOnce + row)]);
          k.storeResult(value, at);
        });
      }
  }

  Value toFloat(Value value) {
    return arith::SIToFPOp::create(k.b, k.loc, k.b.getF32Type(), value);
  }
  Value real(double value) {
    return arith::ConstantOp::create(k.b, k.loc, k.b.getF32FloatAttr(static_cast<float>(value)));
  }
  Value word(int64_t value) {
    return arith::ConstantIntOp::create(k.b, k.loc, static_cast<int32_t>(value), 32);
  }

  static constexpr int64_t kMaxUnrolled = 4;

  func::FuncOp kernel;
  rlx::Contraction &contraction;
  GemvPlan p;
  const rlx::Operand &rowSide, &weightSide;
  AffineExpr numRows;
  rlx::WorkgroupBuilder k;
  Value words;
  Value firstRow, firstColumn; // of the workgroup; of the invocation
  Value part;                  // number of the invocation among those that share a row of weights
};

struct PlannedGemv : rlx::GpuKernelPlan {
  PlannedGemv(rlx::Contraction found, const GemvPlan &plan, const rlx::rt::DeviceProfile &profile)
      : contraction(std::move(found)), plan(plan), profile(profile) {
    const int64_t each = rlx::FixedPointRows::iterations(plan.form, plan.chunk, plan.invocations) +
                         static_cast<int64_t>(llvm::divideCeil(plan.chunk, plan.parts));
    iterations = getAffineConstantExpr(plan.chunks() * (each + 1), contraction.root->getContext());
  }

  LogicalResult emit(func::FuncOp kernel) override {
    rlx::estimateCost(kernel);
    IntegerGemv(kernel, contraction, plan, profile).write();
    return success();
  }

  rlx::Contraction contraction;
  GemvPlan plan;
  rlx::rt::DeviceProfile profile;
};

LogicalResult checkDevice(Type accumulator, const rlx::rt::DeviceProfile &profile,
                          rlx::LoweringReason &why) {
  if (!profile.has("shaderIntegerDotProduct"))
    return why.because("the device has no integer dot products");
  if (!rlx::canShuffle(accumulator, profile) || profile.subgroupSize < 2 ||
      !llvm::isPowerOf2_32(profile.subgroupSize))
    return why.because("the device has no shuffles in subgroups");
  return success();
}

int64_t digitsOf(rlx::RowPrecision precision) {
  switch (precision) {
  case rlx::RowPrecision::Exact:
    return 3;
  case rlx::RowPrecision::High:
    return 2;
  case rlx::RowPrecision::Fast:
    return 1;
  }
  llvm_unreachable("a precision of rows");
}

// The invocations that share a row of weights: a subgroup, or half of one for short rows. 0 if more
// than a quarter of them would be idle.
int64_t partsOf(int64_t units, int64_t subgroup) {
  const int64_t parts = units <= subgroup / 2 ? subgroup / 2 : subgroup;
  return 4 * units >= 3 * static_cast<int64_t>(llvm::alignTo(units, parts)) ? parts : 0;
}

// Distributes the work to invocations. Each workgroup converts the rows again, so it has many
// columns, as long as there are enough workgroups to fill the device.
LogicalResult distribute(GemvPlan &plan, const rlx::rt::DeviceProfile &profile,
                         rlx::LoweringReason &why) {
  plan.subgroup = profile.subgroupSize;
  plan.parts = partsOf(plan.units, plan.subgroup);
  if (plan.parts == 0)
    return why.because("rows of " + Twine(plan.units * plan.form.elements()) +
                       " weights leave invocations of a subgroup idle");
  constexpr std::pair<int64_t, int64_t> kShapes[] = {{2, 512}, {2, 256}, {1, 256}};
  for (auto [columnsAtOnce, invocations] : kShapes) {
    plan.columnsAtOnce = columnsAtOnce;
    plan.invocations = std::min<int64_t>(invocations, profile.invocationsInARow());
    if (plan.columns / plan.columnsOfWorkgroup() >= rlx::manyTiles(profile))
      break;
  }
  if (plan.invocations % plan.subgroup != 0)
    return why.because("the device's workgroups are too small");
  const int64_t unitBytes =
      rlx::FixedPointRows::sharedBytes(plan.form, plan.numDigits, 1) * plan.rowsAtOnce;
  const int64_t fit = profile.sharedMemoryBytes / unitBytes / plan.form.units * plan.form.units;
  plan.chunk = std::min(plan.units, fit);
  if (plan.chunk == 0)
    return why.because("the device has too little shared memory");
  return success();
}

std::unique_ptr<rlx::GpuKernelPlan>
planGemv(func::FuncOp kernel, const rlx::rt::DeviceProfile &profile, rlx::LoweringReason &why) {
  linalg::LinalgOp root = rlx::findScheduleRoot(kernel);
  std::optional<rlx::Contraction> contraction;
  if (root)
    contraction = rlx::Contraction::find(root);
  if (!contraction)
    return nullptr;
  std::optional<rlx::BlockOperand> weights = rlx::BlockOperand::of(*contraction);
  auto precision =
      contraction->reduction.op->getAttrOfType<rlx::RowPrecisionAttr>(rlx::kRowPrecisionAttr);
  if (!weights || !precision)
    return nullptr;
  const rlx::Operand &rows = weights->others(*contraction);
  const int64_t numRows = contraction->known(rows, rlx::kMinForTiles);
  if (numRows == 0 || numRows >= rlx::kMinForTiles)
    return nullptr;
  std::optional<rlx::BlockUnits> form = rlx::BlockUnits::of(weights->scheme);
  if (!form) {
    (void)why.because("its codes are no bytes");
    return nullptr;
  }
  if (failed(checkDevice(contraction->reduction.neutral.getType(), profile, why)))
    return nullptr;
  if (!rows.value.getType().isF32() || weights->bytes.getNumElements() % 4 != 0 ||
      !kernel->hasAttr(rlx::kAlignedAttr)) {
    (void)why.because("it has rows of f64, weights of no whole words, or operands at other "
                      "addresses than multiples of 16");
    return nullptr;
  }
  GemvPlan plan{};
  plan.operand = *weights;
  plan.form = *form;
  plan.numDigits = digitsOf(precision.getValue());
  plan.columns = weights->columns();
  plan.units = weights->terms() / form->elements();
  // Rows of a dynamic number are separate workgroups, which read the weights from the cache.
  plan.rowsAtOnce = contraction->assumed ? 1 : numRows;
  if (failed(distribute(plan, profile, why)))
    return nullptr;
  return std::make_unique<PlannedGemv>(std::move(*contraction), plan, profile);
}

} // namespace

namespace rlx {
extern const Schedule kIntegerGemv;
const Schedule kIntegerGemv = {"integer-gemv", planGemv};
} // namespace rlx
