//! Converts documents that were opened in a project, together with everything that belongs to them.

use std::path::{Path, PathBuf};

use asset_formats::{Asset, Error, Feature, SideFile};
use asset_project::Opened;

use super::convert_to::{of_project, refuse_other_directions};
use super::{
    ConvertOptions, ConvertTo, Converted, FromScene, Input, OutputFormat, Rewrite, ToGltf, animations_beside, convert,
    matches_model_name,
};

/// An animation beside a model.
struct Animation {
    name: String,
    asset: Asset<'static>,
    side: Option<SideFile>,
}

impl ConvertTo for Opened {
    fn convert_to(&self, output: &str, options: &ConvertOptions) -> Result<Converted, Error> {
        let output_format = self.project().output_format_for_path(output)?;
        converted(self, output_format, output, options)
    }

    fn to_glb_with(&self, options: &ToGltf) -> Result<Converted, Error> {
        self.convert_to(&format!("{}.glb", self.stem()), &options.clone().into())
    }

    fn to_engine(&self, output: &str, options: &FromScene) -> Result<Converted, Error> {
        refuse_other_directions(self, self.project().output_format_for_path(output)?)?;
        self.convert_to(output, &options.clone().into())
    }

    fn rewrite(&self, output: &str, options: &Rewrite) -> Result<Converted, Error> {
        converted(self, OutputFormat::SAME, output, &options.clone().into())
    }
}

/// Converts the document with its side file and, for glTF, with the animations beside it.
fn converted(
    opened: &Opened,
    output_format: OutputFormat,
    output: &str,
    options: &ConvertOptions,
) -> Result<Converted, Error> {
    let options = of_project(opened.project(), options);
    let resource = options.shown.resources.as_ref().and_then(|resources| resources.name_of(opened.path()));
    let animations = if output_format.is_gltf() { animations(opened) } else { Vec::new() };
    let (name, side) = (opened.stem(), opened.side_file(opened.path()));
    let mut inputs = vec![Input::new(&name, opened).resource(resource.as_deref()).side(side.as_ref())];
    inputs.extend(animations.iter().map(|one| Input::beside(&one.name, &one.asset).side(one.side.as_ref())));
    convert(&inputs, output_format, output, &options)
}

/// Returns the animations that are named after an Urho3D model. Files that can't be opened are left out, because
/// nobody has asked for them.
fn animations(model: &Opened) -> Vec<Animation> {
    if !model.format().has(Feature::AnimationsBeside) {
        return Vec::new();
    }
    let stem = model.stem();
    let paths = animations_beside(model.path(), |name| matches_model_name(name, &stem));
    let open = |path: PathBuf| {
        let asset = asset_formats::open(&path).ok().filter(|asset| asset.format().is_urho_animation())?;
        Some(Animation { name: name(&path), side: asset.side_file(&path), asset })
    };
    paths.into_iter().filter_map(open).collect()
}

fn name(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}
