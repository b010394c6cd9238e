//! The BSP trees of maps (PBSP).

use alloc::vec::Vec;

use asset_geometry::Bounds;
use asset_geometry::glam::Vec3;
use binio::{Budget, Path};
use zerocopy::little_endian::{F32, F64, I32, U16, U32};
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

use super::unpack;
use crate::error::{Error, ErrorKind};
use crate::node::Node;

/// A tree that divides a map into leaves. All leaves in a cluster have the same visibility.
#[derive(Clone, Copy, Debug)]
pub struct Bsp<'d> {
    node: Node<'d>,
}

/// A node in the file. This is a struct of the engine.
#[derive(Clone, Copy, FromBytes, IntoBytes, KnownLayout, Immutable, Unaligned)]
#[repr(C)]
struct StoredNode {
    index: U32,
    children: [U32; 2],
    leaf: u8,
    min: [F32; 3],
    max: [F32; 3],
    original: I32,
    first_face: I32,
    face_count: I32,
    cluster: U16,
    min_visible: [F32; 3],
    max_visible: [F32; 3],
    normal: [F32; 3],
    position: [F32; 3],
    center: [F32; 3],
    padding: [u8; 4],
    distance: F64,
}

/// A node in a [`Bsp`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BspNode {
    /// The number of this node.
    pub index: u32,
    /// The numbers of both child nodes. In a leaf, these have no meaning.
    pub children: [u32; 2],
    /// Whether this is a leaf.
    pub leaf: bool,
    /// The bounding box.
    pub bounds: Bounds,
    /// The number in the original file.
    pub original_index: i32,
    /// The index of the first face.
    pub first_face: i32,
    /// The number of faces.
    pub face_count: i32,
    /// The cluster that a leaf belongs to, or 65535 if there is none.
    pub cluster: u16,
    /// The bounding box of the visible volume.
    pub visible_bounds: Bounds,
    /// The plane that divides the node.
    pub plane: Plane,
}

/// A plane. It contains every point `p` for which `normal · p = distance`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plane {
    /// The normal of the plane.
    pub normal: Vec3,
    /// A point on the plane.
    pub position: Vec3,
    /// Another point on the plane: the center of a face.
    pub center: Vec3,
    /// The distance from the origin, along the normal.
    pub distance: f64,
}

impl BspNode {
    fn from_stored(stored: &StoredNode) -> Self {
        let vec3 = |numbers: [F32; 3]| Vec3::from_array(numbers.map(F32::get));
        Self {
            index: stored.index.get(),
            children: stored.children.map(U32::get),
            leaf: stored.leaf != 0,
            bounds: Bounds { min: vec3(stored.min), max: vec3(stored.max) },
            original_index: stored.original.get(),
            first_face: stored.first_face.get(),
            face_count: stored.face_count.get(),
            cluster: stored.cluster.get(),
            visible_bounds: Bounds { min: vec3(stored.min_visible), max: vec3(stored.max_visible) },
            plane: Plane {
                normal: vec3(stored.normal),
                position: vec3(stored.position),
                center: vec3(stored.center),
                distance: stored.distance.get(),
            },
        }
    }
}

/// The size of a node.
pub(crate) const NODE: usize = size_of::<StoredNode>();

impl<'d> Bsp<'d> {
    pub(super) fn read(node: Node<'d>) -> Self {
        Self { node }
    }

    /// Returns the number of clusters that is stored.
    pub fn cluster_count(&self) -> u64 {
        self.node.int("numClusters").unwrap_or_default()
    }

    /// Returns the number of nodes that is stored.
    pub fn node_count(&self) -> u64 {
        self.node.int("numNodes").unwrap_or_default()
    }

    /// Returns the number of the root node.
    pub fn root(&self) -> u32 {
        self.node.int("rootNode").unwrap_or_default()
    }

    /// Returns the size of the block `key` after decompression, as stored.
    pub(crate) fn unpacked_len(&self, key: &str) -> Option<u64> {
        match self.node.get(key)? {
            udm::Value::Lz4(packed) => Some(packed.unpacked_len),
            udm::Value::Blob(bytes) => Some(bytes.len() as u64),
            _ => None,
        }
    }

    fn block(&self, key: &'static str, budget: &mut Budget) -> Result<(Vec<u8>, Path), Error> {
        let path = Path::from("bsp").part(key);
        let Some(value) = self.node.get(key) else { return Err(Error::new(ErrorKind::Missing(key), path)) };
        Ok((unpack(value, &path, budget)?, path))
    }

    /// Returns the nodes.
    ///
    /// # Errors
    /// Returns [`ErrorKind::Contradiction`] unless there are [`node_count`](Self::node_count) of them, or an error if
    /// the data can't be decompressed.
    pub fn nodes(&self, budget: &mut Budget) -> Result<Vec<BspNode>, Error> {
        let (bytes, path) = self.block("nodes", budget)?;
        let wrong = || Error::new(ErrorKind::Contradiction("not 123 bytes for each node"), path.clone());
        let nodes = <[StoredNode]>::ref_from_bytes(&bytes).map_err(|_| wrong())?;
        if nodes.len() as u64 != self.node_count() {
            return Err(wrong());
        }
        Ok(nodes.iter().map(BspNode::from_stored).collect())
    }

    /// Returns the visibility between clusters.
    ///
    /// # Errors
    /// Returns [`ErrorKind::Contradiction`] unless there is exactly one bit for each pair of clusters, or an error if
    /// the data can't be decompressed.
    pub fn visibility(&self, budget: &mut Budget) -> Result<Visibility, Error> {
        let (bits, path) = self.block("clusterVisibility", budget)?;
        let clusters = self.cluster_count();
        if Some(bits.len() as u64) != matrix_len(clusters) {
            let kind = ErrorKind::Contradiction("not a bit for each two clusters");
            return Err(Error::new(kind, path));
        }
        Ok(Visibility { clusters, bits })
    }
}

/// Returns the size of the bit matrix for this number of clusters.
pub(crate) fn matrix_len(clusters: u64) -> Option<u64> {
    Some(clusters.checked_mul(clusters)?.div_ceil(8))
}

/// The visibility between clusters, stored as a bit matrix.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Visibility {
    clusters: u64,
    bits: Vec<u8>,
}

impl Visibility {
    /// Returns the number of clusters.
    pub fn cluster_count(&self) -> u64 {
        self.clusters
    }

    /// Returns the bits stored in the file. To get the bit for `from` and `to`, use the bit number `from * clusters +
    /// to`, starting at the lowest bit of the first byte.
    pub fn as_bytes(&self) -> &[u8] {
        &self.bits
    }

    /// Returns `true` if `to` is visible from `from`. If a cluster does not exist, this is `false`.
    pub fn sees(&self, from: u64, to: u64) -> bool {
        if from >= self.clusters || to >= self.clusters {
            return false;
        }
        let bit = from.saturating_mul(self.clusters).saturating_add(to);
        let byte = usize::try_from(bit / 8).ok().and_then(|place| self.bits.get(place));
        byte.is_some_and(|byte| byte >> (bit % 8) & 1 == 1)
    }
}
