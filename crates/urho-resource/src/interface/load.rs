//! Loads the elements of a layout and its style.

use std::collections::HashMap;

use binio::{Findings, Path};

use super::Surroundings;
use super::classes::Class;
use super::stage::Stage;
use crate::document::Document;
use crate::error::{Error, ErrorKind};
use crate::item::Item;
use crate::kinds;

/// How deep styles can be nested in styles, and elements in elements.
const MOST_DEPTH: usize = 64;

struct Loader<'l, 's> {
    stage: &'l mut Stage,
    styles: HashMap<Vec<u8>, Item<'l>>,
    around: &'l mut (dyn Surroundings + 's),
    findings: &'l mut Findings,
}

/// Creates the elements of a layout, and returns the root.
pub(super) fn load(
    stage: &mut Stage,
    layout: &Document<'_>,
    style: Option<&Document<'_>>,
    around: &mut dyn Surroundings,
    findings: &mut Findings,
) -> Result<usize, Error> {
    let root = layout.root().ok_or_else(|| Error::new(ErrorKind::OtherKind, Path::new()))?;
    let mut styles = HashMap::new();
    if let Some(root) = style.and_then(Document::root) {
        for entry in root.children_named("element") {
            // The first of equal names counts.
            let name = entry.attribute("type").unwrap_or_default().to_vec();
            styles.entry(name).or_insert(entry);
        }
    }
    let name = class_name(&root);
    let class = Class::named(&name).ok_or_else(|| Error::new(ErrorKind::NoSuch(name), Path::from("type")))?;
    let index = stage.create(class);
    let mut loader = Loader { stage, styles, around, findings };
    loader.element(index, &root, true, 0)?;
    Ok(index)
}

fn class_name(item: &Item<'_>) -> String {
    let name = item.attribute("type").filter(|name| !name.is_empty());
    name.map_or_else(|| "UIElement".to_owned(), |name| name.to_text().into_owned())
}

fn is_set(item: &Item<'_>, name: &str) -> bool {
    item.attribute(name)
        .is_some_and(|text| matches!(text.first().map(u8::to_ascii_lowercase), Some(b't' | b'y' | b'1')))
}

impl Loader<'_, '_> {
    /// Loads an element from a file. `is_styled` says whether there is a style file for it, which is true for
    /// everything except the entries of style files.
    fn element(&mut self, index: usize, item: &Item<'_>, is_styled: bool, depth: usize) -> Result<(), Error> {
        if depth > MOST_DEPTH || self.stage.is_full() {
            return Err(Error::new(ErrorKind::Cycle, Path::from("element")));
        }
        let style = item.attribute("style").map(|style| style.to_text().into_owned()).unwrap_or_default();
        if !self.styles.is_empty() {
            if is_styled {
                let name = if style.is_empty() { self.stage.nodes[index].class.name().to_owned() } else { style };
                self.style(index, &name, depth)?;
            } else if !style.is_empty() && style != self.stage.nodes[index].style {
                let applied = self.stage.nodes[index].style.clone();
                self.style(index, &style, depth)?;
                self.stage.nodes[index].style = applied;
            }
        }
        // Menus don't stop arranging while they load.
        let is_menu = self.stage.nodes[index].class.is_menu();
        self.stage.nodes[index].arranging += u32::from(!is_menu);
        self.attributes(index, item);
        self.children(index, item, depth)?;
        self.stage.loaded(index, self.around);
        if !is_menu {
            self.stage.nodes[index].arranging -= 1;
            self.stage.arrange(index, self.around);
        }
        Ok(())
    }

    /// Applies an entry of the style file. If there is no such entry, nothing changes.
    fn style(&mut self, index: usize, name: &str, depth: usize) -> Result<(), Error> {
        name.clone_into(&mut self.stage.nodes[index].style);
        let entry = self.styles.get(name.as_bytes()).copied().filter(|_| name != "none");
        match entry {
            Some(entry) => self.element(index, &entry, false, depth + 1),
            None => Ok(()),
        }
    }

    fn attributes(&mut self, index: usize, item: &Item<'_>) {
        for attribute in item.children_named("attribute") {
            let (Some(name), Some(value)) = (attribute.attribute("name"), attribute.attribute("value")) else {
                continue;
            };
            self.stage.set(index, &name.to_text(), &value, self.around);
        }
    }

    fn children(&mut self, index: usize, item: &Item<'_>, depth: usize) -> Result<(), Error> {
        let mut next_internal = 0;
        for child in item.children_named("element") {
            let name = class_name(&child);
            let is_popup = is_set(&child, "popup") && self.stage.nodes[index].class.is_menu();
            let existing = match (is_set(&child, "internal"), is_popup) {
                (true, true) => self.stage.nodes[index].parts.popup,
                (true, false) => self.internal(index, &name, &mut next_internal),
                (false, _) => self.created(index, &child, &name, is_popup),
            };
            match existing {
                Some(existing) => self.element(existing, &child, true, depth + 1)?,
                None => self.missing(&child, &name),
            }
        }
        Ok(())
    }

    /// Returns the next internal child of a class.
    fn internal(&self, index: usize, name: &str, next: &mut usize) -> Option<usize> {
        let children = &self.stage.nodes[index].children;
        let is_it = |child: &usize| {
            let child = &self.stage.nodes[*child];
            child.is_internal && child.class.name() == name
        };
        let at = (*next..children.len()).find(|at| children.get(*at).is_some_and(is_it))?;
        *next = at + 1;
        children.get(at).copied()
    }

    fn created(&mut self, parent: usize, item: &Item<'_>, name: &str, is_popup: bool) -> Option<usize> {
        let class = Class::named(name)?;
        let child = self.stage.create(class);
        if is_popup {
            self.stage.nodes[parent].parts.popup = Some(child);
            return Some(child);
        }
        let at = item.attribute("index").map(|text| text.to_text().trim().parse().unwrap_or(0));
        self.stage.insert_child(parent, at, child, self.around);
        Some(child)
    }

    fn missing(&mut self, item: &Item<'_>, name: &str) {
        let (kind, message) = match Class::named(name) {
            Some(_) => {
                (kinds::INTERNAL_UNMATCHED, format!("no internal {name} is left: the engine leaves the element out"))
            }
            None => {
                (kinds::CLASS_UNKNOWN, format!("no class {name}: the engine leaves the element out with all in it"))
            }
        };
        self.findings.add_at(kind, binio::Severity::Warning, Path::from("element"), message, item.offset());
    }
}
