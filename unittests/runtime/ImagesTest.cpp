// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels that decode pictures: all formats, damaged bytes, and calls that are refused.
#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "runtime/cpu/ImageKernels.h"
#include "unittests/runtime/StatusMatchers.h"

using namespace rlx::rt;

namespace {

#include "unittests/runtime/Pictures.inc"

using ByteList = std::vector<uint8_t>;

const UserKernelSpec kSize{"rlx.image_size", "", {{DType::U8, 1}, {DType::I64, 1}}};

UserKernelSpec decoding(const std::string &config) {
  return {"rlx.image_decode",
          config,
          {{DType::U8, 1}, {DType::I64, 1}, {DType::I64, 1}, {DType::U8, 3}}};
}

Status call(const UserKernelSpec &spec, const std::vector<TensorView> &inputs,
            MutableTensorView output) {
  RLX_ASSIGN_OR_RETURN(const UserKernel kernel, makeImageKernel(spec));
  return kernel({spec.name, spec.config, inputs, {&output, 1}});
}

Status sizeOf(const ByteList &bytes, std::vector<int64_t> &size) {
  const int64_t length[] = {static_cast<int64_t>(bytes.size())}, two[] = {2};
  size.assign(2, -1);
  return call(kSize, {{DType::U8, length, bytes.data()}}, {DType::I64, two, size.data()});
}

Status decode(const ByteList &bytes, int64_t height, int64_t width, const std::string &config,
              ByteList &pixels) {
  const int64_t length[] = {static_cast<int64_t>(bytes.size())};
  const int64_t rows[] = {height}, columns[] = {width};
  const int64_t shape[] = {height, width, config == "Grayscale" ? 1 : 3};
  const std::vector<int64_t> numbers(static_cast<size_t>(std::max(height, width)));
  pixels.assign(static_cast<size_t>(height * width * shape[2]), 0);
  return call(decoding(config),
              {{DType::U8, length, bytes.data()},
               {DType::I64, rows, numbers.data()},
               {DType::I64, columns, numbers.data()}},
              {DType::U8, shape, pixels.data()});
}

template <size_t N>
ByteList listOf(const uint8_t (&bytes)[N]) {
  return {bytes, bytes + N};
}

#ifdef RLX_HAS_IMAGES

const ByteList kFormats[] = {listOf(kBmp), listOf(kJpeg), listOf(kJpeg2000), listOf(kPng),
                             listOf(kPnm), listOf(kTiff), listOf(kWebp)};

TEST(Images, LosslessFormats) {
  for (const ByteList &bytes : {listOf(kBmp), listOf(kJpeg2000), listOf(kPng), listOf(kPnm),
                                listOf(kTiff), listOf(kWebp)}) {
    std::vector<int64_t> size;
    EXPECT_OK(sizeOf(bytes, size));
    EXPECT_EQ(size, (std::vector<int64_t>{3, 4}));
    ByteList pixels;
    EXPECT_OK(decode(bytes, 3, 4, "RGB", pixels));
    EXPECT_EQ(ByteList(pixels.begin(), pixels.begin() + 15),
              (ByteList{255, 0, 0, 0, 255, 0, 0, 0, 255, 10, 20, 30, 0, 0, 0}));
    EXPECT_EQ(ByteList(pixels.end() - 6, pixels.end()), (ByteList{9, 99, 199, 77, 88, 99}));
  }
}

TEST(Images, PixelFormats) {
  ByteList pixels;
  EXPECT_OK(decode(listOf(kPng), 3, 4, "BGR", pixels));
  EXPECT_EQ(ByteList(pixels.begin(), pixels.begin() + 6), (ByteList{0, 0, 255, 0, 255, 0}));
  EXPECT_OK(decode(listOf(kPng), 3, 4, "Grayscale", pixels));
  EXPECT_EQ(ByteList(pixels.begin(), pixels.begin() + 6), (ByteList{76, 150, 29, 18, 0, 255}));
}

TEST(Images, Jpeg) {
  ByteList pixels;
  EXPECT_OK(decode(listOf(kJpeg), 3, 4, "RGB", pixels));
  for (size_t i = 0; i < pixels.size(); ++i)
    EXPECT_NEAR(pixels[i], 60 * (1 + int(i % 3)), 2);
}

TEST(Images, TextForms) {
  auto graysOf = [](const std::string &text) {
    ByteList pixels;
    EXPECT_OK(decode(ByteList(text.begin(), text.end()), 2, 2, "Grayscale", pixels));
    return pixels;
  };
  EXPECT_EQ(graysOf("P1\n# two rows\n2 2\n10\n0 1"), (ByteList{0, 255, 255, 0}));
  EXPECT_EQ(graysOf("P2 2 2 # most\n4\n0 1 2 4"), (ByteList{0, 64, 128, 255}));
  EXPECT_EQ(graysOf("P3 2 2 1 1 1 1 0 0 0  1 0 0 0 1 0"), (ByteList{255, 0, 76, 150}));
  EXPECT_EQ(graysOf(std::string("P4 2 2\n\x80\x40")), (ByteList{0, 255, 255, 0}));
}

TEST(Images, BinaryForms) {
  auto coloursOf = [](const std::string &header, const ByteList &data) {
    ByteList bytes(header.begin(), header.end()), pixels;
    bytes.insert(bytes.end(), data.begin(), data.end());
    EXPECT_OK(decode(bytes, 1, 2, "RGB", pixels));
    return pixels;
  };
  EXPECT_EQ(coloursOf("P5 2 1 255\n", {7, 200}), (ByteList{7, 7, 7, 200, 200, 200}));
  EXPECT_EQ(coloursOf("P5 2 1 100\n", {50, 100}), (ByteList{128, 128, 128, 255, 255, 255}));
  EXPECT_EQ(coloursOf("P5 2 1 65535\n", {0x80, 0x80, 0xff, 0xff}),
            (ByteList{128, 128, 128, 255, 255, 255}));
  EXPECT_EQ(coloursOf("P6 2 1 1000\n", {0, 0, 1, 244, 3, 232, 0, 100, 0, 200, 1, 144}),
            (ByteList{0, 128, 255, 26, 51, 102}));
}

void put(ByteList &to, uint32_t number, size_t bytes) {
  for (size_t i = 0; i < bytes; ++i, number >>= 8)
    to.push_back(static_cast<uint8_t>(number));
}

// `palette` and `rows` as in the file; with the short header of OS/2, or that of Windows.
ByteList bmpOf(bool isOs2, int width, int height, uint32_t bits, const ByteList &palette,
               const ByteList &rows) {
  ByteList bytes = {'B', 'M'};
  const uint32_t header = isOs2 ? 12 : 40;
  put(bytes, 0, 8);
  put(bytes, 14 + header + static_cast<uint32_t>(palette.size()), 4);
  put(bytes, header, 4);
  put(bytes, static_cast<uint32_t>(width), isOs2 ? 2 : 4);
  put(bytes, static_cast<uint32_t>(height), isOs2 ? 2 : 4);
  put(bytes, 1, 2);
  put(bytes, bits, 2);
  put(bytes, 0, header - (isOs2 ? 12 : 16));
  for (const ByteList &part : {palette, rows})
    bytes.insert(bytes.end(), part.begin(), part.end());
  return bytes;
}

TEST(Images, FormsOfBmp) {
  auto coloursOf = [](const ByteList &bytes, int64_t height, int64_t width) {
    std::vector<int64_t> size;
    EXPECT_OK(sizeOf(bytes, size));
    EXPECT_EQ(size, (std::vector<int64_t>{height, width}));
    ByteList pixels;
    EXPECT_OK(decode(bytes, height, width, "RGB", pixels));
    return pixels;
  };
  const ByteList palette = {3, 2, 1, 0, 30, 20, 10, 0}, os2Palette = {3, 2, 1, 30, 20, 10};
  const ByteList expected = {10, 20, 30, 1, 2, 3, 1, 2, 3, 10, 20, 30};
  const ByteList rows8 = {0, 1, 0, 0, 1, 0, 0, 0}; // the last row comes first
  EXPECT_EQ(coloursOf(bmpOf(false, 2, 2, 8, palette, rows8), 2, 2), expected);
  EXPECT_EQ(coloursOf(bmpOf(false, 2, 2, 4, palette, {0x01, 0, 0, 0, 0x10, 0, 0, 0}), 2, 2),
            expected);
  EXPECT_EQ(coloursOf(bmpOf(false, 2, 2, 1, palette, {0x40, 0, 0, 0, 0x80, 0, 0, 0}), 2, 2),
            expected);
  EXPECT_EQ(coloursOf(bmpOf(true, 2, 2, 8, os2Palette, rows8), 2, 2), expected);
  const ByteList topDown = {30, 20, 10, 3, 2, 1, 0, 0, 3, 2, 1, 30, 20, 10, 0, 0};
  EXPECT_EQ(coloursOf(bmpOf(false, 2, -2, 24, {}, topDown), 2, 2), expected);
  EXPECT_EQ(coloursOf(bmpOf(false, 2, 1, 32, {}, {30, 20, 10, 9, 3, 2, 1, 9}), 1, 2),
            (ByteList{10, 20, 30, 1, 2, 3}));
  ByteList pixels;
  EXPECT_ERROR(decode(bmpOf(false, 2, 1, 8, palette, {0, 0, 0, 9}), 1, 3, "RGB", pixels),
               InvalidArgument, "it has another size than expected");
  EXPECT_ERROR(decode(bmpOf(false, 2, 1, 8, palette, {0, 9, 0, 0}), 1, 2, "RGB", pixels),
               InvalidArgument, "the palette ends early");
}

// The size of a picture that the bytes cannot have is no reason to allocate it.
TEST(Images, SizesBeyondTheFile) {
  std::vector<int64_t> size;
  for (const std::string header :
       {"P1 10000 10000\n", "P2 10000 10000 255\n", "P3 10000 10000 255\n", "P4 10000 10000\n",
        "P5 10000 10000 255\n", "P6 10000 10000 255\n"})
    EXPECT_ERROR(sizeOf(ByteList(header.begin(), header.end()), size), InvalidArgument,
                 "the file ends early");
  for (const uint32_t bits : {1U, 8U, 24U})
    EXPECT_ERROR(sizeOf(bmpOf(false, 10000, 10000, bits, {}, {1, 2, 3, 4}), size), InvalidArgument,
                 "the file ends early");
  const std::string one = "P5 2 2 256\n1234567";
  EXPECT_ERROR(sizeOf(ByteList(one.begin(), one.end()), size), InvalidArgument,
               "the file ends early");
  const std::string whole = one + "8";
  EXPECT_OK(sizeOf(ByteList(whole.begin(), whole.end()), size));
}

// --- JPEG 2000: boxes of the file's header, at whose end others can be inserted

constexpr size_t kColourSpace = 76, kHeaderLength = 35, kHeaderEnd = 77;

ByteList withBoxes(const ByteList &boxes) {
  ByteList bytes = listOf(kJpeg2000);
  bytes.insert(bytes.begin() + kHeaderEnd, boxes.begin(), boxes.end());
  bytes[kHeaderLength] = static_cast<uint8_t>(bytes[kHeaderLength] + boxes.size());
  return bytes;
}

// Three columns of a palette, by the first component.
constexpr uint8_t kMap[] = {0, 0, 0, 20, 'c', 'm', 'a', 'p', 0, 0, 1, 0, 0, 0, 1, 1, 0, 0, 1, 2};

TEST(Images, ColourSpacesOfJpeg2000) {
  ByteList bytes = listOf(kJpeg2000), pixels;
  ASSERT_EQ(bytes[kColourSpace], 16); // sRGB
  bytes[kColourSpace] = 18;           // sYCC
  EXPECT_OK(decode(bytes, 3, 4, "RGB", pixels));
  EXPECT_EQ(ByteList(pixels.begin(), pixels.begin() + 3), (ByteList{76, 255, 28}));
  EXPECT_EQ(ByteList(pixels.begin() + 9, pixels.begin() + 15), (ByteList{0, 117, 0, 0, 135, 0}));
  for (const uint8_t space : {12, 24}) { // CMYK, e-sYCC
    bytes[kColourSpace] = space;
    EXPECT_ERROR(decode(bytes, 3, 4, "RGB", pixels), InvalidArgument,
                 "its colours are not supported; supported are gray, RGB and sYCC");
  }
}

TEST(Images, PalettesOfJpeg2000) {
  ByteList boxes = {0, 0, 0, 20, 'p', 'c', 'l', 'r', 0, 2, 3, 7, 7, 7, 10, 20, 30, 40, 50, 60};
  boxes.insert(boxes.end(), std::begin(kMap), std::end(kMap));
  ByteList pixels;
  EXPECT_OK(decode(withBoxes(boxes), 3, 4, "RGB", pixels));
  EXPECT_EQ(ByteList(pixels.begin(), pixels.begin() + 6), (ByteList{40, 50, 60, 10, 20, 30}));
  // One colour of 40 bits.
  boxes = {0, 0, 0, 29, 'p', 'c', 'l', 'r', 0, 1, 3, 39, 39, 39};
  boxes.insert(boxes.end(), 15, 1);
  boxes.insert(boxes.end(), std::begin(kMap), std::end(kMap));
  EXPECT_ERROR(decode(withBoxes(boxes), 3, 4, "RGB", pixels), InvalidArgument,
               "its colours are not supported");
}

// --- TIFF

// Three pixels of red, green, blue and alpha. `kind` as in the tag ExtraSamples; negative: no tag.
ByteList tiffOf(int kind, const ByteList &pixels) {
  const uint32_t count = kind < 0 ? 9 : 10, end = 8 + 2 + 12 * count + 4;
  ByteList bytes = {'I', 'I', '*', 0, 8, 0, 0, 0};
  put(bytes, count, 2);
  auto tag = [&](uint32_t number, uint32_t type, uint32_t length, uint32_t value) {
    put(bytes, number, 2);
    put(bytes, type, 2);
    put(bytes, length, 4);
    put(bytes, value, 4);
  };
  constexpr uint32_t kShort = 3, kLong = 4;
  tag(256, kLong, 1, 3);       // width
  tag(257, kLong, 1, 1);       // height
  tag(258, kShort, 4, end);    // bits per sample
  tag(259, kShort, 1, 1);      // no compression
  tag(262, kShort, 1, 2);      // RGB
  tag(273, kLong, 1, end + 8); // where the strip is
  tag(277, kShort, 1, 4);      // samples per pixel
  tag(278, kLong, 1, 1);       // rows per strip
  tag(279, kLong, 1, 12);      // bytes of the strip
  if (kind >= 0)
    tag(338, kShort, 1, static_cast<uint32_t>(kind));
  put(bytes, 0, 4);
  for (int i = 0; i < 4; ++i)
    put(bytes, 8, 2);
  bytes.insert(bytes.end(), pixels.begin(), pixels.end());
  return bytes;
}

// As Pillow's convert("RGB"): the colours without alpha.
TEST(Images, AlphaOfTiff) {
  const ByteList pixels = {200, 100, 50, 128, 10, 20, 30, 0, 90, 60, 30, 100};
  const ByteList plain = {200, 100, 50, 10, 20, 30, 90, 60, 30};
  const ByteList divided = {255, 199, 99, 0, 0, 0, 229, 153, 76};
  for (const int kind : {-1, 0, 1, 2}) { // no tag, unspecified, associated, unassociated
    ByteList colours;
    EXPECT_OK(decode(tiffOf(kind, pixels), 1, 3, "RGB", colours));
    EXPECT_EQ(colours, kind == 1 ? divided : plain) << kind;
  }
}

// What is cut off is an error, whatever is left.
TEST(Images, TruncatedBytes) {
  for (const ByteList &bytes : kFormats)
    for (size_t count = 0; count < bytes.size(); ++count) {
      const ByteList part(bytes.begin(), bytes.begin() + static_cast<ptrdiff_t>(count));
      std::vector<int64_t> size;
      ByteList pixels;
      EXPECT_FALSE(sizeOf(part, size).ok() && decode(part, 3, 4, "RGB", pixels).ok())
          << count << " of " << bytes.size();
    }
}

// Damaged bytes are decoded or refused, and nothing else happens.
TEST(Images, RandomBytes) {
  std::mt19937 random(7);
  int refused = 0;
  for (const ByteList &bytes : kFormats)
    for (int round = 0; round < 300; ++round) {
      ByteList damaged = bytes;
      for (int i = 0; i < 3; ++i)
        damaged[random() % damaged.size()] = static_cast<uint8_t>(random());
      std::vector<int64_t> size;
      ByteList pixels;
      if (!sizeOf(damaged, size).ok()) {
        ++refused;
        continue;
      }
      EXPECT_GT(size[0], 0);
      EXPECT_GT(size[1], 0);
      if (size[0] * size[1] < 1 << 16)
        refused += !decode(damaged, size[0], size[1], "RGB", pixels).ok();
    }
  EXPECT_GT(refused, 100);
}

TEST(Images, Refusals) {
  std::vector<int64_t> size;
  EXPECT_ERROR(sizeOf({1, 2, 3}, size), InvalidArgument,
               "the picture cannot be decoded: its first bytes are those of no known format");
  const std::string large = "P5 20000 20000 255\n";
  EXPECT_ERROR(sizeOf(ByteList(large.begin(), large.end()), size), InvalidArgument,
               "more than 2^27 pixels");
  ByteList pixels;
  EXPECT_ERROR(decode(listOf(kPng), 4, 3, "RGB", pixels), InvalidArgument,
               "it has another size than expected");
}

#else

TEST(Images, NeedTheLibrary) {
  EXPECT_ERROR(makeImageKernel(kSize).status(), Unsupported,
               "pictures need the library librlx_image.so, which cannot be loaded");
}

#endif

TEST(Images, BadProgramsAreRefused) {
  EXPECT_ERROR(makeImageKernel(decoding("RGBA")).status(), InvalidArgument,
               "expected RGB, BGR or Grayscale");
  UserKernelSpec wrong = kSize;
  wrong.operands[0].dtype = DType::I8;
  EXPECT_ERROR(makeImageKernel(wrong).status(), InvalidArgument,
               "'rlx.image_size' has operands that it does not take");
  wrong.name = "rlx.image_encode";
  EXPECT_ERROR(makeImageKernel(wrong).status(), Unsupported,
               "this version of RLX has no kernel 'rlx.image_encode'");
}

} // namespace
