// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Assertions on Status that print the status when they fail.
#ifndef RLX_UNITTESTS_RUNTIME_STATUSMATCHERS_H
#define RLX_UNITTESTS_RUNTIME_STATUSMATCHERS_H

#include <gtest/gtest.h>
#include <string>

#include "runtime/base/StatusOr.h"

#define EXPECT_ERROR(EXPRESSION, CODE, TEXT)                                                       \
  do {                                                                                             \
    ::rlx::rt::Status testStatus = (EXPRESSION);                                                   \
    EXPECT_EQ(testStatus.code(), ::rlx::rt::StatusCode::CODE) << testStatus.toString();            \
    EXPECT_NE(testStatus.toString().find(TEXT), std::string::npos) << testStatus.toString();       \
  } while (false)

#define ASSERT_OK(EXPRESSION)                                                                      \
  do {                                                                                             \
    ::rlx::rt::Status testStatus = (EXPRESSION);                                                   \
    ASSERT_TRUE(testStatus.ok()) << testStatus.toString();                                         \
  } while (false)

#define EXPECT_OK(EXPRESSION)                                                                      \
  do {                                                                                             \
    ::rlx::rt::Status testStatus = (EXPRESSION);                                                   \
    EXPECT_TRUE(testStatus.ok()) << testStatus.toString();                                         \
  } while (false)

// ASSERT_OK_AND_ASSIGN(Tensor tensor, readNpy(path));
#define ASSERT_OK_AND_ASSIGN(TARGET, EXPRESSION)                                                   \
  ASSERT_OK_AND_ASSIGN_IMPL(RLX_CONCAT(testStatusOr, __LINE__), TARGET, EXPRESSION)
#define ASSERT_OK_AND_ASSIGN_IMPL(TEMPORARY, TARGET, EXPRESSION)                                   \
  auto TEMPORARY = (EXPRESSION);                                                                   \
  ASSERT_TRUE(TEMPORARY.ok()) << TEMPORARY.status().toString();                                    \
  TARGET = std::move(TEMPORARY).value()

#endif // RLX_UNITTESTS_RUNTIME_STATUSMATCHERS_H
