//! Reads materials from trees. See "Elements of a material" and "JSON" in FORMAT.md.

use binio::Name;
use urho_core::tree::{Element, JsonKind, JsonValue};
use urho_core::{HashAlgorithm, Variant, VariantKind};

use crate::data::{Cull, DepthBias, Fill, Keyframe, MaterialData, ParameterAnimation, TechniqueEntry, TextureEntry};
use crate::parameter::Parameter;

/// The offsets of everything in the lists of a [`MaterialData`].
#[derive(Debug, Default)]
pub(crate) struct Places {
    pub(crate) techniques: Vec<u64>,
    pub(crate) textures: Vec<u64>,
    pub(crate) parameters: Vec<u64>,
    pub(crate) animations: Vec<u64>,
}

pub(crate) fn float(text: &[u8]) -> f32 {
    let read = Variant::from_text(VariantKind::Float, text, HashAlgorithm::default()).value;
    read.floats().and_then(|values| values.first().copied()).unwrap_or_default()
}

pub(crate) fn int(text: &[u8]) -> i32 {
    let read = Variant::from_text(VariantKind::Int, text, HashAlgorithm::default()).value;
    read.ints().and_then(|values| values.first().copied()).unwrap_or_default()
}

pub(crate) fn truth(text: &[u8]) -> bool {
    Variant::from_text(VariantKind::Bool, text, HashAlgorithm::default()).value == Variant::Bool(1)
}

pub(crate) fn xml<'a>(root: Element<'a, '_>) -> (MaterialData<'a>, Places) {
    let mut data = MaterialData::default();
    let mut places = Places::default();
    for child in root.children() {
        match child.name().as_bytes() {
            b"technique" => {
                data.techniques.push(technique(&child));
                places.techniques.push(child.offset());
            }
            b"texture" => {
                data.textures.push(texture(&child));
                places.textures.push(child.offset());
            }
            b"parameter" => {
                data.parameters.push(parameter(&child));
                places.parameters.push(child.offset());
            }
            b"parameteranimation" => {
                data.animations.push(animation(&child));
                places.animations.push(child.offset());
            }
            _ => setting(&child, &mut data),
        }
    }
    let filled = |name: Option<Name<'a>>| name.filter(|name| !name.is_empty());
    data.vertex_defines = filled(data.vertex_defines);
    data.pixel_defines = filled(data.pixel_defines);
    (data, places)
}

/// Reads an element of which only the first counts.
fn setting<'a>(element: &Element<'a, '_>, data: &mut MaterialData<'a>) {
    let attribute = |name| element.attribute(name);
    let value = || attribute("value").unwrap_or_default();
    let enable = || truth(&attribute("enable").unwrap_or_default());
    match element.name().as_bytes() {
        b"shader" if data.vertex_defines.is_none() && data.pixel_defines.is_none() => {
            data.vertex_defines = Some(attribute("vsdefines").unwrap_or_default());
            data.pixel_defines = Some(attribute("psdefines").unwrap_or_default());
        }
        b"cull" => drop(data.cull.get_or_insert_with(|| Cull::from_name(&value()))),
        b"shadowcull" => drop(data.shadow_cull.get_or_insert_with(|| Cull::from_name(&value()))),
        b"fill" => drop(data.fill.get_or_insert_with(|| Fill::from_name(&value()))),
        b"depthbias" => {
            let float = |name| attribute(name).map(|text| float(&text));
            data.depth_bias.get_or_insert_with(|| DepthBias {
                constant: float("constant").unwrap_or_default(),
                slope_scaled: float("slopescaled").unwrap_or_default(),
                normal_offset: float("normaloffset"),
            });
        }
        b"alphatocoverage" => drop(data.alpha_to_coverage.get_or_insert_with(enable)),
        b"lineantialias" => drop(data.line_antialias.get_or_insert_with(enable)),
        b"renderorder" => drop(data.render_order.get_or_insert_with(|| int(&value()))),
        b"occlusion" => drop(data.occlusion.get_or_insert_with(enable)),
        _ => {}
    }
}

fn technique<'a>(element: &Element<'a, '_>) -> TechniqueEntry<'a> {
    TechniqueEntry {
        name: element.attribute("name").unwrap_or_default(),
        quality: element.attribute("quality").map(|text| int(&text)),
        lod_distance: element.attribute("loddistance").map(|text| float(&text)),
    }
}

fn texture<'a>(element: &Element<'a, '_>) -> TextureEntry<'a> {
    let slot = element.attribute("slot");
    TextureEntry {
        is_slot: slot.is_some(),
        unit: slot.or_else(|| element.attribute("unit")),
        name: element.attribute("name").unwrap_or_default(),
        kind: element.attribute("type"),
    }
}

fn parameter<'a>(element: &Element<'a, '_>) -> Parameter<'a> {
    Parameter {
        name: element.attribute("name").unwrap_or_default(),
        type_name: element.attribute("type"),
        text: element.attribute("value").unwrap_or_default(),
    }
}

fn animation<'a>(element: &Element<'a, '_>) -> ParameterAnimation<'a> {
    let float = |element: &Element<'a, '_>, name| element.attribute(name).map(|text| float(&text));
    let keyframe =
        |key: Element<'a, '_>| Keyframe { time: float(&key, "time").unwrap_or_default(), value: parameter(&key) };
    ParameterAnimation {
        name: element.attribute("name").unwrap_or_default(),
        wrap_mode: element.attribute("wrapmode"),
        speed: float(element, "speed"),
        interpolation: element.attribute("interpolationmethod"),
        spline_tension: float(element, "splinetension"),
        keyframes: element.children_named("keyframe").map(keyframe).collect(),
        event_count: element.children_named("eventframe").count(),
    }
}

/// Returns a JSON string, or `None` for any other value.
fn name<'a>(value: Option<JsonValue<'a, '_>>) -> Option<Name<'a>> {
    Some(match value?.as_str()? {
        std::borrow::Cow::Borrowed(text) => Name::from(text),
        std::borrow::Cow::Owned(text) => Name::from(text),
    })
}

fn number(value: Option<JsonValue<'_, '_>>) -> Option<f32> {
    value?.as_f64().map(|value| value as f32)
}

/// Returns an integer. As in the engine, the fraction is dropped.
fn whole(value: Option<JsonValue<'_, '_>>) -> Option<i32> {
    value?.as_f64().map(|value| value as i32)
}

pub(crate) fn json<'a>(root: JsonValue<'a, '_>) -> (MaterialData<'a>, Places) {
    let mut data = MaterialData::default();
    let mut places = Places::default();
    for technique in root.get("techniques").into_iter().flat_map(|list| list.items()) {
        data.techniques.push(TechniqueEntry {
            name: name(technique.get("name")).unwrap_or_default(),
            quality: whole(technique.get("quality")),
            lod_distance: number(technique.get("loddistance")),
        });
        places.techniques.push(technique.offset());
    }
    for member in root.get("textures").into_iter().flat_map(|list| list.members()) {
        let unit = name(Some(member.key));
        data.textures.push(TextureEntry {
            unit,
            is_slot: false,
            name: name(Some(member.value)).unwrap_or_default(),
            kind: None,
        });
        places.textures.push(member.key.offset());
    }
    for member in root.get("shaderParameters").into_iter().flat_map(|list| list.members()) {
        if let Some(parameter) = json_parameter(name(Some(member.key)).unwrap_or_default(), member.value) {
            data.parameters.push(parameter);
            places.parameters.push(member.key.offset());
        }
    }
    for member in root.get("shaderParameterAnimations").into_iter().flat_map(|list| list.members()) {
        data.animations.push(json_animation(name(Some(member.key)).unwrap_or_default(), member.value));
        places.animations.push(member.key.offset());
    }
    json_settings(root, &mut data);
    (data, places)
}

/// Reads all members that are not lists.
fn json_settings<'a>(root: JsonValue<'a, '_>, data: &mut MaterialData<'a>) {
    let defines = |key| name(root.get("shader").and_then(|shader| shader.get(key))).filter(|name| !name.is_empty());
    data.vertex_defines = defines("vsdefines");
    data.pixel_defines = defines("psdefines");
    let word = |key| name(root.get(key));
    data.cull = word("cull").map(|word| Cull::from_name(&word));
    data.shadow_cull = word("shadowcull").map(|word| Cull::from_name(&word));
    data.fill = word("fill").map(|word| Fill::from_name(&word));
    data.depth_bias = root.get("depthbias").filter(|bias| bias.kind() == JsonKind::Object).map(|bias| DepthBias {
        constant: number(bias.get("constant")).unwrap_or_default(),
        slope_scaled: number(bias.get("slopescaled")).unwrap_or_default(),
        normal_offset: number(bias.get("normaloffset")),
    });
    let truth = |key| root.get(key).and_then(|value| value.as_bool());
    data.alpha_to_coverage = truth("alphatocoverage");
    data.line_antialias = truth("lineantialias");
    data.render_order = whole(root.get("renderorder"));
    data.occlusion = truth("occlusion");
}

/// Reads a parameter. It can be a string, or an object with a type and a value; the engine does not read anything else.
fn json_parameter<'a>(key: Name<'a>, value: JsonValue<'a, '_>) -> Option<Parameter<'a>> {
    match value.kind() {
        JsonKind::String => Some(Parameter { name: key, type_name: None, text: name(Some(value))? }),
        JsonKind::Object => {
            let inner = value.get("value");
            let text = name(inner).or_else(|| Some(Name::from(inner?.raw())));
            Some(Parameter { name: key, type_name: name(value.get("type")), text: text.unwrap_or_default() })
        }
        _ => None,
    }
}

fn json_animation<'a>(key: Name<'a>, value: JsonValue<'a, '_>) -> ParameterAnimation<'a> {
    let keyframe = |key: JsonValue<'a, '_>| {
        let value = key.get("value").and_then(|value| json_parameter(Name::default(), value));
        Keyframe { time: number(key.get("time")).unwrap_or_default(), value: value.unwrap_or_default() }
    };
    ParameterAnimation {
        name: key,
        wrap_mode: name(value.get("wrapmode")),
        speed: number(value.get("speed")),
        interpolation: name(value.get("interpolationmethod")),
        spline_tension: number(value.get("splinetension")),
        keyframes: value.get("keyframes").into_iter().flat_map(|keys| keys.items()).map(keyframe).collect(),
        event_count: value.get("eventframes").into_iter().flat_map(|keys| keys.items()).count(),
    }
}
