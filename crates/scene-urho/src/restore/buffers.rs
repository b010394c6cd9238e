//! Primitives back into buffers.

use std::borrow::Cow;
use std::collections::HashMap;

use asset_scene::{Array, ArrayId, Component, Data, Error, Primitive, Scene, Semantic, Source, unescape_name, winding};
use binio::{Budget, Bytes, Path};
use scene_adapter::origin::{self, mismatch};
use urho_mdl::{Declaration, ElementMask, IndexBuffer, Morph, MorphBuffer, Version, VertexBuffer};

use super::morph;
use crate::blend;
use crate::layout::{Gap, GeometryLayout, IndexLayout, Joints, Layout, MorphBufferLayout, VertexLayout, range};
use crate::morph::elements;
use crate::vertex::{self, Column};

/// A primitive, with its geometry and level.
struct Drawn<'s> {
    geometry: usize,
    lod: urho_mdl::Lod,
    primitive: &'s Primitive,
}

pub(crate) struct Restorer<'s> {
    scene: &'s Scene<'s>,
    layout: &'s Layout,
    drawn: Vec<Drawn<'s>>,
    /// Of each vertex buffer and of each index buffer, the primitives that draw from it.
    by_vertex_buffer: HashMap<usize, Vec<usize>>,
    by_index_buffer: HashMap<usize, Vec<usize>>,
    blocks: HashMap<&'s str, &'s [u8]>,
    budget: Budget,
}

type Fit<T> = Result<T, &'static str>;

impl<'s> Restorer<'s> {
    /// Matches the primitives of a checked scene with geometries.
    ///
    /// # Errors
    /// There are other primitives than the layout says.
    pub(crate) fn new(scene: &'s Scene<'s>, source: &'s Source<'s>, layout: &'s Layout) -> Result<Self, Error> {
        let mut restorer = Self {
            scene,
            layout,
            drawn: Vec::new(),
            by_vertex_buffer: HashMap::new(),
            by_index_buffer: HashMap::new(),
            blocks: source.blocks.iter().map(|block| (block.name.as_str(), &*block.data)).collect(),
            budget: origin::budget(scene),
        };
        restorer.match_primitives()?;
        Ok(restorer)
    }

    pub(crate) fn vertex_buffers(&mut self, version: Version) -> Result<Vec<VertexBuffer<'static>>, Error> {
        let mut buffers = Vec::with_capacity(self.layout.vertex_buffers.len());
        for (number, buffer) in self.layout.vertex_buffers.iter().enumerate() {
            let path = Path::from([("vertex buffer", number)]);
            let declaration = buffer.declaration(version);
            let declaration = declaration.ok_or_else(|| mismatch(path.clone(), "expected a mask or elements"))?;
            buffers.push(self.vertex_buffer(number, buffer, declaration).map_err(|why| mismatch(path, why))?);
        }
        Ok(buffers)
    }

    pub(crate) fn index_buffers(&mut self) -> Result<Vec<IndexBuffer<'static>>, Error> {
        let mut buffers = Vec::with_capacity(self.layout.index_buffers.len());
        for (number, buffer) in self.layout.index_buffers.iter().enumerate() {
            let restored = self.index_buffer(number, buffer);
            buffers.push(restored.map_err(|why| mismatch(Path::from([("index buffer", number)]), why))?);
        }
        Ok(buffers)
    }

    /// Matches primitives with geometries.
    fn match_primitives(&mut self) -> Result<(), Error> {
        let (scene, layout) = (self.scene, self.layout);
        let geometries: Vec<_> = layout.geometries.iter().map(GeometryLayout::geometry).collect();
        if scene.meshes.len() != layout.meshes.len() {
            return Err(mismatch(Path::from("meshes"), "another number of them"));
        }
        for (number, (mesh, places)) in scene.meshes.iter().zip(&layout.meshes).enumerate() {
            let path = Path::from([("mesh", number)]);
            if mesh.primitives.len() != places.len() {
                return Err(mismatch(path, "another number of primitives"));
            }
            if mesh.morph_names.len() != layout.morphs.len() {
                return Err(mismatch(path, "another number of morph targets"));
            }
            for (primitive, (geometry, level)) in mesh.primitives.iter().zip(places) {
                let lod = geometries.get(*geometry).and_then(|geometry| geometry.lods.get(*level));
                let fits = |lod: &&urho_mdl::Lod| lod.primitive.topology() == Some(primitive.topology);
                let lod = lod.filter(fits).ok_or_else(|| mismatch(path.clone(), "another kind of primitive"))?;
                let place = self.drawn.len();
                self.by_vertex_buffer.entry(lod.vertex_buffer as usize).or_default().push(place);
                self.by_index_buffer.entry(lod.index_buffer as usize).or_default().push(place);
                self.drawn.push(Drawn { geometry: *geometry, lod: lod.clone(), primitive });
            }
        }
        Ok(())
    }

    /// The primitives that draw from a vertex buffer.
    fn draws(&self, vertex_buffer: usize) -> impl Iterator<Item = &Drawn<'s>> {
        let places = self.by_vertex_buffer.get(&vertex_buffer).map_or(&[][..], Vec::as_slice);
        places.iter().filter_map(|place| self.drawn.get(*place))
    }

    fn block(&self, name: &str) -> Option<&'s [u8]> {
        self.blocks.get(name).copied()
    }

    fn array(&self, array: ArrayId) -> Fit<&'s Array<'s>> {
        self.scene.arrays.get(array).ok_or("an array is missing")
    }

    fn vertex_buffer(
        &mut self,
        number: usize,
        layout: &VertexLayout,
        declaration: Declaration,
    ) -> Fit<VertexBuffer<'static>> {
        let stride = declaration.stride();
        let data = match &layout.data {
            Some(data) => Bytes::from(data.0.clone()),
            None => self.vertices(number, layout, &declaration, stride)?.into(),
        };
        Ok(VertexBuffer { vertex_count: layout.vertices, declaration, morph_range: range(layout.morph_range), data })
    }

    fn vertices(
        &mut self,
        number: usize,
        layout: &VertexLayout,
        declaration: &Declaration,
        stride: usize,
    ) -> Fit<Vec<u8>> {
        let count = layout.vertices as usize;
        let size = count.checked_mul(stride).ok_or("too many vertices")?;
        self.budget.spend(size as u64).map_err(|_| "far more vertices than the arrays have")?;
        let drawn = self.draws(number).next().ok_or("no primitive has its vertices")?;
        let columns = vertex::columns(declaration, layout.joints.is_some(), drawn.primitive.topology);
        let attributes: HashMap<&Semantic, ArrayId> =
            drawn.primitive.attributes.iter().rev().map(|attribute| (&attribute.semantic, attribute.array)).collect();
        let mut vertices = Vec::new();
        for column in &columns {
            if layout.joints.is_some() && column.semantic == Semantic::Joints(0) {
                continue;
            }
            let array = attributes.get(&column.semantic).ok_or("an attribute is missing")?;
            let values = dense(self.array(*array)?, column, count)?;
            vertices.resize(size, 0);
            column.put(&values, &mut vertices, stride);
        }
        if let Some(block) = self.block(&format!("vertex buffer {number}")) {
            return if block.len() == size { Ok(block.to_vec()) } else { Err("a block of another size") };
        }
        if let Some(joints) = &layout.joints {
            let (blend, weights) = blend::blending(&columns).ok_or("joints without weights")?;
            let blend_indices = self.blend_indices(number, joints, weights, count)?;
            blend.put(&blend_indices, &mut vertices, stride);
        }
        if vertices.len() == size { Ok(vertices) } else { Err("vertices of nothing") }
    }

    fn blend_indices(&self, number: usize, layout: &Joints, weights: &Column, count: usize) -> Fit<Vec<u8>> {
        let mapping = |geometry: usize| self.layout.geometries.get(geometry).map(|geometry| &geometry.bone_mapping);
        let wanted = mapping(layout.geometry).ok_or("joints of a geometry that doesn't exist")?;
        let drawn = self
            .draws(number)
            .find(|drawn| mapping(drawn.geometry) == Some(wanted))
            .ok_or("no primitive has its joints")?;
        let attribute = |semantic| drawn.primitive.attribute(semantic).ok_or("joints or weights are missing");
        let joints = self.array(attribute(&Semantic::Joints(0))?)?;
        let weight_data = dense(self.array(attribute(&weights.semantic)?)?, weights, count)?;
        let joints = joints.to_u32s().ok_or("joints that are no whole numbers")?;
        let mut blend = blend::unresolve(&joints, &blend::weights_of(&weight_data, weights), wanted);
        if Some(blend.len()) != count.checked_mul(4) || layout.slots.len() != layout.values.0.len() {
            return Err("another number of joints");
        }
        for (slot, value) in layout.slots.iter().zip(&layout.values.0) {
            *blend.get_mut(*slot as usize).ok_or("joints of vertices that don't exist")? = Some(*value);
        }
        let known: Option<Vec<u8>> = blend.into_iter().collect();
        known.ok_or("joints that the bone mapping of their geometry doesn't have")
    }

    fn index_buffer(&mut self, number: usize, layout: &IndexLayout) -> Fit<IndexBuffer<'static>> {
        let (count, size) = (layout.count as usize, layout.size as usize);
        let length = count.checked_mul(size).ok_or("too many indices")?;
        let mut runs = Vec::new();
        let mut placed = Vec::new();
        let places = self.by_index_buffer.get(&number).filter(|_| matches!(size, 2 | 4));
        for drawn in places.into_iter().flatten().filter_map(|place| self.drawn.get(*place)) {
            let topology = drawn.primitive.topology;
            let whole = winding::whole(topology, drawn.lod.draw.count as usize);
            let array = self.array(drawn.primitive.indices.ok_or("a primitive has no indices")?)?;
            if array.count != winding::wound(topology, whole) || matches!(array.data, Data::Sparse { .. }) {
                return Err("another number of indices");
            }
            // Levels of detail with such indices aren't part of a scene: somebody edited these.
            let vertices = self.layout.vertex_buffers.get(drawn.lod.vertex_buffer as usize);
            if !winding::are_below(array, vertices.map_or(0, |buffer| buffer.vertices as usize)) {
                return Err("an index of a vertex that doesn't exist");
            }
            let start = (drawn.lod.draw.start as usize).saturating_mul(size);
            runs.push((start, start.saturating_add(whole.saturating_mul(size))));
            placed.push((topology, array, whole));
        }
        let gap = |gap: &Gap| (gap.at as usize, (gap.at as usize).saturating_add(gap.data.0.len()));
        let all: Vec<_> = runs.iter().copied().chain(layout.gaps.iter().map(gap)).collect();
        if !winding::gaps(all, length).is_empty() {
            return Err("indices are missing");
        }
        self.budget.spend(length as u64).map_err(|_| "far more indices than the arrays have")?;
        let mut data = vec![0; length];
        for gap in &layout.gaps {
            let place = data.get_mut(gap.at as usize..).and_then(|rest| rest.get_mut(..gap.data.0.len()));
            place.ok_or("indices beyond the end")?.copy_from_slice(&gap.data.0);
        }
        for ((start, end), (topology, array, whole)) in runs.into_iter().zip(placed) {
            let place = data.get_mut(start..end).ok_or("indices beyond the end")?;
            winding::put(topology, array, whole, place, size).ok_or("indices that don't fit")?;
        }
        if let Some(block) = self.block(&format!("index buffer {number}")) {
            if block.len() != length {
                return Err("a block of another size");
            }
            data = block.to_vec();
        }
        Ok(IndexBuffer { index_count: layout.count, index_size: layout.size, data: data.into() })
    }

    pub(crate) fn morphs(&mut self) -> Result<Vec<Morph<'static>>, Error> {
        let mut morphs = Vec::with_capacity(self.layout.morphs.len());
        for (number, layout) in self.layout.morphs.iter().enumerate() {
            let mut buffers = Vec::with_capacity(layout.buffers.len());
            for (place, buffer) in layout.buffers.iter().enumerate() {
                let restored = self.morph_buffer(number, place, buffer);
                buffers
                    .push(restored.map_err(|why| mismatch(Path::from([("morph", number), ("buffer", place)]), why))?);
            }
            let mesh = self.scene.meshes.first();
            let name = mesh.and_then(|mesh| mesh.morph_names.get(number)).unwrap_or(&layout.name);
            let shown = mesh.and_then(|mesh| mesh.morph_weights.get(number).copied());
            let weight = layout.weight.map(|stored| match shown {
                // A number that is none can't be kept by everything on the way.
                Some(shown) if stored.0.is_finite() => shown,
                _ => stored.0,
            });
            morphs.push(Morph { name: unescape_name(name).into(), weight, buffers });
        }
        Ok(morphs)
    }

    fn morph_buffer(&mut self, number: usize, place: usize, layout: &MorphBufferLayout) -> Fit<MorphBuffer<'static>> {
        let mask = ElementMask(layout.mask);
        let data = match &layout.data {
            Some(data) => data.0.clone(),
            None => {
                let block = self.block(&format!("morph {number} buffer {place}"));
                let records = self.records(number, mask, layout)?;
                match block {
                    Some(block) if block.len() == records.len() => block.to_vec(),
                    Some(_) => return Err("a block of another size"),
                    None => records,
                }
            }
        };
        let (vertex_buffer, vertex_count) = (layout.vertex_buffer, layout.vertices);
        Ok(MorphBuffer { vertex_buffer, mask, vertex_count, data: data.into() })
    }

    fn records(&mut self, number: usize, mask: ElementMask, layout: &MorphBufferLayout) -> Fit<Vec<u8>> {
        self.budget
            .spend(u64::from(layout.vertices).saturating_mul(40))
            .map_err(|_| "far more vertices than the arrays have")?;
        let arrays = self.draws(layout.vertex_buffer as usize).find_map(|drawn| {
            let arrays = elements(mask).map(|(semantic, place)| {
                let array = drawn.primitive.target_attribute(number, &semantic)?;
                Some((place, &self.scene[array]))
            });
            arrays.collect::<Option<Vec<_>>>()
        });
        let arrays = arrays.ok_or("no primitive has its target")?;
        morph::records(mask, layout.vertices, layout.order.as_deref(), &arrays).ok_or("other vertices than before")
    }
}

/// The values of an attribute as the column holds them. Fractions may have become floats on the way.
fn dense<'s>(array: &'s Array<'_>, column: &Column, count: usize) -> Fit<Cow<'s, [u8]>> {
    let (component, width, normalized) = column.shape();
    let Data::Dense(data) = &array.data else { return Err("an attribute that isn't all there") };
    if array.width != width || array.count != count {
        return Err("an attribute of another width or length");
    }
    if array.component == component {
        return Ok(Cow::Borrowed(data));
    }
    if array.component != Component::F32 || component != Component::U8 || !normalized {
        return Err("an attribute of another kind");
    }
    let fractions = data.chunks_exact(size_of::<f32>()).map(|bytes| array.number(bytes));
    Ok(Cow::Owned(fractions.map(|fraction| (fraction * 255.0).round() as u8).collect()))
}
