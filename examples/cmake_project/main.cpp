// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prints RLX's version and devices, makes a tensor, and writes and reads it as .npy.
//
// It needs the runtime library alone, and shows the C++ API's error handling.
#include <cstdio>
#include <string>

#include <rlx/rlx.hpp>

static int fail(const rlx::Status &status) {
  std::fprintf(stderr, "consumer: %s\n", status.message());
  return 1;
}

int main(int argc, char **argv) {
  std::printf("RLX %s\n", rlx::version());

  rlx::StatusOr<std::vector<rlx::Device>> devices = rlx::listDevices();
  if (!devices.ok())
    return fail(devices.status());
  for (const rlx::Device &device : *devices)
    std::printf("device %s: %s\n", device.name.c_str(), device.description.c_str());

  rlx::StatusOr<rlx::Tensor> tensor = rlx::Tensor::create(RLX_F32, {2, 3});
  if (!tensor.ok())
    return fail(tensor.status());
  for (size_t i = 0; i < tensor->elementCount(); ++i)
    tensor->data<float>()[i] = 0.5f * static_cast<float>(i);

  const std::string path = argc > 1 ? argv[1] : "consumer.npy";
  if (rlx::Status saved = tensor->saveNpy(path); !saved.ok())
    return fail(saved);
  rlx::StatusOr<rlx::Tensor> back = rlx::Tensor::loadNpy(path);
  if (!back.ok())
    return fail(back.status());
  std::printf("%s: %s, %zu elements, last %g\n", path.c_str(), rlx_dtype_name(back->dtype()),
              back->elementCount(), static_cast<double>(back->data<float>()[5]));
  return back->data<float>()[5] == 2.5f ? 0 : 1;
}
