//! Options for drawing pictures.

use std::str::FromStr;

use clap::Args;
use engine_assets::asset_scene::glam::DVec3;
use engine_assets::render::{
    AnimationTime, Background, Camera, Lens, LightSet, Overlays, Preview, Projection, Renderer, View,
};

/// The names of views.
pub(crate) const VIEWS: [&str; 8] = ["front", "back", "left", "right", "side", "top", "bottom", "three-quarter"];

/// The position of a camera.
#[derive(Clone, Debug)]
pub(crate) enum Viewpoint {
    Named(String),
    At(DVec3),
}

impl FromStr for Viewpoint {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(point(text).map_or_else(|_| Self::Named(text.to_owned()), Self::At))
    }
}

/// The options for a picture.
#[derive(Args)]
pub(crate) struct Look {
    /// Width and height of a picture, in pixels. Default: 512x512, or 256x256 with --sheet
    #[arg(long, value_name = "WxH", value_parser = size)]
    size: Option<(u32, u32)>,
    /// Direction to look from: front, back, left, right, side, top, bottom, three-quarter, or two angles in degrees,
    /// YAW,PITCH. Default: the camera of an Urho3D or rbfx scene, if it has one, otherwise three-quarter
    #[arg(long, value_name = "VIEW", value_parser = view, allow_hyphen_values = true)]
    view: Option<View>,
    /// Look from a camera of the scene, given by its name or its node's name, or from a position X,Y,Z as printed by
    /// --json (right-handed, Y up; for Urho3D files X is negated)
    #[arg(long, value_name = "NAME|X,Y,Z", conflicts_with_all = ["view", "orthographic", "turntable", "sheet"], allow_hyphen_values = true)]
    pub(super) camera: Option<Viewpoint>,
    /// With --camera X,Y,Z: look at this position [default: 0,0,0]
    #[arg(long, value_name = "X,Y,Z", requires = "camera", value_parser = point, allow_hyphen_values = true)]
    pub(super) target: Option<DVec3>,
    /// With --camera X,Y,Z: vertical angle of view, in degrees [default: 45]
    #[arg(long, value_name = "DEGREES", requires = "camera", value_parser = angle)]
    pub(super) fov: Option<f64>,
    /// Use an orthographic projection
    #[arg(long)]
    orthographic: bool,
    /// Background: a colour as RRGGBB, or auto (light, but dark for bright content; with --sheet one dark grey for all),
    /// studio, sky, dark, transparent
    #[arg(long, value_name = "COLOR", default_value = "auto", value_parser = background)]
    background: Background,
    /// Level of detail to draw; 0 is the finest. The number is written into the picture
    #[arg(long, value_name = "LEVEL")]
    lod: Option<usize>,
    /// Draw a shadow on the ground
    #[arg(long)]
    shadow: bool,
    /// Light: studio (two lamps and an even sky), engine (the scene's own lights, even light and fog) or dark (a lamp
    /// from the side)
    #[arg(long, value_name = "LIGHT", default_value = "studio", value_parser = light)]
    light: LightSet,
    /// Use the scene's own lights, if it has any, instead of two lamps
    #[arg(long)]
    scene_lights: bool,
    /// Draw the edges of triangles
    #[arg(long)]
    wireframe: bool,
    /// Draw bones
    #[arg(long)]
    skeleton: bool,
    /// Draw the bounding box
    #[arg(long)]
    bounds: bool,
    /// Draw vertex normals
    #[arg(long)]
    normals: bool,
    /// Draw back faces in magenta; normally they are hidden
    #[arg(long)]
    backs: bool,
}

impl Look {
    /// Returns the size of a picture, either alone or on a sheet.
    pub(super) fn size(&self, on_sheet: bool) -> (u32, u32) {
        self.size.unwrap_or(if on_sheet { (256, 256) } else { (512, 512) })
    }

    pub(super) fn view(&self) -> View {
        self.view.unwrap_or_default()
    }

    /// Returns the background that was asked for.
    pub(super) fn background(&self) -> Background {
        self.background
    }

    pub(super) fn renderer(&self, on_sheet: bool) -> Renderer<'static> {
        let (width, height) = self.size(on_sheet);
        let mut overlays = Overlays::default();
        overlays.wireframe = self.wireframe;
        overlays.skeleton = self.skeleton;
        overlays.bounds = self.bounds;
        overlays.normals = self.normals;
        overlays.backs = self.backs;
        overlays.lod = self.lod.is_some();
        let projection = if self.orthographic { Projection::Orthographic } else { Projection::default() };
        Renderer::new(width, height)
            .view(self.view())
            .projection(projection)
            .scene_camera(self.view.is_none() && !self.orthographic)
            .background(self.background)
            .lod(self.lod.unwrap_or(0))
            .shadow(self.shadow)
            .light_set(self.light)
            .scene_lights(self.scene_lights)
            .overlays(overlays)
    }
}

impl Look {
    /// Returns the requested camera, or `None` if the camera must fit the view.
    pub(super) fn camera(
        &self,
        show: &Preview<'_>,
        moment: Option<AnimationTime>,
    ) -> Result<Option<Camera>, engine_assets::Error> {
        Ok(match &self.camera {
            Some(Viewpoint::Named(name)) => Some(show.camera(name, moment)?),
            Some(Viewpoint::At(position)) => {
                let target = self.target.unwrap_or_default();
                Some(Camera::looking(*position, target, Lens::degrees(self.fov.unwrap_or(45.0))))
            }
            None => None,
        })
    }
}

/// Parses three numbers such as X,Y,Z.
fn point(text: &str) -> Result<DVec3, String> {
    let numbers: Result<Vec<f64>, _> = text.split(',').map(|part| part.trim().parse::<f64>()).collect();
    let numbers: Option<[f64; 3]> = numbers.ok().and_then(|numbers| numbers.try_into().ok());
    let point = numbers.map(DVec3::from_array).filter(|point| point.is_finite());
    point.ok_or_else(|| "expected three numbers, X,Y,Z, such as 0,1.7,4".to_owned())
}

fn angle(text: &str) -> Result<f64, String> {
    let angle = text.parse().ok().filter(|angle| (0.1..179.0).contains(angle));
    angle.ok_or_else(|| "expected an angle from 0.1 to 179 degrees".to_owned())
}

fn size(text: &str) -> Result<(u32, u32), String> {
    let parts = text.split_once('x').and_then(|(width, height)| Some((width.parse().ok()?, height.parse().ok()?)));
    parts.ok_or_else(|| "expected WxH, such as 640x480".to_owned())
}

fn view(text: &str) -> Result<View, String> {
    text.parse().map_err(|error: engine_assets::asset_render::Error| error.kind().to_string())
}

fn light(text: &str) -> Result<LightSet, String> {
    text.parse().map_err(|error: engine_assets::asset_render::Error| error.kind().to_string())
}

fn background(text: &str) -> Result<Background, String> {
    text.parse().map_err(|error: engine_assets::asset_render::Error| error.kind().to_string())
}
