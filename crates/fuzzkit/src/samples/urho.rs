//! Samples for Urho3D, except the figure: its materials, its scene, and a script.

use testkit::ByteBuilder;
use urho_asc::{
    Body, Code, DataType, DeclaredFunction, Function, FunctionId, FunctionKind, Module, Origin, ScriptBody, Signature,
    Token, TypeId, UsedFunction, Version,
};
use urho_mdl::Model;

/// The material of the figure.
pub(super) const MATERIAL: &str = r#"<?xml version="1.0"?>
<material>
	<technique name="Techniques/DiffVCol.xml" />
	<texture unit="diffuse" name="Textures/Character.tga" />
	<parameter name="MatDiffColor" value="1 1 1 1" />
	<parameter name="MatSpecColor" value="0 0 0 1" />
</material>
"#;

/// The ground.
pub(super) const GROUND: &str = r#"<?xml version="1.0"?>
<material>
	<technique name="Techniques/NoTexture.xml" />
	<parameter name="MatDiffColor" value="0.3 0.45 0.25 1" />
	<parameter name="MatSpecColor" value="0 0 0 1" />
</material>
"#;

/// The technique that draws the figure.
pub(super) const TECHNIQUE: &str = r#"<?xml version="1.0"?>
<technique vs="LitSolid" ps="LitSolid" vsdefines="VERTEXCOLOR" psdefines="DIFFMAP VERTEXCOLOR">
	<pass name="base" />
	<pass name="litbase" psdefines="AMBIENT" />
	<pass name="light" depthtest="equal" depthwrite="false" blend="add" />
	<pass name="shadow" vs="Shadow" ps="Shadow" psexcludes="DIFFMAP" />
</technique>
"#;

/// The technique that draws the ground.
pub(super) const PLAIN: &str = r#"<?xml version="1.0"?>
<technique vs="LitSolid" ps="LitSolid">
	<pass name="base" />
	<pass name="litbase" psdefines="AMBIENT" />
	<pass name="light" depthtest="equal" depthwrite="false" blend="add" />
	<pass name="shadow" vs="Shadow" ps="Shadow" />
</technique>
"#;

/// The parameters of the texture.
pub(super) const TEXTURE: &str = r#"<?xml version="1.0"?>
<texture>
	<address coord="u" mode="clamp" />
	<address coord="v" mode="clamp" />
	<filter mode="nearest" />
	<mipmap enable="false" />
</texture>
"#;

/// The materials of the geometries in the figure.
pub(super) const LIST: &str = "Materials/Character.xml\nMaterials/Character.xml\n";

/// Two figures on a lawn, a sun, and a lamp that is a prefab.
pub(super) const SCENE: &str = r#"<?xml version="1.0"?>
<scene id="1">
	<attribute name="Name" value="Camp" />
	<component type="Octree" id="1" />
	<node id="2">
		<attribute name="Name" value="Sun" />
		<attribute name="Rotation" value="0.8204 0.4273 -0.3398 0.177" />
		<component type="Light" id="2">
			<attribute name="Light Type" value="Directional" />
			<attribute name="Brightness Multiplier" value="1.2" />
			<attribute name="Cast Shadows" value="true" />
		</component>
	</node>
	<node id="3">
		<attribute name="Name" value="Lawn" />
		<attribute name="Position" value="0 -0.05 0" />
		<attribute name="Scale" value="5 0.1 3" />
		<component type="StaticModel" id="3">
			<attribute name="Model" value="Model;Models/Box.mdl" />
			<attribute name="Material" value="Material;Materials/Ground.xml" />
		</component>
	</node>
	<node id="4">
		<attribute name="Name" value="Ann" />
		<attribute name="Position" value="-1.2 0 0" />
		<component type="AnimatedModel" id="4">
			<attribute name="Model" value="Model;Character.mdl" />
			<attribute name="Material" value="Material;Materials/Character.xml;Materials/Character.xml" />
			<attribute name="Cast Shadows" value="true" />
		</component>
	</node>
	<node id="5">
		<attribute name="Name" value="Ben" />
		<attribute name="Position" value="1 0 0.3" />
		<attribute name="Rotation" value="0.9659 0 -0.2588 0" />
		<component type="AnimatedModel" id="5">
			<attribute name="Model" value="Model;Character.mdl" />
			<attribute name="Material" value="Material;Materials/Character.xml;Materials/Character.xml" />
			<attribute name="Cast Shadows" value="true" />
		</component>
	</node>
</scene>
"#;

/// An animation for rbfx in XML, which opens a gate.
pub(super) const GATE: &str = r#"<animation name="Gate" length="2">
	<variant name="Gate/@/Position" type="Vector3" interpolation="spline" tension="0.5">
		<keyframe time="0" value="0 0 0" />
		<keyframe time="2" value="0 2.5 0" />
	</variant>
	<transform name="Handle" rotation="true">
		<keyframe time="0" rotation="1 0 0 0" />
	</transform>
	<trigger time="2" type="String" value="open" />
</animation>
"#;

/// Smoke that rises and fades.
pub(super) const SMOKE: &str = r#"<?xml version="1.0"?>
<particleeffect>
	<material name="Materials/Ground.xml" />
	<numparticles value="40" />
	<emittertype value="Sphere" />
	<emittersize value="0.5 0.1 0.5" />
	<direction min="-0.2 1 -0.2" max="0.2 1 0.2" />
	<emissionrate min="8" max="10" />
	<particlesize min="0.2 0.2" max="0.4 0.4" />
	<timetolive min="2" max="3" />
	<velocity min="0.5" max="1" />
	<sizedelta mul="1.2" />
	<colorfade color="0.5 0.5 0.5 0" time="0" />
	<colorfade color="0.5 0.5 0.5 0.6" time="0.5" />
	<colorfade color="0.3 0.3 0.3 0" time="3" />
</particleeffect>
"#;

/// A lamp to be used in scenes.
pub(super) const PREFAB: &str = r#"<?xml version="1.0"?>
<node id="1">
	<attribute name="Name" value="Lamp" />
	<component type="StaticModel" id="1">
		<attribute name="Model" value="Model;Models/Box.mdl" />
	</component>
	<node id="2">
		<attribute name="Name" value="Bulb" />
		<attribute name="Position" value="0 1 0" />
		<component type="Light" id="2">
			<attribute name="Light Type" value="Point" />
			<attribute name="Color" value="1 0.9 0.7 1" />
			<attribute name="Range" value="6" />
		</component>
	</node>
</node>
"#;

/// The side of a part in the texture, in pixels. There are three parts in a row, and two rows.
const CELL: usize = 16;

// The colours at the corners of the figure are multiplied by these.
const PLAIN_CLOTH: [u8; 3] = [255, 255, 255];
const STRIPE: [u8; 3] = [120, 140, 190];
const LEATHER: [u8; 3] = [190, 120, 60];
const SLEEVE: [u8; 3] = [65, 145, 255];
const SKIN: [u8; 3] = [255, 250, 245];
const HAIR: [u8; 3] = [130, 90, 50];
const DARK: [u8; 3] = [40, 30, 30];
const LIPS: [u8; 3] = [200, 110, 110];

/// Returns the colour of a part, given how far around and how far along it is. A quarter of the way around is the
/// front.
fn color(part: usize, around: usize, along: usize) -> [u8; 3] {
    let turned = (around + CELL - CELL / 4) % CELL;
    // How far from the front, to either side.
    let aside = turned.min(CELL - 1 - turned);
    match (part, along) {
        (0, 0..2) => LEATHER,
        (0, 9..11) => STRIPE,
        (0, _) => PLAIN_CLOTH,
        (1 | 2, 0..6) => SLEEVE,
        (3 | 4, 0..14) => PLAIN_CLOTH,
        (3 | 4, _) => LEATHER,
        (5, 12..) => HAIR,
        (5, 4..) if aside > 3 => HAIR,
        (5, 8) if aside == 1 => DARK,
        (5, 4) if aside == 0 => LIPS,
        _ => SKIN,
    }
}

/// Creates the texture of the figure. This is a TGA, in the simplest form.
pub(super) fn texture() -> Vec<u8> {
    let (width, height) = (3 * CELL, 2 * CELL);
    let mut file = vec![0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, width as u8, 0, height as u8, 0, 24, 0x20];
    for y in 0..height {
        for x in 0..width {
            let [red, green, blue] = color(y / CELL * 3 + x / CELL, x % CELL, y % CELL);
            file.extend([blue, green, red]);
        }
    }
    file
}

/// Creates a cube around the origin. Its sides are a metre long. Seen from outside, it is clockwise.
pub(super) fn cube() -> Vec<u8> {
    let (mut positions, mut normals, mut indices) = (Vec::new(), Vec::new(), Vec::new());
    for axis in 0..3 {
        for side in [-1.0_f32, 1.0] {
            let first = positions.len() as u32;
            for [u, v] in [[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5_f32]] {
                let mut position = [0.0; 3];
                let mut normal = [0.0; 3];
                normal[axis] = side;
                // Two of three axes in their order turn left where the third comes towards us; the engine's axes are left-handed.
                position[axis] = side * 0.5;
                position[(axis + 1) % 3] = u * side;
                position[(axis + 2) % 3] = v;
                positions.push(position);
                normals.push(normal);
            }
            indices.extend([0, 1, 2, 0, 2, 3].map(|corner| first + corner));
        }
    }
    let model = Model::builder().positions(&positions).normals(&normals).indices(&indices).build();
    model.and_then(|model| model.to_bytes()).expect("the sample can be encoded")
}

/// Creates a script with an empty `void Start()`, in the version of Urho3D after 1.9. The engine has to provide `Print`.
pub(super) fn script() -> Vec<u8> {
    const VOID: Token = Token(80);
    const RET: [u8; 2] = [10, 0];
    let signature = |name: &'static str, kind: u8| Signature {
        name: name.into(),
        return_type: TypeId(0),
        kind: FunctionKind(kind),
        ..Signature::default()
    };
    let code = Code { instruction_count: 1, bytecode: RET.to_vec().into(), ..Code::default() };
    let body = Body::Script(ScriptBody { code: Some(Box::new(code)), ..ScriptBody::default() });
    let mut module = Module::new(Version::As2_36, true);
    module.data_types.push(DataType { token: VOID, ..DataType::default() });
    module.functions.push(Function::Declared(Box::new(DeclaredFunction { signature: signature("Start", 1), body })));
    module.script_functions.push(Some(FunctionId(0)));
    module.global_functions.push(Some(FunctionId(0)));
    module.used_functions.push(UsedFunction::Declared(Origin::Application, Box::new(signature("Print", 0))));
    module.strings.push("Hello".into());
    module.to_bytes().expect("the sample can be encoded")
}

/// Creates a grey TGA. The letters of a ZED font and their texture use this form too.
pub(super) fn tga_grey(width: u8, height: u8, pixel: impl Fn(u8, u8) -> u8) -> Vec<u8> {
    let head = ByteBuilder::new().raw(&[0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, width, 0, height, 0, 32, 0x08]);
    // The bottom line comes first.
    let pixels = (0..height).rev().flat_map(|y| (0..width).map(move |x| (x, y)));
    let pixels: Vec<u8> = pixels.flat_map(|(x, y)| [255, 255, 255, pixel(x, y)]).collect();
    head.raw(&pixels).build()
}
