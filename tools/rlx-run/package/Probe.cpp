// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes the outputs of commands as they run.
//
// Shapes come from the compiler's information, since the runtime knows only sizes in bytes.
#include "tools/rlx-run/package/Probe.h"

#include "runtime/program/executable/BindShape.h"
#include "runtime/program/model/ExprEval.h"
#include "runtime/program/observe/ObserverPair.h"
#include "runtime/tensor/Npy.h"
#include "tools/rlx-run-rt/Text.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace rlx::run {
namespace {

// Writes buffers as they come. status() returns the first failure.
class Prober : public rt::RunObserver {
public:
  Prober(const CompileInfo &info, std::vector<int64_t> symbols, std::string directory)
      : info(info), symbols(std::move(symbols)), directory(std::move(directory)) {}

  bool wantsBuffers() const override { return true; }

  void onBuffers(const rt::DispatchRecord &record,
                 std::span<const rt::ProbedBuffer> buffers) override {
    for (auto [i, buffer] : llvm::enumerate(buffers)) {
      std::string suffix = buffers.size() > 1 ? "_" + std::to_string(i) : "";
      std::string label = fileName(llvm::StringRef(shortLabel(record)).take_front(80));
      std::string number = std::to_string(record.command);
      number.insert(0, number.size() < 4 ? 4 - number.size() : 0, '0'); // sorts in execution order
      std::string path = directory + (record.inPrepare ? "/prepare_" : "/") + number + "_" + label +
                         suffix + ".npy";
      rt::Status written = write(buffer, path);
      if (!written.ok() && status.ok())
        status = std::move(written).withContext("writing '" + path + "'");
    }
  }

  rt::Status takeStatus() { return std::move(status); }

private:
  // In mode eager labels end with the op's place. The folders of its file are left out, so that the
  // line still fits into a file name of limited length.
  std::string shortLabel(const rt::DispatchRecord &record) const {
    const auto &commands = record.inPrepare ? info.prepareInfo : info.mainInfo;
    llvm::StringRef label(record.label.data(), record.label.size());
    llvm::StringRef location =
        record.command < commands.size() ? llvm::StringRef(commands[record.command].location) : "";
    if (!location.empty() && label.consume_back(location))
      return (label + llvm::sys::path::filename(location)).str();
    return label.str();
  }

  rt::Status write(const rt::ProbedBuffer &buffer, const std::string &path) {
    RLX_ASSIGN_OR_RETURN(std::vector<int64_t> shape, bufferShape(info, buffer.buffer, symbols));
    return rt::writeNpy(path, {info.buffers[buffer.buffer].dtype, shape, buffer.data});
  }

  const CompileInfo &info;
  std::vector<int64_t> symbols;
  std::string directory;
  rt::Status status;
};

} // namespace

rt::StatusOr<std::vector<int64_t>> symbolValues(const rt::Program &program, const Case &one) {
  std::vector<rt::TensorView> views;
  for (const rt::Tensor &input : one.inputs)
    views.push_back(input.view());
  return rt::bindSymbols(program, views);
}

rt::StatusOr<std::vector<int64_t>> bufferShape(const CompileInfo &info, uint32_t buffer,
                                               std::span<const int64_t> symbols) {
  if (buffer >= info.buffers.size())
    return rt::internalError("the program has a buffer the compiler did not tell of");
  std::vector<int64_t> shape;
  for (const rt::Expr &expr : info.buffers[buffer].shape) {
    RLX_ASSIGN_OR_RETURN(int64_t size, rt::evaluate(expr, symbols));
    shape.push_back(size);
  }
  return shape;
}

static rt::Status makeFolder(const std::string &directory) {
  if (std::error_code error = llvm::sys::fs::create_directories(directory))
    return rt::invalidArgument("--probe: cannot make the folder '" + directory +
                               "': " + error.message());
  return rt::okStatus();
}

rt::Status probePrepare(Model &model, const std::string &directory, rt::RunObserver *other) {
  RLX_RETURN_IF_ERROR(makeFolder(directory));
  Prober prober(model.info(), {}, directory);
  rt::ObserverPair both(&prober, other);
  RLX_RETURN_IF_ERROR(model.executable().setObserver(&both));
  rt::Status prepared = model.executable().prepare();
  RLX_RETURN_IF_ERROR(model.executable().setObserver(nullptr));
  RLX_RETURN_IF_ERROR(std::move(prepared));
  return prober.takeStatus();
}

rt::Status probe(Model &model, const Case &one, const std::string &directory) {
  RLX_RETURN_IF_ERROR(makeFolder(directory));
  rt::Executable &executable = model.executable();
  RLX_ASSIGN_OR_RETURN(std::vector<int64_t> symbols, symbolValues(executable.program(), one));
  Prober prober(model.info(), std::move(symbols), directory);
  RLX_RETURN_IF_ERROR(executable.setObserver(&prober));
  rt::Status ran = executable.run(one.named(executable.program()));
  RLX_RETURN_IF_ERROR(executable.setObserver(nullptr));
  RLX_RETURN_IF_ERROR(std::move(ran));
  return prober.takeStatus();
}

} // namespace rlx::run
