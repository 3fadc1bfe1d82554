// RUN: rlx-opt %s --rlx-simplify-block-indices --canonicalize --cse | FileCheck %s

// Element 3 of eight contiguous ones is in the block of the first one, three elements behind it,
// and in the same half of that block.
// CHECK-LABEL: func.func @in_block(
// CHECK-SAME: %[[I:.*]]: index
// CHECK: %[[FIRST:.*]] = arith.muli %[[I]], %c8
// CHECK: %[[BLOCK:.*]] = arith.divui %[[FIRST]], %c32
// CHECK: %[[IN_BLOCK:.*]] = arith.remui %[[FIRST]], %c32
// CHECK: %[[IN_HALF:.*]] = arith.remui %[[IN_BLOCK]], %c16
// CHECK: %[[PLACE:.*]] = arith.addi %[[IN_HALF]], %c3
// CHECK: %[[HALF:.*]] = arith.divui %[[IN_BLOCK]], %c16
// CHECK: return %[[BLOCK]], %[[PLACE]], %[[HALF]]
func.func @in_block(%i: index) -> (index, index, index) {
  %c3 = arith.constant 3 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %first = arith.muli %i, %c8 : index
  %at = arith.addi %first, %c3 : index
  %block = arith.divui %at, %c32 : index
  %in = arith.remui %at, %c32 : index
  %in_half = arith.remui %in, %c16 : index
  %half = arith.divui %in, %c16 : index
  return %block, %in_half, %half : index, index, index
}

// Element 9 is the second of the next eight.
// CHECK-LABEL: func.func @in_next(
// CHECK: %[[NEXT:.*]] = arith.addi %{{.*}}, %c8
// CHECK: %[[IN:.*]] = arith.remui %[[NEXT]], %c32
// CHECK: arith.addi %[[IN]], %c1
func.func @in_next(%i: index) -> index {
  %c8 = arith.constant 8 : index
  %c9 = arith.constant 9 : index
  %c32 = arith.constant 32 : index
  %first = arith.muli %i, %c8 : index
  %at = arith.addi %first, %c9 : index
  %in = arith.remui %at, %c32 : index
  return %in : index
}

// Blocks of 9 do not contain aligned groups of eight, and nothing is known about an argument.
// CHECK-LABEL: func.func @others(
// CHECK: %[[AT:.*]] = arith.addi %{{.*}}, %c3
// CHECK: arith.remui %[[AT]], %c9
// CHECK: %[[AFTER:.*]] = arith.addi %{{.*}}, %c3
// CHECK: arith.divui %[[AFTER]], %c32
func.func @others(%i: index) -> (index, index) {
  %c3 = arith.constant 3 : index
  %c8 = arith.constant 8 : index
  %c9 = arith.constant 9 : index
  %c32 = arith.constant 32 : index
  %first = arith.muli %i, %c8 : index
  %at = arith.addi %first, %c3 : index
  %in = arith.remui %at, %c9 : index
  %after = arith.addi %i, %c3 : index
  %block = arith.divui %after, %c32 : index
  return %in, %block : index, index
}

// An index with a constant offset from a multiple of the size has a known offset in its block, and
// its block index needs no division.
// CHECK-LABEL: func.func @whole(
// CHECK-SAME: %[[I:.*]]: index
// CHECK: %[[TWO:.*]] = arith.muli %[[I]], %c2
// CHECK: %[[BLOCK:.*]] = arith.addi %[[TWO]], %c1
// CHECK: return %[[BLOCK]], %c5, %c5, %c0
func.func @whole(%i: index) -> (index, index, index, index) {
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %c37 = arith.constant 37 : index
  %c64 = arith.constant 64 : index
  %first = arith.muli %i, %c64 : index
  %at = arith.addi %first, %c37 : index
  %block = arith.divui %at, %c32 : index
  %in = arith.remui %at, %c32 : index
  %in_half = arith.remui %in, %c16 : index
  %half = arith.divui %in, %c16 : index
  return %block, %in, %in_half, %half : index, index, index, index
}

// The same for quotients: 64 i is at the begin of a pair of 32 in a block of 256.
// CHECK-LABEL: func.func @quotient(
// CHECK: return %c0
func.func @quotient(%i: index) -> index {
  %c2 = arith.constant 2 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %c256 = arith.constant 256 : index
  %first = arith.muli %i, %c64 : index
  %in = arith.remui %first, %c256 : index
  %part = arith.divui %in, %c32 : index
  %odd = arith.remui %part, %c2 : index
  return %odd : index
}
