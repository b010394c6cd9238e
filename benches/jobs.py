#!/usr/bin/env python3
"""Measures whole jobs of the command compared with other programs: processor time, time and peak memory of processes.

    cargo build --release -p engine-assets-cli
    python3 benches/jobs.py [--data DIR] [--gltf DIR] [--work DIR] [--runs N] [--only WORD]

`--data` is a folder with the `bin` folders of Urho3D and rbfx; default: the variable ENGINE_ASSETS_DATA. `--gltf` is a folder of glTF files; default:
`gltf/valid` in the corpus. The result is written to `target/bench/jobs.md`, which
`cargo xtask bench` includes in RESULTS.md. A program that isn't installed is left out, and its row says so. Peers: rsync, f3d (with xvfb-run), blender,
gltfpack, gltf-transform, lz4, PackageTool of Urho3D.
"""

import argparse
import os
import shutil
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

import job_inputs as inputs

ROOT = Path(__file__).resolve().parent.parent
TARGET = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
COMMAND = TARGET / "release/engine-assets"


class Measured:
    """The median of some runs: seconds of the processor, seconds, MiB."""

    def __init__(self, runs):
        self.cpu, self.wall, self.peak = (statistics.median(column) for column in zip(*runs))

    def __str__(self):
        return f"{self.cpu:.2f} s, {self.peak:.0f} MB"


def once(command, env=None):
    """Runs a command to its end. Exit codes 0 and 1 are results: files with errors are part of the inputs."""
    start = time.monotonic()
    null = subprocess.DEVNULL
    process = subprocess.Popen([str(part) for part in command], stdin=null, stdout=null, stderr=null, env=env)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1):
        raise RuntimeError(f"exit code {process.returncode}: {command}")
    return usage.ru_utime + usage.ru_stime, time.monotonic() - start, usage.ru_maxrss / 1024


def measure(runs, *jobs):
    """Runs jobs in turn, each after its preparation. A job is a command, or a pair of a preparation and a command."""
    results = [[] for _ in jobs]
    for _ in range(runs):
        for job, result in zip(jobs, results):
            prepare, command, env = job if isinstance(job, tuple) else (None, job, None)
            if prepare:
                prepare()
            result.append(once(command, env))
    return [Measured(result) for result in results]


def peer(name, command, seconds=40):
    """Measures another program once, and returns the result, if it ends in time, with its text."""
    try:
        [found] = measure(1, ["timeout", str(seconds), *command])
        return found, f"{name}: {found}"
    except RuntimeError:
        return None, f"{name}: failed or not finished in {seconds} s"


def shell(text):
    return ["sh", "-c", text]


def version(command, line=0):
    """Returns a line of a program's version, or None if the program isn't installed."""
    if not shutil.which(str(command[0])):
        return None
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    lines = [text for text in (run.stdout + run.stderr).splitlines() if text.strip()]
    return lines[line].strip() if len(lines) > line else "unknown version"


class Table:
    def __init__(self, options, work):
        self.options, self.work, self.rows, self.load = options, work, [], os.getloadavg()

    def add(self, job, found, beside, goal, reached):
        verdict = {True: "yes", False: "**no**", None: "–"}[reached]
        self.rows.append(f"| {job} | {found} | {beside} | {goal} | {verdict} |")
        print(self.rows[-1], flush=True)
        out = TARGET / "bench/jobs.md"
        out.parent.mkdir(exist_ok=True)
        out.write_text(head(self.load, self.options.runs) + "\n".join(self.rows) + "\n")

    def path(self, name):
        return self.work / name

    def clean(self, *names):
        def remove():
            for name in names:
                shutil.rmtree(self.path(name), ignore_errors=True)
        return remove


def convert(*arguments):
    return [COMMAND, "convert", *arguments]


def data(table):
    """A game's data to glTF, and the same again."""
    source, out = table.options.data, table.path("data-glb")
    job = convert(source, "-o", out, "--to", "glb")
    once(job)
    files = sum(1 for path in Path(source).rglob("*") if path.is_file())
    copy = shell(f"find '{source}' -type f -exec cat {{}} + > /dev/null; cp -r '{out}' '{table.path('data-copy')}'")
    plain = (table.clean("data-copy"), copy, None)
    [again, listed] = measure(table.options.runs, convert(source, "-o", out, "--to", "glb", "--newer"),
                              ["rsync", "-n", "-a", f"{source}/", f"{table.path('empty')}/"])
    [plain] = measure(table.options.runs, plain)
    [cold] = measure(table.options.runs, (table.clean("data-glb"), job, None))
    table.add(f"{files} files of Urho3D and rbfx to glb with materials, cold", cold, f"reading and writing the same bytes: {plain}",
              "≤ 3 ×", cold.cpu <= 3 * plain.cpu)
    table.add("the same again, nothing changed (`--newer`)", again, f"`rsync -n`: {listed}", "≤ 2 ×", again.cpu <= 2 * listed.cpu)


def sheet(table):
    """A contact sheet of glTF files."""
    files = [path for end in ("*.glb", "*.gltf") for path in sorted(Path(table.options.gltf).rglob(end))]
    picture = table.path("sheet.png")
    [own] = measure(table.options.runs, [COMMAND, "render", *files, "-o", picture, "--sheet", "--force"])
    beside, reached = "f3d: not installed", own.cpu <= 4 and own.peak <= 200
    if version(["f3d", "--version"]) and shutil.which("xvfb-run"):
        loop = 'for file; do f3d --resolution=194,194 --output=/dev/null.png "$file"; done; true'
        loop = loop.replace("/dev/null.png", str(table.path("f3d.png")))
        other, beside = peer("f3d one by one", ["xvfb-run", "-a", "sh", "-c", loop, "sh", *files])
        reached = reached and (other is None or other.cpu >= 10 * own.cpu)
    table.add(f"`render --sheet` of {len(files)} glTF files", own, beside, "≤ 4 s, ≤ 200 MB, 10 ×", reached)


def large_scene(table):
    """A scene of 2.2 million triangles to glTF and back."""
    scene = next(Path(table.options.data).rglob("Scenes/PBRExample.xml"))
    glb, back = table.path("pbr.glb"), table.path("pbr-back/Data/Scenes/PBRExample.xml")
    [there] = measure(table.options.runs, convert(scene, "-o", glb, "--force"))
    [home] = measure(table.options.runs, (table.clean("pbr-back"), convert(glb, "-o", back, "--lossy"), None))
    beside = "Blender: not installed"
    if shutil.which("blender"):
        # Importers of Blender 3 need a name that numpy no longer has.
        expression = f"import bpy, numpy; numpy.bool = bool; bpy.ops.import_scene.gltf(filepath={str(glb)!r})"
        _, beside = peer("Blender's import", ["blender", "-b", "--python-exit-code", "3", "--python-expr", expression])
    table.add("PBRExample (2.2 million triangles, 118 MB with textures) to glb", there, beside, "≤ 0.5 s, ≤ 150 MB", there.cpu <= 0.5 and there.peak <= 150)
    table.add("the same back", home, beside, "≤ 1 s", home.cpu <= 1)


def many_nodes(table):
    scene, glb = table.path("nodes/Data/Scenes/Big.xml"), table.path("nodes.glb")
    inputs.nodes(scene, 100_000)
    resources = next(path for path in Path(table.options.data).rglob("Data") if (path / "Models/Box.mdl").is_file())
    [there] = measure(table.options.runs, convert(scene, "-o", glb, "--force", "--resources", resources))
    back = convert(glb, "-o", table.path("nodes-back/Data/Scenes/Big.xml"), "--lossy")
    [home] = measure(table.options.runs, (table.clean("nodes-back"), back, None))
    table.add("100 000 nodes, XML to glb", there, "–", "≤ 1 s, ≤ 400 MB", there.cpu <= 1 and there.peak <= 400)
    table.add("the same back to XML", home, "–", "≤ 1 s, ≤ 400 MB", home.cpu <= 1 and home.peak <= 400)


def models(table):
    for what, has_tangents, least in (("", True, 300), (", tangents created", False, 60)):
        glb = table.path(f"sheet{has_tangents}.glb")
        inputs.sheet(glb, 1176 if has_tangents else 1320, has_tangents)
        size = glb.stat().st_size / 1e6
        # The default creates tangents only for normal maps, and this model has none.
        tangents = [] if has_tangents else ["--tangents", "always"]
        jobs = [convert(glb, "-o", table.path("Models/Sheet.mdl"), "--force", *tangents)]
        if shutil.which("gltfpack"):
            jobs.append(["gltfpack", "-noq", "-i", glb, "-o", table.path("packed.glb")])
        [own, *other] = measure(table.options.runs, *jobs)
        beside = f"gltfpack: {size / other[0].cpu:.0f} MB/s, {other[0].peak:.0f} MB" if other else "gltfpack: not installed"
        if not has_tangents:
            beside += ", which creates none"
            if shutil.which("gltf-transform"):
                job = ["gltf-transform", "tangents", glb, table.path("tangents.glb")]
                found, text = peer("gltf-transform tangents", job, 120)
                beside += f"; gltf-transform tangents: {size / found.cpu:.0f} MB/s, {found.peak:.0f} MB" if found else f"; {text}"
        rate = size / own.cpu
        measured = f"{rate:.0f} MB/s of the processor, {size / own.wall:.0f} MB/s, {own.peak:.0f} MB"
        table.add(f"glb of {size:.0f} MB to `.mdl`{what}", measured, beside, f"≥ {least} MB/s", rate >= least)


def textures(table):
    glb = table.path("materials.glb")
    inputs.materials(glb, 200, 2048)
    command = (table.clean("materials-back"), convert(glb, "-o", table.path("materials-back/Data/Models/Many.mdl"), "--lossy"), None)
    [own] = measure(1, command)
    table.add("200 materials × 4 textures of 2048² from glb to Urho3D's `Data`", f"{own}, {own.wall:.1f} s", "–",
              "decoding and encoding on two cores", None)


def packages(table):
    folder, package = table.path("pack"), table.path("pack.pak")
    inputs.packable(folder, 500, table.options.data)
    pack = [COMMAND, "pak", "pack", folder, "-o", package, "--lz4", "--force"]
    # On one core: with one thread of the pool, another core would still read and write.
    one = ["taskset", "-c", "0", *pack] if shutil.which("taskset") else (None, pack, {**os.environ, "RAYON_NUM_THREADS": "1"})
    jobs, names = [one, (None, pack, None)], []
    if shutil.which("PackageTool"):
        jobs.append(["PackageTool", folder, table.path("tool.pak"), "-c", "-q"])
        names.append("PackageTool")
    if shutil.which("lz4"):
        single = table.path("pack.tar")
        subprocess.run(["tar", "cf", single, "-C", folder, "."], check=True)
        jobs.append(["lz4", "-9", "-B4", "-f", "-q", single, table.path("pack.lz4")])
        names.append("lz4 -9")
    [single, both, *others] = measure(1, *jobs)
    beside = "; ".join(f"{name}: {other}" for name, other in zip(names, others)) or "nothing installed"
    speed = single.wall / both.wall
    within = not others or single.cpu <= 1.03 * min(other.cpu for other in others)
    table.add("`pak pack --lz4` of 500 MB", f"{single} on one core; {speed:.2f} × as fast on two", beside, "≥ 1.9 × on two cores, within 3 % on one",
              speed >= 1.9 and within)


JOBS = [packages, data, many_nodes, large_scene, models, sheet, textures]


def processor():
    lines = Path("/proc/cpuinfo").read_text(errors="replace").splitlines() if os.path.exists("/proc/cpuinfo") else []
    return next((line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")), "unknown processor")


def head(load, runs):
    programs = {"rsync": ["rsync", "--version"], "f3d": ["f3d", "--version"], "blender": ["blender", "--version"],
                "gltfpack": ["gltfpack", "-v"], "gltf-transform": ["gltf-transform", "--version"],
                "lz4": ["lz4", "--version"]}
    names = [text for command in programs.values() if (text := version(command))]
    return (f"Processor time (user and system) and largest memory of whole processes from start to end: the median of {runs} alternating runs. "
            f"Load before the run: {load[0]:.1f}, after it: {os.getloadavg()[0]:.1f}, on {os.cpu_count()} cores ({processor()}). Date: {time.strftime('%Y-%m-%d')}. "
            f"Programs: {'; '.join(names)}. The row of textures is one run.\n\n| job | measured | compared with | goal | reached |\n|---|---|---|---|---|\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    corpus = os.environ.get("ENGINE_ASSETS_CORPUS")
    parser.add_argument("--data", default=os.environ.get("ENGINE_ASSETS_DATA"))
    parser.add_argument("--gltf", default=corpus and f"{corpus}/gltf/valid")
    parser.add_argument("--work", default=None)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    if not options.data:
        print("whole jobs are not measured: ENGINE_ASSETS_DATA is not set")
        return
    with tempfile.TemporaryDirectory(dir=options.work) as folder:
        table = Table(options, Path(folder))
        (table.work / "Models").mkdir()
        for job in JOBS:
            if options.only in job.__name__ and (job is not sheet or options.gltf):
                job(table)


if __name__ == "__main__":
    main()
