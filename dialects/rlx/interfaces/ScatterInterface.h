// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The interface of scatters and similar ops, which change slices of a tensor by indexed updates. It
// is documented in ScatterInterface.td. GPU passes use it to sort the updates by index; the
// reference and the CPU apply them in order.
#ifndef RLX_DIALECTS_RLX_INTERFACES_SCATTERINTERFACE_H
#define RLX_DIALECTS_RLX_INTERFACES_SCATTERINTERFACE_H

#include "dialects/rlx/ir/RLXDialect.h"

#include "dialects/rlx/interfaces/ScatterInterface.h.inc"

#endif // RLX_DIALECTS_RLX_INTERFACES_SCATTERINTERFACE_H
