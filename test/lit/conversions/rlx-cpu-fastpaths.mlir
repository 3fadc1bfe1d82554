// RUN: rlx-opt %s -split-input-file --rlx-cpu-fastpaths -mlir-print-local-scope --cse | FileCheck %s
// RUN: rlx-opt %s -split-input-file --rlx-cpu-fastpaths=features=avx2,fma -mlir-print-local-scope | FileCheck %s --check-prefix=AVX2
// RUN: rlx-opt %s -split-input-file --rlx-cpu-fastpaths=features=avx512f,avx512bw,avx512bf16,avx512vnni -mlir-print-local-scope | FileCheck %s --check-prefixes=BF16,INT8
// RUN: rlx-opt %s -split-input-file --rlx-cpu-fastpaths=features=avx512f,avx512bw,avx512bf16,avx512fp16 -mlir-print-local-scope | FileCheck %s --check-prefix=WIDE
// RUN: rlx-opt %s -split-input-file --rlx-cpu-fastpaths=features=avx512f,avx512bw -mlir-print-local-scope | FileCheck %s --check-prefix=BW
// RUN: rlx-opt %s -split-input-file --rlx-cpu-fastpaths -o /dev/null --remark-format=emitRemark --remarks-filter=rlx-cpu-fastpaths 2>&1 | FileCheck %s --check-prefix=REMARK

// Rows are a multiple of the 12-row tile: 24 accumulators in registers, no tail, no scratch.
// CHECK-LABEL: func.func @static(
// CHECK-SAME: %[[A:[a-z0-9]+]]: memref<96x384xf32>, %[[W:[a-z0-9]+]]: memref<12x384x32xf32>, %[[OUT:[a-z0-9]+]]: memref<96x384xf32>, %{{.*}}: memref<?xi8>, %{{.*}}: memref<1xi32>, %{{.*}}: index, %{{.*}}: index, %{{.*}}: index)
// CHECK-SAME: lir.cost = affine_map<() -> ({{[0-9]+}})>
// CHECK-SAME: lir.grid = affine_map<() -> (2, 4, 1)>
// CHECK-SAME: lir.workspace = affine_map<() -> (0)>
// CHECK-NOT: memref.alloca
// CHECK: scf.for
// CHECK: scf.for
// CHECK: scf.for {{.*}} iter_args
// CHECK-COUNT-2: vector.load %[[W]]
// CHECK: memref.prefetch %[[W]]
// CHECK: memref.load %[[A]]
// CHECK-COUNT-24: vector.fma
// CHECK-NOT: vector.fma
// CHECK-COUNT-24: vector.store {{.*}}, %[[OUT]]
// CHECK-NOT: vector.store
// AVX2-LABEL: func.func @static(
// AVX2-COUNT-8: vector.fma {{.*}} vector<8xf32>
// AVX2-NOT: vector.fma
// REMARK: [Passed] FastPath | Category:rlx-cpu-fastpaths | Function=static | Remark=matmul_packed
func.func @static(%a: tensor<96x384xf32>, %w: tensor<12x384x32xf32>) -> tensor<96x384xf32> {
  %0 = rlx.matmul_packed %a, %w {n = 384 : i64} : (tensor<96x384xf32>, tensor<12x384x32xf32>) -> tensor<96x384xf32>
  return %0 : tensor<96x384xf32>
}

// -----

// Dynamic rows, a partial last panel and a residual: a mask applies to loads of bias and residual,
// and to stores of the result.
// CHECK-LABEL: func.func @dynamic(
// AVX2-LABEL: func.func @dynamic(
// CHECK-SAME: %[[B:[a-z0-9]+]]: memref<40xf32>, %[[R:[a-z0-9]+]]: memref<?x40xf32>
// CHECK-SAME: lir.grid = affine_map<()[s0, s1, s2] -> (s0 ceildiv {{[0-9]+}}, 1, 1)>
// CHECK: memref.alloca() {{.*}} : memref<14x128xf32>
// CHECK: scf.if
// CHECK: vector.create_mask
// CHECK: vector.maskedload %[[B]]
// CHECK: arith.addf
// CHECK: vector.maskedstore
func.func @dynamic(%a: tensor<?x64xf32>, %w: tensor<2x64x32xf32>, %b: tensor<40xf32>, %r: tensor<?x40xf32>) -> tensor<?x40xf32> {
  %0 = rlx.matmul_packed %a, %w, %b {n = 40 : i64} : (tensor<?x64xf32>, tensor<2x64x32xf32>, tensor<40xf32>) -> tensor<?x40xf32>
  %1 = rlx.add %0, %r : (tensor<?x40xf32>, tensor<?x40xf32>) -> tensor<?x40xf32>
  return %1 : tensor<?x40xf32>
}

// -----

// An expensive epilogue is emitted once per vector of a panel row, not once per row.
// CHECK-LABEL: func.func @heavy_epilogue(
// CHECK-COUNT-1: math.exp
// CHECK-NOT: math.exp
// AVX2-LABEL: func.func @heavy_epilogue(
// AVX2-COUNT-2: vector.load {{.*}} vector<8xf32>
// AVX2-COUNT-12: vector.fma {{.*}} vector<8xf32>
// AVX2: math.exp
func.func @heavy_epilogue(%a: tensor<48x384xf32>, %w: tensor<24x384x16xf32>) -> tensor<48x384xf32> {
  %0 = rlx.matmul_packed %a, %w {n = 384 : i64} : (tensor<48x384xf32>, tensor<24x384x16xf32>) -> tensor<48x384xf32>
  %1 = rlx.exp %0 : (tensor<48x384xf32>) -> tensor<48x384xf32>
  return %1 : tensor<48x384xf32>
}

// -----

// f64 has half as many lanes.
// CHECK-LABEL: func.func @f64(
// CHECK-COUNT-24: vector.fma {{.*}} vector<8xf64>
// AVX2-LABEL: func.func @f64(
// AVX2: vector.fma {{.*}} vector<4xf64>
// REMARK: [Passed] FastPath | Category:rlx-cpu-fastpaths | Function=f64 | Remark=matmul_packed
func.func @f64(%a: tensor<96x384xf64>, %w: tensor<24x384x16xf64>) -> tensor<96x384xf64> {
  %0 = rlx.matmul_packed %a, %w {n = 384 : i64} : (tensor<96x384xf64>, tensor<24x384x16xf64>) -> tensor<96x384xf64>
  return %0 : tensor<96x384xf64>
}

// -----

// CHECK-LABEL: func.func @other_groups(
// CHECK: rlx.matmul_packed
// REMARK: Function=other_groups | Remark="matmul_packed: there is no microkernel for panels in groups of 2 rows"
func.func @other_groups(%a: tensor<8x64xf32>, %w: tensor<1x32x32x2xf32>) -> tensor<8x32xf32> {
  %0 = rlx.matmul_packed %a, %w {n = 32 : i64} : (tensor<8x64xf32>, tensor<1x32x32x2xf32>) -> tensor<8x32xf32>
  return %0 : tensor<8x32xf32>
}

// -----

// CHECK-LABEL: func.func @panel_width(
// CHECK: rlx.matmul_packed
// REMARK: matmul_packed: panels of 24 columns do not fill vectors of 16 elements
func.func @panel_width(%a: tensor<8x64xf32>, %w: tensor<1x64x24xf32>) -> tensor<8x20xf32> {
  %0 = rlx.matmul_packed %a, %w {n = 20 : i64} : (tensor<8x64xf32>, tensor<1x64x24xf32>) -> tensor<8x20xf32>
  return %0 : tensor<8x20xf32>
}

// -----

// Borders: loop bounds skip window rows outside the image, and window columns outside it have no
// code. Width 14 gives two tiles of 7 pixels. The first window column is inside for 6 pixels of the
// first tile, the second for all, and the third for 6 of the second tile. Weights that are not
// finite take a second pass over the rows.
// CHECK-LABEL: func.func @conv(
// CHECK-SAME: %[[X:[a-z0-9]+]]: memref<1x14x14x64xf32>, %[[W:[a-z0-9]+]]: memref<2x576x32xf32>
// CHECK-SAME: lir.workspace = affine_map<() -> (0)>
// CHECK: %[[ROWS:.*]] = memref.reinterpret_cast %[[X]]
// CHECK: scf.for %[[PASS:.*]] = {{.*}} to %c2 step %c1 iter_args
// CHECK: scf.for {{.*}} to %c64 step %c1 iter_args
// CHECK: memref.load %[[ROWS]]
// CHECK-COUNT-12: vector.fma
// CHECK-NOT: vector.fma
// CHECK: scf.for {{.*}} to %c128 step %c1 iter_args
// CHECK-COUNT-14: vector.fma
// CHECK: scf.for {{.*}} to %c128 step %c1 iter_args
// CHECK-COUNT-14: vector.fma
// CHECK: scf.for {{.*}} to %c64 step %c1 iter_args
// CHECK-COUNT-12: vector.fma
// CHECK: vector.reduction <add>
// CHECK: arith.cmpf uno
func.func @conv(%x: tensor<1x14x14x64xf32>, %w: tensor<2x576x32xf32>) -> tensor<1x14x14x64xf32> {
  %0 = rlx.conv_packed %x, %w {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>, out_channels = 64 : i64} : (tensor<1x14x14x64xf32>, tensor<2x576x32xf32>) -> tensor<1x14x14x64xf32>
  return %0 : tensor<1x14x14x64xf32>
}

// -----

// A volume: the slices under the window are a loop around its rows, from the first one inside. Those
// outside add zeros times their weights once for each panel.
// CHECK-LABEL: func.func @conv_volume(
// CHECK-SAME: lir.grid = affine_map<() -> ({{.*}}, 10)>
// CHECK: scf.for
// CHECK: arith.minsi
// CHECK: vector.fma
// CHECK: scf.for {{.*}} iter_args
// CHECK: scf.for {{.*}} iter_args
// CHECK: scf.for {{.*}} to %c192 step %c1 iter_args
// CHECK-COUNT-12: vector.fma
// REMARK: [Passed] FastPath | Category:rlx-cpu-fastpaths | Function=conv_volume | Remark=conv_packed
func.func @conv_volume(%x: tensor<2x5x8x8x64xf32>, %w: tensor<2x1728x32xf32>) -> tensor<2x5x6x6x64xf32> {
  %0 = rlx.conv_packed %x, %w {kernel_shape = array<i64: 3, 3, 3>, strides = array<i64: 1, 1, 1>, pads = array<i64: 1, 0, 0, 1, 0, 0>, dilations = array<i64: 1, 1, 1>, out_channels = 64 : i64} : (tensor<2x5x8x8x64xf32>, tensor<2x1728x32xf32>) -> tensor<2x5x6x6x64xf32>
  return %0 : tensor<2x5x6x6x64xf32>
}

// -----

// With dynamic width the block's rows are copied into the workspace, with zero columns around them.
// CHECK-LABEL: func.func @conv_dynamic_width(
// CHECK-SAME: lir.workspace = affine_map<()[s0, s1] -> ((s0 + 2) *
// CHECK: %[[ROWS:.*]] = memref.view {{.*}} : memref<?xi8> to memref<{{[0-9]+}}x?xf32>
// CHECK: vector.store {{.*}}, %[[ROWS]]
// CHECK: scf.for {{.*}} to %c192 step %c1 iter_args
// CHECK: memref.load %[[ROWS]]
// CHECK-COUNT-16: vector.fma
func.func @conv_dynamic_width(%x: tensor<1x14x?x64xf32>, %w: tensor<2x576x32xf32>) -> tensor<1x14x?x64xf32> {
  %0 = rlx.conv_packed %x, %w {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>, out_channels = 64 : i64} : (tensor<1x14x?x64xf32>, tensor<2x576x32xf32>) -> tensor<1x14x?x64xf32>
  return %0 : tensor<1x14x?x64xf32>
}

// -----

// No borders: read in place, for any sizes.
// CHECK-LABEL: func.func @conv_dynamic(
// CHECK-SAME: lir.workspace = affine_map<(){{.*}} -> (0)>
// CHECK-NOT: memref.view
// CHECK: memref.reinterpret_cast {{.*}} to memref<?x?xf32>
// CHECK: vector.fma
func.func @conv_dynamic(%x: tensor<?x?x?x16xf32>, %w: tensor<1x144x32xf32>, %b: tensor<32xf32>) -> tensor<?x?x?x32xf32> {
  %0 = rlx.conv_packed %x, %w, %b {kernel_shape = array<i64: 3, 3>, strides = array<i64: 2, 2>, pads = array<i64: 0, 0, 0, 0>, dilations = array<i64: 1, 1>, out_channels = 32 : i64} : (tensor<?x?x?x16xf32>, tensor<1x144x32xf32>, tensor<32xf32>) -> tensor<?x?x?x32xf32>
  return %0 : tensor<?x?x?x32xf32>
}

// -----

// Border code does not grow with the image: a tile at each side and a loop.
// CHECK-LABEL: func.func @conv_wide(
// CHECK-SAME: lir.workspace = affine_map<() -> (0)>
// CHECK-NOT: memref.view
// CHECK: scf.for {{.*}} to %c999999999992 step
// CHECK: vector.reduction <add>
func.func @conv_wide(%x: tensor<1x14x1000000000000x1xf32>, %w: tensor<1x9x32xf32>) -> tensor<1x14x1000000000000x1xf32> {
  %0 = rlx.conv_packed %x, %w {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>, out_channels = 1 : i64} : (tensor<1x14x1000000000000x1xf32>, tensor<1x9x32xf32>) -> tensor<1x14x1000000000000x1xf32>
  return %0 : tensor<1x14x1000000000000x1xf32>
}

// -----

// Wide borders are not unrolled: rows are copied with zeros around them.
// CHECK-LABEL: func.func @conv_wide_border(
// CHECK: memref.view {{.*}} : memref<?xi8> to memref<{{[0-9]+}}x132800xf32>
func.func @conv_wide_border(%x: tensor<1x14x64x64xf32>, %w: tensor<2x576x32xf32>) -> tensor<1x14x2073x64xf32> {
  %0 = rlx.conv_packed %x, %w {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>, pads = array<i64: 1, 1000, 1, 1011>, dilations = array<i64: 1, 1>, out_channels = 64 : i64} : (tensor<1x14x64x64xf32>, tensor<2x576x32xf32>) -> tensor<1x14x2073x64xf32>
  return %0 : tensor<1x14x2073x64xf32>
}

// -----

// Rows under such windows cannot be copied.
// REMARK: [Missed] FastPath | Category:rlx-cpu-fastpaths | Function=conv_far{{.*}}copies of the image rows would be too large
func.func @conv_far(%x: tensor<1x?x?x64xf32>, %w: tensor<2x576x32xf32>) -> tensor<1x?x?x64xf32> {
  %0 = rlx.conv_packed %x, %w {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1000000000, 1>, out_channels = 64 : i64} : (tensor<1x?x?x64xf32>, tensor<2x576x32xf32>) -> tensor<1x?x?x64xf32>
  return %0 : tensor<1x?x?x64xf32>
}

// -----

// REMARK: [Missed] FastPath | Category:rlx-cpu-fastpaths | Function=pool_far{{.*}}the windows span more elements than 64 bits can count
func.func @pool_far(%x: tensor<1x8x?x4294967296xf32>) -> tensor<1x8x?x4294967296xf32> {
  %0 = rlx.pool max %x kernel = [1, 2] dilations = [1, 2000000000] data_format = channels_last : (tensor<1x8x?x4294967296xf32>) -> tensor<1x8x?x4294967296xf32>
  return %0 : tensor<1x8x?x4294967296xf32>
}

// -----

// REMARK: Function=no_channels{{.*}}depthwise_conv: the result is empty
func.func @no_channels(%x: tensor<1x5x6x?xf32>, %w: tensor<9x0xf32>) -> tensor<1x5x6x?xf32> {
  %0 = rlx.depthwise_conv %x, %w {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>} : (tensor<1x5x6x?xf32>, tensor<9x0xf32>) -> tensor<1x5x6x?xf32>
  return %0 : tensor<1x5x6x?xf32>
}

// -----

// A 1x1 window with stride 1 is a matmul over all pixels.
// CHECK-LABEL: func.func @conv_pointwise(
// CHECK: memref.reinterpret_cast {{.*}} to offset: [0], sizes: [128, 64]
func.func @conv_pointwise(%x: tensor<2x8x8x64xf32>, %w: tensor<1x64x32xf32>) -> tensor<2x8x8x32xf32> {
  %0 = rlx.conv_packed %x, %w {kernel_shape = array<i64: 1, 1>, strides = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>, dilations = array<i64: 1, 1>, out_channels = 32 : i64} : (tensor<2x8x8x64xf32>, tensor<1x64x32xf32>) -> tensor<2x8x8x32xf32>
  return %0 : tensor<2x8x8x32xf32>
}

// -----

// CHECK-LABEL: func.func @empty(
// CHECK: rlx.matmul_packed
// REMARK: matmul_packed: the result is empty
func.func @empty(%a: tensor<0x64xf32>, %w: tensor<1x64x32xf32>) -> tensor<0x32xf32> {
  %0 = rlx.matmul_packed %a, %w {n = 32 : i64} : (tensor<0x64xf32>, tensor<1x64x32xf32>) -> tensor<0x32xf32>
  return %0 : tensor<0x32xf32>
}

// -----

// A row is two tiles of 7 pixels with separate code. Each shares its input vectors: 8 input and 3
// weight loads serve 20 multiplications, and one more is outside the image. 24 channels end in a
// masked vector.
// CHECK-LABEL: func.func @depthwise(
// CHECK: scf.for
// CHECK: scf.for {{.*}} step %c16
// CHECK: vector.create_mask
// Window taps outside the image add weights times zero. Such rows are before and after the rows
// inside.
// CHECK-COUNT-2: vector.fma
// CHECK: scf.for {{.*}} iter_args
// CHECK-COUNT-21: vector.fma
// CHECK-NOT: vector.fma
// CHECK: scf.yield
// CHECK-COUNT-7: vector.maskedstore
// CHECK: scf.for {{.*}} step %c16
// CHECK-COUNT-2: vector.fma
// CHECK: scf.for {{.*}} iter_args
// CHECK-COUNT-11: vector.maskedload
// CHECK-NOT: vector.maskedload
// CHECK: scf.yield
// CHECK-COUNT-7: vector.maskedstore
// CHECK-NOT: vector.fma
// REMARK: Function=depthwise | Remark=depthwise_conv
func.func @depthwise(%x: tensor<1x14x14x24xf32>, %w: tensor<9x24xf32>) -> tensor<1x14x14x24xf32> {
  %0 = rlx.depthwise_conv %x, %w {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>} : (tensor<1x14x14x24xf32>, tensor<9x24xf32>) -> tensor<1x14x14x24xf32>
  return %0 : tensor<1x14x14x24xf32>
}

// -----

// Borders of 17 pixels would need too many tiles with separate code. Tiles cover the image's
// inside, and a loop covers the border pixels.
// CHECK-LABEL: func.func @depthwise_far(
// CHECK: scf.for {{.*}} step %c8
// CHECK-COUNT-8: vector.store
// CHECK: arith.select
// CHECK: vector.store
// CHECK-NOT: vector.store
func.func @depthwise_far(%x: tensor<1x56x56x16xf32>, %w: tensor<9x16xf32>) -> tensor<1x56x56x16xf32> {
  %0 = rlx.depthwise_conv %x, %w {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>, pads = array<i64: 17, 17, 17, 17>, dilations = array<i64: 17, 17>} : (tensor<1x56x56x16xf32>, tensor<9x16xf32>) -> tensor<1x56x56x16xf32>
  return %0 : tensor<1x56x56x16xf32>
}

// -----

// An image that exceeds the second-level cache: a tile prefetches the two rows that only the tile
// below it reads, except rows outside the image.
// CHECK-LABEL: func.func @depthwise_large(
// CHECK-COUNT-62: memref.prefetch {{.*}}, read, locality<2>, data
// CHECK-NOT: memref.prefetch
func.func @depthwise_large(%x: tensor<1x112x112x96xf32>, %w: tensor<9x96xf32>) -> tensor<1x56x56x96xf32> {
  %0 = rlx.depthwise_conv %x, %w {kernel_shape = array<i64: 3, 3>, strides = array<i64: 2, 2>, pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>} : (tensor<1x112x112x96xf32>, tensor<9x96xf32>) -> tensor<1x56x56x96xf32>
  return %0 : tensor<1x56x56x96xf32>
}

// -----

// Queries in lanes: shuffles transpose a panel, then one loop over blocks of keys updates maxima
// and sums. The scratch memory does not depend on the sequence lengths.
// CHECK-LABEL: func.func @attention(
// CHECK-SAME: %{{[a-z0-9]+}}: memref<?x?x12x32xf32>
// CHECK-SAME: lir.grid = affine_map<(){{.*}} -> (s9 ceildiv 64, 12, s8)>
// CHECK-SAME: lir.workspace = affine_map<(){{.*}} -> ({{[0-9]+}})>
// CHECK: vector.shuffle
// CHECK: scf.for {{.*}} iter_args
// CHECK-COUNT-16: vector.fma
// CHECK-COUNT-4: math.exp
// CHECK-COUNT-16: vector.fma
// CHECK: vector.shuffle
// CHECK-NOT: vector.gather
// REMARK: Function=attention | Remark=attention
func.func @attention(%q: tensor<?x?x12x32xf32>, %k: tensor<?x?x12x32xf32>, %v: tensor<?x?x12x32xf32>, %m: tensor<?x?xi1>) -> tensor<?x?x12x32xf32> {
  %0 = rlx.attention %q, %k, %v, %m layout = bshd mask = custom : (tensor<?x?x12x32xf32>, tensor<?x?x12x32xf32>, tensor<?x?x12x32xf32>, tensor<?x?xi1>) -> tensor<?x?x12x32xf32>
  return %0 : tensor<?x?x12x32xf32>
}

// -----

// A mask that depends on queries may be that of a cache, and the queries a part of a text: products
// are summed in the order of few queries, every eighth one at a time.
// AVX2-LABEL: func.func @attention_part(
// AVX2: scf.for %{{[a-z0-9_]+}} = %c3 to %c64 step %c8
func.func @attention_part(%q: tensor<1x12x?x64xf32>, %k: tensor<1x12x?x64xf32>, %v: tensor<1x12x?x64xf32>, %m: tensor<1x1x?x?xi1>) -> tensor<1x12x?x64xf32> {
  %0 = rlx.attention %q, %k, %v, %m layout = bhsd mask = custom : (tensor<1x12x?x64xf32>, tensor<1x12x?x64xf32>, tensor<1x12x?x64xf32>, tensor<1x1x?x?xi1>) -> tensor<1x12x?x64xf32>
  return %0 : tensor<1x12x?x64xf32>
}

// -----

// AVX2-LABEL: func.func @attention_whole(
// AVX2: math.exp
// AVX2-NOT: %c3 to %c64
// AVX2: return
func.func @attention_whole(%q: tensor<1x12x?x64xf32>, %k: tensor<1x12x?x64xf32>, %v: tensor<1x12x?x64xf32>) -> tensor<1x12x?x64xf32> {
  %0 = rlx.attention %q, %k, %v layout = bhsd mask = none : (tensor<1x12x?x64xf32>, tensor<1x12x?x64xf32>, tensor<1x12x?x64xf32>) -> tensor<1x12x?x64xf32>
  return %0 : tensor<1x12x?x64xf32>
}

// -----

// One query: the four heads that share keys are the rows of a tile of four keys. Their sums across
// lanes become a vector of scores. The last tile may repeat a key. The values follow: the first
// columns add to the totals, too. Other heads of the group have no code.
// CHECK-LABEL: func.func @attention_one_query(
// CHECK: arith.remui
// CHECK: scf.if
// CHECK: scf.for {{.*}} iter_args
// CHECK-COUNT-4: memref.prefetch {{.*}} locality<2>
// CHECK-COUNT-16: vector.fma
// CHECK-NOT: vector.fma
// CHECK-COUNT-30: vector.shuffle
// CHECK-COUNT-4: vector.store {{.*}} : memref<4x64xf32>, vector<4xf32>
// CHECK: scf.if
// CHECK-COUNT-4: arith.minsi
// CHECK-COUNT-16: vector.fma
// CHECK-COUNT-30: vector.shuffle
// CHECK-COUNT-4: vector.store {{.*}} : memref<4x64xf32>, vector<4xf32>
// CHECK: math.exp
// CHECK: scf.for {{.*}} iter_args
// CHECK-COUNT-16: vector.fma
// CHECK: arith.addf
// CHECK: scf.for {{.*}} iter_args
// CHECK-COUNT-16: vector.fma
// CHECK-NOT: vector.fma
// AVX2-LABEL: func.func @attention_one_query(
// AVX2-COUNT-8: vector.fma {{.*}} vector<8xf32>
// AVX2-COUNT-4: vector.store {{.*}} : memref<4x64xf32>, vector<2xf32>
func.func @attention_one_query(%q: tensor<1x32x1x128xf32>, %k: tensor<1x8x?x128xf32>, %v: tensor<1x8x?x128xf32>) -> tensor<1x32x1x128xf32> {
  %0 = rlx.attention %q, %k, %v layout = bhsd mask = none : (tensor<1x32x1x128xf32>, tensor<1x8x?x128xf32>, tensor<1x8x?x128xf32>) -> tensor<1x32x1x128xf32>
  return %0 : tensor<1x32x1x128xf32>
}

// -----

// A workgroup is a sequence. The loop over keys reads the number of each block once, and rows of the
// block are contiguous.
// CHECK-LABEL: func.func @paged_attention(
// CHECK-SAME: lir.grid = affine_map<(){{.*}} -> (s7 ceildiv 64, 9, s3)>
// CHECK-COUNT-2: memref.load {{.*}} : memref<?xi32>
// CHECK: scf.for
// CHECK: memref.load {{.*}} : memref<?x?xi32>
// CHECK: vector.fma
// CHECK-NOT: rlx.paged_attention
// REMARK: Function=paged_attention | Remark=paged_attention
func.func @paged_attention(%q: tensor<?x9x64xf32>, %k: tensor<?x3x64x64xf32>, %v: tensor<?x3x64x64xf32>, %t: tensor<?x?xi32>, %s: tensor<?xi32>, %l: tensor<?xi32>) -> tensor<?x9x64xf32> {
  %0 = rlx.paged_attention %q, %k, %v blocks = %t starts = %s lengths = %l : (tensor<?x9x64xf32>, tensor<?x3x64x64xf32>, tensor<?x3x64x64xf32>, tensor<?x?xi32>, tensor<?xi32>, tensor<?xi32>) -> tensor<?x9x64xf32>
  return %0 : tensor<?x9x64xf32>
}

// -----

// CHECK-LABEL: func.func @paged_attention_block_size(
// CHECK: rlx.paged_attention
// REMARK: paged_attention: the size of a block is 5, and neither 16, 32, 48 nor a multiple of 64
func.func @paged_attention_block_size(%q: tensor<?x2x8xf32>, %k: tensor<?x2x5x8xf32>, %v: tensor<?x2x5x8xf32>, %t: tensor<?x?xi32>, %s: tensor<?xi32>, %l: tensor<?xi32>) -> tensor<?x2x8xf32> {
  %0 = rlx.paged_attention %q, %k, %v blocks = %t starts = %s lengths = %l : (tensor<?x2x8xf32>, tensor<?x2x5x8xf32>, tensor<?x2x5x8xf32>, tensor<?x?xi32>, tensor<?xi32>, tensor<?xi32>) -> tensor<?x2x8xf32>
  return %0 : tensor<?x2x8xf32>
}

// -----

// CHECK-LABEL: func.func @attention_head_size(
// CHECK: rlx.attention
// REMARK: attention: a head size is dynamic
func.func @attention_head_size(%q: tensor<1x8x2x?xf32>, %k: tensor<1x8x2x?xf32>, %v: tensor<1x8x2x?xf32>) -> tensor<1x8x2x?xf32> {
  %0 = rlx.attention %q, %k, %v layout = bshd mask = none scale = 1.0 : (tensor<1x8x2x?xf32>, tensor<1x8x2x?xf32>, tensor<1x8x2x?xf32>) -> tensor<1x8x2x?xf32>
  return %0 : tensor<1x8x2x?xf32>
}

// -----

// Tiles of adjacent windows, read in place. The first of 56 windows of a row begins outside the
// image, where elements do not count: its tile has separate code.
// CHECK-LABEL: func.func @pool_max(
// CHECK-SAME: lir.workspace = affine_map<() -> (0)>
// CHECK: scf.for
// CHECK: scf.for {{.*}} step %c16
// CHECK-COUNT-23: arith.maximumf {{.*}} : vector<16xf32>
// CHECK-NOT: arith.maximumf
// CHECK: scf.yield
// CHECK: scf.for {{.*}} step %c8
// CHECK: scf.for {{.*}} step %c16
// CHECK-COUNT-24: arith.maximumf {{.*}} : vector<16xf32>
func.func @pool_max(%x: tensor<1x112x112x64xf32>) -> tensor<1x56x56x64xf32> {
  %0 = rlx.pool max %x kernel = [3, 3] strides = [2, 2] pads = [1, 1, 1, 1] data_format = channels_last : (tensor<1x112x112x64xf32>) -> tensor<1x56x56x64xf32>
  return %0 : tensor<1x56x56x64xf32>
}

// -----

// CHECK-LABEL: func.func @pool_ceil(
// CHECK: rlx.pool
// REMARK: pool: ceil mode is not supported
func.func @pool_ceil(%x: tensor<1x7x7x16xf32>) -> tensor<1x4x4x16xf32> {
  %0 = rlx.pool max %x kernel = [2, 2] strides = [2, 2] data_format = channels_last {ceil_mode = true} : (tensor<1x7x7x16xf32>) -> tensor<1x4x4x16xf32>
  return %0 : tensor<1x4x4x16xf32>
}

// -----

// Pairs of bf16: one 32-bit element of lhs, one dot product per accumulator. The step with half a
// pair is emitted once behind the loop. It does not read past the end of a row, and ignores the
// upper halves of the weights.
// BF16-LABEL: func.func @bf16(
// BF16-SAME: %[[A:[a-z0-9]+]]: memref<64x385xbf16>, %[[W:[a-z0-9]+]]: memref<12x193x32x2xbf16>
// BF16: %[[PANELS:.*]] = memref.reinterpret_cast %[[W]] {{.*}} to memref<12x193x64xbf16>
// BF16: scf.for {{.*}} to %c192 step %c1 iter_args
// BF16-COUNT-2: vector.load %[[PANELS]]{{.*}} vector<32xbf16>
// BF16: vector.load %[[A]]{{.*}} vector<2xbf16>
// BF16: vector.broadcast {{.*}} : i32 to vector<16xi32>
// BF16-COUNT-16: x86vector.avx512.dot {{.*}} : vector<32xbf16> -> vector<16xf32>
// BF16-NOT: x86vector.avx512.dot
// BF16: scf.yield
// BF16: arith.andi {{.*}} : vector<16xi32>
// BF16: memref.load %[[A]]
// BF16: arith.extui {{.*}} : i16 to i32
// BF16-COUNT-16: x86vector.avx512.dot
// BF16-NOT: x86vector.avx512.dot
// BF16: x86vector.avx512.cvt.packed.f32_to_bf16 {{.*}} -> vector<16xbf16>
// Without the instruction both elements of a pair are widened.
// CHECK-LABEL: func.func @bf16(
// CHECK: scf.for {{.*}} to %c192 step %c1 iter_args
// CHECK: arith.shli {{.*}} : vector<16xi32>
// CHECK: arith.andi {{.*}} : vector<16xi32>
// CHECK-COUNT-32: vector.fma {{.*}} vector<16xf32>
// CHECK-NOT: vector.fma
// CHECK: scf.yield
// CHECK-COUNT-16: vector.fma
// CHECK-NOT: vector.fma
// CHECK: arith.truncf {{.*}} : vector<16xf32> to vector<16xbf16>
// AVX2-LABEL: func.func @bf16(
// AVX2-COUNT-8: vector.fma {{.*}} vector<8xf32>
func.func @bf16(%a: tensor<64x385xbf16>, %w: tensor<12x193x32x2xbf16>) -> tensor<64x384xbf16> {
  %0 = rlx.matmul_packed %a, %w {n = 384 : i64} : (tensor<64x385xbf16>, tensor<12x193x32x2xbf16>) -> tensor<64x384xbf16>
  return %0 : tensor<64x384xbf16>
}

// -----

// Groups of four. Signed bytes are offset by 128, and the initial sums subtract this offset
// together with the zero point. The remaining three rows are composed byte by byte, and the last
// byte of their weights does not count. Other values stay in registers or, with expensive
// epilogues, in the scratch tile.
// INT8-LABEL: func.func @int8(
// INT8-SAME: %[[A:[a-z0-9]+]]: memref<64x387xi8>, %[[W:[a-z0-9]+]]: memref<12x97x32x4xi8>, %[[SUMS:[a-z0-9]+]]: memref<384xi32>
// INT8: %[[PANELS:.*]] = memref.reinterpret_cast %[[W]] {{.*}} to memref<12x97x128xi8>
// INT8: %[[START:.*]] = vector.load %[[SUMS]]
// INT8: %[[FACTOR:.*]] = vector.broadcast %c-133_i32
// INT8: arith.muli %[[START]], %[[FACTOR]] : vector<16xi32>
// INT8: scf.for {{.*}} to %c96 step %c1 iter_args
// INT8-COUNT-2: vector.load %[[PANELS]]{{.*}} vector<64xi8>
// INT8: vector.load %[[A]]{{.*}} vector<4xi8>
// INT8: arith.xori {{.*}} : vector<16xi32>
// INT8-COUNT-16: llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.512"
// INT8-NOT: vpdpbusd
// INT8: scf.yield
// INT8: arith.andi {{.*}} : vector<16xi32>
// INT8: memref.load %[[A]]
// INT8: memref.load %[[A]]
// INT8: memref.load %[[A]]
// INT8-COUNT-16: llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.512"
// INT8-NOT: vpdpbusd
// INT8: arith.sitofp {{.*}} : vector<16xi32> to vector<16xf32>
// INT8: vector.store {{.*}} : memref<64x384xf32>
// Without the instruction even and odd elements of a group are multiplied in 16 bits.
// BW-LABEL: func.func @int8(
// BW: scf.for {{.*}} to %c96 step %c1 iter_args
// BW: arith.shrsi {{.*}} : vector<32xi16>
// BW: arith.shrui {{.*}} : vector<32xi16>
// BW-COUNT-32: llvm.call_intrinsic "llvm.x86.avx512.pmaddw.d.512"
// BW-NOT: pmaddw
// BW: scf.yield
// AVX2-LABEL: func.func @int8(
// AVX2-COUNT-8: llvm.call_intrinsic "llvm.x86.avx2.pmadd.wd"{{.*}} -> vector<8xi32>
// Without these instructions there is no code either.
// CHECK-LABEL: func.func @int8(
// CHECK: rlx.matmul_integer_packed
// REMARK: Function=int8 | Remark="matmul_integer_packed: the CPU has no integer dot-product instructions"
func.func @int8(%a: tensor<64x387xi8>, %w: tensor<12x97x32x4xi8>, %s: tensor<384xi32>) -> tensor<64x384xf32> {
  %z = rlx.constant dense<5> : tensor<i8>
  %0 = rlx.matmul_integer_packed %a, %w column_sums %s lhs_zero_point %z {n = 384 : i64} : (tensor<64x387xi8>, tensor<12x97x32x4xi8>, tensor<384xi32>, tensor<i8>) -> tensor<64x384xi32>
  %1 = rlx.cast %0 to f32 : (tensor<64x384xi32>) -> tensor<64x384xf32>
  return %1 : tensor<64x384xf32>
}

// -----

// A zero point of the weights needs the row sums of lhs, which are subtracted at the end. Without a
// zero point of unsigned bytes sums start at 0.
// INT8-LABEL: func.func @int8_zero_points(
// INT8-SAME: %[[A:[a-z0-9]+]]: memref<?x20xi8>, %{{.*}}, %[[SUMS:[a-z0-9]+]]: memref<40xi32>, %[[Z:[a-z0-9]+]]: memref<40xi8>
// INT8-DAG: %[[ROWS:.*]] = memref.alloca() {{.*}} : memref<{{[0-9]+}}xi32>
// INT8: arith.extui {{.*}} : vector<16xi8> to vector<16xi32>
// INT8: vector.reduction <add>
// INT8: memref.store {{.*}}, %[[ROWS]]
// INT8: vector.maskedload %[[Z]]
// INT8-NOT: %[[SUMS]][
// INT8: vpdpbusd
// INT8: memref.load %[[ROWS]]
// INT8: arith.subi {{.*}} : vector<16xi32>
func.func @int8_zero_points(%a: tensor<?x20xui8>, %w: tensor<2x5x32x4xi8>, %s: tensor<40xi32>, %z: tensor<40xi8>) -> tensor<?x40xi32> {
  %0 = rlx.matmul_integer_packed %a, %w column_sums %s rhs_zero_point %z {n = 40 : i64} : (tensor<?x20xui8>, tensor<2x5x32x4xi8>, tensor<40xi32>, tensor<40xi8>) -> tensor<?x40xi32>
  return %0 : tensor<?x40xi32>
}

// -----

// Both operands are data. Workgroups take blocks of rows, 128 columns and a batch entry. They pack
// rows and columns as pairs of i16, without zero points. Keys are transposed, in squares of words.
// INT8-LABEL: func.func @data(
// INT8-SAME: lir.grid = affine_map<()[s0, s1, s2, s3] -> (s2 ceildiv 384, s3 ceildiv 128, 2)>
// INT8-SAME: lir.workspace
// INT8: memref.view {{.*}} : memref<?xi8> to memref<384x?xi32>
// INT8: memref.view {{.*}} : memref<?xi8> to memref<4x?x32xi32>
// INT8: arith.extui {{.*}} : vector<16xi8> to vector<16xi16>
// INT8: arith.subi {{.*}} : vector<16xi16>
// INT8: arith.extsi {{.*}} : vector<16xi8> to vector<16xi16>
// INT8-COUNT-24: vector.shuffle {{.*}} : vector<8xi32>, vector<8xi32>
// INT8-NOT: vector.shuffle
// INT8-COUNT-24: llvm.call_intrinsic "llvm.x86.avx512.pmaddw.d.512"
// INT8: scf.yield
// INT8: arith.sitofp {{.*}} : vector<16xi32> to vector<16xf32>
// AVX2-LABEL: func.func @data(
// AVX2: memref.view {{.*}} : memref<?xi8> to memref<8x?x16xi32>
// AVX2-COUNT-12: llvm.call_intrinsic "llvm.x86.avx2.pmadd.wd"
// AVX2: scf.yield
// CHECK-LABEL: func.func @data(
// CHECK: rlx.matmul_integer
// REMARK: Function=data | Remark="matmul_integer: the CPU has no integer dot-product instructions"
func.func @data(%a: tensor<2x?x64xui8>, %b: tensor<2x?x64xi8>) -> tensor<2x?x?xf32> {
  %z = rlx.constant dense<5> : tensor<ui8>
  %0 = rlx.matmul_integer %a, %b lhs_zero_point %z transpose_rhs : (tensor<2x?x64xui8>, tensor<2x?x64xi8>, tensor<ui8>) -> tensor<2x?x?xi32>
  %1 = rlx.cast %0 to f32 : (tensor<2x?x?xi32>) -> tensor<2x?x?xf32>
  return %1 : tensor<2x?x?xf32>
}

// -----

// Rows of the rhs are interleaved. A zero point per column goes through linalg.
// INT8-LABEL: func.func @data_rows(
// INT8: vector.interleave {{.*}} : vector<16xi16>
// INT8-LABEL: func.func @data_zero_points(
// INT8: rlx.matmul_integer
// CHECK-LABEL: func.func @data_rows(
// CHECK-LABEL: func.func @data_zero_points(
// AVX2-LABEL: func.func @data_rows(
func.func @data_rows(%a: tensor<9x?xui8>, %b: tensor<?x7xi8>) -> tensor<9x7xi32> {
  %0 = rlx.matmul_integer %a, %b : (tensor<9x?xui8>, tensor<?x7xi8>) -> tensor<9x7xi32>
  return %0 : tensor<9x7xi32>
}
func.func @data_zero_points(%a: tensor<9x?xui8>, %b: tensor<?x7xi8>, %z: tensor<7xi8>) -> tensor<9x7xi32> {
  %0 = rlx.matmul_integer %a, %b rhs_zero_point %z : (tensor<9x?xui8>, tensor<?x7xi8>, tensor<7xi8>) -> tensor<9x7xi32>
  return %0 : tensor<9x7xi32>
}

// -----

// f16: rows of lhs are widened once, weights when they are loaded, and each sum is rounded once.
// CHECK-LABEL: func.func @f16(
// CHECK-SAME: lir.workspace = affine_map<() -> (98560)>
// CHECK: %[[ROWS:.*]] = memref.view {{.*}} : memref<?xi8> to memref<64x385xf32>
// CHECK: vector.load {{.*}} vector<16xf16>
// CHECK: arith.extf {{.*}} : vector<16xf16> to vector<16xf32>
// CHECK: vector.store {{.*}}, %[[ROWS]]
// CHECK: scf.for {{.*}} to %c385 step %c1
// CHECK: memref.store {{.*}}, %[[ROWS]]
// CHECK: scf.for {{.*}} to %c385 step %c1 iter_args
// CHECK: vector.load {{.*}} vector<16xf16>
// CHECK: arith.extf {{.*}} : vector<16xf16> to vector<16xf32>
// CHECK: memref.load %[[ROWS]]
// CHECK: vector.broadcast {{.*}} : f32 to vector<16xf32>
// CHECK-COUNT-16: vector.fma {{.*}} vector<16xf32>
// CHECK-NOT: vector.fma
// CHECK: arith.truncf {{.*}} : vector<16xf32> to vector<16xf16>
// AVX2-LABEL: func.func @f16(
// AVX2: rlx.matmul_packed
func.func @f16(%a: tensor<64x385xf16>, %w: tensor<12x385x32xf16>) -> tensor<64x384xf16> {
  %0 = rlx.matmul_packed %a, %w {n = 384 : i64} : (tensor<64x385xf16>, tensor<12x385x32xf16>) -> tensor<64x384xf16>
  return %0 : tensor<64x384xf16>
}

// -----

// If dot products of pairs are slow, rows are widened once, and weights when they are loaded.
// WIDE-LABEL: func.func @conv_pairs(
// WIDE: memref.view {{.*}} : memref<?xi8> to memref<{{[0-9]+}}x1024xf32>
// WIDE: arith.extf
// WIDE: memref.load {{.*}}xf32
// WIDE-NOT: x86vector.avx512.dot
// WIDE: vector.fma
// WIDE: x86vector.avx512.cvt.packed.f32_to_bf16
// Pairs of channels. Borders have separate code, as in f32. Seven times three elements are ten
// pairs and one single element.
// BF16-LABEL: func.func @conv_pairs(
// BF16-SAME: lir.workspace = affine_map<() -> (0)>
// BF16: x86vector.avx512.dot
// BF16-LABEL: func.func @conv_odd_pairs(
// BF16: memref.view {{.*}} : memref<?xi8> to memref<{{[0-9]+}}x690xbf16>
// BF16: scf.for {{.*}} to %c10 step
// BF16: x86vector.avx512.dot
// BF16: arith.extui
// BF16: x86vector.avx512.dot
func.func @conv_pairs(%x: tensor<1x14x14x64xbf16>, %w: tensor<2x288x32x2xbf16>) -> tensor<1x14x14x64xbf16> {
  %0 = rlx.conv_packed %x, %w {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>, out_channels = 64 : i64} : (tensor<1x14x14x64xbf16>, tensor<2x288x32x2xbf16>) -> tensor<1x14x14x64xbf16>
  return %0 : tensor<1x14x14x64xbf16>
}
func.func @conv_odd_pairs(%x: tensor<1x224x224x3xbf16>, %w: tensor<2x77x32x2xbf16>) -> tensor<1x112x112x64xbf16> {
  %0 = rlx.conv_packed %x, %w {kernel_shape = array<i64: 7, 7>, strides = array<i64: 2, 2>, pads = array<i64: 3, 3, 3, 3>, dilations = array<i64: 1, 1>, out_channels = 64 : i64} : (tensor<1x224x224x3xbf16>, tensor<2x77x32x2xbf16>) -> tensor<1x112x112x64xbf16>
  return %0 : tensor<1x112x112x64xbf16>
}

// -----

// Rows are copied with the zero point on all sides, and signed bytes as unsigned ones. f16 is
// widened.
// INT8-LABEL: func.func @conv_bytes(
// INT8: memref.view {{.*}} : memref<?xi8> to memref<{{[0-9]+}}x1024xi8>
// INT8: arith.xori
// INT8: scf.for {{.*}} to %c48 step
// INT8-NOT: arith.xori
// INT8: "llvm.x86.avx512.vpdpbusd.512"
// INT8-LABEL: func.func @conv_halves(
// INT8: memref.view {{.*}} : memref<?xi8> to memref<{{[0-9]+}}x1024xf32>
func.func @conv_bytes(%x: tensor<1x14x14x64xi8>, %w: tensor<2x144x32x4xi8>, %s: tensor<64xi32>, %z: tensor<i8>) -> tensor<1x14x14x64xi32> {
  %0 = rlx.conv_integer_packed %x, %w column_sums %s input_zero_point %z {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>, out_channels = 64 : i64} : (tensor<1x14x14x64xi8>, tensor<2x144x32x4xi8>, tensor<64xi32>, tensor<i8>) -> tensor<1x14x14x64xi32>
  return %0 : tensor<1x14x14x64xi32>
}
func.func @conv_halves(%x: tensor<1x14x14x64xf16>, %w: tensor<2x576x32xf16>) -> tensor<1x14x14x64xf16> {
  %0 = rlx.conv_packed %x, %w {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>, out_channels = 64 : i64} : (tensor<1x14x14x64xf16>, tensor<2x576x32xf16>) -> tensor<1x14x14x64xf16>
  return %0 : tensor<1x14x14x64xf16>
}

// -----

// REMARK: [Missed] FastPath | Category:rlx-cpu-fastpaths | Function=conv_no_groups{{.*}}3 channels are not a multiple of the packing group 2
func.func @conv_no_groups(%x: tensor<1x14x14x3xbf16>, %w: tensor<2x15x32x2xbf16>) -> tensor<1x10x10x64xbf16> {
  %0 = rlx.conv_packed %x, %w {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>, dilations = array<i64: 2, 2>, out_channels = 64 : i64} : (tensor<1x14x14x3xbf16>, tensor<2x15x32x2xbf16>) -> tensor<1x10x10x64xbf16>
  return %0 : tensor<1x10x10x64xbf16>
}

// -----

// Bytes minus their zero point are exact in f32. bf16 is widened when it is loaded.
// INT8-LABEL: func.func @depthwise_bytes(
// INT8: arith.extui {{.*}} : vector<16xi8> to vector<16xi32>
// INT8: arith.sitofp
// INT8: arith.subf
// INT8: vector.fma
// INT8: arith.fptosi
// INT8-LABEL: func.func @depthwise_halves(
// INT8: arith.extf {{.*}} : vector<16xbf16> to vector<16xf32>
// INT8: vector.fma
// INT8: arith.truncf
// REMARK: [Missed] FastPath | Category:rlx-cpu-fastpaths | Function=depthwise_inexact{{.*}}sums of more than 258 products are not exact
func.func @depthwise_bytes(%x: tensor<1x14x14x64xui8>, %w: tensor<9x64xi8>, %z: tensor<ui8>) -> tensor<1x14x14x64xi32> {
  %0 = rlx.depthwise_conv_integer %x, %w input_zero_point %z {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>} : (tensor<1x14x14x64xui8>, tensor<9x64xi8>, tensor<ui8>) -> tensor<1x14x14x64xi32>
  return %0 : tensor<1x14x14x64xi32>
}
func.func @depthwise_halves(%x: tensor<1x14x14x64xbf16>, %w: tensor<9x64xbf16>) -> tensor<1x14x14x64xbf16> {
  %0 = rlx.depthwise_conv %x, %w {kernel_shape = array<i64: 3, 3>, strides = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, dilations = array<i64: 1, 1>} : (tensor<1x14x14x64xbf16>, tensor<9x64xbf16>) -> tensor<1x14x14x64xbf16>
  return %0 : tensor<1x14x14x64xbf16>
}
func.func @depthwise_inexact(%x: tensor<1x20x20x64xui8>, %w: tensor<259x64xi8>) -> tensor<1x14x1x64xi32> {
  %0 = rlx.depthwise_conv_integer %x, %w {kernel_shape = array<i64: 7, 37>, strides = array<i64: 1, 1>, pads = array<i64: 0, 17, 0, 0>, dilations = array<i64: 1, 1>} : (tensor<1x20x20x64xui8>, tensor<259x64xi8>) -> tensor<1x14x1x64xi32>
  return %0 : tensor<1x14x1x64xi32>
}

// -----

// The maximum of bytes is computed in f32, which is exact. Sums would not be.
// CHECK-LABEL: func.func @pool_bytes(
// CHECK: arith.extui {{.*}} : vector<{{[0-9]+}}xi8> to vector<{{[0-9]+}}xi32>
// CHECK: arith.maximumf
// REMARK: [Missed] FastPath | Category:rlx-cpu-fastpaths | Function=pool_sums{{.*}}sums of integers are not computed in f32
func.func @pool_bytes(%x: tensor<1x14x14x64xui8>) -> tensor<1x7x7x64xui8> {
  %0 = rlx.pool max %x kernel = [3, 3] strides = [2, 2] pads = [1, 1, 1, 1] data_format = channels_last : (tensor<1x14x14x64xui8>) -> tensor<1x7x7x64xui8>
  return %0 : tensor<1x7x7x64xui8>
}
func.func @pool_sums(%x: tensor<1x14x14x64xui8>) -> tensor<1x7x7x64xui8> {
  %0 = rlx.pool sum %x kernel = [3, 3] strides = [2, 2] pads = [1, 1, 1, 1] data_format = channels_last : (tensor<1x14x14x64xui8>) -> tensor<1x7x7x64xui8>
  return %0 : tensor<1x7x7x64xui8>
}
