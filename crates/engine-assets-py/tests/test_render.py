"""Pictures: of models, scenes, materials, textures; in notebooks."""

from __future__ import annotations

import pathlib
from typing import Any, Literal

import pytest

import engine_assets as ea
from engine_assets import udm

numpy = pytest.importorskip("numpy")


def test_a_picture_is_an_array_and_a_png(samples: pathlib.Path, tmp_path: pathlib.Path) -> None:
    picture = ea.render(samples / "Character.mdl", size=(64, 48), background="transparent")
    pixels = numpy.asarray(picture)
    assert picture.size == (64, 48) and pixels.shape == (48, 64, 4) and pixels.dtype == "uint8"
    assert not pixels.flags.writeable and 0 < (pixels[..., 3] > 0).sum() < 64 * 48
    assert picture.triangles > 0 and picture.findings == []
    picture.save(tmp_path / "a.png")
    again = ea.open(tmp_path / "a.png").texture
    assert (again.size, again.kind) == ((64, 48), "png") and (again.pixels() == pixels).all()


def test_options_change_the_picture(samples: pathlib.Path) -> None:
    def pixels(**options: object) -> bytes:
        return ea.render(samples / "Character.mdl", **{"size": (64, 64), **options}).to_png()  # type: ignore[arg-type]

    plain = pixels()
    others = [
        pixels(view="front"),
        pixels(view="30,10"),
        pixels(orthographic=True),
        pixels(background="sky"),
        pixels(shadow=True),
        pixels(light="dark"),
        pixels(wireframe=True),
        pixels(skeleton=True),
        pixels(bounds=True),
        pixels(normals=True),
        pixels(lod=0),
        pixels(animation="wave", time=0.5),
        pixels(materials=False),
    ]
    assert plain == pixels() and len({plain, *others}) == len(others) + 1
    for bad in ({"view": "above"}, {"background": "red"}, {"light": "moon"}, {"size": (0, 1)}, {"animation": "Swim"}):
        with pytest.raises(ea.ConversionError):
            pixels(**bad)


LIGHTS: tuple[Literal["engine", "studio"], ...] = ("engine", "studio")


def test_a_scene_is_lit_as_in_its_engine(samples: pathlib.Path) -> None:
    def pixels(light: Literal["engine", "studio"]) -> Any:
        return numpy.asarray(ea.render(samples / "Scenes" / "Clearing.xml", light=light, size=(48, 48)))

    # The fog is the background.
    fog, studio = ([int(one) for one in pixels(light)[0, 0, :3]] for light in LIGHTS)
    assert fog[0] < fog[1] < fog[2] and fog[0] > max(studio)


def test_frames_and_sheets(samples: pathlib.Path) -> None:
    model = ea.open(samples / "Character.mdl")
    frames = ea.render_frames([model, samples / "Character_Wave.ani"], 3, animation="Character_Wave", size=(32, 32))
    turned = ea.render_frames(model, 4, turntable=True, size=(32, 32))
    assert frames[0].to_png() != frames[1].to_png() and len(frames) == 3 and len({frame.to_png() for frame in turned}) == 4
    assert b"acTL" in ea.apng(frames, fps=10)
    sheet = ea.contact_sheet({"a": frames[0], "b": None}, size=(32, 32))
    assert sheet.size[0] >= 64 and sheet._repr_png_() == sheet.to_png()
    with pytest.raises(TypeError, match="colour"):
        ea.render_frames(model, 2, colour="red")  # type: ignore[call-arg]
    with pytest.raises(ea.ConversionError, match="expected an animation"):
        ea.render_frames(model, 2)


EFFECT = b'''<particleeffect><numparticles value="50" /><emissionrate value="100" /><timetolive value="2" />
<particlesize value="0.2 0.2" /><velocity value="2" /></particleeffect>'''


def test_particles_move_in_frames(tmp_path: pathlib.Path) -> None:
    file = tmp_path / "Effect.xml"
    file.write_bytes(EFFECT)
    frames = [frame.to_png() for frame in ea.render_frames(file, 4, fps=10, size=(96, 96))]
    assert len(set(frames)) == 4
    # The same times, in smaller steps.
    assert [frame.to_png() for frame in ea.render_frames(file, 7, fps=20, size=(96, 96))][::2] == frames
    assert ea.render_frames(file, 1, time=0.2, size=(96, 96))[0].to_png() == frames[2]
    # A single picture has a camera of its own.
    early, late = (ea.render(file, time=time, size=(96, 96)).to_png() for time in (0.1, 1.0))
    assert early != late and late == ea.render(file, size=(96, 96)).to_png()


def test_a_scene_has_the_picture_of_its_model(samples: pathlib.Path) -> None:
    model = ea.open(samples / "Character.mdl")
    scene = model.scene(animations=[samples / "Character_Wave.ani"], resources=True)
    options = {"size": (48, 48), "animation": "Character_Wave", "time": 0.5}
    assert ea.render(scene, **options).to_png() == ea.render(model, **options).to_png()  # type: ignore[arg-type]


def test_notebooks_show_assets(samples: pathlib.Path) -> None:
    for name in ("Character.mdl", "Crate.pmdl_b", "Tile.zed"):
        picture = ea.open(samples / name)._repr_png_()
        assert picture is not None and picture.startswith(b"\x89PNG")
        assert ea.open(samples / name)._repr_html_() is None
    with ea.Package(samples / "Character.pak") as package:
        table = package._repr_html_()
        assert "<td>Character.mdl</td><td>25,879</td>" in table
    assert ea.open(samples / "Character.pak")._repr_html_() == table and ea.open(samples / "Character.pak")._repr_png_() is None
    room = ea.open(samples / "Room.udm_b")
    assert room._repr_html_() == udm.loads(room.data)._repr_html_()
    assert "&quot;lamp&quot;" in str(room._repr_html_()) or "lamp" in str(room._repr_html_())


def test_textures_have_mips(tmp_path: pathlib.Path) -> None:
    head = b"DDS " + numpy.array([124, 0x21007, 4, 8, 0, 0, 2], "<u4").tobytes() + bytes(44)
    head += b"\x20\0\0\0\x04\0\0\0DXT1" + bytes(20) + numpy.array([0x401008, 0, 0, 0, 0], "<u4").tobytes()
    block = b"\x00\xf8\x00\xf8" + bytes(4)
    texture = ea.open(head + block * 3, name="a.dds").texture
    assert (texture.kind, texture.size, texture.mips) == ("dds", (8, 4), [(8, 4, 1), (4, 2, 1)])
    assert texture.pixels().shape == (4, 8, 4) and texture.pixels(1).shape == (2, 4, 4)
    assert (texture.pixels(1) == [255, 0, 0, 255]).all() and texture.stored(0) == block * 2
    assert texture.format == "BC1" and (texture.layers, texture.faces) == (1, 1)
    with pytest.raises(ea.Error):
        texture.pixels(2)
    with pytest.raises(AttributeError, match="expected texture, found UDM document"):
        _ = ea.open(b"$float a 1", name="a.udm").texture
