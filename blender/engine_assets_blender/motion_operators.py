"""Changes of animations: transfer to another skeleton, clips, loops, root motion, mirror, speed, frame rate. The library makes them, as `engine-assets convert` does."""

import bpy
from bpy.props import BoolProperty, EnumProperty, FloatProperty, IntProperty, StringProperty

from . import actions, curves, findings, mend, motion_keys, panels, sentences
from .library import needed
from .sentences import Refused, spoken

# Name, label, description, icon, properties.
OPERATIONS = (
    ("RETARGET", "Retarget…", "Transfer animations of this armature to the skeleton of another armature", "ARMATURE_DATA", ("target", "bone_map")),
    ("CUT", "Cut a Clip…", "Make a new animation of a part of the active one", "CURRENT_FILE", ("name", "begin", "end")),
    ("JOIN", "Join…", "Make one animation that plays all animations of this armature one after the other, in the order of their names", "LINKED", ("name",)),
    ("LOOP", "Close the Loop…", "Blend the last frames into the first, so that a loop doesn't jump", "FILE_REFRESH", ("frames",)),
    ("IN_PLACE", "In Place", "Remove the horizontal motion", "ANCHOR_CENTER", ()),
    ("ROOT", "Root Motion…", "Move the horizontal motion to a bone, which is above or below the bone that has it", "EMPTY_ARROWS", ("bone",)),
    ("MIRROR", "Mirror", "Swap left and right, by the names of bones", "MOD_MIRROR", ()),
    ("SPEED", "Speed…", "Play faster or slower", "PLAY", ("speed",)),
    ("REVERSE", "Reverse", "Play backwards", "PLAY_REVERSE", ()),
    ("RATE", "Frame Rate…", "Make keys on whole frames, at this many per second", "KEYINGSET", ("fps",)),
)
FIELDS = {one[0]: one[4] for one in OPERATIONS}
ICONS = {one[0]: one[3] for one in OPERATIONS}
# Those that make new animations.
NEW = ("RETARGET", "CUT", "JOIN")


class EA_OT_motion(bpy.types.Operator):
    """Change animations of the active armature"""

    bl_idname = "engine_assets.motion"
    bl_label = "Change Animations"
    bl_options = {"REGISTER", "UNDO"}

    operation: EnumProperty(name="Change", items=[(key, label.rstrip("…"), text) for key, label, text, _, _ in OPERATIONS], options={"SKIP_SAVE"})
    which: EnumProperty(
        name="Animations",
        description="Animations to change",
        items=(("ACTIVE", "The Active Animation", "The action that the armature plays"), ("ALL", "All Animations", "All actions of the armature")),
        default="ACTIVE",
    )
    replace: BoolProperty(name="Change the Action Itself", description="Otherwise the changed animation is a new action", default=True)
    target: StringProperty(name="Onto", description="The armature that gets the animations")
    bone_map: StringProperty(
        name="Bone Map",
        description="File with a line `source = target` for each bone, or rbfx's RetargetAnimations.json. Without it, bones are matched by the names of Mixamo, Unreal, Rigify and Biped",
        subtype="FILE_PATH",
    )
    name: StringProperty(name="Name", description="Name of the new animation")
    begin: FloatProperty(name="From Frame", description="First frame of the clip", default=0.0)
    end: FloatProperty(name="To Frame", description="Last frame of the clip", default=24.0)
    frames: IntProperty(name="Frames", description="Number of frames at the end that are blended into the beginning", default=5, min=1, max=1000)
    bone: StringProperty(name="Bone", description="The bone that gets the horizontal motion")
    speed: FloatProperty(name="Speed", description="How many times as fast", default=2.0, min=0.001, soft_max=10.0)
    fps: FloatProperty(name="Frames per Second", description="Keys per second", default=30.0, min=0.1, soft_max=240.0)

    @classmethod
    def description(cls, _context, properties):
        return next(text for key, _, text, _, _ in OPERATIONS if key == properties.operation)

    def invoke(self, context, _event):
        try:
            armature = motion_keys.armature_of(context)
        except Refused as error:
            self.report({"ERROR"}, sentences.of(error))
            return {"CANCELLED"}
        action = panels.action_played(armature)
        if action is not None:
            self.begin, self.end = action.frame_range
            self.name = self.name or curves.animation_name(action)
        others = [one.name for one in context.selected_objects if one.type == "ARMATURE" and one is not armature]
        self.target = self.target or next(iter(others), "")
        self.fps = mend.rate_of(context.scene)
        return context.window_manager.invoke_props_dialog(self, width=360)

    def draw(self, context):
        layout, fields = self.layout, FIELDS[self.operation]
        layout.label(text=self.bl_rna.properties["operation"].enum_items[self.operation].name, icon=ICONS[self.operation])
        for name in fields:
            if name == "bone":
                layout.prop_search(self, name, motion_keys.armature_of(context).data, "bones")
            elif name == "target":
                layout.prop_search(self, name, context.scene, "objects", icon="ARMATURE_DATA")
            else:
                layout.prop(self, name)
        if self.operation not in ("CUT", "JOIN"):
            layout.prop(self, "which")
        if self.operation not in NEW:
            layout.prop(self, "replace")

    @spoken
    def execute(self, context):
        armature = motion_keys.armature_of(context)
        chosen = self.chosen(armature)
        options, onto = self.changes(context, armature), self.onto(context, armature)
        found, made = [], []
        groups = [chosen] if self.operation == "JOIN" else [[one] for one in chosen]
        for group in groups:
            scene, told = changed(context, armature, group, {**options, **onto[1]})
            found += told
            made += [self.brought(context, scene, clip, group, onto[0]) for clip in scene.clips]
        motion_keys.play(onto[0], made[0])
        label = next(label.rstrip("…") for key, label, *_ in OPERATIONS if key == self.operation)
        findings.show(context, f"{label}: {armature.name}", found, [onto[0]])
        said = sentences.summary(found)
        self.report({"INFO"}, f"{label}: {', '.join(one.name for one in made[:4])}" + (f" ({said}: see View3D > Sidebar > Engine Assets)" if said else ""))
        return {"FINISHED"}

    def chosen(self, armature):
        """The actions to change."""
        own = [one for one in actions.of([armature]) if curves.bindings(one, [armature])]
        if self.operation == "JOIN" or (self.which == "ALL" and self.operation != "CUT"):
            if not own:
                raise Refused(f"{armature.name} has no animations.")
            return sorted(own, key=lambda one: one.name)
        active = panels.action_played(armature)
        if active is None:
            raise Refused(f"{armature.name} plays no action. Choose one in the Action Editor.")
        return [active]

    def changes(self, context, armature):
        """Options of the library."""
        if self.operation == "CUT":
            if not self.begin < self.end:
                raise Refused("The clip ends before it begins.")
            start = min(0.0, panels.action_played(armature).frame_range[0])
            rate = mend.rate_of(context.scene)
            return {"clip": {self.name or "Clip": ((self.begin - start) / rate, (self.end - start) / rate)}}
        if self.operation == "ROOT" and self.bone not in armature.data.bones:
            raise Refused(f"{armature.name} has no bone “{self.bone}”." if self.bone else "Choose the bone that gets the horizontal motion.")
        return {
            "RETARGET": {},
            "JOIN": {"merge": self.name or "Joined"},
            "LOOP": {"loop": self.frames, "fps": mend.rate_of(context.scene)},
            "IN_PLACE": {"in_place": True},
            "ROOT": {"root_motion": self.bone},
            "MIRROR": {"mirror": True},
            "SPEED": {"speed": self.speed},
            "REVERSE": {"reverse": True},
            "RATE": {"fps": self.fps},
        }[self.operation]

    def onto(self, context, armature):
        """The armature that gets the keys, and options of the library for it."""
        if self.operation != "RETARGET":
            return armature, {}
        other = context.scene.objects.get(self.target)
        if other is None or other.type != "ARMATURE" or other is armature:
            raise Refused("Choose another armature that gets the animations.")
        model = needed().open(motion_keys.document(context, other, []), name=f"{other.name}.glb")
        return other, {"onto": model, "bone_map": bpy.path.abspath(self.bone_map) if self.bone_map else None}

    def brought(self, context, scene, clip, group, armature):
        """The action of a changed animation, with its triggers."""
        action = motion_keys.action_of(context, scene, clip, armature)
        marks = self.marks(group)
        if self.operation in NEW:
            motion_keys.put_markers(action, marks)
            action.use_fake_user = True
            return action
        if not self.replace:
            action.use_fake_user = True
        made = motion_keys.replaced(group[0], action, armature) if self.replace else action
        motion_keys.put_markers(made, marks)
        return made

    def marks(self, group):
        """Triggers of actions, where they are after the change."""
        if self.operation == "JOIN":
            marks, offset = [], 0.0
            for one in group:
                first, last = motion_keys.span(one)
                marks += [(name, frame - first + offset) for name, frame in motion_keys.marks_of(one)]
                offset += last - first
            return marks
        own, (first, last) = motion_keys.marks_of(group[0]), motion_keys.span(group[0])
        if self.operation == "CUT":
            return motion_keys.cut(own, self.begin, self.end)
        speed = self.speed if self.operation == "SPEED" else 1.0
        return motion_keys.retimed(own, first, last, speed, self.operation == "REVERSE")


def changed(context, armature, group, options):
    """The scene of an armature's actions after a change, and findings."""
    library = needed()
    source = library.open(motion_keys.document(context, armature, group), name=f"{armature.name}.glb")
    made = library.convert([source], to="glb", lossy=True, originals=False, **options)
    scene = library.open(made.data, name=f"{armature.name}.glb").scene()
    # Blender's own frame rate is used.
    return scene, [one for one in made.findings if not one.kind.endswith("animation-frames")]


class EA_PT_motion(bpy.types.Panel):
    """Changes of the active armature's animations"""

    bl_label = "Motion"
    bl_space_type = "VIEW_3D"
    bl_region_type = "UI"
    bl_category = "Engine Assets"
    bl_options = {"DEFAULT_CLOSED"}

    @classmethod
    def poll(cls, context):
        active = context.view_layer.objects.active
        return active is not None and (active.type == "ARMATURE" or active.type == "MESH" and active.find_armature() is not None)

    def draw(self, context):
        armature = motion_keys.armature_of(context)
        action = panels.action_played(armature)
        self.layout.label(text=f"{armature.name}: {action.name}" if action is not None else f"{armature.name} plays no action", icon="ACTION")
        grid = self.layout.grid_flow(columns=2, even_columns=True, align=True)
        for key, label, _, icon, _ in OPERATIONS:
            grid.operator("engine_assets.motion", text=label, icon=icon).operation = key


CLASSES = (EA_OT_motion, EA_PT_motion)
