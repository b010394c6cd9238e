//! Access to primitives: one line per column.

use asset_geometry::Topology;
use binio::{Path, Segment};

use crate::check::{of, shape_of, wrong};
use crate::{Array, Attribute, Error, ErrorKind, Primitive, Rows, Scene, Semantic};

impl Primitive {
    /// Returns the number of vertices; 0 without positions.
    pub fn vertex_count(&self, scene: &Scene<'_>) -> usize {
        let positions = self.attribute(&Semantic::Position);
        positions.and_then(|array| scene.arrays.get(array)).map_or(0, |array| array.count)
    }

    /// Iterates over the positions: x, y, z, in the mesh's space.
    ///
    /// # Errors
    /// They are missing, or aren't three numbers each.
    pub fn positions<'s>(&self, scene: &'s Scene<'_>) -> Result<Rows<'s, 3>, Error> {
        self.column(scene, &Semantic::Position)?
            .ok_or_else(|| self.locate(scene, Error::new(ErrorKind::MissingAttribute(Semantic::Position), Path::new())))
    }

    /// Iterates over the normals, one per vertex; `None` if they are missing.
    ///
    /// # Errors
    /// They aren't three numbers each.
    pub fn normals<'s>(&self, scene: &'s Scene<'_>) -> Result<Option<Rows<'s, 3>>, Error> {
        self.column(scene, &Semantic::Normal)
    }

    /// Iterates over the tangents, one per vertex: x, y, z and the sign of the bitangent; `None` if they are missing.
    ///
    /// # Errors
    /// They aren't four numbers each.
    pub fn tangents<'s>(&self, scene: &'s Scene<'_>) -> Result<Option<Rows<'s, 4>>, Error> {
        self.column(scene, &Semantic::Tangent)
    }

    /// Iterates over a set of texture coordinates, one pair per vertex, from the top left; `None` if the set is missing.
    ///
    /// # Errors
    /// They aren't two numbers each.
    pub fn tex_coords<'s>(&self, scene: &'s Scene<'_>, set: u32) -> Result<Option<Rows<'s, 2>>, Error> {
        self.column(scene, &Semantic::TexCoord(set))
    }

    /// Returns a set of colours, one per vertex: red, green, blue, alpha from 0 to 1; a missing alpha is 1. `None` if the set is missing. Colours
    /// are as stored: linear as in glTF, unless the format says otherwise.
    ///
    /// # Errors
    /// They are neither three nor four numbers each.
    pub fn colors(&self, scene: &Scene<'_>, set: u32) -> Result<Option<Vec<[f32; 4]>>, Error> {
        let read = |array: &Array<'_>| matches!(array.width, 3 | 4).then(|| array.to_colors());
        self.read(scene, &self.attributes, &Semantic::Color(set), "3 or 4 numbers per vertex", read)
    }

    /// Returns a set of joints, four per vertex, indices into [`Skin::joints`](crate::Skin::joints); `None` if the set is missing. Vertices with
    /// more than four joints have further [sets](Self::sets).
    ///
    /// # Errors
    /// They aren't four integers each.
    pub fn joints(&self, scene: &Scene<'_>, set: u32) -> Result<Option<Vec<[u32; 4]>>, Error> {
        let read = |array: &Array<'_>| {
            let numbers = array.to_u32s().filter(|_| array.width == 4)?;
            Some(numbers.chunks_exact(4).filter_map(<[u32]>::first_chunk).copied().collect())
        };
        self.read(scene, &self.attributes, &Semantic::Joints(set), "4 unsigned integers per vertex", read)
    }

    /// Iterates over a set of weights, four per vertex, for the joints of the same set; `None` if the set is missing. They are as stored: a file
    /// may have any sum.
    ///
    /// # Errors
    /// They aren't four numbers each.
    pub fn weights<'s>(&self, scene: &'s Scene<'_>, set: u32) -> Result<Option<Rows<'s, 4>>, Error> {
        self.column(scene, &Semantic::Weights(set))
    }

    /// Iterates over the deltas of a morph target for positions ([`Semantic::Position`]), normals or tangents, three numbers per vertex; `None` if
    /// it doesn't change them.
    ///
    /// # Errors
    /// They aren't three numbers each.
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

    /// Returns the number of consecutive sets of a kind, from 0: `primitive.sets(Semantic::TexCoord)`.
    pub fn sets(&self, semantic: impl Fn(u32) -> Semantic) -> u32 {
        let is_there = |set: &u32| self.attribute(&semantic(*set)).is_some();
        (0..).take_while(is_there).fold(0, |count, _| count.saturating_add(1))
    }

    /// Returns the indices as stored, for a renderer that draws strips and fans; without indices, the vertices in order.
    ///
    /// # Errors
    /// An index is out of bounds, or they aren't single unsigned integers.
    pub fn indices(&self, scene: &Scene<'_>) -> Result<Vec<u32>, Error> {
        self.checked_indices(scene, self.vertex_count(scene)).map_err(|error| self.locate(scene, error))
    }

    /// Iterates over the triangles as vertex indices, counter-clockwise seen from the front, strips and fans expanded, without degenerate ones.
    /// Lines and points have none.
    ///
    /// # Errors
    /// As [`indices`](Self::indices).
    pub fn triangles(&self, scene: &Scene<'_>) -> Result<impl Iterator<Item = [u32; 3]> + use<>, Error> {
        let triangles = asset_geometry::triangles(self.topology, self.indices(scene)?);
        Ok(triangles.filter(|corners| !asset_geometry::is_degenerate(*corners)))
    }

    /// Iterates over the lines as pairs of vertices, strips and loops expanded. Triangles and points have none.
    ///
    /// # Errors
    /// As [`indices`](Self::indices).
    pub fn lines(&self, scene: &Scene<'_>) -> Result<impl Iterator<Item = [u32; 2]> + use<>, Error> {
        let mut indices = self.indices(scene)?;
        if self.topology == Topology::LineStrip && self.closed {
            indices.extend(indices.first().copied());
        }
        Ok(asset_geometry::lines(self.topology, indices))
    }

    /// Returns the points as vertex indices. Triangles and lines have none.
    ///
    /// # Errors
    /// As [`indices`](Self::indices).
    pub fn points(&self, scene: &Scene<'_>) -> Result<Vec<u32>, Error> {
        if self.topology == Topology::Points { self.indices(scene) } else { Ok(Vec::new()) }
    }

    /// Returns the indices, each below `vertices`: 0, 1, 2 … if the primitive has none. For callers that add mesh and primitive to errors.
    ///
    /// # Errors
    /// An index that isn't below `vertices`, or an array of indices that is missing or isn't integers.
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

    /// Reads the attribute of a semantic with `read`; `None` if it is missing.
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
        let found = scene.array(attribute.array);
        let read = found.and_then(|array| read(array).ok_or_else(|| wrong(expected, shape_of(array))));
        read.map(Some).map_err(|error| self.locate(scene, of(error, attribute)))
    }

    /// Adds mesh and primitive to the path of an error, if the primitive is in the scene and not a copy.
    #[cold]
    fn locate(&self, scene: &Scene<'_>, error: Error) -> Error {
        let place = scene.meshes.iter().enumerate().find_map(|(mesh, owner)| {
            let primitive = owner.primitives.iter().position(|primitive| std::ptr::eq(primitive, self))?;
            Some((mesh, primitive))
        });
        match place {
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
