//! Writes JSON archives for rbfx. The members of an object must be sorted by name.

use urho_core::Variant;
use urho_core::tree::JsonWriter;

use super::write_archive::{self, Sink};
use super::{Writing, Written, hexadecimal, utf8};
use crate::class::AttributeInfo;
use crate::error::{Error, ErrorKind};
use crate::place::Place;
use crate::scene::Scene;
use crate::value::{Curve, Value};

/// Writes the scene, and returns the file.
///
/// # Errors
/// Fails if text can't store the content.
pub(crate) fn write(writing: &mut Writing<'_>, scene: &Scene<'_>) -> Result<Vec<u8>, Error> {
    let mut json = writing.json();
    write_archive::node(writing, &mut json, (scene, &scene.children()), 0)?;
    json.finish().map_err(|error| error.map_kind(ErrorKind::Text))
}

impl Sink for JsonWriter {
    const AUXILIARY_FIRST: bool = true;

    fn object(&mut self, _: &str) {
        self.object();
    }

    fn list(&mut self, name: &str) {
        self.member(name).array();
    }

    fn end(&mut self) {
        self.end();
    }

    fn number(&mut self, name: &str, number: u32) {
        self.member(name).raw(&number.to_string());
    }

    fn text(&mut self, name: &str, text: &[u8], place: Place) -> Result<(), Error> {
        self.member(name).string(utf8(text, place)?);
        Ok(())
    }

    fn value(&mut self, writing: &Writing<'_>, attribute: &Written<'_>, place: Place) -> Result<(), Error> {
        match &*attribute.value {
            Value::Variant(value) => field(writing, self, value, attribute.info, place),
            Value::Curve(curve) => curve_value(writing, self, curve, place),
            Value::Text(text) => Sink::text(self, "value", text, place),
        }
    }
}

/// Writes the member `value`. An empty value does not have it.
fn field(
    writing: &Writing<'_>,
    json: &mut JsonWriter,
    value: &Variant<'_>,
    info: Option<&AttributeInfo>,
    place: Place,
) -> Result<(), Error> {
    if matches!(value, Variant::None) {
        return Ok(());
    }
    json.member("value");
    content(writing, json, value, info, place)
}

fn content(
    writing: &Writing<'_>,
    json: &mut JsonWriter,
    value: &Variant<'_>,
    info: Option<&AttributeInfo>,
    place: Place,
) -> Result<(), Error> {
    let element = |json: &mut JsonWriter, value: &Variant<'_>| -> Result<(), Error> {
        json.member("type").string(value.kind().name());
        field(writing, json, value, None, place)?;
        json.end();
        Ok(())
    };
    let is_named = info.is_some_and(|info| !info.names.is_empty());
    match value {
        Variant::Bool(value) if *value <= 1 => drop(json.bool(*value != 0)),
        Variant::Int(value) if !is_named => drop(json.raw(&value.to_string())),
        Variant::Float(value) if value.is_finite() => drop(json.number(f64::from(*value))),
        Variant::Double(value) if value.is_finite() => drop(json.number(*value)),
        Variant::Buffer(bytes) => {
            json.object().member("data").string(&hexadecimal(bytes));
            json.member("size").raw(&bytes.len().to_string()).end();
        }
        Variant::StringVector(texts) => {
            json.array();
            for text in texts {
                json.string(utf8(text, place)?);
            }
            json.end();
        }
        Variant::VariantVector(items) => {
            json.array();
            items.iter().try_for_each(|item| element(json.object(), item))?;
            json.end();
        }
        Variant::VariantMap(entries) => {
            json.array();
            for (key, item) in entries {
                element(json.object().member("key").raw(&key.hash.0.to_string()), item)?;
            }
            json.end();
        }
        Variant::StringVariantMap(entries) => {
            json.array();
            for (key, item) in entries {
                element(json.object().member("key").string(utf8(key, place)?), item)?;
            }
            json.end();
        }
        _ => {
            let text = writing.text(value, info, place)?;
            json.string(utf8(&text, place)?);
        }
    }
    Ok(())
}

fn curve_value(writing: &Writing<'_>, json: &mut JsonWriter, curve: &Curve<'_>, place: Place) -> Result<(), Error> {
    let interpolation = curve.interpolation.name();
    let unknown = || Error::new(ErrorKind::NotInForm("an interpolation that has no name"), place.path());
    json.member("value").object().member("interpolation").string(interpolation.ok_or_else(unknown)?);
    if !curve.keys.is_empty() {
        json.member("keyframes").array();
        for key in &curve.keys {
            json.object();
            if let Some((inward, outward)) = &key.tangents {
                content(writing, json.member("in"), inward, None, place)?;
                content(writing, json.member("out"), outward, None, place)?;
            }
            content(writing, json.member("time"), &Variant::Float(key.time), None, place)?;
            content(writing, json.member("value"), &key.value, None, place)?;
            json.end();
        }
        json.end();
    }
    json.member("name").string(utf8(&curve.name, place)?).member("splineTension");
    content(writing, json, &Variant::Float(curve.spline_tension), None, place)?;
    json.member("type").string(curve.kind.name()).end();
    Ok(())
}
