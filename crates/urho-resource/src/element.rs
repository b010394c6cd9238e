//! Access to the elements of a document, and changes to many values at once.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use binio::{Name, Path};
use urho_core::VariantKind;
use urho_core::tree::{Edits, Element as XmlElement, JsonValue, XmlWriter};

use crate::document::Document;
use crate::error::{Error, ErrorKind, of_text};
use crate::item::{Entry, Item};
use crate::value::{class_of, known, value_of};
use crate::vocabulary::{AttributeInfo, ElementInfo, ValueType, Vocabulary};
use crate::{Kind, Value, edit};

/// An XML element or a JSON object, together with what is known about it. Use this to show a document as a tree.
///
/// ```
/// use urho_resource::{Document, Kind};
/// let file = b"<particleeffect><numparticles value=\"20\" /></particleeffect>";
/// let effect = Document::parse_as(Kind::ParticleEffect, file)?;
/// let particles = &effect.element().unwrap().children()[0];
/// assert_eq!(particles.name(), "numparticles");
/// assert_eq!(particles.attributes()[0].value.text, "20");
/// # Ok::<(), urho_resource::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Element<'d> {
    item: Item<'d>,
    name: Name<'d>,
    info: Option<&'static ElementInfo>,
    class: Option<String>,
    depth: usize,
    vocabulary: &'static Vocabulary,
    is_patch: bool,
}

/// An attribute of an element, or the text between its tags.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Attribute<'d> {
    /// The name. For the text between the tags, this is empty.
    pub name: Name<'d>,
    /// The value. If it is a word, its type is `String`.
    pub value: Value<'d>,
    /// What is known about this attribute, or `None` if no engine reads it.
    pub info: Option<&'static AttributeInfo>,
    /// The words that this value can be, to offer them to the user.
    pub words: &'static [&'static str],
    /// The type, if the table or the file says what it is.
    pub kind: Option<VariantKind>,
}

/// Where to insert a new element with [`Document::insert_element`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ElementPlace<'p> {
    /// The parent of the new element: its [`Element::id`].
    pub around: u32,
    /// The name of the new element.
    pub name: &'p str,
    /// The position among the elements with this name, or `None` to insert it at the end.
    pub index: Option<usize>,
}

/// Which value to change with [`Document::set_texts`]: an [`Element::id`] and an attribute. If the attribute is `None`,
/// this is the text between the tags.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ValueId {
    /// The id of the element.
    pub element: u32,
    /// The name of the attribute.
    pub attribute: Option<String>,
}

impl<'d> Element<'d> {
    /// Returns the name. For the outermost JSON object, this is empty.
    pub fn name(&self) -> &Name<'d> {
        &self.name
    }

    /// Returns what is known about this element, or `None` if no engine reads it.
    pub fn info(&self) -> Option<&'static ElementInfo> {
        self.info
    }

    /// Returns the id of the element. It is unique in the document, but only valid until the document changes.
    pub fn id(&self) -> u32 {
        self.item.offset() as u32
    }

    /// Returns an attribute as text.
    pub fn attribute(&self, name: &str) -> Option<Name<'d>> {
        self.item.attribute(name)
    }

    /// Returns the attributes in file order, without duplicates that the engine ignores.
    pub fn attributes(&self) -> Vec<Attribute<'d>> {
        self.item.counted_entries().into_iter().map(|entry| self.described(entry)).collect()
    }

    fn described(&self, entry: Entry<'d>) -> Attribute<'d> {
        let info = self.info.and_then(|info| info.attribute(&entry.name));
        let known = info.map(|info| known(info.value, &self.item, self.class.as_deref()));
        Attribute {
            value: value_of(&entry, info.map(|info| info.value), &self.item, self.class.as_deref()),
            info,
            words: known.map_or(&[], |known| known.words),
            kind: known.and_then(|known| known.kind),
            name: entry.name,
        }
    }

    /// Returns the text between the tags, if the engine reads it and if there are no child elements.
    pub fn content(&self) -> Option<Value<'d>> {
        let value_type: ValueType = self.info?.text?;
        let content = self.item.content().filter(|_| self.item.children().is_empty())?;
        Some(value_of(&content, Some(value_type), &self.item, None))
    }

    /// Returns the child elements in file order.
    pub fn children(&self) -> Vec<Element<'d>> {
        let info_of = |name: &Name<'_>| match (self.is_patch, self.depth) {
            (true, 0) => Vocabulary::patch().iter().find(|step| step.has_name(name)),
            (true, 1) => self.vocabulary.find(name),
            _ => self.info.and_then(|info| info.child(name)),
        };
        let child = |(name, item): (Name<'d>, Item<'d>)| {
            let info = info_of(&name);
            let class = class_of(info, &item, self.class.clone());
            Element { item, name, info, class, depth: self.depth + 1, ..self.clone() }
        };
        self.item.children().into_iter().map(child).collect()
    }
}

impl Document<'_> {
    /// Returns the outermost element, or `None` if the file does not consist of elements.
    pub fn element(&self) -> Option<Element<'_>> {
        let item = self.root()?;
        let vocabulary = self.kind().vocabulary();
        let (info, name) = match item {
            Item::Xml(element) => (vocabulary.root, element.name()),
            Item::Json(_) => (vocabulary.json_root, Name::default()),
        };
        let class = class_of(info, &item, None);
        Some(Element { item, name, info, class, depth: 0, vocabulary, is_patch: self.inherited().is_some() })
    }

    /// Changes many values in a single edit. They are written exactly as you pass them. When an attribute is not there
    /// yet, it will be added to its element.
    ///
    /// # Errors
    /// Returns [`ErrorKind::NoSuch`] when an element does not exist, and [`ErrorKind::WrongType`] when a text is not a
    /// value of the right type. Nothing is changed after an error.
    pub fn set_texts(&mut self, changes: &[(ValueId, &str)]) -> Result<(), Error> {
        let mut edits = Edits::new();
        let elements = self.elements();
        for (id, text) in changes {
            let element = elements.get(&id.element).ok_or_else(|| no_such(id))?;
            let known_info =
                id.attribute.as_ref().and_then(|name| element.info.and_then(|info| info.attribute(name.as_bytes())));
            let value_type = match &id.attribute {
                Some(_) => known_info.map(|info| info.value),
                None => element.info.and_then(|info| info.text),
            };
            let known = known(value_type.unwrap_or(ValueType::Any), &element.item, element.class.as_deref());
            match (element.item, &id.attribute) {
                (Item::Xml(xml), Some(name)) => {
                    edit::check(&known, text)?;
                    xml.set_attribute(name, text.as_bytes(), &mut edits).map_err(of_text)?;
                }
                (Item::Xml(xml), None) => {
                    edit::check(&known, text)?;
                    edit::set_content(&xml, text, &mut edits)?;
                }
                (Item::Json(object), Some(name)) => edit::set_json(&object, name, &known, text, &mut edits)?,
                (Item::Json(_), None) => return Err(no_such(id)),
            }
        }
        drop(elements);
        self.apply(edits)
    }

    /// Removes attributes in a single edit, or whole elements with everything in them if the attribute is `None`.
    /// Returns how many there were.
    ///
    /// # Errors
    /// This function will return an error if you try to remove the outermost element.
    pub fn remove_ids(&mut self, removed: &[ValueId]) -> Result<usize, Error> {
        let mut edits = Edits::new();
        let mut count = 0;
        let elements = self.elements();
        let gone: BTreeSet<u32> = removed.iter().filter(|id| id.attribute.is_none()).map(|id| id.element).collect();
        let mut json: BTreeMap<u32, (JsonValue<'_, '_>, Vec<&str>)> = BTreeMap::new();
        for id in removed {
            let Some(element) = elements.get(&id.element) else { continue };
            match (element.item, &id.attribute) {
                (_, None) if element.depth == 0 => return Err(no_such(id)),
                (Item::Xml(xml), Some(name)) => count += usize::from(xml.remove_attribute(name, &mut edits)),
                (Item::Json(object), Some(name)) => json.entry(id.element).or_insert((object, Vec::new())).1.push(name),
                (_, None) => {}
            }
        }
        for (object, names) in json.values() {
            let is_meant: Vec<bool> = object.members().map(|member| names.contains(&&*member.name())).collect();
            count += object.remove_where(|index| is_meant.get(index) == Some(&true), &mut edits);
        }
        if let Some(root) = self.root().filter(|_| !gone.is_empty()) {
            count += remove_elements(root, &gone, &mut edits);
        }
        drop(elements);
        self.apply(edits)?;
        Ok(count)
    }

    /// Adds an attribute to an interface element, for example `<attribute name="Position" value="1 2" />`.
    ///
    /// # Errors
    /// Returns [`ErrorKind::NoSuch`] if there is no such element or this is not XML. Also fails if the text contains
    /// NUL.
    pub fn add_interface_attribute(&mut self, element: u32, name: &str, text: &str) -> Result<(), Error> {
        let mut edits = Edits::new();
        let elements = self.elements();
        let inserted = elements
            .get(&element)
            .and_then(|inserted| if let Item::Xml(xml) = inserted.item { Some(xml) } else { None });
        let Some(xml) = inserted else { return Err(no_such(&ValueId { element, attribute: Some(name.to_owned()) })) };
        let last: Option<XmlElement<'_, '_>> = xml.children_named("attribute").last();
        let (name, text) = (name.as_bytes(), text.as_bytes());
        let done = match (last, xml.children().next()) {
            (Some(last), _) => last.insert_after(&mut edits, |new| interface_attribute(new, name, text)),
            (None, Some(first)) => first.insert_before(&mut edits, |new| interface_attribute(new, name, text)),
            (None, None) => xml.append(&mut edits, |new| interface_attribute(new, name, text)),
        };
        done.map_err(of_text)?;
        drop(elements);
        self.apply(edits)
    }

    /// Inserts an element that the tables know. The text will be its attribute `value`. When it has no such attribute,
    /// this is the first one, and for an interface element it is `type`. Use [`set_texts`](Self::set_texts) to add
    /// other attributes afterwards.
    ///
    /// ```
    /// use urho_resource::{Document, ElementPlace, Kind};
    /// let file = b"<particleeffect>\n\t<colorfade color=\"1 1 1 1\" time=\"0\" />\n</particleeffect>\n";
    /// let mut effect = Document::parse_as(Kind::ParticleEffect, file)?;
    /// let around = effect.element().unwrap().id();
    /// effect.insert_element(&ElementPlace { around, name: "colorfade", index: None }, "1 0 0 1")?;
    /// let after = "<particleeffect>\n\t<colorfade color=\"1 1 1 1\" time=\"0\" />\n\t<colorfade color=\"1 0 0 1\" />\n</particleeffect>\n";
    /// assert_eq!(effect.to_bytes()?, after.as_bytes());
    /// # Ok::<(), urho_resource::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`ErrorKind::NoSuch`] when there is no such place, when this is not XML, or when the element is not in
    /// the tables. Also fails if the text is not a value of the attribute.
    pub fn insert_element(&mut self, place: &ElementPlace<'_>, text: &str) -> Result<(), Error> {
        let mut edits = Edits::new();
        let elements = self.elements();
        let wrong = || no_such(&ValueId { element: place.around, attribute: Some(place.name.to_owned()) });
        let around = elements.get(&place.around).ok_or_else(wrong)?;
        let Item::Xml(xml) = around.item else { return Err(wrong()) };
        let info = around.info.and_then(|info| info.child(place.name.as_bytes())).ok_or_else(wrong)?;
        let is_interface = matches!(self.kind(), Kind::UiLayout | Kind::UiStyle) && place.name == "element";
        let wanted = if is_interface { "type" } else { "value" };
        let attribute = info.attributes.iter().find(|attribute| attribute.name == wanted);
        let attribute = attribute.or_else(|| info.attributes.iter().find(|attribute| attribute.name != "*"));
        if let Some(attribute) = attribute {
            edit::check(&known(attribute.value, &around.item, around.class.as_deref()), text)?;
        }
        let value = attribute.map(|attribute| (attribute.name, text));
        let others: Vec<XmlElement<'_, '_>> = xml.children_named(place.name).collect();
        let before = place.index.and_then(|index| others.get(index));
        let done = match (before, others.last()) {
            (Some(next), _) => next.insert_before(&mut edits, |new| new_element(new, place.name, value)),
            (None, Some(last)) => last.insert_after(&mut edits, |new| new_element(new, place.name, value)),
            (None, None) => xml.append(&mut edits, |new| new_element(new, place.name, value)),
        };
        done.map_err(of_text)?;
        drop(elements);
        self.apply(edits)
    }

    /// Returns all elements by id.
    fn elements(&self) -> HashMap<u32, Element<'_>> {
        let mut all = HashMap::new();
        let mut open: Vec<Element<'_>> = self.element().into_iter().collect();
        while let Some(element) = open.pop() {
            open.extend(element.children());
            all.insert(element.id(), element);
        }
        all
    }
}

fn interface_attribute<'w>(xml: &'w mut XmlWriter, name: &[u8], text: &[u8]) -> &'w mut XmlWriter {
    xml.open("attribute").attribute("name", name).attribute("value", text).close()
}

/// Writes an element, and its attribute if there is one.
fn new_element<'w>(xml: &'w mut XmlWriter, name: &str, value: Option<(&str, &str)>) -> &'w mut XmlWriter {
    xml.open(name);
    if let Some((attribute, text)) = value {
        xml.attribute(attribute, text.as_bytes());
    }
    xml.close()
}

/// Removes elements. An element inside another that is removed is not removed again.
fn remove_elements(root: Item<'_>, gone: &BTreeSet<u32>, edits: &mut Edits) -> usize {
    let mut count = 0;
    let mut open = vec![root];
    while let Some(item) = open.pop() {
        let is_gone = |item: &Item<'_>| gone.contains(&(item.offset() as u32));
        let children = item.children();
        match item {
            Item::Xml(_) => {
                for (_, child) in children.iter().filter(|(_, child)| is_gone(child)) {
                    if let Item::Xml(child) = child {
                        child.remove(edits);
                        count += 1;
                    }
                }
            }
            Item::Json(object) => {
                let flags: Vec<bool> = object.members().map(|member| is_gone(&Item::Json(member.value))).collect();
                count += object.remove_where(|index| flags.get(index) == Some(&true), edits);
                for member in object.members() {
                    let flags: Vec<bool> = member.value.items().map(|item| is_gone(&Item::Json(item))).collect();
                    count += member.value.remove_where(|index| flags.get(index) == Some(&true), edits);
                }
            }
        }
        open.extend(children.into_iter().map(|(_, child)| child).filter(|child| !is_gone(child)));
    }
    count
}

#[cold]
fn no_such(id: &ValueId) -> Error {
    let name = id.attribute.as_ref().map_or_else(|| "element".to_owned(), |name| format!("@{name}"));
    Error::new(ErrorKind::NoSuch(name), Path::new()).at(u64::from(id.element))
}
