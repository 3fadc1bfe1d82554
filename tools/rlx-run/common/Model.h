// A model on its way through rlx-run: the imported module, what compilation said and left, and the
// session that runs it.
#ifndef RLX_TOOLS_RLXRUN_COMMON_MODEL_H
#define RLX_TOOLS_RLXRUN_COMMON_MODEL_H

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "runtime/package/Package.h"
#include "session/ModelFile.h"
#include "session/Session.h"
#include "tools/rlx-run/common/Options.h"
#include "tools/rlx-run/common/Params.h"

namespace rlx::run {

// One remark of a pass: something it did (passed) or could not do (missed).
struct CompileRemark {
  enum class Kind { Passed, Missed, Failed, Analysis } kind;
  std::string category, name;
  std::string function; // of a kernel's remarks: the kernel
  std::string message, location;
};

// What a program's buffer holds: the runtime knows its size only.
struct BufferInfo {
  rt::DType dtype = kUnknownDType;
  std::vector<rt::Expr> shape;
  static constexpr rt::DType kUnknownDType = static_cast<rt::DType>(255);
};

// Where a dispatch came from.
struct DispatchInfo {
  std::string location;
  std::vector<std::string> sources; // the places of all its ops
};

// How often an op kind is taken, and how.
struct OpKindInfo {
  std::string name;
  size_t count = 0;
  Capability capability;
};

struct CompileInfo {
  std::string target;
  bool fastPaths = true;
  std::map<std::string, size_t> before; // op kinds before the target rewrote any
  std::vector<OpKindInfo> opKinds;      // by name
  std::vector<CompileRemark> remarks;
  std::vector<BufferInfo> buffers;                 // one for each Program::buffers
  std::vector<DispatchInfo> mainInfo, prepareInfo; // one for each command
};

// An affine expression over symbols as the runtime's kind.
rt::Expr toExpr(mlir::AffineExpr expr);

class Model {
public:
  // Reads the file; compiles nothing yet. Of a package, there is no module.
  static rt::StatusOr<std::unique_ptr<Model>> read(const std::string &path);

  // Null unless the file is one.
  const rt::Package *package() const { return packageFile.get(); }

  // A package has none until it is asked for.
  mlir::MLIRContext &context();
  mlir::ModuleOp module() { return *file.module; }
  // The model: the module's one public function with a body; an error if there is not just one.
  rt::StatusOr<mlir::func::FuncOp> function();
  // Values of params known so far.
  const TensorMap &params() const { return file.params; }

  // Adds the values of --params. `notes` says what in the files is not used.
  rt::Status addParams(const Options &options, std::vector<std::string> &notes);
  // A copy of the module that compilation leaves alone.
  void keepReference();
  mlir::ModuleOp reference() { return *referenceModule; }

  // Makes a package, compiled as the options say. module() is left alone.
  rt::Status writePackage(const Options &options, std::vector<std::string> &notes);
  // Finds out the signature(), without compiling: what is wrong with inputs and params need not
  // wait for that. A package is loaded, and that is all.
  rt::Status open(const Options &options);
  // After open(): compiles and loads what is not yet, which consumes module(), and sets the params
  // there are.
  rt::Status finish(const Options &options);
  bool isFinished() const { return finished; }
  // How the options want a module of this model compiled and loaded.
  rt::StatusOr<SessionOptions> sessionOptions(const Options &options);
  // Between open() and finish(): an error that lists the params without a value, if there are any.
  rt::Status checkParams();
  // Only the phases up to options.stopAfter.
  rt::Status runPhases(const Options &options);
  // All phases, without loading.
  rt::StatusOr<CompiledModel> compileOnly(const Options &options);
  // The same for one device profile, which leaves module() alone; info() is of this one then.
  rt::StatusOr<rt::Program> compileFor(const std::string &profile, const Options &options);

  // After finish().
  rt::Executable &executable() { return loaded ? *loaded : session->executable(); }
  // After open(). Its symbols, inputs, params and outputs; the rest is that of executable().
  const rt::Program &signature() { return loaded ? loaded->program() : declared; }
  // Where commands come from; null unless the mode is eager.
  std::shared_ptr<const ProgramSources> sources() const {
    return session ? session->sources() : nullptr;
  }
  // Bytes of the params' values that are known.
  size_t paramBytes() const;
  // Context creation, import, and every phase, in order.
  const std::vector<PhaseTime> &times() const { return allTimes; }
  double compileMilliseconds() const;
  // Empty unless Options::watchesCompiler().
  const CompileInfo &info() const { return compileInfo; }
  // What --cache did.
  const CacheUse &cacheUse() const { return cached; }
  // After finish() of a model that is no package; see Session.
  Session &compiled() { return *session; }

private:
  Model() = default;
  rt::Status load(const Options &options);
  CompileOptions compileOptions(const Options &options);
  void collectRemarks();
  void collectOpKinds(mlir::ModuleOp module, const CompileOptions &options);
  void collectProgram(mlir::ModuleOp module);

  std::string path;
  // Declared so that the session and the modules go before their context.
  std::unique_ptr<mlir::MLIRContext> mlirContext;
  ModelFile file;
  mlir::OwningOpRef<mlir::ModuleOp> referenceModule;
  rt::Program declared; // the signature of a model that is no package
  std::unique_ptr<Session> session;
  std::shared_ptr<const rt::Package> packageFile;
  std::unique_ptr<rt::Executable> loaded; // from it
  bool finished = false;
  std::vector<PhaseTime> allTimes;
  CompileInfo compileInfo;
  CacheUse cached;
};

} // namespace rlx::run

#endif // RLX_TOOLS_RLXRUN_COMMON_MODEL_H
