"""Converting."""

from __future__ import annotations

import os
from typing import Optional, Sequence, Union

from . import _native
from ._native import Asset
from ._types import Converted

Source = Union[str, "os.PathLike[str]", bytes, bytearray, memoryview, Asset]


def convert(
    inputs: Union[Source, Sequence[Source]],
    output: Union[str, "os.PathLike[str]", None] = None,
    *,
    to: Optional[str] = None,
    lossy: bool = False,
    sidecar: bool = True,
    repair: Sequence[str] = (),
    force: bool = False,
    animations: Sequence[str] = (),
    lod: Optional[int] = None,
    scale: float = 1.0,
    up: str = "y",
    exact: bool = False,
    strict: bool = False,
    max_bones: int = 64,
    resources: Sequence[Union[str, "os.PathLike[str]"]] = (),
    material: Sequence[str] = (),
    materials: bool = True,
    textures: bool = True,
    max_memory: int = 1 << 30,
    write: Optional[bool] = None,
) -> Converted:
    """Converts a document, or a model with its animations. The options are those of `engine-assets convert`.

    Args:
        inputs: A path, bytes or an asset; or a model and animations.
        output: File to write; its extension names the format: `Jack.glb`, `Fox.mdl`. Without it nothing is written, and `to` is needed.
        to: Format to write, one of `goals()`; by default the one that the output's extension names.
        lossy: Leave out content that the format can't store, with a finding for each.
        sidecar: With `X.xml` or `X.json` beside a model or an animation.
        repair: Repairs to make first, in this order, of `repairs()`.
        force: Overwrite existing files.
        animations: Animations to include, by patterns of their names; all, if there is none.
        lod: Take only this level of detail; 0 is the finest.
        scale: Scale the result by this factor.
        up: From glTF: the axis that points up in the file, `y` or `z`.
        exact: To glTF: also store what is needed to convert back to the same file, byte for byte.
        strict: To glTF: fail on anything that glTF can't store.
        max_bones: To Urho3D: most bones of a geometry; one with more is split.
        resources: Folders and packages to look in for the files that assets name; by default the usual places around the file.
        material: Names of the materials of the geometries, in their order; one is that of all.
        materials: Include what materials look like.
        textures: Include the textures of materials.
        max_memory: Most memory for vertices, indices and keys, in bytes.
        write: Write the files; by default if there is an `output`.

    Raises:
        OSError: A file can't be read or written, or is there already.
        LossesError: The format has no place for something, and `lossy` isn't set.
        ConversionError: There is no such conversion, or an option that has no effect on it.
        Error: An input can't be opened.
    """
    if isinstance(inputs, (str, bytes, bytearray, memoryview, os.PathLike, Asset)):
        inputs = [inputs]
    options = {
        "to": to,
        "lossy": lossy,
        "sidecar": sidecar,
        "repair": list(repair),
        "force": force,
        "animations": list(animations),
        "lod": lod,
        "scale": scale,
        "up": up,
        "exact": exact,
        "strict": strict,
        "max_bones": max_bones,
        "resources": list(resources),
        "material": list(material),
        "materials": materials,
        "textures": textures,
        "max_memory": max_memory,
        "write": output is not None if write is None else write,
    }
    return _native.convert(list(inputs), output, options)
