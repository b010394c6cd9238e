//! Materials (PMAT).

use alloc::vec::Vec;

use binio::{Findings, Name};
use udm::{Element, Value};

use udm::Encoding;

use crate::asset::{Asset, Kind, sealed};
use crate::edit::{child, owned, put_name, put_option, refuse, rename};
use crate::error::{Error, ErrorKind};
use crate::kinds;
use crate::node::Node;

/// The kind of a [`Material`]. Its type is `PMAT`, and text may have no type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MaterialKind {}

impl Kind for MaterialKind {
    const TYPES: &'static [&'static str] = &["PMAT"];
    const BARE: bool = true;
}

/// A material. The files end in `.pmat` or `.pmat_b` (see [Material](crate::format#material-pmat)).
///
/// The data has a single key, the name of the shader. This contains the textures and properties.
///
/// ```
/// let text = br#"pbr { textures { $string albedo_map "white" } properties { $float metalness_factor 0.5 } }"#;
/// let material = pragma_asset::Material::parse(text)?;
/// assert_eq!(material.shader().unwrap(), "pbr");
/// assert_eq!(material.texture("albedo_map").unwrap(), "white");
/// assert_eq!(material.property("metalness_factor").and_then(udm::Value::as_f64), Some(0.5));
/// # Ok::<(), pragma_asset::Error>(())
/// ```
pub type Material<'a> = Asset<'a, MaterialKind>;

/// The keys in the shader element.
pub(crate) mod key {
    pub(crate) const TEXTURES: &str = "textures";
    pub(crate) const PROPERTIES: &str = "properties";
    pub(crate) const BASE: &str = "base_material";
}

impl Asset<'_, MaterialKind> {
    /// Returns the name of the shader, for example `pbr`, `unlit`, `particle` or `nodraw`. With several keys, this is
    /// the first, although the engine may use any of them.
    pub fn shader(&self) -> Option<Name<'_>> {
        self.node().children().next().map(|(name, _)| name)
    }

    /// Returns the shader element.
    fn body(&self) -> Node<'_> {
        self.node().children().next().map(|(_, body)| body).unwrap_or_default()
    }

    /// Returns the shader element. This contains the textures, the properties and any other values.
    pub fn element(&self) -> &Element<'_> {
        self.body().0
    }

    /// Returns the name of each texture in the shader, and the path to the texture without its extension. Numbers,
    /// which some files contain, will be skipped.
    pub fn textures(&self) -> Vec<(Name<'_>, Name<'_>)> {
        let textures = self.body().node(key::TEXTURES).0.iter();
        textures.filter_map(|(name, value)| Some((name.borrowed(), texture(value)?))).collect()
    }

    /// Returns the path to the texture with the given name.
    pub fn texture(&self, name: &str) -> Option<Name<'_>> {
        texture(self.body().node(key::TEXTURES).get(name)?)
    }

    /// Returns the properties. These can be numbers, vectors, texts or elements.
    pub fn properties(&self) -> Vec<(Name<'_>, &Value<'_>)> {
        self.body().node(key::PROPERTIES).0.iter().map(|(name, value)| (name.borrowed(), value)).collect()
    }

    /// Returns the property with the given name.
    pub fn property(&self, name: &str) -> Option<&Value<'_>> {
        self.body().node(key::PROPERTIES).get(name)
    }

    /// Returns the base material, to be used for values missing here.
    pub fn base_material(&self) -> Option<Name<'_>> {
        self.body().text(key::BASE)
    }
}

impl<'a> Asset<'a, MaterialKind> {
    /// Creates a material for the given shader, without textures and properties. It will be written as text.
    ///
    /// ```
    /// let mut material = pragma_asset::Material::of_shader("pbr");
    /// material.set_texture("albedo_map", "white")?;
    /// material.set_property("metalness_factor", 0.5_f32)?;
    /// let text = material.to_bytes()?;
    /// assert_eq!(pragma_asset::Material::parse(&text)?.document, material.document);
    /// # Ok::<(), pragma_asset::Error>(())
    /// ```
    pub fn of_shader(shader: &str) -> Self {
        let mut material = Self::empty(Encoding::Text);
        // As the engine's own: the text has no type.
        material.document.set_asset(udm::NIL_ASSET, 1);
        material.document.data_mut().push(owned(shader.as_bytes()), Element::new());
        material
    }

    /// Changes the shader. Its textures and properties will not be changed.
    ///
    /// # Errors
    /// Returns [`ErrorKind::Missing`] if the material has no shader.
    pub fn set_shader(&mut self, shader: &str) -> Result<(), Error> {
        let known = self.shader().map(|name| owned(&name)).ok_or_else(no_shader)?;
        if known != shader {
            rename(self.document.data_mut(), &known, shader.as_bytes());
        }
        Ok(())
    }

    /// Returns the shader element, so that you can edit it.
    ///
    /// # Errors
    /// Returns [`ErrorKind::Missing`] if the material has no shader.
    pub fn element_mut(&mut self) -> Result<&mut Element<'a>, Error> {
        let shaders = self.document.data_mut().iter_mut();
        shaders.into_iter().find_map(|(_, value)| value.as_element_mut()).ok_or_else(no_shader)
    }

    /// Sets the path to a texture. If there is no such texture, it will be added. Its other settings will not be
    /// changed.
    ///
    /// # Errors
    /// Returns [`ErrorKind::Missing`] if the material has no shader.
    pub fn set_texture(&mut self, name: &str, path: &str) -> Result<(), Error> {
        let textures = child(self.element_mut()?, key::TEXTURES);
        match textures.get_mut(name) {
            Some(Value::Element(element)) => put_name(element, "texture", path.as_bytes()),
            Some(value) => *value = Value::String(owned(path.as_bytes())),
            None => textures.push(owned(name.as_bytes()), Value::String(owned(path.as_bytes()))),
        }
        Ok(())
    }

    /// Sets a property. If there is no such property, it will be added.
    ///
    /// # Errors
    /// Returns [`ErrorKind::Missing`] if the material has no shader.
    pub fn set_property(&mut self, name: &str, value: impl Into<Value<'a>>) -> Result<(), Error> {
        child(self.element_mut()?, key::PROPERTIES).insert(owned(name.as_bytes()), value);
        Ok(())
    }

    /// Removes a texture. Returns `false` if there is no such texture.
    pub fn remove_texture(&mut self, name: &str) -> bool {
        self.remove(key::TEXTURES, name)
    }

    /// Removes a property. Returns `false` if there is no such property.
    pub fn remove_property(&mut self, name: &str) -> bool {
        self.remove(key::PROPERTIES, name)
    }

    fn remove(&mut self, list: &str, name: &str) -> bool {
        let list = self.element_mut().ok().and_then(|body| body.get_mut(list)).and_then(Value::as_element_mut);
        list.is_some_and(|list| list.remove(name).is_some())
    }

    /// Sets the base material, to be used for values missing here. Pass `None` to remove it.
    ///
    /// # Errors
    /// Returns [`ErrorKind::Missing`] if the material has no shader.
    pub fn set_base_material(&mut self, name: Option<&str>) -> Result<(), Error> {
        put_option(self.element_mut()?, key::BASE, name.map(|name| owned(name.as_bytes())));
        Ok(())
    }
}

fn no_shader() -> Error {
    refuse(ErrorKind::Missing("shader"), "shader")
}

/// Returns the path, if necessary from inside an element.
fn texture<'d>(value: &'d Value<'d>) -> Option<Name<'d>> {
    match value {
        Value::Element(element) => Node(element).text("texture"),
        other => other.as_text().map(Name::from),
    }
}

impl sealed::Check for MaterialKind {
    fn check(asset: &Asset<'_, Self>, findings: &mut Findings) {
        let data = asset.node();
        let shaders = data.children().count();
        if shaders == 0 {
            findings.error(kinds::SHADER_MISSING, "shader", "no shader: the engine has no material");
        }
        if asset.data().len() > 1 {
            findings.warning(
                kinds::SHADER_AMBIGUOUS,
                "shader",
                "more than one key: the engine takes any of them for the shader",
            );
        }
        for (name, body) in data.children() {
            let path = || binio::Path::new().name(&name);
            for (texture_name, value) in body.node(key::TEXTURES).0.iter() {
                if texture(value).is_none() {
                    let message = alloc::format!("a {} where the path of a texture is expected", value.ty());
                    findings.warning(kinds::TEXTURE_NOT_PATH, path().part(key::TEXTURES).name(texture_name), message);
                }
            }
            for (property, value) in body.node(key::PROPERTIES).0.iter() {
                if !is_property(value) {
                    let message = alloc::format!("a {}: the engine passes over it", value.ty());
                    findings.warning(kinds::PROPERTY_IGNORED, path().part(key::PROPERTIES).name(property), message);
                }
            }
        }
    }
}

/// Returns `true` if the engine will accept this value for a property.
fn is_property(value: &Value<'_>) -> bool {
    use udm::Type;
    let vector = matches!(value.ty(), Type::VEC2 | Type::VEC3 | Type::VEC4);
    vector
        || value.as_i128().is_some()
        || matches!(value, Value::F32(_) | Value::F64(_) | Value::String(_) | Value::Element(_))
}
