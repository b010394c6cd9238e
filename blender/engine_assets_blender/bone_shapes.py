"""Boxes and spheres of the bones of Urho3D's models as empties: the engine calculates the bounds of an animated model from them."""

import json

from mathutils import Matrix

from . import levels, tables
from .extras import BASIS, BONE_BOX, BONE_SPHERE, IMPORTED, KIND, LEAST, NAME
from .extras import collected, empty, kind_of, local_of, middle_of, state
from .library import needed

# The values of the file, which unedited empties keep bit by bit, and the scale that an armature was imported with.
SHAPE, SCALE = "ea_shape", "ea_bone_scale"
KEYS = {BONE_BOX: "box", BONE_SPHERE: "radius"}
WORDS = {BONE_BOX: "box", BONE_SPHERE: "sphere"}
# Accepted difference, compared with the size of a sphere.
NEAR = 1e-3


# ── in ──────────────────────────────────────────────────────────────────────────────────────────────────────────────────────


def read(context, asset, armature, scale):
    """Creates the empties of a model, in a hidden collection. Returns them."""
    armature[SCALE] = scale
    unit, made = unit_of(armature), []
    for index, bone in enumerate(asset.summary(sidecar=False)["bones"]):
        for kind, key in KEYS.items():
            local = matrix_in(kind, bone.get(key), unit)
            one = empty(armature, bone["name"], local, kind, index, bone["name"]) if local is not None else None
            if one is not None:
                one[SHAPE] = json.dumps(bone[key])
                made.append(one)
    armature[IMPORTED] = json.dumps([[one[KIND], one.parent_bone] for one in made])
    collected(context.scene, f"{armature.name} Bone Boxes", made)
    for layer in levels.layers_of(context, made):
        layer.hide_viewport = True
    return made


def matrix_in(kind, shape, unit):
    """The matrix of a box or sphere at its bone; None if it is missing, or has no size that Blender can show."""
    if shape is None or not all(isinstance(value, (int, float)) for value in flat(kind, shape)):
        return None
    if kind == BONE_SPHERE:
        return Matrix.Diagonal((*[max(shape * unit, LEAST)] * 3, 1.0)) if shape >= 0.0 else None
    least, most = mirrored(*shape)
    if any(a > b for a, b in zip(least, most)):
        return None
    center, half = tables.middle_and_half(least, most, unit)
    return Matrix.Translation(center) @ Matrix.Diagonal((*[max(size, LEAST) for size in half], 1.0))


def unit_of(armature):
    """A unit of the file in the space of an armature."""
    return armature.get(SCALE, 1.0) / max(sum(armature.matrix_world.to_scale()) / 3.0, LEAST)


def flat(kind, shape):
    return [shape] if kind == BONE_SPHERE else [value for corner in shape for value in corner]


def mirrored(least, most):
    """A box of Urho3D, whose axes are left-handed, as glTF has it, and back."""
    return (-most[0], *least[1:]), (-least[0], *most[1:])


# ── out ─────────────────────────────────────────────────────────────────────────────────────────────────────────────────────


def write(data, empties, armature, into):
    """Writes the empties of an armature into a model. Bones without empties, before and now, keep their shapes.

    Args:
        into: Whether the model has the units of the original.

    Returns:
        The model, and sentences about new, deleted and unusable ones: (name, sentence).
    """
    if armature is None:
        return data, []
    own = of_armature(empties, armature)
    imported = imported_of(armature)
    if not own and not imported:
        return data, []
    if not into and abs(unit_of(armature) - 1.0) > LEAST:
        return data, [(armature.name, "is scaled: the boxes of its bones are calculated from the meshes, not exported")]
    told = []
    owners = owners_of(own, told)
    wanted = {place: None for place in imported} | {place: shape_of(one, told) for place, one in owners.items()}
    asset = needed().open(data, name="model.mdl")
    shapes = changed(asset.summary(sidecar=False)["bones"], wanted)
    told += changes(owners, imported)
    return asset.with_bone_shapes(shapes) if shapes else data, told


def of_armature(empties, armature):
    return [one for one in empties if kind_of(one) in KEYS and one.parent == armature]


def imported_of(armature):
    """Kinds and bones of the empties that were imported with an armature."""
    stored = [tuple(one) for one in json.loads(armature.get(IMPORTED, "[]"))]
    return [one for one in stored if one[0] in KEYS]


def changed(bones, wanted):
    """Radius and box of the bones that get another one, by their numbers."""
    shapes = {}
    for number, bone in enumerate(bones):
        before = [bone.get(key) for key in KEYS.values()]
        now = [wanted.get((kind, bone["name"]), shape) for kind, shape in zip(KEYS, before)]
        if now != before:
            box, radius = ([tables.number(value) for value in flat(kind, shape)] if shape is not None else None for kind, shape in zip(KEYS, now))
            shapes[number] = (radius and radius[0], box and (box[:3], box[3:]))
    return shapes


def owners_of(own, told):
    """The empty of each bone and kind: a bone has one box and one sphere."""
    found = {}
    for one in sorted(own, key=lambda one: (one.name != one.get(NAME), one.name)):
        first = found.setdefault((kind_of(one), one.parent_bone), one)
        if first is not one:
            told.append((one.name, f"isn't exported: the bone {one.parent_bone} has the {WORDS[kind_of(one)]} {first.name}"))
    return found


def changes(owners, imported):
    """Sentences about new and deleted empties: (name, sentence)."""
    new = [(one.name, f"is a new {WORDS[kind]} of the bone {bone}") for (kind, bone), one in owners.items() if (kind, bone) not in imported]
    gone = [(bone, f"the {WORDS[kind]} of the bone was deleted in Blender and is removed from the file") for kind, bone in imported if (kind, bone) not in owners]
    return new + gone


def shape_of(one, told):
    """Corners or radius in Urho3D's units and axes; of an unedited empty, the exact values of the file."""
    if SHAPE in one and one[BASIS] == state(one):
        return json.loads(one[SHAPE])
    if kind_of(one) == BONE_BOX:
        return [list(corner) for corner in mirrored(*tables.corners_of(*middle_of(one), unit_of(one.parent)))]
    place, _, size = local_of(one).decompose()
    radius = max(map(abs, size)) * one.empty_display_size
    if place.length > NEAR * radius:
        told.append((one.name, "was moved: the sphere of a bone is always at the head of the bone"))
    if min(map(abs, size)) * one.empty_display_size < radius * (1.0 - NEAR):
        told.append((one.name, "is scaled unevenly: the largest radius is exported"))
    return radius / unit_of(one.parent)


def remember(empties, armature):
    """The shapes are in the original now as they are shown."""
    owners = owners_of(of_armature(empties, armature), [])
    for (kind, _), one in owners.items():
        one[SHAPE], one[KIND], one[NAME] = json.dumps(shape_of(one, [])), kind, one.name
        one[BASIS] = state(one)
    if owners or imported_of(armature):
        armature[IMPORTED] = json.dumps([list(place) for place in owners])
