//! The options of `convert` that change how a file is converted, in the groups of the library.

use std::path::PathBuf;

use clap::Args;
use engine_assets::asset_scene::reduce::CurveTolerance;
use engine_assets::convert::{ConvertOptions, UpAxis};
use engine_assets::{Error, Globs};

use super::values::{Axis, CenterPoint, Compress, Facing, TangentMeshes, TextureKind, Usage, angle, factor};
use crate::resources::ResourceOptions;

/// What is read and shown.
#[derive(Args)]
pub(super) struct ContentOptions {
    /// Models: animations to include, by name. By default these are the animations in the model's folder with names
    /// that begin with the model's name
    #[arg(long, value_name = "GLOB", value_parser = crate::inputs::glob)]
    animations: Vec<String>,
    /// Models: don't include animations
    #[arg(long, conflicts_with = "animations")]
    no_animations: bool,
    #[command(flatten)]
    pub(super) resources: ResourceOptions,
    /// From glTF: folder to which the paths of textures and buffers of a .gltf are limited. Set it for paths such as
    /// ../Textures/Stone.png. Default: the folder of the .gltf
    #[arg(long, value_name = "DIR")]
    pub(super) root: Option<PathBuf>,
    /// Models: material names in geometry order; a single name is used for all geometries. Default: the material list
    /// next to the model
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    material: Vec<String>,
    /// Models: don't export materials
    #[arg(long)]
    no_materials: bool,
    /// Models: don't export the textures of materials
    #[arg(long)]
    no_textures: bool,
    /// Pragma maps to glTF: include the collision meshes of models as hidden nodes
    #[arg(long)]
    collision: bool,
    /// Pragma maps to glTF: include the navigation mesh next to the map as a hidden node
    #[arg(long)]
    navmesh: bool,
}

impl ContentOptions {
    pub(super) fn apply(&self, options: ConvertOptions) -> Result<ConvertOptions, Error> {
        Ok(options
            .animations(Globs::new(&self.animations)?)
            .animated(!self.no_animations)
            .material_names(self.material.clone())
            .materials(!self.no_materials)
            .textures(!self.no_textures)
            .collision(self.collision)
            .navmesh(self.navmesh))
    }
}

/// The changes to models.
#[derive(Args)]
pub(super) struct ChangeOptions {
    /// Models: convert only this level of detail; 0 is the finest
    #[arg(long, value_name = "LEVEL")]
    lod: Option<usize>,
    /// Models and Urho3D animations: scale the result by this factor
    #[arg(long, value_name = "FACTOR", default_value_t = 1.0, value_parser = factor)]
    scale: f32,
    /// From glTF, or a model that keeps its format: the axis that points up in the file
    #[arg(long, value_name = "AXIS", default_value = "y")]
    up: Axis,
    /// From glTF, or a model that keeps its format: direction of the model's front. Use `back` to turn the
    /// model around, as Urho3D's AssetImporter does
    #[arg(long, value_name = "SIDE", default_value = "front")]
    facing: Facing,
    /// Models that keep their format: move this point of the box around all vertices to the origin
    #[arg(long, value_name = "POINT")]
    center: Option<CenterPoint>,
    /// Models: create levels of detail with these shares of the triangles, in descending order: 0.5,0.25
    #[arg(long, value_name = "SHARE", value_delimiter = ',')]
    simplify: Vec<f32>,
    /// Models: join equal vertices, and reorder triangles for the vertex cache and to reduce overdraw. This can be used
    /// for glTF too
    #[arg(long)]
    optimize_meshes: bool,
    /// To Urho3D: meshes to generate tangents for, if the scene has none. For an Urho3D or Pragma model that keeps
    /// its format, `always` computes all tangents again
    #[arg(long, value_name = "MESHES", default_value = "auto")]
    tangents: TangentMeshes,
    /// New models: smooth the normals of meshes without normals, where triangles meet at this angle in degrees or less.
    /// By default such meshes are flat, with a vertex for every corner. For a model that keeps its format, computes all
    /// normals again
    #[arg(long, value_name = "ANGLE", value_parser = angle)]
    smooth: Option<f32>,
}

impl ChangeOptions {
    pub(super) fn apply(&self, options: ConvertOptions) -> ConvertOptions {
        options
            .lod(self.lod)
            .scale(self.scale)
            .up(if self.up == Axis::Z { UpAxis::Z } else { UpAxis::Y })
            .turn(self.facing == Facing::Back)
            .center(self.center.map(CenterPoint::center))
            .simplify(self.simplify.clone())
            .optimize_meshes(self.optimize_meshes)
            .tangents(self.tangents.tangents())
            .smooth(self.smooth)
    }
}

/// How a glTF is written.
#[derive(Args)]
pub(super) struct GltfOptions {
    /// To glTF: leave out the original file. The output will be smaller, but you must pass --into to write edits into
    /// the original
    #[arg(long)]
    no_originals: bool,
    /// To glTF: fail if glTF can't store something
    #[arg(long)]
    strict: bool,
    /// To glTF: write sibling nodes that use the same mesh as instances (EXT_mesh_gpu_instancing). For a scene of an
    /// engine this also needs --no-originals
    #[arg(long)]
    gpu_instancing: bool,
    /// To glTF: compression to use, which readers must support. Separate several by commas: meshopt,quantize
    #[arg(long, value_name = "COMPRESSION", default_value = "none", value_delimiter = ',')]
    compress: Vec<Compress>,
}

impl GltfOptions {
    pub(super) fn apply(&self, options: ConvertOptions) -> ConvertOptions {
        options
            .originals(!self.no_originals)
            .strict(self.strict)
            .gpu_instancing(self.gpu_instancing)
            .compression(Compress::compression(&self.compress))
            .quantize(self.compress.contains(&Compress::Quantize))
    }
}

/// How files of engines are created or updated.
#[derive(Args)]
pub(super) struct EngineFileOptions {
    /// From glTF: write edits into this model, scene, prefab or map, and keep all other data (hit boxes,
    /// attachments, levels of detail, physics, scripts …). For an Urho3D model, animations are included too, as with
    /// --animations
    #[arg(long, value_name = "ORIGINAL", conflicts_with = "bind_pose_of")]
    pub(super) into: Option<PathBuf>,
    /// From glTF: use the bones of this model (positions, order, axes) for a new model, so that existing animations fit
    #[arg(long, value_name = "ORIGINAL")]
    pub(super) bind_pose_of: Option<PathBuf>,
    /// From glTF: apply node scales (such as 0.01 for a rig in centimetres) to bones, keys and meshes
    #[arg(long)]
    apply_scale: bool,
    /// To Urho3D: maximum number of bones in a geometry. A geometry with more bones is split
    #[arg(long, value_name = "COUNT", default_value_t = 64, value_parser = clap::value_parser!(u16).range(1..=256))]
    max_bones: u16,
    /// New models: don't join equal vertices
    #[arg(long)]
    no_weld: bool,
    /// New models: don't reorder triangles and vertices for the vertex cache
    #[arg(long)]
    no_optimize: bool,
    /// FBX, and glTF splines for Urho3D: maximum error of sampled curves, in millimetres for a model of a metre or
    /// more; angles in proportion. Default: 0.1, with 0.01 degrees
    #[arg(long, value_name = "MM", value_parser = factor)]
    pub(super) curve_tolerance: Option<f32>,
    /// From glTF: copy files that scenes, maps and materials reference from --resources, if they are not in the target
    /// project
    #[arg(long)]
    pub(super) copy_resources: bool,
    /// To Urho3D and Pragma: resource folder to write materials and textures to. Default: the parent of the folder
    /// Models, Scenes, Objects, Prefabs or maps in OUT's path
    #[arg(long, value_name = "DIR")]
    pub(super) resource_dir: Option<PathBuf>,
    /// From glTF: let edits change files that something else than OUT uses too, for example a material that is also in
    /// another scene. Without this, such an edit goes to a copy that OUT uses
    #[arg(long)]
    shared: bool,
    /// From glTF to an Urho3D scene: create a prefab. By default, the result is of the same kind as the original file,
    /// or else a scene
    #[arg(long)]
    prefab: bool,
}

impl EngineFileOptions {
    pub(super) fn apply(&self, options: ConvertOptions) -> ConvertOptions {
        options
            .apply_scale(self.apply_scale)
            .max_bones(self.max_bones)
            .weld(!self.no_weld)
            .optimize(!self.no_optimize)
            .curve_tolerance(self.curve_tolerance.map_or_else(CurveTolerance::default, CurveTolerance::millimetres))
            .prefab(self.prefab)
            .shared(self.shared)
    }
}

/// The textures in the output.
#[derive(Args)]
pub(super) struct TextureOptions {
    /// File format to use for textures: png, dds or bc7 for engines, png or webp for glTF
    #[arg(long, value_name = "FILES", default_value = "keep", conflicts_with = "no_textures")]
    textures: TextureKind,
    /// Textures to dds: how the pixels will be used. Default: as stated in the file, or else `color`
    #[arg(long, value_name = "USE")]
    texture_use: Option<Usage>,
    /// Textures: halve the size until no side is longer than this, in pixels
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(1..))]
    max_size: Option<u32>,
    /// Textures: resize each side to the nearest power of two
    #[arg(long)]
    power_of_two: bool,
}

impl TextureOptions {
    pub(super) fn apply(&self, options: ConvertOptions) -> ConvertOptions {
        options
            .texture_files(self.textures.files())
            .texture_use(self.texture_use.map(Usage::texture_use))
            .max_texture_size(self.max_size)
            .power_of_two(self.power_of_two)
    }
}
