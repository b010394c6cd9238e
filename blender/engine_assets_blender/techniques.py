"""The technique of a material of Urho3D and rbfx as a field: `Techniques/DiffNormal.xml`, for the materials that an export writes."""

import base64
import json
import pathlib

import bpy
from bpy.props import StringProperty

from . import unchanged
from .library import needed

# The library's own data of a material, which Blender keeps as a custom property.
STORED = "engine_assets"
KIND = "urho-material"
FINEST = "techniques[0]"


def original(material):
    """The technique of the file that a material was imported from; empty if there is none."""
    try:
        stored = json.loads(material.get(STORED, ""))
        if stored.get("format") != KIND:
            return ""
        text = base64.b64decode(stored["layout"]["text"])
        return needed().open(text, name=stored["layout"].get("file", "material.xml")).find(FINEST)[FINEST]
    except (ValueError, TypeError, KeyError, AttributeError, needed().Error):
        return ""


def chosen(material):
    return material.engine_assets_technique.strip()


def write(files, objects, told):
    """Gives the materials of an export the techniques that their fields name.

    Args:
        files: `(name, bytes)`.
        told: A list for sentences about fields without an effect: (material name, sentence).
    """
    made, wanted = dict(files), {}
    for material in (one for one in unchanged.materials_of(objects) if chosen(one)):
        name = None if material.engine_assets_file else file_of(material, made)
        if name is None:
            told.append((material.name, f"its technique {chosen(material)} isn't exported: the export writes no material file of Urho3D or rbfx for it"))
        else:
            wanted[name] = chosen(material)
    for name, technique in wanted.items():
        asset = needed().open(made[name], name=name)
        # The other techniques of a file are for weaker machines and greater distances, and stay.
        asset.set(FINEST, technique)
        made[name] = asset.to_bytes()
    return list(made.items())


def file_of(material, files):
    """The name of the exported file of a material; None if there is none."""
    own = {pathlib.PurePath(one).stem.lower() for one in (material.get(unchanged.NAME, material.name), material.name)}
    for name, data in files.items():
        path = pathlib.PurePath(name)
        if path.stem.lower() in own and path.suffix.lower() in (".xml", ".json", ".material"):
            try:
                if needed().open(data, name=name).format == KIND:
                    return name
            except needed().Error:
                continue
    return None


def register():
    bpy.types.Material.engine_assets_technique = StringProperty(
        name="Technique",
        description="Technique of Urho3D and rbfx for this material, such as Techniques/DiffNormal.xml. Empty: the technique of the original file, or one that fits the material",
    )


def unregister():
    del bpy.types.Material.engine_assets_technique
