// RUN: rlx-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(func.func(rlx-map-workgroups))'

// A bound of what is subtracted is no bound of the difference.
func.func @difference(%x: memref<100xf32>, %workspace: memref<?xi8>, %status: memref<1xi32>,
                      %gx: index, %gy: index, %gz: index) {
  %c100 = arith.constant 100 : index
  %tile = affine.min affine_map<(d0) -> (-d0 + 100, 16)>(%gx)
  %rest = arith.subi %c100, %tile : index
  // expected-error @+1 {{has a size that cannot be bounded when the kernel is launched}}
  %scratch = memref.alloc(%rest) : memref<?xf32>
  return
}

// -----

func.func @negative_coefficient(%x: memref<100xf32>, %workspace: memref<?xi8>,
                                %status: memref<1xi32>, %gx: index, %gy: index, %gz: index) {
  %tile = affine.min affine_map<(d0) -> (-d0 + 100, 16)>(%gx)
  %rest = affine.apply affine_map<(d0) -> (-d0 + 100)>(%tile)
  // expected-error @+1 {{has a size that cannot be bounded when the kernel is launched}}
  %scratch = memref.alloc(%rest) : memref<?xf32>
  return
}
