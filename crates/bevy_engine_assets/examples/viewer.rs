//! A viewer. To run it, use `cargo run --example viewer -- FOLDER_OR_FILE…`, or drop folders and files on its window.
//!
//! Press left and right to select a file, and up and down to select an animation. Use the mouse to turn the camera, and
//! the wheel to move it.

use std::path::{Path, PathBuf};

use bevy::asset::UnapprovedPathMode;
use bevy::camera::primitives::Aabb;
use bevy::core_pipeline::tonemapping::Tonemapping;
use bevy::input::mouse::{AccumulatedMouseMotion, AccumulatedMouseScroll};
use bevy::prelude::*;
use bevy::window::FileDragAndDrop;
use bevy_engine_assets::{EngineAsset, EngineAssetLabel, EngineAssetsPlugin};

/// The extensions of files that have a scene.
const SHOWN: [&str; 8] = ["mdl", "pmdl", "pmdl_b", "pmap", "pmap_b", "zed", "prefab", "scene"];

fn main() {
    // Files may be anywhere.
    let assets = AssetPlugin {
        unapproved_path_mode: UnapprovedPathMode::Allow,
        watch_for_changes_override: Some(true),
        ..default()
    };
    App::new()
        .add_plugins((DefaultPlugins.set(assets), EngineAssetsPlugin))
        .init_resource::<Shown>()
        .insert_resource(GlobalAmbientLight { brightness: 400.0, ..default() })
        .add_systems(Startup, set_up)
        .add_systems(Update, (drop_files, pick, show, frame, play, turn, title).chain())
        .run();
}

/// The asset and animation to show.
#[derive(Default, Resource)]
struct Shown {
    files: Vec<PathBuf>,
    file: usize,
    clip: usize,
    asset: Handle<EngineAsset>,
    root: Option<Entity>,
    /// This is `true` if another file was selected.
    is_new: bool,
    /// This is `true` if the camera can see everything and the clip is playing.
    is_framed: bool,
    is_playing: bool,
}

/// A camera that looks at a position from a direction.
#[derive(Component)]
struct Orbit {
    center: Vec3,
    distance: f32,
    yaw: f32,
    pitch: f32,
}

fn set_up(mut commands: Commands, mut shown: ResMut<Shown>) {
    commands.spawn((
        Camera3d::default(),
        Tonemapping::None,
        Orbit { center: Vec3::ZERO, distance: 5.0, yaw: 0.5, pitch: -0.3 },
    ));
    let sun = DirectionalLight { illuminance: 6_000.0, ..default() };
    commands.spawn((sun, Transform::from_xyz(2.0, 5.0, 3.0).looking_at(Vec3::ZERO, Vec3::Y)));
    for path in std::env::args().skip(1) {
        add(Path::new(&path), &mut shown);
    }
}

/// Adds a file, or all files in a folder.
fn add(path: &Path, shown: &mut Shown) {
    let Ok(path) = std::path::absolute(path) else { return };
    let before = shown.files.len();
    let mut waiting = vec![path.clone()];
    while let Some(next) = waiting.pop() {
        if next.is_dir() {
            let entries = std::fs::read_dir(&next).into_iter().flatten().flatten();
            waiting.extend(entries.map(|entry| entry.path()));
        } else if next == path || next.extension().is_some_and(|end| SHOWN.iter().any(|one| end == *one)) {
            shown.files.push(next);
        }
    }
    shown.files[before..].sort();
    if shown.files.len() > before {
        (shown.file, shown.is_new) = (before, true);
    }
}

fn drop_files(mut dropped: MessageReader<FileDragAndDrop>, mut shown: ResMut<Shown>) {
    for event in dropped.read() {
        if let FileDragAndDrop::DroppedFile { path_buf, .. } = event {
            add(path_buf, &mut shown);
        }
    }
}

fn pick(keys: Res<ButtonInput<KeyCode>>, mut shown: ResMut<Shown>) {
    let count = shown.files.len();
    for (key, step) in [(KeyCode::ArrowRight, 1), (KeyCode::ArrowLeft, count.saturating_sub(1))] {
        if keys.just_pressed(key) && count > 0 {
            (shown.file, shown.is_new) = ((shown.file + step) % count, true);
        }
    }
    for (key, step) in [(KeyCode::ArrowUp, usize::MAX), (KeyCode::ArrowDown, 1)] {
        if keys.just_pressed(key) {
            (shown.clip, shown.is_playing) = (shown.clip.wrapping_add(step), false);
        }
    }
}

/// Spawns the scene of the selected file.
fn show(mut commands: Commands, server: Res<AssetServer>, mut shown: ResMut<Shown>) {
    if !std::mem::take(&mut shown.is_new) {
        return;
    }
    if let Some(root) = shown.root.take() {
        commands.entity(root).despawn();
    }
    let path = shown.files[shown.file].clone();
    shown.asset = server.load(path.clone());
    shown.root = Some(commands.spawn(WorldAssetRoot(server.load(EngineAssetLabel::Scene.from_asset(path)))).id());
    (shown.clip, shown.is_framed, shown.is_playing) = (0, false, false);
}

/// Moves the camera so that it can see everything. This waits until there is something to see.
fn frame(
    mut shown: ResMut<Shown>,
    meshes: Query<(&Aabb, &GlobalTransform), With<Mesh3d>>,
    mut orbit: Single<&mut Orbit>,
) {
    if shown.is_framed || meshes.is_empty() {
        return;
    }
    let corners = meshes
        .iter()
        .flat_map(|(bounds, place)| [bounds.min(), bounds.max()].map(|corner| place.transform_point(corner.into())));
    let (least, most) =
        corners.fold((Vec3::MAX, Vec3::MIN), |(least, most), corner| (least.min(corner), most.max(corner)));
    orbit.center = (least + most) / 2.0;
    orbit.distance = (most - least).length().max(0.01) * 1.3;
    shown.is_framed = true;
}

/// Plays the selected clip.
fn play(mut shown: ResMut<Shown>, assets: Res<Assets<EngineAsset>>, mut players: Query<&mut AnimationPlayer>) {
    let Some(asset) = assets.get(&shown.asset).filter(|asset| !asset.animation_nodes.is_empty()) else { return };
    if shown.is_playing || players.is_empty() {
        return;
    }
    shown.clip %= asset.animation_nodes.len();
    for mut player in &mut players {
        player.stop_all();
        player.play(asset.animation_nodes[shown.clip]).repeat();
    }
    shown.is_playing = true;
}

fn turn(
    buttons: Res<ButtonInput<MouseButton>>,
    motion: Res<AccumulatedMouseMotion>,
    scroll: Res<AccumulatedMouseScroll>,
    camera: Single<(&mut Orbit, &mut Transform)>,
) {
    let (mut orbit, mut transform) = camera.into_inner();
    if buttons.pressed(MouseButton::Left) {
        orbit.yaw -= motion.delta.x * 0.01;
        orbit.pitch = (orbit.pitch - motion.delta.y * 0.01).clamp(-1.5, 1.5);
    }
    orbit.distance *= (-scroll.delta.y * 0.1).exp();
    let rotation = Quat::from_euler(EulerRot::YXZ, orbit.yaw, orbit.pitch, 0.0);
    *transform =
        Transform::from_translation(orbit.center + rotation * Vec3::Z * orbit.distance).with_rotation(rotation);
}

/// Shows the names of the file and the animation in the title of the window.
fn title(
    shown: Res<Shown>,
    assets: Res<Assets<EngineAsset>>,
    server: Res<AssetServer>,
    mut window: Single<&mut Window>,
) {
    let Some(path) = shown.files.get(shown.file) else {
        "drop a folder or a file".clone_into(&mut window.title);
        return;
    };
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let mut title = format!("{name} ({} of {})", shown.file + 1, shown.files.len());
    if let Some(asset) = assets.get(&shown.asset) {
        let playing = asset.animations.get(shown.clip);
        let named = asset.named_animations.iter().find(|(_, clip)| Some(*clip) == playing);
        if let Some((clip, _)) = named {
            title += &format!(", {clip} ({} of {})", shown.clip + 1, asset.animations.len());
        }
    } else if let Some(bevy::asset::LoadState::Failed(error)) = server.get_load_state(&shown.asset) {
        title += &format!(": {error}");
    }
    if window.title != title {
        window.title = title;
    }
}
