"""Animations of the Urho3D family: UANI and UAN2."""

import struct

from stream import Reader


def random_animation(rng):
    tracks = []
    for number in range(rng.randint(0, 4)):
        channels = rng.randint(0, 7)
        parts = parts_of(channels)
        times = sorted(rng.sample(range(1, 4096), rng.randint(0, 6)))
        keys = [(time / 256, tuple(rng.randint(-4096, 4096) / 64 for _ in range(parts))) for time in times]
        tracks.append({"name": f"Bone{number}", "channels": channels, "weights": (1.0, 1.0, 1.0), "keys": keys})
    return {"name": rng.choice(["Walk", "", "Lauf \u00e4"]), "length": 16.0, "tracks": tracks}


def parts_of(channels):
    return 3 * (channels & 1) + 4 * (channels >> 1 & 1) + 3 * (channels >> 2 & 1)


def write(animation):
    """The bytes of a UANI."""
    out = [b"UANI", animation["name"].encode() + b"\0", struct.pack("<fI", animation["length"], len(animation["tracks"]))]
    for track in animation["tracks"]:
        out += [track["name"].encode() + b"\0", struct.pack("<BI", track["channels"], len(track["keys"]))]
        out.extend(struct.pack(f"<{1 + len(values)}f", time, *values) for time, values in track["keys"])
    return b"".join(out)


def read(data):
    at = Reader(data)
    kind = at.bytes(4)
    assert kind in (b"UANI", b"UAN2"), kind
    version = at.u32() if kind == b"UAN2" else 0
    animation = {"name": at.text(), "length": at.values("f")[0], "tracks": []}
    for _ in range(at.u32()):
        track = {"name": at.text(), "channels": at.u8()}
        weights = {3: 1, 4: 3}.get(version, 0)
        track["weights"] = (at.values(f"{weights}f") * 3)[:3] if weights else (1.0, 1.0, 1.0)
        parts = parts_of(track["channels"])
        track["keys"] = [(at.values("f")[0], at.values(f"{parts}f")) for _ in range(at.u32())]
        animation["tracks"].append(track)
    if version:
        assert at.u32() == 0, "variant tracks"
    assert at.is_at_end()
    return animation
