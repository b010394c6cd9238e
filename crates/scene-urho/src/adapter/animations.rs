//! Animations of a scene as files.

use asset_scene::{AnimationId, Scene};
use binio::Path;
use scene_adapter::{CreateOptions, Created, Error, restored};

use super::beside::Beside;
use super::originals::{Original, Originals};
use super::sides;
use crate::create::CreatedAnimation;
use crate::into;
use crate::kinds;
use crate::{CreateModelOptions, SideFile, Target};

/// Animations without their model.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct AnimationsTarget<'o> {
    /// The version to write. `None`: a restored animation keeps its version, a new one is `UANI`.
    pub version: Option<urho_ani::Version>,
    /// The engines that the files are for. A version of rbfx, or of an original of rbfx, is for rbfx alone.
    pub engine: Target,
    /// The model that the scene was edited from, whose animations are updated.
    pub original: Option<Original<'o>>,
}

impl scene_adapter::Target for AnimationsTarget<'_> {
    /// The only animation is the output; several are called after it.
    fn create(&self, scene: &mut Scene<'_>, options: &CreateOptions<'_>) -> Result<Created, Error> {
        let mut made = Created::default();
        let engine = self.engine();
        let build = create_options(scene, engine, options);
        let wanted = Wanted { version: self.version, original: self.original.as_ref() };
        let animations = wanted.files(scene, &build, options, &mut made)?;
        let mut beside = Beside::new(options.output);
        let alone = animations.len() == 1;
        for animation in animations {
            let name = if alone { options.output.to_owned() } else { beside.name(&animation.name) };
            animation.add(name, (engine, options.target), &mut made);
        }
        if made.files.is_empty() {
            return Err(Error::Refused("no animation matches the selected names".into()));
        }
        Ok(made)
    }

    fn has_side_files(&self) -> bool {
        true
    }
}

impl AnimationsTarget<'_> {
    /// Returns the engines that the files are for.
    fn engine(&self) -> Target {
        match (self.version, &self.original) {
            (Some(version), _) if version.has_variant_tracks() => Target::Rbfx,
            (None, Some(original)) => into::target_of(original.model.version, self.engine),
            _ => self.engine,
        }
    }
}

/// Options for building a model or animations of a scene.
pub(super) fn create_options(scene: &Scene<'_>, engine: Target, options: &CreateOptions<'_>) -> CreateModelOptions {
    let taken = scene.animations.enumerate().filter(|(_, animation)| (options.takes)(&animation.name));
    let taken: Vec<AnimationId> = taken.map(|(id, _)| id).collect();
    CreateModelOptions::default()
        .scale(options.scale)
        .up(options.up)
        .target(engine)
        .limits(options.files.limits)
        .optimization(options.files.optimization)
        .tangents(options.tangents)
        .curve_tolerance(options.curve_tolerance)
        .animations(taken)
}

/// An animation, as a file.
pub(super) struct AnimationFile {
    pub(super) name: String,
    bytes: Vec<u8>,
    /// In seconds.
    length: f32,
    side: Option<SideFile>,
}

impl AnimationFile {
    /// Adds the file, called `name`, after its side file.
    pub(super) fn add(self, name: String, target: (Target, &str), made: &mut Created) {
        let Self { bytes, length, side, .. } = self;
        let beside = (name.as_str(), Some(length));
        let side = side.and_then(|side| sides::output(side, target, beside, &mut made.findings));
        if let Some(side) = side {
            match made.files.iter().find(|file| file.name.eq_ignore_ascii_case(&side.name)) {
                // A model and an animation of one name share their side file.
                Some(other) if other.bytes == side.bytes => {}
                Some(_) => {
                    let message = format!("{} already belongs to another file", side.name);
                    made.findings.loss(kinds::SIDE_FILE_LOST, "side file", message);
                }
                None => made.files.push(side),
            }
        }
        made.add(name, bytes);
    }
}

/// The form that animations are wanted in.
pub(super) struct Wanted<'w, 'o> {
    pub(super) version: Option<urho_ani::Version>,
    pub(super) original: Option<&'w Original<'o>>,
}

impl Wanted<'_, '_> {
    /// Returns the animations: unchanged if their source has the same format, otherwise new.
    pub(super) fn files(
        &self,
        scene: &Scene<'_>,
        build: &CreateModelOptions,
        options: &CreateOptions<'_>,
        made: &mut Created,
    ) -> Result<Vec<AnimationFile>, Error> {
        let (mut files, mut new) = (Vec::new(), Vec::new());
        for (id, animation) in scene.animations.enumerate().filter(|(_, one)| (options.takes)(&one.name)) {
            let restore = || crate::restore_animation(scene, id);
            match restored("animation", options, &mut made.findings, restore) {
                Some(restored) => {
                    let file = self.file(&animation.name, &restored, made)?;
                    files.push(AnimationFile { side: side(scene, id, made), ..file });
                }
                None => new.push(id),
            }
        }
        if !new.is_empty() {
            self.new_files(scene, &build.clone().animations(new), made, &mut files)?;
        }
        Ok(files)
    }

    /// Builds new animations, into their originals if there are such.
    fn new_files(
        &self,
        scene: &Scene<'_>,
        build: &CreateModelOptions,
        made: &mut Created,
        files: &mut Vec<AnimationFile>,
    ) -> Result<(), Error> {
        let (animations, findings) = crate::create_animations(scene, build)?;
        made.findings.extend(findings);
        let model = self.original.map(|original| original.model);
        let names = animations.iter().map(|built| scene[built.id].name.as_str());
        let mut originals = Originals::new(self.original, names);
        for CreatedAnimation { id, name, animation, morphs, .. } in animations {
            let Some(original) = originals.take(&scene[id].name, &mut made.findings) else {
                let bytes = animation.to_bytes().map_err(malformed)?;
                let side = sides::with_morphs(side(scene, id, made), morphs.as_deref(), &mut made.findings);
                files.push(AnimationFile { name, bytes, length: animation.length, side });
                continue;
            };
            let merged = crate::update_animation(original.animation, animation, model, &mut made.findings);
            let file = self.file(&name, &merged, made)?;
            let side = sides::with_morphs(original.side.clone(), morphs.as_deref(), &mut made.findings);
            files.push(AnimationFile { side, ..file });
        }
        Ok(())
    }

    /// An animation in the version that is asked for.
    fn file(
        &self,
        name: &str,
        animation: &urho_ani::Animation<'_>,
        made: &mut Created,
    ) -> Result<AnimationFile, Error> {
        let version = self.version.unwrap_or(animation.version);
        let (animation, losses) = animation.to_version_lossy(version);
        made.findings.extend(losses);
        let bytes = animation.to_bytes().map_err(malformed)?;
        Ok(AnimationFile { name: name.to_owned(), bytes, length: animation.length, side: None })
    }
}

/// The side file that is stored with an animation.
fn side(scene: &Scene<'_>, id: AnimationId, made: &mut Created) -> Option<SideFile> {
    let path = Path::from([("animation", id.index())]);
    sides::stored(scene[id].source.as_ref(), path, &mut made.findings)
}

fn malformed(error: urho_ani::Error) -> Error {
    Error::document("urho-ani", error)
}
