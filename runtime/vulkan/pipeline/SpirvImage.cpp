// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Layout: magic, layout version, kernel ABI version, the kernels, the host's code image. Numbers
// are little-endian. Strings and lists start with their length.
//
// The questions about a module, such as its workgroup size, are answered by walks over its
// instructions.
#include "runtime/vulkan/pipeline/SpirvImage.h"

#include <algorithm>
#include <unordered_set>

#include "runtime/base/ByteStream.h"
#include "runtime/base/NoThrow.h"
#include "runtime/base/StrCat.h"
#include "runtime/cpu/CodeImage.h"

namespace rlx::rt {

namespace {

constexpr uint64_t kSpirvImageMagic = 0x0A56525053584C52; // "RLXSPRV\n"
constexpr uint32_t kSpirvMagic = 0x07230203;

} // namespace

Status checkSpirvKernel(const SpirvKernel &kernel) {
  if (kernel.words.size() < kSpirvHeaderWords || kernel.words[0] != kSpirvMagic)
    return dataLoss(strCat("kernel '", kernel.name, "' is not SPIR-V"));
  for (size_t at = kSpirvHeaderWords; at < kernel.words.size();) {
    const size_t length = kernel.words[at] >> 16;
    if (length == 0 || length > kernel.words.size() - at)
      return dataLoss(strCat("the SPIR-V of kernel '", kernel.name, "' is cut off or damaged"));
    at += length;
  }
  // Far more than any dispatch has. Sums of these stay within 32 bits.
  constexpr uint32_t kMax = 1 << 20;
  if (kernel.operands > kMax || kernel.dims > kMax)
    return dataLoss(strCat("kernel '", kernel.name, "' has too many operands or dims"));
  return okStatus();
}

std::array<uint32_t, 3> workgroupSizeOf(const SpirvKernel &kernel) {
  constexpr uint32_t kOpExecutionMode = 16, kLocalSize = 17, kWords = 6;
  const std::vector<uint32_t> &words = kernel.words;
  for (size_t at = kSpirvHeaderWords; at < words.size(); at += words[at] >> 16)
    if (words[at] == (kWords << 16 | kOpExecutionMode) && words[at + 2] == kLocalSize)
      return {words[at + 3], words[at + 4], words[at + 5]};
  return {};
}

// Decided by capabilities: GroupNonUniform and those that imply it, their older forms, and
// cooperative matrices.
bool usesSubgroups(const SpirvKernel &kernel) {
  constexpr uint32_t kOpCapability = 2 << 16 | 17;
  constexpr uint32_t kFirst = 61, kLast = 68, kOthers[] = {4423, 4431, 6022, 6026};
  const std::vector<uint32_t> &words = kernel.words;
  for (size_t at = kSpirvHeaderWords; at < words.size(); at += words[at] >> 16)
    if (words[at] == kOpCapability && ((words[at + 1] >= kFirst && words[at + 1] <= kLast) ||
                                       std::ranges::count(kOthers, words[at + 1]) != 0))
      return true;
  return false;
}

namespace {

enum class PointerUse : uint8_t { None, Read, Moved };

// How an instruction uses the pointer in word 3, which follows its result.
PointerUse pointerUseOf(uint32_t opcode) {
  constexpr uint32_t kLoad = 61, kFirstChain = 65, kLastChain = 67, kInBoundsPtrChain = 70,
                     kCopyObject = 83, kBitcast = 124, kFirstAtomic = 227, kAtomicStore = 228,
                     kLastAtomic = 242, kMatrixLoad = 4457, kTensorLoad = 5367, kAtomicFMin = 5614,
                     kAtomicFMax = 5615, kAtomicFAdd = 6035;
  switch (opcode) {
  case kInBoundsPtrChain:
  case kCopyObject:
  case kBitcast:
    return PointerUse::Moved;
  case kLoad:
  case kMatrixLoad:
  case kTensorLoad:
  case kAtomicFMin:
  case kAtomicFMax:
  case kAtomicFAdd:
    return PointerUse::Read;
  case kAtomicStore:
    return PointerUse::None;
  default:
    return opcode >= kFirstChain && opcode <= kLastChain     ? PointerUse::Moved
           : opcode >= kFirstAtomic && opcode <= kLastAtomic ? PointerUse::Read
                                                             : PointerUse::None;
  }
}

// Instructions of which any word may be a pointer: memory copies, calls, selections.
bool hidesPointers(uint32_t opcode) {
  constexpr uint32_t kFunctionCall = 57, kCopyMemory = 63, kCopyMemorySized = 64, kSelect = 169,
                     kPhi = 245;
  return opcode == kFunctionCall || opcode == kCopyMemory || opcode == kCopyMemorySized ||
         opcode == kSelect || opcode == kPhi;
}

} // namespace

bool readsBuffer(const SpirvKernel &kernel, uint32_t binding) {
  constexpr uint32_t kDecorate = 71, kBinding = 33;
  std::unordered_set<uint32_t> pointers; // into the buffer
  for (size_t at = kSpirvHeaderWords; at < kernel.words.size(); at += kernel.words[at] >> 16) {
    const uint32_t opcode = kernel.words[at] & 0xFFFF;
    const std::span words(&kernel.words[at], kernel.words[at] >> 16);
    const auto isPointer = [&](uint32_t id) { return pointers.contains(id); };
    if (opcode == kDecorate && words.size() == 4 && words[2] == kBinding && words[3] == binding)
      pointers.insert(words[1]);
    if (hidesPointers(opcode) && std::ranges::any_of(words.subspan(1), isPointer))
      return true;
    const PointerUse use = words.size() > 3 ? pointerUseOf(opcode) : PointerUse::None;
    if (use == PointerUse::None || !isPointer(words[3]))
      continue;
    if (use == PointerUse::Read)
      return true;
    pointers.insert(words[2]);
  }
  return false;
}

StatusOr<std::vector<uint8_t>> encodeSpirvImage(const SpirvImage &image) {
  return catchAllocFailure([&]() -> StatusOr<std::vector<uint8_t>> {
    std::vector<uint8_t> bytes;
    ByteWriter writer(bytes);
    writer.number(kSpirvImageMagic);
    writer.number(kSpirvImageVersion);
    writer.number(kSpirvAbiVersion);
    writer.list(image.kernels, [&](const SpirvKernel &kernel) {
      writer.string(kernel.name);
      writer.list(kernel.words, [&](uint32_t word) { writer.number(word); });
      writer.number(kernel.operands);
      writer.number(kernel.dims);
      writer.number(static_cast<uint8_t>(kernel.usesStatus));
      writer.number(static_cast<uint8_t>(kernel.usesWorkspace));
      writer.number(static_cast<uint8_t>(kernel.needsAligned));
    });
    writer.bytes(image.hostCode);
    if (writer.tooLong)
      return invalidArgument("the kernels are too large for an image");
    return bytes;
  });
}

StatusOr<SpirvImage> decodeSpirvImage(std::span<const uint8_t> bytes) {
  return catchAllocFailure([&]() -> StatusOr<SpirvImage> {
    ByteReader reader(bytes);
    if (reader.number<uint64_t>() != kSpirvImageMagic)
      return dataLoss("the code for Vulkan does not begin as it should");
    const auto layout = reader.number<uint32_t>(), abi = reader.number<uint32_t>();
    if (layout != kSpirvImageVersion || abi != kSpirvAbiVersion)
      return unsupported(strCat("code for Vulkan of version ", layout, " with kernel ABI ", abi,
                                ", this runtime reads ", kSpirvImageVersion, " and ",
                                kSpirvAbiVersion));
    constexpr size_t kMinKernelBytes = 19;
    SpirvImage image;
    reader.list(image.kernels, kMinKernelBytes, [&](SpirvKernel &kernel) {
      kernel.name = reader.string();
      reader.list(kernel.words, sizeof(uint32_t),
                  [&](uint32_t &word) { word = reader.number<uint32_t>(); });
      kernel.operands = reader.number<uint32_t>();
      kernel.dims = reader.number<uint32_t>();
      kernel.usesStatus = reader.number<uint8_t>() != 0;
      kernel.usesWorkspace = reader.number<uint8_t>() != 0;
      kernel.needsAligned = reader.number<uint8_t>() != 0;
    });
    const std::span<const uint8_t> hostCode = reader.bytes();
    if (reader.failed() || !reader.atEnd())
      return dataLoss("the code for Vulkan is cut off or too long");
    for (const SpirvKernel &kernel : image.kernels)
      RLX_RETURN_IF_ERROR(checkSpirvKernel(kernel));
    image.hostCode.assign(hostCode.begin(), hostCode.end());
    return image;
  });
}

Status loadSpirvImage(std::span<const uint8_t> bytes, KernelTable &table) {
  RLX_ASSIGN_OR_RETURN(SpirvImage image, decodeSpirvImage(bytes));
  for (SpirvKernel &kernel : image.kernels)
    RLX_RETURN_IF_ERROR(addSpirvKernel(table, std::move(kernel)));
  return image.hostCode.empty() ? okStatus() : loadCodeImage(image.hostCode, table);
}

Status addSpirvKernel(KernelTable &table, SpirvKernel kernel) {
  return catchAllocFailure([&]() -> Status {
    const size_t bytes = kernel.words.size() * sizeof(uint32_t);
    const auto kept = std::make_shared<const SpirvKernel>(std::move(kernel));
    return table.addCode(kVulkanTarget, kept->name, kept, bytes);
  });
}

const SpirvKernel *findSpirvKernel(const KernelTable &table, std::string_view name) {
  return static_cast<const SpirvKernel *>(table.findCode(kVulkanTarget, name));
}

} // namespace rlx::rt
