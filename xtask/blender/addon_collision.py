"""Collision shapes of objects: in scenes of Urho3D and rbfx in all encodings, and in models of Pragma.

python addon_collision.py FOLDER SAMPLES CORPUS [TEST]
"""

import pathlib
import shutil
import sys
from xml.etree import ElementTree

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import addon_use
import bpy
from mathutils import Matrix  # isort: skip
from addon_use import activate, bring, done, messages, new_cube

folder, samples, corpus = (pathlib.Path(word) for word in addon_use.words()[:3])
addon_use.fresh()
import engine_assets as ea

SOLDIER = corpus / "udm/pragma/models/player/soldier.pmdl_b"
KINDS = {"BOX": "Box", "SPHERE": "Sphere", "CAPSULE": "Capsule", "HULL": "ConvexHull", "MESH": "TriangleMesh"}


def tall_cubes():
    """A cube of 1 x 2 x 3 for each shape; its middle is at y = 1."""
    addon_use.fresh()
    for number, kind in enumerate(KINDS):
        one = new_cube(f"New {kind}")
        one.location.x = 3.0 * number
        for vertex in one.data.vertices:
            vertex.co.y, vertex.co.z = vertex.co.y * 2.0 + 1.0, vertex.co.z * 3.0
        one.engine_assets_collision, one.engine_assets_mass = kind, 2.5


def errors(path):
    return [one.message for one in ea.open(path).validate() if one.severity == "error"]


def shapes_of(path):
    """Attributes of the collision shapes of a scene in XML, by the names of their nodes."""
    tree = ElementTree.parse(path).getroot()
    is_archive = "_typeName" in path.read_text()
    found = {}
    for node in tree.iter("node"):
        name = node.find(".//attribute[@name='Name']").get("value")
        parts = node.findall("./components/component" if is_archive else "component")
        kinds = {part.get("_typeName" if is_archive else "type"): {one.get("name"): one.get("value") for one in part.iter("attribute")} for part in parts}
        if "CollisionShape" in kinds:
            found[name] = {**kinds["CollisionShape"], "Mass": kinds["RigidBody"]["Mass"]}
    return found


def comparable(shape):
    """Attributes of a shape with their defaults, with numbers, and without the model."""
    numbers = {key: [float(part) for part in shape[key].split()] for key in ("Size", "Offset Position", "Mass") if key in shape}
    return {"Shape Type": "Box", **{key: value for key, value in shape.items() if key != "Model"}, **numbers}


def scenes():
    """Collision shapes of new objects in scenes and prefabs of Urho3D."""
    tall_cubes()
    made = folder / "scenes/Data/Scenes/New.xml"
    done(made, format="SCENE_XML", replace=True)
    nodes = {node.find("attribute[@name='Name']").get("value"): node for node in ElementTree.parse(made).getroot().iter("node")}
    ids = [part.get("id") for part in ElementTree.parse(made).getroot().iter("component")]
    assert len(ids) == len(set(ids)), ids
    sizes = {}
    for kind, type_of in KINDS.items():
        parts = {part.get("type"): {one.get("name"): one.get("value") for one in part} for part in nodes[f"New {kind}"].findall("component")}
        shape = parts["CollisionShape"]
        assert shape["Shape Type"] == type_of and parts["RigidBody"]["Mass"] == "2.5", parts
        sizes[kind] = shape.get("Size") or shape["Model"]
        assert kind in ("HULL", "MESH") or shape["Offset Position"].split() == ["0", "0", "-1"], shape
    assert (sizes["BOX"], sizes["SPHERE"], sizes["CAPSULE"]) == ("1 3 2", "3 3 3", "2 3 2") and sizes["MESH"].startswith("Model;Models/"), sizes
    assert not errors(made), errors(made)
    bring(made)
    before = ea.open(made).summary()["num_components"]
    done(made, format="SCENE_XML", replace=True)
    assert ea.open(made).summary()["num_components"] == before
    addon_use.fresh()
    activate(new_cube("Alone"))
    bpy.context.view_layer.objects.active.engine_assets_collision = "BOX"
    done(folder / "scenes/Data/Models/Alone.mdl", replace=True)
    assert any(one.startswith("Alone: its collision shape isn't exported") for one in messages()), messages()
    return sizes


def encodings():
    """The same shapes in JSON, binary and rbfx scenes, and in prefabs."""
    tall_cubes()
    place = folder / "encodings/Data"
    shutil.rmtree(place, ignore_errors=True)
    done(place / "Scenes/New.xml", format="SCENE_XML", replace=True)
    expected = shapes_of(place / "Scenes/New.xml")
    assert len(expected) == len(KINDS), expected
    for form, name in (("SCENE_JSON", "Scenes/Json.json"), ("SCENE_BIN", "Scenes/Binary.bin"), ("SCENE", "Scenes/Archive.scene"), ("PREFAB", "Prefabs/Archive.prefab"), ("PREFAB_XML", "Objects/New.xml")):
        made = place / name
        done(made, format=form, replace=True)
        assert not errors(made) and not [one for one in messages() if "collision" in one], (name, errors(made), messages())
        as_xml = made
        if made.suffix in (".json", ".bin"):
            as_xml = folder / f"encodings/{form}.xml"
            as_xml.write_bytes(ea.convert(made, to="scene-xml").data)
        found = {key: comparable(one) for key, one in shapes_of(as_xml).items()}
        assert found == {key: comparable(one) for key, one in expected.items()}, (name, found)
    return sorted(expected)


def pragma():
    """Collision meshes of new models of Pragma; an object that is disabled in renders is nothing else."""
    tall_cubes()
    solid = new_cube("Solid")
    solid.engine_assets_collision, solid.hide_render = "BOX", True
    activate(solid)
    made = folder / "pragma/models/cubes.pmdl_b"
    done(made, format="PMDL_B", materials=False, replace=True)
    assert not errors(made), errors(made)
    assert not [one for one in ea.open(made).validate() if "collision" in one.path], ea.open(made).validate()
    data = [one["assetData"] for one in ea.open(made).document()["collisionMeshes"]]
    assert [one["flags"]["convex"] for one in data] == [True] * 4 + [False, True], data
    bounds = data[0]["bounds"]
    assert [round(value, 3) for value in (*bounds["min"], *bounds["max"])] == [-20.0, -60.0, -80.0, 20.0, 60.0, 0.0], bounds
    assert all(abs(abs(one["volume"]) - 40 * 80 * 120) < 1 for one in (data[0], data[3], data[4])), [one["volume"] for one in data]
    assert [round(value) for value in data[3]["centerOfMass"]] == [360, 0, -40], data[3]["centerOfMass"]
    assert [one["mass"] for one in data[:5]] == [2.5] * 5
    # Each cube has a vertex for each corner of its six faces.
    assert sum(one.vertex_count for one in ea.open(made).scene().primitives) == 24 * len(KINDS)
    return [round(one["volume"]) for one in data]


def pragma_original():
    """A collision mesh at a bone of an original, which later exports replace; others stay."""
    place = folder / "pragma_original/models"
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir(parents=True)
    own = place / SOLDIER.name
    shutil.copyfile(SOLDIER, own)
    bring(own)
    armature = next(one for one in bpy.data.objects if one.type == "ARMATURE")
    head = next(one for one in addon_use.empties("hitbox") if one.name == "Hit Box Head")
    cube = new_cube("Helmet", 0.1)
    cube.parent, cube.parent_type, cube.parent_bone = armature, "BONE", head.parent_bone
    cube.engine_assets_collision, cube.hide_render = "HULL", True
    bpy.context.view_layer.update()
    cube.matrix_world = Matrix.Translation(head.matrix_world.translation)
    activate(armature)
    before = ea.open(own).document().to_dict()
    for _ in range(2):
        done(own, format="PMDL_B", materials=False, replace=True)
    after = ea.open(own).document().to_dict()
    assert {**before, "collisionMeshes": 0} == {**after, "collisionMeshes": 0}, [key for key in before if before[key] != after.get(key)]
    assert after["collisionMeshes"][:-1] == before["collisionMeshes"] and not errors(own)
    made = after["collisionMeshes"][-1]["assetData"]
    box = before["hitboxes"][head["ea_index"]]
    middle = [(a + b) / 2 for a, b in zip(made["bounds"]["min"], made["bounds"]["max"])]
    expected = [(a + b) / 2 for a, b in zip(box["bounds"]["min"], box["bounds"]["max"])]
    assert made["bone"] == box["bone"] and max(abs(a - b) for a, b in zip(middle, expected)) < 1e-2, (middle, expected)
    return made["bounds"]


addon_use.run((scenes, encodings, pragma, pragma_original))
