//! Writes the animations of a scene to files.

use std::collections::HashMap;

use asset_scene::{AnimationId, Scene};
use binio::{Finding, Findings, Path, Segment};
use scene_adapter::{CreateOptions, Created, Error};

use super::beside::Beside;
use super::carried::Carried;
use super::originals::{Original, Originals};
use super::sides::{self, SideOwner};
use crate::apply::create::CreatedAnimation;
use crate::apply::update;
use crate::kinds;
use crate::{AnimationBefore, CreateModelOptions, Engine, SideFile};
use urho_ani::{Animation, Name, Sidecar, XmlAnimation};

/// Use this target to write animations without their model.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct AnimationsTarget<'o> {
    /// The version to write. With `None`, an original keeps its version, and a new animation will be `UANI`.
    pub version: Option<urho_ani::Version>,
    /// Whether to write XML, which can only be read by rbfx. If the original is in XML, it is changed in place.
    pub is_xml: bool,
    /// The engines that must be able to read the files. This is ignored if the version, or the version of the original,
    /// can only be read by rbfx.
    pub engine: Engine,
    /// The model that the scene was edited from. Its animations will be updated.
    pub original: Option<Original<'o>>,
}

impl scene_adapter::Target for AnimationsTarget<'_> {
    /// If there is only one animation, it is written to the output file. For all others, the name of the output file is
    /// part of the file name.
    fn create(&self, scene: &mut Scene<'_>, options: &CreateOptions<'_>) -> Result<Created, Error> {
        let mut made = Created::default();
        let carried = Carried::of(scene, options, &mut made.findings);
        let original = self.original.clone().or_else(|| carried.original());
        let engine = self.engine(original.as_ref());
        let build = create_options(scene, engine, options);
        let xml = Some(self.is_xml);
        let wanted =
            Wanted { version: self.version, xml, original: original.as_ref(), carried: &carried, renamed: &[] };
        let animations = wanted.files(scene, &build, options, &mut made)?;
        let mut beside = Beside::new(options.output);
        let alone = animations.len() == 1;
        for animation in animations {
            let name = if alone { options.output.to_owned() } else { animation.name_in(&mut beside) };
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
    /// Returns the engines that must be able to read the files.
    fn engine(&self, original: Option<&Original<'_>>) -> Engine {
        match (self.version, original) {
            _ if self.is_xml => Engine::Rbfx,
            (Some(version), _) if version.has_variant_tracks() => Engine::Rbfx,
            (None, Some(original)) => update::engine_of(original.model.version, self.engine),
            _ => self.engine,
        }
    }
}

/// Returns the options to build a model or animations from a scene.
pub(super) fn create_options(scene: &Scene<'_>, engine: Engine, options: &CreateOptions<'_>) -> CreateModelOptions {
    let taken = scene.animations.enumerate().filter(|(_, animation)| (options.takes)(&animation.name));
    let taken: Vec<AnimationId> = taken.map(|(id, _)| id).collect();
    CreateModelOptions::default()
        .scale(options.scale)
        .up(options.up)
        .engine(engine)
        .limits(options.files.limits)
        .optimization(options.files.optimization)
        .tangents(options.files.tangents)
        .smooth(options.files.smooth)
        .curve_tolerance(options.curve_tolerance)
        .animations(taken)
}

/// An animation that is ready to be written to a file.
pub(super) struct AnimationFile {
    pub(super) name: String,
    bytes: Vec<u8>,
    /// The length in seconds.
    length: f32,
    side: Option<SideFile>,
    is_xml: bool,
}

impl AnimationFile {
    /// Returns a name for the file, to be written next to its model.
    pub(super) fn name_in(&self, beside: &mut Beside<'_>) -> String {
        beside.name(&self.name, if self.is_xml { "xml" } else { "ani" })
    }

    /// Adds the side file, then the file itself with the name `name`.
    pub(super) fn add(self, name: String, target: (Engine, &str), made: &mut Created) {
        let Self { bytes, length, side, .. } = self;
        let owner = SideOwner { engine: target.0, title: target.1, name: &name, length: Some(length) };
        let side = side.and_then(|side| sides::output(side, &owner, &mut made.findings));
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

/// How the animations should be written.
pub(super) struct Wanted<'w, 'o> {
    pub(super) version: Option<urho_ani::Version>,
    /// Whether to write XML or binary files. With `None`, each file will be in the form of its original.
    pub(super) xml: Option<bool>,
    pub(super) original: Option<&'w Original<'o>>,
    pub(super) carried: &'w Carried,
    /// The bones of the original that have a new name.
    pub(super) renamed: &'w [(Name<'static>, Name<'static>)],
}

impl Wanted<'_, '_> {
    /// Returns the animations to write: the originals with all edits, and new animations.
    pub(super) fn files(
        &self,
        scene: &Scene<'_>,
        build: &CreateModelOptions,
        options: &CreateOptions<'_>,
        made: &mut Created,
    ) -> Result<Vec<AnimationFile>, Error> {
        let taken = scene.animations.enumerate().filter(|(_, one)| (options.takes)(&one.name));
        let taken: Vec<AnimationId> = taken.map(|(id, _)| id).collect();
        if taken.is_empty() {
            return Ok(Vec::new());
        }
        let mut build = build.clone().animations(taken.iter().copied());
        let carried = taken.iter().filter_map(|id| self.carried.animation(*id));
        build.engine = carried.fold(build.engine, |engine, animation| update::engine_of_animation(animation, engine));
        let has_originals = self.original.is_some() || taken.iter().any(|id| self.carried.animation(*id).is_some());
        let build = &if has_originals { build.for_original() } else { build };
        let (animations, findings) = crate::create_animations(scene, build)?;
        let mut built: HashMap<AnimationId, CreatedAnimation> =
            animations.into_iter().map(|animation| (animation.id, animation)).collect();
        // What moves nothing is no animation of glTF, but may be a file.
        let is_kept = |finding: &Finding| {
            let id = match finding.path.segments() {
                [.., Segment::Index(number)] => AnimationId::new(*number as usize),
                _ => return true,
            };
            finding.kind != kinds::ANIMATION_MOVES_NOTHING || self.carried.animation(id).is_none()
        };
        made.findings.extend(findings.into_iter().filter(is_kept));
        let names = taken.iter().filter(|id| built.contains_key(*id)).map(|id| scene[*id].name.as_str());
        let mut originals = Originals::new(self.original, names);
        let mut files = Vec::new();
        for id in taken {
            let (name, carried) = (&scene[id].name, self.carried.animation(id));
            let built = built.remove(&id);
            let named = if carried.is_none() { originals.take(name, &mut made.findings) } else { None };
            let side = match named {
                Some(named) => named.side.clone(),
                None => side(scene, id, made),
            };
            let morphs = built.as_ref().and_then(|built| built.morphs.as_deref());
            let side = self.side((scene, id), (side, morphs), build, made)?;
            let own = match (carried.or(named.map(|named| named.animation)), built) {
                (None, None) => continue,
                (None, Some(built)) => {
                    Own { version: built.animation.version, name: built.name, animation: built.animation }
                }
                (Some(original), built) => self.merged((scene, id), original, built, (build, made))?,
            };
            files.push(self.file(id, own, side, made)?);
        }
        Ok(files)
    }

    /// Writes the edits in a scene's animation to its original.
    fn merged(
        &self,
        (scene, id): (&Scene<'_>, AnimationId),
        original: &Animation<'_>,
        built: Option<CreatedAnimation>,
        (build, made): (&CreateModelOptions, &mut Created),
    ) -> Result<Own, Error> {
        let name = built.as_ref().map_or_else(|| scene[id].name.clone(), |built| built.name.clone());
        let nothing = || Animation::new(original.version, original.name.clone(), 0.0).into_owned();
        let built = built.map_or_else(nothing, |built| built.animation);
        let renamed = update::with_renamed(original, self.renamed);
        let shown = update::built_alone(scene, &renamed, None, build)?.map_or_else(nothing, |shown| shown.animation);
        let model = self.original.map(|original| original.model);
        let before = AnimationBefore { original: &renamed, shown: Some(&shown), model };
        let animation = crate::update_animation(before, built, &mut made.findings);
        Ok(Own { name, version: self.version.unwrap_or(animation.version), animation })
    }

    /// Returns the side file of an original. If morph weights were edited in the scene, it will have the new weights.
    fn side(
        &self,
        (scene, id): (&Scene<'_>, AnimationId),
        (side, morphs): (Option<SideFile>, Option<&[u8]>),
        build: &CreateModelOptions,
        made: &mut Created,
    ) -> Result<Option<SideFile>, Error> {
        if let (Some(side), Some(original)) = (&side, self.carried.animation(id)) {
            let shown = update::built_alone(scene, original, Some(side), build)?;
            if shown.is_some_and(|shown| shown.morphs.as_deref() == morphs) {
                return Ok(Some(side.clone()));
            }
        }
        Ok(sides::with_morphs(side, morphs, &mut made.findings))
    }

    /// Returns an animation as a file, in the version and form that the caller asks for.
    fn file(
        &self,
        id: AnimationId,
        own: Own,
        side: Option<SideFile>,
        made: &mut Created,
    ) -> Result<AnimationFile, Error> {
        let Own { name, animation, version } = own;
        let text = self.carried.text(id);
        let is_xml = self.xml.unwrap_or(text.is_some());
        let version = if is_xml { urho_ani::Version::LATEST } else { version };
        let (animation, losses) = animation.to_version_lossy(version);
        made.findings.extend(losses);
        let length = animation.length;
        let (bytes, side) = if is_xml {
            (xml(text, &animation, side, &mut made.findings)?, None)
        } else {
            (animation.to_bytes().map_err(malformed)?, side)
        };
        Ok(AnimationFile { name, bytes, length, side, is_xml })
    }
}

/// An animation that will be written.
struct Own {
    name: String,
    animation: Animation<'static>,
    version: urho_ani::Version,
}

/// Writes an animation as XML, including the triggers and metadata from its side file. If there is an original text,
/// this edits it.
fn xml(
    text: Option<&XmlAnimation<'_>>,
    animation: &Animation<'_>,
    side: Option<SideFile>,
    findings: &mut Findings,
) -> Result<Vec<u8>, Error> {
    let unwritten = |error: urho_ani::urho_core::Error| Error::document("urho-ani", error);
    let stored = match side {
        Some(side) => {
            let parse = if side.is_json { Sidecar::parse_json } else { Sidecar::parse_xml };
            let (content, odd) = parse(&side.bytes, Some(animation.length)).map_err(unwritten)?;
            findings.extend(odd);
            content
        }
        None => Sidecar::new("animation"),
    };
    match text {
        // The side file of an XML animation is made of it, so that another one was edited.
        Some(text) if same_triggers(text.sidecar(), &stored) => {
            let mut changed = text.clone();
            changed.set_animation(animation).map_err(unwritten)?;
            changed.to_bytes().map_err(unwritten)
        }
        _ => animation.to_xml(&stored).map_err(unwritten),
    }
}

/// Returns whether two side files have the same triggers and metadata.
fn same_triggers(a: &Sidecar, b: &Sidecar) -> bool {
    a.triggers == b.triggers && a.metadata == b.metadata
}

/// Returns the side file that is stored with an animation.
fn side(scene: &Scene<'_>, id: AnimationId, made: &mut Created) -> Option<SideFile> {
    let path = Path::from([("animation", id.index())]);
    sides::stored(scene[id].source.as_ref(), path, &mut made.findings)
}

fn malformed(error: urho_ani::Error) -> Error {
    Error::document("urho-ani", error)
}
