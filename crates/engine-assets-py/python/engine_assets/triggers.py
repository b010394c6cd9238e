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
    """Time in seconds from the start of the animation."""
    text: str
    """Value of the event, as in the side file. If the value has no text, this is empty, and the value is kept unchanged."""
    type: str = "String"
    """Type of the value, with the name that the engine uses."""


def read(data: bytes, *, length: Optional[float] = None, name: str = "side.xml") -> list[Trigger]:
    """Reads the triggers in a side file.

    Args:
        data: The side file.
        length: Length of the animation in seconds. It is needed if the time of a trigger is normalised.
        name: Name of the file. If it ends in `.json`, the file is read as JSON, otherwise as XML.

    Raises:
        ConversionError: This isn't a side file.
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
        data: A side file. Its other content is kept.
        length: Length of the animation in seconds.
        name: Name of the file.

    Raises:
        ConversionError: `data` isn't a side file, a time is less than 0, or a type has no text.
    """
    return _native.write_triggers(data, name, length, [(one.time, one.type, one.text) for one in triggers])
