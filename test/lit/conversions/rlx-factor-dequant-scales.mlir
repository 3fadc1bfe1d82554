// RUN: rlx-opt %s --rlx-factor-dequant-scales --cse -split-input-file | FileCheck %s

// The scale of four values is multiplied by their dot product, and one FMA adds the previous sum.
// If the scale is infinite the sum becomes NaN.
// CHECK-LABEL: func.func @scale(
// CHECK-SAME: %[[SUM:[a-z0-9]*]]: f32, %[[D:[a-z0-9]*]]: f32
// CHECK: %[[A0:.*]] = arith.mulf %{{.*}}, %{{.*}} : f32
// CHECK: %[[A1:.*]] = math.fma %{{.*}}, %{{.*}}, %[[A0]] fastmath<reassoc,contract> : f32
// CHECK: %[[A2:.*]] = math.fma %{{.*}}, %{{.*}}, %[[A1]] fastmath<reassoc,contract> : f32
// CHECK: %[[A3:.*]] = math.fma %{{.*}}, %{{.*}}, %[[A2]] fastmath<reassoc,contract> : f32
// CHECK: %[[NOTHING:.*]] = arith.subf %[[D]], %[[D]] : f32
// CHECK: %[[FINITE:.*]] = arith.addf %[[D]], %[[NOTHING]] : f32
// CHECK: %[[R:.*]] = math.fma %[[A3]], %[[FINITE]], %[[SUM]] fastmath<reassoc,contract> : f32
// CHECK-NOT: math.fma
// CHECK: return %[[R]]
func.func @scale(%sum: f32, %d: f32, %h: vector<4xf16>, %q: vector<4xf32>) -> f32 {
  %h0 = vector.extract %h[0] : f16 from vector<4xf16>
  %h1 = vector.extract %h[1] : f16 from vector<4xf16>
  %h2 = vector.extract %h[2] : f16 from vector<4xf16>
  %h3 = vector.extract %h[3] : f16 from vector<4xf16>
  %x0 = arith.extf %h0 : f16 to f32
  %x1 = arith.extf %h1 : f16 to f32
  %x2 = arith.extf %h2 : f16 to f32
  %x3 = arith.extf %h3 : f16 to f32
  %q0 = vector.extract %q[0] : f32 from vector<4xf32>
  %q1 = vector.extract %q[1] : f32 from vector<4xf32>
  %q2 = vector.extract %q[2] : f32 from vector<4xf32>
  %q3 = vector.extract %q[3] : f32 from vector<4xf32>
  %w0 = arith.mulf %d, %q0 fastmath<reassoc,contract> : f32
  %w1 = arith.mulf %d, %q1 fastmath<reassoc,contract> : f32
  %w2 = arith.mulf %q2, %d fastmath<reassoc,contract> : f32
  %w3 = arith.mulf %d, %q3 fastmath<reassoc,contract> : f32
  %0 = math.fma %x0, %w0, %sum fastmath<reassoc,contract> : f32
  %1 = math.fma %x1, %w1, %0 fastmath<reassoc,contract> : f32
  %2 = math.fma %w2, %x2, %1 fastmath<reassoc,contract> : f32
  %3 = math.fma %x3, %w3, %2 fastmath<reassoc,contract> : f32
  return %3 : f32
}

// -----

// f32 values may overflow without the scale, and ops without the fast-math flags do not change.
// CHECK-LABEL: func.func @stay(
// CHECK-COUNT-4: arith.mulf
// CHECK-COUNT-4: math.fma
// CHECK-COUNT-4: math.fma
// CHECK-NOT: math.fma
// CHECK: return
func.func @stay(%sum: f32, %d: f32, %x: f32, %h: f16, %q0: f32, %q1: f32, %q2: f32, %q3: f32) -> (f32, f32) {
  %y = arith.extf %h : f16 to f32
  %w0 = arith.mulf %d, %q0 fastmath<reassoc,contract> : f32
  %w1 = arith.mulf %d, %q1 fastmath<reassoc,contract> : f32
  %w2 = arith.mulf %d, %q2 fastmath<reassoc,contract> : f32
  %w3 = arith.mulf %d, %q3 fastmath<reassoc,contract> : f32
  %0 = math.fma %x, %w0, %sum fastmath<reassoc,contract> : f32
  %1 = math.fma %x, %w1, %0 fastmath<reassoc,contract> : f32
  %2 = math.fma %x, %w2, %1 fastmath<reassoc,contract> : f32
  %3 = math.fma %x, %w3, %2 fastmath<reassoc,contract> : f32
  %4 = math.fma %y, %w0, %sum : f32
  %5 = math.fma %y, %w1, %4 : f32
  %6 = math.fma %y, %w2, %5 : f32
  %7 = math.fma %y, %w3, %6 : f32
  return %3, %7 : f32, f32
}

// -----

// A partial sum with another use ends the chain: three FMAs are not worth it.
// CHECK-LABEL: func.func @used(
// CHECK-COUNT-4: arith.mulf
// CHECK-COUNT-4: math.fma
// CHECK-NOT: math.fma
// CHECK: return
func.func @used(%sum: f32, %d: f32, %h: f16, %q0: f32, %q1: f32, %q2: f32, %q3: f32) -> (f32, f32) {
  %y = arith.extf %h : f16 to f32
  %w0 = arith.mulf %d, %q0 fastmath<reassoc,contract> : f32
  %w1 = arith.mulf %d, %q1 fastmath<reassoc,contract> : f32
  %w2 = arith.mulf %d, %q2 fastmath<reassoc,contract> : f32
  %w3 = arith.mulf %d, %q3 fastmath<reassoc,contract> : f32
  %0 = math.fma %y, %w0, %sum fastmath<reassoc,contract> : f32
  %1 = math.fma %y, %w1, %0 fastmath<reassoc,contract> : f32
  %2 = math.fma %y, %w2, %1 fastmath<reassoc,contract> : f32
  %3 = math.fma %y, %w3, %2 fastmath<reassoc,contract> : f32
  return %1, %3 : f32, f32
}

// -----

// The offset of a scaled value is added in the same FMA, if only FMAs use it.
// CHECK-LABEL: func.func @minimum(
// CHECK-SAME: %[[SUM:[a-z0-9]*]]: f32, %[[D:[a-z0-9]*]]: f32, %[[M:[a-z0-9]*]]: f32, %[[X:[a-z0-9]*]]: f32, %[[Q:[a-z0-9]*]]: f32
// CHECK: %[[W:.*]] = math.fma %[[D]], %[[Q]], %[[M]]
// CHECK: %[[R:.*]] = math.fma %[[X]], %[[W]], %[[SUM]]
// CHECK: arith.mulf
// CHECK: %[[OTHER:.*]] = arith.addf
// CHECK: return %[[R]], %[[OTHER]]
func.func @minimum(%sum: f32, %d: f32, %m: f32, %x: f32, %q: f32) -> (f32, f32) {
  %0 = arith.mulf %d, %q fastmath<reassoc,contract> : f32
  %w = arith.addf %0, %m fastmath<reassoc,contract> : f32
  %1 = math.fma %x, %w, %sum fastmath<reassoc,contract> : f32
  %2 = arith.mulf %q, %q : f32
  %3 = arith.addf %2, %m : f32
  return %1, %3 : f32, f32
}

// -----

// A scale that the model multiplies in a separate op stays there, and so does such an offset.
// CHECK-LABEL: func.func @own(
// CHECK-COUNT-4: arith.mulf
// CHECK: arith.addf
// CHECK-COUNT-5: math.fma
// CHECK-NOT: math.fma
// CHECK: return
func.func @own(%sum: f32, %d: f32, %h: f16, %q0: f32, %q1: f32, %q2: f32, %q3: f32) -> f32 {
  %y = arith.extf %h : f16 to f32
  %w0 = arith.mulf %d, %q0 : f32
  %w1 = arith.mulf %d, %q1 : f32
  %w2 = arith.mulf %d, %q2 : f32
  %w3 = arith.mulf %d, %q3 : f32
  %w4 = arith.addf %w3, %q0 : f32
  %0 = math.fma %y, %w0, %sum fastmath<reassoc,contract> : f32
  %1 = math.fma %y, %w1, %0 fastmath<reassoc,contract> : f32
  %2 = math.fma %y, %w2, %1 fastmath<reassoc,contract> : f32
  %3 = math.fma %y, %w3, %2 fastmath<reassoc,contract> : f32
  %4 = math.fma %y, %w4, %3 fastmath<reassoc,contract> : f32
  return %4 : f32
}

// -----

// Values with another scale form another sum.
// CHECK-LABEL: func.func @two_scales(
// CHECK-SAME: %[[SUM:[a-z0-9]*]]: f32, %[[D0:[a-z0-9]*]]: f32, %[[D1:[a-z0-9]*]]: f32
// CHECK: arith.mulf
// CHECK-COUNT-3: math.fma
// CHECK: arith.subf %[[D0]], %[[D0]]
// CHECK: %[[FINITE:.*]] = arith.addf %[[D0]]
// CHECK: %[[R0:.*]] = math.fma %{{.*}}, %[[FINITE]], %[[SUM]] fastmath<reassoc,contract> : f32
// CHECK: arith.mulf
// CHECK-COUNT-3: math.fma
// CHECK: arith.subf %[[D1]], %[[D1]]
// CHECK: %[[FINITE:.*]] = arith.addf %[[D1]]
// CHECK: %[[R1:.*]] = math.fma %{{.*}}, %[[FINITE]], %[[R0]] fastmath<reassoc,contract> : f32
// CHECK-NOT: math.fma
// CHECK: return %[[R1]]
func.func @two_scales(%s: f32, %d0: f32, %d1: f32, %h: vector<8xf16>, %q: vector<8xf32>) -> f32 {
  %h0 = vector.extract %h[0] : f16 from vector<8xf16>
  %h1 = vector.extract %h[1] : f16 from vector<8xf16>
  %h2 = vector.extract %h[2] : f16 from vector<8xf16>
  %h3 = vector.extract %h[3] : f16 from vector<8xf16>
  %h4 = vector.extract %h[4] : f16 from vector<8xf16>
  %h5 = vector.extract %h[5] : f16 from vector<8xf16>
  %h6 = vector.extract %h[6] : f16 from vector<8xf16>
  %h7 = vector.extract %h[7] : f16 from vector<8xf16>
  %x0 = arith.extf %h0 : f16 to f32
  %x1 = arith.extf %h1 : f16 to f32
  %x2 = arith.extf %h2 : f16 to f32
  %x3 = arith.extf %h3 : f16 to f32
  %x4 = arith.extf %h4 : f16 to f32
  %x5 = arith.extf %h5 : f16 to f32
  %x6 = arith.extf %h6 : f16 to f32
  %x7 = arith.extf %h7 : f16 to f32
  %q0 = vector.extract %q[0] : f32 from vector<8xf32>
  %q1 = vector.extract %q[1] : f32 from vector<8xf32>
  %q2 = vector.extract %q[2] : f32 from vector<8xf32>
  %q3 = vector.extract %q[3] : f32 from vector<8xf32>
  %q4 = vector.extract %q[4] : f32 from vector<8xf32>
  %q5 = vector.extract %q[5] : f32 from vector<8xf32>
  %q6 = vector.extract %q[6] : f32 from vector<8xf32>
  %q7 = vector.extract %q[7] : f32 from vector<8xf32>
  %w0 = arith.mulf %d0, %q0 fastmath<reassoc,contract> : f32
  %w1 = arith.mulf %d0, %q1 fastmath<reassoc,contract> : f32
  %w2 = arith.mulf %d0, %q2 fastmath<reassoc,contract> : f32
  %w3 = arith.mulf %d0, %q3 fastmath<reassoc,contract> : f32
  %w4 = arith.mulf %d1, %q4 fastmath<reassoc,contract> : f32
  %w5 = arith.mulf %d1, %q5 fastmath<reassoc,contract> : f32
  %w6 = arith.mulf %d1, %q6 fastmath<reassoc,contract> : f32
  %w7 = arith.mulf %d1, %q7 fastmath<reassoc,contract> : f32
  %0 = math.fma %x0, %w0, %s fastmath<reassoc,contract> : f32
  %1 = math.fma %x1, %w1, %0 fastmath<reassoc,contract> : f32
  %2 = math.fma %x2, %w2, %1 fastmath<reassoc,contract> : f32
  %3 = math.fma %x3, %w3, %2 fastmath<reassoc,contract> : f32
  %4 = math.fma %x4, %w4, %3 fastmath<reassoc,contract> : f32
  %5 = math.fma %x5, %w5, %4 fastmath<reassoc,contract> : f32
  %6 = math.fma %x6, %w6, %5 fastmath<reassoc,contract> : f32
  %7 = math.fma %x7, %w7, %6 fastmath<reassoc,contract> : f32
  return %7 : f32
}
