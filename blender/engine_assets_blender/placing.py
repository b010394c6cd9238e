"""Scale and facing of a model in a .glb: applied on import, and undone on export into the original. Nothing here needs Blender."""

import numpy

FLOAT = 5126
WIDTHS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}
HEAD = 8


class Numbers:
    """Floats of a .glb, to change in place."""

    def __init__(self, document, rest):
        self.document, self.data, self.done = document, bytearray(rest), set()

    def change(self, accessor, function):
        """Changes the rows of an accessor, once: `function` returns new rows."""
        if accessor in self.done:
            return
        self.done.add(accessor)
        own = self.document["accessors"][accessor]
        parts = [(own, own["count"])] if "bufferView" in own else []
        if "sparse" in own:
            parts.append((own["sparse"]["values"], own["sparse"]["count"]))
        for part, count in parts:
            rows = self.rows(own, part, count)
            rows[:] = function(rows.copy())
            if "min" in own and part is own:
                own["min"], own["max"] = rows.min(axis=0).tolist(), rows.max(axis=0).tolist()
        if "sparse" in own:
            # Bounds of the whole aren't known without expanding it.
            own.pop("min", None), own.pop("max", None)

    def rows(self, own, part, count):
        """The rows of an accessor, or of its sparse values, as a view of the data."""
        if own["componentType"] != FLOAT:
            raise ValueError("expected an accessor of floats")
        width, view = WIDTHS[own["type"]], self.document["bufferViews"][part["bufferView"]]
        start = HEAD + view.get("byteOffset", 0) + part.get("byteOffset", 0)
        stride = view.get("byteStride", 4 * width)
        return numpy.ndarray((count, width), "<f4", self.data, start, (stride, 4))


def roots_of(document):
    """Numbers of the nodes without a parent."""
    children = {child for node in document.get("nodes", []) for child in node.get("children", [])}
    return [number for number in range(len(document.get("nodes", []))) if number not in children]


def below(document, root):
    """A node with all its descendants."""
    found, left = [], [root]
    while left:
        number = left.pop()
        found.append(number)
        left += document["nodes"][number].get("children", [])
    return found


def levels_beside(document):
    """Puts coarser levels of detail below the parent of their finest one, so that they follow its scale: a .glb has them in a scene of their own."""
    nodes = document.get("nodes", [])
    parents = {child: node for node in nodes for child in node.get("children", [])}
    moved = set()
    for number, node in enumerate(nodes):
        coarser = node.get("extensions", {}).get("MSFT_lod", {}).get("ids", ())
        loose = [one for one in coarser if one not in parents and "skin" not in nodes[one]]
        if number in parents and loose:
            parents[number]["children"] += loose
            parents.update((one, parents[number]) for one in loose)
            moved.update(loose)
    for scene in document.get("scenes", []):
        scene["nodes"] = [number for number in scene.get("nodes", []) if number not in moved]
    if moved:
        # The first scene is the shown one.
        document["scenes"] = document["scenes"][:1] + [scene for scene in document["scenes"][1:] if scene["nodes"]]


def scale_of(document):
    """The scale of a model's top nodes, if it is the same in all directions; otherwise 1."""
    for number in roots_of(document):
        sizes = document["nodes"][number].get("scale", (1.0, 1.0, 1.0))
        if max(sizes) - min(sizes) < 1e-6 and abs(sizes[0] - 1.0) > 1e-6 and sizes[0] > 0.0:
            return sizes[0]
    return 1.0


def apply_scale(document, rest, factor, roots):
    """Multiplies everything in top nodes by a factor, and divides the scale of these nodes by it: nothing moves.

    Returns:
        The chunks after the JSON.
    """
    numbers = Numbers(document, rest)
    inside = {number for root in roots for number in below(document, root)}
    deeper = inside - set(roots)
    for number in roots:
        node = document["nodes"][number]
        node["scale"] = [size / factor for size in node.get("scale", (1.0, 1.0, 1.0))]
    for number in deeper:
        node = document["nodes"][number]
        if "translation" in node:
            node["translation"] = [value * factor for value in node["translation"]]
        elif "matrix" in node:
            node["matrix"][12:15] = [value * factor for value in node["matrix"][12:15]]
    skins = scale_skins(document, numbers, factor, inside)
    for number in inside:
        node = document["nodes"][number]
        if "mesh" in node and node.get("skin") not in skins:
            scale_mesh(document, numbers, node["mesh"], factor)
    scale_keys(document, numbers, factor, deeper)
    return bytes(numbers.data)


def scale_roots(document, factor, roots):
    """Scales top nodes with everything in them."""
    for node in (document["nodes"][number] for number in roots):
        node["scale"] = [size * factor for size in node.get("scale", (1.0, 1.0, 1.0))]
        node["translation"] = [value * factor for value in node.get("translation", (0.0, 0.0, 0.0))]


def scale_skins(document, numbers, factor, inside):
    """Scales the skins of joints, with their meshes. Returns their numbers."""
    found = {}
    for number, skin in enumerate(document.get("skins", [])):
        if not inside.issuperset(skin["joints"]) or "inverseBindMatrices" not in skin:
            continue
        accessor = skin["inverseBindMatrices"]
        own = document["accessors"][accessor]
        first = numbers.rows(own, own, own["count"])[0].reshape(4, 4)
        # Vertices are in units of the model, or of the scene: then these matrices have the scale.
        found[number] = factor * abs(float(numpy.linalg.det(first[:3, :3].astype("d")))) ** (1.0 / 3.0)
        numbers.change(accessor, lambda rows, of_mesh=found[number]: scaled_matrices(rows, factor, of_mesh))
    for node in document["nodes"]:
        if "mesh" in node and node.get("skin") in found:
            scale_mesh(document, numbers, node["mesh"], found[node["skin"]])
    return found


def scaled_matrices(rows, factor, of_mesh):
    """Inverse bind matrices of joints and vertices that are scaled by these factors. They are stored by columns."""
    matrices = rows.reshape(-1, 4, 4).astype("d")
    matrices[:, :, :3] *= factor
    matrices[:, :3, :] /= of_mesh
    return matrices.reshape(-1, 16)


def scale_mesh(document, numbers, mesh, factor):
    for primitive in document["meshes"][mesh]["primitives"]:
        for attributes in (primitive["attributes"], *primitive.get("targets", ())):
            if "POSITION" in attributes:
                numbers.change(attributes["POSITION"], lambda rows: rows * factor)


def scale_keys(document, numbers, factor, nodes):
    for animation in document.get("animations", []):
        for channel in animation["channels"]:
            if channel["target"].get("path") == "translation" and channel["target"].get("node") in nodes:
                numbers.change(animation["samplers"][channel["sampler"]]["output"], lambda rows: rows * factor)


# ── facing ──────────────────────────────────────────────────────────────────────────────────────────────────────────────────


def turn(document, rest, roots, is_import):
    """Turns top nodes around by 180 degrees. Twice is as before.

    Args:
        is_import: Joints without a parent get one, which is turned: bones keep their axes.
    """
    numbers = Numbers(document, rest)
    joints = {joint: skin for skin in document.get("skins", []) for joint in skin["joints"]}
    if is_import:
        roots = [parent_of_joint(document, root, joints[root]) if root in joints else root for root in roots]
    for node in (document["nodes"][number] for number in dict.fromkeys(roots)):
        # A skinned mesh is where its joints are.
        if "skin" not in node:
            turn_node(node)
    for animation in document.get("animations", []):
        for channel in animation["channels"]:
            turned = {"translation": turned_places, "rotation": turned_quaternions}.get(channel["target"].get("path"))
            if turned is not None and channel["target"].get("node") in roots:
                numbers.change(animation["samplers"][channel["sampler"]]["output"], turned)
    return bytes(numbers.data)


def parent_of_joint(document, root, skin):
    """A new parent for a joint that has none, in all scenes."""
    new = len(document["nodes"])
    document["nodes"].append({"name": skin.get("name", "Armature"), "children": [root]})
    for scene in document.get("scenes", []):
        scene["nodes"] = [new if number == root else number for number in scene["nodes"]]
    return new


def turn_node(node):
    if "matrix" in node:
        # By columns: x and z of each one.
        node["matrix"] = [-value if at % 4 in (0, 2) else value for at, value in enumerate(node["matrix"])]
        return
    x, y, z = node.get("translation", (0.0, 0.0, 0.0))
    node["translation"] = [-x, y, -z]
    x, y, z, w = node.get("rotation", (0.0, 0.0, 0.0, 1.0))
    node["rotation"] = [z, w, -x, -y]


def turned_places(rows):
    return rows * (-1.0, 1.0, -1.0)


def turned_quaternions(rows):
    return rows[:, (2, 3, 0, 1)] * (1.0, 1.0, -1.0, -1.0)
