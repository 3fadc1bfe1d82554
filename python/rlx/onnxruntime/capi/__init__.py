# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""ONNX Runtime's folder of inner modules, as far as packages import them."""
from . import _pybind_state, onnxruntime_inference_collection, onnxruntime_pybind11_state
