"""Tracks and strips of the nonlinear animation editor (NLA) as animations."""

import contextlib
import math
from dataclasses import dataclass, field

import bpy

from . import curves, motions
from .restoring import restored

TRACKS, STRIPS = "TRACKS", "STRIPS"
CHOICES = (TRACKS, STRIPS)
NEAR = 1e-6


@dataclass(eq=False)
class Composed:
    """An animation of a track, or of a strip: Blender evaluates it."""

    name: str
    # (object, whether its shape keys are moved, owner of the animation data, track, strips).
    parts: list = field(default_factory=list)

    @property
    def start(self):
        return min(strip.frame_start for part in self.parts for strip in part[4])

    @property
    def end(self):
        return max(strip.frame_end for part in self.parts for strip in part[4])

    def marks(self, rate):
        """The pose markers of its actions: (time, None, name)."""
        found = {}
        for strip in (strip for part in self.parts for strip in part[4] if strip.action is not None):
            for marker in strip.action.pose_markers:
                if strip.action_frame_start <= marker.frame <= strip.action_frame_end:
                    frame = strip.frame_start + (marker.frame - strip.action_frame_start) * strip.scale
                    found[marker.name, frame] = ((frame - self.start) / rate, None, marker.name)
        return sorted(found.values(), key=lambda one: one[0])

    def tracks(self, context, nodes):
        """Tracks of all nodes that it moves, frame by frame; frames are counted from its start."""
        return tracks(context, self, nodes)


def wanted(objects, choice):
    """Animations of the tracks or strips of objects: actions, where a strip plays a whole action under its name, otherwise Composed."""
    found = {}
    for one in objects:
        for owner, is_keys in curves.owners(one):
            for track in owner.animation_data.nla_tracks if owner.animation_data else []:
                for name, own in parts_of(track, choice):
                    found.setdefault(name, Composed(name)).parts.append((one, is_keys, owner, track, own))
    return [action_of(one) or one for one in found.values()]


def parts_of(track, choice):
    """Names of the animations of a track, each with its strips. Muted tracks and strips have none, stashed actions do."""
    if track.mute and not track.lock:
        return []
    own = [strip for strip in track.strips if not strip.mute]
    if choice == TRACKS:
        return [(track.name, own)] if own else []
    return [(name_of(strip), [strip]) for strip in own]


def name_of(strip):
    """The name of a strip. Blender's importer calls strips as their actions, which may have the object's name, too."""
    is_imported = strip.action is not None and strip.name == strip.action.name and curves.NAME in strip.action
    return strip.action[curves.NAME] if is_imported else strip.name


def action_of(composed):
    """The action that all strips of an animation play as it is, under its name; None if there is none."""
    actions = {strip.action for part in composed.parts for strip in part[4]}
    action = actions.pop() if len(actions) == 1 else None
    if action is None or curves.animation_name(action) != composed.name:
        return None
    is_whole = all(len(part[4]) == 1 and is_plain(part[4][0]) for part in composed.parts)
    return action if is_whole else None


def is_plain(strip):
    """Whether a strip plays its whole action as it is."""
    first, last = strip.action.frame_range
    is_whole = abs(strip.action_frame_start - first) < NEAR and abs(strip.action_frame_end - last) < NEAR
    # Keys of an imported action have the times of the file.
    is_at_start = abs(first) < NEAR or curves.NAME in strip.action
    changed = strip.use_animated_influence or strip.use_animated_time or strip.use_reverse or strip.blend_type != "REPLACE"
    return is_whole and is_at_start and not changed and (strip.scale, strip.repeat) == (1.0, 1.0)


def tracks(context, composed, nodes):
    """The same."""
    inner = range(math.ceil(composed.start), math.floor(composed.end) + 1)
    frames = sorted({composed.start, composed.end, *map(float, inner)})
    parts = [part for part in composed.parts if part[0].name in nodes.objects]
    samples = [{} for _ in parts]
    with playing(context, composed):
        for frame in frames:
            context.scene.frame_set(math.floor(frame), subframe=frame % 1.0)
            for part, own in zip(parts, samples):
                sample(context, part, nodes, own)
    times = [frame - composed.start for frame in frames]
    return [track for part, own in zip(parts, samples) for track in tracks_of(part, own, nodes, times)]


def sample(context, part, nodes, found):
    """Adds the pose of an object now, or the values of its shape keys."""
    one, is_keys = part[:2]
    if not is_keys:
        for node, matrix in motions.pose(context, one, nodes):
            found.setdefault(node, []).append(matrix)
        return
    node = nodes.objects[one.name]
    blocks = one.evaluated_get(context.evaluated_depsgraph_get()).data.shape_keys.key_blocks
    found.setdefault(node, []).append([blocks[name].value if name in blocks else 0.0 for name in nodes.morph_names(node)])


def tracks_of(part, samples, nodes, times):
    """Tracks of one object: properties that have keys, or move."""
    one, is_keys = part[:2]
    keyed = keyed_nodes(part, nodes)
    for node, values in samples.items():
        if is_keys:
            rows = motions.thinned(times, values) if values[0] else []
            made = [motions.Track(node, "weights", [time for time, _ in rows], [row for _, row in rows])] if rows else []
        else:
            properties = keyed.get(node, set())
            properties |= set() if curves.is_plain(one) else motions.moving(nodes.matrix(node), values)
            made = [thin(track) for track in motions.from_matrices(node, times, values, properties)]
        yield from made


def keyed_nodes(part, nodes):
    """Properties with keys in the actions of strips: {node: properties}."""
    one, _, _, _, strips = part
    found = {}
    for strip in (strip for strip in strips if strip.action is not None):
        slot = None if curves.USES_TRACKS else strip.action_slot
        for curve in curves.curves_of(strip.action, slot) if curves.USES_TRACKS or slot is not None else []:
            bone, name = curves.bone_of(curve), curve.data_path.rpartition(".")[2]
            node = nodes.bones.get((one.name, bone)) if bone is not None else nodes.objects[one.name]
            if node is not None and name in motions.PROPERTIES:
                found.setdefault(node, set()).add(motions.PROPERTIES[name])
    return found


def thin(track):
    rows = motions.thinned(track.frames, track.values)
    return motions.Track(track.node, track.path, [frame for frame, _ in rows], [value for _, value in rows])


@contextlib.contextmanager
def playing(context, composed):
    """Plays the strips of an animation alone, and puts back everything afterwards."""
    scene = context.scene
    data = list({part[2].as_pointer(): part[2].animation_data for part in composed.parts}.values())
    all_tracks = [track for own in data for track in own.nla_tracks]
    all_strips = [strip for track in all_tracks for strip in track.strips]
    solo = [track for track in all_tracks if track.is_solo]
    shown = [strip for part in composed.parts for strip in part[4]]
    before = [(own, own.action, None if curves.USES_TRACKS else own.action_slot) for own in data]
    frame, part = scene.frame_current, scene.frame_subframe
    try:
        with restored(data, "use_nla"), restored(solo, "is_solo"), restored(all_tracks, "mute"), restored(all_strips, "mute"):
            for own in data:
                own.action, own.use_nla = None, True
            for track in solo:
                track.is_solo = False
            for track in all_tracks:
                track.mute = not any(strip in shown for strip in track.strips)
            for strip in all_strips:
                strip.mute = strip not in shown
            yield
    finally:
        for own, action, slot in before:
            own.action = action
            if slot is not None:
                own.action_slot = slot
        scene.frame_set(frame, subframe=part)


def is_composed(one):
    return not isinstance(one, bpy.types.Action)
