"""Pickling. Assets and documents are pickled as their bytes, scenes as glTF, and pictures as png."""

from __future__ import annotations

import copyreg
from typing import Any, Optional

from . import _native, udm
from ._errors import UnknownFormatError


def _asset(data: bytes, name: Optional[str]) -> _native.Asset:
    try:
        return _native.open(data, name=name)
    except UnknownFormatError:
        return _native.open(data, name=name, bare_2011=True)


def _scene(data: bytes, name: str) -> _native.Scene:
    return _native.open(data, name=name + ".glb").scene()


def _picture(data: bytes) -> _native.Picture:
    return _native.open(data, name="picture.png").texture.picture()


def _reduce_asset(asset: _native.Asset) -> tuple[Any, ...]:
    return _asset, (asset.data, asset.name)


def _reduce_scene(scene: _native.Scene) -> tuple[Any, ...]:
    return _scene, (scene.to_glb(), scene.name)


def _reduce_picture(picture: _native.Picture) -> tuple[Any, ...]:
    return _picture, (picture.to_png(),)


def _reduce_document(document: _native.Document) -> tuple[Any, ...]:
    return udm.Document, (document.to_bytes(),)


def register() -> None:
    """Registers the classes for `pickle` and `copy`."""
    copyreg.pickle(_native.Asset, _reduce_asset)
    copyreg.pickle(_native.Scene, _reduce_scene)
    copyreg.pickle(_native.Picture, _reduce_picture)
    copyreg.pickle(_native.Document, _reduce_document)
    copyreg.pickle(udm.Document, _reduce_document)
