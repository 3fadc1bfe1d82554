// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Exists so that RLXPCH has a source; see RLXMLIR.cmake.
