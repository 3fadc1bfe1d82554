// The slice lengths of sequential ops. By default a slice is enough work for a CPU workgroup. With
// 1 slices are as short as possible, along the three dimensions with the most slices at most.
// RUN: rlx-opt %s --pass-pipeline='builtin.module(func.func(rlx-lower-to-linalg))' | FileCheck %s --check-prefix=CPU
// RUN: rlx-opt %s --pass-pipeline='builtin.module(func.func(rlx-lower-to-linalg{slice-steps=1}))' | FileCheck %s
// CHECK-NOT: lir.slice_steps

// CPU-LABEL: func.func @rows
// CPU: scf.forall (%{{.*}}) = (0) to (64) step (16)
// CHECK-LABEL: func.func @rows
// CHECK: scf.forall (%{{.*}}) in (64)
func.func @rows(%x: tensor<64x1024xf32>) -> tensor<64x1024xf32> {
  %0 = rlx.cumsum %x axis = 1 : (tensor<64x1024xf32>) -> tensor<64x1024xf32>
  return %0 : tensor<64x1024xf32>
}

// Columns of rows that are far apart: not 16384 / 1024 of them, but a few cache lines.
// CPU-LABEL: func.func @columns
// CPU: scf.forall (%{{.*}}) = (0) to (1000) step (64)
// CHECK-LABEL: func.func @columns
// CHECK: scf.forall (%{{.*}}) in (1000)
func.func @columns(%x: tensor<1024x1000xf32>) -> tensor<1024x1000xf32> {
  %0 = rlx.cumsum %x axis = 0 : (tensor<1024x1000xf32>) -> tensor<1024x1000xf32>
  return %0 : tensor<1024x1000xf32>
}

// CPU-LABEL: func.func @few
// CPU-NOT: scf.forall
// CHECK-LABEL: func.func @few
// CHECK: scf.forall (%{{.*}}) in (6)
func.func @few(%x: tensor<1x6x8xbf16>, %i: tensor<1x6x8xi32>) -> tensor<1x6x8xbf16> {
  %0 = rlx.scatter_elements %x, %i, %x axis = 2 reduction = mul
      : (tensor<1x6x8xbf16>, tensor<1x6x8xi32>, tensor<1x6x8xbf16>) -> tensor<1x6x8xbf16>
  return %0 : tensor<1x6x8xbf16>
}

// CPU-LABEL: func.func @many_dimensions
// CHECK-LABEL: func.func @many_dimensions
// CHECK: scf.forall (%{{.*}}, %{{.*}}, %{{.*}}) in (4, %{{.*}}, 5)
func.func @many_dimensions(%x: tensor<4x?x3x5x2xf32>) -> tensor<4x?x3x5x2xf32> {
  %0 = rlx.cumsum %x axis = 4 : (tensor<4x?x3x5x2xf32>) -> tensor<4x?x3x5x2xf32>
  return %0 : tensor<4x?x3x5x2xf32>
}
