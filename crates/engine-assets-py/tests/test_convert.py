"""Conversions do what the command does."""

from __future__ import annotations

import pathlib

import pytest

import engine_assets as ea


def test_to_gltf_and_back(samples: pathlib.Path) -> None:
    made = ea.convert([samples / "Character.mdl", samples / "Character_Wave.ani"], samples / "out" / "Character.glb")
    assert (samples / "out" / "Character.glb").read_bytes() == made.data and not made.restored
    back = ea.convert(samples / "out" / "Character.glb", samples / "out" / "Character.mdl")
    assert back.restored and back.data == (samples / "Character.mdl").read_bytes()
    names = [file.name for file in back.files]
    assert names[-1] == "Character.mdl" and {"Character.xml", "Character_Wave.ani"} <= set(names)
    assert (samples / "out" / "Character_Wave.ani").read_bytes() == (samples / "Character_Wave.ani").read_bytes()


def test_nothing_is_written_without_an_output(samples: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(samples)
    before = sorted(samples.iterdir())
    made = ea.convert(ea.open("Character.mdl"), to="umd3", sidecar=False)
    assert ea.open(made.data).variant == "UMD3" and made.files[-1].name == "Character.mdl"
    made = ea.convert((samples / "Room.udm_b").read_bytes(), to="udm-text")
    assert made.data.startswith(b'$string assetType "ROOM"') and made.files[-1].name == "output"
    ea.convert("Character.mdl", "Character.glb", write=False)
    assert sorted(samples.iterdir()) == before


def test_files_stay_unless_forced(samples: pathlib.Path) -> None:
    ea.convert(samples / "Character.mdl", samples / "Character.glb")
    with pytest.raises(FileExistsError):
        ea.convert(samples / "Character.mdl", samples / "Character.glb")
    ea.convert(samples / "Character.mdl", samples / "Character.glb", force=True)


def test_losses_need_consent(samples: pathlib.Path) -> None:
    with pytest.raises(ea.LossesError) as caught:
        ea.convert(samples / "Character.mdl", to="zed")
    assert caught.value.findings and all(finding.is_loss for finding in caught.value.findings)
    made = ea.convert(samples / "Character.mdl", to="zed", lossy=True)
    assert ea.open(made.data).format == "zed-model"
    assert [one for one in made.findings if one.is_loss] == caught.value.findings


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"to": "nothing"}, "expected one of glb, "),
        ({"to": "glb", "up": "x"}, "expected y or z"),
        ({"to": "glb", "up": "z"}, "has no effect"),
        ({"to": "glb", "scale": 0.0}, "a scale above 0"),
        ({"to": "umd2", "max_bones": 0}, "1 to 256"),
        ({"to": "umd2", "repair": ["nothing"]}, "expected one of"),
        ({"to": "udm-text"}, "as the goal for Urho3D model"),
        ({}, "found neither"),
    ],
)
def test_options_are_obeyed_or_refused(samples: pathlib.Path, options: dict[str, object], message: str) -> None:
    with pytest.raises(ea.ConversionError, match=message):
        ea.convert(samples / "Character.mdl", **options)  # type: ignore[arg-type]


def test_options_have_their_effect(samples: pathlib.Path) -> None:
    model = samples / "Character.mdl"
    plain = ea.open(ea.convert(model, to="glb").data).scene()
    scaled = ea.open(ea.convert(model, to="glb", scale=2.0).data).scene()
    (least, _), (twice, _) = plain.rest_pose().bounds or ((), ()), scaled.rest_pose().bounds or ((), ())
    assert [2 * value for value in least] == pytest.approx(list(twice), rel=1e-5)
    assert len(ea.open(ea.convert(model, to="glb", lod=0).data).scene().meshes) == 1
    assert len(plain.meshes) == 2
    both = ea.convert([model, samples / "Character_Wave.ani"], to="glb", animations=["nothing*"])
    assert ea.open(both.data).scene().animations == []


def test_names_and_formats_are_listed() -> None:
    goals, repairs = dict(ea.goals()), dict(ea.repairs())
    assert "glb" in goals and "umd2" in goals and all(goals.values())
    assert repairs and all(repairs.values())
