// RUN: rlx-opt %s | rlx-opt | FileCheck %s
// RUN: rlx-opt %s --rlx-lower-to-linalg --canonicalize --cse | FileCheck %s --check-prefix=LINALG

// Workgroups take batches and channels. The steps run in order, each over the elements of the
// state.
// CHECK-LABEL: @selective_scan
// LINALG-LABEL: @selective_scan
func.func @selective_scan(%x: tensor<?x?x64xf16>, %a: tensor<64x16xf16>, %b: tensor<?x?x16xf16>, %d: tensor<64xf16>, %s: tensor<?x64x16xf16>) -> (tensor<?x?x64xf16>, tensor<?x64x16xf16>) {
  // CHECK: rlx.selective_scan %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} skip %{{.*}} state %{{.*}} : (tensor<?x?x64xf16>, tensor<?x?x64xf16>, tensor<64x16xf16>, tensor<?x?x16xf16>, tensor<?x?x16xf16>, tensor<64xf16>, tensor<?x64x16xf16>) -> (tensor<?x?x64xf16>, tensor<?x64x16xf16>)
  // LINALG: scf.forall
  // LINALG: arith.extf {{.*}} : f16 to f32
  // LINALG-COUNT-4: scf.for
  // LINALG: math.exp {{.*}} : f32
  // LINALG: arith.truncf {{.*}} : f32 to f16
  %y, %last = rlx.selective_scan %x, %x, %a, %b, %b skip %d state %s : (tensor<?x?x64xf16>, tensor<?x?x64xf16>, tensor<64x16xf16>, tensor<?x?x16xf16>, tensor<?x?x16xf16>, tensor<64xf16>, tensor<?x64x16xf16>) -> (tensor<?x?x64xf16>, tensor<?x64x16xf16>)
  return %y, %last : tensor<?x?x64xf16>, tensor<?x64x16xf16>
}

// The state starts with zeros, in place.
// CHECK-LABEL: @selective_scan_plain
// LINALG-LABEL: @selective_scan_plain
func.func @selective_scan_plain(%x: tensor<1x7x4xf32>, %a: tensor<4x16xf32>, %b: tensor<1x7x16xf32>) -> (tensor<1x7x4xf32>, tensor<1x4x16xf32>) {
  // CHECK: rlx.selective_scan %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : (
  // LINALG-NOT: scf.forall
  // LINALG: linalg.fill
  // LINALG-NOT: linalg.copy
  %y, %last = rlx.selective_scan %x, %x, %a, %b, %b : (tensor<1x7x4xf32>, tensor<1x7x4xf32>, tensor<4x16xf32>, tensor<1x7x16xf32>, tensor<1x7x16xf32>) -> (tensor<1x7x4xf32>, tensor<1x4x16xf32>)
  return %y, %last : tensor<1x7x4xf32>, tensor<1x4x16xf32>
}

// Workgroups take batches, heads and columns of the state.
// CHECK-LABEL: @gated_delta_net
// LINALG-LABEL: @gated_delta_net
func.func @gated_delta_net(%q: tensor<?x?x8x64xf32>, %v: tensor<?x?x8x128xf32>, %g: tensor<?x?x8xf32>, %s: tensor<?x8x64x128xf32>) -> (tensor<?x?x8x128xf32>, tensor<?x8x64x128xf32>) {
  // CHECK: rlx.gated_delta_net %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} state %{{.*}} scale = 5.000000e-01 : (tensor<?x?x8x64xf32>, tensor<?x?x8x64xf32>, tensor<?x?x8x128xf32>, tensor<?x?x8xf32>, tensor<?x?x8xf32>, tensor<?x8x64x128xf32>) -> (tensor<?x?x8x128xf32>, tensor<?x8x64x128xf32>)
  // LINALG: scf.forall (%{{.*}}, %{{.*}}, %{{.*}}) =
  // LINALG: math.exp
  %o, %last = rlx.gated_delta_net %q, %q, %v, %g, %g state %s scale = 0.5 : (tensor<?x?x8x64xf32>, tensor<?x?x8x64xf32>, tensor<?x?x8x128xf32>, tensor<?x?x8xf32>, tensor<?x?x8xf32>, tensor<?x8x64x128xf32>) -> (tensor<?x?x8x128xf32>, tensor<?x8x64x128xf32>)
  return %o, %last : tensor<?x?x8x128xf32>, tensor<?x8x64x128xf32>
}

// Without a scale, and with keys of dynamic size.
// CHECK-LABEL: @gated_delta_net_dynamic
// LINALG-LABEL: @gated_delta_net_dynamic
func.func @gated_delta_net_dynamic(%q: tensor<2x?x4x?xf32>, %v: tensor<2x?x4x8xf32>, %g: tensor<2x?x4xf32>) -> tensor<2x4x?x8xf32> {
  // CHECK: rlx.gated_delta_net %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : (
  // LINALG: math.sqrt
  %o, %last = rlx.gated_delta_net %q, %q, %v, %g, %g : (tensor<2x?x4x?xf32>, tensor<2x?x4x?xf32>, tensor<2x?x4x8xf32>, tensor<2x?x4xf32>, tensor<2x?x4xf32>) -> (tensor<2x?x4x8xf32>, tensor<2x4x?x8xf32>)
  return %last : tensor<2x4x?x8xf32>
}
