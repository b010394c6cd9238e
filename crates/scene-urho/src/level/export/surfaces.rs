//! Reads what lies on surfaces and which only pictures show: baked light and decals.

use asset_scene::{Id, Image, ImageId, Node, Sampler, Texture, TextureTransform, Wrap};
use scene_adapter::look::without_extension;
use urho_scene::{Component, Place, Variant};

use super::Export;
use crate::kinds;
use crate::level::decals::{self, Decals};
use crate::level::parts;

/// The number of a model that shows baked light.
const USE_LIGHTMAP: i32 = 1;
/// The set of texture coordinates for baked light.
const SET: u32 = 1;

/// The textures with the baked light of a scene.
#[derive(Default)]
pub(super) struct Lightmaps {
    /// Their names, and their images after they were read. There is no image if it can't be read.
    files: Vec<(String, Option<Option<ImageId>>)>,
    /// How many models have a texture that can't be read.
    pub(super) missing: usize,
}

impl Lightmaps {
    pub(super) fn of(level: &urho_scene::Scene<'_>) -> Self {
        let names = level.nodes.first().map(|node| match node.attributes.get("Lightmaps").as_deref() {
            Some(urho_scene::Value::Variant(Variant::ResourceRefList(list))) => {
                list.names.iter().map(|name| (parts::clean(name), None)).collect()
            }
            _ => Vec::new(),
        });
        Self { files: names.unwrap_or_default(), missing: 0 }
    }
}

impl Export<'_, '_> {
    /// Adds the baked light of a component that shows a mesh.
    pub(super) fn stage_lightmap(&mut self, component: &Component<'_>, node: Id<Node>) {
        let is_terrain = component.class.name == "Terrain";
        let is_used = is_terrain || parts::number(component, "Global Illumination", 0) == USE_LIGHTMAP;
        let is_baked = parts::flag(component, "Bake Lightmap", false);
        if !is_used || !is_baked || parts::float(component, "Scale in Lightmap", 1.0) <= 0.0 {
            return;
        }
        let number = usize::try_from(parts::number(component, "Lightmap Index", 0)).unwrap_or(usize::MAX);
        let image = self.lightmap(number);
        let Some(stager) = &mut self.staging else { return };
        let Some(image) = image else {
            stager.lightmaps.missing = stager.lightmaps.missing.saturating_add(1);
            return;
        };
        let [u, v, x, y] = match component.get("Lightmap Scale & Offset") {
            Some(Variant::Vector4(numbers)) => numbers,
            _ => [1.0, 1.0, 0.0, 0.0],
        };
        let texture = Texture {
            // The engine uses the same coordinates twice for terrains.
            tex_coord: if is_terrain { 0 } else { SET },
            sampler: Sampler { wrap_s: Wrap::Clamp, wrap_t: Wrap::Clamp, ..Sampler::default() },
            transform: TextureTransform { offset: [x, y], scale: [u, v], rotation: 0.0 },
            ..Texture::new(image)
        };
        stager.add_lightmap(node, texture);
    }

    /// Returns the image of a lightmap. Each file is only read once.
    fn lightmap(&mut self, number: usize) -> Option<ImageId> {
        let is_shown = self.materials && self.textures;
        let (file, known) = self.staging.as_mut()?.lightmaps.files.get_mut(number).filter(|_| is_shown)?;
        if let Some(image) = known {
            return *image;
        }
        let image = match self.resources.read(file) {
            Ok(bytes) => {
                let name = without_extension(file.rsplit('/').next().unwrap_or(file)).to_owned();
                let image = Image { name, file: Some(file.clone()), bytes: bytes.into(), ..Image::default() };
                Some(self.scene.images.push(image))
            }
            Err(why) => {
                let message = format!("no baked light: {why}");
                self.findings.warning(kinds::EFFECT_UNAVAILABLE, binio::Path::default().name(file.as_bytes()), message);
                None
            }
        };
        *known = Some(image);
        image
    }

    /// Adds the decals of a component. Returns `false` if they follow bones, because pictures don't show those.
    pub(super) fn stage_decals(&mut self, node: Id<Node>, at: (usize, usize), component: &Component<'_>) -> bool {
        let Some(Variant::Buffer(bytes)) = component.get("Decals") else { return true };
        let Some(time) = self.staging.as_ref().map(|stager| stager.time) else { return false };
        let decals = match Decals::of_attribute(&bytes, time, self.models.budget()) {
            Ok(Decals::Fixed(decals)) => decals,
            Ok(Decals::Bound) => return false,
            Err(why) => {
                let path = Place::node(at.0).component(at.1).path();
                self.findings.warning(kinds::EFFECT_UNAVAILABLE, path, format!("not drawn: {why}"));
                return true;
            }
        };
        let material = parts::resource(component, "Material");
        let material = self.models.material(material.as_deref(), &mut self.scene);
        let name = format!("{}_Decals", self.scene[node].name);
        if let Some(mesh) = decals::mesh(&decals, &mut self.scene, (&name, material)) {
            let shown = Node { name, parent: Some(node), mesh: Some(mesh), ..Node::default() };
            let shown = self.scene.nodes.push(shown);
            if let Some(stager) = &mut self.staging {
                stager.add_decals(shown);
            }
        }
        true
    }
}
