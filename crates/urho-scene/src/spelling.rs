//! How a text file writes its values.

use std::borrow::Cow;
use std::collections::HashMap;

use urho_core::tree::{Element, JsonKind, JsonValue};

use crate::document::Document;
use crate::edit::{Editor, Part};
use crate::place::Place;

/// The values as the file writes them, for example `1.50` and not the number 1.5. Use this to show values to a user, or
/// to write a value back byte for byte with [`AttributeChange::spelling`](crate::AttributeChange::spelling).
///
/// ```
/// let file = b"<scene id=\"1\"><attribute name=\"Time Scale\" value=\"1.50\"/></scene>";
/// let document = urho_scene::Document::parse(file)?;
/// let texts = document.spellings();
/// assert_eq!(texts.of(urho_scene::Place::node(0))["Time Scale"], "1.50");
/// # Ok::<(), urho_scene::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Spellings<'d> {
    is_archive: bool,
    /// Each node together with its components.
    nodes: Vec<(Part<'d>, Vec<Part<'d>>)>,
}

impl Document<'_> {
    /// Returns how the file writes its attributes. For a binary file, this is empty.
    pub fn spellings(&self) -> Spellings<'_> {
        let editor = Editor { document: self };
        let nodes =
            editor.nodes(usize::MAX).into_iter().map(|node| (node, editor.items(node, "components", "component")));
        Spellings { is_archive: editor.is_archive(), nodes: nodes.collect() }
    }
}

impl<'d> Spellings<'d> {
    /// Returns how the attributes of a node or component are written, by name. For duplicates, this is the last, as in
    /// the engine. An attribute is missing if its value is not a single string.
    pub fn of(&self, place: Place) -> HashMap<Cow<'d, str>, Cow<'d, str>> {
        let node = self.nodes.get(place.node);
        let part = match place.component {
            None => node.map(|(node, _)| *node),
            Some(number) => node.and_then(|(_, components)| components.get(number).copied()),
        };
        match part {
            Some(Part::Xml(element)) => self.of_xml(element),
            Some(Part::Json(object)) => of_json(object),
            None => HashMap::new(),
        }
    }

    fn of_xml(&self, element: Element<'d, 'd>) -> HashMap<Cow<'d, str>, Cow<'d, str>> {
        let holder = if self.is_archive { element.child("attributes") } else { Some(element) };
        let all = holder.into_iter().flat_map(|holder| holder.children_named("attribute"));
        let text = |attribute: &Element<'d, 'd>, name| attribute.attribute(name).and_then(utf8);
        let mut texts = HashMap::new();
        for attribute in all {
            let Some(name) = text(&attribute, "name") else { continue };
            match text(&attribute, "value").filter(|_| attribute.children().next().is_none()) {
                Some(value) => drop(texts.insert(name, value)),
                None => drop(texts.remove(&name)),
            }
        }
        texts
    }
}

/// Returns the text, if it is UTF-8.
fn utf8(text: binio::Name<'_>) -> Option<Cow<'_, str>> {
    match text.into_cow() {
        Cow::Borrowed(text) => std::str::from_utf8(text).ok().map(Cow::Borrowed),
        Cow::Owned(text) => String::from_utf8(text).ok().map(Cow::Owned),
    }
}

fn of_json<'d>(object: JsonValue<'d, 'd>) -> HashMap<Cow<'d, str>, Cow<'d, str>> {
    let Some(list) = object.get("attributes") else { return HashMap::new() };
    let members = list.members().map(|member| (member.name(), Some(member.value)));
    let items = list.items().filter_map(|item| Some((item.get("name")?.as_str()?, item.get("value"))));
    let mut texts = HashMap::new();
    for (name, value) in members.chain(items) {
        match value.and_then(plain) {
            Some(text) => drop(texts.insert(name, text)),
            None => drop(texts.remove(&name)),
        }
    }
    texts
}

/// Returns the text of a string, a number or a boolean.
fn plain<'d>(value: JsonValue<'d, 'd>) -> Option<Cow<'d, str>> {
    match value.kind() {
        JsonKind::String => value.as_str(),
        JsonKind::Number | JsonKind::Bool => std::str::from_utf8(value.raw()).ok().map(Cow::Borrowed),
        JsonKind::Null | JsonKind::Array | JsonKind::Object => None,
    }
}
