// The interface of scatters and similar ops. It is documented in ScatterInterface.td.
#ifndef RLX_DIALECTS_RLX_INTERFACES_SCATTERINTERFACE_H
#define RLX_DIALECTS_RLX_INTERFACES_SCATTERINTERFACE_H

#include "dialects/rlx/ir/RLXDialect.h"

#include "dialects/rlx/interfaces/ScatterInterface.h.inc"

#endif // RLX_DIALECTS_RLX_INTERFACES_SCATTERINTERFACE_H
