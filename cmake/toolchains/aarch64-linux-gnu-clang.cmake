# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# clang as a cross compiler for AArch64, with Debian's cross libraries. lld links for an older glibc.
include("${CMAKE_CURRENT_LIST_DIR}/aarch64-linux-gnu.cmake")
set(CMAKE_C_COMPILER clang-22)
set(CMAKE_CXX_COMPILER clang++-22)
set(CMAKE_C_COMPILER_TARGET aarch64-linux-gnu)
set(CMAKE_CXX_COMPILER_TARGET aarch64-linux-gnu)
