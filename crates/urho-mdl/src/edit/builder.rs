//! The builder that creates models from plain arrays.

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
    /// Returns a builder to create a model from arrays. This will be a `UMD2` model unless you call
    /// [`version`](ModelBuilder::version).
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

/// The change to a vertex when a morph is fully applied. The engine multiplies it by the weight of the morph.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Delta {
    /// The index of this vertex in the current vertices of the builder.
    pub vertex: u32,
    /// This is added to the position.
    pub position: Vec3,
    /// This is added to the normal.
    pub normal: Vec3,
    /// This is added to x, y and z of the tangent; w never changes.
    pub tangent: Vec3,
}

impl Delta {
    /// Creates a delta that only moves the vertex and does not change its normal or tangent.
    pub fn position(vertex: u32, position: impl Into<Vec3>) -> Self {
        Self { vertex, position: position.into(), ..Self::default() }
    }
}

/// The values of an element for all vertices in a part, as they will be stored.
#[derive(Clone, Debug)]
struct NewColumn {
    element: Element,
    /// Whether the element type can store these values.
    fits: bool,
    count: usize,
    data: Vec<u8>,
}

/// Vertices that are set together, up to the next call of `next_buffer`.
#[derive(Clone, Debug, Default)]
struct NewPart {
    columns: Vec<NewColumn>,
    /// The index size in bytes, if it was set.
    index_size: Option<u32>,
}

/// The deltas of a morph for this part only.
#[derive(Clone, Debug)]
struct NewMorph<'a> {
    name: Name<'a>,
    weight: Option<f32>,
    part: usize,
    deltas: Vec<Delta>,
}

/// A level of detail that will be built.
#[derive(Clone, Debug)]
struct NewLod {
    part: usize,
    distance: f32,
    primitive: Primitive,
    indices: Vec<u32>,
}

/// A geometry that will be built: its levels of detail are drawn with the same material.
#[derive(Clone, Debug)]
struct NewGeometry<'a> {
    name: Option<Name<'a>>,
    bone_mapping: Vec<u32>,
    center: Option<Vec3>,
    lods: Vec<NewLod>,
}

/// Builds a [`Model`] from arrays. Call the methods in drawing order: first set the vertices, then add their
/// geometries. After [`next_buffer`](Self::next_buffer) you can continue with other vertices.
///
/// Before anything is built, [`build`](Self::build) checks all lengths, indices and limits. If you do not set a value,
/// it is computed as importers do ([Meaning of the values](crate::format#meaning-of-the-values)):
///
/// - the bounding box, the centers ([`compute_centers`](Model::compute_centers)) and the morph ranges
/// - boxes and spheres of bones ([`compute_bone_bounds`](Model::compute_bone_bounds)), but only if no bone has any
/// - the element order, which is the same as in AssetImporter and in legacy masks: position, normal, colours, texture
///   coordinates, tangent, weights, joints, then the others
/// - the index size, which is 16 bits for up to 65535 vertices
///
/// In an index buffer, the finest levels of all geometries come first, because OgreImporter writes them in this order.
///
/// Note that the builder does not check numbers: a NaN is kept, and [`validate`](Model::validate) will report it.
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
    /// The parts before the current one.
    finished: Vec<NewPart>,
    part: NewPart,
    geometries: Vec<NewGeometry<'a>>,
    morphs: Vec<NewMorph<'a>>,
    skeleton: Skeleton<'a>,
    /// The first method that was called too early. `build` reports it.
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
    /// Creates a builder for an empty model.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the version of the format, which is [`Version::Umd2`] by default. If this version can't store the content,
    /// [`build`](Self::build) will fail.
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

    /// Puts vertices with the same elements into the same vertex and index buffer, even after
    /// [`next_buffer`](Self::next_buffer). Use this for models with many small parts, because the engine will need
    /// fewer state changes to draw them.
    ///
    /// A new buffer begins when 16-bit indices no longer suffice. This does not change how you number vertices: indices
    /// and morphs still refer to the current vertices.
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

    /// Sets the bounding box, in units. By default this is the smallest box around all vertices.
    #[must_use]
    pub fn bounds(mut self, bounds: Bounds) -> Self {
        self.bounds = Some(bounds);
        self
    }

    /// Sets the vertex positions, in units: left-handed, with Y up. You can use arrays, tuples or [`Vec3`].
    #[must_use]
    pub fn positions<V: Copy + Into<Vec3>>(self, positions: &[V]) -> Self {
        self.converted(Semantic::POSITION, 0, positions, V::into)
    }

    /// Sets the vertex normals.
    #[must_use]
    pub fn normals<V: Copy + Into<Vec3>>(self, normals: &[V]) -> Self {
        self.converted(Semantic::NORMAL, 0, normals, V::into)
    }

    /// Sets the vertex tangents. The handedness w must be 1 or −1.
    #[must_use]
    pub fn tangents<V: Copy + Into<Vec4>>(self, tangents: &[V]) -> Self {
        self.converted(Semantic::TANGENT, 0, tangents, V::into)
    }

    /// Sets the texture coordinates with this `index`. The origin is at the top left.
    #[must_use]
    pub fn uvs<V: Copy + Into<Vec2>>(self, index: u8, uvs: &[V]) -> Self {
        self.converted(Semantic::TEXCOORD, index, uvs, V::into)
    }

    /// Sets the vertex colours with this `index`, in the order R, G, B, A.
    #[must_use]
    pub fn colors(self, index: u8, colors: &[[u8; 4]]) -> Self {
        self.column(Semantic::COLOR, index, colors)
    }

    /// Sets the bones that move a vertex, up to four, and their weights. If the weights do not sum to 1 (within 0.001),
    /// they are divided by their sum, as importers do.
    #[must_use]
    pub fn skin<V: Copy + Into<Vec4>>(self, joints: &[[u8; 4]], weights: &[V]) -> Self {
        let weighted = self.converted(Semantic::BLENDWEIGHTS, 0, weights, |weights| normalised(weights.into()));
        weighted.column(Semantic::BLENDINDICES, 0, joints)
    }

    /// Sets any vertex element. If you call this again with the same semantic and index, the new values replace the old
    /// ones.
    #[must_use]
    pub fn column<T: VertexValue>(self, semantic: Semantic, index: u8, values: &[T]) -> Self {
        self.converted(semantic, index, values, |value| value)
    }

    /// Sets any vertex element with an explicit type, as in a declaration. Use this instead of [`column`](Self::column)
    /// when the default type is not what you want, for example if four bytes should be read as numbers and not as 0 to
    /// 1.
    #[must_use]
    pub fn element<T: VertexValue>(self, element: Element, values: &[T]) -> Self {
        self.stored(element, values, |value| value)
    }

    /// Sets the index size for the current vertices to 2 or 4 bytes. By default this is 2 for up to 65535 vertices and
    /// 4 for more.
    #[must_use]
    pub fn index_size(mut self, bytes: u32) -> Self {
        self.part.index_size = Some(bytes);
        self
    }

    /// Adds a geometry that draws the current vertices as a triangle list. These indices are the finest level of
    /// detail; add others with [`lod`](Self::lod). If there are no indices, the geometry draws nothing.
    #[must_use]
    pub fn indices(mut self, indices: &[u32]) -> Self {
        let lod = self.level(0.0, Primitive::TRIANGLE_LIST, indices);
        let lods = alloc::vec![lod];
        self.geometries.push(NewGeometry { name: None, bone_mapping: Vec::new(), center: None, lods });
        self
    }

    /// Adds a level of detail to the current geometry. The `distance` must be greater than in the previous level.
    ///
    /// The indices refer to the current vertices. These are the same as in the previous level, unless you call
    /// [`next_buffer`](Self::next_buffer) first and give the level its own vertices.
    #[must_use]
    pub fn lod(self, distance: f32, indices: &[u32]) -> Self {
        let lod = self.level(distance, Primitive::TRIANGLE_LIST, indices);
        self.of_geometry("indices before a level of detail", |geometry| {
            let primitive = geometry.lods.first().map_or(Primitive::TRIANGLE_LIST, |lod| lod.primitive);
            geometry.lods.push(NewLod { primitive, ..lod });
        })
    }

    /// Sets the distance from which on the last indices are drawn, in units for a model with a mean size of 1. You only
    /// need this for the finest level of detail, which begins at 0 by default.
    #[must_use]
    pub fn distance(self, distance: f32) -> Self {
        self.of_geometry("indices before a distance", |geometry| {
            geometry.lods.last_mut().into_iter().for_each(|lod| lod.distance = distance);
        })
    }

    /// Sets the primitive type of the last indices. The default value is a triangle list.
    #[must_use]
    pub fn primitive(self, primitive: Primitive) -> Self {
        self.of_geometry("indices before a primitive", |geometry| {
            geometry.lods.last_mut().into_iter().for_each(|lod| lod.primitive = primitive);
        })
    }

    /// Sets the skeleton bones that the blend indices in the current geometry refer to. You need this if the skeleton
    /// has more bones than a draw call supports; 64 are supported everywhere.
    #[must_use]
    pub fn bone_mapping(self, bones: &[u32]) -> Self {
        self.of_geometry("indices before a bone mapping", |geometry| geometry.bone_mapping = bones.to_vec())
    }

    /// Sets the center of the current geometry. By default it is computed.
    #[must_use]
    pub fn center(self, center: impl Into<Vec3>) -> Self {
        let center = center.into();
        self.of_geometry("indices before a center", |geometry| geometry.center = Some(center))
    }

    /// Sets the name of the current geometry. Only the Atomic versions can store names, and a missing name will be
    /// empty.
    #[must_use]
    pub fn name(self, name: impl Into<Name<'a>>) -> Self {
        let name = name.into();
        self.of_geometry("indices before a name", |geometry| geometry.name = Some(name))
    }

    /// Adds the deltas of a morph for the current vertices. To continue this morph for other vertices, call the method
    /// again with the same name.
    ///
    /// Normals and tangents are only stored if a delta changes them. If `deltas` is empty, the morph exists but does
    /// not change these vertices. Morphs are stored in the order in which they were first named.
    #[must_use]
    pub fn morph(mut self, name: impl Into<Name<'a>>, deltas: &[Delta]) -> Self {
        let part = self.finished.len();
        self.morphs.push(NewMorph { name: name.into(), weight: None, part, deltas: deltas.to_vec() });
        self
    }

    /// Sets the initial weight of the last morph, which is 0 by default. The weight can only be stored in `UMD3` from
    /// version 2 on.
    #[must_use]
    pub fn morph_weight(mut self, weight: f32) -> Self {
        match self.morphs.last_mut() {
            Some(morph) => morph.weight = Some(weight),
            None => self.misplaced = self.misplaced.or(Some("a morph before its weight")),
        }
        self
    }

    /// Sets the skeleton, which you need for skinned models.
    #[must_use]
    pub fn skeleton(mut self, skeleton: Skeleton<'a>) -> Self {
        self.skeleton = skeleton;
        self
    }

    /// Ends the current vertices, to let you set new ones. These will be in their own buffers, unless you use
    /// [`share_buffers`](Self::share_buffers).
    #[must_use]
    pub fn next_buffer(mut self) -> Self {
        self.finished.push(core::mem::take(&mut self.part));
        self
    }

    /// Builds the model.
    ///
    /// # Errors
    /// Returns the first problem, before anything is built:
    ///
    /// - [`ErrorKind::Missing`] if there are no positions or indices, if a method was called too early, or if a morph
    ///   changes an element that does not exist
    /// - [`ErrorKind::WrongLength`] if an element has more or fewer values than there are positions
    /// - [`ErrorKind::OutOfRange`] for an index, a blend index with a weight, a bone mapping or the vertex of a delta
    ///   that is out of bounds
    /// - [`ErrorKind::Unfit`] if distances do not ascend, if indices do not form whole primitives, or if a morph has
    ///   two weights
    /// - [`ErrorKind::Unfit`] if weights are negative, not finite or all zero, if values do not match the type of their
    ///   element, or if the index size is too small or not 2 or 4
    /// - [`ErrorKind::NotInVersion`] if the [`version`](Self::version) can't store the content
    /// - [`ErrorKind::Data`] if a name contains NUL or a count does not fit in 32 bits
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

/// Divides the weights by their sum, if this is possible.
fn normalised(weights: Vec4) -> Vec4 {
    let sum = weights.element_sum();
    if (sum - 1.0).abs() < check::CLOSE_TO_ONE || sum == 0.0 { weights } else { weights / sum }
}
