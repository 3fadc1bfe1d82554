// A reduction by a pass, and one of a failing compiler call. The script finds a module interesting
// (exit code 1) while a pass still fails on it with the same message.
// RUN: printf '#!/bin/sh\n! rlx-opt "$1" --rlx-lower-to-linalg -o /dev/null 2>&1 | grep -q "rlx.softmax.*lowered to linalg"\n' > %t.sh
// RUN: chmod +x %t.sh
// RUN: rlx-reduce %s -reduction-tree='traversal-mode=0 test=%t.sh' -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: not rlx-opt %t.mlir --rlx-lower-to-linalg

// CHECK-NOT: @others
// CHECK: rlx.softmax
// CHECK-NOT: @others
func.func @others(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = rlx.exp %x : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

func.func @fails(%x: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %0 = rlx.softmax %x axis = 1 : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// A pass can also reduce: here it removes what canonicalization removes.
// RUN: printf '#!/bin/sh\nif grep -q rlx.softmax "$1"; then exit 1; fi\nexit 0\n' > %t.keep.sh
// RUN: chmod +x %t.keep.sh
// RUN: rlx-reduce %s -opt-reduction-pass='opt-pass=rlx-decompose-ops{keep=rlx.softmax} test=%t.keep.sh' | FileCheck %s --check-prefix=PASS
// PASS: rlx.softmax

// A module that is not interesting initially, and a missing file, are errors.
// RUN: printf '#!/bin/sh\nexit 0\n' > %t.never.sh
// RUN: chmod +x %t.never.sh
// RUN: not rlx-reduce %s -reduction-tree='traversal-mode=0 test=%t.never.sh' 2>&1 | FileCheck %s --check-prefix=NEVER
// NEVER: rlx-reduce: nothing was reduced; the test must end with exit code 1 for the module as it is
// RUN: not rlx-reduce %t.none.mlir -reduction-tree='traversal-mode=0 test=%t.sh' 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: No such file
