"""Sources of models: the path of a file, or an entry of a package, with a fingerprint. The objects in the .blend store them."""

import hashlib
import json
import os
import pathlib
import uuid
from dataclasses import asdict, dataclass, field

import bpy

from . import sentences
from .library import needed
from .sentences import Refused

# Custom properties of this add-on, which exports leave out.
PREFIX = "ea_"
SOURCE, MODEL = "ea_source", "ea_model"
# The library's own data in a glTF.
LIBRARY = "engine_assets"
# Marks objects that the import hid.
HIDDEN = "ea_hidden"


@dataclass
class Source:
    """A file, or an entry of a package."""

    path: str
    entry: str = ""
    format: str = ""
    sha256: str = ""
    # Imported Urho3D animations: paths or entry names.
    animations: list = field(default_factory=list)
    # Its path as seen from the .blend, for projects that move.
    relative: str = ""
    # Numbers of its coarser levels of detail.
    levels: list = field(default_factory=list)
    # Names of its meshes, sorted.
    meshes: list = field(default_factory=list)
    # The scale that it was imported with, the scale applied to its bones and meshes, and whether it was turned around.
    scale: float = 1.0
    applied: float = 1.0
    is_turned: bool = False

    @property
    def name(self):
        """Its name, without folder and extension."""
        return pathlib.PurePath(self.entry or self.path).stem

    @property
    def suffix(self):
        return pathlib.PurePath(self.entry or self.path).suffix.lower()

    def title(self):
        """Its name for people."""
        file = pathlib.PurePath(self.path).name
        return f"{file}:{self.entry}" if self.entry else file

    def place(self):
        """The path of its file: the stored path, or the path relative to a moved .blend."""
        path = pathlib.Path(self.path)
        if not path.exists() and self.relative:
            moved = pathlib.Path(bpy.path.abspath(self.relative))
            if moved.exists():
                return moved
        return path

    def open(self):
        """The asset."""
        return opened(self.place(), self.entry)

    def open_animations(self, told=None):
        """The imported animations that still exist and can be read. Adds sentences about the others: (path, sentence)."""
        found = []
        for name in self.animations:
            try:
                data = self.read(name)
                if data is None:
                    continue
                found.append(opened(self.place(), name) if self.entry else needed().open(name))
            except (OSError, needed().Error) as error:
                if told is not None:
                    told.append((pathlib.PurePath(name).name, f"the animation can't be read, and isn't imported: {sentences.of(error)}"))
        return found

    def read(self, name):
        """The bytes of a file next to it, or of an entry of its package; None if there is none."""
        if self.entry:
            with needed().Package(self.place()) as package:
                return bytes(package[name].read()) if name in package else None
        return pathlib.Path(name).read_bytes() if pathlib.Path(name).is_file() else None

    def state(self):
        """`same`, `changed`, `unreadable` or `gone`: the state of the file since the import."""
        try:
            data = bytes(self.open().data)
        except (OSError, KeyError, Refused):
            return "gone"
        except needed().Error:
            return "unreadable"
        return "same" if fingerprint(data) == self.sha256 else "changed"


def opened(path, entry=""):
    """The asset of a file, or of an entry of a package."""
    if not entry:
        return needed().open(path)
    with needed().Package(path) as package:
        found = package.find(entry)
        if found is None:
            raise Refused(f"{pathlib.Path(path).name} holds nothing that is called {entry}.")
        return found.open()


def parse(text):
    """Path and entry of `game.pak:Models/Jack.mdl`; of any other path the entry is empty."""
    path = pathlib.Path(text)
    if path.exists():
        return path, ""
    for at in (place for place, letter in enumerate(text) if letter == ":"):
        package = pathlib.Path(text[:at])
        if package.is_file() and text[at + 1 :]:
            return package, text[at + 1 :]
    return path, ""


def fingerprint(data):
    return hashlib.sha256(data).hexdigest()


def relative(path, blend=""):
    """The path as seen from the .blend; empty if that isn't saved, or on another drive.

    Args:
        blend: The path that the .blend is being saved to.
    """
    blend = blend or bpy.data.filepath
    if not blend:
        return ""
    try:
        return bpy.path.relpath(str(path), start=os.path.dirname(blend))
    except ValueError:
        return ""


def mark(objects, source):
    """Marks objects as one model with its source. Returns the model's mark."""
    model = uuid.uuid4().hex
    text = json.dumps(asdict(source))
    for one in objects:
        one[MODEL] = model
        if not one.visible_get():
            one[HIDDEN] = True
        if one.parent is None or one.parent not in objects:
            one[SOURCE] = text
    return model


def of_library(extras):
    """The members of a scene's extras that the library has written: one for each file."""
    return {key: value for key, value in (extras or {}).items() if key.startswith(LIBRARY)}


def keep_root(scene, model, document):
    """Keeps the library's data of a scene for each model, so that an export of one model has only its own."""
    own = of_library(next(iter(document.get("scenes", [])), {}).get("extras"))
    if own:
        scene[f"{PREFIX}root_{model}"] = json.dumps(own)
    for key in [key for key in scene.keys() if key.startswith(LIBRARY)]:
        del scene[key]


def give_root(scene, models, document):
    """Puts the library's data of these models back."""
    for key in (f"{PREFIX}root_{model}" for model in models):
        if key in scene and document.get("scenes"):
            document["scenes"][0].setdefault("extras", {}).update(json.loads(scene[key]))


def has_scale(document):
    """Whether the scene of a .glb says by which factor it was scaled: then the library undoes that."""
    own = of_library(next(iter(document.get("scenes", [])), {}).get("extras")).values()
    layouts = [one.get("layout") for one in own if isinstance(one, dict)]
    return any(isinstance(layout, dict) and "scale" in layout.get("shown", {}) for layout in layouts)


def of_object(one):
    """The source of an object; None if it is unknown."""
    while one is not None:
        if SOURCE in one:
            try:
                return Source(**json.loads(one[SOURCE]))
            except (ValueError, TypeError):
                return None
        one = one.parent
    return None


def model_of(one):
    """The mark of the model that an object is of; empty if it is of none."""
    while one is not None:
        if MODEL in one:
            return one[MODEL]
        one = one.parent
    return ""


def objects_of(model, scene):
    """All objects of a model in a scene: the imported ones, and their later children."""
    return [one for one in scene.objects if model_of(one) == model]


def rewritten(objects, own, result):
    """Makes an exported file the current state of the original of objects.

    Args:
        own: The original.
        result: The files of the export.
    """
    folder = pathlib.Path(result.folder)
    names = [str(folder / file.name) for file in result.files if file.name.lower().endswith(".ani")]
    for one in objects:
        source = of_object(one) if SOURCE in one else None
        if source is None or (source.path, source.entry) != (own.path, own.entry):
            continue
        source.sha256 = fingerprint(result.data)
        if not source.entry:
            source.path = str(source.place().resolve())
            source.animations = list(dict.fromkeys([*source.animations, *names]))
        one[SOURCE] = json.dumps(asdict(source))


def add_animation(one, path):
    """Adds an animation to the source of an object."""
    source = of_object(one) if SOURCE in one else None
    if source is not None and str(path) not in source.animations:
        source.animations.append(str(path))
        one[SOURCE] = json.dumps(asdict(source))


def same_file(one, other):
    return pathlib.Path(one).resolve() == pathlib.Path(other).resolve()


def refresh(scene, blend):
    """Brings the paths as seen from the .blend up to date; called before it is saved to a path."""
    for one in scene.objects:
        source = of_object(one) if SOURCE in one else None
        if source is not None:
            source.relative = relative(source.place(), blend)
            one[SOURCE] = json.dumps(asdict(source))
