// RUN: rlx-opt %s --rlx-finish-kernel-functions | FileCheck %s

// Only entries are visible from outside, and LLVM may assume that a body's buffers do not alias.
// CHECK: llvm.func internal @scale.body(%{{.*}}: !llvm.ptr {llvm.noalias}, %{{.*}}: !llvm.ptr {llvm.noalias}, %{{.*}}: i64)
llvm.func @scale.body(%a: !llvm.ptr, %b: !llvm.ptr, %n: i64)
    attributes {sym_visibility = "private"} {
  llvm.return
}

// An entry keeps its linkage. Its argument block has no attributes.
// CHECK: llvm.func @scale(%{{.*}}: !llvm.ptr, %{{.*}}: i32)
llvm.func @scale(%args: !llvm.ptr, %x: i32) -> i32 {
  %0 = llvm.mlir.constant(0 : i32) : i32
  llvm.return %0 : i32
}

// Masked accesses to 16-bit floats become accesses to 16-bit integers.
// CHECK-LABEL: llvm.func internal @masked.body
// CHECK: %[[OTHER:.*]] = llvm.bitcast %{{.*}} : vector<16xbf16> to vector<16xi16>
// CHECK: %[[LOADED:.*]] = llvm.intr.masked.load %{{.*}}, %{{.*}}, %[[OTHER]] {{.*}} -> vector<16xi16>
// CHECK: %[[VALUE:.*]] = llvm.bitcast %[[LOADED]] : vector<16xi16> to vector<16xbf16>
// CHECK: %[[NEGATED:.*]] = llvm.fneg %[[VALUE]] : vector<16xbf16>
// CHECK: %[[STORED:.*]] = llvm.bitcast %[[NEGATED]] : vector<16xbf16> to vector<16xi16>
// CHECK: llvm.intr.masked.store %[[STORED]], {{.*}} : vector<16xi16>
// CHECK: llvm.intr.masked.load {{.*}} -> vector<16xf32>
llvm.func @masked.body(%a: !llvm.ptr, %b: !llvm.ptr, %mask: vector<16xi1>, %zero: vector<16xbf16>, %z: vector<16xf32>)
    attributes {sym_visibility = "private"} {
  %0 = llvm.intr.masked.load %a, %mask, %zero {alignment = 2 : i32} : (!llvm.ptr, vector<16xi1>, vector<16xbf16>) -> vector<16xbf16>
  %1 = llvm.fneg %0 : vector<16xbf16>
  llvm.intr.masked.store %1, %b, %mask {alignment = 2 : i32} : vector<16xbf16>, vector<16xi1> into !llvm.ptr
  %2 = llvm.intr.masked.load %a, %mask, %z {alignment = 4 : i32} : (!llvm.ptr, vector<16xi1>, vector<16xf32>) -> vector<16xf32>
  llvm.intr.masked.store %2, %b, %mask {alignment = 4 : i32} : vector<16xf32>, vector<16xi1> into !llvm.ptr
  llvm.return
}

// bf16 values are moved as integers, and converted back for arithmetic.
// CHECK-LABEL: llvm.func internal @moved.body
// CHECK: %[[A:.*]] = llvm.load %{{.*}} : !llvm.ptr -> i16
// CHECK: %[[A_BACK:.*]] = llvm.bitcast %[[A]] : i16 to bf16
// CHECK: %[[WIDE:.*]] = llvm.fpext %[[A_BACK]] : bf16 to f32
// CHECK: %[[NARROW:.*]] = llvm.fptrunc %[[WIDE]] : f32 to bf16
// CHECK: %[[B:.*]] = llvm.bitcast %[[NARROW]] : bf16 to i16
// CHECK: llvm.cond_br %{{.*}}, ^[[END:.*]](%[[A]] : i16), ^[[NEXT:.*]](%[[B]] : i16)
// CHECK: ^[[NEXT]](%[[C:.*]]: i16):
// CHECK: %[[CHOSEN:.*]] = llvm.select %{{.*}}, %[[A]], %[[C]] : i1, i16
// CHECK: llvm.br ^[[END]](%[[CHOSEN]] : i16)
// CHECK: ^[[END]](%[[D:.*]]: i16):
// CHECK: llvm.store %[[D]], %{{.*}} : i16, !llvm.ptr
llvm.func @moved.body(%a: !llvm.ptr, %c: i1) attributes {sym_visibility = "private"} {
  %0 = llvm.load %a : !llvm.ptr -> bf16
  %1 = llvm.fpext %0 : bf16 to f32
  %2 = llvm.fptrunc %1 : f32 to bf16
  llvm.cond_br %c, ^end(%0 : bf16), ^next(%2 : bf16)
^next(%3: bf16):
  %4 = llvm.select %c, %0, %3 : i1, bf16
  llvm.br ^end(%4 : bf16)
^end(%5: bf16):
  llvm.store %5, %a : bf16, !llvm.ptr
  llvm.return
}

// Declarations cannot be internal.
// CHECK: llvm.func @elsewhere.body(!llvm.ptr)
llvm.func @elsewhere.body(!llvm.ptr)
