"""UDM documents as mappings."""

from __future__ import annotations

import collections.abc
import pathlib

import pytest

import engine_assets as ea
from engine_assets import udm

TEXT = """"light"
{
    $float range 12.5
    $vec3 position [1,2,3]   // metres
    $array names [string;2]["door","window"]
    $array counts [uint8;3][1,2,3]
    $string name "lamp"
}
"""


def test_a_document_is_a_mapping() -> None:
    document = udm.loads(TEXT)
    assert isinstance(document, collections.abc.MutableMapping)
    assert list(document) == ["light"] and len(document) == 1 and "light/range" in document
    assert document["light/range"] == 12.5 and document["light"]["names"] == ["door", "window"]
    assert document["light/names[1]"] == "window" and udm.get(document, "light/position") == [1, 2, 3]
    assert document.get("light/nothing", 7) == 7 and "light/nothing" not in document
    with pytest.raises(KeyError):
        document["light/nothing"]
    assert document.to_dict() == {"light": document["light"]}
    assert document.type_of("light/position") == "vec3" and document.is_text


def test_edits_change_what_they_name() -> None:
    document = udm.loads(TEXT)
    document["light/range"] = 20
    document["light/position"] = [4, 5, 6.5]
    document["light/counts"] = [7, 8]
    document["light/name"] = "sun"
    udm.set(document, "light/names[0]", "gate")
    expected = TEXT.replace("12.5", "20").replace("[1,2,3]   //", "[4,5,6.5]   //").replace("lamp", "sun")
    expected = expected.replace("door", "gate").replace("[uint8;3][1,2,3]", "[uint8;2][7,8]")
    assert udm.dumps(document).decode() == expected
    assert document.type_of("light/range") == "float"


def test_new_values_have_types() -> None:
    document = udm.loads("$float a 1")
    document["b/c"] = 5
    document["list"] = [1.5, 2.5]
    udm.set(document, "v", [1, 2, 3, 1], type="quat")
    udm.set(document, "blob", b"\x00\xff", type="blob")
    udm.set(document, "text", "2.5", type="double")
    types = [document.type_of(path) for path in ("b/c", "list", "v", "blob", "text")]
    assert types == ["int32", "array", "quat", "blob", "double"]
    assert document["blob"] == b"\x00\xff" and document["list"] == [1.5, 2.5] and document["text"] == 2.5
    del document["b"]
    assert "b/c" not in document
    with pytest.raises(KeyError):
        del document["b"]
    with pytest.raises(KeyError):
        udm.set(document, "nothing", 3)
    with pytest.raises(ValueError):
        document["a"] = [1, 2]
    with pytest.raises(ValueError):
        document["a"] = "many"
    with pytest.raises(TypeError):
        document["a"] = object()


def test_forms(samples: pathlib.Path) -> None:
    data = (samples / "Room.udm_b").read_bytes()
    document = udm.loads(data)
    assert udm.dumps(document) == data and not document.is_text and document.asset_type == "ROOM"
    text = udm.dumps(document, "text")
    assert udm.diff(document, udm.loads(text)) == [] and udm.dumps(udm.loads(text), "binary") == data
    assert len(udm.dumps(document, "compact")) < len(text)
    with pytest.raises(ValueError, match="expected binary, text or compact"):
        udm.dumps(document, "xml")
    assert udm.loads(udm.dumps({"a": {"b": [1, 2]}})).to_dict() == {"a": {"b": [1, 2]}}
    assert document.validate() == [] and ea.open(data, name="Room.udm_b").document().to_dict() == document.to_dict()


def test_differences() -> None:
    old, new = udm.loads(TEXT), udm.loads(TEXT)
    new["light/range"] = 12.6
    del new["light/name"]
    new["light/extra"] = True
    changes = {change.path: (change.kind, change.old, change.new) for change in udm.diff(old, new)}
    assert changes == {
        "light/range": ("changed", 12.5, 12.6),
        "light/name": ("removed", "lamp", None),
        "light/extra": ("added", None, True),
    }
    assert [change.path for change in udm.diff(old, new, tolerance=0.2)] == [
        path for path in changes if path != "light/range"
    ]


def test_broken_documents_say_where() -> None:
    with pytest.raises(ea.MalformedError) as caught:
        udm.loads("$float a [")
    assert caught.value.offset is not None
    with pytest.raises(TypeError):
        udm.loads(3)
