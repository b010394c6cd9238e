//! Content of a material as plain data.

use std::collections::{BTreeMap, HashMap, HashSet};

use binio::{IntoOwned as _, Name};

use crate::engine::Engine;
use crate::parameter::Parameter;
use crate::unit::{TextureUnit, UnitReading};

/// Side of the triangles that isn't drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Cull {
    /// `none`: both sides are drawn.
    None,
    /// `ccw`: the back, with counterclockwise corners.
    #[default]
    Ccw,
    /// `cw`: the front.
    Cw,
}

impl Cull {
    /// Returns the name in files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Ccw => "ccw",
            Self::Cw => "cw",
        }
    }

    /// Returns the mode with this name as the engine reads it, ignoring case: `ccw` for unknown names.
    pub fn from_name(name: &[u8]) -> Self {
        Self::known(name).unwrap_or_default()
    }

    pub(crate) fn known(name: &[u8]) -> Option<Self> {
        [Self::None, Self::Ccw, Self::Cw].into_iter().find(|one| name.eq_ignore_ascii_case(one.name().as_bytes()))
    }
}

/// Part of the triangles that is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Fill {
    /// `solid`: its surface.
    #[default]
    Solid,
    /// `wireframe`: its edges.
    Wireframe,
    /// `point`: its corners.
    Point,
}

impl Fill {
    /// Returns the name in files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Solid => "solid",
            Self::Wireframe => "wireframe",
            Self::Point => "point",
        }
    }

    /// Returns the mode with this name as the engine reads it, ignoring case: `solid` for unknown names.
    pub fn from_name(name: &[u8]) -> Self {
        Self::known(name).unwrap_or_default()
    }

    pub(crate) fn known(name: &[u8]) -> Option<Self> {
        let all = [Self::Solid, Self::Wireframe, Self::Point];
        all.into_iter().find(|one| name.eq_ignore_ascii_case(one.name().as_bytes()))
    }
}

/// One of the techniques of a material.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TechniqueEntry<'a> {
    /// Resource name.
    pub name: Name<'a>,
    /// Minimum quality setting: 0 low, 1 medium, 2 high, 15 highest. Default: 0.
    pub quality: Option<i32>,
    /// Minimum distance from the camera, in world units. Default: 0.
    pub lod_distance: Option<f32>,
}

impl<'a> From<&'a str> for TechniqueEntry<'a> {
    fn from(name: &'a str) -> Self {
        Self { name: name.into(), ..Self::default() }
    }
}

/// A texture in a unit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextureEntry<'a> {
    /// Name of the unit or slot in the file; default: `diffuse` in Urho3D and U3D.
    pub unit: Option<Name<'a>>,
    /// Whether the name is a slot of rbfx: `slot="Albedo"` instead of `unit="diffuse"`.
    pub is_slot: bool,
    /// Resource name.
    pub name: Name<'a>,
    /// `type` of rbfx.
    pub kind: Option<Name<'a>>,
}

impl<'a> TextureEntry<'a> {
    /// Creates a texture in this unit.
    pub fn new(unit: TextureUnit, name: impl Into<Name<'a>>) -> Self {
        Self { unit: Some(Name::from(unit.name())), is_slot: false, name: name.into(), kind: None }
    }

    /// Returns the unit of the name; see [`TextureUnit::read`]. A slot counts if it is a unit of Urho3D.
    pub fn reading(&self) -> UnitReading {
        match (&self.unit, self.is_slot) {
            (None, _) => UnitReading::Known(TextureUnit::DIFFUSE),
            (Some(slot), true) => TextureUnit::from_slot(slot).map_or(UnitReading::Skipped, UnitReading::Known),
            (Some(unit), false) => TextureUnit::read(unit),
        }
    }
}

/// Depth offset of a surface.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct DepthBias {
    /// Added to the depth; from -1 to 1.
    pub constant: f32,
    /// Factor of the surface's slope; from -16 to 16.
    pub slope_scaled: f32,
    /// rbfx: offset along the normal; 0 or more.
    pub normal_offset: Option<f32>,
}

/// A key of the animation of a parameter.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Keyframe<'a> {
    /// Time of the key, in seconds.
    pub time: f32,
    /// Type and value.
    pub value: Parameter<'a>,
}

/// The animation of a parameter.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ParameterAnimation<'a> {
    /// Parameter name.
    pub name: Name<'a>,
    /// `Loop`, `Once`, `Clamp`; anything else is `Loop`.
    pub wrap_mode: Option<Name<'a>>,
    /// Playback speed; default: 0, no playback.
    pub speed: Option<f32>,
    /// `None`, `Linear`, `Spline`; default: `Linear`.
    pub interpolation: Option<Name<'a>>,
    /// Tension of splines.
    pub spline_tension: Option<f32>,
    /// Keys, in file order.
    pub keyframes: Vec<Keyframe<'a>>,
    /// Number of events. Events are kept in the file but not available here.
    pub event_count: usize,
}

/// Content of a material. Missing values are `None`; [`loaded`](Self::loaded) sets them as the engine does.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct MaterialData<'a> {
    /// Techniques, in file order; without any the material draws nothing.
    pub techniques: Vec<TechniqueEntry<'a>>,
    /// Textures; for duplicate units the engine uses the later.
    pub textures: Vec<TextureEntry<'a>>,
    /// Defines of vertex shaders, separated by spaces.
    pub vertex_defines: Option<Name<'a>>,
    /// Defines of pixel shaders, separated by spaces.
    pub pixel_defines: Option<Name<'a>>,
    /// Shader parameters; for duplicate names the engine uses the later.
    pub parameters: Vec<Parameter<'a>>,
    /// Animations of parameters.
    pub animations: Vec<ParameterAnimation<'a>>,
    /// Side that isn't drawn.
    pub cull: Option<Cull>,
    /// Side that isn't drawn into shadow maps.
    pub shadow_cull: Option<Cull>,
    /// Part of the triangles that is drawn.
    pub fill: Option<Fill>,
    /// Offset that is added to depths; `None` if the file doesn't set it.
    pub depth_bias: Option<DepthBias>,
    /// Whether alpha determines the sample coverage.
    pub alpha_to_coverage: Option<bool>,
    /// Whether lines are smoothed.
    pub line_antialias: Option<bool>,
    /// Render order, as stored: see [`Engine`].
    pub render_order: Option<i32>,
    /// Whether it is an occluder: objects it hides are not drawn.
    pub occlusion: Option<bool>,
}

impl MaterialData<'_> {
    /// Returns the engine's texture of this unit.
    pub fn texture(&self, unit: TextureUnit) -> Option<&TextureEntry<'_>> {
        self.textures.iter().rev().find(|texture| texture.reading().unit() == Some(unit))
    }

    /// Returns the engine's parameter with this name.
    pub fn parameter(&self, name: &str) -> Option<&Parameter<'_>> {
        self.parameters.iter().rev().find(|parameter| parameter.name == *name)
    }

    /// Returns the values in the engine after loading the material, as far as they don't depend on its resources: techniques in
    /// the engine's order, one texture per unit, one value per parameter, with default values and clamped to their ranges.
    pub fn loaded(&self, engine: Engine) -> MaterialData<'static> {
        let mut techniques: Vec<_> = self.techniques.clone().into_owned();
        techniques.iter_mut().for_each(|technique| {
            technique.quality.get_or_insert(0);
            technique.lod_distance.get_or_insert(0.0);
        });
        // −0 plus 0 is 0, which equals it in the engine; a NaN has a place in this order, too.
        let key = |technique: &TechniqueEntry<'_>| (technique.lod_distance.unwrap_or(0.0) + 0.0, technique.quality);
        techniques.sort_by(|a, b| {
            let ((a, a_quality), (b, b_quality)) = (key(a), key(b));
            b.total_cmp(&a).then(b_quality.cmp(&a_quality))
        });
        let parameters = self.loaded_parameters(engine);
        let names: HashSet<&[u8]> = parameters.iter().map(|parameter| parameter.name.as_bytes()).collect();
        let animations = self.animations.iter().filter(|animation| names.contains(animation.name.as_bytes()));
        let bias = self.depth_bias.unwrap_or_default();
        let is_rbfx = engine == Engine::Rbfx;
        MaterialData {
            techniques,
            textures: self.loaded_textures(engine),
            vertex_defines: self.vertex_defines.clone().into_owned(),
            pixel_defines: self.pixel_defines.clone().into_owned(),
            animations: animations.cloned().map(ParameterAnimation::into_owned).collect(),
            parameters,
            cull: Some(self.cull.unwrap_or_default()),
            shadow_cull: Some(self.shadow_cull.unwrap_or_default()),
            fill: Some(self.fill.unwrap_or_default()),
            depth_bias: Some(DepthBias {
                constant: bias.constant.clamp(-1.0, 1.0),
                slope_scaled: bias.slope_scaled.clamp(-16.0, 16.0),
                normal_offset: is_rbfx.then_some(bias.normal_offset.unwrap_or(0.0).max(0.0)),
            }),
            alpha_to_coverage: Some(self.alpha_to_coverage.unwrap_or(false)),
            line_antialias: Some(self.line_antialias.unwrap_or(false)),
            // The engine keeps the low eight bits.
            render_order: Some(match engine {
                Engine::Urho3dSigned => i32::from(self.render_order.unwrap_or(0) as i8),
                _ => i32::from(self.render_order.unwrap_or(128) as u8),
            }),
            occlusion: Some(self.occlusion.unwrap_or(true)),
        }
    }

    fn loaded_parameters(&self, engine: Engine) -> Vec<Parameter<'static>> {
        let mut parameters = Parameter::defaults(engine);
        let names = parameters.iter().map(|parameter| parameter.name.clone());
        let mut places: HashMap<Name<'_>, usize> = names.zip(0..).collect();
        for parameter in &self.parameters {
            let place = *places.entry(parameter.name.borrowed()).or_insert(parameters.len());
            match parameters.get_mut(place) {
                Some(one) => *one = parameter.clone().into_owned(),
                None => parameters.push(parameter.clone().into_owned()),
            }
        }
        parameters
    }

    fn loaded_textures(&self, engine: Engine) -> Vec<TextureEntry<'static>> {
        let mut textures: BTreeMap<Vec<u8>, TextureEntry<'static>> = BTreeMap::new();
        for texture in self.textures.iter().filter(|texture| !texture.name.is_empty()) {
            let (unit, is_slot) = if engine == Engine::Rbfx {
                (texture.slot(), true)
            } else {
                let Some(unit) = texture.reading().unit() else { continue };
                (Name::from(unit.name()), false)
            };
            let key = match texture.reading().unit() {
                Some(unit) if !is_slot => vec![unit.0],
                _ => unit.to_vec(),
            };
            textures.insert(key, TextureEntry { unit: Some(unit), is_slot, ..texture.clone().into_owned() });
        }
        textures.into_values().collect()
    }
}

binio::into_owned! {
    pub MaterialData {
        techniques, textures, vertex_defines, pixel_defines, parameters, animations; cull, shadow_cull, fill, depth_bias, alpha_to_coverage,
        line_antialias, render_order, occlusion
    }
}
binio::into_owned! { TechniqueEntry { name; quality, lod_distance } }
binio::into_owned! { TextureEntry { unit, name, kind; is_slot } }
binio::into_owned! {
    ParameterAnimation { name, wrap_mode, interpolation, keyframes; speed, spline_tension, event_count }
}
binio::into_owned! { Keyframe { value; time } }
impl TextureEntry<'_> {
    /// Returns the slot in rbfx.
    fn slot(&self) -> Name<'static> {
        match (&self.unit, self.is_slot) {
            (None, _) => Name::default(),
            (Some(slot), true) => slot.clone().into_owned(),
            (Some(unit), false) => match TextureUnit::read(unit) {
                UnitReading::Known(unit) => Name::from(unit.slot()),
                _ => Name::from(unit.to_ascii_lowercase()),
            },
        }
    }
}
