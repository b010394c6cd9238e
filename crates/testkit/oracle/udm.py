"""Binary UDM documents. Values are pairs of a type and its content."""

import struct

from stream import Reader

# Types of fixed size with their struct codes.
CODES = {3: "b", 4: "B", 5: "h", 6: "H", 7: "i", 8: "I", 9: "q", 10: "Q", 11: "f", 12: "d", 13: "B"}
CODES |= {14: "2f", 15: "3f", 16: "4f", 17: "4f", 18: "3f", 19: "4B", 20: "3H", 33: "2i", 34: "3i", 35: "4i"}
STRING, ELEMENT, ARRAY, REF, NIL = 1, 27, 28, 30, 0


def random_document(rng):
    root = [("assetType", (STRING, b"TEST")), ("assetVersion", (8, (3,)))]
    return root + [("assetData", (ELEMENT, random_element(rng, 3)))]


def random_element(rng, levels):
    return [(f"key{number} \u00fc"[: rng.randint(4, 6)], random_value(rng, levels)) for number in range(rng.randint(0, 6))]


def random_value(rng, levels):
    kind = rng.choice([*CODES, STRING, REF, NIL] + [ELEMENT, ARRAY] * 4 * bool(levels))
    if kind == NIL:
        return NIL, ()
    if kind in (STRING, REF):
        # Most bytes that a text may hold; the long form from 255 bytes on.
        return kind, "".join(rng.choice("ab \u00e4/{}[]$,;:<>\\\n\t\"") for _ in range(rng.choice([0, 3, 20, 300]))).encode()
    if kind == ELEMENT:
        return ELEMENT, random_element(rng, levels - 1)
    if kind == ARRAY:
        item = rng.choice([7, 11, 15, STRING, ELEMENT])
        if item in CODES:
            items = [scalar(rng, item) for _ in range(rng.randint(0, 5))]
        elif item == STRING:
            items = [rng.choice([b"", b"name", b"two words", b"a,b"]) for _ in range(rng.randint(0, 5))]
        else:
            items = [random_element(rng, levels - 1) for _ in range(rng.randint(0, 3))]
        return ARRAY, (item, items)
    return kind, scalar(rng, kind)


def scalar(rng, kind):
    codes = CODES[kind]
    if kind == 13:
        return (rng.randint(0, 1),)
    if codes[-1] in "fd":
        numbers = [0.0, -0.0, 1.5, -2.25e-3, 3.0e20, 1.0e-30, float("inf"), rng.uniform(-100, 100)]
        count = struct.calcsize(codes) // struct.calcsize(codes[-1])
        return struct.unpack("<" + codes, struct.pack("<" + codes, *[rng.choice(numbers) for _ in range(count)]))
    return struct.unpack("<" + codes, rng.randbytes(struct.calcsize("<" + codes)))


def write(root):
    return b"UDMB" + struct.pack("<I", 1) + bytes([ELEMENT]) + element(root)


def element(pairs):
    names = [name.encode() for name, _ in pairs]
    keys = b"".join(bytes([len(name)]) + name for name in names)
    body = struct.pack("<I", len(pairs)) + keys + b"".join(bytes([value[0]]) + content(*value) for _, value in pairs)
    return struct.pack("<Q", len(body)) + body


def string(text):
    return (bytes([len(text)]) if len(text) < 255 else b"\xff" + struct.pack("<I", len(text))) + text


def content(kind, value):
    if kind in CODES:
        return struct.pack("<" + CODES[kind], *value)
    if kind in (STRING, REF):
        return string(value)
    if kind == ELEMENT:
        return element(value)
    if kind == NIL:
        return b""
    item, items = value
    body = b"".join(content(item, one) for one in items)
    size = b"" if item in CODES else struct.pack("<Q", len(body))
    return struct.pack("<BI", item, len(items)) + size + body


def read(data):
    at = Reader(data)
    assert at.bytes(4) == b"UDMB" and at.u32() in (1, 2) and at.u8() == ELEMENT
    root = read_content(at, ELEMENT)
    assert at.is_at_end()
    return root


def read_string(at):
    length = at.u8()
    return at.bytes(at.u32() if length == 255 else length)


def read_content(at, kind):
    if kind in CODES:
        return at.values(CODES[kind])
    if kind in (STRING, REF):
        return read_string(at)
    if kind == NIL:
        return ()
    if kind == ELEMENT:
        size, start = at.u64(), at.at
        names = [at.bytes(at.u8()).decode() for _ in range(at.u32())]
        pairs = []
        for name in names:
            own = at.u8()
            pairs.append((name, (own, read_content(at, own))))
        assert at.at == start + size
        return pairs
    assert kind == ARRAY, kind
    item, count = at.u8(), at.u32()
    size = None if item in CODES else at.u64()
    start = at.at
    items = [read_content(at, item) for _ in range(count)]
    assert size is None or at.at == start + size
    return item, items


def by_bits(value):
    """A value whose floats are compared by their bits, so that a zero keeps its sign."""
    if isinstance(value, float):
        return struct.pack("<d", value)
    if isinstance(value, (tuple, list)):
        return [by_bits(one) for one in value]
    return value
