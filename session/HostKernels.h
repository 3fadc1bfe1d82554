// Why the CPU beside a device runs kernels of a program; how many: runtime/program/model/Target.h.
#ifndef RLX_SESSION_HOSTKERNELS_H
#define RLX_SESSION_HOSTKERNELS_H

#include <string>

#include "mlir/IR/MLIRContext.h"

namespace rlx {

// While it lives, remembers why the first kernel that is compiled in the context goes to the CPU:
// the first remark of rlx-assign-devices. Nothing where remarks go elsewhere already.
class HostReason {
public:
  explicit HostReason(mlir::MLIRContext &context);
  ~HostReason();
  HostReason(const HostReason &) = delete;
  HostReason &operator=(const HostReason &) = delete;

  const std::string &text() const { return first; }

private:
  mlir::MLIRContext &context;
  bool listens = false;
  std::string first;
};

// For people: what they need it for; empty if nobody knows.
std::string hostReasonText(const HostReason &why);

} // namespace rlx

#endif // RLX_SESSION_HOSTKERNELS_H
