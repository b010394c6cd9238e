//! A figure that faces +Z and spreads its arms. It is 1.82 metres high, and has eleven bones, two geometries with two
//! levels of detail, and two morphs.
//!
//! To get the same numbers everywhere, the code only uses sums, products and square roots.

use asset_geometry::glam::{Vec2, Vec3, Vec4};
use urho_mdl::{Bone, Delta, Model, Skeleton, Smoothing};

/// The metadata of the model, as it is written by the engine.
pub(super) const METADATA: &str = concat!(
    "<?xml version=\"1.0\"?>\n",
    "<model>\n",
    "\t<metadata name=\"Author\" type=\"String\" value=\"engine-assets\" />\n",
    "\t<metadata name=\"Forward\" type=\"Vector3\" value=\"0 0 1\" />\n",
    "\t<metadata name=\"Height\" type=\"Float\" value=\"1.82\" />\n",
    "\t<metadata name=\"Lives\" type=\"Int\" value=\"3\" />\n",
    "\t<metadata name=\"Playable\" type=\"Bool\" value=\"true\" />\n",
    "</model>\n",
);

/// The name, the parent and the position of each bone, in model space. No bone has a rotation.
const BONES: [(&str, u8, [f32; 3]); 11] = [
    ("Hips", 0, [0.0, 0.95, 0.0]),
    ("Spine", 0, [0.0, 1.1, 0.0]),
    ("Head", 1, [0.0, 1.5, 0.0]),
    ("Arm.L", 1, [-0.15, 1.42, 0.0]),
    ("Forearm.L", 3, [-0.43, 1.42, 0.0]),
    ("Arm.R", 1, [0.15, 1.42, 0.0]),
    ("Forearm.R", 5, [0.43, 1.42, 0.0]),
    ("Leg.L", 0, [-0.1, 0.92, 0.0]),
    ("Shin.L", 7, [-0.1, 0.48, 0.0]),
    ("Leg.R", 0, [0.1, 0.92, 0.0]),
    ("Shin.R", 9, [0.1, 0.48, 0.0]),
];

/// A cross-section of a part.
struct Ring {
    /// How far along the part it is.
    along: f32,
    /// Half the width and half the depth.
    half: [f32; 2],
    /// The two bones to bind to, and the weight of the second.
    bones: [u8; 2],
    second: f32,
}

const fn ring(along: f32, half: [f32; 2], bones: [u8; 2], second: f32) -> Ring {
    Ring { along, half, bones, second }
}

/// A limb, the trunk or the head. This is a line with rings, closed at both ends.
struct Part {
    origin: Vec3,
    axis: Vec3,
    color: [u8; 4],
    rings: [Ring; RINGS],
}

const RINGS: usize = 5;
/// The number of sides of a ring. The first corner is used twice, because the texture begins and ends there.
const SIDES: usize = 8;
const CORNERS: usize = SIDES + 1;
/// The number of vertices in a part: its rings, and the tips at both ends.
const VERTICES: usize = RINGS * CORNERS + 2;
/// How far the ends bulge.
const BULGE: f32 = 0.02;
/// The number of parts in the body. The head comes after them.
const BODY: usize = 5;

const SHIRT: [u8; 4] = [60, 110, 180, 255];
const TROUSERS: [u8; 4] = [70, 70, 80, 255];
const SKIN: [u8; 4] = [235, 190, 160, 255];

/// Returns the trunk and the limbs, followed by the head.
fn parts() -> [Part; BODY + 1] {
    let trunk = [
        ring(0.0, [0.16, 0.1], [0, 1], 0.0),
        ring(0.12, [0.15, 0.1], [0, 1], 0.25),
        ring(0.28, [0.17, 0.12], [0, 1], 0.75),
        ring(0.45, [0.2, 0.12], [1, 0], 0.0),
        ring(0.58, [0.12, 0.08], [1, 0], 0.0),
    ];
    let head = [
        ring(0.0, [0.05, 0.05], [1, 2], 0.5),
        ring(0.06, [0.08, 0.09], [2, 0], 0.0),
        ring(0.14, [0.1, 0.12], [2, 0], 0.0),
        ring(0.24, [0.1, 0.11], [2, 0], 0.0),
        ring(0.3, [0.06, 0.07], [2, 0], 0.0),
    ];
    [
        Part { origin: Vec3::new(0.0, 0.9, 0.0), axis: Vec3::Y, color: SHIRT, rings: trunk },
        arm(-1.0, 3),
        arm(1.0, 5),
        leg(-1.0, 7),
        leg(1.0, 9),
        Part { origin: Vec3::new(0.0, 1.5, 0.0), axis: Vec3::Y, color: SKIN, rings: head },
    ]
}

/// Returns the arm on the given side. It uses two bones, starting with `bone`.
fn arm(side: f32, bone: u8) -> Part {
    let rings = [
        ring(0.0, [0.07, 0.07], [1, bone], 0.5),
        ring(0.15, [0.06, 0.06], [bone, 0], 0.0),
        ring(0.3, [0.05, 0.05], [bone, bone + 1], 0.5),
        ring(0.45, [0.045, 0.045], [bone + 1, 0], 0.0),
        ring(0.6, [0.03, 0.05], [bone + 1, 0], 0.0),
    ];
    Part { origin: Vec3::new(0.13 * side, 1.42, 0.0), axis: Vec3::X * side, color: SKIN, rings }
}

/// Returns the leg on the given side. It uses two bones, starting with `bone`.
fn leg(side: f32, bone: u8) -> Part {
    let rings = [
        ring(0.0, [0.09, 0.1], [0, bone], 0.5),
        ring(0.2, [0.085, 0.09], [bone, 0], 0.0),
        ring(0.44, [0.06, 0.065], [bone, bone + 1], 0.5),
        ring(0.7, [0.055, 0.06], [bone + 1, 0], 0.0),
        ring(0.88, [0.06, 0.11], [bone + 1, 0], 0.0),
    ];
    Part { origin: Vec3::new(0.1 * side, 0.92, 0.0), axis: Vec3::NEG_Y, color: TROUSERS, rings }
}

/// The corners of a ring that is 1 wide and 1 deep, from its center. This is a square without its corners.
const OUTLINE: [[f32; 2]; CORNERS] =
    [[1.0, 0.0], [0.8, 0.8], [0.0, 1.0], [-0.8, 0.8], [-1.0, 0.0], [-0.8, -0.8], [0.0, -1.0], [0.8, -0.8], [1.0, 0.0]];

/// The columns of the vertex buffer.
#[derive(Default)]
struct Vertices {
    positions: Vec<Vec3>,
    uvs: Vec<Vec2>,
    colors: Vec<[u8; 4]>,
    joints: Vec<[u8; 4]>,
    weights: Vec<Vec4>,
}

impl Vertices {
    /// Adds a vertex on a ring of a part. `cell` is where the part is in the texture.
    fn push(&mut self, part: &Part, ring: &Ring, position: Vec3, cell: Vec2, uv: Vec2) {
        self.positions.push(position);
        self.uvs.push((cell + uv) / Vec2::new(3.0, 2.0));
        self.colors.push(part.color);
        self.joints.push([ring.bones[0], ring.bones[1], 0, 0]);
        self.weights.push(Vec4::new(1.0 - ring.second, ring.second, 0.0, 0.0));
    }

    fn push_part(&mut self, number: usize, part: &Part) {
        let cell = Vec2::new((number % 3) as f32, (number / 3) as f32);
        let (across, depth) = (part.axis.cross(Vec3::Z), Vec3::Z);
        let length = part.rings[RINGS - 1].along;
        for ring in &part.rings {
            let center = part.origin + part.axis * ring.along;
            for (corner, [x, z]) in OUTLINE.into_iter().enumerate() {
                let position = center + across * (x * ring.half[0]) + depth * (z * ring.half[1]);
                let uv = Vec2::new(corner as f32 / SIDES as f32, ring.along / length);
                self.push(part, ring, position, cell, uv);
            }
        }
        for (ring, bulge, v) in [(&part.rings[0], -BULGE, 0.0), (&part.rings[RINGS - 1], BULGE, 1.0)] {
            let position = part.origin + part.axis * (ring.along + bulge);
            self.push(part, ring, position, cell, Vec2::new(0.5, v));
        }
    }
}

/// Returns the triangles of a part with every `step`-th ring and corner. Seen from outside, they are clockwise.
fn triangles(part: usize, step: usize) -> Vec<u32> {
    let vertex = |ring: usize, corner: usize| part * VERTICES + ring * CORNERS + corner;
    let tip = |end: usize| part * VERTICES + RINGS * CORNERS + end;
    let mut corners = Vec::new();
    for corner in (0..SIDES).step_by(step) {
        let next = corner + step;
        for ring in (0..RINGS - 1).step_by(step) {
            let above = ring + step;
            corners.extend([vertex(ring, corner), vertex(above, corner), vertex(ring, next)]);
            corners.extend([vertex(ring, next), vertex(above, corner), vertex(above, next)]);
        }
        corners.extend([tip(0), vertex(0, corner), vertex(0, next)]);
        corners.extend([tip(1), vertex(RINGS - 1, next), vertex(RINGS - 1, corner)]);
    }
    corners.into_iter().map(|corner| corner as u32).collect()
}

/// Moves some vertices on a ring of a part.
fn moved(part: usize, ring: usize, deltas: &[(usize, [f32; 3])]) -> Vec<Delta> {
    let first = part * VERTICES + ring * CORNERS;
    deltas.iter().map(|(corner, delta)| Delta::position((first + corner) as u32, *delta)).collect()
}

/// Moves the chest forward.
fn breathe() -> Vec<Delta> {
    let forward = |depth: f32| [(1, [0.0, 0.0, depth]), (2, [0.0, 0.0, depth]), (3, [0.0, 0.0, depth])];
    [moved(0, 2, &forward(0.02)), moved(0, 3, &forward(0.03))].concat()
}

/// Moves the corners of the mouth up and apart.
fn smile() -> Vec<Delta> {
    moved(BODY, 1, &[(1, [0.01, 0.015, 0.0]), (2, [0.0, -0.01, 0.005]), (3, [-0.01, 0.015, 0.0])])
}

fn skeleton() -> Skeleton<'static> {
    let bone = |(number, (name, parent, place)): (usize, (&'static str, u8, [f32; 3]))| {
        let mut bone = Bone::new(name, u32::from(parent));
        let above = if usize::from(parent) == number { Vec3::ZERO } else { Vec3::from(BONES[usize::from(parent)].2) };
        bone.position = Vec3::from(place) - above;
        // Of a bone that isn't turned, the inverse is the way back.
        [bone.offset_matrix[3], bone.offset_matrix[7], bone.offset_matrix[11]] = place.map(|axis| 0.0 - axis);
        bone
    };
    Skeleton { bones: BONES.into_iter().enumerate().map(bone).collect() }
}

pub(super) fn model() -> Model<'static> {
    let mut vertices = Vertices::default();
    parts().iter().enumerate().for_each(|(number, part)| vertices.push_part(number, part));
    let Vertices { positions, uvs, colors, joints, weights } = vertices;
    let body = |step| (0..BODY).flat_map(|part| triangles(part, step)).collect::<Vec<u32>>();
    let (normals, tangents) = (vec![Vec3::Y; positions.len()], vec![Vec4::X; positions.len()]);
    let builder = Model::builder()
        .positions(&positions)
        .normals(&normals)
        .colors(0, &colors)
        .uvs(0, &uvs)
        .tangents(&tangents)
        .skin(&joints, &weights)
        .skeleton(skeleton());
    let drawn =
        builder.indices(&body(1)).lod(12.0, &body(2)).indices(&triangles(BODY, 1)).lod(12.0, &triangles(BODY, 2));
    let mut model = drawn.morph("Breathe", &breathe()).morph("Smile", &smile()).build().expect("the sample is sound");
    model.generate_normals(Smoothing::Positions).expect("there are positions");
    model.generate_tangents().expect("there are normals and texture coordinates");
    model
}
