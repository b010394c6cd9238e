//! Looks at the files that were written for an edited scene, to tell about edits that they don't show.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::Path;

use asset_formats::{Asset, Format};
use asset_scene::{Animation, Node, Scene};
use binio::{Budget, Findings, Segment};
use scene_adapter::look::ResourceFile;
use scene_adapter::{ResourceLoader, ResourceReader, Role, lost_animations, lost_edits};

use super::Place;
use crate::{ConvertOptions, Input, engines, names};

/// Images aren't looked at.
const IMAGES: [&str; 8] = ["bmp", "dds", "jpeg", "jpg", "ktx", "ktx2", "png", "tga"];

/// The original of an edited scene, and the files that were created.
pub(super) struct SecondLook<'o> {
    /// The original that the options name, instead of all others.
    named: Option<&'o Asset<'static>>,
    place: Place<'o>,
    files: RefCell<BTreeMap<String, Vec<u8>>>,
}

impl<'o> SecondLook<'o> {
    /// Returns `None` if options change the scene, so that differences aren't edits, or if there is nothing to compare:
    /// the options name no original, and `has_original` is false.
    pub(super) fn of(place: Place<'o>, has_original: bool, options: &'o ConvertOptions) -> Option<Self> {
        // The animations of an Urho3D model are files beside it.
        let is_whole = place.format.is_level() || place.format.format().is_some_and(Format::is_animated);
        if !options.is_plain() || !is_whole {
            return None;
        }
        let named = options.engine_files.into_original.as_ref().map(|original| &original.asset);
        (named.is_some() || has_original).then(|| Self { named, place, files: RefCell::default() })
    }

    /// Remembers a file that was created.
    pub(super) fn add(&self, file: &ResourceFile) {
        let end = file.name.rsplit_once('.').map_or("", |(_, end)| end).to_ascii_lowercase();
        if !IMAGES.contains(&end.as_str()) {
            self.files.borrow_mut().insert(self.place.resource_of(&file.name).to_lowercase(), file.bytes.clone());
        }
    }

    /// Calls a function for each file that was created, with its name in lower case. Images are left out.
    pub(super) fn each_file(&self, mut each: impl FnMut(&str, &[u8])) {
        self.files.borrow().iter().for_each(|(name, bytes)| each(name, bytes));
    }

    /// Adds a finding for each edit that the created files don't show. Nothing is added if a file can't be shown: that
    /// is told where it is read. `original` is the file that was edited, if the options don't name another.
    pub(super) fn tell(
        self,
        edited: &Scene<'_>,
        original: Option<&[u8]>,
        options: &ConvertOptions,
        findings: &mut Findings,
    ) {
        let original = original.filter(|_| self.named.is_none());
        let files = self.files.into_inner();
        let project = options.shown.resources.as_deref().map(|project| project as &dyn ResourceLoader);
        let own = self.place.resource().to_lowercase();
        let parsed = original.and_then(|bytes| Asset::parse(bytes, Some(Path::new(self.place.output))).ok());
        let Some(asset) = self.named.or(parsed.as_ref()) else { return };
        let name = names::stem(self.place.output);
        let nowhere = BTreeMap::new();
        let Some((before, role)) = shown(&Input::new(name, asset), project.unwrap_or(&nowhere), options) else {
            return;
        };
        let now = files.get(&own).and_then(|bytes| Asset::parse(bytes, Some(Path::new(self.place.output))).ok());
        let after = match &now {
            // Nothing was written, because nothing is different.
            _ if files.len() == 1 && original.is_some() && files.get(&own).map(Vec::as_slice) == original => None,
            Some(now) => match shown(&Input::new(name, now), &Written { files: &files, project }, options) {
                Some((after, _)) => Some(after),
                None => return,
            },
            None => return,
        };
        let after = after.as_ref().unwrap_or(&before);
        let scenes = [&before, edited, after];
        let is_told = |name: &str| {
            let quoted = format!("{name:?}");
            let in_path = |known: &binio::Finding| matches!(known.path.segments().last(), Some(Segment::Name(last)) if *last == *name);
            findings.iter().any(|known| in_path(known) || known.message.contains(&quoted))
        };
        let mut lost = lost_animations(scenes);
        if role == Role::Level {
            lost.extend(lost_edits(scenes, is_told));
        }
        findings.extend(lost);
    }
}

/// Returns a copy of a scene with everything that is compared: no vertices, no keys, no custom properties.
pub(super) fn without_arrays(scene: &Scene<'_>) -> Scene<'static> {
    let node = |own: &Node| Node {
        name: own.name.clone(),
        lods: own.lods.clone(),
        source: None,
        extras: Default::default(),
        ..*own
    };
    let animation = |own: &Animation<'_>| Animation {
        name: own.name.clone(),
        channels: own.channels.clone(),
        ..Animation::default()
    };
    Scene {
        nodes: scene.nodes.iter().map(node).collect(),
        meshes: scene.meshes.clone(),
        skins: scene.skins.clone(),
        materials: scene.materials.clone(),
        lights: scene.lights.clone(),
        cameras: scene.cameras.clone(),
        animations: scene.animations.iter().map(animation).collect(),
        ..Scene::default()
    }
}

/// Returns the scene of a document, without textures.
fn shown<'a>(
    input: &Input<'a, '_>,
    loader: &dyn ResourceLoader,
    options: &ConvertOptions,
) -> Option<(Scene<'a>, Role)> {
    let document = engines::without_side(input)?;
    let mut show = engines::show_options(&options.shown, input.resource);
    (show.textures, show.comes_back) = (false, false);
    let mut resources = ResourceReader::new(loader, options.limits());
    let (scene, _) = document.to_scene(input.name, &mut resources, &show).ok()?;
    Some((scene, document.role()))
}

/// The files that were created, in front of the target project.
struct Written<'w> {
    files: &'w BTreeMap<String, Vec<u8>>,
    project: Option<&'w dyn ResourceLoader>,
}

impl ResourceLoader for Written<'_> {
    fn below(&self) -> Option<&dyn ResourceLoader> {
        self.project
    }

    fn find(&self, names: &[&str]) -> Result<Option<String>, String> {
        for name in names {
            if self.files.contains_key(&name.to_lowercase()) {
                return Ok(Some((*name).to_owned()));
            }
            if let Some(found) = self.project.map(|project| project.find(&[name])).transpose()?.flatten() {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    fn read(&self, name: &str, budget: &mut Budget) -> Result<Option<Vec<u8>>, String> {
        match self.files.get(&name.to_lowercase()) {
            Some(bytes) => {
                budget.spend(bytes.len() as u64).map_err(|fault| fault.to_string())?;
                Ok(Some(bytes.clone()))
            }
            None => self.project.map_or(Ok(None), |project| project.read(name, budget)),
        }
    }
}
