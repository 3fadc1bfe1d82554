// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A model in rlx-run: the imported module, the results of compilation, and the session that runs
// it.
//
// Used in this order: read(), addParams(), open(), which finds the signature without compiling, and
// finish(), which compiles and loads. Packages skip compilation.
#ifndef RLX_TOOLS_RLXRUN_COMMON_MODEL_H
#define RLX_TOOLS_RLXRUN_COMMON_MODEL_H

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "importers/onnx/OnnxImporter.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "runtime/package/Package.h"
#include "session/ModelFile.h"
#include "session/Session.h"
#include "tools/rlx-run/common/Options.h"
#include "tools/rlx-run/common/Params.h"

namespace rlx::run {

// A remark of a pass: an optimization that it applied (passed) or could not apply (missed).
struct CompileRemark {
  enum class Kind { Passed, Missed, Failed, Analysis } kind;
  std::string category, name;
  std::string function; // for a kernel's remarks: the kernel
  std::string message, location;
};

// Type and shape of a program's buffer, of which the runtime knows only the size.
struct BufferInfo {
  rt::DType dtype = kUnknownDType;
  std::vector<rt::Expr> shape;
  static constexpr rt::DType kUnknownDType = static_cast<rt::DType>(255);
};

// The origin of a dispatch in the model.
struct DispatchInfo {
  std::string location;
  std::vector<std::string> sources; // the places of all its ops
};

// The number of ops of a kind, and how the target takes them.
struct OpKindInfo {
  std::string name;
  size_t count = 0;
  Capability capability;
};

struct CompileInfo {
  std::string target;
  bool fastPaths = true;
  std::map<std::string, size_t> before; // op kinds before the target rewrote any
  std::vector<OpKindInfo> opKinds;      // sorted by name
  std::vector<CompileRemark> remarks;
  std::vector<BufferInfo> buffers;                 // one per Program::buffers
  std::vector<DispatchInfo> mainInfo, prepareInfo; // one per command
};

class Model {
public:
  // Reads the file; compiles nothing yet. A package has no module.
  static rt::StatusOr<std::unique_ptr<Model>> read(const std::string &path,
                                                   const OnnxImportOptions &how = {});

  // The package; null if the file is none.
  const rt::Package *package() const { return packageFile.get(); }

  // The context; for a package it is created on first use.
  mlir::MLIRContext &context();
  mlir::ModuleOp module() { return *file.module; }
  // The model: the module's only public function with a body. An error if there is none or several.
  rt::StatusOr<mlir::func::FuncOp> function();
  // For people: parts of the file that were ignored.
  const std::vector<std::string> &notes() const { return file.notes; }
  // The param values known so far.
  const TensorMap &params() const { return file.params; }

  // Adds the values of --params. `notes` lists unused content of the files.
  rt::Status addParams(const Options &options, std::vector<std::string> &notes);
  // Keeps a copy of the module for the reference, since compilation consumes the other.
  void keepReference();
  mlir::ModuleOp reference() { return *referenceModule; }

  // Writes a package, compiled as the options say. Does not change module().
  rt::Status writePackage(const Options &options, std::vector<std::string> &notes);
  // Finds the signature() without compiling, so that wrong inputs and params are reported early.
  // Loads a package completely.
  rt::Status open(const Options &options);
  // After open(): compiles and loads the model, which consumes module(), and sets the known params.
  rt::Status finish(const Options &options);
  bool isFinished() const { return finished; }
  // The options for compiling and loading a module of this model.
  rt::StatusOr<SessionOptions> sessionOptions(const Options &options);
  // Between open() and finish(): an error that lists the params without a value, if there are any.
  rt::Status checkParams();
  // Runs the phases up to options.stopAfter.
  rt::Status runPhases(const Options &options);
  // Runs all phases, without loading.
  rt::StatusOr<CompiledModel> compileOnly(const Options &options);
  // The same for one device profile. Does not change module(); info() is then for this profile.
  rt::StatusOr<rt::Program> compileFor(const std::string &profile, const Options &options);

  // After finish().
  rt::Executable &executable() { return loaded ? *loaded : session->executable(); }
  // After open(). Its symbols, inputs, params and outputs; executable() has the rest.
  const rt::Program &signature() { return loaded ? loaded->program() : declared; }
  // The source ops of commands; null unless the mode is eager.
  std::shared_ptr<const ProgramSources> sources() const {
    return session ? session->sources() : nullptr;
  }
  // Bytes of the known param values.
  size_t paramBytes() const;
  // Times of context creation, import, and every phase, in order.
  const std::vector<PhaseTime> &times() const { return allTimes; }
  double compileMilliseconds() const;
  // Empty unless Options::watchesCompiler().
  const CompileInfo &info() const { return compileInfo; }
  // The effect of --cache.
  const CacheUse &cacheUse() const { return cached; }
  // After finish(), unless the model is a package; see Session.
  Session &compiled() { return *session; }

private:
  Model() = default;
  rt::Status load(const Options &options);
  CompileOptions compileOptions(const Options &options);
  void collectRemarks();
  void collectOpKinds(mlir::ModuleOp module, const CompileOptions &options);
  void collectProgram(mlir::ModuleOp module);

  std::string path;
  // Declared in this order so that session and modules are destroyed before their context.
  std::unique_ptr<mlir::MLIRContext> mlirContext;
  ModelFile file;
  mlir::OwningOpRef<mlir::ModuleOp> referenceModule;
  rt::Program declared; // the signature, unless it is a package
  std::unique_ptr<Session> session;
  std::shared_ptr<const rt::Package> packageFile;
  std::unique_ptr<rt::Executable> loaded; // from the package
  bool finished = false;
  std::vector<PhaseTime> allTimes;
  CompileInfo compileInfo;
  CacheUse cached;
};

} // namespace rlx::run

#endif // RLX_TOOLS_RLXRUN_COMMON_MODEL_H
