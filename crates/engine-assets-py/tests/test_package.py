"""Packages as mappings."""

from __future__ import annotations

import collections.abc
import pathlib
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
