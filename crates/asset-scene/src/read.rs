//! Reading primitives, one column in one line.

use asset_geometry::Topology;
use binio::Path;

use crate::{Array, ArrayId, Error, ErrorKind, Primitive, Rows, Scene, Semantic};

impl Primitive {
    /// Number of vertices; 0 without positions.
    pub fn vertex_count(&self, scene: &Scene<'_>) -> usize {
        let positions = self.attribute(&Semantic::Position);
        positions.and_then(|array| scene.arrays.get(array)).map_or(0, |array| array.count)
    }

    /// Iterates over the positions: x, y, z, in the mesh's space.
    ///
    /// # Errors
    /// There are none, or they aren't three numbers each.
    pub fn positions<'s>(&self, scene: &'s Scene<'_>) -> Result<Rows<'s, 3>, Error> {
        self.column(scene, &Semantic::Position)?.ok_or_else(|| expected("positions"))
    }

    /// Iterates over the normals, one per vertex; `None` if there are none.
    ///
    /// # Errors
    /// They aren't three numbers each.
    pub fn normals<'s>(&self, scene: &'s Scene<'_>) -> Result<Option<Rows<'s, 3>>, Error> {
        self.column(scene, &Semantic::Normal)
    }

    /// Iterates over the tangents, one per vertex: x, y, z and the sign of the bitangent; `None` if there are none.
    ///
    /// # Errors
    /// They aren't four numbers each.
    pub fn tangents<'s>(&self, scene: &'s Scene<'_>) -> Result<Option<Rows<'s, 4>>, Error> {
        self.column(scene, &Semantic::Tangent)
    }

    /// Iterates over a set of texture coordinates, one pair per vertex, from the top left; `None` if there is no such set.
    ///
    /// # Errors
    /// They aren't two numbers each.
    pub fn tex_coords<'s>(&self, scene: &'s Scene<'_>, set: u32) -> Result<Option<Rows<'s, 2>>, Error> {
        self.column(scene, &Semantic::TexCoord(set))
    }

    /// Returns a set of colours, one per vertex: red, green, blue, alpha from 0 to 1, opaque if there is no alpha; `None` if there is no such set.
    ///
    /// # Errors
    /// They are neither three nor four numbers each.
    pub fn colors(&self, scene: &Scene<'_>, set: u32) -> Result<Option<Vec<[f32; 4]>>, Error> {
        let Some(array) = self.attribute(&Semantic::Color(set)) else { return Ok(None) };
        let array = array_of(scene, array)?;
        if matches!(array.width, 3 | 4) { Ok(Some(colors(array))) } else { Err(width("3 or 4", array)) }
    }

    /// Returns a set of joints, four per vertex, numbered as in [`Skin::joints`](crate::Skin::joints); `None` if there is no such set.
    ///
    /// # Errors
    /// They aren't four whole numbers each.
    pub fn joints(&self, scene: &Scene<'_>, set: u32) -> Result<Option<Vec<[u32; 4]>>, Error> {
        let Some(array) = self.attribute(&Semantic::Joints(set)) else { return Ok(None) };
        let array = array_of(scene, array)?;
        let numbers = array.to_u32s().filter(|_| array.width == 4).ok_or_else(|| width("4 whole", array))?;
        Ok(Some(numbers.chunks_exact(4).filter_map(<[u32]>::first_chunk).copied().collect()))
    }

    /// Iterates over a set of weights, four per vertex, of the joints of the same set; `None` if there is no such set.
    ///
    /// # Errors
    /// They aren't four numbers each.
    pub fn weights<'s>(&self, scene: &'s Scene<'_>, set: u32) -> Result<Option<Rows<'s, 4>>, Error> {
        self.column(scene, &Semantic::Weights(set))
    }

    /// Iterates over what a morph target adds to positions ([`Semantic::Position`]), normals or tangents, three numbers per vertex; `None` if
    /// it leaves them.
    ///
    /// # Errors
    /// They aren't three numbers each.
    pub fn morph<'s>(
        &self,
        scene: &'s Scene<'_>,
        target: usize,
        semantic: &Semantic,
    ) -> Result<Option<Rows<'s, 3>>, Error> {
        self.target_attribute(target, semantic).map(|array| rows(scene, array)).transpose()
    }

    /// Iterates over the triangles as indices of vertices, counter-clockwise seen from the front, strips and fans unrolled, without
    /// degenerate ones. Lines and points have none.
    ///
    /// # Errors
    /// An index is beyond the vertices, or they aren't single whole numbers.
    pub fn triangles(&self, scene: &Scene<'_>) -> Result<impl Iterator<Item = [u32; 3]> + use<>, Error> {
        let indices = self.checked_indices(scene, self.vertex_count(scene))?;
        let triangles = asset_geometry::triangles(self.topology, indices);
        Ok(triangles.filter(|corners| !asset_geometry::is_degenerate(*corners)))
    }

    /// Iterates over the lines as pairs of vertices, strips and loops unrolled. Triangles and points have none.
    ///
    /// # Errors
    /// As [`triangles`](Self::triangles).
    pub fn lines(&self, scene: &Scene<'_>) -> Result<impl Iterator<Item = [u32; 2]> + use<>, Error> {
        let mut indices = self.checked_indices(scene, self.vertex_count(scene))?;
        if self.topology == Topology::LineStrip && self.closed {
            indices.extend(indices.first().copied());
        }
        Ok(asset_geometry::lines(self.topology, indices))
    }

    /// The indices, each below `vertices`; without an array of them the vertices in their order.
    pub(crate) fn checked_indices(&self, scene: &Scene<'_>, vertices: usize) -> Result<Vec<u32>, Error> {
        let too_many =
            |_| Error::new(ErrorKind::Unsupported("more vertices than 32 bits can count".into()), Path::new());
        let count = u32::try_from(vertices).map_err(too_many)?;
        let indices = match self.indices {
            Some(array) => {
                let array = array_of(scene, array)?;
                array.to_u32s().filter(|_| array.width == 1).ok_or_else(|| width("1 whole", array))?
            }
            None => (0..count).collect(),
        };
        match indices.iter().find(|index| **index >= count) {
            Some(index) => Err(Error::new(ErrorKind::NoSuch { what: "vertex", index: *index as usize }, Path::new())),
            None => Ok(indices),
        }
    }

    fn column<'s, const N: usize>(
        &self,
        scene: &'s Scene<'_>,
        semantic: &Semantic,
    ) -> Result<Option<Rows<'s, N>>, Error> {
        self.attribute(semantic).map(|array| rows(scene, array)).transpose()
    }
}

/// Red, green, blue and alpha of an array of three or four numbers.
pub(crate) fn colors(array: &Array<'_>) -> Vec<[f32; 4]> {
    match array.rows::<4>() {
        Some(rows) => rows.collect(),
        None => array.rows::<3>().into_iter().flatten().map(|[r, g, b]| [r, g, b, 1.0]).collect(),
    }
}

fn rows<'s, const N: usize>(scene: &'s Scene<'_>, array: ArrayId) -> Result<Rows<'s, N>, Error> {
    let array = array_of(scene, array)?;
    array.rows().ok_or_else(|| width(N, array))
}

fn array_of<'s, 'a>(scene: &'s Scene<'a>, array: ArrayId) -> Result<&'s Array<'a>, Error> {
    let missing = || Error::new(ErrorKind::NoSuch { what: "array", index: array.index() }, Path::new());
    scene.arrays.get(array).ok_or_else(missing)
}

fn expected(what: &str) -> Error {
    Error::new(ErrorKind::Unsupported(format!("expected {what}, found none")), Path::new())
}

fn width(wanted: impl std::fmt::Display, array: &Array<'_>) -> Error {
    let kind = if array.component == crate::Component::F32 { "floats" } else { "numbers" };
    let message = format!("expected {wanted} per row, found {} {kind}", array.width);
    Error::new(ErrorKind::Unsupported(message), Path::new())
}
