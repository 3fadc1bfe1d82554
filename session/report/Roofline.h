// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The roofline of a device, measured by two kernels of RLX: the rate of a large matmul, and that of
// an addition that memory bounds.
#ifndef RLX_SESSION_REPORT_ROOFLINE_H
#define RLX_SESSION_REPORT_ROOFLINE_H

#include "session/Session.h"
#include "session/report/CommandTimes.h"

namespace rlx {

struct Roofline {
  double gflops = 0;    ///< 10^9 operations a second: an f32 matmul of 1024 x 1024 x 1024
  double gigabytes = 0; ///< 10^9 bytes a second: an f32 addition of 3 x 32 MB
};

/// Measures both with the device, threads and code of the options. Takes about 0.3 s.
rt::StatusOr<Roofline> measureRoofline(const SessionOptions &options);

} // namespace rlx

#endif // RLX_SESSION_REPORT_ROOFLINE_H
