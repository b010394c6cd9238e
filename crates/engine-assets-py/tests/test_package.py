"""Packages as mappings."""

from __future__ import annotations

import collections.abc
import io
import pathlib
import zipfile
from typing import Literal

import pytest

import engine_assets as ea


def test_a_package_is_a_mapping(samples: pathlib.Path) -> None:
    with ea.Package(samples / "Character.pak") as package:
        assert isinstance(package, collections.abc.Mapping)
        assert list(package) == list(package.keys()) == ["Character.mdl", "Character.xml"]
        assert len(package) == 2 and "Character.mdl" in package and "nothing" not in package
        names: collections.abc.Container[object] = package
        assert 3 not in names
        entry = package["Character.mdl"]
        assert entry.read() == (samples / "Character.mdl").read_bytes() and entry.size == len(entry.read())
        assert entry.open().format == "urho-mdl" and entry.validate(roundtrip=True) == []
        assert [one.name for one in package.values()] == list(package)
        assert package.get("nothing") is None and package.find("CHARACTER.MDL") is not None
        with pytest.raises(KeyError):
            package["character.mdl"]
        assert package.verify() == [] and package.validate(roundtrip=True) == []
    with pytest.raises(ValueError, match="closed"):
        len(package)
    assert entry.read() == (samples / "Character.mdl").read_bytes()
    assert repr(package) == "<Package, closed>"


def test_packages_are_read_from_bytes(samples: pathlib.Path) -> None:
    package = ea.Package((samples / "Character.pak").read_bytes())
    assert len(package) == 2 and package.kind == "UPAK" and isinstance(package.checksum, int)


def test_damage_is_found(samples: pathlib.Path) -> None:
    data = bytearray((samples / "Character.pak").read_bytes())
    data[-100] ^= 0xFF
    package = ea.Package(data)
    assert any(finding.severity == "error" for finding in package.verify())
    with pytest.raises(ea.MalformedError, match="checksum"):
        package[list(package)[-1]].read()


@pytest.mark.parametrize("kind", ["ulz4", "upak", "rpak", "rlz4"])
def test_packed_and_extracted(samples: pathlib.Path, kind: Literal["ulz4", "upak", "rpak", "rlz4"]) -> None:
    files: dict[str, pathlib.Path | bytes] = {"Models/A.mdl": samples / "Character.mdl", "Text.txt": b"made by hand"}
    packed = ea.Package.pack(samples / "new.pak", files, kind=kind)
    assert (packed.entries, packed.left_out) == (2, [])
    with pytest.raises(FileExistsError):
        ea.Package.pack(samples / "new.pak", files)
    package = ea.Package(samples / "new.pak")
    assert package.kind == kind.upper() and package["Text.txt"].read() == b"made by hand"
    only = package.extract(samples / "some", only=["*.txt"], dry_run=True)
    assert only.written == 1 and not (samples / "some" / "Text.txt").exists()
    extracted = package.extract(samples / "out")
    assert (extracted.written, extracted.refused) == (2, [])
    assert (samples / "out/Models/A.mdl").read_bytes() == (samples / "Character.mdl").read_bytes()
    (samples / "out/Text.txt").write_bytes(b"mine")
    (samples / "out/Models/A.mdl").unlink()
    for dry_run in (True, False):
        with pytest.raises(FileExistsError):
            package.extract(samples / "out", dry_run=dry_run)
    assert (samples / "out/Text.txt").read_bytes() == b"mine" and not (samples / "out/Models/A.mdl").exists()
    assert package.extract(samples / "out", force=True).written == 2


def test_a_folder_is_packed_as_the_command_does(samples: pathlib.Path) -> None:
    (samples / "Empty.txt").write_bytes(b"")
    (samples / "old.bak").write_bytes(b"old")
    packed = ea.Package.pack(samples / "all.pak", samples)
    names = {path.relative_to(samples).as_posix() for path in samples.rglob("*") if path.is_file()}
    assert set(ea.Package(samples / "all.pak")) == names - {"Empty.txt", "old.bak", "all.pak"}
    assert len(packed.left_out) == 2


def test_harmful_names_are_refused(samples: pathlib.Path) -> None:
    ea.Package.pack(samples / "bad.pak", {"../out.txt": b"x", "fine.txt": b"y"})
    extracted = ea.Package(samples / "bad.pak").extract(samples / "in")
    assert extracted.written == 1 and len(extracted.refused) == 1
    assert not (samples / "out.txt").exists()


def test_names_need_not_be_text(samples: pathlib.Path) -> None:
    name = b"Models/\xff.mdl".decode("utf-8", "surrogateescape")
    ea.Package.pack(samples / "odd.pak", {name: b"x"})
    package = ea.Package(samples / "odd.pak")
    assert list(package) == [name] and package[name].read() == b"x" and package[name].name == name


def test_kinds_are_checked(samples: pathlib.Path) -> None:
    with pytest.raises(ValueError, match="expected a kind of upak, ulz4, rpak, rlz4, found zip"):
        ea.Package.pack(samples / "new.pak", {}, kind="zip")  # type: ignore[arg-type]


def test_entries_are_removed_and_renamed(tmp_path: pathlib.Path) -> None:
    pak = tmp_path / "a.pak"
    ea.Package.pack(pak, {"a.txt": b"first", "b.txt": b"second", "c.txt": b"third"})
    assert ea.Package.remove(pak, "a.txt").entries == 2
    assert ea.Package.rename(pak, {"b.txt": "Text/b.txt"}).entries == 2
    with ea.Package(pak) as package:
        assert {name: entry.read() for name, entry in package.items()} == {"Text/b.txt": b"second", "c.txt": b"third"}
    data = pak.read_bytes()
    with pytest.raises(KeyError):
        ea.Package.remove(pak, ["c.txt", "nothing"])
    with pytest.raises(KeyError):
        ea.Package.rename(pak, {"nothing": "x"})
    with pytest.raises(FileExistsError):
        ea.Package.rename(pak, {"c.txt": "Text/b.txt"})
    with pytest.raises(TypeError):
        ea.Package.remove(pak, 3)  # type: ignore[arg-type]
    assert pak.read_bytes() == data


def test_a_package_is_packed_to_an_open_file(tmp_path: pathlib.Path) -> None:
    files: dict[str, bytes] = {"a.txt": b"first" * 1000, "b.txt": b"second"}
    packed = ea.Package.pack(tmp_path / "a.pak", files)
    memory = io.BytesIO()
    assert ea.Package.pack(memory, files) == packed and memory.getvalue() == (tmp_path / "a.pak").read_bytes()

    class Full(io.BytesIO):
        def write(self, data: object) -> int:
            raise OSError(28, "No space left on device")

    with pytest.raises(OSError, match="No space left") as caught:
        ea.Package.pack(Full(), files)
    assert caught.value.errno == 28


def test_sources_of_all_kinds(samples: pathlib.Path, tmp_path: pathlib.Path) -> None:
    model = samples / "Character.mdl"
    ea.Package.pack(tmp_path / "game.pak", {"Models/Character.mdl": model, "Models/Character_Wave.ani": samples / "Character_Wave.ani"})
    entry = ea.open(f"{tmp_path / 'game.pak'}:Models/Character.mdl")
    assert entry.data == model.read_bytes() and [name for name, _ in entry.scene().animations] == ["Character_Wave"]
    with pytest.raises(KeyError):
        ea.open(f"{tmp_path / 'game.pak'}:Models/Nobody.mdl")
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        archive.write(model, "Models/Character.mdl")
        archive.writestr("Start.udm", "$float a 1")
    inside = zipfile.Path(tmp_path / "a.zip", "Models/Character.mdl")
    sources: list[ea.Source] = [inside, model.open("rb"), io.BytesIO(model.read_bytes()), memoryview(model.read_bytes()), model, str(model)]
    assert all(ea.open(source).data == model.read_bytes() for source in sources)
    # The name says what the bytes don't.
    assert ea.open(zipfile.Path(tmp_path / "a.zip", "Start.udm")).format == "udm"
    assert ea.convert(inside, to="glb").files and ea.render(inside, size=(8, 8)).size == (8, 8)
    fsspec = pytest.importorskip("fsspec")
    with fsspec.open("memory://Models/Character.mdl", "wb") as stream:
        stream.write(model.read_bytes())
    assert ea.open("memory://Models/Character.mdl").data == model.read_bytes()
    assert ea.open(fsspec.open("memory://Models/Character.mdl")).data == model.read_bytes()
    with fsspec.open("memory://Models/Character.mdl") as stream:
        assert ea.open(stream).data == model.read_bytes()


def test_resources_of_python_packages(samples: pathlib.Path, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    resources = pytest.importorskip("importlib.resources")
    with zipfile.ZipFile(tmp_path / "library.zip", "w") as archive:
        archive.writestr("library/__init__.py", "")
        archive.write(samples / "Character.mdl", "library/Character.mdl")
    monkeypatch.syspath_prepend(str(tmp_path / "library.zip"))
    assert ea.open(resources.files("library") / "Character.mdl").data == (samples / "Character.mdl").read_bytes()
