// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The reason why the host's CPU runs kernels of a program for a device. Their number is in
// runtime/program/model/Target.h.
//
// For notes of the tools: "2 of 3 kernels run on the CPU; the first one because …".
#ifndef RLX_SESSION_HOSTKERNELS_H
#define RLX_SESSION_HOSTKERNELS_H

#include <string>

#include "mlir/IR/MLIRContext.h"

namespace rlx {

// While it lives, records the first reason why a kernel compiled in the context goes to the CPU:
// the first remark of rlx-assign-devices. No effect if remarks are collected elsewhere already.
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

// The reason, for people; empty if unknown.
std::string hostReasonText(const HostReason &why);

} // namespace rlx

#endif // RLX_SESSION_HOSTKERNELS_H
