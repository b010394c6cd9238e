#!/usr/bin/env python3
"""Converts glTF files of other programs to each engine, and writes a table of the results: `cargo xtask samples`.

    python3 benches/samples.py [--gltf DIR] [--out FILE]

`--gltf` is a folder of files; default: `gltf/valid` in the corpus, with sample assets of Khronos, test scenes of Blender's exporter and of other readers. The
Khronos validator is the npm module that `.ci/run` installs into `target/gltf-validator`; three.js is an npm module of the page, in
`target/web/npm`.
"""

import argparse
import json
import os
import subprocess
import tempfile
from pathlib import Path

from jobs import COMMAND, ROOT, TARGET

TARGETS = ["glb", "mdl", "scene.xml", "pmdl", "pmap", "zed"]


def converted(file, out):
    """Converts a file. Returns whether it was written, and the reason otherwise."""
    command = [COMMAND, "convert", file, "-o", out, "--force"]
    process = subprocess.run(command, capture_output=True, text=True, check=False)
    if process.returncode == 0:
        return "yes", ""
    lossy = subprocess.run([*command, "--lossy"], capture_output=True, text=True, check=False)
    if lossy.returncode == 0:
        return "with losses", ""
    lines = [line for line in lossy.stderr.splitlines() if ": error" in line or line.startswith("error")] or lossy.stderr.splitlines()
    return "no", (lines or ["no message"])[0].replace(str(file), file.name)


def validated(files):
    """Number of errors of the Khronos validator for each file; empty without the validator."""
    modules = TARGET / "gltf-validator/node_modules"
    if not modules.is_dir():
        return {}
    script = ROOT / "crates/testkit/gltf-validator/check.cjs"
    names = "\n".join(map(str, files)) + "\n"
    process = subprocess.run(
        ["node", script], input=names, capture_output=True, text=True, check=True, env={**os.environ, "NODE_PATH": str(modules)}
    )
    return {Path(verdict["file"]): verdict["errors"] for verdict in map(json.loads, process.stdout.splitlines())}


def drawn(files):
    """Differences between pictures by three.js and by `render`, for each glb file; empty without the modules of the page or Chromium."""
    modules, browser = TARGET / "web/npm", Path(os.environ.get("CHROMIUM", "/usr/bin/chromium"))
    if not (modules / "node_modules/three").is_dir() or not browser.is_file():
        return {}
    lines = []
    for file in files:
        png = file.with_suffix(".png")
        command = [COMMAND, "render", file, "-o", png, "--size", "256x256", "--background", "transparent", "--json", "--force"]
        process = subprocess.run(command, capture_output=True, text=True, check=False)
        if process.returncode == 0:
            lines.append(json.dumps({"glb": str(file), "png": str(png), "camera": json.loads(process.stdout)["camera"]}))
    script = ["node", ROOT / "benches/three.mjs", modules]
    process = subprocess.run(script, input="\n".join(lines) + "\n", capture_output=True, text=True, check=True)
    return {Path(result["glb"]): result for result in map(json.loads, process.stdout.splitlines())}


def likeness(result):
    """Returns the cell of a comparison."""
    if "error" in result:
        return "not read"
    return "–" if result.get("outline") is None else f"{result['outline']:.3f}, {result['color']:.0f}"


def middle_and_worst(results):
    """Returns a line about all comparisons."""
    shown = [result for result in results if result.get("outline") is not None]
    outlines, colors = sorted(result["outline"] for result in shown), sorted(result["color"] for result in shown)
    if not shown:
        return []
    half = len(shown) // 2
    return [
        f"* like three.js: {len(shown)} pictures; outline {outlines[half]:.3f} in the middle, {outlines[0]:.3f} at worst; "
        f"colour {colors[half]:.0f} in the middle, {colors[-1]:.0f} at worst"
    ]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    corpus = os.environ.get("ENGINE_ASSETS_CORPUS", ".")
    parser.add_argument("--gltf", type=Path, default=Path(corpus) / "gltf/valid")
    parser.add_argument("--out", type=Path, default=ROOT / "benches/SAMPLES.md")
    options = parser.parse_args()
    files = sorted(path for path in options.gltf.rglob("*") if path.suffix in (".glb", ".gltf"))
    rows, reasons, sums = [], [], {name: {} for name in TARGETS}
    with tempfile.TemporaryDirectory() as folder:
        made = {}
        for number, file in enumerate(files):
            cells = []
            for name in TARGETS:
                out = Path(folder) / str(number) / f"{file.stem}.{name}"
                out.parent.mkdir(exist_ok=True)
                result, reason = converted(file, out)
                sums[name][result] = sums[name].get(result, 0) + 1
                cells.append(result)
                if reason:
                    reasons.append(f"* {file.relative_to(options.gltf)} to {name}: {reason}")
                if name == "glb" and result != "no":
                    made[file] = out
            rows.append((file, cells))
        before, after, pictures = validated(files), validated(made.values()), drawn(made.values())
    errors = lambda verdicts, file: str(verdicts.get(file, "–"))
    heads = ["file", "errors of the file", *TARGETS[:1], "errors of our glb", "like three.js", *TARGETS[1:]]
    lines = [
        "# Files of other programs",
        "",
        "By `cargo xtask samples`: glTF files of the corpus, converted to each format by the defaults. *with losses*: the format can't store something, and "
        "`--lossy` converts the rest. Errors are those of the Khronos validator. *like three.js*: our glb drawn by three.js in Chromium and by "
        "`render`, with the same camera and lights, 256² pixels. The first number is the ratio of the pixels that both cover to the pixels that either covers; the "
        "second is the largest difference between the channels of the mean colours, of 255. Metals are brighter in three.js, because they reflect the page's "
        "bright windows; in `render` they reflect an even sky.",
        "",
        f"| {' | '.join(heads)} |",
        "|" + "---|" * len(heads),
    ]
    for file, (glb, *others) in rows:
        name = file.relative_to(options.gltf)
        cells = [str(name), errors(before, file), glb, errors(after, made.get(file)), likeness(pictures.get(made.get(file), {})), *others]
        lines.append(f"| {' | '.join(cells)} |")
    lines += ["", f"{len(files)} files.", ""]
    for name, counts in sums.items():
        lines.append(f"* {name}: " + ", ".join(f"{count} {result}" for result, count in sorted(counts.items(), reverse=True)))
    lines += middle_and_worst(pictures.values())
    lines += ["", "## Refusals", "", *(reasons or ["None."])]
    options.out.write_text("\n".join(lines) + "\n")
    print("\n".join(lines[-len(reasons) - 12 :]))


if __name__ == "__main__":
    main()
