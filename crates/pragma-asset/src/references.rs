//! Files that an asset names, and whether they are there.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use binio::{Name, Path};

use crate::asset::{Asset, Kind, sealed};
use crate::ik::IkRigKind;
use crate::map::MapKind;
use crate::material::MaterialKind;
use crate::model::ModelKind;
use crate::navmesh::NavMeshKind;
use crate::panima::AnimationsKind;
use crate::particles::ParticlesKind;

/// A file that an asset names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    /// Where in the asset it is named.
    pub path: Path,
    /// As it stands there.
    pub name: Name<'static>,
    /// Where the engine looks for it, below the folder of assets, with `/`; the first that is there is taken.
    pub candidates: Vec<String>,
}

/// What materials end in: binary, text, the format before.
const MATERIALS: &[&str] = &["pmat_b", "pmat", "wmi"];

/// What models end in.
const MODELS: &[&str] = &["pmdl_b", "pmdl", "wmd"];

/// What textures end in.
const TEXTURES: &[&str] =
    &["ktx", "dds", "png", "tga", "jpg", "bmp", "psd", "gif", "hdr", "pic", "vtf", "vtex_c", "svg"];

impl Reference {
    /// A file below `folder`, below one of `prefixes` if there are any, with one of `endings` unless it has one.
    fn new(path: Path, name: &Name<'_>, folder: &str, prefixes: &[Name<'_>], endings: &[&str]) -> Self {
        let text = name.to_text();
        let mut candidates = Vec::new();
        // Where there are prefixes the engine looks below them only.
        let none = [Name::default()];
        for prefix in if prefixes.is_empty() { &none } else { prefixes } {
            let stem = format!("{folder}/{}{text}", prefix.to_text()).replace('\\', "/").replace("//", "/");
            if endings.iter().any(|ending| stem.strip_suffix(ending).is_some_and(|stem| stem.ends_with('.'))) {
                candidates.push(stem);
            } else {
                candidates.extend(endings.iter().map(|ending| format!("{stem}.{ending}")));
            }
        }
        Self { path, name: name.clone().into_owned(), candidates }
    }

    /// A material of this name: below one of `prefixes`, the folders of a model's materials, if there are any.
    pub fn material(path: Path, name: &Name<'_>, prefixes: &[Name<'_>]) -> Self {
        Self::new(path, name, "materials", prefixes, MATERIALS)
    }

    pub(crate) fn texture(path: Path, name: &Name<'_>) -> Self {
        Self::new(path, name, "materials", &[], TEXTURES)
    }

    /// A model of this name.
    pub fn model(path: Path, name: &Name<'_>) -> Self {
        Self::new(path, name, "models", &[], MODELS)
    }
}

impl<K: Kind> Asset<'_, K> {
    /// The files that it names: materials and models that models, maps and particle systems use, textures of materials.
    pub fn references(&self) -> Vec<Reference> {
        let mut references = K::references(self);
        references.retain(|reference| !reference.name.is_empty());
        references
    }

    /// Looks for the files that it names below `root`, the folder that holds `materials` and `models`, and nowhere else. The engine looks in
    /// further folders and packages, so that a file that isn't there is a note.
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
            Some(Reference::material(Path::from("particle system").name(&system.name), &name, &[]))
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
            materials.map(|(index, name)| Reference::material(Path::new().item("material", index), &name, &folders));
        let models = asset.include_models().into_iter().enumerate();
        materials
            .chain(models.map(|(index, name)| Reference::model(Path::new().item("include model", index), &name)))
            .collect()
    }
}

impl sealed::References for AnimationsKind {}

impl sealed::References for NavMeshKind {}

impl sealed::References for MapKind {
    fn references(asset: &Asset<'_, Self>) -> Vec<Reference> {
        let materials = asset.materials().into_iter().enumerate();
        let materials =
            materials.map(|(index, name)| Reference::material(Path::new().item("material", index), &name, &[]));
        let models = asset.entities().into_iter().enumerate().filter_map(|(index, entity)| {
            // Those that begin with a star are parts of the map itself.
            let name = entity.key_value("model").filter(|name| !name.starts_with(b"*"))?;
            Some(Reference::model(Path::new().item("entity", index).part("model"), &name))
        });
        materials.chain(models).collect()
    }
}

/// Whether a name has plain parts only, on every host.
#[cfg(feature = "std")]
fn is_inside(candidate: &str) -> bool {
    candidate.split('/').all(|part| !matches!(part, "" | "." | "..") && !part.contains([':', '\0']))
}
