//! The groups of options that conversions are made of. Each direction uses some of these groups. The types have full paths
//! because the setters are declared in other modules.

use std::sync::Arc;

use asset_formats::Asset;
use binio::{Limits, Name};

/// Declares groups of options, and the macro `setter!`. This macro adds the setter of an option to a struct that
/// contains the group, with the documentation that the option has here. A `#[setter]` is `into` if it accepts
/// `impl Into`, and `none` if there is no setter.
macro_rules! groups {
    ($(
        $(#[$meta:meta])*
        struct $group:ident in $place:ident {
            $(
                $(#[doc = $doc:expr])*
                $(#[setter($setter:ident)])?
                $option:ident: $type:ty = $default:expr
            ),* $(,)?
        }
    )*) => {
        $(
            $(#[$meta])*
            #[derive(Clone, Debug)]
            pub(crate) struct $group {
                $(pub(crate) $option: $type,)*
            }

            impl Default for $group {
                fn default() -> Self {
                    Self { $($option: $default,)* }
                }
            }
        )*

        macro_rules! setter {
            $($(
                ($option) => { groups! { @ $($setter)?; $place $option: $type; $($doc)* } };
            )*)*
        }
    };
    (@ ; $place:ident $option:ident: $type:ty; $($doc:expr)*) => {
        $(#[doc = $doc])*
        #[must_use]
        pub fn $option(mut self, $option: $type) -> Self {
            self.$place.$option = $option;
            self
        }
    };
    (@ into; $place:ident $option:ident: $type:ty; $($doc:expr)*) => {
        $(#[doc = $doc])*
        #[must_use]
        pub fn $option(mut self, $option: impl Into<$type>) -> Self {
            self.$place.$option = $option.into();
            self
        }
    };
    (@ original; $place:ident $option:ident: $type:ty; $($doc:expr)*) => {
        $(#[doc = $doc])*
        #[must_use]
        pub fn $option(mut self, original: impl Into<std::sync::Arc<crate::Original>>) -> Self {
            self.$place.$option = Some(original.into());
            self
        }
    };
    (@ names; $place:ident $option:ident: $type:ty; $($doc:expr)*) => {
        $(#[doc = $doc])*
        #[must_use]
        pub fn $option(mut self, names: impl IntoIterator<Item = impl Into<String>>) -> Self {
            self.$place.$option = names.into_iter().map(Into::into).collect();
            self
        }
    };
    (@ none; $($rest:tt)*) => {};
}

/// Adds the setters of these options to a struct that contains their groups.
macro_rules! setters {
    ($($option:ident)*) => { $(setter!($option);)* };
}

groups! {
    /// What a conversion reads and shows, whatever it creates.
    struct Shown in shown {
        /// Where to find the materials and textures of models. Without this, materials are only names. From glTF: the
        /// target project, because its textures need not be written again.
        #[setter(into)]
        resources: Option<std::sync::Arc<asset_project::Resources>> = None,
        /// The engine in the Urho3D family to convert from and to. Its classes are used to read scenes and prefabs in
        /// text, and to write them. New scenes, models, animations and materials will be for this engine. By default,
        /// the engine is detected from the file.
        #[setter(into)]
        engine: Option<urho_scene::Engine> = None,
        /// A table with the components that this game adds to scenes and prefabs; see
        /// `urho_scene::Classes::with_table`. Default: none.
        #[setter(into)]
        class_table: String = String::new(),
        /// Whether to include the appearance of materials. Default: yes.
        materials: bool = true,
        /// Whether to include the textures of materials. Default: yes.
        textures: bool = true,
        /// The material names for the geometries of a model, in order. If there is only one name, it is used for all of
        /// them. By default, the names come from the material list of the model.
        #[setter(names)]
        material_names: Vec<String> = Vec::new(),
        /// Patterns for the names of animations to include. If there are no patterns, all animations are included. A
        /// pattern that matches nothing is an error. If you convert a folder (`ConvertFolder` in `asset-batch`), it must match an
        /// animation in any of the files.
        animations: asset_project::Globs = asset_project::Globs::default(),
        /// Whether models keep their animations. Default: yes.
        animated: bool = true,
        /// From a Pragma map to glTF: whether to include collision meshes, as hidden nodes. Default: no.
        collision: bool = false,
        /// From a Pragma map to glTF: whether to include the navigation mesh in the same folder, as a hidden node.
        /// Default: no.
        navmesh: bool = false,
        /// For pictures: the time to show, in seconds, for content that moves by itself, such as particles. Without this,
        /// scenes have no content that only pictures need; `Preview::of` in `asset-preview` sets it to 0 then.
        #[setter(into)]
        picture_time: Option<f32> = None,
        /// For small pictures: use a mip level whose longest side is at least this long when reading textures, because
        /// this is faster. By default, they are read in full.
        texture_edge: Option<u32> = None,
        /// A limit for added nodes that is shared by scenes on several threads; see
        /// [`map_scenes`](asset_project::sources::map_scenes). By default, each scene only has its own limit.
        #[setter(into)]
        node_share: Option<std::sync::Arc<scene_adapter::NodeShare>> = None,
        /// How many bytes vertices, indices and keys can take during a conversion. Default: 1 GiB.
        max_expanded_bytes: u64 = binio::Limits::default().expanded_bytes(),
        #[setter(none)]
        image_cache: Option<std::sync::Arc<scene_adapter::look::ImageCache>> = None,
        #[setter(none)]
        is_one_of_several: bool = false,
        #[setter(none)]
        drivers: Vec<&'static asset_formats::Driver> = Vec::new(),
    }

    /// Changes to models and animations, in a scene or in a document that keeps its format.
    struct Changes in changes {
        /// Repairs to do first on Urho3D models, in this order.
        #[setter(into)]
        repairs: Vec<urho_mdl::Repair> = Vec::new(),
        /// Changes to animations, for example clips, speed, loops or root motion. Default: none.
        motion: crate::Motion = crate::Motion::default(),
        /// Keep only this level of detail, where 0 is the finest. By default, all are kept.
        #[setter(into)]
        lod: Option<usize> = None,
        /// The scale factor, which must be above 0. Default: 1.
        scale: f32 = 1.0,
        /// The axis that points up in the scene, or in an Urho3D, Pragma or ZED model that keeps its format. Default: Y, as in glTF.
        up: asset_scene::UpAxis = asset_scene::UpAxis::Y,
        /// From glTF, or from a model that keeps its format: whether to turn the model by 180 degrees. Default: no.
        turn: bool = false,
        /// From a model that keeps its format: which of its points to move to the origin. Default: none.
        #[setter(into)]
        center: Option<crate::Center> = None,
        /// To models of engines and glTF, and in Urho3D and Pragma models that keep their format: the levels of detail to create, given as the share of triangles that each
        /// level keeps. The numbers must be above 0 and below 1, in descending order, and there can be at most 8.
        /// Meshes that already have levels are not changed. This needs the feature `simplify`. Default: none.
        ///
        /// The new levels use the vertices of the finest level, which is unchanged. Vertices that several primitives in
        /// a mesh share do not move, so that there are no gaps. A level begins at the distance where its largest error
        /// is smaller than a pixel (in a picture with 1080 lines and a field of view of 45 degrees). This distance is
        /// always outside the mesh, and at least 1.25 times as far as for the finer level. The findings list triangles
        /// and errors.
        #[setter(into)]
        simplify: Vec<f32> = Vec::new(),
        /// To models of engines and glTF, and in models that keep their format: whether to merge equal vertices in
        /// all meshes, and to reorder triangles and vertices for caches and against overdraw. Without this, models of engines are only reordered for the vertex
        /// cache. This needs the feature `simplify`. Default: no.
        optimize_meshes: bool = false,
        /// To Urho3D, U3D and rbfx models and scenes: which meshes get computed tangents if they have none. Default:
        /// meshes whose material has a normal map. In an Urho3D or Pragma model that keeps its format,
        /// [`Tangents::Always`](crate::Tangents::Always) computes all tangents anew, and the others change nothing.
        #[setter(into)]
        tangents: crate::Tangents = crate::Tangents::default(),
        /// To models and scenes of engines: the largest angle between triangles that are still shaded smooth, in
        /// degrees from 0 to 180. It is used for meshes without normals. By default, these are shaded flat, as glTF
        /// requires, so they will have more vertices. In a model that keeps its format, all normals are computed
        /// anew, and vertices at one position are smooth up to this angle; no vertex is added.
        #[setter(into)]
        smooth: Option<f32> = None,
    }

    /// How a glTF is written.
    struct GltfFiles in gltf {
        /// To glTF: whether to include the original document and animations in the file, so that a conversion back will
        /// only change what you have edited. Default: yes.
        originals: bool = true,
        /// To glTF: whether content that glTF forbids is an error. If not, it is changed by a rule. Default: no.
        strict: bool = false,
        /// To glTF: whether to use `EXT_mesh_gpu_instancing` for nodes with the same parent and mesh, which become
        /// copies at one node. Not all readers support this. If the file carries an original, its nodes stay as they
        /// are, so that edits can be applied to them. Default: no.
        gpu_instancing: bool = false,
        /// To glTF: how to compress vertices, indices and keys. This is lossless, but not all readers support it.
        /// Default: none.
        compression: asset_gltf::Compression = asset_gltf::Compression::None,
        /// To glTF: whether to store vertices in fewer bits, using `KHR_mesh_quantization`. Not all readers support
        /// this. A finding reports the largest errors. Default: no.
        quantize: bool = false,
    }

    /// How files of engines are created from a scene, or updated.
    struct EngineFiles in engine_files {
        /// From glTF: the original model, scene or prefab that the glTF was exported from. The conversion then copies
        /// your edits into it, and keeps everything else. Nodes, meshes and materials in a scene are matched by the
        /// information that they carry, or by their names. By default, the original inside the glTF is used; if there is
        /// none, a new file is created.
        #[setter(original)]
        into_original: Option<std::sync::Arc<crate::Original>> = None,
        /// From glTF: a model whose skeleton (bone positions, order and axes) is used for the new model, so that
        /// animations made for it will fit. By default, the skeleton in the scene is used.
        #[setter(original)]
        bind_pose_of: Option<std::sync::Arc<crate::Original>> = None,
        #[setter(none)]
        others: Vec<(String, std::sync::Arc<urho_ani::Animation<'static>>)> = Vec::new(),
        /// How many bones an Urho3D geometry can use before it is split, from 1 to 256. Default: 64, which works
        /// everywhere.
        max_bones: u16 = 64,
        /// From glTF: whether to apply node scales to bones, keys and meshes. Default: no.
        apply_scale: bool = false,
        /// From glTF and other engines: whether to merge equal vertices in new models. Default: yes.
        weld: bool = true,
        /// From glTF and other engines: whether to reorder the triangles and vertices in new models for the vertex
        /// cache. Default: yes.
        optimize: bool = true,
        /// How far sampled curves may differ from the curves in the file. This is used for FBX, and for glTF splines,
        /// because Urho3D, U3D and rbfx can only interpolate linearly. Default: a tenth of a millimetre and a hundredth
        /// of a degree.
        curve_tolerance: asset_scene::reduce::CurveTolerance = asset_scene::reduce::CurveTolerance::default(),
        /// From glTF: whether to write materials and textures into folders that have the name of the model. Use this
        /// when a project contains several models. Default: no.
        own_folders: bool = false,
        /// From glTF: whether the output name begins in the resource folder, as in [`OutputPath::name`](crate::OutputPath).
        /// Otherwise the name may contain folders above it, and the resource folder is the one that contains `Models`,
        /// `Scenes` and so on. Default: no.
        from_root: bool = false,
        /// From glTF: the source project. If the output names files that are not in the target project, they are copied
        /// from here, together with the files that they name. Without a source project, missing files are listed in a
        /// finding. Default: none.
        #[setter(into)]
        copy_from: Option<std::sync::Arc<asset_project::Resources>> = None,
        /// The project of the input. For scenes and maps to another engine, its models and materials are read from it; by
        /// default, from the [`resources`](crate::ConvertOptions::resources). For a glTF that doesn't carry the file that
        /// it was exported from, the file is searched there too.
        #[setter(into)]
        shown_from: Option<std::sync::Arc<asset_project::Resources>> = None,
        /// From glTF: whether new materials and textures may replace those files in the [`resources`](crate::ConvertOptions::resources)
        /// that the existing output names. Files that belong to something else are never replaced: a new file then gets
        /// a name with the model name in it. Default: no.
        replaces: bool = false,
        /// From glTF: whether edits may change files that something else than the output uses too, for example a
        /// material that is also in another scene. Without this, such an edit is written to a copy with another name,
        /// and the output uses the copy. Default: no.
        shared: bool = false,
        #[setter(none)]
        users: crate::home::Users = crate::home::Users::default(),
        /// From glTF: whether new files keep their names even if the [`resources`](crate::ConvertOptions::resources) contain other
        /// content there. Use this when existing files are not overwritten. Default: no.
        keeps_names: bool = false,
        /// From glTF to an Urho3D scene: whether to write a prefab. By default, this is the same as the source of the
        /// glTF, or a scene.
        prefab: bool = false,
    }

    /// What may be written, and how.
    struct Output in output {
        /// Whether to lose content that the output format can't store. If not, a loss is an error, [`Error::Losses`](asset_formats::Error::Losses).
        /// Default: no.
        ///
        /// The same rule is used for every conversion. A loss is content that is not in the output and can't be
        /// restored from it: skins, texture coordinates, morph targets, levels of detail, animations, tracks, side
        /// files, bytes after the end. If a rule only changes content, this is a finding but not a loss. A conversion
        /// to glTF never loses content that the source format needs, because it is stored in `extras`. There are rules
        /// that change content that glTF forbids; with [`strict`](crate::ConvertOptions::strict), such changes are errors.
        ///
        /// Cameras, lights and the appearance of materials in a glTF are not part of a model. When you create a model
        /// for an engine, a finding only mentions that it has none.
        lossy: bool = false,
        /// Whether to treat warnings as errors, [`Error::Denied`](asset_formats::Error::Denied). Default: no.
        deny_warnings: bool = false,
        /// Which values the text of a UDM document may contain. By default, Pragma files can only contain values that
        /// the engine reads, but other documents (`.udm`) can contain any value.
        #[setter(into)]
        udm_values: Option<crate::UdmValues> = None,
        /// The file format for textures: png or dds for Urho3D, rbfx and Pragma, dds in BC7 for rbfx and Pragma, png or
        /// webp for glTF. By default, files are unchanged, and new pixels are written as png.
        texture_files: asset_image::TextureFiles = asset_image::TextureFiles::Keep,
        /// What the pixels mean in a texture that is converted to dds. By default, the file decides: normals if it is a
        /// normal map, data if its numbers are linear, and colours otherwise.
        #[setter(into)]
        texture_use: Option<asset_image::TextureUse> = None,
        /// The longest side that a texture may have, in pixels, above 0. Larger textures are halved until they fit.
        /// Default: unlimited.
        #[setter(into)]
        max_texture_size: Option<u32> = None,
        /// Whether to resize textures to the nearest powers of two, before larger ones are halved. Default: no.
        power_of_two: bool = false,
        /// Receives each file as soon as it is created, so that the files need not fit into memory.
        /// [`Converted::files`](crate::Converted::files) will be empty. If the conversion fails, you should discard the
        /// files that you have received. Default: none.
        #[setter(into)]
        sink: Option<std::sync::Arc<dyn crate::Sink>> = None,
    }
}

impl Shown {
    /// Returns the limits for this conversion.
    pub(crate) fn limits(&self) -> Limits {
        Limits::default().max_expanded_bytes(self.max_expanded_bytes)
    }

    /// Returns whether an animation with this name is included.
    pub(crate) fn takes(&self, animation: &str) -> bool {
        self.animated && (self.animations.is_empty() || self.animations.matches(&Name::from(animation)))
    }
}

impl EngineFiles {
    /// Adds an animation that already exists in the output folder. Other assets are ignored.
    pub(super) fn add_other(&mut self, name: &str, animation: Asset<'_>) {
        if let Some(animation) = animation.into_owned().downcast() {
            self.others.push((name.to_owned(), Arc::new(animation)));
        }
    }
}
