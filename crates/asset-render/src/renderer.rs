//! Options of pictures, and drawing.

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
use crate::overlay::{self, BACK, Overlays};
use crate::picture::Picture;
use crate::shade::Surface;
use crate::sky;
use crate::stage::{Manner, Piece, Projector, Stage};
use crate::text;
use crate::texture::Textures;
use crate::tile::{Frame, LAYERS, flat};

/// Most pixels in a row or a column.
const MOST: u32 = 8192;
/// Maximum number of visited pixels, of all triangles together, in addition to the picture's own.
const WORK: u64 = 1 << 30;
/// Visited pixels per pixel of the picture that a large picture may take in place of [`WORK`].
const WORK_PER_PIXEL: u64 = 1 << 10;
/// How many visited pixels one of a triangle with a cutoff counts for: its texture is sampled at four places, and nothing hides what is behind a hole.
const WORK_OF_MASKED: u64 = 16;

/// Draws pictures of scenes. [`new`](Self::new) lists the default values.
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
        /// Sets where the scene is seen from. The camera is as near as all of it fits.
        view: View,
        /// Sets the projection.
        projection: Projection,
        /// Sets the camera, instead of a view and a projection: the same for many pictures. See [`camera_for`](Self::camera_for).
        #[setter(into)]
        camera: Option<Camera>,
        /// Sets the background. [`Background::Auto`] shows the sky of a scene; with [`LightSet::Engine`] its fog if it has no sky.
        background: Background,
        /// Sets the level of detail: 0 for the finest; objects with fewer levels show their coarsest.
        lod: usize,
        /// Sets the pose: of the scene that is rendered.
        #[setter(into)]
        pose: Option<&'p Pose>,
        /// Sets the overlays.
        overlays: Overlays,
        /// Sets whether there is a shadow on the ground, which is below all that is shown.
        shadow: bool,
        /// Sets whether the scene's own lights replace the two lamps, if it has any. They keep their relative strengths; together they are scaled to
        /// a visible brightness.
        scene_lights: bool,
        /// Sets the light.
        light_set: LightSet,
        /// Sets how the scene's engine adds light, for [`LightSet::Engine`].
        light_space: LightSpace,
        /// Sets other lights in the place of the two lamps. The first sun casts the shadow; the even sky stays.
        #[setter(into)]
        lights: Option<Vec<Light>>,
        /// Sets limits: [`Limits::max_expanded_bytes`] for the memory of vertices and indices while they are drawn.
        limits: Limits,
    }
}

impl<'p> Renderer<'p> {
    /// Pictures of this size: in the pose of rest, from three quarters, in perspective, on light grey, the finest level of detail, without
    /// shadow and overlays, lit by a lamp from the upper left, a weak one from the right and an even sky.
    pub fn new(width: u32, height: u32) -> Self {
        Self {
            width,
            height,
            view: View::default(),
            projection: Projection::default(),
            camera: None,
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

    /// Returns the background.
    pub fn background_color(&self) -> Background {
        self.background
    }

    /// Returns the width and height of its pictures, in pixels.
    pub fn size(&self) -> (u32, u32) {
        (self.width, self.height)
    }

    /// Returns the camera that sees a scene in all of some poses: moving objects stay in the picture, and static ones don't move.
    ///
    /// # Errors
    /// As [`render`](Self::render).
    pub fn camera_for(&self, scene: &Scene<'_>, poses: &[Pose]) -> Result<Camera, Error> {
        let points = self.points_of(scene, poses)?;
        Ok(Camera::fitted(points, self.view_of(scene)?, self.projection_of(scene), self.aspect()?))
    }

    /// Returns cameras for views of a scene in a pose that all look at its middle from the same distance: for a turntable.
    ///
    /// # Errors
    /// As [`render`](Self::render).
    pub fn cameras_around(&self, scene: &Scene<'_>, pose: &Pose, views: &[View]) -> Result<Vec<Camera>, Error> {
        let points = self.points_of(scene, std::slice::from_ref(pose))?;
        Ok(Camera::around(&points, views, self.projection_of(scene), self.aspect()?))
    }

    /// The view, turned to where the scene looks while it rests. Scenes with a sky are seen from lower down, so that it is in the picture.
    fn view_of(&self, scene: &Scene<'_>) -> Result<View, Error> {
        let view = match self.view {
            View::ThreeQuarter if has_sky(scene) => View::Turned { yaw: View::ThreeQuarter.angles().0, pitch: LOW },
            view => view,
        };
        Ok(facing::turned(view, facing::of(scene, &rest(scene)?)))
    }

    /// The projection; of scenes with a sky, a wider one.
    fn projection_of(&self, scene: &Scene<'_>) -> Projection {
        let is_usual = self.projection == Projection::default();
        if is_usual && has_sky(scene) { Projection::Perspective(WIDE) } else { self.projection }
    }

    /// Returns the points of a scene in some poses that must be in the pictures.
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

    /// Draws the picture of a scene, with the textures of [`Textures::of`].
    ///
    /// Primitives that can't be read are left out, with a finding.
    ///
    /// # Errors
    /// A size that no picture has; a scene that doesn't [check](Scene::check); more vertices, triangles or pixels than the limits allow.
    pub fn render(&self, scene: &Scene<'_>, textures: &Textures) -> Result<Picture, Error> {
        self.aspect()?;
        scene.check().map_err(of_scene)?;
        let whole = with_nodes(scene);
        let scene = whole.as_ref().unwrap_or(scene);
        let own = match self.pose {
            Some(pose) if whole.is_none() => Ok(pose),
            _ => Err(rest(scene)?),
        };
        let pose = own.as_ref().map_or_else(|own| own, |given| *given);
        let mut budget = self.limits.budget();
        let mut geometry = Geometry::of(scene, pose, self.lod, &mut budget)?;
        if self.light_set == LightSet::Engine && self.light_space == LightSpace::Srgb {
            geometry.whiten();
        }
        let surfaces = Surface::all(scene, textures);
        let camera = self.camera_in(scene, pose, &mut geometry, &surfaces)?;
        sky::add(&mut geometry, scene, &camera, &mut budget)?;
        let projector = Projector::new(camera, self.width, self.height);
        let manners = self.manners(&geometry, &surfaces);
        let mut stage = Stage::of(&mut geometry, &manners, &projector);
        let lighting = self.lighting(scene, pose, (&geometry, &stage.vertices), &camera);
        self.add_lines(&mut stage, &geometry, (scene, pose), (&surfaces, textures, &projector), &mut budget)?;
        if self.shadow {
            shadow::cast(&mut stage, &geometry, &manners, &lighting, &projector);
        }
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
            background: self.backdrop(scene, textures),
            sky: textures.sky().filter(|_| self.background == Background::Auto),
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
        if self.overlays.lod {
            text::write(&mut pixels, &format!("LOD {}", self.lod), (4, 4), [20, 24, 32]);
        }
        Ok(Picture { pixels, camera, triangles: geometry.triangles.len(), findings: geometry.findings })
    }

    /// The camera that sees a scene. If nothing is seen in the default view, it is turned.
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
        let points = self.points(geometry, scene, pose);
        let (view, aspect) = (self.view_of(scene)?, self.aspect()?);
        let fitted = |view| Camera::fitted(points.iter().copied(), view, self.projection_of(scene), aspect);
        let first = fitted(view);
        let manners = self.manners(geometry, surfaces);
        let is_seen = |camera: &Camera| empty::is_seen(geometry, &manners, camera);
        if self.view != View::ThreeQuarter || geometry.triangles.is_empty() || is_seen(&first) {
            return Ok(first);
        }
        match turned_views(view).into_iter().map(|view| (view, fitted(view))).find(|(_, camera)| is_seen(camera)) {
            Some((view, camera)) => {
                empty::report_turned(geometry, view);
                Ok(camera)
            }
            None => Ok(first),
        }
    }

    /// How the triangles of each draw are drawn.
    fn manners(&self, geometry: &Geometry, surfaces: &[Surface<'_>]) -> Vec<Manner> {
        let manner = |draw: &Draw| {
            let surface = &surfaces[draw.material];
            let backs = surface.double_sided || self.overlays.backs || draw.is_sky;
            Manner { alpha: surface.alpha, backs, is_sky: draw.is_sky }
        };
        geometry.draws.iter().map(manner).collect()
    }

    /// The light of a picture.
    fn lighting(
        &self,
        scene: &Scene<'_>,
        pose: &Pose,
        (geometry, vertices): (&Geometry, &[Vertex]),
        camera: &Camera,
    ) -> Lighting {
        if let Some(lights) = self.lights.clone().filter(|lights| !lights.is_empty()) {
            return Lighting::of(lights);
        }
        let bounds = overlay::bounds_of(geometry, vertices);
        if self.light_set == LightSet::Engine {
            let lights = match self.light_space {
                LightSpace::Srgb => Light::in_srgb(scene, pose),
                LightSpace::Linear => bounds.map(|own| Light::of_engine(scene, pose, own)).unwrap_or_default(),
            };
            if let Some(mut lighting) = Lighting::engine(scene, lights, self.light_space) {
                let begins = if camera.is_placed { 0.0 } else { nearest(geometry, vertices, camera) };
                lighting.fog.iter_mut().for_each(|fog| fog.nearest = begins);
                return lighting;
            }
        }
        let bounds = bounds.filter(|_| self.scene_lights);
        let own = bounds.map(|bounds| Light::of_scene(scene, pose, bounds)).filter(|lights| !lights.is_empty());
        match (own, self.light_set) {
            (Some(lights), _) => Lighting::of(lights),
            (None, LightSet::Dark) => Lighting::dark(camera),
            (None, _) => Lighting::studio(camera),
        }
    }

    /// The colours of the background at the upper and the lower edge.
    fn backdrop(&self, scene: &Scene<'_>, textures: &Textures) -> Option<[[u8; 3]; 2]> {
        if self.background != Background::Auto {
            return self.background.edges();
        }
        let fog = scene.environment.as_ref().and_then(|environment| environment.fog);
        let has_sky = textures.sky().is_some() || sky_mesh(scene);
        match (fog, self.light_set) {
            (Some(fog), set) if set == LightSet::Engine || has_sky => {
                Some([fog.color.map(|channel| textures.srgb().encode(channel)); 2])
            }
            (_, LightSet::Dark) => Background::DARK.edges(),
            _ => self.background.edges(),
        }
    }

    /// Draws the pixels. Where the background is chosen by contrast, it is dark if the scene is too bright for the light one.
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

    /// Width by height, if there is a picture of this size.
    fn aspect(&self) -> Result<f64, Error> {
        let (width, height) = (self.width, self.height);
        if !(1..=MOST).contains(&width) || !(1..=MOST).contains(&height) {
            return Err(Error::new(ErrorKind::Size { most: MOST, width, height }, "picture"));
        }
        Ok(f64::from(width) / f64::from(height))
    }

    /// Returns the points that must be in the picture: the visible content, or the bones if there is none.
    fn points(&self, geometry: &Geometry, scene: &Scene<'_>, pose: &Pose) -> Vec<Vec3> {
        let mut points = framing::points(geometry, has_sky(scene));
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
        (surfaces, textures, projector): (&[Surface<'_>], &Textures, &Projector),
        budget: &mut Budget,
    ) -> Result<(), Error> {
        let vertices = std::mem::take(&mut stage.vertices);
        let scale = (f64::from(self.width.min(self.height)) / 512.0).max(1.0);
        for line in &geometry.lines {
            let ends = line.ends.map(|end| vertices.get(end as usize).map_or(Vec3::NAN, |vertex| vertex.position));
            let color = vertices.get(line.ends[0] as usize).map_or([1.0; 4], |vertex| vertex.color);
            let color = surfaces[geometry.draws[line.draw as usize].material].plain(color);
            projector.band(ends, if line.ends[0] == line.ends[1] { 3.0 } else { 1.2 } * scale, color, &mut stage.lines);
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
        overlay::add(stage, geometry, &vertices, (&self.overlays, projector, textures.srgb()), &bones, scale);
        stage.vertices = vertices;
        Ok(())
    }
}

/// Returns the views to try if nothing is seen in one: from behind, from below, and both.
fn turned_views(view: View) -> [View; 3] {
    let (yaw, pitch) = view.angles();
    let others = [(yaw + 180.0, pitch), (yaw, -pitch), (yaw + 180.0, -pitch)];
    others.map(|(yaw, pitch)| View::Turned { yaw: yaw % 360.0, pitch })
}

/// Returns the distance to the nearest content before a camera.
fn nearest(geometry: &Geometry, vertices: &[Vertex], camera: &Camera) -> f32 {
    let distances = geometry.shown_vertices(vertices).map(|vertex| camera.seen(vertex.position.as_dvec3()).z as f32);
    let nearest = distances.filter(|distance| distance.is_finite()).fold(f32::INFINITY, f32::min);
    if nearest.is_finite() { nearest.max(0.0) } else { 0.0 }
}

/// Vertical angle of view for scenes with a sky, in degrees: wide enough for the horizon.
const WIDE: f64 = 50.0;

/// Degrees of the camera above the horizon for scenes with a sky.
const LOW: f64 = 5.0;

fn sky_mesh(scene: &Scene<'_>) -> bool {
    scene.environment.as_ref().is_some_and(|environment| environment.sky_mesh().is_some())
}

fn has_sky(scene: &Scene<'_>) -> bool {
    scene.environment.as_ref().is_some_and(|environment| environment.sky.is_some())
}

/// Bytes that a line takes: two triangles.
const PER_LINE: u64 = 192;

/// The corners of the box around points: all that a camera has to know, but not as near.
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
