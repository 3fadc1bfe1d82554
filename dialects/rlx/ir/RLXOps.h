// The classes of all ops, for code that means the whole dialect. Other code includes the headers of
// the families it names, <Family>Ops.h, which CMake makes from FamilyOps.h.in.
#ifndef RLX_DIALECTS_RLX_IR_RLXOPS_H
#define RLX_DIALECTS_RLX_IR_RLXOPS_H

#include "dialects/rlx/ir/ActivationOps.h"
#include "dialects/rlx/ir/AttentionBackwardOps.h"
#include "dialects/rlx/ir/AttentionOps.h"
#include "dialects/rlx/ir/BackwardOps.h"
#include "dialects/rlx/ir/CompareOps.h"
#include "dialects/rlx/ir/ConstantOps.h"
#include "dialects/rlx/ir/ConvBackwardOps.h"
#include "dialects/rlx/ir/ConvOps.h"
#include "dialects/rlx/ir/CustomOps.h"
#include "dialects/rlx/ir/ElementwiseOps.h"
#include "dialects/rlx/ir/ElementwiseRegionOps.h"
#include "dialects/rlx/ir/FusedBlocksOps.h"
#include "dialects/rlx/ir/FakeQuantOps.h"
#include "dialects/rlx/ir/FusedOps.h"
#include "dialects/rlx/ir/GroupedMatmulOps.h"
#include "dialects/rlx/ir/IndexOps.h"
#include "dialects/rlx/ir/IotaOps.h"
#include "dialects/rlx/ir/LinalgOps.h"
#include "dialects/rlx/ir/LossOps.h"
#include "dialects/rlx/ir/NormBackwardOps.h"
#include "dialects/rlx/ir/NormalizationOps.h"
#include "dialects/rlx/ir/PackedOps.h"
#include "dialects/rlx/ir/PositionOps.h"
#include "dialects/rlx/ir/QuantComputeOps.h"
#include "dialects/rlx/ir/QuantOps.h"
#include "dialects/rlx/ir/ReductionOps.h"
#include "dialects/rlx/ir/ResizeOps.h"
#include "dialects/rlx/ir/SampleOps.h"
#include "dialects/rlx/ir/ScanOps.h"
#include "dialects/rlx/ir/ScatterOps.h"
#include "dialects/rlx/ir/ShapeOps.h"
#include "dialects/rlx/ir/SplatOps.h"

#endif // RLX_DIALECTS_RLX_IR_RLXOPS_H
