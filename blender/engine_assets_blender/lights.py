"""Lights in and out. Watts per square metre of a sun are lux, and 4π watts of a point or spot are one candela, in both directions.

Blender's glTF add-on calls that lighting mode *Unitless*. Its own default divides by 683 lumen for each watt, as if files stored the brightness of real lamps: lights of engines are black then,
since a brightness of 1 that lights a white surface fully is π lux.
"""

# Names of the option by versions of Blender: before 3.6 it had the second one.
MODE = {"export_import_convert_lighting_mode": "COMPAT", "convert_lighting_mode": "COMPAT"}
NAME = "ea_name"


def give_ranges(objects, document):
    """Sets the ranges of a glTF's lights, which Blender's importer leaves out: *Custom Distance*, which its exporter writes."""
    listed = document.get("extensions", {}).get("KHR_lights_punctual", {}).get("lights", [])
    ranges = {}
    for node in document.get("nodes", []):
        number = node.get("extensions", {}).get("KHR_lights_punctual", {}).get("light")
        if number is not None and number < len(listed):
            ranges.setdefault(node.get("name", ""), set()).add(listed[number].get("range"))
    for one in (one for one in objects if one.type == "LIGHT" and one.data.type != "SUN"):
        found = ranges.get(one.get(NAME, one.name), set())
        # Lights of one name but several ranges can't be told apart.
        if len(found) == 1 and None not in found:
            one.data.use_custom_distance, one.data.cutoff_distance = True, next(iter(found))


def findings(objects, is_level):
    """Sentences about lights that aren't exported: (name, sentence)."""
    lights = [one for one in objects if one.type == "LIGHT"] if is_level else []
    told = [(one.name, "an area light isn't exported: use a point or a spot") for one in lights if one.data.type == "AREA"]
    return told + [(one.name, "its brightness is calculated by nodes, which aren't exported") for one in lights if is_calculated(one.data)]


def is_calculated(light):
    """Whether another node than a number says how bright a light is."""
    if not light.use_nodes or light.node_tree is None:
        return False
    emissions = [node for node in light.node_tree.nodes if node.type == "EMISSION"]
    return any(link.from_node.type != "LIGHT_FALLOFF" for node in emissions for link in node.inputs["Strength"].links)
