// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Target::addHostCode of GPU targets, whose images of kernels have a member `hostCode`.
#ifndef RLX_CONVERSIONS_GPU_TARGET_HOSTCODE_H
#define RLX_CONVERSIONS_GPU_TARGET_HOSTCODE_H

#include <cstdint>
#include <span>
#include <vector>

#include "conversions/Target.h"
#include "runtime/base/StatusOr.h"

namespace rlx {

// Puts the host's code into the image of `code`, which may be empty, and adds its features and
// text.
template <typename Image>
llvm::Error addHostCodeTo(TargetCode &code, TargetCode host,
                          rt::StatusOr<Image> (*decode)(std::span<const uint8_t>),
                          rt::StatusOr<std::vector<uint8_t>> (*encode)(const Image &)) {
  Image image;
  if (!code.binary.empty()) {
    rt::StatusOr<Image> decoded = decode(code.binary);
    if (!decoded.ok())
      return llvm::createStringError(decoded.status().toString());
    image = std::move(*decoded);
  }
  image.hostCode = std::move(host.binary);
  rt::StatusOr<std::vector<uint8_t>> binary = encode(image);
  if (!binary.ok())
    return llvm::createStringError(binary.status().toString());
  code.binary = std::move(*binary);
  for (const std::string &feature : host.features)
    code.features.push_back("cpu:" + feature);
  code.text += host.text;
  return llvm::Error::success();
}

} // namespace rlx

#endif // RLX_CONVERSIONS_GPU_TARGET_HOSTCODE_H
