// RUN: rlx-opt %s | rlx-opt | FileCheck %s
// RUN: rlx-opt %s --rlx-lower-to-linalg | FileCheck %s --check-prefix=LINALG

// CHECK-LABEL: @rows
// LINALG-LABEL: @rows
func.func @rows(%start: index, %n: index) -> tensor<?x1xi64> {
  // CHECK: rlx.iota from %{{.*}} to [%{{.*}}, 1] axis = 0 : (index, index) -> tensor<?x1xi64>
  // LINALG: linalg.index 0
  // LINALG: arith.index_cast
  %0 = rlx.iota from %start to [%n, 1] axis = 0 : (index, index) -> tensor<?x1xi64>
  return %0 : tensor<?x1xi64>
}
