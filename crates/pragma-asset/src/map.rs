//! Maps (PMAP).

mod bsp;
mod edit;

use alloc::vec::Vec;

use binio::{Budget, Name, Path};
use udm::{Array, Element, Value};

pub use bsp::{Bsp, BspNode, Plane, Visibility};
pub(crate) use bsp::{NODE, matrix_len};
pub use edit::EntityMut;

use crate::asset::{Asset, Kind};
use crate::error::{Error, ErrorKind, within};
use crate::node::Node;
use crate::pose::Pose;

/// The kind of a [`Map`]. Its type is `PMAP`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MapKind {}

impl Kind for MapKind {
    const TYPES: &'static [&'static str] = &["PMAP"];
    const BARE: bool = false;
    const VERSION: u32 = 2;
}

/// A map, version 1 or 2. The files end in `.pmap_b` or `.pmap` (see [Map](crate::format#map-pmap)).
pub type Map<'a> = Asset<'a, MapKind>;

/// The lightmap settings of an older map.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Lightmap {
    /// The intensity, in the unit that the light names.
    pub intensity: f32,
    /// The exposure.
    pub exposure: f32,
}

impl Asset<'_, MapKind> {
    /// Returns the materials in the map, with their names in lower case.
    pub fn materials(&self) -> Vec<Name<'_>> {
        self.node().names("materials")
    }

    /// Returns the entities. If there is a world, it comes first.
    pub fn entities(&self) -> Vec<Entity<'_>> {
        self.node().elements("entities").into_iter().map(Entity).collect()
    }

    /// Returns the number of entities.
    pub fn entity_count(&self) -> usize {
        self.node().element_count("entities")
    }

    /// Returns the entity at `index`. Note that the engine counts from 1.
    pub fn entity(&self, index: usize) -> Option<Entity<'_>> {
        self.node().element("entities", index).map(Entity)
    }

    /// Returns the lightmap settings.
    pub fn lightmap(&self) -> Option<Lightmap> {
        let node = self.node().find("lightmap")?;
        let number = |key| node.f32(key).unwrap_or_default();
        Some(Lightmap { intensity: number("intensity"), exposure: number("exposure") })
    }

    /// Returns the BSP tree. This divides the map into clusters, to be used with the visibility between them.
    pub fn bsp(&self) -> Option<Bsp<'_>> {
        self.node().node("bsp").find("tree").map(|tree| Bsp::read(tree.data()))
    }

    /// Returns the world meshes in each cluster of the [`bsp`](Self::bsp).
    ///
    /// # Errors
    /// Returns [`ErrorKind::Contradiction`] if a list ends early, or an error if the data can't be decompressed.
    pub fn cluster_meshes(&self, budget: &mut Budget) -> Result<Vec<Vec<u32>>, Error> {
        let path = Path::from("bsp").part("clusterMeshIndexData");
        let Some(value) = self.node().node("bsp").get("clusterMeshIndexData") else { return Ok(Vec::new()) };
        let bytes = unpack(value, &path, budget)?;
        // Each number takes as much memory as in the file.
        budget.spend(bytes.len() as u64).map_err(|fault| Error::new(fault, path.clone()))?;
        clusters(&bytes).ok_or_else(|| Error::new(ErrorKind::Contradiction("a list ends early"), path))
    }
}

/// Reads the indices for each cluster. The number of indices comes first.
fn clusters(mut bytes: &[u8]) -> Option<Vec<Vec<u32>>> {
    let mut clusters = Vec::new();
    while let Some((count, rest)) = bytes.split_first_chunk() {
        let count = usize::try_from(u32::from_le_bytes(*count)).ok()?;
        let (list, rest) = rest.split_at_checked(count.checked_mul(4)?)?;
        let numbers = list.chunks_exact(4).filter_map(|number| number.try_into().ok());
        clusters.push(numbers.map(u32::from_le_bytes).collect());
        bytes = rest;
    }
    bytes.is_empty().then_some(clusters)
}

/// Returns the bytes of a block, after decompression if necessary.
fn unpack(value: &Value<'_>, path: &Path, budget: &mut Budget) -> Result<Vec<u8>, Error> {
    match value {
        Value::Lz4(packed) => packed.unpack(budget).map_err(|error| within(error, path)),
        Value::Blob(bytes) => Ok(bytes.to_vec()),
        other => Err(Error::new(ErrorKind::WrongType { expected: "lz4", found: other.ty() }, path.clone())),
    }
}

/// An entity in a map.
#[derive(Clone, Copy, Debug)]
pub struct Entity<'d>(Node<'d>);

impl<'d> Entity<'d> {
    /// Returns the element. This can be used to read a value that has no method here.
    pub fn element(&self) -> &'d Element<'d> {
        self.0.0
    }

    /// Returns the class, for example `world`, `prop_dynamic` or `env_light_point`.
    pub fn class_name(&self) -> Name<'d> {
        self.0.name("className")
    }

    /// Returns the position, rotation and scale in the map. If the entity has no pose, or if the value has another
    /// type, this returns the identity.
    pub fn pose(&self) -> Pose {
        self.0.pose("pose")
    }

    /// Returns the key values as text.
    pub fn key_values(&self) -> Vec<(Name<'d>, Name<'d>)> {
        self.0.node("keyValues").texts()
    }

    /// Returns the key value for the given key.
    pub fn key_value(&self, key: &str) -> Option<Name<'d>> {
        self.0.node("keyValues").text(key)
    }

    /// Returns `true` if the entity only exists on clients. In version 1 of the map, `flags` is an element, and in
    /// version 2, this is text. The engine loses the flags of version 1, because it reads such a map as if it were
    /// version 2 (see [Map](crate::format#map-pmap)).
    pub fn is_clientside_only(&self) -> bool {
        match self.0.get("flags") {
            Some(Value::Element(flags)) => Node(flags).bool("clientsideOnly").unwrap_or_default(),
            Some(flags) => {
                let mut names = flags.as_text().unwrap_or_default().split(|byte| *byte == b'|');
                names.any(|name| name.trim_ascii() == b"ClientsideOnly")
            }
            None => false,
        }
    }

    /// Returns the outputs. An output defines how the entity reacts to an event.
    pub fn outputs(&self) -> Vec<Output<'d>> {
        self.0.elements("outputs").into_iter().map(Output::read).collect()
    }

    /// Returns the components. In version 1, these only have a name. In version 2, they also have flags and properties.
    pub fn components(&self) -> Vec<Component<'d>> {
        match self.0.get("components") {
            Some(Value::Element(components)) => Node(components).children().map(Component::read).collect(),
            Some(Value::Array(Array::Strings(names))) => {
                names.iter().map(|name| Component { name: Name::from(name), ..Component::default() }).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Returns the BSP leaves that the entity is in.
    pub fn bsp_leaves(&self) -> Vec<u32> {
        self.0.ints("bspLeaves")
    }
}

/// Defines how an entity reacts to an event.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Output<'d> {
    /// The event, for example `OnTrigger`.
    pub name: Name<'d>,
    /// The name of the entity whose input will be called.
    pub target: Name<'d>,
    /// The name of the input to call.
    pub input: Name<'d>,
    /// The parameter to pass to the input.
    pub param: Name<'d>,
    /// The delay, in seconds.
    pub delay: f32,
    /// How many times this may happen, or −1 for no limit.
    pub times: i32,
}

impl<'d> Output<'d> {
    fn read(node: Node<'d>) -> Self {
        Self {
            name: node.name("name"),
            target: node.name("target"),
            input: node.name("input"),
            param: node.name("param"),
            delay: node.f32("delay").unwrap_or_default(),
            times: node.int("times").unwrap_or(-1),
        }
    }
}

/// A component of an entity.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Component<'d> {
    /// The component name.
    pub name: Name<'d>,
    /// The flags as text. In version 1, this is `None`.
    pub flags: Option<Name<'d>>,
    /// The properties, of any type. In version 1, this is `None`.
    pub properties: Option<&'d Element<'d>>,
}

impl<'d> Component<'d> {
    fn read((name, node): (Name<'d>, Node<'d>)) -> Self {
        Self { name, flags: node.text("flags"), properties: node.find("properties").map(|properties| properties.0) }
    }
}
