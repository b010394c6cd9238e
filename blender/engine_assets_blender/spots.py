"""The vertex or face in Blender that a finding about an exported file is about."""

import re

import numpy

from . import extras, levels, tables
from .library import needed

BUFFER = re.compile(r"^vertex buffer (\d+)")
LEVEL = re.compile(r"^geometry (\d+) > LOD (\d+)")
SUB_MESH = re.compile(r"^mesh group (?:> )?(.+?) > mesh (\d+) > sub mesh (\d+).*? > vertex (\d+)$")
FIRST = re.compile(r"\b(vertices|triangles)\b[^;]*\(first: (\d+)\)")
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
        """The place of a finding: ("vertex" | "face", object name, number as text); None if it is about no vertex or face, or about none that Blender has."""
        try:
            found = self.corners(finding)
        except (IndexError, KeyError):
            # Files with errors may refer to missing parts.
            found = None
        if found is None:
            return None
        level, corners = found
        for one in self.ordered(level):
            number = nearest(one, [self.placed(corner) for corner in corners])
            if number is not None:
                return "vertex" if len(corners) == 1 else "face", one.name, str(number)
        return None

    def ordered(self, level):
        """The objects of a level of detail; without a level all, the finest first."""
        number = lambda one: levels.number_of(one) or 0  # noqa: E731
        return sorted((one for one in self.objects if level is None or number(one) == level), key=number)

    def corners(self, finding):
        """The level of detail, and the positions of a vertex or of the corners of a triangle, with Blender's axes and in metres."""
        if self.format == "pragma-model":
            found = SUB_MESH.match(finding.path)
            return (None, [self.of_sub_mesh(found)]) if found else None
        first = FIRST.search(finding.message)
        if self.format != "urho-mdl" or first is None:
            return None
        number, buffer, level = int(first[2]), BUFFER.match(finding.path), LEVEL.match(finding.path)
        if first[1] == "vertices" and buffer is not None:
            return None, [self.of_buffer(int(buffer[1]), number)]
        return (int(level[2]), self.of_triangle(int(level[1]), int(level[2]), number)) if first[1] == "triangles" and level is not None else None

    def of_buffer(self, buffer, vertex):
        x, y, z = self.asset.vertex_buffers[buffer]["position"][vertex]
        return -x, -z, y

    def of_triangle(self, geometry, level, triangle):
        lod = self.summary["geometries"][geometry]["lods"][level]
        start = lod["index_start"] + 3 * triangle
        indices = self.asset.index_buffers[lod["ib"]].values[start : start + 3]
        return [self.of_buffer(lod["vb"], int(index)) for index in indices]

    def of_sub_mesh(self, found):
        group, mesh, sub, vertex = found[1].strip("\"'"), int(found[2]), int(found[3]), int(found[4])
        path = f"meshGroups/{tables.escaped(group)}/meshes[{mesh}]/subMeshes[{sub}]/assetData/vertices"
        place = self.asset.document()[path][vertex]["pos"]
        return tables.to_blender([float(value) * extras.UNIT for value in place])

    def placed(self, corner):
        """A position of the file in the scene, with the scale and facing of the import."""
        if self.source is None:
            return corner
        x, y, z = (value * self.source.scale for value in corner)
        return (-x, -y, z) if self.source.is_turned else (x, y, z)


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
