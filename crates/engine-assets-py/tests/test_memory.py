"""Arrays and views show the memory of a file, keep it, and give it back."""

from __future__ import annotations

import gc
import pathlib
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

import engine_assets as ea


def view(array: Any) -> memoryview:
    """The memory of an array; its type depends on the Python version."""
    return memoryview(array)


def resident() -> int:
    """Memory of this process, in bytes."""
    if not sys.platform.startswith("linux"):
        pytest.skip("the memory of a process is read from /proc")
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * 4096


def test_arrays_show_the_bytes_of_the_file(samples: pathlib.Path) -> None:
    data = (samples / "Character.mdl").read_bytes()
    model = ea.open(data)
    buffer = model.vertex_buffers[0]
    file = np.frombuffer(data, np.uint8)
    start = file.__array_interface__["data"][0]
    names = ["position", "normal", "color", "uv0", "tangent", "weights", "joints"]
    assert (list(buffer), list(buffer.keys()), len(buffer)) == (names, names, 7)
    offset = 0
    for name in names:
        array = buffer[name]
        assert array.shape[0] == buffer.vertex_count and array.strides[0] == buffer.stride == 72
        address = array.__array_interface__["data"][0]
        assert 0 <= address - start < len(data) and np.shares_memory(array, file)
        rows = np.frombuffer(buffer.data, np.uint8).reshape(-1, 72)
        size = array.shape[1] * array.itemsize
        assert array.tobytes() == rows[:, offset : offset + size].tobytes()
        assert not array.flags.writeable and not array.flags.owndata
        offset += size
    assert "position" in buffer and "uv1" not in buffer
    assert np.shares_memory(model.index_buffers[0].values, file)
    assert model.index_buffers[0].values.dtype == np.uint16


def test_arrays_cannot_be_written_to(samples: pathlib.Path) -> None:
    model = ea.open(samples / "Character.mdl")
    for array in (model.vertex_buffers[0]["position"], model.scene().primitives[0].positions):
        with pytest.raises(ValueError):
            array[0] = 1
        with pytest.raises(ValueError):
            array.flags.writeable = True
    with pytest.raises(TypeError):
        model.vertex_buffers[0].data[0] = 1


def test_views_outlive_their_owners(samples: pathlib.Path) -> None:
    model = ea.open(samples / "Character.mdl")
    scene = model.scene(animations=[samples / "Character_Wave.ani"])
    primitive = scene.primitives[0]
    pose = scene.sample("Character_Wave", 0.5)
    views = [
        view(model.vertex_buffers[0]["position"]),
        model.vertex_buffers[0].data,
        model.index_buffers[0].data,
        view(primitive.positions),
        view(primitive.triangles),
        view(pose.positions(primitive)),
        view(pose.worlds),
    ]
    before = [view.tobytes() for view in views]
    del model, scene, primitive, pose
    gc.collect()
    filled = [bytes([value]) * 30_000 for value in range(256)]
    assert [view.tobytes() for view in views] == before and len(filled) == 256


def test_arrays_of_a_scene_are_in_its_memory(samples: pathlib.Path) -> None:
    scene = ea.open(samples / "Character.mdl").scene()
    primitive = scene.primitives[0]
    assert np.shares_memory(primitive.positions, scene.primitives[0].positions)
    assert np.shares_memory(primitive.positions, primitive.attributes["POSITION"])


def test_ten_thousand_opens_leave_nothing_behind(samples: pathlib.Path) -> None:
    data = (samples / "Character.mdl").read_bytes()

    def use(times: int) -> None:
        for number in range(times):
            model = ea.open(samples / "Character.mdl" if number % 2 else data)
            model.vertex_buffers[0]["position"].sum()
            model.vertex_buffers[0].data[:4].tobytes()
            if number % 10 == 0:
                model.scene().primitives[0].positions.sum()
                model.summary()
                with pytest.raises(ea.MalformedError):
                    ea.open(data[:100])

    references = sys.getrefcount(data)
    use(1_000)
    gc.collect()
    before = resident()
    use(10_000)
    gc.collect()
    grown = resident() - before
    # A file is 26 KB: one in a hundred that stays would be 2.6 MB.
    assert grown < 2_000_000, f"{grown} bytes more"
    assert sys.getrefcount(data) == references


def test_threads_share_assets(samples: pathlib.Path) -> None:
    model = ea.open(samples / "Character.mdl")
    scene = model.scene(animations=[samples / "Character_Wave.ani"])
    package = ea.Package(samples / "Character.pak")
    document = ea.udm.loads((samples / "Room.udm_b").read_bytes())
    expected = (model.summary(), scene.sample(0, 0.25).worlds.tobytes(), package["Character.mdl"].read())

    def use(number: int) -> bool:
        document["height"] = float(number)
        mine = (model.summary(), scene.sample(0, 0.25).worlds.tobytes(), package["Character.mdl"].read())
        return mine == expected and model.validate() == [] and isinstance(document["height"], float)

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(use, range(200)))


def test_other_threads_run_meanwhile(samples: pathlib.Path) -> None:
    """While a thread works on a large file, another one counts."""
    names = {f"{number}.mdl": samples / "Character.mdl" for number in range(600)}
    ea.Package.pack(samples / "many.pak", names)
    package = ea.Package(samples / "many.pak")
    counted, done = 0, threading.Event()

    def work() -> None:
        package.validate(roundtrip=True)
        done.set()

    # A thread that held the lock would be switched to no sooner than after this.
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1000)
    try:
        thread = threading.Thread(target=work)
        thread.start()
        while not done.wait(0.001):
            counted += 1
        thread.join()
    finally:
        sys.setswitchinterval(interval)
    assert counted > 3
