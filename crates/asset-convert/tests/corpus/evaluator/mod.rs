//! Independent evaluator of the node and model transforms of Urho3D scenes: matrix rows, quaternions by their formula, left-handed until the last
//! step, which mirrors.

use std::collections::HashMap;

use asset_scene::{Id, LightKind, Node, Scene, Transform};

use urho_scene::{Kind, Variant};

/// A placed object: its description, and three rows of four numbers.
pub(crate) type Placed = (String, [f64; 12]);

type Matrix = [[f64; 4]; 4];

const NOWHERE: Matrix = [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 1.0]];

fn product(a: &Matrix, b: &Matrix) -> Matrix {
    std::array::from_fn(|row| std::array::from_fn(|column| (0..4).map(|k| a[row][k] * b[k][column]).sum()))
}

/// The matrix of a place, a rotation `w x y z` and a scale.
fn matrix(place: [f64; 3], [w, x, y, z]: [f64; 4], scale: [f64; 3]) -> Matrix {
    let length = (w * w + x * x + y * y + z * z).sqrt();
    let [w, x, y, z] = [w / length, x / length, y / length, z / length];
    let turn = [
        [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - w * z), 2.0 * (x * z + w * y)],
        [2.0 * (x * y + w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - w * x)],
        [2.0 * (x * z - w * y), 2.0 * (y * z + w * x), 1.0 - 2.0 * (x * x + y * y)],
    ];
    let mut created = NOWHERE;
    for row in 0..3 {
        for column in 0..3 {
            created[row][column] = turn[row][column] * scale[column];
        }
        created[row][3] = place[row];
    }
    created
}

fn rows(matrix: &Matrix) -> [f64; 12] {
    std::array::from_fn(|cell| matrix[cell / 4][cell % 4])
}

/// Converts a left-handed matrix to the space of glTF: changes the sign of all products of x with another axis.
fn mirrored(matrix: &Matrix) -> Matrix {
    std::array::from_fn(|row| {
        std::array::from_fn(
            |column| if (row == 0) == (column == 0) { matrix[row][column] } else { -matrix[row][column] },
        )
    })
}

fn stem(name: &str) -> String {
    let file = name.rsplit('/').next().unwrap_or(name);
    file.rsplit_once('.').map_or(file, |(stem, _)| stem).to_owned()
}

fn wide<const N: usize>(numbers: [f32; N]) -> [f64; N] {
    numbers.map(f64::from)
}

/// The world matrix of each node of a file.
pub(crate) fn worlds(file: &urho_scene::Scene<'_>) -> Vec<[[f64; 4]; 4]> {
    let mut worlds: Vec<Matrix> = Vec::new();
    for (index, node) in file.nodes.iter().enumerate() {
        let rotation = match node
            .attributes
            .get("Rotation")
            .and_then(|value| value.variant().and_then(Variant::floats).map(<[f32]>::to_vec))
        {
            Some(numbers) if numbers.len() == 4 => [numbers[0], numbers[1], numbers[2], numbers[3]],
            _ => [1.0, 0.0, 0.0, 0.0],
        };
        // The pose of a scene's root node has no visible effect.
        let is_scene = index == 0 && (file.kind == Kind::Scene || file.engine == urho_scene::Engine::Rbfx);
        let own = matrix(wide(node.position().to_array()), wide(rotation), wide(node.scale().to_array()));
        let own = if is_scene { NOWHERE } else { own };
        worlds.push(node.parent.map_or(own, |parent| product(&worlds[parent as usize], &own)));
    }
    worlds
}

/// Returns every placed object of a file in glTF space: nodes by their names, static models by theirs, lights, cameras.
pub(crate) fn of_file(file: &urho_scene::Scene<'_>, exists: &dyn Fn(&str) -> bool) -> Vec<Placed> {
    let worlds = worlds(file);
    let ids: HashMap<u32, usize> = file.nodes.iter().enumerate().rev().map(|(at, node)| (node.id, at)).collect();
    let mut placed = Vec::new();
    for (index, (node, world)) in file.nodes.iter().zip(&worlds).enumerate() {
        let is_scene = index == 0 && (file.kind == Kind::Scene || file.engine == urho_scene::Engine::Rbfx);
        if !is_scene {
            placed.push((format!("node {}", node.name().to_text()), rows(&mirrored(world))));
        }
        for component in &node.components {
            let is_on = node.is_enabled() && component.get("Is Enabled").and_then(|on| on.as_bool()).unwrap_or(true);
            let class = component.class.name.to_text().into_owned();
            let model = match component.get("Model") {
                Some(Variant::ResourceRef(reference)) => reference.name.to_text().into_owned(),
                _ => String::new(),
            };
            if !is_on {
                continue;
            }
            match class.as_str() {
                "StaticModel" if exists(&model) => {
                    placed.push((format!("model {}", stem(&model)), rows(&mirrored(world))));
                }
                "StaticModelGroup" if exists(&model) => {
                    let Some(Variant::VariantVector(items)) = component.get("Instance Nodes") else { continue };
                    for item in items.iter().skip(1) {
                        let Variant::Int(id) = item else { continue };
                        let Some(at) = ids.get(&(*id as u32)) else { continue };
                        if file.nodes[*at].is_enabled() {
                            placed.push((format!("model {}", stem(&model)), rows(&mirrored(&worlds[*at]))));
                        }
                    }
                }
                "Light" => {
                    let kind = match component.get("Light Type") {
                        Some(Variant::Int(kind)) => kind,
                        _ => 2,
                    };
                    let kind = ["directional", "spot", "point"][kind as usize];
                    placed.push((format!("light {kind}"), rows(&looking(world, kind != "point"))));
                }
                "Camera" => placed.push(("camera".to_owned(), rows(&looking(world, true)))),
                _ => {}
            }
        }
    }
    placed
}

/// Returns the matrix of an object that faces +Z in the engine and −Z in glTF: its x and z axes are reversed.
fn looking(world: &Matrix, turns: bool) -> Matrix {
    let mut created = mirrored(world);
    if turns {
        for row in created.iter_mut().take(3) {
            row[0] = -row[0];
            row[2] = -row[2];
        }
    }
    created
}

/// Returns every placed object of a glTF scene, with one entry for a node and one for each object that it shows.
pub(crate) fn of_glb(scene: &Scene<'_>) -> Vec<Placed> {
    let mut placed = Vec::new();
    let coarse = scene.lod_nodes();
    for (id, node) in scene.nodes.enumerate() {
        if coarse[id] {
            continue;
        }
        let world = world(scene, id);
        let created =
            node.source.as_ref().and_then(|source| source.layout.get("made")).and_then(|created| created.as_str());
        if created.is_none() {
            placed.push((
                format!("node {}", binio::Name::from(asset_scene::unescape_name(&node.name)).to_text()),
                rows(&world),
            ));
        }
        let mesh = node.mesh.filter(|_| node.skin.is_none()).and_then(|mesh| scene.meshes.get(mesh));
        if let Some(mesh) = mesh {
            placed.push((format!("model {}", mesh.name), rows(&world)));
        }
        if let Some(light) = node.light.and_then(|light| scene.lights.get(light)) {
            let kind = match light.kind {
                LightKind::Directional => "directional",
                LightKind::Point => "point",
                LightKind::Spot { .. } => "spot",
            };
            placed.push((format!("light {kind}"), rows(&world)));
        }
        if node.camera.is_some() {
            placed.push(("camera".to_owned(), rows(&world)));
        }
    }
    placed
}

fn world(scene: &Scene<'_>, node: Id<Node>) -> Matrix {
    let own = match scene[node].transform {
        Transform::Trs { translation, rotation: [x, y, z, w], scale } => {
            matrix(wide(translation), wide([w, x, y, z]), wide(scale))
        }
        Transform::Matrix(columns) => {
            std::array::from_fn(|row| std::array::from_fn(|column| f64::from(columns[column * 4 + row])))
        }
    };
    scene[node].parent.map_or(own, |parent| product(&world(scene, parent), &own))
}

/// Checks that two lists contain the same objects in the same places, in any order. Models of bones or terrains that only one list contains are
/// ignored: `expected` decides.
pub(crate) fn compare(expected: &[Placed], found: &[Placed], tolerance: f64) -> Result<(), String> {
    let group = |all: &[Placed]| {
        let mut groups: HashMap<String, Vec<[f64; 12]>> = HashMap::new();
        for (name, place) in all {
            groups.entry(name.clone()).or_default().push(*place);
        }
        groups
    };
    let (expected, mut found) = (group(expected), group(found));
    for (name, places) in expected {
        let there = found.remove(&name).unwrap_or_default();
        if places.len() != there.len() {
            return Err(format!("{name}: expected {}, found {}", places.len(), there.len()));
        }
        let mut left = there;
        for place in places {
            let size = place.iter().fold(1.0_f64, |size, number| size.max(number.abs()));
            let is_it = |other: &[f64; 12]| other.iter().zip(&place).all(|(a, b)| (a - b).abs() <= tolerance * size);
            match left.iter().position(is_it) {
                Some(at) => drop(left.swap_remove(at)),
                None => return Err(format!("{name}: expected one at {place:?}, found them at {left:?}")),
            }
        }
    }
    match found.keys().find(|name| name.starts_with("node ") || name.starts_with("light ") || *name == "camera") {
        Some(name) => Err(format!("{name} is too many")),
        None => Ok(()),
    }
}
