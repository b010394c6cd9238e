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
    repair: Union[Repair, Sequence[Repair]] = (),
    force: bool = False,
    write: Optional[bool] = None,
    isolate: bool = False,
    max_expanded: int = 1 << 30,
    animations: Union[str, Sequence[str]] = (),
    no_animations: bool = False,
    sidecar: bool = True,
    resources: Union[Path, Sequence[Path]] = (),
    material: Union[str, Sequence[str]] = (),
    materials: bool = True,
    textures: bool = True,
    collision: bool = False,
    navmesh: bool = False,
    lod: Optional[int] = None,
    scale: float = 1.0,
    up: Literal["y", "z"] = "y",
    facing: Literal["front", "back"] = "front",
    center: Optional[Literal["middle", "bottom"]] = None,
    simplify: Union[float, Sequence[float]] = (),
    optimize_meshes: bool = False,
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
    originals: bool = True,
    strict: bool = False,
    gpu_instancing: bool = False,
    compress: Union[Compression, Sequence[Compression]] = (),
    into: Union[Source, Sequence[Source], None] = None,
    bind_pose_of: Union[Source, Sequence[Source], None] = None,
    apply_scale: bool = False,
    max_bones: int = 64,
    weld: bool = True,
    optimize: bool = True,
    tangents: Literal["auto", "always", "never"] = "auto",
    smooth: Optional[float] = None,
    curve_tolerance: Optional[float] = None,
    copy_resources: bool = False,
    resource_dir: Optional[Path] = None,
    own_folders: bool = False,
    shared: bool = False,
    prefab: bool = False,
    texture_files: Literal["keep", "png", "dds", "bc7", "webp"] = "keep",
    texture_use: Optional[Literal["color", "data", "normals"]] = None,
    max_size: Optional[int] = None,
    power_of_two: bool = False,
) -> Converted:
    """Converts a document, or a model with its animations. The options are those of `engine-assets convert`.

    The result contains all output files in memory. If they are too large for this, use `convert_folder`, which writes files to the disk while it creates
    others. It can be used for a single input too.

    Args:
        inputs: A path, bytes or an asset. An Urho3D model is converted to glTF with the animations in its folder or package if their names begin with its
            name. Or a list of exactly the inputs to convert: a model and animations, or `[model]` for the model alone.
        output: File to write. The extension sets the format: `Jack.glb`, `Fox.mdl`. If you don't pass it, nothing is written, and you must pass `to`.
        to: Format to write, one of `output_formats()`. By default, it is set by the output's extension.
        engine: Engine of Urho3D, U3D and rbfx files: `rbfx`, `urho3d` or `u3d`. By default, it is detected for each file.
        classes: Urho3D, U3D and rbfx scenes: file with a table of the game's own components. Each line has the class, attribute, type and default value,
            separated by tabs.
        lossy: Leave out content that the format can't store. You get a finding for each loss.
        repair: Repairs to apply first, in this order; see `repairs()`.
        force: Overwrite existing files.
        write: Write the files. Default: true if `output` is given.
        isolate: Read FBX and OBJ in a separate process, so that an error in the parser, which is written in C, can't affect your program. If the process
            fails, you get an `OSError` with its exit status. Its messages appear on stderr. The inputs must be paths.
        max_expanded: Maximum memory for vertices, indices and keys, in bytes. A file that needs more is refused.
        animations: Name patterns of animations to include. They are searched in the inputs or, if these are not a list, in the folder of the model.
        no_animations: Don't include animations.
        sidecar: Include the side file (`X.xml` or `X.json`) of a model or an animation.
        resources: Folders and packages to search for referenced files. Default: the usual folders around the file, or the package of an
            entry; from glTF, the target folder.
        material: Material names in geometry order. A single name is used for all geometries.
        materials: Export materials.
        textures: Include the textures of materials.
        collision: Pragma maps to glTF: include the collision meshes of models as hidden nodes.
        navmesh: Pragma maps to glTF: include the navigation mesh next to the map as a hidden node.
        lod: Convert only this level of detail; 0 is the finest.
        scale: Scale the result by this factor: a model, or an Urho3D animation.
        up: From glTF, or a model that keeps its format: the axis that points up in the file, `y` or `z`.
        facing: From glTF, or a model that keeps its format: direction of the model's front. Use `back` to turn the model around.
        center: A model that keeps its format: move the `middle` of the box around all vertices to the origin, or the middle of its lower side (`bottom`).
        simplify: Models of engines and glTF: create levels of detail with these shares of the triangles, in descending order: `[0.5, 0.25]`. Findings
            contain their triangles and errors.
        optimize_meshes: Models of engines and glTF: join equal vertices, and reorder triangles for the vertex cache and to reduce overdraw.
        clip: Cut these clips out of the only selected animation: `{"Walk": (0, 1.2)}` in seconds, or `"Walk=0..1.2"`.
        merge: Join all selected animations, one after the other, into a single animation with this name.
        speed: Play this many times as fast.
        reverse: Play backwards.
        mirror: Swap left and right, using bone names.
        onto: Transfer the animations to the skeleton of this model, which will be the model in the output.
        bone_map: With `onto`: a mapping of bones, a file with a line `source = target` for each bone, or rbfx's `RetargetAnimations.json`. By default,
            the bone names of Mixamo, Unreal, Rigify and Biped are used.
        rename_bones: New names of bones, as a mapping, or a file with a line `old = new` for each bone.
        in_place: Remove horizontal motion.
        root_motion: Move horizontal motion to this bone.
        loop: Blend this many frames at the end into the beginning, so that a loop doesn't jump.
        fps: Create keys on whole frames, at this number of frames per second.
        originals: To glTF: also store the original files. They are needed to write edits into them when you convert back.
        strict: To glTF: fail if glTF can't store something.
        gpu_instancing: To glTF: write sibling nodes with the same mesh as instances.
        compress: To glTF: `"meshopt"` (lossless), `"quantize"` (vertices in fewer bits) or both. Readers must support this.
        into: From glTF: the original Urho3D or Pragma model. Edits are written into it, and all its other data is kept. If you pass the path of an
            Urho3D model, animations in its folder are included if their names begin with its name; otherwise, list them after the model.
        bind_pose_of: From glTF: use the bones of this model (positions, order, axes) for the new model, so that existing animations fit.
        apply_scale: From glTF: apply node scales to bones, keys and meshes.
        max_bones: To Urho3D: maximum number of bones in a geometry. A geometry with more bones is split.
        weld: New models: join equal vertices.
        optimize: New models: reorder triangles and vertices for the vertex cache.
        tangents: New Urho3D models: generate tangents that are missing in the glTF, for `auto` (meshes with a normal map), `always` or `never`.
        smooth: New models: if a mesh has no normals, smooth them where triangles meet at this angle or less (0 to 180 degrees). By default, such meshes
            are flat, with a vertex for every corner.
        curve_tolerance: FBX, and glTF splines for Urho3D: maximum error of sampled curves, in millimetres for a model of a metre or more; angles in
            proportion. Default: 0.1, with 0.01 degrees. This has no effect on an asset that is already open.
        copy_resources: From glTF: if outputs reference files that are not in the target project, copy them from `resources`, together with the files that
            they reference. Default for `resources`: the project around the input. If you don't set this, a finding lists the missing files.
        resource_dir: To Urho3D and Pragma: resource folder for materials and textures. Default: the parent of the folder `Models`, `Scenes`,
            `Objects`, `Prefabs` or `maps` in the output's path.
        own_folders: From glTF: write materials and textures to folders with the model's name, so that a project can contain several models.
        shared: From glTF: let edits change files that something else than the output uses too, for example a material that is also in another scene.
            By default, such an edit goes to a copy that the output uses.
        prefab: From glTF to an Urho3D scene: create a prefab. Default: the kind of the original file, or else a scene.
        texture_files: File format to use for textures: `png` or `dds` for Urho3D and Pragma, `bc7` (dds) for rbfx and Pragma, `png` or lossless `webp` for
            glTF.
        texture_use: Textures to dds: how the pixels will be used, `color`, `data` or `normals`. Default: as stated in the file, or else `color`.
        max_size: Halve the size of textures until no side is longer than this, in pixels.
        power_of_two: Resize each side of textures to the nearest power of two.

    Raises:
        OSError: A file can't be read or written, or already exists.
        LossesError: The format can't store something, and `lossy` isn't set.
        ConversionError: This conversion isn't possible, or an option has no effect on it.
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
    """Converts files, and all files in folders that can be converted to `to`, using all cores, as `engine-assets convert` does.

    Models are converted with animations if their names match, and with side files, materials and textures. An output never replaces an input or another
    output. The files of an input appear together or not at all. If an input fails, the others are still converted.

    >>> report = convert_folder(".", "out/all", to="glb", dry_run=True)
    >>> [file.path.as_posix() for file in report.files if file.source.name == "Character.mdl"]
    ['out/all/Character.glb']

    Args:
        inputs: One or several files or folders. You can also pass `game.pak:Models/Jack.mdl` for an entry in a package.
        output: Folder for the outputs. Each has the name of its input.
        to: Format to write, one of `output_formats()`.
        existing: What to do if outputs exist: `refuse` writes nothing, `replace` overwrites them, `skip` keeps them, and `newer` overwrites outputs if they
            are older than a file that they were created from.
        dry_run: Don't write files. The report has the files that would be written.
        max_memory: Limit the number of files that are converted at once, so that they use about this many bytes of memory. A file that is larger is
            converted alone.
        progress: A function that is called after each file, from any thread, with the number of finished files, the number of all files and a path. Pass
            `True` to show a bar on stderr; tqdm is used if it is installed.
        options: Options for each conversion; see `convert`. You can't use `force`, `own_folders` and `write`. `into` and `bind_pose_of` must be paths.

    Raises:
        FileExistsError: Outputs exist, and `existing` is `refuse`. Nothing is written.
        ConversionError: Two outputs would have the same name, or an output would replace an input. Nothing is written.
        KeyboardInterrupt: Ctrl-C was pressed. The conversion stops between two files, and files that were written stay.
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
    """Raises an `OSError` if a file or folder doesn't exist. This isn't done for entries of packages, because they are not files."""
    if ":" not in os.fspath(path)[2:]:
        os.stat(path)


def _plain(options: Mapping[str, object]) -> dict[str, object]:
    """Returns the options in the form that the compiled part needs."""
    made = checked(options)
    made["isolate"] = [sys.executable, "-m", "engine_assets._isolated"] if made["isolate"] else None
    made["motion"] = {name: made.pop(name) for name in MOTION}
    made.update({name: _several(made[name]) for name in ("into", "bind_pose_of")})
    return made


def _several(sources: object) -> list[Source]:
    """Returns one or several sources as a list."""
    if sources is None:
        return []
    is_one = isinstance(sources, (str, bytes, bytearray, memoryview, os.PathLike, Asset))
    if is_one or any(hasattr(sources, name) for name in ("read", "read_bytes", "open")) or not isinstance(sources, Iterable):
        return [sources]  # type: ignore[list-item]
    return list(sources)


def animations_beside(model: Path) -> list[tuple[str, bool]]:
    """Lists the Urho3D animations in a model's folder. The flag is true if the name begins with the model's name: these are included by default.

    >>> [(os.path.basename(path), own) for path, own in animations_beside("Character.mdl")]
    [('Character_Wave.ani', True)]
    """
    return [(os.fspath(path), own) for path, own in _native.animations_beside(model)]


def resources_around(path: Path) -> list[str]:
    """Lists the folders and packages in a file's project. They are searched for referenced files."""
    return [os.fspath(root) for root in _native.resources_around(path)]
