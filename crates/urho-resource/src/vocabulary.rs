//! Vocabularies: the elements and attributes of each kind of file, as data.

mod animation;
mod font;
mod particle;
mod particle_2d;
mod particle_graph;
mod rbfx;
mod render_path;
mod sheet;
mod side;
mod spriter;
mod strings;
mod tiled;
mod ui;
pub(crate) mod ui_classes;

pub(crate) use particle_graph::{GraphNode, NODES};
pub(crate) use rbfx::PASSES;
pub(crate) use ui::{POPUP_CLASSES, TYPES as UI_TYPES};

use crate::engine::Engines;
use crate::kind::Kind;

/// Elements, attributes and references of a kind of file.
#[derive(Debug)]
pub struct Vocabulary {
    /// Kind of the files.
    pub kind: Kind,
    /// One or two sentences: what the file is, and which engine reads it.
    pub about: &'static str,
    /// Root element of XML, or outermost object of JSON; `None` for files without a structure of elements.
    pub root: Option<&'static ElementInfo>,
    /// Outermost object of JSON if it differs from XML.
    pub json_root: Option<&'static ElementInfo>,
    /// Engines that read the kind.
    pub engines: Engines,
    /// References that the table of elements doesn't contain, in words.
    pub references: &'static str,
}

/// An element of XML, or an object of JSON.
#[derive(Debug)]
pub struct ElementInfo {
    /// Name; `*` for any name.
    pub name: &'static str,
    /// Further names with the same content.
    pub other_names: &'static [&'static str],
    /// How many the engine reads.
    pub count: Count,
    /// Result of a missing element.
    pub need: Need,
    /// Engines that read it.
    pub engines: Engines,
    /// Attributes of XML, or members with plain values.
    pub attributes: &'static [AttributeInfo],
    /// Child elements, or members with objects.
    pub children: &'static [&'static Self],
    /// Type of the text between the tags.
    pub text: Option<ValueType>,
    /// Whether other names belong to the tool that writes such files: no engine reads them, and they are no mistake.
    pub is_open: bool,
    /// One sentence.
    pub note: &'static str,
}

/// How many elements of a name the engine reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// The first; others are ignored.
    First,
    /// All, in file order.
    Many,
}

/// Result of a missing element or attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// The default value counts.
    Optional,
    /// The file loads, but the item has no effect, for this reason.
    Expected(&'static str),
    /// The engine refuses the file or crashes, for this reason.
    Required(&'static str),
}

/// An attribute of XML, or a member of JSON with a plain value.
#[derive(Debug)]
pub struct AttributeInfo {
    /// Name; `*` for any name.
    pub name: &'static str,
    /// Type of the value.
    pub value: ValueType,
    /// Text of the default value; empty if it is 0, false or empty.
    pub default: &'static str,
    /// Unit of the value.
    pub unit: &'static str,
    /// Result of a missing attribute.
    pub need: Need,
    /// Engines that read it.
    pub engines: Engines,
    /// Part of a sentence.
    pub note: &'static str,
}

/// Type of a value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ValueType {
    /// Any text.
    Text,
    /// `true` or `false`; the engine reads the first letter.
    Bool,
    /// Integer of 32 bits.
    Int,
    /// Non-negative integer.
    Count,
    /// Float.
    Float,
    /// Two floats.
    Vector2,
    /// Three floats.
    Vector3,
    /// `left top right bottom`, floats.
    Rect,
    /// Three or four floats.
    Color,
    /// A colour, or the word `fog`.
    ColorOrFog,
    /// `w x y z`.
    Quaternion,
    /// One of these words, in any case of the letters.
    Word(&'static [&'static str]),
    /// One of these words; the case of the letters counts.
    ExactWord(&'static [&'static str]),
    /// A variant type name.
    VariantType,
    /// A value of the type that the attribute `type` names.
    Typed,
    /// A value of the type of an interface attribute: the element's class and the attribute `name` determine it.
    UiAttribute,
    /// A resource name.
    Resource(ResourceInfo),
    /// Texts in an array.
    Texts,
    /// Any value of JSON.
    Any,
}

/// Resource that a value names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResourceInfo {
    /// Type of the resource in the engine: `Material`.
    pub resource: &'static str,
    /// How the name becomes the name of a file.
    pub rule: Rule,
}

/// How the text of a reference becomes the name of a resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Rule {
    /// A resource name.
    Absolute,
    /// The folder of the referring file, then the text.
    Beside,
    /// As [`Beside`](Self::Beside), with `..` resolved in all engines; a leading `/` begins at the root.
    BesideJoined,
    /// The folder of the referring file and the text; without such a file, the text alone.
    BesideOrAbsolute,
    /// `Shaders/GLSL/` with `.glsl`, `Shaders/HLSL/` with `.hlsl`; each graphics library reads its own.
    Shader,
    /// `Shaders/GLSL/` and the text with `.glsl`.
    RbfxShader,
}

impl Rule {
    /// Returns the rule in words.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Absolute => "resource name",
            Self::Beside => "beside the file",
            Self::BesideJoined => "beside the file, `..` goes up",
            Self::BesideOrAbsolute => "beside the file, else a resource name",
            Self::Shader => "`Shaders/GLSL/`…`.glsl` and `Shaders/HLSL/`…`.hlsl`",
            Self::RbfxShader => "`Shaders/GLSL/`…`.glsl`",
        }
    }
}

impl ValueType {
    /// Returns the type in words.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Bool => "bool",
            Self::Int => "integer",
            Self::Count => "non-negative integer",
            Self::Float => "number",
            Self::Vector2 => "two numbers",
            Self::Vector3 => "three numbers",
            Self::Rect => "four numbers",
            Self::Color => "color",
            Self::ColorOrFog => "color or `fog`",
            Self::Quaternion => "quaternion",
            Self::Word(_) => "word",
            Self::ExactWord(_) => "exact word",
            Self::VariantType => "variant type",
            Self::Typed => "value of `type`",
            Self::UiAttribute => "value of the attribute",
            Self::Resource(_) => "resource name",
            Self::Texts => "texts",
            Self::Any => "any value",
        }
    }

    /// Returns the words that the value can be.
    pub const fn words(self) -> &'static [&'static str] {
        match self {
            Self::Word(words) | Self::ExactWord(words) => words,
            _ => &[],
        }
    }
}

/// Creates the type of a value that names a resource.
pub(crate) const fn resource(resource: &'static str, rule: Rule) -> ValueType {
    ValueType::Resource(ResourceInfo { resource, rule })
}

/// Creates an attribute.
pub(crate) const fn attribute(name: &'static str, value: ValueType, default: &'static str) -> AttributeInfo {
    AttributeInfo { name, value, default, unit: "", need: Need::Optional, engines: Engines::ALL, note: "" }
}

impl AttributeInfo {
    pub(crate) const fn unit(self, unit: &'static str) -> Self {
        Self { unit, ..self }
    }

    pub(crate) const fn need(self, need: Need) -> Self {
        Self { need, ..self }
    }

    pub(crate) const fn engines(self, engines: Engines) -> Self {
        Self { engines, ..self }
    }

    pub(crate) const fn note(self, note: &'static str) -> Self {
        Self { note, ..self }
    }
}

/// Creates an element of which the first counts.
pub(crate) const fn element(name: &'static str, attributes: &'static [AttributeInfo]) -> ElementInfo {
    ElementInfo {
        name,
        other_names: &[],
        count: Count::First,
        need: Need::Optional,
        engines: Engines::ALL,
        attributes,
        children: &[],
        text: None,
        is_open: false,
        note: "",
    }
}

impl ElementInfo {
    pub(crate) const fn many(self) -> Self {
        Self { count: Count::Many, ..self }
    }

    pub(crate) const fn open(self) -> Self {
        Self { is_open: true, ..self }
    }

    pub(crate) const fn children(self, children: &'static [&'static Self]) -> Self {
        Self { children, ..self }
    }

    pub(crate) const fn names(self, other_names: &'static [&'static str]) -> Self {
        Self { other_names, ..self }
    }

    pub(crate) const fn need(self, need: Need) -> Self {
        Self { need, ..self }
    }

    pub(crate) const fn engines(self, engines: Engines) -> Self {
        Self { engines, ..self }
    }

    pub(crate) const fn text(self, text: ValueType) -> Self {
        Self { text: Some(text), ..self }
    }

    pub(crate) const fn note(self, note: &'static str) -> Self {
        Self { note, ..self }
    }

    /// Returns whether the element has this name.
    pub(crate) fn has_name(&self, name: &[u8]) -> bool {
        let is_same = |own: &str| own == "*" || own.as_bytes() == name;
        is_same(self.name) || self.other_names.iter().any(|own| is_same(own))
    }

    /// Returns the child element with this name.
    pub fn child(&self, name: &[u8]) -> Option<&'static Self> {
        let exact = self.children.iter().find(|child| child.name != "*" && child.has_name(name));
        exact.or_else(|| self.children.iter().find(|child| child.has_name(name))).copied()
    }

    /// Returns the attribute with this name.
    pub fn attribute(&self, name: &[u8]) -> Option<&'static AttributeInfo> {
        let exact = self.attributes.iter().find(|attribute| attribute.name.as_bytes() == name);
        exact.or_else(|| self.attributes.iter().find(|attribute| attribute.name == "*"))
    }
}

/// Elements of a patch file, whose root has the attribute `inherit`.
pub(crate) static PATCH: &[ElementInfo] = &[
    element(
        "add",
        &[
            SELECT,
            attribute("type", ValueType::Text, "").note("`@name`: an attribute; otherwise child elements"),
            attribute("pos", ValueType::ExactWord(&["append", "prepend", "before", "after"]), "append"),
        ],
    )
    .many(),
    element("replace", &[SELECT]).many().note("an element by the first child, an attribute by the text"),
    element("remove", &[SELECT]).many(),
];

const SELECT: AttributeInfo = attribute("sel", ValueType::Text, "").note("XPath; the first hit counts");

impl Vocabulary {
    /// Returns the elements of patch files, which every kind of XML may be: `add`, `replace` and `remove`.
    pub fn patch() -> &'static [ElementInfo] {
        PATCH
    }

    /// Returns the vocabulary of a kind.
    pub fn of(kind: Kind) -> &'static Self {
        match kind {
            Kind::ParticleEffect => &particle::EFFECT,
            Kind::ParticleGraph => &particle_graph::GRAPH,
            Kind::ParticleEffect2d => &particle_2d::PEX,
            Kind::SpriteSheet => &sheet::SHEET,
            Kind::PropertyListSheet => &sheet::PLIST,
            Kind::Spriter => &spriter::SPRITER,
            Kind::TileMap => &tiled::MAP,
            Kind::TileSet => &tiled::SET,
            Kind::UiLayout => &ui::LAYOUT,
            Kind::UiStyle => &ui::STYLE,
            Kind::RenderPath => &render_path::URHO,
            Kind::RbfxRenderPath => &render_path::RBFX,
            Kind::BitmapFont => &font::BITMAP,
            Kind::FontParameters => &font::PARAMETERS,
            Kind::OutlineFont => &font::OUTLINE,
            Kind::SoundParameters => &font::SOUND,
            Kind::Sound => &font::WAVE,
            Kind::ValueAnimation => &animation::VALUE,
            Kind::ObjectAnimation => &animation::OBJECT,
            Kind::Strings => &strings::STRINGS,
            Kind::ShaderList => &strings::SHADERS,
            Kind::Serializable => &rbfx::SERIALIZABLE,
            Kind::InputMap => &rbfx::INPUT_MAP,
            Kind::AssetPipeline => &rbfx::PIPELINE,
            Kind::ModelImporter => &rbfx::IMPORTER,
            Kind::TransformerTasks => &rbfx::TASKS,
            Kind::ProjectSettings => &rbfx::PROJECT,
            Kind::XrManifest => &rbfx::XR,
            Kind::XmlAnimation => &side::ANIMATION,
            Kind::AnimationParameters => &side::PARAMETERS,
            Kind::ModelParameters => &side::MODEL,
            Kind::BakedLight => &side::BAKED_LIGHT,
            Kind::RmlDocument => &strings::RML,
            Kind::RmlStyle => &strings::RCSS,
            Kind::ShaderSource => &strings::SHADER,
        }
    }
}
