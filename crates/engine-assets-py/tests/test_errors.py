"""Errors have a position."""

from __future__ import annotations

import pathlib
import pickle
import re
from typing import Callable

import pytest

import engine_assets as ea


def test_broken_files_say_where(samples: pathlib.Path) -> None:
    cut = samples / "cut.mdl"
    cut.write_bytes((samples / "Character.mdl").read_bytes()[:100])
    with pytest.raises(ea.MalformedError) as caught:
        ea.open(cut)
    error = caught.value
    assert (error.path, error.offset, error.file) == ("vertex buffer 0 > vertices", 0x34, str(cut))
    assert error.message == "expected 20304 bytes, found 48"
    assert str(error) == f"{cut}: vertex buffer 0 > vertices: expected 20304 bytes, found 48 (at byte 0x34)"
    assert isinstance(error, ValueError)


def test_errors_and_findings_can_be_pickled() -> None:
    finding = ea.Finding("warning", "bone 3", "no such parent", 7)
    error = ea.LossesError("not converted", "skin", 5, "a.mdl", [finding])
    back = pickle.loads(pickle.dumps(error))
    assert type(back) is ea.LossesError and back.findings == [finding]
    assert (str(back), back.offset) == (str(error), 5)
    assert str(finding) == "warning: bone 3: no such parent (at byte 0x7)"
    assert finding.kind == ""


def test_findings_have_kinds(samples: pathlib.Path) -> None:
    with pytest.raises(ea.LossesError) as caught:
        ea.convert(samples / "Character.mdl", to="zed")
    kinds = {finding.kind for finding in caught.value.findings}
    assert kinds and all(re.fullmatch("[a-z0-9-]+/[a-z0-9-]+", kind) for kind in kinds)


def test_unknown_formats_have_a_class_of_their_own() -> None:
    with pytest.raises(ea.UnknownFormatError):
        ea.open(b"nothing of the kind")
    with pytest.raises(ea.UnknownFormatError):
        ea.open(b"")


def test_files_that_cannot_be_read_are_errors_of_the_system(tmp_path: pathlib.Path) -> None:
    with pytest.raises(FileNotFoundError) as caught:
        ea.open(tmp_path / "nothing.mdl")
    assert caught.value.filename == str(tmp_path / "nothing.mdl")
    with pytest.raises(IsADirectoryError):
        ea.open(tmp_path)
    with pytest.raises(FileNotFoundError):
        ea.Package(tmp_path / "nothing.pak")


@pytest.mark.parametrize("source", [3, None, 2.5, ["a"], object()])
def test_other_things_are_no_source(source: object) -> None:
    with pytest.raises(TypeError):
        ea.open(source)  # type: ignore[arg-type]


def test_what_a_format_has_not_is_an_error(samples: pathlib.Path) -> None:
    animation = ea.open(samples / "Character_Wave.ani")
    with pytest.raises(AttributeError, match="expected Urho3D model, found Urho3D animation"):
        animation.vertex_buffers
    model = ea.open(samples / "Character.mdl")
    assert hasattr(model, "vertex_buffers") and not hasattr(animation, "vertex_buffers")
    assert not any(hasattr(one, "texture") for one in (model, animation))
    assert hasattr(ea.open(samples / "Textures" / "Character.tga"), "texture")
    with pytest.raises(TypeError, match="expected UDM document"):
        animation.document()
    with pytest.raises(ea.ConversionError, match="expected a model, found another format: Urho3D animation"):
        animation.scene()
    with pytest.raises(KeyError):
        ea.open(samples / "Character.mdl").vertex_buffers[0]["uv7"]


def test_every_cut_is_an_error(samples: pathlib.Path) -> None:
    for path in sorted(path for path in samples.rglob("*") if path.is_file()):
        data = path.read_bytes()
        for length in range(0, len(data), max(1, len(data) // 97)):
            try:
                ea.open(data[:length], name=path.name).validate()
            except ea.Error as error:
                assert str(error) and error.file == path.name


def test_names_in_messages_are_escaped(samples: pathlib.Path) -> None:
    evil = "\x1b]0;x\x07\nZQ~\x9b\u202e"
    broken = samples / "Broken.xml"
    broken.write_text(f"<material><tech{evil}nique></material>", encoding="utf-8")
    with pytest.raises(ea.Error) as caught:
        ea.open(broken)
    assert not set(str(caught.value)) & set(evil.replace("]0;x", "").replace("ZQ~", "")), repr(str(caught.value))


def test_errors_of_the_system_name_the_file(samples: pathlib.Path, tmp_path: pathlib.Path) -> None:
    missing, model = tmp_path / "missing", samples / "Character.mdl"
    absent: list[tuple[Callable[[], object], pathlib.Path]] = [
        (lambda: ea.open(missing), missing),
        (lambda: ea.Package(missing), missing),
        (lambda: ea.open(f"{missing}.pak:Models/a.mdl"), pathlib.Path(f"{missing}.pak:Models/a.mdl")),
        (lambda: ea.convert(missing, to="glb"), missing),
        (lambda: ea.convert([model, missing], to="glb"), missing),
        (lambda: ea.convert(samples / "Flag.glb", to="mdl", into=missing), missing),
        (lambda: ea.convert(model, to="glb", onto=missing), missing),
        (lambda: ea.convert_folder(missing, tmp_path / "out", to="glb"), missing),
        (lambda: list(ea.validate_folder(missing)), missing),
        (lambda: ea.render(missing), missing),
        (lambda: ea.Project(missing), missing),
        (lambda: ea.Package.pack(tmp_path / "a.pak", {"a": missing}), missing),
        (lambda: ea.Package.pack(tmp_path / "a.pak", missing), missing),
        (lambda: ea.Package.add(missing, {"a": b""}), missing),
        (lambda: ea.Model.from_arrays([[0, 0, 0]] * 3, uvs=[[0, 0]] * 3, textures={"base_color": missing}).to_glb(), missing),
    ]
    for number, (call, file) in enumerate(absent):
        with pytest.raises(FileNotFoundError) as caught:
            call()
        assert (number, caught.value.errno, pathlib.Path(str(caught.value.filename))) == (number, 2, file)
    there = tmp_path / "there.glb"
    there.write_bytes(b"mine")
    ea.Package.pack(tmp_path / "b.pak", {"there.glb": b"other"})
    package = ea.Package(tmp_path / "b.pak")
    existing: list[tuple[Callable[[], object], pathlib.Path]] = [
        (lambda: ea.convert(model, there), there),
        (lambda: ea.open(model).save(there), there),
        (lambda: ea.Package.pack(there, {"a": b""}), there),
        (lambda: package.extract(tmp_path), tmp_path),
    ]
    for number, (call, file) in enumerate(existing):
        with pytest.raises(FileExistsError) as caught_existing:
            call()
        error = caught_existing.value
        assert (number, error.errno, pathlib.Path(str(error.filename))) == (number, 17, file)
    assert there.read_bytes() == b"mine"
    with pytest.raises(FileNotFoundError):
        ea.open(model).save(missing / "a.mdl")


def test_pictures_are_png(samples: pathlib.Path, tmp_path: pathlib.Path) -> None:
    picture = ea.render(samples / "Character.mdl", size=(8, 8))
    picture.save(tmp_path / "a.PNG")
    for name in ("a.jpg", "a.jpeg", "a"):
        with pytest.raises(ea.ConversionError, match="expected a name that ends in .png"):
            picture.save(tmp_path / name)
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == ["a.PNG"]


def test_messages_are_ours(samples: pathlib.Path) -> None:
    asset, model = ea.open(samples / "Scenes" / "Clearing.xml"), ea.open(samples / "Character.mdl")
    calls: list[Callable[[], object]] = [
        lambda: asset.set("nodes", 1, where=3),  # type: ignore[arg-type]
        lambda: model.scene(animations=3),  # type: ignore[arg-type]
        lambda: model.scene(resources=3),  # type: ignore[arg-type]
        lambda: ea.render(model, size="big"),  # type: ignore[arg-type]
        lambda: ea.udm.dumps({"a": object()}),
        lambda: ea.Package(samples / "Character.pak").extract(samples / "x", only=3),  # type: ignore[arg-type]
    ]
    for call in calls:
        with pytest.raises(TypeError) as caught:
            call()
        message = str(caught.value)
        assert message and "extract" not in message and "cannot be converted" not in message and "line 1 column" not in message
