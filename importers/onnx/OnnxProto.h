// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Includes the protobuf classes of ONNX with the settings of Debian's library.
//
// All files of the importer include it instead of onnx_pb.h. It silences warnings of the generated
// code.
#ifndef RLX_IMPORTERS_ONNX_ONNXPROTO_H
#define RLX_IMPORTERS_ONNX_ONNXPROTO_H

#ifdef __clang__
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wdeprecated-pragma"
#pragma clang diagnostic ignored "-Wunused-parameter"
#endif
#include "onnx/onnx_pb.h"
#ifdef __clang__
#pragma clang diagnostic pop
#endif

#endif // RLX_IMPORTERS_ONNX_ONNXPROTO_H
