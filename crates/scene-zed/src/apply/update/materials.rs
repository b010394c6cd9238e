//! Material numbers of an edited scene.

use std::collections::BTreeSet;

use asset_scene::{Id, Material, Scene};
use binio::{Findings, Path};
use scene_adapter::{kinds, same};
use zed_asset::Model;

use crate::export::{material_name, plain_material};

/// The number of each material of a scene.
pub(super) struct Numbers {
    numbers: Vec<u32>,
}

impl Numbers {
    /// Reads the numbers from the names. A renamed material keeps its number, and a new one gets the next free number.
    pub(super) fn new(original: &Model<'_>, shown: &Scene<'_>, scene: &Scene<'_>, findings: &mut Findings) -> Self {
        let mut numbers: Vec<Option<u32>> = scene.materials.iter().map(|material| number_of(&material.name)).collect();
        let used: BTreeSet<u32> = original.meshes().map(|mesh| mesh.material()).collect();
        let named: BTreeSet<u32> = numbers.iter().copied().flatten().collect();
        let known = shown.materials.iter().filter_map(|material| number_of(&material.name));
        let open: Vec<u32> = known.filter(|number| !named.contains(number)).collect();
        let left = numbers.iter().filter(|number| number.is_none()).count();
        if left == open.len() {
            let renamed = numbers.iter_mut().zip(&scene.materials).filter(|(number, _)| number.is_none());
            for ((number, material), own) in renamed.zip(open) {
                *number = Some(own);
                let message = format!(
                    "was {:?}: the new name isn't written, because models store only material numbers",
                    material_name(own)
                );
                findings.note(kinds::PART_NOT_WRITTEN, Path::from("material").name(material.name.as_bytes()), message);
            }
        }
        let last = used.last().max(named.last()).copied();
        let mut next = last.map_or(0, |last| last.saturating_add(1));
        let numbers = numbers.into_iter().map(|number| {
            number.unwrap_or_else(|| {
                let number = next;
                next = next.saturating_add(1);
                number
            })
        });
        tell_looks(shown, scene, findings);
        Self { numbers: numbers.collect() }
    }

    /// Returns the number of a material. A surface without a material keeps the number `own`.
    pub(super) fn of(&self, material: Option<Id<Material>>, own: u32) -> u32 {
        material.and_then(|material| self.numbers.get(material.index()).copied()).unwrap_or(own)
    }
}

/// Reads the number from `Material 4`, or `Material 4.001` as Blender calls a copy.
fn number_of(name: &str) -> Option<u32> {
    let stem = name.split_once('.').map_or(name, |(stem, _)| stem);
    let number = stem.strip_prefix("Material ")?.parse().ok()?;
    let own = material_name(number);
    (name == own || same::is_numbered(name, &own)).then_some(number)
}

/// Reports materials that don't look as in the scene of the original, because a model can't store looks.
fn tell_looks(shown: &Scene<'_>, scene: &Scene<'_>, findings: &mut Findings) {
    let has_look = |material: &&Material| {
        let number = number_of(&material.name);
        let before = shown.materials.iter().find(|before| number.is_some() && number_of(&before.name) == number);
        let before = before.map_or_else(|| plain_material(""), Material::clone);
        **material != Material { name: material.name.clone(), source: material.source.clone(), ..before }
    };
    let count = scene.materials.iter().filter(has_look).count();
    if count > 0 {
        let message =
            format!("colours and textures aren't written, because models store only material numbers: {count}");
        findings.note(kinds::PART_NOT_WRITTEN, "materials", message);
    }
}
