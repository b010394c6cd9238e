"""Collision shapes of objects: their choice, their sizes, and their triangles."""

import bmesh
import bpy
from bpy.props import EnumProperty, FloatProperty
from mathutils import Matrix, Vector

# Identifier, label, description.
SHAPES = (
    ("NONE", "None", "No collision shape"),
    ("BOX", "Box", "A box around the object"),
    ("SPHERE", "Sphere", "A sphere around the object"),
    ("CAPSULE", "Capsule", "An upright capsule around the object"),
    ("HULL", "Convex Hull", "The convex hull of the object's model"),
    ("MESH", "Triangle Mesh", "The triangles of the object's model, for bodies that don't move"),
)
# Triangles of spheres and capsules: segments around, and rings.
SEGMENTS, RINGS = 12, 6


def shaped(objects):
    """Objects with a collision shape."""
    return [one for one in objects if one.type == "MESH" and one.engine_assets_collision != "NONE"]


def box_of(one):
    """Center and size of an object in its own space."""
    corners = [tuple(corner) for corner in one.bound_box]
    least, most = ([pick(corner[axis] for corner in corners) for axis in range(3)] for pick in (min, max))
    return [(a + b) / 2 for a, b in zip(least, most)], [b - a for a, b in zip(least, most)]


def fitted(kind, size):
    """The size of a shape for a size of an object, height last: spheres and capsules have a diameter, and capsules a height."""
    width, depth, height = size
    if kind == "SPHERE":
        return (max(size),) * 3
    if kind == "CAPSULE":
        diameter = max(width, depth)
        return diameter, diameter, max(height, diameter)
    return size


def solid(one):
    """Vertices and triangles of the shape of an object in its own space."""
    kind, made = one.engine_assets_collision, bmesh.new()
    try:
        if kind == "MESH":
            made.from_mesh(one.data)
        elif kind == "HULL":
            hull(made, one.data)
        else:
            simple(made, kind, *box_of(one))
        bmesh.ops.triangulate(made, faces=made.faces)
        made.verts.index_update()
        return [vertex.co.copy() for vertex in made.verts], [tuple(vertex.index for vertex in face.verts) for face in made.faces]
    finally:
        made.free()


def simple(made, kind, center, size):
    """Adds a box, sphere or capsule."""
    width, depth, height = fitted(kind, size)
    if kind == "BOX":
        bmesh.ops.create_cube(made, size=1.0, matrix=Matrix.Translation(center) @ Matrix.Diagonal((width, depth, height, 1.0)))
        return
    bmesh.ops.create_uvsphere(made, u_segments=SEGMENTS, v_segments=RINGS, radius=width / 2.0)
    # The halves of a capsule are as far apart as it is higher than wide.
    for vertex in made.verts:
        half = (height - width) / 2.0
        vertex.co.z += half if vertex.co.z > 1e-6 else -half if vertex.co.z < -1e-6 else 0.0
        vertex.co += Vector(center)


def hull(made, mesh):
    """Adds the convex hull of a mesh."""
    for vertex in mesh.vertices:
        made.verts.new(vertex.co)
    bmesh.ops.convex_hull(made, input=made.verts)
    inside = [vertex for vertex in made.verts if not vertex.link_faces]
    bmesh.ops.delete(made, geom=inside, context="VERTS")


def register():
    bpy.types.Object.engine_assets_collision = EnumProperty(name="Collision", description="Collision shape in scenes and prefabs of Urho3D and rbfx, and in models of Pragma", items=SHAPES, default="NONE")
    bpy.types.Object.engine_assets_mass = FloatProperty(name="Mass", description="Mass of the rigid body; 0 doesn't move", default=0.0, min=0.0)


def unregister():
    del bpy.types.Object.engine_assets_mass
    del bpy.types.Object.engine_assets_collision
