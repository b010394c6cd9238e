//! This module contains [`Preview`].

use asset_convert::{Input, ToScene, material_sphere, texture_sheet};
use asset_formats::{Error, Typed};
use asset_render::{Camera, LightSpace, Picture, Projection, Renderer, Textures, View, ViewAngles};
use asset_scene::{AnimationId, Node, Player, Pose, Scene, Transform, UpAxis};
use binio::{Findings, Limits};

use crate::drawing::Drawing;

/// Everything that is needed for a picture: a scene with its materials and animations, and the decoded textures. Create
/// it once, and then render as many pictures as you like.
#[derive(Debug)]
pub struct Preview<'a> {
    pub(crate) scene: Scene<'a>,
    pub(crate) textures: Textures,
    findings: Findings,
    /// Whether this is a flat image, which can only be seen from the front.
    pub(crate) is_flat: bool,
    /// Whether this is a scene of a game, whose cameras show what players see.
    is_level: bool,
    /// How the engine adds up light.
    light_space: LightSpace,
    /// A data file that can be drawn without a scene.
    drawing: Option<Drawing>,
}

/// A moment in an animation, to render the pose at that time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AnimationTime {
    /// The animation to play.
    pub animation: AnimationId,
    /// Seconds since the animation began. After the last key, the values stay the same.
    pub time: f32,
}

/// The largest number of pictures that can be rendered of an animation or turntable.
const MOST: usize = 1000;

impl<'a> Preview<'a> {
    /// Prepares a picture of the given documents. These can be a model, with any number of Urho3D animations; an Urho3D
    /// scene or prefab; a Pragma map; a material, which is shown on a sphere; a texture; an interface, a sprite sheet,
    /// a bitmap font, a tile map, a rig or a particle effect. The material and texture files are searched in
    /// [`ToScene::resources`].
    ///
    /// # Errors
    /// Returns [`Error::NoScene`] for any other format, [`Error::Refused`] if there are several models, and any error
    /// that the model causes.
    pub fn of(inputs: &[Input<'a, '_>], options: &ToScene) -> Result<Self, Error> {
        let is_animation = |input: &&Input<'a, '_>| input.asset.format().is_urho_animation();
        let mut others = inputs.iter().filter(|input| !is_animation(input));
        let first = others.next().or(inputs.first());
        let Some(main) = first else { return Err(Error::Refused("expected a document, found none".into())) };
        if let Some(second) = others.next() {
            let message = format!("expected one model for one picture, found {} and {}", main.name, second.name);
            return Err(Error::Refused(message));
        }
        let (options, limits) = (options.clone().default_picture_time(0.0), options.limits());
        if let Some(drawing) = Drawing::of(main, &options) {
            return Ok(Self { drawing: Some(drawing), ..Self::of_scene(Scene::default(), Findings::new(), &limits) });
        }
        let (scene, findings) = match main.asset.typed() {
            Typed::Image(image) => (texture_sheet(main.name, image), Findings::new()),
            _ if main.asset.format().is_material() => material_sphere(main, &options),
            _ => asset_convert::scene(inputs, &options)?,
        };
        let is_flat = matches!(main.asset.typed(), Typed::Image(_));
        let is_physical = scene.staging.as_ref().is_some_and(|staging| staging.is_physical);
        let light_space = match main.asset.typed() {
            _ if is_physical => LightSpace::Physical,
            Typed::UrhoScene(document) if document.engine() != urho_scene::Engine::Rbfx => LightSpace::Srgb,
            // A prefab will be in a scene of its project, which today usually has linear light.
            Typed::UrhoScene(document) if document.scene().kind == urho_scene::Kind::Prefab => LightSpace::LinearRange,
            Typed::UrhoScene(document) if is_gamma(&document.scene()) => LightSpace::SrgbRange,
            Typed::UrhoScene(_) => LightSpace::LinearRange,
            _ => LightSpace::Linear,
        };
        let is_level = matches!(main.asset.typed(), Typed::UrhoScene(_));
        Ok(Self { is_flat, is_level, light_space, ..Self::of_scene(scene, findings.without_losses(), &limits) })
    }

    /// Prepares a picture of a scene that you already have. Pass the known differences between the scene and its files
    /// as `findings`. The limits are those for decoding its textures.
    pub fn of_scene(scene: Scene<'a>, mut findings: Findings, limits: &Limits) -> Self {
        let textures = Textures::within(&scene, &mut limits.budget());
        findings.extend(textures.findings().clone());
        Self {
            scene,
            textures,
            findings,
            is_flat: false,
            is_level: false,
            light_space: LightSpace::Linear,
            drawing: None,
        }
    }

    /// Returns the scene to render.
    pub fn scene(&self) -> &Scene<'a> {
        &self.scene
    }

    /// Returns whether this is a texture, which can only be seen from the front.
    pub fn is_texture(&self) -> bool {
        self.is_flat
    }

    /// Returns the reason why there is nothing to see, if this is a texture that can't be decoded.
    pub fn undecoded(&self) -> Option<&binio::Finding> {
        let is_undecoded = |finding: &&binio::Finding| finding.kind == asset_render::kinds::TEXTURE_UNAVAILABLE;
        self.findings.iter().find(is_undecoded).filter(|_| self.is_flat)
    }

    /// Returns the differences between the scene and its files, with the reasons.
    pub fn findings(&self) -> &Findings {
        &self.findings
    }

    /// Returns whether this is a data file that is drawn flat: an interface, a sprite sheet, a font, a tile map, a rig,
    /// or particles.
    pub fn is_drawing(&self) -> bool {
        self.drawing.is_some()
    }

    /// Returns what is drawn flat in plain words, for example `particle effect`. Returns `None` if this is no drawing.
    pub fn drawing_title(&self) -> Option<&'static str> {
        self.drawing.as_ref().map(Drawing::title)
    }

    /// Returns whether the scene has a sky that fills the background of the picture. It is only shown with
    /// [`Background::Auto`](asset_render::Background::Auto).
    pub fn has_sky(&self) -> bool {
        self.textures.has_sky()
    }

    /// Sets which axis of the file points up. For [`UpAxis::Z`], the scene is turned so that it stands. Call this only
    /// once. Flat pictures don't change.
    pub fn set_up(&mut self, up: UpAxis) {
        if up != UpAxis::Z || self.is_flat || self.drawing.is_some() {
            return;
        }
        let half = std::f32::consts::FRAC_1_SQRT_2;
        let transform = Transform::Trs { translation: [0.0; 3], rotation: [-half, 0.0, 0.0, half], scale: [1.0; 3] };
        let stand = self.scene.nodes.push(Node { transform, ..Node::default() });
        for id in self.scene.nodes.ids() {
            let parent = &mut self.scene.nodes[id].parent;
            *parent = parent.or(Some(stand)).filter(|_| id != stand);
        }
    }

    /// Sets the animation and the time, in seconds, that a flat picture shows. This only affects rigs and particles.
    /// You can pass a part of the animation name; the first animation that contains it is used. For particles, 0 is the
    /// [usual time](Self::usual_time).
    ///
    /// # Errors
    /// Returns [`Error::Refused`] if the file doesn't have this animation.
    pub fn set_moment(&mut self, animation: Option<&str>, seconds: f32) -> Result<(), Error> {
        let Some(drawing) = &mut self.drawing else { return Ok(()) };
        let animations = drawing.animations();
        let clip = animation.map(|wanted| {
            let exact = animations.iter().find(|name| *name == wanted);
            let part = || animations.iter().find(|name| name.to_lowercase().contains(&wanted.to_lowercase()));
            let found = exact.or_else(part).cloned();
            found.ok_or_else(|| {
                let all = if animations.is_empty() { "none".to_owned() } else { animations.join(", ") };
                Error::Refused(format!("expected the name of an animation, found {wanted:?}; there are: {all}"))
            })
        });
        drawing.moment = (clip.transpose()?, seconds);
        Ok(())
    }

    /// Returns the time in seconds that a flat picture shows if you don't [set](Self::set_moment) it. For particles, this
    /// is a time at which many of them can be seen, mostly 1. For everything else, this is 0.
    pub fn usual_time(&self) -> f32 {
        self.drawing.as_ref().map_or(0.0, Drawing::usual_time)
    }

    /// Returns the animation with this name. You can also pass a part of the name if it occurs in only one animation
    /// name; case is ignored.
    ///
    /// # Errors
    /// Returns [`Error::Refused`] if there is no such animation. The message lists the names.
    pub fn animation(&self, name: &str) -> Result<AnimationId, Error> {
        if let Some(id) = self.scene.animation(name) {
            return Ok(id);
        }
        let wanted = name.to_lowercase();
        let names = || self.scene.animations.enumerate().map(|(id, animation)| (id, animation.name.as_str()));
        let mut parts = names().filter(|(_, animation)| animation.to_lowercase().contains(&wanted));
        match (parts.next(), parts.next()) {
            (Some((id, _)), None) => Ok(id),
            _ => {
                let all: Vec<String> = names().map(|(_, animation)| binio::Name::from(animation).to_string()).collect();
                let all = if all.is_empty() { "none".to_owned() } else { all.join(", ") };
                Err(Error::Refused(format!("expected the name of one animation, found {name:?}; there are: {all}")))
            }
        }
    }

    /// Returns the view of a camera in the scene, given the name of the camera or of its node.
    ///
    /// # Errors
    /// Returns [`Error::Refused`] if there is no such camera; the message lists the names. Returns [`Error::Convert`]
    /// if the animation can't be sampled.
    pub fn camera(&self, name: &str, moment: Option<AnimationTime>) -> Result<Camera, Error> {
        let pose = self.pose_or_rest(moment)?;
        let camera_name =
            |node: &asset_scene::Node| self.scene.cameras.get(node.camera?).map(|camera| camera.name.as_str());
        let cameras =
            || self.scene.nodes.enumerate().filter_map(|(id, node)| Some((id, node.name.as_str(), camera_name(node)?)));
        let camera = cameras().find(|(_, node, camera)| [*node, *camera].contains(&name));
        if let Some(camera) = camera.and_then(|(id, ..)| Camera::of_node(&self.scene, &pose, id)) {
            return Ok(camera);
        }
        let names: Vec<String> = cameras()
            .map(|(_, node, camera_name)| {
                binio::Name::from(if camera_name.is_empty() { node } else { camera_name }).to_string()
            })
            .collect();
        let names = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
        Err(Error::Refused(format!("expected the name of a camera, found {name:?}; there are: {names}")))
    }

    /// Writes the scene to a glTF file, so that you can open it in another viewer. The findings are the changes that
    /// glTF has required.
    ///
    /// # Errors
    /// Returns [`Error::Convert`] if the scene can't be stored as glTF.
    pub fn to_glb(&self) -> Result<(Vec<u8>, Findings), Error> {
        asset_gltf::write_glb(&self.scene, &asset_gltf::WriteOptions::default()).map_err(Error::convert)
    }

    /// Renders a picture, at a moment in an animation or in the rest pose. [`Renderer::scene_camera`] only has an effect
    /// on scenes and prefabs of Urho3D and rbfx. Other files often have a camera that the exporter has added.
    ///
    /// # Errors
    /// Returns [`Error::Render`] if the scene can't be rendered, and [`Error::Convert`] if the animation can't be
    /// sampled.
    pub fn picture(&self, renderer: &Renderer<'_>, moment: Option<AnimationTime>) -> Result<Picture, Error> {
        if let Some(drawing) = &self.drawing {
            return drawing.picture(renderer.size(), renderer.background_color());
        }
        let pose = self.pose(moment)?;
        let renderer = self.fitting(renderer);
        let picture = match &pose {
            Some(pose) => renderer.pose(pose).render(&self.scene, &self.textures),
            None => renderer.render(&self.scene, &self.textures),
        };
        picture.map_err(Error::Render)
    }

    /// Renders an animation as `count` pictures at equal distances in time. The first picture is at the beginning, and
    /// the last is a step before the end, so that you can play them in a loop. The camera doesn't move.
    ///
    /// # Errors
    /// See [`picture`](Self::picture). Returns [`Error::Refused`] if `count` is 0 or more than 1000.
    ///
    /// Particles and rigs of a scene don't move. If the scene [has any](Self::moves_by_itself), create a preview with
    /// [`ToScene::picture_time`] for each of the [times](Self::frame_times) instead.
    pub fn frames(&self, renderer: &Renderer<'_>, animation: AnimationId, count: usize) -> Result<Vec<Picture>, Error> {
        let poses = self.poses(animation, count)?;
        let camera = renderer.camera_for(&self.scene, &poses)?;
        let renderer = self.fitting(renderer).camera(camera);
        let picture = |pose| Ok(renderer.clone().pose(pose).render(&self.scene, &self.textures)?);
        poses.iter().map(picture).collect()
    }

    /// Returns the times of [`frames`](Self::frames) in seconds.
    ///
    /// # Errors
    /// See [`frames`](Self::frames).
    pub fn frame_times(&self, animation: AnimationId, count: usize) -> Result<Vec<f32>, Error> {
        check(count)?;
        let player = Player::new(&self.scene, animation).map_err(Error::convert)?;
        Ok((0..count).map(|frame| player.duration() * frame as f32 / count as f32).collect())
    }

    /// Returns `count` times in seconds, from `start` on, with `per_second` of them in a second.
    ///
    /// # Errors
    /// Returns [`Error::Refused`] if `count` is 0 or more than 1000.
    pub fn moments(start: f32, per_second: u16, count: usize) -> Result<Vec<f32>, Error> {
        check(count)?;
        Ok((0..count).map(|moment| start + moment as f32 / f32::from(per_second.max(1))).collect())
    }

    /// Returns the camera that [`frames`](Self::frames) uses.
    ///
    /// # Errors
    /// See [`frames`](Self::frames).
    pub fn camera_of_frames(
        &self,
        renderer: &Renderer<'_>,
        animation: AnimationId,
        count: usize,
    ) -> Result<Camera, Error> {
        Ok(renderer.camera_for(&self.scene, &self.poses(animation, count)?)?)
    }

    fn poses(&self, animation: AnimationId, count: usize) -> Result<Vec<Pose>, Error> {
        let times = self.frame_times(animation, count)?;
        let player = Player::new(&self.scene, animation).map_err(Error::convert)?;
        Ok(times.into_iter().map(|time| player.sample(time)).collect())
    }

    /// Returns whether something moves without an animation: particles, or rigs.
    pub fn moves_by_itself(&self) -> bool {
        let has_sprites = self.scene.staging.as_deref().is_some_and(|staging| !staging.sprites.is_empty());
        has_sprites || self.drawing.as_ref().is_some_and(Drawing::moves)
    }

    /// Renders `count` pictures from all sides. The camera goes once around the scene, starting at `view`. It stays at
    /// the same height and distance, so that the scene always fits into the picture.
    ///
    /// # Errors
    /// See [`picture`](Self::picture). Returns [`Error::Refused`] if `count` is 0 or more than 1000.
    pub fn turntable(
        &self,
        renderer: &Renderer<'_>,
        view: View,
        moment: Option<AnimationTime>,
        count: usize,
    ) -> Result<Vec<Picture>, Error> {
        check(count)?;
        let pose = self.pose_or_rest(moment)?;
        let ViewAngles { yaw, pitch } = view.angles();
        let views = (0..count).map(|frame| View::Turned { yaw: yaw + 360.0 * frame as f64 / count as f64, pitch });
        let views: Vec<View> = views.collect();
        let renderer = self.fitting(renderer);
        let cameras = renderer.cameras_around(&self.scene, &pose, &views)?;
        let picture = |camera| Ok(renderer.clone().camera(camera).pose(&pose).render(&self.scene, &self.textures)?);
        cameras.into_iter().map(picture).collect()
    }

    fn pose(&self, moment: Option<AnimationTime>) -> Result<Option<Pose>, Error> {
        let Some(AnimationTime { animation, time }) = moment else { return Ok(None) };
        self.scene.sample(animation, time).map(Some).map_err(Error::convert)
    }

    fn pose_or_rest(&self, moment: Option<AnimationTime>) -> Result<Pose, Error> {
        match self.pose(moment)? {
            Some(pose) => Ok(pose),
            None => self.scene.rest_pose().map_err(Error::convert),
        }
    }

    /// Changes the renderer so that it fits this content: flat images are shown from the front, and light is added up
    /// as in the engine.
    fn fitting<'p>(&self, renderer: &Renderer<'p>) -> Renderer<'p> {
        let renderer = renderer.clone().light_space(self.light_space);
        if self.is_flat {
            renderer.camera(None).view(View::Front).projection(Projection::Orthographic)
        } else if self.is_level {
            renderer
        } else {
            renderer.scene_camera(false)
        }
    }
}

/// Returns whether a scene of rbfx is drawn without linear light, which is the default of its render pipeline.
fn is_gamma(scene: &urho_scene::Scene<'_>) -> bool {
    let pipelines = scene.nodes.iter().flat_map(|node| node.components_of("RenderPipeline"));
    let space = pipelines.map(|pipeline| pipeline.get("Color Space")).next().flatten();
    matches!(space, None | Some(urho_scene::Variant::Int(0)))
}

fn check(count: usize) -> Result<(), Error> {
    if (1..=MOST).contains(&count) {
        return Ok(());
    }
    Err(Error::Refused(format!("expected from 1 to {MOST} pictures, found {count}")))
}
