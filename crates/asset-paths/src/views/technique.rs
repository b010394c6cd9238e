//! Views techniques and texture parameters, with paths such as `passes/base/blend`, `filter` and `images[0]`.

use std::borrow::Cow;
use std::rc::Rc;

use asset_formats::{Error, Format};
use urho_core::VariantKind;
use urho_material::words::{BLENDS, COMPARES, FILTERS, IMAGES, MODES, PASS, TECHNIQUE};
use urho_material::{ElementAttributes, Technique, Texture};

use super::{Address, Place};
use crate::edit::Setting;
use crate::error::PathError;
use crate::part::Part;
use crate::value::Value;

/// The place of a part.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum At {
    /// An attribute of the element with this index.
    Attribute(usize, &'static str),
    /// An attribute that is in no table. The numbers are the index of the element, and of the attribute in it.
    Other(usize, usize),
    /// An element.
    Element(usize),
    /// An element that is missing, and an attribute that it could have.
    Missing(&'static str, &'static str),
    /// The list of passes.
    Passes,
}

/// Returns the type of an attribute: an enumeration, or a boolean.
fn described(attribute: &str) -> Value {
    let words: &'static [&'static str] = match attribute {
        "blend" => &BLENDS,
        "depthtest" => &COMPARES,
        "cull" => &["none", "ccw", "cw"],
        "lighting" => &["unlit", "pervertex", "perpixel"],
        _ => &[],
    };
    let kind = match attribute {
        "depthwrite" | "alphatocoverage" | "colorwrite" | "desktop" | "enable" => VariantKind::Bool,
        _ => VariantKind::String,
    };
    let words = words.iter().map(|word| Cow::Borrowed(*word)).collect();
    Value { words, ..Value::of_kind(kind) }
}

fn default(attribute: &str) -> &'static str {
    match attribute {
        "blend" => "replace",
        "depthtest" => "lessequal",
        "depthwrite" | "colorwrite" => "true",
        "alphatocoverage" | "desktop" => "false",
        _ => "",
    }
}

fn stored(element: &ElementAttributes, name: &str) -> Option<String> {
    element.1.iter().find(|(known, _)| known == name).map(|(_, value)| value.clone())
}

fn value<'d>(element: &ElementAttributes, index: usize, name: &'static str) -> Part<'d> {
    let value = described(name).read(stored(element, name), default(name));
    Part::value_of(name, value, Address::Technique(At::Attribute(index, name)))
}

/// Returns the attributes of an element: first those in the table, then the others.
fn attributes<'d>(element: &ElementAttributes, index: usize, table: &[&'static str]) -> Vec<Part<'d>> {
    let known = table.iter().map(|name| value(element, index, name));
    let others = element.1.iter().enumerate().filter(|(_, (name, _))| !table.contains(&name.as_str()));
    let other = |(number, (name, text)): (usize, &(String, String))| {
        let value = Value { kind: None, ..Value::text_of(text.clone()) };
        Part::value_of(name.clone(), value, Address::Technique(At::Other(index, number)))
    };
    known.chain(others.map(other)).collect()
}

/// Returns a technique as a part.
pub(super) fn technique<'d>(technique: &'d Technique<'d>) -> Part<'d> {
    Part::group("", "Technique", Address::None, move || {
        let elements = Rc::new(technique.elements());
        let mut parts = elements.first().map(|root| attributes(root, 0, &TECHNIQUE)).unwrap_or_default();
        let passes = elements.clone();
        parts.push(Part::list("passes", Address::Technique(At::Passes), move || {
            let passes_of = passes.iter().enumerate().skip(1).filter(|(_, (name, _))| name == "pass");
            passes_of.map(|(index, element)| pass(&passes, index, element)).collect()
        }));
        parts
    })
}

fn pass<'d>(elements: &Rc<Vec<ElementAttributes>>, index: usize, element: &ElementAttributes) -> Part<'d> {
    let inside = elements.clone();
    let name = stored(element, "name").unwrap_or_default();
    Part::group(name, "Pass", Address::Technique(At::Element(index)), move || {
        inside.get(index).map(|element| attributes(element, index, &PASS)).unwrap_or_default()
    })
}

/// Returns texture parameters as a part.
pub(super) fn texture<'d>(texture: &'d Texture<'d>) -> Part<'d> {
    Part::group("", "Texture", Address::None, move || {
        let elements = Rc::new(texture.elements());
        let kind = Value::fixed(urho_core::Variant::String(texture.kind().name().into()));
        let mut parts = vec![Part::value_of("kind", kind, Address::None)];
        let images = elements.clone();
        parts.push(Part::list("images", Address::None, move || {
            let all = images.iter().enumerate().skip(1).filter(|(_, (name, _))| IMAGES.contains(&name.as_str()));
            all.map(|(index, element)| value(element, index, "name").renamed("")).collect()
        }));
        let inside = elements.clone();
        parts.push(Part::group("address", "", Address::None, move || {
            ["u", "v", "w"].into_iter().filter_map(|coord| address(&inside, coord)).collect()
        }));
        parts.push(once(
            &elements,
            "filter",
            "filter",
            &Known { attribute: "mode", words: &FILTERS, default: "default" },
        ));
        parts.push(once(&elements, "border", "border", &Known { attribute: "color", words: &[], default: "0 0 0 0" }));
        parts.push(once(&elements, "mipmaps", "mipmap", &Known { attribute: "enable", words: &[], default: "true" }));
        parts.push(once(&elements, "srgb", "srgb", &Known { attribute: "enable", words: &[], default: "false" }));
        parts.push(once(&elements, "linear", "linear", &Known { attribute: "enable", words: &[], default: "false" }));
        parts
    })
}

fn words(words: &'static [&'static str]) -> Vec<Cow<'static, str>> {
    words.iter().map(|word| Cow::Borrowed(*word)).collect()
}

/// What is known about the value of an element.
struct Known {
    attribute: &'static str,
    words: &'static [&'static str],
    default: &'static str,
}

/// Returns the value of an element. If there are several, the last one counts.
fn once<'d>(
    elements: &[ElementAttributes],
    name: &'static str,
    element: &'static str,
    &Known { attribute, words: known, default }: &Known,
) -> Part<'d> {
    let like = match attribute {
        "color" => Value::of_kind(VariantKind::Color),
        _ => Value { words: words(known), ..described(attribute) },
    };
    let existing = elements.iter().enumerate().skip(1).rfind(|(_, (known, _))| known == element);
    let at = existing.map_or(At::Missing(element, attribute), |(index, _)| At::Attribute(index, attribute));
    let text = existing.and_then(|(_, element)| stored(element, attribute));
    Part::value_of(name, like.read(text, default), Address::Technique(at))
}

/// Returns the address mode of a coordinate, or `None` if it is not in the file.
fn address<'d>(elements: &[ElementAttributes], coord: &'static str) -> Option<Part<'d>> {
    let is_it = |element: &ElementAttributes| {
        let coordinate = stored(element, "coord").unwrap_or_default().to_ascii_lowercase();
        element.0 == "address" && coordinate.starts_with(coord)
    };
    let (index, mode) = elements.iter().enumerate().skip(1).rfind(|(_, element)| is_it(element))?;
    let value = Value { words: words(&MODES), ..described("mode") }.read(stored(mode, "mode"), "wrap");
    Some(Part::value_of(coord, value, Address::Technique(At::Attribute(index, "mode"))))
}

/// The operations that both kinds of files support.
pub(super) trait AttributeFile {
    const FORMAT: Format;
    /// True if the element can be removed when it has no attributes left, because it has no effect then.
    const NEEDS_ATTRIBUTES: bool;
    fn all(&self) -> Vec<ElementAttributes>;
    fn set(&mut self, changes: &[(usize, &str, &str)]) -> Result<(), urho_material::Error>;
    fn add(&mut self, name: &str, attributes: &[(&str, &str)]) -> Result<(), urho_material::Error>;
    fn remove(&mut self, removed: &[(usize, Option<&str>)]) -> Result<usize, urho_material::Error>;
}

macro_rules! attribute_file {
    ($name:ident, $format:ident, $needs_attributes:literal) => {
        impl AttributeFile for $name<'_> {
            const FORMAT: Format = Format::$format;
            const NEEDS_ATTRIBUTES: bool = $needs_attributes;
            fn all(&self) -> Vec<ElementAttributes> {
                self.elements()
            }
            fn set(&mut self, changes: &[(usize, &str, &str)]) -> Result<(), urho_material::Error> {
                self.set_attributes(changes)
            }
            fn add(&mut self, name: &str, attributes: &[(&str, &str)]) -> Result<(), urho_material::Error> {
                self.add_element(name, attributes)
            }
            fn remove(&mut self, removed: &[(usize, Option<&str>)]) -> Result<usize, urho_material::Error> {
                self.remove_parts(removed)
            }
        }
    };
}
attribute_file!(Technique, URHO_TECHNIQUE, false);
attribute_file!(Texture, URHO_TEXTURE, true);

fn failed<F: AttributeFile>(error: urho_material::Error) -> PathError {
    PathError::Document(Error::malformed(F::FORMAT, error))
}

/// Sets values. New elements are added at the end, one by one.
pub(super) fn set<F: AttributeFile>(file: &mut F, settings: &[(At, &Setting)]) -> Result<(), PathError> {
    let elements = file.all();
    let mut changes = Vec::new();
    let mut added = Vec::new();
    for (at, setting) in settings {
        match at {
            At::Attribute(index, name) => changes.push((*index, *name, setting.text.as_str())),
            At::Other(index, number) => {
                let name = elements.get(*index).and_then(|element| element.1.get(*number));
                changes.extend(name.map(|(name, _)| (*index, name.as_str(), setting.text.as_str())));
            }
            At::Missing(element, attribute) => added.push((*element, *attribute, setting.text.as_str())),
            At::Element(_) | At::Passes => {
                return Err(PathError::refused(&setting.path, "it consists of parts; set them one by one"));
            }
        }
    }
    file.set(&changes).map_err(failed::<F>)?;
    added.iter().try_for_each(|(element, attribute, text)| file.add(element, &[(attribute, text)]).map_err(failed::<F>))
}

/// Adds an attribute that is in no table.
pub(super) fn create<F: AttributeFile>(file: &mut F, target: &Place<'_>, at: &At, text: &str) -> Result<(), PathError> {
    let (path, name) = (target.path, target.name);
    let At::Element(index) = at else { return Err(PathError::refused(path, "nothing can be added here")) };
    file.set(&[(*index, name, text)]).map_err(failed::<F>)
}

/// Removes attributes and passes.
pub(super) fn remove<F: AttributeFile>(file: &mut F, removed: &[(&str, At)]) -> Result<(), PathError> {
    let elements = file.all();
    let parts = removed.iter().map(|(path, at)| match at {
        // An element of a texture is nothing without its attribute.
        At::Attribute(index, _)
            if F::NEEDS_ATTRIBUTES && elements.get(*index).is_some_and(|element| element.1.len() == 1) =>
        {
            Ok((*index, None))
        }
        At::Attribute(index, name) => Ok((*index, Some(*name))),
        At::Other(index, number) => {
            let name = elements.get(*index).and_then(|element| element.1.get(*number));
            Ok((*index, name.map(|(name, _)| name.as_str())))
        }
        At::Element(index) => Ok((*index, None)),
        At::Missing(..) | At::Passes => Err(PathError::refused(*path, "a list can't be removed; remove its items")),
    });
    let parts = parts.collect::<Result<Vec<_>, _>>()?;
    file.remove(&parts).map(drop).map_err(failed::<F>)
}

/// Adds a pass with this name at the end.
pub(super) fn insert(
    technique: &mut Technique<'_>,
    (path, at): (&str, &At),
    index: Option<usize>,
    name: &str,
) -> Result<(), PathError> {
    match (at, index) {
        (At::Passes, None) => technique.add_element("pass", &[("name", name)]).map_err(failed::<Technique<'_>>),
        (At::Passes, Some(_)) => Err(PathError::refused(path, "passes are added at the end; leave the position out")),
        _ => Err(PathError::refused(path, "nothing can be inserted here")),
    }
}
