"""Fields of the panels: distances of levels, techniques, physics, flex controllers; the list of an export, and remembered places.

python addon_fields.py FOLDER SAMPLES CORPUS [TEST]
"""

import pathlib
import re
import shutil
import sys
from xml.etree import ElementTree

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import addon_use
import bpy
from addon_use import activate, bring, done, files_of, messages, new_cube, said
from plain_files import component, levels, model

folder, samples, corpus = (pathlib.Path(word) for word in addon_use.words()[:3])
addon_use.fresh()

URHO = corpus / "urho-scene/urho3d/Data"
MUSHROOM = URHO / "Models/Mushroom.mdl"


def project(name, *files):
    """A copy of files of the engine's data folder. Returns the paths of the copies."""
    place = folder / name / "Data"
    shutil.rmtree(place.parent, ignore_errors=True)
    for file in files:
        target = place / file.relative_to(URHO)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, target)
    return [place / file.relative_to(URHO) for file in files]


def lod_distance():
    """A changed distance is exported, alone; a new level gets a field."""
    (own,) = project("lod", MUSHROOM)
    bring(own)
    before = model(own)
    level = next(one for one in bpy.data.objects if one.name.endswith("_LOD2"))
    level["lod_distance"] = level["lod_distance"] * 2.0
    activate(level)
    done(own, materials=False)
    after = model(own)
    was, now = levels(before)[0], levels(after)[0]
    assert abs(now[2] - 2.0 * was[2]) < 1e-3 and [a for at, a in enumerate(now) if at != 2] == [a for at, a in enumerate(was) if at != 2], (was, now)
    assert after["buffers"] == before["buffers"] and after["indices"] == before["indices"], "geometry changed"
    addon_use.fresh()
    cube, coarse = new_cube("Cube"), new_cube("Cube_LOD1")
    activate(coarse)
    bpy.ops.engine_assets.lod_distance()
    assert abs(coarse["lod_distance"] - 10.0) < 1e-6, coarse["lod_distance"]
    coarse["lod_distance"] = 33.0
    activate(cube)
    made = folder / "lod/new/Models/Cube.mdl"
    done(made, materials=False, replace=True)
    # Distances of files are for a model of size 1, which this cube is.
    assert [round(one, 3) for one in levels(model(made))[0]] == [0.0, 33.0], levels(model(made))
    return [was, now]


def technique():
    """The field names the technique of the written material; other lines of an original stay."""
    (own, material) = project("technique", MUSHROOM, URHO / "Materials/Mushroom.xml")
    (own.with_suffix(".txt")).write_text("Materials/Mushroom.xml\n")
    before = material.read_text()
    package = bring(own)
    shown = next(one for one in bpy.data.materials if one.name.startswith("Mushroom"))
    was = package.techniques.original(shown)
    assert was and was in before, was
    activate(next(one for one in bpy.data.objects if one.type == "MESH" and one.visible_get()))
    untouched = files_of(own.parents[1])
    done(own)
    assert files_of(own.parents[1]) == untouched
    shown.engine_assets_technique = "Techniques/DiffNormal.xml"
    done(own, replace=True)
    expected = before.replace(was, "Techniques/DiffNormal.xml")
    if bpy.app.version < (4, 0, 0):
        # Blender 3 exports no specular colours: every edit of a material resets its.
        expected = expected.replace('"0.1 0.1 0.1 16"', '"1 1 1 16"')
    assert material.read_text() == expected, material.read_text()
    assert files_of(own.parents[1]) == {**untouched, "Materials/Mushroom.xml": material.read_bytes()}
    addon_use.fresh()
    cube = new_cube("Cube")
    for name, text in (("Steel", "Techniques/DiffSpec.xml"), ("Plain", "")):
        new = bpy.data.materials.new(name)
        new.engine_assets_technique = text
        cube.data.materials.append(new)
    for face in list(cube.data.polygons)[:3]:
        face.material_index = 1
    activate(cube)
    made = folder / "technique/new/Data/Models/Cube.mdl"
    done(made, replace=True)
    names = {path.stem: [one.get("name") for one in ElementTree.parse(path).getroot().iter("technique")] for path in (made.parents[1] / "Materials").rglob("*.xml")}
    assert names["Steel"] == ["Techniques/DiffSpec.xml"] and names["Plain"] != names["Steel"], names
    done(folder / "technique/new/models/cube.pmdl_b", format="PMDL_B", replace=True)
    assert any("its technique Techniques/DiffSpec.xml isn't exported" in one for one in messages()), messages()
    return [was, names]


def physics():
    """The fields of the rigid body, with the engine's defaults left out."""
    addon_use.fresh()
    crate, floor = new_cube("Crate"), new_cube("Floor")
    crate.engine_assets_collision, crate.engine_assets_mass = "BOX", 2.5
    crate.engine_assets_friction, crate.engine_assets_restitution = 0.25, 0.75
    crate.engine_assets_layer, crate.engine_assets_mask = 2, 5
    crate.engine_assets_trigger = crate.engine_assets_kinematic = True
    floor.engine_assets_collision = "BOX"
    activate(crate)
    expected = {"Mass": "2.5", "Friction": "0.25", "Restitution": "0.75", "Collision Layer": "2", "Collision Mask": "5", "Is Kinematic": "true", "Is Trigger": "true"}
    for form, end in (("SCENE_XML", ".xml"), ("SCENE", ".scene")):
        made = folder / f"physics/Data/Scenes/New{end}"
        done(made, format=form, replace=True)
        assert component(made, "Crate", "RigidBody") == expected, component(made, "Crate", "RigidBody")
        assert component(made, "Floor", "RigidBody") == {"Mass": "0"}, component(made, "Floor", "RigidBody")
        types = {one.get("name"): one.get("type") for one in ElementTree.parse(made).getroot().iter("attribute")}
        assert form != "SCENE" or (types["Collision Layer"], types["Is Trigger"], types["Friction"]) == ("Int", "Bool", "Float"), types
    return expected


def flex_controllers():
    """The range of a shape key is the range of its flex controller."""
    addon_use.fresh()
    cube = new_cube("Face")
    cube.shape_key_add(name="Basis")
    smile = cube.shape_key_add(name="Smile")
    smile.data[0].co.x += 0.2
    smile.value = 0.0
    smile.slider_min, smile.slider_max = -0.5, 2.0
    activate(cube)
    made = folder / "flex/models/face.pmdl"
    done(made, format="PMDL", materials=False, replace=True)
    ranges = lambda: {name: float(value) for name, value in re.findall(r"\$float (min|max) (-?[0-9.]+)", made.read_text()[made.read_text().index("flexControllers") :][:400])}  # noqa: E731
    assert ranges() == {"min": -0.5, "max": 2.0}, made.read_text()[made.read_text().index("flexControllers") :][:400]
    bring(made)
    block = next(one for one in bpy.data.objects if one.type == "MESH").data.shape_keys.key_blocks["Smile"]
    assert (block.slider_min, block.slider_max) == (-0.5, 2.0), (block.slider_min, block.slider_max)
    before = made.read_bytes()
    done(made, format="PMDL", materials=False)
    assert made.read_bytes() == before
    block.slider_max = 1.5
    done(made, format="PMDL", materials=False)
    assert ranges() == {"min": -0.5, "max": 1.5}, ranges()
    return ranges()


def listed():
    """Objects without a tick stay out; the list of files is what an export then writes, and writes nothing itself."""
    addon_use.fresh()
    one, other = new_cube("One"), new_cube("Other")
    other.engine_assets_export = False
    activate(one)
    error = said(bpy.ops.engine_assets.plan)
    assert "no original and no earlier export" in error, error
    made = folder / "listed/Data/Scenes/Two.xml"
    shutil.rmtree(folder / "listed", ignore_errors=True)
    assert not said(bpy.ops.engine_assets.plan, filepath=str(made))
    own = bpy.context.window_manager.engine_assets_listing
    planned = [(file.name, file.state, file.size) for file in own.files]
    assert planned and {state for _, state, _ in planned} == {"new"} and not made.exists(), planned
    done(made, format="SCENE_XML", replace=True)
    written = {path.relative_to(made.parents[1]).as_posix(): path.stat().st_size for path in made.parents[1].rglob("*") if path.is_file()}
    assert {name: size for name, _, size in planned} == written, (planned, written)
    assert "Other" not in made.read_text() and '"One"' in made.read_text()
    other.engine_assets_export = True
    assert not said(bpy.ops.engine_assets.plan)
    states = {file.name: file.state for file in own.files}
    assert states["Scenes/Two.xml"] == "changed" and "new" in states.values() and "as it is" in states.values(), states
    assert not said(bpy.ops.engine_assets.plan) and "Other" not in made.read_text()
    return own.title


def remembered():
    """A new model goes to the place of its last export; a saved .blend takes the place along."""
    addon_use.fresh()
    cube = new_cube("Hat")
    activate(cube)
    place = folder / "remembered"
    shutil.rmtree(place, ignore_errors=True)
    made = place / "Data/Models/Hat.mdl"
    done(made, format="UMD3", materials=False)
    cube.data.vertices[0].co.x += 0.25
    before = made.read_bytes()
    error = said(bpy.ops.export_scene.engine_assets, materials=False)
    assert not error and made.read_bytes() != before and made.read_bytes()[:4] == b"UMD3", error
    blend = place / "work/hat.blend"
    blend.parent.mkdir()
    bpy.ops.wm.save_as_mainfile(filepath=str(blend))
    if bpy.app.version < (3, 6, 0):
        # It tells no path before a first save.
        bpy.ops.wm.save_mainfile()
    moved = place.with_name("remembered-moved")
    shutil.rmtree(moved, ignore_errors=True)
    place.rename(moved)
    bpy.ops.wm.open_mainfile(filepath=str(moved / "work/hat.blend"))
    package = addon_use.package()
    activate(bpy.data.objects["Hat"])
    path, form = package.remembered.of_object(bpy.data.objects["Hat"])
    assert (pathlib.Path(path).resolve(), form) == ((moved / "Data/Models/Hat.mdl").resolve(), "UMD3"), (path, form)
    bpy.data.objects["Hat"].data.vertices[0].co.x += 0.25
    before = pathlib.Path(path).read_bytes()
    error = said(bpy.ops.export_scene.engine_assets, materials=False)
    assert not error and pathlib.Path(path).read_bytes() != before and not place.exists(), error
    return path


addon_use.run((lod_distance, technique, physics, flex_controllers, listed, remembered))
