// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makers of random scenes of Gaussians, and of their gradients; see GraphBuilder.h.
#include "unittests/property/MakerHelpers.h"

using namespace mlir;

namespace rlx::property {
namespace {

struct Scene {
  SmallVector<Value> operands; // including the camera
  Value background;
  int64_t width, height;
  std::string image, blending, training; // attributes
};

constexpr StringLiteral kBounds = ", radius_scale = 1.6", kCapacity = ", max_list_entries = 64";

// A few Gaussians in front of a camera.
Scene randomScene(GraphBuilder &g) {
  Type type = g.random.chance(70) ? Type(g.builder.getF32Type()) : Type(g.builder.getF64Type());
  Size n = g.random.chance(50) ? g.fixed(g.random.between(0, 5)) : g.freshSize();
  Size three = g.fixed(3), harmonics = g.fixed(g.random.pick({0, 1, 4, 9}));
  Scene scene;
  scene.width = g.random.between(5, 14), scene.height = g.random.between(5, 14);
  auto add = [&](Sizes sizes, double low, double high) {
    scene.operands.push_back(g.source(type, sizes, low, high));
  };
  add({n, three}, -1, 1);
  add({n, three}, -1.5, -0.5);
  add({n, g.fixed(4)}, 0.2, 1);
  add({n}, -1, 2);
  add({n, three}, 0, 1);
  add({n, harmonics, three}, -0.2, 0.2);
  ref::Tensor camera({12}, type);
  constexpr double kCamera[] = {0, 0.2, -4, 0, 0.1, 0, 0, 1, 0, 50, 0.1, 100};
  for (auto [i, value] : llvm::enumerate(kCamera))
    camera.set(i, value);
  camera.set(0, g.random.uniform(-0.5, 0.5));
  camera.roundToElementType();
  scene.operands.push_back(g.constant(camera));
  scene.background = g.source(type, {three}, 0.1, 1);
  scene.image = llvm::formatv("width = {0}, height = {1}, tile_size = {2}, alpha_cutoff = 0.004",
                              scene.width, scene.height, g.random.pick({4, 8, 16}));
  scene.blending = llvm::formatv(", max_splat_steps = {0}, transmittance_threshold = 0.01",
                                 g.random.pick({2, 32}));
  scene.training = llvm::formatv(", sh_band = {0}, max_anisotropy = 10.0", g.random.between(0, 3));
  return scene;
}

Value imageGradient(GraphBuilder &g, const Scene &scene) {
  return g.source(g.elementType(scene.background),
                  {g.fixed(scene.height), g.fixed(scene.width), g.fixed(4)}, -0.5, 0.5);
}

bool makeRender(GraphBuilder &g) {
  Scene scene = randomScene(g);
  std::string attributes = scene.image + kBounds.str() + scene.blending + kCapacity.str();
  scene.operands.push_back(scene.background);
  if (g.random.chance(50))
    return g.addByName("rlx.gaussian_splat_render", scene.operands, attributes);
  scene.operands.push_back(imageGradient(g, scene));
  return g.addByName("rlx.gaussian_splat_render_backward", scene.operands,
                     attributes + ", loss_grad_clip = 0.4" + scene.training);
}

// The two stages of a rendering.
bool makeSteps(GraphBuilder &g) {
  Scene scene = randomScene(g);
  if (!g.addByName("rlx.gaussian_splat_prepare", scene.operands,
                   scene.image + kBounds.str() + kCapacity.str()))
    return false;
  SmallVector<Value> prepared(g.results());
  if (g.random.chance(30)) {
    scene.operands.push_back(g.like(g.elementType(prepared[0]), g.sizes(prepared[0])));
    return g.addByName("rlx.gaussian_splat_prepare_backward", scene.operands,
                       scene.image + kBounds.str() + scene.training);
  }
  prepared.push_back(scene.background);
  if (g.random.chance(50))
    return g.addByName("rlx.gaussian_splat_rasterize", prepared, scene.image + scene.blending);
  prepared.push_back(imageGradient(g, scene));
  return g.addByName("rlx.gaussian_splat_rasterize_backward", prepared,
                     scene.image + scene.blending);
}

} // namespace

std::vector<Maker> splatMakers() {
  return {{1, makeRender}, {2, makeSteps}};
}

} // namespace rlx::property
