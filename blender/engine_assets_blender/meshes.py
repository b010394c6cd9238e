"""Fingerprints of meshes: an unedited mesh goes back as it was."""

import contextlib
import hashlib
import json

import bpy
import numpy

from . import curves, levels, modifiers

PRINT = "ea_mesh"
# Whether meshes have their numbers as attributes and normals as arrays.
IS_NEW = bpy.app.version >= (4, 1, 0)
# Digits of normals: Blender rounds them.
NORMAL_DIGITS = 2


def remember(objects):
    """Stores fingerprints of imported meshes."""
    for one in objects:
        if one.type == "MESH":
            own = one.data[PRINT] = data_print(one.data, bool(one.vertex_groups))
            one[PRINT] = fingerprint(one, own)


def is_unchanged(one):
    """Whether a mesh object is as it was imported."""
    return PRINT in one and one[PRINT] == fingerprint(one)


def is_same_data(one):
    """Whether the mesh of an object is as it was imported, wherever an object without bones is now."""
    own = one.data
    if one.find_armature() is not None and not is_unchanged(one):
        return False
    return PRINT in own and not modifiers.applied(one) and own[PRINT] == data_print(own, bool(one.vertex_groups))


def fingerprint(one, own=None):
    """A hash of everything that an export reads of a mesh object, but for its materials.

    Args:
        own: The hash of its mesh, if it is known.
    """
    armature = one.find_armature()
    head = [
        [slot.material.get("ea_name", slot.material.name) if slot.material else "" for slot in one.material_slots],
        [group.name for group in one.vertex_groups],
        [round(value, 4) for row in one.matrix_local for value in row],
        [modifier.type for modifier in modifiers.applied(one)],
        curves.rest_of(armature) if armature is not None else None,
        one.get("ea_name") if one.name.startswith(one.get("ea_name", one.name)) else one.name,
    ]
    if levels.DISTANCE in one:
        head.append(round(one[levels.DISTANCE], 4))
    return hashlib.sha256(json.dumps([*head, own or data_print(one.data, bool(one.vertex_groups))]).encode()).hexdigest()


def data_print(mesh, has_weights):
    """A hash of a mesh."""
    made = hashlib.sha256()
    for values in numbers(mesh):
        made.update(values.tobytes())
    for layer in (*mesh.uv_layers, *mesh.color_attributes):
        made.update(layer.name.encode())
        made.update(layer_values(layer).tobytes())
    if has_weights:
        made.update(weights(mesh).tobytes())
    for block in mesh.shape_keys.key_blocks if mesh.shape_keys else ():
        made.update(block.name.encode())
        made.update(column(block.data, "co", "f", 3).tobytes())
    return made.hexdigest()


def numbers(mesh):
    """Positions, faces and normals."""
    corners = len(mesh.loops)
    if IS_NEW:
        # Attributes are arrays, which are copied whole.
        yield column(mesh.attributes["position"].data, "vector", "f", 3)
        yield column(mesh.attributes[".corner_vert"].data, "value", "i") if corners else numpy.zeros(0)
    else:
        yield column(mesh.vertices, "co", "f", 3)
        yield column(mesh.loops, "vertex_index", "i")
    # A face has at least three corners: no other faces than triangles.
    if corners != 3 * len(mesh.polygons):
        yield column(mesh.polygons, "loop_start", "i")
    if "material_index" in mesh.attributes:
        yield column(mesh.attributes["material_index"].data, "value", "i")
    yield from normals(mesh)


def normals(mesh):
    """Custom normals, and which edges and faces are smooth."""
    if not IS_NEW:
        yield column(mesh.polygons, "use_smooth", "?")
        if mesh.has_custom_normals:
            mesh.calc_normals_split()
            yield numpy.rint(column(mesh.loops, "normal", "f", 3) * 10**NORMAL_DIGITS).astype("h")
        return
    for name in ("sharp_edge", "sharp_face"):
        if name in mesh.attributes:
            yield column(mesh.attributes[name].data, "value", "?")
    stored = mesh.attributes.get("custom_normal")
    if stored is not None and stored.data_type == "INT16_2D":
        yield column(stored.data, "value", "h", 2)
    elif mesh.has_custom_normals:
        yield numpy.rint(column(mesh.corner_normals, "vector", "f", 3) * 10**NORMAL_DIGITS).astype("h")


@contextlib.contextmanager
def first_colours(objects):
    """The first colours of meshes as those that Blender's exporter writes first, as long as this lasts: files know colours by their number."""
    own = [one.data for one in objects if one.type == "MESH" and len(one.data.color_attributes)]
    before = [(mesh, mesh.color_attributes.render_color_index, mesh.color_attributes.active_color_index) for mesh in own]
    try:
        for mesh in own:
            mesh.color_attributes.render_color_index = mesh.color_attributes.active_color_index = 0
        yield
    finally:
        for mesh, render, active in before:
            mesh.color_attributes.render_color_index, mesh.color_attributes.active_color_index = render, active


def layer_values(layer):
    """Texture coordinates or colours of corners."""
    if not isinstance(layer, bpy.types.MeshUVLoopLayer):
        return column(layer.data, "color", "f", 4)
    return column(layer.uv, "vector", "f", 2) if IS_NEW else column(layer.data, "uv", "f", 2)


def column(things, name, kind, width=1):
    """A property of all things as an array."""
    values = numpy.zeros(len(things) * width, kind)
    things.foreach_get(name, values)
    return values


def weights(mesh):
    """Groups and weights of all vertices."""
    return numpy.array([value for vertex in mesh.vertices for entry in vertex.groups for value in (entry.group, entry.weight)], "f")
