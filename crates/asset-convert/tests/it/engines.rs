//! A format of a fourth engine, in one module: a text of triangles. It uses the contract of the formats that the crate knows by itself.

use asset_convert::{ConvertInputs as _, ConvertTo as _};
use asset_formats::{Asset, Beside, Document, Driver, Error, Evidence, Format, Opening, Shows};
use asset_project::Project;
use std::borrow::Cow;

use asset_convert::{ConvertOptions, Input, OutputFormat, Scenes};
use asset_scene::{Array, Attribute, Mesh, Node, Primitive, Scene, Semantic};
use binio::Findings;
use scene_adapter::{CreateOptions, Created, ResourceReader, Role, ShowOptions, Target};

const FORMAT: Format = Format::new("toy-model", "toy model").shows(Shows::Model);
const OUTPUT: OutputFormat =
    OutputFormat::new(FORMAT, "toy").created_from(Scenes::Models).named("toy-model", "toy models");

/// A line `toy`, then a line with the three numbers of each corner.
static TOY: Driver =
    Driver::new(FORMAT, |head, evidence| evidence == Evidence::Identifier && head.begins_with(&[b"toy\n"]), parse)
        .written(&[OUTPUT], &[("toy", OUTPUT)])
        .target(|_, _| Box::new(ToyTarget));

#[derive(Clone, Debug)]
struct ToyModel {
    corners: Vec<[f32; 3]>,
}

#[derive(Debug, thiserror::Error)]
#[error("expected three numbers")]
struct ThreeNumbers;

/// The corner in a line.
fn corner((number, line): (usize, &str)) -> Result<[f32; 3], Error> {
    let numbers: Option<Vec<f32>> = line.split(' ').map(|number| number.parse().ok()).collect();
    let error = || {
        Error::malformed(
            FORMAT,
            binio::Error::<ThreeNumbers>::new(ThreeNumbers, binio::Path::new().item("line", number)),
        )
    };
    numbers.and_then(|numbers| numbers.try_into().ok()).ok_or_else(error)
}

fn parse<'a>(bytes: &'a [u8], _: &Opening<'_>) -> Result<Box<dyn Document + 'a>, Error> {
    let text = String::from_utf8_lossy(bytes);
    let corners: Result<Vec<[f32; 3]>, Error> = text.lines().enumerate().skip(1).map(corner).collect();
    Ok(Box::new(ToyModel { corners: corners? }))
}

impl Document for ToyModel {
    fn format(&self) -> Format {
        FORMAT
    }

    fn variant(&self) -> Cow<'static, str> {
        Cow::Borrowed("text")
    }

    fn validate(&self) -> Findings {
        Findings::new()
    }

    fn to_bytes(&self) -> Result<Vec<u8>, Error> {
        let lines = self.corners.iter().map(|[x, y, z]| format!("{x} {y} {z}\n"));
        Ok(format!("toy\n{}", lines.collect::<String>()).into_bytes())
    }

    fn into_owned(self: Box<Self>) -> Box<dyn Document> {
        self
    }

    fn show<'d>(&'d self, _: Beside) -> Option<Box<dyn scene_adapter::Document<'d> + 'd>> {
        Some(Box::new(self.clone()))
    }
}

impl<'d> scene_adapter::Document<'d> for ToyModel {
    fn role(&self) -> Role {
        Role::Model
    }

    fn to_scene(
        &self,
        name: &str,
        _: &mut ResourceReader<'_>,
        _: &ShowOptions<'_>,
    ) -> Result<(Scene<'d>, Findings), scene_adapter::Error> {
        let mut scene = Scene { name: name.to_owned(), ..Scene::default() };
        let array = scene.arrays.push(Array::from_f32s(self.corners.iter().copied()));
        let attributes = vec![Attribute { semantic: Semantic::Position, array }];
        let primitives = vec![Primitive { attributes, ..Primitive::default() }];
        let mesh = scene.meshes.push(Mesh { primitives, ..Mesh::default() });
        scene.nodes.push(Node { name: name.to_owned(), mesh: Some(mesh), ..Node::default() });
        Ok((scene, Findings::new()))
    }
}

#[derive(Debug)]
struct ToyTarget;

impl Target for ToyTarget {
    fn create(&self, scene: &mut Scene<'_>, options: &CreateOptions<'_>) -> Result<Created, scene_adapter::Error> {
        scene.scale(options.scale);
        let pose = scene.rest_pose()?;
        let mut corners = Vec::new();
        for (node, mesh) in scene.mesh_nodes() {
            for primitive in &scene[mesh].primitives {
                let positions = pose.posed(scene, node, primitive)?.positions;
                let triangles = primitive.triangles(scene)?;
                let places = triangles.flatten().filter_map(|corner| positions.get(corner as usize).copied());
                // Adding 0 turns -0 into 0.
                corners.extend(places.map(|place| place.to_array().map(|number| number + 0.0)));
            }
        }
        let lines = corners.iter().map(|[x, y, z]| format!("{x} {y} {z}\n"));
        let mut created = Created::default();
        created.add(options.output, format!("toy\n{}", lines.collect::<String>()).into_bytes());
        Ok(created)
    }
}

const TRIANGLE: &str = "toy\n0 0 0\n1 0 0\n0 1 0\n";

fn project() -> Project {
    Project::with_drivers([&TOY])
}

/// The file that was asked for.
fn converted(document: &Asset<'_>, output: &str, options: &ConvertOptions) -> Vec<u8> {
    let result = project().convert(&[Input::new("sign", document)], output, options).expect("a conversion");
    result.requested(output).expect("the file").bytes.clone()
}

#[test]
fn a_fourth_engine_goes_to_gltf_and_back() {
    let project = project();
    let toy = project.parse(TRIANGLE.as_bytes(), None).expect("a model");
    assert_eq!((toy.format(), toy.variant().as_ref()), (FORMAT, "text"));
    assert_eq!(toy.to_bytes().expect("bytes"), TRIANGLE.as_bytes());
    let glb = converted(&toy, "sign.glb", &ConvertOptions::default());
    let gltf = project.parse(&glb, None).expect("a glTF");
    assert_eq!(converted(&gltf, "sign.toy", &ConvertOptions::default()), TRIANGLE.as_bytes());
}

#[test]
fn a_fourth_engine_becomes_another_engine_and_comes_from_it() {
    let project = project();
    let toy = project.parse(TRIANGLE.as_bytes(), Some("sign.toy".as_ref())).expect("a model");
    let mdl = converted(&toy, "Models/Sign.mdl", &ConvertOptions::default());
    let model = project.parse(&mdl, None).expect("a model of Urho3D");
    let doubled = converted(&model, "sign.toy", &ConvertOptions::default().scale(2.0).lossy(true));
    assert_eq!(String::from_utf8_lossy(&doubled), "toy\n0 0 0\n2 0 0\n0 2 0\n");
}

#[test]
fn errors_of_a_fourth_engine_name_the_line() {
    let error = project().parse(b"toy\n0 0\n", None).expect_err("a line of two numbers");
    assert_eq!(error.to_string(), "line 1: expected three numbers");
    // Without the engine it is no known format.
    assert!(Asset::parse(TRIANGLE.as_bytes(), None).is_err());
}

#[test]
fn a_file_of_a_project_is_opened_by_path_or_name_and_brings_its_animations() {
    let folder = tempfile::tempdir().expect("a folder");
    let models = folder.path().join("Data/Models");
    std::fs::create_dir_all(&models).expect("a folder");
    for sample in fuzzkit::samples::all() {
        if ["Character.mdl", "Character_Wave.ani"].contains(&sample.name) {
            std::fs::write(models.join(sample.name), &sample.bytes).expect("written");
        }
    }
    let path = models.join("Character.mdl");
    let project = Project::around(&path).expect("a project");
    let created = project.open(&path).expect("a model").to_glb().expect("a glTF");
    let glb = created.requested("Character.glb").expect("the file");
    let Some(gltf) =
        Asset::parse(&glb.bytes, None).expect("a glTF").into_owned().downcast::<asset_formats::GltfDocument>()
    else {
        panic!("a glTF")
    };
    assert_eq!(gltf.scene.animations.len(), 1);
    let named = project.open("Models/Character.mdl").expect("a resource");
    assert_eq!((named.format(), named.path()), (Format::URHO_MDL, path.as_path()));
    assert!(project.open("Models/Missing.mdl").is_err());
}
