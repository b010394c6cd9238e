//! The table of options: on which conversions each of them has an effect.

use asset_formats::{Change, Error, Feature, Format, NoEffect, OutputFormat};

use super::ConvertOptions;
use super::groups::{Changes, EngineFiles, GltfFiles, Output, Shown};
use crate::Motion;

/// How a document is converted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// A model, animations or a material become a glTF.
    ModelToGltf,
    /// A scene, prefab or map becomes a glTF.
    LevelToGltf,
    /// Files of an engine are created from a scene.
    FromScene,
    /// The document is written in another version or encoding, or changed in place.
    Document,
}

/// A conversion, as far as it decides which options have an effect.
#[derive(Clone, Copy, Debug)]
pub struct Conversion {
    pub(crate) way: Way,
    pub(crate) format: Format,
    pub(crate) output_format: OutputFormat,
}

impl Conversion {
    /// Returns the conversion of a document in this format with these options.
    pub fn of(format: Format, output_format: OutputFormat, options: &ConvertOptions) -> Self {
        let conversion = Self::new(format, output_format);
        // Only scenes have animations that can be changed.
        let is_by_scene = conversion.has_motion() && !options.changes.motion.is_empty();
        let way = if is_by_scene && conversion.way == Way::Document { Way::FromScene } else { conversion.way };
        Self { way, ..conversion }
    }

    /// Returns the conversion of a document in this format. Without the document, a scene of a project's own format
    /// can't be told from a model.
    fn new(format: Format, output_format: OutputFormat) -> Self {
        let way = match () {
            () if output_format.is_gltf() && format.is_level() => Way::LevelToGltf,
            () if output_format.is_gltf() => Way::ModelToGltf,
            () if output_format.is_other_level(format) || output_format.is_by_scene(format) => Way::FromScene,
            () => Way::Document,
        };
        Self { way, format, output_format }
    }

    fn is_to_gltf(&self) -> bool {
        matches!(self.way, Way::ModelToGltf | Way::LevelToGltf)
    }

    fn is_by_scene(&self) -> bool {
        self.way != Way::Document
    }

    fn has_animations(&self) -> bool {
        self.way == Way::ModelToGltf && !self.format.is_material() || self.way == Way::FromScene
    }

    /// Returns whether animations can be changed.
    fn has_motion(&self) -> bool {
        let is_animation = |format: Format| format.is_urho_animation();
        let keeps_animation = is_animation(self.format) && self.output_format.format().is_some_and(is_animation);
        self.has_animations() || self.way == Way::Document && keeps_animation
    }

    /// Returns whether the output is a model file of Urho3D, U3D or rbfx that is created from a scene.
    fn is_new_urho_model(&self) -> bool {
        self.way == Way::FromScene && self.output_format.extension() == Some("mdl")
    }

    /// Returns whether the output is an animation file of Urho3D, U3D or rbfx that is created from a scene.
    fn is_new_urho_animation(&self) -> bool {
        self.way == Way::FromScene && self.output_format.extension() == Some("ani")
    }

    fn is_new_urho_scene(&self) -> bool {
        self.way == Way::FromScene && self.output_format.is_urho_scene()
    }

    /// Returns whether the output comes with materials and textures.
    fn has_new_files(&self) -> bool {
        let format = self.output_format;
        self.way == Way::FromScene && (format.has_materials() || format.is_urho_scene() || format.is_pragma_map())
    }

    /// Returns whether the output contains new meshes.
    fn has_new_meshes(&self) -> bool {
        self.has_new_files() || self.way == Way::FromScene && self.output_format.is_model()
    }

    /// Returns whether new models contain what the scene has, with its transforms. Models of an Urho3D scene are
    /// created in their own space.
    fn is_reshapable(&self) -> bool {
        self.is_by_scene() && !self.is_new_urho_scene()
    }

    /// Returns whether a document keeps its format, and takes this change.
    fn rewrites(&self, change: Change) -> bool {
        let is_same = self.output_format.format().is_none_or(|written| written == self.format);
        self.way == Way::Document && is_same && self.format.takes(change)
    }

    fn is_image(&self) -> bool {
        self.way == Way::Document && self.output_format.is_image()
    }
}

/// A group of options with a similar purpose. Use this to list options below headings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum OptionGroup {
    /// What is read and shown, whatever is created.
    Content,
    /// Changes to models, in a scene or in a document that keeps its format.
    Changes,
    /// Changes to animations.
    Motion,
    /// How a glTF is written.
    ToGltf,
    /// How files of engines are created or updated.
    ToEngine,
    /// The textures in the output.
    Textures,
}

impl OptionGroup {
    /// Returns the group of an option, which has the name of the command's flag without dashes, or `None` if there is
    /// no such option, or if it has an effect on all conversions.
    ///
    /// ```
    /// use asset_convert::OptionGroup;
    /// assert_eq!(OptionGroup::of("no-weld"), Some(OptionGroup::ToEngine));
    /// ```
    pub fn of(option: &str) -> Option<Self> {
        ROWS.iter().find(|row| row.name == option).map(|row| row.group)
    }

    /// Returns the heading for this group.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Content => "Content",
            Self::Changes => "Changes of models",
            Self::Motion => "Changes of animations",
            Self::ToGltf => "To glTF",
            Self::ToEngine => "To engines",
            Self::Textures => "Textures",
        }
    }
}

/// An option and its effects.
struct Row {
    group: OptionGroup,
    /// The flag of the command, without dashes.
    name: &'static str,
    is_set: fn(&ConvertOptions) -> bool,
    reset: fn(&mut ConvertOptions),
    has_effect: fn(&Conversion) -> bool,
}

/// Creates a row for fields that can be compared with their default values.
macro_rules! row {
    ($group:ident, $name:literal, $place:ident: $type:ident { $($option:ident),* }, $has_effect:expr) => {
        Row {
            group: OptionGroup::$group,
            name: $name,
            is_set: |options| {
                let default = $type::default();
                $(options.$place.$option != default.$option)||*
            },
            reset: |options| {
                let default = $type::default();
                $(options.$place.$option = default.$option;)*
            },
            has_effect: $has_effect,
        }
    };
}

/// Creates a row for a change to animations.
macro_rules! motion {
    ($name:literal, $($change:ident),*) => {
        Row {
            group: OptionGroup::Motion,
            name: $name,
            is_set: |options| {
                let default = Motion::default();
                $(options.changes.motion.$change != default.$change)||*
            },
            reset: |options| {
                let default = Motion::default();
                $(options.changes.motion.$change = default.$change;)*
            },
            has_effect: Conversion::has_motion,
        }
    };
}

/// Creates a row for an option that is a file or a project.
macro_rules! file {
    ($name:literal, $option:ident, $has_effect:expr) => {
        Row {
            group: OptionGroup::ToEngine,
            name: $name,
            is_set: |options| options.engine_files.$option.is_some(),
            reset: |options| options.engine_files.$option = None,
            has_effect: $has_effect,
        }
    };
}

/// All options that have no effect on some conversions.
const ROWS: &[Row] = &[
    Row {
        group: OptionGroup::Content,
        name: "animations",
        is_set: |options| !options.shown.animations.is_empty(),
        reset: |options| options.shown.animations = asset_project::Globs::default(),
        has_effect: Conversion::has_animations,
    },
    row!(Content, "no-animations", shown: Shown { animated }, |to| {
        to.has_animations() && !(to.way == Way::FromScene && to.output_format.is_level()) && !to.is_new_urho_animation()
    }),
    row!(Content, "material", shown: Shown { material_names }, Conversion::is_to_gltf),
    row!(Content, "no-materials", shown: Shown { materials }, |to| to.is_to_gltf() || to.has_new_files()),
    row!(Content, "no-textures", shown: Shown { textures }, |to| to.is_to_gltf() || to.has_new_files()),
    row!(Content, "collision", shown: Shown { collision }, |to| to.is_to_gltf() && to.format.has(Feature::Collision)),
    row!(Content, "navmesh", shown: Shown { navmesh }, |to| to.is_to_gltf() && to.format.has(Feature::Collision)),
    row!(Changes, "repair", changes: Changes { repairs }, |to| to.format.takes(Change::Repair)),
    row!(Changes, "lod", changes: Changes { lod }, |to| {
        to.is_reshapable() || to.way == Way::Document && to.format.takes(Change::KeepLevel)
    }),
    row!(Changes, "scale", changes: Changes { scale }, |to| {
        to.is_reshapable() || to.rewrites(Change::Scale)
    }),
    row!(Changes, "up", changes: Changes { up }, |to| {
        to.is_new_urho_model() || to.is_new_urho_animation() || to.rewrites(Change::Move)
    }),
    row!(Changes, "facing", changes: Changes { turn }, |to| {
        to.way == Way::FromScene && to.is_reshapable() || to.rewrites(Change::Move)
    }),
    row!(Changes, "center", changes: Changes { center }, |to| to.rewrites(Change::Move)),
    row!(Changes, "simplify", changes: Changes { simplify }, |to| {
        to.is_to_gltf() || to.has_new_meshes() && to.is_reshapable() || to.rewrites(Change::Simplify)
    }),
    row!(Changes, "optimize-meshes", changes: Changes { optimize_meshes }, |to| {
        to.is_to_gltf() || to.has_new_meshes() && to.is_reshapable() || to.rewrites(Change::Optimize)
    }),
    row!(Changes, "tangents", changes: Changes { tangents }, |to| {
        to.is_new_urho_model() || to.is_new_urho_scene() || to.rewrites(Change::Tangents)
    }),
    row!(Changes, "smooth", changes: Changes { smooth }, |to| to.has_new_meshes() || to.rewrites(Change::Normals)),
    motion!("clip", clips),
    motion!("merge", merge),
    motion!("speed", speed),
    motion!("reverse", reverse),
    motion!("mirror", mirror),
    motion!("onto", onto, bone_map),
    motion!("rename-bones", rename_bones),
    motion!("in-place", in_place),
    motion!("root-motion", root_motion),
    motion!("loop", close_loop),
    motion!("fps", fps),
    row!(ToGltf, "no-originals", gltf: GltfFiles { originals }, Conversion::is_to_gltf),
    row!(ToGltf, "strict", gltf: GltfFiles { strict }, Conversion::is_to_gltf),
    row!(ToGltf, "gpu-instancing", gltf: GltfFiles { gpu_instancing }, Conversion::is_to_gltf),
    row!(ToGltf, "compress", gltf: GltfFiles { compression, quantize }, Conversion::is_to_gltf),
    file!("into", into_original, |to| to.way == Way::FromScene),
    file!("bind-pose-of", bind_pose_of, |to| to.way == Way::FromScene && to.is_reshapable()),
    row!(ToEngine, "apply-scale", engine_files: EngineFiles { apply_scale }, |to| {
        to.way == Way::FromScene && to.is_reshapable()
    }),
    row!(ToEngine, "max-bones", engine_files: EngineFiles { max_bones }, Conversion::is_new_urho_model),
    row!(ToEngine, "no-weld", engine_files: EngineFiles { weld }, Conversion::has_new_meshes),
    row!(ToEngine, "no-optimize", engine_files: EngineFiles { optimize }, Conversion::has_new_meshes),
    // FBX is sampled when it is opened, so this is for glTF too.
    row!(ToEngine, "curve-tolerance", engine_files: EngineFiles { curve_tolerance }, Conversion::is_by_scene),
    file!("copy-resources", copy_from, Conversion::has_new_files),
    row!(ToEngine, "shared", engine_files: EngineFiles { shared }, Conversion::has_new_files),
    row!(ToEngine, "prefab", engine_files: EngineFiles { prefab }, Conversion::is_new_urho_scene),
    row!(Textures, "textures", output: Output { texture_files }, |to| to.is_to_gltf() || to.has_new_files()),
    row!(Textures, "texture-use", output: Output { texture_use }, |to| {
        to.way == Way::Document && to.output_format.depends_on_texture_use()
    }),
    row!(Textures, "max-size", output: Output { max_texture_size }, |to| {
        to.is_to_gltf() || to.has_new_files() || to.is_image()
    }),
    row!(Textures, "power-of-two", output: Output { power_of_two }, |to| {
        to.is_to_gltf() || to.has_new_files() || to.is_image()
    }),
];

/// Returns the names of the options that have an effect when a document in `format` is converted to `output_format`, as
/// the command spells them, without dashes. Options with an effect on all conversions are not listed. Use this to offer
/// only these options in a program.
///
/// ```
/// use asset_convert::{OutputFormat, fitting_options};
/// use asset_formats::Format;
/// let options = fitting_options(Format::URHO_MDL, OutputFormat::UMD2);
/// assert!(options.contains(&"center") && !options.contains(&"strict"));
/// ```
pub fn fitting_options(format: Format, output_format: OutputFormat) -> Vec<&'static str> {
    let conversion = Conversion::new(format, output_format);
    ROWS.iter().filter(|row| (row.has_effect)(&conversion)).map(|row| row.name).collect()
}

impl ConvertOptions {
    /// Returns an error for the first option that has no effect on this conversion.
    pub(crate) fn refuse_without_effect(&self, conversion: &Conversion) -> Result<(), Error> {
        match ROWS.iter().find(|row| (row.is_set)(self) && !(row.has_effect)(conversion)) {
            Some(row) => Err(row.refused(std::slice::from_ref(conversion))),
            None => Ok(()),
        }
    }

    /// Returns an error for the first option that has no effect on any of the conversions. These are only asked for if
    /// an option is set.
    pub fn refuse_without_any_effect(&self, conversions: impl FnOnce() -> Vec<Conversion>) -> Result<(), Error> {
        let set: Vec<&Row> = ROWS.iter().filter(|row| (row.is_set)(self)).collect();
        let conversions = if set.is_empty() { Vec::new() } else { conversions() };
        match set.iter().find(|row| !conversions.iter().any(row.has_effect)) {
            Some(row) if !conversions.is_empty() => Err(row.refused(&conversions)),
            _ => Ok(()),
        }
    }

    /// Resets the options that have no effect on this conversion, because they are meant for others of the same run.
    pub fn reset_without_effect(&mut self, conversion: &Conversion) {
        let unused = ROWS.iter().filter(|row| !(row.has_effect)(conversion));
        unused.for_each(|row| (row.reset)(self));
    }
}

/// An error lists at most this many of the options that fit.
const MOST: usize = 8;

impl Row {
    fn refused(&self, conversions: &[Conversion]) -> Error {
        let fits = |row: &&Row| conversions.iter().any(row.has_effect);
        let near = ROWS.iter().filter(fits).filter(|row| row.group == self.group);
        let others = ROWS.iter().filter(fits).filter(|row| row.group != self.group);
        let fitting = near.chain(others).map(|row| row.name).take(MOST).collect();
        let mut sources: Vec<&str> = conversions.iter().map(|conversion| conversion.format.title()).collect();
        sources.dedup();
        let output = conversions.first().map(|conversion| conversion.output_format.to_string()).unwrap_or_default();
        let source = match sources[..] {
            [one] => one,
            _ => "these formats",
        };
        Error::NoEffect(NoEffect::new(self.name, format!("from {source} to {output}"), fitting))
    }
}
