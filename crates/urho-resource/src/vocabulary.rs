//! Vocabularies, which describe the elements and attributes in each kind of file as data.

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

use crate::engines::Engines;
use crate::kind::Kind;

/// The elements, attributes and references that a file of some kind can have. Use [`Vocabulary::of`] to get it, for
/// example to be able to help the user of an editor.
#[derive(Debug)]
pub struct Vocabulary {
    /// The kind of file that this describes.
    pub kind: Kind,
    /// A sentence or two that say what the file is for, and which engine reads it.
    pub about: &'static str,
    /// The root element in XML, or the outermost object in JSON. If the file does not consist of elements, this is
    /// `None`.
    pub root: Option<&'static ElementInfo>,
    /// The outermost object in JSON, if it is not the same as in XML.
    pub json_root: Option<&'static ElementInfo>,
    /// The engines that read this kind of file.
    pub engines: Engines,
    /// References that are not in the table of elements, in words.
    pub references: &'static str,
}

/// An XML element or a JSON object.
#[derive(Debug)]
pub struct ElementInfo {
    /// The name. `*` stands for any name.
    pub name: &'static str,
    /// Other names that have the same content.
    pub other_names: &'static [&'static str],
    /// How many such elements the engine reads.
    pub count: Count,
    /// What happens if the element is missing.
    pub need: Need,
    /// The engines that read this element.
    pub engines: Engines,
    /// The attributes, which in JSON are members with simple values.
    pub attributes: &'static [AttributeInfo],
    /// The child elements, which in JSON are members with objects.
    pub children: &'static [&'static Self],
    /// The type of the text between the tags.
    pub text: Option<ValueType>,
    /// Whether to accept other names too. Other names belong to the tool that writes such files; no engine reads them, but
    /// they are not a mistake.
    pub is_open: bool,
    /// A sentence about the element.
    pub note: &'static str,
}

/// How many elements with the same name the engine reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// Only the first. All others are ignored.
    First,
    /// All of them, in file order.
    Many,
}

/// What happens if an element or attribute is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// The default value is used.
    Optional,
    /// The file can be loaded, but the item has no effect. This is the reason.
    Expected(&'static str),
    /// The engine rejects the file or crashes. This is the reason.
    Required(&'static str),
}

/// An XML attribute, or a JSON member with a simple value.
#[derive(Debug)]
pub struct AttributeInfo {
    /// The name. `*` stands for any name.
    pub name: &'static str,
    /// The type of the value.
    pub value: ValueType,
    /// The default value as text. If it is 0, false or empty, this is empty.
    pub default: &'static str,
    /// The unit of the value.
    pub unit: &'static str,
    /// What happens if the attribute is missing.
    pub need: Need,
    /// The engines that read this attribute.
    pub engines: Engines,
    /// What to know about the attribute, as a part of a sentence.
    pub note: &'static str,
}

/// The type of a value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ValueType {
    /// Any text.
    Text,
    /// `true` or `false`. The engine only reads the first letter.
    Bool,
    /// An integer with 32 bits.
    Int,
    /// An integer that is not negative.
    Count,
    /// A float.
    Float,
    /// Two floats.
    Vector2,
    /// Three floats.
    Vector3,
    /// Four floats: `left top right bottom`.
    Rect,
    /// Three or four floats.
    Color,
    /// A colour, or the word `fog`.
    ColorOrFog,
    /// A rotation: `w x y z`.
    Quaternion,
    /// A word from this list. Case does not matter.
    Word(&'static [&'static str]),
    /// A word from this list. Case matters.
    ExactWord(&'static [&'static str]),
    /// The name of a variant type.
    VariantType,
    /// A value whose type is in the attribute `type`.
    Typed,
    /// The value of an interface attribute. Its type depends on the class of the element and on the attribute `name`.
    UiAttribute,
    /// The name of a resource.
    Resource(ResourceInfo),
    /// Strings in an array.
    Texts,
    /// Any JSON value.
    Any,
}

/// The resource that a value refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResourceInfo {
    /// The type of the resource in the engine, for example `Material`.
    pub resource: &'static str,
    /// How to get a file name from the value.
    pub rule: Rule,
}

/// How to get a resource name from the text of a reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Rule {
    /// The text is a resource name.
    Absolute,
    /// The text is relative to the folder of the file that contains it.
    Beside,
    /// The same as [`Beside`](Self::Beside), but `..` is resolved in all engines, and a `/` at the start stands for the
    /// root.
    BesideJoined,
    /// The text is relative to the folder of the file that contains it. If there is no such file, it is a resource
    /// name.
    BesideOrAbsolute,
    /// A shader. The file is in `Shaders/GLSL/` with `.glsl` or in `Shaders/HLSL/` with `.hlsl`, because each graphics
    /// library reads its own.
    Shader,
    /// A shader, in `Shaders/GLSL/` with `.glsl`.
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

    /// Returns the words that the value can be, if it is a word.
    pub const fn words(self) -> &'static [&'static str] {
        match self {
            Self::Word(words) | Self::ExactWord(words) => words,
            _ => &[],
        }
    }
}

/// Creates the type for the name of a resource.
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

/// Creates an element of which only the first is read.
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

    /// Returns whether the element can have this name.
    pub(crate) fn has_name(&self, name: &[u8]) -> bool {
        let is_same = |known: &str| known == "*" || known.as_bytes() == name;
        is_same(self.name) || self.other_names.iter().any(|known| is_same(known))
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

/// The elements in a patch file, whose root has the attribute `inherit`.
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
    /// Returns the elements that a patch file can contain: `add`, `replace` and `remove`. Every kind of XML file can be
    /// a patch file.
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
