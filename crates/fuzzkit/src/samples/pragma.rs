//! Samples for Pragma, except the crate.

use asset_geometry::glam::{Quat, Vec3};
use pragma_asset::{Encoding, Map, Material, Pose};

/// Two triangles that an agent can walk on.
pub(super) const NAVMESH: &str = r#"$string assetType "PNAV"
$uint32 assetVersion 1
assetData
{
	config
	{
		$float walkableRadius 16
		$int32 minRegionSize 8
		$string partitionType "Watershed"
	}
	polyMesh
	{
		$float cellSize 4
		$float cellHeight 4
		$int32 maxVertsPerPoly 3
		$int32 numAllocatedPolys 2
		$int32 numPolys 2
		bounds
		{
			$vec3 min [-200,0,-200]
			$vec3 max [200,40,200]
		}
		$arrayLz4 vertices [struct<uint16:x,uint16:y,uint16:z>;4][[0,0,0],[100,0,0],[100,0,100],[0,0,100]]
		$arrayLz4 flags [uint16;2][1,1]
		$arrayLz4 regions [uint16;2][1,1]
		$arrayLz4 areas [uint8;2][63,63]
		$arrayLz4 polyNeighborData [uint16;12][0,2,1,65535,65535,65535,0,3,2,65535,65535,65535]
	}
	polyMeshDetail
	{
		$arrayLz4 vertices [vec3;4][[-200,0,-200],[200,0,-200],[200,0,200],[-200,0,200]]
		$arrayLz4 triangles [struct<uint8:vertA,uint8:vertB,uint8:vertC,uint8:flags>;2][[0,2,1,5],[0,2,1,5]]
		$arrayLz4 meshes [struct<uint32:baseVertIndex,uint32:vertCount,uint32:baseTriIndex,uint32:triCount>;2][[0,3,0,1],[1,3,1,1]]
	}
}
"#;

/// Smoke.
pub(super) const PARTICLES: &str = r#"particleSystemDefinitions
{
	smoke
	{
		$string assetType "PPTSYS"
		$uint32 assetVersion 1
		assetData
		{
			keyValues
			{
				$string material "particles/smoke"
				$string maxparticles "32"
			}
			$array initializers [element;1][
				{
					$string name "lifetime_random"
					keyValues
					{
						$string lifetime_min "1"
						$string lifetime_max "2"
					}
				}
			]
			$array operators [element;0][]
		}
	}
}
"#;

/// A door that slides open and then shuts.
pub(super) const ANIMATION: &str = r#"$string assetType "PANIMA"
$uint32 assetVersion 1
assetData
{
	$float duration 2
	$string flags "LoopBit"
	$float speedFactor 1
	$array channels [element;1][
		{
			$string interpolation "Linear"
			$string targetPath "ec/transform/position"
			$array times [float;3][0,1,2]
			$array values [vec3;3][[0,0,0],[40,0,0],[0,0,0]]
		}
	]
}
"#;

/// Creates the material of the crate.
pub(super) fn material() -> Vec<u8> {
    let mut material = Material::of_shader("pbr");
    let mut set = |name: &str, number: f32| material.set_property(name, number).expect("it has a shader");
    set("roughness_factor", 0.8);
    set("metalness_factor", 0.0);
    let brown = udm::Fixed::from_f32s(udm::Type::VEC3, &[0.5, 0.32, 0.16]).expect("three numbers");
    material.set_property("color_factor", udm::Value::from(brown)).expect("it has a shader");
    material.set_encoding(Encoding::Text);
    material.to_bytes().expect("the sample can be encoded")
}

/// Creates a yard with three crates and a lamp.
pub(super) fn map() -> Vec<u8> {
    let mut map = Map::empty(Encoding::Binary);
    // Half a turn of 30 degrees about Y, as sine and cosine.
    let turned = Quat::from_xyzw(0.0, 0.258_819_04, 0.0, 0.965_925_8);
    let places =
        [(Vec3::ZERO, Quat::IDENTITY), (Vec3::new(60.0, 0.0, 10.0), turned), (Vec3::new(4.0, 40.0, 2.0), turned)];
    for (origin, rotation) in places {
        let mut entity = map.push_entity("prop_dynamic");
        entity.set_key_value("model", "samples/crate");
        entity.set_pose(&Pose { origin, rotation, scale: Vec3::ONE });
    }
    let mut lamp = map.push_entity("env_light_point");
    lamp.set_pose(&Pose::at(Vec3::new(20.0, 120.0, 60.0)));
    lamp.set_key_value("light_color", "255 240 220 255");
    map.to_bytes().expect("the sample can be encoded")
}
