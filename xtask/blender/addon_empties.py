"""Empties of a model's bones: hit boxes and attachments of Pragma, boxes and spheres of Urho3D.

python addon_empties.py FOLDER SAMPLES CORPUS [TEST]
"""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import addon_use
import bpy
from addon_use import bring, done, empties, files_of, jack, messages, new_object

folder, samples, corpus = (pathlib.Path(word) for word in addon_use.words()[:3])
addon_use.fresh()
import engine_assets as ea

SOLDIER = corpus / "udm/pragma/models/player/soldier.pmdl_b"
URHO = corpus / "urho/engine/Data/Models"


def box_size(one):
    """The size of an empty's cube in the world."""
    bpy.context.view_layer.update()
    return [2.0 * value * one.empty_display_size for value in one.matrix_world.to_scale()]


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


def bone_boxes():
    """Boxes and spheres of the bones of Urho3D are empties: unedited ones are the same to the byte, edited, new and deleted ones are written."""
    place = jack(folder / "bone_boxes")
    own = place / "Jack.mdl"
    boxed = [number for number, bone in enumerate(ea.open(own).summary()["bones"]) if "box" in bone]
    third, fifth = ea.open(own).summary()["bones"][3], ea.open(own).summary()["bones"][boxed[4]]
    shapes = {3: (0.25, ((-0.1, -0.2, -0.3), (0.1, 0.2, 0.3))), boxed[4]: (None, tuple(fifth["box"]))}
    own.write_bytes(ea.open(own).with_bone_shapes(shapes))
    before, files = ea.open(own).summary()["bones"], files_of(place)
    bring(own, which="NONE")
    boxes = {one.parent_bone: one for one in empties("bone box")}
    assert len(boxes) == sum("box" in bone for bone in before) and len(empties("bone sphere")) == sum("radius" in bone for bone in before)
    assert not any(one.visible_get() for one in boxes.values())
    done(own, materials=False, replace=True)
    assert files_of(place) == files, "unedited"
    armature = next(one for one in bpy.data.objects if one.type == "ARMATURE")
    assert abs(addon_use.package().extras.unit_of(armature) - 0.025) < 1e-6, "units of Pragma for an export to Pragma"
    moved, gone = fifth["name"], before[boxed[6]]["name"]
    boxes[moved].location.z += 0.1
    boxes[moved].scale.x *= 2.0
    bpy.data.objects.remove(boxes[gone])
    sphere = next(one for one in empties("bone sphere") if one.parent_bone == third["name"])
    sphere.scale = [0.5] * 3
    new = new_object("Bone Sphere new")
    new.empty_display_size = 0.125
    new.parent, new.parent_type, new.parent_bone = armature, "BONE", moved
    new.location.y = -armature.data.bones[moved].length
    for _ in range(2):
        done(own, materials=False, replace=True)
    after = {bone["name"]: bone for bone in ea.open(own).summary()["bones"]}
    was = {bone["name"]: bone for bone in before}
    changed = sorted(name for name, bone in after.items() if bone != was[name])
    assert changed == sorted((moved, gone, third["name"])), changed
    assert "box" not in after[gone] and abs(after[third["name"]]["radius"] - 0.5) < 1e-5 and abs(after[moved]["radius"] - 0.125) < 1e-5, after[gone]
    size = lambda bone, axis: bone["box"][1][axis] - bone["box"][0][axis]  # noqa: E731
    assert abs(size(after[moved], 0) - 2.0 * size(was[moved], 0)) < 1e-5 and abs(after[moved]["box"][0][2] - was[moved]["box"][0][2] - 0.1) < 1e-5, after[moved]
    return len(boxes), changed


def inside(one, group, weight=0.6, margin=1.2):
    """The share of a bone's vertices that are inside of an empty's cube, in rest pose; None without vertices."""
    armature = one.parent
    frame = armature.matrix_world @ armature.data.bones[one.parent_bone].matrix_local @ addon_use.package().extras.local_of(one)
    back, found = frame.inverted(), []
    for mesh in (mesh for mesh in bpy.data.objects if mesh.type == "MESH" and group in mesh.vertex_groups and "_LOD" not in mesh.name):
        number = mesh.vertex_groups[group].index
        own = [vertex for vertex in mesh.data.vertices if any(entry.group == number and entry.weight > weight for entry in vertex.groups)]
        found += [max(map(abs, back @ mesh.matrix_world @ vertex.co)) <= margin * one.empty_display_size for vertex in own]
    return sum(found) / len(found) if found else None


def boxes_fit():
    """Hit boxes and boxes of bones are around the vertices of their bones."""
    told = {}
    for source, kind in ((SOLDIER, "hitbox"), (URHO / "Jack.mdl", "bone box"), (URHO / "Mutant/Mutant.mdl", "bone box")):
        bring(source, which="NONE")
        shares = [share for share in (inside(one, one.parent_bone) for one in empties(kind)) if share is not None]
        told[source.stem] = (len(shares), round(sum(shares) / len(shares), 3), round(min(shares), 3))
        assert len(shares) > 10 and told[source.stem][1] > 0.8, told
    return told


def empties_twice():
    """Deleted and new empties are numbered as in the file that was written: a second export changes nothing."""
    place = addon_use.project(folder / "empties_twice", [SOLDIER])
    own = place / SOLDIER.name
    bring(own)
    bpy.data.objects.remove(next(one for one in empties("hitbox") if one["ea_index"] == 3))
    head = next(one for one in empties("hitbox") if one.name == "Hit Box Head")
    copy = head.copy()
    head.users_collection[0].objects.link(copy)
    copy.location.x += 1.0
    done(own, format="PMDL_B", materials=False, replace=True)
    first = own.read_bytes()
    done(own, format="PMDL_B", materials=False, replace=True)
    assert own.read_bytes() == first and not [one for one in messages() if "hit box" in one], messages()
    return len(ea.open(own).document()["hitboxes"])


addon_use.run((hit_boxes, empties_twice, bone_boxes, boxes_fit))
