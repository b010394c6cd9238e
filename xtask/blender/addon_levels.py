"""Levels of detail, and names that Blender numbers.

python addon_levels.py FOLDER SAMPLES CORPUS [TEST]
"""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import addon_use
import bpy
from addon_use import activate, bring, done, files_of, jack, messages, new_cube, take

folder, samples, corpus = (pathlib.Path(word) for word in addon_use.words()[:3])
addon_use.fresh()
import engine_assets as ea

URHO = corpus / "urho/engine/Data/Models"


def levels():
    """Coarser levels of detail follow the scale of their armature, and are exported though they are hidden."""
    package = bring(URHO / "Jack.mdl", which="NONE")
    bpy.context.view_layer.update()
    armature = next(one for one in bpy.data.objects if one.type == "ARMATURE")
    coarse = [one for one in bpy.data.objects if package.levels.is_level(one)]
    assert coarse and not any(one.visible_get() for one in coarse), coarse
    assert all(home.hide_render for one in coarse for home in one.users_collection), "pictures show coarser levels"
    armature.scale = (0.01, 0.01, 0.01)
    made = folder / "levels/Models/Small.mdl"
    activate(armature)
    done(made, merge=False, apply_scale=True, materials=False, replace=True)
    scene = ea.open(made).scene(lods=True)
    heights = [float(one.positions[:, 1].max()) for one in scene.primitives]
    assert len(heights) == 2 * (len(coarse) + 1) and max(heights) < 0.03, heights
    said = take(made, merge=True, apply_scale=True, materials=False, replace=True, changed="MERGE")
    assert not said or "Apply Scale" in said, said
    place = jack(folder / "levels-into")
    bring(place / "Jack.mdl", which="NONE")
    said = take(place / "Jack.mdl", apply_scale=True)
    assert "Apply Scale" in said and "original" in said, said
    before = files_of(place)
    gone = next(one for one in bpy.data.objects if one.name.endswith("_LOD2"))
    renamed = next(one for one in bpy.data.objects if one.name.endswith("_LOD3"))
    bpy.data.objects.remove(gone)
    renamed.name = "Rough"
    assert not addon_use.said(bpy.ops.engine_assets.check, materials=False)
    said = messages()
    assert any("level of detail 2 of the original was deleted" in one for one in said), said
    assert any("was level of detail 3" in one for one in said), said
    # Told before anything is written.
    said = take(place / "Jack.mdl", materials=False)
    assert "level of detail 2 of the original was deleted" in said and "Rough: was level of detail 3" in said, said
    assert files_of(place) == before
    return len(coarse)


def lod_counts(path):
    return [len(one["lods"]) for one in ea.open(path).summary()["geometries"]]


def new_levels():
    """A renamed finest level keeps its coarser ones; new objects of such names are levels of detail; one without a finest level is told before writing."""
    place = jack(folder / "new_levels")
    bring(place / "Jack.mdl", which="NONE")
    before, counts = files_of(place), lod_counts(place / "Jack.mdl")
    mesh = bpy.data.objects["Jack"]
    mesh.name = "Hero"
    mesh.data.vertices[0].co.x += 0.01
    activate(mesh)
    wrong = take(place / "Jack.mdl", materials=False)
    assert not wrong, wrong
    assert lod_counts(place / "Jack.mdl") == counts and files_of(place)["Jack.mdl"] != before["Jack.mdl"], lod_counts(place / "Jack.mdl")
    lost = next(one for one in bpy.data.objects if one.name == "Jack_LOD4")
    lost.name = "Nobody_LOD4"
    said = take(place / "Jack.mdl", materials=False)
    assert "Nobody_LOD4: is a level of detail of Nobody" in said, said
    addon_use.fresh()
    cube, coarse = new_cube("Cube"), new_cube("Cube_LOD1")
    cube.data.vertices[0].co.x += 0.1
    coarse.hide_set(True)
    activate(cube)
    made = folder / "new_levels/Models/Cube.mdl"
    done(made, materials=False, replace=True)
    assert lod_counts(made) == [2], lod_counts(made)
    return counts


def names():
    """Numbers that Blender adds to names don't reach the file."""
    place = jack(folder / "names")
    bring(place / "Jack.mdl", which="NONE")
    for one in list(bpy.data.objects):
        bpy.data.objects.remove(one)
    wrong = addon_use.said(bpy.ops.import_scene.engine_assets, filepath=str(place / "Jack.mdl"), which="NONE")
    assert not wrong, wrong
    mesh = bpy.data.objects["Jack"]
    mesh.data.vertices[0].co.x += 0.01
    activate(mesh)
    done(place / "Jack.mdl", replace=True)
    numbered = [name for name in files_of(place.parent) if ".001" in name]
    assert not numbered, numbered
    made = ea.convert(place / "Jack.mdl", to="glb").data
    assert b'.001"' not in made
    before = files_of(place.parent)
    for _ in range(2):
        wrong = addon_use.said(bpy.ops.import_scene.engine_assets, filepath=str(place / "Jack.mdl"), which="NONE")
        assert not wrong, wrong
    second = next(one for one in bpy.data.objects if one.name == "Jack.002")
    activate(second)
    done(place / "Jack.mdl", replace=True)
    assert files_of(place.parent) == before, [name for name, data in files_of(place.parent).items() if before.get(name) != data]
    return sorted(before)


addon_use.run((levels, new_levels, names))
