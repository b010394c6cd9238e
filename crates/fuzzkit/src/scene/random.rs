//! Scenes that nobody would create.

use asset_scene::{
    Array, Channel, Id, Interpolation, Mesh, Node, Primitive, Property, Scene, Semantic, Skin, Topology, Transform,
};

use super::by_hand::{animation, attribute, channel, node};

/// Returns numbers that look random, but stay the same for a given seed.
#[derive(Clone, Debug)]
pub struct Random(pub u64);

impl Random {
    /// Returns the next number.
    #[allow(clippy::should_implement_trait)]
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// Returns a number that is less than `count`.
    pub fn below(&mut self, count: usize) -> usize {
        (self.next() % count as u64) as usize
    }

    /// Returns `true` once in `of` times.
    pub fn chance(&mut self, of: usize) -> bool {
        self.below(of) == 0
    }

    /// Returns a number from -1 to 1.
    pub fn number(&mut self) -> f32 {
        (self.next() >> 40) as f32 / (1 << 23) as f32 - 1.0
    }

    fn vector(&mut self, size: f32) -> [f32; 3] {
        [self.number() * size, self.number() * size, self.number() * size]
    }

    fn rotation(&mut self) -> [f32; 4] {
        let [x, y, z] = self.vector(1.0);
        let w = self.number();
        let length = (x * x + y * y + z * z + w * w).sqrt().max(1e-3);
        [x / length, y / length, z / length, w / length]
    }

    fn scale(&mut self) -> [f32; 3] {
        let sign = if self.chance(6) { -1.0 } else { 1.0 };
        [1.0 + self.number() * 0.5, 1.0 + self.number() * 0.5, (1.0 + self.number() * 0.5) * sign]
    }

    fn transform(&mut self) -> Transform {
        if self.chance(5) {
            let [x, y, z] = self.vector(2.0);
            let mut columns = [0.0; 16];
            columns[..3].copy_from_slice(&[1.0, self.number(), 0.3 * self.number()]);
            columns[4..7].copy_from_slice(&[self.number(), -1.5, self.number()]);
            columns[8..11].copy_from_slice(&[0.1, self.number() * 0.2, 2.0]);
            columns[12..].copy_from_slice(&[x, y, z, 1.0]);
            return Transform::Matrix(columns);
        }
        Transform::Trs { translation: self.vector(2.0), rotation: self.rotation(), scale: self.scale() }
    }
}

fn primitive(scene: &mut Scene<'_>, random: &mut Random, joints: usize, targets: usize) -> Primitive {
    const TOPOLOGIES: [Topology; 6] = [
        Topology::Triangles,
        Topology::TriangleStrip,
        Topology::TriangleFan,
        Topology::Lines,
        Topology::LineStrip,
        Topology::Points,
    ];
    let count = 3 + random.below(12);
    let mut attributes =
        vec![attribute(scene, Semantic::Position, Array::from_f32s((0..count).map(|_| random.vector(1.0))))];
    if random.chance(2) {
        let normals = (0..count).map(|_| random.rotation()).map(|[x, y, z, _]| [x, y, z]);
        attributes.push(attribute(scene, Semantic::Normal, Array::from_f32s(normals)));
    }
    if random.chance(2) {
        let uvs = (0..count).map(|_| [random.number(), random.number()]);
        attributes.push(attribute(scene, Semantic::TexCoord(0), Array::from_f32s(uvs)));
    }
    if random.chance(3) {
        let colors = (0..count).map(|_| [random.below(256) as u8; 4]);
        attributes.push(attribute(scene, Semantic::Color(0), Array::from_u8x4(colors, true)));
    }
    if joints > 0 {
        let numbers = (0..count).map(|_| [0; 4].map(|_: u8| random.below(joints) as u8)).collect::<Vec<_>>();
        let weights = (0..count).map(|_| {
            let weights = [0; 4].map(|_| random.number().max(0.0) + if random.chance(3) { 0.1 } else { 0.0 });
            let sum: f32 = weights.iter().sum();
            if sum > 0.0 { weights.map(|weight| weight / sum) } else { [0.0, 0.0, 1.0, 0.0] }
        });
        let weights = Array::from_f32s(weights.collect::<Vec<_>>());
        attributes.push(attribute(scene, Semantic::Joints(0), Array::from_u8x4(numbers, false)));
        attributes.push(attribute(scene, Semantic::Weights(0), weights));
    }
    let indices = (random.chance(2)).then(|| {
        let count = count as u16;
        let indices: Vec<u16> = (0..3 + random.below(30)).map(|_| random.below(count.into()) as u16).collect();
        scene.arrays.push(Array::from_u16s(indices))
    });
    let target = |scene: &mut Scene<'_>, random: &mut Random| {
        let deltas = (0..count).map(|_| if random.chance(2) { [0.0; 3] } else { random.vector(0.3) });
        vec![attribute(scene, Semantic::Position, Array::from_f32s(deltas.collect::<Vec<_>>()))]
    };
    let targets = (0..targets).map(|_| target(scene, random)).collect();
    let topology = TOPOLOGIES[random.below(6)];
    Primitive { topology, closed: random.chance(2), attributes, indices, targets, ..Primitive::default() }
}

/// Creates a small scene. Its nodes can shear and mirror, and there are skins, morph targets and animations.
pub fn scene(random: &mut Random) -> Scene<'static> {
    let mut scene = Scene::default();
    let nodes = 1 + random.below(7);
    for number in 0..nodes {
        let parent = (number > 0 && !random.chance(4)).then(|| Id::new(random.below(number)));
        let transform = random.transform();
        node(&mut scene, ["A", "B", "", "C%00", "D"][random.below(5)], parent, transform);
    }
    for _ in 0..random.below(3) {
        let joints: Vec<Id<Node>> = (0..nodes).filter(|_| random.chance(2)).map(Id::new).collect();
        let same = random.transform().to_mat4();
        let bind = |random: &mut Random| if random.chance(3) { random.transform().to_mat4() } else { same };
        let inverse_bind = joints.iter().map(|_| bind(random).to_cols_array()).collect();
        let inverse_bind = if random.chance(4) { Vec::new() } else { inverse_bind };
        if !joints.is_empty() {
            scene.skins.push(Skin { joints, inverse_bind, ..Skin::default() });
        }
    }
    for number in 0..1 + random.below(3) {
        let targets = random.below(3);
        let joints = scene.skins.iter().map(|skin| skin.joints.len()).min().filter(|_| random.chance(2)).unwrap_or(0);
        let primitives = (0..1 + random.below(2)).map(|_| primitive(&mut scene, random, joints, targets)).collect();
        let morph_weights = (0..targets).map(|_| if random.chance(2) { 0.0 } else { random.number() }).collect();
        let morph_names = (0..targets).map(|target| format!("Morph{target}")).collect();
        scene.meshes.push(Mesh { name: format!("Mesh{number}"), primitives, morph_names, morph_weights });
    }
    for number in 0..nodes {
        if number == 0 || random.chance(2) {
            let node = Id::<Node>::new(number);
            scene[node].mesh = Some(Id::new(random.below(scene.meshes.len())));
            scene[node].skin = (!scene.skins.is_empty()).then(|| Id::new(random.below(scene.skins.len())));
        }
    }
    for number in 0..random.below(3) {
        let channels = channels(&mut scene, random);
        if !channels.is_empty() {
            animation(&mut scene, &format!("Animation{number}"), channels);
        }
    }
    scene
}

fn channels(scene: &mut Scene<'_>, random: &mut Random) -> Vec<Channel> {
    let mut channels = Vec::new();
    for number in scene.nodes.ids() {
        if matches!(scene[number].transform, Transform::Matrix(_)) {
            continue;
        }
        for property in [Property::Translation, Property::Rotation, Property::Scale] {
            if random.chance(2) {
                continue;
            }
            let interpolation =
                [Interpolation::Linear, Interpolation::Step, Interpolation::CubicSpline][random.below(3)];
            let mut time = if random.chance(2) { 0.0 } else { random.number().abs() };
            let times: Vec<f32> = (0..1 + random.below(4))
                .map(|_| {
                    time += 0.05 + random.number().abs();
                    time
                })
                .collect();
            let rows = times.len() * if interpolation == Interpolation::CubicSpline { 3 } else { 1 };
            let kind = (property, interpolation);
            channels.push(match property {
                Property::Rotation => {
                    let values: Vec<[f32; 4]> = (0..rows).map(|_| random.rotation()).collect();
                    channel(scene, number, kind, &times, &values)
                }
                Property::Scale => {
                    let values: Vec<[f32; 3]> = (0..rows).map(|_| random.scale()).collect();
                    channel(scene, number, kind, &times, &values)
                }
                _ => {
                    let values: Vec<[f32; 3]> = (0..rows).map(|_| random.vector(2.0)).collect();
                    channel(scene, number, kind, &times, &values)
                }
            });
        }
    }
    channels
}
