"""Models from arrays, textures, packages, trimesh, pickles, sources."""

from __future__ import annotations

import copy
import io
import mmap
import pathlib
import pickle

import pytest

import engine_assets as ea
from engine_assets import udm

numpy = pytest.importorskip("numpy")

CORNERS = numpy.array([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]], "float32")
FACES = numpy.array([[0, 1, 2], [0, 2, 3]])
UVS = numpy.array([[0, 1], [1, 1], [1, 0], [0, 0]], "float32")
BONES = [ea.Bone("root"), ea.Bone("tip", "root", (0, 1, 0))]
JOINTS = numpy.array([[0, 0, 0, 0]] * 2 + [[1, 0, 0, 0]] * 2)
WEIGHTS = numpy.array([[1, 0, 0, 0]] * 4)


def model(**more: object) -> ea.Model:
    pixels = numpy.zeros((4, 4, 4), "uint8")
    pixels[...] = (200, 40, 20, 255)
    return ea.Model.from_arrays(
        CORNERS,
        FACES,
        normals=numpy.tile([0, 0, 1], (4, 1)),
        uvs=UVS,
        joints=JOINTS,
        weights=WEIGHTS,
        bones=BONES,
        morphs={"wide": CORNERS * 0.5},
        material=ea.Material("Red", roughness=0.5),
        textures={"base_color": pixels},
        name="flag",
        **more,  # type: ignore[arg-type]
    )


def wave() -> ea.Animation:
    turns = [[0, 0, 0, 1], [0, 0, 0.70710678, 0.70710678]]
    return ea.Animation.from_arrays("Wave", {"tip": {"times": [0, 1], "rotation": turns}})


@pytest.mark.parametrize("extension", ["glb", "mdl", "pmdl_b"])
def test_a_model_of_arrays_is_saved(extension: str, tmp_path: pathlib.Path) -> None:
    folder = tmp_path / "Models"
    made = model(animations=[wave()]).save(folder / f"flag.{extension}", lossy=True)
    asset = ea.open(folder / f"flag.{extension}")
    assert made.files[-1].data == asset.data and not [one for one in asset.validate() if one.severity == "error"]
    animations = sorted(folder.glob("*.ani"))
    scene = asset.scene(animations=animations)
    assert sum(len(one.triangles) for one in scene.primitives) == 2
    assert {"root", "tip"} <= {node.name for node in scene.nodes} and len(scene.skins) == 1
    found = numpy.concatenate([scene.rest_pose().positions(one) for one in scene.primitives])
    assert sorted(map(tuple, found.round(3).tolist())) == sorted(map(tuple, CORNERS.tolist()))
    assert any("Wave" in name for name, _ in scene.animations)


def test_morphs_materials_and_animations_are_there() -> None:
    asset = model(animations=[wave()]).to_asset()
    scene = asset.scene()
    assert (scene.materials[0].name, scene.materials[0].roughness) == ("Red", 0.5)
    assert (scene.images[scene.materials[0].textures["base_color"]].texture.pixels() == [200, 40, 20, 255]).all()
    assert scene.clip("Wave").duration == 1.0 and asset.summary()["meshes"]
    moved = scene.sample("Wave", 1.0).positions(scene.primitives[0])
    # A quarter around the tip, which is at (0, 1, 0).
    assert numpy.allclose(moved[2], [0, 2, 0], atol=1e-4) and numpy.allclose(moved[3], [0, 1, 0], atol=1e-4)
    assert model()._repr_png_() is not None


def test_what_does_not_fit_is_refused() -> None:
    for bad in (
        {"normals": CORNERS[:2]},
        {"uvs": CORNERS},
        {"joints": JOINTS},
        {"indices": [0, 1, 4]},
        {"indices": [0, 1]},
        {"indices": [0.5, 1, 2]},
        {"textures": {"gloss": b""}},
    ):
        with pytest.raises(ValueError):
            ea.Model.from_arrays(CORNERS, **bad)
    with pytest.raises(ValueError, match="no bone nobody"):
        ea.Model.from_arrays(CORNERS, FACES, bones=[ea.Bone("a", "nobody")]).to_glb()
    with pytest.raises(ValueError, match="its own parent"):
        ea.Model.from_arrays(CORNERS, FACES, bones=[ea.Bone("a", "b"), ea.Bone("b", "a")]).to_glb()
    with pytest.raises(ValueError, match="ascend"):
        track = {"times": [1, 0], "translation": [[0, 0, 0]] * 2}
        model(animations=[ea.Animation.from_arrays("a", {"tip": track})]).to_glb()


def test_textures_are_made() -> None:
    for shape in [(3, 2), (3, 2, 1), (3, 2, 3), (3, 2, 4)]:
        pixels = numpy.arange(numpy.prod(shape), dtype="uint8").reshape(shape)
        again = ea.open(ea.png_of(pixels)).texture.pixels()
        assert again.shape == (3, 2, 4) and (again[..., 0] == pixels.reshape(3, 2, -1)[..., 0]).all()
    with pytest.raises(ValueError, match="uint8"):
        ea.png_of(numpy.zeros((2, 2)))


def test_packages_are_added_to(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "a.pak"
    ea.Package.pack(path, {"b.txt": b"1", "a.txt": b"2"}, kind="upak")
    assert ea.Package.add(path, {"Textures/a.png": ea.png_of(numpy.zeros((2, 2), "uint8"))}).entries == 3
    with pytest.raises(FileExistsError, match=r"b\.txt"):
        ea.Package.add(path, {"b.txt": b"3"})
    ea.Package.add(path, {"b.txt": b"3"}, force=True)
    with ea.Package(path) as package:
        assert list(package) == ["b.txt", "a.txt", "Textures/a.png"] and package.kind == "UPAK"
        assert package["b.txt"].read() == b"3" and package.verify() == []


def test_trimesh_in_and_out(samples: pathlib.Path, tmp_path: pathlib.Path) -> None:
    trimesh = pytest.importorskip("trimesh")
    box = ea.trimesh.model(trimesh.creation.box(), name="box")
    box.save(tmp_path / "Models" / "box.mdl", lossy=True)
    again = ea.trimesh.load(tmp_path / "Models" / "box.mdl")
    assert numpy.isclose(again.volume, 1.0, atol=1e-4) and len(again.geometry) == 1
    character = ea.trimesh.load(samples / "Character.mdl")
    assert len(ea.trimesh.model(character).scene().primitives) == len(character.geometry)


def test_assets_scenes_documents_and_pictures_are_pickled(samples: pathlib.Path) -> None:
    asset = ea.open(samples / "Character.mdl")
    again = pickle.loads(pickle.dumps(asset))
    assert (again.data, again.name, again.format) == (asset.data, asset.name, asset.format)
    scene = asset.scene(animations=[samples / "Character_Wave.ani"])
    other = pickle.loads(pickle.dumps(scene))
    assert [node.name for node in other.nodes] == [node.name for node in scene.nodes] and other.name == scene.name
    assert (other.primitives[0].positions == scene.primitives[0].positions).all() and other.animations == scene.animations
    text = udm.loads("$int8 a 1 // kept")
    text["a"] = 2
    for document in (pickle.loads(pickle.dumps(text)), copy.copy(text), copy.deepcopy(text)):
        assert udm.dumps(document) == b"$int8 a 2 // kept"
        document["a"] = 3
    assert text["a"] == 2
    picture = ea.render(asset, size=(16, 16))
    assert (numpy.asarray(pickle.loads(pickle.dumps(picture))) == numpy.asarray(picture)).all()


def test_any_source_opens(samples: pathlib.Path) -> None:
    path = samples / "Room.udm_b"
    data = path.read_bytes()
    with open(path, "rb") as stream, open(path, "rb") as mapped:
        memory = mmap.mmap(mapped.fileno(), 0, access=mmap.ACCESS_READ)
        sources = [data, bytearray(data), memoryview(data), numpy.frombuffer(data, "uint8"), io.BytesIO(data), stream, memory]
        for source in sources:
            assert ea.open(source, name="Room.udm_b").to_bytes() == data
    model = io.BytesIO((samples / "Character.mdl").read_bytes())
    assert ea.convert(model, to="glb").data.startswith(b"glTF") and udm.loads(io.BytesIO(data))["lamp/watts"] == 7
    with pytest.raises(TypeError, match="open for bytes"):
        ea.open(io.StringIO("$float a 1"))  # type: ignore[arg-type]


def test_folders_are_checked_as_tables(samples: pathlib.Path) -> None:
    (samples / "cut.mdl").write_bytes((samples / "Character.mdl").read_bytes()[:100])
    seen = []
    records = list(ea.validate_folder(samples, roundtrip=True, progress=lambda done, total, path: seen.append((done, total))))
    files = [record["file"] for record in records]
    assert files == sorted(files) and seen[-1][0] == seen[-1][1] == len(seen)
    cut = next(record for record in records if record["file"].endswith("cut.mdl"))
    assert (cut["status"], cut["path"], cut["offset"]) == ("error", "vertex buffer 0 > vertices", 52)
    for library in ("pandas", "polars"):
        frame = pytest.importorskip(library).DataFrame(ea.validate_folder(samples))
        assert frame.shape[1] == 9 and len(frame) > 5
    (samples / "notes.md").write_text("nothing")
    assert list(ea.validate_folder([samples / "notes.md"]))[0]["status"] == "error"
