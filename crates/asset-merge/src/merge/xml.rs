//! Splits XML documents into items.

use std::borrow::Cow;

use urho_core::tree::{Element, XmlTree};

use super::item::{Body, Id, Item, Role, is_trivia};

/// The attributes that can distinguish elements with the same name. The first of these that an element has is used.
/// Note that the `name` of a texture is its file.
const NAMES: &[&str] = &["unit", "id", "_id", "hash", "key", "name"];

/// Reads a document: the root element, with everything before and after it.
pub(super) fn document<'a>(text: &'a [u8], tree: &XmlTree, is_scene: bool) -> Item<'a> {
    let root = tree.root(text);
    let span = root.span().range();
    let mut item = Reader { text, is_scene }.element(&root);
    item.lead = text.get(..span.start).unwrap_or_default();
    // There is only one.
    item.kind = Cow::Owned(root.name().as_bytes().to_vec());
    item.name = None;
    let mut document = Item::leaf(Role::Content, Cow::Borrowed(b""), text);
    document.body = Some(Body { open: b"", items: vec![item], tail: text.get(span.end..).unwrap_or_default() });
    document
}

/// An element whose children are being read.
struct Open<'a, 't> {
    element: Element<'a, 't>,
    children: std::vec::IntoIter<Element<'a, 't>>,
    items: Vec<Item<'a>>,
    /// The offset after the last child.
    at: usize,
}

impl<'a, 't> Open<'a, 't> {
    fn new(element: Element<'a, 't>) -> Self {
        let children: Vec<_> = element.children().collect();
        let at = element.content_span().map_or(0, |content| content.range().start);
        Self { element, items: Vec::with_capacity(children.len()), children: children.into_iter(), at }
    }
}

struct Reader<'a> {
    text: &'a [u8],
    /// Whether elements have identities.
    is_scene: bool,
}

impl<'a> Reader<'a> {
    fn slice(&self, start: usize, end: usize) -> &'a [u8] {
        self.text.get(start..end).unwrap_or_default()
    }

    /// Reads an element and everything inside it. This is not recursive, because deeply nested files would overflow the
    /// stack.
    fn element<'t>(&self, root: &Element<'a, 't>) -> Item<'a> {
        let mut open = vec![Open::new(*root)];
        loop {
            let Some(top) = open.last_mut() else { return Item::leaf(Role::Element, Cow::Borrowed(b""), b"") };
            if let Some(child) = top.children.next() {
                open.push(Open::new(child));
                continue;
            }
            let Some(done) = open.pop() else { continue };
            let span = done.element.span().range();
            let mut item = self.item(done);
            let Some(parent) = open.last_mut() else { return item };
            item.lead = self.slice(parent.at, span.start);
            parent.at = span.end;
            parent.items.push(item);
        }
    }

    /// Returns the item for an element, after its children have been read.
    fn item(&self, done: Open<'a, '_>) -> Item<'a> {
        let element = done.element;
        let kind = self.slice(element.name_span().range().start, element.name_span().range().end);
        let mut item = Item::leaf(Role::Element, Cow::Borrowed(kind), element.raw());
        item.id = self.id(kind, &element);
        item.is_node = self.is_scene && matches!(kind, b"node" | b"scene" | b"resource");
        let attribute = name(kind, &element);
        item.can_be_renamed = attribute.is_none() && matches!(kind, b"node" | b"element");
        item.name = attribute.or_else(|| if item.can_be_renamed { named(&element) } else { None });
        let class = element.attribute("type").or_else(|| element.attribute("_typeName"));
        if let Some(class) = class.filter(|_| item.name.is_none()) {
            // Elements of different types aren't versions of each other.
            item.kind = Cow::Owned([kind, b":", class.as_bytes()].concat());
        }
        item.label = label(kind, &item, &element);
        item.time = element.attribute("time").and_then(|time| time.as_str()?.parse().ok());
        item.body = self.body(done);
        item
    }

    /// Returns the attributes and the content. This is `None` if the element contains text, or a value that can only be
    /// changed as a whole.
    fn body(&self, done: Open<'a, '_>) -> Option<Body<'a>> {
        let element = done.element;
        let span = element.span().range();
        let mut at = element.name_span().range().end;
        let open = self.slice(span.start, at);
        let mut items = Vec::with_capacity(element.attributes().len() + 1);
        for attribute in element.attributes() {
            let start = attribute.name_span.range().start;
            let end = attribute.value_span.range().end + 1;
            let mut item = Item::leaf(Role::Attribute, Cow::Borrowed(attribute.name), self.slice(start, end));
            item.label = Cow::Borrowed(if attribute.name == b"value" { b"" } else { attribute.name });
            item.lead = self.slice(at, start);
            items.push(item);
            at = end;
        }
        items.push(self.content(done, at)?);
        Some(Body { open, items, tail: b"" })
    }

    /// Returns everything after the attributes.
    fn content(&self, done: Open<'a, '_>, head: usize) -> Option<Item<'a>> {
        let Open { element, items, at, .. } = done;
        let end = element.span().range().end;
        let mut content = Item::leaf(Role::Content, Cow::Borrowed(b""), self.slice(head, end));
        let Some(inside) = element.content_span() else {
            content.body = Some(Body { open: content.text, items: Vec::new(), tail: b"" });
            return Some(content);
        };
        let has_text = items.iter().any(|item| !is_trivia(item.lead)) || !is_trivia(self.slice(at, inside.range().end));
        if has_text || self.is_whole(&element, &items) {
            return None;
        }
        let open = self.slice(head, inside.range().start);
        content.body = Some(Body { open, items, tail: self.slice(at, end) });
        Some(content)
    }

    /// Checks whether the children are a single value, because they depend on each other. For example, this can be a
    /// count with its ids.
    fn is_whole(&self, element: &Element<'a, '_>, items: &[Item<'a>]) -> bool {
        let is_value = element.name() == *"attribute" || element.name() == *"value" || element.name() == *"variant";
        let is_entry = |item: &Item<'_>| &*item.kind == b"value" || has_key(item);
        self.is_scene && is_value && !items.is_empty() && !items.iter().all(is_entry)
    }

    fn id(&self, kind: &[u8], element: &Element<'a, '_>) -> Option<Id> {
        let id = match kind {
            b"node" | b"scene" | b"resource" => Id::Node,
            b"component" => Id::Component,
            _ => return None,
        };
        let number = element.attribute("id").or_else(|| element.attribute("_id")).filter(|_| self.is_scene)?;
        number.as_str()?.parse().ok().filter(|number| *number != 0).map(id)
    }
}

/// Returns the step to an element in paths.
fn label<'a>(kind: &'a [u8], item: &Item<'a>, element: &Element<'a, '_>) -> Cow<'a, [u8]> {
    match kind {
        b"attributes" | b"components" | b"nodes" => Cow::Borrowed(b""),
        b"node" | b"scene" | b"resource" => named(element).unwrap_or_default(),
        b"component" => {
            let class = element.attribute("type").or_else(|| element.attribute("_typeName"));
            class.map_or(Cow::Borrowed(b"component"), |class| Cow::Owned(class.as_bytes().to_vec()))
        }
        b"attribute" => item.name.clone().unwrap_or_default(),
        kind => match &item.name {
            Some(name) => Cow::Owned([kind, b"/", name].concat()),
            None => Cow::Borrowed(kind),
        },
    }
}

/// Checks whether this part of a value is a map entry.
fn has_key(item: &Item<'_>) -> bool {
    item.items().iter().any(|part| part.role == Role::Attribute && matches!(&*part.kind, b"hash" | b"key"))
}

/// Returns what distinguishes this element from others of the same kind.
fn name<'a>(kind: &[u8], element: &Element<'a, '_>) -> Option<Cow<'a, [u8]>> {
    let attribute = |name: &&str| {
        let value = element.attribute(name)?;
        Some(Cow::Owned(value.as_bytes().to_vec()))
    };
    match kind {
        b"node" | b"scene" | b"resource" => attribute(&"id").or_else(|| attribute(&"_id")),
        b"element" => attribute(&"key"),
        b"face" => None,
        _ => NAMES.iter().find_map(attribute),
    }
}

/// Returns the attribute `Name` of a node or an element in a user interface.
fn named<'a>(element: &Element<'a, '_>) -> Option<Cow<'a, [u8]>> {
    let list = element.child("attributes");
    let list = list.as_ref().unwrap_or(element);
    let mut attributes = list.children_named("attribute");
    let name = attributes.find(|attribute| attribute.attribute("name").is_some_and(|name| name == *"Name"))?;
    Some(Cow::Owned(name.attribute("value")?.as_bytes().to_vec()))
}
