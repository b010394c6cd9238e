"""Export of models and scenes: File > Export, into the original if there is one."""

import contextlib
import os
import pathlib
import tempfile
from dataclasses import dataclass

import bpy

from . import actions, armatures, baking, chosen, collision, curves, extras, flexes, glb, inspection, levels, lights, material_files, mend, meshes, modifiers, motions, originals, placing, preferences, remembered, shapes, skinning, sources, strips, targets, techniques, unchanged
from .formats import LEVELS, OUTPUT_FORMATS, PRAGMA
from .library import needed
from .sentences import Refused


def taken(context, options):
    """Objects to export, and their source (None if it is unknown)."""
    found = chosen.choose(context, options.what, options.format in LEVELS)
    return chosen.of_one(found.objects, options.only), found.source


def gltf(context, plan, options, told):
    """The objects and actions as a .glb, by Blender's own exporter and `motions`.

    Args:
        told: A list for sentences: (object name, sentence).
    """
    scene, objects, kept = context.scene, plan.objects, plan.kept_names
    shown = collision.without_alone(objects, options.format)
    bakes = modifiers.baked(context, shown, told) if options.apply_modifiers else contextlib.nullcontext()
    images = baking.baked(context, shown, options.bake_size, told) if options.bake and options.materials else contextlib.nullcontext()
    with chosen.alone(scene, shown), levels.shown(context, shown), meshes.first_colours(shown), skinning.bound(shown, told), bakes, images, tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "model.glb")
        said = bpy.ops.export_scene.gltf(filepath=path, **exporter_options(options, shown))
        if "FINISHED" not in said or not os.path.exists(path):
            raise Refused("Blender's own exporter wrote nothing.")
        document, rest = glb.parts(pathlib.Path(path).read_bytes())
        document, rest = motions.add(context, (document, rest), plan.edited, objects, kept or ())
    # Blender exports children of bones from outside of the scene, too.
    glb.without_nodes(document, {one.name for one in objects if one not in shown})
    glb.leave_out(document, options.colours, options.second_uv)
    if options.format == "MDL":
        # Files of Urho3D store no values: the shape of the moment would become the basis, to which the morph is added once more.
        told += [(name, "the values of its shape keys aren't exported: morphs begin at 0 in the engine") for name in glb.forget_weights(document)]
    if kept is not None:
        unchanged.without_meshes(document, objects, options.only_animations)
    material_files.give(context, document, objects, (plan.path, options.format in PRAGMA), told)
    glb.without_ours(document, sources.PREFIX)
    unchanged.give_names(document, objects)
    levels.give_names(document, objects)
    if plan.into or (options.format in LEVELS and options.merge):
        sources.give_root(scene, {sources.model_of(one) for one in objects}, document)
    return glb.joined(document, rest)


def placed(data, plan, options):
    """A .glb with the scale and facing of the original, or at its own origins."""
    if plan.into:
        return as_in_original(data, plan.objects, plan.source)
    return at_own_origins(data) if options.own_origin and options.format not in LEVELS else data


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
    if source.scale != 1.0 and not sources.has_scale(document):
        placing.scale_roots(document, 1.0 / source.scale, roots)
    return glb.joined(document, rest)


def at_own_origins(data):
    """A .glb whose top nodes are where the scene begins, and unrotated."""
    document, rest = glb.parts(data)
    for number in placing.roots_of(document):
        document["nodes"][number].pop("translation", None)
        document["nodes"][number].pop("rotation", None)
    return glb.joined(document, rest)


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
        # Without a node that shows them, Blender would export white instead of the first colours.
        "export_vertex_color": "ACTIVE",
        "export_all_vertex_colors": True,
        "export_active_vertex_color_when_no_material": True,
        **lights.MODE,
        "use_active_scene": True,
        # `motions` adds them.
        "export_animations": False,
        "export_current_frame": False,
        # The pose of a scene is that of its nodes, unless an action moves them now.
        "export_rest_position_armature": not level or any(one.animation_data and one.animation_data.action for one in objects if one.type == "ARMATURE"),
        "export_def_bones": options.deform_only,
    }
    known = bpy.ops.export_scene.gltf.get_rna_type().properties.keys()
    return {key: value for key, value in wanted.items() if key in known}


@dataclass
class Plan:
    """The content of an export."""

    target: targets.Target
    objects: list
    source: sources.Source | None
    # The original to export into, with its animations; empty for a new file.
    into: list
    # Actions and animations of the NLA to export, and actions that stay as they are in the original.
    actions: list
    kept: list

    @property
    def path(self):
        return str(self.target.path)

    @property
    def edited(self):
        return [one for one in self.actions if one not in self.kept]

    @property
    def is_inside(self):
        """Whether animations are in the file of the original."""
        return bool(self.into) and self.source.format == "pragma-model"

    @property
    def kept_names(self):
        """Names of animations that keep the keys of the original inside the file; None for other exports."""
        return sorted({curves.animation_name(one) for one in self.kept}) if self.is_inside else None


def planned(context, where, options):
    """The plan of an export to a path or a target.

    Raises:
        Refused: The options don't fit each other.
    """
    target = where if isinstance(where, targets.Target) else targets.resolve(where)
    objects, source = taken(context, options)
    into = originals.wanted(source, options)
    if options.only_animations and options.format not in ("MDL", "UMD3") and not (into and source.format == "pragma-model"):
        raise Refused("“Animations Only” is for models of Urho3D, and for models of Pragma with “Into the Original”.")
    if into and options.apply_scale:
        raise Refused("“Apply Scale” changes bones, animations and bounds, which stay as they are in the original. Untick it, or untick “Into the Original”.")
    exported = actions.wanted(objects, options)
    kept = actions.kept(context, objects, exported) if into else []
    return Plan(target, objects, source, into, exported, kept)


def made(context, where, options):
    """The result of an export to a path or a target, without writing it: the library's Converted, and the model's source."""
    plan = planned(context, where, options)
    objects, source, is_level = plan.objects, plan.source, options.format in LEVELS
    # Before the export: Blender's exporter repairs meshes.
    told = inspection.findings(objects, source, is_level, options.bake and options.materials)
    stays = armatures.as_imported(context, objects, told) if plan.into and not is_level else contextlib.nullcontext()
    with stays:
        result = composed(context, plan, options, told)
    result = with_collision(result, objects, options.format)
    return only_animation_files(result) if options.only_animations and not plan.is_inside else result, source


def composed(context, plan, options, told):
    """The files of an export, but for collision shapes."""
    objects, source, is_level = plan.objects, plan.source, options.format in LEVELS
    data = placed(gltf(context, plan, options, told), plan, options)
    result = converted(context, data, plan, options)
    if plan.into:
        result = with_unedited(plan, result)
    elif is_level and options.merge and targets.is_own(source, plan.target):
        result = without_resources(objects, result)
    return finished(context, plan, result, told)


def converted(context, data, plan, options):
    """The files of a .glb, by the library."""
    library, source = needed(), plan.source
    name = source.name if source is not None else pathlib.Path(plan.path).stem
    return library.convert(
        library.open(data, name=f"{name}.glb"),
        plan.path,
        to=OUTPUT_FORMATS[options.format],
        lossy=options.lossy or bool(plan.into),
        write=False,
        **conversion(context, plan, options),
    )


def with_collision(result, objects, form):
    """An export with the collision shapes of objects."""
    if not shapes.shaped(objects):
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


def conversion(context, plan, options):
    """Options of the library's conversion."""
    library, source, how = needed(), plan.source, {}
    originals_of = originals.into_list(plan.into, source, plan.actions, plan.kept)
    if options.format not in LEVELS:
        how.update(apply_scale=options.apply_scale, facing="back" if options.turn else "front")
    if originals_of:
        how["into"] = originals_of
    elif options.skeleton_of:
        how["bind_pose_of"] = bpy.path.abspath(options.skeleton_of)
    if options.format in ("MDL", "UMD3"):
        how["max_bones"] = options.max_bones
        how["tangents"] = "auto" if options.tangents else "never"
    if options.resource_folder and options.format != "ZED":
        how["resource_dir"] = bpy.path.abspath(options.resource_folder)
    if options.format == "PREFAB_XML":
        how["prefab"] = True
    if options.format == "ZED":
        return how
    how.update(materials=options.materials and not options.only_animations, textures=options.textures, own_folders=options.own_folders, shared=options.shared)
    folders = preferences.folders_for(context, plan.path)
    if options.format in LEVELS and options.copy_resources and source is not None:
        # Files are looked for in the project of the original, and copied into the project of the target.
        around = [str(source.place())] if source.entry else library.resources_around(source.place())
        folders = preferences.folders_for(context, source.place(), source.entry) or around
        how["copy_resources"] = bool(folders)
    return {**how, "resources": folders}


def write(context, target, result, options):
    """Writes an export: all files or none. A file that replaces the original becomes the original."""
    objects, source = taken(context, options)
    is_own = targets.is_own(source, target)
    is_into = is_own and bool(originals.wanted(source, options))
    targets.write(target, result)
    remembered.remember(objects, target, options.format)
    if is_own:
        # The others stay edited.
        exported = [one for one in actions.wanted(objects, options) if not strips.is_composed(one)]
        if result.files[-1].name.lower().endswith(source.suffix):
            sources.rewritten(objects, source, result)
            mend.remember_empties(result, empties_of(context, objects), is_into)
        mend.remember(context.scene, exported)
        if options.only_animations:
            curves.remember(exported, objects, mend.rate_of(context.scene))
        else:
            unchanged.remember(objects, exported, mend.rate_of(context.scene))
    return objects


def finished(context, plan, result, told):
    """The same with triggers, loop flags, hit boxes and attachments as Blender has them, and with unedited animations.

    Args:
        told: Sentences of the export: (name, sentence).
    """
    library, objects = needed(), plan.objects
    files = [(one.name, one.data) for one in result.files]
    all_actions = list(dict.fromkeys([*plan.actions, *plan.kept]))
    files, said = mend.finish(context.scene, all_actions, files, not plan.into, empties_of(context, objects))
    files = flexes.write(files, objects, said)
    files = techniques.write(files, objects, said)
    names = {curves.animation_name(one) for one in plan.kept}
    findings = [one for one in result.findings if not originals.is_about(one, names, objects)]
    findings += [library.Finding("warning", path, sentence) for path, sentence in (*told, *said)]
    return library.Converted([library.OutputFile(*one) for one in files], findings, result.restored, result.folder)


def empties_of(context, objects):
    """The empties at bones of exported models, and the armature that they are of; None if there is none."""
    models = {sources.model_of(one) for one in objects}
    own = [one for one in context.scene.objects if extras.is_extra(one) and sources.model_of(one) in models]
    armatures = [one for one in objects if one.type == "ARMATURE"]
    return own, next((one for one in armatures if extras.IMPORTED in one), armatures[0] if armatures else None)


def with_unedited(plan, result):
    """An export into the original, in which everything that nobody edited is as it was."""
    source, objects = plan.source, plan.objects
    files = [(one.name, one.data) for one in result.files]
    if unchanged.is_whole(objects, source) and not (plan.is_inside and plan.edited):
        files = [*files[:-1], (files[-1][0], originals.same_version(source, *files[-1]))]
    if not plan.is_inside:
        there = {name for name, _ in files}
        files = [*(one for one in originals.kept_files(source, plan.kept, files[-1][0]) if one[0] not in there), *files]
    files = [(originals.in_its_folder(source, files[-1][0], name), data) for name, data in files]
    if targets.is_own(source, plan.target):
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
