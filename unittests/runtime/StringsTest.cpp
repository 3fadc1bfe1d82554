// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Programs with strings: runs, clones, control flow, kernels for characters, and programs and calls
// that are refused.
#include <gtest/gtest.h>

#include "runtime/program/model/ProgramCodec.h"
#include "runtime/program/model/Signature.h"
#include "runtime/program/model/Verify.h"
#include "unittests/runtime/StatusMatchers.h"
#include "unittests/runtime/TestPrograms.h"

using namespace rlx::rt;
using namespace rlx::rt::testing;

namespace {

using Texts = std::vector<std::string>;

const UserKernelSpec::Operand kStrings{DType::I64, 1};

// y = kernel(x), or kernel(x, x), for x of [n].
Program calling(const std::string &kernel, const std::string &config, bool twice = false,
                DType result = DType::String, DType from = DType::String) {
  ProgramBuilder b;
  Program &p = b.program;
  p.name = "calling";
  p.symbols = {{"n", 0, 0}};
  const uint32_t x = b.tensor(BufferKind::Input, "x", from, {sym(0)});
  const uint32_t y = b.tensor(BufferKind::Output, "y", result, {sym(0)});
  UserKernelSpec spec{kernel, config, {{bufferType(from), 1}, {bufferType(result), 1}}};
  std::vector<uint32_t> buffers = {x, y};
  if (twice) {
    spec.operands.insert(spec.operands.begin(), kStrings);
    buffers.insert(buffers.begin(), x);
  }
  p.kernels.push_back({"kernel_0", "cpu", spec});
  p.main = {ProgramBuilder::dispatch(0, buffers, 1, std::vector<Expr>(buffers.size(), sym(0)), c(1),
                                     "custom @ here")};
  return std::move(b.program);
}

// y = flag ? x : "no", a string of the program.
Program choosing() {
  ProgramBuilder b;
  Program &p = b.program;
  p.name = "choosing";
  p.strings = {"", "yes", "no"};
  const uint32_t x = b.tensor(BufferKind::Input, "x", DType::String, {c(1)});
  const uint32_t flag = b.tensor(BufferKind::Input, "flag", DType::Bool, {});
  const uint32_t y = b.tensor(BufferKind::Output, "y", DType::String, {c(1)});
  const int64_t no = 2;
  const uint32_t constant = b.constant(&no, sizeof(no));
  p.main = {mark(CommandKind::If, {flag}), ProgramBuilder::copy(x, y), mark(CommandKind::Else),
            ProgramBuilder::copy(constant, y), mark(CommandKind::End)};
  return std::move(b.program);
}

std::unique_ptr<Executable> load(Program program) {
  auto executable = Executable::load(std::move(program), KernelTable());
  EXPECT_TRUE(executable.ok()) << executable.status().toString();
  return executable.ok() ? std::move(*executable) : nullptr;
}

Status loadStatus(Program program) {
  return Executable::load(std::move(program), KernelTable()).status();
}

// The elements point to `texts`.
std::vector<StringElement> elementsOf(const Texts &texts) {
  std::vector<StringElement> elements;
  for (const std::string &text : texts)
    elements.push_back({text.data(), text.size()});
  return elements;
}
std::vector<StringElement> elementsOf(Texts &&) = delete;

Texts textsOf(const TensorView &view) {
  Texts texts;
  EXPECT_EQ(view.dtype, DType::String);
  for (int64_t i = 0; i < *numElements(view.shape); ++i)
    texts.emplace_back(view.as<StringElement>()[i].view());
  return texts;
}

Status run(Executable &executable, const Texts &x) {
  const std::vector<StringElement> elements = elementsOf(x);
  const int64_t shape[] = {static_cast<int64_t>(x.size())};
  const NamedTensor inputs[] = {{"x", {DType::String, shape, elements.data()}}};
  return executable.run(inputs);
}

Texts resultOf(Program program, const Texts &x) {
  auto executable = load(std::move(program));
  EXPECT_OK(run(*executable, x));
  return textsOf(executable->output(0));
}

} // namespace

TEST(Strings, EveryRunHasItsOwn) {
  auto executable = load(echoStringsProgram());
  EXPECT_EQ(byteSize(executable->program().inputs[0].dtype), sizeof(StringElement));
  for (const Texts &x :
       {Texts{"a", "", "a"}, Texts{}, Texts{"b", std::string("\0\xff", 2), "a", "b"}}) {
    EXPECT_OK(run(*executable, x));
    EXPECT_EQ(textsOf(executable->output(0)), x);
  }
  ASSERT_OK_AND_ASSIGN(auto clone, executable->clone());
  EXPECT_OK(run(*clone, {"clone"}));
  EXPECT_EQ(textsOf(clone->output(0)), Texts{"clone"});
  EXPECT_EQ(textsOf(executable->output(0)).size(), 4u);
}

TEST(Strings, ResultsOfARunMayBeInputsOfTheNext) {
  auto executable = load(calling("rlx.string_concat", "", /*twice=*/true));
  EXPECT_OK(run(*executable, {"ab"}));
  for (int i = 0; i < 4; ++i) {
    const StringElement last = executable->output(0).as<StringElement>()[0];
    const int64_t shape[] = {1};
    const NamedTensor inputs[] = {{"x", {DType::String, shape, &last}}};
    EXPECT_OK(executable->run(inputs));
  }
  EXPECT_EQ(textsOf(executable->output(0))[0].size(), 64u);
}

TEST(Strings, ResultsOutlastFailedRuns) {
  // y = concat(x, x) and z = number(x), which fails late.
  ProgramBuilder b;
  b.program = calling("rlx.string_concat", "", /*twice=*/true);
  const uint32_t z = b.tensor(BufferKind::Output, "z", DType::F32, {sym(0)});
  b.program.kernels.push_back(
      {"kernel_1", "cpu", UserKernelSpec{"rlx.string_to_number", "", {kStrings, {DType::F32, 1}}}});
  b.program.main.push_back(
      ProgramBuilder::dispatch(1, {0, z}, 1, {sym(0), sym(0)}, c(1), "number"));
  auto executable = load(std::move(b.program));
  const std::string large(20000, '1'); // in bytes of its own, which an early end would free
  EXPECT_OK(run(*executable, {large}));
  const StringElement last = executable->output(0).as<StringElement>()[0];
  for (int i = 0; i < 3; ++i)
    EXPECT_ERROR(run(*executable, {"no number"}), InvalidArgument, "is not a number");
  const int64_t shape[] = {1};
  const NamedTensor inputs[] = {{"x", {DType::String, shape, &last}}};
  EXPECT_OK(executable->run(inputs));
  EXPECT_TRUE(textsOf(executable->output(0)) == Texts{large + large + large + large});
}

TEST(Strings, OnlyProgramsWithStringsHaveATable) {
  EXPECT_TRUE(usesStrings(echoStringsProgram()));
  EXPECT_TRUE(usesStrings(calling("rlx.string_to_number", "", false, DType::I64, DType::I64)));
  EXPECT_FALSE(usesStrings(calling("rlx.image_size", "", false, DType::I64, DType::U8)));
  EXPECT_FALSE(usesStrings(calling("mine", "", false, DType::I64, DType::I64)));
}

TEST(Strings, TheCallerMayHaveTheOutput) {
  auto executable = load(echoStringsProgram());
  const Texts words = {"one", "two"};
  const std::vector<StringElement> x = elementsOf(words);
  std::vector<StringElement> y(2);
  const int64_t shape[] = {2};
  const NamedTensor inputs[] = {{"x", {DType::String, shape, x.data()}}};
  const NamedOutput outputs[] = {{"y", {DType::String, shape, y.data()}}};
  EXPECT_OK(executable->run(inputs, outputs));
  EXPECT_EQ(y[1].view(), "two");
  EXPECT_OK(executable->runTyped(inputs, outputs));
  EXPECT_EQ(y[0].view(), "one");
}

TEST(Strings, BranchesAndStringsOfTheProgram) {
  ASSERT_OK_AND_ASSIGN(auto bytes, encodeProgram(choosing()));
  ASSERT_OK_AND_ASSIGN(Program program, decodeProgram(bytes));
  EXPECT_EQ(program.strings, (Texts{"", "yes", "no"}));
  auto executable = load(std::move(program));
  const StringElement x = {"new", 3};
  const int64_t shape[] = {1};
  for (const bool flag : {true, false, true}) {
    const NamedTensor inputs[] = {{"x", {DType::String, shape, &x}},
                                  {"flag", {DType::Bool, {}, &flag}}};
    EXPECT_OK(executable->run(inputs));
    EXPECT_EQ(textsOf(executable->output(0))[0], flag ? "new" : "no");
  }
}

TEST(Strings, KernelsForCharacters) {
  EXPECT_EQ(resultOf(calling("rlx.string_case", "upper"), {"straße", "Ärger \xff!", ""}),
            (Texts{"STRAßE", "ÄRGER \xff!", ""}));
  EXPECT_EQ(resultOf(calling("rlx.string_case", "lower"), {"ÀÉ", "Ωmega"}), (Texts{"àé", "ωmega"}));
  auto numbers = [](const std::string &kernel, const std::string &config, const Texts &x) {
    auto executable = load(calling(kernel, config, false, DType::I64));
    EXPECT_OK(run(*executable, x));
    const auto *values = executable->output(0).as<int64_t>();
    return std::vector<int64_t>(values, values + x.size());
  };
  using Numbers = std::vector<int64_t>;
  EXPECT_EQ(numbers("rlx.string_split_count", "-1:,", {"a,b", "", ",", "a"}),
            (Numbers{2, 0, 2, 1}));
  EXPECT_EQ(numbers("rlx.string_split_count", "-1:", {" a  b ", "", " ", "a"}),
            (Numbers{2, 0, 0, 1}));
  EXPECT_EQ(numbers("rlx.string_split_count", "1:", {"a b c"}), (Numbers{2}));
  EXPECT_EQ(numbers("rlx.string_order", "", {"b", "a", "b", "ä"}), (Numbers{1, 0, 1, 2}));
  EXPECT_EQ(numbers("rlx.string_to_number", "", {"12", " -7 ", "1e3", "9223372036854775807"}),
            (Numbers{12, -7, 1000, INT64_MAX}));
}

TEST(Strings, AFailedRunMayBeRepeated) {
  auto executable = load(calling("rlx.string_to_number", "", false, DType::I8));
  EXPECT_ERROR(run(*executable, {"1", "300"}), InvalidArgument,
               "the string '300' is out of the range of i8; while command 'custom @ here'");
  EXPECT_ERROR(run(*executable, {"nan"}), InvalidArgument, "'nan' is not a number, which i8 needs");
  EXPECT_OK(run(*executable, {"127"}));
  EXPECT_EQ(executable->output(0).as<int8_t>()[0], 127);
}

TEST(Strings, AnErrorOfAnElementFailsTheRunOnly) {
  auto executable = load(calling("rlx.string_to_number", "", false, DType::F32));
  EXPECT_ERROR(run(*executable, {"1", "one"}), InvalidArgument,
               "the string 'one' is not a number, which f32 needs; while command 'custom @ here'");
  EXPECT_OK(run(*executable, {"0.1", "nan"}));
  EXPECT_EQ(executable->output(0).as<float>()[0], 0.1f);
}

TEST(Strings, CallsThatDoNotFit) {
  auto executable = load(echoStringsProgram());
  const std::vector<StringElement> x = {{nullptr, 1}};
  const int64_t shape[] = {1};
  NamedTensor inputs[] = {{"x", {DType::String, shape, x.data()}}};
  EXPECT_ERROR(executable->run(inputs), InvalidArgument,
               "element 0 of input 'x' has bytes but a null data pointer");
  EXPECT_ERROR(executable->bindHandle("x", inputs[0].tensor), Unsupported, "do not keep strings");
  Commit commit;
  EXPECT_ERROR(executable->commitNoWait(inputs, commit), Unsupported,
               "commits do not support strings, but input 'x' has them");
  const FlatView flat[] = {{DType::String, x.data(), 1}};
  EXPECT_ERROR(executable->runSlots(flat).status(), Unsupported, "runs with slots");
  const float number = 1;
  const NamedF32 floats[] = {{"x", {&number, 1}}};
  EXPECT_ERROR(executable->runF32(floats).status(), Unsupported, "runs with floats");
  inputs[0].tensor = {DType::F32, shape, &number};
  EXPECT_ERROR(executable->runTyped(inputs), InvalidArgument,
               "input 'x' expects element type string, got f32");
  EXPECT_OK(run(*executable, {"still usable"}));
}

TEST(Strings, BadProgramsAreRefused) {
  Program program = echoStringsProgram();
  program.strings = {"a"};
  EXPECT_ERROR(verifyProgram(program), InvalidArgument, "string 0 is not the empty one");
  program.strings = {"", "a", "a"};
  EXPECT_ERROR(verifyProgram(program), InvalidArgument, "string 2 is the same as an earlier one");
  program = userProgram(1);
  program.kernels[0].user->operands[0].dtype = DType::String;
  EXPECT_ERROR(verifyProgram(program), InvalidArgument, "has an unknown element type");
  program = sumProgram();
  program.params[0].dtype = DType::String;
  EXPECT_ERROR(verifyProgram(program), InvalidArgument, "has strings, which params cannot have");
}

TEST(Strings, KernelsRefuseWhatTheyCannotTake) {
  EXPECT_ERROR(loadStatus(calling("rlx.other", "")), Unsupported,
               "this version of RLX has no kernel 'rlx.other'");
  EXPECT_ERROR(loadStatus(calling("rlx.string_concat", "")), InvalidArgument,
               "'rlx.string_concat' has operands that it does not take");
  EXPECT_ERROR(loadStatus(calling("rlx.regex_full_match", "a", false, DType::F32)), InvalidArgument,
               "operands that it does not take");
  EXPECT_ERROR(loadStatus(calling("rlx.string_case", "title")), InvalidArgument,
               "expected lower or upper");
  for (const DType complex : {DType::C64, DType::C128}) {
    EXPECT_ERROR(loadStatus(calling("rlx.number_to_string", "", false, DType::String, complex)),
                 InvalidArgument, "'rlx.number_to_string' has operands that it does not take");
    EXPECT_ERROR(loadStatus(calling("rlx.string_to_number", "", false, complex)), InvalidArgument,
                 "'rlx.string_to_number' has operands that it does not take");
  }
  for (const char *config : {"", "x:", ":,", "1"})
    EXPECT_ERROR(loadStatus(calling("rlx.string_split_count", config)), InvalidArgument,
                 "expected MAX:DELIMITER");
  // As many outputs as operands.
  Program program = calling("rlx.string_concat", "", /*twice=*/true);
  program.main[0].buffers[1] = program.main[0].buffers[2];
  program.main[0].numOutputs = 2;
  EXPECT_ERROR(run(*load(std::move(program)), {"a"}), InvalidArgument, "has one output");
  KernelTable table;
  EXPECT_ERROR(table.addUser("rlx.mine", [](const UserCall &) { return okStatus(); }),
               InvalidArgument, "names that start with 'rlx.' belong to kernels of RLX");
}

TEST(Strings, NumbersThatNoStringHasAreRefused) {
  for (const int64_t number : {int64_t(3), int64_t(-1), INT64_MIN}) {
    Program program = choosing();
    std::memcpy(program.constants.mutableData(), &number, sizeof(number));
    auto executable = load(std::move(program));
    const StringElement x = {"x", 1};
    const int64_t shape[] = {1};
    const bool flag = false;
    const NamedTensor inputs[] = {{"x", {DType::String, shape, &x}},
                                  {"flag", {DType::Bool, {}, &flag}}};
    // Number 3 is the string of the input.
    EXPECT_EQ(executable->run(inputs).ok(), number == 3);
    EXPECT_EQ(executable->output(0).data != nullptr, number == 3);
  }
}
