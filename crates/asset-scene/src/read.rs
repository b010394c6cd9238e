//! Functions to read a primitive. Use one call per attribute.

use asset_geometry::Topology;
use binio::{Path, Segment};

use crate::check::{of, shape_of, wrong};
use crate::{Array, Attribute, Error, ErrorKind, Primitive, Rows, Scene, Semantic};

impl Primitive {
    /// Returns the number of vertices, or 0 if the primitive has no positions.
    pub fn vertex_count(&self, scene: &Scene<'_>) -> usize {
        let positions = self.attribute(&Semantic::Position);
        positions.and_then(|array| scene.arrays.get(array)).map_or(0, |array| array.count)
    }

    /// Iterates over the positions: x, y and z in the mesh's space.
    ///
    /// # Errors
    /// Fails if the primitive has no positions, or if a position is not three numbers.
    pub fn positions<'s>(&self, scene: &'s Scene<'_>) -> Result<Rows<'s, 3>, Error> {
        self.column(scene, &Semantic::Position)?
            .ok_or_else(|| self.locate(scene, Error::new(ErrorKind::MissingAttribute(Semantic::Position), Path::new())))
    }

    /// Iterates over the normals, one per vertex. Returns `None` if the primitive has no normals.
    ///
    /// # Errors
    /// Fails if a value is not three numbers.
    pub fn normals<'s>(&self, scene: &'s Scene<'_>) -> Result<Option<Rows<'s, 3>>, Error> {
        self.column(scene, &Semantic::Normal)
    }

    /// Iterates over the tangents, one per vertex: x, y, z and the sign of the bitangent. Returns `None` if the
    /// primitive has no tangents.
    ///
    /// # Errors
    /// Fails if a value is not four numbers.
    pub fn tangents<'s>(&self, scene: &'s Scene<'_>) -> Result<Option<Rows<'s, 4>>, Error> {
        self.column(scene, &Semantic::Tangent)
    }

    /// Iterates over the texture coordinates in a set, one pair per vertex, from the top left. Returns `None` if there
    /// is no such set.
    ///
    /// # Errors
    /// Fails if a value is not two numbers.
    pub fn tex_coords<'s>(&self, scene: &'s Scene<'_>, set: u32) -> Result<Option<Rows<'s, 2>>, Error> {
        self.column(scene, &Semantic::TexCoord(set))
    }

    /// Returns the colours in a set, one per vertex: red, green, blue and alpha from 0 to 1. If there is no alpha, it
    /// is 1. Returns `None` if there is no such set. This does not convert the colours, so they will be linear as in
    /// glTF, unless the format says otherwise.
    ///
    /// # Errors
    /// Fails if a value is not three or four numbers.
    pub fn colors(&self, scene: &Scene<'_>, set: u32) -> Result<Option<Vec<[f32; 4]>>, Error> {
        let read = |array: &Array<'_>| matches!(array.width, 3 | 4).then(|| array.to_colors());
        self.read(scene, &self.attributes, &Semantic::Color(set), "3 or 4 numbers per vertex", read)
    }

    /// Returns the joints in a set, four per vertex. Use them to look up a joint in
    /// [`Skin::joints`](crate::Skin::joints). Returns `None` if there is no such set. Note that a vertex may have more
    /// than four joints; see [`sets`](Self::sets).
    ///
    /// # Errors
    /// Fails if a value is not four integers.
    pub fn joints(&self, scene: &Scene<'_>, set: u32) -> Result<Option<Vec<[u32; 4]>>, Error> {
        let read = |array: &Array<'_>| {
            let numbers = array.to_u32s().filter(|_| array.width == 4)?;
            Some(numbers.chunks_exact(4).filter_map(<[u32]>::first_chunk).copied().collect())
        };
        self.read(scene, &self.attributes, &Semantic::Joints(set), "4 unsigned integers per vertex", read)
    }

    /// Iterates over the weights in a set, four per vertex, for the joints in the same set. Returns `None` if there is
    /// no such set. Note that the weights in a file may have any sum.
    ///
    /// # Errors
    /// Fails if a value is not four numbers.
    pub fn weights<'s>(&self, scene: &'s Scene<'_>, set: u32) -> Result<Option<Rows<'s, 4>>, Error> {
        self.column(scene, &Semantic::Weights(set))
    }

    /// Iterates over the differences that a morph target adds to positions ([`Semantic::Position`]), normals or
    /// tangents, three numbers per vertex. Returns `None` if the target doesn't change them.
    ///
    /// # Errors
    /// Fails if a value is not three numbers.
    pub fn morph<'s>(
        &self,
        scene: &'s Scene<'_>,
        target: usize,
        semantic: &Semantic,
    ) -> Result<Option<Rows<'s, 3>>, Error> {
        let attributes = self.targets.get(target).map_or(&[][..], Vec::as_slice);
        let read = |error: Error| error.within_item("morph target", target);
        self.read(scene, attributes, semantic, "3 numbers per vertex", Array::rows).map_err(read)
    }

    /// Returns the number of sets, for example `primitive.sets(Semantic::TexCoord)`. This counts from 0 and stops at
    /// the first missing set.
    pub fn sets(&self, semantic: impl Fn(u32) -> Semantic) -> u32 {
        let is_there = |set: &u32| self.attribute(&semantic(*set)).is_some();
        (0..).take_while(is_there).fold(0, |count, _| count.saturating_add(1))
    }

    /// Returns the indices as stored. Use this if your renderer can draw strips and fans. If the primitive has no
    /// indices, this returns all vertices in order.
    ///
    /// # Errors
    /// Fails if an index is out of bounds, or if the array doesn't have one unsigned integer per row.
    pub fn indices(&self, scene: &Scene<'_>) -> Result<Vec<u32>, Error> {
        self.checked_indices(scene, self.vertex_count(scene)).map_err(|error| self.locate(scene, error))
    }

    /// Iterates over all triangles, given as vertex indices. When seen from the front, they will be counter-clockwise.
    /// This splits strips and fans into triangles, and skips degenerate triangles. Lines and points have no triangles.
    ///
    /// # Errors
    /// See [`indices`](Self::indices).
    pub fn triangles(&self, scene: &Scene<'_>) -> Result<impl Iterator<Item = [u32; 3]> + use<>, Error> {
        let triangles = asset_geometry::triangles(self.topology, self.indices(scene)?);
        Ok(triangles.filter(|corners| !asset_geometry::is_degenerate(*corners)))
    }

    /// Iterates over all lines, given as pairs of vertex indices. This splits strips and loops into lines. Triangles
    /// and points have no lines.
    ///
    /// # Errors
    /// See [`indices`](Self::indices).
    pub fn lines(&self, scene: &Scene<'_>) -> Result<impl Iterator<Item = [u32; 2]> + use<>, Error> {
        let mut indices = self.indices(scene)?;
        if self.topology == Topology::LineStrip && self.closed {
            indices.extend(indices.first().copied());
        }
        Ok(asset_geometry::lines(self.topology, indices))
    }

    /// Returns all points, given as vertex indices. Triangles and lines have no points.
    ///
    /// # Errors
    /// See [`indices`](Self::indices).
    pub fn points(&self, scene: &Scene<'_>) -> Result<Vec<u32>, Error> {
        if self.topology == Topology::Points { self.indices(scene) } else { Ok(Vec::new()) }
    }

    /// Returns the indices, which will all be below `vertices`. If the primitive has no indices, this returns 0, 1, 2
    /// and so on. Errors don't name the mesh and the primitive, so you should add these yourself.
    ///
    /// # Errors
    /// Fails if an index is not below `vertices`, or if the array is missing or doesn't have integers.
    pub fn checked_indices(&self, scene: &Scene<'_>, vertices: usize) -> Result<Vec<u32>, Error> {
        let within = |error: Error| error.within(Segment::Part("indices"));
        let count = u32::try_from(vertices).map_err(|_| within(wrong("at most 4294967295 vertices", vertices)))?;
        let indices = match self.indices {
            Some(array) => {
                let array = scene.array(array).map_err(within)?;
                let numbers = array.to_u32s().filter(|_| array.width == 1);
                numbers.ok_or_else(|| within(wrong("1 unsigned integer per index", shape_of(array))))?
            }
            None => (0..count).collect(),
        };
        match indices.iter().find(|index| **index >= count) {
            Some(index) => Err(within(crate::check::no_such("vertex", *index as usize, vertices))),
            None => Ok(indices),
        }
    }

    fn column<'s, const N: usize>(
        &self,
        scene: &'s Scene<'_>,
        semantic: &Semantic,
    ) -> Result<Option<Rows<'s, N>>, Error> {
        let expected = const {
            match N {
                2 => "2 numbers per vertex",
                3 => "3 numbers per vertex",
                _ => "4 numbers per vertex",
            }
        };
        self.read(scene, &self.attributes, semantic, expected, Array::rows)
    }

    /// Reads the attribute for a semantic by calling `read`. Returns `None` if it is missing.
    fn read<'s, T>(
        &self,
        scene: &'s Scene<'_>,
        attributes: &[Attribute],
        semantic: &Semantic,
        expected: &'static str,
        read: impl FnOnce(&'s Array<'s>) -> Option<T>,
    ) -> Result<Option<T>, Error> {
        let Some(attribute) = attributes.iter().find(|attribute| attribute.semantic == *semantic) else {
            return Ok(None);
        };
        let stored = scene.array(attribute.array);
        let read = stored.and_then(|array| read(array).ok_or_else(|| wrong(expected, shape_of(array))));
        read.map(Some).map_err(|error| self.locate(scene, of(error, attribute)))
    }

    /// Adds the mesh and the primitive to the path of an error. This only works if the primitive is in the scene, and
    /// not a copy.
    #[cold]
    fn locate(&self, scene: &Scene<'_>, error: Error) -> Error {
        let position = scene.meshes.iter().enumerate().find_map(|(mesh, owner)| {
            let primitive = owner.primitives.iter().position(|primitive| std::ptr::eq(primitive, self))?;
            Some((mesh, primitive))
        });
        match position {
            Some((mesh, primitive)) => error.within_item("primitive", primitive).within_item("mesh", mesh),
            None => error,
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing)]
mod tests {
    use super::*;
    use crate::Mesh;

    #[test]
    fn errors_name_mesh_primitive_and_attribute() {
        let mut scene = Scene::default();
        let array = scene.arrays.push(Array::from_f32s([[0.0f32; 3]; 3]));
        let attributes = vec![
            Attribute { semantic: Semantic::Normal, array },
            Attribute { semantic: Semantic::TexCoord(0), array },
            Attribute { semantic: Semantic::Joints(0), array },
        ];
        let primitives = vec![Primitive::default(), Primitive { attributes, ..Primitive::default() }];
        let mesh = scene.meshes.push(Mesh { primitives, ..Mesh::default() });
        let primitive = &scene[mesh].primitives[1];
        let at = "mesh 0 > primitive 1";
        let said = |error: Option<Error>| error.unwrap().to_string();
        assert_eq!(said(primitive.positions(&scene).err()), format!("{at}: expected POSITION, found none"));
        let uvs = format!("{at} > TEXCOORD_0: expected 2 numbers per vertex, found 3 f32");
        assert_eq!(said(primitive.tex_coords(&scene, 0).err()), uvs);
        let joints = format!("{at} > JOINTS_0: expected 4 unsigned integers per vertex, found 3 f32");
        assert_eq!(said(primitive.joints(&scene, 0).err()), joints);
        assert_eq!(said(scene.check().err()), format!("{at} > TEXCOORD_0: expected 2 numbers per vertex, found 3 f32"));
        let kind = primitive.positions(&scene).err().unwrap().into_kind();
        assert_eq!(kind, ErrorKind::MissingAttribute(Semantic::Position));
        assert_eq!((primitive.sets(Semantic::TexCoord), primitive.sets(Semantic::Color)), (1, 0));
    }
}
