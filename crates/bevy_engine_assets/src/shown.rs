//! Converts files to the scenes that they would have in glTF.

use std::path::Path;
use std::sync::Arc;

use asset_convert::{Input, ToScene, gltf_scene, matches_model_name};
use asset_formats::{Asset, Error, Feature, Format};
use asset_project::{Resources, Rules};
use asset_scene::Scene;
use bevy::asset::AssetPath;
use binio::Findings;

use crate::resources::{Shelf, with_path};
use crate::supply::{Ending, HAS_THREADS, Supply};
use crate::{EngineAssetsError, EngineAssetsSettings};

/// A file that was read.
pub(crate) struct File {
    pub(crate) path: AssetPath<'static>,
    pub(crate) bytes: Vec<u8>,
    /// Set for an animation that was found next to a model. If such an animation does not fit, this is not an error.
    is_beside: bool,
}

impl File {
    /// Creates this for the file to load.
    pub(crate) fn new(path: AssetPath<'static>, bytes: Vec<u8>) -> Self {
        Self { path, bytes, is_beside: false }
    }

    fn stem(&self) -> String {
        self.path.path().file_stem().unwrap_or_default().to_string_lossy().into_owned()
    }

    pub(crate) fn parse(&self) -> Result<Asset<'_>, EngineAssetsError> {
        Asset::parse(&self.bytes, Some(self.path.path())).map_err(|error| failed(&self.path, error))
    }
}

fn failed(path: &AssetPath<'_>, error: Error) -> EngineAssetsError {
    EngineAssetsError::File { file: path.to_string(), error: Box::new(error) }
}

/// A file, converted to the scene that it would have in glTF.
pub(crate) struct Shown {
    pub(crate) file: String,
    pub(crate) format: Format,
    pub(crate) scene: Scene<'static>,
    pub(crate) findings: Findings,
}

/// Returns the scene of a file with everything that it references.
pub(crate) async fn shown(
    main: File,
    format: Format,
    settings: &EngineAssetsSettings,
    shelf: &mut Shelf<'_, '_>,
) -> Result<Shown, EngineAssetsError> {
    let (main, animations) = match settings.model.as_ref().filter(|_| format.is_animation()) {
        Some(model) => (read(model, shelf).await?, vec![main]),
        None => {
            let animations = animations(&main, format, settings, shelf).await?;
            (main, animations)
        }
    };
    let supply = Arc::new(Supply::default());
    let rules = if format.is_pragma() { Rules::Pragma } else { Rules::Urho };
    let resource = shelf.resource_name(main.path.path());
    let job = Job { main, format, animations, resource, supply: supply.clone(), rules, settings: settings.clone() };
    // A cancelled load leaves no waiting thread.
    let _ending = Ending(supply.clone());
    let job = Arc::new(job);
    loop {
        let running = Running::start(&job);
        let mut is_complete = true;
        loop {
            let wishes = supply.wishes().await;
            if wishes.is_empty() {
                break;
            }
            is_complete = HAS_THREADS;
            shelf.fetch(&supply, wishes).await;
        }
        let result = running.result();
        if is_complete {
            return result;
        }
    }
}

/// A conversion that is running.
enum Running {
    Thread(std::thread::JoinHandle<Result<Shown, EngineAssetsError>>),
    /// The conversion has already ended, because there are no threads.
    Done(Box<Result<Shown, EngineAssetsError>>),
}

impl Running {
    fn start(job: &Arc<Job>) -> Self {
        if !HAS_THREADS {
            return Self::Done(Box::new(job.scene()));
        }
        job.supply.begin();
        let ending = Ending(job.supply.clone());
        let spawned = std::thread::Builder::new().name("engine asset".to_owned()).spawn({
            let job = job.clone();
            move || {
                let _ending = ending;
                let _turn = crate::turns::wait();
                job.scene()
            }
        });
        match spawned {
            Ok(thread) => Self::Thread(thread),
            Err(error) => Self::Done(Box::new(Err(error.into()))),
        }
    }

    fn result(self) -> Result<Shown, EngineAssetsError> {
        match self {
            Self::Thread(thread) => thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
            Self::Done(result) => *result,
        }
    }
}

/// Reads a file that the settings name.
async fn read(path: &str, shelf: &mut Shelf<'_, '_>) -> Result<File, EngineAssetsError> {
    let parsed = AssetPath::try_parse(path).map_err(|error| unreadable(path, &error))?.into_owned();
    read_path(parsed, false, shelf).await
}

async fn read_path(
    path: AssetPath<'static>,
    is_beside: bool,
    shelf: &mut Shelf<'_, '_>,
) -> Result<File, EngineAssetsError> {
    let bytes = shelf.context.read_asset_bytes(path.clone()).await;
    let bytes = bytes.map_err(|error| unreadable(&path.to_string(), &error))?;
    Ok(File { path, bytes, is_beside })
}

fn unreadable(path: &str, error: &dyn std::error::Error) -> EngineAssetsError {
    EngineAssetsError::Unreadable { path: path.to_owned(), message: error.to_string() }
}

/// Reads the animations of a model from its folder, and the animations given by the settings.
async fn animations(
    main: &File,
    format: Format,
    settings: &EngineAssetsSettings,
    shelf: &mut Shelf<'_, '_>,
) -> Result<Vec<File>, EngineAssetsError> {
    if !format.has(Feature::AnimationsBeside) || !settings.load_animations {
        return Ok(Vec::new());
    }
    let (model, folder) = (main.stem(), main.path.path().parent().unwrap_or(Path::new("")).to_path_buf());
    let mut files = Vec::new();
    if settings.animations_beside {
        for name in shelf.list(&with_path(&main.path, folder.clone())).await {
            let (stem, extension) = name.rsplit_once('.').unwrap_or((&name, ""));
            let path = with_path(&main.path, folder.join(&name));
            let is_named = settings.animations.contains(&path.to_string());
            if extension.eq_ignore_ascii_case("ani") && matches_model_name(stem, &model) && !is_named {
                files.push(read_path(path, true, shelf).await?);
            }
        }
    }
    for path in &settings.animations {
        files.push(read(path, shelf).await?);
    }
    Ok(files)
}

/// A conversion to run.
struct Job {
    main: File,
    format: Format,
    animations: Vec<File>,
    resource: String,
    supply: Arc<Supply>,
    rules: Rules,
    settings: EngineAssetsSettings,
}

impl Job {
    fn scene(&self) -> Result<Shown, EngineAssetsError> {
        let asset = self.main.parse()?;
        let name = self.main.stem();
        let others = self.animations.iter().map(|file| Ok((file.stem(), file.is_beside, file.parse()?)));
        let others = others.collect::<Result<Vec<_>, EngineAssetsError>>()?;
        let main = Input::new(&name, &asset).resource(self.resource.as_str());
        let others =
            others.iter().map(
                |(name, is_beside, animation)| {
                    if *is_beside { Input::beside(name, animation) } else { Input::new(name, animation) }
                },
            );
        let inputs: Vec<Input<'_, '_>> = std::iter::once(main).chain(others).collect();
        let (scene, findings) = gltf_scene(&inputs, &self.options()).map_err(|error| failed(&self.main.path, error))?;
        Ok(Shown { file: self.main.path.to_string(), format: self.format, scene, findings })
    }

    fn options(&self) -> ToScene {
        let settings = &self.settings;
        let resources = Resources::new().rules(self.rules).files("assets", self.supply.clone());
        let (is_map, has_materials) = (self.format.has(Feature::Collision), !settings.load_materials.is_empty());
        ToScene::default()
            .resources(Arc::new(resources))
            .materials(has_materials)
            .textures(has_materials)
            .collision(is_map && settings.load_collision)
            .navmesh(is_map && settings.load_navmesh)
    }
}
