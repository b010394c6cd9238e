//! Texture parameters, and textures that consist of several images: cube maps, volumes and arrays.

use binio::{Findings, Limits, Name, Severity};

use crate::error::Error;
use crate::kinds;
use crate::read::truth;
use crate::source::{XmlFile, attribute_file, text_file};
use crate::validate::{attributes_of, structure};

/// The kind of a texture, which is given by the root element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TextureKind {
    /// `texture`: parameters for the image file with the same name.
    Flat,
    /// `cubemap`: six faces, or a single image that contains all of them.
    Cube,
    /// `texture3d`: a volume, or a colour table.
    Volume,
    /// `texturearray`: layers that all have the same size.
    Array,
    /// Any other root element, which is unknown.
    Unknown,
}

impl TextureKind {
    /// Returns the name of the root element. For any other root element, this is `unknown`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Flat => "texture",
            Self::Cube => "cubemap",
            Self::Volume => "texture3d",
            Self::Array => "texturearray",
            Self::Unknown => "unknown",
        }
    }

    fn of(root: &[u8]) -> Self {
        let all = [Self::Flat, Self::Cube, Self::Volume, Self::Array];
        all.into_iter().find(|kind| kind.name().as_bytes() == root).unwrap_or(Self::Unknown)
    }
}

/// A file with texture parameters in XML. It may be next to an image, or be a texture by itself that consists of
/// several images. Use [`kind`](Self::kind) to find out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Texture<'a> {
    xml: XmlFile<'a>,
}

text_file!(Texture, xml);
attribute_file!(Texture, xml);

/// The elements that contain the name of an image.
pub const IMAGES: [&str; 5] = ["face", "image", "layer", "volume", "colorlut"];
const LAYOUTS: [&str; 5] = ["horizontal", "horizontalnvidia", "horizontalcross", "verticalcross", "blender"];
/// The filter modes.
pub const FILTERS: [&str; 6] = ["nearest", "bilinear", "trilinear", "anisotropic", "nearestanisotropic", "default"];
/// The address modes.
pub const MODES: [&str; 4] = ["wrap", "mirror", "clamp", "border"];
const FACES: usize = 6;

impl<'a> Texture<'a> {
    /// Reads texture parameters. The text is borrowed from `bytes`.
    ///
    /// # Errors
    /// Returns an error with the byte offset if the XML is not well-formed.
    pub fn parse(bytes: &'a [u8]) -> Result<Self, Error> {
        Self::parse_with(bytes, &Limits::default())
    }

    /// Reads texture parameters using other limits. Only the limit on nesting is used.
    ///
    /// # Errors
    /// See [`parse`](Self::parse).
    pub fn parse_with(bytes: &'a [u8], limits: &Limits) -> Result<Self, Error> {
        Ok(Self { xml: XmlFile::parse(bytes, limits)? })
    }

    /// Returns the kind of texture.
    pub fn kind(&self) -> TextureKind {
        TextureKind::of(self.xml.root().name().as_bytes())
    }

    /// Returns the images in file order. For a cube map, they are used for +X, −X, +Y, −Y, +Z and −Z. When a name has
    /// no folder, it is relative to this file.
    pub fn images(&self) -> Vec<Name<'_>> {
        let is_image = |name: &Name<'_>| IMAGES.iter().any(|image| *name == **image);
        let images = self.xml.root().children().filter(|child| is_image(&child.name()));
        images.map(|image| image.attribute("name").unwrap_or_default()).collect()
    }

    /// Returns what the engine will do with coordinates outside 0 to 1: `wrap`, `mirror`, `clamp` or `border`. The
    /// `coord` must be `u`, `v` or `w`.
    ///
    /// Note that only the first letter counts in the file.
    pub fn address(&self, coord: char) -> Option<Name<'_>> {
        let is_meant = |name: &Name<'_>| name.first().map(u8::to_ascii_lowercase) == u8::try_from(coord).ok();
        let addresses = self
            .xml
            .root()
            .children_named("address")
            .filter(|one| one.attribute("coord").is_some_and(|name| is_meant(&name)));
        addresses.last().and_then(|one| one.attribute("mode"))
    }

    /// Returns the filter: `nearest`, `bilinear`, `trilinear`, `anisotropic`, `nearestanisotropic` or `default`.
    pub fn filter(&self) -> Option<Name<'_>> {
        self.value("filter", "mode")
    }

    /// Returns whether to use mip levels.
    pub fn mipmaps(&self) -> Option<bool> {
        self.has("mipmap").then(|| truth(&self.value("mipmap", "enable").unwrap_or_default()))
    }

    /// Returns whether the values are sRGB, so that they must be converted to linear when the texture is sampled.
    pub fn srgb(&self) -> Option<bool> {
        self.has("srgb").then(|| truth(&self.value("srgb", "enable").unwrap_or_default()))
    }

    /// Returns whether the values are already linear. Only rbfx uses this.
    pub fn linear(&self) -> Option<bool> {
        self.has("linear").then(|| truth(&self.value("linear", "enable").unwrap_or_default()))
    }

    /// Returns the border colour as text.
    pub fn border(&self) -> Option<Name<'_>> {
        self.value("border", "color")
    }

    fn has(&self, element: &str) -> bool {
        self.xml.root().child(element).is_some()
    }

    fn value(&self, element: &str, attribute: &str) -> Option<Name<'_>> {
        self.xml.root().children_named(element).last()?.attribute(attribute)
    }

    /// Sets whether the values are sRGB.
    ///
    /// # Errors
    /// This never fails today, but returns a `Result` to be consistent with the other edits.
    pub fn set_srgb(&mut self, srgb: bool) -> Result<(), Error> {
        self.set("srgb", "enable", &srgb.to_string())
    }

    /// Sets whether to use mip levels.
    ///
    /// # Errors
    /// This never fails today, but returns a `Result` to be consistent with the other edits.
    pub fn set_mipmaps(&mut self, mipmaps: bool) -> Result<(), Error> {
        self.set("mipmap", "enable", &mipmaps.to_string())
    }

    /// Sets the filter; see [`filter`](Self::filter) for the names.
    ///
    /// # Errors
    /// This function will return an error if the name contains NUL.
    pub fn set_filter(&mut self, mode: &str) -> Result<(), Error> {
        self.set("filter", "mode", mode)
    }

    /// Sets what happens to coordinates outside 0 to 1. You must pass `u`, `v` or `w`; see [`address`](Self::address)
    /// for the modes.
    ///
    /// # Errors
    /// This function will return an error if the mode contains NUL.
    pub fn set_address(&mut self, coord: char, mode: &str) -> Result<(), Error> {
        self.xml.edit(|root, edits| {
            let is_meant = |name: Name<'_>| name.first().map(u8::to_ascii_lowercase) == u8::try_from(coord).ok();
            let address =
                root.children_named("address").filter(|one| one.attribute("coord").is_some_and(is_meant)).last();
            match address {
                Some(address) => address.set_attribute("mode", mode.as_bytes(), edits),
                None => root.append(edits, |xml| {
                    let xml = xml.open("address").attribute("coord", coord.to_string().as_bytes());
                    xml.attribute("mode", mode.as_bytes()).close()
                }),
            }
        })
    }

    fn set(&mut self, element: &str, attribute: &str, value: &str) -> Result<(), Error> {
        self.xml.edit(|root, edits| match root.children_named(element).last() {
            Some(last) => last.set_attribute(attribute, value.as_bytes(), edits),
            None => root.append(edits, |xml| xml.open(element).attribute(attribute, value.as_bytes()).close()),
        })
    }

    /// Returns findings about content that is invalid or unusual. Each finding tells you the effect in the engine.
    pub fn validate(&self) -> Findings {
        let mut findings = Findings::new();
        let known = ["address", "border", "filter", "mipmap", "quality", "srgb", "linear", "metadata"];
        structure(
            &self.xml,
            &["texture", "cubemap", "texture3d", "texturearray"],
            &[&known[..], &IMAGES].concat(),
            &mut findings,
        );
        self.values(&mut findings);
        for child in self.xml.root().children() {
            if !IMAGES.iter().any(|name| child.name() == **name) && child.name() != *"metadata" {
                attributes_of(
                    &child,
                    &["coord", "mode", "color", "anisotropy", "enable", "low", "med", "medium", "high"],
                    &"parameter".into(),
                    &mut findings,
                );
            }
        }
        self.xml.place(&mut findings);
        findings
    }

    /// Checks the words in parameters, the names of image files, and how many faces there are.
    fn values(&self, findings: &mut Findings) {
        let root = self.xml.root();
        let mut add = |severity, path: &'static str, message: String, at| {
            findings.add_at(kinds::TEXTURE_VALUE, severity, path, message, at);
        };
        for address in root.children_named("address") {
            coordinate(&address, &mut add);
            word(&address, "mode", &MODES, "wrap", &mut add);
        }
        for filter in root.children_named("filter") {
            word(&filter, "mode", &FILTERS, "default", &mut add);
        }
        for image in root.children_named("image") {
            word(&image, "layout", &LAYOUTS, "horizontal", &mut add);
        }
        for image in root.children().filter(|child| IMAGES.iter().any(|name| child.name() == **name)) {
            if image.attribute("name").is_none_or(|name| name.is_empty()) {
                add(Severity::Error, "image", "names no file".to_owned(), image.offset());
            }
        }
        let faces = root.children_named("face").count();
        if self.kind() == TextureKind::Cube && faces != FACES && root.child("image").is_none() {
            let message = format!("{faces} faces instead of 6; the engine keeps empty faces and draws nothing");
            add(Severity::Error, "cubemap", message, root.offset());
        }
    }
}

/// Reports an address mode for an unknown coordinate.
fn coordinate(address: &urho_core::tree::Element<'_, '_>, add: &mut impl FnMut(Severity, &'static str, String, u64)) {
    let coord = address.attribute("coord").unwrap_or_default();
    match coord.first().map(u8::to_ascii_lowercase) {
        Some(b'u' | b'v' | b'w') if coord.len() == 1 => {}
        None => add(
            Severity::Note,
            "address",
            "an address mode without a coord; the engine skips it".to_owned(),
            address.offset(),
        ),
        Some(first @ (b'u' | b'v' | b'w')) => {
            let message = format!("coord \"{coord}\": the engine reads the first letter only, {}", first as char);
            add(Severity::Note, "address", message, address.offset());
        }
        _ => {
            let message = format!("coord \"{coord}\" isn't u, v or w; the engine writes outside of its memory");
            add(Severity::Error, "address", message, address.offset());
        }
    }
}

/// Reports an unknown word.
fn word(
    element: &urho_core::tree::Element<'_, '_>,
    attribute: &str,
    known: &[&str],
    otherwise: &str,
    add: &mut impl FnMut(Severity, &'static str, String, u64),
) {
    let Some(value) = element.attribute(attribute) else { return };
    if !known.iter().any(|word| value.eq_ignore_ascii_case(word.as_bytes())) {
        let message = format!("{attribute} \"{value}\" is unknown; the engine takes {otherwise}");
        add(Severity::Warning, "parameter", message, element.offset());
    }
}
