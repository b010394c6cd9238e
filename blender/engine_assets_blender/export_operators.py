"""Operators of exports and checks, and the questions before files are replaced."""

import dataclasses
import os

import bpy
from bpy.props import BoolProperty, EnumProperty, IntProperty, StringProperty
from bpy_extras.io_utils import ExportHelper

from . import chosen, exporter, findings, formats, inspection, levels, originals, panels, remembered, sentences, sources, spots, targets
from .import_operators import GLOB
from .library import needed
from .sentences import Refused, spoken


def format_changed(self, _context):
    self.filepath = formats.with_extension(self.filepath, self.format)


OPTIONS = [name for name in formats.Options.__dataclass_fields__ if name != "only"]


class ExportOptions:
    """Options of every export and check."""

    format: EnumProperty(name="Format", description="Format to write", items=[one[:3] for one in formats.FORMATS], default="MDL", update=format_changed)
    what: EnumProperty(name="What", description="Objects to export", items=chosen.CHOICES, default="AUTO")
    merge: BoolProperty(name="Into the Original", description="Write edited meshes, shape keys, animations and materials into the original file, and keep its other data: bones, hit boxes, levels of detail, flags, triggers …", default=True)
    changed: EnumProperty(
        name="If the Original Changed",
        description="Action if the original file changed since the import",
        items=(
            ("ASK", "Ask", "Nothing is written before you choose"),
            ("MERGE", "Into It As It Is Now", "Export into the original as it is now"),
            ("NEW", "Make a New File", "Without anything of the original"),
        ),
        default="ASK",
    )
    apply_modifiers: BoolProperty(name="Apply Modifiers", description="Export meshes with modifiers applied, for each shape key. Armatures aren't applied", default=True)
    actions: EnumProperty(
        name="Animations",
        description="Animations to export. The others stay as they are in the original",
        items=(
            ("ALL", "All Actions", "All actions of the exported objects"),
            ("ACTIVE", "Active Actions", "Only the actions that the objects play now"),
            ("TRACKS", "NLA Tracks", "Each track of the Nonlinear Animation editor, with the name of the track. Muted tracks are left out, stashed actions are exported"),
            ("STRIPS", "NLA Strips", "Each strip of the Nonlinear Animation editor, with the name of the strip. Muted strips are left out, stashed actions are exported"),
            ("NONE", "None", "No animation"),
        ),
        default="ALL",
    )
    only_animations: BoolProperty(name="Animations Only", description="Export animations without the model (Urho3D), or into the original without edits of its meshes (Pragma)", default=False)
    colours: BoolProperty(name="Vertex Colours", description="Export vertex colours", default=True)
    second_uv: BoolProperty(name="Second UV Map", description="Export further UV maps after the first one", default=True)
    tangents: BoolProperty(name="Tangents", description="New Urho3D models: compute tangents where a material has a normal map", default=True)
    own_origin: BoolProperty(name="Own Origins", description="New models: export each object around its own origin, without its location and rotation", default=False)
    deform_only: BoolProperty(name="Deform Bones Only", description="New files: leave out bones that deform nothing, such as those of controls", default=False)
    materials: BoolProperty(name="Materials", description="Write materials and the material list into the folders where the engine searches them", default=True)
    textures: BoolProperty(name="Textures", description="Write missing textures of materials", default=True)
    bake: BoolProperty(name="Bake", description="Bake colours, numbers and normals that Blender calculates (such as a noise texture) into images, with Cycles. Without it, they are reported", default=False)
    bake_size: IntProperty(name="Size of Baked Images", description="Width and height of baked images in pixels", default=1024, min=4, max=8192)
    lossy: BoolProperty(name="Leave Out Unsupported Content", description="Export without content that the format can't store, and list it", default=False)
    replace: BoolProperty(name="Replace Other Files", description="Replace existing materials, textures and animations with other content. For the chosen file, the dialog asks", default=False, options={"SKIP_SAVE"})
    apply_scale: BoolProperty(name="Apply Scale", description="Apply object scales (such as 0.01 for a rig in centimetres) to bones, keys and meshes", default=False)
    turn: BoolProperty(name="Turn Around", description="Turn the model by 180 degrees, as Urho3D's AssetImporter does", default=False)
    max_bones: IntProperty(name="Maximum Bones", description="Maximum number of bones of an Urho3D geometry; larger ones are split. 64 works everywhere", default=64, min=1, max=256)
    skeleton_of: StringProperty(name="Skeleton Of", description="For a new model: a model whose bones (positions, order, axes) are used, so that its animations fit", subtype="FILE_PATH")
    resource_folder: StringProperty(name="Resource Folder", description="Folder for materials and textures. Default: the parent of the folder Models, Scenes, Objects or maps in the file's path", subtype="DIR_PATH")
    copy_resources: BoolProperty(name="Copy Referenced Files", description="Scenes and maps into another project: copy the files that they reference from the project of the original", default=True)
    shared: BoolProperty(name="Change Shared Files", description="Write edits into materials, textures and models that other files of the project use too. Without it, such an edit goes to a copy", default=False)
    own_folders: BoolProperty(name="Folders per Model", description="Write materials and textures into folders with the model's name", default=False)

    def settings(self):
        return formats.Options(**{name: getattr(self, name) for name in OPTIONS})


class EA_OT_export(bpy.types.Operator, ExportHelper, ExportOptions):
    """Export models and scenes to Urho3D, U3D, rbfx, Pragma and ZED: into the original file, or to a new file"""

    bl_idname = "export_scene.engine_assets"
    bl_label = "Export Engine Assets"
    bl_options = {"PRESET"}

    filename_ext = ".mdl"
    filter_glob: StringProperty(default=GLOB, options={"HIDDEN"})
    per_object: BoolProperty(name="One File per Object", description="Write a new file for each mesh object with its children and levels of detail, named after the object, into the folder of the chosen file", default=False)
    # Set by the question about other files.
    asked: BoolProperty(options={"HIDDEN", "SKIP_SAVE"})

    def invoke(self, context, event):
        active = context.view_layer.objects.active
        source = sources.of_object(active) if active is not None else None
        self.format = remembered.format_of(active, source) or self.format
        if source is not None and not source.entry:
            self.filepath = str(source.place())
        elif source is None:
            self.filepath = remembered.of_object(active)[0] or self.filepath
        return super().invoke(context, event)

    def check(self, _context):
        path = formats.with_extension(self.filepath, self.format)
        changed = path != self.filepath
        self.filepath = path
        return changed

    def draw(self, context):
        if context.space_data is None or context.space_data.type != "FILE_BROWSER":
            panels.draw_export(self.layout, self)

    @spoken
    def execute(self, context):
        with chosen.object_mode(context):
            return self.export(context)

    def export(self, context):
        active = context.view_layer.objects.active
        if not self.filepath:
            self.filepath, self.format = remembered.of_object(active)[0], remembered.of_object(active)[1] or self.format
        if not self.properties.is_property_set("format"):
            found = formats.format_for(self.filepath, sources.of_object(active) if active is not None else None)
            # A script that names a file needn't name its format, too.
            self.format = found or self.format
        end = formats.EXTENSIONS[self.format]
        if not self.filepath.lower().endswith(end):
            raise Refused(f"Expected a name that ends in {end} for {self.format}, found {os.path.basename(self.filepath)}.")
        if self.per_object:
            return self.execute_each(context)
        target = targets.resolve(self.filepath)
        try:
            result, source = exporter.made(context, target, self.settings())
        except originals.Changed as error:
            if bpy.app.background:
                raise Refused(f"{error} Set “If the Original Changed”.") from error
            return self.ask(str(error), "gone" if error.is_gone else "changed")
        if not self.replace:
            question = "; ".join([*self.about_levels(context, source), *self.question(target, result, source)])
            if question and bpy.app.background:
                raise Refused(f"{question}. Tick “Replace Other Files” to export nevertheless.")
            if question:
                return self.ask(question, "replace")
        # The file itself was agreed on in the dialog.
        objects = exporter.write(context, target, result, self.settings())
        findings.show(context, os.path.basename(self.filepath), result.findings, objects, spots.File(result, source, objects))
        said = sentences.summary(result.findings)
        # A file of another name has the original's data; the original itself stays as it was.
        is_merged = source is not None and self.merge and self.settings().format in formats.INTO.get(source.format, ())
        into = f" {'into' if targets.is_own(source, target) else 'with the data of'} {source.title()}" if is_merged else ""
        names = ", ".join(one.name for one in result.files[-3:])
        self.report({"INFO"}, f"Exported {len(result.files)} files{into}: {names}" + (f" ({said})" if said else ""))
        return {"FINISHED"}

    def execute_each(self, context):
        """Exports each object into a file of its own: all are created before any is written."""
        settings = dataclasses.replace(self.settings(), merge=False)
        folder, end = os.path.dirname(self.filepath), formats.EXTENSIONS[self.format]
        objects = [one for one in exporter.taken(context, settings)[0] if one.type in chosen.MESHES and not levels.is_level(one)]
        made = []
        for name in (one.name for one in objects):
            # Dots belong to names: `Hero_1.0`.
            file = ".".join(map(bpy.path.clean_name, name.split(".")))
            target = targets.resolve(os.path.join(folder, file + end))
            own = dataclasses.replace(settings, only=name)
            made.append((target, exporter.made(context, target, own)[0], own))
        there = [name for target, result, _ in made for name in result.replaced()]
        if there and not self.replace:
            raise Refused(f"Files are there already and would be replaced: {', '.join(there[:8])}. Tick “Replace Other Files” to replace them.")
        for target, result, own in made:
            exporter.write(context, target, result, own)
        findings.show(context, os.path.basename(folder), [one for _, result, _ in made for one in result.findings], objects)
        self.report({"INFO"}, f"Exported {len(made)} models into {folder}")
        return {"FINISHED"}

    def question(self, target, result, source):
        """Sentences about files that a person has to agree on."""
        there = targets.replaced(target, result)
        if target.package is not None and not targets.is_own(source, target) and targets.contains(target, result.files[-1].name, result.folder):
            there.append(target.entry(result.files[-1].name, result.folder))
        told = targets.guarded(target, result)
        if there:
            told.insert(0, f"{len(there)} other file{'s are' if len(there) > 1 else ' is'} there already and would be replaced: {', '.join(there[:8])}")
        return told

    def about_levels(self, context, source):
        """Sentences about levels of detail that don't fit the original: nothing is written before a person agreed."""
        settings = self.settings()
        if source is None or not self.merge or settings.format not in formats.INTO.get(source.format, ()):
            return []
        found = levels.findings(exporter.taken(context, settings)[0], source.levels)
        return [f"{name}: {sentence}" if name else sentence for name, sentence in found]

    def ask(self, sentence, about):
        settings = {name: getattr(self, name) for name in (*OPTIONS, "replace", "per_object", "filepath")}
        EA_OT_confirm.waiting = (settings, about)
        bpy.ops.export_scene.engine_assets_confirm("INVOKE_DEFAULT", sentence=sentence, about=about)
        return {"FINISHED"}


class EA_OT_confirm(bpy.types.Operator):
    """Continue the export"""

    bl_idname = "export_scene.engine_assets_confirm"
    bl_label = "Export Engine Assets"
    bl_options = {"INTERNAL"}

    sentence: StringProperty()
    about: StringProperty()
    changed: EnumProperty(
        name="Export",
        items=(("MERGE", "Into the original as it is now", ""), ("NEW", "As a new file", "Without anything of the original")),
        default="MERGE",
    )
    waiting = None

    def invoke(self, context, _event):
        return context.window_manager.invoke_props_dialog(self, width=480)

    def draw(self, _context):
        for line in panels.wrapped(self.sentence, 72):
            self.layout.label(text=line)
        if self.about == "changed":
            self.layout.props_enum(self, "changed")
        else:
            self.layout.label(text=f"OK {'creates a new file' if self.about == 'gone' else 'exports nevertheless'}; Esc cancels.")

    def execute(self, _context):
        settings, about = EA_OT_confirm.waiting
        answer = {"changed": {"changed": self.changed}, "gone": {"changed": "NEW"}, "replace": {"replace": True}}[about]
        return bpy.ops.export_scene.engine_assets("EXEC_DEFAULT", **{**settings, **answer})


class EA_OT_check(bpy.types.Operator, ExportOptions):
    """Check the files of an export, as `engine-assets validate` does, without writing them"""

    bl_idname = "engine_assets.check"
    bl_label = "Check"

    filepath: StringProperty(options={"HIDDEN", "SKIP_SAVE"})

    @spoken
    def execute(self, context):
        with chosen.object_mode(context):
            return self.check_export(context)

    def check_export(self, context):
        options = self.settings()
        objects, source = exporter.taken(context, options)
        if source is not None and not self.properties.is_property_set("format"):
            options.format = formats.format_for(source.entry or source.path, source) or options.format
        options.lossy = True
        if options.changed == "ASK":
            options.changed = "MERGE" if source is not None and source.state() in ("same", "changed") else "NEW"
        name = source.name if source is not None else "model"
        result, _ = exporter.made(context, os.path.join(bpy.app.tempdir or ".", f"{name}{formats.EXTENSIONS[options.format]}"), options)
        found = exporter.checked(result)
        problem = inspection.original_finding(source) if source is not None else None
        if problem is not None:
            found.insert(0, needed().Finding("warning", source.title(), problem))
        findings.show(context, f"Check of {name}", found, objects, spots.File(result, source, objects))
        said = sentences.summary(found)
        self.report({"INFO"}, f"Checked {name}: {said or 'no findings'}")
        return {"FINISHED"}


class EA_OT_to_finding(bpy.types.Operator):
    """Select the object, bone or material of this finding"""

    bl_idname = "engine_assets.to_finding"
    bl_label = "Select"
    bl_options = {"INTERNAL", "UNDO"}

    index: IntProperty()

    def execute(self, context):
        own = findings.of(context)
        if self.index < len(own.listed):
            own.index = self.index
        return {"FINISHED"}


CLASSES = (EA_OT_export, EA_OT_confirm, EA_OT_check, EA_OT_to_finding)
