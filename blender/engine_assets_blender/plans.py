"""Which file of a folder becomes which .blend. Nothing here needs Blender."""

# Blender's own.
GLTF = (".glb", ".gltf")


def blends(library, folder, out):
    """The models, scenes and maps of a folder, each with its .blend: (path, path).

    The library names them, as for a conversion of the folder: unique names, ignoring case, and no files of an earlier run in `out`.
    """
    report = library.convert_folder(folder, out, to="glb", existing="replace", dry_run=True)
    return [(file.source, file.path.with_suffix(".blend")) for file in report.files if file.source.suffix.lower() not in GLTF]
