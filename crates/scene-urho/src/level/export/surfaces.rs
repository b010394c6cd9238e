//! Reads what lies on surfaces and which only pictures show: baked light and decals.

use std::collections::HashMap;

use asset_scene::glam::Vec3;
use asset_scene::world::World;
use asset_scene::{Id, Image, ImageId, Mesh, Node, Sampler, Scene, Texture, TextureTransform, Wrap};
use scene_adapter::look::without_extension;
use urho_scene::{Component, Place, Variant};

use super::Export;
use crate::kinds;
use crate::level::decals::{self, Decals};
use crate::level::parts;
use crate::level::probes::Probes;
use crate::mirror;

/// The number of a model that shows baked light.
const USE_LIGHTMAP: i32 = 1;
/// The number of a model that light probes light.
const BLEND_PROBES: i32 = 2;
/// The set of texture coordinates for baked light.
const SET: u32 = 1;

/// The textures with the baked light of a scene.
#[derive(Default)]
pub(super) struct Lightmaps {
    files: Vec<Lightmap>,
    /// How many models have a texture that can't be read.
    pub(super) missing: usize,
}

/// A texture with baked light.
struct Lightmap {
    file: String,
    image: LightmapImage,
}

/// The image of a lightmap.
#[derive(Clone, Copy)]
enum LightmapImage {
    /// The file was not read yet.
    Unread,
    /// The file can't be read.
    Missing,
    Read(ImageId),
}

impl LightmapImage {
    fn id(self) -> Option<ImageId> {
        if let Self::Read(image) = self { Some(image) } else { None }
    }
}

impl Lightmaps {
    pub(super) fn of(level: &urho_scene::Scene<'_>) -> Self {
        let names = level.nodes.first().map(|node| match node.attributes.get("Lightmaps").as_deref() {
            Some(urho_scene::Value::Variant(Variant::ResourceRefList(list))) => {
                let unread = |name| Lightmap { file: parts::clean(name), image: LightmapImage::Unread };
                list.names.iter().map(unread).collect()
            }
            _ => Vec::new(),
        });
        Self { files: names.unwrap_or_default(), missing: 0 }
    }
}

/// The models that light probes light.
#[derive(Default)]
pub(super) struct Probed {
    /// The data file of the probes.
    file: Option<String>,
    /// The nodes of the meshes, and those of their components.
    nodes: Vec<(Id<Node>, Id<Node>)>,
    /// How many of them have no light.
    pub(super) missing: usize,
}

impl Probed {
    pub(super) fn of(level: &urho_scene::Scene<'_>) -> Self {
        let mut components = level.nodes.iter().flat_map(|node| node.components_of("GlobalIllumination"));
        let file = components.next().and_then(|component| parts::resource(component, "Data File"));
        Self { file, ..Self::default() }
    }
}

impl Export<'_, '_> {
    /// Adds a component that shows a mesh, if light probes light it.
    pub(super) fn stage_probed(&mut self, component: &Component<'_>, node: Id<Node>, place: Id<Node>) {
        let is_probed = parts::number(component, "Global Illumination", 0) == BLEND_PROBES;
        if let Some(stager) = self.staging.as_mut().filter(|_| is_probed) {
            stager.probed.nodes.push((node, place));
        }
    }

    /// Finds the light of the probes for all models that they light. The center of a model decides.
    pub(super) fn stage_light_probes(&mut self) {
        let Some(stager) = &mut self.staging else { return };
        let (nodes, file) = (std::mem::take(&mut stager.probed.nodes), stager.probed.file.take());
        let Some(file) = file.filter(|_| !nodes.is_empty()) else {
            stager.probed.missing = nodes.len();
            return;
        };
        let probes = self.resources.read(&file).and_then(|bytes| {
            let size = (bytes.len() as u64).saturating_mul(2);
            self.models.budget().spend(size).map_err(|fault| fault.to_string())?;
            Probes::parse(&bytes)
        });
        let mut probes = probes.map_err(|why| {
            let path = binio::Path::default().name(file.as_bytes());
            self.findings.warning(kinds::EFFECT_UNAVAILABLE, path, format!("no light from probes: {why}"));
        });
        let world = World::new(&self.scene);
        let mut centers: HashMap<Id<Mesh>, Option<Vec3>> = HashMap::new();
        for (node, place) in nodes {
            let mesh = self.scene[node].mesh;
            let center = mesh.and_then(|mesh| *centers.entry(mesh).or_insert_with(|| center(&self.scene, mesh)));
            let light = center.zip(probes.as_mut().ok()).and_then(|(center, probes)| {
                let [x, y, z] = world.world(place).transform_point3(center.as_dvec3()).as_vec3().to_array();
                probes.at(Vec3::from_array(mirror::vector([x, y, z])))
            });
            let Some(stager) = &mut self.staging else { return };
            match light {
                Some(light) => stager.add_ambient(node, light),
                None => stager.probed.missing = stager.probed.missing.saturating_add(1),
            }
        }
    }

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
        let Lightmap { file, image } = self.staging.as_mut()?.lightmaps.files.get_mut(number).filter(|_| is_shown)?;
        if !matches!(image, LightmapImage::Unread) {
            return image.id();
        }
        *image = match self.resources.read(file) {
            Ok(bytes) => {
                let name = without_extension(file.rsplit('/').next().unwrap_or(file)).to_owned();
                let read = Image { name, file: Some(file.clone()), bytes: bytes.into(), ..Image::default() };
                LightmapImage::Read(self.scene.images.push(read))
            }
            Err(why) => {
                let message = format!("no baked light: {why}");
                self.findings.warning(kinds::EFFECT_UNAVAILABLE, binio::Path::default().name(file.as_bytes()), message);
                LightmapImage::Missing
            }
        };
        image.id()
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

/// Returns the center of the box around a mesh.
fn center(scene: &Scene<'_>, mesh: Id<Mesh>) -> Option<Vec3> {
    let primitives = scene.meshes.get(mesh)?.primitives.iter();
    let positions = primitives.filter_map(|primitive| primitive.positions(scene).ok()).flatten().map(Vec3::from_array);
    let around = positions.fold(None, |bounds: Option<[Vec3; 2]>, position| {
        let [min, max] = bounds.unwrap_or([position; 2]);
        Some([min.min(position), max.max(position)])
    });
    around.map(|[min, max]| min.midpoint(max))
}
