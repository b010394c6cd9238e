//! A tiny viewer: `cargo run --release -- Jack.mdl`. Drag to turn, scroll to come nearer, space for the next animation.
//!
//! It draws the neutral scene of any model, scene or map: in metres, right-handed, Y up.

use std::error::Error;

use engine_assets::Resources;
use engine_assets::asset_image::{Mip, decode};
use engine_assets::asset_scene::{AnimationId, Id, Mesh as SceneMesh, Node, Pose, Primitive, Scene};
use engine_assets::binio::Limits;
use engine_assets::convert::{Input, ToScene};
use engine_assets::render::Preview;
use macroquad::prelude::*;

/// Triangles that go into one call: macroquad takes 5,000 indices by default.
const MOST: usize = 1600;
/// Direction of the light.
const LIGHT: Vec3 = vec3(0.4, 0.8, 0.45);

/// A primitive: its data that stays the same from frame to frame.
struct Part {
    node: Id<Node>,
    mesh: Id<SceneMesh>,
    index: usize,
    triangles: Vec<[u32; 3]>,
    tex_coords: Vec<[f32; 2]>,
    color: [f32; 4],
    texture: Option<Texture2D>,
}

/// Camera position and target.
struct Orbit {
    center: Vec3,
    radius: f32,
    distance: f32,
    yaw: f32,
    pitch: f32,
    mouse: Vec2,
}

#[macroquad::main("engine-assets")]
async fn main() {
    if let Err(error) = run().await {
        eprintln!("{error}");
        std::process::exit(1);
    }
}

async fn run() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("expected a model, a scene or a map")?;
    let asset = engine_assets::open(&path)?;
    // Materials and textures of the project that the file is in.
    let resources = std::sync::Arc::new(Resources::around(&path)?);
    let resource = resources.name_of(path.as_ref());
    let options = ToScene::default().resources(resources);
    let show = Preview::of(&[Input::new("model", &asset).resource(resource.as_deref())], &options)?;
    show.findings().iter().for_each(|finding| eprintln!("{finding}"));
    let scene = show.scene();
    let parts = parts(scene)?;
    let bounds = scene.rest_pose()?.bounds(scene)?;
    let (least, most) = (Vec3::from_array(bounds.min.to_array()), Vec3::from_array(bounds.max.to_array()));
    let radius = ((most - least).length() / 2.0).max(0.001);
    let mut orbit =
        Orbit { center: (least + most) / 2.0, radius, distance: radius * 2.6, yaw: 0.5, pitch: 0.3, mouse: Vec2::ZERO };
    let animations: Vec<AnimationId> = scene.animations.enumerate().map(|(id, _)| id).collect();
    let (mut playing, mut began) = (0, get_time());
    while !is_key_down(KeyCode::Escape) {
        if is_key_pressed(KeyCode::Space) && !animations.is_empty() {
            (playing, began) = ((playing + 1) % animations.len(), get_time());
        }
        let pose = match animations.get(playing) {
            Some(animation) => {
                let player = engine_assets::asset_scene::Player::new(scene, *animation)?;
                player.sample(((get_time() - began) as f32) % player.duration().max(0.001))
            }
            None => scene.rest_pose()?,
        };
        clear_background(Color::from_rgba(32, 36, 42, 255));
        orbit.look();
        for part in &parts {
            draw(scene, &pose, part)?;
        }
        set_default_camera();
        let name = animations.get(playing).map_or("", |id| scene.animations[*id].name.as_str());
        draw_text(&format!("{path}  {name}"), 12.0, 24.0, 20.0, LIGHTGRAY);
        next_frame().await;
    }
    Ok(())
}

/// Everything in a scene that is drawn.
fn parts(scene: &Scene<'_>) -> Result<Vec<Part>, Box<dyn Error>> {
    let mut parts = Vec::new();
    for (node, mesh) in scene.mesh_nodes() {
        for (index, primitive) in scene[mesh].primitives.iter().enumerate() {
            let material = primitive.material.map(|id| &scene[id]);
            let rows = primitive.tex_coords(scene, 0)?;
            parts.push(Part {
                node,
                mesh,
                index,
                triangles: primitive.triangles(scene)?.collect(),
                tex_coords: rows.map(Iterator::collect).unwrap_or_default(),
                color: material.map_or([0.8, 0.8, 0.8, 1.0], |material| material.base_color),
                texture: material.and_then(|material| material.base_color_texture).and_then(|of| texture(scene, of)),
            });
        }
    }
    Ok(parts)
}

/// A texture on the graphics card; `None` if it can't be decoded.
fn texture(scene: &Scene<'_>, of: engine_assets::asset_scene::Texture) -> Option<Texture2D> {
    let bytes = scene[of.image].bytes.read().ok()?;
    let pixels = decode(&bytes, Mip(0), &mut Limits::default().budget()).ok()?;
    let (width, height) = pixels.size();
    let rgba: Vec<u8> = pixels.pixels().iter().flatten().copied().collect();
    Some(Texture2D::from_rgba8(u16::try_from(width).ok()?, u16::try_from(height).ok()?, &rgba))
}

/// Draws a primitive as it is at a moment: skinned, morphed and placed.
fn draw(scene: &Scene<'_>, pose: &Pose, part: &Part) -> Result<(), Box<dyn Error>> {
    let primitive: &Primitive = &scene[part.mesh].primitives[part.index];
    let posed = pose.posed(scene, part.node, primitive)?;
    for triangles in part.triangles.chunks(MOST) {
        let mut vertices = Vec::with_capacity(triangles.len() * 3);
        for corners in triangles {
            let at = |corner: u32| {
                posed.positions.get(corner as usize).map_or(Vec3::ZERO, |at| Vec3::from_array(at.to_array()))
            };
            let [a, b, c] = corners.map(at);
            let flat = (b - a).cross(c - a).normalize_or_zero() * if posed.is_mirrored { -1.0 } else { 1.0 };
            for corner in corners {
                let normal =
                    posed.normals.get(*corner as usize).map_or(flat, |normal| Vec3::from_array(normal.to_array()));
                // A lamp and light from everywhere, in the numbers that screens want.
                let light = (0.35 + 0.65 * normal.dot(LIGHT.normalize()).max(0.0)).powf(0.45);
                let [red, green, blue, alpha] = part.color;
                let shade = |channel: f32| channel.powf(0.45) * light;
                let [u, v] = part.tex_coords.get(*corner as usize).copied().unwrap_or_default();
                let at = at(*corner);
                vertices.push(Vertex::new(
                    at.x,
                    at.y,
                    at.z,
                    u,
                    v,
                    Color::new(shade(red), shade(green), shade(blue), alpha),
                ));
            }
        }
        let indices = (0..vertices.len() as u16).collect();
        draw_mesh(&Mesh { vertices, indices, texture: part.texture.clone() });
    }
    Ok(())
}

impl Orbit {
    /// Applies mouse input to the camera.
    fn look(&mut self) {
        let mouse = Vec2::from(mouse_position());
        if is_mouse_button_down(MouseButton::Left) {
            let moved = mouse - self.mouse;
            self.yaw -= moved.x * 0.01;
            self.pitch = (self.pitch + moved.y * 0.01).clamp(-1.5, 1.5);
        }
        self.mouse = mouse;
        self.distance = (self.distance * 0.9_f32.powf(mouse_wheel().1.signum() * mouse_wheel().1.abs().min(1.0)))
            .clamp(self.radius * 0.2, self.radius * 20.0);
        let away = vec3(self.yaw.sin() * self.pitch.cos(), self.pitch.sin(), self.yaw.cos() * self.pitch.cos());
        set_camera(&Camera3D {
            position: self.center + away * self.distance,
            target: self.center,
            up: Vec3::Y,
            z_near: self.radius * 0.01,
            z_far: self.radius * 100.0,
            ..Camera3D::default()
        });
    }
}
