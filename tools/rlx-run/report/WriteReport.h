// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// --report: one page on the compiled model, with measured times.
#ifndef RLX_TOOLS_RLXRUN_REPORT_WRITEREPORT_H
#define RLX_TOOLS_RLXRUN_REPORT_WRITEREPORT_H

#include "tools/rlx-run/common/Model.h"
#include "tools/rlx-run/run/Inputs.h"

namespace rlx::run {

// Writes the report of a model that is compiled: HTML, or JSON for a name that ends in .json. Times
// are measured with the case's inputs. If there is no case, or if it `isRandom` and fails, there
// are only estimates, and the page says why.
rt::Status writeReport(Model &model, const Options &options, const Case *measured, bool isRandom);

} // namespace rlx::run

#endif // RLX_TOOLS_RLXRUN_REPORT_WRITEREPORT_H
