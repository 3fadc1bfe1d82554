// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// ocr MODEL.onnx KEYS.txt IMAGE.png…: reads the text of line images with a PP-OCR recognition
// model.
//
// run() has all calls of RLX. Session compiles the model once; its executable runs images of any
// width.
#include <chrono>
#include <cstdio>
#include <string>
#include <vector>

#include "examples/ocr/CtcDecoder.h"
#include "examples/ocr/Image.h"
#include "session/Session.h"

using namespace rlx;

namespace {

constexpr int kLineHeight = 48; // the height that PP-OCR's recognition models are trained with

double milliseconds(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
      .count();
}

// Before the model is compiled, so that a wrong file name is reported at once.
rt::StatusOr<std::vector<rt::Tensor>> readInputs(const std::vector<std::string> &images) {
  std::vector<rt::Tensor> inputs;
  for (const std::string &path : images) {
    RLX_ASSIGN_OR_RETURN(ocr::Image image, ocr::readPng(path));
    RLX_ASSIGN_OR_RETURN(rt::Tensor input, ocr::toModelInput(image, kLineHeight));
    inputs.push_back(std::move(input));
  }
  return std::move(inputs);
}

rt::Status run(const std::string &model, const std::string &keys,
               const std::vector<std::string> &images) {
  RLX_ASSIGN_OR_RETURN(std::vector<std::string> classes, ocr::readClasses(keys));
  RLX_ASSIGN_OR_RETURN(std::vector<rt::Tensor> inputs, readInputs(images));
  RLX_ASSIGN_OR_RETURN(std::unique_ptr<Session> session, Session::fromFile(model));
  rt::Executable &executable = session->executable();
  if (executable.program().inputs.size() != 1 || executable.program().outputs.size() != 1)
    return rt::invalidArgument("'" + model +
                               "' is no recognition model: expected one input and "
                               "one output");
  RLX_RETURN_IF_ERROR(executable.prepare());
  std::printf("device: %s; compiled in %.0f ms\n", std::string(executable.deviceName()).c_str(),
              session->compileMilliseconds());
  for (size_t i = 0; i < images.size(); ++i) {
    rt::NamedTensor named{executable.program().inputs[0].name, inputs[i].view()};
    auto start = std::chrono::steady_clock::now();
    RLX_RETURN_IF_ERROR(executable.run({&named, 1}));
    double ms = milliseconds(start);
    RLX_ASSIGN_OR_RETURN(ocr::Text text, ocr::decode(executable.output(0), classes));
    std::printf("%s: \"%s\" (confidence %.3f, width %lld, %.1f ms)\n", images[i].c_str(),
                text.text.c_str(), text.confidence, static_cast<long long>(inputs[i].shape()[3]),
                ms);
  }
  return rt::okStatus();
}

} // namespace

int main(int argc, char **argv) {
  bool help = argc == 2 && std::string(argv[1]) == "--help";
  if (argc < 4) {
    std::fprintf(help ? stdout : stderr, "usage: ocr MODEL.onnx KEYS.txt IMAGE.png...\n");
    return help ? 0 : 2;
  }
  rt::Status status = run(argv[1], argv[2], {argv + 3, argv + argc});
  if (!status.ok())
    std::fprintf(stderr, "ocr: error: %s\n", std::string(status.message()).c_str());
  return status.ok() ? 0 : 1;
}
