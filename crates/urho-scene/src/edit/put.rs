//! Writes attributes to text files, either as new attributes or in the place of others.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::HashMap;

use urho_core::StringHash;
use urho_core::tree::{Edits, Element, JsonValue, JsonWriter, XmlWriter};

use super::patch::Texts;
use crate::class::Class;
use crate::error::Error;
use crate::place::Place;
use crate::text::{Writing, Written, write_archive, write_json, write_xml};

/// An attribute that will be written to a file.
pub(super) struct Put<'s> {
    pub(super) writing: Writing<'s>,
    pub(super) is_archive: bool,
    pub(super) class: Option<&'s Class>,
    /// The old value, if it consists of items.
    pub(super) before: Option<Written<'s>>,
    pub(super) new: Written<'s>,
    pub(super) spelling: Option<&'s str>,
    pub(super) place: Place,
    /// The first error. It is stored here, because functions that write to a tree can't return it.
    pub(super) result: RefCell<Result<(), Error>>,
}

impl Put<'_> {
    pub(super) fn name(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(&self.new.name)
    }

    pub(super) fn rank(&self, name: &[u8]) -> usize {
        self.class.map_or(usize::MAX, |class| class.rank(name, StringHash::default()))
    }

    /// Returns where to insert a new attribute: after the last attribute that its class registers before it.
    fn index(&self, names: &Names) -> usize {
        match self.rank(&self.new.name) {
            usize::MAX => names.all.len(),
            rank => names.all.iter().rposition(|name| self.rank(name) <= rank).map_or(0, |index| index + 1),
        }
    }

    fn keep(&self, result: Result<(), Error>) {
        let mut kept = self.result.borrow_mut();
        if kept.is_ok() {
            *kept = result;
        }
    }

    /// Writes the attribute as an element.
    pub(super) fn xml<'w>(&self, xml: &'w mut XmlWriter) -> &'w mut XmlWriter {
        self.xml_of(xml, &self.new)
    }

    fn xml_of<'w>(&self, xml: &'w mut XmlWriter, attribute: &Written<'_>) -> &'w mut XmlWriter {
        self.keep(match self.is_archive {
            true => write_archive::attribute(&self.writing, xml, attribute, self.place),
            false => write_xml::attribute(&self.writing, xml, attribute, self.place),
        });
        xml
    }

    /// Writes the attribute as an item in a list.
    pub(super) fn item<'w>(&self, json: &'w mut JsonWriter) -> &'w mut JsonWriter {
        self.item_of(json, &self.new)
    }

    fn item_of<'w>(&self, json: &'w mut JsonWriter, attribute: &Written<'_>) -> &'w mut JsonWriter {
        self.keep(match self.is_archive {
            true => write_archive::attribute(&self.writing, json, attribute, self.place),
            false => write_json::unknown_attribute(&self.writing, json, attribute, self.place),
        });
        json
    }

    /// Writes only the value, because the name is already the key.
    pub(super) fn member<'w>(&self, json: &'w mut JsonWriter) -> &'w mut JsonWriter {
        self.member_of(json, &self.new)
    }

    fn member_of<'w>(&self, json: &'w mut JsonWriter, attribute: &Written<'_>) -> &'w mut JsonWriter {
        self.keep(write_json::value(&self.writing, json, attribute, self.place));
        json
    }

    /// Returns the element before and after the change.
    fn xml_texts(&self) -> Result<Texts, urho_core::Error> {
        let text = |attribute: &Written<'_>| {
            let mut xml = XmlWriter::fragment(b"\n", b"\t", b"");
            self.xml_of(&mut xml, attribute);
            xml.finish()
        };
        self.texts(text)
    }

    /// Returns the JSON value before and after the change.
    fn json_texts(&self, write: impl Fn(&mut JsonWriter, &Written<'_>)) -> Result<Texts, urho_core::Error> {
        self.texts(|attribute| {
            let mut json = JsonWriter::fragment(b"\n", b"\t", b"");
            write(&mut json, attribute);
            json.finish()
        })
    }

    fn texts(
        &self,
        text: impl Fn(&Written<'_>) -> Result<Vec<u8>, urho_core::Error>,
    ) -> Result<Texts, urho_core::Error> {
        // An old value that can't be written is only no help.
        let before = self.before.as_ref().and_then(|before| text(before).ok());
        let _ = self.result.replace(Ok(()));
        Ok(Texts { before, after: text(&self.new)?, spelling: self.spelling.map(str::to_owned) })
    }
}

/// The names of the attributes that a node or component has.
pub(super) struct Names {
    all: Vec<Vec<u8>>,
    /// The index of the last attribute with each name, because this is what the engine uses.
    last: HashMap<Vec<u8>, usize>,
}

impl Names {
    pub(super) fn of(names: impl Iterator<Item = Vec<u8>>) -> Self {
        let all: Vec<Vec<u8>> = names.collect();
        let last = all.iter().enumerate().map(|(index, name)| (name.clone(), index)).collect();
        Self { all, last }
    }
}

/// Sets an attribute among XML elements.
pub(super) fn set_among_elements(
    edits: &mut Edits,
    (attributes, names): (&[Element<'_, '_>], &Names),
    put: &Put<'_>,
) -> Result<(), urho_core::Error> {
    if let Some(old) = names.last.get(&*put.new.name).and_then(|index| attributes.get(*index)) {
        return put.xml_texts()?.patch_xml(*old, edits);
    }
    match put.index(names).checked_sub(1).and_then(|index| attributes.get(index)) {
        Some(before) => before.insert_after(edits, |xml| put.xml(xml)),
        None => attributes.first().map_or(Ok(()), |first| first.insert_before(edits, |xml| put.xml(xml))),
    }
}

/// Sets attributes in a JSON list, whose items have a name.
pub(super) fn set_among_items(
    edits: &mut Edits,
    list: JsonValue<'_, '_>,
    puts: &[Put<'_>],
) -> Result<(), urho_core::Error> {
    let items: Vec<_> = list.items().collect();
    let name =
        |item: &JsonValue<'_, '_>| item.get("name").and_then(|name| name.as_str()).unwrap_or_default().into_owned();
    let names = Names::of(items.iter().map(|item| name(item).into_bytes()));
    puts.iter().try_for_each(|put| match names.last.get(&*put.new.name).and_then(|index| items.get(*index)) {
        Some(old) => put
            .json_texts(|json, attribute| {
                put.item_of(json, attribute);
            })?
            .patch_json(*old, edits),
        None => list.insert_item(put.index(&names), edits, |json| put.item(json)),
    })
}

/// Sets attributes in a JSON object, whose keys are the names.
pub(super) fn set_among_members(
    edits: &mut Edits,
    list: JsonValue<'_, '_>,
    puts: &[Put<'_>],
) -> Result<(), urho_core::Error> {
    let members: Vec<_> = list.members().collect();
    let names = Names::of(members.iter().map(|member| member.name().into_owned().into_bytes()));
    puts.iter().try_for_each(|put| match names.last.get(&*put.new.name).and_then(|index| members.get(*index)) {
        Some(old) => put
            .json_texts(|json, attribute| {
                put.member_of(json, attribute);
            })?
            .patch_json(old.value, edits),
        None => list.insert_member(put.index(&names), &put.name(), edits, |json| put.member(json)),
    })
}
