//! Kinds of files.

use crate::vocabulary::Vocabulary;

macro_rules! kinds {
    ($($(#[$about:meta])* $kind:ident = $name:literal, $title:literal;)*) => {
        /// A kind of data file.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum Kind {
            $($(#[$about])* $kind,)*
        }

        impl Kind {
            /// All kinds.
            pub const ALL: &[Self] = &[$(Self::$kind),*];

            /// Returns the name of the kind: `particle-effect`.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$kind => $name,)*
                }
            }

            /// Returns the kind in words, without an article: `particle effect`.
            pub const fn title(self) -> &'static str {
                match self {
                    $(Self::$kind => $title,)*
                }
            }
        }
    };
}

kinds! {
    /// Particle effect in space: `particleeffect`, `particleemitter`.
    ParticleEffect = "particle-effect", "particle effect";
    /// Particle graph of rbfx: `particleGraphEffect`.
    ParticleGraph = "particle-graph", "particle graph";
    /// Particle effect in the plane, `.pex`: `particleEmitterConfig`.
    ParticleEffect2d = "particle-effect-2d", "2D particle effect";
    /// Sprite sheet, XML or JSON: `TextureAtlas`.
    SpriteSheet = "sprite-sheet", "sprite sheet";
    /// Sprite sheet as a property list, `.plist`.
    PropertyListSheet = "property-list-sheet", "sprite sheet (property list)";
    /// Spriter project, `.scml`: `spriter_data`.
    Spriter = "spriter", "Spriter animations";
    /// Tiled map, `.tmx`: `map`.
    TileMap = "tile-map", "tile map";
    /// Tiled tile set, `.tsx`: `tileset`.
    TileSet = "tile-set", "tile set";
    /// Interface layout: `element`.
    UiLayout = "ui-layout", "interface layout";
    /// Interface style or list of icons: `elements`.
    UiStyle = "ui-style", "interface style";
    /// Render path of Urho3D and U3D: `renderpath`.
    RenderPath = "render-path", "render path";
    /// Render path of rbfx, `.renderpath`.
    RbfxRenderPath = "rbfx-render-path", "rbfx render path";
    /// Bitmap font, `.fnt`, `.xml`, `.sdf`: `font` with `pages`.
    BitmapFont = "bitmap-font", "bitmap font";
    /// Parameters of an outline font, beside it: `font` without `pages`.
    FontParameters = "font-parameters", "font parameters";
    /// Outline font, `.ttf`, `.otf`, `.woff`. Only the head is read.
    OutlineFont = "outline-font", "outline font";
    /// Parameters of a sound, beside it: `sound`.
    SoundParameters = "sound-parameters", "sound parameters";
    /// Sound, `.wav` or `.ogg`. Only the head is read.
    Sound = "sound", "sound";
    /// Animation of a value: `valueanimation`.
    ValueAnimation = "value-animation", "value animation";
    /// Animations of the attributes of an object: `objectanimation`.
    ObjectAnimation = "object-animation", "object animation";
    /// Texts in one or more languages, `.json`.
    Strings = "strings", "localized strings";
    /// List of shader combinations: `shaders`.
    ShaderList = "shader-list", "shader list";
    /// An object of rbfx, `.serializable`.
    Serializable = "serializable", "rbfx object";
    /// Keys and buttons of rbfx, `.inputmap`.
    InputMap = "input-map", "input map";
    /// Steps of rbfx's asset pipeline, `.assetpipeline`.
    AssetPipeline = "asset-pipeline", "asset pipeline";
    /// Parameters of rbfx's model import, `ModelImporter.json`.
    ModelImporter = "model-importer", "model import parameters";
    /// Tasks of rbfx's animation transformers, `RetargetAnimations.json` and others.
    TransformerTasks = "transformer-tasks", "animation tasks";
    /// Project of rbfx's editor, `Project.json`.
    ProjectSettings = "project-settings", "rbfx project";
    /// OpenXR bindings of rbfx: `xr_manifest`.
    XrManifest = "xr-manifest", "XR bindings";
    /// Animation of rbfx in XML: `animation` with `length`.
    XmlAnimation = "xml-animation", "animation (XML)";
    /// Triggers and metadata of an animation, beside it: `animation` without `length`.
    AnimationParameters = "animation-parameters", "animation parameters";
    /// Metadata of a model, beside it: `model`.
    ModelParameters = "model-parameters", "model parameters";
    /// Baked light of rbfx, `GI.bin` and `LightProbeGroup-….bin`.
    BakedLight = "baked-light", "baked light";
    /// Interface document of rbfx, `.rml`. Its references are read.
    RmlDocument = "rml", "RML document";
    /// Interface style of rbfx, `.rcss`. Its references are read.
    RmlStyle = "rcss", "RCSS style";
    /// Shader source, `.glsl`, `.hlsl`. Its `#include` lines are read.
    ShaderSource = "shader-source", "shader source";
}

impl Kind {
    /// Returns the kind with this [name](Self::name).
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|kind| kind.name() == name)
    }

    /// Returns the elements and attributes of the kind.
    pub fn vocabulary(self) -> &'static Vocabulary {
        Vocabulary::of(self)
    }

    /// Returns whether files of this kind are plain text: their references are read, and the rest is the business of another parser.
    pub(crate) const fn is_plain(self) -> bool {
        matches!(self, Self::RmlDocument | Self::RmlStyle | Self::ShaderSource)
    }

    /// Returns whether files of this kind are binary: only the head is read.
    pub(crate) const fn is_binary(self) -> bool {
        matches!(self, Self::Sound | Self::OutlineFont | Self::BakedLight)
    }
}
