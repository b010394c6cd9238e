"""Actions of an armature as a .glb for the library's changes of animations, and keys of the result as actions."""

import bpy
from mathutils import Quaternion, Vector

from . import clips, curves, glb, mend, motions, sources
from .sentences import Refused

# Custom properties that a changed action keeps.
KEPT = (curves.NAME, mend.LOOP, sources.MODEL)


def armature_of(context):
    """The armature that is active, or that moves the active object.

    Raises:
        Refused: There is none.
    """
    active = context.view_layer.objects.active
    for one in (active, active.find_armature() if active is not None and active.type == "MESH" else None):
        if one is not None and one.type == "ARMATURE":
            return one
    raise Refused("Select an armature, or a mesh that an armature moves.")


# ── out ─────────────────────────────────────────────────────────────────────────────────────────────────────────────────────


def document(context, armature, actions):
    """A .glb of an armature in its rest pose, with actions."""
    made, rest = motions.add(context, (skeleton(armature), b""), actions, [armature])
    scaled(made, armature)
    return glb.joined(made, rest)


def scaled(made, armature):
    """Gives the nodes of bones the scale that they have in the pose, unless keys change it: bones of Blender rest without one, those of files may have one."""
    keyed = {channel["target"]["node"] for one in made.get("animations", []) for channel in one["channels"] if channel["target"]["path"] == "scale"}
    for number, bone in enumerate(armature.data.bones, 1):
        if number not in keyed:
            made["nodes"][number]["scale"] = list(armature.pose.bones[bone.name].scale)


def skeleton(armature):
    """The JSON of a .glb with the bones of an armature, as Blender's own exporter writes them."""
    bones = list(armature.data.bones)
    numbers = {bone.name: number for number, bone in enumerate(bones, 1)}
    top = motions.TO_GLTF @ armature.matrix_world @ motions.TO_GLTF.inverted()
    nodes = [node(armature.name, top, [numbers[bone.name] for bone in bones if bone.parent is None])]
    for bone in bones:
        local = bone.parent.matrix_local.inverted() @ bone.matrix_local if bone.parent else motions.TO_GLTF @ bone.matrix_local
        nodes.append(node(bone.name, local, [numbers[child.name] for child in bone.children]))
    return {"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": nodes}


def node(name, matrix, children):
    place, turn, size = matrix.decompose()
    made = {"name": name, "translation": list(place), "rotation": [turn.x, turn.y, turn.z, turn.w], "scale": list(size)}
    return {**made, "children": children} if children else made


# ── in ──────────────────────────────────────────────────────────────────────────────────────────────────────────────────────


def action_of(context, scene, clip, armature):
    """A new action of an armature with the keys of an animation of the library."""
    action = bpy.data.actions.new(clip.name)
    new_curve, rate = clips.curve_maker(action, armature), mend.rate_of(context.scene)
    names = [one.name for one in scene.nodes]
    for channel in clip.channels:
        name = names[channel.node]
        bone = armature.data.bones.get(name)
        if channel.path not in clips.PATHS or (bone is None and name != armature.name):
            continue
        if bone is None:
            of_object(channel, armature, new_curve, rate)
            continue
        if channel.path == "rotation":
            armature.pose.bones[name].rotation_mode = "QUATERNION"
        clips.channel_in(channel, bone, new_curve, (rate, 1.0))
    return action


def of_object(channel, armature, new_curve, rate):
    """Keys of the armature itself."""
    values = channel.values[1::3] if channel.interpolation == "cubic" else channel.values
    name, width = clips.PATHS[channel.path]
    if channel.path == "rotation":
        armature.rotation_mode = "QUATERNION"
    # The parent of the armature is part of its node.
    above = armature.matrix_world @ armature.matrix_basis.inverted()
    back, last = above.inverted() @ motions.TO_GLTF.inverted(), None
    _, turned, scaled = above.decompose()
    kind = clips.CONSTANT if channel.interpolation == "step" else clips.LINEAR
    made = []
    for value in values.tolist():
        if channel.path == "translation":
            made.append(list(back @ Vector(value)))
        elif channel.path == "scale":
            made.append([a / b for a, b in zip((value[0], value[2], value[1]), scaled)])
        else:
            own = Quaternion((value[3], *value[:3])).to_matrix().to_4x4()
            turn = turned.inverted() @ (motions.TO_GLTF.inverted() @ own @ motions.TO_GLTF).to_quaternion()
            last = turn = -turn if last is not None and last.dot(turn) < 0.0 else turn
            made.append(list(turn))
    for index in range(width):
        keys = new_curve(name, index, armature.name).keyframe_points
        keys.add(len(made))
        keys.foreach_set("co", [part for time, value in zip(channel.times.tolist(), made) for part in (time * rate, value[index])])
        keys.foreach_set("interpolation", [kind] * len(made))


def replaced(old, new, armature):
    """Puts a changed action in the place of the old one, which is removed. Returns it."""
    name = old.name
    for key in KEPT:
        if key in old:
            new[key] = old[key]
    new.use_fake_user = old.use_fake_user
    old.user_remap(new)
    bpy.data.actions.remove(old)
    new.name = name
    play(armature, new)
    return new


def play(armature, action):
    """Has an armature play an action."""
    data = armature.animation_data or armature.animation_data_create()
    data.action = action
    if not curves.USES_TRACKS and action.slots:
        data.action_slot = action.slots[0]


# ── triggers ────────────────────────────────────────────────────────────────────────────────────────────────────────────────


def put_markers(action, marks):
    """Pose markers: (name, frame)."""
    for name, frame in marks:
        action.pose_markers.new(name).frame = round(frame)


def marks_of(action):
    return [(marker.name, marker.frame) for marker in action.pose_markers]


def retimed(marks, begin, end, speed, is_reversed):
    """Marks of an animation from frame `begin` to `end`, after changes of its speed and direction. It then begins at frame 0."""
    return [(name, (end - frame if is_reversed else frame - begin) / speed) for name, frame in marks]


def cut(marks, begin, end):
    """Marks of a clip, from its own beginning."""
    return [(name, frame - begin) for name, frame in marks if begin <= frame <= end]


def span(action):
    """First and last frame of an action's keys. Animations of files begin at 0."""
    first, last = action.frame_range
    return min(first, 0.0), last

