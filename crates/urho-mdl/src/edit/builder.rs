//! Builder of models from plain arrays.

use alloc::vec::Vec;
use asset_geometry::Bounds;
use asset_geometry::glam::{Vec2, Vec3, Vec4};
use binio::Name;

use crate::error::Error;
#[cfg(doc)]
use crate::error::ErrorKind;
use crate::index::Primitive;
use crate::model::Model;
use crate::skeleton::Skeleton;
use crate::version::Version;
use crate::vertex::{Element, Semantic, VertexValue};

mod assemble;
mod check;

impl<'a> Model<'a> {
    /// Returns a builder of a model from arrays: a `UMD2` model, unless [`version`](ModelBuilder::version) is set.
    ///
    /// ```
    /// use urho_mdl::Model;
    /// let corners = [[0.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]];
    /// let model = Model::builder().positions(&corners).normals(&[[0.0, 0.0, -1.0]; 3]).indices(&[0, 1, 2]).build()?;
    /// assert!(model.validate().is_empty());
    /// # Ok::<(), urho_mdl::Error>(())
    /// ```
    pub fn builder() -> ModelBuilder<'a> {
        ModelBuilder::default()
    }
}

/// Deltas of a vertex in a morph, multiplied by the morph's weight.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Delta {
    /// Number of the vertex in its buffer.
    pub vertex: u32,
    /// Added to the position.
    pub position: Vec3,
    /// Added to the normal.
    pub normal: Vec3,
    /// Added to x, y, z of the tangent.
    pub tangent: Vec3,
}

impl Delta {
    /// Creates deltas that move a vertex.
    pub fn position(vertex: u32, position: impl Into<Vec3>) -> Self {
        Self { vertex, position: position.into(), ..Self::default() }
    }
}

/// One element of all vertices of a part, as stored.
#[derive(Clone, Debug)]
struct NewColumn {
    element: Element,
    /// Whether the values have the element's type.
    fits: bool,
    count: usize,
    data: Vec<u8>,
}

/// Vertices that are given together.
#[derive(Clone, Debug, Default)]
struct NewPart {
    columns: Vec<NewColumn>,
    /// Index size in bytes, if set.
    index_size: Option<u32>,
}

/// Deltas of a morph for one part.
#[derive(Clone, Debug)]
struct NewMorph<'a> {
    name: Name<'a>,
    weight: Option<f32>,
    part: usize,
    deltas: Vec<Delta>,
}

/// One level of detail.
#[derive(Clone, Debug)]
struct NewLod {
    part: usize,
    distance: f32,
    primitive: Primitive,
    indices: Vec<u32>,
}

/// Levels of detail with one material.
#[derive(Clone, Debug)]
struct NewGeometry<'a> {
    name: Option<Name<'a>>,
    bone_mapping: Vec<u32>,
    center: Option<Vec3>,
    lods: Vec<NewLod>,
}

/// Builds a [`Model`] from arrays, in drawing order: vertices, then their geometries, then, after [`next_buffer`](Self::next_buffer), other
/// vertices.
///
/// [`build`](Self::build) checks all lengths, numbers and limits before it builds. Missing data is computed as importers do ([Meaning of
/// the values](crate::format#meaning-of-the-values)): bounding box, centers ([`compute_centers`](Model::compute_centers)), morph ranges,
/// boxes and spheres of bones ([`compute_bone_bounds`](Model::compute_bone_bounds); only if no bone has any). Elements are in
/// AssetImporter's order, which is also the order of legacy masks: position, normal, colours, texture coordinates, tangent, weights,
/// joints, then others. Indices have 16 bits up to 65535 vertices. The finest levels of detail of all geometries come first in an index
/// buffer, as OgreImporter writes them.
///
/// Numbers are not checked: a NaN is kept, and [`validate`](Model::validate) reports it.
///
/// ```
/// use urho_mdl::{Bone, Delta, Model, Skeleton};
/// let mut skeleton = Skeleton { bones: vec![Bone::new("Root", 0)] };
/// skeleton.compute_offset_matrices();
/// let model = Model::builder()
///     .positions(&[[0.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 1.0, 0.0], [1.0, 0.0, 0.0]])
///     .uvs(0, &[[0.0, 1.0], [0.0, 0.0], [1.0, 0.0], [1.0, 1.0]])
///     .skin(&[[0; 4]; 4], &[[1.0, 0.0, 0.0, 0.0]; 4])
///     .skeleton(skeleton)
///     .indices(&[0, 1, 2, 0, 2, 3])
///     .lod(20.0, &[0, 1, 2])
///     .morph("Wink", &[Delta::position(1, [0.0, -0.5, 0.0])])
///     .build()?;
/// assert!(model.validate().is_empty());
/// assert_eq!(model.vertex_buffers[0].morph_range.start, 1);
/// # Ok::<(), urho_mdl::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct ModelBuilder<'a> {
    version: Version,
    shared: bool,
    bounds: Option<Bounds>,
    /// Parts before the current one.
    finished: Vec<NewPart>,
    part: NewPart,
    geometries: Vec<NewGeometry<'a>>,
    morphs: Vec<NewMorph<'a>>,
    skeleton: Skeleton<'a>,
    /// The first call that was too early.
    misplaced: Option<&'static str>,
}

impl Default for ModelBuilder<'_> {
    fn default() -> Self {
        Self {
            version: Version::Umd2,
            shared: false,
            bounds: None,
            finished: Vec::new(),
            part: NewPart::default(),
            geometries: Vec::new(),
            morphs: Vec::new(),
            skeleton: Skeleton::default(),
            misplaced: None,
        }
    }
}

impl<'a> ModelBuilder<'a> {
    /// Returns a builder of an empty model.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the version of the format (default: [`Version::Umd2`]). [`build`](Self::build) fails if the version can't store the content.
    ///
    /// ```
    /// use urho_mdl::{Delta, Model, Version};
    /// let corners = [[0.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]];
    /// let builder = Model::builder().positions(&corners).indices(&[0, 1, 2]);
    /// let builder = builder.morph("Grow", &[Delta::position(1, [0.0, 1.0, 0.0])]).morph_weight(0.5);
    /// let model = builder.clone().version(Version::Umd3(2)).build()?;
    /// assert_eq!(model.morphs[0].weight, Some(0.5));
    /// let error = builder.version(Version::Umdl).build().unwrap_err();
    /// assert_eq!(error.to_string(), "morph > Grow: not in this version of the format: its default weight");
    /// # Ok::<(), urho_mdl::Error>(())
    /// ```
    #[must_use]
    pub fn version(mut self, version: Version) -> Self {
        self.version = version;
        self
    }

    /// Puts vertices with the same elements into one vertex buffer and one index buffer, as long as 16-bit indices suffice, even after
    /// [`next_buffer`](Self::next_buffer): drawing then needs fewer state changes. Indices and morphs still use the numbers of the given
    /// vertices.
    ///
    /// ```
    /// use urho_mdl::Model;
    /// let corners = [[0.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]];
    /// let one = Model::builder().share_buffers().positions(&corners).indices(&[0, 1, 2]);
    /// let model = one.next_buffer().positions(&corners).indices(&[2, 1, 0]).build()?;
    /// assert_eq!(model.vertex_buffers.len(), 1);
    /// assert_eq!(model.triangles(&model.geometries[1].lods[0]).next(), Some([5, 4, 3]));
    /// # Ok::<(), urho_mdl::Error>(())
    /// ```
    #[must_use]
    pub fn share_buffers(mut self) -> Self {
        self.shared = true;
        self
    }

    /// Sets the bounding box, in units, instead of the box around all vertices.
    #[must_use]
    pub fn bounds(mut self, bounds: Bounds) -> Self {
        self.bounds = Some(bounds);
        self
    }

    /// Sets the positions of the vertices; in units, left-handed, Y up. Arrays of three, tuples, or [`Vec3`].
    #[must_use]
    pub fn positions<V: Copy + Into<Vec3>>(self, positions: &[V]) -> Self {
        self.converted(Semantic::POSITION, 0, positions, V::into)
    }

    /// Sets the normals of the vertices.
    #[must_use]
    pub fn normals<V: Copy + Into<Vec3>>(self, normals: &[V]) -> Self {
        self.converted(Semantic::NORMAL, 0, normals, V::into)
    }

    /// Sets the tangents of the vertices; w is 1 or −1.
    #[must_use]
    pub fn tangents<V: Copy + Into<Vec4>>(self, tangents: &[V]) -> Self {
        self.converted(Semantic::TANGENT, 0, tangents, V::into)
    }

    /// Sets the `index`-th texture coordinates of the vertices; origin top left.
    #[must_use]
    pub fn uvs<V: Copy + Into<Vec2>>(self, index: u8, uvs: &[V]) -> Self {
        self.converted(Semantic::TEXCOORD, index, uvs, V::into)
    }

    /// Sets the `index`-th colours of the vertices; R, G, B, A.
    #[must_use]
    pub fn colors(self, index: u8, colors: &[[u8; 4]]) -> Self {
        self.column(Semantic::COLOR, index, colors)
    }

    /// Sets up to four bones of each vertex and their weights. As in importers, weights are divided by their sum unless it is 1 already
    /// (within 0.001).
    #[must_use]
    pub fn skin<V: Copy + Into<Vec4>>(self, joints: &[[u8; 4]], weights: &[V]) -> Self {
        let weighted = self.converted(Semantic::BLENDWEIGHTS, 0, weights, |weights| normalised(weights.into()));
        weighted.column(Semantic::BLENDINDICES, 0, joints)
    }

    /// Sets any element of the vertices. The same semantic and index again replaces it.
    #[must_use]
    pub fn column<T: VertexValue>(self, semantic: Semantic, index: u8, values: &[T]) -> Self {
        self.converted(semantic, index, values, |value| value)
    }

    /// Sets any element of the vertices, as in a declaration: [`column`](Self::column) with an explicit type, for example four bytes as
    /// numbers where the default type would be 0 to 1.
    #[must_use]
    pub fn element<T: VertexValue>(self, element: Element, values: &[T]) -> Self {
        self.stored(element, values, |value| value)
    }

    /// Sets the index size of the current vertices: 2 or 4 bytes. Default: 2 up to 65535 vertices, otherwise 4.
    #[must_use]
    pub fn index_size(mut self, bytes: u32) -> Self {
        self.part.index_size = Some(bytes);
        self
    }

    /// Begins a geometry of the current vertices: a triangle list, the finest level of detail. A geometry without indices draws nothing.
    #[must_use]
    pub fn indices(mut self, indices: &[u32]) -> Self {
        let lod = self.level(0.0, Primitive::TRIANGLE_LIST, indices);
        let lods = alloc::vec![lod];
        self.geometries.push(NewGeometry { name: None, bone_mapping: Vec::new(), center: None, lods });
        self
    }

    /// Adds a level of detail to the current geometry, farther than the previous levels. Its indices refer to the current vertices: the
    /// same as in the previous level, or, after [`next_buffer`](Self::next_buffer), its own.
    #[must_use]
    pub fn lod(self, distance: f32, indices: &[u32]) -> Self {
        let lod = self.level(distance, Primitive::TRIANGLE_LIST, indices);
        self.of_geometry("indices before a level of detail", |geometry| {
            let primitive = geometry.lods.first().map_or(Primitive::TRIANGLE_LIST, |lod| lod.primitive);
            geometry.lods.push(NewLod { primitive, ..lod });
        })
    }

    /// Sets the smallest distance of the last indices, in units of a model of mean size 1. Only needed for the finest level of detail,
    /// which begins at 0 by default.
    #[must_use]
    pub fn distance(self, distance: f32) -> Self {
        self.of_geometry("indices before a distance", |geometry| {
            geometry.lods.last_mut().into_iter().for_each(|lod| lod.distance = distance);
        })
    }

    /// Sets the primitive type of the last indices (default: triangle list).
    #[must_use]
    pub fn primitive(self, primitive: Primitive) -> Self {
        self.of_geometry("indices before a primitive", |geometry| {
            geometry.lods.last_mut().into_iter().for_each(|lod| lod.primitive = primitive);
        })
    }

    /// Sets the skeleton bones that the blend indices of the current geometry refer to. For skeletons with more bones than one draw call
    /// supports (64 everywhere).
    #[must_use]
    pub fn bone_mapping(self, bones: &[u32]) -> Self {
        self.of_geometry("indices before a bone mapping", |geometry| geometry.bone_mapping = bones.to_vec())
    }

    /// Sets the center of the current geometry, instead of the computed one.
    #[must_use]
    pub fn center(self, center: impl Into<Vec3>) -> Self {
        let center = center.into();
        self.of_geometry("indices before a center", |geometry| geometry.center = Some(center))
    }

    /// Sets the name of the current geometry. Only Atomic's versions have names; missing names are empty.
    #[must_use]
    pub fn name(self, name: impl Into<Name<'a>>) -> Self {
        let name = name.into();
        self.of_geometry("indices before a name", |geometry| geometry.name = Some(name))
    }

    /// Adds deltas of a morph for the current vertices. The same name again, for other vertices, continues that morph. Normals and tangents
    /// are stored if any of the deltas changes them. Without deltas the morph exists but doesn't change these vertices. Morphs are in the
    /// order of their first call.
    #[must_use]
    pub fn morph(mut self, name: impl Into<Name<'a>>, deltas: &[Delta]) -> Self {
        let part = self.finished.len();
        self.morphs.push(NewMorph { name: name.into(), weight: None, part, deltas: deltas.to_vec() });
        self
    }

    /// Sets the initial weight of the last morph (default: 0). It is stored from `UMD3` version 2 on.
    #[must_use]
    pub fn morph_weight(mut self, weight: f32) -> Self {
        match self.morphs.last_mut() {
            Some(morph) => morph.weight = Some(weight),
            None => self.misplaced = self.misplaced.or(Some("a morph before its weight")),
        }
        self
    }

    /// Sets the skeleton.
    #[must_use]
    pub fn skeleton(mut self, skeleton: Skeleton<'a>) -> Self {
        self.skeleton = skeleton;
        self
    }

    /// Ends the current vertices. The next ones get their own buffers unless [`share_buffers`](Self::share_buffers) is set.
    #[must_use]
    pub fn next_buffer(mut self) -> Self {
        self.finished.push(core::mem::take(&mut self.part));
        self
    }

    /// Builds the model.
    ///
    /// # Errors
    /// The first problem, before anything is built: [`ErrorKind::Missing`] (positions, indices, a required earlier call, an element that a
    /// morph changes), [`ErrorKind::WrongLength`] (an element with more or fewer values than there are positions),
    /// [`ErrorKind::OutOfRange`] (an index, a blend index with a weight, an entry of a bone mapping, the vertex of a delta),
    /// [`ErrorKind::Unfit`] (distances that don't ascend, indices that make no whole primitives, weights that are negative, not finite or
    /// all zero, values of another type than their element, an index size that is neither 2 nor 4 or too small, one morph with two
    /// weights), [`ErrorKind::NotInVersion`] (content that the [`version`](Self::version) can't store), [`ErrorKind::Data`] (a name that
    /// contains NUL, a count above 32 bits).
    pub fn build(mut self) -> Result<Model<'a>, Error> {
        let part = core::mem::take(&mut self.part);
        self.finished.push(part);
        self.check()?;
        let mut model = self.assembled()?;
        match self.bounds {
            Some(bounds) => model.bounds = bounds,
            None => model.compute_bounds(),
        }
        if self.version != Version::Bare2011 {
            model.compute_centers()?;
            for (center, geometry) in model.tail.centers.iter_mut().zip(&self.geometries) {
                *center = geometry.center.unwrap_or(*center);
            }
        }
        model.compute_morph_ranges();
        if model.skeleton.bones.iter().all(|bone| bone.collision.mask == 0) {
            model.compute_bone_bounds()?;
        }
        Ok(model)
    }

    fn converted<V: Copy, T: VertexValue>(
        self,
        semantic: Semantic,
        index: u8,
        values: &[V],
        convert: impl Fn(V) -> T,
    ) -> Self {
        self.stored(Element::new(T::kind_for(semantic), semantic, index), values, convert)
    }

    fn stored<V: Copy, T: VertexValue>(mut self, element: Element, values: &[V], convert: impl Fn(V) -> T) -> Self {
        let mut data = alloc::vec![0; values.len().saturating_mul(size_of::<T::Stored>())];
        for (place, value) in data.chunks_exact_mut(size_of::<T::Stored>().max(1)).zip(values) {
            place.copy_from_slice(binio::zerocopy::IntoBytes::as_bytes(&convert(*value).store()));
        }
        let key = |element: Element| (element.semantic(), element.index());
        self.part.columns.retain(|column| key(column.element) != key(element));
        self.part.columns.push(NewColumn { element, fits: T::fits(element.kind()), count: values.len(), data });
        self
    }

    fn level(&self, distance: f32, primitive: Primitive, indices: &[u32]) -> NewLod {
        NewLod { part: self.finished.len(), distance, primitive, indices: indices.to_vec() }
    }

    fn of_geometry(mut self, first: &'static str, change: impl FnOnce(&mut NewGeometry<'a>)) -> Self {
        match self.geometries.last_mut() {
            Some(geometry) => change(geometry),
            None => self.misplaced = self.misplaced.or(Some(first)),
        }
        self
    }
}

/// Returns weights that sum to 1, if possible.
fn normalised(weights: Vec4) -> Vec4 {
    let sum = weights.element_sum();
    if (sum - 1.0).abs() < check::CLOSE_TO_ONE || sum == 0.0 { weights } else { weights / sum }
}
