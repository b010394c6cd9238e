//! Models and animations of Urho3D and rbfx, their side files among them.

use asset_scene::{AnimationId, Scene, Source};
use binio::{Findings, Path};

use super::original::OriginalAnimation;
use super::scenes::{limits, restored};
use super::{ConvertOptions, Converted, Goal, Input, OutputFile, names, side, version};
use crate::kinds;
use crate::{Asset, Error};

/// A model of Urho3D, and its animations beside it.
pub(super) fn model(scene: &Scene<'_>, goal: Goal, output: &str, options: &ConvertOptions) -> Result<Converted, Error> {
    let mut made = Converted::default();
    let model = restored("model", options, &mut made.findings, || scene_urho::restore(scene));
    made.restored = model.is_some();
    let original = options.into.as_deref();
    let (model, geometries) = match (model, original.map(|original| &original.asset)) {
        (Some(model), _) => (model, scene_urho::restored_materials(scene)),
        (None, Some(Asset::UrhoMdl(original))) => {
            let build = build_options(scene, goal, options);
            let built = scene_urho::build_into(original, scene, &build).map_err(Error::convert)?;
            made.findings.extend(built.findings);
            (built.model, built.materials)
        }
        (None, _) => {
            let built = scene_urho::build(scene, &build_options(scene, goal, options)).map_err(Error::convert)?;
            made.findings.extend(built.findings);
            (built.model, built.materials)
        }
    };
    super::materials::urho(scene, &geometries, (goal, output), options, &mut made)?;
    // What is asked for is a version: a restored model may have another, a new one never is of the old ones.
    let (bytes, losses) = version::mdl_as(&model, goal)?;
    made.findings.extend(losses);
    let side = match original {
        Some(original) => of_original(original.side.as_ref()),
        None => stored_side(scene.source.as_ref(), Path::from("side file"), &mut made.findings),
    };
    if let Some(side) = side {
        made.files.extend(side::output(bytes_of(&side), goal, (output, None), &mut made.findings));
    }
    let mut beside = names::Beside::new(output);
    let mut own = Vec::new();
    for animation in animations(scene, goal, options, &mut made)? {
        let name = beside.name(&animation.name);
        own.push(animation.name.to_lowercase());
        animation.add(name, goal, &mut made);
    }
    let others = options.others.iter().filter(|(name, _)| !own.contains(&name.to_lowercase()));
    others.for_each(|(name, other)| tell_misfit(&model, name, other, &mut made.findings));
    made.files.push(OutputFile { name: output.to_owned(), bytes });
    Ok(made)
}

/// Says whether another animation of the game fits the skeleton of a model.
fn tell_misfit(model: &urho_mdl::Model<'_>, name: &str, other: &urho_ani::Animation<'_>, findings: &mut Findings) {
    let Some(scene_urho::Misfit { missing, away }) = scene_urho::misfit(model, other) else { return };
    let of = |bones: &[String], what: &str| {
        bones.first().map(|first| format!("{what}: {}, the first is {first:?}", bones.len()))
    };
    let both =
        [of(&missing, "bones that aren't there"), of(&away, "bones that it holds elsewhere than they are at rest")];
    let both: Vec<String> = both.into_iter().flatten().collect();
    let advice = "--into ORIGINAL or --bind-pose-of ORIGINAL takes the skeleton that it was made for";
    let message = format!("doesn't fit the new skeleton ({}); {advice}", both.join("; "));
    findings.warning(kinds::SKELETON_MISMATCH, Path::from("animation").name(name.as_bytes()), message);
}

/// Animations without their model: the only one as `output`, several called after it.
pub(super) fn animations_alone(
    scene: &Scene<'_>,
    goal: Goal,
    output: &str,
    options: &ConvertOptions,
) -> Result<Converted, Error> {
    let mut made = Converted::default();
    let animations = animations(scene, goal, options, &mut made)?;
    let mut beside = names::Beside::new(output);
    let alone = animations.len() == 1;
    for animation in animations {
        let name = if alone { output.to_owned() } else { beside.name(&animation.name) };
        animation.add(name, goal, &mut made);
    }
    if made.files.is_empty() {
        return Err(Error::Refused("expected an animation, found none that is to come along".into()));
    }
    Ok(made)
}

/// An animation of Urho3D, as a file.
struct AnimationFile {
    name: String,
    bytes: Vec<u8>,
    /// In seconds.
    length: f32,
    side: Option<scene_urho::SideFile>,
}

impl AnimationFile {
    /// Adds the file, called `name`, behind its side file.
    fn add(self, name: String, goal: Goal, made: &mut Converted) {
        let Self { bytes, length, side, .. } = self;
        let beside = (name.as_str(), Some(length));
        let side = side.and_then(|side| side::output(bytes_of(&side), goal, beside, &mut made.findings));
        if let Some(side) = side {
            match made.files.iter().find(|file| file.name.eq_ignore_ascii_case(&side.name)) {
                // A model and an animation of one name share their side file.
                Some(other) if other.bytes == side.bytes => {}
                Some(_) => made.findings.loss(
                    kinds::SIDE_FILE_LOST,
                    "side file",
                    format!("{} is that of another file already", side.name),
                ),
                None => made.files.push(side),
            }
        }
        made.files.push(OutputFile { name, bytes });
    }
}

/// The animations: those that came from the same format as they were, the others new.
fn animations(
    scene: &Scene<'_>,
    goal: Goal,
    options: &ConvertOptions,
    made: &mut Converted,
) -> Result<Vec<AnimationFile>, Error> {
    let malformed = |error: urho_ani::Error| Error::malformed(crate::Format::UrhoAni, error);
    let (mut files, mut new) = (Vec::new(), Vec::new());
    let side = |id: AnimationId, made: &mut Converted| {
        let path = Path::from([("animation", id.index())]);
        stored_side(scene[id].source.as_ref(), path, &mut made.findings)
    };
    for (id, animation) in scene.animations.enumerate().filter(|(_, one)| options.takes(&one.name)) {
        let restore = || scene_urho::restore_animation(scene, id);
        match restored("animation", options, &mut made.findings, restore) {
            Some(restored) => {
                let version = version::ani_version(goal).unwrap_or(restored.version);
                let (restored, losses) = restored.to_version_lossy(version);
                made.findings.extend(losses);
                let (bytes, length) = (restored.to_bytes().map_err(malformed)?, restored.length);
                files.push(AnimationFile { name: animation.name.clone(), bytes, length, side: side(id, made) });
            }
            None => new.push(id),
        }
    }
    if !new.is_empty() {
        let build = build_options(scene, goal, options).animations(new);
        let (animations, findings) = scene_urho::build_animations(scene, &build).map_err(Error::convert)?;
        made.findings.extend(findings);
        let mut originals = Originals::new(options, animations.iter().map(|built| scene[built.id].name.as_str()));
        for scene_urho::BuiltAnimation { id, name, animation, morphs, .. } in animations {
            let Some((original, model)) = originals.take(&scene[id].name, &mut made.findings) else {
                let (bytes, length) = (animation.to_bytes().map_err(malformed)?, animation.length);
                let side = with_morphs(side(id, made), morphs.as_deref(), &mut made.findings);
                files.push(AnimationFile { name, bytes, length, side });
                continue;
            };
            let merged = scene_urho::animation_into(&original.animation, animation, model, &mut made.findings);
            let version = version::ani_version(goal).unwrap_or(merged.version);
            let (merged, losses) = merged.to_version_lossy(version);
            made.findings.extend(losses);
            let (bytes, length) = (merged.to_bytes().map_err(malformed)?, merged.length);
            let side = with_morphs(of_original(original.side.as_ref()), morphs.as_deref(), &mut made.findings);
            files.push(AnimationFile { name, bytes, length, side });
        }
    }
    Ok(files)
}

/// A side file with the weights of morphs that go into it.
fn with_morphs(
    side: Option<scene_urho::SideFile>,
    morphs: Option<&[u8]>,
    findings: &mut Findings,
) -> Option<scene_urho::SideFile> {
    let Some(morphs) = morphs else { return side };
    let made = scene_urho::with_weights(side.as_ref(), morphs);
    if made.is_none() {
        findings.loss(
            kinds::SIDE_FILE_UNREADABLE,
            "side file",
            "can't be read, so that the morph weights aren't in it",
        );
    }
    made.or(side)
}

/// The animations beside the model that a scene was edited from, which nobody has taken yet.
struct Originals<'o> {
    model: Option<&'o urho_mdl::Model<'static>>,
    open: Vec<&'o OriginalAnimation>,
    /// Names of the scene's animations that have none of theirs.
    new: usize,
}

impl<'o> Originals<'o> {
    fn new<'n>(options: &'o ConvertOptions, names: impl Iterator<Item = &'n str>) -> Self {
        let original = options.into.as_deref();
        let model = original.and_then(|original| match &original.asset {
            Asset::UrhoMdl(model) => Some(model),
            _ => None,
        });
        let all: &[OriginalAnimation] = original.map_or(&[], |original| &original.animations);
        let (mut named, mut new) = (Vec::new(), 0_usize);
        for name in names {
            match all.iter().position(|one| is_of(one, name)) {
                Some(place) => named.push(place),
                None => new = new.saturating_add(1),
            }
        }
        // Those that the scene still names come first: what is left is there for one that has another name now.
        let (mut open, mut left): (Vec<&OriginalAnimation>, Vec<&OriginalAnimation>) = (Vec::new(), Vec::new());
        for (place, one) in all.iter().enumerate() {
            if named.contains(&place) { open.push(one) } else { left.push(one) }
        }
        if let ([one], 1) = (left.as_slice(), new) {
            open.push(one);
        } else {
            new = 0;
        }
        Self { model, open, new }
    }

    /// The original of the animation of a name: of the same name in any case, else the only one that is left for the only new name.
    fn take(
        &mut self,
        name: &str,
        findings: &mut Findings,
    ) -> Option<(&'o OriginalAnimation, Option<&'o urho_mdl::Model<'static>>)> {
        let named = self.open.iter().position(|one| is_of(one, name));
        if named.is_none() && self.new == 1 {
            let one = self.open.pop()?;
            let message = format!("is {} of the original under another name", one.name);
            findings.note(kinds::ANIMATION_RENAMED, Path::from("animation").name(name.as_bytes()), message);
            return Some((one, self.model));
        }
        Some((self.open.get(named?).copied()?, self.model))
    }
}

/// Whether an original is the animation of this name; Blender tells copies apart by numbers.
fn is_of(original: &OriginalAnimation, name: &str) -> bool {
    let plain = match name.rsplit_once('.') {
        Some((plain, number)) if number.len() >= 3 && number.bytes().all(|digit| digit.is_ascii_digit()) => plain,
        _ => name,
    };
    original.name.eq_ignore_ascii_case(name) || original.name.eq_ignore_ascii_case(plain)
}

/// The side file of an original, if it could be read.
fn of_original(side: Option<&crate::SideFile>) -> Option<scene_urho::SideFile> {
    let side = side?;
    Some(scene_urho::SideFile { is_json: side.is_json, bytes: side.bytes.clone()? })
}

/// Stores the side file of an animation with it, and shows what it does to morphs.
pub(super) fn animation_side(
    scene: &mut Scene<'_>,
    id: AnimationId,
    input: &Input<'_, '_>,
    findings: &mut Findings,
) -> Result<(), Error> {
    let source = scene.animations.get_mut(id).and_then(|added| added.source.as_mut());
    store_side(input, source, findings)?;
    let stored = scene[id].source.as_ref().and_then(|source| scene_urho::SideFile::stored(source).ok().flatten());
    if let Some(side) = stored {
        findings.extend(scene_urho::add_side_weights(scene, id, &side));
    }
    Ok(())
}

/// Stores the side file of a document with the source of what was made of it.
pub(super) fn store_side(
    input: &Input<'_, '_>,
    source: Option<&mut Source<'_>>,
    findings: &mut Findings,
) -> Result<(), Error> {
    if let (Some(side), Some(source)) = (side::of(input, findings)?, source) {
        scene_urho::SideFile { is_json: side.is_json, bytes: side.bytes.to_vec() }.store(source);
    }
    Ok(())
}

/// The side file that is stored with a source. One that can't be read is lost.
fn stored_side(source: Option<&Source<'_>>, path: Path, findings: &mut Findings) -> Option<scene_urho::SideFile> {
    scene_urho::SideFile::stored(source?).unwrap_or_else(|error| {
        findings.loss(kinds::CONVERSION_LOSS, path, error.to_string());
        None
    })
}

fn bytes_of(side: &scene_urho::SideFile) -> side::Side<'_> {
    side::Side { is_json: side.is_json, bytes: &side.bytes }
}

/// Says which side files a goal of another engine has no place for.
pub(super) fn tell_sides(scene: &Scene<'_>, goal: Goal, options: &ConvertOptions, findings: &mut Findings) {
    if matches!(goal.extension(), Some("mdl" | "ani")) {
        return;
    }
    let animations = scene.animations.enumerate().filter(|(_, animation)| options.takes(&animation.name));
    let animations = animations.map(|(id, own)| (Path::from([("animation", id.index())]), own.source.as_ref()));
    for (path, source) in std::iter::once((Path::new(), scene.source.as_ref())).chain(animations) {
        if stored_side(source, path.clone(), findings).is_some() {
            findings.loss(kinds::SIDE_FILE_LOST, path.part("side file"), format!("{goal} has no place for it"));
        }
    }
}

fn build_options(scene: &Scene<'_>, goal: Goal, options: &ConvertOptions) -> scene_urho::BuildOptions {
    use scene_urho::{BuildOptions, Target};
    let taken = scene.animations.enumerate().filter(|(_, animation)| options.takes(&animation.name));
    let taken: Vec<AnimationId> = taken.map(|(id, _)| id).collect();
    let for_rbfx = matches!(goal, Goal::Umd3 | Goal::Uan2);
    BuildOptions::default()
        .max_bones(options.max_bones)
        .scale(options.scale)
        .up(options.up)
        .target(if for_rbfx { Target::Rbfx } else { Target::Urho3D })
        .limits(limits(options))
        .animations(taken)
}
