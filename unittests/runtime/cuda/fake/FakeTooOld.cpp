// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A libcuda.so.1 that lacks functions, as drivers of old have.
extern "C" __attribute__((visibility("default"))) int cuInit(unsigned) {
  return 0;
}
