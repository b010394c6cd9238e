"""An artist's normal day: no edit is lost, merged or made small.

python addon_day.py FOLDER SAMPLES CORPUS [TEST]
"""

import json
import math
import pathlib
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import addon_use
import bpy
from addon_use import action, bring, curves, done, nudge, take

folder, samples, corpus = (pathlib.Path(word) for word in addon_use.words()[:3])
addon_use.fresh()
import engine_assets as ea

SOLDIER = corpus / "udm/pragma/models/player/soldier.pmdl_b"
URHO = corpus / "urho/engine/Data/Models"
SCENE = corpus / "urho-scene/urho3d/Data/Scenes/SceneLoadExample.xml"


def empties(kind):
    return [one for one in bpy.data.objects if one.get("ea_extra") == kind]


def box_size(one):
    """The size of an empty's cube in the world."""
    bpy.context.view_layer.update()
    return [2.0 * value * one.empty_display_size for value in one.matrix_world.to_scale()]


def activate(one):
    bpy.context.view_layer.objects.active = one


def new_object(kind, name, data=None):
    one = bpy.data.objects.new(name, data)
    bpy.context.scene.collection.objects.link(one)
    return one


def new_cube(name, size=0.5):
    mesh = bpy.data.meshes.new(name)
    corners = [(x, y, z) for x in (-size, size) for y in (-size, size) for z in (-size, size)]
    mesh.from_pydata(corners, [], [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)])
    return new_object("MESH", name, mesh)


def messages():
    return [f"{line[1]}: {line[2]}" for line in addon_use.found()]


def hit_boxes():
    """Hit boxes have the file's size; copies are new, deleted ones are removed and reported."""
    bring(SOLDIER)
    before = ea.open(SOLDIER).document().to_dict()
    head = next(one for one in empties("hitbox") if one.name == "Hit Box Head")
    bounds = before["hitboxes"][head["ea_index"]]["bounds"]
    expected = sorted((b - a) * 0.025 for a, b in zip(bounds["min"], bounds["max"]))
    found = sorted(box_size(head))
    assert max(abs(a - b) for a, b in zip(found, expected)) < 1e-4, (found, expected)
    copy = head.copy()
    head.users_collection[0].objects.link(copy)
    copy.location.x += 1.0
    gone = next(one for one in empties("hitbox") if one["ea_index"] == 3)
    bpy.data.objects.remove(gone)
    point = bpy.data.objects.new("Attachment tip", None)
    bpy.context.scene.collection.objects.link(point)
    point.parent, point.parent_type, point.parent_bone = head.parent, "BONE", head.parent_bone
    made = folder / "hit_boxes/models/soldier.pmdl_b"
    done(made, format="PMDL_B", materials=False, replace=True)
    after = ea.open(made).document().to_dict()
    kept = [one for index, one in enumerate(before["hitboxes"]) if index != 3]
    assert after["hitboxes"][:-1] == kept, "other hit boxes changed"
    new = after["hitboxes"][-1]
    assert (new["hitGroup"], new["bone"]) == ("Head", before["hitboxes"][head["ea_index"]]["bone"]), new
    assert abs(new["bounds"]["min"][0] - bounds["min"][0] - 1.0) < 1e-3, new
    assert after["attachments"][:-1] == before["attachments"] and after["attachments"][-1]["name"] == "tip", after["attachments"]
    said = messages()
    assert any("deleted in Blender" in one for one in said) and any("is a new hit box" in one for one in said), said
    assert not [one for one in ea.open(made).validate() if one.severity == "error"]
    return f"{found[-1]:.3f} m, {len(after['hitboxes'])} hit boxes"


def scenes():
    """New objects of a scene are exported by default; hidden ones aren't."""
    bring(SCENE)
    light = new_object("LIGHT", "NewLamp", bpy.data.lights.new("NewLamp", "POINT"))
    cube, hidden = new_cube("NewCube"), new_cube("HiddenCube")
    light.location, cube.location = (1.0, 2.0, 3.0), (4.0, 5.0, 6.0)
    hidden.hide_set(True)
    activate(cube)
    made = folder / "scenes/Data/Scenes/SceneLoadExample.xml"
    done(made, format="SCENE_XML", replace=True)
    text = made.read_text()
    assert "NewLamp" in text and "NewCube" in text and "HiddenCube" not in text, [name for name in ("NewLamp", "NewCube", "HiddenCube") if name in text]
    was, now = (ea.open(path).summary() for path in (SCENE, made))
    assert now["num_nodes"] == was["num_nodes"] + 2, (was["num_nodes"], now["num_nodes"])
    select = [one for one in bpy.data.objects if one.select_get()]
    for one in select:
        one.select_set(False)
    cube.select_set(True)
    done(folder / "scenes/Selected/Scenes/Cube.xml", format="PREFAB_XML", what="SELECTED", replace=True)
    text = (folder / "scenes/Selected/Scenes/Cube.xml").read_text()
    assert "NewCube" in text and "NewLamp" not in text, text[:500]
    return f"{now['num_nodes']} nodes"


def beside():
    """A new object next to an imported model is exported alone, and the dialog names the objects."""
    package = bring(URHO / "Jack.mdl", which="NONE")
    hat = new_cube("Hat")
    activate(hat)
    found = package.chosen.find(bpy.context, "AUTO", False)
    assert found.sentence() == "Exports 1 object: Hat" and "Jack" in found.others(), (found.sentence(), found.others())
    made = folder / "beside/Models/Hat.mdl"
    done(made, replace=True)
    summary = ea.open(made).summary()
    assert not summary["bones"] and len(summary["geometries"]) == 1, summary["bones"]
    activate(next(one for one in bpy.data.objects if one.type == "ARMATURE"))
    found = package.chosen.find(bpy.context, "AUTO", False)
    assert "Hat" in found.others() and "Hat" not in found.sentence(), found
    return found.sentence()


def files_of(place):
    return {path.relative_to(place).as_posix(): path.read_bytes() for path in sorted(place.rglob("*")) if path.is_file()}


def jack(name):
    """A project with Jack, his materials and his animation."""
    place = addon_use.project(folder / name, [URHO / "Jack.mdl", *sorted(URHO.glob("Jack_*.ani"))])
    return place


def unedited():
    """An export of unedited models changes no byte and adds no file."""
    told = {}
    for source in (URHO / "Jack.mdl", URHO / "NinjaSnowWar/Ninja.mdl", URHO / "Mutant/Mutant.mdl", URHO / "Kachujin/Kachujin.mdl", SOLDIER):
        animations = sorted(source.parent.glob("*.ani"))
        place = addon_use.project(folder / "unedited" / source.stem, [source, *animations])
        own = place / source.name
        before = files_of(place.parent)
        bring(own)
        start = time.process_time()
        done(own, format="PMDL_B" if source == SOLDIER else "MDL")
        told[source.stem] = f"{time.process_time() - start:.1f} s"
        after = files_of(place.parent)
        changed = [name for name in after if after[name] != before.get(name)]
        assert not changed, changed
        warnings = [line for line in addon_use.found() if line[0] != "note" and line[1] in ("meshes", "nodes")]
        assert not warnings, warnings
    return told


def one_animation():
    """An edit of one animation changes that animation alone, and its export is quick."""
    bring(SOLDIER)
    before = ea.open(SOLDIER).document().to_dict()
    nudge(action("walk"))
    made = folder / "one_animation/models/soldier.pmdl_b"
    start = time.process_time()
    done(made, format="PMDL_B", materials=False, replace=True)
    seconds = time.process_time() - start
    after = ea.open(made).document().to_dict()
    changed = [name for name in before["animations"] if before["animations"][name] != after["animations"][name]]
    assert changed == ["walk"], changed
    assert {**before, "animations": 0} == {**after, "animations": 0}, [key for key in before if before[key] != after[key]]
    # Blender's exporter takes 26 s for them.
    for one in bpy.data.actions:
        nudge(one)
    start = time.process_time()
    done(made, format="PMDL_B", materials=False, replace=True)
    return f"one action {seconds:.1f} s, {len(bpy.data.actions)} actions {time.process_time() - start:.1f} s"


def layers():
    """A new animation has tracks of keyed bones only, with their keyed properties, at the times of the keys."""
    place = jack("layers")
    bring(place / "Jack.mdl", which="NONE")
    armature = next(one for one in bpy.data.objects if one.type == "ARMATURE")
    bone = next(one for one in armature.pose.bones if one.parent is not None)
    scene = bpy.context.scene
    scene.render.fps = 60
    activate(armature)
    armature.animation_data_create().action = bpy.data.actions.new("Jack_Nod")
    bone.rotation_mode = "QUATERNION"
    for frame, angle in ((0.0, 0.0), (0.8, 0.2), (30.0, 0.5)):
        bone.rotation_quaternion = (math.cos(angle), math.sin(angle), 0.0, 0.0)
        bone.keyframe_insert("rotation_quaternion", frame=frame)
    for curve in curves(bpy.data.actions["Jack_Nod"]):
        for point in curve.keyframe_points:
            point.interpolation = "LINEAR"
    done(place / "Jack.mdl", materials=False, replace=True)
    tracks = ea.open(place / "Jack_Nod.ani").summary()["tracks"]
    assert [one["name"] for one in tracks] == [bone.name], tracks
    text = json.dumps(tracks[0])
    assert "rotation" in text and "position" not in json.dumps(tracks[0].get("channels", "")), text[:300]
    clip = ea.open(place / "Jack.mdl").scene(animations=[place / "Jack_Nod.ani"]).clips[0]
    times = [float(time) for time in clip.channels[0].times]
    assert len(times) == 3 and abs(times[1] - 0.8 / 60) < 1e-6 and abs(times[2] - 0.5) < 1e-6, times
    return tracks[0]["name"], times


def handles():
    """Curves with handles are evaluated at each frame, and constraints by Blender."""
    place = jack("handles")
    bring(place / "Jack.mdl", which="NONE")
    armature = next(one for one in bpy.data.objects if one.type == "ARMATURE")
    first, second = [one for one in armature.pose.bones if one.parent is not None][:2]
    target = new_object("EMPTY", "Target")
    target.location = (1.0, 0.0, 1.0)
    armature.animation_data_create().action = bpy.data.actions.new("Jack_Look")
    for frame, angle in ((0.0, 0.0), (12.0, 0.4)):
        first.rotation_quaternion = (math.cos(angle), math.sin(angle), 0.0, 0.0)
        first.keyframe_insert("rotation_quaternion", frame=frame)
    counts = []
    for constrained in (False, True):
        if constrained:
            constraint = second.constraints.new("TRACK_TO")
            constraint.target = target
        activate(armature)
        done(place / "Jack.mdl", materials=False, replace=True)
        clip = ea.open(place / "Jack.mdl").scene(animations=[place / "Jack_Look.ani"]).clips[0]
        counts.append((len({channel.node for channel in clip.channels}), max(len(channel.times) for channel in clip.channels)))
    assert counts[0] == (1, 13) and counts[1][0] > 1, counts
    return counts


def levels():
    """Coarser levels of detail follow the scale of their armature, and are exported though they are hidden."""
    package = bring(URHO / "Jack.mdl", which="NONE")
    bpy.context.view_layer.update()
    armature = next(one for one in bpy.data.objects if one.type == "ARMATURE")
    coarse = [one for one in bpy.data.objects if package.levels.is_level(one)]
    assert coarse and not any(one.visible_get() for one in coarse), coarse
    armature.scale = (0.01, 0.01, 0.01)
    made = folder / "levels/Models/Small.mdl"
    activate(armature)
    done(made, merge=False, apply_scale=True, materials=False, replace=True)
    scene = ea.open(made).scene()
    heights = [float(one.positions[:, 1].max()) for one in scene.primitives]
    assert len(heights) == 2 * (len(coarse) + 1) and max(heights) < 0.03, heights
    said = take(made, merge=True, apply_scale=True, materials=False, replace=True, changed="MERGE")
    assert not said or "Apply Scale" in said, said
    place = jack("levels-into")
    bring(place / "Jack.mdl", which="NONE")
    said = take(place / "Jack.mdl", apply_scale=True)
    assert "Apply Scale" in said and "original" in said, said
    gone = next(one for one in bpy.data.objects if one.name.endswith("_LOD2"))
    renamed = next(one for one in bpy.data.objects if one.name.endswith("_LOD3"))
    bpy.data.objects.remove(gone)
    renamed.name = "Rough"
    assert not addon_use.said(bpy.ops.engine_assets.check, materials=False)
    said = messages()
    assert any("level of detail 2 of the original was deleted" in one for one in said), said
    assert any("was level of detail 3" in one for one in said), said
    return len(coarse)


def names():
    """Numbers that Blender adds to names don't reach the file."""
    place = jack("names")
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
    return sorted(files_of(place.parent))


def modifiers():
    """Modifiers are applied by default, and shape keys stay."""
    cube = new_cube("Cube")
    cube.shape_key_add(name="Basis")
    wide = cube.shape_key_add(name="Wide")
    for point in wide.data:
        point.co.x *= 2.0
    cube.modifiers.new("Split", "SUBSURF").levels = 1
    activate(cube)
    made = folder / "modifiers/Models/Cube.mdl"
    done(made, replace=True)
    summary = ea.open(made).summary()
    assert len(summary["morphs"]) == 1 and summary["morphs"][0]["name"] == "Wide", summary["morphs"]
    assert len(cube.data.vertices) == 8 and cube.data.shape_keys is not None and cube.modifiers[0].show_viewport, "the object changed"
    triangles = len(ea.open(made).index_buffers[0]) // 3
    assert triangles == 48, triangles
    return triangles


def weights():
    """Vertices of more than four bones are counted."""
    place = jack("weights")
    bring(place / "Jack.mdl", which="NONE")
    mesh = bpy.data.objects["Jack"]
    for group in list(mesh.vertex_groups)[:6]:
        group.add([0, 1], 0.1, "REPLACE")
    for group in mesh.vertex_groups:
        group.remove([2])
    activate(mesh)
    assert not addon_use.said(bpy.ops.engine_assets.check, materials=False)
    said = [one for one in messages() if "bones" in one or "weight of a bone" in one]
    assert any("2 vertices have more than 4 bones" in one for one in said), said
    assert any("1 vertices have no weight" in one for one in said), said
    return said


TESTS = (hit_boxes, scenes, beside, unedited, one_animation, layers, handles, levels, names, modifiers, weights)
named = addon_use.words()[3:]
addon_use.run([test for test in TESTS if not named or test.__name__ in named])
