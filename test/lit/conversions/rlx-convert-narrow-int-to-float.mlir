// RUN: rlx-opt %s --rlx-convert-narrow-int-to-float --canonicalize --cse | FileCheck %s

// The bits of 2^23 combined with a nibble are the float 2^23 plus the nibble. 8388616 is 2^23 + 8.
// CHECK-LABEL: func.func @nibble(
// CHECK-SAME: %[[X:[a-z0-9]*]]: i32
// CHECK-DAG: %[[LIMIT:.*]] = arith.constant 1258291200 : i32
// CHECK-DAG: %[[EXCESS:.*]] = arith.constant 0x4B000008 : f32
// CHECK: %[[BITS:.*]] = arith.andi %[[X]]
// CHECK: %[[OR:.*]] = arith.ori %[[BITS]], %[[LIMIT]]
// CHECK: %[[SUM:.*]] = arith.bitcast %[[OR]] : i32 to f32
// CHECK: %[[R:.*]] = arith.subf %[[SUM]], %[[EXCESS]]
// CHECK: return %[[R]]
func.func @nibble(%x: i32) -> f32 {
  %mask = arith.constant 15 : i32
  %minus = arith.constant -8 : i32
  %0 = arith.andi %x, %mask : i32
  %1 = arith.addi %0, %minus : i32
  %2 = arith.sitofp %1 : i32 to f32
  return %2 : f32
}

// Nibbles of a word are converted in place. Those of its last byte would not fit beside 2^23.
// CHECK-LABEL: func.func @word(
// CHECK-SAME: %[[X:[a-z0-9]*]]: i32, %[[I:[a-z0-9]*]]: index
// CHECK: %[[MOVED:.*]] = arith.shrui %[[X]], %{{.*}} : i32
// CHECK: arith.andi %[[MOVED]], %c3840_i32
// CHECK: arith.ori
// CHECK: math.fma %{{.*}}, %{{.*}}, %{{.*}} : f32
// CHECK: %[[LAST:.*]] = arith.shrui %[[MOVED]], %c16_i32
// CHECK: arith.andi %[[LAST]], %c3840_i32
// CHECK: math.fma
func.func @word(%x: i32, %i: index) -> (f32, f32) {
  %mask = arith.constant 15 : i32
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %half = arith.remui %i, %c2 : index
  %by = arith.muli %half, %c4 : index
  %shift = arith.index_cast %by : index to i32
  %v = vector.from_elements %x : vector<1xi32>
  %bytes = vector.bitcast %v : vector<1xi32> to vector<4xi8>
  %b1 = vector.extract %bytes[1] : i8 from vector<4xi8>
  %b3 = vector.extract %bytes[3] : i8 from vector<4xi8>
  %e1 = arith.extui %b1 : i8 to i32
  %e3 = arith.extui %b3 : i8 to i32
  %s1 = arith.shrui %e1, %shift : i32
  %s3 = arith.shrui %e3, %shift : i32
  %n1 = arith.andi %s1, %mask : i32
  %n3 = arith.andi %s3, %mask : i32
  %f1 = arith.uitofp %n1 : i32 to f32
  %f3 = arith.uitofp %n3 : i32 to f32
  return %f1, %f3 : f32, f32
}

// A constant shift only changes the bit offset.
// CHECK-LABEL: func.func @high(
// CHECK-SAME: %[[X:[a-z0-9]*]]: i32
// CHECK-NOT: arith.shrui
// CHECK: arith.andi %[[X]], %c61440_i32
// CHECK: arith.ori
// CHECK: math.fma
func.func @high(%x: i32) -> f32 {
  %mask = arith.constant 15 : i32
  %shift = arith.constant 4 : i32
  %v = vector.from_elements %x : vector<1xi32>
  %bytes = vector.bitcast %v : vector<1xi32> to vector<4xi8>
  %b = vector.extract %bytes[1] : i8 from vector<4xi8>
  %e = arith.extui %b : i8 to i32
  %s = arith.shrui %e, %shift : i32
  %n = arith.andi %s, %mask : i32
  %f = arith.uitofp %n : i32 to f32
  return %f : f32
}

// The same in a 16-bit word. For a byte behind the first two the word is shifted once.
// CHECK-LABEL: func.func @places(
// CHECK-SAME: %[[X:[a-z0-9]*]]: i16, %[[Y:[a-z0-9]*]]: i32
// CHECK: %[[WORD:.*]] = arith.extui %[[X]] : i16 to i32
// CHECK: arith.andi %[[WORD]], %c61440_i32
// CHECK: %[[UPPER:.*]] = arith.shrui %[[Y]], %c16_i32
// CHECK: arith.andi %[[UPPER]], %c240_i32
// CHECK: arith.andi %[[UPPER]], %c61440_i32
// CHECK-NOT: arith.shrui
func.func @places(%x: i16, %y: i32) -> (f32, f32, f32) {
  %mask = arith.constant 15 : i32
  %shift = arith.constant 4 : i32
  %v = vector.from_elements %x : vector<1xi16>
  %short = vector.bitcast %v : vector<1xi16> to vector<2xi8>
  %u = vector.from_elements %y : vector<1xi32>
  %long = vector.bitcast %u : vector<1xi32> to vector<4xi8>
  %b0 = vector.extract %short[1] : i8 from vector<2xi8>
  %b1 = vector.extract %long[2] : i8 from vector<4xi8>
  %b2 = vector.extract %long[3] : i8 from vector<4xi8>
  %e0 = arith.extui %b0 : i8 to i32
  %e1 = arith.extui %b1 : i8 to i32
  %e2 = arith.extui %b2 : i8 to i32
  %s0 = arith.shrui %e0, %shift : i32
  %s1 = arith.shrui %e1, %shift : i32
  %s2 = arith.shrui %e2, %shift : i32
  %n0 = arith.andi %s0, %mask : i32
  %n1 = arith.andi %s1, %mask : i32
  %n2 = arith.andi %s2, %mask : i32
  %f0 = arith.uitofp %n0 : i32 to f32
  %f1 = arith.uitofp %n1 : i32 to f32
  %f2 = arith.uitofp %n2 : i32 to f32
  return %f0, %f1, %f2 : f32, f32, f32
}

// A dynamic shift would bring in bits of the next byte.
// CHECK-LABEL: func.func @any_shift(
// CHECK: arith.extui
// CHECK: arith.shrui
// CHECK: arith.subf
func.func @any_shift(%x: i32, %shift: i32) -> f32 {
  %mask = arith.constant 15 : i32
  %v = vector.from_elements %x : vector<1xi32>
  %bytes = vector.bitcast %v : vector<1xi32> to vector<4xi8>
  %b = vector.extract %bytes[1] : i8 from vector<4xi8>
  %e = arith.extui %b : i8 to i32
  %s = arith.shrui %e, %shift : i32
  %n = arith.andi %s, %mask : i32
  %f = arith.uitofp %n : i32 to f32
  return %f : f32
}

// Possibly larger values, other types, and negative values as unsigned are not converted.
// CHECK-LABEL: func.func @stay(
// CHECK: arith.sitofp %{{.*}} : i32 to f32
// CHECK: arith.sitofp %{{.*}} : i32 to f32
// CHECK: arith.uitofp %{{.*}} : i32 to f32
// CHECK: arith.sitofp %{{.*}} : i32 to f64
func.func @stay(%x: i32) -> (f32, f32, f32, f64) {
  %large = arith.constant 8388608 : i32
  %mask = arith.constant 15 : i32
  %minus = arith.constant -1 : i32
  %0 = arith.sitofp %x : i32 to f32
  %1 = arith.andi %x, %large : i32
  %2 = arith.sitofp %1 : i32 to f32
  %3 = arith.andi %x, %mask : i32
  %4 = arith.addi %3, %minus : i32
  %5 = arith.uitofp %4 : i32 to f32
  %6 = arith.sitofp %3 : i32 to f64
  return %0, %2, %5, %6 : f32, f32, f32, f64
}
