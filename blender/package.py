"""Builds the installable files: the extension (Blender 4.2 and later) with all wheels inside, an extension for each system, and an add-on (3.4 and
later) for each wheel, unpacked; and `index.json`, which makes their folder a repository of extensions, so that Blender offers updates.

    python blender/package.py WHEEL… -o target/blender/dist

The same files give the same bytes.
"""

import argparse
import hashlib
import json
import pathlib
import re
import zipfile

NAME = "engine_assets_blender"
HERE = pathlib.Path(__file__).resolve().parent
# Blender's name of a system by how wheels call it.
SYSTEMS = (
    (r"(many|musl)?linux.*x86_64", "linux-x64"),
    (r"win_amd64", "windows-x64"),
    (r"win_arm64", "windows-arm64"),
    (r"macosx.*arm64", "macos-arm64"),
    (r"macosx.*x86_64", "macos-x64"),
)
LICENSES = ("LICENSE-APACHE", "LICENSE-MIT")
# Wheels for the stable interface of Python 3.
PYTHON = ["3"]
OWN_LICENSES = ("LICENSE", "LICENSE-GPL")
# What a repository lists of a manifest.
LISTED = ("schema_version", "id", "name", "tagline", "version", "type", "maintainer", "license", "blender_version_min", "tags")


def system(wheel):
    """Blender's name of the system that a wheel is for."""
    tag = wheel.stem.split("-")[-1]
    for pattern, name in SYSTEMS:
        if re.fullmatch(pattern, tag):
            return name
    raise SystemExit(f"{wheel.name}: expected a wheel for Linux, Windows or macOS, found {tag}")


def version():
    """The version of the manifest."""
    return re.search(r'^version = "(.+)"', (HERE / NAME / "blender_manifest.toml").read_text(), re.M)[1]


def own_files():
    """The files of the add-on: (name below its folder, bytes)."""
    found = [(path.name, path.read_bytes()) for path in sorted((HERE / NAME).iterdir()) if path.suffix in (".py", ".toml")]
    found += [(name, (HERE / name).read_bytes()) for name in OWN_LICENSES]
    return found + [(name, (HERE.parent / name).read_bytes()) for name in LICENSES]


def write(path, files):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files:
            info = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            info.compress_type = zipfile.ZIP_DEFLATED
            info.external_attr = 0o644 << 16
            archive.writestr(info, data)
    print(path)


def manifest(text, wheels):
    """The manifest with the wheels and their systems, before the first table."""
    systems = ", ".join(f'"{system(wheel)}"' for wheel in wheels)
    listed = "".join(f'  "./wheels/{wheel.name}",\n' for wheel in wheels)
    head, table, rest = text.partition("\n[")
    return f"{head}\nplatforms = [{systems}]\nwheels = [\n{listed}]\n{table}{rest}"


def extension(wheels, path):
    """Writes an extension with these wheels. Returns its path."""
    files = []
    for name, data in own_files():
        files.append((name, manifest(data.decode(), wheels).encode() if name.endswith(".toml") else data))
    files += [(f"wheels/{wheel.name}", wheel.read_bytes()) for wheel in wheels]
    write(path, files)
    return path


def of_manifest(key, text):
    """A value of the manifest: a text, or a list of texts on one line."""
    found = re.search(rf"^{key} = (.+)$", text, re.M)
    return json.loads(found[1])


def index(wheels, out):
    """Writes `index.json`: the extension of each system, as Blender's `extension server-generate` lists it."""
    text = (HERE / NAME / "blender_manifest.toml").read_text()
    common = {key: of_manifest(key, text) for key in LISTED}
    permissions = dict(re.findall(r'^(\w+) = "(.+)"$', text.partition("[permissions]")[2], re.M))
    listed = []
    for wheel in wheels:
        name = system(wheel)
        made = extension([wheel], out / f"{NAME}-{version()}-{name}.zip")
        data = made.read_bytes()
        archive = {"archive_size": len(data), "archive_hash": f"sha256:{hashlib.sha256(data).hexdigest()}", "archive_url": f"./{made.name}"}
        listed.append({**common, "permissions": permissions, "platforms": [name], "python_versions": PYTHON, **archive})
    path = out / "index.json"
    path.write_text(json.dumps({"version": "v1", "blocklist": [], "data": listed}, indent=2) + "\n")
    print(path)


def add_on(wheel, out):
    files = [(f"{NAME}/{name}", data) for name, data in own_files() if not name.endswith(".toml")]
    with zipfile.ZipFile(wheel) as archive:
        names = sorted(name for name in archive.namelist() if name.startswith("engine_assets/"))
        files += [(f"{NAME}/lib/{name}", archive.read(name)) for name in names]
    write(out / f"{NAME}-{version()}-addon-{system(wheel)}.zip", files)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("wheels", nargs="+", type=pathlib.Path)
    parser.add_argument("-o", "--output", type=pathlib.Path, required=True)
    asked = parser.parse_args()
    asked.output.mkdir(parents=True, exist_ok=True)
    extension(asked.wheels, asked.output / f"{NAME}-{version()}-extension.zip")
    index(asked.wheels, asked.output)
    for wheel in asked.wheels:
        add_on(wheel, asked.output)


if __name__ == "__main__":
    main()
