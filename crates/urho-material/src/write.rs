//! Writes materials as XML and JSON in the layout of the engine.

use std::borrow::Cow;
use std::collections::HashMap;
use std::hash::Hash;

use binio::{Name, Path};
use urho_core::tree::{JsonWriter, XmlWriter};
use urho_core::{Engine, FloatPrecision, Variant};

use crate::data::{Cull, Fill, MaterialData, ParameterAnimation, TextureEntry};
use crate::error::{Error, ErrorKind, of_text};
use crate::parameter::Parameter;
use crate::unit::{TextureUnit, UnitReading};

impl MaterialData<'_> {
    /// Writes the material as an XML file for the given engine. Numbers are written with all their digits.
    ///
    /// # Errors
    /// This function will return an error when a name contains NUL, when an animation has events, or when a slot has no
    /// unit in Urho3D.
    pub fn to_xml(&self, engine: Engine) -> Result<Vec<u8>, Error> {
        self.to_xml_with(engine, FloatPrecision::Exact)
    }

    /// Writes the material as an XML file, with a given precision. To get the text that Urho3D and U3D would write when
    /// they save a file, use six digits. Parameters will then be formatted again; otherwise their text is not changed.
    ///
    /// # Errors
    /// See [`to_xml`](Self::to_xml).
    pub fn to_xml_with(&self, engine: Engine, digits: FloatPrecision) -> Result<Vec<u8>, Error> {
        let mut xml = XmlWriter::document();
        xml.open("material");
        for technique in &self.techniques {
            xml.open("technique").attribute("name", &technique.name);
            optional(&mut xml, "quality", technique.quality.map(|quality| quality.to_string()));
            optional(&mut xml, "loddistance", technique.lod_distance.map(|distance| float(distance, digits)));
            xml.close();
        }
        for (index, texture) in self.textures.iter().enumerate() {
            let (attribute, unit) =
                texture.attribute_and_unit(engine).map_err(|error| error.within_item("texture", index))?;
            xml.open("texture");
            if let Some(unit) = unit {
                xml.attribute(attribute, &unit);
            }
            xml.attribute("name", &texture.name);
            optional(&mut xml, "type", texture.kind.as_deref());
            xml.close();
        }
        if self.vertex_defines.is_some() || self.pixel_defines.is_some() {
            xml.open("shader");
            optional(&mut xml, "vsdefines", self.vertex_defines.as_deref());
            optional(&mut xml, "psdefines", self.pixel_defines.as_deref());
            xml.close();
        }
        for parameter in &self.parameters {
            xml.open("parameter").attribute("name", &parameter.name);
            xml_value(&mut xml, parameter, digits);
            xml.close();
        }
        for (index, animation) in self.animations.iter().enumerate() {
            animation.check().map_err(|error| error.within_item("parameter animation", index))?;
            xml_animation(&mut xml, animation, digits);
        }
        self.xml_settings(&mut xml, digits);
        xml.close();
        xml.finish().map_err(of_text)
    }

    fn xml_settings(&self, xml: &mut XmlWriter, digits: FloatPrecision) {
        setting(xml, "cull", "value", self.cull.map(Cull::name));
        setting(xml, "shadowcull", "value", self.shadow_cull.map(Cull::name));
        setting(xml, "fill", "value", self.fill.map(Fill::name));
        if let Some(bias) = self.depth_bias {
            xml.open("depthbias").attribute("constant", float(bias.constant, digits).as_bytes());
            xml.attribute("slopescaled", float(bias.slope_scaled, digits).as_bytes());
            optional(xml, "normaloffset", bias.normal_offset.map(|offset| float(offset, digits)));
            xml.close();
        }
        setting(xml, "alphatocoverage", "enable", self.alpha_to_coverage.map(|enable| enable.to_string()));
        setting(xml, "lineantialias", "enable", self.line_antialias.map(|enable| enable.to_string()));
        setting(xml, "renderorder", "value", self.render_order.map(|order| order.to_string()));
        setting(xml, "occlusion", "enable", self.occlusion.map(|enable| enable.to_string()));
    }

    /// Writes the material as a JSON file, to be read by Urho3D and U3D. Numbers are written with all their digits.
    /// When a unit or a parameter is used more than once, only the last is written.
    ///
    /// # Errors
    /// This function will return an error when a text is not UTF-8, when a number is infinite, when an animation has
    /// events, or when the material uses slots and texture types from rbfx.
    pub fn to_json(&self) -> Result<Vec<u8>, Error> {
        self.to_json_with(FloatPrecision::Exact)
    }

    /// Writes the material as a JSON file, with a given precision. See [`to_xml_with`](Self::to_xml_with) for what this
    /// does.
    ///
    /// # Errors
    /// See [`to_json`](Self::to_json).
    pub fn to_json_with(&self, digits: FloatPrecision) -> Result<Vec<u8>, Error> {
        let mut json = JsonWriter::document();
        json.object().member("techniques").array();
        for technique in &self.techniques {
            json.object().member("name").string(text(&technique.name)?);
            if let Some(quality) = technique.quality {
                json.member("quality").raw(&quality.to_string());
            }
            if let Some(distance) = technique.lod_distance {
                json_float(json.member("loddistance"), distance, digits);
            }
            json.end();
        }
        json.end();
        self.json_textures(&mut json)?;
        if self.vertex_defines.is_some() || self.pixel_defines.is_some() {
            json.member("shader").object();
            for (key, defines) in [("vsdefines", &self.vertex_defines), ("psdefines", &self.pixel_defines)] {
                if let Some(defines) = defines {
                    json.member(key).string(text(defines)?);
                }
            }
            json.end();
        }
        let parameters = later(&self.parameters, |parameter| &parameter.name);
        members(&mut json, "shaderParameters", &parameters, |json, parameter| {
            json.member(text(&parameter.name)?);
            json_value(json, parameter, digits)
        })?;
        members(
            &mut json,
            "shaderParameterAnimations",
            &self.animations.iter().collect::<Vec<_>>(),
            |json, animation| {
                animation.check()?;
                json_animation(json.member(text(&animation.name)?), animation, digits)
            },
        )?;
        self.json_settings(&mut json, digits);
        json.end();
        json.finish().map_err(of_text)
    }

    fn json_textures(&self, json: &mut JsonWriter) -> Result<(), Error> {
        let textures = later(&self.textures, |texture| match texture.reading() {
            UnitReading::Skipped => (UnitReading::Skipped, texture.unit.as_ref()),
            reading => (reading, None),
        });
        members(json, "textures", &textures, |json, texture| {
            if texture.kind.is_some() {
                return Err(Error::new(ErrorKind::NotInForm("JSON has no types of textures"), Path::new()));
            }
            let unit = texture
                .attribute_and_unit(Engine::Urho3d)?
                .1
                .unwrap_or_else(|| Name::from(TextureUnit::DIFFUSE.name()));
            json.member(text(&unit)?).string(text(&texture.name)?);
            Ok(())
        })
    }

    fn json_settings(&self, json: &mut JsonWriter, digits: FloatPrecision) {
        let words = [
            ("cull", self.cull.map(Cull::name)),
            ("shadowcull", self.shadow_cull.map(Cull::name)),
            ("fill", self.fill.map(Fill::name)),
        ];
        for (key, word) in words {
            if let Some(word) = word {
                json.member(key).string(word);
            }
        }
        if let Some(bias) = self.depth_bias {
            json_float(json.member("depthbias").object().member("constant"), bias.constant, digits);
            json_float(json.member("slopescaled"), bias.slope_scaled, digits);
            if let Some(offset) = bias.normal_offset {
                json_float(json.member("normaloffset"), offset, digits);
            }
            json.end();
        }
        let truths = [("alphatocoverage", self.alpha_to_coverage), ("lineantialias", self.line_antialias)];
        for (key, truth) in truths {
            if let Some(truth) = truth {
                json.member(key).bool(truth);
            }
        }
        if let Some(order) = self.render_order {
            json.member("renderorder").raw(&order.to_string());
        }
        if let Some(occlusion) = self.occlusion {
            json.member("occlusion").bool(occlusion);
        }
    }
}

impl TextureEntry<'_> {
    /// Returns the attribute and the name for a unit or slot, or `None` if the file has neither.
    fn attribute_and_unit(&self, engine: Engine) -> Result<(&'static str, Option<Name<'_>>), Error> {
        let as_slot = engine == Engine::Rbfx;
        let attribute = if as_slot { "slot" } else { "unit" };
        let Some(unit) = &self.unit else { return Ok((attribute, None)) };
        let name = match (self.reading(), self.is_slot) {
            (_, is_slot) if is_slot == as_slot => unit.borrowed(),
            (UnitReading::Known(unit), true) => Name::from(unit.name()),
            (UnitReading::Known(unit), false) => Name::from(unit.slot()),
            // rbfx accepts any name as a slot.
            (_, false) => Name::from(unit.to_ascii_lowercase()),
            (_, true) => {
                let kind = ErrorKind::NotInForm("a slot that Urho3D has no unit for");
                return Err(Error::new(kind, Path::new().name(unit)));
            }
        };
        Ok((attribute, Some(name)))
    }
}

impl ParameterAnimation<'_> {
    /// Checks that there are no events. They contain maps of values, which are not read.
    fn check(&self) -> Result<(), Error> {
        match self.event_count {
            0 => Ok(()),
            _ => Err(Error::new(ErrorKind::NotInForm("events of an animation can't be written anew"), Path::new())),
        }
    }
}

/// Removes items with duplicate keys. The last is kept, at the position of the first.
fn later<'t, T, K: Eq + Hash>(items: &'t [T], key: impl Fn(&'t T) -> K) -> Vec<&'t T> {
    let mut kept: Vec<&T> = Vec::new();
    let mut places = HashMap::new();
    for item in items {
        let index = *places.entry(key(item)).or_insert(kept.len());
        match kept.get_mut(index) {
            Some(other) => *other = item,
            None => kept.push(item),
        }
    }
    kept
}

/// Writes the items as an object, or `null` if there are none.
fn members<T>(
    json: &mut JsonWriter,
    key: &str,
    items: &[&T],
    write: impl Fn(&mut JsonWriter, &T) -> Result<(), Error>,
) -> Result<(), Error> {
    json.member(key);
    if items.is_empty() {
        json.null();
        return Ok(());
    }
    json.object();
    items.iter().try_for_each(|item| write(json, item))?;
    json.end();
    Ok(())
}

/// Writes an element with a single attribute, if there is a value.
fn setting(xml: &mut XmlWriter, element: &str, attribute: &str, value: Option<impl AsRef<[u8]>>) {
    if let Some(value) = value {
        xml.open(element).attribute(attribute, value.as_ref()).close();
    }
}

/// Writes an attribute, if there is a value.
fn optional(xml: &mut XmlWriter, name: &str, value: Option<impl AsRef<[u8]>>) {
    if let Some(value) = value {
        xml.attribute(name, value.as_ref());
    }
}

fn text(bytes: &[u8]) -> Result<&str, Error> {
    let kind = ErrorKind::NotInForm("JSON holds no text that isn't UTF-8");
    std::str::from_utf8(bytes).map_err(|_| Error::new(kind, Path::new().name(bytes)))
}

/// Formats a number.
pub(crate) fn float(value: f32, digits: FloatPrecision) -> String {
    match digits {
        FloatPrecision::Exact => {
            let text =
                Variant::Float(value).to_text(urho_core::HashAlgorithm::default()).unwrap_or_else(|_| b"0".to_vec());
            String::from_utf8(text).unwrap_or_default()
        }
        FloatPrecision::Engine => urho_core::general_number(value.into(), 6),
    }
}

/// Returns the type and the text of a value.
fn printed<'p>(parameter: &'p Parameter<'_>, digits: FloatPrecision) -> (Option<Name<'p>>, Cow<'p, [u8]>) {
    if digits == FloatPrecision::Exact {
        return (parameter.type_name.as_ref().map(Name::borrowed), Cow::Borrowed(&*parameter.text));
    }
    let value = parameter.value().value;
    let kind = value.kind().name();
    let text = match value.floats() {
        Some(floats) => {
            let texts: Vec<String> =
                floats.iter().map(|value| urho_core::general_number(f64::from(*value), 6)).collect();
            texts.join(" ").into_bytes()
        }
        None => value.to_text(urho_core::HashAlgorithm::default()).unwrap_or_default(),
    };
    // The engine only writes the type for these.
    let says_type = matches!(value, Variant::Buffer(_) | Variant::Int(_) | Variant::Bool(_));
    (says_type.then(|| Name::from(kind)), Cow::Owned(text))
}

fn xml_value(xml: &mut XmlWriter, parameter: &Parameter<'_>, digits: FloatPrecision) {
    let (type_name, text) = printed(parameter, digits);
    optional(xml, "type", type_name.as_deref());
    xml.attribute("value", &text);
}

fn xml_animation(xml: &mut XmlWriter, animation: &ParameterAnimation<'_>, digits: FloatPrecision) {
    xml.open("parameteranimation").attribute("name", &animation.name);
    optional(xml, "interpolationmethod", animation.interpolation.as_deref());
    optional(xml, "splinetension", animation.spline_tension.map(|tension| float(tension, digits)));
    optional(xml, "wrapmode", animation.wrap_mode.as_deref());
    optional(xml, "speed", animation.speed.map(|speed| float(speed, digits)));
    for key in &animation.keyframes {
        xml.open("keyframe").attribute("time", float(key.time, digits).as_bytes());
        optional(xml, "type", key.value.type_name.as_deref());
        xml.attribute("value", &key.value.text).close();
    }
    xml.close();
}

fn json_float(json: &mut JsonWriter, value: f32, digits: FloatPrecision) {
    match digits {
        FloatPrecision::Exact if value.is_finite() => json.raw(&format!("{value:?}")),
        _ => json.number(f64::from(value)),
    };
}

fn json_value(json: &mut JsonWriter, parameter: &Parameter<'_>, digits: FloatPrecision) -> Result<(), Error> {
    let (type_name, value) = printed(parameter, digits);
    match type_name {
        None => json.string(text(&value)?),
        Some(name) => json.object().member("type").string(text(&name)?).member("value").string(text(&value)?).end(),
    };
    Ok(())
}

fn json_animation(
    json: &mut JsonWriter,
    animation: &ParameterAnimation<'_>,
    digits: FloatPrecision,
) -> Result<(), Error> {
    json.object();
    if let Some(method) = &animation.interpolation {
        json.member("interpolationmethod").string(text(method)?);
    }
    if let Some(tension) = animation.spline_tension {
        json_float(json.member("splinetension"), tension, digits);
    }
    json.member("keyframes").array();
    for key in &animation.keyframes {
        json_float(json.object().member("time"), key.time, digits);
        json.member("value");
        json_value(json, &key.value, FloatPrecision::Exact)?;
        json.end();
    }
    json.end();
    if let Some(mode) = &animation.wrap_mode {
        json.member("wrapmode").string(text(mode)?);
    }
    if let Some(speed) = animation.speed {
        json_float(json.member("speed"), speed, digits);
    }
    json.end();
    Ok(())
}
