//! Findings about documents. Every document is first checked using the table of its kind, then by rules for only this
//! kind.

mod font;
mod graph;
mod light;
mod map;
mod particle;
mod render_path;
mod sheet;
mod sound;
mod spriter;
mod strings;
mod tiles;
mod ui;

use std::collections::{HashMap, HashSet};

use binio::{FindingKind, Findings, Name, Path, Severity};
use urho_core::tree::JsonKind;

use crate::document::Document;
use crate::inherit::check_steps;
use crate::item::{Entry, Item, Source};
use crate::kind::Kind;
use crate::kinds;
use crate::outline::{Outline, Visited};
use crate::reference::Reference;
use crate::value::{Problem, known};
use crate::vocabulary::{AttributeInfo, Count, ElementInfo, Need, ValueType};

pub(crate) use sheet::{
    entries as property_list_entries, image as property_list_image, sprite_name, value as property_list_value,
};

/// A document, and the findings about it up to now.
pub(crate) struct Check<'d> {
    pub(crate) document: &'d Document<'d>,
    pub(crate) outline: Outline<'d>,
    pub(crate) classes: Vec<Option<String>>,
    pub(crate) findings: Findings,
}

impl Document<'_> {
    /// Returns findings about everything that engines will ignore, misread or reject, or by which they will crash or
    /// hang.
    ///
    /// A patch file is checked as it is. You should also check the result; see [`applied`](Self::applied).
    pub fn validate(&self) -> Findings {
        let outline = Outline::of(self);
        let classes = outline.classes();
        let mut check = Check { document: self, outline, classes, findings: Findings::new() };
        check.table();
        match self.kind() {
            Kind::ParticleEffect => particle::effect(&mut check),
            Kind::ParticleEffect2d => particle::pex(&mut check),
            Kind::ParticleGraph => graph::check(&mut check),
            Kind::SpriteSheet => sheet::sheet(&mut check),
            Kind::PropertyListSheet => sheet::property_list(&mut check),
            Kind::Spriter => spriter::check(&mut check),
            Kind::TileMap | Kind::TileSet => map::check(&mut check),
            Kind::UiLayout | Kind::UiStyle => ui::check(&mut check),
            Kind::RenderPath => render_path::check(&mut check),
            Kind::RbfxRenderPath => render_path::passes(&mut check),
            Kind::BitmapFont => font::bitmap(&mut check),
            Kind::BakedLight => light::check(self.text(), &mut check.findings),
            Kind::OutlineFont => font::outline(self.text(), &mut check.findings),
            Kind::SoundParameters => sound::parameters(&mut check),
            Kind::Sound => sound::head(self.text(), &mut check.findings),
            Kind::ObjectAnimation => strings::animations(&mut check),
            Kind::Strings => strings::texts(&mut check),
            _ => {}
        }
        check.names_that_go_up();
        check.finished()
    }
}

impl<'d> Check<'d> {
    /// Adds a finding about an element.
    pub(crate) fn add(
        &mut self,
        kind: &'static FindingKind,
        severity: Severity,
        index: usize,
        message: impl Into<String>,
    ) {
        let offset = self.outline.elements.get(index).map_or(0, |element| element.item.offset());
        self.findings.add_at(kind, severity, self.outline.path(index), message, offset);
    }

    /// Adds a finding about a value of an element.
    pub(crate) fn add_value(
        &mut self,
        kind: &'static FindingKind,
        severity: Severity,
        index: usize,
        entry: &Entry<'_>,
        message: impl Into<String>,
    ) {
        let path = self.outline.path(index).name(&entry.name);
        self.findings.add_at(kind, severity, path, message, u64::from(entry.span().start));
    }

    /// Returns the known elements with this name.
    pub(crate) fn named(&self, name: &str) -> Vec<(usize, Item<'d>)> {
        let elements = self.outline.elements.iter().enumerate();
        let named = elements.filter(|(_, element)| element.info.is_some() && element.name == *name);
        named.map(|(index, element)| (index, element.item)).collect()
    }

    /// Returns the findings in file order.
    fn finished(self) -> Findings {
        let mut findings: Vec<_> = self.findings.into_iter().collect();
        findings.sort_by_key(|finding| finding.offset);
        findings.into_iter().collect()
    }

    /// Checks the document using the table of its kind.
    fn table(&mut self) {
        self.file();
        for index in 0..self.outline.elements.len() {
            let Some(element) = self.outline.elements.get(index).cloned() else { continue };
            match element.info {
                Some(info) => {
                    self.attributes(index, &element, info);
                    self.children(index, &element, info);
                }
                None => self.unknown_element(index, &element),
            }
        }
    }

    /// Checks how the file begins and ends, and its root.
    fn file(&mut self) {
        let text = self.document.text();
        match self.document.root() {
            Some(Item::Json(_)) if text.starts_with(b"\xef\xbb\xbf") => {
                let message = "a byte order mark; no engine reads the file";
                self.findings.add_at(kinds::BYTE_ORDER_MARK, Severity::Error, Path::new(), message, 0);
            }
            Some(Item::Xml(root)) => {
                let info = self.document.kind().vocabulary().root;
                let name = root.name();
                if let Some(info) = info.filter(|info| !info.has_name(&name)) {
                    let message = format!("expected the root \"{}\", found \"{}\"", info.name, name.to_text());
                    self.findings.add_at(kinds::ROOT_NAME, Severity::Warning, Path::new(), message, root.offset());
                }
                let tree = self.document.xml();
                for extra in tree.into_iter().flat_map(|tree| tree.behind_root(text)) {
                    let message = format!("\"{}\" after the root is not read", extra.name().to_text());
                    self.findings.add_at(kinds::EXTRA_ELEMENT, Severity::Warning, Path::new(), message, extra.offset());
                }
                if self.outline.is_patch {
                    check_steps(&root, &mut self.findings);
                }
            }
            _ => {}
        }
    }

    fn unknown_element(&mut self, index: usize, element: &Visited<'_>) {
        // A step of another name is reported with the steps.
        let is_step = self.outline.is_patch && element.depth == 1;
        let parent = element.parent.and_then(|parent| self.outline.elements.get(parent)).and_then(|parent| parent.info);
        let Some(parent) = parent.filter(|_| !is_step) else { return };
        let name = element.name.to_text();
        let similar = parent.children.iter().find(|child| child.name.eq_ignore_ascii_case(&name));
        match similar {
            Some(child) => {
                let message = format!("\"{name}\" is ignored; the engine reads \"{}\"", child.name);
                self.add(kinds::NAME_CASE, Severity::Warning, index, message);
            }
            None if parent.is_open => {}
            None => {
                let message = format!("\"{name}\" is unknown; the engine skips it");
                self.add(kinds::ELEMENT_UNKNOWN, Severity::Warning, index, message);
            }
        }
    }

    fn children(&mut self, index: usize, element: &Visited<'_>, info: &'static ElementInfo) {
        let mut counts: HashMap<&str, usize> = HashMap::new();
        let children: Vec<(usize, Option<&'static ElementInfo>)> =
            self.outline.children(index).map(|(child, visited)| (child, visited.info)).collect();
        for (child, child_info) in children.iter().filter_map(|(child, info)| Some((*child, (*info)?))) {
            let count = counts.entry(child_info.name).or_default();
            *count += 1;
            if *count == 2 && child_info.count == Count::First && !self.outline.is_patch {
                let message = format!("a second \"{}\"; the engine reads the first", child_info.name);
                self.add(kinds::ELEMENT_DUPLICATE, Severity::Warning, child, message);
            }
        }
        // The root of a patch and its steps have other children.
        if !(self.outline.is_patch && element.depth < 2) {
            for child in info.children.iter().filter(|child| !counts.contains_key(child.name)) {
                // An empty array is a member without items, and an object may be another plain value.
                if element.item.entry(child.name).is_some() {
                    continue;
                }
                self.missing(index, child.need, &format!("no \"{}\"", child.name));
            }
        }
        let has_text = matches!(element.item, Item::Xml(xml) if info.text.is_none() && !xml.text().is_empty());
        // Steps of a patch contain the text of attributes.
        if has_text && !info.is_open && !(self.outline.is_patch && element.depth == 1) {
            self.add(kinds::STRAY_TEXT, Severity::Note, index, "text between elements; the engine skips it");
        }
    }

    fn missing(&mut self, index: usize, need: Need, what: &str) {
        match need {
            Need::Optional => {}
            Need::Expected(effect) => {
                self.add(kinds::ITEM_MISSING, Severity::Warning, index, format!("{what}: {effect}"));
            }
            Need::Required(effect) => {
                self.add(kinds::ITEM_MISSING, Severity::Error, index, format!("{what}: {effect}"));
            }
        }
    }

    fn attributes(&mut self, index: usize, element: &Visited<'_>, info: &'static ElementInfo) {
        let entries = element.item.entries();
        let mut names: HashSet<Name<'_>> = HashSet::new();
        for entry in &entries {
            if !names.insert(entry.name.clone()) {
                let which = if entry.json_kind().is_some() { "last" } else { "first" };
                let message = format!("a second \"{}\"; the engine uses the {which}", entry.name.to_text());
                self.add_value(kinds::ATTRIBUTE_DUPLICATE, Severity::Warning, index, entry, message);
                continue;
            }
            self.entry(index, element, info, entry);
        }
        let is_patch_root = self.outline.is_patch && element.depth == 0;
        for attribute in info.attributes.iter().filter(|_| !is_patch_root) {
            if !names.contains(&Name::from(attribute.name)) && attribute.name != "*" {
                self.missing(index, attribute.need, &format!("no \"{}\"", attribute.name));
            }
        }
        if let Some((value, content)) = info.text.zip(element.item.content()).filter(|_| element.children.is_empty()) {
            let known = known(value, &element.item, None);
            if let Some(problem) = known.check(&content) {
                let message = format!("\"{}\": {}", content.text().to_text(), problem.words());
                self.add(kinds::VALUE_INVALID, Severity::Warning, index, message);
            }
        }
    }

    fn entry(&mut self, index: usize, element: &Visited<'_>, info: &'static ElementInfo, entry: &Entry<'_>) {
        let name = entry.name.to_text();
        if let Source::Attribute(attribute) = entry.source {
            if let Some(problem) = attribute.odd() {
                self.add_value(kinds::VALUE_INVALID, Severity::Warning, index, entry, format!("{name}: {problem}"));
            }
            if name == "inherit" && element.depth == 0 {
                return;
            }
        }
        // An empty array or a plain value in place of an object.
        if let Some(child) =
            info.children.iter().find(|child| child.name == name).filter(|_| entry.json_kind().is_some())
        {
            let is_empty = entry.json_kind() == Some(JsonKind::Array) && entry.text().trim_ascii().len() == 2;
            if !is_empty && info.attribute(&entry.name).is_none_or(|attribute| attribute.name == "*") {
                let message = format!("expected objects in \"{}\"; the engine reads nothing", child.name);
                self.add_value(kinds::VALUE_INVALID, Severity::Warning, index, entry, message);
            }
            return;
        }
        let Some(attribute) = info.attribute(&entry.name) else {
            let similar = info.attributes.iter().find(|attribute| attribute.name.eq_ignore_ascii_case(&name));
            match similar {
                Some(similar) => {
                    let message = format!("\"{name}\" is ignored; the engine reads \"{}\"", similar.name);
                    self.add_value(kinds::NAME_CASE, Severity::Warning, index, entry, message);
                }
                None if info.is_open => {}
                None => {
                    let message = format!("attribute \"{name}\" is unknown; the engine skips it");
                    self.add_value(kinds::ATTRIBUTE_UNKNOWN, Severity::Warning, index, entry, message);
                }
            }
            return;
        };
        if attribute.engines.is_empty() {
            return;
        }
        let class = self.classes.get(index).cloned().flatten();
        let known = known(attribute.value, &element.item, class.as_deref());
        if let Some(problem) = known.check(entry) {
            self.problem(index, entry, attribute, known.words, problem);
        }
    }

    fn problem(
        &mut self,
        index: usize,
        entry: &Entry<'_>,
        attribute: &AttributeInfo,
        words: &[&str],
        problem: Problem,
    ) {
        let text = entry.text();
        let text = text.to_text();
        match problem {
            Problem::Word => {
                let (severity, effect) = match (attribute.value, attribute.need) {
                    (ValueType::UiAttribute, _) => (Severity::Warning, "the engine keeps the value".to_owned()),
                    (_, Need::Required(effect)) => (Severity::Error, effect.to_owned()),
                    (_, Need::Expected(effect)) => (Severity::Warning, effect.to_owned()),
                    _ if attribute.default.is_empty() => {
                        (Severity::Warning, "the engine uses its default value".to_owned())
                    }
                    _ => (Severity::Warning, format!("the engine uses {}", attribute.default)),
                };
                let known = if words.is_empty() { String::new() } else { format!("; known: {}", words.join(", ")) };
                let message = format!("\"{text}\" is unknown; {effect}{known}");
                self.add_value(kinds::VALUE_UNKNOWN, severity, index, entry, message);
            }
            Problem::Value(why) => {
                let message = format!("\"{text}\": {why}");
                self.add_value(kinds::VALUE_INVALID, Severity::Warning, index, entry, message);
            }
            Problem::JsonType(why) => {
                let is_settings = self.document.kind() == Kind::ModelImporter;
                let (kind, severity) = match is_settings {
                    true => (kinds::SETTINGS_TYPE, Severity::Error),
                    // Texts have findings of their own.
                    false if self.document.kind() == Kind::Strings => return,
                    false => (kinds::VALUE_INVALID, Severity::Warning),
                };
                self.add_value(kind, severity, index, entry, why);
            }
        }
    }

    fn names_that_go_up(&mut self) {
        for reference in self.document.references(None).into_iter().filter(Reference::goes_up) {
            let message =
                format!("\"{}\": rbfx goes up one folder; Urho3D and U3D delete the `../`", reference.name.to_text());
            let offset = reference.offset.unwrap_or(0);
            self.findings.add_at(kinds::NAME_GOES_UP, Severity::Warning, reference.path, message, offset);
        }
    }
}

/// Returns a number as the engine reads it.
pub(crate) fn float(item: &Item<'_>, name: &str) -> Option<f32> {
    let text = item.attribute(name)?;
    match urho_core::Variant::from_text(urho_core::VariantKind::Float, &text, urho_core::HashAlgorithm::Urho18).value {
        urho_core::Variant::Float(value) => Some(value),
        _ => None,
    }
}

/// Returns an integer as the engine reads it.
pub(crate) fn int(item: &Item<'_>, name: &str) -> Option<i64> {
    let text = item.attribute(name)?;
    match urho_core::Variant::from_text(urho_core::VariantKind::Int64, &text, urho_core::HashAlgorithm::Urho18).value {
        urho_core::Variant::Int64(value) => Some(value),
        _ => None,
    }
}
