//! Shows terrains as meshes.

use asset_scene::{Error, Id, Image, Node};
use urho_scene::Place;

use super::{Export, Level};
use crate::kinds;
use crate::level::models::Shown;
use crate::level::stored::Made;
use crate::level::{parts, terrain};

impl Export<'_, '_> {
    pub(super) fn terrain(
        &mut self,
        level: &mut Level<'_, '_>,
        (index, number): (usize, usize),
        place: Id<Node>,
        component: &urho_scene::Component<'_>,
    ) -> Result<(), Error> {
        let path = Place::node(index).component(number).path();
        let Some(image) = parts::resource(component, "Height Map") else { return Ok(()) };
        let bytes = match self.resources.read(&image) {
            Ok(bytes) => bytes,
            Err(why) => {
                self.findings.warning(
                    kinds::TERRAIN_UNAVAILABLE,
                    path.name(image.as_bytes()),
                    format!("no terrain: {why}"),
                );
                return Ok(());
            }
        };
        let material = parts::resource(component, "Material");
        let material = self.models.material(material.as_deref(), &mut self.scene);
        let name = self.scene[place].name.clone();
        match terrain::mesh(&bytes, component, self.models.budget(), &mut self.scene, (&name, material)) {
            Ok(mesh) => {
                self.resource(&image, bytes);
                let shown = Shown { finest: mesh, coarser: Vec::new() };
                let at = self.show(level, place, &shown, (Made::Mesh, Some((index, number))), &path)?;
                self.cast(component, at, place);
                if at == place {
                    level.keep(index, |layout| layout.mesh = Some(number));
                }
            }
            Err(why) => self.findings.warning(
                kinds::TERRAIN_UNAVAILABLE,
                path.name(image.as_bytes()),
                format!("no terrain: {why}"),
            ),
        }
        Ok(())
    }

    /// Adds a file that nothing shows as an image, so that it can be written again.
    fn resource(&mut self, name: &str, bytes: Vec<u8>) {
        let source = crate::level::stored::resource(name);
        let is_known = self.scene.images.iter().any(|image| image.source.as_ref() == Some(&source));
        let image = Image { name: name.to_owned(), bytes: bytes.into(), source: Some(source), ..Image::default() };
        if !is_known && image.media_type().is_some() {
            self.scene.images.push(image);
        }
    }
}
