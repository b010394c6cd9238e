"""Scenes: columns, triangles, poses."""

from __future__ import annotations

import pathlib

import numpy as np
import pytest

import engine_assets as ea


@pytest.mark.parametrize("name", ["Character.mdl", "Crate.pmdl_b", "Tile.zed"])
def test_every_model_has_a_scene(samples: pathlib.Path, name: str) -> None:
    scene = ea.open(samples / name).scene()
    assert scene.name == name.split(".")[0]
    assert scene.primitives and all(0 <= one.mesh < len(scene.meshes) for one in scene.primitives)
    for primitive in scene.primitives:
        count = primitive.vertex_count
        assert primitive.positions.shape == (count, 3) and primitive.positions.dtype == np.float32
        assert primitive.triangles.shape[1] == 3 and primitive.triangles.max() < count
        assert primitive.material is None or primitive.material in map(str, scene.materials)
        normals = primitive.normals
        assert normals is None or np.allclose(np.linalg.norm(normals, axis=1), 1, atol=1e-3)
    least, greatest = scene.rest_pose().bounds or ((), ())
    assert len(least) == 3 and all(a <= b for a, b in zip(least, greatest))


def test_a_scene_is_the_file_with_other_signs(samples: pathlib.Path) -> None:
    model = ea.open(samples / "Character.mdl")
    stored = model.vertex_buffers[0]
    primitive = model.scene().primitives[0]
    assert np.array_equal(primitive.positions * [-1, 1, 1], stored["position"])
    tex_coords, weights = primitive.tex_coords(), primitive.weights()
    assert tex_coords is not None and np.array_equal(tex_coords, stored["uv0"])
    assert weights is not None and np.array_equal(weights, stored["weights"])
    assert primitive.tex_coords(1) is None and primitive.weights(1) is None
    colors, joints = primitive.colors(), primitive.joints()
    assert colors is not None and np.allclose(colors, stored["color"] / np.float32(255))
    assert joints is not None and joints.shape == (primitive.vertex_count, 4)


def test_gltf_has_the_same_positions(samples: pathlib.Path) -> None:
    model = ea.open(samples / "Character.mdl")
    glb = ea.open(ea.convert(model, to="glb").data).scene()
    for ours, theirs in zip(model.scene().primitives, glb.primitives):
        assert np.array_equal(ours.positions, theirs.positions)
        assert np.array_equal(ours.triangles, theirs.triangles)


def test_poses_move_nodes_and_vertices(samples: pathlib.Path) -> None:
    scene = ea.open(samples / "Character.mdl").scene(animations=[ea.open(samples / "Character_Wave.ani")])
    assert scene.animations == [("Character_Wave", 2.0)]
    rest, moved = scene.rest_pose(), scene.sample("Character_Wave", 0.5)
    names = [node.name for node in scene.nodes]
    assert rest.worlds.shape == (len(names), 4, 4)
    for number, node in enumerate(scene.nodes):
        world = moved.world(node.name)
        assert np.array_equal(world, moved.worlds[number]) and np.array_equal(world[3], [0, 0, 0, 1])
        if node.parent is not None:
            assert np.allclose(moved.worlds[node.parent] @ moved.local(number), world, atol=1e-6)
    primitive = scene.primitives[0]
    assert np.allclose(rest.positions(primitive), primitive.positions, atol=1e-5)
    assert not np.allclose(moved.positions(primitive), primitive.positions, atol=1e-2)
    assert np.array_equal(scene.sample(0, 0.5).worlds, moved.worlds)


def test_what_is_not_there_is_a_key_error(samples: pathlib.Path) -> None:
    scene = ea.open(samples / "Character.mdl").scene()
    for animation in ("Walk", 1, 7):
        with pytest.raises(KeyError):
            scene.sample(animation, 0.0)
    with pytest.raises(KeyError):
        scene.rest_pose().world("Nobody")
    other = ea.open(samples / "Tile.zed").scene()
    with pytest.raises(TypeError, match="of this scene"):
        scene.rest_pose().positions(other.primitives[0])
    with pytest.raises(ea.ConversionError, match="expected Urho3D animation, found ZED model"):
        ea.open(samples / "Character.mdl").scene(animations=[samples / "Tile.zed"])
