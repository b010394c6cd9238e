"""Conversions equal the command's."""

from __future__ import annotations

import pathlib
from typing import Literal

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


def test_compressed_gltf_is_smaller(samples: pathlib.Path) -> None:
    kinds: list[list[Literal["meshopt", "quantize"]]] = [[], ["meshopt"], ["meshopt", "quantize"]]
    sizes = [len(ea.convert(samples / "Character.mdl", to="glb", compress=one).data) for one in kinds]
    assert sizes[2] < sizes[1] < sizes[0]
    made = ea.convert(samples / "Character.mdl", to="glb", compress=["quantize"])
    assert b"KHR_mesh_quantization" in made.data and any("largest errors" in finding.message for finding in made.findings)
    with pytest.raises(ea.ConversionError):
        ea.convert(samples / "Character.mdl", to="glb", compress=["zip"])  # type: ignore[list-item]


def test_textures_get_formats_and_sizes(samples: pathlib.Path) -> None:
    made = ea.convert(samples / "Character.mdl", to="glb", texture_files="webp", power_of_two=True)
    assert b"EXT_texture_webp" in made.data and any(finding.kind.endswith("textures-rewritten") for finding in made.findings)
    picture = samples / "Textures" / "Character.tga"
    dds = ea.convert(picture, to="dds", texture_use="data", max_size=4).data
    assert dds[:4] == b"DDS " and max(dds[12], dds[16]) <= 4
    for wrong in ({"texture_files": "bmp"}, {"texture_use": "sound"}, {"max_size": 0}):
        with pytest.raises(ea.ConversionError):
            ea.convert(samples / "Character.mdl", to="glb", **wrong)


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
        ({"to": "glb", "up": "z"}, ": up has no effect from Urho3D model to glb; these have: repair, "),
        ({"to": "umd2", "originals": False}, ": originals has no effect"),
        ({"to": "umd2", "texture_files": "png"}, ": texture_files has no effect"),
        ({"to": "glb", "scale": 0.0}, "a scale above 0"),
        ({"to": "umd2", "max_bones": 0}, "1 to 256"),
        ({"to": "umd2", "repair": ["nothing"]}, "expected one of"),
        ({"to": "udm-text"}, "as the output format for Urho3D model"),
        ({}, "found neither"),
    ],
)
def test_options_are_obeyed_or_refused(samples: pathlib.Path, options: dict[str, object], message: str) -> None:
    with pytest.raises(ea.ConversionError, match=message):
        ea.convert(samples / "Character.mdl", **options)  # type: ignore[arg-type]


def test_options_have_their_effect(samples: pathlib.Path) -> None:
    model = samples / "Character.mdl"
    plain = ea.open(ea.convert(model, to="glb").data).scene(lods=True)
    scaled = ea.open(ea.convert(model, to="glb", scale=2.0).data).scene(lods=True)
    (least, _), (twice, _) = plain.rest_pose().bounds or ((), ()), scaled.rest_pose().bounds or ((), ())
    assert [2 * value for value in least] == pytest.approx(list(twice), rel=1e-5)
    assert len(ea.open(ea.convert(model, to="glb", lod=0).data).scene().meshes) == 1
    assert len(plain.meshes) == 2
    both = ea.convert([model, samples / "Character_Wave.ani"], to="glb", animations=["*Wave"])
    assert len(ea.open(both.data).scene().animations) == 1
    with pytest.raises(ea.ConversionError, match="no animation that fits the model matches"):
        ea.convert([model, samples / "Character_Wave.ani"], to="glb", animations=["nothing*"])


def test_names_and_formats_are_listed() -> None:
    output_formats, repairs = dict(ea.output_formats()), dict(ea.repairs())
    assert "glb" in output_formats and "umd2" in output_formats and all(output_formats.values())
    assert repairs and all(repairs.values())


def test_edits_go_into_the_original(samples: pathlib.Path) -> None:
    model, wave = samples / "Original.mdl", samples / "Original_Wave.ani"
    model.write_bytes(ea.convert(samples / "Character.mdl", to="umd3").data)
    wave.write_bytes((samples / "Character_Wave.ani").read_bytes())
    side = ea.triggers.write([ea.triggers.Trigger(0.5, "step")], length=1.0)
    wave.with_suffix(".xml").write_bytes(side)
    glb = ea.convert([model, wave], to="glb", sidecar=False).data
    made = ea.convert(glb, samples / "out" / "Models" / "Original.mdl", into=model, materials=False)
    assert made.folder == samples / "out" and made.files[-1].name == "Models/Original.mdl"
    written = ea.open(samples / "out" / "Models" / "Original.mdl")
    # Data that no scene can store is taken from the original and from its animation.
    assert written.variant == "UMD3" and written.summary()["bones"] == ea.open(model).summary()["bones"]
    assert (samples / "out" / "Models" / "Original_Wave.xml").read_bytes() == side
    alone = ea.convert(glb, to="mdl", lossy=True, materials=False)
    assert "Original_Wave.xml" not in [file.name for file in alone.files]
    both = ea.convert(glb, to="mdl", into=[ea.open(model), ea.open(wave)], materials=False)
    assert both.data == made.data
    with pytest.raises(ea.ConversionError, match="bind-pose-of can.t be used with the option into"):
        ea.convert(glb, to="mdl", into=model, bind_pose_of=model)
    with pytest.raises(ea.ConversionError, match="expected a model, a scene, a prefab or a map"):
        ea.convert(glb, to="mdl", into=samples / "Letters.zed")
    with pytest.raises(ea.ConversionError, match="expected an original of the format of mdl, found ZED model"):
        ea.convert(glb, to="mdl", into=samples / "Tile.zed")
    with pytest.raises(ea.ConversionError, match="front or back"):
        ea.convert(glb, to="mdl", facing="left")  # type: ignore[arg-type]


def test_materials_go_where_the_engine_looks(samples: pathlib.Path) -> None:
    glb = ea.convert(samples / "Character.mdl", to="glb").data
    root = samples / "Game" / "Data"
    made = ea.convert(glb, root / "Models" / "Fox.mdl", lossy=True)
    assert made.folder == root and (root / "Models" / "Fox.mdl").is_file()
    assert {file.name.split("/")[0] for file in made.files} <= {"Models", "Materials", "Textures"}
    named = ea.convert(glb, samples / "Game" / "Fox.mdl", resource_dir=samples / "Game", lossy=True, write=False)
    assert named.folder == samples / "Game" and named.files[-1].name == "Fox.mdl"
    with pytest.raises(ea.ConversionError, match="below"):
        ea.convert(glb, samples / "elsewhere" / "Fox.mdl", resource_dir=root)


def test_files_are_written_later_and_say_what_they_replace(samples: pathlib.Path) -> None:
    made = ea.convert(samples / "Character.mdl", samples / "a" / "Character.glb", write=False)
    assert not made.folder.exists() and made.replaced() == []
    made.write()
    assert (samples / "a" / "Character.glb").read_bytes() == made.data and made.replaced() == []
    (samples / "a" / "Character.glb").write_bytes(b"other")
    assert made.replaced() == ["Character.glb"]
    with pytest.raises(FileExistsError):
        made.write()
    made.write(force=True)
    assert (samples / "a" / "Character.glb").read_bytes() == made.data


def test_entries_bring_their_side_files(samples: pathlib.Path) -> None:
    names = {f"Models/{name}": samples / name for name in ("Character.mdl", "Character_Wave.ani")}
    side = ea.triggers.write([ea.triggers.Trigger(0.5, "step")], length=1.0)
    ea.Package.pack(samples / "Game.pak", {**names, "Models/Character_Wave.xml": side})
    with ea.Package(samples / "Game.pak") as package:
        glb = ea.convert([package["Models/Character.mdl"].open(), package["Models/Character_Wave.ani"].open()], to="glb")
    back = ea.convert(glb.data, to="mdl", materials=False)
    assert next(file.data for file in back.files if file.name.endswith("Wave.xml")) == side


def test_animations_and_projects_are_found(samples: pathlib.Path) -> None:
    (samples / "Other_Run.ani").write_bytes((samples / "Character_Wave.ani").read_bytes())
    found = [(pathlib.Path(path).name, own) for path, own in ea.animations_beside(samples / "Character.mdl")]
    assert found == [("Character_Wave.ani", True), ("Other_Run.ani", False)]
    assert ea.matches_model_name("mutant_walk", "Mutant") and not ea.matches_model_name("Mutants", "Mutant")
    data = samples / "Game" / "Data"
    (data / "Materials").mkdir(parents=True)
    (data / "Models").mkdir()
    assert [pathlib.Path(root).name for root in ea.resources_around(data / "Models" / "Fox.mdl")] == ["Data"]
    alone = samples.parent / "alone"
    alone.mkdir()
    assert ea.resources_around(alone / "Character.mdl") == []


def test_files_that_a_scene_names_are_copied(tmp_path: pathlib.Path) -> None:
    source, target = tmp_path / "source" / "Data", tmp_path / "target" / "Data"
    (source / "Scenes").mkdir(parents=True)
    (source / "Fonts").mkdir()
    (source / "Fonts" / "Sign.ttf").write_bytes(b"a font")
    scene = source / "Scenes" / "Sign.xml"
    scene.write_text(
        '<scene id="1"><component type="Octree" id="1"/><node id="2"><component type="Text3D" id="4">'
        '<attribute name="Font" value="Font;Fonts/Sign.ttf"/></component></node></scene>'
    )
    ea.convert(scene, tmp_path / "sign.glb")
    target.mkdir(parents=True)
    missing = "engine-assets/resource-missing"
    told = ea.convert(tmp_path / "sign.glb", target / "Scenes" / "Sign.xml", write=False)
    assert [finding.kind for finding in told.findings].count(missing) == 1
    made = ea.convert(tmp_path / "sign.glb", target / "Scenes" / "Sign.xml", copy_resources=True, resources=[source])
    assert missing not in [finding.kind for finding in made.findings]
    assert (target / "Fonts" / "Sign.ttf").read_bytes() == b"a font"
    # Whole folders too.
    every = tmp_path / "every"
    report = ea.convert_folder(tmp_path / "sign.glb", every / "Scenes", to="scene-xml", copy_resources=True, resources=[source], resource_dir=every)
    assert report.failures == [] and (every / "Fonts" / "Sign.ttf").read_bytes() == b"a font"
