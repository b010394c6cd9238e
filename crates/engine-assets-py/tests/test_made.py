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
    turns: list[list[float]] = [[0, 0, 0, 1], [0, 0, 0.70710678, 0.70710678]]
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
        track = ea.Track([1, 0], translation=[[0, 0, 0]] * 2)
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


def test_a_second_set_of_texture_coordinates_and_levels_of_detail() -> None:
    made = ea.Model.from_arrays(
        CORNERS, FACES, uvs=UVS, uvs2=UVS * 0.5, colors=numpy.ones((4, 4)), lods=[(FACES[:1], 20.0), (FACES[1:], 50.0)], name="lodded"
    )
    assert [one for one in made.validate() if one.severity == "error"] == []
    scene, every = made.scene(), made.scene(lods=True)
    assert [len(one.triangles) for one in scene.primitives] == [2] and [len(one.triangles) for one in every.primitives] == [2, 1, 1]
    second = scene.primitives[0].tex_coords(1)
    assert second is not None and second == pytest.approx(UVS * 0.5)
    model = ea.open(made.to_bytes("mdl"))
    # The distances of the engine depend on the size of the model.
    assert len(model.keys("geometries[0]/lods")) == 3
    for one in (every, model.scene(lods=True)):
        assert [distance for node in one.nodes for _, distance in node.lods] == pytest.approx([20, 50])
    assert {"uv0", "uv1"} <= set(model.vertex_buffers[0]) and made.to_bytes()[:4] == b"glTF"
    assert sum(len(one.triangles) for one in model.scene().primitives) == 2
    for wrong in ([(FACES, 0.0)], [(FACES, 5.0), (FACES, 5.0)], [(FACES + 9, 5.0)], [([0, 1], 5.0)]):
        with pytest.raises(ValueError):
            ea.Model.from_arrays(CORNERS, FACES, lods=wrong)
    with pytest.raises(ValueError, match="uvs2 needs uvs"):
        ea.Model.from_arrays(CORNERS, FACES, uvs2=UVS)
    with pytest.raises(ValueError, match="same distances in every part"):
        made.add(CORNERS, FACES)


def test_morph_tracks(tmp_path: pathlib.Path) -> None:
    morphs = {"wide": CORNERS * 0.5, "tall": CORNERS * 0.25}
    grow = ea.Animation.from_arrays("Grow", morphs={"wide": ([0, 1], [0, 1]), "tall": ea.MorphTrack([0, 0.5, 2], [0, 1, 0])})
    made = ea.Model.from_arrays(CORNERS, FACES, morphs=morphs, animations=[grow], name="cloth")
    scene = made.scene()
    clip = scene.clip("Grow")
    assert clip.duration == 2 and [one.path for one in clip.channels] == ["weights"]
    pose = scene.sample("Grow", 0.5)
    assert pose.positions(scene.primitives[0]) == pytest.approx(CORNERS * (1 + 0.5 * 0.5 + 0.25))
    made.save(tmp_path / "Models" / "cloth.mdl")
    assert [path.name for path in (tmp_path / "Models").glob("*.ani")] == ["cloth_Grow.ani"]
    with pytest.raises(ValueError, match="no morph target deep; there are wide, tall"):
        ea.Model.from_arrays(CORNERS, FACES, morphs=morphs, animations=[ea.Animation.from_arrays("a", morphs={"deep": ([0], [0])})]).to_glb()


def test_trimesh_keeps_materials_textures_and_colors(samples: pathlib.Path) -> None:
    library = pytest.importorskip("trimesh")
    pixels = numpy.zeros((4, 4, 4), "uint8")
    pixels[...] = (200, 40, 20, 255)
    colors = numpy.array([[1, 0, 0, 1], [0, 1, 0, 1], [0, 0, 1, 1], [1, 1, 1, 1]])
    material = ea.Material("Red", base_color=(1, 0.2, 0.2, 1), roughness=0.25, metallic=0.75, alpha="mask", alpha_cutoff=0.5, double_sided=True)
    made = ea.Model.from_arrays(CORNERS, FACES, uvs=UVS, colors=colors, material=material, textures={"base_color": pixels, "normal": pixels})
    there = ea.trimesh.load(made)
    (mesh,) = there.geometry.values()
    assert mesh.visual.material.roughnessFactor == 0.25 and mesh.visual.material.baseColorTexture.size == (4, 4)
    assert (mesh.visual.vertex_attributes["color"] == colors * 255).all()
    for source in (there, mesh, ea.trimesh.load(ea.trimesh.model(there).to_glb())):
        back = ea.trimesh.model(source).scene()
        (one,) = back.materials
        assert (one.name, one.roughness, one.metallic, one.alpha, one.alpha_cutoff, one.double_sided) == ("Red", 0.25, 0.75, "mask", 0.5, True)
        assert one.base_color == pytest.approx((1, 0.2, 0.2, 1)) and set(one.textures) == {"base_color", "normal"}
        assert (back.images[one.textures["base_color"]].texture.pixels() == pixels).all()
        assert back.primitives[0].tex_coords() == pytest.approx(UVS) and back.primitives[0].colors() == pytest.approx(colors)
    plain = library.Trimesh(CORNERS, FACES, vertex_colors=(colors * 255).astype("uint8"), process=False)
    assert ea.trimesh.model(plain).scene().primitives[0].colors() == pytest.approx(colors)
    # Levels of detail are no parts.
    character = ea.trimesh.load(samples / "Character.mdl")
    model = ea.open(samples / "Character.mdl")
    finest = sum(len(one.triangles) for one in model.scene().primitives)
    assert sum(len(one.faces) for one in character.geometry.values()) == finest
    assert sum(len(one.faces) for one in ea.trimesh.load(model.scene(lods=True)).geometry.values()) == finest
    assert finest < sum(len(one.triangles) for one in model.scene(lods=True).primitives)
