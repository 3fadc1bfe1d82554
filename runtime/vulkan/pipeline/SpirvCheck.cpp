// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The checks of a SPIR-V module. One walk over its instructions collects its declarations.
//
// A violated rule is DataLoss; a missing feature is Unsupported and names it.
#include "runtime/vulkan/pipeline/SpirvCheck.h"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "runtime/base/StrCat.h"
#include "runtime/vulkan/pipeline/SpirvImage.h"
#include "runtime/vulkan/pipeline/SpirvNeeds.h"

namespace rlx::rt {

namespace {

enum Opcode : uint32_t {
  kExtension = 10,
  kExtInstImport = 11,
  kMemoryModel = 14,
  kEntryPoint = 15,
  kExecutionMode = 16,
  kCapability = 17,
  kFunction = 54,
  kFunctionEnd = 56,
  kVariable = 59,
  kDecorate = 71,
  kMemberDecorate = 72,
  kDecorationGroup = 73,
  kGroupDecorate = 74,
  kGroupMemberDecorate = 75,
  kLabel = 248,
  kExecutionModeId = 331,
  kDecorateId = 332,
};

// Sections of a module in their required order; readers of one section may rely on it.
uint32_t sectionOf(uint32_t opcode) {
  constexpr uint32_t kNames[] = {2, 3, 4, 5, 6, 7, 330}; // debug names
  constexpr uint32_t kDecorations[] = {kDecorate,
                                       kMemberDecorate,
                                       kDecorationGroup,
                                       kGroupDecorate,
                                       kGroupMemberDecorate,
                                       kDecorateId,
                                       5632,
                                       5633}; // the last two with strings
  switch (opcode) {
  case kCapability:
    return 0;
  case kExtension:
    return 1;
  case kExtInstImport:
    return 2;
  case kMemoryModel:
    return 3;
  case kEntryPoint:
    return 4;
  case kExecutionMode:
  case kExecutionModeId:
    return 5;
  default:
    return std::ranges::count(kNames, opcode)         ? 6
           : std::ranges::count(kDecorations, opcode) ? 7
                                                      : 8;
  }
}

// The string at the start of the words; none if it does not end in them. `used` is its length in
// words.
std::optional<std::string> stringIn(std::span<const uint32_t> words, size_t &used) {
  std::string text;
  for (used = 1; used <= words.size(); ++used)
    for (uint32_t byte = 0; byte < 4; ++byte) {
      const char letter = static_cast<char>(words[used - 1] >> (8 * byte) & 0xFF);
      if (letter == 0)
        return text;
      text += letter;
    }
  return std::nullopt;
}

class Checker {
public:
  Checker(const SpirvKernel &of, const DeviceProfile &on) : kernel(of), profile(on) {}
  Status run();

private:
  struct Variable {
    uint32_t id, storage;
  };
  struct Decoration {
    uint32_t id, value;
  };

  // Makes a DataLoss error; `parts` complete a sentence about the module.
  template <typename... Parts>
  Status invalid(const Parts &...parts) const {
    return dataLoss(strCat("the SPIR-V of kernel '", kernel.name, "' ", parts...));
  }
  Status checkHeader() const;
  Status look(std::span<const uint32_t> words);
  Status lookAtEntry(std::span<const uint32_t> words);
  Status lookAtMode(std::span<const uint32_t> words);
  Status lookAtDecoration(std::span<const uint32_t> words);
  Status lookAtCode(std::span<const uint32_t> words);
  Status checkWhole() const;
  Status checkBindings() const;
  bool bindsAt(uint32_t binding) const;
  Status checkSize() const;
  Status checkSubgroups() const;

  const SpirvKernel &kernel;
  const DeviceProfile &profile;
  uint32_t section = 0, entry = 0, entries = 0, memoryModels = 0, sizes = 0;
  bool isInFunction = false, hasMain = false;
  std::vector<uint32_t> capabilities;
  std::vector<std::string> extensions;
  std::vector<Variable> variables;
  std::vector<Decoration> sets, bindings;
};

Status Checker::checkHeader() const {
  constexpr uint32_t kMaxIds = 0x3FFFFF; // by SPIR-V's universal limits
  const std::vector<uint32_t> &words = kernel.words;
  if (words[1] < 0x10000 || (words[1] & 0xFF0000FF) != 0)
    return invalid("has version ", words[1], ", which is none");
  if (words[1] > newestSpirvVersion(profile))
    return unsupported(strCat("it is SPIR-V ", words[1] >> 16, ".", words[1] >> 8 & 0xFF,
                              ", which is newer than what Vulkan ", profile.versionMajor, ".",
                              profile.versionMinor, " takes"));
  if (words[3] == 0 || words[3] > kMaxIds)
    return invalid("has ", words[3], " ids");
  return words[4] == 0 ? okStatus() : invalid("has a schema, which are reserved");
}

Status Checker::lookAtEntry(std::span<const uint32_t> words) {
  constexpr uint32_t kGLCompute = 5;
  size_t used = 0;
  const auto name = words.size() > 3 ? stringIn(words.subspan(3), used) : std::nullopt;
  if (!name)
    return invalid("has an entry point that is cut off");
  if (words[1] != kGLCompute || *name != "main")
    return invalid("has an entry point '", *name, "' of kind ", words[1],
                   ", but kernels have 'main' of kind ", kGLCompute);
  entry = words[2];
  if (++entries > 1)
    return invalid("has more than one entry point");
  return okStatus();
}

// A size by ids (LocalSizeId) would need a feature that stays disabled.
Status Checker::lookAtMode(std::span<const uint32_t> words) {
  constexpr uint32_t kLocalSize = 17;
  if (words.size() < 3 || words[1] != entry)
    return invalid("has an execution mode of no entry point");
  if (words[0] % 0x10000 == kExecutionModeId)
    return invalid("says execution mode ", words[2], " by ids, not by numbers");
  if (words[2] != kLocalSize)
    return checkSpirvMode(words[2], words.subspan(3), profile);
  if (words.size() != 6 || ++sizes > 1)
    return invalid("says the size of workgroups more than once, or with too few numbers");
  return okStatus();
}

Status Checker::lookAtDecoration(std::span<const uint32_t> words) {
  constexpr uint32_t kBuiltIn = 11, kWorkgroupSize = 25, kBinding = 33, kDescriptorSet = 34;
  const uint32_t opcode = words[0] % 0x10000;
  if (opcode == kDecorationGroup || opcode == kGroupDecorate || opcode == kGroupMemberDecorate)
    return invalid("decorates groups, which kernels do not");
  if (opcode != kDecorate)
    return okStatus();
  if (words.size() < 3 || words[1] >= kernel.words[3])
    return invalid("has a decoration of nothing");
  if (words[2] == kBinding || words[2] == kDescriptorSet) {
    if (words.size() != 4)
      return invalid("has a binding without a number");
    (words[2] == kBinding ? bindings : sets).push_back({words[1], words[3]});
  }
  if (words[2] == kBuiltIn && words.size() == 4 && words[3] == kWorkgroupSize)
    return invalid("says the size of workgroups by a constant, not by its execution mode");
  return okStatus();
}

// Functions are not nested. No global instruction follows the first function, so all declarations
// are known by then.
Status Checker::lookAtCode(std::span<const uint32_t> words) {
  const uint32_t opcode = words[0] % 0x10000;
  if (opcode == kFunction) {
    if (isInFunction || words.size() != 5)
      return invalid("has a function that is cut off");
    isInFunction = true;
    hasMain |= words[2] == entry;
  } else if (opcode == kFunctionEnd) {
    if (!isInFunction)
      return invalid("ends a function where none is");
    isInFunction = false;
  } else if (opcode == kLabel && !isInFunction) {
    return invalid("has code outside of functions");
  } else if (opcode == kVariable && !isInFunction) {
    if (words.size() < 4 || words[2] >= kernel.words[3])
      return invalid("has a variable that is cut off");
    variables.push_back({words[2], words[3]});
  }
  return okStatus();
}

Status Checker::look(std::span<const uint32_t> words) {
  const uint32_t opcode = words[0] % 0x10000, own = sectionOf(opcode);
  if (own < section)
    return invalid("has instruction ", opcode, " behind its section");
  section = own;
  size_t used = 0;
  switch (opcode) {
  case kCapability:
    if (words.size() != 2)
      return invalid("has a capability that is cut off");
    capabilities.push_back(words[1]);
    return okStatus();
  case kExtension:
    if (const auto name = stringIn(words.subspan(1), used)) {
      extensions.push_back(*name);
      return okStatus();
    }
    return invalid("has an extension that is cut off");
  case kExtInstImport: {
    const auto name = words.size() > 2 ? stringIn(words.subspan(2), used) : std::nullopt;
    if (!name || (*name != "GLSL.std.450" && !name->starts_with("NonSemantic.")))
      return invalid("imports instructions that are not known, '", name.value_or(""), "'");
    return okStatus();
  }
  case kMemoryModel:
    return ++memoryModels == 1 && words.size() == 3 ? okStatus()
                                                    : invalid("has no memory model, or several");
  case kEntryPoint:
    return lookAtEntry(words);
  case kExecutionMode:
  case kExecutionModeId:
    return lookAtMode(words);
  default:
    return own == 7 ? lookAtDecoration(words) : lookAtCode(words);
  }
}

bool Checker::bindsAt(uint32_t binding) const {
  return binding < kernel.operands || (kernel.usesStatus && binding == kernel.statusBinding()) ||
         (kernel.usesWorkspace && binding == kernel.workspaceBinding()) ||
         (!kernel.pushesScalars() && binding == kernel.scalarsBinding());
}

Status Checker::checkBindings() const {
  constexpr uint32_t kInput = 1, kWorkgroup = 4, kPrivate = 6, kPushConstant = 9,
                     kStorageBuffer = 12;
  if (const uint32_t count = kernel.numBindings(); count > profile.maxBuffersPerKernel)
    return unsupported(strCat("it has ", count, " buffers, but the device binds at most ",
                              profile.maxBuffersPerKernel));
  for (const Decoration &set : sets)
    if (set.value != 0)
      return invalid("has a variable in descriptor set ", set.value, ", but kernels have set 0");
  for (const Decoration &binding : bindings)
    if (!bindsAt(binding.value))
      return invalid("has a variable at binding ", binding.value, ", where the kernel has none");
  const auto byId = [](std::vector<Decoration> decorations) {
    std::ranges::sort(decorations, {}, &Decoration::id);
    return decorations;
  };
  const std::vector<Decoration> setOf = byId(sets), bindingOf = byId(bindings);
  for (const Variable &variable : variables) {
    const bool isBuffer = variable.storage == kStorageBuffer;
    if (!isBuffer && variable.storage != kInput && variable.storage != kWorkgroup &&
        variable.storage != kPrivate && variable.storage != kPushConstant)
      return invalid("has a variable of storage class ", variable.storage,
                     ", which kernels cannot");
    if (variable.storage == kPushConstant && !kernel.pushesScalars())
      return invalid("has push constants, but its sizes are in a buffer");
    const auto numbered = [&](const std::vector<Decoration> &decorations) {
      const auto own = std::ranges::equal_range(decorations, variable.id, {}, &Decoration::id);
      return own.size() == (isBuffer ? 1 : 0);
    };
    if (!numbered(setOf) || !numbered(bindingOf))
      return invalid(isBuffer ? "has a buffer without one binding"
                              : "has a binding of what is no buffer");
  }
  return okStatus();
}

Status Checker::checkSize() const {
  const std::array<uint32_t, 3> size = workgroupSizeOf(kernel);
  if (std::ranges::count(size, 0u) != 0)
    return invalid("has workgroups of no invocations");
  bool fits = true;
  uint64_t invocations = 1;
  for (size_t axis = 0; axis < 3; ++axis) {
    fits &= size[axis] <= profile.maxWorkgroupSize[axis];
    invocations = fits ? invocations * size[axis] : 0; // no overflow
  }
  return fits && invocations <= profile.maxWorkgroupInvocations
             ? okStatus()
             : unsupported(strCat("its workgroups of ", size[0], " x ", size[1], " x ", size[2],
                                  " are larger than the device's, which have at most ",
                                  profile.maxWorkgroupInvocations, " invocations"));
}

// With another subgroup size, results would be silently wrong.
Status Checker::checkSubgroups() const {
  if (!usesSubgroups(kernel))
    return okStatus();
  if (!profile.has("subgroupBasic"))
    return unsupported("it uses subgroups, whose size the device chooses as it likes");
  const uint32_t across = workgroupSizeOf(kernel)[0];
  return across % profile.subgroupSize == 0
             ? okStatus()
             : unsupported(strCat("it uses subgroups, but of ", across,
                                  " invocations the device's, which have ", profile.subgroupSize,
                                  ", would not all be whole"));
}

Status Checker::checkWhole() const {
  if (memoryModels != 1)
    return invalid("has no memory model");
  if (entries != 1)
    return invalid("has no entry point");
  if (sizes != 1)
    return invalid("does not say the size of its workgroups");
  if (!hasMain || isInFunction)
    return invalid(hasMain ? "has a function that does not end" : "lacks the function 'main'");
  return okStatus();
}

Status Checker::run() {
  RLX_RETURN_IF_ERROR(checkSpirvKernel(kernel));
  RLX_RETURN_IF_ERROR(checkHeader());
  const std::span<const uint32_t> all = kernel.words;
  for (size_t at = kSpirvHeaderWords; at < all.size(); at += all[at] >> 16)
    RLX_RETURN_IF_ERROR(look(all.subspan(at, all[at] >> 16)));
  RLX_RETURN_IF_ERROR(checkWhole());
  RLX_RETURN_IF_ERROR(checkBindings());
  RLX_RETURN_IF_ERROR(checkSize());
  RLX_RETURN_IF_ERROR(checkSubgroups());
  for (const uint32_t capability : capabilities)
    RLX_RETURN_IF_ERROR(checkSpirvCapability(capability, profile));
  for (const std::string &extension : extensions)
    RLX_RETURN_IF_ERROR(checkSpirvExtension(extension, profile));
  return okStatus();
}

} // namespace

Status checkSpirvModule(const SpirvKernel &kernel, const DeviceProfile &profile) {
  return Checker(kernel, profile).run();
}

} // namespace rlx::rt
