//! Reads the references in a file.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use asset_formats::{Asset, Error, Reference, SCHEMA, Typed};
use asset_project::resources::{Resolved, Resources, is_of_engine, resolve, shaders};
use urho_resource::Condition;

use super::literals::{Matcher, Meaning};
use super::nearby::{beside, packed};
use super::pattern::Pattern;
use super::project_files::{FileId, Names, Span};
use super::text::{Language, literals};
use super::{sides, strings};

/// How certain a reference is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Certainty {
    /// There is a part of a name in code, or a name without its folder, which the program may complete to this file.
    Perhaps,
    /// There is a text that is equal to the name: in a script, in code, or in data that only the game understands.
    Literal,
    /// The file format says that this is the name of a file.
    Certain,
}

impl Certainty {
    /// Returns the word that is used in JSON: `certain`, `literal` or `perhaps`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Perhaps => "perhaps",
            Self::Literal => "literal",
            Self::Certain => "certain",
        }
    }
}

/// Where a reference leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Destination {
    File(FileId),
    /// A file in a resource folder outside the project.
    Outside,
    /// A file that belongs to the engine, whose folder doesn't exist here.
    Engine,
    Missing,
}

/// A reference in a file.
#[derive(Clone, Debug)]
pub(super) struct Named {
    pub(super) name: String,
    /// The resource type in the engine. It is empty if it is not known.
    pub(super) kind: String,
    /// The part of the document.
    pub(super) part: String,
    /// The line in a text, counting from 1. It is 0 if it is not known.
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

/// The references in a file, to be passed to [`Graph::new`](super::Graph::new).
#[derive(Clone, Debug, Default)]
pub struct FileReferences {
    pub(super) named: Vec<Named>,
    pub(super) parts: Vec<Part>,
    /// Why the file could not be searched for names.
    pub(super) unsearched: Option<String>,
}

/// A file to read the references of.
#[derive(Clone, Copy)]
pub(crate) struct Content<'a> {
    pub(crate) path: &'a Path,
    pub(crate) bytes: &'a [u8],
    pub(crate) parsed: Result<&'a Asset<'a>, &'a Error>,
    /// The references in the asset, which have been resolved.
    pub(crate) resolved: &'a [Resolved],
}

impl FileReferences {
    /// Creates the result for a file that can't be searched.
    pub(crate) fn unsearched(reason: &dyn std::fmt::Display) -> Self {
        Self { unsearched: Some(reason.to_string()), ..Self::default() }
    }

    /// Checks whether all references lead to files in the project. If not, a file outside the project can change what
    /// they mean.
    pub(super) fn is_closed(&self) -> bool {
        self.named.iter().all(|reference| matches!(reference.to, Destination::File(_)))
    }

    /// Creates the result for a package whose entries are not searched.
    pub(crate) fn in_package() -> Self {
        Self::unsearched(&"it is a package")
    }

    /// Reads the references in a file: those that its format defines, the files beside it that the engine loads with
    /// it, and the names in its text.
    pub(crate) fn of(content: Content<'_>, names: &Names, resources: &Resources) -> Self {
        let file = names.at_path(content.path);
        let mut references = Self::default();
        references.typed(content.resolved, content.path, names, resources);
        if let Ok(asset) = content.parsed {
            for one in implied(asset) {
                references.typed(&resolve(one, resources), content.path, names, resources);
            }
        }
        references.files(content, names);
        references.named.extend(file.into_iter().flat_map(|file| sides::of(file, names)));
        let is_searched = references.texts(content, file, names, resources.names_ignore_case());
        references.unsearched = fault(content, is_searched);
        references.named.retain(|reference| file.is_none_or(|file| reference.to != Destination::File(file)));
        references
    }

    fn typed(&mut self, resolved: &[Resolved], path: &Path, names: &Names, resources: &Resources) {
        // A name that isn't in the file is of a file beside it.
        let is_written =
            |(reference, _): &&Resolved| reference.condition != Condition::IfExists || reference.kind == SHADER;
        for (reference, resource) in resolved.iter().filter(is_written) {
            let name = reference.name.to_text();
            let is_stock = || match reference.kind.as_str() {
                SHADER => shaders::is_of_engine(&name),
                _ => is_of_engine(reference, resources),
            };
            let to = match resource {
                Ok(Some(resource)) => names.at_path(&resource.path).map_or(Destination::Outside, Destination::File),
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

    /// Adds the image and buffer files of a glTF, FBX or OBJ.
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

    /// Adds the names in the text of a file. For references that the format defines, this only adds the lines. Returns
    /// whether the file has a text.
    fn texts(&mut self, content: Content<'_>, file: Option<FileId>, names: &Names, is_pragma: bool) -> bool {
        if let Some(strings) = content.parsed.ok().and_then(|asset| strings::of(asset, content.bytes)) {
            self.text(&strings, &Matcher::new(names, file, Language::Plain, is_pragma), false);
            return true;
        }
        let Some((language, text)) = Language::of(content.path).zip(text_of(content.bytes)) else { return false };
        self.text(&text, &Matcher::new(names, file, language, is_pragma), true);
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

/// Returns the external buffer files of a glTF, even if it is broken.
fn buffers(content: Content<'_>) -> Vec<String> {
    let is_text = content.path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("gltf"));
    let document = is_text.then(|| serde_json::from_slice::<serde_json::Value>(content.bytes).ok()).flatten();
    let Some(buffers) = document.as_ref().and_then(|document| document.get("buffers")?.as_array()) else {
        return Vec::new();
    };
    buffers.iter().filter_map(|buffer| asset_gltf::external_file(buffer.get("uri")?.as_str()?)).collect()
}

/// Returns why the names in a file are not known, if neither the format nor a text contains them.
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

/// The type that references use for shaders.
const SHADER: &str = "Shader";

/// Returns the shaders that a technique uses. For each shader there are several references, because each graphics
/// library has its own source; only one of them must exist.
pub(super) fn implied(asset: &Asset<'_>) -> Vec<Vec<Reference>> {
    let Typed::UrhoTechnique(technique) = asset.typed() else { return Vec::new() };
    let each = shaders::named(technique).into_iter().map(|(path, name)| {
        let sources: Vec<String> = shaders::files(&name.to_text()).collect();
        let reference = Reference::new(path, &name, SHADER);
        let of = |candidates, condition| {
            let mut of = reference.clone();
            (of.candidates, of.condition) = (candidates, condition);
            of
        };
        // Each graphics library reads its own source.
        let mut all: Vec<Reference> =
            sources.iter().map(|source| of(vec![source.clone()], Condition::IfExists)).collect();
        all.push(of(sources, Condition::Otherwise));
        all
    });
    each.collect()
}

/// Returns the text of a file, or `None` if it is binary.
pub(super) fn text_of(bytes: &[u8]) -> Option<std::borrow::Cow<'_, str>> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let is_binary = bytes.get(..4096).unwrap_or(bytes).contains(&0);
    (!is_binary).then(|| String::from_utf8_lossy(bytes))
}

/// Returns whether the text in a file with this name is searched for names.
pub(crate) fn has_texts(path: &Path) -> bool {
    Language::of(path).is_some()
}
