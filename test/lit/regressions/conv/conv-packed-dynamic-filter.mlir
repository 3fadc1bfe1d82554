// RUN: not rlx-run %s --stop-after=linalg 2>&1 | FileCheck %s
// Dynamic sizes of a packed filter were multiplied before they were checked.

// CHECK: conv-packed-dynamic-filter.mlir:[[@LINE+6]]:8: {{.*}} could not be lowered to linalg
// CHECK: note: {{.*}} packed weights and their channels need static sizes
func.func @main(%image: tensor<?x?x?x?xbf16> {rlx.kind = "input", rlx.name = "image"},
                %filter: tensor<?x?x?x2xbf16> {rlx.kind = "input", rlx.name = "filter"},
                %bias: tensor<?xbf16> {rlx.kind = "input", rlx.name = "bias"})
    -> (tensor<?x?x?x3xbf16> {rlx.name = "result"}) {
  %0 = rlx.conv_packed %image, %filter, %bias {kernel_shape = array<i64: 1, 1>, strides = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>, dilations = array<i64: 1, 1>, groups = 1 : i64, out_channels = 3 : i64} : (tensor<?x?x?x?xbf16>, tensor<?x?x?x2xbf16>, tensor<?xbf16>) -> tensor<?x?x?x3xbf16>
  return %0 : tensor<?x?x?x3xbf16>
}
