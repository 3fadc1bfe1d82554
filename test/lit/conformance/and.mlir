// RUN: rlx-check %s

func.func @bool() -> tensor<4xi1> {
  %a = check.literal dense<[false, false, true, true]> : tensor<4xi1>
  %b = check.literal dense<[false, true, false, true]> : tensor<4xi1>
  %0 = rlx.and %a, %b : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  %w = check.literal dense<[false, false, false, true]> : tensor<4xi1>
  check.expect_eq %0, %w : tensor<4xi1>, tensor<4xi1>
  return %0 : tensor<4xi1>
}

func.func @i8_literals() -> tensor<4xi8> {
  %a = check.literal dense<[5, -1, -128, 0]> : tensor<4xi8>
  %b = check.literal dense<[3, 7, 127, -1]> : tensor<4xi8>
  %0 = rlx.and %a, %b : (tensor<4xi8>, tensor<4xi8>) -> tensor<4xi8>
  %w = check.literal dense<[1, 7, 0, 0]> : tensor<4xi8>
  check.expect_eq %0, %w : tensor<4xi8>, tensor<4xi8>
  return %0 : tensor<4xi8>
}

func.func @ui8_literals() -> tensor<3xui8> {
  %a = check.literal dense<[5, 255, 128]> : tensor<3xui8>
  %b = check.literal dense<[3, 7, 127]> : tensor<3xui8>
  %0 = rlx.and %a, %b : (tensor<3xui8>, tensor<3xui8>) -> tensor<3xui8>
  %w = check.literal dense<[1, 7, 0]> : tensor<3xui8>
  check.expect_eq %0, %w : tensor<3xui8>, tensor<3xui8>
  return %0 : tensor<3xui8>
}

func.func @i1() -> tensor<70xi1> {
  %a = check.fill seed 473 : tensor<70xi1>
  %b = check.fill seed 474 : tensor<70xi1>
  %0 = rlx.and %a, %b : (tensor<70xi1>, tensor<70xi1>) -> tensor<70xi1>
  return %0 : tensor<70xi1>
}

func.func @i8() -> tensor<70xi8> {
  %a = check.fill seed 475 range [-128.0, 127.0] edges finite : tensor<70xi8>
  %b = check.fill seed 476 range [-128.0, 127.0] edges finite : tensor<70xi8>
  %0 = rlx.and %a, %b : (tensor<70xi8>, tensor<70xi8>) -> tensor<70xi8>
  return %0 : tensor<70xi8>
}

func.func @i16() -> tensor<70xi16> {
  %a = check.fill seed 477 range [-30000.0, 30000.0] edges finite : tensor<70xi16>
  %b = check.fill seed 478 range [-30000.0, 30000.0] edges finite : tensor<70xi16>
  %0 = rlx.and %a, %b : (tensor<70xi16>, tensor<70xi16>) -> tensor<70xi16>
  return %0 : tensor<70xi16>
}

func.func @i32() -> tensor<70xi32> {
  %a = check.fill seed 479 range [-1000000.0, 1000000.0] edges finite : tensor<70xi32>
  %b = check.fill seed 480 range [-1000000.0, 1000000.0] edges finite : tensor<70xi32>
  %0 = rlx.and %a, %b : (tensor<70xi32>, tensor<70xi32>) -> tensor<70xi32>
  return %0 : tensor<70xi32>
}

func.func @i64() -> tensor<70xi64> {
  %a = check.fill seed 481 range [-1000000000.0, 1000000000.0] edges finite : tensor<70xi64>
  %b = check.fill seed 482 range [-1000000000.0, 1000000000.0] edges finite : tensor<70xi64>
  %0 = rlx.and %a, %b : (tensor<70xi64>, tensor<70xi64>) -> tensor<70xi64>
  return %0 : tensor<70xi64>
}

func.func @ui8() -> tensor<70xui8> {
  %a = check.fill seed 483 range [0.0, 255.0] edges finite : tensor<70xui8>
  %b = check.fill seed 484 range [0.0, 255.0] edges finite : tensor<70xui8>
  %0 = rlx.and %a, %b : (tensor<70xui8>, tensor<70xui8>) -> tensor<70xui8>
  return %0 : tensor<70xui8>
}

func.func @ui16() -> tensor<70xui16> {
  %a = check.fill seed 485 range [0.0, 60000.0] edges finite : tensor<70xui16>
  %b = check.fill seed 486 range [0.0, 60000.0] edges finite : tensor<70xui16>
  %0 = rlx.and %a, %b : (tensor<70xui16>, tensor<70xui16>) -> tensor<70xui16>
  return %0 : tensor<70xui16>
}

func.func @ui32() -> tensor<70xui32> {
  %a = check.fill seed 487 range [0.0, 4000000.0] edges finite : tensor<70xui32>
  %b = check.fill seed 488 range [0.0, 4000000.0] edges finite : tensor<70xui32>
  %0 = rlx.and %a, %b : (tensor<70xui32>, tensor<70xui32>) -> tensor<70xui32>
  return %0 : tensor<70xui32>
}

func.func @ui64() -> tensor<70xui64> {
  %a = check.fill seed 489 range [0.0, 4000000000.0] edges finite : tensor<70xui64>
  %b = check.fill seed 490 range [0.0, 4000000000.0] edges finite : tensor<70xui64>
  %0 = rlx.and %a, %b : (tensor<70xui64>, tensor<70xui64>) -> tensor<70xui64>
  return %0 : tensor<70xui64>
}

func.func @broadcast_dynamic() -> tensor<?x3x?xi1> {
  %a = check.fill sizes [4, 1, 5] seed 491 : tensor<?x1x?xi1>
  %b = check.fill seed 492 : tensor<3x1xi1>
  %0 = rlx.and %a, %b : (tensor<?x1x?xi1>, tensor<3x1xi1>) -> tensor<?x3x?xi1>
  return %0 : tensor<?x3x?xi1>
}

func.func @empty() -> tensor<0x3xi32> {
  %a = check.fill seed 493 : tensor<0x3xi32>
  %b = check.fill seed 494 : tensor<3xi32>
  %0 = rlx.and %a, %b : (tensor<0x3xi32>, tensor<3xi32>) -> tensor<0x3xi32>
  return %0 : tensor<0x3xi32>
}
