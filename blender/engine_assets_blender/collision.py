"""Collision shapes of objects in Urho3D scenes: a rigid body and a shape in the node of an object."""

import re
from xml.sax.saxutils import quoteattr

import bpy
from bpy.props import EnumProperty, FloatProperty

# Identifier, label, description.
SHAPES = (
    ("NONE", "None", "No collision shape"),
    ("BOX", "Box", "A box around the object"),
    ("SPHERE", "Sphere", "A sphere around the object"),
    ("CAPSULE", "Capsule", "An upright capsule around the object"),
    ("HULL", "Convex Hull", "The convex hull of the object's model"),
    ("MESH", "Triangle Mesh", "The triangles of the object's model, for bodies that don't move"),
)
TYPES = {"BOX": "Box", "SPHERE": "Sphere", "CAPSULE": "Capsule", "HULL": "ConvexHull", "MESH": "TriangleMesh"}
FORMATS = ("SCENE_XML", "PREFAB_XML")
COMPONENT = re.compile(r'<component type="[^"]*" id="(\d+)"')
MODEL = re.compile(r'<attribute name="Model" value="(Model;[^"]*)"')


def shaped(objects):
    """Objects with a collision shape."""
    return [one for one in objects if one.type == "MESH" and one.engine_assets_collision != "NONE"]


def add(files, objects, form, told):
    """Adds collision shapes to the scene of an export, which is the last file.

    Args:
        files: `(name, bytes)`.
        told: A list for sentences: (object name, sentence).
    """
    own = shaped(objects)
    if own and form not in FORMATS:
        told += [(one.name, "its collision shape isn't exported: only scenes and prefabs of Urho3D in XML have shapes") for one in own]
    if not own or form not in FORMATS:
        return files
    name, data = files[-1]
    text = data.decode("utf-8", "replace")
    for one in own:
        changed = with_shape(text, one)
        if changed is None:
            told.append((one.name, "its collision shape isn't exported: the scene has no node of its name, or this has a shape already"))
        text = changed or text
    return [*files[:-1], (name, text.encode())]


def with_shape(text, one):
    """The scene with the shape of an object; None if it has no node without a shape."""
    found = text.find(f'<attribute name="Name" value={quoteattr(one.name)} />')
    if found < 0:
        return None
    start = text.rfind("<node", 0, found)
    # The components of a node are before its children.
    end = min(at for at in (text.find(mark, found) for mark in ("<node", "</node>")) if at >= 0)
    block = text[start:end]
    if 'type="CollisionShape"' in block:
        return None
    at = text.rfind("\n", 0, end) + 1
    first = text.rfind("\n", 0, start) + 1
    indent = text[first:start] + "\t"
    model = MODEL.search(block)
    number = max((int(found) for found in COMPONENT.findall(text)), default=0) + 1
    return text[:at] + components(one, model[1] if model else "", number, indent) + text[at:]


def components(one, model, number, indent):
    """The XML of a rigid body and a shape."""
    center, size = bounds(one)
    shape = {"Shape Type": TYPES[one.engine_assets_collision]}
    if one.engine_assets_collision in ("HULL", "MESH"):
        shape["Model"] = model
    else:
        shape.update({"Size": numbers(fitted(one.engine_assets_collision, size)), "Offset Position": numbers(center)})
    parts = (("RigidBody", number, {"Mass": f"{one.engine_assets_mass:.6g}"}), ("CollisionShape", number + 1, shape))
    lines = []
    for kind, own, attributes in parts:
        lines.append(f'{indent}<component type="{kind}" id="{own}">')
        lines += [f'{indent}\t<attribute name="{name}" value={quoteattr(value)} />' for name, value in attributes.items()]
        lines.append(f"{indent}</component>")
    return "\n".join(lines) + "\n"


def bounds(one):
    """Center and size of an object in its own space, with the axes of Urho3D."""
    corners = [tuple(corner) for corner in one.bound_box]
    least, most = ([pick(corner[axis] for corner in corners) for axis in range(3)] for pick in (min, max))
    x, y, z = ((a + b) / 2 for a, b in zip(least, most))
    width, depth, height = (b - a for a, b in zip(least, most))
    return (-x, z, -y), (width, height, depth)


def fitted(kind, size):
    """The size of a shape for a size of an object: spheres and capsules have a diameter, and capsules a height."""
    width, height, depth = size
    if kind == "SPHERE":
        return (max(size),) * 3
    if kind == "CAPSULE":
        diameter = max(width, depth)
        return (diameter, max(height, diameter), diameter)
    return size


def numbers(values):
    return " ".join(f"{value + 0.0:.6g}" for value in values)


def register():
    bpy.types.Object.engine_assets_collision = EnumProperty(name="Collision", description="Collision shape in scenes and prefabs of Urho3D (XML)", items=SHAPES, default="NONE")
    bpy.types.Object.engine_assets_mass = FloatProperty(name="Mass", description="Mass of the rigid body; 0 doesn't move", default=0.0, min=0.0)


def unregister():
    del bpy.types.Object.engine_assets_mass
    del bpy.types.Object.engine_assets_collision
