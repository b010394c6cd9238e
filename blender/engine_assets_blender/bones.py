"""Bones drawn towards their children. Only the drawing: axes, rest pose and keys stay as in the file, so that they are exported exactly."""

import bpy
from mathutils import Vector

SHAPE = "Bone towards Child"
# Half width of a drawn bone, and the place of its widest part, for a length of 1.
WIDTH, WIDEST = 0.1, 0.1
# Length of a bone without children, compared with its parent's bone.
LAST = 0.5
SHORTEST = 1e-6


def draw_towards_children(armature):
    """Gives the bones of an armature shapes that point at their children; bones without children point as their parents do."""
    shape, tips = shape_object(), {}
    # Parents are before their children.
    for bone in armature.data.bones:
        tips[bone.name] = tip(bone, tips)
    for posed in armature.pose.bones:
        local = posed.bone.matrix_local.to_3x3().inverted_safe() @ tips[posed.name]
        if local.length < SHORTEST:
            continue
        posed.custom_shape = shape
        posed.use_custom_shape_bone_size = False
        posed.custom_shape_scale_xyz = (local.length,) * 3
        posed.custom_shape_rotation_euler = Vector((0.0, 1.0, 0.0)).rotation_difference(local).to_euler()


def tip(bone, tips):
    """The direction and length of a bone in the space of its armature."""
    heads = [child.head_local - bone.head_local for child in bone.children]
    far = [head for head in heads if head.length > SHORTEST]
    if far:
        mean = sum(far, Vector()) / len(far)
        if mean.length > SHORTEST:
            return mean
    if bone.parent is None:
        return bone.tail_local - bone.head_local
    before = tips[bone.parent.name]
    own = bone.head_local - bone.parent.head_local
    direction = own if own.length > SHORTEST else before
    return direction.normalized() * before.length * LAST


def shape_object():
    """An octahedron along Y, in no collection: only bones use it."""
    found = bpy.data.objects.get(SHAPE)
    if found is not None:
        return found
    mesh = bpy.data.meshes.new(SHAPE)
    middle = [(x, WIDEST, z) for x, z in ((WIDTH, 0.0), (0.0, WIDTH), (-WIDTH, 0.0), (0.0, -WIDTH))]
    faces = [(end, at + 1, (at + 1) % 4 + 1) if end else (end, (at + 1) % 4 + 1, at + 1) for at in range(4) for end in (0, 5)]
    mesh.from_pydata([(0.0, 0.0, 0.0), *middle, (0.0, 1.0, 0.0)], [], faces)
    return bpy.data.objects.new(SHAPE, mesh)
