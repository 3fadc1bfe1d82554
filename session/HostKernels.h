// What of a program for a device the CPU beside it runs, and why.
#ifndef RLX_SESSION_HOSTKERNELS_H
#define RLX_SESSION_HOSTKERNELS_H

#include <string>

#include "mlir/IR/MLIRContext.h"
#include "runtime/program/Program.h"

namespace rlx {

// While it lives, remembers why the first kernel that is compiled in the context goes to the CPU:
// the first remark of rlx-place-kernels. Nothing where remarks go elsewhere already.
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

// For people: "2 of 3 kernels run on the CPU"; empty if the device runs all.
std::string hostKernelsText(const rt::Program &program);
// What they need it for; empty if nobody knows.
std::string hostReasonText(const HostReason &why);

} // namespace rlx

#endif // RLX_SESSION_HOSTKERNELS_H
