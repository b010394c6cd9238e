"""Types of UDM values: kept by reading, by assignment, by copies."""

from __future__ import annotations

import copy
import math
import pathlib
import pickle

import pytest

from engine_assets import udm

TEXT = """"g"
{
    $vec3 place [1,2,3]
    $srgba color [255,240,200,255]
    $uint16 count 7
    $half near 0.5
    $double far 1e300
    $utf8 note [base64][aGkA]
    $ref other "g/count"
    $blob data [AAEC]
    $array ids [uint16;3][1,2,3]
    $array places [vec2;2][[1,2],[3,4]]
    $array parts [element;1][{$uint8 a 1}]
    $struct<uint8:x,float:y> pair [1,2.5]
    $array pairs [struct<uint8:x,float:y>;2][[1,2],[3,4]]
}
"""


def types(document: udm.Document) -> dict[str, str]:
    return {path: document.type_of(path) for path in document.find("**")}


def test_what_is_put_back_is_the_same() -> None:
    document = udm.loads(TEXT)
    before, binary = types(document), udm.dumps(document, "binary")
    document["g"] = document["g"]
    assert types(document) == before and udm.dumps(document).decode() == TEXT
    document["again"] = document["g"]
    for path in document.find("g/**"):
        document[path] = document[path]
        assert document.type_of("again" + path[1:]) == before[path]
    del document["again"]
    assert udm.dumps(document, "binary") == binary
    for copied in (copy.deepcopy(document["g"]), pickle.loads(pickle.dumps(document["g"]))):
        document["copy"] = copied
        assert udm.diff(udm.loads(udm.dumps({})), document)[-1].path == "g"
        assert document["copy"] == document["g"] and document.type_of("copy/count") == "uint16"


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_every_protocol_of_pickles_keeps_types(protocol: int) -> None:
    value = udm.loads(TEXT)["g"]
    again = pickle.loads(pickle.dumps(value, protocol))
    assert again == value and again.type == "element"
    for key, one in value.items():
        assert type(again[key]) is type(one) and again[key].type == one.type
        assert getattr(again[key], "item", None) == getattr(one, "item", None)


def test_a_changed_value_keeps_its_type_and_those_inside() -> None:
    document = udm.loads(TEXT)
    before = types(document)
    value = document["g"]
    value["count"] += 1
    value["place"][0] = 9
    value["ids"].append(4)
    value["parts"][0]["a"] = 200
    value["pair"]["x"] = 5
    value["pairs"][1]["y"] = 0.25
    document["g"] = value
    after = types(document)
    assert {path: after[path] for path in before} == before
    assert (document["g/count"], document["g/place"], document["g/ids"].item) == (8, [9, 2, 3], "uint16")
    assert document["g/parts[0]/a"] == 200 and document["g/pair"] == {"x": 5, "y": 2.5}
    assert document["g/pairs"][1] == {"x": 3, "y": 0.25} and document["g/pairs"].item == "struct<uint8:x,float:y>"
    document["g/count"] = document["g/near"] = 3
    assert document.type_of("g/count") == "uint16" and document.type_of("g/near") == "half"


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("g/count", 70000),
        ("g/count", -1),
        ("g/count", 2.5),
        ("g/count", True),
        ("g/near", 1e6),
        ("g/place", [1, 2]),
        ("g/place", [1, 2, "x"]),
        ("g/color", [256, 0, 0, 0]),
        ("g/ids", [1, 70000]),
        ("g/parts", [1]),
        ("g/pair", {"x": 1}),
        ("g", {"count": 70000}),
        ("g/data", 5),
        ("g/note", 5),
    ],
)
def test_what_does_not_fit_is_refused_and_changes_nothing(path: str, value: object) -> None:
    document = udm.loads(TEXT)
    with pytest.raises(ValueError, match=path.split("/")[-1]):
        document[path] = value
    assert udm.dumps(document).decode() == TEXT


def test_new_values_follow_the_rules() -> None:
    numpy = pytest.importorskip("numpy")
    document = udm.loads("")
    values = {
        "bool": True,
        "int32": 5,
        "int64": 1 << 40,
        "uint64": 1 << 63,
        "float": 2.5,
        "double": 1.23456789012345,
        "string": "a",
        "blob": b"a",
        "nil": None,
        "element": {"a": 1},
        "uint8": numpy.uint8(3),
        "half": numpy.float16(0.5),
    }
    for name, value in values.items():
        document[name] = value
        assert document.type_of(name) == name
    lists = {
        "a": ([1, 2.5], "float"),
        "b": ([1, 1 << 40], "int64"),
        "c": ["a", "b"],
        "d": (numpy.zeros(2, "uint16"), "uint16"),
        "e": (numpy.zeros((2, 3), "float32"), "vec3"),
        "f": (numpy.zeros((2, 4), "int32"), "vec4i"),
        "g": (udm.Array([1, 2], "uint8"), "uint8"),
        "h": ([udm.Vector([1, 2, 3, 4], "quat")], "quat"),
        "i": ([{"a": 1}], "element"),
    }
    for name, pair in lists.items():
        value, item = pair if isinstance(pair, tuple) else (pair, "string")
        document[name] = value
        assert (document.type_of(name), document[name].item) == ("array", item)
    for bad in ([1, "a"], [1, None], numpy.zeros((2, 5), "float32"), numpy.zeros(2, "complex64"), 1 << 64):
        with pytest.raises(ValueError):
            document["bad"] = bad
    circle: list[object] = []
    circle.append(circle)
    with pytest.raises(ValueError, match="at most 128"):
        document["bad"] = circle
    assert "bad" not in document


def test_set_changes_a_type() -> None:
    document = udm.loads(TEXT)
    udm.set(document, "g/count", 7, type="float")
    udm.set(document, "g/place", [1, 2, 3, 1], type="quat")
    udm.set(document, "new", udm.Float(2, "double"))
    udm.set(document, "pair", {"x": 1, "y": 2}, type="struct<uint8:x,float:y>")
    assert [document.type_of(path) for path in ("g/count", "g/place", "new")] == ["float", "quat", "double"]
    assert document["pair"].type == "struct<uint8:x,float:y>"
    with pytest.raises(ValueError):
        udm.set(document, "g/place", [1], type="vec3")
    numbers = udm.loads("$float a 1")
    numbers["a"] = math.nan
    assert math.isnan(numbers["a"])


def test_packed_values_stay_packed() -> None:
    document = udm.loads("")
    udm.set(document, "bytes", b"abc" * 100, type="lz4")
    udm.set(document, "numbers", list(range(1000)), type="arrayLz4")
    binary = udm.dumps(document, "binary")
    for path in ("bytes", "numbers"):
        document[path] = document[path]
    assert udm.dumps(document, "binary") == binary and document["bytes"] == b"abc" * 100
    document["numbers"] = document["numbers"][:10]
    assert document.type_of("numbers") == "arrayLz4" and document["numbers"] == list(range(10))


def test_queries_patches_and_merges() -> None:
    base = udm.loads(TEXT)
    assert udm.query(base, "*/place") == {"g/place": [1, 2, 3]} and udm.query(base, "nothing") == {}
    ours, theirs = udm.loads(TEXT.replace("7", "8 // ours")), udm.loads(TEXT)
    theirs["g/place"] = [4, 5, 6]
    theirs["g/parts[0]/a"] = 2
    theirs["g/ids"] = [1, 3]
    del theirs["g/data"]
    changes = udm.diff(base, theirs)
    udm.patch(base, pickle.loads(pickle.dumps(changes)))
    assert udm.diff(base, theirs) == [] and types(base) == types(theirs)
    with pytest.raises(Exception, match="g/data"):
        udm.patch(base, changes)
    merged = udm.merge(udm.loads(TEXT), ours, theirs)
    assert merged.conflicts == [] and merged.document["g/place"] == [4, 5, 6] and merged.document["g/count"] == 8
    assert b"8 // ours" in udm.dumps(merged.document) and ours["g/place"] == [1, 2, 3]
    theirs["g/count"] = 9
    merged = udm.merge(udm.loads(TEXT), ours, theirs)
    assert [(one.path, one.ours, one.theirs) for one in merged.conflicts] == [("g/count", 8, 9)]
    text = udm.merge_text("$int8 a 1\n", "$int8 a 2\n", b"$int8 a 3\n", labels=("mine", "yours"))
    assert b"<<<<<<< mine" in text.text and text.conflicts[0].theirs == 3
    assert udm.merge_text("$int8 a 1\n", "$int8 a 2\n", "$int8 a 3\n", markers=False).text == b"$int8 a 2\n"


def test_the_room_is_put_back_byte_for_byte(samples: pathlib.Path) -> None:
    data = (samples / "Room.udm_b").read_bytes()
    document = udm.loads(data)
    for key in document:
        document[key] = document[key]
    assert udm.dumps(document) == data
