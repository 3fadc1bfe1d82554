// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Compiles a model and runs it: compile [MODEL.onnx]. Without a model it compiles the dense layer
// below.
//
// It needs the compiler library. For packages, which run without it, see run_package.cpp.
#include <cstdio>
#include <string>

#include <rlx/rlx_compiler.hpp>

static constexpr const char *kDense = R"(
func.func @main(%x: tensor<?x3xf32> {rlx.kind = "input", rlx.name = "x", rlx.dims = ["batch", ""]},
                %w: tensor<3x2xf32> {rlx.kind = "param", rlx.name = "w"})
    -> (tensor<?x2xf32> {rlx.name = "y"}) {
  %0 = rlx.matmul %x, %w : (tensor<?x3xf32>, tensor<3x2xf32>) -> tensor<?x2xf32>
  return %0 : tensor<?x2xf32>
}
)";

static int fail(const char *what, const rlx::Status &status) {
  std::fprintf(stderr, "compile: %s: %s\n", what, status.message());
  return 1;
}

static void print(const char *title, const std::vector<rlx::TensorInfo> &tensors) {
  for (const rlx::TensorInfo &tensor : tensors) {
    std::printf("%s %s: %s", title, tensor.name.c_str(), rlx_dtype_name(tensor.dtype));
    for (size_t d = 0; d < tensor.shape.size(); ++d)
      std::printf(" %s", tensor.shape[d] < 0 ? tensor.symbols[d].c_str()
                                             : std::to_string(tensor.shape[d]).c_str());
    std::printf("\n");
  }
}

// One compilation serves all batch sizes. With weights 1 and inputs 1, every output is 3.
static int runDense(rlx::Executable &model) {
  rlx::StatusOr<rlx::Tensor> weights = rlx::Tensor::create(RLX_F32, {3, 2});
  if (!weights.ok())
    return fail("making weights", weights.status());
  for (size_t i = 0; i < weights->elementCount(); ++i)
    weights->data<float>()[i] = 1;
  if (rlx::Status set = model.setParam("w", *weights); !set.ok())
    return fail("setting weights", set);
  for (int64_t batch : {1, 5}) {
    rlx::StatusOr<rlx::Tensor> x = rlx::Tensor::create(RLX_F32, {batch, 3});
    if (!x.ok())
      return fail("making an input", x.status());
    for (size_t i = 0; i < x->elementCount(); ++i)
      x->data<float>()[i] = 1;
    if (rlx::Status ran = model.run({{"x", *x}}); !ran.ok())
      return fail("running", ran);
    rlx::StatusOr<rlx::OutputView> y = model.output(0);
    if (!y.ok())
      return fail("taking the output", y.status());
    const float last = y->data<float>()[y->elementCount() - 1];
    std::printf("batch %lld: last %g\n", static_cast<long long>(batch), static_cast<double>(last));
    if (last != 3)
      return 1;
  }
  return 0;
}

int main(int argc, char **argv) {
  rlx::StatusOr<rlx::CompilerOptions> options = rlx::CompilerOptions::create();
  if (!options.ok())
    return fail("making options", options.status());
  if (rlx::Status set = options->setThreads(1); !set.ok())
    return fail("setting threads", set);
  rlx::StatusOr<rlx::Executable> model =
      argc > 1 ? rlx::compileFile(argv[1], *options) : rlx::compileSource(kDense, *options);
  if (!model.ok())
    return fail("compiling", model.status());
  std::printf("%s on %s\n", model->name().c_str(), model->device().c_str());
  print("input", model->inputs());
  print("output", model->outputs());
  return argc > 1 ? 0 : runDense(*model);
}
