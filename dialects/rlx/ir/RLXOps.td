// All ops of the dialect, by family.
#ifndef RLX_OPS_TD
#define RLX_OPS_TD

include "dialects/rlx/ir/Conv.td"
include "dialects/rlx/ir/Elementwise.td"
include "dialects/rlx/ir/Linalg.td"
include "dialects/rlx/ir/Packed.td"
include "dialects/rlx/ir/Reduction.td"
include "dialects/rlx/ir/Shape.td"

#endif // RLX_OPS_TD
