// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Names of routes and precisions; see Target.h. Targets.cpp has the list of targets.
//
// The names are those of options and reports, for example "f16" and "native".
#include "conversions/Target.h"

namespace rlx {

llvm::StringRef routeName(Route route) {
  switch (route) {
  case Route::Native:
    return "native";
  case Route::Common:
    return "common";
  case Route::Host:
    return "on the CPU";
  case Route::Rewritten:
    return "rewritten";
  case Route::Unsupported:
    return "unsupported";
  }
  return "";
}

llvm::StringRef precisionName(Precision precision) {
  switch (precision) {
  case Precision::F32:
    return "f32";
  case Precision::F16:
    return "f16";
  case Precision::BF16:
    return "bf16";
  }
  return "";
}

std::optional<Precision> findPrecision(llvm::StringRef name) {
  for (Precision precision : {Precision::F32, Precision::F16, Precision::BF16})
    if (precisionName(precision) == name)
      return precision;
  return std::nullopt;
}

} // namespace rlx
