//! Models as scenes.

mod animation;
mod flex;
pub(crate) mod mesh;
mod morph;

use asset_scene::{Error, Scene, Source, unescape_name};
use binio::{Budget, Findings, Path};
use pragma_asset::Model;
use pragma_asset::udm::{Array, Document, PackedArray, Value};
use scene_adapter::ShowOptions;

use crate::bones::{self, Bones};
use crate::fault::unsupported;
use crate::layout::{AnimationLayout, BLOCK, Layout, SubMeshLayout};
use crate::{FORMAT, bulk, restore};
use animation::Animator;
use flex::Faces;
pub(crate) use morph::frame_name;

/// Converts a model and its animations to a scene called `name`. Bulk data is borrowed. Findings report broken and omitted content;
/// [`restore`](crate::restore()) writes it nevertheless.
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
/// The model unpacks to more memory than [`ShowOptions::limits`] allow, or it has more than 65 536 bones.
pub fn to_scene<'m>(
    model: &'m Model<'m>,
    name: &str,
    options: &ShowOptions<'_>,
) -> Result<(Scene<'m>, Findings), Error> {
    let budget = &mut options.limits.budget();
    let Shown { mut scene, bones, sub_meshes, keys, mut findings } = show(model, name, budget)?;
    let mut animations = Animator::new((model, &bones), &mut scene, &mut findings, budget).build()?;
    animations.extend(Faces { model, scene: &mut scene, keys, budget, findings: &mut findings }.build()?);
    let document = without_bulk(model, &sub_meshes, &animations, budget)?;
    let mut layout = Layout::new(model, &document)?;
    layout.animations = animations.into_iter().map(|animation| animation.animation).collect();
    layout.sub_meshes = sub_meshes;
    // Keys are text and there are no floats: nothing can fail.
    let layout = serde_json::to_value(&layout).unwrap_or_default();
    scene.source = Some(Source { format: FORMAT.to_owned(), layout, original: model.to_bytes().ok().map(Into::into) });
    Ok((scene, findings))
}

/// Visible content of a model at rest.
pub(crate) struct Shown<'m> {
    /// Bones and meshes.
    pub(crate) scene: Scene<'m>,
    bones: Bones,
    /// Which sub mesh each primitive is.
    pub(crate) sub_meshes: Vec<SubMeshLayout>,
    /// Of each mesh, which frames of animations of vertices its morph targets are.
    keys: Vec<Vec<morph::Key>>,
    pub(crate) findings: Findings,
}

/// Converts bones and meshes of a model.
pub(crate) fn show<'m>(model: &'m Model<'m>, name: &str, budget: &mut Budget) -> Result<Shown<'m>, Error> {
    let mut scene = Scene { name: name.to_owned(), ..Scene::default() };
    let mut findings = Findings::new();
    let bones = Bones::of(model);
    bones::add_bones(model, &bones, &mut scene, &mut findings)?;
    let morphs = morph::Morphs::of(model);
    let builder = mesh::Builder::new((model, &bones, &morphs), &mut scene, &mut findings, budget);
    let (sub_meshes, keys) = builder.build()?;
    Ok(Shown { scene, bones, sub_meshes, keys, findings })
}

/// Returns the document of a model without the parts that the scene stores.
fn without_bulk<'m>(
    model: &'m Model<'m>,
    sub_meshes: &[SubMeshLayout],
    animations: &[AnimationLayout],
    budget: &mut Budget,
) -> Result<Document<'m>, Error> {
    let mut document = model.document.clone();
    let data = document.data_mut();
    for layout in sub_meshes {
        let Some(sub_mesh) = layout.data_in(data) else { continue };
        layout.bulk().into_iter().for_each(|bulk| bulk.of_mut(sub_mesh).into_iter().for_each(bulk::take_out));
    }
    for layout in animations.iter().filter(|layout| !layout.channels.is_empty()) {
        let name = unescape_name(&layout.animation);
        let channels = bulk::animation(data, &name).and_then(|animation| animation.get_mut(BLOCK));
        let Some(channels) = channels.and_then(Value::as_array_mut) else { continue };
        let failed = |error| unsupported(Path::from("animation").name(&name), error);
        let mut items = channels.unpack(budget).map_err(failed)?.into_owned();
        restore::keys(&mut items, &layout.channels, bulk::take_out);
        *channels = match channels {
            Array::Packed(_) => Array::Packed(Box::new(PackedArray::compress(&items).map_err(failed)?)),
            _ => items,
        };
    }
    Ok(document)
}
