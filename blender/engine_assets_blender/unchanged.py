"""Names that Blender numbered, and actions and materials that nobody edited: they go back as they were."""

import hashlib
import json
import pathlib
import zlib

import bpy

from . import curves, glb, meshes, tables

NAME, PRINT, SAMPLERS = "ea_name", "ea_print", "ea_samplers"
# Choices of shader nodes.
HOW = ("interpolation", "extension", "projection", "operation", "blend_type", "use_clamp", "clamp_result", "data_type", "uv_map", "attribute_name")
# Name of nodes without one while Blender imports them, and the name that Blender shows instead.
UNNAMED, SHOWN = "ea unnamed", "ea_shown"
# Extensions of material files.
MATERIALS = (".xml", ".json", ".material", ".pmat", ".pmat_b")
# The add-on's own data. Blender before 5 keeps its fields among the custom properties.
OURS = ("ea_", "engine_assets_")


def name_all(document):
    """Gives nodes without a name one that `keep_names` knows: Blender would name them after their meshes, and the file has no such names."""
    for node in document.get("nodes", []):
        if not node.get("name"):
            node["name"] = UNNAMED


def keep_unnamed(objects):
    """Renames objects of nodes without a name for people, and remembers that the file has none."""
    for one in (one for one in objects if tables.plain(one.name) == UNNAMED):
        one.name = tables.plain(one.data.name) if one.data is not None else "Node"
        one[NAME], one[SHOWN] = "", one.name


def keep_names(objects, document):
    """Stores the file's names of imported objects, meshes and materials."""
    keep_unnamed(objects)
    names = {kind: {one.get("name", "") for one in document.get(kind, [])} for kind in ("nodes", "meshes", "materials")}
    # Blender names armatures after skins.
    names["nodes"] |= {one.get("name", "") for one in document.get("skins", [])}
    for one in objects:
        if one.get(NAME) != "":
            keep_name(one, names["nodes"])
        if one.type == "MESH":
            keep_name(one.data, names["meshes"])
    for material in materials_of(objects):
        keep_name(material, names["materials"])


def remember(objects, actions, rate):
    """Stores fingerprints of imported or exported objects, materials and actions."""
    for material in materials_of(objects):
        material[PRINT] = material_print(material)
        material[SAMPLERS] = json.dumps(samplers_of(material))
    meshes.remember(objects)
    curves.remember(actions, objects, rate)


def keep_name(thing, names):
    """Stores the name that a thing has in its file."""
    plain = tables.plain(thing.name)
    thing[NAME] = plain if plain in names and thing.name not in names else thing.name


def materials_of(objects):
    found = {slot.material for one in objects if one.type == "MESH" for slot in one.material_slots if slot.material is not None}
    return sorted(found, key=lambda material: material.name)


def file_names(objects):
    """Names to give back: {kind: {name in Blender: name in the file}}, where no other thing has that name."""
    things = {
        "nodes": objects,
        "meshes": {one.data for one in objects if one.type == "MESH"},
        "materials": materials_of(objects),
    }
    return {kind: renamed(list(own)) for kind, own in things.items()}


def renamed(things):
    """Things that Blender numbered. A thing that a person renamed keeps its new name."""
    numbered = {one.name: one[NAME] for one in things if NAME in one and one.name != one[NAME] and tables.plain(one.name) == one[NAME]}
    taken = [one.name for one in things if one.name not in numbered]
    counts = {name: list(numbered.values()).count(name) for name in numbered.values()}
    return {now: own for now, own in numbered.items() if own not in taken and counts[own] == 1}


def give_names(document, objects):
    """Gives nodes, meshes and materials of a glTF their names in the file."""
    unnamed = {one.name for one in objects if one.get(NAME) == "" and one.get(SHOWN) == one.name}
    for node in (node for node in document.get("nodes", []) if node.get("name") in unnamed):
        del node["name"]
    for kind, names in file_names(objects).items():
        for one in document.get(kind, []):
            if one.get("name") in names:
                one["name"] = names[one["name"]]


def is_whole(objects, source):
    """Whether all meshes of a model are exported as they were imported, and no others."""
    own = [one for one in objects if one.type in ("MESH", "CURVE", "FONT", "SURFACE", "META")]
    return bool(own) and sorted(one.get(NAME, "") for one in own) == source.meshes and all(map(meshes.is_unchanged, own))


def without_meshes(document, objects, everything=False):
    """Takes unedited meshes, or all, out of a glTF: the library keeps those of the original."""
    names = {one.name for one in objects if one.type == "MESH" and (everything or meshes.is_unchanged(one))}
    for node in document.get("nodes", []):
        if "mesh" in node and node.get("name") in names:
            del node["mesh"]
            node.pop("skin", None)
    glb.drop_unused_meshes(document)


# ── materials ───────────────────────────────────────────────────────────────────────────────────────────────────────────────


def is_same_material(material):
    return PRINT in material and material[PRINT] == material_print(material)


def material_print(material):
    """A hash of everything that an export reads of a material."""
    parts = [material.use_backface_culling, getattr(material, "blend_method", ""), round(getattr(material, "alpha_threshold", 0.0), 5)]
    parts += sorted(custom(material))
    parts += [technique] if (technique := material.engine_assets_technique) else []
    if material.use_nodes and material.node_tree is not None:
        parts += nodes_of(material.node_tree)
    else:
        parts += [plain(material.diffuse_color), plain(material.metallic), plain(material.roughness)]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


def custom(thing):
    return [[key, str(value)] for key, value in thing.items() if not key.startswith(OURS) and isinstance(value, (str, int, float))]


def nodes_of(tree):
    """Values of all nodes and their links."""
    found = []
    for node in sorted(tree.nodes, key=lambda node: node.name):
        image = getattr(node, "image", None)
        values = [[socket.identifier, plain(getattr(socket, "default_value", None))] for socket in node.inputs if not socket.is_linked]
        how = [str(getattr(node, name, "")) for name in HOW]
        found.append([node.name, node.bl_idname, image_print(image) if image else "", node.mute, how, values])
    links = [[link.from_node.name, link.from_socket.identifier, link.to_node.name, link.to_socket.identifier] for link in tree.links]
    return [*found, *sorted(links)]


def image_print(image):
    """Everything that an export reads of an image: also pixels that were painted and saved."""
    parts = [image.name, image.is_dirty, image.colorspace_settings.name, image.alpha_mode]
    if image.packed_file is not None:
        return [*parts, zlib.adler32(image.packed_file.data)]
    path = pathlib.Path(bpy.path.abspath(image.filepath, library=image.library)) if image.filepath else None
    return [*parts, str(path), zlib.adler32(path.read_bytes()) if path is not None and path.is_file() else 0]


def samplers_of(material):
    """Interpolation and extension of the image nodes of a material."""
    nodes = material.node_tree.nodes if material.use_nodes and material.node_tree else ()
    return {node.name: [node.interpolation, node.extension] for node in nodes if node.bl_idname == "ShaderNodeTexImage"}


def changed_samplers(material):
    """Names of the image nodes of an imported material whose interpolation or extension changed."""
    before = json.loads(material.get(SAMPLERS, "{}"))
    return [name for name, how in samplers_of(material).items() if before.get(name, how) != how]


def plain(value):
    """A value of Blender as JSON has it."""
    if isinstance(value, float):
        return round(value, 5)
    if isinstance(value, (str, int)) or value is None:
        return value
    try:
        return [round(one, 5) for one in value]
    except TypeError:
        return ""


def without_materials(files, objects):
    """Files of an export into the original, without those of unedited materials, and without a new list if all are unedited."""
    own = materials_of(objects)
    same = {pathlib.PurePath(material[NAME]).stem.lower() for material in own if is_same_material(material)}
    if len(same) == len({material.name for material in own}):
        return [file for file in files if is_part_of_model(file[0], files[-1][0])]
    texture = textures_of(own)

    def is_kept(name):
        path = pathlib.PurePath(name)
        if is_part_of_model(name, files[-1][0]) or is_list(name, files[-1][0]):
            return True
        return path.stem.lower() not in same if path.suffix.lower() in MATERIALS else texture(name)

    return [file for file in files if is_kept(file[0])]


def without_resources(files, objects):
    """Files of a scene that is exported into the original, without models and materials that nobody edited, and without textures of those alone."""
    materials = materials_of(objects)
    edited = [material for material in materials if not is_same_material(material)]
    own = [one for one in objects if one.type == "MESH"]
    edited_meshes = {stem_of(one.data) for one in own if not meshes.is_same_data(one)}
    same = {stem_of(material) for material in materials} - {stem_of(material) for material in edited}
    same_meshes = {stem_of(one.data) for one in own} - edited_meshes
    images = {stem for material in edited for stem in image_stems(material)}

    def is_kept(name):
        path = pathlib.PurePath(name.lower())
        if path.suffix == ".mdl":
            return path.stem not in same_meshes
        if "textures" in path.parts:
            return bool(edited) and any(path.stem.startswith(image) for image in images)
        return "materials" not in path.parts or path.stem not in same

    return [*(file for file in files[:-1] if is_kept(file[0])), files[-1]]


def textures_of(materials):
    """A function that says whether a texture's file is of an edited material: of those of unedited ones alone, the originals stay."""
    images = {True: set(), False: set()}
    for material in materials:
        images[is_same_material(material)] |= image_stems(material)
    is_of = lambda name, kind: any(pathlib.PurePath(name).stem.lower().startswith(image) for image in images[kind])  # noqa: E731
    return lambda name: is_of(name, False) or not is_of(name, True)


def image_stems(material):
    """Beginnings of the names of a material's texture files, in lower case: names of images without Blender's numbers and without extensions."""
    plain_names = (tables.plain(name).lower() for name in images_of(material))
    return {name.rpartition(".")[0] or name for name in plain_names}


def is_list(name, model):
    """Whether a file is the list of a model's materials."""
    path, own = pathlib.PurePath(name), pathlib.PurePath(model)
    return path.suffix.lower() == ".txt" and path.parent == own.parent


def stem_of(thing):
    """The name of a thing in its file, as the stem of a file."""
    return pathlib.PurePath(thing.get(NAME, thing.name)).stem.lower()


def images_of(material):
    nodes = material.node_tree.nodes if material.use_nodes and material.node_tree else ()
    return [node.image.name for node in nodes if getattr(node, "image", None) is not None]


def is_part_of_model(name, model):
    """Whether a file is a model, an animation or a side file, not one of its materials."""
    path, own = pathlib.PurePath(name), pathlib.PurePath(model)
    return path.suffix.lower() in (".ani", own.suffix.lower()) or (path.parent == own.parent and path.suffix.lower() in (".xml", ".json"))
