"""Readers of files that share no code with the library: the oracle's, and a few questions about what they return."""

import pathlib
import sys
from xml.etree import ElementTree

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "crates/testkit/oracle"))

import ani  # noqa: E402
import mdl  # noqa: E402

POSITION, NORMAL, TANGENT, COLOUR, COLOUR_1 = (3, 0, 0), (3, 1, 0), (4, 3, 0), (6, 5, 0), (6, 5, 1)


def model(path):
    return mdl.read(pathlib.Path(path).read_bytes())


def animation(path):
    return ani.read(pathlib.Path(path).read_bytes())


def column(own, element, buffer=0):
    """Values of an element of all vertices of a buffer."""
    return [vertex[element] for vertex in own["buffers"][buffer]["vertices"]]


def levels(own):
    """Distances of the levels of each geometry."""
    return [[lod[0] for lod in geometry["lods"]] for geometry in own["geometries"]]


def places(own, geometry=0, level=0):
    """Positions of the vertices that a level draws, sorted."""
    _, _, buffer, indices, start, count = own["geometries"][geometry]["lods"][level]
    numbers = {number for number in own["indices"][indices][1][start : start + count]}
    return sorted(own["buffers"][buffer]["vertices"][number][POSITION] for number in numbers)


def box(own, geometry=0, level=0):
    """Least and most corner of the vertices that a level draws."""
    rows = places(own, geometry, level)
    return tuple(pick(row[axis] for row in rows) for pick in (min, max) for axis in range(3))


def corners(own, element, geometry=0, level=0):
    """Values of an element by triangle corner of a level."""
    _, _, buffer, indices, start, count = own["geometries"][geometry]["lods"][level]
    vertices = own["buffers"][buffer]["vertices"]
    return [vertices[number][element] for number in own["indices"][indices][1][start : start + count]]


def nodes(path):
    """Components of the nodes of a scene or prefab in XML: {name of the node: [(type, {attribute: text})]}."""
    found = {}
    for node in ElementTree.parse(path).getroot().iter("node"):
        name = node.find(".//attribute[@name='Name']")
        archive = node.findall("./components/component")
        parts = [(part.get("type") or part.get("_typeName"), {one.get("name"): one.get("value") for one in part.iter("attribute")}) for part in archive or node.findall("component")]
        found.setdefault(name.get("value") if name is not None else "", []).extend(parts)
    return found


def component(path, node, kind):
    """Attributes of a component of a node."""
    return next(attributes for type_of, attributes in nodes(path)[node] if type_of == kind)


def near(one, other, most=1e-4):
    return len(one) == len(other) and all(abs(a - b) <= most for a, b in zip(one, other))
