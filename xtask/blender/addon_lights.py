"""Lights in and out: sun strengths are lux, and watts are 4π candela.

python addon_lights.py FOLDER SAMPLES CORPUS [TEST]
"""

import math
import pathlib
import shutil
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import addon_use
import bpy
from addon_use import activate, bring, done, files_of, messages, new_object
from plain_files import nodes

folder, samples, corpus = (pathlib.Path(word) for word in addon_use.words()[:3])
addon_use.fresh()

SCENES = corpus / "urho-scene/urho3d/Data/Scenes"
# Attributes of a Light that files leave out.
DEFAULTS = {"Light Type": "Point", "Brightness Multiplier": "1", "Range": "10"}
# Watts of a point of a brightness of 1 and a range of 1 m.
WATTS = {"SCENE_XML": 4.0 * math.pi * math.pi * 0.75 / 4.0, "SCENE": 4.0 * math.pi * math.pi * 0.25 / 4.0}
ENDS = {"SCENE_XML": ".xml", "SCENE": ".scene"}


def light(path, name):
    """Type, brightness and range of the light that a node, or the node that turns for it, has."""
    found = nodes(path)
    parts = next(parts for node, parts in found.items() if node in (name, f"{name}_Light") and any(kind == "Light" for kind, _ in parts))
    own = {**DEFAULTS, **next(values for kind, values in parts if kind == "Light")}
    return own["Light Type"], round(float(own["Brightness Multiplier"]), 3), round(float(own["Range"]), 3)


def scene_of(place, *lights):
    """A scene in XML with these lights: (name, attributes)."""
    made = place / "Data/Scenes/Lamps.xml"
    shutil.rmtree(place, ignore_errors=True)
    made.parent.mkdir(parents=True)
    text = ""
    for number, (name, attributes) in enumerate(lights, 2):
        values = "".join(f'<attribute name="{key}" value="{value}" />' for key, value in attributes.items())
        text += f'<node id="{number}"><attribute name="Name" value="{name}" /><component type="Light" id="{number}">{values}</component></node>\n'
    made.write_text(f'<?xml version="1.0"?>\n<scene id="1"><component type="Octree" id="1" />\n{text}</scene>\n')
    return made


def energy(name):
    return next(one for one in bpy.data.objects if one.type == "LIGHT" and one.name.startswith(name)).data


def lit():
    """A brightness of 1 is light in Blender, and its range a custom distance; without an edit the file is the same."""
    made = scene_of(folder / "lit", ("Sun", {"Light Type": "Directional"}), ("Lamp", {}), ("Torch", {"Light Type": "Spot", "Brightness Multiplier": "2", "Range": "5", "Spot FOV": "60"}))
    before = files_of(made.parents[1])
    bring(made)
    sun, lamp, torch = energy("Sun"), energy("Lamp"), energy("Torch")
    assert abs(sun.energy - math.pi) < 1e-4, sun.energy
    assert abs(lamp.energy - 100.0 * WATTS["SCENE_XML"]) < 0.01 and (lamp.use_custom_distance, lamp.cutoff_distance) == (True, 10.0), lamp.energy
    assert abs(torch.energy - 50.0 * WATTS["SCENE_XML"]) < 0.01 and abs(math.degrees(torch.spot_size) - 60.0) < 1e-3, torch.energy
    done(made, format="SCENE_XML", what="SCENE")
    assert files_of(made.parents[1]) == before, made.read_text()
    # Twice the watts are twice the brightness, and a changed distance is the range.
    lamp.energy *= 2.0
    torch.cutoff_distance, torch.energy = 10.0, torch.energy * 4.0
    done(made, format="SCENE_XML", what="SCENE", replace=True)
    own = {name: light(made, name) for name in ("Sun", "Lamp", "Torch")}
    assert own == {"Sun": ("Directional", 1.0, 10.0), "Lamp": ("Point", 2.0, 10.0), "Torch": ("Spot", 2.0, 10.0)}, own
    return [round(value, 3) for value in (math.pi, 100.0 * WATTS["SCENE_XML"])]


def new_lights():
    """New lights of Blender in Urho3D and rbfx; an area light is reported."""
    told = {}
    for form, end in ENDS.items():
        addon_use.fresh()
        for name, kind, power in (("Sun", "SUN", 3.0), ("Bulb", "POINT", 100.0), ("Torch", "SPOT", 1000.0), ("Panel", "AREA", 50.0)):
            one = new_object(name, bpy.data.lights.new(name, kind))
            one.data.energy = power
        activate(one)
        # Other files of a project say which engine it is for.
        shutil.rmtree(folder / f"new-{form}", ignore_errors=True)
        made = folder / f"new-{form}/Data/Scenes/New{end}"
        done(made, format=form, replace=True)
        far = lambda watts: round(math.sqrt(watts / WATTS[form]), 3)  # noqa: E731, B023
        told[form] = own = {name: light(made, name) for name in ("Sun", "Bulb", "Torch")}
        assert own["Sun"][:2] == ("Directional", 0.955), own
        assert own["Bulb"] == ("Point", 1.0, far(100.0)) and own["Torch"] == ("Spot", 1.0, far(1000.0)), own
        assert any(one == "Panel: an area light isn't exported: use a point or a spot" for one in messages()), messages()
        assert not [one for one in messages() if "physical units" in one], messages()
    return told


def real_scenes():
    """The lights of the engine's own scenes come in bright, and go back as they were."""
    powers = {}
    for source in (SCENES / "NinjaSnowWar.xml", SCENES / "PBRExample.xml", SCENES / "SceneLoadExample.xml"):
        place = folder / "real" / source.stem / "Data/Scenes" / source.name
        shutil.rmtree(place.parents[2], ignore_errors=True)
        place.parent.mkdir(parents=True)
        shutil.copyfile(source, place)
        bring(place)
        lights = [one.data for one in bpy.data.objects if one.type == "LIGHT"]
        assert lights and all(one.energy > (0.1 if one.type == "SUN" else 5.0) for one in lights), [(one.name, one.energy) for one in lights]
        powers[source.stem] = sorted({(one.type, round(one.energy, 2)) for one in lights})[:4]
        done(place, format="SCENE_XML", what="SCENE")
        own = lambda path: sorted((name, *attributes.items()) for name, parts in nodes(path).items() for kind, attributes in parts if kind == "Light")  # noqa: E731
        assert own(place) == own(source), [pair for pair in zip(own(source), own(place)) if pair[0] != pair[1]]
    return powers


addon_use.run((lit, new_lights, real_scenes))
