//! Writes the edits of a scene into the model that the scene was made from.

mod joints;
mod materials;
mod pairs;
mod settle;

use std::collections::{HashMap, HashSet};

use asset_scene::appearance::{Appearance, Level};
use asset_scene::glam::DAffine3;
use asset_scene::{Error, ErrorKind, Id, Mesh as SceneMesh, Scene};
use binio::Path;
use scene_adapter::same::{self, Drawn};
use scene_adapter::surface::Surface;
use scene_adapter::{origin, tell_bare_primitives, tell_unwritten_nodes};
use zed_asset::{ByteOrder, Chunk, ChunkSize, Content, Flags, Mesh, MeshView, Model, VertexLayout};

use crate::apply::create::{Builder, failed, mesh_builder, start, tell_uvs};
use crate::export::{Shown, swap};
use crate::{CreateModelOptions, CreatedModel};
use materials::Numbers;

/// Writes the edits of a scene into its original model and keeps everything else: an unedited scene gives the same bytes, and one moved vertex
/// changes that vertex.
///
/// Use [`original`](crate::original()) to get the model that a scene carries. Meshes are found by name. A new mesh is added behind the others in the
/// encoding and byte order of the model, and a mesh that the scene no longer shows is removed. Materials are numbers: `Material 4` is number 4, and a
/// material with another name gets a free number. Findings report edits that a model can't store.
///
/// ```
/// # use zed_asset::{MeshBuilder, ModelBuilder, glam::Vec3};
/// # let corners = [Vec3::ZERO, Vec3::X, Vec3::Y];
/// # let model = ModelBuilder::new("sign").mesh(MeshBuilder::new(&corners).triangles(&[0, 1, 2])).build()?;
/// # let (scene, _) = scene_zed::to_scene(&model, "sign", &scene_zed::ShowOptions::default())?;
/// use scene_zed::CreateModelOptions;
/// if let Some(original) = scene_zed::original(&scene)? {
///     let updated = scene_zed::update(&original, &scene, &CreateModelOptions::default())?;
///     assert_eq!(updated.model, original);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The errors of [`create()`](crate::create()), and a scene without any of the model's meshes.
pub fn update(original: &Model<'_>, scene: &Scene<'_>, options: &CreateModelOptions) -> Result<CreatedModel, Error> {
    let (mut builder, appearances) = start(scene, options)?;
    let shown = pairs::show(original, scene, &appearances, &origin::show_options(scene))?;
    if appearances.is_empty() && !shown.meshes.is_empty() {
        let message = "the scene shows no mesh, so nothing of the model would be left".to_owned();
        return Err(Error::new(ErrorKind::Unsupported(message), Path::from("meshes")));
    }
    builder.keeps_joints = true;
    tell_unwritten_nodes(&shown.scene, scene, &mut builder.findings);
    tell_bare_primitives(&shown.scene, scene, &mut builder.findings);
    let numbers = Numbers::new(original, &shown.scene, scene, &mut builder.findings);
    let views: Vec<MeshView<'_>> = original.meshes().collect();
    let mut work = Work { original, shown: &shown, views, numbers, builder, edits: Edits::default() };
    for (appearance, pair) in appearances.iter().zip(pairs::pairs(scene, &appearances, &shown.scene)) {
        work.appearance(appearance, pair)?;
    }
    let Work { builder, mut edits, .. } = work;
    edits.removed = shown.meshes.iter().copied().filter(|number| !edits.seen.contains(number)).collect();
    let mut findings = builder.findings;
    crate::apply::create::tell_animations(scene, &mut findings);
    Ok(CreatedModel { model: edits.write(original), findings })
}

/// What differs from the original.
#[derive(Default)]
struct Edits {
    /// Meshes of the original that the scene shows.
    seen: HashSet<usize>,
    removed: HashSet<usize>,
    /// New content of meshes; more than one if the mesh was divided.
    changed: HashMap<usize, Vec<Mesh<'static>>>,
    added: Vec<Mesh<'static>>,
}

impl Edits {
    fn write(mut self, original: &Model<'_>) -> Model<'static> {
        let mut model = original.borrowed().into_owned();
        if self.removed.is_empty() && self.changed.is_empty() && self.added.is_empty() {
            return model;
        }
        let has_right_totals = original.metadata().is_some_and(|metadata| metadata.totals == original.totals());
        let (mut list, mut number, mut last) = (Vec::new(), 0_usize, None);
        for chunk in std::mem::take(&mut model.chunks.list) {
            if !matches!(chunk.content, Content::Mesh(_)) {
                list.push(chunk);
                continue;
            }
            let own = number;
            number = number.saturating_add(1);
            let end = chunk.end;
            if let Some(meshes) = self.changed.remove(&own) {
                list.extend(meshes.into_iter().map(|mesh| Chunk { end, ..Chunk::from(mesh) }));
            } else if !self.removed.contains(&own) {
                list.push(chunk);
            }
            last = Some((list.len(), end));
        }
        // Chunks of one file are closed alike.
        let (place, end) = last.unwrap_or((list.len(), Some(0)));
        let added = self.added.into_iter().map(|mesh| Chunk { end, size: ChunkSize::Exact, ..Chunk::from(mesh) });
        list.splice(place..place, added);
        model.chunks.list = list;
        let has_strips = |model: &Model<'_>| model.meshes().any(|view| !view.mesh().strips.is_empty());
        if has_strips(original) && !has_strips(&model) {
            model.header.flags = model.header.flags.without(Flags::STRIPS);
        }
        if has_right_totals {
            model.update_totals();
        }
        model
    }
}

struct Work<'w> {
    original: &'w Model<'w>,
    shown: &'w Shown<'w>,
    views: Vec<MeshView<'w>>,
    numbers: Numbers,
    builder: Builder<'w>,
    edits: Edits,
}

impl Work<'_> {
    /// Compares a mesh of the scene with the mesh of the original, or adds it.
    fn appearance(&mut self, appearance: &Appearance, pair: Option<Id<SceneMesh>>) -> Result<(), Error> {
        let [finest, coarser @ ..] = appearance.levels.as_slice() else { return Ok(()) };
        let number = pair.and_then(|pair| self.shown.meshes.get(pair.index()).copied());
        let Some((pair, number)) = pair.zip(number) else {
            let parts = self.parts(finest, coarser, false)?;
            let added = parts.iter().map(|part| self.mesh(part, self.numbers.of(part.material, 0)));
            let added = added.collect::<Result<Vec<_>, Error>>()?;
            self.edits.added.extend(added.into_iter().flatten());
            return Ok(());
        };
        self.edits.seen.insert(number);
        let Some(view) = self.views.get(number).copied() else { return Ok(()) };
        let joints = joints::edited(view, (&self.shown.scene, pair), (self.builder.scene, finest.mesh));
        let material = self.material(view, finest).filter(|_| coarser.is_empty() && self.is_unedited(finest, pair));
        let meshes = match material {
            Some(material) => {
                let mut mesh = Mesh { material, ..view.mesh().borrowed().into_owned() };
                if !joints.is_empty() {
                    let mut vertices = mesh.vertices.to_vec();
                    joints::write(&mut vertices, &joints);
                    mesh.vertices = vertices.into();
                }
                vec![mesh]
            }
            None => self.edited(view, finest, coarser, &joints)?,
        };
        if !matches!(meshes.as_slice(), [mesh] if mesh == view.mesh()) {
            self.edits.changed.insert(number, meshes);
        }
        Ok(())
    }

    /// Whether a mesh draws what its original draws, in the same place.
    fn is_unedited(&self, level: &Level, pair: Id<SceneMesh>) -> bool {
        let before = Drawn::of_mesh(&self.shown.scene, pair, None, false);
        let now = Drawn::of_mesh(self.builder.scene, level.mesh, None, false);
        level.skin.is_none()
            && same::transforms(level.world, DAffine3::IDENTITY)
            && same::drawn(&before, &now).is_some()
            && self.builder.scene[level.mesh].morph_names.is_empty()
    }

    /// Returns the material number of all primitives, or `None` if they have several: the mesh is divided then.
    fn material(&self, view: MeshView<'_>, level: &Level) -> Option<u32> {
        let primitives = &self.builder.scene[level.mesh].primitives;
        let numbers = primitives.iter().map(|primitive| self.numbers.of(primitive.material, view.material()));
        let numbers: HashSet<u32> = numbers.collect();
        numbers.iter().next().copied().filter(|_| numbers.len() == 1)
    }

    /// Returns the mesh with its edits: first the part with the material of the original, then the parts with other materials.
    fn edited(
        &mut self,
        view: MeshView<'_>,
        level: &Level,
        coarser: &[Level],
        joints: &[joints::Edit],
    ) -> Result<Vec<Mesh<'static>>, Error> {
        let parts = self.parts(level, coarser, true)?;
        let number = |part: &Surface| self.numbers.of(part.material, view.material());
        let main = match parts.iter().any(|part| number(part) == view.material()) {
            true => view.material(),
            false => parts.first().map_or(view.material(), number),
        };
        let (own, other): (Vec<&Surface>, Vec<&Surface>) = parts.iter().partition(|part| number(part) == main);
        let mut meshes = Vec::new();
        match settle::settle(view, &own, joints) {
            Some(settled) => {
                settled.tell(&mut self.builder.findings);
                meshes.push(Mesh { material: main, ..settled.mesh });
            }
            None => {
                for part in &own {
                    meshes.extend(self.mesh(part, main)?);
                }
            }
        }
        for part in other {
            meshes.extend(self.mesh(part, number(part))?);
        }
        Ok(meshes)
    }

    fn parts(&mut self, level: &Level, coarser: &[Level], keeps_order: bool) -> Result<Vec<Surface>, Error> {
        self.builder.keeps_order = keeps_order;
        self.builder.add(level, !coarser.is_empty())?;
        let parts = std::mem::take(&mut self.builder.parts);
        tell_uvs(self.original.encoding, &parts, &mut self.builder.findings);
        Ok(parts)
    }

    /// Returns a surface as new meshes: several if it has too many vertices for 16-bit indices.
    fn mesh(&self, part: &Surface, material: u32) -> Result<Vec<Mesh<'static>>, Error> {
        let has_uvs = self.original.encoding.vertices != VertexLayout::Engine;
        let model = zed_asset::ModelBuilder::new("").encoding(self.original.encoding);
        let built = model.mesh(mesh_builder(part, has_uvs).material(material)).build().map_err(failed)?;
        let meshes = built.chunks.list.into_iter().filter_map(|chunk| match chunk.content {
            Content::Mesh(mesh) => Some(in_order(*mesh, self.original.byte_order)),
            _ => None,
        });
        Ok(meshes.collect())
    }
}

/// Returns a little-endian mesh in a byte order.
fn in_order(mesh: Mesh<'static>, order: ByteOrder) -> Mesh<'static> {
    let swapped = |bytes: &[u8], width: usize| {
        let mut bytes = bytes.to_vec();
        swap(&mut bytes, width, order);
        bytes.into()
    };
    Mesh {
        vertices: swapped(&mesh.vertices, size_of::<f32>()),
        lists: mesh.lists.iter().map(|list| swapped(list, size_of::<u16>())).collect(),
        ..mesh
    }
}
