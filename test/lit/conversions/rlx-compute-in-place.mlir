// RUN: rlx-opt %s --rlx-compute-in-place -split-input-file -verify-diagnostics -mlir-print-local-scope | FileCheck %s

// The second operand of @add has no later use, so its memory takes the sum. The same holds for the
// next sum, which has the first as second operand. The kernel reads what it overwrites.
// CHECK-LABEL: lir.program @chain
// CHECK: %[[X:.*]] = lir.input
// CHECK: %[[Y:.*]] = lir.output
// CHECK: %[[R:.*]] = lir.alloc
// CHECK-NOT: lir.alloc
// CHECK: @kernels_cpu::@other ins(%[[X]] : memref<?x4xf32>) outs(%[[R]] : memref<?x4xf32>)
// CHECK: @kernels_cpu::@add ins(%[[X]], %[[R]] : memref<?x4xf32>, memref<?x4xf32>) outs(%[[R]] : memref<?x4xf32>)
// CHECK: @kernels_cpu::@add ins(%[[X]], %[[R]] : memref<?x4xf32>, memref<?x4xf32>) outs(%[[R]] : memref<?x4xf32>)
// CHECK: @kernels_cpu::@other ins(%[[R]] : memref<?x4xf32>) outs(%[[Y]] : memref<?x4xf32>)
// CHECK-LABEL: func.func @add(
// CHECK-SAME: %[[A:[a-z0-9]+]]: memref<?x4xf32>, %{{.*}}: index, %{{[a-z0-9]+}}: memref<?x4xf32>, %[[OUT:[a-z0-9]+]]: memref<?x4xf32>,
// CHECK-SAME: attributes {lir.kernel} {
// CHECK: memref.load %[[A]]
// CHECK: memref.load %[[OUT]]
// CHECK: memref.store %{{.*}}, %[[OUT]]
module {
  lir.program @chain symbols ["n"] from [0] at [0] {
    %x = lir.input "x" affine_map<()[s0] -> (s0, 4)> : memref<?x4xf32>
    %y = lir.output "y" affine_map<()[s0] -> (s0, 4)> : memref<?x4xf32>
    %r = lir.alloc affine_map<()[s0] -> (s0, 4)> : memref<?x4xf32>
    %s = lir.alloc affine_map<()[s0] -> (s0, 4)> : memref<?x4xf32>
    %t = lir.alloc affine_map<()[s0] -> (s0, 4)> : memref<?x4xf32>
    lir.run {
      lir.dispatch @kernels_cpu::@other ins(%x : memref<?x4xf32>) outs(%r : memref<?x4xf32>) dims affine_map<()[s0] -> (s0, s0)> label "other"
      lir.dispatch @kernels_cpu::@add ins(%x, %r : memref<?x4xf32>, memref<?x4xf32>) outs(%s : memref<?x4xf32>) dims affine_map<()[s0] -> (s0, s0, s0, s0)> label "add"
      lir.dispatch @kernels_cpu::@add ins(%x, %s : memref<?x4xf32>, memref<?x4xf32>) outs(%t : memref<?x4xf32>) dims affine_map<()[s0] -> (s0, s0, s0, s0)> label "add"
      lir.dispatch @kernels_cpu::@other ins(%t : memref<?x4xf32>) outs(%y : memref<?x4xf32>) dims affine_map<()[s0] -> (s0, s0)> label "other"
    }
  }
  module @kernels_cpu {
    func.func @add(%a: memref<?x4xf32>, %n: index, %r: memref<?x4xf32>, %y: memref<?x4xf32>,
                   %ws: memref<?xi8>, %status: memref<1xi32>, %gx: index, %gy: index, %gz: index)
        attributes {lir.kernel, lir.in_place = array<i64: 2>} {
      %0 = memref.load %a[%gx, %gy] : memref<?x4xf32>
      %1 = memref.load %r[%gx, %gy] : memref<?x4xf32>
      %2 = arith.addf %0, %1 : f32
      memref.store %2, %y[%gx, %gy] : memref<?x4xf32>
      return
    }
  }
}

// -----

// A reshape in between: the sum is in the view's memory.
// CHECK-LABEL: lir.program @view
// CHECK: %[[R:.*]] = lir.alloc
// CHECK: %[[V:.*]] = lir.view %[[R]]
// CHECK-NOT: lir.alloc
// CHECK: @kernels_cpu::@add ins(%{{.*}}, %[[V]] : {{.*}} outs(%[[V]] : memref<?x4xf32>)
module {
  lir.program @view symbols ["n"] from [0] at [0] {
    %x = lir.input "x" affine_map<()[s0] -> (s0, 4)> : memref<?x4xf32>
    %y = lir.output "y" affine_map<()[s0] -> (s0, 4)> : memref<?x4xf32>
    %r = lir.alloc affine_map<()[s0] -> (s0 * 4)> : memref<?xf32>
    %v = lir.view %r sizes affine_map<()[s0] -> (s0, 4)> at affine_map<()[s0] -> (0)> : memref<?xf32> -> memref<?x4xf32>
    %s = lir.alloc affine_map<()[s0] -> (s0, 4)> : memref<?x4xf32>
    lir.run {
      lir.dispatch @kernels_cpu::@other ins(%x : memref<?x4xf32>) outs(%r : memref<?xf32>) dims affine_map<()[s0] -> (s0, s0)> label "other"
      lir.dispatch @kernels_cpu::@add ins(%x, %v : memref<?x4xf32>, memref<?x4xf32>) outs(%s : memref<?x4xf32>) dims affine_map<()[s0] -> (s0, s0, s0, s0)> label "add"
      lir.dispatch @kernels_cpu::@other ins(%s : memref<?x4xf32>) outs(%y : memref<?x4xf32>) dims affine_map<()[s0] -> (s0, s0)> label "other"
    }
  }
  module @kernels_cpu {
    func.func @add(%a: memref<?x4xf32>, %n: index, %r: memref<?x4xf32>, %y: memref<?x4xf32>,
                   %ws: memref<?xi8>, %status: memref<1xi32>, %gx: index, %gy: index, %gz: index)
        attributes {lir.kernel, lir.in_place = array<i64: 2>} {
      %0 = memref.load %r[%gx, %gy] : memref<?x4xf32>
      memref.store %0, %y[%gx, %gy] : memref<?x4xf32>
      return
    }
  }
}

// -----

// The operand is read again.
// CHECK-LABEL: lir.program @read_again
// CHECK: @kernels_cpu::@add ins(%[[A:.*]], %[[R:.*]] : {{.*}} outs(%[[S:.*]] : memref<?x4xf32>)
// CHECK-LABEL: func.func @add(
// CHECK-SAME: %[[A:[a-z0-9]+]]: memref<?x4xf32>, %{{.*}}: index, %[[R:[a-z0-9]+]]: memref<?x4xf32>,
// CHECK: memref.load %[[R]]
module {
  lir.program @read_again symbols ["n"] from [0] at [0] {
    %x = lir.input "x" affine_map<()[s0] -> (s0, 4)> : memref<?x4xf32>
    %y = lir.output "y" affine_map<()[s0] -> (s0, 4)> : memref<?x4xf32>
    %r = lir.alloc affine_map<()[s0] -> (s0, 4)> : memref<?x4xf32>
    %s = lir.alloc affine_map<()[s0] -> (s0, 4)> : memref<?x4xf32>
    %t = lir.alloc affine_map<()[s0] -> (s0, 4)> : memref<?x4xf32>
    lir.run {
      lir.dispatch @kernels_cpu::@other ins(%x : memref<?x4xf32>) outs(%r : memref<?x4xf32>) dims affine_map<()[s0] -> (s0, s0)> label "other"
      lir.dispatch @kernels_cpu::@add ins(%x, %r : memref<?x4xf32>, memref<?x4xf32>) outs(%s : memref<?x4xf32>) dims affine_map<()[s0] -> (s0, s0, s0, s0)> label "add"
      lir.dispatch @kernels_cpu::@other ins(%r : memref<?x4xf32>) outs(%t : memref<?x4xf32>) dims affine_map<()[s0] -> (s0, s0)> label "other"
      lir.dispatch @kernels_cpu::@other ins(%s : memref<?x4xf32>) outs(%y : memref<?x4xf32>) dims affine_map<()[s0] -> (s0, s0)> label "other"
    }
  }
  module @kernels_cpu {
    func.func @add(%a: memref<?x4xf32>, %n: index, %r: memref<?x4xf32>, %y: memref<?x4xf32>,
                   %ws: memref<?xi8>, %status: memref<1xi32>, %gx: index, %gy: index, %gz: index)
        attributes {lir.kernel, lir.in_place = array<i64: 2>} {
      %0 = memref.load %r[%gx, %gy] : memref<?x4xf32>
      memref.store %0, %y[%gx, %gy] : memref<?x4xf32>
      return
    }
  }
}

// -----

// One of two dispatches cannot run in place. So neither does, since they share the kernel.
// CHECK-LABEL: lir.program @one_of_two
// CHECK: @kernels_cpu::@add ins(%[[A:.*]], %[[R:.*]] : {{.*}} outs(%[[S:.*]] : memref<?x4xf32>)
// CHECK-LABEL: func.func @add(
// CHECK-SAME: %[[A:[a-z0-9]+]]: memref<?x4xf32>, %{{.*}}: index, %[[R:[a-z0-9]+]]: memref<?x4xf32>,
// CHECK: memref.load %[[R]]
module {
  lir.program @one_of_two symbols ["n"] from [0] at [0] {
    %x = lir.input "x" affine_map<()[s0] -> (s0, 4)> : memref<?x4xf32>
    %y = lir.output "y" affine_map<()[s0] -> (s0, 4)> : memref<?x4xf32>
    %r = lir.alloc affine_map<()[s0] -> (s0, 4)> : memref<?x4xf32>
    %s = lir.alloc affine_map<()[s0] -> (s0, 4)> : memref<?x4xf32>
    %t = lir.alloc affine_map<()[s0] -> (s0, 4)> : memref<?x4xf32>
    lir.run {
      lir.dispatch @kernels_cpu::@other ins(%x : memref<?x4xf32>) outs(%r : memref<?x4xf32>) dims affine_map<()[s0] -> (s0, s0)> label "other"
      lir.dispatch @kernels_cpu::@add ins(%x, %r : memref<?x4xf32>, memref<?x4xf32>) outs(%s : memref<?x4xf32>) dims affine_map<()[s0] -> (s0, s0, s0, s0)> label "add"
      lir.dispatch @kernels_cpu::@add ins(%r, %s : memref<?x4xf32>, memref<?x4xf32>) outs(%t : memref<?x4xf32>) dims affine_map<()[s0] -> (s0, s0, s0, s0)> label "add"
      lir.dispatch @kernels_cpu::@add ins(%x, %x : memref<?x4xf32>, memref<?x4xf32>) outs(%s : memref<?x4xf32>) dims affine_map<()[s0] -> (s0, s0, s0, s0)> label "add"
      lir.dispatch @kernels_cpu::@other ins(%t : memref<?x4xf32>) outs(%y : memref<?x4xf32>) dims affine_map<()[s0] -> (s0, s0)> label "other"
    }
  }
  module @kernels_cpu {
    func.func @add(%a: memref<?x4xf32>, %n: index, %r: memref<?x4xf32>, %y: memref<?x4xf32>,
                   %ws: memref<?xi8>, %status: memref<1xi32>, %gx: index, %gy: index, %gz: index)
        attributes {lir.kernel, lir.in_place = array<i64: 2>} {
      %0 = memref.load %r[%gx, %gy] : memref<?x4xf32>
      memref.store %0, %y[%gx, %gy] : memref<?x4xf32>
      return
    }
  }
}

// -----

// The program may not overwrite the caller's memory.
// CHECK-LABEL: lir.program @input
// CHECK: @kernels_cpu::@add ins(%[[A:.*]], %[[R:.*]] : {{.*}} outs(%[[S:.*]] : memref<?x4xf32>)
// CHECK-LABEL: func.func @add(
// CHECK-SAME: %[[A:[a-z0-9]+]]: memref<?x4xf32>, %{{.*}}: index, %[[R:[a-z0-9]+]]: memref<?x4xf32>,
// CHECK: memref.load %[[R]]
module {
  lir.program @input symbols ["n"] from [0] at [0] {
    %x = lir.input "x" affine_map<()[s0] -> (s0, 4)> : memref<?x4xf32>
    %y = lir.output "y" affine_map<()[s0] -> (s0, 4)> : memref<?x4xf32>
    %s = lir.alloc affine_map<()[s0] -> (s0, 4)> : memref<?x4xf32>
    lir.run {
      lir.dispatch @kernels_cpu::@add ins(%x, %x : memref<?x4xf32>, memref<?x4xf32>) outs(%s : memref<?x4xf32>) dims affine_map<()[s0] -> (s0, s0, s0, s0)> label "add"
      lir.dispatch @kernels_cpu::@other ins(%s : memref<?x4xf32>) outs(%y : memref<?x4xf32>) dims affine_map<()[s0] -> (s0, s0)> label "other"
    }
  }
  module @kernels_cpu {
    func.func @add(%a: memref<?x4xf32>, %n: index, %r: memref<?x4xf32>, %y: memref<?x4xf32>,
                   %ws: memref<?xi8>, %status: memref<1xi32>, %gx: index, %gy: index, %gz: index)
        attributes {lir.kernel, lir.in_place = array<i64: 2>} {
      %0 = memref.load %r[%gx, %gy] : memref<?x4xf32>
      memref.store %0, %y[%gx, %gy] : memref<?x4xf32>
      return
    }
  }
}

// -----

// A result of the program has separate memory.
// CHECK-LABEL: lir.program @output
// CHECK: @kernels_cpu::@add ins(%[[A:.*]], %[[R:.*]] : {{.*}} outs(%[[S:.*]] : memref<?x4xf32>)
// CHECK-LABEL: func.func @add(
// CHECK-SAME: %[[A:[a-z0-9]+]]: memref<?x4xf32>, %{{.*}}: index, %[[R:[a-z0-9]+]]: memref<?x4xf32>,
// CHECK: memref.load %[[R]]
module {
  lir.program @output symbols ["n"] from [0] at [0] {
    %x = lir.input "x" affine_map<()[s0] -> (s0, 4)> : memref<?x4xf32>
    %y = lir.output "y" affine_map<()[s0] -> (s0, 4)> : memref<?x4xf32>
    %r = lir.alloc affine_map<()[s0] -> (s0, 4)> : memref<?x4xf32>
    lir.run {
      lir.dispatch @kernels_cpu::@other ins(%x : memref<?x4xf32>) outs(%r : memref<?x4xf32>) dims affine_map<()[s0] -> (s0, s0)> label "other"
      lir.dispatch @kernels_cpu::@add ins(%x, %r : memref<?x4xf32>, memref<?x4xf32>) outs(%y : memref<?x4xf32>) dims affine_map<()[s0] -> (s0, s0, s0, s0)> label "add"
    }
  }
  module @kernels_cpu {
    func.func @add(%a: memref<?x4xf32>, %n: index, %r: memref<?x4xf32>, %y: memref<?x4xf32>,
                   %ws: memref<?xi8>, %status: memref<1xi32>, %gx: index, %gy: index, %gz: index)
        attributes {lir.kernel, lir.in_place = array<i64: 2>} {
      %0 = memref.load %r[%gx, %gy] : memref<?x4xf32>
      memref.store %0, %y[%gx, %gy] : memref<?x4xf32>
      return
    }
  }
}

// -----

// The other operand aliases the same memory.
// CHECK-LABEL: lir.program @twice
// CHECK: @kernels_cpu::@add ins(%[[A:.*]], %[[R:.*]] : {{.*}} outs(%[[S:.*]] : memref<?x4xf32>)
// CHECK-LABEL: func.func @add(
// CHECK-SAME: %[[A:[a-z0-9]+]]: memref<?x4xf32>, %{{.*}}: index, %[[R:[a-z0-9]+]]: memref<?x4xf32>,
// CHECK: memref.load %[[R]]
module {
  lir.program @twice symbols ["n"] from [0] at [0] {
    %x = lir.input "x" affine_map<()[s0] -> (s0, 4)> : memref<?x4xf32>
    %y = lir.output "y" affine_map<()[s0] -> (s0, 4)> : memref<?x4xf32>
    %r = lir.alloc affine_map<()[s0] -> (s0, 4)> : memref<?x4xf32>
    %v = lir.view %r sizes affine_map<()[s0] -> (s0, 4)> at affine_map<()[s0] -> (0)> : memref<?x4xf32> -> memref<?x4xf32>
    %s = lir.alloc affine_map<()[s0] -> (s0, 4)> : memref<?x4xf32>
    lir.run {
      lir.dispatch @kernels_cpu::@other ins(%x : memref<?x4xf32>) outs(%r : memref<?x4xf32>) dims affine_map<()[s0] -> (s0, s0)> label "other"
      lir.dispatch @kernels_cpu::@add ins(%v, %r : memref<?x4xf32>, memref<?x4xf32>) outs(%s : memref<?x4xf32>) dims affine_map<()[s0] -> (s0, s0, s0, s0)> label "add"
      lir.dispatch @kernels_cpu::@other ins(%s : memref<?x4xf32>) outs(%y : memref<?x4xf32>) dims affine_map<()[s0] -> (s0, s0)> label "other"
    }
  }
  module @kernels_cpu {
    func.func @add(%a: memref<?x4xf32>, %n: index, %r: memref<?x4xf32>, %y: memref<?x4xf32>,
                   %ws: memref<?xi8>, %status: memref<1xi32>, %gx: index, %gy: index, %gz: index)
        attributes {lir.kernel, lir.in_place = array<i64: 2>} {
      %0 = memref.load %r[%gx, %gy] : memref<?x4xf32>
      memref.store %0, %y[%gx, %gy] : memref<?x4xf32>
      return
    }
  }
}

// -----

// The sizes are equal only if n is 8.
// CHECK-LABEL: lir.program @sizes
// CHECK: @kernels_cpu::@add ins(%[[A:.*]], %[[R:.*]] : {{.*}} outs(%[[S:.*]] : memref<?x4xf32>)
// CHECK-LABEL: func.func @add(
// CHECK-SAME: %[[A:[a-z0-9]+]]: memref<?x4xf32>, %{{.*}}: index, %[[R:[a-z0-9]+]]: memref<?x4xf32>,
// CHECK: memref.load %[[R]]
module {
  lir.program @sizes symbols ["n"] from [0] at [0] {
    %x = lir.input "x" affine_map<()[s0] -> (s0, 4)> : memref<?x4xf32>
    %y = lir.output "y" affine_map<()[s0] -> (s0, 4)> : memref<?x4xf32>
    %r = lir.alloc affine_map<()[s0] -> (8, 4)> : memref<?x4xf32>
    %s = lir.alloc affine_map<()[s0] -> (s0, 4)> : memref<?x4xf32>
    lir.run {
      lir.dispatch @kernels_cpu::@other ins(%x : memref<?x4xf32>) outs(%r : memref<?x4xf32>) dims affine_map<()[s0] -> (s0, s0)> label "other"
      lir.dispatch @kernels_cpu::@add ins(%x, %r : memref<?x4xf32>, memref<?x4xf32>) outs(%s : memref<?x4xf32>) dims affine_map<()[s0] -> (s0, s0, s0, s0)> label "add"
      lir.dispatch @kernels_cpu::@other ins(%s : memref<?x4xf32>) outs(%y : memref<?x4xf32>) dims affine_map<()[s0] -> (s0, s0)> label "other"
    }
  }
  module @kernels_cpu {
    func.func @add(%a: memref<?x4xf32>, %n: index, %r: memref<?x4xf32>, %y: memref<?x4xf32>,
                   %ws: memref<?xi8>, %status: memref<1xi32>, %gx: index, %gy: index, %gz: index)
        attributes {lir.kernel, lir.in_place = array<i64: 2>} {
      %0 = memref.load %r[%gx, %gy] : memref<?x4xf32>
      memref.store %0, %y[%gx, %gy] : memref<?x4xf32>
      return
    }
  }
}

// -----

// The operand is part of a buffer.
// CHECK-LABEL: lir.program @part
// CHECK: @kernels_cpu::@add ins(%[[A:.*]], %[[R:.*]] : {{.*}} outs(%[[S:.*]] : memref<?x4xf32>)
// CHECK-LABEL: func.func @add(
// CHECK-SAME: %[[A:[a-z0-9]+]]: memref<?x4xf32>, %{{.*}}: index, %[[R:[a-z0-9]+]]: memref<?x4xf32>,
// CHECK: memref.load %[[R]]
module {
  lir.program @part symbols ["n"] from [0] at [0] {
    %x = lir.input "x" affine_map<()[s0] -> (s0, 4)> : memref<?x4xf32>
    %y = lir.output "y" affine_map<()[s0] -> (s0, 4)> : memref<?x4xf32>
    %r = lir.alloc affine_map<()[s0] -> (s0 + 1, 4)> : memref<?x4xf32>
    %v = lir.view %r sizes affine_map<()[s0] -> (s0, 4)> at affine_map<()[s0] -> (16)> : memref<?x4xf32> -> memref<?x4xf32>
    %s = lir.alloc affine_map<()[s0] -> (s0, 4)> : memref<?x4xf32>
    lir.run {
      lir.dispatch @kernels_cpu::@other ins(%x : memref<?x4xf32>) outs(%r : memref<?x4xf32>) dims affine_map<()[s0] -> (s0, s0)> label "other"
      lir.dispatch @kernels_cpu::@add ins(%x, %v : memref<?x4xf32>, memref<?x4xf32>) outs(%s : memref<?x4xf32>) dims affine_map<()[s0] -> (s0, s0, s0, s0)> label "add"
      lir.dispatch @kernels_cpu::@other ins(%s : memref<?x4xf32>) outs(%y : memref<?x4xf32>) dims affine_map<()[s0] -> (s0, s0)> label "other"
    }
  }
  module @kernels_cpu {
    func.func @add(%a: memref<?x4xf32>, %n: index, %r: memref<?x4xf32>, %y: memref<?x4xf32>,
                   %ws: memref<?xi8>, %status: memref<1xi32>, %gx: index, %gy: index, %gz: index)
        attributes {lir.kernel, lir.in_place = array<i64: 2>} {
      %0 = memref.load %r[%gx, %gy] : memref<?x4xf32>
      memref.store %0, %y[%gx, %gy] : memref<?x4xf32>
      return
    }
  }
}

// -----

// Each iteration of a loop reads the operand again.
// CHECK-LABEL: lir.program @loop
// CHECK: @kernels_cpu::@add ins(%[[A:.*]], %[[R:.*]] : {{.*}} outs(%[[S:.*]] : memref<?x4xf32>)
// CHECK-LABEL: func.func @add(
// CHECK-SAME: %[[A:[a-z0-9]+]]: memref<?x4xf32>, %{{.*}}: index, %[[R:[a-z0-9]+]]: memref<?x4xf32>,
// CHECK: memref.load %[[R]]
module {
  lir.program @loop symbols ["n"] from [0] at [0] {
    %x = lir.input "x" affine_map<()[s0] -> (s0, 4)> : memref<?x4xf32>
    %y = lir.output "y" affine_map<()[s0] -> (s0, 4)> : memref<?x4xf32>
    %r = lir.alloc affine_map<()[s0] -> (s0, 4)> : memref<?x4xf32>
    %s = lir.alloc affine_map<()[s0] -> (s0, 4)> : memref<?x4xf32>
    lir.run {
      lir.dispatch @kernels_cpu::@other ins(%x : memref<?x4xf32>) outs(%r : memref<?x4xf32>) dims affine_map<()[s0] -> (s0, s0)> label "other"
      lir.for 0 to affine_map<()[s0] -> (3)> {
      lir.dispatch @kernels_cpu::@add ins(%x, %r : memref<?x4xf32>, memref<?x4xf32>) outs(%s : memref<?x4xf32>) dims affine_map<()[s0] -> (s0, s0, s0, s0)> label "add"
      lir.dispatch @kernels_cpu::@other ins(%s : memref<?x4xf32>) outs(%y : memref<?x4xf32>) dims affine_map<()[s0] -> (s0, s0)> label "other"
      }
    }
  }
  module @kernels_cpu {
    func.func @add(%a: memref<?x4xf32>, %n: index, %r: memref<?x4xf32>, %y: memref<?x4xf32>,
                   %ws: memref<?xi8>, %status: memref<1xi32>, %gx: index, %gy: index, %gz: index)
        attributes {lir.kernel, lir.in_place = array<i64: 2>} {
      %0 = memref.load %r[%gx, %gy] : memref<?x4xf32>
      memref.store %0, %y[%gx, %gy] : memref<?x4xf32>
      return
    }
  }
}

// -----

// The operand outlives the run.
// CHECK-LABEL: lir.program @persistent
// CHECK: @kernels_cpu::@add ins(%[[A:.*]], %[[R:.*]] : {{.*}} outs(%[[S:.*]] : memref<?x4xf32>)
// CHECK-LABEL: func.func @add(
// CHECK-SAME: %[[A:[a-z0-9]+]]: memref<?x4xf32>, %{{.*}}: index, %[[R:[a-z0-9]+]]: memref<?x4xf32>,
// CHECK: memref.load %[[R]]
module {
  lir.program @persistent symbols ["n"] from [0] at [0] {
    %x = lir.input "x" affine_map<()[s0] -> (s0, 4)> : memref<?x4xf32>
    %y = lir.output "y" affine_map<()[s0] -> (s0, 4)> : memref<?x4xf32>
    %r = lir.alloc persistent affine_map<()[s0] -> (s0, 4)> : memref<?x4xf32>
    %s = lir.alloc affine_map<()[s0] -> (s0, 4)> : memref<?x4xf32>
    lir.run {
      lir.dispatch @kernels_cpu::@add ins(%x, %r : memref<?x4xf32>, memref<?x4xf32>) outs(%s : memref<?x4xf32>) dims affine_map<()[s0] -> (s0, s0, s0, s0)> label "add"
      lir.dispatch @kernels_cpu::@other ins(%s : memref<?x4xf32>) outs(%y : memref<?x4xf32>) dims affine_map<()[s0] -> (s0, s0)> label "other"
    }
  }
  module @kernels_cpu {
    func.func @add(%a: memref<?x4xf32>, %n: index, %r: memref<?x4xf32>, %y: memref<?x4xf32>,
                   %ws: memref<?xi8>, %status: memref<1xi32>, %gx: index, %gy: index, %gz: index)
        attributes {lir.kernel, lir.in_place = array<i64: 2>} {
      %0 = memref.load %r[%gx, %gy] : memref<?x4xf32>
      memref.store %0, %y[%gx, %gy] : memref<?x4xf32>
      return
    }
  }
}

// -----

// An index operand cannot be overwritten.
module {
  lir.program @index symbols ["n"] from [0] at [0] {
    %x = lir.input "x" affine_map<()[s0] -> (s0, 4)> : memref<?x4xf32>
    %y = lir.output "y" affine_map<()[s0] -> (s0, 4)> : memref<?x4xf32>
    %r = lir.alloc affine_map<()[s0] -> (s0, 4)> : memref<?x4xf32>
    %s = lir.alloc affine_map<()[s0] -> (s0, 4)> : memref<?x4xf32>
    lir.run {
      lir.dispatch @kernels_cpu::@other ins(%x : memref<?x4xf32>) outs(%r : memref<?x4xf32>) dims affine_map<()[s0] -> (s0, s0)> label "other"
      lir.dispatch @kernels_cpu::@add ins(%x, %r : memref<?x4xf32>, memref<?x4xf32>) outs(%s : memref<?x4xf32>) dims affine_map<()[s0] -> (s0, s0, s0, s0)> label "add"
      lir.dispatch @kernels_cpu::@other ins(%s : memref<?x4xf32>) outs(%y : memref<?x4xf32>) dims affine_map<()[s0] -> (s0, s0)> label "other"
    }
  }
  module @kernels_cpu {
    // expected-error@+1 {{'func.func' op expects 'lir.in_place' to name operands of the result's type, but got 1}}
    func.func @add(%a: memref<?x4xf32>, %n: index, %r: memref<?x4xf32>, %y: memref<?x4xf32>,
                   %ws: memref<?xi8>, %status: memref<1xi32>, %gx: index, %gy: index, %gz: index)
        attributes {lir.kernel, lir.in_place = array<i64: 1>} {
      %0 = memref.load %r[%gx, %gy] : memref<?x4xf32>
      memref.store %0, %y[%gx, %gy] : memref<?x4xf32>
      return
    }
  }
}

// -----

module {
  lir.program @result symbols ["n"] from [0] at [0] {
    %x = lir.input "x" affine_map<()[s0] -> (s0, 4)> : memref<?x4xf32>
    %y = lir.output "y" affine_map<()[s0] -> (s0, 4)> : memref<?x4xf32>
    %r = lir.alloc affine_map<()[s0] -> (s0, 4)> : memref<?x4xf32>
    %s = lir.alloc affine_map<()[s0] -> (s0, 4)> : memref<?x4xf32>
    lir.run {
      lir.dispatch @kernels_cpu::@other ins(%x : memref<?x4xf32>) outs(%r : memref<?x4xf32>) dims affine_map<()[s0] -> (s0, s0)> label "other"
      lir.dispatch @kernels_cpu::@add ins(%x, %r : memref<?x4xf32>, memref<?x4xf32>) outs(%s : memref<?x4xf32>) dims affine_map<()[s0] -> (s0, s0, s0, s0)> label "add"
      lir.dispatch @kernels_cpu::@other ins(%s : memref<?x4xf32>) outs(%y : memref<?x4xf32>) dims affine_map<()[s0] -> (s0, s0)> label "other"
    }
  }
  module @kernels_cpu {
    // expected-error@+1 {{'func.func' op expects 'lir.in_place' to name operands of the result's type, but got 3}}
    func.func @add(%a: memref<?x4xf32>, %n: index, %r: memref<?x4xf32>, %y: memref<?x4xf32>,
                   %ws: memref<?xi8>, %status: memref<1xi32>, %gx: index, %gy: index, %gz: index)
        attributes {lir.kernel, lir.in_place = array<i64: 3>} {
      %0 = memref.load %r[%gx, %gy] : memref<?x4xf32>
      memref.store %0, %y[%gx, %gy] : memref<?x4xf32>
      return
    }
  }
}
