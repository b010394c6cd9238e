//! Techniques, which tell the engine how to draw a material: with which shaders and in which passes.

use binio::{Findings, Limits, Name, Severity};
use urho_core::tree::Element;

use crate::error::Error;
use crate::kinds;
use crate::source::{XmlFile, attribute_file, text_file};
use crate::validate::{attributes_of, structure};

/// A technique file in XML. Use [`passes`](Self::passes) to see what it draws, and
/// [`pixel_shader_of`](Self::pixel_shader_of) to see with which shader.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Technique<'a> {
    xml: XmlFile<'a>,
}

text_file!(Technique, xml);
attribute_file!(Technique, xml);

/// A pass in a technique. If a value is missing in the file, it is `None`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Pass<'a> {
    /// The name, which tells the engine when to draw this pass: `base`, `litbase`, `light`, `alpha`, `litalpha`,
    /// `shadow` and others.
    pub name: Name<'a>,
    /// The vertex shader, or `None` to use that of the technique.
    pub vertex_shader: Option<Name<'a>>,
    /// The pixel shader, or `None` to use that of the technique.
    pub pixel_shader: Option<Name<'a>>,
    /// The defines for the vertex shader.
    pub vertex_defines: Option<Name<'a>>,
    /// The defines for the pixel shader.
    pub pixel_defines: Option<Name<'a>>,
    /// Defines that should be removed from the vertex shader.
    pub vertex_excludes: Option<Name<'a>>,
    /// Defines that should be removed from the pixel shader.
    pub pixel_excludes: Option<Name<'a>>,
    /// `unlit`, `pervertex` or `perpixel`.
    pub lighting: Option<Name<'a>>,
    /// The blend mode. The default value is `replace`.
    pub blend: Option<Name<'a>>,
    /// The cull mode, or `None` to use that of the material.
    pub cull: Option<Name<'a>>,
    /// The depth comparison. The default value is `lessequal`.
    pub depth_test: Option<Name<'a>>,
    /// Whether to write depth. This is on by default.
    pub depth_write: Option<Name<'a>>,
}

/// Passes that do not write colour, because they only draw shadows or depth.
const COLOURLESS: [&[u8]; 3] = [b"shadow", b"depth", b"prepass"];

impl Pass<'_> {
    /// Returns whether this pass draws colour. Some passes are only used to draw shadows or depth. A pass without a
    /// name is not drawn at all, because the engine drops it.
    pub fn draws_color(&self) -> bool {
        !self.name.is_empty() && !COLOURLESS.iter().any(|name| self.name.eq_ignore_ascii_case(name))
    }
}

/// The blend modes. Only rbfx has the last.
pub const BLENDS: [&str; 10] = [
    "replace",
    "add",
    "multiply",
    "alpha",
    "addalpha",
    "premulalpha",
    "invdestalpha",
    "subtract",
    "subtractalpha",
    "decal",
];
/// The depth tests. Note that the engines read `false` as `always`.
pub const COMPARES: [&str; 8] =
    ["always", "equal", "notequal", "less", "lessequal", "greater", "greaterequal", "false"];
/// The attributes that a technique can have.
pub const TECHNIQUE: [&str; 9] =
    ["vs", "ps", "vsdefines", "psdefines", "vsexcludes", "psexcludes", "desktop", "defines", "excludes"];
/// The attributes that a pass can have.
pub const PASS: [&str; 19] = [
    "name",
    "vs",
    "ps",
    "vsdefines",
    "psdefines",
    "vsexcludes",
    "psexcludes",
    "lighting",
    "blend",
    "cull",
    "depthtest",
    "depthwrite",
    "alphatocoverage",
    "desktop",
    "defines",
    "excludes",
    // Of rbfx.
    "colorwrite",
    "vstextures",
    "pstextures",
];

impl<'a> Technique<'a> {
    /// Reads a technique. The text is borrowed from `bytes`.
    ///
    /// # Errors
    /// Returns an error with the byte offset if the XML is not well-formed.
    pub fn parse(bytes: &'a [u8]) -> Result<Self, Error> {
        Self::parse_with(bytes, &Limits::default())
    }

    /// Reads a technique using other limits. Only the limit on nesting is used.
    ///
    /// # Errors
    /// See [`parse`](Self::parse).
    pub fn parse_with(bytes: &'a [u8], limits: &Limits) -> Result<Self, Error> {
        Ok(Self { xml: XmlFile::parse(bytes, limits)? })
    }

    /// Returns an attribute of the technique. Use `vs` and `ps` to get its shaders, and `vsdefines` and `psdefines` to
    /// get their defines. In rbfx, `defines` is used for both.
    pub fn attribute(&self, name: &str) -> Option<Name<'_>> {
        self.xml.root().attribute(name)
    }

    /// Returns the passes in file order.
    pub fn passes(&self) -> Vec<Pass<'_>> {
        self.xml.root().children_named("pass").map(|element| pass(&element)).collect()
    }

    /// Returns the names and values of all attributes, to let you compare two techniques. The first list is for the
    /// technique, and each of the others is for a pass, in file order.
    pub fn all_attributes(&self) -> Vec<Vec<(String, String)>> {
        let root = self.xml.root();
        let of = |element: &Element<'_, '_>| {
            let attributes = element.attributes();
            attributes.map(|one| (Name::from(one.name).to_string(), one.value().to_string())).collect()
        };
        std::iter::once(of(&root)).chain(root.children_named("pass").map(|pass| of(&pass))).collect()
    }

    /// Returns the pixel shader that a pass will use, and all its defines. A pass may have its of_pass shader. Otherwise
    /// both the shader and its defines come from the technique, and the defines of the pass are added to them.
    pub fn pixel_shader_of(&self, pass: &Pass<'_>) -> (Name<'_>, Vec<Name<'_>>) {
        let root = self.xml.root();
        let of_pass = pass.pixel_shader.as_ref();
        let inherited = if of_pass.is_none() { root.attribute("psdefines") } else { None };
        let all = [inherited, pass.pixel_defines.clone()];
        let mut words: Vec<Name<'_>> = Vec::new();
        for defines in all.iter().flatten() {
            words.extend(
                defines
                    .split(|byte| *byte == b' ')
                    .filter(|word| !word.is_empty())
                    .map(|word| Name::from(word.to_vec())),
            );
        }
        let shader = of_pass.map(|name| Name::from(name.to_vec())).or_else(|| root.attribute("ps"));
        (shader.unwrap_or_default(), words)
    }

    /// Sets an attribute of a pass. The `index` is its position in the file.
    ///
    /// # Errors
    /// Returns [`ErrorKind::NoSuch`](crate::ErrorKind::NoSuch) if there is no such pass. Also fails if the value
    /// contains NUL.
    pub fn set_pass(&mut self, index: usize, attribute: &str, value: &str) -> Result<(), Error> {
        let mut is_changed = false;
        self.xml.edit(|root, edits| {
            let pass = root.children_named("pass").nth(index);
            is_changed = pass.is_some();
            pass.map_or(Ok(()), |pass| pass.set_attribute(attribute, value.as_bytes(), edits))
        })?;
        let path = || binio::Path::from([("pass", index)]);
        if is_changed { Ok(()) } else { Err(Error::new(crate::ErrorKind::NoSuch("pass"), path())) }
    }

    /// Sets an attribute of the technique.
    ///
    /// # Errors
    /// This function will return an error if the value contains NUL.
    pub fn set_attribute(&mut self, attribute: &str, value: &str) -> Result<(), Error> {
        self.xml.edit(|root, edits| root.set_attribute(attribute, value.as_bytes(), edits))
    }

    /// Returns findings about content that is invalid or unusual. Each finding tells you the effect in the engine.
    pub fn validate(&self) -> Findings {
        let mut findings = Findings::new();
        structure(&self.xml, &["technique"], &["pass"], &mut findings);
        let root = self.xml.root();
        attributes_of(&root, &TECHNIQUE, &"technique".into(), &mut findings);
        if !self.passes().iter().any(Pass::draws_color) {
            let message = "no pass that draws colour; surfaces with this technique are invisible";
            findings.add_at(kinds::TECHNIQUE_INVISIBLE, Severity::Note, binio::Path::new(), message, root.offset());
        }
        let mut names: Vec<Name<'_>> = Vec::new();
        for (index, element) in root.children_named("pass").enumerate() {
            let path = binio::Path::from([("pass", index)]);
            attributes_of(&element, &PASS, &path, &mut findings);
            let mut tell = |message: String| {
                findings.add_at(kinds::TECHNIQUE_VALUE, Severity::Warning, path.clone(), message, element.offset());
            };
            let name = element.attribute("name").unwrap_or_default();
            if name.is_empty() {
                tell("a pass without a name; the engine leaves it out".to_owned());
            } else if names.contains(&name) {
                tell(format!("a second pass \"{name}\"; the engine adds this one's settings to the first"));
            }
            names.push(name);
            let lacks = |stage: &str| {
                [&element, &root].iter().all(|one| one.attribute(stage).is_none_or(|name| name.is_empty()))
            };
            let stages = [("vs", "vertex"), ("ps", "pixel")];
            for (_, what) in stages.into_iter().filter(|(stage, _)| lacks(stage)) {
                tell(format!("no {what} shader, neither of the pass nor of the technique; the engine draws nothing"));
            }
            for (attribute, known, otherwise) in [
                ("blend", &BLENDS[..], "replace"),
                ("depthtest", &COMPARES, "less"),
                ("lighting", &["unlit", "pervertex", "perpixel"], "unlit"),
                ("cull", &["none", "ccw", "cw"], "the material's"),
            ] {
                let value = element.attribute(attribute);
                let is_known = |value: &Name<'_>| known.iter().any(|word| value.eq_ignore_ascii_case(word.as_bytes()));
                if let Some(value) = value.filter(|value| !is_known(value)) {
                    tell(format!("{attribute} \"{value}\" is unknown; the engine takes {otherwise}"));
                }
            }
        }
        self.xml.place(&mut findings);
        findings
    }
}

fn pass<'a>(element: &Element<'a, '_>) -> Pass<'a> {
    Pass {
        name: element.attribute("name").unwrap_or_default(),
        vertex_shader: element.attribute("vs"),
        pixel_shader: element.attribute("ps"),
        vertex_defines: element.attribute("vsdefines"),
        pixel_defines: element.attribute("psdefines"),
        vertex_excludes: element.attribute("vsexcludes"),
        pixel_excludes: element.attribute("psexcludes"),
        lighting: element.attribute("lighting"),
        blend: element.attribute("blend"),
        cull: element.attribute("cull"),
        depth_test: element.attribute("depthtest"),
        depth_write: element.attribute("depthwrite"),
    }
}
