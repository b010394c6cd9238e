//! Opens files to be drawn, with the other files that they need.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use engine_assets::convert::{Input as Document, ToScene, matches_model_name};
use engine_assets::render::Preview;
use engine_assets::scene_adapter::NodeShare;
use engine_assets::{Error, Feature, Resources};

use crate::inputs::Input;
use crate::resources::Lookup;

/// The reason why a file can't be drawn.
pub(crate) struct Refused(pub(crate) Error);

impl From<Error> for Refused {
    fn from(error: Error) -> Self {
        Self(error)
    }
}

impl From<io::Error> for Refused {
    fn from(error: io::Error) -> Self {
        Self(error.into())
    }
}

/// Opens files to be drawn.
pub(crate) struct Opener {
    pub(crate) lookup: Lookup,
    pub(crate) options: ToScene,
    /// The animation to show, given by a part of its name.
    pub(crate) animation: Option<String>,
}

impl Opener {
    /// Opens a file with the animations that belong to it, and calls `work` with the content to show.
    pub(crate) fn with_show<T>(
        &self,
        input: &Input,
        animations: &[Input],
        then: impl FnOnce(&mut Preview<'_>) -> Result<T, Refused>,
    ) -> Result<T, Refused> {
        self.with_share((input, animations), None, then)
    }

    /// Like [`with_show`](Self::with_show), but other threads can show scenes at the same time.
    pub(crate) fn with_share<T>(
        &self,
        files: (&Input, &[Input]),
        share: Option<Arc<NodeShare>>,
        then: impl FnOnce(&mut Preview<'_>) -> Result<T, Refused>,
    ) -> Result<T, Refused> {
        self.with_options(self.options.clone().node_share(share), files, then)
    }

    /// Like [`with_show`](Self::with_show), with other options.
    pub(crate) fn with_options<T>(
        &self,
        options: ToScene,
        (input, animations): (&Input, &[Input]),
        then: impl FnOnce(&mut Preview<'_>) -> Result<T, Refused>,
    ) -> Result<T, Refused> {
        let bytes = input.read_if_asset()?.ok_or(Error::Unknown { hint: None })?;
        let asset = input.asset(&bytes)?;
        let beside = if animations.is_empty() && asset.format().has(Feature::AnimationsBeside) {
            self.beside(input)
        } else {
            Vec::new()
        };
        let mut files = Vec::new();
        for (animation, is_beside) in
            animations.iter().map(|one| (one, false)).chain(beside.iter().map(|one| (one, true)))
        {
            // One that wasn't named needn't be readable.
            match animation.read() {
                Ok(bytes) => files.push((stem(animation.path()), bytes, animation, is_beside)),
                Err(_) if is_beside => {}
                Err(error) => return Err(error.into()),
            }
        }
        let mut opened = Vec::new();
        for (name, bytes, animation, is_beside) in &files {
            match animation.asset(bytes) {
                Ok(asset) => opened.push((name, asset, *is_beside)),
                Err(_) if *is_beside => {}
                Err(error) => return Err(error.into()),
            }
        }
        let resources = self.resources(input);
        let name = stem(input.path());
        let resource =
            resources.as_ref().and_then(|(resources, known)| known.clone().or_else(|| resources.name_of(input.path())));
        let mut documents = vec![Document::new(&name, &asset).resource(resource.as_deref())];
        let more = opened.iter().filter(|(_, asset, _)| asset.format().is_animation());
        documents.extend(more.map(
            |(name, asset, is_beside)| {
                if *is_beside { Document::beside(name, asset) } else { Document::new(name, asset) }
            },
        ));
        let options = options.resources(resources.map(|(resources, _)| resources));
        then(&mut Preview::of(&documents, &options)?)
    }

    /// Returns the resources to search for the files that a file references, and the resource name of the file if it is
    /// known.
    fn resources(&self, input: &Input) -> Option<(Arc<Resources>, Option<String>)> {
        if let Some(resources) = self.lookup.of(input) {
            let known = input.is_in_package().then(|| input.path().to_string_lossy().into_owned());
            return Some((resources, known));
        }
        if let Some(package) = input.package_path() {
            let package = Resources::new().package(package).ok()?;
            return Some((package.into(), Some(input.path().to_string_lossy().into_owned())));
        }
        // For a file that is in no project: its own folder.
        let folder = input.path().parent().filter(|_| !input.is_stdin())?;
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        let name = input.path().file_name()?.to_string_lossy().into_owned();
        Some((Resources::new().folder(folder).ok()?.into(), Some(name)))
    }

    /// Returns the requested animations in the folder of a model.
    fn beside(&self, input: &Input) -> Vec<Input> {
        let (Some(wanted), Some(folder)) = (&self.animation, input.path().parent()) else { return Vec::new() };
        if input.is_in_package() || input.is_stdin() {
            return Vec::new();
        }
        let (model, wanted) = (stem(input.path()), wanted.to_lowercase());
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
        paths.retain(|path| {
            let name = stem(path);
            let is_animation = path.extension().is_some_and(|end| end.eq_ignore_ascii_case("ani"));
            let exact = name.to_lowercase() == wanted;
            is_animation && (exact || matches_model_name(&name, &model) && name.to_lowercase().contains(&wanted))
        });
        paths.sort();
        paths.iter().map(|path| Input::found(path)).collect()
    }
}

/// Returns a file name without folder and extension.
fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}
