//! Reads documents, and detects the encoding and the engine.

mod engine;

use binio::{Bytes, Input, Limits, Path};
use urho_core::tree::{Element, JsonKind, JsonTree, JsonValue, XmlEncoding, XmlTree};
use urho_core::{Engine, VariantEncoding};

use crate::archive::{self, MAGIC, Naming};
use crate::attributes::Attributes;
use crate::binary::{self, Packing};
use crate::class::Classes;
use crate::document::{Content, Document};
use crate::error::{Error, ErrorKind};
use crate::scene::{Kind, Scene};

binio::options! {
    /// Options for [`Document::parse_with`].
    #[derive(Clone, Debug)]
    pub struct ReadOptions {
        /// Sets the engine that the file belongs to. By default (`None`), this is detected: in a text file by classes
        /// and attributes that only some engines have, and in a binary file by trying which classes can explain all
        /// bytes.
        #[setter(into)]
        pub(crate) engine: Option<Engine> = None,
        /// Sets the classes to use, for example those of the engine together with those of your game. This also sets
        /// the engine. By default (`None`), these are the classes of the engine.
        #[setter(into)]
        pub(crate) classes: Option<Classes> = None,
        /// Sets whether an archive is a scene or a prefab, for example by its file extension. This is only used if the
        /// archive does not say so. By default (`None`), it is a scene if all nodes and components have an id.
        #[setter(into)]
        pub(crate) kind: Option<Kind> = None,
        /// Sets the limits for this file. Only the depth is used here.
        pub(crate) limits: Limits = Limits::default(),
    }
}

impl<'a> Document<'a> {
    /// Reads a file in any encoding. Text, names and bytes are borrowed from it.
    ///
    /// If the file contains components of your game, use [`parse_with`](Self::parse_with) to add their classes.
    ///
    /// # Errors
    /// Returns [`ErrorKind::NotAScene`] if this is not a scene, or an error with the byte offset of the problem.
    pub fn parse(bytes: &'a [u8]) -> Result<Self, Error> {
        Self::parse_with(bytes, &ReadOptions::default())
    }

    /// Reads a file in any encoding using the given `options`.
    ///
    /// # Errors
    /// See [`parse`](Self::parse).
    pub fn parse_with(bytes: &'a [u8], options: &ReadOptions) -> Result<Self, Error> {
        document(bytes, options)
    }
}

fn document<'a>(bytes: &'a [u8], options: &ReadOptions) -> Result<Document<'a>, Error> {
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    // A node's id may begin with any byte, but its four bytes aren't text.
    let is_text = !bytes.iter().take(4).any(|byte| *byte == 0);
    if is_wide(bytes) {
        // Four such bytes may also be the ID of a binary prefab.
        return xml(bytes, options).or_else(|error| packed(bytes, options).map_err(|_| error));
    }
    match text.iter().find(|byte| !byte.is_ascii_whitespace()) {
        // Nor is every other id of four bytes that begins so: bytes that aren't text may be a binary prefab.
        Some(b'<') if is_text && BEGINNINGS.iter().any(|text| bytes.starts_with(text)) => xml(bytes, options),
        Some(b'<') if is_text => xml(bytes, options).or_else(|error| packed(bytes, options).map_err(|_| error)),
        Some(b'{') if is_text => json(bytes, options).or_else(|error| packed(bytes, options).map_err(|_| error)),
        _ if bytes.starts_with(MAGIC.as_bytes()) => archived(bytes, options),
        Some(_) => packed(bytes, options),
        None => Err(not_a_scene("there is nothing in it")),
    }
}

/// Whether this looks like XML in UTF-16 or UTF-32.
fn is_wide(bytes: &[u8]) -> bool {
    !matches!(XmlEncoding::of(bytes), XmlEncoding::Utf8 | XmlEncoding::Latin1)
}

/// How an XML file begins. This can't be a binary prefab, which begins with an id of four bytes.
const BEGINNINGS: [&[u8]; 4] = [b"<?xml", b"<scene", b"<node", b"<resource"];

#[cold]
fn not_a_scene(why: &'static str) -> Error {
    Error::new(ErrorKind::NotAScene(why), Path::new()).at(0)
}

/// Returns the classes from the options, or those of the engine that `detect` returns.
fn classes(options: &ReadOptions, detect: impl FnOnce() -> Engine) -> Classes {
    match &options.classes {
        Some(classes) => classes.clone(),
        None => Classes::of(options.engine.unwrap_or_else(detect)).clone(),
    }
}

/// Returns the classes from the options if they belong to rbfx, or those of rbfx, because only rbfx has archives.
fn classes_of_archive(options: &ReadOptions) -> Classes {
    let own = options.classes.as_ref().filter(|classes| classes.engine() == Engine::Rbfx);
    own.unwrap_or_else(|| Classes::of(Engine::Rbfx)).clone()
}

fn xml<'a>(bytes: &'a [u8], options: &ReadOptions) -> Result<Document<'a>, Error> {
    let encoding = XmlEncoding::of(bytes);
    let of_text = |error: urho_core::Error| error.map_kind(ErrorKind::Text);
    let text = match encoding {
        XmlEncoding::Utf8 => Bytes::from(bytes),
        other => Bytes::from(other.decode(bytes).map_err(of_text)?),
    };
    let tree =
        XmlTree::parse_with(&text, &options.limits).map_err(|error| of_text(encoding.place_error(&text, error)))?;
    let root = tree.root(&text);
    let is_archive = root.name() == "resource";
    let kind = match root.name().as_bytes() {
        b"scene" | b"node" if is_foreign(root) => {
            return Err(not_a_scene("the outermost element has neither an id nor parts of a scene"));
        }
        b"scene" => Kind::Scene,
        b"node" => Kind::Prefab,
        b"resource" if root.children().all(|child| ARCHIVED.contains(&&*child.name().to_text())) => {
            let attributes = || root.child("attributes").into_iter().flat_map(|list| list.children());
            let has =
                |name: &str| attributes().any(|known| known.attribute("name").is_some_and(|known| known == *name));
            archive::kind(root.child("auxiliary").is_some(), has, options.kind, || has_all_ids_xml(root))
        }
        _ => return Err(not_a_scene("the outermost element isn't scene, node or resource")),
    };
    let classes = if is_archive { classes_of_archive(options) } else { classes(options, || engine::of_xml(root)) };
    let content = Content::Xml { text, encoding, tree, is_archive };
    Ok(Document { content, kind, classes })
}

/// Elements that are part of a node.
const PARTS: [&str; 5] = ["attribute", "attributeanimation", "component", "node", "objectanimation"];

/// Whether an element only has the same name as a scene or node. Other programs use these names too, and the engine
/// would read an empty scene.
fn is_foreign(root: Element<'_, '_>) -> bool {
    let mut children = root.children().peekable();
    root.attribute_of("id").is_none()
        && children.peek().is_some()
        && !children.any(|child| PARTS.iter().any(|part| child.name() == *part))
}

/// What the outermost node of an archive consists of.
const ARCHIVED: [&str; 5] = ["_id", "attributes", "auxiliary", "components", "nodes"];

fn json<'a>(bytes: &'a [u8], options: &ReadOptions) -> Result<Document<'a>, Error> {
    let tree = JsonTree::parse_with(bytes, &options.limits).map_err(|error| error.map_kind(ErrorKind::Text))?;
    let root = tree.root(bytes);
    let is_archive = is_archive(root);
    let attribute = |name: &str| root.get("attributes").is_some_and(|attributes| attributes.get(name).is_some());
    let kind = if is_archive {
        let attributes = || root.get("attributes").into_iter().flat_map(|list| list.items());
        let has = |name: &str| {
            attributes()
                .any(|known| known.get("name").and_then(|known| known.as_str()).is_some_and(|known| known == name))
        };
        archive::kind(root.get("auxiliary").is_some(), has, options.kind, || has_all_ids_json(root))
    } else if is_plain(root) {
        if attribute("Time Scale") || attribute("Next Replicated Node ID") { Kind::Scene } else { Kind::Prefab }
    } else {
        return Err(not_a_scene("the outermost object has no attributes, components and nodes"));
    };
    let classes = if is_archive { classes_of_archive(options) } else { classes(options, || engine::of_json(root)) };
    let content = Content::Json { text: Bytes::from(bytes), tree, is_archive };
    Ok(Document { content, kind, classes })
}

/// Whether an archive has components, or nodes below the outermost node, and all of them have an id, including the
/// outermost.
fn has_all_ids_xml(root: Element<'_, '_>) -> bool {
    let has_id = |part: &Element<'_, '_>| part.attribute_of("_id").is_some();
    let mut lists = ["components", "nodes"].into_iter().filter_map(|name| root.child(name));
    let has_parts = lists.any(|list| list.children().next().is_some());
    let mut open = vec![root];
    while let Some(node) = open.pop() {
        let components = || node.child("components").into_iter().flat_map(|list| list.children());
        if !has_id(&node) || !components().all(|component| has_id(&component)) {
            return false;
        }
        open.extend(node.child("nodes").into_iter().flat_map(|list| list.children()));
    }
    has_parts
}

/// Does the same as [`has_all_ids_xml`], for JSON.
fn has_all_ids_json(root: JsonValue<'_, '_>) -> bool {
    let has_id = |part: JsonValue<'_, '_>| part.get("_id").is_some();
    let mut lists = ["components", "nodes"].into_iter().filter_map(|name| root.get(name));
    let has_parts = lists.any(|list| list.items().next().is_some());
    let mut open = vec![root];
    while let Some(node) = open.pop() {
        if !has_id(node) || !node.get("components").into_iter().flat_map(|list| list.items()).all(has_id) {
            return false;
        }
        open.extend(node.get("nodes").into_iter().flat_map(|list| list.items()));
    }
    has_parts
}

fn is_archive(root: JsonValue<'_, '_>) -> bool {
    let is_list = |value: JsonValue<'_, '_>| value.kind() == JsonKind::Array;
    let mut members = root.members().peekable();
    members.peek().is_some()
        && members.all(|member| {
            let name = member.name();
            ARCHIVED.contains(&&*name) && (name == "_id" || is_list(member.value))
        })
        && root.get("components").is_none_or(|list| list.items().all(|component| component.get("type").is_none()))
}

fn is_plain(root: JsonValue<'_, '_>) -> bool {
    let has = |name: &str| root.get(name).is_some();
    (has("attributes") || has("id")) && (has("components") || has("children"))
}

/// A decoded document, and how many components could not be explained.
type Attempt<'a> = (usize, Document<'a>);

/// Returns the attempt with the fewest components that could not be explained. If several are equal, this is the first.
fn best<'a>(attempts: impl Iterator<Item = Result<Attempt<'a>, Error>>) -> Result<Document<'a>, Error> {
    let mut best: Option<Attempt<'a>> = None;
    let mut first_error: Option<Error> = None;
    for attempt in attempts {
        match attempt {
            Ok((0, document)) => return Ok(document),
            Ok(attempt) if best.as_ref().is_none_or(|best| attempt.0 < best.0) => best = Some(attempt),
            Ok(_) => {}
            Err(error) if first_error.as_ref().is_none_or(|first| error.offset() > first.offset()) => {
                first_error = Some(error);
            }
            Err(_) => {}
        }
    }
    match (best, first_error) {
        (Some((_, document)), _) => Ok(document),
        (None, Some(error)) => Err(error),
        (None, None) => Err(not_a_scene("there is nothing in it")),
    }
}

fn packed<'a>(bytes: &'a [u8], options: &ReadOptions) -> Result<Document<'a>, Error> {
    let mut tried: Vec<(Classes, VariantEncoding)> = Vec::new();
    let mut attempt = |classes: Classes| match classes.engine() {
        Engine::Rbfx => {
            tried.extend([(classes.clone(), VariantEncoding::RbfxNew), (classes, VariantEncoding::RbfxOld)]);
        }
        _ => tried.push((classes, VariantEncoding::Urho)),
    };
    match (&options.classes, options.engine) {
        (Some(classes), _) => attempt(classes.clone()),
        (None, Some(engine)) => attempt(Classes::of(engine).clone()),
        (None, None) => {
            attempt(Classes::of(Engine::Urho3d).clone());
            attempt(Classes::of(Engine::U3d).clone());
            attempt(Classes::of(Engine::Rbfx).clone());
            attempt(Classes::of(Engine::Urho3d).before_tags());
        }
    }
    best(tried.into_iter().map(|(classes, variants)| {
        let packing = Packing { classes: &classes, variants, limits: options.limits };
        let scene = binio::parse(Input::new(bytes), |input| binary::read(input, packing))?;
        let kind = scene.kind;
        Ok((opaque(&scene), Document { content: Content::Binary { scene, variants }, kind, classes }))
    }))
}

/// Returns the number of components that do not match a class.
fn opaque(scene: &Scene<'_>) -> usize {
    let components = scene.nodes.iter().flat_map(|node| &node.components);
    components.filter(|component| matches!(component.attributes, Attributes::Opaque(_))).count()
}

fn archived<'a>(bytes: &'a [u8], options: &ReadOptions) -> Result<Document<'a>, Error> {
    let classes = classes_of_archive(options);
    let ways = [VariantEncoding::RbfxNew, VariantEncoding::RbfxOld]
        .into_iter()
        .flat_map(|variants| [(Naming::Hashes, variants), (Naming::Names, variants)]);
    best(ways.map(|(naming, variants)| {
        let read = |input| archive::read(input, &classes, naming, variants, (options.kind, options.limits));
        let (scene, style) = binio::parse(Input::new(bytes), read)?;
        let kind = scene.kind;
        Ok((0, Document { content: Content::Archive { scene, style }, kind, classes: classes.clone() }))
    }))
}
