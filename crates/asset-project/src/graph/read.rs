//! References of one file.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use urho_resource::Condition;

use super::literals::{Matcher, Meaning};
use super::names::{FileId, Names, Span};
use super::nearby::{beside, packed};
use super::pattern::Pattern;
use super::text::{Language, literals};
use super::{sides, strings};
use crate::resources::{Reference, Resolved, Resources, SCHEMA, is_of_engine, resolve, shaders};
use crate::{Asset, Error, Typed};

/// How sure a reference is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Certainty {
    /// A part of a name in code, or a name without its folder: the program may complete it to this file.
    Perhaps,
    /// The whole name as a text: in a script, in code, or in data whose meaning only the game knows.
    Literal,
    /// The format of the file says that this is the name of a file.
    Certain,
}

impl Certainty {
    /// Returns the word of the certainty: `certain`, `literal` or `perhaps`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Perhaps => "perhaps",
            Self::Literal => "literal",
            Self::Certain => "certain",
        }
    }
}

/// What a reference leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Destination {
    File(FileId),
    /// A file of a resource folder outside of the project.
    Outside,
    /// A file of the engine, whose folder isn't there.
    Engine,
    Missing,
}

/// A reference of a file.
#[derive(Clone, Debug)]
pub(super) struct Named {
    pub(super) name: String,
    /// Type of the resource in the engine; empty if nobody knows.
    pub(super) kind: String,
    /// Part of the document.
    pub(super) part: String,
    /// Line of a text, from 1; 0 if unknown.
    pub(super) line: u32,
    pub(super) certainty: Certainty,
    pub(super) to: Destination,
}

/// A part of a name in a file.
#[derive(Clone, Debug)]
pub(super) struct Part {
    pub(super) pattern: Pattern,
    pub(super) line: u32,
}

/// What a file references.
#[derive(Clone, Debug, Default)]
pub struct FileReferences {
    pub(super) named: Vec<Named>,
    pub(super) parts: Vec<Part>,
    /// Why the names in the file are unknown.
    pub(super) unsearched: Option<String>,
}

/// A file whose references are read.
#[derive(Clone, Copy)]
pub(crate) struct Content<'a> {
    pub(crate) path: &'a Path,
    pub(crate) bytes: &'a [u8],
    pub(crate) parsed: Result<&'a Asset<'a>, &'a Error>,
    /// The references of the asset, resolved.
    pub(crate) resolved: &'a [Resolved],
}

impl FileReferences {
    /// A file whose names are unknown.
    pub(crate) fn unsearched(reason: &dyn std::fmt::Display) -> Self {
        Self { unsearched: Some(reason.to_string()), ..Self::default() }
    }

    /// Whether all references lead to files of the project: what another one means may change with files outside of the project.
    pub(super) fn is_closed(&self) -> bool {
        self.named.iter().all(|reference| matches!(reference.to, Destination::File(_)))
    }

    /// A package: the names in its entries are unknown.
    pub(crate) fn in_package() -> Self {
        Self::unsearched(&"it is a package")
    }

    /// Returns the references of a file: those of its format, the files beside it that the engine loads with it, and the names in its text.
    pub(crate) fn of(content: Content<'_>, names: &Names, resources: &Resources) -> Self {
        let own = names.at_path(content.path);
        let mut references = Self::default();
        references.typed(content.resolved, content.path, names, resources);
        if let Ok(asset) = content.parsed {
            for one in implied(asset) {
                references.typed(&resolve(one, resources), content.path, names, resources);
            }
        }
        references.files(content, names);
        references.named.extend(own.into_iter().flat_map(|own| sides::of(own, names)));
        let is_searched = references.texts(content, own, names, resources.names_ignore_case());
        references.unsearched = fault(content, is_searched);
        references.named.retain(|reference| own.is_none_or(|own| reference.to != Destination::File(own)));
        references
    }

    fn typed(&mut self, resolved: &[Resolved], path: &Path, names: &Names, resources: &Resources) {
        // A name that isn't in the file is of a file beside it.
        let is_written =
            |(reference, _): &&Resolved| reference.condition != Condition::IfExists || reference.kind == SHADER;
        for (reference, found) in resolved.iter().filter(is_written) {
            let name = reference.name.to_text();
            let is_stock = || match reference.kind.as_str() {
                SHADER => shaders::is_of_engine(&name),
                _ => is_of_engine(reference, resources),
            };
            let to = match found {
                Ok(Some(found)) => names.at_path(&found.path).map_or(Destination::Outside, Destination::File),
                // Schemas need no resource folder.
                _ if reference.kind == SCHEMA => {
                    beside(path, reference, names).map_or(Destination::Missing, Destination::File)
                }
                _ => match packed(reference, names) {
                    Some(entry) => Destination::File(entry),
                    None if is_stock() => Destination::Engine,
                    None => Destination::Missing,
                },
            };
            self.named.push(Named {
                name: name.into_owned(),
                kind: reference.kind.clone(),
                part: reference.path.to_string(),
                line: 0,
                certainty: Certainty::Certain,
                to,
            });
        }
    }

    /// The files of the images and buffers of a glTF, FBX or OBJ.
    fn files(&mut self, content: Content<'_>, names: &Names) {
        let scene = content.parsed.ok().and_then(Asset::neutral_scene);
        let images = scene.into_iter().flat_map(|scene| scene.images.iter().filter_map(|image| image.file.as_deref()));
        let images: Vec<(String, &str)> = images.map(|name| (name.to_owned(), "Image")).collect();
        let buffers = buffers(content).into_iter().map(|name| (name, "Buffer"));
        let folder = content.path.parent().unwrap_or(Path::new(""));
        for (name, kind) in images.into_iter().chain(buffers) {
            let full = folder.join(&name);
            let outside = || if full.is_file() { Destination::Outside } else { Destination::Missing };
            self.named.push(Named {
                name,
                kind: kind.to_owned(),
                part: kind.to_lowercase(),
                line: 0,
                certainty: Certainty::Certain,
                to: names.at_path(&full).map_or_else(outside, Destination::File),
            });
        }
    }

    /// Adds the names in the text of a file, and the lines of the references that its format knows. Returns whether the file has a text.
    fn texts(&mut self, content: Content<'_>, own: Option<FileId>, names: &Names, is_pragma: bool) -> bool {
        if let Some(strings) = content.parsed.ok().and_then(|asset| strings::of(asset, content.bytes)) {
            self.text(&strings, &Matcher::new(names, own, Language::Plain, is_pragma), false);
            return true;
        }
        let Some((language, text)) = Language::of(content.path).zip(text_of(content.bytes)) else { return false };
        self.text(&text, &Matcher::new(names, own, language, is_pragma), true);
        true
    }

    fn text(&mut self, text: &str, matcher: &Matcher<'_>, has_lines: bool) {
        let mut known: HashMap<String, Vec<usize>> = HashMap::new();
        for (index, reference) in self.named.iter().enumerate() {
            known.entry(reference.name.clone()).or_default().push(index);
        }
        let mut seen: HashSet<&str> = HashSet::new();
        let mut patterns: HashSet<Pattern> = HashSet::new();
        literals(text, matcher.language(), |literal| {
            let line = if has_lines { literal.line } else { 0 };
            let is_new = seen.insert(literal.text);
            // A string that code joins with something may name other files than the string alone.
            if !is_new && literal.rest.is_none() {
                return;
            }
            if let Some(indices) = known.remove(literal.text) {
                indices.into_iter().for_each(|index| self.named[index].line = line);
                return;
            }
            match matcher.meaning(&literal) {
                Some(Meaning::Files(files)) if is_new => {
                    for file in matcher.files(&Span::Names(files)) {
                        self.named.push(Named {
                            name: literal.text.to_owned(),
                            kind: String::new(),
                            part: String::new(),
                            line,
                            certainty: Certainty::Literal,
                            to: Destination::File(*file),
                        });
                    }
                }
                Some(Meaning::Pattern(pattern)) if patterns.insert(pattern.clone()) => {
                    self.parts.push(Part { pattern, line });
                }
                _ => {}
            }
        });
    }
}

/// The external files of the buffers of a glTF, also of a broken one.
fn buffers(content: Content<'_>) -> Vec<String> {
    let is_text = content.path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("gltf"));
    let document = is_text.then(|| serde_json::from_slice::<serde_json::Value>(content.bytes).ok()).flatten();
    let Some(buffers) = document.as_ref().and_then(|document| document.get("buffers")?.as_array()) else {
        return Vec::new();
    };
    buffers.iter().filter_map(|buffer| asset_gltf::external_file(buffer.get("uri")?.as_str()?)).collect()
}

/// Why the names in a file are unknown, if neither its format nor its text tells them.
fn fault(content: Content<'_>, is_searched: bool) -> Option<String> {
    match content.parsed {
        _ if is_searched => None,
        Ok(_) => None,
        Err(Error::Unknown { hint: None } | Error::LookAlike(_)) => {
            has_texts(content.path).then(|| "it isn't a text, or one in UTF-16".to_owned())
        }
        Err(Error::Malformed { format, .. } | Error::OtherContent { format, .. }) if !format.may_name_files() => None,
        Err(error) => Some(error.to_string()),
    }
}

/// Type of a shader, as references call it.
const SHADER: &str = "Shader";

/// The shaders of a technique: for each the references that it may be, of which one is enough.
pub(super) fn implied(asset: &Asset<'_>) -> Vec<Vec<Reference>> {
    let Typed::UrhoTechnique(technique) = asset.typed() else { return Vec::new() };
    let each = shaders::named(technique).into_iter().map(|(path, name)| {
        let sources: Vec<String> = shaders::files(&name.to_text()).collect();
        let reference = Reference::new(path, &name, SHADER);
        let of = |candidates, condition| Reference { candidates, condition, ..reference.clone() };
        // Each graphics library reads its own source.
        let mut all: Vec<Reference> =
            sources.iter().map(|source| of(vec![source.clone()], Condition::IfExists)).collect();
        all.push(of(sources, Condition::Otherwise));
        all
    });
    each.collect()
}

/// The text of a file; `None` for binary content.
pub(super) fn text_of(bytes: &[u8]) -> Option<std::borrow::Cow<'_, str>> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let is_binary = bytes.get(..4096).unwrap_or(bytes).contains(&0);
    (!is_binary).then(|| String::from_utf8_lossy(bytes))
}

/// Whether names of files are searched in the text of a file.
pub(crate) fn has_texts(path: &Path) -> bool {
    Language::of(path).is_some()
}
