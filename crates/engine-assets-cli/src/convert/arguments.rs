//! The options of `convert`.

use std::path::PathBuf;

use clap::Args;
use engine_assets::asset_scene::reduce::CurveTolerance;
use engine_assets::convert::{ConvertOptions, OutputFormat, UpAxis};
use engine_assets::urho_mdl::Repair;
use engine_assets::{ConvertFolder, Error, Existing, Globs, Isolate};

use super::motion::MotionOptions;
use super::values::{
    Axis, CenterPoint, Compress, Facing, TangentMeshes, Target, TextEncoding, TextStyle, TextureKind, Usage, angle,
    factor, repair,
};
use crate::engine::EngineOptions;
use crate::inputs::{Inputs, Parallel};
use crate::policy::Deny;
use crate::resources::ResourceOptions;
use crate::side::SideOptions;

/// Convert models, scenes, prefabs and maps to and from glTF, change versions of a format, and convert UDM and packages
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    pub(super) inputs: Inputs,
    /// File to write. The extension selects the format: Jack.glb, Fox.mdl. Must be a folder for several inputs; - for
    /// standard output
    #[arg(long, short, value_name = "OUT")]
    pub(super) output: PathBuf,
    /// Format to write. By default this is set by OUT's extension, or else the input's format is kept
    #[arg(long, value_name = "FORMAT")]
    to: Option<Target>,
    /// UDM documents: style to use for text
    #[arg(long, value_name = "STYLE")]
    style: Option<TextStyle>,
    /// UDM documents: values that are allowed in text. Default: `engine` for Pragma files, `any` for .udm
    #[arg(long, value_name = "ENCODING")]
    encoding: Option<TextEncoding>,
    /// Treat warnings as errors: files with warnings will not be converted
    #[arg(long, value_name = "WHAT")]
    deny: Option<Deny>,
    /// Allow losses: leave out content that can't be stored in the target format (skins, morphs, side files …), with a
    /// message for each
    #[arg(long)]
    lossy: bool,
    #[command(flatten)]
    engine: EngineOptions,
    #[command(flatten)]
    side: SideOptions,
    /// Models: apply this repair before the conversion; can be repeated, in this order. Use `--repair help` to list all
    /// repairs
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = repair)]
    repair: Vec<Repair>,
    /// Overwrite existing files
    #[arg(long)]
    pub(super) force: bool,
    #[command(flatten)]
    parallel: Parallel,
    #[command(flatten)]
    pub(super) runs: RunOptions,
    #[command(flatten)]
    pub(super) scenes: SceneOptions,
}

/// The options for a whole run, which do not change how a file is converted.
#[derive(Args)]
pub(super) struct RunOptions {
    /// Keep output files that exist, and do not convert their inputs
    #[arg(long, conflicts_with_all = ["force", "newer"])]
    skip_existing: bool,
    /// Convert an input only if it is newer than its output files, or if it references newer files: materials,
    /// textures, animations …
    #[arg(long, conflicts_with = "force")]
    newer: bool,
    /// Print the names of the output files, but don't write them
    #[arg(long)]
    pub(super) dry_run: bool,
    /// FBX and OBJ: read them in a separate process, so that an error in the parser, which is written in C, can't
    /// affect other files
    #[arg(long)]
    isolate: bool,
    /// Print only findings and errors, not the files written. This is used in the process started by --isolate
    #[arg(long, hide = true)]
    findings_only: bool,
    /// Keep running and convert inputs when they change; press Ctrl-C to stop
    #[arg(long, conflicts_with_all = ["dry_run", "skip_existing"])]
    pub(super) watch: bool,
}

/// The options for models, animations and scenes.
#[derive(Args)]
pub(super) struct SceneOptions {
    /// Models: animations to include, by name. By default these are the animations in the model's folder with names
    /// that begin with the model's name
    #[arg(long, value_name = "GLOB", value_parser = crate::inputs::glob)]
    animations: Vec<String>,
    /// Models: don't include animations
    #[arg(long, conflicts_with = "animations")]
    no_animations: bool,
    #[command(flatten)]
    motion: MotionOptions,
    /// Models: convert only this level of detail; 0 is the finest
    #[arg(long, value_name = "LEVEL")]
    lod: Option<usize>,
    /// Models and Urho3D animations: scale the result by this factor
    #[arg(long, value_name = "FACTOR", default_value_t = 1.0, value_parser = factor)]
    scale: f32,
    /// From glTF, or an Urho3D model that stays one: the axis that points up in the file
    #[arg(long, value_name = "AXIS", default_value = "y")]
    up: Axis,
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
    /// From glTF, or an Urho3D model that stays one: direction of the model's front. Use `back` to turn the model
    /// around, as Urho3D's AssetImporter does
    #[arg(long, value_name = "SIDE", default_value = "front")]
    facing: Facing,
    /// Urho3D models that stay Urho3D models: move this point of the box around all vertices to the origin
    #[arg(long, value_name = "POINT")]
    center: Option<CenterPoint>,
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
    /// To Urho3D: maximum number of bones in a geometry. A geometry with more bones is split
    #[arg(long, value_name = "COUNT", default_value_t = 64, value_parser = clap::value_parser!(u16).range(1..=256))]
    max_bones: u16,
    /// FBX, and glTF splines for Urho3D: maximum error of sampled curves, in millimetres for a model of a metre or
    /// more; angles in proportion. Default: 0.1, with 0.01 degrees
    #[arg(long, value_name = "MM", value_parser = factor)]
    curve_tolerance: Option<f32>,
    /// Models: create levels of detail with these shares of the triangles, in descending order: 0.5,0.25
    #[arg(long, value_name = "SHARE", value_delimiter = ',')]
    simplify: Vec<f32>,
    /// Models: join equal vertices, and reorder triangles for the vertex cache and to reduce overdraw. This can be used
    /// for glTF too
    #[arg(long)]
    optimize_meshes: bool,
    /// New models: don't join equal vertices
    #[arg(long)]
    no_weld: bool,
    /// New models: don't reorder triangles and vertices for the vertex cache
    #[arg(long)]
    no_optimize: bool,
    /// To Urho3D: meshes to generate tangents for, if the scene has none
    #[arg(long, value_name = "MESHES", default_value = "auto")]
    tangents: TangentMeshes,
    /// New models: smooth the normals of meshes without normals, where triangles meet at this angle in degrees or less.
    /// By default such meshes are flat, with a vertex for every corner
    #[arg(long, value_name = "ANGLE", value_parser = angle)]
    smooth: Option<f32>,
    #[command(flatten)]
    pub(super) resources: ResourceOptions,
    /// From glTF: folder to which the paths of textures and buffers of a .gltf are limited. Set it for paths such as
    /// ../Textures/Stone.png. Default: the folder of the .gltf
    #[arg(long, value_name = "DIR")]
    root: Option<PathBuf>,
    /// From glTF: copy files that scenes, maps and materials reference from --resources, if they are not in the target
    /// project
    #[arg(long)]
    copy_resources: bool,
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
    /// To Urho3D and Pragma: resource folder to write materials and textures to. Default: the parent of the folder
    /// Models, Scenes, Objects, Prefabs or maps in OUT's path
    #[arg(long, value_name = "DIR")]
    resource_dir: Option<PathBuf>,
    /// From glTF to an Urho3D scene: create a prefab. By default, the result is of the same kind as the original file,
    /// or else a scene
    #[arg(long)]
    prefab: bool,
    /// Pragma maps to glTF: include the collision meshes of models as hidden nodes
    #[arg(long)]
    collision: bool,
    /// Pragma maps to glTF: include the navigation mesh next to the map as a hidden node
    #[arg(long)]
    navmesh: bool,
    /// Limit the memory for the vertices, indices and keys of each file, in bytes. A file that needs more is refused
    #[arg(long, value_name = "BYTES", default_value_t = 1 << 30)]
    max_expanded: u64,
}

impl Arguments {
    /// Returns `true` if this will convert files until it is interrupted.
    pub(crate) fn is_watching(&self) -> bool {
        self.runs.watch
    }

    /// Returns the format to write if it was given by `--to`, or `None` if the output name must be used.
    fn output_format(&self) -> Result<Option<OutputFormat>, Error> {
        let style = self.style.map(|style| match style {
            TextStyle::Pretty => OutputFormat::UDM_TEXT,
            TextStyle::Compact => OutputFormat::UDM_COMPACT,
            TextStyle::Reference => OutputFormat::UDM_REFERENCE,
        });
        match (style, self.to.map(|Target(output_format)| output_format)) {
            (Some(_), Some(output_format)) if output_format != OutputFormat::UDM_TEXT => {
                Err(Error::Refused(format!("--style needs --to udm-text or no --to, found --to {output_format}")))
            }
            (style, output_format) => Ok(style.or(output_format)),
        }
    }

    /// Returns the options to use for each conversion.
    fn options(&self) -> Result<ConvertOptions, Error> {
        let scenes = &self.scenes;
        Ok(ConvertOptions::default()
            .lossy(self.lossy)
            .deny_warnings(self.deny.is_some())
            .encoding(self.encoding.map(TextEncoding::encoding))
            .engine(self.engine.engine())
            .class_table(self.engine.table()?)
            .repairs(self.repair.clone())
            .animations(Globs::new(&scenes.animations)?)
            .animated(!scenes.no_animations)
            .motion(scenes.motion.motion()?)
            .lod(scenes.lod)
            .scale(scenes.scale)
            .up(if scenes.up == Axis::Z { UpAxis::Z } else { UpAxis::Y })
            .apply_scale(scenes.apply_scale)
            .turn(scenes.facing == Facing::Back)
            .center(scenes.center.map(CenterPoint::center))
            .originals(!scenes.no_originals)
            .strict(scenes.strict)
            .gpu_instancing(scenes.gpu_instancing)
            .compression(Compress::compression(&scenes.compress))
            .quantize(scenes.compress.contains(&Compress::Quantize))
            .max_bones(scenes.max_bones)
            .curve_tolerance(scenes.curve_tolerance.map_or_else(CurveTolerance::default, CurveTolerance::millimetres))
            .simplify(scenes.simplify.clone())
            .optimize_meshes(scenes.optimize_meshes)
            .weld(!scenes.no_weld)
            .optimize(!scenes.no_optimize)
            .tangents(scenes.tangents.tangents())
            .smooth(scenes.smooth)
            .materials(!scenes.no_materials)
            .textures(!scenes.no_textures)
            .texture_files(scenes.textures.files())
            .texture_use(scenes.texture_use.map(Usage::texture_use))
            .max_texture_size(scenes.max_size)
            .power_of_two(scenes.power_of_two)
            .prefab(scenes.prefab)
            .collision(scenes.collision)
            .navmesh(scenes.navmesh)
            .material_names(scenes.material.clone())
            .max_expanded_bytes(scenes.max_expanded))
    }
}

impl Arguments {
    /// Creates the conversion that the options describe. Nothing is converted yet.
    pub(super) fn to_folder(&self) -> Result<ConvertFolder<'_>, Error> {
        let (paths, output_format, scenes) = (self.inputs.paths(), self.output_format()?, &self.scenes);
        let folder = if self.is_to_stdout() {
            ConvertFolder::in_memory(paths.iter(), output_format)
        } else {
            ConvertFolder::by_name(paths.iter(), output_format, &self.output)
        };
        let existing = match (self.force, &self.runs) {
            (true, _) => Existing::Replace,
            (_, RunOptions { skip_existing: true, .. }) => Existing::Skip,
            (_, RunOptions { newer: true, .. }) => Existing::Newer,
            _ => Existing::Refuse,
        };
        Ok(folder
            .options(self.options()?)
            .into_original(scenes.into.clone())
            .bind_pose_of(scenes.bind_pose_of.clone())
            .resources(scenes.resources.roots().iter())
            .resource_dir(scenes.resource_dir.clone())
            .root(scenes.root.clone())
            .copy_resources(scenes.copy_resources)
            .side_files(!self.side.is_left_out())
            .existing(existing)
            .max_memory(self.parallel.memory())
            .isolate(self.isolate()?)
            .keep(|relative| self.inputs.takes(relative)))
    }

    /// Returns the command that will read FBX and OBJ in a separate process, or `None` without `--isolate`. Options
    /// that change how they are read are passed on.
    fn isolate(&self) -> Result<Option<Isolate>, Error> {
        if !self.runs.isolate {
            return Ok(None);
        }
        let mut arguments = vec!["--no-originals".to_owned(), format!("--max-expanded={}", self.scenes.max_expanded)];
        arguments.extend(self.scenes.curve_tolerance.map(|tolerance| format!("--curve-tolerance={tolerance}")));
        arguments.extend(self.lossy.then(|| "--lossy".to_owned()));
        arguments.extend(self.deny.is_some().then(|| "--deny=warnings".to_owned()));
        // Messages of the input appear, but not that a file was written.
        arguments.push("--findings-only".to_owned());
        Ok(Some(Isolate::new(std::env::current_exe()?, arguments)))
    }

    pub(crate) fn tells_findings_only(&self) -> bool {
        self.runs.findings_only
    }

    pub(super) fn is_to_stdout(&self) -> bool {
        self.output.as_os_str() == "-"
    }
}
