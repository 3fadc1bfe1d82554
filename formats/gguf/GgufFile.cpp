// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "formats/gguf/GgufFile.h"

#include "formats/WrongFile.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <unordered_set>
#include <utility>

#include "runtime/base/ByteStream.h"
#include "runtime/base/NoThrow.h"
#include "runtime/base/StrCat.h"

namespace rlx::gguf {

using namespace rt;

namespace {

constexpr uint32_t kNewestVersion = 3;
constexpr size_t kMaxDimensions = 4; // GGML_MAX_DIMS
constexpr size_t kShownBytes = 64;   // of a name in a message
constexpr std::string_view kCutOff = "; the file is cut off or damaged: download it again";

// Names may be any bytes.
std::string printable(std::string_view text) {
  std::string result;
  for (const char c : text.substr(0, kShownBytes))
    result += c >= ' ' && c <= '~' ? c : '?';
  return text.size() > kShownBytes ? result + "…" : result;
}

class Parser {
public:
  explicit Parser(std::span<const uint8_t> bytes) : bytes(bytes) {}

  StatusOr<GgufFile> parse() {
    RLX_RETURN_IF_ERROR(header());
    for (uint64_t i = 0; i < valueCount; ++i)
      RLX_RETURN_IF_ERROR(keyAndValue());
    for (uint64_t i = 0; i < tensorCount; ++i)
      RLX_RETURN_IF_ERROR(description());
    RLX_RETURN_IF_ERROR(placeTensors());
    return std::move(file);
  }

private:
  size_t left() const { return bytes.size() - position; }

  Status damaged(std::string_view problem) const {
    return dataLoss(strCat(problem, ", at byte ", position, " of ", bytes.size()));
  }

  // As after a download that did not end.
  Status tooShort(std::string_view problem) const {
    return dataLoss(strCat(problem, ", at byte ", position, " of ", bytes.size(), kCutOff));
  }

  template <typename T>
  Status number(T &value, std::string_view what) {
    if (left() < sizeof(T))
      return tooShort(strCat("the file ends in ", what));
    std::memcpy(&value, bytes.data() + position, sizeof(T));
    position += sizeof(T);
    return okStatus();
  }

  // Lengths and counts have 32 bits in version 1.
  Status count(uint64_t &value, std::string_view what) {
    if (file.version > 1)
      return number(value, what);
    uint32_t narrow = 0;
    RLX_RETURN_IF_ERROR(number(narrow, what));
    value = narrow;
    return okStatus();
  }

  Status string(std::string_view &text, std::string_view what) {
    uint64_t size = 0;
    RLX_RETURN_IF_ERROR(count(size, what));
    if (size > left())
      return tooShort(strCat(what, " has ", size, " bytes, but the file has ", left(), " more"));
    text = {reinterpret_cast<const char *>(bytes.data()) + position, size};
    position += size;
    return okStatus();
  }

  std::string_view otherKind() const {
    const std::string_view wrong =
        wrongFile({reinterpret_cast<const char *>(bytes.data()), bytes.size()});
    return wrong.empty() ? "it does not start with \"GGUF\"" : wrong;
  }

  Status header() {
    if (bytes.size() < kMagic.size() ||
        std::memcmp(bytes.data(), kMagic.data(), kMagic.size()) != 0)
      return dataLoss(strCat("not a GGUF file: ", otherKind()));
    position = kMagic.size();
    RLX_RETURN_IF_ERROR(number(file.version, "the version"));
    if (file.version != 0 && (file.version & 0xFFFF) == 0)
      return unsupported(
          "a big-endian GGUF file; convert it with gguf_convert_endian of the Python package gguf");
    if (file.version == 0 || file.version > kNewestVersion)
      return unsupported(strCat("version ", file.version, " of GGUF; versions 1 to ",
                                kNewestVersion, " can be read"));
    RLX_RETURN_IF_ERROR(count(tensorCount, "the number of tensors"));
    return count(valueCount, "the number of metadata values");
  }

  Status keyAndValue() {
    std::string_view key;
    RLX_RETURN_IF_ERROR(string(key, "a metadata key"));
    return value(key).withContext(strCat("reading metadata '", printable(key), "'"));
  }

  Status value(std::string_view key) {
    ValueType type{};
    RLX_RETURN_IF_ERROR(number(type, "a value's type"));
    const bool isArray = type == ValueType::Array;
    uint64_t size = 1;
    if (isArray) {
      RLX_RETURN_IF_ERROR(number(type, "the type of an array's elements"));
      RLX_RETURN_IF_ERROR(count(size, "the length of an array"));
      if (type == ValueType::Array)
        return unsupported("an array of arrays");
    }
    if (type == ValueType::String)
      return strings(key, size, isArray);
    const size_t each = bytesOf(type);
    if (each == 0)
      return unsupported(strCat("a value of type ", static_cast<uint32_t>(type)));
    if (size > left() / each)
      return tooShort(strCat(size, " values of type ", name(type), ", but the file has ", left(),
                             " more bytes"));
    return keep(key, Value(type, take(size * each), isArray));
  }

  Status strings(std::string_view key, uint64_t size, bool isArray) {
    const size_t least = file.version > 1 ? sizeof(uint64_t) : sizeof(uint32_t);
    if (size > left() / least)
      return tooShort(strCat(size, " strings, but the file has ", left(), " more bytes"));
    std::vector<std::string_view> texts(size);
    for (std::string_view &text : texts)
      RLX_RETURN_IF_ERROR(string(text, "a string"));
    return keep(key, isArray ? Value(std::move(texts)) : Value(texts.front()));
  }

  Status keep(std::string_view key, Value value) {
    return file.metadata.add(key, std::move(value)) ? okStatus()
                                                    : damaged("the key is there twice");
  }

  std::span<const uint8_t> take(size_t size) {
    const auto taken = bytes.subspan(position, size);
    position += size;
    return taken;
  }

  Status description() {
    TensorView tensor;
    RLX_RETURN_IF_ERROR(string(tensor.name, "a tensor's name"));
    return shapeAndType(tensor).withContext(
        strCat("reading tensor '", printable(tensor.name), "'"));
  }

  Status shapeAndType(TensorView &tensor) {
    if (!names.insert(tensor.name).second)
      return damaged("the name is there twice");
    uint32_t rank = 0;
    RLX_RETURN_IF_ERROR(number(rank, "the number of dimensions"));
    if (rank > kMaxDimensions)
      return damaged(strCat(rank, " dimensions, expected at most ", kMaxDimensions));
    tensor.shape.resize(rank);
    for (size_t i = rank; i-- > 0;) { // the file has the innermost dimension first
      uint64_t size = 0;
      RLX_RETURN_IF_ERROR(count(size, "a dimension"));
      if (!std::in_range<int64_t>(size))
        return damaged("a dimension of 2^63 or more");
      tensor.shape[i] = static_cast<int64_t>(size);
    }
    uint32_t type = 0;
    RLX_RETURN_IF_ERROR(number(type, "the type"));
    const TensorTypeInfo *known = findTensorType(type);
    if (!known)
      return unsupported(strCat("tensor type ", type));
    tensor.type = known->type;
    uint64_t offset = 0;
    RLX_RETURN_IF_ERROR(number(offset, "the offset"));
    offsets.push_back(offset);
    RLX_RETURN_IF_ERROR(setBytes(tensor, *known));
    file.tensors.push_back(std::move(tensor));
    return okStatus();
  }

  // The number of bytes, checked for overflow. The data's address comes later.
  Status setBytes(const TensorView &tensor, const TensorTypeInfo &type) {
    const int64_t row = tensor.shape.empty() ? 1 : tensor.shape.back();
    if (row % type.elements != 0)
      return damaged(
          strCat("rows of ", row, " elements, but a block of ", type.name, " has ", type.elements));
    int64_t size = row / type.elements;
    bool overflows = __builtin_mul_overflow(size, type.bytes, &size);
    for (size_t i = 0; i + 1 < tensor.shape.size(); ++i)
      overflows |= __builtin_mul_overflow(size, tensor.shape[i], &size);
    // A size of zero hides an overflow before it; such a tensor has no bytes.
    if (overflows && std::ranges::find(tensor.shape, 0) == tensor.shape.end())
      return damaged("2^63 bytes or more");
    sizes.push_back(std::ranges::find(tensor.shape, 0) == tensor.shape.end() ? size : 0);
    return okStatus();
  }

  StatusOr<uint64_t> alignment() const {
    RLX_ASSIGN_OR_RETURN(const int64_t value, file.metadata.integer("general.alignment", 32));
    if (value <= 0 || !std::has_single_bit(static_cast<uint64_t>(value)))
      return dataLoss(strCat("general.alignment is ", value, ", expected a power of two"));
    return static_cast<uint64_t>(value);
  }

  Status placeTensors() {
    RLX_ASSIGN_OR_RETURN(const uint64_t aligned, alignment());
    if (file.tensors.empty())
      return okStatus();
    const uint64_t padding = (aligned - position % aligned) % aligned;
    if (padding > left())
      return tooShort("the file ends before the data of the tensors");
    const std::span<const uint8_t> data = bytes.subspan(position + padding);
    for (size_t i = 0; i < file.tensors.size(); ++i) {
      TensorView &tensor = file.tensors[i];
      if (offsets[i] % aligned != 0 || offsets[i] > data.size() ||
          sizes[i] > data.size() - offsets[i])
        return dataLoss(strCat("tensor '", printable(tensor.name), "' has ", sizes[i],
                               " bytes at offset ", offsets[i], ", but the file has ", data.size(),
                               " bytes of tensors, aligned to ", aligned,
                               offsets[i] % aligned == 0 ? kCutOff : ""));
      tensor.data = data.subspan(offsets[i], sizes[i]);
    }
    return checkOverlaps();
  }

  Status checkOverlaps() const {
    std::vector<const TensorView *> sorted;
    for (const TensorView &tensor : file.tensors)
      if (!tensor.data.empty())
        sorted.push_back(&tensor);
    std::ranges::sort(sorted, {}, [](const TensorView *tensor) { return tensor->data.data(); });
    for (size_t i = 1; i < sorted.size(); ++i)
      if (sorted[i - 1]->data.data() + sorted[i - 1]->data.size() > sorted[i]->data.data())
        return dataLoss(strCat("tensors '", printable(sorted[i - 1]->name), "' and '",
                               printable(sorted[i]->name), "' overlap"));
    return okStatus();
  }

  std::span<const uint8_t> bytes;
  size_t position = 0;
  uint64_t tensorCount = 0, valueCount = 0;
  std::unordered_set<std::string_view> names;
  std::vector<uint64_t> offsets, sizes; // of the tensors
  GgufFile file;
};

} // namespace

StatusOr<GgufFile> GgufFile::parse(std::span<const uint8_t> bytes) {
  return catchAllocFailure([&] { return Parser(bytes).parse(); });
}

} // namespace rlx::gguf
