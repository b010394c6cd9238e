//! Shows a level with a character that walks. To run it, use `cargo run --example level -- DATA SCENE MODEL CLIP`, for
//! example
//!
//! ```console
//! cargo run --example level -- ~/Urho3D/bin/Data Scenes/SceneLoadExample.xml Models/Kachujin/Kachujin.mdl Kachujin_Walk
//! ```
//!
//! Use W, A, S and D to walk; the camera will follow. If you add `--picture FILE.png` at the end, there is no window,
//! and a picture is written instead.

use bevy::camera::{Exposure, RenderTarget};
use bevy::core_pipeline::tonemapping::Tonemapping;
use bevy::prelude::*;
use bevy::render::render_resource::TextureFormat;
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured, save_to_disk};
use bevy::window::ExitCondition;
use bevy::winit::WinitPlugin;
use bevy_engine_assets::{EngineAsset, EngineAssetLabel, EngineAssetsPlugin, EngineAssetsSettings};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [data, scene, model, clip, picture @ ..] = arguments.as_slice() else {
        eprintln!("expected DATA SCENE MODEL CLIP, and optionally --picture FILE.png");
        return;
    };
    let files = Files { scene: scene.clone(), model: model.clone(), clip: clip.clone() };
    let data = std::path::absolute(data).map_or_else(|_| data.clone(), |data| data.display().to_string());
    let plugins = DefaultPlugins.set(AssetPlugin { file_path: data, ..default() });
    let mut app = App::new();
    match picture {
        [option, file] if option == "--picture" => {
            let no_window = WindowPlugin { primary_window: None, exit_condition: ExitCondition::DontExit, ..default() };
            app.add_plugins(plugins.set(no_window).disable::<WinitPlugin>());
            app.add_plugins(bevy::app::ScheduleRunnerPlugin::default()).insert_resource(Picture(file.clone()));
        }
        _ => drop(app.add_plugins(plugins)),
    }
    app.add_plugins(EngineAssetsPlugin)
        .insert_resource(files)
        .insert_resource(ClearColor(Color::srgb(0.55, 0.7, 0.85)))
        .insert_resource(GlobalAmbientLight { brightness: 0.25, ..default() })
        .add_systems(Startup, set_up)
        .add_systems(Update, (one_camera, animate, walk, follow, take).chain())
        .run();
}

/// The files of the level.
#[derive(Resource)]
struct Files {
    scene: String,
    model: String,
    clip: String,
}

/// The file to write the picture to.
#[derive(Resource)]
struct Picture(String);

/// The image to which the camera of a picture renders.
#[derive(Resource)]
struct Target(Handle<Image>);

/// The character.
#[derive(Component)]
struct Character {
    asset: Handle<EngineAsset>,
    is_walking: bool,
}

/// Marks the camera that follows the character.
#[derive(Component)]
struct Follower;

fn set_up(
    mut commands: Commands,
    server: Res<AssetServer>,
    files: Res<Files>,
    picture: Option<Res<Picture>>,
    mut images: ResMut<Assets<Image>>,
) {
    commands.spawn(WorldAssetRoot(server.load(EngineAssetLabel::Scene.from_asset(files.scene.clone()))));
    let folder = files.model.rsplit_once('/').map(|(folder, _)| format!("{folder}/")).unwrap_or_default();
    let clip = format!("{folder}{}.ani", files.clip);
    let settings = move |settings: &mut EngineAssetsSettings| settings.animations.push(clip.clone());
    let asset = server.load_builder().with_settings(settings.clone()).load(files.model.clone());
    let scene = EngineAssetLabel::Scene.from_asset(files.model.clone());
    let scene = server.load_builder().with_settings(settings).load(scene);
    commands.spawn((
        Character { asset, is_walking: picture.is_some() },
        WorldAssetRoot(scene),
        Transform::from_xyz(-0.2, 0.0, 1.3),
    ));
    // The lights of the engines are as bright as a picture needs, those of Bevy as the sun is.
    let exposure = Exposure { ev100: EXPOSURE };
    let camera = (Camera3d::default(), exposure, Tonemapping::None, Follower, Transform::default());
    let mut camera = commands.spawn(camera);
    if picture.is_some() {
        let image = images.add(Image::new_target_texture(640, 360, TextureFormat::Rgba8UnormSrgb, None));
        camera.insert(RenderTarget::from(image.clone()));
        commands.insert_resource(Target(image));
    }
}

/// The exposure for which a white surface looks white when it is lit by a light of π lux.
const EXPOSURE: f32 = -0.263;

/// Turns off the cameras of the level, because another camera follows the character.
fn one_camera(mut cameras: Query<&mut Camera, (Without<Follower>, Added<Camera>)>) {
    for mut camera in &mut cameras {
        camera.is_active = false;
    }
}

/// Plays the clip of the character when it is loaded.
fn animate(
    files: Res<Files>,
    assets: Res<Assets<EngineAsset>>,
    characters: Query<(Entity, &Character)>,
    children: Query<&Children>,
    mut players: Query<&mut AnimationPlayer>,
) {
    for (entity, character) in &characters {
        let Some(asset) = assets.get(&character.asset) else { continue };
        let wanted = asset.named_animations.get(files.clip.as_str());
        let Some(clip) = asset.animations.iter().position(|clip| Some(clip) == wanted) else { continue };
        for below in children.iter_descendants(entity) {
            let Ok(mut player) = players.get_mut(below) else { continue };
            let node = asset.animation_nodes[clip];
            if !player.is_playing_animation(node) {
                player.play(node).repeat();
            }
            if character.is_walking {
                player.resume_all()
            } else {
                player.pause_all()
            };
        }
    }
}

/// The speed in metres per second.
const SPEED: f32 = 2.0;

fn walk(
    keys: Res<ButtonInput<KeyCode>>,
    time: Res<Time>,
    mut characters: Query<(&mut Character, &mut Transform)>,
    picture: Option<Res<Picture>>,
) {
    if picture.is_some() {
        return;
    }
    let way = [
        (KeyCode::KeyW, Vec3::NEG_Z),
        (KeyCode::KeyS, Vec3::Z),
        (KeyCode::KeyA, Vec3::NEG_X),
        (KeyCode::KeyD, Vec3::X),
    ];
    let way: Vec3 = way.into_iter().filter(|(key, _)| keys.pressed(*key)).map(|(_, way)| way).sum();
    for (mut character, mut transform) in &mut characters {
        character.is_walking = way != Vec3::ZERO;
        if let Some(way) = way.try_normalize() {
            transform.translation += way * SPEED * time.delta_secs();
            // Characters look along +Z, as in glTF.
            transform.rotation = Quat::from_rotation_arc(Vec3::Z, way);
        }
    }
}

fn follow(
    character: Single<&Transform, With<Character>>,
    mut camera: Single<&mut Transform, (With<Follower>, Without<Character>)>,
) {
    let place = character.translation + Vec3::new(1.2, 2.0, 3.6);
    **camera = Transform::from_translation(place).looking_at(character.translation + Vec3::Y, Vec3::Y);
}

/// Writes the picture when everything is loaded and all shaders are compiled, and then ends the program.
fn take(
    mut commands: Commands,
    target: Option<Res<Target>>,
    picture: Option<Res<Picture>>,
    time: Res<Time>,
    mut is_taken: Local<bool>,
    players: Query<&AnimationPlayer>,
) {
    let (Some(target), Some(picture)) = (target, picture) else { return };
    if *is_taken || players.is_empty() || time.elapsed_secs() < 20.0 {
        return;
    }
    *is_taken = true;
    let mut save = save_to_disk(picture.0.clone());
    commands.spawn(Screenshot::image(target.0.clone())).observe(
        move |captured: On<ScreenshotCaptured>, mut exit: MessageWriter<AppExit>| {
            save(captured);
            exit.write(AppExit::Success);
        },
    );
}
