"""Content that glTF can't store: triggers and events as markers, and loop flags."""

import json

from . import bone_shapes
from . import extras as empties
from . import side_files, strips, tables
from .curves import animation_name
from .extras import part
from .library import needed

MARKS, RATE = "ea_marks", "ea_rate"
LOOP = "loop"


def rate_of(scene):
    return scene.render.fps / scene.render.fps_base


# ── in ──────────────────────────────────────────────────────────────────────────────────────────────────────────────────────


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
    action[MARKS], action[RATE] = json.dumps(stored), rate_of(scene)


def triggers_in(scene, action, side, name, length, where):
    """The triggers of an animation of Urho3D."""
    read = needed().triggers.read(side, length=length, name=name)
    put_marks(scene, action, [(one.time, tables.trigger_name(one.type, one.text), [one.type, one.text, one.time]) for one in read], where)


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
        empties.read(scene, document, armature, options.scale)


# ── out ─────────────────────────────────────────────────────────────────────────────────────────────────────────────────────


def shown_marks(scene, action, alone):
    """Names and frames of an action's trigger markers."""
    own = [(marker.name, marker.frame) for marker in action.pose_markers]
    name = animation_name(action)
    for marker in scene.timeline_markers:
        shown = None if marker.camera is not None else tables.of_action(marker.name, name, alone)
        if shown is not None:
            own.append((shown, marker.frame))
    return own


def stored_marks(scene, action):
    """The imported marks of an action, and whether the scene has another frame rate now: it moves marks as it moves keys."""
    stored, now = json.loads(action.get(MARKS, "[]")), rate_of(scene)
    then = action.get(RATE, now)
    if abs(then - now) < 1e-6:
        return stored, False
    return [[name, frame, time * then / now, content] for name, frame, time, content in stored], True


def marks_out(scene, action, alone, always):
    """The marks of an action with their times; None if they are as they were and `always` isn't set."""
    if strips.is_composed(action):
        return action.marks(rate_of(scene)) or None
    stored, is_other_rate = stored_marks(scene, action)
    shown = shown_marks(scene, action, alone)
    made = tables.merged(stored, shown, rate_of(scene))
    if made is None and (always or is_other_rate) and stored:
        return [(time, content, name) for name, _, time, content in stored]
    return made


def remember(scene, actions):
    """The marks are in the original now as they are shown."""
    alone = len(actions) == 1
    for action in actions:
        marks = marks_out(scene, action, alone, True)
        if marks is not None:
            stored = [[name, round(time * rate_of(scene)), time, in_file(content, time)] for time, content, name in marks]
            action[MARKS], action[RATE] = json.dumps(stored), rate_of(scene)


def remember_empties(result, extras, is_into):
    """The empties at bones are in the original now as they are shown."""
    (own, armature), name = extras, result.files[-1].name.lower()
    if armature is not None and name.endswith(".mdl"):
        bone_shapes.remember(own, armature)
    elif armature is not None and name.endswith((".pmdl", ".pmdl_b")):
        empties.remember(needed().open(result.data, name=name).document(), own, armature, is_into)


def in_file(content, time):
    """The content of a mark that was exported: a trigger of Urho3D has its time in the file."""
    return [*content[:2], time] if isinstance(content, list) else content


def readable(name, marks, length, told):
    """Marks without those that no engine can read. Adds sentences about them: (path, sentence)."""
    kept = []
    for mark in marks:
        time, content, shown = mark
        problem = "is before the start of the animation" if time < 0.0 else None if content else tables.problem(shown)
        if problem is not None:
            told.append((f"{name} > {shown}", f"{problem}: the marker isn't exported"))
            continue
        if length and time > length + 1e-4:
            told.append((f"{name} > {shown}", f"is after the end of the animation ({length:.3f} s), where it has no effect"))
        kept.append(mark)
    return kept


def finish(scene, actions, files, always, extras):
    """Writes the content that glTF can't store into the files of a conversion.

    Args:
        actions: Actions that were exported, and animations of the NLA.
        files: `(name, bytes)`, the requested file last.
        always: Whether nothing of the original is in them.
        extras: Empties of hit boxes, attachments and shapes of bones, and the armature that they are of.

    Returns:
        The files, and sentences for the user: (path, sentence).
    """
    told = []
    alone = len(actions) == 1
    by_name = {animation_name(action): action for action in actions}
    name, data = files[-1]
    end = name.rpartition(".")[2].lower()
    marks = {key: marks_out(scene, action, alone, always) for key, action in by_name.items()}
    if end in ("pmdl", "pmdl_b"):
        return [*files[:-1], (name, pragma_out((name, data), by_name, marks, extras, told))], told
    if end in ("mdl", "ani"):
        for key in (key for key in by_name if marks[key] is not None):
            files = triggers_out(files, key, marks[key], told)
    if end == "mdl":
        data, said = bone_shapes.write(data, *extras, into=not always)
        files, told = [*files[:-1], (name, data)], told + said
    return files, told


def triggers_out(files, action, marks, told):
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
    kept = readable(action, marks, length, told)
    plain = [(time, *(content[:2] if content else tables.trigger_of(shown)), content[2] if content else None) for time, content, shown in kept]
    if side is None and not plain:
        return files
    return [rewritten(side or (f"{stem}.xml", None), plain, length), *(one for one in files if one is not side)]


def rewritten(side, marks, length):
    """Name and content of a side file with these triggers, (time, type, text, time in the file). Comments and the other triggers of an existing file stay."""
    library, (name, data) = needed(), side
    wanted = [library.triggers.Trigger(time, text, kind) for time, kind, text, _ in sorted(marks, key=lambda one: one[0])]
    if data is not None:
        edit = side_files.edited_json if name.endswith(".json") else side_files.edited
        text = edit(data.decode("utf-8", "replace"), marks, length)
        if text is not None and same_triggers(text.encode(), wanted, length, name):
            return name, text.encode()
    # The engine reads XML first.
    return f"{name.rpartition('.')[0]}.xml", library.triggers.write(wanted, data, length=length, name=name)


def same_triggers(data, wanted, length, name):
    library = needed()
    try:
        made = library.triggers.read(data, length=length, name=name)
    except library.Error:
        return False
    key = lambda one: (round(one.time, 3), one.type, one.text)  # noqa: E731
    return sorted(map(key, made)) == sorted(map(key, wanted))


def pragma_out(file, actions, marks, extras, told):
    """A model of Pragma (name, bytes) with loop flags, events, hit boxes and attachments as Blender has them. Unchanged, it stays as it is."""
    # Text has no identifier: its name says what it is.
    (own, data) = file
    document = needed().open(data, name=own).document()
    before = document.to_bytes()
    for name, action in actions.items():
        path = f"animations/{tables.escaped(name)}/assetData"
        if part(document, f"{path}/fps") is None:
            # It isn't one of this model.
            continue
        flags = part(document, f"{path}/flags")
        if not strips.is_composed(action) and LOOP in action and bool(action[LOOP]) != tables.loops(flags):
            set_loop(document, f"{path}/flags", flags, bool(action[LOOP]))
        if marks.get(name) is not None:
            kept = readable(name, marks[name], part(document, f"{path}/duration"), told)
            set_events(document, f"{path}/events", kept)
    told += empties.write(document, *extras)
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
