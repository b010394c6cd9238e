"""Collision meshes of objects in models of Pragma."""

import uuid

from mathutils import Vector

from . import extras, shapes, tables
from .library import needed

LIST = "collisionMeshes"
# Name of its collision mesh in the file, which later exports replace.
OWN = "ea_collision"
MOST_VERTICES = 65535


def add(data, name, objects, told):
    """A model with the collision meshes of objects.

    Args:
        name: The file's name: text has no identifier.
        told: A list for sentences: (object name, sentence).
    """
    document = needed().open(data, name=name).document()
    numbers = {name: index for index, name in extras.bones_by_index(extras.part(document, "skeleton", {})).items()}
    if extras.part(document, LIST) is None:
        document.set(LIST, "[element;0][]", "array")
    for one in objects:
        vertices, triangles = placed(one)
        if len(vertices) > MOST_VERTICES:
            told.append((one.name, f"its collision mesh isn't exported: it has {len(vertices)} vertices, and {MOST_VERTICES} are possible"))
            continue
        bone = numbers.get(one.parent_bone, -1) if one.parent_type == "BONE" else -1
        own = own_name(one)
        document.set(f"{LIST}[{place_of(document, own)}]", text(one, own, bone, (vertices, triangles)), "element")
    return document.to_bytes()


def own_name(one):
    """The uuid of an object's collision mesh, which the object keeps."""
    if OWN not in one:
        one[OWN] = str(uuid.uuid4())
    return one[OWN]


def place_of(document, own):
    """The number of a collision mesh in the model: an existing one, or a new one after all others."""
    count = len(document[LIST])
    found = (at for at in range(count) if extras.part(document, f"{LIST}[{at}]/assetData/uuid") == own)
    return next(found, count)


def placed(one):
    """Vertices and triangles of a shape with the units and axes of Pragma, from its bone or from the model's origin."""
    armature = one.find_armature() or (one.parent if one.parent is not None and one.parent.type == "ARMATURE" else None)
    matrix, unit, is_at_bone = one.matrix_world, extras.UNIT, False
    if armature is not None:
        is_at_bone = one.parent == armature and one.parent_type == "BONE" and one.parent_bone in armature.data.bones
        # The pose that the armature has now doesn't matter.
        matrix = extras.local_of(one) if is_at_bone else armature.matrix_world.inverted_safe() @ matrix
        unit = extras.unit_of(armature)
    vertices, triangles = shapes.solid(one)
    places = [[value / unit for value in matrix @ vertex] for vertex in vertices]
    # Bones have the axes of the file.
    return places if is_at_bone else [tables.from_blender(place) for place in places], triangles


def text(one, own, bone, solid):
    """A collision mesh as the text of UDM."""
    vertices, triangles = solid
    least, most = ([pick(vertex[axis] for vertex in vertices) for axis in range(3)] for pick in (min, max))
    volume, center = mass_of(vertices, triangles)
    is_convex = one.engine_assets_collision != "MESH"
    values = [
        f"$int32 bone {bone}",
        f"bounds{{$vec3 max {extras.vector(most)} $vec3 min {extras.vector(least)}}}",
        f"$vec3 centerOfMass {extras.vector(center)}",
        f"flags{{$bool convex {int(is_convex)}}}",
        f"$float mass {float(one.engine_assets_mass)!r}",
        "$transform pose [[0,0,0][1,0,0,0]]",
        '$string surfaceMaterial "generic"',
        f"$arrayLz4 triangles [uint16;{3 * len(triangles)}][{','.join(str(corner) for triangle in triangles for corner in triangle)}]",
        f"$string uuid {tables.text_of(own)}",
        f"$arrayLz4 vertices [vec3;{len(vertices)}][{','.join(extras.vector(vertex) for vertex in vertices)}]",
        f"$double volume {volume!r}",
    ]
    return f'{{assetData{{{" ".join(values)}}} $string assetType "PCOL" $uint32 assetVersion 1}}'


def mass_of(vertices, triangles):
    """Volume and center of mass of a closed solid; of others, the mean of the vertices."""
    volume, center = 0.0, Vector()
    for a, b, c in ([Vector(vertices[corner]) for corner in triangle] for triangle in triangles):
        part = a.dot(b.cross(c)) / 6.0
        volume, center = volume + part, center + part * (a + b + c) / 4.0
    if abs(volume) < 1e-9:
        return 0.0, sum(map(Vector, vertices), Vector()) / max(len(vertices), 1)
    return volume, center / volume
