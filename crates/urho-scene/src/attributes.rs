//! The attributes of nodes and components.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use binio::{Bytes, Input, Name};
use urho_core::{Engine, HashAlgorithm, HashedName, Variant, VariantEncoding, hash_of};

use crate::class::{AttributeInfo, Class};
use crate::error::ErrorKind;
use crate::value::Value;

/// A single attribute with a name and a value.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Attribute<'a> {
    /// The name. An archive can store only its hash.
    pub name: HashedName<'a>,
    /// The value, which must have the type of the attribute.
    pub value: Value<'a>,
}

binio::into_owned! { pub Attribute { name, value } }

impl<'a> Attribute<'a> {
    /// Creates an attribute. The `engine` is needed to compute the hash of the name.
    pub fn new(engine: Engine, name: impl Into<Name<'a>>, value: impl Into<Value<'a>>) -> Self {
        Self { name: HashedName::of(engine.hashes(), name), value: value.into() }
    }
}

/// The attributes of a node or component. To look up a value, use [`get`](Self::get); to change a value, use
/// [`set`](Self::set). Both work for a list and for packed attributes.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Attributes<'a> {
    /// A list of attributes. If an attribute is not in the list, it has the default value of its class.
    List(Vec<Attribute<'a>>),
    /// The bytes from a binary file: all attributes of the class, in the order of the class. They are decoded when you
    /// use them.
    Packed(Packed<'a>),
    /// The bytes from a binary file if no known class matches. They can be copied, but not decoded.
    Opaque(Bytes<'a>),
}

impl Default for Attributes<'_> {
    fn default() -> Self {
        Self::List(Vec::new())
    }
}

/// All attributes of a class as bytes that were checked.
#[derive(Clone)]
pub struct Packed<'a> {
    pub(crate) class: Arc<Class>,
    pub(crate) variants: VariantEncoding,
    pub(crate) data: Bytes<'a>,
}

binio::into_owned! { Packed { data; class, variants } }

impl<'a> Packed<'a> {
    /// Returns the class that these attributes belong to.
    pub fn class(&self) -> &Class {
        &self.class
    }

    /// Returns the bytes as stored.
    pub fn data(&self) -> &Bytes<'a> {
        &self.data
    }

    /// Decodes the attributes: iterates over those that the class stores, with their values.
    pub fn iter(&self) -> impl Iterator<Item = (&AttributeInfo, Variant<'_>)> {
        let mut input = Input::new(&self.data);
        self.class.stored().map_while(move |info| {
            let (rest, value) = Variant::read_payload::<ErrorKind>(input, info.kind, self.variants).ok()?;
            input = rest;
            Some((info, value))
        })
    }

    fn unpacked(self) -> Vec<Attribute<'a>> {
        let Self { class, variants, data } = self;
        let packed = Packed { class, variants, data: data.borrowed() };
        let attributes = packed.iter().map(|(info, value)| Attribute {
            name: HashedName { hash: info.hash, name: name_of(info) },
            value: Value::Variant(value.into_owned()),
        });
        attributes.collect()
    }
}

impl PartialEq for Packed<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.class.hash() == other.class.hash() && self.variants == other.variants && self.data == other.data
    }
}

impl fmt::Debug for Packed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} in {:?}", self.class.name(), self.data)
    }
}

/// Returns the name of a registered attribute. This does not allocate for the classes of the engines.
fn name_of(info: &AttributeInfo) -> Name<'static> {
    match &info.name {
        Cow::Borrowed(name) => Name::from(*name),
        Cow::Owned(name) => Name::from(name.clone()),
    }
}

impl<'a> Attributes<'a> {
    /// Iterates over all attributes that are stored, in order.
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

    /// Returns the value of the attribute with this name. For duplicates, this is the last, as in the engine.
    ///
    /// If the file only has a hash and not a name, this compares the hash.
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

    /// Returns the attributes as a list, to be edited. When they are packed, they will be converted to a list first.
    /// When they are opaque, this is not possible, and returns `None`.
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

    /// Sets the value of an attribute. When there is no attribute with this name, it will be added. Returns `false`
    /// when the attributes are opaque.
    pub fn set(&mut self, engine: Engine, name: &str, value: impl Into<Value<'a>>) -> bool {
        self.set_in_order(engine, None, name, value)
    }

    /// Does the same as [`set`](Self::set), but adds a new attribute where it belongs: after the last attribute that
    /// `class` registers before it.
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

    /// Removes the attribute with this name, so that the engine will use the default value. Returns `false` if there is
    /// no such attribute.
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

/// Returns whether this is the name of `named`. If only the hash is known, compares with the hash of the name in any
/// engine.
pub(crate) fn is_named(named: &HashedName<'_>, name: &[u8]) -> bool {
    if named.name.is_empty() {
        return [HashAlgorithm::Urho18, HashAlgorithm::Rbfx]
            .iter()
            .any(|variants| hash_of(*variants, name) == named.hash)
            && !name.is_empty();
    }
    *named.name == *name
}
