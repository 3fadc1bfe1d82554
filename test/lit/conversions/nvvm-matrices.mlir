// RUN: rlx-opt %s --rlx-convert-to-nvvm -mlir-print-local-scope | FileCheck %s

// A multiplication of 16 x 16 x 16 is two of mma.sync.m16n8k16. Operands are loaded by ldmatrix;
// the rhs is transposed on the way if its rows are contiguous along n. The accumulator is stored by
// single elements.
#shared = #gpu.address_space<workgroup>
// CHECK-LABEL: gpu.module @multiply
// CHECK: nvvm.ldmatrix %{{.*}} {eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<row>, num = 4
// CHECK: nvvm.ldmatrix %{{.*}} layout = #nvvm.mma_layout<col>, num = 4
// CHECK-COUNT-2: nvvm.mma.sync {{.*}}shape = #nvvm.shape<m = 16, n = 8, k = 16>{{.*}}(vector<2xf16>, vector<2xf16>, f32) -> !llvm.struct<(f32, f32, f32, f32)>
// CHECK-COUNT-8: llvm.store %{{.*}} : f32, !llvm.ptr<3>
func.func @multiply(%n: index {lir.coordinate = 1 : i64})
    attributes {lir.kernel_abi = {dims = 0 : i64, operands = 0 : i64}} {
  %a = memref.alloc() : memref<384xf16, #shared>
  %b = memref.alloc() : memref<384xf16, #shared>
  %c = memref.alloc() : memref<256xf32, #shared>
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %l = gpu.subgroup_mma_load_matrix %a[%c0] {leadDimension = 24 : index} : memref<384xf16, #shared> -> !gpu.mma_matrix<16x16xf16, "AOp">
  %r = gpu.subgroup_mma_load_matrix %b[%c0] {leadDimension = 24 : index} : memref<384xf16, #shared> -> !gpu.mma_matrix<16x16xf16, "BOp">
  %s = gpu.subgroup_mma_constant_matrix %zero : !gpu.mma_matrix<16x16xf32, "COp">
  %p = gpu.subgroup_mma_compute %l, %r, %s : !gpu.mma_matrix<16x16xf16, "AOp">, !gpu.mma_matrix<16x16xf16, "BOp"> -> !gpu.mma_matrix<16x16xf32, "COp">
  gpu.subgroup_mma_store_matrix %p, %c[%c0] {leadDimension = 16 : index} : !gpu.mma_matrix<16x16xf32, "COp">, memref<256xf32, #shared>
  return
}

// bf16 is in words of two. A lhs whose rows lie along the columns of memory is transposed.
// CHECK-LABEL: gpu.module @brain
// CHECK: nvvm.ldmatrix %{{.*}} layout = #nvvm.mma_layout<col>, num = 4
// CHECK: nvvm.ldmatrix %{{.*}} layout = #nvvm.mma_layout<row>, num = 4
// CHECK-COUNT-2: nvvm.mma.sync {{.*}}multiplicandAPtxType = #nvvm.mma_type<bf16>{{.*}}(i32, i32, f32)
func.func @brain(%n: index {lir.coordinate = 1 : i64})
    attributes {lir.bf16_matrices, lir.kernel_abi = {dims = 0 : i64, operands = 0 : i64}} {
  %a = memref.alloc() : memref<384xf16, #shared>
  %c = memref.alloc() : memref<256xf32, #shared>
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %l = gpu.subgroup_mma_load_matrix %a[%c0] {leadDimension = 24 : index, transpose} : memref<384xf16, #shared> -> !gpu.mma_matrix<16x16xf16, "AOp">
  %r = gpu.subgroup_mma_load_matrix %a[%c0] {leadDimension = 24 : index, transpose} : memref<384xf16, #shared> -> !gpu.mma_matrix<16x16xf16, "BOp">
  %s = gpu.subgroup_mma_constant_matrix %zero : !gpu.mma_matrix<16x16xf32, "COp">
  %p = gpu.subgroup_mma_compute %l, %r, %s : !gpu.mma_matrix<16x16xf16, "AOp">, !gpu.mma_matrix<16x16xf16, "BOp"> -> !gpu.mma_matrix<16x16xf32, "COp">
  gpu.subgroup_mma_store_matrix %p, %c[%c0] {leadDimension = 16 : index} : !gpu.mma_matrix<16x16xf32, "COp">, memref<256xf32, #shared>
  return
}
