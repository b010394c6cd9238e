"""Triggers of animations of Urho3D: moments at which the game is told something. They stand in the side file `X.xml` of `X.ani`.

>>> from engine_assets import triggers
>>> made = triggers.write([triggers.Trigger(0.25, "step")], length=1.0)
>>> triggers.read(made, length=1.0)
[Trigger(time=0.25, text='step', type='String')]
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional, Sequence

from . import _native

__all__ = ["Trigger", "read", "write"]


@dataclass(frozen=True)
class Trigger:
    """A moment of an animation."""

    time: float
    """Seconds from its start."""
    text: str
    """What the game is told, as the side file writes it; empty for values that have no text, which stay as they are."""
    type: str = "String"
    """Type of that, as the engine calls it."""


def read(data: bytes, *, length: Optional[float] = None, name: str = "side.xml") -> list[Trigger]:
    """Reads the triggers of a side file.

    Args:
        data: The side file.
        length: Length of the animation in seconds: triggers may stand at a share of it.
        name: What the file is called: JSON if that ends in `.json`, else XML.

    Raises:
        ConversionError: It is no side file.
    """
    return [Trigger(time, text, type) for time, type, text in _native.read_triggers(data, name, length)]


def write(
    triggers: Sequence[Trigger],
    data: Optional[bytes] = None,
    *,
    length: Optional[float] = None,
    name: str = "side.xml",
) -> bytes:
    """Writes a side file with these triggers, as XML.

    Args:
        triggers: The triggers, in any order.
        data: A side file, of which everything else is kept.
        length: Length of the animation in seconds.
        name: What the file is called.

    Raises:
        ConversionError: It is no side file; a time below 0; a type that has no text.
    """
    return _native.write_triggers(data, name, length, [(one.time, one.type, one.text) for one in triggers])
