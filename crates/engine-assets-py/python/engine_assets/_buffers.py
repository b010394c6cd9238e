"""Vertex buffers as mappings."""

from __future__ import annotations

from collections.abc import MutableMapping as _MutableMapping
from typing import TYPE_CHECKING

from . import _native

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ._native import _Numbers


class VertexBuffer(_native.VertexBuffer, _MutableMapping[str, "_Numbers"]):
    """A vertex buffer of a model of Urho3D: a mapping of the names of vertex elements to arrays.

    Arrays show the interleaved vertices in place: nothing is copied, and they can't be written to. Setting an element writes it into the model: an array
    with a row per vertex. Its type stays if it can hold the numbers; a name that the buffer lacks is added. Arrays that were taken before keep the old values.

    >>> import engine_assets as ea
    >>> model = ea.open("Character.mdl")
    >>> vertices = model.vertex_buffers[0]
    >>> vertices["position"] = vertices["position"] * 2
    >>> model.compute_bounds()
    """

    __eq__ = object.__eq__
    __hash__ = object.__hash__  # pyright: ignore[reportAssignmentType]
