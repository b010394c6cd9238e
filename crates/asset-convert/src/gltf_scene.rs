//! Returns documents as a glTF scene, for programs that show them.

use asset_formats::Error;
use asset_gltf::{NoFiles, ReadOptions, WriteOptions};
use asset_scene::{Material, Scene};
use binio::Findings;

use super::options::Shown;
use super::{ConvertOptions, Input, OutputFormat, ToScene, run::convert, shown};
use crate::engines;

/// Converts documents to the scene that a glTF would contain. Use this when your program shows scenes, for example in a
/// viewer or a game engine.
///
/// If glTF can't store some content, this is not an error but a finding. You can pass the same documents as to a [conversion](convert) to glTF: a model with any number of animations, a
/// scene, a prefab, a map. A single Urho3D or Pragma material is also allowed; its scene has only this material, but no
/// nodes.
///
/// The scene always follows the rules of glTF, so you can rely on unit normals, weights that add up to 1, joints inside
/// their skin, whole triangles … Images are in memory, in a format that viewers can read.
///
/// ```no_run
/// use asset_convert::{Input, ToScene, gltf_scene};
/// let model = asset_formats::open("Jack.mdl")?;
/// let (scene, findings) = gltf_scene(&[Input::new("Jack", &model)], &ToScene::default())?;
/// for (node, mesh) in scene.mesh_nodes() {
///     println!("{}: {} primitives", scene[node].name, scene[mesh].primitives.len());
/// }
/// # Ok::<(), asset_formats::Error>(())
/// ```
///
/// # Errors
/// See [`convert`] to [`OutputFormat::GLB`].
pub fn gltf_scene(inputs: &[Input<'_, '_>], options: &ToScene) -> Result<(Scene<'static>, Findings), Error> {
    let (glb, findings) = match inputs {
        [input] if input.asset.format().is_material() => {
            let (scene, mut findings) = material(input, &options.shown);
            let (glb, changes) = asset_gltf::write_glb(&scene, &WriteOptions::default()).map_err(Error::convert)?;
            findings.extend(changes);
            (glb, findings)
        }
        _ => {
            // A scene is not a file that could lose content: whoever shows it reads the findings.
            let options = ConvertOptions::from(options.clone()).lossy(true);
            let mut converted = convert(inputs, OutputFormat::GLB, "scene.glb", &options)?;
            (converted.files.pop().map(|file| file.bytes).unwrap_or_default(), converted.findings)
        }
    };
    let read = ReadOptions::default().limits(options.shown.limits());
    // The writer reported its changes: reading its file adds nothing.
    let (scene, _) = asset_gltf::parse(&glb, &read, &NoFiles).map_err(Error::convert)?;
    Ok((scene, findings))
}

/// Returns a scene that contains the material in a file, and nothing else.
fn material<'a>(input: &Input<'_, '_>, options: &Shown) -> (Scene<'a>, Findings) {
    let mut findings = Findings::new();
    let mut scene = Scene { name: input.name.to_owned(), ..Scene::default() };
    scene.materials.push(Material::named(input.name));
    show_material(&mut scene, input, options, &mut findings);
    (scene, findings)
}

/// Applies a material file to the only material in the scene, if the file is a known resource.
pub(crate) fn show_material(scene: &mut Scene<'_>, input: &Input<'_, '_>, options: &Shown, findings: &mut Findings) {
    let Some(name) = input.resource.filter(|_| options.materials && options.resources.is_some()) else { return };
    let (document, show) = (input.asset.document(), engines::show_options(options, input.resource));
    shown::with_resources(options, findings, |resources| {
        document.show_material(scene, asset_scene::Id::new(0), name, resources, &show);
    });
}
