//! Help for people who type XML. You can ask for a description of what is at an offset, and for the names and words
//! that can be inserted there. This also works if the text is not finished.
//!
//! ```
//! use urho_resource::editor::{about, completion};
//! let text = "<particleeffect><dampingforce value=\"2\"/><emittertype value=\"";
//! let found = about(text, Some("Smoke.xml"), 30).ok_or("no description")?;
//! assert_eq!((&text[found.range], found.title.as_str()), ("value", "dampingforce@value"));
//! let words = completion(text, Some("Smoke.xml"), text.len()).ok_or("nothing fits")?;
//! assert_eq!(words.items[0].label, "Sphere");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod scan;

use std::ops::Range;

use crate::engines::Engines;
use crate::kind::Kind;
use crate::tables::{common, type_words};
use crate::vocabulary::ui_classes::{UiAttribute, UiClass, class_of};
use crate::vocabulary::{AttributeInfo, ElementInfo, Need, UI_TYPES, ValueType};
use scan::{Part, Scan, Tag};

/// The description of an element, an attribute or a value, to show it for example in a tooltip.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct About {
    /// Where the described text is.
    pub range: Range<usize>,
    /// The name of the element. If this is about an attribute, `@` and its name follow.
    pub title: String,
    /// What is known, with a line for each property: the type, the default value, the effect.
    pub lines: Vec<String>,
}

/// The names or words that can be inserted at an offset.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Completion {
    /// The text that will be replaced when the user selects an item.
    pub range: Range<usize>,
    /// The names or words, in the order of the table.
    pub items: Vec<Item>,
}

/// A name or a word that can be inserted.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Item {
    /// What to show to the user.
    pub label: String,
    /// What to insert. This includes quotes for an attribute, and a bracket for an element that has been begun.
    pub insert: String,
    /// The type and the default value, or a sentence about the element.
    pub detail: String,
}

/// What the table knows about the element in which a scan ended.
struct Place<'s> {
    scan: Scan<'s>,
    /// Describes the element. The offset is in its tag or in its content.
    info: &'static ElementInfo,
    /// The class of the interface element.
    class: Option<&'static UiClass>,
}

impl<'s> Place<'s> {
    fn of(text: &'s str, name: Option<&str>, offset: usize) -> Option<Self> {
        let kind = crate::detect(text.as_bytes(), name)?;
        let scan = Scan::of(text, offset)?;
        let (outer, current) = match scan.part {
            Part::Content(_) => (scan.open.as_slice(), None),
            Part::Element(_) | Part::Attribute(_) | Part::Value(..) => (scan.open.as_slice(), Some(&scan.tag)),
        };
        let root = kind.vocabulary().root?;
        let mut tags = outer.iter().chain(current);
        let first = tags.next()?;
        let mut info = Some(root).filter(|root| root.has_name(first.name.as_bytes()))?;
        let mut class = class(kind, first, None);
        for tag in tags {
            let is_unfinished =
                current.is_some_and(|current| std::ptr::eq(current, tag)) && matches!(scan.part, Part::Element(_));
            match info.child(tag.name.as_bytes()) {
                Some(child) => info = child,
                // The name that is being typed: the element around it knows its children.
                None if is_unfinished => break,
                None => return None,
            }
            class = self::class(kind, tag, class);
        }
        Some(Self { scan, info, class })
    }

    /// Returns the attribute of an interface class, if the tag is `<attribute name="…"`.
    fn named(&self) -> Option<&'static UiAttribute> {
        let is_attribute = self.info.name == "attribute" && self.class.is_some();
        let name = self.scan.tag.value_of("name").filter(|_| is_attribute)?;
        self.class?.attribute(name.as_bytes())
    }
}

/// Returns the interface class of an element. This is its type, or else the class of the element around it.
fn class(kind: Kind, tag: &Tag<'_>, outer: Option<&'static UiClass>) -> Option<&'static UiClass> {
    match kind {
        Kind::UiLayout | Kind::UiStyle if tag.name == "element" => {
            class_of(tag.value_of("type").unwrap_or("UIElement").as_bytes())
        }
        _ => outer,
    }
}

/// Describes the element or attribute at a byte offset, to be shown when the user points at it. When the kind of the
/// file is unknown, or when there is nothing in the table about this part, returns `None`. The `name` is that of the
/// file.
pub fn about(text: &str, name: Option<&str>, offset: usize) -> Option<About> {
    let place = Place::of(text, name, offset)?;
    let element = place.scan.tag.name;
    match place.scan.part.clone() {
        Part::Element(range) => place.info.has_name(element.as_bytes()).then(|| About {
            range,
            title: element.to_owned(),
            lines: element_lines(place.info),
        }),
        Part::Attribute(range) | Part::Value(_, range) => {
            let attribute = place.scan.part_name()?;
            let info = place.info.attribute(attribute.as_bytes())?;
            let mut about = About { range, title: format!("{element}@{attribute}"), lines: attribute_lines(info) };
            if let Some(named) = place.named() {
                about.title = format!("{} of {}", named.name, place.class.map(|class| class.name).unwrap_or_default());
                about.lines = named_lines(named);
            }
            Some(about)
        }
        Part::Content(_) => None,
    }
}

fn element_lines(info: &ElementInfo) -> Vec<String> {
    let mut lines = Vec::new();
    if info.count == crate::vocabulary::Count::Many {
        lines.push("any number".to_owned());
    }
    if let Some(text) = info.text {
        lines.push(format!("text: {}", type_words(text)));
    }
    common(&mut lines, info.need, info.engines, info.note);
    let names: Vec<&str> = info.attributes.iter().map(|attribute| attribute.name).filter(|name| *name != "*").collect();
    if !names.is_empty() {
        lines.push(format!("attributes: {}", names.join(", ")));
    }
    lines
}

fn attribute_lines(info: &AttributeInfo) -> Vec<String> {
    let unit = if info.unit.is_empty() { String::new() } else { format!(", in {}", info.unit) };
    let mut lines = vec![format!("{}{unit}", type_words(info.value))];
    if let ValueType::Resource(resource) = info.value {
        lines.push(format!("{}: {}", resource.resource, resource.rule.words()));
    }
    if !info.default.is_empty() {
        lines.push(format!("default: {}", info.default));
    }
    common(&mut lines, info.need, info.engines, info.note);
    lines
}

fn named_lines(named: &UiAttribute) -> Vec<String> {
    let mut lines = match named.words {
        [] => vec![named.kind.name().to_owned()],
        words => vec![words.join(", ")],
    };
    if !named.reference.is_empty() {
        lines.push(format!("{}: resource name", named.reference));
    }
    if !named.default.is_empty() {
        lines.push(format!("default: {}", named.default));
    }
    lines
}

/// Returns the names or words that can be inserted at a byte offset, to let the user choose. When the kind of the file
/// is unknown, or when anything or nothing can be inserted, returns `None`. The `name` is that of the file.
pub fn completion(text: &str, name: Option<&str>, offset: usize) -> Option<Completion> {
    let place = Place::of(text, name, offset)?;
    let (range, mut items) = match place.scan.part.clone() {
        Part::Element(range) => {
            // The table of the element itself, if its name is complete already: its siblings fit as well.
            let around = Place::of(text, name, range.start.checked_sub(1)?)?.info;
            (range, elements(around, ""))
        }
        Part::Content(range) => (range, elements(place.info, "<")),
        Part::Attribute(range) => (range, attributes(&place)),
        Part::Value(_, range) => (range, words(&place)),
    };
    let typed = text.get(range.start..offset.min(range.end)).unwrap_or_default().trim_start_matches('<').to_lowercase();
    items.retain(|item| item.label.to_lowercase().starts_with(&typed));
    (!items.is_empty()).then_some(Completion { range, items })
}

fn elements(info: &ElementInfo, bracket: &str) -> Vec<Item> {
    let read = info.children.iter().filter(|child| child.name != "*" && child.engines != Engines::NONE);
    let item = |child: &ElementInfo| Item {
        label: child.name.to_owned(),
        insert: format!("{bracket}{}", child.name),
        detail: element_lines(child).join("; "),
    };
    read.map(|child| item(child)).collect()
}

/// Suggests the attributes that the tag does not have yet, beginning with those that are required.
fn attributes(place: &Place<'_>) -> Vec<Item> {
    let missing = |info: &&AttributeInfo| {
        info.name != "*"
            && info.engines != Engines::NONE
            && !place.scan.tag.other_names(place.scan.part_name()).any(|name| name == info.name)
    };
    let mut attributes: Vec<&AttributeInfo> = place.info.attributes.iter().filter(missing).collect();
    attributes.sort_by_key(|info| matches!(info.need, Need::Optional));
    let item = |info: &AttributeInfo| Item {
        label: info.name.to_owned(),
        insert: format!("{}=\"{}\"", info.name, info.default),
        detail: attribute_lines(info).join("; "),
    };
    attributes.into_iter().map(item).collect()
}

fn words(place: &Place<'_>) -> Vec<Item> {
    let plain = |words: &[&str]| -> Vec<Item> {
        words
            .iter()
            .map(|word| Item { label: (*word).to_owned(), insert: (*word).to_owned(), detail: String::new() })
            .collect()
    };
    let Some(info) = place.scan.part_name().and_then(|name| place.info.attribute(name.as_bytes())) else {
        return Vec::new();
    };
    match (place.info.name, info.name, info.value) {
        ("element", "type", _) if place.class.is_some() || place.info.attribute(b"styleFile").is_some() => {
            plain(UI_TYPES)
        }
        ("attribute", "name", _) => place.class.map(names_of).unwrap_or_default(),
        (_, _, ValueType::Bool) => plain(&["true", "false"]),
        (_, _, ValueType::UiAttribute) => match place.named() {
            Some(named) if named.kind.name() == "Bool" => plain(&["true", "false"]),
            Some(named) => plain(named.words),
            None => Vec::new(),
        },
        (_, _, value) => plain(value.words()),
    }
}

/// Returns the attributes of a class and of its base classes, without duplicates.
fn names_of(class: &UiClass) -> Vec<Item> {
    let mut items: Vec<Item> = Vec::new();
    let mut next = class_of(class.name.as_bytes());
    while let Some(class) = next {
        for attribute in class.attributes {
            if items.iter().all(|item| item.label != attribute.name) {
                let detail = named_lines(attribute).join("; ");
                items.push(Item { label: attribute.name.to_owned(), insert: attribute.name.to_owned(), detail });
            }
        }
        next = class_of(class.base.as_bytes());
    }
    items
}
