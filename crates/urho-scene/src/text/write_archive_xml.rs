//! Writes XML archives for rbfx.

use urho_core::tree::XmlWriter;
use urho_core::{HashedName, Variant};

use super::write_archive::{self, Sink};
use super::{Writing, Written, hexadecimal};
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
    let mut xml = XmlWriter::document();
    write_archive::node(writing, &mut xml, (scene, &scene.children()), 0)?;
    xml.finish().map_err(|error| error.map_kind(ErrorKind::Text))
}

impl Sink for XmlWriter {
    const AUXILIARY_FIRST: bool = false;

    fn object(&mut self, element: &str) {
        self.open(element);
    }

    fn list(&mut self, name: &str) {
        self.open(name);
    }

    fn end(&mut self) {
        self.close();
    }

    fn number(&mut self, name: &str, number: u32) {
        self.attribute(name, number.to_string().as_bytes());
    }

    fn text(&mut self, name: &str, text: &[u8], _: Place) -> Result<(), Error> {
        self.attribute(name, text);
        Ok(())
    }

    fn value(&mut self, writing: &Writing<'_>, attribute: &Written<'_>, place: Place) -> Result<(), Error> {
        match &*attribute.value {
            Value::Variant(value) => content(writing, self, value, attribute.info, place),
            Value::Curve(curve) => curve_value(writing, self, curve, place),
            Value::Text(text) => Sink::text(self, "value", text, place),
        }
    }
}

/// Writes a value, either as an attribute `value` or as an element with this name.
fn content(
    writing: &Writing<'_>,
    xml: &mut XmlWriter,
    value: &Variant<'_>,
    info: Option<&AttributeInfo>,
    place: Place,
) -> Result<(), Error> {
    let element = |xml: &mut XmlWriter, value: &Variant<'_>| -> Result<(), Error> {
        xml.attribute("type", value.kind().name().as_bytes());
        content(writing, xml, value, None, place)?;
        xml.close();
        Ok(())
    };
    match value {
        Variant::None => return Ok(()),
        Variant::Buffer(bytes) => {
            xml.open("value").attribute("size", bytes.len().to_string().as_bytes());
            xml.attribute("data", hexadecimal(bytes).as_bytes());
        }
        Variant::StringVector(texts) => {
            xml.open("value");
            for text in texts {
                xml.open("element").attribute("value", text).close();
            }
        }
        Variant::VariantVector(items) => {
            xml.open("value");
            items.iter().try_for_each(|item| element(xml.open("element"), item))?;
        }
        Variant::VariantMap(entries) => {
            xml.open("value");
            for (HashedName { hash, .. }, item) in entries {
                element(xml.open("element").attribute("key", hash.0.to_string().as_bytes()), item)?;
            }
        }
        Variant::StringVariantMap(entries) => {
            xml.open("value");
            entries.iter().try_for_each(|(key, item)| element(xml.open("element").attribute("key", key), item))?;
        }
        _ => {
            let text = writing.text(value, info, place)?;
            xml.attribute("value", &text);
            return Ok(());
        }
    }
    xml.close();
    Ok(())
}

fn curve_value(writing: &Writing<'_>, xml: &mut XmlWriter, curve: &Curve<'_>, place: Place) -> Result<(), Error> {
    let text = |value: &Variant<'_>| writing.text(value, None, place);
    let interpolation = curve.interpolation.name();
    let unknown = || Error::new(ErrorKind::NotInForm("an interpolation that has no name"), place.path());
    xml.open("value").attribute("name", &curve.name).attribute("type", curve.kind.name().as_bytes());
    xml.attribute("interpolation", interpolation.ok_or_else(unknown)?.as_bytes());
    xml.attribute("splineTension", &text(&Variant::Float(curve.spline_tension))?);
    if !curve.keys.is_empty() {
        xml.open("keyframes");
        for key in &curve.keys {
            xml.open("keyframe").attribute("time", &text(&Variant::Float(key.time))?);
            xml.attribute("value", &text(&key.value)?);
            if let Some((inward, outward)) = &key.tangents {
                xml.attribute("in", &text(inward)?).attribute("out", &text(outward)?);
            }
            xml.close();
        }
        xml.close();
    }
    xml.close();
    Ok(())
}
