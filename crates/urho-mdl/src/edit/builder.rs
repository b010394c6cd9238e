//! A model from plain arrays.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use asset_geometry::Bounds;
use asset_geometry::glam::{Vec2, Vec3, Vec4};
use binio::{Bytes, Name};

use super::draws::IndexRuns;
use crate::error::Error;
#[cfg(doc)]
use crate::error::ErrorKind;
use crate::index::Primitive;
use crate::model::{Geometry, Lod, Model, Range, Tail, Version};
use crate::morph::{Morph, MorphBuffer};
use crate::skeleton::Skeleton;
use crate::vertex::{Declaration, Element, ElementMask, ElementType, Semantic, VertexBuffer, VertexValue};

mod check;

impl<'a> Model<'a> {
    /// Builds a `UMD2` model from arrays; [`to_version`](Self::to_version) makes others of it.
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

/// What a morph adds to a vertex, times its weight.
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
    /// A vertex that moves.
    pub fn position(vertex: u32, position: impl Into<Vec3>) -> Self {
        Self { vertex, position: position.into(), ..Self::default() }
    }
}

/// One element of all vertices of a buffer, as it is stored.
#[derive(Clone, Debug)]
struct NewColumn {
    element: Element,
    count: usize,
    data: Vec<u8>,
}

/// A morph of one buffer.
#[derive(Clone, Debug)]
struct NewMorph<'a> {
    name: Name<'a>,
    buffer: usize,
    deltas: Vec<Delta>,
}

/// One level of detail.
#[derive(Clone, Debug)]
struct NewLod {
    distance: f32,
    primitive: Primitive,
    indices: Vec<u32>,
}

/// What is drawn with one material.
#[derive(Clone, Debug)]
struct NewGeometry {
    buffer: usize,
    bone_mapping: Vec<u32>,
    center: Option<Vec3>,
    lods: Vec<NewLod>,
}

/// Builds a [`Model`] from arrays, in the order in which one would draw it: vertices, then the geometries made of them, then, after
/// [`next_buffer`](Self::next_buffer), other vertices.
///
/// Nothing is looked at before [`build`](Self::build), which checks all lengths, numbers and limits before it builds.
/// What isn't given is computed as importers do (conventions 5.1, 5.3, 5.5): bounding box, centers
/// ([`compute_centers`](Model::compute_centers)), morph ranges, boxes and spheres of bones
/// ([`compute_bone_bounds`](Model::compute_bone_bounds); only if no bone has any). Elements stand in AssetImporter's order, which
/// is also that of legacy masks: position, normal, colours, texture coordinates, tangent, weights, joints, then others.
/// Indices have 16 bits up to 65535 vertices. The finest levels of detail of all geometries come first in an index
/// buffer, as OgreImporter writes them.
///
/// Numbers are taken as they are: a NaN stays, and [`validate`](Model::validate) finds it.
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
#[derive(Clone, Debug, Default)]
pub struct ModelBuilder<'a> {
    /// Vertex buffers before the one that is being described.
    finished: Vec<Vec<NewColumn>>,
    columns: Vec<NewColumn>,
    geometries: Vec<NewGeometry>,
    morphs: Vec<NewMorph<'a>>,
    skeleton: Skeleton<'a>,
    /// The first thing that was said too early.
    misplaced: Option<&'static str>,
}

impl<'a> ModelBuilder<'a> {
    /// Nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Positions of the vertices; in units, left-handed, Y up. Arrays of three, tuples, or [`Vec3`].
    #[must_use]
    pub fn positions<V: Copy + Into<Vec3>>(self, positions: &[V]) -> Self {
        self.converted(Semantic::POSITION, 0, positions, V::into)
    }

    /// Normals of the vertices.
    #[must_use]
    pub fn normals<V: Copy + Into<Vec3>>(self, normals: &[V]) -> Self {
        self.converted(Semantic::NORMAL, 0, normals, V::into)
    }

    /// Tangents of the vertices; w is 1 or −1.
    #[must_use]
    pub fn tangents<V: Copy + Into<Vec4>>(self, tangents: &[V]) -> Self {
        self.converted(Semantic::TANGENT, 0, tangents, V::into)
    }

    /// The `index`-th texture coordinates of the vertices; origin top left.
    #[must_use]
    pub fn uvs<V: Copy + Into<Vec2>>(self, index: u8, uvs: &[V]) -> Self {
        self.converted(Semantic::TEXCOORD, index, uvs, V::into)
    }

    /// The `index`-th colours of the vertices; R, G, B, A.
    #[must_use]
    pub fn colors(self, index: u8, colors: &[[u8; 4]]) -> Self {
        self.column(Semantic::COLOR, index, colors)
    }

    /// Up to four bones of each vertex, and how much it hangs on each. Weights are divided by their sum, as importers do, where that
    /// isn't 1 already (within 0.001).
    #[must_use]
    pub fn skin<V: Copy + Into<Vec4>>(self, joints: &[[u8; 4]], weights: &[V]) -> Self {
        let weighted = self.converted(Semantic::BLENDWEIGHTS, 0, weights, |weights| normalised(weights.into()));
        weighted.column(Semantic::BLENDINDICES, 0, joints)
    }

    /// Any element of the vertices. The same semantic and index again replaces it.
    #[must_use]
    pub fn column<T: VertexValue>(self, semantic: Semantic, index: u8, values: &[T]) -> Self {
        self.converted(semantic, index, values, |value| value)
    }

    /// Begins a geometry of the vertices described last: a triangle list, the finest level of detail.
    #[must_use]
    pub fn indices(mut self, indices: &[u32]) -> Self {
        let lod = NewLod { distance: 0.0, primitive: Primitive::TRIANGLE_LIST, indices: indices.to_vec() };
        let buffer = self.finished.len();
        self.geometries.push(NewGeometry { buffer, bone_mapping: Vec::new(), center: None, lods: alloc::vec![lod] });
        self
    }

    /// Adds a level of detail to the geometry begun last, farther than those before it.
    #[must_use]
    pub fn lod(self, distance: f32, indices: &[u32]) -> Self {
        self.of_geometry("indices before a level of detail", |geometry| {
            let primitive = geometry.lods.first().map_or(Primitive::TRIANGLE_LIST, |lod| lod.primitive);
            geometry.lods.push(NewLod { distance, primitive, indices: indices.to_vec() });
        })
    }

    /// How the indices given last make primitives, if not as a triangle list.
    #[must_use]
    pub fn primitive(self, primitive: Primitive) -> Self {
        self.of_geometry("indices before a primitive", |geometry| {
            geometry.lods.last_mut().into_iter().for_each(|lod| lod.primitive = primitive);
        })
    }

    /// The bones of the skeleton that the blend indices of the geometry begun last stand for. For skeletons of more bones than
    /// one draw call can take (64 everywhere).
    #[must_use]
    pub fn bone_mapping(self, bones: &[u32]) -> Self {
        self.of_geometry("indices before a bone mapping", |geometry| geometry.bone_mapping = bones.to_vec())
    }

    /// The center of the geometry begun last, in place of the computed one.
    #[must_use]
    pub fn center(self, center: impl Into<Vec3>) -> Self {
        let center = center.into();
        self.of_geometry("indices before a center", |geometry| geometry.center = Some(center))
    }

    /// What a morph does to the vertices described last. The same name again, for other vertices, continues that morph.
    /// Normals and tangents are stored if any of the deltas changes them.
    #[must_use]
    pub fn morph(mut self, name: impl Into<Name<'a>>, deltas: &[Delta]) -> Self {
        let buffer = self.finished.len();
        self.morphs.push(NewMorph { name: name.into(), buffer, deltas: deltas.to_vec() });
        self
    }

    /// The bones.
    #[must_use]
    pub fn skeleton(mut self, skeleton: Skeleton<'a>) -> Self {
        self.skeleton = skeleton;
        self
    }

    /// What follows is about other vertices, in buffers of their own.
    #[must_use]
    pub fn next_buffer(mut self) -> Self {
        self.finished.push(core::mem::take(&mut self.columns));
        self
    }

    /// The model.
    ///
    /// # Errors
    /// The first thing that is wrong, before anything is built: [`ErrorKind::Missing`] (positions, indices, what has to be said
    /// first, an element that a morph changes), [`ErrorKind::WrongLength`] (an element has not as many values as there are
    /// positions), [`ErrorKind::OutOfRange`] (an index, a blend index with a weight, an entry of a bone mapping, the vertex of
    /// a delta), [`ErrorKind::Unfit`] (distances that don't ascend, indices that make no whole primitives, weights that
    /// are negative, not finite or all zero), [`ErrorKind::Data`] (a name with a NUL, more than 32 bits can count).
    pub fn build(mut self) -> Result<Model<'a>, Error> {
        let columns = core::mem::take(&mut self.columns);
        self.finished.push(columns);
        self.check()?;
        let vertex_buffers =
            self.finished.iter().map(|columns| vertex_buffer(columns)).collect::<Result<Vec<_>, _>>()?;
        let (geometries, index_buffers) = self.draws(&vertex_buffers)?;
        let given: Vec<Option<Vec3>> = self.geometries.iter().map(|geometry| geometry.center).collect();
        let morphs = self.built_morphs();
        let mut model = Model {
            version: Version::Umd2,
            vertex_buffers,
            index_buffers,
            geometries,
            morphs,
            skeleton: self.skeleton,
            bounds: Bounds::UNDEFINED,
            tail: Tail::default(),
        };
        model.compute_bounds();
        model.compute_centers()?;
        for (center, given) in model.tail.centers.iter_mut().zip(given) {
            *center = given.unwrap_or(*center);
        }
        model.compute_morph_ranges();
        if model.skeleton.bones.iter().all(|bone| bone.collision.mask == 0) {
            model.compute_bone_bounds();
        }
        Ok(model)
    }

    fn converted<V: Copy, T: VertexValue>(
        mut self,
        semantic: Semantic,
        index: u8,
        values: &[V],
        convert: impl Fn(V) -> T,
    ) -> Self {
        let element = Element::new(T::kind_for(semantic), semantic, index);
        let mut data = Vec::with_capacity(size_of_val(values));
        for value in values {
            data.extend_from_slice(binio::zerocopy::IntoBytes::as_bytes(&convert(*value).store()));
        }
        self.columns.retain(|column| column.element.semantic() != semantic || column.element.index() != index);
        self.columns.push(NewColumn { element, count: values.len(), data });
        self
    }

    fn of_geometry(mut self, first: &'static str, change: impl FnOnce(&mut NewGeometry)) -> Self {
        match self.geometries.last_mut() {
            Some(geometry) => change(geometry),
            None => self.misplaced = self.misplaced.or(Some(first)),
        }
        self
    }

    /// The geometries and their index buffers, one per vertex buffer.
    fn draws(
        &self,
        vertex_buffers: &[VertexBuffer<'_>],
    ) -> Result<(Vec<Geometry>, Vec<crate::IndexBuffer<'static>>), Error> {
        let mut runs = IndexRuns::unlimited(vertex_buffers.len());
        let bare = |geometry: &NewGeometry| Geometry { bone_mapping: geometry.bone_mapping.clone(), lods: Vec::new() };
        let mut geometries: Vec<Geometry> = self.geometries.iter().map(bare).collect();
        let levels = self.geometries.iter().map(|geometry| geometry.lods.len()).max().unwrap_or(0);
        for level in 0..levels {
            for (from, to) in self.geometries.iter().zip(&mut geometries) {
                let Some(NewLod { distance, primitive, indices }) = from.lods.get(level) else { continue };
                let vertices = vertex_buffers.get(from.buffer).map_or(0, |buffer| buffer.vertex_count);
                let draw = runs.append(from.buffer, vertices, indices)?;
                let number = from.buffer as u32;
                let (distance, primitive) = (*distance, *primitive);
                to.lods.push(Lod { distance, primitive, vertex_buffer: number, index_buffer: number, draw });
            }
        }
        Ok((geometries, runs.finish()))
    }

    fn built_morphs(&mut self) -> Vec<Morph<'a>> {
        let mut morphs: Vec<Morph<'a>> = Vec::new();
        let mut places: BTreeMap<Name<'a>, usize> = BTreeMap::new();
        for NewMorph { name, buffer, deltas } in core::mem::take(&mut self.morphs) {
            let place = *places.entry(name.clone()).or_insert(morphs.len());
            if place == morphs.len() {
                morphs.push(Morph { name, weight: None, buffers: Vec::new() });
            }
            morphs.get_mut(place).into_iter().for_each(|morph| morph.buffers.push(morph_buffer(buffer, &deltas)));
        }
        morphs
    }
}

/// Weights that sum to 1, where that can be made so.
fn normalised(weights: Vec4) -> Vec4 {
    let sum = weights.element_sum();
    if (sum - 1.0).abs() < check::CLOSE_TO_ONE || sum == 0.0 { weights } else { weights / sum }
}

/// Where an element stands in AssetImporter's order.
fn order(element: Element) -> (u8, u8) {
    let place = match element.semantic() {
        Semantic::POSITION => 0,
        Semantic::NORMAL => 1,
        Semantic::COLOR => 2,
        Semantic::TEXCOORD => 3,
        Semantic::TANGENT => 4,
        Semantic::BLENDWEIGHTS => 5,
        Semantic::BLENDINDICES => 6,
        other => other.0.saturating_add(7),
    };
    (place, element.index())
}

/// A buffer of checked columns.
fn vertex_buffer(columns: &[NewColumn]) -> Result<VertexBuffer<'static>, Error> {
    let mut columns: Vec<&NewColumn> = columns.iter().collect();
    columns.sort_by_key(|column| order(column.element));
    let elements: Vec<Element> = columns.iter().map(|column| column.element).collect();
    let declaration = Declaration::List(elements);
    let count = columns.first().map_or(0, |column| column.count);
    let mut data = Vec::new();
    let size = count.saturating_mul(declaration.stride());
    let too_large = |_| Error::new(binio::Fault::TooLarge { value: size as u64, max: isize::MAX as u64 }, "vertices");
    data.try_reserve_exact(size).map_err(too_large)?;
    for vertex in 0..count {
        for column in &columns {
            let size = column.element.kind().size().unwrap_or(0);
            data.extend_from_slice(
                column.data.get(vertex * size..).and_then(|rest| rest.get(..size)).unwrap_or_default(),
            );
        }
    }
    // Checked to fit.
    let vertex_count = u32::try_from(count).unwrap_or(u32::MAX);
    Ok(VertexBuffer { vertex_count, declaration, morph_range: Range::default(), data: Bytes::from(data) })
}

/// The bits of what deltas change.
fn mask(deltas: &[Delta]) -> ElementMask {
    let changes = |of: fn(&Delta) -> Vec3| deltas.iter().any(|delta| of(delta) != Vec3::ZERO);
    let normal = if changes(|delta| delta.normal) { ElementMask::NORMAL.0 } else { 0 };
    let tangent = if changes(|delta| delta.tangent) { ElementMask::TANGENT.0 } else { 0 };
    ElementMask(ElementMask::POSITION.0 | normal | tangent)
}

fn morph_buffer(buffer: usize, deltas: &[Delta]) -> MorphBuffer<'static> {
    let mask = mask(deltas);
    let mut data = Vec::with_capacity(deltas.len().saturating_mul(mask.morph_stride()));
    for Delta { vertex, position, normal, tangent } in deltas {
        data.extend_from_slice(&vertex.to_le_bytes());
        for (element, value) in ElementMask::MORPHED.into_iter().zip([position, normal, tangent]) {
            if mask.contains(element) {
                data.extend(value.to_array().iter().flat_map(|axis| axis.to_le_bytes()));
            }
        }
    }
    let vertex_count = u32::try_from(deltas.len()).unwrap_or(u32::MAX);
    MorphBuffer { vertex_buffer: buffer as u32, mask, vertex_count, data: Bytes::from(data) }
}
