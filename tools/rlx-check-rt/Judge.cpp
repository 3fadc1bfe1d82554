// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The comparison of an output with the reference, element by element, with the tolerances of the
// test.
//
// A float passes if it is within the distance in ulps, or within the absolute and relative bounds.
// Integers must be equal.
#include "tools/rlx-check-rt/Judge.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdio>
#include <cstring>
#include <limits>
#include <vector>

#include "runtime/base/StrCat.h"

using namespace rlx::rt;

namespace rlx::checkrt {
namespace {

bool isFloat(DType dtype) {
  // Floats of 8 bits and fewer are for storage only: their bytes must be equal.
  return dtype == DType::F16 || dtype == DType::BF16 || dtype == DType::F32 || dtype == DType::F64;
}

// The index of a float among all floats of its type, in ascending order; both zeros are 0. The
// difference of two indices is their distance in ulps.
int64_t ordinal(const void *data, int64_t i, unsigned bytes) {
  uint64_t bits = 0;
  std::memcpy(&bits, static_cast<const char *>(data) + i * bytes, bytes); // little-endian
  const uint64_t sign = uint64_t(1) << (8 * bytes - 1);
  const int64_t magnitude = int64_t(bits & (sign - 1));
  return bits & sign ? -magnitude : magnitude;
}

uint64_t distance(int64_t a, int64_t b) {
  return a > b ? uint64_t(a) - uint64_t(b) : uint64_t(b) - uint64_t(a);
}

// Nonzero and smaller in magnitude than all normal values of the type.
bool isSubnormal(DType dtype, double value) {
  // The smallest normal f32 is that of bf16 too.
  const double normal = dtype == DType::F16   ? 0x1p-14
                        : dtype == DType::F64 ? std::numeric_limits<double>::min()
                                              : std::numeric_limits<float>::min();
  return value != 0 && std::fabs(value) < normal;
}

// The pairs of elements of one comparison. A complex element is compared by its real and imaginary
// parts.
class Elements {
public:
  // `flushed` has the size of `expected`, or is null.
  Elements(const TensorView &actual, const TensorView &expected, const void *flushed, int64_t count,
           const Tolerance &tolerance)
      : actual(actual.data), expected(expected.data), flushed(flushed),
        dtype(partType(expected.dtype)), parts(isComplex(expected.dtype) ? 2 : 1),
        tolerance(tolerance) {
    double largest = 0;
    for (int64_t i = 0; i < count * parts; ++i)
      if (const double e = loadElement(dtype, this->expected, i); std::isfinite(e))
        largest = std::max(largest, std::fabs(e));
    slack = tolerance.atol + tolerance.normwise * largest;
  }

  bool agree(int64_t i) const {
    for (int64_t part = i * parts; part < (i + 1) * parts; ++part)
      if (!agrees(expected, i, part) && !(flushed && agreesFlushed(i, part)))
        return false;
    return true;
  }

private:
  // A device that flushes subnormal values to zero may return either.
  bool agreesFlushed(int64_t i, int64_t part) const {
    if (agrees(flushed, i, part) || !isFloat(dtype))
      return agrees(flushed, i, part);
    const double a = loadElement(dtype, actual, part);
    return a == 0 ? isSubnormal(dtype, loadElement(dtype, expected, part))
                  : isSubnormal(dtype, a) && loadElement(dtype, flushed, part) == 0;
  }
  bool agrees(const void *wanted, int64_t i, int64_t part) const {
    if (isFloat(dtype))
      return floatsAgree(wanted, part, sizeOf(wanted, i));
    const unsigned bytes = byteSize(dtype);
    return std::memcmp(static_cast<const char *>(actual) + part * bytes,
                       static_cast<const char *>(wanted) + part * bytes, bytes) == 0;
  }
  // Parts are compared separately, but relative to the complex value's magnitude.
  double sizeOf(const void *wanted, int64_t i) const {
    const double size = std::fabs(loadElement(dtype, wanted, i * parts));
    return parts == 2 ? std::hypot(size, loadElement(dtype, wanted, 2 * i + 1)) : size;
  }
  bool floatsAgree(const void *wanted, int64_t i, double size) const {
    const double a = loadElement(dtype, actual, i), e = loadElement(dtype, wanted, i);
    if (std::isnan(a) || std::isnan(e))
      return std::isnan(a) && std::isnan(e);
    const unsigned bytes = byteSize(dtype);
    if (distance(ordinal(actual, i, bytes), ordinal(wanted, i, bytes)) <= tolerance.ulp)
      return true;
    if (!std::isfinite(a) || !std::isfinite(e))
      return false;
    return std::fabs(a - e) <= slack + tolerance.rtol * (std::isfinite(size) ? size : std::fabs(e));
  }

  const void *const actual, *const expected, *const flushed;
  const DType dtype;
  const int64_t parts;
  const Tolerance &tolerance;
  double slack = 0;
};

} // namespace

std::string judge(const TensorView &actual, const TensorView &expected, const Tolerance &tolerance,
                  const std::optional<TensorView> &flushed) {
  // Its elements are read with the type of `expected`.
  if (flushed && flushed->dtype != expected.dtype)
    return strCat("what is expected without subnormal numbers is ",
                  typeText(flushed->dtype, flushed->shape), ", and with them ",
                  typeText(expected.dtype, expected.shape));
  // Shapes may depend on the data. Then the whole tensor must match one of the two.
  if (flushed && !std::ranges::equal(flushed->shape, expected.shape)) {
    const std::string wrong = judge(actual, *flushed, tolerance);
    return wrong.empty() ? wrong : judge(actual, expected, tolerance);
  }
  if (actual.dtype != expected.dtype || !std::ranges::equal(actual.shape, expected.shape))
    return strCat("got ", typeText(actual.dtype, actual.shape), ", expected ",
                  typeText(expected.dtype, expected.shape));
  const StatusOr<int64_t> count = numElements(expected.shape);
  if (!count.ok())
    return std::string(count.status().message());
  const Elements elements(actual, expected, flushed ? flushed->data : nullptr, *count, tolerance);
  int64_t bad = 0, first = 0;
  for (int64_t i = *count; i-- > 0;)
    if (!elements.agree(i)) {
      ++bad;
      first = i;
    }
  if (!bad)
    return "";
  const DType part = partType(expected.dtype);
  const int64_t at = isComplex(expected.dtype) ? 2 * first : first;
  char numbers[80];
  std::snprintf(numbers, sizeof(numbers), "got %.9g, expected %.9g",
                loadElement(part, actual.data, at), loadElement(part, expected.data, at));
  return strCat(std::to_string(bad), " of ", std::to_string(*count), " elements differ; element ",
                std::to_string(first), ": ", numbers);
}

} // namespace rlx::checkrt
