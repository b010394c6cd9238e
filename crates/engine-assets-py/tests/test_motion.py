"""Animations are changed by the options that the command has."""

from __future__ import annotations

import pathlib
import re
from typing import Any

import pytest

import engine_assets as ea
from engine_assets._options import MOTION

numpy = pytest.importorskip("numpy")

ARGUMENTS = pathlib.Path(__file__).resolve().parents[2] / "engine-assets-cli" / "src" / "convert" / "motion.rs"


def clips(samples: pathlib.Path, **options: Any) -> dict[str, float]:
    made = ea.convert(samples / "Character.mdl", to="glb", lossy=True, **options)
    return dict(ea.open(made.data, name="Character.glb").scene().animations)


def test_options_are_those_of_the_command() -> None:
    text = ARGUMENTS.read_text(encoding="utf-8").split("pub(super) struct MotionOptions")[1].split("\n}")[0]
    names = re.findall(r"^    (\w+): ", text, re.MULTILINE)
    assert {name.replace("close_loop", "loop") for name in names} == set(MOTION)


def test_animations_are_included_unless_a_list_says_otherwise(samples: pathlib.Path) -> None:
    model = samples / "Character.mdl"
    ea.Package.pack(samples / "game.pak", {f"Models/{path.name}": path for path in (model, samples / "Character_Wave.ani")})
    sources: list[ea.Source] = [model, ea.open(model), f"{samples / 'game.pak'}:Models/Character.mdl"]
    for source in sources:
        for inputs, expected in ((source, ["Character_Wave"]), ([source], [])):
            made = ea.open(ea.convert(inputs, to="glb").data, name="a.glb").scene()
            assert [name for name, _ in made.animations] == expected


def test_clips_speed_and_directions(samples: pathlib.Path) -> None:
    assert clips(samples) == {"Character_Wave": 2.0}
    cut = {"Up": pytest.approx(0.75), "Down": pytest.approx(1.0)}
    assert clips(samples, clip={"Up": (0, 0.75), "Down": (1, 2)}) == clips(samples, clip=["Up=0..0.75", "Down=1..2"]) == cut
    assert clips(samples, clip="Up=0..0.75") == {"Up": pytest.approx(0.75)}
    assert clips(samples, speed=2) == {"Character_Wave": pytest.approx(1.0)}
    assert clips(samples, merge="All") == {"All": pytest.approx(2.0)}
    plain = ea.convert(samples / "Character.mdl", to="glb").data
    for options in ({"reverse": True}, {"mirror": True}, {"fps": 10.0}, {"rename_bones": {"Hips": "Pelvis"}}):
        assert ea.convert(samples / "Character.mdl", to="glb", lossy=True, **options).data != plain
    renamed = ea.convert(samples / "Character.mdl", to="glb", lossy=True, rename_bones={"Hips": "Pelvis"}).data
    assert ea.open(renamed, name="a.glb").scene().node("Pelvis")
    twice = ea.convert(samples / "Character.mdl", to="glb", lossy=True, onto=samples / "Character.mdl").data
    assert [name for name, _ in ea.open(twice, name="a.glb").scene().animations] == ["Character_Wave"]
    report = ea.convert_folder(samples / "Character.mdl", samples / "out", to="glb", speed=2.0, lossy=True)
    assert dict(ea.open(report.files[-1].path).scene().animations) == {"Character_Wave": pytest.approx(1.0)}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"clip": {"Up": (1, 0)}}, "the end after the beginning"),
        ({"clip": "Up"}, "expected a name and two times in seconds such as Walk=0..1.2, found Up"),
        ({"clip": {"Up": (1,)}}, "expected two times in seconds, found 1"),
        ({"speed": 0.0}, "expected speed above 0, found 0"),
        ({"fps": -1.0}, "expected fps above 0, found -1"),
        ({"loop": 0}, "expected a loop of one frame or more, found 0"),
        ({"in_place": True, "root_motion": "Hips"}, "expected in_place or root_motion, found both"),
        ({"bone_map": {"a": "b"}}, "bone_map needs onto"),
    ],
)
def test_wrong_options_are_refused(samples: pathlib.Path, options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        clips(samples, **options)


def test_animations_are_left_out(samples: pathlib.Path, tmp_path: pathlib.Path) -> None:
    path = tmp_path / "Character.glb"
    path.write_bytes(ea.convert([samples / "Character.mdl", samples / "Character_Wave.ani"], to="glb").data)

    def names(**options: Any) -> list[str]:
        made = ea.convert(path, to="umd2", **options)
        return [file.name for file in made.files if file.name.endswith(".ani")]

    assert names() and names(no_animations=True) == []
