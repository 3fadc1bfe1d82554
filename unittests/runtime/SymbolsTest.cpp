// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Symbols that are elements of inputs, and derived ones: values decide sizes, and key the plan of a
// run as dimensions do.
#include <gtest/gtest.h>

#include "runtime/program/model/ProgramCodec.h"
#include "runtime/program/model/Verify.h"
#include "unittests/runtime/OnDevices.h"

using namespace rlx::rt;
using namespace rlx::rt::testing;

namespace {

// y = x + x for the first min(n, k) rows of x: [n, 4], where k is the second element of input `k`.
Program rowsProgram() {
  ProgramBuilder b;
  b.program.name = "rows";
  Symbol rows{"min(n, k.1)"};
  rows.source = SymbolSource::Derived;
  rows.definition = binaryExpr(ExprOpcode::Min, sym(0), sym(1));
  b.program.symbols = {{"n", 0, 0}, {"k.1", 1, 1, SymbolSource::Element}, rows};
  const uint32_t x = b.tensor(BufferKind::Input, "x", DType::F32, {sym(0), c(4)});
  b.tensor(BufferKind::Input, "k", DType::I64, {c(2)});
  const uint32_t y = b.tensor(BufferKind::Output, "y", DType::F32, {sym(2), c(4)});
  b.program.guards.push_back({sym(2), c(0), "a number of rows", Relation::AtLeast});
  b.program.main = {ProgramBuilder::dispatch(b.kernel("add_rows"), {x, x, y}, 1, {sym(2), c(4)},
                                             sym(2), "double")};
  return std::move(b.program);
}

class SymbolsTest : public OnDevices {
protected:
  void SetUp() override {
    OnDevices::SetUp();
    if (!IsSkipped())
      executable = load(rowsProgram());
  }
  Status run(int64_t n, int64_t k) {
    x.assign(static_cast<size_t>(4 * n), 0);
    for (size_t i = 0; i < x.size(); ++i)
      x[i] = static_cast<float>(i);
    sizes = {-7, k};
    shape = {n, 4};
    const NamedTensor inputs[] = {{"x", {DType::F32, shape, x.data()}},
                                  {"k", {DType::I64, pair, sizes.data()}}};
    return executable->run(inputs);
  }
  void runAndCheck(int64_t n, int64_t k) {
    ASSERT_OK(run(n, k));
    const TensorView y = executable->output(0);
    ASSERT_EQ(y.shape[0], std::min(n, k)) << "n = " << n << ", k = " << k;
    for (int64_t i = 0; i < 4 * std::min(n, k); ++i)
      ASSERT_EQ(y.as<float>()[i], 2.0f * static_cast<float>(i));
  }
  std::unique_ptr<Executable> executable;
  std::vector<float> x;
  std::vector<int64_t> sizes, shape, pair = {2};
};
RLX_ON_DEVICES(SymbolsTest);

TEST_P(SymbolsTest, ValuesDecideSizes) {
  for (const auto &[n, k] : {std::pair<int64_t, int64_t>{5, 2}, {5, 9}, {5, 2}, {3, 2}, {8, 8}})
    runAndCheck(n, k);
}

TEST_P(SymbolsTest, NoRowsAreNoRows) {
  runAndCheck(5, 0);
  runAndCheck(0, 5);
}

TEST_P(SymbolsTest, ErrorsNameTheElementAndDoNotStick) {
  EXPECT_ERROR(run(5, -1), InvalidArgument,
               "a number of rows (expects min(n, k.1) >= 0, but it is -1, since n (dimension 0 of "
               "input 'x') is 5 and k.1 (element 1 of input 'k') is -1)");
  runAndCheck(5, 3);
}

// The guard on a divisor says more than the division.
TEST_P(SymbolsTest, GuardsExplainArithmeticThatFails) {
  Program program = rowsProgram();
  program.symbols[2].name = "ceildiv(n, k.1)";
  program.symbols[2].definition = binaryExpr(ExprOpcode::CeilDiv, sym(0), sym(1));
  executable = load(program);
  EXPECT_ERROR(run(5, 0), OutOfRange, "division by zero in 5 ceildiv 0");
  program.guards.push_back({sym(1), c(1), "a divisor", Relation::AtLeast});
  executable = load(std::move(program));
  EXPECT_ERROR(run(5, 0), InvalidArgument, "a divisor (expects k.1 >= 1, but it is 0");
  ASSERT_OK(run(5, 1));
}

TEST_P(SymbolsTest, ValuesOfAnotherTypeAreConverted) {
  const std::vector<float> data(12, 1.5f);
  const std::vector<int8_t> narrow = {1, 2};
  const std::vector<int64_t> dims = {3, 4};
  const NamedTensor inputs[] = {{"x", {DType::F32, dims, data.data()}},
                                {"k", {DType::I8, pair, narrow.data()}}};
  ASSERT_OK(executable->runTyped(inputs));
  EXPECT_EQ(executable->output(0).shape[0], 2);
}

// Sizes cannot be told before the values are there.
TEST_P(SymbolsTest, ValuesMustBeThere) {
  const std::vector<float> data(12);
  const std::vector<int64_t> dims = {3, 4};
  const NamedTensor inputs[] = {{"x", {DType::F32, dims, data.data()}},
                                {"k", {DType::I64, pair, nullptr}}};
  EXPECT_ERROR(executable->run(inputs), InvalidArgument,
               "input 'k' has a null data pointer, but its values decide sizes");
}

TEST(Symbols, AProgramKeepsItsSources) {
  ASSERT_OK_AND_ASSIGN(const auto bytes, encodeProgram(rowsProgram()));
  ASSERT_OK_AND_ASSIGN(const Program back, decodeProgram(bytes));
  ASSERT_EQ(back.symbols.size(), 3u);
  EXPECT_EQ(back.symbols[1].source, SymbolSource::Element);
  EXPECT_EQ(text(back.symbols[2].definition, back.symbols), "min(n, k.1)");
  ASSERT_OK_AND_ASSIGN(const auto again, encodeProgram(back));
  EXPECT_EQ(bytes, again);
}

TEST(Symbols, WrongSourcesAreRefused) {
  Program program = rowsProgram();
  program.symbols[2].definition = sym(2);
  EXPECT_ERROR(verifyProgram(program), InvalidArgument,
               "expression names symbol 2, but there are 2 symbols; while checking symbol "
               "'min(n, k.1)'");
  program = rowsProgram();
  program.symbols[1].input = 0;
  EXPECT_ERROR(verifyProgram(program), InvalidArgument,
               "symbol 'k.1' names an element of input 0, which has type f32 instead of integers");
  program = rowsProgram();
  program.symbols[1].input = 2;
  EXPECT_ERROR(verifyProgram(program), InvalidArgument,
               "symbol 'k.1' names input 2, which does not exist");
  program = rowsProgram();
  program.inputs[0].shape[0] = sym(2);
  EXPECT_ERROR(verifyProgram(program), InvalidArgument,
               "input 'x' has a size that depends on data");
}

} // namespace
