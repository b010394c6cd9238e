//! Options of conversions.

use asset_scene::UpAxis;
use asset_scene::reduce::CurveTolerance;
use binio::{Finding, Findings, Limits, Severity};

use super::{Motion, OutputFormat, Tangents, broken};
use crate::{Error, Format, Globs};

binio::options! {
    /// Options of conversions. A conversion refuses options that have no effect on it.
    ///
    /// ```
    /// use asset_project::convert::ConvertOptions;
    /// use asset_project::convert::UpAxis;
    /// let options = ConvertOptions::default().lossy(true);
    /// let options = options.scale(0.01).up(UpAxis::Z).lod(0);
    /// ```
    #[derive(Clone, Debug)]
    pub struct ConvertOptions {
        /// Whether a conversion may lose content that the output format can't store. Otherwise a loss is an error,
        /// [`Error::Losses`]. Default: no.
        ///
        /// One rule covers every conversion. A loss is content that the output lacks and that can't be restored from
        /// it: skins, texture coordinates, morph targets, levels of detail, animations, tracks, side files, bytes after
        /// the end. Content that a rule changes is no loss but a finding. A conversion to glTF loses no content that
        /// the source format needs: `extras` store it. Rules change content that glTF forbids; with
        /// [`strict`](Self::strict), such changes are errors.
        ///
        /// Cameras, lights and the look of materials in glTF are no part of a model: that a model of an engine is without them is told only.
        pub(crate) lossy: bool = false,
        /// Whether warnings are errors too, [`Error::Denied`]. Default: no.
        pub(crate) deny_warnings: bool = false,
        /// Which values the text of a UDM document may contain. By default, files of Pragma contain only values that
        /// the engine reads, and other documents (`.udm`) contain any.
        #[setter(into)]
        pub(crate) encoding: Option<super::Encoding> = None,
        /// Repairs of models of Urho3D, made first, in this order.
        #[setter(into)]
        pub(crate) repairs: Vec<urho_mdl::Repair> = Vec::new(),
        /// Animations to include, by patterns of their names. Without patterns, all animations are included. Patterns that match no animation are an
        /// error, unless a [folder](crate::ConvertFolder) is converted, where they have to match one of all.
        pub(crate) animations: Globs = Globs::default(),
        /// Whether models keep their animations. Default: yes.
        pub(crate) animated: bool = true,
        /// Changes of animations: clips, speed, loops, root motion. Default: none.
        pub(crate) motion: Motion = Motion::default(),
        /// The one level of detail to take, 0 for the finest. Default: all.
        #[setter(into)]
        pub(crate) lod: Option<usize> = None,
        /// How many times as large the result is: above 0. Default: 1.
        pub(crate) scale: f32 = 1.0,
        /// The axis of the scene that points up. Default: Y, as in glTF.
        pub(crate) up: UpAxis = UpAxis::Y,
        /// Engine of the Urho3D family that files are of and for. Scenes and prefabs in text are read with its classes and written as its files; new
        /// scenes, models, animations and materials are its own. Default: the engine that the file shows.
        #[setter(into)]
        pub(crate) engine: Option<urho_scene::Engine> = None,
        /// Table of a game's own components, for scenes and prefabs; see `urho_scene::Classes::with_table`. Default: none.
        #[setter(into)]
        pub(crate) class_table: String = String::new(),
        #[setter(none)]
        pub(crate) into: Option<std::sync::Arc<super::Original>> = None,
        #[setter(none)]
        pub(crate) bind_pose: Option<std::sync::Arc<super::Original>> = None,
        #[setter(none)]
        pub(crate) image_cache: Option<std::sync::Arc<scene_adapter::look::ImageCache>> = None,
        /// Nodes that scenes may add which other threads show at the same time; see [`map_scenes`](crate::convert_folder::map_scenes). Default: each
        /// scene has only its own limits.
        #[setter(into)]
        pub(crate) node_share: Option<std::sync::Arc<scene_adapter::NodeShare>> = None,
        #[setter(none)]
        pub(crate) others: Vec<(String, std::sync::Arc<urho_ani::Animation<'static>>)> = Vec::new(),
        /// From glTF: whether scales of nodes are multiplied into bones, keys and meshes. Default: no.
        pub(crate) apply_scale: bool = false,
        /// From glTF: whether the model is turned around, by 180 degrees. Default: no.
        pub(crate) turn: bool = false,
        /// To glTF: whether the file carries the originals of the document and its animations, so that a conversion back changes in them what was edited.
        /// Default: yes.
        pub(crate) originals: bool = true,
        /// To glTF: whether content that glTF forbids is an error, instead of being changed by a rule. Default: no.
        pub(crate) strict: bool = false,
        /// To glTF: whether nodes side by side that show the same mesh become copies at one node, by `EXT_mesh_gpu_instancing`, which readers have to
        /// understand. Nodes of an original that the file carries stay nodes, so that edits find their way back. Default: no.
        pub(crate) gpu_instancing: bool = false,
        /// To glTF: compression of vertices, indices and keys, which readers have to understand. Nothing is lost. Default: none.
        pub(crate) compression: asset_gltf::Compression = asset_gltf::Compression::None,
        /// To glTF: whether vertices are stored in fewer bits, by `KHR_mesh_quantization`, which readers have to understand. A finding contains the largest
        /// errors. Default: no.
        pub(crate) quantize: bool = false,
        /// Bones that a geometry of Urho3D may have before it is split: 1 to 256. Default: 64, which works everywhere.
        pub(crate) max_bones: u16 = 64,
        /// From glTF and other engines: whether equal vertices of new models become one. Default: yes.
        pub(crate) weld: bool = true,
        /// From glTF and other engines: whether the triangles and vertices of new models get an order for the vertex cache. Default: yes.
        pub(crate) optimize: bool = true,
        /// To models of engines and glTF: levels of detail to create for meshes without levels, as the share of triangles that each keeps: above 0 and
        /// below 1, descending, at most 8. It needs the feature `simplify`. Default: none.
        ///
        /// Levels have the vertices of the finest level, which stays unchanged. Vertices at positions that several primitives of a mesh share stay, so
        /// that no gaps appear. A level begins at the distance from which its largest error is smaller than a pixel of a picture with 1080 lines and a
        /// field of view of 45 degrees, outside of the mesh, and at least 1.25 times as far away as the finer level begins. Findings contain the
        /// triangles and errors.
        #[setter(into)]
        pub(crate) simplify: Vec<f32> = Vec::new(),
        /// To models of engines and glTF: whether equal vertices of all meshes become one, and triangles and vertices get an order for caches and against
        /// overdraw. Models of engines get an order for the vertex cache without it. It needs the feature `simplify`. Default: no.
        pub(crate) optimize_meshes: bool = false,
        /// To models and scenes of Urho3D, U3D and rbfx: meshes for which tangents are computed that the scene lacks. Default: meshes whose material has a
        /// normal map.
        #[setter(into)]
        pub(crate) tangents: Tangents = Tangents::default(),
        /// To models and scenes of engines: angle in degrees, from 0 to 180, up to which triangles of meshes without normals are shaded smooth. Default:
        /// none; such meshes are shaded flat, as glTF requires, so that they have more vertices.
        #[setter(into)]
        pub(crate) smooth: Option<f32> = None,
        /// How far sampled curves may be from the curves of their file: of FBX, and splines of glTF that become keys of Urho3D, U3D and rbfx, which
        /// interpolate linearly. Default: a tenth of a millimetre and a hundredth of a degree.
        pub(crate) curve_tolerance: CurveTolerance = CurveTolerance::default(),
        /// Resources that contain the materials and textures of models. Without resources, materials are only names.
        /// From glTF: the target project, whose textures needn't be written again.
        #[setter(into)]
        pub(crate) resources: Option<std::sync::Arc<crate::Resources>> = None,
        /// Whether models come with the looks of their materials. Yes if not chosen.
        pub(crate) materials: bool = true,
        /// Whether materials come with their textures. Yes if not chosen.
        pub(crate) textures: bool = true,
        /// Files that textures become: png or dds of Urho3D, rbfx and Pragma, dds in BC7 of rbfx and Pragma, png or webp of glTF. Default: unchanged files, and png of new pixels.
        pub(crate) texture_files: asset_image::TextureFiles = asset_image::TextureFiles::Keep,
        /// Meaning of the pixels of a texture that becomes dds. Default: normals if the file says that it is a normal map, data if it says that its numbers
        /// are linear, otherwise colours.
        #[setter(into)]
        pub(crate) texture_use: Option<asset_image::TextureUse> = None,
        /// Longest side of a texture in pixels, above 0: a larger one is halved until it fits. Default: unlimited.
        #[setter(into)]
        pub(crate) max_texture_size: Option<u32> = None,
        /// Whether the sides of textures become the nearest powers of two, before larger ones are halved. Default: no.
        pub(crate) power_of_two: bool = false,
        /// From glTF: whether materials and textures are written to folders with the name of the model, so that one
        /// project can contain several models. Default: no.
        pub(crate) own_folders: bool = false,
        /// From glTF: the source project. Files that the output names and that the target project lacks are copied from it, with the files that these
        /// name. Without a source project, a finding lists the missing files. Default: none.
        #[setter(into)]
        pub(crate) copy_from: Option<std::sync::Arc<crate::Resources>> = None,
        /// Small pictures: textures of materials are read by a mip whose longest side is at least this long, which takes less time. Default: as they are.
        pub(crate) texture_edge: Option<u32> = None,
        /// Scenes and maps to another engine: the project of the input, in which its models and materials are found. Default: the
        /// [`resources`](Self::resources).
        #[setter(into)]
        pub(crate) shown_from: Option<std::sync::Arc<crate::Resources>> = None,
        /// From glTF: whether new materials and textures replace files in the [`resources`](Self::resources) that the existing output names. New files
        /// never replace other files with other content: they get a name with the name of the model. Default: no.
        pub(crate) replaces: bool = false,
        /// From glTF: whether new files keep their names although the [`resources`](Self::resources) have other content there, because existing files
        /// stay. Default: no.
        pub(crate) keeps_names: bool = false,
        /// From glTF to a scene of Urho3D: whether the output is a prefab. Default: as the source of the glTF, or a
        /// scene.
        pub(crate) prefab: bool = false,
        /// From a map of Pragma to glTF: whether collision meshes are included, as hidden nodes. Default: no.
        pub(crate) collision: bool = false,
        /// From a map of Pragma to glTF: whether the navigation mesh in the same folder is included, as a hidden node.
        /// Default: no.
        pub(crate) navmesh: bool = false,
        #[setter(none)]
        pub(crate) is_one_of_several: bool = false,
        #[setter(none)]
        pub(crate) material_names: Vec<String> = Vec::new(),
        /// Receives each file as soon as it is created, so that the files needn't fit into memory:
        /// [`Converted::files`](super::Converted::files) is empty then. If the conversion fails, discard the received
        /// files. Default: none.
        #[setter(into)]
        pub(crate) sink: Option<std::sync::Arc<dyn super::Sink>> = None,
        /// Bytes that vertices, indices and keys may take while they are converted. Default: 1 GiB.
        pub(crate) max_expanded_bytes: u64 = binio::Limits::default().expanded_bytes(),
        #[setter(none)]
        pub(crate) drivers: Vec<&'static crate::Driver> = Vec::new(),
    }
}

impl ConvertOptions {
    /// From glTF: the original model, scene or prefab that the glTF was exported from. The conversion copies the edits into it and keeps
    /// the rest. In a scene, nodes, meshes and materials are the file's if they carry its information, or have its names. Default: the original that the
    /// glTF carries; without one, a new file.
    #[must_use]
    pub fn into_original(mut self, original: impl Into<std::sync::Arc<super::Original>>) -> Self {
        self.into = Some(original.into());
        self
    }

    /// From glTF: the model whose skeleton (places, order and axes of bones) a new one gets, so that animations made for it fit. Default: the scene's.
    #[must_use]
    pub fn bind_pose_of(mut self, original: impl Into<std::sync::Arc<super::Original>>) -> Self {
        self.bind_pose = Some(original.into());
        self
    }

    /// Whether a new model has the skeleton of the scene, and not one of a file.
    pub fn has_own_skeleton(&self) -> bool {
        self.into.is_none() && self.bind_pose.is_none()
    }

    /// From glTF to a new model of Urho3D: an existing animation of the output folder. The conversion reports whether
    /// it fits the skeleton. Default: none.
    #[must_use]
    pub fn other(mut self, name: &str, animation: crate::Asset<'_>) -> Self {
        if let Some(animation) = animation.into_owned().downcast() {
            self.others.push((name.to_owned(), std::sync::Arc::new(animation)));
        }
        self
    }

    /// Material names of a model's geometries, in order; a single name applies to all geometries. Default: the names in
    /// the material list of the model.
    #[must_use]
    pub fn material_names(mut self, names: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.material_names = names.into_iter().map(Into::into).collect();
        self
    }

    /// Files and sizes of written textures.
    pub(super) fn texture_output(&self) -> asset_image::TextureOutput {
        let (files, max_size, power_of_two) = (self.texture_files, self.max_texture_size, self.power_of_two);
        asset_image::TextureOutput { files, max_size, power_of_two }
    }

    /// Whether textures get other files or sizes.
    pub(super) fn changes_textures(&self) -> bool {
        self.texture_output() != asset_image::TextureOutput::default()
    }

    /// Refuses a version of models or animations of another engine than the requested one.
    pub(super) fn refuse_other_engine(&self, output_format: OutputFormat) -> Result<(), Error> {
        use urho_scene::Engine;
        let of_rbfx = matches!(
            output_format,
            OutputFormat::UMD3
                | OutputFormat::UAN2
                | OutputFormat::ARCHIVE_XML
                | OutputFormat::ARCHIVE_JSON
                | OutputFormat::ARCHIVE_BINARY
        );
        let of_urho3d = matches!(output_format, OutputFormat::UMDL | OutputFormat::UMD2 | OutputFormat::UANI);
        match self.engine {
            Some(Engine::Rbfx) if of_urho3d => {}
            Some(Engine::Urho3d | Engine::U3d) if of_rbfx => {}
            _ => return Ok(()),
        }
        let engine = self.engine.map(Engine::name).unwrap_or_default();
        Err(Error::Refused(format!("the engine {engine} has no files of the format {output_format}")))
    }

    /// Returns whether no option changes the shown model, so that the source file of a scene can be restored.
    pub(super) fn is_plain(&self) -> bool {
        self.has_own_skeleton() && !self.reshapes()
    }

    /// Returns whether an option changes the scale, axes, levels of detail, bones of a mesh or meshes of the model.
    pub(super) fn reshapes(&self) -> bool {
        let turns = self.up != UpAxis::Y || self.apply_scale || self.turn;
        let splits = self.max_bones != Self::default().max_bones;
        self.lod.is_some() || self.scale != 1.0 || turns || splits || self.changes_meshes()
    }

    /// Whether meshes get levels of detail or another order.
    pub(super) fn changes_meshes(&self) -> bool {
        !self.simplify.is_empty() || self.optimize_meshes
    }

    /// Refuses shares of triangles that make no levels of detail.
    pub(super) fn check_simplify(&self) -> Result<(), Error> {
        let ratios = &self.simplify;
        let is_share = |ratio: &f32| *ratio > 0.0 && *ratio < 1.0;
        let descends = ratios.windows(2).all(|pair| matches!(pair, [finer, coarser] if finer > coarser));
        if ratios.len() <= MAX_LEVELS && ratios.iter().all(is_share) && descends {
            return Ok(());
        }
        let found = ratios.iter().map(f32::to_string).collect::<Vec<_>>().join(",");
        let message = format!(
            "expected at most {MAX_LEVELS} descending numbers above 0 and below 1 as the shares of triangles for simplify, found {found}"
        );
        Err(Error::Refused(message))
    }

    /// Returns the limits of a conversion.
    pub(crate) fn limits(&self) -> Limits {
        Limits::default().max_expanded_bytes(self.max_expanded_bytes)
    }

    /// Returns the findings of a conversion, or an error if they contain losses or warnings that the options don't allow.
    pub(crate) fn consent(&self, findings: Findings) -> Result<Findings, Error> {
        let findings = broken::refuse(findings)?;
        let losses = if self.lossy { Findings::new() } else { findings.losses() };
        if !losses.is_empty() {
            return Err(Error::Losses(losses));
        }
        let is_denied =
            |finding: &&Finding| self.deny_warnings && finding.severity >= Severity::Warning && !finding.is_loss;
        let denied: Findings = findings.iter().filter(is_denied).cloned().collect();
        if denied.is_empty() { Ok(findings) } else { Err(Error::Denied(denied)) }
    }

    /// Returns whether an animation with this name is included.
    pub(super) fn takes(&self, animation: &str) -> bool {
        self.animated && (self.animations.is_empty() || self.animations.matches(&binio::Name::from(animation)))
    }

    /// Whether options select or change animations.
    fn is_about_animations(&self) -> bool {
        let others = super::Motion { rename_bones: None, ..self.motion.clone() };
        !self.animations.is_empty() || !others.is_empty()
    }

    /// Whether there are repairs to make.
    pub(super) fn repairs_anything(&self) -> bool {
        !self.repairs.is_empty()
    }

    /// Refuses options that only affect conversions through a scene, for a conversion without a scene.
    pub(crate) fn refuse_scenes(&self, output_format: OutputFormat, format: Format) -> Result<(), Error> {
        let default = Self::default();
        let (animations, up, original) =
            (!self.animations.is_empty(), self.up != default.up, self.into.is_some() || self.bind_pose.is_some());
        // Models of Urho3D can be cut to a level of detail as they are.
        let lod = self.lod.is_some() && format != Format::URHO_MDL;
        let options = [
            (animations, "animations"),
            (!self.animated, "no-animations"),
            (
                !self.motion.is_empty(),
                "clip, merge, speed, reverse, mirror, onto, loop, in-place, root-motion, fps or rename-bones",
            ),
            (lod, "lod"),
            (self.scale != default.scale, "scale"),
            (up, "up"),
            (original, "into or the option bind-pose-of"),
            (self.apply_scale, "apply-scale"),
            (self.turn, "facing"),
            (!self.originals, "no-originals"),
            (self.strict, "strict"),
            (self.gpu_instancing, "gpu-instancing"),
            (self.compression != default.compression || self.quantize, "compress"),
            (self.max_bones != default.max_bones, "max-bones"),
            (!self.simplify.is_empty(), "simplify"),
            (self.optimize_meshes, "optimize-meshes"),
            (!self.weld, "no-weld"),
            (self.tangents != default.tangents, "tangents"),
            (self.smooth.is_some(), "smooth"),
            (self.curve_tolerance != default.curve_tolerance, "curve-tolerance"),
            (!self.optimize, "no-optimize"),
            (!self.materials, "no-materials"),
            (!self.textures, "no-textures"),
            (!self.material_names.is_empty(), "material"),
            (self.repairs_anything() && format != Format::URHO_MDL, "repair"),
            (self.prefab, "prefab"),
            (self.copy_from.is_some(), "copy-resources"),
            (self.collision, "collision"),
            (self.navmesh, "navmesh"),
            (self.texture_files != default.texture_files, "textures"),
            (self.texture_use.is_some() && output_format != OutputFormat::DDS, "texture-use"),
            (
                self.max_texture_size.is_some() && !matches!(output_format, OutputFormat::DDS | OutputFormat::PNG),
                "max-size",
            ),
            (self.power_of_two && !matches!(output_format, OutputFormat::DDS | OutputFormat::PNG), "power-of-two"),
        ];
        refuse(&options, &format!("from {} to {output_format}", format.title()))
    }

    /// Refuses options that have no effect on a conversion through a scene to files of an engine.
    pub(super) fn refuse_for_engine(&self, output_format: OutputFormat) -> Result<(), Error> {
        let is_model = output_format.extension() == Some("mdl");
        let has_files = output_format.has_materials() || output_format.is_urho_scene() || output_format.is_pragma_map();
        let has_meshes = has_files || output_format.is_model();
        let options = [
            (!self.originals, "no-originals"),
            (self.strict, "strict"),
            (self.gpu_instancing, "gpu-instancing"),
            (self.compression != Self::default().compression || self.quantize, "compress"),
            (!self.animated && (output_format.is_level() || output_format.extension() == Some("ani")), "no-animations"),
            (!self.animated && self.is_about_animations(), "no-animations together with options for animations"),
            (!self.materials && !has_files, "no-materials"),
            (!self.textures && !has_files, "no-textures"),
            (!self.material_names.is_empty(), "material"),
            (self.copy_from.is_some() && !has_files, "copy-resources"),
            (self.up != UpAxis::Y && !is_model && output_format.extension() != Some("ani"), "up"),
            (self.max_bones != Self::default().max_bones && !is_model, "max-bones"),
            (!self.weld && !has_meshes, "no-weld"),
            (self.tangents != Tangents::default() && !is_model && !output_format.is_urho_scene(), "tangents"),
            (self.smooth.is_some() && !has_meshes, "smooth"),
            (!self.optimize && !has_meshes, "no-optimize"),
            (self.prefab && !output_format.is_urho_scene(), "prefab"),
            (self.texture_use.is_some(), "texture-use"),
            (self.texture_files != Self::default().texture_files && !has_files, "textures"),
            (self.texture_files == asset_image::TextureFiles::Webp, "textures webp"),
            (self.max_texture_size.is_some() && !has_files, "max-size"),
            (self.power_of_two && !has_files, "power-of-two"),
            (self.collision, "collision"),
            (self.navmesh, "navmesh"),
            (
                self.into.is_some() && self.bind_pose.is_some(),
                "bind-pose-of together with into, which has the same skeleton,",
            ),
            (self.into.is_some() && !(self.weld && self.optimize), "no-weld or no-optimize together with into"),
            (!self.simplify.is_empty() && !has_meshes, "simplify"),
            (self.optimize_meshes && !has_meshes, "optimize-meshes"),
            (self.into.is_some() && self.changes_meshes(), "simplify or optimize-meshes together with into"),
            (
                self.into.is_some() && (self.lod.is_some() || self.scale != 1.0 || self.up != UpAxis::Y),
                "lod, scale or up together with into",
            ),
            (
                output_format.is_urho_scene() && (self.bind_pose.is_some() || self.reshapes()),
                "bind-pose-of, apply-scale, facing, lod, scale, up, simplify or optimize-meshes",
            ),
        ];
        refuse(&options, &format!("to {output_format}"))
    }

    /// Refuses options for maps, for a document of another format.
    pub(super) fn refuse_for_format(&self, format: Format) -> Result<(), Error> {
        let is_map = format == Format::PRAGMA_MAP;
        let options = [(self.collision && !is_map, "collision"), (self.navmesh && !is_map, "navmesh")];
        refuse(&options, &format!("from {}", format.title()))
    }

    /// Refuses options that have no effect on a conversion to glTF.
    pub(super) fn refuse_for_gltf(&self) -> Result<(), Error> {
        let options = [
            (!self.animated && self.is_about_animations(), "no-animations together with options for animations"),
            (self.up != UpAxis::Y, "up"),
            (self.max_bones != Self::default().max_bones, "max-bones"),
            (!self.weld, "no-weld"),
            (self.tangents != Tangents::default(), "tangents"),
            (self.smooth.is_some(), "smooth"),
            (!self.optimize, "no-optimize"),
            (self.prefab, "prefab"),
            (self.texture_use.is_some(), "texture-use"),
            (
                matches!(self.texture_files, asset_image::TextureFiles::Dds | asset_image::TextureFiles::Bc7),
                "textures dds",
            ),
            (self.copy_from.is_some(), "copy-resources"),
            (self.into.is_some() || self.bind_pose.is_some(), "into or bind-pose-of"),
            (self.apply_scale, "apply-scale"),
            (self.turn, "facing"),
        ];
        refuse(&options, "to glTF")
    }
}

/// Maximum number of levels of detail that simplification creates.
const MAX_LEVELS: usize = 8;

/// Refuses the first option that is set.
fn refuse(options: &[(bool, &str)], conversion: &str) -> Result<(), Error> {
    match options.iter().find(|(set, _)| *set) {
        Some((_, option)) => {
            Err(Error::Refused(format!("the option {option} has no effect on a conversion {conversion}")))
        }
        None => Ok(()),
    }
}
