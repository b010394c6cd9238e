//! Techniques: shaders and passes that draw a material.

use binio::{Findings, Limits, Name, Severity};
use urho_core::tree::Element;

use crate::error::Error;
use crate::kinds;
use crate::source::{XmlFile, attribute_file, text_file};
use crate::validate::{attributes_of, structure};

/// A technique: its XML file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Technique<'a> {
    xml: XmlFile<'a>,
}

text_file!(Technique, xml);
attribute_file!(Technique, xml);

/// A pass of a technique. Missing values are `None`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Pass<'a> {
    /// Name: `base`, `litbase`, `light`, `alpha`, `litalpha`, `shadow` …
    pub name: Name<'a>,
    /// Vertex shader, if the pass has its own.
    pub vertex_shader: Option<Name<'a>>,
    /// Pixel shader, if the pass has its own.
    pub pixel_shader: Option<Name<'a>>,
    /// Defines of the vertex shader.
    pub vertex_defines: Option<Name<'a>>,
    /// Defines of the pixel shader.
    pub pixel_defines: Option<Name<'a>>,
    /// Defines that are removed from the vertex shader.
    pub vertex_excludes: Option<Name<'a>>,
    /// Defines that are removed from the pixel shader.
    pub pixel_excludes: Option<Name<'a>>,
    /// `unlit`, `pervertex`, `perpixel`.
    pub lighting: Option<Name<'a>>,
    /// Blend mode; default: `replace`.
    pub blend: Option<Name<'a>>,
    /// Cull mode instead of the material's.
    pub cull: Option<Name<'a>>,
    /// Depth comparison; default: `lessequal`.
    pub depth_test: Option<Name<'a>>,
    /// Whether depth is written; default: yes.
    pub depth_write: Option<Name<'a>>,
}

/// Passes that write no colour: they only draw shadows and depths.
const COLOURLESS: [&[u8]; 3] = [b"shadow", b"depth", b"prepass"];

impl Pass<'_> {
    /// Returns whether the pass draws colour. The engine drops passes without a name; other passes only draw shadows and depths.
    pub fn draws_color(&self) -> bool {
        !self.name.is_empty() && !COLOURLESS.iter().any(|name| self.name.eq_ignore_ascii_case(name))
    }
}

/// Blend modes. The last one is rbfx's.
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
/// Depth tests; the engines read `false` as `always`.
pub const COMPARES: [&str; 8] =
    ["always", "equal", "notequal", "less", "lessequal", "greater", "greaterequal", "false"];
/// Attributes of a technique.
pub const TECHNIQUE: [&str; 9] =
    ["vs", "ps", "vsdefines", "psdefines", "vsexcludes", "psexcludes", "desktop", "defines", "excludes"];
/// Attributes of a pass.
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
    /// Reads a technique. Borrows the file.
    ///
    /// # Errors
    /// XML that isn't well-formed. The error has the byte offset.
    pub fn parse(bytes: &'a [u8]) -> Result<Self, Error> {
        Self::parse_with(bytes, &Limits::default())
    }

    /// As [`parse`](Self::parse), with another limit on the nesting.
    ///
    /// # Errors
    /// As [`parse`](Self::parse).
    pub fn parse_with(bytes: &'a [u8], limits: &Limits) -> Result<Self, Error> {
        Ok(Self { xml: XmlFile::parse(bytes, limits)? })
    }

    /// Returns an attribute of the technique: `vs`, `ps` are its shaders, `vsdefines`, `psdefines` (in rbfx `defines` for
    /// both) their defines.
    pub fn attribute(&self, name: &str) -> Option<Name<'_>> {
        self.xml.root().attribute(name)
    }

    /// Returns the passes, in file order.
    pub fn passes(&self) -> Vec<Pass<'_>> {
        self.xml.root().children_named("pass").map(|element| pass(&element)).collect()
    }

    /// Returns names and values of all attributes: of the technique, then of each pass, in file order. Use it to compare techniques.
    pub fn all_attributes(&self) -> Vec<Vec<(String, String)>> {
        let root = self.xml.root();
        let of = |element: &Element<'_, '_>| {
            let attributes = element.attributes();
            attributes.map(|one| (Name::from(one.name).to_string(), one.value().to_string())).collect()
        };
        std::iter::once(of(&root)).chain(root.children_named("pass").map(|pass| of(&pass))).collect()
    }

    /// Returns the pixel shader of a pass and its defines: the technique's, unless the pass has its own shader, and the
    /// pass's.
    pub fn pixel_shader_of(&self, pass: &Pass<'_>) -> (Name<'_>, Vec<Name<'_>>) {
        let root = self.xml.root();
        let own = pass.pixel_shader.as_ref();
        let inherited = if own.is_none() { root.attribute("psdefines") } else { None };
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
        let shader = own.map(|name| Name::from(name.to_vec())).or_else(|| root.attribute("ps"));
        (shader.unwrap_or_default(), words)
    }

    /// Sets an attribute of the `index`-th pass.
    ///
    /// # Errors
    /// [`ErrorKind::NoSuch`](crate::ErrorKind::NoSuch); a value that contains NUL.
    pub fn set_pass(&mut self, index: usize, attribute: &str, value: &str) -> Result<(), Error> {
        let mut found = false;
        self.xml.edit(|root, edits| {
            let pass = root.children_named("pass").nth(index);
            found = pass.is_some();
            pass.map_or(Ok(()), |pass| pass.set_attribute(attribute, value.as_bytes(), edits))
        })?;
        let path = || binio::Path::from([("pass", index)]);
        if found { Ok(()) } else { Err(Error::new(crate::ErrorKind::NoSuch("pass"), path())) }
    }

    /// Sets an attribute of the technique.
    ///
    /// # Errors
    /// A value that contains NUL.
    pub fn set_attribute(&mut self, attribute: &str, value: &str) -> Result<(), Error> {
        self.xml.edit(|root, edits| root.set_attribute(attribute, value.as_bytes(), edits))
    }

    /// Returns findings about unusual or invalid content, with its effect in the engine.
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
