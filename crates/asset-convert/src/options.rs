//! This module contains [`ConvertOptions`].

mod refusals;

use asset_scene::UpAxis;
use asset_scene::reduce::CurveTolerance;
use binio::{Finding, Findings, Limits, Severity};

use super::{Motion, Tangents, broken};
use asset_project::{Error, Format, Globs, WriteOptions};

binio::options! {
    /// Options for conversions. If an option would have no effect on a conversion, it is refused.
    ///
    /// ```
    /// use asset_convert::ConvertOptions;
    /// use asset_convert::UpAxis;
    /// let options = ConvertOptions::default().lossy(true);
    /// let options = options.scale(0.01).up(UpAxis::Z).lod(0);
    /// ```
    #[derive(Clone, Debug)]
    pub struct ConvertOptions {
        /// Whether to lose content that the output format can't store. If not, a loss is an error, [`Error::Losses`].
        /// Default: no.
        ///
        /// The same rule is used for every conversion. A loss is content that is not in the output and can't be
        /// restored from it: skins, texture coordinates, morph targets, levels of detail, animations, tracks, side
        /// files, bytes after the end. If a rule only changes content, this is a finding but not a loss. A conversion
        /// to glTF never loses content that the source format needs, because it is stored in `extras`. There are rules
        /// that change content that glTF forbids; with [`strict`](Self::strict), such changes are errors.
        ///
        /// Cameras, lights and the appearance of materials in a glTF are not part of a model. When you create a model
        /// for an engine, a finding only mentions that it has none.
        pub(crate) lossy: bool = false,
        /// Whether to treat warnings as errors, [`Error::Denied`]. Default: no.
        pub(crate) deny_warnings: bool = false,
        /// Which values the text of a UDM document may contain. By default, Pragma files can only contain values that
        /// the engine reads, but other documents (`.udm`) can contain any value.
        #[setter(into)]
        pub(crate) encoding: Option<super::Encoding> = None,
        /// Repairs to do first on Urho3D models, in this order.
        #[setter(into)]
        pub(crate) repairs: Vec<urho_mdl::Repair> = Vec::new(),
        /// Patterns for the names of animations to include. If there are no patterns, all animations are included. A
        /// pattern that matches nothing is an error. If you convert a [folder](crate::ConvertFolder), it must match an
        /// animation in any of the files.
        pub(crate) animations: Globs = Globs::default(),
        /// Whether models keep their animations. Default: yes.
        pub(crate) animated: bool = true,
        /// Changes to animations, for example clips, speed, loops or root motion. Default: none.
        pub(crate) motion: Motion = Motion::default(),
        /// Keep only this level of detail, where 0 is the finest. By default, all are kept.
        #[setter(into)]
        pub(crate) lod: Option<usize> = None,
        /// The scale factor, which must be above 0. Default: 1.
        pub(crate) scale: f32 = 1.0,
        /// The axis that points up in the scene, or in an Urho3D model that keeps its format. Default: Y, as in glTF.
        pub(crate) up: UpAxis = UpAxis::Y,
        /// The engine in the Urho3D family to convert from and to. Its classes are used to read scenes and prefabs in
        /// text, and to write them. New scenes, models, animations and materials will be for this engine. By default,
        /// the engine is detected from the file.
        #[setter(into)]
        pub(crate) engine: Option<urho_scene::Engine> = None,
        /// A table with the components that this game adds to scenes and prefabs; see
        /// `urho_scene::Classes::with_table`. Default: none.
        #[setter(into)]
        pub(crate) class_table: String = String::new(),
        #[setter(none)]
        pub(crate) into: Option<std::sync::Arc<super::Original>> = None,
        #[setter(none)]
        pub(crate) bind_pose: Option<std::sync::Arc<super::Original>> = None,
        #[setter(none)]
        pub(crate) image_cache: Option<std::sync::Arc<scene_adapter::look::ImageCache>> = None,
        /// A limit for added nodes that is shared by scenes on several threads; see
        /// [`map_scenes`](asset_project::sources::map_scenes). By default, each scene only has its own limit.
        #[setter(into)]
        pub(crate) node_share: Option<std::sync::Arc<scene_adapter::NodeShare>> = None,
        #[setter(none)]
        pub(crate) others: Vec<(String, std::sync::Arc<urho_ani::Animation<'static>>)> = Vec::new(),
        /// From glTF: whether to apply node scales to bones, keys and meshes. Default: no.
        pub(crate) apply_scale: bool = false,
        /// From a model that keeps its format: which of its points to move to the origin. Default: none.
        #[setter(into)]
        pub(crate) center: Option<super::Center> = None,
        /// From glTF, or from a model that keeps its format: whether to turn the model by 180 degrees. Default: no.
        pub(crate) turn: bool = false,
        /// To glTF: whether to include the original document and animations in the file, so that a conversion back will
        /// only change what you have edited. Default: yes.
        pub(crate) originals: bool = true,
        /// To glTF: whether content that glTF forbids is an error. If not, it is changed by a rule. Default: no.
        pub(crate) strict: bool = false,
        /// To glTF: whether to use `EXT_mesh_gpu_instancing` for nodes with the same parent and mesh, which become
        /// copies at one node. Not all readers support this. If the file carries an original, its nodes stay as they
        /// are, so that edits can be applied to them. Default: no.
        pub(crate) gpu_instancing: bool = false,
        /// To glTF: how to compress vertices, indices and keys. This is lossless, but not all readers support it.
        /// Default: none.
        pub(crate) compression: asset_gltf::Compression = asset_gltf::Compression::None,
        /// To glTF: whether to store vertices in fewer bits, using `KHR_mesh_quantization`. Not all readers support
        /// this. A finding reports the largest errors. Default: no.
        pub(crate) quantize: bool = false,
        /// How many bones an Urho3D geometry can use before it is split, from 1 to 256. Default: 64, which works
        /// everywhere.
        pub(crate) max_bones: u16 = 64,
        /// From glTF and other engines: whether to merge equal vertices in new models. Default: yes.
        pub(crate) weld: bool = true,
        /// From glTF and other engines: whether to reorder the triangles and vertices in new models for the vertex
        /// cache. Default: yes.
        pub(crate) optimize: bool = true,
        /// To models of engines and glTF: the levels of detail to create, given as the share of triangles that each
        /// level keeps. The numbers must be above 0 and below 1, in descending order, and there can be at most 8.
        /// Meshes that already have levels are not changed. This needs the feature `simplify`. Default: none.
        ///
        /// The new levels use the vertices of the finest level, which is unchanged. Vertices that several primitives in
        /// a mesh share do not move, so that there are no gaps. A level begins at the distance where its largest error
        /// is smaller than a pixel (in a picture with 1080 lines and a field of view of 45 degrees). This distance is
        /// always outside the mesh, and at least 1.25 times as far as for the finer level. The findings list triangles
        /// and errors.
        #[setter(into)]
        pub(crate) simplify: Vec<f32> = Vec::new(),
        /// To models of engines and glTF: whether to merge equal vertices in all meshes, and to reorder triangles and
        /// vertices for caches and against overdraw. Without this, models of engines are only reordered for the vertex
        /// cache. This needs the feature `simplify`. Default: no.
        pub(crate) optimize_meshes: bool = false,
        /// To Urho3D, U3D and rbfx models and scenes: which meshes get computed tangents if they have none. Default:
        /// meshes whose material has a normal map.
        #[setter(into)]
        pub(crate) tangents: Tangents = Tangents::default(),
        /// To models and scenes of engines: the largest angle between triangles that are still shaded smooth, in
        /// degrees from 0 to 180. It is used for meshes without normals. By default, these are shaded flat, as glTF
        /// requires, so they will have more vertices.
        #[setter(into)]
        pub(crate) smooth: Option<f32> = None,
        /// How far sampled curves may differ from the curves in the file. This is used for FBX, and for glTF splines,
        /// because Urho3D, U3D and rbfx can only interpolate linearly. Default: a tenth of a millimetre and a hundredth
        /// of a degree.
        pub(crate) curve_tolerance: CurveTolerance = CurveTolerance::default(),
        /// Where to find the materials and textures of models. Without this, materials are only names. From glTF: the
        /// target project, because its textures need not be written again.
        #[setter(into)]
        pub(crate) resources: Option<std::sync::Arc<asset_project::Resources>> = None,
        /// For pictures: the time to show, in seconds, for content that moves by itself, such as particles. Without this,
        /// scenes have no content that only pictures need; [`Preview::of`](crate::render::Preview::of) sets it to 0 then.
        #[setter(into)]
        pub(crate) picture_time: Option<f32> = None,
        /// Whether to include the appearance of materials. Default: yes.
        pub(crate) materials: bool = true,
        /// Whether to include the textures of materials. Default: yes.
        pub(crate) textures: bool = true,
        /// The file format for textures: png or dds for Urho3D, rbfx and Pragma, dds in BC7 for rbfx and Pragma, png or
        /// webp for glTF. By default, files are unchanged, and new pixels are written as png.
        pub(crate) texture_files: asset_image::TextureFiles = asset_image::TextureFiles::Keep,
        /// What the pixels mean in a texture that is converted to dds. By default, the file decides: normals if it is a
        /// normal map, data if its numbers are linear, and colours otherwise.
        #[setter(into)]
        pub(crate) texture_use: Option<asset_image::TextureUse> = None,
        /// The longest side that a texture may have, in pixels, above 0. Larger textures are halved until they fit.
        /// Default: unlimited.
        #[setter(into)]
        pub(crate) max_texture_size: Option<u32> = None,
        /// Whether to resize textures to the nearest powers of two, before larger ones are halved. Default: no.
        pub(crate) power_of_two: bool = false,
        /// From glTF: whether to write materials and textures into folders that have the name of the model. Use this
        /// when a project contains several models. Default: no.
        pub(crate) own_folders: bool = false,
        /// From glTF: whether the output name begins in the resource folder, as in [`OutputPath::name`](crate::OutputPath).
        /// Otherwise the name may contain folders above it, and the resource folder is the one that contains `Models`,
        /// `Scenes` and so on. Default: no.
        pub(crate) from_root: bool = false,
        /// From glTF: the source project. If the output names files that are not in the target project, they are copied
        /// from here, together with the files that they name. Without a source project, missing files are listed in a
        /// finding. Default: none.
        #[setter(into)]
        pub(crate) copy_from: Option<std::sync::Arc<asset_project::Resources>> = None,
        /// For small pictures: use a mip level whose longest side is at least this long when reading textures, because
        /// this is faster. By default, they are read in full.
        pub(crate) texture_edge: Option<u32> = None,
        /// Scenes and maps to another engine: the project of the input, where its models and materials are. By default,
        /// these are the [`resources`](Self::resources).
        #[setter(into)]
        pub(crate) shown_from: Option<std::sync::Arc<asset_project::Resources>> = None,
        /// From glTF: whether new materials and textures may replace those files in the [`resources`](Self::resources)
        /// that the existing output names. Files that belong to something else are never replaced: a new file then gets
        /// a name with the model name in it. Default: no.
        pub(crate) replaces: bool = false,
        /// From glTF: whether new files keep their names even if the [`resources`](Self::resources) contain other
        /// content there. Use this when existing files are not overwritten. Default: no.
        pub(crate) keeps_names: bool = false,
        /// From glTF to an Urho3D scene: whether to write a prefab. By default, this is the same as the source of the
        /// glTF, or a scene.
        pub(crate) prefab: bool = false,
        /// From a Pragma map to glTF: whether to include collision meshes, as hidden nodes. Default: no.
        pub(crate) collision: bool = false,
        /// From a Pragma map to glTF: whether to include the navigation mesh in the same folder, as a hidden node.
        /// Default: no.
        pub(crate) navmesh: bool = false,
        #[setter(none)]
        pub(crate) is_one_of_several: bool = false,
        #[setter(none)]
        pub(crate) material_names: Vec<String> = Vec::new(),
        /// Receives each file as soon as it is created, so that the files need not fit into memory.
        /// [`Converted::files`](super::Converted::files) will be empty. If the conversion fails, you should discard the
        /// files that you have received. Default: none.
        #[setter(into)]
        pub(crate) sink: Option<std::sync::Arc<dyn super::Sink>> = None,
        /// How many bytes vertices, indices and keys can take during a conversion. Default: 1 GiB.
        pub(crate) max_expanded_bytes: u64 = binio::Limits::default().expanded_bytes(),
        #[setter(none)]
        pub(crate) drivers: Vec<&'static asset_project::Driver> = Vec::new(),
    }
}

impl ConvertOptions {
    /// From glTF: sets the original model, scene or prefab that the glTF was exported from. The conversion then copies
    /// your edits into it, and keeps everything else. Nodes, meshes and materials in a scene are matched by the
    /// information that they carry, or by their names. By default, the original inside the glTF is used; if there is
    /// none, a new file is created.
    #[must_use]
    pub fn into_original(mut self, original: impl Into<std::sync::Arc<super::Original>>) -> Self {
        self.into = Some(original.into());
        self
    }

    /// From glTF: sets a model whose skeleton (bone positions, order and axes) is used for the new model, so that
    /// animations made for it will fit. By default, the skeleton in the scene is used.
    #[must_use]
    pub fn bind_pose_of(mut self, original: impl Into<std::sync::Arc<super::Original>>) -> Self {
        self.bind_pose = Some(original.into());
        self
    }

    /// Returns whether a new model will have the skeleton in the scene, and not the skeleton of another file.
    pub fn has_own_skeleton(&self) -> bool {
        self.into.is_none() && self.bind_pose.is_none()
    }

    /// From glTF to a new Urho3D model: adds an animation that already exists in the output folder, to report whether
    /// it fits the new skeleton. Default: none.
    #[must_use]
    pub fn other(mut self, name: &str, animation: asset_project::Asset<'_>) -> Self {
        if let Some(animation) = animation.into_owned().downcast() {
            self.others.push((name.to_owned(), std::sync::Arc::new(animation)));
        }
        self
    }

    /// Sets the material names for the geometries of a model, in order. If there is only one name, it is used for all
    /// of them. By default, the names come from the material list of the model.
    #[must_use]
    pub fn material_names(mut self, names: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.material_names = names.into_iter().map(Into::into).collect();
        self
    }

    /// Returns the file format and size for textures.
    pub(super) fn texture_output(&self) -> asset_image::TextureOutput {
        let (files, max_size, power_of_two) = (self.texture_files, self.max_texture_size, self.power_of_two);
        asset_image::TextureOutput { files, max_size, power_of_two }
    }

    /// Returns the options for writing this input without a scene.
    pub(super) fn for_writing(&self, input: &super::Input<'_, '_>) -> WriteOptions {
        // An animation as XML contains its side file already.
        let is_animation = input.asset.format() == Format::URHO_ANI;
        let side = input.side.filter(|_| is_animation).and_then(|side| side.content.clone());
        WriteOptions::default()
            .engine(self.engine)
            .lossy(self.lossy)
            .repairs(self.repairs.clone())
            .lod(self.lod)
            .side(side)
            .texture_output(self.texture_output())
            .texture_use(self.texture_use)
            .limits(self.limits())
    }

    /// Returns whether textures are written in another format or size.
    pub(super) fn changes_textures(&self) -> bool {
        self.texture_output() != asset_image::TextureOutput::default()
    }

    /// Returns whether no option changes the model, so that the source file of a scene can be restored.
    pub(super) fn is_plain(&self) -> bool {
        self.has_own_skeleton() && !self.reshapes()
    }

    /// Returns whether an option changes the model: the scale, axes, levels of detail, bones of a mesh, or meshes.
    pub(super) fn reshapes(&self) -> bool {
        let turns = self.up != UpAxis::Y || self.apply_scale || self.turn;
        let splits = self.max_bones != Self::default().max_bones;
        self.lod.is_some() || self.scale != 1.0 || turns || splits || self.changes_meshes()
    }

    /// Returns whether meshes are simplified or reordered.
    pub(super) fn changes_meshes(&self) -> bool {
        !self.simplify.is_empty() || self.optimize_meshes
    }

    /// Returns an error if the shares of triangles can't be used to create levels of detail.
    pub(super) fn check_simplify(&self) -> Result<(), Error> {
        let ratios = &self.simplify;
        let is_share = |ratio: &f32| *ratio > 0.0 && *ratio < 1.0;
        let descends = ratios.windows(2).all(|pair| matches!(pair, [finer, coarser] if finer > coarser));
        if ratios.len() <= MAX_LEVELS && ratios.iter().all(is_share) && descends {
            return Ok(());
        }
        let list = ratios.iter().map(f32::to_string).collect::<Vec<_>>().join(",");
        let message = format!(
            "expected at most {MAX_LEVELS} descending numbers above 0 and below 1 as the shares of triangles for simplify, found {list}"
        );
        Err(Error::Refused(message))
    }

    /// Returns the limits for this conversion.
    pub(crate) fn limits(&self) -> Limits {
        Limits::default().max_expanded_bytes(self.max_expanded_bytes)
    }

    /// Returns the findings if the options allow all losses and warnings in them, and an error otherwise.
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

    /// Returns whether any options select or change animations.
    fn is_about_animations(&self) -> bool {
        let others = super::Motion { rename_bones: None, ..self.motion.clone() };
        !self.animations.is_empty() || !others.is_empty()
    }

    /// Returns whether there are any repairs to do.
    pub(super) fn repairs_anything(&self) -> bool {
        !self.repairs.is_empty()
    }
}

/// How many levels of detail can be simplified.
const MAX_LEVELS: usize = 8;
