// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Expressions, the verifier (one negative test per rule), and the codec with damaged bytes.
#include <functional>
#include <gtest/gtest.h>
#include <random>

#include "runtime/program/model/ProgramCodec.h"
#include "runtime/program/model/Verify.h"
#include "unittests/runtime/StatusMatchers.h"
#include "unittests/runtime/TestPrograms.h"

namespace program_test {

using namespace rlx::rt;
using namespace rlx::rt::testing;

// --- expressions

static int64_t valueOf(ExprOpcode opcode, int64_t lhs, int64_t rhs) {
  auto value = evaluate(binaryExpr(opcode, c(lhs), c(rhs)), {});
  EXPECT_TRUE(value.ok()) << value.status().toString();
  return value.ok() ? *value : 0;
}

TEST(Expr, DivisionFamilyAgreesWithItsDefinition) {
  for (int64_t a = -20; a <= 20; ++a)
    for (int64_t b = -7; b <= 7; ++b) {
      if (b == 0)
        continue;
      const double quotient = static_cast<double>(a) / static_cast<double>(b);
      EXPECT_EQ(valueOf(ExprOpcode::FloorDiv, a, b), std::floor(quotient)) << a << " " << b;
      EXPECT_EQ(valueOf(ExprOpcode::CeilDiv, a, b), std::ceil(quotient)) << a << " " << b;
      EXPECT_EQ(valueOf(ExprOpcode::Mod, a, b), a - b * std::floor(quotient)) << a << " " << b;
    }
}

TEST(Expr, ArithmeticIsChecked) {
  constexpr int64_t max = INT64_MAX, min = INT64_MIN;
  auto fails = [](ExprOpcode opcode, int64_t lhs, int64_t rhs, const char *text) {
    EXPECT_ERROR(evaluate(binaryExpr(opcode, c(lhs), c(rhs)), {}).status(), OutOfRange, text);
  };
  fails(ExprOpcode::Add, max, 1, "overflow in 9223372036854775807 + 1");
  fails(ExprOpcode::Mul, min, -1, "overflow");
  fails(ExprOpcode::FloorDiv, min, -1, "overflow");
  fails(ExprOpcode::CeilDiv, min, -1, "overflow");
  fails(ExprOpcode::FloorDiv, 4, 0, "division by zero in 4 floordiv 0");
  fails(ExprOpcode::CeilDiv, 4, 0, "division by zero");
  fails(ExprOpcode::Mod, 4, 0, "division by zero");
  EXPECT_EQ(valueOf(ExprOpcode::Mod, min, -1), 0);
  EXPECT_EQ(valueOf(ExprOpcode::CeilDiv, max, 2), max / 2 + 1);
  EXPECT_EQ(valueOf(ExprOpcode::Max, min, max), max);
  EXPECT_EQ(valueOf(ExprOpcode::Min, min, max), min);
}

TEST(Expr, SymbolsAndText) {
  std::vector<Symbol> symbols{{"batch", 0, 0}, {"width", 0, 1}};
  Expr expr = ceilDiv(mul(add(sym(0), c(3)), sym(1)), c(8));
  EXPECT_EQ(text(expr, symbols), "ceildiv((batch + 3) * width, 8)");
  const int64_t values[] = {5, 3};
  auto value = evaluate(expr, values);
  ASSERT_TRUE(value.ok());
  EXPECT_EQ(*value, 3);
  EXPECT_EQ(*evaluate({}, {}), 0);
  EXPECT_EQ(text(add(sym(0), c(-3)), symbols), "batch - 3");
  EXPECT_EQ(text({}, symbols), "0");
  EXPECT_FALSE(isStatic(expr));
}

TEST(Expr, IllFormedExpressionsAreRefused) {
  EXPECT_ERROR(checkExpr({{{ExprOpcode::Add}}}, 0), InvalidArgument, "lacks operands");
  EXPECT_ERROR(checkExpr({{{ExprOpcode::Const, 1}, {ExprOpcode::Const, 1}}}, 0), InvalidArgument,
               "leaves 2 values");
  EXPECT_ERROR(checkExpr(sym(2), 2), InvalidArgument, "names symbol 2");
  EXPECT_ERROR(checkExpr({{{ExprOpcode::Symbol, -1}}}, 2), InvalidArgument, "names symbol -1");
  EXPECT_ERROR(checkExpr({{{static_cast<ExprOpcode>(77), 0}}}, 2), InvalidArgument,
               "unknown opcode 77");
  Expr deep;
  for (int i = 0; i < 65; ++i)
    deep.code.push_back({ExprOpcode::Const, 1});
  EXPECT_ERROR(checkExpr(deep, 0), InvalidArgument, "more than 64 operands");
}

// --- verifier

static Status verifyWith(void (*change)(Program &)) {
  Program program = sumProgram();
  change(program);
  return verifyProgram(program);
}

// Buffers of sumProgram by number: x 0, y 1, scale 2, prepared 3, one 4, sum 5, copied 6, out 7,
// head 8, firstRow 9.
TEST(Verify, AcceptsTheTestProgram) {
  ASSERT_OK(verifyProgram(sumProgram()));
}

TEST(Verify, Signature) {
  EXPECT_ERROR(verifyWith([](Program &p) { p.inputs[1].name = "x"; }), InvalidArgument,
               "input 1 ('x') has the name of an earlier one");
  EXPECT_ERROR(verifyWith([](Program &p) { p.inputs[1].name = ""; }), InvalidArgument, "no name");
  EXPECT_ERROR(verifyWith([](Program &p) { p.inputs[0].dtype = static_cast<DType>(99); }),
               InvalidArgument, "unknown element type");
  EXPECT_ERROR(verifyWith([](Program &p) { p.outputs[0].buffer = 99; }), InvalidArgument,
               "does not exist");
  EXPECT_ERROR(verifyWith([](Program &p) { p.outputs[0].buffer = 0; }), InvalidArgument,
               "another kind");
  EXPECT_ERROR(verifyWith([](Program &p) { p.params[0].shape[0] = sym(0); }), InvalidArgument,
               "a param's shape may not depend on symbols");
  EXPECT_ERROR(verifyWith([](Program &p) { p.symbols[0].dim = 2; }), InvalidArgument,
               "symbol 'rows' names dimension 2 of input 0");
  EXPECT_ERROR(verifyWith([](Program &p) { p.symbols[0].input = 2; }), InvalidArgument, "symbol");
  EXPECT_ERROR(verifyWith([](Program &p) { p.kernels[0].name = ""; }), InvalidArgument,
               "no name or no target");
}

TEST(Verify, Donors) {
  // next: f32[4] of x and state: f32[4].
  const auto with = [](const std::function<void(Program &)> &change) {
    Program program = stepProgram();
    program.outputs[0].donor = 1;
    change(program);
    return verifyProgram(program);
  };
  ASSERT_OK(with([](Program &) {}));
  EXPECT_ERROR(with([](Program &p) { p.outputs[0].donor = 2; }), InvalidArgument,
               "output 'next' has input 2 of 2 as its donor");
  EXPECT_ERROR(with([](Program &p) { p.outputs[1].donor = 1; }), InvalidArgument,
               "output 'seen' has input 1 of 2 as its donor, or as a second one");
  EXPECT_ERROR(with([](Program &p) { p.inputs[0].donor = 1; }), InvalidArgument,
               "'x' has a donor, which only outputs have");
  EXPECT_ERROR(with([](Program &p) { p.inputs[1].shape = {c(2), c(2)}; }), InvalidArgument,
               "output 'next' and its donor 'state' differ in type or shape");
  EXPECT_ERROR(with([](Program &p) { p.inputs[1].dtype = DType::I32; }), InvalidArgument,
               "differ in type or shape");
}

TEST(Verify, Buffers) {
  EXPECT_ERROR(verifyWith([](Program &p) { p.buffers[5].kind = static_cast<BufferKind>(9); }),
               InvalidArgument, "unknown kind 9; while checking buffer 5");
  EXPECT_ERROR(verifyWith([](Program &p) { p.buffers[9].parent = 9; }), InvalidArgument,
               "view of buffer 9, expected an earlier buffer");
  EXPECT_ERROR(verifyWith([](Program &p) { p.buffers[4].offset = c(64); }), InvalidArgument,
               "covers 4 bytes from 64, but there are 4 constant bytes");
  EXPECT_ERROR(verifyWith([](Program &p) { p.constants.append(336), p.buffers[4].offset = c(32); }),
               InvalidArgument, "not a multiple of 64");
  EXPECT_ERROR(verifyWith([](Program &p) { p.buffers[4].size = sym(0); }), InvalidArgument,
               "a constant's size may not depend on symbols");
  EXPECT_ERROR(verifyWith([](Program &p) { p.buffers[3].size = sym(0); }), InvalidArgument,
               "a persistent buffer's size may not depend on symbols");
  EXPECT_ERROR(verifyWith([](Program &p) { p.buffers[5].size = sym(7); }), InvalidArgument,
               "names symbol 7");
  EXPECT_ERROR(verifyWith([](Program &p) { p.buffers.push_back(p.buffers[0]); }), InvalidArgument,
               "which does not name it back");
}

TEST(Verify, Commands) {
  EXPECT_ERROR(verifyWith([](Program &p) { p.main[0].kernel = 3; }), InvalidArgument,
               "kernel 3 does not exist; while checking main command 0 ('add')");
  EXPECT_ERROR(verifyWith([](Program &p) { p.main[0].buffers[0] = 99; }), InvalidArgument,
               "buffer 99 does not exist");
  EXPECT_ERROR(verifyWith([](Program &p) { p.main[0].numOutputs = 4; }), InvalidArgument,
               "has 4 outputs, but only 3 buffers");
  EXPECT_ERROR(verifyWith([](Program &p) { p.main[1].buffers.pop_back(); }), InvalidArgument,
               "copy has 1 buffers, expected 2");
  EXPECT_ERROR(verifyWith([](Program &p) { p.main[0].kind = static_cast<CommandKind>(9); }),
               InvalidArgument, "unknown kind 9");
  EXPECT_ERROR(verifyWith([](Program &p) { p.main[0].dims[0] = sym(1); }), InvalidArgument,
               "names symbol 1");
  EXPECT_ERROR(verifyWith([](Program &p) { p.guards.push_back({sym(3), {}, "g"}); }),
               InvalidArgument, "names symbol 3");
  EXPECT_ERROR(verifyWith([](Program &p) {
                 p.guards.push_back({sym(0), {}, "g", static_cast<Relation>(2)});
               }),
               InvalidArgument, "guard has the unknown relation 2");
}

TEST(Verify, DataFlow) {
  EXPECT_ERROR(verifyWith([](Program &p) { std::swap(p.main[0], p.main[1]); }), InvalidArgument,
               "reads arena buffer 5 before anything wrote it");
  EXPECT_ERROR(verifyWith([](Program &p) { p.prepare.clear(); }), InvalidArgument,
               "reads persistent buffer 3 that the prepare program did not write");
  EXPECT_ERROR(verifyWith([](Program &p) { p.main[0].buffers[2] = 1; }), InvalidArgument,
               "writes input buffer 1; main may write arena and output");
  EXPECT_ERROR(verifyWith([](Program &p) { p.main[0].buffers[2] = 3; }), InvalidArgument,
               "writes persistent buffer 3");
  EXPECT_ERROR(verifyWith([](Program &p) { p.prepare[0].buffers[1] = 2; }), InvalidArgument,
               "writes param buffer 2; prepare may write arena and persistent");
  EXPECT_ERROR(verifyWith([](Program &p) { p.main.pop_back(); }), InvalidArgument,
               "no command writes output 'head'");
  EXPECT_ERROR(verifyWith([](Program &p) {
                 p.buffers[0].size = c(16);
                 p.prepare[0].buffers[0] = 0;
               }),
               InvalidArgument, "the prepare program uses input buffer 0");
  EXPECT_ERROR(verifyWith([](Program &p) { p.prepare[0].dims[0] = sym(0); }), InvalidArgument,
               "the prepare program may not depend on symbols");
  EXPECT_ERROR(verifyWith([](Program &p) { p.prepare[0].buffers[1] = 5; }), InvalidArgument,
               "may not depend on symbols");
}

// --- codec

static std::vector<uint8_t> encoded(const Program &program) {
  auto bytes = encodeProgram(program);
  EXPECT_TRUE(bytes.ok()) << bytes.status().toString();
  return std::move(*bytes);
}

TEST(ProgramCodec, RoundTripKeepsEverything) {
  Program program = sumProgram({.cols = 12, .costNs = 99});
  program.guards.push_back({sym(0), c(-5), "message", Relation::AtLeast});
  std::vector<uint8_t> bytes = encoded(program);
  ASSERT_OK_AND_ASSIGN(Program back, decodeProgram(bytes));
  EXPECT_EQ(encoded(back), bytes);
  EXPECT_EQ(back.name, "sum");
  EXPECT_EQ(back.main[2].label, "scale \"quoted\"");
  EXPECT_EQ(back.guards[0].rhs.code[0].value, -5);
  EXPECT_EQ(back.guards[0].relation, Relation::AtLeast);
  EXPECT_EQ(back.constants, program.constants);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(back.constants.data()) % 64, 0u);
  // The decoded program runs.
  ASSERT_OK_AND_ASSIGN(auto executable, Executable::load(std::move(back), testKernels()));
  EXPECT_EQ(executable->program().inputs.size(), 2u);
}

TEST(ProgramCodec, Donors) {
  Program program = stepProgram();
  program.outputs[0].donor = 1;
  ASSERT_OK_AND_ASSIGN(const Program back, decodeProgram(encoded(program)));
  EXPECT_EQ(back.outputs[0].donor, 1U);
  EXPECT_EQ(back.outputs[1].donor, std::nullopt);
}

TEST(ProgramCodec, HeaderErrors) {
  std::vector<uint8_t> bytes = encoded(sumProgram());
  auto with = [&](size_t position, uint8_t value) {
    std::vector<uint8_t> changed = bytes;
    changed[position] = value;
    return decodeProgram(changed).status();
  };
  EXPECT_ERROR(decodeProgram({}).status(), DataLoss, "header of 64 bytes, but there are 0");
  EXPECT_ERROR(with(0, 'X'), DataLoss, "do not start with the mark");
  EXPECT_ERROR(with(8, 12), Unsupported, "program format version 12, this runtime reads 11");
  EXPECT_ERROR(with(16, 3), DataLoss, "program says it has");
  EXPECT_ERROR(with(40, 3), DataLoss, "do not fit");
  EXPECT_ERROR(with(bytes.size() - 1, 3), DataLoss, "checksum does not match");
  bytes.push_back(0);
  EXPECT_ERROR(decodeProgram(bytes).status(), DataLoss, "program says it has");
}

TEST(ProgramCodec, EveryTruncationIsAnError) {
  const std::vector<uint8_t> bytes = encoded(sumProgram());
  for (size_t size = 0; size < bytes.size(); ++size) {
    std::vector<uint8_t> cut(bytes.begin(), bytes.begin() + static_cast<ptrdiff_t>(size));
    EXPECT_FALSE(decodeProgram(cut).ok()) << size;
    resealProgram(cut);
    EXPECT_FALSE(decodeProgram(cut).ok()) << size;
  }
}

TEST(ProgramCodec, EveryBitFlipIsNoticed) {
  std::vector<uint8_t> bytes = encoded(sumProgram());
  for (size_t bit = 0; bit < bytes.size() * 8; ++bit) {
    bytes[bit / 8] ^= 1 << (bit % 8);
    EXPECT_FALSE(decodeProgram(bytes).ok()) << bit;
    bytes[bit / 8] ^= 1 << (bit % 8);
  }
}

TEST(ProgramCodec, HostileLengthsTakeNoMemory) {
  std::vector<uint8_t> bytes = encoded(sumProgram());
  const uint64_t before = allocationStats().peakBytes;
  for (size_t position = 64; position + 4 < bytes.size(); ++position) {
    std::vector<uint8_t> changed = bytes;
    for (size_t i = 0; i < 4; ++i)
      changed[position + i] = 0xFF;
    resealProgram(changed);
    decodeProgram(changed).status().ignore();
  }
  EXPECT_LT(allocationStats().peakBytes, before + 4096);
}

// A program that decodes after random damage and a repaired checksum must still plan without error.
TEST(ProgramCodec, DamagedProgramsNeverMisbehave) {
  const std::vector<uint8_t> bytes = encoded(sumProgram());
  std::mt19937 random(7);
  int accepted = 0;
  for (int round = 0; round < 20000; ++round) {
    std::vector<uint8_t> changed = bytes;
    for (unsigned edits = 1 + random() % 4; edits > 0; --edits)
      changed[64 + random() % (changed.size() - 64)] = static_cast<uint8_t>(random());
    resealProgram(changed);
    auto program = decodeProgram(changed);
    if (!program.ok())
      continue;
    ++accepted;
    auto persistent = layoutPersistent(*program);
    if (!persistent.ok())
      continue;
    std::vector<int64_t> symbols(program->symbols.size(), 3);
    computePlan(*program, ProgramPart::Main, computeLifetimes(*program, ProgramPart::Main),
                persistent->offsets, symbols)
        .status()
        .ignore();
  }
  EXPECT_GT(accepted, 100); // the damage passes the decoder
}

} // namespace program_test
