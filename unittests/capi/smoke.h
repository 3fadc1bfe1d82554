/* Checks written in C, called from CAPITest.cpp. */
#ifndef RLX_UNITTESTS_CAPI_SMOKE_H
#define RLX_UNITTESTS_CAPI_SMOKE_H

#include "rlx/rlx.h"

#ifdef __cplusplus
extern "C" {
#endif

/* NULL when everything was as it should be, otherwise what was not. `executable` is an instance of
 * the sum program of unittests/runtime/TestPrograms.h with 4 columns and no param set. */
const char *smoke_test(rlx_executable_t *executable);

#ifdef __cplusplus
}
#endif

#endif
