"""Operators for menus, panels and dropped files."""

import dataclasses
import os
import pathlib

import bpy
from bpy.props import BoolProperty, CollectionProperty, EnumProperty, FloatProperty, IntProperty, StringProperty
from bpy_extras.io_utils import ExportHelper, ImportHelper

from . import chosen, exporter, findings, importer, inspection, levels, panels, sentences, sources, targets
from .library import needed
from .sentences import Refused

GLOB = ";".join(f"*{end}" for end in (*importer.MODELS, importer.ANIMATION, *importer.LEVELS, *importer.PACKAGES))
DROPPED = ";".join((*importer.MODELS, importer.ANIMATION, *importer.PACKAGES, ".scene", ".prefab", ".pmap", ".pmap_b"))


def spoken(execute):
    """An operator that reports errors as sentences."""

    def speaking(self, context):
        try:
            return execute(self, context)
        except Exception as error:  # noqa: BLE001  Every error becomes a sentence.
            self.report({"ERROR"}, sentences.of(error))
            return {"CANCELLED"}

    return speaking


class EA_Animation(bpy.types.PropertyGroup):
    """An animation that can be imported with a model."""

    path: StringProperty()
    use: BoolProperty(name="Import", description="Import this animation")


class EA_Entry(bpy.types.PropertyGroup):
    """An entry of a package."""


def ticking(on):
    """Action of the buttons that tick all animations, or none."""

    def tick(self, _value):
        for one in self.animations:
            one.use = on

    return tick


class ImportOptions:
    """Options of every import."""

    which: EnumProperty(
        name="Animations",
        description="Animations to import with a model",
        items=(
            ("OWN", "Called After the Model", "Those in its folder or package whose names begin with the model's: Jack_Walk with Jack. Of Pragma, all in the model"),
            ("CHOSEN", "Chosen", "Animations ticked in the list"),
            ("ALL", "All in the Folder", "All animations in the model's folder or package"),
            ("NONE", "None", "The model alone"),
        ),
        default="OWN",
    )
    animations: CollectionProperty(type=EA_Animation)
    animation: IntProperty()
    tick_all: BoolProperty(name="All", description="Tick all animations of the list", get=lambda _self: False, set=ticking(True), options={"SKIP_SAVE"})
    tick_none: BoolProperty(name="None", description="Untick all animations of the list", get=lambda _self: False, set=ticking(False), options={"SKIP_SAVE"})
    finest: BoolProperty(name="Finest Level of Detail Only", description="Import only the finest level of detail. Otherwise coarser levels are in a hidden collection", default=False)
    scale: FloatProperty(name="Scale", description="Scale the imported model by this factor. Exporting into the original restores its size", default=1.0, min=1e-6, soft_max=100.0)
    apply_scale: BoolProperty(name="Apply Scale", description="Models: apply the scale to bones, keys and meshes, so that objects have scale 1. Exporting into the original restores it", default=False)
    turn: BoolProperty(name="Turn Around", description="Models: turn around by 180 degrees, to face along Blender's -Y. Exporting into the original restores the facing", default=False)
    draw_bones: BoolProperty(name="Draw Bones towards Children", description="Draw bones in object and pose mode towards their children. Their axes, rest poses and keys stay as in the file", default=True)
    materials: BoolProperty(name="Materials", description="Import materials", default=True)
    textures: BoolProperty(name="Textures", description="Import textures of materials, found in the project around the file and in the folders of the preferences", default=True)
    set_rate: BoolProperty(name="Frame Rate of the File", description="Set the scene's frame rate to the frame rate of the animations, so that their keys are on whole frames, unless the scene has other animations", default=True)
    markers: EnumProperty(
        name="Triggers",
        description="Place for triggers (Urho3D) and events (Pragma) of animations. Moved, added and removed markers are exported",
        items=(
            ("ACTION", "Markers of the Action", "In the Action Editor, with Marker > Show Pose Markers"),
            ("TIMELINE", "Markers of the Timeline", "In the timeline, called Animation: Trigger"),
            ("NONE", "Not Shown", "They stay as they are in the original"),
        ),
        default="ACTION",
    )
    extras: BoolProperty(name="Hit Boxes and Attachments", description="Pragma: import them as empties at their bones. Moved empties are exported", default=True)
    collision: BoolProperty(name="Collision Meshes", description="Pragma maps: import collision meshes of models, hidden", default=False)
    navmesh: BoolProperty(name="Navigation Mesh", description="Pragma maps: import the navigation mesh next to the map, hidden", default=False)

    def settings(self):
        chosen = [one.path for one in self.animations if one.use]
        return importer.Options(
            which=self.which,
            chosen=chosen,
            lod=0 if self.finest else -1,
            scale=self.scale,
            apply_scale=self.apply_scale,
            turn=self.turn,
            draw_bones=self.draw_bones,
            materials=self.materials,
            textures=self.textures,
            set_rate=self.set_rate,
            markers=self.markers,
            extras=self.extras,
            collision=self.collision,
            navmesh=self.navmesh,
        )

    def list_animations(self, path, entry=""):
        """Lists the available animations; ticks are kept."""
        ticked = {one.path for one in self.animations if one.use}
        had = {one.path for one in self.animations}
        try:
            found = importer.animations_of(path, entry)
        except Exception:  # noqa: BLE001  The import reports unreadable files.
            found = []
        if had == {key for _, key, _ in found}:
            return
        self.animations.clear()
        for name, key, own in found:
            one = self.animations.add()
            one.name, one.path, one.use = name, key, (key in ticked) if key in had else own

    def import_all(self, context, items):
        """Imports sources and reports the result."""
        told, objects = [], []
        for source in items:
            brought = importer.bring(context, source, self.settings())
            told += brought.findings
            objects += brought.objects
        titles = ", ".join(source.title() for source in items)
        findings.show(context, titles, told, objects)
        said = sentences.summary(told)
        self.report({"WARNING" if any(one.severity == "error" for one in told) else "INFO"}, f"Imported {titles}" + (f" ({said}: see View3D > Sidebar > Engine Assets)" if said else ""))
        return {"FINISHED"}


class EA_OT_import(bpy.types.Operator, ImportHelper, ImportOptions):
    """Import models, scenes and maps of Urho3D, U3D, rbfx, Pragma and ZED, also from packages"""

    bl_idname = "import_scene.engine_assets"
    bl_label = "Import Engine Assets"
    bl_options = {"UNDO", "PRESET"}

    filter_glob: StringProperty(default=GLOB, options={"HIDDEN"})
    files: CollectionProperty(type=bpy.types.OperatorFileListElement, options={"HIDDEN", "SKIP_SAVE"})
    directory: StringProperty(subtype="DIR_PATH", options={"HIDDEN", "SKIP_SAVE"})
    entry: StringProperty(name="Entry", description="Packages: name of the model or scene to import", options={"SKIP_SAVE"})

    def invoke(self, context, event):
        # Files that were dropped are known already.
        if self.directory and self.files or self.filepath and os.path.isfile(self.filepath):
            self.list_of_first()
            if self.paths()[0].suffix.lower() in importer.PACKAGES:
                return self.execute(context)
            return context.window_manager.invoke_props_dialog(self, width=420)
        return super().invoke(context, event)

    def paths(self):
        names = [one.name for one in self.files if one.name]
        return [pathlib.Path(self.directory) / name for name in names] or [pathlib.Path(self.filepath)]

    def list_of_first(self):
        path = self.paths()[0]
        if path.is_file():
            self.list_animations(path)

    def check(self, _context):
        self.list_of_first()
        return True

    def draw(self, context):
        # In the file browser, panels next to the files show the options.
        if context.space_data is None or context.space_data.type != "FILE_BROWSER":
            panels.draw_import(self.layout, self)

    @spoken
    def execute(self, context):
        items = [self.source(path) for path in self.paths()]
        packages = [one for one in items if one.suffix in importer.PACKAGES and not one.entry]
        if not packages:
            return self.import_all(context, items)
        if bpy.app.background:
            raise Refused(f"{packages[0].title()} is a package: name an entry, such as {packages[0].title()}:Models/Jack.mdl.")
        bpy.ops.import_scene.engine_assets_entry("INVOKE_DEFAULT", package=packages[0].path)
        return {"FINISHED"}

    def source(self, path):
        file, entry = sources.parse(str(path))
        return sources.Source(str(file), self.entry or entry)


def entry_chosen(self, _context):
    if self.entry_index < len(self.entries):
        self.list_animations(self.package, self.entries[self.entry_index].name)


class EA_OT_import_entry(bpy.types.Operator, ImportOptions):
    """Import a model or scene of a package"""

    bl_idname = "import_scene.engine_assets_entry"
    bl_label = "Import from a Package"
    bl_options = {"UNDO", "INTERNAL"}

    package: StringProperty()
    entries: CollectionProperty(type=EA_Entry)
    entry_index: IntProperty(update=entry_chosen)

    def invoke(self, context, _event):
        try:
            names = importer.entries_of(self.package)
            if not names:
                raise Refused(f"{pathlib.Path(self.package).name} contains no model and no scene.")
        except Exception as error:  # noqa: BLE001
            self.report({"ERROR"}, sentences.of(error))
            return {"CANCELLED"}
        self.entries.clear()
        for name in names:
            self.entries.add().name = name
        self.entry_index = 0
        return context.window_manager.invoke_props_dialog(self, width=480)

    def draw(self, _context):
        self.layout.label(text=f"In {pathlib.Path(self.package).name}:")
        self.layout.template_list("EA_UL_entries", "", self, "entries", self, "entry_index", rows=6)
        panels.draw_import(self.layout, self)

    @spoken
    def execute(self, context):
        return self.import_all(context, [sources.Source(self.package, self.entries[self.entry_index].name)])


def format_changed(self, _context):
    self.filepath = bpy.path.ensure_ext(os.path.splitext(self.filepath)[0], exporter.EXTENSIONS[self.format])


OPTIONS = [name for name in exporter.Options.__dataclass_fields__ if name != "only"]


class ExportOptions:
    """Options of every export and check."""

    format: EnumProperty(name="Format", description="Format to write", items=[one[:3] for one in exporter.FORMATS], default="MDL", update=format_changed)
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
            ("NONE", "None", "No animation"),
        ),
        default="ALL",
    )
    only_animations: BoolProperty(name="Animations Only", description="Export animations without the model (Urho3D), or into the original without edits of its meshes (Pragma)", default=False)
    colours: BoolProperty(name="Vertex Colours", description="Export vertex colours", default=True)
    second_uv: BoolProperty(name="Second UV Map", description="Export further UV maps after the first one", default=True)
    tangents: BoolProperty(name="Tangents", description="New Urho3D models: compute tangents, for normal maps", default=True)
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
    own_folders: BoolProperty(name="Folders per Model", description="Write materials and textures into folders with the model's name", default=False)

    def settings(self):
        return exporter.Options(**{name: getattr(self, name) for name in OPTIONS})


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
        if source is not None:
            self.format = exporter.format_for(source.entry or source.path, source) or self.format
            if not source.entry:
                self.filepath = str(source.place())
        return super().invoke(context, event)

    def check(self, _context):
        path = bpy.path.ensure_ext(os.path.splitext(self.filepath)[0], exporter.EXTENSIONS[self.format])
        changed = path != self.filepath
        self.filepath = path
        return changed

    def draw(self, context):
        if context.space_data is None or context.space_data.type != "FILE_BROWSER":
            panels.draw_export(self.layout, self)

    @spoken
    def execute(self, context):
        end = exporter.EXTENSIONS[self.format]
        if not self.filepath.lower().endswith(end):
            raise Refused(f"Expected a name that ends in {end} for {self.format}, found {os.path.basename(self.filepath)}.")
        if self.per_object:
            return self.execute_each(context)
        target = targets.resolve(self.filepath)
        try:
            result, source = exporter.made(context, target, self.settings())
        except exporter.Changed as error:
            if bpy.app.background:
                raise Refused(f"{error} Set “If the Original Changed”.") from error
            return self.ask(str(error), "gone" if error.is_gone else "changed")
        if not self.replace:
            question = self.question(target, result, source)
            if question and bpy.app.background:
                raise Refused(f"{question}. Tick “Replace Other Files” to replace them.")
            if question:
                return self.ask(question, "replace")
        # The file itself was agreed on in the dialog.
        objects = exporter.write(context, target, result, self.settings())
        findings.show(context, os.path.basename(self.filepath), result.findings, objects, exporter.bone_names(result))
        said = sentences.summary(result.findings)
        into = f" into {source.title()}" if source is not None and self.merge and self.settings().format in exporter.INTO.get(source.format, ()) else ""
        names = ", ".join(one.name for one in result.files[-3:])
        self.report({"INFO"}, f"Exported {len(result.files)} files{into}: {names}" + (f" ({said})" if said else ""))
        return {"FINISHED"}

    def execute_each(self, context):
        """Exports each object into a file of its own: all are created before any is written."""
        settings = dataclasses.replace(self.settings(), merge=False)
        folder, end = os.path.dirname(self.filepath), exporter.EXTENSIONS[self.format]
        objects = [one for one in exporter.taken(context, settings)[0] if one.type in chosen.MESHES and not levels.is_level(one)]
        made = []
        for name in (one.name for one in objects):
            target = targets.resolve(os.path.join(folder, bpy.path.clean_name(name) + end))
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
        """What a person has to agree on; empty for nothing."""
        there = targets.replaced(target, result)
        if target.package is not None and not targets.is_own(source, target) and targets.contains(target, result.files[-1].name, result.folder):
            there.append(target.entry(result.files[-1].name, result.folder))
        told = targets.guarded(target, result)
        if there:
            told.insert(0, f"{len(there)} other file{'s are' if len(there) > 1 else ' is'} there already and would be replaced: {', '.join(there[:8])}")
        return "; ".join(told)

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
            self.layout.label(text=f"OK {'creates a new file' if self.about == 'gone' else 'replaces them'}; Esc cancels.")

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
        options = self.settings()
        objects, source = exporter.taken(context, options)
        if source is not None and not self.properties.is_property_set("format"):
            options.format = exporter.format_for(source.entry or source.path, source) or options.format
        options.lossy = True
        if options.changed == "ASK":
            options.changed = "MERGE" if source is not None and source.state() in ("same", "changed") else "NEW"
        name = source.name if source is not None else "model"
        result, _ = exporter.made(context, os.path.join(bpy.app.tempdir or ".", f"{name}{exporter.EXTENSIONS[options.format]}"), options)
        found = exporter.checked(result)
        problem = inspection.original_finding(source) if source is not None else None
        if problem is not None:
            found.insert(0, needed().Finding("warning", source.title(), problem))
        findings.show(context, f"Check of {name}", found, objects, exporter.bone_names(result))
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


CLASSES = [EA_Animation, EA_Entry, EA_OT_import, EA_OT_import_entry, EA_OT_export, EA_OT_confirm, EA_OT_check, EA_OT_to_finding]

if hasattr(bpy.types, "FileHandler"):

    class EA_FH_import(bpy.types.FileHandler):
        """Handler for files dropped into a view."""

        bl_idname = "EA_FH_import"
        bl_label = "Engine Assets"
        bl_import_operator = "import_scene.engine_assets"
        bl_file_extensions = DROPPED

        @classmethod
        def poll_drop(cls, context):
            return context.area is not None and context.area.type == "VIEW_3D"

    CLASSES.append(EA_FH_import)
