//! A material as plain data.

use std::collections::{BTreeMap, HashMap, HashSet};
use urho_core::Engine;

use binio::{IntoOwned as _, Name};

use crate::parameter::Parameter;
use crate::unit::{TextureUnit, UnitReading};

/// Which side of a triangle is not drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Cull {
    /// `none`: both sides are drawn.
    None,
    /// `ccw`: the back is not drawn, where the corners are counterclockwise.
    #[default]
    Ccw,
    /// `cw`: the front is not drawn.
    Cw,
}

impl Cull {
    /// Returns the name that files use.
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Ccw => "ccw",
            Self::Cw => "cw",
        }
    }

    /// Returns the mode that the engine will use for this name. Case is ignored. An unknown name is not an error, but
    /// is read as `ccw`.
    pub fn from_name(name: &[u8]) -> Self {
        Self::known(name).unwrap_or_default()
    }

    pub(crate) fn known(name: &[u8]) -> Option<Self> {
        [Self::None, Self::Ccw, Self::Cw].into_iter().find(|one| name.eq_ignore_ascii_case(one.name().as_bytes()))
    }
}

/// Which part of a triangle is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Fill {
    /// `solid`: the whole surface.
    #[default]
    Solid,
    /// `wireframe`: only the edges.
    Wireframe,
    /// `point`: only the corners.
    Point,
}

impl Fill {
    /// Returns the name that files use.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Solid => "solid",
            Self::Wireframe => "wireframe",
            Self::Point => "point",
        }
    }

    /// Returns the mode that the engine will use for this name. Case is ignored. An unknown name is not an error, but
    /// is read as `solid`.
    pub fn from_name(name: &[u8]) -> Self {
        Self::known(name).unwrap_or_default()
    }

    pub(crate) fn known(name: &[u8]) -> Option<Self> {
        let all = [Self::Solid, Self::Wireframe, Self::Point];
        all.into_iter().find(|one| name.eq_ignore_ascii_case(one.name().as_bytes()))
    }
}

/// A technique that may be used to draw the material. The engine chooses one of them, given the distance and the
/// quality setting.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TechniqueEntry<'a> {
    /// The resource name of the technique.
    pub name: Name<'a>,
    /// The minimum quality setting: 0 low, 1 medium, 2 high, 15 highest. The default value is 0.
    pub quality: Option<i32>,
    /// The minimum distance from the camera, in world units. The default value is 0.
    pub lod_distance: Option<f32>,
}

impl<'a> From<&'a str> for TechniqueEntry<'a> {
    fn from(name: &'a str) -> Self {
        Self { name: name.into(), ..Self::default() }
    }
}

/// A texture and the unit that it belongs to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextureEntry<'a> {
    /// The name of the unit or slot in the file. The default value in Urho3D and U3D is `diffuse`.
    pub unit: Option<Name<'a>>,
    /// Whether the name is a slot from rbfx: `slot="Albedo"` instead of `unit="diffuse"`.
    pub is_slot: bool,
    /// The resource name of the technique.
    pub name: Name<'a>,
    /// The attribute `type`, which only rbfx uses.
    pub kind: Option<Name<'a>>,
}

impl<'a> TextureEntry<'a> {
    /// Creates an entry for a texture in this unit.
    pub fn new(unit: TextureUnit, name: impl Into<Name<'a>>) -> Self {
        Self { unit: Some(Name::from(unit.name())), is_slot: false, name: name.into(), kind: None }
    }

    /// Returns the unit that the name stands for, or what the engine will do with an unknown name. See
    /// [`TextureUnit::read`]. A slot is accepted too when it is a unit in Urho3D.
    pub fn reading(&self) -> UnitReading {
        match (&self.unit, self.is_slot) {
            (None, _) => UnitReading::Known(TextureUnit::DIFFUSE),
            (Some(slot), true) => TextureUnit::from_slot(slot).map_or(UnitReading::Skipped, UnitReading::Known),
            (Some(unit), false) => TextureUnit::read(unit),
        }
    }
}

/// How a surface is moved in depth, to avoid artefacts when it is close to another.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct DepthBias {
    /// This is added to the depth. It must be from -1 to 1.
    pub constant: f32,
    /// This is multiplied by the slope of the surface. It must be from -16 to 16.
    pub slope_scaled: f32,
    /// An offset along the normal, which only rbfx uses. It must be 0 or greater.
    pub normal_offset: Option<f32>,
}

/// A key in a parameter animation.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Keyframe<'a> {
    /// The time in seconds.
    pub time: f32,
    /// The type and the value.
    pub value: Parameter<'a>,
}

/// An animation that changes a parameter over time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ParameterAnimation<'a> {
    /// The name of the parameter.
    pub name: Name<'a>,
    /// `Loop`, `Once` or `Clamp`. Anything else means `Loop`.
    pub wrap_mode: Option<Name<'a>>,
    /// The playback speed. Note that the default value is 0, so the animation does not play.
    pub speed: Option<f32>,
    /// `None`, `Linear` or `Spline`. The default value is `Linear`.
    pub interpolation: Option<Name<'a>>,
    /// The tension, if this is a spline.
    pub spline_tension: Option<f32>,
    /// The keys in file order.
    pub keyframes: Vec<Keyframe<'a>>,
    /// The number of events. They are kept in the file, but you can't read them here.
    pub event_count: usize,
}

/// Everything that is in a material. When a value is missing in the file, it is `None` here. To get the values that the
/// engine will use, call [`loaded`](Self::loaded).
///
/// Use [`Material::data`](crate::Material::data) to read this from a file, and [`to_xml`](Self::to_xml) to write a new
/// file.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct MaterialData<'a> {
    /// The techniques in file order. When there is none, the material will not be drawn at all.
    pub techniques: Vec<TechniqueEntry<'a>>,
    /// The textures. When a unit is used more than once, the engine will use the last.
    pub textures: Vec<TextureEntry<'a>>,
    /// The defines for vertex shaders, separated by spaces.
    pub vertex_defines: Option<Name<'a>>,
    /// The defines for pixel shaders, separated by spaces.
    pub pixel_defines: Option<Name<'a>>,
    /// The shader parameters. When a name is used more than once, the engine will use the last.
    pub parameters: Vec<Parameter<'a>>,
    /// The animations that change parameters.
    pub animations: Vec<ParameterAnimation<'a>>,
    /// Which side is not drawn.
    pub cull: Option<Cull>,
    /// Which side is not drawn into shadow maps.
    pub shadow_cull: Option<Cull>,
    /// Which part of the triangles is drawn.
    pub fill: Option<Fill>,
    /// How surfaces are moved in depth, or `None` if the file does not say so.
    pub depth_bias: Option<DepthBias>,
    /// Whether alpha decides how many samples are covered.
    pub alpha_to_coverage: Option<bool>,
    /// Whether lines should be smooth.
    pub line_antialias: Option<bool>,
    /// The render order, by which the engine sorts what it draws. Because the range has changed, the number is returned as
    /// stored; see [`signed_render_order`](Self::signed_render_order).
    pub render_order: Option<i32>,
    /// Whether this is an occluder, so that objects behind it do not need to be drawn.
    pub occlusion: Option<bool>,
}

impl MaterialData<'_> {
    /// Returns the texture that the engine uses for this unit.
    pub fn texture(&self, unit: TextureUnit) -> Option<&TextureEntry<'_>> {
        self.textures.iter().rev().find(|texture| texture.reading().unit() == Some(unit))
    }

    /// Returns the parameter that the engine uses for this name.
    pub fn parameter(&self, name: &str) -> Option<&Parameter<'_>> {
        self.parameters.iter().rev().find(|parameter| parameter.name == *name)
    }

    /// Returns the values that the engine will use after it has loaded the material. Call this before you render or
    /// convert a material, because a file usually leaves a lot of values to the engine.
    ///
    /// Missing values are set by the rules of the given engine, numbers are clamped to their range, and techniques are
    /// sorted. There will be only one texture for each unit and one value for each parameter. Values that depend on
    /// other resources are not changed.
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
            render_order: Some(i32::from(self.render_order.unwrap_or(128) as u8)),
            occlusion: Some(self.occlusion.unwrap_or(true)),
        }
    }

    /// Returns the render order as Urho3D reads it since September 2022: from -128 to 127, and 0 by default. All other
    /// engines and versions have numbers from 0 to 255, and 128 by default, which is what [`loaded`](Self::loaded) returns.
    pub fn signed_render_order(&self) -> i32 {
        // The engine keeps the low eight bits.
        i32::from(self.render_order.unwrap_or(0) as i8)
    }

    fn loaded_parameters(&self, engine: Engine) -> Vec<Parameter<'static>> {
        let mut parameters = Parameter::defaults(engine);
        let names = parameters.iter().map(|parameter| parameter.name.clone());
        let mut places: HashMap<Name<'_>, usize> = names.zip(0..).collect();
        for parameter in &self.parameters {
            let index = *places.entry(parameter.name.borrowed()).or_insert(parameters.len());
            match parameters.get_mut(index) {
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
    /// Returns the slot that rbfx uses for this texture.
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
