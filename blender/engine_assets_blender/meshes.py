"""Fingerprints of meshes: an unedited mesh goes back as it was."""

import hashlib
import json
from array import array

import bpy

from . import curves, modifiers

PRINT = "ea_mesh"
# Digits of normals: Blender rounds them.
NORMAL_DIGITS = 2


def remember(objects):
    """Stores fingerprints of imported meshes."""
    for one in objects:
        if one.type == "MESH":
            one[PRINT] = fingerprint(one)


def is_unchanged(one):
    """Whether a mesh object is as it was imported."""
    return PRINT in one and one[PRINT] == fingerprint(one)


def fingerprint(one):
    """A hash of everything that an export reads of a mesh object, but for its materials."""
    mesh, armature = one.data, one.find_armature()
    made = hashlib.sha256()
    head = [
        [slot.material.get("ea_name", slot.material.name) if slot.material else "" for slot in one.material_slots],
        [group.name for group in one.vertex_groups],
        [round(value, 4) for row in one.matrix_local for value in row],
        [modifier.type for modifier in modifiers.applied(one)],
        curves.rest_of(armature) if armature is not None else None,
        one.get("ea_name") if one.name.startswith(one.get("ea_name", one.name)) else one.name,
    ]
    made.update(json.dumps(head).encode())
    for values in numbers(mesh):
        made.update(values.tobytes())
    for layer in (*mesh.uv_layers, *mesh.color_attributes):
        made.update(layer.name.encode())
        made.update(column(layer.data, "uv" if isinstance(layer, bpy.types.MeshUVLoopLayer) else "color", "f").tobytes())
    made.update(weights(mesh).tobytes())
    for block in mesh.shape_keys.key_blocks if mesh.shape_keys else ():
        made.update(block.name.encode())
        made.update(column(block.data, "co", "f").tobytes())
    return made.hexdigest()


def numbers(mesh):
    """Positions, faces and normals."""
    yield column(mesh.vertices, "co", "f")
    yield column(mesh.loops, "vertex_index", "i")
    yield column(mesh.polygons, "loop_start", "i")
    yield column(mesh.polygons, "material_index", "i")
    yield column(mesh.polygons, "use_smooth", "b")
    if mesh.has_custom_normals:
        if bpy.app.version < (4, 1, 0):
            mesh.calc_normals_split()
        normals = column(mesh.loops, "normal", "f")
        yield array("h", [round(value * 10**NORMAL_DIGITS) for value in normals])


WIDTHS = {"co": 3, "normal": 3, "uv": 2, "color": 4}


def column(things, name, kind):
    """A property of all things as an array."""
    values = array(kind, [0]) * (len(things) * WIDTHS.get(name, 1))
    things.foreach_get(name, values)
    return values


def weights(mesh):
    """Groups and weights of all vertices."""
    return array("f", [value for vertex in mesh.vertices for entry in vertex.groups for value in (entry.group, entry.weight)])
