//! Finds the files that an asset refers to, and reports missing files.

#[cfg(feature = "std")]
use alloc::format;
use alloc::vec::Vec;

use binio::Path;

use crate::asset::{Asset, Kind, sealed};
use crate::ik::IkRigKind;
use crate::map::MapKind;
use crate::material::MaterialKind;
use crate::model::ModelKind;
use crate::navmesh::NavMeshKind;
use crate::panima::AnimationsKind;
use crate::particles::ParticlesKind;
use crate::reference::Reference;

impl<K: Kind> Asset<'_, K> {
    /// Returns the files that this asset refers to. Models and maps refer to materials and other models, particle
    /// systems to materials, and materials to textures and a base material.
    pub fn references(&self) -> Vec<Reference> {
        let mut references = K::references(self);
        references.retain(|reference| !reference.name.is_empty());
        references
    }

    /// Reports missing files. This function only searches in `root`, which must be the folder that contains `materials`
    /// and `models`. The engine also searches other folders and packages, so a missing file is only reported as a note.
    #[cfg(feature = "std")]
    pub fn missing_files(&self, root: &std::path::Path) -> binio::Findings {
        let mut findings = binio::Findings::new();
        for reference in self.references() {
            let inside: Vec<_> = reference.candidates.iter().filter(|candidate| is_inside(candidate)).collect();
            if inside.is_empty() {
                findings.warning(
                    crate::kinds::RESOURCE_OUTSIDE,
                    reference.path,
                    format!("\"{}\" leads out of the folder of assets", reference.name),
                );
            } else if !inside.into_iter().any(|candidate| root.join(candidate).is_file()) {
                findings.note(
                    crate::kinds::RESOURCE_MISSING,
                    reference.path,
                    format!("\"{}\" isn't there", reference.name),
                );
            }
        }
        findings
    }
}

impl sealed::References for ParticlesKind {
    fn references(asset: &Asset<'_, Self>) -> Vec<Reference> {
        let materials = asset.systems().into_iter().filter_map(|system| {
            let name = system.material()?;
            Some(Reference::material(Path::from("particleSystemDefinitions").name(&system.name), &name, &[]))
        });
        materials.collect()
    }
}

impl sealed::References for IkRigKind {}

impl sealed::References for MaterialKind {
    fn references(asset: &Asset<'_, Self>) -> Vec<Reference> {
        let textures = asset.textures().into_iter();
        let textures = textures
            .map(|(name, path)| Reference::texture(Path::from(crate::material::key::TEXTURES).name(&name), &path));
        let base = asset.base_material();
        textures
            .chain(base.iter().map(|name| Reference::material(Path::from(crate::material::key::BASE), name, &[])))
            .collect()
    }
}

impl sealed::References for ModelKind {
    fn references(asset: &Asset<'_, Self>) -> Vec<Reference> {
        let folders = asset.material_paths();
        let materials = asset.materials().into_iter().enumerate();
        let materials =
            materials.map(|(index, name)| Reference::material(Path::new().item("materials", index), &name, &folders));
        let models = asset.include_models().into_iter().enumerate();
        materials
            .chain(models.map(|(index, name)| Reference::model(Path::new().item("includeModels", index), &name)))
            .collect()
    }
}

impl sealed::References for AnimationsKind {}

impl sealed::References for NavMeshKind {}

impl sealed::References for MapKind {
    fn references(asset: &Asset<'_, Self>) -> Vec<Reference> {
        let materials = asset.materials().into_iter().enumerate();
        let materials =
            materials.map(|(index, name)| Reference::material(Path::new().item("materials", index), &name, &[]));
        let models = asset.entities().into_iter().enumerate().filter_map(|(index, entity)| {
            // Names that begin with a star are parts of the map itself.
            let name = entity.key_value("model").filter(|name| !name.starts_with(b"*"))?;
            Some(Reference::model(Path::new().item("entities", index).part("keyValues").part("model"), &name))
        });
        materials.chain(models).collect()
    }
}

/// Returns `true` if a path only has plain parts, on every host.
#[cfg(feature = "std")]
fn is_inside(candidate: &str) -> bool {
    candidate.split('/').all(|part| !matches!(part, "" | "." | "..") && !part.contains([':', '\0']))
}
