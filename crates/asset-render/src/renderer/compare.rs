//! Draws two versions of a scene.

use asset_scene::glam::Vec3;
use binio::Budget;

use super::Renderer;
use crate::background::Background;
use crate::camera::{Camera, View};
use crate::comparison::{Comparison, Content, Marked, Subject};
use crate::empty;
use crate::empty::turned_views;
use crate::error::{Error, of_scene};
use crate::geometry::{Geometry, rest, with_nodes};
use crate::shade::Surface;
use crate::texture::Textures;

/// A version to draw.
struct Side<'s, 'a> {
    subject: Subject<'s, 'a>,
    content: Content,
    points: Vec<Vec3>,
}

impl Renderer<'_> {
    /// Draws two versions of a scene, using the same camera, which sees all of both. This method also draws a third
    /// picture to show the changes. In this, a triangle that did not change will be grey, and the others have the
    /// colours of [`Comparison`]. Both scenes will be shown in their rest pose.
    ///
    /// To compare triangles, this method uses the positions of their corners, and also their materials, textures,
    /// normals, texture coordinates and vertex colours. Lines and points will be drawn too, without showing their
    /// changes.
    ///
    /// # Errors
    /// Fails when [`render`](Self::render) does.
    pub fn compare(&self, old: Subject<'_, '_>, new: Subject<'_, '_>) -> Result<Comparison, Error> {
        let (old_whole, new_whole) = (with_nodes(old.scene), with_nodes(new.scene));
        let old = Subject { scene: old_whole.as_ref().unwrap_or(old.scene), ..old };
        let new = Subject { scene: new_whole.as_ref().unwrap_or(new.scene), ..new };
        let mut budget = self.limits.budget();
        let sides = [self.side(old, &mut budget)?, self.side(new, &mut budget)?];
        let camera = self.camera_of_both(&sides)?;
        let [before, after] = &sides;
        let marked = Marked::new(&before.content, &after.content);
        drop(sides);
        let renderer = Renderer { camera: Some(camera), pose: None, ..self.clone() };
        let picture =
            |subject: Subject<'_, '_>| Ok::<_, Error>(renderer.render(subject.scene, subject.textures)?.pixels);
        let changes = Renderer { limits: self.limits, ..Renderer::new(self.width, self.height) };
        let changes = changes
            .background(if self.background == Background::Auto { Background::STUDIO } else { self.background })
            .camera(camera)
            .render(&marked.scene, &Textures::of(&marked.scene))?
            .pixels;
        let Marked { added, removed, restyled, .. } = marked;
        Ok(Comparison { before: picture(old)?, after: picture(new)?, changes, added, removed, restyled })
    }

    fn side<'s, 'a>(&self, subject: Subject<'s, 'a>, budget: &mut Budget) -> Result<Side<'s, 'a>, Error> {
        subject.scene.check().map_err(of_scene)?;
        let pose = rest(subject.scene)?;
        let geometry = Geometry::of(subject.scene, &pose, self.lod, budget)?;
        let points = self.points(&geometry, subject.scene, &pose);
        Ok(Side { subject, content: Content::new(geometry, subject, budget)?, points })
    }

    /// Returns a camera that sees both versions. If nothing can be seen from the default view, it will be turned.
    fn camera_of_both(&self, sides: &[Side<'_, '_>; 2]) -> Result<Camera, Error> {
        self.aspect()?;
        if let Some(camera) = self.camera {
            return Ok(camera);
        }
        let [_, Side { subject, .. }] = sides;
        let (view, aspect) = (self.view_of(subject.scene)?, self.aspect()?);
        let points = || sides.iter().flat_map(|side| side.points.iter().copied());
        let fitted = |view: View| Camera::fitted(points(), view, self.projection_of(subject.scene), aspect);
        let first = fitted(view);
        if self.view != View::ThreeQuarter || sides.iter().any(|side| self.sees(side, &first)) {
            return Ok(first);
        }
        let mut others = turned_views(view).into_iter().map(fitted);
        Ok(others.find(|camera| sides.iter().any(|side| self.sees(side, camera))).unwrap_or(first))
    }

    fn sees(&self, side: &Side<'_, '_>, camera: &Camera) -> bool {
        let geometry = &side.content.geometry;
        let surfaces = Surface::all(side.subject.scene, side.subject.textures);
        empty::is_seen(geometry, &self.manners(geometry, &surfaces), camera)
    }
}
