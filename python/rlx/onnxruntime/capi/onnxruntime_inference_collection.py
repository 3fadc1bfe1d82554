# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The module in which ONNX Runtime defines its sessions and values."""
from .._binding import IOBinding
from .._session import InferenceSession
from .._session import InferenceSession as Session
from .._values import OrtDevice, OrtValue
