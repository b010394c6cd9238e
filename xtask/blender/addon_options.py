"""Options of imports and exports: scale, facing, bone drawing, material files, baking.

python addon_options.py FOLDER SAMPLES CORPUS [TEST]
"""

import pathlib
import shutil
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import addon_use
import bpy
import numpy
from mathutils import Vector, kdtree  # isort: skip
from addon_use import action, activate, bring, done, files_of, jack, messages, new_cube, nudge

folder, samples, corpus = (pathlib.Path(word) for word in addon_use.words()[:3])
addon_use.fresh()
import engine_assets as ea

SOLDIER = corpus / "udm/pragma/models/player/soldier.pmdl_b"
CRATE = corpus / "urho/engine/Data/Models/NinjaSnowWar/SnowCrate.mdl"
PLACE = {"apply_scale": True, "turn": True}


def armature():
    return next(one for one in bpy.data.objects if one.type == "ARMATURE")


def corners(one):
    """Corners of a mesh in the world."""
    bpy.context.view_layer.update()
    return numpy.array([one.matrix_world @ vertex.co for vertex in one.data.vertices])


def meshes():
    return sorted((one for one in bpy.context.scene.objects if one.type == "MESH"), key=lambda one: one.name)


def move_and_key(name):
    """Edits a vertex and all keys of an action."""
    mesh = meshes()[0]
    activate(mesh)
    scale = mesh.matrix_world.to_scale()[0]
    mesh.data.vertices[0].co.z += 0.1 / scale
    if name:
        nudge(action(name))


def positions(path, clip):
    """Positions of a model's vertices, and the values of an animation at frames: runs of equal values have keys at their ends only."""
    scene = ea.open(path).scene(animations=[path.with_name(f"{clip}.ani")] if path.suffix == ".mdl" and clip else [])
    places = numpy.concatenate([one.positions for one in scene.primitives])
    channels = [channel for one in scene.clips if one.name == clip for channel in one.channels]
    end = max((float(channel.times[-1]) for channel in channels), default=0.0)
    frames = numpy.arange(0.0, end + 1e-3, 1.0 / 24.0)
    keys = [numpy.interp(frames, channel.times, column) for channel in channels for column in channel.values.T]
    return places, numpy.concatenate(keys) if keys else numpy.zeros(0)


def distances(points, others):
    """The distance of each point to the nearest one of others; points at one place count once."""
    others = numpy.unique(others, axis=0)
    tree = kdtree.KDTree(len(others))
    for number, place in enumerate(others):
        tree.insert(Vector(place.tolist()), number)
    tree.balance()
    return [tree.find(Vector(place.tolist()))[2] for place in numpy.unique(points, axis=0)]


def placing():
    """Applied scales and turned models go back into the original as they were."""
    told = {}
    for name, source, scale, clip, form in (
        ("soldier", SOLDIER, 1.0, "walk", "PMDL_B"),
        ("jack", None, 2.0, "Jack_Walk", "MDL"),
        ("crate", CRATE, 3.0, None, "MDL"),
    ):
        made = {}
        for kind, options in (("plain", {}), ("placed", {**PLACE, "scale": scale}), ("scaled", {"scale": scale})):
            place = folder / "placing" / name / kind
            own = (addon_use.project(place, [source]) / source.name) if source else (jack(place) / "Jack.mdl")
            bring(own, **options)
            before = files_of(place)
            done(own, format=form, materials=False, replace=True)
            assert files_of(place) == before, (name, kind, [key for key, data in files_of(place).items() if before.get(key) != data])
            now = corners(meshes()[0])
            if kind == "plain":
                first = now
            sides = {"plain": (1.0, 1.0, 1.0), "placed": (-scale, -scale, scale), "scaled": (scale, scale, scale)}[kind]
            apart = numpy.abs(now - first * sides).max()
            assert apart < 1e-4, (name, kind, apart)
            sizes = {round(value, 5) for one in bpy.data.objects if "ea_source" in one for value in one.scale}
            assert kind != "placed" or sizes == {1.0}, sizes
            move_and_key(clip)
            done(own, format=form, materials=False, replace=True)
            made[kind] = positions(own, clip)
        for kind in ("placed", "scaled"):
            # The edited vertex moved by 0.1 in the scaled scene.
            size = numpy.abs(made["plain"][0]).max()
            far = sum(distance > 1e-4 * size for distance in distances(made[kind][0], made["plain"][0]))
            assert far <= 12, (name, kind, far)
            assert made[kind][1].shape == made["plain"][1].shape
            keys = numpy.sort(numpy.abs(made[kind][1] - made["plain"][1]))[:-8] if clip else numpy.zeros(1)
            assert keys.max() < 2e-3, (name, kind, keys.max())
            told[f"{name} {kind}"] = (far, float(keys.max()))
    return told


def bone_drawing():
    """Bones are drawn towards their children, and their axes are those of the file."""
    rests = {}
    for drawn in (False, True):
        place = jack(folder / "bone_drawing")
        bring(place / "Jack.mdl", draw_bones=drawn)
        own = armature()
        rests[drawn] = [[round(value, 6) for row in bone.matrix_local for value in row] for bone in own.data.bones]
    assert rests[False] == rests[True]
    before = files_of(place)
    done(place / "Jack.mdl", replace=True)
    assert files_of(place) == before
    arm, hand = own.pose.bones["Bip01_L_UpperArm"], own.pose.bones["Bip01_L_Forearm"]
    turn = arm.custom_shape_rotation_euler.to_matrix()
    tip = arm.bone.matrix_local @ (turn @ Vector((0.0, arm.custom_shape_scale_xyz[1], 0.0)))
    assert (tip - hand.bone.head_local).length < 1e-5, (tip, hand.bone.head_local)
    nudge(action("Jack_Walk"))
    meshes()[0].data.vertices[0].co.x += 0.01
    done(place / "Jack.mdl", materials=False, replace=True)
    assert files_of(place).keys() == before.keys(), files_of(place).keys() ^ before.keys()
    return len(rests[True])


def shader_of(material):
    material.use_nodes = True
    return next(node for node in material.node_tree.nodes if node.type == "BSDF_PRINCIPLED")


def cube_with_materials(*names):
    """A new cube with texture coordinates; its faces use materials in turn."""
    cube = new_cube("Cube")
    cube.data.uv_layers.new(name="UV")
    for loop, entry in enumerate(cube.data.uv_layers[0].data):
        entry.uv = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))[loop % 4]
    for name in names:
        material = bpy.data.materials.new(name)
        material.use_nodes = True
        cube.data.materials.append(material)
    for face in cube.data.polygons:
        face.material_index = face.index % len(names)
    activate(cube)
    return cube


def material_files():
    """A chosen material file replaces a material of Blender, in models and scenes; a missing one is reported."""
    data = folder / "material_files/Data"
    shutil.rmtree(data.parent, ignore_errors=True)
    (data / "Materials").mkdir(parents=True)
    stone = corpus / "urho-scene/urho3d/Data/Materials/Stone.xml"
    shutil.copyfile(stone, data / "Materials/Stone.xml")
    addon_use.fresh()
    cube = cube_with_materials("Own", "Grey")
    own, grey = cube.data.materials
    own.engine_assets_file = "Materials/Stone.xml"
    done(data / "Models/Cube.mdl", replace=True)
    assert (data / "Models/Cube.txt").read_text().split() == ["Materials/Stone.xml", "Materials/Grey.xml"], (data / "Models/Cube.txt").read_text()
    assert (data / "Materials/Stone.xml").read_bytes() == stone.read_bytes() and not (data / "Materials/Own.xml").exists()
    grey.engine_assets_file = str(stone)
    done(data / "Scenes/Cube.xml", format="SCENE_XML", replace=True)
    assert "Materials/Stone.xml" in (data / "Scenes/Cube.xml").read_text() and "Grey" not in (data / "Scenes/Cube.xml").read_text()
    for text, words in (("Materials/Nowhere.xml", "isn't found"), ("materials/stone.pmat", "isn't one of this engine")):
        grey.engine_assets_file = text
        done(data / "Models/Cube.mdl", replace=True)
        assert any(words in one and one.startswith("Grey") for one in messages()), messages()
    pragma = folder / "material_files/game"
    shutil.copytree(corpus / "udm/pragma/materials", pragma / "materials")
    file = next(path for path in sorted(pragma.rglob("*.pmat")))
    own.engine_assets_file, grey.engine_assets_file = file.relative_to(pragma).as_posix(), ""
    done(pragma / "models/cube.pmdl_b", format="PMDL_B", replace=True)
    names = ea.open(pragma / "models/cube.pmdl_b").document()["materials"]
    assert file.relative_to(pragma / "materials").with_suffix("").as_posix() in [name.removesuffix(".pmat") for name in names], (names, file, messages())
    return names


def baking():
    """Calculated colours are reported with the material's name, and baked if asked; Blender's materials stay as they are."""
    shutil.rmtree(folder / "baking", ignore_errors=True)
    addon_use.fresh()
    cube = cube_with_materials("Noisy", "Plain")
    tree, shader = cube.data.materials[0].node_tree, shader_of(cube.data.materials[0])
    checker = tree.nodes.new("ShaderNodeTexChecker")
    checker.inputs["Color1"].default_value, checker.inputs["Color2"].default_value = (1.0, 0.0, 0.0, 1.0), (0.0, 0.0, 1.0, 1.0)
    checker.inputs["Scale"].default_value = 2.0
    tree.links.new(tree.nodes.new("ShaderNodeTexCoord").outputs["UV"], checker.inputs["Vector"])
    tree.links.new(checker.outputs["Color"], shader.inputs["Base Color"])
    count = len(tree.nodes)
    done(folder / "baking/plain/Models/Cube.mdl", replace=True)
    assert any(one.startswith("Noisy: its Base Color is calculated by") for one in messages()), messages()
    place = folder / "baking/baked"
    done(place / "Models/Cube.mdl", replace=True, bake=True, bake_size=32)
    assert not any("is calculated by" in one or "can't be baked" in one for one in messages()), messages()
    assert len(tree.nodes) == count and shader.inputs["Base Color"].links[0].from_node == checker, "the material changed"
    assert not [one for one in bpy.data.images if "Noisy" in one.name] and bpy.context.scene.render.engine != "CYCLES"
    textures = [path for path in files_of(place) if path.startswith("Textures/")]
    assert len(textures) == 1 and "Noisy" in textures[0] and textures[0] in (place / "Materials/Noisy.xml").read_text(), textures
    image = bpy.data.images.load(str(place / textures[0]))
    pixels = numpy.array(image.pixels[:]).reshape(-1, 4)[:, :3]
    reds, blues = (int((numpy.abs(pixels - colour).max(axis=1) < 0.2).sum()) for colour in ((1.0, 0.0, 0.0), (0.0, 0.0, 1.0)))
    assert min(reds, blues) > 300, (reds, blues, pixels[:4].tolist())
    cube.data.uv_layers.remove(cube.data.uv_layers[0])
    done(place / "Models/Cube.mdl", replace=True, bake=True, bake_size=32)
    assert any("Noisy: its Base Color can't be baked" in one for one in messages()), messages()
    return textures, reds, blues


def with_normal_map(material):
    """Tangents are for normal maps."""
    material.use_nodes = True
    tree, image = material.node_tree, bpy.data.images.new("Bumps", 4, 4)
    image.pixels[:] = [0.5, 0.5, 1.0, 1.0] * 16
    image.pack()
    texture, bumps = tree.nodes.new("ShaderNodeTexImage"), tree.nodes.new("ShaderNodeNormalMap")
    texture.image = image
    shader = next(node for node in tree.nodes if node.type == "BSDF_PRINCIPLED")
    tree.links.new(texture.outputs["Color"], bumps.inputs["Color"])
    tree.links.new(bumps.outputs["Normal"], shader.inputs["Normal"])


def vertex_elements():
    """Vertex elements, origins, and one file per object."""
    place = folder / "vertex_elements"
    shutil.rmtree(place, ignore_errors=True)
    addon_use.fresh()
    cube = cube_with_materials("One")
    with_normal_map(cube.data.materials[0])
    cube.data.uv_layers.new(name="Light")
    (cube.data.color_attributes.new(name="Colour", type="BYTE_COLOR", domain="CORNER") if hasattr(cube.data, "color_attributes") else cube.data.vertex_colors.new())
    cube.location = (5.0, 0.0, 0.0)
    elements = {}
    for name, options in (("All", {}), ("Few", {"tangents": False, "colours": False, "second_uv": False, "own_origin": True})):
        done(place / f"Models/{name}.mdl", materials=False, replace=True, **options)
        model = ea.open(place / f"Models/{name}.mdl")
        elements[name] = [element["semantic"] for element in model.summary()["vertex_buffers"][0]["elements"]]
        middle = model.scene().primitives[0].positions.mean(axis=0)
        assert abs(abs(float(middle[0])) - (5.0 if name == "All" else 0.0)) < 1e-4, middle
    # Tangents, texture coordinates and colours have these numbers.
    counts = {number: [found.count(number) for found in elements.values()] for number in (3, 4, 5)}
    assert counts[3] == [1, 0] and counts[4] == [2, 1] and counts[5][0] > 0 == counts[5][1], elements
    new_cube("Second")
    done(place / "Each/Models/any.mdl", what="VISIBLE", per_object=True, materials=False, replace=True)
    assert sorted(path.name for path in (place / "Each/Models").iterdir()) == ["Cube.mdl", "Second.mdl"]
    return elements


def animations_alone():
    """Animations alone, and a choice of actions."""
    own = jack(folder / "animations_alone_jack")
    bring(own / "Jack.mdl")
    before = files_of(own)
    move_and_key("Jack_Walk")
    action("Jack_Walk").engine_assets_export = False
    done(own / "Jack.mdl", materials=False, replace=True, only_animations=True)
    assert files_of(own) == before
    action("Jack_Walk").engine_assets_export = True
    done(own / "Jack.mdl", materials=False, replace=True, only_animations=True)
    changed = [name for name, data in files_of(own).items() if before.get(name) != data]
    assert changed == ["Jack_Walk.ani"], changed
    # The edited mesh wasn't exported, and still counts as edited.
    done(own / "Jack.mdl", materials=False, replace=True)
    assert files_of(own)["Jack.mdl"] != before["Jack.mdl"]
    bring(SOLDIER)
    move_and_key("walk")
    made = folder / "animations_alone/models/soldier.pmdl_b"
    done(made, format="PMDL_B", only_animations=True, replace=True)
    was, now = (ea.open(path).document().to_dict() for path in (SOLDIER, made))
    assert [key for key in was if was[key] != now[key]] == ["animations"], [key for key in was if was[key] != now[key]]
    return changed


addon_use.run((placing, bone_drawing, material_files, baking, vertex_elements, animations_alone))
