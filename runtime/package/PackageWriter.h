// Writing packages: compiled models as files.
#ifndef RLX_RUNTIME_PACKAGE_PACKAGEWRITER_H
#define RLX_RUNTIME_PACKAGE_PACKAGEWRITER_H

#include <span>
#include <string>
#include <vector>

#include "runtime/program/executable/Executable.h"

namespace rlx::rt {

// The model compiled for one kind of processor.
struct PackageVariant {
  Program program;
  std::vector<uint8_t> code; // what the target's loader takes (CodeImage.h); empty if there is none
  std::vector<std::string> features; // the device must have; names of the target
  ModelWeights weights;              // states for every param
  std::string processor;             // LLVM's name of the one it was compiled for; may be empty
};

struct PackageOptions {
  // Weights go to a file of their own, PATH.weights, that must stay beside the package. The two are
  // replaced one after the other: who loads one of that name meanwhile may be told that it is
  // damaged.
  bool weightsBeside = false;
  // Text that Package::tag() gives back, for who makes packages to know them again.
  std::string tag;
};

// Replaces the file, which appears under its name only when it is complete. Weights that variants
// have in common are written once.
Status writePackage(const std::string &path, std::span<const PackageVariant> variants,
                    const PackageOptions &options = {});

} // namespace rlx::rt

#endif // RLX_RUNTIME_PACKAGE_PACKAGEWRITER_H
