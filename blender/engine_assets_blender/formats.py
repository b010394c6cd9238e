"""Formats and options of exports."""

import pathlib
from dataclasses import dataclass

# Identifier, label, description, extension, output format of the library (None: set by the extension).
FORMATS = (
    ("MDL", "Urho3D / U3D Model (.mdl)", "A model of Urho3D 1.6 and later, or U3D, with its animations in the same folder", ".mdl", "mdl"),
    ("UMD3", "rbfx Model (.mdl)", "An rbfx model with its animations in the same folder", ".mdl", "umd3"),
    ("PMDL_B", "Pragma Model (.pmdl_b)", "A model of Pragma with its animations inside, binary", ".pmdl_b", None),
    ("PMDL", "Pragma Model, Text (.pmdl)", "A model of Pragma with its animations inside, as text", ".pmdl", None),
    ("ZED", "ZED Model (.zed)", "A model of the ZED engine", ".zed", None),
    ("SCENE_XML", "Urho3D Scene (.xml)", "A scene in XML, with its models, materials and textures", ".xml", "scene-xml"),
    ("SCENE_JSON", "Urho3D Scene (.json)", "A scene in JSON, with its models, materials and textures", ".json", "scene-json"),
    ("SCENE_BIN", "Urho3D Scene (.bin)", "A scene in binary, with its models, materials and textures", ".bin", "scene-binary"),
    ("PREFAB_XML", "Urho3D Prefab (.xml)", "A prefab in XML, for Objects", ".xml", "scene-xml"),
    ("SCENE", "rbfx Scene (.scene)", "A scene of rbfx", ".scene", None),
    ("PREFAB", "rbfx Prefab (.prefab)", "A prefab of rbfx", ".prefab", None),
    ("PMAP_B", "Pragma Map (.pmap_b)", "A map of Pragma, binary", ".pmap_b", None),
)
EXTENSIONS = {one[0]: one[3] for one in FORMATS}
OUTPUT_FORMATS = {one[0]: one[4] for one in FORMATS}
LEVELS = ("SCENE_XML", "SCENE_JSON", "SCENE_BIN", "PREFAB_XML", "SCENE", "PREFAB", "PMAP_B")
PRAGMA = ("PMDL", "PMDL_B", "PMAP_B")
# Formats with originals, by their names in the library.
INTO = {"urho-mdl": ("MDL", "UMD3"), "pragma-model": ("PMDL_B", "PMDL")}


@dataclass
class Options:
    """Options of an export."""

    format: str = "MDL"
    # One of chosen.CHOICES.
    what: str = "AUTO"
    merge: bool = True
    # If the original changed since: "ASK" is an error that says so; "MERGE", "NEW".
    changed: str = "ASK"
    apply_modifiers: bool = True
    # "ALL": all actions of the objects; "ACTIVE": the actions that objects play now; "NONE": no action.
    actions: str = "ALL"
    # Only animations: of Urho3D without the model, of Pragma into the original without edits of meshes.
    only_animations: bool = False
    deform_only: bool = False
    tangents: bool = True
    colours: bool = True
    second_uv: bool = True
    # New models: each object around its own origin.
    own_origin: bool = False
    # Name of the only object to export, with its parents, children and levels of detail.
    only: str = ""
    materials: bool = True
    textures: bool = True
    # Bake calculated inputs of materials into images of this size.
    bake: bool = False
    bake_size: int = 1024
    lossy: bool = False
    apply_scale: bool = False
    turn: bool = False
    max_bones: int = 64
    skeleton_of: str = ""
    resource_folder: str = ""
    own_folders: bool = False
    shared: bool = False
    copy_resources: bool = True


def with_extension(path, form):
    """A path with the extension of a format, instead of that of another format. Other dots belong to the name: `Hero_1.0`."""
    known = next((end for end in sorted(set(EXTENSIONS.values()), key=len, reverse=True) if path.lower().endswith(end)), "")
    return path[: len(path) - len(known)] + EXTENSIONS[form]


def format_for(path, source):
    """The format of a path, from its extension and the model's source."""
    end = pathlib.PurePath(path).suffix.lower()
    fitting = [one[0] for one in FORMATS if one[3] == end]
    if end == ".xml" and source is not None and source.format == "urho-prefab":
        return "PREFAB_XML"
    return fitting[0] if fitting else None
