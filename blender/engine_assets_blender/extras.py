"""Hit boxes and attachments of Pragma as empties at their bones. `bone_shapes` has the boxes and spheres of Urho3D's bones.

Bones have the axes of glTF, unlike objects (option BLENDER of Blender's importer): in their space, nothing is turned.
"""

import json
import math

import bpy
from mathutils import Matrix, Quaternion, Vector

from . import tables

# Kind and number of an imported empty, its name and place, and the numbers that were imported with an armature.
KIND, INDEX, NAME, BASIS, IMPORTED, UNIT_OF = "ea_extra", "ea_index", "ea_extra_name", "ea_basis", "ea_extras", "ea_unit"
BOX, POINT, BONE_BOX, BONE_SPHERE = "hitbox", "attachment", "bone box", "bone sphere"
PREFIXES = {BOX: "Hit Box ", POINT: "Attachment ", BONE_BOX: "Bone Box ", BONE_SPHERE: "Bone Sphere "}
DISPLAYS = {BOX: "CUBE", POINT: "ARROWS", BONE_BOX: "CUBE", BONE_SPHERE: "SPHERE"}
LISTS = {BOX: "hitboxes", POINT: "attachments"}
# A unit of Pragma in metres.
UNIT = 0.025
# The least size of a box in Blender, whose matrix has to be invertible.
LEAST = 1e-6


def part(document, path, default=None):
    """A part of a document of UDM; whole models take long to become Python's."""
    try:
        return document[path]
    except KeyError:
        return default


def kind_of(one):
    """The kind of an imported empty, or of a new empty with such a name at a bone; None for others."""
    if KIND in one:
        return one[KIND]
    if one.type != "EMPTY" or one.parent_type != "BONE":
        return None
    return next((kind for kind, prefix in PREFIXES.items() if one.name.startswith(prefix)), None)


def is_extra(one):
    return kind_of(one) is not None


def unit_of(armature):
    """A unit of Pragma in the space of an armature, which may be scaled."""
    scale = sum(armature.matrix_world.to_scale()) / 3.0
    return armature.get(UNIT_OF, UNIT) / scale if scale > 0.0 else UNIT


# ── in ──────────────────────────────────────────────────────────────────────────────────────────────────────────────────────


def read(scene, document, armature, scale):
    """Creates the empties of a model."""
    boxes, points = part(document, LISTS[BOX], []), part(document, LISTS[POINT], [])
    armature[UNIT_OF] = UNIT * scale
    unit = unit_of(armature)
    made = []
    names = bones_by_index(part(document, "skeleton", {}))
    for index, box in enumerate(boxes):
        center, half = tables.middle_and_half(box["bounds"]["min"], box["bounds"]["max"], unit)
        local = Matrix.Translation(center) @ Matrix.Diagonal((*[max(size, LEAST) for size in half], 1.0))
        made.append(empty(armature, names.get(box["bone"]), local, BOX, index, box["hitGroup"]))
    for index, point in enumerate(points):
        made.append(empty(armature, names.get(point["bone"]), pose_in(point["pose"], unit), POINT, index, point["name"]))
    made = [one for one in made if one is not None]
    armature[IMPORTED] = json.dumps([[one[KIND], one[INDEX]] for one in made])
    collected(scene, f"{armature.name} Hit Boxes", made)


def collected(scene, name, empties):
    """Puts empties into a new collection, which is returned; None without any."""
    if not empties:
        return None
    collection = bpy.data.collections.new(name)
    scene.collection.children.link(collection)
    for one in empties:
        collection.objects.link(one)
    return collection


def empty(armature, bone, local, kind, index, name):
    if bone is None or bone not in armature.data.bones:
        return None
    one = bpy.data.objects.new(f"{PREFIXES[kind]}{name}", None)
    size = 0.05 / max(sum(armature.matrix_world.to_scale()) / 3.0, LEAST)
    one.empty_display_type, one.empty_display_size = DISPLAYS[kind], size if kind == POINT else 1.0
    one.parent, one.parent_type, one.parent_bone = armature, "BONE", bone
    # Children of bones are counted from their tails.
    one.matrix_parent_inverse = Matrix.Translation((0.0, -armature.data.bones[bone].length, 0.0))
    one.matrix_basis = local
    one[KIND], one[INDEX], one[NAME], one[BASIS] = kind, index, one.name, state(one)
    return one


def state(one):
    """The place of an empty at its bone."""
    return json.dumps([one.parent_bone, *[round(value, 6) for row in one.matrix_basis for value in row]])


def pose_in(pose, unit):
    """The matrix of a transform of Pragma: translation, rotation x y z w, scale."""
    place, turn, size = pose_parts(pose)
    x, y, z, w = turn
    matrix = Matrix.Translation(Vector(place) * unit) @ Quaternion((w, x, y, z)).to_matrix().to_4x4()
    return matrix @ Matrix.Diagonal((*size, 1.0))


def pose_parts(pose):
    if isinstance(pose, dict):
        return pose["translation"], pose["rotation"], pose.get("scale", [1.0, 1.0, 1.0])
    return pose[0:3], pose[3:7], pose[7:10] if len(pose) >= 10 else [1.0, 1.0, 1.0]


def bones_by_index(skeleton):
    """Names of the bones of a model of Pragma by their numbers."""
    found, open_lists = {}, [(skeleton.get("assetData") or skeleton).get("bones") or {}]
    while open_lists:
        for name, bone in open_lists.pop().items():
            found[bone["index"]] = name
            open_lists.append(bone.get("children") or {})
    return found


# ── out ─────────────────────────────────────────────────────────────────────────────────────────────────────────────────────


def write(document, extras, armature):
    """Writes the empties of an armature into a model: moved, new, and without deleted ones.

    Returns:
        Sentences about new and deleted ones: (path, sentence).
    """
    if armature is None:
        return []
    told = []
    numbers = {name: index for index, name in bones_by_index(part(document, "skeleton", {})).items()}
    for kind, key in LISTS.items():
        count = len(part(document, key, []))
        owners, new, gone = sorted_out(extras, armature, kind, count)
        for index, one in owners.items():
            if index < count and one[BASIS] != state(one):
                change(document, f"{key}[{index}]", one, numbers)
        for index in gone:
            told.append((f"{key}[{index}]", f"the {PREFIXES[kind].strip().lower()} was deleted in Blender and is removed from the file"))
            del document[f"{key}[{index}]"]
        for one in new:
            add(document, key, one, numbers)
            if one not in owners.values():
                told.append((one.name, f"is a new {PREFIXES[kind].strip().lower()}"))
    return told


def sorted_out(extras, armature, kind, count):
    """Empties of imported numbers, new empties, and numbers without an empty any more, the last first.

    Args:
        count: Number of them in the file.
    """
    own = [one for one in extras if kind_of(one) == kind and one.parent == armature]
    owners = owners_of(own)
    new = [one for one in own if one not in owners.values() or one[INDEX] >= count]
    imported = [index for name, index in json.loads(armature.get(IMPORTED, "[]")) if name == kind]
    return owners, new, sorted((index for index in imported if index not in owners and index < count), reverse=True)


def remember(document, extras, armature, is_into):
    """Numbers the empties of an armature as in a file that was just written.

    Args:
        is_into: Whether it was the original: new ones follow its own ones. Otherwise all are new.
    """
    stored = []
    for kind, key in LISTS.items():
        total = len(part(document, key, []))
        owners, new, gone = sorted_out(extras, armature, kind, math.inf if is_into else 0)
        now = {index - sum(other < index for other in gone): one for index, one in owners.items()} if is_into else {}
        now |= dict(enumerate(new, total - len(new)))
        for index, one in now.items():
            one[KIND], one[INDEX], one[NAME], one[BASIS] = kind, index, one.name, state(one)
        stored += [[kind, index] for index in sorted(now)]
    armature[IMPORTED] = json.dumps(stored)


def owners_of(own):
    """The empty of each imported number: copies have the number of another one."""
    found = {}
    for one in sorted((one for one in own if INDEX in one), key=lambda one: (one.name != one[NAME], one.name)):
        found.setdefault(one[INDEX], one)
    return found


def local_of(one):
    """The matrix of an empty from the head of its bone."""
    length = one.parent.data.bones[one.parent_bone].length
    return Matrix.Translation((0.0, length, 0.0)) @ one.matrix_parent_inverse @ one.matrix_basis


def middle_of(one):
    """Center and half size of the box around an empty, in the space of its bone."""
    matrix, size = local_of(one), one.empty_display_size
    corners = [matrix @ Vector((x, y, z)) for x in (-size, size) for y in (-size, size) for z in (-size, size)]
    least = [min(corner[axis] for corner in corners) for axis in range(3)]
    most = [max(corner[axis] for corner in corners) for axis in range(3)]
    center = [(a + b) / 2 for a, b in zip(least, most)]
    return center, [(b - a) / 2 for a, b in zip(least, most)]


def box_of(one):
    """Corners of a hit box in Pragma's units."""
    return tables.corners_of(*middle_of(one), unit_of(one.parent))


def change(document, path, one, numbers):
    """Writes the place of an imported empty."""
    if one.parent_bone in numbers:
        document[f"{path}/bone"] = numbers[one.parent_bone]
    if kind_of(one) == BOX:
        least, most = box_of(one)
        document.set(f"{path}/bounds/min", least)
        document.set(f"{path}/bounds/max", most)
        return
    place, turn = pose_out(one)
    pose = document[f"{path}/pose"]
    if isinstance(pose, dict):
        document.set(f"{path}/pose", {**pose, "translation": place, "rotation": turn})
    else:
        document.set(f"{path}/pose", [*place, *turn, *pose[7:]])


def pose_out(one):
    """Translation and rotation of an attachment in Pragma's units."""
    place, turn, _ = local_of(one).decompose()
    unit = unit_of(one.parent)
    return [value / unit for value in place], [turn.x, turn.y, turn.z, turn.w]


def add(document, key, one, numbers):
    """Appends a new one to a list of the model."""
    kind = kind_of(one)
    name = tables.plain(one.name.removeprefix(PREFIXES[kind]))
    bone = numbers.get(one.parent_bone, 0)
    if kind == BOX:
        least, most = box_of(one)
        text = f"{{$string hitGroup {tables.text_of(name)} bounds{{$vec3 min {vector(least)} $vec3 max {vector(most)}}} $uint32 bone {bone}}}"
    else:
        place, turn = pose_out(one)
        text = f"{{$string name {tables.text_of(name)} $uint32 bone {bone} $transform pose [{vector(place)}{vector([turn[3], *turn[:3]])}]}}"
    tables.append(document, key, text)


def vector(values):
    return tables.numbers([float(value) for value in values])
