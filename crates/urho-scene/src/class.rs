//! The classes of the engines and their attributes, which you need to read a file without names.

mod file;
mod rbfx;
mod reference;
mod table;
mod urho;

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

use urho_core::{Engine, HashAlgorithm, StringHash, Variant, VariantKind, hash_of};

pub use reference::Reference;
use table::{ResolvedClass, Row, resolve};

/// An attribute that a class registers.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct AttributeInfo {
    /// The name that files use for this attribute.
    pub name: Cow<'static, str>,
    /// The hash of the name, using the algorithm of the engine.
    pub hash: StringHash,
    /// The type of the value. For an enumeration this is [`VariantKind::Int`].
    pub kind: VariantKind,
    /// The default value, which the engine does not write. If it is unknown, this is `None`. If the engine has no
    /// default value and so writes every value, this is [`Variant::None`].
    pub default: Option<Variant<'static>>,
    /// The names of the enumeration values, where the first is 0. If this is not an enumeration, there are none.
    pub names: Vec<Cow<'static, str>>,
    /// What the value refers to, if it is an id.
    pub reference: Reference,
    /// Whether binary files do not store this attribute. In rbfx, this is true for read-only attributes.
    pub read_only: bool,
}

impl AttributeInfo {
    /// Creates an attribute without a default value. Use this to describe a component of your game; see [`Class::new`].
    pub fn new(engine: Engine, name: impl Into<Cow<'static, str>>, kind: VariantKind) -> Self {
        let name = name.into();
        let hash = hash_of(engine.hashes(), name.as_bytes());
        Self { name, hash, kind, default: None, names: Vec::new(), reference: Reference::Nothing, read_only: false }
    }

    /// Returns the value that the engine uses if the attribute is missing, or `None` if it is unknown.
    pub fn value_if_absent(&self) -> Option<Variant<'static>> {
        match self.default.as_ref()? {
            Variant::None => empty(self.kind),
            default => Some(default.clone()),
        }
    }

    /// Returns the number for the name of an enumeration value. As in the engine, case is ignored.
    pub fn number_of(&self, name: &[u8]) -> Option<i32> {
        let index = self.names.iter().position(|known| known.as_bytes().eq_ignore_ascii_case(name))?;
        i32::try_from(index).ok()
    }

    /// Returns the name for the number of an enumeration value.
    pub fn name_of(&self, number: i32) -> Option<&str> {
        usize::try_from(number).ok().and_then(|index| self.names.get(index)).map(|name| &**name)
    }
}

/// A class for nodes or components, with the attributes that it registers.
#[derive(Debug, PartialEq)]
pub struct Class {
    name: Cow<'static, str>,
    hash: StringHash,
    attributes: Vec<AttributeInfo>,
    layout: Vec<Step>,
}

/// A step in reading the binary data of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// Adjacent values with a fixed size: this is their total size.
    Fixed(usize),
    /// A value that begins with its length.
    Value(VariantKind),
}

impl Class {
    /// Creates a class, to let you read and write a component of your game. The attributes must be in the order in
    /// which the class registers them, because binary files have no names.
    ///
    /// ```
    /// use urho_scene::{AttributeInfo, Class, Classes, Engine, VariantKind};
    /// let speed = AttributeInfo::new(Engine::Urho3d, "Speed", VariantKind::Float);
    /// let classes = Classes::of(Engine::Urho3d).with(Class::new(Engine::Urho3d, "Spinner", vec![speed]));
    /// assert!(classes.named("Spinner").is_some());
    /// ```
    pub fn new(engine: Engine, name: impl Into<Cow<'static, str>>, attributes: Vec<AttributeInfo>) -> Self {
        let name = name.into();
        let variants = match engine {
            Engine::Urho3d | Engine::U3d => urho_core::VariantEncoding::Urho,
            Engine::Rbfx => urho_core::VariantEncoding::RbfxNew,
        };
        let mut layout = Vec::new();
        for attribute in attributes.iter().filter(|attribute| !attribute.read_only) {
            match (Variant::payload_size(attribute.kind, variants), layout.last_mut()) {
                (Some(size), Some(Step::Fixed(total))) => *total += size,
                (Some(size), _) => layout.push(Step::Fixed(size)),
                (None, _) => layout.push(Step::Value(attribute.kind)),
            }
        }
        Self { hash: hash_of(engine.hashes(), name.as_bytes()), name, attributes, layout }
    }

    /// Returns the name that files use for this class.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the [`name`](Self::name). If it comes from a table, it is not copied.
    pub(crate) fn shared_name(&self) -> binio::Name<'static> {
        match &self.name {
            Cow::Borrowed(name) => (*name).into(),
            Cow::Owned(name) => name.clone().into(),
        }
    }

    /// Returns the hash of the name, using the algorithm of the engine.
    pub fn hash(&self) -> StringHash {
        self.hash
    }

    /// Returns the attributes in the order in which the class registers them.
    pub fn attributes(&self) -> &[AttributeInfo] {
        &self.attributes
    }

    /// Returns the attribute with this name. Case matters, as in the engine.
    pub fn attribute(&self, name: &[u8]) -> Option<&AttributeInfo> {
        self.attributes.iter().find(|attribute| attribute.name.as_bytes() == name)
    }

    /// Returns the attribute with this name. The search starts after `next`, which is faster because files keep the
    /// order.
    pub(crate) fn attribute_from(&self, name: &[u8], next: &mut usize) -> Option<&AttributeInfo> {
        let matches = |attribute: &AttributeInfo| attribute.name.as_bytes() == name;
        let rest = self.attributes.iter().enumerate().skip(*next);
        let (index, found) =
            rest.chain(self.attributes.iter().enumerate()).find(|(_, attribute)| matches(attribute))?;
        *next = index + 1;
        Some(found)
    }

    /// Returns the position at which the class registers this attribute, by name, or by hash if there is no name. If
    /// the class does not register it, this is the last position.
    ///
    /// The order matters, because the engine applies attributes in file order, and some must come after others.
    pub(crate) fn rank(&self, name: &[u8], hash: StringHash) -> usize {
        let is_it = |attribute: &AttributeInfo| match name.is_empty() {
            true => attribute.hash == hash,
            false => attribute.name.as_bytes() == name,
        };
        self.attributes.iter().position(is_it).unwrap_or(usize::MAX)
    }

    /// Returns the attribute whose name has this hash.
    pub(crate) fn attribute_of_hash(&self, hash: StringHash) -> Option<&AttributeInfo> {
        self.attributes.iter().find(|attribute| attribute.hash == hash)
    }

    /// Iterates over the attributes that binary files store, in order.
    pub fn stored(&self) -> impl Iterator<Item = &AttributeInfo> {
        self.attributes.iter().filter(|attribute| !attribute.read_only)
    }

    pub(crate) fn layout(&self) -> &[Step] {
        &self.layout
    }
}

/// The classes of an engine, to be looked up by name or by hash. If your game has components of its own, use
/// [`with`](Self::with) or [`with_table`](Self::with_table) to add them.
#[derive(Clone, Debug)]
pub struct Classes {
    engine: Engine,
    /// This is shared, because every document has its classes, even if it is a single node.
    by_hash: Arc<HashMap<StringHash, Arc<Class>>>,
    scene: Arc<Class>,
    node: Arc<Class>,
}

impl Classes {
    /// Returns the classes that the engine registers.
    pub fn of(engine: Engine) -> &'static Self {
        static URHO3D: LazyLock<Classes> = LazyLock::new(|| Classes::from_tables(Engine::Urho3d));
        static U3D: LazyLock<Classes> = LazyLock::new(|| Classes::from_tables(Engine::U3d));
        static RBFX: LazyLock<Classes> = LazyLock::new(|| Classes::from_tables(Engine::Rbfx));
        match engine {
            Engine::Urho3d => &URHO3D,
            Engine::U3d => &U3D,
            Engine::Rbfx => &RBFX,
        }
    }

    fn from_tables(engine: Engine) -> Self {
        let mut classes = Self {
            engine,
            by_hash: Arc::default(),
            scene: Arc::new(Class::new(engine, "Scene", Vec::new())),
            node: Arc::new(Class::new(engine, "Node", Vec::new())),
        };
        for class in tables(engine).iter().filter(|class| !class.is_abstract) {
            let attributes = class.rows.iter().map(|row| attribute(engine, row)).collect();
            classes.add(Class::new(engine, class.name, attributes));
        }
        classes
    }

    /// Returns these classes with another one added to them, for example a component of your game. An existing class
    /// with the same name will be replaced.
    #[must_use]
    pub fn with(&self, class: Class) -> Self {
        let mut classes = self.clone();
        classes.add(class);
        classes
    }

    /// Returns these classes without one of them. Use this when the engine was built without it.
    #[must_use]
    pub fn without(&self, name: &str) -> Self {
        let mut classes = self.clone();
        Arc::make_mut(&mut classes.by_hash).retain(|_, class| class.name != name);
        classes
    }

    fn add(&mut self, class: Class) {
        let class = Arc::new(class);
        match class.name() {
            "Scene" => self.scene = class.clone(),
            "Node" => self.node = class.clone(),
            _ => {}
        }
        let by_hash = Arc::make_mut(&mut self.by_hash);
        if self.engine != Engine::Rbfx {
            // Urho3D to 1.7 ignores case.
            by_hash.insert(hash_of(HashAlgorithm::Urho17, class.name.as_bytes()), class.clone());
        }
        by_hash.insert(class.hash, class);
    }

    /// Returns the engine that these classes belong to.
    pub fn engine(&self) -> Engine {
        self.engine
    }

    /// Returns the class whose name has this hash.
    pub fn get(&self, hash: StringHash) -> Option<&Arc<Class>> {
        self.by_hash.get(&hash)
    }

    /// Returns the class with this name.
    pub fn named(&self, name: &str) -> Option<&Arc<Class>> {
        self.get(hash_of(self.engine.hashes(), name.as_bytes())).filter(|class| class.name == name)
    }

    /// Returns the class of the outermost node in a scene.
    pub fn scene(&self) -> &Arc<Class> {
        &self.scene
    }

    /// Returns the class of all other nodes.
    pub fn node(&self) -> &Arc<Class> {
        &self.node
    }

    /// Iterates over the classes, sorted by name.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<Class>> {
        let mut all: Vec<&Arc<Class>> =
            self.by_hash.iter().filter(|(hash, class)| **hash == class.hash).map(|(_, class)| class).collect();
        all.sort_by(|a, b| a.name.cmp(&b.name));
        all.into_iter()
    }

    /// Returns the classes as they were in Urho3D 1.5 and before, where a node had no tags.
    pub(crate) fn before_tags(&self) -> Self {
        let attributes = self.node.attributes.iter().filter(|attribute| attribute.name != "Tags").cloned().collect();
        self.with(Class::new(self.engine, "Node", attributes))
    }
}

/// Returns the tables for an engine, including inherited attributes.
fn tables(engine: Engine) -> Vec<ResolvedClass> {
    let urho3d = resolve(urho::urho3d(), &[]);
    match engine {
        Engine::Urho3d => urho3d,
        Engine::U3d => resolve(urho::u3d(), &urho3d),
        Engine::Rbfx => resolve(rbfx::rbfx(), &urho3d),
    }
}

fn attribute(engine: Engine, row: &Row) -> AttributeInfo {
    let mut info = AttributeInfo::new(engine, row.name, row.kind);
    info.default = default(engine, row);
    info.names = row.names.split('|').filter(|name| !name.is_empty()).map(Cow::Borrowed).collect();
    info.reference = row.reference;
    info.read_only = row.read_only;
    info
}

fn default(engine: Engine, row: &Row) -> Option<Variant<'static>> {
    match (row.kind, row.default) {
        (_, "?") => None,
        (_, "none") => Some(Variant::None),
        (VariantKind::VariantVector | VariantKind::VariantMap | VariantKind::StringVariantMap, _) => empty(row.kind),
        (VariantKind::StringVector, names) => {
            let names = names.split(';').filter(|name| !name.is_empty()).map(Into::into);
            Some(Variant::StringVector(names.collect()))
        }
        (kind, text) => Some(Variant::from_text(kind, text.as_bytes(), engine.hashes()).value),
    }
}

/// Returns an empty value, if the type is a vector or a map.
fn empty(kind: VariantKind) -> Option<Variant<'static>> {
    match kind {
        VariantKind::VariantVector => Some(Variant::VariantVector(Vec::new())),
        VariantKind::VariantMap => Some(Variant::VariantMap(Vec::new())),
        VariantKind::StringVariantMap => Some(Variant::StringVariantMap(Vec::new())),
        VariantKind::StringVector => Some(Variant::StringVector(Vec::new())),
        _ => None,
    }
}
