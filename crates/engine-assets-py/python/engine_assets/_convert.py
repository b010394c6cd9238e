"""Conversion."""

from __future__ import annotations

import inspect
import os
import pathlib
import sys
from typing import TYPE_CHECKING, Callable, Iterable, Literal, Mapping, Optional, Sequence, Union

from . import _native
from ._native import Asset
from ._options import MOTION, BoneMap, Clips, Compression, OutputFormat, Path, Repair, Source, checked, paths, whole
from ._progress import Progress
from ._types import Converted, FolderReport

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._options import FolderOptions


def convert(
    inputs: Union[Source, Sequence[Source]],
    output: Optional[Path] = None,
    *,
    to: Optional[OutputFormat] = None,
    engine: Optional[Literal["rbfx", "urho3d", "u3d"]] = None,
    classes: Optional[Path] = None,
    lossy: bool = False,
    sidecar: bool = True,
    repair: Union[Repair, Sequence[Repair]] = (),
    force: bool = False,
    animations: Union[str, Sequence[str]] = (),
    no_animations: bool = False,
    clip: Clips = (),
    merge: Optional[str] = None,
    speed: Optional[float] = None,
    reverse: bool = False,
    mirror: bool = False,
    onto: Optional[Source] = None,
    bone_map: Optional[BoneMap] = None,
    rename_bones: Optional[BoneMap] = None,
    in_place: bool = False,
    root_motion: Optional[str] = None,
    loop: Optional[int] = None,
    fps: Optional[float] = None,
    lod: Optional[int] = None,
    scale: float = 1.0,
    up: Literal["y", "z"] = "y",
    into: Union[Source, Sequence[Source], None] = None,
    bind_pose_of: Union[Source, Sequence[Source], None] = None,
    apply_scale: bool = False,
    facing: Literal["front", "back"] = "front",
    originals: bool = True,
    strict: bool = False,
    gpu_instancing: bool = False,
    compress: Union[Compression, Sequence[Compression]] = (),
    max_bones: int = 64,
    simplify: Union[float, Sequence[float]] = (),
    optimize_meshes: bool = False,
    weld: bool = True,
    tangents: Literal["auto", "always", "never"] = "auto",
    smooth: Optional[float] = None,
    optimize: bool = True,
    resources: Union[Path, Sequence[Path]] = (),
    material: Union[str, Sequence[str]] = (),
    materials: bool = True,
    textures: bool = True,
    texture_files: Literal["keep", "png", "dds", "bc7", "webp"] = "keep",
    texture_use: Optional[Literal["color", "data", "normals"]] = None,
    max_size: Optional[int] = None,
    power_of_two: bool = False,
    resource_dir: Optional[Path] = None,
    own_folders: bool = False,
    copy_resources: bool = False,
    prefab: bool = False,
    collision: bool = False,
    navmesh: bool = False,
    max_expanded: int = 1 << 30,
    curve_tolerance: Optional[float] = None,
    isolate: bool = False,
    write: Optional[bool] = None,
) -> Converted:
    """Converts a document, or a model with its animations. It has the options of `engine-assets convert`.

    The result contains all output files, in memory. `convert_folder` writes files to the disk while it creates others, for a single input too.

    Args:
        inputs: A path, bytes or an asset; a model of Urho3D is converted to glTF with the animations in its folder or package that are named like it.
            Or a list of exactly what is converted: a model and animations; `[model]` for the model alone.
        output: File to write; its extension sets the format: `Jack.glb`, `Fox.mdl`. Without it nothing is written, and `to` is required.
        to: Format to write, one of `output_formats()`. Default: set by the output's extension.
        engine: Engine of Urho3D, U3D and rbfx files: `rbfx`, `urho3d` or `u3d`. Default: the engine that each file shows.
        classes: Urho3D, U3D and rbfx scenes: file with a table of the game's own components, lines of class, attribute, type and default value,
            separated by tabs.
        lossy: Leave out content that the format can't store, with a finding for each.
        sidecar: Include the side file (`X.xml` or `X.json`) of a model or an animation.
        repair: Repairs to apply first, in this order; see `repairs()`.
        force: Overwrite existing files.
        animations: Name patterns of animations to include, of the inputs or, if these are no list, of the folder of the model.
        no_animations: Leave all animations out.
        clip: Cut these clips out of the only selected animation: `{"Walk": (0, 1.2)}` in seconds, or `"Walk=0..1.2"`.
        merge: Play all selected animations one after the other, as one animation with this name.
        speed: Play this many times as fast.
        reverse: Play backwards.
        mirror: Swap left and right, by the names of bones.
        onto: A model whose skeleton gets the animations; it becomes the model of the output.
        bone_map: With `onto`: which bone is which, as a mapping, or a file with a line `source = target` for each, or rbfx's
            `RetargetAnimations.json`. Default: by the names of Mixamo, Unreal, Rigify and Biped.
        rename_bones: New names of bones, as a mapping or a file with a line `old = new` for each.
        in_place: Remove horizontal motion.
        root_motion: Move horizontal motion to this bone.
        loop: Blend this many frames at the end into the beginning, so that a loop doesn't jump.
        fps: Make keys on whole frames, at this many per second.
        lod: Convert only this level of detail; 0 is the finest.
        scale: Scale the result by this factor.
        up: From glTF: the axis that points up in the file, `y` or `z`.
        into: From glTF: the original Urho3D or Pragma model: edits are written into it, and its other data is kept. For the path of an
            Urho3D model, animations in its folder whose names begin with its name are included; otherwise list them after the model.
        bind_pose_of: From glTF: a model whose bones (positions, order, axes) the new model gets, so that its animations fit.
        apply_scale: From glTF: apply node scales to bones, keys and meshes.
        facing: From glTF: direction of the model's front; `back` turns the model around.
        originals: To glTF: also store the original files, which a conversion back puts edits into.
        strict: To glTF: fail on anything that glTF can't store.
        gpu_instancing: To glTF: write sibling nodes with the same mesh as instances.
        compress: To glTF: `"meshopt"` (without loss), `"quantize"` (vertices in fewer bits) or both, which readers have to understand.
        max_bones: To Urho3D: maximum number of bones of a geometry; larger ones are split.
        simplify: Models of engines and glTF: create levels of detail with these shares of the triangles, descending: `[0.5, 0.25]`. Findings
            contain their triangles and errors.
        optimize_meshes: Models of engines and glTF: join equal vertices, and order triangles for the vertex cache and against overdraw.
        weld: New models: join equal vertices.
        tangents: New Urho3D models: meshes that get tangents which the glTF lacks: `auto` (those with a normal map), `always` or `never`.
        smooth: New models: angle in degrees, from 0 to 180, up to which triangles of meshes without normals are shaded smooth. Default: they are
            shaded flat, with a vertex for every corner.
        optimize: New models: order triangles and vertices for the vertex cache.
        resources: Folders and packages to search for referenced files. Default: the usual folders around the file, or the package of an
            entry; from glTF, the target folder.
        material: Material names in geometry order; a single name applies to all geometries.
        materials: Export materials.
        textures: Include the textures of materials.
        texture_files: Files that textures become: `png` or `dds` of Urho3D and Pragma, `bc7` (dds) of rbfx and Pragma, `png` or `webp` (without
            loss) of glTF.
        texture_use: Textures to dds: meaning of the pixels, `color`, `data` or `normals`. Default: as the file states, otherwise `color`.
        max_size: Halve larger textures until no side is longer, in pixels.
        power_of_two: Make each side of textures the nearest power of two.
        resource_dir: To Urho3D and Pragma: resource folder for materials and textures. Default: the parent of the folder `Models`, `Scenes`,
            `Objects`, `Prefabs` or `maps` in the output's path.
        own_folders: From glTF: write materials and textures into folders with the model's name, so that one project can contain several models.
        copy_resources: From glTF: copy files that outputs reference and the target project lacks from `resources`, with the files that these
            reference. Default of `resources`: the project around the input. Without it, a finding lists the missing files.
        prefab: From glTF to an Urho3D scene: create a prefab. Default: the kind of the original file, otherwise a scene.
        collision: Pragma maps to glTF: include collision meshes of models as hidden nodes.
        navmesh: Pragma maps to glTF: include the navigation mesh next to the map as a hidden node.
        max_expanded: Maximum memory for vertices, indices and keys, in bytes. A file that needs more is refused.
        curve_tolerance: FBX, and splines of glTF for Urho3D: how far sampled curves may be from their originals, in millimetres for a model of a metre
            or more; angles in proportion. Default: 0.1, with 0.01 degrees. An asset that is open already keeps the keys that it was opened with.
        isolate: Read FBX and OBJ in a process of their own, so that an error in their parser, which is written in C, harms nothing else: then an
            `OSError` says how the process ended. Its messages appear on stderr. The inputs have to be paths.
        write: Write the files. Default: if `output` is given.

    Raises:
        OSError: A file can't be read or written, or already exists.
        LossesError: The format can't store something, and `lossy` isn't set.
        ConversionError: There is no such conversion, or an option has no effect on it.
        Error: An input can't be opened.
    """
    options = {name: value for name, value in locals().items() if name not in ("inputs", "output")}
    options["write"] = output is not None if write is None else write
    sources = _several(inputs)
    # A list is what is asked for; a single model comes with its animations.
    beside = len(sources) == 1 and sources[0] is inputs
    return _native.convert(sources, output, {**_plain(options), "beside": beside})


def convert_folder(
    inputs: Union[Path, Sequence[Path]],
    output: Path,
    *,
    to: OutputFormat,
    existing: Literal["refuse", "replace", "skip", "newer"] = "refuse",
    dry_run: bool = False,
    max_memory: Optional[int] = None,
    progress: Union[bool, Callable[[int, int, pathlib.Path], object]] = False,
    **options: Unpack[FolderOptions],
) -> FolderReport:
    """Converts files, and all files of folders that can become `to`, on all cores, as `engine-assets convert` does.

    Models are converted with the animations that are named like them, side files, materials and textures. No output replaces an input or another
    output. The files of one input appear together or not at all, and a failure doesn't stop the others.

    >>> report = convert_folder(".", "out/all", to="glb", dry_run=True)
    >>> [file.path.as_posix() for file in report.files if file.source.name == "Character.mdl"]
    ['out/all/Character.glb']

    Args:
        inputs: A file or a folder, or several; also `game.pak:Models/Jack.mdl` for an entry of a package.
        output: Folder for the outputs, each named like its input.
        to: Format to write, one of `output_formats()`.
        existing: Outputs that exist: `refuse` writes nothing, `replace` overwrites them, `skip` keeps them, `newer` overwrites outputs that are
            older than a file that they are made of.
        dry_run: Write nothing: the report has the files that would be written.
        max_memory: Limits the number of files that are converted at once, so that they take about this many bytes of memory. A larger file is
            converted alone.
        progress: Called with the number of finished files, the number of all files and a path after each file, from any thread; `True`
            shows a bar on stderr, of tqdm if that is installed.
        options: Options of each conversion, as for `convert`, but not `force`, `own_folders` and `write`. `into` and `bind_pose_of` are paths.

    Raises:
        FileExistsError: Outputs exist, and `existing` is `refuse`. Nothing is written.
        ConversionError: Two outputs would have the same name, or an output would replace an input. Nothing is written.
        KeyboardInterrupt: Ctrl-C ends the conversion between two files. Written files stay.
    """
    defaults = {
        name: parameter.default
        for name, parameter in inspect.signature(convert).parameters.items()
        if parameter.kind is parameter.KEYWORD_ONLY
    }
    unknown = set(options) - (defaults.keys() - {"force", "own_folders", "write"})
    if unknown:
        raise TypeError(f"convert_folder() got an unexpected keyword argument {min(unknown)!r}")
    named = paths("inputs", inputs)
    for path in named:
        _listed(path)
    every = _plain({**defaults, **options, "to": to, "write": True})
    if max_memory is not None:
        max_memory = whole("max_expanded", max_memory)
    with Progress("convert") as bar:
        shown = bar if progress is True else progress or None
        how = {"existing": existing, "dry_run": dry_run, "max_memory": max_memory, "progress": shown}
        return _native.convert_folder(named, output, {**every, "beside": True}, how)


def _listed(path: Path) -> None:
    """Raises the error of the system for a file or folder that isn't there; entries of packages are no files."""
    if ":" not in os.fspath(path)[2:]:
        os.stat(path)


def _plain(options: Mapping[str, object]) -> dict[str, object]:
    """Options as the compiled part takes them."""
    made = checked(options)
    made["isolate"] = [sys.executable, "-m", "engine_assets._isolated"] if made["isolate"] else None
    made["motion"] = {name: made.pop(name) for name in MOTION}
    made.update({name: _several(made[name]) for name in ("into", "bind_pose_of")})
    return made


def _several(sources: object) -> list[Source]:
    """One source or several, as several."""
    if sources is None:
        return []
    is_one = isinstance(sources, (str, bytes, bytearray, memoryview, os.PathLike, Asset))
    if is_one or any(hasattr(sources, name) for name in ("read", "read_bytes", "open")) or not isinstance(sources, Iterable):
        return [sources]  # type: ignore[list-item]
    return list(sources)


def animations_beside(model: Path) -> list[tuple[str, bool]]:
    """Lists the Urho3D animations in a model's folder, each with whether its name begins with the model's name: such animations are included by default.

    >>> [(os.path.basename(path), own) for path, own in animations_beside("Character.mdl")]
    [('Character_Wave.ani', True)]
    """
    return [(os.fspath(path), own) for path, own in _native.animations_beside(model)]


def resources_around(path: Path) -> list[str]:
    """Lists the folders and packages of a file's project, which are searched for referenced files."""
    return [os.fspath(root) for root in _native.resources_around(path)]
