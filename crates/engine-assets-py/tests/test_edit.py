"""Documents are edited in place: vertices, values by their paths, documents of UDM."""

from __future__ import annotations

import collections.abc
import gc
import pathlib
import threading

import pytest

import engine_assets as ea
from engine_assets import udm

numpy = pytest.importorskip("numpy")

SCENE = """<?xml version="1.0"?>
<scene id="1">
\t<node id="2"> <!-- hero -->
\t\t<attribute name="Name" value="Jack" />
\t\t<attribute name="Position" value="1 2 3" />
\t\t<component type="AnimatedModel" id="1">
\t\t\t<attribute name="Model" value="Model;Models/Jack.mdl" />
\t\t\t<attribute name="Material" value="Material;Materials/Jack.xml;Materials/Hat.xml" />
\t\t</component>
\t\t<component type="Light" id="2">
\t\t\t<attribute name="Light Type" value="Spot" />
\t\t\t<attribute name="Range" value="12" />
\t\t</component>
\t</node>
\t<node id="3">
\t\t<attribute name="Name" value="Jill" />
\t\t<component type="Light" id="3">
\t\t\t<attribute name="Light Type" value="Point" />
\t\t</component>
\t</node>
</scene>
"""


@pytest.fixture
def scene(tmp_path: pathlib.Path) -> ea.Asset:
    (tmp_path / "Yard.xml").write_text(SCENE, encoding="utf-8", newline="")
    return ea.open(tmp_path / "Yard.xml")


def text(asset: ea.Asset) -> str:
    return asset.to_bytes().decode()


def test_values_are_read_and_written_by_paths(scene: ea.Asset) -> None:
    assert scene["nodes/Jack/Position"] == (1.0, 2.0, 3.0) and scene["nodes/Jack/Light/Light Type"] == "Spot"
    assert scene["nodes/Jack/AnimatedModel/Model"] == "Models/Jack.mdl" and scene["nodes/Jack/Light/Range"] == 12
    scene["nodes/Jack/AnimatedModel/Model"] = "Models/Jill.mdl"
    scene["nodes/Jack/Position"] = numpy.array([0.1, 2, 3], "float32")
    scene["nodes/Jack/Light/Light Type"] = "Point"
    scene["nodes/Jack/Light/Range"] = 8.5
    expected = SCENE.replace("Models/Jack.mdl", "Models/Jill.mdl").replace("1 2 3", "0.1 2 3").replace("Spot", "Point").replace('"12"', '"8.5"')
    assert text(scene) == expected
    scene["nodes/Jack/AnimatedModel/Model"] = "Models/Jack.mdl"
    scene["nodes/Jack/Position"] = (1, 2, 3)
    scene["nodes/Jack/Light/Light Type"] = "Spot"
    scene["nodes/Jack/Light/Range"] = 12
    assert text(scene) == SCENE
    del scene["nodes/Jack/Light/Range"]
    assert text(scene) == SCENE.replace('\t\t\t<attribute name="Range" value="12" />\n', "")
    assert scene["nodes/Jack/Light/Range"] == 10 and "nodes/Jack" in scene and "nodes/Jim" not in scene


def test_wrong_paths_and_values_say_what_is_right(scene: ea.Asset) -> None:
    with pytest.raises(KeyError, match="there is no such part; nodes has .*Jack, Jill"):
        scene["nodes/Jim/Position"]
    with pytest.raises(KeyError, match="Jill"):
        scene["nodes/Jim/Position"] = 1
    with pytest.raises(ValueError, match="Directional, Spot, Point"):
        scene["nodes/Jack/Light/Light Type"] = "Sun"
    with pytest.raises(ValueError, match="expected a number"):
        scene["nodes/Jack/Light/Range"] = "far"
    with pytest.raises(TypeError, match="expected a number, a text or a list of them, found object"):
        scene["nodes/Jack/Light/Range"] = object()
    with pytest.raises(ValueError):
        scene["nodes/Jack/Light/Range"] = (1, 2)
    with pytest.raises(KeyError, match="use find"):
        scene["nodes/*/Position"]
    with pytest.raises(ValueError):
        scene["nodes["]
    assert text(scene) == SCENE


def test_patterns_conditions_and_lists(scene: ea.Asset) -> None:
    assert scene.find("nodes/**[Light]/Light Type") == {"nodes/Jack/Light/Light Type": "Spot", "nodes/Jill/Light/Light Type": "Point"}
    changes = scene.set("nodes/*/Light/Range", 5, where="Light Type=Spot")
    assert [str(change) for change in changes] == ["nodes/Jack/Light/Range: 12 -> 5"]
    with pytest.raises(KeyError):
        scene.set("nodes/Jill/Light/Nothing", 1)
    scene.set("nodes/Jill/speed", 2, create=True, type="Float")
    assert 'name="speed"' in text(scene)
    path = scene.insert("nodes", "Joe")
    assert path == "nodes[3]" and scene.keys("nodes") == ["[0]", "Jack", "Jill", "Joe"]
    assert len(scene.find("nodes/*")) == 0


def test_parts_are_mappings_that_show_the_document(scene: ea.Asset) -> None:
    jack = scene["nodes/Jack"]
    assert isinstance(jack, ea.Part) and isinstance(jack, collections.abc.MutableMapping)
    light = jack["Light"]
    assert isinstance(light, ea.Part) and light["Range"] == 12 and "Range" in light
    light["Range"] = 3
    assert scene["nodes/Jack/Light/Range"] == 3 and 'value="3"' in text(scene)
    scene["nodes/Jack/Light/Range"] = 4
    assert light["Range"] == 4 and light.path == "nodes/Jack/Light"
    nodes = scene["nodes"]
    assert isinstance(nodes, ea.Part) and len(nodes) == 3 and scene["nodes[2]/Name"] == "Jill"


def test_edits_are_saved(scene: ea.Asset, tmp_path: pathlib.Path) -> None:
    scene["nodes/Jack/Light/Range"] = 4
    with pytest.raises(FileExistsError) as caught:
        (tmp_path / "other.xml").write_text("mine")
        scene.save(tmp_path / "other.xml")
    assert caught.value.errno == 17 and caught.value.filename == str(tmp_path / "other.xml")
    assert (tmp_path / "other.xml").read_text() == "mine"
    scene.save(tmp_path / "new.xml")
    scene.save()
    assert (tmp_path / "new.xml").read_bytes() == (tmp_path / "Yard.xml").read_bytes() == scene.data
    assert ea.open(tmp_path / "Yard.xml")["nodes/Jack/Light/Range"] == 4
    with pytest.raises(ValueError, match="isn't from a file"):
        ea.open(SCENE.encode(), name="Yard.xml").save()


def test_vertices_are_written(samples: pathlib.Path) -> None:
    model = ea.open(samples / "Character.mdl")
    vertices = model.vertex_buffers[0]
    assert isinstance(vertices, collections.abc.MutableMapping) and dict(vertices).keys() == set(vertices)
    before, data = vertices["position"].copy(), model.to_bytes()
    kept = vertices["position"]
    vertices["position"] = before * 2
    assert (kept == before).all() and (vertices["position"] == before * 2).all()
    vertices["position"] = before
    assert model.to_bytes() == data
    vertices["uv1"] = numpy.zeros((len(before), 2))
    vertices["color"] = numpy.full((len(before), 4), 255)
    assert vertices.declaration.endswith("uv1:vec2 color0:ubyte4n") or "uv1:vec2" in vertices.declaration
    assert vertices["uv1"].shape == (len(before), 2) and (vertices[[name for name in vertices if name.startswith("color")][0]] == 255).all()
    del vertices["uv1"]
    assert "uv1" not in vertices and "position" in vertices
    assert [one for one in model.validate() if one.severity == "error"] == []
    for wrong in (before[:5], before[:, 0][:3], numpy.zeros((len(before), 7))):
        with pytest.raises(ValueError):
            vertices["position"] = wrong
    with pytest.raises(ValueError, match="0 to 255"):
        vertices["color"] = numpy.full((len(before), 4), 256)
    for most in (2**40, 3_000_000_000):
        with pytest.raises(ValueError, match="2147483647"):
            vertices["object"] = numpy.full(len(before), most)
    with pytest.raises(KeyError, match="expected an element such as position"):
        vertices["height"] = before
    with pytest.raises(TypeError, match="array of numbers"):
        vertices["position"] = ["a"] * len(before)
    assert (vertices["position"] == before).all()


def test_models_are_computed_and_repaired(samples: pathlib.Path) -> None:
    model = ea.open(samples / "Character.mdl")
    vertices = model.vertex_buffers[0]
    vertices["position"] = vertices["position"] * 3
    model.compute_bounds()
    assert model["bounds/max"] == pytest.approx(vertices["position"].max(axis=0))
    vertices["normal"] = numpy.zeros_like(vertices["normal"])
    model.compute_normals(smooth=True)
    assert numpy.linalg.norm(vertices["normal"], axis=1) == pytest.approx(1, abs=1e-3)
    model.compute_tangents()
    model.compute_bone_bounds()
    assert "tangent" in vertices
    model["bounds/max"] = (0, 0, 0)
    assert [one.kind for one in model.repair("recompute-bounds")] == ["urho-mdl/repaired"]
    with pytest.raises(ea.ConversionError, match="expected one of"):
        model.repair("everything")
    with pytest.raises(ea.ConversionError, match="expected Urho3D model"):
        ea.open(samples / "Character_Wave.ani").compute_bounds()


def test_keys_of_animations(samples: pathlib.Path) -> None:
    animation = ea.open(samples / "Character_Wave.ani")
    data = animation.to_bytes()
    track = animation.keys("tracks")[0]
    before = animation[f"tracks/{track}/keys[1]/time"]
    assert isinstance(before, float)
    animation[f"tracks/{track}/keys[1]/time"] = before + 0.001
    assert animation.to_bytes() != data and animation[f"tracks/{track}/keys[1]/time"] == pytest.approx(before + 0.001)
    animation[f"tracks/{track}/keys[1]/time"] = before
    assert animation.to_bytes() == data


def test_index_buffers_are_arrays(samples: pathlib.Path) -> None:
    indices = ea.open(samples / "Character.mdl").index_buffers[0]
    made = numpy.asarray(indices)
    assert made.dtype == "uint16" and len(made) == len(indices) and (made == indices.values).all()
    assert numpy.asarray(indices, dtype="int64").dtype == "int64" and numpy.array(indices).flags.writeable
    del indices
    gc.collect()
    assert made.sum() > 0


def test_udm_documents_of_assets_are_live(samples: pathlib.Path) -> None:
    asset = ea.open(samples / "Room.udm_b")
    document = asset.document()
    assert type(document) is udm.Document is type(udm.loads("")) and document is asset.document()
    data, key = asset.to_bytes(), next(iter(document))
    document["extra/deep"] = 5
    assert asset["extra/deep"] == 5 and asset.to_bytes() == document.to_bytes() != data
    asset["extra/deep"] = 6
    assert document["extra"]["deep"] == 6 and "extra/deep" in asset and key in asset.keys()
    del asset["extra"]
    assert asset.to_bytes() == data and asset.find("**/nothing") == {}


def test_views_of_udm_documents(tmp_path: pathlib.Path) -> None:
    source = """"light"
{
    $float range 12.5   // metres
    $vec3 place [1,2,3]
    $array parts [element;2][{$uint8 a 1},{$uint8 a 2}]
    $array points [vec2;2][[1,2],[3,4]]
    $struct<uint8:x,float:y> pair [1,2.5]
    $array pairs [struct<uint8:x,float:y>;2][[1,2],[3,4]]
}
"""
    document = udm.loads(source)
    light = document["light"]
    light["range"] = 99
    assert document["light/range"] == 99 and light["range"].type == "float"
    light["place"][1] = 7
    light["parts"][1]["a"] = 200
    light["points"][0][1] = 5
    light["pair"]["x"] = 9
    light["pairs"][1]["y"] = 0.25
    expected = source.replace("12.5", "99").replace("[1,2,3]", "[1,7,3]").replace("{$uint8 a 2}", "{$uint8 a 200}")
    expected = expected.replace("[[1,2],[3,4]]\n    $struct", "[[1,5],[3,4]]\n    $struct").replace("pair [1,2.5]", "pair [9,2.5]")
    values = udm.loads(expected.replace("[[1,2],[3,4]]\n}", "[[1,2],[3,0.25]]\n}"))
    assert udm.diff(document, values) == [] and b"99   // metres" in document.to_bytes()
    # Changes by paths show in views, and views of one value are one object.
    document["light/place"] = [4, 5, 6]
    document["light/parts[0]/a"] = 3
    assert light["place"] == [4, 5, 6] and light["parts"][0]["a"] == 3 and document["light"] is light
    place = document["light/place"]
    light["place"][0] = 1
    assert place == [1, 5, 6]
    with pytest.raises(ValueError):
        light["range"] = "wide"
    with pytest.raises(ValueError):
        light["place"].append(4)
    with pytest.raises(ValueError):
        light["parts"][0]["a"] = 300
    assert light["place"] == [1, 5, 6] and light["parts"][0]["a"] == 3
    last = light["points"].pop()
    light["points"] += [[8, 9]]
    assert last == [3, 4] and document["light/points"] == [[1, 5], [8, 9]]
    last[0] = 1
    assert document["light/points"] == [[1, 5], [8, 9]]
    removed = light.pop("parts")
    removed[0]["a"] = 9
    assert "light/parts" not in document
    light.update(new={"a": 1})
    light.setdefault("range", 4)
    assert document["light/new/a"] == 1 and light["range"] == 99
    del document["light"]
    light["range"] = 5
    assert light["range"] == 5 and len(document) == 0


def test_udm_documents_are_saved(tmp_path: pathlib.Path) -> None:
    file = tmp_path / "a.udm"
    udm.dump({"a": {"b": [1, 2]}}, file, "text")
    document = udm.load(file)
    assert document["a/b"] == [1, 2] and document.is_text
    document["a"]["b"].append(3)
    with pytest.raises(FileExistsError):
        document.save(file)
    document.save(file, force=True)
    document.save(tmp_path / "a.udm_b", "binary")
    assert udm.load(file)["a/b"] == udm.load(tmp_path / "a.udm_b")["a/b"] == [1, 2, 3]
    with pytest.raises(FileNotFoundError):
        udm.load(tmp_path / "nothing.udm")


def test_differences_and_merges(scene: ea.Asset) -> None:
    ours, theirs = ea.open(SCENE.encode(), name="Yard.xml"), ea.open(SCENE.encode(), name="Yard.xml")
    ours["nodes/Jack/Light/Range"] = 4
    theirs["nodes/Jill/Name"] = "Joan"
    assert [str(one) for one in ea.diff(scene, ours)] == ["nodes/Jack/Light/Range: 12 -> 4"]
    merged = ea.merge(scene, ours, theirs)
    assert merged.conflicts == [] and merged.data.decode() == SCENE.replace('"12"', '"4"').replace("Jill", "Joan")
    theirs["nodes/Jack/Light/Range"] = 5
    merged = ea.merge(scene, ours, theirs)
    assert [(one.ours, one.theirs) for one in merged.conflicts] != [] and len(merged.conflicts) == 1
    resolved, left = ea.resolve(merged.data, lambda conflict: "theirs")
    assert left == [] and ea.open(resolved, name="Yard.xml")["nodes/Jack/Light/Range"] == 5
    assert ea.resolve(merged.data, lambda conflict: None)[1] != []
    with pytest.raises(ValueError, match="expected ours, theirs or None, found mine"):
        ea.resolve(merged.data, lambda conflict: "mine")  # type: ignore[return-value]
    with pytest.raises(ZeroDivisionError):
        ea.resolve(merged.data, lambda conflict: 1 // 0)  # type: ignore[return-value]


def test_threads_edit_one_document(scene: ea.Asset) -> None:
    def work(name: str) -> None:
        for number in range(50):
            scene[f"nodes/{name}/Light/Range"] = number
            assert scene[f"nodes/{name}/Light/Range"] == number
            scene.to_bytes()

    threads = [threading.Thread(target=work, args=(name,)) for name in ("Jack", "Jill")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert scene["nodes/Jack/Light/Range"] == scene["nodes/Jill/Light/Range"] == 49
