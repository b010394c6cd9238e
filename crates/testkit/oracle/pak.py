"""Packages: UPAK, ULZ4, RPAK and RLZ4, with blocks of LZ4 that are written as literals and read in full."""

import struct

from stream import Reader


def random_package(rng):
    entries = {}
    for number in range(rng.randint(0, 6)):
        length = rng.choice([1, 7, 100, 40_000, 70_000]) if rng.random() < 0.9 else 32_768
        piece = rng.randbytes(rng.randint(1, 64))
        entries[f"Data/Folder{number % 3}/File{number}.bin"] = (piece * (length // len(piece) + 1))[:length]
    return entries


def checksum(data, value=0):
    for byte in data:
        value = (value * 65599 + byte) & 0xFFFFFFFF
    return value


def write(entries, packed):
    """The bytes of a UPAK, or of a ULZ4."""
    stored = {name: blocks(data) if packed else data for name, data in entries.items()}
    size = 12 + sum(len(name.encode()) + 13 for name in entries)
    directory, at, whole = [], size, 0
    for name, data in entries.items():
        directory.append(name.encode() + b"\0" + struct.pack("<3I", at, len(data), checksum(data)))
        at += len(stored[name])
        whole = checksum(data, whole)
    head = struct.pack("<4s2I", b"ULZ4" if packed else b"UPAK", len(entries), whole)
    body = head + b"".join(directory) + b"".join(stored.values())
    return body + struct.pack("<I", len(body) + 4)


def blocks(data):
    out = []
    for start in range(0, len(data), 32_768):
        piece = data[start : start + 32_768]
        more = len(piece) - 15
        token = bytes([min(len(piece), 15) << 4]) + (b"\xff" * (more // 255) + bytes([more % 255]) if more >= 0 else b"")
        out.append(struct.pack("<2H", len(piece), len(token) + len(piece)) + token + piece)
    return b"".join(out)


def unpacked(block, size):
    """An LZ4 block."""
    at, out = Reader(block), bytearray()

    def longer(length):
        while length >= 15:
            byte = at.u8()
            length += byte
            if byte != 255:
                break
        return length

    while not at.is_at_end():
        token = at.u8()
        out += at.bytes(longer(token >> 4))
        if at.is_at_end():
            break
        back = at.values("H")[0]
        assert 0 < back <= len(out)
        for _ in range(longer(token & 15) + 4):
            out.append(out[-back])
    assert len(out) == size, (len(out), size)
    return bytes(out)


def read(data):
    at = Reader(data)
    kind = at.bytes(4)
    count, whole = at.u32(), at.u32()
    assert struct.unpack("<I", data[-4:])[0] == len(data)
    if kind in (b"RPAK", b"RLZ4"):
        assert at.u32() == 0
        at.at = at.u64()
    else:
        assert kind in (b"UPAK", b"ULZ4"), kind
    entries, total = {}, 0
    for _ in range(count):
        name = at.text()
        start, size, total_of_entry = at.values("3I")
        content = Reader(data)
        content.at = start
        if kind in (b"UPAK", b"RPAK"):
            entry = content.bytes(size)
        else:
            entry = b""
            while len(entry) < size:
                length, packed = content.values("2H")
                entry += unpacked(content.bytes(packed), length)
        assert len(entry) == size and checksum(entry) == total_of_entry, name
        total = checksum(entry, total)
        entries[name] = entry
    assert total == whole
    return entries
