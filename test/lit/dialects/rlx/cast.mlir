// RUN: rlx-opt %s | rlx-opt | FileCheck %s
// RUN: rlx-opt %s --rlx-lower-to-linalg | FileCheck %s --check-prefix=LINALG

// CHECK-LABEL: @narrow
// CHECK: rlx.cast %{{.*}} to f8E8M0FNU round_mode = nearest {saturate = false} : (tensor<4xf32>) -> tensor<4xf8E8M0FNU>
// CHECK: rlx.cast %{{.*}} to ui4 : (tensor<4xf8E8M0FNU>) -> tensor<4xui4>
// Narrow types become bytes.
// LINALG-LABEL: @narrow
// LINALG-SAME: tensor<4xi8>
// LINALG-NOT: f8E8M0FNU
func.func @narrow(%x: tensor<4xf32>) -> tensor<4xui4> {
  %0 = rlx.cast %x to f8E8M0FNU round_mode = nearest {saturate = false} : (tensor<4xf32>) -> tensor<4xf8E8M0FNU>
  %1 = rlx.cast %0 to ui4 : (tensor<4xf8E8M0FNU>) -> tensor<4xui4>
  return %1 : tensor<4xui4>
}

// All pairs of element types are accepted.
// CHECK-LABEL: @all_pairs
// LINALG-LABEL: @all_pairs
// LINALG-NOT: rlx.
func.func @all_pairs(%f16: tensor<4xf16>,
                     %bf16: tensor<4xbf16>,
                     %f32: tensor<4xf32>,
                     %f64: tensor<4xf64>,
                     %i1: tensor<4xi1>,
                     %i8: tensor<4xi8>,
                     %i16: tensor<4xi16>,
                     %i32: tensor<4xi32>,
                     %i64: tensor<4xi64>,
                     %ui8: tensor<4xui8>,
                     %ui16: tensor<4xui16>,
                     %ui32: tensor<4xui32>,
                     %ui64: tensor<4xui64>) {
  %f16_f16 = rlx.cast %f16 to f16 : (tensor<4xf16>) -> tensor<4xf16>
  %f16_bf16 = rlx.cast %f16 to bf16 : (tensor<4xf16>) -> tensor<4xbf16>
  %f16_f32 = rlx.cast %f16 to f32 : (tensor<4xf16>) -> tensor<4xf32>
  %f16_f64 = rlx.cast %f16 to f64 : (tensor<4xf16>) -> tensor<4xf64>
  %f16_i1 = rlx.cast %f16 to i1 : (tensor<4xf16>) -> tensor<4xi1>
  %f16_i8 = rlx.cast %f16 to i8 : (tensor<4xf16>) -> tensor<4xi8>
  %f16_i16 = rlx.cast %f16 to i16 : (tensor<4xf16>) -> tensor<4xi16>
  %f16_i32 = rlx.cast %f16 to i32 : (tensor<4xf16>) -> tensor<4xi32>
  %f16_i64 = rlx.cast %f16 to i64 : (tensor<4xf16>) -> tensor<4xi64>
  %f16_ui8 = rlx.cast %f16 to ui8 : (tensor<4xf16>) -> tensor<4xui8>
  %f16_ui16 = rlx.cast %f16 to ui16 : (tensor<4xf16>) -> tensor<4xui16>
  %f16_ui32 = rlx.cast %f16 to ui32 : (tensor<4xf16>) -> tensor<4xui32>
  %f16_ui64 = rlx.cast %f16 to ui64 : (tensor<4xf16>) -> tensor<4xui64>
  %bf16_f16 = rlx.cast %bf16 to f16 : (tensor<4xbf16>) -> tensor<4xf16>
  %bf16_bf16 = rlx.cast %bf16 to bf16 : (tensor<4xbf16>) -> tensor<4xbf16>
  %bf16_f32 = rlx.cast %bf16 to f32 : (tensor<4xbf16>) -> tensor<4xf32>
  %bf16_f64 = rlx.cast %bf16 to f64 : (tensor<4xbf16>) -> tensor<4xf64>
  %bf16_i1 = rlx.cast %bf16 to i1 : (tensor<4xbf16>) -> tensor<4xi1>
  %bf16_i8 = rlx.cast %bf16 to i8 : (tensor<4xbf16>) -> tensor<4xi8>
  %bf16_i16 = rlx.cast %bf16 to i16 : (tensor<4xbf16>) -> tensor<4xi16>
  %bf16_i32 = rlx.cast %bf16 to i32 : (tensor<4xbf16>) -> tensor<4xi32>
  %bf16_i64 = rlx.cast %bf16 to i64 : (tensor<4xbf16>) -> tensor<4xi64>
  %bf16_ui8 = rlx.cast %bf16 to ui8 : (tensor<4xbf16>) -> tensor<4xui8>
  %bf16_ui16 = rlx.cast %bf16 to ui16 : (tensor<4xbf16>) -> tensor<4xui16>
  %bf16_ui32 = rlx.cast %bf16 to ui32 : (tensor<4xbf16>) -> tensor<4xui32>
  %bf16_ui64 = rlx.cast %bf16 to ui64 : (tensor<4xbf16>) -> tensor<4xui64>
  %f32_f16 = rlx.cast %f32 to f16 : (tensor<4xf32>) -> tensor<4xf16>
  %f32_bf16 = rlx.cast %f32 to bf16 : (tensor<4xf32>) -> tensor<4xbf16>
  %f32_f32 = rlx.cast %f32 to f32 : (tensor<4xf32>) -> tensor<4xf32>
  %f32_f64 = rlx.cast %f32 to f64 : (tensor<4xf32>) -> tensor<4xf64>
  %f32_i1 = rlx.cast %f32 to i1 : (tensor<4xf32>) -> tensor<4xi1>
  %f32_i8 = rlx.cast %f32 to i8 : (tensor<4xf32>) -> tensor<4xi8>
  %f32_i16 = rlx.cast %f32 to i16 : (tensor<4xf32>) -> tensor<4xi16>
  %f32_i32 = rlx.cast %f32 to i32 : (tensor<4xf32>) -> tensor<4xi32>
  %f32_i64 = rlx.cast %f32 to i64 : (tensor<4xf32>) -> tensor<4xi64>
  %f32_ui8 = rlx.cast %f32 to ui8 : (tensor<4xf32>) -> tensor<4xui8>
  %f32_ui16 = rlx.cast %f32 to ui16 : (tensor<4xf32>) -> tensor<4xui16>
  %f32_ui32 = rlx.cast %f32 to ui32 : (tensor<4xf32>) -> tensor<4xui32>
  %f32_ui64 = rlx.cast %f32 to ui64 : (tensor<4xf32>) -> tensor<4xui64>
  %f64_f16 = rlx.cast %f64 to f16 : (tensor<4xf64>) -> tensor<4xf16>
  %f64_bf16 = rlx.cast %f64 to bf16 : (tensor<4xf64>) -> tensor<4xbf16>
  %f64_f32 = rlx.cast %f64 to f32 : (tensor<4xf64>) -> tensor<4xf32>
  %f64_f64 = rlx.cast %f64 to f64 : (tensor<4xf64>) -> tensor<4xf64>
  %f64_i1 = rlx.cast %f64 to i1 : (tensor<4xf64>) -> tensor<4xi1>
  %f64_i8 = rlx.cast %f64 to i8 : (tensor<4xf64>) -> tensor<4xi8>
  %f64_i16 = rlx.cast %f64 to i16 : (tensor<4xf64>) -> tensor<4xi16>
  %f64_i32 = rlx.cast %f64 to i32 : (tensor<4xf64>) -> tensor<4xi32>
  %f64_i64 = rlx.cast %f64 to i64 : (tensor<4xf64>) -> tensor<4xi64>
  %f64_ui8 = rlx.cast %f64 to ui8 : (tensor<4xf64>) -> tensor<4xui8>
  %f64_ui16 = rlx.cast %f64 to ui16 : (tensor<4xf64>) -> tensor<4xui16>
  %f64_ui32 = rlx.cast %f64 to ui32 : (tensor<4xf64>) -> tensor<4xui32>
  %f64_ui64 = rlx.cast %f64 to ui64 : (tensor<4xf64>) -> tensor<4xui64>
  %i1_f16 = rlx.cast %i1 to f16 : (tensor<4xi1>) -> tensor<4xf16>
  %i1_bf16 = rlx.cast %i1 to bf16 : (tensor<4xi1>) -> tensor<4xbf16>
  %i1_f32 = rlx.cast %i1 to f32 : (tensor<4xi1>) -> tensor<4xf32>
  %i1_f64 = rlx.cast %i1 to f64 : (tensor<4xi1>) -> tensor<4xf64>
  %i1_i1 = rlx.cast %i1 to i1 : (tensor<4xi1>) -> tensor<4xi1>
  %i1_i8 = rlx.cast %i1 to i8 : (tensor<4xi1>) -> tensor<4xi8>
  %i1_i16 = rlx.cast %i1 to i16 : (tensor<4xi1>) -> tensor<4xi16>
  %i1_i32 = rlx.cast %i1 to i32 : (tensor<4xi1>) -> tensor<4xi32>
  %i1_i64 = rlx.cast %i1 to i64 : (tensor<4xi1>) -> tensor<4xi64>
  %i1_ui8 = rlx.cast %i1 to ui8 : (tensor<4xi1>) -> tensor<4xui8>
  %i1_ui16 = rlx.cast %i1 to ui16 : (tensor<4xi1>) -> tensor<4xui16>
  %i1_ui32 = rlx.cast %i1 to ui32 : (tensor<4xi1>) -> tensor<4xui32>
  %i1_ui64 = rlx.cast %i1 to ui64 : (tensor<4xi1>) -> tensor<4xui64>
  %i8_f16 = rlx.cast %i8 to f16 : (tensor<4xi8>) -> tensor<4xf16>
  %i8_bf16 = rlx.cast %i8 to bf16 : (tensor<4xi8>) -> tensor<4xbf16>
  %i8_f32 = rlx.cast %i8 to f32 : (tensor<4xi8>) -> tensor<4xf32>
  %i8_f64 = rlx.cast %i8 to f64 : (tensor<4xi8>) -> tensor<4xf64>
  %i8_i1 = rlx.cast %i8 to i1 : (tensor<4xi8>) -> tensor<4xi1>
  %i8_i8 = rlx.cast %i8 to i8 : (tensor<4xi8>) -> tensor<4xi8>
  %i8_i16 = rlx.cast %i8 to i16 : (tensor<4xi8>) -> tensor<4xi16>
  %i8_i32 = rlx.cast %i8 to i32 : (tensor<4xi8>) -> tensor<4xi32>
  %i8_i64 = rlx.cast %i8 to i64 : (tensor<4xi8>) -> tensor<4xi64>
  %i8_ui8 = rlx.cast %i8 to ui8 : (tensor<4xi8>) -> tensor<4xui8>
  %i8_ui16 = rlx.cast %i8 to ui16 : (tensor<4xi8>) -> tensor<4xui16>
  %i8_ui32 = rlx.cast %i8 to ui32 : (tensor<4xi8>) -> tensor<4xui32>
  %i8_ui64 = rlx.cast %i8 to ui64 : (tensor<4xi8>) -> tensor<4xui64>
  %i16_f16 = rlx.cast %i16 to f16 : (tensor<4xi16>) -> tensor<4xf16>
  %i16_bf16 = rlx.cast %i16 to bf16 : (tensor<4xi16>) -> tensor<4xbf16>
  %i16_f32 = rlx.cast %i16 to f32 : (tensor<4xi16>) -> tensor<4xf32>
  %i16_f64 = rlx.cast %i16 to f64 : (tensor<4xi16>) -> tensor<4xf64>
  %i16_i1 = rlx.cast %i16 to i1 : (tensor<4xi16>) -> tensor<4xi1>
  %i16_i8 = rlx.cast %i16 to i8 : (tensor<4xi16>) -> tensor<4xi8>
  %i16_i16 = rlx.cast %i16 to i16 : (tensor<4xi16>) -> tensor<4xi16>
  %i16_i32 = rlx.cast %i16 to i32 : (tensor<4xi16>) -> tensor<4xi32>
  %i16_i64 = rlx.cast %i16 to i64 : (tensor<4xi16>) -> tensor<4xi64>
  %i16_ui8 = rlx.cast %i16 to ui8 : (tensor<4xi16>) -> tensor<4xui8>
  %i16_ui16 = rlx.cast %i16 to ui16 : (tensor<4xi16>) -> tensor<4xui16>
  %i16_ui32 = rlx.cast %i16 to ui32 : (tensor<4xi16>) -> tensor<4xui32>
  %i16_ui64 = rlx.cast %i16 to ui64 : (tensor<4xi16>) -> tensor<4xui64>
  %i32_f16 = rlx.cast %i32 to f16 : (tensor<4xi32>) -> tensor<4xf16>
  %i32_bf16 = rlx.cast %i32 to bf16 : (tensor<4xi32>) -> tensor<4xbf16>
  %i32_f32 = rlx.cast %i32 to f32 : (tensor<4xi32>) -> tensor<4xf32>
  %i32_f64 = rlx.cast %i32 to f64 : (tensor<4xi32>) -> tensor<4xf64>
  %i32_i1 = rlx.cast %i32 to i1 : (tensor<4xi32>) -> tensor<4xi1>
  %i32_i8 = rlx.cast %i32 to i8 : (tensor<4xi32>) -> tensor<4xi8>
  %i32_i16 = rlx.cast %i32 to i16 : (tensor<4xi32>) -> tensor<4xi16>
  %i32_i32 = rlx.cast %i32 to i32 : (tensor<4xi32>) -> tensor<4xi32>
  %i32_i64 = rlx.cast %i32 to i64 : (tensor<4xi32>) -> tensor<4xi64>
  %i32_ui8 = rlx.cast %i32 to ui8 : (tensor<4xi32>) -> tensor<4xui8>
  %i32_ui16 = rlx.cast %i32 to ui16 : (tensor<4xi32>) -> tensor<4xui16>
  %i32_ui32 = rlx.cast %i32 to ui32 : (tensor<4xi32>) -> tensor<4xui32>
  %i32_ui64 = rlx.cast %i32 to ui64 : (tensor<4xi32>) -> tensor<4xui64>
  %i64_f16 = rlx.cast %i64 to f16 : (tensor<4xi64>) -> tensor<4xf16>
  %i64_bf16 = rlx.cast %i64 to bf16 : (tensor<4xi64>) -> tensor<4xbf16>
  %i64_f32 = rlx.cast %i64 to f32 : (tensor<4xi64>) -> tensor<4xf32>
  %i64_f64 = rlx.cast %i64 to f64 : (tensor<4xi64>) -> tensor<4xf64>
  %i64_i1 = rlx.cast %i64 to i1 : (tensor<4xi64>) -> tensor<4xi1>
  %i64_i8 = rlx.cast %i64 to i8 : (tensor<4xi64>) -> tensor<4xi8>
  %i64_i16 = rlx.cast %i64 to i16 : (tensor<4xi64>) -> tensor<4xi16>
  %i64_i32 = rlx.cast %i64 to i32 : (tensor<4xi64>) -> tensor<4xi32>
  %i64_i64 = rlx.cast %i64 to i64 : (tensor<4xi64>) -> tensor<4xi64>
  %i64_ui8 = rlx.cast %i64 to ui8 : (tensor<4xi64>) -> tensor<4xui8>
  %i64_ui16 = rlx.cast %i64 to ui16 : (tensor<4xi64>) -> tensor<4xui16>
  %i64_ui32 = rlx.cast %i64 to ui32 : (tensor<4xi64>) -> tensor<4xui32>
  %i64_ui64 = rlx.cast %i64 to ui64 : (tensor<4xi64>) -> tensor<4xui64>
  %ui8_f16 = rlx.cast %ui8 to f16 : (tensor<4xui8>) -> tensor<4xf16>
  %ui8_bf16 = rlx.cast %ui8 to bf16 : (tensor<4xui8>) -> tensor<4xbf16>
  %ui8_f32 = rlx.cast %ui8 to f32 : (tensor<4xui8>) -> tensor<4xf32>
  %ui8_f64 = rlx.cast %ui8 to f64 : (tensor<4xui8>) -> tensor<4xf64>
  %ui8_i1 = rlx.cast %ui8 to i1 : (tensor<4xui8>) -> tensor<4xi1>
  %ui8_i8 = rlx.cast %ui8 to i8 : (tensor<4xui8>) -> tensor<4xi8>
  %ui8_i16 = rlx.cast %ui8 to i16 : (tensor<4xui8>) -> tensor<4xi16>
  %ui8_i32 = rlx.cast %ui8 to i32 : (tensor<4xui8>) -> tensor<4xi32>
  %ui8_i64 = rlx.cast %ui8 to i64 : (tensor<4xui8>) -> tensor<4xi64>
  %ui8_ui8 = rlx.cast %ui8 to ui8 : (tensor<4xui8>) -> tensor<4xui8>
  %ui8_ui16 = rlx.cast %ui8 to ui16 : (tensor<4xui8>) -> tensor<4xui16>
  %ui8_ui32 = rlx.cast %ui8 to ui32 : (tensor<4xui8>) -> tensor<4xui32>
  %ui8_ui64 = rlx.cast %ui8 to ui64 : (tensor<4xui8>) -> tensor<4xui64>
  %ui16_f16 = rlx.cast %ui16 to f16 : (tensor<4xui16>) -> tensor<4xf16>
  %ui16_bf16 = rlx.cast %ui16 to bf16 : (tensor<4xui16>) -> tensor<4xbf16>
  %ui16_f32 = rlx.cast %ui16 to f32 : (tensor<4xui16>) -> tensor<4xf32>
  %ui16_f64 = rlx.cast %ui16 to f64 : (tensor<4xui16>) -> tensor<4xf64>
  %ui16_i1 = rlx.cast %ui16 to i1 : (tensor<4xui16>) -> tensor<4xi1>
  %ui16_i8 = rlx.cast %ui16 to i8 : (tensor<4xui16>) -> tensor<4xi8>
  %ui16_i16 = rlx.cast %ui16 to i16 : (tensor<4xui16>) -> tensor<4xi16>
  %ui16_i32 = rlx.cast %ui16 to i32 : (tensor<4xui16>) -> tensor<4xi32>
  %ui16_i64 = rlx.cast %ui16 to i64 : (tensor<4xui16>) -> tensor<4xi64>
  %ui16_ui8 = rlx.cast %ui16 to ui8 : (tensor<4xui16>) -> tensor<4xui8>
  %ui16_ui16 = rlx.cast %ui16 to ui16 : (tensor<4xui16>) -> tensor<4xui16>
  %ui16_ui32 = rlx.cast %ui16 to ui32 : (tensor<4xui16>) -> tensor<4xui32>
  %ui16_ui64 = rlx.cast %ui16 to ui64 : (tensor<4xui16>) -> tensor<4xui64>
  %ui32_f16 = rlx.cast %ui32 to f16 : (tensor<4xui32>) -> tensor<4xf16>
  %ui32_bf16 = rlx.cast %ui32 to bf16 : (tensor<4xui32>) -> tensor<4xbf16>
  %ui32_f32 = rlx.cast %ui32 to f32 : (tensor<4xui32>) -> tensor<4xf32>
  %ui32_f64 = rlx.cast %ui32 to f64 : (tensor<4xui32>) -> tensor<4xf64>
  %ui32_i1 = rlx.cast %ui32 to i1 : (tensor<4xui32>) -> tensor<4xi1>
  %ui32_i8 = rlx.cast %ui32 to i8 : (tensor<4xui32>) -> tensor<4xi8>
  %ui32_i16 = rlx.cast %ui32 to i16 : (tensor<4xui32>) -> tensor<4xi16>
  %ui32_i32 = rlx.cast %ui32 to i32 : (tensor<4xui32>) -> tensor<4xi32>
  %ui32_i64 = rlx.cast %ui32 to i64 : (tensor<4xui32>) -> tensor<4xi64>
  %ui32_ui8 = rlx.cast %ui32 to ui8 : (tensor<4xui32>) -> tensor<4xui8>
  %ui32_ui16 = rlx.cast %ui32 to ui16 : (tensor<4xui32>) -> tensor<4xui16>
  %ui32_ui32 = rlx.cast %ui32 to ui32 : (tensor<4xui32>) -> tensor<4xui32>
  %ui32_ui64 = rlx.cast %ui32 to ui64 : (tensor<4xui32>) -> tensor<4xui64>
  %ui64_f16 = rlx.cast %ui64 to f16 : (tensor<4xui64>) -> tensor<4xf16>
  %ui64_bf16 = rlx.cast %ui64 to bf16 : (tensor<4xui64>) -> tensor<4xbf16>
  %ui64_f32 = rlx.cast %ui64 to f32 : (tensor<4xui64>) -> tensor<4xf32>
  %ui64_f64 = rlx.cast %ui64 to f64 : (tensor<4xui64>) -> tensor<4xf64>
  %ui64_i1 = rlx.cast %ui64 to i1 : (tensor<4xui64>) -> tensor<4xi1>
  %ui64_i8 = rlx.cast %ui64 to i8 : (tensor<4xui64>) -> tensor<4xi8>
  %ui64_i16 = rlx.cast %ui64 to i16 : (tensor<4xui64>) -> tensor<4xi16>
  %ui64_i32 = rlx.cast %ui64 to i32 : (tensor<4xui64>) -> tensor<4xi32>
  %ui64_i64 = rlx.cast %ui64 to i64 : (tensor<4xui64>) -> tensor<4xi64>
  %ui64_ui8 = rlx.cast %ui64 to ui8 : (tensor<4xui64>) -> tensor<4xui8>
  %ui64_ui16 = rlx.cast %ui64 to ui16 : (tensor<4xui64>) -> tensor<4xui16>
  %ui64_ui32 = rlx.cast %ui64 to ui32 : (tensor<4xui64>) -> tensor<4xui32>
  %ui64_ui64 = rlx.cast %ui64 to ui64 : (tensor<4xui64>) -> tensor<4xui64>
  return
}

// CHECK-LABEL: @f32_to_f16
// CHECK: rlx.cast %{{.*}} to f16 : (tensor<?xf32>) -> tensor<?xf16>
// LINALG-LABEL: @f32_to_f16
// LINALG: arith.truncf %{{.*}} : f32 to f16
// LINALG: linalg.yield
func.func @f32_to_f16(%x: tensor<?xf32>) -> tensor<?xf16> {
  %0 = rlx.cast %x to f16 : (tensor<?xf32>) -> tensor<?xf16>
  return %0 : tensor<?xf16>
}

// CHECK-LABEL: @f16_to_bf16
// CHECK: rlx.cast %{{.*}} to bf16 : (tensor<?xf16>) -> tensor<?xbf16>
// LINALG-LABEL: @f16_to_bf16
// LINALG: arith.extf %{{.*}} : f16 to f32
// LINALG: arith.truncf %{{.*}} : f32 to bf16
// LINALG: linalg.yield
func.func @f16_to_bf16(%x: tensor<?xf16>) -> tensor<?xbf16> {
  %0 = rlx.cast %x to bf16 : (tensor<?xf16>) -> tensor<?xbf16>
  return %0 : tensor<?xbf16>
}

// One rounding: the intermediate f32 is rounded to odd.
// CHECK-LABEL: @f64_to_bf16
// CHECK: rlx.cast %{{.*}} to bf16 : (tensor<?xf64>) -> tensor<?xbf16>
// LINALG-LABEL: @f64_to_bf16
// LINALG: arith.truncf %{{.*}} : f64 to f32
// LINALG: arith.cmpf one
// LINALG: arith.ori
// LINALG: arith.truncf %{{.*}} : f32 to bf16
// LINALG: linalg.yield
func.func @f64_to_bf16(%x: tensor<?xf64>) -> tensor<?xbf16> {
  %0 = rlx.cast %x to bf16 : (tensor<?xf64>) -> tensor<?xbf16>
  return %0 : tensor<?xbf16>
}

// CHECK-LABEL: @f32_to_i8
// CHECK: rlx.cast %{{.*}} to i8 : (tensor<?xf32>) -> tensor<?xi8>
// LINALG-LABEL: @f32_to_i8
// LINALG-DAG: %[[LEAST:.*]] = arith.constant -1.280000e+02 : f32
// LINALG-DAG: %[[MOST:.*]] = arith.constant 1.270000e+02 : f32
// LINALG: arith.cmpf ord
// LINALG: arith.select
// LINALG: arith.cmpf ogt, %{{.*}}, %[[LEAST]]
// LINALG: arith.select
// LINALG: arith.cmpf olt, %{{.*}}, %[[MOST]]
// LINALG: %[[SAFE:.*]] = arith.select
// LINALG: %[[WIDE:.*]] = arith.fptosi %[[SAFE]] : f32 to i32
// LINALG: arith.trunci %[[WIDE]] : i32 to i8
// LINALG: linalg.yield
func.func @f32_to_i8(%x: tensor<?xf32>) -> tensor<?xi8> {
  %0 = rlx.cast %x to i8 : (tensor<?xf32>) -> tensor<?xi8>
  return %0 : tensor<?xi8>
}

// CHECK-LABEL: @f32_to_i32
// LINALG-LABEL: @f32_to_i32
// LINALG: arith.cmpf ole
// LINALG: arith.cmpf oge
// LINALG: %[[SAFE:.*]] = arith.select
// LINALG: arith.fptosi %[[SAFE]] : f32 to i32
// LINALG: arith.constant -2147483648 : i32
// LINALG: arith.select
// LINALG: arith.constant 2147483647 : i32
// LINALG: arith.select
// LINALG: linalg.yield
func.func @f32_to_i32(%x: tensor<?xf32>) -> tensor<?xi32> {
  %0 = rlx.cast %x to i32 : (tensor<?xf32>) -> tensor<?xi32>
  return %0 : tensor<?xi32>
}

// CHECK-LABEL: @f16_to_ui64
// CHECK: rlx.cast %{{.*}} to ui64 : (tensor<?xf16>) -> tensor<?xui64>
// LINALG-LABEL: @f16_to_ui64
// LINALG: arith.extf
// LINALG: arith.fptoui %{{.*}} : f32 to i64
// LINALG: arith.constant -1 : i64
// LINALG: linalg.yield
func.func @f16_to_ui64(%x: tensor<?xf16>) -> tensor<?xui64> {
  %0 = rlx.cast %x to ui64 : (tensor<?xf16>) -> tensor<?xui64>
  return %0 : tensor<?xui64>
}

// CHECK-LABEL: @i64_to_f16
// CHECK: rlx.cast %{{.*}} to f16 : (tensor<?xi64>) -> tensor<?xf16>
// LINALG-LABEL: @i64_to_f16
// LINALG: arith.sitofp %{{.*}} : i64 to f32
// LINALG: arith.truncf
// LINALG: linalg.yield
func.func @i64_to_f16(%x: tensor<?xi64>) -> tensor<?xf16> {
  %0 = rlx.cast %x to f16 : (tensor<?xi64>) -> tensor<?xf16>
  return %0 : tensor<?xf16>
}

// CHECK-LABEL: @ui32_to_bf16
// CHECK: rlx.cast %{{.*}} to bf16 : (tensor<?xui32>) -> tensor<?xbf16>
// LINALG-LABEL: @ui32_to_bf16
// LINALG: arith.uitofp %{{.*}} : i32 to f64
// LINALG: arith.ori
// LINALG: arith.truncf %{{.*}} : f32 to bf16
// LINALG: linalg.yield
func.func @ui32_to_bf16(%x: tensor<?xui32>) -> tensor<?xbf16> {
  %0 = rlx.cast %x to bf16 : (tensor<?xui32>) -> tensor<?xbf16>
  return %0 : tensor<?xbf16>
}

// CHECK-LABEL: @f32_to_i1
// CHECK: rlx.cast %{{.*}} to i1 : (tensor<?xf32>) -> tensor<?xi1>
// LINALG-LABEL: @f32_to_i1
// LINALG: arith.cmpf une
// LINALG: linalg.yield
func.func @f32_to_i1(%x: tensor<?xf32>) -> tensor<?xi1> {
  %0 = rlx.cast %x to i1 : (tensor<?xf32>) -> tensor<?xi1>
  return %0 : tensor<?xi1>
}

// CHECK-LABEL: @i32_to_i1
// CHECK: rlx.cast %{{.*}} to i1 : (tensor<?xi32>) -> tensor<?xi1>
// LINALG-LABEL: @i32_to_i1
// LINALG: arith.cmpi ne
// LINALG: linalg.yield
func.func @i32_to_i1(%x: tensor<?xi32>) -> tensor<?xi1> {
  %0 = rlx.cast %x to i1 : (tensor<?xi32>) -> tensor<?xi1>
  return %0 : tensor<?xi1>
}

// CHECK-LABEL: @i1_to_f32
// CHECK: rlx.cast %{{.*}} to f32 : (tensor<?xi1>) -> tensor<?xf32>
// LINALG-LABEL: @i1_to_f32
// LINALG: arith.uitofp
// LINALG: linalg.yield
func.func @i1_to_f32(%x: tensor<?xi1>) -> tensor<?xf32> {
  %0 = rlx.cast %x to f32 : (tensor<?xi1>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: @i1_to_i64
// CHECK: rlx.cast %{{.*}} to i64 : (tensor<?xi1>) -> tensor<?xi64>
// LINALG-LABEL: @i1_to_i64
// LINALG: arith.extui
// LINALG: linalg.yield
func.func @i1_to_i64(%x: tensor<?xi1>) -> tensor<?xi64> {
  %0 = rlx.cast %x to i64 : (tensor<?xi1>) -> tensor<?xi64>
  return %0 : tensor<?xi64>
}

// CHECK-LABEL: @i8_to_ui32
// CHECK: rlx.cast %{{.*}} to ui32 : (tensor<?xi8>) -> tensor<?xui32>
// LINALG-LABEL: @i8_to_ui32
// LINALG: arith.extsi
// LINALG: linalg.yield
func.func @i8_to_ui32(%x: tensor<?xi8>) -> tensor<?xui32> {
  %0 = rlx.cast %x to ui32 : (tensor<?xi8>) -> tensor<?xui32>
  return %0 : tensor<?xui32>
}

// CHECK-LABEL: @ui8_to_i32
// CHECK: rlx.cast %{{.*}} to i32 : (tensor<?xui8>) -> tensor<?xi32>
// LINALG-LABEL: @ui8_to_i32
// LINALG: arith.extui
// LINALG: linalg.yield
func.func @ui8_to_i32(%x: tensor<?xui8>) -> tensor<?xi32> {
  %0 = rlx.cast %x to i32 : (tensor<?xui8>) -> tensor<?xi32>
  return %0 : tensor<?xi32>
}

// CHECK-LABEL: @i64_to_i8
// CHECK: rlx.cast %{{.*}} to i8 : (tensor<?xi64>) -> tensor<?xi8>
// LINALG-LABEL: @i64_to_i8
// LINALG: arith.trunci
// LINALG: linalg.yield
func.func @i64_to_i8(%x: tensor<?xi64>) -> tensor<?xi8> {
  %0 = rlx.cast %x to i8 : (tensor<?xi64>) -> tensor<?xi8>
  return %0 : tensor<?xi8>
}

// CHECK-LABEL: @ui8_to_i8
// CHECK: rlx.cast %{{.*}} to i8 : (tensor<?xui8>) -> tensor<?xi8>
// LINALG-LABEL: @ui8_to_i8
// LINALG: linalg.yield
func.func @ui8_to_i8(%x: tensor<?xui8>) -> tensor<?xi8> {
  %0 = rlx.cast %x to i8 : (tensor<?xui8>) -> tensor<?xi8>
  return %0 : tensor<?xi8>
}
