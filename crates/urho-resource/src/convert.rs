//! Converts files to the other encoding, if engines can read both XML and JSON.
//!
//! This is the case for sprite sheets in all engines, and for animations of values and objects in U3D. A sprite sheet
//! that is a property list is converted to XML, because all engines can read it.

mod property_list;

use binio::Path;
use urho_core::tree::{JsonWriter, XmlWriter};

use crate::detect::Encoding;
use crate::document::Document;
use crate::error::{Error, ErrorKind, of_text};
use crate::item::{Item, Source};
use crate::kind::Kind;

fn not_convertible(why: &'static str) -> Error {
    Error::new(ErrorKind::NotConvertible(why), Path::new())
}

impl Document<'_> {
    /// Converts the document to the other encoding, which is JSON for an XML file and XML for a JSON file. A property
    /// list will be converted to a sprite sheet in XML.
    ///
    /// Only what the engine reads will be written, in the layout of the engine. This means that comments are lost.
    ///
    /// # Errors
    /// Returns [`ErrorKind::NotConvertible`] when engines read this kind in a single encoding only, or when the
    /// document contains something that the other encoding can't store, for example a list in a keyframe.
    ///
    /// ```
    /// use urho_resource::Document;
    /// let sheet = Document::parse(br#"<TextureAtlas imagePath="a.png"><SubTexture name="b" x="1"/></TextureAtlas>"#, None)?;
    /// let json = sheet.converted()?;
    /// assert!(json.starts_with(b"{\n\t\"imagePath\": \"a.png\",\n\t\"subtextures\": ["));
    /// # Ok::<(), urho_resource::Error>(())
    /// ```
    pub fn converted(&self) -> Result<Vec<u8>, Error> {
        let root = self.root().ok_or_else(|| not_convertible("the file has no elements"))?;
        if self.inherited().is_some() {
            return Err(not_convertible("a patch file has one encoding"));
        }
        match (self.kind(), self.encoding()) {
            (Kind::SpriteSheet, Encoding::Xml) => json(|writer| sheet_json(writer, &root)),
            (Kind::SpriteSheet, _) => xml(|writer| sheet_xml(writer, &root)),
            (Kind::PropertyListSheet, _) => property_list::sheet(&root),
            (Kind::ValueAnimation, Encoding::Xml) => json(|writer| {
                writer.object();
                value_json(writer, &root)?;
                writer.end();
                Ok(())
            }),
            (Kind::ValueAnimation, _) => xml(|writer| {
                writer.open("valueanimation");
                value_xml(writer, &root)?;
                writer.close();
                Ok(())
            }),
            (Kind::ObjectAnimation, Encoding::Xml) => json(|writer| object_json(writer, &root)),
            (Kind::ObjectAnimation, _) => xml(|writer| object_xml(writer, &root)),
            _ => Err(not_convertible("engines read this kind in one encoding only")),
        }
    }
}

fn json(write: impl FnOnce(&mut JsonWriter) -> Result<(), Error>) -> Result<Vec<u8>, Error> {
    let mut writer = JsonWriter::document();
    write(&mut writer)?;
    writer.finish().map_err(of_text)
}

fn xml(write: impl FnOnce(&mut XmlWriter) -> Result<(), Error>) -> Result<Vec<u8>, Error> {
    let mut writer = XmlWriter::document();
    write(&mut writer)?;
    writer.finish().map_err(of_text)
}

/// The attributes that follow the name of a sprite.
const PIXELS: [&str; 8] = ["x", "y", "width", "height", "frameX", "frameY", "frameWidth", "frameHeight"];

fn sheet_json(writer: &mut JsonWriter, root: &Item<'_>) -> Result<(), Error> {
    writer.object();
    text_member(writer, root, "imagePath");
    writer.member("subtextures").array();
    for sprite in root.children_named("SubTexture") {
        writer.object();
        text_member(writer, &sprite, "name");
        for name in PIXELS {
            if sprite.attribute(name).is_some() {
                let value = crate::validate::int(&sprite, name).unwrap_or(0);
                writer.member(name).raw(&(value as i32).to_string());
            }
        }
        writer.end();
    }
    writer.end().end();
    Ok(())
}

fn sheet_xml(writer: &mut XmlWriter, root: &Item<'_>) -> Result<(), Error> {
    writer.open("TextureAtlas");
    copy(writer, root, &["imagePath"]);
    for sprite in root.children_named("subtextures") {
        writer.open("SubTexture");
        copy(writer, &sprite, &["name"]);
        copy(writer, &sprite, &PIXELS);
        writer.close();
    }
    writer.close();
    Ok(())
}

fn text_member(writer: &mut JsonWriter, item: &Item<'_>, name: &str) {
    if let Some(text) = item.attribute(name) {
        writer.member(name).string(&text.to_text());
    }
}

fn number_member(writer: &mut JsonWriter, item: &Item<'_>, name: &str) {
    if let Some(value) = crate::validate::float(item, name) {
        // The shortest text that reads back as the same float.
        writer.member(name).number(value.to_string().parse().unwrap_or(0.0));
    }
}

/// Copies the attributes that exist. A JSON number is copied as text.
fn copy(writer: &mut XmlWriter, item: &Item<'_>, names: &[&str]) {
    for name in names {
        if let Some(text) = item.attribute(name) {
            writer.attribute(name, &text);
        }
    }
}

const METHOD: [&str; 2] = ["interpolationmethod", "splinetension"];

fn value_json(writer: &mut JsonWriter, item: &Item<'_>) -> Result<(), Error> {
    text_member(writer, item, "interpolationmethod");
    number_member(writer, item, "splinetension");
    writer.member("keyframes").array();
    for key in item.children_named("keyframe") {
        if !key.children().is_empty() {
            return Err(not_convertible("a keyframe with a list or map"));
        }
        writer.object();
        number_member(writer, &key, "time");
        writer.member("value").object();
        text_member(writer, &key, "type");
        variant_member(writer, &key);
        writer.end().end();
    }
    writer.end();
    if !item.children_named("eventframe").is_empty() {
        return Err(not_convertible("events, whose data are hashed differently"));
    }
    writer.member("eventframes").array().end();
    Ok(())
}

/// Writes the value of a keyframe. Numbers and booleans are written as such, and anything else as a string.
fn variant_member(writer: &mut JsonWriter, key: &Item<'_>) {
    let kind = key.attribute("type").map(|kind| kind.to_ascii_lowercase()).unwrap_or_default();
    let text = key.attribute("value").unwrap_or_default();
    match &*kind {
        b"float" | b"double" => number_member(writer, key, "value"),
        b"int" => {
            let value = crate::validate::int(key, "value").unwrap_or(0);
            writer.member("value").raw(&(value as i32).to_string());
        }
        b"bool" => {
            let is_true = matches!(text.trim_ascii_start().first(), Some(b't' | b'T' | b'y' | b'Y' | b'1'));
            writer.member("value").bool(is_true);
        }
        _ => {
            writer.member("value").string(&text.to_text());
        }
    }
}

fn value_xml(writer: &mut XmlWriter, item: &Item<'_>) -> Result<(), Error> {
    copy(writer, item, &METHOD);
    for key in item.children_named("keyframes") {
        let value = key.child("value").ok_or_else(|| not_convertible("a keyframe without a value"))?;
        let is_plain = value.entry("value").is_some_and(|entry| {
            !matches!(entry.source, Source::Json(value) if matches!(value.kind(), urho_core::tree::JsonKind::Array))
        });
        if !is_plain {
            return Err(not_convertible("a keyframe with a list or map"));
        }
        writer.open("keyframe");
        copy(writer, &key, &["time"]);
        copy(writer, &value, &["type", "value"]);
        writer.close();
    }
    if !item.children_named("eventframes").is_empty() {
        return Err(not_convertible("events, whose data are hashed differently"));
    }
    Ok(())
}

fn object_json(writer: &mut JsonWriter, root: &Item<'_>) -> Result<(), Error> {
    writer.object().member("attributeanimations").object();
    for animation in root.children_named("attributeanimation") {
        let name = animation.attribute("name").unwrap_or_default();
        writer.member(&name.to_text()).object();
        text_member(writer, &animation, "name");
        value_json(writer, &animation)?;
        text_member(writer, &animation, "wrapmode");
        number_member(writer, &animation, "speed");
        writer.end();
    }
    writer.end().end();
    Ok(())
}

fn object_xml(writer: &mut XmlWriter, root: &Item<'_>) -> Result<(), Error> {
    writer.open("objectanimation");
    let animations = root.child("attributeanimations").map(|all| all.children()).unwrap_or_default();
    for (name, animation) in animations {
        writer.open("attributeanimation").attribute("name", &name);
        copy(writer, &animation, &["wrapmode", "speed"]);
        value_xml(writer, &animation)?;
        writer.close();
    }
    writer.close();
    Ok(())
}
