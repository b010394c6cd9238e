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
    """A vertex buffer of an Urho3D model. This is a mapping of element names to arrays.

    The arrays are views of the interleaved vertices, so nothing is copied and you can't write to them. To change the model, set an element to an array
    with a row per vertex. The type is kept if it can store the numbers. If the buffer doesn't have the element, it is added. Arrays that you got before
    this keep the old values.

    >>> import engine_assets as ea
    >>> model = ea.open("Character.mdl")
    >>> vertices = model.vertex_buffers[0]
    >>> vertices["position"] = vertices["position"] * 2
    >>> model.compute_bounds()
    """

    __eq__ = object.__eq__
    __hash__ = object.__hash__  # pyright: ignore[reportAssignmentType]
