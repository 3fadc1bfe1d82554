// A target: what it takes of the vocabulary, its passes for each phase, its code generator.
//
// The phases meet targets only here. To add one: implement Target in a folder of its own and name
// it in targets(). Code that handles devices (sessions, packages, rlx-run) names them, too.
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

// What products of f32 are computed in; sums and all else stay f32 (rlx-convert-precision).
enum class Precision : uint8_t { F32, F16, BF16 };

// By the type's name; nothing if there is none.
std::optional<Precision> findPrecision(llvm::StringRef name);
llvm::StringRef precisionName(Precision precision);

// What a user may choose about code generation, whatever the target.
struct TargetOptions {
  bool fastPaths = true; // false: every kernel takes the generic route
  // false: the model's ops are kept apart. None is folded or shared, only those go that nobody
  // uses, and a dispatch computes one op or a part of one.
  bool fuse = true;
  std::string chip;     // the target's name for a processor ("znver4"); empty: this machine's
  std::string features; // in the target's notation; empty with an empty chip: this machine's
  // For Vulkan, where chip and features are those of the CPU beside the device: a device profile by
  // name, file or text (gpu/device/ProfileFile.h); empty: the least that there is.
  std::string device;
  bool strict = false; // kernels that the device cannot run are errors, not kernels of the CPU
  Precision precision = Precision::F32;
  unsigned optLevel = 1; // kernels run as fast as with 2, and compile in half the time
  // Fill TargetCode::object and text too: all code is then compiled as one piece, on one thread.
  bool keepForms = false;
};

// How a target takes an op.
enum class Route {
  Native,     // code of its own on this target
  Common,     // the generic route through linalg
  Host,       // by the CPU beside the device, with copies
  Rewritten,  // replaced by simpler ops first
  Unsupported // not at all
};

llvm::StringRef routeName(Route route);

struct Capability {
  Route route;
  std::string reason;  // what takes it; of an unsupported op: what is missing
  std::string nearest; // of an unsupported op: the nearest form that is taken, if there is one
};

// The code of all kernels of a program; all empty if it has none.
struct TargetCode {
  std::vector<uint8_t> binary;                // what the runtime loads
  std::vector<std::string> features;          // what a device must have to run it
  std::unique_ptr<llvm::MemoryBuffer> object; // as other tools read it, if asked for and they do
  std::string text;                           // readable form, if asked for
};

// Stateless; every method may be called from several threads.
class Target {
public:
  virtual ~Target() = default;

  virtual llvm::StringRef name() const = 0; // "cpu"
  virtual llvm::StringRef description() const = 0;

  // Fails if the options name a chip that the target does not know.
  virtual llvm::Error check(const TargetOptions &options) const = 0;

  // How the target takes an op of the rlx dialect as it is now: at the end of the decompose phase,
  // when what the target rewrites has been rewritten.
  virtual Capability capability(mlir::Operation *op, const TargetOptions &options) const = 0;

  // The code of its own that the target has for forms of ops of a name; empty if none. For
  // documentation: whether an op takes it, capability() says.
  virtual std::string nativePath(mlir::OperationName op) const = 0;

  // Whether products of 8-bit integers are no slower than those of real numbers.
  virtual bool hasFastIntegerMatmul(const TargetOptions &options) const = 0;

  // Graph level, over the whole module: afterwards there are only ops that the target takes.
  virtual void buildDecompose(mlir::OpPassManager &pm, const TargetOptions &options) const = 0;
  // The target that runs, beside this one, the kernels that this one cannot; null: there is none.
  virtual const Target *host() const { return nullptr; }
  // Over the whole module after buildLinalg: with a host, kernels move to the host's module.
  virtual void buildPlacement(mlir::OpPassManager &, const TargetOptions &) const {}

  // The others run over the module of kernels. rlx ops on tensors -> linalg, or scheduled loops.
  virtual void buildLinalg(mlir::OpPassManager &pm, const TargetOptions &options) const = 0;
  // -> workgroups on buffers.
  virtual void buildBufferize(mlir::OpPassManager &pm, const TargetOptions &options) const = 0;
  // -> the dialect that emit() takes.
  virtual void buildTarget(mlir::OpPassManager &pm, const TargetOptions &options) const = 0;

  // Machine code of a module of kernels; `verify` checks the code on its way.
  virtual llvm::Expected<TargetCode> emit(mlir::ModuleOp kernels, const TargetOptions &options,
                                          bool verify) const = 0;
  // Adds to the features what known sizes of the program ask of a device.
  virtual void addNeedsOf(const rt::Program &, TargetCode &) const {}
  // Adds the code of the host's kernels.
  virtual llvm::Error addHostCode(TargetCode &, TargetCode) const {
    return llvm::createStringError("this target has no host");
  }
};

// All targets of this build, the default one first.
llvm::ArrayRef<const Target *> targets();

// Null if this build has no such target.
const Target *findTarget(llvm::StringRef name);

// Fails if the target does not take the options: what check() says, and a device for a target that
// makes code for processors alone.
llvm::Error checkOptions(const Target &target, const TargetOptions &options);

// "there is no target called 'x'; this build has: cpu"
std::string noSuchTarget(llvm::StringRef name);

// Reports every op of the module that the target does not take: an error at the op with the reason,
// and a note with the nearest supported form.
llvm::LogicalResult verifyLegal(mlir::ModuleOp module, const Target &target,
                                const TargetOptions &options = {});

} // namespace rlx

#endif // RLX_CONVERSIONS_TARGET_H
