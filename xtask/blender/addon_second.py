"""A second day of edits: the written files are read by `plain_files`, which shares no code with the library.

python addon_second.py FOLDER SAMPLES CORPUS [TEST]
"""

import math
import pathlib
import re
import shutil
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import addon_use
import bpy

# After bpy, which sets its path.
import bmesh  # isort: skip
from addon_use import activate, bring, done, files_of, jack, messages, new_cube, take
from plain_files import COLOUR, COLOUR_1, NORMAL, POSITION, TANGENT, animation, box, column, levels, model, near

folder, samples, corpus = (pathlib.Path(word) for word in addon_use.words()[:3])
addon_use.fresh()

MODELS = corpus / "urho/engine/Data/Models"
DATA = corpus / "urho-scene/urho3d/Data"


def project(name, *files):
    """A copy of files of the engine's data folder. Returns the paths of the copies."""
    place = folder / name / "Data"
    shutil.rmtree(place.parent, ignore_errors=True)
    for file in files:
        target = place / file.relative_to(DATA)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, target)
    return [place / file.relative_to(DATA) for file in files]


def finest():
    """The visible mesh object, which becomes the active one."""
    one = next(one for one in bpy.data.objects if one.type == "MESH" and one.visible_get())
    activate(one)
    return one


SEEN = set()
IS_OLD = bpy.app.version < (4, 0, 0)


def said(part):
    SEEN.update(messages())
    return any(part in one for one in messages())


def counts(own):
    return [len(buffer["vertices"]) for buffer in own["buffers"]], [[len(geometry["lods"]) for geometry in own["geometries"]], len(own["bones"])]


# ── line 1 ──────────────────────────────────────────────────────────────────────────────────────────────────────────────────


def static_with_levels():
    """A moved, rotated or scaled object takes its coarser levels along; a scale that was applied to one mesh alone is reported."""
    edits = {
        "moved": (lambda one: setattr(one.location, "z", 1.0), lambda at: (at[0], at[1] + 1.0, at[2], at[3], at[4] + 1.0, at[5])),
        "scaled": (lambda one: setattr(one, "scale", (2.0, 2.0, 2.0)), lambda at: tuple(2.0 * value for value in at)),
        "rotated": (lambda one: setattr(one, "rotation_euler", (0.0, 0.0, math.pi)), lambda at: (-at[3], at[1], -at[5], -at[0], at[4], -at[2])),
    }
    for name, (edit, expected) in edits.items():
        (own,) = project(f"static/{name}", DATA / "Models/Mushroom.mdl")
        before = model(own)
        bring(own)
        one = finest()
        one.rotation_mode = "XYZ"
        edit(one)
        done(own, materials=False)
        after = model(own)
        assert levels(after) == levels(before)
        for level in range(5):
            assert near(box(after, 0, level), expected(box(before, 0, level)), 1e-3), (name, level, box(before, 0, level), box(after, 0, level))
        assert said("levels of detail move along with the finest: 4"), messages()
    (own,) = project("static/applied", DATA / "Models/Mushroom.mdl")
    bring(own)
    one = finest()
    for vertex in one.data.vertices:
        vertex.co *= 2.0
    done(own, materials=False)
    assert said("apply the same scale to both"), messages()
    return sorted(edits)


def armature_places():
    """Where an armature is and how large it is shown isn't part of the model: no file changes, and a finding says so."""
    edits = {
        "scaled": lambda one: setattr(one, "scale", (2.0, 2.0, 2.0)),
        "stretched": lambda one: setattr(one, "scale", (1.0, 2.0, 1.0)),
        "moved": lambda one: setattr(one.location, "z", 1.0),
        "rotated": lambda one: (setattr(one, "rotation_mode", "XYZ"), setattr(one, "rotation_euler", (0.0, 0.0, 1.0))),
    }
    for name, edit in edits.items():
        place = jack(folder / "armature" / name)
        before = files_of(place)
        bring(place / "Jack.mdl")
        one = next(one for one in bpy.data.objects if one.type == "ARMATURE")
        activate(one)
        edit(one)
        now = one.matrix_basis.copy()
        done(place / "Jack.mdl", materials=False, replace=True)
        assert files_of(place) == before, (name, [key for key, data in files_of(place).items() if before.get(key) != data])
        assert said("moved, rotated or scaled in object mode"), messages()
        assert one.matrix_basis == now, "the armature isn't where it was"
    return sorted(edits)


# ── lines 2 and 3 ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def paint(mesh, name, colour):
    layer = mesh.color_attributes.new(name, "BYTE_COLOR", "CORNER")
    for one in layer.data:
        one.color = colour


def colours():
    """The paint of an object with a material is the first colour of the file, and a second layer is the second."""
    addon_use.fresh()
    cube = new_cube("Cube")
    cube.data.materials.append(bpy.data.materials.new("Plain"))
    paint(cube.data, "Paint", (1.0, 0.0, 0.0, 1.0))
    activate(cube)
    made = folder / "colours/Data/Models/Cube.mdl"
    done(made, replace=True)
    assert set(column(model(made), COLOUR)) == {(255, 0, 0, 255)} and COLOUR_1 not in model(made)["buffers"][0]["elements"]
    paint(cube.data, "More", (0.0, 0.0, 1.0, 1.0))
    cube.data.color_attributes.render_color_index = 1
    done(made, replace=True)
    own = model(made)
    assert set(column(own, COLOUR)) == {(255, 0, 0, 255)}, own["buffers"][0]["elements"]
    # The exporter of Blender 3 writes the first layer alone.
    assert IS_OLD or set(column(own, COLOUR_1)) == {(0, 0, 255, 255)}, own["buffers"][0]["elements"]
    assert cube.data.color_attributes.render_color_index == 1
    (own,) = project("colours/into", DATA / "Models/Mushroom.mdl")
    bring(own)
    paint(finest().data, "Paint", (1.0, 0.0, 0.0, 1.0))
    done(own, materials=False)
    assert (255, 0, 0, 255) in set(column(model(own), COLOUR)) and COLOUR_1 not in model(own)["buffers"][0]["elements"]
    return own.stat().st_size


MUSHROOM = (DATA / "Models/Mushroom.mdl", DATA / "Materials/Mushroom.xml", DATA / "Textures/Mushroom.dds")


def image_node(material):
    return next(node for node in material.node_tree.nodes if node.type == "TEX_IMAGE")


def second_material(mesh, name, image=None):
    """A new material on some faces, with an image if there is one."""
    made = bpy.data.materials.new(name)
    if image is not None:
        made.use_nodes = True
        node = made.node_tree.nodes.new("ShaderNodeTexImage")
        node.image = image
        shader = next(one for one in made.node_tree.nodes if one.type == "BSDF_PRINCIPLED")
        made.node_tree.links.new(node.outputs["Color"], shader.inputs["Base Color"])
    mesh.materials.append(made)
    for face in list(mesh.polygons)[:20]:
        face.material_index = len(mesh.materials) - 1
    return made


def materials():
    """A second material gets a list; its image gets a file, though it is called like an unedited one; saved paint is an edit."""
    own, *_ = project("materials/second", *MUSHROOM)
    bring(own)
    before = files_of(own.parents[1])
    second_material(finest().data, "Second")
    done(own, replace=True)
    assert own.with_suffix(".txt").read_text().split() == ["Materials/Mushroom.xml", "Materials/Second.xml"]
    assert len(model(own)["geometries"]) == 2 and (own.parents[1] / "Materials/Second.xml").is_file()
    assert files_of(own.parents[1])["Materials/Mushroom.xml"] == before["Materials/Mushroom.xml"]

    own, *_ = project("materials/image", *MUSHROOM)
    bring(own)
    one = finest()
    known = image_node(one.material_slots[0].material).image
    image = bpy.data.images.new(known.name, 4, 4)
    image.pixels[:] = [1.0, 0.0, 0.0, 1.0] * 16
    image.pack()
    second_material(one.data, "Second", image)
    done(own, replace=True)
    text = (own.parents[1] / "Materials/Second.xml").read_text()
    textures = [path.name for path in (own.parents[1] / "Textures").iterdir()]
    named = next(name for name in textures if f'name="Textures/{name}"' in text)
    # Blender 3 calls imported images Image, so that the unedited texture is written once more.
    extra = {"Image.png"} if IS_OLD else set()
    assert named != "Mushroom.dds" and set(textures) == {"Mushroom.dds", named} | extra, (named, textures)

    own, *_ = project("materials/painted", *MUSHROOM)
    bring(own)
    before = files_of(own.parents[1])
    image = image_node(finest().material_slots[0].material).image
    image.pixels.foreach_set([1.0, 0.0, 0.0, 1.0] * (image.size[0] * image.size[1]))
    image.update()
    image.pack()
    assert not image.is_dirty
    done(own, replace=True)
    after = files_of(own.parents[1])
    expected = {"Materials/Mushroom.xml", "Textures/Mushroom.png", *(f"Textures/{name}" for name in extra)}
    assert {name for name in after if after[name] != before.get(name)} == expected, sorted(after)
    assert b"Textures/Mushroom.png" in after["Materials/Mushroom.xml"]

    own, *_ = project("materials/sampler", *MUSHROOM)
    bring(own)
    before = files_of(own.parents[1])
    node = image_node(finest().material_slots[0].material)
    node.interpolation = "Closest"
    done(own, replace=True)
    # Every edit of a material resets its specular colour in Blender 3.
    assert (IS_OLD or files_of(own.parents[1]) == before) and said(f"the interpolation or extension of its node {node.name} changed"), messages()
    return named


# ── line 4 ──────────────────────────────────────────────────────────────────────────────────────────────────────────────────


def renamed_bone():
    """A renamed bone keeps its place, its children and its tracks."""
    place = jack(folder / "renamed")
    before, tracks = model(place / "Jack.mdl"), animation(place / "Jack_Walk.ani")["tracks"]
    bring(place / "Jack.mdl")
    armature = next(one for one in bpy.data.objects if one.type == "ARMATURE")
    activate(armature)
    armature.data.bones["Bip01_Neck"].name = "Neck of Jack"
    done(place / "Jack.mdl", materials=False, replace=True)
    after = model(place / "Jack.mdl")
    expected = ["Neck of Jack" if bone["name"] == "Bip01_Neck" else bone["name"] for bone in before["bones"]]
    assert [bone["name"] for bone in after["bones"]] == expected
    assert [bone["parent"] for bone in after["bones"]] == [bone["parent"] for bone in before["bones"]]
    now = {track["name"]: track for track in animation(place / "Jack_Walk.ani")["tracks"]}
    was = {track["name"]: track for track in tracks}
    assert "Neck of Jack" in now and "Bip01_Neck" not in now and len(now) == len(was), sorted(now)
    assert now["Neck of Jack"]["keys"] == was["Bip01_Neck"]["keys"]
    return len(expected)


def loose_vertex():
    """A vertex without a weight gets the nearest bone, and no bone is added; a deleted Armature modifier changes nothing."""
    place = jack(folder / "loose")
    before = model(place / "Jack.mdl")
    bring(place / "Jack.mdl", which="NONE")
    one = bpy.data.objects["Jack"]
    activate(one)
    for group in one.vertex_groups:
        group.remove([7])
    done(place / "Jack.mdl", materials=False, replace=True)
    after = model(place / "Jack.mdl")
    assert [bone["name"] for bone in after["bones"]] == [bone["name"] for bone in before["bones"]]
    assert said("1 vertices have no weight of a bone of Jack_Skeleton: they follow the nearest bone"), messages()
    assert not any(entry.group for entry in one.data.vertices[7].groups), "the weight is still there"
    place = jack(folder / "modifier")
    untouched = files_of(place)
    bring(place / "Jack.mdl", which="NONE")
    one = bpy.data.objects["Jack"]
    activate(one)
    one.modifiers.clear()
    done(place / "Jack.mdl", materials=False, replace=True)
    after = model(place / "Jack.mdl")
    assert counts(after)[1] == [[7, 7], 67] and said("its Armature modifier was deleted"), (counts(after), messages())
    assert not one.modifiers
    return len(untouched["Jack.mdl"]), (place / "Jack.mdl").stat().st_size


# ── lines 5 and 6 ───────────────────────────────────────────────────────────────────────────────────────────────────────────


# Blender rounds the vertices of its rig, which is in centimetres, by up to 0.00006 of its size, which counts as an edit.
IN_CENTIMETRES = "Kachujin"


def small_edits():
    """One moved vertex changes few others. Vertices before and after, bytes before and after, and changed normals and tangents."""
    told = {}
    for source in (MODELS / "Jack.mdl", MODELS / "Mushroom.mdl", MODELS / "Kachujin/Kachujin.mdl", MODELS / "Mutant/Mutant.mdl", MODELS / "NinjaSnowWar/Ninja.mdl"):
        own = addon_use.project(folder / "small" / source.stem, [source]) / source.name
        bring(own, which="NONE")
        finest().data.vertices[100].co.x += 0.01
        done(own, materials=False)
        before, after = model(source), model(own)
        was, now = (len(one["buffers"][0]["vertices"]) for one in (before, after))
        assert levels(after) == levels(before) and now <= was + 20, (source.stem, was, now)
        assert own.stat().st_size <= 1.005 * source.stat().st_size, (source.stem, own.stat().st_size)
        changed = {}
        for name, element in (("normals", NORMAL), ("tangents", TANGENT)):
            if element in before["buffers"][0]["elements"]:
                known = {}
                for vertex in before["buffers"][0]["vertices"]:
                    known.setdefault(vertex[POSITION], set()).add(vertex[element])
                changed[name] = sum(vertex[element] not in known.get(vertex[POSITION], ()) for vertex in after["buffers"][0]["vertices"])
        assert source.stem == IN_CENTIMETRES or all(count <= 24 for count in changed.values()), (source.stem, changed)
        told[source.stem] = [was, now, source.stat().st_size, own.stat().st_size, changed]
    return told


def shape_key():
    """A shape key of one vertex has one record, and its slider isn't baked into the vertices."""
    own = addon_use.project(folder / "key", [MODELS / "Mushroom.mdl"]) / "Mushroom.mdl"
    before = model(own)
    bring(own)
    one = finest()
    one.shape_key_add(name="Basis")
    bump = one.shape_key_add(name="Bump")
    bump.data[100].co.x += 0.05
    bump.value = 1.0
    done(own, materials=False, lossy=True)
    after = model(own)
    assert [(morph["name"], [len(rows) for _, _, rows in morph["buffers"]]) for morph in after["morphs"]] == [("Bump", [1])], after["morphs"]
    number, moved = after["morphs"][0]["buffers"][0][2][0]
    assert near(moved[:3], (-0.05, 0.0, 0.0), 1e-4) or near(moved[:3], (0.05, 0.0, 0.0), 1e-4), moved
    assert after["buffers"][0]["vertices"][number][POSITION] in set(column(before, POSITION)), "the slider is baked into the vertex"
    return len(after["buffers"][0]["vertices"])


def scaled_import():
    """An import with Scale 10 and an edit: distances, size and shared vertices are the original's."""
    own = addon_use.project(folder / "scaled", [MODELS / "Mushroom.mdl"]) / "Mushroom.mdl"
    before = model(own)
    bring(own, scale=10.0)
    finest().data.vertices[100].co.x += 0.1
    done(own, materials=False)
    after = model(own)
    assert near(levels(after)[0], levels(before)[0], 1e-3) and near(after["box"], before["box"], 0.02), (levels(after), after["box"])
    assert counts(after)[0][0] <= counts(before)[0][0] + 12, (counts(before), counts(after))
    return counts(before)[0], counts(after)[0]


# ── line 7 ──────────────────────────────────────────────────────────────────────────────────────────────────────────────────


def scenes():
    """Unedited scenes and prefabs exported into themselves change no byte of any file."""
    told, roots = {}, [(corpus / "urho-scene" / name, corpus / "urho-scene" / data) for name, data in (("urho3d", "urho3d"), ("rbfx", "rbfx"), ("engine-written", "urho3d"))]
    for root, data in roots:
        for source in sorted(path for path in root.rglob("*") if path.is_file() and {"Scenes", "Objects", "Prefabs"} & set(path.parts) and "AssetImporter" not in path.parts):
            if addon_use.package().library.needed().open(source).format not in ("urho-scene", "urho-prefab"):
                continue
            place = folder / "scenes"
            shutil.rmtree(place, ignore_errors=True)
            shutil.copytree(data, place, copy_function=shutil.copyfile)
            own = place / (source.relative_to(root) if root == data else pathlib.Path("Data") / source.relative_to(root))
            own.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, own)
            before = files_of(place)
            package = bring(own)
            objects = list(bpy.context.scene.objects)
            form = package.formats.format_for(str(own), package.sources.of_object(objects[0]) if objects else None)
            wrong = take(own, format=form)
            after = files_of(place)
            changed = sorted(name for name in {*before, *after} if before.get(name) != after.get(name))
            told[source.relative_to(corpus).as_posix()] = wrong or changed or "identical"
    different = {name: how for name, how in told.items() if how != "identical"}
    assert len(told) >= 38 and not different, different
    return f"{sum(how == 'identical' for how in told.values())} of {len(told)}"


# ── lines 9, 10 and 11 ──────────────────────────────────────────────────────────────────────────────────────────────────────


def text_and_modes():
    """Text of Pragma; the format comes from the name; edit mode stays and its edits are exported; dots belong to names."""
    made = folder / "text/models/soldier.pmdl"
    soldier = corpus / "udm/pragma/models/player/soldier.pmdl_b"
    bring(soldier)
    done(made, materials=False, replace=True)
    text = made.read_text()
    assert text.startswith('"assetData"') and all(f'"{name}"' in text for name in ("walk", "idle", "skeleton")), text[:200]
    said("")
    place = addon_use.project(folder / "modes", [MODELS / "Mushroom.mdl"])
    own = place / "Mushroom.mdl"
    bring(own)
    one = finest()
    bpy.ops.object.mode_set(mode="EDIT")
    edited = bmesh.from_edit_mesh(one.data)
    for vertex in edited.verts:
        vertex.co.z += 1.0
    bmesh.update_edit_mesh(one.data)
    before = box(model(own))
    done(own, materials=False, replace=True)
    assert one.mode == "EDIT" and abs(box(model(own))[4] - before[4] - 1.0) < 1e-3, (one.mode, box(model(own)))
    bpy.ops.object.mode_set(mode="OBJECT")
    addon_use.fresh()
    hero = new_cube("Hero_1.0")
    activate(hero)
    done(folder / "names/Models/any.mdl", per_object=True, what="VISIBLE", materials=False, replace=True)
    done(folder / "names/Models/Other_2.0.mdl", materials=False, replace=True)
    done(folder / "names/Models/Other_2.0.pmdl_b", materials=False, replace=True)
    names = sorted(path.name for path in (folder / "names/Models").iterdir())
    assert names == ["Hero_1.0.mdl", "Other_2.0.mdl", "Other_2.0.pmdl_b"], names
    return len(text)


def large_folder():
    """A folder of 400 models comes in by a program that tells each file, and stops when it is told to."""
    package = addon_use.package()
    place, blends = folder / "large/in", folder / "large/out"
    shutil.rmtree(place.parent, ignore_errors=True)
    place.mkdir(parents=True)
    for number in range(400):
        shutil.copyfile(MODELS / "Box.mdl", place / f"a_box_with_a_long_name_so_that_the_lines_fill_the_pipe_{number:03}.mdl")
    words = ["in", str(place), "-o", str(blends), "--addon", addon_use.MODULE]
    command = [bpy.app.binary_path, "-b", "--python", package.batch.__file__, "--", *words] if bpy.app.binary_path else [sys.executable, package.batch.__file__, *words]
    child = package.child if hasattr(package, "child") else sys.modules[f"{addon_use.MODULE}.child"]
    one, start, seen = child.Child(command), time.monotonic(), set()
    while one.is_running() and time.monotonic() - start < 300.0:
        seen.add(one.done)
        time.sleep(0.05)
    assert not one.is_running() and (one.total, one.done) == (400, 400) and not one.errors, (one.total, one.done, one.errors[:3])
    assert len(seen) > 5 and len(list(blends.glob("*.blend"))) == 400, seen
    took = time.monotonic() - start
    shutil.rmtree(blends)
    one = child.Child(command)
    while one.done < 5 and one.is_running():
        time.sleep(0.05)
    one.cancel()
    one.wait()
    left = len(list(blends.glob("*.blend")))
    assert 5 <= left < 400 and one.summary().startswith("Cancelled after"), (left, one.summary())
    shutil.rmtree(place.parent)
    return f"{took:.0f} s; {one.summary()}"


def words():
    """No message has an option of the command, or a place without a name."""
    wrong = [one for one in SEEN if re.search(r"(?<![\w-])--[a-z]|the option |^: |: :|\(rule", one)]
    assert len(SEEN) >= 5 and not wrong, (len(SEEN), wrong)
    return len(SEEN)


addon_use.run(
    (static_with_levels, armature_places, colours, materials, renamed_bone, loose_vertex, small_edits, shape_key, scaled_import, scenes, text_and_modes, large_folder, words)
)
