// RUN: rlx-run %s --emit=mlir --stop-after=linalg --device-profile=swiftshader --strict | FileCheck %s --check-prefix=DEVICE

// A mean over a dynamic size needs no i64, which SwiftShader lacks.
// DEVICE-LABEL: func.func @reduce_mean_0(
// DEVICE-NOT: i64
func.func @mean(%x: tensor<?x?xf32> {rlx.kind = "input", rlx.name = "x"}) -> (tensor<?xf32> {rlx.name = "m"}) {
  %0 = rlx.reduce_mean %x axes = [1] : (tensor<?x?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
