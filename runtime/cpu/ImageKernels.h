// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The kernels of RLX that decode pictures. They are called as user kernels.
//
// A program calls a kernel by its name:
//
//   rlx.image_size(bytes)                    height and width of a picture
//   rlx.image_decode(bytes, rows, columns)   config "RGB", "BGR" or "Grayscale": the picture as
//                                            [height, width, channels]; `rows` and `columns` have
//                                            one element for each row and column
//
// Bytes are untrusted: a run fails if they are damaged. librlx_image decodes.
#ifndef RLX_RUNTIME_CPU_IMAGEKERNELS_H
#define RLX_RUNTIME_CPU_IMAGEKERNELS_H

#include "runtime/base/StatusOr.h"
#include "runtime/program/model/Program.h"
#include "runtime/program/model/UserKernel.h"

namespace rlx::rt {

// Makes the kernel `spec.name`. InvalidArgument for operands or a config that it cannot have.
// Unsupported for an unknown one, and without librlx_image.
StatusOr<UserKernel> makeImageKernel(const UserKernelSpec &spec);

} // namespace rlx::rt

#endif // RLX_RUNTIME_CPU_IMAGEKERNELS_H
