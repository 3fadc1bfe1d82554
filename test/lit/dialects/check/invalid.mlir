// RUN: rlx-opt %s -split-input-file -verify-diagnostics

func.func @fill_sizes() {
  // expected-error@+1 {{'check.fill' op expects sizes, because its result type has a dynamic size}}
  %0 = check.fill seed 1 : tensor<?xf32>
  return
}

// -----

func.func @fill_type() {
  // expected-error@+1 {{'check.fill' op expects sizes that agree with its result type}}
  %0 = check.fill sizes [2] seed 1 : tensor<3xf32>
  return
}

// -----

func.func @fill_element() {
  // expected-error@+1 {{'check.fill' op expects an element type of rlx, but got 'index'}}
  %0 = check.fill seed 1 : tensor<3xindex>
  return
}

// -----

func.func @fill_range() {
  // expected-error@+1 {{'check.fill' op expects a range [low, high] with low <= high, but got [2.000000e+00, 1.000000e+00]}}
  %0 = check.fill seed 1 range [2.0, 1.0] : tensor<3xf32>
  return
}

// -----

func.func @literal_type() {
  // expected-error@+1 {{'check.literal' op expects result #0 to have type 'tensor<2xf32>', but got 'tensor<3xf32>'}}
  %0 = check.literal dense<0.0> : tensor<2xf32> to tensor<3xf32>
  return
}

// -----

func.func @literal_element() {
  // expected-error@+1 {{'check.literal' op expects an element type of rlx, but got 'i4'}}
  %0 = check.literal dense<0> : tensor<2xi4>
  return
}
