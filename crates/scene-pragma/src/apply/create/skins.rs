//! Converts variants to skins.

use std::collections::HashMap;

use asset_scene::{Error, Id, Material, Primitive, Scene};
use binio::{Budget, Findings, Path};
use scene_adapter::look::Report;

use crate::Rule;
use crate::fault::spend;

/// The materials of a primitive: the default material, and then one for each variant.
type Slot = Vec<Option<Id<Material>>>;

/// Which materials the sub meshes use in all skins.
pub(crate) struct Skins {
    /// The materials of the model. `None` is the engine's own material.
    pub(crate) materials: Vec<Option<Id<Material>>>,
    /// By the material index of a sub mesh.
    slots: Vec<Slot>,
    indices: HashMap<Slot, u32>,
    /// Whether the first variant has the default materials. If so, it is the first skin.
    is_first_usual: bool,
}

impl Skins {
    /// Creates the skins for a scene. Without variants, this creates one skin, in which each index is also its
    /// material.
    pub(crate) fn of(scene: &Scene<'_>, budget: &mut Budget, findings: &mut Findings) -> Result<Self, Error> {
        let primitives = || scene.meshes.iter().flat_map(|mesh| &mesh.primitives);
        let each = scene.variants.len().saturating_add(4).saturating_mul(size_of::<usize>());
        spend(budget, primitives().count().saturating_add(scene.materials.len()), each, Path::from("variants"))?;
        let mut skins = Self {
            materials: scene.materials.ids().map(Some).collect(),
            slots: Vec::new(),
            indices: HashMap::new(),
            is_first_usual: true,
        };
        if scene.variants.is_empty() {
            scene.materials.ids().for_each(|material| skins.add(vec![Some(material)]));
        }
        primitives().for_each(|primitive| skins.add(slot(scene, primitive)));
        if skins.slots.is_empty() {
            skins.add(vec![None; scene.variants.len().saturating_add(1)]);
        }
        if skins.slots.iter().flatten().any(Option::is_none) {
            skins.materials.push(None);
        }
        let is_numbered = |(number, name): (usize, &String)| *name == format!("skin{number}");
        if !skins.is_first_usual || !scene.variants.iter().enumerate().all(is_numbered) {
            let names = scene.variants.join(", ");
            Report::about("skins", findings).tell(Rule::SkinNames, names);
        }
        Ok(skins)
    }

    fn add(&mut self, slot: Slot) {
        self.is_first_usual &= slot.get(1).is_none_or(|first| slot.first() == Some(first));
        if !self.indices.contains_key(&slot) {
            let index = u32::try_from(self.slots.len()).unwrap_or(u32::MAX);
            self.indices.insert(slot.clone(), index);
            self.slots.push(slot);
        }
    }

    /// Returns the index to use in the sub mesh for a primitive.
    pub(crate) fn index(&self, scene: &Scene<'_>, primitive: &Primitive) -> u32 {
        self.indices.get(&slot(scene, primitive)).copied().unwrap_or(0)
    }

    /// Returns the material numbers by index, for each skin.
    pub(crate) fn numbers(&self) -> Vec<Vec<u32>> {
        let last = self.materials.len().saturating_sub(1);
        let number =
            |material: &Option<Id<Material>>| u32::try_from(material.map_or(last, Id::index)).unwrap_or(u32::MAX);
        let count = self.slots.first().map_or(1, Vec::len);
        let first = usize::from(self.is_first_usual && count > 1);
        let skin = |skin: usize| self.slots.iter().filter_map(|slot| slot.get(skin)).map(number).collect();
        (first..count).map(skin).collect()
    }
}

fn slot(scene: &Scene<'_>, primitive: &Primitive) -> Slot {
    let mut slot = vec![primitive.material; scene.variants.len().saturating_add(1)];
    for (variant, material) in &primitive.variants {
        if let Some(place) = slot.get_mut(variant.saturating_add(1)) {
            *place = Some(*material);
        }
    }
    slot
}
