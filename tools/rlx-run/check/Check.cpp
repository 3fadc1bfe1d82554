// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prints findings one by one, then their number for each cause, then a line on devices.
#include "tools/rlx-run/check/Check.h"

#include <map>

#include "compiler/Compiler.h"
#include "conversions/gpu/device/ProfileFile.h"
#include "dialects/bridge/Diagnostics.h"
#include "runtime/program/model/Target.h"
#include "runtime/vulkan/pipeline/SpirvImage.h"
#include "session/CompileModel.h"
#include "session/HostKernels.h"
#include "session/ModelFile.h"
#include "tools/rlx-run-rt/PackageDevice.h"
#include "tools/rlx-run/run/GivenInputs.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"

using namespace mlir;

namespace rlx::run {
namespace {

using Cause = OnnxFinding::Cause;

// For each cause: what its findings are, and what to try unless a finding says better.
struct CauseText {
  Cause cause;
  const char *title, *advice;
};
constexpr CauseText kCauses[] = {
    {Cause::UnsupportedOperator, "operator not supported",
     "export the model with other operators in its place, or end the model before it; "
     "docs/reference/onnx-operators.md lists the supported ones"},
    {Cause::OtherOperatorSet, "operator supported in other operator sets", ""},
    {Cause::UnsupportedForm, "form of a supported operator not supported", ""},
    {Cause::Invalid, "against the rules of ONNX", "mend the model, or the program that wrote it"},
    {Cause::NeedsInput, "needs more of an input", ""},
    {Cause::NotChecked, "not checked", ""},
};

const CauseText &textOf(Cause cause) {
  return *llvm::find_if(kCauses, [&](const CauseText &text) { return text.cause == cause; });
}

std::string operatorText(const OnnxFinding &finding) {
  return (finding.domain.empty() ? "" : finding.domain + ".") + finding.op;
}

// "node 'n1': NonZero of the default domain, operator set 13".
std::string titleText(const OnnxFinding &finding) {
  if (finding.node.empty())
    return "model";
  return "node '" + finding.node + "': " + finding.op + " of " +
         (finding.domain.empty() ? "the default domain" : "domain '" + finding.domain + "'") +
         (finding.opset == 0 ? ", no operator set"
                             : ", operator set " + std::to_string(finding.opset));
}

void print(const OnnxFinding &finding, llvm::raw_ostream &os) {
  os << titleText(finding) << "\n";
  if (finding.cause == Cause::NotChecked) {
    os << "  not checked: " << finding.reason << "\n";
    return;
  }
  os << (finding.cause == Cause::NeedsInput ? "  needs: " : "  reason: ") << finding.reason << "\n";
  StringRef advice = finding.advice;
  if (advice.empty() && !finding.node.empty())
    advice = textOf(finding.cause).advice;
  if (!advice.empty())
    os << "  try: " << advice << "\n";
}

std::string counted(size_t count, StringRef what) {
  return (llvm::Twine(count) + " " + what + (count == 1 ? "" : "s")).str();
}

// "   3  operator not supported: NonZero (2), Unique".
void printCounts(ArrayRef<OnnxFinding> findings, llvm::raw_ostream &os) {
  os << "by cause:\n";
  for (const CauseText &text : kCauses) {
    std::map<std::string, size_t> operators;
    size_t count = 0;
    for (const OnnxFinding &finding : findings) {
      if (finding.cause != text.cause)
        continue;
      ++count;
      if (!finding.node.empty())
        ++operators[operatorText(finding)];
    }
    if (count == 0)
      continue;
    os << llvm::format("%5zu  ", count) << text.title;
    StringRef separator = ": ";
    for (const auto &[name, number] : operators) {
      os << separator << name;
      if (number > 1)
        os << " (" << number << ")";
      separator = ", ";
    }
    os << "\n";
  }
}

void printFindings(StringRef path, ArrayRef<OnnxFinding> findings, llvm::raw_ostream &os) {
  for (const OnnxFinding &finding : findings)
    print(finding, os);
  printCounts(findings, os);
  auto count = [&](Cause cause) {
    return size_t(llvm::count_if(
        findings, [&](const OnnxFinding &finding) { return finding.cause == cause; }));
  };
  const size_t open = count(Cause::NotChecked), needed = count(Cause::NeedsInput);
  const size_t others =
      llvm::count_if(findings, [](const OnnxFinding &finding) { return finding.node.empty(); }) -
      needed;
  const size_t nodes = findings.size() - open - needed - others;
  std::vector<std::string> parts;
  if (nodes != 0)
    parts.push_back(counted(nodes, "node") + " cannot run");
  if (others != 0)
    parts.push_back("inputs, outputs or initializers of the model are wrong");
  if (needed != 0)
    parts.push_back("--input must say more of " + counted(needed, "input"));
  os << path << ": " << llvm::join(parts, ", and ");
  if (open != 0)
    os << "; " << counted(open, "node") << (open == 1 ? " was" : " were") << " not checked";
  const StringRef runs = parts.size() == 1 && needed != 0 ? "not known" : "no";
  os << "\nruns on cpu: " << runs << ", vulkan: " << runs << "\n";
}

// Sets the target of --device or --device-profile, or else the smallest Vulkan device.
rt::Status setDevice(const Options &options, CompileOptions &compile) {
  if (options.deviceProfiles.empty() && namesDevice(options.device))
    return compileForDevice(options.device, compile);
  compile.target = rt::kVulkanTarget;
  if (!options.deviceProfiles.empty()) {
    compile.codegen.device = options.deviceProfiles.front();
    compile.target = targetOfProfile(compile.codegen.device);
  }
  return rt::okStatus();
}

// "cpu: yes", "vulkan: yes (2 of 9 kernels on the host; …)", "vulkan: no (…)".
std::string runsOn(ModuleOp model, const CompileOptions &options, bool &runs) {
  MLIRContext &context = *model.getContext();
  DiagnosticCollector diagnostics(&context);
  HostReason why(context);
  OwningOpRef<ModuleOp> copy = cast<ModuleOp>(model->clone());
  FailureOr<CompiledModel> compiled = Compiler(options).compile(*copy);
  runs = succeeded(compiled);
  if (!runs)
    return options.target + ": no (" + std::string(diagnostics.status().message()) + ")";
  const size_t onHost =
      options.target == CompileOptions().target ? 0 : rt::hostKernelCount(compiled->program);
  if (onHost == 0)
    return options.target + ": yes";
  return options.target + ": yes (" + std::to_string(onHost) + " of " +
         counted(compiled->program.kernels.size(), "kernel") + " on the host" +
         (options.codegen.device.empty() ? " for the smallest device" : "") + hostReasonText(why) +
         ")";
}

} // namespace

rt::Status checkModel(const Options &options, llvm::raw_ostream &os, bool &runs) {
  RLX_RETURN_IF_ERROR(checkModelFile(options.model));
  std::unique_ptr<MLIRContext> context = createCompilerContext();
  std::vector<OnnxFinding> findings;
  OnnxImportOptions how = importOptions(options);
  how.findings = &findings;
  FailureOr<ModelFile> model = failure();
  {
    DiagnosticCollector diagnostics(context.get());
    model = readModelFile(*context, options.model, how, options.language);
    if (failed(model) && findings.empty())
      return diagnostics.status();
  }
  if (failed(model)) {
    printFindings(options.model, findings, os);
    runs = false;
    return rt::okStatus();
  }
  for (const std::string &note : model->notes)
    os << "note: " << note << "\n";
  CompileOptions device;
  RLX_RETURN_IF_ERROR(setDevice(options, device));
  const std::string onCpu = runsOn(*model->module, CompileOptions(), runs);
  bool runsOnDevice = false;
  const std::string onDevice = runsOn(*model->module, device, runsOnDevice);
  if (runs)
    os << options.model << ": all nodes run\n";
  os << "runs on " << onCpu << ", " << onDevice << "\n";
  return rt::okStatus();
}

} // namespace rlx::run
