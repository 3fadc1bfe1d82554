// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A SPIR-V kernel as words that tests modify. It computes nothing, but has all parts that the
// runtime checks. Needs neither an assembler nor a device.
#ifndef RLX_UNITTESTS_RUNTIME_VULKAN_SPIRVMODULE_H
#define RLX_UNITTESTS_RUNTIME_VULKAN_SPIRVMODULE_H

#include <algorithm>
#include <string_view>
#include <vector>

#include "runtime/device/DeviceFeatures.h"
#include "runtime/device/DeviceProfile.h"
#include "runtime/vulkan/pipeline/SpirvKernel.h"

namespace rlx::rt::testing {

// Instructions, each an opcode and operands, behind the header of a module with 20 ids.
class SpirvModule {
public:
  using Words = std::vector<uint32_t>;

  static Words text(std::string_view string) {
    Words words(string.size() / 4 + 1);
    for (size_t i = 0; i < string.size(); ++i)
      words[i / 4] |= uint32_t(uint8_t(string[i])) << (8 * (i % 4));
    return words;
  }
  SpirvModule &add(uint32_t opcode, Words operands, const Words &more = {}) {
    operands.insert(operands.end(), more.begin(), more.end());
    instructions.push_back({opcode, std::move(operands)});
    return *this;
  }
  // The operands of the first instruction with this opcode, which must exist.
  Words &operandsOf(uint32_t opcode) { return find(opcode)->operands; }
  SpirvModule &addBefore(uint32_t opcode, uint32_t added, Words operands) {
    instructions.insert(find(opcode), {added, std::move(operands)});
    return *this;
  }
  SpirvModule &remove(uint32_t opcode) {
    instructions.erase(find(opcode));
    return *this;
  }
  Words words() const {
    Words all = header;
    for (const Instruction &each : instructions) {
      all.push_back(static_cast<uint32_t>(each.operands.size() + 1) << 16 | each.opcode);
      all.insert(all.end(), each.operands.begin(), each.operands.end());
    }
    return all;
  }
  // A kernel with two operands and one size, so three pushed scalars.
  SpirvKernel kernel() const { return {"k", words(), 2, 1}; }

  Words header = {0x07230203, 0x10300, 0, 20, 0};

private:
  struct Instruction {
    uint32_t opcode;
    Words operands;
  };
  std::vector<Instruction>::iterator find(uint32_t opcode) {
    return std::ranges::find(instructions, opcode, &Instruction::opcode);
  }
  std::vector<Instruction> instructions;
};

// With buffers at bindings 0 and 1.
inline SpirvModule smallModule() {
  SpirvModule module;
  module
      .add(17, {1}) // OpCapability Shader
      .add(10, SpirvModule::text("SPV_KHR_storage_buffer_storage_class"))
      .add(11, {1}, SpirvModule::text("GLSL.std.450")) // OpExtInstImport
      .add(14, {0, 1})                                 // OpMemoryModel
      .add(15, {5, 2}, SpirvModule::text("main"))      // OpEntryPoint %2
      .add(16, {2, 17, 64, 1, 1})                      // OpExecutionMode LocalSize
      .add(71, {3, 33, 0})
      .add(71, {3, 34, 0}) // %3: binding 0, set 0
      .add(71, {4, 33, 1})
      .add(71, {4, 34, 0}) // %4: binding 1, set 0
      .add(71, {5, 2})
      .add(72, {5, 0, 35, 0})
      .add(71, {9, 6, 4}) // Block, Offset, ArrayStride
      .add(19, {6})
      .add(33, {7, 6})
      .add(22, {8, 32})
      .add(29, {9, 8}) // types
      .add(30, {5, 9})
      .add(32, {10, 12, 5})
      .add(59, {10, 3, 12})
      .add(59, {10, 4, 12}) // OpVariable StorageBuffer
      .add(54, {6, 2, 0, 7})
      .add(248, {11})
      .add(253, {})
      .add(56, {}); // the function
  return module;
}

// A device that has all features.
inline DeviceProfile fullProfile() {
  DeviceProfile profile;
  profile.name = "full";
  profile.versionMinor = 3;
  profile.subgroupSize = 32;
  profile.maxBuffersPerKernel = 64;
  profile.features.assign(std::begin(kDeviceFeatures), std::end(kDeviceFeatures));
  return profile;
}

} // namespace rlx::rt::testing

#endif // RLX_UNITTESTS_RUNTIME_VULKAN_SPIRVMODULE_H
