// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// .npy: every dtype round trips, NumPy's own bytes are read, hostile headers give errors.
#include "runtime/tensor/Npy.h"

#include <cstdio>
#include <gtest/gtest.h>
#include <numeric>
#include <random>

#include "unittests/runtime/StatusMatchers.h"

using namespace rlx::rt;

static std::vector<uint8_t> npy(std::string header, std::string_view data, uint8_t major = 1,
                                int padTo = 0) {
  header.resize(std::max<size_t>(header.size(), size_t(padTo)), ' ');
  std::string bytes = "\x93NUMPY";
  bytes.push_back(char(major));
  bytes.push_back(0);
  for (int i = 0; i < (major == 1 ? 2 : 4); ++i)
    bytes.push_back(char((header.size() >> (8 * i)) & 0xFF));
  bytes += header;
  bytes += data;
  return {bytes.begin(), bytes.end()};
}

TEST(Npy, EveryTypeAndShapeRoundTrips) {
  const std::vector<std::vector<int64_t>> shapes{{},     {1},       {7},         {0},
                                                 {2, 3}, {2, 0, 5}, {1, 2, 3, 4}};
  for (unsigned type = 0; type < kNumDTypes; ++type)
    for (const std::vector<int64_t> &shape : shapes) {
      ASSERT_OK_AND_ASSIGN(Tensor tensor, Tensor::allocate(static_cast<DType>(type), shape));
      for (int64_t i = 0; i < tensor.elements(); ++i)
        storeElement(tensor.dtype(), tensor.data(), i, static_cast<double>(i % 2 ? i : i + 3));
      ASSERT_OK_AND_ASSIGN(std::vector<uint8_t> bytes, formatNpy(tensor.view()));
      EXPECT_EQ((bytes.size() - tensor.bytes()) % 64, 0u);
      ASSERT_OK_AND_ASSIGN(Tensor back, parseNpy(bytes));
      EXPECT_EQ(typeText(back.dtype(), back.shape()), typeText(tensor.dtype(), shape));
      for (int64_t i = 0; i < tensor.elements(); ++i)
        EXPECT_EQ(loadElement(back.dtype(), back.data(), i),
                  loadElement(tensor.dtype(), tensor.data(), i));
    }
}

TEST(Npy, ReadsWhatNumPyWrites) {
  // numpy.save(f, numpy.arange(6, dtype='<i4').reshape(2, 3)), byte for byte up to the padding.
  const int32_t values[] = {0, 1, 2, 3, 4, 5};
  const std::string_view data(reinterpret_cast<const char *>(values), sizeof(values));
  for (uint8_t major : {1, 2}) {
    ASSERT_OK_AND_ASSIGN(Tensor tensor,
                         parseNpy(npy("{'descr': '<i4', 'fortran_order': False, 'shape': (2, 3), }",
                                      data, major, 117)));
    EXPECT_EQ(typeText(tensor.dtype(), tensor.shape()), "i32[2,3]");
    EXPECT_EQ(tensor.as<int32_t>()[4], 4);
  }
  const float parts[] = {1, -2, 0.5, 3};
  ASSERT_OK_AND_ASSIGN(Tensor numbers,
                       parseNpy(npy("{'descr': '<c8', 'fortran_order': False, 'shape': (2,), }",
                                    {reinterpret_cast<const char *>(parts), sizeof(parts)})));
  EXPECT_EQ(typeText(numbers.dtype(), numbers.shape()), "c64[2]");
  EXPECT_EQ(numbers.as<float>()[1], -2);
  // Files of other writers: other order, quotes and spacing; scalars; 1-tuples.
  ASSERT_OK(
      parseNpy(npy("{\"shape\":(6,),\"fortran_order\":False,\"descr\":\"<i4\"}\n", data)).status());
  ASSERT_OK_AND_ASSIGN(
      Tensor scalar,
      parseNpy(npy("{'descr': '|u1', 'fortran_order': False, 'shape': ()}", "\x07")));
  EXPECT_EQ(scalar.rank(), 0u);
  EXPECT_EQ(scalar.as<uint8_t>()[0], 7);
  // bf16 with either spelling. Bools become 0 and 1.
  for (const char *code : {"<V2", "|V2"}) {
    const std::string header =
        std::string("{'descr': '") + code + "', 'fortran_order': False, 'shape': (1,)}";
    ASSERT_OK_AND_ASSIGN(Tensor bf16, parseNpy(npy(header, std::string_view("\x80\x3f", 2))));
    EXPECT_EQ(loadElement(DType::BF16, bf16.data(), 0), 1.0);
  }
  ASSERT_OK_AND_ASSIGN(Tensor bools,
                       parseNpy(npy("{'descr': '|b1', 'fortran_order': False, 'shape': (3,)}",
                                    std::string_view("\x00\x02\xff", 3))));
  EXPECT_EQ(bools.as<uint8_t>()[1], 1);
  EXPECT_EQ(bools.as<uint8_t>()[2], 1);
}

TEST(Npy, UnsupportedFilesSayWhy) {
  const std::string_view data("\0\0\0\0\0\0\0\0", 8);
  auto status = [&](std::string header, uint8_t major = 1) {
    return parseNpy(npy(std::move(header), data, major)).status();
  };
  EXPECT_ERROR(status("{'descr': '<f8', 'fortran_order': True, 'shape': (1,)}"), Unsupported,
               "Fortran order");
  EXPECT_ERROR(status("{'descr': '>f8', 'fortran_order': False, 'shape': (1,)}"), Unsupported,
               "'>f8' is big-endian");
  EXPECT_ERROR(status("{'descr': '<c32', 'fortran_order': False, 'shape': (1,)}"), Unsupported,
               "'<c32' is not one of");
  EXPECT_ERROR(status("{'descr': [('a', '<f8')], 'fortran_order': False, 'shape': (1,)}"),
               Unsupported, "structured");
  EXPECT_ERROR(status("{}", 3), Unsupported, "format version 3, expected 1 or 2");
}

TEST(Npy, MalformedFilesAreErrors) {
  const std::string_view data("\0\0\0\0\0\0\0\0", 8);
  auto status = [&](std::string header) { return parseNpy(npy(std::move(header), data)).status(); };
  EXPECT_ERROR(parseNpy({}).status(), DataLoss, "not a .npy file");
  EXPECT_ERROR(status("{'descr': '<f8', 'fortran_order': False, 'shape': (2,)}"), DataLoss,
               "f64[2] needs 16 bytes of elements, but has 8");
  EXPECT_ERROR(status("{'descr': '<f4', 'fortran_order': False, 'shape': (1,)}"), DataLoss,
               "needs 4 bytes of elements, but has 8");
  EXPECT_ERROR(status("{'descr': '<f8', 'fortran_order': False}"), DataLoss, "expected the keys");
  EXPECT_ERROR(status("{'descr': '<f8', 'descr': '<f8', 'shape': (1,)}"), DataLoss,
               "unknown or repeated key");
  EXPECT_ERROR(status("{'evil': '<f8', 'fortran_order': False, 'shape': (1,)}"), DataLoss,
               "unknown or repeated key");
  EXPECT_ERROR(status("{'descr': '<f8', 'fortran_order': False, 'shape': (-1,)}"), DataLoss,
               "expected a dimension");
  EXPECT_ERROR(status("{'descr': '<f8', 'fortran_order': False, 'shape': (99999999999999999999,)}"),
               DataLoss, "larger than 2^63 - 1");
  EXPECT_ERROR(status("{'descr': '<f8', 'fortran_order': False, 'shape': (4294967296, "
                      "4294967296)}"),
               OutOfRange, "2^63 - 1 elements");
  EXPECT_ERROR(status("{'descr': '<f8', 'fortran_order': False, 'shape': (1,)} x"), DataLoss,
               "unexpected text");
  EXPECT_ERROR(status("{'descr': '<f8"), DataLoss, "expected a type string");
  std::string deep = "{'descr': '<f8', 'fortran_order': False, 'shape': (";
  for (int i = 0; i < 65; ++i)
    deep += "1,";
  EXPECT_ERROR(status(deep + ")}"), DataLoss, "more than 64 dimensions");
}

TEST(Npy, TruncationsAndMutationsNeverCrash) {
  const float values[] = {1, 2, 3, 4, 5, 6};
  const int64_t shape[] = {2, 3};
  ASSERT_OK_AND_ASSIGN(std::vector<uint8_t> bytes, formatNpy({DType::F32, shape, values}));
  for (size_t size = 0; size < bytes.size(); ++size)
    EXPECT_FALSE(parseNpy(std::span(bytes).first(size)).ok()) << size;
  std::mt19937 random(3);
  const std::string_view alphabet = "{}()[],:'\" 0123456789<>|=TFfiubV\\\0\xff";
  for (int round = 0; round < 20000; ++round) {
    std::vector<uint8_t> changed = bytes;
    for (unsigned edits = 1 + random() % 3; edits > 0; --edits)
      changed[random() % 80] = static_cast<uint8_t>(alphabet[random() % alphabet.size()]);
    parseNpy(changed).status().ignore();
  }
}

TEST(Npy, FilesNameThePath) {
  const std::string path = ::testing::TempDir() + "/rlx_npy_test.npy";
  const int64_t shape[] = {3};
  const double values[] = {1, -2, 0.5};
  ASSERT_OK(writeNpy(path, {DType::F64, shape, values}));
  ASSERT_OK_AND_ASSIGN(Tensor back, readNpy(path));
  EXPECT_EQ(back.as<double>()[2], 0.5);
  std::remove(path.c_str());
  EXPECT_ERROR(readNpy(path).status(), NotFound, "cannot open '" + path);
  EXPECT_ERROR(readNpy(::testing::TempDir()).status(), InvalidArgument, "cannot read");
  EXPECT_ERROR(writeNpy("/nonexistent/x.npy", {DType::F64, shape, values}), NotFound,
               "cannot create '/nonexistent/x.npy'");
}
