"""Exports into an original: its files, and the animations that stay as they are."""

import pathlib

from . import curves, formats, meshes, unchanged
from .library import needed
from .sentences import Refused


# Extensions of side files.
SIDES = (".xml", ".json")


class Changed(Refused):
    """The original file changed, or is gone."""

    def __init__(self, sentence, is_gone=False):
        super().__init__(sentence)
        self.is_gone = is_gone


def wanted(source, options):
    """The original to export into, with its animations; empty for a new file."""
    if source is None or not options.merge or options.format not in formats.INTO.get(source.format, ()):
        return []
    state = source.state()
    if state == "same" or (state == "changed" and options.changed == "MERGE"):
        return [source.open(), *animations_of(source)]
    if options.changed == "NEW":
        return []
    if state in ("gone", "unreadable"):
        problem = "is missing" if state == "gone" else "can't be read any more"
        raise Changed(f"The original {source.title()} {problem}. Create a new file, or restore it.", is_gone=True)
    raise Changed(f"The original {source.title()} was changed since it was imported. Choose to export into its current version, or to create a new file.")


def animations_of(source):
    """The original's animations: the imported ones, and files whose names begin with its name."""
    if source.entry:
        return source.open_animations()
    if source.format != "urho-mdl":
        return []
    library = needed()
    beside = [name for name, own in library.animations_beside(source.place()) if own]
    paths = list(dict.fromkeys([*(name for name in source.animations if pathlib.Path(name).is_file()), *beside]))
    found = []
    for path in paths:
        try:
            found.append(library.open(path))
        except library.Error:
            # Unreadable files are skipped.
            continue
    return found


def into_list(into, source, actions, kept):
    """The original with the animations that are edited or renamed.

    The library takes a new animation for the only missing animation under another name: unedited ones, and ones that weren't imported, aren't missing.
    """
    if not into or source.format != "urho-mdl":
        return into
    unedited, exported = ({curves.animation_name(one).lower() for one in own} for own in (kept, actions))
    imported = {pathlib.PurePath(path).stem.lower() for path in source.animations}
    stem = lambda one: pathlib.PurePath(one.name or "").stem.lower()  # noqa: E731
    edited = [one for one in into[1:] if stem(one) not in unedited and (stem(one) in exported or stem(one) in imported)]
    if edited or source.entry:
        return [into[0], *edited]
    # By its bytes: the library doesn't add the animations next to it.
    return [needed().open(bytes(into[0].data), name=f"{source.name}.mdl")]


def in_its_folder(source, output, name):
    """The name of an output: animations from folders inside the model's folder, and their side files, go back there."""
    # Folders may be links, and paths may go up and down.
    whole = pathlib.PurePath if source.entry else lambda one: pathlib.Path(one).resolve()
    path, model = pathlib.PurePath(name), whole(source.entry or source.place())
    own = next((whole(one) for one in source.animations if pathlib.PurePath(one).stem == path.stem), None)
    if name == output or own is None or path.parent != pathlib.PurePath(output).parent or model.parent not in own.parents:
        return name
    return (path.parent / own.parent.relative_to(model.parent) / path.name).as_posix()


def same_version(source, name, data):
    """The bytes of the original, if the export is in its version."""
    own = source.open()
    is_same = needed().open(data, name=name).variant == own.variant and pathlib.PurePath(name).suffix.lower() == source.suffix
    return bytes(own.data) if is_same else data


def is_about(finding, names, objects):
    """Whether a finding is about an unedited animation or mesh, which isn't converted."""
    if finding.kind == "scene-pragma/group-kept":
        return any(f'"{one.get(unchanged.NAME)}"' in finding.message for one in objects if one.type == "MESH" and meshes.is_unchanged(one))
    head, _, rest = finding.path.partition(" > ")
    return head.startswith("animation") and (rest in ("channels", "samplers") or rest.strip("\"'") in names)


def kept_files(source, kept, output):
    """Unedited Urho3D animations with their side files, and the side file of the model, next to the output."""
    names = {curves.animation_name(one).lower() for one in kept}
    found = [(pathlib.PurePath(output).with_suffix(end).as_posix(), source.read(beside(source.entry or source.place(), end))) for end in SIDES]
    for path in (path for path in source.animations if pathlib.PurePath(path).stem.lower() in names):
        for name in (path, *(beside(path, end) for end in SIDES)):
            found.append(((pathlib.PurePath(output).parent / pathlib.PurePath(name).name).as_posix(), source.read(name)))
    return [(name, data) for name, data in found if data is not None]


def beside(path, end):
    """The path of a side file."""
    return pathlib.PurePath(path).with_suffix(end).as_posix()
