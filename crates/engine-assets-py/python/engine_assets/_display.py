"""How notebooks show objects."""

from __future__ import annotations

import html as _html
from typing import Iterable, Optional, Sequence

from . import _native
from ._errors import Error

ROWS = 200
CHARACTERS = 20_000
PICTURES = ("urho-mdl", "urho-scene", "urho-prefab", "urho-material", "pragma-model", "pragma-map", "pragma-material", "zed-model", "gltf")


def png(asset: _native.Asset) -> Optional[bytes]:
    """Draws a model, scene, material or texture. Returns `None` if the asset has nothing to show."""
    from ._render import render

    try:
        if asset.format == "image":
            return asset.texture.picture().to_png()
        return render(asset).to_png() if asset.format in PICTURES else None
    except (Error, OSError):
        return None


def scene_png(scene: _native.Scene) -> Optional[bytes]:
    """Draws a scene. Returns `None` if it can't be shown."""
    from ._render import render

    try:
        return render(scene).to_png()
    except Error:
        return None


def html(asset: _native.Asset) -> Optional[str]:
    """Returns a table of entries for a package, or text for a document. For other assets, this is `None`."""
    if asset.format == "urho-pak":
        with _native.Package(asset.data) as package:
            return package_html(package)
    if asset.format == "udm":
        return text(asset.document().to_bytes("text"))
    return None


def package_html(package: _native.Package) -> str:
    """Returns a table of the entries in a package."""
    names = list(package)
    rows = [(name, f"{package[name].size:,}", f"{package[name].checksum:08x}") for name in names[:ROWS]]
    caption = f"{package.kind}, {len(names)} entries" + (f", the first {ROWS}" if len(names) > ROWS else "")
    return table(caption, ("name", "bytes", "checksum"), rows)


def table(caption: str, heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Returns a table as HTML."""

    def row(cells: Sequence[object], tag: str) -> str:
        return "<tr>" + "".join(f"<{tag}>{_html.escape(str(cell))}</{tag}>" for cell in cells) + "</tr>"

    body = "".join(row(cells, "td") for cells in rows)
    return f"<table><caption>{_html.escape(caption)}</caption><thead>{row(heads, 'th')}</thead><tbody>{body}</tbody></table>"


def text(data: bytes) -> str:
    """Returns the beginning of a text as HTML."""
    shown = data.decode("utf-8", "replace")
    more = " …" if len(shown) > CHARACTERS else ""
    return f"<pre>{_html.escape(shown[:CHARACTERS])}{more}</pre>"
