"""Existing material files for materials of Blender: the exported model uses the file instead of a new material."""

import base64
import json
import pathlib

import bpy
from bpy.props import BoolProperty, StringProperty

from . import preferences, unchanged
from .library import needed

FOLDERS = ("materials",)
# Extension, format in the library, key of the file's content, number of textures in the comparison.
KINDS = (((".xml", ".json", ".material"), "urho-material", "text", 7), ((".pmat", ".pmat_b"), "pragma-material", "bytes", 5))
# The look of a glTF material without any property: colours, factors and specular values.
DEFAULTS = [1.0] * 8 + [0.0] * 3 + [1.0] * 5 + [1.5, 0.5]
# How the library read a file of Urho3D, for edits; an unedited one needs none of it.
MEANING = {"blending": "Opaque", "shading": "Phong", "third": "Nothing", "fourth": "Nothing"}
MEANING |= {key: False for key in ("diffuse", "mask", "normal", "packed_normals", "rbfx", "reflection", "vertex_colors")}


def give(context, document, objects, target, told):
    """Replaces materials of a .glb that have a chosen file.

    Args:
        target: Path of the export, and whether its format is one of Pragma.
        told: A list for sentences about files that can't be used: (material name, sentence).
    """
    path, is_pragma = target
    chosen = {one.name: one.engine_assets_file for one in unchanged.materials_of(objects) if one.engine_assets_file}
    for material in (one for one in document.get("materials", []) if one.get("name") in chosen):
        text = chosen[material["name"]]
        kind = next((one for one in KINDS if pathlib.PurePath(text).suffix.lower() in one[0]), None)
        found = resource(context, text, path)
        if kind is None or (kind[1] == "pragma-material") != is_pragma:
            told.append((material["name"], f"its material file {text} isn't one of this engine: the material of Blender is exported"))
        elif found is None:
            told.append((material["name"], f"its material file {text} isn't found: the material of Blender is exported"))
        else:
            stored = of_file(kind, *found)
            material.clear()
            material.update(stored)


def of_file(kind, name, data):
    """The glTF material of a file, which the library takes for unedited."""
    _, form, key, textures = kind
    shown = {"alpha": "opaque", "double_sided": False, "factors": DEFAULTS, "textures": [None] * textures, "unlit": False}
    layout = {"file": name, "layout": 1, "shown": shown, key: base64.b64encode(data).decode()}
    if form == "urho-material":
        layout |= {"images": {}, "reading": {"is_linear": False, "meaning": MEANING}}
    return {"name": pathlib.PurePath(name).stem, "extras": {"engine_assets": json.dumps({"format": form, "layout": layout})}}


def resource(context, text, path):
    """Name in the project, and content, of a material file; None if it isn't found."""
    place = pathlib.Path(bpy.path.abspath(text))
    if place.is_absolute() and place.is_file():
        at = next((at for at, part in enumerate(place.parts) if part.lower() in FOLDERS), len(place.parts) - 1)
        return "/".join(place.parts[at:]), place.read_bytes()
    folders = preferences.folders_for(context, path) or needed().resources_around(path)
    # The project of a new file may have no other files that show where it begins.
    for folder in (*map(pathlib.Path, folders), *list(pathlib.Path(path).parents)[1:3]):
        if (folder / text).is_file():
            return pathlib.PurePath(text).as_posix(), (folder / text).read_bytes()
    return None


def register():
    bpy.types.Material.engine_assets_file = StringProperty(
        name="Material File",
        description="Existing material that the exported model uses instead of this one, such as Materials/Stone.xml: a file, or its name in the project",
        subtype="FILE_PATH",
    )


    bpy.types.Action.engine_assets_export = BoolProperty(name="Export", description="Export this animation. Others stay as they are in the original", default=True)


def unregister():
    del bpy.types.Action.engine_assets_export
    del bpy.types.Material.engine_assets_file
