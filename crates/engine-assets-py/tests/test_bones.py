"""Shapes of bones."""

from __future__ import annotations

import pathlib

import pytest

import engine_assets as ea


def test_shapes_of_one_bone_change_alone(samples: pathlib.Path) -> None:
    model = ea.open(samples / "Character.mdl")
    before = model.summary()["bones"]
    made = ea.open(model.with_bone_shapes({1: (0.5, ((-1, -2, -3), (1, 2, 3)))}), name="Character.mdl")
    after = made.summary()["bones"]
    assert (after[1]["collision_mask"], after[1]["radius"], after[1]["box"]) == (3, 0.5, [[-1, -2, -3], [1, 2, 3]])
    assert [one for at, one in enumerate(after) if at != 1] == [one for at, one in enumerate(before) if at != 1]
    assert model.with_bone_shapes({}) == model.data
    assert "box" not in ea.open(model.with_bone_shapes({1: (None, None)}), name="a.mdl").summary()["bones"][1]


def test_shapes_of_missing_bones_are_refused(samples: pathlib.Path) -> None:
    with pytest.raises(IndexError, match="expected a bone below"):
        ea.open(samples / "Character.mdl").with_bone_shapes({99: (None, None)})
    with pytest.raises(AttributeError, match="expected Urho3D model"):
        ea.open(samples / "Crate.pmdl_b").with_bone_shapes({})
