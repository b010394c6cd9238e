"""An artist's normal day: no edit is lost, merged or made small.

python addon_day.py FOLDER SAMPLES CORPUS [TEST]
"""

import pathlib
import re
import shutil
import sys
import time
from types import SimpleNamespace

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import addon_use
import bpy
from addon_use import action, activate, bring, done, files_of, jack, messages, new_cube, new_object, nudge, take

folder, samples, corpus = (pathlib.Path(word) for word in addon_use.words()[:3])
addon_use.fresh()
import engine_assets as ea

SOLDIER = corpus / "udm/pragma/models/player/soldier.pmdl_b"
URHO = corpus / "urho/engine/Data/Models"
SCENE = corpus / "urho-scene/urho3d/Data/Scenes/SceneLoadExample.xml"


def scenes():
    """New objects of a scene are exported by default; hidden ones aren't."""
    bring(SCENE)
    light = new_object("NewLamp", bpy.data.lights.new("NewLamp", "POINT"))
    cube, hidden = new_cube("NewCube"), new_cube("HiddenCube")
    light.location, cube.location = (1.0, 2.0, 3.0), (4.0, 5.0, 6.0)
    hidden.hide_set(True)
    activate(cube)
    made = folder / "scenes/Data/Scenes/SceneLoadExample.xml"
    done(made, format="SCENE_XML", replace=True)
    text = made.read_text()
    assert "NewLamp" in text and "NewCube" in text and "HiddenCube" not in text, [name for name in ("NewLamp", "NewCube", "HiddenCube") if name in text]
    was, now = (ea.open(path).summary() for path in (SCENE, made))
    assert now["num_nodes"] == was["num_nodes"] + 2, (was["num_nodes"], now["num_nodes"])
    select = [one for one in bpy.data.objects if one.select_get()]
    for one in select:
        one.select_set(False)
    cube.select_set(True)
    done(folder / "scenes/Selected/Scenes/Cube.xml", format="PREFAB_XML", what="SELECTED", replace=True)
    text = (folder / "scenes/Selected/Scenes/Cube.xml").read_text()
    assert "NewCube" in text and "NewLamp" not in text, text[:500]
    return f"{now['num_nodes']} nodes"


def beside():
    """A new object next to an imported model is exported alone, and the dialog names the objects."""
    package = bring(URHO / "Jack.mdl", which="NONE")
    hat = new_cube("Hat")
    activate(hat)
    found = package.chosen.find(bpy.context, "AUTO", False)
    assert found.sentence() == "Exports 1 object: Hat" and "Jack" in found.others(), (found.sentence(), found.others())
    made = folder / "beside/Models/Hat.mdl"
    done(made, replace=True)
    summary = ea.open(made).summary()
    assert not summary["bones"] and len(summary["geometries"]) == 1, summary["bones"]
    activate(next(one for one in bpy.data.objects if one.type == "ARMATURE"))
    found = package.chosen.find(bpy.context, "AUTO", False)
    assert "Hat" in found.others() and "Hat" not in found.sentence(), found
    return found.sentence()


def unedited():
    """An export of unedited models changes no byte and adds no file."""
    told = {}
    for source in (URHO / "Jack.mdl", URHO / "NinjaSnowWar/Ninja.mdl", URHO / "Mutant/Mutant.mdl", URHO / "Kachujin/Kachujin.mdl", SOLDIER):
        animations = sorted(source.parent.glob("*.ani"))
        place = addon_use.project(folder / "unedited" / source.stem, [source, *animations])
        own = place / source.name
        before = files_of(place.parent)
        bring(own)
        start = time.process_time()
        done(own, format="PMDL_B" if source == SOLDIER else "MDL")
        told[source.stem] = f"{time.process_time() - start:.1f} s"
        after = files_of(place.parent)
        changed = [name for name in after if after[name] != before.get(name)]
        assert not changed, changed
        warnings = [line for line in addon_use.found() if line[0] != "note" and line[1] in ("meshes", "nodes")]
        assert not warnings, warnings
    return told


def modifiers():
    """Modifiers are applied by default, for each shape key; hidden objects aren't exported."""
    addon_use.fresh()
    cube, hidden = new_cube("Cube"), new_cube("Hidden")
    hidden.hide_set(True)
    cube.shape_key_add(name="Basis")
    wide = cube.shape_key_add(name="Wide")
    for point in wide.data:
        point.co.x *= 2.0
    cube.modifiers.new("Split", "SUBSURF").levels = 1
    activate(cube)
    made = folder / "modifiers/Models/Cube.mdl"
    done(made, replace=True)
    summary = ea.open(made).summary()
    assert len(summary["morphs"]) == 1 and summary["morphs"][0]["name"] == "Wide", summary["morphs"]
    # The subdivided cube is as wide as the subdivision of the wide one.
    scene = ea.open(made).scene()
    wide = [abs(float(value)) for one in scene.primitives for value in one.positions[:, 0]]
    moved = ea.convert(made, to="glb").data
    document = addon_use.package().glb.parts(moved)[0]
    targets = [target["POSITION"] for mesh in document["meshes"] for one in mesh["primitives"] for target in one["targets"]]
    deltas = [max(map(abs, (*document["accessors"][at]["min"], *document["accessors"][at]["max"]))) for at in targets]
    assert abs(max(deltas) - max(wide)) < 1e-4, (deltas, max(wide))
    assert len(cube.data.vertices) == 8 and cube.data.shape_keys is not None and cube.modifiers[0].show_viewport, "the object changed"
    triangles = len(ea.open(made).index_buffers[0]) // 3
    assert triangles == 48, triangles
    return triangles


def weights():
    """Vertices of more than four bones are counted."""
    place = jack(folder / "weights")
    bring(place / "Jack.mdl", which="NONE")
    mesh = bpy.data.objects["Jack"]
    for group in list(mesh.vertex_groups)[:6]:
        group.add([0, 1], 0.1, "REPLACE")
    for group in mesh.vertex_groups:
        group.remove([2])
    activate(mesh)
    assert not addon_use.said(bpy.ops.engine_assets.check, materials=False)
    said = [one for one in messages() if "bones" in one or "weight of a bone" in one]
    assert any("2 vertices have more than 4 bones" in one for one in said), said
    assert any("1 vertices have no weight" in one for one in said), said
    done(place / "Jack.mdl", materials=False, replace=True)
    assert any("2 vertices have more than 4 bones" in one for one in messages()), messages()
    return said


def places():
    """Packages, links, read-only files and unsaved files."""
    pack = folder / "places/Game.pak"
    pack.parent.mkdir(parents=True, exist_ok=True)
    files = {f"Models/{path.name}": path for path in sorted(samples.glob("Character*")) if path.suffix != ".pak"}
    ea.Package.pack(pack, files, force=True)
    entry = f"{pack}:Models/Character.mdl"
    bring(entry)
    mesh = next(one for one in bpy.data.objects if one.type == "MESH" and one.visible_get())
    activate(mesh)
    mesh.data.vertices[0].co.x += 0.1
    # Of a mesh with shape keys, the basis is the shape, as edit mode knows.
    mesh.data.shape_keys.key_blocks[0].data[0].co.x += 0.1
    done(entry, materials=False)
    with ea.Package(pack) as package:
        assert set(files) <= set(package), list(package)
        data = bytes(package["Models/Character.mdl"].read())
        assert data != files["Models/Character.mdl"].read_bytes() and ea.open(data).format == "urho-mdl"
        assert bytes(package["Models/Character_Wave.ani"].read()) == files["Models/Character_Wave.ani"].read_bytes()
    # The written entry is the original now.
    done(entry, materials=False)
    said = take(f"{pack}:Models/Character_Wave.mdl", materials=False)
    assert not said, said
    said = take(f"{pack.parent}/None.pak:Models/A.mdl", materials=False)
    assert "doesn't exist" in said, said
    said = addon_use.said(bpy.ops.export_scene.engine_assets, filepath="//A.mdl", materials=False)
    assert "save the .blend first" in said and not pathlib.Path("/A.mdl").exists(), said
    place = addon_use.project(folder / "guarded", [samples / "Character.mdl"])
    link, locked = place / "Link.mdl", place / "Locked.mdl"
    link.symlink_to(place / "Character.mdl")
    locked.write_bytes(b"locked")
    locked.chmod(0o444)
    for path, words in ((link, "is a link to"), (locked, "is read-only")):
        said = take(path, materials=False)
        assert words in said and "Replace Other Files" in said, said
    assert link.is_symlink() and locked.read_bytes() == b"locked"
    return "package, link, read-only, unsaved"


def originals():
    """An original that is gone or junk, an unreadable animation, a missing folder of the preferences."""
    place = jack(folder / "originals")
    (place / "Jack_Bad.ani").write_bytes(b"UANI junk")
    own = bpy.context.preferences.addons[addon_use.MODULE].preferences
    package = addon_use.fresh()
    own = bpy.context.preferences.addons[addon_use.MODULE].preferences
    own.folders.add().path = str(folder / "nowhere")
    wrong = addon_use.said(bpy.ops.import_scene.engine_assets, filepath=str(place / "Jack.mdl"))
    own.folders.clear()
    assert not wrong, wrong
    said = messages()
    assert any("Jack_Bad.ani" in one and "isn't imported" in one for one in said) and any("doesn't exist" in one for one in said), said
    assert action("Jack_Walk")
    (place / "Jack.mdl").write_bytes(b"UMDL junk")
    assert not addon_use.said(bpy.ops.engine_assets.check, materials=False)
    assert any("can't be read any more" in one for one in messages()), messages()
    said = take(place / "Jack.mdl", materials=False, replace=True, changed="MERGE")
    assert "can't be read any more" in said, said
    (place / "Jack.mdl").unlink()
    for choice in ("ASK", "MERGE"):
        said = take(place / "Jack.mdl", materials=False, replace=True, changed=choice)
        assert "is missing" in said, said
    done(place / "Jack.mdl", materials=False, replace=True, changed="NEW", lossy=True)
    assert package
    return "told"


def checks():
    """A check tells about numbers that are none, missing images and calculated colours; a click selects the right bone."""
    place = jack(folder / "checks")
    bring(place / "Jack.mdl", which="NONE")
    mesh = bpy.data.objects["Jack"]
    activate(mesh)
    mesh.data.vertices[3].co.x = float("nan")
    material = mesh.material_slots[0].material
    material.use_nodes = True
    nodes, links = material.node_tree.nodes, material.node_tree.links
    shader = next(node for node in nodes if node.type == "BSDF_PRINCIPLED")
    noise, image = nodes.new("ShaderNodeTexNoise"), nodes.new("ShaderNodeTexImage")
    image.image = bpy.data.images.new("Lost", 4, 4)
    image.image.source, image.image.filepath = "FILE", str(place / "lost.png")
    links.new(noise.outputs[0], shader.inputs["Base Color"])
    assert not addon_use.said(bpy.ops.engine_assets.check, materials=False)
    text = " | ".join(messages())
    for words in ("1 vertices have coordinates that are no numbers", "Lost is missing", "Base Color is calculated by"):
        assert words in text, (words, text)
    bones = [bone["name"] for bone in ea.open(place / "Jack.mdl").summary()["bones"]]
    kind, _, name = addon_use.package().findings.aim("bone 20", list(bpy.data.objects), bones)
    assert (kind, name) == ("bone", bones[20]), (kind, name)
    return text


def new_files():
    """A new file has the triggers, hit boxes and attachments of the original, and nothing is reported as lost that isn't."""
    place = addon_use.project(folder / "new_files", [path for path in (URHO / "NinjaSnowWar").glob("Ninja*") if path.stem in ("Ninja", "Ninja_Walk")])
    bring(place / "Ninja.mdl")
    made = folder / "new_files/Other/Models/Ninja.mdl"
    done(made, merge=False, materials=False, replace=True, lossy=True)
    lost = [one for one in messages() if "aren't in the scene" in one]
    assert not lost, lost
    assert len(ea.triggers.read(made.with_name("Ninja_Walk.xml").read_bytes(), length=1.0)) == 2
    bring(SOLDIER)
    before = ea.open(SOLDIER).document().to_dict()
    made = folder / "new_files/models/soldier.pmdl_b"
    done(made, format="PMDL_B", merge=False, materials=False, replace=True, lossy=True)
    lost = [one for one in messages() if "aren't in the scene" in one and ("hit boxes" in one or "attachments" in one)]
    assert not lost, lost
    after = ea.open(made).document().to_dict()
    key = lambda one: (one["hitGroup"], [round(value, 2) for value in one["bounds"]["min"]])  # noqa: E731
    assert sorted(map(key, after["hitboxes"])) == sorted(map(key, before["hitboxes"])), after["hitboxes"]
    assert sorted(one["name"] for one in after["attachments"]) == sorted(one["name"] for one in before["attachments"])
    return len(after["hitboxes"])


def words_of_errors():
    """No message names a rule's number or an option that Blender doesn't have; things have their names in Blender."""
    package = addon_use.fresh()
    sources = addon_use.HERE.parents[1].glob("crates/*/src/**/*.rs")
    texts = [text for path in sources for line in path.read_text().splitlines() if "//" not in line for text in re.findall(r'"((?:[^"\\]|\\.)*)"', line)]
    named = [text for text in texts if re.search(r"( |\()--[a-z]|the option [a-z]|\(rule ", text)]
    assert len(named) > 20, named
    for text in (*named, "uses the default: Stone"):
        said = package.sentences.said(text)
        assert not re.search(r"(?<![\w-])--[a-z]|the option|rule \d", said), (text, said)
    return len(named)


def clicks():
    """A click on a finding leads to the vertex or face; copies are called as in Blender."""
    place = jack(folder / "clicks")
    bring(place / "Jack.mdl", which="NONE")
    wrong = addon_use.said(bpy.ops.import_scene.engine_assets, filepath=str(place / "Jack.mdl"), which="NONE")
    assert not wrong, wrong
    mesh = bpy.data.objects["Jack.001"]
    activate(mesh)
    for index in mesh.data.polygons[7].vertices:
        mesh.data.vertices[index].co = (0.0, 0.0, 0.0)
    flat = next(face.index for face in mesh.data.polygons if face.area == 0.0)
    lost = mesh.data.polygons[90].vertices[0]
    for group in mesh.vertex_groups:
        group.remove([lost])
    assert not addon_use.said(bpy.ops.engine_assets.check, materials=False)
    lines = list(bpy.context.window_manager.engine_assets.listed)
    for words, kind, number in (("have no area", "face", flat), ("no weight of a bone", "vertex", lost)):
        at = next(at for at, line in enumerate(lines) if words in line.message and line.object == "Jack.001")
        assert lines[at].place == f"Jack.001, {kind} {number}", lines[at].place
        bpy.ops.engine_assets.to_finding(index=at)
        assert bpy.context.view_layer.objects.active == mesh and mesh.mode == "EDIT", mesh.mode
        mesh.update_from_editmode()
        things = mesh.data.polygons if kind == "face" else mesh.data.vertices
        assert [one.index for one in things if one.select] == [number], [one.index for one in things if one.select]
    library = next(line for line in lines if "lie between no more than two points" in line.message)
    assert library.kind == "face" and mesh.data.polygons[int(library.part)].area == 0.0, (library.place, library.message)
    assert library.place == f"Jack.001, face {library.part}", library.place
    assert any(line.place == "Jack.001" for line in lines), [line.place for line in lines]
    return [line.place for line in lines]


def spots_of_files():
    """Findings about vertices and triangles of exported files lead to Blender's, in every format and with any scale and facing of the import."""
    told = {}
    for source, options in ((URHO / "Jack.mdl", {}), (URHO / "Jack.mdl", {"scale": 2.0, "turn": True}), (SOLDIER, {}), (SOLDIER, {"apply_scale": True, "turn": True})):
        package = bring(source, **({"which": "NONE"} if source != SOLDIER else {}), **options)
        objects = list(bpy.context.scene.objects)
        activate(next(one for one in objects if one.type == "MESH"))
        _, own = package.exporter.taken(bpy.context, package.formats.Options(format="PMDL_B" if source == SOLDIER else "MDL"))
        file = package.spots.File(ea.Converted([ea.OutputFile(source.name, source.read_bytes())], [], False), own, objects)
        if source == SOLDIER:
            group = next(iter(file.asset.document()["meshGroups"]))
            found = ea.Finding("warning", f"meshGroups > {group} > meshes 0 > subMeshes 0 > vertexWeights > vertex 100", "")
            corners = [file.of_sub_mesh(package.spots.SUB_MESH.match(found.path), 100)]
        else:
            found = ea.Finding("note", "vertex buffer 0 > element 1", "expected unit normals, found 0 0 0 in 2 vertices (first: 100)")
            corners = [file.of_buffer(0, 100)]
        kind, name, number = file.spot(found)
        one = bpy.data.objects[name]
        place = one.matrix_world @ one.data.vertices[int(number)].co
        assert kind == "vertex" and max(abs(a - b) for a, b in zip(place, file.placed(corners[0]))) < 1e-4, (source.name, options, place)
        told[f"{source.stem} {sorted(options)}"] = f"{name}, vertex {number}"
    return told


def whole_geometries():
    """Findings about a whole geometry select its faces, and findings about a vertex buffer all vertices."""
    told = {}
    for source, options in ((URHO / "Jack.mdl", {"which": "NONE"}), (URHO / "Jack.mdl", {"which": "NONE", "scale": 2.0, "turn": True}), (SOLDIER, {})):
        package = bring(source, **options)
        objects = list(bpy.context.scene.objects)
        activate(next(one for one in objects if one.type == "MESH"))
        _, own = package.exporter.taken(bpy.context, package.formats.Options(format="PMDL_B" if source == SOLDIER else "MDL"))
        file = package.spots.File(ea.Converted([ea.OutputFile(source.name, source.read_bytes())], [], False), own, objects)
        for path, message, count in geometries(file):
            kind, name, part = file.spot(ea.Finding("warning", path, message))
            package.findings.select(bpy.context, SimpleNamespace(kind=kind, object=name, part=part))
            mesh = bpy.data.objects[name].data
            assert bpy.context.view_layer.objects.active.mode == "EDIT"
            bpy.context.view_layer.objects.active.update_from_editmode()
            chosen = [face for face in mesh.polygons if face.select]
            assert len(chosen) == (count if kind == "geometry" else len(mesh.polygons)), (path, kind, len(chosen), count)
            assert kind == "mesh" or {face.material_index for face in chosen} == {int(part)}, (path, part)
            assert kind == "geometry" or all(vertex.select for vertex in mesh.vertices), path
            bpy.ops.object.mode_set(mode="OBJECT")
            told[f"{source.stem} {path}"] = f"{name}: {len(chosen)} faces"
    return told


def geometries(file):
    """Paths and messages of findings about whole geometries and buffers, with the number of their triangles."""
    if file.format == "urho-mdl":
        for number, geometry in enumerate(file.summary["geometries"]):
            count = geometry["lods"][0]["index_count"] // 3
            yield f"geometry {number} > LOD 0", "draws vertex 9 of 8; the engine doesn't check and reads beyond", count
            yield f"geometry {number}", "no bone mapping, though others have one; it takes the bones of the skeleton", count
        yield "vertex buffer 0", "blend weights, but the model has no bones; the engine ignores them", 0
        return
    groups = file.asset.document()["meshGroups"]
    for name, group in groups.items():
        for number, mesh in enumerate(group["meshes"]):
            for sub, one in enumerate(mesh["subMeshes"]):
                yield f"meshGroups > {name} > meshes {number} > subMeshes {sub}", "no tangents", len(one["assetData"]["indices"]) // 3


def choices():
    """Animations to export can be chosen; bones that deform nothing are left out; texts and curves are meshes."""
    bring(SOLDIER)
    before = ea.open(SOLDIER).document().to_dict()["animations"]
    for name in ("walk", "idle"):
        nudge(action(name))
    armature = next(one for one in bpy.data.objects if one.type == "ARMATURE")
    armature.animation_data.action = action("idle")
    activate(armature)
    changed = {}
    for choice in ("NONE", "ACTIVE", "ALL"):
        made = folder / f"choices/models/soldier_{choice}.pmdl_b"
        done(made, format="PMDL_B", materials=False, replace=True, actions=choice)
        after = ea.open(made).document().to_dict()["animations"]
        changed[choice] = sorted(name for name in before if before[name] != after[name])
    assert changed == {"NONE": [], "ACTIVE": ["idle"], "ALL": ["idle", "walk"]}, changed
    addon_use.fresh()
    text = new_object("Text", bpy.data.curves.new("Text", "FONT"))
    text.data.body = "Hi"
    ring = bpy.data.curves.new("Ring", "CURVE")
    ring.dimensions, ring.bevel_depth = "3D", 0.1
    spline = ring.splines.new("POLY")
    spline.points.add(2)
    for point, place in zip(spline.points, ((0, 0, 0, 1), (1, 0, 0, 1), (1, 1, 0, 1))):
        point.co = place
    new_object("Ring", ring)
    activate(text)
    for form, end in (("MDL", ".mdl"), ("PMDL_B", ".pmdl_b"), ("ZED", ".zed")):
        made = folder / f"choices/Models/text{end}"
        done(made, format=form, replace=True, lossy=True)
        count = sum(one.vertex_count for one in ea.open(made).scene().primitives)
        assert count > 100, (form, count)
    return changed


def materials():
    """A scene in its project: unedited models, materials and textures stay as they are; an edited material is written."""
    place = folder / "materials"
    shutil.rmtree(place, ignore_errors=True)
    sounds = shutil.ignore_patterns("*.wav", "*.ogg", "*.lua", "*.as")
    shutil.copytree(SCENE.parents[1], place / "Data", ignore=sounds)
    own = place / "Data/Scenes" / SCENE.name
    before = files_of(place)
    bring(own)
    done(own, format="SCENE_XML", replace=True)
    after = files_of(place)
    changed = [name for name in after if before.get(name) != after[name]]
    assert not changed, changed
    assert not any("was edited" in one or "left out" in one for one in messages()), messages()
    stone = next(one for one in bpy.data.materials if one.name.endswith("Stone"))
    shader = next(node for node in stone.node_tree.nodes if node.type == "BSDF_PRINCIPLED")
    shader.inputs["Roughness"].default_value = 0.123
    for link in list(shader.inputs["Roughness"].links):
        stone.node_tree.links.remove(link)
    moved = next(one for one in bpy.data.objects if one.type == "MESH")
    moved.location.x += 1.0
    done(own, format="SCENE_XML", replace=True)
    after = files_of(place)
    changed = [name for name in after if before.get(name) != after[name] and not name.startswith("Data/Textures")]
    assert changed == ["Data/Materials/Stone.xml", f"Data/Scenes/{SCENE.name}"], changed
    return changed


addon_use.run((scenes, beside, unedited, modifiers, weights, places, originals, checks, new_files, words_of_errors, clicks, spots_of_files, whole_geometries, choices, materials))
