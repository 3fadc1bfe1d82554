// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The .npy header is a Python dictionary literal. The parser takes exactly the subset of Python
// that NumPy writes: three known keys, strings, True and False, and a tuple of integers.
//
// Example: {'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }
//
// Records are read if they have one field, which has the name and the size of a narrow type.
#include "runtime/tensor/Npy.h"

#include <bit>
#include <charconv>
#include <cstring>
#include <string_view>

#include "runtime/base/File.h"
#include "runtime/base/NoThrow.h"
#include "runtime/base/StrCat.h"
#include "runtime/tensor/NpyStrings.h"

namespace rlx::rt {

static_assert(std::endian::native == std::endian::little, "big-endian hosts need byte swaps here");

namespace {

constexpr std::string_view kNpyMagic("\x93NUMPY", 6);
constexpr size_t kMaxRank = 64; // NumPy's own limit

struct NpyType {
  std::string_view code;
  DType dtype;
};
// '|' and '<' mean the same for one-byte and raw types. Both are read; '|' is written.
constexpr NpyType kTypes[] = {{"b1", DType::Bool}, {"i1", DType::I8},  {"i2", DType::I16},
                              {"i4", DType::I32},  {"i8", DType::I64}, {"u1", DType::U8},
                              {"u2", DType::U16},  {"u4", DType::U32}, {"u8", DType::U64},
                              {"f2", DType::F16},  {"f4", DType::F32}, {"f8", DType::F64},
                              {"V2", DType::BF16}, {"c8", DType::C64}, {"c16", DType::C128}};

struct NpyHeader {
  DType dtype = DType::F32;
  std::vector<int64_t> shape;
  int64_t letters = 0; // of each string
};

class HeaderParser {
public:
  explicit HeaderParser(std::string_view text) : text(text) {}

  Status parse(NpyHeader &header) {
    bool sawType = false, sawOrder = false, sawShape = false;
    if (!take('{'))
      return malformed("expected '{'");
    while (!take('}')) {
      std::string_view key;
      if (!string(key) || !take(':'))
        return malformed("expected a key and ':'");
      bool &saw = key == "descr" ? sawType : key == "fortran_order" ? sawOrder : sawShape;
      if ((&saw == &sawShape && key != "shape") || saw)
        return malformed("unknown or repeated key");
      saw = true;
      RLX_RETURN_IF_ERROR(key == "descr"           ? type(header)
                          : key == "fortran_order" ? order()
                                                   : shape(header.shape));
      if (!take(',') && peek() != '}')
        return malformed("expected ',' or '}'");
    }
    if (!sawType || !sawOrder || !sawShape)
      return malformed("expected the keys descr, fortran_order and shape");
    skipSpace();
    return position == text.size() ? okStatus() : malformed("unexpected text after '}'");
  }

private:
  Status malformed(std::string_view why) const {
    return dataLoss(strCat("malformed .npy header at character ", position, ": ", why));
  }
  void skipSpace() {
    while (position < text.size() && (text[position] == ' ' || text[position] == '\n' ||
                                      text[position] == '\t' || text[position] == '\r'))
      ++position;
  }
  char peek() {
    skipSpace();
    return position < text.size() ? text[position] : '\0';
  }
  bool take(char wanted) {
    if (peek() != wanted || wanted == '\0')
      return false;
    ++position;
    return true;
  }
  bool word(std::string_view wanted) {
    skipSpace();
    if (text.substr(position, wanted.size()) != wanted)
      return false;
    position += wanted.size();
    return true;
  }
  bool string(std::string_view &value) {
    const char quote = peek();
    if (quote != '\'' && quote != '"')
      return false;
    const size_t end = text.find(quote, position + 1);
    if (end == std::string_view::npos)
      return false;
    value = text.substr(position + 1, end - position - 1);
    position = end + 1;
    return value.find('\\') == std::string_view::npos;
  }

  Status type(NpyHeader &header) {
    DType &dtype = header.dtype;
    std::string_view code;
    if (take('['))
      return record(dtype);
    if (!string(code) || code.size() < 2)
      return malformed("expected a type string");
    const char byteOrder = code[0];
    const std::string_view kind = code.substr(1);
    for (const NpyType &known : kTypes) {
      if (kind != known.code)
        continue;
      if (byteOrder == '>' && byteSize(known.dtype) > 1)
        return unsupported(
            strCat(".npy type '", code, "' is big-endian; save it with .astype('<", kind, "')"));
      if (byteOrder != '<' && byteOrder != '|' && byteOrder != '>' && byteOrder != '=')
        break;
      dtype = known.dtype;
      return okStatus();
    }
    if (kind[0] == 'U' && byteOrder != '>') {
      dtype = DType::String;
      const auto [end, error] =
          std::from_chars(kind.data() + 1, kind.data() + kind.size(), header.letters);
      return error == std::errc() && end == kind.data() + kind.size()
                 ? okStatus()
                 : malformed("expected the number of characters of each string");
    }
    if (kind == "f1") { // NumPy's code for one of the types of 8 bits
      dtype = DType::F8E5M2;
      return okStatus();
    }
    if (kind == "V1")
      return unsupported(
          strCat(".npy type '", code,
                 "' is a byte that NumPy does not name; save float8, float4, int4 and int2 with "
                 "array.view([('float8_e4m3fn', 'u1')]), with the name of the type"));
    return unsupported(strCat(".npy type '", code.substr(0, 32),
                              "' is not one of b1, i1 to i8, u1 to u8, f2, f4, f8, c8, c16, V2 "
                              "(bf16), and U for strings"));
  }
  // The rest of [('float8_e4m3fn', '|u1')].
  Status record(DType &dtype) {
    std::string_view field, code;
    if (!take('(') || !string(field) || !take(',') || !string(code) || !take(')'))
      return malformed("expected one field, such as ('float8_e4m3fn', '|u1')");
    take(',');
    if (!take(']') || !parseDType(field, dtype) || !isNarrow(dtype) || numPyName(dtype) != field ||
        (code != "|u1" && code != "<u1" && code != "|V1" && code != "<V1" && code != "|i1"))
      return unsupported(".npy file holds a structured array; only plain element types are read, "
                         "and one field with the name of a type of 8 bits or fewer, such as "
                         "('float8_e4m3fn', '|u1')");
    return okStatus();
  }
  Status order() {
    if (word("False"))
      return okStatus();
    if (word("True"))
      return unsupported(
          ".npy file is in Fortran order; save it with numpy.ascontiguousarray(array)");
    return malformed("expected True or False");
  }
  Status shape(std::vector<int64_t> &dims) {
    if (!take('('))
      return malformed("expected '('");
    while (!take(')')) {
      if (dims.size() == kMaxRank)
        return malformed("more than 64 dimensions");
      int64_t dim = 0;
      skipSpace();
      const size_t start = position;
      for (; position < text.size() && text[position] >= '0' && text[position] <= '9'; ++position)
        if (__builtin_mul_overflow(dim, int64_t(10), &dim) ||
            __builtin_add_overflow(dim, int64_t(text[position] - '0'), &dim))
          return malformed("a dimension is larger than 2^63 - 1");
      if (position == start)
        return malformed("expected a dimension");
      dims.push_back(dim);
      if (!take(',') && peek() != ')')
        return malformed("expected ',' or ')'");
    }
    return okStatus();
  }

  std::string_view text;
  size_t position = 0;
};

// Splits off the header text. `bytes` is then the elements.
StatusOr<std::string_view> splitHeader(std::span<const uint8_t> &bytes) {
  const std::string_view all(reinterpret_cast<const char *>(bytes.data()), bytes.size());
  if (!all.starts_with(kNpyMagic))
    return dataLoss("not a .npy file: it does not start with '\\x93NUMPY'");
  if (all.size() < 10)
    return dataLoss("truncated .npy file: no header");
  const unsigned major = bytes[6];
  if (major != 1 && major != 2)
    return unsupported(strCat(".npy format version ", major, ", expected 1 or 2"));
  const size_t lengthBytes = major == 1 ? 2 : 4;
  if (all.size() < 8 + lengthBytes)
    return dataLoss("truncated .npy file: no header");
  uint32_t length = 0;
  std::memcpy(&length, bytes.data() + 8, lengthBytes);
  const size_t start = 8 + lengthBytes;
  if (length > all.size() - start)
    return dataLoss(strCat("truncated .npy file: a header of ", length, " bytes, but only ",
                           all.size() - start, " follow"));
  bytes = bytes.subspan(start + length);
  return all.substr(start, length);
}

// The type as the header has it, with quotes.
std::string descriptionOf(DType dtype) {
  if (isNarrow(dtype))
    return strCat("[('", numPyName(dtype), "', '|u1')]");
  for (const NpyType &known : kTypes)
    if (known.dtype == dtype)
      return strCat("'", byteSize(dtype) == 1 ? "|" : "<", known.code, "'");
  return {};
}

} // namespace

StatusOr<Tensor> parseNpy(std::span<const uint8_t> bytes) {
  return catchAllocFailure([&]() -> StatusOr<Tensor> {
    RLX_ASSIGN_OR_RETURN(const std::string_view text, splitHeader(bytes));
    NpyHeader header;
    RLX_RETURN_IF_ERROR(HeaderParser(text).parse(header));
    if (header.dtype == DType::String)
      return stringsFromNpy(header.shape, header.letters, bytes);
    RLX_ASSIGN_OR_RETURN(const int64_t size, numBytes(header.dtype, header.shape));
    if (static_cast<uint64_t>(size) != bytes.size())
      return dataLoss(strCat(".npy file of type ", typeText(header.dtype, header.shape), " needs ",
                             size, " bytes of elements, but has ", bytes.size()));
    RLX_ASSIGN_OR_RETURN(Tensor tensor, Tensor::allocate(header.dtype, header.shape));
    if (size)
      std::memcpy(tensor.data(), bytes.data(), bytes.size());
    // Kernels rely on 0 and 1, but a file may hold other bytes.
    if (header.dtype == DType::Bool)
      for (int64_t i = 0; i < size; ++i)
        tensor.as<uint8_t>()[i] = tensor.as<uint8_t>()[i] != 0;
    // The same for bits above those of the type.
    if (isNarrow(header.dtype) && bitWidth(header.dtype) < 8)
      for (int64_t i = 0; i < size; ++i)
        tensor.as<uint8_t>()[i] &= static_cast<uint8_t>((1u << bitWidth(header.dtype)) - 1);
    return tensor;
  });
}

StatusOr<std::vector<uint8_t>> formatNpy(const TensorView &tensor) {
  return catchAllocFailure([&]() -> StatusOr<std::vector<uint8_t>> {
    RLX_ASSIGN_OR_RETURN(const int64_t size, numBytes(tensor.dtype, tensor.shape));
    if (size && !tensor.data)
      return invalidArgument("tensor has elements but a null data pointer");
    std::string description = descriptionOf(tensor.dtype);
    std::vector<uint8_t> strings;
    if (tensor.dtype == DType::String) {
      int64_t letters = 0;
      RLX_ASSIGN_OR_RETURN(strings, stringsForNpy(tensor, letters));
      description = strCat("'<U", letters, "'");
    }
    std::string header = strCat("{'descr': ", description, ", 'fortran_order': False, 'shape': (");
    for (size_t i = 0; i < tensor.shape.size(); ++i)
      header += strCat(i ? ", " : "", tensor.shape[i]);
    header += tensor.shape.size() == 1 ? ",), }" : "), }";
    // Spaces and a newline align the elements to 64. Ten bytes precede a version 1 header.
    while ((10 + header.size() + 1) % 64 != 0)
      header.push_back(' ');
    header.push_back('\n');
    if (header.size() > 0xFFFF)
      return unsupported(strCat("rank ", tensor.shape.size(), " is too high for a .npy header"));
    std::vector<uint8_t> out(kNpyMagic.begin(), kNpyMagic.end());
    out.insert(out.end(), {1, 0, static_cast<uint8_t>(header.size() & 0xFF),
                           static_cast<uint8_t>(header.size() >> 8)});
    out.insert(out.end(), header.begin(), header.end());
    const auto *data = static_cast<const uint8_t *>(tensor.data);
    if (tensor.dtype == DType::String)
      out.insert(out.end(), strings.begin(), strings.end());
    else if (size)
      out.insert(out.end(), data, data + size);
    return out;
  });
}

StatusOr<Tensor> readNpy(const std::string &path) {
  return catchAllocFailure([&]() -> StatusOr<Tensor> {
    RLX_ASSIGN_OR_RETURN(const std::vector<uint8_t> bytes, readFile(path));
    StatusOr<Tensor> tensor = parseNpy(bytes);
    if (!tensor.ok())
      return std::move(tensor).status().withContext(strCat("reading '", path, "'"));
    return tensor;
  });
}

Status writeNpy(const std::string &path, const TensorView &tensor) {
  return catchAllocFailure([&]() -> Status {
    RLX_ASSIGN_OR_RETURN(const std::vector<uint8_t> bytes, formatNpy(tensor));
    return writeFile(path, bytes);
  });
}

} // namespace rlx::rt
