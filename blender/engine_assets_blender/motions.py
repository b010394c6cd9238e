"""Animations of a glTF from the keys of actions: only keyed properties, at the times of their keys.

Blender's own exporter evaluates all bones at all frames, which takes most of the time of an export and moves bones that nobody keyed. Here, keys are
read directly. Curves with handles are evaluated at each frame, and whole poses only where constraints or drivers move them.
"""

import math

import bpy
from mathutils import Euler, Matrix, Quaternion, Vector

from . import curves, glb, moments

# glTF has Y up.
TO_GLTF = Matrix(((1, 0, 0, 0), (0, 0, 1, 0), (0, -1, 0, 0), (0, 0, 0, 1)))
PROPERTIES = {"location": "translation", "scale": "scale", "rotation_quaternion": "rotation", "rotation_euler": "rotation", "rotation_axis_angle": "rotation"}
NEAR = 1e-6


class Track:
    """Keys of one property of one node: frames, and a value for each."""

    def __init__(self, node, path, frames, values, is_step=False):
        self.node, self.path, self.frames, self.values, self.is_step = node, path, frames, values, is_step


def add(context, data, actions, objects, stubs=()):
    """Adds animations of actions to a .glb.

    Args:
        data: The .glb: JSON and following chunks.
        actions: Actions to add, and animations of the NLA (`strips.Composed`).
        objects: The exported objects.
        stubs: Names of animations to add without keys: the library keeps those of the original.

    Returns:
        JSON and following chunks.
    """
    document, rest = data
    writer, nodes = glb.Writer(document, rest), Nodes(document, objects)
    rate = context.scene.render.fps / context.scene.render.fps_base
    by_name = {}
    for action in actions:
        by_name.setdefault(curves.animation_name(action), []).extend(tracks(context, action, objects, nodes))
    made = [animation(writer, name, found, rate) for name, found in by_name.items() if found and name not in stubs]
    made += [{"name": name, "channels": [], "samplers": []} for name in stubs]
    if made:
        document["animations"] = made
    return document, writer.rest()


def animation(writer, name, found, rate):
    """The JSON of an animation. Frames before 0 move it to begin at 0, as in Blender's exporter."""
    start = min(0.0, min(track.frames[0] for track in found))
    channels, samplers, times = [], [], {}
    for track in found:
        key = tuple(track.frames)
        if key not in times:
            times[key] = writer.floats([[time] for time in moments.together(track.frames, start, rate)], bounds=True)
        width = 1 if track.path == "weights" else len(track.values[0])
        rows = [[value] for row in track.values for value in row] if track.path == "weights" else track.values
        channels.append({"sampler": len(samplers), "target": {"node": track.node, "path": track.path}})
        samplers.append({"input": times[key], "output": writer.floats(rows, width), "interpolation": "STEP" if track.is_step else "LINEAR"})
    return {"name": name, "channels": channels, "samplers": samplers}


class Nodes:
    """Nodes of objects and bones in a glTF."""

    def __init__(self, document, objects):
        self.document, self.nodes = document, document.get("nodes", [])
        self.children = {child: number for number, node in enumerate(self.nodes) for child in node.get("children", [])}
        joints = {joint for skin in document.get("skins", []) for joint in skin["joints"]}
        names = {one.name: one for one in objects}
        self.objects, self.bones = {}, {}
        for number, node in enumerate(self.nodes):
            name = node.get("name", "")
            if number not in joints and name in names and name not in self.objects:
                self.objects[name] = number
        for one in (one for one in objects if one.type == "ARMATURE" and one.name in self.objects):
            self.walk(one, self.objects[one.name])

    def walk(self, armature, top):
        """Finds the nodes of an armature's bones."""
        left = list(self.nodes[top].get("children", []))
        while left:
            number = left.pop()
            name = self.nodes[number].get("name", "")
            bone = armature.data.bones.get(name)
            parent = self.nodes[self.children[number]].get("name", "")
            if bone is not None and parent == (bone.parent.name if bone.parent else armature.name):
                self.bones[armature.name, name] = number
                left += self.nodes[number].get("children", [])

    def matrix(self, number):
        node = self.nodes[number]
        if "matrix" in node:
            values = node["matrix"]
            return Matrix([values[row::4] for row in range(4)])
        x, y, z, w = node.get("rotation", (0.0, 0.0, 0.0, 1.0))
        return composed(node.get("translation", (0.0, 0.0, 0.0)), Quaternion((w, x, y, z)), node.get("scale", (1.0, 1.0, 1.0)))

    def morph_names(self, number):
        mesh = self.document["meshes"][self.nodes[number]["mesh"]] if "mesh" in self.nodes[number] else {}
        return (mesh.get("extras") or {}).get("targetNames") or []


def composed(place, turn, size):
    return Matrix.Translation(Vector(place)) @ turn.to_matrix().to_4x4() @ Matrix.Diagonal((*size, 1.0))


# ── tracks of an action ─────────────────────────────────────────────────────────────────────────────────────────────────────


def tracks(context, action, objects, nodes):
    """All tracks of an action, or of an animation of the NLA."""
    if not isinstance(action, bpy.types.Action):
        return action.tracks(context, nodes)
    found = []
    for one, is_keys, all_curves in curves.bindings(action, objects):
        if one.name not in nodes.objects:
            continue
        if is_keys:
            found += weights(one, all_curves, nodes)
        elif curves.is_plain(one):
            found += plain(one, all_curves, nodes)
        else:
            found += sampled(context, action, one, all_curves, nodes)
    return found


def plain(one, all_curves, nodes):
    """Tracks of an object and its bones, from their keys."""
    by_owner = {}
    for curve in all_curves:
        bone = curves.bone_of(curve)
        name = curve.data_path.rpartition(".")[2]
        is_own = bone is None and curve.data_path in PROPERTIES
        if name in PROPERTIES and (is_own or bone is not None):
            by_owner.setdefault(bone, {}).setdefault(name, []).append(curve)
    found = []
    for bone, properties in by_owner.items():
        if bone is None:
            found += object_tracks(one, properties, nodes)
        elif (one.name, bone) in nodes.bones:
            found += bone_tracks(one.pose.bones[bone], properties, nodes, nodes.bones[one.name, bone])
    return found


def bone_tracks(bone, properties, nodes, node):
    """Tracks of a bone: its keys are relative to its rest pose, which its node has."""
    place, turn, size = nodes.matrix(node).decompose()
    found = []
    for name, own in chosen_properties(bone, properties):
        frames, values, is_step = evaluated(own, bone, name)
        if name == "location":
            rotated = turn.to_matrix() @ Matrix.Diagonal(size)
            values = [place + rotated @ Vector(value) for value in values]
        elif name == "scale":
            values = [[a * b for a, b in zip(size, value)] for value in values]
        else:
            values = quaternions([turn @ quaternion(bone, name, value) for value in values])
        found.append(Track(node, PROPERTIES[name], frames, [list(value) for value in values], is_step))
    return found


def object_tracks(one, properties, nodes):
    """Tracks of an object: of its matrix, as the matrix of its node follows from the current one."""
    own = dict(chosen_properties(one, properties))
    if not own:
        return []
    node = nodes.objects[one.name]
    # Cameras and lights of glTF look along -Z, as Blender's.
    after = Matrix.Identity(4) if one.type in ("CAMERA", "LIGHT") else TO_GLTF.inverted()
    try:
        before = nodes.matrix(node) @ after.inverted() @ one.matrix_basis.inverted()
    except ValueError:
        before = TO_GLTF @ one.matrix_parent_inverse
    parts = {name: evaluated(found, one, name) for name, found in own.items()}
    frames = sorted({frame for frames, _, _ in parts.values() for frame in frames})
    is_step = all(step for _, _, step in parts.values())
    values = {name: dict(zip(*evaluated(own[name], one, name, frames)[:2])) for name in own}
    matrices = [before @ basis(one, {name: values[name][frame] for name in own}) @ after for frame in frames]
    # A parent's inverse that turns or scales mixes the properties.
    wanted = {PROPERTIES[name] for name in own}
    return from_matrices(node, frames, matrices, wanted, is_step)


def basis(one, values):
    """The matrix of an object with these values instead of its own."""
    name = rotation_property(one)
    turn = quaternion(one, name, values.get(name, getattr(one, name)))
    return composed(values.get("location", one.location), turn, values.get("scale", one.scale))


def from_matrices(node, frames, matrices, wanted, is_step=False):
    """Tracks of a node of the wanted properties."""
    parts = [matrix.decompose() for matrix in matrices]
    values = {
        "translation": [list(place) for place, _, _ in parts],
        "rotation": [list(value) for value in quaternions([turn for _, turn, _ in parts])],
        "scale": [list(size) for _, _, size in parts],
    }
    return [Track(node, path, frames, values[path], is_step) for path in values if path in wanted]


def chosen_properties(thing, properties):
    """The animated properties; of rotations, only the one in use."""
    used = rotation_property(thing)
    return [(name, own) for name, own in properties.items() if not name.startswith("rotation_") or name == used]


def rotation_property(thing):
    return {"QUATERNION": "rotation_quaternion", "AXIS_ANGLE": "rotation_axis_angle"}.get(thing.rotation_mode, "rotation_euler")


def quaternion(thing, name, value):
    """A rotation in any mode as a quaternion."""
    if name == "rotation_quaternion":
        return Quaternion(value).normalized()
    if name == "rotation_axis_angle":
        return Quaternion(Vector(value[1:]), value[0])
    return Euler(value, thing.rotation_mode).to_quaternion()


def quaternions(values):
    """x y z w, each on the side of the one before."""
    made, last = [], None
    for value in values:
        if last is not None and last.dot(value) < 0.0:
            value = -value
        last = value
        made.append((value.x, value.y, value.z, value.w))
    return made


# ── curves ──────────────────────────────────────────────────────────────────────────────────────────────────────────────────


def evaluated(own, thing, name, frames=None):
    """Frames and values of a property, and whether its values jump.

    Args:
        own: Its curves, of which components may lack one.
        thing: Bone or object, whose current values the others have.
    """
    kinds = {point.interpolation for curve in own for point in curve.keyframe_points}
    is_step = kinds == {"CONSTANT"}
    default = list(getattr(thing, name))
    by_index = {curve.array_index: curve for curve in own}
    value = lambda frame: [by_index[at].evaluate(frame) if at in by_index else default[at] for at in range(len(default))]  # noqa: E731
    if frames is not None:
        return frames, [value(frame) for frame in frames], is_step
    frames = key_frames(own)
    values = [value(frame) for frame in frames]
    is_direct = kinds <= {"LINEAR"} or is_step
    if not is_direct or has_modifiers(own) or (name != "location" and name != "scale" and not is_short(name, values)):
        frames = every_frame(own, frames)
        values = thinned(frames, [value(frame) for frame in frames])
        frames, values = [frame for frame, _ in values], [one for _, one in values]
        is_step = False
    return frames, values, is_step


def is_short(name, values):
    """Whether rotations between keys are the same in Blender and in glTF: quaternions that don't turn around."""
    pairs = zip(values, values[1:])
    return name == "rotation_quaternion" and all(sum(a * b for a, b in zip(one, other)) >= 0.0 for one, other in pairs)


def has_modifiers(own):
    return any(not modifier.mute for curve in own for modifier in curve.modifiers)


def key_frames(own):
    frames = sorted({point.co[0] for curve in own for point in curve.keyframe_points})
    return frames or [0.0]


def every_frame(own, frames):
    """The keys, and every whole frame between."""
    start, end = frames[0], frames[-1]
    if has_modifiers(own):
        action = own[0].id_data
        start, end = min(start, action.frame_range[0]), max(end, action.frame_range[1])
    return sorted({*frames, start, end, *map(float, range(math.ceil(start), math.floor(end) + 1))})


def thinned(frames, values):
    """Frames with values, without those inside of stretches that don't change."""
    pairs = list(zip(frames, values))
    same = lambda a, b: all(abs(x - y) <= NEAR for x, y in zip(a, b))  # noqa: E731
    inner = [pairs[at] for at in range(1, len(pairs) - 1) if not (same(values[at - 1], values[at]) and same(values[at], values[at + 1]))]
    return [pairs[0], *inner, *pairs[-1:]] if len(pairs) > 1 else pairs


def weights(one, all_curves, nodes):
    """The track of an object's shape keys: all of them, as glTF wants it."""
    node = nodes.objects[one.name]
    names = nodes.morph_names(node)
    by_name = {}
    for curve in all_curves:
        start, quote, rest = curve.data_path.partition('key_blocks["')
        if quote and not start and rest.endswith('"].value'):
            by_name[rest.removesuffix('"].value').replace('\\"', '"').replace("\\\\", "\\")] = curve
    own = [curve for name, curve in by_name.items() if name in names]
    if not own:
        return []
    kinds = {point.interpolation for curve in own for point in curve.keyframe_points}
    frames = key_frames(own)
    if (kinds != {"LINEAR"} and kinds != {"CONSTANT"}) or has_modifiers(own):
        frames = every_frame(own, frames)
    blocks = one.data.shape_keys.key_blocks
    still = {name: blocks[name].value if name in blocks else 0.0 for name in names}
    values = [[by_name[name].evaluate(frame) if name in by_name else still[name] for name in names] for frame in frames]
    return [Track(node, "weights", frames, values, kinds == {"CONSTANT"})]


# ── whole poses ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def sampled(context, action, one, all_curves, nodes):
    """Tracks of an object that constraints or drivers move: every frame, evaluated by Blender. Bones that nothing moves have none."""
    frames = every_frame(all_curves, key_frames(all_curves))
    poses = {}
    with playing(context, action, one):
        for frame in frames:
            context.scene.frame_set(math.floor(frame), subframe=frame % 1.0)
            for node, matrix in pose(context, one, nodes):
                poses.setdefault(node, []).append(matrix)
    found = []
    for node, matrices in poses.items():
        wanted = moving(nodes.matrix(node), matrices)
        found += from_matrices(node, frames, matrices, wanted)
    return found


class playing:
    """Plays one action of an object alone, and puts back everything afterwards."""

    def __init__(self, context, action, one):
        self.scene, self.action, self.one = context.scene, action, one

    def __enter__(self):
        data = self.data = self.one.animation_data or self.one.animation_data_create()
        self.before = (data.action, None if curves.USES_TRACKS else data.action_slot, data.use_nla, self.scene.frame_current, self.scene.frame_subframe)
        data.use_nla = False
        data.action = self.action
        if not curves.USES_TRACKS and data.action_slot is None and self.action.slots:
            data.action_slot = self.action.slots[0]

    def __exit__(self, *_error):
        action, slot, uses_nla, frame, part = self.before
        self.data.action, self.data.use_nla = action, uses_nla
        if slot is not None:
            self.data.action_slot = slot
        self.scene.frame_set(frame, subframe=part)


def pose(context, one, nodes):
    """Nodes of an object and its bones with their matrices, now."""
    now = one.evaluated_get(context.evaluated_depsgraph_get())
    if now.type != "ARMATURE":
        above = one.parent.evaluated_get(context.evaluated_depsgraph_get()).matrix_world.inverted_safe() if one.parent else Matrix.Identity(4)
        after = Matrix.Identity(4) if one.type in ("CAMERA", "LIGHT") else TO_GLTF.inverted()
        yield nodes.objects[one.name], TO_GLTF @ above @ now.matrix_world @ after
        return
    for bone in now.pose.bones:
        node = nodes.bones.get((one.name, bone.name))
        if node is not None:
            yield node, bone.parent.matrix.inverted_safe() @ bone.matrix if bone.parent else TO_GLTF @ bone.matrix


def moving(rest, matrices):
    """Properties of a node that differ from its rest pose at any time."""
    place, turn, size = rest.decompose()
    wanted = set()
    for matrix in matrices:
        own_place, own_turn, own_size = matrix.decompose()
        if (own_place - place).length > 1e-5 * max(1.0, place.length):
            wanted.add("translation")
        if abs(own_turn.dot(turn)) < 1.0 - 1e-9:
            wanted.add("rotation")
        if (own_size - size).length > 1e-4:
            wanted.add("scale")
    return wanted
