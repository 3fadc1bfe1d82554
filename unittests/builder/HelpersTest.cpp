// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The functions of GraphHelpers.h against loops written from their definitions.
#include "dialects/rlx/builder/GraphHelpers.h"
#include "unittests/builder/GraphCheck.h"

#include <cmath>
#include <complex>

using namespace rlx;
using namespace rlx::test;
using rt::DType;

namespace {

using Complex = std::complex<double>;

// sum over j of x[j] e^(sign 2 pi i j k / n)
std::vector<Complex> dft(const std::vector<Complex> &x, int sign = -1) {
  std::vector<Complex> result(x.size());
  for (size_t k = 0; k < x.size(); ++k)
    for (size_t j = 0; j < x.size(); ++j)
      result[k] += x[j] * std::polar(1.0, sign * 2 * M_PI * double(j * k) / double(x.size()));
  return result;
}

std::vector<double> parts(const std::vector<Complex> &values) {
  std::vector<double> result;
  for (Complex value : values) {
    result.push_back(value.real());
    result.push_back(value.imag());
  }
  return result;
}

double dot(const Array &x, int64_t row, const Array &w, int64_t column) {
  double sum = 0;
  for (int64_t k = 0; k < w.shape[0]; ++k)
    sum += x.values[row * w.shape[0] + k] * w.values[k * w.shape[1] + column];
  return sum;
}

double silu(double x) {
  return x / (1 + std::exp(-x));
}

TEST(GraphHelpers, LinearAndSwiglu) {
  Array x = noise({3, 4}, 1), w = noise({4, 5}, 2), b = noise({5}, 3), v = noise({4, 5}, 4),
        d = noise({5, 2}, 5);
  GraphBuilder g;
  GraphValue in = g.input("x", DType::F32, {"n", 4});
  GraphValue weight = g.param("w", tensorOf(w)), other = g.param("v", tensorOf(v));
  g.output("linear",
           graph::linear(g, in, weight, g.param("b", tensorOf(b)), FusedActivation::Silu));
  g.output("plain", graph::linear(g, in, weight));
  g.output("swiglu", graph::swigluFfn(g, in, weight, other, g.param("d", tensorOf(d))));
  auto [first, second] = graph::sharedMatmulPair(g, in, weight, other);
  g.output("first", first);
  g.output("second", second);
  Arrays out = run(g, {{"x", x}});
  std::vector<double> hidden;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 5; ++j) {
      EXPECT_NEAR(out["linear"].at({i, j}), silu(dot(x, i, w, j) + b.values[j]), 1e-5);
      EXPECT_NEAR(out["plain"].at({i, j}), dot(x, i, w, j), 1e-5);
      EXPECT_NEAR(out["second"].at({i, j}), dot(x, i, v, j), 1e-5);
      hidden.push_back(silu(dot(x, i, v, j)) * dot(x, i, w, j));
    }
  Array h{DType::F32, {3, 5}, hidden};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 2; ++j)
      EXPECT_NEAR(out["swiglu"].at({i, j}), dot(h, i, d, j), 1e-5);
}

TEST(GraphHelpers, EveryActivationIsAnOp) {
  GraphBuilder g;
  GraphValue x = g.input("x", DType::F32, {2});
  for (uint32_t i = 0; i <= getMaxEnumValForFusedActivation(); ++i)
    EXPECT_TRUE(graph::activate(g, x, static_cast<FusedActivation>(i)).valid()) << i;
  EXPECT_FALSE(graph::activate(g, x, static_cast<FusedActivation>(99)).valid());
  EXPECT_ERROR(g.status(), InvalidArgument, "there is no activation 99");
}

TEST(GraphHelpers, Quantisation) {
  GraphBuilder g;
  GraphValue x = g.input("x", DType::F32, {2, 3});
  GraphValue q = graph::quantizePerTensor(g, x, 0.5, 10, DType::U8);
  g.output("q", q);
  g.output("back", graph::dequantizePerTensor(g, q, 0.5, 10));
  GraphValue c = graph::quantizePerChannel(g, x, {1, 2}, {0, -1}, 0, DType::I8);
  g.output("c", c);
  g.output("c_back", graph::dequantizePerChannel(g, c, {1, 2}, {0, -1}, 0));
  Arrays out = run(g, {{"x", {DType::F32, {2, 3}, {-20, 1.2, 1, 3, 8, -400}}}});
  expectNear(out["q"], {0, 12, 12, 16, 26, 0}, 0);
  expectNear(out["back"], {-5, 1, 1, 3, 8, -5}, 0);
  expectNear(out["c"], {-20, 1, 1, 1, 3, -128}, 0); // 1.5 rounds to 2, then the zero point
  expectNear(out["c_back"], {-20, 1, 1, 4, 8, -254}, 0);
  GraphBuilder h;
  graph::quantizePerTensor(h, h.input("x", DType::F32, {2}), 0.5, 300, DType::U8);
  EXPECT_ERROR(h.status(), InvalidArgument, "HelpersTest.cpp");
  EXPECT_ERROR(h.status(), InvalidArgument, "a zero point is 300, which u8 does not hold");
}

TEST(GraphHelpers, ScanTrajectory) {
  GraphBuilder g;
  GraphValue x = g.input("x", DType::F32, {"n"});
  GraphValues sums = graph::scanTrajectory(g, g.full(DType::F32, 0), x,
                                           [&](const GraphValues &a) { return g.add(a[0], a[1]); });
  ASSERT_EQ(sums.size(), 1u);
  g.output("sums", sums[0]);
  expectNear(run(g, {{"x", {DType::F32, {4}, {1, 2, 3, 4}}}})["sums"], {1, 3, 6, 10});
}

TEST(GraphHelpers, TransformsOfSeveralAxes) {
  Array x = noise({2, 3}, 1);
  GraphBuilder g;
  GraphValue in = g.input("x", DType::F64, {2, 3});
  GraphValue z = g.complex(in, g.scalarLike(in, 0));
  GraphValue spectrum = graph::fftn(g, z, {0, 1});
  g.output("spectrum", spectrum);
  g.output("back", graph::ifftn(g, spectrum, {0, 1}));
  g.output("rows", graph::fftReal(g, in, 1));
  x.dtype = DType::F64;
  Arrays out = run(g, {{"x", x}});
  std::vector<Complex> rows[2], both(6);
  for (int i = 0; i < 2; ++i)
    rows[i] = dft({x.at({i, 0}), x.at({i, 1}), x.at({i, 2})});
  std::vector<Complex> expectedRows = rows[0];
  expectedRows.insert(expectedRows.end(), rows[1].begin(), rows[1].end());
  expectNear(out["rows"], parts(expectedRows));
  for (size_t j = 0; j < 3; ++j) {
    std::vector<Complex> column = dft({rows[0][j], rows[1][j]});
    both[j] = column[0];
    both[3 + j] = column[1];
  }
  expectNear(out["spectrum"], parts(both));
  for (size_t i = 0; i < 6; ++i)
    EXPECT_NEAR(out["back"].values[2 * i], x.values[i], 1e-6);
}

TEST(GraphHelpers, ShortTimeTransform) {
  Array x = noise({2, 11}, 1), w = noise({4}, 2);
  GraphBuilder g;
  GraphValue in = g.input("x", DType::F32, {2, "n"});
  g.output("y", graph::stft(g, in, 4, 3, g.param("w", tensorOf(w))));
  Array y = run(g, {{"x", x}})["y"];
  ASSERT_EQ(y.shape, (std::vector<int64_t>{2, 3, 3}));
  std::vector<Complex> expected;
  for (int row = 0; row < 2; ++row)
    for (int frame = 0; frame < 3; ++frame) {
      std::vector<Complex> samples;
      for (int i = 0; i < 4; ++i)
        samples.push_back(x.at({row, frame * 3 + i}) * w.values[i]);
      std::vector<Complex> spectrum = dft(samples);
      expected.insert(expected.end(), spectrum.begin(), spectrum.begin() + 3);
    }
  expectNear(y, parts(expected));
  GraphBuilder h;
  graph::stft(h, h.input("x", DType::F32, {8}), 4, 0);
  EXPECT_ERROR(h.status(), InvalidArgument, "a hop of at least 1, but got 4 and 0");
}

TEST(GraphHelpers, Convolution) {
  Array x = noise({2, 7}, 1), k = noise({3}, 2);
  GraphBuilder g;
  g.output("y", graph::fftConv1d(g, g.input("x", DType::F32, {2, 7}), g.param("k", tensorOf(k))));
  Array y = run(g, {{"x", x}})["y"];
  std::vector<double> expected(2 * 9);
  for (int row = 0; row < 2; ++row)
    for (int i = 0; i < 7; ++i)
      for (int j = 0; j < 3; ++j)
        expected[row * 9 + i + j] += x.at({row, i}) * k.values[j];
  expectNear(y, expected);
  GraphBuilder h;
  graph::fftConv1d(h, h.input("x", DType::F32, {"n"}), h.input("k", DType::F32, {3}));
  EXPECT_ERROR(h.status(), InvalidArgument, "fftConv1d expects a last axis of known size");
}

TEST(GraphHelpers, PowerSpectra) {
  Array x = noise({6}, 1);
  GraphBuilder g;
  GraphValue in = g.input("x", DType::F32, {6});
  g.output("real", graph::psdReal(g, in));
  g.output("complex", graph::psd(g, g.complex(in, g.scalarLike(in, 0))));
  Arrays out = run(g, {{"x", x}});
  std::vector<double> expected;
  for (Complex value : dft({x.values.begin(), x.values.end()}))
    expected.push_back(std::norm(value) / 6);
  expectNear(out["complex"], expected);
  expected.resize(4);
  expectNear(out["real"], expected);
}

TEST(GraphHelpers, Frequencies) {
  GraphBuilder g;
  g.output("even", graph::fftfreq(g, 4, 0.5));
  g.output("odd", graph::fftfreq(g, 5));
  g.output("real", graph::rfftfreq(g, 5, 1, DType::F64));
  Arrays out = run(g, {});
  expectNear(out["even"], {0, 0.5, -1, -0.5}); // NumPy's
  expectNear(out["odd"], {0, 0.2, 0.4, -0.4, -0.2});
  expectNear(out["real"], {0, 0.2, 0.4});
  EXPECT_EQ(out["real"].dtype, DType::F64);
  GraphBuilder h;
  graph::fftfreq(h, 0);
  EXPECT_ERROR(h.status(), InvalidArgument, "expects at least 1 sample");
}

} // namespace
