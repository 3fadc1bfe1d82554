// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sizes and pixels of pictures; see ImageKernels.h.
//
// Programs are untrusted: operands are checked when a kernel is made, sizes when it is called.
#include "runtime/cpu/ImageKernels.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "runtime/base/StrCat.h"
#include "runtime/cpu/OwnLibrary.h"
#include "runtime/image/ImageLibrary.h"

namespace rlx::rt {

namespace {

struct Library {
  decltype(&rlx_image_size) size = nullptr;
  decltype(&rlx_image_decode) decode = nullptr;
  std::string why; // it is missing
};

const Library &library() {
  static const Library loaded = [] {
    Library found;
    void *opened = openOwnLibrary(kImageLibrary, found.why);
    if (!opened)
      return found;
    lookUp(opened, "rlx_image_size", found.size, found.why);
    lookUp(opened, "rlx_image_decode", found.decode, found.why);
    return found;
  }();
  return loaded;
}

enum class Format { Rgb, Bgr, Gray };

size_t bytesOf(const TensorView &stream) {
  return static_cast<size_t>(stream.shape[0]);
}

Status wrongSizes() {
  return invalidArgument("the sizes of the operands do not fit");
}

Status cannotDecode(const char *why) {
  return invalidArgument(strCat("the picture cannot be decoded: ", why));
}

Status findSize(const UserCall &call) {
  const TensorView &stream = call.inputs[0];
  if (call.outputs[0].shape[0] != 2)
    return wrongSizes();
  char why[256] = "";
  auto *size = call.outputs[0].as<int64_t>();
  if (!library().size(stream.as<uint8_t>(), bytesOf(stream), &size[0], &size[1], why, sizeof(why)))
    return cannotDecode(why);
  return okStatus();
}

// The luma of ITU-R 601 in 16 bits, as Pillow computes it.
uint8_t grayOf(const uint8_t *rgb) {
  return static_cast<uint8_t>((rgb[0] * 19595 + rgb[1] * 38470 + rgb[2] * 7471 + 0x8000) >> 16);
}

Status decode(const UserCall &call, Format format) {
  const TensorView &stream = call.inputs[0];
  const int64_t height = call.inputs[1].shape[0], width = call.inputs[2].shape[0];
  const int64_t wanted[] = {height, width, format == Format::Gray ? 1 : 3};
  if (!std::ranges::equal(call.outputs[0].shape, wanted))
    return wrongSizes();
  if (height < 1 || width < 1 || height > kMaxImagePixels / width)
    return wrongSizes();
  const int64_t pixels = height * width;
  auto *to = call.outputs[0].as<uint8_t>();
  std::vector<uint8_t> colours(format == Format::Gray ? static_cast<size_t>(3 * pixels) : 0);
  uint8_t *rgb = format == Format::Gray ? colours.data() : to;
  char why[256] = "";
  if (!library().decode(stream.as<uint8_t>(), bytesOf(stream), height, width, rgb, why,
                        sizeof(why)))
    return cannotDecode(why);
  for (int64_t i = 0; i < pixels; ++i)
    if (format == Format::Gray)
      to[i] = grayOf(rgb + 3 * i);
    else if (format == Format::Bgr)
      std::swap(to[3 * i], to[3 * i + 2]);
  return okStatus();
}

bool hasOperands(const UserKernelSpec &spec,
                 std::initializer_list<std::pair<DType, uint32_t>> wanted) {
  return std::ranges::equal(spec.operands, wanted, [](const auto &given, const auto &expected) {
    return given.dtype == expected.first && given.rank == expected.second;
  });
}

} // namespace

StatusOr<UserKernel> makeImageKernel(const UserKernelSpec &spec) {
  const bool isSize = spec.name == "rlx.image_size";
  if (!isSize && spec.name != "rlx.image_decode")
    return unsupported(strCat("this version of RLX has no kernel '", spec.name, "'"));
  const bool fits =
      isSize
          ? hasOperands(spec, {{DType::U8, 1}, {DType::I64, 1}})
          : hasOperands(spec, {{DType::U8, 1}, {DType::I64, 1}, {DType::I64, 1}, {DType::U8, 3}});
  if (!fits)
    return invalidArgument(strCat("kernel '", spec.name, "' has operands that it does not take"));
  const std::pair<std::string_view, Format> formats[] = {
      {"RGB", Format::Rgb}, {"BGR", Format::Bgr}, {"Grayscale", Format::Gray}};
  const auto *format = std::ranges::find(formats, std::string_view(spec.config),
                                         &std::pair<std::string_view, Format>::first);
  if (!isSize && format == std::end(formats))
    return invalidArgument(strCat("kernel '", spec.name, "' has the config '", spec.config,
                                  "', expected RGB, BGR or Grayscale"));
  if (!library().size || !library().decode)
    return unsupported(strCat("pictures need the library ", kImageLibrary,
                              ", which cannot be loaded: ", library().why));
  const Format to = isSize ? Format::Rgb : format->second;
  return UserKernel([isSize, to](const UserCall &call) -> Status {
    if (call.outputs.size() != 1 || call.inputs.size() != (isSize ? 1 : 3))
      return invalidArgument("a kernel for pictures has one output");
    return isSize ? findSize(call) : decode(call, to);
  });
}

} // namespace rlx::rt
