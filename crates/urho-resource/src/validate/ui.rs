//! Checks interface layouts and styles.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use binio::{Name, Severity};
use urho_core::VariantKind;

use super::Check;
use crate::item::Item;
use crate::kind::Kind;
use crate::kinds;
use crate::outline::Visited;
use crate::vocabulary::{POPUP_CLASSES, UI_TYPES, ui_classes};

/// The internal children that the engine creates for a class.
const INTERNALS: [(&str, &[&str]); 8] = [
    ("LineEdit", &["Text", "BorderImage"]),
    ("Slider", &["BorderImage"]),
    ("ScrollBar", &["Button", "Slider", "Button"]),
    ("ScrollView", &["ScrollBar", "ScrollBar", "BorderImage"]),
    ("ListView", &["ScrollBar", "ScrollBar", "BorderImage", "UIElement"]),
    ("DropDownList", &["UIElement", "Window"]),
    ("ProgressBar", &["BorderImage", "Text"]),
    ("Menu", &["Window"]),
];

pub(super) fn check(check: &mut Check<'_>) {
    let is_style = check.document.kind() == Kind::UiStyle;
    let styles = styles(check);
    let classes = cycles(check, &styles);
    let is_icon_list = is_style && check.outline.children(0).all(|(_, entry)| is_icon(&entry.item));
    for index in 0..check.outline.elements.len() {
        let Some(element) = check.outline.elements.get(index).cloned() else { continue };
        let Some(info) = element.info else { continue };
        match info.name {
            "element" => {
                let is_entry = is_style && element.depth == 1;
                if !is_entry {
                    class(check, index, &element.item);
                }
                internals(check, index, &element, is_entry, &classes);
            }
            "attribute" => attribute(check, index, &element, is_icon_list),
            "attributeanimation" => animation(check, index, &element.item),
            _ => {}
        }
    }
}

/// Whether a style only has an image. Lists of icons consist of such styles, and editors apply them to images.
fn is_icon(entry: &Item<'_>) -> bool {
    entry.children().iter().all(|(name, child)| {
        let attribute = child.attribute("name").unwrap_or_default();
        *name == *"attribute" && ["Texture", "Image Rect"].iter().any(|known| attribute == **known)
    })
}

/// The styles by name, with their index and their base style. If there are duplicates, only the first is used.
type Styles = HashMap<Name<'static>, (usize, Option<Name<'static>>)>;

fn styles(check: &mut Check<'_>) -> Styles {
    let mut styles = Styles::new();
    if check.document.kind() != Kind::UiStyle || check.outline.is_patch {
        return styles;
    }
    let entries: Vec<(usize, Item<'_>)> = check.outline.children(0).map(|(index, one)| (index, one.item)).collect();
    for (index, entry) in entries {
        let Some(name) = entry.attribute("type").map(Name::into_owned) else { continue };
        match styles.entry(name) {
            Entry::Occupied(first) => {
                let message = format!("a second style \"{}\"; the engine uses the first", first.key().to_text());
                check.add(kinds::STYLE_DUPLICATE, Severity::Note, index, message);
            }
            Entry::Vacant(vacant) => {
                vacant.insert((index, entry.attribute("style").map(Name::into_owned)));
            }
        }
    }
    styles
}

/// Reports styles that refer to each other in a cycle. The engine only guards against a style that refers to itself.
/// Returns the class of each style, which is its own name or that of a base.
fn cycles(check: &mut Check<'_>, styles: &Styles) -> Classes {
    let mut classes = Classes::new();
    let mut names: Vec<(&Name<'static>, usize)> = styles.iter().map(|(name, (index, _))| (name, *index)).collect();
    names.sort_by_key(|(_, index)| *index);
    for (start, _) in names {
        let mut chain: Vec<&Name<'static>> = Vec::new();
        let mut places: HashMap<&Name<'static>, usize> = HashMap::new();
        let mut next = Some(start);
        let mut class = None;
        while let Some(name) = next {
            if let Some(known) = classes.get(name) {
                class = *known;
                break;
            }
            if let Some(from) = places.get(name) {
                report_cycle(check, styles, chain.get(*from..).unwrap_or_default());
                break;
            }
            places.insert(name, chain.len());
            chain.push(name);
            class = ui_classes::class_of(name);
            let base = styles.get(name).and_then(|(_, base)| base.as_ref());
            // Behind a class, only cycles are looked for.
            next = base.filter(|base| *base != name).and_then(|base| styles.get_key_value(base)).map(|(base, _)| base);
            if next.is_none() && class.is_none() {
                class = base.and_then(|base| ui_classes::class_of(base));
            }
        }
        for name in chain.into_iter().rev() {
            class = ui_classes::class_of(name).or(class);
            classes.insert(name.clone(), class);
        }
    }
    classes
}

/// The classes of the styles, or `None` if the name is not a class.
type Classes = HashMap<Name<'static>, Option<&'static ui_classes::UiClass>>;

fn report_cycle(check: &mut Check<'_>, styles: &Styles, cycle: &[&Name<'static>]) {
    /// How many names to show in a message.
    const MOST: usize = 8;
    let mut words: Vec<_> = cycle.iter().take(MOST).map(|name| format!("\"{}\"", name.to_text())).collect();
    if cycle.len() > MOST {
        words.push("…".to_owned());
    }
    let message = format!("styles {} name each other: the engine's stack overflows", words.join(", "));
    if let Some((index, _)) = cycle.first().and_then(|name| styles.get(*name)) {
        check.add(kinds::STYLE_CYCLE, Severity::Error, *index, message);
    }
}

fn class(check: &mut Check<'_>, index: usize, item: &Item<'_>) {
    let Some(entry) = item.entry("type") else { return };
    let text = entry.text();
    if !UI_TYPES.iter().any(|known| text == **known) && text != *"HierarchyContainer" {
        let message = format!(
            "the engine has no class \"{}\": it skips the element with all it contains, unless the game adds the class",
            text.to_text()
        );
        check.add_value(kinds::CLASS_UNKNOWN, Severity::Warning, index, &entry, message);
    }
}

fn is_set(item: &Item<'_>, name: &str) -> bool {
    item.attribute(name).is_some_and(|text| matches!(text.first(), Some(b't' | b'T' | b'y' | b'Y' | b'1')))
}

/// Checks the internal children: they must belong to the class, and none can be there twice. A popup must be a Window.
fn internals(check: &mut Check<'_>, index: usize, element: &Visited<'_>, is_entry: bool, classes: &Classes) {
    let class = check.classes.get(index).cloned().flatten().unwrap_or_default();
    let class = if is_entry {
        let known = classes.get(&Name::from(&*class)).copied().flatten();
        known.map_or("", |class| class.name).to_owned()
    } else {
        class
    };
    let mut free: Vec<&str> =
        INTERNALS.iter().find(|(known, _)| *known == class).map(|(_, parts)| parts.to_vec()).unwrap_or_default();
    // Parts of parts: the panel of a list, the placeholder of a drop-down list.
    let is_part = is_set(&element.item, "internal") && free.is_empty();
    let is_known = ui_classes::class_of(class.as_bytes()).is_some();
    let children: Vec<(usize, Item<'_>)> = check
        .outline
        .children(index)
        .filter(|(_, child)| child.name == *"element")
        .map(|(index, child)| (index, child.item))
        .collect();
    for (child, item) in children {
        let kind = item.attribute("type").map_or_else(|| "UIElement".to_owned(), |kind| kind.to_text().into_owned());
        let is_popup = is_set(&item, "popup");
        if is_popup && is_known && (!POPUP_CLASSES.contains(&&*class) || kind != "Window") {
            let message = format!("a popup of class {kind} in {class}; only a Window in a Menu or DropDownList is one");
            check.add(kinds::POPUP_INVALID, Severity::Warning, child, message);
        }
        if !is_set(&item, "internal") || is_part || !is_known || is_popup {
            continue;
        }
        match free.iter().position(|part| *part == kind) {
            Some(part) => {
                free.remove(part);
            }
            None => {
                let message = format!("{class} has no unused internal {kind}: the engine drops the element");
                check.add(kinds::INTERNAL_UNMATCHED, Severity::Warning, child, message);
            }
        }
    }
}

fn attribute(check: &mut Check<'_>, index: usize, element: &Visited<'_>, is_icon_list: bool) {
    let class = check.classes.get(index).cloned().flatten().unwrap_or_default();
    let Some(entry) = element.item.entry("name") else { return };
    let name = entry.text();
    // A style of another name is applied to elements of any class.
    let Some(class) = ui_classes::class_of(class.as_bytes()) else { return };
    let Some(known) = class.attribute(&name) else {
        if is_icon_list {
            return;
        }
        let message = format!("{} has no attribute \"{}\"", class.name, name.to_text());
        return check.add_value(kinds::CLASS_ATTRIBUTE, Severity::Warning, index, &entry, message);
    };
    if known.kind == VariantKind::VariantVector && name == *"Shapes" {
        for shape in element.item.children_named("variant") {
            if shape.children_named("variant").len() < 4 {
                let message = "a cursor shape with fewer than four parts; the engine skips it";
                let path = check.outline.path(index);
                check.findings.add_at(kinds::CURSOR_SHAPE, Severity::Warning, path, message, shape.offset());
            }
        }
    }
}

/// Checks the wrap mode. Only U3D uses it; the other engines read it from the element around the animation.
fn animation(check: &mut Check<'_>, index: usize, item: &Item<'_>) {
    if let Some(wrap) = item.entry("wrapmode").filter(|wrap| !wrap.text().eq_ignore_ascii_case(b"Loop")) {
        let message = "U3D reads the wrap mode; Urho3D and rbfx loop the animation";
        check.add_value(kinds::ENGINE_DIFFERS, Severity::Note, index, &wrap, message);
    }
}
