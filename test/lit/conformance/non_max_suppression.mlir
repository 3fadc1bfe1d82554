// RUN: rlx-check %{sample} %s %{quick-lanes}

// From ONNX's document: the second box of each pair overlaps the first. Corners are flipped.
func.func @literals() -> (tensor<1x1x6xi64>, tensor<1x1x6xf32>, tensor<1x1xi64>) {
  %boxes = check.literal dense<[[[1.0, 1.0, 0.0, 0.0], [0.0, 0.1, 1.0, 1.1], [0.0, 0.9, 1.0, -0.1],
                                 [0.0, 10.0, 1.0, 11.0], [1.0, 10.1, 0.0, 11.1], [1.0, 101.0, 0.0, 100.0]]]> : tensor<1x6x4xf32>
  %scores = check.literal dense<[[[0.9, 0.75, 0.6, 0.95, 0.5, 0.3]]]> : tensor<1x1x6xf32>
  %most = check.literal dense<3> : tensor<i64>
  %iou = check.literal dense<0.5> : tensor<f32>
  %least = check.literal dense<0.4> : tensor<f32>
  %0:3 = rlx.non_max_suppression %boxes, %scores, %most, %iou, %least : (tensor<1x6x4xf32>, tensor<1x1x6xf32>, tensor<i64>, tensor<f32>, tensor<f32>) -> (tensor<1x1x6xi64>, tensor<1x1x6xf32>, tensor<1x1xi64>)
  %w = check.literal dense<[[[3, 0, -1, -1, -1, -1]]]> : tensor<1x1x6xi64>
  %s = check.literal dense<[[[0.95, 0.9, 0.0, 0.0, 0.0, 0.0]]]> : tensor<1x1x6xf32>
  %n = check.literal dense<2> : tensor<1x1xi64>
  check.expect_eq %0#0, %w : tensor<1x1x6xi64>, tensor<1x1x6xi64>
  check.expect_eq %0#1, %s : tensor<1x1x6xf32>, tensor<1x1x6xf32>
  check.expect_eq %0#2, %n : tensor<1x1xi64>, tensor<1x1xi64>
  return %0#0, %0#1, %0#2 : tensor<1x1x6xi64>, tensor<1x1x6xf32>, tensor<1x1xi64>
}

// By hand: the overlap of adjacent boxes is exactly 1/3, which a threshold of 1/3 or more allows. The
// best score is in the middle. Equal scores are in the order of the boxes.
func.func @thresholds() -> (tensor<1x2x3xi64>, tensor<1x2x3xi64>, tensor<1x2xi64>, tensor<1x2x3xi64>) {
  %boxes = check.literal dense<[[[1.0, 1.0, 2.0, 2.0], [2.0, 1.0, 2.0, 2.0], [3.0, 1.0, 2.0, 2.0]]]> : tensor<1x3x4xf32>
  %scores = check.literal dense<[[[0.5, 0.75, 0.5], [0.25, 0.25, 0.25]]]> : tensor<1x2x3xf32>
  %most = check.literal dense<9> : tensor<i64>
  %third = check.literal dense<0.333333343> : tensor<f32>
  %small = check.literal dense<0.3> : tensor<f32>
  %least = check.literal dense<0.25> : tensor<f32>
  %0:3 = rlx.non_max_suppression %boxes, %scores, %most, %third {center_point_box = true} : (tensor<1x3x4xf32>, tensor<1x2x3xf32>, tensor<i64>, tensor<f32>) -> (tensor<1x2x3xi64>, tensor<1x2x3xf32>, tensor<1x2xi64>)
  %w0 = check.literal dense<[[[1, 0, 2], [0, 1, 2]]]> : tensor<1x2x3xi64>
  check.expect_eq %0#0, %w0 : tensor<1x2x3xi64>, tensor<1x2x3xi64>
  %1:3 = rlx.non_max_suppression %boxes, %scores, %most, %small {center_point_box = true} : (tensor<1x3x4xf32>, tensor<1x2x3xf32>, tensor<i64>, tensor<f32>) -> (tensor<1x2x3xi64>, tensor<1x2x3xf32>, tensor<1x2xi64>)
  %w1 = check.literal dense<[[[1, -1, -1], [0, 2, -1]]]> : tensor<1x2x3xi64>
  check.expect_eq %1#0, %w1 : tensor<1x2x3xi64>, tensor<1x2x3xi64>
  %2:3 = rlx.non_max_suppression %boxes, %scores, %most, %third, %least {center_point_box = true} : (tensor<1x3x4xf32>, tensor<1x2x3xf32>, tensor<i64>, tensor<f32>, tensor<f32>) -> (tensor<1x2x3xi64>, tensor<1x2x3xf32>, tensor<1x2xi64>)
  %w2 = check.literal dense<[[[1, 0, 2], [-1, -1, -1]]]> : tensor<1x2x3xi64>
  check.expect_eq %2#0, %w2 : tensor<1x2x3xi64>, tensor<1x2x3xi64>
  return %0#0, %1#0, %1#2, %2#0 : tensor<1x2x3xi64>, tensor<1x2x3xi64>, tensor<1x2xi64>, tensor<1x2x3xi64>
}

// Boxes without an area, and with NaN or infinity, overlap nothing. NaN is the largest score.
func.func @special() -> (tensor<1x1x6xi64>, tensor<1x1x6xi64>) {
  %boxes = check.literal dense<[[[0.0, 0.0, 0.0, 1.0], [0.0, 0.0, 0.0, 1.0], [0.0, 0.0, 0x7FC00000, 1.0],
                                 [0.0, 0.0, 0x7F800000, 1.0], [0.0, 0.0, 0x7F800000, 1.0], [0.0, 0.0, 2.0, 1.0]]]> : tensor<1x6x4xf32>
  %scores = check.literal dense<[[[0.5, 0x7FC00000, 0.25, 0xFF800000, 0x7F800000, -1.0]]]> : tensor<1x1x6xf32>
  %most = check.literal dense<9> : tensor<i64>
  %iou = check.literal dense<0.0> : tensor<f32>
  %least = check.literal dense<0xFF800000> : tensor<f32>
  %0:3 = rlx.non_max_suppression %boxes, %scores, %most, %iou : (tensor<1x6x4xf32>, tensor<1x1x6xf32>, tensor<i64>, tensor<f32>) -> (tensor<1x1x6xi64>, tensor<1x1x6xf32>, tensor<1x1xi64>)
  %w0 = check.literal dense<[[[1, 4, 0, 2, 5, 3]]]> : tensor<1x1x6xi64>
  check.expect_eq %0#0, %w0 : tensor<1x1x6xi64>, tensor<1x1x6xi64>
  %1:3 = rlx.non_max_suppression %boxes, %scores, %most, %iou, %least : (tensor<1x6x4xf32>, tensor<1x1x6xf32>, tensor<i64>, tensor<f32>, tensor<f32>) -> (tensor<1x1x6xi64>, tensor<1x1x6xf32>, tensor<1x1xi64>)
  %w1 = check.literal dense<[[[4, 0, 2, 5, -1, -1]]]> : tensor<1x1x6xi64>
  check.expect_eq %1#0, %w1 : tensor<1x1x6xi64>, tensor<1x1x6xi64>
  return %0#0, %1#0 : tensor<1x1x6xi64>, tensor<1x1x6xi64>
}

// Several workgroups, of which no size is known. Most boxes overlap others, and many scores are
// equal.
func.func @dynamic() -> (tensor<?x?x?xi64>, tensor<?x?x?xf32>, tensor<?x?xi64>, tensor<2x7x200xi64>, tensor<2x7x200xf32>, tensor<2x7xi64>) {
  %boxes = check.fill sizes [2, 200, 4] seed 1 range [0.0, 1.0] : tensor<?x?x4xf32>
  %scores = check.fill sizes [2, 30, 200] seed 2 range [0.0, 1.0] : tensor<?x?x?xf32>
  %most = check.literal dense<50> : tensor<i64>
  %iou = check.literal dense<0.25> : tensor<f32>
  %least = check.literal dense<0.5> : tensor<f32>
  %0:3 = rlx.non_max_suppression %boxes, %scores, %most, %iou, %least : (tensor<?x?x4xf32>, tensor<?x?x?xf32>, tensor<i64>, tensor<f32>, tensor<f32>) -> (tensor<?x?x?xi64>, tensor<?x?x?xf32>, tensor<?x?xi64>)
  %centers = check.fill seed 3 range [0.5, 4.0] : tensor<2x200x4xf32>
  %numbers = check.fill seed 4 range [0.0, 9.0] : tensor<2x7x200xi32>
  %few = rlx.cast %numbers to f32 : (tensor<2x7x200xi32>) -> tensor<2x7x200xf32>
  %all = check.literal dense<1000> : tensor<i64>
  %1:3 = rlx.non_max_suppression %centers, %few, %all, %least {center_point_box = true} : (tensor<2x200x4xf32>, tensor<2x7x200xf32>, tensor<i64>, tensor<f32>) -> (tensor<2x7x200xi64>, tensor<2x7x200xf32>, tensor<2x7xi64>)
  return %0#0, %0#1, %0#2, %1#0, %1#1, %1#2 : tensor<?x?x?xi64>, tensor<?x?x?xf32>, tensor<?x?xi64>, tensor<2x7x200xi64>, tensor<2x7x200xf32>, tensor<2x7xi64>
}

// No outputs are asked for, no boxes, no classes, one box.
func.func @empty_and_one() -> (tensor<1x1x3xi64>, tensor<2x3xi64>, tensor<?x?x?xi64>, tensor<?x?xi64>, tensor<?x?x?xi64>, tensor<1x1x1xi64>) {
  %most = check.literal dense<4> : tensor<i64>
  %iou = check.literal dense<0.25> : tensor<f32>
  %boxes = check.fill seed 5 : tensor<1x3x4xf32>
  %scores = check.fill seed 6 : tensor<1x1x3xf32>
  %negative = check.literal dense<-1> : tensor<i64>
  %0:3 = rlx.non_max_suppression %boxes, %scores, %negative, %iou : (tensor<1x3x4xf32>, tensor<1x1x3xf32>, tensor<i64>, tensor<f32>) -> (tensor<1x1x3xi64>, tensor<1x1x3xf32>, tensor<1x1xi64>)
  %w0 = check.literal dense<-1> : tensor<1x1x3xi64>
  check.expect_eq %0#0, %w0 : tensor<1x1x3xi64>, tensor<1x1x3xi64>
  %none = check.fill seed 7 : tensor<2x0x4xf32>
  %empty = check.fill seed 8 : tensor<2x3x0xf32>
  %1:3 = rlx.non_max_suppression %none, %empty, %most, %iou : (tensor<2x0x4xf32>, tensor<2x3x0xf32>, tensor<i64>, tensor<f32>) -> (tensor<2x3x0xi64>, tensor<2x3x0xf32>, tensor<2x3xi64>)
  %w1 = check.literal dense<0> : tensor<2x3xi64>
  check.expect_eq %1#2, %w1 : tensor<2x3xi64>, tensor<2x3xi64>
  %a = check.fill sizes [2, 0, 4] seed 9 : tensor<?x?x4xf32>
  %b = check.fill sizes [2, 3, 0] seed 10 : tensor<?x?x?xf32>
  %2:3 = rlx.non_max_suppression %a, %b, %most, %iou : (tensor<?x?x4xf32>, tensor<?x?x?xf32>, tensor<i64>, tensor<f32>) -> (tensor<?x?x?xi64>, tensor<?x?x?xf32>, tensor<?x?xi64>)
  %c = check.fill sizes [1, 3, 4] seed 11 : tensor<?x?x4xf32>
  %d = check.fill sizes [1, 0, 3] seed 12 : tensor<?x?x?xf32>
  %3:3 = rlx.non_max_suppression %c, %d, %most, %iou : (tensor<?x?x4xf32>, tensor<?x?x?xf32>, tensor<i64>, tensor<f32>) -> (tensor<?x?x?xi64>, tensor<?x?x?xf32>, tensor<?x?xi64>)
  %e = check.fill seed 13 : tensor<1x1x4xf32>
  %f = check.fill seed 14 : tensor<1x1x1xf32>
  %4:3 = rlx.non_max_suppression %e, %f, %most, %iou : (tensor<1x1x4xf32>, tensor<1x1x1xf32>, tensor<i64>, tensor<f32>) -> (tensor<1x1x1xi64>, tensor<1x1x1xf32>, tensor<1x1xi64>)
  %w4 = check.literal dense<0> : tensor<1x1x1xi64>
  check.expect_eq %4#0, %w4 : tensor<1x1x1xi64>, tensor<1x1x1xi64>
  return %0#0, %1#2, %2#0, %2#2, %3#0, %4#0 : tensor<1x1x3xi64>, tensor<2x3xi64>, tensor<?x?x?xi64>, tensor<?x?xi64>, tensor<?x?x?xi64>, tensor<1x1x1xi64>
}
