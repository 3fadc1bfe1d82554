// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* Checks written in C, called from CAPITest.cpp. */
#ifndef RLX_UNITTESTS_CAPI_SMOKE_H
#define RLX_UNITTESTS_CAPI_SMOKE_H

#include "rlx/rlx.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Returns NULL, or the check that failed. `executable` is an instance of the sum program of
 * unittests/runtime/TestPrograms.h with 4 columns and no param set. */
const char *smoke_test(rlx_executable_t *executable);
/* The same for all forms of run, and for handles and commits; `steps` is the step program. */
const char *run_forms_test(rlx_executable_t *sum);
const char *handles_test(rlx_executable_t *steps);
const char *commits_test(rlx_executable_t *steps);
/* y = x, for x of [n], whose elements are strings. */
const char *strings_test(rlx_executable_t *echo);
/* Two instances of the program of unittests/runtime/MoeProgram.h. */
const char *experts_test(rlx_executable_t *experts, rlx_executable_t *other);

#ifdef __cplusplus
}
#endif

#endif
