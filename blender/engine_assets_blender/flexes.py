"""Flex controllers of Pragma: their range is the range of the shape key that they move."""

from . import tables
from .extras import part
from .library import needed

CONTROLLERS = "flexControllers"
# Blender's own bounds of a shape key's range.
LIMIT = 10.0


def keys_of(objects):
    """Shape keys of meshes but their bases, by their names."""
    found = {}
    for one in (one for one in objects if one.type == "MESH" and one.data.shape_keys is not None):
        for block in one.data.shape_keys.key_blocks[1:]:
            found.setdefault(block.name, []).append(block)
    return found


def read(document, objects):
    """Gives shape keys the ranges of the flex controllers of their names."""
    controllers = part(document, CONTROLLERS, {})
    for name, blocks in keys_of(objects).items():
        if name in controllers:
            least, most = controllers[name]["min"], controllers[name]["max"]
            for block in blocks:
                block.slider_min, block.slider_max = max(least, -LIMIT), min(most, LIMIT)


def write(files, objects, told):
    """Writes changed ranges of shape keys into the flex controllers of their names.

    Args:
        files: `(name, bytes)`, the model last.
        told: A list for sentences about shape keys without a controller: (path, sentence).
    """
    (own, data), keys = files[-1], keys_of(objects)
    if not keys or not own.lower().endswith((".pmdl", ".pmdl_b")):
        return files
    document = needed().open(data, name=own).document()
    is_changed = give(document, keys, told)
    return [*files[:-1], (own, document.to_bytes())] if is_changed else files


def give(document, keys, told):
    """The same for a document. Returns whether a range changed."""
    controllers, is_changed = part(document, CONTROLLERS, {}), False
    for name, blocks in keys.items():
        least, most = (float(value) for value in (blocks[0].slider_min, blocks[0].slider_max))
        if name not in controllers:
            if (least, most) != (0.0, 1.0):
                told.append((name, "has a range, but the model has no flex controller of its name"))
            continue
        for key, value in (("min", least), ("max", most)):
            own = controllers[name][key]
            # Beyond Blender's bounds the file's range stays.
            if abs(max(min(own, LIMIT), -LIMIT) - value) > 1e-6:
                document.set(f"{CONTROLLERS}/{tables.escaped(name)}/{key}", value)
                is_changed = True
    return is_changed
