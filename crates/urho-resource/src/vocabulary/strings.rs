//! Localized strings, shader lists, and plain text files that refer to other files.

use super::ValueType::Text;
use super::{AttributeInfo, ElementInfo, Rule, Vocabulary, attribute, element, resource};
use crate::engines::Engines;
use crate::kind::Kind;

pub(super) static STRINGS: Vocabulary = Vocabulary {
    kind: Kind::Strings,
    about: "Texts by their ids: `{id: {language: text}}`, or `{id: text}` of one language, which the program names. The file \
            doesn't say which; this crate decides by the content.",
    root: None,
    json_root: Some(&IDS),
    engines: Engines::ALL,
    references: "",
};
pub(super) static SHADERS: Vocabulary = Vocabulary {
    kind: Kind::ShaderList,
    about: "Shader combinations that Urho3D and U3D compile in advance. The engine writes the list with the option `-ds`.",
    root: Some(&SHADER_LIST),
    json_root: None,
    engines: Engines::URHO,
    references: "",
};
pub(super) static RML: Vocabulary = plain(
    Kind::RmlDocument,
    "An interface document of RmlUi.",
    Engines::RBFX,
    "`link href`, `src`: beside the file, `..` goes up, a leading `/` begins at the root; `sound:` in `on…` attributes: \
     resource names; `url()`, `image()` and others in styles: beside the file",
);
pub(super) static RCSS: Vocabulary = plain(
    Kind::RmlStyle,
    "A style of RmlUi.",
    Engines::RBFX,
    "`src:` of `@spritesheet`, `url()`, `image()`, `ninepatch()`, `tiled-…()`: beside the file, unless it is a sprite of a sheet",
);
pub(super) static SHADER: Vocabulary = plain(
    Kind::ShaderSource,
    "A shader in GLSL or HLSL.",
    Engines::ALL,
    "lines that begin with `#include` in the first column, also in comments: beside the file",
);

const fn plain(kind: Kind, about: &'static str, engines: Engines, references: &'static str) -> Vocabulary {
    Vocabulary { kind, about, root: None, json_root: None, engines, references }
}

static IDS: ElementInfo = element("", &[attribute("*", Text, "").note("text of an id in one language")])
    .children(&[&element("*", &[attribute("*", Text, "").note("text in a language")]).many()]);

static SHADER_LIST: ElementInfo = element("shaders", &[]).children(&[&element("shader", SHADER_ATTRIBUTES).many()]);
const SHADER_ATTRIBUTES: &[AttributeInfo] = &[
    attribute("vs", resource("Shader", Rule::Shader), ""),
    attribute("vsdefines", Text, ""),
    attribute("ps", resource("Shader", Rule::Shader), ""),
    attribute("psdefines", Text, ""),
];
