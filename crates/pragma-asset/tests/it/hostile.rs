//! Invalid input: errors with path, and effects in the engine.

use pragma_asset::binio::{Fault, FindingKind, Findings, Severity};
use pragma_asset::glam::Vec3;
use pragma_asset::{Encoding, ErrorKind, Limits, Map, Material, MeshData, Model, NavMesh, Pose, kinds};
use testkit::hostile::{truncations, with_small_stack, with_words};

fn budget() -> pragma_asset::Budget {
    Limits::default().budget()
}

fn text_of(kind: &str, data: &str) -> String {
    format!("$string assetType \"{kind}\" $uint32 assetVersion 1 assetData {{ {data} }}")
}

fn model(data: &str) -> Model<'static> {
    Model::parse(text_of("PMDL", data).as_bytes()).unwrap_or_else(|error| panic!("{error}")).into_owned()
}

#[test]
fn assets_of_another_kind_are_refused() {
    let bytes = Model::empty(Encoding::Binary).to_bytes().unwrap();
    let error = Map::parse(&bytes).unwrap_err();
    assert_eq!(error.kind(), &ErrorKind::WrongAsset { expected: "PMAP", found: "PMDL".into() });
    assert_eq!(error.offset(), Some(0));
    // Models must have a type, materials need not.
    assert!(matches!(Model::parse(b"").unwrap_err().kind(), ErrorKind::WrongAsset { expected: "PMDL", .. }));
    assert!(Material::parse(b"").is_ok());
    let newer = text_of("PMDL", "").replace("assetVersion 1", "assetVersion 9");
    let newer = Model::parse(newer.as_bytes()).unwrap();
    assert_eq!(newer.validate().iter().filter(|finding| finding.kind == pragma_asset::kinds::VERSION_NEWER).count(), 1);
}

#[test]
fn cut_anywhere() {
    let mesh = MeshData { positions: vec![Vec3::X; 3], indices: vec![0, 1, 2], ..MeshData::default() };
    let model = Model::builder().material("a").mesh("reference", mesh).bone("b", None, Pose::IDENTITY).build().unwrap();
    let bytes = model.to_bytes().unwrap();
    let mut cuts = 0;
    for cut in truncations(&bytes).filter(|cut| cut.starts_with(b"UDMB")) {
        cuts += 1;
        let error = Model::parse(cut).unwrap_err();
        assert!(error.offset().is_some_and(|offset| offset <= cut.len() as u64), "{error}");
        assert!(matches!(error.kind(), ErrorKind::Document(_)), "{error}");
    }
    assert_eq!(cuts, bytes.len() - b"UDMB".len());
    for word in [0, 1, 0x7fff_ffff, u32::MAX] {
        with_words(&bytes, word).step_by(3).for_each(|(_, changed)| (fuzzkit::pragma::TARGET.body)(&changed));
    }
}

/// A sub mesh of the data.
fn mesh(data: &str) -> Model<'static> {
    model(&format!(
        "meshGroups {{ reference {{ $uint32 index 0 $array meshes [element;1][{{ $array subMeshes [element;1][{{ $string assetType \"PMESH\" \
         $uint32 assetVersion 1 assetData {{ {data} }} }}] }}] }} }}"
    ))
}

#[test]
fn arrays_of_the_wrong_type() {
    let model = mesh(
        "$array vertices [float;1][1] $array indices [float;1][1] $array vertexWeights [vec4;1][[1,0,0,0]] uvSets { $array u [vec3;1][[1,0,0]] }",
    );
    let mesh = &model.meshes()[0];
    let mut budget = budget();
    let errors = [
        (mesh.vertices(&mut budget).err(), "vertices"),
        (mesh.indices(&mut budget).err(), "indices"),
        (mesh.weights(&mut budget).err(), "vertexWeights"),
        (mesh.uv_set("u", &mut budget).err(), "uvSets > u"),
    ];
    for (error, part) in errors {
        let error = error.expect("of the wrong type");
        assert!(matches!(error.kind(), ErrorKind::WrongType { .. }), "{error}");
        assert_eq!(error.path().to_string(), format!("meshGroups > reference > meshes 0 > subMeshes 0 > {part}"));
    }
}

/// The declared size of a compressed array is bounded by its bytes and by the budget.
#[test]
fn bombs() {
    let mesh = MeshData { positions: vec![Vec3::ZERO; 4000], ..MeshData::default() };
    let model = Model::builder().material("a").mesh("reference", mesh).build().unwrap();
    let limits = Limits::default().max_expanded_bytes(1000);
    let error = model.meshes()[0].vertices(&mut limits.budget()).unwrap_err();
    assert_eq!(error.kind(), &ErrorKind::from(Fault::Limit("expanded bytes")));
    for duration in ["1e30", "nan", "-5", "3.4e38"] {
        let model = self::model(&format!(
            "animations {{ a {{ $string assetType \"PANI\" $uint32 assetVersion 1 assetData {{ $uint8 fps 255 $float duration {duration} \
             $array nodes [element;1][{{ $string type \"bone\" $array set [uint16;1][0] }}] $array channels [element;1][{{ $uint16 node 0 \
             $string property \"position\" $array times [float;1][0] $array values [vec3;1][[1,0,0]] }}] }} }} }}"
        ));
        let frames = model.animation("a").unwrap().frames(None, &mut budget());
        match frames {
            Ok(frames) => assert!(frames.is_empty(), "{duration}"),
            Err(error) => assert_eq!(error.kind(), &ErrorKind::from(Fault::Limit("expanded bytes"))),
        }
    }
}

#[test]
fn deep_skeletons_need_no_stack() {
    with_small_stack(|| {
        let mut builder = Model::builder();
        for bone in 0..61_usize {
            builder = builder.bone(&format!("b{bone}"), bone.checked_sub(1), Pose::IDENTITY);
        }
        let deepest = builder.clone().build().unwrap();
        let bytes = deepest.to_bytes().unwrap();
        let read = Model::parse(&bytes).unwrap();
        let skeleton = read.skeleton().unwrap();
        assert_eq!((skeleton.len(), skeleton.hierarchy.depth(60)), (61, Some(60)));
        let deeper = builder.bone("b61", Some(60), Pose::IDENTITY).build().unwrap_err();
        assert_eq!(deeper.kind(), &ErrorKind::Contradiction("bones nest deeper than a document can"));
    });
}

#[test]
fn what_cant_be_built() {
    let triangle = MeshData { positions: vec![Vec3::ZERO; 3], indices: vec![0, 1, 2], ..MeshData::default() };
    let contradicts = |builder: pragma_asset::ModelBuilder| {
        let error = builder.build().unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::Contradiction(_)), "{error}");
    };
    let with = |mesh: MeshData| Model::builder().material("a").mesh("reference", mesh);
    contradicts(with(MeshData { indices: vec![3], ..triangle.clone() }));
    contradicts(with(MeshData { normals: vec![Vec3::Z; 2], ..triangle.clone() }));
    contradicts(with(MeshData { bones: vec![[0, -1, -1, -1]; 3], ..triangle.clone() }));
    contradicts(with(MeshData {
        bones: vec![[1, -1, -1, -1]; 3],
        weights: vec![[1.0, 0.0, 0.0, 0.0]; 3],
        ..triangle.clone()
    }));
    contradicts(with(MeshData { uv_sets: vec![("lightmap".into(), Vec::new())], ..triangle.clone() }));
    contradicts(with(MeshData { material_index: 1, ..triangle.clone() }));
    contradicts(Model::builder().bone("a", Some(1), Pose::IDENTITY).bone("b", Some(0), Pose::IDENTITY));
    contradicts(Model::builder().bone("a", Some(0), Pose::IDENTITY));
    contradicts(Model::builder().bone("a", Some(7), Pose::IDENTITY));
    let twice = Model::builder().bone("a", None, Pose::IDENTITY).bone("a", None, Pose::IDENTITY).build().unwrap_err();
    assert_eq!(twice.kind(), &ErrorKind::Taken("a".into()));
    assert!(with(triangle).build().is_ok());
}

#[test]
fn broken_trees() {
    let tree = |data: &str| {
        let tree =
            format!("bsp {{ tree {{ $string assetType \"PBSP\" $uint32 assetVersion 1 assetData {{ {data} }} }} }}");
        Map::parse(text_of("PMAP", &tree).as_bytes()).unwrap().into_owned()
    };
    let missing = tree("$uint64 numNodes 1");
    assert_eq!(missing.bsp().unwrap().nodes(&mut budget()).unwrap_err().kind(), &ErrorKind::Missing("nodes"));
    let short = tree(
        "$uint64 numNodes 1 $blob nodes [AAAA] $uint64 numClusters 18446744073709551615 $blob clusterVisibility [AAAA]",
    );
    let bsp = short.bsp().unwrap();
    assert_eq!(bsp.nodes(&mut budget()).unwrap_err().kind(), &ErrorKind::Contradiction("not 123 bytes for each node"));
    assert_eq!(
        bsp.visibility(&mut budget()).unwrap_err().kind(),
        &ErrorKind::Contradiction("not a bit for each two clusters")
    );
    assert_eq!(short.validate().iter().filter(|finding| finding.severity == Severity::Error).count(), 2);
    let list = Map::parse(text_of("PMAP", "bsp { $blob clusterMeshIndexData [AgAAAAEAAAA=] }").as_bytes())
        .unwrap()
        .into_owned();
    assert_eq!(list.cluster_meshes(&mut budget()).unwrap_err().kind(), &ErrorKind::Contradiction("a list ends early"));
}

#[test]
fn navigation_meshes_that_lie() {
    let nav = text_of(
        "PNAV",
        "polyMesh { $int32 numPolys 2147483647 $int32 maxVertsPerPoly 2147483647 $int32 numAllocatedPolys -1 $array polyNeighborData [uint16;1][1] }",
    );
    let at = nav.find("$int32 numPolys").unwrap() as u64;
    let nav = NavMesh::parse(nav.as_bytes()).unwrap();
    let error = nav.poly_mesh().polygons(&mut budget()).unwrap_err();
    assert_eq!(error.kind(), &ErrorKind::Contradiction("fewer polygons than said"));
    assert_eq!(nav.poly_mesh().flags(&mut budget()).unwrap_err().kind(), &ErrorKind::Missing("flags"));
    let findings = nav.validate();
    let polygons = findings.iter().find(|finding| finding.path.to_string() == "polyMesh > numPolys");
    assert_eq!(polygons.and_then(|finding| finding.offset), Some(at), "{findings:?}");
}

/// Returns how many findings there are of a kind about a part.
fn count(findings: &Findings, kind: &FindingKind, path: &str) -> usize {
    findings.iter().filter(|finding| finding.kind == kind && finding.path.to_string() == path).count()
}

/// One finding each, with its kind and its path.
#[test]
fn findings() {
    let skeleton = r#"skeleton { $string assetType "PSKEL" $uint32 assetVersion 1 assetData { bones { a { $uint32 index 0 } } } }"#;
    let animation = |data: &str| {
        format!(
            "{skeleton} animations {{ x {{ $uint32 index 0 $string assetType \"PANI\" $uint32 assetVersion 1 assetData {{ $float duration 1 {data} }} }} }}"
        )
    };
    let channel = |data: &str| {
        animation(&format!(
            "$array nodes [element;1][{{ $string type \"bone\" $array set [uint16;1][0] }}] $array channels [element;1][{{ {data} }}]"
        ))
    };
    let cases: &[(String, (&FindingKind, &str))] = &[
        (skeleton.replace("index 0", "index 1"), (kinds::BONE_NUMBERS, "skeleton")),
        (skeleton.replace("PSKEL", "PANI"), (kinds::WRONG_TYPE, "skeleton")),
        (skeleton.replace("assetVersion 1", "assetVersion 0"), (kinds::VERSION_ZERO, "skeleton")),
        (
            format!("{skeleton} $array baseMeshGroups [uint32;1][0]"),
            (kinds::REFERENCE_OUT_OF_BOUNDS, "baseMeshGroups 0"),
        ),
        (
            format!("{skeleton} $array skins [element;1][{{ $array materials [uint32;1][2] }}]"),
            (kinds::REFERENCE_OUT_OF_BOUNDS, "skins 0 > materials 0"),
        ),
        (
            format!("{skeleton} $array attachments [element;1][{{ $uint32 bone 5 }}]"),
            (kinds::REFERENCE_OUT_OF_BOUNDS, "attachments 0 > bone"),
        ),
        (
            format!("{skeleton} $array hitboxes [element;1][{{ $string hitGroup \"Nose\" }}]"),
            (kinds::HIT_GROUP_UNKNOWN, "hitboxes 0"),
        ),
        (
            format!("{skeleton} $array joints [element;1][{{ $uint16 childBone 9 }}]"),
            (kinds::REFERENCE_OUT_OF_BOUNDS, "joints 0 > childBone"),
        ),
        (
            format!("{skeleton} $array objectAttachments [element;1][{{ $int32 attachment 0 }}]"),
            (kinds::REFERENCE_OUT_OF_BOUNDS, "objectAttachments 0"),
        ),
        (
            format!(
                "{skeleton} $array lods [element;1][{{ $array meshGroupReplacements [element;1][{{ $uint32 source 3 }}] }}]"
            ),
            (kinds::REFERENCE_OUT_OF_BOUNDS, "lods 0 > meshGroupReplacements 0 > source"),
        ),
        (format!("{skeleton} $array ikControllers [element;1][{{}}]"), (kinds::IK_CONTROLLERS, "ikControllers")),
        (
            format!("{skeleton} flexes {{ f {{ $uint32 morphTargetAnimation 4 }} }}"),
            (kinds::REFERENCE_OUT_OF_BOUNDS, "flexes > f"),
        ),
        (format!("{skeleton} phonemes {{ p {{ $float q 1 }} }}"), (kinds::FLEX_CONTROLLER_MISSING, "phonemes > p")),
        (
            animation("$array nodes [element;1][{ $string type \"bone\" $array set [uint16;1][8] }]"),
            (kinds::REFERENCE_OUT_OF_BOUNDS, "animations > x > nodes 0"),
        ),
        (
            animation("blendController { $uint32 controller 0 }"),
            (kinds::REFERENCE_OUT_OF_BOUNDS, "animations > x > blendController"),
        ),
        (animation("$array events [element;1][{ $float time 5 }]"), (kinds::EVENT_TIME, "animations > x > events 0")),
        (
            channel("$uint16 node 7 $string property \"position\" $array times [float;0][] $array values [vec3;0][]"),
            (kinds::REFERENCE_OUT_OF_BOUNDS, "animations > x > channels 0 > node"),
        ),
        (
            channel("$string property \"position\" $array times [float;1][0] $array values [quat;1][[1,0,0,0]]"),
            (kinds::WRONG_VALUE_TYPE, "animations > x > channels 0"),
        ),
        (
            channel("$string property \"position\" $array times [float;1][0] $array values [vec3;0][]"),
            (kinds::KEY_COUNT, "animations > x > channels 0"),
        ),
        (
            channel(
                "$string property \"position\" $array times [float;2][1,0] $array values [vec3;2][[0,0,0],[0,0,0]]",
            ),
            (kinds::TIMES_NOT_ASCENDING, "animations > x > channels 0"),
        ),
        (
            channel("$string property \"position\" $array times [float;1][3] $array values [vec3;1][[0,0,0]]"),
            (kinds::KEY_OUTSIDE, "animations > x > channels 0"),
        ),
    ];
    for (data, (kind, path)) in cases {
        let findings = model(data).validate();
        assert_eq!(count(&findings, kind, path), 1, "{kind:?} {path}: {findings:?}");
    }
    let vertices = "$array vertices [vec3;2][[0,0,0],[nan,0,0]]";
    let meshes: &[(String, (&FindingKind, &str))] = &[
        (format!("{vertices} $array indices [uint16;3][0,1,2]"), (kinds::INDEX_OUT_OF_BOUNDS, "indices")),
        (format!("{vertices} $array indices [uint16;2][0,1]"), (kinds::INCOMPLETE_PRIMITIVE, "indices")),
        (vertices.into(), (kinds::POSITION_NOT_FINITE, "vertices > vertex 1")),
        (format!("{vertices} uvSets {{ $array u [vec2;1][[0,0]] }}"), (kinds::VERTEX_COUNT, "uvSets > u")),
        (format!("{vertices} $uint8 alphaCount 1"), (kinds::ALPHAS, "alphas")),
        (format!("{vertices} $string geometryType \"Quads\""), (kinds::GEOMETRY_TYPE_UNKNOWN, "")),
        (
            "$array vertices [vec3;1][[0,0,0]] $arrayLz4 vertexWeights [struct<vec4i:id,vec4:w>;1][[[3,-1,-1,-1],[1,0,0,0]]]".into(),
            (kinds::REFERENCE_OUT_OF_BOUNDS, "vertexWeights > vertex 0"),
        ),
        (
            "$array vertices [vec3;1][[0,0,0]] $arrayLz4 vertexWeights [struct<vec4i:id,vec4:w>;1][[[0,-1,-1,-1],[0.5,0,0,0]]]".into(),
            (kinds::WEIGHTS_SUM, "vertexWeights > vertex 0"),
        ),
    ];
    for (data, (kind, below)) in meshes {
        let findings = mesh(data).validate();
        let below = if below.is_empty() { String::new() } else { format!(" > {below}") };
        let path = format!("meshGroups > reference > meshes 0 > subMeshes 0{below}");
        assert_eq!(count(&findings, kind, &path), 1, "{kind:?} {path}: {findings:?}");
    }
}

/// 400 000 numbers take two kilobytes in a packed array.
#[test]
fn many_base_mesh_groups_are_one_finding() {
    let mut model = Model::empty(Encoding::Binary);
    model.set_base_mesh_groups(&vec![u32::MAX; 400_000]);
    let findings = model.validate();
    let about: Vec<String> =
        findings.iter().map(ToString::to_string).filter(|one| one.contains("baseMeshGroups")).collect();
    let [only] = &about[..] else { panic!("{} findings", about.len()) };
    assert!(only.contains("baseMeshGroups 0: 4294967295 of 0: no such mesh group; 399999 more"), "{only}");
    model.set_base_mesh_groups(&[7]);
    let findings = model.validate();
    assert!(findings.iter().any(|one| one.message == "7 of 0: no such mesh group"), "{findings:?}");
}
