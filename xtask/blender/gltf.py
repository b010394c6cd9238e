"""Content of a .glb: positions of vertices at rest and at times of animations, by the rules of glTF."""

import json
import struct

import numpy

WIDTH = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}
KIND = {5120: "i1", 5121: "u1", 5122: "<i2", 5123: "<u2", 5125: "<u4", 5126: "<f4"}
IDENTITY = ([0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0], [1.0, 1.0, 1.0])


class Glb:
    def __init__(self, path):
        data = open(path, "rb").read()
        length = struct.unpack_from("<I", data, 12)[0]
        self.json = json.loads(data[20 : 20 + length])
        self.bin = data[28 + length :]
        self.nodes = self.json.get("nodes", [])
        self.parents = {child: index for index, node in enumerate(self.nodes) for child in node.get("children", [])}

    def array(self, number):
        accessor = self.json["accessors"][number]
        width, kind = WIDTH[accessor["type"]], numpy.dtype(KIND[accessor["componentType"]])
        values = numpy.zeros((accessor["count"], width), kind)
        if "bufferView" in accessor:
            values = self.view(accessor["bufferView"], accessor.get("byteOffset", 0), accessor["count"], width, kind)
        if "sparse" in accessor:
            sparse = accessor["sparse"]
            count, rows = sparse["count"], sparse["indices"]
            values = values.copy()
            place = self.view(rows["bufferView"], rows.get("byteOffset", 0), count, 1, numpy.dtype(KIND[rows["componentType"]]))
            own = sparse["values"]
            values[place[:, 0]] = self.view(own["bufferView"], own.get("byteOffset", 0), count, width, kind)
        values = values.astype(numpy.float64)
        return values / numpy.iinfo(kind).max if accessor.get("normalized") else values

    def view(self, number, offset, count, width, kind):
        view = self.json["bufferViews"][number]
        start, stride = view.get("byteOffset", 0) + offset, view.get("byteStride", width * kind.itemsize)
        raw = numpy.frombuffer(self.bin, numpy.uint8)
        rows = numpy.lib.stride_tricks.as_strided(raw[start:], (count, width * kind.itemsize), (stride, 1))
        return numpy.ascontiguousarray(rows).view(kind)

    def animation(self, name):
        found = [one for one in self.json.get("animations", []) if one.get("name") == name]
        return found[0] if found else None

    def length(self, animation):
        return max(float(self.array(sampler["input"]).max()) for sampler in animation["samplers"])

    def moved(self, animation, time):
        """Translation, rotation and scale of each node."""
        places = [[list(node.get(key, default)) for key, default in zip(("translation", "rotation", "scale"), IDENTITY)] for node in self.nodes]
        for channel in animation["channels"] if animation else []:
            path, node = channel["target"]["path"], channel["target"].get("node")
            if node is None or path == "weights":
                continue
            sampler = animation["samplers"][channel["sampler"]]
            place = ("translation", "rotation", "scale").index(path)
            times, values = self.array(sampler["input"])[:, 0], self.array(sampler["output"])
            places[node][place] = sample(times, values, time, sampler.get("interpolation", "LINEAR"), path)
        return places

    def weights(self, animation, time, index):
        """Weights of the morph targets of a node's mesh."""
        mesh = self.json["meshes"][self.nodes[index]["mesh"]]
        count = len(mesh["primitives"][0].get("targets", []))
        weights = numpy.array(mesh.get("weights") or [0.0] * count)
        for channel in animation["channels"] if animation else []:
            if channel["target"]["path"] == "weights" and channel["target"].get("node") == index:
                sampler = animation["samplers"][channel["sampler"]]
                times, values = self.array(sampler["input"])[:, 0], self.array(sampler["output"])
                values = values.reshape(len(times), count)
                weights = sample(times, values, time, sampler.get("interpolation", "LINEAR"), "weights")
        return weights

    def morph_names(self):
        """Names of the morph targets of the meshes that have any."""
        meshes = [mesh for mesh in self.json["meshes"] if mesh["primitives"][0].get("targets")]
        return [mesh.get("extras", {}).get("targetNames") for mesh in meshes]

    def worlds(self, places):
        worlds = {}

        def world(index):
            if index not in worlds:
                node = self.nodes[index]
                own = numpy.array(node["matrix"]).reshape(4, 4).T if "matrix" in node else matrix(*places[index])
                above = self.parents.get(index)
                worlds[index] = own if above is None else world(above) @ own
            return worlds[index]

        return [world(index) for index in range(len(self.nodes))]

    def vertices(self, animation=None, time=0.0):
        """Where the first scene's vertices are, without coarser levels of detail."""
        coarse = {level for node in self.nodes for level in node.get("extensions", {}).get("MSFT_lod", {}).get("ids", [])}
        worlds = self.worlds(self.moved(animation, time))
        parts = []
        for index, node in enumerate(self.nodes):
            if "mesh" not in node or index in coarse:
                continue
            weights = self.weights(animation, time, index)
            for primitive in self.json["meshes"][node["mesh"]]["primitives"]:
                parts.append(self.placed(node, worlds[index], primitive, worlds, weights))
        return numpy.concatenate(parts)

    def placed(self, node, world, primitive, worlds, weights):
        attributes = primitive["attributes"]
        points = self.array(attributes["POSITION"])
        for target, weight in zip(primitive.get("targets", []), weights):
            if weight and "POSITION" in target:
                points = points + self.array(target["POSITION"]) * weight
        points = numpy.concatenate([points, numpy.ones((len(points), 1))], axis=1)
        if "skin" not in node or "JOINTS_0" not in attributes:
            return (points @ world.T)[:, :3]
        skin = self.json["skins"][node["skin"]]
        binds = self.array(skin["inverseBindMatrices"]).reshape(-1, 4, 4).transpose(0, 2, 1)
        joints = numpy.array([worlds[joint] for joint in skin["joints"]]) @ binds
        moved = numpy.zeros((len(points), 3))
        for set_number in range(2):
            if f"JOINTS_{set_number}" not in attributes:
                break
            which, weights = self.array(attributes[f"JOINTS_{set_number}"]).astype(int), self.array(attributes[f"WEIGHTS_{set_number}"])
            for slot in range(4):
                moved += weights[:, slot : slot + 1] * numpy.einsum("vij,vj->vi", joints[which[:, slot]], points)[:, :3]
        return moved


def matrix(translation, rotation, scale):
    x, y, z, w = numpy.array(rotation) / numpy.linalg.norm(rotation)
    turn = numpy.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
        ]
    )
    made = numpy.identity(4)
    made[:3, :3] = turn * numpy.array(scale)
    made[:3, 3] = translation
    return made


def sample(times, values, time, interpolation, path):
    if interpolation == "CUBICSPLINE":
        raise ValueError("splines aren't written by either side")
    after = int(numpy.searchsorted(times, time, side="right"))
    if after == 0 or after == len(times):
        return values[min(after, len(times) - 1)]
    a, b = values[after - 1], values[after]
    if interpolation == "STEP":
        return a
    share = (time - times[after - 1]) / (times[after] - times[after - 1])
    if path != "rotation":
        return a + (b - a) * share
    dot = float(numpy.dot(a, b))
    b, dot = (-b, -dot) if dot < 0 else (b, dot)
    if dot > 0.9999:
        mixed = a + (b - a) * share
        return mixed / numpy.linalg.norm(mixed)
    angle = numpy.arccos(dot)
    return (a * numpy.sin((1 - share) * angle) + b * numpy.sin(share * angle)) / numpy.sin(angle)
