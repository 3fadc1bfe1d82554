// All ops of the dialect, by family.
#ifndef RLX_OPS_TD
#define RLX_OPS_TD

include "dialects/rlx/ir/Activation.td"
include "dialects/rlx/ir/Attention.td"
include "dialects/rlx/ir/AttentionBackward.td"
include "dialects/rlx/ir/Backward.td"
include "dialects/rlx/ir/Compare.td"
include "dialects/rlx/ir/Constant.td"
include "dialects/rlx/ir/Conv.td"
include "dialects/rlx/ir/Custom.td"
include "dialects/rlx/ir/ConvBackward.td"
include "dialects/rlx/ir/Elementwise.td"
include "dialects/rlx/ir/ElementwiseRegion.td"
include "dialects/rlx/ir/Fused.td"
include "dialects/rlx/ir/Index.td"
include "dialects/rlx/ir/Iota.td"
include "dialects/rlx/ir/Linalg.td"
include "dialects/rlx/ir/Loss.td"
include "dialects/rlx/ir/NormBackward.td"
include "dialects/rlx/ir/Normalization.td"
include "dialects/rlx/ir/Packed.td"
include "dialects/rlx/ir/Position.td"
include "dialects/rlx/ir/Quant.td"
include "dialects/rlx/ir/Reduction.td"
include "dialects/rlx/ir/Resize.td"
include "dialects/rlx/ir/Sample.td"
include "dialects/rlx/ir/Scan.td"
include "dialects/rlx/ir/Scatter.td"
include "dialects/rlx/ir/Shape.td"
include "dialects/rlx/ir/Splat.td"

#endif // RLX_OPS_TD
