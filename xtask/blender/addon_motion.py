"""Changes of animations by the panel “Motion”.

python addon_motion.py FOLDER SAMPLES CORPUS [TEST]
"""

import math
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import addon_use
import bpy
from addon_use import action, activate, bring, done, jack, messages, said
from mathutils import Matrix

folder, samples, corpus = (pathlib.Path(word) for word in addon_use.words()[:3])
addon_use.fresh()
import engine_assets as ea

URHO = corpus / "urho/engine/Data/Models"
NEAR = 2e-4


def armature():
    return next(one for one in bpy.data.objects if one.type == "ARMATURE")


def change(operation, **options):
    wrong = said(bpy.ops.engine_assets.motion, operation=operation, **options)
    assert not wrong, wrong


def pose(one, frame):
    """Matrices of all bones of an armature at a frame."""
    whole = int(frame // 1)
    bpy.context.scene.frame_set(whole, subframe=frame - whole)
    evaluated = one.evaluated_get(bpy.context.evaluated_depsgraph_get())
    return {bone.name: bone.matrix.copy() for bone in evaluated.pose.bones}


def poses(one, played, frames):
    addon_use.package().motion_keys.play(one, played)
    return [pose(one, frame) for frame in frames]


def far(some, others):
    """The largest difference of the numbers of two lists of poses."""
    pairs = ((a[name], b[name]) for a, b in zip(some, others) for name in a if name in b)
    return max(abs(x - y) for a, b in pairs for row, own in zip(a, b) for x, y in zip(row, own))


def walking(place):
    """Jack in a project of his own. Returns his armature and the action of his walk."""
    own = jack(folder / place)
    bring(own / "Jack.mdl")
    one = armature()
    activate(one)
    walk = action("Jack_Walk")
    addon_use.package().motion_keys.play(one, walk)
    return own, one, walk


def laws():
    """Mirrored or reversed twice, or cut and joined, an animation is what it was."""
    _, one, walk = walking("laws")
    last = walk.frame_range[1]
    frames = [last * share / 7 for share in range(8)]
    before = poses(one, walk, frames)
    told = {}
    for operation in ("MIRROR", "REVERSE"):
        change(operation)
        assert far(before, poses(one, action("Jack_Walk"), frames)) > 0.01, f"{operation} changes nothing"
        change(operation)
        told[operation] = far(before, poses(one, action("Jack_Walk"), frames))
    for name, begin, end in (("Part_A", 0.0, last / 2), ("Part_B", last / 2, last)):
        addon_use.package().motion_keys.play(one, action("Jack_Walk"))
        change("CUT", name=name, begin=begin, end=end)
        assert abs(bpy.data.actions[name].frame_range[1] - last / 2) < 0.01, tuple(bpy.data.actions[name].frame_range)
    for other in [other for other in bpy.data.actions if not other.name.startswith("Part_")]:
        bpy.data.actions.remove(other)
    change("JOIN", name="Whole")
    told["CUT and JOIN"] = far(before, poses(one, bpy.data.actions["Whole"], frames))
    assert max(told.values()) < NEAR, told
    return told


def speed_rate_and_triggers():
    """The speed changes the length, and triggers move along; keys get the frame rate that is asked for."""
    _, one, walk = walking("speed")
    last = walk.frame_range[1]
    walk.pose_markers.new("Step").frame = 8
    before = poses(one, walk, [0.0, 8.0, last])
    change("SPEED", speed=2.0)
    walk = action("Jack_Walk")
    assert abs(walk.frame_range[1] - last / 2) < 0.01, tuple(walk.frame_range)
    assert [(mark.name, mark.frame) for mark in walk.pose_markers] == [("Step", 4)]
    told = far(before, poses(one, walk, [0.0, 4.0, last / 2]))
    change("REVERSE")
    assert [mark.frame for mark in action("Jack_Walk").pose_markers] == [round(last / 2 - 4)]
    change("RATE", fps=10.0, replace=False)
    rate = bpy.context.scene.render.fps
    new = next(other for other in bpy.data.actions if other.name.startswith("Jack_Walk."))
    frames = sorted({point.co[0] for curve in addon_use.curves(new) for point in curve.keyframe_points})
    assert len(frames) > 2 and all(abs(frame * 10 / rate - round(frame * 10 / rate)) < 1e-3 for frame in frames[:-1]), frames
    assert told < NEAR, told
    return told, len(frames)


def loop_and_place():
    """A closed loop ends where it begins; in place, nothing moves over the ground; root motion is told."""
    _, one, walk = walking("loop")
    change("LOOP", frames=4)
    walk = action("Jack_Walk")
    first, last = poses(one, walk, [0.0, walk.frame_range[1]])
    gap = far([first], [last])
    assert gap < NEAR, gap
    change("IN_PLACE")
    told = messages()
    assert any("horizontal motion" in line for line in told), told
    change("ROOT", bone=one.data.bones[0].name)
    assert any("horizontal motion" in line for line in messages()), messages()
    for wrong, options in (("has no bone", {"operation": "ROOT", "bone": "Nobody"}), ("ends before it begins", {"operation": "CUT", "begin": 3.0, "end": 1.0})):
        error = said(bpy.ops.engine_assets.motion, **options)
        assert wrong in error, error
    return gap


def another_skeleton():
    """An animation gets onto another skeleton, whose limbs then point where those of the source point; unmatched bones are listed."""
    bring(URHO / "Kachujin/Kachujin.mdl")
    source = armature()
    wrong = said(bpy.ops.import_scene.engine_assets, filepath=str(URHO / "Mutant/Mutant.mdl"), which="NONE")
    assert not wrong, wrong
    other = next(one for one in bpy.data.objects if one.type == "ARMATURE" and one is not source)
    walk = action("Kachujin_Walk")
    addon_use.package().motion_keys.play(source, walk)
    activate(source)
    change("RETARGET", target=other.name)
    told = messages()
    assert any("without a bone" in line for line in told) and any("slides" in line for line in told), told
    ratio = float(next(line for line in told if "multiplied by" in line).split("multiplied by ")[1].split(";")[0])
    made = other.animation_data.action
    last = walk.frame_range[1]
    bones = {one: {name.rpartition(":")[2].rpartition("_")[2]: name for name in one.data.bones.keys()} for one in (source, other)}
    worst, low, count = (0.0, ""), 0.0, 0
    turn = Matrix.Rotation(facing(other, bones[other]) - facing(source, bones[source]), 3, "Z")
    height = rest(other, bones[other]["Hips"]).z
    for share in range(8):
        frame = last * share / 7
        own, their = poses(source, walk, [frame])[0], poses(other, made, [frame])[0]
        for upper, lower in (pair for pair in LIMBS if set(pair) <= bones[source].keys() & bones[other].keys()):
            along = [one.matrix_world.to_3x3() @ (at[bones[one][lower]].translation - at[bones[one][upper]].translation) for one, at in ((source, own), (other, their))]
            worst, count = max(worst, ((turn @ along[0]).angle(along[1]), upper)), count + 1
        rises = [
            min((one.matrix_world @ at[bones[one][foot]].translation).z - rest(one, bones[one][foot]).z for foot in FEET)
            for one, at in ((source, own), (other, their))
        ]
        low = max(low, abs(rises[0] * ratio - rises[1]) / height)
    degrees = worst[0] * 57.2958
    assert degrees < 2.0 and low < 0.01, (degrees, worst, low)
    return f"{degrees:.3f} degrees, feet {low * 100:.2f} %, {count} limbs"


FEET = ("LeftFoot", "RightFoot", "LeftToeBase", "RightToeBase")
LIMBS = [(side + upper, side + lower) for side in ("Left", "Right") for upper, lower in (("Arm", "ForeArm"), ("ForeArm", "Hand"), ("UpLeg", "Leg"), ("Leg", "Foot"))]


def rest(one, bone):
    """Where a bone rests in the scene."""
    matrix, own = one.matrix_world, one.data.bones[bone]
    for each in (*reversed(own.parent_recursive), own):
        # Bones of files may rest with a scale, which only poses of Blender have.
        local = each.parent.matrix_local.inverted() @ each.matrix_local if each.parent else each.matrix_local
        matrix = matrix @ local @ Matrix.Diagonal((*one.pose.bones[each.name].scale, 1.0))
    return matrix.translation


def facing(one, bones):
    """The direction of a figure's hips over the ground."""
    across = rest(one, bones["LeftUpLeg"]) - rest(one, bones["RightUpLeg"])
    return math.atan2(across.y, across.x)


def into_the_file():
    """An exported change is what the command makes of the file, but for rounding."""
    own, _, _ = walking("file")
    command = ea.convert([own / "Jack.mdl", own / "Jack_Walk.ani"], to="glb", speed=2.0, lossy=True)
    change("SPEED", speed=2.0)
    others = {path.name: path.read_bytes() for path in own.glob("*.ani") if path.name != "Jack_Walk.ani"}
    done(own / "Jack.mdl", materials=False, replace=True)
    assert all((own / name).read_bytes() == data for name, data in others.items())
    expected = ea.open(command.data, name="a.glb").scene()
    found = ea.open(own / "Jack.mdl").scene(animations=[own / "Jack_Walk.ani"])
    length = found.clip("Jack_Walk").duration
    assert abs(length - expected.clip("Jack_Walk").duration) < 1e-3, length
    worst = 0.0
    for share in range(6):
        one, other = (scene.sample("Jack_Walk", length * share / 5) for scene in (found, expected))
        numbers = [{node.name: matrix for node, matrix in zip(scene.nodes, at.worlds)} for scene, at in ((found, one), (expected, other))]
        for name in numbers[0].keys() & numbers[1].keys():
            a, b = (Matrix(each[name].tolist()) for each in numbers)
            worst = max(worst, *(abs(x - y) for row, own_row in zip(a, b) for x, y in zip(row, own_row)))
    assert worst < 1e-3, worst
    return worst


addon_use.run((laws, speed_rate_and_triggers, loop_and_place, another_skeleton, into_the_file))
