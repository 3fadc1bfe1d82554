// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Shared by the checks in C. */
#ifndef RLX_UNITTESTS_CAPI_CHECK_H
#define RLX_UNITTESTS_CAPI_CHECK_H

#include <string.h>

#include "rlx/rlx.h"

#define CHECK(CONDITION)                                                                           \
  do {                                                                                             \
    if (!(CONDITION))                                                                              \
      return #CONDITION;                                                                           \
  } while (0)

/* Frees the status; true when it has this code and its message contains `text`. */
static inline int is_error(rlx_status_t *status, rlx_status_code_t code, const char *text) {
  int as_expected = status != NULL && rlx_status_get_code(status) == code &&
                    strstr(rlx_status_get_message(status), text) != NULL;
  rlx_status_free(status);
  return as_expected;
}

#endif
