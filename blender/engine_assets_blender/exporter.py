"""Export of models and scenes: File > Export, into the original if there is one."""

import contextlib
import os
import pathlib
import tempfile
from dataclasses import dataclass

import bpy

from . import baking, chosen, collision, curves, extras, glb, inspection, levels, material_files, mend, meshes, modifiers, motions, placing, preferences, sources, targets, unchanged
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
    copy_resources: bool = True


class Changed(Refused):
    """The original file changed, or is gone."""

    def __init__(self, sentence, is_gone=False):
        super().__init__(sentence)
        self.is_gone = is_gone


def format_for(path, source):
    """The format of a path, from its extension and the model's source."""
    end = pathlib.PurePath(path).suffix.lower()
    fitting = [one[0] for one in FORMATS if one[3] == end]
    if end == ".xml" and source is not None and source.format == "urho-prefab":
        return "PREFAB_XML"
    return fitting[0] if fitting else None


def taken(context, options):
    """Objects to export, and their source (None if it is unknown)."""
    found = chosen.choose(context, options.what, options.format in LEVELS)
    return chosen.of_one(found.objects, options.only), found.source


def gltf(context, target, objects, options, animations):
    """The objects and actions as a .glb, by Blender's own exporter and `motions`. Returns it with sentences: (object name, sentence).

    Args:
        target: Path of the export.
        animations: Actions; and into a Pragma model, names of animations that keep the keys of the original, as unedited meshes do. None for other exports.
    """
    scene, told, (actions, kept) = context.scene, [], animations
    bakes = modifiers.baked(context, objects, told) if options.apply_modifiers else contextlib.nullcontext()
    images = baking.baked(context, objects, options.bake_size, told) if options.bake and options.materials else contextlib.nullcontext()
    with chosen.alone(scene, objects), levels.shown(context, objects), bakes, images, tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "model.glb")
        said = bpy.ops.export_scene.gltf(filepath=path, **exporter_options(options, objects))
        if "FINISHED" not in said or not os.path.exists(path):
            raise Refused("Blender's own exporter wrote nothing.")
        document, rest = glb.parts(pathlib.Path(path).read_bytes())
        document, rest = motions.add(context, (document, rest), actions, objects, kept or ())
    glb.leave_out(document, options.colours, options.second_uv)
    if kept is not None:
        unchanged.without_meshes(document, objects, options.only_animations)
    material_files.give(context, document, objects, (target, options.format in PRAGMA), told)
    glb.without_ours(document, sources.PREFIX)
    glb.forget_counts(document, exported_counts(objects, actions, options.format))
    unchanged.give_names(document, objects)
    if options.format in LEVELS:
        sources.give_root(scene, {sources.model_of(one) for one in objects}, document)
    return glb.joined(document, rest), told


def as_in_original(data, objects, source):
    """A .glb without the scale and facing that its model was imported with."""
    if (source.scale, source.applied, source.is_turned) == (1.0, 1.0, False):
        return data
    document, rest = glb.parts(data)
    own = {name for one in objects if sources.SOURCE in one for name in (one.name, one.get(unchanged.NAME))}
    roots = [number for number in placing.roots_of(document) if document["nodes"][number].get("name") in own]
    if source.is_turned:
        rest = placing.turn(document, rest, roots, False)
    if source.applied != 1.0:
        rest = placing.apply_scale(document, rest, 1.0 / source.applied, roots)
    if source.scale != 1.0:
        placing.scale_roots(document, 1.0 / source.scale, roots)
    return glb.joined(document, rest)


def at_own_origins(data):
    """A .glb whose top nodes are where the scene begins, and unrotated."""
    document, rest = glb.parts(data)
    for number in placing.roots_of(document):
        document["nodes"][number].pop("translation", None)
        document["nodes"][number].pop("rotation", None)
    return glb.joined(document, rest)


def exported_counts(objects, actions, form):
    """Names of content that `mend` and `extras` export in a format, as the library counts it."""
    is_pragma = form in ("PMDL", "PMDL_B")
    names = []
    if any(mend.MARKS in one for one in actions):
        names.append("events of animations" if is_pragma else "animations with triggers")
    if is_pragma and any(extras.IMPORTED in one for one in objects):
        names += ["hit boxes", "attachments"]
    return names


def exporter_options(options, objects):
    """Options of Blender's exporter that this version has."""
    level = options.format in LEVELS
    wanted = {
        "export_format": "GLB",
        "export_extras": True,
        "export_apply": False,
        # Models of lines; of other meshes, loose edges are leftovers.
        "use_mesh_edges": any(one.type == "MESH" and one.data.edges and not one.data.polygons for one in objects),
        "export_tangents": False,
        "export_cameras": level,
        "export_lights": level,
        "use_active_scene": True,
        # `motions` adds them.
        "export_animations": False,
        "export_current_frame": False,
        "export_rest_position_armature": True,
        "export_def_bones": options.deform_only,
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
    if state in ("gone", "unreadable"):
        problem = "is missing" if state == "gone" else "can't be read any more"
        raise Changed(f"The original {source.title()} {problem}. Create a new file, or restore it.", is_gone=True)
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


def made(context, where, options):
    """The result of an export to a path or a target, without writing it: the library's Converted, and the model's source."""
    library = needed()
    target = where if isinstance(where, targets.Target) else targets.resolve(where)
    path = str(target.path)
    objects, source = taken(context, options)
    into = originals(source, options)
    if options.only_animations and options.format not in ("MDL", "UMD3") and not (into and source.format == "pragma-model"):
        raise Refused("“Animations Only” is for models of Urho3D, and for models of Pragma with “Into the Original”.")
    if into and options.apply_scale:
        raise Refused("“Apply Scale” changes bones, animations and bounds, which stay as they are in the original. Untick it, or untick “Into the Original”.")
    actions = wanted_actions(objects, options)
    kept = kept_actions(context, objects, actions_of(objects), actions) if into else []
    is_inside = bool(into) and source.format == "pragma-model"
    names = sorted({curves.animation_name(one) for one in kept}) if is_inside else None
    # Before the export: Blender's exporter repairs meshes.
    inspected = inspection.findings(objects, source, options.format in LEVELS, options.bake and options.materials)
    data, told = gltf(context, path, objects, options, ([one for one in actions if one not in kept], names))
    if into:
        data = as_in_original(data, objects, source)
    elif options.own_origin and options.format not in LEVELS:
        data = at_own_origins(data)
    name = source.name if source is not None else pathlib.Path(path).stem
    result = library.convert(
        library.open(data, name=f"{name}.glb"),
        path,
        to=OUTPUT_FORMATS[options.format],
        lossy=options.lossy or bool(into),
        write=False,
        **conversion(context, path, options, (source, into_list(into, source, actions, kept))),
    )
    if into:
        has_edits = any(one not in kept for one in actions)
        result = with_unedited(objects, result, (source, kept, has_edits), targets.is_own(source, target))
    elif options.format in LEVELS and options.merge and targets.is_own(source, target):
        result = without_resources(objects, result)
    result = finished(context, objects, result, (not into, (actions, kept), [*inspected, *told]))
    result = with_collision(result, objects, options.format)
    return only_animation_files(result) if options.only_animations and not is_inside else result, source


def with_collision(result, objects, form):
    """An export with the collision shapes of objects."""
    if not collision.shaped(objects):
        return result
    library, told = needed(), []
    files = collision.add([(one.name, one.data) for one in result.files], objects, form, told)
    findings = [*result.findings, *(library.Finding("warning", *one) for one in told)]
    return library.Converted([library.OutputFile(*one) for one in files], findings, result.restored, result.folder)


def only_animation_files(result):
    """The animations of an export with their side files, without the model."""
    stems = {pathlib.PurePath(one.name).with_suffix("") for one in result.files if one.name.lower().endswith(".ani")}
    files = [one for one in result.files if pathlib.PurePath(one.name).with_suffix("") in stems]
    if not files:
        raise Refused("There is no animation to export.")
    return needed().Converted(files, result.findings, result.restored, result.folder)


def into_list(into, source, actions, kept):
    """The original with the animations that are edited or renamed.

    The library takes a new animation for the only missing animation under another name: unedited ones, and ones that weren't imported, aren't missing.
    """
    if not into or source.format != "urho-mdl":
        return into
    unedited, exported = ({curves.animation_name(one).lower() for one in own} for own in (kept, actions))
    imported = {pathlib.PurePath(path).stem.lower() for path in source.animations}
    stem = lambda one: pathlib.PurePath(one.name or "").stem.lower()  # noqa: E731
    edited = [one for one in into[1:] if stem(one) not in unedited and (stem(one) in exported or stem(one) in imported)]
    if edited or source.entry:
        return [into[0], *edited]
    # By its bytes: the library doesn't add the animations next to it.
    return [needed().open(bytes(into[0].data), name=f"{source.name}.mdl")]


def wanted_actions(objects, options):
    """The actions to export."""
    if options.actions == "NONE":
        return []
    own = [one for one in actions_of(objects) if one.engine_assets_export]
    if options.actions == "ALL":
        return own
    things = [owner for one in objects for owner, _ in curves.owners(one)]
    playing = {curves.animation_name(one.animation_data.action) for one in things if one.animation_data and one.animation_data.action}
    return [one for one in own if curves.animation_name(one) in playing]


def kept_actions(context, objects, actions, wanted):
    """Imported actions whose animations stay as they are in the original: nobody edited them, or they aren't wanted."""
    rate = mend.rate_of(context.scene)
    edited = {curves.animation_name(one) for one in wanted if not curves.is_unchanged(one, objects, rate)}
    return [one for one in actions if curves.NAME in one and curves.animation_name(one) not in edited]


def conversion(context, path, options, into):
    """Options of the library's conversion."""
    library, (source, originals_of) = needed(), into
    how = {}
    if options.format not in LEVELS:
        how.update(apply_scale=options.apply_scale, facing="back" if options.turn else "front")
    if originals_of:
        how["into"] = originals_of
    elif options.skeleton_of:
        how["bind_pose_of"] = bpy.path.abspath(options.skeleton_of)
    if options.format in ("MDL", "UMD3"):
        how["max_bones"] = options.max_bones
        how["tangents"] = options.tangents
    if options.resource_folder and options.format != "ZED":
        how["resource_dir"] = bpy.path.abspath(options.resource_folder)
    if options.format == "PREFAB_XML":
        how["prefab"] = True
    if options.format == "ZED":
        return how
    how.update(materials=options.materials and not options.only_animations, textures=options.textures, own_folders=options.own_folders)
    folders = preferences.folders_for(context, path)
    if options.format in LEVELS and options.copy_resources and source is not None:
        # Files are looked for in the project of the original, and copied into the project of the target.
        around = [str(source.place())] if source.entry else library.resources_around(source.place())
        folders = preferences.folders_for(context, source.place(), source.entry) or around
        how["copy_resources"] = bool(folders)
    return {**how, "resources": folders}


def actions_of(objects):
    """Imported actions of the objects, and new actions."""
    models = {sources.model_of(one) for one in objects} | {""}
    return [one for one in bpy.data.actions if one.get(sources.MODEL, "") in models]


def write(context, target, result, options):
    """Writes an export: all files or none. A file that replaces the original becomes the original."""
    targets.write(target, result)
    objects, source = taken(context, options)
    if targets.is_own(source, target):
        # The others stay edited.
        actions = wanted_actions(objects, options)
        if result.files[-1].name.lower().endswith(source.suffix):
            sources.rewritten(objects, source, result)
        mend.remember(context.scene, actions)
        if options.only_animations:
            curves.remember(actions, objects, mend.rate_of(context.scene))
        else:
            unchanged.remember(objects, actions, mend.rate_of(context.scene))
    return objects


def finished(context, objects, result, how):
    """The same with triggers, loop flags, hit boxes and attachments as Blender has them, and with unedited animations."""
    library, (is_new, (wanted, kept), told) = needed(), how
    models = {sources.model_of(one) for one in objects}
    actions = list(dict.fromkeys([*wanted, *kept]))
    own = [one for one in context.scene.objects if extras.is_extra(one) and sources.model_of(one) in models]
    armature = next((one for one in objects if one.type == "ARMATURE" and extras.UNIT_OF in one), None)
    armature = armature or next((one for one in objects if one.type == "ARMATURE"), None)
    files = [(one.name, one.data) for one in result.files]
    files, said = mend.finish(context.scene, actions, files, is_new, own, armature)
    names = {curves.animation_name(one) for one in kept}
    findings = [one for one in result.findings if not is_about(one, names, objects)]
    findings += [library.Finding("warning", path, sentence) for path, sentence in (*told, *said)]
    return library.Converted([library.OutputFile(*one) for one in files], findings, result.restored, result.folder)


def with_unedited(objects, result, original, is_in_place):
    """An export into the original, in which everything that nobody edited is as it was."""
    source, kept, has_edits = original
    files = [(one.name, one.data) for one in result.files]
    is_inside = source.format == "pragma-model"
    if unchanged.is_whole(objects, source) and not (is_inside and has_edits):
        files = [*files[:-1], (files[-1][0], same_version(source, *files[-1]))]
    if not is_inside:
        there = {name for name, _ in files}
        files = [*(one for one in kept_files(source, kept, files[-1][0]) if one[0] not in there), *files]
    files = [(in_its_folder(source, files[-1][0], name), data) for name, data in files]
    if is_in_place:
        files = unchanged.without_materials(files, objects)
    library = needed()
    return library.Converted([library.OutputFile(*one) for one in files], result.findings, result.restored, result.folder)


def without_resources(objects, result):
    """An export of a scene into the original, without unedited models and materials and the findings about them."""
    library = needed()
    files = [(one.name, one.data) for one in result.files]
    kept = unchanged.without_resources(files, objects)
    left_out = {name for name, _ in files} - {name for name, _ in kept}
    stems = {pathlib.PurePath(name).stem for name in left_out}
    about = lambda one: one.path.partition(" > ")[2].strip("\"'")  # noqa: E731
    findings = [one for one in result.findings if about(one) not in left_out and not (one.path.startswith("material > ") and about(one) in stems)]
    return library.Converted([library.OutputFile(*one) for one in kept], findings, result.restored, result.folder)


def in_its_folder(source, output, name):
    """The name of an output: animations from folders inside the model's folder, and their side files, go back there."""
    path, model = pathlib.PurePath(name), pathlib.PurePath(source.entry or source.place())
    own = next((pathlib.PurePath(one) for one in source.animations if pathlib.PurePath(one).stem == path.stem), None)
    if name == output or own is None or path.parent != pathlib.PurePath(output).parent or model.parent not in own.parents:
        return name
    return (path.parent / own.parent.relative_to(model.parent) / path.name).as_posix()


def same_version(source, name, data):
    """The bytes of the original, if the export is in its version."""
    own = source.open()
    is_same = needed().open(data).variant == own.variant and pathlib.PurePath(name).suffix.lower() == source.suffix
    return bytes(own.data) if is_same else data


def is_about(finding, names, objects):
    """Whether a finding is about an unedited animation or mesh, which isn't converted."""
    if finding.kind == "scene-pragma/group-kept":
        return any(f'"{one.get(unchanged.NAME)}"' in finding.message for one in objects if one.type == "MESH" and meshes.is_unchanged(one))
    head, _, rest = finding.path.partition(" > ")
    return head.startswith("animation") and (rest in ("channels", "samplers") or rest.strip("\"'") in names)


def kept_files(source, kept, output):
    """Unedited Urho3D animations with their side files, and the side file of the model, next to the output."""
    names = {curves.animation_name(one).lower() for one in kept}
    found = [(pathlib.PurePath(output).with_suffix(end).as_posix(), source.read(beside(source.entry or source.place(), end))) for end in SIDES]
    for path in (path for path in source.animations if pathlib.PurePath(path).stem.lower() in names):
        for name in (path, *(beside(path, end) for end in SIDES)):
            found.append(((pathlib.PurePath(output).parent / pathlib.PurePath(name).name).as_posix(), source.read(name)))
    return [(name, data) for name, data in found if data is not None]


SIDES = (".xml", ".json")


def beside(path, end):
    """The path of a side file."""
    return pathlib.PurePath(path).with_suffix(end).as_posix()


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


def bone_names(result):
    """Names of the bones of the exported model, in the order that findings count."""
    library = needed()
    try:
        asset = library.open(result.data, name=result.files[-1].name)
        if asset.format == "urho-mdl":
            return [bone["name"] for bone in asset.summary()["bones"]]
        if asset.format == "pragma-model":
            names = extras.bones_by_index(extras.part(asset.document(), "skeleton", {}))
            return [names.get(index, "") for index in range(max(names, default=-1) + 1)]
    except library.Error:
        pass
    return []
