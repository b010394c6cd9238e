"""Projects: who uses a file, and renames."""

from __future__ import annotations

import pathlib

import pytest

import engine_assets as ea


@pytest.fixture
def data(samples: pathlib.Path) -> pathlib.Path:
    (samples / "Textures" / "Lonely.tga").write_bytes((samples / "Textures" / "Fox.tga").read_bytes())
    return samples


def files(folder: pathlib.Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_who_uses_a_file(data: pathlib.Path) -> None:
    references = ea.Project(data).references()
    users = references.users("Textures/Fox.tga")
    assert {(user.source.name, user.certainty, user.leads_to) for user in users} >= {("Fox.xml", "certain", "file")}
    assert all(user.target == data / "Textures" / "Fox.tga" for user in users)
    uses = {one.name for one in references.uses("Materials/Fox.xml")}
    assert "Textures/Fox.tga" in uses
    deep = {one.target for one in references.uses("Scenes/Clearing.xml", deep=True)}
    assert data / "Textures" / "Fox.tga" in deep
    assert data / "Textures" / "Lonely.tga" in references.unused()
    assert data / "Textures" / "Fox.tga" not in references.unused()
    assert len(references) == len(list(references)) > 10
    with pytest.raises(ValueError, match="no file of the project is called Nothing.png"):
        references.users("Nothing.png")
    (data / "Textures" / "Fox.tga").unlink()
    missing = ea.Project(data).references().missing()
    assert "Textures/Fox.tga" in {one.name for one in missing}


def test_a_rename_there_and_back(data: pathlib.Path) -> None:
    before, project = files(data), ea.Project(data)
    plan = project.rename("Textures/Fox.tga", "Textures/Animals/Reynard.tga")
    assert files(data) == before and {one.path.name for one in plan.files} >= {"Fox.tga", "Fox.xml"}
    changes = [change for one in plan.files for change in one.changes]
    assert any((old, new) == ("Textures/Fox.tga", "Textures/Animals/Reynard.tga") for _, old, new in changes)
    plan.write()
    assert (data / "Textures/Animals/Reynard.tga").exists() and not (data / "Textures/Fox.tga").exists()
    assert "Textures/Animals/Reynard.tga" in (data / "Materials/Fox.xml").read_text()
    project.rename({"Textures/Animals/Reynard.tga": "Textures/Fox.tga"}).write()
    assert files(data) == before
    with pytest.raises(ea.ConversionError, match="no file and no folder"):
        project.rename("Textures/Nobody.tga", "Textures/a.tga")
    with pytest.raises(TypeError, match="expected a new name"):
        project.rename("Textures/Fox.tga")  # type: ignore[call-overload]
    stale = project.rename("Textures/Fox.tga", "Textures/b.tga")
    (data / "Materials/Fox.xml").write_text("<material/>")
    with pytest.raises(OSError):
        stale.write()
    with pytest.raises(NotADirectoryError):
        ea.Project(data / "Character.mdl")
