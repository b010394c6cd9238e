"""Animations of an artist's day: keys, triggers, frame rates.

python addon_motions.py FOLDER SAMPLES CORPUS [TEST]
"""

import json
import math
import pathlib
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import addon_use
import bpy
from addon_use import action, activate, bring, curves, done, files_of, jack, messages, new_object, nudge

folder, samples, corpus = (pathlib.Path(word) for word in addon_use.words()[:3])
addon_use.fresh()
import engine_assets as ea

SOLDIER = corpus / "udm/pragma/models/player/soldier.pmdl_b"
URHO = corpus / "urho/engine/Data/Models"


def one_animation():
    """An edit of one animation changes that animation alone, and its export is quick."""
    bring(SOLDIER)
    before = ea.open(SOLDIER).document().to_dict()
    nudge(action("walk"))
    made = folder / "one_animation/models/soldier.pmdl_b"
    start = time.process_time()
    done(made, format="PMDL_B", materials=False, replace=True)
    seconds = time.process_time() - start
    after = ea.open(made).document().to_dict()
    changed = [name for name in before["animations"] if before["animations"][name] != after["animations"][name]]
    assert changed == ["walk"], changed
    assert {**before, "animations": 0} == {**after, "animations": 0}, [key for key in before if before[key] != after[key]]
    # Blender's exporter takes 26 s for them.
    for one in bpy.data.actions:
        nudge(one)
    start = time.process_time()
    done(made, format="PMDL_B", materials=False, replace=True)
    return f"one action {seconds:.1f} s, {len(bpy.data.actions)} actions {time.process_time() - start:.1f} s"


def layers():
    """A new animation has tracks of keyed bones only, with their keyed properties, at the times of the keys."""
    place = jack(folder / "layers")
    bring(place / "Jack.mdl", which="NONE")
    armature = next(one for one in bpy.data.objects if one.type == "ARMATURE")
    bone = next(one for one in armature.pose.bones if one.parent is not None)
    scene = bpy.context.scene
    scene.render.fps = 60
    activate(armature)
    armature.animation_data_create().action = bpy.data.actions.new("Jack_Nod")
    bone.rotation_mode = "QUATERNION"
    for frame, angle in ((0.0, 0.0), (0.8, 0.2), (30.0, 0.5)):
        bone.rotation_quaternion = (math.cos(angle), math.sin(angle), 0.0, 0.0)
        bone.keyframe_insert("rotation_quaternion", frame=frame)
    for curve in curves(bpy.data.actions["Jack_Nod"]):
        for point in curve.keyframe_points:
            point.interpolation = "LINEAR"
    done(place / "Jack.mdl", materials=False, replace=True)
    tracks = ea.open(place / "Jack_Nod.ani").summary()["tracks"]
    assert [one["name"] for one in tracks] == [bone.name], tracks
    text = json.dumps(tracks[0])
    assert "rotation" in text and "position" not in json.dumps(tracks[0].get("channels", "")), text[:300]
    clip = ea.open(place / "Jack.mdl").scene(animations=[place / "Jack_Nod.ani"]).clips[0]
    times = [float(time) for time in clip.channels[0].times]
    assert len(times) == 3 and abs(times[1] - 0.8 / 60) < 1e-6 and abs(times[2] - 0.5) < 1e-6, times
    return tracks[0]["name"], times


def between_frames():
    """A new animation inside a model of Pragma changes no other; a key between its frames is reported."""
    bring(SOLDIER)
    before = ea.open(SOLDIER).document().to_dict()["animations"]
    armature = next(one for one in bpy.data.objects if one.type == "ARMATURE")
    bone = next(one for one in armature.pose.bones if one.parent is not None)
    activate(armature)
    armature.animation_data.action = bpy.data.actions.new("nod")
    bone.rotation_mode = "QUATERNION"
    rate = bpy.context.scene.render.fps
    for frame, angle in ((0.0, 0.0), (0.013 * rate, 0.2), (1.0 * rate, 0.5)):
        bone.rotation_quaternion = (math.cos(angle), math.sin(angle), 0.0, 0.0)
        bone.keyframe_insert("rotation_quaternion", frame=frame)
    for point in (point for curve in curves(bpy.data.actions["nod"]) for point in curve.keyframe_points):
        point.interpolation = "LINEAR"
    made = folder / "between_frames/models/soldier.pmdl_b"
    done(made, format="PMDL_B", materials=False, replace=True)
    after = ea.open(made).document().to_dict()["animations"]
    assert {name: one for name, one in after.items() if name != "nod"} == before, sorted(after)
    said = [one for one in messages() if "nod" in one and "between" in one]
    assert len(said) == 1, messages()
    return said


def layers_of_pragma():
    """The same inside a model of Pragma: the keyed bone alone; of its other properties, the first and the last frame have a key, as the engine needs them."""
    bring(SOLDIER)
    armature = next(one for one in bpy.data.objects if one.type == "ARMATURE")
    bone = next(one for one in armature.pose.bones if one.parent is not None and one.children)
    activate(armature)
    rate = bpy.context.scene.render.fps = 30
    armature.animation_data.action = bpy.data.actions.new("nod")
    bone.rotation_mode = "QUATERNION"
    for frame, angle in ((0.0, 0.0), (6.0, 0.2), (30.0, 0.5)):
        bone.rotation_quaternion = (math.cos(angle), math.sin(angle), 0.0, 0.0)
        bone.keyframe_insert("rotation_quaternion", frame=frame)
    for point in (point for curve in curves(bpy.data.actions["nod"]) for point in curve.keyframe_points):
        point.interpolation = "LINEAR"
    made = folder / "layers_of_pragma/models/soldier.pmdl_b"
    for merge in (True, False):
        done(made, format="PMDL_B", merge=merge, materials=False, replace=True, lossy=True)
        document = ea.open(made).document()
        nod = document["animations/nod/assetData"]
        numbers = addon_use.package().extras.bones_by_index(document["skeleton"])
        assert [numbers[one] for one in nod["nodes"][0]["set"]] == [bone.name] and nod["fps"] == rate, (merge, nod["nodes"], nod["fps"])
        counts = {one["property"]: len(one["times"]) for one in nod["channels"]}
        assert counts == {"position": 2, "rotation": 31, "scale": 2}, (merge, counts)
        said = [one for one in messages() if "nod" in one and "last pose" in one]
        assert len(said) == 1, messages()
        clip = next(one for one in ea.open(made).scene().clips if one.name == "nod")
        turns = next(channel for channel in clip.channels if channel.path == "rotation")
        assert abs(float(turns.times[-1]) - 1.0) < 1e-5 and abs(abs(float((turns.values[0] * turns.values[-1]).sum())) - math.cos(0.5)) < 1e-4, turns.values
    return said, counts


def jumps():
    """Two keys at one time are two keys in Blender, and at one time again after an edit of the animation."""
    files = [URHO / "NinjaSnowWar" / name for name in ("Ninja.mdl", "Ninja_JumpNoHeight.ani", "Ninja_HighJump.ani")]
    place = addon_use.project(folder / "jumps", files)
    before = files_of(place)
    keys = {name: channels_of(place, name) for name in ("Ninja_JumpNoHeight", "Ninja_HighJump")}
    bring(place / "Ninja.mdl")
    done(place / "Ninja.mdl", materials=False, replace=True)
    assert files_of(place) == before, "unedited"
    told = {}
    for name, own in keys.items():
        edited = next(curve for curve in curves(action(name)) if 'Joint5"].rotation' in curve.data_path)
        edited.keyframe_points[1].co.y += 0.1
        done(place / "Ninja.mdl", materials=False, replace=True)
        now = channels_of(place, name)
        assert files_of(place)[f"{name}.ani"] != before[f"{name}.ani"] and own.keys() <= now.keys(), name
        for key, (times, values) in own.items():
            assert len(times) == len(now[key][0]) and abs(times - now[key][0]).max() < 1e-4, (name, key, times, now[key][0])
            if key[0] != "Joint5":
                assert abs(abs(values) - abs(now[key][1])).max() < 1e-3, (name, key)
        steps = [key for key, (times, _) in now.items() if (times[1:] - times[:-1]).min() < 1e-6]
        assert ("Joint1", "translation") in steps, steps
        told[name] = len(steps)
    return told


def channels_of(place, name):
    """Times and values of an animation of Ninja: {(bone, property): (times, values)}."""
    scene = ea.open(place / "Ninja.mdl").scene(animations=[place / f"{name}.ani"])
    names = [node.name for node in scene.nodes]
    return {(names[one.node], one.path): (one.times, one.values) for one in scene.clips[0].channels}


def handles():
    """Curves with handles are evaluated at each frame, and constraints by Blender."""
    place = jack(folder / "handles")
    bring(place / "Jack.mdl", which="NONE")
    armature = next(one for one in bpy.data.objects if one.type == "ARMATURE")
    first, second = [one for one in armature.pose.bones if one.parent is not None][:2]
    target = new_object("Target")
    target.location = (1.0, 0.0, 1.0)
    armature.animation_data_create().action = bpy.data.actions.new("Jack_Look")
    for frame, angle in ((0.0, 0.0), (12.0, 0.4)):
        first.rotation_quaternion = (math.cos(angle), math.sin(angle), 0.0, 0.0)
        first.keyframe_insert("rotation_quaternion", frame=frame)
    counts = []
    for constrained in (False, True):
        if constrained:
            constraint = second.constraints.new("TRACK_TO")
            constraint.target = target
        activate(armature)
        done(place / "Jack.mdl", materials=False, replace=True)
        clip = ea.open(place / "Jack.mdl").scene(animations=[place / "Jack_Look.ani"]).clips[0]
        counts.append((len({channel.node for channel in clip.channels}), max(len(channel.times) for channel in clip.channels)))
    assert counts[0] == (1, 13) and counts[1][0] > 1, counts
    return counts


def side_file():
    """An edit of one trigger keeps comments and normalised times of the others; unreadable markers are findings."""
    place = addon_use.project(folder / "side_file", [URHO / "NinjaSnowWar/Ninja.mdl", URHO / "NinjaSnowWar/Ninja_Walk.ani"])
    side = place / "Ninja_Walk.xml"
    side.write_text('<animation>\n    <!-- left, then right -->\n    <trigger normalizedtime="0.25" type="String" value="Joint21" />\n    <trigger normalizedtime="0.75" type="String" value="Joint26" />\n</animation>\n')
    before = side.read_text()
    bring(place / "Ninja.mdl")
    walk = action("Ninja_Walk")
    marker = next(one for one in walk.pose_markers if one.name == "Joint26")
    marker.frame -= 2
    done(place / "Ninja.mdl", materials=False, replace=True)
    lines = side.read_text().splitlines()
    assert lines[:3] == before.splitlines()[:3] and lines[3] != before.splitlines()[3] and "normalizedtime" in lines[3], lines
    end = ea.open(place / "Ninja_Walk.ani").summary()["length"]
    rate = bpy.context.scene.render.fps
    for name, frame in (("Int: zzz", 4), ("early", -5), ("late", round(end * rate) + 500)):
        walk.pose_markers.new(name).frame = frame
    done(place / "Ninja.mdl", materials=False, replace=True)
    said = messages()
    for words in ("expected a whole number, found 'zzz'", "is before the start", "is after the end"):
        assert any(words in one for one in said), (words, said)
    assert [one.text for one in ea.triggers.read(side.read_bytes(), length=end)] == ["Joint21", "Joint26", "late"]
    assert "left, then right" in side.read_text()
    return lines[3].strip()


def one_clock():
    """Another frame rate of the scene moves keys and triggers alike."""
    place = addon_use.project(folder / "one_clock", [URHO / "NinjaSnowWar/Ninja.mdl", URHO / "NinjaSnowWar/Ninja_Walk.ani", URHO / "NinjaSnowWar/Ninja_Walk.xml"])
    bring(place / "Ninja.mdl")
    before = ea.open(place / "Ninja_Walk.ani").summary()["length"]
    times = [one.time for one in ea.triggers.read((place / "Ninja_Walk.xml").read_bytes(), length=before)]
    bpy.context.scene.render.fps *= 2
    done(place / "Ninja.mdl", materials=False, replace=True)
    after = ea.open(place / "Ninja_Walk.ani").summary()["length"]
    now = [one.time for one in ea.triggers.read((place / "Ninja_Walk.xml").read_bytes(), length=after)]
    assert abs(after - before / 2) < 0.02 and all(abs(a / 2 - b) < 0.02 for a, b in zip(times, now)), (before, after, times, now)
    return before, after, now


def animation_alone():
    """An animation without a model goes onto the selected armature; those in folders are offered and go back there."""
    place = jack(folder / "animation_alone")
    # A path with a detour, as a link to a folder is one.
    (place.parent / "Detour").mkdir()
    place = place.parent / "Detour" / ".." / place.name
    walk = place / "Layer/Jack_Walk.ani"
    walk.parent.mkdir()
    (place / "Jack_Walk.ani").rename(walk)
    addon_use.fresh()
    wrong = addon_use.said(bpy.ops.import_scene.engine_assets, filepath=str(walk))
    assert "Select the armature" in wrong, wrong
    bring(place / "Jack.mdl", which="ALL")
    expected = {curve.data_path + str(curve.array_index): [point.co[1] for point in curve.keyframe_points] for curve in curves(action("Jack_Walk"))}
    bring(place / "Jack.mdl", which="NONE")
    rate = bpy.context.scene.render.fps = 30
    activate(next(one for one in bpy.data.objects if one.type == "ARMATURE"))
    wrong = addon_use.said(bpy.ops.import_scene.engine_assets, filepath=str(walk))
    assert not wrong, wrong
    found = {curve.data_path + str(curve.array_index): [point.co[1] for point in curve.keyframe_points] for curve in curves(action("Jack_Walk"))}
    common = expected.keys() & found.keys()
    assert len(common) == len(found) > 50, (len(expected), len(found), len(common))
    apart = max(min(abs(a - b), abs(a + b)) for key in common for a, b in zip(expected[key], found[key]))
    assert apart < 1e-3, apart
    before = files_of(place.parent)
    done(place / "Jack.mdl", materials=False, replace=True)
    assert files_of(place.parent) == before, [name for name in files_of(place.parent) if name not in before]
    nudge(action("Jack_Walk"))
    done(place / "Jack.mdl", materials=False, replace=True)
    after = files_of(place.parent)
    changed = [name for name in after if before.get(name) != after[name]]
    assert changed == ["Models/Layer/Jack_Walk.ani"], changed
    return len(found), apart, rate


def frame_rates():
    """A new animation of Pragma keeps the frame rate of its keys."""
    bring(URHO / "Jack.mdl", which="NONE")
    armature = next(one for one in bpy.data.objects if one.type == "ARMATURE")
    bone = next(one for one in armature.pose.bones if one.parent is not None)
    activate(armature)
    rates = {}
    for rate in (24, 30, 60):
        bpy.context.scene.render.fps = rate
        armature.animation_data_create().action = bpy.data.actions.new(f"At{rate}")
        for frame in (0.0, 1.0, 7.0):
            bone.location.x = frame / 100
            bone.keyframe_insert("location", frame=frame)
        made = folder / f"frame_rates/models/jack{rate}.pmdl_b"
        done(made, format="PMDL_B", merge=False, materials=False, replace=True, lossy=True)
        animations = ea.open(made).document().to_dict()["animations"]
        rates[rate] = animations[f"At{rate}"]["assetData"]["fps"]
        bpy.data.actions.remove(bpy.data.actions[f"At{rate}"])
    assert rates == {24: 24.0, 30: 30.0, 60: 60.0}, rates
    return rates


def combined(armature):
    """A track of two strips of an action, the second one at half speed, and a muted track."""
    bone = next(one for one in armature.pose.bones if one.parent is not None)
    data = armature.animation_data_create()
    before = data.action
    own = data.action = bpy.data.actions.new("Nod")
    bone.rotation_mode = "QUATERNION"
    for frame, angle in ((0.0, 0.0), (10.0, 0.4)):
        bone.rotation_quaternion = (math.cos(angle), math.sin(angle), 0.0, 0.0)
        bone.keyframe_insert("rotation_quaternion", frame=frame)
    for point in (point for curve in curves(own) for point in curve.keyframe_points):
        point.interpolation = "LINEAR"
    own.pose_markers.new("step").frame = 10
    slot = None if addon_use.package().curves.USES_TRACKS else data.action_slot
    data.action = before
    for name, starts, is_muted in (("Jack_Combo", (("Jack_First", 5), ("Jack_Second", 20)), False), ("Jack_Muted", (("Jack_Muted", 0),), True)):
        track = data.nla_tracks.new()
        track.name, track.mute = name, is_muted
        for strip_name, start in starts:
            strip = track.strips.new(strip_name, start, own)
            strip.name, strip.scale = strip_name, 2.0 if strip_name == "Jack_Second" else 1.0
            strip.blend_type, strip.extrapolation = "REPLACE", "NOTHING"
            if slot is not None:
                strip.action_slot = slot
    return bone, slot


def tracks_and_strips():
    """Tracks and strips of the NLA are animations of their names, with triggers; a strip that plays a whole action unedited changes no byte."""
    place = jack(folder / "tracks_and_strips")
    bring(place / "Jack.mdl")
    armature = next(one for one in bpy.data.objects if one.type == "ARMATURE")
    activate(armature)
    before = files_of(place)
    for choice in ("TRACKS", "STRIPS"):
        done(place / "Jack.mdl", materials=False, replace=True, actions=choice)
        assert files_of(place) == before, choice
    bone, _ = combined(armature)
    playing, rate = armature.animation_data.action, bpy.context.scene.render.fps
    told = {}
    for choice, lengths in (("TRACKS", {"Jack_Combo": 35}), ("STRIPS", {"Jack_First": 10, "Jack_Second": 20})):
        done(place / "Jack.mdl", materials=False, replace=True, actions=choice)
        new = {name.removesuffix(".ani") for name in files_of(place) if name not in before and name.endswith(".ani")}
        assert new == set(lengths), (choice, new)
        for name, frames in lengths.items():
            summary = ea.open(place / f"{name}.ani").summary()
            assert [one["name"] for one in summary["tracks"]] == [bone.name] and abs(summary["length"] - frames / rate) < 1e-4, summary["length"] * rate
            clip = ea.open(place / "Jack.mdl").scene(animations=[place / f"{name}.ani"]).clips[0]
            start, end = clip.channels[0].values[0], clip.channels[0].values[-1]
            assert len(clip.channels) == 1 and abs(abs(float((start * end).sum())) - math.cos(0.4)) < 1e-4, (start, end)
            marks = ea.triggers.read((place / f"{name}.xml").read_bytes(), length=summary["length"])
            told[name] = [round(one.time * rate) for one in marks]
        for path in place.iterdir():
            if path.name not in before:
                path.unlink()
    assert told == {"Jack_Combo": [10, 35], "Jack_First": [10], "Jack_Second": [20]}, told
    tracks = armature.animation_data.nla_tracks
    assert armature.animation_data.action == playing and tracks["Jack_Muted"].mute and not tracks["Jack_Combo"].mute
    assert all(files_of(place)[name] == data for name, data in before.items())
    return told


def json_side_file():
    """Triggers in a JSON side file are edited there: other triggers, normalised times and metadata stay."""
    place = addon_use.project(folder / "json_side_file", [URHO / "NinjaSnowWar/Ninja.mdl", URHO / "NinjaSnowWar/Ninja_Walk.ani"])
    side = place / "Ninja_Walk.json"
    left, right = ({"normalizedTime": share, "type": "String", "value": name} for share, name in ((0.25, "Joint21"), (0.75, "Joint26")))
    side.write_text(json.dumps({"triggers": [left, right], "metadata": [{"name": "speed", "type": "Float", "value": 1.5}]}, indent=4))
    before = side.read_bytes()
    bring(place / "Ninja.mdl")
    walk = action("Ninja_Walk")
    done(place / "Ninja.mdl", materials=False, replace=True)
    assert side.read_bytes() == before and not side.with_suffix(".xml").exists()
    next(one for one in walk.pose_markers if one.name == "Joint26").frame -= 2
    walk.pose_markers.new("Int: 7").frame = 4
    done(place / "Ninja.mdl", materials=False, replace=True)
    after = json.loads(side.read_text())
    assert not side.with_suffix(".xml").exists() and after["metadata"] == json.loads(before)["metadata"], after
    moved = next(one for one in after["triggers"] if one["value"] == "Joint26")
    assert left in after["triggers"] and set(moved) == set(right) and moved["normalizedTime"] < 0.75, after
    new = next(one for one in after["triggers"] if one["type"] == "Int")
    assert new["value"] == 7 and abs(new["time"] - 4 / bpy.context.scene.render.fps) < 1e-5, new
    assert side.read_text().startswith('{\n    "')
    return after["triggers"]


addon_use.run((one_animation, tracks_and_strips, json_side_file, layers, layers_of_pragma, jumps, between_frames, handles, side_file, one_clock, animation_alone, frame_rates))
