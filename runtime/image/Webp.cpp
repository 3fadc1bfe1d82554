// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WebP, by libwebp. Transparency is dropped.
#include "runtime/image/DecodedImage.h"

#include <webp/decode.h>

namespace rlx::image {

bool decodeWebp(Bytes bytes, DecodedImage &decoded) {
  WebPBitstreamFeatures features;
  if (WebPGetFeatures(bytes.data, bytes.size, &features) != VP8_STATUS_OK)
    return decoded.fail("its header is damaged");
  if (features.has_animation)
    return decoded.fail("it is an animation, which is not supported");
  if (!decoded.takeSize(features.height, features.width))
    return !decoded.hasFailed();
  const auto stride = static_cast<int>(3 * decoded.width);
  if (!WebPDecodeRGBInto(bytes.data, bytes.size, decoded.rgb,
                         static_cast<size_t>(stride) * static_cast<size_t>(decoded.height), stride))
    return decoded.fail("its data is damaged");
  return true;
}

} // namespace rlx::image
