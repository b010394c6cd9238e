"""Triggers of animations of Urho3D."""

from __future__ import annotations

import pytest

import engine_assets as ea
from engine_assets import triggers
from engine_assets.triggers import Trigger


def test_triggers_come_back_and_the_rest_stays() -> None:
    side = b'<animation><metadata name="a" type="Int" value="7"/><trigger normalizedtime="0.5" type="String" value="step"/></animation>'
    assert triggers.read(side, length=2.0) == [Trigger(1.0, "step")]
    made = triggers.write([Trigger(1.5, "b"), Trigger(0.25, "1 2", "Vector2")], side, length=2.0)
    assert triggers.read(made, length=2.0) == [Trigger(0.25, "1 2", "Vector2"), Trigger(1.5, "b")]
    assert b'name="a"' in made


def test_values_without_text_stay() -> None:
    side = b'<animation><trigger time="1" type="VariantMap"><variant hash="5" type="Int" value="3"/></trigger></animation>'
    (found,) = triggers.read(side)
    assert (found.type, found.text) == ("VariantMap", "")
    made = triggers.write([Trigger(2.0, "", "VariantMap")], side)
    assert b'hash="5"' in made or b"value=\"3\"" in made
    with pytest.raises(ea.ConversionError, match="a type that text can hold"):
        triggers.write([Trigger(2.0, "", "VariantMap")])


@pytest.mark.parametrize(
    ("trigger", "message"),
    [(Trigger(-1.0, "a"), "0 seconds or more"), (Trigger(float("nan"), "a"), "0 seconds"), (Trigger(1.0, "a", "Nothing"), "a type such as String")],
)
def test_what_no_engine_reads_is_refused(trigger: Trigger, message: str) -> None:
    with pytest.raises(ea.ConversionError, match=message):
        triggers.write([trigger])


def test_broken_side_files_are_refused() -> None:
    with pytest.raises(ea.ConversionError, match="expected a side file"):
        triggers.read(b"<animation><trigger")
    assert triggers.read(b'{"triggers": []}', name="Walk.json") == []
