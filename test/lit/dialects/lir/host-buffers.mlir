// RUN: rlx-opt %s | rlx-opt | FileCheck %s

// Host buffers in a program for a device with separate memory.
// CHECK: lir.alloc host #{{.*}} : memref<?xf32>
// CHECK: lir.copy
module {
  lir.program @main symbols ["n"] from [0] at [0] {
    %0 = lir.input "x" affine_map<()[s0] -> (s0)> : memref<?xf32>
    %1 = lir.output "y" affine_map<()[s0] -> (s0)> : memref<?xf32>
    %2 = lir.alloc host affine_map<()[s0] -> (s0)> : memref<?xf32>
    lir.run {
      lir.copy %0 to %2 : memref<?xf32> to memref<?xf32>
      lir.copy %2 to %1 : memref<?xf32> to memref<?xf32>
    }
  }
}
