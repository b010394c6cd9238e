//! Writes a scene as a model, with its materials and animations.

use std::sync::Arc;

use asset_scene::{Id, Material, Scene};
use binio::{Findings, Path};
use scene_adapter::look::{MaterialPlan, ResourceFile, without_extension};
use scene_adapter::{CreateOptions, Created, Error};
use urho_ani::Animation;
use urho_material::MaterialList;
use urho_mdl::Model;

use super::animations::{Wanted, create_options};
use super::beside::Beside;
use super::carried::Carried;
use super::originals::Original;
use super::sides::{self, SideOwner};
use crate::apply::{self, update};
use crate::export::is_placeholder_name;
use crate::kinds;
use crate::look::edited;
use crate::look::load::is_unlisted;
use crate::{CreateMaterialOptions, Engine, SkeletonMismatch, create_materials};

/// Use this target to write a model, its animations, and the materials that it uses.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ModelTarget<'o> {
    /// The version to write. With `None`, an original keeps its version, and a new model gets the version that the
    /// engine uses.
    pub version: Option<urho_mdl::Version>,
    /// The engines that must be able to read the files. This is ignored if the version, or the version of the original,
    /// can only be read by rbfx.
    pub engine: Engine,
    /// The number of bones that a geometry may have before it will be split, from 1 to 256.
    pub max_bones: u16,
    /// The model that the scene was edited from. If you set this, it is updated instead of creating a new model.
    pub original: Option<Original<'o>>,
    /// Existing animation files for this model, with their names. If an animation doesn't fit the skeleton of the new
    /// model, this is reported as a finding.
    pub others: &'o [(String, Arc<Animation<'static>>)],
}

impl Default for ModelTarget<'_> {
    fn default() -> Self {
        Self { version: None, engine: Engine::Urho3d, max_bones: 64, original: None, others: &[] }
    }
}

impl scene_adapter::Target for ModelTarget<'_> {
    fn create(&self, scene: &mut Scene<'_>, options: &CreateOptions<'_>) -> Result<Created, Error> {
        let mut made = Created::default();
        let carried = Carried::of(scene, options, &mut made.findings);
        let original = self.original.clone().or_else(|| carried.original()).filter(|_| !options.is_reshaped);
        let engine = self.engine(original.as_ref());
        let build = create_options(scene, engine, options).max_bones(self.max_bones);
        made.restored = original.is_some();
        let kept = original.as_ref().map(|original| original.model);
        let built = apply::model(kept, scene, &build, self.version)?;
        made.findings.extend(built.findings);
        let (model, geometries) = (built.model, built.materials);
        self.materials(scene, &geometries, engine, kept, options, &mut made)?;
        // An original may have another version than is asked for, a new model never is of the old ones.
        let version = self.version.unwrap_or(model.version);
        model.check_version(version).map_err(|error| Error::document("urho-mdl", error))?;
        let (model_as, losses) = model.to_version_lossy(version);
        let bytes = model_as.to_bytes().map_err(|error| Error::document("urho-mdl", error))?;
        made.findings.extend(losses);
        let side = match &original {
            Some(original) => original.side.clone(),
            None => sides::stored(scene.source.as_ref(), Path::from("side file"), &mut made.findings),
        };
        let target = (engine, options.target);
        if let Some(side) = side {
            let owner = SideOwner { engine, title: options.target, name: options.output, length: None };
            made.files.extend(sides::output(side, &owner, &mut made.findings));
        }
        let mut beside = Beside::new(options.output);
        let mut own = Vec::new();
        let renamed = original
            .as_ref()
            .map(|original| update::renamed_bones(original.model, &model.skeleton))
            .unwrap_or_default();
        let animations =
            Wanted { version: None, xml: None, original: original.as_ref(), carried: &carried, renamed: &renamed };
        for animation in animations.files(scene, &build, options, &mut made)? {
            let name = animation.name_in(&mut beside);
            own.push(animation.name.to_lowercase());
            animation.add(name, target, &mut made);
        }
        let others = self.others.iter().filter(|(name, _)| !own.contains(&name.to_lowercase()));
        others.for_each(|(name, other)| tell_mismatch(&model, name, other, &mut made));
        made.add(options.output, bytes);
        Ok(made)
    }

    fn has_bone_shapes(&self) -> bool {
        true
    }

    fn has_side_files(&self) -> bool {
        true
    }
}

impl ModelTarget<'_> {
    /// Returns the engines that must be able to read the files.
    fn engine(&self, original: Option<&Original<'_>>) -> Engine {
        let version = self.version.or_else(|| original.map(|original| original.model.version));
        version.map_or(self.engine, |version| update::engine_of(version, self.engine))
    }

    /// Creates the materials and textures for a model, and the material list that assigns them to geometries.
    fn materials(
        &self,
        scene: &Scene<'_>,
        geometries: &[Option<Id<Material>>],
        engine: Engine,
        original: Option<&Model<'_>>,
        options: &CreateOptions<'_>,
        made: &mut Created,
    ) -> Result<(), Error> {
        if !options.files.materials {
            return Ok(());
        }
        let built = options.with_files(|files| {
            let mut plan = MaterialPlan::of_model(scene, geometries, &files, |own| edited(scene, own));
            made.findings.extend(std::mem::take(&mut plan.findings));
            let how = CreateMaterialOptions::default().engine(engine).copies(&plan.copies).files(files);
            let mut built = create_materials(scene, options.stem(), &plan.wanted, &how, &mut files.limits.budget());
            let names = plan.names(std::mem::take(&mut built.names));
            built.names = geometries.iter().map(|id| names.get(&(*id)?).cloned()).collect();
            built
        });
        made.findings.extend(built.findings);
        if let Some(original) = original {
            tell_renamed(scene, original, geometries, &built.names, &mut made.findings);
        }
        let is_nameless = built.names.iter().all(Option::is_none);
        if !is_nameless {
            made.files.extend(built.files.into_iter().map(|file| options.below_root(file)));
        }
        if is_nameless || is_unlisted(scene, &built.names) {
            if original.is_some() {
                tell_bare(scene, &mut made.findings);
            }
            return Ok(());
        }
        let name = format!("{}.txt", without_extension(options.output));
        let said = |why| Error::Refused(format!("expected names of materials for a list, found others: {why}"));
        let bytes = material_list(&built.names, &name, options).map_err(said)?;
        made.files.push(ResourceFile { name, bytes });
        Ok(())
    }
}

/// Reports primitives without a material, because exports of a model give every primitive one, a placeholder at least.
/// Without a material list, the component of the model says which materials it gets.
fn tell_bare(scene: &Scene<'_>, findings: &mut Findings) {
    let meshes = scene.mesh_nodes().map(|(_, mesh)| &scene[mesh]);
    let bare = meshes.filter(|mesh| mesh.primitives.iter().any(|primitive| primitive.material.is_none()));
    let names: Vec<&str> = bare.map(|mesh| mesh.name.as_str()).collect();
    if let Some(first) = names.first() {
        let message = format!("were taken off, which isn't written: meshes: {} (first: {first:?})", names.len());
        findings.note(scene_adapter::kinds::PART_NOT_WRITTEN, "materials", message);
    }
}

/// Reports new names of placeholders, which are materials without a file: there is nothing that a material list could
/// name. `files` has the name of the file for each geometry.
fn tell_renamed(
    scene: &Scene<'_>,
    original: &Model<'_>,
    geometries: &[Option<Id<Material>>],
    files: &[Option<String>],
    findings: &mut Findings,
) {
    for (geometry, (id, _)) in geometries.iter().zip(files).enumerate().filter(|(_, (_, file))| file.is_none()) {
        let Some(name) = id.map(|id| scene[id].name.as_str()) else { continue };
        if !is_placeholder_name(name, original, geometry) {
            let message = "has a new name and nothing else that a file could say, so it isn't written: give it a color \
                           or a texture";
            findings.note(
                scene_adapter::kinds::PART_NOT_WRITTEN,
                Path::from("material").name(name.as_bytes()),
                message,
            );
        }
    }
}

/// Creates the material list for the geometries of a model. If the project already has a list, this only replaces lines
/// that have changed.
fn material_list(
    names: &[Option<String>],
    file: &str,
    options: &CreateOptions<'_>,
) -> Result<Vec<u8>, urho_material::Error> {
    // A geometry without a name keeps the material that it has.
    let lines = names.iter().map(|name| name.as_deref().unwrap_or_default());
    let resource = file.strip_prefix(options.root).unwrap_or(file);
    let mut budget = options.files.limits.budget();
    let stored = options.files.project.and_then(|project| project.read(resource, &mut budget).ok().flatten());
    let Some(mut list) = stored.as_deref().and_then(|stored| MaterialList::parse(stored).ok()) else {
        return MaterialList::new(lines)?.to_bytes();
    };
    let before: Vec<String> = list.names().map(|name| name.to_text().into_owned()).collect();
    // A line of a material that doesn't exist gives the geometry none either.
    let is_same = |before: &str, line: &str| before == line || line.is_empty() && !options.files.exists(before);
    let lines: Vec<(usize, &str)> = lines.enumerate().collect();
    // Adds the lines before it, too.
    if let Some((last, line)) =
        lines.iter().rev().find(|(_, line)| !line.is_empty()).filter(|(last, _)| *last >= before.len())
    {
        list.set_name(*last, line)?;
    }
    let count = list.names().count();
    let changed = |(index, line): &(usize, &str)| {
        *index < count && before.get(*index).map_or(!line.is_empty(), |before| !is_same(before, line))
    };
    list.set_names(&lines.into_iter().filter(changed).collect::<Vec<_>>())?;
    list.to_bytes()
}

/// Reports that an existing animation will not fit the skeleton of the model.
fn tell_mismatch(model: &Model<'_>, name: &str, other: &Animation<'_>, made: &mut Created) {
    let Some(SkeletonMismatch { missing, away }) = crate::skeleton_mismatch(model, other) else { return };
    let of = |bones: &[String], what: &str| {
        bones.first().map(|first| format!("{what}: {}, the first is {first:?}", bones.len()))
    };
    let both =
        [of(&missing, "bones that aren't there"), of(&away, "bones that it holds elsewhere than they are at rest")];
    let both: Vec<String> = both.into_iter().flatten().collect();
    let advice = "the option into or the option bind-pose-of takes the skeleton that it was made for";
    let message = format!("doesn't fit the new skeleton ({}); {advice}", both.join("; "));
    made.findings.warning(kinds::SKELETON_MISMATCH, Path::from("animation").name(name.as_bytes()), message);
}
