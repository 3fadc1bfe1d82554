// See Judge.h.
#include "tools/rlx-check-rt/Judge.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdio>
#include <cstring>
#include <vector>

#include "runtime/base/StrCat.h"

using namespace rlx::rt;

namespace rlx::checkrt {
namespace {

bool isFloat(DType dtype) {
  return dtype == DType::F16 || dtype == DType::BF16 || dtype == DType::F32 || dtype == DType::F64;
}

// Position on the line of all numbers of a type of so many bytes, both zeros at 0.
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

// Pairs of elements of one comparison; those of complex numbers are their parts.
class Elements {
public:
  Elements(const TensorView &actual, const TensorView &expected, int64_t count,
           const Tolerance &tolerance)
      : actual(actual.data), expected(expected.data), dtype(partType(expected.dtype)),
        parts(isComplex(expected.dtype) ? 2 : 1), tolerance(tolerance) {
    double largest = 0;
    for (int64_t i = 0; i < count * parts; ++i)
      if (const double e = loadElement(dtype, this->expected, i); std::isfinite(e))
        largest = std::max(largest, std::fabs(e));
    slack = tolerance.atol + tolerance.normwise * largest;
  }

  // Each part by itself, but relative to the number.
  bool agree(int64_t i) const {
    double size = std::fabs(loadElement(dtype, expected, i * parts));
    if (parts == 2)
      size = std::hypot(size, loadElement(dtype, expected, 2 * i + 1));
    for (int64_t part = i * parts; part < (i + 1) * parts; ++part)
      if (!(isFloat(dtype) ? floatsAgree(part, size) : same(part)))
        return false;
    return true;
  }

private:
  bool same(int64_t i) const {
    const unsigned bytes = byteSize(dtype);
    return std::memcmp(static_cast<const char *>(actual) + i * bytes,
                       static_cast<const char *>(expected) + i * bytes, bytes) == 0;
  }
  bool floatsAgree(int64_t i, double size) const {
    const double a = loadElement(dtype, actual, i), e = loadElement(dtype, expected, i);
    if (std::isnan(a) || std::isnan(e))
      return std::isnan(a) && std::isnan(e);
    const unsigned bytes = byteSize(dtype);
    if (distance(ordinal(actual, i, bytes), ordinal(expected, i, bytes)) <= tolerance.ulp)
      return true;
    if (!std::isfinite(a) || !std::isfinite(e))
      return false;
    return std::fabs(a - e) <= slack + tolerance.rtol * (std::isfinite(size) ? size : std::fabs(e));
  }

  const void *const actual, *const expected;
  const DType dtype;
  const int64_t parts;
  const Tolerance &tolerance;
  double slack = 0;
};

} // namespace

std::string judge(const TensorView &actual, const TensorView &expected,
                  const Tolerance &tolerance) {
  if (actual.dtype != expected.dtype || !std::ranges::equal(actual.shape, expected.shape))
    return strCat("got ", typeText(actual.dtype, actual.shape), ", expected ",
                  typeText(expected.dtype, expected.shape));
  const StatusOr<int64_t> count = numElements(expected.shape);
  if (!count.ok())
    return std::string(count.status().message());
  const Elements elements(actual, expected, *count, tolerance);
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
