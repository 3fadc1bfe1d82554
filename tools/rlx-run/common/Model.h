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
#include "session/report/Report.h"
#include "tools/rlx-run/common/Options.h"
#include "tools/rlx-run/common/Params.h"

namespace rlx::run {

class Model {
public:
  // Reads the file; compiles nothing yet. A package has no module.
  static rt::StatusOr<std::unique_ptr<Model>> read(const std::string &path,
                                                   const OnnxImportOptions &how = {},
                                                   const LanguageModelOptions &language = {});

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
  const CompileInfo &info() const { return kept ? kept->compileInfo() : compileInfo; }
  // Of --report; otherwise null. It watches the compilation.
  Report *report() { return kept.get(); }
  // The effect of --cache.
  const CacheUse &cacheUse() const { return cached; }
  // After finish(), unless the model is a package; see Session.
  Session &compiled() { return *session; }

private:
  Model() = default;
  rt::Status load(const Options &options);
  CompileOptions compileOptions(const Options &options);

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
  CompileWatch watch{compileInfo};
  std::unique_ptr<Report> kept;
  CacheUse cached;
};

} // namespace rlx::run

#endif // RLX_TOOLS_RLXRUN_COMMON_MODEL_H
