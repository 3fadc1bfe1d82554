// RUN: rlx-opt %s --rlx-factor-dequant-scales --cse -split-input-file | FileCheck %s

// A block's offset is multiplied by the sum of the factors, which the blocks of two rows share.
// Infinite offsets become NaN, as scales do.
// CHECK-LABEL: func.func @moved(
// CHECK-SAME: %[[S0:[a-z0-9]*]]: f32, %[[S1:[a-z0-9]*]]: f32, %[[D0:[a-z0-9]*]]: f32, %[[D1:[a-z0-9]*]]: f32, %[[M0:[a-z0-9]*]]: f32, %[[M1:[a-z0-9]*]]: f32,
// CHECK: %[[X0:.*]] = arith.extf
// CHECK: %[[X1:.*]] = arith.extf
// CHECK: %[[X2:.*]] = arith.extf
// CHECK: %[[X3:.*]] = arith.extf
// CHECK: %[[X4:.*]] = arith.extf
// CHECK: %[[X5:.*]] = arith.extf
// CHECK: %[[X6:.*]] = arith.extf
// CHECK: %[[X7:.*]] = arith.extf
// CHECK: %[[X8:.*]] = arith.extf
// CHECK: %[[X9:.*]] = arith.extf
// CHECK: %[[X10:.*]] = arith.extf
// CHECK: %[[X11:.*]] = arith.extf
// CHECK: %[[P0:.*]] = vector.extract %{{.*}}[0]
// CHECK: %[[P1:.*]] = vector.extract %{{.*}}[1]
// CHECK: %[[P2:.*]] = vector.extract %{{.*}}[2]
// CHECK: %[[P3:.*]] = vector.extract %{{.*}}[3]
// CHECK: %[[P4:.*]] = vector.extract %{{.*}}[4]
// CHECK: %[[P5:.*]] = vector.extract %{{.*}}[5]
// CHECK: %[[P6:.*]] = vector.extract %{{.*}}[6]
// CHECK: %[[P7:.*]] = vector.extract %{{.*}}[7]
// CHECK: %[[P8:.*]] = vector.extract %{{.*}}[8]
// CHECK: %[[P9:.*]] = vector.extract %{{.*}}[9]
// CHECK: %[[P10:.*]] = vector.extract %{{.*}}[10]
// CHECK: %[[P11:.*]] = vector.extract %{{.*}}[11]
// CHECK: %[[Q0:.*]] = vector.extract %{{.*}}[0]
// CHECK: %[[Q1:.*]] = vector.extract %{{.*}}[1]
// CHECK: %[[Q2:.*]] = vector.extract %{{.*}}[2]
// CHECK: %[[Q3:.*]] = vector.extract %{{.*}}[3]
// CHECK: %[[Q4:.*]] = vector.extract %{{.*}}[4]
// CHECK: %[[Q5:.*]] = vector.extract %{{.*}}[5]
// CHECK: %[[Q6:.*]] = vector.extract %{{.*}}[6]
// CHECK: %[[Q7:.*]] = vector.extract %{{.*}}[7]
// CHECK: %[[Q8:.*]] = vector.extract %{{.*}}[8]
// CHECK: %[[Q9:.*]] = vector.extract %{{.*}}[9]
// CHECK: %[[Q10:.*]] = vector.extract %{{.*}}[10]
// CHECK: %[[Q11:.*]] = vector.extract %{{.*}}[11]
// CHECK: %[[A0:.*]] = arith.mulf %[[X0]], %[[P0]] : f32
// CHECK: %[[A1:.*]] = math.fma %[[X1]], %[[P1]], %[[A0]] fastmath<reassoc,contract>
// CHECK: %[[T1:.*]] = arith.addf %[[X0]], %[[X1]] : f32
// CHECK: %[[A2:.*]] = math.fma %[[X2]], %[[P2]], %[[A1]] fastmath<reassoc,contract>
// CHECK: %[[T2:.*]] = arith.addf %[[T1]], %[[X2]] : f32
// CHECK: %[[A3:.*]] = math.fma %[[X3]], %[[P3]], %[[A2]] fastmath<reassoc,contract>
// CHECK: %[[T3:.*]] = arith.addf %[[T2]], %[[X3]] : f32
// CHECK: %[[A4:.*]] = math.fma %[[X4]], %[[P4]], %[[A3]] fastmath<reassoc,contract>
// CHECK: %[[T4:.*]] = arith.addf %[[T3]], %[[X4]] : f32
// CHECK: %[[A5:.*]] = math.fma %[[X5]], %[[P5]], %[[A4]] fastmath<reassoc,contract>
// CHECK: %[[T5:.*]] = arith.addf %[[T4]], %[[X5]] : f32
// CHECK: %[[A6:.*]] = math.fma %[[X6]], %[[P6]], %[[A5]] fastmath<reassoc,contract>
// CHECK: %[[T6:.*]] = arith.addf %[[T5]], %[[X6]] : f32
// CHECK: %[[A7:.*]] = math.fma %[[X7]], %[[P7]], %[[A6]] fastmath<reassoc,contract>
// CHECK: %[[T7:.*]] = arith.addf %[[T6]], %[[X7]] : f32
// CHECK: %[[A8:.*]] = math.fma %[[X8]], %[[P8]], %[[A7]] fastmath<reassoc,contract>
// CHECK: %[[T8:.*]] = arith.addf %[[T7]], %[[X8]] : f32
// CHECK: %[[A9:.*]] = math.fma %[[X9]], %[[P9]], %[[A8]] fastmath<reassoc,contract>
// CHECK: %[[T9:.*]] = arith.addf %[[T8]], %[[X9]] : f32
// CHECK: %[[A10:.*]] = math.fma %[[X10]], %[[P10]], %[[A9]] fastmath<reassoc,contract>
// CHECK: %[[T10:.*]] = arith.addf %[[T9]], %[[X10]] : f32
// CHECK: %[[A11:.*]] = math.fma %[[X11]], %[[P11]], %[[A10]] fastmath<reassoc,contract>
// CHECK: %[[T11:.*]] = arith.addf %[[T10]], %[[X11]] : f32
// CHECK: %[[NO:.*]] = arith.subf %[[M0]], %[[M0]]
// CHECK: %[[M:.*]] = arith.addf %[[M0]], %[[NO]]
// CHECK: %[[R:.*]] = math.fma %[[T11]], %[[M]], %[[S0]] fastmath<reassoc,contract>
// CHECK: %[[NO:.*]] = arith.subf %[[D0]], %[[D0]]
// CHECK: %[[D:.*]] = arith.addf %[[D0]], %[[NO]]
// CHECK: %[[R0:.*]] = math.fma %[[A11]], %[[D]], %[[R]] fastmath<reassoc,contract>
// CHECK: %[[A0:.*]] = arith.mulf %[[X0]], %[[Q0]] : f32
// CHECK-NOT: arith.addf %[[X0]]
// CHECK: %[[A1:.*]] = math.fma %[[X1]], %[[Q1]], %[[A0]] fastmath<reassoc,contract>
// CHECK: %[[A2:.*]] = math.fma %[[X2]], %[[Q2]], %[[A1]] fastmath<reassoc,contract>
// CHECK: %[[A3:.*]] = math.fma %[[X3]], %[[Q3]], %[[A2]] fastmath<reassoc,contract>
// CHECK: %[[A4:.*]] = math.fma %[[X4]], %[[Q4]], %[[A3]] fastmath<reassoc,contract>
// CHECK: %[[A5:.*]] = math.fma %[[X5]], %[[Q5]], %[[A4]] fastmath<reassoc,contract>
// CHECK: %[[A6:.*]] = math.fma %[[X6]], %[[Q6]], %[[A5]] fastmath<reassoc,contract>
// CHECK: %[[A7:.*]] = math.fma %[[X7]], %[[Q7]], %[[A6]] fastmath<reassoc,contract>
// CHECK: %[[A8:.*]] = math.fma %[[X8]], %[[Q8]], %[[A7]] fastmath<reassoc,contract>
// CHECK: %[[A9:.*]] = math.fma %[[X9]], %[[Q9]], %[[A8]] fastmath<reassoc,contract>
// CHECK: %[[A10:.*]] = math.fma %[[X10]], %[[Q10]], %[[A9]] fastmath<reassoc,contract>
// CHECK: %[[A11:.*]] = math.fma %[[X11]], %[[Q11]], %[[A10]] fastmath<reassoc,contract>
// CHECK: %[[NO:.*]] = arith.subf %[[M1]], %[[M1]]
// CHECK: %[[M:.*]] = arith.addf %[[M1]], %[[NO]]
// CHECK: %[[R:.*]] = math.fma %[[T11]], %[[M]], %[[S1]] fastmath<reassoc,contract>
// CHECK: %[[NO:.*]] = arith.subf %[[D1]], %[[D1]]
// CHECK: %[[D:.*]] = arith.addf %[[D1]], %[[NO]]
// CHECK: %[[R1:.*]] = math.fma %[[A11]], %[[D]], %[[R]] fastmath<reassoc,contract>
// CHECK-NOT: math.fma
// CHECK: return %[[R0]], %[[R1]]
func.func @moved(%s0: f32, %s1: f32, %d0: f32, %d1: f32, %m0: f32, %m1: f32, %h: vector<12xf16>,
                 %p: vector<12xf32>, %q: vector<12xf32>) -> (f32, f32) {
  %h0 = vector.extract %h[0] : f16 from vector<12xf16>
  %h1 = vector.extract %h[1] : f16 from vector<12xf16>
  %h2 = vector.extract %h[2] : f16 from vector<12xf16>
  %h3 = vector.extract %h[3] : f16 from vector<12xf16>
  %h4 = vector.extract %h[4] : f16 from vector<12xf16>
  %h5 = vector.extract %h[5] : f16 from vector<12xf16>
  %h6 = vector.extract %h[6] : f16 from vector<12xf16>
  %h7 = vector.extract %h[7] : f16 from vector<12xf16>
  %h8 = vector.extract %h[8] : f16 from vector<12xf16>
  %h9 = vector.extract %h[9] : f16 from vector<12xf16>
  %h10 = vector.extract %h[10] : f16 from vector<12xf16>
  %h11 = vector.extract %h[11] : f16 from vector<12xf16>
  %x0 = arith.extf %h0 : f16 to f32
  %x1 = arith.extf %h1 : f16 to f32
  %x2 = arith.extf %h2 : f16 to f32
  %x3 = arith.extf %h3 : f16 to f32
  %x4 = arith.extf %h4 : f16 to f32
  %x5 = arith.extf %h5 : f16 to f32
  %x6 = arith.extf %h6 : f16 to f32
  %x7 = arith.extf %h7 : f16 to f32
  %x8 = arith.extf %h8 : f16 to f32
  %x9 = arith.extf %h9 : f16 to f32
  %x10 = arith.extf %h10 : f16 to f32
  %x11 = arith.extf %h11 : f16 to f32
  %p0 = vector.extract %p[0] : f32 from vector<12xf32>
  %p1 = vector.extract %p[1] : f32 from vector<12xf32>
  %p2 = vector.extract %p[2] : f32 from vector<12xf32>
  %p3 = vector.extract %p[3] : f32 from vector<12xf32>
  %p4 = vector.extract %p[4] : f32 from vector<12xf32>
  %p5 = vector.extract %p[5] : f32 from vector<12xf32>
  %p6 = vector.extract %p[6] : f32 from vector<12xf32>
  %p7 = vector.extract %p[7] : f32 from vector<12xf32>
  %p8 = vector.extract %p[8] : f32 from vector<12xf32>
  %p9 = vector.extract %p[9] : f32 from vector<12xf32>
  %p10 = vector.extract %p[10] : f32 from vector<12xf32>
  %p11 = vector.extract %p[11] : f32 from vector<12xf32>
  %q0 = vector.extract %q[0] : f32 from vector<12xf32>
  %q1 = vector.extract %q[1] : f32 from vector<12xf32>
  %q2 = vector.extract %q[2] : f32 from vector<12xf32>
  %q3 = vector.extract %q[3] : f32 from vector<12xf32>
  %q4 = vector.extract %q[4] : f32 from vector<12xf32>
  %q5 = vector.extract %q[5] : f32 from vector<12xf32>
  %q6 = vector.extract %q[6] : f32 from vector<12xf32>
  %q7 = vector.extract %q[7] : f32 from vector<12xf32>
  %q8 = vector.extract %q[8] : f32 from vector<12xf32>
  %q9 = vector.extract %q[9] : f32 from vector<12xf32>
  %q10 = vector.extract %q[10] : f32 from vector<12xf32>
  %q11 = vector.extract %q[11] : f32 from vector<12xf32>
  %aw0 = math.fma %d0, %p0, %m0 fastmath<reassoc,contract> : f32
  %aw1 = math.fma %d0, %p1, %m0 fastmath<reassoc,contract> : f32
  %aw2 = math.fma %d0, %p2, %m0 fastmath<reassoc,contract> : f32
  %aw3 = math.fma %d0, %p3, %m0 fastmath<reassoc,contract> : f32
  %aw4 = math.fma %d0, %p4, %m0 fastmath<reassoc,contract> : f32
  %aw5 = math.fma %d0, %p5, %m0 fastmath<reassoc,contract> : f32
  %aw6 = math.fma %d0, %p6, %m0 fastmath<reassoc,contract> : f32
  %aw7 = math.fma %d0, %p7, %m0 fastmath<reassoc,contract> : f32
  %aw8 = math.fma %d0, %p8, %m0 fastmath<reassoc,contract> : f32
  %aw9 = math.fma %d0, %p9, %m0 fastmath<reassoc,contract> : f32
  %aw10 = math.fma %d0, %p10, %m0 fastmath<reassoc,contract> : f32
  %aw11 = math.fma %d0, %p11, %m0 fastmath<reassoc,contract> : f32
  %a0 = math.fma %x0, %aw0, %s0 fastmath<reassoc,contract> : f32
  %a1 = math.fma %x1, %aw1, %a0 fastmath<reassoc,contract> : f32
  %a2 = math.fma %x2, %aw2, %a1 fastmath<reassoc,contract> : f32
  %a3 = math.fma %x3, %aw3, %a2 fastmath<reassoc,contract> : f32
  %a4 = math.fma %x4, %aw4, %a3 fastmath<reassoc,contract> : f32
  %a5 = math.fma %x5, %aw5, %a4 fastmath<reassoc,contract> : f32
  %a6 = math.fma %x6, %aw6, %a5 fastmath<reassoc,contract> : f32
  %a7 = math.fma %x7, %aw7, %a6 fastmath<reassoc,contract> : f32
  %a8 = math.fma %x8, %aw8, %a7 fastmath<reassoc,contract> : f32
  %a9 = math.fma %x9, %aw9, %a8 fastmath<reassoc,contract> : f32
  %a10 = math.fma %x10, %aw10, %a9 fastmath<reassoc,contract> : f32
  %a11 = math.fma %x11, %aw11, %a10 fastmath<reassoc,contract> : f32
  %bw0 = math.fma %d1, %q0, %m1 fastmath<reassoc,contract> : f32
  %bw1 = math.fma %d1, %q1, %m1 fastmath<reassoc,contract> : f32
  %bw2 = math.fma %d1, %q2, %m1 fastmath<reassoc,contract> : f32
  %bw3 = math.fma %d1, %q3, %m1 fastmath<reassoc,contract> : f32
  %bw4 = math.fma %d1, %q4, %m1 fastmath<reassoc,contract> : f32
  %bw5 = math.fma %d1, %q5, %m1 fastmath<reassoc,contract> : f32
  %bw6 = math.fma %d1, %q6, %m1 fastmath<reassoc,contract> : f32
  %bw7 = math.fma %d1, %q7, %m1 fastmath<reassoc,contract> : f32
  %bw8 = math.fma %d1, %q8, %m1 fastmath<reassoc,contract> : f32
  %bw9 = math.fma %d1, %q9, %m1 fastmath<reassoc,contract> : f32
  %bw10 = math.fma %d1, %q10, %m1 fastmath<reassoc,contract> : f32
  %bw11 = math.fma %d1, %q11, %m1 fastmath<reassoc,contract> : f32
  %b0 = math.fma %x0, %bw0, %s1 fastmath<reassoc,contract> : f32
  %b1 = math.fma %x1, %bw1, %b0 fastmath<reassoc,contract> : f32
  %b2 = math.fma %x2, %bw2, %b1 fastmath<reassoc,contract> : f32
  %b3 = math.fma %x3, %bw3, %b2 fastmath<reassoc,contract> : f32
  %b4 = math.fma %x4, %bw4, %b3 fastmath<reassoc,contract> : f32
  %b5 = math.fma %x5, %bw5, %b4 fastmath<reassoc,contract> : f32
  %b6 = math.fma %x6, %bw6, %b5 fastmath<reassoc,contract> : f32
  %b7 = math.fma %x7, %bw7, %b6 fastmath<reassoc,contract> : f32
  %b8 = math.fma %x8, %bw8, %b7 fastmath<reassoc,contract> : f32
  %b9 = math.fma %x9, %bw9, %b8 fastmath<reassoc,contract> : f32
  %b10 = math.fma %x10, %bw10, %b9 fastmath<reassoc,contract> : f32
  %b11 = math.fma %x11, %bw11, %b10 fastmath<reassoc,contract> : f32
  return %a11, %b11 : f32, f32
}

// -----

// No factoring if no other FMAs use that sum, because it would take the same number of instructions
// as it saves. Another use of the values does not count.
// CHECK-LABEL: func.func @alone(
// CHECK-NOT: arith.addf
// CHECK-COUNT-24: math.fma
// CHECK-NOT: math.fma
// CHECK: return
func.func @alone(%s: f32, %d: f32, %m: f32, %h: vector<12xf16>, %p: vector<12xf32>) -> (f32, vector<12xf32>) {
  %h0 = vector.extract %h[0] : f16 from vector<12xf16>
  %h1 = vector.extract %h[1] : f16 from vector<12xf16>
  %h2 = vector.extract %h[2] : f16 from vector<12xf16>
  %h3 = vector.extract %h[3] : f16 from vector<12xf16>
  %h4 = vector.extract %h[4] : f16 from vector<12xf16>
  %h5 = vector.extract %h[5] : f16 from vector<12xf16>
  %h6 = vector.extract %h[6] : f16 from vector<12xf16>
  %h7 = vector.extract %h[7] : f16 from vector<12xf16>
  %h8 = vector.extract %h[8] : f16 from vector<12xf16>
  %h9 = vector.extract %h[9] : f16 from vector<12xf16>
  %h10 = vector.extract %h[10] : f16 from vector<12xf16>
  %h11 = vector.extract %h[11] : f16 from vector<12xf16>
  %x0 = arith.extf %h0 : f16 to f32
  %x1 = arith.extf %h1 : f16 to f32
  %x2 = arith.extf %h2 : f16 to f32
  %x3 = arith.extf %h3 : f16 to f32
  %x4 = arith.extf %h4 : f16 to f32
  %x5 = arith.extf %h5 : f16 to f32
  %x6 = arith.extf %h6 : f16 to f32
  %x7 = arith.extf %h7 : f16 to f32
  %x8 = arith.extf %h8 : f16 to f32
  %x9 = arith.extf %h9 : f16 to f32
  %x10 = arith.extf %h10 : f16 to f32
  %x11 = arith.extf %h11 : f16 to f32
  %p0 = vector.extract %p[0] : f32 from vector<12xf32>
  %p1 = vector.extract %p[1] : f32 from vector<12xf32>
  %p2 = vector.extract %p[2] : f32 from vector<12xf32>
  %p3 = vector.extract %p[3] : f32 from vector<12xf32>
  %p4 = vector.extract %p[4] : f32 from vector<12xf32>
  %p5 = vector.extract %p[5] : f32 from vector<12xf32>
  %p6 = vector.extract %p[6] : f32 from vector<12xf32>
  %p7 = vector.extract %p[7] : f32 from vector<12xf32>
  %p8 = vector.extract %p[8] : f32 from vector<12xf32>
  %p9 = vector.extract %p[9] : f32 from vector<12xf32>
  %p10 = vector.extract %p[10] : f32 from vector<12xf32>
  %p11 = vector.extract %p[11] : f32 from vector<12xf32>
  %aw0 = math.fma %d, %p0, %m fastmath<reassoc,contract> : f32
  %aw1 = math.fma %d, %p1, %m fastmath<reassoc,contract> : f32
  %aw2 = math.fma %d, %p2, %m fastmath<reassoc,contract> : f32
  %aw3 = math.fma %d, %p3, %m fastmath<reassoc,contract> : f32
  %aw4 = math.fma %d, %p4, %m fastmath<reassoc,contract> : f32
  %aw5 = math.fma %d, %p5, %m fastmath<reassoc,contract> : f32
  %aw6 = math.fma %d, %p6, %m fastmath<reassoc,contract> : f32
  %aw7 = math.fma %d, %p7, %m fastmath<reassoc,contract> : f32
  %aw8 = math.fma %d, %p8, %m fastmath<reassoc,contract> : f32
  %aw9 = math.fma %d, %p9, %m fastmath<reassoc,contract> : f32
  %aw10 = math.fma %d, %p10, %m fastmath<reassoc,contract> : f32
  %aw11 = math.fma %d, %p11, %m fastmath<reassoc,contract> : f32
  %a0 = math.fma %x0, %aw0, %s fastmath<reassoc,contract> : f32
  %a1 = math.fma %x1, %aw1, %a0 fastmath<reassoc,contract> : f32
  %a2 = math.fma %x2, %aw2, %a1 fastmath<reassoc,contract> : f32
  %a3 = math.fma %x3, %aw3, %a2 fastmath<reassoc,contract> : f32
  %a4 = math.fma %x4, %aw4, %a3 fastmath<reassoc,contract> : f32
  %a5 = math.fma %x5, %aw5, %a4 fastmath<reassoc,contract> : f32
  %a6 = math.fma %x6, %aw6, %a5 fastmath<reassoc,contract> : f32
  %a7 = math.fma %x7, %aw7, %a6 fastmath<reassoc,contract> : f32
  %a8 = math.fma %x8, %aw8, %a7 fastmath<reassoc,contract> : f32
  %a9 = math.fma %x9, %aw9, %a8 fastmath<reassoc,contract> : f32
  %a10 = math.fma %x10, %aw10, %a9 fastmath<reassoc,contract> : f32
  %a11 = math.fma %x11, %aw11, %a10 fastmath<reassoc,contract> : f32
  %all = vector.from_elements %x0, %x1, %x2, %x3, %x4, %x5, %x6, %x7, %x8, %x9, %x10, %x11 : vector<12xf32>
  return %a11, %all : f32, vector<12xf32>
}

// -----

// No factoring of less than 12 values: it costs six more instructions.
// CHECK-LABEL: func.func @short(
// CHECK-NOT: arith.addf
// CHECK-COUNT-44: math.fma
// CHECK-NOT: math.fma
// CHECK: return
func.func @short(%s0: f32, %s1: f32, %d0: f32, %d1: f32, %m0: f32, %m1: f32, %h: vector<11xf16>,
                 %p: vector<11xf32>, %q: vector<11xf32>) -> (f32, f32) {
  %h0 = vector.extract %h[0] : f16 from vector<11xf16>
  %h1 = vector.extract %h[1] : f16 from vector<11xf16>
  %h2 = vector.extract %h[2] : f16 from vector<11xf16>
  %h3 = vector.extract %h[3] : f16 from vector<11xf16>
  %h4 = vector.extract %h[4] : f16 from vector<11xf16>
  %h5 = vector.extract %h[5] : f16 from vector<11xf16>
  %h6 = vector.extract %h[6] : f16 from vector<11xf16>
  %h7 = vector.extract %h[7] : f16 from vector<11xf16>
  %h8 = vector.extract %h[8] : f16 from vector<11xf16>
  %h9 = vector.extract %h[9] : f16 from vector<11xf16>
  %h10 = vector.extract %h[10] : f16 from vector<11xf16>
  %x0 = arith.extf %h0 : f16 to f32
  %x1 = arith.extf %h1 : f16 to f32
  %x2 = arith.extf %h2 : f16 to f32
  %x3 = arith.extf %h3 : f16 to f32
  %x4 = arith.extf %h4 : f16 to f32
  %x5 = arith.extf %h5 : f16 to f32
  %x6 = arith.extf %h6 : f16 to f32
  %x7 = arith.extf %h7 : f16 to f32
  %x8 = arith.extf %h8 : f16 to f32
  %x9 = arith.extf %h9 : f16 to f32
  %x10 = arith.extf %h10 : f16 to f32
  %p0 = vector.extract %p[0] : f32 from vector<11xf32>
  %p1 = vector.extract %p[1] : f32 from vector<11xf32>
  %p2 = vector.extract %p[2] : f32 from vector<11xf32>
  %p3 = vector.extract %p[3] : f32 from vector<11xf32>
  %p4 = vector.extract %p[4] : f32 from vector<11xf32>
  %p5 = vector.extract %p[5] : f32 from vector<11xf32>
  %p6 = vector.extract %p[6] : f32 from vector<11xf32>
  %p7 = vector.extract %p[7] : f32 from vector<11xf32>
  %p8 = vector.extract %p[8] : f32 from vector<11xf32>
  %p9 = vector.extract %p[9] : f32 from vector<11xf32>
  %p10 = vector.extract %p[10] : f32 from vector<11xf32>
  %q0 = vector.extract %q[0] : f32 from vector<11xf32>
  %q1 = vector.extract %q[1] : f32 from vector<11xf32>
  %q2 = vector.extract %q[2] : f32 from vector<11xf32>
  %q3 = vector.extract %q[3] : f32 from vector<11xf32>
  %q4 = vector.extract %q[4] : f32 from vector<11xf32>
  %q5 = vector.extract %q[5] : f32 from vector<11xf32>
  %q6 = vector.extract %q[6] : f32 from vector<11xf32>
  %q7 = vector.extract %q[7] : f32 from vector<11xf32>
  %q8 = vector.extract %q[8] : f32 from vector<11xf32>
  %q9 = vector.extract %q[9] : f32 from vector<11xf32>
  %q10 = vector.extract %q[10] : f32 from vector<11xf32>
  %aw0 = math.fma %d0, %p0, %m0 fastmath<reassoc,contract> : f32
  %aw1 = math.fma %d0, %p1, %m0 fastmath<reassoc,contract> : f32
  %aw2 = math.fma %d0, %p2, %m0 fastmath<reassoc,contract> : f32
  %aw3 = math.fma %d0, %p3, %m0 fastmath<reassoc,contract> : f32
  %aw4 = math.fma %d0, %p4, %m0 fastmath<reassoc,contract> : f32
  %aw5 = math.fma %d0, %p5, %m0 fastmath<reassoc,contract> : f32
  %aw6 = math.fma %d0, %p6, %m0 fastmath<reassoc,contract> : f32
  %aw7 = math.fma %d0, %p7, %m0 fastmath<reassoc,contract> : f32
  %aw8 = math.fma %d0, %p8, %m0 fastmath<reassoc,contract> : f32
  %aw9 = math.fma %d0, %p9, %m0 fastmath<reassoc,contract> : f32
  %aw10 = math.fma %d0, %p10, %m0 fastmath<reassoc,contract> : f32
  %a0 = math.fma %x0, %aw0, %s0 fastmath<reassoc,contract> : f32
  %a1 = math.fma %x1, %aw1, %a0 fastmath<reassoc,contract> : f32
  %a2 = math.fma %x2, %aw2, %a1 fastmath<reassoc,contract> : f32
  %a3 = math.fma %x3, %aw3, %a2 fastmath<reassoc,contract> : f32
  %a4 = math.fma %x4, %aw4, %a3 fastmath<reassoc,contract> : f32
  %a5 = math.fma %x5, %aw5, %a4 fastmath<reassoc,contract> : f32
  %a6 = math.fma %x6, %aw6, %a5 fastmath<reassoc,contract> : f32
  %a7 = math.fma %x7, %aw7, %a6 fastmath<reassoc,contract> : f32
  %a8 = math.fma %x8, %aw8, %a7 fastmath<reassoc,contract> : f32
  %a9 = math.fma %x9, %aw9, %a8 fastmath<reassoc,contract> : f32
  %a10 = math.fma %x10, %aw10, %a9 fastmath<reassoc,contract> : f32
  %bw0 = math.fma %d1, %q0, %m1 fastmath<reassoc,contract> : f32
  %bw1 = math.fma %d1, %q1, %m1 fastmath<reassoc,contract> : f32
  %bw2 = math.fma %d1, %q2, %m1 fastmath<reassoc,contract> : f32
  %bw3 = math.fma %d1, %q3, %m1 fastmath<reassoc,contract> : f32
  %bw4 = math.fma %d1, %q4, %m1 fastmath<reassoc,contract> : f32
  %bw5 = math.fma %d1, %q5, %m1 fastmath<reassoc,contract> : f32
  %bw6 = math.fma %d1, %q6, %m1 fastmath<reassoc,contract> : f32
  %bw7 = math.fma %d1, %q7, %m1 fastmath<reassoc,contract> : f32
  %bw8 = math.fma %d1, %q8, %m1 fastmath<reassoc,contract> : f32
  %bw9 = math.fma %d1, %q9, %m1 fastmath<reassoc,contract> : f32
  %bw10 = math.fma %d1, %q10, %m1 fastmath<reassoc,contract> : f32
  %b0 = math.fma %x0, %bw0, %s1 fastmath<reassoc,contract> : f32
  %b1 = math.fma %x1, %bw1, %b0 fastmath<reassoc,contract> : f32
  %b2 = math.fma %x2, %bw2, %b1 fastmath<reassoc,contract> : f32
  %b3 = math.fma %x3, %bw3, %b2 fastmath<reassoc,contract> : f32
  %b4 = math.fma %x4, %bw4, %b3 fastmath<reassoc,contract> : f32
  %b5 = math.fma %x5, %bw5, %b4 fastmath<reassoc,contract> : f32
  %b6 = math.fma %x6, %bw6, %b5 fastmath<reassoc,contract> : f32
  %b7 = math.fma %x7, %bw7, %b6 fastmath<reassoc,contract> : f32
  %b8 = math.fma %x8, %bw8, %b7 fastmath<reassoc,contract> : f32
  %b9 = math.fma %x9, %bw9, %b8 fastmath<reassoc,contract> : f32
  %b10 = math.fma %x10, %bw10, %b9 fastmath<reassoc,contract> : f32
  return %a10, %b10 : f32, f32
}

// -----

// No factoring of values with different offsets.
// CHECK-LABEL: func.func @two_offsets(
// CHECK-NOT: arith.addf
// CHECK-COUNT-48: math.fma
// CHECK-NOT: math.fma
// CHECK: return
func.func @two_offsets(%s0: f32, %s1: f32, %d0: f32, %d1: f32, %m0: f32, %m1: f32, %h: vector<12xf16>,
                       %p: vector<12xf32>, %q: vector<12xf32>) -> (f32, f32) {
  %h0 = vector.extract %h[0] : f16 from vector<12xf16>
  %h1 = vector.extract %h[1] : f16 from vector<12xf16>
  %h2 = vector.extract %h[2] : f16 from vector<12xf16>
  %h3 = vector.extract %h[3] : f16 from vector<12xf16>
  %h4 = vector.extract %h[4] : f16 from vector<12xf16>
  %h5 = vector.extract %h[5] : f16 from vector<12xf16>
  %h6 = vector.extract %h[6] : f16 from vector<12xf16>
  %h7 = vector.extract %h[7] : f16 from vector<12xf16>
  %h8 = vector.extract %h[8] : f16 from vector<12xf16>
  %h9 = vector.extract %h[9] : f16 from vector<12xf16>
  %h10 = vector.extract %h[10] : f16 from vector<12xf16>
  %h11 = vector.extract %h[11] : f16 from vector<12xf16>
  %x0 = arith.extf %h0 : f16 to f32
  %x1 = arith.extf %h1 : f16 to f32
  %x2 = arith.extf %h2 : f16 to f32
  %x3 = arith.extf %h3 : f16 to f32
  %x4 = arith.extf %h4 : f16 to f32
  %x5 = arith.extf %h5 : f16 to f32
  %x6 = arith.extf %h6 : f16 to f32
  %x7 = arith.extf %h7 : f16 to f32
  %x8 = arith.extf %h8 : f16 to f32
  %x9 = arith.extf %h9 : f16 to f32
  %x10 = arith.extf %h10 : f16 to f32
  %x11 = arith.extf %h11 : f16 to f32
  %p0 = vector.extract %p[0] : f32 from vector<12xf32>
  %p1 = vector.extract %p[1] : f32 from vector<12xf32>
  %p2 = vector.extract %p[2] : f32 from vector<12xf32>
  %p3 = vector.extract %p[3] : f32 from vector<12xf32>
  %p4 = vector.extract %p[4] : f32 from vector<12xf32>
  %p5 = vector.extract %p[5] : f32 from vector<12xf32>
  %p6 = vector.extract %p[6] : f32 from vector<12xf32>
  %p7 = vector.extract %p[7] : f32 from vector<12xf32>
  %p8 = vector.extract %p[8] : f32 from vector<12xf32>
  %p9 = vector.extract %p[9] : f32 from vector<12xf32>
  %p10 = vector.extract %p[10] : f32 from vector<12xf32>
  %p11 = vector.extract %p[11] : f32 from vector<12xf32>
  %q0 = vector.extract %q[0] : f32 from vector<12xf32>
  %q1 = vector.extract %q[1] : f32 from vector<12xf32>
  %q2 = vector.extract %q[2] : f32 from vector<12xf32>
  %q3 = vector.extract %q[3] : f32 from vector<12xf32>
  %q4 = vector.extract %q[4] : f32 from vector<12xf32>
  %q5 = vector.extract %q[5] : f32 from vector<12xf32>
  %q6 = vector.extract %q[6] : f32 from vector<12xf32>
  %q7 = vector.extract %q[7] : f32 from vector<12xf32>
  %q8 = vector.extract %q[8] : f32 from vector<12xf32>
  %q9 = vector.extract %q[9] : f32 from vector<12xf32>
  %q10 = vector.extract %q[10] : f32 from vector<12xf32>
  %q11 = vector.extract %q[11] : f32 from vector<12xf32>
  %aw0 = math.fma %d0, %p0, %m0 fastmath<reassoc,contract> : f32
  %aw1 = math.fma %d0, %p1, %m1 fastmath<reassoc,contract> : f32
  %aw2 = math.fma %d0, %p2, %m0 fastmath<reassoc,contract> : f32
  %aw3 = math.fma %d0, %p3, %m1 fastmath<reassoc,contract> : f32
  %aw4 = math.fma %d0, %p4, %m0 fastmath<reassoc,contract> : f32
  %aw5 = math.fma %d0, %p5, %m1 fastmath<reassoc,contract> : f32
  %aw6 = math.fma %d0, %p6, %m0 fastmath<reassoc,contract> : f32
  %aw7 = math.fma %d0, %p7, %m1 fastmath<reassoc,contract> : f32
  %aw8 = math.fma %d0, %p8, %m0 fastmath<reassoc,contract> : f32
  %aw9 = math.fma %d0, %p9, %m1 fastmath<reassoc,contract> : f32
  %aw10 = math.fma %d0, %p10, %m0 fastmath<reassoc,contract> : f32
  %aw11 = math.fma %d0, %p11, %m1 fastmath<reassoc,contract> : f32
  %a0 = math.fma %x0, %aw0, %s0 fastmath<reassoc,contract> : f32
  %a1 = math.fma %x1, %aw1, %a0 fastmath<reassoc,contract> : f32
  %a2 = math.fma %x2, %aw2, %a1 fastmath<reassoc,contract> : f32
  %a3 = math.fma %x3, %aw3, %a2 fastmath<reassoc,contract> : f32
  %a4 = math.fma %x4, %aw4, %a3 fastmath<reassoc,contract> : f32
  %a5 = math.fma %x5, %aw5, %a4 fastmath<reassoc,contract> : f32
  %a6 = math.fma %x6, %aw6, %a5 fastmath<reassoc,contract> : f32
  %a7 = math.fma %x7, %aw7, %a6 fastmath<reassoc,contract> : f32
  %a8 = math.fma %x8, %aw8, %a7 fastmath<reassoc,contract> : f32
  %a9 = math.fma %x9, %aw9, %a8 fastmath<reassoc,contract> : f32
  %a10 = math.fma %x10, %aw10, %a9 fastmath<reassoc,contract> : f32
  %a11 = math.fma %x11, %aw11, %a10 fastmath<reassoc,contract> : f32
  %bw0 = math.fma %d1, %q0, %m0 fastmath<reassoc,contract> : f32
  %bw1 = math.fma %d1, %q1, %m1 fastmath<reassoc,contract> : f32
  %bw2 = math.fma %d1, %q2, %m0 fastmath<reassoc,contract> : f32
  %bw3 = math.fma %d1, %q3, %m1 fastmath<reassoc,contract> : f32
  %bw4 = math.fma %d1, %q4, %m0 fastmath<reassoc,contract> : f32
  %bw5 = math.fma %d1, %q5, %m1 fastmath<reassoc,contract> : f32
  %bw6 = math.fma %d1, %q6, %m0 fastmath<reassoc,contract> : f32
  %bw7 = math.fma %d1, %q7, %m1 fastmath<reassoc,contract> : f32
  %bw8 = math.fma %d1, %q8, %m0 fastmath<reassoc,contract> : f32
  %bw9 = math.fma %d1, %q9, %m1 fastmath<reassoc,contract> : f32
  %bw10 = math.fma %d1, %q10, %m0 fastmath<reassoc,contract> : f32
  %bw11 = math.fma %d1, %q11, %m1 fastmath<reassoc,contract> : f32
  %b0 = math.fma %x0, %bw0, %s1 fastmath<reassoc,contract> : f32
  %b1 = math.fma %x1, %bw1, %b0 fastmath<reassoc,contract> : f32
  %b2 = math.fma %x2, %bw2, %b1 fastmath<reassoc,contract> : f32
  %b3 = math.fma %x3, %bw3, %b2 fastmath<reassoc,contract> : f32
  %b4 = math.fma %x4, %bw4, %b3 fastmath<reassoc,contract> : f32
  %b5 = math.fma %x5, %bw5, %b4 fastmath<reassoc,contract> : f32
  %b6 = math.fma %x6, %bw6, %b5 fastmath<reassoc,contract> : f32
  %b7 = math.fma %x7, %bw7, %b6 fastmath<reassoc,contract> : f32
  %b8 = math.fma %x8, %bw8, %b7 fastmath<reassoc,contract> : f32
  %b9 = math.fma %x9, %bw9, %b8 fastmath<reassoc,contract> : f32
  %b10 = math.fma %x10, %bw10, %b9 fastmath<reassoc,contract> : f32
  %b11 = math.fma %x11, %bw11, %b10 fastmath<reassoc,contract> : f32
  return %a11, %b11 : f32, f32
}

// -----

// No factoring of an offset that the model adds in a separate op.
// CHECK-LABEL: func.func @own_offset(
// CHECK-NOT: arith.addf
// CHECK-COUNT-48: math.fma
// CHECK-NOT: math.fma
// CHECK: return
func.func @own_offset(%s0: f32, %s1: f32, %d0: f32, %d1: f32, %m0: f32, %m1: f32, %h: vector<12xf16>,
                      %p: vector<12xf32>, %q: vector<12xf32>) -> (f32, f32) {
  %h0 = vector.extract %h[0] : f16 from vector<12xf16>
  %h1 = vector.extract %h[1] : f16 from vector<12xf16>
  %h2 = vector.extract %h[2] : f16 from vector<12xf16>
  %h3 = vector.extract %h[3] : f16 from vector<12xf16>
  %h4 = vector.extract %h[4] : f16 from vector<12xf16>
  %h5 = vector.extract %h[5] : f16 from vector<12xf16>
  %h6 = vector.extract %h[6] : f16 from vector<12xf16>
  %h7 = vector.extract %h[7] : f16 from vector<12xf16>
  %h8 = vector.extract %h[8] : f16 from vector<12xf16>
  %h9 = vector.extract %h[9] : f16 from vector<12xf16>
  %h10 = vector.extract %h[10] : f16 from vector<12xf16>
  %h11 = vector.extract %h[11] : f16 from vector<12xf16>
  %x0 = arith.extf %h0 : f16 to f32
  %x1 = arith.extf %h1 : f16 to f32
  %x2 = arith.extf %h2 : f16 to f32
  %x3 = arith.extf %h3 : f16 to f32
  %x4 = arith.extf %h4 : f16 to f32
  %x5 = arith.extf %h5 : f16 to f32
  %x6 = arith.extf %h6 : f16 to f32
  %x7 = arith.extf %h7 : f16 to f32
  %x8 = arith.extf %h8 : f16 to f32
  %x9 = arith.extf %h9 : f16 to f32
  %x10 = arith.extf %h10 : f16 to f32
  %x11 = arith.extf %h11 : f16 to f32
  %p0 = vector.extract %p[0] : f32 from vector<12xf32>
  %p1 = vector.extract %p[1] : f32 from vector<12xf32>
  %p2 = vector.extract %p[2] : f32 from vector<12xf32>
  %p3 = vector.extract %p[3] : f32 from vector<12xf32>
  %p4 = vector.extract %p[4] : f32 from vector<12xf32>
  %p5 = vector.extract %p[5] : f32 from vector<12xf32>
  %p6 = vector.extract %p[6] : f32 from vector<12xf32>
  %p7 = vector.extract %p[7] : f32 from vector<12xf32>
  %p8 = vector.extract %p[8] : f32 from vector<12xf32>
  %p9 = vector.extract %p[9] : f32 from vector<12xf32>
  %p10 = vector.extract %p[10] : f32 from vector<12xf32>
  %p11 = vector.extract %p[11] : f32 from vector<12xf32>
  %q0 = vector.extract %q[0] : f32 from vector<12xf32>
  %q1 = vector.extract %q[1] : f32 from vector<12xf32>
  %q2 = vector.extract %q[2] : f32 from vector<12xf32>
  %q3 = vector.extract %q[3] : f32 from vector<12xf32>
  %q4 = vector.extract %q[4] : f32 from vector<12xf32>
  %q5 = vector.extract %q[5] : f32 from vector<12xf32>
  %q6 = vector.extract %q[6] : f32 from vector<12xf32>
  %q7 = vector.extract %q[7] : f32 from vector<12xf32>
  %q8 = vector.extract %q[8] : f32 from vector<12xf32>
  %q9 = vector.extract %q[9] : f32 from vector<12xf32>
  %q10 = vector.extract %q[10] : f32 from vector<12xf32>
  %q11 = vector.extract %q[11] : f32 from vector<12xf32>
  %aw0 = math.fma %d0, %p0, %m0 : f32
  %aw1 = math.fma %d0, %p1, %m0 : f32
  %aw2 = math.fma %d0, %p2, %m0 : f32
  %aw3 = math.fma %d0, %p3, %m0 : f32
  %aw4 = math.fma %d0, %p4, %m0 : f32
  %aw5 = math.fma %d0, %p5, %m0 : f32
  %aw6 = math.fma %d0, %p6, %m0 : f32
  %aw7 = math.fma %d0, %p7, %m0 : f32
  %aw8 = math.fma %d0, %p8, %m0 : f32
  %aw9 = math.fma %d0, %p9, %m0 : f32
  %aw10 = math.fma %d0, %p10, %m0 : f32
  %aw11 = math.fma %d0, %p11, %m0 : f32
  %a0 = math.fma %x0, %aw0, %s0 fastmath<reassoc,contract> : f32
  %a1 = math.fma %x1, %aw1, %a0 fastmath<reassoc,contract> : f32
  %a2 = math.fma %x2, %aw2, %a1 fastmath<reassoc,contract> : f32
  %a3 = math.fma %x3, %aw3, %a2 fastmath<reassoc,contract> : f32
  %a4 = math.fma %x4, %aw4, %a3 fastmath<reassoc,contract> : f32
  %a5 = math.fma %x5, %aw5, %a4 fastmath<reassoc,contract> : f32
  %a6 = math.fma %x6, %aw6, %a5 fastmath<reassoc,contract> : f32
  %a7 = math.fma %x7, %aw7, %a6 fastmath<reassoc,contract> : f32
  %a8 = math.fma %x8, %aw8, %a7 fastmath<reassoc,contract> : f32
  %a9 = math.fma %x9, %aw9, %a8 fastmath<reassoc,contract> : f32
  %a10 = math.fma %x10, %aw10, %a9 fastmath<reassoc,contract> : f32
  %a11 = math.fma %x11, %aw11, %a10 fastmath<reassoc,contract> : f32
  %bw0 = math.fma %d1, %q0, %m1 : f32
  %bw1 = math.fma %d1, %q1, %m1 : f32
  %bw2 = math.fma %d1, %q2, %m1 : f32
  %bw3 = math.fma %d1, %q3, %m1 : f32
  %bw4 = math.fma %d1, %q4, %m1 : f32
  %bw5 = math.fma %d1, %q5, %m1 : f32
  %bw6 = math.fma %d1, %q6, %m1 : f32
  %bw7 = math.fma %d1, %q7, %m1 : f32
  %bw8 = math.fma %d1, %q8, %m1 : f32
  %bw9 = math.fma %d1, %q9, %m1 : f32
  %bw10 = math.fma %d1, %q10, %m1 : f32
  %bw11 = math.fma %d1, %q11, %m1 : f32
  %b0 = math.fma %x0, %bw0, %s1 fastmath<reassoc,contract> : f32
  %b1 = math.fma %x1, %bw1, %b0 fastmath<reassoc,contract> : f32
  %b2 = math.fma %x2, %bw2, %b1 fastmath<reassoc,contract> : f32
  %b3 = math.fma %x3, %bw3, %b2 fastmath<reassoc,contract> : f32
  %b4 = math.fma %x4, %bw4, %b3 fastmath<reassoc,contract> : f32
  %b5 = math.fma %x5, %bw5, %b4 fastmath<reassoc,contract> : f32
  %b6 = math.fma %x6, %bw6, %b5 fastmath<reassoc,contract> : f32
  %b7 = math.fma %x7, %bw7, %b6 fastmath<reassoc,contract> : f32
  %b8 = math.fma %x8, %bw8, %b7 fastmath<reassoc,contract> : f32
  %b9 = math.fma %x9, %bw9, %b8 fastmath<reassoc,contract> : f32
  %b10 = math.fma %x10, %bw10, %b9 fastmath<reassoc,contract> : f32
  %b11 = math.fma %x11, %bw11, %b10 fastmath<reassoc,contract> : f32
  return %a11, %b11 : f32, f32
}

// -----

// No factoring if several rows multiply the offset values, which are computed once for all.
// CHECK-LABEL: func.func @rows(
// CHECK-NOT: arith.addf
// CHECK-COUNT-36: math.fma
// CHECK-NOT: math.fma
// CHECK: return
func.func @rows(%s: f32, %d: f32, %m: f32, %h: vector<12xf16>, %p: vector<12xf32>) -> (f32, f32) {
  %h0 = vector.extract %h[0] : f16 from vector<12xf16>
  %h1 = vector.extract %h[1] : f16 from vector<12xf16>
  %h2 = vector.extract %h[2] : f16 from vector<12xf16>
  %h3 = vector.extract %h[3] : f16 from vector<12xf16>
  %h4 = vector.extract %h[4] : f16 from vector<12xf16>
  %h5 = vector.extract %h[5] : f16 from vector<12xf16>
  %h6 = vector.extract %h[6] : f16 from vector<12xf16>
  %h7 = vector.extract %h[7] : f16 from vector<12xf16>
  %h8 = vector.extract %h[8] : f16 from vector<12xf16>
  %h9 = vector.extract %h[9] : f16 from vector<12xf16>
  %h10 = vector.extract %h[10] : f16 from vector<12xf16>
  %h11 = vector.extract %h[11] : f16 from vector<12xf16>
  %x0 = arith.extf %h0 : f16 to f32
  %x1 = arith.extf %h1 : f16 to f32
  %x2 = arith.extf %h2 : f16 to f32
  %x3 = arith.extf %h3 : f16 to f32
  %x4 = arith.extf %h4 : f16 to f32
  %x5 = arith.extf %h5 : f16 to f32
  %x6 = arith.extf %h6 : f16 to f32
  %x7 = arith.extf %h7 : f16 to f32
  %x8 = arith.extf %h8 : f16 to f32
  %x9 = arith.extf %h9 : f16 to f32
  %x10 = arith.extf %h10 : f16 to f32
  %x11 = arith.extf %h11 : f16 to f32
  %p0 = vector.extract %p[0] : f32 from vector<12xf32>
  %p1 = vector.extract %p[1] : f32 from vector<12xf32>
  %p2 = vector.extract %p[2] : f32 from vector<12xf32>
  %p3 = vector.extract %p[3] : f32 from vector<12xf32>
  %p4 = vector.extract %p[4] : f32 from vector<12xf32>
  %p5 = vector.extract %p[5] : f32 from vector<12xf32>
  %p6 = vector.extract %p[6] : f32 from vector<12xf32>
  %p7 = vector.extract %p[7] : f32 from vector<12xf32>
  %p8 = vector.extract %p[8] : f32 from vector<12xf32>
  %p9 = vector.extract %p[9] : f32 from vector<12xf32>
  %p10 = vector.extract %p[10] : f32 from vector<12xf32>
  %p11 = vector.extract %p[11] : f32 from vector<12xf32>
  %aw0 = math.fma %d, %p0, %m fastmath<reassoc,contract> : f32
  %aw1 = math.fma %d, %p1, %m fastmath<reassoc,contract> : f32
  %aw2 = math.fma %d, %p2, %m fastmath<reassoc,contract> : f32
  %aw3 = math.fma %d, %p3, %m fastmath<reassoc,contract> : f32
  %aw4 = math.fma %d, %p4, %m fastmath<reassoc,contract> : f32
  %aw5 = math.fma %d, %p5, %m fastmath<reassoc,contract> : f32
  %aw6 = math.fma %d, %p6, %m fastmath<reassoc,contract> : f32
  %aw7 = math.fma %d, %p7, %m fastmath<reassoc,contract> : f32
  %aw8 = math.fma %d, %p8, %m fastmath<reassoc,contract> : f32
  %aw9 = math.fma %d, %p9, %m fastmath<reassoc,contract> : f32
  %aw10 = math.fma %d, %p10, %m fastmath<reassoc,contract> : f32
  %aw11 = math.fma %d, %p11, %m fastmath<reassoc,contract> : f32
  %a0 = math.fma %x0, %aw0, %s fastmath<reassoc,contract> : f32
  %a1 = math.fma %x1, %aw1, %a0 fastmath<reassoc,contract> : f32
  %a2 = math.fma %x2, %aw2, %a1 fastmath<reassoc,contract> : f32
  %a3 = math.fma %x3, %aw3, %a2 fastmath<reassoc,contract> : f32
  %a4 = math.fma %x4, %aw4, %a3 fastmath<reassoc,contract> : f32
  %a5 = math.fma %x5, %aw5, %a4 fastmath<reassoc,contract> : f32
  %a6 = math.fma %x6, %aw6, %a5 fastmath<reassoc,contract> : f32
  %a7 = math.fma %x7, %aw7, %a6 fastmath<reassoc,contract> : f32
  %a8 = math.fma %x8, %aw8, %a7 fastmath<reassoc,contract> : f32
  %a9 = math.fma %x9, %aw9, %a8 fastmath<reassoc,contract> : f32
  %a10 = math.fma %x10, %aw10, %a9 fastmath<reassoc,contract> : f32
  %a11 = math.fma %x11, %aw11, %a10 fastmath<reassoc,contract> : f32
  %b0 = math.fma %x11, %aw0, %s fastmath<reassoc,contract> : f32
  %b1 = math.fma %x10, %aw1, %b0 fastmath<reassoc,contract> : f32
  %b2 = math.fma %x9, %aw2, %b1 fastmath<reassoc,contract> : f32
  %b3 = math.fma %x8, %aw3, %b2 fastmath<reassoc,contract> : f32
  %b4 = math.fma %x7, %aw4, %b3 fastmath<reassoc,contract> : f32
  %b5 = math.fma %x6, %aw5, %b4 fastmath<reassoc,contract> : f32
  %b6 = math.fma %x5, %aw6, %b5 fastmath<reassoc,contract> : f32
  %b7 = math.fma %x4, %aw7, %b6 fastmath<reassoc,contract> : f32
  %b8 = math.fma %x3, %aw8, %b7 fastmath<reassoc,contract> : f32
  %b9 = math.fma %x2, %aw9, %b8 fastmath<reassoc,contract> : f32
  %b10 = math.fma %x1, %aw10, %b9 fastmath<reassoc,contract> : f32
  %b11 = math.fma %x0, %aw11, %b10 fastmath<reassoc,contract> : f32
  return %a11, %b11 : f32, f32
}
