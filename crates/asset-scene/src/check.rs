//! Checks ids, lengths and shapes in a scene.

use std::borrow::Cow;

use binio::Segment;

use crate::animation::{Channel, Interpolation, Property};
use crate::{
    Animation, AnimationId, Array, ArrayId, Attribute, Component, Data, Environment, Error, ErrorKind, Id, Item, List,
    Mesh, Node, Primitive, Scene, Semantic, Skin, Staging,
};

impl Scene<'_> {
    /// Checks that the scene is consistent, so that you can use all ids as indices.
    ///
    /// Call this before you work with a scene that you didn't create yourself. Adapters do this too: they check each
    /// scene that you pass to them, and only return scenes that pass the check. This checks that
    ///
    /// * every id refers to an item in the scene,
    /// * every array has the declared length, and a shape that fits its use,
    /// * no node is its own ancestor.
    ///
    /// It does not check vertex indices and joints, the order of key times, NaN and infinities, because readers report
    /// these.
    ///
    /// # Errors
    /// Returns the first problem with its path: `mesh 0 > primitive 1 > NORMAL: expected 3 numbers per vertex, found 4
    /// f32`.
    pub fn check(&self) -> Result<(), Error> {
        each("array", &self.arrays, check_array)?;
        each("node", &self.nodes, |node| self.check_node(node))?;
        let own_parent = self.nodes.enumerate().find(|(id, node)| node.parent == Some(*id));
        let own_parent = own_parent.map(|(id, _)| id.index());
        if let Some(node) = own_parent.or_else(|| self.hierarchy().cyclic().first().copied()) {
            return Err(error(ErrorKind::Cycle).within_item("node", node));
        }
        each("material", &self.materials, |material| {
            material.textures().try_for_each(|texture| refer(Some(texture.image), &self.images))
        })?;
        each("mesh", &self.meshes, |mesh| self.check_mesh(mesh))?;
        let sky = self.environment.as_ref().and_then(Environment::sky_mesh);
        refer(sky, &self.meshes).map_err(|error| within(error, "sky"))?;
        if let Some(staging) = &self.staging {
            self.check_staging(staging).map_err(|error| within(error, "staging"))?;
        }
        each("skin", &self.skins, |skin| self.check_skin(skin))?;
        each("animation", &self.animations, |animation| self.check_animation(animation))
    }

    fn check_staging(&self, staging: &Staging) -> Result<(), Error> {
        staging.lights.keys().try_for_each(|light| refer(Some(*light), &self.lights))?;
        staging.light_masks.keys().try_for_each(|node| refer(Some(*node), &self.nodes))?;
        staging.shadow_casters.iter().try_for_each(|node| refer(Some(*node), &self.nodes))?;
        for set in &staging.sprites {
            refer(set.material, &self.materials)?;
            refer(set.node, &self.nodes)?;
            refer(set.owner, &self.nodes)?;
        }
        staging.probes.iter().try_for_each(|probe| refer(Some(probe.node), &self.nodes))?;
        staging.texts.iter().try_for_each(|text| refer(Some(text.node), &self.nodes))?;
        staging.zones.iter().try_for_each(|zone| refer(zone.node, &self.nodes))?;
        for (material, surface) in &staging.surfaces {
            refer(Some(*material), &self.materials)?;
            surface.textures().try_for_each(|texture| refer(Some(texture.image), &self.images))?;
        }
        Ok(())
    }

    fn check_node(&self, node: &Node) -> Result<(), Error> {
        refer(node.parent, &self.nodes)?;
        refer(node.mesh, &self.meshes)?;
        refer(node.skin, &self.skins)?;
        refer(node.light, &self.lights)?;
        refer(node.camera, &self.cameras)?;
        node.lods.iter().try_for_each(|lod| refer(Some(lod.node), &self.nodes))
    }

    fn check_mesh(&self, mesh: &Mesh) -> Result<(), Error> {
        let targets = mesh.morph_names.len();
        if !mesh.morph_weights.is_empty() {
            length(format!("{targets} morph weights, one per name"), targets, mesh.morph_weights.len())?;
        }
        each("primitive", &mesh.primitives, |primitive| {
            length(format!("{targets} morph targets, one per name"), targets, primitive.targets.len())?;
            self.check_primitive(primitive)
        })
    }

    fn check_primitive(&self, primitive: &Primitive) -> Result<(), Error> {
        refer(primitive.material, &self.materials)?;
        primitive.variants.iter().try_for_each(|(_, material)| refer(Some(*material), &self.materials))?;
        let ascending = primitive.variants.windows(2).all(|pair| matches!(pair, [(a, _), (b, _)] if a < b));
        if !ascending || primitive.variants.last().is_some_and(|(last, _)| *last >= self.variants.len()) {
            let variants = format!("{:?}", primitive.variants.iter().map(|(variant, _)| variant).collect::<Vec<_>>());
            return Err(wrong("variants of the scene, in ascending order", variants));
        }
        let first = primitive.attributes.iter().chain(primitive.targets.iter().flatten()).next();
        let count = first.map(|first| self.array(first.array)).transpose()?.map_or(0, |array| array.count);
        let rows = |attribute: &Attribute| {
            let actual = self.array(attribute.array)?.count;
            length(format!("{count} vertices, as in the first attribute"), count, actual)
        };
        for attribute in &primitive.attributes {
            rows(attribute).and_then(|()| self.check_attribute(attribute)).map_err(|error| of(error, attribute))?;
        }
        each("morph target", &primitive.targets, |target| {
            target.iter().try_for_each(|attribute| {
                let fits = |array: &Array<'_>| array.width == 3 && array.component != Component::U32;
                let shape = self.shape(attribute.array, "3 numbers per vertex, not of 32-bit integers", fits);
                rows(attribute).and(shape).map_err(|error| of(error, attribute))
            })
        })?;
        let Some(indices) = primitive.indices else { return Ok(()) };
        let whole = |array: &Array<'_>| {
            array.width == 1 && matches!(array.component, Component::U8 | Component::U16 | Component::U32)
        };
        self.shape(indices, "1 unsigned integer per index", whole).map_err(|error| within(error, "indices"))
    }

    fn check_attribute(&self, attribute: &Attribute) -> Result<(), Error> {
        let whole = |array: &Array<'_>| matches!(array.component, Component::U8 | Component::U16);
        let array = attribute.array;
        match attribute.semantic {
            Semantic::Position | Semantic::Normal => {
                self.shape(array, "3 numbers per vertex", |array| array.width == 3)
            }
            Semantic::Tangent | Semantic::Weights(_) => {
                self.shape(array, "4 numbers per vertex", |array| array.width == 4)
            }
            Semantic::TexCoord(_) => self.shape(array, "2 numbers per vertex", |array| array.width == 2),
            Semantic::Color(_) => self.shape(array, "3 or 4 numbers per vertex", |array| matches!(array.width, 3 | 4)),
            Semantic::Joints(_) => {
                self.shape(array, "4 numbers of u8 or u16 per vertex", |array| array.width == 4 && whole(array))
            }
            Semantic::Custom(_) => Ok(()),
        }
    }

    fn check_skin(&self, skin: &Skin) -> Result<(), Error> {
        refer(skin.root, &self.nodes)?;
        skin.joints.iter().try_for_each(|joint| refer(Some(*joint), &self.nodes))?;
        let (joints, matrices) = (skin.joints.len(), skin.inverse_bind.len());
        if matrices == 0 {
            return Ok(());
        }
        length(format!("{joints} inverse bind matrices, one per joint, or none"), joints, matrices)
    }

    fn check_animation(&self, animation: &Animation<'_>) -> Result<(), Error> {
        each("channel", &animation.channels, |channel| self.check_channel(channel))
    }

    /// Checks one animation and its arrays, but not the rest of the scene. Functions that change many animations one by
    /// one would take quadratic time if they checked everything.
    pub(crate) fn check_one_animation(&self, id: AnimationId) -> Result<&Animation<'_>, Error> {
        let missing = || no_such("animation", id.index(), self.animations.len());
        let animation = self.animations.get(id).ok_or_else(missing)?;
        let arrays = animation.channels.iter().flat_map(|channel| [channel.times, channel.values]);
        for array in arrays {
            check_array(self.array(array)?).map_err(|error| error.within_item("array", array.index()))?;
        }
        self.check_animation(animation).map_err(|error| error.within_item("animation", id.index()))?;
        Ok(animation)
    }

    fn check_channel(&self, channel: &Channel) -> Result<(), Error> {
        refer(Some(channel.node), &self.nodes)?;
        let single = |array: &Array<'_>| array.component == Component::F32 && array.width == 1;
        self.shape(channel.times, "1 f32 per key time", single)?;
        let (keys, values) = (self.array(channel.times)?.count, self.array(channel.values)?);
        let (width, per_key) = match channel.property {
            Property::Translation | Property::Scale => (3, 1),
            Property::Rotation => (4, 1),
            Property::MorphWeights => (1, self.morph_targets(channel.node)?),
        };
        let fits = |array: &Array<'_>| array.width == width;
        self.shape(channel.values, format!("{width} numbers per value of {}", channel.property), fits)?;
        let per_key =
            if channel.interpolation == Interpolation::CubicSpline { per_key.saturating_mul(3) } else { per_key };
        let expected = keys.saturating_mul(per_key);
        length(format!("{expected} values, {per_key} per key"), expected, values.count)
    }

    /// Returns the number of morph targets in the mesh of a node.
    fn morph_targets(&self, node: Id<Node>) -> Result<usize, Error> {
        let mesh = self.nodes.get(node).and_then(|node| self.meshes.get(node.mesh?));
        mesh.map(|mesh| mesh.morph_names.len()).ok_or_else(|| wrong("a node with a mesh to morph", "none"))
    }

    fn shape(
        &self,
        array: ArrayId,
        expected: impl Into<Cow<'static, str>>,
        fits: impl FnOnce(&Array<'_>) -> bool,
    ) -> Result<(), Error> {
        let array = self.array(array)?;
        if fits(array) { Ok(()) } else { Err(wrong(expected, shape_of(array))) }
    }

    pub(crate) fn array(&self, array: ArrayId) -> Result<&Array<'_>, Error> {
        self.arrays.get(array).ok_or_else(|| no_such("array", array.index(), self.arrays.len()))
    }
}

fn check_array(array: &Array<'_>) -> Result<(), Error> {
    let bytes = |rows: usize| array.row_size().checked_mul(rows);
    if !matches!(array.width, 1..=4 | 9 | 16) {
        return Err(wrong("1 to 4, 9 or 16 numbers per row", array.width));
    }
    let (rows, actual) = match &array.data {
        Data::Dense(data) => (array.count, data.len()),
        Data::Sparse { rows, values } => {
            let ascend = rows.windows(2).all(|pair| matches!(pair, [a, b] if a < b));
            if !ascend {
                return Err(wrong("sparse rows in ascending order", "others"));
            }
            if let Some(last) = rows.last().filter(|last| **last as usize >= array.count) {
                return Err(no_such("row", *last as usize, array.count));
            }
            (rows.len(), values.len())
        }
    };
    match bytes(rows) {
        Some(expected) => length(format!("{expected} bytes for {rows} rows"), expected, actual),
        None => Err(wrong(format!("bytes for {rows} rows"), actual)),
    }
}

/// Returns the shape of a row for use in errors, for example `4 u8`.
pub(crate) fn shape_of(array: &Array<'_>) -> String {
    format!("{} {}", array.width, array.component)
}

fn each<T>(part: &'static str, list: &[T], check: impl Fn(&T) -> Result<(), Error>) -> Result<(), Error> {
    list.iter().enumerate().try_for_each(|(index, item)| check(item).map_err(|error| error.within_item(part, index)))
}

fn refer<T: Item>(id: Option<Id<T::Of>>, list: &List<T>) -> Result<(), Error> {
    match id {
        Some(id) if !list.contains(id) => Err(no_such(T::NAME, id.index(), list.len())),
        _ => Ok(()),
    }
}

/// Creates the error for an index that is out of bounds.
pub(crate) fn no_such(what: &'static str, index: usize, count: usize) -> Error {
    error(ErrorKind::no_such(what, index, count))
}

/// Creates the error for a shape or length that doesn't fit its use.
pub(crate) fn wrong(expected: impl Into<Cow<'static, str>>, actual: impl ToString) -> Error {
    error(ErrorKind::WrongShape { expected: expected.into(), found: actual.to_string() })
}

fn length(expected: String, wanted: usize, actual: usize) -> Result<(), Error> {
    if wanted == actual { Ok(()) } else { Err(wrong(expected, actual)) }
}

/// Adds the attribute to the path of an error.
pub(crate) fn of(error: Error, attribute: &Attribute) -> Error {
    error.within(Segment::Name(attribute.semantic.to_string().into()))
}

fn within(error: Error, part: &'static str) -> Error {
    error.within(Segment::Part(part))
}

fn error(kind: ErrorKind) -> Error {
    Error::new(kind, binio::Path::default())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    /// Checks a scene whose nodes have these parents, and returns the problem.
    fn parents(parents: &[Option<usize>]) -> Option<ErrorKind> {
        let nodes = parents.iter().map(|parent| Node { parent: parent.map(Id::new), ..Node::default() }).collect();
        Scene { nodes, ..Scene::default() }.check().err().map(Error::into_kind)
    }

    #[test]
    fn a_hierarchy_has_no_cycle() {
        assert_eq!(parents(&[Some(2), None, Some(1)]), None);
        assert_eq!(parents(&[None, Some(1)]), Some(ErrorKind::Cycle));
        assert_eq!(parents(&[Some(1), Some(0)]), Some(ErrorKind::Cycle));
        assert_eq!(parents(&[Some(7)]), Some(ErrorKind::no_such("node", 7_usize, 1)));
    }

    #[test]
    fn attributes_are_of_one_length() {
        let mut scene = Scene::default();
        let mut attribute =
            |semantic, rows| Attribute { semantic, array: scene.arrays.push(Array::from_f32s(vec![[0.0; 3]; rows])) };
        let attributes = vec![attribute(Semantic::Position, 3), attribute(Semantic::Normal, 2)];
        scene
            .meshes
            .push(Mesh { primitives: vec![Primitive { attributes, ..Primitive::default() }], ..Mesh::default() });
        let error = scene.check().unwrap_err();
        assert_eq!(
            error.to_string(),
            "mesh 0 > primitive 0 > NORMAL: expected 3 vertices, as in the first attribute, found 2"
        );
    }
}
