// RUN: rlx-opt %s | rlx-opt | FileCheck %s
// RUN: rlx-opt %s --rlx-decompose-ops | FileCheck %s --check-prefix=DECOMPOSE
// RUN: rlx-opt %s --rlx-decompose-ops --rlx-lower-to-linalg | FileCheck %s --check-prefix=LINALG

// LINALG-NOT: = rlx.gaussian

// CHECK-LABEL: @render
// DECOMPOSE-LABEL: @render
func.func @render(%p: tensor<?x3xf32>, %s: tensor<?x3xf32>, %q: tensor<?x4xf32>, %o: tensor<?xf32>, %c: tensor<?x3xf32>, %h: tensor<?x4x3xf32>, %cam: tensor<12xf32>, %bg: tensor<3xf32>) -> tensor<24x32x4xf32> {
  // CHECK: rlx.gaussian_splat_render %{{.*}} {height = 24 : i64, width = 32 : i64} : (tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x4xf32>, tensor<?xf32>, tensor<?x3xf32>, tensor<?x4x3xf32>, tensor<12xf32>, tensor<3xf32>) -> tensor<24x32x4xf32>
  // DECOMPOSE: %[[R:.*]], %[[T:.*]], %[[E:.*]] = rlx.gaussian_splat_prepare
  // DECOMPOSE-SAME: {height = 24 : i64, width = 32 : i64}
  // DECOMPOSE: rlx.gaussian_splat_rasterize %[[R]], %[[T]], %[[E]], %arg7
  %0 = rlx.gaussian_splat_render %p, %s, %q, %o, %c, %h, %cam, %bg {width = 32, height = 24} : (tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x4xf32>, tensor<?xf32>, tensor<?x3xf32>, tensor<?x4x3xf32>, tensor<12xf32>, tensor<3xf32>) -> tensor<24x32x4xf32>
  return %0 : tensor<24x32x4xf32>
}

// No harmonics, and every attribute at its default.
// CHECK-LABEL: @defaults
// DECOMPOSE-LABEL: @defaults
func.func @defaults(%p: tensor<5x3xf64>, %s: tensor<5x3xf64>, %q: tensor<5x4xf64>, %o: tensor<5xf64>, %c: tensor<5x3xf64>, %h: tensor<5x0x3xf64>, %cam: tensor<12xf64>, %bg: tensor<3xf64>) -> tensor<64x64x4xf64> {
  // CHECK: rlx.gaussian_splat_render %{{.*}} : (tensor<5x3xf64>, tensor<5x3xf64>, tensor<5x4xf64>, tensor<5xf64>, tensor<5x3xf64>, tensor<5x0x3xf64>, tensor<12xf64>, tensor<3xf64>) -> tensor<64x64x4xf64>
  %0 = rlx.gaussian_splat_render %p, %s, %q, %o, %c, %h, %cam, %bg : (tensor<5x3xf64>, tensor<5x3xf64>, tensor<5x4xf64>, tensor<5xf64>, tensor<5x3xf64>, tensor<5x0x3xf64>, tensor<12xf64>, tensor<3xf64>) -> tensor<64x64x4xf64>
  return %0 : tensor<64x64x4xf64>
}

// CHECK-LABEL: @prepare
// DECOMPOSE-LABEL: @prepare
func.func @prepare(%p: tensor<?x3xf32>, %s: tensor<?x3xf32>, %q: tensor<?x4xf32>, %o: tensor<?xf32>, %c: tensor<?x3xf32>, %h: tensor<?x4x3xf32>, %cam: tensor<12xf32>) -> (tensor<?x15xf32>, tensor<4x2xi64>, tensor<100xi64>) {
  // CHECK: rlx.gaussian_splat_prepare %{{.*}} {height = 24 : i64, max_list_entries = 100 : i64, radius_scale = 2.000000e+00 : f64, width = 32 : i64} : (tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x4xf32>, tensor<?xf32>, tensor<?x3xf32>, tensor<?x4x3xf32>, tensor<12xf32>) -> (tensor<?x15xf32>, tensor<4x2xi64>, tensor<100xi64>)
  %0, %1, %2 = rlx.gaussian_splat_prepare %p, %s, %q, %o, %c, %h, %cam {width = 32, height = 24, max_list_entries = 100, radius_scale = 2.0} : (tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x4xf32>, tensor<?xf32>, tensor<?x3xf32>, tensor<?x4x3xf32>, tensor<12xf32>) -> (tensor<?x15xf32>, tensor<4x2xi64>, tensor<100xi64>)
  return %0, %1, %2 : tensor<?x15xf32>, tensor<4x2xi64>, tensor<100xi64>
}

// CHECK-LABEL: @rasterize
// DECOMPOSE-LABEL: @rasterize
// LINALG-LABEL: @rasterize
func.func @rasterize(%r: tensor<?x15xf32>, %t: tensor<4x2xi64>, %e: tensor<576xi64>, %bg: tensor<3xf32>) -> tensor<24x32x4xf32> {
  // CHECK: rlx.gaussian_splat_rasterize %{{.*}} {height = 24 : i64, max_splat_steps = 7 : i64, width = 32 : i64} : (tensor<?x15xf32>, tensor<4x2xi64>, tensor<576xi64>, tensor<3xf32>) -> tensor<24x32x4xf32>
  // LINALG: scf.forall (%{{.*}}, %{{.*}}) = (0, 0) to (24, 32) step (16, 16)
  // LINALG: scf.while
  // LINALG: vector.reduction <or>, %{{.*}} : vector<8xi1> into i1
  %0 = rlx.gaussian_splat_rasterize %r, %t, %e, %bg {width = 32, height = 24, max_splat_steps = 7} : (tensor<?x15xf32>, tensor<4x2xi64>, tensor<576xi64>, tensor<3xf32>) -> tensor<24x32x4xf32>
  return %0 : tensor<24x32x4xf32>
}

// The vector width of two divides a tile of six.
// CHECK-LABEL: @small_tiles
// DECOMPOSE-LABEL: @small_tiles
// LINALG-LABEL: @small_tiles
func.func @small_tiles(%r: tensor<?x15xf32>, %t: tensor<24x2xi64>, %e: tensor<576xi64>, %bg: tensor<3xf32>) -> tensor<24x32x4xf32> {
  // LINALG: scf.forall (%{{.*}}, %{{.*}}) = (0, 0) to (24, 32) step (6, 6)
  // LINALG: vector.reduction <or>, %{{.*}} : vector<2xi1> into i1
  %0 = rlx.gaussian_splat_rasterize %r, %t, %e, %bg {width = 32, height = 24, tile_size = 6} : (tensor<?x15xf32>, tensor<24x2xi64>, tensor<576xi64>, tensor<3xf32>) -> tensor<24x32x4xf32>
  return %0 : tensor<24x32x4xf32>
}

// CHECK-LABEL: @render_backward
// DECOMPOSE-LABEL: @render_backward
func.func @render_backward(%p: tensor<?x3xf32>, %s: tensor<?x3xf32>, %q: tensor<?x4xf32>, %o: tensor<?xf32>, %c: tensor<?x3xf32>, %h: tensor<?x4x3xf32>, %cam: tensor<12xf32>, %bg: tensor<3xf32>, %d: tensor<24x32x4xf32>) -> (tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x4xf32>, tensor<?xf32>, tensor<?x3xf32>, tensor<?x4x3xf32>) {
  // CHECK: rlx.gaussian_splat_render_backward %{{.*}} {height = 24 : i64, sh_band = 1 : i64, width = 32 : i64} : (tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x4xf32>, tensor<?xf32>, tensor<?x3xf32>, tensor<?x4x3xf32>, tensor<12xf32>, tensor<3xf32>, tensor<24x32x4xf32>) -> (tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x4xf32>, tensor<?xf32>, tensor<?x3xf32>, tensor<?x4x3xf32>)
  // DECOMPOSE-DAG: %[[D:.*]] = rlx.clamp %arg8 {max = 1.000000e+00 : f32, min = -1.000000e+00 : f32}
  // DECOMPOSE-DAG: %[[R:.*]], %[[T:.*]], %[[E:.*]] = rlx.gaussian_splat_prepare
  // DECOMPOSE: %[[P:.*]] = rlx.gaussian_splat_rasterize_backward %[[R]], %[[T]], %[[E]], %arg7, %[[D]]
  // DECOMPOSE: rlx.scatter_nd
  // DECOMPOSE: rlx.gaussian_splat_prepare_backward
  %0, %1, %2, %3, %4, %5 = rlx.gaussian_splat_render_backward %p, %s, %q, %o, %c, %h, %cam, %bg, %d {width = 32, height = 24, sh_band = 1} : (tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x4xf32>, tensor<?xf32>, tensor<?x3xf32>, tensor<?x4x3xf32>, tensor<12xf32>, tensor<3xf32>, tensor<24x32x4xf32>) -> (tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x4xf32>, tensor<?xf32>, tensor<?x3xf32>, tensor<?x4x3xf32>)
  return %0, %1, %2, %3, %4, %5 : tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x4xf32>, tensor<?xf32>, tensor<?x3xf32>, tensor<?x4x3xf32>
}

// CHECK-LABEL: @rasterize_backward
// DECOMPOSE-LABEL: @rasterize_backward
func.func @rasterize_backward(%r: tensor<?x15xf32>, %t: tensor<4x2xi64>, %e: tensor<?xi64>, %bg: tensor<3xf32>, %d: tensor<24x32x4xf32>) -> tensor<?x15xf32> {
  // CHECK: rlx.gaussian_splat_rasterize_backward %{{.*}} {height = 24 : i64, width = 32 : i64} : (tensor<?x15xf32>, tensor<4x2xi64>, tensor<?xi64>, tensor<3xf32>, tensor<24x32x4xf32>) -> tensor<?x15xf32>
  %0 = rlx.gaussian_splat_rasterize_backward %r, %t, %e, %bg, %d {width = 32, height = 24} : (tensor<?x15xf32>, tensor<4x2xi64>, tensor<?xi64>, tensor<3xf32>, tensor<24x32x4xf32>) -> tensor<?x15xf32>
  return %0 : tensor<?x15xf32>
}

// CHECK-LABEL: @prepare_backward
// DECOMPOSE-LABEL: @prepare_backward
func.func @prepare_backward(%p: tensor<?x3xf32>, %s: tensor<?x3xf32>, %q: tensor<?x4xf32>, %o: tensor<?xf32>, %c: tensor<?x3xf32>, %h: tensor<?x4x3xf32>, %cam: tensor<12xf32>, %d: tensor<?x15xf32>) -> (tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x4xf32>, tensor<?xf32>, tensor<?x3xf32>, tensor<?x4x3xf32>) {
  // CHECK: rlx.gaussian_splat_prepare_backward %{{.*}} {height = 24 : i64, max_anisotropy = 4.000000e+00 : f64, width = 32 : i64} : (tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x4xf32>, tensor<?xf32>, tensor<?x3xf32>, tensor<?x4x3xf32>, tensor<12xf32>, tensor<?x15xf32>) -> (tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x4xf32>, tensor<?xf32>, tensor<?x3xf32>, tensor<?x4x3xf32>)
  %0, %1, %2, %3, %4, %5 = rlx.gaussian_splat_prepare_backward %p, %s, %q, %o, %c, %h, %cam, %d {width = 32, height = 24, max_anisotropy = 4.0} : (tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x4xf32>, tensor<?xf32>, tensor<?x3xf32>, tensor<?x4x3xf32>, tensor<12xf32>, tensor<?x15xf32>) -> (tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x4xf32>, tensor<?xf32>, tensor<?x3xf32>, tensor<?x4x3xf32>)
  return %0, %1, %2, %3, %4, %5 : tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x4xf32>, tensor<?xf32>, tensor<?x3xf32>, tensor<?x4x3xf32>
}
