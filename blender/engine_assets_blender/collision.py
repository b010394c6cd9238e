"""Collision shapes of objects: a rigid body and a shape in Urho3D and rbfx scenes, collision meshes in Pragma models."""

import re
from dataclasses import dataclass
from xml.sax.saxutils import quoteattr

from . import collision_pragma, shapes
from .library import needed

TYPES = {"BOX": "Box", "SPHERE": "Sphere", "CAPSULE": "Capsule", "HULL": "ConvexHull", "MESH": "TriangleMesh"}
# Encodings of scenes in the library; None: XML, in which shapes are added.
ENCODINGS = {"SCENE_XML": None, "PREFAB_XML": None, "SCENE_JSON": "scene-json", "SCENE_BIN": "scene-binary", "SCENE": None, "PREFAB": None}
PRAGMA_MODELS = ("PMDL", "PMDL_B")


@dataclass
class Layout:
    """How XML stores nodes and components."""

    # The name of a node, and the end of its components.
    name: str
    end: str
    component: str
    number: re.Pattern
    model: re.Pattern
    # Attributes of a component: their container and types, if they have any.
    container: str = ""
    types: dict | None = None


URHO = Layout(
    '<attribute name="Name" value={} />',
    "",
    '<component type="{}" id="{}">',
    re.compile(r'<component type="[^"]*" id="(\d+)"'),
    re.compile(r'<attribute name="Model" value="(Model;[^"]*)"'),
)
# Scenes and prefabs of rbfx.
ARCHIVE = Layout(
    '<attribute name="Name" type="String" value={} />',
    "</components>",
    '<component _id="{1}" _typeName="{0}">',
    re.compile(r'<component [^>]*_id="(\d+)"'),
    re.compile(r'<attribute name="Model" type="ResourceRef" value="(Model;[^"]*)"'),
    "attributes",
    {**{name: kind for _, name, kind, _ in shapes.BODY}, "Shape Type": "String", "Size": "Vector3", "Offset Position": "Vector3", "Model": "ResourceRef"},
)


def without_alone(objects, form):
    """Objects without those that are only collision meshes: of Pragma models, objects that are disabled in renders."""
    if form not in PRAGMA_MODELS:
        return objects
    alone = [one for one in shapes.shaped(objects) if one.hide_render]
    return [one for one in objects if one not in alone]


def add(files, objects, form, told):
    """Adds collision shapes to the scene or model of an export, which is the last file.

    Args:
        files: `(name, bytes)`.
        told: A list for sentences: (object name, sentence).
    """
    own, (name, data) = shapes.shaped(objects), files[-1]
    if own and form in PRAGMA_MODELS:
        data = collision_pragma.add(data, name, own, told)
    elif own and form in ENCODINGS:
        data = in_scene(data, name, (own, form), told)
    else:
        told += [(one.name, "its collision shape isn't exported: scenes and prefabs of Urho3D and rbfx, and models of Pragma have shapes") for one in own]
    return [*files[:-1], (name, data)]


def in_scene(data, name, how, told):
    """A scene with the shapes of objects."""
    (objects, form), library = how, needed()
    encoding = ENCODINGS[form]
    own = library.convert(library.open(data, name=name), to="scene-xml", write=False).data if encoding else data
    text = own.decode("utf-8", "replace")
    for one in objects:
        changed = with_shape(text, one)
        if changed is None:
            told.append((one.name, "its collision shape isn't exported: the scene has no node of its name, or this has a shape already"))
        text = changed or text
    return library.convert(library.open(text.encode(), name="scene.xml"), to=encoding, write=False).data if encoding else text.encode()


def with_shape(text, one):
    """The scene with the shape of an object; None if it has no node without a shape."""
    layout = ARCHIVE if "_typeName=" in text else URHO
    found = text.find(layout.name.format(quoteattr(one.name)))
    if found < 0:
        return None
    start = text.rfind("<node", 0, found)
    # The components of a node are before its children.
    end = min(at for at in (text.find(mark, found) for mark in ("<node", "</node>", layout.end)) if at >= 0 and at != found)
    block = text[start:end]
    if "CollisionShape" in block or not text.startswith(layout.end, end):
        return None
    at = text.rfind("\n", 0, end) + 1
    first = text.rfind("\n", 0, start) + 1
    indent = text[first:start] + ("\t\t" if layout.end else "\t")
    model = layout.model.search(block)
    number = max((int(found) for found in layout.number.findall(text)), default=0) + 1
    return text[:at] + components(one, (model[1] if model else "", number, indent), layout) + text[at:]


def components(one, place, layout):
    """The XML of a rigid body and a shape."""
    (model, number, indent), (center, size) = place, bounds(one)
    shape = {"Shape Type": TYPES[one.engine_assets_collision]}
    if one.engine_assets_collision in ("HULL", "MESH"):
        shape["Model"] = model
    else:
        shape.update({"Size": numbers(size), "Offset Position": numbers(center)})
    parts = (("RigidBody", number, {name: text for name, _, text in shapes.body(one)}), ("CollisionShape", number + 1, shape))
    return "".join(component(indent, part, layout) for part in parts)


def component(indent, part, layout):
    kind, number, attributes = part
    inner = f"{indent}\t\t" if layout.container else f"{indent}\t"
    lines = [indent + layout.component.format(kind, number)]
    lines += [f"{indent}\t<{layout.container}>"] if layout.container else []
    for name, value in attributes.items():
        type_of = f' type="{layout.types[name]}"' if layout.types else ""
        lines.append(f'{inner}<attribute name="{name}"{type_of} value={quoteattr(value)} />')
    lines += [f"{indent}\t</{layout.container}>"] if layout.container else []
    return "\n".join([*lines, f"{indent}</component>"]) + "\n"


def bounds(one):
    """Center and size of the shape of an object, with the axes of Urho3D."""
    (x, y, z), size = shapes.box_of(one)
    width, depth, height = shapes.fitted(one.engine_assets_collision, size)
    return (-x, z, -y), (width, height, depth)


def numbers(values):
    return " ".join(f"{value + 0.0:.6g}" for value in values)
