// RUN: rlx-opt %s -split-input-file --rlx-donate-inputs | FileCheck %s
// RUN: rlx-opt %s -split-input-file --rlx-donate-inputs -o /dev/null --remark-format=emitRemark --remarks-filter=rlx-donate 2>&1 | FileCheck %s --check-prefix=REMARK

// The copy reads the input last, and is the first to use the output.
// CHECK-LABEL: lir.program @update
// CHECK: lir.output "new" {{.*}} donor 1 :
// CHECK: lir.output "y" {{[^d]*}} :
lir.program @update symbols [] from [] at [] {
  %row = lir.input "row" affine_map<() -> (8)> : memref<8xf32>
  %old = lir.input "old" affine_map<() -> (64)> : memref<64xf32>
  %new = lir.output "new" affine_map<() -> (64)> : memref<64xf32>
  %y = lir.output "y" affine_map<() -> (64)> : memref<64xf32>
  lir.run {
    lir.dispatch @kernels_cpu::@read ins(%old : memref<64xf32>) outs(%y : memref<64xf32>) dims affine_map<() -> ()> label "read"
    lir.copy %old to %new : memref<64xf32> to memref<64xf32>
    lir.dispatch @kernels_cpu::@update ins(%new, %row : memref<64xf32>, memref<8xf32>) outs(%new : memref<64xf32>) dims affine_map<() -> ()> label "update"
  }
}

// -----

// A later command reads the input, here through a view in a branch.
// REMARK: output 'new' cannot update input 'old' in place: 'read' reads the input afterwards
// CHECK-LABEL: lir.program @read_later
// CHECK-NOT: donor
lir.program @read_later symbols [] from [] at [] {
  %old = lir.input "old" affine_map<() -> (64)> : memref<64xf32>
  %new = lir.output "new" affine_map<() -> (64)> : memref<64xf32>
  %y = lir.output "y" affine_map<() -> (8)> : memref<8xf32>
  %c = lir.input "c" affine_map<() -> ()> : memref<i1>
  %part = lir.view %old sizes affine_map<() -> (8)> at affine_map<() -> (32)> : memref<64xf32> -> memref<8xf32>
  lir.run {
    lir.copy %old to %new : memref<64xf32> to memref<64xf32>
    lir.if %c : memref<i1> {
      lir.dispatch @kernels_cpu::@read ins(%part : memref<8xf32>) outs(%y : memref<8xf32>) dims affine_map<() -> ()> label "read"
    } else {
    }
  }
}

// -----

// An earlier command uses the output; an input has one output; sizes differ.
// REMARK: output 'new' cannot update input 'old' in place: 'write' uses the output before
// CHECK-LABEL: lir.program @others
// CHECK: lir.output "new" {{[^d]*}} :
// CHECK: lir.output "first" {{.*}} donor 1 :
// CHECK: lir.output "second" {{[^d]*}} :
lir.program @others symbols [] from [] at [] {
  %old = lir.input "old" affine_map<() -> (64)> : memref<64xf32>
  %twice = lir.input "twice" affine_map<() -> (64)> : memref<64xf32>
  %new = lir.output "new" affine_map<() -> (64)> : memref<64xf32>
  %first = lir.output "first" affine_map<() -> (64)> : memref<64xf32>
  %second = lir.output "second" affine_map<() -> (64)> : memref<64xf32>
  lir.run {
    lir.dispatch @kernels_cpu::@write outs(%new : memref<64xf32>) dims affine_map<() -> ()> label "write"
    lir.copy %old to %new : memref<64xf32> to memref<64xf32>
    lir.copy %twice to %second : memref<64xf32> to memref<64xf32>
    lir.copy %twice to %first : memref<64xf32> to memref<64xf32>
  }
}
