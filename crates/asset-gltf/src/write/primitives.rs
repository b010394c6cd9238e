//! Writes primitives: attributes, indices, morph targets.

use asset_scene::{ArrayId, Attribute, Primitive, Semantic, Topology};
use binio::Path;

use super::arrays::Variant;
use super::attributes::{Binding, Named, named, once_each};
use super::fix::{Influences, fixed_influences};
use super::indices::{FixedIndices, fixed_indices, usable};
use super::materials::{mappings, wanted_sets};
use super::role::{Role, Usage};
use super::{Export, quantize};
use crate::Rule;
use crate::error::Error;
use crate::json::{self, Attributes, Integer};

impl Export<'_> {
    /// Writes a primitive. Returns `None` if nothing of it is left.
    pub(super) fn primitive(
        &mut self,
        primitive: &Primitive,
        binding: Binding,
        path: &Path,
    ) -> Result<Option<json::Primitive>, Error> {
        let vertices = match primitive.attributes.first() {
            Some(attribute) => self.scene[attribute.array].count,
            None => 0,
        };
        let strip = primitive.topology == Topology::LineStrip;
        self.report.add(path, Rule::ClosedTopology, usize::from(primitive.closed && !strip))?;
        let indices = if vertices == 0 { Indices::Nothing } else { self.indices(primitive, vertices, path)? };
        let indices = match indices {
            Indices::Nothing => {
                self.report.add(path, Rule::EmptyPrimitives, 1)?;
                return Ok(None);
            }
            Indices::All => None,
            Indices::These(entry) => {
                self.arrays.mark(entry, |entry| entry.strip |= primitive.topology != Topology::Triangles);
                Some(entry)
            }
        };
        let named = named(primitive, binding, path, &mut self.report)?;
        let mut attributes = self.attributes(&named, binding, path)?;
        self.fill_missing(&mut attributes, primitive, vertices, path)?;
        if let Some(tangents) = self.tangents(primitive) {
            attributes.push((Semantic::Tangent.to_string(), Integer::from(tangents)));
        }
        let mut targets = Vec::with_capacity(primitive.targets.len());
        for (index, target) in primitive.targets.iter().enumerate() {
            let path = path.clone().item("target", index);
            targets.push(self.target(target, &named, vertices, &path)?);
        }
        Ok(Some(json::Primitive {
            attributes: Attributes(attributes),
            indices: indices.map(Integer::from),
            material: primitive.material.map(|material| Integer::from(material.index())),
            mode: mode(primitive).map(Integer),
            targets,
            extensions: mappings(primitive),
        }))
    }

    /// Adds the attributes that glTF requires if they are missing: positions, and the texture coordinates that the
    /// material uses.
    fn fill_missing(
        &mut self,
        attributes: &mut Vec<(String, Integer)>,
        primitive: &Primitive,
        vertices: usize,
        path: &Path,
    ) -> Result<(), Error> {
        let position = (Semantic::Position, 3, Rule::NoPositions);
        let sets = 0..wanted_sets(self.scene, primitive);
        let coordinates = sets.map(|set| (Semantic::TexCoord(set), 2, Rule::MissingCoordinates));
        for (semantic, components, rule) in std::iter::once(position).chain(coordinates) {
            let semantic = semantic.to_string();
            if !attributes.iter().any(|(name, _)| *name == semantic) {
                self.report.add(path, rule, 1)?;
                let zeros = self.arrays.zeros(vertices, components, Usage::Vertex);
                attributes.push((semantic, Integer::from(zeros)));
            }
        }
        Ok(())
    }

    fn indices(&mut self, primitive: &Primitive, vertices: usize, path: &Path) -> Result<Indices, Error> {
        let topology = primitive.topology;
        let Some(origin) = primitive.indices else {
            let whole = usable(topology, vertices);
            if whole == vertices || whole == 0 {
                return Ok(if whole == 0 { Indices::Nothing } else { Indices::All });
            }
            self.report.add(path, Rule::IncompletePrimitives, vertices - whole)?;
            return Ok(Indices::These(self.arrays.counted(whole)));
        };
        let variant = Variant::Indices(vertices, topology);
        if self.arrays.is_nothing(origin, &variant) {
            return Ok(Indices::Nothing);
        }
        if let Some(known) = self.arrays.known(origin, &variant) {
            return Ok(Indices::These(known));
        }
        let array = &self.scene[origin];
        let FixedIndices { array: changed, changes, nothing } = fixed_indices(array, vertices, topology);
        if nothing {
            self.arrays.remember_nothing(origin, variant);
            return Ok(Indices::Nothing);
        }
        self.report.add_all(&path.clone().part("indices"), &changes)?;
        Ok(Indices::These(self.arrays.remember(origin, array, variant, Usage::Index, changed)))
    }

    fn attributes(&mut self, named: &[Named], binding: Binding, path: &Path) -> Result<Vec<(String, Integer)>, Error> {
        let entries = self.influences(named, binding, path)?;
        let mut attributes = Vec::with_capacity(named.len() + 1);
        for (index, attribute) in named.iter().enumerate() {
            let known = entries.iter().find(|(known, _)| *known == index).map(|(_, entry)| *entry);
            let entry = match known {
                Some(entry) => entry,
                None => {
                    let path = path.clone().name(attribute.name.as_bytes());
                    self.array(attribute.array, attribute.role, &path)?
                }
            };
            attributes.push((attribute.name.clone(), Integer::from(entry)));
        }
        Ok(attributes)
    }

    /// Writes joints and weights, and returns their attributes.
    fn influences(&mut self, named: &[Named], binding: Binding, path: &Path) -> Result<Vec<(usize, usize)>, Error> {
        let of_role = |role: Role| {
            let mut indices: Vec<usize> = named
                .iter()
                .enumerate()
                .filter(|(_, attribute)| attribute.role == role)
                .map(|(index, _)| index)
                .collect();
            indices.sort_by_key(|index| named.get(*index).map(|attribute| &attribute.semantic));
            indices
        };
        // Sets that aren't pairs have another role by now.
        let pairs: Vec<(usize, usize)> = of_role(Role::Joints).into_iter().zip(of_role(Role::Weights)).collect();
        let origin = |index: usize| named.get(index).map(|attribute| attribute.array);
        let origins: Vec<(ArrayId, ArrayId)> =
            pairs.iter().filter_map(|(joints, weights)| Some((origin(*joints)?, origin(*weights)?))).collect();
        let limit = if let Binding::Bound(joints) = binding { Some(joints) } else { None };
        let variant = |set, weights| Variant::Influences(origins.clone(), limit.unwrap_or(usize::MAX), set, weights);
        let mut entries = Vec::with_capacity(pairs.len() * 2);
        let mut fixed = None;
        let origins_of = &origins;
        for (set, ((joints, weights), origins)) in pairs.iter().zip(origins_of).enumerate() {
            for (index, origin, is_weights) in [(*joints, origins.0, false), (*weights, origins.1, true)] {
                let variant = variant(set, is_weights);
                if let Some(known) = self.arrays.known(origin, &variant) {
                    entries.push((index, known));
                    continue;
                }
                let fixed = match &mut fixed {
                    Some(fixed) => fixed,
                    None => {
                        let scene = self.scene;
                        let sets = origins_of.iter().map(|(joints, weights)| (&scene[*joints], &scene[*weights]));
                        let influences = Influences { sets: sets.collect(), joints: limit };
                        let indices = fixed_influences(&influences);
                        self.report.add_all(path, &indices.changes)?;
                        fixed.insert(match &mut self.errors {
                            Some(errors) => quantize::influences(&influences, indices, errors),
                            None => indices,
                        })
                    }
                };
                let changed = fixed.sets.get_mut(set);
                let changed = changed.and_then(|set| if is_weights { set.1.take() } else { set.0.take() });
                let array = &self.scene[origin];
                entries.push((index, self.arrays.remember(origin, array, variant, Usage::Vertex, changed)));
            }
        }
        Ok(entries)
    }

    /// Writes a morph target.
    fn target(
        &mut self,
        target: &[Attribute],
        named: &[Named],
        vertices: usize,
        path: &Path,
    ) -> Result<Attributes, Error> {
        let mut attributes = Vec::with_capacity(target.len());
        for attribute in once_each(target, path, &mut self.report)? {
            let semantic = &attribute.semantic;
            let base = named.iter().find(|base| base.semantic == *semantic);
            // A tangent that has become an attribute of its own isn't one to glTF.
            let base = base.filter(|base| (base.role == Role::Custom) == matches!(semantic, Semantic::Custom(_)));
            let role = match semantic {
                Semantic::Position => Role::MorphPosition,
                Semantic::Normal | Semantic::Tangent => Role::MorphDirection,
                Semantic::Color(_) => Role::MorphOther,
                Semantic::Custom(_) => Role::Custom,
                Semantic::TexCoord(_) | Semantic::Joints(_) | Semantic::Weights(_) => Role::Unused,
            };
            match base.filter(|_| role != Role::Unused) {
                Some(base) => {
                    let entry = self.array(attribute.array, role, &path.clone().name(base.name.as_bytes()))?;
                    attributes.push((base.name.clone(), Integer::from(entry)));
                }
                None => self.report.add(path, Rule::MorphBase, 1)?,
            }
        }
        if attributes.is_empty() {
            self.report.add(path, Rule::EmptyTargets, 1)?;
            let zeros = self.arrays.zeros(vertices, 3, Usage::Vertex);
            attributes.push((Semantic::Position.to_string(), Integer::from(zeros)));
        }
        Ok(Attributes(attributes))
    }
}

/// Returns the number of a topology, or `None` for triangles, which are the default value.
fn mode(primitive: &Primitive) -> Option<u64> {
    match primitive.topology {
        Topology::Points => Some(0),
        Topology::Lines => Some(1),
        Topology::LineStrip if primitive.closed => Some(2),
        Topology::LineStrip => Some(3),
        Topology::Triangles => None,
        Topology::TriangleStrip => Some(5),
        Topology::TriangleFan => Some(6),
    }
}

/// The indices of a primitive.
enum Indices {
    /// All vertices are used in order.
    All,
    These(usize),
    /// Nothing can be seen.
    Nothing,
}
