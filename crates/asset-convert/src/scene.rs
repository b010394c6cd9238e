//! Converts several documents to one scene.

use asset_formats::Error;
use asset_scene::Scene;
use binio::Findings;
use scene_adapter::Role;

use super::{Input, ToScene, engines, shown};

/// Converts documents to one scene: a model with any number of Urho3D animations, an Urho3D scene or prefab, or a
/// Pragma map. The models that a scene shows and the textures of its materials are searched in
/// [`ToScene::resources`]. The findings are the differences between the scene and its files.
///
/// ```no_run
/// use asset_convert::{Input, ToScene};
/// use asset_project::Resources;
///
/// let level = asset_formats::open("Data/Scenes/Camp.xml")?;
/// let resources = Resources::around("Data/Scenes/Camp.xml")?;
/// let options = ToScene::default().resources(std::sync::Arc::new(resources));
/// let (scene, findings) = asset_convert::scene(&[Input::new("Camp", &level)], &options)?;
/// println!("{} nodes, {} findings", scene.nodes.len(), findings.len());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Returns [`Error::NoScene`] for any other format, [`Error::Refused`] if there are several models or none, and any
/// error that the model causes.
pub fn scene<'i>(inputs: &[Input<'i, '_>], options: &ToScene) -> Result<(Scene<'i>, Findings), Error> {
    let is_animation = |input: &&Input<'i, '_>| engines::role(input.asset) == Some(Role::Animation);
    let mut others = inputs.iter().filter(|input| !is_animation(input));
    match (others.next().or(inputs.first()), others.next()) {
        (None, _) => Err(Error::Refused("expected a document, found none".into())),
        (Some(first), Some(second)) => {
            let message = format!("expected one model for one scene, found {} and {}", first.name, second.name);
            Err(Error::Refused(message))
        }
        (Some(main), None) => shown::scene(main, inputs, &options.shown),
    }
}
