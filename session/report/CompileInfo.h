// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The decisions of a compilation: remarks of passes, how the target takes each op, the origin of
// each command, and the route that made each kernel.
//
//   CompileInfo info;
//   CompileWatch watch(info);
//   watch.attach(options);          // CompileOptions, before compiling
//   … compile …
//   info.remarks, routeOf("matmul_0", …, info)
#ifndef RLX_SESSION_REPORT_COMPILEINFO_H
#define RLX_SESSION_REPORT_COMPILEINFO_H

#include <map>
#include <string>
#include <vector>

#include "compiler/Compiler.h"
#include "runtime/base/DType.h"

namespace rlx {

/// A remark of a pass: an optimization that it applied (passed) or could not apply (missed).
struct CompileRemark {
  enum class Kind { Passed, Missed, Failed, Analysis } kind;
  std::string category, name;
  std::string function; ///< for a kernel's remarks: the kernel
  std::string message, location;
};

/// Type and shape of a program's buffer, of which the runtime knows only the size.
struct BufferInfo {
  rt::DType dtype = kUnknownDType;
  std::vector<rt::Expr> shape;
  static constexpr rt::DType kUnknownDType = static_cast<rt::DType>(255);
};

/// The origin of a command in the model.
struct CommandOrigin {
  std::string location;
  std::vector<std::string> sources; ///< the places of all its ops
};

/// The number of ops of a kind, and how the target takes them.
struct OpKindInfo {
  std::string name;
  size_t count = 0;
  Capability capability;
};

struct CompileInfo {
  std::string target;
  bool fastPaths = true;
  std::map<std::string, size_t> before; ///< op kinds before the target rewrote any
  std::vector<OpKindInfo> opKinds;      ///< sorted by name
  std::vector<CompileRemark> remarks;
  std::vector<BufferInfo> buffers;                  ///< one per Program::buffers
  std::vector<CommandOrigin> mainInfo, prepareInfo; ///< one per command
};

/// Fills `info` while a model is compiled.
class CompileWatch {
public:
  explicit CompileWatch(CompileInfo &info) : info(info) {}

  /// Watches compilations by these options. Keeps a callback that they have. The watch and the info
  /// must outlive them. Remarks take time; without `withRemarks` there are none.
  void attach(CompileOptions &options, bool withRemarks = true);

private:
  void see(llvm::StringRef phase, mlir::ModuleOp module, const CompileOptions &options,
           bool withRemarks);
  CompileInfo &info;
};

/// Keeps the remarks of passes on modules of this context.
void collectRemarks(mlir::MLIRContext &context, std::vector<CompileRemark> &into);

/// The route that made a dispatch's kernel, with the reason, from the remarks of the passes. For
/// example, "fast path matmul_packed" or "generic (no fast path for rlx.abs)".
std::string routeOf(llvm::StringRef kernel, llvm::StringRef label, llvm::StringRef location,
                    const CompileInfo &info);

} // namespace rlx

#endif // RLX_SESSION_REPORT_COMPILEINFO_H
