"""Conversion of content that glTF can't store to Blender's objects, and back. Nothing here needs Blender.

Triggers of Urho3D and events of Pragma become markers. Their places in the file are seconds, in Blender frames.
"""

import re
import shlex
import struct


def trigger_name(kind, text):
    """The name of the marker for a trigger. Text is unchanged; other types are written before their value."""
    return text if kind == "String" and not looks_typed(text) else f"{kind}: {text}"


def trigger_of(name):
    """Type and text of a marker's trigger."""
    if looks_typed(name):
        kind, text = name.split(": ", 1)
        return kind, text
    return "String", name


KINDS = frozenset(
    "Bool Color Double Float Int Int64 IntRect IntVector2 IntVector3 Matrix3 Matrix3x4 Matrix4 Quaternion Rect ResourceRef ResourceRefList "
    "String Vector2 Vector3 Vector4 VariantMap VariantVector StringVector Buffer".split()
)


def looks_typed(name):
    kind, colon, _ = name.partition(": ")
    return bool(colon) and kind in KINDS


# Types of triggers whose value is numbers, with their count.
NUMBERS = {
    **dict.fromkeys(("Int", "Int64", "Float", "Double"), 1),
    **dict.fromkeys(("Vector2", "IntVector2"), 2),
    **dict.fromkeys(("Vector3", "IntVector3"), 3),
    **dict.fromkeys(("Vector4", "Quaternion", "Color", "Rect", "IntRect"), 4),
}


def problem(name):
    """Why the trigger of a new marker can't be read; None if it can."""
    kind, text = trigger_of(name)
    words = text.split()
    if kind == "Bool":
        return None if text.lower() in ("true", "false") else f"expected true or false, found {text!r}"
    if kind not in NUMBERS:
        return None
    read = int if kind.startswith("Int") else float
    count = NUMBERS[kind]
    try:
        values = [read(word) for word in words]
    except ValueError:
        values = []
    is_finite = all(value - value == 0 for value in values)
    wanted = f"{'a' if count == 1 else count} {'whole ' if read is int else ''}number{'s' if count > 1 else ''}"
    return None if len(values) == count and is_finite else f"expected {wanted}, found {text!r}"


def plain(name):
    """A name without the number that Blender adds to copies."""
    own, dot, number = name.rpartition(".")
    return own if dot and len(number) >= 3 and number.isdigit() else name


def event_name(name, args):
    """The name of the marker for an event of Pragma: as a shell would have a command."""
    return shlex.join([name, *args])


def event_of(text):
    """Name and arguments of a marker's event."""
    try:
        parts = shlex.split(text)
    except ValueError:
        parts = [text]
    return (parts[0], parts[1:]) if parts else (text, [])


def events_text(events):
    """Events of Pragma, (time, name, arguments), as the text of UDM has an array of elements."""
    parts = []
    for time, name, args in events:
        listed = ",".join(text_of(one) for one in args)
        parts.append(f"{{$array args [string;{len(args)}][{listed}] $float time {float(time)!r} $string name {text_of(name)}}}")
    return f"[element;{len(parts)}][{','.join(parts)}]"


def text_of(text):
    """A string as UDM has it: in quotes. Backslashes are themselves, but for those before a quotation mark, which are doubled."""
    marked = re.sub(r'(\\*)"', lambda found: found[1] * 2 + '\\"', text)
    behind = len(marked) - len(marked.rstrip("\\"))
    return f'"{marked}{marked[len(marked) - behind :]}"'


def merged(stored, shown, rate):
    """Marks with their times: unmoved marks keep their times bit by bit.

    Args:
        stored: Imported marks: pairs of the mark's name in Blender and its frame, followed by time and content.
        shown: Names and frames of the markers that there are.
        rate: Frames per second.

    Returns:
        A list of (time, content, name), content None for new ones; or None if nothing was changed.
    """
    left = [tuple(one) for one in stored]
    if sorted((name, frame) for name, frame, *_ in left) == sorted(shown):
        return None
    made = []
    for name, frame in shown:
        same = next((one for one in left if one[0] == name and one[1] == frame), None)
        moved = same or next((one for one in left if one[0] == name and (name, one[1]) not in shown), None)
        if moved is not None:
            left.remove(moved)
        time = same[2] if same else frame / rate
        made.append((time, moved[3] if moved else None, name))
    return sorted(made, key=lambda one: one[0])


def of_action(name, action, alone):
    """The trigger of an action for a marker of the timeline: `Jack_Walk: step`, or any name if the action is the only one."""
    before = f"{action}: "
    if name.startswith(before):
        return name[len(before) :]
    return name if alone else None


def escaped(key):
    """A key as part of a path of UDM."""
    return "".join(f"\\{letter}" if letter in "\\/[]" else letter for letter in key)


LOOP = "Loop"


def loops(flags):
    """Whether an animation of Pragma loops: its flags are a text `Loop|Autoplay`, or bools by name."""
    if isinstance(flags, dict):
        return bool(flags.get("loop", False))
    return LOOP in str(flags or "").split("|")


def with_loop(flags, loop):
    """The same flags as text, looping or not."""
    names = [name for name in str(flags or "").split("|") if name and name != LOOP]
    return "|".join(([LOOP] if loop else []) + names)


def to_blender(point):
    """A place as the importer of glTF turns it: Y up becomes Z up."""
    x, y, z = point
    return (x, -z, y)


def from_blender(point):
    x, y, z = point
    return (x, z, -y)


def middle_and_half(least, most, unit):
    """Center and half size of a box in other units."""
    return [(a + b) / 2 * unit for a, b in zip(least, most)], [(b - a) / 2 * unit for a, b in zip(least, most)]


def corners_of(center, half, unit):
    """Corners of a box in units of this length."""
    pairs = [(value, abs(size)) for value, size in zip(center, half)]
    return [(value - size) / unit for value, size in pairs], [(value + size) / unit for value, size in pairs]


def append(document, key, text):
    """Appends an element to an array of a document of UDM."""
    count = len(document[key]) if key in document else 0
    elements = [element_text(document, f"{key}[{index}]") for index in range(count)]
    document.set(key, f"[element;{count + 1}][{','.join([*elements, text])}]", "array")


def element_text(document, path):
    """An element of a document as the text of UDM."""
    parts = []
    for key, value in document[path].items():
        own = f"{path}/{escaped(key)}"
        kind = document.type_of(own)
        name = text_of(key)
        parts.append(f"{name}{element_text(document, own)}" if kind == "element" else f"${kind} {name} {value_text(kind, value)}")
    return f"{{{' '.join(parts)}}}"


def value_text(kind, value):
    """A value of UDM as text."""
    if kind == "string":
        return text_of(value)
    if kind == "transform":
        return f"[{numbers(value[:3])}{numbers([value[6], *value[3:6]])}]"
    if isinstance(value, list) and all(isinstance(one, (int, float)) for one in value):
        return numbers(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return repr(value)
    raise ValueError(f"an element with a value of type {kind} can't be copied")


def number(value):
    """A float of a summary: numbers that aren't finite are texts with their bits, `nonfinite:0x7FC00000`."""
    return struct.unpack(">f", bytes.fromhex(value.rpartition("0x")[2]))[0] if isinstance(value, str) else value


def numbers(values):
    return f"[{','.join(repr(value) for value in values)}]"
