// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which ops rlx-pack-weights rewrites, and as what. For example, rlx.conv becomes conv_packed,
// depthwise_conv or matmul_packed.
//
// The table is in PackWeights.cpp, beside the code that packs. The target reads it, to leave these
// ops whole until then, and to name their packed forms.
#ifndef RLX_CONVERSIONS_CPU_MATMUL_PACKWEIGHTS_H
#define RLX_CONVERSIONS_CPU_MATMUL_PACKWEIGHTS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

namespace rlx {

// The ops whose weights are packed: "rlx.conv".
llvm::SmallVector<llvm::StringRef> packedOps();

// The packed ops that an op, or a part of a composite op, may become, without the dialect's name:
// "conv_packed". Empty if there are none.
llvm::ArrayRef<llvm::StringRef> packedForms(llvm::StringRef op);

} // namespace rlx

#endif // RLX_CONVERSIONS_CPU_MATMUL_PACKWEIGHTS_H
