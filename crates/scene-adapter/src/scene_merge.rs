//! A scene of its own that goes into another one, as often as it is shown there, with its arrays once.

use std::collections::HashMap;

use asset_scene::{Array, ArrayId, Primitive, Scene};

/// The scene of a model. Its arrays move to the target scene when they are needed.
#[derive(Clone, Debug, Default)]
pub struct SceneMerge {
    /// Nodes, meshes, skins and animations. Arrays that have moved are empty.
    pub scene: Scene<'static>,
    moved: HashMap<ArrayId, ArrayId>,
}

impl SceneMerge {
    /// Creates a graft; no arrays have moved yet.
    pub fn new(scene: Scene<'static>) -> Self {
        Self { scene, moved: HashMap::new() }
    }

    /// Returns where an array is in the other scene, after moving it there.
    pub fn array(&mut self, array: ArrayId, into: &mut Scene<'static>) -> ArrayId {
        if let Some(known) = self.moved.get(&array) {
            return *known;
        }
        let Some(own) = self.scene.arrays.get_mut(array) else { return array };
        let own = std::mem::replace(own, Array::from_u16s([]));
        let place = into.arrays.push(own);
        self.moved.insert(array, place);
        place
    }

    /// Makes a primitive name the arrays of the other scene.
    pub fn primitive(&mut self, primitive: &mut Primitive, into: &mut Scene<'static>) {
        let own = primitive.attributes.iter_mut().chain(primitive.targets.iter_mut().flatten());
        for attribute in own {
            attribute.array = self.array(attribute.array, into);
        }
        primitive.indices = primitive.indices.map(|indices| self.array(indices, into));
    }
}
