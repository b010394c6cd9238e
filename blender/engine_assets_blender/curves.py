"""Actions as Blender stores them: their curves, the objects that they move, and fingerprints."""

import hashlib
import json

import bpy
import numpy

# Before actions had slots, an animation was a track of that name for each thing that it moves.
USES_TRACKS = bpy.app.version < (4, 4, 0)
NAME, PRINT = "ea_name", "ea_print"


def animation_name(action):
    """The name of an action's animation: Blender tells copies apart by numbers. Animations of tracks and strips have their own."""
    if not isinstance(action, bpy.types.Action):
        return action.name
    name = track_of(action) if USES_TRACKS else None
    name = name or action.name
    plain, dot, number = name.rpartition(".")
    is_numbered = dot and len(number) >= 3 and number.isdigit()
    return plain if is_numbered and not is_copy(action, plain) else name


def is_copy(action, plain):
    """Whether an action is a copy that was made in Blender of an action that still exists."""
    other = bpy.data.actions.get(plain)
    return other is not None and NAME in action and other.get(NAME) == action[NAME] and other.get("ea_model") == action.get("ea_model")


def track_of(action):
    """The name of the track that plays an action; None if there is none."""
    for one in (*bpy.data.objects, *bpy.data.shape_keys):
        for track in one.animation_data.nla_tracks if one.animation_data else []:
            if any(strip.action == action for strip in track.strips):
                return track.name
    return None


def bindings(action, objects):
    """What an action moves: (object, whether it moves shape keys, curves), for objects of a list."""
    found = []
    for slot in [None] if USES_TRACKS else list(action.slots):
        curves = [curve for curve in curves_of(action, slot) if not curve.mute and curve.is_valid]
        users = [(one, is_keys) for one in objects for owner, is_keys in owners(one) if uses(owner, action, slot)]
        if not users and curves:
            users = [(one, False) for one in objects if one.type == "ARMATURE" and moves_bones_of(curves, one)][:1]
        found += [(one, is_keys, curves) for one, is_keys in users if curves]
    return found


def curves_of(action, slot):
    if slot is None:
        return list(action.fcurves)
    bags = (strip.channelbag(slot) for layer in action.layers for strip in layer.strips)
    return [curve for bag in bags if bag is not None for curve in bag.fcurves]


def owners(one):
    """Things of an object that an action may move: (thing, whether these are its shape keys)."""
    keys = one.data.shape_keys if one.type == "MESH" else None
    return ((one, False), (keys, True)) if keys is not None else ((one, False),)


def uses(owner, action, slot):
    """Whether a thing plays an action, now or in a track."""
    data = owner.animation_data
    if data is None:
        return False
    fits = lambda user: user.action == action and (slot is None or user.action_slot == slot)  # noqa: E731
    return fits(data) or any(fits(strip) for track in data.nla_tracks for strip in track.strips)


def moves_bones_of(curves, armature):
    names = {name for name in map(bone_of, curves) if name is not None}
    return bool(names) and names <= set(armature.data.bones.keys())


def bone_of(curve):
    """The bone that a curve moves; None if it moves none."""
    start, quote, rest = curve.data_path.partition('pose.bones["')
    if start or not quote:
        return None
    # Blender escapes quotes and backslashes.
    name, _, _ = rest.rpartition('"]')
    return name.replace('\\"', '"').replace("\\\\", "\\")


def remember(actions, objects, rate):
    """Stores names and fingerprints of imported actions."""
    for action in actions:
        action[NAME] = animation_name(action)
        action[PRINT] = fingerprint(action, objects, rate)


def is_unchanged(action, objects, rate):
    """Whether an action has the keys, name and rest pose that it was imported with, and nothing else moves its objects."""
    if not all(is_plain(one) for one, _, _ in bindings(action, objects)):
        return False
    return action.get(NAME) == animation_name(action) and action.get(PRINT) == fingerprint(action, objects, rate)


def is_plain(one):
    """Whether keys alone move an object and its bones: no constraints, no drivers, and children that follow their parents in every way."""
    if one.constraints or has_drivers(one) or any(one.delta_location) or tuple(one.delta_scale) != (1.0, 1.0, 1.0):
        return False
    if one.type != "ARMATURE":
        return True
    if has_drivers(one.data) or any(constraint.influence > 0.0 and not constraint.mute for bone in one.pose.bones for constraint in bone.constraints):
        return False
    return all(bone.parent is None or (bone.use_inherit_rotation and bone.inherit_scale == "FULL") for bone in one.data.bones)


def has_drivers(thing):
    return thing.animation_data is not None and len(thing.animation_data.drivers) > 0


def fingerprint(action, objects, rate):
    """A hash of all keys and of the rest pose that they are relative to."""
    parts = []
    for one, is_keys, curves in bindings(action, objects):
        parts.append(hashlib.sha256(repr((is_keys, rest_of(one))).encode()).hexdigest())
        parts += [key_hash(curve) for curve in curves]
    text = json.dumps([round(rate, 4), sorted(parts)])
    return hashlib.sha256(text.encode()).hexdigest()


def key_hash(curve):
    """A hash of one curve."""
    points = curve.keyframe_points
    places = numpy.zeros(2 * len(points), "f")
    points.foreach_get("co", places)
    kinds = [point.interpolation for point in points]
    made = hashlib.sha256(repr((curve.data_path, curve.array_index, sorted(set(kinds)), len(curve.modifiers))).encode())
    made.update(places.tobytes())
    if "BEZIER" in kinds:
        for side in ("handle_left", "handle_right"):
            points.foreach_get(side, places)
            made.update(places.tobytes())
    return made.hexdigest()


def rest_of(one):
    """The rest pose of an armature, and the scale that an object gives it."""
    scale = [round(value, 5) for value in one.scale]
    if one.type != "ARMATURE":
        return scale
    return [scale, [(bone.name, bone.parent.name if bone.parent else "", rounded(bone.matrix_local)) for bone in one.data.bones]]


def rounded(matrix):
    return [round(value, 4) for row in matrix for value in row]
