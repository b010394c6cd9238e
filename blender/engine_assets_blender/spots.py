"""The vertex, face or faces in Blender that a finding about an exported file is about."""

import re
from collections import Counter

import numpy

from . import extras, levels, tables
from .library import needed

BUFFER = re.compile(r"^vertex buffer (\d+)")
LEVEL = re.compile(r"^geometry (\d+) > LOD (\d+)")
GEOMETRY = re.compile(r"^geometry (\d+)(?: > LOD (\d+))?")
SUB_MESH = re.compile(r"^meshGroups > (.+?) > meshes (\d+) > subMeshes (\d+)")
VERTEX = re.compile(r" > vertex (\d+)$")
FIRST = re.compile(r"\b(vertices|triangles|indices of the draw range)\b[^;]*\(first: (\d+)\)")
# Triangles of a geometry that are looked for.
MOST_TRIANGLES = 16
# Accepted distance, compared with the size of an object.
NEAR = 1e-4


class File:
    """An exported model."""

    def __init__(self, result, source, objects):
        self.objects = [one for one in objects if one.type == "MESH"]
        self.source = source
        self.asset = opened(result)
        self.summary = self.asset.summary() if self.format == "urho-mdl" else {}

    @property
    def format(self):
        return self.asset.format if self.asset is not None else ""

    def bones(self):
        """Names of the bones in the order that findings count."""
        if self.format == "urho-mdl":
            return [bone["name"] for bone in self.summary["bones"]]
        if self.format == "pragma-model":
            names = extras.bones_by_index(extras.part(self.asset.document(), "skeleton", {}))
            return [names.get(index, "") for index in range(max(names, default=-1) + 1)]
        return []

    def spot(self, finding):
        """The place of a finding: ("vertex" | "face", object name, number as text), ("geometry", object name, material slot) for all faces of a slot,
        ("mesh", object name, "") for all vertices; None if it is about nothing that Blender has.
        """
        for find in (self.exact, self.geometry, self.buffer):
            try:
                found = find(finding)
            except (IndexError, KeyError):
                # Files with errors may refer to missing parts.
                continue
            if found is not None:
                return found
        return None

    def exact(self, finding):
        """The vertex or face of a finding."""
        found = self.corners(finding)
        one, number = self.nearest(*found) if found is not None else (None, None)
        return ("vertex" if len(found[1]) == 1 else "face", one.name, str(number)) if one is not None else None

    def geometry(self, finding):
        """The faces of a geometry or sub mesh: those of the object and material slot that have most of its triangles; of equals, the most similar number."""
        level, count, corners_of = self.triangles(finding) or (None, 0, None)
        found = Counter()
        for at in spread(count):
            corners = [self.placed(corner) for corner in corners_of(at)]
            for one in self.ordered(level):
                number = nearest(one, corners)
                if number is not None:
                    found[one, one.data.polygons[number].material_index] += 1
        off = lambda one, slot: abs(sum(face.material_index == slot for face in one.data.polygons) - count)  # noqa: E731
        place = max(found, key=lambda place: (found[place], -off(*place)), default=None)
        return ("geometry", place[0].name, str(place[1])) if place is not None else None

    def buffer(self, finding):
        """The object with the first vertex of a vertex buffer."""
        found = BUFFER.match(finding.path) if self.format == "urho-mdl" else None
        one, _ = self.nearest(None, [self.of_buffer(int(found[1]), 0)]) if found is not None else (None, None)
        return ("mesh", one.name, "") if one is not None else None

    def nearest(self, level, corners):
        """The object of a level of detail that has a vertex, or a face with these corners, and the number of it; (None, None) if there is none."""
        for one in self.ordered(level):
            number = nearest(one, [self.placed(corner) for corner in corners])
            if number is not None:
                return one, number
        return None, None

    def ordered(self, level):
        """The objects of a level of detail; without a level all, the finest first."""
        number = lambda one: levels.number_of(one) or 0  # noqa: E731
        return sorted((one for one in self.objects if level is None or number(one) == level), key=number)

    def corners(self, finding):
        """The level of detail, and the positions of a vertex or of the corners of a triangle, with Blender's axes and in metres; None without one."""
        if self.format == "pragma-model":
            found, vertex = SUB_MESH.match(finding.path), VERTEX.search(finding.path)
            return (None, [self.of_sub_mesh(found, int(vertex[1]))]) if found and vertex else None
        first = FIRST.search(finding.message)
        if self.format != "urho-mdl" or first is None:
            return None
        number, buffer, level = int(first[2]), BUFFER.match(finding.path), LEVEL.match(finding.path)
        if first[1] == "vertices" and buffer is not None:
            return None, [self.of_buffer(int(buffer[1]), number)]
        if first[1] == "vertices" or level is None:
            return None
        lod = self.lod(int(level[1]), int(level[2]))
        return int(level[2]), self.of_indices(lod, 3 * number, 3) if first[1] == "triangles" else self.of_indices(lod, number, 1)

    def triangles(self, finding):
        """The level of detail of a geometry or sub mesh, the number of its triangles, and a function for the corners of each one; None if it is about none."""
        if self.format == "pragma-model" and (found := SUB_MESH.match(finding.path)):
            indices = self.asset.document()[f"{sub_mesh_path(found)}/indices"]
            return None, len(indices) // 3, lambda at: [self.of_sub_mesh(found, index) for index in indices[3 * at : 3 * at + 3]]
        found = GEOMETRY.match(finding.path) if self.format == "urho-mdl" else None
        if found is None:
            return None
        lod = self.lod(int(found[1]), int(found[2] or 0))
        return int(found[2] or 0), lod["index_count"] // 3, lambda at: self.of_indices(lod, 3 * at, 3)

    def lod(self, geometry, level):
        return self.summary["geometries"][geometry]["lods"][level]

    def of_buffer(self, buffer, vertex):
        x, y, z = self.asset.vertex_buffers[buffer]["position"][vertex]
        return -x, -z, y

    def of_indices(self, lod, start, count):
        """Positions of the vertices of a number of indices."""
        begin = lod["index_start"] + start
        return [self.of_buffer(lod["vb"], int(index)) for index in self.asset.index_buffers[lod["ib"]].values[begin : begin + count]]

    def of_sub_mesh(self, found, vertex):
        place = self.asset.document()[f"{sub_mesh_path(found)}/vertices"][vertex]["pos"]
        return tables.to_blender([float(value) * extras.UNIT for value in place])

    def placed(self, corner):
        """A position of the file in the scene, with the scale and facing of the import."""
        if self.source is None:
            return corner
        x, y, z = (value * self.source.scale for value in corner)
        return (-x, -y, z) if self.source.is_turned else (x, y, z)


def spread(count):
    """Numbers below a count, evenly spread."""
    return range(0, count, count // MOST_TRIANGLES + 1)


def sub_mesh_path(found):
    """The path of a sub mesh in a document of Pragma, for a match of SUB_MESH."""
    group = tables.escaped(found[1].strip("\"'"))
    return f"meshGroups/{group}/meshes[{found[2]}]/subMeshes[{found[3]}]/assetData"


def opened(result):
    try:
        return needed().open(result.data, name=result.files[-1].name)
    except needed().Error:
        return None


def nearest(one, corners):
    """The number of the vertex at a position, or of the face with these corners; None if there is none."""
    mesh = one.data
    places = numpy.zeros(3 * len(mesh.vertices), "f")
    mesh.vertices.foreach_get("co", places)
    matrix = numpy.array(one.matrix_world)
    places = places.reshape(-1, 3) @ matrix[:3, :3].T + matrix[:3, 3]
    if not len(places):
        return None
    limit = NEAR * max(float(numpy.nanmax(numpy.abs(places))), 1e-3)
    with numpy.errstate(invalid="ignore"):
        near = [numpy.linalg.norm(places - corner, axis=1) for corner in corners]
    if any(not (own <= limit).any() for own in near):
        return None
    if len(corners) == 1:
        return int(numpy.nanargmin(near[0]))
    return face_with(mesh, [own <= limit for own in near])


def face_with(mesh, corners):
    """The first face that has a vertex of each set, and no others if there is such a face."""
    vertices, starts = numpy.zeros(len(mesh.loops), "i"), numpy.zeros(len(mesh.polygons), "i")
    mesh.loops.foreach_get("vertex_index", vertices)
    mesh.polygons.foreach_get("loop_start", starts)
    has_all = numpy.logical_and.reduce([numpy.logical_or.reduceat(own[vertices], starts) for own in corners])
    exact = has_all & numpy.logical_and.reduceat(numpy.logical_or.reduce(corners)[vertices], starts)
    found = numpy.flatnonzero(exact if exact.any() else has_all)
    return int(found[0]) if len(found) else None
