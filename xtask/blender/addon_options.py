"""Options of imports and exports: scale, facing, bone drawing.

python addon_options.py FOLDER SAMPLES CORPUS [TEST]
"""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import addon_use
import bpy
import numpy
from mathutils import Vector, kdtree  # isort: skip
from addon_use import action, activate, bring, done, files_of, jack, nudge

folder, samples, corpus = (pathlib.Path(word) for word in addon_use.words()[:3])
addon_use.fresh()
import engine_assets as ea

SOLDIER = corpus / "udm/pragma/models/player/soldier.pmdl_b"
CRATE = corpus / "urho/engine/Data/Models/NinjaSnowWar/SnowCrate.mdl"
PLACE = {"apply_scale": True, "turn": True}


def armature():
    return next(one for one in bpy.data.objects if one.type == "ARMATURE")


def corners(one):
    """Corners of a mesh in the world."""
    bpy.context.view_layer.update()
    return numpy.array([one.matrix_world @ vertex.co for vertex in one.data.vertices])


def meshes():
    return sorted((one for one in bpy.context.scene.objects if one.type == "MESH"), key=lambda one: one.name)


def move_and_key(name):
    """Edits a vertex and all keys of an action."""
    mesh = meshes()[0]
    activate(mesh)
    scale = mesh.matrix_world.to_scale()[0]
    mesh.data.vertices[0].co.z += 0.1 / scale
    if name:
        nudge(action(name))


def positions(path, clip):
    """Positions of a model's vertices, and all keys of an animation but for the edited one."""
    scene = ea.open(path).scene(animations=[path.with_name(f"{clip}.ani")] if path.suffix == ".mdl" and clip else [])
    places = numpy.concatenate([one.positions for one in scene.primitives])
    keys = [channel.values for one in scene.clips if one.name == clip for channel in one.channels]
    return places, numpy.concatenate([values.reshape(-1) for values in keys]) if keys else numpy.zeros(0)


def distances(points, others):
    """The distance of each point to the nearest one of others; points at one place count once."""
    others = numpy.unique(others, axis=0)
    tree = kdtree.KDTree(len(others))
    for number, place in enumerate(others):
        tree.insert(Vector(place.tolist()), number)
    tree.balance()
    return [tree.find(Vector(place.tolist()))[2] for place in numpy.unique(points, axis=0)]


def placing():
    """Applied scales and turned models go back into the original as they were."""
    told = {}
    for name, source, scale, clip, form in (
        ("soldier", SOLDIER, 1.0, "walk", "PMDL_B"),
        ("jack", None, 2.0, "Jack_Walk", "MDL"),
        ("crate", CRATE, 3.0, None, "MDL"),
    ):
        made = {}
        for kind, options in (("plain", {}), ("placed", {**PLACE, "scale": scale}), ("scaled", {"scale": scale})):
            place = folder / "placing" / name / kind
            own = (addon_use.project(place, [source]) / source.name) if source else (jack(place) / "Jack.mdl")
            bring(own, **options)
            before = files_of(place)
            done(own, format=form, materials=False, replace=True)
            assert files_of(place) == before, (name, kind, [key for key, data in files_of(place).items() if before.get(key) != data])
            now = corners(meshes()[0])
            if kind == "plain":
                first = now
            sides = {"plain": (1.0, 1.0, 1.0), "placed": (-scale, -scale, scale), "scaled": (scale, scale, scale)}[kind]
            apart = numpy.abs(now - first * sides).max()
            assert apart < 1e-4, (name, kind, apart)
            sizes = {round(value, 5) for one in bpy.data.objects if "ea_source" in one for value in one.scale}
            assert kind != "placed" or sizes == {1.0}, sizes
            move_and_key(clip)
            done(own, format=form, materials=False, replace=True)
            made[kind] = positions(own, clip)
        for kind in ("placed", "scaled"):
            # The edited vertex moved by 0.1 in the scaled scene.
            size = numpy.abs(made["plain"][0]).max()
            far = sum(distance > 1e-4 * size for distance in distances(made[kind][0], made["plain"][0]))
            assert far <= 12, (name, kind, far)
            assert made[kind][1].shape == made["plain"][1].shape
            keys = numpy.sort(numpy.abs(made[kind][1] - made["plain"][1]))[:-8] if clip else numpy.zeros(1)
            assert keys.max() < 2e-3, (name, kind, keys.max())
            told[f"{name} {kind}"] = (far, float(keys.max()))
    return told


def bone_drawing():
    """Bones are drawn towards their children, and their axes are those of the file."""
    rests = {}
    for drawn in (False, True):
        place = jack(folder / "bone_drawing")
        bring(place / "Jack.mdl", draw_bones=drawn)
        own = armature()
        rests[drawn] = [[round(value, 6) for row in bone.matrix_local for value in row] for bone in own.data.bones]
    assert rests[False] == rests[True]
    before = files_of(place)
    done(place / "Jack.mdl", replace=True)
    assert files_of(place) == before
    arm, hand = own.pose.bones["Bip01_L_UpperArm"], own.pose.bones["Bip01_L_Forearm"]
    turn = arm.custom_shape_rotation_euler.to_matrix()
    tip = arm.bone.matrix_local @ (turn @ Vector((0.0, arm.custom_shape_scale_xyz[1], 0.0)))
    assert (tip - hand.bone.head_local).length < 1e-5, (tip, hand.bone.head_local)
    nudge(action("Jack_Walk"))
    meshes()[0].data.vertices[0].co.x += 0.01
    done(place / "Jack.mdl", materials=False, replace=True)
    assert files_of(place).keys() == before.keys(), files_of(place).keys() ^ before.keys()
    return len(rests[True])


addon_use.run((placing, bone_drawing))
