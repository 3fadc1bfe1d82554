// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The schedule of block-quantized GEMV by integer dot products: up to 191 rows, whose elements
// are rounded to one to three bytes (`row_precision`).
//
// A workgroup converts its rows to bytes in shared memory, unless another kernel has written them
// to a buffer (rlx-quantize-rows). Then some invocations share a row of weights: each multiplies
// units of blocks (BlockCodes.h) with the bytes of the rows.
//
// before: %c = linalg.generic {lir.block_scheme = q4_k, lir.row_precision = high} ...
// after:  store digits and scales of the rows to shared memory; barrier
//         scf.for %unit = %part to %units step %parts iter_args(%acc) {
//           %dot = lir.dot_bytes (codes), (digits) ..        // 16 or 32 elements
//           %acc + scale * (scale of the rows * %dot)
//         }
//         gpu.shuffle xor 1, 2, 4, ..; memref.store of the epilogue
#include "conversions/gpu/matmul/IntegerGemv.h"

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
  rlx::FixedPointLayout layout;      // of a whole row
  std::optional<unsigned> quantized; // the kernel's argument with the bytes of rows
  int64_t columns;                   // rows of weights
  int64_t rowsAtOnce;
  int64_t parts;         // invocations that share a row of weights
  int64_t columnsAtOnce; // rows of weights of an invocation
  int64_t invocations;
  int64_t subgroup;
  int64_t chunk; // units whose digits are in shared memory at the same time

  const rlx::BlockUnits &form() const { return layout.form; }
  int64_t units() const { return layout.units; }
  int64_t columnsOfWorkgroup() const { return invocations / parts * columnsAtOnce; }
  int64_t chunks() const { return static_cast<int64_t>(llvm::divideCeil(units(), chunk)); }
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
    rlx::FixedPointRows rows = rowsAsBytes();
    Value zero = real(0);
    SmallVector<Value> sums(static_cast<size_t>(p.rowsAtOnce * p.columnsAtOnce), zero);
    if (p.chunks() == 1) {
      sums = addChunk(rows, k.constant(0), sums);
    } else {
      sums = k.loop(k.constant(0), k.constant(p.units()), k.constant(p.chunk), sums,
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
             " rows per workgroup, " + Twine(p.parts) + " invocations each, " +
             Twine(p.layout.numDigits) + " bytes an element" + (p.quantized ? ", made once" : ""));
  }

private:
  rlx::FixedPointRows rowsAsBytes() {
    if (!p.quantized)
      return rlx::FixedPointRows(k, {p.form(), p.layout.numDigits, p.chunk}, p.rowsAtOnce,
                                 p.subgroup);
    Value made = kernel.getArgument(*p.quantized);
    auto load = [this, made](Value row, Value word) -> Value {
      return memref::LoadOp::create(k.b, k.loc, made, ValueRange{row, word});
    };
    return rlx::FixedPointRows(k, p.layout, p.rowsAtOnce, p.subgroup, {load, {}}, firstRow);
  }

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
  // their loads are in flight. Those of several rows would need too many registers.
  SmallVector<Value> addChunk(rlx::FixedPointRows &rows, Value first, ValueRange carried) {
    if (!p.quantized) {
      convertRows(rows, first);
      k.barrier();
    }
    auto step = [&](Value unit, ValueRange sums) { return addUnit(rows, first, unit, sums); };
    Value end = k.constant(p.chunk);
    if (p.units() % p.chunk != 0) { // units of the last chunk may be beyond the row
      end = arith::MinUIOp::create(
          k.b, k.loc, end, k.b.createOrFold<arith::SubIOp>(k.loc, k.constant(p.units()), first));
    } else if (p.chunk % p.parts == 0 && p.chunk / p.parts * p.rowsAtOnce <= kMaxUnrolled) {
      SmallVector<Value> sums(carried);
      for (int64_t begin = 0; begin < p.chunk; begin += p.parts)
        sums = step(k.add(part, k.constant(begin)), sums);
      return sums;
    }
    return k.loop(part, end, k.constant(p.parts), carried, step);
  }

  void convertRows(rlx::FixedPointRows &rows, Value firstUnit) {
    Value begin = k.mul(firstUnit, k.constant(p.form().elements()));
    const int64_t size = p.units() * p.form().elements();
    rows.compute(k.local, p.invocations, [&](int64_t row, Value index) {
      SmallVector<Value> loops(contraction.sizes.size());
      setIndices(rowSide.own, clamped(k.add(firstRow, k.constant(row)), numRows), loops);
      index = k.add(begin, index);
      if (p.units() % p.chunk != 0)
        index = arith::MinUIOp::create(k.b, k.loc, index, k.constant(size - 1));
      loops[contraction.sum.front()] = index;
      return k.elements.inBody(k.b, contraction.reduction.op, rowSide.value, loops);
    });
  }

  // Codes of a column with one scale.
  struct ColumnCodes {
    SmallVector<rlx::CodeWords> words; // by run
    Value scale, minimum;              // minimum: null without one
  };
  // A row's elements with one scale.
  struct RowDigits {
    SmallVector<SmallVector<rlx::CodeWords>> words; // by place, then by run
    Value scale, sum;
  };

  // Adds the products with a unit, number `unit` of the chunk that begins at `first`.
  SmallVector<Value> addUnit(rlx::FixedPointRows &rows, Value first, Value unit,
                             ValueRange carried) {
    SmallVector<Value> sums(carried);
    Value number = k.add(first, unit);
    SmallVector<rlx::BlockCodes> columns;
    for (int64_t i = 0; i < p.columnsAtOnce; ++i) {
      Value at = clamped(k.add(firstColumn, k.constant(i)),
                         getAffineConstantExpr(p.columns, kernel.getContext()));
      Value block = k.add(k.mul(at, k.constant(p.units() / p.form().units)),
                          k.div(number, k.constant(p.form().units)));
      columns.emplace_back(k, p.operand.scheme, words, block,
                           k.rem(number, k.constant(p.form().units)));
    }
    for (int64_t scale = 0; scale < p.form().scales(); ++scale)
      addScale(rows, columns, unit, scale, sums);
    return sums;
  }

  // Adds the products with the elements of one scale. Codes of all columns are in registers, and
  // digits of one row at a time.
  void addScale(rlx::FixedPointRows &rows, MutableArrayRef<rlx::BlockCodes> columns, Value unit,
                int64_t number, MutableArrayRef<Value> sums) {
    SmallVector<ColumnCodes> codes;
    for (rlx::BlockCodes &column : columns) {
      ColumnCodes &each = codes.emplace_back();
      for (int64_t run = 0; run < p.form().runsPerScale; ++run)
        each.words.push_back(column.codes(number * p.form().runsPerScale + run));
      each.scale = column.scale(number);
      each.minimum = column.minimum(number);
    }
    for (int64_t row = 0; row < p.rowsAtOnce; ++row) {
      const RowDigits digits = digitsOf(rows, row, unit, number);
      for (auto [i, column] : llvm::enumerate(codes)) {
        Value &sum = sums[i * static_cast<size_t>(p.rowsAtOnce) + static_cast<size_t>(row)];
        Value times = arith::MulFOp::create(k.b, k.loc, column.scale, digits.scale);
        sum = math::FmaOp::create(k.b, k.loc, times, dotOf(column, digits), sum);
        if (column.minimum)
          sum = math::FmaOp::create(k.b, k.loc, column.minimum, digits.sum, sum);
      }
    }
  }

  RowDigits digitsOf(rlx::FixedPointRows &rows, int64_t row, Value unit, int64_t number) {
    RowDigits digits;
    for (int64_t place = 0; place < p.layout.numDigits; ++place) {
      auto &runs = digits.words.emplace_back();
      for (int64_t run = 0; run < p.form().runsPerScale; ++run)
        runs.push_back(rows.digits(row, unit, number * p.form().runsPerScale + run, place));
    }
    digits.scale = rows.scale(row, unit, number);
    if (p.form().hasMinimum || p.form().zero != 0)
      digits.sum = rows.sum(row, unit, number);
    return digits;
  }

  // The sum of (code - zero) * integer, as f32. Up to two digits it fits 32 bits.
  Value dotOf(const ColumnCodes &codes, const RowDigits &digits) {
    const int64_t numDigits = p.layout.numDigits, zero = p.form().zero;
    const bool isLong = numDigits == rlx::FixedPointRows::kMaxDigits;
    Value dot;
    for (int64_t place = 0; place < std::min<int64_t>(numDigits, 2); ++place) {
      if (dot)
        dot = arith::ShLIOp::create(k.b, k.loc, dot, word(8));
      if (place == numDigits - 1 && zero != 0) {
        Value offset = arith::MulIOp::create(k.b, k.loc, digits.sum, word(-zero));
        dot = dot ? arith::AddIOp::create(k.b, k.loc, dot, offset).getResult() : offset;
      }
      dot = addDigits(codes, digits.words[static_cast<size_t>(place)], dot);
    }
    dot = toFloat(dot);
    if (!isLong)
      return dot;
    Value low = toFloat(addDigits(codes, digits.words[2], {}));
    if (zero != 0)
      low = math::FmaOp::create(k.b, k.loc, digits.sum, real(-zero), low);
    return math::FmaOp::create(k.b, k.loc, dot, real(256), low);
  }

  // Adds the dot products of codes and digits at one place to an integer, or to 0.
  Value addDigits(const ColumnCodes &codes, ArrayRef<rlx::CodeWords> digits, Value dot) {
    for (auto [code, digit] : llvm::zip_equal(codes.words, digits))
      for (auto [lhs, rhs] : llvm::zip_equal(code, digit)) {
        Value four = rlx::lir::DotBytesOp::create(k.b, k.loc, k.b.getI32Type(), lhs, rhs);
        dot = dot ? arith::AddIOp::create(k.b, k.loc, dot, four).getResult() : four;
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
    const int64_t conversion =
        plan.quantized ? 0
                       : rlx::FixedPointRows::iterations(plan.form(), plan.chunk, plan.invocations);
    const int64_t each =
        conversion + static_cast<int64_t>(llvm::divideCeil(plan.chunk, plan.parts));
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
  plan.parts = partsOf(plan.units(), plan.subgroup);
  // Columns of an invocation, and invocations.
  using Shapes = SmallVector<std::pair<int64_t, int64_t>>;
  const Shapes shapes =
      plan.quantized ? Shapes{{2, 128}, {1, 128}} : Shapes{{2, 512}, {2, 256}, {1, 256}};
  for (auto [columnsAtOnce, invocations] : shapes) {
    plan.columnsAtOnce = columnsAtOnce;
    plan.invocations = std::min<int64_t>(invocations, profile.invocationsInARow());
    if (plan.columns / plan.columnsOfWorkgroup() >= rlx::manyTiles(profile))
      break;
  }
  if (plan.invocations % plan.subgroup != 0)
    return why.because("the device's workgroups are too small");
  plan.chunk = plan.units();
  if (plan.quantized)
    return success();
  const rlx::BlockUnits &form = plan.form();
  const int64_t unitBytes =
      rlx::FixedPointRows::sharedBytes(form, plan.layout.numDigits, 1) * plan.rowsAtOnce;
  const int64_t fit = profile.sharedMemoryBytes / unitBytes / form.units * form.units;
  plan.chunk = std::min(plan.units(), fit);
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
  auto quantized = contraction->reduction.op->getAttrOfType<IntegerAttr>(rlx::kQuantizedRowsAttr);
  std::optional<rlx::IntegerGemvForm> form = rlx::integerGemvOf(*contraction, profile, why);
  if (!form)
    return nullptr;
  const int64_t numRows = contraction->known(form->weights.others(*contraction), rlx::kMinForTiles);
  if (numRows == 0 || (numRows >= rlx::kMinForTiles && !quantized))
    return nullptr;
  if (!kernel->hasAttr(rlx::kAlignedAttr)) {
    (void)why.because("it has operands at other addresses than multiples of 16");
    return nullptr;
  }
  GemvPlan plan{};
  plan.operand = form->weights;
  plan.layout = form->layout;
  plan.columns = form->weights.columns();
  if (quantized)
    plan.quantized = static_cast<unsigned>(quantized.getInt());
  // Otherwise rows of a dynamic number are separate workgroups, which read the weights from the
  // cache.
  plan.rowsAtOnce =
      quantized ? rlx::rowsAtOnce(*contraction, *form) : (contraction->assumed ? 1 : numRows);
  if (failed(distribute(plan, profile, why)))
    return nullptr;
  return std::make_unique<PlannedGemv>(std::move(*contraction), plan, profile);
}

} // namespace

namespace rlx {

std::optional<IntegerGemvForm> integerGemvOf(const Contraction &contraction,
                                             const rt::DeviceProfile &profile,
                                             LoweringReason &why) {
  std::optional<BlockOperand> weights = BlockOperand::of(contraction);
  auto precision = contraction.reduction.op->getAttrOfType<RowPrecisionAttr>(kRowPrecisionAttr);
  if (!weights || !precision)
    return std::nullopt;
  auto none = [&](const Twine &reason) {
    (void)why.because(reason);
    return std::optional<IntegerGemvForm>();
  };
  std::optional<FixedPointLayout> layout =
      FixedPointLayout::of(weights->scheme, precision.getValue(), weights->terms());
  if (!layout)
    return none("its codes are no bytes");
  if (failed(checkDevice(contraction.reduction.neutral.getType(), profile, why)))
    return std::nullopt;
  if (!weights->others(contraction).value.getType().isF32())
    return none("it has rows of f64");
  if (weights->bytes.getNumElements() % 4 != 0)
    return none("its weights are no whole words");
  if (partsOf(layout->units, profile.subgroupSize) == 0)
    return none("rows of " + Twine(weights->terms()) +
                " weights leave invocations of a subgroup idle");
  return IntegerGemvForm{*weights, *layout};
}

int64_t rowsAtOnce(const Contraction &contraction, const IntegerGemvForm &form) {
  constexpr int64_t kFew = 2, kMany = 8;
  const int64_t least = contraction.known(form.weights.others(contraction), kMinForTiles);
  return least >= kMinForTiles ? kMany : kFew;
}

// Warpgroups multiply so fast that decoding pays off for fewer rows.
static int64_t minForUnrounded(const Contraction &contraction, const rt::DeviceProfile &profile) {
  return profile.has("wgmma") && takesCooperativeMatrices(contraction, profile) &&
                 canDecodeOnce(contraction, profile)
             ? kMinForMatrices
             : kMinForUnrounded;
}

int64_t endOfIntegers(const Contraction &contraction, const rt::DeviceProfile &profile) {
  if (takesCooperativeMatrices(contraction, profile) && !canDecodeOnce(contraction, profile))
    return kMinForMatrices;
  return minForUnrounded(contraction, profile);
}

int64_t minForDecoded(const Contraction &contraction, const rt::DeviceProfile &profile) {
  LoweringReason why;
  if (!canDecodeOnce(contraction, profile))
    return 0;
  return integerGemvOf(contraction, profile, why) ? minForUnrounded(contraction, profile)
                                                  : kMinForDecoded;
}

int64_t quantizedRowsOf(const Contraction &contraction, const IntegerGemvForm &form,
                        const rt::DeviceProfile &profile) {
  const int64_t end = endOfIntegers(contraction, profile);
  const int64_t least = contraction.known(form.weights.others(contraction), 0);
  if (least < kMinForQuantized || least >= end)
    return 0;
  const int64_t most = contraction.assumed ? end : least;
  return static_cast<int64_t>(llvm::alignTo(most, rowsAtOnce(contraction, form)));
}

extern const Schedule kIntegerGemv;
const Schedule kIntegerGemv = {"integer-gemv", planGemv};

} // namespace rlx
