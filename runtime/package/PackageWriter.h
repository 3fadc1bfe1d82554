// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writing packages (.rlxe): compiled models as files.
//
// The file appears under its name only when it is complete: a process that is killed leaves no
// partial package. See PackageFormat.h for the layout.
#ifndef RLX_RUNTIME_PACKAGE_PACKAGEWRITER_H
#define RLX_RUNTIME_PACKAGE_PACKAGEWRITER_H

#include <span>
#include <string>
#include <vector>

#include "runtime/program/executable/Executable.h"

namespace rlx::rt {

// A model compiled for one kind of CPU or device.
struct PackageVariant {
  Program program;
  std::vector<uint8_t> code; // for the target's loader (CodeImage.h, SpirvImage.h); may be empty
  std::vector<std::string> features; // required of the device; named by the target
  ModelWeights weights;              // states for every param
  std::string processor;             // LLVM's name of the CPU it was compiled for; may be empty
};

struct PackageOptions {
  // Writes weights to a separate file, PATH.weights, which must stay beside the package. The two
  // are replaced one after the other: a process that loads them in between may report a damaged
  // package.
  bool weightsBeside = false;
  // Text that Package::tag() returns, so that a program recognizes its packages.
  std::string tag;
};

// Writes a package, replacing an old file. Weights that variants share are written once.
Status writePackage(const std::string &path, std::span<const PackageVariant> variants,
                    const PackageOptions &options = {});

} // namespace rlx::rt

#endif // RLX_RUNTIME_PACKAGE_PACKAGEWRITER_H
