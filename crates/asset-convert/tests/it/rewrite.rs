//! Models and animations that are changed and keep their format.

use asset_convert::{Center, ConvertOptions, Input, Motion, OutputFormat, Tangents, UpAxis, convert};
use asset_formats::{Asset, Error, kinds};
use asset_scene::glam::Vec3;
use urho_ani::{Animation, Channels, Track, TrackData, Transform};
use urho_mdl::Model;

fn sample(name: &str) -> Vec<u8> {
    let all = fuzzkit::samples::all();
    all.into_iter().find(|sample| sample.name == name).expect("a sample").bytes
}

fn rewritten(bytes: &[u8], output: &str, options: &ConvertOptions) -> Result<Vec<u8>, Error> {
    let asset = Asset::parse(bytes, Some(output.as_ref()))?;
    let mut made = convert(&[Input::new("a", &asset)], OutputFormat::for_path(output)?, output, options)?;
    Ok(made.files.pop().expect("the file that was asked for").bytes)
}

fn positions(model: &Model<'_>) -> Vec<Vec3> {
    model.vertex_buffers.iter().flat_map(|buffer| buffer.positions().expect("positions").to_vec()).collect()
}

#[test]
fn a_scaled_model_differs_in_lengths_only() {
    let bytes = sample("Character.mdl");
    let before = Model::parse(&bytes).unwrap();
    let scaled = rewritten(&bytes, "Character.mdl", &ConvertOptions::default().scale(0.5)).unwrap();
    let after = Model::parse(&scaled).unwrap();
    assert_eq!(positions(&after), positions(&before).into_iter().map(|point| point * 0.5).collect::<Vec<_>>());
    assert_eq!(scaled.len(), bytes.len());
    assert_eq!(after.index_buffers, before.index_buffers);
    let radii = |model: &Model<'_>| model.skeleton.bones.iter().map(|bone| bone.collision.radius).collect::<Vec<_>>();
    assert!(radii(&before).iter().any(Option::is_some), "the sample has shapes of bones");
    assert_eq!(radii(&after), radii(&before).into_iter().map(|radius| radius.map(|r| r * 0.5)).collect::<Vec<_>>());
    // Twice as large again, it is the model of before.
    let back = rewritten(&scaled, "Character.mdl", &ConvertOptions::default().scale(2.0)).unwrap();
    assert_eq!(back, bytes);
}

#[test]
fn a_model_can_be_turned_and_stood_on_the_ground() {
    let bytes = sample("Character.mdl");
    let before = positions(&Model::parse(&bytes).unwrap());
    let up = rewritten(&bytes, "Character.mdl", &ConvertOptions::default().up(UpAxis::Z)).unwrap();
    for (is, was) in positions(&Model::parse(&up).unwrap()).into_iter().zip(&before) {
        assert!(is.abs_diff_eq(Vec3::new(was.x, was.z, -was.y), 1e-5), "{is} was {was}");
    }
    let turned = rewritten(&bytes, "Character.mdl", &ConvertOptions::default().turn(true)).unwrap();
    for (is, was) in positions(&Model::parse(&turned).unwrap()).into_iter().zip(&before) {
        assert!(is.abs_diff_eq(Vec3::new(-was.x, was.y, -was.z), 1e-5), "{is} was {was}");
    }
    let centered = rewritten(&bytes, "Character.mdl", &ConvertOptions::default().center(Center::Bottom)).unwrap();
    let bounds = Model::parse(&centered).unwrap().computed_bounds().expect("vertices");
    let middle = bounds.center().expect("a box");
    assert!(bounds.min.y.abs() < 1e-5 && middle.x.abs() < 1e-5 && middle.z.abs() < 1e-5, "{bounds:?}");
    let middle = rewritten(&bytes, "Character.mdl", &ConvertOptions::default().center(Center::Middle)).unwrap();
    let bounds = Model::parse(&middle).unwrap().computed_bounds().expect("vertices");
    assert!(bounds.center().expect("a box").length() < 1e-5, "{bounds:?}");
}

#[test]
fn animations_that_no_longer_fit_are_told() {
    let told = |bytes: &[u8], options: &ConvertOptions| -> usize {
        let asset = Asset::parse(bytes, None).unwrap();
        let made = convert(&[Input::new("a", &asset)], OutputFormat::MDL, "a.mdl", options).unwrap();
        made.findings.iter().filter(|one| one.kind == kinds::ANIMATIONS_OUTDATED).count()
    };
    let character = sample("Character.mdl");
    let both = ConvertOptions::default().scale(2.0).turn(true);
    assert_eq!((told(&character, &both), told(&character, &ConvertOptions::default().scale(2.0))), (2, 1));
    assert_eq!(told(&character, &ConvertOptions::default()), 0);
    let corners = [[0.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]];
    let still = Model::builder().positions(&corners).indices(&[0, 1, 2]).build().unwrap().to_bytes().unwrap();
    assert_eq!(told(&still, &both), 0);
}

#[cfg(feature = "simplify")]
#[test]
fn levels_are_added_and_everything_else_stays() {
    // A grid of 10 by 10 squares.
    let corner = |index: u32| [(index % 11) as f32, 0.0, (index / 11) as f32];
    let corners: Vec<[f32; 3]> = (0..121).map(corner).collect();
    let square = |index: u32| {
        let first = index / 10 * 11 + index % 10;
        [first, first + 11, first + 1, first + 1, first + 11, first + 12]
    };
    let indices: Vec<u32> = (0..100).flat_map(square).collect();
    let bytes = Model::builder().positions(&corners).indices(&indices).build().unwrap().to_bytes().unwrap();
    let simplified = rewritten(&bytes, "Grid.mdl", &ConvertOptions::default().simplify([0.5, 0.25])).unwrap();
    let (before, after) = (Model::parse(&bytes).unwrap(), Model::parse(&simplified).unwrap());
    assert_eq!((&after.vertex_buffers, after.bounds), (&before.vertex_buffers, before.bounds));
    let lods = &after.geometries[0].lods;
    assert_eq!(lods.len(), 3);
    assert_eq!(
        after.triangles(&lods[0]).collect::<Vec<_>>(),
        before.triangles(&before.geometries[0].lods[0]).collect::<Vec<_>>()
    );
    assert!(after.triangles(&lods[1]).count() <= 100 && after.triangles(&lods[2]).count() <= 50);
    assert!(lods[0].distance < lods[1].distance && lods[1].distance < lods[2].distance);
    // Models with levels keep them, unless one of them is taken.
    let again = ConvertOptions::default().simplify([0.5]);
    assert_eq!(rewritten(&simplified, "Grid.mdl", &again).unwrap(), simplified);
    let anew = rewritten(&simplified, "Grid.mdl", &again.lod(0)).unwrap();
    assert_eq!(Model::parse(&anew).unwrap().geometries[0].lods.len(), 2);
}

#[test]
fn animations_are_scaled_and_played_differently() {
    let mut before = Animation::new(urho_ani::Version::Uani, "Swing", 2.0);
    let mut keys = TrackData::new(Channels::POSITION);
    for key in [0.0, 1.0, 2.0] {
        keys.push(key, &Transform { position: Vec3::new(key, 0.5, -key), ..Transform::default() });
    }
    before.tracks.push(Track::from_data("Hip", &keys).unwrap());
    let bytes = before.to_bytes().unwrap();
    let scaled = rewritten(&bytes, "Walk.ani", &ConvertOptions::default().scale(3.0)).unwrap();
    let after = Animation::parse(&scaled).unwrap();
    let moved = |animation: &Animation<'_>| -> Vec<Vec3> {
        animation.tracks.iter().filter_map(Track::positions).flat_map(|all| all.to_vec()).collect()
    };
    assert_eq!(moved(&after), moved(&before).into_iter().map(|place| place * 3.0).collect::<Vec<_>>());
    let mut motion = Motion::default();
    motion.speed = Some(2.0);
    let fast = rewritten(&bytes, "Other.ani", &ConvertOptions::default().motion(motion)).unwrap();
    let fast = Animation::parse(&fast).unwrap();
    assert_eq!((fast.length, &fast.name), (before.length / 2.0, &before.name));
    assert_eq!(fast.tracks.len(), before.tracks.len());
}

#[test]
fn options_for_other_conversions_are_refused() {
    let model = sample("Character.mdl");
    let refused = |bytes: &[u8], output: &str, options: ConvertOptions| match rewritten(bytes, output, &options) {
        Err(Error::NoEffect(problem)) => problem.option,
        other => panic!("expected a refusal, found {:?}", other.map(|bytes| bytes.len())),
    };
    assert_eq!(refused(&model, "a.glb", ConvertOptions::default().center(Center::Middle)), "center");
    assert_eq!(refused(&model, "a.mdl", ConvertOptions::default().strict(true)), "strict");
    let walk = sample("Character_Wave.ani");
    assert_eq!(refused(&walk, "a.ani", ConvertOptions::default().up(UpAxis::Z)), "up");
}

#[test]
fn normals_and_tangents_are_computed_anew_and_everything_else_stays() {
    let bytes = sample("Character.mdl");
    let before = Model::parse(&bytes).unwrap();
    let options = ConvertOptions::default().smooth(180.0).tangents(Tangents::Always);
    let shaded = rewritten(&bytes, "Character.mdl", &options).unwrap();
    let after = Model::parse(&shaded).unwrap();
    assert_eq!(positions(&after), positions(&before));
    assert_eq!(
        (&after.index_buffers, &after.skeleton, &after.morphs),
        (&before.index_buffers, &before.skeleton, &before.morphs)
    );
    for buffer in &after.vertex_buffers {
        let (normals, tangents) = (buffer.normals().unwrap().to_vec(), buffer.tangents().unwrap().to_vec());
        assert!(normals.iter().all(|normal| (normal.length() - 1.0).abs() < 1e-4));
        let upright =
            |(normal, tangent): (&Vec3, &asset_scene::glam::Vec4)| normal.dot(tangent.truncate()).abs() < 1e-3;
        assert!(normals.iter().zip(&tangents).all(upright));
    }
    // Nothing is left to do, and the default options for tangents do nothing.
    assert_eq!(rewritten(&shaded, "Character.mdl", &options).unwrap(), shaded);
    let never = ConvertOptions::default().tangents(Tangents::Never);
    assert_eq!(rewritten(&bytes, "Character.mdl", &never).unwrap(), bytes);
}

#[cfg(feature = "simplify")]
#[test]
fn optimized_meshes_draw_the_same_triangles() {
    let bytes = sample("Character.mdl");
    let mut before = Model::parse(&bytes).unwrap().into_owned();
    before.split_buffers().unwrap();
    let split = before.to_bytes().unwrap();
    let optimized = rewritten(&split, "Character.mdl", &ConvertOptions::default().optimize_meshes(true)).unwrap();
    let after = Model::parse(&optimized).unwrap();
    let drawn = |model: &Model<'_>| -> Vec<Vec<[[u32; 3]; 3]>> {
        let lods = model.geometries.iter().flat_map(|geometry| &geometry.lods);
        let of_lod = |lod| {
            let at = model.vertex_buffer(lod).unwrap().positions().unwrap();
            let corner = |vertex: u32| at.get(vertex as usize).unwrap().to_array().map(f32::to_bits);
            let mut all: Vec<_> = model
                .triangles(lod)
                .map(|triangle| {
                    let mut corners = triangle.map(corner);
                    let first = (0..3).min_by_key(|first| corners[*first]).unwrap();
                    corners.rotate_left(first);
                    corners
                })
                .collect();
            all.sort_unstable();
            all
        };
        lods.map(of_lod).collect()
    };
    assert_eq!(drawn(&after), drawn(&before));
    assert_eq!((&after.skeleton, after.morphs.len()), (&before.skeleton, before.morphs.len()));
    let count = |model: &Model<'_>| model.vertex_buffers.iter().map(|buffer| buffer.vertex_count).sum::<u32>();
    assert!(count(&after) <= count(&before));
    let errors = |model: &Model<'_>| model.validate().iter().filter(|one| one.severity > binio::Severity::Note).count();
    assert_eq!(errors(&after), errors(&before));
}

#[test]
fn zed_models_are_scaled_turned_and_centered_as_files() {
    use zed_asset::{MeshBuilder, ModelBuilder};
    let corners = [Vec3::ZERO, Vec3::new(0.0, 2.0, 0.0), Vec3::new(4.0, 0.0, 1.0)];
    let mesh = MeshBuilder::new(&corners).normals(&[Vec3::X; 3]).triangles(&[0, 1, 2]);
    let bytes = ModelBuilder::new("corner").mesh(mesh).build().unwrap().to_bytes().unwrap();
    let read = |bytes: &[u8]| -> (Vec<Vec3>, Vec<Vec3>) {
        let model = zed_asset::Model::parse(bytes).unwrap();
        let mesh = model.mesh(0).unwrap();
        (mesh.positions().iter().map(Vec3::from).collect(), mesh.normals().iter().map(Vec3::from).collect())
    };
    let options = ConvertOptions::default().scale(2.0).turn(true).center(Center::Bottom);
    let changed = rewritten(&bytes, "corner.zed", &options).unwrap();
    let (positions, normals) = read(&changed);
    assert_eq!(positions, [Vec3::new(4.0, 0.0, 1.0), Vec3::new(4.0, 4.0, 1.0), Vec3::new(-4.0, 0.0, -1.0)]);
    assert_eq!(normals, [Vec3::NEG_X; 3]);
    assert_eq!(changed.len(), bytes.len());
    let back = rewritten(&bytes, "corner.zed", &ConvertOptions::default().scale(1.0)).unwrap();
    assert_eq!(back, bytes);
    let refused = rewritten(&bytes, "corner.zed", &ConvertOptions::default().tangents(Tangents::Always));
    assert!(matches!(refused, Err(Error::NoEffect(_))));
}

#[test]
fn zed_models_are_shaded() {
    use zed_asset::{MeshBuilder, ModelBuilder, glam::Vec3};
    // Two triangles that meet at a right angle, with wrong normals. Fronts are clockwise.
    let corners = [Vec3::ZERO, Vec3::Y, Vec3::X, Vec3::ZERO, Vec3::Z, Vec3::Y];
    let mesh = MeshBuilder::new(&corners).normals(&[Vec3::ONE; 6]).triangles(&[0, 1, 2, 3, 4, 5]);
    let bytes = ModelBuilder::new("corner").mesh(mesh).build().unwrap().to_bytes().unwrap();
    let normals = |degrees: f32| -> Vec<Vec3> {
        let shaded = rewritten(&bytes, "Corner.zed", &ConvertOptions::default().smooth(degrees)).unwrap();
        let model = zed_asset::Model::parse(&shaded).unwrap();
        model.meshes().flat_map(|mesh| mesh.normals().iter().map(Vec3::from_array).collect::<Vec<_>>()).collect()
    };
    assert_eq!(normals(30.0), [Vec3::Z, Vec3::Z, Vec3::Z, Vec3::X, Vec3::X, Vec3::X]);
    let edge = Vec3::new(1.0, 0.0, 1.0).normalize();
    let smooth = normals(120.0);
    assert!(smooth[0].abs_diff_eq(edge, 1e-6) && smooth[1].abs_diff_eq(edge, 1e-6), "{smooth:?}");
    assert_eq!((smooth[2], smooth[4]), (Vec3::Z, Vec3::X));
}

#[cfg(feature = "simplify")]
#[test]
fn zed_models_are_optimized() {
    use zed_asset::{MeshBuilder, ModelBuilder, glam::Vec3};
    let corners = [Vec3::ZERO, Vec3::Y, Vec3::X, Vec3::Y, Vec3::X + Vec3::Y, Vec3::X, Vec3::ONE * 9.0];
    let mesh = MeshBuilder::new(&corners).normals(&[Vec3::Z; 7]).triangles(&[0, 1, 2, 3, 4, 5]);
    let bytes = ModelBuilder::new("square").mesh(mesh).build().unwrap().to_bytes().unwrap();
    let optimized = rewritten(&bytes, "Square.zed", &ConvertOptions::default().optimize_meshes(true)).unwrap();
    let model = zed_asset::Model::parse(&optimized).unwrap();
    let mesh = model.meshes().next().unwrap();
    assert_eq!(mesh.vertex_count(), 4, "two are equal to others, and one is not drawn");
    let place = |index: u32| mesh.positions().get(index as usize).unwrap();
    let mut drawn: Vec<[[f32; 3]; 3]> = mesh.triangles().map(|corners| corners.map(place)).collect();
    drawn.iter_mut().for_each(|triangle| triangle.sort_by(|a, b| a.partial_cmp(b).unwrap()));
    drawn.sort_by(|a, b| a.partial_cmp(b).unwrap());
    assert_eq!(
        drawn,
        [[[0.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]], [[0.0, 1.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0]]]
    );
}
