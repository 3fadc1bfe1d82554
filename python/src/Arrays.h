// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays of Python as tensors of the C API, and results as NumPy arrays.
//
// An array comes in without a copy if its memory is C-contiguous: by the buffer protocol (NumPy,
// array.array, memoryview), by __array_interface__ (NumPy's arrays of types that buffers cannot
// tell), or by DLPack (PyTorch, JAX, CuPy on the CPU). All else goes through numpy.asarray.
#ifndef RLX_PYTHON_ARRAYS_H
#define RLX_PYTHON_ARRAYS_H

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include "ResultMemory.h"
#include "rlx/rlx.h"

namespace rlx::python {

// NumPy's name of an element type, or that of ml_dtypes: "float32", "bfloat16"; "str" for text.
const char *dtypeName(rlx_dtype_t dtype);
// The inverse, but for text; RLX_INVALID_DTYPE for another name.
rlx_dtype_t dtypeOfName(const std::string &name);

// Memory of an array, held for a call.
class Argument {
public:
  Argument() = default;
  Argument(const Argument &) = delete;
  Argument &operator=(const Argument &) = delete;
  ~Argument() { clear(); }

  // Takes an array to read. Lists and numbers become arrays of NumPy's own choice of type; an array
  // that is not C-contiguous is copied. Errors name it: kind "input" and name "x".
  void read(nanobind::handle array, const char *kind = nullptr, const std::string &name = {});
  // Takes an array to write the result of an output to. It must be C-contiguous and writable. Not
  // of text.
  void write(nanobind::handle array, const std::string &output);
  // An error that says how to convert the array, unless it has this element type.
  void expect(rlx_dtype_t expected, const char *kind, const std::string &name) const;
  // Lets go of the array.
  void clear();

  rlx_tensor_t *tensor() const { return made; }
  // A tensor over the argument's memory, which owns the argument.
  static rlx_tensor_t *share(std::unique_ptr<Argument> argument);
  std::span<const int64_t> shape() const { return {dims, rank}; }

private:
  bool takeBuffer(nanobind::handle array, bool writable);
  bool takeInterface(nanobind::handle array, bool writable);
  bool takeDlpack(nanobind::handle array, bool writable);
  bool takeText(nanobind::handle array);
  void wrap();
  [[noreturn]] static void refuse(const char *kind, const std::string &name,
                                  const std::string &why);

  rlx_dtype_t dtype = RLX_INVALID_DTYPE;
  void *data = nullptr;
  size_t rank = 0;
  const int64_t *dims = nullptr;
  rlx_tensor_t *made = nullptr;

  Py_buffer buffer{};
  bool hasBuffer = false;
  nanobind::object owner;
  std::vector<int64_t> ownDims;
  std::vector<rlx_string_t> text;
  nanobind::ndarray<nanobind::c_contig, nanobind::device::cpu> writableView;
  nanobind::ndarray<nanobind::ro, nanobind::c_contig, nanobind::device::cpu> view;
};

// A new NumPy array with the tensor's elements.
nanobind::object copied(const rlx_tensor_t *tensor);

// A new NumPy array over memory for a result, which is not initialized. Nothing for types of which
// NumPy has no arrays of its own.
std::optional<nanobind::object> allocated(rlx_dtype_t dtype, std::span<const int64_t> shape,
                                          ResultMemory &memory, void *&data);

} // namespace rlx::python

#endif // RLX_PYTHON_ARRAYS_H
