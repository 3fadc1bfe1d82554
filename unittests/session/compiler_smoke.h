// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/* The interface between compiler_smoke.c and the C++ test. */
#ifndef RLX_UNITTESTS_SESSION_COMPILER_SMOKE_H
#define RLX_UNITTESTS_SESSION_COMPILER_SMOKE_H

#ifdef __cplusplus
extern "C" {
#endif

/* "ok", or the failure. */
const char *rlx_compiler_smoke(void);
/* The same for a model that is built op by op. */
const char *rlx_graph_smoke(void);

#ifdef __cplusplus
}
#endif

#endif /* RLX_UNITTESTS_SESSION_COMPILER_SMOKE_H */
