//! Creates new models from any scene.

use crate::export::is_joints;
use crate::kinds;
use std::collections::{HashMap, HashSet};

use asset_geometry::glam::{DAffine3, DVec3, Vec2, Vec3};
use asset_scene::appearance::{Appearance, Level, appearances};
use asset_scene::world::{World, is_mirror, normal_matrix};
use asset_scene::{Error, ErrorKind, Id, Mesh, Scene, Semantic, Skin, winding};
use binio::{Findings, Limits, Path};
use scene_adapter::surface::{self, Optimization, Surface};
use zed_asset::{Encoding, MeshBuilder, Model, ModelBuilder, NAME_LEN, VertexLayout};

binio::options! {
    /// Options for [`create()`].
    #[derive(Clone, Debug, PartialEq)]
    pub struct CreateModelOptions {
        /// The encoding to write. The default is [`Encoding::ENGINE`]. Note that the engine can't load any other.
        pub(crate) encoding: Encoding = Encoding::default(),
        /// Units of the model per unit of the scene, which must be above 0. The default is 1.
        pub(crate) scale: f32 = 1.0,
        /// How to optimize meshes. The default is to optimize everything.
        pub(crate) optimization: Optimization = Optimization::default(),
        /// The angle up to which to shade a mesh smooth if it has no normals, in degrees. By default, this does not add
        /// any normals to the model.
        #[setter(into)]
        pub(crate) smooth: Option<f32> = None,
        /// How much memory may be used for unpacked vertices and indices: [`Limits::max_expanded_bytes`]. The default
        /// is 1 GiB.
        pub(crate) limits: Limits = Limits::default(),
    }
}

/// A model that was created from a scene.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CreatedModel {
    /// The model, in the encoding that [`CreateModelOptions::encoding`] says.
    pub model: Model<'static>,
    /// What was changed or lost.
    pub findings: Findings,
}

/// Creates a new model from the meshes of a scene. Use this if [`original`](crate::original()) returns `None`, or if the scene was
/// not a ZED model.
///
/// This moves all triangles to their rest position, using the node or the joints, and applies morph targets with their
/// default weights. It only writes texture coordinates (set 0) if the encoding can store them. The material numbers are
/// indices into the scene's materials. See the findings for what was lost.
///
/// ```
/// # let scene = asset_scene::Scene::default();
/// use scene_zed::{CreateModelOptions, Encoding};
/// let built = scene_zed::create(&scene, &CreateModelOptions::default().encoding(Encoding::DOCUMENT))?;
/// for finding in &built.findings {
///     eprintln!("{finding}");
/// }
/// # assert_eq!(built.model.meshes().count(), 0);
/// # Ok::<(), asset_scene::Error>(())
/// ```
///
/// # Errors
/// Fails if the scene fails [`Scene::check`], if an index is beyond the vertices, if a joint is not in the skin, if the
/// scale is not above 0, or if the vertices and indices exceed [`CreateModelOptions::limits`].
pub fn create(scene: &Scene<'_>, options: &CreateModelOptions) -> Result<CreatedModel, Error> {
    let (mut builder, appearances) = start(scene, options)?;
    for appearance in &appearances {
        if let [finest, coarser @ ..] = appearance.levels.as_slice() {
            builder.add(finest, !coarser.is_empty())?;
        }
    }
    let Builder { parts, mut findings, .. } = builder;
    tell_animations(scene, &mut findings);
    tell_uvs(options.encoding, &parts, &mut findings);
    let name = name(&scene.name, &mut findings);
    let model = ModelBuilder::new(&name).encoding(options.encoding);
    let has_uvs = options.encoding.vertices != VertexLayout::Engine;
    let built = parts.iter().fold(model, |model, part| {
        let material = part.material.map_or(0, |material| material.index() as u32);
        model.mesh(mesh_builder(part, has_uvs).material(material))
    });
    Ok(CreatedModel { model: built.build().map_err(failed)?, findings })
}

/// Checks a scene and lists its meshes.
pub(crate) fn start<'s>(
    scene: &'s Scene<'s>,
    options: &CreateModelOptions,
) -> Result<(Builder<'s>, Vec<Appearance>), Error> {
    scene.check()?;
    let scale = options.scale;
    if !scale.is_finite() || scale <= 0.0 {
        let message = format!("expected a scale above 0, found {scale}");
        return Err(Error::new(ErrorKind::Unsupported(message), Path::from("options")));
    }
    let mut findings = Findings::new();
    let world = World::with_root(DAffine3::from_scale(DVec3::splat(f64::from(scale))), scene);
    let appearances = appearances(scene, &world, &mut findings);
    surface::spend(scene, &appearances, &mut options.limits.budget(), &mut findings)?;
    let builder = Builder {
        scene,
        optimization: options.optimization,
        smooth: options.smooth,
        world,
        told: HashSet::new(),
        joints: HashMap::new(),
        keeps_joints: false,
        keeps_order: false,
        parts: Vec::new(),
        findings,
    };
    Ok((builder, appearances))
}

pub(crate) fn failed(error: zed_asset::Error) -> Error {
    Error::new(ErrorKind::Unsupported(error.to_string()), Path::from("model"))
}

pub(crate) fn tell_animations(scene: &Scene<'_>, findings: &mut Findings) {
    if !scene.animations.is_empty() {
        findings.loss(kinds::ANIMATIONS_LOST, Path::from("animations"), "are lost");
    }
}

/// Reports texture coordinates that the encoding has no place for.
pub(crate) fn tell_uvs(encoding: Encoding, parts: &[Surface], findings: &mut Findings) {
    let has_uvs = encoding.vertices != VertexLayout::Engine;
    if !has_uvs && parts.iter().any(|part| !part.tex_coords(0).is_empty()) {
        findings.loss(
            kinds::UV_SETS_LOST,
            Path::from("vertices"),
            "texture coordinates are lost: the engine's vertices have none",
        );
    }
}

/// Collects the surfaces of meshes.
pub(crate) struct Builder<'s> {
    pub(crate) scene: &'s Scene<'s>,
    optimization: Optimization,
    smooth: Option<f32>,
    world: World,
    /// The meshes whose findings were already reported. This is needed because a scene may show the same mesh many
    /// times.
    told: HashSet<(Id<Mesh>, Option<Id<Skin>>)>,
    /// For each joint, the matrix from mesh space to scene space in the rest pose.
    joints: HashMap<Id<Skin>, Vec<DAffine3>>,
    /// Whether the caller keeps joint numbers and weights, which are custom attributes.
    pub(crate) keeps_joints: bool,
    /// Whether vertices and triangles stay in the order of the file, so that they can be compared with it.
    pub(crate) keeps_order: bool,
    pub(crate) parts: Vec<Surface>,
    pub(crate) findings: Findings,
}

impl Builder<'_> {
    /// Adds the triangles of a mesh.
    pub(crate) fn add(&mut self, level: &Level, has_coarser: bool) -> Result<(), Error> {
        let mut again = Findings::new();
        let is_new = self.told.insert((level.mesh, level.skin));
        let findings = if is_new { &mut self.findings } else { &mut again };
        let mesh = &self.scene[level.mesh];
        tell(level, mesh, has_coarser, self.keeps_joints, findings);
        for number in 0..mesh.primitives.len() {
            let Some(mut part) = surface::read(self.scene, level.mesh, number, level.skin, findings)? else { continue };
            if !part.is_triangles() {
                let path = Path::from([("mesh", level.mesh.index()), ("primitive", number)]);
                findings.loss(kinds::LINES_AND_POINTS_LOST, path, "lines and points are lost");
                continue;
            }
            // Strips and fans must be turned around before they become lists, so that their triangles have the same
            // order as in the file. But to compute normals, the triangles must not be turned around yet.
            let is_wound = self.keeps_order && self.smooth.is_none();
            if let Some(topology) = part.topology.filter(|_| is_wound) {
                winding::wind(topology, &mut part.indices);
            }
            part.make_list();
            part.morph(&mesh.morph_weights);
            part.tangents.clear();
            part.targets.clear();
            if self.smooth.is_some() {
                let path = Path::from([("mesh", level.mesh.index()), ("primitive", number)]);
                part.shade(self.smooth, &path, findings);
            }
            match level.skin.filter(|_| !part.influences.is_empty()) {
                Some(skin) => {
                    let (scene, world) = (self.scene, &self.world);
                    let joints = self.joints.entry(skin).or_insert_with(|| world.joint_matrices(&scene[skin]));
                    bend(&mut part, joints);
                }
                None => part.transform(level.world),
            }
            if !self.keeps_order {
                part.optimize(self.optimization, self.scene);
            }
            // Fronts are clockwise.
            if !is_wound {
                part.reverse();
            }
            self.parts.push(part);
        }
        Ok(())
    }
}

/// Reports the losses of a mesh.
fn tell(level: &Level, mesh: &Mesh, has_coarser: bool, keeps_joints: bool, findings: &mut Findings) {
    let path = || Path::from([("mesh", level.mesh.index())]);
    if level.skin.is_some() {
        findings.loss(kinds::SKIN_LOST, path(), "its skin is lost: the mesh stays as its joints have it at rest");
    }
    if has_coarser {
        findings.loss(kinds::LODS_LOST, path(), "coarser levels of detail are lost");
    }
    if !mesh.morph_names.is_empty() {
        findings.loss(kinds::MORPHS_LOST, path(), "morph targets are lost");
    }
    for (number, primitive) in mesh.primitives.iter().enumerate() {
        let lost = primitive.attributes.iter().filter(|attribute| match attribute.semantic {
            Semantic::Position | Semantic::Normal | Semantic::TexCoord(0) => false,
            Semantic::Joints(_) | Semantic::Weights(_) => false,
            Semantic::Custom(ref name) => !(keeps_joints && is_joints(name)),
            Semantic::Tangent | Semantic::TexCoord(_) | Semantic::Color(_) => true,
        });
        let lost: Vec<String> = lost.map(|attribute| attribute.semantic.to_string()).collect();
        if !lost.is_empty() {
            findings.loss(
                kinds::PRIMITIVE_LOST,
                path().item("primitive", number),
                format!("lost: {}", lost.join(", ")),
            );
        }
    }
}

/// Moves the vertices to where they will be given their joints. If a joint mirrors them, this reverses the triangles.
fn bend(part: &mut Surface, joints: &[DAffine3]) {
    let mut mirrored = 0_usize;
    for (vertex, influences) in part.influences.iter().enumerate() {
        let moved = influences.used().filter_map(|(joint, weight)| Some((joints.get(joint as usize)?, weight)));
        let matrix = moved.fold(DAffine3::ZERO, |mut sum, (matrix, weight)| {
            sum.matrix3 += matrix.matrix3 * f64::from(weight);
            sum.translation += matrix.translation * f64::from(weight);
            sum
        });
        mirrored = mirrored.saturating_add(usize::from(is_mirror(matrix)));
        if let Some(position) = part.positions.get_mut(vertex) {
            *position = matrix.transform_point3(position.as_dvec3()).as_vec3();
        }
        if let Some(normal) = part.normals.get_mut(vertex) {
            *normal = (normal_matrix(matrix.matrix3) * normal.as_dvec3()).normalize_or_zero().as_vec3();
        }
    }
    if mirrored > part.influences.len() / 2 {
        part.reverse();
    }
}

pub(crate) fn mesh_builder(part: &Surface, has_uvs: bool) -> MeshBuilder<'_> {
    let mut mesh = MeshBuilder::new(&part.positions).triangles(&part.indices);
    let (normals, tex_coords): (&[Vec3], &[Vec2]) = (&part.normals, part.tex_coords(0));
    if !normals.is_empty() {
        mesh = mesh.normals(normals);
    }
    if has_uvs && !tex_coords.is_empty() {
        mesh = mesh.tex_coords(tex_coords);
    }
    mesh
}

/// Returns a name that the engine can load.
fn name(name: &str, findings: &mut Findings) -> String {
    let mut fit: String = name.chars().filter(|character| !matches!(character, '%' | '\0')).collect();
    while fit.len() >= NAME_LEN {
        fit.pop();
    }
    if fit != name {
        findings.note(kinds::NAME_CHANGED, Path::from("name"), "is changed: cut to 63 bytes, without %");
    }
    fit
}
