# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Weights of a compiled graph.

Dynamo gives the tensors of modules with every call. RLX packs weights once, so a graph keeps a model
for each set of weights that it has been called with: layers of equal structure share one graph. Weights
that changed in place are set again.
"""
import operator
import threading
import weakref
from typing import Any, Dict, List, Optional, Sequence, Tuple

import torch  # type: ignore[import-not-found,unused-ignore]

from .._model import Model

_version = operator.attrgetter("_version")
_address = torch.Tensor.data_ptr


def _versions(tensors: Sequence[torch.Tensor]) -> List[int]:
    """Counts of changes in place. PyTorch does not count those of tensors made in inference mode."""
    try:
        return [*map(_version, tensors)]
    except RuntimeError:
        return [0 if tensor.is_inference() else tensor._version for tensor in tensors]


def as_array(tensor: torch.Tensor) -> Any:
    """The tensor for RLX; without a copy, if it is contiguous."""
    if tensor.requires_grad:
        tensor = tensor.detach()
    if tensor.dtype in _NOT_OF_NUMPY:
        return tensor.contiguous()  # goes through DLPack
    return tensor.resolve_conj().resolve_neg().numpy()


_NOT_OF_NUMPY = {torch.bfloat16}


class _Bound:
    """A model with one set of weights."""

    def __init__(self, model: Model):
        self.model = model
        self.addresses: List[int] = []
        self.versions: List[int] = []
        self.references: List[Any] = []

    def holds(self, tensors: Sequence[torch.Tensor]) -> bool:
        return self.versions == _versions(tensors) and self.addresses == [*map(_address, tensors)]

    def set(self, names: Sequence[str], tensors: Sequence[torch.Tensor]) -> None:
        """Sets the weights, but not those that are set already."""
        versions, addresses = _versions(tensors), [*map(_address, tensors)]
        used = {info.name for info in self.model.params}
        for i, (name, tensor) in enumerate(zip(names, tensors)):
            same = self.versions and self.versions[i] == versions[i] and self.addresses[i] == addresses[i]
            if name in used and not same:
                self.model.adopt_params({name: as_array(tensor)})
        self.versions, self.addresses = versions, addresses


class Params:
    """The models of a graph by the weights that they have."""

    def __init__(self, model: Model, names: Sequence[str]):
        self._empty = model  # without weights
        self._names = names
        self._sets: Dict[Tuple[int, ...], _Bound] = {}  # by the identities of the weights
        self._last: Dict[str, Tuple[List[int], _Bound]] = {}  # of the last call
        self._lock = threading.Lock()

    def model_for(self, tensors: Sequence[torch.Tensor]) -> Model:
        """The model with these weights."""
        ids = [*map(id, tensors)]
        last = self._last.get("last")
        if last is not None and last[0] == ids and last[1].holds(tensors):
            return last[1].model
        with self._lock:
            bound = self._sets.get(tuple(ids))
            if bound is None or not bound.holds(tensors):
                bound = self._set(tuple(ids), bound, tensors)
            self._last["last"] = (ids, bound)
        return bound.model

    def _set(self, ids: Tuple[int, ...], old: Optional[_Bound], tensors: Sequence[torch.Tensor]) -> _Bound:
        # Calls on other threads may still use the old model, so it keeps its weights.
        bound = _Bound((old.model if old is not None else self._empty).clone())
        if old is not None:
            bound.versions, bound.addresses = old.versions, old.addresses
        bound.set(self._names, tensors)
        sets, last = self._sets, self._last  # not self, which the callback would keep alive

        def forget(_: Any) -> None:
            sets.pop(ids, None)
            last.clear()

        bound.references = [weakref.ref(tensor, forget) for tensor in tensors]
        sets[ids] = bound
        return bound
