//! The scene of the fox: an island with trees and rocks, a sun, a lamp, and the air between them.

use std::fmt::Write as _;

use asset_geometry::glam::Vec3;
use urho_mdl::Model;

use super::surface::{Mesh, Solid, ellipsoid, join, smooth, taper};

/// The material to use for everything that has vertex colours.
pub(super) const MATERIAL: &str = r#"<?xml version="1.0"?>
<material>
	<technique name="Techniques/NoTextureVCol.xml" />
	<parameter name="MatDiffColor" value="1 1 1 1" />
</material>
"#;

/// The technique that draws it.
pub(super) const TECHNIQUE: &str = r#"<?xml version="1.0"?>
<technique vs="LitSolid" ps="LitSolid" vsdefines="VERTEXCOLOR" psdefines="VERTEXCOLOR">
	<pass name="base" />
	<pass name="litbase" psdefines="AMBIENT" />
	<pass name="light" depthtest="equal" depthwrite="false" blend="add" />
	<pass name="shadow" vs="Shadow" ps="Shadow" />
</technique>
"#;

/// Creates a model without bones from a solid and its colours.
fn painted(solid: &impl Solid, bounds: [Vec3; 2], cell: f32, color: impl Fn(Vec3, Vec3) -> Vec3) -> Vec<u8> {
    let mesh = Mesh::of(solid, bounds, cell);
    let places = mesh.positions.iter().zip(&mesh.normals);
    let colors: Vec<[u8; 4]> = places
        .map(|(place, normal)| {
            let [red, green, blue] = color(*place, *normal).to_array().map(|light| light as u8);
            [red, green, blue, 255]
        })
        .collect();
    let builder = Model::builder().positions(&mesh.positions).normals(&mesh.normals).colors(0, &colors);
    let model = builder.indices(&mesh.indices).build();
    model.and_then(|model| model.to_bytes()).expect("the sample can be encoded")
}

/// Creates an island that floats. It has a lawn at the top and rock below.
pub(super) fn island() -> Vec<u8> {
    let solid = |at: Vec3| {
        let lump = |x: f32, y: f32, z: f32, r: f32| (at - Vec3::new(x, y, z)).length() - r;
        let rock = join(ellipsoid(at, Vec3::ZERO, Vec3::new(2.5, 1.1, 2.1)), lump(-1.2, -0.6, 0.4, 0.9), 0.5);
        let rock = join(rock, lump(0.9, -0.7, -0.3, 0.9), 0.5);
        // A lawn that is a little higher at the back.
        rock.max(at.y - 0.1 * smooth(-0.4, -1.8, at.z))
    };
    painted(&solid, [Vec3::new(-2.8, -1.9, -2.4), Vec3::new(2.8, 0.4, 2.4)], 0.19, |place, normal| {
        let lawn = Vec3::new(112.0, 160.0, 66.0) + Vec3::splat(14.0) * smooth(-1.5, 1.5, place.x);
        let rock = Vec3::new(126.0, 104.0, 84.0) + Vec3::splat(26.0) * smooth(-1.6, -0.2, place.y);
        rock + (lawn - rock) * smooth(0.35, 0.75, normal.y) * smooth(-0.2, -0.1, place.y)
    })
}

/// Creates a tree with needles.
pub(super) fn pine() -> Vec<u8> {
    let solid = |at: Vec3| {
        let trunk = taper(at, [Vec3::ZERO, Vec3::Y * 0.6], [0.085, 0.06]);
        let skirt = |low: f32, high: f32, wide: f32| {
            taper(at, [Vec3::Y * low, Vec3::Y * high], [wide, 0.02]).max((low - at.y) * 0.8)
        };
        join(trunk, skirt(0.4, 1.1, 0.44).min(skirt(0.8, 1.45, 0.34)).min(skirt(1.18, 1.8, 0.24)), 0.03)
    };
    painted(&solid, [Vec3::new(-0.55, -0.1, -0.55), Vec3::new(0.55, 1.9, 0.55)], 0.075, |place, normal| {
        let needles = Vec3::new(46.0, 104.0, 62.0) + Vec3::new(30.0, 44.0, 10.0) * smooth(-0.2, 0.9, normal.y);
        let bark = Vec3::new(104.0, 74.0, 52.0);
        bark + (needles - bark) * smooth(0.34, 0.42, place.y)
    })
}

/// Creates a stone with flat sides.
pub(super) fn stone() -> Vec<u8> {
    let sides = [(0.8, 0.5, 0.3, 0.26), (-0.7, 0.6, 0.4, 0.24), (0.1, 0.9, -0.4, 0.2), (-0.3, 0.4, -0.86, 0.25)];
    let solid = |at: Vec3| {
        let round = ellipsoid(at, Vec3::ZERO, Vec3::new(0.36, 0.3, 0.32));
        sides.iter().fold(round, |near, (x, y, z, far)| near.max(at.dot(Vec3::new(*x, *y, *z)) - far))
    };
    painted(&solid, [Vec3::splat(-0.42), Vec3::splat(0.42)], 0.062, |_, normal| {
        Vec3::new(128.0, 130.0, 136.0) + Vec3::splat(34.0) * smooth(-0.2, 0.9, normal.y)
    })
}

/// The objects on the island: the model, the position, the rotation about the vertical (given as the sine and cosine of
/// half the angle), and the size.
const THINGS: [(&str, [f32; 3], [f32; 2], f32); 9] = [
    ("Pine", [-1.35, 0.0, -0.75], [0.0, 1.0], 1.0),
    ("Pine", [-0.62, 0.03, -1.3], [0.6, 0.8], 0.78),
    ("Pine", [1.3, 0.03, -0.95], [0.8, 0.6], 1.12),
    ("Pine", [1.75, 0.0, -0.05], [0.28, 0.96], 0.7),
    ("Stone", [-1.2, 0.05, 0.62], [0.6, 0.8], 0.9),
    ("Stone", [-1.55, 0.0, 0.2], [0.8, 0.6], 0.55),
    ("Stone", [1.1, 0.02, 0.75], [0.96, 0.28], 0.6),
    ("Stone", [0.35, 0.05, -1.35], [0.28, 0.96], 1.1),
    ("Island", [0.0, 0.0, 0.0], [0.0, 1.0], 1.0),
];

/// Components that are not models: the air, the sun, and a lamp between the trees.
const LIGHTS: &str = r#"	<node id="2">
		<attribute name="Name" value="Air" />
		<component type="Zone" id="2">
			<attribute name="Bounding Box Min" value="-50 -50 -50" />
			<attribute name="Bounding Box Max" value="50 50 50" />
			<attribute name="Ambient Color" value="0.32 0.36 0.4 1" />
			<attribute name="Fog Color" value="0.72 0.83 0.94 1" />
			<attribute name="Fog Start" value="20" />
			<attribute name="Fog End" value="60" />
		</component>
	</node>
	<node id="3">
		<attribute name="Name" value="Sun" />
		<attribute name="Rotation" value="0.8204 0.4273 -0.3398 0.177" />
		<component type="Light" id="3">
			<attribute name="Light Type" value="Directional" />
			<attribute name="Color" value="1 0.95 0.85 1" />
			<attribute name="Brightness Multiplier" value="0.8" />
			<attribute name="Cast Shadows" value="true" />
		</component>
	</node>
	<node id="4">
		<attribute name="Name" value="Fox" />
		<attribute name="Position" value="0.1 0 0.25" />
		<attribute name="Rotation" value="0.9806 0 0.1961 0" />
		<attribute name="Scale" value="1.25 1.25 1.25" />
		<component type="AnimatedModel" id="4">
			<attribute name="Model" value="Model;Models/Fox.mdl" />
			<attribute name="Material" value="Material;Materials/Fox.xml;Materials/Fox.xml" />
			<attribute name="Cast Shadows" value="true" />
		</component>
	</node>
"#;

pub(super) fn scene() -> Vec<u8> {
    let mut text = String::from(
        "<?xml version=\"1.0\"?>\n<scene id=\"1\">\n\t<attribute name=\"Name\" value=\"Clearing\" />\n\t<component type=\"Octree\" id=\"1\" />\n",
    );
    text.push_str(LIGHTS);
    for (id, (model, [x, y, z], [sine, cosine], size)) in (5..).zip(THINGS) {
        let lines = [
            ("Name", model.to_owned()),
            ("Position", format!("{x} {y} {z}")),
            ("Rotation", format!("{cosine} 0 {sine} 0")),
            ("Scale", format!("{size} {size} {size}")),
        ];
        let _ = writeln!(text, "\t<node id=\"{id}\">");
        for (name, value) in lines {
            let _ = writeln!(text, "\t\t<attribute name=\"{name}\" value=\"{value}\" />");
        }
        let _ = writeln!(text, "\t\t<component type=\"StaticModel\" id=\"{id}\">");
        let _ = writeln!(text, "\t\t\t<attribute name=\"Model\" value=\"Model;Models/{model}.mdl\" />");
        let _ = writeln!(text, "\t\t\t<attribute name=\"Material\" value=\"Material;Materials/Painted.xml\" />");
        let _ = writeln!(text, "\t\t\t<attribute name=\"Cast Shadows\" value=\"true\" />\n\t\t</component>\n\t</node>");
    }
    text.push_str("</scene>\n");
    text.into_bytes()
}
