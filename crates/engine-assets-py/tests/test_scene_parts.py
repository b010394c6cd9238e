"""Scenes: nodes, skins, materials, lights, keys; levels with their models."""

from __future__ import annotations

import pathlib
from typing import Literal

import pytest

import engine_assets as ea

numpy = pytest.importorskip("numpy")


def test_nodes_have_parents_and_transforms(samples: pathlib.Path) -> None:
    scene = ea.open(samples / "Character.mdl").scene()
    hips, head = scene.node("Hips"), scene.node("Head")
    assert hips.name == "Hips" and scene.nodes[hips.index] == hips
    assert head.parent is not None and scene.nodes[head.parent].name == "Spine"
    for node in scene.nodes:
        local = scene.rest_pose().local(node.index)
        assert numpy.allclose(local[:3, 3], node.translation, atol=1e-6)
    with pytest.raises(KeyError, match="no node Nobody"):
        scene.node("Nobody")


def test_skins_name_the_nodes_of_joints(samples: pathlib.Path) -> None:
    scene = ea.open(samples / "Character.mdl").scene()
    skin = scene.skins[0]
    names = [scene.nodes[joint].name for joint in skin.joints]
    assert "Hips" in names and skin.inverse_bind.shape == (len(names), 4, 4)
    pose = scene.rest_pose()
    worlds = numpy.stack([pose.world(joint) for joint in skin.joints])
    assert numpy.allclose(worlds @ skin.inverse_bind, numpy.eye(4), atol=1e-4)


def test_clips_have_raw_keys(samples: pathlib.Path) -> None:
    scene = ea.open(samples / "Character.mdl").scene(animations=[samples / "Character_Wave.ani"])
    clip = scene.clip("Character_Wave")
    assert (clip.name, clip.duration) == ("Character_Wave", 2.0) and [one.name for one in scene.clips] == [clip.name]
    channel = next(one for one in clip.channels if one.path == "rotation")
    assert channel.values.shape == (len(channel.times), 4) and channel.interpolation == "linear"
    assert (numpy.diff(channel.times) > 0).all() and scene.nodes[channel.node].name
    pose = scene.sample(clip.name, float(channel.times[1]))
    x, y, z, w = channel.values[1] / numpy.linalg.norm(channel.values[1])
    assert numpy.isclose(pose.local(channel.node)[0, 0], 1 - 2 * (y * y + z * z), atol=1e-4)
    with pytest.raises(KeyError):
        scene.clip("Walk")


def test_levels_have_models_materials_and_lights(samples: pathlib.Path) -> None:
    level = ea.open(samples / "Scenes" / "Clearing.xml")
    scene = level.scene()
    assert len(scene.primitives) > 0 and any("Fox" in mesh for mesh in scene.meshes)
    assert {light.kind for light in scene.lights} <= {"directional", "point", "spot"} and scene.lights
    lit = [node for node in scene.nodes if node.light is not None]
    assert lit and all(scene.lights[node.light].intensity > 0 for node in lit if node.light is not None)
    assert any(node.extras for node in scene.nodes)
    material = next(one for one in scene.materials if one.textures)
    texture = scene.images[material.textures["base_color"]].texture
    assert texture.pixels().shape[2] == 4 and str(material) == material.name
    assert len(level.scene(resources=False).primitives) == 0
    assert len(level.scene(resources=[samples]).primitives) == len(scene.primitives)
    again = ea.open(scene.to_glb(), name="level.glb").scene()
    assert len(again.nodes) == len(scene.nodes) and len(again.lights) == len(scene.lights)


def test_cameras_and_components(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "Camp.xml"
    path.write_text(
        '<?xml version="1.0"?><scene id="1"><node id="2"><attribute name="Name" value="Eye"/>'
        '<component type="Camera" id="3"><attribute name="FOV" value="60"/></component>'
        '<component type="RigidBody" id="4"><attribute name="Mass" value="2"/></component></node></scene>'
    )
    scene = ea.open(path).scene()
    eye = scene.node("Eye")
    (seen,) = [node for node in scene.nodes if node.camera is not None]
    assert seen.camera is not None and seen.parent == eye.index
    camera = scene.cameras[seen.camera]
    assert camera.kind == "perspective" and camera.y_fov is not None and numpy.isclose(camera.y_fov, numpy.radians(60))
    assert camera.half_size is None and camera.near > 0
    assert [one["type"] for one in eye.components] == ["Camera", "RigidBody"] and seen.components == []
    assert eye.components[1]["attributes"] == {"Mass": 2.0}


@pytest.mark.parametrize("form", ["scene-json", "scene-binary", "archive-xml", "archive-json", "archive-binary"])
def test_components_have_their_attributes_in_every_form(samples: pathlib.Path, form: Literal["scene-json", "archive-json"]) -> None:
    level = samples / "Scenes" / "Clearing.xml"
    converted = ea.open(ea.convert(level, to=form, engine="rbfx", lossy=True).data, name="Clearing.scene").scene(resources=samples)
    lights = [one for node in converted.nodes for one in node.components if one["type"] == "Light"]
    assert lights and all(isinstance(one["attributes"], dict) and one["attributes"]["Light Type"] is not None for one in lights)
    plain = ea.open(level).scene()
    assert [one["type"] for node in converted.nodes for one in node.components] == [one["type"] for node in plain.nodes for one in node.components]


def test_scenes_show_what_conversions_show(samples: pathlib.Path) -> None:
    model = samples / "Character.mdl"
    scene, converted = ea.open(model).scene(), ea.open(ea.convert(model, to="glb").data, name="Character.glb").scene()
    assert [name for name, _ in scene.animations] == [name for name, _ in converted.animations] == ["Character_Wave"]
    assert [one.textures.keys() for one in scene.materials] == [one.textures.keys() for one in converted.materials]
    assert any(one.textures for one in scene.materials)
    bare = ea.open(model).scene(animations=[], resources=False)
    assert bare.animations == [] and not any(one.textures for one in bare.materials)
    report = ea.convert_folder(model, samples / "out", to="glb")
    assert report.files[-1].path.read_bytes() == ea.convert(model, to="glb").data
