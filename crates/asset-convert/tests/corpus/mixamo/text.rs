//! A text FBX of a figure, in centimetres, as Mixamo writes them.

use std::fmt::{Display, Write as _};

use asset_scene::glam::{DAffine3, DMat4, DQuat, EulerRot, Vec3, Vec4};
use asset_scene::{AnimationId, Id, Node, Property, Scene, Topology};

/// Units of time per second.
const SECOND: f64 = 46_186_158_000.0;
const CENTIMETRES: f32 = 100.0;

/// Numbers of the objects that a file has once.
const MESH: usize = 1;
const SKIN: usize = 2;
const STACK: usize = 3;
const LAYER: usize = 4;
/// Numbers of the objects of a node: the node, and others from here on.
const NODES: usize = 1000;
const CLUSTERS: usize = 10_000;
const CURVES: usize = 100_000;

/// Writes the nodes of a scene, its only skinned mesh and an animation.
pub(super) fn fbx(scene: &Scene<'_>, animation: AnimationId) -> String {
    let mut file = File::default();
    for (id, node) in scene.nodes.enumerate() {
        file.node(id, node);
    }
    file.mesh(scene);
    file.animation(scene, animation);
    file.finish()
}

#[derive(Default)]
struct File {
    objects: String,
    connections: String,
}

fn list<T: Display>(numbers: impl IntoIterator<Item = T>) -> String {
    let list: Vec<String> = numbers.into_iter().map(|number| number.to_string()).collect();
    format!("*{} {{\n a: {}\n }}", list.len(), list.join(","))
}

/// Degrees about X, Y and Z, in this order.
fn degrees(rotation: DQuat) -> [f64; 3] {
    let (z, y, x) = rotation.normalize().to_euler(EulerRot::ZYX);
    [x, y, z].map(f64::to_degrees)
}

/// The angles of the same turn that are nearest to the last ones.
fn near([x, y, z]: [f64; 3], last: [f64; 3]) -> [f64; 3] {
    let turned = |angles: [f64; 3]| {
        let mut angles =
            angles.into_iter().zip(last).map(|(angle, last)| angle - ((angle - last) / 360.0).round() * 360.0);
        [(); 3].map(|()| angles.next().expect("three"))
    };
    let distance = |angles: &[f64; 3]| angles.iter().zip(last).map(|(angle, last)| (angle - last).abs()).sum::<f64>();
    let (own, other) = (turned([x, y, z]), turned([x + 180.0, 180.0 - y, z + 180.0]));
    if distance(&other) < distance(&own) { other } else { own }
}

impl File {
    fn connect(&mut self, child: usize, parent: usize) {
        writeln!(self.connections, " C: \"OO\",{child},{parent}").expect("text");
    }

    fn node(&mut self, id: Id<Node>, node: &Node) {
        let number = NODES + id.index();
        let kind = if node.mesh.is_some() { "Mesh" } else { "LimbNode" };
        let (_, turn, place) = node.transform.to_affine().to_scale_rotation_translation();
        let ([x, y, z], [a, b, c]) = ((place * f64::from(CENTIMETRES)).to_array(), degrees(turn));
        let name = &node.name;
        writeln!(
            self.objects,
            " Model: {number}, \"Model::{name}\", \"{kind}\" {{\n Properties70: {{\n P: \"Lcl Translation\", \"Lcl Translation\", \"\", \"A\",{x},{y},{z}\n P: \"Lcl Rotation\", \"Lcl Rotation\", \"\", \"A\",{a},{b},{c}\n }}\n }}"
        )
        .expect("text");
        self.connect(number, node.parent.map_or(0, |parent| NODES + parent.index()));
    }

    fn mesh(&mut self, scene: &Scene<'_>) {
        let Some((node, mesh)) = scene.mesh_nodes().next() else { return };
        let [primitive] = scene[mesh].primitives.as_slice() else { panic!("one primitive") };
        assert_eq!(primitive.topology, Topology::Triangles);
        let positions = primitive.positions(scene).expect("positions").flatten().map(|place| place * CENTIMETRES);
        let positions = list(positions);
        let indices = primitive.indices(scene).expect("indices");
        // The complement marks the last corner of a polygon.
        let corners = indices.iter().enumerate().map(|(place, index)| {
            let index = i64::from(*index);
            if place % 3 == 2 { !index } else { index }
        });
        let corners = list(corners);
        writeln!(
            self.objects,
            " Geometry: {MESH}, \"Geometry::\", \"Mesh\" {{\n Vertices: {positions}\n PolygonVertexIndex: {corners}\n }}\n Deformer: {SKIN}, \"Deformer::\", \"Skin\" {{\n Version: 101\n }}"
        )
        .expect("text");
        self.connect(MESH, NODES + node.index());
        self.connect(SKIN, MESH);
        let skin = &scene[scene[node].skin.expect("a skin")];
        let joints = primitive.joints(scene, 0).expect("joints").into_iter().flatten();
        let weights = primitive.weights(scene, 0).expect("weights").into_iter().flatten();
        let mut held: Vec<Vec<(usize, f32)>> = vec![Vec::new(); skin.joints.len()];
        for (vertex, (joints, weights)) in joints.zip(weights).enumerate() {
            for (joint, weight) in joints.into_iter().zip(weights).filter(|(_, weight)| *weight > 0.0) {
                held[joint as usize].push((vertex, weight));
            }
        }
        for (place, vertices) in held.into_iter().enumerate() {
            let (joint, bind) = skin.joint(place).expect("a joint");
            self.cluster((CLUSTERS + place, joint), bind, &vertices);
        }
    }

    fn cluster(&mut self, (number, joint): (usize, Id<Node>), bind: DAffine3, vertices: &[(usize, f32)]) {
        let matrix = |mut matrix: DAffine3| {
            matrix.translation *= f64::from(CENTIMETRES);
            list(DMat4::from(matrix).to_cols_array())
        };
        let (indices, weights) = (list(vertices.iter().map(|own| own.0)), list(vertices.iter().map(|own| own.1)));
        let (bind, link) = (matrix(bind), matrix(bind.inverse()));
        writeln!(
            self.objects,
            " Deformer: {number}, \"SubDeformer::\", \"Cluster\" {{\n Version: 100\n Indexes: {indices}\n Weights: {weights}\n Transform: {bind}\n TransformLink: {link}\n }}"
        )
        .expect("text");
        self.connect(number, SKIN);
        self.connect(NODES + joint.index(), number);
    }

    fn animation(&mut self, scene: &Scene<'_>, id: AnimationId) {
        let end = (f64::from(scene.duration(id).expect("a duration")) * SECOND).round();
        writeln!(
            self.objects,
            " AnimationStack: {STACK}, \"AnimStack::mixamo.com\", \"\" {{\n Properties70: {{\n P: \"LocalStop\", \"KTime\", \"Time\", \"\",{end}\n }}\n }}\n AnimationLayer: {LAYER}, \"AnimLayer::Layer0\", \"\" {{\n }}"
        )
        .expect("text");
        self.connect(LAYER, STACK);
        for (place, channel) in scene[id].channels.iter().enumerate() {
            let times: Vec<f32> = scene[channel.times].to_f32s::<1>().expect("times").into_iter().flatten().collect();
            let (property, values) = match channel.property {
                Property::Translation => ("Lcl Translation", translations(scene, channel.values)),
                Property::Rotation => ("Lcl Rotation", rotations(scene, channel.values)),
                _ => continue,
            };
            self.curves((CURVES + place * 4, channel.node), property, (&times, &values));
        }
    }

    fn curves(&mut self, (number, node): (usize, Id<Node>), property: &str, (times, values): (&[f32], &[[f64; 3]])) {
        writeln!(self.objects, " AnimationCurveNode: {number}, \"AnimCurveNode::\", \"\" {{\n }}").expect("text");
        self.connect(number, LAYER);
        writeln!(self.connections, " C: \"OP\",{number},{}, \"{property}\"", NODES + node.index()).expect("text");
        let keys = list(times.iter().map(|time| (f64::from(*time) * SECOND).round()));
        let count = times.len();
        for (axis, name) in ["d|X", "d|Y", "d|Z"].into_iter().enumerate() {
            let (curve, numbers) = (number + 1 + axis, list(values.iter().map(|value| value[axis])));
            // 4: a line to the next key.
            writeln!(
                self.objects,
                " AnimationCurve: {curve}, \"AnimCurve::\", \"\" {{\n KeyTime: {keys}\n KeyValueFloat: {numbers}\n KeyAttrFlags: *1 {{\n a: 4\n }}\n KeyAttrDataFloat: *4 {{\n a: 0,0,0,0\n }}\n KeyAttrRefCount: *1 {{\n a: {count}\n }}\n }}"
            )
            .expect("text");
            writeln!(self.connections, " C: \"OP\",{curve},{number}, \"{name}\"").expect("text");
        }
    }

    fn finish(self) -> String {
        let axes = "P: \"UpAxis\", \"int\", \"Integer\", \"\",1\n P: \"UpAxisSign\", \"int\", \"Integer\", \"\",1\n P: \"FrontAxis\", \"int\", \"Integer\", \"\",2\n P: \"FrontAxisSign\", \"int\", \"Integer\", \"\",1\n P: \"CoordAxis\", \"int\", \"Integer\", \"\",0\n P: \"CoordAxisSign\", \"int\", \"Integer\", \"\",1\n P: \"UnitScaleFactor\", \"double\", \"Number\", \"\",1.0\n P: \"TimeMode\", \"enum\", \"\", \"\",6";
        format!(
            "; FBX 7.4.0 project file\nFBXHeaderExtension:  {{\n FBXVersion: 7400\n }}\nGlobalSettings:  {{\n Properties70:  {{\n {axes}\n }}\n }}\nObjects:  {{\n{}}}\nConnections:  {{\n{}}}\n",
            self.objects, self.connections
        )
    }
}

fn translations(scene: &Scene<'_>, values: asset_scene::ArrayId) -> Vec<[f64; 3]> {
    let rows = scene[values].to_f32s::<3>().expect("rows").into_iter();
    rows.map(|row| (Vec3::from(row) * CENTIMETRES).as_dvec3().to_array()).collect()
}

fn rotations(scene: &Scene<'_>, values: asset_scene::ArrayId) -> Vec<[f64; 3]> {
    let mut last = None;
    let rows = scene[values].to_f32s::<4>().expect("rows").into_iter();
    let turned = rows.map(|row| {
        let angles = degrees(DQuat::from_vec4(Vec4::from(row).as_dvec4()));
        let angles = last.map_or(angles, |last| near(angles, last));
        last = Some(angles);
        angles
    });
    turned.collect()
}
