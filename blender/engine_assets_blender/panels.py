"""User interface: options next to the files, and a tab in the sidebar of the 3D view."""

import textwrap

import bpy

from . import chosen, findings, formats, levels, mend, remembered, shapes, sources, techniques

IMPORT, EXPORT = "IMPORT_SCENE_OT_engine_assets", "EXPORT_SCENE_OT_engine_assets"


def wrapped(text, width):
    return textwrap.wrap(text, width) or [""]


class EA_UL_animations(bpy.types.UIList):
    """Animations to tick, with a search in their names."""

    def draw_item(self, _context, layout, _data, item, _icon, _active, _property, _index=0):
        row = layout.row(align=True)
        row.prop(item, "use", text="")
        row.label(text=item.name, icon="ACTION")


class EA_UL_entries(bpy.types.UIList):
    """Models and scenes of a package, with a search in their names."""

    def draw_item(self, _context, layout, _data, item, _icon, _active, _property, _index=0):
        is_model = item.name.lower().endswith((".mdl", ".pmdl", ".pmdl_b", ".zed"))
        layout.label(text=item.name, icon="MESH_DATA" if is_model else "SCENE_DATA")


def draw_animations(layout, operator):
    layout.prop(operator, "which", text="")
    if operator.which == "CHOSEN":
        layout.template_list("EA_UL_animations", "", operator, "animations", operator, "animation", rows=4)
        if operator.animations:
            row = layout.row(align=True)
            row.prop(operator, "tick_all", toggle=True)
            row.prop(operator, "tick_none", toggle=True)
        else:
            layout.label(text="Select a model to list its animations", icon="INFO")
    layout.prop(operator, "set_rate")
    layout.prop(operator, "markers", text="Triggers")


def draw_model(layout, operator):
    for name in ("finest", "extras", "collision", "navmesh", "scale", "apply_scale", "turn", "draw_bones"):
        layout.prop(operator, name)


def draw_looks(layout, operator):
    layout.prop(operator, "materials")
    row = layout.row()
    row.enabled = operator.materials
    row.prop(operator, "textures")


def draw_import(layout, operator):
    """All options, for the dialog of dropped files."""
    layout.label(text="Animations")
    draw_animations(layout.box(), operator)
    layout.label(text="Model")
    draw_model(layout.box(), operator)
    layout.label(text="Materials")
    draw_looks(layout.box(), operator)


def draw_chosen(layout, operator):
    """Names and count of the objects that are exported, and of the visible objects that aren't."""
    found = chosen.find(bpy.context, operator.what, operator.format in formats.LEVELS)
    column = layout.column(align=True)
    column.scale_y = 0.8
    for sentence, icon in ((found.sentence(), "EXPORT"), (found.others(), "INFO")):
        for number, line in enumerate(wrapped(sentence, 44) if sentence else ()):
            column.label(text=line, icon=icon if number == 0 else "BLANK1")


def draw_target(layout, operator):
    layout.prop(operator, "format")
    layout.prop(operator, "what")
    draw_chosen(layout, operator)
    layout.prop(operator, "per_object")
    layout.prop(operator, "merge")
    row = layout.row()
    row.enabled = operator.merge
    row.prop(operator, "changed", text="Changed")
    layout.prop(operator, "lossy")


def draw_shape(layout, operator):
    layout.label(text="Animations")
    layout.prop(operator, "actions", text="")
    for name in ("only_animations", "apply_modifiers", "apply_scale", "turn", "own_origin", "deform_only", "colours", "second_uv"):
        layout.prop(operator, name)
    if operator.format in ("MDL", "UMD3"):
        layout.prop(operator, "tangents")
        layout.prop(operator, "max_bones")
    if operator.format in ("MDL", "UMD3", "PMDL", "PMDL_B"):
        layout.label(text="Skeleton Of")
        layout.prop(operator, "skeleton_of", text="")


def draw_files(layout, operator):
    for name in ("materials", "textures", "bake"):
        layout.prop(operator, name)
    if operator.bake:
        layout.prop(operator, "bake_size")
    for name in ("replace", "shared", "own_folders"):
        layout.prop(operator, name)
    if operator.format in formats.LEVELS:
        layout.prop(operator, "copy_resources")
    layout.label(text="Resource Folder")
    layout.prop(operator, "resource_folder", text="")


def draw_export(layout, operator):
    for draw in (draw_target, draw_shape, draw_files):
        draw(layout.box(), operator)


def beside_files(operator, label, draw, name):
    """A panel next to the files of a dialog."""

    def poll(_cls, context):
        active = getattr(context.space_data, "active_operator", None)
        return active is not None and active.bl_idname == operator

    def draw_panel(self, context):
        draw(self.layout, context.space_data.active_operator)

    space = {"bl_space_type": "FILE_BROWSER", "bl_region_type": "TOOL_PROPS", "bl_parent_id": "FILE_PT_operator", "bl_label": label}
    return type(name, (bpy.types.Panel,), {**space, "poll": classmethod(poll), "draw": draw_panel})


class EA_PT_model(bpy.types.Panel):
    """Source file of the active object, and actions"""

    bl_label = "Engine Assets"
    bl_space_type = "VIEW_3D"
    bl_region_type = "UI"
    bl_category = "Engine Assets"

    def draw(self, context):
        layout = self.layout
        active = context.view_layer.objects.active
        source = sources.of_object(active) if active is not None else None
        if source is None:
            layout.label(text="No original: exports create a new file", icon="FILE_NEW")
            last = remembered.of_object(active)[0]
            if last:
                layout.label(text=f"Last export: {last}", icon="FILE_3D")
        else:
            layout.label(text=source.title(), icon="FILE_3D")
            box = layout.column(align=True)
            box.label(text=source.path)
            state = "Exports go into it" if formats.INTO.get(source.format) else "Exports make it anew"
            box.label(text=state, icon="CHECKMARK")
        if active is not None and active.type == "MESH":
            layout.prop(active, "engine_assets_collision")
            if active.engine_assets_collision != "NONE":
                column = layout.column(align=True)
                for field, *_ in shapes.BODY:
                    column.prop(active, field)
            levels.draw(layout, active)
        column = layout.column(align=True)
        column.operator("engine_assets.check", icon="CHECKMARK")
        column.operator("import_scene.engine_assets", text="Import…", icon="IMPORT")
        column.operator("export_scene.engine_assets", text="Export…", icon="EXPORT")
        column.operator("engine_assets.send", icon="PLAY")
        layout.operator("engine_assets.batch", icon="FILE_FOLDER")


class EA_PT_findings(bpy.types.Panel):
    """Findings of the last check, import or export; a click selects their objects"""

    bl_label = "Findings"
    bl_space_type = "VIEW_3D"
    bl_region_type = "UI"
    bl_category = "Engine Assets"

    def draw(self, context):
        layout, own = self.layout, findings.of(context)
        if not own.title:
            layout.label(text="Check, import or export something", icon="INFO")
            return
        layout.label(text=own.title)
        if not own.listed:
            layout.label(text="No findings", icon="CHECKMARK")
            return
        layout.template_list("EA_UL_findings", "", own, "listed", own, "index", rows=6)
        line = own.listed[min(own.index, len(own.listed) - 1)]
        column = layout.column(align=True)
        column.scale_y = 0.8
        width = max(16, int(context.region.width / (8.5 * context.preferences.system.ui_scale)))
        for text in (*wrapped(line.place, width), *wrapped(line.message, width)):
            column.label(text=text)


class EA_PT_materials(bpy.types.Panel):
    """Existing material files, and techniques, for the material slots of the active object"""

    bl_label = "Material Files"
    bl_space_type = "VIEW_3D"
    bl_region_type = "UI"
    bl_category = "Engine Assets"
    bl_options = {"DEFAULT_CLOSED"}

    @classmethod
    def poll(cls, context):
        active = context.view_layer.objects.active
        return active is not None and any(slot.material for slot in active.material_slots)

    def draw(self, context):
        for slot in (slot for slot in context.view_layer.objects.active.material_slots if slot.material):
            self.layout.label(text=slot.material.name, icon="MATERIAL")
            self.layout.prop(slot.material, "engine_assets_file", text="")
            row = self.layout.row()
            row.enabled = not slot.material.engine_assets_file
            row.prop(slot.material, "engine_assets_technique")
            known = techniques.original(slot.material)
            if known:
                self.layout.label(text=f"In the original: {known}")


class EA_PT_animation(bpy.types.Panel):
    """Other data of an animation than its keys"""

    bl_label = "Animation"
    bl_space_type = "VIEW_3D"
    bl_region_type = "UI"
    bl_category = "Engine Assets"
    bl_options = {"DEFAULT_CLOSED"}

    @classmethod
    def poll(cls, context):
        return action_of(context) is not None

    def draw(self, context):
        action = action_of(context)
        self.layout.label(text=action.name, icon="ACTION")
        self.layout.prop(action, "engine_assets_export")
        if mend.LOOP in action:
            self.layout.prop(action, f'["{mend.LOOP}"]', text="Loops (Pragma)")
        marks = mend.shown_marks(context.scene, action, False)
        self.layout.label(text=f"Triggers: {len(marks)}", icon="MARKER_HLT")
        for name, frame in sorted(marks, key=lambda one: one[1])[:12]:
            self.layout.label(text=f"{frame}: {name}")


def action_of(context):
    return action_played(context.view_layer.objects.active)


def action_played(one):
    """The action that an object plays; None if there is none."""
    return one.animation_data.action if one is not None and one.animation_data is not None else None


CLASSES = (
    EA_UL_animations,
    EA_UL_entries,
    beside_files(IMPORT, "Animations", draw_animations, "EA_PT_import_animations"),
    beside_files(IMPORT, "Model", draw_model, "EA_PT_import_model"),
    beside_files(IMPORT, "Materials", draw_looks, "EA_PT_import_materials"),
    beside_files(EXPORT, "Target", draw_target, "EA_PT_export_target"),
    beside_files(EXPORT, "Shape", draw_shape, "EA_PT_export_shape"),
    beside_files(EXPORT, "Materials and Files", draw_files, "EA_PT_export_files"),
    EA_PT_model,
    EA_PT_findings,
    EA_PT_materials,
    EA_PT_animation,
)
