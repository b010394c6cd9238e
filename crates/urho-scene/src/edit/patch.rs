//! Changes a value in a text file, but keeps everything else: comments, layout, and the digits of other items.
//!
//! To do this, the value is written twice, as it was and as it should be. Wherever both are equal, the text of the file
//! is kept.

use urho_core::tree::{Edits, Element, JsonKind, JsonTree, JsonValue, JsonWriter, XmlTree, XmlWriter};

/// A value before and after a change, as this crate would write it.
pub(super) struct Texts {
    pub(super) before: Option<Vec<u8>>,
    pub(super) after: Vec<u8>,
    /// How to write the new value, if it is a single string.
    pub(super) spelling: Option<String>,
}

impl Texts {
    /// Changes an element in the file.
    pub(super) fn patch_xml(&self, file: Element<'_, '_>, edits: &mut Edits) -> Result<(), urho_core::Error> {
        let before = self.before.as_deref().map(XmlTree::parse).transpose()?;
        let before = self.before.as_deref().zip(before.as_ref()).map(|(text, tree)| tree.root(text));
        let after = XmlTree::parse(&self.after)?;
        let after = after.root(&self.after);
        if let Some(spelling) = &self.spelling {
            let is_plain = |element: &Element<'_, '_>| {
                element.children().next().is_none() && element.attribute_of("value").is_some()
            };
            if is_plain(&after) && is_plain(&file) {
                attributes(file, before, after, edits, Some(spelling.as_bytes()))?;
                return Ok(());
            }
        }
        element(file, before, after, edits)
    }

    /// Changes a JSON value in the file.
    pub(super) fn patch_json(&self, file: JsonValue<'_, '_>, edits: &mut Edits) -> Result<(), urho_core::Error> {
        let before = self.before.as_deref().map(JsonTree::parse).transpose()?;
        let before = self.before.as_deref().zip(before.as_ref()).map(|(text, tree)| tree.root(text));
        let after = JsonTree::parse(&self.after)?;
        value(file, before, after.root(&self.after), edits, self.spelling.as_deref())
    }
}

/// Sets the attributes that have changed. The attribute `value` is written as requested.
fn attributes(
    file: Element<'_, '_>,
    before: Option<Element<'_, '_>>,
    after: Element<'_, '_>,
    edits: &mut Edits,
    spelling: Option<&[u8]>,
) -> Result<(), urho_core::Error> {
    for attribute in after.attributes() {
        let name = String::from_utf8_lossy(attribute.name);
        let new = attribute.value();
        let spelled = spelling.filter(|_| name == "value");
        let old = match before {
            Some(before) if spelled.is_none() => before.attribute(&name),
            _ => file.attribute(&name),
        };
        let new = spelled.unwrap_or(&new);
        if old.is_none_or(|old| *old != *new) {
            file.set_attribute(&name, new, edits)?;
        }
    }
    for gone in before.iter().flat_map(Element::attributes) {
        let name = String::from_utf8_lossy(gone.name);
        if after.attribute_of(&name).is_none() {
            file.remove_attribute(&name, edits);
        }
    }
    Ok(())
}

/// Changes the attributes and children of an element. If its shape is not as expected, the whole element is replaced.
fn element(
    file: Element<'_, '_>,
    before: Option<Element<'_, '_>>,
    after: Element<'_, '_>,
    edits: &mut Edits,
) -> Result<(), urho_core::Error> {
    let inside: Vec<_> = file.children().collect();
    let old: Vec<_> = before.unwrap_or(file).children().collect();
    let new: Vec<_> = after.children().collect();
    let is_same = inside.iter().map(Element::name).eq(old.iter().map(Element::name));
    let has_text = |element: &Element<'_, '_>| element.children().next().is_none() && !element.text().is_empty();
    let common = Common::of(&old, &new, |old, new| old.raw() == new.raw());
    if !is_same || has_text(&file) || (inside.is_empty() && !new.is_empty()) || (new.is_empty() && !inside.is_empty()) {
        return file.replace(edits, |xml| copied(xml, after));
    }
    attributes(file, before, after, edits, None)?;
    let mut last = common.start.checked_sub(1).and_then(|index| inside.get(index));
    for index in 0..common.old.max(common.new) {
        let place = common.start + index;
        match (inside.get(place).filter(|_| index < common.old), new.get(place).filter(|_| index < common.new)) {
            (Some(file), Some(new)) => {
                let old = if before.is_some() { old.get(place).copied() } else { None };
                element(*file, old, *new, edits)?;
                last = Some(file);
            }
            (Some(file), None) => file.remove(edits),
            (None, Some(new)) => match (last, inside.first()) {
                (Some(last), _) => last.insert_after(edits, |xml| copied(xml, *new))?,
                (None, Some(first)) => first.insert_before(edits, |xml| copied(xml, *new))?,
                (None, None) => file.append(edits, |xml| copied(xml, *new))?,
            },
            (None, None) => {}
        }
    }
    Ok(())
}

/// Writes an element again using the layout of the writer. The parser has already limited the nesting.
fn copied<'w>(xml: &'w mut XmlWriter, element: Element<'_, '_>) -> &'w mut XmlWriter {
    xml.open(&element.name().to_text());
    for attribute in element.attributes() {
        xml.attribute(&String::from_utf8_lossy(attribute.name), &attribute.value());
    }
    element.children().fold(xml, |xml, child| copied(xml, child)).close()
}

/// Which items at the start and at the end of two lists are equal, and the indices of the items between them.
struct Common {
    start: usize,
    old: usize,
    new: usize,
}

impl Common {
    fn of<T, U>(old: &[T], new: &[U], is_same: impl Fn(&T, &U) -> bool) -> Self {
        let start = old.iter().zip(new).take_while(|(old, new)| is_same(old, new)).count();
        let most = old.len().min(new.len()) - start;
        let both = old.iter().rev().zip(new.iter().rev()).take(most);
        let end = both.take_while(|(old, new)| is_same(old, new)).count();
        Self { start, old: old.len() - start - end, new: new.len() - start - end }
    }
}

/// Changes the members or items of a JSON value. If its shape is not as expected, the whole value is replaced.
fn value(
    file: JsonValue<'_, '_>,
    before: Option<JsonValue<'_, '_>>,
    after: JsonValue<'_, '_>,
    edits: &mut Edits,
    spelling: Option<&str>,
) -> Result<(), urho_core::Error> {
    match (file.kind(), after.kind()) {
        (JsonKind::Object, JsonKind::Object) => {
            let names = |value: JsonValue<'_, '_>| -> Vec<String> {
                let mut names: Vec<String> = value.members().map(|member| member.name().into_owned()).collect();
                names.sort_unstable();
                names
            };
            if names(file) != names(after) {
                return replace(file, after, edits);
            }
            for member in after.members() {
                let name = member.name();
                let Some(inside) = file.get(&name) else { continue };
                let old = before.and_then(|before| before.get(&name));
                value(inside, old, member.value, edits, spelling.filter(|_| name == "value"))?;
            }
            Ok(())
        }
        (JsonKind::Array, JsonKind::Array) => array(file, before, after, edits),
        (JsonKind::Object | JsonKind::Array, _) | (_, JsonKind::Object | JsonKind::Array) => {
            replace(file, after, edits)
        }
        _ => {
            let same = before.map_or(file.raw() == after.raw(), |before| before.raw() == after.raw());
            if spelling.is_some() || !same {
                let text = spelled(file.kind(), after, spelling);
                if text != file.raw() {
                    edits.replace(file.span(), text);
                }
            }
            Ok(())
        }
    }
}

fn array(
    file: JsonValue<'_, '_>,
    before: Option<JsonValue<'_, '_>>,
    after: JsonValue<'_, '_>,
    edits: &mut Edits,
) -> Result<(), urho_core::Error> {
    let inside: Vec<_> = file.items().collect();
    let old: Vec<_> = before.unwrap_or(file).items().collect();
    let new: Vec<_> = after.items().collect();
    if inside.len() != old.len() || inside.is_empty() || new.is_empty() {
        return if inside.is_empty() && new.is_empty() { Ok(()) } else { replace(file, after, edits) };
    }
    let common = Common::of(&old, &new, |old, new| old.raw() == new.raw());
    let both = common.start..common.start + common.old.min(common.new);
    for ((file, old), new) in inside.iter().zip(&old).zip(&new).take(both.end).skip(both.start) {
        value(*file, before.map(|_| *old), *new, edits, None)?;
    }
    file.remove_where(|index| (both.end..common.start + common.old).contains(&index), edits);
    for new in new.iter().take(common.start + common.new).skip(both.end) {
        file.insert_item(both.end, edits, |json| copied_json(json, *new))?;
    }
    Ok(())
}

fn replace(file: JsonValue<'_, '_>, after: JsonValue<'_, '_>, edits: &mut Edits) -> Result<(), urho_core::Error> {
    file.replace(edits, |json| copied_json(json, after))
}

/// Writes a value again using the layout of the writer. The parser has already limited the nesting.
fn copied_json<'w>(json: &'w mut JsonWriter, value: JsonValue<'_, '_>) -> &'w mut JsonWriter {
    match value.kind() {
        JsonKind::Object => {
            let members = value.members();
            members.fold(json.object(), |json, member| copied_json(json.member(&member.name()), member.value)).end()
        }
        JsonKind::Array => value.items().fold(json.array(), copied_json).end(),
        _ => json.raw(&String::from_utf8_lossy(value.raw())),
    }
}

/// Returns the text for a simple value. If `spelling` is a value of the same kind, it is used. If the file has a number
/// or a boolean in a string, it stays in a string.
fn spelled(file: JsonKind, after: JsonValue<'_, '_>, spelling: Option<&str>) -> Vec<u8> {
    let as_text = |text: &str| {
        let mut json = JsonWriter::fragment(b"\n", b"\t", b"");
        json.string(text);
        json.finish().unwrap_or_else(|_| after.raw().to_vec())
    };
    match (file, after.kind(), spelling) {
        (_, JsonKind::String, None) => after.raw().to_vec(),
        (_, JsonKind::String, Some(spelling)) => as_text(spelling),
        (JsonKind::String, JsonKind::Number | JsonKind::Bool, spelling) => {
            as_text(spelling.unwrap_or(&String::from_utf8_lossy(after.raw())))
        }
        (_, kind, Some(spelling)) if is_plain(spelling, kind) => spelling.as_bytes().to_vec(),
        _ => after.raw().to_vec(),
    }
}

/// Whether `text` is a JSON value of this kind and nothing else.
fn is_plain(text: &str, kind: JsonKind) -> bool {
    let parsed = JsonTree::parse(text.as_bytes());
    parsed.is_ok_and(|tree| tree.root(text.as_bytes()).kind() == kind && text.trim() == text)
}
