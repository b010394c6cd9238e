//! Edits to a material. An edit only changes the value that you name, and nothing else in the file.

use binio::Path;
use urho_core::FloatPrecision;
use urho_core::tree::{Edits, Element, JsonKind, JsonValue, JsonWriter, XmlWriter};

use crate::data::{Cull, DepthBias, Fill};
use crate::error::{Error, ErrorKind};
use crate::material::{File, Material};
use crate::parameter::ParameterValue;
use crate::read;
use crate::unit::{TextureUnit, UnitReading};
use crate::write::float;

/// A setting that a material can only have once, together with its value. Pass it to [`Material::set`].
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Setting {
    /// Which side is not drawn.
    Cull(Cull),
    /// Which side is not drawn into shadow maps.
    ShadowCull(Cull),
    /// Which part of the triangles is drawn.
    Fill(Fill),
    /// How surfaces are moved in depth.
    DepthBias(DepthBias),
    /// Whether alpha decides how many samples are covered.
    AlphaToCoverage(bool),
    /// Whether lines should be smooth.
    LineAntialias(bool),
    /// The render order as it will be stored. What it means depends on the version of the engine; see
    /// [`signed_render_order`](crate::MaterialData::signed_render_order).
    RenderOrder(i32),
    /// Whether this is an occluder.
    Occlusion(bool),
}

impl Setting {
    const fn element(&self) -> &'static str {
        match self {
            Self::Cull(_) => "cull",
            Self::ShadowCull(_) => "shadowcull",
            Self::Fill(_) => "fill",
            Self::DepthBias(_) => "depthbias",
            Self::AlphaToCoverage(_) => "alphatocoverage",
            Self::LineAntialias(_) => "lineantialias",
            Self::RenderOrder(_) => "renderorder",
            Self::Occlusion(_) => "occlusion",
        }
    }

    /// Returns the attributes that the element must have.
    fn attributes(&self) -> Vec<(&'static str, String)> {
        let value = |text: &str| vec![("value", text.to_owned())];
        match self {
            Self::Cull(cull) | Self::ShadowCull(cull) => value(cull.name()),
            Self::Fill(fill) => value(fill.name()),
            Self::RenderOrder(order) => value(&order.to_string()),
            Self::DepthBias(bias) => {
                let float = |value| float(value, FloatPrecision::Exact);
                let offset = bias.normal_offset.map(|offset| ("normaloffset", float(offset)));
                let both = [("constant", float(bias.constant)), ("slopescaled", float(bias.slope_scaled))];
                both.into_iter().chain(offset).collect()
            }
            Self::AlphaToCoverage(enable) | Self::LineAntialias(enable) | Self::Occlusion(enable) => {
                vec![("enable", enable.to_string())]
            }
        }
    }

    fn json<'w>(&self, json: &'w mut JsonWriter) -> &'w mut JsonWriter {
        match self {
            Self::Cull(cull) | Self::ShadowCull(cull) => json.string(cull.name()),
            Self::Fill(fill) => json.string(fill.name()),
            Self::RenderOrder(order) => json.raw(&order.to_string()),
            Self::AlphaToCoverage(enable) | Self::LineAntialias(enable) | Self::Occlusion(enable) => json.bool(*enable),
            Self::DepthBias(_) => {
                json.object();
                for (name, value) in self.attributes() {
                    json.member(name).raw(&value);
                }
                json.end()
            }
        }
    }
}

impl Material<'_> {
    /// Changes a setting. A value that is not in the file yet will be added.
    ///
    /// # Errors
    /// This can only fail for a number that is not finite.
    pub fn set(&mut self, setting: Setting) -> Result<(), Error> {
        let element = setting.element();
        match &mut self.file {
            File::Xml(file) => file.edit(|root, edits| match root.child(element) {
                Some(stored) => {
                    if let Setting::DepthBias(DepthBias { normal_offset: None, .. }) = setting {
                        stored.remove_attribute("normaloffset", edits);
                    }
                    let mut attributes = setting.attributes().into_iter();
                    attributes.try_for_each(|(name, value)| stored.set_attribute(name, value.as_bytes(), edits))
                }
                None => root.append(edits, |xml| {
                    xml.open(element);
                    for (name, value) in setting.attributes() {
                        xml.attribute(name, value.as_bytes());
                    }
                    xml.close()
                }),
            }),
            File::Json(file) => file.edit(|root, edits| root.set_member(element, edits, |json| setting.json(json))),
        }
    }

    /// Changes the value of a parameter. A value that is not in the file yet will be added. When there are several with
    /// this name, the last is changed, because the engine will use this one.
    ///
    /// # Errors
    /// This function will return an error if the value can't be written as text (a vector or a map of values), or if
    /// the name contains NUL.
    pub fn set_parameter(&mut self, name: &str, value: impl Into<ParameterValue>) -> Result<(), Error> {
        let (type_name, text) = value.into().to_text()?;
        match &mut self.file {
            File::Xml(file) => file.edit(|root, edits| {
                let parameter = root.children_named("parameter").filter(|one| has_name(one, name)).last();
                if let Some(parameter) = parameter {
                    match type_name {
                        Some(type_name) => parameter.set_attribute("type", type_name.as_bytes(), edits)?,
                        None => drop(parameter.remove_attribute("type", edits)),
                    }
                    return parameter.set_attribute("value", &text, edits);
                }
                add(&root, "parameter", edits, |xml| {
                    xml.open("parameter").attribute("name", name.as_bytes());
                    if let Some(type_name) = type_name {
                        xml.attribute("type", type_name.as_bytes());
                    }
                    xml.attribute("value", &text).close()
                })
            }),
            File::Json(file) => {
                let text = String::from_utf8_lossy(&text);
                file.edit(|root, edits| {
                    set_in(&root, "shaderParameters", name, edits, |json| match type_name {
                        None => json.string(&text),
                        Some(kind) => json.object().member("type").string(kind).member("value").string(&text).end(),
                    })
                })
            }
        }
    }

    /// Removes a parameter, to let the engine use its default value. Returns whether there was any with this name.
    ///
    /// # Errors
    /// This never fails today, but returns a `Result` to be consistent with the other edits.
    pub fn remove_parameter(&mut self, name: &str) -> Result<bool, Error> {
        let mut is_changed = false;
        match &mut self.file {
            File::Xml(file) => file.edit(|root, edits| {
                for parameter in root.children_named("parameter").filter(|one| has_name(one, name)) {
                    parameter.remove(edits);
                    is_changed = true;
                }
                Ok(())
            })?,
            File::Json(file) => is_changed = remove_members(file, "shaderParameters", |key| key == name)?,
        }
        Ok(is_changed)
    }

    /// Sets the texture for a unit. An existing texture is replaced. When it is added to a file that uses slots, it
    /// will be written with `slot`.
    ///
    /// # Errors
    /// This function will return an error if the name contains NUL, or if the unit is greater than 15.
    pub fn set_texture(&mut self, unit: TextureUnit, name: &str) -> Result<(), Error> {
        if unit.name().is_empty() {
            return Err(Error::new(ErrorKind::NoSuch("texture unit"), Path::new()));
        }
        let is_unit = |reading: UnitReading| reading.unit() == Some(unit);
        match &mut self.file {
            File::Xml(file) => file.edit(|root, edits| {
                let textures = read::xml(root).0.textures;
                let position = textures.iter().rposition(|texture| is_unit(texture.reading()));
                if let Some(texture) = position.and_then(|index| root.children_named("texture").nth(index)) {
                    return texture.set_attribute("name", name.as_bytes(), edits);
                }
                let slots = textures.iter().any(|texture| texture.is_slot);
                let (attribute, name_of_unit) = if slots { ("slot", unit.slot()) } else { ("unit", unit.name()) };
                add(&root, "texture", edits, |xml| {
                    let xml = xml.open("texture").attribute(attribute, name_of_unit.as_bytes());
                    xml.attribute("name", name.as_bytes()).close()
                })
            }),
            File::Json(file) => file.edit(|root, edits| {
                let members = root.get("textures").into_iter().flat_map(|list| list.members());
                let member = members.filter(|member| is_unit(TextureUnit::read(member.name().as_bytes()))).last();
                match member {
                    Some(member) => member.value.replace(edits, |json| json.string(name)),
                    None => set_in(&root, "textures", unit.name(), edits, |json| json.string(name)),
                }
            }),
        }
    }

    /// Removes all textures in a unit, and returns whether there were any.
    ///
    /// # Errors
    /// This never fails today, but returns a `Result` to be consistent with the other edits.
    pub fn remove_texture(&mut self, unit: TextureUnit) -> Result<bool, Error> {
        let mut is_changed = false;
        match &mut self.file {
            File::Xml(file) => file.edit(|root, edits| {
                let textures = read::xml(root).0.textures;
                for (texture, element) in textures.iter().zip(root.children_named("texture")) {
                    if texture.reading().unit() == Some(unit) {
                        element.remove(edits);
                        is_changed = true;
                    }
                }
                Ok(())
            })?,
            File::Json(file) => {
                let is_unit = |key: &str| TextureUnit::read(key.as_bytes()).unit() == Some(unit);
                is_changed = remove_members(file, "textures", is_unit)?;
            }
        }
        Ok(is_changed)
    }

    /// Sets the name of a technique, for example to draw the material with another shader. The `index` is its position
    /// in the file.
    ///
    /// # Errors
    /// Returns [`ErrorKind::NoSuch`] when there is no such technique. Also fails if the name contains NUL.
    pub fn set_technique(&mut self, index: usize, name: &str) -> Result<(), Error> {
        let mut is_changed = false;
        match &mut self.file {
            File::Xml(file) => file.edit(|root, edits| {
                let technique = root.children_named("technique").nth(index);
                is_changed = technique.is_some();
                technique.map_or(Ok(()), |technique| technique.set_attribute("name", name.as_bytes(), edits))
            })?,
            File::Json(file) => file.edit(|root, edits| {
                let technique = root.get("techniques").and_then(|list| list.items().nth(index));
                is_changed = technique.is_some();
                technique.map_or(Ok(()), |technique| technique.set_member("name", edits, |json| json.string(name)))
            })?,
        }
        if is_changed {
            Ok(())
        } else {
            Err(Error::new(ErrorKind::NoSuch("technique"), Path::from([("technique", index)])))
        }
    }

    /// Adds a technique after all others.
    ///
    /// # Errors
    /// This function will return an error if the name contains NUL.
    pub fn add_technique(&mut self, name: &str) -> Result<(), Error> {
        match &mut self.file {
            File::Xml(file) => file.edit(|root, edits| {
                add(&root, "technique", edits, |xml| xml.open("technique").attribute("name", name.as_bytes()).close())
            }),
            File::Json(file) => {
                file.edit(|root, edits| match root.get("techniques").filter(|list| list.kind() == JsonKind::Array) {
                    Some(list) => list.push_item(edits, |json| json.object().member("name").string(name).end()),
                    None => root.set_member("techniques", edits, |json| {
                        json.array().object().member("name").string(name).end().end()
                    }),
                })
            }
        }
    }

    /// Removes a technique, and returns whether there was one. The `index` is its position in the file.
    ///
    /// # Errors
    /// This never fails today, but returns a `Result` to be consistent with the other edits.
    pub fn remove_technique(&mut self, index: usize) -> Result<bool, Error> {
        let mut is_changed = false;
        match &mut self.file {
            File::Xml(file) => file.edit(|root, edits| {
                if let Some(technique) = root.children_named("technique").nth(index) {
                    technique.remove(edits);
                    is_changed = true;
                }
                Ok(())
            })?,
            File::Json(file) => file.edit(|root, edits| {
                is_changed = root.get("techniques").is_some_and(|list| list.remove_at(index, edits));
                Ok(())
            })?,
        }
        Ok(is_changed)
    }

    /// Sets the defines for vertex and pixel shaders. To pass several defines, put spaces between them.
    ///
    /// # Errors
    /// This function will return an error if a define contains NUL.
    pub fn set_defines(&mut self, vertex: &str, pixel: &str) -> Result<(), Error> {
        let both = [("vsdefines", vertex), ("psdefines", pixel)];
        match &mut self.file {
            File::Xml(file) => file.edit(|root, edits| match root.child("shader") {
                Some(shader) => both.iter().try_for_each(|(name, value)| {
                    // An empty value has the same meaning as a missing one.
                    if value.is_empty() && shader.attribute(name).is_none() {
                        return Ok(());
                    }
                    shader.set_attribute(name, value.as_bytes(), edits)
                }),
                None => root.append(edits, |xml| {
                    xml.open("shader");
                    for (name, value) in both.iter().filter(|(_, value)| !value.is_empty()) {
                        xml.attribute(name, value.as_bytes());
                    }
                    xml.close()
                }),
            }),
            File::Json(file) => {
                file.edit(|root, edits| match root.get("shader").filter(|shader| shader.members().next().is_some()) {
                    Some(shader) => both.iter().try_for_each(|(name, value)| {
                        if value.is_empty() && shader.get(name).is_none() {
                            return Ok(());
                        }
                        shader.set_member(name, edits, |json| json.string(value))
                    }),
                    None => root.set_member("shader", edits, |json| {
                        json.object();
                        for (name, value) in &both {
                            json.member(name).string(value);
                        }
                        json.end()
                    }),
                })
            }
        }
    }
}

fn has_name(element: &Element<'_, '_>, name: &str) -> bool {
    element.attribute("name").is_some_and(|value| value == *name)
}

/// Adds an element after the last with the same name or, if there is none, after all others.
pub(crate) fn add(
    root: &Element<'_, '_>,
    name: &str,
    edits: &mut Edits,
    new: impl FnOnce(&mut XmlWriter) -> &mut XmlWriter,
) -> Result<(), urho_core::Error> {
    match root.children_named(name).last() {
        Some(last) => last.insert_after(edits, new),
        None => root.append(edits, new),
    }
}

/// Sets a member in an object. This object is a member of the root, and may be missing or null.
fn set_in(
    root: &JsonValue<'_, '_>,
    object: &str,
    name: &str,
    edits: &mut Edits,
    new: impl FnOnce(&mut JsonWriter) -> &mut JsonWriter,
) -> Result<(), urho_core::Error> {
    match root.get(object).filter(|value| value.kind() == JsonKind::Object) {
        Some(value) => value.set_member(name, edits, new),
        None => root.set_member(object, edits, |json| new(json.object().member(name)).end()),
    }
}

/// Removes members from an object that is a member of the root. Returns whether there were any.
fn remove_members(
    file: &mut crate::material::JsonFile<'_>,
    object: &str,
    is_meant: impl Fn(&str) -> bool,
) -> Result<bool, Error> {
    let mut removed = 0;
    file.edit(|root, edits| {
        let Some(list) = root.get(object) else { return Ok(()) };
        let meant: Vec<bool> = list.members().map(|member| is_meant(&member.name())).collect();
        removed = list.remove_where(|index| meant.get(index) == Some(&true), edits);
        Ok(())
    })?;
    Ok(removed > 0)
}
