// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Expectations of the statuses of the C API, which they free.
#ifndef RLX_UNITTESTS_SESSION_EXPECTSTATUS_H
#define RLX_UNITTESTS_SESSION_EXPECTSTATUS_H

#include <gtest/gtest.h>
#include <rlx/rlx.h>
#include <string>

namespace rlx::test {

inline void expectOk(rlx_status_t *status) {
  EXPECT_EQ(status, nullptr) << rlx_status_get_message(status);
  rlx_status_free(status);
}

// An error of this code whose message contains `text`.
inline void expectError(rlx_status_t *status, rlx_status_code_t code, const std::string &text) {
  ASSERT_NE(status, nullptr) << "expected: " << text;
  EXPECT_EQ(rlx_status_get_code(status), code) << rlx_status_get_message(status);
  EXPECT_NE(std::string(rlx_status_get_message(status)).find(text), std::string::npos)
      << rlx_status_get_message(status);
  rlx_status_free(status);
}

} // namespace rlx::test

#endif // RLX_UNITTESTS_SESSION_EXPECTSTATUS_H
