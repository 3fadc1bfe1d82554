// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// splat OUT.png [COUNT]: renders a torus of COUNT flat Gaussians over a disc.
//
// A model usually comes from a file. This one is a single op, written here as text, and takes any
// number of Gaussians.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <numbers>
#include <string>
#include <vector>

#include "examples/splat/Png.h"
#include "session/Session.h"

using namespace rlx;

namespace {

constexpr int64_t kWidth = 192, kHeight = 144;
constexpr const char *kModel = R"(
func.func @main(
    %p: tensor<?x3xf32> {rlx.kind = "input", rlx.name = "positions", rlx.dims = ["n", ""]},
    %s: tensor<?x3xf32> {rlx.kind = "input", rlx.name = "log_scales", rlx.dims = ["n", ""]},
    %q: tensor<?x4xf32> {rlx.kind = "input", rlx.name = "rotations", rlx.dims = ["n", ""]},
    %o: tensor<?xf32> {rlx.kind = "input", rlx.name = "opacity_logits", rlx.dims = ["n"]},
    %c: tensor<?x3xf32> {rlx.kind = "input", rlx.name = "colors", rlx.dims = ["n", ""]},
    %h: tensor<?x4x3xf32> {rlx.kind = "input", rlx.name = "sh", rlx.dims = ["n", "", ""]},
    %cam: tensor<12xf32> {rlx.kind = "input", rlx.name = "camera"},
    %bg: tensor<3xf32> {rlx.kind = "input", rlx.name = "background"})
    -> (tensor<144x192x4xf32> {rlx.name = "image"}) {
  %0 = rlx.gaussian_splat_render %p, %s, %q, %o, %c, %h, %cam, %bg
      {width = 192, height = 144, max_list_entries = 262144}
      : (tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x4xf32>, tensor<?xf32>, tensor<?x3xf32>,
         tensor<?x4x3xf32>, tensor<12xf32>, tensor<3xf32>) -> tensor<144x192x4xf32>
  return %0 : tensor<144x192x4xf32>
}
)";

// The tensors of the scene, row by row.
struct Scene {
  std::vector<float> positions, logScales, rotations, opacityLogits, colors, sh;

  int64_t size() const { return static_cast<int64_t>(opacityLogits.size()); }
};

template <typename... T>
void append(std::vector<float> &to, T... values) {
  (to.push_back(static_cast<float>(values)), ...);
}

// Adds a Gaussian of standard deviation `radius` in a plane, thin across it. The rotation maps the
// z axis to `normal`, a unit vector.
void addDisc(Scene &scene, const double (&center)[3], const double (&normal)[3], double radius,
             const double (&color)[3]) {
  append(scene.positions, center[0], center[1], center[2]);
  append(scene.logScales, std::log(radius), std::log(radius), std::log(radius / 8));
  // The half-way rotation from z to the normal: (z x n, 1 + z . n). The renderer normalizes it.
  append(scene.rotations, -normal[1], normal[0], 0, 1.0 + 1e-6 + normal[2]);
  append(scene.opacityLogits, 2.5);
  append(scene.colors, color[0], color[1], color[2]);
  // Brighter when seen from below, where the reflected light comes from.
  append(scene.sh, 0, 0, 0, 0.1, 0.1, 0.1, 0, 0, 0, 0, 0, 0);
}

// Points at multiples of the golden angle are spread evenly.
Scene makeScene(int64_t count) {
  const double turn = 2 * std::numbers::pi, golden = turn * (2 - std::numbers::phi);
  Scene scene;
  for (int64_t i = 0; i < count; ++i) {
    double around = golden * double(i), across = turn * double(i) / double(count);
    double out = std::cos(across), up = std::sin(across);
    double normal[3] = {out * std::cos(around), up, out * std::sin(around)};
    double ring = 1.2 + 0.45 * out;
    double center[3] = {ring * std::cos(around), 0.45 * up, ring * std::sin(around)};
    double shade = 0.65 + 0.35 * up;
    double color[3] = {shade * (0.55 + 0.45 * std::cos(around)),
                       shade * (0.55 + 0.45 * std::cos(around - turn / 3)),
                       shade * (0.55 + 0.45 * std::cos(around + turn / 3))};
    addDisc(scene, center, normal, 1.6 / std::sqrt(double(count)), color);
  }
  constexpr int64_t kFloor = 400;
  for (int64_t i = 0; i < kFloor; ++i) {
    double radius = 2.2 * std::sqrt((double(i) + 0.5) / kFloor), angle = golden * double(i);
    double bright = i % 2 ? 0.35 : 0.5;
    addDisc(scene, {radius * std::cos(angle), -0.6, radius * std::sin(angle)}, {0, 1, 0}, 0.09,
            {bright, bright, bright * 1.1});
  }
  return scene;
}

// The image is linear light; files store display-encoded values.
std::vector<uint8_t> toBytes(const rt::TensorView &image) {
  std::vector<uint8_t> bytes;
  const float *value = image.as<float>();
  for (int64_t pixel = 0; pixel < kWidth * kHeight; ++pixel)
    for (int64_t channel = 0; channel < 3; ++channel) {
      double encoded = std::pow(double(value[pixel * 4 + channel]), 1 / 2.2);
      bytes.push_back(static_cast<uint8_t>(std::lround(255 * std::clamp(encoded, 0.0, 1.0))));
    }
  return bytes;
}

rt::Status run(const std::string &path, int64_t count) {
  Scene scene = makeScene(count);
  std::vector<float> camera = {1.2F, 2.2F, -3.6F, 0, -0.1F, 0, 0, 1, 0, 45, 0.1F, 100};
  std::vector<float> background = {0.9F, 0.93F, 0.97F};
  const int64_t n = scene.size(), vectors[] = {n, 3}, quaternions[] = {n, 4},
                harmonics[] = {n, 4, 3}, cameraSize = 12, colorSize = 3;
  auto view = [](std::span<const int64_t> shape, const std::vector<float> &data) {
    return rt::TensorView{rt::DType::F32, shape, data.data()};
  };
  const rt::NamedTensor inputs[] = {{"positions", view(vectors, scene.positions)},
                                    {"log_scales", view(vectors, scene.logScales)},
                                    {"rotations", view(quaternions, scene.rotations)},
                                    {"opacity_logits", view({&n, 1}, scene.opacityLogits)},
                                    {"colors", view(vectors, scene.colors)},
                                    {"sh", view(harmonics, scene.sh)},
                                    {"camera", view({&cameraSize, 1}, camera)},
                                    {"background", view({&colorSize, 1}, background)}};
  RLX_ASSIGN_OR_RETURN(std::unique_ptr<Session> session, Session::fromSource(kModel));
  auto start = std::chrono::steady_clock::now();
  RLX_RETURN_IF_ERROR(session->executable().run(inputs));
  std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
  std::printf("%lld Gaussians in %.1f ms; compiled in %.0f ms\n", static_cast<long long>(n),
              time.count(), session->compileMilliseconds());
  return splat::writePng(path, kWidth, kHeight, toBytes(session->executable().output(0)));
}

} // namespace

int main(int argc, char **argv) {
  bool help = argc == 2 && std::string(argv[1]) == "--help";
  char *end = nullptr;
  int64_t count = argc == 3 ? std::strtoll(argv[2], &end, 10) : 3000;
  if (help || (argc != 2 && argc != 3) || (end && *end) || count < 1) {
    std::fprintf(help ? stdout : stderr, "usage: splat OUT.png [COUNT]\n");
    return help ? 0 : 2;
  }
  rt::Status status = run(argv[1], count);
  if (!status.ok())
    std::fprintf(stderr, "splat: error: %s\n", std::string(status.message()).c_str());
  return status.ok() ? 0 : 1;
}
