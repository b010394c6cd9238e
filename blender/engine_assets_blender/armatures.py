"""Places of armatures. The object of an armature puts a model into Blender's scene: where it is, and how large it is shown, isn't part of the model."""

import contextlib
import json

from mathutils import Matrix

from . import curves

# The place of an armature at the import.
PLACE = "ea_place"
NEAR = 1e-5
# What a place is made of, to the bit.
PARTS = ("location", "rotation_quaternion", "rotation_euler", "rotation_axis_angle", "scale")


def remember(objects):
    """Stores the places of imported armatures."""
    for one in (one for one in objects if one.type == "ARMATURE"):
        one[PLACE] = json.dumps([value for row in one.matrix_basis for value in row])


def place_of(one):
    """The stored place; None if there is none."""
    try:
        values = json.loads(one[PLACE])
        return Matrix([values[at : at + 4] for at in range(0, 16, 4)])
    except (KeyError, ValueError, TypeError):
        return None


def is_animated(one):
    """Whether an action moves the object itself: its place is that of a frame then."""
    data = one.animation_data
    if data is None or data.action is None:
        return False
    slot = None if curves.USES_TRACKS else data.action_slot
    own = curves.curves_of(data.action, slot) if curves.USES_TRACKS or slot is not None else []
    return any(not curve.data_path.startswith("pose.bones") for curve in own)


@contextlib.contextmanager
def as_imported(context, objects, told):
    """Armatures at the places of their import as long as this lasts.

    Args:
        told: A list for sentences about others: (object name, sentence).
    """
    moved = []
    for one in (one for one in objects if one.type == "ARMATURE" and not is_animated(one)):
        place, now = place_of(one), one.matrix_basis.copy()
        if place is None or max(abs(a - b) for row, other in zip(place, now) for a, b in zip(row, other)) < NEAR:
            continue
        told.append((one.name, "the armature was moved, rotated or scaled in object mode, which isn't part of a model and isn't exported: change its bones and meshes, or the node in a scene"))
        moved.append((one, [tuple(getattr(one, name)) for name in PARTS]))
        one.matrix_basis = place
    try:
        # What hangs on it has its places only then.
        context.view_layer.update()
        yield
    finally:
        for one, parts in moved:
            for name, values in zip(PARTS, parts):
                setattr(one, name, values)
        context.view_layer.update()
