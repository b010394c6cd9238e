//! Samples of formats that only need a few lines.

use asset_geometry::glam::{Quat, Vec2, Vec3};
use pragma_asset::{MeshData, Model, Pose};
use urho_ani::{Animation, Track, TrackData, Version};
use urho_pak::{Builder, Encoding};
use urho_shader::{D3d9, Shader, Stage, TextureUnit};
use zed_asset::{MeshBuilder, ModelBuilder};

/// Creates an animation that raises and lowers the right arm of the character once, in two seconds.
pub(super) fn animation() -> Vec<u8> {
    // Half a right angle about Z, as sine and cosine of half of it.
    let (sine, cosine) = (0.382_683_43, 0.923_879_5);
    let data = TrackData {
        times: vec![0.0, 1.0, 2.0],
        positions: None,
        rotations: Some(vec![Quat::IDENTITY, Quat::from_xyzw(0.0, 0.0, sine, cosine), Quat::IDENTITY]),
        scales: None,
    };
    let track = Track::from_data("Arm.R", &data).expect("as many rotations as times");
    let mut animation = Animation::new(Version::Uani, "Character_Wave", 2.0);
    animation.tracks.push(track);
    animation.to_bytes().expect("the sample can be encoded")
}

/// Creates a package without compression, because the compressed bytes could change with the library.
pub(super) fn package(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut builder = Builder::new(Encoding::Upak);
    for (name, bytes) in files {
        builder.add(*name, *bytes).expect("a good name");
    }
    builder.to_bytes().expect("the sample can be encoded")
}

/// Creates a pixel shader that returns the diffuse texture: `dcl_texcoord0 v0.xy`, `dcl_2d s0`, `texld oC0, v0, s0`.
pub(super) fn shader() -> Vec<u8> {
    let words: [u32; 12] = [
        0xffff_0300,
        0x0200_001f,
        0x8000_0005,
        0x9003_0000,
        0x0200_001f,
        0x9000_0000,
        0xa00f_0800,
        0x0300_0042,
        0x800f_0800,
        0x90e4_0000,
        0xa0e4_0800,
        0x0000_ffff,
    ];
    let compiled: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let body = D3d9::new(&compiled).unit(TextureUnit::of_engine(0));
    Shader::new(Stage::PIXEL, 3, body).to_bytes().expect("the sample can be encoded")
}

/// Creates a document for a room that contains a lamp.
pub(super) fn document() -> udm::Document<'static> {
    let mut document = udm::Document::new("ROOM", 1);
    let mut set = |path: &str, value: udm::Value<'static>| {
        document.insert(path, value).expect("a good path");
    };
    set("name", "Study".into());
    set("lit", true.into());
    set("height", 2.5_f32.into());
    set("lamp", udm::Value::Element(udm::Element::default()));
    set("lamp/color", "warm white".into());
    set("lamp/watts", 7_u16.into());
    document
}

/// Creates a tile from two triangles.
pub(super) fn tile() -> Vec<u8> {
    let corners = [Vec3::ZERO, Vec3::X, Vec3::new(1.0, 0.0, -1.0), Vec3::NEG_Z];
    let mesh = MeshBuilder::new(&corners).normals(&[Vec3::Y; 4]).triangles(&[0, 1, 2, 0, 2, 3]).material(1);
    let model = ModelBuilder::new("Tile").mesh(mesh).build().expect("a sound mesh");
    model.to_bytes().expect("the sample can be encoded")
}

/// Creates a crate that stands on the ground. Its sides are a metre long, which is 40 units.
pub(super) fn crate_model() -> Vec<u8> {
    const HALF: f32 = 20.0;
    let mut mesh = MeshData { name: "crate".into(), ..MeshData::default() };
    for (normal, right) in [
        (Vec3::X, Vec3::NEG_Z),
        (Vec3::NEG_X, Vec3::Z),
        (Vec3::Y, Vec3::X),
        (Vec3::NEG_Y, Vec3::X),
        (Vec3::Z, Vec3::X),
        (Vec3::NEG_Z, Vec3::NEG_X),
    ] {
        let up = normal.cross(right);
        let first = mesh.positions.len() as u32;
        for (x, y) in [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)] {
            mesh.positions.push((normal + right * x + up * y) * HALF + Vec3::Y * HALF);
            mesh.normals.push(normal);
            mesh.tangents.push(right.extend(-1.0));
            mesh.uvs.push(Vec2::new((x + 1.0) / 2.0, (1.0 - y) / 2.0));
        }
        mesh.indices.extend([0, 1, 2, 0, 2, 3].map(|corner| first + corner));
    }
    let builder = Model::builder().material_path("samples/").material("crate").mesh("reference", mesh);
    let model = builder.bone("root", None, Pose::IDENTITY).mass(20.0).build().expect("a sound mesh");
    model.to_bytes().expect("the sample can be encoded")
}
