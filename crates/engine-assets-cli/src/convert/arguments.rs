//! Options of `convert`.

use std::path::PathBuf;

use clap::Args;
use engine_assets::asset_scene::reduce::CurveTolerance;
use engine_assets::convert::{ConvertOptions, OutputFormat, UpAxis};
use engine_assets::urho_mdl::Repair;
use engine_assets::{ConvertFolder, Error, Existing, Globs, Isolate};

use super::motion::MotionOptions;
use super::values::{
    Axis, Compress, Facing, TangentMeshes, Target, TextEncoding, TextStyle, TextureKind, Usage, angle, factor, repair,
};
use crate::engine::EngineOptions;
use crate::inputs::{Inputs, Parallel};
use crate::policy::Deny;
use crate::resources::ResourceOptions;
use crate::side::SideOptions;

/// Models, scenes, prefabs and maps to and from glTF; versions of a format; UDM in text and binary; kinds of packages
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    pub(super) inputs: Inputs,
    /// File to write; its extension names the format: Jack.glb, Fox.mdl. A folder for several inputs; - for standard output
    #[arg(long, short, value_name = "OUT")]
    pub(super) output: PathBuf,
    /// Format to write. Default: set by OUT's extension, otherwise the input's format
    #[arg(long, value_name = "FORMAT")]
    to: Option<Target>,
    /// UDM documents: style of written text
    #[arg(long, value_name = "STYLE")]
    style: Option<TextStyle>,
    /// UDM documents: values that the text may contain. Default: `engine` for Pragma files, `any` for .udm
    #[arg(long, value_name = "ENCODING")]
    encoding: Option<TextEncoding>,
    /// Treat warnings as errors: don't convert files with warnings
    #[arg(long, value_name = "WHAT")]
    deny: Option<Deny>,
    /// Leave out content that the target format can't store (skins, morphs, side files …), with a message for each
    #[arg(long)]
    lossy: bool,
    #[command(flatten)]
    engine: EngineOptions,
    #[command(flatten)]
    side: SideOptions,
    /// Models: repairs to make first, in this order; `--repair help` lists them
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

/// Options of whole runs.
#[derive(Args)]
pub(super) struct RunOptions {
    /// Keep existing output files: their inputs aren't converted
    #[arg(long, conflicts_with_all = ["force", "newer"])]
    skip_existing: bool,
    /// Convert only inputs that are newer than their output files, or that reference newer files: materials, textures, animations …
    #[arg(long, conflicts_with = "force")]
    newer: bool,
    /// Print the names of the output files without writing them
    #[arg(long)]
    pub(super) dry_run: bool,
    /// FBX and OBJ: read them in a process of their own, so that an error in their parser, which is written in C, harms nothing else
    #[arg(long)]
    isolate: bool,
    /// Print findings and errors, not what was written: for the process that --isolate starts
    #[arg(long, hide = true)]
    findings_only: bool,
    /// Keep running and convert changed inputs; Ctrl-C stops it
    #[arg(long, conflicts_with_all = ["dry_run", "skip_existing"])]
    pub(super) watch: bool,
}

/// Options for conversions between kinds of models and animations.
#[derive(Args)]
pub(super) struct SceneOptions {
    /// Models: animations to include, by name; by default those in the model's folder whose names begin with the model's
    #[arg(long, value_name = "GLOB", value_parser = crate::inputs::glob)]
    animations: Vec<String>,
    /// Models: leave out all animations
    #[arg(long, conflicts_with = "animations")]
    no_animations: bool,
    #[command(flatten)]
    motion: MotionOptions,
    /// Models: convert only this level of detail; 0 is the finest
    #[arg(long, value_name = "LEVEL")]
    lod: Option<usize>,
    /// Models: scale the result by this factor
    #[arg(long, value_name = "FACTOR", default_value_t = 1.0, value_parser = factor)]
    scale: f32,
    /// From glTF: the axis that points up in the file
    #[arg(long, value_name = "AXIS", default_value = "y")]
    up: Axis,
    /// From glTF: write edits into this Urho3D or Pragma model, scene or prefab, and keep its other data (hit boxes, attachments, levels of detail, physics, scripts …). Includes the animations of an Urho3D model, as --animations does
    #[arg(long, value_name = "ORIGINAL", conflicts_with = "bind_pose_of")]
    pub(super) into: Option<PathBuf>,
    /// From glTF: give a new model the bones of this model (positions, order, axes), so that its animations fit
    #[arg(long, value_name = "ORIGINAL")]
    pub(super) bind_pose_of: Option<PathBuf>,
    /// From glTF: apply node scales (such as 0.01 for a rig in centimetres) to bones, keys and meshes
    #[arg(long)]
    apply_scale: bool,
    /// From glTF: direction of the model's front; `back` turns the model around, as Urho3D's AssetImporter does
    #[arg(long, value_name = "SIDE", default_value = "front")]
    facing: Facing,
    /// To glTF: without the original file, which a conversion back puts edits into (a smaller file)
    #[arg(long)]
    no_originals: bool,
    /// To glTF: fail on anything that glTF can't store
    #[arg(long)]
    strict: bool,
    /// To glTF: write sibling nodes with the same mesh as instances (EXT_mesh_gpu_instancing); nodes of a scene of an engine only with --no-originals
    #[arg(long)]
    gpu_instancing: bool,
    /// To glTF: compression, which readers have to understand; several separated by commas: meshopt,quantize
    #[arg(long, value_name = "COMPRESSION", default_value = "none", value_delimiter = ',')]
    compress: Vec<Compress>,
    /// To Urho3D: maximum number of bones of a geometry; larger ones are split
    #[arg(long, value_name = "COUNT", default_value_t = 64, value_parser = clap::value_parser!(u16).range(1..=256))]
    max_bones: u16,
    /// FBX, and splines of glTF for Urho3D: how far sampled curves may be from their originals, in millimetres for a model of a metre or more; angles in proportion. Default: 0.1, with 0.01 degrees
    #[arg(long, value_name = "MM", value_parser = factor)]
    curve_tolerance: Option<f32>,
    /// Models: create levels of detail with these shares of the triangles, descending: 0.5,0.25
    #[arg(long, value_name = "SHARE", value_delimiter = ',')]
    simplify: Vec<f32>,
    /// Models: join equal vertices, and order triangles for the vertex cache and against overdraw; also in glTF
    #[arg(long)]
    optimize_meshes: bool,
    /// New models: keep equal vertices apart
    #[arg(long)]
    no_weld: bool,
    /// New models: keep the order of triangles and vertices, instead of an order for the vertex cache
    #[arg(long)]
    no_optimize: bool,
    /// To Urho3D: meshes that get tangents if the scene has none
    #[arg(long, value_name = "MESHES", default_value = "auto")]
    tangents: TangentMeshes,
    /// New models: smooth normals for meshes without normals, where triangles meet at no more than this angle in degrees. Default: flat, with a vertex for every corner
    #[arg(long, value_name = "ANGLE", value_parser = angle)]
    smooth: Option<f32>,
    #[command(flatten)]
    pub(super) resources: ResourceOptions,
    /// From glTF: folder in which the textures and buffers of a .gltf may be, such as ../Textures/Stone.png. Default: the folder of the .gltf
    #[arg(long, value_name = "DIR")]
    root: Option<PathBuf>,
    /// From glTF: copy files that scenes, maps and materials reference from --resources, if the target project lacks them
    #[arg(long)]
    copy_resources: bool,
    /// Models: material names in geometry order; a single name applies to all geometries. Default: the material list next to the model
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    material: Vec<String>,
    /// Models: don't export materials
    #[arg(long)]
    no_materials: bool,
    /// Models: leave out the textures of materials
    #[arg(long)]
    no_textures: bool,
    /// Files that textures become: png, dds or bc7 of engines, png or webp of glTF
    #[arg(long, value_name = "FILES", default_value = "keep", conflicts_with = "no_textures")]
    textures: TextureKind,
    /// Textures to dds: meaning of the pixels. Default: as the file states, otherwise `color`
    #[arg(long, value_name = "USE")]
    texture_use: Option<Usage>,
    /// Textures: halve larger ones until no side is longer, in pixels
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(1..))]
    max_size: Option<u32>,
    /// Textures: make each side the nearest power of two
    #[arg(long)]
    power_of_two: bool,
    /// To Urho3D and Pragma: resource folder for materials and textures. Default: the parent of the folder Models, Scenes, Objects, Prefabs or maps in OUT's path
    #[arg(long, value_name = "DIR")]
    resource_dir: Option<PathBuf>,
    /// From glTF to an Urho3D scene: create a prefab. Default: the kind of the original file, otherwise a scene
    #[arg(long)]
    prefab: bool,
    /// Pragma maps to glTF: include collision meshes of models as hidden nodes
    #[arg(long)]
    collision: bool,
    /// Pragma maps to glTF: include the navigation mesh next to the map as a hidden node
    #[arg(long)]
    navmesh: bool,
    /// Limit the memory for vertices, indices and keys of each file, in bytes: a file that needs more is refused
    #[arg(long, value_name = "BYTES", default_value_t = 1 << 30)]
    max_expanded: u64,
}

impl Arguments {
    /// Whether it converts until it is interrupted.
    pub(crate) fn is_watching(&self) -> bool {
        self.runs.watch
    }

    /// Returns the requested format, apart from the name of the output.
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

    /// The options of each conversion.
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
    /// The conversion that was asked for.
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

    /// How FBX and OBJ are read in a process of their own, with the options that their reading has.
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
