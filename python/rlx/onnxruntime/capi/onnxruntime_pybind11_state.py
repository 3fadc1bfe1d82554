# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The exceptions, and the classes that packages import from here."""
from .._binding import IOBinding as SessionIOBinding
from .._engines import NodeArg
from .._errors import (DeviceReset, EngineError, EPFail, Fail, InvalidArgument, InvalidGraph, InvalidProtobuf,
                       ModelLoadCanceled, ModelLoaded, ModelRequiresCompilation, NoModel, NoSuchFile, NotFound,
                       NotImplemented, RuntimeException)
from .._options import ExecutionMode, ExecutionOrder, GraphOptimizationLevel, RunOptions, SessionOptions
from .._proto import ModelMetadata
from .._session import get_available_providers
from .._values import OrtDevice, OrtValue
