# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""RLX as a backend of torch.compile.

    compiled = torch.compile(model, backend="rlx")
    with torch.no_grad():
        y = compiled(x)

The name "rlx" needs no import: it is an entry point of the group `torch_dynamo_backends`. The backend
is for inference: graphs that need gradients run in eager mode.
"""
from ._backend import backend

__all__ = ["backend"]
