// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A target: the ops that it takes, its passes for each phase, and its code generator.
//
// The compilation phases access targets only through this interface. To add one, implement Target
// in a separate folder and name it in Targets.cpp. Outside, only the tools name targets, and the
// runtime's list of devices.
#ifndef RLX_CONVERSIONS_TARGET_H
#define RLX_CONVERSIONS_TARGET_H

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "dialects/rlx/interfaces/LoweringReason.h"
#include "mlir/IR/BuiltinOps.h"
#include "runtime/program/model/Program.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

namespace mlir {
class OpPassManager;
} // namespace mlir

namespace rlx {

namespace rt {
struct DeviceProfile;
} // namespace rt

struct Schedule;

/// How contractions of f32 multiply. F16 and BF16: in that type; accumulators and all other ops
/// stay f32 (rlx-convert-precision). Exact, High and Fast: in f32, and rows of matmuls with
/// block-quantized weights are rounded no further than that (rlx-set-row-precision). F32: in f32,
/// and as the model permits.
enum class Precision : uint8_t { F32, F16, BF16, Exact, High, Fast };

/// The precision with this name; nothing if there is none.
std::optional<Precision> findPrecision(llvm::StringRef name);
llvm::StringRef precisionName(Precision precision);
/// All names, for messages: "f32, f16, …".
std::string precisionNames();
/// Whether the precision is one of rows.
bool isRowPrecision(Precision precision);

/// The user's options for code generation, for any target.
struct TargetOptions {
  bool fastPaths = true; ///< false: every kernel takes the generic route
  /// If false, the model's ops are kept apart: none is folded or shared, only unused ops are
  /// removed, and a dispatch computes one op or a part of one.
  bool fuse = true;
  std::string chip;     ///< the target's name of a processor ("znver4"); empty: this machine
  std::string features; ///< in the target's notation; empty, with an empty chip: this machine's
  /// For Vulkan: a device profile by name, file or text (gpu/device/ProfileFile.h). Empty: the
  /// smallest profile. Chip and features are then those of the host CPU.
  std::string device;
  bool strict = false; ///< kernels that the device cannot run are errors instead of host kernels
  Precision precision = Precision::F32;
  /// Also fill TargetCode::object and text. All code is then compiled in one part, on one thread.
  bool keepForms = false;
};

/// How a target takes an op.
enum class Route {
  Native,     ///< code specific to this target
  Common,     ///< the generic route through linalg
  Host,       ///< by the CPU beside the device, with copies
  Rewritten,  ///< replaced by simpler ops first
  Unsupported ///< not at all
};

llvm::StringRef routeName(Route route);

struct Capability {
  Route route;
  std::string reason;  ///< the code that takes it; for an unsupported op, the missing part
  std::string nearest; ///< for an unsupported op, the nearest supported form, if any
};

/// The code of all kernels of a program. All members are empty if it has none.
struct TargetCode {
  std::vector<uint8_t> binary;                ///< loaded by the runtime
  std::vector<std::string> features;          ///< required of a device that runs it
  std::unique_ptr<llvm::MemoryBuffer> object; ///< for other tools, if asked for and supported
  std::string text;                           ///< readable form, if asked for
};

/// Stateless. All methods may be called from several threads.
class Target {
public:
  virtual ~Target() = default;

  virtual llvm::StringRef name() const = 0; ///< "cpu"
  virtual llvm::StringRef description() const = 0;

  /// Fails if the options name a chip that the target does not know.
  virtual llvm::Error check(const TargetOptions &options) const = 0;

  /// How the target takes an rlx op at the end of the decompose phase, after its own rewrites.
  virtual Capability capability(mlir::Operation *op, const TargetOptions &options) const = 0;

  /// A description of the target's own code for ops with this name; empty if there is none. For
  /// documentation only: capability() tells whether an op takes it.
  virtual std::string nativePath(mlir::OperationName op) const = 0;

  /// Whether matmuls of 8-bit integers are no slower than those of floating-point numbers.
  virtual bool hasFastIntegerMatmul(const TargetOptions &options) const = 0;

  /// Whether kernels may change a tensor in place. A scatter is then a copy of its data, and a
  /// kernel that writes only the elements that change.
  virtual bool updatesInPlace() const { return false; }

  /// Whether it has kernels for rlx.paged_attention of f32 queries, with keys of this number of
  /// bits and heads of this size: language models get caches in blocks then.
  virtual bool hasPagedAttention(const TargetOptions &, unsigned /*keyBits*/,
                                 int64_t /*headSize*/) const {
    return false;
  }

  /// On the whole module. Afterwards it contains only ops that the target takes.
  virtual void buildDecompose(mlir::OpPassManager &pm, const TargetOptions &options) const = 0;
  /// The target that runs the kernels that this one cannot; null if there is none.
  virtual const Target *host() const { return nullptr; }
  /// On the whole module, after buildLinalg. With a host, kernels move to the host's module.
  virtual void buildPlacement(mlir::OpPassManager &, const TargetOptions &) const {}

  /// The remaining phases run on the module of kernels. rlx ops on tensors -> linalg or scheduled
  /// loops.
  virtual void buildLinalg(mlir::OpPassManager &pm, const TargetOptions &options) const = 0;
  /// -> workgroups on buffers.
  virtual void buildBufferize(mlir::OpPassManager &pm, const TargetOptions &options) const = 0;
  /// -> the dialect that emit() takes.
  virtual void buildTarget(mlir::OpPassManager &pm, const TargetOptions &options) const = 0;

  /// The schedules of a GPU target that only it has, tried before the shared ones
  /// (gpu/schedule/Schedules.h).
  virtual llvm::ArrayRef<const Schedule *> schedules() const { return {}; }

  /// The dialects of the code that these write, beside those of the shared schedules.
  virtual void registerScheduleDialects(mlir::DialectRegistry &) const {}

  /// Of a GPU target: the versions of its interface that profiles may name, for an error about
  /// another one; empty if it accepts the profile's version.
  virtual std::string expectedVersion(const rt::DeviceProfile &) const { return ""; }
  /// Of a GPU target: whether it generates code for the cooperative matrices of such a device.
  virtual bool canCompileMatrices(const rt::DeviceProfile &) const { return true; }

  /// Generates machine code for a module of kernels. `verify` also checks the code.
  virtual llvm::Expected<TargetCode> emit(mlir::ModuleOp kernels, const TargetOptions &options,
                                          bool verify) const = 0;
  /// Adds the features that the program's static sizes require of a device.
  virtual void addNeedsOf(const rt::Program &, TargetCode &) const {}
  /// Adds the code of the host's kernels.
  virtual llvm::Error addHostCode(TargetCode &, TargetCode) const {
    return llvm::createStringError("this target has no host");
  }
};

/// All targets of this build, the default one first.
llvm::ArrayRef<const Target *> targets();

/// Adds a target that is not part of this build, for example of a program that links the compiler.
/// It must live as long as the process. Does nothing if the name is taken. Threads: call it before
/// the first compilation.
void registerTarget(const Target &target);

/// The target with this name; null if this build has none.
const Target *findTarget(llvm::StringRef name);
/// The same for a pass, with an error at the op.
mlir::FailureOr<const Target *> findTargetFor(mlir::Operation *op, llvm::StringRef name);

/// Fails if the target rejects the options: if check() fails, or if they name a device and the
/// target generates code for CPUs only.
llvm::Error checkOptions(const Target &target, const TargetOptions &options);

/// "there is no target called 'x'; this build has: cpu"
std::string noSuchTarget(llvm::StringRef name);

/// Reports each op of the module that the target does not take: an error at the op with the reason,
/// and a note with the nearest supported form.
llvm::LogicalResult verifyLegal(mlir::ModuleOp module, const Target &target,
                                const TargetOptions &options = {});

} // namespace rlx

#endif // RLX_CONVERSIONS_TARGET_H
