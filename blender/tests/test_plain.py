"""The parts of the add-on that need no Blender: tables, sentences, places, .glb, and the installed files."""

from __future__ import annotations

import ast
import hashlib
import json
import pathlib
import subprocess
import sys
import zipfile
from typing import Any

import pytest

BLENDER = pathlib.Path(__file__).resolve().parents[1]
PACKAGE = BLENDER / "engine_assets_blender"
sys.path.insert(0, str(PACKAGE))

import child  # noqa: E402
import formats  # noqa: E402
import glb  # noqa: E402
import moments  # noqa: E402
import places  # noqa: E402
import placing  # noqa: E402
import plans  # noqa: E402
import sentences  # noqa: E402
import side_files  # noqa: E402
import tables  # noqa: E402

ea = pytest.importorskip("engine_assets")
SAMPLES = BLENDER.parent / "crates" / "engine-assets-cli" / "samples"


def test_a_folder_becomes_blends_of_different_names(tmp_path: pathlib.Path) -> None:
    for name, sample in (("a.mdl", "Character.mdl"), ("deep/A.pmdl_b", "Crate.pmdl_b"), ("deep/a.zed", "Tile.zed"), ("notes.txt", "Character.xml")):
        (tmp_path / "in" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "in" / name).write_bytes((SAMPLES / sample).read_bytes())
    (tmp_path / "in" / "own.glb").write_bytes(ea.convert(SAMPLES / "Tile.zed", to="glb").data)
    found = plans.blends(ea, tmp_path / "in", tmp_path / "out")
    names = [(source.relative_to(tmp_path / "in").as_posix(), blend.relative_to(tmp_path / "out").as_posix()) for source, blend in found]
    assert names == [("a.mdl", "a.blend"), ("deep/A.pmdl_b", "deep/A.pmdl_b.blend"), ("deep/a.zed", "deep/a.zed.blend")]
    assert not (tmp_path / "out").exists()


def test_keys_of_one_time_stay_two_keys() -> None:
    document: dict[str, Any] = {"asset": {"version": "2.0"}, "buffers": [{}]}
    writer = glb.Writer(document, b"")
    times, even = (writer.floats([[time] for time in own], bounds=True) for own in ([0.0, 0.25, 0.25000003, 1.0], [0.0, 0.5, 1.0]))
    document["animations"] = [{"channels": [], "samplers": [{"input": times, "output": even}, {"input": even, "output": times}]}]
    found = placing.Numbers(document, writer.rest())
    assert moments.apart(document, found, 24.0)
    rows = [found.rows(one, one, one["count"])[:, 0].tolist() for one in (document["accessors"][at] for at in (times, even))]
    assert rows[1] == [0.0, 0.5, 1.0] and rows[0][:2] == [0.0, 0.25] and abs(rows[0][2] - 0.25 - 0.02 / 24) < 1e-6, rows
    seconds = moments.together([time * 24.0 for time in rows[0]], 0.0, 24.0)
    assert seconds[1] == 0.25 < seconds[2] < 0.2500001 and seconds[3] == 1.0, seconds
    assert not moments.apart(document, found, 24.0)


def test_levels_of_detail_follow_the_scale_of_their_model() -> None:
    made = ea.convert(SAMPLES / "Character.mdl", to="glb", scale=10.0).data
    document, _ = glb.parts(made)
    skinned = {number for number, node in enumerate(document["nodes"]) if "skin" in node}
    assert len(document["scenes"]) > 1, "levels of detail have a scene of their own"
    document = {
        "nodes": [{"children": [1], "scale": [10.0] * 3}, {"mesh": 0, "extensions": {"MSFT_lod": {"ids": [2, 3]}}}, {"mesh": 1}, {"mesh": 2}],
        "scenes": [{"nodes": [0]}, {"nodes": [2, 3]}],
    }
    placing.levels_beside(document)
    assert document["nodes"][0]["children"] == [1, 2, 3] and document["scenes"] == [{"nodes": [0]}]
    # Twice is as once, and skinned levels follow their joints.
    placing.levels_beside(document)
    assert document["nodes"][0]["children"] == [1, 2, 3]
    document, _ = glb.parts(made)
    placing.levels_beside(document)
    assert not skinned.intersection(child for node in document["nodes"] for child in node.get("children", []))


def test_marks_keep_what_is_not_edited() -> None:
    stored: list[list[Any]] = [["left", 6, 0.2517, ["String", "left"]], ["right", 18, 0.75, ["String", "right"]]]
    assert tables.merged(stored, [("right", 18), ("left", 6)], 24) is None
    moved = tables.merged(stored, [("left", 6), ("right", 20)], 24)
    assert moved == [(0.2517, ["String", "left"], "left"), (20 / 24, ["String", "right"], "right")]
    assert tables.merged(stored, [("right", 18)], 24) == [(0.75, ["String", "right"], "right")]
    assert tables.merged(stored, [("left", 6), ("right", 18), ("new", 12)], 24)[1] == (0.5, None, "new")
    # Two of one name: the unmoved marker keeps its time.
    twice = [["step", 6, 0.26, 1], ["step", 12, 0.51, 2]]
    assert tables.merged(twice, [("step", 6), ("step", 13)], 24) == [(0.26, 1, "step"), (13 / 24, 2, "step")]
    assert tables.merged([], [], 24) is None


@pytest.mark.parametrize(("kind", "text"), [("String", "step"), ("Int", "7"), ("Vector2", "1 2"), ("String", "Int: 7"), ("String", "a: b"), ("String", "")])
def test_triggers_become_names_and_come_back(kind: str, text: str) -> None:
    assert tables.trigger_of(tables.trigger_name(kind, text)) == (kind, text)


@pytest.mark.parametrize("name", ["Int: zzz", "Int: 1.5", "Float: nan", "Vector3: 1 2", "Bool: maybe", "Color: "])
def test_unreadable_triggers_have_a_reason(name: str) -> None:
    assert "expected" in (tables.problem(name) or "")


@pytest.mark.parametrize("name", ["step", "Int: 7", "Float: 1.5", "Vector3: 1 2 3", "Bool: true", "String: Int", ""])
def test_readable_triggers_have_none(name: str) -> None:
    assert tables.problem(name) is None


@pytest.mark.parametrize("event", [("EVENT", []), ("EVENT", ["left foot", "2"]), ("it's", ['"', ""])])
def test_events_become_names_and_come_back(event: tuple[str, list[str]]) -> None:
    assert tables.event_of(tables.event_name(*event)) == event


def test_an_open_quote_is_a_name() -> None:
    assert tables.event_of("don't") == ("don't", [])


def test_events_are_what_the_library_reads() -> None:
    document = ea.udm.loads("$float a 1")
    events = [(0.5, 'st"ep\\ü', ["left foot", 'a\\"', "b\\\\", "", "\\"]), (1.25, "jump", [])]
    document.set("events", tables.events_text(events), "array")
    assert document["events"] == [{"time": time, "name": name, "args": args} for time, name, args in events]
    assert document.type_of("events[0]/time") == "float" and document.type_of("events[1]/args") == "array"
    document.set("none", tables.events_text([]), "array")
    assert document["none"] == []


def test_elements_are_appended_and_others_kept() -> None:
    document = ea.udm.loads("$array boxes [element;0][]")
    first = '{$string name "a\\"b" bounds{$vec3 min [-4.033,-7.2179,0.5]} $uint32 bone 3 $transform pose [[0.0,1.0,2.0][1.0,0.0,0.0,0.0]]}'
    tables.append(document, "boxes", first)
    before = document["boxes[0]"]
    tables.append(document, "boxes", '{$string name "new"}')
    tables.append(document, "others", '{$string name "new"}')
    assert document["boxes"] == [before, {"name": "new"}] and document["others"] == [{"name": "new"}]
    assert document.type_of("boxes[0]/pose") == "transform" and document.type_of("boxes[0]/bone") == "uint32"


def test_added_numbers_follow_those_of_the_file() -> None:
    data = ea.convert([SAMPLES / "Character.mdl", SAMPLES / "Character_Wave.ani"], to="glb").data
    document, rest = glb.parts(data)
    writer = glb.Writer(document, rest)
    times, values = writer.floats([[0.0], [0.5]], bounds=True), writer.floats([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], 3)
    node = next(number for number, one in enumerate(document["nodes"]) if "mesh" not in one)
    sampler = {"input": times, "output": values, "interpolation": "LINEAR"}
    document["animations"].append({"name": "new", "channels": [{"sampler": 0, "target": {"node": node, "path": "translation"}}], "samplers": [sampler]})
    made = ea.open(glb.joined(document, writer.rest()))
    assert not [one for one in made.validate() if one.severity == "error"]
    clip = made.scene().clip("new")
    assert clip.duration == 0.5 and clip.channels[0].values.tolist()[1][:3] == [4.0, 5.0, 6.0]


def test_keys_are_escaped_as_the_library_does() -> None:
    document = ea.udm.loads("$float a 1")
    for key in ("walk", "a/b", "a[0]", "back\\slash", "x.y"):
        document.set(f"animations/{tables.escaped(key)}/fps", 24.0, "float")
        assert document["animations"][key]["fps"] == 24.0


def test_timeline_markers_name_their_animation() -> None:
    assert tables.of_action("Jack_Walk: step", "Jack_Walk", False) == "step"
    assert tables.of_action("step", "Jack_Walk", False) is None
    assert tables.of_action("step", "Jack_Walk", True) == "step"


@pytest.mark.parametrize("flags", ["", "Loop", "Autoplay", "Loop|Autoplay", None])
def test_loops_are_set_and_nothing_else(flags: str | None) -> None:
    for loop in (True, False):
        made = tables.with_loop(flags, loop)
        assert tables.loops(made) == loop and ("Autoplay" in made) == ("Autoplay" in (flags or ""))
    assert tables.loops({"loop": True}) and not tables.loops({"autoplay": True})


def test_boxes_come_back() -> None:
    least, most = (-4.0, -7.0, -2.0), (4.0, 3.5, 10.0)
    center, half = tables.middle_and_half(least, most, 0.025)
    assert half == pytest.approx((0.1, 0.13125, 0.15))
    assert center == pytest.approx((0.0, -0.04375, 0.1))
    back = tables.corners_of(center, half, 0.025)
    assert back[0] == pytest.approx(least) and back[1] == pytest.approx(most)


def test_places_of_findings() -> None:
    known = (["Root", "Hand"], ["Jack"], ["Skin", "Cloth"], ["Jack_Walk"])
    assert places.target("skeleton > bone 1", *known) == ("bone", "Hand")
    assert places.target("skeleton > bone 9", *known) is None
    assert places.target("geometry 1 > LOD 0", *known) == ("geometry", 1)
    assert places.target("node > Jack", *known) == ("object", "Jack")
    assert places.target("animation > Jack_Walk > track 3", *known) == ("action", "Jack_Walk")
    assert places.target("material > Cloth", *known) == ("material", "Cloth")
    assert places.target("", *known) is None


def test_errors_are_sentences(tmp_path: pathlib.Path) -> None:
    broken = tmp_path / "broken.mdl"
    broken.write_bytes((SAMPLES / "Character.mdl").read_bytes()[:1000])
    with pytest.raises(ea.Error) as caught:
        ea.open(broken)
    assert sentences.of(caught.value).startswith(f"{broken}: vertex buffer 0")
    with pytest.raises(ea.LossesError) as lost:
        ea.convert(SAMPLES / "Character.mdl", to="zed")
    said = sentences.of(lost.value)
    assert "Leave Out Unsupported Content" in said and "--" not in said and "\n" not in said
    with pytest.raises(OSError) as gone:
        ea.open(tmp_path / "nothing.mdl")
    assert sentences.of(gone.value) == f"{tmp_path / 'nothing.mdl'} doesn't exist."
    ea.convert(SAMPLES / "Character.mdl", tmp_path / "a.glb")
    with pytest.raises(FileExistsError) as there:
        ea.convert(SAMPLES / "Character.mdl", tmp_path / "a.glb")
    assert "Replace Other Files" in sentences.of(there.value) and "a.glb" in sentences.of(there.value)
    assert sentences.of(RuntimeError("Error: no\n")) == "no"
    try:
        {}["missing"]  # type: ignore[index]
    except KeyError as error:
        assert "test_plain.py line" in sentences.of(error) and "Traceback" not in sentences.of(error)


@pytest.mark.parametrize("name", ["../Box.mdl", "/tmp/Box.mdl", "C:/Windows/Temp/Box.mdl", "CON.mdl", "a:b.mdl", ".git/hooks/Box.mdl", "x\x1b]0;y\x07.mdl"])
def test_an_export_writes_nothing_under_unsafe_names(tmp_path: pathlib.Path, name: str) -> None:
    data = (SAMPLES / "Character.mdl").read_bytes()
    (tmp_path / "Data").mkdir()
    files = [ea.OutputFile(name, data), ea.OutputFile("Models/Character.mdl", data)]
    with pytest.raises(ValueError, match="is refused") as refused:
        ea.Converted(files, [], False, tmp_path / "Data").write(force=True)
    assert [path.name for path in tmp_path.rglob("*")] == ["Data"]
    assert not any(sign in sentences.of(refused.value) for sign in "\x1b\x07")


def test_findings_are_counted() -> None:
    note = ea.Finding("note", "animations", "have keys that are no whole frames")
    assert sentences.summary([note, note]) == "2 notes"


def test_glb_comes_back_without_ours(tmp_path: pathlib.Path) -> None:
    data = ea.convert([SAMPLES / "Character.mdl", SAMPLES / "Character_Wave.ani"], to="glb").data
    document, rest = glb.parts(data)
    before = json.dumps(document)
    document["nodes"][0].setdefault("extras", {})["ea_source"] = "x"
    glb.without_ours(document, "ea_")
    assert json.dumps(document) == before
    assert ea.open(glb.joined(document, rest)).scene().animations == ea.open(data).scene().animations
    glb.keep_animations(document, lambda name: name == "nobody's")
    assert ea.open(glb.joined(document, rest)).scene().animations == []
    with pytest.raises(ValueError, match="expected a .glb"):
        glb.parts(b"\0" * 40)


def test_every_version_of_blender_can_read_it() -> None:
    for path in sorted(PACKAGE.glob("*.py")):
        ast.parse(path.read_text(encoding="utf-8"), path.name, feature_version=(3, 10))


def test_what_is_installed_holds_all(tmp_path: pathlib.Path) -> None:
    wheel = tmp_path / "engine_assets-0.1.0-cp39-abi3-manylinux_2_17_x86_64.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("engine_assets/__init__.py", "")
        archive.writestr("engine_assets-0.1.0.dist-info/METADATA", "")
    packages = []
    for out in (tmp_path / "a", tmp_path / "b"):
        subprocess.run([sys.executable, str(BLENDER / "package.py"), str(wheel), "-o", str(out)], check=True, capture_output=True)
        packages.append({path.name: path.read_bytes() for path in out.iterdir()})
    assert packages[0] == packages[1] and len(packages[0]) == 4
    own = {path.name for path in PACKAGE.glob("*.py")}
    listed = json.loads(packages[0]["index.json"])
    data = packages[0]["engine_assets_blender-0.1.0-linux-x64.zip"]
    assert listed["version"] == "v1" and listed["blocklist"] == []
    [entry] = listed["data"]
    assert entry["archive_size"] == len(data) and entry["archive_hash"] == f"sha256:{hashlib.sha256(data).hexdigest()}"
    assert entry["archive_url"] == "./engine_assets_blender-0.1.0-linux-x64.zip" and entry["platforms"] == ["linux-x64"]
    assert entry["license"] == ["SPDX:GPL-3.0-or-later"] and entry["id"] == "engine_assets_blender" and entry["permissions"]["files"]
    with zipfile.ZipFile(next((tmp_path / "a").glob("*-extension.zip"))) as extension:
        names = set(extension.namelist())
        assert extension.read("LICENSE-GPL").lstrip().startswith(b"GNU GENERAL PUBLIC LICENSE")
        assert b"GPL-3.0-or-later" in extension.read("LICENSE")
        manifest = extension.read("blender_manifest.toml").decode()
    assert own <= names and f"wheels/{wheel.name}" in names and "LICENSE-MIT" in names
    assert f'"./wheels/{wheel.name}"' in manifest and 'platforms = ["linux-x64"]' in manifest
    assert manifest.index("wheels = [") < manifest.index("[permissions]")
    with zipfile.ZipFile(next((tmp_path / "a").glob("*-addon-linux-x64.zip"))) as addon:
        names = set(addon.namelist())
    assert {f"engine_assets_blender/{name}" for name in own} <= names
    assert "engine_assets_blender/lib/engine_assets/__init__.py" in names and not any("dist-info" in name for name in names)


def test_the_extension_has_wheels_of_three_systems(tmp_path: pathlib.Path) -> None:
    tags = {"manylinux_2_17_x86_64": "linux-x64", "macosx_11_0_arm64": "macos-arm64", "macosx_10_12_x86_64": "macos-x64", "win_amd64": "windows-x64"}
    wheels = [tmp_path / f"engine_assets-0.1.0-cp39-abi3-{tag}.whl" for tag in tags]
    for wheel in wheels:
        with zipfile.ZipFile(wheel, "w") as archive:
            archive.writestr("engine_assets/__init__.py", "")
    subprocess.run([sys.executable, str(BLENDER / "package.py"), *map(str, wheels), "-o", str(tmp_path / "out")], check=True, capture_output=True)
    with zipfile.ZipFile(next((tmp_path / "out").glob("*-extension.zip"))) as extension:
        names, manifest = set(extension.namelist()), extension.read("blender_manifest.toml").decode()
    assert {f"wheels/{wheel.name}" for wheel in wheels} <= names
    assert f"platforms = {json.dumps(list(tags.values()))}" in manifest
    assert {path.stem.partition("-addon-")[2] for path in (tmp_path / "out").glob("*-addon-*.zip")} == set(tags.values())


def test_versions_agree() -> None:
    manifest = (PACKAGE / "blender_manifest.toml").read_text(encoding="utf-8")
    info = (PACKAGE / "__init__.py").read_text(encoding="utf-8")
    version = next(line.split('"')[1] for line in manifest.splitlines() if line.startswith("version = "))
    assert f'"version": ({version.replace(".", ", ")})' in info


SIDE = """<animation>
    <!-- <trigger time="9" /> left, then right -->
    <trigger normalizedtime="0.25" type="String" value="a &amp; b" />
    <trigger time="1.5" type="Int" value="7"></trigger>
</animation>
"""


def test_side_files_keep_what_nobody_edits() -> None:
    first, second = (0.5, "String", "a & b", 0.5), (1.5, "Int", "7", 1.5)
    assert side_files.edited(SIDE, [first, second], 2.0) == SIDE
    moved = side_files.edited(SIDE, [(1.0, *first[1:]), second], 2.0)
    assert moved == SIDE.replace('normalizedtime="0.25"', 'normalizedtime="0.5"')
    removed = side_files.edited(SIDE, [first], 2.0)
    assert removed == "".join(line for line in SIDE.splitlines(keepends=True) if "Int" not in line)
    added = side_files.edited(SIDE, [first, second, (0.25, "String", '"<x>"', None)], 2.0)
    assert added is not None and "left, then right" in added
    read = [(one.time, one.type, one.text) for one in ea.triggers.read(added.encode(), length=2.0)]
    assert read == [(0.25, "String", '"<x>"'), (0.5, "String", "a & b"), (1.5, "Int", "7")]


@pytest.mark.parametrize("text", ['<animation><trigger type="String"/></animation>', "<animation/>", "", '<animation><trigger time="x"/></animation>'])
def test_side_files_of_other_shapes_are_written_anew(text: str) -> None:
    assert side_files.edited(text, [(0.25, "String", "new", None)], 1.0) is None


JSON_SIDE = """{
    "triggers": [
        {"normalizedTime": 0.25, "type": "String", "value": "a"},
        {"time": 1.5, "type": "Int", "value": 7}
    ],
    "metadata": []
}
"""


def test_json_side_files_keep_what_nobody_edits() -> None:
    first, second = (0.5, "String", "a", 0.5), (1.5, "Int", "7", 1.5)
    same = side_files.edited_json(JSON_SIDE, [first, second], 2.0)
    assert same is not None and json.loads(same) == json.loads(JSON_SIDE)
    moved = json.loads(side_files.edited_json(JSON_SIDE, [(1.0, *first[1:]), second], 2.0) or "")
    assert moved["triggers"] == [{"normalizedTime": 0.5, "type": "String", "value": "a"}, {"time": 1.5, "type": "Int", "value": 7}]
    added = json.loads(side_files.edited_json(JSON_SIDE, [second, (0.1, "Bool", "true", None)], 2.0) or "")
    assert added == {"triggers": [{"time": 0.1, "type": "Bool", "value": True}, {"time": 1.5, "type": "Int", "value": 7}], "metadata": []}


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"triggers": [{"type": "String"}]}', '{"triggers": 1}'])
def test_json_side_files_of_other_shapes_are_written_anew(text: str) -> None:
    assert side_files.edited_json(text, [(0.25, "String", "new", None)], 1.0) is None


def test_a_talkative_child_is_read_while_it_runs() -> None:
    # Ten thousand lines are far more than a pipe takes.
    script = "print('files 10000')\nfor n in range(9999): print('wrote', 'a' * 60 + str(n))\nprint('error: b.mdl: broken')\nprint('wrote 9999 files, 1 failed')"
    one = child.Child([sys.executable, "-c", script])
    one.process.wait(timeout=60)
    one.wait()
    assert (one.total, one.done, one.errors, one.is_running()) == (10000, 10000, ["b.mdl: broken"], False)
    assert one.summary() == "wrote 9999 files, 1 failed"


def test_a_child_is_cancelled() -> None:
    one = child.Child([sys.executable, "-uc", "import time\nprint('files 3')\nprint('wrote a')\ntime.sleep(600)"])
    while one.done < 1:
        assert one.is_running()
    assert one.status() == "Engine Assets: 1 of 3 files … Esc cancels"
    one.cancel()
    one.wait()
    assert one.summary() == "Cancelled after 1 of 3 files."


def test_errors_of_a_child_are_limited() -> None:
    one = child.Child([sys.executable, "-c", "for n in range(1000): print('error: x: y')"])
    one.wait()
    assert (len(one.errors), one.more_errors, one.done) == (child.MOST_ERRORS, 1000 - child.MOST_ERRORS, 1000)
    assert one.summary() == "Nothing was written."


def test_dots_belong_to_names() -> None:
    for path, form, expected in (
        ("a/Hero_1.0", "MDL", "a/Hero_1.0.mdl"),
        ("a/Hero_1.0.mdl", "PMDL_B", "a/Hero_1.0.pmdl_b"),
        ("Hero.pmdl_b", "PMDL", "Hero.pmdl"),
        ("Hero.MDL", "MDL", "Hero.mdl"),
        ("v1.2/Yard", "SCENE_XML", "v1.2/Yard.xml"),
        ("Yard.scene", "SCENE", "Yard.scene"),
    ):
        assert formats.with_extension(path, form) == expected
