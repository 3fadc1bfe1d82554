// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Status and StatusOr: values, moves, contexts, and the macros.
#include "runtime/base/StatusOr.h"
#include "runtime/base/SystemError.h"

#include <cerrno>
#include <gtest/gtest.h>
#include <memory>
#include <string>

using namespace rlx::rt;

TEST(Status, APlaceComesBeforeTheMessage) {
  const Status status = invalidArgument("rank is 3").at("model.mlir:3:8");
  EXPECT_EQ(status.message(), "model.mlir:3:8: rank is 3");
  EXPECT_EQ(status.place(), "model.mlir:3:8");
  EXPECT_EQ(status.copy().place(), "model.mlir:3:8");
  EXPECT_EQ(invalidArgument("a: b").at("a").message(), "a: b"); // it is there already
  EXPECT_EQ(invalidArgument("a: b").at("").place(), "");
  EXPECT_EQ(invalidArgument("a: b").place(), "");
  EXPECT_EQ(okStatus().at("a").place(), "");
}

TEST(Status, OkIsANullPointer) {
  Status status;
  EXPECT_TRUE(status.ok());
  EXPECT_EQ(sizeof(Status), sizeof(void *));
  EXPECT_EQ(status.toString(), "ok");
  EXPECT_EQ(status.code(), StatusCode::Ok);
}

TEST(Status, KeepsCodeMessageLocationAndContexts) {
  Status status =
      invalidArgument("rank is 3").withContext("checking 'x'").withContext("running 'm'");
  EXPECT_FALSE(status.ok());
  EXPECT_EQ(status.code(), StatusCode::InvalidArgument);
  EXPECT_EQ(status.message(), "rank is 3");
  EXPECT_EQ(status.toString(),
            "invalid_argument: rank is 3; while checking 'x'; while running 'm'");
  EXPECT_NE(status.location().find("StatusTest.cpp:"), std::string::npos);
}

TEST(Status, MovesLeaveOkBehind) {
  Status first = notFound("a");
  Status second = std::move(first);
  EXPECT_TRUE(first.ok()); // NOLINT(bugprone-use-after-move): says what a move leaves
  EXPECT_EQ(second.code(), StatusCode::NotFound);
  second = dataLoss("b");
  EXPECT_EQ(second.message(), "b");
}

static StatusOr<std::unique_ptr<int>> half(int value) {
  if (value % 2)
    return invalidArgument("odd");
  return std::make_unique<int>(value / 2);
}

static StatusOr<int> quarter(int value) {
  RLX_ASSIGN_OR_RETURN(std::unique_ptr<int> once, half(value));
  RLX_ASSIGN_OR_RETURN(std::unique_ptr<int> twice, half(*once));
  return *twice;
}

TEST(StatusOr, CarriesValuesAndErrors) {
  StatusOr<int> good = quarter(12);
  ASSERT_TRUE(good.ok());
  EXPECT_EQ(*good, 3);
  StatusOr<int> bad = quarter(6);
  ASSERT_FALSE(bad.ok());
  EXPECT_EQ(bad.status().message(), "odd");
  EXPECT_EQ(StatusOr<int>(okStatus()).status().code(), StatusCode::Internal);
}

TEST(SystemError, TheReasonDecidesTheCode) {
  const auto code = [](int number) { return systemError(number, "cannot open 'x'").code(); };
  for (int number : {ENOENT, ENOTDIR})
    EXPECT_EQ(code(number), StatusCode::NotFound) << number;
  for (int number : {EACCES, EPERM, EROFS, ENOSPC, EDQUOT, EFBIG, EMFILE})
    EXPECT_EQ(code(number), StatusCode::FailedPrecondition) << number;
  EXPECT_EQ(code(EISDIR), StatusCode::InvalidArgument);
  EXPECT_EQ(code(ENOMEM), StatusCode::OutOfMemory);
  EXPECT_EQ(code(EIO), StatusCode::DataLoss);
  EXPECT_EQ(systemError(ENOSPC, "cannot write 'x'").toString(),
            "failed_precondition: cannot write 'x': No space left on device");
}

TEST(Status, CodeNamesAreStable) {
  EXPECT_EQ(name(StatusCode::FailedPrecondition), "failed_precondition");
  EXPECT_EQ(name(static_cast<StatusCode>(99)), "unknown");
}
