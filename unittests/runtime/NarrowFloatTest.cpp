// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The types of 8 bits and fewer. Expected bytes are those of NumPy's ml_dtypes 0.5.
#include "runtime/base/NarrowFloat.h"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>

#include "runtime/tensor/Convert.h"
#include "runtime/tensor/Npy.h"
#include "unittests/runtime/StatusMatchers.h"

using namespace rlx::rt;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr DType kFloats[] = {DType::F8E4M3FN,   DType::F8E4M3FNUZ, DType::F8E5M2,
                             DType::F8E5M2FNUZ, DType::F8E8M0,     DType::F4E2M1};

} // namespace

TEST(NarrowFloat, EveryByteRoundTrips) {
  for (const DType type : kFloats)
    for (unsigned bits = 0; bits < 1u << bitWidth(type); ++bits) {
      const double value = narrowToDouble(type, static_cast<uint8_t>(bits));
      const uint8_t back = doubleToNarrow(type, value);
      if (std::isnan(value))
        EXPECT_TRUE(std::isnan(narrowToDouble(type, back))) << name(type) << " " << bits;
      else
        EXPECT_EQ(back, bits) << name(type);
    }
}

TEST(NarrowFloat, ValuesOfBytes) {
  struct Case {
    DType type;
    uint8_t bits;
    double value;
  };
  for (const auto &[type, bits, value] : {Case{DType::F8E4M3FN, 0x01, 0x1p-9},
                                          {DType::F8E4M3FN, 0x7E, 448},
                                          {DType::F8E4M3FN, 0xB8, -1},
                                          {DType::F8E4M3FNUZ, 0x7F, 240},
                                          {DType::F8E4M3FNUZ, 0xC0, -1},
                                          {DType::F8E5M2, 0x7B, 57344},
                                          {DType::F8E5M2, 0x7C, kInfinity},
                                          {DType::F8E5M2, 0xBC, -1},
                                          {DType::F8E5M2FNUZ, 0x7F, 57344},
                                          {DType::F8E5M2FNUZ, 0x01, 0x1p-17},
                                          {DType::F8E8M0, 0x00, 0x1p-127},
                                          {DType::F8E8M0, 0x7F, 1},
                                          {DType::F8E8M0, 0xFE, 0x1p127},
                                          {DType::F4E2M1, 0x01, 0.5},
                                          {DType::F4E2M1, 0x07, 6},
                                          {DType::F4E2M1, 0x0A, -1},
                                          {DType::F4E2M1, 0xFA, -1}})
    EXPECT_EQ(narrowToDouble(type, bits), value) << name(type) << " " << unsigned(bits);
  for (const auto &[type, bits] : {std::pair{DType::F8E4M3FN, 0x7F},
                                   {DType::F8E4M3FN, 0xFF},
                                   {DType::F8E4M3FNUZ, 0x80},
                                   {DType::F8E5M2, 0x7D},
                                   {DType::F8E5M2FNUZ, 0x80},
                                   {DType::F8E8M0, 0xFF}})
    EXPECT_TRUE(std::isnan(narrowToDouble(type, static_cast<uint8_t>(bits)))) << name(type);
}

TEST(NarrowFloat, RoundsToNearestEvenAndSaturates) {
  struct Case {
    DType type;
    double value;
    uint8_t bits;
  };
  for (const auto &[type, value, bits] : {Case{DType::F8E4M3FN, 1.0625, 0x38}, // ties
                                          {DType::F8E4M3FN, 1.1875, 0x3A},
                                          {DType::F8E4M3FN, 0x1p-10, 0x00},
                                          {DType::F8E4M3FN, 0x1.8p-9, 0x02},
                                          {DType::F8E4M3FN, 1e9, 0x7E},
                                          {DType::F8E4M3FN, -kInfinity, 0xFE},
                                          {DType::F8E4M3FN, -0.0, 0x80},
                                          {DType::F8E4M3FNUZ, -0.0, 0x00},
                                          {DType::F8E4M3FNUZ, -1e-9, 0x00},
                                          {DType::F8E5M2, 1e9, 0x7B},
                                          {DType::F8E5M2, -kInfinity, 0xFC},
                                          {DType::F8E8M0, 1.5, 0x80},
                                          {DType::F8E8M0, 1.25, 0x7F},
                                          {DType::F8E8M0, 0, 0x00},
                                          {DType::F8E8M0, -1, 0xFF},
                                          {DType::F8E8M0, kInfinity, 0xFE},
                                          {DType::F4E2M1, 2.5, 0x04},
                                          {DType::F4E2M1, 3.5, 0x06},
                                          {DType::F4E2M1, -100, 0x0F},
                                          {DType::F4E2M1, std::nan(""), 0x00}})
    EXPECT_EQ(doubleToNarrow(type, value), bits) << name(type) << " " << value;
}

TEST(NarrowInteger, LowBitsOfAByte) {
  struct Case {
    DType type;
    double value, kept;
    uint8_t bits;
  };
  for (const auto &[type, value, kept, bits] : {Case{DType::I4, -1, -1, 0x0F},
                                                {DType::I4, 100, 7, 0x07},
                                                {DType::I4, -100, -8, 0x08},
                                                {DType::U4, 200, 15, 0x0F},
                                                {DType::U4, -3, 0, 0x00},
                                                {DType::I2, -2, -2, 0x02},
                                                {DType::I2, 2, 1, 0x01},
                                                {DType::U2, 3, 3, 0x03}}) {
    uint8_t byte = 0xFF;
    storeElement(type, &byte, 0, value);
    EXPECT_EQ(byte, bits) << name(type) << " " << value;
    EXPECT_EQ(loadElement(type, &byte, 0), kept) << name(type);
    byte |= static_cast<uint8_t>(0xFF << bitWidth(type)); // bits of no meaning
    EXPECT_EQ(loadElement(type, &byte, 0), kept) << name(type);
  }
  const int64_t values[] = {-9, 3, 20};
  uint8_t converted[3];
  convertElements(DType::I4, converted, DType::I64, values, 3);
  EXPECT_EQ(converted[0], 0x08);
  EXPECT_EQ(converted[1], 0x03);
  EXPECT_EQ(converted[2], 0x07);
}

static std::vector<uint8_t> npyOf(const std::string &type, std::string_view data) {
  const std::string header = "{'descr': " + type + ", 'fortran_order': False, 'shape': (" +
                             std::to_string(data.size()) + ",), }";
  std::string bytes("\x93NUMPY\x01\x00", 8);
  bytes += {static_cast<char>(header.size()), 0};
  bytes += header;
  bytes += data;
  return {bytes.begin(), bytes.end()};
}

TEST(NarrowNpy, RecordsNameTheType) {
  ASSERT_OK_AND_ASSIGN(Tensor bytes, parseNpy(npyOf("[('float8_e4m3fn', '|u1')]", "\x38\x40")));
  EXPECT_EQ(typeText(bytes.dtype(), bytes.shape()), "f8e4m3fn[2]");
  EXPECT_EQ(loadElement(bytes.dtype(), bytes.data(), 1), 2);
  ASSERT_OK_AND_ASSIGN(std::vector<uint8_t> file, formatNpy(bytes.view()));
  EXPECT_NE(std::string(file.begin(), file.end()).find("[('float8_e4m3fn', '|u1')]"),
            std::string::npos);
  ASSERT_OK_AND_ASSIGN(Tensor nibbles, parseNpy(npyOf("[('int4', '|V1')]", "\xFF\x07")));
  EXPECT_EQ(nibbles.as<uint8_t>()[0], 0x0F); // only the value's bits stay
  EXPECT_EQ(loadElement(nibbles.dtype(), nibbles.data(), 0), -1);
  ASSERT_OK_AND_ASSIGN(Tensor halves, parseNpy(npyOf("'<f1'", "\x3C")));
  EXPECT_EQ(halves.dtype(), DType::F8E5M2);
}

TEST(NarrowNpy, UnknownRecordsAreRefused) {
  EXPECT_ERROR(parseNpy(npyOf("'|V1'", "a")).status(), Unsupported,
               "is a byte that NumPy does not name");
  for (const char *type : {"[('x', '|u1')]", "[('float8_e4m3fn', '<f4')]", "[('float32', '|u1')]",
                           "[('int4', '|u1'), ('int2', '|u1')]"})
    EXPECT_ERROR(parseNpy(npyOf(type, "a")).status(), Unsupported, "holds a structured array");
  for (const char *type : {"[", "[]", "[(", "[('int4'", "[('int4', 3)]", "[('int4', '|u1'"})
    EXPECT_ERROR(parseNpy(npyOf(type, "a")).status(), DataLoss, "expected one field");
}
