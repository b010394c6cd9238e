//! The kinds of files.

use crate::vocabulary::Vocabulary;

macro_rules! kinds {
    ($($(#[$about:meta])* $kind:ident = $name:literal, $title:literal;)*) => {
        /// The kind of a data file. [`Document::parse`](crate::Document::parse) detects it, and
        /// [`vocabulary`](Self::vocabulary) tells you what such a file can contain.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum Kind {
            $($(#[$about])* $kind,)*
        }

        impl Kind {
            /// All kinds, for example to list them.
            pub const ALL: &[Self] = &[$(Self::$kind),*];

            /// Returns the name of the kind in a single word, for example `particle-effect`.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$kind => $name,)*
                }
            }

            /// Returns the name of the kind in plain words, for example `particle effect`. It has no article.
            pub const fn title(self) -> &'static str {
                match self {
                    $(Self::$kind => $title,)*
                }
            }
        }
    };
}

kinds! {
    /// A particle effect in space: `particleeffect`, `particleemitter`.
    ParticleEffect = "particle-effect", "particle effect";
    /// A particle graph for rbfx: `particleGraphEffect`.
    ParticleGraph = "particle-graph", "particle graph";
    /// A particle effect in the plane, `.pex`: `particleEmitterConfig`.
    ParticleEffect2d = "particle-effect-2d", "2D particle effect";
    /// A sprite sheet in XML or JSON: `TextureAtlas`.
    SpriteSheet = "sprite-sheet", "sprite sheet";
    /// A sprite sheet that is a property list, `.plist`.
    PropertyListSheet = "property-list-sheet", "sprite sheet (property list)";
    /// A Spriter project, `.scml`: `spriter_data`.
    Spriter = "spriter", "Spriter animations";
    /// A map from Tiled, `.tmx`: `map`.
    TileMap = "tile-map", "tile map";
    /// A tile set from Tiled, `.tsx`: `tileset`.
    TileSet = "tile-set", "tile set";
    /// An interface layout: `element`.
    UiLayout = "ui-layout", "interface layout";
    /// An interface style or a list of icons: `elements`.
    UiStyle = "ui-style", "interface style";
    /// A render path for Urho3D and U3D: `renderpath`.
    RenderPath = "render-path", "render path";
    /// A render path for rbfx, `.renderpath`.
    RbfxRenderPath = "rbfx-render-path", "rbfx render path";
    /// A bitmap font, `.fnt`, `.xml`, `.sdf`: `font` with `pages`.
    BitmapFont = "bitmap-font", "bitmap font";
    /// Parameters for an outline font, next to the font file: `font` without `pages`.
    FontParameters = "font-parameters", "font parameters";
    /// An outline font, `.ttf`, `.otf`, `.woff`. Only the head is read.
    OutlineFont = "outline-font", "outline font";
    /// Parameters for a sound, next to the sound file: `sound`.
    SoundParameters = "sound-parameters", "sound parameters";
    /// A sound, `.wav` or `.ogg`. Only the head is read.
    Sound = "sound", "sound";
    /// An animation for a value: `valueanimation`.
    ValueAnimation = "value-animation", "value animation";
    /// Animations for the attributes of an object: `objectanimation`.
    ObjectAnimation = "object-animation", "object animation";
    /// Texts in one or more languages, `.json`.
    Strings = "strings", "localized strings";
    /// A list of shader combinations: `shaders`.
    ShaderList = "shader-list", "shader list";
    /// An object from rbfx, `.serializable`.
    Serializable = "serializable", "rbfx object";
    /// Keys and buttons for rbfx, `.inputmap`.
    InputMap = "input-map", "input map";
    /// The steps in an asset pipeline for rbfx, `.assetpipeline`.
    AssetPipeline = "asset-pipeline", "asset pipeline";
    /// Parameters for the model import in rbfx, `ModelImporter.json`.
    ModelImporter = "model-importer", "model import parameters";
    /// Tasks for the animation transformers in rbfx, `RetargetAnimations.json` and others.
    TransformerTasks = "transformer-tasks", "animation tasks";
    /// A project for the rbfx editor, `Project.json`.
    ProjectSettings = "project-settings", "rbfx project";
    /// OpenXR bindings for rbfx: `xr_manifest`.
    XrManifest = "xr-manifest", "XR bindings";
    /// An animation in XML for rbfx: `animation` with `length`.
    XmlAnimation = "xml-animation", "animation (XML)";
    /// The triggers and metadata of an animation, next to its file: `animation` without `length`.
    AnimationParameters = "animation-parameters", "animation parameters";
    /// The metadata of a model, next to its file: `model`.
    ModelParameters = "model-parameters", "model parameters";
    /// Baked light from rbfx, `GI.bin` and `LightProbeGroup-….bin`.
    BakedLight = "baked-light", "baked light";
    /// An interface document for rbfx, `.rml`. Only its references are read.
    RmlDocument = "rml", "RML document";
    /// An interface style for rbfx, `.rcss`. Only its references are read.
    RmlStyle = "rcss", "RCSS style";
    /// The source of a shader, `.glsl`, `.hlsl`. Only its `#include` lines are read.
    ShaderSource = "shader-source", "shader source";
}

impl Kind {
    /// Returns the kind with this [name](Self::name).
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|kind| kind.name() == name)
    }

    /// Returns the elements and attributes that a file of this kind can contain.
    pub fn vocabulary(self) -> &'static Vocabulary {
        Vocabulary::of(self)
    }

    /// Returns whether such a file is plain text. Only its references are read here, and the rest is left to another
    /// parser.
    pub(crate) const fn is_plain(self) -> bool {
        matches!(self, Self::RmlDocument | Self::RmlStyle | Self::ShaderSource)
    }

    /// Returns whether such a file is binary. Only its head is read.
    pub(crate) const fn is_binary(self) -> bool {
        matches!(self, Self::Sound | Self::OutlineFont | Self::BakedLight)
    }
}
