//! Merges a model into a scene. It can be shown many times, but its arrays are only added once.

use std::collections::HashMap;

use asset_scene::{Array, ArrayId, Primitive, Scene};

/// The scene of a model. Its arrays are moved to the target scene when they are needed.
#[derive(Clone, Debug, Default)]
pub struct SceneMerge {
    /// Nodes, meshes, skins and animations. If an array was moved, it is empty here.
    pub scene: Scene<'static>,
    moved: HashMap<ArrayId, ArrayId>,
}

impl SceneMerge {
    /// Creates the merge for a model. No arrays are moved yet.
    pub fn new(scene: Scene<'static>) -> Self {
        Self { scene, moved: HashMap::new() }
    }

    /// Moves an array to the other scene, if this was not done before, and returns its id there.
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

    /// Makes a primitive use the arrays in the other scene.
    pub fn primitive(&mut self, primitive: &mut Primitive, into: &mut Scene<'static>) {
        let own = primitive.attributes.iter_mut().chain(primitive.targets.iter_mut().flatten());
        for attribute in own {
            attribute.array = self.array(attribute.array, into);
        }
        primitive.indices = primitive.indices.map(|indices| self.array(indices, into));
    }
}
