"""Export of models and scenes: File > Export, into the original if there is one."""

import os
import pathlib
import tempfile
from dataclasses import dataclass

import bpy

from . import glb, mend, preferences, sentences, sources
from .library import needed
from .sentences import Refused

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
# Formats with originals, by their names in the library.
INTO = {"urho-mdl": ("MDL", "UMD3"), "pragma-model": ("PMDL_B", "PMDL")}


@dataclass
class Options:
    """Options of an export."""

    format: str = "MDL"
    # "MODEL": the active object's model; "SELECTED", "SCENE".
    what: str = "MODEL"
    merge: bool = True
    # If the original changed since: "ASK" is an error that says so; "MERGE", "NEW".
    changed: str = "ASK"
    apply_modifiers: bool = False
    materials: bool = True
    textures: bool = True
    lossy: bool = False
    apply_scale: bool = False
    turn: bool = False
    max_bones: int = 64
    skeleton_of: str = ""
    resource_folder: str = ""
    own_folders: bool = False
    copy_resources: bool = True


class Changed(Refused):
    """The original file changed."""


def format_for(path, source):
    """The format of a path, from its extension and the model's source."""
    end = pathlib.PurePath(path).suffix.lower()
    fitting = [one[0] for one in FORMATS if one[3] == end]
    if end == ".xml" and source is not None and source.format == "urho-prefab":
        return "PREFAB_XML"
    return fitting[0] if fitting else None


def taken(context, options):
    """Objects to export, and their source (None if it is unknown)."""
    scene = context.scene
    active = context.view_layer.objects.active
    everything = [one for one in scene.objects if not mend.is_extra(one)]
    if options.what == "SELECTED":
        chosen = [one for one in everything if is_below(one, lambda other: other.select_get())]
        chosen += [one for one in parents_of(chosen) if one not in chosen]
    elif options.what == "MODEL" and active is not None and sources.model_of(active):
        model = sources.model_of(active)
        chosen = [one for one in everything if sources.model_of(one) == model]
    else:
        chosen = everything
    if not any(one.type in ("MESH", "ARMATURE", "LIGHT", "CAMERA", "EMPTY") for one in chosen):
        raise Refused("There is nothing to export: select a model, or export the whole scene.")
    return chosen, original_of(chosen, active)


def is_below(one, wanted):
    while one is not None:
        if wanted(one):
            return True
        one = one.parent
    return False


def parents_of(objects):
    """Parents and armatures of objects: a mesh isn't bound without its armature."""
    found = []
    for one in objects:
        for above in (one.parent, one.find_armature() if one.type == "MESH" else None):
            while above is not None:
                if above not in found:
                    found.append(above)
                above = above.parent
    return found


def original_of(objects, active):
    """The source of objects: the active object's source, otherwise the only one."""
    own = sources.of_object(active) if active in objects else None
    if own is not None:
        return own
    found = {source.title(): source for source in map(sources.of_object, objects) if source is not None}
    return next(iter(found.values())) if len(found) == 1 else None


def gltf(context, objects, options):
    """The objects as a .glb, by Blender's own exporter."""
    scene = context.scene
    others = [one for one in scene.objects if one not in objects]
    with mend.aside(others), tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "model.glb")
        said = bpy.ops.export_scene.gltf(filepath=path, **exporter_options(options))
        if "FINISHED" not in said or not os.path.exists(path):
            raise Refused("Blender's own exporter wrote nothing.")
        document, rest = glb.parts(pathlib.Path(path).read_bytes())
    own = {mend.animation_name(one) for one in actions_of(objects)}
    foreign = {mend.animation_name(one) for one in bpy.data.actions} - own
    glb.keep_animations(document, lambda name: name not in foreign)
    glb.without_ours(document, sources.PREFIX)
    if options.format in LEVELS:
        sources.give_root(scene, {sources.model_of(one) for one in objects}, document)
    return glb.joined(document, rest)


def exporter_options(options):
    """Options of Blender's exporter that this version has."""
    level = options.format in LEVELS
    wanted = {
        "export_format": "GLB",
        "export_extras": True,
        "export_apply": options.apply_modifiers,
        "export_tangents": False,
        "export_cameras": level,
        "export_lights": level,
        "use_active_scene": True,
        "export_animations": True,
        "export_animation_mode": "NLA_TRACKS" if mend.USES_TRACKS else "ACTIONS",
    }
    known = bpy.ops.export_scene.gltf.get_rna_type().properties.keys()
    return {key: value for key, value in wanted.items() if key in known}


def originals(source, options):
    """The original to export into, with its animations; empty for a new file."""
    if source is None or not options.merge or options.format not in INTO.get(source.format, ()):
        return []
    state = source.state()
    if state == "same" or (state == "changed" and options.changed == "MERGE"):
        return [source.open(), *animations_of(source)]
    if options.changed == "NEW":
        return []
    if state == "gone":
        raise Changed(f"The original {source.title()} is missing. Create a new file, or restore it.")
    raise Changed(f"The original {source.title()} was changed since it was imported. Choose to export into its current version, or to create a new file.")


def animations_of(source):
    """The original's animations: the imported ones, and files whose names begin with its name."""
    if source.entry:
        return source.open_animations()
    if source.format != "urho-mdl":
        return []
    library = needed()
    beside = [name for name, own in library.animations_beside(source.place()) if own]
    paths = list(dict.fromkeys([*(name for name in source.animations if pathlib.Path(name).is_file()), *beside]))
    found = []
    for path in paths:
        try:
            found.append(library.open(path))
        except library.Error:
            # Unreadable files are skipped.
            continue
    return found


def made(context, path, options):
    """The result of an export to a path, without writing it: the library's Converted, and the model's source."""
    library = needed()
    objects, source = taken(context, options)
    into = originals(source, options)
    data = gltf(context, objects, options)
    how = {}
    if options.format not in LEVELS:
        how.update(apply_scale=options.apply_scale, facing="back" if options.turn else "front")
    if into:
        how["into"] = into
    elif options.skeleton_of:
        how["bind_pose_of"] = bpy.path.abspath(options.skeleton_of)
    if options.format in ("MDL", "UMD3"):
        how["max_bones"] = options.max_bones
    if options.resource_folder and options.format != "ZED":
        how["resource_dir"] = bpy.path.abspath(options.resource_folder)
    if options.format == "PREFAB_XML":
        how["prefab"] = True
    if options.format != "ZED":
        how.update(materials=options.materials, textures=options.textures, own_folders=options.own_folders)
    folders = preferences.folders_for(context, path) if options.format != "ZED" else ()
    if options.format in LEVELS and options.copy_resources and source is not None:
        # Files are looked for in the project of the original, and copied into the project of the target.
        around = [str(source.place())] if source.entry else library.resources_around(source.place())
        folders = preferences.folders_for(context, source.place(), source.entry) or around
        how["copy_resources"] = bool(folders)
    name = source.name if source is not None else pathlib.Path(path).stem
    result = library.convert(
        library.open(data, name=f"{name}.glb"),
        path,
        to=OUTPUT_FORMATS[options.format],
        lossy=options.lossy or bool(into),
        resources=folders,
        write=False,
        **how,
    )
    return finished(context, objects, result, not into), source


def actions_of(objects):
    """Imported actions of the objects, and new actions."""
    models = {sources.model_of(one) for one in objects} | {""}
    return [one for one in bpy.data.actions if one.get(sources.MODEL, "") in models]


def write(context, path, result, options):
    """Writes an export: all files or none. A file that replaces the original becomes the original."""
    result.write(force=True)
    objects, _ = taken(context, options)
    if sources.is_own(objects, path):
        sources.rewritten(objects, path, result.data)
        mend.remember(context.scene, actions_of(objects))
    return objects


def finished(context, objects, result, is_new):
    """The same with triggers, loop flags, hit boxes and attachments as Blender has them."""
    library = needed()
    models = {sources.model_of(one) for one in objects}
    actions = actions_of(objects)
    extras = [one for one in context.scene.objects if mend.is_extra(one) and sources.model_of(one) in models]
    files = mend.finish(context.scene, actions, [(one.name, one.data) for one in result.files], is_new, extras)
    return library.Converted([library.OutputFile(*one) for one in files], result.findings, result.restored, result.folder)


def checked(result):
    """Findings of `validate` and of the conversion."""
    library = needed()
    findings = list(result.findings)
    for file in result.files:
        try:
            findings += library.open(file.data, name=file.name).validate()
        except library.UnknownFormatError:
            # Lists of materials, side files and the like are no documents of their own.
            continue
        except library.Error as error:
            findings.append(library.Finding("error", file.name, error.message))
    return findings


def others(result):
    """Other output files that would replace existing files."""
    return [name for name in result.replaced() if name != result.files[-1].name]
