//! Whether a scene's numbers and lengths hold.

use crate::animation::{Channel, Interpolation, Property};
use crate::{
    Animation, Array, ArrayId, Attribute, Component, Data, Error, ErrorKind, Id, Item, List, Mesh, Node, Primitive,
    Scene, Semantic, Skin,
};

impl Scene<'_> {
    /// Checks that every id refers to something, every array is as long as it says and of a shape that fits its use, and no node hangs
    /// below itself. Adapters make only such scenes, and take only such: behind this check, ids can be used to index.
    ///
    /// # Errors
    /// The first thing that doesn't hold, with the part it is in.
    pub fn check(&self) -> Result<(), Error> {
        each("array", &self.arrays, check_array)?;
        each("node", &self.nodes, |node| self.check_node(node))?;
        let below_itself = self.nodes.enumerate().find(|(id, node)| node.parent == Some(*id));
        let below_itself = below_itself.map(|(id, _)| id.index());
        if let Some(node) = below_itself.or_else(|| self.hierarchy().cyclic().first().copied()) {
            return Err(error(ErrorKind::Cycle).within_item("node", node));
        }
        each("material", &self.materials, |material| {
            material.textures().try_for_each(|texture| refer(Some(texture.image), &self.images))
        })?;
        each("mesh", &self.meshes, |mesh| self.check_mesh(mesh))?;
        each("skin", &self.skins, |skin| self.check_skin(skin))?;
        each("animation", &self.animations, |animation| self.check_animation(animation))
    }

    fn check_node(&self, node: &Node) -> Result<(), Error> {
        refer(node.parent, &self.nodes)?;
        refer(node.mesh, &self.meshes)?;
        refer(node.skin, &self.skins)?;
        node.lods.iter().try_for_each(|lod| refer(Some(lod.node), &self.nodes))
    }

    fn check_mesh(&self, mesh: &Mesh) -> Result<(), Error> {
        let targets = mesh.morph_names.len();
        if !mesh.morph_weights.is_empty() && mesh.morph_weights.len() != targets {
            return Err(wrong("as many weights as names of morph targets"));
        }
        each("primitive", &mesh.primitives, |primitive| {
            if primitive.targets.len() == targets {
                self.check_primitive(primitive)
            } else {
                Err(wrong("as many morph targets as they have names"))
            }
        })
    }

    fn check_primitive(&self, primitive: &Primitive) -> Result<(), Error> {
        refer(primitive.material, &self.materials)?;
        primitive.variants.iter().try_for_each(|(_, material)| refer(Some(*material), &self.materials))?;
        let ascending = primitive.variants.windows(2).all(|pair| matches!(pair, [(a, _), (b, _)] if a < b));
        if !ascending || primitive.variants.last().is_some_and(|(last, _)| *last >= self.variants.len()) {
            return Err(wrong("variants of the scene, in ascending order"));
        }
        let mut count = None;
        for attribute in primitive.attributes.iter().chain(primitive.targets.iter().flatten()) {
            let array = self.array(attribute.array)?;
            if *count.get_or_insert(array.count) != array.count {
                return Err(wrong("attributes of one length"));
            }
        }
        primitive.attributes.iter().try_for_each(|attribute| self.check_attribute(attribute))?;
        for attribute in primitive.targets.iter().flatten() {
            let array = self.array(attribute.array)?;
            if array.width != 3 || array.component == Component::U32 {
                return Err(wrong("three numbers in a morph target"));
            }
        }
        let Some(indices) = primitive.indices else { return Ok(()) };
        match self.array(indices)? {
            Array { component: Component::U8 | Component::U16 | Component::U32, width: 1, .. } => Ok(()),
            _ => Err(wrong("single whole numbers as indices")),
        }
    }

    fn check_attribute(&self, attribute: &Attribute) -> Result<(), Error> {
        let Array { component, width, .. } = self.array(attribute.array)?;
        let whole = matches!(component, Component::U8 | Component::U16);
        let fits = match attribute.semantic {
            Semantic::Position | Semantic::Normal => *width == 3,
            Semantic::Tangent | Semantic::Weights(_) => *width == 4,
            Semantic::TexCoord(_) => *width == 2,
            Semantic::Color(_) => matches!(width, 3 | 4),
            Semantic::Joints(_) => *width == 4 && whole,
            Semantic::Custom(_) => true,
        };
        if fits { Ok(()) } else { Err(wrong("an attribute of the width that its semantic has")) }
    }

    fn check_skin(&self, skin: &Skin) -> Result<(), Error> {
        refer(skin.root, &self.nodes)?;
        skin.joints.iter().try_for_each(|joint| refer(Some(*joint), &self.nodes))?;
        if skin.inverse_bind.is_empty() || skin.inverse_bind.len() == skin.joints.len() {
            Ok(())
        } else {
            Err(wrong("an inverse bind matrix per joint, or none"))
        }
    }

    fn check_animation(&self, animation: &Animation<'_>) -> Result<(), Error> {
        each("channel", &animation.channels, |channel| self.check_channel(channel))
    }

    fn check_channel(&self, channel: &Channel) -> Result<(), Error> {
        refer(Some(channel.node), &self.nodes)?;
        let times = self.array(channel.times)?;
        let values = self.array(channel.values)?;
        if times.component != Component::F32 || times.width != 1 {
            return Err(wrong("key times as single floats"));
        }
        let (width, per_key) = match channel.property {
            Property::Translation | Property::Scale => (3, Some(1)),
            Property::Rotation => (4, Some(1)),
            Property::MorphWeights => (1, self.morph_targets(channel.node)),
        };
        let splines = if channel.interpolation == Interpolation::CubicSpline { 3 } else { 1 };
        let rows = per_key.and_then(|per_key| times.count.checked_mul(per_key)?.checked_mul(splines));
        if values.width == width && rows == Some(values.count) {
            Ok(())
        } else {
            Err(wrong("as many values of the property's width as keys"))
        }
    }

    /// How many morph targets the mesh of a node has.
    fn morph_targets(&self, node: Id<Node>) -> Option<usize> {
        Some(self.meshes.get(self.nodes.get(node)?.mesh?)?.morph_names.len())
    }

    fn array(&self, array: ArrayId) -> Result<&Array<'_>, Error> {
        self.arrays.get(array).ok_or_else(|| no_such("array", array.index()))
    }
}

fn check_array(array: &Array<'_>) -> Result<(), Error> {
    let bytes = |rows: usize| array.row_size().checked_mul(rows);
    if !matches!(array.width, 1..=4 | 9 | 16) {
        return Err(wrong("1 to 4, 9 or 16 numbers in a row"));
    }
    let fits = match &array.data {
        Data::Dense(data) => bytes(array.count) == Some(data.len()),
        Data::Sparse { rows, values } => {
            bytes(rows.len()) == Some(values.len())
                && rows.windows(2).all(|pair| matches!(pair, [a, b] if a < b))
                && rows.last().is_none_or(|last| (*last as usize) < array.count)
        }
    };
    if fits { Ok(()) } else { Err(wrong("as many bytes as its rows need, sparse rows in ascending order")) }
}

fn each<T>(part: &'static str, list: &[T], check: impl Fn(&T) -> Result<(), Error>) -> Result<(), Error> {
    list.iter().enumerate().try_for_each(|(index, item)| check(item).map_err(|error| error.within_item(part, index)))
}

fn refer<T: Item>(id: Option<Id<T::Of>>, list: &List<T>) -> Result<(), Error> {
    match id {
        Some(id) if !list.contains(id) => Err(no_such(T::NAME, id.index())),
        _ => Ok(()),
    }
}

/// The error about an id that refers to nothing.
pub(crate) fn no_such(what: &'static str, index: usize) -> Error {
    error(ErrorKind::NoSuch { what, index })
}

fn wrong(wanted: &'static str) -> Error {
    error(ErrorKind::WrongShape(wanted))
}

fn error(kind: ErrorKind) -> Error {
    Error::new(kind, binio::Path::default())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    /// What is wrong with a scene of nodes that hang below these.
    fn parents(parents: &[Option<usize>]) -> Option<ErrorKind> {
        let nodes = parents.iter().map(|parent| Node { parent: parent.map(Id::new), ..Node::default() }).collect();
        Scene { nodes, ..Scene::default() }.check().err().map(Error::into_kind)
    }

    #[test]
    fn nodes_hang_below_others() {
        assert_eq!(parents(&[Some(2), None, Some(1)]), None);
        assert_eq!(parents(&[None, Some(1)]), Some(ErrorKind::Cycle));
        assert_eq!(parents(&[Some(1), Some(0)]), Some(ErrorKind::Cycle));
        assert_eq!(parents(&[Some(7)]), Some(ErrorKind::NoSuch { what: "node", index: 7 }));
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
        assert_eq!(error.to_string(), "mesh 0 > primitive 0: expected attributes of one length");
    }
}
