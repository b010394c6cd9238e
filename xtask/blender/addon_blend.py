"""Files of Blender as `engine-assets convert` exports them, by its script. It doesn't use the add-on.

python addon_blend.py FOLDER SAMPLES CORPUS [TEST]
"""

import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import addon_use
import bpy
from addon_use import activate, new_cube, new_object
from check import Glb

folder = pathlib.Path(addon_use.words()[0])
SCRIPT = addon_use.HERE.parents[1] / "crates/asset-batch/src/blend/export.py"


def exported(name):
    """The open file as the script exports it, and what the script says. Another process opens it, if this Blender is a module."""
    place = folder / name
    place.mkdir(parents=True, exist_ok=True)
    blend, made = place / f"{name}.blend", place / f"{name}.glb"
    bpy.ops.wm.save_as_mainfile(filepath=str(blend), check_existing=False)
    code = f"import sys, bpy; bpy.ops.wm.open_mainfile(filepath={str(blend)!r}); sys.argv = ['blender', '--', {str(made)!r}]; exec(open({str(SCRIPT)!r}).read())"
    command = [bpy.app.binary_path, "-b", "--factory-startup", "--python-expr", code] if bpy.app.binary_path else [sys.executable, "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert made.is_file(), (done.stdout + done.stderr)[-2000:]
    return Glb(made), done.stdout


def face(kind):
    """A cube with a shape key that an action moves, and a modifier."""
    bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)
    one = new_cube("Face")
    one.shape_key_add(name="Basis")
    smile = one.shape_key_add(name="Smile")
    smile.data[0].co.x -= 1.0
    for frame, value in ((1, 0.0), (20, 1.0)):
        smile.value = value
        smile.keyframe_insert("value", frame=frame)
    modifier = one.modifiers.new("Change", kind)
    rig = new_object("Rig", bpy.data.armatures.new("Rig"))
    activate(rig)
    bpy.ops.object.mode_set(mode="EDIT")
    bone = rig.data.edit_bones.new("Root")
    bone.tail = (0.0, 0.0, 1.0)
    bpy.ops.object.mode_set(mode="OBJECT")
    one.parent = rig
    one.vertex_groups.new(name="Root").add(range(8), 1.0, "REPLACE")
    one.modifiers.new("Armature", "ARMATURE").object = rig
    return one, modifier


def shapes_through_modifiers():
    """Shape keys, their names and animations stay when other modifiers are applied."""
    _, modifier = face("SUBSURF")
    modifier.levels = 1
    glb, said = exported("shapes")
    mesh = glb.json["meshes"][0]
    assert mesh["name"] == "Face" and mesh["extras"]["targetNames"] == ["Smile"], mesh
    primitive = mesh["primitives"][0]
    assert len(primitive["targets"]) == 1 and "JOINTS_0" in primitive["attributes"], primitive
    count = glb.json["accessors"][primitive["attributes"]["POSITION"]]["count"]
    assert count == 96, count
    paths = [channel["target"]["path"] for animation in glb.json["animations"] for channel in animation["channels"]]
    assert "weights" in paths and "Told: " not in said, (paths, said)
    return count


def shapes_that_are_lost():
    """A modifier that gives a shape key another number of vertices is told."""
    one, modifier = face("WELD")
    modifier.merge_threshold = 0.01
    one.data.shape_keys.key_blocks["Smile"].data[0].co = one.data.shape_keys.key_blocks["Basis"].data[1].co
    glb, said = exported("lost")
    assert "Told: Face: modifiers give the shape key Smile another number of vertices" in said, said
    assert not glb.json["meshes"][0]["primitives"][0].get("targets")


addon_use.run((shapes_through_modifiers, shapes_that_are_lost))
