"""Which thing in Blender a finding is about. Nothing here needs Blender."""

import re

PART = re.compile(r"^(?P<kind>[a-zA-Z ]+?) (?P<number>\d+)$")


def parts(path):
    """The parts of a finding's path: (kind, number) of `bone 3`, (name, None) of other objects. Names may be in quotes."""
    found = []
    for part in (part.strip() for part in path.split(" > ")):
        match = PART.match(part)
        if match:
            found.append((match["kind"], int(match["number"])))
        elif part:
            found.append((part.strip("\"'"), None))
    return found


def in_mesh(path):
    """The vertex or face that a path ends with: ("vertex" | "face", number); None if it names none."""
    last = (parts(path) or [("", None)])[-1]
    return last if last[0] in ("vertex", "face") and last[1] is not None else None


def renamed(text, names):
    """A path or message with other names of things; names in messages are in quotes.

    Args:
        names: {name in the file: name in Blender}.
    """
    parts_of = text.split(" > ")
    if len(parts_of) > 1:
        return " > ".join(names.get(part.strip("\"'"), part) for part in parts_of)
    for own, shown in names.items():
        text = text.replace(f'"{own}"', f'"{shown}"')
    return names.get(text, text)


def target(path, bones, objects, materials, actions):
    """The target of a click on a finding: ("bone" | "object" | "material" | "action" | "geometry", name or number); None if unknown.

    Args:
        path: The finding's path.
        bones: Names of the bones in the order of the file.
        objects: Names of the objects.
        materials: Names of the materials.
        actions: Names of the actions.
    """
    known = (("object", objects), ("material", materials), ("action", actions), ("bone", bones))
    found = None
    for kind, number in parts(path):
        if number is None:
            named = next(((what, kind) for what, names in known if kind in names), None)
            last = kind.rsplit(" ", 1)[-1]
            named = named or next(((what, last) for what, names in known if last in names), None)
            found = named or found
        elif kind in ("bone", "joint") and number < len(bones):
            found = ("bone", bones[number])
        elif kind in ("geometry", "mesh", "subMeshes", "primitive", "vertex buffer", "index buffer"):
            found = found or ("geometry", number)
        elif kind in ("material", "materials") and number < len(materials):
            found = ("material", materials[number])
    return found
