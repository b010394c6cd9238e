"""Collision shapes of objects: their choice, their sizes, and their triangles."""

import bmesh
import bpy
from bpy.props import BoolProperty, EnumProperty, FloatProperty, IntProperty
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


# Fields of the rigid body of an object: name of the property, attribute in Urho3D and rbfx, its type there, what the engine has without it.
BODY = (
    ("engine_assets_mass", "Mass", "Float", None),
    ("engine_assets_friction", "Friction", "Float", 0.5),
    ("engine_assets_restitution", "Restitution", "Float", 0.0),
    ("engine_assets_layer", "Collision Layer", "Int", 1),
    ("engine_assets_mask", "Collision Mask", "Int", -1),
    ("engine_assets_kinematic", "Is Kinematic", "Bool", False),
    ("engine_assets_trigger", "Is Trigger", "Bool", False),
)


def body(one):
    """Attributes of the rigid body of an object that differ from the engine's defaults: (name, type, text)."""
    for field, name, kind, default in BODY:
        value = getattr(one, field)
        if default is None or abs(value - default) > 1e-6:
            yield name, kind, str(bool(value)).lower() if kind == "Bool" else f"{value:.6g}" if kind == "Float" else str(value)


def register():
    bpy.types.Object.engine_assets_collision = EnumProperty(name="Collision", description="Collision shape in scenes and prefabs of Urho3D and rbfx, and in models of Pragma", items=SHAPES, default="NONE")
    bpy.types.Object.engine_assets_mass = FloatProperty(name="Mass", description="Mass of the rigid body; 0 doesn't move", default=0.0, min=0.0)
    bpy.types.Object.engine_assets_friction = FloatProperty(name="Friction", description="Friction of the rigid body", default=0.5, min=0.0)
    bpy.types.Object.engine_assets_restitution = FloatProperty(name="Restitution", description="How much of its speed the rigid body keeps when it bounces", default=0.0, min=0.0)
    bpy.types.Object.engine_assets_layer = IntProperty(name="Collision Layer", description="Bits of the layers that the rigid body is in", default=1, min=0)
    bpy.types.Object.engine_assets_mask = IntProperty(name="Collision Mask", description="Bits of the layers that the rigid body collides with; -1: all", default=-1, min=-1)
    bpy.types.Object.engine_assets_kinematic = BoolProperty(name="Kinematic", description="The rigid body is moved by code, and moves others", default=False)
    bpy.types.Object.engine_assets_trigger = BoolProperty(name="Trigger", description="The rigid body reports contacts and stops nothing", default=False)


def unregister():
    for field, *_ in BODY:
        delattr(bpy.types.Object, field)
    del bpy.types.Object.engine_assets_collision
