// RUN: rlx-opt %s -split-input-file -verify-diagnostics

func.func @elementwise_region_c1() {
  // expected-error@+1 {{'rlx.elementwise_region' op expects at least one input and one result, but got 0 and 1}}
  %0 = rlx.elementwise_region : () -> tensor<2xf32> {
    %1 = rlx.constant dense<2.0> : tensor<2xf32>
    rlx.yield %1 : tensor<2xf32>
  }
  return
}

// -----

func.func @elementwise_region_c1_results(%x: tensor<2xf32>) {
  // expected-error@+1 {{'rlx.elementwise_region' op expects at least one input and one result, but got 1 and 0}}
  rlx.elementwise_region %x : (tensor<2xf32>) -> () {
  ^bb0(%arg0: tensor<2xf32>):
    rlx.yield
  }
  return
}

// -----

func.func @elementwise_region_c2(%x: tensor<1xf32>) {
  // expected-error@+1 {{'rlx.elementwise_region' op expects yielded values whose shapes broadcast to that of all inputs, 1, but got tensor<4xf32>}}
  %0 = rlx.elementwise_region %x : (tensor<1xf32>) -> tensor<4xf32> {
  ^bb0(%arg0: tensor<1xf32>):
    %c = rlx.constant dense<2.0> : tensor<4xf32>
    %1 = rlx.add %arg0, %c : (tensor<1xf32>, tensor<4xf32>) -> tensor<4xf32>
    rlx.yield %1 : tensor<4xf32>
  }
  return
}

// -----

func.func @elementwise_region_c3(%x: tensor<4xf32>) {
  // expected-error@+1 {{'rlx.elementwise_region' op expects result #0 to have type 'tensor<4xf32>', but got 'tensor<4xf16>'}}
  %0 = rlx.elementwise_region %x : (tensor<4xf32>) -> tensor<4xf16> {
  ^bb0(%arg0: tensor<4xf32>):
    rlx.yield %arg0 : tensor<4xf32>
  }
  return
}

// -----

func.func @elementwise_region_c4(%x: tensor<4xf32>) {
  // expected-error@+1 {{'rlx.elementwise_region' op expects a block argument for each of the 2 inputs, but got 1}}
  %0 = rlx.elementwise_region %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%arg0: tensor<4xf32>):
    rlx.yield %arg0 : tensor<4xf32>
  }
  return
}

// -----

func.func @elementwise_region_c5(%x: tensor<4xf32>) {
  // expected-error@+1 {{'rlx.elementwise_region' op expects block argument #0 to have the type of its input, 'tensor<4xf32>', but got 'tensor<3xf32>'}}
  %0 = rlx.elementwise_region %x : (tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%arg0: tensor<3xf32>):
    %1 = rlx.constant dense<2.0> : tensor<4xf32>
    rlx.yield %1 : tensor<4xf32>
  }
  return
}

// -----

func.func @elementwise_region_c6(%x: tensor<4x4xf32>) {
  %0 = rlx.elementwise_region %x : (tensor<4x4xf32>) -> tensor<4x4xf32> {
  ^bb0(%arg0: tensor<4x4xf32>):
    // expected-error@+1 {{'rlx.matmul' op expects to be elementwise, or a splat constant, in the body of 'rlx.elementwise_region'}}
    %1 = rlx.matmul %arg0, %arg0 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    rlx.yield %1 : tensor<4x4xf32>
  }
  return
}

// -----

func.func @elementwise_region_c6_constant(%x: tensor<2xf32>) {
  %0 = rlx.elementwise_region %x : (tensor<2xf32>) -> tensor<2xf32> {
  ^bb0(%arg0: tensor<2xf32>):
    // expected-error@+1 {{'rlx.constant' op expects to be elementwise, or a splat constant}}
    %1 = rlx.constant dense<[1.0, 2.0]> : tensor<2xf32>
    rlx.yield %1 : tensor<2xf32>
  }
  return
}

// -----

func.func @no_yield(%x: tensor<2xf32>) {
  // expected-error@+1 {{'rlx.elementwise_region' op expects a body that ends with rlx.yield}}
  %0 = "rlx.elementwise_region"(%x) ({
  ^bb0(%arg0: tensor<2xf32>):
    "func.return"() : () -> ()
  }) : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @isolated(%x: tensor<2xf32>) {
  // expected-note@+1 {{required by region isolation constraints}}
  %0 = rlx.elementwise_region %x : (tensor<2xf32>) -> tensor<2xf32> {
  ^bb0(%arg0: tensor<2xf32>):
    // expected-error@+1 {{'rlx.add' op using value defined outside the region}}
    %1 = rlx.add %arg0, %x : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    rlx.yield %1 : tensor<2xf32>
  }
  return
}

// -----

func.func @constant_without_value(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = rlx.elementwise_region %x : (tensor<2xf32>) -> tensor<2xf32> {
  ^bb0(%a: tensor<2xf32>):
    // expected-error@+1 {{'rlx.constant' op requires attribute 'value'}}
    %1 = "rlx.constant"() : () -> tensor<f32>
    %2 = rlx.mul %a, %1 : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
    rlx.yield %2 : tensor<2xf32>
  }
  return %0 : tensor<2xf32>
}
