"""Operators of imports: menu, packages, dropped files."""

import os
import pathlib

import bpy
from bpy.props import BoolProperty, CollectionProperty, EnumProperty, FloatProperty, IntProperty, StringProperty
from bpy_extras.io_utils import ImportHelper

from . import findings, importer, panels, sentences, sources
from .sentences import Refused, spoken

GLOB = ";".join(f"*{end}" for end in (*importer.MODELS, importer.ANIMATION, *importer.LEVELS, *importer.PACKAGES))
DROPPED = ";".join((*importer.MODELS, importer.ANIMATION, *importer.PACKAGES, ".scene", ".prefab", ".pmap", ".pmap_b"))


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
    extras: BoolProperty(name="Boxes and Attachments", description="Hit boxes and attachments of Pragma, and boxes of the bones of Urho3D: import them as empties at their bones. Edited empties are exported", default=True)
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


CLASSES = [EA_Animation, EA_Entry, EA_OT_import, EA_OT_import_entry]

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
