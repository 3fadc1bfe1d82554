// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Formats the listings of --dispatch-report, --explain, --info and others.
//
// Texts are for people and may change.
#include "tools/rlx-run/common/Describe.h"

#include <map>

#include "runtime/base/StrCat.h"
#include "runtime/device/DeviceRegistry.h"
#include "runtime/package/PackageInfo.h"
#include "runtime/program/model/ExprEval.h"
#include "runtime/program/model/MoeLayers.h"
#include "runtime/program/model/Target.h"
#include "tools/rlx-run-rt/LeastSizes.h"
#include "tools/rlx-run-rt/Text.h"
#include "tools/rlx-run/Version.h"
#include "tools/rlx-run/common/Signature.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatAdapters.h"

using namespace mlir;

namespace rlx::run {
namespace {

std::vector<std::string> textsOf(ArrayRef<NamedLine> entries) {
  std::vector<std::string> texts;
  for (const NamedLine &entry : entries)
    texts.push_back(entry.text);
  return texts;
}

// The guards, at most three of them.
std::vector<std::string> textsOf(ArrayRef<rt::Guard> guards,
                                 const std::vector<rt::Symbol> &symbols) {
  constexpr size_t kShown = 3;
  std::vector<std::string> texts;
  for (const rt::Guard &guard : guards.take_front(kShown))
    texts.push_back(rt::strCat(rt::text(guard.lhs, symbols),
                               guard.relation == rt::Relation::Equal ? " = " : " >= ",
                               rt::text(guard.rhs, symbols), ", for ", guard.message));
  if (guards.size() > kShown)
    texts.push_back("…");
  return texts;
}

void printList(llvm::raw_ostream &os, StringRef title, ArrayRef<std::string> lines) {
  os << title << (lines.empty() ? ": none\n" : ":\n");
  for (const std::string &line : lines)
    os << "  " << line << "\n";
}

// How the target takes each kind of op in the model.
void printCapabilities(const CompileInfo &info, llvm::raw_ostream &os) {
  os << "ops as target '" << info.target << "' takes them:\n";
  for (const OpKindInfo &kind : info.opKinds)
    os << llvm::format("%5zu  ", kind.count) << llvm::left_justify(kind.name, 28)
       << llvm::left_justify(routeName(kind.capability.route), 12) << kind.capability.reason
       << "\n";
}

void printCommands(const rt::Program &program, const CompileInfo &info, StringRef title,
                   const std::vector<rt::Command> &commands,
                   const std::vector<CommandOrigin> &sources, llvm::raw_ostream &os) {
  auto location = [&](size_t i) -> StringRef {
    return i < sources.size() ? StringRef(sources[i].location) : StringRef();
  };
  os << title << ": " << commands.size() << " commands\n";
  for (auto [i, command] : llvm::enumerate(commands)) {
    os << llvm::format("%5zu  ", i) << command.label;
    if (command.kind == rt::CommandKind::Dispatch) {
      const std::string &kernel = program.kernels[command.kernel].name;
      os << "\n       kernel " << kernel << ": "
         << routeOf(kernel, command.label, location(i), info);
      os << "; grid " << rt::text(command.grid[0], program.symbols) << " x "
         << rt::text(command.grid[1], program.symbols) << " x "
         << rt::text(command.grid[2], program.symbols) << "; about "
         << rt::text(command.cost, program.symbols) << " ns";
    }
    if (!location(i).empty())
      os << "\n       from " << location(i);
    os << "\n";
  }
}

} // namespace

void printSignature(Model &model, const Signature &signature, const std::string &path,
                    llvm::raw_ostream &os) {
  os << "model: " << path << "\n";
  std::vector<std::string> inputs = textsOf(signature.inputs);
  llvm::append_range(inputs, signature.defaults);
  printList(os, "inputs", inputs);
  printList(os, "outputs", textsOf(signature.outputs));
  if (!signature.params.empty() && model.package())
    os << "params: " << signature.params.size() << " with a value\n";
  else if (!signature.params.empty())
    os << "params: " << signature.params.size() << " with a value, "
       << bytesText(model.paramBytes()) << "\n";
  if (!signature.missingParams.empty())
    printList(os, "params without a value", signature.missingParams);
}

void printRunCommand(const Signature &signature, const std::string &path, llvm::raw_ostream &os) {
  const auto sizes = minSizes(signature.symbols, signature.guards);
  if (!sizes)
    printList(os, "no small sizes were found that fit the model, which needs",
              textsOf(signature.guards, signature.symbols));
  os << (signature.dims.empty() ? "to run it:"
         : sizes                ? "to run it (give --dim sizes of your own; these are small):"
                                : "to run it, with a number for each SIZE:")
     << "\n  rlx-run " << shellWord(path);
  constexpr size_t kShownInputs = 8;
  if (signature.inputs.size() > kShownInputs)
    os << " --input=random"; // all of them
  else
    for (const NamedLine &input : signature.inputs)
      os << " " << argumentWord("--input", input.name, "random");
  if (signature.inputs.empty())
    os << " --output-dir=DIR";
  for (const std::string &name : signature.dims)
    os << " " << argumentWord("--dim", name, sizes ? std::to_string(sizes->at(name)) : "SIZE");
  if (!signature.missingParams.empty())
    os << " --params=FILE.safetensors";
  os << "\n";
}

void printDeclaration(const OnnxDeclaration &declaration, const std::string &path,
                      llvm::raw_ostream &os) {
  auto lines = [](ArrayRef<OnnxDeclaration::Value> values) {
    std::vector<std::string> texts;
    for (const OnnxDeclaration::Value &value : values)
      texts.push_back(value.hasDefault ? defaultText(value) : value.name + ": " + value.type);
    return texts;
  };
  os << "model: " << path << "\n";
  printList(os, "inputs, as the model declares them", lines(declaration.inputs));
  printList(os, "outputs, as the model declares them", lines(declaration.outputs));
  os << "to run it (with types of your own where the model leaves them open):\n  rlx-run "
     << shellWord(path);
  for (const OnnxDeclaration::Value &input : declaration.inputs)
    for (const auto &[name, value] : input.examples)
      if (!input.hasDefault)
        os << " " << argumentWord("--input", name, value);
  os << "\n";
}

std::string defaultText(const OnnxDeclaration::Value &input) {
  return input.name + ": " + input.type + " = default, --input overrides it";
}

rt::Status printPackage(const rt::Package &package, llvm::StringRef device, llvm::raw_ostream &os) {
  RLX_ASSIGN_OR_RETURN(std::string text, rt::packageText(package, device));
  os << text;
  return rt::okStatus();
}

void printDevices(llvm::raw_ostream &os) {
  os << rt::DeviceRegistry::get().listText();
}

void printVersion(llvm::raw_ostream &os) {
  os << "rlx " RLX_VERSION_TEXT " (LLVM " LLVM_VERSION_STRING ")\n";
}

void printDispatchReport(const rt::Program &program, const CompileInfo &info,
                         llvm::raw_ostream &os) {
  printCapabilities(info, os);
  if (!program.prepare.empty())
    printCommands(program, info, "prepare (once)", program.prepare, info.prepareInfo, os);
  printCommands(program, info, "run", program.main, info.mainInfo, os);
  for (size_t i = 0; i < program.moeLayers.size(); ++i)
    os << (i ? "" : "layers of experts:\n") << "  " << rt::moeLayerText(program, i) << "\n";
  std::map<std::string, size_t> counts;
  auto count = [&](const std::vector<rt::Command> &commands) {
    for (const rt::Command &command : commands) {
      if (command.kind > rt::CommandKind::Copy)
        continue;
      std::string route = "copy";
      if (command.kind == rt::CommandKind::Dispatch)
        route = routeOf(program.kernels[command.kernel].name, command.label, "", info);
      ++counts[StringRef(route).split(" (").first.str()];
    }
  };
  count(program.prepare);
  count(program.main);
  os << "kernels: " << program.kernels.size() << "\nroutes:";
  bool first = true;
  for (const auto &[route, number] : counts) {
    os << (first ? " " : ", ") << route << " " << number;
    first = false;
  }
  os << "\n";
}

rt::Status printProfileReports(Model &model, const Options &options, llvm::raw_ostream &os) {
  for (const std::string &profile : options.deviceProfiles) {
    rt::StatusOr<rt::Program> program = model.compileFor(profile, options);
    if (!program.ok())
      return std::move(program).status().withContext("compiling for the device profile '" +
                                                     profile + "'");
    const std::string onHost = rt::hostKernelsText(*program);
    os << "device profile '" << profile
       << "': " << (onHost.empty() ? "no kernel runs on the CPU" : onHost) << "\n";
    printDispatchReport(*program, model.info(), os);
  }
  return rt::okStatus();
}

void printExplanation(Model &model, llvm::raw_ostream &os) {
  using Kind = CompileRemark::Kind;
  constexpr std::pair<Kind, const char *> kinds[] = {{Kind::Passed, "done"},
                                                     {Kind::Missed, "not done"},
                                                     {Kind::Failed, "failed"},
                                                     {Kind::Analysis, "found"}};
  for (auto [kind, title] : kinds) {
    size_t number = llvm::count_if(
        model.info().remarks, [&](const CompileRemark &remark) { return remark.kind == kind; });
    if (number)
      os << title << ": " << number << "\n";
    for (const CompileRemark &remark : model.info().remarks) {
      if (remark.kind != kind)
        continue;
      os << "  " << (remark.location.empty() ? remark.function : remark.location) << ": "
         << remark.name << " [" << remark.category << "] " << remark.message << "\n";
    }
  }
  if (model.info().remarks.empty())
    os << "the compiler has nothing to say about this model\n";
  os << "compile time: " << llvm::format("%.1f ms", model.compileMilliseconds()) << "\n";
  for (const PhaseTime &time : model.times())
    os << llvm::format("  %12s  ", timeText(time.milliseconds).c_str()) << time.phase << "\n";
}

} // namespace rlx::run
