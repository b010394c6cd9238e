//! Navigation meshes (PNAV).

use alloc::vec::Vec;

use asset_geometry::Bounds;
use asset_geometry::glam::Vec3;
use binio::{Budget, Name, Path};
use udm::{Array, Element, Type};

use crate::asset::{Asset, Kind};
use crate::error::{Error, ErrorKind};
use crate::node::{Node, bulk, unpacked, wrong};

/// The kind of a [`NavMesh`]. Its type is `PNAV`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NavMeshKind {}

impl Kind for NavMeshKind {
    const TYPES: &'static [&'static str] = &["PNAV"];
    const BARE: bool = false;
}

/// A navigation mesh, created by the Recast library. The files end in `.pnav_b` or `.pnav` (see [Navigation
/// mesh](crate::format#navigation-mesh-pnav)).
pub type NavMesh<'a> = Asset<'a, NavMeshKind>;

impl Asset<'_, NavMeshKind> {
    /// Returns the settings that were used to build it.
    pub fn config(&self) -> NavConfig<'_> {
        NavConfig::read(self.node().node("config"))
    }

    /// Returns the surfaces that an agent can walk on.
    pub fn surface_materials(&self) -> Vec<Name<'_>> {
        self.node().names("surfaceMaterials")
    }

    /// Returns the polygons that an agent can walk on.
    pub fn poly_mesh(&self) -> PolyMesh<'_> {
        PolyMesh(self.node().node("polyMesh"))
    }

    /// Returns the heights inside the polygons.
    pub fn detail(&self) -> DetailMesh<'_> {
        DetailMesh(self.node().node("polyMeshDetail"))
    }
}

/// The settings used to build a navigation mesh, with lengths in engine units and angles in degrees.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NavConfig<'d> {
    /// The radius of the agent, in engine units.
    pub walkable_radius: f32,
    /// The height of the agent, in engine units.
    pub character_height: f32,
    /// The maximum height of a step.
    pub max_climb_height: f32,
    /// The maximum slope.
    pub walkable_slope_angle: f32,
    /// The maximum length of an edge.
    pub max_edge_length: f32,
    /// How far an edge may deviate.
    pub max_simplification_error: f32,
    /// Smaller regions will be removed.
    pub min_region_size: i32,
    /// Smaller regions will be merged into others.
    pub merge_region_size: i32,
    /// The size of a cell along X and Z.
    pub cell_size: f32,
    /// The size of a cell along Y.
    pub cell_height: f32,
    /// How many vertices a polygon may have.
    pub verts_per_poly: f32,
    /// The distance between height samples.
    pub sample_detail_dist: f32,
    /// How to divide the mesh into regions, for example `Watershed`.
    pub partition_type: Name<'d>,
}

impl<'d> NavConfig<'d> {
    fn read(node: Node<'d>) -> Self {
        let float = |key| node.f32(key).unwrap_or_default();
        Self {
            walkable_radius: float("walkableRadius"),
            character_height: float("characterHeight"),
            max_climb_height: float("maxClimbHeight"),
            walkable_slope_angle: float("walkableSlopeAngle"),
            max_edge_length: float("maxEdgeLength"),
            max_simplification_error: float("maxSimplificationError"),
            min_region_size: node.int("minRegionSize").unwrap_or_default(),
            merge_region_size: node.int("mergeRegionSize").unwrap_or_default(),
            cell_size: float("cellSize"),
            cell_height: float("cellHeight"),
            verts_per_poly: float("vertsPerPoly"),
            sample_detail_dist: float("sampleDetailDist"),
            partition_type: node.name("partitionType"),
        }
    }
}

/// The polygons of a navigation mesh.
#[derive(Clone, Copy, Debug)]
pub struct PolyMesh<'d>(Node<'d>);

/// Used in a polygon when there is no vertex or no neighbour.
pub const NO_INDEX: u16 = 0xffff;

impl<'d> PolyMesh<'d> {
    /// Returns the element. This can be used to read a value that has no method here.
    pub fn element(&self) -> &'d Element<'d> {
        self.0.0
    }

    /// Returns the size of a cell along X and Z.
    pub(crate) fn cell_size(&self) -> f32 {
        self.0.f32("cellSize").unwrap_or_default()
    }

    /// Returns the size of a cell along Y.
    pub(crate) fn cell_height(&self) -> f32 {
        self.0.f32("cellHeight").unwrap_or_default()
    }

    /// Returns how far an edge may deviate.
    pub fn max_edge_error(&self) -> f32 {
        self.0.f32("maxEdgeError").unwrap_or_default()
    }

    /// Returns the number of cells around it.
    pub fn border_size(&self) -> i32 {
        self.0.int("borderSize").unwrap_or_default()
    }

    /// Returns how many vertices a polygon may have.
    pub(crate) fn max_verts_per_poly(&self) -> i32 {
        self.0.int("maxVertsPerPoly").unwrap_or_default()
    }

    /// Returns the number of allocated polygons.
    pub(crate) fn allocated_poly_count(&self) -> i32 {
        self.0.int("numAllocatedPolys").unwrap_or_default()
    }

    /// Returns the number of polygons.
    pub fn poly_count(&self) -> i32 {
        self.0.int("numPolys").unwrap_or_default()
    }

    /// Returns the bounding box.
    pub fn bounds(&self) -> Bounds {
        self.0.bounds("bounds")
    }

    /// Returns the vertices in cells, relative to the minimum corner of the box.
    ///
    /// # Errors
    /// Returns [`ErrorKind::WrongType`] if the array has another type, or an error if the data can't be decompressed.
    pub fn vertices(&self, budget: &mut Budget) -> Result<Vec<[u16; 3]>, Error> {
        let expected = ("struct of three uint16", [Type::U16; 3]);
        rows(self.0.array("vertices"), Path::from("polyMesh").part("vertices"), expected, budget, |bytes| {
            let [x, x_high, y, y_high, z, z_high] = *<&[u8; 6]>::try_from(bytes).ok()?;
            Some([[x, x_high], [y, y_high], [z, z_high]].map(u16::from_le_bytes))
        })
    }

    /// Returns the positions of the vertices.
    ///
    /// # Errors
    /// Fails when [`vertices`](Self::vertices) does.
    pub fn positions(&self, budget: &mut Budget) -> Result<Vec<Vec3>, Error> {
        let (origin, size) = (self.bounds().min, Vec3::new(self.cell_size(), self.cell_height(), self.cell_size()));
        let position = |cell: [u16; 3]| origin + Vec3::from_array(cell.map(f32::from)) * size;
        Ok(self.vertices(budget)?.into_iter().map(position).collect())
    }

    fn numbers<T: udm::Item>(
        &self,
        key: &'static str,
        expected: &'static str,
        budget: &mut Budget,
    ) -> Result<Vec<T>, Error> {
        let path = Path::from("polyMesh").part(key);
        let array = self.0.array(key).ok_or_else(|| Error::new(ErrorKind::Missing(key), path.clone()))?;
        bulk(array, expected, &path, budget)
    }

    /// Returns the flags of each allocated polygon.
    ///
    /// # Errors
    /// Returns [`ErrorKind::Missing`] if the flags do not exist. Also fails when [`vertices`](Self::vertices) does.
    pub fn flags(&self, budget: &mut Budget) -> Result<Vec<u16>, Error> {
        self.numbers("flags", "uint16", budget)
    }

    /// Returns the region of each allocated polygon.
    ///
    /// # Errors
    /// Fails when [`flags`](Self::flags) does.
    pub fn regions(&self, budget: &mut Budget) -> Result<Vec<u16>, Error> {
        self.numbers("regions", "uint16", budget)
    }

    /// Returns the area of each allocated polygon.
    ///
    /// # Errors
    /// Fails when [`flags`](Self::flags) does.
    pub fn areas(&self, budget: &mut Budget) -> Result<Vec<u8>, Error> {
        self.numbers("areas", "uint8", budget)
    }

    /// Returns the vertices of each polygon, followed by its neighbour at each edge. Both lists are as long as for the
    /// largest polygon, and filled up with [`NO_INDEX`]. The result includes all allocated polygons.
    ///
    /// # Errors
    /// Fails when [`flags`](Self::flags) does.
    pub(crate) fn poly_neighbor_data(&self, budget: &mut Budget) -> Result<Vec<u16>, Error> {
        self.numbers("polyNeighborData", "uint16", budget)
    }

    /// Returns the vertices of each polygon.
    ///
    /// # Errors
    /// Returns [`ErrorKind::Contradiction`] if there are fewer polygons than declared. Also fails when
    /// [`flags`](Self::flags) does.
    pub fn polygons(&self, budget: &mut Budget) -> Result<Vec<Vec<u16>>, Error> {
        let data = self.poly_neighbor_data(budget)?;
        let wrong = || Error::new(ErrorKind::Contradiction("fewer polygons than said"), Path::from("polyMesh"));
        let most = usize::try_from(self.max_verts_per_poly()).ok().filter(|most| *most > 0).ok_or_else(wrong)?;
        let count = usize::try_from(self.poly_count()).map_err(|_| wrong())?;
        let polygons = data.chunks_exact(most.saturating_mul(2)).take(count);
        if polygons.len() < count {
            return Err(wrong());
        }
        let vertices =
            |polygon: &[u16]| polygon.iter().take(most).copied().take_while(|index| *index != NO_INDEX).collect();
        Ok(polygons.map(vertices).collect())
    }
}

/// The heights inside the polygons of a navigation mesh, as triangles.
#[derive(Clone, Copy, Debug)]
pub struct DetailMesh<'d>(Node<'d>);

/// The triangles of a single polygon.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DetailPolygon {
    /// The index of the first vertex.
    pub base_vertex: u32,
    /// The number of vertices.
    pub vertex_count: u32,
    /// The index of the first triangle.
    pub base_triangle: u32,
    /// The number of triangles.
    pub triangle_count: u32,
}

impl<'d> DetailMesh<'d> {
    /// Returns the element. This can be used to read a value that has no method here.
    pub fn element(&self) -> &'d Element<'d> {
        self.0.0
    }

    /// Returns the vertices.
    ///
    /// # Errors
    /// Returns [`ErrorKind::WrongType`] if the array has another type, or an error if the data can't be decompressed.
    pub fn vertices(&self, budget: &mut Budget) -> Result<Vec<Vec3>, Error> {
        let Some(array) = self.0.array("vertices") else { return Ok(Vec::new()) };
        let vertices = bulk::<[f32; 3]>(array, "vec3", &Path::from("polyMeshDetail").part("vertices"), budget)?;
        Ok(vertices.into_iter().map(Vec3::from_array).collect())
    }

    /// Returns the triangles. Each of them has three vertices of a polygon, followed by flags for the edges.
    ///
    /// # Errors
    /// Fails when [`vertices`](Self::vertices) does.
    pub fn triangles(&self, budget: &mut Budget) -> Result<Vec<[u8; 4]>, Error> {
        let expected = ("struct of four uint8", [Type::U8; 4]);
        let path = Path::from("polyMeshDetail").part("triangles");
        rows(self.0.array("triangles"), path, expected, budget, |bytes| bytes.try_into().ok())
    }

    /// Returns the range of vertices and triangles for each polygon.
    ///
    /// # Errors
    /// Fails when [`vertices`](Self::vertices) does.
    pub fn polygons(&self, budget: &mut Budget) -> Result<Vec<DetailPolygon>, Error> {
        let expected = ("struct of four uint32", [Type::U32; 4]);
        rows(self.0.array("meshes"), Path::from("polyMeshDetail").part("meshes"), expected, budget, |bytes| {
            let mut numbers = bytes.chunks_exact(4).filter_map(|number| number.try_into().ok()).map(u32::from_le_bytes);
            let mut next = || numbers.next();
            Some(DetailPolygon {
                base_vertex: next()?,
                vertex_count: next()?,
                base_triangle: next()?,
                triangle_count: next()?,
            })
        })
    }
}

/// Returns the structs in an array, whose fields must have these `types`. If there is no such array, the result will be
/// empty.
fn rows<T, const N: usize>(
    array: Option<&Array<'_>>,
    path: Path,
    (expected, types): (&'static str, [Type; N]),
    budget: &mut Budget,
    read: impl Fn(&[u8]) -> Option<T>,
) -> Result<Vec<T>, Error> {
    let Some(array) = array else { return Ok(Vec::new()) };
    let array = unpacked(array, &path, budget)?;
    match &*array {
        Array::Structs(structs) if structs.layout().fields().iter().map(|(ty, _)| *ty).eq(types) => {
            Ok(structs.as_bytes().chunks_exact(structs.layout().size()).filter_map(read).collect())
        }
        other => Err(Error::new(wrong(expected, other), path)),
    }
}
