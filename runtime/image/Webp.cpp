// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WebP, by libwebp. Transparency is dropped.
#include "runtime/image/Picture.h"

#include <webp/decode.h>

namespace rlx::image {

bool decodeWebp(Bytes bytes, Picture &picture) {
  WebPBitstreamFeatures features;
  if (WebPGetFeatures(bytes.data, bytes.size, &features) != VP8_STATUS_OK)
    return picture.fail("its header is damaged");
  if (features.has_animation)
    return picture.fail("it is an animation, which is not supported");
  if (!picture.takeSize(features.height, features.width))
    return !picture.hasFailed();
  const auto stride = static_cast<int>(3 * picture.width);
  if (!WebPDecodeRGBInto(bytes.data, bytes.size, picture.rgb,
                         static_cast<size_t>(stride) * static_cast<size_t>(picture.height), stride))
    return picture.fail("its data is damaged");
  return true;
}

} // namespace rlx::image
