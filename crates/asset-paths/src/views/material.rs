//! Views materials, with paths such as `parameters/MatDiffColor`, `techniques[0]` and `textures/diffuse`.

use std::borrow::Cow;
use std::rc::Rc;

use asset_formats::{Error, Format};
use binio::Name;
use urho_core::{Variant, VariantKind};
use urho_material::{Material, MaterialData, MaterialPlace, TextureUnit, UnitReading};

use super::{Address, Place};
use crate::edit::Setting;
use crate::error::PathError;
use crate::part::Part;
use crate::value::Value;

/// The place of a part in a material.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum At {
    Value(MaterialPlace),
    Techniques,
    Textures,
    Parameters,
}

/// A value that a material has only once.
struct Once {
    name: &'static str,
    element: &'static str,
    attribute: &'static str,
    kind: VariantKind,
    words: &'static [&'static str],
    default: &'static str,
}

const fn once(
    name: &'static str,
    setting: (&'static str, &'static str),
    kind: VariantKind,
    default: &'static str,
) -> Once {
    Once { name, element: setting.0, attribute: setting.1, kind, words: &[], default }
}

const fn word(
    name: &'static str,
    element: &'static str,
    words: &'static [&'static str],
    default: &'static str,
) -> Once {
    Once { name, element, attribute: "value", kind: VariantKind::String, words, default }
}

const CULLS: &[&str] = &["none", "ccw", "cw"];

const SETTINGS: &[Once] = &[
    once("vs_defines", ("shader", "vsdefines"), VariantKind::String, ""),
    once("ps_defines", ("shader", "psdefines"), VariantKind::String, ""),
    word("cull", "cull", CULLS, "ccw"),
    word("shadow_cull", "shadowcull", CULLS, "ccw"),
    word("fill", "fill", &["solid", "wireframe", "point"], "solid"),
    once("alpha_to_coverage", ("alphatocoverage", "enable"), VariantKind::Bool, "false"),
    once("line_antialias", ("lineantialias", "enable"), VariantKind::Bool, "false"),
    once("render_order", ("renderorder", "value"), VariantKind::Int, "128"),
    once("occlusion", ("occlusion", "enable"), VariantKind::Bool, "true"),
];

const DEPTH_BIAS: &[Once] = &[
    once("constant", ("depthbias", "constant"), VariantKind::Float, "0"),
    once("slope_scaled", ("depthbias", "slopescaled"), VariantKind::Float, "0"),
    once("normal_offset", ("depthbias", "normaloffset"), VariantKind::Float, "0"),
];

/// Returns the document as a part.
pub(super) fn root<'d>(material: &'d Material<'d>) -> Part<'d> {
    Part::group("", "Material", Address::None, move || {
        let data = Rc::new(material.data());
        let list = |name, at, inner: fn(&Material<'_>, &MaterialData<'_>) -> Vec<Part<'d>>| {
            let data = data.clone();
            Part::list(name, Address::Material(at), move || inner(material, &data))
        };
        let mut parts = vec![
            list("techniques", At::Techniques, techniques),
            list("textures", At::Textures, textures),
            list("parameters", At::Parameters, parameters),
        ];
        parts.extend(SETTINGS.iter().map(|setting| self::setting(material, setting)));
        let bias = move || DEPTH_BIAS.iter().map(|setting| self::setting(material, setting)).collect();
        parts.push(Part::group("depth_bias", "", Address::None, bias));
        parts
    })
}

fn address(setting: MaterialPlace) -> Address {
    Address::Material(At::Value(setting))
}

fn text(name: &Name<'_>, resource: &'static str) -> Value {
    Value { resource: Cow::Borrowed(resource), ..Value::text_of(name.clone().into_owned()) }
}

fn techniques<'d>(material: &Material<'_>, data: &MaterialData<'_>) -> Vec<Part<'d>> {
    let texts = material.texts_of_techniques();
    let part = |(index, (technique, texts)): (usize, (&urho_material::TechniqueEntry<'_>, [Option<String>; 2]))| {
        let name = text(&technique.name, "Technique");
        let [quality, distance] = texts;
        let quality = Value {
            is_stored: technique.quality.is_some(),
            ..Value::new(Variant::Int(technique.quality.unwrap_or(0)))
        }
        .spelled(quality)
        .with_default("0");
        let distance = Value {
            is_stored: technique.lod_distance.is_some(),
            ..Value::new(Variant::Float(technique.lod_distance.unwrap_or(0.0)))
        }
        .spelled(distance)
        .with_default("0");
        let at = move |field| address(MaterialPlace::Technique(index, field));
        let whole = name.clone();
        let inner = move || {
            vec![
                Part::value_of("name", name.clone(), at("name")).into_link(),
                Part::value_of("quality", quality.clone(), at("quality")),
                Part::value_of("lod_distance", distance.clone(), at("loddistance")),
            ]
        };
        Part::group("", "", at("name"), inner).with_value(whole)
    };
    data.techniques.iter().zip(texts).enumerate().map(part).collect()
}

fn textures<'d>(_: &Material<'_>, data: &MaterialData<'_>) -> Vec<Part<'d>> {
    let part = |(index, texture): (usize, &urho_material::TextureEntry<'_>)| {
        let unit = texture.unit.as_ref().map_or_else(|| "diffuse".to_owned(), |unit| unit.to_text().into_owned());
        Part::value_of(unit, text(&texture.name, "Texture"), address(MaterialPlace::Texture(index)))
    };
    data.textures.iter().enumerate().map(part).collect()
}

fn parameters<'d>(_: &Material<'_>, data: &MaterialData<'_>) -> Vec<Part<'d>> {
    let part = |(index, parameter): (usize, &urho_material::Parameter<'_>)| {
        let read = parameter.value();
        let spelling = parameter.text.to_text();
        let value = match read.value {
            Variant::None => Value { kind: None, ..Value::text_of(parameter.text.clone().into_owned()) },
            variant => Value::new(variant.into_owned()).spelled(Some(spelling.into_owned())),
        };
        let setting = address(MaterialPlace::Parameter(index));
        Part::value_of(parameter.name.to_text().into_owned(), value, setting)
    };
    data.parameters.iter().enumerate().map(part).collect()
}

fn setting<'d>(material: &Material<'_>, setting: &Once) -> Part<'d> {
    let place = MaterialPlace::Setting(setting.element, setting.attribute);
    let stored = material.text_at(place).map(|text| text.to_text().into_owned());
    let value = Value {
        words: setting.words.iter().map(|word| Cow::Borrowed(*word)).collect(),
        ..Value::of_kind(setting.kind)
    };
    Part::value_of(setting.name, value.read(stored, setting.default), address(place))
}

fn failed(error: urho_material::Error) -> PathError {
    PathError::Document(Error::malformed(Format::URHO_MATERIAL, error))
}

/// Sets all values in a single edit.
pub(super) fn set(material: &mut Material<'_>, settings: &[(At, &Setting)]) -> Result<(), PathError> {
    let places = settings.iter().map(|(at, setting)| match at {
        At::Value(place) => Ok((*place, setting.text.as_str())),
        _ => Err(PathError::refused(&setting.path, "a list can't be set; set its items")),
    });
    let places = places.collect::<Result<Vec<_>, _>>()?;
    material.set_texts(&places).map_err(failed)
}

/// Adds a parameter or a texture.
pub(super) fn create(
    material: &mut Material<'_>,
    target: &Place<'_>,
    at: &At,
    text: &str,
    kind: Option<VariantKind>,
) -> Result<(), PathError> {
    let (path, name) = (target.path, target.name);
    match at {
        At::Parameters => {
            let variant = match kind {
                Some(kind) => Value::of_kind(kind).parse(path, text)?,
                None => guessed(path, text)?,
            };
            material.set_parameter(name, variant).map_err(failed)
        }
        At::Textures => match TextureUnit::read(name.as_bytes()) {
            UnitReading::Known(unit) => material.set_texture(unit, text).map_err(failed),
            _ => {
                let units = (0..16).map(|unit| TextureUnit(unit).name()).collect::<Vec<_>>().join(", ");
                Err(PathError::refused(path, format!("there is no such texture unit; units: {units}")))
            }
        },
        _ => Err(PathError::refused(path, "only parameters and textures can be added by name")),
    }
}

/// Returns the value that the engine would read from a text without a type.
fn guessed(path: &str, text: &str) -> Result<Variant<'static>, PathError> {
    let parameter = urho_material::Parameter { name: Name::default(), type_name: None, text: Name::from(text) };
    let read = parameter.value();
    match (read.odd, read.value) {
        (None, value) if value != Variant::None => Ok(value.into_owned()),
        _ => Err(PathError::Value {
            path: path.to_owned(),
            text: text.to_owned(),
            expected: "true, false, or 1, 2, 3, 4, 9, 12 or 16 numbers".to_owned(),
            words: Vec::new(),
        }),
    }
}

/// Removes all values in a single edit.
pub(super) fn remove(material: &mut Material<'_>, removed: &[(&str, At)]) -> Result<(), PathError> {
    let places = removed.iter().map(|(path, at)| match at {
        At::Value(setting) => Ok(*setting),
        _ => Err(PathError::refused(*path, "a list can't be removed; remove its items")),
    });
    let places = places.collect::<Result<Vec<_>, _>>()?;
    material.remove_at(&places).map(drop).map_err(failed)
}

/// Adds a technique at the end.
pub(super) fn insert(
    material: &mut Material<'_>,
    (path, at): (&str, &At),
    index: Option<usize>,
    text: &str,
) -> Result<(), PathError> {
    match (at, index) {
        (At::Techniques, None) => material.add_technique(text).map_err(failed),
        (At::Techniques, Some(_)) => {
            Err(PathError::refused(path, "techniques are added at the end; leave the position out"))
        }
        _ => Err(PathError::refused(path, "its items have names; set a new name instead, with the option create")),
    }
}
