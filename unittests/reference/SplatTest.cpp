// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The Gaussian splatting ops in the reference interpreter: gradients against central differences,
// and the two stages against the whole op.
#include "dialects/Register.h"
#include "dialects/rlx/reference/Interpreter.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

#include <cmath>
#include <random>

using namespace mlir;
using namespace rlx::ref;

namespace {

constexpr int64_t kWidth = 11, kHeight = 9;
constexpr const char *kSize = "width = 11, height = 9, tile_size = 4";
// Attributes without a cutoff and threshold, because differences need continuous functions.
constexpr const char *kSmooth = "alpha_cutoff = 0.0, transmittance_threshold = 0.0";
constexpr const char *kUnlimited = "max_anisotropy = 0x7FF0000000000000 : f64, "
                                   "loss_grad_clip = 0x7FF0000000000000 : f64, sh_band = 3";

class SplatTest : public ::testing::Test {
protected:
  SplatTest() {
    DialectRegistry registry;
    rlx::registerDialects(registry);
    context.appendDialectRegistry(registry);
  }

  Tensor tensor(ArrayRef<int64_t> shape, double low, double high) {
    Tensor result(shape, Float64Type::get(&context));
    std::uniform_real_distribution<double> values(low, high);
    for (double &value : result.floats)
      value = values(random);
    return result;
  }

  // The operands of gaussian_splat_render.
  std::vector<Tensor> scene(int64_t count, int64_t harmonics) {
    std::vector<Tensor> operands = {
        tensor({count, 3}, -1, 1),  tensor({count, 3}, -1.5, -0.25),
        tensor({count, 4}, -1, 1),  tensor({count}, -2, 3),
        tensor({count, 3}, 0.2, 1), tensor({count, harmonics, 3}, -0.2, 0.2),
        tensor({12}, 0, 0),         tensor({3}, 0.1, 0.9)};
    operands[6].floats = {0.5, -0.75, -4, 0.1, 0, 0.2, 0.1, 1, 0.2, 50, 0.1, 100};
    return operands;
  }

  static std::string typeOf(const Tensor &tensor) {
    std::string text = "tensor<";
    for (int64_t size : tensor.shape)
      text += std::to_string(size) + "x";
    return text + (tensor.isFloat() ? "f64>" : "i64>");
  }

  // Runs rlx.`op` {attributes}. `like` gives the types of the results.
  std::vector<Tensor> run(const std::string &op, const std::vector<Tensor> &operands,
                          const std::string &attributes, const std::vector<Tensor> &like) {
    std::string parameters, names, types, results;
    for (size_t i = 0; i < operands.size(); ++i) {
      std::string comma = i ? ", " : "", name = "%a" + std::to_string(i);
      parameters += comma + name + ": " + typeOf(operands[i]);
      names += comma + name;
      types += comma + typeOf(operands[i]);
    }
    for (size_t i = 0; i < like.size(); ++i)
      results += (i ? ", " : "") + typeOf(like[i]);
    std::string returned;
    for (size_t i = 0; i < like.size(); ++i)
      returned += (i ? ", %r#" : "%r#") + std::to_string(i);
    std::string text = "func.func @f(" + parameters + ") -> (" + results +
                       ") {\n  %r:" + std::to_string(like.size()) + " = rlx." + op + " " + names +
                       " {" + attributes + "} : (" + types + ") -> (" + results + ")\n  return " +
                       returned + " : " + results + "\n}";
    auto module = parseSourceString<ModuleOp>(text, &context);
    if (!module) {
      ADD_FAILURE() << text;
      return like;
    }
    SmallVector<Tensor> inputs(operands.begin(), operands.end());
    auto values = Interpreter().run(module->lookupSymbol<FunctionOpInterface>("f"), inputs);
    if (!values) {
      ADD_FAILURE() << llvm::toString(values.takeError());
      return like;
    }
    return std::vector<Tensor>(values->begin(), values->end());
  }

  Tensor image() { return tensor({kHeight, kWidth, 4}, -1, 1); }
  Tensor render(const std::vector<Tensor> &scene, const std::string &attributes) {
    return run("gaussian_splat_render", scene, attributes, {image()})[0];
  }
  std::vector<Tensor> gradients(std::vector<Tensor> scene, const Tensor &dImage,
                                const std::string &attributes) {
    std::vector<Tensor> like(scene.begin(), scene.begin() + 6);
    scene.push_back(dImage);
    return run("gaussian_splat_render_backward", scene, attributes, like);
  }
  double loss(const std::vector<Tensor> &scene, const Tensor &dImage,
              const std::string &attributes) {
    Tensor rendered = render(scene, attributes);
    double sum = 0;
    for (size_t i = 0; i < rendered.floats.size(); ++i)
      sum += rendered.floats[i] * dImage.floats[i];
    return sum;
  }

  // Every gradient against differences of fourth order, whose error at this step is near 1e-9.
  void expectDifferences(std::vector<Tensor> scene, const std::string &attributes) {
    Tensor dImage = image();
    std::vector<Tensor> actual = gradients(scene, dImage, attributes + ", " + kUnlimited);
    constexpr double kStep = 0x1p-13;
    for (size_t t = 0; t < 6; ++t)
      for (size_t i = 0; i < scene[t].floats.size(); ++i) {
        double middle = scene[t].floats[i];
        auto at = [&](double offset) {
          scene[t].floats[i] = middle + offset * kStep;
          return loss(scene, dImage, attributes);
        };
        double slope = (8 * (at(1) - at(-1)) - (at(2) - at(-2))) / (12 * kStep);
        scene[t].floats[i] = middle;
        EXPECT_NEAR(actual[t].floats[i], slope, 1e-7 * (1 + std::abs(slope)))
            << "tensor " << t << ", element " << i;
      }
  }

  MLIRContext context;
  std::mt19937_64 random{42};
};

TEST_F(SplatTest, GradientsAreDifferences) {
  expectDifferences(scene(4, 4), std::string(kSize) + ", " + kSmooth);
}

TEST_F(SplatTest, GradientsThroughAllHarmonics) {
  expectDifferences(scene(2, 16), std::string(kSize) + ", " + kSmooth);
}

TEST_F(SplatTest, GradientsWithoutHarmonics) {
  expectDifferences(scene(5, 0), std::string(kSize) + ", " + kSmooth);
}

// One Gaussian is the last one that the step limit allows; others are beyond it.
TEST_F(SplatTest, GradientsWithFewSteps) {
  expectDifferences(scene(5, 1), std::string(kSize) + ", max_splat_steps = 2, " + kSmooth);
}

TEST_F(SplatTest, StagesAreTheWhole) {
  for (const char *list : {"", ", max_list_entries = 20"}) {
    std::vector<Tensor> operands = scene(15, 9), whole = operands;
    std::string attributes = std::string(kSize) + list;
    int64_t entries = *list ? 20 : 576;
    Type i64 = IntegerType::get(&context, 64);
    Tensor background = operands.back();
    operands.pop_back();
    std::vector<Tensor> prepared =
        run("gaussian_splat_prepare", operands, attributes,
            {tensor({15, 15}, 0, 1), Tensor({9, 2}, i64), Tensor({entries}, i64)});
    prepared.push_back(background);
    Tensor actual = run("gaussian_splat_rasterize", prepared, kSize, {image()})[0];
    Tensor expected = render(whole, attributes);
    for (size_t i = 0; i < expected.floats.size(); ++i)
      EXPECT_NEAR(actual.floats[i], expected.floats[i], 1e-12);
  }
}

// The sizes of tiles and lists do not change results.
TEST_F(SplatTest, TilesDoNotShow) {
  std::vector<Tensor> operands = scene(15, 1);
  std::string attributes = "width = 11, height = 9, max_list_entries = 5000, tile_size = ";
  Tensor expected = render(operands, attributes + "64");
  for (const char *tile : {"1", "3", "5"})
    EXPECT_EQ(render(operands, attributes + tile).floats, expected.floats);
}

TEST_F(SplatTest, TrainsTheBandsAskedFor) {
  std::vector<Tensor> operands = scene(3, 16);
  std::string attributes = std::string(kSize) + ", sh_band = ";
  Tensor dImage = image();
  std::vector<Tensor> all = gradients(operands, dImage, attributes + "3");
  for (int64_t band = 0; band < 3; ++band) {
    std::vector<Tensor> some = gradients(operands, dImage, attributes + std::to_string(band));
    for (size_t t = 0; t < 5; ++t)
      EXPECT_EQ(some[t].floats, all[t].floats);
    for (int64_t i = 0; i < all[5].numElements(); ++i) {
      bool isTrained = i / 3 % 16 < (band + 1) * (band + 1);
      EXPECT_EQ(some[5].floats[i], isTrained ? all[5].floats[i] : 0);
    }
  }
}

TEST_F(SplatTest, ClipsTheLossGradient) {
  std::vector<Tensor> operands = scene(3, 1);
  Tensor large = tensor({kHeight, kWidth, 4}, -5, 5), clipped = large;
  for (double &value : clipped.floats)
    value = std::clamp(value, -1.0, 1.0);
  std::vector<Tensor> l = gradients(operands, large, kSize),
                      r = gradients(operands, clipped, kSize);
  for (size_t t = 0; t < 6; ++t)
    EXPECT_EQ(l[t].floats, r[t].floats);
}

// Steps against the gradient do not stretch Gaussians at the limit. The other gradients do not
// change.
TEST_F(SplatTest, LimitsTheAnisotropy) {
  std::vector<Tensor> operands = scene(40, 1);
  Tensor dImage = image();
  std::vector<Tensor> free = gradients(operands, dImage, std::string(kSize) + ", " + kUnlimited);
  std::vector<Tensor> limited = gradients(
      operands, dImage,
      std::string(kSize) +
          ", max_anisotropy = 2.0, loss_grad_clip = 0x7FF0000000000000 : f64, sh_band = 3");
  for (size_t t : {0, 2, 3, 4, 5})
    EXPECT_EQ(limited[t].floats, free[t].floats);
  int numLimited = 0;
  for (int64_t i = 0; i < 40; ++i) {
    const double *scale = &operands[1].floats[3 * i];
    auto [smallest, largest] = std::minmax_element(scale, scale + 3);
    bool isStretched = *largest - *smallest >= std::log(2.0);
    for (int64_t k = 0; k < 3; ++k) {
      double d = free[1].floats[3 * i + k];
      bool stretches =
          isStretched && ((scale + k == largest && d < 0) || (scale + k == smallest && d > 0));
      numLimited += stretches;
      EXPECT_EQ(limited[1].floats[3 * i + k], stretches ? 0 : d);
    }
  }
  EXPECT_GT(numLimited, 5);
}

} // namespace
