"""An animation of Urho3D alone, onto the skeleton of an imported model."""

import pathlib

import bpy
from mathutils import Quaternion, Vector

from . import curves, mend, motions, sources
from .library import needed
from .sentences import Refused

PATHS = {"translation": ("location", 3), "rotation": ("rotation_quaternion", 4), "scale": ("scale", 3)}
LINEAR, CONSTANT = 1, 0


def target(context):
    """The armature that animations are imported onto: the active one, or the one of the active object."""
    active = context.view_layer.objects.active
    armature = active if active is None or active.type == "ARMATURE" else active.find_armature()
    source = sources.of_object(armature) if armature is not None else None
    if source is None or source.format != "urho-mdl":
        raise Refused("Select the armature of an imported Urho3D model: an animation alone has no skeleton.")
    return armature, source


def add(context, path, markers):
    """Adds the animation of a file as an action of the active armature. Returns the action, and findings."""
    armature, source = target(context)
    name = pathlib.PurePath(path).stem
    scene = source.open().scene(animations=[path], resources=False)
    clip = next((one for one in scene.clips if one.name == name), None)
    if clip is None:
        raise Refused(f"{pathlib.PurePath(path).name} moves no bone of {armature.name}.")
    action = bpy.data.actions.new(name)
    new_curve = curve_maker(action, armature)
    names, missing = [node.name for node in scene.nodes], 0
    for channel in clip.channels:
        bone = armature.data.bones.get(names[channel.node])
        if bone is None or channel.path not in PATHS:
            missing += 1
            continue
        channel_in(channel, bone, new_curve, (mend.rate_of(context.scene), source.applied))
    if missing == len(clip.channels):
        bpy.data.actions.remove(action)
        raise Refused(f"{pathlib.PurePath(path).name} moves no bone of {armature.name}.")
    kept(context, action, armature, (path, markers))
    return action, list(scene.findings)


def kept(context, action, armature, how):
    """Plays an action, and stores what its export needs."""
    path, markers = how
    data = armature.animation_data or armature.animation_data_create()
    data.action = action
    if not curves.USES_TRACKS:
        data.action_slot = action.slots[0]
    model = sources.model_of(armature)
    action[sources.MODEL] = model
    objects = sources.objects_of(model, context.scene)
    for one in objects:
        sources.add_animation(one, path)
    side = next((found for found in (pathlib.Path(path).with_suffix(end) for end in (".xml", ".json")) if found.is_file()), None)
    if side is not None and markers != "NONE":
        length = needed().open(path).summary()["length"]
        mend.triggers_in(context.scene, action, side.read_bytes(), side.name, length, markers)
    curves.remember([action], objects, mend.rate_of(context.scene))


def curve_maker(action, armature):
    """A function that adds a curve to an action: (path, index, group)."""
    if curves.USES_TRACKS:
        return lambda path, index, group: action.fcurves.new(path, index=index, action_group=group)
    slot = action.slots.new(id_type="OBJECT", name=armature.name)
    strip = action.layers.new("Layer").strips.new(type="KEYFRAME")
    bag = strip.channelbag(slot, ensure=True)
    return lambda path, index, _group: bag.fcurves.new(path, index=index)


def channel_in(channel, bone, new_curve, units):
    """Keys of a channel, which are relative to the parent, as keys relative to the rest pose of a bone.

    Args:
        units: Frames per second, and the scale that is applied to the bones.
    """
    (rate, scale), (name, width) = units, PATHS[channel.path]
    values = channel.values[1::3] if channel.interpolation == "cubic" else channel.values
    rest = bone.parent.matrix_local.inverted_safe() @ bone.matrix_local if bone.parent else motions.TO_GLTF @ bone.matrix_local
    place, turn, size = rest.decompose()
    back = (turn.to_matrix().to_4x4()).inverted()
    made, last = [], None
    for value in values.tolist():
        if name == "location":
            moved = back @ (Vector(value) * scale - place)
            value = [a / b if b else a for a, b in zip(moved, size)]
        elif name == "scale":
            value = [a / b if b else a for a, b in zip(value, size)]
        else:
            value = turn.inverted() @ Quaternion((value[3], *value[:3]))
            last = value = -value if last is not None and last.dot(value) < 0.0 else value
        made.append(list(value))
    path = f'pose.bones["{bpy.utils.escape_identifier(bone.name)}"].{name}'
    kind = CONSTANT if channel.interpolation == "step" else LINEAR
    for index in range(width):
        keys = new_curve(path, index, bone.name).keyframe_points
        keys.add(len(made))
        keys.foreach_set("co", [part for time, value in zip(channel.times.tolist(), made) for part in (time * rate, value[index])])
        keys.foreach_set("interpolation", [kind] * len(made))
