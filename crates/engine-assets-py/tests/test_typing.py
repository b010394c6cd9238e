"""Type checkers find deliberate mistakes, and nothing else; what they accept works with one value and with several."""

from __future__ import annotations

import ast
import importlib.util
import pathlib
import re
import subprocess
import sys
import typing

import pytest

import engine_assets as ea
from engine_assets import _convert, _options, _render

MISTAKES = pathlib.Path(__file__).with_name("typing") / "mistakes.py"
ROOT = pathlib.Path(__file__).resolve().parents[1]


def expected() -> list[int]:
    return [number for number, line in enumerate(MISTAKES.read_text().splitlines(), 1) if "# error:" in line]


@pytest.mark.parametrize(
    ("checker", "arguments", "pattern"),
    [
        ("mypy", ["--strict", "--no-error-summary", "--cache-dir", "{cache}"], r"mistakes\.py:(\d+): error"),
        ("pyright", ["--level", "error", "--pythonpath", sys.executable], r"mistakes\.py:(\d+):\d+ - error"),
    ],
)
def test_mistakes_are_found(checker: str, arguments: list[str], pattern: str, tmp_path: pathlib.Path) -> None:
    if importlib.util.find_spec(checker) is None:
        pytest.skip(f"{checker} is not installed")
    command = [sys.executable, "-m", checker, *(one.format(cache=tmp_path) for one in arguments), str(MISTAKES)]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    found = sorted({int(line) for line in re.findall(pattern, ran.stdout)})
    assert found == expected(), ran.stdout + ran.stderr


def test_options_of_types_are_those_of_functions() -> None:
    names = set(_convert.convert.__kwdefaults__ or {})
    assert set(_options.ConvertOptions.__annotations__) == names
    shared = set(_options.SharedOptions.__annotations__)
    assert names - shared == {"to", "force", "into", "bind_pose_of", "own_folders", "write"}
    assert set(_options.RenderOptions.__annotations__) == set(_render.render.__kwdefaults__ or {})
    assert list(typing.get_args(_options.OutputFormat)) == [name for name, _ in ea.output_formats()]
    assert list(typing.get_args(_options.Repair)) == [name for name, _ in ea.repairs()]
    unchecked = names - set(_options._CHECKS) - set(_options._OPTIONAL_CHECKS) - set(_options._SOURCES)
    defaults = _convert.convert.__kwdefaults__ or {}
    assert {type(defaults[name]) for name in unchecked - {"write"}} == {bool}


def test_one_text_is_as_good_as_a_list(samples: pathlib.Path) -> None:
    model = samples / "Character.mdl"
    for name, one in {"animations": "*Wave", "repair": "sort-lods", "compress": "meshopt", "simplify": 0.5, "material": "Red.xml"}.items():
        options: dict[str, typing.Any] = {"to": "glb", "lossy": True, name: one}
        single = ea.convert(model, **options)
        assert single.data == ea.convert(model, **{**options, name: [one]}).data, name
    with_walk = ea.open(ea.convert(model, to="glb", animations="*Wave").data, name="a.glb").scene()
    assert [name for name, _ in with_walk.animations] == ["Character_Wave"]
    with pytest.raises(ea.ConversionError, match="no animation that fits the model matches"):
        ea.convert(model, to="glb", animations="Nothing*")
    for resources in (samples, [samples], str(samples)):
        assert ea.convert(model, to="glb", resources=resources).data
        assert ea.open(model).scene(resources=resources).materials[0].textures
    report = ea.convert_folder(model, samples / "out", to="glb", animations="*Wave", simplify=0.5)
    assert not report.failures
    ea.Package.pack(samples / "a.pak", {"a.txt": b"a", "b.xml": b"b"})
    with ea.Package(samples / "a.pak") as package:
        assert package.extract(samples / "texts", only="*.txt").written == package.extract(samples / "more", only=["*.txt"]).written == 1


WRONG: dict[str, tuple[object, str]] = {
    "animations": (3, "animations: expected a text or a list of texts, found int"),
    "repair": ([3], "repair: expected a text or a list of texts, found int in a list"),
    "compress": (b"meshopt", "compress: expected a text or a list of texts, found bytes"),
    "simplify": ("half", "simplify: expected a number, found str"),
    "resources": (3, "resources: expected a path or a list of paths, found int"),
    "lossy": ("yes", "lossy: expected True or False, found str"),
    "lod": ("first", "lod: expected a whole number, found str"),
    "scale": (None, "scale: expected a number, found None"),
    "up": (1, "up: expected a text, found int"),
    "classes": (3, "classes: expected a path, found int"),
    "clip": (3, "clip: expected a text or a list of texts, found int"),
    "rename_bones": (3, "rename_bones: expected a path, found int"),
}


@pytest.mark.parametrize("name", WRONG)
def test_messages_are_not_those_of_the_binding(samples: pathlib.Path, name: str) -> None:
    value, message = WRONG[name]
    options: dict[str, typing.Any] = {"to": "glb", name: value}
    with pytest.raises(TypeError) as caught:
        ea.convert(samples / "Character.mdl", **options)
    assert str(caught.value) == message
    with pytest.raises(TypeError) as caught:
        ea.convert_folder(samples, samples / "out", **options)
    assert str(caught.value) == message and not (samples / "out").exists()


PUBLIC = ["__init__", "_buffers", "_convert", "_errors", "_folder", "_made", "_options", "_package", "_paths", "_project", "_render", "_scene", "_types", "_udm_values", "triggers", "trimesh", "udm"]


def test_public_signatures_have_no_any() -> None:
    found = []
    for path in [*(ROOT / "python/engine_assets" / f"{name}.py" for name in PUBLIC), *(ROOT / "python/engine_assets").glob("*.pyi")]:
        found += [f"{path.name}:{line}: {name}" for name, line in anys(ast.parse(path.read_text(encoding="utf-8")))]
    assert found == []


def anys(node: ast.AST, private: bool = False) -> typing.Iterator[tuple[str, int]]:
    """Public functions and fields whose types contain `Any`."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (ast.FunctionDef, ast.ClassDef)):
            hidden = private or child.name.startswith("_") and not child.name.startswith("__")
            if isinstance(child, ast.ClassDef):
                yield from anys(child, hidden)
                continue
            arguments = child.args
            types = [one.annotation for one in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg) if one]
            if not hidden and any(is_any(one) for one in (*types, child.returns)):
                yield child.name, child.lineno
        elif isinstance(child, ast.AnnAssign) and not private and isinstance(child.target, ast.Name):
            if not child.target.id.startswith("_") and is_any(child.annotation):
                yield child.target.id, child.lineno
        elif isinstance(child, (ast.If, ast.Try)):
            yield from anys(child, private)


def is_any(annotation: typing.Optional[ast.expr]) -> bool:
    """Whether `Any` is in a type, apart from the type of numbers of numpy."""
    text = "" if annotation is None else ast.unparse(annotation)
    return re.search(r"\bAny\b", re.sub(r"np\.\w+\[Any\]", "", text)) is not None
