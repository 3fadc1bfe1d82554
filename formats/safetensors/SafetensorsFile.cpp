// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "formats/safetensors/SafetensorsFile.h"

#include <algorithm>
#include <cstring>
#include <string_view>

#include "formats/WrongFile.h"
#include "formats/json/Json.h"
#include "runtime/base/NoThrow.h"
#include "runtime/base/StrCat.h"

namespace rlx::safetensors {

using namespace rt;
using json::JsonValue;

namespace {

constexpr uint64_t kMaxHeader = 100'000'000; // as in the safetensors project
constexpr size_t kMaxDimensions = 64;
constexpr size_t kShownBytes = 128; // of a name in a message
constexpr std::string_view kCutOff = "; the file is cut off or damaged: download it again";

struct TypeBits {
  std::string_view name;
  int64_t bits; // of an element
};

constexpr TypeBits kTypes[] = {
    {"F32", 32},    {"F16", 16},    {"BF16", 16},   {"F64", 64},        {"I64", 64},
    {"I32", 32},    {"I16", 16},    {"I8", 8},      {"U64", 64},        {"U32", 32},
    {"U16", 16},    {"U8", 8},      {"BOOL", 8},    {"C64", 64},        {"C128", 128},
    {"F8_E4M3", 8}, {"F8_E5M2", 8}, {"F8_E8M0", 8}, {"F8_E4M3FNUZ", 8}, {"F8_E5M2FNUZ", 8},
    {"F6_E2M3", 6}, {"F6_E3M2", 6}, {"F4", 4},
};

// Names are UTF-8 of any length.
std::string quoted(std::string_view name) {
  std::string shown(name.substr(0, kShownBytes));
  std::ranges::replace_if(
      shown, [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7f'; }, '?');
  return strCat("'", shown, name.size() > kShownBytes ? "…" : "", "'");
}

StatusOr<int64_t> bitsOf(std::string_view dtype) {
  const auto *known = std::ranges::find(kTypes, dtype, &TypeBits::name);
  if (known == std::end(kTypes))
    return unsupported(strCat("the element type ", quoted(dtype), " is unknown"));
  return known->bits;
}

// Whole numbers of 0 or more; false for others.
bool readSizes(JsonValue value, std::vector<int64_t> &sizes) {
  if (!value.isArray())
    return false;
  for (const JsonValue &each : value.elements()) {
    const std::optional<int64_t> size = each.integer();
    if (!size || *size < 0)
      return false;
    sizes.push_back(*size);
  }
  return true;
}

// The bytes of a tensor, checked for overflow.
StatusOr<int64_t> bytesOf(int64_t bits, const std::vector<int64_t> &shape) {
  if (std::ranges::find(shape, 0) != shape.end())
    return int64_t(0);
  for (const int64_t size : shape)
    if (__builtin_mul_overflow(bits, size, &bits))
      return dataLoss("its shape has 2^63 bits or more");
  if (bits % 8 != 0)
    return dataLoss("its elements end within a byte");
  return bits / 8;
}

StatusOr<Tensor> readTensor(JsonValue entry, std::span<const uint8_t> data) {
  Tensor tensor{.name = std::string(entry.key()), .dtype = {}, .shape = {}, .data = {}};
  const std::optional<std::string_view> dtype = entry.find("dtype").string();
  std::vector<int64_t> range;
  if (!dtype || !readSizes(entry.find("shape"), tensor.shape) ||
      !readSizes(entry.find("data_offsets"), range) || range.size() != 2)
    return dataLoss("expected an object with dtype, shape and data_offsets");
  if (tensor.shape.size() > kMaxDimensions)
    return dataLoss(strCat(tensor.shape.size(), " dimensions, expected at most ", kMaxDimensions));
  tensor.dtype = *dtype;
  RLX_ASSIGN_OR_RETURN(const int64_t bits, bitsOf(*dtype));
  RLX_ASSIGN_OR_RETURN(const int64_t bytes, bytesOf(bits, tensor.shape));
  const auto begin = static_cast<uint64_t>(range[0]), end = static_cast<uint64_t>(range[1]);
  if (begin > end || end > data.size())
    return dataLoss(strCat("data_offsets are ", begin, " to ", end, ", but the file has ",
                           data.size(), " bytes of data", begin > end ? "" : kCutOff));
  if (end - begin != static_cast<uint64_t>(bytes))
    return dataLoss(strCat("data_offsets are ", begin, " to ", end, ", but the shape has ", bytes,
                           " bytes of ", *dtype));
  tensor.data = data.subspan(begin, end - begin);
  return tensor;
}

Status checkOverlaps(const std::vector<Tensor> &tensors) {
  std::vector<const Tensor *> sorted;
  for (const Tensor &tensor : tensors)
    if (!tensor.data.empty())
      sorted.push_back(&tensor);
  std::ranges::sort(sorted, {}, [](const Tensor *tensor) { return tensor->data.data(); });
  for (size_t i = 1; i < sorted.size(); ++i)
    if (sorted[i - 1]->data.data() + sorted[i - 1]->data.size() > sorted[i]->data.data())
      return dataLoss(strCat("tensors ", quoted(sorted[i - 1]->name), " and ",
                             quoted(sorted[i]->name), " overlap"));
  return okStatus();
}

// The header's text; `data` is behind it.
StatusOr<std::string_view> splitHeader(std::span<const uint8_t> bytes,
                                       std::span<const uint8_t> &data) {
  uint64_t length = 0;
  const std::string_view all(reinterpret_cast<const char *>(bytes.data()), bytes.size());
  if (const std::string_view wrong = wrongFile(all); !wrong.empty())
    return dataLoss(strCat("not a safetensors file: ", wrong));
  if (bytes.size() < sizeof(length))
    return dataLoss(strCat("the file ends in the length of the header", kCutOff));
  std::memcpy(&length, bytes.data(), sizeof(length));
  if (length > kMaxHeader)
    return dataLoss(strCat("not a safetensors file: the header would have ", length, " bytes"));
  if (length > bytes.size() - sizeof(length))
    return dataLoss(strCat("the header has ", length, " bytes, but the file has ",
                           bytes.size() - sizeof(length), " more", kCutOff));
  data = bytes.subspan(sizeof(length) + length);
  return all.substr(sizeof(length), length);
}

StatusOr<SafetensorsFile> parseFile(std::span<const uint8_t> bytes) {
  std::span<const uint8_t> data;
  RLX_ASSIGN_OR_RETURN(const std::string_view header, splitHeader(bytes, data));
  StatusOr<json::JsonDocument> document = json::JsonDocument::parse(header);
  if (!document.ok())
    return std::move(document).status().withContext("reading the header");
  if (!document->root().isObject())
    return dataLoss(strCat("the header is ", document->root().kind(), ", expected an object"));
  SafetensorsFile file;
  for (const JsonValue &entry : document->root().elements()) {
    if (entry.key() == "__metadata__")
      continue;
    StatusOr<Tensor> tensor = readTensor(entry, data);
    if (!tensor.ok())
      return std::move(tensor).status().withContext(strCat("reading tensor ", quoted(entry.key())));
    file.tensors.push_back(std::move(*tensor));
  }
  RLX_RETURN_IF_ERROR(checkOverlaps(file.tensors));
  return file;
}

} // namespace

StatusOr<SafetensorsFile> SafetensorsFile::parse(std::span<const uint8_t> bytes) {
  return catchAllocFailure([&] { return parseFile(bytes); });
}

} // namespace rlx::safetensors
