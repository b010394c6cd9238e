"""Triggers of Urho3D animations: events that the game receives at a time. The side file `X.xml` of `X.ani` contains them.

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
    """An event of an animation."""

    time: float
    """Seconds from its start."""
    text: str
    """Value of the event, as in the side file; empty for values without a text, which are kept unchanged."""
    type: str = "String"
    """Type of the value, with the engine's name."""


def read(data: bytes, *, length: Optional[float] = None, name: str = "side.xml") -> list[Trigger]:
    """Reads the triggers of a side file.

    Args:
        data: The side file.
        length: Length of the animation in seconds, for triggers with a normalised time.
        name: Name of the file: JSON if it ends in `.json`, otherwise XML.

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
        data: A side file whose other content is kept.
        length: Length of the animation in seconds.
        name: Name of the file.

    Raises:
        ConversionError: It is no side file; a time below 0; a type that has no text.
    """
    return _native.write_triggers(data, name, length, [(one.time, one.type, one.text) for one in triggers])
