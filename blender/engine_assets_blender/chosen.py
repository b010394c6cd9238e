"""The objects that an export contains."""

import contextlib
from dataclasses import dataclass, field

import bpy

from . import extras, levels, sources
from .sentences import Refused

# Identifier, label, description.
CHOICES = (
    ("AUTO", "Model, or Everything Visible", "Models: the active model. Scenes, prefabs and maps: everything visible"),
    ("MODEL", "Active Model", "The active object's model with all later children. A new object: all objects that weren't imported"),
    ("SELECTED", "Selected", "Selected objects with their children"),
    ("COLLECTION", "Active Collection", "Objects of the active collection and of the collections inside"),
    ("VISIBLE", "Everything Visible", "All visible objects of the scene"),
    ("SCENE", "Whole Scene", "All objects of the scene, also hidden ones"),
)
TYPES = ("MESH", "ARMATURE", "LIGHT", "CAMERA", "EMPTY", "CURVE", "FONT", "SURFACE", "META")
MESHES = ("MESH", "CURVE", "FONT", "SURFACE", "META")
# Names in a sentence; the others are counted.
MOST_NAMES = 6


@dataclass
class Chosen:
    """The objects of an export."""

    objects: list
    source: sources.Source | None = None
    # Visible objects that aren't exported.
    left_out: list = field(default_factory=list)

    def sentence(self):
        """Their names and count, for the dialog."""
        return f"Exports {counted(self.objects)}" if self.objects else "Exports nothing"

    def others(self):
        """Names and count of the visible objects that aren't exported; empty if there are none."""
        return f"Doesn't export {counted(self.left_out)}" if self.left_out else ""


@contextlib.contextmanager
def object_mode(context):
    """Object mode as long as this lasts. In edit mode, meshes don't have the edits yet, and no layers of their own."""
    active = context.view_layer.objects.active
    before = active.mode if active is not None else "OBJECT"
    if before != "OBJECT":
        bpy.ops.object.mode_set(mode="OBJECT")
    try:
        yield
    finally:
        # The export may have changed the active object.
        if before != "OBJECT" and active.name in context.view_layer.objects:
            context.view_layer.objects.active = active
            bpy.ops.object.mode_set(mode=before)


def counted(objects):
    """`3 objects: Jack, Hat and 1 more`."""
    names = [one.name for one in objects if one.type in TYPES]
    more = len(names) - MOST_NAMES
    listed = ", ".join(names[:MOST_NAMES]) + (f" and {more} more" if more > 0 else "")
    return f"{len(names)} object{'' if len(names) == 1 else 's'}: {listed}"


def choose(context, what, is_level):
    """The objects of an export, and their source.

    Args:
        what: One of CHOICES.
        is_level: Whether the format is a scene, prefab or map.

    Raises:
        Refused: There are none.
    """
    found = find(context, what, is_level)
    if not any(one.type in TYPES for one in found.objects):
        raise Refused("There is nothing to export: select a model, or export everything visible.")
    return found


def find(context, what, is_level):
    """The same, also without any object."""
    scene, active = context.scene, context.view_layer.objects.active
    everything = [one for one in scene.objects if not extras.is_extra(one)]
    everything = [one for one in everything if one.engine_assets_export]
    shown = [one for one in everything if is_exported(one)]
    if what == "AUTO":
        what = "VISIBLE" if is_level else "MODEL"
    if what == "SCENE":
        objects = everything
    elif what == "SELECTED":
        objects = with_parents([one for one in shown if is_below(one, lambda other: other.select_get())])
    elif what == "COLLECTION":
        inside = set(context.view_layer.active_layer_collection.collection.all_objects)
        objects = with_parents([one for one in shown if one in inside])
    elif what == "MODEL":
        objects = of_model(shown, active)
    else:
        objects = shown
    left_out = [one for one in shown if one not in objects]
    return Chosen(objects, original_of(objects, active), left_out)


def of_one(objects, name):
    """Of objects, the one of a name with its parents, children and levels of detail; all without a name."""
    if not name:
        return objects
    own = [one for one in objects if one.name == name or levels.LEVEL.sub("", one.name) == name]
    own += [child for one in own for child in one.children_recursive if child in objects and child not in own]
    return with_parents(own)


def of_model(shown, active):
    """The active object's model; of a new object, all objects without a model. Without an active object, all."""
    models = {sources.model_of(one) for one in shown}
    if active is not None and not extras.is_extra(active):
        model = sources.model_of(active)
    elif active is not None or len(models) == 1:
        model = sources.model_of(active) if active is not None else next(iter(models))
    else:
        return shown
    return with_parents([one for one in shown if sources.model_of(one) == model])


def is_exported(one):
    """Whether an object is visible, or was hidden by the import."""
    return one.visible_get() or sources.HIDDEN in one or levels.is_level(one) or is_needed(one)


def is_needed(one):
    """Whether a visible object needs a hidden one: its parent or armature."""
    return any(child.visible_get() for child in one.children_recursive)


def is_below(one, wanted):
    while one is not None:
        if wanted(one):
            return True
        one = one.parent
    return False


def with_parents(objects):
    """Objects with their parents and armatures: a mesh isn't bound without its armature."""
    found = list(objects)
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


@contextlib.contextmanager
def alone(scene, objects):
    """Takes all other objects out of their collections while something is exported."""
    others = [one for one in scene.objects if one not in objects]
    places = [(one, list(one.users_collection), one.hide_get(), one.select_get()) for one in others]
    try:
        for one, collections, _, _ in places:
            for collection in collections:
                collection.objects.unlink(one)
        yield
    finally:
        for one, collections, hidden, selected in places:
            for collection in collections:
                collection.objects.link(one)
            with contextlib.suppress(RuntimeError):
                one.hide_set(hidden)
                one.select_set(selected)
