//! Views other data files, with paths such as `numparticles`, `colorfade[1]/time` and `children/HUD/Position`.

use std::borrow::Cow;

use asset_formats::{Error, Format};
use binio::Name;
use urho_core::VariantKind;
use urho_resource::{Attribute, Count, Document, Element, ElementPlace, Kind, Rule, ValueId, ValueType};

use super::{Address, Place};
use crate::edit::Setting;
use crate::error::PathError;
use crate::part::Part;
use crate::value::Value;

/// The place of a part in a data file.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum At {
    /// An attribute, or the text in an element.
    Value(ValueId),
    /// An element, and the attribute that contains its own value.
    Element(u32, Option<String>),
    /// All child elements with this name, inside this element.
    Children(u32, String),
    /// An attribute of an interface. It is an element itself, so this is the element and the value.
    Interface(u32, ValueId),
}

/// Returns the document as a part, or `None` if it has no elements.
pub(super) fn root<'d>(document: &'d Document<'d>) -> Option<Part<'d>> {
    let element = document.element()?;
    let is_interface = matches!(document.kind(), Kind::UiLayout | Kind::UiStyle);
    Some(group(String::new(), &element, is_interface))
}

/// Returns an element as a part. The value of the element is its attribute `value`, or its text.
fn group<'d>(name: String, element: &Element<'d>, is_interface: bool) -> Part<'d> {
    let id = element.id();
    let inside = element.clone();
    let kind = match is_interface.then(|| element.attribute("type")).flatten() {
        Some(class) => class.to_text().into_owned(),
        None => element.name().to_text().into_owned(),
    };
    let attributes = element.attributes();
    let main = own_of(element, &attributes);
    let own_name = main.map(|main| main.name.to_text().into_owned());
    let address = Address::Resource(At::Element(id, own_name));
    let part = Part::group(name, kind, address, move || parts(&inside, is_interface));
    match (main, element.content()) {
        (Some(main), _) => part.with_value(value(main)),
        (None, Some(content)) => part.with_value(Value::text_of(content.text.into_owned())),
        (None, None) => part,
    }
}

/// Returns the attribute that is the value of its element. It is called `value`, or is the only attribute that is
/// allowed.
fn own_of<'p, 'd>(element: &Element<'d>, attributes: &'p [Attribute<'d>]) -> Option<&'p Attribute<'d>> {
    let only = match element.info().map(|info| info.attributes) {
        Some([only]) if only.name != "*" => only.name,
        _ => "value",
    };
    attributes.iter().find(|attribute| attribute.name == *"value" || attribute.name == *only)
}

/// Returns the attributes of an element, then its child elements by name.
fn parts<'d>(element: &Element<'d>, is_interface: bool) -> Vec<Part<'d>> {
    let attributes = element.attributes();
    let main = own_of(element, &attributes).map(|main| &main.name);
    let mut parts: Vec<Part<'d>> =
        attributes.iter().map(|attribute| self::attribute(element, attribute, main)).collect();
    let is_stored = |name: &str| attributes.iter().any(|attribute| attribute.name == *name);
    let known = element.info().map(|info| info.attributes).unwrap_or_default();
    for info in known.iter().filter(|info| info.name != "*" && !is_stored(info.name) && !info.default.is_empty()) {
        let kind = info.value.kind();
        let value = Value { words: words(info.value.words()), ..Value::of_kind(kind) }.read(None, info.default);
        let id = ValueId { element: element.id(), attribute: Some(info.name.to_owned()) };
        parts.push(Part::value_of(info.name, value, Address::Resource(At::Value(id))));
    }
    let children = element.children();
    if is_interface {
        parts.extend(children.iter().filter_map(interface_attribute));
    }
    let mut lists: Vec<(Name<'d>, Vec<Element<'d>>)> = Vec::new();
    let mut known = std::collections::HashMap::new();
    let is_other = |child: &Element<'d>| !is_interface || interface_attribute(child).is_none();
    for child in children.into_iter().filter(is_other) {
        let index = *known.entry(child.name().clone()).or_insert(lists.len());
        match lists.get_mut(index) {
            Some((_, list)) => list.push(child),
            None => lists.push((child.name().clone(), vec![child])),
        }
    }
    let around = element.id();
    parts.extend(lists.into_iter().map(|(name, list)| children_part(around, name, list, is_interface)));
    parts
}

/// Returns the child elements that have the same name, as a single element or as a list.
fn children_part<'d>(around: u32, name: Name<'d>, list: Vec<Element<'d>>, is_interface: bool) -> Part<'d> {
    let is_child = is_interface && name == *"element";
    let name = if is_child { "children".to_owned() } else { name.to_text().into_owned() };
    match list.as_slice() {
        [only] if !is_child && only.info().is_none_or(|info| info.count == Count::First) => {
            group(name, only, is_interface)
        }
        _ => Part::list(name.clone(), Address::Resource(At::Children(around, name)), move || {
            list.iter().map(|element| group(item_name(element, is_interface), element, is_interface)).collect()
        }),
    }
}

/// Returns the name of an element in a list. In an interface, this is its attribute `Name`; otherwise, it is `name`.
fn item_name(element: &Element<'_>, is_interface: bool) -> String {
    let interface_name = || {
        let attributes = element.children().into_iter().filter(|child| child.name() == &Name::from("attribute"));
        let mut named = attributes.filter(|child| child.attribute("name").is_some_and(|name| name == *"Name"));
        named.next().and_then(|name| name.attribute("value"))
    };
    let name = if is_interface { interface_name() } else { element.attribute("name") };
    name.map(|name| name.to_text().into_owned()).unwrap_or_default()
}

fn attribute<'d>(element: &Element<'d>, attribute: &Attribute<'d>, main: Option<&Name<'d>>) -> Part<'d> {
    let id = ValueId { element: element.id(), attribute: Some(attribute.name.to_text().into_owned()) };
    let part =
        Part::value_of(attribute.name.to_text().into_owned(), value(attribute), Address::Resource(At::Value(id)));
    // The element itself has this value.
    if main == Some(&attribute.name) { part.into_link() } else { part }
}

/// Returns `<attribute name="Position" value="1 2" />` as the value `Position`.
fn interface_attribute<'d>(element: &Element<'d>) -> Option<Part<'d>> {
    let name = element.attribute("name").filter(|_| element.name() == &Name::from("attribute"))?;
    let stored = element.attributes().into_iter().find(|attribute| attribute.name == *"value")?;
    let id = ValueId { element: element.id(), attribute: Some("value".to_owned()) };
    let address = Address::Resource(At::Interface(element.id(), id));
    Some(Part::value_of(name.to_text().into_owned(), value(&stored), address))
}

fn words(words: &'static [&'static str]) -> Vec<Cow<'static, str>> {
    words.iter().map(|word| Cow::Borrowed(*word)).collect()
}

/// Returns a value with everything that its table says.
fn value(attribute: &Attribute<'_>) -> Value {
    let text = attribute.value.text.to_text().into_owned();
    let resource = match attribute.info.map(|info| info.value) {
        Some(ValueType::Resource(info)) if info.rule == Rule::Absolute => info.resource,
        _ => "",
    };
    let kind = attribute.kind.filter(|_| attribute.words.is_empty());
    let like = Value {
        words: words(attribute.words),
        resource: Cow::Borrowed(resource),
        ..Value::of_kind(kind.unwrap_or(VariantKind::String))
    };
    let default = attribute.info.map_or("", |info| info.default);
    let is_known = attribute.kind.is_some();
    let value = like.read(Some(text), default);
    Value { kind: value.kind.filter(|_| is_known), ..value }
}

fn failed(error: urho_resource::Error) -> PathError {
    PathError::Document(Error::malformed(Format::URHO_RESOURCE, error))
}

/// Sets all values in a single edit.
pub(super) fn set(document: &mut Document<'_>, settings: &[(At, &Setting)]) -> Result<(), PathError> {
    let changes = settings.iter().map(|(at, setting)| {
        let id = match at {
            At::Value(id) | At::Interface(_, id) => id.clone(),
            At::Element(element, attribute) => ValueId { element: *element, attribute: attribute.clone() },
            At::Children(..) => return Err(PathError::refused(&setting.path, SEVERAL)),
        };
        Ok((id, setting.text.as_str()))
    });
    let changes: Vec<(ValueId, &str)> = changes.collect::<Result<_, _>>()?;
    document.set_texts(&changes).map_err(failed)
}

/// Why a list of elements can't be set or removed.
const SEVERAL: &str = "these are several elements; name one of them";

/// Inserts an element, before another element with the same name or after all of them.
pub(super) fn insert(
    document: &mut Document<'_>,
    (path, at): (&str, &At),
    index: Option<usize>,
    text: &str,
) -> Result<(), PathError> {
    let At::Children(around, name) = at else { return Err(PathError::refused(path, "only elements can be inserted")) };
    let is_interface = matches!(document.kind(), Kind::UiLayout | Kind::UiStyle);
    let name = if is_interface && name == "children" { "element" } else { name };
    let insertion = ElementPlace { around: *around, name, index };
    document.insert_element(&insertion, text).map_err(failed)
}

/// Adds an attribute.
pub(super) fn create(document: &mut Document<'_>, target: &Place<'_>, at: &At, text: &str) -> Result<(), PathError> {
    let (path, name) = (target.path, target.name);
    let At::Element(element, _) = at else { return Err(PathError::refused(path, "attributes belong to elements")) };
    let is_interface = matches!(document.kind(), Kind::UiLayout | Kind::UiStyle);
    if is_interface && name.starts_with(|letter: char| letter.is_ascii_uppercase()) {
        return document.add_interface_attribute(*element, name, text).map_err(failed);
    }
    let id = ValueId { element: *element, attribute: Some(name.to_owned()) };
    document.set_texts(&[(id, text)]).map_err(failed)
}

/// Removes attributes and elements in a single edit.
pub(super) fn remove(document: &mut Document<'_>, removed: &[(&str, At)]) -> Result<(), PathError> {
    let ids = removed.iter().map(|(path, at)| match at {
        At::Value(id) => Ok(id.clone()),
        At::Element(element, _) | At::Interface(element, _) => Ok(ValueId { element: *element, attribute: None }),
        At::Children(..) => Err(PathError::refused(*path, SEVERAL)),
    });
    let ids: Vec<ValueId> = ids.collect::<Result<_, _>>()?;
    document.remove_ids(&ids).map(drop).map_err(failed)
}

#[cfg(test)]
mod tests {
    use urho_core::Variant;

    use super::*;

    #[test]
    fn values_of_words_keep_their_words() {
        let file = b"<particleeffect><emittertype value=\"Box\" /></particleeffect>";
        let effect = Document::parse_as(Kind::ParticleEffect, file).unwrap();
        let part = root(&effect).unwrap().parts().remove(0);
        let value = part.value().unwrap();
        assert!(value.words.iter().any(|word| word == "Sphere"), "{value:?}");
        assert_eq!(value.variant, Variant::String("Box".into()));
    }
}
