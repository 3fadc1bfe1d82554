// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See Arrays.h.
#include "Arrays.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <iterator>

#include <nanobind/stl/string.h>

#include "Errors.h"
#include "Unlocked.h"

namespace nb = nanobind;

namespace rlx::python {
namespace {

struct ElementType {
  rlx_dtype_t dtype;
  const char *format; // of the buffer protocol; empty if it has none
  const char *name;   // of NumPy or ml_dtypes
};
constexpr ElementType kTypes[] = {
    {RLX_BOOL, "?", "bool"},
    {RLX_I8, "b", "int8"},
    {RLX_I16, "h", "int16"},
    {RLX_I32, "i", "int32"},
    {RLX_I64, "l", "int64"},
    {RLX_U8, "B", "uint8"},
    {RLX_U16, "H", "uint16"},
    {RLX_U32, "I", "uint32"},
    {RLX_U64, "L", "uint64"},
    {RLX_F16, "e", "float16"},
    {RLX_BF16, "", "bfloat16"},
    {RLX_F32, "f", "float32"},
    {RLX_F64, "d", "float64"},
    {RLX_C64, "Zf", "complex64"},
    {RLX_C128, "Zd", "complex128"},
    {RLX_F8E4M3FN, "", "float8_e4m3fn"},
    {RLX_F8E4M3FNUZ, "", "float8_e4m3fnuz"},
    {RLX_F8E5M2, "", "float8_e5m2"},
    {RLX_F8E5M2FNUZ, "", "float8_e5m2fnuz"},
    {RLX_F8E8M0, "", "float8_e8m0fnu"},
    {RLX_F4E2M1, "", "float4_e2m1fn"},
    {RLX_I4, "", "int4"},
    {RLX_U4, "", "uint4"},
    {RLX_I2, "", "int2"},
    {RLX_U2, "", "uint2"},
    {RLX_STRING, "", "str"},
};

// The types of ml_dtypes have no letter of the buffer protocol.
bool isOfMlDtypes(rlx_dtype_t dtype) {
  return dtype == RLX_BF16 || (dtype >= RLX_F8E4M3FN && dtype <= RLX_U2);
}

rlx_dtype_t dtypeOfFormat(const char *format) {
  if (!format)
    return RLX_U8; // plain bytes
  while (*format == '<' || *format == '=' || *format == '@')
    ++format;
  if (std::strcmp(format, "q") == 0)
    return RLX_I64;
  if (std::strcmp(format, "Q") == 0)
    return RLX_U64;
  for (const ElementType &type : kTypes)
    if (*type.format && std::strcmp(format, type.format) == 0)
      return type.dtype;
  return RLX_INVALID_DTYPE;
}

rlx_dtype_t dtypeOfDlpack(nb::dlpack::dtype type) {
  auto bySize = [&](rlx_dtype_t of8, rlx_dtype_t of16, rlx_dtype_t of32, rlx_dtype_t of64) {
    return type.bits == 8    ? of8
           : type.bits == 16 ? of16
           : type.bits == 32 ? of32
           : type.bits == 64 ? of64
                             : RLX_INVALID_DTYPE;
  };
  if (type.lanes != 1)
    return RLX_INVALID_DTYPE;
  switch (static_cast<nb::dlpack::dtype_code>(type.code)) {
  case nb::dlpack::dtype_code::Bool:
    return RLX_BOOL;
  case nb::dlpack::dtype_code::Int:
    return bySize(RLX_I8, RLX_I16, RLX_I32, RLX_I64);
  case nb::dlpack::dtype_code::UInt:
    return bySize(RLX_U8, RLX_U16, RLX_U32, RLX_U64);
  case nb::dlpack::dtype_code::Float:
    return bySize(RLX_INVALID_DTYPE, RLX_F16, RLX_F32, RLX_F64);
  case nb::dlpack::dtype_code::Bfloat:
    return bySize(RLX_INVALID_DTYPE, RLX_BF16, RLX_INVALID_DTYPE, RLX_INVALID_DTYPE);
  case nb::dlpack::dtype_code::Complex:
    return type.bits == 64 ? RLX_C64 : type.bits == 128 ? RLX_C128 : RLX_INVALID_DTYPE;
  default:
    return RLX_INVALID_DTYPE;
  }
}

// The inverse. Nothing for the types of ml_dtypes and text.
std::optional<nb::dlpack::dtype> dlpackType(rlx_dtype_t dtype) {
  using Code = nb::dlpack::dtype_code;
  if (isOfMlDtypes(dtype) || dtype == RLX_STRING)
    return std::nullopt;
  const Code code = dtype == RLX_BOOL                       ? Code::Bool
                    : dtype <= RLX_I64                      ? Code::Int
                    : dtype <= RLX_U64                      ? Code::UInt
                    : dtype == RLX_C64 || dtype == RLX_C128 ? Code::Complex
                                                            : Code::Float;
  return nb::dlpack::dtype{static_cast<uint8_t>(code),
                           static_cast<uint8_t>(8 * rlx_dtype_size(dtype)), 1};
}

// NumPy, which is imported by the first call and not by `import rlx`. It is never freed: Python may
// have ended by then.
struct NumPy {
  nb::object module = nb::module_::import_("numpy");
  nb::object arrayType = module.attr("ndarray"), empty = module.attr("empty"),
             asarray = module.attr("asarray"), ascontiguousarray = module.attr("ascontiguousarray");
  nb::object dtypes[RLX_STRING + 1];

  static NumPy &get() {
    static NumPy *const one = new NumPy();
    return *one;
  }

  nb::object &dtype(rlx_dtype_t type) {
    nb::object &known = dtypes[type];
    if (!known.is_valid()) {
      nb::object name = isOfMlDtypes(type) ? nb::module_::import_("ml_dtypes").attr(dtypeName(type))
                                           : nb::object(nb::str(dtypeName(type)));
      known = module.attr("dtype")(name);
    }
    return known;
  }
};

nb::object tupleOf(std::span<const int64_t> shape) {
  nb::object tuple = nb::steal(PyTuple_New(static_cast<Py_ssize_t>(shape.size())));
  for (size_t i = 0; i < shape.size(); ++i)
    PyTuple_SetItem(tuple.ptr(), static_cast<Py_ssize_t>(i), PyLong_FromLongLong(shape[i]));
  return tuple;
}

void *addressOf(nb::handle array) {
  nb::object data = array.attr("__array_interface__")["data"];
  return reinterpret_cast<void *>(nb::cast<uintptr_t>(data[0]));
}

nb::object copiedText(const rlx_tensor_t *tensor, std::span<const int64_t> shape) {
  const size_t count = rlx_tensor_get_element_count(tensor);
  const auto *elements = static_cast<const rlx_string_t *>(rlx_tensor_get_const_data(tensor));
  nb::object flat = NumPy::get().empty(count, nb::str("O"));
  for (size_t i = 0; i < count; ++i)
    flat[i] = nb::steal(PyUnicode_DecodeUTF8(elements[i].data ? elements[i].data : "",
                                             static_cast<Py_ssize_t>(elements[i].size),
                                             "surrogateescape"));
  return flat.attr("reshape")(tupleOf(shape));
}

} // namespace

const char *dtypeName(rlx_dtype_t dtype) {
  for (const ElementType &type : kTypes)
    if (type.dtype == dtype)
      return type.name;
  return "invalid";
}

rlx_dtype_t dtypeOfName(const std::string &name) {
  for (const ElementType &type : kTypes)
    if (type.dtype != RLX_STRING && name == type.name)
      return type.dtype;
  return RLX_INVALID_DTYPE;
}

void Argument::clear() {
  rlx_tensor_free(made);
  made = nullptr;
  if (hasBuffer)
    PyBuffer_Release(&buffer);
  hasBuffer = false;
  owner.reset();
  view = {};
  writableView = {};
}

void Argument::wrap() {
  check(rlx_tensor_wrap(dtype, rank, dims, data, nullptr, nullptr, &made));
}

rlx_tensor_t *Argument::share(std::unique_ptr<Argument> argument) {
  // Any thread may let go of the tensor, even after Python has ended.
  auto release = [](void *context) {
    if (!Py_IsInitialized() || isEnding())
      return;
    nb::gil_scoped_acquire locked;
    delete static_cast<Argument *>(context);
  };
  Argument *const raw = argument.release(); // a failing wrap() lets go of it, too
  rlx_tensor_t *shared = nullptr;
  check(rlx_tensor_wrap(raw->dtype, raw->rank, raw->dims, raw->data, release, raw, &shared));
  return shared;
}

bool Argument::takeBuffer(nb::handle array, bool writable) {
  const int flags = PyBUF_C_CONTIGUOUS | PyBUF_FORMAT | (writable ? PyBUF_WRITABLE : 0);
  if (!PyObject_CheckBuffer(array.ptr()))
    return false;
  if (PyObject_GetBuffer(array.ptr(), &buffer, flags) != 0) {
    PyErr_Clear(); // strided, read-only, or of a type that buffers cannot tell
    return false;
  }
  hasBuffer = true;
  dtype = dtypeOfFormat(buffer.format);
  if (dtype == RLX_INVALID_DTYPE) {
    PyBuffer_Release(&buffer);
    hasBuffer = false;
    return false;
  }
  data = buffer.buf;
  rank = static_cast<size_t>(buffer.ndim);
  static_assert(sizeof(Py_ssize_t) == sizeof(int64_t));
  dims = reinterpret_cast<const int64_t *>(buffer.shape);
  return true;
}

bool Argument::takeInterface(nb::handle array, bool writable) {
  if (!nb::hasattr(array, "__array_interface__") || !nb::hasattr(array, "dtype"))
    return false;
  const auto name = nb::cast<std::string>(array.attr("dtype").attr("name"));
  dtype = dtypeOfName(name);
  if (dtype == RLX_INVALID_DTYPE)
    return false;
  nb::object flags = array.attr("flags");
  const bool isContiguous = nb::cast<bool>(flags.attr("c_contiguous")) &&
                            nb::cast<bool>(array.attr("dtype").attr("isnative"));
  if (writable && (!isContiguous || !nb::cast<bool>(flags.attr("writeable"))))
    return false;
  owner = isContiguous ? nb::borrow(array)
                       : NumPy::get().ascontiguousarray(array, NumPy::get().dtype(dtype));
  data = addressOf(owner);
  ownDims = {};
  for (nb::handle size : owner.attr("shape"))
    ownDims.push_back(nb::cast<int64_t>(size));
  // ascontiguousarray() makes one dimension of none.
  if (nb::cast<size_t>(array.attr("ndim")) == 0)
    ownDims = {};
  rank = ownDims.size();
  dims = ownDims.data();
  return true;
}

bool Argument::takeDlpack(nb::handle array, bool writable) {
  if (!nb::hasattr(array, "__dlpack__"))
    return false;
  auto use = [&](auto &tensor) {
    if (!nb::try_cast(array, tensor, /*convert=*/false)) // a copy would be lost
      return false;
    dtype = dtypeOfDlpack(tensor.dtype());
    data = const_cast<void *>(static_cast<const void *>(tensor.data()));
    rank = tensor.ndim();
    dims = tensor.shape_ptr();
    return dtype != RLX_INVALID_DTYPE;
  };
  const bool taken = writable ? use(writableView) : use(view);
  if (!taken)
    PyErr_Clear();
  return taken;
}

bool Argument::takeText(nb::handle array) {
  const auto kind = nb::cast<std::string>(array.attr("dtype").attr("kind"));
  if (kind != "U" && kind != "S" && kind != "O" && kind != "T")
    return false;
  owner = array.attr("ravel")().attr("tolist")();
  text = {};
  for (nb::handle element : owner) {
    Py_ssize_t size = 0;
    const char *bytes = nullptr;
    if (PyBytes_Check(element.ptr())) {
      bytes = PyBytes_AsString(element.ptr());
      size = PyBytes_Size(element.ptr());
    } else if (PyUnicode_Check(element.ptr())) {
      bytes = PyUnicode_AsUTF8AndSize(element.ptr(), &size);
      if (!bytes)
        throw nb::python_error();
    } else {
      raise(RLX_INVALID_ARGUMENT,
            std::string("expected text in an array of objects, got a value of type ") +
                nb::type_name(element.type()).c_str());
    }
    text.push_back({bytes, static_cast<size_t>(size)});
  }
  text.push_back({"", 0}); // an address, if there is no element
  dtype = RLX_STRING;
  data = text.data();
  ownDims = {};
  for (nb::handle size : array.attr("shape"))
    ownDims.push_back(nb::cast<int64_t>(size));
  rank = ownDims.size();
  dims = ownDims.data();
  return true;
}

void Argument::refuse(const char *kind, const std::string &name, const std::string &why) {
  raise(RLX_INVALID_ARGUMENT,
        (kind ? std::string(kind) + " '" + name + "': " : std::string()) + why);
}

void Argument::read(nb::handle array, const char *kind, const std::string &name) {
  if (array.is_none())
    refuse(kind, name, "expected an array or a number, got None");
  const bool isPlain = array.type().is(NumPy::get().arrayType);
  if (!isPlain && nb::hasattr(array, "mask") && nb::hasattr(array, "filled"))
    refuse(kind, name,
           "a masked array has no tensor for its missing elements; call filled() before");
  if (takeBuffer(array, false) || takeInterface(array, false) || takeDlpack(array, false))
    return wrap();
  nb::object made;
  if (nb::hasattr(array, "__dlpack__") && !nb::hasattr(array, "__array__")) {
    try {
      made = NumPy::get().module.attr("from_dlpack")(array); // with strides, too
    } catch (const nb::python_error &error) {
      refuse(kind, name,
             "cannot be read by DLPack: " + nb::cast<std::string>(nb::str(error.value())));
    }
  } else {
    made = NumPy::get().asarray(array);
  }
  if (takeInterface(made, false) || takeText(made))
    return wrap();
  refuse(kind, name,
         "arrays of type " + nb::cast<std::string>(made.attr("dtype").attr("name")) +
             " are no tensors; expected numbers, bool or text");
}

// Why no result can be written to the array.
static std::string whyNotWritable(nb::handle array) {
  if (nb::isinstance(array, NumPy::get().arrayType)) {
    nb::object flags = array.attr("flags"), dtype = array.attr("dtype");
    if (!nb::cast<bool>(flags.attr("writeable")))
      return "is read-only";
    if (!nb::cast<bool>(flags.attr("c_contiguous")))
      return "is not C-contiguous, as numpy.empty makes arrays";
    if (!nb::cast<bool>(dtype.attr("isnative")))
      return "has another byte order than this machine";
    return "is of type " + nb::cast<std::string>(dtype.attr("name")) +
           ", but numbers or bool are expected";
  }
  Py_buffer buffer;
  if (PyObject_CheckBuffer(array.ptr()) &&
      PyObject_GetBuffer(array.ptr(), &buffer, PyBUF_FULL_RO) == 0) {
    const bool isReadOnly = buffer.readonly != 0;
    PyBuffer_Release(&buffer);
    return isReadOnly ? "is read-only" : "is not C-contiguous, or not of numbers or bool";
  }
  PyErr_Clear();
  if (nb::hasattr(array, "__dlpack__"))
    return "cannot be written to: a tensor must be writable, C-contiguous, on the CPU, and of "
           "numbers or bool";
  return std::string("is of type ") + nb::type_name(array.type()).c_str() +
         ", but a NumPy array or another one that can be written to is expected";
}

void Argument::write(nb::handle array, const std::string &output) {
  if (!takeBuffer(array, true) && !takeInterface(array, true) && !takeDlpack(array, true))
    refuse("output", output, "the array in out " + whyNotWritable(array));
  wrap();
}

void Argument::expect(rlx_dtype_t expected, const char *kind, const std::string &name) const {
  if (dtype == expected)
    return;
  std::string text = std::string(kind) + " '" + name + "' expects element type " +
                     dtypeName(expected) + ", got " + dtypeName(dtype);
  const std::string wanted = isOfMlDtypes(expected)
                                 ? std::string("ml_dtypes.") + dtypeName(expected)
                                 : std::string("'") + dtypeName(expected) + "'";
  if (expected == RLX_BF16 && dtype == RLX_U16) // as programs without ml_dtypes hold it
    text += "; value.view(ml_dtypes.bfloat16) takes the bits as they are";
  else if (dtype != RLX_STRING && expected != RLX_STRING)
    text += "; numpy.asarray(value, " + wanted + ") converts it";
  raise(RLX_INVALID_ARGUMENT, std::move(text));
}

nb::object copied(const rlx_tensor_t *tensor) {
  const rlx_dtype_t dtype = rlx_tensor_get_dtype(tensor);
  const std::span<const int64_t> shape(rlx_tensor_get_dims(tensor), rlx_tensor_get_rank(tensor));
  if (dtype == RLX_STRING)
    return copiedText(tensor, shape);
  NumPy &numpy = NumPy::get();
  nb::object array = numpy.empty(tupleOf(shape), numpy.dtype(dtype));
  const size_t bytes = rlx_tensor_get_byte_size(tensor);
  const void *from = rlx_tensor_get_const_data(tensor);
  Py_buffer buffer;
  if (!isOfMlDtypes(dtype) && PyObject_GetBuffer(array.ptr(), &buffer, PyBUF_SIMPLE) == 0) {
    std::memcpy(buffer.buf, from, bytes);
    PyBuffer_Release(&buffer);
  } else {
    PyErr_Clear();
    std::memcpy(addressOf(array), from, bytes);
  }
  return array;
}

std::optional<nb::object> allocated(rlx_dtype_t dtype, std::span<const int64_t> shape,
                                    ResultMemory &memory, void *&data) {
  const std::optional<nb::dlpack::dtype> type = dlpackType(dtype);
  if (!type)
    return std::nullopt;
  size_t bytes = rlx_dtype_size(dtype);
  for (int64_t size : shape)
    bytes *= static_cast<size_t>(size);
  std::unique_ptr<ResultMemory::Block> block = memory.take(bytes);
  if (!block)
    raise(RLX_OUT_OF_MEMORY, "no memory for a result of " + std::to_string(bytes) + " bytes");
  data = block->data;
  nb::capsule owner(block.release(), [](void *owned) noexcept {
    ResultMemory::giveBack(
        std::unique_ptr<ResultMemory::Block>(static_cast<ResultMemory::Block *>(owned)));
  });
  std::vector<size_t> sizes(shape.begin(), shape.end());
  nb::ndarray<nb::numpy> array(data, sizes.size(), sizes.data(), owner, nullptr, *type);
  return nb::cast(array, nb::rv_policy::reference);
}

} // namespace rlx::python
