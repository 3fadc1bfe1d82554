// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Decoding of raw, typed and external tensor data; see OnnxTypes.h.
//
// Every size is checked before memory is touched: files are untrusted.
#include "importers/onnx/OnnxTypes.h"

#include <cstring>

#include "dialects/rlx/interfaces/NarrowTypes.h"
#include "importers/onnx/OnnxProto.h"
#include "mlir/IR/Builders.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using llvm::createStringError;
using llvm::Expected;

namespace rlx::onnxim {
namespace {
template <typename T>
T load(const char *from) {
  T value;
  std::memcpy(&value, from, sizeof(T));
  return value;
}

// The elements of `from`, each converted to To, as owned bytes.
template <typename To, typename Range>
std::shared_ptr<std::vector<char>> convertElements(const Range &from) {
  auto bytes = std::make_shared<std::vector<char>>(sizeof(To) * from.size());
  char *out = bytes->data();
  for (auto element : from) {
    To value = static_cast<To>(element);
    std::memcpy(out, &value, sizeof(To));
    out += sizeof(To);
  }
  return bytes;
}

template <typename T>
ArrayRef<char> viewOf(const std::vector<T> &field) {
  return ArrayRef<char>(reinterpret_cast<const char *>(field.data()), field.size() * sizeof(T));
}

// Decodes data in the typed fields (float_data, int32_data, …).
void decodeTypedField(const TensorProto &tensor, TensorData &data) {
  using P = TensorProto;
  switch (tensor.dataType) {
  case P::FLOAT:
    data.bytes = viewOf(tensor.floatData);
    return;
  case P::DOUBLE:
    data.bytes = viewOf(tensor.doubleData);
    return;
  case P::INT32:
    data.bytes = viewOf(tensor.int32Data);
    return;
  case P::INT64:
    data.bytes = viewOf(tensor.int64Data);
    return;
  case P::UINT64:
    data.bytes = viewOf(tensor.uint64Data);
    return;
  case P::UINT32:
    data.owned = convertElements<uint32_t>(tensor.uint64Data);
    break;
  case P::INT8:
  case P::UINT8:
  case P::FLOAT8E4M3FN:
  case P::FLOAT8E4M3FNUZ:
  case P::FLOAT8E5M2:
  case P::FLOAT8E5M2FNUZ:
  case P::FLOAT8E8M0:
  case P::FLOAT4E2M1: // from here on, several elements in each byte
  case P::INT4:
  case P::UINT4:
  case P::INT2:
  case P::UINT2:
    data.owned = convertElements<uint8_t>(tensor.int32Data);
    break;
  case P::BOOL:
    data.owned = convertElements<uint8_t>(tensor.int32Data);
    break;
  default: // 16-bit types; floats as their bits
    data.owned = convertElements<uint16_t>(tensor.int32Data);
    break;
  }
  data.bytes = ArrayRef<char>(*data.owned);
}

void decodeStrings(const TensorProto &tensor, StringNumbers &strings, TensorData &data) {
  std::vector<int64_t> numbers;
  for (StringRef text : tensor.stringData)
    numbers.push_back(strings.of(text));
  data.owned = convertElements<int64_t>(numbers);
  data.bytes = ArrayRef<char>(*data.owned);
}

llvm::Error decodeExternal(const TensorProto &tensor, ExternalFiles &files, TensorData &data) {
  StringRef location;
  int64_t offset = 0, length = -1;
  for (const StringStringEntryProto &entry : tensor.externalData) {
    StringRef key = entry.key, value = entry.value;
    int64_t *number = key == "offset" ? &offset : key == "length" ? &length : nullptr;
    if (key == "location")
      location = value;
    else if (number && (value.getAsInteger(10, *number) || *number < 0))
      return createStringError("has external data whose " + key + " is not a size: '" + value +
                               "'");
  }
  Expected<ArrayRef<char>> bytes = files.read(location, offset, length);
  if (!bytes)
    return bytes.takeError();
  data.bytes = *bytes;
  return llvm::Error::success();
}

// The elements of a byte of the file: 2 of 4 bits, 4 of 2 bits, and 1 of all other types.
int64_t packedElements(Type elementType) {
  return isNarrow(elementType) ? 8 / elementType.getIntOrFloatBitWidth() : 1;
}

// Gives each element a byte, with its value in the low bits. In a byte of the file, the first
// element has the lowest bits.
void unpack(TensorData &data, int64_t count) {
  const unsigned width = data.type.getElementTypeBitWidth(), perByte = 8 / width;
  auto elements = std::make_shared<std::vector<char>>(count);
  for (int64_t i = 0; i < count; ++i) {
    auto byte = static_cast<unsigned char>(data.bytes[i / perByte]);
    (*elements)[i] = static_cast<char>((byte >> (i % perByte * width)) & ((1u << width) - 1));
  }
  data.owned = elements;
  data.bytes = ArrayRef<char>(*elements);
}

// Booleans must be 0 or 1 wherever they are used as bytes.
void normalizeBooleans(TensorData &data) {
  if (!data.type.getElementType().isInteger(1) ||
      llvm::all_of(data.bytes, [](char c) { return c == 0 || c == 1; }))
    return;
  auto clean = std::make_shared<std::vector<char>>(data.bytes.begin(), data.bytes.end());
  for (char &c : *clean)
    c = c != 0;
  data.owned = clean;
  data.bytes = ArrayRef<char>(*clean);
}
} // namespace

Type stringType(MLIRContext *context) {
  return IntegerType::get(context, 64, IntegerType::Signed);
}

int64_t StringNumbers::of(StringRef text) {
  if (texts.empty()) {
    numbers[""] = 0;
    texts.emplace_back();
  }
  auto [it, isNew] = numbers.try_emplace(text, static_cast<int64_t>(texts.size()));
  if (isNew)
    texts.push_back(text.str());
  return it->second;
}

Type elementTypeOf(MLIRContext *context, int dataType) {
  using P = TensorProto;
  Builder b(context);
  auto unsignedType = [&](unsigned width) {
    return IntegerType::get(context, width, IntegerType::Unsigned);
  };
  switch (dataType) {
  case P::FLOAT:
    return b.getF32Type();
  case P::FLOAT16:
    return b.getF16Type();
  case P::BFLOAT16:
    return b.getBF16Type();
  case P::DOUBLE:
    return b.getF64Type();
  case P::INT8:
    return b.getIntegerType(8);
  case P::INT16:
    return b.getIntegerType(16);
  case P::INT32:
    return b.getIntegerType(32);
  case P::INT64:
    return b.getIntegerType(64);
  case P::UINT8:
    return unsignedType(8);
  case P::UINT16:
    return unsignedType(16);
  case P::UINT32:
    return unsignedType(32);
  case P::UINT64:
    return unsignedType(64);
  case P::BOOL:
    return b.getI1Type();
  case P::STRING:
    return stringType(context);
  case P::FLOAT8E4M3FN:
    return Float8E4M3FNType::get(context);
  case P::FLOAT8E4M3FNUZ:
    return Float8E4M3FNUZType::get(context);
  case P::FLOAT8E5M2:
    return Float8E5M2Type::get(context);
  case P::FLOAT8E5M2FNUZ:
    return Float8E5M2FNUZType::get(context);
  case P::FLOAT8E8M0:
    return Float8E8M0FNUType::get(context);
  case P::FLOAT4E2M1:
    return Float4E2M1FNType::get(context);
  case P::INT4:
    return b.getIntegerType(4);
  case P::UINT4:
    return unsignedType(4);
  case P::INT2:
    return b.getIntegerType(2);
  case P::UINT2:
    return unsignedType(2);
  default:
    return {};
  }
}

int dataTypeOf(Type elementType) {
  for (int dataType = 1; dataType <= kLastDataType; ++dataType)
    if (elementTypeOf(elementType.getContext(), dataType) == elementType)
      return dataType;
  return TensorProto::UNDEFINED;
}

int64_t elementBytes(Type elementType) {
  return llvm::divideCeil(elementType.getIntOrFloatBitWidth(), 8);
}

Expected<int64_t> checkedNumElements(ArrayRef<int64_t> shape, Type elementType) {
  if (static_cast<int64_t>(shape.size()) > kMaxRank)
    return createStringError("rank " + Twine(shape.size()) + " is more than " + Twine(kMaxRank));
  int64_t limit = kMaxTensorBytes / elementBytes(elementType), count = 1;
  bool empty = llvm::is_contained(shape, 0);
  for (int64_t size : shape) {
    if (size < 0)
      return createStringError("negative size " + Twine(size));
    if (size > limit || (!empty && count > limit / size))
      return createStringError("more elements than the " + Twine(limit) + " that are supported");
    count *= empty ? 1 : size;
  }
  return empty ? 0 : count;
}

int64_t TensorData::intAt(int64_t i) const {
  Type element = type.getElementType();
  bool isUnsigned = element.isUnsignedInteger() || element.isInteger(1);
  switch (elementBytes(element)) {
  case 1:
    if (isNarrow(element) && !isUnsigned)
      return llvm::SignExtend64(load<uint8_t>(&bytes[i]), element.getIntOrFloatBitWidth());
    return isUnsigned ? int64_t(load<uint8_t>(&bytes[i])) : load<int8_t>(&bytes[i]);
  case 2:
    return isUnsigned ? int64_t(load<uint16_t>(&bytes[2 * i])) : load<int16_t>(&bytes[2 * i]);
  case 4:
    return isUnsigned ? int64_t(load<uint32_t>(&bytes[4 * i])) : load<int32_t>(&bytes[4 * i]);
  default:
    return load<int64_t>(&bytes[8 * i]);
  }
}

double TensorData::doubleAt(int64_t i) const {
  auto floatType = dyn_cast<FloatType>(type.getElementType());
  if (!floatType)
    return static_cast<double>(intAt(i));
  if (floatType.isF64())
    return load<double>(&bytes[8 * i]);
  if (floatType.isF32())
    return load<float>(&bytes[4 * i]);
  const APInt bits = isNarrow(floatType) ? APInt(floatType.getWidth(), load<uint8_t>(&bytes[i]))
                                         : APInt(16, load<uint16_t>(&bytes[2 * i]));
  APFloat value(floatType.getFloatSemantics(), bits);
  bool losesInfo;
  value.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &losesInfo);
  return value.convertToDouble();
}

DenseElementsAttr TensorData::attribute() const {
  if (!type.getElementType().isInteger(1))
    return DenseElementsAttr::getFromRawBuffer(type, bytes);
  SmallVector<bool> bits;
  for (char c : bytes)
    bits.push_back(c != 0);
  return DenseElementsAttr::get(type, bits);
}

Expected<llvm::MemoryBuffer *> ExternalFiles::open(StringRef location) {
  namespace path = llvm::sys::path;
  if (directory.empty())
    return createStringError(
        "has external data, but the model is read from memory without the directory of such data");
  if (location.empty())
    return createStringError("has external data without a location");
  bool escapes = path::is_absolute(location) || location.contains('\0') ||
                 llvm::any_of(llvm::make_range(path::begin(location), path::end(location)),
                              [](StringRef part) { return part == ".."; });
  if (escapes)
    return createStringError("has external data outside the model's directory: '" + location + "'");
  auto it = files.find(location);
  if (it != files.end())
    return it->second.get();
  Expected<std::string> file = findFile(location);
  if (!file)
    return file.takeError();
  auto buffer = llvm::MemoryBuffer::getFile(*file, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false);
  if (!buffer)
    return createStringError("has external data that cannot be read, '" + *file +
                             "': " + buffer.getError().message());
  return (files[location] = std::move(*buffer)).get();
}

// Whether the real path of a file is below the directory.
static bool isBelow(StringRef realFile, StringRef directory) {
  SmallString<128> realDirectory;
  return !directory.empty() && !llvm::sys::fs::real_path(directory, realDirectory) &&
         realFile.starts_with((realDirectory + "/").str());
}

Expected<std::string> ExternalFiles::findFile(StringRef location) const {
  SmallString<128> file(directory), linked(target), real;
  llvm::sys::path::append(file, location);
  llvm::sys::path::append(linked, location);
  if (std::error_code error = llvm::sys::fs::real_path(file, real);
      error && (target.empty() || llvm::sys::fs::real_path(linked, real)))
    return createStringError("has external data that cannot be opened, '" + file +
                             "': " + error.message());
  // A symbolic link must not lead to any file of the machine.
  if ((!isBelow(real, directory) && !isBelow(real, target)) ||
      !llvm::sys::fs::is_regular_file(real))
    return createStringError("has external data outside the model's directory: '" + location + "'");
  return real.str().str();
}

Expected<ArrayRef<char>> ExternalFiles::read(StringRef location, int64_t offset, int64_t length) {
  Expected<llvm::MemoryBuffer *> file = open(location);
  if (!file)
    return file.takeError();
  int64_t size = (*file)->getBufferSize();
  if (offset > size || (length >= 0 && length > size - offset))
    return createStringError("has external data [" + Twine(offset) + ", +" + Twine(length) +
                             ") outside the " + Twine(size) + " bytes of '" + location + "'");
  return ArrayRef<char>((*file)->getBufferStart() + offset, length < 0 ? size - offset : length);
}

Expected<TensorData> decodeTensor(MLIRContext *context, const TensorProto &tensor,
                                  ExternalFiles &files) {
  Type elementType = elementTypeOf(context, tensor.dataType);
  if (!elementType)
    return createStringError("has element type " + dataTypeName(tensor.dataType) +
                             "; supported are the floating-point types from FLOAT4E2M1 to DOUBLE "
                             "except those of 6 bits, the 2- to 64-bit integers, BOOL and STRING");
  SmallVector<int64_t> shape(tensor.dims.begin(), tensor.dims.end());
  Expected<int64_t> count = checkedNumElements(shape, elementType);
  if (!count)
    return createStringError("has an invalid shape: " + llvm::toString(count.takeError()));
  if (tensor.segment && (tensor.segment->begin != 0 || tensor.segment->end != *count))
    return createStringError("has only the segment [" + Twine(tensor.segment->begin) + ", " +
                             Twine(tensor.segment->end) + ") of its " + Twine(*count) +
                             " elements, and tensors in several segments are not supported; save "
                             "the model with whole tensors, or with external data");
  TensorData data{RankedTensorType::get(shape, elementType), {}, nullptr};
  if (isString(elementType)) {
    decodeStrings(tensor, files.strings, data);
  } else if (tensor.dataLocation == TensorProto::EXTERNAL) {
    if (llvm::Error error = decodeExternal(tensor, files, data))
      return std::move(error);
  } else if (tensor.rawData) {
    data.bytes = ArrayRef<char>(tensor.rawData->data(), tensor.rawData->size());
  } else {
    decodeTypedField(tensor, data);
  }
  const int64_t perByte = packedElements(elementType);
  int64_t expected = llvm::divideCeil(*count * elementBytes(elementType), perByte);
  if (static_cast<int64_t>(data.bytes.size()) != expected)
    return isString(elementType)
               ? createStringError("has " + Twine(tensor.stringData.size()) +
                                   " strings, but its shape needs " + Twine(*count))
               : createStringError("has " + Twine(data.bytes.size()) +
                                   " bytes of data, but its shape and type need " +
                                   Twine(expected));
  if (perByte != 1)
    unpack(data, *count);
  normalizeBooleans(data);
  return data;
}

// The index in the dense tensor of value `i`; -1 if it has none. Indices are one number for each
// value, or a coordinate for each of its dimensions.
static int64_t denseIndex(const TensorData &indices, ArrayRef<int64_t> shape, int64_t numElements,
                          int64_t i) {
  if (indices.type.getRank() == 1) {
    const int64_t index = indices.intAt(i);
    return index < numElements ? index : -1;
  }
  int64_t index = 0;
  for (auto [axis, size] : llvm::enumerate(shape)) {
    const int64_t at = indices.intAt(i * static_cast<int64_t>(shape.size()) + axis);
    if (at < 0 || at >= size)
      return -1;
    index = index * size + at;
  }
  return index;
}

Expected<TensorData> decodeSparse(MLIRContext *context, const SparseTensorProto &tensor,
                                  ExternalFiles &files) {
  constexpr int64_t kMaxBytes = int64_t(1) << 32; // a few bytes of a file can ask for any number
  Expected<TensorData> values = decodeTensor(context, *tensor.values, files);
  if (!values)
    return createStringError("has values that cannot be read: it " +
                             llvm::toString(values.takeError()));
  Expected<TensorData> indices = decodeTensor(context, *tensor.indices, files);
  if (!indices)
    return createStringError("has indices that cannot be read: it " +
                             llvm::toString(indices.takeError()));
  Type elementType = values->type.getElementType();
  SmallVector<int64_t> shape(tensor.dims.begin(), tensor.dims.end());
  Expected<int64_t> count = checkedNumElements(shape, elementType);
  if (!count)
    return createStringError("has an invalid shape: " + llvm::toString(count.takeError()));
  const int64_t bytes = elementBytes(elementType), numValues = values->numElements();
  if (*count > kMaxBytes / bytes)
    return createStringError("is sparse, and has more than 4 GiB as a dense tensor");
  const SmallVector<int64_t> perValue = {numValues, static_cast<int64_t>(shape.size())};
  const ArrayRef<int64_t> given = indices->type.getShape();
  if (!indices->type.getElementType().isInteger(64) || values->type.getRank() != 1 ||
      (given != ArrayRef(perValue).take_front() && given != ArrayRef(perValue)))
    return createStringError("is sparse, but its values are not a list, or its indices are not "
                             "INT64 of shape [" +
                             Twine(numValues) + "] or [" + Twine(numValues) + ", " +
                             Twine(shape.size()) + "]");
  auto dense = std::make_shared<std::vector<char>>(*count * bytes);
  for (int64_t i = 0; i < numValues; ++i) {
    const int64_t index = denseIndex(*indices, shape, *count, i);
    if (index < 0)
      return createStringError("is sparse, and the index of its value #" + Twine(i) +
                               " is outside its shape");
    std::memcpy(dense->data() + index * bytes, values->bytes.data() + i * bytes, bytes);
  }
  return TensorData{RankedTensorType::get(shape, elementType), ArrayRef<char>(*dense), dense};
}

} // namespace rlx::onnxim
