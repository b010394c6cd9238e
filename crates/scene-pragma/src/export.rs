//! Shows models as scenes.

mod animation;
mod flex;
pub(crate) mod mesh;
mod morph;

use asset_scene::{Error, Scene, Source};
use binio::{Budget, Findings};
use pragma_asset::Model;
use scene_adapter::ShowOptions;

use crate::FORMAT;
use crate::bones::{self, Bones};
use crate::sub_mesh::ShownSubMesh;
use animation::Animator;
use flex::Faces;
pub(crate) use morph::frame_name;

/// Converts a model and its animations to a scene with the name `name`. Bulk data is borrowed, not copied. The findings
/// tell you what is broken or can't be shown. Even so, [`update`](crate::update()) will keep this content.
///
/// ```
/// # use pragma_asset::{MeshData, Model, glam::Vec3};
/// # let triangle = MeshData { positions: vec![Vec3::ZERO, Vec3::X, Vec3::Y], indices: vec![0, 1, 2], ..MeshData::default() };
/// # let model = Model::builder().material("white").mesh("body", triangle).build()?;
/// let (scene, findings) = scene_pragma::to_scene(&model, "sign", &scene_pragma::ShowOptions::default())?;
/// for (node, mesh) in scene.mesh_nodes() {
///     println!("{}: {} primitives", scene[node].name, scene[mesh].primitives.len());
/// }
/// # assert!(findings.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Fails if the model needs more memory than [`ShowOptions::limits`] allow, or if it has more than 65 536 bones.
pub fn to_scene<'m>(
    model: &'m Model<'m>,
    name: &str,
    options: &ShowOptions<'_>,
) -> Result<(Scene<'m>, Findings), Error> {
    let (scene, _, findings) = animated(model, name, options)?;
    Ok((scene, findings))
}

/// Does the same as [`to_scene`], but also returns where all primitives come from.
pub(crate) fn animated<'m>(
    model: &'m Model<'m>,
    name: &str,
    options: &ShowOptions<'_>,
) -> Result<(Scene<'m>, Vec<ShownSubMesh>, Findings), Error> {
    let budget = &mut options.limits.budget();
    let Shown { mut scene, bones, sub_meshes, keys, mut findings } = show(model, name, budget)?;
    Animator::new((model, &bones), &mut scene, &mut findings, budget).build()?;
    Faces { model, scene: &mut scene, keys, budget, findings: &mut findings }.build()?;
    let layout = serde_json::Value::Object(serde_json::Map::new());
    scene.source = Some(Source { format: FORMAT.to_owned(), layout, original: model.to_bytes().ok().map(Into::into) });
    Ok((scene, sub_meshes, findings))
}

/// What a model shows in the rest pose.
pub(crate) struct Shown<'m> {
    /// The bones and meshes.
    pub(crate) scene: Scene<'m>,
    bones: Bones,
    /// Which sub mesh each primitive comes from.
    pub(crate) sub_meshes: Vec<ShownSubMesh>,
    /// For each mesh, which vertex animation frames its morph targets come from.
    keys: Vec<Vec<morph::Key>>,
    pub(crate) findings: Findings,
}

/// Converts the bones and meshes of a model.
pub(crate) fn show<'m>(model: &'m Model<'m>, name: &str, budget: &mut Budget) -> Result<Shown<'m>, Error> {
    let mut scene = Scene { name: name.to_owned(), ..Scene::default() };
    let mut findings = Findings::new();
    let bones = Bones::of(model);
    bones::add_bones(model, &bones, &mut scene, &mut findings)?;
    let morphs = morph::Morphs::of(model);
    let builder = mesh::Builder::new(model, &bones, &morphs, &mut scene, &mut findings, budget);
    let (sub_meshes, keys) = builder.build()?;
    Ok(Shown { scene, bones, sub_meshes, keys, findings })
}
