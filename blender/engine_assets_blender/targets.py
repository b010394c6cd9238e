"""Where an export goes: a file, or an entry of a package."""

import pathlib
import stat
import tempfile
from dataclasses import dataclass

import bpy

from . import sources
from .library import needed
from .sentences import Refused


@dataclass
class Target:
    """A file to write, or an entry of a package."""

    path: pathlib.Path
    package: pathlib.Path | None = None
    # A folder that stands for the package: nothing is written there.
    root: pathlib.Path | None = None

    def entry(self, name, folder):
        """The name in the package of a file of a conversion."""
        return (folder / name).relative_to(self.root).as_posix()


def resolve(text):
    """The target of a path as a person writes it: `//Jack.mdl`, `Game.pak:Models/Jack.mdl`.

    Raises:
        Refused: There is no such place.
    """
    if text.startswith("//") and not bpy.data.filepath:
        raise Refused("“//” is the folder of the .blend: save the .blend first, or choose a folder.")
    path = bpy.path.abspath(text)
    file, entry = sources.parse(path)
    if entry:
        root = pathlib.Path(tempfile.gettempdir()).resolve() / "engine-assets-package"
        return Target(root / checked_entry(entry), file, root)
    head, colon, _ = path.partition(".pak:")
    if colon:
        raise Refused(f"The package {head}.pak doesn't exist.")
    return Target(pathlib.Path(path))


def checked_entry(entry):
    parts = pathlib.PurePosixPath(entry.replace("\\", "/")).parts
    if not parts or parts[0] == "/" or ".." in parts:
        raise Refused(f"{entry} is no name of an entry.")
    return pathlib.Path(*parts)


def is_own(source, target):
    """Whether a target is the original."""
    if source is None or bool(source.entry) != (target.package is not None):
        return False
    if target.package is None:
        return sources.same_file(source.place(), target.path)
    return sources.same_file(source.place(), target.package) and target.root / source.entry == target.path


def replaced(target, result):
    """Names of existing files or entries, but for the requested one, that an export would change."""
    if target.package is None:
        return [name for name in result.replaced() if not sources.same_file(pathlib.Path(result.folder) / name, target.path)]
    with needed().Package(target.package) as package:
        names = [(file, target.entry(file.name, result.folder)) for file in result.files[:-1]]
        return [name for file, name in names if name in package and bytes(package[name].read()) != file.data]


def contains(target, name, folder):
    """Whether a package has an entry of the name of a file."""
    with needed().Package(target.package) as package:
        return target.entry(name, folder) in package


def guarded(target, result):
    """Sentences about files to change that are read-only, or links."""
    paths = [target.package] if target.package else [pathlib.Path(result.folder) / name for name in result.replaced()]
    told = []
    for path in paths:
        if path.is_symlink():
            told.append(f"{path.name} is a link to {path.resolve()}, and would become a file")
        elif path.exists() and not path.stat().st_mode & (stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH):
            told.append(f"{path.name} is read-only")
    return told


def write(target, result):
    """Writes an export: all files or none."""
    if target.package is None:
        result.write(force=True)
        return
    entries = {target.entry(file.name, result.folder): file.data for file in result.files}
    needed().Package.add(target.package, entries, force=True)
