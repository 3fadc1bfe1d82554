// RUN: rlx-opt %s --rlx-set-row-precision=to=fast | FileCheck %s --check-prefixes=CHECK,FAST
// RUN: rlx-opt %s --rlx-set-row-precision=to=exact | FileCheck %s --check-prefixes=CHECK,EXACT
// RUN: rlx-run %s --precision=high --emit=mlir --stop-after=fuse | FileCheck %s --check-prefixes=CHECK,HIGH
// RUN: not rlx-opt %s --rlx-set-row-precision=to=f16 2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG: error: expected one of exact, high, fast, but got 'f16'

// Ops that must stay exact do.
// CHECK: func.func @main(
// FAST: rlx.dequant_matmul {{.*}} scheme = q4_0 row_precision = fast :
// EXACT: rlx.dequant_matmul {{.*}} scheme = q4_0 row_precision = exact :
// HIGH: rlx.dequant_matmul {{.*}} scheme = q4_0 row_precision = high :
// FAST: rlx.dequant_matmul {{.*}} scheme = q8_0 row_precision = fast :
// EXACT: rlx.dequant_matmul {{.*}} scheme = q8_0 row_precision = exact :
// HIGH: rlx.dequant_matmul {{.*}} scheme = q8_0 row_precision = high :
// CHECK: rlx.dequant_matmul {{.*}} scheme = q8_0 row_precision = exact :
func.func @main(%x: tensor<?x64xf32> {rlx.kind = "input", rlx.name = "x"}, %w: tensor<32x36xui8> {rlx.kind = "param", rlx.name = "w"},
                %v: tensor<32x34xui8> {rlx.kind = "param", rlx.name = "v"}, %u: tensor<8x34xui8> {rlx.kind = "param", rlx.name = "u"})
    -> (tensor<?x8xf32> {rlx.name = "y"}) {
  %0 = rlx.dequant_matmul %x, %w scheme = q4_0 : (tensor<?x64xf32>, tensor<32x36xui8>) -> tensor<?x32xf32>
  %1 = rlx.dequant_matmul %0, %v scheme = q8_0 row_precision = high : (tensor<?x32xf32>, tensor<32x34xui8>) -> tensor<?x32xf32>
  %2 = rlx.dequant_matmul %1, %u scheme = q8_0 row_precision = exact : (tensor<?x32xf32>, tensor<8x34xui8>) -> tensor<?x8xf32>
  return %2 : tensor<?x8xf32>
}
