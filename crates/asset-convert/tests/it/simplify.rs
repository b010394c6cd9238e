//! Levels of detail by simplification, and meshes in an order for graphics cards.

use std::collections::HashSet;

use asset_convert::{ConvertOptions, Converted, Input, OutputFormat, convert};
use asset_formats::{Asset, Error, Typed};
use asset_scene::{
    Alpha, Animation, Array, Attribute, Channel, Id, Interpolation, Material, Mesh, Node, Primitive, Property, Scene,
    Semantic, Skin, Topology, Transform,
};

/// Squares per side of a hill.
const SIDE: u32 = 24;

/// The corners of a hill over the square from 0 to 1, row after row.
fn corners() -> Vec<[f32; 3]> {
    let rows = (0..=SIDE).flat_map(|x| (0..=SIDE).map(move |z| (x, z)));
    let part = |number: u32| number as f32 / SIDE as f32;
    let height = |x: f32, z: f32| ((x - 0.5).powi(2) + (z - 0.5).powi(2)).mul_add(-2.0, 1.0).max(0.0).sqrt() * 0.3;
    rows.map(|(x, z)| [part(x), height(part(x), part(z)), part(z)]).collect()
}

/// Triangles of the columns of squares from `first` up to `end`.
fn columns(first: u32, end: u32) -> Vec<u32> {
    let corner = |x: u32, z: u32| x * (SIDE + 1) + z;
    let squares = (first..end).flat_map(|x| (0..SIDE).map(move |z| (x, z)));
    let of_square = |(x, z)| [corner(x, z), corner(x, z + 1), corner(x + 1, z)];
    let other = |(x, z)| [corner(x, z + 1), corner(x + 1, z + 1), corner(x + 1, z)];
    squares.flat_map(|square| [of_square(square), other(square)]).flatten().collect()
}

/// A hill of two materials that share a border, on two bones, with a morph target.
fn hill() -> Scene<'static> {
    let mut scene = Scene { name: "Hill".into(), ..Scene::default() };
    let at = corners();
    let columns_of =
        |scene: &mut Scene<'static>, semantic, array| Attribute { semantic, array: scene.arrays.push(array) };
    let joints = at.iter().map(|[x, ..]| [u8::from(*x > 0.5), u8::from(*x <= 0.5), 0, 0]);
    let weights = at.iter().map(|[x, ..]| [0.5 + (x - 0.5).abs(), 0.5 - (x - 0.5).abs(), 0.0, 0.0]);
    let attributes = vec![
        columns_of(&mut scene, Semantic::Position, Array::from_f32s(at.iter().copied())),
        columns_of(&mut scene, Semantic::TexCoord(0), Array::from_f32s(at.iter().map(|[x, _, z]| [*x, *z]))),
        columns_of(&mut scene, Semantic::Joints(0), Array::from_u8x4(joints, false)),
        columns_of(&mut scene, Semantic::Weights(0), Array::from_f32s(weights)),
    ];
    let raised = Array::from_f32s(at.iter().map(|[x, y, _]| [0.0, x * y, 0.0]));
    let targets = vec![vec![columns_of(&mut scene, Semantic::Position, raised)]];
    let primitives = [(0, SIDE / 2, "Grass"), (SIDE / 2, SIDE, "Rock")].map(|(first, end, material)| {
        let indices = Some(scene.arrays.push(Array::from_u32s(columns(first, end))));
        let material = Some(scene.materials.push(Material::named(material)));
        Primitive {
            attributes: attributes.clone(),
            targets: targets.clone(),
            indices,
            material,
            ..Primitive::default()
        }
    });
    let mesh = Mesh {
        name: "Hill".into(),
        morph_names: vec!["Raise".into()],
        primitives: primitives.to_vec(),
        ..Mesh::default()
    };
    let mesh = scene.meshes.push(mesh);
    let joints = ["Left", "Right"].map(|name| scene.nodes.push(Node { name: name.into(), ..Node::default() }));
    let skin = scene.skins.push(Skin { joints: joints.to_vec(), ..Skin::default() });
    scene.nodes.push(Node { name: "Hill".into(), mesh: Some(mesh), skin: Some(skin), ..Node::default() });
    scene
}

fn glb(scene: &Scene<'_>) -> Asset<'static> {
    let (glb, _) = asset_gltf::write_glb(scene, &asset_gltf::WriteOptions::default()).unwrap();
    Asset::parse(&glb, None).unwrap().into_owned()
}

fn converted(asset: &Asset<'_>, name: &str, options: &ConvertOptions) -> Result<Converted, Error> {
    convert(&[Input::new("Hill", asset)], OutputFormat::for_path(name).unwrap(), name, options)
}

/// The file that a conversion makes, opened.
fn made(asset: &Asset<'_>, name: &str, options: &ConvertOptions) -> (Asset<'static>, Vec<String>) {
    let made = converted(asset, name, options).unwrap();
    let asset = Asset::parse(&made.requested(name).unwrap().bytes, Some(name.as_ref())).unwrap().into_owned();
    (asset, made.findings.iter().map(ToString::to_string).collect())
}

fn simplify(shares: &[f32]) -> ConvertOptions {
    ConvertOptions::default().lossy(true).simplify(shares)
}

/// The triangles of the finest mesh and of each level, and the distances of the levels.
fn levels(scene: &Scene<'_>) -> (Vec<usize>, Vec<f32>) {
    let (node, mesh) = scene.mesh_nodes().next().unwrap();
    let count = |mesh: Id<Mesh>| scene[mesh].primitives.iter().map(|part| part.triangles(scene).unwrap().count()).sum();
    let lods = &scene[node].lods;
    let coarser = lods.iter().map(|lod| count(scene[lod.node].mesh.unwrap()));
    let distances = lods.iter().map(|lod| lod.distance.unwrap()).collect();
    (std::iter::once(count(mesh)).chain(coarser).collect(), distances)
}

/// The shown vertices of a primitive: positions, texture coordinates, weights and the morph target, as bits.
fn vertices(scene: &Scene<'_>, primitive: &Primitive) -> HashSet<Vec<u32>> {
    let bits = |row: &[f32]| row.iter().map(|number| number.to_bits()).collect::<Vec<u32>>();
    let positions: Vec<_> = primitive.positions(scene).unwrap().collect();
    let uvs: Vec<_> = primitive.tex_coords(scene, 0).unwrap().unwrap().collect();
    let (joints, weights) =
        (primitive.joints(scene, 0).unwrap().unwrap(), primitive.weights(scene, 0).unwrap().unwrap());
    let weights: Vec<_> = weights.collect();
    let morph: Vec<_> = primitive.morph(scene, 0, &Semantic::Position).unwrap().unwrap().collect();
    let row = |vertex: u32| {
        let at = vertex as usize;
        [bits(&positions[at]), bits(&uvs[at]), joints[at].to_vec(), bits(&weights[at]), bits(&morph[at])].concat()
    };
    primitive.triangles(scene).unwrap().flatten().map(row).collect()
}

#[test]
fn levels_have_vertices_of_the_finest() {
    let hill = glb(&hill());
    let (plain, _) = made(&hill, "Hill.glb", &ConvertOptions::default());
    let (original, _) = plain.to_scene("Hill").unwrap();
    let (simplified, findings) = made(&hill, "Hill.glb", &simplify(&[0.5, 0.2]));
    let (scene, _) = simplified.to_scene("Hill").unwrap();
    let (triangles, distances) = levels(&scene);
    assert_eq!(triangles, [1152, 576, 230]);
    assert!(distances[0] >= 1.0 && distances[1] >= distances[0] * 1.25, "{distances:?}");
    let note =
        findings.iter().find(|finding| finding.contains("1152 triangles, levels of detail of 576 (error 0.")).unwrap();
    assert!(note.contains(" %), 230 (error "), "{note}");
    let (node, mesh) = scene.mesh_nodes().next().unwrap();
    assert_eq!(scene[mesh].primitives.len(), 2);
    for lod in &scene[node].lods {
        let level = &scene[lod.node];
        assert_eq!((level.skin, level.parent, &level.transform), (scene[node].skin, None, &scene[node].transform));
        let coarse = &scene[level.mesh.unwrap()];
        assert_eq!(coarse.morph_names, ["Raise"]);
        for (coarse, fine) in coarse.primitives.iter().zip(&scene[mesh].primitives) {
            assert_eq!(coarse.material, fine.material);
            assert!(
                vertices(&scene, coarse).is_subset(&vertices(&scene, fine)),
                "all columns of a vertex stay together"
            );
            assert!(coarse.attributes == fine.attributes, "levels share the arrays of the finest");
        }
    }
    // The finest level is the same as before.
    let finest = |scene: &Scene<'_>, mesh: Id<Mesh>| -> Vec<HashSet<Vec<u32>>> {
        scene[mesh].primitives.iter().map(|primitive| vertices(scene, primitive)).collect()
    };
    assert!(finest(&scene, mesh) == finest(&original, Id::new(0)));
    let indices = |scene: &Scene<'_>, mesh: Id<Mesh>| -> Vec<Vec<u32>> {
        scene[mesh].primitives.iter().map(|primitive| primitive.indices(scene).unwrap()).collect()
    };
    assert!(indices(&scene, mesh) == indices(&original, Id::new(0)));
}

#[test]
fn borders_of_materials_and_bounds_stay() {
    let (simplified, _) = made(&glb(&hill()), "Hill.glb", &simplify(&[0.5]));
    let (scene, _) = simplified.to_scene("Hill").unwrap();
    let (node, mesh) = scene.mesh_nodes().next().unwrap();
    let coarse = scene[scene[node].lods[0].node].mesh.unwrap();
    let shown = |mesh: Id<Mesh>, part: usize| -> Vec<[f32; 3]> {
        let primitive = &scene[mesh].primitives[part];
        let all: Vec<_> = primitive.positions(&scene).unwrap().collect();
        primitive.triangles(&scene).unwrap().flatten().map(|vertex| all[vertex as usize]).collect()
    };
    let border = |mesh, part| -> HashSet<[u32; 3]> {
        shown(mesh, part).into_iter().filter(|[x, ..]| *x == 0.5).map(|at| at.map(f32::to_bits)).collect()
    };
    assert_eq!(border(mesh, 0).len(), SIDE as usize + 1);
    for part in 0..2 {
        assert_eq!(border(coarse, part), border(mesh, part), "no gap between the materials");
        for axis in 0..3 {
            let ends = |mesh| {
                let numbers = shown(mesh, part).into_iter().map(|at| at[axis]);
                numbers.fold((f32::MAX, f32::MIN), |(least, most), number| (least.min(number), most.max(number)))
            };
            let ((least, most), (fine_least, fine_most)) = (ends(coarse), ends(mesh));
            assert!((least - fine_least).abs() < 0.02 && (most - fine_most).abs() < 0.02, "part {part}, axis {axis}");
        }
    }
}

#[test]
fn engines_get_the_levels() {
    let hill = glb(&hill());
    let (direct, _) = made(&hill, "Hill.glb", &simplify(&[0.5, 0.2]));
    let (scene, _) = direct.to_scene("Hill").unwrap();
    let (triangles, distances) = levels(&scene);
    for name in ["Hill.mdl", "Hill.pmdl"] {
        let (model, _) = made(&hill, name, &simplify(&[0.5, 0.2]));
        let (scene, _) = model.to_scene("Hill").unwrap();
        let mut found = vec![0; 3];
        let mut begins = Vec::new();
        for (node, mesh) in scene.mesh_nodes() {
            let lods = &scene[node].lods;
            assert_eq!(lods.len(), 2, "{name}");
            begins = lods.iter().map(|lod| lod.distance.unwrap()).collect();
            let meshes = std::iter::once(mesh).chain(lods.iter().map(|lod| scene[lod.node].mesh.unwrap()));
            for (count, mesh) in found.iter_mut().zip(meshes) {
                let parts = scene[mesh].primitives.iter();
                *count += parts.map(|part| part.triangles(&scene).unwrap().count()).sum::<usize>();
            }
        }
        assert_eq!(found, triangles, "{name}");
        let near = begins.iter().zip(&distances).all(|(own, wanted)| (own - wanted).abs() < wanted * 1e-4);
        assert!(near, "{name}: {begins:?}, expected {distances:?}");
    }
}

#[test]
fn levels_that_a_gltf_got_are_no_edit_of_its_original() {
    let (model, _) = made(&glb(&hill()), "Hill.mdl", &ConvertOptions::default().lossy(true));
    let (simplified, _) = made(&model, "Hill.glb", &simplify(&[0.4]));
    let (back, findings) = made(&simplified, "Hill.mdl", &ConvertOptions::default().lossy(true));
    testkit::assert_bytes(&back.to_bytes().unwrap(), &model.to_bytes().unwrap());
    assert!(findings.iter().any(|finding| finding.contains("that simplification added")), "{findings:?}");
    // The way to add them.
    let (more, _) = made(&simplified, "Hill.mdl", &simplify(&[0.4]).lossy(true));
    let Typed::UrhoMdl(mdl) = more.typed() else { panic!("a model") };
    assert!(mdl.geometries.iter().all(|geometry| geometry.lods.len() == 2));
}

#[test]
fn meshes_with_levels_keep_them() {
    let (once, _) = made(&glb(&hill()), "Hill.glb", &simplify(&[0.5]));
    let (twice, _) = made(&once, "Hill.glb", &simplify(&[0.1]));
    let (scene, _) = twice.to_scene("Hill").unwrap();
    assert_eq!(levels(&scene).0, [1152, 576]);
}

#[test]
fn levels_grow_with_their_node() {
    let begins = |factor: f32, scale: f32| {
        let mut scene = hill();
        scene.nodes.iter_mut().for_each(|node| node.skin = None);
        scene[Id::<Node>::new(2)].transform = Transform::from_scale(factor);
        let (asset, _) = made(&glb(&scene), "Hill.glb", &simplify(&[0.2]).scale(scale));
        levels(&asset.to_scene("Hill").unwrap().0).1[0]
    };
    let one = begins(1.0, 1.0);
    assert!((begins(3.0, 1.0) - 3.0 * one).abs() < 1e-4 * one);
    assert!((begins(1.0, 2.0) - 2.0 * one).abs() < 1e-4 * one);
}

/// A hill without bones that rises, in an animation.
fn rising() -> Asset<'static> {
    let mut scene = hill();
    scene.nodes.iter_mut().for_each(|node| node.skin = None);
    let times = scene.arrays.push(Array::from_f32s([[0.0], [1.0_f32]]));
    let places = scene.arrays.push(Array::from_f32s([[0.0; 3], [0.0, 5.0_f32, 0.0]]));
    let weights = scene.arrays.push(Array::from_f32s([[0.0], [1.0_f32]]));
    let channels = [(Property::Translation, places), (Property::MorphWeights, weights)].map(|(property, values)| {
        Channel { node: Id::new(2), property, interpolation: Interpolation::Linear, times, values }
    });
    scene.animations.push(Animation { name: "Rise".into(), channels: channels.to_vec(), ..Animation::default() });
    glb(&scene)
}

#[test]
fn levels_move_with_the_finest() {
    let (simplified, _) = made(&rising(), "Hill.glb", &simplify(&[0.5, 0.25]));
    let (scene, _) = simplified.to_scene("Hill").unwrap();
    let (finest, _) = scene.mesh_nodes().next().unwrap();
    let channels = &scene.animations.iter().next().unwrap().channels;
    let of = |node: Id<Node>| {
        let own = channels.iter().filter(|channel| channel.node == node);
        own.map(|channel| (channel.property.to_string(), channel.values)).collect::<HashSet<_>>()
    };
    assert_eq!(of(finest).len(), 2);
    for lod in &scene[finest].lods {
        assert_eq!(of(lod.node), of(finest));
    }
    // An engine moves all levels by the bone of the finest.
    for asset in [rising(), simplified] {
        let (model, _) = made(&asset, "Hill.mdl", &simplify(&[0.5, 0.25]));
        let Typed::UrhoMdl(mdl) = model.typed() else { panic!("a model") };
        assert!(mdl.geometries.iter().all(|geometry| geometry.lods.len() == 3));
        let bones: Vec<String> = mdl.skeleton.bones.iter().map(|bone| bone.name.to_string()).collect();
        assert!(bones.iter().all(|bone| !bone.contains("LOD")), "{bones:?}");
    }
}

/// Hills whose vertices or triangles are changed.
fn changed(change: impl Fn(&mut Vec<[f32; 3]>, &mut Vec<u32>)) -> Scene<'static> {
    let (mut at, mut indices) = (corners(), columns(0, SIDE));
    change(&mut at, &mut indices);
    let mut scene = Scene::default();
    let array = scene.arrays.push(Array::from_f32s(at));
    let indices = Some(scene.arrays.push(Array::from_u32s(indices)));
    let attributes = vec![Attribute { semantic: Semantic::Position, array }];
    let mesh = Mesh { primitives: vec![Primitive { attributes, indices, ..Primitive::default() }], ..Mesh::default() };
    let mesh = scene.meshes.push(mesh);
    scene.nodes.push(Node { name: "Hill".into(), mesh: Some(mesh), ..Node::default() });
    scene
}

#[test]
fn odd_meshes_are_told_and_stay() {
    let kinds = |scene: &Scene<'_>| {
        let made = converted(&glb(scene), "Hill.glb", &simplify(&[0.5])).unwrap();
        let asset = Asset::parse(&made.files.last().unwrap().bytes, None).unwrap().into_owned();
        let (scene, _) = asset.to_scene("Hill").unwrap();
        let count = scene.nodes.iter().map(|node| node.lods.len()).sum::<usize>();
        let kinds: Vec<String> = made.findings.iter().map(|finding| finding.kind.as_str().to_owned()).collect();
        (count, kinds.contains(&"engine-assets/mesh-not-simplified".to_owned()), made.findings)
    };
    let degenerate = changed(|_, indices| indices.fill(7));
    assert_eq!(kinds(&degenerate).0, 0);
    let flat = changed(|at, _| at.fill([1.0; 3]));
    assert_eq!(kinds(&flat).0, 0, "all vertices at one place");
    let single = changed(|_, indices| indices.truncate(3));
    let (count, _, findings) = kinds(&single);
    assert_eq!(count, 0);
    assert!(
        findings.iter().any(|finding| finding.message.contains("no level of detail has fewer triangles than the 1 of"))
    );
    let mut lines = changed(|_, _| ());
    lines[Id::<Mesh>::new(0)].primitives[0].topology = Topology::LineStrip;
    assert_eq!(kinds(&lines).0, 0);
    let huge = changed(|at, _| at.iter_mut().flatten().for_each(|number| *number *= 3e38));
    assert_eq!(kinds(&huge).0, 1, "numbers whose squares are infinite");
    let mut empty = changed(|_, _| ());
    empty[Id::<Mesh>::new(0)].primitives.clear();
    assert_eq!(kinds(&empty).0, 0);
    assert_eq!(kinds(&Scene::default()).0, 0);
}

/// Models of Urho3D may contain any bits.
#[test]
fn positions_that_are_no_numbers_are_told() {
    let (mut model, _) = made(&glb(&hill()), "Hill.mdl", &ConvertOptions::default().lossy(true));
    let Some(mdl) = model.downcast_mut::<urho_mdl::Model<'static>>() else { panic!("a model") };
    let buffer = mdl.vertex_buffers.first_mut().unwrap();
    buffer.data.to_mut()[..4].copy_from_slice(&f32::NAN.to_le_bytes());
    for name in ["Hill.glb", "Hill.pmdl"] {
        let made = converted(&model, name, &simplify(&[0.5]).optimize_meshes(true)).unwrap();
        let messages =
            made.findings.iter().filter(|finding| finding.kind.as_str() == "engine-assets/mesh-not-simplified");
        assert_eq!(messages.count(), 1, "{name}: {:?}", made.findings);
    }
}

#[test]
fn shares_are_above_0_and_descend() {
    let hill = glb(&hill());
    for shares in
        [&[0.0][..], &[1.0], &[1.5], &[-0.5], &[f32::NAN], &[0.5, 0.5], &[0.25, 0.5], &[0.5, 0.25, f32::NAN], &[0.5; 9]]
    {
        for name in ["Hill.glb", "Hill.mdl"] {
            let error = converted(&hill, name, &simplify(shares)).err().unwrap().to_string();
            let expected = "expected at most 8 descending numbers above 0 and below 1 as the shares of triangles for simplify, found ";
            assert!(error.starts_with(expected), "{shares:?}: {error}");
        }
    }
    let refused = |name: &str, options: ConvertOptions| converted(&hill, name, &options).err().unwrap().to_string();
    let error = converted(&hill, "Hill.ani", &simplify(&[0.5])).err();
    assert!(matches!(error, Some(Error::NoEffect(problem)) if problem.option == "simplify"));
    let small = simplify(&[0.5]).max_expanded_bytes(100_000);
    assert!(refused("Hill.glb", small).contains("expected at most"));
}

#[test]
fn meshes_are_optimized() {
    // Every triangle has its own vertices, in an order that jumps.
    let mut scene = changed(|at, indices| {
        let mut corners: Vec<Vec<u32>> = indices.chunks_exact(3).map(<[u32]>::to_vec).collect();
        let count = corners.len();
        corners = (0..count).map(|place| corners[place * 577 % count].clone()).collect();
        *at = corners.concat().iter().map(|index| at[*index as usize]).collect();
        *indices = (0..at.len() as u32).collect();
    });
    let glass = scene.materials.push(Material { alpha: Alpha::Blend, ..Material::default() });
    let options = ConvertOptions::default().optimize_meshes(true);
    for (is_glass, most) in [(false, 0.9), (true, 3.0)] {
        scene[Id::<Mesh>::new(0)].primitives[0].material = is_glass.then_some(glass);
        let (optimized, findings) = made(&glb(&scene), "Hill.glb", &options);
        let (optimized, _) = optimized.to_scene("Hill").unwrap();
        let triangles = |scene: &Scene<'_>| -> Vec<[[u32; 3]; 3]> {
            let primitive = &scene.meshes.iter().next().unwrap().primitives[0];
            let at: Vec<_> = primitive.positions(scene).unwrap().map(|at| at.map(f32::to_bits)).collect();
            let corners = primitive.triangles(scene).unwrap().map(|corners| corners.map(|corner| at[corner as usize]));
            corners.map(|[a, b, c]| [[a, b, c], [b, c, a], [c, a, b]].into_iter().min().unwrap_or_default()).collect()
        };
        let (mut before, mut after) = (triangles(&scene), triangles(&optimized));
        assert_eq!(before == after, is_glass, "transparent triangles keep their order");
        before.sort_unstable();
        after.sort_unstable();
        assert_eq!(before, after, "the same triangles, the same way round");
        let primitive = &optimized.meshes.iter().next().unwrap().primitives[0];
        let (vertices, indices) = (primitive.vertex_count(&optimized), primitive.indices(&optimized).unwrap());
        assert_eq!(vertices, ((SIDE + 1) * (SIDE + 1)) as usize);
        let is_reported = findings.iter().any(|finding| finding.contains("3456 vertices before, 625 after"));
        assert!(is_reported, "{findings:?}");
        let ratio = asset_geometry::cache_miss_ratio(&indices, vertices);
        assert!(ratio < most, "{ratio}");
        let mut first_uses = indices.clone();
        let mut known = HashSet::new();
        first_uses.retain(|index| known.insert(*index));
        assert!(first_uses.windows(2).all(|pair| pair[0] < pair[1]), "vertices in the order of their first use");
    }
}

/// Triangles with vertices of their own, all at the same four positions.
fn crowd(triangles: u32) -> Scene<'static> {
    let places = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0_f32]];
    let at = |corner: u32| places[((corner / 3 + corner % 3) % 4) as usize];
    let mut scene = Scene { name: "Crowd".into(), ..Scene::default() };
    let corners = 0..triangles * 3;
    let positions = scene.arrays.push(Array::from_f32s(corners.clone().map(at)));
    let uvs = scene.arrays.push(Array::from_f32s(corners.map(|corner| [corner as f32, 0.0])));
    let attributes = vec![
        Attribute { semantic: Semantic::Position, array: positions },
        Attribute { semantic: Semantic::TexCoord(0), array: uvs },
    ];
    let primitives = vec![Primitive { attributes, ..Primitive::default() }];
    let mesh = scene.meshes.push(Mesh { name: "Crowd".into(), primitives, ..Mesh::default() });
    scene.nodes.push(Node { name: "Crowd".into(), mesh: Some(mesh), ..Node::default() });
    scene
}

/// The library compares the triangles of a position with each other.
#[test]
fn triangles_at_few_positions_are_not_simplified() {
    let skipped = |triangles: u32| {
        let options = simplify(&[0.5]);
        let made = converted(&glb(&crowd(triangles)), "Crowd.glb", &options).unwrap();
        made.findings.iter().filter(|finding| finding.kind == asset_formats::kinds::MESH_NOT_SIMPLIFIED).count()
    };
    let limit = testkit::hostile::TimeLimit::seconds(20);
    assert_eq!(skipped(20_000), 1);
    limit.check();
    assert_eq!(skipped(500), 0);
}
