// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The table of importable functions, by name.
//
// A name that is not in it cannot be imported, whatever symbols the process has.
#include "runtime/cpu/KernelImports.h"

#include <algorithm>
#include <iterator>

#include <math.h>
#include <string.h>

#if defined(__x86_64__)
// Builtins of the compiler's runtime library, for CPUs without conversions of f16 and bf16. The
// parameter types follow the calling convention: an f16 is passed and returned in a vector
// register.
extern "C" {
float __extendhfsf2(_Float16);
_Float16 __truncsfhf2(float);
_Float16 __truncdfhf2(double);
}
#endif

namespace rlx::rt {

namespace {

struct Import {
  std::string_view name;
  const void *function;
};

template <typename Result, typename... Arguments>
const void *address(Result (*function)(Arguments...)) {
  return reinterpret_cast<const void *>(function);
}

// Both precisions of a libm function.
#define RLX_MATH1(NAME)                                                                            \
  {#NAME, address<double, double>(::NAME)}, {                                                      \
    #NAME "f", address<float, float>(::NAME##f)                                                    \
  }
#define RLX_MATH2(NAME)                                                                            \
  {#NAME, address<double, double, double>(::NAME)}, {                                              \
    #NAME "f", address<float, float, float>(::NAME##f)                                             \
  }

const Import kImports[] = {
    RLX_MATH1(acos),
    RLX_MATH1(acosh),
    RLX_MATH1(asin),
    RLX_MATH1(asinh),
    RLX_MATH1(atan),
    RLX_MATH1(atanh),
    RLX_MATH1(cbrt),
    RLX_MATH1(ceil),
    RLX_MATH1(cos),
    RLX_MATH1(cosh),
    RLX_MATH1(erf),
    RLX_MATH1(erfc),
    RLX_MATH1(exp),
    RLX_MATH1(exp2),
    RLX_MATH1(expm1),
    RLX_MATH1(floor),
    RLX_MATH1(log),
    RLX_MATH1(log10),
    RLX_MATH1(log1p),
    RLX_MATH1(log2),
    RLX_MATH1(nearbyint),
    RLX_MATH1(rint),
    RLX_MATH1(round),
    RLX_MATH1(roundeven),
    RLX_MATH1(sin),
    RLX_MATH1(sinh),
    RLX_MATH1(sqrt),
    RLX_MATH1(tan),
    RLX_MATH1(tanh),
    RLX_MATH1(tgamma),
    RLX_MATH1(trunc),
    RLX_MATH2(atan2),
    RLX_MATH2(copysign),
    RLX_MATH2(fmax),
    RLX_MATH2(fmin),
    RLX_MATH2(fmod),
    RLX_MATH2(pow),
    {"fma", address<double, double, double, double>(::fma)},
    {"fmaf", address<float, float, float, float>(::fmaf)},
    {"ldexp", address<double, double, int>(::ldexp)},
    {"ldexpf", address<float, float, int>(::ldexpf)},
    {"sincos", address<void, double, double *, double *>(::sincos)},
    {"sincosf", address<void, float, float *, float *>(::sincosf)},
    {"memcpy", address<void *, void *, const void *, size_t>(::memcpy)},
    {"memmove", address<void *, void *, const void *, size_t>(::memmove)},
    {"memset", address<void *, void *, int, size_t>(::memset)},
#if defined(__x86_64__)
    {"__extendhfsf2", address(__extendhfsf2)},
    {"__truncsfhf2", address(__truncsfhf2)},
    {"__truncdfhf2", address(__truncdfhf2)},
#endif
};

} // namespace

const void *findKernelImport(std::string_view name) noexcept {
  const auto *found = std::find_if(std::begin(kImports), std::end(kImports),
                                   [&](const Import &import) { return import.name == name; });
  return found == std::end(kImports) ? nullptr : found->function;
}

} // namespace rlx::rt
