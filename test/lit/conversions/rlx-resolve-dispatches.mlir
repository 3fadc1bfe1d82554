// RUN: rlx-opt %s --rlx-resolve-dispatches -split-input-file -verify-diagnostics -mlir-print-local-scope | FileCheck %s

// A kernel's grid, workspace and cost are maps over the kernel's dims. A dispatch gives these dims,
// here n and 2 * n, and gets all three over the program's symbols. Each dispatch has its own.
// CHECK-LABEL: lir.program @main
// CHECK: lir.dispatch @kernels_cpu::@scale ins({{.*}} dims affine_map<()[s0] -> (s0, s0 * 2)>
// CHECK-SAME: grid affine_map<()[s0] -> (s0 ceildiv 4, 2, 1)>
// CHECK-SAME: workspace affine_map<()[s0] -> (s0 * 128)>
// CHECK-SAME: cost affine_map<()[s0] -> (s0 * (s0 * 2))>
// CHECK: lir.dispatch @kernels_cpu::@scale {{.*}} dims affine_map<()[s0] -> (8, 16)>
// CHECK-SAME: grid affine_map<()[s0] -> (2, 2, 1)>
// CHECK-SAME: workspace affine_map<()[s0] -> (1024)>
// CHECK-SAME: cost affine_map<()[s0] -> (128)>
module {
  lir.program @main symbols ["n"] from [0] at [0] {
    %0 = lir.input "x" affine_map<()[s0] -> (s0)> : memref<?xf32>
    %1 = lir.output "y" affine_map<()[s0] -> (s0 * 2)> : memref<?xf32>
    lir.run {
      lir.dispatch @kernels_cpu::@scale ins(%0 : memref<?xf32>) outs(%1 : memref<?xf32>)
          dims affine_map<()[s0] -> (s0, s0 * 2)> label "scale"
      lir.dispatch @kernels_cpu::@scale ins(%0 : memref<?xf32>) outs(%1 : memref<?xf32>)
          dims affine_map<()[s0] -> (8, 16)> label "scale"
    }
  }
  module @kernels_cpu {
    func.func @scale(%x: memref<?xf32>, %y: memref<?xf32>, %ws: memref<?xi8>,
                     %status: memref<1xi32>, %gx: index, %gy: index, %gz: index)
        attributes {lir.kernel, lir.grid = affine_map<()[s0, s1] -> (s0 ceildiv 4, 2, 1)>,
                    lir.workspace = affine_map<()[s0, s1] -> (s1 * 64)>,
                    lir.cost = affine_map<()[s0, s1] -> (s0 * s1)>} {
      return
    }
  }
}

// -----

// Dims as map dimensions, as fast paths write them.
// CHECK-LABEL: lir.program @dimensions
// CHECK: grid affine_map<()[s0] -> (s0 ceildiv 4, 1, 1)> workspace affine_map<()[s0] -> (0)> cost affine_map<()[s0] -> (s0 * 3)>
module {
  lir.program @dimensions symbols ["n"] from [0] at [0] {
    %0 = lir.input "x" affine_map<()[s0] -> (s0)> : memref<?xf32>
    %1 = lir.output "y" affine_map<()[s0] -> (s0)> : memref<?xf32>
    lir.run {
      lir.dispatch @kernels_cpu::@scale ins(%0 : memref<?xf32>) outs(%1 : memref<?xf32>)
          dims affine_map<()[s0] -> (s0, s0)> label "scale"
    }
  }
  module @kernels_cpu {
    func.func @scale(%x: memref<?xf32>, %y: memref<?xf32>, %ws: memref<?xi8>,
                     %status: memref<1xi32>, %gx: index, %gy: index, %gz: index)
        attributes {lir.kernel, lir.grid = affine_map<(d0, d1) -> (d1 ceildiv 4, 1, 1)>,
                    lir.workspace = affine_map<(d0, d1) -> (0)>,
                    lir.cost = affine_map<(d0, d1) -> (d0 * 3)>} {
      return
    }
  }
}

// -----

module {
  lir.program @no_kernel symbols ["n"] from [0] at [0] {
    %0 = lir.input "x" affine_map<()[s0] -> (s0)> : memref<?xf32>
    %1 = lir.output "y" affine_map<()[s0] -> (s0)> : memref<?xf32>
    lir.run {
      // expected-error@+1 {{'lir.dispatch' op names a kernel that does not exist: @kernels_cpu::@gone}}
      lir.dispatch @kernels_cpu::@gone ins(%0 : memref<?xf32>) outs(%1 : memref<?xf32>)
          dims affine_map<()[s0] -> (s0, s0)> label "gone"
    }
  }
  module @kernels_cpu {
  }
}

// -----

// A kernel without a distribution to workgroups: one error, though three attributes are missing.
module {
  lir.program @not_mapped symbols ["n"] from [0] at [0] {
    %0 = lir.input "x" affine_map<()[s0] -> (s0)> : memref<?xf32>
    %1 = lir.output "y" affine_map<()[s0] -> (s0)> : memref<?xf32>
    lir.run {
      // expected-error@+1 {{'lir.dispatch' op calls a kernel whose 'lir.grid' does not fit its 2 dims}}
      lir.dispatch @kernels_cpu::@scale ins(%0 : memref<?xf32>) outs(%1 : memref<?xf32>)
          dims affine_map<()[s0] -> (s0, s0)> label "scale"
    }
  }
  module @kernels_cpu {
    func.func @scale(%x: tensor<?xf32>) -> tensor<?xf32> attributes {lir.kernel} {
      return %x : tensor<?xf32>
    }
  }
}

// -----

// A kernel with another number of dims.
module {
  lir.program @other_dims symbols ["n"] from [0] at [0] {
    %0 = lir.input "x" affine_map<()[s0] -> (s0)> : memref<?xf32>
    %1 = lir.output "y" affine_map<()[s0] -> (s0)> : memref<?xf32>
    lir.run {
      // expected-error@+1 {{'lir.dispatch' op calls a kernel whose 'lir.cost' does not fit its 2 dims}}
      lir.dispatch @kernels_cpu::@scale ins(%0 : memref<?xf32>) outs(%1 : memref<?xf32>)
          dims affine_map<()[s0] -> (s0, s0)> label "scale"
    }
  }
  module @kernels_cpu {
    func.func @scale(%x: memref<?xf32>, %y: memref<?xf32>, %ws: memref<?xi8>,
                     %status: memref<1xi32>, %gx: index, %gy: index, %gz: index)
        attributes {lir.kernel, lir.grid = affine_map<()[s0, s1] -> (s0, 1, 1)>,
                    lir.workspace = affine_map<()[s0, s1] -> (0)>,
                    lir.cost = affine_map<()[s0] -> (s0)>} {
      return
    }
  }
}

// -----

// A kernel that has work for some sizes only has no workgroups, workspace and cost for others.
// CHECK-LABEL: lir.program @some
// CHECK: grid affine_map<()[s0] -> ((s0 ceildiv 4) * ((s0 floordiv 8) ceildiv 64), 1, 1)>
// CHECK-SAME: workspace affine_map<()[s0] -> (((s0 floordiv 8) ceildiv 64) * 128)>
// CHECK-SAME: cost
module {
  lir.program @some symbols ["n"] from [0] at [0] {
    %0 = lir.input "x" affine_map<()[s0] -> (s0)> : memref<?xf32>
    %1 = lir.output "y" affine_map<()[s0] -> (s0)> : memref<?xf32>
    lir.run {
      lir.dispatch @kernels_cpu::@scale ins(%0 : memref<?xf32>) outs(%1 : memref<?xf32>)
          dims affine_map<()[s0] -> (s0, s0)> label "scale"
    }
  }
  module @kernels_cpu {
    func.func @scale(%x: memref<?xf32>, %y: memref<?xf32>, %ws: memref<?xi8>,
                     %status: memref<1xi32>, %gx: index, %gy: index, %gz: index)
        attributes {lir.kernel, lir.grid = affine_map<()[s0, s1] -> (s1 ceildiv 4, 1, 1)>,
                    lir.workspace = affine_map<()[s0, s1] -> (128)>,
                    lir.cost = affine_map<()[s0, s1] -> (s0 * 3)>,
                    lir.when = affine_map<()[s0, s1] -> ((s0 floordiv 8) ceildiv 64)>} {
      return
    }
  }
}
