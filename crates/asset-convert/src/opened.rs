//! Converts documents that were opened in a project, together with everything that belongs to them.

use std::path::{Path, PathBuf};

use asset_project::{Asset, Error, Format, Opened, SideFile};

use super::{ConvertInputs as _, ConvertOptions, ConvertTo, Converted, Input, animations_beside, matches_model_name};

/// An animation beside a model.
struct Animation {
    name: String,
    asset: Asset<'static>,
    side: Option<SideFile>,
}

impl ConvertTo for Opened {
    fn convert_to(&self, output: &str, options: &ConvertOptions) -> Result<Converted, Error> {
        let mut options = options.clone();
        options.resources = options.resources.or_else(|| self.project().resources().cloned());
        let resource = options.resources.as_ref().and_then(|resources| resources.name_of(self.path()));
        let is_gltf = self.project().output_format_for_path(output)?.is_gltf();
        let animations = if is_gltf { animations(self) } else { Vec::new() };
        let (name, side) = (self.stem(), self.side_file(self.path()));
        let mut inputs = vec![Input::new(&name, self).resource(resource.as_deref()).side(side.as_ref())];
        inputs.extend(animations.iter().map(|one| Input::beside(&one.name, &one.asset).side(one.side.as_ref())));
        self.project().convert(&inputs, output, &options)
    }

    fn to_glb(&self) -> Result<Converted, Error> {
        self.convert_to(&format!("{}.glb", self.stem()), &ConvertOptions::default())
    }
}

/// Returns the animations that are named after an Urho3D model. Files that can't be opened are left out, because
/// nobody has asked for them.
fn animations(model: &Opened) -> Vec<Animation> {
    if model.format() != Format::URHO_MDL {
        return Vec::new();
    }
    let stem = model.stem();
    let paths = animations_beside(model.path(), |name| matches_model_name(name, &stem));
    let open = |path: PathBuf| {
        let asset = asset_project::open(&path).ok().filter(|asset| asset.format().is_urho_animation())?;
        Some(Animation { name: name(&path), side: asset.side_file(&path), asset })
    };
    paths.into_iter().filter_map(open).collect()
}

fn name(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}
