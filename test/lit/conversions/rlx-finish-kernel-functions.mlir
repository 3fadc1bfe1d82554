// RUN: rlx-opt %s --rlx-finish-kernel-functions | FileCheck %s

// Only entries can be found from outside, and LLVM may assume that a body's buffers do not overlap.
// CHECK: llvm.func internal @scale.body(%{{.*}}: !llvm.ptr {llvm.noalias}, %{{.*}}: !llvm.ptr {llvm.noalias}, %{{.*}}: i64)
llvm.func @scale.body(%a: !llvm.ptr, %b: !llvm.ptr, %n: i64)
    attributes {sym_visibility = "private"} {
  llvm.return
}

// An entry keeps its linkage; its argument block promises nothing.
// CHECK: llvm.func @scale(%{{.*}}: !llvm.ptr, %{{.*}}: i32)
llvm.func @scale(%args: !llvm.ptr, %x: i32) -> i32 {
  %0 = llvm.mlir.constant(0 : i32) : i32
  llvm.return %0 : i32
}

// What is defined elsewhere cannot be internal.
// CHECK: llvm.func @elsewhere.body(!llvm.ptr)
llvm.func @elsewhere.body(!llvm.ptr)
