"""Import of models, scenes and maps: File > Import."""

import os
import pathlib
import tempfile
from dataclasses import dataclass, field

import bpy

from . import armatures, bone_shapes, bones, clips, curves, flexes, glb, levels, lights, mend, moments, placing, preferences, skinning, sources, unchanged
from .library import needed
from .sentences import Refused

MODELS = (".mdl", ".pmdl", ".pmdl_b", ".zed")
LEVELS = (".xml", ".json", ".bin", ".scn", ".scene", ".prefab", ".pmap", ".pmap_b")
PACKAGES = (".pak",)
ANIMATION = ".ani"
# Formats of scenes, prefabs and maps in the library.
SCENES = ("urho-scene", "urho-prefab", "pragma-map")


@dataclass
class Options:
    """Options of an import."""

    # "OWN": animations whose names begin with the model's name; "ALL", "NONE", "CHOSEN".
    which: str = "OWN"
    # Paths, names of entries, or names in the model, if they are chosen.
    chosen: list = field(default_factory=list)
    lod: int = -1
    scale: float = 1.0
    # Multiply bones, keys and meshes by the scale of the top object: of models.
    apply_scale: bool = False
    # Turn models around by 180 degrees.
    turn: bool = False
    # Draw bones towards their children.
    draw_bones: bool = True
    materials: bool = True
    textures: bool = True
    set_rate: bool = True
    markers: str = "ACTION"
    extras: bool = True
    collision: bool = False
    navmesh: bool = False


@dataclass
class Brought:
    """Result of an import."""

    objects: list
    actions: list
    findings: list
    source: sources.Source


def animations_of(path, entry=""):
    """Animations that can be imported with a model: (name, path or entry name, whether its name begins with the model's name)."""
    library = needed()
    own = pathlib.PurePath(entry or path).stem
    suffix = pathlib.PurePath(entry or path).suffix.lower()
    if suffix in (".pmdl", ".pmdl_b"):
        names = [name for name, _ in sources.opened(path, entry).scene(resources=False).animations]
        return [(name, name, True) for name in names]
    if suffix != ".mdl":
        return []
    if entry:
        with library.Package(path) as package:
            names = [name for name in package if name.lower().endswith(ANIMATION)]
        stems = [(pathlib.PurePath(name).stem, name) for name in names]
        return [(stem, name, library.matches_model_name(stem, own)) for stem, name in stems]
    return [(pathlib.PurePath(name).stem, str(name), called) for name, called in library.animations_beside(path)] + in_folders(path)


def in_folders(path):
    """Animations in folders inside the model's folder, such as `Layer/Jack_Wave`, to choose."""
    folder = pathlib.Path(path).parent
    deeper = (one for pattern in ("*/*.ani", "*/*/*.ani") for one in folder.glob(pattern))
    found = sorted(one for one in deeper if not any(one.parent.glob("*.mdl")))
    return [(one.relative_to(folder).with_suffix("").as_posix(), str(one), False) for one in found]


def entries_of(path):
    """Names of the models and scenes in a package."""
    with needed().Package(path) as package:
        names = list(package)
    known = MODELS + (".scene", ".prefab", ".pmap", ".pmap_b")
    folders = ("scenes/", "objects/", "prefabs/")
    is_level = lambda name: name.lower().startswith(folders) and name.lower().endswith((".xml", ".json", ".bin"))  # noqa: E731
    return sorted(name for name in names if name.lower().endswith(known) or is_level(name))


def chosen_animations(source, options):
    """Urho3D animations to import: paths or entry names."""
    if source.suffix != ".mdl" or options.which == "NONE":
        return []
    if options.which == "CHOSEN":
        return list(options.chosen)
    listed = animations_of(source.place(), source.entry)
    return [name for _, name, called in listed if called or options.which == "ALL"]


def converted(context, source, options, told):
    """The .glb of a source, and its findings. Adds sentences about what couldn't be read: (path, sentence)."""
    library = needed()
    asset = source.open()
    source.format, source.sha256 = asset.format, sources.fingerprint(bytes(asset.data))
    source.animations = chosen_animations(source, options)
    how = {}
    if asset.format == "pragma-map":
        how.update(collision=options.collision, navmesh=options.navmesh)
    if options.lod >= 0:
        how["lod"] = options.lod
    made = library.convert(
        [asset, *source.open_animations(told)],
        to="glb",
        scale=options.scale,
        materials=options.materials,
        textures=options.textures,
        resources=preferences.folders_for(context, source.place(), source.entry),
        # Edits of a model go into its file, those of a scene into the file that the .glb carries.
        originals=asset.format in SCENES,
        write=False,
        **how,
    )
    return asset, made


def with_chosen(data, source, options):
    """The .glb with the chosen animations of a Pragma model, which contains all of them."""
    if source.format != "pragma-model" or options.which not in ("CHOSEN", "NONE"):
        return data
    chosen = options.chosen if options.which == "CHOSEN" else ()
    document, rest = glb.parts(data)
    glb.keep_animations(document, lambda name: name in chosen)
    return glb.joined(document, rest)


def with_place(data, source, options):
    """The .glb of a model with its scale applied and turned around, as the options ask. The source stores how."""
    source.scale = options.scale
    if source.format in SCENES or not (options.scale != 1.0 or options.apply_scale or options.turn):
        return data
    document, rest = glb.parts(data)
    placing.levels_beside(document)
    roots = placing.roots_of(document)
    if options.apply_scale:
        source.applied = placing.scale_of(document)
        rest = placing.apply_scale(document, rest, source.applied, roots)
    if options.turn:
        source.is_turned = True
        rest = placing.turn(document, rest, roots, True)
    return glb.joined(document, rest)


def with_keys_apart(data, rate):
    """The .glb without keys that Blender would merge."""
    document, rest = glb.parts(data)
    if not document.get("animations"):
        return data
    numbers = placing.Numbers(document, rest)
    return glb.joined(document, bytes(numbers.data)) if moments.apart(document, numbers, rate) else data


def with_all_names(data):
    """The .glb without nodes that have no name."""
    document, rest = glb.parts(data)
    unchanged.name_all(document)
    return glb.joined(document, rest)


def bring(context, source, options):
    """Imports a source.

    Raises:
        The library's exceptions, and Refused.
    """
    told = preferences.missing_folders(context)
    if source.suffix == ANIMATION and not source.entry:
        action, findings = clips.add(context, source.path, options.markers)
        return Brought([], [action], findings, source)
    asset, made = converted(context, source, options, told)
    if options.set_rate and made.frame_rate and not bpy.data.actions:
        context.scene.render.fps, context.scene.render.fps_base = made.frame_rate, 1.0
    data = with_place(with_chosen(made.data, source, options), source, options)
    data = with_keys_apart(data, mend.rate_of(context.scene))
    if source.format in SCENES:
        data = with_all_names(data)
    objects, actions = by_blender(source, data, options)
    context.view_layer.update()
    remembered(context, source, (objects, actions), glb.parts(made.data)[0])
    for one in (one for one in objects if options.draw_bones and one.type == "ARMATURE"):
        bones.draw_towards_children(one)
    unchanged.remember(objects, actions, mend.rate_of(context.scene))
    mended(context, source, asset, objects, actions, options)
    findings = [*made.findings, *(needed().Finding("warning", *one) for one in told)]
    return Brought(objects, actions, findings, source)


def by_blender(source, data, options):
    """The new objects and actions of a .glb, by Blender's own importer."""
    known = {kind: set(getattr(bpy.data, kind)) for kind in ("objects", "actions")}
    with tempfile.TemporaryDirectory() as folder:
        # A name from a package may be no name of a file.
        path = os.path.join(folder, "import.glb")
        pathlib.Path(path).write_bytes(data)
        said = bpy.ops.import_scene.gltf(filepath=path, **importer_options(options))
    if "FINISHED" not in said:
        raise Refused(f"Blender's own importer couldn't read {source.title()}.")
    objects = [one for one in bpy.data.objects if one not in known["objects"] and not is_shape(one)]
    return objects, [one for one in bpy.data.actions if one not in known["actions"]]


def remembered(context, source, brought, document):
    """Hides coarser levels of detail, and stores the source with the names of the file in the objects and actions."""
    objects, actions = brought
    source.path, source.relative = str(source.place().resolve()), sources.relative(source.place())
    levels.hide(context, objects, source.name)
    source.levels = sorted({one[levels.NUMBER] for one in objects if levels.NUMBER in one})
    unchanged.keep_names(objects, document)
    armatures.remember(objects)
    skinning.remember(objects)
    source.meshes = sorted(one[unchanged.NAME] for one in objects if one.type == "MESH")
    model = sources.mark(objects, source)
    for one in actions:
        one[sources.MODEL] = model
    if source.format in SCENES:
        lights.give_ranges(objects, document)
    sources.keep_root(context.scene, model, document)


def importer_options(options):
    """Options of Blender's importer that this version has."""
    wanted = {"bone_heuristic": "BLENDER", "disable_bone_shape": options.draw_bones, **lights.MODE}
    known = bpy.ops.import_scene.gltf.get_rna_type().properties.keys()
    return {key: value for key, value in wanted.items() if key in known}


def is_shape(one):
    """Whether it is the bone shape of Blender's importer."""
    return any(collection.name.startswith("glTF_not_exported") for collection in one.users_collection)


def mended(context, source, asset, objects, actions, options):
    """Adds the content that Blender's importer leaves out."""
    by_name = {curves.animation_name(action): action for action in actions}
    armature = next((one for one in objects if one.type == "ARMATURE"), None)
    if asset.format == "pragma-model":
        document = asset.document()
        before = set(bpy.data.objects)
        mend.pragma_in(context.scene, document, by_name, armature, options)
        model = objects[0].get(sources.MODEL, "") if objects else ""
        for one in (one for one in bpy.data.objects if one not in before):
            one[sources.MODEL] = model
        flexes.read(document, objects)
    if asset.format == "urho-mdl" and armature is not None and options.extras:
        for one in bone_shapes.read(context, asset, armature, options.scale):
            one[sources.MODEL] = sources.model_of(armature)
    if options.markers == "NONE":
        return
    for name in source.animations:
        action = by_name.get(pathlib.PurePath(name).stem)
        side = side_file(source, name)
        if action is not None and side is not None:
            length = (sources.opened(source.place(), name) if source.entry else needed().open(name)).summary()["length"]
            mend.triggers_in(context.scene, action, side[1], side[0], length, options.markers)


def side_file(source, animation):
    """Name and content of the side file of an animation; None if it has none."""
    for end in (".xml", ".json"):
        name = pathlib.PurePath(animation).with_suffix(end)
        if source.entry:
            with needed().Package(source.place()) as package:
                if name.as_posix() in package:
                    return name.name, bytes(package[name.as_posix()].read())
        elif pathlib.Path(name).is_file():
            return name.name, pathlib.Path(name).read_bytes()
    return None
