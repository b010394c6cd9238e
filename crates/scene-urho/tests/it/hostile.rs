//! Models that ask for more than they hold, and skeletons that are none.

use asset_scene::glam::{Quat, Vec3};
use asset_scene::{Array, Id, Scene};
use urho_mdl::{
    Bone, Bytes, Collision, Declaration, Element, ElementMask, ElementType, Geometry, IndexBuffer, Lod, Model, Morph,
    MorphBuffer, Name, Primitive, Range, Semantic, Skeleton, Version, VertexBuffer,
};

fn bone(name: &str, parent: u32) -> Bone<'static> {
    Bone {
        name: Name::from(name.to_owned()),
        parent,
        position: Vec3::ZERO,
        rotation: Quat::IDENTITY,
        scale: Vec3::ONE,
        offset_matrix: [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0],
        collision: Collision::default(),
    }
}

fn vertices(count: u32, more: &[Element]) -> VertexBuffer<'static> {
    let mut list = vec![Element::new(ElementType::VECTOR3, Semantic::POSITION, 0)];
    list.extend(more);
    let declaration = Declaration::List(list);
    let data = vec![0; declaration.stride() * count as usize].into();
    VertexBuffer { vertex_count: count, declaration, morph_range: Range::default(), data }
}

fn indices(count: u32) -> IndexBuffer<'static> {
    IndexBuffer { index_count: count, index_size: 2, data: vec![0; count as usize * 2].into() }
}

fn lod(draw: Range) -> Lod {
    Lod { distance: 0.0, primitive: Primitive::TRIANGLE_LIST, vertex_buffer: 0, index_buffer: 0, draw }
}

fn model(vertices: VertexBuffer<'static>, indices: IndexBuffer<'static>, geometries: Vec<Geometry>) -> Model<'static> {
    let mut model = Model::builder().positions(&[[0.0; 3]; 3]).indices(&[0, 1, 2]).build().unwrap().into_owned();
    model.version = Version::Umd3(2);
    model.vertex_buffers = vec![vertices];
    model.index_buffers = vec![indices];
    model.geometries = geometries;
    model.tail.centers.clear();
    model
}

/// Bytes that the arrays of a scene and its references take, roughly.
fn weight(scene: &Scene<'_>) -> usize {
    let arrays = scene.arrays.iter().map(|array: &Array<'_>| match &array.data {
        asset_scene::Data::Dense(data) => data.len(),
        asset_scene::Data::Sparse { rows, values } => rows.len() * 4 + values.len(),
    });
    let primitives = scene.meshes.iter().flat_map(|mesh| &mesh.primitives);
    arrays.sum::<usize>() + primitives.map(|one| 64 * (1 + one.attributes.len() + one.targets.len())).sum::<usize>()
}

/// Sound, of a size that fits the model's, and the way back is open; or refused, if the finest level alone is too large.
fn is_bearable(model: &Model<'_>) -> bool {
    let bytes = model.to_bytes().unwrap();
    let (scene, findings) = match scene_urho::to_scene(model, "model", &Default::default()) {
        Ok(shown) => shown,
        Err(error) => {
            assert!(error.path().to_string().starts_with("LOD 0"), "{error}");
            return true;
        }
    };
    scene.check().unwrap();
    assert!(weight(&scene) <= (1 << 26) + (1 << 20) + 20 * bytes.len(), "{} of {}", weight(&scene), bytes.len());
    match scene_urho::update(model, &scene, &Default::default()) {
        Ok(updated) => assert_eq!(updated.model.to_bytes().unwrap(), bytes),
        // A small model can draw its vertices any number of times.
        Err(error) => {
            assert!(["expected at most", "more than"].iter().any(|why| error.to_string().contains(why)), "{error}");
        }
    }
    findings.iter().any(|finding| finding.message.contains("left out"))
}

#[test]
fn levels_that_draw_everything_again_are_within_the_budget() {
    let draws = (0..4000).map(|start| lod(Range { start, count: 90_000 }));
    let geometry = Geometry { bone_mapping: Vec::new(), lods: draws.collect() };
    assert!(is_bearable(&model(vertices(3, &[]), indices(100_000), vec![geometry])));
}

#[test]
fn many_geometries_and_many_levels() {
    let one = || lod(Range { start: 0, count: 3 });
    let fine = Geometry { bone_mapping: Vec::new(), lods: (0..3000).map(|_| one()).collect() };
    let coarse = Geometry { bone_mapping: Vec::new(), lods: vec![one()] };
    let mut geometries = vec![fine];
    geometries.extend((0..3000).map(|_| coarse.clone()));
    geometries.extend((0..30_000).map(|_| Geometry::default()));
    assert!(is_bearable(&model(vertices(3, &[]), indices(3), geometries)));
}

#[test]
fn a_mapping_for_each_geometry() {
    let blending = [
        Element::new(ElementType::UBYTE4_NORM, Semantic::BLENDWEIGHTS, 0),
        Element::new(ElementType::UBYTE4, Semantic::BLENDINDICES, 0),
    ];
    let geometry = |number: u32| Geometry {
        bone_mapping: vec![number % 70, number / 70],
        lods: vec![lod(Range { start: 0, count: 3 })],
    };
    let mut model = model(vertices(60_000, &blending), indices(3), (0..4000).map(geometry).collect());
    model.skeleton = Skeleton { bones: (0..70).map(|number| bone(&format!("bone {number}"), 0)).collect() };
    assert!(is_bearable(&model));
}

#[test]
fn more_bones_than_vertices_can_number_are_refused() {
    let mut model = model(vertices(3, &[]), indices(3), Vec::new());
    model.skeleton = Skeleton { bones: (0..65_536).map(|number| bone(&number.to_string(), 0)).collect() };
    assert!(scene_urho::to_scene(&model, "model", &Default::default()).is_ok());
    model.skeleton.bones.push(bone("one more", 0));
    let error = scene_urho::to_scene(&model, "model", &Default::default()).unwrap_err().to_string();
    assert!(error.starts_with("skeleton: expected at most 65536 bones"), "{error}");
}

#[test]
fn more_elements_than_anyone_has() {
    let kinds = (0..60_000_u32)
        .map(|number| Element::new(ElementType::FLOAT, Semantic((number % 7) as u8), (number / 7 % 256) as u8));
    let elements: Vec<Element> = kinds.collect();
    let geometry = Geometry { bone_mapping: Vec::new(), lods: vec![lod(Range { start: 0, count: 3 })] };
    assert!(!is_bearable(&model(vertices(1, &elements), indices(3), vec![geometry])));
}

#[test]
fn morphs_of_everything() {
    let buffer =
        |vertex_buffer| MorphBuffer { vertex_buffer, mask: ElementMask(1), vertex_count: 0, data: Bytes::EMPTY };
    let morph = |number: u32| Morph {
        name: Name::from(number.to_string()),
        weight: Some(f32::NAN),
        buffers: vec![buffer(0), buffer(number)],
    };
    let geometry = Geometry { bone_mapping: Vec::new(), lods: vec![lod(Range { start: 0, count: 3 })] };
    let mut model = model(vertices(3, &[]), indices(3), (0..2000).map(|_| geometry.clone()).collect());
    model.morphs = (0..2000).map(morph).collect();
    assert!(is_bearable(&model));
}

#[test]
fn bones_without_a_sound_parent_are_roots() {
    let mut model = model(vertices(0, &[]), indices(0), Vec::new());
    let parents = [("root", 0), ("other root", 1), ("stray", 77), ("chicken", 4), ("egg", 3), ("child", 4)];
    model.skeleton = Skeleton { bones: parents.iter().map(|(name, parent)| bone(name, *parent)).collect() };
    assert!(!is_bearable(&model));
    let (scene, findings) = scene_urho::to_scene(&model, "model", &Default::default()).unwrap();
    let found: Vec<_> = scene.nodes.iter().map(|node| node.parent.map(Id::index)).collect();
    assert_eq!(found, [Some(6), Some(6), Some(6), Some(6), Some(6), Some(4), None], "one node above all roots");
    let said: Vec<String> = findings.iter().map(|finding| finding.path.to_string()).collect();
    assert_eq!(said, ["bone 2", "bone 3", "bone 4"]);
}

#[test]
fn what_cant_be_drawn_is_told_and_kept() {
    let draw = Range { start: 0, count: 3 };
    let bad = [
        Lod { vertex_buffer: 9, ..lod(draw) },
        Lod { index_buffer: 9, ..lod(draw) },
        Lod { primitive: Primitive(6), ..lod(draw) },
        lod(Range { start: 2, count: 3 }),
        lod(Range { start: 0, count: 2 }),
        lod(Range { start: u32::MAX, count: u32::MAX }),
    ];
    let mut geometries: Vec<Geometry> =
        bad.into_iter().map(|lod| Geometry { bone_mapping: Vec::new(), lods: vec![lod] }).collect();
    let model_of = |geometries| model(vertices(1, &[]), indices(4), geometries);
    let all = model_of(geometries.clone());
    let (scene, findings) = scene_urho::to_scene(&all, "model", &Default::default()).unwrap();
    assert!(scene.meshes.is_empty());
    assert_eq!(findings.len(), geometries.len());
    geometries.truncate(1);
    let mut outside = model_of(vec![Geometry { bone_mapping: Vec::new(), lods: vec![lod(draw)] }]);
    outside.index_buffers[0].data.to_mut()[2] = 1;
    assert_eq!(
        scene_urho::to_scene(&outside, "model", &Default::default()).unwrap().1.len(),
        1,
        "an index beyond the vertices"
    );
    for model in [model_of(geometries), outside] {
        assert!(!is_bearable(&model));
    }
}
