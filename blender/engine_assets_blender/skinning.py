"""What binds meshes to bones: an artist can't delete it by mistake."""

import contextlib

import bpy

from . import meshes

# Name of the armature that a mesh was imported with.
BOUND = "ea_armature"


def remember(objects):
    """Stores the armatures of imported meshes."""
    for one in (one for one in objects if one.type == "MESH"):
        armature = one.find_armature()
        if armature is not None:
            one[BOUND] = armature.name


@contextlib.contextmanager
def bound(objects, told):
    """Imported meshes with their Armature modifiers, and vertices without a weight with that of the nearest bone, as long as this lasts.

    Args:
        told: A list for sentences about added modifiers: (object name, sentence).
    """
    own = [one for one in objects if one.type == "MESH" and not meshes.is_unchanged(one)]
    with contextlib.ExitStack() as stack:
        for one in own:
            stack.enter_context(with_modifier(one, objects, told))
        for one in own:
            stack.enter_context(with_weights(one))
        yield


@contextlib.contextmanager
def with_modifier(one, objects, told):
    armature = bpy.data.objects.get(one.get(BOUND, ""))
    if armature is None or armature not in objects or one.find_armature() is not None or not one.vertex_groups:
        yield
        return
    told.append((one.name, f"its Armature modifier was deleted: it is exported with {armature.name}, as it was imported. Remove its vertex groups to export it without bones"))
    made = one.modifiers.new("Armature", "ARMATURE")
    made.object = armature
    try:
        yield
    finally:
        one.modifiers.remove(made)


@contextlib.contextmanager
def with_weights(one):
    given = given_weights(one)
    try:
        yield
    finally:
        for group, number in given:
            group.remove([number])


def given_weights(one):
    """Gives vertices without a weight the nearest bone. Returns their groups and numbers.

    Blender would bind them to a new bone in the middle of the model.
    """
    armature = one.find_armature()
    if armature is None:
        return []
    groups = {group.index: group for group in one.vertex_groups if group.name in armature.data.bones}
    loose = [vertex for vertex in one.data.vertices if not any(entry.weight > 0.0 and entry.group in groups for entry in vertex.groups)]
    if not groups or not loose or len(loose) == len(one.data.vertices):
        return []
    to_bones = armature.matrix_world.inverted_safe() @ one.matrix_world
    bones = [(armature.data.bones[group.name], group) for group in groups.values()]
    given = []
    for vertex in loose:
        place = to_bones @ vertex.co
        _, group = min(bones, key=lambda pair: distance(place, pair[0]))
        group.add([vertex.index], 1.0, "REPLACE")
        given.append((group, vertex.index))
    return given


def distance(place, bone):
    """Distance of a place from a bone, between its head and its tail."""
    head, along = bone.head_local, bone.tail_local - bone.head_local
    part = (place - head).dot(along) / max(along.length_squared, 1e-12)
    return (place - (head + along * min(max(part, 0.0), 1.0))).length
