"""Meshes with modifiers applied, and with their shape keys, while something is exported."""

import contextlib

import bpy

from .restoring import restored

# Modifiers whose effect the engine calculates, or that change nothing of the shape.
KEPT = ("ARMATURE",)
MOST_BONES = 4


def applied(one):
    """Modifiers of an object that an export applies."""
    return [modifier for modifier in one.modifiers if modifier.type not in KEPT and modifier.show_viewport]


@contextlib.contextmanager
def baked(context, objects, told):
    """Gives objects meshes with their modifiers applied, and puts back everything afterwards.

    Args:
        told: A list for sentences about modifiers that can't be applied: (object name, sentence).
    """
    own = [one for one in objects if one.type == "MESH" and applied(one)]
    before, made = [(one, one.data) for one in own], []
    with switched_off(own):
        for one in own:
            made.append((one, baked_mesh(context, one, told)))
    shown = [modifier for one in own for modifier in applied(one)]
    try:
        with restored(shown, "show_viewport", "show_render"):
            for one, mesh in made:
                one.data = mesh
            for modifier in shown:
                modifier.show_viewport = modifier.show_render = False
            yield
    finally:
        for one, mesh in before:
            one.data = mesh
        for _, mesh in made:
            bpy.data.meshes.remove(mesh)


@contextlib.contextmanager
def switched_off(objects):
    """Objects without armatures: their meshes are in the rest pose."""
    own = [modifier for one in objects for modifier in one.modifiers if modifier.type in KEPT]
    with restored(own, "show_viewport"):
        for modifier in own:
            modifier.show_viewport = False
        yield


def baked_mesh(context, one, told):
    """A new mesh with the modifiers of an object applied, for each of its shape keys."""
    keys = one.data.shape_keys
    if keys is None:
        return evaluated(context, one)
    only, index = one.show_only_shape_key, one.active_shape_key_index
    try:
        one.show_only_shape_key, one.active_shape_key_index = True, 0
        mesh = evaluated(context, one)
        shapes = []
        for number, block in enumerate(keys.key_blocks):
            one.active_shape_key_index = number
            shapes.append((block, positions(context, one)))
    finally:
        one.show_only_shape_key, one.active_shape_key_index = only, index
    add_shapes(one, mesh, shapes, told)
    return mesh


def evaluated(context, one):
    context.view_layer.update()
    now = one.evaluated_get(context.evaluated_depsgraph_get())
    mesh = bpy.data.meshes.new_from_object(now, preserve_all_data_layers=True, depsgraph=context.evaluated_depsgraph_get())
    mesh.name = one.data.name
    return mesh


def positions(context, one):
    """Coordinates of the vertices, evaluated."""
    context.view_layer.update()
    vertices = one.evaluated_get(context.evaluated_depsgraph_get()).data.vertices
    found = [0.0] * (3 * len(vertices))
    vertices.foreach_get("co", found)
    return found


def add_shapes(one, mesh, shapes, told):
    """Adds shape keys to a new mesh, through an object that is removed again."""
    bearer = bpy.data.objects.new("ea_bearer", mesh)
    try:
        for block, places in shapes:
            if len(places) != 3 * len(mesh.vertices):
                told.append((one.name, f"modifiers give the shape key {block.name} another number of vertices: it isn't exported"))
                continue
            made = bearer.shape_key_add(name=block.name, from_mix=False)
            made.data.foreach_set("co", places)
            made.value, made.mute = block.value, block.mute
    finally:
        bpy.data.objects.remove(bearer)


def weight_findings(objects):
    """Sentences about meshes with vertices of more bones than engines have, or of none: (object and first vertex, sentence)."""
    told = []
    for one in objects:
        armature = one.find_armature() if one.type == "MESH" else None
        if armature is None:
            continue
        bones = {group.index for group in one.vertex_groups if group.name in armature.data.bones}
        counts = [sum(entry.weight > 0.0 and entry.group in bones for entry in vertex.groups) for vertex in one.data.vertices]
        many, none = sum(count > MOST_BONES for count in counts), sum(count == 0 for count in counts)
        if many:
            first = next(at for at, count in enumerate(counts) if count > MOST_BONES)
            told.append((f"{one.name} > vertex {first}", f"{many} vertices have more than {MOST_BONES} bones: only the {MOST_BONES} largest weights of each are exported"))
        if none and none < len(counts):
            told.append((f"{one.name} > vertex {counts.index(0)}", f"{none} vertices have no weight of a bone of {armature.name}: they follow the nearest bone"))
    return told
