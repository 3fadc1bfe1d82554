// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Includes protobuf's classes of ONNX, which write the models of the tests: RLX's own reader of
// models, OnnxProto.h, shares nothing with them. It silences warnings of the generated code.
#ifndef RLX_UNITTESTS_IMPORTERS_ONNXPB_H
#define RLX_UNITTESTS_IMPORTERS_ONNXPB_H

#ifdef __clang__
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wdeprecated-pragma"
#pragma clang diagnostic ignored "-Wunused-parameter"
#endif
#include "onnx/onnx_pb.h"
#ifdef __clang__
#pragma clang diagnostic pop
#endif

#endif // RLX_UNITTESTS_IMPORTERS_ONNXPB_H
