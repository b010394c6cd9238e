//! The options for pictures, and the code to draw them.

mod backdrop;
mod compare;
mod shadow;

use std::sync::atomic::{AtomicBool, Ordering};

use asset_image::{ColorSpace, Pixels};
use asset_scene::glam::Vec3;
use asset_scene::{Alpha, Pose, Scene};
use binio::{Budget, Limits};

use crate::background::{self, Background};
use crate::camera::{Camera, Projection, View};
use crate::empty;
use crate::error::{Error, ErrorKind, of_image, of_scene};
use crate::facing;
use crate::framing;
use crate::geometry::{Draw, Geometry, Vertex, rest, with_nodes};
use crate::kinds;
use crate::light::Light;
use crate::lighting::{LightSet, LightSpace, Lighting};
use crate::occluders::Occluders;
use crate::overlay::{self, BACK, Overlays};
use crate::picture::Picture;
use crate::shade::Surface;
use crate::sky;
use crate::splits::Sight;
use crate::sprites;
use crate::stage::{Manner, Piece, Projector, Stage};
use crate::text;
use crate::texts;
use crate::texture::Textures;
use crate::tile::{Frame, LAYERS, flat};
use crate::zones::Areas;

/// How many pixels there may be in a row or a column.
const MOST: u32 = 8192;
/// How many pixels can be visited for all triangles together. This does not include the pixels of the picture.
const WORK: u64 = 1 << 30;
/// If a picture is large, this is how many pixels can be visited for each of its pixels, instead of [`WORK`].
const WORK_PER_PIXEL: u64 = 1 << 10;
/// If a triangle has a cutoff, a visited pixel counts as this many. The texture has to be sampled four times, and a
/// hole does not hide what is behind it.
const WORK_OF_MASKED: u64 = 16;

/// Draws pictures of scenes. For the default values, see [`new`](Self::new).
///
/// ```
/// # let scene = asset_scene::Scene::default();
/// use asset_render::{Renderer, Textures, View};
/// let textures = Textures::of(&scene);
/// let pose = scene.rest_pose()?; // or `Player::sample`, at a time of an animation
/// let picture = Renderer::new(512, 512).view(View::Front).pose(&pose).render(&scene, &textures)?;
/// assert_eq!(picture.pixels.size(), (512, 512));
/// let png = picture.to_png()?;
/// # assert!(!png.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Renderer<'p> {
    width: u32,
    height: u32,
    view: View,
    projection: Projection,
    camera: Option<Camera>,
    scene_camera: bool,
    background: Background,
    lod: usize,
    pose: Option<&'p Pose>,
    overlays: Overlays,
    shadow: bool,
    scene_lights: bool,
    light_set: LightSet,
    light_space: LightSpace,
    lights: Option<Vec<Light>>,
    limits: Limits,
}

binio::setters! {
    impl<'p> Renderer {
        /// Sets the direction to look from. The camera will be as close as possible, so that the whole scene is in the
        /// picture.
        view: View,
        /// Sets the projection.
        projection: Projection,
        /// Sets the camera to use instead of a view and a projection. Use this if many pictures need the same camera.
        /// See also [`camera_for`](Self::camera_for).
        #[setter(into)]
        camera: Option<Camera>,
        /// Sets whether to look from the first camera of the scene that can see any of its content. If there is no such
        /// camera, the view and the projection are used.
        scene_camera: bool,
        /// Sets the background. [`Background::Auto`] will show the sky of the scene. If there is no sky and you use
        /// [`LightSet::Engine`], it will show the fog.
        background: Background,
        /// Sets the level of detail, where 0 is the finest. If an object does not have this level, it will use the
        /// coarsest level that it has.
        lod: usize,
        /// Sets the pose. It must be a pose of the scene that you render.
        #[setter(into)]
        pose: Option<&'p Pose>,
        /// Sets the overlays.
        overlays: Overlays,
        /// Sets whether to draw a shadow on the ground. The ground is below everything that is shown.
        shadow: bool,
        /// Sets whether to use the lights of the scene instead of the two lamps, if the scene has any. Their light will
        /// be scaled by a common factor, so that the scene is bright enough.
        scene_lights: bool,
        /// Sets the light.
        light_set: LightSet,
        /// Sets how the engine of the scene adds light. This is only used for [`LightSet::Engine`].
        light_space: LightSpace,
        /// Sets which lights to use instead of the two lamps. The first sun will cast the shadow. The even sky is not
        /// replaced.
        #[setter(into)]
        lights: Option<Vec<Light>>,
        /// Sets the limits. Use [`Limits::max_expanded_bytes`] to limit the memory for vertices and indices during
        /// drawing.
        limits: Limits,
    }
}

impl<'p> Renderer<'p> {
    /// Creates a renderer for pictures of this size. By default, it shows the rest pose from three quarters, using
    /// perspective, on light grey, in the finest level of detail, and without shadow and overlays. The light comes from
    /// a lamp on the upper left, a weak lamp on the right and an even sky.
    pub fn new(width: u32, height: u32) -> Self {
        Self {
            width,
            height,
            view: View::default(),
            projection: Projection::default(),
            camera: None,
            scene_camera: false,
            background: Background::default(),
            lod: 0,
            pose: None,
            overlays: Overlays::default(),
            shadow: false,
            scene_lights: false,
            light_set: LightSet::Studio,
            light_space: LightSpace::Linear,
            lights: None,
            limits: Limits::default(),
        }
    }

    /// Returns the background that was set. This can still be [`Background::Auto`], because the colour is chosen for
    /// each scene.
    pub fn background_color(&self) -> Background {
        self.background
    }

    /// Returns the width and height of the pictures, in pixels.
    pub fn size(&self) -> (u32, u32) {
        (self.width, self.height)
    }

    /// Returns a camera that sees a scene in all of the given poses. Use this for an animation, so that moving objects
    /// do not leave the picture and static objects do not move.
    ///
    /// # Errors
    /// Fails when [`render`](Self::render) does.
    pub fn camera_for(&self, scene: &Scene<'_>, poses: &[Pose]) -> Result<Camera, Error> {
        let points = self.points_of(scene, poses)?;
        Ok(Camera::fitted(points, self.view_of(scene)?, self.projection_of(scene), self.aspect()?))
    }

    /// Returns a camera for each of the given views. They all look at the center of the scene from the same distance,
    /// so you can use them for a turntable.
    ///
    /// # Errors
    /// Fails when [`render`](Self::render) does.
    pub fn cameras_around(&self, scene: &Scene<'_>, pose: &Pose, views: &[View]) -> Result<Vec<Camera>, Error> {
        let points = self.points_of(scene, std::slice::from_ref(pose))?;
        Ok(Camera::around(&points, views, self.projection_of(scene), self.aspect()?))
    }

    /// Returns the view, turned to where the scene looks in its rest pose. If there is a sky, the camera will be lower,
    /// so that you can see the sky.
    fn view_of(&self, scene: &Scene<'_>) -> Result<View, Error> {
        let view = match self.view {
            View::ThreeQuarter if has_sky(scene) => View::Turned { yaw: View::ThreeQuarter.angles().yaw, pitch: LOW },
            view => view,
        };
        Ok(facing::turned(view, facing::of(scene, &rest(scene)?)))
    }

    /// Returns the projection. If there is a sky, this will be wider.
    fn projection_of(&self, scene: &Scene<'_>) -> Projection {
        let is_usual = self.projection == Projection::default();
        if is_usual && has_sky(scene) { Projection::Perspective(WIDE) } else { self.projection }
    }

    /// Returns the points of a scene that must be in the pictures, given the poses.
    fn points_of(&self, scene: &Scene<'_>, poses: &[Pose]) -> Result<Vec<Vec3>, Error> {
        scene.check().map_err(of_scene)?;
        let mut points = Vec::new();
        for pose in poses {
            let geometry = Geometry::of(scene, pose, self.lod, &mut self.limits.budget())?;
            points.extend(self.points(&geometry, scene, pose));
            // Merges a few poses at a time: a box around all of them would leave a larger margin.
            if points.len() > 1 << 22 {
                points = hull(&points);
            }
        }
        Ok(points)
    }

    /// Draws a picture of a scene. You need to pass the textures that [`Textures::of`] returned.
    ///
    /// If a primitive can't be read, it will not be drawn, and a finding will be added to the picture.
    ///
    /// # Errors
    /// Fails if a picture can't have this size, if the scene does not pass its [check](Scene::check), or if it has more
    /// vertices, triangles or pixels than the limits allow.
    pub fn render(&self, scene: &Scene<'_>, textures: &Textures) -> Result<Picture, Error> {
        self.aspect()?;
        scene.check().map_err(of_scene)?;
        let whole = with_nodes(scene);
        let scene = whole.as_ref().unwrap_or(scene);
        let chosen = match self.pose {
            Some(pose) if whole.is_none() => Ok(pose),
            _ => Err(rest(scene)?),
        };
        let pose = chosen.as_ref().map_or_else(|chosen| chosen, |given| *given);
        let mut budget = self.limits.budget();
        let mut geometry = Geometry::of(scene, pose, self.lod, &mut budget)?;
        if self.light_set == LightSet::Engine && self.light_space != LightSpace::Linear {
            geometry.whiten();
        }
        let surfaces = Surface::all(scene, textures);
        let camera = self.camera_in(scene, pose, &mut geometry, &surfaces)?;
        geometry.raise_decals(&camera);
        sky::add(&mut geometry, scene, &camera, &mut budget)?;
        sprites::add(&mut geometry, scene, pose, &camera, &mut budget)?;
        texts::add(&mut geometry, scene, pose, &camera, &mut budget)?;
        let projector = Projector::new(camera, self.width, self.height);
        let zones = Areas::of(scene, pose);
        zones.assign(&mut geometry);
        let manners = self.manners(&geometry, &surfaces);
        let mut stage = Stage::of(&mut geometry, &manners, &projector);
        let mut lighting = self.lighting(scene, pose, (&geometry, &stage.vertices), &camera, textures);
        if lighting.lights.iter().any(|lamp| lamp.shadow.is_some()) {
            lighting.occluders = Occluders::of(&geometry, &stage.vertices, (&manners, &surfaces), &mut budget)?;
            let sight = Sight { camera, aspect: self.aspect()?, nearest: lighting.nearest, boxes: &[] };
            lighting.soften(&sight, |mask| geometry.boxes(&stage.vertices, mask));
        }
        let ink = overlay::Ink { projector: &projector, srgb: textures.srgb() };
        self.add_lines(&mut stage, &geometry, (scene, pose), &surfaces, &ink, &mut budget)?;
        if self.shadow {
            shadow::cast(&mut stage, &geometry, &manners, &lighting, &projector);
        }
        let zone = zones.of_camera(&camera, overlay::bounds_of(&geometry, &stage.vertices));
        let omits_layers = AtomicBool::new(false);
        let frame = Frame {
            width: self.width,
            height: self.height,
            stage: &stage,
            draws: &geometry.draws,
            surfaces: &surfaces,
            lighting: &lighting,
            camera,
            eye: camera.position.as_vec3(),
            srgb: textures.srgb(),
            background: self.backdrop(scene, textures, (zone, lighting.exposure)),
            sky: textures.sky().filter(|_| self.background == Background::Auto),
            zones: scene.staging.as_ref().map_or(0, |staging| staging.zones.len()) + 1,
            back: self.overlays.backs.then(|| flat(textures.srgb(), BACK, 1.0)),
            shadow: (1.0 - libm::pow(1.0 - shadow::OPACITY, 1.0 / stage.shadows.len().max(1) as f64)) as f32,
            omits_layers: &omits_layers,
        };
        let work = (u64::from(self.width) * u64::from(self.height)).saturating_mul(WORK_PER_PIXEL).max(WORK);
        let weight = |piece: &Piece| match manners[piece.draw as usize].alpha {
            Alpha::Mask { .. } => WORK_OF_MASKED,
            _ => 1,
        };
        stage.check(frame.rect(), weight, work)?;
        let mut pixels = self.pixels(&frame)?;
        if omits_layers.load(Ordering::Relaxed) {
            let message = format!("more than {LAYERS} transparent layers on a pixel: the nearest {LAYERS} are drawn");
            geometry.findings.warning(kinds::LAYERS_OMITTED, "picture", message);
        }
        empty::report(&pixels, &stage, &mut geometry);
        if let Some(staging) = scene.staging.as_deref() {
            text::not_shown(&mut pixels, &staging.not_shown);
        }
        if self.overlays.lod {
            text::write(&mut pixels, &format!("LOD {}", self.lod), (4, 4), [20, 24, 32]);
        }
        Ok(Picture { pixels, camera, triangles: geometry.triangles.len(), findings: geometry.findings })
    }

    /// Returns the camera to use for a scene. If nothing can be seen from the default view, it will be turned.
    fn camera_in(
        &self,
        scene: &Scene<'_>,
        pose: &Pose,
        geometry: &mut Geometry,
        surfaces: &[Surface<'_>],
    ) -> Result<Camera, Error> {
        if let Some(camera) = self.camera {
            return Ok(camera);
        }
        let (view, aspect) = (self.view_of(scene)?, self.aspect()?);
        if let Some(camera) = framing::camera_of(scene, pose, geometry, aspect).filter(|_| self.scene_camera) {
            return Ok(camera);
        }
        if facing::is_lying(scene, &rest(scene)?) {
            facing::report_lying(geometry);
        }
        let points = self.points(geometry, scene, pose);
        if self.scene_camera && scene.staging.as_ref().is_some_and(|staging| staging.is_flat) {
            return Ok(Camera::fitted(points, View::Back, Projection::Orthographic, aspect));
        }
        let fitted = |view| Camera::fitted(points.iter().copied(), view, self.projection_of(scene), aspect);
        let first = fitted(view);
        let manners = self.manners(geometry, surfaces);
        let is_seen = |camera: &Camera| empty::is_seen(geometry, &manners, camera);
        if self.view != View::ThreeQuarter || geometry.triangles.is_empty() || is_seen(&first) {
            return Ok(first);
        }
        match empty::turned_views(view).into_iter().map(|view| (view, fitted(view))).find(|(_, camera)| is_seen(camera))
        {
            Some((view, camera)) => {
                empty::report_turned(geometry, view);
                Ok(camera)
            }
            None => Ok(first),
        }
    }

    /// Returns how to draw the triangles of each draw.
    fn manners(&self, geometry: &Geometry, surfaces: &[Surface<'_>]) -> Vec<Manner> {
        let manner = |draw: &Draw| {
            let surface = &surfaces[draw.material];
            let backs = surface.double_sided || self.overlays.backs || draw.is_sky || draw.is_sprite;
            Manner { alpha: surface.alpha, backs, is_sky: draw.is_sky }
        };
        geometry.draws.iter().map(manner).collect()
    }

    /// Returns the light to use for a picture.
    fn lighting<'t>(
        &self,
        scene: &Scene<'_>,
        pose: &Pose,
        (geometry, vertices): (&Geometry, &[Vertex]),
        camera: &Camera,
        textures: &'t Textures,
    ) -> Lighting<'t> {
        if let Some(lights) = self.lights.clone().filter(|lights| !lights.is_empty()) {
            return Lighting::without_shadows(lights);
        }
        let bounds = overlay::bounds_of(geometry, vertices);
        if self.light_set == LightSet::Engine {
            let lights = Lighting::lights_of(self.light_space, scene, pose, bounds);
            if let Some(mut lighting) = Lighting::engine((scene, pose), lights, self.light_space, textures) {
                let begins = if camera.is_placed { 0.0 } else { nearest(geometry, vertices, camera) };
                let fogs = lighting.around.iter_mut().filter_map(|around| around.fog.as_mut());
                fogs.for_each(|fog| fog.nearest = begins);
                (lighting.nearest, lighting.is_inside) = (begins, camera.is_placed);
                return lighting;
            }
        }
        let bounds = bounds.filter(|_| self.scene_lights);
        let scene_lights =
            bounds.map(|bounds| Light::of_scene(scene, pose, bounds)).filter(|lights| !lights.is_empty());
        match (scene_lights, self.light_set) {
            (Some(lights), _) => Lighting::of(lights),
            (None, LightSet::Dark) => Lighting::dark(camera),
            (None, _) => Lighting::studio(camera),
        }
    }

    /// Draws the pixels. If the background depends on the contrast and the scene is too bright for light grey, dark
    /// grey will be used.
    fn pixels(&self, frame: &Frame<'_>) -> Result<Pixels, Error> {
        let draw = |frame: &Frame<'_>| {
            let pixels = Pixels::new(self.width, self.height, frame.draw()?).map_err(of_image)?;
            Ok(pixels.with_color_space(ColorSpace::Srgb))
        };
        let pixels = draw(frame)?;
        let is_chosen = self.background == Background::Auto && frame.background == Background::Auto.edges();
        if is_chosen
            && frame.sky.is_none()
            && frame.stage.sky.is_empty()
            && background::is_too_bright(&pixels, frame.srgb)
        {
            return draw(&Frame { background: Background::DARK.edges(), ..*frame });
        }
        Ok(pixels)
    }

    /// Returns the width divided by the height, if a picture can have this size.
    fn aspect(&self) -> Result<f64, Error> {
        let (width, height) = (self.width, self.height);
        if !(1..=MOST).contains(&width) || !(1..=MOST).contains(&height) {
            return Err(Error::new(ErrorKind::Size { most: MOST, width, height }, "picture"));
        }
        Ok(f64::from(width) / f64::from(height))
    }

    /// Returns the points that must be in the picture. This is the visible content, or if there is none, the bones.
    fn points(&self, geometry: &Geometry, scene: &Scene<'_>, pose: &Pose) -> Vec<Vec3> {
        let mut points = framing::points(geometry, scene);
        if points.is_empty() {
            points = sprites::points(scene, pose);
        }
        if points.is_empty() || self.overlays.skeleton {
            points.extend(overlay::bones(scene, pose).into_iter().flatten());
        }
        points
    }

    /// Adds the lines and points of a scene, and the overlays.
    fn add_lines(
        &self,
        stage: &mut Stage,
        geometry: &Geometry,
        (scene, pose): (&Scene<'_>, &Pose),
        surfaces: &[Surface<'_>],
        ink: &overlay::Ink<'_>,
        budget: &mut Budget,
    ) -> Result<(), Error> {
        let vertices = std::mem::take(&mut stage.vertices);
        let scale = (f64::from(self.width.min(self.height)) / 512.0).max(1.0);
        for line in &geometry.lines {
            let ends = line.ends.map(|end| vertices.get(end as usize).map_or(Vec3::NAN, |vertex| vertex.position));
            let color = vertices.get(line.ends[0] as usize).map_or([1.0; 4], |vertex| vertex.color);
            let color = surfaces[geometry.draws[line.draw as usize].material].plain(color);
            ink.projector.band(
                ends,
                if line.ends[0] == line.ends[1] { 3.0 } else { 1.2 } * scale,
                color,
                &mut stage.lines,
            );
        }
        let bones = if self.overlays.skeleton || geometry.triangles.is_empty() && geometry.lines.is_empty() {
            overlay::bones(scene, pose)
        } else {
            Vec::new()
        };
        let edges = if self.overlays.wireframe { geometry.triangles.len() as u64 * 3 } else { 0 };
        let normals = if self.overlays.normals { vertices.len() as u64 } else { 0 };
        let lines = edges.saturating_add(normals).saturating_add(bones.len() as u64 * 2);
        let left = budget.left();
        budget
            .spend(lines.saturating_mul(PER_LINE))
            .map_err(|_| crate::error::too_much("bytes of lines", left, lines.saturating_mul(PER_LINE)))?;
        overlay::add(stage, geometry, &vertices, &self.overlays, ink, &bones, scale);
        stage.vertices = vertices;
        Ok(())
    }
}

/// Returns the distance from the camera to the nearest content in front of it.
fn nearest(geometry: &Geometry, vertices: &[Vertex], camera: &Camera) -> f32 {
    let distances = geometry.shown_vertices(vertices).map(|vertex| camera.seen(vertex.position.as_dvec3()).z as f32);
    let nearest = distances.filter(|distance| distance.is_finite()).fold(f32::INFINITY, f32::min);
    if nearest.is_finite() { nearest.max(0.0) } else { 0.0 }
}

/// The vertical angle of view to use if there is a sky, in degrees. It is wide enough to see the horizon.
const WIDE: f64 = 50.0;

/// How far the camera is above the horizon if there is a sky, in degrees.
const LOW: f64 = 14.0;

fn has_sky(scene: &Scene<'_>) -> bool {
    scene.environment.as_ref().is_some_and(|environment| environment.sky.is_some())
}

/// How many bytes a line takes, which is drawn using two triangles.
const PER_LINE: u64 = 192;

/// Returns the corners of the box around points. This is enough to fit a camera, but it will not be as close.
fn hull(points: &[Vec3]) -> Vec<Vec3> {
    let finite = points.iter().filter(|point| point.is_finite());
    let bounds = finite.fold(None, |bounds: Option<[Vec3; 2]>, point| {
        let [min, max] = bounds.unwrap_or([*point, *point]);
        Some([min.min(*point), max.max(*point)])
    });
    bounds.map_or_else(Vec::new, |[min, max]| {
        [min.x, max.x]
            .into_iter()
            .flat_map(|x| [min.y, max.y].into_iter().flat_map(move |y| [min.z, max.z].map(|z| Vec3::new(x, y, z))))
            .collect()
    })
}
