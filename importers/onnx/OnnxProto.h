// The protobuf classes of ONNX with the settings Debian's library was built with.
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
