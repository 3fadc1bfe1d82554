// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Looks up architectures, processors and features in LLVM; see CpuMachine.h.
//
// LLVM ends the process on some bad names and only warns about others. All names are therefore
// checked here before LLVM sees them.
#include "conversions/cpu/model/CpuMachine.h"

#include "conversions/Target.h"
#include "runtime/cpu/CpuFeatures.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/SubtargetFeature.h"

using llvm::StringRef;

namespace rlx {
namespace {

// An architecture that every build can generate code for.
struct Architecture {
  llvm::Triple::ArchType arch;
  llvm::StringLiteral base; // LLVM's name of its baseline processor
};
constexpr Architecture kArchitectures[] = {{llvm::Triple::x86_64, "x86-64"},
                                           {llvm::Triple::aarch64, "generic"}};

// A processor in LLVM's terms.
struct Processor {
  llvm::Triple triple;
  std::string cpu;
  const llvm::Target *target;
};

void initializeTargets() {
  static const bool initialized = [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    llvm::InitializeNativeTargetAsmParser();
    LLVMInitializeX86TargetInfo();
    LLVMInitializeX86Target();
    LLVMInitializeX86TargetMC();
    LLVMInitializeX86AsmPrinter();
    LLVMInitializeX86AsmParser();
    LLVMInitializeAArch64TargetInfo();
    LLVMInitializeAArch64Target();
    LLVMInitializeAArch64TargetMC();
    LLVMInitializeAArch64AsmPrinter();
    LLVMInitializeAArch64AsmParser();
    return true;
  }();
  (void)initialized;
}

// Features that LLVM detects and the runtime does not are switched off: the runtime would refuse
// code that needs them.
std::string hostFeatures() {
  llvm::SubtargetFeatures features;
  for (const auto &feature : llvm::sys::getHostCPUFeatures())
    features.AddFeature(feature.first(), feature.second);
  for (std::string_view name : rt::knownCpuFeatures(rt::hostArchitecture()))
    if (!rt::hostHasCpuFeature(name))
      features.AddFeature(name, false);
  return features.getString();
}

// MCSubtargetInfo::checkFeatures ends the process on an unknown name.
bool hasFeature(const llvm::MCSubtargetInfo &info, StringRef name) {
  for (const llvm::SubtargetFeatureKV &feature : info.getAllProcessorFeatures())
    if (name == feature.Key)
      return info.getFeatureBits().test(feature.Value);
  return false;
}

// LLVM itself only warns on standard error and continues with a generic processor.
bool knowsCpu(const Processor &processor) {
  std::unique_ptr<llvm::MCSubtargetInfo> info(
      processor.target->createMCSubtargetInfo(processor.triple, "", ""));
  return info && info->isCPUStringValid(processor.cpu);
}

// LLVM ends the process if it is asked for 64-bit code on a processor without it.
bool hasWords(const Processor &processor) {
  if (processor.triple.getArch() != llvm::Triple::x86_64)
    return true;
  std::unique_ptr<llvm::MCSubtargetInfo> info(
      processor.target->createMCSubtargetInfo(processor.triple, processor.cpu, ""));
  return info && hasFeature(*info, "64bit");
}

// The triple of this machine, then those of the other architectures with the same system.
llvm::SmallVector<llvm::Triple> allTriples() {
  llvm::SmallVector<llvm::Triple> triples = {llvm::Triple(llvm::sys::getProcessTriple())};
  for (const Architecture &each : kArchitectures) {
    if (each.arch == triples.front().getArch())
      continue;
    triples.push_back(triples.front());
    triples.back().setArch(each.arch);
    triples.back().setVendor(llvm::Triple::UnknownVendor);
  }
  return triples;
}

// "; did you mean 'x'?" with the nearest name of a processor or architecture, or an empty string.
std::string suggestion(StringRef chip, llvm::ArrayRef<llvm::Triple> triples) {
  StringRef best;
  unsigned distance = std::max<unsigned>(2, chip.size() / 4) + 1;
  auto consider = [&](StringRef name) {
    unsigned edits = chip.edit_distance(name, /*AllowReplacements=*/true, distance);
    if (edits < distance && edits < name.size())
      best = name, distance = edits;
  };
  for (const llvm::Triple &triple : triples) {
    consider(llvm::Triple::getArchTypeName(triple.getArch()));
    std::string error;
    const llvm::Target *target = llvm::TargetRegistry::lookupTarget(triple, error);
    std::unique_ptr<llvm::MCSubtargetInfo> info(
        target ? target->createMCSubtargetInfo(triple, "", "") : nullptr);
    if (info)
      for (const llvm::SubtargetSubTypeKV &each : info->getAllProcessorDescriptions())
        consider(each.Key);
  }
  return best.empty() ? "" : ("; did you mean '" + best + "'?").str();
}

llvm::Expected<Processor> findProcessor(StringRef chip) {
  llvm::SmallVector<llvm::Triple> triples = allTriples();
  std::string error;
  const llvm::Target *host = llvm::TargetRegistry::lookupTarget(triples.front(), error);
  if (!host)
    return llvm::createStringError("no code generator for " + triples.front().str() + ": " + error);
  if (chip.empty())
    return Processor{triples.front(), llvm::sys::getHostCPUName().str(), host};
  for (const llvm::Triple &triple : triples) {
    Processor processor{triple, chip.str(), llvm::TargetRegistry::lookupTarget(triple, error)};
    for (const Architecture &each : kArchitectures)
      if (each.arch == triple.getArch() && chip == llvm::Triple::getArchTypeName(each.arch))
        processor.cpu = each.base.str();
    if (processor.target && knowsCpu(processor))
      return processor;
  }
  // GCC's and LLVM's words for it.
  const bool isThisMachine = chip == "native" || chip == "host";
  auto kinds = llvm::map_range(
      triples, [](const llvm::Triple &triple) { return triple.getArchName().str(); });
  return llvm::createStringError(
      "there is no CPU '" + chip + "' of kind " + llvm::join(kinds, " or ") +
      (isThisMachine ? "; leave it out to compile for this machine" : suggestion(chip, triples)));
}

} // namespace

llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
createTargetMachine(const TargetOptions &options) {
  initializeTargets();
  llvm::Expected<Processor> processor = findProcessor(options.chip);
  if (!processor)
    return processor.takeError();
  if (!hasWords(*processor))
    return llvm::createStringError("the CPU '" + processor->cpu + "' has no 64-bit code");
  bool host = options.chip.empty() && options.features.empty();
  std::unique_ptr<llvm::TargetMachine> machine(processor->target->createTargetMachine(
      processor->triple, processor->cpu, host ? hostFeatures() : options.features,
      llvm::TargetOptions(), llvm::Reloc::PIC_, std::nullopt, llvm::CodeGenOptLevel::Less));
  if (!machine)
    return llvm::createStringError("no target machine for " + processor->triple.str());
  return machine;
}

bool hasFeature(const llvm::TargetMachine &machine, StringRef name) {
  return hasFeature(*machine.getMCSubtargetInfo(), name);
}

std::string vectorFeatures(const TargetOptions &options) {
  llvm::Expected<std::unique_ptr<llvm::TargetMachine>> machine = createTargetMachine(options);
  if (!machine) {
    llvm::consumeError(machine.takeError()); // Target::check has reported it
    return "";
  }
  llvm::SmallVector<StringRef> names;
  for (StringRef name : {"avx512f", "avx512bw", "avx512bf16", "avx512fp16", "avx512vnni",
                         "amx-int8", "avx2", "fma", "f16c", "neon"})
    if (hasFeature(**machine, name))
      names.push_back(name);
  return llvm::join(names, ",");
}

std::vector<std::string> neededFeatures(const llvm::TargetMachine &machine) {
  std::string architecture =
      llvm::Triple::getArchTypeName(machine.getTargetTriple().getArch()).str();
  std::vector<std::string> needed = {architecture};
  for (std::string_view name : rt::knownCpuFeatures(architecture))
    if (hasFeature(machine, name))
      needed.emplace_back(name);
  return needed;
}

} // namespace rlx
