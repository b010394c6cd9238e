"""Content that glTF can't store: triggers and events as markers, loop flags, hit boxes and attachments as empties; and objects that must not be exported."""

import contextlib
import json
import re

import bpy
from mathutils import Matrix, Quaternion, Vector

from . import sources, tables
from .library import needed

MARKS, EXTRA, INDEX = "ea_marks", "ea_extra", "ea_index"
LOOP = "loop"
# As the library calls coarser levels of detail.
LEVEL = re.compile(r"_LOD[1-9]\d*(\.\d{3,})?$")
# A unit of Pragma in metres.
UNIT = 0.025


# Before actions had slots, an animation was a track of that name for each thing that it moves.
USES_TRACKS = bpy.app.version < (4, 4, 0)


def animation_name(action):
    """The name of an action's animation: Blender tells copies apart by numbers."""
    name = track_of(action) if USES_TRACKS else None
    name = name or action.name
    plain, dot, number = name.rpartition(".")
    return plain if dot and len(number) >= 3 and number.isdigit() else name


def track_of(action):
    """The name of the track that plays an action; None if there is none."""
    for one in (*bpy.data.objects, *bpy.data.shape_keys):
        for track in one.animation_data.nla_tracks if one.animation_data else []:
            if any(strip.action == action for strip in track.strips):
                return track.name
    return None


def rate_of(scene):
    return scene.render.fps / scene.render.fps_base


# ── in ──────────────────────────────────────────────────────────────────────────────────────────────────────────────────────


def hide_levels(context, objects, name):
    """Puts coarser levels of detail into a hidden collection, where Blender's importer didn't."""
    levels = [one for one in objects if LEVEL.search(one.name) and not any(home.name.endswith("LODs") for home in one.users_collection)]
    if not levels:
        return
    collection = bpy.data.collections.new(f"{name} LODs")
    context.scene.collection.children.link(collection)
    for one in levels:
        for home in list(one.users_collection):
            home.objects.unlink(one)
        collection.objects.link(one)
    layer = context.view_layer.layer_collection.children.get(collection.name)
    if layer is not None:
        layer.exclude = True


def put_marks(scene, action, marks, where):
    """Shows (time, name, content) as markers, and remembers them, so that unmoved markers keep their times."""
    stored = []
    for time, name, content in marks:
        frame = round(time * rate_of(scene))
        if where == "TIMELINE":
            prefix = f"{animation_name(action)}: "
            marker = scene.timeline_markers.new(prefix + name, frame=frame)
            shown = marker.name[len(prefix) :]
        else:
            marker = action.pose_markers.new(name)
            marker.frame = frame
            shown = marker.name
        stored.append([shown, frame, time, content])
    action[MARKS] = json.dumps(stored)


def triggers_in(scene, action, side, name, length, where):
    """The triggers of an animation of Urho3D."""
    read = needed().triggers.read(side, length=length, name=name)
    put_marks(scene, action, [(one.time, tables.trigger_name(one.type, one.text), [one.type, one.text]) for one in read], where)


def part(document, path, default=None):
    """A part of a document of UDM; whole models take long to become Python's."""
    try:
        return document[path]
    except KeyError:
        return default


def pragma_in(scene, document, actions, armature, options):
    """Data of a Pragma model that its scene can't store."""
    for name, action in actions.items():
        path = f"animations/{tables.escaped(name)}/assetData"
        flags = part(document, f"{path}/flags")
        action[LOOP] = tables.loops(flags)
        events = part(document, f"{path}/events", [])
        marks = [(one["time"], tables.event_name(one["name"], one.get("args") or []), one) for one in events]
        if options.markers != "NONE":
            put_marks(scene, action, marks, options.markers)
    if armature is not None and options.extras:
        extras_in(scene, document, armature)


def extras_in(scene, document, armature):
    """Hit boxes and attachments as empties at their bones."""
    boxes, points = part(document, "hitboxes", []), part(document, "attachments", [])
    if not boxes and not points:
        return
    names = bones_by_index(part(document, "skeleton", {}))
    collection = bpy.data.collections.new(f"{armature.name} Hit Boxes")
    scene.collection.children.link(collection)
    for index, box in enumerate(boxes):
        bounds = box["bounds"]
        center, half = tables.box_to_blender(bounds["min"], bounds["max"], UNIT)
        local = Matrix.Translation(center) @ Matrix.Diagonal((*[max(size, 1e-6) for size in half], 1.0))
        put_extra(collection, armature, names.get(box["bone"]), local, ("CUBE", 1.0), f"Hit Box {box['hitGroup']}", ("hitbox", index))
    for index, point in enumerate(points):
        put_extra(collection, armature, names.get(point["bone"]), pose_in(point["pose"]), ("ARROWS", 0.05), f"Attachment {point['name']}", ("attachment", index))


def put_extra(collection, armature, bone, local, shape, name, mark):
    if bone is None or bone not in armature.data.bones:
        return
    empty = bpy.data.objects.new(name, None)
    empty.empty_display_type, empty.empty_display_size = shape
    collection.objects.link(empty)
    empty.parent, empty.parent_type, empty.parent_bone = armature, "BONE", bone
    # Children of bones are counted from their tails.
    empty.matrix_parent_inverse = Matrix.Translation((0.0, -armature.data.bones[bone].length, 0.0))
    empty.matrix_basis = local
    empty[EXTRA], empty[INDEX] = mark
    empty["ea_basis"] = [value for row in empty.matrix_basis for value in row]


def pose_in(pose):
    """The matrix of a transform of Pragma: translation, rotation x y z w, scale."""
    place, turn, size = pose_parts(pose)
    x, y, z, w = turn
    matrix = Matrix.Translation(Vector(tables.to_blender([value * UNIT for value in place])))
    matrix = matrix @ Quaternion((w, x, -z, y)).to_matrix().to_4x4()
    return matrix @ Matrix.Diagonal((size[0], size[2], size[1], 1.0))


def pose_parts(pose):
    if isinstance(pose, dict):
        return pose["translation"], pose["rotation"], pose.get("scale", [1.0, 1.0, 1.0])
    return pose[0:3], pose[3:7], pose[7:10] if len(pose) >= 10 else [1.0, 1.0, 1.0]


def bones_by_index(skeleton):
    """Names of the bones of a model of Pragma by their numbers."""
    found = {}

    def walk(bones):
        for name, bone in bones.items():
            found[bone["index"]] = name
            walk(bone.get("children") or {})

    walk((skeleton.get("assetData") or skeleton).get("bones") or {})
    return found


# ── out ─────────────────────────────────────────────────────────────────────────────────────────────────────────────────────


@contextlib.contextmanager
def aside(objects):
    """Takes objects out of their collections while something is exported."""
    places = [(one, list(one.users_collection), one.hide_get(), one.select_get()) for one in objects]
    try:
        for one, collections, _, _ in places:
            for collection in collections:
                collection.objects.unlink(one)
        yield
    finally:
        for one, collections, hidden, selected in places:
            for collection in collections:
                collection.objects.link(one)
            with contextlib.suppress(RuntimeError):
                one.hide_set(hidden)
                one.select_set(selected)


def is_extra(one):
    return EXTRA in one


def shown_marks(scene, action, alone):
    """Names and frames of an action's trigger markers."""
    own = [(marker.name, marker.frame) for marker in action.pose_markers]
    name = animation_name(action)
    for marker in scene.timeline_markers:
        shown = None if marker.camera is not None else tables.of_action(marker.name, name, alone)
        if shown is not None:
            own.append((shown, marker.frame))
    return own


def marks_out(scene, action, alone, always):
    """The marks of an action with their times; None if they are as they were and `always` isn't set."""
    stored = json.loads(action.get(MARKS, "[]"))
    shown = shown_marks(scene, action, alone)
    made = tables.merged(stored, shown, rate_of(scene))
    if made is None and always and stored:
        return [(time, content, name) for name, _, time, content in stored]
    return made


def remember(scene, actions):
    """The marks are in the original now as they are shown."""
    alone = len(actions) == 1
    for action in actions:
        marks = marks_out(scene, action, alone, True)
        if marks is not None:
            stored = [[name, round(time * rate_of(scene)), time, content] for time, content, name in marks]
            action[MARKS] = json.dumps(stored)


def finish(scene, actions, files, always, extras):
    """Writes the content that glTF can't store into the files of a conversion.

    Args:
        actions: Actions that were exported.
        files: `(name, bytes)`, the requested file last.
        always: Whether nothing of the original is in them.
        extras: Empties of hit boxes and attachments.

    Returns:
        The files.
    """
    alone = len(actions) == 1
    by_name = {animation_name(action): action for action in actions}
    name, data = files[-1]
    end = name.rpartition(".")[2].lower()
    if end in ("pmdl", "pmdl_b"):
        marks = {key: marks_out(scene, action, alone, always) for key, action in by_name.items()}
        return [*files[:-1], (name, pragma_out(data, by_name, marks, extras))]
    if end in ("mdl", "ani"):
        for key, action in by_name.items():
            marks = marks_out(scene, action, alone, always)
            if marks is not None:
                files = triggers_out(files, key, marks)
    return files


def triggers_out(files, action, marks):
    """The files with the side file of an animation that has these triggers."""
    library = needed()
    ends = (f"{action}.ani".lower(), f"_{action}.ani".lower())
    found = [number for number, (name, _) in enumerate(files) if f"/{name}".lower().endswith((f"/{ends[0]}", ends[1]))]
    if not found:
        return files
    name, data = files[found[0]]
    stem = name.rpartition(".")[0]
    side = next((one for one in files if one[0] in (f"{stem}.xml", f"{stem}.json")), None)
    length = library.open(data, name=name).summary()["length"]
    made = [library.triggers.Trigger(time, *reversed(content or tables.trigger_of(shown))) for time, content, shown in marks]
    if side is None and not made:
        return files
    text = library.triggers.write(made, side[1] if side else None, length=length, name=side[0] if side else "side.xml")
    # The engine reads XML first.
    return [(f"{stem}.xml", text), *(one for one in files if one is not side)]


def pragma_out(data, actions, marks, extras):
    """A model of Pragma with loop flags, events, hit boxes and attachments as Blender has them. Unchanged, it stays as it is."""
    document = needed().open(data).document()
    before = document.to_bytes()
    for name, action in actions.items():
        path = f"animations/{tables.escaped(name)}/assetData"
        if part(document, f"{path}/fps") is None:
            # It isn't one of this model.
            continue
        flags = part(document, f"{path}/flags")
        if LOOP in action and bool(action[LOOP]) != tables.loops(flags):
            set_loop(document, f"{path}/flags", flags, bool(action[LOOP]))
        if marks.get(name) is not None:
            set_events(document, f"{path}/events", marks[name])
    for one in extras:
        if moved(one):
            set_extra(document, one)
    return data if document.to_bytes() == before else document.to_bytes()


def set_loop(document, path, flags, loop):
    if isinstance(flags, dict):
        document[f"{path}/loop"] = loop
    else:
        document.set(path, tables.with_loop(flags, loop), "string")


def set_events(document, path, marks):
    events = []
    for time, content, shown in marks:
        name, args = (content["name"], content.get("args") or []) if content else tables.event_of(shown)
        events.append((time, name, args))
    document.set(path, tables.events_text(events), "array")


def moved(one):
    """Whether an empty isn't where it was put."""
    was = one.get("ea_basis")
    now = [value for row in one.matrix_basis for value in row]
    return was is None or any(abs(a - b) > 1e-6 for a, b in zip(was, now))


def set_extra(document, one):
    place, turn, size = one.matrix_basis.decompose()
    if one[EXTRA] == "hitbox":
        least, most = tables.box_from_blender(place, size, UNIT)
        bounds = f"hitboxes[{one[INDEX]}]/bounds"
        document.set(f"{bounds}/min", least)
        document.set(f"{bounds}/max", most)
        return
    path = f"attachments[{one[INDEX]}]/pose"
    pose = document[path]
    spot = [value / UNIT for value in tables.from_blender(place)]
    rotation = [turn.x, turn.z, -turn.y, turn.w]
    if isinstance(pose, dict):
        document.set(path, {**pose, "translation": spot, "rotation": rotation})
    else:
        document.set(path, [*spot, *rotation, *pose[7:]])
