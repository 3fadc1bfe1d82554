// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Programs that call user kernels: results, the kernel's errors, and checks before the call.
#include <cstring>
#include <gtest/gtest.h>
#include <stdexcept>

#include "runtime/program/model/ProgramCodec.h"
#include "runtime/program/model/Verify.h"
#include "unittests/runtime/StatusMatchers.h"
#include "unittests/runtime/TestPrograms.h"

using namespace rlx::rt;
using namespace rlx::rt::testing;

namespace {

constexpr int64_t kCols = 3;

std::unique_ptr<Executable> load(Program program, const UserKernel &kernel) {
  KernelTable table;
  EXPECT_TRUE(table.addUser("twice", kernel).ok());
  auto executable = Executable::load(std::move(program), table);
  EXPECT_TRUE(executable.ok()) << executable.status().toString();
  return executable.ok() ? std::move(*executable) : nullptr;
}

Status twice(const UserCall &call) {
  EXPECT_EQ(call.kernel, "twice");
  EXPECT_EQ(call.config, std::string_view("a\0b", 3));
  EXPECT_EQ(call.inputs.size(), 1u);
  EXPECT_EQ(call.outputs.size(), 1u);
  EXPECT_EQ(call.outputs[0].shape[1], kCols);
  for (int64_t i = 0; i < call.inputs[0].shape[0] * kCols; ++i)
    call.outputs[0].as<float>()[i] = 2 * call.inputs[0].as<float>()[i];
  return okStatus();
}

Status run(Executable &executable, int64_t rows) {
  const int64_t shape[] = {rows, kCols};
  std::vector<float> x(size_t(rows * kCols));
  for (size_t i = 0; i < x.size(); ++i)
    x[i] = float(i) + 0.5f;
  const NamedTensor inputs[] = {{"x", {DType::F32, shape, x.data()}}};
  RLX_RETURN_IF_ERROR(executable.run(inputs));
  for (size_t i = 0; i < x.size(); ++i)
    EXPECT_EQ(executable.output(0).as<float>()[i], 2 * x[i]);
  return okStatus();
}

} // namespace

TEST(UserKernel, ComputesForEveryShapeAndInClones) {
  auto executable = load(userProgram(kCols), twice);
  for (int64_t rows : {4, 0, 1})
    EXPECT_TRUE((run(*executable, rows)).ok());
  ASSERT_OK_AND_ASSIGN(auto clone, executable->clone());
  EXPECT_TRUE((run(*clone, 5)).ok());
}

TEST(UserKernel, SurvivesTheCodec) {
  ASSERT_OK_AND_ASSIGN(auto bytes, encodeProgram(userProgram(kCols)));
  ASSERT_OK_AND_ASSIGN(Program program, decodeProgram(bytes));
  EXPECT_TRUE((run(*load(std::move(program), twice), 2)).ok());
}

TEST(UserKernel, ItsErrorFailsTheRunAndNothingElse) {
  bool fails = true;
  auto executable = load(userProgram(kCols), [&](const UserCall &call) {
    return fails ? unsupported("not today") : twice(call);
  });
  EXPECT_ERROR(run(*executable, 2), Unsupported,
               "not today; while command 'custom @ here', user kernel 'twice'");
  fails = false;
  EXPECT_TRUE((run(*executable, 2)).ok());
}

TEST(UserKernel, WhatItThrowsIsCaught) {
  auto executable = load(userProgram(kCols), [](const UserCall &) -> Status {
    throw std::runtime_error("out of luck");
  });
  EXPECT_ERROR(run(*executable, 2), Internal, "out of luck");
}

TEST(UserKernel, AMissingOneIsNamed) {
  auto executable = Executable::load(userProgram(kCols), KernelTable());
  EXPECT_ERROR(std::move(executable).status(), NotFound,
               "rlx.custom needs kernels that the user has not registered for the device 'cpu': "
               "'twice'");
}

TEST(UserKernel, TableErrors) {
  KernelTable table;
  EXPECT_ERROR(table.addUser("", twice), InvalidArgument, "no name");
  EXPECT_ERROR(table.addUser("twice", nullptr), InvalidArgument, "null function");
  EXPECT_TRUE((table.addUser("twice", twice)).ok());
  EXPECT_ERROR(table.addUser("twice", twice), AlreadyExists, "'twice' was added twice");
}

TEST(UserKernel, BadProgramsAreRefused) {
  auto refused = [](auto change) {
    Program program = userProgram(kCols);
    change(program);
    return verifyProgram(program);
  };
  EXPECT_ERROR(refused([](Program &p) { p.kernels[0].user->name = ""; }), InvalidArgument,
               "a user kernel has no name");
  EXPECT_ERROR(refused([](Program &p) { p.kernels[0].user->operands[1].dtype = DType(99); }),
               InvalidArgument, "'twice' has an unknown element type");
  EXPECT_ERROR(refused([](Program &p) { p.kernels[0].user->operands.pop_back(); }), InvalidArgument,
               "with 2 buffers and 4 sizes, expected 1 and 2");
  EXPECT_ERROR(refused([](Program &p) { p.main[0].dims.pop_back(); }), InvalidArgument,
               "with 2 buffers and 3 sizes, expected 2 and 4");
}

// The kernel trusts its sizes, so they must match its memory.
TEST(UserKernel, SizesMustBeThoseOfTheBuffers) {
  Program program = userProgram(kCols);
  program.main[0].dims[3] = c(kCols + 1);
  auto executable = load(std::move(program), twice);
  EXPECT_ERROR(run(*executable, 2), OutOfRange,
               "operand 1 of user kernel 'twice' has 32 bytes by its sizes, but 24 in memory");
}
