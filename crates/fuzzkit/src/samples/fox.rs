//! A fox that trots. It has seventeen bones, a material with a texture, painted eyes, and two morphs.

use asset_geometry::glam::{Quat, Vec2, Vec3, Vec4};
use urho_ani::{Animation, Track, TrackData, Version};
use urho_mdl::{Bone, Delta, Model, Skeleton};

use super::surface::{Mesh, Solid, ellipsoid, join, smooth, taper};

/// The material.
pub(super) const MATERIAL: &str = r#"<?xml version="1.0"?>
<material>
	<technique name="Techniques/DiffVCol.xml" />
	<texture unit="diffuse" name="Textures/Fox.tga" />
	<parameter name="MatDiffColor" value="1 1 1 1" />
</material>
"#;

/// The materials of both geometries: the fur, then the eyes.
pub(super) const LIST: &str = "Materials/Fox.xml\nMaterials/Fox.xml\n";

const fn at(x: f32, y: f32, z: f32) -> Vec3 {
    Vec3::new(x, y, z)
}

/// The name, the parent and the position of each bone, in model space. No bone has a rotation.
const BONES: [(&str, u8, Vec3); 17] = [
    ("Hips", 0, at(0.0, 0.36, -0.16)),
    ("Chest", 0, at(0.0, 0.37, 0.08)),
    ("Head", 1, at(0.0, 0.5, 0.2)),
    ("Ear.L", 2, at(-0.08, 0.68, 0.22)),
    ("Ear.R", 2, at(0.08, 0.68, 0.22)),
    ("Tail", 0, at(0.0, 0.38, -0.26)),
    ("TailMiddle", 5, at(0.0, 0.42, -0.44)),
    ("TailTip", 6, at(0.0, 0.52, -0.6)),
    ("Arm.L", 1, at(-0.085, 0.32, 0.12)),
    ("Hand.L", 8, at(-0.085, 0.17, 0.125)),
    ("Arm.R", 1, at(0.085, 0.32, 0.12)),
    ("Hand.R", 10, at(0.085, 0.17, 0.125)),
    ("Leg.L", 0, at(-0.09, 0.32, -0.18)),
    ("Foot.L", 12, at(-0.09, 0.17, -0.16)),
    ("Leg.R", 0, at(0.09, 0.32, -0.18)),
    ("Foot.R", 14, at(0.09, 0.17, -0.16)),
    ("Jaw", 2, at(0.0, 0.53, 0.32)),
];

/// A part of the body. This is a thick line, or if both ends are equal, an ellipsoid.
struct Part {
    bone: u8,
    ends: [Vec3; 2],
    /// The radius at both ends, or half the size of an ellipsoid.
    size: Vec3,
}

impl Part {
    fn distance(&self, place: Vec3) -> f32 {
        let [from, to] = self.ends;
        if from == to { ellipsoid(place, from, self.size) } else { taper(place, self.ends, [self.size.x, self.size.y]) }
    }
}

/// All parts of the body.
struct Fox(Vec<Part>);

impl Fox {
    fn new() -> Self {
        let mut fox = Self(Vec::new());
        fox.line(0, [at(0.0, 0.36, -0.2), at(0.0, 0.365, 0.02)], [0.115, 0.115]);
        fox.line(1, [at(0.0, 0.365, 0.02), at(0.0, 0.38, 0.13)], [0.12, 0.125]);
        fox.line(1, [at(0.0, 0.42, 0.14), at(0.0, 0.52, 0.2)], [0.09, 0.085]);
        fox.round(2, at(0.0, 0.59, 0.24), at(0.155, 0.132, 0.13));
        fox.line(2, [at(0.0, 0.555, 0.32), at(0.0, 0.55, 0.455)], [0.066, 0.034]);
        fox.line(16, [at(0.0, 0.525, 0.32), at(0.0, 0.525, 0.42)], [0.05, 0.022]);
        fox.round(2, at(0.0, 0.567, 0.487), at(0.026, 0.02, 0.02));
        for (side, arm) in [(-1.0, 0), (1.0, 2_u8)] {
            fox.line(2, [at(0.07 * side, 0.54, 0.25), at(0.155 * side, 0.525, 0.23)], [0.07, 0.025]);
            fox.line(3 + arm / 2, [at(0.082 * side, 0.67, 0.21), at(0.125 * side, 0.845, 0.19)], [0.062, 0.008]);
            fox.limb(8 + arm, side, [at(0.085, 0.32, 0.12), at(0.085, 0.17, 0.125), at(0.085, 0.04, 0.13)]);
            fox.limb(12 + arm, side, [at(0.09, 0.32, -0.19), at(0.09, 0.17, -0.16), at(0.09, 0.04, -0.19)]);
        }
        fox.line(5, [at(0.0, 0.38, -0.26), at(0.0, 0.42, -0.44)], [0.045, 0.085]);
        fox.line(6, [at(0.0, 0.42, -0.44), at(0.0, 0.52, -0.6)], [0.085, 0.1]);
        fox.line(7, [at(0.0, 0.52, -0.6), at(0.0, 0.7, -0.7)], [0.1, 0.012]);
        fox
    }

    fn line(&mut self, bone: u8, ends: [Vec3; 2], [from, to]: [f32; 2]) {
        self.0.push(Part { bone, ends, size: at(from, to, 0.0) });
    }

    fn round(&mut self, bone: u8, middle: Vec3, size: Vec3) {
        self.0.push(Part { bone, ends: [middle; 2], size });
    }

    /// Adds a leg, with a thigh, a shank and a paw.
    fn limb(&mut self, bone: u8, side: f32, joints: [Vec3; 3]) {
        let [hip, knee, ankle] = joints.map(|joint| at(joint.x * side, joint.y, joint.z));
        self.line(bone, [hip, knee], [0.075, 0.048]);
        self.line(bone + 1, [knee, ankle], [0.046, 0.036]);
        self.round(bone + 1, ankle + at(0.0, -0.008, 0.028), at(0.045, 0.032, 0.06));
    }

    /// Returns the two bones to bind a point to, and the weights.
    fn bones(&self, place: Vec3) -> ([u8; 4], Vec4) {
        let mut pull = [0.0_f32; BONES.len()];
        for part in &self.0 {
            let near = 1.0 / (part.distance(place).max(0.0) + 0.015);
            let own = &mut pull[usize::from(part.bone)];
            *own = own.max(near * near * near);
        }
        let strongest = |but: usize| {
            let others = (0..BONES.len()).filter(|bone| *bone != but);
            others.fold(if but == 0 { 1 } else { 0 }, |best, bone| if pull[bone] > pull[best] { bone } else { best })
        };
        let first = strongest(BONES.len());
        let second = strongest(first);
        let share = pull[second] / (pull[first] + pull[second]);
        ([first as u8, second as u8, 0, 0], Vec4::new(1.0 - share, share, 0.0, 0.0))
    }
}

impl Solid for Fox {
    fn distance(&self, place: Vec3) -> f32 {
        self.0.iter().fold(1.0, |near, part| join(near, part.distance(place), 0.05))
    }
}

const ORANGE: Vec3 = at(232.0, 112.0, 38.0);
const RUST: Vec3 = at(190.0, 76.0, 26.0);
const CREAM: Vec3 = at(255.0, 244.0, 226.0);
const DARK: Vec3 = at(62.0, 40.0, 36.0);

/// Returns the colour of the fur at a point.
fn fur(place: Vec3, normal: Vec3) -> [u8; 4] {
    let mut color = ORANGE;
    let mut paint = |over: Vec3, share: f32| color += (over - color) * share.clamp(0.0, 1.0);
    let is_head = smooth(0.13, 0.17, place.z) * smooth(0.48, 0.5, place.y);
    let is_tail = smooth(-0.28, -0.34, place.z);
    paint(RUST, smooth(0.5, 1.0, normal.y) * 0.8 * (1.0 - is_head));
    // Belly and chest, cheeks and muzzle, the tip of the tail.
    paint(CREAM, smooth(-0.35, -0.75, normal.y) * smooth(0.2, 0.26, place.y) * (1.0 - is_tail));
    paint(CREAM, smooth(0.12, 0.2, place.z) * smooth(0.3, 0.36, place.y) * smooth(0.52, 0.48, place.y));
    paint(CREAM, is_head * smooth(0.56, 0.535, place.y + place.x.abs() * 0.1) * smooth(0.2, 0.24, place.z));
    paint(CREAM, is_tail * smooth(0.585, 0.62, place.y - (place.z + 0.7) * 0.4));
    // Stockings, the tips and the inner sides of the ears, the nose.
    paint(DARK, smooth(0.16, 0.11, place.y));
    paint(DARK, smooth(0.74, 0.78, place.y) * (1.0 - is_tail));
    paint(CREAM, is_head * smooth(0.69, 0.71, place.y) * smooth(0.55, 0.8, normal.z) * smooth(0.78, 0.75, place.y));
    paint(at(30.0, 22.0, 24.0), smooth(0.468, 0.476, place.z));
    let [red, green, blue] = color.to_array().map(|light| light as u8);
    [red, green, blue, 255]
}

/// The columns of the vertex buffer.
#[derive(Default)]
struct Vertices {
    positions: Vec<Vec3>,
    normals: Vec<Vec3>,
    uvs: Vec<Vec2>,
    colors: Vec<[u8; 4]>,
    joints: Vec<[u8; 4]>,
    weights: Vec<Vec4>,
}

/// The center and the radius of an eye.
const EYE: (Vec3, f32) = (at(0.068, 0.607, 0.342), 0.033);

impl Vertices {
    fn body(&mut self, fox: &Fox) -> Vec<u32> {
        let mesh = Mesh::of(fox, [at(-0.24, -0.03, -0.82), at(0.24, 0.9, 0.56)], 0.033);
        for (position, normal) in mesh.positions.into_iter().zip(mesh.normals) {
            let (joints, weights) = fox.bones(position);
            // The left half of the texture, laid onto the sides.
            let uv = Vec2::new((position.z + 0.82) / 1.38 * 0.5, 1.0 - position.y / 0.9);
            self.push(position, normal, uv, fur(position, normal));
            self.joints.push(joints);
            self.weights.push(weights);
        }
        mesh.indices
    }

    fn eyes(&mut self) -> Vec<u32> {
        let mut indices = Vec::new();
        for side in [-1.0, 1.0] {
            let (middle, radius) = (EYE.0 * at(side, 1.0, 1.0), EYE.1);
            let ball = |place: Vec3| ellipsoid(place, middle, at(radius, radius * 1.2, radius));
            let reach = Vec3::splat(radius * 1.4);
            let mesh = Mesh::of(&ball, [middle - reach, middle + reach], radius * 0.45);
            let first = self.positions.len() as u32;
            indices.extend(mesh.indices.iter().map(|index| first + index));
            for (position, normal) in mesh.positions.into_iter().zip(mesh.normals) {
                // The right half of the texture, laid on from the front: the middle of the pupil looks a little outward.
                let away = (position - middle) / radius;
                let uv = Vec2::new(0.75 + (away.x - 0.15 * side) * 0.22, 0.5 - away.y * 0.36);
                self.push(position, normal, uv, [255; 4]);
                self.joints.push([2, 0, 0, 0]);
                self.weights.push(Vec4::X);
            }
        }
        indices
    }

    fn push(&mut self, position: Vec3, normal: Vec3, uv: Vec2, color: [u8; 4]) {
        self.positions.push(position);
        self.normals.push(normal);
        self.uvs.push(uv);
        self.colors.push(color);
    }

    /// Moves the vertices that have more than half their weight on the given bone.
    fn moved(&self, bone: u8, by: Vec3) -> Vec<Delta> {
        let held = self.joints.iter().zip(&self.weights).enumerate();
        let held = held.filter(|(_, (joints, weights))| joints[0] == bone && weights.x > 0.5);
        held.map(|(vertex, (_, weights))| Delta::position(vertex as u32, by * (weights.x * 2.0 - 1.0))).collect()
    }
}

fn skeleton() -> Skeleton<'static> {
    let bone = |(number, (name, parent, place)): (usize, (&'static str, u8, Vec3))| {
        let mut bone = Bone::new(name, u32::from(parent));
        let above = if usize::from(parent) == number { Vec3::ZERO } else { BONES[usize::from(parent)].2 };
        bone.position = place - above;
        // The inverse of a bone that isn't turned is the way back.
        [bone.offset_matrix[3], bone.offset_matrix[7], bone.offset_matrix[11]] =
            place.to_array().map(|axis| 0.0 - axis);
        bone
    };
    Skeleton { bones: BONES.into_iter().enumerate().map(bone).collect() }
}

/// Creates the model, with fur and eyes.
pub(super) fn model() -> Vec<u8> {
    let mut vertices = Vertices::default();
    let body = vertices.body(&Fox::new());
    let eyes = vertices.eyes();
    let perk = [vertices.moved(3, at(-0.02, 0.03, 0.02)), vertices.moved(4, at(0.02, 0.03, 0.02))].concat();
    let builder = Model::builder()
        .positions(&vertices.positions)
        .normals(&vertices.normals)
        .colors(0, &vertices.colors)
        .uvs(0, &vertices.uvs)
        .skin(&vertices.joints, &vertices.weights)
        .skeleton(skeleton());
    let model = builder.indices(&body).indices(&eyes).morph("Ears", &perk);
    let model = model.morph("Mouth", &vertices.moved(16, at(0.0, -0.025, 0.0))).build();
    model.and_then(|model| model.to_bytes()).expect("the sample can be encoded")
}

/// The sine of each eighth of a turn.
const SINE: [f32; 8] = [0.0, 0.707_106_77, 1.0, 0.707_106_77, 0.0, -0.707_106_77, -1.0, -0.707_106_77];
/// How long two steps take, in seconds.
const LENGTH: f32 = 0.8;

/// Creates a track for a bone that swings about an axis. Use the tangent of half the angle to pass the middle and the
/// reach. The unit of `begin` is an eighth of a turn.
fn swing(name: &str, axis: Vec3, [middle, reach]: [f32; 2], (begin, speed): (usize, usize)) -> Track<'static> {
    let rotation = |key: usize| {
        let tangent = middle + reach * SINE[(key * speed + begin) % 8];
        let Vec3 { x, y, z } = axis * tangent;
        let length = (1.0 + tangent * tangent).sqrt();
        Quat::from_xyzw(x / length, y / length, z / length, 1.0 / length)
    };
    let times = (0..=8).map(|key| key as f32 * LENGTH / 8.0).collect();
    let data = TrackData { times, positions: None, rotations: Some((0..=8).map(rotation).collect()), scales: None };
    Track::from_data(name.to_owned(), &data).expect("as many rotations as times")
}

/// Creates the animation in which the fox trots.
pub(super) fn animation() -> Vec<u8> {
    let mut animation = Animation::new(Version::Uani, "Fox_Trot", LENGTH);
    let times: Vec<f32> = (0..=8).map(|key| key as f32 * LENGTH / 8.0).collect();
    let bob = |key: usize| BONES[0].2 + Vec3::Y * (0.014 * SINE[key * 2 % 8]);
    let hips = TrackData { times, positions: Some((0..=8).map(bob).collect()), rotations: None, scales: None };
    animation.tracks.push(Track::from_data("Hips", &hips).expect("as many positions as times"));
    animation.tracks.extend([
        swing("Chest", Vec3::X, [0.0, 0.02], (2, 2)),
        swing("Head", Vec3::X, [0.0, 0.03], (5, 2)),
        swing("Ear.L", Vec3::X, [0.0, 0.06], (3, 2)),
        swing("Ear.R", Vec3::X, [0.0, 0.06], (3, 2)),
        swing("Tail", Vec3::Y, [0.0, 0.12], (0, 1)),
        swing("TailMiddle", Vec3::Y, [0.0, 0.14], (7, 1)),
        swing("TailTip", Vec3::Y, [0.0, 0.16], (6, 1)),
    ]);
    // Legs that are across from each other go together.
    for (upper, lower, begin) in
        [("Arm.L", "Hand.L", 0), ("Arm.R", "Hand.R", 4), ("Leg.L", "Foot.L", 4), ("Leg.R", "Foot.R", 0)]
    {
        animation.tracks.push(swing(upper, Vec3::X, [0.0, 0.24], (begin, 1)));
        animation.tracks.push(swing(lower, Vec3::X, [0.14, 0.18], (begin + 2, 1)));
    }
    animation.to_bytes().expect("the sample can be encoded")
}

/// The width and height of the texture, in pixels.
const TEXTURE: (u16, u16) = (128, 64);

/// Creates the texture, with fur on the left and an eye on the right.
pub(super) fn texture() -> Vec<u8> {
    let (width, height) = TEXTURE;
    let mut file = vec![0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, width as u8, 0, height as u8, 0, 24, 0x20];
    for y in 0..height {
        for x in 0..width {
            let [red, green, blue] = if x < width / 2 { strand(x, y) } else { eye(x - width / 2, y) };
            file.extend([blue, green, red]);
        }
    }
    file
}

/// Returns hairs that hang down, some lighter and some darker.
fn strand(x: u16, y: u16) -> [u8; 3] {
    let noise =
        |x: u32, y: u32| (x.wrapping_mul(0x9e37_79b1) ^ y.wrapping_mul(0x85eb_ca6b)).wrapping_mul(0xc2b2_ae35) >> 28;
    let (x, y) = (u32::from(x), u32::from(y));
    let dark = noise(x, y / 6) + noise(x / 2, y / 3) / 2;
    [255 - dark as u8; 3]
}

/// Returns an eye, with the white, the iris, the pupil, and a reflection of the light.
fn eye(x: u16, y: u16) -> [u8; 3] {
    let place = Vec2::new(f32::from(x) - 31.5, f32::from(y) - 31.5);
    let light = (place - Vec2::new(5.0, -7.0)).length();
    match place.length() {
        _ if light < 4.0 => [255, 255, 255],
        ..9.0 => [16, 12, 14],
        ..15.5 => [150, 92, 30],
        ..17.5 => [70, 40, 18],
        _ => [250, 248, 244],
    }
}
