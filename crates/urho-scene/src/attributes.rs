//! Attributes of nodes and components.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use binio::{Bytes, Input, Name};
use urho_core::{HashEra, HashedName, Variant, VariantEra, hash_of};

use crate::class::{AttributeInfo, Class, Engine};
use crate::error::ErrorKind;
use crate::value::Value;

/// An attribute: its name and its value.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Attribute<'a> {
    /// Name. Archives may only store its hash.
    pub name: HashedName<'a>,
    /// Value, with the attribute's type.
    pub value: Value<'a>,
}

binio::into_owned! { pub Attribute { name, value } }

impl<'a> Attribute<'a> {
    /// Creates an attribute.
    pub fn new(engine: Engine, name: impl Into<Name<'a>>, value: impl Into<Value<'a>>) -> Self {
        Self { name: HashedName::of(engine.hashes(), name), value: value.into() }
    }
}

/// Attributes of a node or component: a list, or the bytes of a binary file.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Attributes<'a> {
    /// A list; missing attributes have their class's default values.
    List(Vec<Attribute<'a>>),
    /// All attributes of a class, in its order, as bytes of a binary file: decoded on access.
    Packed(Packed<'a>),
    /// Bytes of a binary file that match no known class.
    Opaque(Bytes<'a>),
}

impl Default for Attributes<'_> {
    fn default() -> Self {
        Self::List(Vec::new())
    }
}

/// All attributes of a class as checked bytes.
#[derive(Clone)]
pub struct Packed<'a> {
    pub(crate) class: Arc<Class>,
    pub(crate) era: VariantEra,
    pub(crate) data: Bytes<'a>,
}

binio::into_owned! { Packed { data; class, era } }

impl<'a> Packed<'a> {
    /// Returns the class of the attributes.
    pub fn class(&self) -> &Class {
        &self.class
    }

    /// Returns the attributes' bytes as stored.
    pub fn data(&self) -> &Bytes<'a> {
        &self.data
    }

    /// Iterates over the stored attributes of the class and their values.
    pub fn iter(&self) -> impl Iterator<Item = (&AttributeInfo, Variant<'_>)> {
        let mut input = Input::new(&self.data);
        self.class.stored().map_while(move |info| {
            let (rest, value) = Variant::read_payload::<ErrorKind>(input, info.kind, self.era).ok()?;
            input = rest;
            Some((info, value))
        })
    }

    fn unpacked(self) -> Vec<Attribute<'a>> {
        let Self { class, era, data } = self;
        let packed = Packed { class, era, data: data.borrowed() };
        let attributes = packed.iter().map(|(info, value)| Attribute {
            name: HashedName { hash: info.hash, name: name_of(info) },
            value: Value::Variant(value.into_owned()),
        });
        attributes.collect()
    }
}

impl PartialEq for Packed<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.class.hash() == other.class.hash() && self.era == other.era && self.data == other.data
    }
}

impl fmt::Debug for Packed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} in {:?}", self.class.name(), self.data)
    }
}

/// Returns the name of a registered attribute; free for the engines' own.
fn name_of(info: &AttributeInfo) -> Name<'static> {
    match &info.name {
        Cow::Borrowed(name) => Name::from(*name),
        Cow::Owned(name) => Name::from(name.clone()),
    }
}

impl<'a> Attributes<'a> {
    /// Iterates over the stored attributes in order.
    pub fn iter(&self) -> impl Iterator<Item = (HashedName<'_>, Cow<'_, Value<'_>>)> {
        let (listed, packed) = match self {
            Self::List(list) => (Some(list), None),
            Self::Packed(packed) => (None, Some(packed)),
            Self::Opaque(_) => (None, None),
        };
        let listed = listed.into_iter().flatten().map(|attribute| {
            let name = HashedName { hash: attribute.name.hash, name: attribute.name.name.borrowed() };
            (name, Cow::Borrowed(&attribute.value))
        });
        let packed = packed.into_iter().flat_map(|packed| {
            packed.iter().map(|(info, value)| {
                let name = HashedName { hash: info.hash, name: Name::from(&*info.name) };
                (name, Cow::Owned(Value::Variant(value)))
            })
        });
        listed.chain(packed)
    }

    /// Returns the value of the attribute with this name; for duplicates the last, as in the engine.
    ///
    /// If the file only has name hashes, the name is looked up by its hash.
    pub fn get(&self, name: &str) -> Option<Cow<'_, Value<'_>>> {
        match self {
            Self::List(list) => list
                .iter()
                .rev()
                .find(|attribute| is_named(&attribute.name, name.as_bytes()))
                .map(|attribute| Cow::Borrowed(&attribute.value)),
            Self::Packed(packed) => {
                packed.iter().find(|(info, _)| info.name == name).map(|(_, value)| Cow::Owned(Value::Variant(value)))
            }
            Self::Opaque(_) => None,
        }
    }

    /// Returns the attributes for editing, converted to a list if they are packed; `None` if they are opaque.
    pub fn to_list(&mut self) -> Option<&mut Vec<Attribute<'a>>> {
        if let Self::Packed(packed) = self {
            let packed = packed.clone();
            *self = Self::List(packed.unpacked());
        }
        match self {
            Self::List(list) => Some(list),
            _ => None,
        }
    }

    /// Sets the attribute with this name, or adds it. Returns false if the attributes are opaque.
    pub fn set(&mut self, engine: Engine, name: &str, value: impl Into<Value<'a>>) -> bool {
        self.set_in_order(engine, None, name, value)
    }

    /// As [`set`](Self::set); a new attribute is added after the last attribute that `class` registers before it.
    pub(crate) fn set_in_order(
        &mut self,
        engine: Engine,
        class: Option<&Class>,
        name: &str,
        value: impl Into<Value<'a>>,
    ) -> bool {
        let Some(list) = self.to_list() else { return false };
        match list.iter_mut().rev().find(|attribute| is_named(&attribute.name, name.as_bytes())) {
            Some(attribute) => attribute.value = value.into(),
            None => {
                let new = Attribute::new(engine, name.to_owned(), value);
                let rank = |name: &HashedName<'_>| class.map_or(usize::MAX, |class| class.rank(&name.name, name.hash));
                let rank_of_new = rank(&new.name);
                let before = list.iter().rposition(|attribute| rank(&attribute.name) <= rank_of_new);
                list.insert(before.map_or(0, |index| index + 1), new);
            }
        }
        true
    }

    /// Removes the attribute with this name, so that it has its default value. Returns false if it doesn't exist.
    pub fn remove(&mut self, name: &str) -> bool {
        let Some(list) = self.to_list() else { return false };
        let before = list.len();
        list.retain(|attribute| !is_named(&attribute.name, name.as_bytes()));
        list.len() < before
    }

    /// Returns whether there are no attributes.
    pub fn is_empty(&self) -> bool {
        match self {
            Self::List(list) => list.is_empty(),
            Self::Packed(packed) => packed.data.is_empty(),
            Self::Opaque(bytes) => bytes.is_empty(),
        }
    }
}

binio::into_owned! { pub enum Attributes { List, Packed, Opaque } }

/// Returns whether `named` has this name or, if only the hash is known, its hash in any engine.
pub(crate) fn is_named(named: &HashedName<'_>, name: &[u8]) -> bool {
    if named.name.is_empty() {
        return [HashEra::Urho18, HashEra::Rbfx].iter().any(|era| hash_of(*era, name) == named.hash)
            && !name.is_empty();
    }
    *named.name == *name
}
