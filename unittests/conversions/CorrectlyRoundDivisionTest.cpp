// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs the code of rlx-correctly-round-division as a device would whose division and square root
// are up to 3 ulp off, and which may flush subnormal numbers to zero.
#include <bit>
#include <cmath>
#include <limits>
#include <random>

#include "conversions/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/TypeSwitch.h"
#include "gtest/gtest.h"

using namespace mlir;

namespace {

constexpr float kInf = std::numeric_limits<float>::infinity(), kNormal = 0x1p-126F;

uint32_t bitsOf(float x) {
  return std::bit_cast<uint32_t>(x);
}
float floatOf(uint32_t bits) {
  return std::bit_cast<float>(bits);
}

struct Device {
  int error = 0; // of division and square root, in ulp
  bool flushes = false;

  float seen(float x) const {
    return flushes && std::fabs(x) < kNormal ? std::copysign(0.F, x) : x;
  }
  float offBy(float x) const {
    const bool isNormal = std::isnormal(x) && std::isnormal(floatOf(bitsOf(x) + error));
    return seen(isNormal ? floatOf(bitsOf(x) + error) : x);
  }
  float quotient(float a, float b) const { return offBy(seen(a) / seen(b)); }
  float root(float x) const { return offBy(std::sqrt(seen(x))); }
  float product(float a, float b) const { return seen(seen(a) * seen(b)); }
  float fma(float a, float b, float c) const { return seen(std::fma(seen(a), seen(b), seen(c))); }
};

bool holds(arith::CmpIPredicate predicate, uint32_t l, uint32_t r) {
  const auto a = static_cast<int32_t>(l), b = static_cast<int32_t>(r);
  switch (predicate) {
  case arith::CmpIPredicate::ult:
    return l < r;
  case arith::CmpIPredicate::slt:
    return a < b;
  case arith::CmpIPredicate::sgt:
    return a > b;
  default:
    ADD_FAILURE() << "a predicate of integers that is not known here";
    return false;
  }
}

bool holds(arith::CmpFPredicate predicate, float a, float b) {
  switch (predicate) {
  case arith::CmpFPredicate::OLT:
    return a < b;
  case arith::CmpFPredicate::OLE:
    return a <= b;
  case arith::CmpFPredicate::OGT:
    return a > b;
  default:
    ADD_FAILURE() << "a predicate of floats that is not known here";
    return false;
  }
}

// A function of floats without control flow, on the bits of its values.
class Code {
public:
  explicit Code(func::FuncOp function) {
    for (BlockArgument argument : function.getArguments())
      numbers[argument] = size++;
    for (Operation &op : function.getBody().front()) {
      Step step{&op, {}, size};
      for (Value operand : op.getOperands())
        step.operands.push_back(numbers[operand]);
      if (op.getNumResults())
        numbers[op.getResult(0)] = size++;
      steps.push_back(step);
    }
    cells.resize(size);
  }

  size_t numOps() const { return steps.size(); }

  float run(const Device &device, ArrayRef<float> arguments) {
    for (auto [cell, argument] : llvm::zip(cells, arguments))
      cell = bitsOf(argument);
    for (const Step &step : steps) {
      if (isa<func::ReturnOp>(step.op))
        return floatOf(cells[step.operands[0]]);
      cells[step.result] = compute(device, step);
    }
    ADD_FAILURE() << "nothing is returned";
    return 0;
  }

private:
  struct Step {
    Operation *op;
    SmallVector<unsigned, 3> operands;
    unsigned result;
  };

  uint32_t compute(const Device &d, const Step &step) {
    auto u = [&](unsigned i) { return cells[step.operands[i]]; };
    auto f = [&](unsigned i) { return floatOf(u(i)); };
    return TypeSwitch<Operation *, uint32_t>(step.op)
        .Case([&](arith::ConstantOp op) {
          if (auto number = dyn_cast<FloatAttr>(op.getValue()))
            return bitsOf(number.getValue().convertToFloat());
          return static_cast<uint32_t>(cast<IntegerAttr>(op.getValue()).getValue().getZExtValue());
        })
        .Case([&](arith::BitcastOp) { return u(0); })
        .Case([&](arith::AddIOp) { return u(0) + u(1); })
        .Case([&](arith::SubIOp) { return u(0) - u(1); })
        .Case([&](arith::AndIOp) { return u(0) & u(1); })
        .Case([&](arith::OrIOp) { return u(0) | u(1); })
        .Case([&](arith::XOrIOp) { return u(0) ^ u(1); })
        .Case([&](arith::ShLIOp) { return u(0) << u(1); })
        .Case([&](arith::ShRUIOp) { return u(0) >> u(1); })
        .Case([&](arith::ShRSIOp) {
          return static_cast<uint32_t>(static_cast<int32_t>(u(0)) >> u(1));
        })
        .Case([&](arith::CmpIOp op) { return uint32_t(holds(op.getPredicate(), u(0), u(1))); })
        .Case([&](arith::CmpFOp op) {
          return uint32_t(holds(op.getPredicate(), d.seen(f(0)), d.seen(f(1))));
        })
        .Case([&](arith::SelectOp) { return u(0) ? u(1) : u(2); })
        .Case([&](arith::NegFOp) { return bitsOf(-f(0)); })
        .Case([&](math::AbsFOp) { return bitsOf(std::fabs(f(0))); })
        .Case([&](arith::MulFOp) { return bitsOf(d.product(f(0), f(1))); })
        .Case([&](arith::DivFOp) { return bitsOf(d.quotient(f(0), f(1))); })
        .Case([&](math::SqrtOp) { return bitsOf(d.root(f(0))); })
        .Case([&](math::FmaOp) { return bitsOf(d.fma(f(0), f(1), f(2))); })
        .Default([](Operation *op) {
          ADD_FAILURE() << "no " << op->getName().getStringRef().str() << " here";
          return 0U;
        });
  }

  llvm::DenseMap<Value, unsigned> numbers;
  std::vector<Step> steps;
  std::vector<uint32_t> cells;
  unsigned size = 0;
};

class CorrectlyRoundDivisionTest : public ::testing::Test {
protected:
  CorrectlyRoundDivisionTest() {
    context.loadDialect<arith::ArithDialect, math::MathDialect, func::FuncDialect>();
    context.allowUnregisteredDialects();
  }
  Code compile(StringRef text, StringRef device = "nvidia-hopper") {
    module = parseSourceString<ModuleOp>(text, &context);
    PassManager manager(&context);
    manager.addNestedPass<func::FuncOp>(rlx::createCorrectlyRoundDivisionPass({device.str()}));
    EXPECT_TRUE(succeeded(manager.run(*module)));
    return Code(*module->getOps<func::FuncOp>().begin());
  }
  Code quotient() { return compile(kQuotient); }
  Code root() { return compile(kRoot); }

  static constexpr StringLiteral kQuotient = R"(
    func.func @f(%a: f32, %b: f32) -> f32 {
      %0 = arith.divf %a, %b {lir.rounded} : f32
      return %0 : f32
    })";
  static constexpr StringLiteral kRoot = R"(
    func.func @f(%a: f32) -> f32 {
      %0 = math.sqrt %a {lir.rounded} : f32
      return %0 : f32
    })";
  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  std::mt19937 random{1};
};

bool same(float x, float y) {
  return std::isnan(x) ? std::isnan(y) : bitsOf(x) == bitsOf(y);
}

// Whether the result is the float closest to the quotient, or one that the device may return
// instead.
bool isQuotient(const Device &device, float a, float b, float result) {
  if (!std::isnormal(a) || !std::isnormal(b))
    return same(result, device.quotient(a, b));
  const double exact = std::fabs(double(a) / b);
  if (exact >= double(kNormal) || same(result, a / b))
    return same(result, a / b);
  if (device.flushes)
    return std::fabs(result) == 0 && std::signbit(result) == std::signbit(a / b);
  return std::abs(static_cast<int32_t>(bitsOf(result) - bitsOf(a / b))) <= 1; // rounded twice
}

std::vector<Device> devices() {
  std::vector<Device> all;
  for (int error = -3; error <= 3; ++error)
    for (bool flushes : {false, true})
      all.push_back({error, flushes});
  return all;
}

TEST_F(CorrectlyRoundDivisionTest, LeavesOtherDevicesAndOpsAlone) {
  EXPECT_EQ(compile(kQuotient, "lavapipe").numOps(), 2U);
  EXPECT_GT(quotient().numOps(), 20U);
  EXPECT_GT(root().numOps(), 20U);
  EXPECT_EQ(compile(R"(func.func @f(%a: f32, %b: f32) -> f32 {
    %0 = arith.divf %a, %b : f32
    return %0 : f32
  })")
                .numOps(),
            2U);
  EXPECT_EQ(compile(R"(func.func @f(%a: f64) -> f64 {
    %0 = math.sqrt %a {lir.rounded} : f64
    return %0 : f64
  })")
                .numOps(),
            2U);
}

TEST_F(CorrectlyRoundDivisionTest, QuotientsOfAwkwardNumbers) {
  std::vector<float> numbers = {0,
                                kNormal,
                                std::numeric_limits<float>::max(),
                                kInf,
                                NAN,
                                0x1p-149F,
                                0x1p-127F,
                                1,
                                3,
                                7,
                                10,
                                0.1F,
                                1.5F,
                                std::nextafter(1.F, 2.F),
                                std::nextafter(1.F, 0.F),
                                std::nextafter(2.F, 0.F),
                                0x1.6a09e6p0F,
                                0x1.fffffep-126F};
  for (int power = -126; power <= 127; power += 23)
    numbers.insert(numbers.end(), {std::ldexp(1.F, power), std::ldexp(1.9999F, power)});
  for (size_t i = numbers.size(); i-- > 0;)
    numbers.push_back(-numbers[i]);
  Code code = quotient();
  for (const Device &device : devices())
    for (float a : numbers)
      for (float b : numbers) {
        const float result = code.run(device, {a, b});
        ASSERT_TRUE(isQuotient(device, a, b, result))
            << a << " / " << b << " is " << a / b << ", not " << result << "; error "
            << device.error << ", flushes " << device.flushes;
      }
}

// All exponents, and significands for which the quotient is close to the midpoint of two floats.
TEST_F(CorrectlyRoundDivisionTest, QuotientsAreTheNearest) {
  Code code = quotient();
  const std::vector<Device> all = devices();
  for (int i = 0; i < 400000; ++i) {
    float b = floatOf(random()), a = floatOf(random());
    if (i % 2) { // in [1, 2), times the midpoint of two floats
      b = floatOf(0x3F800000 | (random() & 0x7FFFFF));
      const double middle = (double((random() & 0x7FFFFF) | 0x800000) + 0.5) * 0x1p-24;
      a = static_cast<float>(middle * b);
      if (i % 4 == 1)
        a = std::nextafter(a, random() % 2 ? 0.F : 4.F);
    }
    const Device &device = all[i / 4 % all.size()];
    const float result = code.run(device, {a, b});
    ASSERT_TRUE(isQuotient(device, a, b, result))
        << a << " / " << b << " is " << a / b << ", not " << result << "; error " << device.error;
  }
}

TEST_F(CorrectlyRoundDivisionTest, RootsAreTheNearest) {
  Code code = root();
  const std::vector<Device> all = devices();
  auto expectRoot = [&](const Device &device, float x) {
    const float wanted = std::isnormal(x) && x > 0 ? std::sqrt(x) : device.root(x);
    const float result = code.run(device, {x});
    EXPECT_TRUE(same(result, wanted)) << "the root of " << x << " is " << wanted << ", not "
                                      << result << "; error " << device.error;
    return same(result, wanted);
  };
  for (const Device &device : all)
    for (float x : {0.F, -0.F, kInf, -kInf, NAN, -1.F, 1.F, 2.F, kNormal, 0x1p-149F, -0x1p-140F,
                    std::numeric_limits<float>::max(), std::nextafter(4.F, 0.F),
                    std::nextafter(1.F, 0.F), std::nextafter(1.F, 2.F)})
      expectRoot(device, x);
  // The significands of roots are those of numbers in [1, 4).
  constexpr uint32_t kStride = 31;
  for (uint32_t bits = 0x3F800000; bits < 0x40800000; bits += kStride)
    if (!expectRoot(all[bits % all.size()], floatOf(bits)))
      return;
  for (int i = 0; i < 100000; ++i)
    if (!expectRoot(all[i % all.size()], floatOf(random())))
      return;
}

// Roots close to the midpoint of two floats, (s + u / 2)^2.
TEST_F(CorrectlyRoundDivisionTest, HardRoots) {
  Code code = root();
  const std::vector<Device> all = devices();
  for (int i = 0; i < 200000; ++i) {
    const double middle = 1 + (double(random() & 0x7FFFFF) + 0.5) * 0x1p-23;
    const float x = std::nextafter(static_cast<float>(middle * middle), i % 2 ? 0.F : 8.F);
    ASSERT_TRUE(same(code.run(all[i / 2 % all.size()], {x}), std::sqrt(x))) << x;
  }
}

} // namespace
